import { answerWords } from "./answer-words.js";
import { countedAt, countedComparison, countedNumber, countedSplit } from "./counted.js";
import { valueAt } from "./curves.js";
import { Profile, estimate, known } from "./estimates.js";
import { expit, logit } from "./numbers.js";
import { splitOf } from "./parts.js";
import { deploymentOf, lessProfile, pairProfile, rivalsOf, scoreProfile, unitsOf } from "./scores.js";
import { EVERYONE, NO_ONE } from "./verdict.js";

// A setting: every number about the models at one prevalence, cost and unit, on one slice of the patients.

/** One setting on one slice of the patients: scores are made once, and shared by all that needs them. */
export class Setting {
  #scores = new Map();
  #rivals = null;

  constructor(engine, state, slice, shown) {
    Object.assign(this, { engine, state, slice, shown, page: engine.page, level: engine.level });
    this.samples = shown.map((index) => engine.samples.of(slice, [index]));
    this.names = shown.map((index) => ({ name: engine.models[index], index }));
    const own = this.samples[0].prevalence;
    this.range = state.prevalence ?? [own, own];
    this.costs = state.units === "accuracy" ? [0.5, 0.5] : state.cost;
    this.middle = expit((logit(this.range[0]) + logit(this.range[1])) / 2);
    this.counted = countedAt(engine, state);
    this.deployment = (i) => deploymentOf(state, this.samples[i]);
  }

  score(index) {
    if (!this.#scores.has(index)) {
      const sample = this.engine.samples.of(this.slice, [index]);
      this.#scores.set(index, scoreProfile(this.page, sample, deploymentOf(this.state, sample)));
    }
    return this.#scores.get(index);
  }

  get rivals() {
    this.#rivals ??= rivalsOf(this.samples[0], this.deployment(0), this.level);
    return this.#rivals;
  }

  model(index) {
    const score = this.score(index);
    const split = splitOf(score, deploymentOf(this.state, score.sample), this.level);
    const { parts, ...binned } = split;
    const measures = this.counted?.models?.[this.engine.models[index]];
    const shown = countedSplit(binned, measures);
    return {
      name: this.engine.models[index],
      index,
      score: shown.total,
      overNoOne: countedNumber(this.overNoOne(index), measures?.net_benefit_over_treating_no_one),
      cutoff: this.#cutoff(score),
      consequences: this.#consequences(score),
      split: shown,
      auc: this.page.slices[this.slice].models[index].auc,
    };
  }

  overNoOne(index) {
    if (unitsOf(this.state.units) !== "net benefit") return this.#alone(index, null);
    return this.#alone(index, this.rivals.noOne);
  }

  /** A model less a way without one. */
  #alone(index, rival) {
    const score = this.score(index);
    const zero = rival?.value ?? 0;
    const value = score.value - zero;
    if (rival?.profile) {
      return estimate(value, [lessProfile(score, constantLike(score, rival.profile))], { level: this.level });
    }
    const bounds = [-zero, score.most[0] + score.most[1] - zero];
    return estimate(value, [score], { pseudo: true, level: this.level, bounds });
  }

  /** Treating everyone less treating no one; uncertain only where the prevalence is the patients' own. */
  everyoneOverNoOne() {
    const { everyone, noOne } = this.rivals;
    const value = everyone.value - noOne.value;
    if (!everyone.profile) return plain(known(value));
    return plain(estimate(value, [lessProfile(everyone.profile, noOne.profile)], { level: this.level }));
  }

  #cutoff(score) {
    const cut = (x, k) => expit(k - x + score.shift);
    const [low, high] = this.range.map(logit);
    const [cheap, dear] = this.costs.map(logit);
    return { value: cut((low + high) / 2, (cheap + dear) / 2), low: cut(high, cheap), high: cut(low, dear) };
  }

  #consequences(score) {
    const counted = this.counted?.models?.[this.engine.models[score.sample.models[0]]]?.per_1000_at_threshold;
    if (counted) return counted;
    const cut = logit(this.#cutoff(score).value);
    const [found, needless] = score.sample.sides.map((side) => side.reached(cut));
    const cases = 1000 * this.middle;
    const others = 1000 - cases;
    return {
      prevalence: this.middle,
      treated: cases * found + others * needless,
      found: cases * found,
      missed: cases * (1 - found),
      needless: others * needless,
    };
  }

  comparisons() {
    const { models } = this.engine;
    const found = [];
    this.shown.forEach((one, i) => {
      for (const other of this.shown.slice(i + 1)) found.push([models[one], models[other]]);
    });
    for (const one of this.shown) for (const rival of [EVERYONE, NO_ONE]) found.push([models[one], rival]);
    return found.map(([model, other]) => {
      const difference = this.compare(model, other);
      return { model, other, difference: plain(difference), probability: difference.probability };
    });
  }

  /** One way to decide less another, on the same patients. */
  compare(one, other, state = this.state) {
    const counted = state === this.state && countedComparison(this.counted, one, other);
    if (counted) return counted;
    const [a, b] = [one, other].map((name) => this.engine.models.indexOf(name));
    const rivals = { [EVERYONE]: this.rivals.everyone, [NO_ONE]: this.rivals.noOne };
    if (a >= 0 && b >= 0) return this.#paired(a, b, state);
    if (a >= 0) return this.#alone(a, rivals[other]);
    return turned(this.#alone(b, rivals[one]));
  }

  #paired(a, b, state) {
    if (a > b) return turned(this.#paired(b, a, state));
    const asked = state === this.state ? this : new Setting(this.engine, state, this.slice, this.shown);
    const [one, other] = [asked.score(a), asked.score(b)];
    const joint = this.engine.samples.of(this.slice, [a, b]);
    return estimate(one.value - other.value, [pairProfile(joint, one, other)], { level: this.level });
  }

  forVerdict() {
    const names = this.names.map(({ name }) => name);
    const sampleOf = (name) => this.samples[names.indexOf(name)];
    return {
      names,
      level: this.level,
      state: this.state,
      words: answerWords(this.state),
      compare: (one, other) => this.compare(one, other),
      valueAt: (name, prevalence) => valueAt(this.page, sampleOf(name), this.state, logit(prevalence)),
      lead: (one, other, ends) => this.compare(one, other, { ...this.state, prevalence: ends }).probability,
    };
  }
}

/** A constant gain on a model's own lines. */
function constantLike(score, constant) {
  const classes = score.classes.map(({ gain }, which) => ({
    gain: new Float64Array(gain.length).fill(constant.classes[which].gain[0]),
    half: new Float64Array(gain.length),
  }));
  return new Profile(score.sample, classes, [0, 0], constant.derivative);
}

/** The same difference seen from the other side. */
function turned({ value, low, high, probability }) {
  return { value: -value, low: -high, high: -low, probability: 1 - probability };
}

export function plain({ value, low, high }) {
  return { value, low, high };
}
