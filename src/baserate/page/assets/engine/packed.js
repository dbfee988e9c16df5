// Packed columns: whole numbers as text, five bits a character, lowest first, as in source maps (base64 VLQ).

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));
// Columns written as differences from the number before.
const ASCENDING = new Set(["x", "y"]);

/** The numbers of a packed text. */
export function unpack(text, deltas = false) {
  const found = [];
  let [value, scale, last] = [0, 1, 0];
  for (const digit of text) {
    const bits = VALUES.get(digit);
    // Multiplied, not shifted: a number may need more than 32 bits.
    value += (bits & 31) * scale;
    scale *= 32;
    if (bits >= 32) continue;
    const own = value % 2 === 1 ? -(value - 1) / 2 : value / 2;
    last = deltas ? last + own : own;
    found.push(last);
    [value, scale] = [0, 1];
  }
  return found;
}

/** A table whose columns are lists, each unpacked once; log odds may be in a coarser unit than usual. */
export function unpackColumns(table) {
  if (!known.has(table)) known.set(table, unpackAll(table));
  return known.get(table);
}

function unpackAll({ unit = 1, ...table }) {
  const columns = Object.entries(table).map(([name, column]) => {
    const own = typeof column === "string" ? unpack(column, ASCENDING.has(name)) : column;
    return [name, unit > 1 && LOG_ODDS.has(name) ? own.map((value) => value * unit) : own];
  });
  return Object.fromEntries(columns);
}

const LOG_ODDS = new Set(["x", "s", "y", "t"]);
const known = new WeakMap();
