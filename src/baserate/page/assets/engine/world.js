// A world for each share of label shift. Where only a part of the difference in prevalence is label shift, the rest is
// that other patients come, whose scores already know: patients are tilted (tilt.js), and scores adjusted by that part
// only. What a patient adds to a model's score then is an effective gain: its means by class are the score, and it
// carries what the tilt, which is fitted to these patients, adds to the error. baserate.scores.world is its twin.
import { exactGains, gainAt } from "./gains.js";
import { clamp, expit, gaussLegendre, logit } from "./numbers.js";
import { slicesOf } from "./tilt.js";
import { logCosts, unitOf } from "./units.js";

// Over a range of prevalences; and where all patients have to be looked at, what only widens intervals.
const FINE = gaussLegendre(33);
const COARSE = gaussLegendre(11);
// Over the part of a range from which on a patient is treated.
const PARTS = gaussLegendre(17);
const ALONG_RANGE = 64;
// Gains are tabulated between two corners in so many panels to a unit of log odds, but in some at least; and beyond the
// scores that were seen by a share of their range.
const PER_UNIT = 16;
const FEWEST_PANELS = 4;
const BEYOND = 0.3;
// Where thresholds run over less than this, in log odds, they stand still.
const STILL = 1e-7;
const CLASSES = [0, 1];
const NOWHERE = 1e3;

/**
 * The prevalences of a deployment in log odds: single ones with their shares, and ranges with their density. One of
 * each is all but for distributions that two ends cannot say.
 */
function prevalencesOf({ prevalence, weight, units }) {
  if (weight?.prevalences && !unitOf(units).weighted) {
    const { atoms, pieces } = weight.prevalences;
    const along = ({ low, high, density }) => densityTable(low, high, Float64Array.from(density));
    return { atoms, ranges: pieces.map((piece) => ({ ...piece, density: along(piece) })) };
  }
  const [low, high] = prevalence.map(logit);
  if (high - low < STILL) return { atoms: [[(low + high) / 2, 1]], ranges: [] };
  return { atoms: [], ranges: [{ low, high, density: () => 1 / (high - low) }] };
}

function densityTable(low, high, values) {
  return (x) => lookUp(values, ((x - low) / (high - low)) * (values.length - 1));
}

/** Prevalences with their shares, over which a smooth function of them is averaged. */
function nodesOf({ atoms, ranges }, { nodes, weights }) {
  const along = ({ low, high, density }) => {
    const half = (high - low) / 2;
    return Array.from(nodes, (node, i) => {
      const x = low + half * (node + 1);
      return [x, half * weights[i] * density(x)];
    });
  };
  return [...atoms, ...ranges.flatMap(along)];
}

/**
 * The effective gains of a sample at a deployment, as functions of the evidence (log odds of the score less those of the
 * prevalence that it is calibrated to).
 * @param about {source, observed, cut}: log odds of the source prevalence and of the observed one; and of a cut-off on
 *   the raw score, where one decides by that whatever the prevalence
 */
export function worldGains(sample, deployment, about) {
  return new WorldGains(new World(sample, deployment, { cut: null, ...about }));
}

/** A model's score at one prevalence, as a number alone. */
export function worldValue(sample, deployment, about) {
  const world = new World(sample, deployment, { cut: null, ...about });
  return world.nodes.reduce((sum, { x, share, tilt }) => {
    const gains = world.at(x);
    return sum + share * (world.weighted(0, tilt, gains).mean + world.weighted(1, tilt, gains).mean);
  }, 0);
}

/** Patients, tilted as far as each prevalence of the deployment asks for. */
class World {
  constructor(sample, deployment, about) {
    Object.assign(this, { sample, deployment, ...about });
    this.gamma = deployment.gamma;
    this.tilts = sample.tilts;
    this.prevalences = prevalencesOf(deployment);
    this.nodes = this.withTilts(nodesOf(this.prevalences, FINE));
  }

  withTilts(nodes) {
    return nodes.map(([x, share]) => ({ x, share, tilt: this.tilt(x) }));
  }

  tilt(x) {
    return this.tilts.by((1 - this.gamma) * (x - this.observed));
  }

  /** Gains at one prevalence before patients are weighted, as functions of the log odds of the score. */
  at(x) {
    const { cost, units } = this.deployment;
    const prevalence = expit(x);
    const gains = exactGains({ prevalence: [prevalence, prevalence], cost, units });
    if (this.cut !== null) return new Moved({ ...gains, step: this.cut }, 0);
    // Scores are adjusted by a part of the way only.
    return new Moved(gains, this.source + (1 - this.gamma) * (x - this.observed));
  }

  /** The one cost, in log odds, at which thresholds run with the prevalence; null where they do not. */
  get runningCost() {
    const { cost, units } = this.deployment;
    const { ranges } = this.prevalences;
    const [low, high] = [ranges[0]?.low, ranges.at(-1)?.high];
    const [cheap, dear] = logCosts(units, cost);
    const runs = this.cut === null && ranges.length > 0 && this.gamma * (high - low) > STILL && dear - cheap < STILL;
    return runs ? (cheap + dear) / 2 : null;
  }

  /** What patients gain, in parts that add up: each with its corners and jumps. */
  get pieces() {
    const k = this.runningCost;
    if (k === null) return [atNodes(this, this.nodes)];
    const { atoms, ranges } = this.prevalences;
    return [atNodes(this, this.withTilts(atoms)), ...ranges.map((range) => overRange(this, range, k))];
  }

  /** What the tilt, being fitted, takes off from gains for each unit of weight above one, at some prevalences. */
  get corrections() {
    return nodesOf(this.prevalences, COARSE).map(([x, share]) => {
      const tilt = this.tilts.kept((1 - this.gamma) * (x - this.observed));
      const gains = this.at(x);
      const sums = CLASSES.map((which) => this.weighted(which, tilt, gains));
      const slope = (sums[0].covariance + sums[1].covariance) / tilt.apart;
      return { share, tilt, slope, gains, base: [sums[0].mean + slope, sums[1].mean - slope] };
    });
  }

  /** Weighted mean of gains, and covariance with the log odds. */
  weighted(which, { theta, logs }, gains) {
    const { first, at, wide } = slicesOf(this.sample.sides[which].nodes);
    const { z, share } = this.tilts.classes[which];
    let [mean, middle, along] = [0, 0, 0];
    for (let i = 0; i < wide.length; i++) {
      for (let k = first[i]; k < first[i + 1]; k++) {
        const weight = share[k] * Math.exp(theta * z[k] - logs[which]);
        const gain = weight * gains.ofSlice(which, at[k], wide[i]);
        mean += gain;
        middle += weight * z[k];
        along += gain * z[k];
      }
    }
    return { mean, covariance: along - middle * mean };
  }
}

/** Ordinary gains along the log odds of the score. */
class Moved {
  constructor(gains, shift) {
    Object.assign(this, { gains, shift });
    this.place = gains.step === null ? null : gains.step + shift;
    const { positiveTotal, negativeTotal } = gains;
    this.totals =
      gains.step === null ? [gains.positive(Infinity), gains.negative(-Infinity)] : [positiveTotal, negativeTotal];
  }

  get corners() {
    return this.place === null ? this.gains.corners.map((corner) => corner + this.shift) : [this.place];
  }

  of(which, z) {
    return gainAt(this.gains, z - this.shift, which === 0);
  }

  /** How fast it rises, or for a non-case falls, with the score, on the side of every corner that the middle is on. */
  slope(which, z, middle) {
    const { gains, shift } = this;
    const inside = gains.step === null && middle - shift > gains.corners[0] && middle - shift < gains.corners.at(-1);
    return inside ? gains.weight(z - shift) * (which === 0 ? 1 : Math.exp(z - shift)) : 0;
  }

  /** Of a slice of so much width, which may be treated in part. */
  ofSlice(which, z, wide) {
    if (this.place === null || wide === 0) return this.of(which, z);
    const treated = clamp((z + wide / 2 - this.place) / wide, 0, 1);
    return this.totals[which] * (which === 0 ? treated : 1 - treated);
  }
}

/** Prevalences at which the gains are those of one prevalence: the corners are jumps, or ends of a range of costs. */
function atNodes(world, prevalences) {
  const nodes = prevalences.map((node) => ({ ...node, gains: world.at(node.x) }));
  const jumps = nodes.flatMap(({ share, tilt, gains }) => {
    if (gains.place === null) return [];
    const z = clamp(gains.place, -NOWHERE, NOWHERE);
    const weight = (which) => share * Math.exp(tilt.theta * world.tilts.bounded(z) - tilt.logs[which]);
    return [{ place: z, worth: CLASSES.map((which) => gains.totals[which] * weight(which)) }];
  });
  // Within a stretch all lies on one side of every corner: its middle says on which.
  const values = (which, z, middle) => {
    let [gain, slope] = [0, 0];
    const bounded = world.tilts.bounded(z);
    for (const { share, tilt, gains } of nodes) {
      const weight = share * Math.exp(tilt.theta * bounded - tilt.logs[which]);
      gain += weight * gains.of(which, gains.place === null ? z : middle);
      slope += weight * gains.slope(which, z, middle);
    }
    return [gain, slope];
  };
  return { corners: nodes.flatMap(({ gains }) => gains.corners), jumps, values };
}

/** A range of prevalences at one cost: a patient is treated from some prevalence of it on. */
function overRange(world, { low, high, density }, k) {
  const { gamma, observed, source } = world;
  const tables = rangeTables(world, { low, high, density }, k);
  // Treat where L >= start - gamma x.
  const start = k + source - (1 - gamma) * observed;
  const runsAt = (z) => z > start - gamma * high && z < start - gamma * low;
  const values = (which, z, middle) => {
    const turn = clamp((start - z) / gamma, low, high);
    const gain = which === 0 ? tables.integral(0, z, turn, high) : tables.integral(1, z, low, turn);
    return [gain, runsAt(middle) ? tables.density(which, z, turn) / gamma : 0];
  };
  return { corners: [start - gamma * high, start - gamma * low], jumps: [], values };
}

/** What a right decision is worth along a range of prevalences, for patients as they are tilted there. */
function rangeTables(world, { low, high, density: shareAt }, k) {
  const { prices } = unitOf(world.deployment.units);
  const columns = [0, 1, 2].map(() => new Float64Array(ALONG_RANGE + 1));
  for (let i = 0; i <= ALONG_RANGE; i++) {
    const x = low + ((high - low) * i) / ALONG_RANGE;
    const { theta, logs } = world.tilt(x);
    columns[0][i] = theta;
    prices(x, k).forEach((price, which) => (columns[1 + which][i] = Math.log(price) - logs[which]));
  }
  const [thetas, ...worths] = columns;
  const place = (x) => ((x - low) / (high - low)) * ALONG_RANGE;
  const density = (which, z, x) =>
    shareAt(x) * Math.exp(lookUp(thetas, place(x)) * world.tilts.bounded(z) + lookUp(worths[which], place(x)));
  const integral = (which, z, from, to) => {
    const half = (to - from) / 2;
    if (!(half > 0)) return 0;
    let sum = 0;
    for (let i = 0; i < PARTS.nodes.length; i++) {
      sum += PARTS.weights[i] * density(which, z, from + half * (PARTS.nodes[i] + 1));
    }
    return half * sum;
  };
  return { density, integral };
}

class WorldGains {
  constructor(world) {
    const { pieces } = world;
    const corrections = world.corrections;
    const totals = world.nodes.map(({ x, share }) => world.at(x).totals.map((total) => share * total));
    this.isWorld = true;
    this.step = null;
    // Weights differ along the whole axis, and with them gains.
    [this.low, this.high] = [-Infinity, Infinity];
    this.source = world.source;
    /** Whether there is a population of such patients at every prevalence: a score may know too little for that. */
    this.exists = world.nodes.every(({ tilt }) => tilt.isReached);
    [this.positiveTotal, this.negativeTotal] = CLASSES.map((which) => totals.reduce((sum, one) => sum + one[which], 0));
    /** Log odds of scores at which treating starts for many at once, and what that is worth for either class. */
    this.jumps = merge(pieces.flatMap(({ jumps }) => jumps));
    /** How fast the score rises with the log odds of the observed prevalence, by who comes alone. */
    this.slopeOfMix = -(1 - world.gamma) * corrections.reduce((sum, { share, slope }) => sum + share * slope, 0);
    this.stretches = stretchesOf(world.tilts, pieces, corrections);
    Object.assign(this, { corrections, tilts: world.tilts });
    this.corners = [...new Set(pieces.flatMap(({ corners }) => corners))];
  }

  positive(evidence) {
    return this.#at(0, evidence + this.source);
  }

  negative(evidence) {
    return this.#at(1, evidence + this.source);
  }

  #at(which, z) {
    return this.#stretchAt(z).at(which, z);
  }

  #stretchAt(z) {
    return this.stretches[this.#place(z)];
  }

  #place(z) {
    let place = this.stretches.length - 1;
    while (place > 0 && z < this.stretches[place].low - TIE) place--;
    return place;
  }

  /** Over a slice, which may reach over corners: each part by its middle. */
  #ofSlice(which, z, wide) {
    const [from, to] = [z - wide / 2, z + wide / 2];
    let place = this.#place(from);
    if (wide === 0 || to <= this.stretches[place].high) return this.stretches[place].at(which, z);
    let sum = 0;
    for (let low = from; low < to; place++) {
      const end = place + 1 < this.stretches.length ? Math.min(this.stretches[place].high, to) : to;
      sum += ((end - low) / wide) * this.stretches[place].at(which, (low + end) / 2);
      low = end;
    }
    return sum;
  }

  /** Mean effective gain of every bin, and its standard deviation, signed as gains rise or fall with the score. */
  ofBins(nodes, isCase) {
    const which = isCase ? 0 : 1;
    const { first, at, wide } = slicesOf(nodes);
    const [gain, half] = [new Float64Array(wide.length), new Float64Array(wide.length)];
    for (let i = 0; i < wide.length; i++) {
      const count = first[i + 1] - first[i];
      let [sum, squares, lowest, last] = [0, 0, 0, 0];
      for (let k = first[i]; k < first[i + 1]; k++) {
        last = this.#ofSlice(which, at[k], wide[i]);
        if (k === first[i]) lowest = last;
        sum += last - lowest;
        squares += (last - lowest) ** 2;
      }
      gain[i] = lowest + sum / count;
      half[i] = Math.sqrt(Math.max(squares / count - (sum / count) ** 2, 0)) * (last < lowest ? -1 : 1);
    }
    return { gain, half };
  }

  /**
   * The least and the most that a patient of a class may gain, seen or not, if those of a bin reach so many spreads
   * from its mean; and whoever was not seen may be decided about as any between two scores is.
   */
  endsOf({ x, s, length }, which, spreads, scores) {
    let [least, most] = [Infinity, -Infinity];
    let own = [Infinity, -Infinity];
    for (let i = 0; i < length; i++) {
      for (const z of [x[i] - spreads * s[i], x[i] + spreads * s[i]]) {
        const gain = this.#at(which, z);
        if (gain < least) least = gain;
        if (gain > most) most = gain;
        own = [Math.min(own[0], z), Math.max(own[1], z)];
      }
    }
    const unseen = this.#unseen(which, scores, own);
    return [Math.min(least, ...unseen), Math.max(most, ...unseen)];
  }

  /** What patients gain who weigh as one of the class does at a threshold, and are decided about as the outermost are. */
  #unseen(which, scores, own) {
    const places = new Set(this.corners.map((corner) => clamp(corner, ...own)));
    return [...places].flatMap((place) => {
      const bounded = this.tilts.bounded(place);
      let [off, ...found] = [0, 0, 0];
      for (const { share, tilt, base, gains } of this.corrections) {
        const weight = Math.exp(tilt.theta * bounded - tilt.logs[which]);
        off += share * base[which] * (weight - 1);
        found = found.map((gain, i) => gain + share * weight * gains.of(which, scores[i]));
      }
      return found.map((gain) => gain - off);
    });
  }

  /** Mean slope of the gains of one class against the thresholds, jumps apart. */
  meanSlope({ nodes, w, weight }, which) {
    const [uppers, lowers] = nodes;
    const slope = (z) => this.#stretchAt(z).slope(which, z);
    let sum = 0;
    for (let i = 0; i < w.length; i++) sum += w[i] * (slope(uppers[i]) + slope(lowers[i]));
    return sum / 2 / weight;
  }
}

const TIE = 1e-9;

/** Jumps at one and the same place are one. */
function merge(jumps) {
  const places = new Map();
  for (const { place, worth } of jumps) {
    const key = Math.round(place / TIE);
    const before = places.get(key)?.worth ?? [0, 0];
    places.set(key, { place, worth: worth.map((one, which) => one + before[which]) });
  }
  return [...places.values()];
}

function stretchesOf(tilts, pieces, corrections) {
  const [low, high] = tilts.ends;
  const beyond = Math.max(BEYOND * (high - low), 1e-3);
  const inside = [...tilts.bounds, ...pieces.flatMap(({ corners: all }) => all)]
    .filter((corner) => corner > low - beyond && corner < high + beyond)
    .sort((a, b) => a - b);
  const corners = [low - beyond, ...inside, high + beyond].filter((z, i, all) => i === 0 || z - all[i - 1] > TIE);
  return corners.slice(1).map((end, i) => new Stretch(tilts, [corners[i], end], pieces, corrections));
}

/** Effective gains between two corners, by look-up: cubics through four neighbours. */
class Stretch {
  constructor(tilts, [low, high], pieces, corrections) {
    const panels = Math.max(Math.ceil(PER_UNIT * (high - low)), FEWEST_PANELS);
    Object.assign(this, { low, high, perUnit: panels / (high - low) });
    this.gains = CLASSES.map(() => new Float64Array(panels + 1));
    this.slopes = CLASSES.map(() => new Float64Array(panels + 1));
    for (let i = 0; i <= panels; i++) {
      const z = low + ((high - low) * i) / panels;
      const bounded = tilts.bounded(z);
      for (const which of CLASSES) {
        let [sum, slopes] = [0, 0];
        for (const { values } of pieces) {
          const [gain, slope] = values(which, z, (low + high) / 2);
          sum += gain;
          slopes += slope;
        }
        for (const { share, tilt, base } of corrections) {
          sum -= share * base[which] * (Math.exp(tilt.theta * bounded - tilt.logs[which]) - 1);
        }
        this.gains[which][i] = sum;
        this.slopes[which][i] = slopes;
      }
    }
  }

  at(which, z) {
    return lookUp(this.gains[which], (z - this.low) * this.perUnit);
  }

  slope(which, z) {
    return lookUp(this.slopes[which], (z - this.low) * this.perUnit);
  }
}

/** Lagrange's cubic through the four nearest points; beyond the ends, the end. */
function lookUp(table, at) {
  const last = table.length - 1;
  const place = clamp(at, 0, last);
  const i = clamp(Math.floor(place) - 1, 0, last - 3);
  const a = place - i;
  const [b, c, d] = [a - 1, a - 2, a - 3];
  return (
    (a * c * d * table[i + 1] - a * b * d * table[i + 2]) / 2 + (a * b * c * table[i + 3] - b * c * d * table[i]) / 6
  );
}
