// Why groups differ: the total difference and its parts, by group and model.

import {
  FIG_FAINT,
  FIG_INK,
  FIG_SIZE,
  figAdd,
  figFit,
  figIsolate,
  figLook,
  figMarker,
  figMarkers,
  figName,
  figNameText,
  figParagraph,
  figRound,
  figText,
  figTextWidth,
} from "./svg.js";
import { figEstimate, figExtent, figLinear, figNiceTicks, figSlice, figTick, figValue } from "./svg-scales.js";
import { figFinish, figLegend, figMarkerSample, figNothing, figStart } from "./svg-frame.js";
import { figRead } from "./svg-reader.js";
import { figWhisker } from "./figure-split.js";

const FIG_GAPS_ASKS = "Why is a model worth more in one group than in another?";
const FIG_GAP_PARTS = [
  { key: "total", head: "total", sign: "" },
  { key: "labelShift", head: "label shift", sign: "=" },
  { key: "mechanism", head: "mechanism", sign: "+" },
  { key: "sharpnessCorrected", head: "sharpness", sign: "of which" },
  { key: "calibrationCorrected", head: "calibration", sign: "and" },
];
const FIG_GAP_NOTE =
  "Label shift: the disease is rarer or more common in the group. " +
  "Mechanism: the model works better or worse at equal prevalence, by its ranking (sharpness) " +
  "or because risks are off (calibration). Bars to the left: worth less in the group.";

export function drawGaps(host, answer) {
  const figure = figStart(host, FIG_GAPS_ASKS, () => drawGaps(host, answer));
  const gaps = (answer?.gaps ?? []).filter(({ parts }) => Number.isFinite(parts?.total?.value));
  if (!gaps.length) return figNothing(figure, "No groups can be compared.");
  const names = new Map(gaps.map(({ model, index }) => [index, model]));
  figLegend(
    figure,
    [...names].map(([index, name]) => ({ sample: figMarkerSample(figLook(index)), name })),
  );
  const top =
    figParagraph(figure.layer, 0, figure.top - 6, FIG_GAP_NOTE, figure.width, {
      "font-size": FIG_SIZE.tick,
      fill: FIG_FAINT,
    }) + 8;
  const layout = figGapLayout(figure, gaps, answer, top);
  figGapHeads(figure, layout);
  for (const block of layout.blocks) figGapBlock(figure, layout, block, answer);
  const below = figGapRuler(figure, layout, answer) + 6;
  const measures = `Bars and whiskers: difference to the reference with its interval, in ${answer.scale.unit}.`;
  const bottom = figParagraph(figure.layer, 0, below, measures, figure.width, { "font-size": FIG_SIZE.tick });
  figGapRead(figure, layout, answer);
  return figFinish(figure, bottom + 4, figGapWords(gaps, answer));
}

/** Columns for the parts, a block for each group, a row in it for each model. */
function figGapLayout(figure, gaps, answer, top) {
  const left = 24,
    wide = (figure.width - left) / FIG_GAP_PARTS.length,
    row = gaps.length > 16 ? 18 : 32;
  const blocks = [];
  let y = top + 38;
  for (const gap of gaps) {
    let block = blocks.find((one) => one.group === gap.group && one.reference === gap.reference);
    if (!block) blocks.push((block = { group: gap.group, reference: gap.reference, rows: [] }));
    block.rows.push(gap);
  }
  for (const block of blocks) {
    block.top = y;
    block.rows = block.rows.map((gap, i) => ({ gap, y: y + 24 + row * i }));
    y += 24 + row * block.rows.length + 8;
  }
  const scale = figGapScale(gaps, answer.scale.factor, wide - 14);
  return { left, wide, row, blocks, top, bottom: y, scale, rows: blocks.flatMap((block) => block.rows) };
}

/** One scale for all columns, so that parts can be compared; an interval far beyond the bars is cut. */
function figGapScale(gaps, factor, room) {
  const parts = gaps.flatMap((gap) => FIG_GAP_PARTS.map(({ key }) => gap.parts[key])).filter(Boolean);
  const [least, greatest] = figExtent(
    parts.map(({ value }) => value),
    0,
    0,
  );
  const most = Math.max(-least, greatest) || 1 / factor;
  const ends = figExtent(
    parts.flatMap(({ low, high }) => [low, high]),
    least,
    greatest,
  );
  return figLinear(Math.max(ends[0], -2.2 * most), Math.min(ends[1], 2.2 * most), 0, room);
}

function figGapHeads(figure, { left, wide, top }) {
  FIG_GAP_PARTS.forEach(({ head, sign }, i) => {
    const size = figTextWidth(head, FIG_SIZE.tick, 600) > wide - 6 ? 11 : FIG_SIZE.tick;
    figText(figure.layer, left + wide * (i + 0.5), top + 12, sign, {
      "text-anchor": "middle",
      "font-size": FIG_SIZE.tick,
      fill: FIG_FAINT,
    });
    figText(figure.layer, left + wide * (i + 0.5), top + 27, head, {
      "text-anchor": "middle",
      "font-size": size,
      "font-weight": 600,
    });
  });
}

function figGapBlock(figure, layout, { group, reference, rows, top }, answer) {
  const { left, wide, row, scale } = layout,
    half = (figure.width - 60) / 2;
  const words = figAdd(figure.layer, "g");
  figNameText(words, 0, top + 16, group, half, { "font-weight": 600 });
  const at = Math.min(figTextWidth(figName(group), 13, 600), half) + 8;
  figText(words, at, top + 16, "against", { fill: FIG_FAINT });
  figNameText(words, at + 54, top + 16, reference, half, { fill: FIG_FAINT });
  let zeros = `M0 ${top - 1}H${figure.width}`;
  const foot = rows[rows.length - 1].y + row;
  FIG_GAP_PARTS.forEach((_, i) => (zeros += `M${figRound(left + wide * i + 7 + scale(0))} ${top + 22}V${foot}`));
  figAdd(figure.layer, "path", { d: zeros, stroke: "#8C8C8C", fill: "none" });
  for (const one of rows) figGapRow(figure, layout, one, answer);
}

function figGapRow(figure, { left, wide, row, scale }, { gap, y }, answer) {
  const look = figLook(gap.index),
    { factor } = answer.scale,
    middle = y + row - 10;
  const place = (i, value) => left + wide * i + 7 + scale(Math.min(Math.max(value, scale.low), scale.high));
  let bars = "",
    whiskers = "";
  FIG_GAP_PARTS.forEach(({ key }, i) => {
    const part = gap.parts[key];
    if (!Number.isFinite(part?.value)) return;
    const zero = figRound(place(i, 0)),
      end = figRound(place(i, part.value));
    bars += `M${zero} ${middle - 5}H${end}v10H${zero}z`;
    if (Number.isFinite(part.low) && Number.isFinite(part.high))
      whiskers += figWhisker(place(i, part.low), place(i, part.high), middle, 3);
    const number = { "text-anchor": "middle", "font-size": 11 };
    if (row > 24)
      figText(figure.layer, left + wide * (i + 0.5), middle - 9, figValue(part.value, answer.scale, true), number);
  });
  figMarkers(figure.layer, look, figMarker(look, 10, middle, 4.5));
  figAdd(figure.layer, "path", { d: bars, fill: look.colour, stroke: look.edge });
  figAdd(figure.layer, "path", { d: whiskers, stroke: FIG_INK, "stroke-width": 1.3, fill: "none" });
}

/** A length to compare the bars with, where no numbers stand beside them. Returns the height below it. */
function figGapRuler(figure, { row, scale, bottom, left }, answer) {
  if (row > 24) return bottom;
  const whole = (scale.high - scale.low) * answer.scale.factor;
  const length = figNiceTicks(0, whole * 0.6, 3).pop();
  const wide = scale(length / answer.scale.factor) - scale(0);
  figAdd(figure.layer, "path", { d: figWhisker(left, left + wide, bottom + 6), stroke: FIG_INK, fill: "none" });
  figText(figure.layer, left + wide + 8, bottom + 10, `this long: ${figTick(length)}`, { "font-size": FIG_SIZE.tick });
  return bottom + 14;
}

function figGapRead(figure, { rows: all, row, top, bottom }, answer) {
  figRead(figure, {
    label: "Differences between groups; left and right go from row to row.",
    area: { left: 0, right: figure.width, top, bottom },
    size: [all.length, 1],
    start: [0, 0],
    at: (_, py) => [
      Math.max(
        0,
        all.findLastIndex(({ y }) => py >= y - 2),
      ),
      0,
    ],
    show: (column) => {
      const { gap, y } = all[column];
      const number = (part) => (part ? figEstimate(part, answer.scale, true) : "–");
      const parts = FIG_GAP_PARTS.map(({ key, head }) => ({ name: head, value: number(gap.parts[key]) }));
      const rows = [{ look: figLook(gap.index), name: gap.model }, ...parts];
      const heading = figFit(
        `${figName(gap.group)} less ${figName(gap.reference)}`,
        figure.width - 40,
        FIG_SIZE.tick,
        600,
      );
      const group = answer.groups?.find(({ name }) => name === gap.group) ?? { name: gap.group };
      return { x: 20, y: y + row - 6, guide: false, heading, rows, foot: figSlice(group) };
    },
  });
}

/** The largest gap, and its largest part. */
function figGapWords(gaps, answer) {
  const largest = gaps.reduce((best, one) =>
    Math.abs(one.parts.total.value) > Math.abs(best.parts.total.value) ? one : best,
  );
  const { parts, model, group, reference } = largest,
    name = (words) => figIsolate(figName(words));
  const value = (key) => (parts[key] ? figValue(parts[key].value, answer.scale, true) : "–");
  const total = `${figEstimate(parts.total, answer.scale, true)} ${answer.scale.unit}`;
  return (
    `The largest difference: ${name(model)} in ${name(group)} against ${name(reference)}, ${total}; ` +
    `of it label shift ${value("labelShift")} and mechanism ${value("mechanism")} ` +
    `(sharpness ${value("sharpnessCorrected")}, calibration ${value("calibrationCorrected")}).`
  );
}
