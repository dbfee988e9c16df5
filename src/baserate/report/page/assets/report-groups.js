// Tables by group, and of the usual measures, as plain data.
import { countsFromNoOne, endsOf, nameColumn, numberColumn, scoreName, textColumn } from "./report.js";
import { countText, estimateText, fixed, measureText, shortPercentText } from "./words.js";

/** What each model is worth in each group. */
export function groupTable({ groups, scale, state }, ownPrevalence) {
  const share = (prevalence) => (Number.isFinite(prevalence) ? shortPercentText(prevalence) : "-");
  const size = (group) => [group.name, countText(group.patients), countText(group.positives), share(group.prevalence)];
  const judged = (group) =>
    group.models.map((model) => [
      ...size(group),
      { text: model.name, index: model.index },
      estimateText(model.overNoOne, scale),
    ]);
  const rows = groups.flatMap((group) => (group.estimable ? judged(group) : [[...size(group), "not estimable", ""]]));
  const reasons = groups.filter(({ estimable }) => !estimable).map((group) => `${group.name}: ${group.whyNot}`);
  const from = countsFromNoOne(state.units) ? ["Net benefit over treating no one."] : [];
  const own = ownPrevalence
    ? ["Each group is judged at a cut-off of its own, its scores taken as made for its own prevalence."]
    : [];
  const more = "Choose a group above to see its differences and figures.";
  return {
    columns: [
      nameColumn("group"),
      ...["patients", "events", "prevalence"].map(numberColumn),
      textColumn("model"),
      numberColumn(scoreName(state.units)),
    ],
    rows,
    note: [...from, ...own, more, ...reasons].join(" "),
    csv: {
      heads: ["group", "patients", "events", "prevalence", "model", "score", "low", "high", "unit", "why_not"],
      rows: groups.flatMap((group) => {
        const facts = [group.name, group.patients, group.positives, group.prevalence];
        if (!group.estimable) return [[...facts, "", "", "", "", "", group.whyNot]];
        return group.models.map((model) => [
          ...facts,
          model.name,
          ...endsOf(model.overNoOne, scale.factor),
          scale.unit,
          "",
        ]);
      }),
    },
  };
}

// Parts of a gap, with how they add up.
const GAP_PARTS = {
  total: "total",
  mechanism: "= mechanism",
  sharpnessCorrected: "\u2003= sharpness",
  calibrationCorrected: "\u2003+ calibration",
  labelShift: "+ label shift",
};

/** Why groups differ: how much is prevalence, how much ranking, how much calibration. */
export function gapTable({ gaps, scale, state }, prevalenceText) {
  const rows = gaps.flatMap((gap) =>
    Object.entries(GAP_PARTS).map(([part, head]) => [
      part === "total" ? { text: gap.model, index: gap.index } : "",
      part === "total" ? `${gap.group} less ${gap.reference}` : "",
      head,
      estimateText(gap.parts[part], scale),
    ]),
  );
  const place =
    state.prevalence === null ? "prevalences between those of the two" : `a prevalence of ${prevalenceText}`;
  return {
    columns: [nameColumn("model"), textColumn("groups"), textColumn("part"), numberColumn(scale.unit)],
    rows,
    note: `Counted from every decision wrong. Total at each group's own prevalence; mechanism at ${place}; sharpness and calibration corrected for optimism.`,
    csv: {
      heads: ["model", "group", "reference", "part", "value", "low", "high", "unit"],
      rows: gaps.flatMap((gap) =>
        Object.entries(gap.parts).map(([part, found]) => [
          gap.model,
          gap.group,
          gap.reference,
          part,
          ...endsOf(found, scale.factor),
          scale.unit,
        ]),
      ),
    },
  };
}

const USUAL = {
  accuracy: "accuracy",
  brier: "Brier score",
  log_loss: "log loss",
  calibration_intercept: "calibration intercept",
  calibration_slope: "calibration slope",
  observed_expected: "observed/expected",
  mean_score: "mean score",
};
// Beyond these, a calibration slope is far from 1.
const SLOPES = [0.8, 1.25];

/** What is usually reported, one column a model, at the study's own setting. */
export function usualTable({ models }) {
  const all = Object.entries(models);
  return {
    columns: [nameColumn(""), ...all.map(([model]) => numberColumn(model))],
    rows: Object.entries(USUAL).map(([measure, head]) => [
      head,
      ...all.map(([, found]) => measureText(found[measure])),
    ]),
    note: [
      "At the study's own setting, in all patients. Accuracy at the cut-off, in these patients. Calibrated: intercept 0, slope 1, observed/expected 1.",
      ...all.flatMap(([model, found]) => [
        ...missingReasons(model, found),
        ...slopeWords(model, found.calibration_slope),
      ]),
    ].join(" "),
    csv: {
      heads: ["model", "measure", "value", "low", "high"],
      rows: all.flatMap(([model, found]) =>
        Object.keys(USUAL).map((measure) => [model, measure, ...endsOf(found[measure])]),
      ),
    },
  };
}

function missingReasons(model, { not_available: reasons }) {
  const by = Map.groupBy
    ? Map.groupBy(
        Object.keys(reasons).filter((measure) => measure in USUAL),
        (measure) => reasons[measure],
      )
    : new Map(Object.entries(reasons).map(([measure, why]) => [why, [measure]]));
  return [...by].map(
    ([why, measures]) => `${model}: no ${measures.map((one) => USUAL[one] ?? one).join(" or ")}, because ${why}`,
  );
}

/** A word on risks that are far too extreme, or too timid, for the cut-off to be taken at its word. */
function slopeWords(model, slope) {
  if (!slope || slope.value === null || (slope.high >= SLOPES[0] && slope.low <= SLOPES[1])) return [];
  const how = slope.value < 1 ? "extreme" : "timid";
  return [`${model}: a slope of ${fixed(slope.value, 2)} says its risks are too ${how}: recalibrate before use.`];
}
