// The top line: whose study, how many patients, and what can be taken along.
import { countText, percentText, shortPercentText } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { followedText } from "../chart/slices.js";
import { namesOf } from "../engine/phrases.js";
import { make } from "../controls/elements.js";
import { copyLink, copySentence, saveAllData } from "./export.js";
import { sentenceText } from "./sentence.js";

const { opening: OPENING, page: PAGE } = WORDS;

/** Title, patients and where their scores come from; none of it changes with the controls. */
export function showTop(engine) {
  const { outcome, title: named } = namesOf(engine.result);
  const title = named ?? engine.page.title;
  document.getElementById("title").textContent = title;
  document.title = title.replace(/\s+/g, " ");
  const { data } = engine.result;
  const place = document.getElementById("patients-line");
  const size = fill(PAGE.patients, {
    patients: countText(data.used),
    counted: engine.counted,
    positives: countText(data.positives),
    outcome,
  });
  place.textContent = size + followedText(data.follow_up);
}

/** Everything about the patients that is not on the top line, one sentence each. */
export function aboutPatients({ result, page }) {
  const { data, deployment, provenance } = result;
  // Where patients belong together, rows are stays or visits, and both are counted.
  const lines = [
    data.follow_up?.text ??
      fill(data.clusters === null ? OPENING.patients : OPENING.clusters, {
        patients: countText(data.used),
        positives: countText(data.positives),
        prevalence: shortPercentText(data.prevalence),
        clusters: countText(data.clusters ?? 0),
        cluster: provenance.parameters.cluster,
      }),
  ];
  if (data.dropped.rows !== 0) lines.push(droppedWords(data, page.smallest_cell));
  lines.push(calibratedWords(deployment.source_prevalence));
  if (page.reduced) lines.push(OPENING.binned);
  return lines;
}

/** What is not said, because it is about too few, is null. */
function droppedWords({ rows, dropped }, least) {
  const reasons = Object.entries(dropped.missing)
    .map(([column, missing]) =>
      missing === null ? column : fill(OPENING.dropped_because, { column, rows: countText(missing) }),
    )
    .join(", ");
  if (dropped.rows === null) return fill(OPENING.dropped_few, { least, reasons });
  return fill(OPENING.dropped, { dropped: countText(dropped.rows), rows: countText(rows), reasons });
}

/** The prevalence that each model's scores are calibrated to, as far as it was stated. */
function calibratedWords(sources) {
  const stated = Object.entries(sources)
    .filter(([, source]) => source.of !== "group")
    .map(([model, { value, of }]) =>
      fill(of === "all" ? OPENING.calibrated_to_all : OPENING.calibrated_to_one, {
        model,
        prevalence: percentText(value),
      }),
    );
  if (stated.length === 0) return OPENING.calibrated_to_observed;
  return fill(OPENING.calibrated_to, { models: stated.join(", ") });
}

/**
 * Copy link, copy sentence, save all data.
 * @param {() => object} answer
 * @param {() => string} writeLink puts the setting into the address, and returns that
 * @param {() => object[]} tables {key, title, table} of everything that is shown
 */
export function createActions(answer, writeLink, tables) {
  const button = (text, act) => {
    const element = make("button", { type: "button", class: "plain" }, text);
    element.addEventListener("click", act);
    return element;
  };
  const saveAll = () => saveAllData({ state: answer().state, answer: answer(), link: writeLink(), tables: tables() });
  const copyTheLink = () => {
    writeLink();
    copyLink();
  };
  return [
    button(PAGE.copy_link, copyTheLink),
    button(PAGE.copy_sentence, () => copySentence(sentenceText(answer()))),
    button(PAGE.save_all, saveAll),
  ];
}
