// What a reader can set: the panels behind the words of the sentence, and the quiet line below it.
import { WORDS } from "../text/words.js";
import { sameState } from "../engine/address.js";
import { againstPanel, marginPanel, modelsPanel, statedPanel, unitsPanel } from "./choices.js";
import { costPanel, prevalencePanel } from "./deployment.js";
import { make, setText } from "./elements.js";
import { shiftPanel } from "./shift.js";
import { SLIDER_KEYS } from "./slider.js";

/**
 * @param {(change: object, fresh?: boolean) => void} onChange gets the parts of the setting that the reader changed
 * @param {() => void} onReset
 */
export function createSettings(engine, onChange, onReset) {
  const panels = {
    prevalence: prevalencePanel(engine, onChange),
    cost: costPanel(engine, onChange),
    shift: shiftPanel(engine, onChange),
    models: modelsPanel(engine, onChange),
    against: againstPanel(onChange),
    units: unitsPanel(onChange),
    margin: marginPanel(onChange),
    stated: statedPanel(engine.page?.settings ?? [], onChange),
  };
  const keys = make("p", { class: "unseen", id: SLIDER_KEYS }, WORDS.page.slider_keys);
  const quiet = ["models", "units", "margin", "stated"].map((key) => [panels[key], createKnob(panels[key])]);
  quiet.at(-1)[1].hidden = panels.stated.isEmpty;
  const reset = make("button", { type: "button", class: "reset" }, WORDS.page.reset);
  reset.addEventListener("click", onReset);
  const line = make("div", { class: "settings" }, ...quiet.map(([, knob]) => knob), reset);
  const elements = [keys, ...Object.values(panels).map(({ element }) => element)];
  function show(answer, fresh) {
    const { state } = answer;
    for (const panel of Object.values(panels)) panel.show(panel === panels.against ? answer : state, fresh);
    for (const [panel, knob] of quiet) setText(knob, panel.words(state));
    reset.setAttribute("aria-disabled", sameState(state, engine.own));
  }
  return { panels, elements, line, show };
}

/** A word that opens a panel. It breaks into lines like any other word, which a button does not. */
export function createKnob(panel, kind = "quiet") {
  const knob = make("span", { role: "button", tabindex: "0", class: `knob ${kind}` });
  knob.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    knob.click();
  });
  return panel.attach(knob);
}
