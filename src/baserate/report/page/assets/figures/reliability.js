// Do the risks come true: observed shares against predicted risks, with intervals and counts.
import { countText, levelText, roundPercent, roundPercents } from "../text/formats.js";
import { nameText } from "../text/names.js";
import { areaOf, clipTo, drawBottomAxis, drawLeftAxis, leftRoom, writeAbove } from "../chart/axes.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend, lineSample } from "../chart/legend.js";
import { drawLine, drawMarkers, FAINT, GRID_COLOUR, INK, lookOf, markerPath } from "../chart/looks.js";
import { makeReadable } from "../chart/reader.js";
import { extentOf, rootScale } from "../chart/scales.js";
import { sliceText } from "../chart/slices.js";
import { add, pathThrough, snap } from "../chart/svg.js";
import { FONT_SIZE, writeText } from "../chart/texts.js";
import { keepApart } from "../chart/ticks.js";

const QUESTION = "Do the risks come true?";
const TICKS = [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const STRIP = 26;

export function drawReliability(host, data, answer) {
  const figure = startFigure(host, QUESTION, () => drawReliability(host, data, answer));
  const models = drawable(data);
  const { counted } = answer.slice;
  if (!models.length) return showNothing(figure, `There are too few ${counted} to compare risks with what happened.`);
  drawLegend(figure, legendEntries(models));
  writeAbove(figure, `observed: share of these ${counted} that had the event`);
  const plot = plotOf(figure, models);
  drawGround(figure, plot);
  const within = add(figure.layer, "g", clipTo(figure, plot.area));
  for (const model of models) drawModel(within, plot, model);
  models.forEach((model, order) => drawStrip(figure, plot, model, order));
  const strips = { ...plot.area, bottom: plot.area.bottom + 10 + STRIP * models.length };
  const ticks = TICKS.filter((tick) => tick <= plot.x.high);
  const measures = `predicted risk (square-root scale: low risks get more room); bars: ${counted} at each risk, dark part: events`;
  const bottom = drawBottomAxis(figure, strips, plot.x, ticks, roundPercent, measures);
  readBins(figure, { ...plot, area: strips }, models, answer);
  return finishFigure(figure, bottom + 4, describe(models, answer));
}

/** Models with the bins that can be drawn. */
function drawable(data) {
  const good = (bin) => bin && [bin.predicted, bin.observed, bin.patients].every(Number.isFinite) && bin.patients > 0;
  return (data ?? [])
    .map((model) => ({ ...model, bins: (model.bins ?? []).filter(good) }))
    .filter(({ bins }) => bins.length);
}

function legendEntries(models) {
  const line = { colour: FAINT, edge: FAINT, dash: "2 3", marker: null, width: 1.4 };
  return [
    ...models.map(({ name, index }) => ({ sample: lineSample(lookOf(index)), name })),
    { sample: lineSample(line), name: "perfect: as many as predicted" },
  ];
}

function plotOf(figure, models) {
  const bins = models.flatMap((model) => model.bins);
  const points = extentOf(bins.flatMap(({ predicted, observed }) => [predicted, observed]))[1];
  // An interval of a few patients must not squeeze all else.
  const ends = extentOf(bins.map(({ high }) => Math.min(high ?? 0, 1.6 * points + 0.02)))[1];
  const most = Math.min(1, Math.max(points, ends, 0.01) * 1.04);
  const ticks = TICKS.filter((tick) => tick <= most);
  const left = leftRoom(ticks, roundPercent);
  const area = areaOf(figure, left, Math.round(Math.min(figure.width - left - 10, 0.45 * figure.width + 90)));
  return { area, x: rootScale(0, most, area.left, area.right), y: rootScale(0, most, area.bottom, area.top), ticks };
}

function drawGround(figure, { area, y, ticks }) {
  drawLeftAxis(figure, area, y, keepApart(ticks, y, 17), roundPercent);
  const d = `M${area.left} ${area.bottom}L${area.right} ${area.top}`;
  add(figure.layer, "path", { d, stroke: FAINT, "stroke-width": 1.4, "stroke-dasharray": "2 3", fill: "none" });
  writeSide(figure, area, 0.06, 0.95, "start", "more than predicted");
  writeSide(figure, area, 0.98, 0.05, "end", "fewer than predicted");
}

function writeSide(figure, area, across, up, anchor, words) {
  const x = area.left + across * (area.right - area.left),
    y = area.bottom - up * (area.bottom - area.top);
  writeText(figure.layer, x, y, words, {
    "text-anchor": anchor,
    "font-size": FONT_SIZE.tick,
    fill: FAINT,
    "font-style": "italic",
  });
}

/** Intervals, a thin line to lead the eye, and the points. */
function drawModel(parent, { x, y }, { index, bins }) {
  const look = lookOf(index);
  let bars = "",
    marks = "";
  for (const { predicted, observed, low, high } of bins) {
    const place = snap(x(predicted));
    if (Number.isFinite(low) && Number.isFinite(high)) bars += `M${place} ${snap(y(low))}V${snap(y(high))}`;
    marks += markerPath(look, place, y(observed), 4.5);
  }
  add(parent, "path", { d: bars, stroke: look.edge, "stroke-width": 1.6, fill: "none" });
  drawLine(
    parent,
    { ...look, width: 1.5 },
    pathThrough(
      bins.map((bin) => x(bin.predicted)),
      bins.map((bin) => y(bin.observed)),
    ),
  );
  drawMarkers(parent, look, marks);
}

/** How many patients stand behind each point: a bar below it, dark for those with the event. */
function drawStrip(figure, { area, x }, { index, bins }, order) {
  const look = lookOf(index),
    foot = area.bottom + 10 + STRIP * (order + 1),
    most = Math.max(...bins.map((bin) => bin.patients));
  const scale = (STRIP - 6) / most;
  let all = "",
    events = "";
  for (const bin of bins) {
    const left = snap(x(bin.predicted) - 3);
    all += `M${left} ${foot}v${-snap(Math.max(bin.patients * scale, 0.5))}h6V${foot}z`;
    if (bin.events > 0 && bin.events <= bin.patients)
      events += `M${left} ${foot}v${-snap(bin.events * scale)}h6V${foot}z`;
  }
  add(figure.layer, "path", { d: `M${area.left} ${foot}H${area.right}`, stroke: GRID_COLOUR });
  add(figure.layer, "path", { d: all, fill: look.tint, stroke: look.edge, "stroke-width": 1 });
  add(figure.layer, "path", { d: events, fill: INK });
  drawMarkers(figure.layer, look, markerPath(look, area.left - 12, foot - 8, 4));
}

function readBins(figure, { area, x, y }, models, answer) {
  const points = models.map(({ name, index, bins }) => bins.map((bin) => ({ ...bin, name, look: lookOf(index) })));
  const row = (which) => points[Math.min(which, points.length - 1)];
  const nearest = (px, py) => {
    let best = [0, 0],
      least = Infinity;
    points.forEach((bins, r) =>
      bins.forEach((bin, c) => {
        // The height counts for little: the bars below and the empty parts of a column are read as well.
        const far = Math.abs(x(bin.predicted) - px) + 0.3 * Math.abs(y(bin.observed) - py);
        if (far < least) [best, least] = [[c, r], far];
      }),
    );
    return best;
  };
  makeReadable(figure, {
    label: "Points from low to high risk; up and down change the model.",
    area,
    size: [Math.max(...points.map((bins) => bins.length)), points.length],
    start: [0, 0],
    at: nearest,
    show: (c, r) => readingAt(row(r)[Math.min(c, row(r).length - 1)], x, y, answer),
  });
}

function readingAt(bin, x, y, answer) {
  const between = Number.isFinite(bin.low) ? roundPercents([bin.low, bin.high]) : "–";
  const rows = [
    { look: bin.look, name: bin.name },
    { name: "predicted", value: roundPercent(bin.predicted) },
    { name: "observed", value: roundPercent(bin.observed) },
    { name: `${levelText(answer.level)} CI`, value: between },
  ];
  const heading = `${countText(bin.patients)} ${answer.slice.counted}, ${countText(bin.events)} events`;
  const at = { x: x(bin.predicted), y: y(bin.observed) };
  return { ...at, heading, rows, marks: [{ look: bin.look, ...at }], foot: sliceText(answer.slice) };
}

/** The mean of what is predicted against what is observed, by model. */
function describe(models, answer) {
  const parts = models.map(({ name, bins }) => {
    const sum = (of) => bins.reduce((total, bin) => total + of(bin), 0);
    const patients = sum((bin) => bin.patients);
    const predicted = sum((bin) => bin.patients * bin.predicted) / patients;
    const observed = sum((bin) => bin.patients * bin.observed) / patients;
    return `${nameText(name)} predicts ${roundPercent(predicted)} on average where ${roundPercent(observed)} had the event`;
  });
  return `${parts.join("; ")} (${sliceText(answer.slice)}).`;
}
