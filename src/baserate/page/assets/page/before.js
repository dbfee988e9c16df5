// Before you decide: at most three lines from the data, each with its switch; the rest is folded.
import { fill, WORDS } from "../text/words.js";
import { make, setText } from "../controls/elements.js";
import { keepRoom } from "./lively.js";
import { typeset } from "./sentence.js";
import { aboutPatients } from "./top.js";

const { page: PAGE } = WORDS;
const AT_ONCE = 3;

/** What does not change with the setting: the study's warnings, its patients and scores. */
function notesOf(study) {
  return [...unmetOf(study), ...study.result.warnings, ...aboutPatients(study)];
}

/** A requirement of the study that is not met comes before all else. */
function unmetOf({ result: { requirements = [] } }) {
  const unmet = requirements.filter(({ met }) => !met);
  return unmet.map(({ text, found }) => fill(PAGE.requirement, { text, found }));
}

/** @param {(change: object) => void} onChange what a switch does */
export function createBefore(study, onChange) {
  const notes = notesOf(study);
  const unmet = unmetOf(study).map((text) => ({ kind: "requirement", text, action: null }));
  const list = make("ul", {});
  const rest = make("ul", {});
  const full = make("p", { id: "verdict-text" });
  const summary = make("summary", {}, PAGE.verdict_in_full);
  const more = make("details", { class: "more-notes" }, summary, make("h3", {}, PAGE.verdict_in_full), full, rest);
  const element = make(
    "section",
    { id: "before", "aria-labelledby": "before-title" },
    make("h2", { id: "before-title", tabindex: "-1" }, PAGE.before_title),
    list,
    more,
  );
  function show({ before }) {
    const lines = [...unmet, ...before].slice(0, AT_ONCE);
    while (list.children.length > lines.length) list.lastChild.remove();
    lines.forEach((line, at) => showLine(list.children[at] ?? list.appendChild(make("li", {})), line, onChange));
    const told = new Set(lines.map(({ text }) => text));
    const untold = notes.filter((note) => !told.has(note));
    while (rest.children.length > untold.length) rest.lastChild.remove();
    untold.forEach((note, at) => setText(rest.children[at] ?? rest.appendChild(make("li", {})), typeset(note)));
    const count = untold.length + 1;
    setText(summary, count === 1 ? PAGE.verdict_in_full : fill(PAGE.more_notes, { count }));
    keepRoom(list);
  }
  return { element, show, showVerdict: ({ verdict }) => setText(full, typeset(verdict.text)) };
}

/** A line, and a button for each switch that answers it. */
function showLine(line, { kind, text, action, actions = action ? [action] : [] }, onChange) {
  const key = JSON.stringify([kind, text, actions]);
  if (line.dataset.shown === key) return;
  line.dataset.shown = key;
  line.dataset.kind = kind;
  line.replaceChildren(
    make("span", { class: "words" }, typeset(text)),
    ...actions.flatMap((one) => [" ", switchButton(one, onChange)]),
  );
}

function switchButton({ text, change }, onChange) {
  const button = make("button", { type: "button", class: "switch" }, typeset(text));
  button.addEventListener("click", () => {
    onChange(change);
    // The line says something else now; the focus goes to what stands in its place, or to the heading.
    if (!button.isConnected) document.querySelector("#before .switch, #before-title").focus();
  });
  return button;
}
