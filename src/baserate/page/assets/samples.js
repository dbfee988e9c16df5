import { clamp, logit } from "./numbers.js";
import { CERTAIN, Shares, Side, together } from "./tables.js";

// Samples: whose patients a number is about (everyone, a group, all but a group), and what the page
// carries about each model there.

/** All tables of the page, joined by sample when they are first asked for. */
export class Samples {
  #made = new Map();

  constructor(page) {
    this.page = page;
    this.clusters = page.clusters ? new Clusters(page) : null;
  }

  /** The sample of a slice of the page for one model, or for two. */
  of(slice, models) {
    const key = `${slice}|${models.join("|")}`;
    if (!this.#made.has(key)) this.#made.set(key, this.#make(slice, models, key));
    return this.#made.get(key);
  }

  #make(slice, models, key) {
    const { groups, models: about, prevalence } = this.page.slices[slice];
    const tables = models.length === 1 ? this.page.models[models[0]] : this.#pair(models);
    // Who a group is compared with is asked about once a group: there, lines that lie together are one. With
    // clusters they stay apart, because a cluster's members are known by their group.
    const rest = this.page.slices[slice].kind === "rest" && !this.clusters;
    const parts = [0, 1].map((which) => groups.map((group) => tables.lines[group][which]));
    const sides = parts.map((lines) => new Side(rest ? together(lines) : lines));
    const groupOfLine = (which) => groups.flatMap((group, i) => new Array(parts[which][i].n.length).fill(group));
    return new Sample({ key, slice, models, sides, about, prevalence, clusters: this.clusters, groupOfLine });
  }

  #pair(models) {
    return this.page.pairs.find((pair) => pair.models[0] === models[0] && pair.models[1] === models[1]);
  }
}

class Sample {
  constructor(parts) {
    Object.assign(this, parts);
  }

  get shares() {
    this.knownShares ??= new Shares(this.sides);
    return this.knownShares;
  }

  /** The model recalibrated: pools of neighbouring scores, each with the share of cases in it. */
  get pools() {
    this.knownPools ??= new Pools(this.about[this.models[0]].pools);
    return this.knownPools;
  }

  /** For each class, the pools of its lines' upper and lower patients. */
  get poolPlaces() {
    this.knownPlaces ??= this.sides.map((side) => side.nodes.map((ends) => Int32Array.from(ends, (x) => this.pools.place(x))));
    return this.knownPlaces;
  }

  get optimism() {
    this.knownOptimism ??= new Optimism(this.about[this.models[0]].optimism);
    return this.knownOptimism;
  }
}

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
class Optimism {
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

/**
 * Patients who belong together: beyond their own spread, the products of what two of a cluster add. The
 * page carries these as a few directions over coarse cells of group, model and class.
 */
class Clusters {
  constructor(page) {
    Object.assign(this, page.clusters);
    this.slices = page.slices;
    this.index = new Map(this.cells.map(([group, model, which, cell], place) => [`${group}|${model}|${which}|${cell}`, place]));
    this.groupsOf = page.slices.map((slice) => slice.groups);
    this.places = new Map();
    // By cell, then by direction.
    this.packed = Float64Array.from(this.cells.flatMap((_, place) => this.directions.map((one) => one[place])));
  }

  /** How many clusters there are, and what their members add to the variance beyond their own. */
  between(profiles) {
    const slices = profiles.map((profile) => profile.sample.slice);
    const count = Math.max(...slices.map((slice) => this.slices[slice].clusters));
    const along = profiles.map((profile) => this.#along(profile));
    let excess = 0;
    for (let k = 0; k < this.values.length; k++) {
      const sum = along[0][k] - (along[1]?.[k] ?? 0);
      excess += this.values[k] * sum * sum;
    }
    if (this.with_own) for (const profile of profiles) excess -= this.#own(profile);
    return { count: this.#union(slices) ?? count, excess };
  }

  /** What the patients of each cell add by themselves, each taken for the mean of the cell. */
  #own(profile) {
    const means = this.#cellMeans(profile);
    if (means === null) return this.#ownOfPair(profile);
    let sum = 0;
    for (const which of [0, 1]) {
      const { squares } = this.#placesOf(profile.sample, which);
      for (let i = 0; i < squares.length; i++) sum += squares[i] * means[which][i] ** 2;
    }
    return sum;
  }

  /** Of two models: a patient is in a cell of each, and the joint lines say in which. */
  #ownOfPair({ sample, clusterParts: [one, other] }) {
    let sum = this.#own(one) + this.#own(other);
    const means = [one, other].map((profile) => this.#cellMeans(profile));
    for (const which of [0, 1]) {
      const side = sample.sides[which];
      const places = [one, other].map((profile, i) => this.#jointPlaces(sample, profile.sample, which, i === 0 ? side.x : side.y));
      for (let line = 0; line < side.length; line++) {
        const [a, b] = [places[0][line], places[1][line]];
        if (a >= 0 && b >= 0) sum -= 2 * side.q[line] * means[0][which][a] * means[1][which][b];
      }
    }
    return sum;
  }

  /** Clusters that reach into two slices are counted once. */
  #union(slices) {
    if (slices.length < 2) return null;
    const groups = new Set(slices.flatMap((slice) => this.groupsOf[slice]));
    const found = this.slices.find((slice) => slice.groups.length === groups.size && slice.groups.every((g) => groups.has(g)));
    return found?.clusters ?? null;
  }

  /** A profile along the directions; a difference of two profiles is the difference of theirs. */
  #along(profile) {
    profile.knownAlong ??= profile.clusterParts ? this.#difference(profile.clusterParts) : this.#sums(profile);
    return profile.knownAlong;
  }

  #difference([one, other]) {
    const theirs = this.#along(other);
    return this.#along(one).map((sum, k) => sum - theirs[k]);
  }

  #sums(profile) {
    const many = this.values.length;
    const sums = new Float64Array(many);
    const means = this.#cellMeans(profile);
    for (const which of [0, 1]) {
      const { used } = this.#placesOf(profile.sample, which);
      for (let i = 0; i < used.length; i++) {
        for (let k = 0; k < many; k++) sums[k] += means[which][i] * this.packed[used[i] * many + k];
      }
    }
    return sums;
  }

  /** Mean contribution for each unit of weight, by class and coarse cell; null for two models, who have no common cells. */
  #cellMeans(profile) {
    profile.knownMeans ??= profile.clusterParts ? this.#meansOfParts(profile) : [0, 1].map((which) => this.#meansOf(profile, which));
    return profile.knownMeans;
  }

  #meansOfParts({ sample, clusterParts: [one, other] }) {
    if (sample.models.length > 1) return null;
    const theirs = this.#cellMeans(other);
    return this.#cellMeans(one).map((means, which) => means.map((mean, i) => mean - theirs[which][i]));
  }

  #meansOf(profile, which) {
    const { places, weights } = this.#placesOf(profile.sample, which);
    const sums = cellSums(profile, which, places, weights.length);
    for (let i = 0; i < sums.length; i++) sums[i] /= weights[i];
    return sums;
  }

  /** The coarse cell of each line of a sample: its number among those used, which these are, their weights. */
  #placesOf(sample, which) {
    const key = `${sample.key}|${which}`;
    if (!this.places.has(key)) this.places.set(key, this.#found(sample, which));
    return this.places.get(key);
  }

  #found(sample, which) {
    const side = sample.sides[which];
    const all = this.#cellsOf(sample, sample.models[0], which, side.x);
    const numbers = new Map();
    const [weights, squares] = [[], []];
    const places = new Int32Array(side.length).fill(-1);
    all.forEach((place, line) => {
      if (place < 0) return;
      if (!numbers.has(place)) numbers.set(place, numbers.size);
      const number = numbers.get(place);
      places[line] = number;
      weights[number] = (weights[number] ?? 0) + side.w[line];
      squares[number] = (squares[number] ?? 0) + side.q[line];
    });
    return { places, numbers, used: Int32Array.from(numbers.keys()), weights: Float64Array.from(weights), squares };
  }

  /** The coarse cells of joint lines, by one of the two models, as its own sample numbers them. */
  #jointPlaces(joint, own, which, x) {
    const key = `${joint.key}|${own.key}|${which}`;
    if (!this.places.has(key)) {
      const { numbers } = this.#placesOf(own, which);
      const cells = this.#cellsOf(joint, own.models[0], which, x);
      this.places.set(key, cells.map((place) => numbers.get(place) ?? -1));
    }
    return this.places.get(key);
  }

  #cellsOf(sample, model, which, x) {
    return Int32Array.from(sample.groupOfLine(which), (group, line) => {
      const cell = countBelow(this.edges[model][which], x[line]);
      return this.index.get(`${group}|${model}|${which}|${cell}`) ?? -1;
    });
  }
}

/** How many of the ascending edges a value has reached. */
function countBelow(edges, x) {
  let count = 0;
  while (count < edges.length && edges[count] <= x) count++;
  return count;
}

/** What the patients of each coarse cell contribute together. */
function cellSums(profile, which, places, count) {
  const side = profile.sample.sides[which];
  const contribution = profile.contribution(which);
  const sums = new Float64Array(count);
  for (let i = 0; i < places.length; i++) if (places[i] >= 0) sums[places[i]] += side.w[i] * contribution(i);
  return sums;
}

/** Log odds of the prevalence for which a model's scores were made: stated, or the sample's own. */
export function sourceShift(page, sample) {
  const stated = page.models[sample.models[0]].source;
  return logit(stated ?? sample.prevalence);
}
