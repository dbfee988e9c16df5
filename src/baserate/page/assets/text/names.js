// Names that users chose, as they can stand in a sentence or a figure.
import { WORDS } from "./words.js";

export const TREAT_ALL = WORDS.names.treat_all;
export const TREAT_NONE = WORDS.names.treat_none;
/** The better default strategy at each prevalence. */
export const WITHOUT_A_MODEL = WORDS.names.without_a_model;
export const DEFAULT_STRATEGIES = [TREAT_ALL, TREAT_NONE, WITHOUT_A_MODEL];
/** Those that are one decision for everybody. */
export const SINGLE_STRATEGIES = [TREAT_ALL, TREAT_NONE];

// Marks that turn the reading direction or break lines would spoil what stands beside a name.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/** A name without marks that cannot be seen. */
export function cleanName(name) {
  return String(name).replace(INVISIBLE, " ").trim() || "(no name)";
}

/** A name that cannot turn the reading direction of the sentence around it. */
export function isolate(name) {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;
}

/** A user's name within a sentence about a figure. */
export function nameText(name) {
  return isolate(cleanName(name));
}
