// The numbers behind each figure, as {heads, rows} for a CSV file, in the units that the page shows.
import { TREAT_ALL } from "../text/names.js";

/** One row for each point of each curve. */
function longRows(xs, curves, { factor, unit }) {
  return curves.flatMap(([name, kind, values]) =>
    Array.from(xs, (x, at) => [x, name, kind, factor * values[at], unit]),
  );
}

export function valueRows({ prevalence, models, treatAll }, { scale }) {
  const curves = models.flatMap(({ name, value, recalibrated }) => [
    [name, "as it is", value],
    ...(recalibrated ? [[name, "recalibrated", recalibrated]] : []),
  ]);
  return {
    heads: ["prevalence", "model", "kind", "value", "unit"],
    rows: longRows(prevalence, [...curves, [TREAT_ALL, "default strategy", treatAll]], scale),
  };
}

export function decisionRows({ cost, models, treatAll, scale }) {
  const curves = models.map(({ name, value }) => [name, "as it is", value]);
  return {
    heads: ["c", "model", "kind", "value", "unit"],
    rows: longRows(cost, [...curves, [TREAT_ALL, "default strategy", treatAll]], scale),
  };
}

export function winnerRows({ prevalence, cost, names, winner }) {
  return {
    heads: ["c", "prevalence", "best"],
    rows: Array.from(cost).flatMap((c, row) =>
      Array.from(prevalence, (share, column) => [c, share, names[winner[row][column]]]),
    ),
  };
}

export function reliabilityRows(models) {
  return {
    heads: ["model", "predicted", "observed", "low", "high", "patients", "events"],
    rows: models.flatMap(({ name, bins }) =>
      bins.map((bin) => [name, bin.predicted, bin.observed, bin.low, bin.high, bin.patients, bin.events]),
    ),
  };
}

export function rocRows(models) {
  return {
    heads: ["model", "false_positive_rate", "true_positive_rate", "cutoff", "what"],
    rows: models.flatMap(({ name, fpr, tpr, points }) => [
      ...Array.from(fpr, (x, at) => [name, x, tpr[at], null, "curve"]),
      ...points.map((point) => [name, point.fpr, point.tpr, point.cutoff, point.what]),
    ]),
  };
}

export function splitRows({ models, scale: { factor, unit } }) {
  const numbersOf = (part) =>
    typeof part === "number" ? [factor * part, null, null] : [part.value, part.low, part.high].map((x) => factor * x);
  const parts = (split) => Object.entries(split).map(([name, part]) => [name, ...numbersOf(part), unit]);
  return {
    heads: ["model", "part", "value", "low", "high", "unit"],
    rows: models.flatMap(({ name, split }) => parts(split).map((row) => [name, ...row])),
  };
}

export function weightRows({ models }) {
  return {
    heads: ["model", "cutoff", "weight", "cases", "non_cases"],
    rows: models.flatMap(({ name, cutoff, density, cases, nonCases }) =>
      Array.from(cutoff, (cut, at) => [name, cut, density[at], cases[at], nonCases[at]]),
    ),
  };
}
