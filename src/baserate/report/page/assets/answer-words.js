import {
  costInWords,
  percentText,
  prevalenceInWords,
  probabilityText,
  scaledTexts,
  shortPercentText,
} from "./words.js";

// The words of a verdict, as the library writes them.

/** How the numbers of a unit are shown: what they are multiplied by, and what they are then called. */
export function scaleOfUnits(units) {
  if (units === "per 1,000")
    return { factor: 1000, unit: "true positives per 1,000 patients", short: "per 1,000", digits: 1 };
  if (units === "net benefit")
    return { factor: 1, unit: "true positives per patient", short: "net benefit", digits: 4 };
  return { factor: 100, unit: `percentage points of ${units}`, short: `${units}, %`, digits: 2 };
}

/** Everything that the verdict says about a setting. */
export function answerWords(state) {
  const scale = scaleOfUnits(state.units);
  return {
    percent: shortPercentText,
    place: placeOf(state.prevalence),
    atCost: state.units === "accuracy" ? ", every error counted alike" : ` at a cost of ${costInWords(state.cost)}`,
    probability: (p) => probabilityText(p, "more than", "less than"),
    worth: (found, level) => worthOf(found, level, scale),
  };
}

function placeOf(prevalence) {
  if (prevalence === null || prevalence[0] === prevalence[1]) return `at ${prevalenceInWords(prevalence)}`;
  return `over ${prevalenceInWords(prevalence)}`;
}

function worthOf(found, level, scale) {
  const [value, low, high] = scaledTexts(found, scale);
  const harm = scale.factor === 100 ? "" : " at no more harm";
  return `${value} ${scale.unit}${harm} (${percentText(level)} interval ${low} to ${high})`;
}
