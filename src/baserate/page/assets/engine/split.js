// The parts of a score: discrimination, what the model's ranking is worth at best (the paper's sharpness), minus
// what miscalibration costs.
import { WORDS } from "../text/words.js";
import { recalibratedError } from "./bin-error.js";
import { estimate } from "./estimates.js";
import { gainAt, gainsOf } from "./gains.js";
import { expit, logit } from "./numbers.js";
import { Profile } from "./profiles.js";
import {
  estimateOver,
  minusProfile,
  NOTHING_RIGHT,
  priceDerivative,
  pricesHaveSlopes,
  withMovingPrices,
} from "./scores.js";

/** Discrimination and loss to miscalibration of a model, as observed and corrected for optimism. */
export function splitOf(score, deployment, level, zero = NOTHING_RIGHT) {
  const { optimism: simulated } = score.sample;
  const { gains } = score;
  const sharp = recalibratedProfile(score, deployment);
  // Clusters are known by the model's own bins, not by its blocks.
  const exact = blockProfile(score, deployment, sharp.derivative);
  const seen = score.sample.clusters ? sharp : exact;
  const { mean, variance } = simulated.at(gains);
  for (const profile of [sharp, exact]) {
    profile.unsureBy(() => recalibratedError(score, exact.value - sharp.value, mean));
  }
  const ends = [0, gains.positiveTotal + gains.negativeTotal];
  const loss = minusProfile(sharp, score);
  const sharpness = exact.value;
  const total = score.value;
  const pseudo = zero.profile === null;
  return {
    total: estimateOver(zero, score, total, { level, bounds: ends }),
    sharpness: estimateOver(zero, seen, sharpness, { level, bounds: ends, pseudo, noise: mean ** 2 + variance }),
    calibration: estimate(sharpness - total, [loss], { level, bounds: [0, Infinity], noise: mean ** 2 + variance }),
    sharpnessCorrected: estimateOver(zero, seen, sharpness - mean, {
      level,
      bounds: ends.map((end) => end - mean),
      pseudo,
      noise: variance * BESSEL,
    }),
    calibrationCorrected: estimate(sharpness - mean - total, [loss], { level, noise: variance * BESSEL }),
    perfect: ends[1] - zero.value,
    uninformative: gainAt(gains, 0, true) + gainAt(gains, 0, false) - zero.value,
    parts: { sharp, seen, optimism: mean, noise: [mean ** 2 + variance, variance * BESSEL] },
  };
}

// The variance of the simulations about the mean that they share.
const SIMULATIONS = WORDS.constants.recalibrations_simulated;
const BESSEL = SIMULATIONS / (SIMULATIONS - 1);

/** The recalibrated model on the model's own bins: for differences from the model itself. */
function recalibratedProfile(score, deployment) {
  const { sample, gains } = score;
  const classes = sample.sides.map((side, which) => {
    const worth = sample.blocks.evidence.map((L) => gainAt(gains, L, which === 0));
    const [uppers, lowers] = sample.blockPlaces[which];
    const gain = new Float64Array(side.length);
    const half = new Float64Array(side.length);
    for (let i = 0; i < side.length; i++) {
      gain[i] = (worth[uppers[i]] + worth[lowers[i]]) / 2;
      half[i] = (worth[uppers[i]] - worth[lowers[i]]) / 2;
    }
    return { gain, half };
  });
  const profile = new Profile(sample, classes, allOf(gains), 0);
  if (deployment.own) profile.derivative = priceDerivativeOfBlocks(sample, gains, deployment);
  profile.gains = gains;
  return withMovingPrices(profile, deployment);
}

/** All that a patient of either class can gain. */
function allOf({ positiveTotal, negativeTotal }) {
  return [
    [0, positiveTotal],
    [0, negativeTotal],
  ];
}

function blockProfile({ sample: { blocks }, gains }, deployment, derivative) {
  const classes = blocks.sides.map((side, which) => {
    const gain = blocks.evidence.map((L) => gainAt(gains, L, which === 0));
    return { gain, half: new Float64Array(gain.length) };
  });
  const sample = { sides: blocks.sides, clusters: null };
  const profile = new Profile(sample, classes, allOf(gains), derivative);
  profile.gains = gains;
  return withMovingPrices(profile, deployment);
}

function priceDerivativeOfBlocks(sample, gains, deployment) {
  const { blocks } = sample;
  const means = blocks.sides.map((side, which) => {
    let sum = 0;
    for (let i = 0; i < side.length; i++) sum += side.w[i] * gainAt(gains, blocks.evidence[i], which === 0);
    return sum / side.weight;
  });
  const stub = { moments: means.map((mean) => ({ mean })) };
  return pricesHaveSlopes(deployment) ? priceDerivative(stub, deployment) : shiftBlocks(sample, deployment);
}

/** With a range of costs the prices have no closed derivative: the blocks' decisions stay, prices move. */
function shiftBlocks(sample, deployment) {
  const x = logit(deployment.prevalence[0]);
  const { blocks } = sample;
  const at = (by) => {
    const prevalence = expit(x + by);
    const gains = gainsOf({ ...deployment, prevalence: [prevalence, prevalence] });
    return blocks.sides.reduce((sum, side, which) => {
      let total = 0;
      for (let i = 0; i < side.length; i++) total += side.w[i] * gainAt(gains, blocks.evidence[i] - by, which === 0);
      return sum + total / side.weight;
    }, 0);
  };
  return (at(1e-4) - at(-1e-4)) / 2e-4;
}
