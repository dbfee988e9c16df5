// The share of the difference in prevalence that is label shift: in words, and what its error adds where it was fitted.
import { shiftText } from "../text/formats.js";
import { general } from "../text/digits.js";
import { fill, WORDS } from "../text/words.js";
import { studentQuantile } from "./student.js";

const { shares: SHARES, effects: EFFECTS } = WORDS.page.shift;

// Over about one standard error a score is taken to be a line, and over so much at least and at most.
const [LEAST, MOST] = [1e-3, 0.25];
const NORMAL = 1.959963984540054;
const KNOWN_WELL = 1e9;

/**
 * The variance of a model's fitted share, where a setting asks for that and not for the observed prevalence; else 0. It
 * is enlarged by t's quantile over the normal one: with few groups its standard error is itself uncertain.
 */
export function shiftNoise({ gamma, standard_error: error, degrees_of_freedom: degrees }, { shift, prevalence }) {
  if (error === 0 || prevalence === null || (shift ?? gamma) !== gamma) return 0;
  return (error * (studentQuantile(degrees ?? KNOWN_WELL, 0.95) / NORMAL)) ** 2;
}

/** How fast a number moves with the share, over about one standard error of it. */
export function slopeOfShift({ gamma, standard_error: error }, valueAt) {
  const step = Math.min(Math.max(error, LEAST), MOST);
  const [low, high] = [Math.max(0, gamma - step), Math.min(1, gamma + step)];
  return (valueAt(high) - valueAt(low)) / (high - low);
}

/** Whether two shares were fitted together: then their errors are one. */
export function isSameShift(one, other) {
  return ["gamma", "standard_error", "degrees_of_freedom"].every((part) => one[part] === other[part]);
}

const kindOf = (shift) => (shift === 0 ? "none" : shift === 1 ? "all" : "some");

/** How much, in words: "all", "none", "30 %". */
export function shareText(shift) {
  return fill(SHARES[kindOf(shift)], { percent: general(100 * shift, 3) });
}

/** What is done with scores. */
export function effectText(shift) {
  return EFFECTS[shift === null ? "some" : kindOf(shift)];
}

/** The shares of all models as the library says them; null where all is label shift, known for certain. */
export function shiftsInWords(shifts, models, state, join) {
  if (state.prevalence === null) return null;
  const told = shifts.map((own) => {
    const isOwn = (state.shift ?? own.gamma) === own.gamma;
    return isOwn ? shiftText(own.gamma, own.standard_error) : shiftText(state.shift);
  });
  if (told.every((text) => text === shiftText(1))) return null;
  if (new Set(told).size === 1) return told[0];
  return join(models.map((model, i) => fill(WORDS.shift.opening_one, { model, shift: told[i] })));
}
