"""How optimistic a recalibration is on the patients it was fitted to, and what it does on others.

What would isotonic recalibration gain if nothing but chance were there? Outcomes of the same patients
are simulated anew at risks that are then the truth, the recalibration is fitted again, and what it wins
over the truth is optimism. The bootstrap and cross-fitting answer the same question otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.cluster_outcomes import ClusteredBins, ClusterEffects
from baserate.calibration.recalibrators import Isotonic, Recalibrator
from baserate.calibration.risk_curve import smooth_risk
from baserate.calibration.scored import ScoredCohort
from baserate.errors import SettingError
from baserate.inference.cohort import Cohort
from baserate.inference.constants import MOST_CLUSTERS
from baserate.inference.progress import progress
from baserate.inference.sampling import Sampling
from baserate.odds import adjust, logit
from baserate.scores.gains import Gains
from baserate.scores.sample import Sample, prevalence_of

Numbers = NDArray[np.float64]

# Above so many distinct scores, neighbours share a bin; with clusters, where every bin costs as many risks
# as it has clusters, above fewer: still several times the blocks of an isotonic fit to a million patients.
MOST_BINS, MOST_CLUSTERED_BINS = 4_000, 1_000


@dataclass(frozen=True, eq=False)
class ScoreBins:
    """Mean ``score`` of each bin, its ``weight``, and the number of patients it is worth.

    ``positive`` is the weight of the cases. With weights, the patients of a bin are worth as many as
    would give its sum of weights the same spread. ``first`` is the lowest score of each bin, where
    that is not its mean.
    """

    score: Numbers
    weight: Numbers
    positive: Numbers
    size: NDArray[np.int64]
    first: NDArray[Any] | None = None

    @classmethod
    def of(cls, sample: Sample, most: int | None = None) -> Self:
        """A bin for each distinct score, or with more patients than ``most`` for neighbouring scores."""
        most = MOST_BINS if most is None else most
        if sample.weight is None and len(sample.label) > most:
            return cls._from_sorted(*sample.sorted_classes, most)
        table = sample.table
        weight = table.positive + table.negative
        counts = weight > 0.0
        starts = _starts(weight[counts], most)
        total = np.add.reduceat(weight[counts], starts)
        size = total
        if sample.weight is not None:  # in units of the largest, whose square is neither huge nor nothing
            largest = float(sample.weight.max())
            own = (sample.weight.astype(np.float64) / largest) ** 2
            if sample.squares is not None:
                own = sample.squares / largest**2
            squares = np.bincount(np.searchsorted(table.score, sample.ranking), own, len(weight))
            squared = np.add.reduceat(squares[counts], starts)
            size = np.divide((total / largest) ** 2, squared, out=np.ones(len(total)), where=squared > 0.0)
        score = table.score[counts].astype(np.float64)
        first = table.score[counts][starts]
        if len(starts) < len(score):
            score = np.add.reduceat(weight[counts] * score, starts) / total
        whole = np.maximum(np.rint(size), 1.0).astype(np.int64)
        return cls(score, total, np.add.reduceat(table.positive[counts], starts), whole, first)

    @classmethod
    def _from_sorted(cls, cases: NDArray[Any], non_cases: NDArray[Any], most: int) -> Self:
        """Bins between scores that divide each class into equal parts, without a table of all scores."""
        every = [max(1, -(-2 * len(side) // most)) for side in (cases, non_cases)]
        edges = np.unique(np.concatenate((cases[:: every[0]], non_cases[:: every[1]])))
        counts, sums = [], []
        for side in (cases, non_cases):
            starts = np.append(np.searchsorted(side, edges), len(side))
            running = np.concatenate(([0.0], np.cumsum(side, dtype=np.float64)))
            counts.append(np.diff(starts).astype(np.float64))
            sums.append(np.diff(running[starts]))
        total = counts[0] + counts[1]
        score = np.clip((sums[0] + sums[1]) / total, edges, np.append(edges[1:], 1.0))
        return cls(score.astype(np.float64), total, counts[0], total.astype(np.int64), edges)

    def places(self, score: NDArray[Any]) -> NDArray[np.intp]:
        """The bin that each score is in."""
        first = self.score if self.first is None else self.first
        return np.searchsorted(first[1:], score, side="right").astype(np.intp)

    @cached_property
    def smooth_risk(self) -> Numbers:
        """Risks close to the truth that do not follow chance, rising from bin to bin."""
        return smooth_risk(self.score, self.positive, self.weight, self.size)

    def simulate_cases(self, risk: Numbers, replicates: int, rng: np.random.Generator) -> NDArray[Any]:
        """Numbers of cases in each bin, simulated at the given risks; shape (replicates, bins).

        ``risk`` is by bin, or by replicate and bin.
        """
        if not (self.size == 1).all() or not (risk > 0.0).all():
            drawn = rng.binomial(self.size, risk, (replicates, len(self.size)))
            return drawn.astype(np.min_scalar_type(int(self.size.max())))
        # The same draws as above, several times as fast: of one patient at most one becomes a case.
        uniform = rng.random((replicates, len(self.size)))
        likelier = np.where(risk <= 0.5, 1.0 - risk, 1.0 - (1.0 - risk))
        return np.asarray((uniform > np.exp(np.log(likelier))) == (risk <= 0.5), dtype=np.uint8)

    def simulate(self, risk: Numbers, replicates: int, rng: np.random.Generator) -> Outcomes:
        """Outcomes of these patients, simulated at the given risks."""
        return Outcomes(self.weight[None, :], self.size[None, :], self.simulate_cases(risk, replicates, rng))

    def simulate_clusters(
        self,
        pairs: ClusteredBins,
        risk: Numbers,
        effects: ClusterEffects,
        replicates: int,
        rng: np.random.Generator,
    ) -> Outcomes:
        """The same where clusters have effects, with clusters drawn anew."""
        weight, size, own = pairs.simulate(risk, effects, replicates, rng)
        whole = size.astype(np.min_scalar_type(int(size.max())))
        cases = rng.binomial(size.astype(np.int64), own).astype(whole.dtype)
        return Outcomes(whole if np.array_equal(weight, size) else weight, whole, cases)

    def positive_weight(self, cases: NDArray[Any]) -> Numbers:
        """Weight of so many cases in each bin."""
        return _weight_of(cases, self.weight, self.size)


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Simulated numbers of ``cases`` in each bin, by replicate and bin.

    ``weight`` and ``size`` (number) of the bin's patients are by replicate too where clusters were
    drawn anew, and otherwise have one row.
    """

    weight: NDArray[Any]
    size: NDArray[Any]
    cases: NDArray[Any]

    def __len__(self) -> int:
        return len(self.cases)

    def __getitem__(self, kept: Sequence[int]) -> Outcomes:
        if len(self.weight) == 1:
            return Outcomes(self.weight, self.size, self.cases[kept])
        return Outcomes(self.weight[kept], self.size[kept], self.cases[kept])

    @property
    def positive(self) -> Numbers:
        """Weight of the cases, by replicate and bin."""
        return _weight_of(self.cases, self.weight, self.size)

    @property
    def class_weights(self) -> tuple[Numbers, Numbers]:
        """Weight of all cases, and of all non-cases, of each replicate."""
        cases = self.positive.sum(axis=1)
        return cases, self.weight.sum(axis=1, dtype=np.float64) - cases

    def fits(self, kept: Iterable[int]) -> Iterator[Blocks]:
        """The isotonic fits to some of the replicates."""
        positive = self.positive
        weights = np.broadcast_to(self.weight.astype(np.float64), positive.shape)
        for number in kept:
            yield Blocks.of(positive[number], weights[number])


class Blocks(NamedTuple):
    """An isotonic fit: the ``first`` bin of each block, its risk, and the weights of cases and of all."""

    first: NDArray[np.intp]
    risk: Numbers
    positive: Numbers
    weight: Numbers

    @classmethod
    def of(cls, positive: Numbers, weight: Numbers) -> Blocks:
        """The fit to bins some of which may be empty."""
        from scipy.optimize import isotonic_regression

        used = np.flatnonzero(weight)
        if len(used) < len(weight):
            positive, weight = positive[used], weight[used]
        fit = isotonic_regression(positive / weight, weights=weight)
        starts = fit.blocks[:-1]
        sums = (np.add.reduceat(side, starts) for side in (positive, weight))
        return cls(used[starts], np.asarray(fit.x[starts]), *sums)

    def risk_of_bins(self, bins: int) -> Numbers:
        """The risk of each bin; an empty one has that of the block below it, or of the first."""
        return self.risk[np.searchsorted(self.first[1:], np.arange(bins), side="right")]


def _weight_of(cases: NDArray[Any], weight: Numbers, size: NDArray[Any]) -> Numbers:
    """Weight of so many cases of bins with this weight and so many patients."""
    if np.array_equal(weight, size):
        return cases.astype(np.float64)
    each = np.divide(weight, size, out=np.zeros(weight.shape), where=size > 0)
    return np.asarray(cases * each)


def _starts(weight: Numbers, most: int) -> NDArray[np.intp]:
    """Where each bin begins."""
    if len(weight) <= most:
        return np.arange(len(weight))
    below = np.cumsum(weight) - weight
    place = (below * (most / weight.sum())).astype(np.intp)
    return np.flatnonzero(np.append(True, place[1:] != place[:-1]))


@dataclass(frozen=True, eq=False)
class Simulations:
    """Outcomes simulated anew for the same patients, and isotonic fits to them.

    ``true`` is the risk of each bin, which is the truth in all of them, at the observed prevalence;
    ``outcomes`` the simulated cases, by replicate and bin. The fits come as blocks, all
    replicates one after the other: the ``replicate`` of each block, its fitted risk at the observed
    prevalence, and its share of the replicate's cases and non-cases.
    """

    prevalence: float
    true: Numbers
    outcomes: Outcomes
    replicate: NDArray[np.intp]
    fit: Numbers
    case_share: Numbers
    non_case_share: Numbers

    def __len__(self) -> int:
        return len(self.outcomes)

    def optimism(self, gains: Gains) -> Numbers:
        """What each fit wins over the truth, in gains for scores calibrated to the observed prevalence."""
        if len(self) < 2:
            return np.zeros(2)
        won = gains.positive(self.fit) * self.case_share + gains.negative(self.fit) * self.non_case_share
        return np.asarray(np.bincount(self.replicate, won, len(self)) - self._truth(gains))

    def _truth(self, gains: Gains) -> Numbers:
        """What the true risks are worth in each replicate."""
        up, down = gains.positive(self.true), gains.negative(self.true)
        positive, total = self.outcomes.positive, self.outcomes.class_weights
        worth = np.einsum("rb,b->r", positive, up) / total[0]
        spared = np.einsum("rb,b->r", self.outcomes.weight, down) - np.einsum("rb,b->r", positive, down)
        return np.asarray(worth + spared / total[1])

    def won_by_threshold(self, edges: Numbers) -> Numbers:
        """What each fit wins over the truth in each of equal bins of the threshold axis.

        With z the threshold in log odds, the prevalence removed, that is the share of the cases that the
        fit treats beyond those that the truth treats, less ``e^z`` times the same of the non-cases; over
        ``1 + e^z``, which keeps it of one size, and averaged within each bin. Shape (replicates, bins).
        """
        bins = len(edges) - 1
        fit = self._places(self.fit, edges)
        treated = [
            _treated(*_sum_blocks(fit, share, self.replicate, len(self), bins))
            for share in (self.case_share, self.non_case_share)
        ]
        truth = self._treated_in_truth(self._places(self.true, edges), bins)
        odds = np.exp(edges[:-1] + (edges[1] - edges[0]) / 2.0)
        cases, non_cases = (fitted - true for fitted, true in zip(treated, truth, strict=True))
        return np.asarray((cases - odds * non_cases) / (1.0 + odds))

    def _treated_in_truth(self, place: Numbers, bins: int) -> tuple[Numbers, Numbers]:
        """Shares of the cases and of the non-cases that the true risks treat in each bin of thresholds."""
        cases = _treated(*_sum_bins(place, self.outcomes.positive, bins))
        everybody = _treated(*_sum_bins(place, self.outcomes.weight.astype(np.float64), bins))
        total = self.outcomes.class_weights
        return cases / total[0][:, None], (everybody - cases) / total[1][:, None]

    def _places(self, risk: Numbers, edges: Numbers) -> Numbers:
        """Where the evidence of each risk lies among the edges, counted in bins."""
        evidence = np.asarray(logit(risk)) - float(logit(self.prevalence))
        return np.asarray((np.clip(evidence, edges[0], edges[-1]) - edges[0]) / (edges[1] - edges[0]))


def _sum_blocks(
    place: Numbers, share: Numbers, replicate: NDArray[np.intp], replicates: int, bins: int
) -> tuple[Numbers, Numbers]:
    """Share of the patients whose place is in each bin, and the part of the bin that lies below them."""
    left = np.minimum(place.astype(np.intp), bins - 1)
    code, size = replicate * bins + left, replicates * bins
    sums = [np.bincount(code, values, size) for values in (share, share * (place - left))]
    there, partly = (np.asarray(values, dtype=np.float64).reshape(replicates, bins) for values in sums)
    return there, partly


def _sum_bins(place: Numbers, shares: Numbers, bins: int) -> tuple[Numbers, Numbers]:
    """The same where all replicates have the same places; ``shares`` is by replicate and place."""
    left = np.minimum(place.astype(np.intp), bins - 1)
    order = np.argsort(left, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(left[order]) > 0))
    there, partly = np.zeros((2, len(shares), bins))
    in_order = not np.any(order[1:] < order[:-1])
    for sums, values in ((there, shares), (partly, shares * (place - left))):
        ordered = values if in_order else values[:, order]
        sums[:, left[order][starts]] = np.add.reduceat(ordered, starts, axis=1)
    return there, partly


def _treated(there: Numbers, partly: Numbers) -> Numbers:
    """Share of patients treated in each bin of thresholds: below their place in full, in its bin in part."""
    return np.asarray(partly + there[:, ::-1].cumsum(axis=1)[:, ::-1] - there)


def simulations_of(scored: ScoredCohort, replicates: int, seed: int) -> Simulations:
    """The simulations of a model's patients, made once whoever asks."""
    return scored.once(
        ("simulations", replicates, seed),
        lambda: simulate(
            scored.sample, replicates, np.random.default_rng(seed), scored.cohort.sampling.cluster
        ),
    )


def simulate(
    sample: Sample,
    replicates: int,
    rng: np.random.Generator,
    cluster: NDArray[np.intp] | None = None,
) -> Simulations:
    """Outcomes simulated anew for the same patients, at the risks of a smooth curve that rises.

    These risks are then the truth, and an isotonic fit to the simulated outcomes overfits. Outcomes in
    a ``cluster`` are simulated as alike as they were seen to be. On engines, where it is not known
    which bins a cluster's patients are in, and with very many clusters, patients count as independent;
    on engines the optimism found with few large clusters is therefore too small.
    """
    prevalence, clusters = prevalence_of(sample), clusters_of(sample, cluster)
    if clusters is None:
        bins = ScoreBins.of(sample)
        true = bins.smooth_risk
        drawn = bins.simulate(true, replicates, rng)
    else:
        bins, pairs, effects = clusters
        true = bins.smooth_risk
        drawn = bins.simulate_clusters(pairs, true, effects, replicates, rng)
        # What is known of the clusters may move the risk of all patients near a score.
        expected = np.clip(pairs.expected(true, effects), 0.0, bins.weight)
        true = smooth_risk(bins.score, expected, bins.weight, bins.size)
    mean = float(bins.weight @ true) / float(bins.weight.sum())
    weights = drawn.class_weights
    kept: Sequence[int] = np.flatnonzero((weights[0] > 0.0) & (weights[1] > 0.0)).tolist()  # both classes
    blocks = list(drawn.fits(progress(kept, "optimism")))
    replicate = np.repeat(np.arange(len(kept)), [len(fit.first) for fit in blocks])
    fit, own, every = (
        _concatenate([getattr(fit, name) for fit in blocks]) for name in ("risk", "positive", "weight")
    )
    cases, non_cases = (total[kept][replicate] for total in weights)
    return Simulations(
        prevalence,
        np.asarray(adjust(true, mean, prevalence)),
        drawn[kept],
        replicate,
        # Weights that add up to a little more than their sum would make a risk above one.
        np.asarray(adjust(np.clip(fit, 0.0, 1.0), cases / (cases + non_cases), prevalence)),
        own / cases,
        (every - own) / non_cases,
    )


def _by_content(sample: Sample, cluster: NDArray[np.intp], present: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Clusters numbered by what is in them, so that the same are drawn whatever they are called."""
    weight = np.ones(len(cluster)) if sample.weight is None else sample.weight.astype(np.float64)
    sums = [np.bincount(cluster, w) for w in (weight * sample.score, weight * sample.label, weight)]
    number = np.zeros(len(present), dtype=np.intp)
    there = np.flatnonzero(present)
    order = np.lexsort([np.round(one[there], 9) for one in sums])
    number[there[order]] = np.arange(len(there))
    return number[cluster]


def clusters_of(
    sample: Sample, cluster: NDArray[np.intp] | None
) -> tuple[ScoreBins, ClusteredBins, ClusterEffects] | None:
    """Patients by bin and cluster, and what clusters do; None where they do nothing, or are too many."""
    if cluster is None:
        return None
    present = np.bincount(cluster) > 0
    if np.count_nonzero(present) > MOST_CLUSTERS:
        return None
    number = _by_content(sample, cluster, present)
    bins = ScoreBins.of(sample, MOST_CLUSTERED_BINS)
    pairs = ClusteredBins.of(bins.places(sample.ranking), number, sample.label == 1, _weights(sample))
    effects = pairs.effects(bins.smooth_risk)
    return None if effects.correlation == 0.0 else (bins, pairs, effects)


def _concatenate(parts: list[Numbers]) -> Numbers:
    return np.concatenate(parts) if parts else np.empty(0)


def resampled_optimism(
    cohort: Cohort, sample: Sample, gains: Gains, replicates: int, rng: np.random.Generator
) -> Numbers:
    """The bootstrap's answer: the fit to resampled patients, judged on these and on all.

    Whole clusters are resampled if there are any (Efron 1983, doi:10.1080/01621459.1983.10477973;
    Harrell, Lee and Mark 1996).
    """
    prevalence, weight = prevalence_of(sample), _weights(sample)
    optimism: list[float] = []
    for _ in progress(range(replicates), "optimism"):
        drawn = weight * _times(cohort.sampling, rng)
        while not (drawn[cohort.label == 1].any() and drawn[cohort.label == 0].any()):
            drawn = weight * _times(cohort.sampling, rng)
        risk = _fit_and_apply(Isotonic, sample, drawn, prevalence, sample.score)
        gain = np.where(cohort.label == 1, gains.positive(risk), gains.negative(risk))
        optimism.append(_class_means(cohort, gain, drawn) - _class_means(cohort, gain, weight))
    return np.array(optimism)


def cross_fit(
    cohort: Cohort, sample: Sample, kind: type[Recalibrator], folds: int, rng: np.random.Generator
) -> Numbers:
    """Every patient's recalibrated risk from a fit to the other folds, at the observed prevalence."""
    if not isinstance(folds, int) or folds < 2:
        raise SettingError(f"cross-fitting needs at least two folds, a whole number; found {folds!r}.")
    weight, prevalence = _weights(sample), prevalence_of(sample)
    fold = _folds(cohort, folds, rng)
    risk = np.empty(len(fold))
    for number in np.unique(fold):
        held = fold == number
        others = np.where(held, 0.0, weight)
        risk[held] = _fit_and_apply(kind, sample, others, prevalence, sample.score[held])
    return risk


def _fit_and_apply(
    kind: type[Recalibrator], sample: Sample, weight: Numbers, prevalence: float, score: NDArray[np.floating]
) -> Numbers:
    """Risks of a fit to weighted patients, moved from their prevalence to the one given."""
    used = weight > 0.0
    label, weight = sample.label[used], weight[used]
    some = Sample.of(label, sample.score[used], None if (weight == 1.0).all() else weight)
    return np.asarray(adjust(kind.of(some).apply(score), prevalence_of(some), prevalence))


def _times(sampling: Sampling, rng: np.random.Generator) -> Numbers:
    """How often each patient is drawn when patients, or clusters, are resampled."""
    if sampling.cluster is None:
        n = len(sampling.is_case)
        return np.bincount(rng.integers(0, n, n), minlength=n).astype(np.float64)
    names, cluster = np.unique(sampling.cluster, return_inverse=True)
    drawn = np.bincount(rng.integers(0, len(names), len(names)), minlength=len(names))
    return drawn[cluster].astype(np.float64)


def _folds(cohort: Cohort, folds: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """A fold for each patient: clusters stay together, and those with a case are spread evenly."""
    if cohort.sampling.cluster is None:
        unit, has_case = np.arange(len(cohort.label)), cohort.label == 1
    else:
        names, unit = np.unique(cohort.sampling.cluster, return_inverse=True)
        has_case = np.bincount(unit, weights=cohort.label, minlength=len(names)) > 0.0
    fold = np.empty(len(has_case), dtype=np.intp)
    for side in (has_case, ~has_case):
        members = rng.permutation(np.flatnonzero(side))
        fold[members] = np.arange(len(members)) % folds
    return fold[unit]


def _class_means(cohort: Cohort, gain: Numbers, weight: Numbers) -> float:
    cases, non_cases = cohort.label == 1, cohort.label == 0
    return sum(float(weight[side] @ gain[side] / weight[side].sum()) for side in (cases, non_cases))


def _weights(sample: Sample) -> Numbers:
    return np.ones(len(sample.label)) if sample.weight is None else sample.weight.astype(np.float64)
