// Spreads: variances with the degrees of freedom with which they are known, from profiles of patients. The same
// rules as the library's: variance within each class and from the classes' sizes, Satterthwaite's degrees of
// freedom, guards where few patients differ, and clusters left out in turn.

import { guardOf } from "./guards.js";

// With more degrees of freedom t is normal.
export const MOST_DEGREES = 1e9;

/** Shift of the middle of the interval from the value, and the spread; the second of two profiles is subtracted. */
export function centreAndSpread(profiles, { pseudo = false, noise = 0 }) {
  let shift = 0;
  let spread;
  const clustered = profiles.some((profile) => profile.sample.clusters);
  // Where patients are censored, the library adds no patients either: their weights are not known.
  const known = profiles.every((profile) => !profile.sample.doubt);
  if (pseudo && !clustered && known) {
    const adjusted = profiles.map(pseudoSpread);
    adjusted.forEach((one, i) => (shift += (i === 0 ? 1 : -1) * one.shift));
    spread = combineSpreads(adjusted.map((one) => one.spread));
  } else {
    spread = combineSpreads(profiles.map(guardedSpread));
    if (clustered) spread = clusterSpread(profiles, spread);
  }
  return { shift, spread: noise > 0 ? combineSpreads([spread, [noise, Infinity]]) : spread };
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
    const [low, high] = profile.ends[which];
    const mean = (n * own + (low + high) / 2) / (n + 1);
    const squares = n * n * seen.within + n * (own - mean) ** 2 + ((mean - low) ** 2 + (high - mean) ** 2) / 2;
    shift += mean - own;
    parts.push([squares / (n * (n + 1)), n], [seen.between, n]);
  });
  return { shift, spread: combineSpreads(parts) };
}

/** A quarter of a patient as far from the mean as one was seen, or might be, on either side. */
function guardedSpread(profile) {
  const parts = [];
  profile.spreads().forEach((seen, which) => {
    const n = seen.size;
    const reach = guardOf(profile, which, seen.within * n * n);
    if (reach > 0) {
      parts.push([(seen.within * n * n + reach ** 2 / 2) / (n * (n + 0.5)), n - 0.5], [seen.between, n - 0.5]);
    } else {
      parts.push([(seen.within * n) / (n - 1), n - 1], [seen.between, n - 1]);
    }
  });
  return combineSpreads(parts);
}

/** Variance as it was seen, without a guard: what correlations are made of. */
export function seenVariance(profiles) {
  if (profiles.some((profile) => profile.sample.clusters)) return betweenClusters(profiles).variance;
  let variance = 0;
  for (const profile of profiles) {
    for (const { size, within, between } of profile.spreads()) variance += (within * size) / (size - 1) + between;
  }
  return variance;
}

/** Never surer than if patients were independent, and no better known than the clusters allow. */
function clusterSpread(profiles, alone) {
  const { variance, degrees } = betweenClusters(profiles);
  return [Math.max(variance, alone[0]), Math.min(degrees, alone[1])];
}

/**
 * Sum of squares over clusters, the variance with each left out in turn, and its degrees of freedom.
 */
export function betweenClusters(profiles) {
  const { excess, degrees, factor } = profiles[0].sample.clusters.between(profiles);
  let own = 0;
  for (const profile of profiles) for (const seen of profile.spreads()) own += seen.within + seen.between;
  const squares = Math.max(own + excess, 0);
  return { degrees, squares, variance: factor * squares };
}
