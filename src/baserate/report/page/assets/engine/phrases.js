// A setting and a worth in words, as the library says them.
import { levelText, percentText, ratioText, ratioWords, scaledTexts, shortPercentText } from "../text/formats.js";
import { fixed } from "../text/digits.js";
import { fill, WORDS } from "../text/words.js";
import { middleShare } from "./numbers.js";
import { unitOf } from "./units.js";

/** One cost with what it says, or a range with its median. */
export function costInWords([low, high]) {
  if (low === high) return `${ratioText(low)} (${ratioWords(low)})`;
  return `${ratioText(low)} to ${ratioText(high)} (median ${ratioText(middleShare(low, high))})`;
}

export function prevalenceInWords(range) {
  if (range === null) return WORDS.prevalence.observed;
  const [low, high] = range;
  return low === high ? percentText(low) : `${percentText(low)} to ${percentText(high)}`;
}

/** The whole setting in one line. */
export function settingInWords({ prevalence, cost, units, group }) {
  const price = unitOf(units).usesCost ? costInWords(cost) : WORDS.cost.every_error_alike;
  const who = group === null ? "" : `, in ${group}`;
  return `prevalence ${prevalenceInWords(prevalence)}, cost ${price}${who}`;
}

/** Everything that the verdict says about a setting. */
export function verdictPhrases({ prevalence, cost, units }) {
  const { verdict } = WORDS;
  const isOne = prevalence === null || prevalence[0] === prevalence[1];
  const place = fill(isOne ? verdict.at_one_prevalence : verdict.over_a_range, {
    prevalence: prevalenceInWords(prevalence),
  });
  const where = unitOf(units).usesCost ? verdict.where : verdict.where_errors_count_alike;
  return {
    percent: shortPercentText,
    where: fill(where, { place, cost: costInWords(cost) }),
    worth: (difference, level, exchange) => worthInWords(difference, level, exchange, unitOf(units)),
    difference: (one, other, difference, level) =>
      fill(verdict.difference, { one, other, ...endsInWords(difference, level, unitOf(units)) }),
    exchange: (first, second) => exchangeInWords(first, second, isOne),
  };
}

function endsInWords(difference, level, { scale }) {
  const [value, low, high] = scaledTexts(difference, scale);
  return { value, low, high, unit: scale.unit, found: scale.found, level: levelText(level) };
}

function worthInWords(difference, level, exchange, unit) {
  const template = unit.weighted ? WORDS.verdict.worth_of_accuracy : WORDS.verdict.worth;
  return fill(template, { ...endsInWords(difference, level, unit), exchange });
}

/** Cases found and unnecessary treatments of one way to decide, compared with another. */
function exchangeInWords(first, second, isOnePrevalence) {
  const { verdict } = WORDS;
  return fill(isOnePrevalence ? verdict.exchange : verdict.exchange_at_median, {
    found: countInWords("found", first.truePositives - second.truePositives),
    treated: countInWords("treated", first.falsePositives - second.falsePositives),
  });
}

/** How many more or fewer, of 1,000 patients. */
function countInWords(kind, change) {
  const count = fixed(Math.abs(change), Math.abs(change) < WORDS.constants.whole_counts_from ? 1 : 0);
  const sign = Number(count) === 0 ? "same" : change > 0 ? "more" : "fewer";
  return fill(WORDS.verdict[`${kind}_${sign}`], { count });
}
