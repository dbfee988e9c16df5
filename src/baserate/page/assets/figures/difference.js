// The main figure: one way to decide minus another at every prevalence, with its band, over the range that is set.
import { levelText, roundPercent, roundPercents, tickText } from "../text/formats.js";
import { cleanName, nameText, WITHOUT_A_MODEL } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { clamp } from "../engine/numbers.js";
import { areaOf, clipTo, drawLeftAxis, leftRoom, writeAbove } from "../chart/axes.js";
import { isHeld, useBrush } from "../chart/brush.js";
import { FAINT, INK } from "../chart/colours.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawBand, drawLine, lookOf, markerPath } from "../chart/looks.js";
import { bandPath } from "../chart/paths.js";
import { makeReadable } from "../chart/reader.js";
import { extentOf, linearScale, logOddsScale, nearestIndex } from "../chart/scales.js";
import { sliceText, termsOf, unitText } from "../chart/slices.js";
import { stepsBetween } from "../chart/steps.js";
import { add, pathThrough, snap } from "../chart/svg.js";
import { FONT_SIZE, HALO, textWidth, writeName, writeText } from "../chart/texts.js";
import { niceTicks, percentTicks } from "../chart/ticks.js";
import { estimateWords, isCoarse, NOT_FROM_PAGE, pairOf, relationOf } from "./claims.js";
import { AHEAD, BEHIND, CHANCE, estimateAt, sideOf, stretchesOf, UNKNOWN } from "./stretches.js";

const { figures: FIGURES } = WORDS;
// Room above and below the data for the words that say who is better there.
const SIDE = 22,
  ROW = 17;

/**
 * @param given of engine.differenceCurve; given.at(prevalence), where it has it, gives an estimate between its points
 * @param use {onRange(ends), onRangeEnd(ends), limits}: who is told of a range that the reader sets
 * @returns the caption, which says what is found
 */
export function drawDifference(host, given, answer, use = {}) {
  const figure = startFigure(host, FIGURES.difference, () => drawDifference(host, given, answer, use));
  if (!(given?.prevalence?.length > 1)) return leaveEmpty(figure, FIGURES.nothing);
  const data = { ...given, ...bandOf(given) };
  const { one, other } = data;
  const mean = pairOf(answer, one, other)?.adjusted ?? null;
  writeAbove(
    figure,
    fill(FIGURES.difference_above, {
      unit: unitText(answer.scale, answer),
      level: levelText(answer.level).replace(" ", "\u00a0"),
    }),
  );
  const words = meanWords(data, answer, mean);
  const { plot, place } = plotWithRoom(figure, data, answer, { mean, words });
  drawLeftAxis(figure, plot.area, plot.tickScale, plot.ticks, signedTick);
  drawCurve(figure, plot, data, answer);
  drawMean(figure, plot, data, mean);
  if (place)
    writeText(figure.layer, place.left + 2, place.top + FONT_SIZE.tick, words, {
      "font-size": FONT_SIZE.tick,
      ...HALO,
    });
  writeUnknown(figure, plot, data, place && { ...place, width: textWidth(words, FONT_SIZE.tick) });
  writeSides(figure, plot, data);
  const bottom = drawBrush(figure, plot, data, answer, use);
  readCurve(figure, plot, data, answer);
  return finishFigure(figure, bottom + 4, captionOf(data, answer, mean));
}

/** The band as it is drawn: as wide as the interval and the page's own error, so that it says what the caption says. */
function bandOf({ low, high, error }) {
  const by = (at) => error?.[at] ?? 0;
  return { lower: Array.from(low, (end, at) => end - by(at)), upper: Array.from(high, (end, at) => end + by(at)) };
}

function leaveEmpty(figure, why) {
  figure.brush?.group.remove();
  return showNothing(figure, why);
}

const signedTick = (value) => (value > 0 ? `+${tickText(value)}` : tickText(value));

/** The axis as the engine gives it; one that is in the reader's hand stays as it is until it is let go. */
function axisOf(figure, data) {
  if (!isHeld(figure)) figure.axis = data.axis ?? [data.prevalence[0], data.prevalence[data.prevalence.length - 1]];
  return figure.axis;
}

/** The plot, and where the words of the mean stand: where they cover nothing, else in a row of their own. */
function plotWithRoom(figure, data, answer, { mean, words }) {
  const plot = plotOf(figure, data, answer, mean, SIDE);
  if (!words) return { plot, place: null };
  const place = freePlace(figure, plot, data, { words, mean });
  if (place) return { plot, place };
  const higher = plotOf(figure, data, answer, mean, SIDE + ROW);
  const { area } = higher;
  const wide = textWidth(words, FONT_SIZE.tick) + 4;
  const [from, to] = data.range.map((end) => clamp(higher.x(end), area.left, area.right));
  const left = clamp((from + to - wide) / 2, area.left, Math.max(figure.width - wide, 0));
  return { plot: higher, place: { left, top: area.top + SIDE - 2 } };
}

function plotOf(figure, data, answer, mean, head) {
  const { factor } = answer.scale;
  const [from, to] = axisOf(figure, data);
  const coarse = Array.from(data.prevalence, (_, at) => isCoarse(estimateAt(data, at)));
  const [low, high] = heightsOf(data, [from, to], mean, coarse).map((end) => end * factor);
  const ticks = niceTicks(low, high, figure.width < 480 ? 4 : 5);
  const area = areaOf(figure, leftRoom(ticks, signedTick), Math.round(clamp(0.36 * figure.width, 185, 270)), 14);
  const inner = { ...area, top: area.top + head, bottom: area.bottom - SIDE };
  const scale = linearScale(low, high, inner.bottom, inner.top);
  return {
    area,
    inner,
    ticks,
    coarse,
    tickScale: scale,
    x: logOddsScale(from, to, area.left, area.right),
    y: (value) => scale(clamp(value * factor, low - 3 * (high - low), high + 3 * (high - low))),
  };
}

/** From the lowest to the highest: all of the band within the range, and what is near it outside. */
function heightsOf(data, [from, to], mean, coarse) {
  const { prevalence, value, lower: low, upper: high, range } = data;
  const all = Array.from(prevalence, (_, at) => at).filter((at) => prevalence[at] >= from && prevalence[at] <= to);
  const within = all.filter((at) => prevalence[at] >= range[0] && prevalence[at] <= range[1]);
  const inside = within.length ? within : [nearestIndex(prevalence, data.median)];
  const band = inside.filter((at) => !coarse[at]);
  const [least, most] = extentOf(
    [...inside.map((at) => value[at]), ...band.flatMap((at) => [low[at], high[at]]), mean?.low, mean?.high],
    0,
    0,
  );
  const room = 0.5 * (most - least || 1e-3);
  const around = extentOf(
    all.flatMap((at) => (coarse[at] ? [value[at]] : [low[at], high[at]])),
    least,
    most,
  );
  const ends = [Math.max(around[0], least - room), Math.min(around[1], most + room)];
  return ends[1] > ends[0] ? ends : [-1e-3, 1e-3];
}

/** Runs of neighbouring points with the same mark, each with the first point of the next. */
function runsOf(marks) {
  const runs = [];
  for (let at = 0; at < marks.length; at++) {
    if (at && marks[at] === marks[at - 1]) runs.at(-1).end = at + 1;
    else runs.push({ mark: marks[at], start: at, end: at + 1 });
  }
  return runs.map((run) => ({ ...run, end: Math.min(run.end + 1, marks.length) }));
}

/** The line and its band: strong within the range, pale outside, in the colour of who is ahead. */
function drawCurve(figure, plot, data, answer) {
  const { area, inner, x, y } = plot;
  const ends = data.range.map((end) => clamp(x(end), area.left, area.right));
  const zero = clamp(y(0), inner.top, inner.bottom);
  const places = Array.from(data.prevalence, x);
  const heights = (values) => Array.from(values, y);
  const paths = runsOf(plot.coarse).map(({ mark, start, end }) => {
    const cut = (values) => heights(values).slice(start, end);
    const xs = places.slice(start, end);
    return { mark, line: pathThrough(xs, cut(data.value)), band: bandPath(xs, cut(data.lower), cut(data.upper)) };
  });
  const strips = [
    [area.left, ends[0], false],
    [ends[0], ends[1], true],
    [ends[1], area.right, false],
  ].filter(([left, right]) => right > left);
  for (const [side, index] of [data.one, data.other].map((name, at) => [at, indexOf(answer, name)])) {
    const look = { ...lookOf(index), dash: "" };
    const [top, bottom] = side === 0 ? [inner.top, zero] : [zero, inner.bottom];
    strips.forEach(([left, right, strong], at) => {
      const name = `strip-${side}-${at}`;
      const within = add(figure.layer, "g", clipTo(figure, { left, right, top: top + 2, bottom: bottom - 2 }, name));
      for (const { mark, line, band } of paths) {
        if (mark) {
          add(within, "path", {
            d: line,
            fill: "none",
            stroke: FAINT,
            "stroke-width": 1.6,
            "stroke-dasharray": "1.5 4",
          });
        } else {
          drawBand(within, look, band, strong ? 0.3 : 0.12);
          drawLine(within, look, line, { "stroke-opacity": strong ? 1 : 0.5 });
        }
      }
    });
  }
  add(figure.layer, "path", { d: `M${area.left} ${snap(zero)}H${area.right}`, stroke: INK, "stroke-width": 1.4 });
}

/** Words where the line is not to be relied on, above or below it, if they fit there and the mean's words are not there. */
function writeUnknown(figure, { area, inner, x, y, coarse }, data, mean) {
  const size = FONT_SIZE.tick;
  const wide = textWidth(NOT_FROM_PAGE, size);
  const clashes = (middle, foot) =>
    mean &&
    Math.abs(middle - mean.left - mean.width / 2) < (wide + mean.width) / 2 + 6 &&
    Math.abs(foot - mean.top - size) < size + 4;
  for (const { mark, start, end } of runsOf(coarse)) {
    const [left, right] = [data.prevalence[start], data.prevalence[end - 1]].map((share) =>
      clamp(x(share), area.left, area.right),
    );
    if (!mark || right - left < wide) continue;
    const [top, bottom] = extentOf(Array.from(data.value).slice(start, end).map(y));
    const middle = clamp((left + right) / 2, wide / 2, figure.width - wide / 2);
    const feet = [top - 8, bottom + size + 4].map((foot) => clamp(foot, inner.top + size, inner.bottom));
    const foot = feet.find((one) => !clashes(middle, one));
    const look = { "text-anchor": "middle", "font-size": size, fill: FAINT, "font-style": "italic" };
    if (foot !== undefined) writeText(figure.layer, middle, foot, NOT_FROM_PAGE, look);
  }
}

function indexOf(answer, name) {
  return answer.models.find((model) => model.name === name)?.index ?? -1;
}

/** A model by its name; deciding without one in words that can stand in a sentence. */
const sideName = (name) => (name === WITHOUT_A_MODEL ? WORDS.verdict.without : nameText(name));

/** "severity better" above zero, "network better" below. */
function writeSides(figure, { area }, { one, other }) {
  const words = { "font-size": FONT_SIZE.tick, "font-weight": 600, ...HALO };
  const wide = area.right - area.left - 60;
  [
    [one, area.top + 14, "\u2191"],
    [other, area.bottom - 7, "\u2193"],
  ].forEach(([name, y, arrow]) => {
    const start = `${arrow} `;
    writeText(figure.layer, area.left + 4, y, start, words);
    const at = area.left + 4 + textWidth(start, FONT_SIZE.tick, 600) + 3;
    const better = ` ${FIGURES.better}`;
    writeName(figure.layer, at, y, sideName(name) + better, wide, words);
  });
}

function meanWords(data, answer, mean) {
  if (!mean || isCoarse(mean) || !Number.isFinite(mean.value)) return "";
  const template = data.range[0] === data.range[1] ? FIGURES.value_there : FIGURES.mean;
  return fill(template, { mean: estimateWords(mean, answer.scale, true) });
}

/** The ends of the range, and the mean over it as a thin line; at one prevalence, the value there with its interval. */
function drawMean(figure, { area, x, y }, data, mean) {
  const ends = data.range.map((end) => snap(clamp(x(end), area.left, area.right)));
  const single = ends[1] - ends[0] < 1.5;
  const d = (single ? [ends[0]] : ends).map((end) => `M${end} ${area.top}V${area.bottom + 10}`).join("");
  add(figure.layer, "path", { d, stroke: INK, "stroke-dasharray": "1.5 3.5", "stroke-width": 1.4, fill: "none" });
  if (!mean || isCoarse(mean) || !Number.isFinite(mean.value)) return;
  const height = snap(y(mean.value));
  if (single) {
    const whisker = `M${ends[0]} ${snap(y(mean.low))}V${snap(y(mean.high))}`;
    add(figure.layer, "path", { d: whisker, stroke: INK, "stroke-width": 2, fill: "none" });
    add(figure.layer, "path", { d: markerPath({ marker: "circle" }, ends[0], height, 4.5), fill: INK });
  } else add(figure.layer, "path", { d: `M${ends[0]} ${height}H${ends[1]}`, stroke: INK, "stroke-width": 1 });
}

/** The nearest place to the mean's line where words cover neither line nor band; null where there is none. */
function freePlace(figure, plot, data, { words, mean }) {
  const { area, inner, x, y } = plot;
  const size = FONT_SIZE.tick;
  const wide = textWidth(words, size) + 4;
  const ends = data.range.map((end) => clamp(x(end), area.left, area.right));
  const [height, zero] = [y(mean.value), y(0)];
  const taken = takenBy(plot, data);
  const free = (left, top) => {
    const box = { left, right: left + wide, top, bottom: top + size + 4 };
    if (box.left < area.left + 2 || box.right > figure.width - 2) return false;
    if (box.top < inner.top - 2 || box.bottom > inner.bottom + 2) return false;
    if ([zero, height].some((line) => line > box.top - 1 && line < box.bottom + 1)) return false;
    if (ends.some((end) => end > box.left - 2 && end < box.right + 2)) return false;
    const clear = ({ x: at, low, high }) =>
      at < box.left - 6 || at > box.right + 6 || low < box.top - 2 || high > box.bottom + 2;
    return taken.every(clear);
  };
  const middle = (ends[0] + ends[1] - wide) / 2;
  for (let away = 0; away < area.bottom - area.top; away += 10) {
    for (const top of [height - size - 7 - away, height + 3 + away]) {
      for (let step = 0; step < 40; step++) {
        const left = middle + (step % 2 ? -1 : 1) * Math.ceil(step / 2) * 18;
        if (free(left, top)) return { left, top };
      }
    }
  }
  return null;
}

/** What the line and the band take of each column: {x, low, high}, low being further down. */
function takenBy({ x, y, coarse }, data) {
  return Array.from(data.prevalence, (share, at) => {
    const [high, low] = coarse[at] ? [data.value[at], data.value[at]] : [data.upper[at], data.lower[at]];
    return { x: x(share), low: y(low), high: y(high) };
  });
}

// ---- the brush ----

/** The axis, the range on it and where half of its weight lies. Returns the height below. */
function drawBrush(figure, plot, data, answer, use) {
  const { area, x } = plot;
  const y = area.bottom + 20;
  const fixed = answer.state?.prevalence === null;
  useBrush(figure, {
    scale: x,
    y,
    ends: data.range,
    median: data.median,
    limits: use.limits ?? [x.low, x.high],
    fixed: fixed || !use.onRange,
    onRange: use.onRange,
    onRangeEnd: use.onRangeEnd,
  });
  const row = y + 30;
  const taken = writeEnds(figure, plot, data, row);
  writeTicks(figure, plot, taken, row, y);
  const words = fixed
    ? fill(FIGURES.observed, termsOf(answer))
    : data.range[0] === data.range[1]
      ? fill(FIGURES.prevalence, termsOf(answer))
      : fill(FIGURES.half, { median: roundPercent(data.median) });
  const size = FONT_SIZE.tick;
  const half = textWidth(words, size) / 2;
  const place = clamp(x(data.median), half, figure.width - half);
  writeText(figure.layer, place, row + 17, words, { "text-anchor": "middle", "font-size": size, fill: FAINT });
  return row + 22;
}

/** The ends of the range in bold, apart from each other. Returns the places that they take. */
function writeEnds(figure, { x, area }, { range }, y) {
  const size = FONT_SIZE.text;
  const texts = range[0] === range[1] ? [roundPercent(range[0])] : range.map(roundPercent);
  const halves = texts.map((text) => textWidth(text, size, 600) / 2);
  const places = texts.map((_, at) =>
    clamp(x(range[at]), Math.max(area.left - 20, halves[at]), figure.width - halves[at]),
  );
  if (texts.length === 2) {
    const overlap = places[0] + halves[0] + 8 - (places[1] - halves[1]);
    if (overlap > 0) {
      places[0] = Math.max(places[0] - overlap / 2, halves[0]);
      places[1] = Math.min(places[0] + halves[0] + 8 + halves[1], figure.width - halves[1]);
      places[0] = Math.min(places[0], places[1] - halves[1] - 8 - halves[0]);
    }
  }
  const look = { "text-anchor": "middle", "font-size": size, "font-weight": 600 };
  texts.forEach((text, at) => writeText(figure.layer, places[at], y, text, look));
  return places.map((place, at) => [place - halves[at] - 10, place + halves[at] + 10]);
}

function writeTicks(figure, { x }, taken, row, y) {
  const look = { "text-anchor": "middle", "font-size": FONT_SIZE.tick, fill: FAINT };
  const busy = [...taken];
  let marks = "";
  for (const tick of percentTicks(x.low, x.high, figure.width < 480 ? 5 : 9)) {
    const text = roundPercent(tick);
    const half = textWidth(text, FONT_SIZE.tick) / 2;
    const place = clamp(x(tick), half, figure.width - half);
    if (busy.some(([left, right]) => place + half > left && place - half < right)) continue;
    busy.push([place - half - 10, place + half + 10]);
    marks += `M${snap(x(tick))} ${y + 7}v6`;
    writeText(figure.layer, place, row, text, look);
  }
  add(figure.layer, "path", { d: marks, stroke: FAINT, fill: "none" });
}

// ---- reading it ----

/** Where the keys and the pointer stand: numbers of two digits where the engine can be asked, else its own points. */
function readCurve(figure, { area, x, y }, data, answer) {
  const inside = Array.from(data.prevalence).filter((share) => share >= x.low && share <= x.high);
  const shares = data.at ? stepsBetween([x.low, x.high]) : inside;
  const asked = (share) => data.at?.(share) ?? estimateAt(data, Array.from(data.prevalence).indexOf(share));
  makeReadable(figure, {
    label: FIGURES.read_difference,
    area,
    size: [shares.length, 1],
    start: [nearestIndex(shares, data.median), 0],
    at: (px) => [nearestIndex(shares, x.invert(clamp(px, area.left, area.right))), 0],
    show: (column) => {
      const share = shares[column];
      const estimate = asked(share);
      const name = fill(FIGURES.minus, { one: cleanName(data.one), other: cleanName(data.other) });
      const rows = [{ name, value: estimateWords(estimate, answer.scale, true) }, { name: sideWords(estimate, data) }];
      const look = lookOf(indexOf(answer, estimate.value >= 0 ? data.one : data.other));
      const marks = [{ look: { ...look, marker: "circle" }, x: x(share), y: y(estimate.value) }];
      const heading = fill(FIGURES.at_prevalence, { prevalence: roundPercent(share) });
      return { x: x(share), heading, rows, marks, foot: sliceText(answer.slice, termsOf(answer)) };
    },
  });
}

function sideWords(estimate, { one, other }) {
  const side = sideOf(estimate);
  if (side === UNKNOWN) return NOT_FROM_PAGE;
  if (side === CHANCE) return FIGURES.too_close;
  return fill(FIGURES.ahead_there, { name: cleanName(side === AHEAD ? one : other) });
}

// ---- the caption ----

/** What is found, from the verdict and the band; two digits, and no more than the verdict says. */
function captionOf(data, answer, mean) {
  const relation = relationOf(answer, data.one, data.other);
  const range = roundPercents(data.range);
  const names = { one: sideName(data.one), other: sideName(data.other), range, stretch: stretchText(...data.range) };
  if (relation === null || !mean) return fill(FIGURES.caption_unknown, names);
  const single = data.range[0] === data.range[1];
  const numbers = {
    mean: estimateWords(mean, answer.scale, true),
    level: levelText(answer.level),
    unit: unitText(answer.scale, answer),
  };
  const end = fill(single ? FIGURES.caption_value : FIGURES.caption_mean, { ...names, ...numbers });
  return `${findingOf(relation, data, names, single)} ${end}`.replaceAll(" %", "\u00a0%");
}

function stretchText(low, high) {
  const [from, to] = [low, high].map(roundPercent);
  return from === to ? fill(FIGURES.at, { low: from }) : fill(FIGURES.from_to, { low: from, high: to });
}

function findingOf(relation, data, names, single) {
  if (relation === 0) return fill(single ? FIGURES.caption_close_at : FIGURES.caption_close, names);
  const turn = relation < 0 ? { ...names, one: names.other, other: names.one } : names;
  if (single) return fill(FIGURES.caption_at, turn);
  const stretches = stretchesOf(data, data.range);
  const [ahead, behind] = relation > 0 ? [AHEAD, BEHIND] : [BEHIND, AHEAD];
  const sides = new Set(stretches.map(({ side }) => side));
  if (sides.size === 1 && sides.has(ahead)) return fill(FIGURES.caption_everywhere, turn);
  if (!sides.has(ahead)) return fill(FIGURES.caption_as_a_whole, turn);
  if (stretches.length > 4) return fill(FIGURES.caption_in_parts, turn);
  const texts = { [ahead]: FIGURES.stretch_ahead, [behind]: FIGURES.stretch_behind, [CHANCE]: FIGURES.stretch_close };
  const told = stretches.map(({ side, low, high }) =>
    fill(side === UNKNOWN ? FIGURES.stretch_unknown : texts[side], { ...turn, stretch: stretchText(low, high) }),
  );
  return fill(FIGURES.caption_stretches, { stretches: told.join("; ") });
}
