// The verdict: in ten seconds which model to use and what it adds; then in full.
import { countText, cutoffText, estimateText, shortPercentText } from "../text/formats.js";
import { WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { sameState } from "../engine/address.js";
import { settingInWords } from "../engine/phrases.js";
import { join } from "../engine/verdict.js";
import { make, nameElement, setText } from "../controls/elements.js";

const { verdict: VERDICT } = WORDS;

// A reader of the screen hears the verdict once the hand on the slider rests.
const QUIET = 500;
function sliceWords({ name, patients, positives, counted, prevalence }) {
  return `${name}: ${countText(patients)} ${counted}, ${countText(positives)} with the outcome (${shortPercentText(prevalence)})`;
}

/** Where the study states what two handles cannot, its verdict stands among the warnings. */
function ownWords({ ownIsExact }) {
  return ownIsExact ? "at the study's own setting" : "over the study's range, evenly spread in log odds";
}

/** A number that answers a question: the question, the answer, and what it is about. */
function createFact() {
  const parts = ["dt", "dd", "dd"].map((tag, at) => make(tag, { class: ["asks", "says", "about"][at] }));
  const show = (asks, says, about) => [asks, says, about].forEach((words, at) => setText(parts[at], words));
  return { element: make("div", {}, ...parts), show };
}

export function createVerdict(engine) {
  const eyebrow = make("p", { class: "eyebrow" });
  const headline = make("h2", { id: "headline" });
  const facts = [createFact(), createFact(), createFact()];
  const text = make("p", { class: "full", id: "verdict-text" });
  const setting = make("p", { class: "setting" });
  const spoken = make("p", { class: "unseen", role: "status" });
  const list = make("dl", { class: "facts" }, ...facts.map(({ element }) => element));
  let timer = 0;
  function show(answer) {
    const { verdict, slice, state } = answer;
    const own = sameState(state, engine.own) ? ownWords(engine) : "at a setting other than the study's own";
    setText(eyebrow, `Verdict ${own}${state.group === null ? "" : `, in ${sliceWords(slice)}`}`);
    showHeadline(headline, verdict);
    showFacts(facts, answer);
    setText(text, verdict.text);
    setText(setting, `Setting: ${settingInWords(state)}.`);
    clearTimeout(timer);
    timer = setTimeout(() => setText(spoken, verdict.text), QUIET);
  }
  return { elements: [eyebrow, headline, list, text, setting, spoken], show };
}

function showHeadline(headline, { tied, betterThanWithout, decided }) {
  const key = JSON.stringify([tied, betterThanWithout, decided]);
  if (headline.dataset.shown === key) return;
  headline.dataset.shown = key;
  if (betterThanWithout.length === 0) headline.replaceChildren(VERDICT.headline_no_model);
  else if (decided) headline.replaceChildren(VERDICT.headline_use, " ", nameElement(tied[0]));
  else headline.replaceChildren(VERDICT.headline_too_close, " ", ...namesInList(tied));
}

/** Several names with commas, the last after "and". */
function namesInList(names) {
  return names.flatMap((name, i) => {
    const before = i === 0 ? [] : [i === names.length - 1 ? VERDICT.and : VERDICT.comma];
    return [...before, nameElement(name)];
  });
}

function showFacts([much, next, cut], { verdict, scale, models, comparisons }) {
  const { best, runnerUp, added, difference } = verdict;
  const chosen = best === WITHOUT_A_MODEL ? runnerUp : best;
  much.show(VERDICT.fact_added, estimateText(added, scale), `${chosen}: ${scale.unit}`);
  const count = comparisons.length;
  next.element.hidden = [best, runnerUp].includes(WITHOUT_A_MODEL);
  next.show(
    fill(VERDICT.fact_next, { other: runnerUp }),
    estimateText(difference, scale),
    fill(VERDICT.fact_together, { count }),
  );
  // Where no model is better, there is no score to treat at.
  const model = models.find(({ name }) => name === best);
  cut.element.hidden = model === undefined;
  if (model === undefined) return;
  const [middle, around = ""] = cutoffText(model.cutoff).split(" (");
  cut.show("Treat at or above", middle, `${model.name}: ${around.replace(")", "") || "at this prevalence and cost"}`);
}

/** The verdict in one line, for the bar that stays in view. */
export function briefVerdict({ verdict, scale }) {
  const { tied, betterThanWithout, decided, added } = verdict;
  const worth = `${estimateText(added, scale)} ${scale.short}`;
  if (betterThanWithout.length === 0) return VERDICT.headline_no_model;
  if (!decided) return `${VERDICT.headline_too_close} ${join(tied)}`;
  return `${VERDICT.headline_use} ${tied[0]}: ${fill(VERDICT.brief_worth, { worth })}`;
}
