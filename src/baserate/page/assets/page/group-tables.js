// Tables by group, and of the usual measures, as {columns, rows, note, csv}.
import { fixed, general } from "../text/digits.js";
import { countText, estimateText, measureText, shortPercentText } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { prevalenceInWords } from "../engine/phrases.js";
import { unitOf } from "../engine/units.js";
import { endsOf, nameColumn, numberColumn, textColumn } from "./model-tables.js";

const { tables: TABLES, measures: USUAL, gap_parts: PARTS, digits: DIGITS, constants: CONSTANTS } = WORDS;
const { readings: READINGS } = WORDS;

/**
 * What each model is worth in each group.
 * @param sources whose prevalence each model's scores are calibrated to, by name: "group", "all" or "number"
 * @param clustered whether rows are stays or visits of patients, and so are not called patients
 */
export function groupTable({ groups, scale, state }, sources, clustered) {
  const share = (prevalence) => (Number.isFinite(prevalence) ? shortPercentText(prevalence) : WORDS.numbers.missing);
  const size = (group) => [group.name, countText(group.patients), countText(group.positives), share(group.prevalence)];
  const judged = (group) =>
    group.models.map((model) => [
      ...size(group),
      { text: model.name, index: model.index },
      estimateText(model.score, scale),
      oeText(model.observedExpected),
      shortPercentText(model.cutoff),
      shortPercentText(model.commonCutoff),
      estimateText(model.withCommonCutoff, scale),
    ]);
  const rows = groups.flatMap((group) =>
    group.estimable ? judged(group) : [[...size(group), TABLES.not_estimable, "", "", "", "", ""]],
  );
  const reasons = groups.filter(({ estimable }) => !estimable).map((group) => `${group.name}: ${group.whyNot}`);
  const { label, zero } = unitOf(state.units);
  const from = zero === null ? [] : [TABLES.groups_zero];
  const more = "Choose a group above to see its differences and figures.";
  return {
    columns: [
      nameColumn(TABLES.group),
      ...[clustered ? TABLES.rows : TABLES.patients, TABLES.events, "prevalence"].map(numberColumn),
      textColumn(TABLES.model),
      ...[label, USUAL.observed_expected, TABLES.treat_at_or_above, TABLES.one_threshold].map(numberColumn),
      numberColumn(fill(TABLES.with_one_threshold, { score: label })),
    ],
    rows,
    note: [
      ...from,
      ...thresholdNotes(state, groups, sources),
      TABLES.groups_one_threshold,
      TABLES.groups_expected,
      more,
      ...reasons,
    ].join(" "),
    csv: groupFile(groups, scale),
  };
}

/** Whether groups have one cut-off or each its own, and why; models of which the same is true together. */
function thresholdNotes({ prevalence }, groups, sources) {
  const place = prevalence === null ? "observed" : "stated";
  const shown = groups.find(({ estimable }) => estimable)?.models ?? [];
  const byNote = new Map();
  for (const { name } of shown) {
    const own = (prevalence === null) !== (sources[name] === "group");
    const note = TABLES[`groups_${own ? "own" : "same"}_threshold_${place}`];
    byNote.set(note, [...(byNote.get(note) ?? []), name]);
  }
  if (byNote.size === 1) return [...byNote.keys()];
  return [...byNote].map(([sentence, names]) => fill(TABLES.groups_of_models, { models: names.join(", "), sentence }));
}

function groupFile(groups, scale) {
  const heads = ["group", "patients", "events", "prevalence", "model", "score", "low", "high", "unit", "why_not"];
  const ratio = ["observed_expected", "observed_expected_low", "observed_expected_high"];
  const common = ["cutoff", "common_cutoff", "with_common_cutoff", "with_common_cutoff_low", "with_common_cutoff_high"];
  const rows = groups.flatMap((group) => {
    const facts = [group.name, group.patients, group.positives, group.prevalence];
    if (!group.estimable) return [[...facts, "", "", "", "", "", group.whyNot, ...new Array(8).fill("")]];
    return group.models.map((model) => [
      ...facts,
      model.name,
      ...endsOf(model.score, scale.factor),
      scale.unit,
      "",
      ...endsOf(model.observedExpected),
      model.cutoff,
      model.commonCutoff,
      ...endsOf(model.withCommonCutoff, scale.factor),
    ]);
  });
  return { heads: [...heads, ...ratio, ...common], rows };
}

/** Observed over expected with its interval. */
function oeText(ratio) {
  if (!ratio || ratio.value === null) return WORDS.numbers.missing;
  const [value, low, high] = [ratio.value, ratio.low, ratio.high].map((x) => fixed(x, DIGITS.slope));
  return `${value} (${low} to ${high})`;
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
export function gapTable({ gaps, scale, state, level, setting }) {
  const rows = gaps.flatMap((gap) =>
    Object.entries(SUM).flatMap(([part, head]) => [
      [
        part === "total" ? { text: gap.model, index: gap.index } : "",
        part === "total" ? fill(TABLES.gap_between, gap) : "",
        head,
        estimateText(gap.parts[part], scale),
      ],
      ...(part === "mechanism" && readingsDiffer(gap.readings) ? readingRows(gap.readings, scale) : []),
    ]),
  );
  const depending = gaps.filter(({ readings }) => readingsDiffer(readings));
  const place = fill(state.prevalence === null ? TABLES.gaps_place_between : TABLES.gaps_place, {
    prevalence: prevalenceInWords(state.prevalence),
  });
  return {
    columns: [nameColumn("model"), textColumn("groups"), textColumn("part"), numberColumn(scale.unit)],
    rows,
    note: [
      setting.isMoved ? WORDS.page.shift.no_gaps : fill(TABLES.gaps_note, { place }),
      ...severalWords(gaps, level),
      ...depending.map((gap) => readingWords(gap, scale)),
    ].join(" "),
    csv: {
      heads: ["model", "group", "reference", "part", "value", "low", "high", "unit"],
      rows: gaps.flatMap((gap) =>
        Object.keys(SUM).map((name) => [
          gap.model,
          gap.group,
          gap.reference,
          name,
          ...endsOf(gap.parts[name], scale.factor),
          scale.unit,
        ]),
      ),
    },
  };
}

/** Of many comparisons some miss by chance. */
function severalWords(gaps, level) {
  const comparisons = new Set(gaps.map(({ group }) => group)).size;
  if (comparisons < 2) return [];
  return [fill(TABLES.several_note, { comparisons, one_in: general(1 / (1 - level), 3) })];
}

/** Whether it matters which reading of the source prevalence holds: outside an interval, or another sign for sure. */
function readingsDiffer(readings) {
  if (!readings) return false;
  const { group, all } = readings;
  const excludesZero = ({ low, high }) => low > 0 || high < 0;
  if (group.value * all.value < 0 && (excludesZero(group) || excludesZero(all))) return true;
  const holds = ({ low, high }, { value }) => low <= value && value <= high;
  return !(holds(group, all) && holds(all, group));
}

function readingRows(readings, scale) {
  return ["group", "all"].map((reading) => [
    "",
    "",
    `\u2003${READINGS[reading]}`,
    estimateText(readings[reading], scale),
  ]);
}

/** Which reading the calibration by group supports. */
function readingWords({ group, reference, model, readings }, scale) {
  const { ratios, supported, neither_fits: neither, used } = readings;
  const pair = ([first, second]) => fill(READINGS.ratios, { first: oeText(first), second: oeText(second) });
  const values = { by_group: estimateText(readings.group, scale), by_all: estimateText(readings.all, scale) };
  const unsure = neither ? READINGS.supports_neither : READINGS.cannot_tell;
  const support = supported === null ? unsure : READINGS[`supports_${supported}`];
  const other = supported !== null && supported !== used ? [fill(READINGS.other_is_used, { reading: supported })] : [];
  return [
    `${model}: ${fill(READINGS.depends, { group, reference, ...values })}`,
    fill(support, { ratios_group: pair(ratios.group), ratios_all: pair(ratios.all) }),
    ...other,
  ].join(" ");
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
