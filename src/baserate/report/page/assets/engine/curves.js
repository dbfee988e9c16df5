// What the figures draw. Every point is one prevalence and one cost, looked up in cumulative shares.
import { SINGLE_STRATEGIES } from "../text/names.js";
import { gainsOf } from "./gains.js";
import { clamp, expit, gaussLegendre, logit } from "./numbers.js";
import { sourceShift } from "./samples.js";
import { logCosts, unitOf } from "./units.js";

const COSTS = gaussLegendre(9);

/** Costs to average over: one, or the nodes of a range that is uniform in log odds. */
function costsOf(state) {
  const [low, high] = logCosts(state.units, state.cost);
  if (high - low < 1e-10) return [[low, 1]];
  return Array.from(COSTS.nodes, (node, i) => [(low + high) / 2 + (node * (high - low)) / 2, COSTS.weights[i] / 2]);
}

/** A model's score at one prevalence, over some costs; its zero is treat none. */
function valueOver(costs, sample, shift, { prices }, x) {
  let sum = 0;
  for (const [k, share] of costs) {
    const cut = k - x + shift;
    const [positive, negative] = prices(x, k);
    sum += share * (positive * sample.shares.above(0, cut) - negative * sample.shares.above(1, cut));
  }
  return sum;
}

/** The same over the costs of the state. */
export function valueAt(page, sample, state, x) {
  return valueOver(costsOf(state), sample, sourceShift(page, sample), unitOf(state.units), x);
}

function recalibratedAt(sample, state, x) {
  const { blocks } = sample;
  const { prices } = unitOf(state.units);
  let sum = 0;
  for (const [k, share] of costsOf(state)) {
    let first = 0;
    while (first < blocks.evidence.length && blocks.evidence[first] < k - x - 1e-9) first++;
    const [positive, negative] = prices(x, k);
    sum += share * (positive * blocks.shareFrom(0, first) - negative * blocks.shareFrom(1, first));
  }
  return sum;
}

function treatAllAt(state, x) {
  const { prices } = unitOf(state.units);
  let sum = 0;
  for (const [k, share] of costsOf(state)) {
    const [positive, negative] = prices(x, k);
    sum += share * (positive - negative);
  }
  return sum;
}

function spaced(low, high, count) {
  const [a, b] = [logit(low), logit(high)];
  return Array.from({ length: count }, (_, i) => a + ((b - a) * i) / (count - 1));
}

// In log odds: a factor of ten.
const ROOM = 2.3;

/** An axis around the range asked for, with room on either side, within what can be asked. */
function axisAround(range, limits, count) {
  const [a, b] = range.map(logit);
  const room = Math.max(ROOM, (b - a) * 0.6);
  const low = Math.max(logit(limits[0]), a - room);
  const high = Math.min(logit(limits[1]), b + room);
  return spaced(expit(low), expit(high), count);
}

export function valueCurve(page, samples, names, state, range, limits) {
  const axis = axisAround(range, limits, 121);
  return {
    prevalence: axis.map(expit),
    range,
    models: samples.map((sample, i) => ({
      ...names[i],
      value: axis.map((x) => valueAt(page, sample, state, x)),
      recalibrated: axis.map((x) => recalibratedAt(sample, state, x)),
    })),
    treatAll: axis.map((x) => treatAllAt(state, x)),
  };
}

export function decisionCurve(page, samples, names, state, range, middle) {
  const axis = axisAround(range, [1 / 1001, 1000 / 1001], 121);
  const x = logit(middle);
  const at = (k) => ({ ...state, cost: [expit(k), expit(k)] });
  return {
    cost: axis.map(expit),
    scale: unitOf(state.units).scale,
    range,
    prevalence: middle,
    models: samples.map((sample, i) => ({ ...names[i], value: axis.map((k) => valueAt(page, sample, at(k), x)) })),
    treatAll: axis.map((k) => treatAllAt(at(k), x)),
  };
}

// Whoever is ahead by no more than the page's own rounding is not ahead: the map would be speckled.
const NEARLY = 2e-5;

/** Who is best at each prevalence and cost; a default strategy where no model is better. */
export function winnerMap(page, samples, names, state, ranges, limits) {
  const columns = axisAround(ranges.prevalence, limits.prevalence, 48);
  const rows = axisAround(ranges.cost, limits.cost, 32);
  const shifts = samples.map((sample) => sourceShift(page, sample));
  const unit = unitOf(state.units);
  const winner = rows.map((k) => {
    const costs = [[k, 1]];
    return columns.map((x) => {
      let best = samples.length + 1; // treat none is the zero
      let most = 0;
      const [positive, negative] = unit.prices(x, k);
      if (positive - negative > most + NEARLY) [best, most] = [samples.length, positive - negative];
      for (let i = samples.length - 1; i >= 0; i--) {
        const value = valueOver(costs, samples[i], shifts[i], unit, x);
        if (value > most + NEARLY) [best, most] = [i, value];
      }
      return best;
    });
  });
  return {
    prevalence: columns.map(expit),
    cost: rows.map(expit),
    names: [...names.map(({ name }) => name), ...SINGLE_STRATEGIES],
    winner,
    box: ranges,
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

const WINDOW = 0.25;

/** Where the deployment's weight lies on the axis of raw scores, and where the patients do. */
export function weightCurve(page, sample, name, deployment) {
  const gains = gainsOf(deployment);
  const shift = sourceShift(page, sample);
  const axis = patientsAxis(sample, gains.low + shift, gains.high + shift);
  const mass = (which) => {
    const side = sample.sides[which];
    const half = Math.max(WINDOW, 1.8 * side.scale * side.patients ** -0.2 || WINDOW); // wider where patients are few
    return axis.map((x) => (sample.shares.above(which, x - half) - sample.shares.above(which, x + half)) / (2 * half));
  };
  return { ...name, cutoff: axis.map(expit), density: weightOn(axis, gains, shift), cases: mass(0), nonCases: mass(1) };
}

/** The weight at each point of the axis, of total 1; one cut-off, or next to one, has a little width to be seen. */
function weightOn(axis, gains, shift) {
  const middle = (gains.low + gains.high) / 2 + shift;
  const narrow = gains.high - gains.low < WINDOW / 2;
  const at = (x) => (narrow ? Number(Math.abs(x - middle) < WINDOW / 2) : gains.weight(x - shift));
  const raw = axis.map(at);
  let total = 0;
  for (let i = 1; i < axis.length; i++) total += ((raw[i] + raw[i - 1]) / 2) * (axis[i] - axis[i - 1]);
  return raw.map((value) => value / total);
}

/** From the first patients of either class to the last, but for one in a thousand, and all cut-offs that count. */
function patientsAxis(sample, low, high) {
  const { shares } = sample;
  const until = (done) => {
    let x = -16;
    while (x < 16 && !done(x)) x += 0.125;
    return x;
  };
  const first = until((x) => Math.min(shares.above(0, x), shares.above(1, x)) <= 0.999);
  const last = until((x) => Math.max(shares.above(0, x), shares.above(1, x)) <= 0.001);
  const from = Math.min(first - WINDOW, low - 0.5);
  const to = Math.max(last + WINDOW, high + 0.5);
  return Array.from({ length: 161 }, (_, i) => clamp(from + ((to - from) * i) / 160, -20, 20));
}
