// The figures: each with its heading, its finding in words, what saves it, and the numbers behind it.
import { shortPercentText } from "../text/formats.js";
import { WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { partsOf } from "../engine/phrases.js";
import { drawCalibration } from "../figures/calibration.js";
import { drawDecision } from "../figures/decision.js";
import { drawDifference } from "../figures/difference.js";
import { drawGaps } from "../figures/gaps.js";
import { drawGroupsForest } from "../figures/groups-forest.js";
import { drawModelsForest } from "../figures/models-forest.js";
import { drawPatients } from "../figures/patients.js";
import { drawRoc } from "../figures/roc.js";
import {
  calibrationRows,
  decisionRows,
  differenceRows,
  gapsRows,
  groupsRows,
  modelsRows,
  patientsRows,
  rocRows,
  valueRows,
  winnerRows,
} from "../figures/rows.js";
import { drawValue } from "../figures/value.js";
import { drawWinner } from "../figures/winner.js";
import { make, setText } from "../controls/elements.js";
import { saveMenu } from "./export.js";
import { keepRoom } from "./lively.js";
import { createWords, typeset } from "./sentence.js";

const { page: PAGE } = WORDS;
const { sections: SECTIONS } = PAGE;

/** The two sides of the main figure: the best model, and the next best or whom the reader chose. */
function sidesOf({ state, verdict }) {
  const [one, next] = [verdict.best, verdict.runnerUp].sort(
    (a, b) => (a === WITHOUT_A_MODEL) - (b === WITHOUT_A_MODEL),
  );
  const other = state.against ?? next;
  return [one, other === one ? next : other];
}

/**
 * Every figure by its key: title(answer), which may be parts with a control; data(engine, state, answer, whole);
 * draw(host, data, answer, use), which returns the finding in words; rows(data, answer).
 */
const FIGURES = {
  difference: {
    title: (answer) => {
      const [one, other] = sidesOf(answer);
      return partsOf(PAGE.against.main, { one: [one], other: { control: "other", text: other } });
    },
    data: (engine, state, answer) => engine.differenceCurve(state, ...sidesOf(answer)),
    draw: drawDifference,
    rows: differenceRows,
  },
  patients: {
    title: () => [PAGE.patients_title],
    note: ({ setting }) => fill(PAGE.patients_note, { prevalence: typeset(shortPercentText(setting.median)) }),
    tellsItself: true,
    data: (engine, state, answer) => answer,
    draw: drawPatients,
    rows: patientsRows,
  },
  decision: {
    title: () => [SECTIONS.decision],
    data: (engine, state) => engine.decisionCurve(state),
    draw: drawDecision,
    rows: decisionRows,
  },
  calibration: {
    title: () => [SECTIONS.calibration],
    data: (engine, state) => engine.calibration(state),
    draw: drawCalibration,
    rows: calibrationRows,
  },
  models: {
    title: () => [SECTIONS.models],
    data: (engine, state, answer) => answer,
    draw: drawModelsForest,
    rows: modelsRows,
  },
  groups: {
    title: () => [SECTIONS.groups],
    data: (engine, state, answer) => answer,
    draw: drawGroupsForest,
    rows: groupsRows,
  },
  map: {
    title: () => [SECTIONS.map],
    data: (engine, state, answer, whole) => wholeMap(engine.map(state), whole),
    draw: drawWinner,
    rows: winnerRows,
  },
  value: {
    title: () => [SECTIONS.value],
    data: (engine, state) => engine.valueCurve(state),
    draw: drawValue,
    rows: valueRows,
  },
  gaps: {
    title: () => [SECTIONS.gaps],
    data: (engine, state, answer) => answer,
    draw: drawGaps,
    rows: gapsRows,
  },
  roc: {
    title: () => [SECTIONS.roc],
    data: (engine, state) => engine.roc(state),
    draw: drawRoc,
    rows: rocRows,
  },
};

/** A map is worked out while it is looked at; a file and paper want all of it. */
function wholeMap(map, whole) {
  if (whole) map.work(Infinity);
  return map;
}

const plainText = (parts) => parts.map((part) => part.text ?? part).join("");

/**
 * One figure with its heading, finding and text alternative.
 * @param {{engine: object, answer: () => object, use: object, panels: object}} page what it draws from, what a press
 *   on it does, and the panels that words of its heading open
 */
export function createFigure(key, { engine, answer: now, use, panels }, folded = false) {
  const { title, note, tellsItself = false, data, draw, rows } = FIGURES[key];
  const ids = { title: `title-${key}`, finding: `finding-${key}` };
  const dataNow = (whole) => data(engine, now().state, now(), whole);
  // What is folded has its heading on the fold.
  const heading = make(folded ? "h3" : "h2", { id: ids.title, class: folded && "unseen" });
  const writeTitle = createWords(heading, panels, "plain");
  // A figure is drawn when it comes near; who goes from heading to heading reads what it is called before.
  if (title.length === 0) writeTitle(title());
  const lead = make("p", { class: "note", hidden: note === undefined });
  const host = make("div", { class: "host", "data-untitled": true });
  const finding = make("p", { class: tellsItself ? "unseen" : "finding", id: ids.finding });
  const numbers = () => rows(dataNow(true), now());
  const save = saveMenu({
    key,
    title: () => plainText(title(now())),
    figure: () => host.querySelector("svg.figure"),
    table: numbers,
    state: () => now().state,
  });
  const element = make(
    "figure",
    { id: key, "aria-labelledby": ids.title, "aria-describedby": ids.finding },
    make("figcaption", {}, make("div", { class: "head" }, heading, save), lead),
    host,
    finding,
  );
  function show(answer, whole = false) {
    element.dataset.drawn = "";
    writeTitle(title(answer));
    if (note !== undefined) setText(lead, note(answer));
    setText(finding, draw(host, dataNow(whole), answer, use) ?? "");
    if (!tellsItself) keepRoom(finding);
  }
  return { key, title: () => plainText(title(now())), element, show, numbers };
}
