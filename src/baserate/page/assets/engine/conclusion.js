// The conclusion at a setting: which model is best, which cannot be told from it, whether that settles it. The rules
// are the library's own (baserate.results.verdict); verdict, captions, curves and map all take it from here.
import { WITHOUT_A_MODEL } from "../text/names.js";
import { WORDS } from "../text/words.js";

const { constants } = WORDS;
const STEPS = 0.005;

/**
 * @param context {names, compare(a, b), isAhead(a, b)}: the latter says whether a lead is beyond chance, all comparisons
 *   and the page's own error taken together, and no smaller than the margin; worldless are models that have no number here
 */
export function judge({ names, compare, isAhead, worldless = [] }) {
  const ranked = rank(names, compare);
  const [best, runnerUp] = ranked;
  const model = best === WITHOUT_A_MODEL ? runnerUp : best;
  const better = names.filter((name) => isAhead(name, WITHOUT_A_MODEL));
  const rivals = ranked.slice(1).filter((name) => name !== WITHOUT_A_MODEL);
  // Where the best is not shown to be better than deciding without a model, those that are cannot be worse choices.
  const kept = better.includes(best) ? [] : better;
  const tied = [best, ...rivals.filter((name) => kept.includes(name) || !isAhead(best, name))];
  const asked = better.length === 0 ? [model, WITHOUT_A_MODEL] : [best, runnerUp];
  const coarse = worldless.length > 0 || Boolean(compare(...asked).coarse);
  return {
    ranked,
    best,
    runnerUp,
    model,
    rivals,
    tied,
    betterThanWithout: better,
    coarse,
    worldless,
    decided: !coarse && tied.length === 1 && (best === WITHOUT_A_MODEL || better.includes(best)),
    // Whoever decides as without a model does, or worse, for all that the patients tell.
    noneCanBeBetter: names.every((name) => {
      const { low, high, error = 0 } = compare(name, WITHOUT_A_MODEL);
      // Steps in which an interval is looked for do not move an end that is nothing.
      return high + (error > STEPS * (high - low) ? error : 0) <= constants.a_tie;
    }),
  };
}

/** Models and deciding without one, the best first; a model that only equals the latter is no better. */
function rank(names, compare) {
  const over = new Map(names.map((name) => [name, compare(name, WITHOUT_A_MODEL).value]));
  const models = [...names].sort((a, b) => over.get(b) - over.get(a));
  const ahead = models.filter((name) => over.get(name) > constants.a_tie);
  return [...ahead, WITHOUT_A_MODEL, ...models.slice(ahead.length)];
}

/**
 * In one word: "use" a model, too "close" to call, "none" shown to be better than deciding without one, or too "coarse"
 * a page to tell. That none is better may be settled: every model is worse, or decides no better for all that is known.
 */
export function conclusionOf({ best, tied, betterThanWithout, decided, coarse, noneCanBeBetter }) {
  if (coarse) return { kind: "coarse", model: null, tied };
  if (betterThanWithout.length === 0) {
    return { kind: "none", model: null, tied, settled: decided || Boolean(noneCanBeBetter) };
  }
  return decided ? { kind: "use", model: best, tied } : { kind: "close", model: null, tied };
}
