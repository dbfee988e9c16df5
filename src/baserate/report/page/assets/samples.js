import { Clusters } from "./clusters.js";
import { logit } from "./numbers.js";
import { Optimism, Pools } from "./recalibrated.js";
import { Shares, Side, together } from "./tables.js";

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
    this.knownPlaces ??= this.sides.map((side, which) =>
      side.nodes.map((ends) => Int32Array.from(ends, (x) => this.pools.placeOf(x, which))),
    );
    return this.knownPlaces;
  }

  get optimism() {
    this.knownOptimism ??= new Optimism(this.about[this.models[0]].optimism);
    return this.knownOptimism;
  }
}

/** Log odds of the prevalence for which a model's scores were made: stated, or the sample's own. */
export function sourceShift(page, sample) {
  const stated = page.models[sample.models[0]].source;
  return logit(stated ?? sample.prevalence);
}
