// A setting: every number about the models at one prevalence, cost and unit, on one slice of the patients.
import { DEFAULT_STRATEGIES } from "../text/names.js";
import { valueAt } from "./curves.js";
import { Decisions } from "./decisions.js";
import { estimate, exactEstimate } from "./estimates.js";
import { expit, logit } from "./numbers.js";
import { verdictPhrases } from "./phrases.js";
import { comparisonOfResult, decisionsOfResult, resultAt, splitOfResult } from "./result.js";
import {
  defaultsOf,
  deploymentOf,
  estimateOver,
  fixedProfile,
  minusProfile,
  NOTHING_RIGHT,
  pairProfile,
  scoreProfile,
} from "./scores.js";
import { splitOf } from "./split.js";
import { unitOf } from "./units.js";

// Every error counts alike.
const EVEN = [0.5, 0.5];

// What makes a cut-off run: nothing, a range of prevalences, of costs, or both.
const OVER = ["", "prevalence", "cost", "both"];

/** Scores are worked out once, and shared by all that needs them. */
export class Setting {
  #scores = new Map();
  #defaults = null;

  constructor(engine, state, slice, shown) {
    Object.assign(this, { engine, state, slice, shown, page: engine.page, level: engine.level });
    this.samples = shown.map((index) => engine.samples.of(slice, [index]));
    this.names = shown.map((index) => ({ name: engine.models[index], index }));
    const own = this.samples[0].prevalence;
    this.range = state.prevalence ?? [own, own];
    this.unit = unitOf(state.units);
    this.costs = this.unit.usesCost ? state.cost : EVEN;
    this.middle = expit((logit(this.range[0]) + logit(this.range[1])) / 2);
    this.counted = resultAt(engine, state);
    this.deployment = (i) => deploymentOf(state, this.samples[i]);
  }

  score(index) {
    if (!this.#scores.has(index)) {
      const sample = this.engine.samples.of(this.slice, [index]);
      this.#scores.set(index, scoreProfile(this.page, sample, deploymentOf(this.state, sample)));
    }
    return this.#scores.get(index);
  }

  /** What the default strategies are worth, by name. */
  get defaults() {
    this.#defaults ??= defaultsOf(this.samples[0], this.deployment(0));
    return this.#defaults;
  }

  /** What the unit counts from. */
  get zero() {
    return this.unit.zero === null ? NOTHING_RIGHT : this.defaults[this.unit.zero];
  }

  model(index) {
    const score = this.score(index);
    const name = this.engine.models[index];
    const { parts: _, ...binned } = splitOf(score, deploymentOf(this.state, score.sample), this.level, this.zero);
    const split = splitOfResult(this.counted, name, binned);
    return {
      name,
      index,
      score: split.total,
      ...this.decisions(index),
      split,
      auc: this.page.slices[this.slice].models[index].auc,
    };
  }

  /** A model minus a default strategy, or minus the zero of the unit. */
  over(zero, index) {
    const score = this.score(index);
    return estimateOver(zero, score, score.value, { level: this.level, bounds: [0, score.most[0] + score.most[1]] });
  }

  /** A default strategy from the zero of the unit; uncertain only where the prevalence is the observed one. */
  defaultStrategy(name) {
    const { value, profile } = this.defaults[name];
    if (profile === null || this.unit.zero === name) return plainEstimate(exactEstimate(value - this.zero.value));
    const counted = this.unit.zero === null ? profile : minusProfile(profile, this.zero.profile);
    return plainEstimate(estimate(value - this.zero.value, [counted], { level: this.level }));
  }

  /** The cut-off on a model's raw score, at the median prevalence and cost. */
  cutoff(index) {
    return this.#cutoff(this.score(index)).value;
  }

  /** What one cut-off is worth, from the zero of the unit. */
  withCutoff(index, cut) {
    const sample = this.engine.samples.of(this.slice, [index]);
    const fixed = fixedProfile(sample, deploymentOf(this.state, sample), cut);
    return estimateOver(this.zero, fixed, fixed.value, { level: this.level, bounds: [0, fixed.most[0] + fixed.most[1]] });
  }

  #cutoff(score) {
    const cut = (x, k) => expit(k - x + score.shift);
    const [low, high] = this.range.map(logit);
    const [cheap, dear] = this.costs.map(logit);
    return {
      value: cut((low + high) / 2, (cheap + dear) / 2),
      low: cut(high, cheap),
      high: cut(low, dear),
      probability: expit((cheap + dear) / 2),
      prevalence: this.middle,
      source: expit(score.shift),
      over: OVER[Number(low < high) + 2 * Number(cheap < dear)],
    };
  }

  /** Where on a model's score treating starts, and what deciding there does. */
  decisions(index) {
    const score = this.score(index);
    const cutoff = this.#cutoff(score);
    const counted = decisionsOfResult(this.counted, this.engine.models[index]);
    const decisions = counted ?? this.#decisions(score.sample, logit(cutoff.value));
    return { cutoff, decisions, consequences: consequencesOf(decisions, this.middle) };
  }

  #decisions(sample, cut) {
    const observed = this.state.prevalence === null;
    const prevalence = observed ? sample.prevalence : this.middle;
    return new Decisions(sample, cut, { prevalence, observed, level: this.level }).all();
  }

  comparisons() {
    const { models } = this.engine;
    const pairs = [];
    this.shown.forEach((one, i) => {
      for (const other of this.shown.slice(i + 1)) pairs.push([models[one], models[other]]);
    });
    for (const one of this.shown) for (const strategy of DEFAULT_STRATEGIES) pairs.push([models[one], strategy]);
    return pairs.map(([model, other]) => {
      const difference = this.compare(model, other);
      return { model, other, difference: plainEstimate(difference), probability: difference.probability };
    });
  }

  /** One way to decide minus another, on the same patients. */
  compare(one, other, state = this.state) {
    const counted = state === this.state && comparisonOfResult(this.counted, one, other);
    if (counted) return counted;
    const [a, b] = [one, other].map((name) => this.engine.models.indexOf(name));
    if (a >= 0 && b >= 0) return this.#paired(a, b, state);
    return a >= 0 ? this.over(this.defaults[other], a) : turn(this.over(this.defaults[one], b));
  }

  #paired(a, b, state) {
    if (a > b) return turn(this.#paired(b, a, state));
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
      phrases: verdictPhrases(this.state),
      compare: (one, other) => this.compare(one, other),
      valueAt: (name, prevalence) => valueAt(this.page, sampleOf(name), this.state, logit(prevalence)),
      lead: (one, other, ends) => this.compare(one, other, { ...this.state, prevalence: ends }).probability,
    };
  }
}

/** The counts alone, without their intervals. */
function consequencesOf(decisions, prevalence) {
  return {
    prevalence,
    treated: decisions.treated_per_1000.value,
    truePositives: decisions.true_positives_per_1000.value,
    falseNegatives: decisions.false_negatives_per_1000.value,
    falsePositives: decisions.false_positives_per_1000.value,
  };
}

/** The same difference seen from the other side. */
function turn({ value, low, high, probability }) {
  return { value: -value, low: -high, high: -low, probability: 1 - probability };
}

function plainEstimate({ value, low, high }) {
  return { value, low, high };
}
