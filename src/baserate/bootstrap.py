"""The bootstrap that the paper describes: whole patients resampled, the prevalence estimated anew.

A check on the intervals from influence values, not their replacement. Patients are not rescored:
what is resampled are units (patients, clusters, or cells of patients with nearly equal scores), of
which only the sums of gains are needed. As the prevalence of a resample moves, so do the log odds
of all scores with their prior removed; sums of gains are tabulated along that shift beforehand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.cohort import Cohort, gains_for
from baserate.deployment import Deployment, Value, source_prevalence_of, threshold_of
from baserate.errors import SettingError
from baserate.estimate import Interval
from baserate.gain_shapes import Gains, StepGains, SumGains
from baserate.models import scores_by_model, source_by_model
from baserate.odds import adjust, expit, logit
from baserate.progress import progress
from baserate.rows import Rows, prevalence_of

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]
Scorer: TypeAlias = Callable[[Numbers], Numbers]

# Above so many patients, those with nearly equal scores are resampled together.
_MANY = 50_000
_CELLS = 256
# How far beyond the thresholds that matter cells reach, in log odds; the prevalence moves less.
_MARGIN = 0.5
_BATCH = 64
# Shifts of the prevalence's log odds at which sums of gains are tabulated, in standard deviations.
_SHIFTS = np.cos(np.pi * (np.arange(9) + 0.5) / 9.0) * 6.0


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
        tail = (1.0 - level) / 2.0
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
    """Resample the patients of a cohort, by cluster if it has clusters, and score every model anew."""
    if replicates < 2:
        raise SettingError(f"a bootstrap needs at least two replicates; found {replicates}.")
    stated = source_by_model(scores_by_model(models), source_prevalence)  # type: ignore[arg-type]
    cut = None if threshold is None else threshold_of(threshold)
    rows = [cohort.rows(score) for score in models.values()]
    sources = [None if s is None else source_prevalence_of(s) for s in stated.values()]
    bounds = [
        gains_for(deployment, prevalence_of(one), source, cut).active(np.dtype(np.float64))
        for one, source in zip(rows, sources, strict=True)
    ]
    units = _Units.of(cohort, rows, bounds)
    scorers = [
        _scorer(units, units.scores[m], deployment, sources[m], cut, prevalence_of(rows[m]))
        for m in range(len(rows))
    ]
    rng = np.random.default_rng(seed)
    found: list[Numbers] = []
    for _ in progress(range(math.ceil(replicates / _BATCH)), "bootstrap"):
        counts = units.resample(rng, min(_BATCH, replicates - _BATCH * len(found)))
        found.append(np.column_stack([scorer(counts) for scorer in scorers]))
    return Bootstrap(tuple(models), np.concatenate(found))


@dataclass(frozen=True, eq=False)
class _Units:
    """What is resampled. Lines are single scores with a class and a weight; each belongs to a unit.

    ``unit`` is None when every line is its own unit; ``expected`` is how many patients a line
    stands for, None when it is one.
    """

    is_case: Mask
    weight: Numbers
    scores: list[Numbers]
    unit: NDArray[np.intp] | None
    expected: Numbers | None

    @classmethod
    def of(cls, cohort: Cohort, rows: Sequence[Rows], bounds: Sequence[tuple[float, float]]) -> _Units:
        sampling = cohort.sampling
        scores = [one.score.astype(np.float64) for one in rows]
        plain = sampling.weight is None and sampling.cluster is None
        if plain and len(cohort.label) > _MANY:
            return _cells(sampling.is_case, scores, bounds)
        weight = np.ones(len(cohort.label)) if sampling.weight is None else sampling.weight
        return cls(sampling.is_case, weight, scores, sampling.cluster, None)

    def size(self, side: Mask) -> float:
        """Number of patients of one class, or with weights or clusters the number worth as much."""
        if self.expected is not None:
            return float(self.expected[side].sum())
        weight = self.weight[side]
        per_unit = weight if self.unit is None else np.bincount(self.unit[side], weights=weight)
        return float(per_unit.sum() ** 2 / (per_unit @ per_unit))

    def resample(self, rng: np.random.Generator, count: int) -> Numbers:
        """Weight of every line in each of ``count`` resamples, shape (count, lines)."""
        if self.expected is not None:
            # So many patients that fixing their total would change nothing: independent counts.
            return rng.poisson(self.expected, (count, len(self.expected))).astype(np.float64)
        units = len(self.weight) if self.unit is None else int(self.unit.max()) + 1
        drawn = [np.bincount(rng.integers(0, units, units), minlength=units) for _ in range(count)]
        times = np.asarray(drawn, dtype=np.float64)
        return (times if self.unit is None else times[:, self.unit]) * self.weight


def _cells(is_case: Mask, scores: list[Numbers], bounds: Sequence[tuple[float, float]]) -> _Units:
    """Patients of one class whose scores fall into one cell, with the cell's mean log odds."""
    per_model = max(16, int(_CELLS ** (1.0 / len(scores))))
    code = is_case.astype(np.intp)
    places = []
    for score, ends in zip(scores, bounds, strict=True):
        low, high = (float(logit(min(max(end, 1e-9), 1.0 - 1e-9))) for end in ends)
        with np.errstate(divide="ignore"):
            x = np.log(score / (1.0 - score))
        x = np.clip(x, low - _MARGIN, high + _MARGIN)
        cell = ((x - (low - _MARGIN)) * (per_model / (high - low + 2.0 * _MARGIN))).astype(np.intp)
        code = code * per_model + np.minimum(cell, per_model - 1)
        places.append(x)
    count = np.bincount(code).astype(np.float64)
    kept = count > 0.0
    means = [(np.bincount(code, weights=x)[kept] / count[kept]) for x in places]
    case = np.flatnonzero(kept) >= per_model ** len(scores)
    return _Units(case, np.ones(len(case)), [np.asarray(expit(m)) for m in means], None, count[kept])


def _scorer(
    units: _Units,
    score: Numbers,
    deployment: Deployment,
    source: float | None,
    threshold: float | None,
    prevalence: float,
) -> Scorer:
    """A function from resampled weights to scores, as fast as the deployment allows."""
    gains = gains_for(deployment, prevalence, source, threshold)
    if deployment.prevalence is not None and (source is not None or threshold is not None):
        return _Fixed(units, gains.positive(score), gains.negative(score))
    if deployment.prevalence is not None and not isinstance(gains, (StepGains, SumGains)):
        return _Shifted(units, gains, score, prevalence)
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


class _Shifted:
    """Smooth gains at scores whose prior is the resample's prevalence: interpolated along its shift."""

    def __init__(self, units: _Units, gains: Gains, score: Numbers, prevalence: float) -> None:
        self.case = units.is_case
        self.prevalence = prevalence
        self.nodes = _SHIFTS * math.sqrt(sum(1.0 / units.size(side) for side in (self.case, ~self.case)))
        moved = [np.asarray(adjust(score, expit(logit(prevalence) + d), prevalence)) for d in self.nodes]
        self.positive = np.column_stack([gains.positive(s[self.case]) for s in moved])
        self.negative = np.column_stack([gains.negative(s[~self.case]) for s in moved])

    def __call__(self, weight: Numbers) -> Numbers:
        cases, others = weight[:, self.case], weight[:, ~self.case]
        total = cases.sum(axis=1), others.sum(axis=1)
        sums = cases @ self.positive / total[0][:, None] + others @ self.negative / total[1][:, None]
        shift = np.log(total[0] / total[1]) - float(logit(self.prevalence))
        return _interpolate(self.nodes, sums, shift)


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
        gains = gains_for(self.deployment, total[0] / sum(total), self.source, self.threshold)
        positive = float(weight[case] @ gains.positive(self.score[case])) / total[0]
        return positive + float(weight[~case] @ gains.negative(self.score[~case])) / total[1]


def _interpolate(nodes: Numbers, values: Numbers, at: Numbers) -> Numbers:
    """Each row of values, given at Chebyshev nodes, at its own argument (barycentric formula)."""
    order = np.arange(len(nodes))
    weight = (-1.0) ** order * np.sin(np.pi * (order + 0.5) / len(nodes))
    apart = np.clip(at, nodes.min(), nodes.max())[:, None] - nodes
    apart = np.where(apart == 0.0, 1e-300, apart)
    share = weight / apart
    return np.asarray((share * values).sum(axis=1) / share.sum(axis=1))
