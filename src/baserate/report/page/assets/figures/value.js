// What each model is worth at every prevalence, with the deployment's range shaded.
import { figureEstimate, roundPercent, roundPercents } from "../text/formats.js";
import { nameText, TREAT_NONE } from "../text/names.js";
import { unitOf } from "../engine/units.js";
import { clipTo, drawBottomAxis, drawLeftAxis, drawRange, writeAbove } from "../chart/axes.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend, lineSample, rangeSample } from "../chart/legend.js";
import { drawLine, INK, lookOf, RECALIBRATED_DASH, TREAT_ALL_LOOK, TREAT_NONE_LOOK } from "../chart/looks.js";
import { extentOf, linearScale, nearestIndex, viewAround } from "../chart/scales.js";
import { add } from "../chart/svg.js";
import { FONT_SIZE, writeParagraph } from "../chart/texts.js";
import { niceTicks, percentTicks } from "../chart/ticks.js";
import {
  curveEntries,
  curvePath,
  drawCurves,
  highestText,
  plotCurves,
  readCurves,
  withCurves,
  worthText,
} from "./curves.js";

const QUESTION = "What is each model worth where the disease is rarer or more common?";

export function drawValue(host, given, answer) {
  const figure = startFigure(host, QUESTION, () => drawValue(host, given, answer));
  const data = withCurves(given);
  if (!data?.models?.length || !(data.prevalence?.length > 1)) return showNothing(figure, "There is no model to show.");
  drawLegend(figure, legendEntries(data));
  writeAbove(figure, worthText(answer.scale));
  const around = data.range[0] === data.range[1] ? 1.4 : 0.5;
  const plot = plotCurves(figure, data, answer.scale, data.prevalence, viewAround(data.prevalence, data.range, around));
  drawCurves(figure, plot, data);
  const ticks = percentTicks(plot.x.low, plot.x.high, 9);
  const strip = drawBehind(figure, plot, data, answer.scale);
  const bottom = drawBottomAxis(
    figure,
    strip,
    plot.x,
    ticks,
    roundPercent,
    "prevalence: share of patients who have the disease",
  );
  const heading = (share) => `at a prevalence of ${roundPercent(share)}`;
  readCurves(figure, { ...plot, reach: strip.bottom }, data, answer, data.prevalence, heading);
  return finishFigure(figure, bottom + 4, describe(data, answer));
}

function legendEntries(data) {
  const entries = curveEntries(data.models);
  const [models, strategies] = [entries.slice(0, -2), entries.slice(-2)];
  const dashed = { ...TREAT_NONE_LOOK, colour: INK, edge: INK, dash: RECALIBRATED_DASH };
  return [
    ...models,
    { sample: lineSample(dashed), name: "same model, perfectly recalibrated" },
    ...strategies,
    {
      sample: rangeSample(data.range),
      name: `your ${data.range[0] === data.range[1] ? "setting" : "range"}, ${roundPercents(data.range)}`,
    },
  ];
}

const BEHIND_HEIGHT = 84;

/** Below the curves, which lie close together: how far each choice is behind the best at every prevalence. */
function drawBehind(figure, plot, data, { factor }) {
  const { area, places } = plot;
  const curves = data.models.map(({ index, value }) => [lookOf(index), value]);
  const all = [[TREAT_ALL_LOOK, data.treatAll], [TREAT_NONE_LOOK, places.map(() => 0)], ...curves];
  const best = places.map((_, i) => Math.max(...all.map(([, curve]) => curve[i]).filter(Number.isFinite)));
  const [from, to] = data.range;
  // As far down as the models go within the range; the default strategies may leave the strip.
  const inside = places.map((_, i) => data.prevalence[i] >= from * 0.99 && data.prevalence[i] <= to * 1.01);
  const behind = curves.flatMap(([, curve]) => places.map((_, i) => (inside[i] ? best[i] - curve[i] : 0)));
  const worst = extentOf(behind)[1];
  const small = { "font-size": FONT_SIZE.tick };
  const top =
    writeParagraph(figure.layer, 0, area.bottom + 12, "of that, behind the best choice", figure.width, small) + 8;
  const strip = { ...area, top, bottom: top + BEHIND_HEIGHT };
  const low = -1.15 * (worst * factor || 1),
    y = linearScale(low, 0, strip.bottom, strip.top);
  drawRange(figure, strip, plot.x, data.range);
  drawLeftAxis(figure, strip, y, niceTicks(low, 0, 3));
  const within = add(figure.layer, "g", clipTo(figure, strip, "behind"));
  for (const [look, curve] of all) {
    drawLine(
      within,
      look,
      curvePath(
        { ...plot, area: strip },
        best.map((most, i) => (curve[i] - most) * factor),
        y,
      ),
    );
  }
  return strip;
}

function describe(data, answer) {
  const [low, high] = data.range;
  const at = (share) => highestText(data, answer.scale, nearestIndex(data.prevalence, share));
  const ends =
    low === high
      ? `At a prevalence of ${roundPercent(low)} the best is ${at(low)}.`
      : `The best at a prevalence of ${roundPercent(low)} is ${at(low)}, at ${roundPercent(high)} ${at(high)}.`;
  // Where nothing right is the zero of scores, it is not that of the curves.
  if (unitOf(answer.state.units).zero !== TREAT_NONE) return `${ends} In ${worthText(answer.scale)}.`;
  const means = answer.models.map((model) => `${nameText(model.name)} ${figureEstimate(model.score, answer.scale)}`);
  return `${ends} ${low === high ? "With confidence intervals" : "On average over your range"}, in ${answer.scale.unit}: ${means.join(", ")}.`;
}
