import { decisionCurve, rocCurve, valueAt, valueCurve, weightCurve, winnerMap } from "./curves.js";
import { Profile, estimate, known } from "./estimates.js";
import { gapOf } from "./gaps.js";
import { clamp, expit, logit } from "./numbers.js";
import { Samples } from "./samples.js";
import { deploymentOf, pairProfile, rivalsOf, scoreProfile, lessProfile, splitOf, unitsOf } from "./scores.js";
import { answerWords, scaleOfUnits } from "./answer-words.js";
import { EVERYONE, NO_ONE, ranking, verdictOf } from "./verdict.js";

// The engine: from a setting of the controls to every number that the page shows. No document in here.

export const LIMITS = { prevalence: [0.0005, 0.95], cost: [1 / 1001, 1000 / 1001] };

export function createEngine(study) {
  return new Engine(study);
}

class Engine {
  constructor({ result, page }) {
    this.result = result;
    this.page = page;
    this.samples = new Samples(page);
    this.models = page.models.map((model) => model.name);
    this.groups = result.groups;
    this.level = result.deployment.level;
    this.limits = LIMITS;
    this.own = { ...within(page.own.state), units: "per 1,000", group: null, models: [...this.models] };
    this.ownIsExact = page.own.exact;
  }

  patientsPrevalence(group) {
    return this.#sample(this.#slice(group), 0).prevalence;
  }

  #slice(group) {
    const found = this.page.slices.findIndex((slice) => slice.kind === (group === null ? "everyone" : "group") && slice.name === group);
    return found < 0 ? 0 : found;
  }

  #sample(slice, model) {
    return this.samples.of(slice, [model]);
  }

  /** Every number at a setting. */
  answer(state) {
    const slice = this.#slice(state.group);
    const shown = this.#shown(state);
    const context = new Setting(this, state, slice, shown);
    const models = shown.map((index) => context.model(index));
    const rivals = context.rivals;
    const order = ranking(models, rivals);
    const found = {
      state,
      scale: scaleOfUnits(state.units),
      slice: this.#about(state.group, slice),
      models,
      rivals: { everyone: plain(rivals.everyone), noOne: plain(rivals.noOne), everyoneOverNoOne: context.everyoneOverNoOne() },
      comparisons: context.comparisons(),
      verdict: verdictOf(order, context.forVerdict()),
    };
    // The verdict need not wait for these.
    whenAsked(found, "groups", () => this.#byGroup(state, shown));
    whenAsked(found, "gaps", () => this.#gaps(state, shown));
    return found;
  }

  /** At the study's own deployment the patients themselves were counted, not their lines. */
  counted(state, index) {
    const { prevalence, cost } = this.own;
    const same = `${state.prevalence}|${state.cost}` === `${prevalence}|${cost}`;
    if (!same || !this.ownIsExact || state.units === "accuracy") return null;
    const models = state.group === null ? this.result.models : this.groups.find(({ name }) => name === state.group)?.models;
    return models?.[this.models[index]]?.per_1000_at_threshold ?? null;
  }

  #shown(state) {
    const shown = state.models.map((name) => this.models.indexOf(name)).filter((index) => index >= 0);
    return shown.length ? shown : this.models.map((_, index) => index);
  }

  #about(group, slice) {
    const found = group === null ? { name: "everyone", ...this.result.data } : this.groups.find((one) => one.name === group);
    return { name: found.name, patients: found.used ?? found.patients, positives: found.positives, prevalence: this.#sample(slice, 0).prevalence };
  }

  #byGroup(state, shown) {
    return this.groups.map((group) => ({
      name: group.name,
      patients: group.patients,
      positives: group.positives,
      prevalence: group.prevalence ?? null,
      estimable: group.estimable,
      whyNot: group.why_not ?? null,
      models: group.estimable ? this.#groupScores(state, group.name, shown) : [],
    }));
  }

  #groupScores(state, name, shown) {
    const setting = new Setting(this, state, this.#slice(name), shown);
    return shown.map((index) => ({ name: this.models[index], index, overNoOne: setting.overNoOne(index) }));
  }

  #gaps(state, shown) {
    return this.page.gaps.flatMap(({ group, reference, slices }) =>
      shown.map((index) => ({
        model: this.models[index],
        index,
        group,
        reference,
        parts: gapOf(this.page, slices.map((slice) => this.#sample(slice, index)), { ...state, units: unitsOf(state.units) }, this.level),
      })),
    );
  }

  #setting(state) {
    return new Setting(this, state, this.#slice(state.group), this.#shown(state));
  }

  valueCurve(state) {
    const { samples, names, range } = this.#setting(state);
    return valueCurve(this.page, samples, names, state, range, LIMITS.prevalence);
  }

  decisionCurve(state) {
    const { samples, names, costs, middle } = this.#setting(state);
    return decisionCurve(this.page, samples, names, state.units === "accuracy" ? { ...state, units: "net benefit" } : state, costs, middle);
  }

  winnerMap(state) {
    const { samples, names, range, costs } = this.#setting(state);
    const asked = state.units === "accuracy" ? { ...state, units: "net benefit" } : state;
    return winnerMap(this.page, samples, names, asked, { prevalence: range, cost: costs }, LIMITS);
  }

  reliability(state) {
    const { names, slice } = this.#setting(state);
    return names.map((name) => ({ ...name, bins: this.page.slices[slice].models[name.index].reliability }));
  }

  roc(state) {
    const { samples, names, deployment, slice } = this.#setting(state);
    return samples.map((sample, i) => rocCurve(this.page, sample, names[i], deployment(i), this.page.slices[slice].models[names[i].index].auc));
  }

  weight(state) {
    const { samples, names, deployment } = this.#setting(state);
    return { models: samples.map((sample, i) => weightCurve(this.page, sample, names[i], deployment(i))) };
  }
}

/** One setting on one slice of the patients: scores are made once, and shared by all that needs them. */
class Setting {
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
    const { parts, ...shown } = split;
    return {
      name: this.engine.models[index],
      index,
      score: split.total,
      overNoOne: this.overNoOne(index),
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
    const counted = this.engine.counted(this.state, score.sample.models[0]);
    if (counted) return counted;
    const cut = logit(this.#cutoff(score).value);
    const [found, needless] = score.sample.sides.map((side) => side.reached(cut));
    const cases = 1000 * this.middle;
    const others = 1000 - cases;
    return { prevalence: this.middle, treated: cases * found + others * needless, found: cases * found, missed: cases * (1 - found), needless: others * needless };
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
    const [a, b] = [one, other].map((name) => this.engine.models.indexOf(name));
    const rivals = { [EVERYONE]: this.rivals.everyone, [NO_ONE]: this.rivals.noOne };
    if (a >= 0 && b >= 0) return this.#paired(a, b, state);
    if (a >= 0) return withProbability(this, a, rivals[other]);
    const found = withProbability(this, b, rivals[one]);
    return { value: -found.value, low: -found.high, high: -found.low, probability: 1 - found.probability };
  }

  #paired(a, b, state) {
    if (a > b) {
      const found = this.#paired(b, a, state);
      return { value: -found.value, low: -found.high, high: -found.low, probability: 1 - found.probability };
    }
    const asked = state === this.state ? this : new Setting(this.engine, state, this.slice, this.shown);
    const [one, other] = [asked.score(a), asked.score(b)];
    const joint = this.engine.samples.of(this.slice, [a, b]);
    return estimate(one.value - other.value, [pairProfile(joint, one, other)], { level: this.level });
  }

  versus(index, rival) {
    return this.#alone(index, rival);
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

function withProbability(setting, index, rival) {
  return setting.versus(index, rival);
}

/** A constant gain on a model's own lines. */
function constantLike(score, constant) {
  const classes = score.classes.map(({ gain }, which) => ({
    gain: new Float64Array(gain.length).fill(constant.classes[which].gain[0]),
    half: new Float64Array(gain.length),
  }));
  return new Profile(score.sample, classes, [0, 0], constant.derivative);
}

/** A deployment that the controls cannot say, such as a distribution without ends, as the range they can. */
function within({ prevalence, cost }) {
  const inside = (ends, limits) => ends && ends.map((end) => clamp(end, ...limits));
  return { prevalence: inside(prevalence, LIMITS.prevalence), cost: inside(cost, LIMITS.cost) };
}

/** A property that is worked out when it is first read. */
function whenAsked(found, name, make) {
  let made;
  Object.defineProperty(found, name, { enumerable: true, get: () => (made ??= make()) });
}

function plain({ value, low, high }) {
  return { value, low, high };
}
