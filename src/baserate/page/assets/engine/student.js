// Student's t: probabilities and quantiles, right to nine digits.
import { rootOf } from "./numbers.js";

// Lanczos's series for the logarithm of the gamma function, g = 7.
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x) {
  const t = x + 6.5;
  let series = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) series += LANCZOS[i] / (x + i - 1);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}

/** logGamma(a + b) - logGamma(a); for b = 1/2 and large a by a series, because the difference loses digits. */
function logGammaRise(a, b) {
  if (b !== 0.5 || a < 30) return logGamma(a + b) - logGamma(a);
  return 0.5 * Math.log(a) - 1 / (8 * a) + 1 / (192 * a ** 3) - 1 / (640 * a ** 5) + 17 / (14336 * a ** 7);
}

/** Continued fraction of the incomplete beta function (Lentz). */
function betaFraction(a, b, x) {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let result = d;
  for (let m = 1; m <= 10000; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 + term * d;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      c = 1 + term / c;
      c = Math.abs(c) < tiny ? tiny : c;
      result *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return result;
}

/** The incomplete beta function at x; rest is 1 - x, which loses digits when it is worked out here. */
function incompleteBeta(a, b, x, rest) {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const front = Math.exp(logGammaRise(a, b) - logGamma(b) + a * Math.log1p(-rest) + b * Math.log(rest));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, rest)) / b;
}

// Beyond so many degrees of freedom t is normal to nine digits, after one term of its expansion.
const MANY = 1e5;

/** Probability that a normal variable is above z, which is not negative. */
export function normalTail(z) {
  // From the t distribution's own limit: the incomplete gamma function of 1/2, as a continued fraction.
  const x = (z * z) / 2;
  if (x < 1.5) {
    let term = z / Math.sqrt(2 * Math.PI);
    let sum = term;
    for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
      term *= -x / n;
      sum += term / (2 * n + 1);
    }
    return 0.5 - sum;
  }
  let fraction = 0;
  for (let k = 400; k >= 1; k--) fraction = k / (z + fraction);
  return Math.exp(-x) / Math.sqrt(2 * Math.PI) / (z + fraction);
}

/** Probability that a t variable is above |t|. */
function studentTail(t, degrees) {
  if (degrees > MANY) {
    // (1 - 1/(4 df)) / sqrt(1 + t^2/(2 df)) moves t to the normal scale.
    return normalTail((t * (1 - 1 / (4 * degrees))) / Math.sqrt(1 + (t * t) / (2 * degrees)));
  }
  const rest = (t * t) / (degrees + t * t);
  return 0.5 * incompleteBeta(degrees / 2, 0.5, 1 - rest, rest);
}

/** Probability that a t variable with so many degrees of freedom is below t. */
export function studentBelow(t, degrees) {
  const tail = studentTail(Math.abs(t), degrees);
  return t > 0 ? 1 - tail : tail;
}

/** The t quantile for an interval at a level: half of what is left out lies on either side. */
export function studentQuantile(degrees, level) {
  const outside = (1 - level) / 2;
  if (degrees < FEWEST) return searchedQuantile(degrees, outside);
  if (!tables.has(outside)) tables.set(outside, quantileTable(outside));
  return quantileAt(tables.get(outside), 1 / degrees);
}

/** The same for a level that is used once: found by search, and not kept. */
export function studentQuantileOnce(degrees, level) {
  return searchedQuantile(degrees, (1 - level) / 2);
}

function searchedQuantile(degrees, outside) {
  let high = 2;
  while (studentTail(high, degrees) > outside) high *= 2;
  // The logarithm of a tail bends less than the tail.
  const goal = Math.log(outside);
  return rootOf((t) => goal - Math.log(studentTail(t, degrees)), high === 2 ? 0 : high / 2, high, 1e-14 * high);
}

// As a function of one over the degrees of freedom the quantile is smooth: from so many degrees on, a
// polynomial through a few values of it is right to ten digits, and a hundred times as fast.
const FEWEST = 4;
const NODES = 24;
const tables = new Map();

function quantileTable(outside) {
  const nodes = Array.from({ length: NODES }, (_, i) => (1 - Math.cos((Math.PI * (i + 0.5)) / NODES)) / (2 * FEWEST));
  return { nodes, values: nodes.map((u) => searchedQuantile(1 / u, outside)) };
}

/** Barycentric interpolation at Chebyshev's nodes. */
function quantileAt({ nodes, values }, u) {
  let above = 0;
  let below = 0;
  for (let i = 0; i < NODES; i++) {
    const apart = u - nodes[i];
    if (apart === 0) return values[i];
    const weight = ((i % 2 ? -1 : 1) * Math.sin((Math.PI * (i + 0.5)) / NODES)) / apart;
    above += weight * values[i];
    below += weight;
  }
  return above / below;
}
