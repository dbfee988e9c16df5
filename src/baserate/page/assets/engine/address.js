// The setting in the address: what follows the "#" can be bookmarked, sent, or written by hand.
//
//   #prevalence=0.01..0.1&cost=1:50..1:5&units=net-benefit&group=cardiac&models=severity,network
//   &shift=0.3&margin=1&sources=network:0.5&recalibrated=network&against=severity
//
// A part that is missing is the study's own; so is one that makes no sense, and the reader is told.
import { percentText, ratioText } from "../text/formats.js";
import { DEFAULT_STRATEGIES } from "../text/names.js";
import { fill, WORDS } from "../text/words.js";
import { clamp } from "./numbers.js";
import { UNITS } from "./units.js";

const { page: SAID } = WORDS;

const unitsKey = (units) => units.replace(/[^a-z0-9]+/g, "-");

/** Half of a surrogate pair has no place in an address; it becomes the mark for what cannot be shown. */
function encodeName(name) {
  try {
    return encodeURIComponent(name);
  } catch {
    return encodeURIComponent(name.replace(/[\ud800-\udfff]/g, "\ufffd"));
  }
}

function findName(written, names) {
  const exact = names.find((name) => encodeName(name) === written);
  if (exact !== undefined) return exact;
  try {
    const plain = decodeURIComponent(written);
    return names.find((name) => name === plain);
  } catch {
    return undefined;
  }
}

const tidyNumber = (x) => String(Number(x.toPrecision(12)));

function writeCost(c) {
  return c <= 0.5 ? `1:${tidyNumber((1 - c) / c)}` : `${tidyNumber(c / (1 - c))}:1`;
}

/** "1:30" as the cost parameter 1/31; a bare number is taken as it is. */
export function readCost(text) {
  const [needless, missed, ...more] = text.split(":").map((side) => (side.trim() === "" ? NaN : Number(side)));
  if (more.length > 0) return NaN;
  return missed === undefined ? needless : needless / (needless + missed);
}

const writeRange = ([low, high], write) => (low === high ? write(low) : `${write(low)}..${write(high)}`);

/** A range with its ends in order; undefined if it is none. */
function readRange(text, read) {
  const ends = text.split("..").map(read);
  if (ends.length > 2 || !ends.every((end) => end > 0 && end < 1)) return undefined;
  return [Math.min(...ends), Math.max(...ends)];
}

const sameRange = (a, b) =>
  a === b || (a !== null && b !== null && a.every((end, at) => Math.abs(end - b[at]) <= 1e-11 * end));

const sameNames = (a = [], b = []) => a.length === b.length && a.every((name, at) => name === b[at]);

/** Whether the same models are taken as calibrated to the same prevalences. */
function sameSources(a = {}, b = {}) {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Math.abs(a[name] - b[name]) <= 1e-11);
}

/** Whether two settings ask the same. */
export function sameState(a, b) {
  return (
    sameRange(a.prevalence, b.prevalence) &&
    sameRange(a.cost, b.cost) &&
    ["shift", "units", "group", "margin", "against"].every((part) => (a[part] ?? null) === (b[part] ?? null)) &&
    sameNames(a.models, b.models) &&
    sameNames(a.recalibrated, b.recalibrated) &&
    sameSources(a.sources, b.sources)
  );
}

/** The fragment of a setting; empty for the study's own. Only what differs from it is written. */
export function fragmentOf(state, own) {
  const sources = Object.entries(state.sources ?? {});
  const { margin = null, against = null } = state;
  const parts = [
    [!sameRange(state.prevalence, own.prevalence), () => `prevalence=${writePrevalence(state)}`],
    [!sameRange(state.cost, own.cost), () => `cost=${writeRange(state.cost, writeCost)}`],
    [state.shift !== own.shift, () => `shift=${tidyNumber(state.shift)}`],
    [state.units !== own.units, () => `units=${unitsKey(state.units)}`],
    [state.group !== own.group, () => (state.group === null ? "everyone" : `group=${encodeName(state.group)}`)],
    [!sameNames(state.models, own.models), () => `models=${writeNames(state.models)}`],
    [margin !== (own.margin ?? null), () => `margin=${margin === null ? NONE : tidyNumber(margin)}`],
    [!sameSources(state.sources, own.sources), () => `sources=${sources.map(writeSource).join(",") || NONE}`],
    [
      !sameNames(state.recalibrated, own.recalibrated),
      () => `recalibrated=${writeNames(state.recalibrated ?? []) || NONE}`,
    ],
    [against !== (own.against ?? null), () => `against=${against === null ? NONE : encodeName(against)}`],
  ];
  return parts
    .filter(([differs]) => differs)
    .map(([, write]) => write())
    .join("&");
}

const NONE = "none";
const writeNames = (names) => names.map(encodeName).join(",");
const writeSource = ([name, prevalence]) => `${encodeName(name)}:${tidyNumber(prevalence)}`;
const writePrevalence = ({ prevalence }) => (prevalence === null ? "own" : writeRange(prevalence, tidyNumber));

/** The parts of a fragment as they stand in it. A browser may or may not have kept the "#". */
function fragmentParts(fragment) {
  const parts = new Map();
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const [name, ...rest] = part.split("=");
    if (!parts.has(name)) parts.set(name, rest.join("="));
  }
  parts.delete("");
  return parts;
}

/** Names of a list, in the order of the study; undefined where none of them is there. */
function readNames(written, names, onMissing) {
  const chosen = written.split(",").map((name) => findName(name, names));
  const known = names.filter((name) => chosen.includes(name));
  if (known.length > 0 && chosen.includes(undefined)) onMissing();
  return known.length > 0 ? known : undefined;
}

function readSources(written, models) {
  if (written === NONE) return {};
  const pairs = written
    .replace(/%3a(?=[\d.]+(,|$))/gi, ":")
    .split(",")
    .map((pair) => {
      const [name, text = ""] = pair.split(":");
      return [findName(name, models), readShare(text)];
    });
  if (pairs.some(([name, share]) => name === undefined || !(share > 0 && share < 1))) return undefined;
  return Object.fromEntries(pairs);
}

/** A share of label shift; the study's own fitted one is not rounded away. */
function readShift(written, own) {
  const share = written.trim() === "" ? NaN : Number(written);
  if (!(share >= 0 && share <= 1)) return undefined;
  return own !== null && Math.abs(share - own) <= 1e-11 ? own : share;
}

function readMargin(written) {
  if (written === NONE) return null;
  const margin = written.trim() === "" ? NaN : Number(written);
  return margin >= 0 && margin < 1000 ? margin : undefined;
}

/** How each part is read: undefined where it makes no sense. */
function readersOf({ models, groups, own }) {
  const judged = groups.filter(({ estimable }) => estimable).map(({ name }) => name);
  return {
    prevalence: (text) => (text === "own" ? null : readRange(text, readShare)),
    cost: (text) => readRange(decodedCost(text), readCost),
    units: (text) => UNITS.find(({ name }) => unitsKey(name) === text)?.name,
    group: (text) => findName(text, judged),
    everyone: () => null,
    models: (text, onMissing) => readNames(text, models, onMissing),
    shift: (text) => readShift(text, own.shift),
    margin: readMargin,
    sources: (text) => readSources(text, models),
    recalibrated: (text, onMissing) => (text === NONE ? [] : readNames(text, models, onMissing)),
    against: (text) => (text === NONE ? null : findName(text, [...models, ...DEFAULT_STRATEGIES])),
  };
}

/**
 * The setting that a fragment asks for.
 * @param {string[]} problems gets a sentence for every part that was not taken as it stands
 */
export function stateOf(fragment, engine, problems = []) {
  const { own, limits } = engine;
  const state = { ...own };
  const readers = readersOf(engine);
  for (const [name, text] of fragmentParts(fragment)) {
    const known = Object.hasOwn(readers, name);
    const tell = () => problems.push(problemWords(name, known));
    const value = known ? readers[name](text, tell) : undefined;
    const part = name === "everyone" ? "group" : name;
    if (value === undefined) tell();
    else state[part] = value;
  }
  state.prevalence = keepInside("prevalence", state.prevalence, limits, percentText, problems);
  state.cost = keepInside("cost", state.cost, limits, ratioText, problems);
  return state;
}

/** What is wrong with a part of the address. */
function problemWords(name, known) {
  return known ? SAID.address[name] : fill(SAID.address.unknown, { name: shortName(name) });
}

function shortName(name) {
  const letters = Array.from(name);
  return letters.length > 20 ? `${letters.slice(0, 20).join("")}…` : name;
}

/** A range within what the page answers; where it is not, the reader is told. */
function keepInside(part, range, limits, write, problems) {
  const [least, most] = limits[part];
  if (range === null || range.every((end) => end >= least * (1 - 1e-11) && end <= most * (1 + 1e-11))) return range;
  problems.push(fill(SAID.address[`${part}_outside`], { low: write(least), high: write(most) }));
  return range.map((end) => clamp(end, least, most));
}

/** Some programs write ":" as "%3A" when they pass an address on. */
const decodedCost = (text) => text.replace(/%3a/gi, ":");

/** "0.05", or "5%" with its sign written plainly or encoded. */
function readShare(text) {
  const plain = text.replace(/%(25)?$/, "");
  if (plain.trim() === "") return NaN;
  return plain === text ? Number(text) : Number(plain) / 100;
}
