// Tilts: patients weighted by exp(theta L), L the log odds of their score, so that those with high scores come more, or
// less, often. How far a tilt moves the log odds of the prevalence is tabulated once for a sample, as far out as it is
// asked for, and inverted by its own slope. baserate.scores.tilt is its twin in the library.
import { CERTAIN, ROOT3 } from "./bins.js";
import { clamp, logit } from "./numbers.js";

// Tilts at which moments are taken are this far apart, with cubics in between; beyond the farthest only the very
// highest, or lowest, score is left.
const STEP = 0.04;
const MOST = 60;
// A world that rests on fewer patients of a class, by their weights, is none.
const FEWEST = 2;
// Evidence of more than a thousand to one, for or against the disease, counts as that for weights.
const MOST_EVIDENCE = Math.log(1000);
// Patients of a bin lie evenly: so many slices tell how a tilt runs through them.
const SLICES = 4;

const known = new WeakMap();

/** Where the slices of each bin lie, and how wide they are; a bin that is one score has one slice. */
export function slicesOf(nodes) {
  if (!known.has(nodes)) known.set(nodes, cutInSlices(nodes));
  return known.get(nodes);
}

function cutInSlices([uppers, lowers]) {
  const first = new Int32Array(uppers.length + 1);
  for (let i = 0; i < uppers.length; i++) first[i + 1] = first[i] + (uppers[i] > lowers[i] ? SLICES : 1);
  const at = new Float64Array(first[uppers.length]);
  const wide = new Float64Array(uppers.length);
  for (let i = 0; i < uppers.length; i++) {
    const [count, middle] = [first[i + 1] - first[i], (uppers[i] + lowers[i]) / 2];
    wide[i] = (ROOT3 * (uppers[i] - lowers[i])) / count;
    for (let k = 0; k < count; k++) at[first[i] + k] = middle + (k - (count - 1) / 2) * wide[i];
  }
  return { first, at, wide };
}

/** The tilts of a sample's patients by one model. */
export class Tilts {
  #known = new Map();

  constructor(sides, prevalence) {
    /** Between these, log odds of scores count for weights. */
    this.bounds = [logit(prevalence) - MOST_EVIDENCE, logit(prevalence) + MOST_EVIDENCE];
    /** The lowest and the highest log odds; scores of 0 and 1, which have none, count as the bounds. */
    this.ends = endsOf(sides, this.bounds);
    this.classes = sides.map((side) => new TiltedClass(side, this.bounds));
    const row = rowOf(this.classes.map((one) => one.start()));
    this.rows = { 1: [row], "-1": [row] };
    this.walks = { 1: null, "-1": null };
    /** Whether no tilt moves the prevalence farther than the last row does. */
    this.isDone = { 1: false, "-1": false };
  }

  /**
   * The tilt that moves the log odds of the prevalence so far: {theta, logs, apart, isReached}, with the logarithms of
   * the mean weights of both classes, and how far apart their mean log odds are. A score that knows too little cannot
   * move the prevalence as far as asked; then it is the farthest tilt, and not reached.
   */
  by(distance) {
    const sign = distance < 0 ? -1 : 1;
    const rows = this.rows[sign];
    while (sign * (distance - rows.at(-1).moved) > 0 && this.#walk(sign));
    const isReached = sign * (distance - rows.at(-1).moved) <= 0;
    if (rows.length === 1) return { theta: 0, logs: [0, 0], apart: rows[0].apart, isReached };
    return { ...between(rows, sign, isReached ? distance : rows.at(-1).moved), isReached };
  }

  /** The same, kept: for the few prevalences at which all patients are looked at. */
  kept(distance) {
    if (!this.#known.has(distance)) {
      if (this.#known.size > 500) this.#known.clear();
      this.#known.set(distance, this.by(distance));
    }
    return this.#known.get(distance);
  }

  /** Log odds of a score as far as they count for weights. */
  bounded(z) {
    return clamp(z, ...this.bounds);
  }

  /** One step farther out; whether the prevalence moves on, and enough patients are left. */
  #walk(sign) {
    if (this.isDone[sign]) return false;
    this.walks[sign] ??= this.classes.map((one) => one.walk(sign * STEP));
    const rows = this.rows[sign];
    const sums = this.walks[sign].map((step) => step());
    const row = rowOf(sums);
    const moves = sign * (row.moved - rows.at(-1).moved) > 1e-9 * STEP;
    this.isDone[sign] = !moves || rows.length * STEP > MOST || sums.some(({ isEmpty }) => isEmpty);
    if (!this.isDone[sign]) rows.push(row);
    return !this.isDone[sign];
  }
}

/** The lowest and the highest log odds; those of scores of 0 and 1 are at the bounds, or the others'. */
function endsOf(sides, bounds) {
  let [low, high] = [Infinity, -Infinity];
  for (const { x, s, length } of sides) {
    for (let i = 0; i < length; i++) {
      const isCertain = Math.abs(x[i]) >= CERTAIN;
      low = Math.min(low, isCertain ? clamp(x[i], ...bounds) : x[i] - ROOT3 * s[i]);
      high = Math.max(high, isCertain ? clamp(x[i], ...bounds) : x[i] + ROOT3 * s[i]);
    }
  }
  return [low, high];
}

/** What a tilt does to both classes. */
function rowOf([cases, others]) {
  return {
    logs: [cases.log, others.log],
    means: [cases.mean, others.mean],
    moved: cases.log - others.log,
    apart: cases.mean - others.mean,
  };
}

/** The patients of one class in slices, with their weights at tilts one step after another. */
class TiltedClass {
  constructor({ nodes, w, q, weight, size }, [low, high]) {
    const { first, at } = slicesOf(nodes);
    this.z = at.map((L) => clamp(L, low, high));
    this.share = new Float64Array(at.length);
    this.square = new Float64Array(at.length);
    for (let i = 0; i < w.length; i++) {
      const count = first[i + 1] - first[i];
      for (let k = first[i]; k < first[i + 1]; k++) {
        this.share[k] = w[i] / weight / count;
        this.square[k] = q[i] / weight ** 2 / count;
      }
    }
    this.fewest = Math.min(FEWEST, size / 2);
  }

  start() {
    return this.#sums(new Float64Array(this.z.length).fill(1));
  }

  /** A function that goes on by one step each time: weights are multiplied, which is fast. */
  walk(step) {
    const factor = this.z.map((L) => Math.exp(step * L));
    const tilted = new Float64Array(factor.length).fill(1);
    return () => {
      for (let k = 0; k < tilted.length; k++) tilted[k] *= factor[k];
      return this.#sums(tilted);
    };
  }

  #sums(tilted) {
    let [mass, sum, squares] = [0, 0, 0];
    for (let k = 0; k < tilted.length; k++) {
      const one = this.share[k] * tilted[k];
      mass += one;
      sum += one * this.z[k];
      squares += this.square[k] * tilted[k] * tilted[k];
    }
    return { log: Math.log(mass), mean: sum / mass, isEmpty: !(mass ** 2 / squares >= this.fewest) };
  }
}

/** The tilt for a move, by cubics through the tabulated ones and their slopes. */
function between(rows, sign, distance) {
  let [low, high] = [0, rows.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sign * (rows[middle].moved - distance) <= 0) low = middle;
    else high = middle;
  }
  const [a, b] = [rows[low], rows[high]];
  const step = sign * STEP;
  let part = clamp((distance - a.moved) / (b.moved - a.moved), 0, 1);
  const moved = cubic(a.moved, b.moved, step * a.apart, step * b.apart);
  for (let round = 0; round < 4; round++) {
    part = clamp(part - (moved.at(part) - distance) / moved.slope(part), 0, 1);
  }
  const logs = [0, 1].map((which) =>
    cubic(a.logs[which], b.logs[which], step * a.means[which], step * b.means[which]).at(part),
  );
  return { theta: step * (low + part), logs, apart: moved.slope(part) / step };
}

/** A function between two tilts, from its values and slopes there, by the share of the way. */
function cubic(a, b, da, db) {
  const rest = b - a;
  const [second, third] = [3 * rest - 2 * da - db, da + db - 2 * rest];
  return {
    at: (part) => a + part * (da + part * (second + part * third)),
    slope: (part) => da + part * (2 * second + 3 * part * third),
  };
}

/** The bins of both classes with the weights that their patients have at a tilt. */
export function tiltedSides({ sides, tilts }, { theta, logs }) {
  return sides.map((side, which) => {
    const { first } = slicesOf(side.nodes);
    const { z } = tilts.classes[which];
    const factors = new Float64Array(side.length);
    const means = new Float64Array(side.length);
    for (let i = 0; i < side.length; i++) {
      const count = first[i + 1] - first[i];
      for (let k = first[i]; k < first[i + 1]; k++) {
        const factor = Math.exp(theta * z[k] - logs[which]) / count;
        factors[i] += factor;
        means[i] += factor * z[k];
      }
    }
    return tiltedSide(side, factors, means);
  });
}

function tiltedSide(side, tilts, sums) {
  const w = side.w.map((own, i) => own * tilts[i]);
  const q = side.q.map((own, i) => own * tilts[i] ** 2);
  const [weight, squares] = [w, q].map((column) => column.reduce((sum, one) => sum + one, 0));
  const middle = side.w.reduce((sum, own, i) => sum + own * sums[i], 0) / weight;
  /** Weighted mean of a number by bin, and its covariance with the log odds of the score. */
  const momentsOf = (numbers) => {
    let [mean, along] = [0, 0];
    for (let i = 0; i < w.length; i++) {
      mean += w[i] * numbers[i];
      along += side.w[i] * sums[i] * numbers[i];
    }
    return { mean: mean / weight, covariance: along / weight - (middle * mean) / weight };
  };
  return Object.assign(Object.create(side), { w, q, weight, squares, size: weight ** 2 / squares, tilts, momentsOf });
}
