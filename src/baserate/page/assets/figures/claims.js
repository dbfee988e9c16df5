// What a figure's words may claim: never more than the verdict, and never a number that this page does not have.
import { figureEstimate, notHere, roundPercent, roundRatio } from "../text/formats.js";
import { nameText, WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { conclusionOf } from "../engine/conclusion.js";

const { figures: FIGURES, verdict: VERDICT } = WORDS;
export const NOT_FROM_PAGE = WORDS.numbers.not_from_this_page;

/** Whether the page's own error swamps the interval of an estimate. */
export function isCoarse(estimate) {
  if (estimate?.coarse !== undefined) return estimate.coarse;
  const { low, high, error = 0 } = estimate ?? {};
  return error > (high - low) / 2;
}

/** "8.2 (7.7 to 8.7)", or that the number is not to be had from this page. */
export function estimateWords(estimate, scale, signed = false) {
  return isCoarse(estimate) ? notHere(estimate) : figureEstimate(estimate, scale, signed);
}

/** The value alone. */
export function valueWords(estimate, scale, signed = false) {
  if (isCoarse(estimate)) return notHere(estimate);
  const { value } = estimate ?? {};
  return figureEstimate({ value, low: value, high: value, error: estimate?.error }, scale, signed);
}

/** One name, or several with the last after "and". */
function joinNames(names) {
  const all = names.map(nameText);
  if (all.length < 2) return all.join("");
  return [all.slice(0, -1).join(VERDICT.comma), all.at(-1)].join(VERDICT.and);
}

function turned({ value, low, high, ...more }) {
  return { ...more, value: -value, low: -high, high: -low };
}

/**
 * How two ways to decide compare over the setting, one minus the other: {difference, adjusted}, the latter with the
 * interval that holds together with all others, as the verdict tells it; null where they are not compared.
 */
export function pairOf(answer, one, other) {
  const between = (a, b) => answer?.comparisons?.find((pair) => pair.model === a && pair.other === b);
  const [pair, back] = [between(one, other), between(other, one)];
  if (!pair && !back) return null;
  const { difference, adjusted, confidence } = pair ?? back;
  const both = [difference, { ...difference, ...adjusted }];
  const [plain, together] = pair ? both : both.map(turned);
  return { difference: plain, adjusted: together, confidence: pair ? confidence : 1 - confidence };
}

/** What the verdict says of two: 1 where one is ahead, -1 where the other is, 0 too close to call, null not from this page. */
export function relationOf(answer, one, other) {
  const { verdict } = answer;
  const pair = pairOf(answer, one, other);
  if (verdict.coarse || !pair || isCoarse(pair.difference)) return null;
  if (verdict.best === one || verdict.best === other) {
    const behind = verdict.best === one ? other : one;
    const sign = verdict.best === one ? 1 : -1;
    return isTold(verdict, behind) ? sign : 0;
  }
  const { low, high, error = 0 } = pair.adjusted;
  return low > error ? 1 : high < -error ? -1 : 0;
}

/** Whether the verdict puts its best ahead of another. */
function isTold({ best, tied, betterThanWithout }, behind) {
  return behind === WITHOUT_A_MODEL ? betterThanWithout.includes(best) : !tied.includes(behind);
}

/** Who is best by a verdict, in words: its own conclusion. */
export function bestWords(verdict) {
  const { kind, model, tied } = conclusionOf(verdict);
  if (kind === "coarse") return NOT_FROM_PAGE;
  if (kind === "none") return FIGURES.no_model_better;
  if (kind === "use") return fill(FIGURES.best, { best: nameText(model) });
  return fill(FIGURES.too_close_between, { models: joinNames(tied) });
}

const points = new WeakMap();

/** The engine's answer at one prevalence and cost, asked once for all captions of an answer; null where none can be asked. */
export function pointOf(answer, pointAt, prevalence, cost) {
  const { range, costs } = answer.setting;
  const same = [...range.map((end) => end - prevalence), ...costs.map((end) => end - cost)].every((far) => far === 0);
  if (same && answer.state?.prevalence !== null) return answer;
  if (!pointAt) return null;
  const known = points.get(answer);
  if (known?.prevalence === prevalence && known.cost === cost) return known.point;
  const point = pointAt(prevalence, cost);
  points.set(answer, { prevalence, cost, point });
  return point;
}

/** At one prevalence and cost, asked of the engine: "At a prevalence of 3.2 % and ..., severity is best." */
export function pointWords(answer, pointAt, prevalence, cost, terms) {
  const point = pointOf(answer, pointAt, prevalence, cost);
  if (!point?.verdict) return "";
  return fill(FIGURES.at_point, {
    prevalence: roundPercent(prevalence),
    threshold: roundPercent(cost),
    ratio: roundRatio(cost),
    best: bestWords(point.verdict),
    ...terms,
  });
}
