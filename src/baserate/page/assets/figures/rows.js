// The numbers behind each figure, as {heads, rows} for a CSV file: all digits, in the units that the page shows.
import { TREAT_ALL } from "../text/names.js";
import { NOT_FROM_THIS_PAGE, TOO_CLOSE } from "../engine/map.js";
import { expit } from "../engine/numbers.js";
import { countPatients } from "./patients.js";
import { partsOf } from "./models-forest.js";

const ENDS = ["value", "low", "high", "error"];

/** Value, ends and error of an estimate, or of a number that is known exactly. */
function numbersOf(estimate, factor = 1) {
  if (typeof estimate === "number") return [factor * estimate, null, null, 0];
  const scaled = (x) => (Number.isFinite(x) ? factor * x : null);
  return [estimate?.value, estimate?.low, estimate?.high, estimate?.error ?? null].map(scaled);
}

/** The estimate at a point of a curve, which may have no band. */
function pointOf({ value, low, high, error }, at) {
  return { value: value[at], low: low?.[at], high: high?.[at], error: error?.[at] };
}

/** One row for each point of each curve. */
function longRows(xs, curves, { factor, unit }) {
  return curves.flatMap(([name, kind, curve]) =>
    Array.from(xs, (x, at) => [x, name, kind, ...numbersOf(pointOf(curve, at), factor), unit]),
  );
}

export function differenceRows(data, { scale: { factor, unit } }) {
  const { one, other, prevalence, range } = data;
  return {
    heads: ["prevalence", "model", "minus", ...ENDS, "unit", "within_range"],
    rows: Array.from(prevalence, (share, at) => [
      share,
      one,
      other,
      ...numbersOf(pointOf(data, at), factor),
      unit,
      share >= range[0] && share <= range[1],
    ]),
  };
}

export function patientsRows(_data, answer) {
  const given = answer.patients ?? [];
  const whole = countPatients(answer);
  return {
    heads: [
      "choice",
      "prevalence",
      "patients",
      "found",
      "missed",
      "unnecessary",
      "spared",
      "found_per_1000",
      "unnecessary_per_1000",
    ],
    rows: given.map(({ name, found, unnecessary }, at) => {
      const row = whole.rows[at];
      const counts = [row.found, row.missed, row.unnecessary, row.spared];
      return [name, whole.prevalence, whole.count, ...counts, found, unnecessary];
    }),
  };
}

export function valueRows({ prevalence, models, treatAll, scale }, answer) {
  const curves = models.flatMap((model) => [
    [model.name, "as it is", model],
    ...(model.recalibrated ? [[model.name, "recalibrated", { value: model.recalibrated }]] : []),
  ]);
  const all = treatAll ? [[TREAT_ALL, "default strategy", { value: treatAll }]] : [];
  return {
    heads: ["prevalence", "model", "kind", ...ENDS, "unit"],
    rows: longRows(prevalence, [...curves, ...all], scale ?? answer.scale),
  };
}

export function decisionRows({ cost, prevalence, models, treatAll, scale }, answer) {
  const curves = models.map((model) => [model.name, "as it is", model]);
  const all = treatAll ? [[TREAT_ALL, "default strategy", { value: treatAll }]] : [];
  const rows = longRows(cost, [...curves, ...all], scale ?? answer.scale);
  return {
    heads: ["threshold_probability", "model", "kind", ...ENDS, "unit", "prevalence"],
    rows: rows.map((row) => [...row, prevalence]),
  };
}

/** The whole map, worked out to its end. */
export function winnerRows(data) {
  while (!data.done && data.work && !data.work(50));
  const { prevalence, cost, names, winner } = data;
  const words = { [TOO_CLOSE]: "too close to call", [NOT_FROM_THIS_PAGE]: "not from this page" };
  return {
    heads: ["threshold_probability", "prevalence", "best"],
    rows: Array.from(cost).flatMap((c, row) =>
      Array.from(prevalence, (share, column) => {
        const cell = winner[row][column];
        return [c, share, cell === null ? null : (words[cell] ?? names[cell])];
      }),
    ),
  };
}

export function calibrationRows(models) {
  const curveRows = ({ name, curve }) =>
    Array.from(curve?.predicted ?? [], (risk, at) => [
      name,
      "curve",
      risk,
      null,
      curve.observed[at],
      curve.low?.[at] ?? null,
      curve.high?.[at] ?? null,
      null,
      null,
    ]);
  const barRows = ({ name, histogram }) =>
    Array.from(histogram?.cases ?? [], (cases, at) => [
      name,
      "histogram",
      expit(histogram.edges[at]),
      expit(histogram.edges[at + 1]),
      null,
      null,
      null,
      cases,
      histogram.nonCases[at],
    ]);
  const ratioRows = ({ name, observedExpected: ratio }) => {
    const [value, low, high] = numbersOf(ratio ?? undefined);
    return [[name, "observed/expected", null, null, value, low, high, null, null]];
  };
  return {
    heads: [
      "model",
      "what",
      "predicted",
      "predicted_to",
      "observed",
      "low",
      "high",
      "share_of_cases",
      "share_of_non_cases",
    ],
    rows: models.flatMap((model) => [...curveRows(model), ...barRows(model), ...ratioRows(model)]),
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

export function modelsRows(_data, { models, scale: { factor, unit } }) {
  const line = (name, part, estimate) => [name, part, ...numbersOf(estimate, factor), unit];
  return {
    heads: ["model", "part", ...ENDS, "unit"],
    rows: models.flatMap((model) => {
      const { name, added, loss, perfect } = partsOf(model);
      const split = Object.entries(model.split ?? {}).filter(([, part]) => part !== null && part !== undefined);
      return [
        line(name, "net benefit", model.score),
        line(name, "adds over deciding without a model", added),
        line(name, "lost to miscalibration", loss ?? undefined),
        line(name, "a perfect model adds", perfect),
        ...split.map(([part, estimate]) => line(name, part, estimate)),
      ];
    }),
  };
}

export function groupsRows(_data, { groups, scale: { factor, unit } }) {
  const about = ({ name, patients, positives, prevalence }) => [name, patients, positives, prevalence];
  return {
    heads: [
      ...["group", "patients", "positives", "prevalence", "model", "what", ...ENDS, "unit"],
      ...["observed_expected", "observed_expected_low", "observed_expected_high"],
    ],
    rows: groups.flatMap((group) =>
      group.models.flatMap(({ name, score, withCommonCutoff, observedExpected }) =>
        [
          ["own cut-off", score],
          ["common cut-off", withCommonCutoff],
        ].map(([what, estimate]) => {
          const ratio = numbersOf(observedExpected ?? undefined).slice(0, 3);
          return [...about(group), name, what, ...numbersOf(estimate, factor), unit, ...ratio];
        }),
      ),
    ),
  };
}

// As in figure and table. Parts that are not corrected for optimism are known to the library only: blocks that are
// fitted to bins are less optimistic than those of the patients.
const SHOWN_PARTS = ["total", "labelShift", "mechanism", "sharpnessCorrected", "calibrationCorrected"];

export function gapsRows(_data, { gaps, scale: { factor, unit } }) {
  return {
    heads: ["group", "reference", "model", "part", ...ENDS, "unit"],
    rows: gaps.flatMap(({ group, reference, model, parts }) =>
      SHOWN_PARTS.filter((name) => Number.isFinite(parts[name]?.value)).map((name) => [
        group,
        reference,
        model,
        name,
        ...numbersOf(parts[name], factor),
        unit,
      ]),
    ),
  };
}
