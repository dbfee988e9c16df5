// Clusters: patients who belong together, such as several stays of a person, or the patients of a hospital. The
// page carries no clusters, only how much more each number varies because of them at the study's own
// deployment: design effects, which are taken for every other deployment too.

export class Clusters {
  constructor({ clusters, slices, gaps, pairs }) {
    Object.assign(this, clusters);
    this.slices = slices;
    this.between = gaps.map((gap) => gap.slices.join("|"));
    this.pairs = pairs.map((pair) => pair.models.join("|"));
  }

  /** Variance over clusters as a multiple of that of independent patients, and the degrees of freedom. */
  of(profiles) {
    const [{ slice, models }, other] = profiles.map((profile) => profile.sample);
    if (other !== undefined) return this.#ofGap(slice, other.slice, models[0]);
    const { models: alone, pairs } = this.effects[slice];
    const effect = models.length === 1 ? alone[models[0]] : pairs[this.pairs.indexOf(models.join("|"))];
    return { effect, degrees: this.degrees[slice] };
  }

  #ofGap(one, other, model) {
    const { models, degrees } = this.gaps[this.between.indexOf(`${one}|${other}`)];
    return { effect: models[model], degrees };
  }
}
