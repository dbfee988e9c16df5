// The tables of the models, each as {columns, rows, note, csv}: what is read, and the plain numbers behind it.
import { general } from "../text/digits.js";
import { confidenceText, estimateText, levelText, measureText, scaledTexts } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { unitOf } from "../engine/units.js";

const { tables: TABLES } = WORDS;

export const nameColumn = (head) => ({ head, kind: "name" });
export const textColumn = (head) => ({ head, kind: "text" });
export const numberColumn = (head) => ({ head, kind: "number" });

/** A number and the ends of its interval, for a file. */
export const endsOf = (estimate, factor = 1) =>
  [estimate?.value, estimate?.low, estimate?.high].map((x) => (x === null || x === undefined ? null : factor * x));

/** What each model is worth, with the default strategies. */
export function modelTable({ scale, models, defaults, state, level, picked, setting }) {
  const { label, weighted } = unitOf(state.units);
  const strategies = Object.entries(defaults);
  const { factor, unit } = scale;
  return {
    columns: [
      nameColumn(""),
      numberColumn(fill(TABLES.models_level, { score: label, level: levelText(level) })),
      numberColumn("AUC"),
      numberColumn(fill(TABLES.models_loss, scale)),
    ],
    rows: [
      ...models.map((model) => [
        { text: model.name, index: model.index },
        estimateText(model.score, scale),
        measureText(model.auc),
        model.split.calibrationCorrected
          ? estimateText(model.split.calibrationCorrected, scale)
          : WORDS.numbers.missing,
      ]),
      ...strategies.map(([name, worth]) => [name, estimateText(worth, scale), "", ""]),
    ],
    note: [
      fill(weighted ? TABLES.models_note_of_accuracy : TABLES.models_note, { unit, units: label }),
      ...(setting.isMoved ? [WORDS.page.shift.no_loss] : []),
      ...pickedNote(picked, scale),
    ].join(" "),
    csv: {
      heads: [
        "model",
        "score",
        "low",
        "high",
        "unit",
        "auc",
        "auc_low",
        "auc_high",
        "calibration_loss",
        "calibration_loss_low",
        "calibration_loss_high",
      ],
      rows: [
        ...models.map((model) => [
          model.name,
          ...endsOf(model.score, factor),
          unit,
          ...endsOf(model.auc),
          ...endsOf(model.split.calibrationCorrected, factor),
        ]),
        ...strategies.map(([name, worth]) => [name, ...endsOf(worth, factor), unit, ...endsOf(null), ...endsOf(null)]),
      ],
    },
  };
}

/** The interval of the best model, which was picked by looking, where there are several. */
function pickedNote(picked, scale) {
  if (picked === null || picked.coarse) return [];
  const [, low, high] = scaledTexts(picked, scale);
  return [fill(TABLES.models_note_adjusted, { count: picked.count, model: picked.name, low, high })];
}

/** The ends of the interval that holds together with all others. */
function adjustedText({ difference, adjusted }, scale) {
  if (difference.coarse || adjusted.coarse) return WORDS.numbers.not_from_this_page;
  return scaledTexts({ value: difference.value, ...adjusted }, scale)
    .slice(1)
    .join(" to ");
}

/** Differences on the same patients. */
export function differenceTable({ comparisons, models, scale, level, margin }) {
  const index = new Map(models.map((model) => [model.name, model.index]));
  const shown = (model) => (index.has(model) ? { text: model, index: index.get(model) } : model);
  const least = margin === null ? null : general(1000 * margin, 6);
  const confidences = ({ confidence, aboveMargin }) => (margin === null ? [confidence] : [confidence, aboveMargin]);
  const notes = [fill(TABLES.differences_note, { count: comparisons.length })];
  if (margin !== null) notes.push(fill(TABLES.differences_note_margin, { margin: least }));
  return {
    columns: [
      nameColumn("model"),
      textColumn(TABLES.minus),
      numberColumn(`${scale.unit} (${levelText(level)} CI)`),
      numberColumn(TABLES.adjusted),
      numberColumn(TABLES.confidence),
      ...(margin === null ? [] : [numberColumn(fill(TABLES.confidence_above_margin, { margin: least }))]),
    ],
    rows: comparisons.map((comparison) => [
      shown(comparison.model),
      shown(comparison.other),
      estimateText(comparison.difference, scale),
      adjustedText(comparison, scale),
      ...confidences(comparison).map((confidence) =>
        comparison.difference.coarse ? WORDS.numbers.missing : confidenceText(confidence),
      ),
    ]),
    note: notes.join(" "),
    csv: {
      heads: [
        "model",
        "minus",
        "difference",
        "low",
        "high",
        "adjusted_low",
        "adjusted_high",
        "unit",
        "confidence",
        ...(margin === null ? [] : ["confidence_above_margin"]),
      ],
      rows: comparisons.map((comparison) => [
        comparison.model,
        comparison.other,
        ...endsOf(comparison.difference, scale.factor),
        ...endsOf(comparison.adjusted, scale.factor).slice(1),
        scale.unit,
        ...confidences(comparison),
      ]),
    },
  };
}
