// Numbers that move with the observed prevalence, in a curve or in jumps: the interval at every prevalence that the
// data allow, together. baserate.inference.hull is its twin in the library.
import { clamp } from "./numbers.js";
import { Profile } from "./profiles.js";
import { betweenClusters, centreAndSpread, MOST_DEGREES } from "./spreads.js";

// Prevalences at which a number that moves is looked at again, as in baserate.inference.constants.
const TRIED = 25;

/**
 * How far the interval of a number reaches below and above it. Profiles of different patients are independent: what
 * each reaches is added as the root of the sum of squares. The second is subtracted from the first.
 */
export function reachOfHull(profiles, { pseudo, noise }, level, quantile) {
  let [below, above] = [0, 0];
  profiles.forEach((profile, i) => {
    const how = { pseudo, noise: i === 0 ? noise : 0 };
    const reach = profile.moving === null ? plainReach : hullReach;
    const [down, up] = reach(profile, how, level, quantile);
    below += (i === 0 ? down : up) ** 2;
    above += (i === 0 ? up : down) ** 2;
  });
  return { below: Math.sqrt(below), above: Math.sqrt(above) };
}

function plainReach(profile, how, level, quantile) {
  const { shift, spread } = centreAndSpread([profile], how);
  const half = quantile(Math.min(spread[1], MOST_DEGREES), level) * Math.sqrt(spread[0]);
  return [half - shift, half + shift];
}

function hullReach(profile, how, level, quantile) {
  const { value, known } = profile;
  const { error, degrees, along, left } = withPrevalence(known);
  const farthest = quantile(degrees, level) * error;
  const jumps = profile.moving.jumps;
  const here = jumps ? null : centreAndSpread([known], how);
  const halfOf = ({ spread }) => quantile(Math.min(spread[1], MOST_DEGREES), level) * Math.sqrt(left * spread[0]);
  const halfHere = jumps ? 0 : halfOf(here);
  let [low, high] = [Infinity, -Infinity];
  for (let number = 0; number < TRIED; number++) {
    const angle = Math.PI * (number / (TRIED - 1) - 0.5);
    const by = farthest * Math.sin(angle);
    const there = jumps ? profile.at(by) : null;
    const made = jumps ? centreAndSpread([there], how) : here;
    const middle = (jumps ? there.value : profile.valueAt(by)) - value + made.shift + along * by;
    const half = Math.cos(angle) * (jumps ? halfOf(made) : halfHere);
    low = Math.min(low, middle - half);
    high = Math.max(high, middle + half);
  }
  return [-low, high];
}

/**
 * Relative error of an interval that moves with the observed prevalence, where clusters have both sicker patients and more
 * of them: coarse cells tell roughly how far the two go together, and if far, little is left to make the interval of.
 */
export function hullDoubt(profile) {
  if (profile.moving === null || !profile.sample.clusters) return 0;
  return withPrevalence(profile.known).left < MOST_TOGETHER ? 1 : 0;
}
const MOST_TOGETHER = 0.5;

/**
 * The error of the log odds of the observed prevalence and its degrees of freedom; and how the error of a number at a
 * known prevalence goes with it: its slope, and the rest's share. Within a class a patient's gain tells nothing of how
 * many are in it; but a cluster may have both sicker patients and more of them.
 */
function withPrevalence(known) {
  const { sample } = known;
  const error = errorOfPrevalence(sample);
  if (!sample.clusters) return { error, degrees: MOST_DEGREES, along: 0, left: 1 };
  const { degrees } = sample.clusters.about([sample.slice]);
  const own = betweenClusters([known]);
  const other = betweenClusters([logOddsProfile(sample)]).squares;
  if (!(own.squares > 0 && other > 0)) return { error, degrees, along: 0, left: 1 };
  const scale = Math.sqrt(own.squares / other); // so that neither drowns the other
  const both = betweenClusters([known.withDerivative(known.derivative + scale)]).squares;
  const correlation = clamp((both / own.squares - 2) / 2, -1, 1);
  return { error, degrees, along: (correlation * Math.sqrt(own.variance)) / error, left: 1 - correlation ** 2 };
}

/** Standard error of the log odds of a sample's prevalence. */
export function errorOfPrevalence(sample) {
  const alone = sample.sides.reduce((sum, side) => sum + 1 / side.size, 0);
  if (!sample.clusters) return Math.sqrt(alone);
  const { squares } = betweenClusters([logOddsProfile(sample)]);
  return Math.sqrt(sample.clusters.about([sample.slice]).prevalenceFactor * squares);
}

/** What each patient contributes to the log odds of the prevalence. */
function logOddsProfile(sample) {
  sample.knownLogOdds ??= new Profile(sample, sample.sides.map(noGains), NO_ENDS, 1);
  return sample.knownLogOdds;
}

const NO_ENDS = [
  [0, 0],
  [0, 0],
];
const noGains = ({ length }) => ({ gain: new Float64Array(length), half: new Float64Array(length) });
