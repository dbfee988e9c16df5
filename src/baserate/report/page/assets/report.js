// The tables of the page, each as {columns, rows, note, csv}: what is read, and the plain numbers behind it.
import { cutoffText, estimateText, fixed, measureText, probabilityText, shortPercentText } from "./words.js";
import { EVERYONE, NO_ONE } from "./verdict.js";

export const nameColumn = (head) => ({ head, kind: "name" });
export const textColumn = (head) => ({ head, kind: "text" });
export const wordsColumn = (head) => ({ head, kind: "words" });
export const numberColumn = (head) => ({ head, kind: "number" });

export const endsOf = (found, factor = 1) =>
  [found?.value, found?.low, found?.high].map((x) => (x === null || x === undefined ? null : factor * x));

/** Whether the units count from treating no one, as net benefit usually does, or are a share of what is right. */
export function countsFromNoOne(units) {
  return units === "net benefit" || units === "per 1,000";
}

const SCORE_NAMES = { "per 1,000": "net benefit per 1,000" };
export const scoreName = (units) => SCORE_NAMES[units] ?? units;

const levelText = (level) => `${Number((100 * level).toPrecision(6))} %`;

const exactly = (value) => ({ value, low: value, high: value });

/** The ways without a model, from the zero that the units have. */
function rivalRows({ rivals, state }) {
  if (!countsFromNoOne(state.units))
    return [
      [EVERYONE, rivals.everyone],
      [NO_ONE, rivals.noOne],
    ];
  // Both may be uncertain, and together: without the interval of their difference there is none to show.
  const everyone = rivals.everyoneOverNoOne ?? exactly(rivals.everyone.value - rivals.noOne.value);
  return [
    [EVERYONE, everyone],
    [NO_ONE, exactly(0)],
  ];
}

/** What each model is worth, with the two ways to do without one. */
export function modelTable(answer, level) {
  const { scale, models } = answer;
  const { units } = answer.state;
  const others = rivalRows(answer);
  const worth = (found) => (found.value === 0 && found.low === found.high ? "0" : estimateText(found, scale));
  const { factor, unit } = scale;
  const inUnits = countsFromNoOne(units)
    ? `Net benefit over treating no one, in ${unit}.`
    : `In percent: ${units} and what is lost of it.`;
  return {
    columns: [
      nameColumn(""),
      numberColumn(`${scoreName(units)} (${levelText(level)})`),
      numberColumn("AUC"),
      numberColumn(`lost to miscalibration, ${scale.short}`),
    ],
    rows: [
      ...models.map((model) => [
        { text: model.name, index: model.index },
        estimateText(model.overNoOne, scale),
        measureText(model.auc),
        estimateText(model.split.calibrationCorrected, scale),
      ]),
      ...others.map(([rivalName, found]) => [rivalName, worth(found), "", ""]),
    ],
    note: `${inUnits} The loss to miscalibration is corrected for optimism.`,
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
          ...endsOf(model.overNoOne, factor),
          unit,
          ...endsOf(model.auc),
          ...endsOf(model.split.calibrationCorrected, factor),
        ]),
        ...others.map(([rivalName, found]) => [
          rivalName,
          ...endsOf(found, factor),
          unit,
          ...endsOf(null),
          ...endsOf(null),
        ]),
      ],
    },
  };
}

/** What clinicians ask first: how many are treated, found, missed. */
export function decisionTable({ models }) {
  const done = ({ treated, found, missed, needless }) => [treated, found, missed, needless];
  return {
    columns: [
      nameColumn(""),
      wordsColumn("treat from a score of"),
      ...["treated", "cases found", "missed", "treated needlessly"].map(numberColumn),
    ],
    rows: models.map((model) => [
      { text: model.name, index: model.index },
      cutoffText(model.cutoff),
      ...done(model.consequences).map((n) => fixed(n, 1)),
    ]),
    note: `Per 1,000 patients of whom ${shortPercentText(models[0].consequences.prevalence)} have the outcome, the middle of the deployment.`,
    csv: {
      heads: [
        "model",
        "cutoff",
        "cutoff_lowest",
        "cutoff_highest",
        "prevalence",
        "treated",
        "found",
        "missed",
        "needless",
      ],
      rows: models.map(({ name: model, cutoff, consequences }) => [
        model,
        ...endsOf(cutoff),
        consequences.prevalence,
        ...done(consequences),
      ]),
    },
  };
}

/** Differences on the same patients. */
export function differenceTable({ comparisons, models, scale }) {
  const index = new Map(models.map((model) => [model.name, model.index]));
  const shown = (model) => (index.has(model) ? { text: model, index: index.get(model) } : model);
  return {
    columns: [nameColumn("model"), textColumn("minus"), numberColumn(scale.unit), numberColumn("probability better")],
    rows: comparisons.map(({ model, other, difference, probability }) => [
      shown(model),
      shown(other),
      estimateText(difference, scale),
      probabilityText(probability),
    ]),
    note: "Every model decides about the same patients, so that what is common to them cancels.",
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
