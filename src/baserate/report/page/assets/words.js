// How numbers are written: with the digits and the words of the command line, so that the two agree.

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

/** 0.015 as "1.5 %", with enough digits to tell 99.99 % from 100 %. */
export function percentText(share) {
  return `${general(100 * share, share <= 0.99 ? 4 : 9)} %`;
}

/** A share in percent, to three digits. */
export function shortPercentText(share) {
  return `${general(100 * share, 3)} %`;
}

/** The cost parameter as false positive : false negative, one side being 1. */
export function ratioText(c) {
  return c <= 0.5 ? `1:${general((1 - c) / c, 4)}` : `${general(c / (1 - c), 4)}:1`;
}

/** What the cost parameter says about a missed case, so that 30:1 is not taken for 1:30. */
export function ratioWords(c) {
  if (Math.abs(c - 0.5) < 1e-9) return "a missed case and an unnecessary treatment cost the same";
  if (c < 0.5) return `one missed case = ${general((1 - c) / c, 4)} unnecessary treatments`;
  return `one unnecessary treatment = ${general(c / (1 - c), 4)} missed cases`;
}

/** The cost parameter in the middle of two on the log-odds axis: the geometric mean of the odds. */
export function middleShare(low, high) {
  if (low === high) return low;
  const odds = Math.sqrt((low / (1 - low)) * (high / (1 - high)));
  return odds / (1 + odds);
}

/** One cost with what it says, or a range with its median. */
export function costInWords([low, high]) {
  if (low === high) return `${ratioText(low)} (${ratioWords(low)})`;
  return `${ratioText(low)} to ${ratioText(high)} (median ${ratioText(middleShare(low, high))})`;
}

export function prevalenceInWords(range) {
  if (range === null) return "the patients' own prevalence";
  const [low, high] = range;
  return low === high ? percentText(low) : `${percentText(low)} to ${percentText(high)}`;
}

/** The whole setting in one line. */
export function settingInWords(state) {
  const cost = state.units === "accuracy" ? "every error alike" : costInWords(state.cost);
  const who = state.group === null ? "" : `, in ${state.group}`;
  return `prevalence ${prevalenceInWords(state.prevalence)}, cost ${cost}${who}`;
}

const COUNTS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export function countText(number) {
  return COUNTS.format(number);
}

/** A value and the ends of its interval in the units shown, with the digits that it is worth. */
export function scaledTexts({ value, low, high }, { factor, digits }) {
  const enough = factor * (high - low) >= 2 * 10 ** -digits ? digits : digits + 1;
  return [value, low, high].map((x) => fixed(factor * x, enough));
}

/** "8.2 (7.7 to 8.7)"; without an interval only the value. */
export function estimateText(found, scale) {
  if (found === null || !Number.isFinite(found.value)) return "-";
  if (!hasInterval(found)) return fixed(scale.factor * found.value, scale.digits);
  const [value, low, high] = scaledTexts(found, scale);
  return `${value} (${low} to ${high})`;
}

/** A value that is known exactly, or that has no interval, is written without one. */
export function hasInterval({ low, high }) {
  return Number.isFinite(low) && Number.isFinite(high) && low !== high;
}

/** A measure of the result: three digits, or a dash where these patients do not give it. */
export function measureText(found) {
  if (!found || found.value === null) return "-";
  if (found.low === null || found.high === null) return fixed(found.value, 3);
  return `${fixed(found.value, 3)} (${fixed(found.low, 3)} to ${fixed(found.high, 3)})`;
}

/** A probability in percent; one that is next to certain is not called so. */
export function probabilityText(p, more = ">", less = "<") {
  if (p > 0.999) return `${more} 99.9 %`;
  return p < 0.001 ? `${less} 0.1 %` : `${fixed(100 * p, 1)} %`;
}

/** Where treating starts on the raw score, and how that moves over the deployment. */
export function cutoffText({ value, low, high }) {
  if (low === high) return shortPercentText(value);
  const [middle, rare, common] = [value, high, low].map(shortPercentText);
  return `${middle} (${rare} where it is rare, ${common} where common)`;
}

/** Ways to decide without a model begin a sentence with a capital; names of models stay as they are. */
export function sentenceStart(name, models) {
  return models.includes(name) ? name : name[0].toUpperCase() + name.slice(1);
}
