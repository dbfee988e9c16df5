// Tables of what deciding at the cut-off does, as {columns, rows, note, csv}: of the chosen patients, and by group.
import { cutoffReason, levelText, per1000Text, rateText, shortPercentText } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { endsOf, nameColumn, numberColumn, textColumn } from "./model-tables.js";

const { tables: TABLES, rates: RATES, counts: COUNTS, short_names: SHORT, threshold: THRESHOLD } = WORDS;
const MEASURES = { ...RATES, ...COUNTS };

const measureText = (decisions, name) => (name in RATES ? rateText : per1000Text)(decisions[name]);

/** What clinicians ask first: who is treated, found, missed; one column a model. */
export function decisionTable({ models, state, level, setting }) {
  const { over, prevalence } = models[0].cutoff;
  const ends = over === "" ? [] : THRESHOLD.ends[over];
  return {
    columns: [nameColumn(""), ...models.map(({ name }) => numberColumn(name))],
    rows: [
      [TABLES.threshold_probability, ...models.map(({ cutoff }) => shortPercentText(cutoff.probability))],
      [TABLES.cutoff_on_score, ...models.map(({ cutoff }) => shortPercentText(cutoff.value))],
      ...ends.map((head, at) => [
        `\u2003${head}`,
        ...models.map(({ cutoff }) => shortPercentText(at === 0 ? cutoff.high : cutoff.low)),
      ]),
      ...Object.entries(MEASURES).map(([name, head]) => [
        head,
        ...models.map(({ decisions }) => measureText(decisions, name)),
      ]),
    ],
    note: [
      fill((setting.isMoved ? WORDS.shift : TABLES).decisions_note, {
        prevalence: shortPercentText(prevalence),
        which: whichPrevalence(state),
        level: levelText(level),
      }),
      ...reasons(models),
      ...models.flatMap((model) => notDefined(model.name, model)),
    ].join(" "),
    csv: {
      heads: ["model", ...CSV_HEADS],
      rows: models.map((model) => [model.name, ...csvNumbers(model)]),
    },
  };
}

/** The same in each group, one row a group and model. */
export function groupDecisionTable({ groupDecisions, state, setting }) {
  const measures = Object.keys(MEASURES);
  const prevalence = groupDecisions[0]?.cutoff.prevalence;
  const { decisions_note_by: stated } = setting.isMoved ? WORDS.shift : TABLES;
  const about = state.prevalence === null ? TABLES.decisions_note_by_observed : stated;
  return {
    columns: [
      nameColumn(TABLES.group),
      textColumn(TABLES.model),
      numberColumn(TABLES.treat_at_or_above),
      ...measures.map((name) => numberColumn(name in COUNTS ? `${SHORT[name]}, per 1,000` : SHORT[name])),
    ],
    rows: groupDecisions.map(({ group, name, index, cutoff, decisions }) => [
      group,
      { text: name, index },
      shortPercentText(cutoff.value),
      ...measures.map((measure) => measureText(decisions, measure)),
    ]),
    note: [
      fill(about, { prevalence: shortPercentText(prevalence), which: whichPrevalence(state) }),
      ...groupDecisions.flatMap((model) => notDefined(`${model.group}, ${model.name}`, model)),
    ].join(" "),
    csv: {
      heads: ["group", "model", ...CSV_HEADS],
      rows: groupDecisions.map((model) => [model.group, model.name, ...csvNumbers(model)]),
    },
  };
}

const CSV_HEADS = [
  "threshold_probability",
  "cutoff",
  "cutoff_lowest",
  "cutoff_highest",
  "prevalence",
  ...Object.keys(MEASURES).flatMap((name) => [name, `${name}_low`, `${name}_high`]),
];

function csvNumbers({ cutoff, decisions }) {
  const numbers = Object.keys(MEASURES).flatMap((name) => endsOf(decisions[name]));
  return [cutoff.probability, ...endsOf(cutoff), cutoff.prevalence, ...numbers];
}

function whichPrevalence({ prevalence }) {
  if (prevalence === null) return TABLES.decisions_at_observed;
  return prevalence[0] === prevalence[1] ? TABLES.decisions_at_stated : TABLES.decisions_at_median;
}

/** Why the cut-off is not the threshold probability; models for which the reason is the same are named together. */
function reasons(models) {
  const byReason = new Map();
  for (const { name, cutoff } of models) {
    const reason = cutoffReason(cutoff);
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return [...byReason].map(([reason, alike]) =>
    byReason.size === 1 ? reason : fill(THRESHOLD.of, { models: alike.join(", "), reason }),
  );
}

/** A predictive value of nobody. */
function notDefined(who, { cutoff, decisions }) {
  return Object.entries(RATES)
    .filter(([name]) => decisions[name] === null)
    .map(([name, head]) => {
      const why = fill(TABLES.nobody[name], { cutoff: shortPercentText(cutoff.value) });
      return fill(TABLES.not_available, { model: who, measures: head, why });
    });
}
