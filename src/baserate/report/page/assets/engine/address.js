// The setting in the address: what follows the "#" can be bookmarked, sent, or written by hand.
//
//   #prevalence=0.01..0.1&cost=1:50..1:5&units=net-benefit&group=cardiac&models=severity,network
//
// A part that is missing, or that makes no sense, is the study's own.
import { clamp } from "./numbers.js";
import { UNITS } from "./units.js";

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

/** A range inside the limits, its ends in order; undefined if it is none. */
function readRange(text, read, [least, most]) {
  const ends = text.split("..").map(read);
  if (ends.length > 2 || !ends.every((end) => end > 0 && end < 1)) return undefined;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return [clamp(low, least, most), clamp(high, least, most)];
}

const sameRange = (a, b) =>
  a === b || (a !== null && b !== null && a.every((end, at) => Math.abs(end - b[at]) <= 1e-11 * end));

/** Whether two settings ask the same. */
export function sameState(a, b) {
  return (
    sameRange(a.prevalence, b.prevalence) &&
    sameRange(a.cost, b.cost) &&
    a.units === b.units &&
    a.group === b.group &&
    a.models.length === b.models.length &&
    a.models.every((name, at) => name === b.models[at])
  );
}

/** The fragment of a setting; empty for the study's own. Only what differs from it is written. */
export function fragmentOf(state, own) {
  const parts = [];
  if (!sameRange(state.prevalence, own.prevalence)) {
    parts.push(`prevalence=${state.prevalence === null ? "own" : writeRange(state.prevalence, tidyNumber)}`);
  }
  if (!sameRange(state.cost, own.cost)) parts.push(`cost=${writeRange(state.cost, writeCost)}`);
  if (state.units !== own.units) parts.push(`units=${unitsKey(state.units)}`);
  if (state.group !== own.group) {
    parts.push(state.group === null ? "everyone" : `group=${encodeName(state.group)}`);
  }
  if (state.models.join("\0") !== own.models.join("\0")) {
    parts.push(`models=${state.models.map(encodeName).join(",")}`);
  }
  return parts.join("&");
}

/** The parts of a fragment as they stand in it. A browser may or may not have kept the "#". */
function fragmentParts(fragment) {
  const parts = new Map();
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const [name, ...rest] = part.split("=");
    if (!parts.has(name)) parts.set(name, rest.join("="));
  }
  return parts;
}

function readModels(written, models) {
  const chosen = new Set(written.split(",").map((name) => findName(name, models)));
  return models.filter((name) => chosen.has(name));
}

/** The setting that a fragment asks for. */
export function stateOf(fragment, engine) {
  const { own, limits } = engine;
  const parts = fragmentParts(fragment);
  const read = (name, reader) => (parts.has(name) ? reader(parts.get(name)) : undefined);
  const judged = engine.groups.filter(({ estimable }) => estimable).map(({ name }) => name);
  const prevalence = read("prevalence", (text) =>
    text === "own" ? null : readRange(text, readShare, limits.prevalence),
  );
  const models = read("models", (text) => readModels(text, engine.models)) ?? [];
  return {
    prevalence: prevalence === undefined ? own.prevalence : prevalence,
    cost: read("cost", (text) => readRange(decodedCost(text), readCost, limits.cost)) ?? own.cost,
    units: read("units", (text) => UNITS.find(({ name }) => unitsKey(name) === text)?.name) ?? own.units,
    group: read("group", (text) => findName(text, judged)) ?? (parts.has("everyone") ? null : own.group),
    models: models.length > 0 ? models : own.models,
  };
}

/** Some programs write ":" as "%3A" when they pass an address on. */
const decodedCost = (text) => text.replace(/%3a/gi, ":");

/** "0.05", or "5%" with its sign written plainly or encoded. */
function readShare(text) {
  const plain = text.replace(/%(25)?$/, "");
  if (plain.trim() === "") return NaN;
  return plain === text ? Number(text) : Number(plain) / 100;
}
