// The tables of the models, each as {columns, rows, note, csv}: what is read, and the plain numbers behind it.
import { estimateText, levelText, measureText, probabilityText } from "../text/formats.js";
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
export function modelTable({ scale, models, defaults, state, level }) {
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
        estimateText(model.split.calibrationCorrected, scale),
      ]),
      ...strategies.map(([name, worth]) => [name, estimateText(worth, scale), "", ""]),
    ],
    note: fill(weighted ? TABLES.models_note_of_accuracy : TABLES.models_note, { unit, units: label }),
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

/** Differences on the same patients. */
export function differenceTable({ comparisons, models, scale }) {
  const index = new Map(models.map((model) => [model.name, model.index]));
  const shown = (model) => (index.has(model) ? { text: model, index: index.get(model) } : model);
  return {
    columns: [
      nameColumn("model"),
      textColumn(TABLES.minus),
      numberColumn(scale.unit),
      numberColumn(TABLES.probability_better),
    ],
    rows: comparisons.map(({ model, other, difference, probability }) => [
      shown(model),
      shown(other),
      estimateText(difference, scale),
      probabilityText(probability),
    ]),
    note: TABLES.differences_note,
    csv: {
      heads: ["model", "minus", "difference", "low", "high", "unit", "probability_better"],
      rows: comparisons.map(({ model, other, difference, probability }) => [
        model,
        other,
        ...endsOf(difference, scale.factor),
        scale.unit,
        probability,
      ]),
    },
  };
}
