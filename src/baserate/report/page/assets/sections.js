// The sections below the verdict: tables that follow the controls, and those that belong to the study.
import { make, setText, createTable } from "./elements.js";
import { csvButton } from "./csv.js";
import { general, prevalenceInWords, countText } from "./words.js";
import { decisionTable, differenceTable, modelTable } from "./report.js";
import { gapTable, groupTable, usualTable } from "./report-groups.js";
import { createFigure } from "./gallery.js";
import { drawGaps } from "./figure-gaps.js";

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
export function createTables(study, currentAnswer, currentState) {
  const { level } = study.result.deployment;
  const section = (title, key, table) => tableSection({ title, key }, () => table(currentAnswer()), currentState);
  return {
    models: section("Which model?", "models", (answer) => modelTable(answer, level)),
    decisions: section("At that cut-off", "decisions", decisionTable),
    differences: section("Differences on the same patients", "differences", differenceTable),
  };
}

/** What each model is worth in each group, and why groups differ. */
export function createGroups(study, currentAnswer, currentState) {
  const { parameters } = study.result.provenance;
  const own = Object.values(study.result.deployment.source_prevalence).some(({ stated }) => !stated);
  const title = typeof parameters.by === "string" ? `By ${parameters.by}` : "By group";
  const worth = tableSection({ title, key: "groups" }, () => groupTable(currentAnswer(), own), currentState);
  const why = tableSection(
    { title: "Why groups differ", key: "gaps" },
    () => gapTable(currentAnswer(), prevalenceInWords(currentState().prevalence)),
    currentState,
  );
  const figure = createFigure(
    {
      key: "gaps-figure",
      title: "How much is prevalence, how much ranking, how much calibration?",
      note: "Each part of the difference between two groups; the parts add up to the total.",
      draw: (host, data, answer) => drawGaps(host, answer),
      rows: (answer) => gapTable(answer, "").csv,
    },
    currentAnswer,
    currentAnswer,
  );
  const element = make("div", { class: "groups" }, worth.element, figure.element, why.element);
  function show(answer) {
    element.hidden = answer.groups.length === 0;
    figure.element.hidden = answer.gaps.length === 0;
    if (element.hidden) return;
    worth.show();
    why.show();
    if (answer.gaps.length > 0) figure.show(answer);
  }
  return { element, show };
}

/** What is usually reported. It belongs to the study's own setting, and is written once. */
export function createUsual(study, engine) {
  const section = tableSection(
    { title: "Usual measures", key: "usual-measures" },
    () => usualTable(study.result),
    () => engine.own,
  );
  section.show();
  return section.element;
}

/** Terms and what is said of each. */
function definitions(pairs) {
  return make(
    "dl",
    { class: "pairs" },
    ...pairs.flatMap(([term, said]) => [make("dt", {}, term), make("dd", {}, make("bdi", {}, said))]),
  );
}

/** Where the numbers come from, enough to make them again. */
export function showProvenance({ result }) {
  const { provenance, data, requirements = [] } = result;
  const said = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const pairs = [
    ["baserate", provenance.version],
    ["made", provenance.time],
    ["data (SHA-256)", data.sha256],
    [
      "read from",
      Object.values(provenance.source)
        .filter((part) => typeof part === "string")
        .join(", "),
    ],
    ["rows", `${countText(data.rows)} read, ${countText(data.used)} used, ${countText(data.dropped.rows)} dropped`],
    ["seed", String(provenance.seed)],
    ...Object.entries(provenance.parameters)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, said(value)]),
    ...requirements.map(({ text, met, found }) => [
      met ? "requirement met" : "requirement not met",
      `${text} (found: ${found})`,
    ]),
    ...provenance.notes.map((note) => ["note", note]),
  ];
  document.getElementById("provenance").append(definitions(pairs));
}

/** What of the patients is in the page, what was merged, and what error that makes. */
export function showPrivacy({ result, page }) {
  const { score, score_at_one_prevalence: point, groups, settings } = page.error;
  const least = countText(page.smallest_cell);
  const cells =
    page.smallest_cell > 1
      ? `Scores are binned: no cell of scores holds fewer than ${least} patients, and no score in this file is about fewer. Within a cell, the cases or the others may be fewer; groups with fewer than ${least} of either are not shown.`
      : "No smallest cell was asked for: a cell may hold a single patient.";
  const worst = (error) => `${general(1000 * error, 2)} per 1,000`;
  const inGroups = result.groups.length > 0 ? `; in a group up to ${worst(groups)}` : "";
  const error =
    `What that costs: over ${countText(settings)} settings of the controls, the net benefit of a model on this page was never further from that of the patients themselves than ` +
    `${worst(score)} over a range of prevalences, and ${worst(point)} at one prevalence, where all turns on one cut-off${inGroups}. ` +
    "Intervals move by a few percent of their width; more where hardly any patient scores near the cut-offs. At the study's own setting the numbers are those of the patients.";
  const lines = [
    `No row of a patient is in this file. For each model and group it holds counts of cases and others in narrow cells of the score. ${cells}`,
    error,
    "The page makes no request: it has no address to send anything to, and its security policy forbids any connection. Your setting is in its address only.",
  ];
  if (page.reduced || result.data.binning)
    lines.push("The scores had been grouped into cells of log odds where the patients are, before they came here.");
  document.getElementById("privacy").append(...lines.map((line) => make("p", {}, line)));
}
