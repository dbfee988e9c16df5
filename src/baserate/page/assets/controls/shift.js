// The panel of the shift: how much of the difference in prevalence is label shift.
import { general } from "../text/digits.js";
import { shiftText, shortPercentText } from "../text/formats.js";
import { fill, WORDS } from "../text/words.js";
import { make, setText } from "./elements.js";
import { createPanel } from "./popover.js";

const { shift: SHIFT } = WORDS.page;
const STEP = 0.05;

export function shiftPanel(engine, onChange) {
  const slider = make("input", { type: "range", id: "shift", min: 0, max: 1, step: STEP, "aria-label": SHIFT.slider });
  slider.addEventListener("input", () => onChange({ shift: Number(slider.value) }));
  const why = make("p", { class: "note" });
  const ends = make("div", { class: "shift-ends" }, make("p", {}, SHIFT.none_end), make("p", {}, SHIFT.all_end));
  const own = make("button", { type: "button", class: "plain" }, ownWords(engine));
  own.addEventListener("click", () => onChange({ shift: engine.own.shift }));
  const value = make("output", { for: "shift" });
  const content = [
    why,
    make("div", { class: "shift-slider" }, make("div", { class: "shift-track" }, slider, ...marks(engine)), value),
    ends,
    own,
  ];
  const panel = createPanel({ key: "shift", title: SHIFT.title, content });
  function show({ shift, group }) {
    const share = shift ?? meanShift(engine);
    // The study's own need not be on a step of the slider.
    slider.step = Number.isInteger(Math.round(1e9 * share) / (1e9 * STEP)) ? STEP : "any";
    if (Number(slider.value) !== share) slider.value = share;
    slider.setAttribute("aria-valuetext", shift === null ? ownWords(engine) : shiftText(shift));
    setText(value, shift === null ? "–" : general(shift, 2));
    setText(why, fill(SHIFT.why, { observed: shortPercentText(engine.patientsPrevalence(group)) }));
    own.hidden = shift === engine.own.shift;
  }
  return { ...panel, show };
}

/** Where the slider stands while each model has a share of its own. */
function meanShift({ shifts }) {
  return shifts.reduce((sum, { gamma }) => sum + gamma, 0) / shifts.length;
}

/** What the study says of the share: fitted, stated, or one for each model. */
function ownWords({ own, shifts, models }) {
  if (own.shift === null) {
    const told = shifts.map(({ gamma }, i) =>
      fill(WORDS.shift.opening_one, { model: models[i], shift: general(gamma, 2) }),
    );
    return fill(SHIFT.by_model, { shifts: told.join(", ") });
  }
  const { standard_error: error } = shifts[0];
  if (error > 0) return fill(SHIFT.fitted, { shift: general(own.shift, 2), error: general(error, 2) });
  return fill(SHIFT.stated, { shift: shiftText(own.shift) });
}

/** Marks on the slider at shares that were fitted. */
function marks({ shifts }) {
  const fitted = new Set(shifts.filter(({ standard_error: error }) => error > 0).map(({ gamma }) => gamma));
  return [...fitted].map((gamma) => {
    const mark = make("span", { class: "shift-mark", "aria-hidden": "true" });
    mark.style.left = `calc(8px + ${general(gamma, 6)} * (100% - 16px))`;
    return mark;
  });
}
