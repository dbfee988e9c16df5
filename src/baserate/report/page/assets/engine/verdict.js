// The verdict: which model wins, by how much, how sure, and where the order flips. The words are the
// library's own.
import { SINGLE_STRATEGIES, startSentence } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { clamp, expit, logit } from "./numbers.js";
import { unitOf } from "./units.js";

const { constants, verdict: VERDICT } = WORDS;
const POINTS = constants.prevalences_compared;

/** Which is best: models and default strategies by [name, value], best first; their order breaks ties. */
export function rankByValue(values) {
  return [...values].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/**
 * @param context {names, compare(a, b), level, state, valueAt(name, prevalence), lead(a, b, ends), phrases}
 */
export function verdictOf(order, context) {
  const { names, compare, level } = context;
  const best = order[0];
  let runnerUp = order[1];
  if (!names.includes(best) && !names.includes(runnerUp)) runnerUp = order.find((name) => names.includes(name));
  const difference = compare(best, runnerUp);
  const sure = (1 + level) / 2;
  const decided = difference.probability >= sure;
  const { flips, changes } = flipsOf(best, context);
  const sentences = [
    openingSentence(best, runnerUp, difference, decided, context),
    ...defaultSentences(order, best, runnerUp, sure, context),
  ];
  const stretches = flips.filter(({ low, high }) => low < high); // a single point is no stretch to tell of
  if (stretches.length > 0) sentences.push(flipSentence(stretches, best, changes, context.phrases));
  return { text: sentences.join(" "), best, runnerUp, difference, probability: difference.probability, decided, flips };
}

function openingSentence(best, other, difference, decided, { phrases, level }) {
  return fill(decided ? VERDICT.wins : VERDICT.undecided, {
    best: decided ? startSentence(best) : best,
    other,
    where: phrases.where,
    worth: phrases.worth(difference, level),
    probability: phrases.probability(difference.probability),
  });
}

/** Whether the best beats the default strategies, if that has not been said. */
function defaultSentences(order, best, runnerUp, enough, { names, compare, phrases, level }) {
  if (!names.includes(best)) return [VERDICT.no_model_is_better];
  const strategy = order.find((name) => !names.includes(name) && SINGLE_STRATEGIES.includes(name));
  if (strategy === runnerUp) return [];
  const difference = compare(best, strategy);
  const template = difference.probability >= enough ? VERDICT.over_default : VERDICT.over_default_unsure;
  return [fill(template, { strategy, best, worth: phrases.worth(difference, level) })];
}

/** Where within the range another model is ahead; only a range has an axis to flip on, and only at one cost. */
function flipsOf(best, { names, state, valueAt, lead }) {
  const range = state.prevalence;
  const oneCost = !unitOf(state.units).usesCost || state.cost[0] === state.cost[1];
  if (range === null || range[0] === range[1] || !names.includes(best) || names.length < 2 || !oneCost) {
    return { flips: [], changes: 0 };
  }
  const [low, high] = range.map(logit);
  const at = (i) => clamp(expit(low + ((high - low) * i) / (POINTS - 1)), range[0], range[1]);
  const leaders = [];
  for (let i = 0; i < POINTS; i++) leaders.push(leaderAt(names, best, (name) => valueAt(name, at(i))));
  const starts = leaders.map((_, i) => i).filter((i) => i === 0 || leaders[i] !== leaders[i - 1]);
  const flips = starts
    .map((start, n) => ({ ahead: leaders[start], ends: [at(start), at((starts[n + 1] ?? POINTS) - 1)] }))
    .filter(({ ahead }) => ahead !== best)
    .map(({ ahead, ends }) => ({ ahead, low: ends[0], high: ends[1], probability: lead(ahead, best, ends) }));
  return { flips, changes: starts.length - 1 };
}

function leaderAt(names, best, value) {
  const values = names.map(value);
  const most = Math.max(...values);
  return value(best) >= most - constants.a_tie ? best : names[values.indexOf(most)];
}

function flipSentence(flips, best, changes, { percent }) {
  const isSure = ({ probability }) => probability >= constants.sure_lead;
  const tell = (stretches) =>
    stretches
      .map((flip) =>
        fill(isSure(flip) ? VERDICT.flip : VERDICT.flip_by_chance, {
          ahead: flip.ahead,
          low: percent(flip.low),
          high: percent(flip.high),
        }),
      )
      .join(VERDICT.and);
  if (flips.length <= constants.flips_told_one_by_one) return fill(VERDICT.flips, { flips: tell(flips), best });
  const sure = flips.filter(isSure);
  return fill(sure.length > 0 ? VERDICT.many_flips : VERDICT.many_flips_by_chance, { changes, flips: tell(sure) });
}
