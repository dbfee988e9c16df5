// The scripts' own tests. They run in a browser, on the modules themselves and with what Python gives to compare
// with; each throws where something is not as it should be.
import { costGrid, prevalenceGrid } from "../../src/baserate/page/assets/controls/grids.js";
import { nearestMark } from "../../src/baserate/page/assets/controls/slider.js";
import { fragmentOf, sameState, stateOf } from "../../src/baserate/page/assets/engine/address.js";
import { Side, mergeBins, shareAbove } from "../../src/baserate/page/assets/engine/bins.js";
import { IsotonicBlocks } from "../../src/baserate/page/assets/engine/blocks.js";
import { exactGains, gainAt, gainsOf } from "../../src/baserate/page/assets/engine/gains.js";
import { expit, gaussLegendre, logit, softplus } from "../../src/baserate/page/assets/engine/numbers.js";
import { prevalenceInWords } from "../../src/baserate/page/assets/engine/phrases.js";
import { splitOfResult } from "../../src/baserate/page/assets/engine/result.js";
import { adjustedLevel, chiBelow } from "../../src/baserate/page/assets/engine/simultaneous.js";
import { Shares } from "../../src/baserate/page/assets/engine/shares.js";
import { studentBelow, studentQuantile } from "../../src/baserate/page/assets/engine/student.js";
import { unitOf } from "../../src/baserate/page/assets/engine/units.js";
import { fill } from "../../src/baserate/page/assets/text/words.js";
import { fixed, general } from "../../src/baserate/page/assets/text/digits.js";
import {
  confidenceText,
  estimateText,
  measureText,
  percentText,
  ratioText,
  ratioWords,
  shortPercentText,
} from "../../src/baserate/page/assets/text/formats.js";

const tests = [];
// What Python computed: set before the tests run.
let given = {};

export function test(name, body) {
  tests.push({ name, body });
}

function show(value) {
  return typeof value === "string" ? JSON.stringify(value) : String(JSON.stringify(value) ?? value);
}

export function same(found, wanted, about = "") {
  if (!Object.is(found, wanted) && show(found) !== show(wanted)) {
    throw new Error(`${about}: found ${show(found)}, not ${show(wanted)}`);
  }
}

/** Equal to so many parts of the wanted value, or of a scale that is given. */
function close(found, wanted, relative, about = "", scale = Math.abs(wanted)) {
  if (!(Math.abs(found - wanted) <= relative * scale)) throw new Error(`${about}: found ${found}, not ${wanted}`);
}

function holds(condition, about) {
  if (!condition) throw new Error(about);
}

// ---- engine/numbers.js and engine/student.js ----

test("Student's distribution is scipy's", () => {
  // Beyond a millionth of a millionth a probability is not shown.
  for (const { t, degrees, below } of given.student) {
    close(studentBelow(t, degrees), below, 1e-9, `t ${t}, df ${degrees}`, Math.max(below, 1e-3));
  }
});

test("Student's quantiles are scipy's", () => {
  for (const { degrees, level, quantile } of given.quantiles) {
    close(studentQuantile(degrees, level), quantile, 1e-9, `df ${degrees}, level ${level}`);
  }
});

test("a quantile and its probability are each other's inverse", () => {
  for (const degrees of [0.7, 1, 3, 12.5, 400, 1e7]) {
    for (const level of [0.5, 0.9, 0.95, 0.99]) {
      close(studentBelow(studentQuantile(degrees, level), degrees), (1 + level) / 2, 1e-9, `df ${degrees}`);
    }
  }
});

test("log odds and shares are each other's inverse", () => {
  for (const share of [1e-12, 0.001, 0.3, 0.5, 0.9, 1 - 1e-9]) close(expit(logit(share)), share, 1e-12, `${share}`);
  same(expit(-1000), 0);
  same(expit(1000), 1);
  close(softplus(40), 40, 1e-15);
  close(softplus(-40), Math.exp(-40), 1e-12);
});

test("Gauss's nodes integrate polynomials exactly", () => {
  const { nodes, weights } = gaussLegendre(5);
  for (let power = 0; power <= 9; power++) {
    let sum = 0;
    nodes.forEach((x, i) => (sum += weights[i] * x ** power));
    close(sum, power % 2 ? 0 : 2 / (power + 1), 1e-13, `power ${power}`, 1);
  }
});

test("the length of normal variables is distributed as scipy says", () => {
  for (const { x, dimensions, below } of given.chi)
    close(chiBelow(x, dimensions), below, 1e-11, `${x}, ${dimensions}`, 1);
});

test("levels that hold together are the library's", () => {
  for (const { variances, contrasts, level, adjusted } of given.families) {
    close(1 - adjustedLevel(variances, contrasts, level), 1 - adjusted, 1e-7, JSON.stringify(contrasts));
  }
});

// ---- engine/gains.js ----

/** Over the whole axis of costs panels are wide, and their cubics less exact. */
const gainDigits = ({ cost }) => (logit(cost[1]) - logit(cost[0]) > 10 ? 5e-9 : 1e-10);

const GAIN_PLACES = Array.from({ length: 401 }, (_, i) => -12 + 0.06 * i);

test("gains by look-up are those of the formulas", () => {
  for (const { deployment } of given.gains) {
    const [exact, found] = [exactGains(deployment), gainsOf(deployment)];
    if (exact.step !== null || !exact.positive) continue;
    for (const z of GAIN_PLACES) {
      close(found.positive(z), exact.positive(z), gainDigits(deployment), `positive at ${z}`, found.positiveTotal);
      close(found.negative(z), exact.negative(z), gainDigits(deployment), `negative at ${z}`, found.negativeTotal);
    }
  }
});

test("gains are the library's, for ranges and single values of prevalence and cost", () => {
  for (const { deployment, places, positive, negative, totals } of given.gains) {
    const found = gainsOf(deployment);
    const about = JSON.stringify(deployment);
    close(found.positiveTotal, totals[0], gainDigits(deployment), `${about} total`);
    close(found.negativeTotal, totals[1], gainDigits(deployment), `${about} other total`);
    places.forEach((z, i) => {
      close(gainAt(found, z, true), positive[i], gainDigits(deployment), `${about} positive at ${z}`, totals[0]);
      close(gainAt(found, z, false), negative[i], gainDigits(deployment), `${about} negative at ${z}`, totals[1]);
    });
  }
});

test("gains rise for cases, fall for non-cases, and end at their totals", () => {
  for (const { deployment } of given.gains) {
    const found = gainsOf(deployment);
    if (found.step !== null) continue;
    for (let i = 1; i < GAIN_PLACES.length; i++) {
      const [a, b] = [GAIN_PLACES[i - 1], GAIN_PLACES[i]];
      holds(found.positive(b) >= found.positive(a) - 1e-15, "a gain of cases falls");
      holds(found.negative(b) <= found.negative(a) + 1e-15, "a gain of non-cases rises");
    }
    same(found.positive(found.low - 1), 0, "positive below");
    close(found.positive(found.high + 1), found.positiveTotal, 1e-12, "positive above");
    close(found.negative(found.low - 1), found.negativeTotal, 1e-12, "negative below");
    close(found.negative(found.high + 1), 0, 1e-12, "negative above", found.negativeTotal);
  }
});

test("the weight is the slope of the gain", () => {
  for (const { deployment } of given.gains) {
    const found = gainsOf(deployment);
    if (found.step !== null) continue;
    const by = (found.high - found.low) * 1e-4;
    for (const share of [0.11, 0.37, 0.52, 0.83]) {
      const z = found.low + share * (found.high - found.low);
      const slope = (found.positive(z + by) - found.positive(z - by)) / (2 * by);
      close(found.weight(z), slope, 1e-3, `at ${z}`, found.positiveTotal / (found.high - found.low));
    }
    same(found.weight(found.low - 0.1), 0);
    same(found.weight(found.high + 0.1), 0);
  }
});

// ---- engine/bins.js, shares.js and blocks.js ----

const PART = { x: [-20000, 0, 5000], s: [1000, 0, 2500], n: [3, 4, 5] };
const OTHER = { x: [-19900, 0, 30000], s: [500, 0, 0], n: [6, 2, 1] };

test("a bin's patients lie evenly about their mean", () => {
  same(shareAbove(0, 1, 0), 0.5);
  same(shareAbove(0, 1, -Math.sqrt(3)), 1);
  same(shareAbove(0, 1, Math.sqrt(3)), 0);
  close(shareAbove(1, 0.5, 1.2), 0.5 - 0.2 / Math.sqrt(3), 1e-12);
  same(shareAbove(1, 0, 1), 1, "a tie treats");
  same(shareAbove(1, 0, 1 + 1e-6), 0);
});

test("a side has the sums of its parts", () => {
  const side = new Side([PART, OTHER]);
  same([side.length, side.patients, side.weight, side.size], [6, 21, 21, 21]);
  close(side.x[0], -2, 1e-15);
  close(side.s[2], 0.25, 1e-15);
  const weighted = new Side([{ ...PART, w: [1, 2, 3], q: [1, 4, 9] }]);
  close(weighted.size, 36 / 14, 1e-15);
  close(weighted.reached(0), 5 / 6 - ((3 / 6) * Math.max(0, 0.25 * Math.sqrt(3) - 0.5)) / 2, 1e-12);
});

test("bins that lie together are added up, and single values stay themselves", () => {
  const [joined] = mergeBins([PART, OTHER]);
  const [apart, both] = [new Side([PART, OTHER]), new Side([joined])];
  holds(both.length < apart.length, "nothing was added up");
  for (const name of ["patients", "weight", "squares"]) close(both[name], apart[name], 1e-12, name);
  const moment = (side, power) =>
    side.x.reduce((sum, x, i) => sum + side.w[i] * (power === 1 ? x : x * x + side.s[i] ** 2), 0);
  for (const power of [1, 2]) close(moment(both, power), moment(apart, power), 1e-9, `moment ${power}`);
  const zero = joined.x.indexOf(0);
  same([joined.s[zero], joined.n[zero]], [0, 6], "the value 0");
});

test("shares on the grid are those of the bins", () => {
  const sides = [new Side([PART]), new Side([OTHER])];
  const shares = new Shares(sides);
  for (const which of [0, 1]) {
    for (let cut = -4; cut <= 4; cut += 1 / 64) {
      const exact = sides[which].reached(cut);
      const near = [sides[which].reached(cut - 1 / 64), sides[which].reached(cut + 1 / 64)];
      const found = shares.above(which, cut);
      holds(found <= near[0] + 1e-12 && found >= near[1] - 1e-12, `${which} at ${cut}: ${found}, not ${exact}`);
    }
    close(shares.above(which, -30), 1, 1e-12);
    close(shares.above(which, 30), 0, 1e-12, "", 1);
  }
});

test("isotonic blocks have the shares and the evidence of their patients", () => {
  // Of cases 1, 4 and 5, of others 50, 30 and 10, as the page carries them.
  const blocks = new IsotonicBlocks(given.blocks);
  same([...blocks.from], [-40, -1, 0.5]);
  close(blocks.shareFrom(0, 1), 0.9, 1e-12);
  close(blocks.shareFrom(1, 2), 1 / 9, 1e-12);
  close(blocks.evidence[0], Math.log(1 / 50 / (10 / 90)), 1e-12);
});

// ---- engine/result.js ----

test("the parts of a score are read from the result, as it has them", () => {
  const number = (value) => ({ value, low: value - 1, high: value + 1 });
  const rest = { calibration: number(2), calibration_corrected: number(1.5) };
  const measures = { ...rest, net_benefit: number(10), sharpness: number(12) };
  const { total, sharpness, calibration } = splitOfResult({ models: { old: measures } }, "old", {});
  const counted = (value) => ({ ...number(value), error: 0, coarse: false });
  same([total, sharpness, calibration], [counted(10), counted(12), counted(2)]);
  same(splitOfResult(null, "old", { total: 1 }), { total: 1 });
});

// ---- text/ ----

test("a template is filled once, whatever a name looks like", () => {
  same(fill("{a} and {b}", { a: "{b}", b: "$&" }), "{b} and $&");
});

test("numbers are written as Python writes them", () => {
  for (const { x, digits, general: wanted, fixed: other } of given.numbers) {
    same(general(x, digits), wanted, `general ${x} to ${digits}`);
    same(fixed(x, digits), other, `fixed ${x} to ${digits}`);
  }
});

test("shares, ratios and confidence levels read as in the library", () => {
  for (const { share, percent, short, ratio, words, confidence } of given.shares) {
    same(percentText(share), percent, `percent of ${share}`);
    same(shortPercentText(share), short, `short percent of ${share}`);
    same(ratioText(share), ratio, `ratio of ${share}`);
    same(ratioWords(share), words, `ratio in words of ${share}`);
    same(confidenceText(share), confidence, `confidence ${share}`);
  }
});

test("a deployment reads as in the library", () => {
  for (const { prevalence, place } of given.places) {
    same(prevalenceInWords(prevalence), place);
  }
  same(prevalenceInWords(null), "the observed prevalence");
});

test("estimates have the digits that they are worth", () => {
  const scale = unitOf("per 1,000").scale;
  for (const { value, low, high, text } of given.estimates) same(estimateText({ value, low, high }, scale), text);
  same(estimateText(null, scale), "-");
  same(estimateText({ value: NaN, low: 0, high: 1 }, scale), "-");
  same(estimateText({ value: 0.01, low: 0.01, high: 0.01 }, scale), "10.0");
  same(measureText({ value: 0.5, low: null, high: null }), "0.500");
  same(measureText(null), "-");
});

// ---- engine/address.js ----

const engine = () => ({
  own: { prevalence: [0.01, 0.1], cost: [1 / 31, 1 / 31], units: "per 1,000", group: null, models: given.names },
  limits: { prevalence: [0.0005, 0.95], cost: [1 / 1001, 1000 / 1001] },
  models: given.names,
  groups: [...given.names.map((name) => ({ name, estimable: true })), { name: "few", estimable: false }],
});

test("the study's own setting has no fragment", () => {
  same(fragmentOf(engine().own, engine().own), "");
  same(stateOf("", engine()), engine().own);
  same(stateOf("#", engine()), engine().own);
});

test("a setting is read from the address as it was written", () => {
  for (const state of given.states) {
    const read = stateOf(`#${fragmentOf(state, engine().own)}`, engine());
    holds(sameState(read, state), `${show(state)} became ${show(read)}`);
    same(fragmentOf(read, engine().own), fragmentOf(state, engine().own), "written again");
  }
});

test("an address survives the browser's own encoding", () => {
  for (const state of given.states) {
    const address = new URL(`file:///page.html#${fragmentOf(state, engine().own)}`);
    holds(sameState(stateOf(address.hash, engine()), state), `${address.hash} is not ${show(state)}`);
  }
});

test("a fragment that makes no sense is the study's own setting", () => {
  for (const fragment of given.nonsense) same(stateOf(fragment, engine()), engine().own, fragment);
});

test("a fragment is read as people write it", () => {
  same(stateOf("#prevalence=5%", engine()).prevalence, [0.05, 0.05]);
  same(stateOf("#prevalence=5%25..1%25", engine()).prevalence, [0.01, 0.05]);
  same(stateOf("prevalence=own", engine()).prevalence, null);
  same(stateOf("#cost=1%3A9", engine()).cost, [0.1, 0.1]);
  same(stateOf("#cost=0.2", engine()).cost, [0.2, 0.2]);
  same(stateOf("#prevalence=0.00001..0.999", engine()).prevalence, engine().limits.prevalence);
  same(stateOf("#units=weighted-accuracy&units=accuracy", engine()).units, "weighted accuracy");
  same(stateOf("#group=few", engine()).group, null, "a group that cannot be judged");
  same(stateOf(`#models=${encodeURIComponent(given.names[1])},nobody`, engine()).models, [given.names[1]]);
});

test("settings that ask the same are the same", () => {
  const { own } = engine();
  holds(sameState(own, { ...own, prevalence: [0.01 * (1 + 1e-13), 0.1] }), "rounding makes a difference");
  holds(!sameState(own, { ...own, prevalence: [0.0101, 0.1] }), "another prevalence");
  holds(!sameState(own, { ...own, prevalence: null }), "the patients' own prevalence");
  holds(!sameState(own, { ...own, models: own.models.slice(1) }), "fewer models");
  holds(!sameState(own, { ...own, group: own.models[0] }), "a group");
});

// ---- controls/grids.js and slider.js ----

test("the values of the sliders rise from limit to limit", () => {
  for (const [name, grid] of [
    ["prevalence", prevalenceGrid],
    ["cost", costGrid],
  ]) {
    const marks = grid(engine().limits[name]);
    close(marks[0], engine().limits[name][0], 1e-9, name);
    close(marks.at(-1), engine().limits[name][1], 1e-9, name);
    holds(
      marks.every((mark, i) => i === 0 || mark > marks[i - 1]),
      `${name} falls`,
    );
    marks.forEach((mark) => same(nearestMark(marks, logit(mark)), mark, name));
  }
});

/** The name of each test, and what was wrong. */
export function outcomesOf(cases) {
  given = cases;
  return tests.map(({ name, body }) => {
    try {
      body();
      return { name, wrong: null };
    } catch (error) {
      return { name, wrong: error.message };
    }
  });
}
