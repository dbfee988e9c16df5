// Samples: whose patients a number is about (everyone, a group, all but a group), and what the page
// carries about each model there.
import { binsOf, CERTAIN, mergeBins, ROOT3, Side } from "./bins.js";
import { IsotonicBlocks } from "./blocks.js";
import { Clusters } from "./clusters.js";
import { expit, logit, rootOf } from "./numbers.js";
import { Optimism } from "./optimism.js";
import { Shares } from "./shares.js";
import { Tilts } from "./tilt.js";

/**
 * All bins of the page, put together by sample when they are first asked for.
 * @param recalibrated by place, models whose log odds are moved and stretched: {intercept, slope}
 */
export class Samples {
  #known = new Map();

  constructor(page, recalibrated = new Map(), clusters = page.clusters ? new Clusters(page) : null) {
    Object.assign(this, { page, recalibrated, clusters });
  }

  /** The same patients with some models recalibrated. */
  withRecalibrated(recalibrated) {
    return new Samples(this.page, recalibrated, this.clusters);
  }

  /** The sample of a slice of the page for one model, or for two. */
  of(slice, models) {
    const key = `${slice}|${models.join("|")}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#create(slice, models, key));
    return this.#known.get(key);
  }

  #create(slice, models, key) {
    const { groups, models: about, prevalence, doubt = null } = this.page.slices[slice];
    const tables = models.length === 1 ? this.page.models[models[0]] : this.#pair(models);
    // Who a group is compared with is asked about once a group: there, bins that lie together are one. With
    // clusters they stay apart, because a cluster's members are known by their group.
    const rest = this.page.slices[slice].kind === "rest" && !this.clusters;
    const parts = [0, 1].map((which) => groups.map((group) => binsOf(tables.lines[group][which])));
    const maps = models.map((model) => this.recalibrated.get(model) ?? null);
    const sides = parts.map((bins) => new Side(rest ? mergeBins(bins) : bins).recalibrated(maps));
    const groupOfBin = (which) => groups.flatMap((group, i) => new Array(parts[which][i].n.length).fill(group));
    const marks = maps.map((map) => (map ? `${map.intercept}*${map.slope}` : "")).join("|");
    return new Sample({
      key: `${key}|${marks}`,
      slice,
      models,
      maps,
      sides,
      about,
      everyone: this.page.slices[EVERYONE].models,
      prevalence,
      doubt,
      clusters: this.clusters,
      groupOfBin,
    });
  }

  #pair(models) {
    return this.page.pairs.find((pair) => pair.models[0] === models[0] && pair.models[1] === models[1]);
  }
}

class Sample {
  constructor(parts) {
    Object.assign(this, parts);
  }

  /** Whether every bin is one score: then nothing that follows from it is in doubt. */
  get isExact() {
    this.knownExact ??=
      !this.clusters && !this.doubt && this.sides.every(({ s, t }) => [s, t].every((all) => isNothing(all)));
    return this.knownExact;
  }

  /** Log odds of the lowest and the highest score, as far as bins tell: their patients lie evenly. */
  get scoreRange() {
    this.knownRange ??= rangeOf(this.sides, ROOT3);
    return this.knownRange;
  }

  /** The same if all patients of the outermost bins lie close together. */
  get narrowestRange() {
    this.knownNarrowest ??= rangeOf(this.sides, 0);
    return this.knownNarrowest;
  }

  /** The same if the outermost scores are certainties that few have: such are carried as if far beyond the next score. */
  get certainRange() {
    this.knownCertain ??= certainEnds(this.sides, this.scoreRange);
    return this.knownCertain;
  }

  /** The same if one of them lies far from the others. */
  get widestRange() {
    this.knownWidest ??= rangeOf(this.sides, FARTHEST);
    return this.knownWidest;
  }

  /**
   * The prevalence to which the scores would have to be calibrated to be right on average here: moved from it to the
   * observed one, their mean is the share of cases. To two digits; null where no prevalence does that.
   */
  get impliedSource() {
    this.knownSource ??= impliedSourceOf(this) ?? NaN;
    return Number.isNaN(this.knownSource) ? null : this.knownSource;
  }

  /** Who comes more often, or less, where the prevalence differs for other reasons than label shift. */
  get tilts() {
    this.knownTilts ??= new Tilts(this.sides, this.prevalence);
    return this.knownTilts;
  }

  get shares() {
    this.knownShares ??= new Shares(this.sides);
    return this.knownShares;
  }

  /** The model recalibrated. */
  get blocks() {
    this.knownBlocks ??= new IsotonicBlocks(this.about[this.models[0]].pools, this.maps[0]);
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
    const [model] = this.models;
    const { optimism } = this.about[model];
    // Of many groups, all but one of them have a multiple of everyone's.
    this.knownOptimism ??= new Optimism("like" in optimism ? this.everyone[model].optimism : optimism, optimism.times);
    return this.knownOptimism;
  }
}

// In standard deviations of a bin.
export const FARTHEST = 3.5;

// So wide a bin at an end may hide a score of exactly 0 or 1.
const WIDE_BIN = 1;

function certainEnds(sides, [low, high]) {
  let [bottom, top] = [0, 0];
  for (const { x, s, length } of sides) {
    for (let i = 0; i < length; i++) {
      if (x[i] - ROOT3 * s[i] <= low) bottom = Math.max(bottom, s[i]);
      if (x[i] + ROOT3 * s[i] >= high) top = Math.max(top, s[i]);
    }
  }
  return [bottom > WIDE_BIN ? -Infinity : low, top > WIDE_BIN ? Infinity : high];
}

function rangeOf(sides, spreads) {
  let [low, high] = [Infinity, -Infinity];
  for (const { x, s, length } of sides) {
    for (let i = 0; i < length; i++) {
      low = Math.min(low, x[i] - spreads * s[i]);
      high = Math.max(high, x[i] + spreads * s[i]);
    }
  }
  return [low <= -CERTAIN ? -Infinity : low, high >= CERTAIN ? Infinity : high];
}

function impliedSourceOf({ sides, prevalence }) {
  const shares = [prevalence, 1 - prevalence];
  const tooLow = (shift) =>
    sides.reduce((sum, { nodes, w, weight }, which) => {
      let total = 0;
      for (const ends of nodes) for (let i = 0; i < ends.length; i++) total += w[i] * expit(ends[i] - shift);
      return sum - (shares[which] * total) / (2 * weight);
    }, prevalence);
  if (tooLow(-MOST_SHIFTED) > 0 || tooLow(MOST_SHIFTED) < 0) return null;
  const shift = rootOf(tooLow, -MOST_SHIFTED, MOST_SHIFTED, 1e-6);
  const source = Number(expit(logit(prevalence) + shift).toPrecision(2));
  return source > 0 && source < 1 ? source : null;
}

// In log odds.
const MOST_SHIFTED = 12;

const isNothing = (spreads) => spreads === null || spreads.every((spread) => spread === 0);

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
