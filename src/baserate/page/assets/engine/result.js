// The library's result: at the study's own deployment everything has been worked out on the patients themselves,
// and the page shows that instead of what its bins give. Only this module knows how scores stand in the result.
import { COUNTS, RATES } from "./decisions.js";
import { FIRST_UNIT, unitOf } from "./units.js";

/** What the result says at a setting: its models and comparisons, or null where it says nothing. */
export function resultAt(engine, state) {
  if (!asksTheStudy(engine, state) || unitOf(state.units).weighted) return null;
  const { result } = engine;
  return state.group === null ? result : (result.groups.find(({ name }) => name === state.group) ?? null);
}

/** Whether a setting is the study's own deployment, with its models as they are. */
function asksTheStudy({ own, ownIsExact }, state) {
  const key = ({ prevalence, cost, shift }) => `${prevalence}|${cost}|${prevalence === null ? "" : shift}`;
  const same = key(state) === key(own);
  return same && (ownIsExact || Boolean(state.study)) && !isSwitched(state);
}

/** Whether a model is taken otherwise than the study has it. */
export function isSwitched({ sources = {}, recalibrated = [] }) {
  return recalibrated.length > 0 || Object.keys(sources).length > 0;
}

/** A number of the result, in place of the one from the bins. */
function preferCounted(estimate, counted) {
  if (!counted || counted.value === null || counted.low === null) return estimate;
  const { value, low, high } = counted;
  return { value, low, high, error: 0, coarse: false };
}

/** What a model is worth. */
export function scoreOfResult(counted, model, score) {
  return preferCounted(score, counted?.models?.[model]?.net_benefit);
}

/** The parts of a model's score, as far as the result has them. */
export function splitOfResult(counted, model, split) {
  const measures = counted?.models?.[model];
  if (!measures) return split;
  return {
    ...split,
    total: preferCounted(split.total, measures.net_benefit),
    sharpness: preferCounted(split.sharpness, measures.sharpness),
    calibration: preferCounted(split.calibration, measures.calibration),
    calibrationCorrected: preferCounted(split.calibrationCorrected, measures.calibration_corrected),
  };
}

/** What a default strategy is worth. */
export function strategyOfResult(counted, strategy, estimate) {
  return preferCounted(estimate, counted?.default_strategies?.[strategy]?.net_benefit);
}

/** What a model is worth in a group, at the group's own cut-off and at the one that everyone has. */
export function groupOfResult(counted, model, { score, withCommonCutoff }) {
  const measures = counted?.models?.[model];
  return {
    score: preferCounted(score, measures?.net_benefit),
    withCommonCutoff: preferCounted(withCommonCutoff, measures?.at_common_threshold?.net_benefit),
  };
}

// The parts of a difference between groups, as they are called in the result.
const PARTS = {
  total: "total",
  mechanism: "mechanism",
  labelShift: "label_shift",
  sharpness: "sharpness",
  calibration: "calibration",
  sharpnessCorrected: "sharpness_corrected",
  calibrationCorrected: "calibration_corrected",
};

/** The difference of a model between a group and another, and both readings of it, as far as the result has them. */
export function gapOfResult(engine, state, { model, group, reference, parts, readings }) {
  const counted = resultAt(engine, { ...state, group })?.gaps?.find((gap) => gap.model === model);
  // Of two groups, the rest is the other.
  const same = counted && (counted.reference === reference || engine.groups.length === 2);
  if (!same) return { parts, readings };
  const exact = Object.entries(parts).map(([name, part]) => [name, preferCounted(part, counted[PARTS[name]])]);
  const differences = counted.readings?.difference_at_equal_prevalence;
  return {
    parts: Object.fromEntries(exact),
    readings: readings && {
      ...readings,
      group: preferCounted(readings.group, differences?.group),
      all: preferCounted(readings.all, differences?.all),
    },
  };
}

/** Rates and counts at the decision threshold by name, or null where the result says nothing. */
export function decisionsOfResult(counted, model) {
  const measures = counted?.models?.[model];
  // Withheld where exact counts would tell of too few patients.
  if (!measures?.sensitivity) return null;
  const ends = (number) => number && { value: number.value, low: number.low, high: number.high, error: 0 };
  const counts = measures.per_1000_at_threshold;
  return Object.fromEntries([
    ...RATES.map((name) => [name, ends(measures[name])]),
    ...COUNTS.map((name) => [name, ends(counts[name.replace("_per_1000", "")])]),
  ]);
}

/** The comparison of two ways to decide, in whichever order the result has it. */
export function comparisonOfResult(counted, one, other) {
  for (const { model, reference, difference, confidence, confidence_above_margin: above } of counted?.comparisons ??
    []) {
    const forward = model === one && reference === other;
    if (difference.low === null || (!forward && (model !== other || reference !== one))) continue;
    const { value, low, high, simultaneous, standard_error: error } = difference;
    const exact = { seen: () => error ** 2, error: 0, coarse: false };
    if (forward) {
      // Above another value than zero the result knows one confidence, that above the margin.
      const confident = (margin = 0) => (margin === 0 ? confidence : above);
      return { value, low, high, simultaneous, ...exact, confidence: confident };
    }
    const turned = { low: -simultaneous.high, high: -simultaneous.low };
    const unsure = (margin = 0) => (margin === 0 ? 1 - confidence : null);
    return { value: -value, low: -high, high: -low, simultaneous: turned, ...exact, confidence: unsure };
  }
  return null;
}

/** The prevalences that were observed: of everyone and of each group, and the lowest and the highest. */
export function observedPrevalences({ data, groups }) {
  const shares = groups.filter(({ estimable }) => estimable).map(({ prevalence }) => prevalence);
  const { low, high } = data.observed_prevalences;
  return { everyone: data.prevalence, groups: shares, low, high };
}

/** The library's own verdict, where the page asks the very question of the study; else null. */
export function verdictOfResult(engine, state) {
  const all = state.models.length === engine.models.length;
  if (state.group !== null || state.units !== FIRST_UNIT || !all || resultAt(engine, state) === null) return null;
  const { verdict } = engine.result;
  if ((state.margin ?? null) !== verdict.margin) return null;
  return {
    text: verdict.text,
    best: verdict.best,
    tied: verdict.tied,
    betterThanWithout: verdict.better_than_without,
    decided: verdict.decided,
    runnerUp: verdict.runner_up,
    difference: { value: verdict.difference.value, ...verdict.difference.simultaneous },
    added: { value: verdict.added.value, ...verdict.added.simultaneous },
    nonInferior: verdict.non_inferior,
    outside: verdict.outside,
    flips: verdict.flips.map(({ beyond_chance: beyondChance, ...flip }) => ({ ...flip, beyondChance })),
  };
}
