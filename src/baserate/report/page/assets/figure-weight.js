// Which cut-offs the deployment asks about, in front of where the patients' scores lie.

import {
  FIG_FAINT,
  FIG_INK,
  figAdd,
  figHatch,
  figIsolate,
  figLook,
  figMarker,
  figMarkers,
  figName,
  figNameText,
  figPath,
  figRound,
} from "./svg.js";
import {
  figExtent,
  figLogit,
  figLogOdds,
  figNearest,
  figPercent,
  figPercents,
  figPercentTicks,
  figPlaces,
  figWhose,
} from "./svg-scales.js";
import {
  figBottomAxis,
  figBoxSample,
  figFinish,
  figHatchSample,
  figLegend,
  figNothing,
  figStart,
} from "./svg-frame.js";
import { figRead } from "./svg-reader.js";

const FIG_WEIGHT_ASKS = "Which cut-offs count, and where do the patients stand?";
const FIG_WEIGHT_ROW = 96;
const FIG_OTHERS_FILL = "#D9D9D9";

export function drawWeight(host, data, answer) {
  const figure = figStart(host, FIG_WEIGHT_ASKS, () => drawWeight(host, data, answer));
  const models = (data?.models ?? []).filter(({ cutoff }) => cutoff?.length > 1);
  if (!models.length) return figNothing(figure, "There is no model to show.");
  figLegend(figure, figWeightEntries());
  const area = {
    left: 2,
    right: figure.width - 14,
    top: figure.top - 4,
    bottom: figure.top - 4 + FIG_WEIGHT_ROW * models.length,
  };
  const x = figWeightScale(models, answer, area);
  models.forEach((model, order) => figWeightModel(figure, area, x, model, order, answer));
  const ticks = figPercentTicks(x.low, x.high, 9);
  const measures =
    "the model's score as it is, used as a cut-off (log-odds scale); heights are shares, each to its own scale";
  const bottom = figBottomAxis(figure, area, x, ticks, figPercent, measures);
  figWeightRead(figure, area, x, models, answer);
  return figFinish(figure, bottom + 4, figWeightWords(models, answer));
}

function figWeightEntries() {
  const hill = (parent, x, y) => {
    const d = `M${x} ${y + 5}c10 0 10 -11 16 -11s6 11 16 11`;
    figAdd(parent, "path", { d, stroke: FIG_INK, "stroke-width": 2, fill: "none" });
  };
  return [
    { sample: figHatchSample(FIG_INK), name: "cut-offs that count in your setting" },
    { sample: figBoxSample({ fill: FIG_OTHERS_FILL, stroke: FIG_FAINT }), name: "patients without the disease" },
    { sample: hill, name: "patients with it" },
  ];
}

/** From the lowest to the highest score that some patients have or that counts. */
function figWeightScale(models, answer, area) {
  let [low, high] = [Infinity, -Infinity];
  for (const { cutoff, cases, others, density } of models) {
    for (const curve of [cases, others, density]) {
      const most = figExtent(curve ?? [])[1];
      [low, high] = figExtent(
        Array.from(cutoff).filter((_, i) => curve?.[i] > 0.03 * most),
        low,
        high,
      );
    }
  }
  const cuts = answer.models.flatMap((model) => [model.cutoff?.low, model.cutoff?.high]);
  [low, high] = figExtent(
    cuts.filter((cut) => cut > 0 && cut < 1),
    low,
    high,
  );
  const inside = (share) => Math.min(Math.max(share, 1e-5), 1 - 1e-5);
  return low < high
    ? figLogOdds(inside(low), inside(high), area.left, area.right)
    : figLogOdds(0.001, 0.999, area.left, area.right);
}

function figWeightModel(figure, area, x, model, order, answer) {
  const look = figLook(model.index),
    foot = area.top + FIG_WEIGHT_ROW * (order + 1),
    room = FIG_WEIGHT_ROW - 34;
  const keep = Array.from(model.cutoff, (cut) => cut >= x.low && cut <= x.high);
  const only = (values) => Array.from(values ?? []).filter((_, i) => keep[i]);
  const places = figPlaces(only(model.cutoff), x);
  const most = Math.max(figExtent(model.cases ?? [])[1], figExtent(model.others ?? [])[1], 1e-9);
  const heights = (curve, scale) => only(curve).map((value) => foot - (room * value) / scale);
  const others = figPath(places, heights(model.others, most));
  if (others) figAdd(figure.layer, "path", { d: figWeightFill(others, places, foot), fill: FIG_OTHERS_FILL });
  figAdd(figure.layer, "path", { d: others, stroke: FIG_FAINT, fill: "none" });
  figWeightCut(figure, look, { places, foot, room, x }, model, only, answer);
  figAdd(figure.layer, "path", {
    d: figPath(places, heights(model.cases, most)),
    stroke: FIG_INK,
    "stroke-width": 2,
    fill: "none",
  });
  figAdd(figure.layer, "path", { d: `M${area.left} ${foot}H${area.right}`, stroke: FIG_FAINT });
  figMarkers(figure.layer, look, figMarker(look, area.left + 6, foot - room - 16, 4.5));
  figNameText(figure.layer, area.left + 18, foot - room - 11.5, model.name, area.right - area.left - 24, {
    "font-weight": 600,
  });
}

function figWeightFill(line, places, foot) {
  return `${line}V${foot}H${places[0]}z`;
}

/** The deployment's weight, or a line where all of it lies at one cut-off. */
function figWeightCut(figure, look, { places, foot, room, x }, model, only, answer) {
  const cut = answer.models.find(({ name }) => name === model.name)?.cutoff;
  const most = figExtent(model.density ?? [])[1];
  const known = cut?.value > 0 && cut.value < 1;
  if (known && (Math.abs(figLogit(cut.high) - figLogit(cut.low)) < 1e-6 || !(most > 0))) {
    const d = `M${figRound(x(cut.value))} ${foot}v${-room}`;
    figAdd(figure.layer, "path", { d, stroke: "#ffffff", "stroke-width": 6 });
    figAdd(figure.layer, "path", { d, stroke: look.edge, "stroke-width": 3 });
  } else if (most > 0) {
    const line = figPath(
      places,
      only(model.density).map((value) => foot - (room * value) / most),
    );
    const fill = figHatch(figure, look, `weight-${look.index}`, "none");
    figAdd(figure.layer, "path", { d: figWeightFill(line, places, foot), fill, "fill-opacity": 0.75 });
    figAdd(figure.layer, "path", { d: line, stroke: look.edge, "stroke-width": 2.2, fill: "none" });
  }
}

/** Share of a density at or above each point, by trapezoids in log odds. */
function figAboveShares(cutoff, curve) {
  const shares = new Array(cutoff.length).fill(0);
  for (let i = cutoff.length - 2; i >= 0; i--) {
    const step = figLogit(cutoff[i + 1]) - figLogit(cutoff[i]);
    const part = (step * (curve?.[i] + curve?.[i + 1])) / 2;
    shares[i] = shares[i + 1] + (Number.isFinite(part) ? part : 0);
  }
  return shares.map((share) => share / (shares[0] || 1));
}

const FIG_WEIGHT_STEPS = 121;

function figWeightRead(figure, area, x, models, answer) {
  const share = (column) => x.invert(area.left + ((area.right - area.left) * column) / (FIG_WEIGHT_STEPS - 1));
  const column = (px) => Math.round(((px - area.left) / (area.right - area.left)) * (FIG_WEIGHT_STEPS - 1));
  // Sums are made when someone first reads, not with every drawing.
  let sums = null;
  figRead(figure, {
    label: "Patients at or above each cut-off.",
    area,
    size: [FIG_WEIGHT_STEPS, 1],
    start: [column(x(Math.min(Math.max(answer.models[0]?.cutoff?.value || 0.1, x.low), x.high))), 0],
    at: (px) => [column(px), 0],
    show: (at) => {
      sums ??= models.map(({ cutoff, cases, others }) => [
        figAboveShares(cutoff, cases),
        figAboveShares(cutoff, others),
      ]);
      const cut = share(at);
      const rows = models.map(({ name, index, cutoff }, i) => {
        const place = figNearest(cutoff, cut);
        return {
          look: figLook(index),
          name,
          value: `${figPercent(sums[i][0][place])} / ${figPercent(sums[i][1][place])}`,
        };
      });
      const heading = `with / without the disease, at or above ${figPercent(cut)}`;
      return { x: x(cut), heading, rows, foot: figWhose(answer) };
    },
  });
}

function figWeightWords(models, answer) {
  const parts = models.map(({ name }) => {
    const cut = answer.models.find((model) => model.name === name)?.cutoff;
    return cut ? `${figIsolate(figName(name))} ${figPercents([cut.low, cut.high])}` : figIsolate(figName(name));
  });
  return `Cut-offs on each model's own score that count in your setting: ${parts.join(", ")} (${figWhose(answer)}).`;
}
