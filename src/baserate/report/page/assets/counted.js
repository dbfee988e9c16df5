// Counted: at the study's own deployment the library has worked everything out on the patients themselves, and
// the page shows that instead of what its lines give.

/** What the result says at a setting: its models and comparisons, or null where it says nothing. */
export function countedAt(engine, state) {
  const { own, ownIsExact, result } = engine;
  const same = `${state.prevalence}|${state.cost}` === `${own.prevalence}|${own.cost}`;
  if (!same || !ownIsExact || (state.units !== "per 1,000" && state.units !== "net benefit")) return null;
  return state.group === null ? result : (result.groups.find(({ name }) => name === state.group) ?? null);
}

/** A number of the result, in place of the one from the lines. */
export function countedNumber(found, counted) {
  if (!counted || counted.value === null || counted.low === null) return found;
  const { value, low, high } = counted;
  return { value, low, high };
}

/** The parts of a model's score, as far as the result has them. */
export function countedSplit(split, measures) {
  if (!measures) return split;
  return {
    ...split,
    total: countedNumber(split.total, measures.net_benefit),
    sharpness: countedNumber(split.sharpness, measures.sharpness),
    calibration: countedNumber(split.calibration, measures.calibration),
    calibrationCorrected: countedNumber(split.calibrationCorrected, measures.calibration_corrected),
  };
}

/** The comparison of two ways to decide, in whichever order the result has it. */
export function countedComparison(counted, one, other) {
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
export function countedVerdict(engine, state) {
  const all = state.models.length === engine.models.length;
  if (state.group !== null || state.units !== "per 1,000" || !all || countedAt(engine, state) === null) return null;
  const { runner_up: runnerUp, probability_better: probability, flips, ...verdict } = engine.result.verdict;
  const named = flips.map(({ probability_better: sure, ...flip }) => ({ ...flip, probability: sure }));
  return { ...verdict, runnerUp, probability, flips: named };
}
