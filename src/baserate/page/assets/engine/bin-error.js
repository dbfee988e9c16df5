// How far a number that was worked out from bins may be from the library's on the patients themselves. The patients
// of a bin are known by their number, mean and spread only: at one threshold it matters who of them lies on which
// side of it, over a range how their gains bend between them. What is not known is taken to be as chance would have
// it, so many standard deviations to the safe side.
import { ROOT3 } from "./bins.js";
import { guardDoubt } from "./guards.js";

// Standard deviations of what is not known that a stated error covers.
const SAFE = 2.25;
const SAFE_PAIRS = 3.5;
// Of a spread within bins that was worked out from means, spreads and correlation, so much may be wrong.
const WITHIN = 0.6;
// What ends of the score's range, which bins tell roughly, may add: a share of an interval's half. And what clusters
// add where they are known by coarse cells only.
const ROUGH = 0.05;
const ROUGH_CLUSTERS = 0.2;
// Intervals at the observed prevalence are looked for in steps, on the patients themselves too.
const ROUGH_EXACT = 0.003;
// Where patients are weighted by their scores, gains and how they move with thresholds are tabulated, in the library too.
const ROUGH_TABLES = 0.01;
// What it is in doubt about one patient of the smaller class.
const ROUGH_FEW = 3;
const NONE = { value: 0, relative: 0 };
/** There is no number: the score knows too little for patients like these to have the prevalence asked for. */
export const NO_WORLD = { value: Infinity, relative: 0 };
/** A number that this page cannot work out. */
export const NOT_KNOWN = { value: Number.MAX_VALUE, relative: 0 };

/** How many spreads from its mean a bin of so many patients may reach: one of them alone, the others together. */
function reachOf(patients) {
  return Math.min(Math.sqrt(Math.max(patients - 1, 3)), MOST_SPREADS);
}
const MOST_SPREADS = 3.2;

/** No number is in doubt. */
export const noError = () => NONE;

/**
 * The error of a model's score: of its value, and relative, of its standard error.
 * @param profile with gains, shift and classes of its bins
 * @param others what patients of either class may gain, if the outermost reach less far, or farther, than bins tell
 */
export function scoreError({ sample, gains, shift, moments, classes, ends }, others) {
  const parts = sample.sides.map((side, which) =>
    gains.step === null
      ? smoothClass(side, which === 0, gains, shift, moments[which], classes[which])
      : stepClass(side, which === 0 ? gains.positiveTotal : gains.negativeTotal, moments[which], gains.step + shift),
  );
  const totals = [gains.positiveTotal, gains.negativeTotal];
  return withUnseen(withDoubt(combined(parts), sample, totals), { ends, moments }, others);
}

/** With what weights for censoring by a curve of the sample's own would change, at most. */
function withDoubt({ value, relative }, { doubt }, totals) {
  return { value: value + doubtOf(doubt, 0) * totals[0] + doubtOf(doubt, 1) * totals[1], relative };
}

/** How far the share of a class that is treated may be off, because the page has one curve of censoring for all. */
export function doubtOf(doubt, which) {
  return doubt ? [doubt.cases, doubt.others][which] : 0;
}

/** With what patients beyond those seen may gain, or may not. */
function withUnseen({ value, relative }, { ends, moments }, others) {
  const unseen = ends.map(([low, high], which) => {
    const reach = others.map((other) => other[which][1] - other[which][0] - (high - low));
    return (UNSEEN * Math.max(...reach.map(Math.abs))) / (moments[which].size + 1);
  });
  return { value: Math.hypot(value, ...unseen), relative };
}

// One patient more of so many, where nobody was seen: how far an interval reaches for it. Half a patient at either end
// of the gains' range makes a standard error of 0.7 of it, and moves the middle by half: 1.9 at 95 %, more for few
// patients and for intervals that hold together.
const UNSEEN = 3;

/** The error of one cut-off's worth. */
export function stepError({ sample, moments, ends }, totals, threshold, others) {
  const parts = sample.sides.map((side, which) => stepClass(side, totals[which], moments[which], threshold));
  return withUnseen(withDoubt(combined(parts), sample, totals), { ends, moments }, others);
}

/** Of two classes: errors of the value add as independent ones do, relative ones by each class's share in the variance. */
function combined(parts) {
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  const unsure = parts.reduce((sum, part) => sum + part.unsure ** 2, 0);
  return {
    value: Math.hypot(...parts.map(({ value }) => value)),
    relative: variance > 0 ? Math.sqrt(unsure) / variance / 2 : 0,
  };
}

/** One threshold: who of a bin that reaches over it is treated is a matter of chance. */
function stepClass(side, most, { mean, size }, threshold) {
  const value = most * shareError(side, threshold);
  const variance = Math.max(mean * (most - mean), 0) / size;
  // The variance of a share moves with the share, most where it is small.
  return { value, variance, unsure: (value * (Math.abs(most - 2 * mean) + value)) / size };
}

/** The error of the share of a class that is treated at a threshold. */
export function shareError(side, threshold) {
  let squares = 0;
  let [surelyAbove, surelyBelow] = [0, 0];
  for (let i = 0; i < side.length; i++) {
    const half = side.s[i] * reachOf(side.n[i]);
    const above = side.x[i] + half - threshold;
    if (above >= 2 * half) surelyAbove += side.n[i];
    else if (above <= 0) surelyBelow += side.n[i];
    else squares += side.q[i] * (above / (2 * half)) * (1 - above / (2 * half));
  }
  // Where bins see nobody on one side, somebody may be there.
  const alone = Math.min(surelyAbove, surelyBelow) === 0 && side.s.some((spread) => spread > 0) ? ALONE / side.size : 0;
  return Math.hypot((SAFE * Math.sqrt(squares)) / side.weight, alone);
}

const ALONE = 1.2;

/** A range of thresholds: gains bend between a bin's patients, most at the ends of the range. */
function smoothClass(side, isCase, gains, shift, { within }, { gain, half }) {
  let value = 0;
  let unsure = 0;
  for (let i = 0; i < side.length; i++) {
    const s = side.s[i];
    if (s === 0) continue;
    const x = side.x[i] - shift;
    const reach = reachOf(side.n[i]);
    if (x + reach * s <= gains.low || x - reach * s >= gains.high) continue;
    const at = (z) => (isCase ? gains.positive(z) : gains.negative(z));
    const even = EVEN.reduce((sum, [place, share]) => sum + share * at(x + ROOT3 * s * place), 0) - gain[i];
    const skewed = Math.max(
      Math.abs(oneApart(at, x, s, reach) - gain[i]),
      Math.abs(oneApart(at, x, -s, reach) - gain[i]),
    );
    value += side.w[i] ** 2 * (skewed ** 2 + even ** 2);
    unsure += (side.q[i] * (WITHIN * half[i] * half[i] + bend(at, x, s, half[i]))) ** 2;
  }
  return {
    value: (BENT * Math.sqrt(value)) / side.weight,
    variance: within,
    unsure: Math.sqrt(unsure) / side.weight ** 2,
  };
}

/** How far the spread of a bin's gains is from what its middle tells, where it reaches to where gains bend. */
function bend(at, x, s, half) {
  const wide = (at(x + WIDE * s) - at(x - WIDE * s)) / (2 * WIDE);
  return Math.abs(wide * wide - half * half);
}
const WIDE = 2;

// So many times what one patient apart from all others of each bin would make.
const BENT = 1.5;

/** Mean gain of a bin whose mean and spread come from one patient far away, and all others together. */
function oneApart(at, x, s, reach) {
  const share = 1 / (1 + reach * reach);
  return share * at(x + reach * s) + (1 - share) * at(x - s / reach);
}

// Patients that lie evenly over a bin, by Gauss's four points: place and share.
const EVEN = [
  [-0.8611363115940526, 0.17392742256872692],
  [-0.33998104358485626, 0.3260725774312731],
  [0.33998104358485626, 0.3260725774312731],
  [0.8611363115940526, 0.17392742256872692],
];
/**
 * The error of the difference of two models, from their joint bins.
 * @param pair its profile, with the most that a patient of either class can gain
 */
export function pairError(pair, one, other) {
  const errors = [one, other].map((profile) => profile.uncertainty());
  if (areCopies(pair.sample, one, other)) return NONE;
  const isStep = one.gains.step !== null;
  let variance = 0;
  let unsure = 0;
  pair.sample.sides.forEach((side, which) => {
    variance += pair.moments[which].within;
    const most = which === 0 ? one.gains.positiveTotal : one.gains.negativeTotal;
    const part = isStep
      ? discordance(side, pair.classes[which], most)
      : jointSpread(side, which === 0, pair.classes[which], [one, other]);
    unsure += (part / side.weight ** 2) ** 2;
  });
  return {
    value: Math.hypot(errors[0].value, errors[1].value),
    relative: variance > 0 ? Math.sqrt(unsure) / variance / 2 : 0,
  };
}

/** Whether two models have one and the same score for everybody. */
function areCopies({ sides }, one, other) {
  if (one.shift !== other.shift) return false;
  return sides.every(({ x, s, y, t, r }) =>
    x.every((value, i) => value === y[i] && s[i] === t[i] && (s[i] === 0 || r[i] === 1)),
  );
}

/** One threshold: how many are treated by one model only, where joint bins reach over it. */
function discordance(side, { gain, variance }, most) {
  let unknown = 0;
  for (let i = 0; i < side.length; i++) {
    const differ = Math.min((gain[i] * gain[i] + variance[i]) / (most * most), 1);
    unknown += ((side.q[i] * side.q[i]) / Math.max(side.n[i], 1)) * differ * (1 - differ);
  }
  return SAFE_PAIRS * most * most * Math.sqrt(unknown);
}

/** A range of thresholds: the spread of a difference within joint bins, and where either model's gains bend there. */
function jointSpread(side, isCase, { variance }, [one, other]) {
  const gainsOf =
    ({ gains, shift }) =>
    (z) =>
      isCase ? gains.positive(z - shift) : gains.negative(z - shift);
  const [first, second] = [one, other].map(gainsOf);
  let unsure = 0;
  for (let i = 0; i < side.length; i++) {
    const bends = bendOf(first, side.x[i], side.s[i]) + bendOf(second, side.y[i], side.t[i]);
    unsure += (side.q[i] * (WITHIN * variance[i] + bends)) ** 2;
  }
  return SAFE * Math.sqrt(unsure);
}

function bendOf(at, x, s) {
  return s === 0 ? 0 : bend(at, x, s, (at(x + s) - at(x - s)) / 2);
}

/**
 * The error of a recalibrated model's score: blocks were cut at bins, so that what they say by themselves and what
 * they say of the bins differ; and its optimism was carried in steps.
 */
export function recalibratedError(score, apart, optimism) {
  const { value, relative } = score.uncertainty();
  const isStep = score.gains.step !== null;
  return {
    value: RECALIBRATED * Math.hypot(value, apart, OPTIMISM * optimism),
    relative: relative + (isStep || score.sample.isExact ? ROUGH_AT_ONE : ROUGH_OVER_RANGE),
  };
}

// Blocks of bins are others than those of the patients; the optimism comes in steps, which at one threshold says little
// of how it varies, nor where every patient is a bin and the rest of the error is nothing.
const RECALIBRATED = 2;
const OPTIMISM = 0.3;
const [ROUGH_AT_ONE, ROUGH_OVER_RANGE] = [0.7, 0.3];

/** Relative error of any interval made from these profiles, whatever the number. */
export function roughness(profiles) {
  const known = Math.max(...profiles.map(({ sample }) => roughnessOf(sample)));
  const tables = profiles.some(isTabulated) ? ROUGH_TABLES : 0;
  return known === 0 ? ROUGH_EXACT + tables : known + tables + Math.hypot(...profiles.map(guardDoubt));
}

function isTabulated({ gains, clusterParts = [] }) {
  return Boolean(gains?.isWorld) || clusterParts.some(isTabulated);
}

/** Relative error of any interval made from these bins. */
export function roughnessOf({ isExact, clusters, sides, doubt }) {
  if (isExact) return 0;
  const fewest = Math.min(...sides.map(({ size }) => size));
  return ROUGH_FEW / fewest + (clusters ? ROUGH_CLUSTERS : ROUGH) + (doubt ? doubt.relative : 0);
}

/** The error of a sum or difference of profiles that share no bins, or whose errors may add. */
export function addedErrors(...profiles) {
  const errors = profiles.map((profile) => profile.uncertainty());
  return {
    value: Math.hypot(...errors.map(({ value }) => value)),
    relative: Math.max(...errors.map(({ relative }) => relative)),
  };
}

/** An interval with what it and its value may be off by, and whether that is too much to show them. */
export function withError({ value, low, high }, error) {
  const half = Math.max(high - value, value - low);
  const off = error.value + error.relative * half;
  return { value, low, high, error: off, coarse: off > half };
}
