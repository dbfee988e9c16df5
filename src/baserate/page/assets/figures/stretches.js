// Where along the axis one is ahead beyond chance, by the band and not by its drawing. No document in here.
import { stepsBetween } from "../chart/steps.js";
import { isCoarse } from "./claims.js";

export const AHEAD = 1;
export const BEHIND = -1;
export const CHANCE = 0;
export const UNKNOWN = null;

/** What an estimate of a difference says beyond chance and beyond the page's own error. */
export function sideOf(estimate) {
  const { low, high, error = 0 } = estimate ?? {};
  if (!Number.isFinite(low) || !Number.isFinite(high) || isCoarse(estimate)) return UNKNOWN;
  return low > error ? AHEAD : high < -error ? BEHIND : CHANCE;
}

/** The estimate at a point of a curve. */
export function estimateAt({ value, low, high, error }, at) {
  return { value: value[at], low: low[at], high: high[at], error: error?.[at] ?? 0 };
}

/**
 * What is known at a prevalence: asked of the engine where the data can be asked, else only where the points to both
 * sides of it agree; undefined where they do not.
 */
function sideAt(data, sides, share) {
  const above = data.prevalence.findIndex((one) => one >= share);
  if (above < 0) return sides.at(-1);
  const [before, after] = [sides[Math.max(above - 1, 0)], sides[above]];
  if (before === after) return after;
  return data.at ? sideOf(data.at(share)) : undefined;
}

/** Stretches of the range with one side each, [{side, low, high}], whose ends are numbers of two digits. */
export function stretchesOf(data, range) {
  const sides = Array.from(data.prevalence, (_, at) => sideOf(estimateAt(data, at)));
  const stretches = [];
  for (const share of stepsBetween(range)) {
    const side = sideAt(data, sides, share);
    if (side === undefined) continue;
    const last = stretches.at(-1);
    if (last?.side === side) last.high = share;
    else stretches.push({ side, low: share, high: share });
  }
  return stretches;
}
