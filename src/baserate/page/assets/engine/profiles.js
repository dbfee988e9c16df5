// Profiles: the gains of the patients of each class, bin by bin, from which numbers and their intervals are made.
import { noError } from "./bin-error.js";
import { shareAbove } from "./bins.js";

/** Mean gain of every bin of one class, and half the difference between its upper and its lower patients. */
export function binGains(side, isCase, gains, shift, nodes = side.nodes) {
  if (gains.isWorld) return gains.ofBins(nodes, isCase);
  const gain = new Float64Array(side.length);
  const half = new Float64Array(side.length);
  if (gains.step !== null) return stepBins(side, isCase, gains, gains.step + shift, nodes, gain, half);
  const [uppers, lowers] = nodes;
  for (let i = 0; i < gain.length; i++) {
    const upper = isCase ? gains.positive(uppers[i] - shift) : gains.negative(uppers[i] - shift);
    const lower = isCase ? gains.positive(lowers[i] - shift) : gains.negative(lowers[i] - shift);
    gain[i] = (upper + lower) / 2;
    half[i] = (upper - lower) / 2;
  }
  return { gain, half };
}

/** The same for one threshold: a bin's patients may lie on both sides of it. */
function stepBins(side, isCase, gains, threshold, [uppers, lowers], gain, half) {
  const most = isCase ? gains.positiveTotal : gains.negativeTotal;
  for (let i = 0; i < gain.length; i++) {
    const treated = shareAbove((uppers[i] + lowers[i]) / 2, (uppers[i] - lowers[i]) / 2, threshold);
    gain[i] = most * (isCase ? treated : 1 - treated);
    half[i] = (isCase ? most : -most) * Math.sqrt(treated * (1 - treated));
  }
  return { gain, half };
}

/** Mean slope of the gains of one class, by weight; steps have none. */
export function meanSlope(side, isCase, gains, shift) {
  if (gains.step !== null) return 0;
  const [uppers, lowers] = side.nodes;
  let sum = 0;
  for (let i = 0; i < uppers.length; i++) {
    const a = uppers[i] - shift;
    const b = lowers[i] - shift;
    if (a <= gains.low || b >= gains.high) continue;
    const slopes = isCase
      ? gains.weight(a) + gains.weight(b)
      : Math.exp(a) * gains.weight(a) + Math.exp(b) * gains.weight(b);
    sum += side.w[i] * slopes;
  }
  return sum / 2 / side.weight;
}

/** Gains by class, as a profile of the patients: what an interval is made of. */
export class Profile {
  /**
   * @param sample whose patients they are: {sides, key, clusters}
   * @param classes for cases and non-cases {gain, half}, or {gain, variance}: of each bin
   * @param ends the least and the most that a patient of either class may gain, sampled or not
   * @param derivative how fast the number rises with the log odds of the sample's prevalence
   */
  constructor(sample, classes, ends, derivative) {
    this.sample = sample;
    this.ends = ends;
    this.derivative = derivative;
    this.moments = classes.map((one, which) => momentsOf(sample.sides[which], one));
    this.classes = classes;
    /** How it moves with the observed prevalence, where no line describes that: {jumps, valueAt, at, known}. */
    this.moving = null;
    /** What is added to the mean gains of both classes. */
    this.added = 0;
    /** How far value and standard error may be from those of the patients themselves: {value, relative}. */
    this.uncertainty = noError;
  }

  /** Work out the error when it is first asked for. */
  unsureBy(work) {
    let known = null;
    this.uncertainty = () => (known ??= work());
    return this;
  }

  get value() {
    return this.moments[0].mean + this.moments[1].mean + this.added;
  }

  /** The same, higher by an amount. */
  movedBy(amount) {
    return Object.assign(this.withDerivative(this.derivative), { clusterParts: this.clusterParts, added: amount });
  }

  /** How far apart two patients of either class may be. */
  get reach() {
    return this.ends.map(([low, high]) => high - low);
  }

  /** The same number if the observed prevalence were known. */
  get known() {
    if (this.moving === null && this.derivative === 0) return this;
    this.keptKnown ??= this.moving === null ? this.withDerivative(0) : this.moving.known();
    return this.keptKnown;
  }

  /** The number if the log odds of the observed prevalence were higher by some amount, the same patients treated. */
  valueAt(by) {
    return this.moving === null ? this.value + this.derivative * by : this.moving.valueAt(by);
  }

  /** The same with decisions made anew, that prevalence being known. */
  at(by) {
    return this.moving === null ? this : this.moving.at(by);
  }

  /** The same patients and gains with another derivative. */
  withDerivative(derivative) {
    return Object.assign(Object.create(Profile.prototype), this, {
      derivative,
      moving: null,
      keptKnown: undefined,
      clusterParts: undefined,
      knownAlong: undefined,
      knownMeans: undefined,
    });
  }

  /** Spread within each class, and from how many patients of the class there are. */
  spreads() {
    return this.moments.map((m, which) => {
      const along = (which === 0 ? 1 : -1) * this.derivative + m.tilt * m.size;
      return { size: m.size, within: Math.max(m.within - m.tilt ** 2 * m.size, 0), between: along ** 2 / m.size };
    });
  }

  /** What a patient adds for each unit of weight, by bin: for sums over clusters. */
  contribution(which) {
    const side = this.sample.sides[which];
    const middle = this.moments[which].mean + (which === 0 ? -1 : 1) * this.derivative;
    return (bin) => (this.classes[which].gain[bin] - middle) / side.weight;
  }
}

/** Mean, spread and tilt of the gains of one class. */
export function momentsOf(side, { gain, half, variance }) {
  let sum = 0;
  for (let i = 0; i < side.length; i++) sum += side.w[i] * gain[i];
  const mean = sum / side.weight;
  let within = 0;
  let tilt = 0;
  for (let i = 0; i < side.length; i++) {
    const apart = gain[i] - mean;
    within += side.q[i] * (apart * apart + (variance ? variance[i] : half[i] * half[i]));
    tilt += side.q[i] * apart;
  }
  return { mean, within: within / side.weight ** 2, tilt: tilt / side.weight ** 2, size: side.size };
}
