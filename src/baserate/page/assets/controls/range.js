// A range in the reader's hands: a slider, a box for each end, and "one value".
import { fill, WORDS } from "../text/words.js";
import { logit, middleShare } from "../engine/numbers.js";
import { make, setText } from "./elements.js";
import { createSlider, nearestMark } from "./slider.js";

/** A box for one end of a range: what is typed counts when Enter is pressed or the box is left. */
function numberBox(label, onTyped) {
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
    if (onTyped(box.value.trim())) box.value = shown;
    else box.setAttribute("aria-invalid", "true");
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

// Half of the spread that "a range" starts with when there never was one: a factor of two in the odds.
const SPREAD = Math.log(2);

/** The range that was left for one value; moved along where that value was moved since. */
function rangeAgain(left, value, grid) {
  if (left?.value === value) return left.range;
  const [low, high] = left?.range.map(logit) ?? [-SPREAD, SPREAD];
  return [-1, 1].map((side) => nearestMark(grid, logit(value) + (side * (high - low)) / 2));
}

/**
 * A slider with a box for each end and "one value"; `extra` stands beside that. Values that cannot be taken are
 * told in a line below.
 * @param words {lead, to, boxes: [low, high], not_a_number, outside, other_end}; boxText: a share as it stands in a box;
 *   textOf: as it stands in a sentence; read: from a box
 */
export function rangeControl({ limits, words, slider, boxText, textOf, read, onEnds, extra = [] }) {
  let ends = limits;
  let single = false;
  let left = null;
  const said = make("p", { class: "said", role: "status" });
  const tell = (text) => setText(said, text);
  const take = (next, text = "") => {
    onEnds(next);
    tell(text);
  };
  const onTyped = (at) => (typed) => {
    const value = read(typed.replace(",", "."));
    const [low, high] = limits.map(textOf);
    if (!(value > 0 && value < 1)) tell(fill(words.not_a_number, { typed }));
    else if (value < limits[0] * (1 - 1e-11) || value > limits[1] * (1 + 1e-11))
      tell(fill(words.outside, { typed: textOf(value), low, high }));
    else {
      const crosses = !single && (at === 0 ? value > ends[1] : value < ends[0]);
      const next = single || crosses ? [value, value] : at === 0 ? [value, ends[1]] : [ends[0], value];
      take(next, crosses ? fill(words.other_end, { value: textOf(value) }) : "");
      return true;
    }
    return false;
  };
  const inputs = [words.low_box, words.high_box].map((label, at) => numberBox(label, onTyped(at)));
  const to = make("span", {}, WORDS.page.to);
  const tail = make("span", { class: "tail" });
  const one = checkbox(WORDS.page.one_value, (checked) => {
    single = checked;
    if (checked) {
      const value = middleShare(...ends);
      left = { range: ends, value };
      take([value, value]);
    } else take(rangeAgain(left, ends[0], slider.grid));
  });
  const track = createSlider({ ...slider, limits, onChange: (next) => take(next) });
  const typing = make("div", { class: "typing" }, make("b", {}, words.lead), inputs[0].box, to, inputs[1].box, tail);
  const checks = make("div", { class: "checks" }, one.element, ...extra);
  const line = make("div", { class: "line" }, typing, checks);
  const element = make(
    "div",
    { class: "range", role: "group", "aria-label": slider.names.group },
    line,
    track.element,
    said,
  );
  function show(next, { fresh, off, words: after }) {
    ends = next;
    // A range that was dragged together stays a range in the reader's hands; a setting from elsewhere is as it says.
    if (fresh || next[0] !== next[1]) single = next[0] === next[1];
    one.box.checked = single;
    inputs.forEach(({ show: write }, at) => write(boxText(next[at])));
    inputs[1].box.hidden = to.hidden = single;
    for (const { box } of [...inputs, one]) box.disabled = off;
    track.show(next, { single, off });
    setText(tail, after);
  }
  return { element, show, quiet: () => tell("") };
}
