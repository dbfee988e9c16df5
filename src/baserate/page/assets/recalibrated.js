import { clamp } from "./numbers.js";
import { CERTAIN, Side } from "./tables.js";

// The recalibrated model: its pools, what recalibration by chance would have gained, and gains at a pool.

/** Pools, lowest first: where each starts, and the weights of cases and others in it. */
export class Pools {
  constructor({ from, cases, others, case_squares: caseSquares, other_squares: otherSquares }) {
    const n = from.length;
    const zeros = new Float64Array(n);
    const side = (w, q) => new Side([{ x: zeros, s: zeros, n: w, w, q: q ?? w }]);
    this.from = Float64Array.from(from);
    this.sides = [side(cases, caseSquares), side(others, otherSquares)];
    const base = Math.log(this.sides[0].weight / this.sides[1].weight);
    // Log odds of each pool's share of cases, the prevalence removed.
    this.evidence = Float64Array.from(cases, (p, i) => clamp(Math.log(p / others[i]) - base, -CERTAIN, CERTAIN));
  }

  /** Share of a class, by weight, that is in this pool or in one above it. */
  shareFrom(which, first) {
    this.sums ??= this.sides.map((side) => {
      const sums = new Float64Array(side.length + 1);
      for (let i = side.length - 1; i >= 0; i--) sums[i] = sums[i + 1] + side.w[i] / side.weight;
      return sums;
    });
    return this.sums[which][first];
  }

  /** The pool that a score's log odds lie in. */
  place(logOdds) {
    let low = 0;
    let high = this.from.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.from[middle] <= logOdds + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/**
 * How much recalibration flatters itself, simulated in the library. The page carries what the fit wins over
 * the truth at each threshold, over 1 + e^z: its mean on a fine grid, its spread and correlation on a coarse one.
 */
export class Optimism {
  constructor({ start, step, coarse, mean, spread, correlation }) {
    Object.assign(this, { start, step, coarse, mean, spread, correlation });
  }

  /** Mean optimism at a deployment, and its variance between simulations. */
  at(gains) {
    const weights = new Float64Array(this.spread.length);
    let mean = 0;
    let below = this.#weightBelow(gains, this.start);
    for (let i = 0; i < this.mean.length; i++) {
      const next = this.#weightBelow(gains, this.start + (i + 1) * this.step);
      const weight = (next - below) * (1 + Math.exp(this.start + (i + 0.5) * this.step));
      mean += weight * this.mean[i];
      weights[Math.floor(i / this.coarse)] += weight;
      below = next;
    }
    return { mean, variance: Math.max(this.#variance(weights), 0) };
  }

  /** The deployment's weight on thresholds up to z. */
  #weightBelow(gains, z) {
    if (gains.step !== null) return z > gains.step ? gains.positiveTotal : 0;
    return gains.positive(z);
  }

  #variance(weights) {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      const own = weights[i] * this.spread[i];
      if (own === 0) continue;
      sum += own * own;
      const row = this.correlation[i];
      for (let j = 0; j < i; j++) sum += (2 * own * weights[j] * this.spread[j] * row[j]) / 100;
    }
    return sum;
  }
}

/** The gain at one value of evidence. */
export function stepOrCurve(gains, evidence, isCase) {
  if (gains.step === null) return isCase ? gains.positive(evidence) : gains.negative(evidence);
  const treated = evidence >= gains.step - 1e-9;
  return treated === isCase ? (isCase ? gains.positiveTotal : gains.negativeTotal) : 0;
}
