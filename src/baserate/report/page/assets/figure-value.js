// What each model is worth at every prevalence, with the deployment's range shaded.

import {
  FIG_EVERYONE,
  FIG_INK,
  FIG_NO_ONE,
  FIG_RECALIBRATED,
  FIG_SIZE,
  figAdd,
  figIsolate,
  figLine,
  figLook,
  figName,
  figParagraph,
} from "./svg.js";
import {
  figEstimate,
  figExtent,
  figLinear,
  figNearest,
  figNiceTicks,
  figPercent,
  figPercentTicks,
  figPercents,
  figView,
} from "./svg-scales.js";
import {
  figAbove,
  figBottomAxis,
  figClip,
  figFinish,
  figLeftAxis,
  figLegend,
  figLineSample,
  figNothing,
  figRange,
  figRangeSample,
  figStart,
} from "./svg-frame.js";
import {
  figCurvePath,
  figCurvePlot,
  figDrawCurves,
  figHighest,
  figReadCurves,
  figWithCurves,
  figWorth,
} from "./figure-curves.js";

const FIG_VALUE_ASKS = "What is each model worth where the disease is rarer or more common?";

export function drawValue(host, given, answer) {
  const figure = figStart(host, FIG_VALUE_ASKS, () => drawValue(host, given, answer));
  const data = figWithCurves(given);
  if (!data?.models?.length || !(data.prevalence?.length > 1)) return figNothing(figure, "There is no model to show.");
  figLegend(figure, figValueEntries(data));
  figAbove(figure, figWorth(data, answer));
  const around = data.range[0] === data.range[1] ? 1.4 : 0.5;
  const plot = figCurvePlot(figure, data, answer, data.prevalence, figView(data.prevalence, data.range, around));
  figDrawCurves(figure, plot, data, answer);
  const ticks = figPercentTicks(plot.x.low, plot.x.high, 9);
  const strip = figBehind(figure, plot, data, answer);
  const bottom = figBottomAxis(
    figure,
    strip,
    plot.x,
    ticks,
    figPercent,
    "prevalence: share of patients who have the disease",
  );
  const heading = (share) => `at a prevalence of ${figPercent(share)}`;
  figReadCurves(figure, { ...plot, reach: strip.bottom }, data, answer, data.prevalence, heading);
  return figFinish(figure, bottom + 4, figValueWords(data, answer));
}

function figValueEntries(data) {
  const dashed = { ...FIG_NO_ONE, colour: FIG_INK, edge: FIG_INK, dash: FIG_RECALIBRATED };
  return [
    ...data.models.map(({ name, index }) => ({ sample: figLineSample(figLook(index)), name })),
    { sample: figLineSample(dashed), name: "same model, perfectly recalibrated" },
    { sample: figLineSample(FIG_EVERYONE), name: "treat all" },
    { sample: figLineSample(FIG_NO_ONE), name: "treat none" },
    {
      sample: figRangeSample(data.range),
      name: `your ${data.range[0] === data.range[1] ? "setting" : "range"}, ${figPercents(data.range)}`,
    },
  ];
}

const FIG_BEHIND = 84;

/** Below the curves, which lie close together: how far each choice is behind the best at every prevalence. */
function figBehind(figure, plot, data, answer) {
  const { factor } = answer.scale,
    { area, places } = plot;
  const curves = data.models.map(({ index, value }) => [figLook(index), value]);
  const rules = [
    [FIG_EVERYONE, data.everyone],
    [FIG_NO_ONE, data.noOne ?? places.map(() => 0)],
  ].filter(([, curve]) => curve);
  const all = [...rules, ...curves];
  const best = places.map((_, i) => Math.max(...all.map(([, curve]) => curve[i]).filter(Number.isFinite)));
  const [from, to] = data.range;
  // As far down as the models go within the range; the rules without a model may leave the strip.
  const inside = places.map((_, i) => data.prevalence[i] >= from * 0.99 && data.prevalence[i] <= to * 1.01);
  const behind = curves.flatMap(([, curve]) => places.map((_, i) => (inside[i] ? best[i] - curve[i] : 0)));
  const worst = figExtent(behind)[1];
  const small = { "font-size": FIG_SIZE.tick };
  const top =
    figParagraph(figure.layer, 0, area.bottom + 12, "of that, behind the best choice", figure.width, small) + 8;
  const strip = { ...area, top, bottom: top + FIG_BEHIND };
  const low = -1.15 * (worst * factor || 1),
    y = figLinear(low, 0, strip.bottom, strip.top);
  figRange(figure, strip, plot.x, data.range);
  figLeftAxis(figure, strip, y, figNiceTicks(low, 0, 3));
  const within = figAdd(figure.layer, "g", figClip(figure, strip, "behind"));
  for (const [look, curve] of all) {
    figLine(
      within,
      look,
      figCurvePath(
        { ...plot, area: strip },
        best.map((most, i) => (curve[i] - most) * factor),
        y,
      ),
    );
  }
  return strip;
}

function figValueWords(data, answer) {
  const [low, high] = data.range;
  const at = (share) => figHighest(data, answer, figNearest(data.prevalence, share));
  const ends =
    low === high
      ? `At a prevalence of ${figPercent(low)} the best is ${at(low)}.`
      : `The best at a prevalence of ${figPercent(low)} is ${at(low)}, at ${figPercent(high)} ${at(high)}.`;
  // Scores of accuracy are not counted from treating no one, as the curves are.
  if (answer.state?.units?.endsWith("accuracy")) return `${ends} In ${answer.scale.unit} more than by treating no one.`;
  const means = answer.models.map(
    (model) => `${figIsolate(figName(model.name))} ${figEstimate(model.overNoOne, answer.scale)}`,
  );
  return `${ends} ${low === high ? "With intervals" : "On average over your range"}, in ${answer.scale.unit}: ${means.join(", ")}.`;
}
