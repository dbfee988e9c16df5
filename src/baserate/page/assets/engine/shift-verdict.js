// Whether the verdict holds if more, or less, of the difference in prevalence is label shift: as the library found it at
// the study's own setting, elsewhere from bins at a few shares. The words are the library's (baserate.results.shift_verdict).
import { general } from "../text/digits.js";
import { fill, WORDS } from "../text/words.js";
import { WITHOUT_A_MODEL } from "../text/names.js";
import { conclusionOf } from "./conclusion.js";
import { join } from "./verdict.js";

const { shift: SHIFT } = WORDS;
// Shares that are looked at first, in hundredths, and how far apart two may stay between which the verdict turns.
const FIRST = [0, 25, 50, 75, 100];
const CLOSE = 5;
const [NOWHERE, UNKNOWN] = ["nowhere", "unknown"];

/** The verdict at some shares, one after another, so that nobody waits for all of them. */
export class ShiftDial {
  #found = new Map();

  /** @param conclusionAt a share as {conclusion, models, left_out} */
  constructor(conclusionAt) {
    this.conclusionAt = conclusionAt;
  }

  /** Look at one more share; whether there is none left to look at. */
  work() {
    const next = this.#next;
    if (next === undefined) return true;
    this.#found.set(next, this.conclusionAt(next / 100));
    return this.done;
  }

  get done() {
    return this.#next === undefined;
  }

  get #places() {
    return [...this.#found.keys()].sort((a, b) => a - b);
  }

  get #next() {
    const missing = FIRST.find((place) => !this.#found.has(place));
    if (missing !== undefined) return missing;
    const places = this.#places;
    const at = places.findIndex(
      (place, i) => i > 0 && place - places[i - 1] > CLOSE && this.#turns(places[i - 1], place),
    );
    return at < 0 ? undefined : Math.round((places[at - 1] + places[at]) / 2 / CLOSE) * CLOSE;
  }

  #turns(one, other) {
    return keyOf(this.#found.get(one)) !== keyOf(this.#found.get(other));
  }

  /** Neighbouring shares of one conclusion together; between two that differ, the turn is at the higher one's start. */
  get stretches() {
    const places = this.#places;
    const starts = places.filter((place, i) => i === 0 || this.#turns(places[i - 1], place));
    return starts.map((start, i) => ({
      ...this.#found.get(start),
      low: start / 100,
      high: (starts[i + 1] ?? 101) / 100 - 0.01,
    }));
  }
}

const keyOf = ({ conclusion, models, left_out: without }) => JSON.stringify([conclusion, [...models].sort(), without]);

/** What a setting comes to, as the library's result has it. */
export function conclusionAtShift(judgement) {
  const { kind, model, tied } = conclusionOf(judgement);
  const left = { left_out: judgement.worldless };
  if (judgement.worldless.length > 0) return { conclusion: NOWHERE, models: [], ...left };
  if (kind === "coarse") return { conclusion: UNKNOWN, models: [], ...left };
  if (kind === "use") return { conclusion: "use", models: [model], ...left };
  return kind === "close" ? { conclusion: "tied", models: tied, ...left } : { conclusion: "none", models: [], ...left };
}

/** In words: whether it holds, where it turns, and for whom there is no such place. */
export function shiftWords(stretches, asked) {
  const told = stretches.filter(({ conclusion }) => conclusion !== NOWHERE && conclusion !== UNKNOWN);
  const same = (stretch) =>
    isWithout(stretch) ? isWithout(asked) : keyOf({ ...stretch, left_out: [] }) === keyOf({ ...asked, left_out: [] });
  const others = told.filter((stretch) => !same(stretch));
  const turns = others.map((stretch) => fill(SHIFT.turn, { where: whereOf(stretch), conclusion: inWords(stretch) }));
  const isKnown = stretches.every(({ conclusion }) => conclusion !== UNKNOWN);
  const holds = isKnown && told.length > 0 ? [holdsWords(stretches, told)] : [];
  const first = turns.length > 0 ? [fill(SHIFT.turns, { turns: turns.join(SHIFT.then) })] : holds;
  return [...first, ...leftOut(stretches)].join(" ");
}

/** Whether every model is shown to be worse than deciding without one, or none to be better: what to do is the same. */
function isWithout({ conclusion, models }) {
  return conclusion === "none" || (models.length === 1 && models[0] === WITHOUT_A_MODEL);
}

function holdsWords(stretches, told) {
  if (told.length === stretches.length) return SHIFT.holds;
  return fill(SHIFT.holds_where, { where: whereOf({ low: told[0].low, high: told.at(-1).high }) });
}

function inWords({ conclusion, models, left_out: without }) {
  const kind = models.length === 1 && models[0] === WITHOUT_A_MODEL ? "worse" : conclusion;
  const words = fill(SHIFT[kind], { models: join(models) });
  return without.length > 0 ? fill(SHIFT.among, { conclusion: words, models: join(without) }) : words;
}

function leftOut(stretches) {
  const byPlace = new Map();
  for (const model of new Set(stretches.flatMap(({ left_out: without }) => without))) {
    const last = stretches.findLast(({ left_out: without }) => without.includes(model));
    const where = whereOf({ low: 0, high: last.high });
    byPlace.set(where, [...(byPlace.get(where) ?? []), model]);
  }
  return [...byPlace].map(([where, models]) => fill(SHIFT.no_place, { where, models: join(models) }));
}

function whereOf({ low, high }) {
  const text = (share) => general(share, 2);
  if (low === 0 && high === 1) return SHIFT.everywhere;
  if (low === 0) return fill(SHIFT.below, { high: text(high + 0.01) });
  if (low === high) return fill(SHIFT.at, { low: text(low) });
  if (high === 1) return fill(SHIFT.above, { low: text(low - 0.01) });
  return fill(SHIFT.from_to, { low: text(low), high: text(high) });
}
