// The figures: each with its question, its words for those who cannot see it, and its numbers as CSV.
import { drawDecision } from "../figures/decision.js";
import { drawReliability } from "../figures/reliability.js";
import { drawRoc } from "../figures/roc.js";
import {
  decisionRows,
  reliabilityRows,
  rocRows,
  splitRows,
  valueRows,
  weightRows,
  winnerRows,
} from "../figures/rows.js";
import { drawSplit } from "../figures/split.js";
import { drawValue } from "../figures/value.js";
import { drawWeight } from "../figures/weight.js";
import { drawWinner } from "../figures/winner.js";
import { make, setText } from "../controls/elements.js";
import { csvButton } from "./csv.js";

const answerOnly = (draw) => (host, data, answer) => draw(host, answer);
const FIGURES = [
  {
    key: "value-by-prevalence",
    title: "How does the value change with prevalence?",
    note: "The shaded stretch is the range set above; the verdict is the average over it.",
    data: (engine, state) => engine.valueCurve(state),
    draw: drawValue,
    rows: valueRows,
  },
  {
    key: "winner",
    title: "Which is best, where?",
    note: "The best way to decide at each prevalence and cost. The box is the setting above.",
    data: (engine, state) => engine.winnerMap(state),
    draw: drawWinner,
    rows: winnerRows,
  },
  {
    key: "decision-curve",
    title: "What if errors cost something else?",
    note: "The decision curve at the median prevalence, each decision made on the risk adjusted to it.",
    data: (engine, state) => engine.decisionCurve(state),
    draw: drawDecision,
    rows: decisionRows,
  },
  {
    key: "split",
    title: "Ranking or calibration?",
    note: "What a model is worth is its discrimination minus what miscalibration costs it.",
    data: (engine, state, answer) => answer,
    draw: answerOnly(drawSplit),
    rows: splitRows,
  },
  {
    key: "reliability",
    title: "Do the risks mean what they say?",
    note: "Observed share against predicted risk, in these patients.",
    data: (engine, state) => engine.reliability(state),
    draw: drawReliability,
    rows: reliabilityRows,
  },
  {
    key: "roc",
    title: "How well are patients ranked?",
    note: "The ROC curve, with the cut-offs that the setting above implies.",
    data: (engine, state) => engine.roc(state),
    draw: drawRoc,
    rows: rocRows,
  },
  {
    key: "cut-offs",
    title: "Which cut-offs matter here?",
    note: "The weight that the setting gives to each cut-off, over where the scores are.",
    data: (engine, state) => engine.weight(state),
    draw: drawWeight,
    rows: weightRows,
  },
];

/** One figure with its question, caption and text alternative. */
export function createFigure({ key, title, note, draw, rows }, dataNow, currentAnswer) {
  const ids = { title: `title-${key}`, note: `note-${key}`, summary: `summary-${key}` };
  const host = make("div", { class: "host", "data-untitled": true });
  const summary = make("p", { class: "summary", id: ids.summary });
  const table = () => rows(dataNow(), currentAnswer());
  const button = csvButton(`the numbers of this figure: ${title}`, key, table, () => currentAnswer().state);
  const caption = make(
    "figcaption",
    {},
    make("div", { class: "head" }, make("h3", { id: ids.title }, title), button),
    make("p", { class: "note", id: ids.note }, note),
  );
  const element = make(
    "figure",
    { "aria-labelledby": ids.title, "aria-describedby": `${ids.note} ${ids.summary}` },
    caption,
    host,
    summary,
  );
  const show = (answer) => setText(summary, draw(host, dataNow(), answer) ?? "");
  return { element, show };
}

/** All figures that do not need groups. */
export function createGallery(engine, currentState, currentAnswer) {
  const figures = FIGURES.map((figure) =>
    createFigure(figure, () => figure.data(engine, currentState(), currentAnswer()), currentAnswer),
  );
  const element = make("div", { class: "gallery" }, ...figures.map((figure) => figure.element));
  return { element, show: (answer) => figures.forEach((figure) => figure.show(answer)) };
}
