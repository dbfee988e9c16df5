// Curves over prevalence or cost: scales, lines, read-outs and who is ahead, for the two figures that have them.

import {
  FIG_EVERYONE,
  FIG_NO_ONE,
  FIG_RECALIBRATED,
  figAdd,
  figIsolate,
  figLine,
  figLook,
  figMarker,
  figMarkers,
  figName,
  figPath,
} from "./svg.js";
import {
  figExtent,
  figLinear,
  figLogOdds,
  figNearest,
  figNiceTicks,
  figPlaces,
  figValue,
  figWhose,
} from "./svg-scales.js";
import { figArea, figClip, figLeftAxis, figLeftRoom, figRange } from "./svg-frame.js";
import { figRead } from "./svg-reader.js";

/** The data with those models only that have a curve. */
export function figWithCurves(data) {
  return data && { ...data, models: (data.models ?? []).filter((model) => model?.value?.length) };
}

/** What the vertical axis measures; the zero is treating no one, but where that has a curve of its own. */
export function figWorth(data, answer) {
  return data.noOne ? answer.scale.unit : `${answer.scale.unit}, more than by treating no one`;
}

/** The area and scales of curves over shares. The rules without a model are cut off where they would squeeze the models. */
export function figCurvePlot(figure, data, answer, shares, view) {
  const { factor } = answer.scale;
  const inside = Array.from(shares, (share) => share >= view[0] && share <= view[1]);
  const seen = (curve) => Array.from(curve ?? []).filter((_, i) => inside[i]);
  let extent = data.noOne ? figExtent(seen(data.noOne)) : [0, 0];
  for (const model of data.models) extent = figExtent([...seen(model.value), ...seen(model.recalibrated)], ...extent);
  const everyone = figExtent(seen(data.everyone));
  const span = extent[1] - extent[0] || 1 / factor;
  const low = Math.max(Math.min(everyone[0], extent[0]), extent[0] - 0.12 * span) * factor;
  const high = (extent[1] + 0.04 * span) * factor;
  const ticks = figNiceTicks(low, high);
  const area = figArea(figure, figLeftRoom(ticks), Math.round(figure.width * 0.36 + 90));
  const y = figLinear(low, high, area.bottom, area.top);
  const x = figLogOdds(view[0], view[1], area.left, area.right);
  return { area, x, y: (value) => y(value * factor), ticks, tickScale: y, places: figPlaces(shares, x), inside };
}

/** Range, grid, rules without a model, recalibrated models, models: the most important on top. */
export function figDrawCurves(figure, plot, data, answer) {
  const { area, places, y } = plot;
  figRange(figure, area, plot.x, data.range);
  figLeftAxis(figure, area, plot.tickScale, plot.ticks);
  const within = figAdd(figure.layer, "g", figClip(figure, area));
  const path = (curve) => figCurvePath(plot, curve, y);
  figLine(within, FIG_NO_ONE, data.noOne ? path(data.noOne) : `M${area.left} ${y(0)}H${area.right}`);
  if (data.everyone) figLine(within, FIG_EVERYONE, path(data.everyone));
  for (const { index, recalibrated } of data.models) {
    if (recalibrated) figLine(within, { ...figLook(index), dash: FIG_RECALIBRATED, width: 1.5 }, path(recalibrated));
  }
  data.models.forEach((model, order) => {
    const look = figLook(model.index);
    figLine(within, look, path(model.value));
    figMarkers(within, look, figCurveMarks(look, plot, model.value, order / data.models.length));
  });
}

/** The part of a curve in view. A path that leaves it by far is not dashed by browsers. */
export function figCurvePath({ places, inside, area }, curve, y) {
  const first = Math.max(inside.indexOf(true) - 1, 0),
    end = inside.lastIndexOf(true) + 2;
  const far = 4 * (area.bottom - area.top);
  const height = (value) => Math.min(Math.max(y(value), area.top - far), area.bottom + far);
  return figPath(places.slice(first, end), Array.from(curve.slice(first, end), height));
}

/** A few markers on a line, not at the places of the next model's. */
function figCurveMarks(look, { area, places, y }, values, shift) {
  const step = (area.right - area.left) / 4;
  let next = area.left + step * (0.35 + 0.8 * shift),
    path = "";
  for (let i = 0; i < places.length; i++) {
    if (places[i] >= next && places[i] < area.right - 4) {
      path += figMarker(look, places[i], y(values[i]), 4);
      next += step;
    }
  }
  return path;
}

/** Read-outs of all curves at a share. */
export function figReadCurves(figure, plot, data, answer, shares, heading) {
  const first = plot.inside.indexOf(true),
    last = plot.inside.lastIndexOf(true);
  const middle = Math.sqrt(data.range[0] * data.range[1]);
  figRead(figure, {
    label: "Values along the horizontal axis.",
    area: { ...plot.area, bottom: plot.reach ?? plot.area.bottom },
    size: [last - first + 1, 1],
    start: [figNearest(shares, middle) - first, 0],
    at: (x) => [figNearest(plot.places, x, Number) - first, 0],
    show: (column) => figCurveReading(plot, data, answer, first + column, heading(shares[first + column])),
  });
}

function figCurveReading({ places, y }, data, answer, at, heading) {
  const number = (value) => figValue(value, answer.scale);
  const rows = data.models.map(({ name, index, value }) => ({ look: figLook(index), name, value: number(value[at]) }));
  const marks = data.models.map(({ index, value }) => ({ look: figLook(index), x: places[at], y: y(value[at]) }));
  if (data.everyone) rows.push({ look: FIG_EVERYONE, name: "treat all", value: number(data.everyone[at]) });
  rows.push({ look: FIG_NO_ONE, name: "treat none", value: number(data.noOne ? data.noOne[at] : 0) });
  return { x: places[at], heading, rows, marks, foot: figWhose(answer) };
}

/** Which curve is highest at a share, in words, with its value. */
export function figHighest(data, answer, at) {
  const all = data.models.map(({ name, value }) => [figIsolate(figName(name)), value[at]]);
  if (data.everyone) all.push(["treating everyone", data.everyone[at]]);
  all.push(["treating no one", data.noOne ? data.noOne[at] : 0]);
  const [name, value] = all
    .filter((one) => Number.isFinite(one[1]))
    .reduce((best, one) => (one[1] > best[1] ? one : best));
  return `${name} (${figValue(value, answer.scale)})`;
}
