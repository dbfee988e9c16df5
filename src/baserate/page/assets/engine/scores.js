// Scores: a model, or a default strategy, on a sample at a deployment, with what its interval needs.
import { TREAT_ALL, TREAT_NONE, WITHOUT_A_MODEL } from "../text/names.js";
import { addedErrors, NO_WORLD, NOT_KNOWN, pairError, scoreError, stepError } from "./bin-error.js";
import { ROOT3 } from "./bins.js";
import { estimate } from "./estimates.js";
import { exactGains, gainAt, gainsOf } from "./gains.js";
import { expit, logit } from "./numbers.js";
import { binGains, meanSlope, momentsOf, Profile } from "./profiles.js";
import { FARTHEST, sourceShift, statedSource } from "./samples.js";
import { logCosts, unitOf } from "./units.js";
import { worldGains } from "./world.js";

/** A deployment with every number stated: the observed prevalence is that of the sample. */
export function deploymentOf(state, sample) {
  const own = state.prevalence === null;
  return {
    prevalence: own ? [sample.prevalence, sample.prevalence] : state.prevalence,
    cost: state.cost,
    units: state.units,
    weight: state.weight ?? null,
    own,
    gamma: gammaOf(state, sample),
  };
}

/** How much of the difference in prevalence is label shift: one share for all models, or what the study has for each. */
function gammaOf({ shift = 1, shifts }, { models: [model] }) {
  return shift ?? shifts[model].gamma;
}

/** Whether other patients come than those of the data, because not all of the difference in prevalence is label shift. */
export function isMoved({ own, gamma }) {
  return !own && gamma < 1;
}

/** The profile of a model's score, from every decision wrong. */
export function scoreProfile(page, sample, deployment) {
  if (isMoved(deployment)) return movedProfile(page, sample, deployment);
  const shift = sourceShift(page, sample);
  const stated = statedSource(page, sample) !== null;
  const profile = profileAt(sample, deployment, shift);
  const price = deployment.own ? priceDerivative(profile, deployment) : 0;
  // Decisions move where just one of the two prevalences, the source's and the deployment's, is the observed one.
  const moves = deployment.own === stated;
  const move = moves ? cutoffDerivative(profile, stated) : 0;
  profile.derivative = price + move;
  const jumps = moves && isNearHeap(profile);
  if (!jumps && !pricesAreSkew(deployment)) return profile;
  profile.moving = {
    jumps,
    valueAt: (by) => valueAlong(profile, deployment, move, by),
    at: (by) => profileAt(sample, movedTo(deployment, by), stated ? shift : shift + by),
    known: () => profile.withDerivative(0),
  };
  return profile;
}

/** The same where only a part of the difference in prevalence is label shift. */
function movedProfile(page, sample, deployment) {
  const source = sourceShift(page, sample);
  const observed = logit(sample.prevalence);
  const stated = statedSource(page, sample) !== null;
  const profile = movedAt(sample, deployment, { source, observed });
  // How far the cut-off moves with the log odds of the observed prevalence, and who comes with them.
  const speed = deployment.gamma - Number(stated);
  profile.derivative = profile.gains.slopeOfMix - speed * movedSlope(profile);
  if (speed === 0 || !isNearHeap(profile)) return profile;
  profile.moving = {
    jumps: true,
    valueAt: (by) => profile.value + profile.derivative * by,
    at: (by) => movedAt(sample, deployment, { source: stated ? source : source + by, observed: observed + by }),
    known: () => profile.withDerivative(0),
  };
  return profile;
}

/** The profile of decisions in the world of a deployment, every prevalence being known. */
function movedAt(sample, deployment, about) {
  const gains = worldGains(sample, deployment, about);
  const classes = [0, 1].map((which) => binGains(sample.sides[which], which === 0, gains, about.source));
  // Beyond the scores that a class was seen to have weights, and with them gains, know no bounds.
  const endsWithin = (spreads, range) =>
    sample.sides.map((side, which) => gains.endsOf(side, which, spreads, withRoom(range)));
  const profile = new Profile(sample, classes, endsWithin(ROOT3, sample.scoreRange), 0);
  Object.assign(profile, { shift: about.source, gains, perfect: gains.positiveTotal + gains.negativeTotal });
  // Costs of the study that two ends cannot say are carried for label shift alone.
  const unknown = deployment.weight?.prevalences === null && !unitOf(deployment.units).weighted;
  return profile.unsureBy(() => {
    if (!gains.exists) return NO_WORLD;
    if (unknown) return NOT_KNOWN;
    const others = [endsWithin(0, sample.narrowestRange), endsWithin(FARTHEST, sample.widestRange)];
    const { value, relative } = scoreError(profile, others);
    return { value: value + TABULATED * profile.perfect, relative };
  });
}

// Gains are tabulated: so much of what a perfect model gets may be rounding, where nothing else varies.
const TABULATED = 1e-6;

/** How fast a score moves as all scores rise against their thresholds, the patients being weighted as they are. */
function movedSlope({ sample: { sides }, gains }) {
  const error = Math.max(Math.sqrt(1 / sides[0].size + 1 / sides[1].size), CLOSEST);
  const smooth = gains.meanSlope(sides[0], 0) - gains.meanSlope(sides[1], 1);
  return gains.jumps.reduce((sum, { place, worth: [positiveTotal, negativeTotal] }) => {
    return sum + stepSlope(sides, { positiveTotal, negativeTotal }, place, error);
  }, smooth);
}

/** The same with every prevalence known. */
function profileAt(sample, deployment, shift) {
  const gains = gainsOf(deployment);
  const classes = [0, 1].map((which) => binGains(sample.sides[which], which === 0, gains, shift));
  const profile = new Profile(sample, classes, gainEnds(gains, shift, sample.scoreRange), 0);
  Object.assign(profile, { shift, gains, perfect: gains.positiveTotal + gains.negativeTotal });
  return profile.unsureBy(() => scoreError(profile, otherEnds(sample, gains, shift)));
}

/** A deployment at the observed prevalence, if its log odds were higher by some amount; others stay. */
function movedTo(deployment, by) {
  if (!deployment.own) return deployment;
  const there = expit(logit(deployment.prevalence[0]) + by);
  return { ...deployment, prevalence: [there, there] };
}

/** Whether a true positive is worth as much as the disease is observed to be common: an estimate, and a skew one. */
function pricesAreSkew({ own, units }) {
  return own && !unitOf(units).weighted;
}

/** A score along the log odds of the observed prevalence: prices go with it, the cut-off moves it along a line. */
function valueAlong({ moments }, deployment, move, by) {
  const [here] = deployment.prevalence;
  const [there] = movedTo(deployment, by).prevalence;
  return (moments[0].mean * there) / here + (moments[1].mean * (1 - there)) / (1 - here) + move * by;
}

// Scores that were not sampled may lie beyond those that were, by this share of their range in log odds.
const BEYOND = 1 / 4;

function withRoom([low, high]) {
  const beyond = Number.isFinite(high - low) ? BEYOND * (high - low) : 0;
  return [low - beyond, high + beyond];
}

/** The least and the most that a patient of either class may gain, sampled or not. */
function gainEnds(gains, shift, range) {
  const [bottom, top] = withRoom(range).map((end) => end - shift);
  return [
    [gainAt(gains, bottom, true), gainAt(gains, top, true)],
    [gainAt(gains, top, false), gainAt(gains, bottom, false)],
  ];
}

/** The same if scores reach less far, or farther, than bins tell. */
function otherEnds({ narrowestRange, widestRange, certainRange }, gains, shift) {
  return [narrowestRange, widestRange, certainRange].map((range) => gainEnds(gains, shift, range));
}

// A score that at least so many patients share, and so large a share of all, is a heap; it matters so near a cut-off,
// in standard errors of the log odds of the prevalence. As in baserate.inference.constants.
const HEAP = { patients: 3, share: 0.01, within: 2.5 };

/** Whether many patients share one score that the one threshold may lie on either side of, for all we know. */
function isNearHeap({ sample, gains, shift }) {
  const thresholds = gains.step === null ? (gains.jumps ?? []).map(({ place }) => place) : [gains.step + shift];
  return thresholds.some((threshold) => isHeapNear(sample, threshold));
}

function isHeapNear({ sides }, threshold) {
  const within = HEAP.within * Math.sqrt(1 / sides[0].size + 1 / sides[1].size);
  const whole = sides[0].weight + sides[1].weight;
  const heaps = new Map();
  for (const { x, s, w, q, length } of sides) {
    for (let i = 0; i < length; i++) {
      if (s[i] > 0 || Math.abs(x[i] - threshold) > within) continue;
      const [patients, weight] = heaps.get(x[i]) ?? [0, 0];
      heaps.set(x[i], [patients + w[i] ** 2 / q[i], weight + w[i]]);
    }
  }
  return [...heaps.values()].some(([patients, weight]) => patients >= HEAP.patients && weight >= HEAP.share * whole);
}

/** The profile of treating at or above one cut-off on the raw score, whatever the prevalence. */
export function fixedProfile(sample, deployment, cut) {
  if (isMoved(deployment)) return movedFixed(sample, deployment, logit(cut));
  const profile = fixedAt(sample, deployment, cut);
  if (!deployment.own) return profile;
  // Decisions stay, and prices move with the observed prevalence.
  const [up, down, here] = [PRICE_STEP, -PRICE_STEP, 0].map((by) => totalsOf(movedTo(deployment, by)));
  profile.derivative = profile.moments.reduce(
    (sum, { mean }, which) => sum + ((up[which] - down[which]) / (2 * PRICE_STEP)) * (mean / here[which]),
    0,
  );
  return withMovingPrices(profile, deployment);
}

/** The same where only a part of the difference in prevalence is label shift: decisions stay, other patients come. */
function movedFixed(sample, deployment, cut) {
  const observed = logit(sample.prevalence);
  const profile = movedAt(sample, deployment, { source: observed, observed, cut });
  profile.derivative = profile.gains.slopeOfMix;
  return profile;
}

/** A score whose decisions stay while the observed prevalence moves, and with it their prices. */
export function withMovingPrices(profile, deployment) {
  if (!pricesAreSkew(deployment)) return profile;
  const valueAt = (by) => valueAlong(profile, deployment, 0, by);
  profile.moving = {
    jumps: false,
    valueAt,
    at: (by) => profile.known.movedBy(valueAt(by) - profile.value),
    known: () => profile.withDerivative(0),
  };
  return profile;
}

function fixedAt(sample, deployment, cut) {
  const [positiveTotal, negativeTotal] = totalsOf(deployment);
  const gains = { step: logit(cut), positiveTotal, negativeTotal };
  const classes = [0, 1].map((which) => binGains(sample.sides[which], which === 0, gains, 0));
  const profile = new Profile(sample, classes, gainEnds(gains, 0, sample.scoreRange), 0);
  profile.perfect = positiveTotal + negativeTotal;
  return profile.unsureBy(() =>
    stepError(profile, [positiveTotal, negativeTotal], logit(cut), otherEnds(sample, gains, 0)),
  );
}

function totalsOf(deployment) {
  const { positiveTotal, negativeTotal } = gainsOf(deployment);
  return [positiveTotal, negativeTotal];
}

const PRICE_STEP = 1e-4; // of log odds

/** How fast the score rises with the log odds of the sample's prevalence because decisions move with it. */
function cutoffDerivative({ sample: { sides }, gains, shift }, stated) {
  const error = Math.max(Math.sqrt(1 / sides[0].size + 1 / sides[1].size), CLOSEST);
  let move;
  if (gains.step !== null) move = stepSlope(sides, gains, gains.step + shift, error);
  else if (gains.high - gains.low < 2 * error) move = secant(sides, gains, shift, error);
  else move = meanSlope(sides[0], true, gains, shift) - meanSlope(sides[1], false, gains, shift);
  return stated ? move : -move;
}

/** The same because prices do: decisions stay, what they are worth moves. */
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
function constantProfile(sample, worth, evidence, deployment) {
  const profile = constantAt(sample, worth);
  profile.derivative = constantPrices(evidence, deployment);
  if (!pricesAreSkew(deployment)) return profile;
  const worthAt = (by) => {
    const gains = exactGains(movedTo(deployment, by));
    return [true, false].map((isCase) => gainAt(gains, evidence, isCase));
  };
  profile.moving = {
    jumps: false,
    valueAt: (by) => worthAt(by).reduce((sum, gain) => sum + gain),
    at: (by) => constantAt(sample, worthAt(by)),
    known: () => profile.withDerivative(0),
  };
  return profile;
}

function constantAt(sample, worth) {
  const classes = worth.map((gain, which) => {
    const { length } = sample.sides[which];
    return { gain: new Float64Array(length).fill(gain), half: new Float64Array(length) };
  });
  return new Profile(sample, classes, endsAt(worth), 0);
}

const endsAt = (worth) => worth.map((gain) => [gain, gain]);

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

/**
 * A number counted from another, such as a default strategy, which may itself be uncertain. Then it has no bounds: what
 * a perfect model would score hangs on the patients.
 */
export function estimateOver(zero, profile, value, { level, bounds, noise = 0, pseudo = true }) {
  const over = value - zero.value;
  if (zero.profile === null) {
    const shifted = bounds?.map((end) => end - zero.value);
    return estimate(over, [profile], { pseudo, level, noise, bounds: shifted });
  }
  return estimate(over, [minusProfile(profile, constantLike(profile, zero.profile))], { pseudo, level, noise });
}

/** A constant gain on a profile's own bins. */
export function constantLike({ sample }, constant) {
  const like = constantAt(
    sample,
    constant.classes.map(({ gain }) => gain[0]),
  );
  like.derivative = constant.derivative;
  if (constant.moving === null) return like;
  like.moving = {
    ...constant.moving,
    at: (by) => constantLike(like, constant.at(by)),
    known: () => like.withDerivative(0),
  };
  return like;
}

/** One profile minus another of the same bins. */
export function minusProfile(one, other) {
  const classes = one.classes.map((own, which) => {
    const theirs = other.classes[which];
    return { gain: minus(own.gain, theirs.gain), half: minus(own.half, theirs.half) };
  });
  const ends = one.ends.map(([low, high], which) => {
    const { mean } = other.moments[which];
    return other.reach[which] === 0 ? [low - mean, high - mean] : [0, Math.max(high - low, other.reach[which])];
  });
  const difference = new Profile(one.sample, classes, ends, one.derivative - other.derivative);
  difference.unsureBy(() => addedErrors(one, other));
  return withParts(difference, one, other, minusProfile);
}

/** What a difference owes to its two sides: its clusters, and how it moves with the observed prevalence. */
function withParts(difference, one, other, subtract) {
  difference.clusterParts = [one, other];
  // Joint bins are coarser than each model's own.
  difference.added += one.value - other.value - difference.value;
  if (one.moving === null && other.moving === null) return difference;
  difference.moving = {
    jumps: Boolean(one.moving?.jumps || other.moving?.jumps),
    valueAt: (by) => one.valueAt(by) - other.valueAt(by),
    at: (by) => subtract(one.at(by), other.at(by)),
    known: () => subtract(one.known, other.known),
  };
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
  const ends = one.reach.map((reach, which) => [0, Math.max(reach, other.reach[which])]);
  const difference = new Profile(sample, classes, ends, one.derivative - other.derivative);
  difference.moments.forEach((moments, which) => refine(moments, alone[which], [one, other], which));
  difference.unsureBy(() => pairError(difference, one, other));
  return withParts(difference, one, other, (a, b) => pairProfile(sample, a, b));
}

/** The spread of a difference, with those of its two sides taken from finer bins; their correlation stays. */
function refine(moments, alone, profiles, which) {
  const ratios = profiles.map((profile, i) => (alone[i] > 0 ? profile.moments[which].within / alone[i] : 1));
  const both = Math.sqrt(ratios[0] * ratios[1]);
  const more = ratios.reduce((sum, ratio, i) => sum + alone[i] * (ratio - both), 0);
  moments.within = Math.max(both * moments.within + more, 0);
}
