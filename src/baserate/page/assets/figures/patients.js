// What happens to 1,000 patients: found, missed, treated unnecessarily or not, in whole numbers that add up.
import { countText, roundPercent } from "../text/formats.js";
import { nameText } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { clamp } from "../engine/numbers.js";
import { FAINT, INK, PAPER } from "../chart/colours.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { lookOf } from "../chart/looks.js";
import { termsOf } from "../chart/slices.js";
import { add, snap } from "../chart/svg.js";
import { FONT_SIZE, textWidth, wrapText, writeName, writeParagraph, writeText } from "../chart/texts.js";
import { isCoarse, NOT_FROM_PAGE } from "./claims.js";

const { figures: FIGURES } = WORDS;
const COUNTS = ["found", "missed", "unnecessary", "spared"];
const BAR = 18,
  GAP = 16;

/** Whole numbers that add up to a whole, nearest to the shares given (largest remainders). */
export function wholeParts(parts, whole) {
  const sum = parts.reduce((total, part) => total + part, 0);
  const exact = parts.map((part) => (sum > 0 ? (part * whole) / sum : 0));
  const floors = exact.map(Math.floor);
  const left = whole - floors.reduce((total, part) => total + part, 0);
  const order = exact.map((_, at) => at).sort((a, b) => exact[b] - floors[b] - (exact[a] - floors[a]) || a - b);
  for (const at of order.slice(0, sum > 0 ? left : 0)) floors[at] += 1;
  return floors;
}

/** As many patients as give five cases and five non-cases to count, 1,000 at the least. */
function patientsFor(prevalence) {
  const rarer = Math.min(prevalence, 1 - prevalence);
  return [1e3, 1e4, 1e5].find((count) => count * rarer >= 5) ?? 1e6;
}

/** What each way to decide does to so many patients: {count, cases, nonCases, rows: [{name, index, found, ...}]}. */
export function countPatients(answer) {
  const given = (answer?.patients ?? []).filter(({ found, missed }) => Number.isFinite(found + missed));
  if (!given.length) return null;
  const prevalence = answer.setting.median;
  const count = patientsFor(prevalence);
  const [cases, nonCases] = wholeParts([prevalence, 1 - prevalence], count);
  const rows = given.map(({ name, index, kind, found, missed, unnecessary, spared }) => {
    const [whichFound, whichMissed] = wholeParts([found, missed], cases);
    const [treated, left] = wholeParts([unnecessary, spared], nonCases);
    const whole = { found: whichFound, missed: whichMissed, unnecessary: treated, spared: left };
    return { name, index, kind, ...whole, ...precisionOf(answer, name, count) };
  });
  return { prevalence, count, cases, nonCases, rows };
}

/** Whether the page cannot count a model's patients, or only to more than half of one. */
function precisionOf(answer, name, count) {
  const decisions = answer.models?.find((model) => model.name === name)?.decisions;
  const counts = [decisions?.true_positives_per_1000, decisions?.false_positives_per_1000].filter(Boolean);
  const error = Math.max(0, ...counts.map((one) => one.error ?? 0)) * (count / 1000);
  return { coarse: counts.some(isCoarse), about: error > 0.5 };
}

export function drawPatients(host, _data, answer) {
  const figure = startFigure(host, FIGURES.patients, () => drawPatients(host, _data, answer));
  const counted = countPatients(answer);
  if (!counted) return showNothing(figure, FIGURES.nothing);
  const terms = termsOf(answer);
  const layout = layOut(figure, counted, terms);
  writeHeads(figure, layout, counted, terms);
  let y = layout.top;
  for (const row of counted.rows) y = drawRow(figure, layout, counted, row, y, terms);
  return finishFigure(figure, y, describe(counted, terms), tellAll(counted, terms));
}

/** Names beside the bars where there is room, else above them. */
function layOut(figure, { rows }, terms) {
  const names = Math.max(...rows.map(({ name }) => textWidth(nameText(name), FONT_SIZE.text, 600)));
  const texts = rows.map((row) => casesText(row, terms)).concat(rows.map((row) => nonCasesText(row, terms)));
  const most = (from, to) => Math.max(...texts.slice(from, to).map((text) => textWidth(text, FONT_SIZE.tick)));
  const need = most(0, rows.length) + most(rows.length) + 2 * GAP;
  const beside = figure.width - need >= 90;
  const left = beside ? Math.min(names + GAP, figure.width - need, 190) : 0;
  const whole = figure.width - left - GAP - 2;
  const needs = [most(0, rows.length), most(rows.length)];
  const first = clamp(0.36 * whole, Math.min(needs[0], 0.5 * whole), Math.max(whole - needs[1], 0.4 * whole));
  return {
    beside,
    left,
    nameWidth: beside ? left - 12 : figure.width,
    first: { left: left + 1, width: first },
    second: { left: left + 1 + first + GAP, width: Math.max(whole - first, 60) },
    top: figure.top,
  };
}

/** Words for a row: as they are, about, or not from this page. */
function wordsOf(template, row, terms) {
  if (row.coarse) return NOT_FROM_PAGE;
  const counts = Object.fromEntries(COUNTS.map((key) => [key, countText(row[key])]));
  const words = fill(template, { ...terms, name: nameText(row.name), ...counts });
  return row.about ? fill(FIGURES.about, { words }) : words;
}

const casesText = (row, terms) => wordsOf(FIGURES.found_missed, row, terms);
const nonCasesText = (row, terms) => wordsOf(FIGURES.unnecessary, row, terms);

function writeHeads(figure, layout, { cases, nonCases }, terms) {
  const heads = [
    [layout.first, fill(FIGURES.of_cases, { ...terms, count: countText(cases) })],
    [layout.second, fill(FIGURES.of_non_cases, { ...terms, count: countText(nonCases) })],
  ];
  const lines = heads.map(([column, text]) => wrapText(text, column.width, FONT_SIZE.tick));
  const rows = Math.max(...lines.map(({ length }) => length));
  heads.forEach(([column], at) =>
    lines[at].forEach((line, row) => {
      const y = figure.top + 12 + 15 * (row + rows - lines[at].length);
      writeText(figure.layer, column.left, y, line, { "font-size": FONT_SIZE.tick, fill: FAINT });
    }),
  );
  layout.top = figure.top + 12 + 15 * rows;
}

function drawRow(figure, layout, { cases, nonCases }, row, top, terms) {
  const lines = wrapText(nameText(row.name), layout.nameWidth, FONT_SIZE.text, 600).slice(0, 3);
  const look = { "font-size": FONT_SIZE.text, "font-weight": 600 };
  lines.forEach((line, at) => writeName(figure.layer, 0, top + 14 + 16 * at, line, layout.nameWidth, look));
  const y = layout.beside ? top : top + 16 * lines.length + 5;
  const { colour, edge } = lookOf(row.kind === "model" ? row.index : -1);
  drawBar(figure, layout.first, y, row.coarse ? 0 : row.found, cases, { fill: colour, stroke: edge });
  drawBar(figure, layout.second, y, row.coarse ? 0 : row.unnecessary, nonCases, {
    fill: FAINT,
    stroke: FAINT,
    "fill-opacity": 0.45,
  });
  const small = { "font-size": FONT_SIZE.tick };
  const below = [
    [layout.first, casesText(row, terms)],
    [layout.second, nonCasesText(row, terms)],
  ].map(([{ left, width }, text]) => writeParagraph(figure.layer, left, y + BAR + 2, text, width + 4, small));
  return Math.max(...below, top + 14 + 16 * lines.length) + 18;
}

/** A part of a whole: the whole is outlined. */
function drawBar(figure, { left, width }, y, part, whole, look) {
  const box = { x: snap(left), y: snap(y), height: BAR };
  add(figure.layer, "rect", { ...box, width: snap(width), fill: PAPER, stroke: "none" });
  const { "fill-opacity": opacity = 1, ...colours } = look;
  if (part > 0 && whole > 0) {
    add(figure.layer, "rect", {
      ...box,
      width: snap((width * part) / whole),
      fill: colours.fill,
      "fill-opacity": opacity,
    });
  }
  add(figure.layer, "rect", { ...box, width: snap(width), fill: "none", stroke: colours.stroke ?? INK });
}

/** What the models do, in short. */
function describe({ prevalence, count, cases, rows }, terms) {
  const models = rows.filter(({ kind }) => kind === "model");
  return fill(FIGURES.patients_caption, {
    ...terms,
    count: countText(count),
    prevalence: roundPercent(prevalence),
    cases: countText(cases),
    rows: rowsText(FIGURES.patients_row, models, terms),
  });
}

/** Every number, for those who listen. */
function tellAll({ rows }, terms) {
  return `${rowsText(FIGURES.patients_row_whole, rows, terms)}.`;
}

function rowsText(template, rows, terms) {
  const unknown = (row) => `${nameText(row.name)}: ${NOT_FROM_PAGE}`;
  return rows.map((row) => (row.coarse ? unknown(row) : wordsOf(template, row, terms))).join("; ");
}
