// Keeping what is seen: figures as SVG and PNG, numbers as CSV and JSON, the sentence and the link by the clipboard.
import { fill, WORDS } from "../text/words.js";
import { onPaper, PAPER } from "../chart/colours.js";
import { make, setText } from "../controls/elements.js";
import { csvText } from "./csv.js";

const { figures: FIGURES } = WORDS;
// Twice the size on the screen, for print and projectors; more than this many pixels no canvas is sure to hold.
const SHARPER = 2,
  MOST_PIXELS = 16e6;

// ---- telling the reader ----

let status = null;

/** Say what was done, to those who listen as well. */
function say(words) {
  status ??= document.body.appendChild(make("p", { class: "status unseen", role: "status", "aria-live": "polite" }));
  // The same words twice are only told twice if they were gone between.
  setText(status, "");
  setTimeout(() => setText(status, words), 30);
}

// ---- files and the clipboard ----

/** Let the reader keep a file; no request is made. */
export function saveFile(content, name, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` });
  const address = URL.createObjectURL(blob);
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: some browsers fetch the text after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  say(fill(FIGURES.saved, { name }));
}

/** Copy a text; where a page may not use the clipboard, by a selection. */
async function copyText(text, what) {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    done = copySelected(text);
  }
  say(fill(done ? FIGURES.copied : FIGURES.not_copied, { what }));
  return done;
}

function copySelected(text) {
  const back = document.activeElement;
  const box = document.body.appendChild(make("textarea", { class: "unseen", readonly: true }));
  box.value = text;
  box.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    // Then it cannot be copied, and the reader is told.
  }
  box.remove();
  back?.focus?.({ preventScroll: true });
  return done;
}

export const copySentence = (sentence) => copyText(sentence, FIGURES.the_sentence);
export const copyLink = () => copyText(location.href, FIGURES.the_link);

// ---- pictures ----

const SVG = "http://www.w3.org/2000/svg";

// Around a picture, and above it for its title.
const MARGIN = 14,
  HEAD = 22;

function sizeOf({ viewBox: { baseVal } }) {
  return { width: baseVal.width + 2 * MARGIN, height: baseVal.height + 2 * MARGIN + HEAD };
}

/** A figure as a file of its own: plain colours on white, its font, its title and what it shows in words. */
export function svgText(figure, title) {
  const { width, height } = sizeOf(figure);
  const copy = figure.cloneNode(true);
  for (const one of copy.querySelectorAll(".figure-reader, [aria-hidden=true]")) one.remove();
  const words = copy.querySelector("[role=img]")?.getAttribute("aria-label") ?? title;
  for (const one of copy.querySelectorAll("*")) {
    for (const name of LEFT_OUT) one.removeAttribute(name);
  }
  copy.removeAttribute("style");
  copy.removeAttribute("class");
  const corner = { x: -MARGIN, y: -MARGIN - HEAD };
  const attributes = { xmlns: SVG, width, height, viewBox: `${corner.x} ${corner.y} ${width} ${height}`, role: "img" };
  attributes["font-family"] = getComputedStyle(figure).fontFamily;
  for (const name in attributes) copy.setAttribute(name, attributes[name]);
  const element = (tag, text = "", more = {}) => {
    const made = document.createElementNS(SVG, tag);
    made.textContent = text;
    for (const name in more) made.setAttribute(name, more[name]);
    return made;
  };
  const ground = element("rect", "", { ...corner, width, height, fill: PAPER });
  const heading = element("text", title, { x: 0, y: -12, "font-size": 15, "font-weight": 600 });
  copy.prepend(element("title", title), element("desc", words), ground, heading);
  return onPaper(new XMLSerializer().serializeToString(copy));
}

// What only a page can do with an element.
const LEFT_OUT = [
  ...["style", "class", "role", "tabindex"],
  ...["label", "valuenow", "valuemin", "valuemax", "valuetext", "orientation", "disabled"].map(
    (name) => `aria-${name}`,
  ),
];

/** The same as a PNG. The picture is given as data: the page's policy must allow images from there. */
export async function pngBlob(figure, title) {
  const { width, height } = sizeOf(figure);
  const sharper = Math.min(SHARPER, Math.sqrt(MOST_PIXELS / (width * height)));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(figure, title))}`;
  await image.decode();
  const canvas = make("canvas", { width: Math.round(width * sharper), height: Math.round(height * sharper) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

async function savePng(figure, title, name) {
  try {
    saveFile(await pngBlob(figure, title), `${name}.png`);
  } catch {
    say(FIGURES.no_picture);
  }
}

/** The picture where the clipboard takes pictures, else its text. */
async function copyFigure(figure, title) {
  try {
    // Given as a promise, so that Safari still knows that the reader asked for it.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pngBlob(figure, title) })]);
    say(fill(FIGURES.copied, { what: FIGURES.the_figure }));
  } catch {
    await copyText(svgText(figure, title), FIGURES.the_figure_as_svg);
  }
}

// ---- the menu of a figure ----

/**
 * A button that opens what can be done with a figure.
 * @param of {key, title or title(), figure(): SVG element or null, table(): {heads, rows}, state()}
 */
export function saveMenu({ key, title: given, figure, table, state }) {
  const name = `baserate-${key}`;
  // A title that names models follows them.
  const title = () => (typeof given === "function" ? given() : given);
  const withFigure = (use) => () => figure() && use(figure());
  return createMenu(FIGURES.save, fill(FIGURES.save_this, { title: title() }), [
    [FIGURES.save_svg, withFigure((svg) => saveFile(svgText(svg, title()), `${name}.svg`, "image/svg+xml"))],
    [FIGURES.save_png, withFigure((svg) => savePng(svg, title(), name))],
    [FIGURES.copy_figure, withFigure((svg) => copyFigure(svg, title()))],
    [FIGURES.save_csv, () => saveFile(csvText(table(), state()), `${name}.csv`, "text/csv")],
  ]);
}

let menus = 0;

/** A menu button: Enter, Space and the down arrow open it, arrows move in it, Escape closes it. */
function createMenu(words, label, entries) {
  const id = `menu-${++menus}`;
  const button = make(
    "button",
    {
      type: "button",
      class: "save",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-controls": id,
      title: label,
      "aria-label": label,
    },
    words,
  );
  const items = entries.map(([text, act]) => {
    const item = make("button", { type: "button", role: "menuitem", tabindex: "-1" }, text);
    item.addEventListener("click", () => {
      close(true);
      act();
    });
    return item;
  });
  const list = make("div", { id, role: "menu", class: "menu", "aria-label": label, hidden: true }, ...items);
  const element = make("div", { class: "save-menu" }, button, list);
  const outside = (event) => element.contains(event.target) || close(false);
  function open(at) {
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    items.at(at).focus();
    document.addEventListener("pointerdown", outside);
  }
  function close(focusing) {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside);
    if (focusing) button.focus();
  }
  button.addEventListener("click", () => (list.hidden ? open(0) : close(true)));
  button.addEventListener("keydown", (event) => {
    const at = { ArrowDown: 0, ArrowUp: -1 }[event.key];
    if (at === undefined) return;
    event.preventDefault();
    open(at);
  });
  list.addEventListener("keydown", (event) => menuKey(event, items, close));
  // Focus that goes elsewhere, by Tab or by hand, closes it.
  element.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !element.contains(event.relatedTarget) && !list.hidden) close(false);
  });
  return element;
}

function menuKey(event, items, close) {
  const at = items.indexOf(document.activeElement);
  const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  if (event.key === "Escape") {
    event.stopPropagation();
    close(true);
  } else if (event.key in moves) {
    event.preventDefault();
    items[(moves[event.key] + items.length) % items.length].focus();
  }
}

// ---- all data ----

/**
 * Everything that the page shows, in one file: the setting, the verdict, and the numbers of every table and figure.
 * @param of {state, answer, link, tables: [{key, title, table: {heads, rows}}]}
 */
export function dataText({ state, answer, link, tables }) {
  const numbers = tables.map(({ key, title, table }) => [key, { title, heads: table.heads, rows: table.rows }]);
  const { verdict, scale, level, slice, setting } = answer;
  const about = { link, state, setting, slice, level, unit: scale.unit, verdict: verdict.text };
  return `${JSON.stringify({ ...about, tables: Object.fromEntries(numbers) }, plainNumbers, 1)}\n`;
}

/** Numbers that JSON cannot write are missing; arrays of numbers are arrays. */
function plainNumbers(_key, value) {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
}

export function saveAllData(of) {
  saveFile(dataText(of), "baserate-data.json", "application/json");
}
