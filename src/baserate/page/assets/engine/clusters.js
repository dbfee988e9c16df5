// Clusters: patients who belong together, such as several stays of a person, or the patients of a hospital.
import { ROOT3 } from "./bins.js";

/**
 * Patients who belong together: beyond their own spread, the products of what two of a cluster add. The
 * page carries these as a few directions over coarse cells of group, model and class.
 */
export class Clusters {
  constructor(page) {
    Object.assign(this, page.clusters);
    this.slices = page.slices;
    this.gaps = page.gaps;
    this.index = new Map(
      this.cells.map(([group, model, which, cell], place) => [`${group}|${model}|${which}|${cell}`, place]),
    );
    this.places = new Map();
    // By cell, then by direction.
    this.packed = Float64Array.from(this.cells.flatMap((_, place) => this.directions.map((one) => one[place])));
  }

  /**
   * What members of a cluster add to the sum of squares beyond their own, and what is known of the clusters of these
   * slices.
   */
  between(profiles) {
    const slices = profiles.map((profile) => profile.sample.slice);
    const along = profiles.map((profile) => this.#along(profile));
    let excess = 0;
    for (let k = 0; k < this.values.length; k++) {
      const sum = along[0][k] - (along[1]?.[k] ?? 0);
      excess += this.values[k] * sum * sum;
    }
    if (this.with_own) for (const profile of profiles) excess -= this.#own(profile);
    return { ...this.about(slices), excess };
  }

  /**
   * The clusters of a slice, or of two that are compared: the degrees of freedom that their sizes leave, and what turns
   * a sum of squares over clusters into a variance with each left out in turn, of a score and of the prevalence.
   */
  about(slices) {
    const {
      degrees,
      factor,
      prevalence_factor: prevalenceFactor,
    } = slices.length === 1 ? this.slices[slices[0]].clustering : this.#compared(slices);
    return { degrees, factor, prevalenceFactor };
  }

  #compared(slices) {
    return this.gaps.find((gap) => gap.slices.every((slice, i) => slice === slices[i])).clustering;
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

  /** Of two models: a patient is in a cell of each, and the joint bins say in which. */
  #ownOfPair({ sample, clusterParts: [one, other] }) {
    let sum = this.#own(one) + this.#own(other);
    const means = [one, other].map((profile) => this.#cellMeans(profile));
    for (const which of [0, 1]) {
      const side = sample.sides[which];
      const spans = [one, other].map((profile, i) => this.#spansOf(sample, profile.sample, which, i));
      for (let bin = 0; bin < side.length; bin++) {
        const product = meanProduct([spans[0][bin], spans[1][bin]], [means[0][which], means[1][which]], side.r[bin]);
        sum -= 2 * side.q[bin] * product;
      }
    }
    return sum;
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
    profile.knownMeans ??= profile.clusterParts
      ? this.#meansOfParts(profile)
      : [0, 1].map((which) => this.#meansOf(profile, which));
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

  /** The coarse cell of each bin of a sample: its number among those used, which these are, their weights. */
  #placesOf(sample, which) {
    const key = `${sample.key}|${which}`;
    if (!this.places.has(key)) this.places.set(key, this.#numberCells(sample, which));
    return this.places.get(key);
  }

  #numberCells(sample, which) {
    const side = sample.sides[which];
    const all = this.#cellsOf(sample, sample.models[0], which, side.raw.x);
    const numbers = new Map();
    const [weights, squares] = [[], []];
    const places = new Int32Array(side.length).fill(-1);
    all.forEach((place, bin) => {
      if (place < 0) return;
      if (!numbers.has(place)) numbers.set(place, numbers.size);
      const number = numbers.get(place);
      places[bin] = number;
      weights[number] = (weights[number] ?? 0) + side.w[bin];
      squares[number] = (squares[number] ?? 0) + side.q[bin];
    });
    return { places, numbers, used: Int32Array.from(numbers.keys()), weights: Float64Array.from(weights), squares };
  }

  /** The coarse cells over which each joint bin lies, by one of its two models: {cell, until}, see spanOf. */
  #spansOf(joint, own, which, place) {
    const key = `${joint.key}|${own.key}|${which}`;
    if (!this.places.has(key)) {
      const side = joint.sides[which];
      const [x, s] = place === 0 ? [side.raw.x, side.raw.s] : [side.raw.y, side.raw.t];
      const { numbers } = this.#placesOf(own, which);
      const [model] = own.models;
      const groups = joint.groupOfBin(which);
      const number = (group, cell) => numbers.get(this.index.get(`${group}|${model}|${which}|${cell}`)) ?? -1;
      this.places.set(
        key,
        groups.map((group, bin) =>
          spanOf(this.edges[model][which], x[bin], s[bin]).map(({ cell, until }) => ({
            cell: number(group, cell),
            until,
          })),
        ),
      );
    }
    return this.places.get(key);
  }

  #cellsOf(sample, model, which, x) {
    return Int32Array.from(sample.groupOfBin(which), (group, bin) => {
      const cell = countBelow(this.edges[model][which], x[bin]);
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

/** The cells over which a bin's patients lie, lowest first, and up to which share of them each reaches. */
function spanOf(edges, x, s) {
  const half = ROOT3 * s;
  const spans = [];
  for (let cell = countBelow(edges, x - half); ; cell++) {
    const end = edges[cell] ?? Infinity;
    if (half === 0 || end >= x + half) return [...spans, { cell, until: 1 }];
    spans.push({ cell, until: (end - x + half) / (2 * half) });
  }
}

/** Mean product of two numbers by cell: patients in the same order by both models, as far as they are correlated. */
function meanProduct(spans, means, r) {
  const meanOf = ({ cell }, i) => (cell < 0 ? 0 : means[i][cell]);
  const alone = spans.map((span, i) => {
    let [sum, below] = [0, 0];
    for (const part of span) {
      sum += (part.until - below) * meanOf(part, i);
      below = part.until;
    }
    return sum;
  });
  let [sum, below, a, b] = [0, 0, 0, 0];
  while (below < 1) {
    const [one, other] = [spans[0][a], spans[1][b]];
    const until = Math.min(one.until, other.until);
    sum += (until - below) * meanOf(one, 0) * meanOf(other, 1);
    below = until;
    if (one.until <= until) a++;
    if (other.until <= until) b++;
  }
  const together = Math.max(r, 0);
  return together * sum + (1 - together) * alone[0] * alone[1];
}
