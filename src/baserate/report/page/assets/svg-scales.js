// Scales and ticks of the figures, and numbers in the units people think in.

import { FIG_SIZE, figIsolate, figName, figRound, figTextWidth } from "./svg.js";

const FIG_SPACE = "\u00a0";

function figScale(forward, inverse, low, high, from, to) {
  const start = forward(low),
    step = (to - from) / (forward(high) - start || 1);
  const scale = (value) => from + (forward(value) - start) * step;
  scale.invert = (place) => inverse(start + (place - from) / step);
  return Object.assign(scale, { low, high, from, to });
}

export function figLogit(share) {
  return Math.log(share / (1 - share));
}

function figExpit(logOdds) {
  return 1 / (1 + Math.exp(-logOdds));
}

export function figLinear(low, high, from, to) {
  return figScale(
    (value) => value,
    (value) => value,
    low,
    high,
    from,
    to,
  );
}

/** Even in log odds: from 1 % to 2 % is as far as from 2 % to 4 %. */
export function figLogOdds(low, high, from, to) {
  return figScale(figLogit, figExpit, low, high, from, to);
}

/** Even in square roots: low risks get room, and 0 % stays on the axis. */
export function figRoot(low, high, from, to) {
  return figScale(
    (value) => Math.sqrt(Math.max(value, 0)),
    (value) => value * value,
    low,
    high,
    from,
    to,
  );
}

// ---- ticks ----

const FIG_HALF = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
const FIG_PERCENTS = [
  [
    ...FIG_HALF,
    ...FIG_HALF.slice(0, -1)
      .map((tick) => 100 - tick)
      .reverse(),
  ],
  [
    0.1, 0.2, 0.3, 0.5, 0.7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 91, 92, 93, 94, 95, 96, 97,
    98, 99,
  ],
  Array.from({ length: 999 }, (_, i) => (i + 1) / 10),
];
const FIG_RATIOS = [1000, 300, 100, 30, 10, 3, 1];
const FIG_MORE_RATIOS = [1000, 500, 300, 200, 100, 50, 30, 20, 10, 5, 3, 2, 1];
const FIG_FINE_RATIOS = [
  1000, 700, 500, 300, 200, 150, 100, 70, 50, 40, 30, 25, 20, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2.5, 2, 1.5, 1.2, 1,
];

/** Shares between two ends that are round in percent, at least three where there are: as in the library's figures. */
export function figPercentTicks(low, high, most = 8) {
  for (const ticks of FIG_PERCENTS) {
    const inside = ticks.map((tick) => tick / 100).filter((tick) => tick >= low && tick <= high);
    if (inside.length >= 3) return inside.filter((_, i) => i % Math.ceil(inside.length / most) === 0);
  }
  return [low, high];
}

/** Cost parameters whose ratios people know (1:30), between two ends. */
export function figRatioTicks(low, high) {
  for (const whole of [FIG_RATIOS, FIG_MORE_RATIOS, FIG_FINE_RATIOS]) {
    const odds = [...whole.map((tick) => 1 / tick), ...whole.slice(0, -1).reverse()];
    const inside = odds.map((one) => one / (1 + one)).filter((c) => c >= low * 0.999 && c <= high * 1.001);
    if (inside.length >= 4) return inside;
  }
  return [low, high];
}

/** Round numbers over a linear axis. */
export function figNiceTicks(low, high, about = 5) {
  const rough = (high - low) / about;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * power >= rough) * power;
  const ticks = [];
  for (let tick = Math.ceil(low / step - 1e-9); tick <= high / step + 1e-9; tick++) ticks.push(tick * step);
  return ticks;
}

/** Leave out ticks that would stand closer than some units to the one before. */
export function figApart(ticks, scale, gap) {
  let last = -Infinity;
  return ticks.filter((tick) => {
    const far = Math.abs(scale(tick) - last) >= gap;
    if (far) last = scale(tick);
    return far;
  });
}

/** Leave out ticks whose words would run into those before. */
export function figReadable(ticks, scale, words, whole) {
  let end = -Infinity;
  return ticks.filter((tick) => {
    const half = figTextWidth(words(tick), FIG_SIZE.tick) / 2,
      place = figWithin(scale(tick), half, whole - half);
    const free = place - half >= end + 10;
    if (free) end = place + half;
    return free;
  });
}

// ---- numbers in words ----

function figMinus(words) {
  return words.replace("-", "\u2212");
}

/** 0.032 as "3.2 %": two digits that count, three above ten. */
export function figPercent(share) {
  if (!Number.isFinite(share)) return "–";
  const percent = 100 * share;
  const near = Math.min(Math.abs(percent), Math.abs(100 - percent));
  const digits = percent === 0 || percent === 100 ? 0 : near >= 9.95 ? 0 : near >= 0.995 ? 1 : near >= 0.0995 ? 2 : 3;
  return figMinus(String(Number(percent.toFixed(digits)))) + FIG_SPACE + "%";
}

/** Two shares as "1 % to 10 %", or one where they are the same. */
export function figPercents([low, high]) {
  const words = [figPercent(low), figPercent(high)];
  return words[0] === words[1] ? words[0] : words.join(" to ");
}

/** A cost parameter as the harm of a needless treatment to that of a missed case: "1:30". */
export function figRatio(c) {
  const odds = c / (1 - c);
  if (!Number.isFinite(odds) || odds <= 0) return "–";
  const [small, large] = odds <= 1 ? [1, 1 / odds] : [odds, 1];
  const round = (value) => String(value >= 9.95 ? Math.round(value) : Number(value.toPrecision(2)));
  return `${round(small)}:${round(large)}`;
}

export function figRatios([low, high]) {
  const words = [figRatio(low), figRatio(high)];
  return words[0] === words[1] ? words[0] : words.join(" to ");
}

/** Commas between thousands; by hand, as the browser's own formatting takes longer than a whole figure. */
function figThousands(digits) {
  const [whole, rest] = digits.split(".");
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return rest ? `${grouped}.${rest}` : grouped;
}

/** 12345 as "12,345". */
export function figCount(value) {
  return Number.isFinite(value) ? figThousands(String(Math.round(value))) : "–";
}

/** A value in the units shown: multiplied, with the digits the scale asks for. */
export function figValue(value, scale, signed = false) {
  if (!Number.isFinite(value)) return "–";
  const shown = value * scale.factor,
    digits = scale.digits ?? 1;
  const words = figThousands(Math.abs(shown).toFixed(digits)),
    nothing = Number(Math.abs(shown).toFixed(digits)) === 0;
  return (nothing ? "" : shown < 0 ? "\u2212" : signed ? "+" : "") + words;
}

/** A value with its interval, "23.1 (21.0 to 25.2)". */
export function figEstimate(one, scale, signed = false) {
  const words = figValue(one?.value, scale, signed);
  if (!Number.isFinite(one?.low) || !Number.isFinite(one?.high)) return words;
  return `${words} (${figValue(one.low, scale, signed)} to ${figValue(one.high, scale, signed)})`;
}

/** A number at a linear axis. */
export function figTick(value) {
  return (value < 0 ? "\u2212" : "") + figThousands(String(Math.abs(Number(value.toPrecision(6)))));
}

/** How many patients and events a part of the patients has: "women: 9,105 patients, 1,230 events". */
export function figSlice({ name, patients, positives }) {
  return `${figIsolate(figName(name))}: ${figCount(patients)} patients, ${figCount(positives)} events`;
}

/** Whose numbers a figure shows. */
export function figWhose(answer) {
  return figSlice(answer.slice);
}

/** The range of an axis in log odds around a range of interest: some log odds to each side, within what there is. */
export function figView(values, [low, high], around) {
  const inside = (value) => Math.min(Math.max(value, values[0]), values[values.length - 1]);
  return [inside(figExpit(figLogit(low) - around)), inside(figExpit(figLogit(high) + around))];
}

/** Lowest and highest of some numbers, leaving out those that are none. */
export function figExtent(numbers, low = Infinity, high = -Infinity) {
  for (const one of numbers) {
    if (!Number.isFinite(one)) continue;
    if (one < low) low = one;
    if (one > high) high = one;
  }
  return [low, high];
}

/** The index of the value nearest to one, in log odds. */
export function figNearest(values, value, measure = figLogit) {
  const place = measure(value);
  let best = 0;
  for (let i = 1; i < values.length; i++) {
    if (Math.abs(measure(values[i]) - place) < Math.abs(measure(values[best]) - place)) best = i;
  }
  return best;
}

export function figWithin(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** Places of shares on a scale. */
export function figPlaces(values, scale) {
  return Array.from(values, (value) => figRound(scale(value)));
}
