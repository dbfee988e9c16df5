import { estimate } from "./estimates.js";
import { gainsOf } from "./gains.js";
import { expit, logit } from "./numbers.js";
import { stepOrCurve } from "./recalibrated.js";
import { splitOf } from "./parts.js";
import { deploymentOf, lessProfile, scoreProfile } from "./scores.js";

// Gaps: why a model does better or worse in one group than in another. Total = mechanism + label shift, and
// mechanism = sharpness + calibration.

/** The parts of the difference between two samples of one model. */
export function gapOf(page, samples, state, level) {
  const own = samples.map((sample) => scoreProfile(page, sample, deploymentOf({ ...state, prevalence: null }, sample)));
  const [one, other] = samples.map((sample) => sample.prevalence);
  const estimated = state.prevalence === null && one !== other;
  const asked = estimated ? { ...state, prevalence: [Math.min(one, other), Math.max(one, other)] } : state;
  const over = samples.map((sample) => deploymentOf(asked, sample));
  const scores = samples.map((sample, i) => scoreProfile(page, sample, over[i]));
  const splits = scores.map((score, i) => splitOf(score, over[i], level));
  const slopes = estimated ? rangeSlopes(page, samples, state) : null;
  return partsOf(own, scores, splits, slopes, level);
}

function partsOf(own, scores, splits, slopes, level) {
  const difference = ([a, b]) => a.value - b.value;
  const sharp = splits.map((split) => split.parts.seen);
  const lines = splits.map((split) => split.parts.sharp);
  const noise = (which) => splits[0].parts.noise[which] + splits[1].parts.noise[which];
  const optimism = splits[0].parts.optimism - splits[1].parts.optimism;
  const total = difference(own);
  const mechanism = difference(scores);
  const sharpness = splits[0].sharpness.value - splits[1].sharpness.value;
  const moved = (profiles, by) => (slopes ? withSlopes(profiles, by) : profiles);
  const losses = [0, 1].map((i) => lessProfile(scores[i], lines[i]));
  const shifts = [0, 1].map((i) => lessProfile(own[i], scores[i]));
  const parts = {
    total: estimate(total, own, { pseudo: true, level }),
    mechanism: estimate(mechanism, moved(scores, slopes?.mechanism), { pseudo: !slopes, level }),
    labelShift: estimate(total - mechanism, moved(shifts, negative(slopes?.mechanism)), { level }),
    sharpness: estimate(sharpness, moved(sharp, slopes?.sharpness), { pseudo: !slopes, level, noise: noise(0) }),
    sharpnessCorrected: estimate(sharpness - optimism, moved(sharp, slopes?.sharpness), { level, noise: noise(1) }),
  };
  const apart = slopes && slopes.mechanism.map((slope, i) => slope - slopes.sharpness[i]);
  parts.calibration = estimate(mechanism - sharpness, moved(losses, apart), { level, noise: noise(0) });
  parts.calibrationCorrected = estimate(mechanism - sharpness + optimism, moved(losses, apart), {
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
  return profiles.map((profile, i) => {
    const sign = i === 0 ? 1 : -1;
    return Object.assign(Object.create(Object.getPrototypeOf(profile)), profile, {
      derivative: profile.derivative + sign * by[i],
      clusterParts: undefined,
      knownAlong: undefined,
      knownMeans: undefined,
    });
  });
}

/** How fast mechanism and sharpness move with the log odds of either prevalence, over one standard error. */
function rangeSlopes(page, samples, state) {
  const ends = samples.map((sample) => logit(sample.prevalence));
  const slopes = { mechanism: [0, 0], sharpness: [0, 0] };
  samples.forEach((sample, number) => {
    const step = standardError(sample);
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

/** Of the log odds of a sample's prevalence. */
function standardError({ sides }) {
  return Math.sqrt(sides.reduce((sum, side) => sum + 1 / (side.size - 1), 0));
}

function differences(page, samples, state, ends) {
  const prevalence = [Math.min(...ends), Math.max(...ends)].map(expit);
  const made = samples.map((sample) => {
    const deployment = deploymentOf({ ...state, prevalence }, sample);
    const gains = gainsOf(deployment);
    return { mechanism: scoreProfile(page, sample, deployment).value, sharpness: sharpValue(sample, gains) };
  });
  return { mechanism: made[0].mechanism - made[1].mechanism, sharpness: made[0].sharpness - made[1].sharpness };
}

function sharpValue({ pools }, gains) {
  return pools.sides.reduce((sum, side, which) => {
    let total = 0;
    for (let i = 0; i < side.length; i++) total += side.w[i] * stepOrCurve(gains, pools.evidence[i], which === 0);
    return sum + total / side.weight;
  }, 0);
}
