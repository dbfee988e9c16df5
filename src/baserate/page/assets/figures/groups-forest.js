// One forest of the groups: a row for each, in it a line for each model, with its own and with the common cut-off.
import { countText, levelText, tickText } from "../text/formats.js";
import { nameText } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { drawBottomAxis } from "../chart/axes.js";
import { FAINT, GRID_COLOUR, INK, PAPER } from "../chart/colours.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend, markerSample } from "../chart/legend.js";
import { drawMarkers, lookOf, markerPath, whiskerPath } from "../chart/looks.js";
import { extentOf, linearScale } from "../chart/scales.js";
import { termsOf } from "../chart/slices.js";
import { add, snap } from "../chart/svg.js";
import { FONT_SIZE, textWidth, wrapText, writeName, writeText } from "../chart/texts.js";
import { niceTicks } from "../chart/ticks.js";
import { ratioText } from "./calibration.js";
import { estimateWords, isCoarse } from "./claims.js";
import { worthText } from "./curves.js";

const { figures: FIGURES } = WORDS;
const LINE = 18,
  NAMES_BESIDE = 560;

export function drawGroupsForest(host, _data, answer) {
  const figure = startFigure(host, FIGURES.groups_forest, () => drawGroupsForest(host, _data, answer));
  const groups = answer?.groups ?? [];
  const known = groups.filter(({ models }) => models.some(({ score }) => Number.isFinite(score?.value)));
  if (!known.length) return showNothing(figure, FIGURES.no_groups);
  drawLegend(figure, legendEntries(known, answer.level));
  const layout = layOut(figure, groups, answer);
  writeHeads(figure, layout);
  add(figure.layer, "path", { d: gridPath(layout), stroke: GRID_COLOUR, "stroke-opacity": 0.7, fill: "none" });
  for (const block of layout.blocks) drawBlock(figure, layout, block, answer);
  const { area, x } = layout;
  const measures = worthText(answer.scale, answer, answer.state?.units);
  const bottom = drawBottomAxis(figure, area, x, niceTicks(x.low, x.high, 4), tickText, measures);
  return finishFigure(figure, bottom + 4, describe(groups, known, answer), tellAll(known, answer));
}

function legendEntries(known, level) {
  const names = new Map(known.flatMap(({ models }) => models.map(({ index, name }) => [index, name])));
  const ink = { stroke: INK, "stroke-width": 1.6, fill: "none" };
  const own = (parent, x, y) => {
    add(parent, "path", { d: whiskerPath(x + 3, x + 29, y), ...ink });
    add(parent, "circle", { cx: x + 16, cy: y, r: 4.5, fill: INK });
  };
  const common = (parent, x, y) => add(parent, "circle", { cx: x + 16, cy: y, r: 4, fill: PAPER, stroke: INK });
  return [
    ...[...names].map(([index, name]) => ({ sample: markerSample(lookOf(index)), name })),
    { sample: own, name: fill(FIGURES.own_cutoff, { level: levelText(level) }) },
    { sample: common, name: FIGURES.common_cutoff },
  ];
}

const ratioOf = ({ observedExpected: ratio }) =>
  Number.isFinite(ratio?.value)
    ? ratioText(ratio)
    : Number.isFinite(ratio)
      ? ratioText({ value: ratio })
      : FIGURES.missing;

function layOut(figure, groups, answer) {
  const size = FONT_SIZE.tick;
  const all = groups.flatMap(({ models }) => models);
  const numbers = (of) => Math.max(0, ...all.map((model) => textWidth(of(model), size)));
  const heads = [FIGURES.net_benefit, FIGURES.o_e];
  const widths = [numbers((model) => estimateWords(model.score, answer.scale)), numbers(ratioOf)].map(
    (wide, at) => Math.max(wide, textWidth(heads[at], size, 600)) + 14,
  );
  // On a narrow screen the numbers stand in the table, and the ratios here.
  const beside = figure.width >= NAMES_BESIDE;
  const shown = beside ? [0, 1] : [1];
  const columns = shown.reduce((sum, at) => sum + widths[at], 0);
  const names = beside ? Math.min(0.28 * figure.width, 190) : 0;
  const blocks = [];
  const top = figure.top + 20;
  let y = top;
  const terms = termsOf(answer);
  for (const group of groups) {
    const words = beside ? wrapText(nameText(group.name), names - 10, FONT_SIZE.text, 600).slice(0, 2) : [group.name];
    const about = aboutOf(group, terms);
    const small = wrapText(about, beside ? names - 10 : figure.width, size);
    const head = beside ? 0 : 18 + 15 * small.length;
    const text = 16 * words.length + 15 * small.length;
    const lines = Math.max(group.models.length, 1) * LINE;
    const height = beside ? Math.max(text, lines) + 12 : head + lines + 12;
    blocks.push({ group, words, small, top: y, first: y + head + (beside ? (height - lines) / 2 : 4) });
    y += height;
  }
  const area = { left: names + 4, right: figure.width - columns - 8, top, bottom: y };
  const x = scaleOf(all, answer.scale.factor, area);
  return { area, x, blocks, beside, names, heads, widths, shown };
}

function aboutOf({ patients, positives, counted }, terms) {
  return fill(FIGURES.group_about, {
    ...terms,
    patients: countText(patients),
    counted: counted ?? WORDS.tables.patients,
    positives: countText(positives),
  });
}

/** All values, and intervals as far as they do not squeeze them. */
function scaleOf(models, factor, area) {
  const values = extentOf(models.flatMap(({ score, withCommonCutoff }) => [score?.value, withCommonCutoff?.value]));
  const span = values[1] - values[0] || Math.abs(values[1]) || 1 / factor;
  const intervals = models.filter(({ score }) => !isCoarse(score)).flatMap(({ score }) => [score.low, score.high]);
  const [low, high] = extentOf(intervals, ...values);
  const least = Math.max(low, values[0] - 1.5 * span),
    most = Math.min(high, values[1] + 1.5 * span);
  const room = 0.03 * (most - least || span);
  return linearScale((least - room) * factor, (most + room) * factor, area.left, area.right);
}

function writeHeads(figure, { area, heads, widths, shown }) {
  let right = area.right + 8;
  for (const at of shown) {
    right += widths[at];
    const look = { "text-anchor": "end", "font-size": FONT_SIZE.tick, "font-weight": 600 };
    writeText(figure.layer, right, area.top - 7, heads[at], look);
  }
}

function gridPath({ area, x }) {
  return niceTicks(x.low, x.high, 4)
    .map((tick) => `M${snap(x(tick))} ${area.top}V${area.bottom}`)
    .join("");
}

function drawBlock(figure, layout, { group, words, small, top, first }, answer) {
  const { beside, names } = layout;
  add(figure.layer, "path", { d: `M0 ${snap(top)}H${figure.width}`, stroke: FAINT, "stroke-opacity": 0.35 });
  const wide = beside ? names - 6 : figure.width;
  const look = { "font-weight": 600 };
  words.forEach((line, at) => writeName(figure.layer, 0, top + 17 + 16 * at, line, wide, look));
  const below = top + 17 + 16 * (words.length - 1);
  small.forEach((line, at) =>
    writeText(figure.layer, 0, below + 15 * (at + 1), line, { "font-size": FONT_SIZE.tick, fill: FAINT }),
  );
  if (!group.models.length) {
    const why = group.whyNot ? fill(FIGURES.no_group_because, { why: group.whyNot }) : FIGURES.no_group;
    const left = beside ? layout.area.left : 0;
    writeName(figure.layer, left, first + 13, why, figure.width - left, { "font-size": FONT_SIZE.tick, fill: FAINT });
  }
  group.models.forEach((model, at) => drawModel(figure, layout, model, snap(first + LINE * (at + 0.5)), answer.scale));
}

function drawModel(figure, { area, x, widths, shown }, model, y, scale) {
  const look = lookOf(model.index);
  const { score, withCommonCutoff: common } = model;
  const place = (value) => Math.min(Math.max(x(value * scale.factor), area.left), area.right);
  if (Number.isFinite(score?.low) && Number.isFinite(score?.high) && !isCoarse(score)) {
    add(figure.layer, "path", {
      d: whiskerPath(place(score.low), place(score.high), y, 3.5),
      stroke: look.edge,
      "stroke-width": 1.7,
      fill: "none",
    });
  }
  if (!isCoarse(score)) drawMarkers(figure.layer, look, markerPath(look, place(score?.value), y, 4.5));
  if (Number.isFinite(common?.value) && !isCoarse(common)) {
    const d = markerPath(look, place(common.value), y, 3);
    add(figure.layer, "path", { d, fill: PAPER, stroke: look.edge, "stroke-width": 1.6 });
  }
  const texts = [estimateWords(score, scale), ratioOf(model)];
  let right = area.right + 8;
  for (const at of shown) {
    right += widths[at];
    writeText(figure.layer, right, y + 4, texts[at], { "text-anchor": "end", "font-size": FONT_SIZE.tick });
  }
}

/** In which groups the model that the verdict names has the highest value, which is not yet beyond chance. */
function describe(groups, known, answer) {
  const { verdict } = answer;
  const leader = ({ models }) => models.reduce((best, one) => (one.score?.value > best.score?.value ? one : best)).name;
  const others = known.filter((group) => group.models.length > 1 && leader(group) !== verdict.best);
  const named = answer.models.some(({ name }) => name === verdict.best);
  const count = countText(groups.length);
  if (!named || known[0].models.length < 2) return fill(FIGURES.groups_caption_plain, { count });
  const names = { best: nameText(verdict.best), groups: others.map(({ name }) => nameText(name)).join(", "), count };
  if (verdict.coarse || known.some(({ models }) => models.some(({ score }) => isCoarse(score)))) {
    return fill(FIGURES.groups_caption_plain, names);
  }
  return fill(others.length ? FIGURES.groups_caption_others : FIGURES.groups_caption_same, names);
}

function tellAll(known, { scale }) {
  return known
    .flatMap(({ name, models }) =>
      models.map((model) =>
        fill(FIGURES.group_line, {
          group: nameText(name),
          model: nameText(model.name),
          score: estimateWords(model.score, scale),
          common: estimateWords(model.withCommonCutoff, scale),
          ratio: ratioOf(model),
        }),
      ),
    )
    .join(" ");
}
