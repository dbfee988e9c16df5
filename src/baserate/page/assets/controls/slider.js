// A slider with two handles on a log-odds axis. The handles may meet: then the range is one value.
import { clamp, expit, logit } from "../engine/numbers.js";
import { make } from "./elements.js";

/** The id of the words that say which keys move a handle. */
export const SLIDER_KEYS = "slider-keys";
const PAGE_STEPS = 10;

// Closer than this to a handle, in pixels, a press takes the handle; elsewhere between the two it takes both.
const GRASP = 22;

/** The value so many steps of the grid away; from a value off the grid the next on it is one step. */
function stepAlong(grid, value, steps) {
  const near = 1e-9 * value;
  if (steps > 0) {
    const next = grid.findIndex((mark) => mark > value + near);
    return next < 0 ? grid.at(-1) : grid[Math.min(next + steps - 1, grid.length - 1)];
  }
  const before = grid.findLastIndex((mark) => mark < value - near);
  return before < 0 ? grid[0] : grid[Math.max(before + steps + 1, 0)];
}

/** The value of the grid that is nearest on the log-odds axis. */
export function nearestMark(grid, logOdds) {
  const share = expit(logOdds);
  const above = grid.findIndex((mark) => mark >= share);
  if (above <= 0) return above < 0 ? grid.at(-1) : grid[0];
  const [a, b] = [grid[above - 1], grid[above]];
  return logOdds - logit(a) < logit(b) - logOdds ? a : b;
}

/** How far a key moves a handle, in steps of the grid. */
const KEY_STEPS = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: PAGE_STEPS,
  PageDown: -PAGE_STEPS,
  End: Infinity,
  Home: -Infinity,
};

/**
 * @param {{grid: number[], limits: [number, number], ticks: {value: number, text: string, minor?: boolean}[],
 *   names: {low: string, high: string, one: string}, textOf: (share: number) => string,
 *   onChange: (ends: [number, number]) => void}} options grid rises; names are read out for the handles
 */
export function createSlider(options) {
  const { limits, ticks } = options;
  const least = logit(limits[0]);
  const place = (value) => (logit(value) - least) / (logit(limits[1]) - least);
  const band = make("div", { class: "band" });
  const handles = [0, 1].map(() =>
    make("div", { class: "handle", role: "slider", tabindex: "0", "aria-describedby": SLIDER_KEYS }),
  );
  const rail = make("div", { class: "rail" }, band, ...handles);
  const marks = make("div", { class: "ticks", "aria-hidden": "true" });
  for (const { value, text, minor } of ticks) {
    const edge = place(value) < 0.03 ? "first" : place(value) > 0.97 ? "last" : null;
    const mark = make("span", { class: minor ? "minor" : edge }, text);
    mark.style.left = `${100 * place(value)}%`;
    marks.append(mark);
  }
  const element = make("div", { class: "slider" }, rail, marks);
  const slider = { ...options, element, rail, band, handles, place, ends: [...limits], single: false, off: false };
  handles.forEach((handle, which) => handle.addEventListener("keydown", (event) => onKey(slider, which, event)));
  rail.addEventListener("pointerdown", (event) => startDrag(slider, event));
  return { element, show: (ends, how) => showEnds(slider, ends, how) };
}

/** Put the handles where the ends of the range are. */
function showEnds(slider, ends, { single, off }) {
  const { handles, band, place, limits, names, textOf } = slider;
  Object.assign(slider, { ends, single, off });
  const labels = single ? [names.one, ""] : [names.low, names.high];
  const lowest = [limits[0], ends[0]];
  const highest = [single ? limits[1] : ends[1], limits[1]];
  handles.forEach((handle, at) => {
    handle.style.left = `${100 * place(clamp(ends[at], ...limits))}%`;
    handle.hidden = single && at === 1;
    const attributes = {
      "aria-label": labels[at],
      "aria-valuemin": lowest[at],
      "aria-valuemax": highest[at],
      "aria-valuenow": ends[at],
      "aria-valuetext": textOf(ends[at]),
      "aria-disabled": off,
    };
    for (const [name, value] of Object.entries(attributes)) handle.setAttribute(name, value);
  });
  const [left, right] = ends.map((end) => 100 * place(clamp(end, ...limits)));
  band.style.left = `${left}%`;
  band.style.width = `${right - left}%`;
  slider.element.classList.toggle("off", off);
}

function changed(slider, ends) {
  if (ends[0] === slider.ends[0] && ends[1] === slider.ends[1]) return;
  slider.onChange(ends);
}

/** Move one handle, never past the other. */
function moveOne(slider, which, value) {
  const [low, high] = slider.ends;
  if (slider.single) return changed(slider, [value, value]);
  return changed(slider, which === 0 ? [Math.min(value, high), high] : [low, Math.max(value, low)]);
}

function onKey(slider, which, event) {
  const steps = KEY_STEPS[event.key];
  if (steps === undefined || slider.off || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const moved = slider.ends.map((end) => stepAlong(slider.grid, end, steps));
  if (event.shiftKey && !slider.single) {
    // Both at once, and the range keeps its width: at the end of the axis neither moves.
    const stuck = moved.some((end, at) => end === slider.ends[at]);
    if (!stuck && Number.isFinite(steps)) changed(slider, moved);
    return;
  }
  moveOne(slider, which, moved[which]);
}

function logOddsAt(slider, event) {
  const box = slider.rail.getBoundingClientRect();
  const [low, high] = slider.limits.map(logit);
  return low + clamp((event.clientX - box.left) / box.width, 0, 1) * (high - low);
}

/** Which handle a press takes: 0, 1, "both", or "either" where the two have met. */
function graspOf(slider, event) {
  if (slider.single) return 0;
  const box = slider.rail.getBoundingClientRect();
  const far = slider.ends.map((end) => event.clientX - (box.left + slider.place(end) * box.width));
  if (Math.abs(far[0] - far[1]) < 3) return Math.abs(far[0]) < GRASP ? "either" : far[0] < 0 ? 0 : 1;
  if (far[0] > GRASP && far[1] < -GRASP) return "both";
  return Math.abs(far[0]) <= Math.abs(far[1]) ? 0 : 1;
}

function startDrag(slider, event) {
  if (slider.off || event.button !== 0) return;
  event.preventDefault();
  const { rail, handles, grid } = slider;
  let grasp = graspOf(slider, event);
  const from = logOddsAt(slider, event);
  const before = slider.ends.map(logit);
  handles[grasp === 1 ? 1 : 0].focus({ preventScroll: true });
  rail.setPointerCapture(event.pointerId);
  const drag = (moved) => {
    const to = logOddsAt(slider, moved);
    if (grasp === "either") {
      if (nearestMark(grid, to) === nearestMark(grid, from)) return;
      grasp = to < from ? 0 : 1;
      handles[grasp].focus({ preventScroll: true });
    }
    if (grasp === "both") moveBoth(slider, before, to - from);
    else moveOne(slider, grasp, nearestMark(grid, to));
  };
  const stop = () => {
    rail.removeEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel"]) rail.removeEventListener(end, stop);
  };
  rail.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) rail.addEventListener(end, stop);
  if (grasp !== "both" && grasp !== "either" && !handles.includes(event.target)) drag(event);
}

function moveBoth(slider, before, by) {
  const [least, most] = slider.limits.map(logit);
  const kept = clamp(by, least - before[0], most - before[1]);
  changed(
    slider,
    before.map((end) => nearestMark(slider.grid, end + kept)),
  );
}
