// Estimates: a number with its interval, from what the patients of each bin contribute to it. The same
// rules as the library's: variance within each class and from the classes' sizes, Satterthwaite's degrees
// of freedom, and a guard where few patients differ.
import { shareAbove } from "./bins.js";
import { studentBelow, studentQuantile, studentQuantileOnce } from "./student.js";

const FEW = 10;

/** Mean gain of every bin of one class, and half the difference between its upper and its lower patients. */
export function binGains(side, isCase, gains, shift, nodes = side.nodes) {
  const gain = new Float64Array(side.length);
  const half = new Float64Array(side.length);
  if (gains.step !== null) return stepBins(side, isCase, gains, gains.step + shift, nodes, gain, half);
  const [uppers, lowers] = nodes;
  for (let i = 0; i < gain.length; i++) {
    const upper = isCase ? gains.positive(uppers[i] - shift) : gains.negative(uppers[i] - shift);
    const lower = isCase ? gains.positive(lowers[i] - shift) : gains.negative(lowers[i] - shift);
    gain[i] = (upper + lower) / 2;
    half[i] = (upper - lower) / 2;
  }
  return { gain, half };
}

/** The same for one threshold: a bin's patients may lie on both sides of it. */
function stepBins(side, isCase, gains, threshold, [uppers, lowers], gain, half) {
  const most = isCase ? gains.positiveTotal : gains.negativeTotal;
  for (let i = 0; i < gain.length; i++) {
    const treated = shareAbove((uppers[i] + lowers[i]) / 2, (uppers[i] - lowers[i]) / 2, threshold);
    gain[i] = most * (isCase ? treated : 1 - treated);
    half[i] = (isCase ? most : -most) * Math.sqrt(treated * (1 - treated));
  }
  return { gain, half };
}

/** Mean slope of the gains of one class, by weight; steps have none. */
export function meanSlope(side, isCase, gains, shift) {
  if (gains.step !== null) return 0;
  const [uppers, lowers] = side.nodes;
  let sum = 0;
  for (let i = 0; i < uppers.length; i++) {
    const a = uppers[i] - shift;
    const b = lowers[i] - shift;
    if (a <= gains.low || b >= gains.high) continue;
    const slopes = isCase
      ? gains.weight(a) + gains.weight(b)
      : Math.exp(a) * gains.weight(a) + Math.exp(b) * gains.weight(b);
    sum += side.w[i] * slopes;
  }
  return sum / 2 / side.weight;
}

/** Gains by class, as a profile of the patients: what an interval is made of. */
export class Profile {
  /**
   * @param sample whose patients they are: {sides, key, clusters}
   * @param classes for cases and non-cases {gain, half}, or {gain, variance}: of each bin
   * @param most what a patient of either class can gain
   * @param derivative how fast the number rises with the log odds of the sample's prevalence
   */
  constructor(sample, classes, most, derivative) {
    this.sample = sample;
    this.most = most;
    this.derivative = derivative;
    this.moments = classes.map((one, which) => momentsOf(sample.sides[which], one));
    this.classes = classes;
  }

  get value() {
    return this.moments[0].mean + this.moments[1].mean;
  }

  /** Spread within each class, and from how many patients of the class there are. */
  spreads() {
    return this.moments.map((m, which) => {
      const along = (which === 0 ? 1 : -1) * this.derivative + m.tilt * m.size;
      return { size: m.size, within: Math.max(m.within - m.tilt ** 2 * m.size, 0), between: along ** 2 / m.size };
    });
  }

  /** What a patient adds for each unit of weight, by bin: for sums over clusters. */
  contribution(which) {
    const side = this.sample.sides[which];
    const middle = this.moments[which].mean + (which === 0 ? -1 : 1) * this.derivative;
    return (bin) => (this.classes[which].gain[bin] - middle) / side.weight;
  }
}

/** Mean, spread and tilt of the gains of one class. */
export function momentsOf(side, { gain, half, variance }) {
  let sum = 0;
  for (let i = 0; i < side.length; i++) sum += side.w[i] * gain[i];
  const mean = sum / side.weight;
  let within = 0;
  let tilt = 0;
  for (let i = 0; i < side.length; i++) {
    const apart = gain[i] - mean;
    within += side.q[i] * (apart * apart + (variance ? variance[i] : half[i] * half[i]));
    tilt += side.q[i] * apart;
  }
  return { mean, within: within / side.weight ** 2, tilt: tilt / side.weight ** 2, size: side.size };
}

/** Independent (variance, degrees) as one: Satterthwaite's approximation. */
export function combineSpreads(parts) {
  let variance = 0;
  for (const part of parts) variance += part[0];
  if (!(variance > 0)) return [0, Infinity];
  let unsure = 0;
  for (const [part, degrees] of parts) unsure += (part / variance) ** 2 / degrees;
  return [variance, unsure > 0 ? 1 / unsure : Infinity];
}

/** Half a patient of each class at either end of the gains' range: shift of the centre, and spread. */
function pseudoSpread(profile) {
  let shift = 0;
  const parts = [];
  profile.spreads().forEach((seen, which) => {
    const { mean: own, size: n } = profile.moments[which];
    const most = profile.most[which];
    const mean = (n * own + most / 2) / (n + 1);
    const squares = n * n * seen.within + n * (own - mean) ** 2 + (mean ** 2 + (most - mean) ** 2) / 2;
    shift += mean - own;
    parts.push([squares / (n * (n + 1)), n], [seen.between, n]);
  });
  return { shift, spread: combineSpreads(parts) };
}

/** A quarter of a patient as far from the mean as one was seen, or might be, on either side. */
function guardedSpread(profile) {
  const parts = [];
  profile.guards ??= [];
  profile.spreads().forEach((seen, which) => {
    const n = seen.size;
    const reach = (profile.guards[which] ??= guard(profile, which, seen.within * n * n));
    if (reach > 0) {
      parts.push([(seen.within * n * n + reach ** 2 / 2) / (n * (n + 0.5)), n - 0.5], [seen.between, n - 0.5]);
    } else {
      parts.push([(seen.within * n) / (n - 1), n - 1], [seen.between, n - 1]);
    }
  });
  return combineSpreads(parts);
}

function guard(profile, which, squares) {
  const reach = profile.most[which];
  if (!(reach > 0)) return 0;
  // Among so many patients that the farthest possible one would change nothing, nobody looks for it.
  if (reach ** 2 < NOTHING * squares) return reach / 4;
  const side = profile.sample.sides[which];
  const { gain, half, variance } = profile.classes[which];
  const middle = median(gain, side.sample);
  let differ = 0;
  let farthest = 0;
  for (let i = 0; i < side.length; i++) {
    const deviation = variance ? Math.sqrt(variance[i]) : Math.abs(half[i]);
    const apart = Math.abs(gain[i] - middle) + (side.n[i] > 1 ? FARTHEST_OF_BIN * deviation : 0);
    if (apart > 1e-9 * reach) differ += (side.w[i] * side.w[i]) / side.q[i];
    if (apart > farthest) farthest = apart;
  }
  return differ < Math.min(FEW, side.size / 8) ? reach : Math.max(farthest, reach / 4);
}

const NOTHING = 2e-3;

function median(gain, sample) {
  const some = new Float64Array(sample.length);
  for (let i = 0; i < some.length; i++) some[i] = gain[sample[i]];
  some.sort();
  const half = some.length >> 1;
  return some.length % 2 ? some[half] : (some[half - 1] + some[half]) / 2;
}

// The farthest of a handful of patients lies about so many standard deviations from their mean.
const FARTHEST_OF_BIN = 1.3;

/**
 * The interval of a number from its profiles, which are of different patients.
 * @param how {pseudo, noise, bounds, level}: noise is a variance that no patient contributes. The second of
 *   two profiles is subtracted from the first.
 */
export function estimate(value, profiles, { pseudo = false, noise = 0, bounds = [-Infinity, Infinity], level }) {
  let centre = value;
  let spread;
  const clustered = profiles.some((profile) => profile.sample.clusters);
  if (pseudo && !clustered) {
    const adjusted = profiles.map(pseudoSpread);
    adjusted.forEach(({ shift }, i) => (centre += (i === 0 ? 1 : -1) * shift));
    spread = combineSpreads(adjusted.map((one) => one.spread));
  } else {
    spread = combineSpreads(profiles.map(guardedSpread));
    if (clustered) spread = clusterSpread(profiles, spread);
  }
  if (noise > 0) spread = combineSpreads([spread, [noise, Infinity]]);
  const degrees = Math.min(spread[1], 1e9);
  const ends = (quantile) => {
    const half = quantile * Math.sqrt(spread[0]);
    return { low: Math.max(centre - half, bounds[0]), high: Math.min(centre + half, bounds[1]) };
  };
  return {
    value,
    ...ends(studentQuantile(degrees, level)),
    seen: () => seenVariance(profiles),
    at: (other) => ends(studentQuantileOnce(degrees, other)),
    confidence: (above = 0) => confidenceAbove(centre - above, spread),
  };
}

/** Variance as it was seen, without a guard: what correlations are made of. */
function seenVariance(profiles) {
  let variance = 0;
  for (const profile of profiles) {
    for (const { size, within, between } of profile.spreads()) variance += (within * size) / (size - 1) + between;
  }
  return profiles.some((profile) => profile.sample.clusters) ? betweenClusters(profiles).variance : variance;
}

/** A number that is known exactly. */
export function exactEstimate(value) {
  const ends = { low: value, high: value };
  return {
    value,
    ...ends,
    seen: () => 0,
    at: () => ends,
    confidence: (above = 0) => confidenceAbove(value - above, [0]),
  };
}

/** One-sided confidence level, on a t scale, that what lies at the centre is above zero. */
function confidenceAbove(centre, [variance, degrees]) {
  if (variance === 0) return centre === 0 ? 0.5 : Number(centre > 0);
  return studentBelow(centre / Math.sqrt(variance), Math.min(degrees, 1e9));
}

/** Never surer than if patients were independent, and no better known than the clusters are many. */
function clusterSpread(profiles, alone) {
  const { variance, count } = betweenClusters(profiles);
  return [Math.max(variance, alone[0]), Math.min(count - 1, alone[1])];
}

function betweenClusters(profiles) {
  const { count, excess } = profiles[0].sample.clusters.between(profiles);
  let own = 0;
  for (const profile of profiles) for (const seen of profile.spreads()) own += seen.within + seen.between;
  return { count, variance: (count / (count - 1)) * Math.max(own + excess, 0) };
}
