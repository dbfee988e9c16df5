// Ticks: round shares and numbers along an axis, no more than can be read.
import { clamp } from "../engine/numbers.js";
import { FONT_SIZE, textWidth } from "./texts.js";

const BELOW_HALF = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
const PERCENTS = [
  [
    ...BELOW_HALF,
    ...BELOW_HALF.slice(0, -1)
      .map((tick) => 100 - tick)
      .reverse(),
  ],
  [
    0.1, 0.2, 0.3, 0.5, 0.7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 91, 92, 93, 94, 95, 96, 97,
    98, 99,
  ],
  Array.from({ length: 999 }, (_, i) => (i + 1) / 10),
];

/** Shares between two ends that are round in percent, at least three where there are: as in the library's figures. */
export function percentTicks(low, high, most = 8) {
  for (const ticks of PERCENTS) {
    const inside = ticks.map((tick) => tick / 100).filter((tick) => tick >= low && tick <= high);
    if (inside.length >= 3) return inside.filter((_, i) => i % Math.ceil(inside.length / most) === 0);
  }
  return [low, high];
}

/** Round numbers over a linear axis. */
export function niceTicks(low, high, about = 5) {
  const rough = (high - low) / about;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * power >= rough) * power;
  const ticks = [];
  for (let tick = Math.ceil(low / step - 1e-9); tick <= high / step + 1e-9; tick++) ticks.push(tick * step);
  return ticks;
}

/** Leave out ticks that would stand closer than some units to the one before. */
export function keepApart(ticks, scale, gap) {
  let last = -Infinity;
  return ticks.filter((tick) => {
    const far = Math.abs(scale(tick) - last) >= gap;
    if (far) last = scale(tick);
    return far;
  });
}

/** Leave out ticks whose words would run into those before. */
export function keepReadable(ticks, scale, words, whole) {
  let end = -Infinity;
  return ticks.filter((tick) => {
    const half = textWidth(words(tick), FONT_SIZE.tick) / 2,
      place = clamp(scale(tick), half, whole - half);
    const free = place - half >= end + 10;
    if (free) end = place + half;
    return free;
  });
}
