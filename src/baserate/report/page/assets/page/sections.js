// The sections below the verdict: tables that follow the controls, and those that belong to the study.
import { fill, WORDS } from "../text/words.js";
import { drawGaps } from "../figures/gaps.js";
import { make, setText } from "../controls/elements.js";
import { csvButton } from "./csv.js";
import { createFigure } from "./gallery.js";
import { decisionTable, groupDecisionTable } from "./decision-tables.js";
import { gapTable, groupTable, usualTable } from "./group-tables.js";
import { differenceTable, modelTable } from "./model-tables.js";
import { createTable } from "./table.js";

const { tables: TABLES } = WORDS;

/** A table under its heading, with its note and a button that saves it. */
function tableSection({ title, key, level = "h2" }, tableNow, currentState) {
  const table = createTable(title);
  const note = make("p", { class: "note" });
  const button = csvButton(`the table: ${title}`, key, () => tableNow().csv, currentState);
  const element = make(
    "section",
    { class: "table" },
    make("div", { class: "head" }, make(level, {}, title), button),
    table.frame,
    note,
  );
  function show() {
    const shown = tableNow();
    table.show(shown.columns, shown.rows);
    setText(note, shown.note);
    element.hidden = shown.rows.length === 0;
  }
  return { element, show };
}

/** Tables of the chosen patients. */
export function createTables(currentAnswer, currentState) {
  const section = (title, key, table) => tableSection({ title, key }, () => table(currentAnswer()), currentState);
  return {
    models: section(TABLES.models, "models", modelTable),
    decisions: section(TABLES.decisions, "decisions", decisionTable),
    differences: section(TABLES.differences, "differences", differenceTable),
  };
}

/** What each model is worth in each group, and why groups differ. */
export function createGroups(study, currentAnswer, currentState) {
  const { parameters } = study.result.provenance;
  const { source_prevalence: stated } = study.result.deployment;
  const sources = Object.fromEntries(Object.entries(stated).map(([model, { of }]) => [model, of]));
  const clustered = study.result.data.clusters !== null;
  const title = typeof parameters.by === "string" ? `By ${parameters.by}` : "By group";
  const worth = tableSection({ title, key: "groups" }, () => groupTable(currentAnswer(), sources, clustered), currentState);
  const by = typeof parameters.by === "string" ? parameters.by : "group";
  const decisions = tableSection(
    { title: fill(TABLES.decisions_by, { column: by }), key: "group-decisions" },
    () => groupDecisionTable(currentAnswer()),
    currentState,
  );
  const why = tableSection({ title: TABLES.gaps, key: "gaps" }, () => gapTable(currentAnswer()), currentState);
  const figure = createFigure(
    {
      key: "gaps-figure",
      title: "How much is prevalence, how much ranking, how much calibration?",
      note: "Each part of the difference between two groups; the parts add up to the total.",
      draw: (host, data, answer) => drawGaps(host, answer),
      rows: (answer) => gapTable(answer).csv,
    },
    currentAnswer,
    currentAnswer,
  );
  const element = make("div", { class: "groups" }, worth.element, decisions.element, figure.element, why.element);
  function show(answer) {
    element.hidden = answer.groups.length === 0;
    figure.element.hidden = answer.gaps.length === 0;
    if (element.hidden) return;
    worth.show();
    decisions.show();
    why.show();
    if (answer.gaps.length > 0) figure.show(answer);
  }
  return { element, show };
}

/** What is usually reported. It belongs to the study's own setting, and is written once. */
export function createUsual(study, engine) {
  const section = tableSection(
    { title: TABLES.usual, key: "usual-measures" },
    () => usualTable(study.result),
    () => engine.own,
  );
  section.show();
  return section.element;
}
