// Number formats: shares, costs, counts, estimates, probabilities. Exact ones for what was stated or
// estimated; rounder ones for the places along an axis.
import { fixed, general, groupThousands } from "./digits.js";
import { fill, WORDS } from "./words.js";

const DIGITS = WORDS.digits;

// ---- as the library writes them ----

/** 0.015 as "1.5 %", with enough digits to tell 99.99 % from 100 %. */
export function percentText(share) {
  return `${general(100 * share, share <= DIGITS.near_one ? DIGITS.percent : DIGITS.percent_near_one)} %`;
}

/** A share in percent, to three digits. */
export function shortPercentText(share) {
  return `${general(100 * share, DIGITS.short_percent)} %`;
}

/** The level of an interval, such as "95 %". */
export function levelText(level) {
  return `${general(100 * level, 6)} %`;
}

/** The cost parameter as false positive : false negative, one side being 1. */
export function ratioText(c) {
  return c <= 0.5 ? `1:${general((1 - c) / c, DIGITS.ratio)}` : `${general(c / (1 - c), DIGITS.ratio)}:1`;
}

/** What the cost parameter says about a missed case, so that 30:1 is not taken for 1:30. */
export function ratioWords(c) {
  if (Math.abs(c - 0.5) < 1e-9) return WORDS.cost.equal;
  if (c < 0.5) return fill(WORDS.cost.missed_case_dearer, { times: general((1 - c) / c, DIGITS.ratio) });
  return fill(WORDS.cost.treatment_dearer, { times: general(c / (1 - c), DIGITS.ratio) });
}

/** 12345 as "12,345". */
export function countText(value) {
  return Number.isFinite(value) ? groupThousands(String(Math.round(value))) : WORDS.numbers.missing;
}

/** A value and the ends of its interval in the units shown, with the digits that it is worth. */
export function scaledTexts({ value, low, high, error = 0 }, { factor, digits }) {
  let enough = factor * (high - low) >= DIGITS.least_width_in_last_digits * 10 ** -digits ? digits : digits + 1;
  // An interval that excludes zero does not end at a rounded zero.
  const nearest = factor * Math.max(low, -high);
  while (nearest > 0 && Number(fixed(nearest, enough)) === 0 && enough < digits + DIGITS.most_added) enough++;
  const kept = digitsWithin(factor * error, enough);
  return [value, low, high].map((x) => roundTo(factor * x, kept));
}

/** No digit stands behind the error's first: so many after the point, or fewer; below zero, so many zeros before it. */
function digitsWithin(error, digits) {
  return error > 0 ? Math.min(digits, -Math.floor(Math.log10(error) + 1e-9)) : digits;
}

/** A number with so many digits after the point, or rounded to tens, hundreds ... before it. */
function roundTo(x, digits) {
  if (digits >= 0) return fixed(x, digits);
  const step = 10 ** -digits;
  return fixed(step * Math.round(x / step), 0);
}

/** "8.2 (7.7 to 8.7)"; without an interval only the value. Signed, a value above zero says so. */
export function estimateText(estimate, scale, signed = false) {
  if (!Number.isFinite(estimate?.value)) return WORDS.numbers.missing;
  if (estimate.coarse) return notHere(estimate);
  const sign = (text) => (signed && Number(text) > 0 ? `+${text}` : text);
  if (estimate.value === 0 && estimate.low === estimate.high) return "0";
  if (!hasInterval(estimate)) return sign(fixed(scale.factor * estimate.value, scale.digits));
  const [value, low, high] = scaledTexts(estimate, scale).map(sign);
  return `${value} (${low} to ${high})`;
}

/** Why there is no number: the page does not have it, or no patients are like that. */
export function notHere({ error }) {
  return error === Infinity ? WORDS.page.shift.no_world : WORDS.numbers.not_from_this_page;
}

/** A value that is known exactly, or that has no interval, is written without one. */
function hasInterval({ low, high }) {
  return Number.isFinite(low) && Number.isFinite(high) && low !== high;
}

/** A measure of the result: three digits, or a dash where these patients do not give it. */
export function measureText(measure) {
  if (!measure || measure.value === null) return WORDS.numbers.missing;
  const text = (x) => fixed(x, DIGITS.measure);
  if (measure.low === null || measure.high === null) return text(measure.value);
  return `${text(measure.value)} (${text(measure.low)} to ${text(measure.high)})`;
}

/** A confidence level in percent; one that is next to certain is not called so. */
export function confidenceText(level) {
  const { more, less } = WORDS.numbers;
  const certain = WORDS.constants.nearly_certain;
  const percent = (share) => fixed(100 * share, DIGITS.confidence);
  if (level > certain) return `${more} ${percent(certain)} %`;
  return level < 1 - certain ? `${less} ${percent(1 - certain)} %` : `${percent(level)} %`;
}

/** A share of label shift, as the library writes it. */
export function shiftText(shift, error = 0) {
  if (error > 0) return `${general(shift, 2)} (fitted, standard error ${general(error, 2)})`;
  const name = { 0: " (covariate shift)", 1: " (label shift)" }[shift] ?? "";
  return `${general(shift, 6)}${name}`;
}

/** Why the cut-off on the score is, or is not, the threshold probability. */
export function cutoffReason({ value, probability, prevalence, source, over, shift, observed, notShifted }) {
  const key = Math.abs(value - probability) <= 1e-9 * Math.max(value, probability) ? "same" : "differs";
  const adjusted = shift < 1 ? { shift: shiftText(shift), observed: shortPercentText(observed) } : {};
  const reason = fill(shift < 1 ? WORDS.shift[`threshold_${key}`] : WORDS.threshold[key], {
    ...adjusted,
    probability: shortPercentText(probability),
    cutoff: shortPercentText(value),
    source: shortPercentText(source),
    prevalence: shortPercentText(prevalence),
    median: over === "prevalence" || over === "both" ? WORDS.threshold.median : "",
  });
  const unshifted = shortPercentText(notShifted);
  if (shift < 1 || unshifted === shortPercentText(value)) return reason;
  return `${reason} ${fill(WORDS.threshold.not_shifted, { cutoff: unshifted })}`;
}

/** A share in percent with its interval, and with the digits that it is worth; a dash where there is none. */
export function rateText(rate) {
  if (!rate) return WORDS.numbers.missing;
  if (rate.coarse) return notHere(rate);
  const narrow = 100 * (rate.high - rate.low) < DIGITS.least_width_in_last_digits * 10 ** -DIGITS.rate;
  const [value, low, high] = endsText(rate, 100, DIGITS.rate + Number(narrow));
  return `${value} % (${low} to ${high})`;
}

/** How many of 1,000 patients, with its interval. */
export function per1000Text(count) {
  if (count.coarse) return notHere(count);
  const [value, low, high] = endsText(count, 1, DIGITS.per_1000_at_threshold);
  return `${value} (${low} to ${high})`;
}

function endsText({ value, low, high, error = 0 }, factor, digits) {
  const kept = digitsWithin(factor * error, digits);
  return [value, low, high].map((x) => roundTo(factor * x, kept));
}

// ---- in figures ----

const MISSING = "–";

/** A number as it is set in a figure: with a true minus, and never parted from its percent sign. */
function typeset(text) {
  return text.replace(/-(?=\d)/g, "\u2212").replaceAll(" %", "\u00a0%");
}

/** A value in the units shown, for a figure. */
export function figureValue(value, scale, signed = false) {
  return Number.isFinite(value) ? figureEstimate({ value, low: value, high: value }, scale, signed) : MISSING;
}

/** A value with its interval for a figure: "23.1 (21.0 to 25.2)". */
export function figureEstimate(estimate, scale, signed = false) {
  return Number.isFinite(estimate?.value) ? typeset(estimateText(estimate, scale, signed)) : MISSING;
}

/** A number at a linear axis. */
export function tickText(value) {
  return typeset((value < 0 ? "-" : "") + groupThousands(String(Math.abs(Number(value.toPrecision(6))))));
}

/** 0.032 as "3.2 %": two digits that count, three above ten. */
export function roundPercent(share) {
  if (!Number.isFinite(share)) return MISSING;
  const percent = 100 * share;
  const near = Math.min(Math.abs(percent), Math.abs(100 - percent));
  const places = near === 0 || near >= 9.95 ? 0 : near >= 0.995 ? 1 : near >= 0.0995 ? 2 : 3;
  return typeset(`${Number(percent.toFixed(places))} %`);
}

/** A cost parameter as the harm of an unnecessary treatment to that of a missed case: "1:30". */
export function roundRatio(c) {
  const odds = c / (1 - c);
  if (!Number.isFinite(odds) || odds <= 0) return MISSING;
  const [small, large] = odds <= 1 ? [1, 1 / odds] : [odds, 1];
  const round = (value) => String(value >= 9.95 ? Math.round(value) : Number(value.toPrecision(2)));
  return `${round(small)}:${round(large)}`;
}

/** Two ends as "1 % to 10 %", or one where they are the same. */
function rangeText(ends, format) {
  const [low, high] = ends.map(format);
  return low === high ? low : `${low} to ${high}`;
}

export const roundPercents = (ends) => rangeText(ends, roundPercent);
export const roundRatios = (ends) => rangeText(ends, roundRatio);
