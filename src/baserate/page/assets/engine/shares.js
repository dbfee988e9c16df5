// Shares: how many of a class score at or above each cut-off, for the figures.
import { ROOT3, shareAbove } from "./bins.js";
import { clamp } from "./numbers.js";

const GRID = { low: -24, high: 24, perUnit: 64 };

/** Cumulative shares of both classes, bins on a grid, values that many share exactly. */
export class Shares {
  constructor(sides) {
    this.reached = sides.map(gridShares);
    this.heaps = sides.map(heapShares);
    /** Log odds that many patients share, lowest first. */
    this.values = [...new Set(this.heaps.flatMap(({ values }) => [...values]))].sort((a, b) => a - b);
  }

  /** Share of the class (0 cases, 1 non-cases) at or above these log odds. */
  above(which, logOdds) {
    const place = (clamp(logOdds, GRID.low, GRID.high) - GRID.low) * GRID.perUnit;
    const i = Math.min(Math.floor(place), this.reached[which].length - 2);
    const shares = this.reached[which];
    return shares[i] + (place - i) * (shares[i + 1] - shares[i]) + this.#heapsAbove(this.heaps[which], logOdds);
  }

  #heapsAbove({ values, above }, logOdds) {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] >= logOdds - 1e-9) high = middle;
      else low = middle + 1;
    }
    return above[low];
  }
}

/** Bins that are one value: their log odds, and the share of the class from each on. */
function heapShares(side) {
  const bins = [...side.s.keys()].filter((bin) => side.s[bin] === 0).sort((a, b) => side.x[a] - side.x[b]);
  const above = new Float64Array(bins.length + 1);
  for (let i = bins.length - 1; i >= 0; i--) above[i] = above[i + 1] + side.w[bins[i]] / side.weight;
  return { values: Float64Array.from(bins, (bin) => side.x[bin]), above };
}

function gridShares(side) {
  const count = (GRID.high - GRID.low) * GRID.perUnit + 1;
  const steps = new Float64Array(count + 1);
  for (let bin = 0; bin < side.length; bin++) {
    if (side.s[bin] === 0) continue;
    const half = ROOT3 * side.s[bin];
    const from = clamp(Math.ceil((side.x[bin] - half - GRID.low) * GRID.perUnit), 0, count);
    const to = clamp(Math.floor((side.x[bin] + half - GRID.low) * GRID.perUnit), -1, count - 1);
    // Whole below the bin's lower end, in part within it.
    steps[0] += side.w[bin];
    steps[from] -= side.w[bin];
    for (let i = from; i <= to; i++) {
      const share = side.w[bin] * shareAbove(side.x[bin], side.s[bin], GRID.low + i / GRID.perUnit);
      steps[i] += share;
      steps[i + 1] -= share;
    }
  }
  let sum = 0;
  const shares = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    sum += steps[i];
    shares[i] = clamp(sum / side.weight, 0, 1);
  }
  return shares;
}
