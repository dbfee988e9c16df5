// What a reader can set: prevalence, cost, units, group, models. Every control works by keyboard.
import { make, setText } from "./elements.js";
import { clamp, logit } from "./numbers.js";
import { prevalenceGrid, prevalenceMarks, costGrid, costMarks } from "./scales.js";
import { SLIDER_KEYS, createSlider, nearestMark } from "./slider.js";
import { readCost, sameState } from "./state.js";
import { general, middleShare, percentText, ratioText, ratioWords, shortPercentText } from "./words.js";
import { groupControl, modelsControl, statedControl, unitsControl } from "./choices.js";

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

/** A box for one end of a range: what is typed counts when Enter is pressed or the box is left. */
function numberBox(label, read, onValue) {
  const box = make("input", {
    type: "text",
    inputmode: "decimal",
    size: "5",
    autocomplete: "off",
    "aria-label": label,
  });
  let shown = "";
  const show = (text) => {
    shown = text;
    // Not while someone is typing in it.
    if (document.activeElement !== box) box.value = text;
    box.removeAttribute("aria-invalid");
  };
  const commit = () => {
    if (box.value.trim() === shown) return;
    const value = read(box.value.trim().replace(",", "."));
    if (value > 0 && value < 1) {
      onValue(value);
      box.value = shown;
    } else box.setAttribute("aria-invalid", "true");
  };
  box.addEventListener("change", commit);
  box.addEventListener("blur", () => {
    box.value = shown;
    box.removeAttribute("aria-invalid");
  });
  return { box, show };
}

function checkbox(text, onChecked) {
  const box = make("input", { type: "checkbox" });
  const words = make("span", {}, text);
  box.addEventListener("change", () => onChecked(box.checked));
  return { element: make("label", { class: "check" }, box, words), box, words };
}

// Half of the spread that "a range" starts with when there was one value: a factor of two in the odds.
const SPREAD = Math.log(2);

/** A slider with a box for each end and "one value"; `extra` stands beside that. */
function rangeControl({ limits, lead, slider, boxes, boxText, read, onEnds, extra = [] }) {
  let ends = limits;
  let single = false;
  const typed = (at) => (value) => {
    const kept = clamp(value, ...limits);
    if (single) return onEnds([kept, kept]);
    return onEnds(at === 0 ? [kept, Math.max(kept, ends[1])] : [Math.min(kept, ends[0]), kept]);
  };
  const inputs = boxes.map((label, at) => numberBox(label, read, typed(at)));
  const join = make("span", {}, "to");
  const tail = make("span", { class: "tail" });
  const one = checkbox("one value", (checked) => {
    single = checked;
    const middle = middleShare(...ends);
    const spread = (by) => nearestMark(slider.grid, logit(middle) + by);
    onEnds(checked ? [middle, middle] : [spread(-SPREAD), spread(SPREAD)]);
  });
  const track = createSlider({ ...slider, limits, onChange: onEnds });
  const typing = make("div", { class: "typing" }, make("b", {}, lead), inputs[0].box, join, inputs[1].box, tail);
  const checks = make("div", { class: "checks" }, one.element, ...extra);
  const line = make("div", { class: "line" }, typing, checks);
  const element = make("div", { class: "range", role: "group", "aria-label": slider.names.group }, line, track.element);
  function show(next, { fresh, off, words }) {
    ends = next;
    // A range that was dragged together stays a range in the reader's hands; a setting from elsewhere is as it says.
    if (fresh || next[0] !== next[1]) single = next[0] === next[1];
    one.box.checked = single;
    inputs.forEach(({ show: write }, at) => write(boxText(next[at])));
    inputs[1].box.hidden = join.hidden = single;
    for (const { box } of [...inputs, one]) box.disabled = off;
    track.show(next, { single, off });
    setText(tail, words);
  }
  return { element, show };
}

function prevalenceControl(engine, onChange) {
  const { limits } = engine;
  let last = engine.own.prevalence;
  let here = 0;
  const own = checkbox("patients' own", (checked) => onChange({ prevalence: checked ? null : (last ?? [here, here]) }));
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
    setText(own.words, `patients' own, ${shortPercentText(here)}`);
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
    boxes: ["Most needless treatments per missed case", "Fewest needless treatments per missed case"],
    boxText: (c) => general((1 - c) / c, 4),
    // "30" and "1:30" both say that a missed case counts thirty times.
    read: (text) => (text.includes(":") ? readCost(text) : readCost(`1:${text}`)),
    onEnds: (ends) => onChange({ cost: ends }),
  });
  function show({ cost, units }, fresh) {
    const off = units === "accuracy";
    const words = cost[0] === cost[1] ? `needless treatments (${ratioText(cost[0])})` : "needless treatments";
    control.show(cost, { fresh, off, words: off ? "treatments (not used in accuracy)" : words });
  }
  return { element: control.element, show };
}
