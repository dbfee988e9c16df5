// Samples: whose patients a number is about (everyone, a group, all but a group), and what the page
// carries about each model there.
import { mergeBins, Side } from "./bins.js";
import { IsotonicBlocks } from "./blocks.js";
import { Clusters } from "./clusters.js";
import { logit } from "./numbers.js";
import { Optimism } from "./optimism.js";
import { Shares } from "./shares.js";

/** All bins of the page, put together by sample when they are first asked for. */
export class Samples {
  #known = new Map();

  constructor(page) {
    this.page = page;
    this.clusters = page.clusters ? new Clusters(page) : null;
  }

  /** The sample of a slice of the page for one model, or for two. */
  of(slice, models) {
    const key = `${slice}|${models.join("|")}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#create(slice, models, key));
    return this.#known.get(key);
  }

  #create(slice, models, key) {
    const { groups, models: about, prevalence } = this.page.slices[slice];
    const tables = models.length === 1 ? this.page.models[models[0]] : this.#pair(models);
    // Who a group is compared with is asked about once a group: there, bins that lie together are one. With
    // clusters they stay apart, because a cluster's members are known by their group.
    const rest = this.page.slices[slice].kind === "rest" && !this.clusters;
    const parts = [0, 1].map((which) => groups.map((group) => tables.lines[group][which]));
    const sides = parts.map((bins) => new Side(rest ? mergeBins(bins) : bins));
    const groupOfBin = (which) => groups.flatMap((group, i) => new Array(parts[which][i].n.length).fill(group));
    return new Sample({ key, slice, models, sides, about, prevalence, clusters: this.clusters, groupOfBin });
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

  /** The model recalibrated. */
  get blocks() {
    this.knownBlocks ??= new IsotonicBlocks(this.about[this.models[0]].pools);
    return this.knownBlocks;
  }

  /** For each class, the blocks of its bins' upper and lower patients. */
  get blockPlaces() {
    this.knownPlaces ??= this.sides.map((side, which) =>
      side.nodes.map((ends) => Int32Array.from(ends, (x) => this.blocks.placeOf(x, which))),
    );
    return this.knownPlaces;
  }

  get optimism() {
    this.knownOptimism ??= new Optimism(this.about[this.models[0]].optimism);
    return this.knownOptimism;
  }
}

/** Log odds of the prevalence to which a model's scores are calibrated: stated, or observed in the sample. */
export function sourceShift(page, sample) {
  return logit(statedSource(page, sample) ?? sample.prevalence);
}

/**
 * The prevalence to which a model's scores are calibrated, null where it is that of the sample. The one observed in
 * all patients is taken as stated in a group: there it does not move with the group's own.
 */
export function statedSource(page, sample) {
  const { source, source_of_all: ofAll } = page.models[sample.models[0]];
  return ofAll && sample.slice !== EVERYONE ? page.slices[EVERYONE].prevalence : source;
}

const EVERYONE = 0;
