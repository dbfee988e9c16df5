// The ROC curve with the points at which decisions are made.

import {
  FIG_FAINT,
  FIG_INK,
  FIG_SIZE,
  figAdd,
  figIsolate,
  figLine,
  figLook,
  figMarker,
  figMarkers,
  figName,
  figPath,
  figRound,
  figText,
  figTextWidth,
} from "./svg.js";
import { figLinear, figPercent, figWhose, figWithin } from "./svg-scales.js";
import {
  figAbove,
  figArea,
  figBottomAxis,
  figFinish,
  figLeftAxis,
  figLeftRoom,
  figLegend,
  figLineSample,
  figNothing,
  figStart,
} from "./svg-frame.js";
import { figRead } from "./svg-reader.js";

const FIG_ROC_ASKS = "How many cases are found, at how many needless treatments?";
const FIG_ROC_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const FIG_ROC_STEPS = 101;

export function drawRoc(host, data, answer) {
  const figure = figStart(host, FIG_ROC_ASKS, () => drawRoc(host, data, answer));
  const models = (data ?? []).filter(({ fpr, tpr }) => fpr?.length > 1 && tpr?.length > 1).map(figRocUpwards);
  if (!models.length) return figNothing(figure, "There is no model to show.");
  figLegend(figure, figRocEntries(models));
  figAbove(figure, "cases found: share of patients with the disease who are treated");
  const left = figLeftRoom(FIG_ROC_TICKS, figPercent),
    side = Math.min(figure.width - left - 14, 390);
  const area = { ...figArea(figure, left, side), right: left + side };
  const plot = { area, x: figLinear(0, 1, area.left, area.right), y: figLinear(0, 1, area.bottom, area.top) };
  figLeftAxis(figure, area, plot.y, FIG_ROC_TICKS, figPercent);
  const diagonal = `M${area.left} ${area.bottom}L${area.right} ${area.top}`;
  figAdd(figure.layer, "path", { d: diagonal, stroke: FIG_FAINT, "stroke-dasharray": "2 3", fill: "none" });
  for (const { index, fpr, tpr } of models)
    figLine(figure.layer, figLook(index), figPath(fpr.map(plot.x), tpr.map(plot.y)));
  figRocPoints(figure, plot, models);
  const measures = "needless treatments: share of patients without the disease who are treated";
  const bottom = figBottomAxis(figure, area, plot.x, FIG_ROC_TICKS, figPercent, measures);
  figRocRead(figure, plot, models, answer);
  return figFinish(figure, bottom + 4, figRocWords(models, answer));
}

/** A curve from the strictest cut-off to the laxest. */
function figRocUpwards(model) {
  const [fpr, tpr] = [Array.from(model.fpr), Array.from(model.tpr)];
  return fpr[0] <= fpr[fpr.length - 1] ? { ...model, fpr, tpr } : { ...model, fpr: fpr.reverse(), tpr: tpr.reverse() };
}

function figRocEntries(models) {
  const point = (r, fill) => (parent, x, y) =>
    figAdd(parent, "circle", { cx: x + 22, cy: y, r, fill, stroke: FIG_INK });
  const ends = models.some(({ points }) => points?.some(({ what }) => what !== "middle"));
  return [
    ...models.map(({ name, index, auc }) => ({
      sample: figLineSample(figLook(index)),
      name,
      more: `, AUC ${figAuc(auc)}`,
    })),
    { sample: point(6, FIG_FAINT), name: "treating from the score written beside it" },
    ...(ends ? [{ sample: point(3.5, "#ffffff"), name: "at the ends of your range" }] : []),
  ];
}

/** The area under the curve, given as a number or with its interval. */
function figAuc(auc) {
  const area = typeof auc === "number" ? auc : auc?.value;
  return Number.isFinite(area) ? area.toFixed(3) : "–";
}

/** Ends of the range small and hollow, the middle large with its cut-off beside it. */
function figRocPoints(figure, { area, x, y }, models) {
  const middles = [];
  for (const { index, points } of models) {
    const look = figLook(index);
    let ends = "";
    for (const one of points ?? []) {
      if (one.what === "middle") middles.push({ ...one, look, x: x(one.fpr), y: y(one.tpr) });
      else ends += figMarker(look, x(one.fpr), y(one.tpr), 3.2);
    }
    if (ends) figAdd(figure.layer, "path", { d: ends, fill: "#ffffff", stroke: look.edge, "stroke-width": 1.8 });
  }
  const shown = middles.filter((one) => Number.isFinite(one.x) && Number.isFinite(one.y));
  const taken = shown.map(({ x: px, y: py }) => ({ left: px - 8, right: px + 8, top: py - 8, bottom: py + 8 }));
  for (const one of shown) figRocLabel(figure, area, one, taken);
  for (const one of shown) figMarkers(figure.layer, one.look, figMarker(one.look, one.x, one.y, 5.5));
}

/** The cut-off below and to the right of its point, further down where another stands already. */
function figRocLabel(figure, area, { x, y, cutoff, look }, taken) {
  const words = `from ${figPercent(cutoff)}`,
    width = figTextWidth(words, FIG_SIZE.tick, 600) + 22;
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
  ].map((point) => point.map(figRound).join(" "));
  figAdd(figure.layer, "path", { d: `M${from}L${to}`, stroke: FIG_INK, "stroke-width": 1 });
  const ground = { x: figRound(left), y: figRound(top), width: figRound(width), height: 17, rx: 3 };
  figAdd(figure.layer, "rect", { ...ground, fill: "#ffffff", "fill-opacity": 0.88 });
  figMarkers(figure.layer, look, figMarker(look, left + 8, top + 8.5, 3.6));
  figText(figure.layer, left + 16, top + 12.5, words, { "font-size": FIG_SIZE.tick, "font-weight": 600 });
}

function figRocRead(figure, { area, x, y }, models, answer) {
  figRead(figure, {
    label: "Cases found at each share of needless treatments.",
    area,
    size: [FIG_ROC_STEPS, 1],
    start: [figRocColumn(models[0].points?.find(({ what }) => what === "middle")?.fpr), 0],
    at: (px) => [figRocColumn(x.invert(px)), 0],
    show: (column) => {
      const share = column / (FIG_ROC_STEPS - 1);
      const found = models.map((model) => ({ ...model, found: figRocAt(model, share) }));
      const rows = found.map(({ name, index, found: tpr }) => ({
        look: figLook(index),
        name,
        value: `finds ${figPercent(tpr)}`,
      }));
      const marks = found.map(({ index, found: tpr }) => ({ look: figLook(index), x: x(share), y: y(tpr) }));
      const heading = `treating ${figPercent(share)} of those without the disease`;
      return { x: x(share), low: true, heading, rows, marks, foot: figWhose(answer) };
    },
  });
}

/** The place of a share among the steps of the keys. */
function figRocColumn(share) {
  return Number.isFinite(share) ? Math.round((FIG_ROC_STEPS - 1) * figWithin(share, 0, 1)) : 10;
}

/** Height of a curve at a false positive rate, along its pieces. */
function figRocAt({ fpr, tpr }, share) {
  let i = 0;
  while (i < fpr.length - 1 && fpr[i + 1] <= share) i++;
  const width = (fpr[i + 1] ?? 0) - fpr[i];
  return width > 0 ? tpr[i] + ((tpr[i + 1] - tpr[i]) * (share - fpr[i])) / width : tpr[i];
}

function figRocWords(models, answer) {
  const parts = models.map(({ name, auc, points }) => {
    const at = points?.find(({ what }) => what === "middle");
    const ranks = `${figIsolate(figName(name))} has an AUC of ${figAuc(auc)}`;
    if (!at) return ranks;
    const finds = `finds ${figPercent(at.tpr)} of the cases while treating ${figPercent(at.fpr)} of the others`;
    return `${ranks} and, treating from ${figPercent(at.cutoff)} on, ${finds}`;
  });
  return `${parts.join("; ")} (${figWhose(answer)}).`;
}
