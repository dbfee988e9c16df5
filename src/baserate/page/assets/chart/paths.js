// Paths that bound an area.
import { snap } from "./svg.js";

/** The outline of a band: along its upper end, and back along its lower. */
export function bandPath(xs, lows, highs) {
  const good = xs.map((_, at) => at).filter((at) => [xs[at], lows[at], highs[at]].every(Number.isFinite));
  if (good.length < 2) return "";
  const through = (points, ys) => points.map((at) => `${snap(xs[at])} ${snap(ys[at])}`).join("L");
  return `M${through(good, highs)}L${through([...good].reverse(), lows)}z`;
}
