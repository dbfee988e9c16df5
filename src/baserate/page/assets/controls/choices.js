// The panels of what is chosen: models and patients, units, margin, the other side of the main figure, and the
// settings that the study states.
import { general } from "../text/digits.js";
import { countText } from "../text/formats.js";
import { DEFAULT_STRATEGIES, WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { sameState } from "../engine/address.js";
import { UNITS, unitOf } from "../engine/units.js";
import { swatch } from "../chart/swatch.js";
import { make, nameElement, setText } from "./elements.js";
import { createPanel } from "./popover.js";

const { models: MODELS, margin: MARGIN, against: AGAINST, stated: STATED, units: UNIT } = WORDS.page;

/** Which models are shown, and whose patients are meant. */
export function modelsPanel(engine, onChange) {
  const models = modelBoxes(engine, onChange);
  const group = groupSelect(engine, onChange);
  const panel = createPanel({ key: "models", title: MODELS.title, content: [group.element, models.element] });
  function show(state) {
    models.show(state);
    group.show(state);
  }
  /** What the button says: whose patients, how many models. */
  function words({ group: name, models: shown }) {
    const all = engine.models.length;
    const count = shown.length === all ? MODELS.all : MODELS.some;
    const which = all === 1 ? MODELS.one_model : fill(count, { count: shown.length, all });
    return engine.groups.length === 0 ? which : `${name ?? MODELS.everyone}, ${which}`;
  }
  return { ...panel, show, words };
}

function modelBoxes(engine, onChange) {
  const boxes = engine.models.map(() => make("input", { type: "checkbox" }));
  const chosen = () => engine.models.filter((_, at) => boxes[at].checked);
  const labels = engine.models.map((name, at) =>
    make("label", { class: "check", title: name }, boxes[at], swatch(at), nameElement(name)),
  );
  const said = make("p", { class: "said", role: "status" });
  boxes.forEach((box) =>
    box.addEventListener("change", () => {
      // An answer about no model is none.
      if (chosen().length === 0) {
        box.checked = true;
        said.textContent = MODELS.stays;
      } else onChange({ models: chosen() });
    }),
  );
  const list = make("div", { class: "list" }, ...labels);
  const element = make("div", { class: "models", role: "group", "aria-label": MODELS.shown }, list, said);
  function show({ models }) {
    setText(said, "");
    engine.models.forEach((name, at) => {
      boxes[at].checked = models.includes(name);
    });
  }
  return { element, show };
}

function groupSelect(engine, onChange) {
  const option = ({ name, patients, estimable }, at) =>
    make(
      "option",
      { value: at, disabled: !estimable },
      `${name} (${estimable ? `${countText(patients)} ${engine.counted}` : MODELS.not_estimable})`,
    );
  const select = make(
    "select",
    { id: "group" },
    make("option", { value: "-1" }, MODELS.everyone),
    ...engine.groups.map(option),
  );
  select.addEventListener("change", () => onChange({ group: engine.groups[Number(select.value)]?.name ?? null }));
  const element = make(
    "div",
    { class: "group", hidden: engine.groups.length === 0 },
    make("label", { for: "group" }, MODELS.group),
    select,
  );
  const show = ({ group }) => {
    select.value = String(engine.groups.findIndex(({ name }) => name === group));
  };
  return { element, show };
}

/** One of several, as radio buttons: {value, label} each. */
function radioList(name, label) {
  const element = make("div", { class: "list", role: "radiogroup", "aria-label": label });
  let shown = "";
  function show(options, chosen, onChosen) {
    const key = JSON.stringify(options.map(({ text }) => text));
    if (key !== shown) {
      shown = key;
      const radio = ({ value, text }, at) => {
        const box = make("input", { type: "radio", name, value: at });
        box.addEventListener("change", () => onChosen(value));
        return make("label", { class: "check" }, box, make("bdi", {}, text));
      };
      element.replaceChildren(...options.map(radio));
    }
    const at = options.findIndex(({ value }) => value === chosen);
    [...element.querySelectorAll("input")].forEach((box, i) => {
      box.checked = i === at;
    });
  }
  return { element, show };
}

export function unitsPanel(onChange) {
  const list = radioList("units", UNIT.title);
  const panel = createPanel({ key: "units", title: UNIT.title, content: [list.element] });
  const options = UNITS.map(({ name }) => ({ value: name, text: name }));
  const show = ({ units }) => list.show(options, units, (value) => onChange({ units: value }));
  return { ...panel, show, words: ({ units }) => units };
}

/** The smallest difference that matters. */
export function marginPanel(onChange) {
  const box = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", id: "margin" });
  const said = make("p", { class: "said", role: "status" });
  const note = make("p", { class: "note" }, MARGIN.note);
  const label = make("label", { for: "margin" }, MARGIN.label);
  const content = [make("div", { class: "typing" }, label, box), note, said];
  const panel = createPanel({ key: "margin", title: MARGIN.title, content, onOpen: () => setText(said, "") });
  let shown = "";
  box.addEventListener("change", () => {
    const typed = box.value.trim();
    if (typed === shown) return;
    const margin = typed === "" ? null : Number(typed.replace(",", "."));
    const wrong = margin !== null && !(margin >= 0 && margin < 1000);
    setText(said, wrong ? fill(MARGIN.not_a_number, { typed }) : "");
    if (wrong) box.setAttribute("aria-invalid", "true");
    else onChange({ margin });
  });
  box.addEventListener("blur", () => {
    box.value = shown;
    box.removeAttribute("aria-invalid");
  });
  function show({ margin, units }) {
    shown = (margin ?? null) === null ? "" : general(margin, 6);
    box.disabled = unitOf(units).weighted;
    box.removeAttribute("aria-invalid");
    if (document.activeElement !== box) box.value = shown;
  }
  const words = ({ margin }) =>
    (margin ?? null) === null ? MARGIN.none : fill(MARGIN.some, { margin: general(margin, 6) });
  return { ...panel, show, words };
}

/** Which other way to decide the main figure compares the best with. */
export function againstPanel(onChange) {
  const list = radioList("against", "");
  const panel = createPanel({ key: "against", title: "", content: [list.element] });
  function show({ state, models, verdict }) {
    const { best, runnerUp } = verdict;
    setText(panel.heading, fill(AGAINST.title, { best }));
    const names = [...models.map(({ name }) => name), ...DEFAULT_STRATEGIES];
    const others = names.filter((name) => name !== best && (name !== WITHOUT_A_MODEL || runnerUp !== name));
    const options = [
      { value: null, text: fill(AGAINST.runner_up, { name: runnerUp }) },
      ...others.map((name) => ({ value: name, text: name })),
    ];
    list.show(options, state.against ?? null, (value) => onChange({ against: value }));
  }
  return { ...panel, show };
}

/** A study may state several deployments by name: each is one choice away. */
export function statedPanel(settings, onChange) {
  const list = radioList("stated", STATED.title);
  const panel = createPanel({ key: "stated", title: STATED.title, content: [list.element] });
  const options = settings.map(({ name, exact }, at) => ({
    value: at,
    text: exact ? name : fill(STATED.range, { name }),
  }));
  function show(state) {
    const at = settings.findIndex((setting) => sameState({ ...state, ...setting.state }, state));
    list.show(options, at, (value) => onChange({ ...settings[value].state }, true));
  }
  return { ...panel, show, words: () => STATED.button, isEmpty: settings.length === 0 };
}
