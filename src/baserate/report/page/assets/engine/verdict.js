// The verdict: which model to use, and which cannot be told from it. Rules and words are the library's own
// (baserate.evaluation.verdict and sentences).
import { WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { general } from "../text/digits.js";
import { clamp, expit, logit } from "./numbers.js";
import { unitOf } from "./units.js";

const { constants, verdict: VERDICT } = WORDS;
const POINTS = constants.prevalences_compared;

/**
 * @param context {names, compare(a, b), together(a, b), doneBy(name), level, margin, range, costs, observed, count,
 *   adjusts, state, valueAt(name, prevalence), lead(a, b, ends), phrases}
 */
export function verdictOf(context) {
  const { names, compare, together } = context;
  const ranked = rank(context);
  const [best, runnerUp] = ranked;
  const model = best === WITHOUT_A_MODEL ? runnerUp : best;
  const isAhead = (one, other) =>
    together(one, other).low > constants.a_tie && compare(one, other).value >= (context.margin ?? 0);
  const better = names.filter((name) => isAhead(name, WITHOUT_A_MODEL));
  const rivals = ranked.slice(1).filter((name) => name !== WITHOUT_A_MODEL);
  const kept = better.includes(best) ? [] : better;
  const tied = [best, ...rivals.filter((name) => kept.includes(name) || !isAhead(best, name))];
  const within = (one, other) => ({ value: compare(one, other).value, ...together(one, other) });
  const verdict = {
    best,
    tied,
    betterThanWithout: better,
    decided: tied.length === 1 && (best === WITHOUT_A_MODEL || better.includes(best)),
    runnerUp,
    difference: within(best, runnerUp),
    added: within(model, WITHOUT_A_MODEL),
    nonInferior:
      context.margin === null || best === WITHOUT_A_MODEL
        ? []
        : rivals.filter((name) => together(best, name).high < context.margin),
    outside: isOutside(context),
    flips: flipsOf(best, context),
  };
  return { ...verdict, text: inWords(verdict, model, context) };
}

/** Models and deciding without one, the best first; a model that only equals the latter is no better. */
function rank({ names, compare }) {
  const over = new Map(names.map((name) => [name, compare(name, WITHOUT_A_MODEL).value]));
  const models = [...names].sort((a, b) => over.get(b) - over.get(a));
  const ahead = models.filter((name) => over.get(name) > constants.a_tie);
  return [...ahead, WITHOUT_A_MODEL, ...models.slice(ahead.length)];
}

function isOutside({ state, observed }) {
  return state.prevalence !== null && (state.prevalence[1] < observed.low || state.prevalence[0] > observed.high);
}

// ---- in words ----

function inWords(verdict, model, context) {
  const tell = verdict.betterThanWithout.length === 0 ? noModel : verdict.decided ? oneModel : severalModels;
  const sentences = [...tell(verdict, model, context), ...nonInferior(verdict, context), ...flips(verdict, context)];
  if (context.adjusts) sentences.push(fill(VERDICT.together, { count: context.count }));
  return [...sentences, ...outside(verdict, context)].join(" ");
}

function oneModel({ best, runnerUp }, _, context) {
  const sentences = [
    fill(VERDICT.use, { best, where: context.phrases.where }),
    fill(VERDICT.over_default, { worth: worth(best, WITHOUT_A_MODEL, context) }),
  ];
  if (runnerUp !== WITHOUT_A_MODEL) {
    const template = context.names.length === 2 ? VERDICT.over_other : VERDICT.over_next;
    sentences.push(fill(template, { other: runnerUp, worth: worth(best, runnerUp, context) }));
  }
  return sentences;
}

function severalModels({ best, tied, betterThanWithout }, _, context) {
  const told = tied.slice(1, 1 + constants.ties_told_one_by_one);
  const differences = join(told.map((other) => difference(best, other, context)));
  const sentences = [
    fill(VERDICT.too_close, { models: join(tied), where: context.phrases.where, differences }),
    ...leadsThatDoNotMatter(best, told, context),
    VERDICT.what_else,
  ];
  if (betterThanWithout.includes(best)) {
    sentences.push(fill(VERDICT.best_over_default, { best, worth: worth(best, WITHOUT_A_MODEL, context) }));
  }
  const unsure = tied.filter((name) => !betterThanWithout.includes(name));
  if (unsure.length > 0) {
    const template = unsure.length === 1 ? VERDICT.not_shown_better : VERDICT.none_shown_better;
    sentences.push(fill(template, { models: join(unsure) }));
  }
  return sentences;
}

function noModel(_, model, context) {
  const template = context.names.length > 1 ? VERDICT.no_model : VERDICT.not_the_model;
  const opening = fill(template, {
    where: context.phrases.where,
    model,
    difference: difference(model, WITHOUT_A_MODEL, context),
  });
  return [opening, ...leadsThatDoNotMatter(model, [WITHOUT_A_MODEL], context), ...withoutAModel(context)];
}

/** What deciding without a model is: treating all from a prevalence on. */
function withoutAModel({ range, costs, phrases }) {
  if (costs[0] !== costs[1]) return [];
  const threshold = costs[0];
  const kind = range[0] >= threshold ? "all" : range[1] < threshold ? "none" : "both";
  return [fill(VERDICT[`without_is_${kind}`], { threshold: phrases.percent(threshold) })];
}

/** A word where a lead is beyond chance, but smaller than the margin. */
function leadsThatDoNotMatter(best, others, { margin, together }) {
  const behind = others.filter((other) => together(best, other).low > 0);
  if (margin === null || behind.length === 0) return [];
  return [fill(VERDICT.below_margin, { best, others: join(behind), margin: marginText(margin) })];
}

function nonInferior({ best, nonInferior: names }, { margin }) {
  if (names.length === 0) return [];
  const template = names.length === 1 ? VERDICT.non_inferior : VERDICT.all_non_inferior;
  return [fill(template, { models: join(names), best, margin: marginText(margin) })];
}

/** Only what is beyond chance is told. */
function flips({ best, flips: all }, { phrases: { percent } }) {
  const told = all
    .filter(({ beyondChance }) => beyondChance)
    .map(({ ahead, low, high }) => fill(VERDICT.flip, { ahead, low: percent(low), high: percent(high) }));
  return told.length > 0 ? [fill(VERDICT.flips, { best, flips: join(told) })] : [];
}

function outside(verdict, { observed, phrases: { percent } }) {
  if (!verdict.outside) return [];
  const { everyone, groups } = observed;
  if (groups.length === 0) return [fill(VERDICT.outside, { observed: percent(everyone) })];
  const [low, high] = [Math.min(...groups), Math.max(...groups)].map(percent);
  return [fill(VERDICT.outside_groups, { observed: percent(everyone), low, high })];
}

/** A lead as an exchange, with what happens to cases and non-cases. */
function worth(one, other, { compare, together, doneBy, phrases, level }) {
  const exchange = phrases.exchange(doneBy(one), doneBy(other));
  return phrases.worth({ value: compare(one, other).value, ...together(one, other) }, level, exchange);
}

/** A difference as it is, which may be none. */
function difference(one, other, { compare, together, phrases, level }) {
  return phrases.difference(one, other, { value: compare(one, other).value, ...together(one, other) }, level);
}

const marginText = (margin) => general(1000 * margin, 6);

/** One name, or several with the last after "and". */
export function join(names) {
  if (names.length < 2) return names.join("");
  return [names.slice(0, -1).join(VERDICT.comma), names.at(-1)].join(VERDICT.and);
}

// ---- where the order flips ----

/** Where within the range another model is ahead; only a range has an axis to flip on, and only at one cost. */
function flipsOf(best, { names, state, level, margin, valueAt, lead }) {
  const range = state.prevalence;
  const oneCost = !unitOf(state.units).usesCost || state.cost[0] === state.cost[1];
  if (range === null || range[0] === range[1] || !names.includes(best) || names.length < 2 || !oneCost) return [];
  const [low, high] = range.map(logit);
  const at = (i) => clamp(expit(low + ((high - low) * i) / (POINTS - 1)), range[0], range[1]);
  const leaders = [];
  for (let i = 0; i < POINTS; i++) leaders.push(leaderAt(names, best, (name) => valueAt(name, at(i))));
  const starts = leaders.map((_, i) => i).filter((i) => i === 0 || leaders[i] !== leaders[i - 1]);
  const stretches = starts
    .map((start, n) => ({ ahead: leaders[start], ends: [at(start), at((starts[n + 1] ?? POINTS) - 1)] }))
    .filter(({ ahead }) => ahead !== best);
  // Bonferroni's level: the stretches, and who is ahead, were picked by looking.
  const adjusted = 1 - (1 - level) / Math.max(names.length - 1, stretches.length, 1);
  return stretches.map(({ ahead, ends }) => {
    const estimate = lead(ahead, best, ends);
    const isLead = estimate.at(adjusted).low > 0 && estimate.value >= (margin ?? 0);
    const beyondChance = ends[0] < ends[1] && isLead;
    return { ahead, low: ends[0], high: ends[1], confidence: estimate.confidence(), beyondChance };
  });
}

function leaderAt(names, best, value) {
  const values = names.map(value);
  const most = Math.max(...values);
  return value(best) >= most - constants.a_tie ? best : names[values.indexOf(most)];
}
