// Guards: where few patients of a class differ from the rest, one more might, as far as one was seen to, or as far as
// any can. The same rule as baserate.inference.guards.

const FEW = 10;
const NOTHING = 2e-3;
// The farthest of a handful of patients lies about so many standard deviations from their mean.
const FARTHEST_OF_BIN = 1.3;
// A bin of which every patient differs from the rest lies so many of its standard deviations away from them.
const SURELY = 2;

/** How far from the mean of its class one more patient might gain. */
export function guardOf(profile, which, squares) {
  return guards(profile, which, squares).reach;
}

/**
 * Relative error of the standard error, where bins do not tell whether few or many differ: by the guard that would
 * hold otherwise; and where few do, by the guard's share in it, because who they are hangs on single patients.
 */
export function guardDoubt(profile) {
  let [here, otherwise, guarded] = [0, 0, 0];
  profile.spreads().forEach(({ size: n, within, between }, which) => {
    const squares = within * n * n;
    const { reach, other, few } = guards(profile, which, squares);
    here += (squares + reach ** 2 / 2) / (n * (n + 0.5)) + between;
    otherwise += (squares + other ** 2 / 2) / (n * (n + 0.5)) + between;
    if (few) guarded += other ** 2 / 2 / (n * (n + 0.5));
  });
  return here > 0 ? Math.abs(Math.sqrt(otherwise / here) - 1) + guarded / otherwise : 0;
}

/** The guard, and the one that holds if somewhat fewer or more patients differ than the bins say. */
function guards(profile, which, squares) {
  profile.guards ??= [];
  return (profile.guards[which] ??= findGuards(profile, which, squares));
}

function findGuards(profile, which, squares) {
  const most = profile.reach[which];
  if (!(most > 0)) return { reach: 0, other: 0, few: false };
  // Among so many patients that the farthest possible one would change nothing, nobody looks for it.
  if (most ** 2 < NOTHING * squares) return { reach: most / 4, other: most / 4, few: false };
  const side = profile.sample.sides[which];
  const { differ, surely, farthest } = apartFromMedian(profile.classes[which], side, most);
  const few = Math.min(FEW, side.size / 8);
  const seen = Math.max(farthest, most / 4);
  const [reach, other] = [differ, surely].map((number) => (number < few ? most : seen));
  return { reach, other, few: differ > 0 && surely < few };
}

/**
 * How many patients gain otherwise than the median of their class, as far as bins tell and surely, and how far the
 * farthest is from it.
 */
function apartFromMedian({ gain, half, variance }, side, most) {
  const middle = median(gain, side.sample);
  let differ = 0;
  let surely = 0;
  let farthest = 0;
  for (let i = 0; i < side.length; i++) {
    const deviation = variance ? Math.sqrt(variance[i]) : Math.abs(half[i]);
    const distance = Math.abs(gain[i] - middle);
    const apart = distance + (side.n[i] > 1 ? FARTHEST_OF_BIN * deviation : 0);
    const patients = (side.w[i] * side.w[i]) / side.q[i];
    if (apart > 1e-9 * most) differ += patients;
    if (distance > SURELY * deviation + 1e-9 * most) surely += patients;
    if (apart > farthest) farthest = apart;
  }
  return { differ, surely, farthest };
}

function median(gain, sample) {
  const some = new Float64Array(sample.length);
  for (let i = 0; i < some.length; i++) some[i] = gain[sample[i]];
  some.sort();
  const half = some.length >> 1;
  return some.length % 2 ? some[half] : (some[half - 1] + some[half]) / 2;
}
