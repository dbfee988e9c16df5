"""Beside the average: the worst case over a range, and the regret of not having the best model.

Between two neighbouring thresholds a model's decisions do not change, and its worth is linear in
the prevalence and in the harm ratio. So the worst case is found exactly, at the corners of the
cells into which the thresholds cut the range of prevalence and cost; and so is the regret, once
the cells are cut again where two models are worth the same. A Beta distribution has no ends; its
range is where all but 1e-18 of its weight lies, which is every prevalence.

What "uniform" means for a cost has four readings, which can disagree about the better model:
"between 1:50 and 1:5" says nothing about where in between. Equal steps of the threshold ``c``, of
the harm ratio ``c/(1-c)``, of its logarithm, or of the number of patients one is willing to treat
to find one case put their middle at very different costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.curves import OperatingPoints
from baserate.deployment.deployment import (
    Cost,
    CostLike,
    Deployment,
    PrevalenceLike,
    Value,
    source_or,
)
from baserate.deployment.distributions import (
    Density,
    Distribution,
    LogOddsUniform,
    Uniform,
    uniform_in_inverse,
    uniform_in_odds,
)
from baserate.deployment.notation import percent, ratio
from baserate.deployment.units import NET_BENEFIT, Baseline, Unit, UnitLike
from baserate.errors import SettingError
from baserate.odds import expit, log_odds, shift
from baserate.scores.columns import column
from baserate.scores.gains import gains_of, lowest_reaching
from baserate.scores.metrics import (
    as_table,
    net_benefit,
    sample_of,
    scores_by_model,
    source_by_model,
)
from baserate.scores.sample import ScoreTable

Numbers = NDArray[np.float64]


class _Interval(NamedTuple):
    """A range of prevalences or costs, as log odds, and its ends as they were stated."""

    low: float
    high: float
    ends: tuple[float, float]


__all__ = [
    "Regret",
    "UniformReading",
    "WorstCase",
    "compare_uniform",
    "regret",
    "uniform_readings",
    "worst_case",
]


@dataclass(frozen=True)
class WorstCase:
    """The least that a model is worth anywhere in a range, and where that is."""

    value: float
    prevalence: float
    cost: float

    def __str__(self) -> str:
        return (
            f"{self.value:.4g} at a prevalence of {percent(self.prevalence)} and a cost of {ratio(self.cost)}"
        )


@dataclass(frozen=True)
class Regret:
    """What is lost by using this model instead of the best one at each prevalence and cost."""

    mean: float
    largest: float
    prevalence: float
    cost: float

    def __str__(self) -> str:
        place = f"a prevalence of {percent(self.prevalence)} and a cost of {ratio(self.cost)}"
        return f"mean {self.mean:.4g}, at most {self.largest:.4g} at {place}"


class _Corners(NamedTuple):
    """Corners of cells, as log odds of prevalence and of cost, and each cell's number."""

    x: Numbers
    k: Numbers
    cell: NDArray[np.intp]


def worst_case(
    y_true: ArrayLike | ScoreTable,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    units: UnitLike = NET_BENEFIT,
    baseline: Baseline | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> WorstCase:
    """The least worth over a range of prevalences, of costs, or of both.

    Net benefit is what the model adds to treating none: below zero, it does harm somewhere in the
    range. Less is at stake where the disease is rare, so the least is often found there.

    Parameters
    ----------
    y_true, y_prob, cost, prevalence, sample_weight, source_prevalence
        As for :func:`baserate.net_benefit`.
    units
        "net benefit", "weighted accuracy", or "accuracy" at a cost of one to one.
    baseline
        What counts as zero: of net benefit treating none ("treat-none"), unless "none-correct" is
        asked for; of the other units every decision wrong.

    >>> print(worst_case([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], cost="1:4", prevalence=(0.3, 0.5)))
    0.2125 at a prevalence of 30 % and a cost of 1:4
    """
    deployment = Deployment.of(prevalence, cost, units)
    unit = deployment.units
    zero = unit.baseline(baseline)
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    source = source_or(source_prevalence, table.prevalence)
    points = OperatingPoints.of(table)
    cases = []
    for area in _areas(deployment, table.prevalence):
        corners = _corners(points.scores, points.dtype, source, *area)
        worth = _worth(points, corners.cell, corners, unit)
        if zero == "treat-none":
            worth -= unit.prices(corners.x, corners.k)[1]
        least = int(np.argmin(worth))
        cases.append(WorstCase(float(worth[least]), *_place(corners, least)))
    return min(cases, key=lambda case: case.value)


def regret(
    y_true: ArrayLike,
    models: Mapping[str, ArrayLike],
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    units: UnitLike = NET_BENEFIT,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | Mapping[str, Value] | None = None,
) -> dict[str, Regret]:
    """Regret of each model against the best of them at each prevalence and cost.

    Its mean is the mean of the best minus the model's own score; it is zero for a model that is
    best everywhere. ``largest`` is the most that could be lost, with the place.
    ``source_prevalence`` is one for all models, or a mapping from the names of some of them.

    Parameters
    ----------
    y_true
        Labels 0 and 1.
    models
        Names, and the probabilities of each.
    cost, prevalence
        As for :func:`baserate.net_benefit`; ranges of either.
    units
        "net benefit", "weighted accuracy" or "accuracy".
    sample_weight
        How much each patient counts.
    source_prevalence
        One for all models, or a mapping from the names of some of them.
    """
    y_true, stated = column(y_true, "y_true"), source_by_model(scores_by_model(models), source_prevalence)
    tables = [as_table(sample_of(y_true, score, sample_weight)) for score in models.values()]
    deployment = Deployment.of(prevalence, cost, units)
    source = tables[0].prevalence
    tables = [
        _moved(table, source_or(stated[name], table.prevalence), source)
        for name, table in zip(models, tables, strict=True)
    ]
    points = [OperatingPoints.of(table) for table in tables]
    edges = _with_crossings(points, np.unique(np.concatenate([p.scores for p in points])), source)
    means = _mean_regret(points, edges, deployment, source)
    largest = _largest_regret(points, edges, deployment, source)
    return {name: Regret(means[m], *largest[m]) for m, name in enumerate(models)}


def _mean_regret(
    points: Sequence[OperatingPoints], edges: Numbers, deployment: Deployment, source: float
) -> list[float]:
    """Cell by cell: the gains that lie in the cell, for the model's decisions there and the best's."""
    gains = gains_of(deployment, points[0].prevalence, source)
    positive = np.diff(gains.positive(edges), prepend=0.0, append=gains.positive_total)
    negative = -np.diff(gains.negative(edges), prepend=gains.negative_total, append=0.0)
    own = np.array(
        [
            p.true_positive[cell] * positive + p.true_negative[cell] * negative
            for p, cell in zip(points, _cells(points, edges), strict=True)
        ]
    )
    return [float(lost) for lost in (own.max(axis=0) - own).sum(axis=1)]


def _largest_regret(
    points: Sequence[OperatingPoints], edges: Numbers, deployment: Deployment, source: float
) -> list[tuple[float, float, float]]:
    found = []
    cells = _cells(points, edges)
    for area in _areas(deployment, points[0].prevalence):
        corners = _corners(edges, edges.dtype, source, *area)
        worth = [
            _worth(p, c[corners.cell], corners, deployment.units) for p, c in zip(points, cells, strict=True)
        ]
        lost = np.max(worth, axis=0) - worth
        found.append(
            [(float(row[most]), *_place(corners, most)) for row in lost for most in [int(np.argmax(row))]]
        )
    return [max(candidates) for candidates in zip(*found, strict=True)]


def _with_crossings(points: Sequence[OperatingPoints], edges: Numbers, source: float) -> Numbers:
    """Cut the axis of scores again where, within a cell, two models are worth the same."""
    low, high = np.append(0.0, edges), np.append(edges, 1.0)
    cells = _cells(points, edges)
    added = [edges]
    for first, second in combinations(range(len(points)), 2):
        up = points[first].true_positive[cells[first]] - points[second].true_positive[cells[second]]
        down = points[second].true_negative[cells[second]] - points[first].true_negative[cells[first]]
        traded = (up * down) > 0.0  # more true positives for fewer true negatives, or the reverse
        odds = up[traded] / down[traded] * (source / (1.0 - source))
        score = odds / (1.0 + odds)
        added.append(score[(score > low[traded]) & (score < high[traded])])
    return np.unique(np.concatenate(added))


def _cells(points: Sequence[OperatingPoints], edges: Numbers) -> list[NDArray[np.intp]]:
    """For each model, its operating point in each cell; cell i ends with edge i, the last is open."""
    return [np.append(np.searchsorted(p.scores, edges), len(p.scores)) for p in points]


def _corners(
    scores: Numbers, dtype: np.dtype[Any], source: float, prevalence: _Interval, cost: _Interval
) -> _Corners:
    """Corners of the cells that ascending scores cut out of a rectangle of log odds."""
    (a, b, _), (c, d, _) = prevalence, cost
    least, most = c - b, d - a
    # A score that ties with the least threshold possible reaches it there, at the closed end.
    lowest = lowest_reaching(shift(cost.ends[0], prevalence.ends[1], source), dtype)
    tied = np.searchsorted(scores, lowest)
    if least == most:  # one prevalence and one cost
        return _Corners(np.array([a]), np.array([c]), np.array([tied]))
    thresholds = log_odds(scores) - float(log_odds(source))
    first = int(np.searchsorted(thresholds, least, side="right"))
    last = max(first, int(np.searchsorted(thresholds, most, side="left")))
    edges = np.concatenate(([least], thresholds[first:last], [most]))
    ends = np.concatenate((edges[:-1], edges[1:]))
    cell = np.tile(np.arange(first, last + 1), 2)
    low, high = np.maximum(a, c - ends), np.minimum(b, d - ends)
    x, z, cell = np.concatenate((low, high)), np.tile(ends, 2), np.tile(cell, 2)
    # The rectangle's own corners, each in the cell that its threshold falls into.
    own = np.array(list(product((a, b), (c, d))))
    own_cell = first + np.searchsorted(edges[1:-1], own[:, 1] - own[:, 0])
    return _Corners(
        np.concatenate((x, own[:, 0], [b])),
        np.concatenate((x + z, own[:, 1], [c])),
        np.concatenate((cell, own_cell, [tied])),
    )


def _worth(points: OperatingPoints, point: NDArray[np.intp], at: _Corners, unit: Unit) -> Numbers:
    positive, negative = unit.prices(at.x, at.k)
    return np.asarray(points.true_positive[point] * positive + points.true_negative[point] * negative)


def _areas(deployment: Deployment, data_prevalence: float) -> list[tuple[_Interval, _Interval]]:
    """Every pair of an interval of prevalence and an interval of cost that can occur."""
    prevalence = _intervals(deployment.prevalence_given(data_prevalence))
    return list(product(prevalence, _intervals(deployment.cost.distribution)))


def _intervals(distribution: Distribution) -> list[_Interval]:
    values = [float(value) for value in distribution.atoms[0]]
    intervals = [_Interval(float(log_odds(v)), float(log_odds(v)), (v, v)) for v in values]
    if len(distribution.breaks):
        low, high = distribution.breaks[[0, -1]]
        intervals.append(_Interval(float(low), float(high), distribution.ends))
    return intervals


def _place(corners: _Corners, number: int) -> tuple[float, float]:
    return float(expit(corners.x[number])), float(expit(corners.k[number]))


def _moved(table: ScoreTable, source: float, target: float) -> ScoreTable:
    """Scores calibrated at one prevalence as they would be at another, so that models can be compared."""
    if source == target:
        return table
    return ScoreTable(np.asarray(shift(table.score, source, target)), table.positive, table.negative)


@dataclass(frozen=True)
class UniformReading:
    """One reading of "uniform": its median cost, and what each model is worth under it."""

    reading: str
    cost: Cost
    net_benefit: Mapping[str, float]

    @property
    def best(self) -> str:
        """The model with the highest net benefit."""
        return max(self.net_benefit, key=lambda name: self.net_benefit[name])

    def __str__(self) -> str:
        worth = ", ".join(f"{name} {1000 * value:.2f}" for name, value in self.net_benefit.items())
        return f"uniform in {self.reading}: {self.cost}; net benefit per 1,000: {worth}"


def uniform_readings(low: Value | Cost, high: Value | Cost) -> dict[str, Cost]:
    """A range of costs, uniform in each of the four ways.

    Parameters
    ----------
    low, high
        The ends of the range, as costs are written.

    >>> for reading, cost in uniform_readings("1:50", "1:5").items():
    ...     print(f"{reading:28} median 1:{(1 - cost.median) / cost.median:.1f}")
    c                            median 1:9.7
    odds c/(1-c)                 median 1:9.1
    log odds                     median 1:15.8
    number willing to treat 1/c  median 1:27.5
    """
    a, b = Cost.of(low).c, Cost.of(high).c
    if a >= b:
        raise SettingError(f"a range of costs must rise; found {Cost.of(low)} to {Cost.of(high)}.")

    return {
        "c": Cost(Uniform(a, b)),
        "odds c/(1-c)": Cost(Density(uniform_in_odds, a, b, "uniform in odds")),
        "log odds": Cost(LogOddsUniform(a, b)),
        "number willing to treat 1/c": Cost(Density(uniform_in_inverse, a, b, "uniform in 1/c")),
    }


def compare_uniform(
    y_true: ArrayLike,
    models: Mapping[str, ArrayLike],
    *,
    cost: CostLike,
    prevalence: PrevalenceLike | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | Mapping[str, Value] | None = None,
) -> list[UniformReading]:
    """Net benefit of each model under each reading of a uniform range of costs.

    ``source_prevalence`` is one for all models, or a mapping from the names of some of them. When
    the readings name different models, the range is too wide to settle the matter: state a
    narrower one, or the reading that is meant.

    Parameters
    ----------
    y_true
        Labels 0 and 1.
    models
        Names, and the probabilities of each.
    cost
        A range, such as ``("1:50", "1:5")``.
    prevalence
        Where the model will be used, as for :func:`baserate.net_benefit`.
    sample_weight
        How much each patient counts.
    source_prevalence
        One for all models, or a mapping from the names of some of them.
    """
    y_true, models = column(y_true, "y_true"), scores_by_model(models)
    sources = source_by_model(models, source_prevalence)
    found = []
    whole = Cost.of(cost).distribution
    if not isinstance(whole, (LogOddsUniform, Uniform)):
        raise SettingError(
            f"a range of costs with two ends is needed, such as ('1:50', '1:5'); found {Cost.of(cost)}."
        )
    for reading, spread in uniform_readings(whole.a, whole.b).items():
        worth = {
            name: net_benefit(
                y_true,
                score,
                cost=spread,
                prevalence=prevalence,
                sample_weight=sample_weight,
                source_prevalence=sources[name],
            )
            for name, score in models.items()
        }
        found.append(UniformReading(reading, spread, worth))
    return found
