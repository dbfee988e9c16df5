// The answer: a sentence whose words can be pressed, what the model adds, and how exact that is.
import { confidenceText, estimateText, figureValue } from "../text/formats.js";
import { WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { createKnob } from "../controls/settings.js";
import { make, nameElement, setText } from "../controls/elements.js";

const { page: PAGE } = WORDS;

// Which panel each word of the sentence opens.
const OPENS = {
  prevalence: "prevalence",
  cost: "cost",
  shift: "shift",
  best: "models",
  group: "models",
  other: "against",
};
// A reader of the screen hears the sentence once the hand on the slider rests.
const QUIET = 500;

/** The sentence as plain text. */
export const sentenceText = (answer) =>
  sentenceParts(answer)
    .map((part) => part.text ?? part)
    .join("");

/** The sentence, led by the group where one is chosen; its numbers set as in print. */
export function sentenceParts({ verdict, state }) {
  const set = (part) => {
    if (typeof part === "string") return typeset(part);
    return part.control === "prevalence" ? { ...part, text: typeset(part.text) } : part;
  };
  const parts = verdict.sentence.map(set);
  return state.group === null ? parts : [{ control: "group", text: state.group }, ": ", ...parts];
}

/** A true minus, and no line break before a percent sign. */
export function typeset(text) {
  return text.replace(/(?<![\p{L}\p{N}_)\]])-(?=\d)/gu, "\u2212").replace(/ (?=%)|(?<=[<>]) (?=\d)/g, "\u00a0");
}

/** A line of words and knobs. The knobs stay the same elements, so that the focus comes back to them. */
export function createWords(element, panels, kind) {
  const knobs = new Map();
  let structure = "";
  const knobOf = (control, at) => {
    const key = `${control}${at}`;
    if (!knobs.has(key)) knobs.set(key, createKnob(panels[OPENS[control]], kind));
    return knobs.get(key);
  };
  return (parts, colourOf = () => null) => {
    const controls = parts.map((part) => (typeof part === "string" ? null : part.control));
    const next = controls.join();
    const nodes = parts.map((part, at) => {
      if (typeof part === "string") return part;
      const knob = knobOf(part.control, controls.slice(0, at).filter((one) => one === part.control).length);
      knob.dataset.control = part.control;
      if (knob.textContent !== part.text) {
        const isName = ["best", "other", "group"].includes(part.control);
        knob.replaceChildren(isName ? nameElement(part.text) : part.text);
      }
      knob.style.color = colourOf(part) ?? "";
      return knob;
    });
    if (next === structure && element.childNodes.length === nodes.length) {
      nodes.forEach((node, at) => {
        const old = element.childNodes[at];
        if (typeof node === "string" && old.data !== node) old.data = node;
      });
    } else {
      structure = next;
      element.replaceChildren(
        ...nodes.map((node) => (typeof node === "string" ? document.createTextNode(node) : node)),
      );
    }
  };
}

/** The colour of a model, as the style sheet has it. */
const modelColour = (index) => `var(--model-${index % 7}-edge)`;

export function createSentence(engine, panels) {
  const sentence = make("h2", { id: "sentence", "data-keep-clear": true });
  const second = make("p", { id: "second" });
  const bins = make("p", { class: "bins", id: "bins", "data-exact": engine.page.smallest_cell === 1 });
  const spoken = make("p", { class: "unseen", role: "status" });
  const write = createWords(sentence, panels, "strong");
  let timer = 0;
  function show(answer) {
    const index = new Map(answer.models.map((model) => [model.name, model.index]));
    write(sentenceParts(answer), ({ control, text }) =>
      control === "best" && index.has(text) ? modelColour(index.get(text)) : null,
    );
    setText(second, typeset(secondLine(answer)));
    setText(bins, typeset(binsLine(engine, answer)));
    clearTimeout(timer);
    timer = setTimeout(() => setText(spoken, `${sentenceText(answer)} ${second.textContent}`), QUIET);
  }
  return { elements: [sentence, second, bins, spoken], show };
}

/** What the model adds to deciding without one, of what a perfect one would; and how sure the lead is. */
function secondLine({ verdict, scale, models, comparisons }) {
  const { best, runnerUp, added, possible } = verdict;
  const model = models.find(({ name }) => name === (best === WITHOUT_A_MODEL ? runnerUp : best));
  const { confidence } = comparisons.find((pair) => pair.model === model.name && pair.other === WITHOUT_A_MODEL);
  return [
    fill(PAGE.second_added, {
      model: model.name,
      added: estimateText(added, scale),
      possible: figureValue(possible, scale),
      unit: scale.short,
    }),
    fill(PAGE.second_sure, { confidence: confidenceText(confidence) }),
  ].join(" ");
}

/** How far the numbers may be from those of the patients, where that matters. */
export function binsLine({ page }, { exact = true, error = 0, verdict, scale }) {
  if (exact || !(error > 0)) return "";
  const { difference } = verdict;
  const matters = error > (difference.high - difference.low) / 20 || 2 * error * scale.factor > 10 ** -scale.digits;
  if (!matters && !verdict.withinError) return "";
  const told = fill(PAGE.bins, {
    least: page.smallest_cell,
    error: `${errorText(error * scale.factor)} ${scale.short}`,
  });
  return verdict.withinError ? `${told} ${WORDS.verdict.within_error}` : told;
}

/** Two digits, rounded up: a bound stays one. */
function errorText(error) {
  const power = 10 ** (Math.floor(Math.log10(error)) - 1);
  return String(Number((Math.ceil(error / power - 1e-9) * power).toPrecision(2)));
}
