"""The bootstrap that the paper describes: whole patients resampled, the prevalence estimated anew.

A check on the intervals from influence values, not their replacement. Patients are not rescored:
what is resampled are units (patients, clusters, or cells of patients with nearly equal scores),
each of which enters with the number of times it was drawn. Where some patients were censored, their curve
of censoring is estimated anew in every resample, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment, Value, stated_source, threshold_of
from baserate.errors import FollowUpError, SettingError
from baserate.inference.censoring import Censoring
from baserate.inference.cohort import Cohort
from baserate.inference.draws import check_draws, check_seed
from baserate.inference.estimate import Interval, check_level
from baserate.inference.progress import progress
from baserate.odds import expit, logit
from baserate.scores.follow_up import FollowUp
from baserate.scores.gains import Gains
from baserate.scores.metrics import scores_by_model, source_by_model
from baserate.scores.patient_gains import gains_on, is_moved
from baserate.scores.sample import Sample, prevalence_of

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]
Scorer: TypeAlias = Callable[[Numbers], Numbers]

# Above so many patients, those with nearly equal scores are resampled together.
_MANY = 50_000
_CELLS = 256
# Lines times resamples that are worked on at a time.
_AT_ONCE = 1 << 18


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """Replicates of the scores of one or several models; columns in the order of ``models``."""

    models: tuple[str, ...]
    replicates: Numbers

    def of(self, model: str, less: str | None = None) -> Numbers:
        """Replicates of one model's score, or of its difference from another's."""
        for name in (model, less):
            if name is not None and name not in self.models:
                raise SettingError(
                    f"no model {name!r} was resampled; there are {', '.join(map(repr, self.models))}."
                )
        column = self.replicates[:, self.models.index(model)]
        return column if less is None else column - self.replicates[:, self.models.index(less)]

    def standard_error(self, model: str, less: str | None = None) -> float:
        """Standard deviation over the replicates."""
        return float(self.of(model, less).std(ddof=1))

    def interval(self, model: str, less: str | None = None, level: float = 0.95) -> Interval:
        """Percentile interval."""
        tail = (1.0 - check_level(level)) / 2.0
        low, high = np.quantile(self.of(model, less), (tail, 1.0 - tail))
        return Interval(float(low), float(high), level, "bootstrap")


def bootstrap(
    cohort: Cohort,
    models: Mapping[str, object],
    deployment: Deployment,
    *,
    threshold: Value | None = None,
    source_prevalence: Value | Mapping[str, Value] | None = None,
    replicates: int = 2000,
    seed: int = 0,
) -> Bootstrap:
    """Resample the patients of a cohort, by cluster if it has clusters, and score every model anew.

    Parameters
    ----------
    cohort
        The patients.
    models
        Names, and the probabilities of each.
    deployment
        Where the models will be used: prevalence, cost and units.
    threshold
        Decide on the raw score instead of at the adjusted optimum.
    source_prevalence
        One for all models, or a mapping from the names of some of them.
    replicates, seed
        How many samples, and from which seed.
    """
    replicates, seed = check_draws(replicates, "a bootstrap needs at least two replicates"), check_seed(seed)
    cohort, deployment = Cohort.checked(cohort), Deployment.checked(deployment)
    stated = source_by_model(scores_by_model(models), source_prevalence)  # type: ignore[arg-type]
    cut = None if threshold is None else threshold_of(threshold)
    rows = [cohort.sample(score) for score in models.values()]
    sources = [stated_source(value) for value in stated.values()]
    gains = [gains_on(one, deployment, source, cut) for one, source in zip(rows, sources, strict=True)]
    units = _Units.of(cohort, rows, gains)
    scorers = [
        _scorer(units, units.scores[m], deployment, sources[m], cut, prevalence_of(rows[m]), gains[m])
        for m in range(len(rows))
    ]
    rng = np.random.default_rng(seed)
    found: list[Numbers] = []
    batch = max(1, _AT_ONCE // len(units.weight))
    for start in progress(range(0, replicates, batch), "bootstrap"):
        counts = units.resample(rng, min(batch, replicates - start))
        found.append(np.column_stack([scorer(counts) for scorer in scorers]))
    return Bootstrap(tuple(models), np.concatenate(found))


@dataclass(frozen=True, eq=False)
class _Units:
    """What is resampled. Lines are single scores with a class and a weight; each belongs to a unit.

    ``unit`` is None when every line is its own unit; ``expected`` is how many patients a line
    stands for, None when it is one. Where patients are censored, ``weight`` is the given one, and
    ``follow_up`` gives that of censoring.
    """

    is_case: Mask
    weight: Numbers
    scores: list[Numbers]
    unit: NDArray[np.intp] | None
    expected: Numbers | None
    follow_up: FollowUp | None = None

    @classmethod
    def of(cls, cohort: Cohort, rows: Sequence[Sample], gains: Sequence[Gains]) -> _Units:
        sampling = cohort.sampling
        scores = [one.score.astype(np.float64) for one in rows]
        plain = sampling.weight is None and sampling.cluster is None
        # Two models would need cells in two dimensions, steps cells of no width: there, single patients.
        smooth = len(scores) == 1 and gains[0].steps is None
        if plain and smooth and len(cohort.label) > _MANY:
            return _cells(sampling.is_case, scores[0], gains[0].active(np.dtype(np.float64)))
        censoring = sampling.censoring if isinstance(sampling.censoring, Censoring) else None
        given = sampling.weight if censoring is None else censoring.own
        weight = np.ones(len(cohort.label)) if given is None else given
        follow_up = None if censoring is None else censoring.follow_up
        return cls(sampling.is_case, weight, scores, sampling.cluster, None, follow_up)

    def resample(self, rng: np.random.Generator, count: int) -> Numbers:
        """Weight of every line in each of ``count`` resamples, shape (count, lines).

        A resample without patients of both classes, or of whom none is followed to the horizon, has no
        score, and is drawn again.
        """
        times = self._times(rng, count)
        while len(empty := np.flatnonzero(~self._has_both(times))):
            times[empty] = self._times(rng, len(empty))
        return times

    def _has_both(self, times: Numbers) -> Mask:
        return np.asarray(times[:, self.is_case].any(axis=1) & times[:, ~self.is_case].any(axis=1))

    def _times(self, rng: np.random.Generator, count: int) -> Numbers:
        if self.expected is not None:
            # So many patients that fixing their total would change nothing: independent counts.
            return rng.poisson(self.expected, (count, len(self.expected))).astype(np.float64)
        units = len(self.weight) if self.unit is None else int(self.unit.max()) + 1
        drawn = np.array([np.bincount(rng.integers(0, units, units), minlength=units) for _ in range(count)])
        times = np.asarray((drawn if self.unit is None else drawn[:, self.unit]) * self.weight)
        if self.follow_up is None:
            return times
        return np.array([_weigh(self.follow_up, one) for one in times])


def _weigh(follow_up: FollowUp, own: Numbers) -> Numbers:
    """The weights of a resample for censoring; none at all where nobody is followed to the horizon."""
    try:
        return own * follow_up.curve(own).weight
    except FollowUpError:
        return np.zeros(len(own))


def _cells(is_case: Mask, score: Numbers, active: tuple[float, float]) -> _Units:
    """Patients of one class whose scores fall into one cell, with the cell's mean log odds.

    Beyond the thresholds that matter, and a margin for how far the prevalence moves, all are alike.
    """
    margin = 8.0 * np.sqrt(1.0 / is_case.sum() + 1.0 / (~is_case).sum()) + 0.1
    low, high = (float(logit(min(max(end, 1e-9), 1.0 - 1e-9))) for end in active)
    low, high = low - margin, high + margin
    with np.errstate(divide="ignore"):
        x = np.clip(np.log(score / (1.0 - score)), low, high)
    cell = np.minimum(((x - low) * (_CELLS / (high - low))).astype(np.intp), _CELLS - 1)
    code = is_case * _CELLS + cell
    count = np.bincount(code).astype(np.float64)
    kept = np.flatnonzero(count)
    means = np.bincount(code, weights=x)[kept] / count[kept]
    return _Units(kept >= _CELLS, np.ones(len(kept)), [np.asarray(expit(means))], None, count[kept])


def _scorer(
    units: _Units,
    score: Numbers,
    deployment: Deployment,
    source: float | None,
    threshold: float | None,
    prevalence: float,
    gains: Gains,
) -> Scorer:
    """A function from resampled weights to scores, as fast as the deployment allows."""
    if is_moved(deployment):
        return _Anew(units, score, deployment, source, threshold)
    if deployment.prevalence is not None and (source is not None or threshold is not None):
        return _Fixed(units, gains.positive(score), gains.negative(score))
    if deployment.prevalence is not None and gains.steps is None:
        return _Moved(units, gains, score, prevalence)
    return _Anew(units, score, deployment, source, threshold)


@dataclass(frozen=True, eq=False)
class _Fixed:
    """Gains that do not depend on the data's prevalence."""

    units: _Units
    positive: Numbers
    negative: Numbers

    def __call__(self, weight: Numbers) -> Numbers:
        case = self.units.is_case
        total = weight[:, case].sum(axis=1), weight[:, ~case].sum(axis=1)
        sums = weight[:, case] @ self.positive[case], weight[:, ~case] @ self.negative[~case]
        return np.asarray(sums[0] / total[0] + sums[1] / total[1])


@dataclass(frozen=True, eq=False)
class _Moved:
    """Scores whose prior is the resample's own prevalence: they move, and their gains with them."""

    units: _Units
    gains: Gains
    score: Numbers
    prevalence: float

    def __call__(self, weight: Numbers) -> Numbers:
        case = self.units.is_case
        cases, others = weight[:, case], weight[:, ~case]
        total = cases.sum(axis=1), others.sum(axis=1)
        odds = total[0] / total[1] / (self.prevalence / (1.0 - self.prevalence))
        positive = self._gain(self.gains.positive, self.score[case], odds)
        negative = self._gain(self.gains.negative, self.score[~case], odds)
        sums = np.einsum("ij,ij->i", cases, positive), np.einsum("ij,ij->i", others, negative)
        return np.asarray(sums[0] / total[0] + sums[1] / total[1])

    def _gain(self, gain: Callable[[Numbers], Numbers], score: Numbers, odds: Numbers) -> Numbers:
        """Gains of every score in every resample, the odds of the score divided by how its prior moved."""
        moved = score / (score + (1.0 - score) * odds[:, None])
        return gain(moved.ravel()).reshape(moved.shape)


@dataclass(frozen=True, eq=False)
class _Anew:
    """Everything from the start in each resample: where decisions or prices jump with the prevalence."""

    units: _Units
    score: Numbers
    deployment: Deployment
    source: float | None
    threshold: float | None

    def __call__(self, weight: Numbers) -> Numbers:
        return np.array([self._score(one) for one in weight])

    def _score(self, weight: Numbers) -> float:
        case = self.units.is_case
        total = float(weight[case].sum()), float(weight[~case].sum())
        resample = Sample(case.astype(np.int8), self.score, weight, *total)
        gains = gains_on(resample, self.deployment, self.source, self.threshold)
        positive = float(weight[case] @ gains.positive(self.score[case])) / total[0]
        return positive + float(weight[~case] @ gains.negative(self.score[~case])) / total[1]
