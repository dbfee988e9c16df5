// The line of the shift: how much of the difference in prevalence is label shift, and whether the verdict rests on it.
import { shortPercentText } from "../text/formats.js";
import { WORDS } from "../text/words.js";
import { logit } from "../engine/numbers.js";
import { partsOf } from "../engine/phrases.js";
import { effectText, shareText } from "../engine/shift.js";
import { conclusionAtShift, shiftWords } from "../engine/shift-verdict.js";
import { make, setText } from "../controls/elements.js";
import { createWords, typeset } from "./sentence.js";

const { shift: SHIFT } = WORDS.page;
// A prevalence as far as this from the observed one, in log odds, is another.
const ANOTHER = 0.01;
// The verdict at other shares is worked out once the hand rests, one at a time.
const [REST, BETWEEN] = [250, 10];

export function createShiftLine(engine, panels) {
  const words = make("span", {});
  const verdict = make("span", { id: "shift-verdict" });
  const element = make("p", { id: "shift-line", "data-keep-clear": true }, words, " ", verdict);
  const write = createWords(words, panels, "quiet");
  let timer = 0;
  function show(answer) {
    clearTimeout(timer);
    const { state, slice, setting } = answer;
    element.hidden = state.prevalence === null || !isElsewhere(setting.range, slice.prevalence);
    if (element.hidden) return;
    write(lineParts(state, slice));
    const stretches = engine.shiftVerdict(state);
    if (stretches !== null) tell(stretches, answer, "");
    else {
      setText(verdict, "");
      timer = setTimeout(() => work(engine.shiftDial(state), answer), REST);
    }
  }
  function work(dial, answer) {
    if (dial.work()) tell(dial.stretches, answer, SHIFT.about);
    else timer = setTimeout(() => work(dial, answer), BETWEEN);
  }
  function tell(stretches, answer, lead) {
    const told = shiftWords(stretches, conclusionAtShift(answer.verdict));
    setText(verdict, told && typeset(lead + (lead ? told[0].toLowerCase() + told.slice(1) : told)));
  }
  return { element, show };
}

const isElsewhere = (range, observed) => range.some((end) => Math.abs(logit(end) - logit(observed)) > ANOTHER);

function lineParts({ shift }, { prevalence }) {
  const share = shift === null ? SHIFT.shares.by_model : shareText(shift);
  return partsOf(SHIFT.line, {
    observed: typeset(shortPercentText(prevalence)),
    share: { control: "shift", text: typeset(share) },
    effect: effectText(shift),
  });
}
