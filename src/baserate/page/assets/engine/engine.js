// The engine: from a setting of the controls to every number that the page shows. No document in here.
import { DEFAULT_STRATEGIES, WITHOUT_A_MODEL } from "../text/names.js";
import { WORDS } from "../text/words.js";
import { beforeOf } from "./before.js";
import { conclusionOf } from "./conclusion.js";
import { decisionCurve, differenceCurve, histogramOf, rocCurve, steadyAxis, valueCurve } from "./curves.js";
import { differenceAtEqualPrevalence, gapOf } from "./gap.js";
import { computeLazily } from "./lazy.js";
import { WinnerMap } from "./map.js";
import { clamp, expit, logit } from "./numbers.js";
import { gapOfResult, groupOfResult, isSwitched, verdictOfResult } from "./result.js";
import { namesOf } from "./phrases.js";
import { Samples } from "./samples.js";
import { Setting } from "./setting.js";
import { conclusionAtShift, ShiftDial } from "./shift-verdict.js";
import { FIRST_UNIT, unitOf } from "./units.js";
import { sentenceOf, verdictOf } from "./verdict.js";

// What can be asked, unless the study itself asks beyond.
const LIMITS = { prevalence: [0.0005, 0.95], cost: [1 / 1001, 1000 / 1001] };

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
    this.ownIsExact = page.own.exact;
    /** By model, how much of the difference in prevalence is label shift in the study, and how sure that is. */
    this.shifts = page.models.map(({ shift }) => shift ?? LABEL_SHIFT);
    this.own = {
      ...askable(page.own.state),
      shift: sharedShift(this.shifts),
      units: FIRST_UNIT,
      group: null,
      models: [...this.models],
      margin: result.verdict.margin,
      sources: {},
      recalibrated: [],
      against: null,
    };
    this.limits = limitsWith(this.own);
  }

  patientsPrevalence(group) {
    return this.#sample(this.#slice(group), 0).prevalence;
  }

  /** What a row of the data is called: with clusters it is a stay or a visit, not a patient. */
  get counted() {
    return this.result.data.clusters === null ? WORDS.tables.patients : WORDS.tables.rows;
  }

  #slice(group) {
    const index = this.page.slices.findIndex(
      (slice) => slice.kind === (group === null ? "everyone" : "group") && slice.name === group,
    );
    if (index < 0) throw new RangeError(`no group ${group} on this page`);
    return index;
  }

  #sample(slice, model) {
    return this.samples.of(slice, [model]);
  }

  #worlds = new Map();

  /** The page and its patients as a setting takes them: some models recalibrated, or calibrated to another prevalence. */
  world({ sources = {}, recalibrated = [] }) {
    if (!isSwitched({ sources, recalibrated })) return this;
    const key = JSON.stringify([sources, recalibrated]);
    if (!this.#worlds.has(key)) this.#worlds.set(key, this.#createWorld(sources, recalibrated));
    return this.#worlds.get(key);
  }

  #createWorld(sources, recalibrated) {
    const maps = new Map();
    const models = this.page.models.map((model, index) => {
      const map = recalibrated.includes(model.name) ? this.recalibrationOf(index) : null;
      if (map === null) return { ...model, source: sources[model.name] ?? model.source };
      maps.set(index, map);
      // Recalibrated on these patients, it is calibrated to their prevalence.
      return { ...model, source: null };
    });
    return { page: { ...this.page, models }, samples: this.samples.withRecalibrated(maps) };
  }

  /** Intercept and slope that recalibrate a model on all patients; null where they cannot be had. */
  recalibrationOf(index) {
    return this.page.slices[EVERYONE].models[index].recalibration ?? null;
  }

  /** Every number at a setting is asked of this. */
  at(state) {
    return new Setting(this, this.#withWeight(state), this.#slice(state.group), this.#shown(state));
  }

  /** Where two ends cannot say what the study asks, its own deployment comes as a table. */
  #withWeight(state) {
    const asks = `${state.prevalence}|${state.cost}` === `${this.own.prevalence}|${this.own.cost}`;
    const study = asks && !this.ownIsExact;
    return { ...state, study, shifts: this.shifts, weight: study ? (this.page.own.weight ?? null) : null };
  }

  /** Every number at a setting. */
  answer(asked) {
    const state = { ...this.own, ...asked };
    const slice = this.#slice(state.group);
    const shown = this.#shown(state);
    const context = this.at(state);
    const models = shown.map((index) => context.model(index));
    const defaults = Object.fromEntries(DEFAULT_STRATEGIES.map((name) => [name, context.defaultStrategy(name)]));
    const answer = {
      state,
      names: namesOf(this.result),
      scale: unitOf(state.units).scale,
      level: this.level,
      slice: this.#about(state.group, slice),
      models,
      defaults,
      margin: context.margin,
      exact: context.isExact,
      setting: context.about,
      verdict: this.#verdict(context.state, context.forVerdict(models)),
      patients: context.patients(models),
    };
    computeLazily(answer, "comparisons", () => context.comparisons());
    computeLazily(answer, "error", () => largestError(answer));
    answer.conclusion = conclusionOf(answer.verdict);
    // The verdict need not wait for these.
    computeLazily(answer, "picked", () => context.picked(models));
    computeLazily(answer, "before", () => this.#before(answer, context));
    computeLazily(answer, "groups", () => this.#byGroup(state, shown));
    // Parts of a difference between groups are told for label shift only.
    computeLazily(answer, "gaps", () => (answer.setting.isMoved ? [] : this.#gaps(state, shown)));
    computeLazily(answer, "groupDecisions", () => this.#groupDecisions(state, shown));
    return answer;
  }

  /** The library's own verdict where there is one, in words that the page makes controls of. */
  #verdict(state, context) {
    const counted = verdictOfResult(this, state);
    if (counted === null) return verdictOf(context);
    const { judgement, possible } = context;
    const { noneCanBeBetter, worldless } = judgement;
    const sentence = sentenceOf(counted, context);
    return { ...counted, possible, coarse: false, noneCanBeBetter, worldless, sentence };
  }

  #shown(state) {
    const shown = state.models.map((name) => this.models.indexOf(name)).filter((index) => index >= 0);
    return shown.length ? shown : this.models.map((_, index) => index);
  }

  #about(group, slice) {
    const patients =
      group === null ? { name: "everyone", ...this.result.data } : this.groups.find((one) => one.name === group);
    return {
      name: patients.name,
      patients: patients.used ?? patients.patients,
      positives: patients.positives,
      followed: this.#followed(patients),
      counted: this.counted,
      prevalence: this.#sample(slice, 0).prevalence,
    };
  }

  /** By when the outcome counts, and how many were not followed that long; null where outcomes were given as such. */
  #followed({ censored, follow_up: followUp }) {
    const asked = this.result.data.follow_up;
    return asked && { horizon: asked.horizon, time: asked.time, censored: followUp ? followUp.censored : censored };
  }

  /** At most three lines that may change what one does; the study's own where this is its very question. */
  #before({ state, models, verdict, scale, slice }, context) {
    const able = this.models.filter((_, index) => this.recalibrationOf(index) !== null);
    const mended = this.at({ ...state, recalibrated: able, sources: {} });
    const lines = beforeOf({
      models: models.map((model) => this.#calibrationOf(model, state, able.includes(model.name) ? mended : null)),
      verdict,
      state: context.state,
      scale,
      range: context.range,
      prevalence: slice.prevalence,
      shifts: context.shiftsInWords,
      groups: state.group === null ? this.#groupLeads(state) : [],
      clusters: null,
      recalibratedLead: (one, other) =>
        able.includes(one) && able.includes(other) ? mended.compare(one, other) : null,
    });
    const own = verdictOfResult(this, context.state) && !isSwitched(state) ? this.result.before_you_decide : null;
    if (!own) return lines;
    const actionsOf = ({ kind, models: about = [] }) =>
      lines.find((line) => line.kind === kind && `${line.models}` === `${about}`)?.actions ?? [];
    return own.map((line) => ({ ...line, actions: actionsOf(line), action: actionsOf(line)[0] ?? null }));
  }

  /** A model with what recalibrating it would do. */
  #calibrationOf(model, { group }, mended) {
    const { name, added, cutoff } = model;
    const patients = group === null ? this.result : this.groups.find((one) => one.name === group);
    const about = {
      name,
      added,
      cutoff,
      recalibratedAdded: mended && mended.compare(name, WITHOUT_A_MODEL),
      observedExpected: observedExpected(patients.models?.[name]),
      impliedSource: this.#sample(this.#slice(group), model.index).impliedSource,
    };
    computeLazily(about, "lossCorrected", () => model.split.calibrationCorrected);
    return about;
  }

  /** Who leads in each group, by intervals that hold together: Bonferroni's, and Sidak's over groups. */
  #groupLeads(state) {
    const judged = this.groups.filter(({ estimable }) => estimable);
    return judged.map(({ name }) => {
      const setting = this.at({ ...state, group: name });
      const level = 1 - (1 - this.level ** (1 / judged.length)) / setting.pairs.length;
      const together = (one, other) => {
        const difference = setting.compare(one, other);
        return difference.simultaneous ? { ...difference, ...difference.simultaneous } : difference.at(level);
      };
      return { name, together };
    });
  }

  #byGroup(state, shown) {
    return this.groups.map((group) => ({
      name: group.name,
      patients: group.patients,
      positives: group.positives,
      prevalence: group.prevalence ?? null,
      estimable: group.estimable,
      whyNot: group.why_not ?? null,
      models: group.estimable ? this.#groupScores(state, group, shown) : [],
    }));
  }

  #groupScores(state, group, shown) {
    const setting = this.at({ ...state, group: group.name });
    const everyone = this.at({ ...state, group: null });
    return shown.map((index) => {
      const name = this.models[index];
      const cut = everyone.cutoff(index);
      const binned = {
        score: setting.over(setting.zero, index),
        withCommonCutoff: setting.withCutoff(index, cut.decided),
      };
      return {
        name,
        index,
        ...groupOfResult(setting.counted, name, binned),
        observedExpected: group.models[name].observed_expected,
        cutoff: setting.cutoff(index).value,
        commonCutoff: cut.value,
      };
    });
  }

  /** What deciding at the cut-off does in each group. */
  #groupDecisions(state, shown) {
    return this.groups
      .filter(({ estimable }) => estimable)
      .flatMap(({ name: group }) => {
        const setting = this.at({ ...state, group });
        return shown.map((index) => ({ group, name: this.models[index], index, ...setting.decisions(index) }));
      });
  }

  #gaps(asked, shown) {
    const state = this.#withWeight(asked);
    const { page, samples: all } = this.world(state);
    return this.page.gaps.flatMap(({ group, reference, slices }) =>
      shown.map((index) => {
        const gap = { model: this.models[index], index, group, reference };
        const samples = slices.map((slice) => all.of(slice, [index]));
        const parts = gapOf(page, samples, state, this.level);
        const readings = this.#readings(group, slices, index, state);
        return { ...gap, ...gapOfResult(this, state, { ...gap, parts, readings }) };
      }),
    );
  }

  /** Both readings of the source prevalence: what they give, and what the result says of their calibration. */
  #readings(group, slices, index, state) {
    const gaps = this.groups.find(({ name }) => name === group).gaps ?? [];
    const counted = gaps.find(({ model }) => model === this.models[index])?.readings;
    if (!counted) return null;
    const samples = slices.map((slice) => this.#sample(slice, index));
    const [byGroup, byAll] = [false, true].map((ofAll) => {
      const models = this.page.models.map((model) => ({ ...model, source: null, source_of_all: ofAll }));
      return differenceAtEqualPrevalence({ ...this.page, models }, samples, state, this.level);
    });
    const { observed_expected: ratios, supported, neither_fits } = counted;
    return { group: byGroup, all: byAll, ratios, supported, neither_fits, used: this.#sourceOf(index) };
  }

  #sourceOf(index) {
    return this.page.models[index].source_of_all ? "all" : "group";
  }

  /** The axis of prevalences that figures share. */
  #prevalences(state) {
    const { range } = this.at(state);
    const home = [...(this.own.prevalence ?? []), this.samples.of(EVERYONE, [0]).prevalence];
    return steadyAxis(home, range, this.limits.prevalence);
  }

  #costs(state) {
    return steadyAxis(this.own.cost, this.at(state).costs, this.limits.cost);
  }

  #point(state) {
    const { range, middle: median, costs: cost } = this.at(state);
    return { range, median, cost };
  }

  #curves = new Map();

  /** A curve over all prevalences stays the same while a range of them is moved. */
  #recent(key, work) {
    if (!this.#curves.has(key)) {
      if (this.#curves.size > 12) this.#curves.clear();
      this.#curves.set(key, work());
    }
    return this.#curves.get(key);
  }

  /** One way to decide minus another along the prevalence. */
  differenceCurve(state, one, other) {
    const axis = this.#prevalences(state);
    const key = JSON.stringify(["difference", anyRange(state), axis, one, other]);
    const curve = this.#recent(key, () => differenceCurve((point) => this.at(point), state, axis, one, other));
    const at = (p) => this.at({ ...state, prevalence: [p, p] }).compare(one, other);
    return { ...curve, ...this.#point(state), at };
  }

  valueCurve(state) {
    const able = this.models.filter((_, index) => this.recalibrationOf(index) !== null);
    const axis = this.#prevalences(state);
    const mended = { sources: {}, recalibrated: able };
    const key = JSON.stringify(["value", anyRange(state), axis]);
    const curve = this.#recent(key, () => valueCurve((point) => this.at(point), state, axis, mended));
    return { ...curve, ...this.#point(state), scale: unitOf(state.units).scale };
  }

  decisionCurve(state) {
    const { middle, costs } = this.at(state);
    const asked = { ...overCosts(state), prevalence: state.prevalence === null ? null : [middle, middle] };
    const curve = decisionCurve((point) => this.at(point), asked, this.#costs(state));
    return { ...curve, range: costs, prevalence: middle };
  }

  #dials = new Map();

  /** The verdict at other shares of label shift, from bins; it says itself whether it is done. */
  shiftDial(asked) {
    const { shift: _, against: __, ...state } = { ...this.own, ...asked };
    const key = JSON.stringify(state);
    if (!this.#dials.has(key)) {
      if (this.#dials.size > 20) this.#dials.clear();
      const conclusionAt = (shift) => conclusionAtShift(this.at({ ...state, shift }).judgement());
      this.#dials.set(key, new ShiftDial(conclusionAt));
    }
    return this.#dials.get(key);
  }

  /** Whether the verdict holds at other shares, where the study says so itself; else null. */
  shiftVerdict(state) {
    return verdictOfResult(this, this.#withWeight(state)) && (this.result.verdict.shift?.stretches ?? null);
  }

  #maps = new Map();

  /** The map of all settings at one prevalence and cost; it says itself whether it is done. */
  map(asked) {
    const { group, models, margin, sources, recalibrated, shift, units, prevalence, cost } = overCosts(asked);
    const axes = { prevalence: this.#prevalences(asked), cost: this.#costs(asked) };
    const key = JSON.stringify([group, models, margin, sources, recalibrated, shift, units, axes]);
    if (!this.#maps.has(key)) {
      if (this.#maps.size > 20) this.#maps.clear();
      const settingAt = (p, c) => this.at({ ...overCosts(asked), prevalence: [p, p], cost: [c, c] });
      const shown = this.#shown(asked).map((index) => this.models[index]);
      this.#maps.set(key, new WinnerMap(settingAt, shown, axes));
    }
    const map = this.#maps.get(key);
    map.box = { prevalence: prevalence ?? this.at(asked).range, cost };
    return map;
  }

  /** The answer at one prevalence and cost, for captions and read-outs: what the verdict would say there. */
  pointAt(state, prevalence, cost) {
    const asked = { ...this.own, ...overCosts(state), prevalence: [prevalence, prevalence], cost: [cost, cost] };
    const setting = this.at(asked);
    const point = { state: asked, scale: unitOf(asked.units).scale, level: this.level, verdict: setting.judgement() };
    point.conclusion = conclusionOf(point.verdict);
    computeLazily(point, "comparisons", () => setting.comparisons());
    computeLazily(point, "models", () => this.#shown(asked).map((index) => setting.model(index)));
    return point;
  }

  calibration(state) {
    const setting = this.at(state);
    const patients = state.group === null ? this.result : this.groups.find(({ name }) => name === state.group);
    return setting.names.map(({ name, index }, i) => ({
      name,
      index,
      curve: this.page.slices[setting.slice].models[index].calibration ?? null,
      histogram: histogramOf(setting.samples[i]),
      observedExpected: observedExpected(patients.models?.[name]),
    }));
  }

  roc(state) {
    const { samples, names, deployment, slice, page } = this.at(state);
    return samples.map((sample, i) =>
      rocCurve(page, sample, names[i], deployment(i), this.page.slices[slice].models[names[i].index].auc),
    );
  }
}

const EVERYONE = 0;
// Of a page that was made before one could ask for another.
const LABEL_SHIFT = { gamma: 1, standard_error: 0, degrees_of_freedom: null };

/** The share that all models have; null where each has its own. */
function sharedShift([first, ...others]) {
  return others.every(({ gamma }) => gamma === first.gamma) ? first.gamma : null;
}

function observedExpected(measures) {
  return measures?.observed_expected ?? null;
}

/** Room on either side of a study whose own range reaches beyond what can usually be asked. */
function limitsWith({ prevalence, cost }) {
  const wide = (limits, ends) => (ends ? [Math.min(limits[0], ends[0]), Math.max(limits[1], ends[1])] : limits);
  return { prevalence: wide(LIMITS.prevalence, prevalence), cost: wide(LIMITS.cost, cost) };
}

// Log odds of what can be told from never and always.
const FARTHEST = 14;

/** A distribution without ends, as the range that it lies in. */
function askable({ prevalence, cost }) {
  const inside = (ends) => ends && ends.map((end) => expit(clamp(logit(end), -FARTHEST, FARTHEST)));
  const keep = (ends) => (ends && ends.every((end) => Math.abs(logit(end)) <= FARTHEST) ? ends : inside(ends));
  return { prevalence: keep(prevalence), cost: keep(cost) };
}

/** What a curve over single prevalences hangs on. */
function anyRange({ cost, shift, units, group, models, sources, recalibrated }) {
  return { cost, shift, units, group, models, sources, recalibrated };
}

/** The largest error of the scores and differences shown. */
function largestError({ models, comparisons }) {
  const errors = [...models.map(({ score }) => score), ...comparisons.map(({ difference }) => difference)];
  return Math.max(0, ...errors.map(({ error = 0 }) => error));
}

/** The setting for figures that run over costs: a unit without prices has none to show there. */
function overCosts(state) {
  return { ...state, units: unitOf(state.units).overCosts };
}
