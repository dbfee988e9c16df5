// The words and constants that the page shares with the library: one file, which both read.
import words from "../../../results/words.json" with { type: "json" };

export const WORDS = words;

/** A template with its {placeholders} filled, all at once: a name with braces in it stays a name. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, key) => values[key]);
}
