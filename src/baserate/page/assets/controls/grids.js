// The values that the controls offer: two significant digits, in percent and as a ratio.

const TENTHS = Array.from({ length: 90 }, (_, at) => 10 + at);

/** 1.0, 1.1 ... 9.9, 10, 11 ... between two ends. */
function twoDigits(low, high) {
  const marks = [];
  for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.log10(high); power++) {
    for (const mark of TENTHS) marks.push(Number(`${mark}e${power}`));
  }
  return marks.filter((mark) => mark >= low * (1 - 1e-12) && mark <= high * (1 + 1e-12));
}

/** Prevalences, as shares. */
export function prevalenceGrid([low, high]) {
  return twoDigits(100 * low, 100 * high).map((percents) => Number((percents / 100).toPrecision(4)));
}

/** Cost parameters, from dear missed cases to dear unnecessary treatments. */
export function costGrid([low, high]) {
  const dear = twoDigits(1, (1 - low) / low).reverse();
  const cheap = twoDigits(1, high / (1 - high)).slice(1);
  return [...dear.map((times) => 1 / (1 + times)), ...cheap.map((times) => times / (1 + times))];
}

const inside = ([low, high], value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);

/** Marks under the prevalence axis; minor ones go where there is little room. */
export function prevalenceMarks(limits) {
  const major = [0.1, 1, 10, 50, 90];
  return [0.1, 0.5, 1, 2, 5, 10, 20, 50, 80, 90]
    .map((percents) => ({ value: percents / 100, text: `${percents} %`, minor: !major.includes(percents) }))
    .filter(({ value }) => inside(limits, value));
}

export function costMarks(limits) {
  const major = [1000, 100, 10, 1];
  const dear = [1000, 100, 30, 10, 3, 1].map((times) => ({
    value: 1 / (1 + times),
    text: `1:${times}`,
    minor: !major.includes(times),
  }));
  const cheap = [10, 100, 1000].map((times) => ({ value: times / (1 + times), text: `${times}:1` }));
  return [...dear, ...cheap].filter(({ value }) => inside(limits, value));
}
