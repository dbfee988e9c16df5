// What the figures draw. Every point of a curve is a setting of its own, asked in the same way as the verdict's; only
// the ROC curve and the histograms are read off cumulative shares.
import { clamp, expit, logit } from "./numbers.js";
import { sourceShift } from "./samples.js";
import { logCosts, unitOf } from "./units.js";

const POINTS = 37;

function spaced([low, high], count) {
  const [a, b] = [logit(low), logit(high)];
  return Array.from({ length: count }, (_, i) => expit(a + ((b - a) * i) / (count - 1)));
}

// In log odds, about a factor of three.
const ROOM = 1.1;

/**
 * An axis that stays where it is while the range on it is moved: around the study's own and what was observed, and
 * farther only where the range asked for leaves it.
 */
export function steadyAxis(home, asked, limits) {
  const [low, high] = [Math.min(...home), Math.max(...home)].map(logit);
  const ends = [low - ROOM, high + ROOM];
  const [least, most] = asked.map(logit);
  if (least < ends[0]) ends[0] = least - ROOM / 2;
  if (most > ends[1]) ends[1] = most + ROOM / 2;
  return [clamp(expit(ends[0]), ...limits), clamp(expit(ends[1]), ...limits)];
}

/** One way to decide minus another at single prevalences, with pointwise intervals. */
export function differenceCurve(at, state, axis, one, other) {
  const prevalence = spaced(axis, POINTS);
  const points = prevalence.map((p) => at({ ...state, prevalence: [p, p] }).compare(one, other));
  return { one, other, prevalence, axis, ...columns(points) };
}

function columns(points) {
  const column = (name) => points.map((point) => point[name]);
  return { value: column("value"), low: column("low"), high: column("high"), error: column("error") };
}

/** Net benefit of every model at single prevalences; a second setting says what the recalibrated models are worth. */
export function valueCurve(at, state, axis, recalibrated) {
  const prevalence = spaced(axis, POINTS);
  const settings = prevalence.map((p) => at({ ...state, prevalence: [p, p] }));
  const mended = prevalence.map((p) => at({ ...state, ...recalibrated, prevalence: [p, p] }));
  return {
    prevalence,
    axis,
    models: settings[0].names.map(({ name, index }) => ({
      name,
      index,
      ...columns(settings.map((setting) => setting.over(setting.zero, index))),
      recalibrated: mended.map((setting) => setting.over(setting.zero, index).value),
    })),
    treatAll: settings.map((setting) => setting.treatAll),
  };
}

/** The decision curve: net benefit at single costs, at one prevalence. */
export function decisionCurve(at, state, axis) {
  const cost = spaced(axis, POINTS);
  const settings = cost.map((c) => at({ ...state, cost: [c, c] }));
  return {
    cost,
    axis,
    scale: unitOf(state.units).scale,
    models: settings[0].names.map(({ name, index }) => ({
      name,
      index,
      ...columns(settings.map((setting) => setting.over(setting.zero, index))),
    })),
    treatAll: settings.map((setting) => setting.treatAll),
  };
}

export function rocCurve(page, sample, name, deployment, auc) {
  const { shares } = sample;
  // A vertex for every value that many patients share, and points between.
  const evenly = Array.from({ length: 241 }, (_, i) => 20 - i / 6);
  const cuts = shares.values.length > 400 ? evenly : [...evenly, ...shares.values].sort((a, b) => b - a);
  const shift = sourceShift(page, sample);
  const point = (x, k, what) => {
    const cut = k - x + shift;
    return { fpr: shares.above(1, cut), tpr: shares.above(0, cut), cutoff: expit(cut), what };
  };
  const [low, high] = deployment.prevalence.map(logit);
  const k = logCosts(deployment.units, deployment.cost);
  const points = [point((low + high) / 2, (k[0] + k[1]) / 2, "middle")];
  if (high - low > 1e-10)
    points.push(point(low, (k[0] + k[1]) / 2, "lowest"), point(high, (k[0] + k[1]) / 2, "highest"));
  return {
    ...name,
    auc,
    fpr: [0, ...cuts.map((cut) => shares.above(1, cut)), 1],
    tpr: [0, ...cuts.map((cut) => shares.above(0, cut)), 1],
    points,
  };
}

const BARS = 28;

/** Where the scores of either class lie: shares of the class between equal steps of log odds. */
export function histogramOf({ shares }) {
  const [first, last] = patientsEnds(shares);
  const edges = Array.from({ length: BARS + 1 }, (_, i) => first + ((last - first) * i) / BARS);
  const bars = (which) => {
    const above = edges.map((edge, i) => (i === 0 ? 1 : i === BARS ? 0 : shares.above(which, edge)));
    return above.slice(1).map((share, i) => Math.max(above[i] - share, 0));
  };
  return { edges, cases: bars(0), nonCases: bars(1) };
}

/** From the first patients of either class to the last, but for one in two hundred. */
function patientsEnds(shares) {
  const until = (done) => {
    let x = -12;
    while (x < 12 && !done(x)) x += 0.125;
    return x;
  };
  const first = until((x) => Math.min(shares.above(0, x), shares.above(1, x)) <= 0.995);
  const last = until((x) => Math.max(shares.above(0, x), shares.above(1, x)) <= 0.005);
  return [first - 0.125, Math.max(last, first + 1)];
}
