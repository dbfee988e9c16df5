// A setting and a worth in words, as the library says them.
import {
  levelText,
  percentText,
  probabilityText,
  ratioText,
  ratioWords,
  scaledTexts,
  shortPercentText,
} from "../text/formats.js";
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
  const { verdict, numbers } = WORDS;
  const one = prevalence === null || prevalence[0] === prevalence[1];
  const place = fill(one ? verdict.at_one_prevalence : verdict.over_a_range, {
    prevalence: prevalenceInWords(prevalence),
  });
  const where = unitOf(units).usesCost ? verdict.where : verdict.where_errors_count_alike;
  return {
    percent: shortPercentText,
    where: fill(where, { place, cost: costInWords(cost) }),
    probability: (p) => probabilityText(p, numbers.more_in_a_sentence, numbers.less_in_a_sentence),
    worth: (difference, level) => worthInWords(difference, level, unitOf(units)),
  };
}

function worthInWords(difference, level, { scale, weighted }) {
  const [value, low, high] = scaledTexts(difference, scale);
  const template = weighted ? WORDS.verdict.worth_of_accuracy : WORDS.verdict.worth;
  return fill(template, { value, low, high, unit: scale.unit, level: levelText(level) });
}
