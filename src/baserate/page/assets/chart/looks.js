// Looks: how each model and each default strategy is drawn, in colour and in grey print.
import { coloursOf, FAINT, INK } from "./colours.js";
import { add, snap } from "./svg.js";

// Dashes and markers differ for grey print.
const DASHES = ["", "14 3", "14 3 3 3", "14 3 3 3 3 3", "7 3 7 7"];
const MARKERS = ["circle", "square", "up", "diamond", "down", "plus", "cross"];
export const RECALIBRATED_DASH = "4 3.2";
export const TREAT_ALL_LOOK = { colour: FAINT, edge: FAINT, dash: "1.5 3.5", marker: null, width: 2.2 };
export const TREAT_NONE_LOOK = { colour: FAINT, edge: FAINT, dash: "", marker: null, width: 1.4 };

/** Colour, edge, dashes and marker of the model with this index; of none, those of a default strategy. */
export function lookOf(index) {
  if (!(index >= 0)) return { ...TREAT_NONE_LOOK, width: 2.2 };
  return {
    index,
    ...coloursOf(index),
    dash: DASHES[index % DASHES.length],
    marker: MARKERS[index % MARKERS.length],
    width: 2.2,
  };
}

const SHAPES = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  up: (x, y, r) => `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}z`,
  diamond: (x, y, r) => `M${x} ${y - 1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`,
  down: (x, y, r) => `M${x} ${y + 1.2 * r}l${1.2 * r} ${-2.1 * r}h${-2.4 * r}z`,
  plus: (x, y, r) => {
    const a = 0.8 * r;
    return `M${x - a / 2} ${y - 1.5 * a}h${a}v${a}h${a}v${a}h${-a}v${a}h${-a}v${-a}h${-a}v${-a}h${a}z`;
  },
  cross: (x, y, r) => {
    const [a, b, c] = [0.6 * r, 0.8 * r, 1.2 * r];
    return `M${x - r} ${y - c}l${r} ${b}l${r} ${-b}l${-a} ${c}l${a} ${c}l${-r} ${-b}l${-r} ${b}l${a} ${-c}z`;
  },
};

/** The outline of a model's marker around a point, to be put into one path with others; nothing for a look without. */
export function markerPath(look, x, y, r) {
  if (!look.marker || !Number.isFinite(x) || !Number.isFinite(y)) return "";
  return SHAPES[look.marker](snap(x), snap(y), r);
}

/** Markers given as one path, in a model's colour. */
export function drawMarkers(parent, look, path) {
  if (path) add(parent, "path", { d: path, fill: look.colour, stroke: INK, "stroke-width": 1 });
}

/** A model's line: its edge where the colour is light, and the colour. */
export function drawLine(parent, look, path, more) {
  if (!path) return;
  const both = { d: path, fill: "none", "stroke-dasharray": look.dash || "none", "stroke-linejoin": "round", ...more };
  if (look.edged) add(parent, "path", { ...both, stroke: look.edge, "stroke-width": look.width + 1 });
  const width = look.edged ? look.width - 0.6 : look.width;
  add(parent, "path", { ...both, stroke: look.colour, "stroke-width": width });
}

/** A model's confidence band. */
export function drawBand(parent, look, path, opacity = 0.18) {
  if (path) add(parent, "path", { d: path, fill: look.colour, "fill-opacity": opacity, stroke: "none" });
}

/** A horizontal interval with its ends. */
export function whiskerPath(from, to, y, cap = 4) {
  const [left, right] = [snap(from), snap(to)];
  return `M${left} ${y}H${right}M${left} ${y - cap}v${2 * cap}M${right} ${y - cap}v${2 * cap}`;
}
