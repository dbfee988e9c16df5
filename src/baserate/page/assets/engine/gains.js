// Gains: what one patient adds to the score of a model, as a function of the patient's log odds, prior
// removed. A patient is treated from the threshold z = logit c - logit pi on. With a weight v(z) on the
// threshold axis,
//     positive(L) = integral of v below L,      negative(L) = integral of e^z v above L.
// Each kind of deployment below has its own v; all but the last have closed forms.
import { clamp, expit, gaussLegendre, logit, softplus } from "./numbers.js";
import { logCosts, unitOf } from "./units.js";

/**
 * @param {{prevalence: number[], cost: number[], units: string}} deployment shares; equal ends are one value
 * @returns gains with positive(L), negative(L), the weight v(L), and both totals; or a step
 */
export function gainsOf(deployment) {
  const { prevalence, cost, units, weight } = deployment;
  if (weight && !unitOf(units).weighted) return carriedGains(weight);
  const key = `${prevalence}|${cost}|${units}`;
  if (!lately.has(key)) {
    if (lately.size > 100) lately.clear();
    const exact = exactGains(deployment);
    lately.set(key, exact.step === null ? tabulate(exact) : exact);
  }
  return lately.get(key);
}

// One setting asks for the same gains many times: once for each model and group.
const lately = new Map();

/** The same from the formulas themselves, slower. */
export function exactGains({ prevalence, cost, units }) {
  const x = prevalence.map(logit);
  const k = logCosts(units, cost);
  const { weighted, prices } = unitOf(units);
  const oneX = x[1] - x[0] < NO_WIDTH;
  const oneK = k[1] - k[0] < NO_WIDTH;
  if (oneX && oneK) return stepGains((k[0] + k[1]) / 2, (x[0] + x[1]) / 2, prices);
  if (oneX || oneK) {
    const low = k[0] - x[1];
    const high = k[1] - x[0];
    if (weighted) return smoothGains(low, high, 0);
    return oneK ? smoothGains(low, high, k[0]) : costGains(low, high, prevalence[0]);
  }
  return tabulatedGains(x, k, weighted);
}

const NO_WIDTH = 1e-10;

/** One prevalence and one cost: a step at the threshold. A tie treats. */
function stepGains(k, x, prices) {
  const z = k - x;
  const [positiveTotal, negativeTotal] = prices(x, k);
  return { step: z, positiveTotal, negativeTotal, low: z, high: z };
}

/**
 * Thresholds uniform between low and high: v = expit(k - z) / width, the paper's clipped logarithms. For
 * net benefit k is the log odds of the cost; for weighted accuracy it is 0.
 */
function smoothGains(low, high, k) {
  const width = high - low;
  const price = Math.exp(k) / width;
  const most = softplus(k - low);
  const rest = softplus(high - k);
  return {
    step: null,
    corners: [low, high],
    positive: (L) => (most - softplus(k - clamp(L, low, high))) / width,
    negative: (L) => (rest - softplus(clamp(L, low, high) - k)) * price,
    weight: (L) => expit(k - L) / width,
  };
}

/** One prevalence, and a range of costs, in net benefit: v is flat. */
function costGains(low, high, prevalence) {
  const height = prevalence / (high - low);
  const most = Math.exp(high);
  return {
    step: null,
    corners: [low, high],
    positive: (L) => height * (clamp(L, low, high) - low),
    negative: (L) => height * (most - Math.exp(clamp(L, low, high))),
    weight: () => height,
  };
}

/**
 * Both known to a range only: v(z) is an integral over the prevalences that meet z. Its own integral has
 * no closed form, and is summed up panel by panel.
 */
function tabulatedGains(x, k, weighted) {
  const area = (x[1] - x[0]) * (k[1] - k[0]);
  const corners = [k[0] - x[1], k[0] - x[0], k[1] - x[1], k[1] - x[0]].sort((a, b) => a - b);
  const weight = (z) => {
    const from = Math.max(x[0], k[0] - z);
    const to = Math.min(x[1], k[1] - z);
    if (to <= from) return 0;
    return (weighted ? expit(-z) * (to - from) : softplus(to) - softplus(from)) / area;
  };
  return { step: null, corners: corners.filter((z, i) => i === 0 || z - corners[i - 1] > NO_WIDTH), weight };
}

const PANELS = 512;
const GAUSS = gaussLegendre(5);

/** Gains by look-up: a cubic for every narrow panel, right to ten digits, to nine where costs run over six powers of ten. */
function tabulate({ corners, positive, negative, weight }) {
  const pieces = corners.length - 1;
  const below = positive ? null : integrals(corners, weight);
  const table = new Lookup(corners, pieces);
  for (let piece = 0; piece < pieces; piece++) {
    const step = (corners[piece + 1] - corners[piece]) / PANELS;
    for (let i = 0; i <= PANELS; i++) {
      const z = corners[piece] + i * step;
      const v = weight(clamp(z, corners[piece] + 1e-13, corners[piece + 1] - 1e-13));
      const place = piece * (PANELS + 1) + i;
      table.set(
        place,
        positive ? positive(z) : below.positive[place],
        negative ? negative(z) : below.negative[place],
        v * step,
        Math.exp(z),
      );
    }
  }
  return table;
}

/** Both integrals at the ends of all panels, where they have no closed form. */
function integrals(corners, weight) {
  const pieces = corners.length - 1;
  const positive = new Float64Array(pieces * (PANELS + 1));
  const negative = new Float64Array(pieces * (PANELS + 1));
  let sums = [0, 0];
  for (let piece = 0; piece < pieces; piece++) {
    const step = (corners[piece + 1] - corners[piece]) / PANELS;
    for (let i = 0; i <= PANELS; i++) {
      const place = piece * (PANELS + 1) + i;
      [positive[place], negative[place]] = sums;
      if (i < PANELS) sums = sums.map((sum, which) => sum + panel(weight, corners[piece] + i * step, step, which));
    }
  }
  const total = sums[1];
  return { positive, negative: negative.map((sum) => total - sum) };
}

function panel(weight, low, step, which) {
  let sum = 0;
  for (let j = 0; j < GAUSS.nodes.length; j++) {
    const z = low + ((GAUSS.nodes[j] + 1) / 2) * step;
    sum += GAUSS.weights[j] * weight(z) * (which === 0 ? 1 : Math.exp(z));
  }
  return (sum * step) / 2;
}

/** Values and slopes at the ends of panels, several equal stretches beside each other. */
class Lookup {
  constructor(corners, pieces) {
    const length = pieces * (PANELS + 1);
    this.step = null;
    this.corners = corners;
    this.low = corners[0];
    this.high = corners[pieces];
    for (const name of ["values", "slopes", "otherValues", "otherSlopes"]) this[name] = new Float64Array(length);
    this.perUnit = corners.slice(1).map((end, i) => PANELS / (end - corners[i]));
  }

  set(place, positive, negative, slope, odds) {
    this.values[place] = positive;
    this.slopes[place] = slope;
    this.otherValues[place] = negative;
    this.otherSlopes[place] = -slope * odds;
  }

  get positiveTotal() {
    return this.values[this.values.length - 1];
  }

  get negativeTotal() {
    return this.otherValues[0];
  }

  positive(L) {
    return this.#at(this.values, this.slopes, L);
  }

  negative(L) {
    return this.#at(this.otherValues, this.otherSlopes, L);
  }

  /** Hermite's cubic between the two ends of a panel. */
  #at(values, slopes, L) {
    if (L <= this.low) return values[0];
    if (L >= this.high) return values[values.length - 1];
    const piece = this.#piece(L);
    const place = (L - this.corners[piece]) * this.perUnit[piece];
    const panelNumber = Math.min(place | 0, PANELS - 1);
    const t = place - panelNumber;
    const i = piece * (PANELS + 1) + panelNumber;
    const rise = values[i + 1] - values[i];
    const first = slopes[i];
    const last = slopes[i + 1];
    return values[i] + t * (first + t * (3 * rise - 2 * first - last + t * (first + last - 2 * rise)));
  }

  #piece(L) {
    let piece = this.perUnit.length - 1;
    while (piece > 0 && L < this.corners[piece]) piece--;
    return piece;
  }

  /** The weight v on the threshold axis; zero beyond its ends. */
  weight(L) {
    if (L <= this.low || L >= this.high) return 0;
    const piece = this.#piece(L);
    const place = (L - this.corners[piece]) * this.perUnit[piece];
    const panelNumber = Math.min(place | 0, PANELS - 1);
    const i = piece * (PANELS + 1) + panelNumber;
    const t = place - panelNumber;
    return (this.slopes[i] + t * (this.slopes[i + 1] - this.slopes[i])) * this.perUnit[piece];
  }
}

const carried = new WeakMap();

/** Gains of a deployment that no two ends can say, as the library tabulated them. */
function carriedGains(table) {
  if (!carried.has(table)) carried.set(table, new CarriedGains(table));
  return carried.get(table);
}

/** Gains at equal steps of evidence, straight lines between. */
class CarriedGains {
  constructor({ start, step, positive, negative }) {
    const last = positive.length - 1;
    Object.assign(this, { start, width: step, cases: positive, others: negative });
    this.step = null;
    this.low = start;
    this.high = start + last * step;
    this.positiveTotal = positive[last];
    this.negativeTotal = negative[0];
  }

  positive(L) {
    return this.#at(this.cases, L);
  }

  negative(L) {
    return this.#at(this.others, L);
  }

  /** The weight v on the threshold axis is the slope of what a case gains. */
  weight(L) {
    if (L <= this.low || L >= this.high) return 0;
    const i = Math.floor((L - this.start) / this.width);
    return (this.cases[i + 1] - this.cases[i]) / this.width;
  }

  #at(values, L) {
    const last = values.length - 1;
    const place = clamp((L - this.start) / this.width, 0, last);
    const i = Math.min(Math.floor(place), last - 1);
    return values[i] + (place - i) * (values[i + 1] - values[i]);
  }
}

/** The gain at one value of evidence. */
export function gainAt(gains, evidence, isCase) {
  if (gains.step === null) return isCase ? gains.positive(evidence) : gains.negative(evidence);
  const treated = evidence >= gains.step - 1e-9;
  return treated === isCase ? (isCase ? gains.positiveTotal : gains.negativeTotal) : 0;
}
