// Optimism: what recalibration gains by chance on the patients it is fitted to.
import { clamp } from "./numbers.js";
import { unpack } from "./packed.js";

/**
 * How optimistic recalibration is about itself, simulated in the library. The page carries what the fit wins over
 * the truth at each threshold, over 1 + e^z: mean and spread on a fine grid, correlation on a coarse one.
 */
export class Optimism {
  constructor({ step, coarse, band, start, units, mean, spread, coherence, correlation }, times = 1) {
    Object.assign(this, { step, coarse, start });
    this.mean = unpack(mean, true).map((value) => value * units[0] * times);
    this.spread = unpack(spread, true).map((value) => value * units[1] * times);
    this.coherence = unpack(coherence).map((value) => value / 100);
    // Of each cell with those before it, the farthest first; none where it is farther than the band.
    const flat = unpack(correlation).map((value) => value / 15);
    this.correlation = this.coherence.map((_, i) => [
      ...new Array(Math.max(0, i - band)).fill(0),
      ...flat.splice(0, Math.min(i, band)),
    ]);
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
      for (let j = 0; j < i; j++) variance += 2 * sums[i] * this.coherence[i] * sums[j] * this.coherence[j] * row[j];
    }
    return variance;
  }
}
