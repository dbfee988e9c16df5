// Do the risks come true: observed shares against predicted risks, and the risks of cases and of non-cases.
import { levelText, roundPercent, roundPercents } from "../text/formats.js";
import { nameText } from "../text/names.js";
import { fixed } from "../text/digits.js";
import { fill, WORDS } from "../text/words.js";
import { clamp, expit, logit } from "../engine/numbers.js";
import { clipTo, drawLeftAxis, leftRoom, writeAbove } from "../chart/axes.js";
import { FAINT, INK } from "../chart/colours.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawBand, drawLine, drawMarkers, lookOf, markerPath } from "../chart/looks.js";
import { bandPath } from "../chart/paths.js";
import { makeReadable } from "../chart/reader.js";
import { extentOf, logOddsScale, nearestIndex } from "../chart/scales.js";
import { sliceText, termsOf } from "../chart/slices.js";
import { add, pathThrough, snap } from "../chart/svg.js";
import { FONT_SIZE, HALO, textWidth, writeName, writeParagraph, writeText } from "../chart/texts.js";
import { keepApart, keepReadable, percentTicks } from "../chart/ticks.js";

const { figures: FIGURES } = WORDS;
const HISTOGRAM = 64,
  NARROWEST = 215,
  GAP = 22;
// So much of either class may lie beyond the axis, which a few extreme risks would stretch.
const BEYOND = 0.002;

export function drawCalibration(host, given, answer) {
  const figure = startFigure(host, FIGURES.calibration, () => drawCalibration(host, given, answer));
  const models = (given ?? []).filter(
    ({ curve, histogram }) => curve?.predicted?.length > 1 || histogram?.edges?.length > 1,
  );
  if (!models.length) return showNothing(figure, FIGURES.calibration_nothing);
  const terms = termsOf(answer);
  const level = levelText(answer.level);
  writeAbove(figure, fill(FIGURES.calibration_above, { ...terms, level }).replaceAll(" %", "\u00a0%"));
  const axis = axisOf(models);
  const panels = layOut(figure, models, axis);
  for (const panel of panels) drawPanel(figure, panel, terms);
  const below = Math.max(...panels.map(({ bottom }) => bottom));
  const measures = fill(FIGURES.calibration_axis, terms);
  const bottom = writeParagraph(figure.layer, 0, below, measures, figure.width, { "font-size": FONT_SIZE.tick });
  readPanels(figure, panels, answer);
  return finishFigure(figure, bottom + 4, describe(models, answer.level));
}

/** One axis for predicted and observed, and for all models: where the risks of either class are. */
function axisOf(models) {
  let [low, high] = [Infinity, -Infinity];
  for (const { histogram, curve } of models) {
    if (histogram?.edges?.length > 1) {
      for (const mass of [histogram.cases, histogram.nonCases]) {
        [low, high] = extentOf([...trimmed(histogram.edges, mass)], low, high);
      }
    } else [low, high] = extentOf(Array.from(curve?.predicted ?? [], logit), low, high);
  }
  const inside = (x) => x >= low && x <= high;
  for (const { curve } of models) {
    const seen = Array.from(curve?.observed ?? [], logit).filter((_, at) => inside(logit(curve.predicted[at])));
    [low, high] = extentOf(
      seen.map((x) => clamp(x, low - 1, high + 1)),
      low,
      high,
    );
  }
  return [expit(low - 0.1), expit(high + 0.1)];
}

/** The first and the last edge between which all but a little of a class lies. */
function trimmed(edges, mass) {
  let [first, last] = [0, mass.length - 1];
  for (let sum = mass[first]; sum < BEYOND && first < last; sum += mass[first]) first++;
  for (let sum = mass[last]; sum < BEYOND && last > first; sum += mass[last]) last--;
  return [edges[first], edges[last + 1]];
}

/** As many panels in a row as have room. */
function layOut(figure, models, axis) {
  // Three side by side, where that leaves none alone in a second row.
  const narrowest = models.length === 3 ? 165 : NARROWEST;
  const columns = clamp(Math.floor((figure.width + GAP) / (narrowest + GAP)), 1, Math.min(models.length, 3));
  const wide = (figure.width - GAP * (columns - 1)) / columns;
  const ticks = percentTicks(...axis, wide < 300 ? 5 : 8);
  const left = leftRoom(ticks, roundPercent);
  const side = Math.min(wide - left - 6, 420);
  const tall = clamp(side, 150, 230);
  const high = 42 + tall + 10 + HISTOGRAM + 26;
  return models.map((model, order) => {
    const x0 = (order % columns) * (wide + GAP);
    const top = figure.top + Math.floor(order / columns) * (high + 14);
    const area = { left: x0 + left, right: x0 + left + side, top: top + 42, bottom: top + 42 + tall };
    const strip = { ...area, top: area.bottom + 10, bottom: area.bottom + 10 + HISTOGRAM };
    return {
      model,
      order,
      area,
      strip,
      ticks,
      x0,
      wide,
      top,
      bottom: top + high,
      x: logOddsScale(...axis, area.left, area.right),
      y: logOddsScale(...axis, area.bottom, area.top),
    };
  });
}

function drawPanel(figure, panel, terms) {
  const { model, area, x, y, ticks, x0, wide, top } = panel;
  const look = lookOf(model.index);
  drawMarkers(figure.layer, look, markerPath(look, x0 + 6, top + 12, 4.5));
  writeName(figure.layer, x0 + 18, top + 16, model.name, wide - 20, { "font-weight": 600 });
  const ratio = ratioWords(model.observedExpected, wide);
  writeText(figure.layer, x0, top + 33, ratio, { "font-size": FONT_SIZE.tick });
  drawLeftAxis(figure, area, y, keepApart(ticks, y, 17), roundPercent);
  const diagonal = `M${snap(area.left)} ${snap(area.bottom)}L${snap(area.right)} ${snap(area.top)}`;
  add(figure.layer, "path", {
    d: diagonal,
    stroke: FAINT,
    "stroke-width": 1.4,
    "stroke-dasharray": "2 3",
    fill: "none",
  });
  const within = add(figure.layer, "g", clipTo(figure, area, `panel-${panel.order}`));
  const { predicted = [], observed = [], low, high } = model.curve ?? {};
  const xs = Array.from(predicted, x);
  const heights = (values) => Array.from(values, (share) => clamp(y(share), area.top - 400, area.bottom + 400));
  if (low && high) drawBand(within, look, bandPath(xs, heights(low), heights(high)), 0.25);
  drawLine(within, { ...look, dash: "" }, pathThrough(xs, heights(observed)));
  drawHistogram(figure, panel, look, terms);
}

/** "observed/expected 1.02 (0.98 to 1.05)", or in short where that has no room. */
function ratioWords(ratio, wide) {
  const estimate = typeof ratio === "number" ? { value: ratio } : ratio;
  if (!Number.isFinite(estimate?.value)) return "";
  const long = fill(FIGURES.observed_expected, { ratio: ratioText(estimate) });
  return textWidth(long, FONT_SIZE.tick) <= wide ? long : fill(FIGURES.o_e_of, { ratio: ratioText(estimate) });
}

const twoPlaces = (value) => fixed(value, value < 0.095 ? 3 : 2);

export function ratioText({ value, low, high }) {
  const text = twoPlaces(value);
  if (!Number.isFinite(low) || !Number.isFinite(high) || low === null || high === null) return text;
  return fill(FIGURES.interval, { value: text, low: twoPlaces(low), high: twoPlaces(high) });
}

/** Cases upwards, non-cases downwards, each as shares of its class, on the axis of the predicted risks. */
function drawHistogram(figure, panel, look, terms) {
  const { model, strip, x, ticks } = panel;
  const { edges, cases, nonCases } = model.histogram ?? {};
  const zero = snap((strip.top + strip.bottom) / 2);
  if (edges?.length > 1) {
    const most = extentOf([...cases, ...nonCases], 0, 0)[1] || 1;
    const room = HISTOGRAM / 2 - 2;
    const bars = (mass, sign) => {
      let path = "";
      for (let at = 0; at < mass.length; at++) {
        const [from, to] = [edges[at], edges[at + 1]].map((edge) =>
          snap(clamp(x(expit(edge)), strip.left, strip.right)),
        );
        const height = snap((room * mass[at]) / most);
        if (height > 0 && to > from) path += `M${from} ${zero}v${-sign * height}H${to}V${zero}z`;
      }
      return path;
    };
    add(figure.layer, "path", { d: bars(cases, 1), fill: look.colour, stroke: look.edge, "stroke-width": 0.6 });
    add(figure.layer, "path", {
      d: bars(nonCases, -1),
      fill: FAINT,
      "fill-opacity": 0.4,
      stroke: FAINT,
      "stroke-width": 0.6,
    });
  }
  writeSides(figure, panel, terms);
  let path = `M${snap(strip.left)} ${zero}H${snap(strip.right)}`;
  for (const tick of keepReadable(ticks, x, roundPercent, figure.width)) {
    path += `M${snap(x(tick))} ${strip.bottom}v4`;
    const half = textWidth(roundPercent(tick), FONT_SIZE.tick) / 2;
    const words = { "text-anchor": "middle", "font-size": FONT_SIZE.tick };
    writeText(figure.layer, clamp(x(tick), half, figure.width - half), strip.bottom + 17, roundPercent(tick), words);
  }
  add(figure.layer, "path", { d: path, stroke: INK, fill: "none" });
}

/** Which class is up and which is down, at the end of the axis where its bars are lower. */
function writeSides(figure, { model, strip, x }, { outcome }) {
  const { edges = [], cases = [], nonCases = [] } = model.histogram ?? {};
  const size = FONT_SIZE.tick;
  const place = (mass, words, y) => {
    const wide = Math.min(textWidth(words, size), strip.right - strip.left);
    const highest = (from, to) =>
      Math.max(0, ...mass.filter((_, at) => x(expit(edges[at + 1])) > from && x(expit(edges[at])) < to));
    const atLeft = highest(strip.left, strip.left + wide) <= highest(strip.right - wide, strip.right);
    const left = atLeft ? strip.left + 2 : strip.right - wide - 2;
    writeName(figure.layer, left, y, words, wide + 1, { "font-size": size, fill: FAINT, ...HALO });
  };
  place(cases, outcome, strip.top + 11);
  place(nonCases, FIGURES.non_cases, strip.bottom - 3);
}

function readPanels(figure, all, answer) {
  const panels = all.filter(({ model }) => model.curve?.predicted?.length > 1);
  if (!panels.length) {
    figure.reader?.remove();
    return;
  }
  const rowOf = (px, py) => {
    const inside = ({ x0, wide, top, bottom }) => px >= x0 && px <= x0 + wide && py >= top && py <= bottom;
    return Math.max(panels.findIndex(inside), 0);
  };
  const shares = ({ model }) => Array.from(model.curve?.predicted ?? []);
  makeReadable(figure, {
    label: FIGURES.read_calibration,
    area: { left: 0, right: figure.width, top: panels[0].area.top, bottom: panels.at(-1).strip.bottom },
    size: [Math.max(...panels.map((panel) => shares(panel).length)), panels.length],
    start: [Math.floor(shares(panels[0]).length / 2), 0],
    at: (px, py) => {
      const row = rowOf(px, py);
      const { x, area } = panels[row];
      return [nearestIndex(shares(panels[row]), x.invert(clamp(px, area.left, area.right))), row];
    },
    show: (column, row) => readingAt(panels[row], column, answer),
  });
}

function readingAt({ model, x, y, area }, column, answer) {
  const { predicted, observed, low, high } = model.curve;
  const at = Math.min(column, predicted.length - 1);
  const look = lookOf(model.index);
  const rows = [
    { look, name: model.name },
    { name: FIGURES.predicted, value: roundPercent(predicted[at]) },
    { name: FIGURES.observed_share, value: roundPercent(observed[at]) },
    ...(low && high
      ? [{ name: fill(FIGURES.ci, { level: levelText(answer.level) }), value: roundPercents([low[at], high[at]]) }]
      : []),
  ];
  const place = { x: clamp(x(predicted[at]), area.left, area.right), y: clamp(y(observed[at]), area.top, area.bottom) };
  const heading = fill(FIGURES.at_risk, { risk: roundPercent(predicted[at]) });
  return {
    ...place,
    guide: false,
    heading,
    rows,
    marks: [{ look, ...place }],
    foot: sliceText(answer.slice, termsOf(answer)),
  };
}

/** Whether risks are right on average, by model, from their observed and expected numbers. */
function describe(models, level) {
  const parts = models.map(({ name, observedExpected: ratio }) => {
    const estimate = typeof ratio === "number" ? { value: ratio, low: ratio, high: ratio } : ratio;
    if (!Number.isFinite(estimate?.value)) return nameText(name);
    const { low, high } = estimate;
    const kind = low > 1 ? "risks_low" : high < 1 ? "risks_high" : "risks_right";
    return fill(FIGURES[kind], { name: nameText(name), ratio: ratioText(estimate) });
  });
  return fill(FIGURES.calibration_caption, {
    models: parts.join("; "),
    level: levelText(level).replace(" ", "\u00a0"),
  });
}
