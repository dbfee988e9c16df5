// Which choice is best at each prevalence and cost: a map, coloured only where that is beyond chance.
import { confidenceText, roundPercent, roundPercents, roundRatio, roundRatios } from "../text/formats.js";
import { cleanName, SINGLE_STRATEGIES } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { NOT_FROM_THIS_PAGE, TOO_CLOSE } from "../engine/map.js";
import { clamp, middleShare } from "../engine/numbers.js";
import { areaOf, drawBottomAxis, drawLeftAxis, leftRoom, writeAbove } from "../chart/axes.js";
import { FAINT, INK, PAPER } from "../chart/colours.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { boxSample, drawLegend } from "../chart/legend.js";
import { lookOf } from "../chart/looks.js";
import { makeReadable } from "../chart/reader.js";
import { logOddsScale, nearestIndex } from "../chart/scales.js";
import { sliceText, termsOf } from "../chart/slices.js";
import { add, snap } from "../chart/svg.js";
import { FONT_SIZE, textWidth, writeLabel } from "../chart/texts.js";
import { nearestStep } from "../chart/steps.js";
import { keepApart, percentTicks } from "../chart/ticks.js";
import { bestWords, estimateWords, NOT_FROM_PAGE, pairOf, pointOf } from "./claims.js";

const { figures: FIGURES } = WORDS;
const NO_MODEL = "no model";
// How long the page works on the map before it looks after the reader again, and between two drawings, in ms.
const WORK = 12,
  MOST_WORK = 40,
  PAUSE = 120;

/**
 * @param data of engine.map, which is worked out while it is looked at
 * @param use {pointAt(prevalence, cost), onPick(prevalence, cost)}
 */
export function drawWinner(host, data, answer, use = {}) {
  const figure = startFigure(host, FIGURES.winner, () => drawWinner(host, data, answer, use));
  if (!(data?.winner?.length > 1) || !(data.winner[0]?.length > 1)) return showNothing(figure, FIGURES.nothing);
  const kinds = kindsOf(data, answer);
  const { range, costs } = answer.setting;
  writeAbove(figure, fill(FIGURES.winner_above, termsOf(answer)));
  const ticks = percentTicks(...axesOf(data).cost, 8);
  const area = areaOf(figure, leftRoom(ticks, costTick), Math.round(figure.width * 0.34 + 80));
  const grid = gridOf(data, area);
  const cells = kindOfCells(data);
  drawRegions(figure, cells, grid, kinds);
  drawUnknown(figure, cells, grid, kinds);
  drawTicks(figure, area, grid, ticks);
  const box = boxOf(grid, range, costs);
  writeLabels(figure, cells, grid, kinds, box);
  drawOutline(figure, box);
  const shares = percentTicks(grid.x.low, grid.x.high, figure.width < 480 ? 6 : 9);
  const measures = fill(FIGURES.prevalence, termsOf(answer));
  figure.top = drawBottomAxis(figure, area, grid.x, shares, roundPercent, measures) + 8;
  drawLegend(figure, legendEntries(cells, kinds, answer.setting));
  readMap(figure, area, grid, data, answer, kinds, use);
  goOn(figure, data);
  return finishFigure(figure, figure.top - 4, describe(answer, use));
}

const costTick = (c) => `${roundPercent(c)}, ${roundRatio(c)}`;

// ---- working it out while the reader looks ----

// On a busy machine idle time may never come: then a little is done all the same.
const whenIdle = (work) =>
  globalThis.requestIdleCallback ? requestIdleCallback(work, { timeout: 50 }) : setTimeout(() => work(null), 16);

/** Work out more of the map when nothing else is to be done, and draw it from time to time until it is done. */
function goOn(figure, data) {
  figure.map = data;
  if (data.done || !data.work || figure.working === data) return;
  figure.working = data;
  let drawn = performance.now();
  const step = (idle) => {
    // Another map, or none, is shown here by now.
    if (figure.map !== data || !figure.svg.isConnected) {
      figure.working = null;
      return;
    }
    const done = data.work(clamp(idle?.timeRemaining() ?? WORK, WORK, MOST_WORK));
    if (done || performance.now() - drawn > PAUSE) {
      if (done) figure.working = null;
      figure.again();
      drawn = performance.now();
    }
    if (!done) whenIdle(step);
  };
  whenIdle(step);
}

// ---- what is shown ----

/** What a cell may be: a model, no model, too close, not from this page; how it looks, and its name. */
function kindsOf(data, answer) {
  const kinds = new Map();
  data.names.forEach((name, order) => {
    const model = answer.models.find((one) => one.name === name);
    if (SINGLE_STRATEGIES.includes(name) && !model) return;
    const { colour, edge } = lookOf(model?.index ?? order);
    kinds.set(order, { name, look: lookOf(model?.index ?? order), fill: colour, edge, opacity: 0.8 });
  });
  kinds.set(NO_MODEL, { name: FIGURES.no_model_short, fill: FAINT, edge: FAINT, opacity: 0.08 });
  kinds.set(TOO_CLOSE, { name: FIGURES.too_close, fill: FAINT, edge: FAINT, opacity: 0.32 });
  kinds.set(NOT_FROM_THIS_PAGE, { name: NOT_FROM_PAGE, fill: PAPER, edge: FAINT, opacity: 1 });
  kinds.set(null, { name: FIGURES.working, fill: FAINT, edge: FAINT, opacity: 0.14, dash: "3 2" });
  return kinds;
}

/** The kind of every cell; the default strategies are one: there no model is better. */
function kindOfCells({ winner, names }) {
  const isModel = names.map((name) => !SINGLE_STRATEGIES.includes(name));
  const kind = (cell) => (cell === null || cell === undefined ? null : cell < 0 || isModel[cell] ? cell : NO_MODEL);
  return winner.map((row) => Array.from(row, kind));
}

function legendEntries(cells, kinds, { range, costs }) {
  const present = new Set(cells.flat());
  const box = { fill: "none", stroke: INK, "stroke-width": 2.5 };
  const single = range[0] === range[1] && costs[0] === costs[1];
  const ring = (parent, x, y) => add(parent, "circle", { cx: x + 16, cy: y, r: 6, ...box });
  const entries = [...kinds]
    .filter(([key]) => present.has(key))
    .map(([, { name, fill: colour, edge, opacity, dash = "none" }]) => ({
      sample: boxSample({ fill: colour, "fill-opacity": opacity, stroke: edge, "stroke-dasharray": dash }),
      name,
    }));
  const words = fill(FIGURES.your_box, { prevalence: roundPercents(range), cost: roundRatios(costs) });
  return [...entries, { sample: single ? ring : boxSample(box), name: words }];
}

/** Scales, and the edges of the cells: half way between the points asked, in log odds. */
function gridOf(data, area) {
  const { prevalence, cost } = axesOf(data);
  const x = logOddsScale(...prevalence, area.left, area.right);
  const y = logOddsScale(...cost, area.bottom, area.top);
  return { x, y, columns: edgesOf(Array.from(data.prevalence, x), x), rows: edgesOf(Array.from(data.cost, y), y) };
}

/** From end to end of the map; its points lie in the middle of their cells. */
function axesOf({ axes, prevalence, cost }) {
  const ends = (values) => [values[0], values[values.length - 1]];
  return axes ?? { prevalence: ends(prevalence), cost: ends(cost) };
}

function edgesOf(places, { from, to }) {
  const between = places.slice(1).map((place, i) => snap((place + places[i]) / 2));
  return [snap(from), ...between, snap(to)];
}

function drawRegions(figure, cells, grid, kinds) {
  fillCells(figure, cells, grid, kinds);
  const d = bordersPath(cells, grid.columns, grid.rows);
  add(figure.layer, "path", { d, stroke: INK, fill: "none", "stroke-width": 0.8 });
}

/** One path for each kind: neighbours in a row that are alike are a single rectangle. */
function fillCells(figure, cells, { columns, rows }, kinds) {
  const paths = new Map([...kinds.keys()].map((key) => [key, ""]));
  cells.forEach((row, r) => {
    let start = 0;
    for (let c = 1; c <= row.length; c++) {
      if (c < row.length && row[c] === row[start]) continue;
      const box = `M${columns[start]} ${rows[r]}H${columns[c]}V${rows[r + 1]}H${columns[start]}z`;
      paths.set(row[start], paths.get(row[start]) + box);
      start = c;
    }
  });
  for (const [key, d] of paths) {
    const { fill: colour, opacity } = kinds.get(key);
    if (d && key !== null)
      add(figure.layer, "path", { d, fill: colour, "fill-opacity": opacity, "shape-rendering": "crispEdges" });
  }
}

/** What is not yet worked out is drawn pale, like the nearest cell before it that is. */
function drawUnknown(figure, cells, grid, kinds) {
  if (cells.every((row) => !row.includes(null))) return;
  const nearest = (r, c) => [1, 2, 4].map((s) => cells[r - (r % s)][c - (c % s)]).find((cell) => cell !== null) ?? null;
  const guess = cells.map((row, r) => row.map((cell, c) => (cell === null ? nearest(r, c) : null)));
  const pale = new Map([...kinds].map(([key, kind]) => [key, { ...kind, opacity: 0.4 * kind.opacity }]));
  fillCells(figure, guess, grid, pale);
}

/** The borders between kinds, which grey print shows best. */
function bordersPath(cells, columns, rows) {
  let path = "";
  const parts = (one, other) => one !== other && one !== null && other !== null;
  for (let r = 0; r < cells.length; r++) {
    for (let c = 0; c < cells[r].length; c++) {
      if (c > 0 && parts(cells[r][c], cells[r][c - 1])) path += `M${columns[c]} ${rows[r]}V${rows[r + 1]}`;
      if (r > 0 && parts(cells[r][c], cells[r - 1][c])) path += `M${columns[c]} ${rows[r]}H${columns[c + 1]}`;
    }
  }
  return path;
}

/** Costs at the left, without lines across: those would read as borders. */
function drawTicks(figure, area, { y }, ticks) {
  const kept = keepApart(ticks, y, 18);
  drawLeftAxis(figure, { ...area, right: area.left }, y, kept, costTick);
  const marks = kept.map((tick) => `M${area.left - 4} ${snap(y(tick))}h4`).join("");
  const frame = `M${area.left} ${area.top}H${area.right}V${area.bottom}H${area.left}z`;
  add(figure.layer, "path", { d: marks + frame, stroke: FAINT, fill: "none" });
}

/** Names in the regions that have room for them, clear of the box of the setting. */
function writeLabels(figure, cells, { columns, rows }, kinds, box) {
  for (const [key, { name }] of kinds) {
    if (key === null) continue;
    const room = largestRoom(cells, key, columns, rows);
    const width = Math.min(textWidth(cleanName(name), FONT_SIZE.text, 600) + 8, 160);
    const place = room.width >= width && room.height >= 20 ? placeWithin(room, width, box) : null;
    if (place) writeLabel(figure.layer, place.x, place.y + 4.5, name, width, { "font-weight": 600 });
  }
}

/** A place for a label within a rectangle: its middle, else further up or down, left or right. */
function placeWithin(room, width, box) {
  const free = ({ x, y }) =>
    x + width / 2 < box.left - 4 || x - width / 2 > box.right + 4 || y + 10 < box.top - 4 || y - 10 > box.bottom + 4;
  const tries = [
    [0, 0],
    [0, -1],
    [0, 1],
    [-1, 0],
    [1, 0],
  ].flatMap(([across, down]) =>
    [0.5, 1].map((far) => ({
      x: room.x + (across * far * (room.width - width)) / 2,
      y: room.y + (down * far * (room.height - 20)) / 2,
    })),
  );
  return tries.find(free) ?? null;
}

/** The largest rectangle of a region, by bars that grow row by row. */
function largestRoom(cells, which, columns, rows) {
  const top = new Array(cells[0].length).fill(-1);
  let best = { area: 0, width: 0, height: 0 };
  for (let r = 0; r < cells.length; r++) {
    for (let c = 0; c < top.length; c++) top[c] = cells[r][c] !== which ? -1 : top[c] < 0 ? r : top[c];
    for (let c = 0; c < top.length; c++) {
      // A bar is tried where it is lower than the one before; others are part of a wider rectangle.
      if (top[c] < 0 || (c > 0 && top[c - 1] === top[c])) continue;
      best = widen(top, c, r, columns, rows, best);
    }
  }
  return best;
}

function widen(top, c, r, columns, rows, best) {
  let left = c,
    right = c;
  while (left > 0 && top[left - 1] >= 0 && top[left - 1] <= top[c]) left--;
  while (right + 1 < top.length && top[right + 1] >= 0 && top[right + 1] <= top[c]) right++;
  const width = columns[right + 1] - columns[left],
    height = Math.abs(rows[r + 1] - rows[top[c]]);
  // Names are wide and low: more than some lines of height are of no use.
  const area = width * Math.min(height, 90);
  if (area <= best.area) return best;
  return { area, width, height, x: (columns[right + 1] + columns[left]) / 2, y: (rows[r + 1] + rows[top[c]]) / 2 };
}

/** Where the current setting lies; a range that is a single value still gets some width. */
function boxOf({ x, y }, range, costs) {
  const [left, right] = range.map((value) => snap(x(clamp(value, x.low, x.high))));
  const [bottom, top] = costs.map((value) => snap(y(clamp(value, y.low, y.high))));
  const wide = right - left < 3 ? 4 : 0,
    high = bottom - top < 3 ? 4 : 0;
  return {
    left: left - wide,
    right: right + wide,
    top: top - high,
    bottom: bottom + high,
    single: wide > 0 && high > 0,
  };
}

/** The outline of the current setting: a box, or a ring where it is one prevalence and one cost. */
function drawOutline(figure, { left, right, top, bottom, single }) {
  const ring = { cx: (left + right) / 2, cy: (top + bottom) / 2, r: 7, fill: "none" };
  const box = { x: left, y: top, width: snap(right - left), height: snap(bottom - top), rx: 2, fill: "none" };
  const [tag, shape] = single ? ["circle", ring] : ["rect", box];
  add(figure.layer, tag, { ...shape, stroke: PAPER, "stroke-width": 6 });
  add(figure.layer, tag, { ...shape, stroke: INK, "stroke-width": 2.5 });
}

// ---- reading it ----

function readMap(figure, area, { x, y }, data, answer, kinds, use) {
  const { range, costs } = answer.setting;
  const last = data.cost.length - 1;
  const row = (value) => last - nearestIndex(data.cost, value);
  const column = (value) => nearestIndex(data.prevalence, value);
  const cells = kindOfCells(data);
  makeReadable(figure, {
    label: FIGURES.read_winner,
    lazy: true,
    area,
    size: [data.prevalence.length, data.cost.length],
    start: [column(middleShare(...range)), row(middleShare(...costs))],
    at: (px, py) => [column(x.invert(px)), row(y.invert(py))],
    pick: use.onPick && ((c, r) => use.onPick(inDigits(data.prevalence, c), inDigits(data.cost, last - r))),
    show: (c, r) => {
      const [share, cost] = [data.prevalence[c], data.cost[last - r]];
      const at = { x: x(share), y: y(cost) };
      const given = { prevalence: roundPercent(share), threshold: roundPercent(cost), ratio: roundRatio(cost) };
      const rows = readingOf(use.pointAt?.(share, cost), cells[last - r][c], kinds, answer);
      const dot = { colour: PAPER, marker: "circle" };
      const foot = use.onPick ? FIGURES.winner_pick : sliceText(answer.slice, termsOf(answer));
      return {
        ...at,
        guide: false,
        heading: fill(FIGURES.winner_heading, given),
        rows,
        marks: [{ look: dot, ...at }],
        foot,
      };
    },
  });
}

/** A value of an axis as the controls can say it. */
function inDigits(values, at) {
  return nearestStep(values[at], [values[0], values[values.length - 1]]);
}

/** Who is best there, by how much and how sure: the engine's answer, or without it only what the map shows. */
function readingOf(point, kind, kinds, answer) {
  const known = kinds.get(kind);
  if (!point?.verdict) return [{ look: known.look, name: known.name }];
  const { verdict } = point;
  const rows = [{ look: known.look, name: bestWords(verdict) }];
  const pair = pairOf(point, verdict.best, verdict.runnerUp);
  if (verdict.coarse || !pair) return rows;
  const [best, other] = [verdict.best, verdict.runnerUp].map(cleanName);
  const lead = estimateWords(pair.adjusted, point.scale ?? answer.scale, true);
  rows.push({ name: fill(FIGURES.minus, { one: best, other }), value: lead });
  if (Number.isFinite(pair.confidence)) {
    rows.push({ name: FIGURES.winner_confidence, value: confidenceText(pair.confidence).replace(" %", "\u00a0%") });
  }
  return rows;
}

/** Who is best in the middle of the setting, by the engine's answer there. */
function describe(answer, { pointAt }) {
  const { median, costs } = answer.setting;
  const cost = middleShare(...costs);
  const point = pointOf(answer, pointAt, median, cost);
  const best = bestWords(point ? point.verdict : answer.verdict);
  return fill(FIGURES.winner_caption, { prevalence: roundPercent(median), ratio: roundRatio(cost), best });
}
