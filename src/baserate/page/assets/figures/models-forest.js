// One forest of the models: what each adds now, what miscalibration costs it, and what a perfect model would add.
import { levelText, tickText } from "../text/formats.js";
import { nameText, WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { drawBottomAxis } from "../chart/axes.js";
import { FAINT, INK, PAPER } from "../chart/colours.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend } from "../chart/legend.js";
import { drawMarkers, lookOf, markerPath, RECALIBRATED_DASH, whiskerPath } from "../chart/looks.js";
import { extentOf, linearScale } from "../chart/scales.js";
import { unitText } from "../chart/slices.js";
import { add, snap } from "../chart/svg.js";
import { FONT_SIZE, textWidth, wrapText, writeName, writeText } from "../chart/texts.js";
import { niceTicks } from "../chart/ticks.js";
import { estimateWords, isCoarse, valueWords } from "./claims.js";

const { figures: FIGURES } = WORDS;
// So much must be left for names and marks where the numbers stand beside them.
const ROW = 40,
  BESIDE = 270;

/** What is drawn of a model, over deciding without one: {added, loss, would, perfect}. */
export function partsOf({ name, index, added, score, split }) {
  const zero = split?.uninformative ?? 0;
  const now = added ?? shifted(score, zero);
  const loss = split?.calibrationCorrected ?? split?.calibration ?? null;
  const would = Number.isFinite(loss?.value) ? now.value + loss.value : NaN;
  return { name, index, added: now, loss, would, perfect: (split?.perfect ?? NaN) - zero };
}

function shifted({ value, low, high, ...more }, by) {
  return { ...more, value: value - by, low: low - by, high: high - by };
}

export function drawModelsForest(host, _data, answer) {
  const figure = startFigure(host, FIGURES.models_forest, () => drawModelsForest(host, _data, answer));
  const models = (answer?.models ?? []).map(partsOf).filter(({ added }) => Number.isFinite(added?.value));
  if (!models.length) return showNothing(figure, FIGURES.nothing);
  drawLegend(figure, legendEntries(answer.level));
  const layout = layOut(figure, models, answer.scale);
  writeHeads(figure, layout);
  drawMarks(figure, layout, models, answer.scale);
  models.forEach((model, row) => drawModel(figure, layout, model, row, answer.scale));
  const measures = fill(FIGURES.more_than_without, { unit: unitText(answer.scale, answer), without: WITHOUT_A_MODEL });
  const { area, x } = layout;
  const bottom = drawBottomAxis(figure, area, x, niceTicks(x.low, x.high, 4), tickText, measures);
  return finishFigure(figure, bottom + 4, describe(models, answer), tellAll(models, answer.scale));
}

function legendEntries(level) {
  const ink = { stroke: INK, "stroke-width": 1.6, fill: "none" };
  const now = (parent, x, y) => {
    add(parent, "path", { d: whiskerPath(x + 3, x + 29, y), ...ink });
    add(parent, "circle", { cx: x + 16, cy: y, r: 4.5, fill: INK });
  };
  const would = (parent, x, y) => {
    add(parent, "path", { d: `M${x + 2} ${y}h24`, ...ink, "stroke-dasharray": RECALIBRATED_DASH });
    add(parent, "circle", { cx: x + 27, cy: y, r: 4.5, fill: PAPER, stroke: INK });
  };
  return [
    { sample: now, name: fill(FIGURES.adds_now_ci, { level: levelText(level) }) },
    { sample: would, name: FIGURES.if_recalibrated },
  ];
}

/** Columns of numbers at the right of the plot where there is room for them, else above each row's marks. */
function layOut(figure, models, scale) {
  const texts = models.map(({ added, loss, perfect }) => [
    estimateWords(added, scale),
    loss ? estimateWords(loss, scale) : FIGURES.missing,
    Number.isFinite(perfect) ? valueWords({ value: perfect, low: perfect, high: perfect }, scale) : FIGURES.missing,
  ]);
  const heads = [FIGURES.adds_now, FIGURES.lost, FIGURES.possible];
  const size = FONT_SIZE.tick;
  const widths = heads.map((head, at) => {
    const lines = wrapText(head, 90, size, 600);
    const most = Math.max(
      ...lines.map((line) => textWidth(line, size, 600)),
      ...texts.map((row) => textWidth(row[at], size)),
    );
    return most + 14;
  });
  const columns = widths.reduce((sum, wide) => sum + wide, 0);
  const beside = figure.width - columns >= BESIDE;
  const names = beside
    ? Math.min(Math.max(...models.map(({ name }) => textWidth(nameText(name), 13, 600))) + 30, 150)
    : 0;
  const row = beside ? ROW : ROW + 50;
  const headRows = Math.max(...heads.map((head) => wrapText(head, 90, size, 600).length));
  const top = figure.top + (beside ? 15 * headRows + 6 : 0);
  const area = {
    left: names + 2,
    right: figure.width - (beside ? columns + 8 : 14),
    top,
    bottom: top + row * models.length,
  };
  return {
    area,
    beside,
    names,
    row,
    texts,
    heads,
    widths,
    headTop: figure.top,
    x: scaleOf(models, scale.factor, area),
  };
}

/** From deciding without a model to the best there is; the perfect one only where it leaves room for the others. */
function scaleOf(models, factor, area) {
  const ends = models.flatMap(({ added, would }) => [
    ...(isCoarse(added) ? [] : [added.low, added.high]),
    added.value,
    would,
  ]);
  const [low, high] = extentOf(
    ends.map((end) => end * factor),
    0,
    0,
  );
  const perfect = models[0].perfect * factor;
  const most = perfect > high && perfect < 4 * (high - low) ? perfect : high;
  const room = 0.04 * (most - low || 1);
  return linearScale(low - room, most + room, area.left, area.right);
}

function writeHeads(figure, { beside, area, heads, widths, headTop }) {
  if (!beside) return;
  let right = area.right + 8;
  heads.forEach((head, at) => {
    right += widths[at];
    const look = { "text-anchor": "end", "font-size": FONT_SIZE.tick, "font-weight": 600 };
    wrapText(head, 90, FONT_SIZE.tick, 600).forEach((line, row) =>
      writeText(figure.layer, right, headTop + 12 + 15 * row, line, look),
    );
  });
}

/** Lines at deciding without a model, and at a perfect model, beside the marks only: words stay free. */
function drawMarks(figure, { area, x, beside, row }, models, { factor }) {
  const line = (at) =>
    models
      .map((_, i) => `M${snap(at)} ${snap(area.top + row * i + (beside ? 0 : row - 36))}v${beside ? row : 36}`)
      .join("");
  add(figure.layer, "path", { d: line(x(0)), stroke: INK, "stroke-width": 1.2 });
  const perfect = x(models[0].perfect * factor);
  if (perfect <= area.right) {
    add(figure.layer, "path", { d: line(perfect), stroke: FAINT, "stroke-dasharray": "2 3" });
  }
}

function drawModel(figure, layout, model, row, scale) {
  const { area, beside, names, texts, widths, x } = layout;
  const look = lookOf(model.index);
  const top = area.top + layout.row * row;
  const middle = snap(beside ? top + ROW / 2 : top + 72);
  if (row) add(figure.layer, "path", { d: `M0 ${snap(top)}H${figure.width}`, stroke: FAINT, "stroke-opacity": 0.3 });
  if (beside) {
    drawMarkers(figure.layer, look, markerPath(look, 7, middle, 4.5));
    const lines = wrapText(nameText(model.name), names - 26, FONT_SIZE.text, 600).slice(0, 2);
    lines.forEach((line, at) =>
      writeName(figure.layer, 18, middle + 5 + 15 * (at - (lines.length - 1) / 2), line, names - 22, {
        "font-weight": 600,
      }),
    );
    let right = area.right + 8;
    texts[row].forEach((text, at) => {
      right += widths[at];
      writeText(figure.layer, right, middle + 4, text, { "text-anchor": "end", "font-size": FONT_SIZE.tick });
    });
  } else {
    drawMarkers(figure.layer, look, markerPath(look, 7, top + 12, 4.5));
    writeName(figure.layer, 18, top + 17, model.name, figure.width - 20, { "font-weight": 600 });
    const [adds, lost, possible] = texts[row];
    const lines = [fill(FIGURES.forest_line, { adds, possible }), fill(FIGURES.forest_line_lost, { lost })];
    lines.forEach((line, at) => writeText(figure.layer, 18, top + 33 + 15 * at, line, { "font-size": FONT_SIZE.tick }));
  }
  drawPoint(figure, look, model, middle, (value) => x(value * scale.factor));
}

function drawPoint(figure, look, { added, would }, y, place) {
  const line = { fill: "none", stroke: look.edge };
  if (Number.isFinite(would) && would > added.value) {
    const d = `M${snap(place(added.value))} ${y}H${snap(place(would))}`;
    add(figure.layer, "path", { d, ...line, "stroke-width": 1.8, "stroke-dasharray": RECALIBRATED_DASH });
    add(figure.layer, "path", {
      d: markerPath(look, place(would), y, 4.5),
      fill: PAPER,
      stroke: look.edge,
      "stroke-width": 1.8,
    });
  }
  if (isCoarse(added)) return;
  if (Number.isFinite(added.low) && Number.isFinite(added.high)) {
    add(figure.layer, "path", {
      d: whiskerPath(place(added.low), place(added.high), y, 5),
      ...line,
      "stroke-width": 2,
    });
  }
  drawMarkers(figure.layer, look, markerPath(look, place(added.value), y, 5.5));
}

function lineOf(template, { name, added, loss, perfect }, scale) {
  return fill(template, {
    name: nameText(name),
    adds: estimateWords(added, scale),
    lost: loss ? estimateWords(loss, scale) : FIGURES.missing,
    possible: Number.isFinite(perfect)
      ? valueWords({ value: perfect, low: perfect, high: perfect }, scale)
      : FIGURES.missing,
  });
}

function describe(models, answer) {
  const { scale, level } = answer;
  const isLost = ({ loss }) => loss && !isCoarse(loss) && loss.low > (loss.error ?? 0);
  const parts = models.map((model) =>
    lineOf(isLost(model) ? FIGURES.forest_model : FIGURES.forest_model_no_loss, model, scale),
  );
  return fill(FIGURES.models_caption, {
    without: WITHOUT_A_MODEL,
    models: parts.join("; "),
    unit: unitText(scale, answer),
    level: levelText(level).replace(" ", "\u00a0"),
  });
}

function tellAll(models, scale) {
  return models.map((model) => lineOf(FIGURES.forest_model_whole, model, scale)).join(" ");
}
