// The engine: from a setting of the controls to every number that the page shows. No document in here.
import { DEFAULT_STRATEGIES } from "../text/names.js";
import { WORDS } from "../text/words.js";
import { decisionCurve, rocCurve, valueCurve, weightCurve, winnerMap } from "./curves.js";
import { differenceAtEqualPrevalence, gapOf } from "./gap.js";
import { clamp } from "./numbers.js";
import { gapOfResult, groupOfResult, verdictOfResult } from "./result.js";
import { Samples } from "./samples.js";
import { Setting } from "./setting.js";
import { FIRST_UNIT, unitOf } from "./units.js";
import { verdictOf } from "./verdict.js";

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
    this.limits = LIMITS;
    this.own = { ...within(page.own.state), units: FIRST_UNIT, group: null, models: [...this.models] };
    this.ownIsExact = page.own.exact;
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

  /** Every number at a setting. */
  answer(state) {
    const slice = this.#slice(state.group);
    const shown = this.#shown(state);
    const context = new Setting(this, state, slice, shown);
    const models = shown.map((index) => context.model(index));
    const defaults = Object.fromEntries(DEFAULT_STRATEGIES.map((name) => [name, context.defaultStrategy(name)]));
    const answer = {
      state,
      scale: unitOf(state.units).scale,
      level: this.level,
      slice: this.#about(state.group, slice),
      models,
      defaults,
      picked: context.picked(models),
      margin: context.margin,
      comparisons: context.comparisons(),
      verdict: verdictOfResult(this, state) ?? verdictOf(context.forVerdict(models)),
    };
    // The verdict need not wait for these.
    computeLazily(answer, "groups", () => this.#byGroup(state, shown));
    computeLazily(answer, "gaps", () => this.#gaps(state, shown));
    computeLazily(answer, "groupDecisions", () => this.#groupDecisions(state, shown));
    return answer;
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
      counted: this.counted,
      prevalence: this.#sample(slice, 0).prevalence,
    };
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
    const setting = new Setting(this, { ...state, group: group.name }, this.#slice(group.name), shown);
    const everyone = new Setting(this, { ...state, group: null }, this.#slice(null), shown);
    return shown.map((index) => {
      const name = this.models[index];
      const cut = everyone.cutoff(index);
      const binned = { score: setting.over(setting.zero, index), withCommonCutoff: setting.withCutoff(index, cut) };
      return {
        name,
        index,
        ...groupOfResult(setting.counted, name, binned),
        observedExpected: group.models[name].observed_expected,
        cutoff: setting.cutoff(index),
        commonCutoff: cut,
      };
    });
  }

  /** What deciding at the cut-off does in each group. */
  #groupDecisions(state, shown) {
    return this.groups
      .filter(({ estimable }) => estimable)
      .flatMap(({ name: group }) => {
        const setting = new Setting(this, { ...state, group }, this.#slice(group), shown);
        return shown.map((index) => ({ group, name: this.models[index], index, ...setting.decisions(index) }));
      });
  }

  #gaps(state, shown) {
    return this.page.gaps.flatMap(({ group, reference, slices }) =>
      shown.map((index) => {
        const gap = { model: this.models[index], index, group, reference };
        const samples = slices.map((slice) => this.#sample(slice, index));
        const parts = gapOf(this.page, samples, state, this.level);
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

  #setting(state) {
    return new Setting(this, state, this.#slice(state.group), this.#shown(state));
  }

  valueCurve(state) {
    const { samples, names, range } = this.#setting(state);
    return valueCurve(this.page, samples, names, state, range, LIMITS.prevalence);
  }

  decisionCurve(state) {
    const { samples, names, costs, middle } = this.#setting(state);
    return decisionCurve(this.page, samples, names, overCosts(state), costs, middle);
  }

  winnerMap(state) {
    const { samples, names, range, costs } = this.#setting(state);
    return winnerMap(this.page, samples, names, overCosts(state), { prevalence: range, cost: costs }, LIMITS);
  }

  reliability(state) {
    const { names, slice } = this.#setting(state);
    return names.map((name) => ({ ...name, bins: this.page.slices[slice].models[name.index].reliability }));
  }

  roc(state) {
    const { samples, names, deployment, slice } = this.#setting(state);
    return samples.map((sample, i) =>
      rocCurve(this.page, sample, names[i], deployment(i), this.page.slices[slice].models[names[i].index].auc),
    );
  }

  weight(state) {
    const { samples, names, deployment } = this.#setting(state);
    return { models: samples.map((sample, i) => weightCurve(this.page, sample, names[i], deployment(i))) };
  }
}

/** A deployment that the controls cannot say, such as a distribution without ends, as the range they can. */
function within({ prevalence, cost }) {
  const inside = (ends, limits) => ends && ends.map((end) => clamp(end, ...limits));
  return { prevalence: inside(prevalence, LIMITS.prevalence), cost: inside(cost, LIMITS.cost) };
}

/** The setting for figures that run over costs: a unit without prices has none to show there. */
function overCosts(state) {
  return { ...state, units: unitOf(state.units).overCosts };
}

/** A property that is worked out when it is first read. */
function computeLazily(object, name, compute) {
  let value;
  Object.defineProperty(object, name, { enumerable: true, get: () => (value ??= compute()) });
}
