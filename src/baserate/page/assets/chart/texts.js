// Texts in a figure: measured, shortened and broken into lines so that they fit.
import { cleanName, isolate } from "../text/names.js";
import { PAPER } from "./colours.js";
import { add, snap, SVG } from "./svg.js";

export const FONT_SIZE = { title: 15, text: 13, tick: 12 };

/** A line of text, with a title where it is not the whole. */
export function writeText(parent, x, y, words, attributes, title = "") {
  const element = add(parent, "text", { x: snap(x), y: snap(y), ...attributes });
  const key = `${words}\n${title}`;
  if (element.drawnWords === key) return element;
  element.drawnWords = key;
  element.textContent = words;
  if (title) element.appendChild(document.createElementNS(SVG, "title")).textContent = title;
  return element;
}

/** A user's name as a line of text, shortened to a width; the whole name is its title. */
export function writeName(parent, x, y, name, width, attributes) {
  const shown = fitName(name, width, attributes?.["font-size"] ?? FONT_SIZE.text, attributes?.["font-weight"] ?? 400);
  return writeText(parent, x, y, isolate(shown), attributes, shown === cleanName(name) ? "" : name);
}

const widths = new Map();
let canvas = null;
let fontFamily = "sans-serif";

/** How wide a text is, in units of a figure. Measured off the page, which costs no layout. */
export function textWidth(words, size = FONT_SIZE.text, weight = 400) {
  const key = `${weight}/${size}/${words}`;
  let width = widths.get(key);
  if (width === undefined) {
    canvas ??= document.createElement("canvas").getContext("2d");
    canvas.font = `${weight} ${size}px ${fontFamily}`;
    width = canvas.measureText(words).width;
    if (widths.size > 3000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** A name shortened with an ellipsis to a width. */
export function fitName(name, width, size = FONT_SIZE.text, weight = 400) {
  const whole = cleanName(name);
  if (textWidth(whole, size, weight) <= width) return whole;
  const letters = Array.from(whole);
  let low = 1,
    high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (textWidth(letters.slice(0, middle).join("") + "…", size, weight) <= width) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join("").trimEnd() + "…";
}

/** A sentence in lines of at most a width. */
export function wrapText(words, width, size = FONT_SIZE.text, weight = 400) {
  const lines = [];
  let line = "";
  for (const word of words.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && textWidth(longer, size, weight) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Write a sentence in lines from a height downwards; returns the height below it. */
export function writeParagraph(parent, x, y, words, width, attributes = {}) {
  const size = attributes["font-size"] ?? FONT_SIZE.text;
  const lines = wrapText(words, width, size, attributes["font-weight"] ?? 400);
  lines.forEach((line, i) => writeText(parent, x, y + size * (1 + 1.25 * i), line, attributes));
  return y + size * 1.25 * lines.length;
}

/** Measure in the font of the page from now on; whether it is another one than before. */
export function useFont(family) {
  if (!family || family === fontFamily) return false;
  widths.clear();
  fontFamily = family;
  return true;
}

/** The ground of the page around letters, for words that cross a line. */
export const HALO = { stroke: PAPER, "stroke-width": 4, "stroke-linejoin": "round", "paint-order": "stroke" };

/** Text on the ground of the page, for labels among the data. */
export function writeLabel(parent, x, y, name, width, attributes = {}) {
  return writeName(parent, x, y, name, width, { ...HALO, "text-anchor": "middle", ...attributes });
}
