// Why groups differ: the total difference and its parts, by group and model.
import { levelText, tickText } from "../text/formats.js";
import { cleanName, nameText } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { clamp } from "../engine/numbers.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend, markerSample } from "../chart/legend.js";
import { FAINT, INK } from "../chart/colours.js";
import { drawMarkers, lookOf, markerPath, whiskerPath } from "../chart/looks.js";
import { makeReadable } from "../chart/reader.js";
import { extentOf, linearScale } from "../chart/scales.js";
import { sliceText, termsOf, unitText } from "../chart/slices.js";
import { add, snap } from "../chart/svg.js";
import { fitName, FONT_SIZE, textWidth, wrapText, writeName, writeParagraph, writeText } from "../chart/texts.js";
import { niceTicks } from "../chart/ticks.js";
import { estimateWords, isCoarse, valueWords } from "./claims.js";

const { figures: FIGURES, gap_parts: NAMES } = WORDS;
// A name that is too wide for its column has a place to break.
const PARTS = [
  { key: "total", head: NAMES.total, sign: "" },
  { key: "labelShift", head: NAMES.label_shift, sign: "=" },
  { key: "mechanism", head: NAMES.mechanism, sign: "+" },
  {
    key: "sharpnessCorrected",
    head: NAMES.sharpness,
    broken: NAMES.sharpness.replace("min", "mi- n"),
    sign: "of which",
  },
  { key: "calibrationCorrected", head: NAMES.calibration, sign: "and" },
];
export function drawGaps(host, _data, answer) {
  const figure = startFigure(host, FIGURES.gaps, () => drawGaps(host, _data, answer));
  const gaps = (answer?.gaps ?? []).filter(({ parts }) => Number.isFinite(parts?.total?.value));
  if (!gaps.length) return showNothing(figure, answer?.setting?.isMoved ? WORDS.page.shift.no_gaps : FIGURES.no_gaps);
  const names = new Map(gaps.map(({ model, index }) => [index, model]));
  drawLegend(
    figure,
    [...names].map(([index, name]) => ({ sample: markerSample(lookOf(index)), name })),
  );
  const top =
    writeParagraph(figure.layer, 0, figure.top - 6, FIGURES.gaps_note, figure.width, {
      "font-size": FONT_SIZE.tick,
      fill: FAINT,
    }) + 8;
  const layout = layOut(figure, gaps, answer, top);
  writeHeads(figure, layout);
  for (const block of layout.blocks) drawBlock(figure, layout, block, answer);
  const below = drawRuler(figure, layout, answer) + 6;
  const measures = fill(FIGURES.gaps_bars, { level: levelText(answer.level), unit: unitText(answer.scale, answer) });
  const bottom = writeParagraph(figure.layer, 0, below, measures, figure.width, { "font-size": FONT_SIZE.tick });
  readRows(figure, layout, answer);
  return finishFigure(figure, bottom + 4, describe(gaps, answer));
}

/** Columns for the parts, a block for each group, a row in it for each model. */
function layOut(figure, gaps, answer, top) {
  const left = 24,
    wide = (figure.width - left) / PARTS.length,
    row = gaps.length > 16 ? 18 : 32;
  const heads = PARTS.map((part) => headLines(part, wide));
  const blocks = [];
  let y = top + 25 + LINE * Math.max(...heads.map(({ length }) => length));
  for (const gap of gaps) {
    let block = blocks.find((one) => one.group === gap.group && one.reference === gap.reference);
    if (!block) blocks.push((block = { group: gap.group, reference: gap.reference, rows: [] }));
    block.rows.push(gap);
  }
  for (const block of blocks) {
    block.top = y;
    block.rows = block.rows.map((gap, i) => ({ gap, y: y + 24 + row * i }));
    y += 24 + row * block.rows.length + 8;
  }
  const scale = scaleOf(gaps, answer.scale.factor, wide - 14);
  return { left, wide, row, heads, blocks, top, bottom: y, scale, rows: blocks.flatMap((block) => block.rows) };
}

/** One scale for all columns, so that parts can be compared; an interval far beyond the bars is cut. */
function scaleOf(gaps, factor, room) {
  const parts = gaps.flatMap((gap) => PARTS.map(({ key }) => gap.parts[key])).filter(Boolean);
  const [least, greatest] = extentOf(
    parts.map(({ value }) => value),
    0,
    0,
  );
  const most = Math.max(-least, greatest) || 1 / factor;
  const ends = extentOf(
    parts.flatMap(({ low, high }) => [low, high]),
    least,
    greatest,
  );
  return linearScale(Math.max(ends[0], -2.2 * most), Math.min(ends[1], 2.2 * most), 0, room);
}

const LINE = 13;
const HEAD_SIZE = 12;

/** The name of a part in as many lines as its column needs. */
function headLines({ head, broken = head }, wide) {
  const fits = textWidth(head, HEAD_SIZE, 600) <= wide - 4;
  return wrapText(fits ? head : broken, wide - 4, HEAD_SIZE, 600);
}

function writeHeads(figure, { left, wide, heads, top }) {
  const look = { "text-anchor": "middle", "font-size": FONT_SIZE.tick };
  PARTS.forEach(({ sign }, i) => {
    const x = left + wide * (i + 0.5);
    writeText(figure.layer, x, top + 12, sign, { ...look, fill: FAINT });
    heads[i].forEach((words, line) =>
      writeText(figure.layer, x, top + 27 + LINE * line, words, {
        ...look,
        "font-size": HEAD_SIZE,
        "font-weight": 600,
      }),
    );
  });
}

function drawBlock(figure, layout, { group, reference, rows, top }, answer) {
  const { left, wide, row, scale } = layout,
    half = (figure.width - 60) / 2;
  const words = add(figure.layer, "g");
  writeName(words, 0, top + 16, group, half, { "font-weight": 600 });
  const at = Math.min(textWidth(cleanName(group), 13, 600), half) + 8;
  writeText(words, at, top + 16, FIGURES.against, { fill: FAINT });
  writeName(words, at + 54, top + 16, reference, half, { fill: FAINT });
  let zeros = `M0 ${top - 1}H${figure.width}`;
  const foot = rows[rows.length - 1].y + row;
  PARTS.forEach((_, i) => (zeros += `M${snap(left + wide * i + 7 + scale(0))} ${top + 22}V${foot}`));
  add(figure.layer, "path", { d: zeros, stroke: FAINT, fill: "none" });
  for (const one of rows) drawRow(figure, layout, one, answer);
}

function drawRow(figure, { left, wide, row, scale }, { gap, y }, answer) {
  const look = lookOf(gap.index),
    middle = y + row - 10;
  const place = (i, value) => left + wide * i + 7 + scale(clamp(value, scale.low, scale.high));
  let bars = "",
    whiskers = "";
  PARTS.forEach(({ key }, i) => {
    const part = gap.parts[key];
    if (!Number.isFinite(part?.value)) return;
    const zero = snap(place(i, 0)),
      end = snap(place(i, part.value));
    bars += `M${zero} ${middle - 5}H${end}v10H${zero}z`;
    if (Number.isFinite(part.low) && Number.isFinite(part.high))
      whiskers += whiskerPath(place(i, part.low), place(i, part.high), middle, 3);
    const number = { "text-anchor": "middle", "font-size": 12 };
    if (row > 24)
      writeText(
        figure.layer,
        left + wide * (i + 0.5),
        middle - 9,
        isCoarse(part) ? FIGURES.missing : valueWords(part, answer.scale, true),
        number,
      );
  });
  drawMarkers(figure.layer, look, markerPath(look, 10, middle, 4.5));
  add(figure.layer, "path", { d: bars, fill: look.colour, stroke: look.edge });
  add(figure.layer, "path", { d: whiskers, stroke: INK, "stroke-width": 1.3, fill: "none" });
}

/** A length to compare the bars with, where no numbers stand beside them. Returns the height below it. */
function drawRuler(figure, { row, scale, bottom, left }, answer) {
  if (row > 24) return bottom;
  const whole = (scale.high - scale.low) * answer.scale.factor;
  const length = niceTicks(0, whole * 0.6, 3).pop();
  const wide = scale(length / answer.scale.factor) - scale(0);
  add(figure.layer, "path", { d: whiskerPath(left, left + wide, bottom + 6), stroke: INK, fill: "none" });
  writeText(figure.layer, left + wide + 8, bottom + 10, fill(FIGURES.gaps_ruler, { length: tickText(length) }), {
    "font-size": FONT_SIZE.tick,
  });
  return bottom + 14;
}

function readRows(figure, { rows: all, row, top, bottom }, answer) {
  makeReadable(figure, {
    label: FIGURES.read_gaps,
    area: { left: 0, right: figure.width, top, bottom },
    size: [all.length, 1],
    start: [0, 0],
    at: (_, py) => [
      Math.max(
        0,
        all.findLastIndex(({ y }) => py >= y - 2),
      ),
      0,
    ],
    show: (column) => {
      const { gap, y } = all[column];
      const number = (part) => (part ? estimateWords(part, answer.scale, true) : FIGURES.missing);
      const parts = PARTS.map(({ key, head }) => ({ name: head, value: number(gap.parts[key]) }));
      const rows = [{ look: lookOf(gap.index), name: gap.model }, ...parts];
      const heading = fitName(
        fill(WORDS.tables.gap_between, { group: cleanName(gap.group), reference: cleanName(gap.reference) }),
        figure.width - 40,
        FONT_SIZE.tick,
        600,
      );
      const group = answer.groups?.find(({ name }) => name === gap.group) ?? { name: gap.group };
      return { x: 20, y: y + row - 6, guide: false, heading, rows, foot: sliceText(group, termsOf(answer)) };
    },
  });
}

/** The largest difference; its parts are in the picture. */
function describe(gaps, answer) {
  const largest = gaps.reduce((best, one) =>
    Math.abs(one.parts.total.value) > Math.abs(best.parts.total.value) ? one : best,
  );
  return fill(FIGURES.gaps_caption, {
    model: nameText(largest.model),
    group: nameText(largest.group),
    reference: nameText(largest.reference),
    total: estimateWords(largest.parts.total, answer.scale, true),
    unit: unitText(answer.scale, answer),
  });
}
