// The ROC curve with the points at which decisions are made.
import { roundPercent } from "../text/formats.js";
import { nameText } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { clamp } from "../engine/numbers.js";
import { areaOf, drawBottomAxis, drawLeftAxis, leftRoom, writeAbove } from "../chart/axes.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { drawLegend, lineSample } from "../chart/legend.js";
import { FAINT, INK, PAPER } from "../chart/colours.js";
import { drawLine, drawMarkers, lookOf, markerPath } from "../chart/looks.js";
import { makeReadable } from "../chart/reader.js";
import { linearScale } from "../chart/scales.js";
import { sliceText, termsOf } from "../chart/slices.js";
import { add, pathThrough, snap } from "../chart/svg.js";
import { FONT_SIZE, textWidth, writeText } from "../chart/texts.js";

const { figures: FIGURES } = WORDS;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const STEPS = 101;

export function drawRoc(host, data, answer) {
  const figure = startFigure(host, FIGURES.roc, () => drawRoc(host, data, answer));
  const models = (data ?? []).filter(({ fpr, tpr }) => fpr?.length > 1 && tpr?.length > 1).map(turnUpwards);
  if (!models.length) return showNothing(figure, FIGURES.nothing);
  drawLegend(figure, legendEntries(models));
  const terms = termsOf(answer);
  writeAbove(figure, fill(FIGURES.roc_above, terms));
  const left = leftRoom(TICKS, roundPercent),
    side = Math.min(figure.width - left - 14, 390);
  const area = { ...areaOf(figure, left, side), right: left + side };
  const plot = { area, x: linearScale(0, 1, area.left, area.right), y: linearScale(0, 1, area.bottom, area.top) };
  drawLeftAxis(figure, area, plot.y, TICKS, roundPercent);
  const diagonal = `M${area.left} ${area.bottom}L${area.right} ${area.top}`;
  add(figure.layer, "path", { d: diagonal, stroke: FAINT, "stroke-dasharray": "2 3", fill: "none" });
  for (const { index, fpr, tpr } of models)
    drawLine(figure.layer, lookOf(index), pathThrough(fpr.map(plot.x), tpr.map(plot.y)));
  drawPoints(figure, plot, models);
  const bottom = drawBottomAxis(figure, area, plot.x, TICKS, roundPercent, fill(FIGURES.roc_axis, terms));
  readCurve(figure, plot, models, answer);
  return finishFigure(figure, bottom + 4, describe(models, answer));
}

/** A curve from the strictest cut-off to the laxest. */
function turnUpwards(model) {
  const [fpr, tpr] = [Array.from(model.fpr), Array.from(model.tpr)];
  return fpr[0] <= fpr[fpr.length - 1] ? { ...model, fpr, tpr } : { ...model, fpr: fpr.reverse(), tpr: tpr.reverse() };
}

function legendEntries(models) {
  const point = (r, colour) => (parent, x, y) =>
    add(parent, "circle", { cx: x + 22, cy: y, r, fill: colour, stroke: INK });
  const ends = models.some(({ points }) => points?.some(({ what }) => what !== "middle"));
  return [
    ...models.map(({ name, index, auc }) => ({
      sample: lineSample(lookOf(index)),
      name,
      more: `, ${fill(FIGURES.auc, { auc: aucText(auc) })}`,
    })),
    { sample: point(6, FAINT), name: FIGURES.roc_point },
    ...(ends ? [{ sample: point(3.5, PAPER), name: FIGURES.roc_ends }] : []),
  ];
}

/** The area under the curve, given as a number or with its interval. */
function aucText(auc) {
  const area = typeof auc === "number" ? auc : auc?.value;
  return Number.isFinite(area) ? area.toFixed(3) : "–";
}

/** Ends of the range small and hollow, the middle large with its cut-off beside it. */
function drawPoints(figure, { area, x, y }, models) {
  const middles = [];
  for (const { index, points } of models) {
    const look = lookOf(index);
    let ends = "";
    for (const one of points ?? []) {
      if (one.what === "middle") middles.push({ ...one, look, x: x(one.fpr), y: y(one.tpr) });
      else ends += markerPath(look, x(one.fpr), y(one.tpr), 3.2);
    }
    if (ends) add(figure.layer, "path", { d: ends, fill: PAPER, stroke: look.edge, "stroke-width": 1.8 });
  }
  const shown = middles.filter((one) => Number.isFinite(one.x) && Number.isFinite(one.y));
  const taken = shown.map(({ x: px, y: py }) => ({ left: px - 8, right: px + 8, top: py - 8, bottom: py + 8 }));
  for (const one of shown) writeCutoff(figure, area, one, taken);
  for (const one of shown) drawMarkers(figure.layer, one.look, markerPath(one.look, one.x, one.y, 5.5));
}

/** The cut-off below and to the right of its point, further down where another stands already. */
function writeCutoff(figure, area, { x, y, cutoff, look }, taken) {
  const words = `\u2265 ${roundPercent(cutoff)}`,
    width = textWidth(words, FONT_SIZE.tick, 600) + 22;
  const left = Math.min(x + 12, area.right - width);
  const box = (top) => ({ left, right: left + width, top, bottom: top + 17 });
  const clash = (one) =>
    taken.some((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom);
  let top = Math.min(y + 8, area.bottom - 18);
  while (clash(box(top)) && top < area.bottom - 20) top += 4;
  taken.push(box(top));
  const [from, to] = [
    [x, y],
    [left + 6, top + 8],
  ].map((point) => point.map(snap).join(" "));
  add(figure.layer, "path", { d: `M${from}L${to}`, stroke: INK, "stroke-width": 1 });
  const ground = { x: snap(left), y: snap(top), width: snap(width), height: 17, rx: 3 };
  add(figure.layer, "rect", { ...ground, fill: PAPER, "fill-opacity": 0.88 });
  drawMarkers(figure.layer, look, markerPath(look, left + 8, top + 8.5, 3.6));
  writeText(figure.layer, left + 16, top + 12.5, words, { "font-size": FONT_SIZE.tick, "font-weight": 600 });
}

function readCurve(figure, { area, x, y }, models, answer) {
  makeReadable(figure, {
    label: FIGURES.read_roc,
    area,
    size: [STEPS, 1],
    start: [columnOf(models[0].points?.find(({ what }) => what === "middle")?.fpr), 0],
    at: (px) => [columnOf(x.invert(px)), 0],
    show: (column) => {
      const share = column / (STEPS - 1);
      const heights = models.map((model) => ({ ...model, height: heightAt(model, share) }));
      const rows = heights.map(({ name, index, height: tpr }) => ({
        look: lookOf(index),
        name,
        value: fill(FIGURES.roc_finds, { tpr: roundPercent(tpr) }),
      }));
      const marks = heights.map(({ index, height: tpr }) => ({ look: lookOf(index), x: x(share), y: y(tpr) }));
      const heading = fill(FIGURES.roc_heading, { fpr: roundPercent(share) });
      return { x: x(share), low: true, heading, rows, marks, foot: sliceText(answer.slice, termsOf(answer)) };
    },
  });
}

/** The place of a share among the steps of the keys. */
function columnOf(share) {
  return Number.isFinite(share) ? Math.round((STEPS - 1) * clamp(share, 0, 1)) : 10;
}

/** Height of a curve at a false positive rate, along its pieces. */
function heightAt({ fpr, tpr }, share) {
  let i = 0;
  while (i < fpr.length - 1 && fpr[i + 1] <= share) i++;
  const width = (fpr[i + 1] ?? 0) - fpr[i];
  return width > 0 ? tpr[i] + ((tpr[i + 1] - tpr[i]) * (share - fpr[i])) / width : tpr[i];
}

function describe(models, answer) {
  const terms = termsOf(answer);
  const parts = models.map(({ name, auc, points }) => {
    const at = points?.find(({ what }) => what === "middle");
    const ranks = fill(FIGURES.roc_ranks, { name: nameText(name), auc: aucText(auc) });
    if (!at) return ranks;
    const [tpr, fpr, cutoff] = [at.tpr, at.fpr, at.cutoff].map(roundPercent);
    return fill(FIGURES.roc_model, { ranks, ...terms, tpr, fpr, cutoff });
  });
  return `${parts.join("; ")} (${sliceText(answer.slice, terms)}).`;
}
