// Curves over prevalence or cost: scales, lines, read-outs and who is ahead, for the two figures that have them.
import { figureValue } from "../text/formats.js";
import { nameText, TREAT_ALL, TREAT_NONE } from "../text/names.js";
import { clamp } from "../engine/numbers.js";
import { areaOf, clipTo, drawLeftAxis, drawRange, leftRoom } from "../chart/axes.js";
import { lineSample } from "../chart/legend.js";
import {
  drawLine,
  drawMarkers,
  lookOf,
  markerPath,
  RECALIBRATED_DASH,
  TREAT_ALL_LOOK,
  TREAT_NONE_LOOK,
} from "../chart/looks.js";
import { makeReadable } from "../chart/reader.js";
import { extentOf, linearScale, logOddsScale, nearestIndex, placesOf } from "../chart/scales.js";
import { sliceText } from "../chart/slices.js";
import { add, pathThrough } from "../chart/svg.js";
import { niceTicks } from "../chart/ticks.js";

/** The data with those models only that have a curve. */
export function withCurves(data) {
  return data && { ...data, models: (data.models ?? []).filter((model) => model?.value?.length) };
}

/** What the vertical axis measures. */
export function worthText({ unit }) {
  return `${unit}; zero is ${TREAT_NONE}`;
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
  const high = (extent[1] + 0.04 * span) * factor;
  const ticks = niceTicks(low, high);
  const area = areaOf(figure, leftRoom(ticks), Math.round(figure.width * 0.36 + 90));
  const y = linearScale(low, high, area.bottom, area.top);
  const x = logOddsScale(view[0], view[1], area.left, area.right);
  return { area, x, y: (value) => y(value * factor), ticks, tickScale: y, places: placesOf(shares, x), inside };
}

/** Range, grid, default strategies, recalibrated models, models: the most important on top. */
export function drawCurves(figure, plot, data) {
  const { area, y } = plot;
  drawRange(figure, area, plot.x, data.range);
  drawLeftAxis(figure, area, plot.tickScale, plot.ticks);
  const within = add(figure.layer, "g", clipTo(figure, area));
  const path = (curve) => curvePath(plot, curve, y);
  drawLine(within, TREAT_NONE_LOOK, `M${area.left} ${y(0)}H${area.right}`);
  drawLine(within, TREAT_ALL_LOOK, path(data.treatAll));
  for (const { index, recalibrated } of data.models) {
    if (recalibrated) drawLine(within, { ...lookOf(index), dash: RECALIBRATED_DASH, width: 1.5 }, path(recalibrated));
  }
  data.models.forEach((model, order) => {
    const look = lookOf(model.index);
    drawLine(within, look, path(model.value));
    drawMarkers(within, look, curveMarks(look, plot, model.value, order / data.models.length));
  });
}

/** The part of a curve in view. A path that leaves it by far is not dashed by browsers. */
export function curvePath({ places, inside, area }, curve, y) {
  const first = Math.max(inside.indexOf(true) - 1, 0),
    end = inside.lastIndexOf(true) + 2;
  const far = 4 * (area.bottom - area.top);
  const height = (value) => clamp(y(value), area.top - far, area.bottom + far);
  return pathThrough(places.slice(first, end), Array.from(curve.slice(first, end), height));
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

/** Read-outs of all curves at a share. */
export function readCurves(figure, plot, data, { scale, slice }, shares, heading) {
  const first = plot.inside.indexOf(true),
    last = plot.inside.lastIndexOf(true);
  const middle = Math.sqrt(data.range[0] * data.range[1]);
  makeReadable(figure, {
    label: "Values along the horizontal axis.",
    area: { ...plot.area, bottom: plot.reach ?? plot.area.bottom },
    size: [last - first + 1, 1],
    start: [nearestIndex(shares, middle) - first, 0],
    at: (x) => [nearestIndex(plot.places, x, Number) - first, 0],
    show: (column) => ({
      ...readingAt(plot, data, scale, first + column),
      heading: heading(shares[first + column]),
      foot: sliceText(slice),
    }),
  });
}

function readingAt({ places, y }, data, scale, at) {
  const number = (value) => figureValue(value, scale);
  const rows = data.models.map(({ name, index, value }) => ({ look: lookOf(index), name, value: number(value[at]) }));
  const marks = data.models.map(({ index, value }) => ({ look: lookOf(index), x: places[at], y: y(value[at]) }));
  rows.push({ look: TREAT_ALL_LOOK, name: TREAT_ALL, value: number(data.treatAll[at]) });
  rows.push({ look: TREAT_NONE_LOOK, name: TREAT_NONE, value: number(0) });
  return { x: places[at], rows, marks };
}

/** Which curve is highest at a share, in words, with its value. */
export function highestText(data, scale, at) {
  const all = data.models.map(({ name, value }) => [nameText(name), value[at]]);
  all.push([TREAT_ALL, data.treatAll[at]], [TREAT_NONE, 0]);
  const [name, value] = all
    .filter((one) => Number.isFinite(one[1]))
    .reduce((best, one) => (one[1] > best[1] ? one : best));
  return `${name} (${figureValue(value, scale)})`;
}

/** The entries of a legend for models and default strategies. */
export function curveEntries(models) {
  return [
    ...models.map(({ name, index }) => ({ sample: lineSample(lookOf(index)), name })),
    { sample: lineSample(TREAT_ALL_LOOK), name: TREAT_ALL },
    { sample: lineSample(TREAT_NONE_LOOK), name: TREAT_NONE },
  ];
}
