// A setting: every number about the models at one prevalence, cost and unit, on one slice of the patients.
import { DEFAULT_STRATEGIES, TREAT_ALL, TREAT_NONE, WITHOUT_A_MODEL } from "../text/names.js";
import { judge } from "./conclusion.js";
import { Decisions } from "./decisions.js";
import { estimate, exactEstimate } from "./estimates.js";
import { sourceShift } from "./samples.js";
import { isSameShift, shiftNoise, shiftsInWords, slopeOfShift } from "./shift.js";
import { computeLazily } from "./lazy.js";
import { clamp, expit, logit, middleShare } from "./numbers.js";
import { namesOf, verdictPhrases } from "./phrases.js";
import {
  comparisonOfResult,
  decisionsOfResult,
  observedPrevalences,
  resultAt,
  scoreOfResult,
  splitOfResult,
  strategyOfResult,
} from "./result.js";
import {
  defaultsOf,
  deploymentOf,
  estimateOver,
  fixedProfile,
  isMoved,
  minusProfile,
  NOTHING_RIGHT,
  pairProfile,
  scoreProfile,
} from "./scores.js";
import { adjustedLevel } from "./simultaneous.js";
import { splitOf } from "./split.js";
import { studentBelow } from "./student.js";
import { WORDS } from "../text/words.js";
import { unitOf } from "./units.js";
import { join } from "./verdict.js";
import { worldValue } from "./world.js";

// Every error counts alike.
const EVEN = [0.5, 0.5];

// What makes a cut-off run: nothing, a range of prevalences, of costs, or both.
const OVER = ["", "prevalence", "cost", "both"];

// Pieces of a range of prevalences, between whose ends a model's score is taken to run straight.
const LINES = 16;

/** Scores are worked out once, and shared by all that needs them. */
export class Setting {
  #scores = new Map();
  #slopes = new Map();
  #lines = new Map();
  #defaults = null;
  #compared = new Map();
  #together = new Map();
  #level = null;
  #ahead = new Map();
  #judgement = null;

  constructor(engine, state, slice, shown) {
    const { page, samples } = engine.world(state);
    Object.assign(this, { engine, state, slice, shown, page, all: samples, level: engine.level });
    this.samples = shown.map((index) => samples.of(slice, [index]));
    this.names = shown.map((index) => ({ name: engine.models[index], index }));
    const own = this.samples[0].prevalence;
    this.range = state.prevalence ?? [own, own];
    this.unit = unitOf(state.units);
    this.costs = this.unit.usesCost ? state.cost : EVEN;
    this.middle = state.weight?.median ?? expit((logit(this.range[0]) + logit(this.range[1])) / 2);
    /** The library's own numbers, where the setting is the study's. */
    this.counted = resultAt(engine, state);
    this.deployment = (i) => deploymentOf(state, this.samples[i]);
  }

  /** Whether other patients come than those of the data, because not all is label shift. */
  get isMoved() {
    return this.samples.some((_, i) => isMoved(this.deployment(i)));
  }

  /** How much of the difference in prevalence is label shift, as the library says it; null where all is. */
  get shiftsInWords() {
    const names = this.names.map(({ name }) => name);
    const shifts = this.names.map(({ index }) => this.engine.shifts[index]);
    return shiftsInWords(shifts, names, this.state, join);
  }

  /** Those of the models shown whose score knows too little for patients like these to have the prevalence asked for. */
  get worldless() {
    if (!this.isMoved) return [];
    return this.names.filter(({ index }) => this.score(index).gains.exists === false).map(({ name }) => name);
  }

  score(index) {
    if (!this.#scores.has(index)) {
      const sample = this.all.of(this.slice, [index]);
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
    const name = this.engine.models[index];
    const model = {
      name,
      index,
      score: scoreOfResult(this.counted, name, plainEstimate(this.over(this.zero, index))),
      added: plainEstimate(this.compare(name, WITHOUT_A_MODEL)),
      auc: this.page.slices[this.slice].models[index].auc,
    };
    const made = this.decisions(index);
    // The verdict need not wait for these.
    computeLazily(model, "decisions", () => made.decisions);
    computeLazily(model, "split", () => this.#split(index));
    return Object.assign(model, { cutoff: made.cutoff, consequences: made.consequences });
  }

  /** The parts of a model's score; only what a perfect model would get where patients are moved. */
  #split(index) {
    const score = this.score(index);
    if (this.isMoved)
      return undivided(score.perfect - this.zero.value, this.defaults[WITHOUT_A_MODEL].value - this.zero.value);
    const { parts: _, ...binned } = splitOf(score, deploymentOf(this.state, score.sample), this.level, this.zero);
    return splitOfResult(this.counted, this.engine.models[index], binned);
  }

  /** A model from the zero of the unit. */
  over(zero, index, pseudo = true) {
    const score = this.score(index);
    const bounds = [0, score.perfect];
    const noise = this.#noise([index]);
    return estimateOver(zero, score, score.value, { level: this.level, bounds, pseudo, noise });
  }

  /** What the error of a fitted share of label shift adds to the variance of a model, or of one minus another. */
  #noise(indices) {
    const shifts = indices.map((index) => this.engine.shifts[index]);
    const noises = shifts.map((shift) => shiftNoise(shift, this.state));
    if (noises.every((noise) => noise === 0)) return 0;
    const slopes = indices.map((index, i) => (noises[i] === 0 ? 0 : this.#slopeOfShift(index)));
    if (shifts.length === 2 && isSameShift(...shifts)) return noises[0] * (slopes[0] - slopes[1]) ** 2;
    return slopes.reduce((sum, slope, i) => sum + noises[i] * slope ** 2, 0);
  }

  #slopeOfShift(index) {
    if (!this.#slopes.has(index)) {
      const sample = this.all.of(this.slice, [index]);
      const valueAt = (shift) => scoreProfile(this.page, sample, deploymentOf({ ...this.state, shift }, sample)).value;
      this.#slopes.set(index, slopeOfShift(this.engine.shifts[index], valueAt));
    }
    return this.#slopes.get(index);
  }

  /** A default strategy from the zero of the unit; uncertain only where the prevalence is the observed one. */
  defaultStrategy(name) {
    const { value, profile } = this.#worthOf(name);
    const binned = profile === null ? exactEstimate(value) : estimate(value, [profile], { level: this.level });
    return strategyOfResult(this.counted, name, plainEstimate(binned));
  }

  /** What a default strategy is worth from the zero of the unit, and its profile where that is uncertain. */
  #worthOf(name) {
    const { zero } = this.unit;
    const value = this.defaults[name].value - this.zero.value;
    const own = this.defaults[name].profile;
    if (zero === null || own === null) return { value, profile: own };
    // Deciding without a model may be treating none, the zero itself, wherever the prevalence lies.
    const isZero = name === zero || (value === 0 && this.defaults[TREAT_ALL].value < this.zero.value);
    return { value, profile: isZero ? null : minusProfile(own, this.zero.profile) };
  }

  /** The cut-off on a model's raw score, at the median prevalence and cost. */
  cutoff(index) {
    return this.#cutoff(this.score(index));
  }

  /** What one cut-off is worth, from the zero of the unit. */
  withCutoff(index, cut) {
    const sample = this.all.of(this.slice, [index]);
    const fixed = fixedProfile(sample, deploymentOf(this.state, sample), cut);
    const pseudo = this.zero.profile === null;
    return estimateOver(this.zero, fixed, fixed.value, { level: this.level, bounds: [0, fixed.perfect], pseudo });
  }

  #cutoff(score) {
    const [map = null] = score.sample.maps;
    // On the score as it is, also of a model that is taken as recalibrated.
    const onScore = (z) => expit(map ? (z - map.intercept) / map.slope : z);
    // Scores are adjusted as far as label shift goes.
    const { own, gamma } = deploymentOf(this.state, score.sample);
    const observed = logit(score.sample.prevalence);
    const reached = (x, k) => k - x + score.shift + (own || gamma === 1 ? 0 : (1 - gamma) * (x - observed));
    const [low, high] = this.range.map(logit);
    const [cheap, dear] = this.costs.map(logit);
    const cost = (cheap + dear) / 2;
    const middle = reached(logit(this.middle), cost);
    return {
      value: onScore(middle),
      low: onScore(reached(high, cheap)),
      high: onScore(reached(low, dear)),
      at: (prevalence) => onScore(reached(logit(prevalence), cost)),
      /** The same on the recalibrated score, which decisions are made by. */
      decided: expit(middle),
      probability: expit(cost),
      prevalence: this.middle,
      source: expit(score.shift),
      shift: own ? 1 : gamma,
      observed: score.sample.prevalence,
      /** Where a score means the same risk as in these patients. */
      notShifted: onScore(reached(observed, cost)),
      over: OVER[Number(low < high) + 2 * Number(cheap < dear)],
    };
  }

  /** Where on a model's score treating starts, and what deciding there does; the intervals when they are asked for. */
  decisions(index) {
    const cutoff = this.#cutoff(this.score(index));
    const counted = decisionsOfResult(this.counted, this.engine.models[index]);
    const binned = this.#decisions(this.score(index).sample, logit(cutoff.decided));
    const made = { cutoff, consequences: counted ? consequencesOf(counted, this.middle) : binned.consequences() };
    computeLazily(made, "decisions", () => counted ?? binned.all());
    return made;
  }

  #decisions(sample, cut) {
    const observed = this.state.prevalence === null;
    const prevalence = observed ? sample.prevalence : this.middle;
    return new Decisions(sample, cut, {
      prevalence,
      observed,
      level: this.level,
      gamma: deploymentOf(this.state, sample).gamma,
    });
  }

  /** The pairs that are compared: of models, and every model with every default strategy. */
  get pairs() {
    const names = this.names.map(({ name }) => name);
    return [
      ...names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other])),
      ...names.flatMap((one) => DEFAULT_STRATEGIES.map((strategy) => [one, strategy])),
    ];
  }

  /** The smallest difference that matters, in the unit; null where none is stated, or the unit is another. */
  get margin() {
    const { margin = null } = this.state;
    return margin === null || this.unit.weighted ? null : margin / 1000;
  }

  /** Whether every number is the library's own on the patients. */
  get isExact() {
    return this.counted !== null || Boolean(this.page.exact);
  }

  comparisons() {
    return this.pairs.map(([model, other]) => {
      const difference = this.compare(model, other);
      return {
        model,
        other,
        difference: plainEstimate(difference),
        adjusted: this.together(model, other),
        confidence: difference.confidence(),
        aboveMargin: this.margin === null ? null : difference.confidence(this.margin),
      };
    });
  }

  /** The interval of a difference that holds together with those of all other comparisons. */
  together(one, other) {
    const key = `${one}|${other}`;
    if (!this.#together.has(key)) {
      const difference = this.compare(one, other);
      const counted = this.#asksTheStudy && difference.simultaneous;
      const { value } = difference;
      this.#together.set(key, counted ? { value, ...counted, error: 0 } : difference.at(this.levelOfComparisons));
    }
    return this.#together.get(key);
  }

  /** Whether a lead is beyond chance, all comparisons and the page's error taken together, and as large as the margin. */
  isAhead(one, other) {
    const key = `${one}|${other}`;
    if (!this.#ahead.has(key)) this.#ahead.set(key, this.#findAhead(one, other));
    return this.#ahead.get(key);
  }

  #findAhead(one, other) {
    const difference = this.compare(one, other);
    if (difference.value < (this.margin ?? 0)) return false;
    const above = ({ low, error = 0 }) => low - error > WORDS.constants.a_tie;
    // The level at which all hold together takes long to find: above that of one interval, below Bonferroni's.
    if (!difference.simultaneous || !this.#asksTheStudy) {
      if (!above(difference)) return false;
      if (above(difference.at(1 - (1 - this.level) / this.pairs.length))) return true;
    }
    return above(this.together(one, other));
  }

  /** Which model is best here, and which cannot be told from it. */
  judgement() {
    this.#judgement ??= judge({
      names: this.names.map(({ name }) => name),
      compare: (one, other) => this.compare(one, other),
      isAhead: (one, other) => this.isAhead(one, other),
      worldless: this.worldless,
    });
    return this.#judgement;
  }

  /** Where this is asked. */
  get about() {
    const [low, high] = this.costs;
    const { isMoved: moved } = this;
    return { range: this.range, costs: this.costs, median: this.middle, oneCost: low === high, isMoved: moved };
  }

  /** What happens to 1,000 patients at the median prevalence, by model and default strategy. */
  patients(models) {
    const [cases, nonCases] = [1000 * this.middle, 1000 * (1 - this.middle)];
    const row = (name, index, found, unnecessary) => ({
      name,
      index,
      kind: index === null ? "default" : "model",
      found,
      missed: cases - found,
      unnecessary,
      spared: nonCases - unnecessary,
    });
    return [
      ...models.map(({ name, index, consequences }) =>
        row(name, index, consequences.truePositives, consequences.falsePositives),
      ),
      row(TREAT_ALL, null, cases, nonCases),
      row(TREAT_NONE, null, 0, 0),
    ];
  }

  /** What treating all is worth, from the zero of the unit. */
  get treatAll() {
    return this.defaults[TREAT_ALL].value - this.zero.value;
  }

  /** The best model by value, which was picked by looking, with the interval that holds for all models together. */
  picked(models) {
    if (models.length < 2) return null;
    const best = models.reduce((most, model) => (model.score.value > most.score.value ? model : most));
    const counted = this.#asksTheStudy && this.counted?.models?.[best.name]?.net_benefit?.simultaneous;
    const level = this.#adjusted(this.names.map(({ name }) => [name, TREAT_NONE]));
    const widen = widening(this.over(this.zero, best.index), level);
    return { name: best.name, count: models.length, value: best.score.value, ...(counted || widen(best.score)) };
  }

  /** Whether all models on all patients are shown: then the result's own intervals hold together. */
  get #asksTheStudy() {
    return this.state.group === null && this.shown.length === this.engine.models.length;
  }

  /** The level of each comparison's interval at which all of them hold together. */
  get levelOfComparisons() {
    this.#level ??= this.#adjusted(this.pairs);
    return this.#level;
  }

  #adjusted(pairs) {
    const items = [...this.names.map(({ name }) => name), ...DEFAULT_STRATEGIES];
    const variances = items.map((one, i) => items.map((other, j) => (i < j ? this.compare(one, other).seen() : 0)));
    const symmetric = variances.map((row, i) => row.map((own, j) => (i < j ? own : variances[j][i])));
    const places = pairs.map((pair) => pair.map((name) => items.indexOf(name)));
    return adjustedLevel(symmetric, places, this.level);
  }

  /** One way to decide minus another, on the same patients. */
  compare(one, other, state = this.state) {
    if (state !== this.state) return this.#binned(one, other, state);
    const key = `${one}|${other}`;
    if (!this.#compared.has(key)) {
      const counted = comparisonOfResult(this.counted, one, other);
      const binned = this.#binned(one, other, state);
      this.#compared.set(key, counted ? this.#counted(counted, binned) : binned);
    }
    return this.#compared.get(key);
  }

  /** A comparison of the result; at another level, or above another margin, as the bins' own would be. */
  #counted(counted, binned) {
    const stated = (this.engine.result.verdict.margin ?? 0) / 1000;
    const known = (margin) => (margin === 0 || margin === stated ? counted.confidence(margin) : null);
    const confidence = (margin = 0) =>
      known(margin) ?? studentBelow((counted.value - margin) / Math.sqrt(counted.seen()), 1e9);
    return { ...counted, confidence, at: (level) => widening(binned, level)(counted) };
  }

  #binned(one, other, state) {
    const [a, b] = [one, other].map((name) => this.engine.models.indexOf(name));
    if (a >= 0 && b >= 0) return this.#paired(a, b, state);
    // Decisions are compared patient by patient: about the value, and nothing where they are the same.
    if (a >= 0) return this.over(this.defaults[other], a, false);
    return b >= 0 ? turn(this.over(this.defaults[one], b, false)) : this.#strategies(one, other);
  }

  #strategies(one, other) {
    const [first, second] = [this.#worthOf(one), this.#worthOf(other)];
    const value = first.value - second.value;
    if (first.profile === null && second.profile === null) return exactEstimate(value);
    if (first.profile === null) return turn(estimate(-value, [second.profile], { level: this.level }));
    const profile = second.profile === null ? first.profile : minusProfile(first.profile, second.profile);
    return estimate(value, [profile], { level: this.level });
  }

  #paired(a, b, state) {
    if (a > b) return turn(this.#paired(b, a, state));
    const asked = state === this.state ? this : new Setting(this.engine, state, this.slice, this.shown);
    const [one, other] = [asked.score(a), asked.score(b)];
    const joint = this.all.of(this.slice, [a, b]);
    const noise = asked.#noise([a, b]);
    return estimate(one.value - other.value, [pairProfile(joint, one, other)], { level: this.level, noise });
  }

  /** What a model, or deciding without one, does to 1,000 patients at the median prevalence. */
  #doneBy(name, models) {
    const model = models.find((one) => one.name === name);
    if (model) return model.consequences;
    const prevalence = middleShare(...this.range);
    const treatsAll = prevalence >= middleShare(...this.costs);
    return {
      truePositives: treatsAll ? 1000 * prevalence : 0,
      falsePositives: treatsAll ? 1000 * (1 - prevalence) : 0,
    };
  }

  /** A model's score at one prevalence and the setting's one cost, as a number alone; its zero is treat none. */
  #valueAt(sample, prevalence) {
    const source = sourceShift(this.page, sample);
    if (isMoved(deploymentOf(this.state, sample))) return this.#movedValues(sample, source)(prevalence);
    const [x, k] = [logit(prevalence), logit(this.costs[0])];
    const cut = k - x + source;
    const [positive, negative] = this.unit.prices(x, k);
    return positive * sample.shares.above(0, cut) - negative * sample.shares.above(1, cut);
  }

  /** The same where other patients come: at some prevalences of the range, and on lines between. */
  #movedValues(sample, source) {
    if (!this.#lines.has(sample)) {
      const [low, high] = this.range.map(logit);
      const observed = logit(sample.prevalence);
      const valueAt = (x) => {
        const deployment = deploymentOf({ ...this.state, prevalence: [expit(x), expit(x)], weight: null }, sample);
        return worldValue(sample, deployment, { source, observed });
      };
      const values = Array.from({ length: LINES + 1 }, (_, i) => valueAt(low + ((high - low) * i) / LINES));
      this.#lines.set(sample, (prevalence) => {
        const place = clamp(((logit(prevalence) - low) / (high - low)) * LINES, 0, LINES);
        const i = Math.min(Math.floor(place), LINES - 1);
        return values[i] + (place - i) * (values[i + 1] - values[i]);
      });
    }
    return this.#lines.get(sample);
  }

  forVerdict(models) {
    const names = this.names.map(({ name }) => name);
    const sampleOf = (name) => this.samples[names.indexOf(name)];
    return {
      names,
      level: this.level,
      state: this.state,
      phrases: verdictPhrases(this.state, {
        names: namesOf(this.engine.result),
        range: this.range,
        costs: this.costs,
        deployment: this.engine.result.deployment,
        byTreated: this.engine.result.data.follow_up?.estimator === "kaplan-meier",
      }),
      possible: Math.max(0, this.score(this.shown[0]).perfect - this.defaults[WITHOUT_A_MODEL].value),
      least: this.page.smallest_cell,
      margin: this.margin,
      range: this.range,
      costs: this.costs,
      observed: observedPrevalences(this.engine.result),
      shifts: this.shiftsInWords,
      count: this.pairs.length,
      adjusts: this.levelOfComparisons > this.level,
      compare: (one, other) => this.compare(one, other),
      together: (one, other) => this.together(one, other),
      doneBy: (name) => this.#doneBy(name, models),
      judgement: this.judgement(),
      valueAt: (name, prevalence) => this.#valueAt(sampleOf(name), prevalence),
      lead: (one, other, ends) => this.compare(one, other, { ...this.state, prevalence: ends }),
    };
  }
}

/** What a score is divided into, where it is not. */
function undivided(perfect, uninformative) {
  return {
    sharpness: null,
    calibration: null,
    sharpnessCorrected: null,
    calibrationCorrected: null,
    perfect,
    uninformative,
  };
}

/** The counts alone, without their intervals. */
function consequencesOf(decisions, prevalence) {
  return {
    prevalence,
    treated: decisions.treated_per_1000.value,
    truePositives: decisions.true_positives_per_1000.value,
    falseNegatives: decisions.false_negatives_per_1000.value,
    falsePositives: decisions.false_positives_per_1000.value,
    error: {
      truePositives: decisions.true_positives_per_1000.error ?? 0,
      falsePositives: decisions.false_positives_per_1000.error ?? 0,
    },
  };
}

/** The same difference seen from the other side. */
function turn({ seen, at, confidence, ...interval }) {
  return {
    ...turnEnds(interval),
    seen,
    at: (level) => turnEnds(at(level)),
    confidence: (above = 0) => 1 - confidence(-above),
  };
}

function turnEnds({ value, low, high, error, coarse }) {
  return { value: -value, low: -high, high: -low, error, coarse };
}

/** How much wider an interval is at a level, for one of the same number whose degrees of freedom are not known. */
function widening(known, level) {
  const { low, high } = known.at(level);
  const factor = known.high > known.low ? (high - low) / (known.high - known.low) : 1;
  return (other) => ({
    value: other.value,
    low: other.value - factor * (other.value - other.low),
    high: other.value + factor * (other.high - other.value),
    error: factor * (other.error ?? 0),
    coarse: other.coarse ?? false,
  });
}

function plainEstimate({ value, low, high, error = 0, coarse = false }) {
  return { value, low, high, error, coarse };
}
