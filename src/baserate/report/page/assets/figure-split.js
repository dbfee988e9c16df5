// What each model adds, and what it loses because its risks are off.

import {
  FIG_FAINT,
  FIG_INK,
  FIG_SIZE,
  figAdd,
  figHatch,
  figIsolate,
  figLook,
  figMarker,
  figMarkers,
  figName,
  figNameText,
  figRound,
  figText,
  figTextWidth,
} from "./svg.js";
import { figEstimate, figExtent, figLinear, figNiceTicks, figTick, figValue, figWhose } from "./svg-scales.js";
import {
  figBottomAxis,
  figBoxSample,
  figFinish,
  figHatchSample,
  figLegend,
  figNothing,
  figStart,
} from "./svg-frame.js";
import { figRead } from "./svg-reader.js";

const FIG_SPLIT_ASKS = "How much is lost because risks are off?";
const FIG_SPLIT_ROW = 52,
  FIG_SPLIT_BAR = 18;

export function drawSplit(host, answer) {
  const figure = figStart(host, FIG_SPLIT_ASKS, () => drawSplit(host, answer));
  const models = (answer?.models ?? [])
    .map(figSplitOf)
    .filter(({ total, best }) => Number.isFinite(total) && Number.isFinite(best));
  if (!models.length) return figNothing(figure, "There is no model to show.");
  figLegend(figure, figSplitEntries());
  const area = {
    left: 2,
    right: figure.width - 14,
    top: figure.top,
    bottom: figure.top + FIG_SPLIT_ROW * models.length + 10,
  };
  const x = figSplitScale(models, answer.scale.factor, area);
  figSplitMarks(figure, area, x, models[0].perfect * answer.scale.factor, models.length);
  models.forEach((model, order) => figSplitModel(figure, area, x, model, order, answer.scale));
  const measures = `${answer.scale.unit}, more than by deciding on the prevalence alone`;
  const bottom = figBottomAxis(figure, area, x, figNiceTicks(x.low, x.high), figTick, measures);
  figSplitRead(figure, area, models, answer);
  return figFinish(figure, bottom + 4, figSplitWords(models, answer.scale));
}

/** What is drawn of a model, counted from a model that knows nothing. Without optimism where that is known: total = best less loss. */
function figSplitOf({ name, index, split }) {
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

function figSplitEntries() {
  const line = { stroke: FIG_INK, "stroke-width": 1.5, fill: "none" };
  const whisker = (parent, x, y) => figAdd(parent, "path", { d: figWhisker(x + 4, x + 28, y), ...line });
  return [
    { sample: figBoxSample({ fill: "#b5b5b5", stroke: FIG_FAINT }), name: "what the model adds now" },
    { sample: figHatchSample(FIG_FAINT), name: "lost: perfect recalibration would bring it back" },
    { sample: whisker, name: "interval of the loss" },
  ];
}

/** A horizontal interval with its ends. */
export function figWhisker(from, to, y, cap = 4) {
  const [left, right] = [figRound(from), figRound(to)];
  return `M${left} ${y}H${right}M${left} ${y - cap}v${2 * cap}M${right} ${y - cap}v${2 * cap}`;
}

/** From the model that knows nothing to the best there is; the perfect one only where it leaves room for the bars. */
function figSplitScale(models, factor, area) {
  let [low, high] = [0, 0];
  for (const { total, best, loss } of models) {
    const ends = [total, best, best - (loss?.high ?? NaN), best - (loss?.low ?? NaN)];
    [low, high] = figExtent(
      ends.map((end) => end * factor),
      low,
      high,
    );
  }
  const perfect = models[0].perfect * factor;
  const most = perfect > high && perfect < 3 * (high - low) ? perfect : high;
  return figLinear(low, low + (most - low || 1) * 1.02, area.left, area.right);
}

/** Lines at no model and at a perfect one, beside the bars only: the words above them stay free. */
function figSplitMarks(figure, area, x, perfect, count) {
  let d = "";
  for (let row = 0; row < count; row++) {
    const top = area.top + 18 + FIG_SPLIT_ROW * row;
    d += `M${figRound(x(0))} ${top}v26`;
    if (perfect <= x.high) d += `M${figRound(x(perfect))} ${top}v26`;
  }
  figAdd(figure.layer, "path", { d, stroke: FIG_FAINT, "stroke-width": 1.2, fill: "none" });
  if (perfect <= x.high) {
    const look = { "text-anchor": "end", "font-size": FIG_SIZE.tick, fill: FIG_FAINT };
    figText(figure.layer, x(perfect), area.bottom - 3, "perfect model", look);
  }
}

function figSplitModel(figure, area, x, model, order, scale) {
  const look = figLook(model.index),
    top = area.top + FIG_SPLIT_ROW * order;
  const numbers = `adds ${figValue(model.total, scale)}, loses ${figEstimate(model.loss, scale)}`;
  const wide = figTextWidth(numbers, FIG_SIZE.tick);
  figMarkers(figure.layer, look, figMarker(look, area.left + 8, top + 10, 4.5));
  figNameText(figure.layer, area.left + 20, top + 15, model.name, area.right - area.left - wide - 34, {
    "font-weight": 600,
  });
  figText(figure.layer, area.right, top + 15, numbers, { "text-anchor": "end", "font-size": FIG_SIZE.tick });
  figSplitBar(figure, look, (value) => figRound(x(value * scale.factor)), model, top + 22);
}

function figSplitBar(figure, look, place, { total, best, loss }, top) {
  const [zero, now, end] = [0, total, best].map(place);
  const bar = (from, to, fill) => {
    const span = { x: from, y: top, width: figRound(to - from), height: FIG_SPLIT_BAR };
    figAdd(figure.layer, "rect", { ...span, fill, stroke: look.edge });
  };
  if (end > now) bar(now, end, figHatch(figure, { ...look, index: 0 }, `loss-${look.index}`, "#ffffff"));
  if (now > zero) bar(zero, now, look.colour);
  if (!Number.isFinite(loss?.low) || !Number.isFinite(loss?.high)) return;
  // The loss is counted from what could be reached: its interval says where the full bar might end.
  const d = figWhisker(place(best - loss.high), place(best - loss.low), top + FIG_SPLIT_BAR / 2);
  figAdd(figure.layer, "path", { d, stroke: "#ffffff", "stroke-width": 4, fill: "none" });
  figAdd(figure.layer, "path", { d, stroke: FIG_INK, "stroke-width": 1.5, fill: "none" });
}

function figSplitRead(figure, area, models, answer) {
  figRead(figure, {
    label: "What each model adds and loses; left and right change the model.",
    area,
    size: [models.length, 1],
    start: [0, 0],
    at: (_, py) => [Math.floor((py - area.top) / FIG_SPLIT_ROW), 0],
    show: (column) => {
      const { name, index, total, best, loss, perfect, split } = models[column];
      const rows = [
        { look: figLook(index), name },
        { name: "adds now", value: figValue(total, answer.scale) },
        { name: "would add, recalibrated", value: figValue(best, answer.scale) },
        { name: "lost", value: figEstimate(loss, answer.scale) },
        { name: "lost, as seen in these patients", value: figValue(split.calibration?.value, answer.scale) },
        { name: "a perfect model would add", value: figValue(perfect, answer.scale) },
      ];
      const y = area.top + FIG_SPLIT_ROW * column + 31;
      return { x: 20, y, guide: false, heading: answer.scale.unit, rows, foot: figWhose(answer) };
    },
  });
}

function figSplitWords(models, scale) {
  const words = models.map(({ name, total, best, loss }) => {
    const adds = `${figIsolate(figName(name))} adds ${figValue(total, scale)} and would add ${figValue(best, scale)}`;
    return `${adds} if perfectly recalibrated, a loss of ${figEstimate(loss, scale)}`;
  });
  return `Beyond deciding on the prevalence alone, at each prevalence the better of treating everyone and no one, in ${scale.unit}: ${words.join("; ")}.`;
}
