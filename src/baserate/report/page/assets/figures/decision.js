// The decision curve: what each model is worth as a missed case weighs more or less.
import { roundPercent, roundRatio, roundRatios } from "../text/formats.js";
import { drawBottomAxis, writeAbove } from "../chart/axes.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend, rangeSample } from "../chart/legend.js";
import { nearestIndex, viewAround } from "../chart/scales.js";
import { ratioTicks } from "../chart/ticks.js";
import { curveEntries, drawCurves, highestText, plotCurves, readCurves, withCurves, worthText } from "./curves.js";

const QUESTION = "Which model is best, depending on how bad a missed case is?";

export function drawDecision(host, given, answer) {
  const figure = startFigure(host, QUESTION, () => drawDecision(host, given, answer));
  const data = withCurves(given);
  if (!data?.models?.length || !(data.cost?.length > 1)) return showNothing(figure, "There is no model to show.");
  drawLegend(figure, legendEntries(data));
  writeAbove(figure, `${worthText(data.scale)}; at a prevalence of ${roundPercent(data.prevalence)}`);
  const plot = plotCurves(figure, data, data.scale, data.cost, viewAround(data.cost, data.range, 2.2));
  drawCurves(figure, plot, data);
  const ticks = ratioTicks(plot.x.low, plot.x.high);
  const measures = "harm of an unnecessary treatment : harm of a missed case; in grey: treat at or above this risk";
  const bottom = drawBottomAxis(figure, plot.area, plot.x, ticks, roundRatio, measures, roundPercent);
  const heading = (c) => `at ${roundRatio(c)}, treat at or above a risk of ${roundPercent(c)}`;
  readCurves(figure, plot, data, { ...answer, scale: data.scale }, data.cost, heading);
  return finishFigure(figure, bottom + 4, describe(data));
}

function legendEntries(data) {
  return [
    ...curveEntries(data.models),
    { sample: rangeSample(data.range), name: `your setting, ${roundRatios(data.range)}` },
  ];
}

function describe(data) {
  const [low, high] = data.range;
  const at = (c) => highestText(data, data.scale, nearestIndex(data.cost, c));
  const best =
    low === high
      ? `at ${roundRatio(low)} the best is ${at(low)}`
      : `at ${roundRatio(low)} the best is ${at(low)}, at ${roundRatio(high)} ${at(high)}`;
  return (
    `At a prevalence of ${roundPercent(data.prevalence)} and with harms of an unnecessary treatment to a missed case ` +
    `${best}, in ${worthText(data.scale)}.`
  );
}
