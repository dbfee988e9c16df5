// The frame a figure is drawn in: its SVG, its width on screen and on paper, its question.
import { clamp } from "../engine/numbers.js";
import { FAINT, INK } from "./colours.js";
import { add, restart, trim } from "./svg.js";
import { FONT_SIZE, useFont, writeParagraph } from "./texts.js";

const frames = new WeakMap();
let frameCount = 0;
let onPaper = false;

// One unit of a figure is one pixel where it can be, so that letters keep their size in narrow columns.
const NARROW = 340,
  WIDEST = 760,
  PAPER = 400;

function frameWidth(pixels) {
  if (onPaper) return PAPER;
  return pixels ? Math.round(clamp(pixels, NARROW, WIDEST)) : 480;
}

// In the next frame: drawing within the observer would change what it observes.
const widthWatcher = new ResizeObserver((entries) => {
  requestAnimationFrame(() => entries.forEach((entry) => reframe(entry.target, entry.contentRect.width)));
});

function reframe(host, pixels) {
  const figure = frames.get(host);
  if (!figure || !(pixels || onPaper)) return;
  figure.pixels = pixels || figure.pixels;
  // A host that was drawn before it stood in the page has its font only now.
  const other = useFont(getComputedStyle(host).fontFamily);
  if (other || frameWidth(figure.pixels) !== figure.width) figure.again();
}

/** Draw all figures of the document for paper, or back for the screen. */
function drawForPaper(printing) {
  onPaper = printing;
  for (const svg of document.querySelectorAll("svg.figure")) {
    const figure = frames.get(svg.parentNode);
    if (figure && frameWidth(figure.pixels) !== figure.width) figure.again();
  }
}

addEventListener("beforeprint", () => drawForPaper(true));

addEventListener("afterprint", () => drawForPaper(false));

function createFrame(host) {
  useFont(getComputedStyle(host).fontFamily);
  host.replaceChildren();
  const svg = add(host, "svg", { class: "figure", width: "100%", fill: INK, "font-size": FONT_SIZE.text });
  svg.style.display = "block";
  svg.style.overflow = "visible";
  const layer = add(svg, "g", { role: "img" });
  const figure = { id: `figure-${++frameCount}`, host, svg, layer, pixels: host.clientWidth };
  frames.set(host, figure);
  widthWatcher.observe(host);
  return figure;
}

/** The figure of a host, emptied; `again` draws it anew when the column changes its width. */
export function startFigure(host, question, again) {
  const known = frames.get(host);
  const figure = known?.svg.parentNode === host ? known : createFrame(host);
  figure.width = frameWidth(figure.pixels);
  figure.again = again;
  figure.question = question;
  restart(figure.layer);
  figure.top = 4;
  // A page that writes the question as a heading of its own says so at the host.
  if (!host.hasAttribute("data-untitled")) {
    figure.top =
      writeParagraph(figure.layer, 0, 0, question, figure.width, { "font-size": FONT_SIZE.title, "font-weight": 600 }) +
      6;
  }
  return figure;
}

/** Set the height and the text alternative: the summary, which is returned, and what else the picture shows. */
export function finishFigure(figure, height, summary, more = "") {
  trim(figure.layer);
  figure.svg.setAttribute("viewBox", `0 0 ${figure.width} ${Math.ceil(height)}`);
  figure.layer.setAttribute("aria-label", `${figure.question} ${summary} ${more}`.trim());
  return summary;
}

/** A figure that has nothing to show says why. */
export function showNothing(figure, why) {
  figure.reader?.remove();
  const bottom = writeParagraph(figure.layer, 0, figure.top, why, figure.width, { fill: FAINT });
  return finishFigure(figure, bottom + 8, why);
}
