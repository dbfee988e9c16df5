// Scores: a model, or a default strategy, on a sample at a deployment, with what its interval needs.
import { TREAT_ALL, TREAT_NONE, WITHOUT_A_MODEL } from "../text/names.js";
import { binGains, estimate, meanSlope, momentsOf, Profile } from "./estimates.js";
import { gainAt, gainsOf } from "./gains.js";
import { expit, logit } from "./numbers.js";
import { sourceShift, statedSource } from "./samples.js";
import { logCosts, unitOf } from "./units.js";

/** A deployment with every number stated: the observed prevalence is that of the sample. */
export function deploymentOf(state, sample) {
  const own = state.prevalence === null;
  return {
    prevalence: own ? [sample.prevalence, sample.prevalence] : state.prevalence,
    cost: state.cost,
    units: state.units,
    own,
  };
}

/** The profile of a model's score. */
export function scoreProfile(page, sample, deployment) {
  const gains = gainsOf(deployment);
  const shift = sourceShift(page, sample);
  const classes = [0, 1].map((which) => binGains(sample.sides[which], which === 0, gains, shift));
  const profile = new Profile(sample, classes, [gains.positiveTotal, gains.negativeTotal], 0);
  profile.shift = shift;
  profile.derivative = derivativeOf(page, profile, deployment, gains, shift);
  profile.gains = gains;
  return profile;
}

/** The profile of treating at or above one cut-off on the raw score, whatever the prevalence. */
export function fixedProfile(sample, deployment, cut) {
  const totals = ({ prevalence, ...rest }) => {
    const { positiveTotal, negativeTotal } = gainsOf({ ...rest, prevalence });
    return [positiveTotal, negativeTotal];
  };
  const most = totals(deployment);
  const gains = { step: logit(cut), positiveTotal: most[0], negativeTotal: most[1] };
  const classes = [0, 1].map((which) => binGains(sample.sides[which], which === 0, gains, 0));
  const profile = new Profile(sample, classes, most, 0);
  if (deployment.own) {
    // Decisions stay, and prices move with the observed prevalence.
    const x = logit(deployment.prevalence[0]);
    const at = (by) => totals({ ...deployment, prevalence: [expit(x + by), expit(x + by)] });
    const [up, down] = [at(PRICE_STEP), at(-PRICE_STEP)];
    profile.derivative = profile.moments.reduce(
      (sum, { mean }, which) => sum + ((up[which] - down[which]) / (2 * PRICE_STEP)) * (mean / most[which]),
      0,
    );
  }
  return profile;
}

const PRICE_STEP = 1e-4; // of log odds

/** How fast the score rises with the log odds of the sample's prevalence, where that has a part in it. */
function derivativeOf(page, profile, deployment, gains, shift) {
  const stated = statedSource(page, profile.sample) !== null;
  const price = deployment.own ? priceDerivative(profile, deployment) : 0;
  if (deployment.own !== stated) return price;
  const { sides } = profile.sample;
  const error = Math.max(Math.sqrt(1 / sides[0].size + 1 / sides[1].size), CLOSEST);
  let move;
  if (gains.step !== null) move = stepSlope(sides, gains, gains.step + shift, error);
  else if (gains.high - gains.low < 2 * error) move = secant(sides, gains, shift, error);
  else move = meanSlope(sides[0], true, gains, shift) - meanSlope(sides[1], false, gains, shift);
  return price + (stated ? move : -move);
}

/** The same from prices alone: decisions stay, what they are worth moves. */
export function priceDerivative(profile, deployment) {
  const x = logit(deployment.prevalence[0]);
  if (!pricesHaveSlopes(deployment)) return shiftPrices(profile, deployment, x);
  const slopes = unitOf(deployment.units).priceSlopes(x, logCosts(deployment.units, deployment.cost)[0]);
  return slopes.reduce((sum, slope, which) => sum + slope * profile.moments[which].mean, 0);
}

/** Whether one slope holds for all costs of the deployment. */
export function pricesHaveSlopes({ units, cost }) {
  const [low, high] = logCosts(units, cost);
  return !unitOf(units).costMovesSlopes || high - low < 1e-10;
}

/** The same with a range of costs, over a small step: prevalence and evidence move together. */
function shiftPrices(profile, deployment, x) {
  const step = 1e-4;
  const ends = [step, -step].map((by) => {
    const prevalence = expit(x + by);
    const gains = gainsOf({ ...deployment, prevalence: [prevalence, prevalence] });
    const shift = profile.shift + by;
    let sum = 0;
    profile.sample.sides.forEach((side, which) => {
      const { gain } = binGains(side, which === 0, gains, shift);
      let total = 0;
      for (let i = 0; i < side.length; i++) total += side.w[i] * gain[i];
      sum += total / side.weight;
    });
    return sum;
  });
  return (ends[0] - ends[1]) / (2 * step);
}

// In log odds. Among very many patients, what is seen closer to a threshold than this is chance.
const CLOSEST = 0.02;

/** The same for a range too narrow to hold a density: how far the score moves over one standard error. */
function secant(sides, gains, shift, error) {
  const score = (by) =>
    sides.reduce((sum, side, which) => {
      const { gain } = binGains(side, which === 0, gains, shift + by);
      let total = 0;
      for (let i = 0; i < side.length; i++) total += side.w[i] * gain[i];
      return sum + total / side.weight;
    }, 0);
  return (score(-error) - score(error)) / (2 * error);
}

/** How fast the score moves as all scores rise against the one threshold: by density, or by what is seen. */
function stepSlope(sides, gains, threshold, error) {
  const { positiveTotal, negativeTotal } = gains;
  const density = sides.map((side) => {
    const half = Math.sqrt(3) * 0.9 * side.scale * side.patients ** -0.2;
    return half > 0 && Number.isFinite(half)
      ? (side.reached(threshold - half) - side.reached(threshold + half)) / (2 * half)
      : 0;
  });
  const smooth = positiveTotal * density[0] - negativeTotal * density[1];
  const score = (by) =>
    positiveTotal * sides[0].reached(threshold + by) + negativeTotal * (1 - sides[1].reached(threshold + by));
  const seen = (score(-error) - score(error)) / (2 * error);
  return Math.abs(seen) > Math.abs(smooth) ? seen : smooth;
}

/** What the default strategies are worth where nothing right is zero: {value, profile} by name. */
export function defaultsOf(sample, deployment) {
  const gains = gainsOf(deployment);
  return Object.fromEntries(
    Object.entries(EVIDENCE).map(([name, evidence]) => {
      const ends = [true, false].map((isCase) => gainAt(gains, evidence, isCase));
      // Only where the prevalence is the observed one are they uncertain.
      const profile = deployment.own ? constantProfile(sample, ends, evidence, deployment) : null;
      return [name, { value: ends[0] + ends[1], profile }];
    }),
  );
}

// What default strategies take everybody's evidence to be. Without any, the prevalence is everybody's risk, and
// says treat exactly where that is the better decision.
const EVIDENCE = { [TREAT_ALL]: Infinity, [TREAT_NONE]: -Infinity, [WITHOUT_A_MODEL]: 0 };

/** The same gain for every patient of a class: only the prevalence of the sample makes it uncertain. */
function constantProfile(sample, ends, evidence, deployment) {
  const classes = ends.map((gain, which) => {
    const { length } = sample.sides[which];
    return { gain: new Float64Array(length).fill(gain), half: new Float64Array(length) };
  });
  const profile = new Profile(sample, classes, [0, 0], 0);
  profile.derivative = constantPrices(evidence, deployment);
  return profile;
}

function constantPrices(evidence, deployment) {
  const x = logit(deployment.prevalence[0]);
  const worth = (by) => {
    const prevalence = expit(x + by);
    const gains = gainsOf({ ...deployment, prevalence: [prevalence, prevalence] });
    return gainAt(gains, evidence - by, true) + gainAt(gains, evidence - by, false);
  };
  return (worth(1e-4) - worth(-1e-4)) / 2e-4;
}

/** Where nothing right is zero: for units that have no default strategy as their zero. */
export const NOTHING_RIGHT = { value: 0, profile: null };

/** A number counted from another, such as a default strategy, which may itself be uncertain. */
export function estimateOver(zero, profile, value, { level, bounds, noise = 0, pseudo = true }) {
  const over = value - zero.value;
  if (zero.profile === null) {
    return estimate(over, [profile], { pseudo, level, noise, bounds: bounds.map((end) => end - zero.value) });
  }
  return estimate(over, [minusProfile(profile, constantLike(profile, zero.profile))], { level, noise });
}

/** A constant gain on a profile's own bins. */
export function constantLike({ sample, classes }, constant) {
  const same = classes.map(({ gain }, which) => ({
    gain: new Float64Array(gain.length).fill(constant.classes[which].gain[0]),
    half: new Float64Array(gain.length),
  }));
  return new Profile(sample, same, [0, 0], constant.derivative);
}

/** One profile minus another of the same bins. */
export function minusProfile(one, other) {
  const classes = one.classes.map((own, which) => {
    const theirs = other.classes[which];
    return { gain: minus(own.gain, theirs.gain), half: minus(own.half, theirs.half) };
  });
  const most = one.most.map((end, which) => Math.max(end, other.most[which]));
  const difference = new Profile(one.sample, classes, most, one.derivative - other.derivative);
  difference.clusterParts = [one, other];
  return difference;
}

function minus(one, other) {
  const difference = new Float64Array(one.length);
  for (let i = 0; i < difference.length; i++) difference[i] = one[i] - other[i];
  return difference;
}

/**
 * Two models on the same patients: the joint bins say how their gains vary together, and each model's own,
 * finer bins how much each varies.
 */
export function pairProfile(sample, one, other) {
  const alone = [];
  const classes = [0, 1].map((which) => {
    const side = sample.sides[which];
    const a = binGains(side, which === 0, one.gains, one.shift, side.nodes);
    const b = binGains(side, which === 0, other.gains, other.shift, side.otherNodes);
    alone.push([momentsOf(side, a).within, momentsOf(side, b).within]);
    const variance = new Float64Array(side.length);
    for (let i = 0; i < variance.length; i++) {
      variance[i] = a.half[i] ** 2 + b.half[i] ** 2 - 2 * side.r[i] * a.half[i] * b.half[i];
    }
    return { gain: minus(a.gain, b.gain), variance };
  });
  const most = one.most.map((end, which) => Math.max(end, other.most[which]));
  const difference = new Profile(sample, classes, most, one.derivative - other.derivative);
  difference.moments.forEach((moments, which) => refine(moments, alone[which], [one, other], which));
  difference.clusterParts = [one, other];
  return difference;
}

/** The spread of a difference, with those of its two sides taken from finer bins; their correlation stays. */
function refine(moments, alone, profiles, which) {
  const ratios = profiles.map((profile, i) => (alone[i] > 0 ? profile.moments[which].within / alone[i] : 1));
  const both = Math.sqrt(ratios[0] * ratios[1]);
  const more = ratios.reduce((sum, ratio, i) => sum + alone[i] * (ratio - both), 0);
  moments.within = Math.max(both * moments.within + more, 0);
}
