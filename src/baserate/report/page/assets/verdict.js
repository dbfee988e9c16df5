import { clamp, expit, logit } from "./numbers.js";

// The verdict: which model wins, by how much, how sure, and where the order flips. The words are the
// library's own.

export const EVERYONE = "treat all";
export const NO_ONE = "treat none";
const POINTS = 401;
const FEW_FLIPS = 3;
// A lead that an interval at 95 % would hold to be one.
const SURE = 0.975;

/** Which is best: models and ways without one, best first; the order they are given in breaks ties. */
export function ranking(models, rivals) {
  const all = [
    ...models.map((model) => [model.name, model.score.value]),
    [EVERYONE, rivals.everyone.value],
    [NO_ONE, rivals.noOne.value],
  ];
  return all.sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/**
 * @param context {names, compare(a, b), level, state, valueAt(name, prevalence), lead(a, b, ends), words}
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
    opening(best, runnerUp, difference, decided, context),
    ...overRivals(order, best, runnerUp, sure, context),
  ];
  const told = flips.filter(({ low, high }) => low < high); // a single point is no stretch to tell of
  if (told.length > 0) sentences.push(flipSentence(told, best, changes, context.words));
  return { text: sentences.join(" "), best, runnerUp, difference, probability: difference.probability, decided, flips };
}

function opening(best, other, difference, decided, { words, level }) {
  const worth = words.worth(difference, level);
  const probability = words.probability(difference.probability);
  const where = `${words.place}${words.atCost}`;
  if (decided) {
    return `${capital(best)} wins ${where}: over ${other}, it is worth ${worth}. Probability that it is the better of the two: ${probability}.`;
  }
  return `These data cannot tell ${best} from ${other} ${where}: the difference is ${worth}. Probability that ${best} is the better of the two: ${probability}.`;
}

/** Whether the best beats deciding without a model, if that has not been said. */
function overRivals(order, best, runnerUp, enough, { names, compare, words, level }) {
  if (!names.includes(best)) return ["No model is better than deciding without one."];
  const rival = order.find((name) => name === EVERYONE || name === NO_ONE);
  if (rival === runnerUp) return [];
  const difference = compare(best, rival);
  const sure = difference.probability >= enough ? "" : ", which these data cannot tell from nothing";
  return [`Over the better way without a model (${rival}), ${best} is worth ${words.worth(difference, level)}${sure}.`];
}

/** Where within the range another model is ahead; only a range has an axis to flip on, and only at one cost. */
function flipsOf(best, { names, state, valueAt, lead }) {
  const range = state.prevalence;
  const oneCost = state.units === "accuracy" || state.cost[0] === state.cost[1];
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
  return value(best) >= most - 1e-12 ? best : names[values.indexOf(most)];
}

function flipSentence(flips, best, changes, words) {
  const said = (flip) =>
    `${flip.ahead} is ahead from ${words.percent(flip.low)} to ${words.percent(flip.high)}${flip.probability >= SURE ? "" : ", which may be chance"}`;
  if (flips.length > FEW_FLIPS) {
    const sure = flips.filter((flip) => flip.probability >= SURE).map(said);
    const which = sure.length ? `more than chance only: ${sure.join(", and ")}` : "no such lead is more than chance";
    return `Within the range the lead changes ${changes} times; ${which}.`;
  }
  return `Within the range the order flips: ${flips.map(said).join(", and ")}; elsewhere ${best} is.`;
}

/** Names of models as they are; ways without a model begin a sentence. */
function capital(name) {
  return name === EVERYONE || name === NO_ONE ? name[0].toUpperCase() + name.slice(1) : name;
}
