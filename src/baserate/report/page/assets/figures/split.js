// What each model adds, and what it loses because its risks are off.
import { figureEstimate, figureValue, levelText, tickText } from "../text/formats.js";
import { nameText, WITHOUT_A_MODEL } from "../text/names.js";
import { drawBottomAxis } from "../chart/axes.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { boxSample, drawLegend, hatchSample } from "../chart/legend.js";
import { addHatch, drawMarkers, FAINT, INK, lookOf, markerPath, whiskerPath } from "../chart/looks.js";
import { makeReadable } from "../chart/reader.js";
import { extentOf, linearScale } from "../chart/scales.js";
import { sliceText } from "../chart/slices.js";
import { add, snap } from "../chart/svg.js";
import { FONT_SIZE, textWidth, writeName, writeText } from "../chart/texts.js";
import { niceTicks } from "../chart/ticks.js";

const QUESTION = "How much is lost because risks are off?";

const ROW = 52,
  BAR = 18;

export function drawSplit(host, answer) {
  const figure = startFigure(host, QUESTION, () => drawSplit(host, answer));
  const models = (answer?.models ?? [])
    .map(partsOfModel)
    .filter(({ total, best }) => Number.isFinite(total) && Number.isFinite(best));
  if (!models.length) return showNothing(figure, "There is no model to show.");
  drawLegend(figure, legendEntries(answer.level));
  const area = {
    left: 2,
    right: figure.width - 14,
    top: figure.top,
    bottom: figure.top + ROW * models.length + 10,
  };
  const x = scaleOf(models, answer.scale.factor, area);
  drawMarks(figure, area, x, models[0].perfect * answer.scale.factor, models.length);
  models.forEach((model, order) => drawModel(figure, area, x, model, order, answer.scale));
  const measures = `${answer.scale.unit}, more than ${WITHOUT_A_MODEL}`;
  const bottom = drawBottomAxis(figure, area, x, niceTicks(x.low, x.high), tickText, measures);
  readModels(figure, area, models, answer);
  return finishFigure(figure, bottom + 4, describe(models, answer.scale));
}

/** What is drawn of a model, counted from a model that knows nothing. Without optimism where that is known: total = best minus loss. */
function partsOfModel({ name, index, split }) {
  const zero = split?.uninformative ?? NaN;
  const corrected =
    Number.isFinite(split?.sharpnessCorrected?.value) && Number.isFinite(split?.calibrationCorrected?.value);
  const [sharpness, loss] = corrected
    ? [split.sharpnessCorrected, split.calibrationCorrected]
    : [split?.sharpness, split?.calibration];
  const over = (value) => (value ?? NaN) - zero;
  return {
    name,
    index,
    split,
    loss,
    total: over(split?.total?.value),
    best: over(sharpness?.value),
    perfect: over(split?.perfect),
  };
}

function legendEntries(level) {
  const line = { stroke: INK, "stroke-width": 1.5, fill: "none" };
  const whisker = (parent, x, y) => add(parent, "path", { d: whiskerPath(x + 4, x + 28, y), ...line });
  return [
    { sample: boxSample({ fill: "#b5b5b5", stroke: FAINT }), name: "what the model adds now" },
    { sample: hatchSample(FAINT), name: "lost: perfect recalibration would bring it back" },
    { sample: whisker, name: `${levelText(level)} CI of the loss` },
  ];
}

/** From the model that knows nothing to the best there is; the perfect one only where it leaves room for the bars. */
function scaleOf(models, factor, area) {
  let [low, high] = [0, 0];
  for (const { total, best, loss } of models) {
    const ends = [total, best, best - (loss?.high ?? NaN), best - (loss?.low ?? NaN)];
    [low, high] = extentOf(
      ends.map((end) => end * factor),
      low,
      high,
    );
  }
  const perfect = models[0].perfect * factor;
  const most = perfect > high && perfect < 3 * (high - low) ? perfect : high;
  return linearScale(low, low + (most - low || 1) * 1.02, area.left, area.right);
}

/** Lines at no model and at a perfect one, beside the bars only: the words above them stay free. */
function drawMarks(figure, area, x, perfect, count) {
  let d = "";
  for (let row = 0; row < count; row++) {
    const top = area.top + 18 + ROW * row;
    d += `M${snap(x(0))} ${top}v26`;
    if (perfect <= x.high) d += `M${snap(x(perfect))} ${top}v26`;
  }
  add(figure.layer, "path", { d, stroke: FAINT, "stroke-width": 1.2, fill: "none" });
  if (perfect <= x.high) {
    const look = { "text-anchor": "end", "font-size": FONT_SIZE.tick, fill: FAINT };
    writeText(figure.layer, x(perfect), area.bottom - 3, "perfect model", look);
  }
}

function drawModel(figure, area, x, model, order, scale) {
  const look = lookOf(model.index),
    top = area.top + ROW * order;
  const numbers = `adds ${figureValue(model.total, scale)}, loses ${figureEstimate(model.loss, scale)}`;
  const wide = textWidth(numbers, FONT_SIZE.tick);
  drawMarkers(figure.layer, look, markerPath(look, area.left + 8, top + 10, 4.5));
  writeName(figure.layer, area.left + 20, top + 15, model.name, area.right - area.left - wide - 34, {
    "font-weight": 600,
  });
  writeText(figure.layer, area.right, top + 15, numbers, { "text-anchor": "end", "font-size": FONT_SIZE.tick });
  drawBar(figure, look, (value) => snap(x(value * scale.factor)), model, top + 22);
}

function drawBar(figure, look, place, { total, best, loss }, top) {
  const [zero, now, end] = [0, total, best].map(place);
  const bar = (from, to, fill) => {
    const span = { x: from, y: top, width: snap(to - from), height: BAR };
    add(figure.layer, "rect", { ...span, fill, stroke: look.edge });
  };
  if (end > now) bar(now, end, addHatch(figure, { ...look, index: 0 }, `loss-${look.index}`, "#ffffff"));
  if (now > zero) bar(zero, now, look.colour);
  if (!Number.isFinite(loss?.low) || !Number.isFinite(loss?.high)) return;
  // The loss is counted from what could be reached: its interval says where the full bar might end.
  const d = whiskerPath(place(best - loss.high), place(best - loss.low), top + BAR / 2);
  add(figure.layer, "path", { d, stroke: "#ffffff", "stroke-width": 4, fill: "none" });
  add(figure.layer, "path", { d, stroke: INK, "stroke-width": 1.5, fill: "none" });
}

function readModels(figure, area, models, answer) {
  makeReadable(figure, {
    label: "What each model adds and loses; left and right change the model.",
    area,
    size: [models.length, 1],
    start: [0, 0],
    at: (_, py) => [Math.floor((py - area.top) / ROW), 0],
    show: (column) => {
      const { name, index, total, best, loss, perfect, split } = models[column];
      const rows = [
        { look: lookOf(index), name },
        { name: "adds now", value: figureValue(total, answer.scale) },
        { name: "would add, recalibrated", value: figureValue(best, answer.scale) },
        { name: "lost", value: figureEstimate(loss, answer.scale) },
        { name: "lost, as seen in these patients", value: figureValue(split.calibration?.value, answer.scale) },
        { name: "a perfect model would add", value: figureValue(perfect, answer.scale) },
      ];
      const y = area.top + ROW * column + 31;
      return { x: 20, y, guide: false, heading: answer.scale.unit, rows, foot: sliceText(answer.slice) };
    },
  });
}

function describe(models, scale) {
  const words = models.map(({ name, total, best, loss }) => {
    const adds = `${nameText(name)} adds ${figureValue(total, scale)} and would add ${figureValue(best, scale)}`;
    return `${adds} if perfectly recalibrated, a loss of ${figureEstimate(loss, scale)}`;
  });
  return `More than ${WITHOUT_A_MODEL}, the better default strategy at each prevalence, in ${scale.unit}: ${words.join("; ")}.`;
}
