// The choices beside the sliders: units, the study's settings, the group, the models shown.
import { countText } from "../text/formats.js";
import { sameState } from "../engine/address.js";
import { UNITS } from "../engine/units.js";
import { swatch } from "../chart/swatch.js";
import { make, nameElement, setText } from "./elements.js";

export function unitsControl(onChange) {
  const boxes = UNITS.map(({ name }) => make("input", { type: "radio", name: "units", value: name }));
  const labels = boxes.map((box) => make("label", {}, box, make("span", {}, box.value)));
  const segments = make("div", { class: "segments" }, ...labels);
  const element = make(
    "div",
    { class: "units", role: "radiogroup", "aria-label": "Units" },
    make("b", {}, "Units"),
    segments,
  );
  boxes.forEach((box) => box.addEventListener("change", () => onChange({ units: box.value })));
  const show = ({ units }) =>
    boxes.forEach((box) => {
      box.checked = box.value === units;
    });
  return { element, show };
}

/** A study may state several deployments by name: each is one choice away. */
export function statedControl(settings, onChange) {
  const option = ({ name, exact }, at) => make("option", { value: at }, exact ? name : `${name} (its range)`);
  const none = make("option", { value: "-1" }, "settings of the study");
  const select = make("select", { "aria-label": "Settings that the study states" }, none, ...settings.map(option));
  select.hidden = settings.length === 0;
  select.addEventListener("change", () => {
    const chosen = settings[Number(select.value)];
    if (chosen) onChange({ ...chosen.state }, true);
  });
  const show = (state) => {
    select.value = String(settings.findIndex((setting) => sameState({ ...state, ...setting.state }, state)));
  };
  return { element: select, show };
}

export function groupControl(engine, onChange) {
  const option = ({ name, patients, estimable }, at) =>
    make(
      "option",
      { value: at, disabled: !estimable },
      `${name} (${estimable ? `${countText(patients)} ${engine.counted}` : "not estimable"})`,
    );
  const select = make(
    "select",
    { id: "group" },
    make("option", { value: "-1" }, "everyone"),
    ...engine.groups.map(option),
  );
  select.addEventListener("change", () => onChange({ group: engine.groups[Number(select.value)]?.name ?? null }));
  const element = make(
    "div",
    { class: "group", hidden: engine.groups.length === 0 },
    make("label", { for: "group" }, "Group"),
    select,
  );
  const show = ({ group }) => {
    select.value = String(engine.groups.findIndex(({ name }) => name === group));
  };
  return { element, show };
}

export function modelsControl(engine, onChange) {
  const boxes = engine.models.map(() => make("input", { type: "checkbox" }));
  const chosen = () => engine.models.filter((_, at) => boxes[at].checked);
  const labels = engine.models.map((name, at) =>
    make("label", { class: "check", title: name }, boxes[at], swatch(at), nameElement(name)),
  );
  const note = make("span", { class: "said", role: "status" });
  boxes.forEach((box) =>
    box.addEventListener("change", () => {
      // An answer about no model is none.
      if (chosen().length === 0) {
        box.checked = true;
        note.textContent = "At least one model stays.";
      } else onChange({ models: chosen() });
    }),
  );
  const list = make("div", { class: "list" }, ...labels, note);
  const element = make(
    "div",
    { class: "models", role: "group", "aria-label": "Models shown" },
    make("b", {}, "Models"),
    list,
  );
  function show({ models }) {
    setText(note, "");
    engine.models.forEach((name, at) => {
      boxes[at].checked = models.includes(name);
    });
  }
  return { element, show };
}
