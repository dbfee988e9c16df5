// The decision curve: what each model is worth as a missed case weighs more or less.

import { FIG_EVERYONE, FIG_NO_ONE, figLook } from "./svg.js";
import { figNearest, figPercent, figRatio, figRatioTicks, figRatios, figView } from "./svg-scales.js";
import {
  figAbove,
  figBottomAxis,
  figFinish,
  figLegend,
  figLineSample,
  figNothing,
  figRangeSample,
  figStart,
} from "./svg-frame.js";
import { figCurvePlot, figDrawCurves, figHighest, figReadCurves, figWithCurves, figWorth } from "./figure-curves.js";

const FIG_DECISION_ASKS = "Which model is best, depending on how bad a missed case is?";

// Accuracy knows no cost: its decision curve is one of net benefit.
const FIG_PER_THOUSAND = { factor: 1000, unit: "true positives per 1,000 patients", digits: 1 };

export function drawDecision(host, curves, given) {
  const figure = figStart(host, FIG_DECISION_ASKS, () => drawDecision(host, curves, given));
  const answer = given.state?.units === "accuracy" ? { ...given, scale: FIG_PER_THOUSAND } : given;
  const data = figWithCurves(curves);
  if (!data?.models?.length || !(data.cost?.length > 1)) return figNothing(figure, "There is no model to show.");
  figLegend(figure, figDecisionEntries(data));
  figAbove(figure, `${figWorth(data, answer)}, at a prevalence of ${figPercent(data.prevalence)}`);
  const plot = figCurvePlot(figure, data, answer, data.cost, figView(data.cost, data.range, 2.2));
  figDrawCurves(figure, plot, data, answer);
  const ticks = figRatioTicks(plot.x.low, plot.x.high);
  const measures = "harm of a needless treatment : harm of a missed case; in grey: the risk from which on to treat";
  const bottom = figBottomAxis(figure, plot.area, plot.x, ticks, figRatio, measures, figPercent);
  const heading = (c) => `at ${figRatio(c)}, treating from a risk of ${figPercent(c)}`;
  figReadCurves(figure, plot, data, answer, data.cost, heading);
  return figFinish(figure, bottom + 4, figDecisionWords(data, answer));
}

function figDecisionEntries(data) {
  return [
    ...data.models.map(({ name, index }) => ({ sample: figLineSample(figLook(index)), name })),
    { sample: figLineSample(FIG_EVERYONE), name: "treat all" },
    { sample: figLineSample(FIG_NO_ONE), name: "treat none" },
    { sample: figRangeSample(data.range), name: `your setting, ${figRatios(data.range)}` },
  ];
}

function figDecisionWords(data, answer) {
  const [low, high] = data.range;
  const at = (c) => figHighest(data, answer, figNearest(data.cost, c));
  const best =
    low === high
      ? `at ${figRatio(low)} the best is ${at(low)}`
      : `at ${figRatio(low)} the best is ${at(low)}, at ${figRatio(high)} ${at(high)}`;
  return (
    `At a prevalence of ${figPercent(data.prevalence)} and with harms of a needless treatment to a missed case ` +
    `${best}, in ${answer.scale.unit} more than by treating no one.`
  );
}
