// The range of prevalences as two handles on a figure's own axis: by pointer, finger and keys.
import { roundPercent } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { clamp, expit, logit } from "../engine/numbers.js";
import { ACCENT, FAINT, GRID_COLOUR, PAPER } from "./colours.js";
import { nearestStep, stepFrom } from "./steps.js";
import { snap, SVG } from "./svg.js";

const { figures: FIGURES } = WORDS;
// Closer than this to a handle a press takes the handle; elsewhere between the two it takes both.
const GRASP = 20;
const RADIUS = 10;
const RAIL = 8;

/** How far a key moves a handle, in steps. */
const KEY_STEPS = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  End: Infinity,
  Home: -Infinity,
};

/**
 * Draw a figure's brush. `use` says what it shows: {scale, y, ends, limits, median, fixed, onRange, onRangeEnd};
 * scale leads from a prevalence to its place; fixed where the range is not for the reader to move.
 */
export function useBrush(figure, use) {
  figure.brush ??= new Brush(figure);
  figure.brush.use(use);
}

/** Whether a figure's range is in the reader's hand now: then its axis must stay where it is. */
export function isHeld(figure) {
  return figure.brush?.held ?? false;
}

function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  return made;
}

class Brush {
  constructor(figure) {
    this.figure = figure;
    this.held = false;
    this.group = element("g", { class: "brush", role: "group" });
    this.rail = element("rect", { fill: GRID_COLOUR, height: RAIL, rx: RAIL / 2 });
    this.band = element("rect", { fill: ACCENT, height: RAIL });
    this.half = element("path", { stroke: PAPER, "stroke-width": 2 });
    this.ground = element("rect", { fill: "transparent", height: 36 });
    this.handles = [0, 1].map(() =>
      element("circle", {
        role: "slider",
        tabindex: "0",
        r: RADIUS,
        fill: ACCENT,
        stroke: PAPER,
        "stroke-width": 2,
        class: "brush-handle",
      }),
    );
    this.rings = [0, 1].map(() =>
      element("circle", { r: RADIUS + 3, fill: "none", stroke: ACCENT, "stroke-width": 2, visibility: "hidden" }),
    );
    this.group.append(this.rail, this.band, this.half, this.ground, ...this.rings, ...this.handles);
    for (const one of [this.ground, ...this.handles]) {
      // A finger that moves across drags, one that moves up or down scrolls the page.
      one.style.touchAction = "pan-y";
      one.addEventListener("pointerdown", (event) => this.press(event));
    }
    this.handles.forEach((handle, which) => this.listen(handle, which));
  }

  listen(handle, which) {
    handle.style.outline = "none";
    handle.addEventListener("keydown", (event) => this.key(which, event));
    const ring = (shown) => this.rings[which].setAttribute("visibility", shown ? "visible" : "hidden");
    handle.addEventListener("focus", () => ring(handle.matches(":focus-visible")));
    handle.addEventListener("blur", () => ring(false));
  }

  use(shown) {
    Object.assign(this, shown);
    const { scale, y, ends, fixed } = shown;
    if (this.group.parentNode !== this.figure.svg) this.figure.svg.append(this.group);
    this.group.setAttribute("aria-label", FIGURES.brush);
    const set = (one, attributes) => {
      for (const name in attributes) one.setAttribute(name, attributes[name]);
    };
    const places = ends.map((end) => snap(clamp(scale(end), scale.from, scale.to)));
    const whole = { x: scale.from - RAIL / 2, width: scale.to - scale.from + RAIL };
    set(this.rail, { ...whole, y: y - RAIL / 2 });
    set(this.ground, { x: scale.from - 16, width: scale.to - scale.from + 32, y: y - 18 });
    set(this.band, { x: places[0], width: Math.max(places[1] - places[0], 0), y: y - RAIL / 2 });
    const middle = snap(clamp(scale(shown.median), scale.from, scale.to));
    const parted = places[1] - places[0] > 4 * RADIUS;
    set(this.half, { d: parted ? `M${middle} ${y - RAIL / 2 - 1}v${RAIL + 2}` : "" });
    this.ground.style.cursor = fixed ? "" : "pointer";
    this.handles.forEach((handle, at) => {
      const place = { cx: places[at], cy: y };
      set(handle, {
        ...place,
        r: fixed ? 6 : RADIUS,
        fill: fixed ? FAINT : ACCENT,
        display: fixed && at === 1 ? "none" : "inline",
        "aria-label": FIGURES[at === 0 ? "brush_low" : "brush_high"],
        "aria-orientation": "horizontal",
        "aria-valuemin": 100 * (at === 0 ? shown.limits[0] : ends[0]),
        "aria-valuemax": 100 * (at === 0 ? ends[1] : shown.limits[1]),
        "aria-valuenow": Number((100 * ends[at]).toPrecision(6)),
        "aria-valuetext": fixed
          ? fill(FIGURES.brush_observed, { prevalence: roundPercent(ends[0]) })
          : roundPercent(ends[at]),
        "aria-disabled": Boolean(fixed),
      });
      handle.style.cursor = fixed ? "" : "grab";
      set(this.rings[at], place);
    });
  }

  change(ends) {
    if (ends[0] === this.ends[0] && ends[1] === this.ends[1]) return;
    this.ends = ends;
    this.onRange?.(ends);
  }

  /** Move one end, never past the other. */
  moveOne(which, share) {
    const [low, high] = this.ends;
    this.change(which === 0 ? [Math.min(share, high), high] : [low, Math.max(share, low)]);
  }

  key(which, event) {
    const count = KEY_STEPS[event.key];
    if (count === undefined || this.fixed || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const moved = this.ends.map((end) => stepFrom(end, count, this.limits));
    if (event.shiftKey) {
      // Both at once: at the end of the axis neither moves, so that the range keeps its width.
      const stuck = moved.some((end, at) => end === this.ends[at]);
      if (!stuck && Number.isFinite(count)) this.change(moved);
    } else this.moveOne(which, moved[which]);
    this.onRangeEnd?.(this.ends);
  }

  shareAt(event) {
    const frame = this.figure.svg.getBoundingClientRect();
    const x = ((event.clientX - frame.left) * this.figure.width) / frame.width;
    const { scale } = this;
    return scale.invert(clamp(x, scale.from, scale.to));
  }

  /** Which handle a press takes: 0, 1, "both", or "either" where the two have met. */
  graspOf(event) {
    const place = this.scale(this.shareAt(event));
    const far = this.ends.map((end) => place - this.scale(end));
    if (Math.abs(far[0] - far[1]) < 3) return Math.abs(far[0]) < GRASP ? "either" : far[0] < 0 ? 0 : 1;
    // A narrow range is still to be taken as a whole, by its middle third.
    const reach = Math.min(GRASP, (far[0] - far[1]) / 3);
    if (far[0] > reach && far[1] < -reach) return "both";
    return Math.abs(far[0]) <= Math.abs(far[1]) ? 0 : 1;
  }

  press(event) {
    if (this.fixed || event.button !== 0) return;
    event.preventDefault();
    let grasp = this.graspOf(event);
    const from = this.shareAt(event);
    const before = this.ends;
    const target = event.currentTarget;
    this.held = true;
    this.handles[grasp === 1 ? 1 : 0].focus({ preventScroll: true });
    target.setPointerCapture(event.pointerId);
    const drag = (moved) => {
      const to = this.shareAt(moved);
      if (grasp === "either") {
        if (nearestStep(to, this.limits) === nearestStep(from, this.limits)) return;
        grasp = to < from ? 0 : 1;
        this.handles[grasp].focus({ preventScroll: true });
      }
      if (grasp === "both") this.moveBoth(before, logit(to) - logit(from));
      else this.moveOne(grasp, nearestStep(to, this.limits));
    };
    const stop = () => {
      target.removeEventListener("pointermove", drag);
      for (const end of ["pointerup", "pointercancel"]) target.removeEventListener(end, stop);
      this.held = false;
      this.onRangeEnd?.(this.ends);
      this.figure.again();
    };
    target.addEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel"]) target.addEventListener(end, stop);
    if (target === this.ground && typeof grasp === "number") drag(event);
  }

  /** As far as the axis goes, so that the range keeps its width. */
  moveBoth(before, by) {
    const [low, high] = [this.scale.low, this.scale.high].map(logit);
    const [first, last] = before.map(logit);
    const kept = clamp(by, Math.min(low - first, 0), Math.max(high - last, 0));
    this.change(before.map((end) => nearestStep(expit(logit(end) + kept), this.limits)));
  }
}
