// What a reader can set: prevalence, cost, units, group, models. Every control works by keyboard.
import { general } from "../text/digits.js";
import { percentText, ratioText, ratioWords, shortPercentText } from "../text/formats.js";
import { readCost, sameState } from "../engine/address.js";
import { clamp } from "../engine/numbers.js";
import { unitOf } from "../engine/units.js";
import { groupControl, modelsControl, statedControl, unitsControl } from "./choices.js";
import { make, setText } from "./elements.js";
import { costGrid, costMarks, prevalenceGrid, prevalenceMarks } from "./grids.js";
import { checkbox, rangeControl } from "./range.js";
import { SLIDER_KEYS } from "./slider.js";

/**
 * @param {(change: object, fresh?: boolean) => void} onChange gets the parts of the setting that the reader changed
 * @param {() => void} onReset
 */
export function createControls(engine, onChange, onReset) {
  const prevalence = prevalenceControl(engine, onChange);
  const cost = costControl(engine, onChange);
  const units = unitsControl(onChange);
  const group = groupControl(engine, onChange);
  const models = modelsControl(engine, onChange);
  const stated = statedControl(engine.page?.settings ?? [], onChange);
  const reset = make("button", { type: "button", class: "reset" }, "Return to the study's setting");
  reset.addEventListener("click", onReset);
  const brief = make("p", { class: "brief", "aria-hidden": "true" });
  const choices = make("div", { class: "choices" }, units.element, group.element, models.element);
  const ranges = make("div", { class: "ranges" }, prevalence.element, cost.element);
  const keys = make(
    "p",
    { class: "unseen", id: SLIDER_KEYS },
    "Arrow keys move one step, Page keys ten, Shift moves both ends.",
  );
  const element = make(
    "div",
    { class: "bar" },
    keys,
    ranges,
    choices,
    make("div", { class: "foot" }, brief, make("div", { class: "back" }, stated.element, reset)),
  );
  function show(state, fresh) {
    for (const part of [prevalence, cost, units, group, models, stated]) part.show(state, fresh);
    reset.setAttribute("aria-disabled", sameState(state, engine.own));
  }
  return { element, brief, show };
}

// The prevalence as it is among these patients.
const OBSERVED = "observed";

function prevalenceControl(engine, onChange) {
  const { limits } = engine;
  let last = engine.own.prevalence;
  let here = 0;
  const own = checkbox(OBSERVED, (checked) => onChange({ prevalence: checked ? null : (last ?? [here, here]) }));
  const control = rangeControl({
    limits: limits.prevalence,
    lead: "Prevalence",
    slider: {
      grid: prevalenceGrid(limits.prevalence),
      ticks: prevalenceMarks(limits.prevalence),
      names: {
        group: "Prevalence where the model will be used",
        low: "Lowest prevalence",
        high: "Highest prevalence",
        one: "Prevalence",
      },
      textOf: percentText,
    },
    boxes: ["Lowest prevalence in percent", "Highest prevalence in percent"],
    boxText: (share) => general(100 * share, 4),
    read: (text) => (text === "" ? NaN : Number(text.replace(/\s*%$/, "")) / 100),
    onEnds: (ends) => onChange({ prevalence: ends }),
    extra: [own.element],
  });
  function show({ prevalence, group }, fresh) {
    here = clamp(engine.patientsPrevalence(group), ...limits.prevalence);
    if (prevalence !== null) last = prevalence;
    const off = prevalence === null;
    own.box.checked = off;
    setText(own.words, `${OBSERVED}, ${shortPercentText(here)}`);
    control.show(prevalence ?? [here, here], { fresh: fresh || off, off, words: "%" });
  }
  return { element: control.element, show };
}

function costControl(engine, onChange) {
  const { limits } = engine;
  const control = rangeControl({
    limits: limits.cost,
    lead: "One missed case =",
    slider: {
      grid: costGrid(limits.cost),
      ticks: costMarks(limits.cost),
      names: {
        group: "Cost of errors",
        low: "Cost at which a missed case counts most",
        high: "Cost at which a missed case counts least",
        one: "Cost",
      },
      textOf: (c) => `${ratioText(c)}, ${ratioWords(c)}`,
    },
    boxes: ["Most unnecessary treatments per missed case", "Fewest unnecessary treatments per missed case"],
    boxText: (c) => general((1 - c) / c, 4),
    // "30" and "1:30" both say that a missed case counts thirty times.
    read: (text) => (text.includes(":") ? readCost(text) : readCost(`1:${text}`)),
    onEnds: (ends) => onChange({ cost: ends }),
  });
  function show({ cost, units }, fresh) {
    const off = !unitOf(units).usesCost;
    const words = cost[0] === cost[1] ? `unnecessary treatments (${ratioText(cost[0])})` : "unnecessary treatments";
    control.show(cost, { fresh, off, words: off ? `treatments (not used in ${units})` : words });
  }
  return { element: control.element, show };
}
