// Digits: numbers written as Python writes them, so that the page and the command line agree.

/** The first digits of a number and its exponent, ties to even as in Python. */
function significant(x, digits) {
  const [mantissa, exponent] = Math.abs(x)
    .toExponential(digits + 30)
    .split("e");
  const all = mantissa.replace(".", "");
  const tie = /^50*$/.test(all.slice(digits));
  const even = Number(all[digits - 1]) % 2 === 0;
  if (tie && even) return [all.slice(0, digits), Number(exponent)];
  const [rounded, power] = Math.abs(x)
    .toExponential(digits - 1)
    .split("e");
  return [rounded.replace(".", ""), Number(power)];
}

/** Python's format "g": so many significant digits, no zeros at the end. */
export function general(x, digits) {
  if (x === 0 || !Number.isFinite(x)) return String(x + 0);
  const [kept, exponent] = significant(x, digits);
  const sign = x < 0 ? "-" : "";
  const trim = (text) => (text.includes(".") ? text.replace(/\.?0*$/, "") : text);
  if (exponent < -4 || exponent >= digits) {
    const power = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${trim(`${kept[0]}.${kept.slice(1)}`)}e${exponent < 0 ? "-" : "+"}${power}`;
  }
  if (exponent < 0) return sign + trim(`0.${"0".repeat(-exponent - 1)}${kept}`);
  return sign + trim(`${kept.slice(0, exponent + 1)}.${kept.slice(exponent + 1)}`);
}

/** So many digits after the point, ties to even as in Python, and nothing is never minus nothing. */
export function fixed(x, digits) {
  const long = Math.abs(x).toFixed(digits + 30);
  const cut = long.slice(0, -30).replace(/\.$/, "");
  const tie = /^50*$/.test(long.slice(-30)) && Number(cut.at(-1)) % 2 === 0;
  const text = tie ? cut : Math.abs(x).toFixed(digits);
  return x < 0 && Number(text) !== 0 ? `-${text}` : text;
}

/** Commas between thousands; by hand, as the browser's own formatting takes longer than a whole figure. */
export function groupThousands(text) {
  const [whole, rest] = text.split(".");
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return rest ? `${grouped}.${rest}` : grouped;
}
