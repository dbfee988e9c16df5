// Curves over prevalence or cost: scales, bands, lines and read-outs, for the two figures that have them.
import { levelText } from "../text/formats.js";
import { TREAT_ALL, TREAT_NONE } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { clamp } from "../engine/numbers.js";
import { unitOf } from "../engine/units.js";
import { areaOf, clipTo, drawLeftAxis, drawRange, leftRoom } from "../chart/axes.js";
import { FAINT } from "../chart/colours.js";
import { boxSample, lineSample } from "../chart/legend.js";
import {
  drawBand,
  drawLine,
  drawMarkers,
  lookOf,
  markerPath,
  RECALIBRATED_DASH,
  TREAT_ALL_LOOK,
  TREAT_NONE_LOOK,
} from "../chart/looks.js";
import { bandPath } from "../chart/paths.js";
import { makeReadable } from "../chart/reader.js";
import { extentOf, linearScale, logOddsScale, nearestIndex, placesOf } from "../chart/scales.js";
import { sliceText, termsOf, unitText } from "../chart/slices.js";
import { add, pathThrough } from "../chart/svg.js";
import { niceTicks } from "../chart/ticks.js";
import { estimateWords, isCoarse, valueWords } from "./claims.js";

const { figures: FIGURES } = WORDS;

/** The data with those models only that have a curve. */
export function withCurves(data) {
  return data && { ...data, models: (data.models ?? []).filter((model) => model?.value?.length) };
}

/** What the vertical axis measures. */
export function worthText(scale, answer, units) {
  const template = unitOf(units)?.zero === null ? FIGURES.worth_of_share : FIGURES.worth;
  return fill(template, { unit: unitText(scale, answer), zero: TREAT_NONE });
}

/** An estimate at a point of a model's curve; without a band where it has none. */
function pointOf({ value, low = value, high = value, error }, at) {
  return { value: value[at], low: low[at], high: high[at], error: error?.[at] ?? 0 };
}

/** The area and scales of curves over shares. The default strategies are cut off where they would squeeze the models. */
export function plotCurves(figure, data, { factor }, shares, view) {
  const inside = Array.from(shares, (share) => share >= view[0] && share <= view[1]);
  const seen = (curve) => Array.from(curve ?? []).filter((_, i) => inside[i]);
  let extent = [0, 0];
  for (const model of data.models) extent = extentOf([...seen(model.value), ...seen(model.recalibrated)], ...extent);
  const treatAll = extentOf(seen(data.treatAll));
  const span = extent[1] - extent[0] || 1 / factor;
  const low = Math.max(Math.min(treatAll[0], extent[0]), extent[0] - 0.12 * span) * factor;
  const high = (extent[1] + 0.06 * span) * factor;
  const ticks = niceTicks(low, high, figure.width < 480 ? 4 : 5);
  const area = areaOf(figure, leftRoom(ticks), Math.round(figure.width * 0.34 + 80));
  const y = linearScale(low, high, area.bottom, area.top);
  const x = logOddsScale(view[0], view[1], area.left, area.right);
  return { area, x, y: (value) => y(value * factor), ticks, tickScale: y, places: placesOf(shares, x), inside };
}

/** Range, grid, bands, default strategies, recalibrated models, models: the most important on top. */
export function drawCurves(figure, plot, data) {
  const { area, y } = plot;
  drawRange(figure, area, plot.x, data.range);
  drawLeftAxis(figure, area, plot.tickScale, plot.ticks);
  const within = add(figure.layer, "g", clipTo(figure, area));
  const path = (curve) => curvePath(plot, curve, y);
  for (const { index, low, high } of data.models) {
    if (low && high) drawBand(within, lookOf(index), bandOf(plot, low, high));
  }
  drawLine(within, TREAT_NONE_LOOK, `M${area.left} ${y(0)}H${area.right}`);
  if (data.treatAll) drawLine(within, TREAT_ALL_LOOK, path(data.treatAll));
  for (const { index, recalibrated } of data.models) {
    if (recalibrated) drawLine(within, { ...lookOf(index), dash: RECALIBRATED_DASH, width: 1.5 }, path(recalibrated));
  }
  data.models.forEach((model, order) => drawModel(within, plot, model, order / data.models.length));
}

function drawModel(within, plot, model, shift) {
  const look = lookOf(model.index);
  const coarse = Array.from(model.value, (_, at) => isCoarse(pointOf(model, at)));
  const only = (wanted) => Array.from(model.value, (value, at) => (coarse[at] === wanted ? value : NaN));
  drawLine(within, look, curvePath(plot, only(false), plot.y));
  if (coarse.includes(true)) {
    const dotted = { colour: FAINT, edge: FAINT, dash: "1.5 4", width: 1.6 };
    drawLine(within, dotted, curvePath(plot, only(true), plot.y));
  }
  drawMarkers(within, look, curveMarks(look, plot, model.value, shift));
}

/** The points in view and one to each side. */
function viewOf({ inside }) {
  return [Math.max(inside.indexOf(true) - 1, 0), inside.lastIndexOf(true) + 2];
}

/** Heights, but none so far off that a browser would not dash the path. */
function heightsOf({ area }, y) {
  const far = 4 * (area.bottom - area.top);
  return (value) => (Number.isFinite(value) ? clamp(y(value), area.top - far, area.bottom + far) : NaN);
}

/** The part of a curve in view. */
function curvePath(plot, curve, y) {
  const [first, end] = viewOf(plot);
  return pathThrough(plot.places.slice(first, end), Array.from(curve.slice(first, end), heightsOf(plot, y)));
}

function bandOf(plot, low, high) {
  const [first, end] = viewOf(plot);
  const heights = (curve) => Array.from(curve.slice(first, end), heightsOf(plot, plot.y));
  return bandPath(plot.places.slice(first, end), heights(low), heights(high));
}

/** A few markers on a line, not at the places of the next model's. */
function curveMarks(look, { area, places, y }, values, shift) {
  const step = (area.right - area.left) / 4;
  let next = area.left + step * (0.35 + 0.8 * shift),
    path = "";
  for (let i = 0; i < places.length; i++) {
    if (places[i] >= next && places[i] < area.right - 4) {
      path += markerPath(look, places[i], y(values[i]), 4);
      next += step;
    }
  }
  return path;
}

/** Read-outs of all curves at the points that the engine worked out. */
export function readCurves(figure, plot, data, answer, { shares, start, heading }) {
  const first = plot.inside.indexOf(true),
    last = plot.inside.lastIndexOf(true);
  makeReadable(figure, {
    label: FIGURES.read_curves,
    area: plot.area,
    size: [last - first + 1, 1],
    start: [clamp(nearestIndex(shares, start) - first, 0, last - first), 0],
    at: (x) => [nearestIndex(plot.places, x, Number) - first, 0],
    show: (column) => ({
      ...readingAt(plot, data, data.scale ?? answer.scale, first + column),
      heading: heading(shares[first + column]),
      foot: sliceText(answer.slice, termsOf(answer)),
    }),
  });
}

function readingAt({ places, y }, data, scale, at) {
  const rows = data.models.map((model) => ({
    look: lookOf(model.index),
    name: model.name,
    value: estimateWords(pointOf(model, at), scale),
  }));
  const marks = data.models.map(({ index, value }) => ({ look: lookOf(index), x: places[at], y: y(value[at]) }));
  const exact = (value) => valueWords({ value, low: value, high: value }, scale);
  if (data.treatAll) rows.push({ look: TREAT_ALL_LOOK, name: TREAT_ALL, value: exact(data.treatAll[at]) });
  return { x: places[at], rows, marks };
}

/** The entries of a legend for models and default strategies. */
export function curveEntries(data, level) {
  const banded = data.models.some(({ low }) => low);
  const band = { fill: FAINT, "fill-opacity": 0.22, stroke: "none" };
  return [
    ...data.models.map(({ name, index }) => ({ sample: lineSample(lookOf(index)), name })),
    ...(banded ? [{ sample: boxSample(band), name: fill(FIGURES.band, { level: levelText(level) }) }] : []),
    ...(data.treatAll ? [{ sample: lineSample(TREAT_ALL_LOOK), name: TREAT_ALL }] : []),
    { sample: lineSample(TREAT_NONE_LOOK), name: TREAT_NONE },
  ];
}
