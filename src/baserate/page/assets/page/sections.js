// The sections below the first screen: figures with their tables folded, and folded sections that hold a table.
import { fill, WORDS } from "../text/words.js";
import { make, setText } from "../controls/elements.js";
import { csvText } from "./csv.js";
import { saveFile } from "./export.js";
import { createFigure } from "./figures.js";
import { decisionTable, groupDecisionTable } from "./decision-tables.js";
import { gapTable, groupTable, usualTable } from "./group-tables.js";
import { differenceTable, modelTable } from "./model-tables.js";
import { binsLine } from "./sentence.js";
import { createTable } from "./table.js";

const { tables: TABLES, page: PAGE } = WORDS;
const { sections: SECTIONS } = PAGE;

// Rows of a forest of groups that are as high as two figures.
const MANY_ROWS = 14;

/** A table with its note and a button that saves it. */
function tableBlock(title, key, page, tableNow) {
  const table = createTable(title);
  const note = make("p", { class: "note" });
  const bins = make("p", { class: "bins" });
  const numbers = () => tableNow(page.answer()).csv;
  const label = fill(PAGE.save_table, { title });
  const button = make("button", { type: "button", class: "save", "aria-label": label, title: label }, "CSV");
  button.addEventListener("click", () => saveFile(csvText(numbers(), page.state()), `baserate-${key}.csv`, "text/csv"));
  const element = make("div", { class: "table" }, make("div", { class: "head" }, button), table.frame, bins, note);
  function show(answer) {
    const { columns, rows, note: words } = tableNow(answer);
    table.show(columns, rows);
    setText(note, words);
    setText(bins, binsLine(page.engine, answer));
  }
  return { key: `table-${key}`, title: () => title, element, show, numbers };
}

const folded = (title, ...content) => make("details", { class: "as-table" }, make("summary", {}, title), ...content);

/** A folded section of its own. */
function foldedSection(id, title, ...content) {
  return make("details", { class: "section", id }, make("summary", {}, make("h2", {}, title)), ...content);
}

/**
 * All sections that follow the setting.
 * @param page {study, engine, state(), answer(), stage, use, panels}
 * @returns {{open: Element[], folded: Element[], parts: {key, title(), numbers()}[], contents: {id, title}[]}}
 */
export function createSections(page) {
  const { study, stage } = page;
  const parts = [];
  const figure = (key, isFolded) => {
    const part = createFigure(key, page, isFolded);
    stage.add(part.element, part.show);
    parts.push(part);
    return part.element;
  };
  const table = (title, key, tableNow) => {
    const part = tableBlock(title, key, page, tableNow);
    stage.add(part.element, part.show);
    parts.push(part);
    return part.element;
  };
  const block = (id, ...content) => make("section", { class: "block", "aria-labelledby": `title-${id}` }, ...content);
  const groups = study.result.groups.length > 0 ? groupBlocks(page, { figure, table, block }) : null;
  const models = block("models", figure("models"), folded(PAGE.as_a_table, table(TABLES.models, "models", modelTable)));
  const [map, value] = ["map", "value"].map((id) => block(id, figure(id)));
  const first = ["decision", "calibration"].map((id) => block(id, figure(id)));
  // Beside many groups stands a column of all the others.
  const isTall = study.result.groups.length * page.engine.models.length > MANY_ROWS;
  const rest = isTall
    ? [make("div", { class: "stack" }, models, map, value), groups.open]
    : [models, ...(groups ? [groups.open] : []), map, value];
  const open = [...first, ...rest];
  const usual = usualBlock(page, parts);
  return {
    open,
    folded: [
      foldedSection("threshold", SECTIONS.threshold, table(TABLES.decisions, "decisions", decisionTable)),
      foldedSection("differences", SECTIONS.differences, table(TABLES.differences, "differences", differenceTable)),
      ...(groups?.folded ?? []),
      foldedSection("roc-curve", SECTIONS.roc, figure("roc", true)),
      foldedSection("usual", SECTIONS.usual, usual),
    ],
    parts,
    contents: open.flatMap((element) =>
      [...element.querySelectorAll("figure")].map(({ id }) => ({ id, title: SECTIONS[id] })),
    ),
  };
}

/** What each model is worth in each group, and why groups differ. */
function groupBlocks({ study }, { figure, table, block }) {
  const { parameters } = study.result.provenance;
  const { source_prevalence: stated } = study.result.deployment;
  const sources = Object.fromEntries(Object.entries(stated).map(([model, { of }]) => [model, of]));
  const clustered = study.result.data.clusters !== null;
  const by = typeof parameters.by === "string" ? parameters.by : "group";
  const worth = table(fill(TABLES.by, { column: by }), "groups", (answer) => groupTable(answer, sources, clustered));
  const decisions = table(fill(TABLES.decisions_by, { column: by }), "group-decisions", groupDecisionTable);
  const gaps = study.page.gaps.length > 0;
  const why = () =>
    foldedSection("gaps-section", SECTIONS.gaps, figure("gaps", true), table(TABLES.gaps, "gaps", gapTable));
  return {
    open: block("groups", figure("groups"), folded(PAGE.as_a_table, worth, decisions)),
    folded: gaps ? [why()] : [],
  };
}

/** What is usually reported. It belongs to the study's own setting, and is written once. */
function usualBlock({ study, engine }, parts) {
  const own = { answer: () => ({ exact: true }), state: () => engine.own, engine };
  const part = tableBlock(TABLES.usual, "usual-measures", own, () => usualTable(study.result));
  part.show({ exact: true });
  parts.push(part);
  return part.element;
}
