// Reading values off a figure: a guide and a small box that follow the pointer, a finger or the arrow keys.
import { cleanName, isolate } from "../text/names.js";
import { WORDS } from "../text/words.js";
import { ACCENT, FAINT, INK, PAPER } from "./colours.js";
import { drawLine, drawMarkers, markerPath } from "./looks.js";
import { add, restart, snap, trim } from "./svg.js";
import { fitName, FONT_SIZE, textWidth, writeText } from "./texts.js";

const ROW = 18,
  PAD = 8;

/**
 * Make a figure readable. `reading` says how:
 * label: what the keys move along; area: where the pointer counts; size: [columns, rows] of places to stand;
 * start: [column, row] for the first key; at(x, y): the place under the pointer;
 * show(column, row): {x, y, low, guide, heading, rows: [{look, name, value}], marks: [{look, x, y}], foot};
 * pick(column, row), where there is one, is told of a click or Enter; lazy where a reading takes time: then nothing is
 * read until someone comes.
 */
export function makeReadable(figure, reading) {
  figure.reader ??= new Reader(figure);
  figure.reader.use(reading);
}

class Reader {
  constructor(figure) {
    this.figure = figure;
    this.place = null;
    this.group = add(figure.svg, "g", { "aria-hidden": "true", "pointer-events": "none" });
    this.rect = add(figure.svg, "rect", {
      role: "slider",
      tabindex: "0",
      fill: "transparent",
      class: "figure-reader",
    });
    this.rect.style.outline = "none";
    // A finger that moves across reads the figure, one that moves up or down scrolls the page.
    this.rect.style.touchAction = "pan-y";
    this.listen();
  }

  listen() {
    const follow = (event) => this.follow(event);
    this.rect.addEventListener("pointermove", follow);
    this.rect.addEventListener("pointerdown", follow);
    this.rect.addEventListener("pointerleave", () => this.leave());
    this.rect.addEventListener("focus", () => this.focus());
    this.rect.addEventListener("blur", () => this.hide());
    this.rect.addEventListener("keydown", (event) => this.key(event));
    this.rect.addEventListener("click", () => this.place && this.reading.pick?.(...this.place));
  }

  use(reading) {
    this.reading = reading;
    const { area, label, size } = reading;
    const span = {
      x: area.left,
      y: area.top,
      width: Math.max(area.right - area.left, 1),
      height: Math.max(area.bottom - area.top, 1),
    };
    if (!this.rect.isConnected) this.figure.svg.append(this.group, this.rect);
    for (const key in span) this.rect.setAttribute(key, snap(span[key]));
    this.rect.style.cursor = reading.pick ? "pointer" : "";
    this.rect.setAttribute("aria-label", `${label} ${WORDS.figures.keys_move}`);
    this.rect.setAttribute("aria-valuemin", 0);
    this.rect.setAttribute("aria-valuemax", Math.max(size[0] - 1, 0));
    if (this.place) this.stand(this.place);
    else if (reading.lazy) this.tell(reading.start[0], label);
    else this.say(reading.start);
  }

  /** A figure that shows nothing now has nothing to read. */
  remove() {
    this.hide();
    this.group.remove();
    this.rect.remove();
  }

  follow(event) {
    const frame = this.figure.svg.getBoundingClientRect();
    const unit = this.figure.width / frame.width;
    const place = this.reading.at((event.clientX - frame.left) * unit, (event.clientY - frame.top) * unit);
    if (place) this.stand(place);
  }

  leave() {
    if (document.activeElement !== this.rect) this.hide();
  }

  focus() {
    if (this.rect.matches(":focus-visible")) this.rect.setAttribute("stroke", ACCENT);
    this.rect.setAttribute("stroke-width", 2);
    if (!this.place) this.stand(this.reading.start);
  }

  key(event) {
    const [columns, rows] = this.reading.size;
    const far = Math.max(1, Math.round(columns / 10));
    const moves = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      PageDown: [-far, 0],
      PageUp: [far, 0],
      Home: [-columns, 0],
      End: [columns, 0],
    };
    const move = moves[event.key];
    if (event.key === "Escape") this.hide();
    if (event.key === "Enter" && this.reading.pick) {
      event.preventDefault();
      this.reading.pick(...(this.place ?? this.reading.start));
      return;
    }
    // Up and down scroll the page where the figure has nothing in that direction.
    if (!move || (rows <= 1 && move[1])) return;
    event.preventDefault();
    const [column, row] = this.place ?? this.reading.start;
    this.stand([column + move[0], row + move[1]]);
  }

  stand([column, row]) {
    const [columns, rows] = this.reading.size;
    const within = (value, count) => Math.min(Math.max(value, 0), Math.max(count - 1, 0));
    this.place = [within(column, columns), within(row, rows)];
    this.draw(this.say(this.place));
  }

  hide() {
    this.place = null;
    this.group.replaceChildren();
    this.rect.removeAttribute("stroke");
  }

  /** What stands at a place, also told to those who listen. */
  say(place) {
    const shown = this.reading.show(...place);
    const rows = shown.rows.map(({ name, value = "" }) => `${isolate(cleanName(name))} ${value}`.trim());
    this.tell(place[0], [shown.heading, ...rows, shown.foot].filter(Boolean).join("; "));
    return shown;
  }

  tell(now, words) {
    this.rect.setAttribute("aria-valuenow", now);
    this.rect.setAttribute("aria-valuetext", words);
  }

  draw(shown) {
    const { area } = this.reading;
    restart(this.group);
    if (shown.guide !== false) {
      add(this.group, "path", {
        d: `M${snap(shown.x)} ${area.top}V${area.bottom}`,
        stroke: INK,
        "stroke-width": 1,
      });
    }
    for (const { look, x, y } of shown.marks ?? []) {
      if (y >= area.top - 3 && y <= area.bottom + 3) drawMarkers(this.group, look, markerPath(look, x, y, 5));
    }
    drawBox(this.group, this.figure, area, shown);
    trim(this.group);
  }
}

/** The box: heading, a row for each model, and whose patients they are. It keeps clear of the guide. */
function drawBox(group, figure, area, shown) {
  const size = FONT_SIZE.tick;
  const rows = shown.rows.map((row) => ({
    ...row,
    shown: fitName(row.name, row.value ? 170 : figure.width - 80, size),
  }));
  const values = Math.max(0, ...rows.map((row) => textWidth(row.value ?? "", size, 600)));
  const names = Math.max(0, ...rows.map((row) => textWidth(row.shown, size) + (row.look ? 30 : 0)));
  const foot = fitName(shown.foot ?? "", figure.width - 3 * PAD, size);
  const wide = Math.max(names + 12 + values, textWidth(shown.heading, size, 600), textWidth(foot, size));
  const width = Math.min(wide + 2 * PAD, figure.width - 2);
  const height = ROW * (rows.length + 1 + (shown.foot ? 1 : 0)) + PAD;
  const left = boxLeft(shown.x, width, figure.width);
  const top = boxTop(shown, area, height);
  add(group, "rect", { x: left, y: top, width, height, rx: 4, fill: PAPER, stroke: FAINT });
  let y = top + ROW;
  writeText(group, left + PAD, y - 2, shown.heading, { "font-size": size, "font-weight": 600 });
  for (const row of rows) {
    y += ROW;
    drawRow(group, row, left, width, y);
  }
  if (foot) writeText(group, left + PAD, y + ROW - 1, isolate(foot), { "font-size": size, fill: FAINT });
}

function drawRow(group, { look, shown, value }, left, width, y) {
  if (look) {
    drawLine(group, look, `M${left + PAD} ${y - 6}h22`);
    drawMarkers(group, look, markerPath(look, left + PAD + 11, y - 6, 3.2));
  }
  writeText(group, left + PAD + (look ? 30 : 0), y - 2, isolate(shown), { "font-size": FONT_SIZE.tick });
  writeText(group, left + width - PAD, y - 2, value ?? "", {
    "font-size": FONT_SIZE.tick,
    "font-weight": 600,
    "text-anchor": "end",
  });
}

/** To the side of the guide that has room; else as far as the figure goes. */
function boxLeft(x, width, whole) {
  const gap = 12;
  if (x + gap + width <= whole - 1) return x + gap;
  if (x - gap - width >= 1) return x - gap - width;
  return x > whole / 2 ? 1 : whole - width - 1;
}

/** At the top of the data, at the bottom where that is free, or beside the point where there is one. */
function boxTop(shown, area, height) {
  if (shown.low) return area.bottom - height - 6;
  if (shown.y === undefined) return area.top + 2;
  const below = shown.y + 12;
  return below + height <= area.bottom + 30 ? below : Math.max(shown.y - 12 - height, 0);
}
