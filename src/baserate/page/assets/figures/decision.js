// The decision curve: what each model is worth at each threshold probability.
import { roundPercent, roundRatio, roundRatios } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { middleShare } from "../engine/numbers.js";
import { drawBottomAxis, writeAbove } from "../chart/axes.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend, rangeSample } from "../chart/legend.js";
import { viewAround } from "../chart/scales.js";
import { termsOf } from "../chart/slices.js";
import { percentTicks } from "../chart/ticks.js";
import { pointWords } from "./claims.js";
import { curveEntries, drawCurves, plotCurves, readCurves, withCurves, worthText } from "./curves.js";

const { figures: FIGURES } = WORDS;

/** @param use {pointAt(prevalence, cost)}: the engine's answer at one point, which the caption tells */
export function drawDecision(host, given, answer, use = {}) {
  const figure = startFigure(host, FIGURES.decision, () => drawDecision(host, given, answer, use));
  const data = withCurves(given);
  if (!data?.models?.length || !(data.cost?.length > 1)) return showNothing(figure, FIGURES.nothing);
  const scale = data.scale ?? answer.scale;
  const setting = fill(FIGURES.your_setting, { range: roundRatios(data.range) });
  drawLegend(figure, [...curveEntries(data, answer.level), { sample: rangeSample(data.range), name: setting }]);
  const prevalence = roundPercent(data.prevalence);
  writeAbove(figure, fill(FIGURES.decision_above, { worth: worthText(scale, answer), prevalence }));
  const plot = plotCurves(figure, data, scale, data.cost, viewAround(data.cost, data.range, 2.2));
  drawCurves(figure, plot, data);
  const ticks = percentTicks(plot.x.low, plot.x.high, figure.width < 480 ? 6 : 9);
  const measures = fill(FIGURES.decision_axis, termsOf(answer));
  const bottom = drawBottomAxis(figure, plot.area, plot.x, ticks, roundPercent, measures, roundRatio);
  const heading = (c) => fill(FIGURES.decision_heading, { threshold: roundPercent(c), ratio: roundRatio(c) });
  const start = middleShare(...data.range);
  readCurves(figure, plot, { ...data, scale }, answer, { shares: data.cost, start, heading });
  const finding = pointWords(answer, use.pointAt, data.prevalence, start, termsOf(answer));
  const plain = { prevalence, low: roundPercent(plot.x.low), high: roundPercent(plot.x.high) };
  return finishFigure(figure, bottom + 4, finding || fill(FIGURES.decision_caption, plain));
}
