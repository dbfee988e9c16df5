// Clusters: patients who belong together, such as several stays of a person, or the patients of a hospital.

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
   * How many clusters there are, and what their members add to the variance beyond their own; and what is known of the
   * clusters of these slices.
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
   * The clusters of a slice, or of two that are compared: their count, the degrees of freedom that their sizes leave, and
   * by which factor leaving them out one by one makes a variance larger, that of a score and that of the prevalence.
   */
  about(slices) {
    const {
      count,
      degrees,
      factor,
      prevalence_factor: prevalenceFactor,
    } = slices.length === 1 ? this.slices[slices[0]].clustering : this.#compared(slices);
    return { count, degrees, factor, prevalenceFactor };
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
      const places = [one, other].map((profile, i) =>
        this.#jointPlaces(sample, profile.sample, which, i === 0 ? side.x : side.y),
      );
      for (let bin = 0; bin < side.length; bin++) {
        const [a, b] = [places[0][bin], places[1][bin]];
        if (a >= 0 && b >= 0) sum -= 2 * side.q[bin] * means[0][which][a] * means[1][which][b];
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
    const all = this.#cellsOf(sample, sample.models[0], which, side.x);
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

  /** The coarse cells of joint bins, by one of the two models, as its own sample numbers them. */
  #jointPlaces(joint, own, which, x) {
    const key = `${joint.key}|${own.key}|${which}`;
    if (!this.places.has(key)) {
      const { numbers } = this.#placesOf(own, which);
      const cells = this.#cellsOf(joint, own.models[0], which, x);
      this.places.set(
        key,
        cells.map((place) => numbers.get(place) ?? -1),
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
