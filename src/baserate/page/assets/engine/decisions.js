// Decisions at a cut-off: sensitivity, specificity, predictive values and counts of 1,000, with intervals. The
// same rules as baserate.inference.decisions: score intervals of shares, and what follows from two of them.
import { WORDS } from "../text/words.js";
import { doubtOf, roughnessOf, shareError } from "./bin-error.js";
import { shareAbove } from "./bins.js";
import { clamp, logit } from "./numbers.js";
import { Profile } from "./profiles.js";
import { betweenClusters, combineSpreads } from "./spreads.js";
import { studentQuantile } from "./student.js";
import { tiltedSides } from "./tilt.js";

export const RATES = Object.keys(WORDS.rates);
export const COUNTS = Object.keys(WORDS.counts);
// A share of fewer patients is not told from bins.
const FEW = 5;
// One patient, and a half, of those that a share is about may be another.
const ONE_OF = 1.5;
const TABULATED = 5e-3;
const NOT_KNOWN = { value: 0.5, low: 0, high: 1, error: 1, coarse: true };
// A share that differs from none, or from all, by rounding alone.
const NONE = 1e-12;
const ONLY = [
  [1, 0],
  [0, 1],
];

/**
 * Treating whoever's log odds reach the cut-off.
 * @param prevalence at which predictive values and counts are wanted; observed says that it is the sample's own,
 *   whose error they then carry; gamma is how much of the way from the observed prevalence is label shift
 */
export class Decisions {
  constructor(sample, cut, { prevalence, observed, level, gamma = 1 }) {
    Object.assign(this, { sample, cut, observed, level, clusters: sample.clusters });
    this.prices = [prevalence, 1 - prevalence];
    this.tilted =
      observed || gamma === 1 ? null : this.#tilt((1 - gamma) * (logit(prevalence) - logit(sample.prevalence)), gamma);
    const sides = this.tilted?.sides ?? sample.sides;
    this.reached = sides.map((side) => side.x.map((x, bin) => shareAbove(x, side.s[bin], cut)));
    this.treated = sides.map((side, which) => countClass(side, this.reached[which]));
    this.others = this.treated.map(countOthers);
    /** How far the share of each class that is treated may be from the patients' own. */
    this.unsure = sides.map((side, which) =>
      this.tilted?.isReached === false ? Infinity : shareError(side, cut) + doubtOf(sample.doubt, which),
    );
  }

  /** Where other patients come: the same bins with the weights that they have there. */
  #tilt(distance, gamma) {
    const tilt = this.sample.tilts.kept(distance);
    // A higher observed prevalence leaves less to be moved.
    return { ...tilt, sides: tiltedSides(this.sample, tilt), perDistance: 1 - gamma };
  }

  /** Every rate and count by its name: {value, low, high, error, coarse}, or null where it is not defined. */
  all() {
    const per1000 = this.prices.map((price) => 1000 * price);
    const treated = this.observed
      ? this.#interval(this.#shareOfAll(true, per1000))
      : this.#fromShares(true, (cases, others) => per1000[0] * cases + per1000[1] * others, 1000);
    const [found, missed] = [true, false].map((which) => this.#count(which, [per1000[0], 0]));
    return {
      sensitivity: this.#told(this.#interval(this.#share(true, [1, 0], 1)), [1, 0], 1),
      specificity: this.#told(this.#interval(this.#share(false, [0, 1], 1)), [0, 1], 1),
      ppv: this.#told(this.#predictiveValue(true), this.#slopes(true), 1, this.#patients(true)),
      npv: this.#told(this.#predictiveValue(false), this.#slopes(false), 1, this.#patients(false)),
      treated_per_1000: this.#told(treated, per1000, 1000),
      true_positives_per_1000: this.#told(found, [per1000[0], 0], per1000[0]),
      false_negatives_per_1000: this.#told(missed, [per1000[0], 0], per1000[0]),
      false_positives_per_1000: this.#told(this.#count(true, [0, per1000[1]]), [0, per1000[1]], per1000[1]),
    };
  }

  /** What happens to 1,000 patients, without intervals. */
  consequences() {
    const [cases, others] = this.treated.map(({ share }) => share);
    const [prevalence, rest] = this.prices;
    return {
      prevalence,
      treated: 1000 * (prevalence * cases + rest * others),
      truePositives: 1000 * prevalence * cases,
      falseNegatives: 1000 * prevalence * (1 - cases),
      falsePositives: 1000 * rest * others,
      error: { truePositives: 1000 * prevalence * this.unsure[0], falsePositives: 1000 * rest * this.unsure[1] },
    };
  }

  /** A number with its error, from how fast it moves with either class's share; near none and all, ends move twice as far. */
  #told(number, slopes, most, patients = Infinity) {
    if (number === null || number.coarse) return number;
    const moved = Math.hypot(...slopes.map((slope, which) => slope * this.unsure[which]));
    const half = Math.max(number.high - number.value, number.value - number.low);
    const error = moved * (1 + Math.abs(1 - (2 * number.value) / most)) + this.#roughness(patients) * half;
    return { ...number, error, coarse: error > half };
  }

  /** Relative error of an interval: more where it is about few patients. */
  #roughness(patients) {
    // A tilt is found between tabulated ones, and how two shares go with it from patients without guards.
    if (this.sample.isExact) return this.tilted ? TABULATED : 0;
    return roughnessOf(this.sample) + ONE_OF / patients;
  }

  /** How many are treated, or are not. */
  #patients(treated) {
    return this.#classes(treated).reduce((sum, { share, size }) => sum + share * size, 0);
  }

  /** How fast a predictive value moves with the share of either class that is treated. */
  #slopes(treated) {
    const parts = this.#classes(treated).map(({ share }, which) => this.prices[which] * share);
    const squared = (parts[0] + parts[1]) ** 2;
    return squared > 0 ? [(this.prices[0] * parts[1]) / squared, (this.prices[1] * parts[0]) / squared] : [0, 0];
  }

  #classes(treated) {
    return treated ? this.treated : this.others;
  }

  #count(treated, prices) {
    const share = this.observed
      ? this.#shareOfAll(treated, prices)
      : this.#share(treated, prices, prices[0] + prices[1]);
    return this.#interval(share);
  }

  /** Of 1,000 patients at the observed prevalence, which moves what either class counts. */
  #shareOfAll(treated, prices) {
    const [cases, others] = this.#classes(treated).map(({ share }) => share);
    const derivative = this.prices[1] * prices[0] * cases - this.prices[0] * prices[1] * others;
    return this.#share(treated, prices, 1000, derivative);
  }

  /** What those who are treated, or are not, count together, and how well that is known. */
  #share(treated, prices, most, derivative = 0, value = null) {
    const classes = this.#classes(treated);
    const means = prices.map((price, which) => price * classes[which].share);
    const middle = [means[0] - derivative, means[1] + derivative];
    const alone = this.tilted
      ? this.#varianceOfTilted(treated, prices, derivative)
      : classes.reduce((sum, one, which) => sum + varianceOf(one, prices[which], middle[which]), 0);
    const sizes = classes.flatMap(({ size }, which) =>
      prices[which] === 0 ? [] : [(most * size) / Math.abs(prices[which])],
    );
    const share = { treated, prices, most, derivative, value: value ?? means[0] + means[1], alone };
    return { ...share, endSize: Math.min(...sizes) };
  }

  /** With what the tilt adds, which is fitted to these patients. */
  #varianceOfTilted(treated, prices, derivative) {
    const spreads = this.#profile(treated, prices, derivative).spreads();
    return spreads.reduce((sum, { within, between }) => sum + within + between, 0);
  }

  #interval(share) {
    const { value, most } = share;
    const [low, high] = this.#ends(share);
    return { value, low: most * low, high: most * high };
  }

  #ends({ value, most, alone, endSize, ...share }) {
    let variance = alone;
    let degrees = Infinity;
    if (this.clusters) {
      const spread = this.#clusterSpread(share);
      variance = Math.max(alone, spread[0]);
      degrees = spread[1];
    }
    const part = value / most;
    const atEnd = !(variance > 0) || Math.min(part, 1 - part) < NONE;
    const size = atEnd ? endSize : Math.min((part * (1 - part) * most ** 2) / variance, endSize);
    return scoreInterval(part, size, studentQuantile(Math.min(degrees, 1e9), this.level));
  }

  /** Variance over clusters, and its degrees of freedom. */
  #clusterSpread({ treated, prices, derivative }) {
    const profile = this.#profile(treated, prices, derivative);
    const { variance, degrees: ofClusters } = betweenClusters([profile]);
    const [, degrees] = combineSpreads(
      profile.spreads().flatMap(({ size: n, within, between }) => [
        [(within * n) / (n - 1), n - 1],
        [between, n - 1],
      ]),
    );
    return [variance, Math.min(ofClusters, degrees)];
  }

  #profile(treated, prices, derivative) {
    const classes = this.reached.map((reached, which) => ({
      gain: reached.map((share) => prices[which] * (treated ? share : 1 - share)),
      half: reached.map((share) => prices[which] * Math.sqrt(share * (1 - share))),
    }));
    const ends = prices.map((price) => [Math.min(price, 0), Math.max(price, 0)]);
    if (this.tilted) return this.#effective(classes, ends, derivative);
    return new Profile(this.sample, classes, ends, derivative);
  }

  /** Effective gains on the patients as they are: what each adds by its weight, and by its part in the tilt. */
  #effective(classes, ends, derivative) {
    const { sides, apart, perDistance } = this.tilted;
    const sums = sides.map((side, which) => side.momentsOf(classes[which].gain));
    const slope = (sums[0].covariance + sums[1].covariance) / apart;
    const effective = classes.map(({ gain, half }, which) => {
      const base = sums[which].mean + (which === 0 ? slope : -slope);
      const { tilts } = sides[which];
      return {
        gain: gain.map((one, i) => base + tilts[i] * (one - base)),
        half: half.map((one, i) => tilts[i] * one),
      };
    });
    return new Profile(this.sample, effective, ends, derivative - perDistance * slope);
  }

  /** Share of cases among the treated, or of non-cases among the others. */
  #predictiveValue(treated) {
    const parts = this.#classes(treated).map(({ share }, which) => this.prices[which] * share);
    const total = parts[0] + parts[1];
    if (!this.sample.isExact && this.#isAboutFew(treated)) return NOT_KNOWN;
    if (total === 0) return null;
    const right = treated ? 0 : 1;
    if (!this.observed) return this.#fromShares(treated, (...shares) => predictiveValue(this.prices, right, shares), 1);
    const value = parts[right] / total;
    const sign = treated ? 1 : -1;
    const slopes = [(sign * this.prices[0] * parts[1]) / total ** 2, (-sign * this.prices[1] * parts[0]) / total ** 2];
    return this.#interval(this.#share(treated, slopes, 1, sign * value * (1 - value), value));
  }

  /** Whether so few are treated, or are not, that bins do not tell who; nobody only where nobody can be. */
  #isAboutFew(treated) {
    const patients = this.#patients(treated);
    if (patients > 0) return patients < FEW;
    const [low, high] = this.sample.widestRange;
    return treated ? high >= this.cut : low < this.cut;
  }

  /** A number that follows from the shares of both classes: its interval comes from theirs. */
  #fromShares(treated, number, most) {
    const shares = ONLY.map((prices) => this.#share(treated, prices, 1));
    const values = shares.map(({ value }) => value);
    const value = number(...values);
    const steps = shares.map((share, which) =>
      this.#ends(share).map((end) => number(...values.map((own, i) => (i === which ? end : own))) - value),
    );
    const alike = steps.map(([low, high]) => high >= low);
    const correlation = (alike[0] === alike[1] ? 1 : -1) * this.#correlation(shares);
    const down = joined(
      steps.map((ends) => Math.min(...ends)),
      correlation,
    );
    const up = joined(
      steps.map((ends) => Math.max(...ends)),
      correlation,
    );
    return { value, low: Math.max(value - down, 0), high: Math.min(value + up, most) };
  }

  /** Between the shares of the two classes, by the clusters, or the tilt, that they have in common. */
  #correlation([cases, others]) {
    if (!this.clusters && !this.tilted) return 0;
    const spreadOf = (share) =>
      this.clusters
        ? this.#clusterSpread(share)[0]
        : this.#varianceOfTilted(share.treated, share.prices, share.derivative);
    const [one, other] = [cases, others].map(spreadOf);
    // Rounding has no correlation with anything.
    if (Math.min(one, other) <= NONE * Math.max(one, other)) return 0;
    const both = spreadOf({ ...cases, prices: [1, 1] });
    return clamp((both - one - other) / 2 / Math.sqrt(one * other), -1, 1);
  }
}

/** Wilson's score interval of a share that was seen among so many patients. */
function scoreInterval(seen, size, quantile) {
  const share = clamp(seen, 0, 1); // rounding may have taken it beyond
  const more = quantile ** 2 / size;
  const middle = (share + more / 2) / (1 + more);
  const half = Math.sqrt(more * share * (1 - share) + more ** 2 / 4) / (1 + more);
  return [Math.min(Math.max(middle - half, 0), share), Math.max(Math.min(middle + half, 1), share)];
}

function predictiveValue(prices, right, shares) {
  const parts = shares.map((share, which) => prices[which] * share);
  return parts[right] / (parts[0] + parts[1]);
}

function joined([first, second], correlation) {
  return Math.sqrt(Math.max(first ** 2 + second ** 2 + 2 * correlation * Math.abs(first * second), 0));
}

/** One class of patients: sums of weights and of squared weights, of all and of those who are counted. */
function countClass({ w, q, weight, squares }, reached) {
  let counted = 0;
  let countedSquares = 0;
  for (let i = 0; i < reached.length; i++) {
    counted += w[i] * reached[i];
    countedSquares += q[i] * reached[i];
  }
  return { weight, squares, counted, countedSquares, share: counted / weight, size: weight ** 2 / squares };
}

function countOthers({ weight, squares, counted, countedSquares, size }) {
  const rest = weight - counted;
  return { weight, squares, counted: rest, countedSquares: squares - countedSquares, share: rest / weight, size };
}

function varianceOf({ weight, squares, countedSquares }, price, middle) {
  return ((price - middle) ** 2 * countedSquares + middle ** 2 * (squares - countedSquares)) / weight ** 2;
}
