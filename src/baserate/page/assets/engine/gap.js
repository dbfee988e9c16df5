// The difference between two groups: why a model does better or worse in one than in the other. Total =
// difference at equal prevalence (the paper's mechanism) + label shift, and the former = discrimination
// (sharpness) + calibration.
import { estimate } from "./estimates.js";
import { gainAt, gainsOf } from "./gains.js";
import { errorOfPrevalence } from "./hull.js";
import { expit, logit } from "./numbers.js";
import { constantLike, defaultsOf, deploymentOf, minusProfile, scoreProfile } from "./scores.js";
import { splitOf } from "./split.js";
import { unitOf } from "./units.js";

/** The parts of the difference between two samples of one model. */
export function gapOf(page, samples, state, level) {
  const own = samples.map((sample) => ownScore(page, sample, deploymentOf({ ...state, prevalence: null }, sample)));
  const [one, other] = samples.map((sample) => sample.prevalence);
  const estimated = state.prevalence === null && one !== other;
  const asked = estimated ? { ...state, prevalence: [Math.min(one, other), Math.max(one, other)] } : state;
  const over = samples.map((sample) => deploymentOf(asked, sample));
  const scores = samples.map((sample, i) => scoreProfile(page, sample, over[i]));
  const splits = scores.map((score, i) => splitOf(score, over[i], level));
  const slopes = estimated ? rangeSlopes(page, samples, state) : null;
  return partsOf(own, scores, splits, slopes, level);
}

/** The difference at equal prevalence alone. */
export function differenceAtEqualPrevalence(page, samples, state, level) {
  const [one, other] = samples.map((sample) => sample.prevalence);
  const estimated = state.prevalence === null && one !== other;
  const asked = estimated ? { ...state, prevalence: [Math.min(one, other), Math.max(one, other)] } : state;
  const scores = samples.map((sample) => scoreProfile(page, sample, deploymentOf(asked, sample)));
  const slopes = estimated ? rangeSlopes(page, samples, state) : null;
  const profiles = slopes ? withSlopes(scores, slopes.mechanism) : scores;
  return estimate(scores[0].value - scores[1].value, profiles, { pseudo: !slopes, level });
}

/** The score at the sample's observed prevalence, from the zero of the unit. */
function ownScore(page, sample, deployment) {
  const score = scoreProfile(page, sample, deployment);
  const { zero } = unitOf(deployment.units);
  return zero === null ? score : minusProfile(score, constantLike(score, defaultsOf(sample, deployment)[zero].profile));
}

function partsOf(own, scores, splits, slopes, level) {
  const difference = ([a, b]) => a.value - b.value;
  const sharp = splits.map((split) => split.parts.seen);
  const onBins = splits.map((split) => split.parts.sharp);
  const noise = (which) => splits[0].parts.noise[which] + splits[1].parts.noise[which];
  const optimism = splits[0].parts.optimism - splits[1].parts.optimism;
  const total = difference(own);
  const mechanism = difference(scores);
  const sharpness = splits[0].sharpness.value - splits[1].sharpness.value;
  const shift = (profiles, by) => (slopes ? withSlopes(profiles, by) : profiles);
  const losses = [0, 1].map((i) => minusProfile(scores[i], onBins[i]));
  const shifts = [0, 1].map((i) => minusProfile(own[i], scores[i]));
  const parts = {
    total: estimate(total, own, { pseudo: true, level }),
    mechanism: estimate(mechanism, shift(scores, slopes?.mechanism), { pseudo: !slopes, level }),
    labelShift: estimate(total - mechanism, shift(shifts, negative(slopes?.mechanism)), { level }),
    sharpness: estimate(sharpness, shift(sharp, slopes?.sharpness), { pseudo: !slopes, level, noise: noise(0) }),
    sharpnessCorrected: estimate(sharpness - optimism, shift(sharp, slopes?.sharpness), { level, noise: noise(1) }),
  };
  const apart = slopes && slopes.mechanism.map((slope, i) => slope - slopes.sharpness[i]);
  parts.calibration = estimate(mechanism - sharpness, shift(losses, apart), { level, noise: noise(0) });
  parts.calibrationCorrected = estimate(mechanism - sharpness + optimism, shift(losses, apart), {
    level,
    noise: noise(1),
  });
  return parts;
}

function negative(slopes) {
  return slopes?.map((slope) => -slope);
}

/** Where the range runs between the two prevalences, each of them moves the difference. */
function withSlopes(profiles, by) {
  return profiles.map((profile, i) => withSlope(profile, i === 0 ? by[i] : -by[i]));
}

function withSlope(profile, slope) {
  const moved = profile.withDerivative(profile.derivative + slope);
  if (profile.moving === null) return moved;
  moved.moving = {
    ...profile.moving,
    valueAt: (by) => profile.valueAt(by) + slope * by,
    at: (by) => withSlope(profile.at(by), slope),
    known: () => profile.known,
  };
  return moved;
}

/** How fast mechanism and sharpness move with the log odds of either prevalence, over one standard error. */
function rangeSlopes(page, samples, state) {
  const ends = samples.map((sample) => logit(sample.prevalence));
  const slopes = { mechanism: [0, 0], sharpness: [0, 0] };
  samples.forEach((sample, number) => {
    const step = errorOfPrevalence(sample);
    const [up, down] = [step, -step].map((by) =>
      differences(
        page,
        samples,
        state,
        ends.map((x, i) => (i === number ? x + by : x)),
      ),
    );
    for (const part of ["mechanism", "sharpness"]) slopes[part][number] = (up[part] - down[part]) / (2 * step);
  });
  return slopes;
}

function differences(page, samples, state, ends) {
  const prevalence = [Math.min(...ends), Math.max(...ends)].map(expit);
  const parts = samples.map((sample) => {
    const deployment = deploymentOf({ ...state, prevalence }, sample);
    const gains = gainsOf(deployment);
    return { mechanism: scoreProfile(page, sample, deployment).value, sharpness: sharpValue(sample, gains) };
  });
  return {
    mechanism: parts[0].mechanism - parts[1].mechanism,
    sharpness: parts[0].sharpness - parts[1].sharpness,
  };
}

function sharpValue({ blocks }, gains) {
  return blocks.sides.reduce((sum, side, which) => {
    let total = 0;
    for (let i = 0; i < side.length; i++) total += side.w[i] * gainAt(gains, blocks.evidence[i], which === 0);
    return sum + total / side.weight;
  }, 0);
}
