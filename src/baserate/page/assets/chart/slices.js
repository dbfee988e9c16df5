// Whose patients a figure is about.
import { general } from "../text/digits.js";
import { countText } from "../text/formats.js";
import { nameText } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { namesOf } from "../engine/phrases.js";

/** What the study calls the outcome, and what is done about it. */
export function termsOf(answer) {
  return namesOf({ names: answer?.names });
}

/** What a value is counted in, in the words of the study: "deaths found per 1,000 patients". */
export function unitText({ found, unit }, answer) {
  return fill(found ?? unit, termsOf(answer));
}

/** How many patients and cases a part of the patients has: "women: 9,105 patients, 1,230 cases". */
export function sliceText({ name, patients, positives, counted, followed }, { outcome } = termsOf()) {
  const text = fill(WORDS.figures.slice, {
    name: nameText(name),
    patients: countText(patients),
    counted: counted ?? WORDS.tables.patients,
    positives: countText(positives),
    outcome,
  });
  return text + followedText(followed);
}

/** By when, and how many were censored before: ", by 365 (days); 212 censored before". */
export function followedText(followed) {
  if (!followed) return "";
  const by = fill(WORDS.figures.by_horizon, { horizon: general(followed.horizon, 6), time: nameText(followed.time) });
  if (followed.censored === null) return by;
  return by + fill(WORDS.figures.censored, { censored: countText(followed.censored) });
}
