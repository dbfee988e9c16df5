import { Profile, estimate } from "./estimates.js";
import { gainsOf } from "./gains.js";
import { expit, logit } from "./numbers.js";
import { stepOrCurve } from "./recalibrated.js";
import { lessProfile, priceDerivative } from "./scores.js";

// Parts of a score: sharpness, what the model's ranking is worth at best, less what miscalibration costs.

/** Sharpness and calibration loss of a model, in sample and corrected for optimism. */
export function splitOf(score, deployment, level) {
  const { pools, optimism: simulated } = score.sample;
  const { gains } = score;
  const sharp = sharpProfile(score, deployment);
  // Clusters are known by the model's own lines, not by its pools.
  const exact = poolProfile(score, pools, gains, sharp.derivative);
  const seen = score.sample.clusters ? sharp : exact;
  const { mean, variance } = simulated.at(gains);
  const ends = [0, gains.positiveTotal + gains.negativeTotal];
  const loss = lessProfile(sharp, score);
  const sharpness = exact.value;
  const total = score.value;
  return {
    total: estimate(total, [score], { pseudo: true, level, bounds: ends }),
    sharpness: estimate(sharpness, [seen], { pseudo: true, level, bounds: ends, noise: mean ** 2 + variance }),
    calibration: estimate(sharpness - total, [loss], { level, bounds: [0, Infinity], noise: mean ** 2 + variance }),
    sharpnessCorrected: estimate(sharpness - mean, [seen], {
      pseudo: true,
      level,
      bounds: ends.map((end) => end - mean),
      noise: variance * BESSEL,
    }),
    calibrationCorrected: estimate(sharpness - mean - total, [loss], { level, noise: variance * BESSEL }),
    perfect: ends[1],
    uninformative: stepOrCurve(gains, 0, true) + stepOrCurve(gains, 0, false),
    parts: { sharp, seen, optimism: mean, noise: [mean ** 2 + variance, variance * BESSEL] },
  };
}

// A hundred simulations: their variance about the mean they share.
const BESSEL = 100 / 99;

/** The recalibrated model on the model's own lines: for differences from the model itself. */
function sharpProfile(score, deployment) {
  const { sample, gains } = score;
  const classes = sample.sides.map((side, which) => {
    const worth = sample.pools.evidence.map((L) => stepOrCurve(gains, L, which === 0));
    const [uppers, lowers] = sample.poolPlaces[which];
    const gain = new Float64Array(side.length);
    const half = new Float64Array(side.length);
    for (let i = 0; i < side.length; i++) {
      gain[i] = (worth[uppers[i]] + worth[lowers[i]]) / 2;
      half[i] = (worth[uppers[i]] - worth[lowers[i]]) / 2;
    }
    return { gain, half };
  });
  const profile = new Profile(sample, classes, score.most, 0);
  if (deployment.own) profile.derivative = priceDerivativeOfPools(sample, gains, deployment);
  profile.gains = gains;
  return profile;
}

function poolProfile(score, pools, gains, derivative) {
  const classes = pools.sides.map((side, which) => {
    const gain = pools.evidence.map((L) => stepOrCurve(gains, L, which === 0));
    return { gain, half: new Float64Array(gain.length) };
  });
  const sample = { sides: pools.sides, clusters: null };
  const profile = new Profile(sample, classes, score.most, derivative);
  profile.gains = gains;
  return profile;
}

function priceDerivativeOfPools(sample, gains, deployment) {
  const { pools } = sample;
  const means = pools.sides.map((side, which) => {
    let sum = 0;
    for (let i = 0; i < side.length; i++) sum += side.w[i] * stepOrCurve(gains, pools.evidence[i], which === 0);
    return sum / side.weight;
  });
  const stub = { moments: means.map((mean) => ({ mean })) };
  const weighted = deployment.units !== "net benefit" && deployment.cost[0] !== deployment.cost[1];
  return weighted && deployment.units !== "accuracy"
    ? movedPools(sample, deployment)
    : priceDerivative(stub, deployment);
}

/** With a range of costs the prices have no closed derivative: the pools' decisions stay, prices move. */
function movedPools(sample, deployment) {
  const x = logit(deployment.prevalence[0]);
  const { pools } = sample;
  const at = (by) => {
    const prevalence = expit(x + by);
    const gains = gainsOf({ ...deployment, prevalence: [prevalence, prevalence] });
    return pools.sides.reduce((sum, side, which) => {
      let total = 0;
      for (let i = 0; i < side.length; i++)
        total += side.w[i] * stepOrCurve(gains, pools.evidence[i] - by, which === 0);
      return sum + total / side.weight;
    }, 0);
  };
  return (at(1e-4) - at(-1e-4)) / 2e-4;
}
