// Intervals that hold for several differences at once; baserate.inference.simultaneous is its twin in the library,
// with the same points.
import { rootOf } from "./numbers.js";
import { normalTail, studentQuantile } from "./student.js";

const DIRECTIONS = 4096;
// A share of a variance below which what is left of it is rounding.
const ROUNDING = 1e-9;
// With so many degrees of freedom t is normal.
const NORMAL = 1e9;

/**
 * The level at which each interval must be made so that all of them hold together at a level.
 * @param variances of the difference of every two items, as rows of a matrix
 * @param contrasts the comparisons made, as pairs of places in it
 */
export function adjustedLevel(variances, contrasts, level) {
  const correlation = correlationOf(variances, contrasts);
  const factor = correlation.length > 1 ? factorOf(correlation) : correlation;
  if (factor.length === 0 || factor[0].length <= 1) return level; // none that varies, or several that are one
  return 1 - 2 * normalTail(criticalValue(factor, level));
}

/** Correlations of the contrasts; those that do not vary, such as of a model with its copy, are left out. */
function correlationOf(v, contrasts) {
  const least = ROUNDING * Math.max(0, ...v.flat());
  const varying = contrasts.filter(([a, b]) => v[a][b] > least);
  return varying.map(([a, b]) =>
    varying.map(([c, d]) => {
      const covariance = (v[a][d] + v[b][c] - v[a][c] - v[b][d]) / 2;
      return Math.min(Math.max(covariance / Math.sqrt(v[a][b] * v[c][d]), -1), 1);
    }),
  );
}

/** Rows of unit length whose products are the correlations: Cholesky's, largest pivot first. */
function factorOf(correlation) {
  const rest = correlation.map((row) => [...row]);
  const factor = rest.map(() => []);
  for (let round = 0; round < rest.length; round++) {
    // Of several that are as large but for rounding the first, so that rounding does not choose.
    const most = rest.reduce((large, row, i) => Math.max(large, row[i]), -Infinity);
    const pivot = rest.findIndex((row, i) => row[i] >= most - ROUNDING);
    if (rest[pivot][pivot] <= 1e-6) break;
    const root = Math.sqrt(rest[pivot][pivot]);
    const column = rest.map((row) => row[pivot] / root);
    column.forEach((value, i) => factor[i].push(value));
    for (let i = 0; i < rest.length; i++) for (let j = 0; j < rest.length; j++) rest[i][j] -= column[i] * column[j];
  }
  return factor.map((row) => row.map((value) => value / Math.hypot(...row)));
}

/** Where the largest of all statistics lies below with the level's probability. */
function criticalValue(factor, level) {
  const dimensions = factor[0].length;
  const largest = largestByDirection(factor, directionsOf(dimensions));
  const below = chiTable(dimensions);
  const covered = (c) => {
    let sum = 0;
    for (let i = 0; i < DIRECTIONS; i++) sum += below(c / largest[i]);
    return sum / DIRECTIONS;
  };
  // Between the quantile for one statistic and Bonferroni's for all of them, but for what the points are off.
  let low = studentQuantile(NORMAL, level) - 0.01;
  let high = studentQuantile(NORMAL, 1 - (1 - level) / factor.length) + 0.01;
  while (covered(high) < level) high += 0.1;
  while (covered(low) > level) low -= 0.1;
  return rootOf((c) => covered(c) - level, low, high, 1e-9);
}

function largestByDirection(factor, directions) {
  const dimensions = factor[0].length;
  const largest = new Float64Array(DIRECTIONS);
  for (let point = 0; point < DIRECTIONS; point++) {
    for (const row of factor) {
      let product = 0;
      for (let k = 0; k < dimensions; k++) product += row[k] * directions[point * dimensions + k];
      largest[point] = Math.max(largest[point], Math.abs(product));
    }
  }
  return largest;
}

/** Probability that the length of so many standard normal variables is below x. */
export function chiBelow(x, dimensions) {
  const square = (x * x) / 2;
  const even = dimensions % 2 === 0;
  let term = even ? 1 : Math.sqrt(2 / Math.PI) * x;
  let sum = 0;
  for (let k = even ? 2 : 3; k <= dimensions; k += 2) {
    sum += term;
    term *= (2 * square) / k;
  }
  const start = even ? 1 : 1 - 2 * normalTail(x);
  return start - Math.exp(-square) * sum;
}

const STEPS = 128;
const FARTHEST = 12;
const tables = new Map();

/** The same by look-up, with a cubic between the ends of narrow steps: right to ten digits. */
function chiTable(dimensions) {
  if (!tables.has(dimensions)) {
    const places = Array.from({ length: FARTHEST * STEPS + 1 }, (_, i) => i / STEPS);
    const values = Float64Array.from(places, (x) => chiBelow(x, dimensions));
    // With two variables less the probability is larger by the density over x.
    const slopes = Float64Array.from(places, (x, i) => (x * (chiBelow(x, dimensions - 2) - values[i])) / STEPS);
    tables.set(dimensions, { values, slopes });
  }
  const { values, slopes } = tables.get(dimensions);
  return (x) => {
    if (x >= FARTHEST) return 1;
    const i = Math.floor(x * STEPS);
    const t = x * STEPS - i;
    const rise = values[i + 1] - values[i];
    const [first, last] = [slopes[i], slopes[i + 1]];
    return values[i] + t * (first + t * (3 * rise - 2 * first - last + t * (first + last - 2 * rise)));
  };
}

const kept = new Map();

/** Directions spread evenly over the sphere, one after the other: an additive recurrence, made normal by Box and Muller. */
function directionsOf(dimensions) {
  if (!kept.has(dimensions)) kept.set(dimensions, spreadDirections(dimensions));
  return kept.get(dimensions);
}

function spreadDirections(dimensions) {
  const pairs = Math.ceil(dimensions / 2);
  let root = 2;
  for (let round = 0; round < 64; round++) root = (1 + root) ** (1 / (2 * pairs + 1));
  const directions = new Float64Array(DIRECTIONS * dimensions);
  const place = (point, k) => (0.5 + (point + 1) * root ** -(k + 1)) % 1;
  for (let point = 0; point < DIRECTIONS; point++) {
    const normal = [];
    for (let pair = 0; pair < pairs; pair++) {
      const length = Math.sqrt(-2 * Math.log1p(-place(point, 2 * pair)));
      const angle = 2 * Math.PI * place(point, 2 * pair + 1);
      normal.push(length * Math.cos(angle), length * Math.sin(angle));
    }
    normal.length = dimensions;
    const size = Math.hypot(...normal);
    normal.forEach((value, k) => (directions[point * dimensions + k] = value / size));
  }
  return directions;
}
