// The panels of the deployment: how common the outcome is where the model will be used, and what errors cost.
import { general } from "../text/digits.js";
import { percentText, ratioText, ratioWords, shortPercentText } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { readCost } from "../engine/address.js";
import { clamp, middleShare } from "../engine/numbers.js";
import { namesOf } from "../engine/phrases.js";
import { unitOf } from "../engine/units.js";
import { make, setText } from "./elements.js";
import { costGrid, costMarks, prevalenceGrid, prevalenceMarks } from "./grids.js";
import { createPanel } from "./popover.js";
import { checkbox, rangeControl } from "./range.js";

const { prevalence: PREVALENCE } = WORDS.page;

/** Words with what the study calls its outcome and what is done about it; other places are left to be filled. */
function inWordsOf(names, words) {
  const name = (text) => text.replace(/\{(one_outcome|outcome|one_action|action)\}/g, (_, key) => names[key]);
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, name(text)]));
}

const handleNames = ({ title, low, high, one }) => ({ group: title, low, high, one });

export function prevalencePanel(engine, onChange) {
  const { limits } = engine;
  let last = engine.own.prevalence;
  let here = 0;
  const own = checkbox(PREVALENCE.observed, (checked) => {
    control.quiet();
    onChange({ prevalence: checked ? null : (last ?? [here, here]) });
  });
  const control = rangeControl({
    limits: limits.prevalence,
    words: PREVALENCE,
    slider: {
      grid: prevalenceGrid(limits.prevalence),
      ticks: prevalenceMarks(limits.prevalence),
      names: handleNames(PREVALENCE),
      textOf: percentText,
    },
    boxText: (share) => general(100 * share, 4),
    textOf: percentText,
    read: (text) => (text === "" ? NaN : Number(text.replace(/\s*%$/, "")) / 100),
    onEnds: (ends) => onChange({ prevalence: ends }),
    extra: [own.element],
  });
  const panel = createPanel({
    key: "prevalence",
    title: PREVALENCE.title,
    content: [control.element],
    onOpen: control.quiet,
  });
  function show({ prevalence, group }, fresh) {
    here = clamp(engine.patientsPrevalence(group), ...limits.prevalence);
    if (prevalence !== null) last = prevalence;
    const off = prevalence === null;
    own.box.checked = off;
    setText(own.words, fill(PREVALENCE.observed_in, { prevalence: shortPercentText(here) }));
    control.show(prevalence ?? [here, here], { fresh: fresh || off, off, words: "%" });
  }
  return { ...panel, show };
}

export function costPanel(engine, onChange) {
  const { limits } = engine;
  const COST = inWordsOf(namesOf(engine.result), WORDS.page.cost);
  const threshold = make("p", { class: "note" });
  const control = rangeControl({
    limits: limits.cost,
    words: COST,
    slider: {
      grid: costGrid(limits.cost),
      ticks: costMarks(limits.cost),
      names: handleNames(COST),
      textOf: (c) => `${ratioText(c)}, ${ratioWords(c)}`,
    },
    boxText: (c) => general((1 - c) / c, 4),
    textOf: ratioText,
    // "30" and "1:30" both say that a missed case counts thirty times.
    read: (text) => (text.includes(":") ? readCost(text) : readCost(`1:${text}`)),
    onEnds: (ends) => onChange({ cost: ends }),
  });
  const panel = createPanel({
    key: "cost",
    title: COST.title,
    content: [control.element, threshold],
    onOpen: control.quiet,
  });
  function show({ cost, units }, fresh) {
    const off = !unitOf(units).usesCost;
    const one = cost[0] === cost[1] ? fill(COST.tail_one, { ratio: ratioText(cost[0]) }) : COST.tail;
    control.show(cost, { fresh, off, words: off ? fill(COST.unused, { units }) : one });
    setText(threshold, fill(COST.threshold, { threshold: shortPercentText(middleShare(...cost)) }));
  }
  return { ...panel, show };
}
