"""Curves as data: value against prevalence and against cost, decision curve, Murphy, Brier, cost, ROC.

All are views of a model's operating points: whom it treats, as the threshold on its score rises.
Between two neighbouring scores nothing changes, so a model has one operating point more than it has
distinct scores. Every curve is a sum of two shares of decisions, each times a price that changes
along the axis::

    value(x) = positive share * price of a positive + negative share * price of a negative

The shares jump where a patient's decision changes and are constant between; the prices have known
integrals. So the mean of a curve over its axis is exact, and is one of the scores: each function
says which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.deployment.deployment import (
    Cost,
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_or,
)
from baserate.deployment.distributions import Distribution, Point
from baserate.deployment.units import NET_BENEFIT, Baseline
from baserate.errors import SettingError
from baserate.odds import log_odds, shift
from baserate.scores.gains import gains_of, lowest_reaching, reaches
from baserate.scores.isotonic import recalibrated
from baserate.scores.metrics import as_table, sample_of
from baserate.scores.sample import ByClass, ScoreTable, prevalence_of
from baserate.scores.tilt import tilts_of

Numbers = NDArray[np.float64]
Function: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class OperatingPoints:
    """Shares of each class on either side of every possible threshold.

    With m distinct ``scores``, point i treats every patient from ``scores[i]`` up, for thresholds
    above ``scores[i - 1]`` and not above ``scores[i]``; point m treats none.
    """

    scores: Numbers
    true_positive: Numbers
    true_negative: Numbers
    prevalence: float
    dtype: np.dtype[Any]

    @classmethod
    def of(cls, table: ScoreTable) -> OperatingPoints:
        """All operating points of a table of scores; ``dtype`` is that of the scores."""
        return cls(
            table.score.astype(np.float64),
            1.0 - _share_below(table.positive),
            _share_below(table.negative),
            table.prevalence,
            table.score.dtype,
        )

    @property
    def false_negative(self) -> Numbers:
        return 1.0 - self.true_positive

    @property
    def false_positive(self) -> Numbers:
        return 1.0 - self.true_negative


@dataclass(frozen=True)
class Axis:
    """Prices along an axis, and their integrals over the axis's own measure."""

    name: str
    positive: Function
    negative: Function
    positive_integral: Function
    negative_integral: Function
    measure: Function


@dataclass(frozen=True, eq=False)
class Curve:
    """A quantity along an axis: smooth between ``breaks``, with jumps at them.

    ``breaks`` start and end with the ends of the axis. ``positive`` and ``negative`` hold the share
    of each class that counts on each piece between them.
    """

    axis: Axis = field(repr=False)
    breaks: Numbers
    positive: Numbers
    negative: Numbers
    closed: Literal["left", "right"] = field(repr=False)
    dtype: np.dtype[Any] = field(repr=False)

    @classmethod
    def between(
        cls,
        axis: Axis,
        ends: tuple[float, float],
        turns: Numbers,
        positive: Numbers,
        negative: Numbers,
        closed: Literal["left", "right"],
        dtype: np.dtype[Any],
    ) -> Curve:
        """Cut the pieces between ascending turns down to the part of the axis between the ends."""
        first = int(np.searchsorted(turns, ends[0], side="right"))
        last = max(first, int(np.searchsorted(turns, ends[1], side="left")))
        breaks = np.concatenate(([ends[0]], turns[first:last], [ends[1]]))
        return cls(axis, breaks, positive[first : last + 1], negative[first : last + 1], closed, dtype)

    def at(self, x: ArrayLike) -> Numbers:
        """The curve's value anywhere on its axis; at a jump, the value with the tie treated.

        Parameters
        ----------
        x
            One place on the axis, or an array of them.
        """
        x = np.asarray(x, dtype=np.float64)
        if not np.all((x >= self.breaks[0]) & (x <= self.breaks[-1])):
            raise SettingError(
                f"the curve runs over {self.axis.name} from {self.breaks[0]:g} to {self.breaks[-1]:g}; "
                f"found {x.min():g} to {x.max():g}."
            )
        return self._value(x, self._piece(x))

    def _piece(self, x: Numbers) -> NDArray[np.intp]:
        """The piece of each point; one that ties with a jump lies on the side where the tie is treated."""
        jumps = self.breaks[1:-1]
        if self.closed == "left":  # the axis holds thresholds, jumps are where scores are
            return np.asarray(np.searchsorted(jumps, lowest_reaching(x, self.dtype), side="left"))
        return np.asarray(np.searchsorted(lowest_reaching(jumps, self.dtype), x, side="right"))

    def points(self, per_piece: int = 2) -> tuple[Numbers, Numbers]:
        """Coordinates to draw: every piece with both of its ends, so that jumps are upright.

        Parameters
        ----------
        per_piece
            How many points each piece gets; two are enough for straight ones.
        """
        if per_piece < 2:
            raise SettingError(f"a piece of a curve needs at least its two ends; found {per_piece} points.")
        share = np.linspace(0.0, 1.0, per_piece)
        width = np.diff(self.breaks)
        x = self.breaks[:-1, None] + width[:, None] * share
        x[:, -1] = self.breaks[1:]
        piece = np.broadcast_to(np.arange(len(width))[:, None], x.shape)
        return x.ravel(), self._value(x, piece).ravel()

    @property
    def mean(self) -> float:
        """Mean of the curve over its axis, exactly."""
        return self.area / float(np.diff(self.axis.measure(self.breaks[[0, -1]]))[0])

    @property
    def area(self) -> float:
        """Area under the curve, exactly, over the measure of its axis."""
        positive = self.positive @ np.diff(self.axis.positive_integral(self.breaks))
        negative = self.negative @ np.diff(self.axis.negative_integral(self.breaks))
        return float(positive + negative)

    def _value(self, x: Numbers, piece: NDArray[np.intp]) -> Numbers:
        positive = self.positive[piece] * self.axis.positive(x)
        return np.asarray(positive + self.negative[piece] * self.axis.negative(x))


def _share_below(weight: NDArray[Any]) -> Numbers:
    """Share of the weight before each line, and after the last; exactly 0 first and 1 last."""
    below = np.concatenate(([0.0], np.cumsum(weight)))
    share: Numbers = below / below[-1]
    return share


__all__ = [
    "Curve",
    "Roc",
    "brier_curve",
    "cost_curve",
    "decision_curve",
    "murphy_diagram",
    "roc_curve",
    "value_by_cost",
    "value_by_prevalence",
]

Patients: TypeAlias = "ArrayLike | ScoreTable"


def value_by_prevalence(
    y_true: Patients,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: PrevalenceLike,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
    baseline: Baseline = "treat-none",
) -> Curve:
    """Net benefit at each prevalence of a range, decisions adjusted to it.

    ``pi TPR(pi) - c/(1-c) (1-pi) FPR(pi)``; with ``baseline="none-correct"``
    ``pi TPR(pi) + c/(1-c) (1-pi) TNR(pi)``. Its mean is ``net_benefit`` over the prevalence: for a
    range ``(a, b)``, over its log odds, the DCA log score; for any other distribution between two
    ends, over that.

    Parameters
    ----------
    y_true, y_prob, sample_weight, source_prevalence, baseline
        As for :func:`baserate.net_benefit`.
    cost
        One cost.
    prevalence
        A range ``(a, b)``, or a distribution between two ends.
    """
    c = Cost.of(cost).c
    where = Prevalence.of(prevalence)
    ends = _ends(where.distribution, "prevalence")
    points = OperatingPoints.of(as_table(sample_of(y_true, y_prob, sample_weight)))
    # The prevalence at which a score just reaches the threshold; it falls as the score rises.
    turns = shift(c, points.scores, source_or(source_prevalence, points.prevalence))[::-1]
    axis, negative = _from_zero(_prevalence_axis(c, where), points, baseline)
    return Curve.between(axis, ends, turns, points.true_positive[::-1], negative[::-1], "right", points.dtype)


def shifted_values(patients: ByClass, deployment: Deployment, source: float, prevalence: Numbers) -> Numbers:
    """Net benefit at each of some prevalences where not all is label shift; zero is treating none.

    There the patients themselves change with the prevalence (:mod:`baserate.scores.world`), and no shares
    are constant between two scores: this is no :class:`Curve`.

    Parameters
    ----------
    patients, source
        A model's scores of the patients, and the prevalence to which they are calibrated.
    deployment
        Its one cost and its shift; at the prevalences given here.
    """
    c, moved, tilts = deployment.cost.c, deployment.shift, tilts_of(patients)
    here = prevalence_of(patients)
    far = log_odds(prevalence) - log_odds(here)
    values = []
    for pi, theta in zip(prevalence, tilts.reach((1.0 - moved.gamma) * far).theta, strict=True):
        cut = float(shift(c, moved.prevalence_for_scores(float(pi), here), source))
        true, false = (side.mean(reaches(side.score, cut)) for side in tilts.weighted(float(theta)))
        values.append(pi * true - c / (1.0 - c) * (1.0 - pi) * false)
    return np.array(values)


def _prevalence_axis(c: float, where: Prevalence) -> Axis:
    odds = c / (1.0 - c)
    positive_integral: Function = lambda pi: -np.log1p(-pi)  # noqa: E731
    negative_integral: Function = lambda pi: odds * np.log(pi)  # noqa: E731
    measure: Function = log_odds
    if not where.distribution.plain:
        # A patient with this score, its prior removed, is treated from this prevalence on.
        gains = gains_of(Deployment(where, Cost.of(c)), 0.5)
        positive_integral = lambda pi: -gains.positive(shift(c, pi, 0.5))  # noqa: E731
        negative_integral = lambda pi: gains.negative(shift(c, pi, 0.5))  # noqa: E731
        measure = _share_below_each(where.distribution)
    return Axis(
        "prevalence",
        positive=lambda pi: pi,
        negative=lambda pi: odds * (1.0 - pi),
        positive_integral=positive_integral,
        negative_integral=negative_integral,
        measure=measure,
    )


def value_by_cost(
    y_true: Patients,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
    baseline: Baseline = "treat-none",
) -> Curve:
    """Net benefit at each cost of a range, at one prevalence (the data's own by default).

    The mean of a range over equal steps of ``c`` is ``net_benefit`` with ``cost=Uniform(c0, c1)``;
    that of any other distribution between two ends is ``net_benefit`` over it.

    Parameters
    ----------
    y_true, y_prob, sample_weight, source_prevalence, baseline
        As for :func:`baserate.net_benefit`.
    cost
        A range ``(c0, c1)``, such as ``("1:50", "1:5")``, or a distribution between two ends.
    prevalence
        One prevalence; None for the data's own.
    """
    asked = (y_true, y_prob, prevalence, sample_weight, source_prevalence)
    return _by_cost(*asked, cost, baseline, "the cost threshold c")


def decision_curve(
    y_true: Patients,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> Curve:
    """Decision curve: net benefit ``pi TPR - c/(1-c) (1-pi) FPR`` against the threshold ``c``.

    :func:`value_by_cost` under the name and with the zero of Vickers and Elkin (2006,
    doi:10.1177/0272989X06295361). Treating all is the curve of a score of 1 for all, treating none
    is zero.

    Parameters
    ----------
    y_true, y_prob, sample_weight, source_prevalence, cost, prevalence
        As for :func:`value_by_cost`.
    """
    asked = (y_true, y_prob, prevalence, sample_weight, source_prevalence)
    return _by_cost(*asked, cost, "treat-none", "the threshold c")


def _by_cost(
    y_true: Any,
    y_prob: Any,
    prevalence: Value | None,
    sample_weight: Any,
    source_prevalence: Value | None,
    cost: CostLike,
    baseline: Baseline,
    name: str,
) -> Curve:
    price = Cost.of(cost)
    ends = _ends(price.distribution, "cost")
    points = OperatingPoints.of(as_table(sample_of(y_true, y_prob, sample_weight)))
    pi = points.prevalence if prevalence is None else _one_prevalence(prevalence)
    # The cost at which a score just reaches the threshold.
    turns = shift(points.scores, source_or(source_prevalence, points.prevalence), pi)
    axis, negative = _from_zero(_cost_axis(name, pi, price), points, baseline)
    return Curve.between(axis, ends, turns, points.true_positive, negative, "left", points.dtype)


def _cost_axis(name: str, pi: float, price: Cost) -> Axis:
    positive_integral: Function = lambda c: pi * c  # noqa: E731
    negative_integral: Function = lambda c: (1.0 - pi) * _odds_integral(c)  # noqa: E731
    measure: Function = lambda c: c  # noqa: E731
    if not price.distribution.plain:
        gains = gains_of(Deployment(Prevalence(Point(pi)), price), 0.5)
        positive_integral = lambda c: gains.positive(shift(c, pi, 0.5))  # noqa: E731
        negative_integral = lambda c: -gains.negative(shift(c, pi, 0.5))  # noqa: E731
        measure = _share_below_each(price.distribution)
    return Axis(
        name,
        positive=lambda c: np.full_like(c, pi),
        negative=lambda c: (1.0 - pi) * c / (1.0 - c),
        positive_integral=positive_integral,
        negative_integral=negative_integral,
        measure=measure,
    )


def _from_zero(axis: Axis, points: OperatingPoints, baseline: Baseline) -> tuple[Axis, Numbers]:
    """Prices, and the share of non-cases that counts: those spared, or from treat none those treated."""
    if NET_BENEFIT.baseline(baseline) == "none-correct":
        return axis, points.true_negative
    lost, integral = axis.negative, axis.negative_integral
    return (
        replace(axis, negative=lambda x: -lost(x), negative_integral=lambda x: -integral(x)),
        points.false_positive,
    )


def _share_below_each(distribution: Distribution) -> Function:
    return lambda values: np.array([distribution.share_below(value) for value in values])


def murphy_diagram(
    y_true: Patients, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> Curve:
    """Murphy diagram: the mean elementary loss at each threshold theta (Ehm et al. 2016,
    doi:10.1111/rssb.12154).

    ``(1 - theta)`` for a missed case, ``theta`` for an unnecessary treatment, decisions on the raw
    score. Twice the area is the Brier score; weighted by ``1 / (theta (1 - theta))`` it is the log
    loss, which is how the elementary losses make up every proper score.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.
    """
    points = OperatingPoints.of(as_table(sample_of(y_true, y_prob, sample_weight)))
    p = points.prevalence
    axis = Axis(
        "the threshold theta",
        positive=lambda t: p * (1.0 - t),
        negative=lambda t: (1.0 - p) * t,
        positive_integral=lambda t: p * (t - t**2 / 2.0),
        negative_integral=lambda t: (1.0 - p) * t**2 / 2.0,
        measure=lambda t: t,
    )
    missed, unnecessary = points.false_negative, points.false_positive
    return Curve.between(axis, (0.0, 1.0), points.scores, missed, unnecessary, "left", points.dtype)


def brier_curve(
    y_true: Patients, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> Curve:
    """Brier curve (Hernandez-Orallo, Flach and Ferri 2011): loss at each class balance.

    The share of wrong decisions where the prevalence is ``pi``, each decided at 1/2 on the score
    adjusted to it. The area is the balanced Brier score of the score with its prior removed, and
    ``1 - accuracy`` averaged uniformly over all prevalences.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.
    """
    return _loss_by_balance(as_table(sample_of(y_true, y_prob, sample_weight)))


def cost_curve(
    y_true: Patients, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> Curve:
    """Cost curve: the least loss that any threshold reaches at each balance (Drummond and Holte 2006,
    doi:10.1007/s10994-006-8199-5).

    The axis is the probability cost, the share of the expected cost that is due to positives. It
    is the lower envelope of the lines ``x FNR + (1 - x) FPR``, and the Brier curve of the score
    recalibrated by isotonic regression: its area is what discrimination alone would leave.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.
    """
    return _loss_by_balance(recalibrated(as_table(sample_of(y_true, y_prob, sample_weight))))


@dataclass(frozen=True, eq=False)
class Roc:
    """ROC curve: one point for each threshold, from treating none to treating all."""

    false_positive: Numbers
    true_positive: Numbers
    threshold: Numbers

    @property
    def area(self) -> float:
        """The AUC, by trapezoids: ties between the classes are the sloping pieces."""
        return float(np.trapezoid(self.true_positive, self.false_positive))


def roc_curve(
    y_true: Patients, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> Roc:
    """True against false positive rate; treating none has an infinite threshold.

    Parameters
    ----------
    y_true, y_prob
        Labels 0 and 1, and predicted probabilities; or a :class:`~baserate.ScoreTable` alone.
    sample_weight
        How much each patient counts.
    """
    points = OperatingPoints.of(as_table(sample_of(y_true, y_prob, sample_weight)))
    thresholds = np.append(points.scores, np.inf)[::-1]
    return Roc(points.false_positive[::-1], points.true_positive[::-1], thresholds)


def _loss_by_balance(table: ScoreTable) -> Curve:
    axis = Axis(
        "prevalence",
        positive=lambda pi: pi,
        negative=lambda pi: 1.0 - pi,
        positive_integral=lambda pi: pi**2 / 2.0,
        negative_integral=lambda pi: pi - pi**2 / 2.0,
        measure=lambda pi: pi,
    )
    points = OperatingPoints.of(table)
    turns = shift(0.5, points.scores, points.prevalence)[::-1]
    missed, unnecessary = points.false_negative[::-1], points.false_positive[::-1]
    return Curve.between(axis, (0.0, 1.0), turns, missed, unnecessary, "right", points.dtype)


def _odds_integral(c: Any) -> Any:
    """Integral of c / (1 - c)."""
    return -c - np.log1p(-c)


def _one_prevalence(prevalence: Value) -> float:
    distribution = Prevalence.of(prevalence).distribution
    if distribution.point is not None:
        return distribution.point
    raise SettingError(f"this curve is drawn at one prevalence; found {Prevalence(distribution)}.")


def _ends(distribution: Distribution, what: Literal["prevalence", "cost"]) -> tuple[float, float]:
    if distribution.stated_ends is None:
        raise SettingError(f"a curve needs a range of {what}s with two ends; found {distribution}.")
    return distribution.stated_ends
