// The library's result: at the study's own deployment everything has been worked out on the patients themselves,
// and the page shows that instead of what its bins give. Only this module knows how scores stand in the result.
import { COUNTS, RATES } from "./decisions.js";
import { FIRST_UNIT, unitOf } from "./units.js";

/** What the result says at a setting: its models and comparisons, or null where it says nothing. */
export function resultAt({ own, ownIsExact, result }, state) {
  const same = `${state.prevalence}|${state.cost}` === `${own.prevalence}|${own.cost}`;
  if (!same || !ownIsExact || unitOf(state.units).weighted) return null;
  return state.group === null ? result : (result.groups.find(({ name }) => name === state.group) ?? null);
}

/** A number of the result, in place of the one from the bins. */
function preferCounted(estimate, counted) {
  if (!counted || counted.value === null || counted.low === null) return estimate;
  const { value, low, high } = counted;
  return { value, low, high };
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

/** Rates and counts at the decision threshold by name, or null where the result says nothing. */
export function decisionsOfResult(counted, model) {
  const measures = counted?.models?.[model];
  if (!measures) return null;
  const ends = (number) => number && { value: number.value, low: number.low, high: number.high };
  const counts = measures.per_1000_at_threshold;
  return Object.fromEntries([
    ...RATES.map((name) => [name, ends(measures[name])]),
    ...COUNTS.map((name) => [name, ends(counts[name.replace("_per_1000", "")])]),
  ]);
}

/** The comparison of two ways to decide, in whichever order the result has it. */
export function comparisonOfResult(counted, one, other) {
  for (const { model, reference, difference, probability_better: probability } of counted?.comparisons ?? []) {
    if (difference.low === null) continue;
    const { value, low, high } = difference;
    if (model === one && reference === other) return { value, low, high, probability };
    if (model === other && reference === one)
      return { value: -value, low: -high, high: -low, probability: 1 - probability };
  }
  return null;
}

/** The library's own verdict, where the page asks the very question of the study; else null. */
export function verdictOfResult(engine, state) {
  const all = state.models.length === engine.models.length;
  if (state.group !== null || state.units !== FIRST_UNIT || !all || resultAt(engine, state) === null) return null;
  const { runner_up: runnerUp, probability_better: probability, flips, ...verdict } = engine.result.verdict;
  const renamed = flips.map(({ probability_better: sure, ...flip }) => ({ ...flip, probability: sure }));
  return { ...verdict, runnerUp, probability, flips: renamed };
}
