// Bins: patients of one class with nearly equal scores. They are taken to lie evenly about their mean log
// odds x, with standard deviation s. A bin has their number n, the sum of their weights w and of the squared
// weights q. A joint bin of two models has a second mean y with its deviation t, and the correlation r.
import { clamp } from "./numbers.js";
import { unpackColumns } from "./packed.js";

// Written in ten-thousandths of log odds, and in hundredths of a correlation.
const COLUMNS = [
  ["x", 1e4],
  ["s", 1e4],
  ["y", 1e4],
  ["t", 1e4],
  ["r", 100],
  ["n", 1],
  ["w", 1],
  ["q", 1],
];

/** The bins of a class of a group as they stand in the page, whose columns of whole numbers are packed. */
export const binsOf = unpackColumns;

export const ROOT3 = Math.sqrt(3);
const SAMPLED = 201;

/** One class of patients, from the bins of several groups. */
export class Side {
  constructor(parts) {
    this.length = parts.reduce((sum, part) => sum + part.n.length, 0);
    for (const [name, unit] of COLUMNS) this[name] = this.#column(parts, name, unit);
    this.weight = total(this.w);
    this.squares = total(this.q);
    this.patients = total(this.n);
    this.size = this.squares > 0 ? this.weight ** 2 / this.squares : 0;
    this.sample = sampled(this.n, this.patients);
    this.nodes = ends(this.x, this.s);
    this.otherNodes = this.y && ends(this.y, this.t);
    this.raw = this;
  }

  #column(parts, name, unit) {
    const from = (part) => part[name] ?? (name === "w" || name === "q" ? part.n : null);
    if (parts.some((part) => from(part) === null)) return null;
    const column = new Float64Array(this.length);
    let place = 0;
    for (const part of parts) {
      column.set(from(part), place);
      place += from(part).length;
    }
    if (unit > 1) for (let i = 0; i < column.length; i++) column[i] /= unit;
    return column;
  }

  /**
   * The same patients with the log odds of a model, or of either of two, moved and stretched. Where a bin lies among
   * the coarse cells of clusters is told by the log odds as they were.
   */
  recalibrated([first, second = null]) {
    if (first === null && second === null) return this;
    const [x, s] = recalibrate(this.x, this.s, first);
    const [y, t] = this.y ? recalibrate(this.y, this.t, second) : [null, null];
    const nodes = ends(x, s);
    const otherNodes = y && ends(y, t);
    const raw = { x: this.x, s: this.s, y: this.y, t: this.t };
    const side = Object.assign(Object.create(Side.prototype), this, { x, s, y, t, nodes, otherNodes, raw });
    side.knownScale = undefined;
    return side;
  }

  /** Standard deviation of the log odds, or less where they have long tails: for the width of a window. */
  get scale() {
    this.knownScale ??= silverman(this);
    return this.knownScale;
  }

  /** Share of the class, by weight, whose log odds reach the threshold. */
  reached(threshold) {
    let sum = 0;
    for (let i = 0; i < this.length; i++) sum += this.w[i] * shareAbove(this.x[i], this.s[i], threshold);
    return sum / this.weight;
  }
}

/** Log odds of certainty stay what they are. */
function recalibrate(x, s, map) {
  if (map === null) return [x, s];
  const { intercept, slope } = map;
  const moved = x.map((value) => (Math.abs(value) >= CERTAIN ? value : intercept + slope * value));
  return [moved, s.map((spread) => slope * spread)];
}

/** The bins of several groups with those that lie together on the axis added up; their spread is kept. */
export function mergeBins(parts) {
  const cells = new Map();
  for (const part of parts) {
    for (let i = 0; i < part.n.length; i++) {
      const key = part.s[i] === 0 ? `=${part.x[i]}` : Math.floor(part.x[i] / WIDE);
      const [w, q] = [part.w?.[i] ?? part.n[i], part.q?.[i] ?? part.n[i]];
      const sums = cells.get(key) ?? [0, 0, 0, 0, 0];
      const more = [part.n[i], w, q, w * part.x[i], w * (part.x[i] ** 2 + part.s[i] ** 2)];
      cells.set(
        key,
        sums.map((sum, k) => sum + more[k]),
      );
    }
  }
  const merged = { x: [], s: [], n: [], w: [], q: [] };
  for (const [n, w, q, first, second] of cells.values()) {
    const x = first / w;
    const variance = second / w - x * x;
    const bin = { x, s: variance > 1e-12 * (1 + x * x) ? Math.sqrt(variance) : 0, n, w, q };
    for (const name of Object.keys(merged)) merged[name].push(bin[name]);
  }
  return [merged];
}

// A sixteenth of a unit of log odds, as they are written.
const WIDE = 625;

/** Share of a bin's patients at or above a threshold. */
export function shareAbove(x, s, threshold) {
  if (s === 0) return x >= threshold - 1e-9 ? 1 : 0;
  const half = ROOT3 * s;
  return clamp((x + half - threshold) / (2 * half), 0, 1);
}

/** Where a bin's upper and lower patients are taken to lie: Gauss's two points for an even spread. */
function ends(x, s) {
  return [x.map((value, i) => value + s[i]), x.map((value, i) => value - s[i])];
}

function total(values) {
  let sum = 0;
  if (values !== null) for (const value of values) sum += value;
  return sum;
}

/** Bins at equal steps of the number of patients: enough to find a median by. */
function sampled(n, patients) {
  const places = new Int32Array(Math.min(SAMPLED, Math.max(1, Math.round(patients))));
  let bin = 0;
  let below = n.length ? n[0] : 0;
  for (let i = 0; i < places.length; i++) {
    const place = ((i + 0.5) / places.length) * patients;
    while (below < place && bin < n.length - 1) below += n[++bin];
    places[i] = bin;
  }
  return places;
}

/** The smaller of standard deviation and interquartile range over 1.34 (Silverman). */
function silverman(side) {
  const order = [...side.x.keys()].filter((i) => Math.abs(side.x[i]) < CERTAIN).sort((a, b) => side.x[a] - side.x[b]);
  let n = 0;
  let mean = 0;
  for (const i of order) {
    n += side.n[i];
    mean += side.n[i] * side.x[i];
  }
  mean /= n;
  let squares = 0;
  for (const i of order) squares += side.n[i] * ((side.x[i] - mean) ** 2 + side.s[i] ** 2);
  const ranked = (rank) => {
    let below = 0;
    for (const i of order) {
      if (below + side.n[i] > rank) return side.x[i] + 2 * ROOT3 * side.s[i] * ((rank + 0.5 - below) / side.n[i] - 0.5);
      below += side.n[i];
    }
    return side.x[order.at(-1)];
  };
  // Between two patients, as numpy has it: where bins are single patients, these are the library's quartiles.
  const quartile = (share) => {
    const place = share * (n - 1);
    const [low, high] = [ranked(Math.floor(place)), ranked(Math.floor(place) + 1)];
    return low + (place - Math.floor(place)) * (high - low);
  };
  const spread = (quartile(0.75) - quartile(0.25)) / 1.34;
  return Math.min(Math.sqrt(squares / n), spread > 0 ? spread : Infinity);
}

// Log odds of scores of exactly 0 and 1, as they are written in the page.
export const CERTAIN = 40;
