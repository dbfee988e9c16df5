// Numbers: log odds, logarithms that keep their digits, and nodes to integrate by.

export function logit(share) {
  return Math.log(share) - Math.log1p(-share);
}

export function expit(logOdds) {
  const small = Math.exp(-Math.abs(logOdds));
  return (logOdds >= 0 ? 1 : small) / (1 + small);
}

/** log(1 + e^x), whose slope is expit(x). */
export function softplus(x) {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}

export function clamp(x, low, high) {
  return x < low ? low : x > high ? high : x;
}

/** Nodes and weights of Gauss and Legendre on [-1, 1], by Newton's method on the polynomial. */
export function gaussLegendre(count) {
  const nodes = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let round = 0; round < 100; round++) {
      let before = 1;
      let here = x;
      for (let k = 2; k <= count; k++) {
        [before, here] = [here, ((2 * k - 1) * x * here - (k - 1) * before) / k];
      }
      slope = (count * (x * here - before)) / (x * x - 1);
      const step = here / slope;
      x -= step;
      if (Math.abs(step) < 1e-16) break;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}

/** The share in the middle of two on the log-odds axis: its odds are the geometric mean of theirs. */
export function middleShare(low, high) {
  if (low === high) return low;
  const odds = Math.sqrt((low / (1 - low)) * (high / (1 - high)));
  return odds / (1 + odds);
}

/** The root of a rising function between two ends, by regula falsi with Illinois's halving. */
export function rootOf(f, from, to, within) {
  let [low, high] = [from, to];
  let [below, above] = [f(low), f(high)];
  for (let round = 0; round < 60 && high - low > within; round++) {
    const middle = (low * above - high * below) / (above - below);
    const value = f(middle);
    if (value === 0 || Math.abs(value) < 1e-12) return middle;
    if (value < 0) {
      [low, below] = [middle, value];
      above /= 2;
    } else {
      [high, above] = [middle, value];
      below /= 2;
    }
  }
  return (low + high) / 2;
}
