// Estimates: a number with its interval, from what the patients of each bin contribute to it. The same rules as the
// library's (baserate.inference.estimate).
import { addedErrors, roughness, withError } from "./bin-error.js";
import { hullDoubt, reachOfHull } from "./hull.js";
import { centreAndSpread, MOST_DEGREES, seenVariance } from "./spreads.js";
import { studentBelow, studentQuantile, studentQuantileOnce } from "./student.js";

/**
 * The interval of a number from its profiles, which are of different patients.
 * @param how {pseudo, noise, bounds, level}: noise is a variance that no patient contributes. The second of
 *   two profiles is subtracted from the first.
 */
export function estimate(value, profiles, { pseudo = false, noise = 0, bounds = [-Infinity, Infinity], level }) {
  const within = ({ low, high }) => ({ low: Math.max(low, bounds[0]), high: Math.min(high, bounds[1]) });
  const how = profiles.some(({ moving }) => moving !== null)
    ? hullEnds(value, profiles, { pseudo, noise })
    : plainEnds(value, profiles, { pseudo, noise });
  const interval = within(how.ends(level, studentQuantile));
  const added = addedErrors(...profiles);
  const error = {
    value: added.value,
    relative: added.relative + roughness(profiles) + Math.max(...profiles.map(hullDoubt)),
  };
  const unsure = (ends) => withError({ value, ...ends }, error);
  return {
    ...unsure(interval),
    seen: () => seenVariance(profiles),
    at: (other) => unsure(within(how.ends(other, studentQuantileOnce))),
    confidence: (above = 0) => how.confidence(above, interval, level),
  };
}

/** Where nothing moves but along a line: so many standard errors to either side of the middle. */
function plainEnds(value, profiles, how) {
  const { shift, spread } = centreAndSpread(profiles, how);
  const centre = value + shift;
  const degrees = Math.min(spread[1], MOST_DEGREES);
  return {
    ends: (level, quantile) => {
      const half = quantile(degrees, level) * Math.sqrt(spread[0]);
      return { low: centre - half, high: centre + half };
    },
    confidence: (above) => confidenceAbove(centre - above, spread),
  };
}

/** Where the number moves with the observed prevalence: as far as the interval reaches on that side. */
function hullEnds(value, profiles, how) {
  return {
    ends: (level, quantile) => {
      const { below, above } = reachOfHull(profiles, how, level, quantile);
      return { low: value - below, high: value + above };
    },
    confidence: (above, { low, high }, level) => {
      const apart = value - above;
      const side = apart > 0 ? value - low : high - value;
      if (side <= 0) return apart === 0 ? 0.5 : Number(apart > 0);
      return studentBelow((apart / side) * studentQuantile(MOST_DEGREES, level), MOST_DEGREES);
    },
  };
}

/** A number that is known exactly. */
export function exactEstimate(value) {
  const ends = { value, low: value, high: value, error: 0, coarse: false };
  return {
    ...ends,
    seen: () => 0,
    at: () => ends,
    confidence: (above = 0) => confidenceAbove(value - above, [0]),
  };
}

/** One-sided confidence level, on a t scale, that what lies at the centre is above zero. */
function confidenceAbove(centre, [variance, degrees]) {
  if (variance === 0) return centre === 0 ? 0.5 : Number(centre > 0);
  return studentBelow(centre / Math.sqrt(variance), Math.min(degrees, MOST_DEGREES));
}
