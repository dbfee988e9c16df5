// A range in the reader's hands: a slider, a box for each end, and "one value".
import { clamp, logit, middleShare } from "../engine/numbers.js";
import { make, setText } from "./elements.js";
import { createSlider, nearestMark } from "./slider.js";

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

export function checkbox(text, onChecked) {
  const box = make("input", { type: "checkbox" });
  const words = make("span", {}, text);
  box.addEventListener("change", () => onChecked(box.checked));
  return { element: make("label", { class: "check" }, box, words), box, words };
}

// Half of the spread that "a range" starts with when there was one value: a factor of two in the odds.
const SPREAD = Math.log(2);

/** A slider with a box for each end and "one value"; `extra` stands beside that. */
export function rangeControl({ limits, lead, slider, boxes, boxText, read, onEnds, extra = [] }) {
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
