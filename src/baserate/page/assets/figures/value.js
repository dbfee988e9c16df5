// What each model is worth at every prevalence, with the deployment's range shaded.
import { levelText, roundPercent, roundPercents } from "../text/formats.js";
import { nameText } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { drawBottomAxis, writeAbove } from "../chart/axes.js";
import { FAINT } from "../chart/colours.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend, lineSample, rangeSample } from "../chart/legend.js";
import { RECALIBRATED_DASH } from "../chart/looks.js";
import { viewAround } from "../chart/scales.js";
import { termsOf, unitText } from "../chart/slices.js";
import { percentTicks } from "../chart/ticks.js";
import { bestWords, estimateWords } from "./claims.js";
import { curveEntries, drawCurves, plotCurves, readCurves, withCurves, worthText } from "./curves.js";

const { figures: FIGURES } = WORDS;

export function drawValue(host, given, answer) {
  const figure = startFigure(host, FIGURES.value, () => drawValue(host, given, answer));
  const data = withCurves(given);
  if (!data?.models?.length || !(data.prevalence?.length > 1)) return showNothing(figure, FIGURES.nothing);
  const scale = data.scale ?? answer.scale;
  drawLegend(figure, legendEntries(data, answer));
  writeAbove(figure, worthText(scale, answer, answer.state?.units));
  const around = data.range[0] === data.range[1] ? 1.4 : 0.5;
  const plot = plotCurves(figure, data, scale, data.prevalence, viewAround(data.prevalence, data.range, around));
  drawCurves(figure, plot, data);
  const ticks = percentTicks(plot.x.low, plot.x.high, figure.width < 480 ? 6 : 9);
  const measures = fill(FIGURES.prevalence, termsOf(answer));
  const bottom = drawBottomAxis(figure, plot.area, plot.x, ticks, roundPercent, measures);
  const heading = (share) => fill(FIGURES.at_prevalence, { prevalence: roundPercent(share) });
  readCurves(figure, plot, { ...data, scale }, answer, { shares: data.prevalence, start: data.median, heading });
  return finishFigure(figure, bottom + 4, describe(data, answer));
}

function legendEntries(data, answer) {
  const entries = curveEntries(data, answer.level);
  const count = data.models.length;
  const dashed = { colour: FAINT, edge: FAINT, dash: RECALIBRATED_DASH, marker: null, width: 1.8 };
  const again = data.models.some(({ recalibrated }) => recalibrated);
  const range = { range: roundPercents(data.range) };
  const words = data.range[0] === data.range[1] ? FIGURES.your_setting : FIGURES.your_range;
  return [
    ...entries.slice(0, count),
    ...(again ? [{ sample: lineSample(dashed), name: FIGURES.recalibrated }] : []),
    ...entries.slice(count),
    { sample: rangeSample(data.range), name: fill(words, range) },
  ];
}

/** What each model is worth over the range, by the numbers of the answer. */
function describe(data, answer) {
  const { models, scale, level, verdict } = answer;
  const scores = models.map(({ name, score }) =>
    fill(FIGURES.value_one, { name: nameText(name), score: estimateWords(score, scale) }),
  );
  return fill(data.range[0] === data.range[1] ? FIGURES.value_caption_at : FIGURES.value_caption, {
    range: roundPercents(data.range),
    scores: scores.join(", "),
    unit: unitText(scale, answer),
    level: levelText(level),
    best: bestWords(verdict),
  }).replaceAll(" %", "\u00a0%");
}
