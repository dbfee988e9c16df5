// The verdict: in ten seconds which model wins, by how much, how sure; then in full.
import { countText, cutoffText, estimateText, probabilityText, shortPercentText } from "../text/formats.js";
import { startSentence } from "../text/names.js";
import { sameState } from "../engine/address.js";
import { settingInWords } from "../engine/phrases.js";
import { make, nameElement, setText } from "../controls/elements.js";

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
    showHeadline(headline, verdict, engine.models);
    showFacts(facts, answer);
    setText(text, verdict.text);
    setText(setting, `Setting: ${settingInWords(state)}.`);
    clearTimeout(timer);
    timer = setTimeout(() => setText(spoken, verdict.text), QUIET);
  }
  return { elements: [eyebrow, headline, list, text, setting, spoken], show };
}

function showHeadline(headline, { best, runnerUp, decided }, models) {
  const key = JSON.stringify([best, runnerUp, decided]);
  if (headline.dataset.shown === key) return;
  headline.dataset.shown = key;
  const first = nameElement(startSentence(best));
  if (!decided) headline.replaceChildren("These data cannot tell ", nameElement(best), " from ", nameElement(runnerUp));
  else if (models.includes(best)) headline.replaceChildren(first, " wins");
  else headline.replaceChildren(first, ": no model does better");
}

function showFacts([much, sure, cut], { verdict, scale, models }) {
  const { best, runnerUp, difference } = verdict;
  much.show(`Worth over ${runnerUp}`, estimateText(difference, scale), scale.unit);
  sure.show("How sure", probabilityText(verdict.probability), `that ${best} is the better of the two`);
  // Where a default strategy is best, there is no score to treat at.
  const model = models.find(({ name }) => name === best);
  cut.element.hidden = model === undefined;
  if (model === undefined) return;
  const [middle, around = ""] = cutoffText(model.cutoff).split(" (");
  cut.show("Treat at or above", middle, `${model.name}: ${around.replace(")", "") || "at this prevalence and cost"}`);
}

/** The verdict in one line, for the bar that stays in view. */
export function briefVerdict({ verdict, scale }) {
  const { best, runnerUp, decided, difference } = verdict;
  const worth = `${estimateText(difference, scale)} ${scale.short}, probability ${probabilityText(verdict.probability)}`;
  if (!decided) return `Cannot tell ${best} from ${runnerUp}: ${worth}`;
  return `${startSentence(best)} wins over ${runnerUp}: ${worth}`;
}
