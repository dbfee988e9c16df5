// Which cut-offs the deployment asks about, in front of where the patients' scores lie.
import { roundPercent, roundPercents } from "../text/formats.js";
import { nameText } from "../text/names.js";
import { clamp, logit } from "../engine/numbers.js";
import { drawBottomAxis } from "../chart/axes.js";
import { finishFigure, showNothing, startFigure } from "../chart/frame.js";
import { boxSample, drawLegend, hatchSample } from "../chart/legend.js";
import { addHatch, drawMarkers, FAINT, INK, lookOf, markerPath } from "../chart/looks.js";
import { makeReadable } from "../chart/reader.js";
import { extentOf, logOddsScale, nearestIndex, placesOf } from "../chart/scales.js";
import { sliceText } from "../chart/slices.js";
import { add, pathThrough, snap } from "../chart/svg.js";
import { writeName } from "../chart/texts.js";
import { percentTicks } from "../chart/ticks.js";

const QUESTION = "Which cut-offs count, and where do the scores lie?";
const ROW = 96;
const NON_CASES_FILL = "#D9D9D9";

export function drawWeight(host, data, answer) {
  const figure = startFigure(host, QUESTION, () => drawWeight(host, data, answer));
  const models = (data?.models ?? []).filter(({ cutoff }) => cutoff?.length > 1);
  if (!models.length) return showNothing(figure, "There is no model to show.");
  drawLegend(figure, legendEntries(answer.slice.counted));
  const area = {
    left: 2,
    right: figure.width - 14,
    top: figure.top - 4,
    bottom: figure.top - 4 + ROW * models.length,
  };
  const x = scaleOf(models, answer, area);
  models.forEach((model, order) => drawModel(figure, area, x, model, order, answer));
  const ticks = percentTicks(x.low, x.high, 9);
  const measures =
    "the model's score as it is, used as a cut-off (log-odds scale); heights are shares, each to its own scale";
  const bottom = drawBottomAxis(figure, area, x, ticks, roundPercent, measures);
  readCutoffs(figure, area, x, models, answer);
  return finishFigure(figure, bottom + 4, describe(models, answer));
}

function legendEntries(counted) {
  const hill = (parent, x, y) => {
    const d = `M${x} ${y + 5}c10 0 10 -11 16 -11s6 11 16 11`;
    add(parent, "path", { d, stroke: INK, "stroke-width": 2, fill: "none" });
  };
  return [
    { sample: hatchSample(INK), name: "cut-offs that count in your setting" },
    { sample: boxSample({ fill: NON_CASES_FILL, stroke: FAINT }), name: `${counted} without the disease` },
    { sample: hill, name: `${counted} with it` },
  ];
}

/** From the lowest to the highest score that some patients have or that counts. */
function scaleOf(models, answer, area) {
  let [low, high] = [Infinity, -Infinity];
  for (const { cutoff, cases, nonCases, density } of models) {
    for (const curve of [cases, nonCases, density]) {
      const most = extentOf(curve ?? [])[1];
      [low, high] = extentOf(
        Array.from(cutoff).filter((_, i) => curve?.[i] > 0.03 * most),
        low,
        high,
      );
    }
  }
  const cuts = answer.models.flatMap((model) => [model.cutoff?.low, model.cutoff?.high]);
  [low, high] = extentOf(
    cuts.filter((cut) => cut > 0 && cut < 1),
    low,
    high,
  );
  const inside = (share) => clamp(share, 1e-5, 1 - 1e-5);
  return low < high
    ? logOddsScale(inside(low), inside(high), area.left, area.right)
    : logOddsScale(0.001, 0.999, area.left, area.right);
}

function drawModel(figure, area, x, model, order, answer) {
  const look = lookOf(model.index),
    foot = area.top + ROW * (order + 1),
    room = ROW - 34;
  const keep = Array.from(model.cutoff, (cut) => cut >= x.low && cut <= x.high);
  const only = (values) => Array.from(values ?? []).filter((_, i) => keep[i]);
  const places = placesOf(only(model.cutoff), x);
  const most = Math.max(extentOf(model.cases ?? [])[1], extentOf(model.nonCases ?? [])[1], 1e-9);
  const heights = (curve, scale) => only(curve).map((value) => foot - (room * value) / scale);
  const nonCases = pathThrough(places, heights(model.nonCases, most));
  if (nonCases) add(figure.layer, "path", { d: closePath(nonCases, places, foot), fill: NON_CASES_FILL });
  add(figure.layer, "path", { d: nonCases, stroke: FAINT, fill: "none" });
  drawWeights(figure, look, { places, foot, room, x }, model, only, answer);
  add(figure.layer, "path", {
    d: pathThrough(places, heights(model.cases, most)),
    stroke: INK,
    "stroke-width": 2,
    fill: "none",
  });
  add(figure.layer, "path", { d: `M${area.left} ${foot}H${area.right}`, stroke: FAINT });
  drawMarkers(figure.layer, look, markerPath(look, area.left + 6, foot - room - 16, 4.5));
  writeName(figure.layer, area.left + 18, foot - room - 11.5, model.name, area.right - area.left - 24, {
    "font-weight": 600,
  });
}

function closePath(line, places, foot) {
  return `${line}V${foot}H${places[0]}z`;
}

/** The deployment's weight, or a line where all of it lies at one cut-off. */
function drawWeights(figure, look, { places, foot, room, x }, model, only, answer) {
  const cut = answer.models.find(({ name }) => name === model.name)?.cutoff;
  const most = extentOf(model.density ?? [])[1];
  const known = cut?.value > 0 && cut.value < 1;
  if (known && (Math.abs(logit(cut.high) - logit(cut.low)) < 1e-6 || !(most > 0))) {
    const d = `M${snap(x(cut.value))} ${foot}v${-room}`;
    add(figure.layer, "path", { d, stroke: "#ffffff", "stroke-width": 6 });
    add(figure.layer, "path", { d, stroke: look.edge, "stroke-width": 3 });
  } else if (most > 0) {
    const line = pathThrough(
      places,
      only(model.density).map((value) => foot - (room * value) / most),
    );
    const fill = addHatch(figure, look, `weight-${look.index}`, "none");
    add(figure.layer, "path", { d: closePath(line, places, foot), fill, "fill-opacity": 0.75 });
    add(figure.layer, "path", { d: line, stroke: look.edge, "stroke-width": 2.2, fill: "none" });
  }
}

/** Share of a density at or above each point, by trapezoids in log odds. */
function sharesAbove(cutoff, curve) {
  const shares = new Array(cutoff.length).fill(0);
  for (let i = cutoff.length - 2; i >= 0; i--) {
    const step = logit(cutoff[i + 1]) - logit(cutoff[i]);
    const part = (step * (curve?.[i] + curve?.[i + 1])) / 2;
    shares[i] = shares[i + 1] + (Number.isFinite(part) ? part : 0);
  }
  return shares.map((share) => share / (shares[0] || 1));
}

const STEPS = 121;

function readCutoffs(figure, area, x, models, answer) {
  const share = (column) => x.invert(area.left + ((area.right - area.left) * column) / (STEPS - 1));
  const column = (px) => Math.round(((px - area.left) / (area.right - area.left)) * (STEPS - 1));
  // Sums are made when someone first reads, not with every drawing.
  let sums = null;
  makeReadable(figure, {
    label: "Patients at or above each cut-off.",
    area,
    size: [STEPS, 1],
    start: [column(x(clamp(answer.models[0]?.cutoff?.value || 0.1, x.low, x.high))), 0],
    at: (px) => [column(px), 0],
    show: (at) => {
      sums ??= models.map(({ cutoff, cases, nonCases }) => [sharesAbove(cutoff, cases), sharesAbove(cutoff, nonCases)]);
      const cut = share(at);
      const rows = models.map(({ name, index, cutoff }, i) => {
        const place = nearestIndex(cutoff, cut);
        return {
          look: lookOf(index),
          name,
          value: `${roundPercent(sums[i][0][place])} / ${roundPercent(sums[i][1][place])}`,
        };
      });
      const heading = `with / without the disease, at or above ${roundPercent(cut)}`;
      return { x: x(cut), heading, rows, foot: sliceText(answer.slice) };
    },
  });
}

function describe(models, answer) {
  const parts = models.map(({ name }) => {
    const cut = answer.models.find((model) => model.name === name)?.cutoff;
    return cut ? `${nameText(name)} ${roundPercents([cut.low, cut.high])}` : nameText(name);
  });
  return `Cut-offs on each model's own score that count in your setting: ${parts.join(", ")} (${sliceText(answer.slice)}).`;
}
