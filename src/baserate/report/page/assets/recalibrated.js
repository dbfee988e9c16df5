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

  /**
   * The pool that patients of a class with these log odds are in. A line may reach into a pool that has nobody
   * of its class; its patients are then in the next one that has.
   */
  placeOf(logOdds, which) {
    const { w } = this.sides[which];
    const step = which === 0 ? 1 : -1;
    let place = this.#place(logOdds);
    const start = place;
    while (place >= 0 && place < w.length && w[place] === 0) place += step;
    if (place >= 0 && place < w.length) return place;
    for (place = start; place >= 0 && place < w.length && w[place] === 0;) place -= step;
    return clamp(place, 0, w.length - 1);
  }

  #place(logOdds) {
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
 * the truth at each threshold, over 1 + e^z: mean and spread on a fine grid, correlation on a coarse one.
 */
export class Optimism {
  constructor(carried) {
    Object.assign(this, carried);
  }

  /** Mean optimism at a deployment, and its variance between simulations. */
  at(gains) {
    const sums = new Float64Array(this.correlation.length);
    const squares = new Float64Array(this.correlation.length);
    let mean = 0;
    let below = this.#weightBelow(gains, this.start);
    for (let i = 0; i < this.mean.length; i++) {
      const next = this.#weightBelow(gains, this.start + (i + 1) * this.step);
      const weight = (next - below) * (1 + Math.exp(this.start + (i + 0.5) * this.step));
      mean += weight * this.mean[i];
      sums[Math.floor(i / this.coarse)] += weight * this.spread[i];
      squares[Math.floor(i / this.coarse)] += (weight * this.spread[i]) ** 2;
      below = next;
    }
    return { mean, variance: Math.max(this.#variance(sums, squares), 0) };
  }

  /** The deployment's weight on thresholds up to z. */
  #weightBelow(gains, z) {
    if (gains.step !== null) return z > gains.step ? gains.positiveTotal : 0;
    return gains.positive(z);
  }

  /** Fine cells of one coarse cell are correlated alike, as much as their mean shows; coarse cells as carried. */
  #variance(sums, squares) {
    const many = this.coarse;
    let variance = 0;
    for (let i = 0; i < sums.length; i++) {
      if (squares[i] === 0) continue;
      const within = clamp((this.coherence[i] ** 2 - 1 / many) / (1 - 1 / many), 0, 1);
      variance += (1 - within) * squares[i] + within * sums[i] ** 2;
      const row = this.correlation[i];
      for (let j = 0; j < i; j++)
        variance += (2 * sums[i] * this.coherence[i] * sums[j] * this.coherence[j] * row[j]) / 100;
    }
    return variance;
  }
}

/** The gain at one value of evidence. */
export function stepOrCurve(gains, evidence, isCase) {
  if (gains.step === null) return isCase ? gains.positive(evidence) : gains.negative(evidence);
  const treated = evidence >= gains.step - 1e-9;
  return treated === isCase ? (isCase ? gains.positiveTotal : gains.negativeTotal) : 0;
}
