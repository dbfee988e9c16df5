// A setting and a worth in words, as the library says them.
import { levelText, percentText, ratioText, scaledTexts, shortPercentText } from "../text/formats.js";
import { fixed, general } from "../text/digits.js";
import { fill, WORDS } from "../text/words.js";
import { middleShare } from "./numbers.js";
import { unitOf } from "./units.js";

export function prevalenceInWords(range) {
  if (range === null) return WORDS.prevalence.observed;
  const [low, high] = range;
  return low === high ? percentText(low) : `${percentText(low)} to ${percentText(high)}`;
}

// ---- sentences in parts: texts, and numbers or names that the page makes into controls ----

/**
 * A template filled with parts: texts, controls {control, text}, or lists of both. All at once, so that a name with
 * braces in it stays a name; texts that meet become one.
 */
export function partsOf(template, values) {
  const pieces = template.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : values[piece]));
  const parts = [];
  for (const part of pieces.flat(Infinity)) {
    if (typeof part !== "string") parts.push(part);
    else if (typeof parts.at(-1) === "string") parts.push(parts.pop() + part);
    else if (part !== "") parts.push(part);
  }
  return parts;
}

export function textOf(parts) {
  return parts.map((part) => (typeof part === "string" ? part : part.text)).join("");
}

/** The words of a study, for templates; those of a page that was made without them. */
export function namesOf({ names }) {
  return names ?? { outcome: "cases", one_outcome: "case", action: "treatments", one_action: "treatment", title: null };
}

/**
 * Everything that the verdict says about a setting.
 * @param state of the controls; with `study` the study's own distributions, which two handles cannot say
 * @param about {names, range, costs, deployment}: the study's words, the prevalences and costs that are meant, and
 *   what the result says of its own deployment; byTreated where its net benefit is from the risk of the treated,
 *   and counts are not
 */
export function verdictPhrases(state, { names, range, costs, deployment, byTreated = false }) {
  const { verdict } = WORDS;
  const unit = unitOf(state.units);
  const found = fill(unit.scale.found, names);
  const own = state.study ? deployment : { prevalence: null, cost: null };
  const isOne = range[0] === range[1];
  const median = own.prevalence?.median ?? middleShare(...range);
  return {
    names,
    percent: shortPercentText,
    where: whereParts(state, { names, range, costs, own, usesCost: unit.usesCost }),
    command: commandText(state),
    tellsCounts: !unit.weighted,
    ends: (difference, level) => {
      const [value, low, high] = scaledTexts(difference, unit.scale);
      return { value, low, high, level: levelText(level), found };
    },
    possible: (value) => fixed(unit.scale.factor * value, unit.scale.digits),
    exchange: (other, first, second) => {
      const one = byTreated && state.study ? verdict.exchange_by_weights : verdict.exchange;
      const template = isOne ? one : verdict.exchange_at_median;
      const counts = countsInWords(first, second, names);
      return counts && fill(template, { other, median: shortPercentText(median), ...counts });
    },
  };
}

/** The deployment as a clause: how common the outcome is there, and how bad each kind of error. */
function whereParts(state, { names, range, costs, own, usesCost }) {
  const { where } = WORDS.verdict;
  const control = (text) => ({ control: "prevalence", text });
  const cost = costParts(costs, { names, own: own.cost, usesCost });
  if (own.prevalence && !isPlain(own.prevalence)) {
    return partsOf(where.distribution, { prevalence: control(own.prevalence.text), cost });
  }
  if (state.prevalence === null) {
    return partsOf(where.observed, { prevalence: control(shortPercentText(range[0])), cost });
  }
  return partsOf(where.share, { prevalence: control(prevalenceInWords(range)), cost });
}

/** What one error is worth in errors of the other kind, whichever is the worse. */
function costParts([low, high], { names, own, usesCost }) {
  const { cost } = WORDS.verdict;
  const control = (text) => ({ control: "cost", text });
  if (!usesCost) return [cost.alike];
  if (own && !isPlain(own)) return partsOf(cost.distribution, { times: control(own.text) });
  if (low > EVEN)
    return partsOf(cost.treating, { ...names, times: control(times(low / (1 - low), high / (1 - high))) });
  const many = times((1 - high) / high, (1 - low) / low);
  return partsOf(many === "1" ? cost.missing_one : cost.missing, { ...names, times: control(many) });
}

// A cost of 1:1, as it may be rounded.
const EVEN = 0.5 * (1 + 1e-9);

/** Whether one number, or two ends, say all that is known. */
const isPlain = ({ kind }) => kind === "value" || kind === "LogOddsUniform";

/** How many errors of one kind, or from how many to how many. */
function times(low, high) {
  const [least, most] = [low, high].map((number) => general(number, WORDS.digits.ratio));
  return low === high ? least : fill(WORDS.verdict.range, { low: least, high: most });
}

/** The setting as the command line is asked for it. */
function commandText({ prevalence, cost, shift }) {
  const { command: stated, command_observed: observed, command_shift: more } = WORDS.verdict;
  // One share for all models; that of each is the study's own, which it knows.
  const command = stated + (shift === 1 || shift === null ? "" : fill(more, { shift: general(shift, 6) }));
  const range = (ends, format) => [...new Set(ends.map(format))].join("..");
  return fill(prevalence === null ? observed : command, {
    prevalence: prevalence && range(prevalence, (end) => percentText(end).replace(" ", "")),
    cost: range(cost, ratioText),
  });
}

/** Cases found and unnecessary treatments of one way to decide, compared with another; null if the page cannot tell. */
function countsInWords(first, second, names) {
  const count = (kind, key) => {
    const error = (first.error?.[key] ?? 0) + (second.error?.[key] ?? 0);
    return error > 0.5 ? null : countInWords(kind, first[key] - second[key], error, names);
  };
  const [found, treated] = [count("found", "truePositives"), count("treated", "falsePositives")];
  return found && treated && { found, treated };
}

/** How many more or fewer, of 1,000 patients. */
function countInWords(kind, change, error, names) {
  const inTenths = Math.abs(change) < WORDS.constants.whole_counts_from && error <= 0.05;
  const count = fixed(Math.abs(change), inTenths ? 1 : 0);
  const sign = Number(count) === 0 ? "same" : change > 0 ? "more" : "fewer";
  return fill(WORDS.verdict[`${kind}_${sign}`], { ...names, count });
}
