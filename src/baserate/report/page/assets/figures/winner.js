// Which choice is best at each prevalence and cost: a map, with the current setting outlined.
import { roundPercent, roundPercents, roundRatio, roundRatios } from "../text/formats.js";
import { cleanName, nameText } from "../text/names.js";
import { clamp } from "../engine/numbers.js";
import { areaOf, drawBottomAxis, drawLeftAxis, leftRoom, writeAbove } from "../chart/axes.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { boxSample, drawLegend } from "../chart/legend.js";
import { addHatch, FAINT, INK, lookOf, TREAT_ALL_LOOK, TREAT_NONE_LOOK } from "../chart/looks.js";
import { makeReadable } from "../chart/reader.js";
import { logOddsScale, nearestIndex } from "../chart/scales.js";
import { sliceText } from "../chart/slices.js";
import { add, snap } from "../chart/svg.js";
import { FONT_SIZE, textWidth, writeLabel } from "../chart/texts.js";
import { keepApart, percentTicks, ratioTicks } from "../chart/ticks.js";

const QUESTION = "Who wins where? The best choice for each prevalence and cost";

export function drawWinner(host, data, answer) {
  const figure = startFigure(host, QUESTION, () => drawWinner(host, data, answer));
  if (!(data?.winner?.length > 1) || !(data.winner[0]?.length > 1))
    return showNothing(figure, "There is no model to show.");
  const looks = looksOf(figure, data, answer);
  const counts = countWins(data);
  drawLegend(figure, legendEntries(data, looks, counts));
  writeAbove(figure, "harm of an unnecessary treatment : harm of a missed case");
  const ticks = ratioTicks(data.cost[0], data.cost[data.cost.length - 1]);
  const area = areaOf(figure, leftRoom(ticks, roundRatio), Math.round(figure.width * 0.36 + 90));
  const grid = gridOf(data, area);
  drawRegions(figure, data, grid, looks);
  drawTicks(figure, area, grid, ticks);
  const box = boxOf(grid, data.box);
  writeLabels(figure, data, grid, counts, box);
  drawOutline(figure, box);
  const shares = percentTicks(grid.x.low, grid.x.high, 9);
  const bottom = drawBottomAxis(
    figure,
    area,
    grid.x,
    shares,
    roundPercent,
    "prevalence: share of patients who have the disease",
  );
  readMap(figure, area, grid, data, answer, looks);
  return finishFigure(figure, bottom + 4, describe(data));
}

/** How each name is drawn; models keep their colours, and get a hatching each. */
function looksOf(figure, data, answer) {
  return data.names.map((name, order) => {
    if (order === data.names.length - 2) return { ...TREAT_ALL_LOOK, fill: TREAT_ALL_LOOK.tint };
    if (order === data.names.length - 1) return { ...TREAT_NONE_LOOK, fill: TREAT_NONE_LOOK.tint };
    const look = lookOf(answer.models.find((model) => model.name === name)?.index ?? order);
    return { ...look, fill: addHatch(figure, look) };
  });
}

function countWins(data) {
  const counts = data.names.map(() => 0);
  for (const row of data.winner) for (const one of row) if (one in counts) counts[one]++;
  return counts;
}

function legendEntries(data, looks, counts) {
  const box = { fill: "none", stroke: INK, "stroke-width": 2.5 };
  const single = data.box.prevalence[0] === data.box.prevalence[1] && data.box.cost[0] === data.box.cost[1];
  const round = (parent, x, y) => add(parent, "circle", { cx: x + 16, cy: y, r: 6, ...box });
  return [
    ...data.names
      .map((name, i) => ({
        sample: boxSample({ fill: looks[i].fill, stroke: looks[i].edge }),
        name,
        count: counts[i],
      }))
      .filter(({ count }) => count > 0),
    {
      sample: single ? round : boxSample(box),
      name: `your setting: ${roundPercents(data.box.prevalence)} at ${roundRatios(data.box.cost)}`,
    },
  ];
}

/** Scales, and the edges of the cells: half way between the points asked, in log odds. */
function gridOf(data, area) {
  const ends = (values) => [values[0], values[values.length - 1]];
  const x = logOddsScale(...ends(data.prevalence), area.left, area.right);
  const y = logOddsScale(...ends(data.cost), area.bottom, area.top);
  return {
    x,
    y,
    columns: edgesOf(Array.from(data.prevalence, x)),
    rows: edgesOf(Array.from(data.cost, y)),
  };
}

function edgesOf(places) {
  const between = places.slice(1).map((place, i) => snap((place + places[i]) / 2));
  return [snap(places[0]), ...between, snap(places[places.length - 1])];
}

/** One path for each winner: neighbours in a row that have the same one are a single rectangle. */
function drawRegions(figure, data, { columns, rows }, looks) {
  const paths = data.names.map(() => "");
  data.winner.forEach((row, r) => {
    let start = 0;
    for (let c = 1; c <= row.length; c++) {
      if (c < row.length && row[c] === row[start]) continue;
      if (row[start] in paths)
        paths[row[start]] += `M${columns[start]} ${rows[r]}H${columns[c]}V${rows[r + 1]}H${columns[start]}z`;
      start = c;
    }
  });
  paths.forEach((d, i) => {
    if (d) add(figure.layer, "path", { d, fill: looks[i].fill, "shape-rendering": "crispEdges" });
  });
  add(figure.layer, "path", {
    d: bordersPath(data.winner, columns, rows),
    stroke: INK,
    fill: "none",
    "stroke-width": 1.4,
  });
}

/** The borders between winners, which grey print shows best. */
function bordersPath(winner, columns, rows) {
  let path = "";
  for (let r = 0; r < winner.length; r++) {
    for (let c = 0; c < winner[r].length; c++) {
      if (c > 0 && winner[r][c] !== winner[r][c - 1]) path += `M${columns[c]} ${rows[r]}V${rows[r + 1]}`;
      if (r > 0 && winner[r][c] !== winner[r - 1][c]) path += `M${columns[c]} ${rows[r]}H${columns[c + 1]}`;
    }
  }
  return path;
}

/** Costs at the left, without lines across: those would read as borders. */
function drawTicks(figure, area, { y }, ticks) {
  const kept = keepApart(ticks, y, 16);
  drawLeftAxis(figure, { ...area, right: area.left }, y, kept, roundRatio);
  const marks = kept.map((tick) => `M${area.left - 4} ${snap(y(tick))}h4`).join("");
  const frame = `M${area.left} ${area.top}H${area.right}V${area.bottom}H${area.left}z`;
  add(figure.layer, "path", { d: marks + frame, stroke: FAINT, fill: "none" });
}

/** Names in the regions that have room for them, clear of the box of the setting. */
function writeLabels(figure, data, { columns, rows }, counts, box) {
  data.names.forEach((name, i) => {
    if (!counts[i]) return;
    const room = largestRoom(data.winner, i, columns, rows);
    const width = Math.min(textWidth(cleanName(name), FONT_SIZE.text, 600) + 8, 160);
    const place = room.width >= width && room.height >= 20 ? placeWithin(room, width, box) : null;
    if (place) writeLabel(figure.layer, place.x, place.y + 4.5, name, width, { "font-weight": 600 });
  });
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
function largestRoom(winner, which, columns, rows) {
  const top = new Array(winner[0].length).fill(-1);
  let best = { area: 0, width: 0, height: 0 };
  for (let r = 0; r < winner.length; r++) {
    for (let c = 0; c < top.length; c++) top[c] = winner[r][c] !== which ? -1 : top[c] < 0 ? r : top[c];
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
function boxOf({ x, y }, { prevalence, cost }) {
  const [left, right] = prevalence.map((value) => snap(x(clamp(value, x.low, x.high))));
  const [bottom, top] = cost.map((value) => snap(y(clamp(value, y.low, y.high))));
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
  add(figure.layer, tag, { ...shape, stroke: "#ffffff", "stroke-width": 6 });
  add(figure.layer, tag, { ...shape, stroke: INK, "stroke-width": 2.5 });
}

function readMap(figure, area, { x, y }, data, answer, looks) {
  const middle = ([low, high]) => Math.sqrt(low * high);
  const row = (value) => data.cost.length - 1 - nearestIndex(data.cost, value);
  const column = (value) => nearestIndex(data.prevalence, value);
  makeReadable(figure, {
    label: "Winner by prevalence, left and right, and cost, up and down.",
    area,
    size: [data.prevalence.length, data.cost.length],
    start: [column(middle(data.box.prevalence)), row(middle(data.box.cost))],
    at: (px, py) => [column(x.invert(px)), row(y.invert(py))],
    show: (c, r) => {
      const share = data.prevalence[c],
        cost = data.cost[data.cost.length - 1 - r];
      const winner = data.winner[data.cost.length - 1 - r][c];
      const heading = `prevalence ${roundPercent(share)}, harms ${roundRatio(cost)}`;
      const rows = [{ look: looks[winner], name: `best: ${cleanName(data.names[winner] ?? "not known")}` }];
      const dot = { colour: "#ffffff", marker: "circle" };
      const at = { x: x(share), y: y(cost) };
      return { ...at, guide: false, heading, rows, marks: [{ look: dot, ...at }], foot: sliceText(answer.slice) };
    },
  });
}

/** How the setting is shared out among the winners. */
function describe(data) {
  const near = (values, [low, high]) => {
    const inside = Array.from(values, (_, i) => i).filter((i) => values[i] >= low && values[i] <= high);
    return inside.length ? inside : [nearestIndex(values, Math.sqrt(low * high))];
  };
  const columns = near(data.prevalence, data.box.prevalence),
    rows = near(data.cost, data.box.cost);
  const counts = data.names.map(() => 0);
  for (const r of rows) for (const c of columns) counts[data.winner[r][c]]++;
  const whole = rows.length * columns.length;
  const parts = counts
    .map((count, i) => [count / whole, data.names[i]])
    .filter(([share]) => share > 0)
    .sort((a, b) => b[0] - a[0]);
  const where = `Within your setting (prevalence ${roundPercents(data.box.prevalence)}, harms ${roundRatios(data.box.cost)})`;
  const name = (words) => nameText(words);
  if (parts.length === 1) return `${where} the best choice is ${name(parts[0][1])} throughout.`;
  return `${where} the best choice is ${parts.map(([share, words]) => `${name(words)} in ${roundPercent(share)}`).join(", ")} of the box.`;
}
