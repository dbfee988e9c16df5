// Tables by group, and of the usual measures, as {columns, rows, note, csv}.
import { fixed } from "../text/digits.js";
import { countText, estimateText, measureText, shortPercentText } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { prevalenceInWords } from "../engine/phrases.js";
import { unitOf } from "../engine/units.js";
import { endsOf, nameColumn, numberColumn, textColumn } from "./model-tables.js";

const { tables: TABLES, measures: USUAL, gap_parts: PARTS, digits: DIGITS, constants: CONSTANTS } = WORDS;

/** What each model is worth in each group. */
export function groupTable({ groups, scale, state }, observedPrevalence) {
  const share = (prevalence) => (Number.isFinite(prevalence) ? shortPercentText(prevalence) : WORDS.numbers.missing);
  const size = (group) => [group.name, countText(group.patients), countText(group.positives), share(group.prevalence)];
  const judged = (group) =>
    group.models.map((model) => [
      ...size(group),
      { text: model.name, index: model.index },
      estimateText(model.score, scale),
    ]);
  const rows = groups.flatMap((group) => (group.estimable ? judged(group) : [[...size(group), "not estimable", ""]]));
  const reasons = groups.filter(({ estimable }) => !estimable).map((group) => `${group.name}: ${group.whyNot}`);
  const { label, zero } = unitOf(state.units);
  const from = zero === null ? [] : [TABLES.groups_zero];
  const own = observedPrevalence ? [TABLES.groups_own_thresholds] : [];
  const more = "Choose a group above to see its differences and figures.";
  return {
    columns: [
      nameColumn("group"),
      ...["patients", "events", "prevalence"].map(numberColumn),
      textColumn("model"),
      numberColumn(label),
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
          ...endsOf(model.score, scale.factor),
          scale.unit,
          "",
        ]);
      }),
    },
  };
}

// Parts of a difference between groups, with how they add up.
const SUM = {
  total: PARTS.total,
  mechanism: `= ${PARTS.mechanism}`,
  sharpnessCorrected: `\u2003= ${PARTS.sharpness}`,
  calibrationCorrected: `\u2003+ ${PARTS.calibration}`,
  labelShift: `+ ${PARTS.label_shift}`,
};

/** Why groups differ: how much is prevalence, how much ranking, how much calibration. */
export function gapTable({ gaps, scale, state }) {
  const rows = gaps.flatMap((gap) =>
    Object.entries(SUM).map(([part, head]) => [
      part === "total" ? { text: gap.model, index: gap.index } : "",
      part === "total" ? fill(TABLES.gap_between, gap) : "",
      head,
      estimateText(gap.parts[part], scale),
    ]),
  );
  const place = fill(state.prevalence === null ? TABLES.gaps_place_between : TABLES.gaps_place, {
    prevalence: prevalenceInWords(state.prevalence),
  });
  return {
    columns: [nameColumn("model"), textColumn("groups"), textColumn("part"), numberColumn(scale.unit)],
    rows,
    note: fill(TABLES.gaps_note, { place }),
    csv: {
      heads: ["model", "group", "reference", "part", "value", "low", "high", "unit"],
      rows: gaps.flatMap((gap) =>
        Object.entries(gap.parts).map(([name, part]) => [
          gap.model,
          gap.group,
          gap.reference,
          name,
          ...endsOf(part, scale.factor),
          scale.unit,
        ]),
      ),
    },
  };
}

/** What is usually reported, one column a model, at the study's own setting. */
export function usualTable({ models }) {
  const all = Object.entries(models);
  return {
    columns: [nameColumn(""), ...all.map(([model]) => numberColumn(model))],
    rows: Object.entries(USUAL).map(([measure, head]) => [
      head,
      ...all.map(([, measures]) => measureText(measures[measure])),
    ]),
    note: [
      "At the study's own setting, in all patients.",
      TABLES.usual_note,
      ...all.flatMap(([model, measures]) => [
        ...missingReasons(model, measures),
        ...slopeWords(model, measures.calibration_slope),
      ]),
    ].join(" "),
    csv: {
      heads: ["model", "measure", "value", "low", "high"],
      rows: all.flatMap(([model, measures]) =>
        Object.keys(USUAL).map((measure) => [model, measure, ...endsOf(measures[measure])]),
      ),
    },
  };
}

/** Why measures are not to be had: those that lack for one reason are named together. */
function missingReasons(model, { not_available: reasons }) {
  const byReason = new Map();
  for (const [measure, why] of Object.entries(reasons)) {
    if (measure in USUAL) byReason.set(why, [...(byReason.get(why) ?? []), USUAL[measure]]);
  }
  return [...byReason].map(([why, measures]) =>
    fill(TABLES.not_available, { model, measures: measures.join(TABLES.not_available_or), why }),
  );
}

/** A word on risks that are far too extreme, or too moderate, for the threshold to be taken at its word. */
function slopeWords(model, slope) {
  const [least, most] = CONSTANTS.slope_near_one;
  if (!slope || slope.value === null || (slope.high >= least && slope.low <= most)) return [];
  const how = slope.value < 1 ? TABLES.too_extreme : TABLES.too_moderate;
  return [fill(TABLES.slope_far_from_one, { model, slope: fixed(slope.value, DIGITS.slope), how })];
}
