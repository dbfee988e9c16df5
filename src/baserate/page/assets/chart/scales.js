// Scales: from a value to its place in a figure, and back.
import { clamp, expit, logit } from "../engine/numbers.js";
import { snap } from "./svg.js";

function createScale(forward, inverse, low, high, from, to) {
  const start = forward(low),
    step = (to - from) / (forward(high) - start || 1);
  const scale = (value) => from + (forward(value) - start) * step;
  scale.invert = (place) => inverse(start + (place - from) / step);
  return Object.assign(scale, { low, high, from, to });
}

export function linearScale(low, high, from, to) {
  return createScale(Number, Number, low, high, from, to);
}

/** Even in log odds: from 1 % to 2 % is as far as from 2 % to 4 %. */
export function logOddsScale(low, high, from, to) {
  return createScale(logit, expit, low, high, from, to);
}

/** The range of an axis in log odds around a range of interest: some log odds to each side, within what there is. */
export function viewAround(values, [low, high], around) {
  const inside = (value) => clamp(value, values[0], values[values.length - 1]);
  return [inside(expit(logit(low) - around)), inside(expit(logit(high) + around))];
}

/** Lowest and highest of some numbers, leaving out those that are none. */
export function extentOf(numbers, low = Infinity, high = -Infinity) {
  for (const one of numbers) {
    if (!Number.isFinite(one)) continue;
    if (one < low) low = one;
    if (one > high) high = one;
  }
  return [low, high];
}

/** The index of the value nearest to one, in log odds. */
export function nearestIndex(values, value, measure = logit) {
  const place = measure(value);
  let best = 0;
  for (let i = 1; i < values.length; i++) {
    if (Math.abs(measure(values[i]) - place) < Math.abs(measure(values[best]) - place)) best = i;
  }
  return best;
}

/** Places of shares on a scale. */
export function placesOf(values, scale) {
  return Array.from(values, (value) => snap(scale(value)));
}
