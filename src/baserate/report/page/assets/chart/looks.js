// Looks: how each model and each default strategy is drawn, in colour and in grey print.
import { add, snap } from "./svg.js";

export const INK = "#262626";
export const FAINT = "#595959";
export const GRID_COLOUR = "#e4e4e4";
export const SHADE = "#e9e9e9";

// Okabe and Ito, in the order of the library's other figures. The light ones get a dark edge of the same
// hue, so that each line stands out three to one from white; dashes and markers differ for grey print.
const COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000"];
const EDGES = ["#0072B2", "#8A5F00", "#007A59", "#94437A", "#B04E00", "#1F78B0", "#000000"];
const TINTS = ["#BFDCEC", "#F9E7BF", "#BFE7DC", "#F2DDE9", "#F4D6BF", "#D5ECF9", "#CFCFCF"];
const DASHES = ["", "14 3", "14 3 3 3", "14 3 3 3 3 3", "7 3 7 7"];
const MARKERS = ["circle", "square", "up", "diamond", "down", "plus", "cross"];
export const RECALIBRATED_DASH = "4 3.2";
export const TREAT_ALL_LOOK = {
  colour: FAINT,
  edge: FAINT,
  tint: "#DADADA",
  dash: "1.5 3.5",
  marker: null,
  width: 2.2,
};

export const TREAT_NONE_LOOK = { colour: FAINT, edge: FAINT, tint: "#FFFFFF", dash: "", marker: null, width: 1.4 };

/** Colour, edge, tint, dashes and marker of the model with this index. */
export function lookOf(index) {
  const colour = index % COLOURS.length;
  return {
    index,
    colour: COLOURS[colour],
    edge: EDGES[colour],
    tint: TINTS[colour],
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
  const both = { d: path, fill: "none", "stroke-dasharray": look.dash || "none", "stroke-linejoin": "round", ...more };
  if (look.edge !== look.colour) add(parent, "path", { ...both, stroke: look.edge, "stroke-width": look.width + 1 });
  const width = look.edge === look.colour ? look.width : look.width - 0.6;
  return add(parent, "path", { ...both, stroke: look.colour, "stroke-width": width });
}

/** A hatching of a figure for a look, as the value of fill; each index has its own direction or dots. */
export function addHatch(figure, look, name = `hatch-${look.index}`, ground = look.tint) {
  const id = `${figure.id}-${name}`;
  const kind = (look.index ?? 0) % 6;
  const pattern = add(figure.layer, "pattern", {
    id,
    width: 8,
    height: 8,
    patternUnits: "userSpaceOnUse",
    patternTransform: `rotate(${[45, -45, 0, 0, 90, 45][kind]})`,
  });
  add(pattern, "rect", { width: 8, height: 8, fill: ground });
  if (kind === 3) add(pattern, "circle", { cx: 4, cy: 4, r: 1.7, fill: look.colour });
  else add(pattern, "path", { d: kind === 5 ? "M0 4h8M4 0v8" : "M0 4h8", stroke: look.colour, "stroke-width": 2 });
  return `url(#${id})`;
}

/** A horizontal interval with its ends. */
export function whiskerPath(from, to, y, cap = 4) {
  const [left, right] = [snap(from), snap(to)];
  return `M${left} ${y}H${right}M${left} ${y - cap}v${2 * cap}M${right} ${y - cap}v${2 * cap}`;
}
