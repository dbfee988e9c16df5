// Prevalences that a hand can set: two significant digits, in percent; above 99 % of what is missing to 100 %.
import { logit } from "../engine/numbers.js";

const MANTISSAS = Array.from({ length: 90 }, (_, at) => 10 + at);
const BELOW = [-6, -5, -4, -3, -2].flatMap((power) => MANTISSAS.map((digits) => Number(`${digits}e${power - 1}`)));
const WHOLE = MANTISSAS.map((digits) => digits / 100);
const ABOVE = BELOW.filter((share) => share < 0.01)
  .map((share) => Number((1 - share).toPrecision(9)))
  .reverse();
// From 0.0001 % to 99.9999 %.
const STEPS = [...BELOW, ...WHOLE, ...ABOVE];

const near = (one, other) => Math.abs(one - other) <= 1e-9 * Math.min(one, 1 - one);

/** The shares of two digits from one to another, both ends with them. */
export function stepsBetween([low, high]) {
  const inside = STEPS.filter((step) => step > low && step < high && !near(step, low) && !near(step, high));
  return near(low, high) ? [low] : [low, ...inside, high];
}

/** The share of two digits that is nearest on the log-odds axis, or an end. */
export function nearestStep(share, [low, high]) {
  const within = [low, high].find((end) => near(end, share));
  if (within !== undefined || share <= low || share >= high) return within ?? (share <= low ? low : high);
  const above = STEPS.findIndex((step) => step >= share);
  const [a, b] = [STEPS[above - 1] ?? low, STEPS[above] ?? high];
  const nearest = logit(share) - logit(a) < logit(b) - logit(share) ? a : b;
  return Math.min(Math.max(nearest, low), high);
}

/** The share so many steps away; from one between two steps the next is one step. */
export function stepFrom(share, count, limits) {
  const steps = stepsBetween(limits);
  if (count > 0) {
    const next = steps.findIndex((step) => step > share && !near(step, share));
    return next < 0 ? steps.at(-1) : steps[Math.min(next + count - 1, steps.length - 1)];
  }
  const before = steps.findLastIndex((step) => step < share && !near(step, share));
  return before < 0 ? steps[0] : steps[Math.max(before + count + 1, 0)];
}
