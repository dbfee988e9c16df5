// Axes, the area between them, and the range of the setting shaded in it.
import { tickText } from "../text/formats.js";
import { clamp } from "../engine/numbers.js";
import { FAINT, GRID_COLOUR, INK, SHADE } from "./colours.js";
import { add, snap } from "./svg.js";
import { FONT_SIZE, textWidth, writeParagraph, writeText } from "./texts.js";
import { keepReadable } from "./ticks.js";

/** What the vertical axis measures, written above it. */
export function writeAbove(figure, words) {
  figure.top =
    writeParagraph(figure.layer, 0, figure.top, words, figure.width, { "font-size": FONT_SIZE.tick, fill: INK }) + 8;
}

/** A place for data: left, top, right, bottom. */
export function areaOf(figure, left, height, right = 10) {
  return { left, top: figure.top, right: figure.width - right, bottom: figure.top + height };
}

/** Horizontal lines and numbers for ticks of the vertical scale. */
export function drawLeftAxis(figure, area, scale, ticks, words = tickText) {
  let grid = "";
  for (const tick of ticks) {
    const y = snap(scale(tick));
    grid += `M${area.left} ${y}H${area.right}`;
    writeText(figure.layer, area.left - 6, y + 4, words(tick), { "text-anchor": "end", "font-size": FONT_SIZE.tick });
  }
  add(figure.layer, "path", { d: grid, stroke: GRID_COLOUR, "stroke-opacity": 0.7, fill: "none" });
}

/** Room for the numbers of the left axis. */
export function leftRoom(ticks, words = tickText) {
  return 10 + Math.max(...ticks.map((tick) => textWidth(words(tick), FONT_SIZE.tick)));
}

/**
 * The horizontal axis: line, ticks, words below, a second row of words where `second` is given, and what it
 * measures. Returns the height below it.
 */
export function drawBottomAxis(figure, area, scale, ticks, words, measures, second) {
  let path = `M${area.left} ${area.bottom}H${area.right}`;
  const longer = (tick) => (second && second(tick).length > words(tick).length ? second(tick) : words(tick));
  for (const tick of keepReadable(ticks, scale, longer, figure.width)) {
    const x = snap(scale(tick));
    path += `M${x} ${area.bottom}v5`;
    // Centred under its tick, but for one at the edge of the figure.
    const half = textWidth(longer(tick), FONT_SIZE.tick) / 2,
      place = clamp(x, half, figure.width - half);
    const look = { "text-anchor": "middle", "font-size": FONT_SIZE.tick };
    writeText(figure.layer, place, area.bottom + 18, words(tick), look);
    if (second) writeText(figure.layer, place, area.bottom + 33, second(tick), { ...look, fill: FAINT });
  }
  add(figure.layer, "path", { d: path, stroke: INK, fill: "none" });
  const below = area.bottom + (second ? 39 : 24);
  return writeParagraph(figure.layer, area.left, below, measures, figure.width - area.left, {
    "font-size": FONT_SIZE.tick,
  });
}

/** Keeps lines within the data area. Returns the attributes that do. */
export function clipTo(figure, area, name = "clip") {
  const clip = add(figure.layer, "clipPath", { id: `${figure.id}-${name}` });
  add(clip, "rect", {
    x: area.left,
    y: area.top - 2,
    width: area.right - area.left,
    height: area.bottom - area.top + 4,
  });
  return { "clip-path": `url(#${figure.id}-${name})` };
}

/** A single value of the setting. */
export function drawSingle(parent, d) {
  add(parent, "path", { d, stroke: FAINT, "stroke-width": 1.5, "stroke-dasharray": "6 4", fill: "none" });
}

/** The shaded range of the current setting, or a line where it is a single value. */
export function drawRange(figure, area, scale, [low, high]) {
  const inside = (value) => clamp(scale(value), area.left, area.right);
  const from = snap(inside(low)),
    to = snap(inside(high));
  if (to - from < 1.5) {
    drawSingle(figure.layer, `M${(from + to) / 2} ${area.top}V${area.bottom}`);
  } else {
    add(figure.layer, "rect", {
      x: from,
      y: area.top,
      width: to - from,
      height: area.bottom - area.top,
      fill: SHADE,
    });
    add(figure.layer, "path", {
      d: `M${from} ${area.top}V${area.bottom}M${to} ${area.top}V${area.bottom}`,
      stroke: FAINT,
    });
  }
}
