// Do the risks come true: observed shares against predicted risks, with intervals and counts.

import {
  FIG_FAINT,
  FIG_GRID,
  FIG_INK,
  FIG_SIZE,
  figAdd,
  figIsolate,
  figLine,
  figLook,
  figMarker,
  figMarkers,
  figName,
  figPath,
  figRound,
  figText,
} from "./svg.js";
import { figApart, figCount, figExtent, figPercent, figPercents, figRoot, figWhose } from "./svg-scales.js";
import {
  figAbove,
  figArea,
  figBottomAxis,
  figClip,
  figFinish,
  figLeftAxis,
  figLeftRoom,
  figLegend,
  figLineSample,
  figNothing,
  figStart,
} from "./svg-frame.js";
import { figRead } from "./svg-reader.js";

const FIG_RELIABILITY_ASKS = "Do the risks come true?";
const FIG_RELIABILITY_TICKS = [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const FIG_STRIP = 26;

export function drawReliability(host, data, answer) {
  const figure = figStart(host, FIG_RELIABILITY_ASKS, () => drawReliability(host, data, answer));
  const models = figReliable(data);
  if (!models.length) return figNothing(figure, "There are too few patients to compare risks with what happened.");
  figLegend(figure, figReliabilityEntries(models));
  figAbove(figure, "observed: share of these patients who had the event");
  const plot = figReliabilityPlot(figure, models);
  figReliabilityGround(figure, plot);
  const within = figAdd(figure.layer, "g", figClip(figure, plot.area));
  for (const model of models) figReliabilityModel(within, plot, model);
  models.forEach((model, order) => figReliabilityStrip(figure, plot, model, order));
  const strips = { ...plot.area, bottom: plot.area.bottom + 10 + FIG_STRIP * models.length };
  const ticks = FIG_RELIABILITY_TICKS.filter((tick) => tick <= plot.x.high);
  const measures =
    "predicted risk (square-root scale: low risks get more room); bars: patients at each risk, dark part: events";
  const bottom = figBottomAxis(figure, strips, plot.x, ticks, figPercent, measures);
  figReliabilityRead(figure, { ...plot, area: strips }, models, answer);
  return figFinish(figure, bottom + 4, figReliabilityWords(models, answer));
}

/** Models with the bins that can be drawn. */
function figReliable(data) {
  const good = (bin) => bin && [bin.predicted, bin.observed, bin.patients].every(Number.isFinite) && bin.patients > 0;
  return (data ?? [])
    .map((model) => ({ ...model, bins: (model.bins ?? []).filter(good) }))
    .filter(({ bins }) => bins.length);
}

function figReliabilityEntries(models) {
  const line = { colour: FIG_FAINT, edge: FIG_FAINT, dash: "2 3", marker: null, width: 1.4 };
  return [
    ...models.map(({ name, index }) => ({ sample: figLineSample(figLook(index)), name })),
    { sample: figLineSample(line), name: "perfect: as many as predicted" },
  ];
}

function figReliabilityPlot(figure, models) {
  const bins = models.flatMap((model) => model.bins);
  const points = figExtent(bins.flatMap(({ predicted, observed }) => [predicted, observed]))[1];
  // An interval of a few patients must not squeeze all else.
  const ends = figExtent(bins.map(({ high }) => Math.min(high ?? 0, 1.6 * points + 0.02)))[1];
  const most = Math.min(1, Math.max(points, ends, 0.01) * 1.04);
  const ticks = FIG_RELIABILITY_TICKS.filter((tick) => tick <= most);
  const left = figLeftRoom(ticks, figPercent);
  const area = figArea(figure, left, Math.round(Math.min(figure.width - left - 10, 0.45 * figure.width + 90)));
  return { area, x: figRoot(0, most, area.left, area.right), y: figRoot(0, most, area.bottom, area.top), ticks };
}

function figReliabilityGround(figure, { area, x, y, ticks }) {
  figLeftAxis(figure, area, y, figApart(ticks, y, 17), figPercent);
  const d = `M${area.left} ${area.bottom}L${area.right} ${area.top}`;
  figAdd(figure.layer, "path", { d, stroke: FIG_FAINT, "stroke-width": 1.4, "stroke-dasharray": "2 3", fill: "none" });
  figReliabilitySide(figure, area, 0.06, 0.95, "start", "more than predicted");
  figReliabilitySide(figure, area, 0.98, 0.05, "end", "fewer than predicted");
}

function figReliabilitySide(figure, area, across, up, anchor, words) {
  const x = area.left + across * (area.right - area.left),
    y = area.bottom - up * (area.bottom - area.top);
  figText(figure.layer, x, y, words, {
    "text-anchor": anchor,
    "font-size": FIG_SIZE.tick,
    fill: FIG_FAINT,
    "font-style": "italic",
  });
}

/** Intervals, a thin line to lead the eye, and the points. */
function figReliabilityModel(parent, { x, y }, { index, bins }) {
  const look = figLook(index);
  let bars = "",
    marks = "";
  for (const { predicted, observed, low, high } of bins) {
    const place = figRound(x(predicted));
    if (Number.isFinite(low) && Number.isFinite(high)) bars += `M${place} ${figRound(y(low))}V${figRound(y(high))}`;
    marks += figMarker(look, place, y(observed), 4.5);
  }
  figAdd(parent, "path", { d: bars, stroke: look.edge, "stroke-width": 1.6, fill: "none" });
  figLine(
    parent,
    { ...look, width: 1.5 },
    figPath(
      bins.map((bin) => x(bin.predicted)),
      bins.map((bin) => y(bin.observed)),
    ),
  );
  figMarkers(parent, look, marks);
}

/** How many patients stand behind each point: a bar below it, dark for those with the event. */
function figReliabilityStrip(figure, { area, x }, { index, bins }, order) {
  const look = figLook(index),
    foot = area.bottom + 10 + FIG_STRIP * (order + 1),
    most = Math.max(...bins.map((bin) => bin.patients));
  const scale = (FIG_STRIP - 6) / most;
  let all = "",
    events = "";
  for (const bin of bins) {
    const left = figRound(x(bin.predicted) - 3);
    all += `M${left} ${foot}v${-figRound(Math.max(bin.patients * scale, 0.5))}h6V${foot}z`;
    if (bin.events > 0 && bin.events <= bin.patients)
      events += `M${left} ${foot}v${-figRound(bin.events * scale)}h6V${foot}z`;
  }
  figAdd(figure.layer, "path", { d: `M${area.left} ${foot}H${area.right}`, stroke: FIG_GRID });
  figAdd(figure.layer, "path", { d: all, fill: look.tint, stroke: look.edge, "stroke-width": 1 });
  figAdd(figure.layer, "path", { d: events, fill: FIG_INK });
  figMarkers(figure.layer, look, figMarker(look, area.left - 12, foot - 8, 4));
}

function figReliabilityRead(figure, { area, x, y }, models, answer) {
  const points = models.map(({ name, index, bins }) => bins.map((bin) => ({ ...bin, name, look: figLook(index) })));
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
  figRead(figure, {
    label: "Points from low to high risk; up and down change the model.",
    area,
    size: [Math.max(...points.map((bins) => bins.length)), points.length],
    start: [0, 0],
    at: nearest,
    show: (c, r) => figReliabilityReading(row(r)[Math.min(c, row(r).length - 1)], x, y, answer),
  });
}

function figReliabilityReading(bin, x, y, answer) {
  const between = Number.isFinite(bin.low) ? figPercents([bin.low, bin.high]) : "–";
  const rows = [
    { look: bin.look, name: bin.name },
    { name: "predicted", value: figPercent(bin.predicted) },
    { name: "observed", value: figPercent(bin.observed) },
    { name: "interval", value: between },
  ];
  const heading = `${figCount(bin.patients)} patients, ${figCount(bin.events)} events`;
  const at = { x: x(bin.predicted), y: y(bin.observed) };
  return { ...at, heading, rows, marks: [{ look: bin.look, ...at }], foot: figWhose(answer) };
}

/** The mean of what is predicted against what is observed, by model. */
function figReliabilityWords(models, answer) {
  const parts = models.map(({ name, bins }) => {
    const sum = (of) => bins.reduce((total, bin) => total + of(bin), 0);
    const patients = sum((bin) => bin.patients);
    const predicted = sum((bin) => bin.patients * bin.predicted) / patients;
    const observed = sum((bin) => bin.patients * bin.observed) / patients;
    return `${figIsolate(figName(name))} predicts ${figPercent(predicted)} on average where ${figPercent(observed)} had the event`;
  });
  return `${parts.join("; ")} (${figWhose(answer)}).`;
}
