// The recalibrated model: isotonic blocks of neighbouring scores, each with the share of cases in it.
import { CERTAIN, Side } from "./bins.js";
import { clamp } from "./numbers.js";
import { unpack } from "./packed.js";

/**
 * Blocks, lowest first: where each starts, and the weights of cases and non-cases in it.
 * @param map how the model's log odds were recalibrated before, if they were
 */
export class IsotonicBlocks {
  constructor({ from: begin, unit, cases: packedCases, others: packedOthers, ...squares }, map = null) {
    const { case_squares: caseSquares, other_squares: otherSquares } = squares;
    // Beginnings in ten-thousandths of log odds, packed where they are whole.
    const from = (typeof begin === "string" ? unpack(begin, true) : begin).map((x) => x / 1e4);
    const [cases, others] = [packedCases, packedOthers].map((text) => unpack(text).map((weight) => weight * unit));
    const n = from.length;
    const zeros = new Float64Array(n);
    const side = (w, q) => new Side([{ x: zeros, s: zeros, n: w, w, q: q ?? w }]);
    this.from = Float64Array.from(from, (x) => (map && x > -CERTAIN ? map.intercept + map.slope * x : x));
    this.sides = [side(cases, caseSquares), side(others, otherSquares)];
    const base = Math.log(this.sides[0].weight / this.sides[1].weight);
    // Log odds of each block's share of cases, the prevalence removed.
    this.evidence = Float64Array.from(cases, (p, i) => clamp(Math.log(p / others[i]) - base, -CERTAIN, CERTAIN));
  }

  /** Share of a class, by weight, that is in this block or in one above it. */
  shareFrom(which, first) {
    this.sums ??= this.sides.map((side) => {
      const sums = new Float64Array(side.length + 1);
      for (let i = side.length - 1; i >= 0; i--) sums[i] = sums[i + 1] + side.w[i] / side.weight;
      return sums;
    });
    return this.sums[which][first];
  }

  /**
   * The block that patients of a class with these log odds are in. A bin may reach into a block that has nobody
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
