// The frame a figure is drawn in: its SVG, its question, the legend and the axes around the data.

import {
  FIG_FAINT,
  FIG_GRID,
  FIG_INK,
  FIG_SHADE,
  FIG_SIZE,
  figAdd,
  figAgain,
  figFit,
  figIsolate,
  figLine,
  figMarker,
  figMarkers,
  figName,
  figNameText,
  figParagraph,
  figRound,
  figText,
  figTextWidth,
  figTrim,
  figUseFont,
} from "./svg.js";
import { figReadable, figTick, figWithin } from "./svg-scales.js";

const figFrames = new WeakMap();
let figFrameCount = 0;
let figPrinting = false;

// One unit of a figure is one pixel where it can be, so that letters keep their size in narrow columns.
const FIG_NARROW = 340,
  FIG_WIDE = 680,
  FIG_PAPER = 400;

function figFrameWidth(pixels) {
  if (figPrinting) return FIG_PAPER;
  return pixels ? Math.round(Math.min(Math.max(pixels, FIG_NARROW), FIG_WIDE)) : 480;
}

// In the next frame: drawing within the observer would change what it observes.
const figWatcher = new ResizeObserver((entries) => {
  requestAnimationFrame(() => entries.forEach((entry) => figReframe(entry.target, entry.contentRect.width)));
});

function figReframe(host, pixels) {
  const figure = figFrames.get(host);
  if (!figure || !(pixels || figPrinting)) return;
  figure.pixels = pixels || figure.pixels;
  // A host that was drawn before it stood in the page has its font only now.
  const other = figUseFont(getComputedStyle(host).fontFamily);
  if (other || figFrameWidth(figure.pixels) !== figure.width) figure.again();
}

/** Draw all figures of the document for paper, or back for the screen. */
function figForPaper(printing) {
  figPrinting = printing;
  for (const svg of document.querySelectorAll("svg.figure")) {
    const figure = figFrames.get(svg.parentNode);
    if (figure && figFrameWidth(figure.pixels) !== figure.width) figure.again();
  }
}
addEventListener("beforeprint", () => figForPaper(true));
addEventListener("afterprint", () => figForPaper(false));

function figNewFrame(host) {
  figUseFont(getComputedStyle(host).fontFamily);
  host.replaceChildren();
  const svg = figAdd(host, "svg", { class: "figure", width: "100%", fill: FIG_INK, "font-size": FIG_SIZE.text });
  svg.style.display = "block";
  svg.style.overflow = "visible";
  const layer = figAdd(svg, "g", { role: "img" });
  const figure = { id: `figure-${++figFrameCount}`, host, svg, layer, pixels: host.clientWidth };
  figFrames.set(host, figure);
  figWatcher.observe(host);
  return figure;
}

/** The figure of a host, emptied; `again` draws it anew when the column changes its width. */
export function figStart(host, question, again) {
  const known = figFrames.get(host);
  const figure = known?.svg.parentNode === host ? known : figNewFrame(host);
  figure.width = figFrameWidth(figure.pixels);
  figure.again = again;
  figure.question = question;
  figAgain(figure.layer);
  figure.top = 4;
  // A page that writes the question as a heading of its own says so at the host.
  if (!host.hasAttribute("data-untitled")) {
    figure.top =
      figParagraph(figure.layer, 0, 0, question, figure.width, { "font-size": FIG_SIZE.title, "font-weight": 600 }) + 6;
  }
  return figure;
}

/** Set the height and the text alternative, which is returned. */
export function figFinish(figure, height, summary) {
  figTrim(figure.layer);
  figure.svg.setAttribute("viewBox", `0 0 ${figure.width} ${Math.ceil(height)}`);
  figure.layer.setAttribute("aria-label", `${figure.question} ${summary}`);
  return summary;
}

/** A figure that has nothing to show says why. */
export function figNothing(figure, why) {
  figure.reader?.remove();
  const bottom = figParagraph(figure.layer, 0, figure.top, why, figure.width, { fill: FIG_FAINT });
  return figFinish(figure, bottom + 8, why);
}

// ---- legend ----

/** A line with its marker, for a legend. */
export function figLineSample(look) {
  return (parent, x, y) => {
    figLine(parent, look, `M${x} ${y}h32`);
    figMarkers(parent, look, figMarker(look, x + 16, y, 4));
  };
}

/** A small box for a legend. */
export function figBoxSample(attributes) {
  return (parent, x, y) => figAdd(parent, "rect", { x: x + 2, y: y - 6, width: 28, height: 12, ...attributes });
}

/** A hatched box for a legend. */
export function figHatchSample(colour) {
  return (parent, x, y) => {
    figBoxSample({ fill: "#ffffff", stroke: colour })(parent, x, y);
    const d = `M${x + 4} ${y + 6}l12 -12M${x + 12} ${y + 6}l12 -12M${x + 20} ${y + 6}l10 -10`;
    figAdd(parent, "path", { d, stroke: colour, "stroke-width": 1.6 });
  };
}

/** Only a marker, for a legend. */
export function figMarkerSample(look) {
  return (parent, x, y) => figMarkers(parent, look, figMarker(look, x + 22, y, 5));
}

/** Entries {sample, name, more} above the data, in as many rows as they need. `more` follows a shortened name. */
export function figLegend(figure, entries) {
  let x = 0,
    y = figure.top + 9;
  for (const { sample, name, more = "" } of entries) {
    const room = figure.width - 40 - figTextWidth(more) - 2;
    const shown = figFit(name, Math.min(room, 300));
    const width = 38 + figTextWidth(shown) + figTextWidth(more) + 18;
    if (x > 0 && x + width - 18 > figure.width) {
      x = 0;
      y += 20;
    }
    sample(figure.layer, x, y);
    figText(figure.layer, x + 38, y + 4.5, figIsolate(shown) + more, {}, shown === figName(name) ? "" : name);
    x += width;
  }
  figure.top = y + 18;
}

// ---- axes ----

/** What the vertical axis measures, written above it. */
export function figAbove(figure, words) {
  figure.top =
    figParagraph(figure.layer, 0, figure.top, words, figure.width, { "font-size": FIG_SIZE.tick, fill: FIG_INK }) + 8;
}

/** A place for data: left, top, right, bottom. */
export function figArea(figure, left, height, right = 10) {
  return { left, top: figure.top, right: figure.width - right, bottom: figure.top + height };
}

/** Horizontal lines and numbers for ticks of the vertical scale. */
export function figLeftAxis(figure, area, scale, ticks, words = figTick) {
  let grid = "";
  for (const tick of ticks) {
    const y = figRound(scale(tick));
    grid += `M${area.left} ${y}H${area.right}`;
    figText(figure.layer, area.left - 6, y + 4, words(tick), { "text-anchor": "end", "font-size": FIG_SIZE.tick });
  }
  figAdd(figure.layer, "path", { d: grid, stroke: FIG_GRID, fill: "none" });
}

/** Room for the numbers of the left axis. */
export function figLeftRoom(ticks, words = figTick) {
  return 10 + Math.max(...ticks.map((tick) => figTextWidth(words(tick), FIG_SIZE.tick)));
}

/**
 * The horizontal axis: line, ticks, words below, a second row of words where `second` is given, and what it
 * measures. Returns the height below it.
 */
export function figBottomAxis(figure, area, scale, ticks, words, measures, second) {
  let path = `M${area.left} ${area.bottom}H${area.right}`;
  for (const tick of figReadable(ticks, scale, words, figure.width)) {
    const x = figRound(scale(tick));
    path += `M${x} ${area.bottom}v5`;
    // Centred under its tick, but for one at the edge of the figure.
    const half = figTextWidth(words(tick), FIG_SIZE.tick) / 2,
      place = figWithin(x, half, figure.width - half);
    const look = { "text-anchor": "middle", "font-size": FIG_SIZE.tick };
    figText(figure.layer, place, area.bottom + 18, words(tick), look);
    if (second) figText(figure.layer, place, area.bottom + 33, second(tick), { ...look, fill: FIG_FAINT });
  }
  figAdd(figure.layer, "path", { d: path, stroke: FIG_INK, fill: "none" });
  const below = area.bottom + (second ? 39 : 24);
  return figParagraph(figure.layer, area.left, below, measures, figure.width - area.left, {
    "font-size": FIG_SIZE.tick,
  });
}

/** Keeps lines within the data area. Returns the attributes that do. */
export function figClip(figure, area, name = "clip") {
  const clip = figAdd(figure.layer, "clipPath", { id: `${figure.id}-${name}` });
  figAdd(clip, "rect", {
    x: area.left,
    y: area.top - 2,
    width: area.right - area.left,
    height: area.bottom - area.top + 4,
  });
  return { "clip-path": `url(#${figure.id}-${name})` };
}

/** Text on a white ground, for labels among the data. */
export function figLabel(parent, x, y, name, width, attributes = {}) {
  const halo = { stroke: "#ffffff", "stroke-width": 4, "stroke-linejoin": "round", "paint-order": "stroke" };
  return figNameText(parent, x, y, name, width, { ...halo, "text-anchor": "middle", ...attributes });
}

function figSingle(parent, d) {
  figAdd(parent, "path", { d, stroke: FIG_FAINT, "stroke-width": 1.5, "stroke-dasharray": "6 4", fill: "none" });
}

/** The shaded range of the current setting, or a line where it is a single value. */
export function figRange(figure, area, scale, [low, high]) {
  const inside = (value) => Math.min(Math.max(scale(value), area.left), area.right);
  const from = figRound(inside(low)),
    to = figRound(inside(high));
  if (to - from < 1.5) {
    figSingle(figure.layer, `M${(from + to) / 2} ${area.top}V${area.bottom}`);
  } else {
    figAdd(figure.layer, "rect", {
      x: from,
      y: area.top,
      width: to - from,
      height: area.bottom - area.top,
      fill: FIG_SHADE,
    });
    figAdd(figure.layer, "path", {
      d: `M${from} ${area.top}V${area.bottom}M${to} ${area.top}V${area.bottom}`,
      stroke: "#8C8C8C",
    });
  }
}

/** How the range is named in a legend. */
export function figRangeSample([low, high]) {
  const single = Math.abs(high - low) < 1e-9;
  return single
    ? (parent, x, y) => figSingle(parent, `M${x + 16} ${y - 8}v16`)
    : figBoxSample({ fill: FIG_SHADE, stroke: "#8C8C8C" });
}
