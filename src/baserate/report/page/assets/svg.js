// What all figures share: elements, texts that fit, the looks of models, and the frame a figure is drawn in.
// Names come from users: they reach the document through setAttribute and textContent only.

const FIG_NS = "http://www.w3.org/2000/svg";

export const FIG_INK = "#262626";
export const FIG_FAINT = "#595959";
export const FIG_GRID = "#e4e4e4";
export const FIG_SHADE = "#e9e9e9";
export const FIG_SIZE = { title: 15, text: 13, tick: 12 };

// Okabe and Ito, in the order of the library's other figures. The light ones get a dark edge of the same
// hue, so that each line stands out three to one from white; dashes and markers differ for grey print.
const FIG_COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000"];
const FIG_EDGES = ["#0072B2", "#8A5F00", "#007A59", "#94437A", "#B04E00", "#1F78B0", "#000000"];
const FIG_TINTS = ["#BFDCEC", "#F9E7BF", "#BFE7DC", "#F2DDE9", "#F4D6BF", "#D5ECF9", "#CFCFCF"];
const FIG_DASHES = ["", "14 3", "14 3 3 3", "14 3 3 3 3 3", "7 3 7 7"];
const FIG_MARKERS = ["circle", "square", "up", "diamond", "down", "plus", "cross"];
export const FIG_RECALIBRATED = "4 3.2";
export const FIG_EVERYONE = {
  colour: FIG_FAINT,
  edge: FIG_FAINT,
  tint: "#DADADA",
  dash: "1.5 3.5",
  marker: null,
  width: 2.2,
};
export const FIG_NO_ONE = { colour: FIG_FAINT, edge: FIG_FAINT, tint: "#FFFFFF", dash: "", marker: null, width: 1.4 };

/** Colour, edge, tint, dashes and marker of the model with this index. */
export function figLook(index) {
  const colour = index % FIG_COLOURS.length;
  return {
    index,
    colour: FIG_COLOURS[colour],
    edge: FIG_EDGES[colour],
    tint: FIG_TINTS[colour],
    dash: FIG_DASHES[index % FIG_DASHES.length],
    marker: FIG_MARKERS[index % FIG_MARKERS.length],
    width: 2.2,
  };
}

// Figures are drawn anew with every move of a slider, and most of a drawing stays as it was. So the elements
// of the last drawing are used again in their order, and only what differs is told to the browser.

/** Draw into an element again, from its first child on. */
export function figAgain(parent) {
  parent.figNext = parent.firstChild;
}

/** An SVG element with its attributes: the next of the last drawing if it is of its kind, else a new one. */
export function figAdd(parent, tag, attributes = {}) {
  let element = parent.figNext ?? null;
  if (element?.figTag === tag) parent.figNext = element.nextSibling;
  else {
    const added = document.createElementNS(FIG_NS, tag);
    added.figTag = tag;
    parent.insertBefore(added, element);
    element = added;
  }
  const known = element.figKnown ?? {};
  for (const key in attributes) if (attributes[key] !== known[key]) element.setAttribute(key, attributes[key]);
  for (const key in known) if (!(key in attributes)) element.removeAttribute(key);
  element.figKnown = attributes;
  if (tag !== "text") figAgain(element);
  return element;
}

/** Take away what the last drawing had more. */
export function figTrim(parent) {
  while (parent.figNext) {
    const gone = parent.figNext;
    parent.figNext = gone.nextSibling;
    gone.remove();
  }
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (child.firstChild && child.figTag !== "text") figTrim(child);
  }
}

/** A line of text, with a title where it is not the whole. */
export function figText(parent, x, y, words, attributes, title = "") {
  const element = figAdd(parent, "text", { x: figRound(x), y: figRound(y), ...attributes });
  const key = `${words}\n${title}`;
  if (element.figWords === key) return element;
  element.figWords = key;
  element.textContent = words;
  if (title) element.appendChild(document.createElementNS(FIG_NS, "title")).textContent = title;
  return element;
}

/** A user's name as a line of text, shortened to a width; the whole name is its title. */
export function figNameText(parent, x, y, name, width, attributes) {
  const shown = figFit(name, width, attributes?.["font-size"] ?? FIG_SIZE.text, attributes?.["font-weight"] ?? 400);
  return figText(parent, x, y, figIsolate(shown), attributes, shown === figName(name) ? "" : name);
}

/** A coordinate with no more digits than a screen can show. */
export function figRound(value) {
  return Math.round(value * 10) / 10;
}

/** A path through points; one that is not a number ends a piece. */
export function figPath(xs, ys) {
  let path = "",
    pen = "M";
  for (let i = 0; i < xs.length; i++) {
    if (Number.isFinite(xs[i]) && Number.isFinite(ys[i])) {
      path += pen + figRound(xs[i]) + " " + figRound(ys[i]);
      pen = "L";
    } else pen = "M";
  }
  return path;
}

const FIG_SHAPES = {
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
export function figMarker(look, x, y, r) {
  if (!look.marker || !Number.isFinite(x) || !Number.isFinite(y)) return "";
  return FIG_SHAPES[look.marker](figRound(x), figRound(y), r);
}

/** Markers given as one path, in a model's colour. */
export function figMarkers(parent, look, path) {
  if (path) figAdd(parent, "path", { d: path, fill: look.colour, stroke: FIG_INK, "stroke-width": 1 });
}

/** A model's line: its edge where the colour is light, and the colour. */
export function figLine(parent, look, path, more) {
  const both = { d: path, fill: "none", "stroke-dasharray": look.dash || "none", "stroke-linejoin": "round", ...more };
  if (look.edge !== look.colour) figAdd(parent, "path", { ...both, stroke: look.edge, "stroke-width": look.width + 1 });
  const width = look.edge === look.colour ? look.width : look.width - 0.6;
  return figAdd(parent, "path", { ...both, stroke: look.colour, "stroke-width": width });
}

/** A hatching of a figure for a look, as the value of fill; each index has its own direction or dots. */
export function figHatch(figure, look, name = `hatch-${look.index}`, ground = look.tint) {
  const id = `${figure.id}-${name}`;
  const kind = (look.index ?? 0) % 6;
  const pattern = figAdd(figure.layer, "pattern", {
    id,
    width: 8,
    height: 8,
    patternUnits: "userSpaceOnUse",
    patternTransform: `rotate(${[45, -45, 0, 0, 90, 45][kind]})`,
  });
  figAdd(pattern, "rect", { width: 8, height: 8, fill: ground });
  if (kind === 3) figAdd(pattern, "circle", { cx: 4, cy: 4, r: 1.7, fill: look.colour });
  else figAdd(pattern, "path", { d: kind === 5 ? "M0 4h8M4 0v8" : "M0 4h8", stroke: look.colour, "stroke-width": 2 });
  return `url(#${id})`;
}

// ---- texts that fit ----

// Marks that turn the reading direction or break lines would spoil what stands beside a name.
const FIG_CONTROLS = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;
const figWidths = new Map();
let figCanvas = null;
let figFamily = "sans-serif";

/** A name without marks that cannot be seen. */
export function figName(name) {
  return String(name).replace(FIG_CONTROLS, " ").trim() || "(no name)";
}

/** A name that cannot turn the reading direction of the sentence around it. */
export function figIsolate(name) {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;
}

/** How wide a text is, in units of a figure. Measured off the page, which costs no layout. */
export function figTextWidth(words, size = FIG_SIZE.text, weight = 400) {
  const key = `${weight}/${size}/${words}`;
  let width = figWidths.get(key);
  if (width === undefined) {
    figCanvas ??= document.createElement("canvas").getContext("2d");
    figCanvas.font = `${weight} ${size}px ${figFamily}`;
    width = figCanvas.measureText(words).width;
    if (figWidths.size > 3000) figWidths.clear();
    figWidths.set(key, width);
  }
  return width;
}

/** A name shortened with an ellipsis to a width. */
export function figFit(name, width, size = FIG_SIZE.text, weight = 400) {
  const whole = figName(name);
  if (figTextWidth(whole, size, weight) <= width) return whole;
  const letters = Array.from(whole);
  let low = 1,
    high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (figTextWidth(letters.slice(0, middle).join("") + "…", size, weight) <= width) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join("").trimEnd() + "…";
}

/** A sentence in lines of at most a width. */
function figWrap(words, width, size = FIG_SIZE.text, weight = 400) {
  const lines = [];
  let line = "";
  for (const word of words.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && figTextWidth(longer, size, weight) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Write a sentence in lines from a height downwards; returns the height below it. */
export function figParagraph(parent, x, y, words, width, attributes = {}) {
  const size = attributes["font-size"] ?? FIG_SIZE.text;
  const lines = figWrap(words, width, size, attributes["font-weight"] ?? 400);
  lines.forEach((line, i) => figText(parent, x, y + size * (1 + 1.25 * i), line, attributes));
  return y + size * 1.25 * lines.length;
}

/** Measure in the font of the page from now on; whether it is another one than before. */
export function figUseFont(family) {
  if (!family || family === figFamily) return false;
  figWidths.clear();
  figFamily = family;
  return true;
}
