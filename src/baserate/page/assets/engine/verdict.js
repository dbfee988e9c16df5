// The verdict: which model to use, and which cannot be told from it. Rules and words are the library's own
// (baserate.results.verdict and sentences).
import { WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { general } from "../text/digits.js";
import { clamp, expit, logit } from "./numbers.js";
import { partsOf, textOf } from "./phrases.js";
import { shareText } from "./shift.js";
import { unitOf } from "./units.js";

const { constants, verdict: VERDICT } = WORDS;
const { shift: SHIFT } = WORDS.page;
const POINTS = constants.prevalences_compared;

/**
 * Estimates may have an `error`, how far the page may be from the library, which a lead has to exceed too, and be
 * `coarse`, when the page does not tell them.
 * @param context {names, compare(a, b), together(a, b), doneBy(name), possible, least, level, margin, range, costs,
 *   observed, shifts, count, adjusts, state, judgement, valueAt(name, prevalence), lead(a, b, ends), phrases}
 */
export function verdictOf(context) {
  const { best, runnerUp, model, rivals, coarse } = context.judgement;
  const verdict = {
    ...context.judgement,
    difference: within(context, best, runnerUp),
    added: within(context, model, WITHOUT_A_MODEL),
    possible: context.possible,
    nonInferior:
      context.margin === null || best === WITHOUT_A_MODEL || coarse
        ? []
        : rivals.filter((name) => isNoWorse(within(context, best, name), context.margin)),
    outside: isOutside(context),
    flips: coarse ? [] : flipsOf(best, context),
  };
  verdict.withinError = !coarse && isWithinError(verdict);
  return { ...verdict, ...inWords(verdict, context) };
}

/** A difference with the interval that holds together with all others, and with the page's own error. */
function within({ compare, together }, one, other) {
  const { value, low, high, error = 0 } = together(one, other);
  return { value, low, high, error, coarse: compare(one, other).coarse ?? false };
}

/** Whether the page's own error alone keeps a lead from being one. */
function isWithinError({ decided, difference, added, betterThanWithout }) {
  const isHidden = ({ low, error }) => low > constants.a_tie && low - error <= constants.a_tie;
  if (betterThanWithout.length === 0) return isHidden(added);
  return !decided && isHidden(difference);
}

const isNoWorse = ({ high, error }, margin) => high + error < margin;

function isOutside({ state, observed }) {
  return state.prevalence !== null && (state.prevalence[1] < observed.low || state.prevalence[0] > observed.high);
}

// ---- in words ----

function inWords(verdict, context) {
  const sentence = sentenceOf(verdict, context);
  if (verdict.coarse) return { sentence, text: textOf(sentence) };
  const more = verdict.betterThanWithout.length === 0 ? noModel : verdict.decided ? oneModel : severalModels;
  const sentences = [
    textOf(sentence),
    ...more(verdict, context),
    ...nonInferior(verdict, context),
    ...flips(verdict, context),
  ];
  if (verdict.withinError) sentences.push(VERDICT.within_error);
  if (context.adjusts) sentences.push(fill(VERDICT.together, { count: context.count }));
  return { sentence, text: [...sentences, ...outside(verdict, context)].join(" ") };
}

/** The first sentence in parts: which model, where, and by how much. */
export function sentenceOf(verdict, context) {
  const tell = verdict.coarse
    ? tellCoarse
    : verdict.betterThanWithout.length === 0
      ? tellNoModel
      : verdict.decided
        ? tellOneModel
        : tellSeveralModels;
  return tell(verdict, context);
}

const modelOf = ({ best, runnerUp }) => (best === WITHOUT_A_MODEL ? runnerUp : best);
const bestPart = (text) => ({ control: "best", text });
const otherPart = (text) => ({ control: "other", text });

function tellOneModel({ best, runnerUp }, context) {
  const { where } = context.phrases;
  const ends = endsOf(context, best, runnerUp);
  if (runnerUp === WITHOUT_A_MODEL) {
    return partsOf(VERDICT.use_alone, { best: bestPart(best), where, ...ends, ...possible(context) });
  }
  return partsOf(VERDICT.use, { best: bestPart(best), where, other: otherPart(runnerUp), ...ends });
}

function tellSeveralModels({ best, tied }, context) {
  const { where } = context.phrases;
  const differences = toldOf(tied, context).map((other, i) =>
    fill(i === 0 ? VERDICT.difference : VERDICT.further_difference, {
      one: best,
      other,
      ...endsOf(context, best, other),
    }),
  );
  const models = tied.map((name, i) => (i === 0 ? bestPart(name) : i === 1 ? otherPart(name) : name));
  return partsOf(VERDICT.too_close, { models: joinParts(models), where, differences: join(differences) });
}

function tellNoModel(verdict, context) {
  const model = modelOf(verdict);
  const template = context.names.length > 1 ? VERDICT.no_model : VERDICT.not_the_model;
  const ends = endsOf(context, model, WITHOUT_A_MODEL);
  return partsOf(template, { where: context.phrases.where, model: bestPart(model), ...ends });
}

function tellCoarse(verdict, { phrases: { where, command }, least, state }) {
  if (verdict.worldless.length > 0) {
    const shift = state.shift === null ? SHIFT.shares.by_model : shareText(state.shift);
    return partsOf(SHIFT.no_world_sentence, { where, models: join(verdict.worldless), shift });
  }
  const model = modelOf(verdict);
  const other = verdict.betterThanWithout.length === 0 ? WITHOUT_A_MODEL : verdict.runnerUp;
  return partsOf(VERDICT.coarse, {
    where,
    command,
    least: String(least),
    one: bestPart(model),
    other: other === WITHOUT_A_MODEL ? VERDICT.without : otherPart(other),
  });
}

function oneModel({ best, runnerUp }, context) {
  const more = runnerUp === WITHOUT_A_MODEL ? [] : overDefault(VERDICT.over_default, best, context);
  return [...more, ...exchange(best, runnerUp, context)];
}

function severalModels({ best, tied, betterThanWithout }, context) {
  const sentences = [...leadsThatDoNotMatter(best, toldOf(tied, context), context), VERDICT.what_else];
  if (betterThanWithout.includes(best)) sentences.push(...overDefault(VERDICT.best_over_default, best, context));
  const unsure = tied.filter((name) => !betterThanWithout.includes(name));
  if (unsure.length > 0) {
    const template = unsure.length === 1 ? VERDICT.not_shown_better : VERDICT.none_shown_better;
    sentences.push(fill(template, { models: join(unsure) }));
  }
  return sentences;
}

function noModel(verdict, context) {
  return [...leadsThatDoNotMatter(modelOf(verdict), [WITHOUT_A_MODEL], context), ...withoutAModel(context)];
}

/** Those of the tied whose difference from the best is told; one that the page cannot tell is not. */
function toldOf([best, ...rivals], context) {
  const told = rivals.slice(0, constants.ties_told_one_by_one);
  return told.filter((other) => !context.compare(best, other).coarse);
}

/** What the best adds over deciding without a model, and what there was to add; nothing where the page cannot tell. */
function overDefault(template, best, context) {
  if (context.compare(best, WITHOUT_A_MODEL).coarse) return [];
  return [fill(template, { best, ...endsOf(context, best, WITHOUT_A_MODEL), ...possible(context) })];
}

const possible = ({ possible: value, phrases }) => ({ possible: phrases.possible(value) });

/** What happens to cases and non-cases, compared with the other; where every error counts alike, nothing to exchange. */
function exchange(one, other, { doneBy, phrases }) {
  const named = other === WITHOUT_A_MODEL ? VERDICT.without : other;
  const told = phrases.tellsCounts && phrases.exchange(named, doneBy(one), doneBy(other));
  return told ? [told] : [];
}

/** What deciding without a model is: treating all from a prevalence on. */
function withoutAModel({ range, costs, phrases }) {
  if (costs[0] !== costs[1]) return [];
  const threshold = costs[0];
  const kind = range[0] >= threshold ? "all" : range[1] < threshold ? "none" : "both";
  return [fill(VERDICT[`without_is_${kind}`], { threshold: phrases.percent(threshold) })];
}

/** A word where a lead is beyond chance, but smaller than the margin. */
function leadsThatDoNotMatter(best, others, context) {
  const { margin } = context;
  const isBehind = ({ low, error }) => low - error > 0;
  const behind = others.filter((other) => isBehind(within(context, best, other)));
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

function outside(verdict, { observed, shifts, phrases: { percent } }) {
  if (!verdict.outside) return [];
  const { everyone, groups } = observed;
  const { outside: alone, outside_groups: byGroup } = shifts === null ? VERDICT : WORDS.shift;
  if (groups.length === 0) return [fill(alone, { observed: percent(everyone), shifts })];
  const [low, high] = [Math.min(...groups), Math.max(...groups)].map(percent);
  return [fill(byGroup, { observed: percent(everyone), low, high, shifts })];
}

/** A difference with its interval in words. */
function endsOf(context, one, other) {
  return context.phrases.ends(within(context, one, other), context.level);
}

const marginText = (margin) => general(1000 * margin, 6);

/** One name, or several with the last after "and". */
export function join(names) {
  if (names.length < 2) return names.join("");
  return [names.slice(0, -1).join(VERDICT.comma), names.at(-1)].join(VERDICT.and);
}

/** The same for parts of a sentence. */
function joinParts(parts) {
  return parts.flatMap((part, i) => [...(i === 0 ? [] : [i === parts.length - 1 ? VERDICT.and : VERDICT.comma]), part]);
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
    const isLead = estimate.at(adjusted).low - (estimate.error ?? 0) > 0 && estimate.value >= (margin ?? 0);
    const beyondChance = ends[0] < ends[1] && isLead;
    return { ahead, low: ends[0], high: ends[1], confidence: estimate.confidence(), beyondChance };
  });
}

function leaderAt(names, best, value) {
  const values = names.map(value);
  const most = Math.max(...values);
  return value(best) >= most - constants.a_tie ? best : names[values.indexOf(most)];
}
