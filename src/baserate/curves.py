"""Curves as data: value against prevalence and against cost, decision curve, Murphy, Brier, cost, ROC.

Every curve is a sum of two shares of decisions, each times a price that changes along the axis::

    value(x) = positive share * price of a positive + negative share * price of a negative

The shares jump where a patient's decision changes and are constant between; the prices have known
integrals. So the mean of a curve over its axis is exact, and is one of the scores: each function
says which.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.deployment import Cost, CostLike, Prevalence, Value, source_prevalence_of
from baserate.distributions import Distribution, Point
from baserate.errors import CostError, PrevalenceError
from baserate.metrics import as_table, sample_of
from baserate.odds import adjust, logit
from baserate.operating import Axis, Curve, OperatingPoints
from baserate.pools import recalibrated
from baserate.table import ScoreTable

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

Numbers = NDArray[np.float64]
Patients: TypeAlias = "ArrayLike | ScoreTable"


def value_by_prevalence(
    y_true: Patients,
    y_prob: ArrayLike | None = None,
    *,
    cost: CostLike,
    prevalence: tuple[Value, Value] | Distribution,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> Curve:
    """Net benefit at each prevalence of a range, decisions adjusted to it.

    The mean over the log odds of prevalence is ``net_benefit`` over the range: the DCA log score.
    """
    odds = _one_cost(cost) / (1.0 - _one_cost(cost))
    axis = Axis(
        "prevalence",
        positive=lambda pi: pi,
        negative=lambda pi: odds * (1.0 - pi),
        positive_integral=lambda pi: -np.log1p(-pi),
        negative_integral=lambda pi: odds * np.log(pi),
        measure=logit,
    )
    points = OperatingPoints.of(as_table(sample_of(y_true, y_prob, sample_weight)))
    source = _source(points, source_prevalence)
    # The prevalence at which a score just reaches the threshold; it falls as the score rises.
    turns = np.asarray(adjust(_one_cost(cost), points.scores, source))[::-1]
    ends = _ends(prevalence, "prevalence")
    return Curve.between(
        axis, ends, turns, points.true_positive[::-1], points.true_negative[::-1], "right", points.precision
    )


def value_by_cost(
    y_true: Patients,
    y_prob: ArrayLike | None = None,
    *,
    cost: tuple[Value, Value] | Distribution,
    prevalence: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> Curve:
    """Net benefit at each cost of a range, at one prevalence (the data's own by default).

    The mean over ``c`` is ``net_benefit`` with ``cost=Uniform(c0, c1)``.
    """
    points, pi, turns = _along_costs(y_true, y_prob, prevalence, sample_weight, source_prevalence)
    axis = Axis(
        "the cost threshold c",
        positive=lambda c: np.full_like(c, pi),
        negative=lambda c: (1.0 - pi) * c / (1.0 - c),
        positive_integral=lambda c: pi * c,
        negative_integral=lambda c: (1.0 - pi) * _odds_integral(c),
        measure=lambda c: c,
    )
    ends = _ends(cost, "cost")
    return Curve.between(
        axis, ends, turns, points.true_positive, points.true_negative, "left", points.precision
    )


def decision_curve(
    y_true: Patients,
    y_prob: ArrayLike | None = None,
    *,
    cost: tuple[Value, Value] | Distribution,
    prevalence: Value | None = None,
    sample_weight: ArrayLike | None = None,
    source_prevalence: Value | None = None,
) -> Curve:
    """Decision curve (Vickers and Elkin 2006): net benefit against the threshold, treat-none zero.

    The mean over ``c`` is ``net_benefit`` with ``cost=Uniform(c0, c1)`` and
    ``baseline="treat-none"``. Treating everyone is the curve of a score of 1 for all, treating
    nobody is zero.
    """
    points, pi, turns = _along_costs(y_true, y_prob, prevalence, sample_weight, source_prevalence)
    axis = Axis(
        "the threshold c",
        positive=lambda c: np.full_like(c, pi),
        negative=lambda c: -(1.0 - pi) * c / (1.0 - c),
        positive_integral=lambda c: pi * c,
        negative_integral=lambda c: -(1.0 - pi) * _odds_integral(c),
        measure=lambda c: c,
    )
    ends = _ends(cost, "cost")
    return Curve.between(
        axis, ends, turns, points.true_positive, points.false_positive, "left", points.precision
    )


def murphy_diagram(
    y_true: Patients, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> Curve:
    """Murphy diagram (Ehm et al. 2016): the mean elementary loss at each threshold theta.

    ``(1 - theta)`` for a missed case, ``theta`` for a needless treatment, decisions on the raw
    score. Twice the area is the Brier score; weighted by ``1 / (theta (1 - theta))`` it is the log
    loss, which is how the elementary losses make up every proper score.
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
    missed, needless = points.false_negative, points.false_positive
    return Curve.between(axis, (0.0, 1.0), points.scores, missed, needless, "left", points.precision)


def brier_curve(
    y_true: Patients, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> Curve:
    """Brier curve (Hernandez-Orallo, Flach and Ferri 2011): loss at each class balance.

    The share of wrong decisions where the prevalence is ``pi``, each decided at 1/2 on the score
    adjusted to it. The area is the balanced Brier score of the score with its prior removed, and
    ``1 - accuracy`` averaged uniformly over all prevalences.
    """
    return _loss_by_balance(as_table(sample_of(y_true, y_prob, sample_weight)))


def cost_curve(
    y_true: Patients, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> Curve:
    """Cost curve (Drummond and Holte 2006): the least loss that any threshold reaches at each balance.

    The axis is the probability cost, the share of the expected cost that is due to positives. It
    is the lower envelope of the lines ``x FNR + (1 - x) FPR``, and the Brier curve of the score
    recalibrated by isotonic regression: its area is what sharpness alone would leave.
    """
    return _loss_by_balance(recalibrated(as_table(sample_of(y_true, y_prob, sample_weight))))


@dataclass(frozen=True, eq=False)
class Roc:
    """ROC curve: one point for each threshold, from treating nobody to treating everyone."""

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
    """True against false positive rate; treating nobody has an infinite threshold."""
    points = OperatingPoints.of(as_table(sample_of(y_true, y_prob, sample_weight)))
    thresholds = np.append(points.scores, np.inf)[::-1]
    return Roc(points.false_positive[::-1], points.true_positive[::-1], thresholds)


def _along_costs(
    y_true: Any, y_prob: Any, prevalence: Value | None, sample_weight: Any, source_prevalence: Value | None
) -> tuple[OperatingPoints, float, Numbers]:
    """Operating points, the prevalence, and the cost at which each score just reaches the threshold."""
    points = OperatingPoints.of(as_table(sample_of(y_true, y_prob, sample_weight)))
    pi = points.prevalence if prevalence is None else _one_prevalence(prevalence)
    return points, pi, np.asarray(adjust(points.scores, _source(points, source_prevalence), pi))


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
    turns = np.asarray(adjust(0.5, points.scores, points.prevalence))[::-1]
    missed, needless = points.false_negative[::-1], points.false_positive[::-1]
    return Curve.between(axis, (0.0, 1.0), turns, missed, needless, "right", points.precision)


def _odds_integral(c: Any) -> Any:
    """Integral of c / (1 - c)."""
    return -c - np.log1p(-c)


def _source(points: OperatingPoints, stated: Value | None) -> float:
    return points.prevalence if stated is None else source_prevalence_of(stated)


def _one_cost(cost: CostLike) -> float:
    return Cost.of(cost).c


def _one_prevalence(prevalence: Value) -> float:
    distribution = Prevalence.of(prevalence).distribution
    if isinstance(distribution, Point):
        return distribution.value
    raise PrevalenceError(f"this curve is drawn at one prevalence; found {Prevalence(distribution)}.")


def _ends(value: Any, what: Literal["prevalence", "cost"]) -> tuple[float, float]:
    distribution = (Prevalence if what == "prevalence" else Cost).of(value).distribution
    ends = getattr(distribution, "a", None), getattr(distribution, "b", None)
    if ends[0] is None or ends[1] is None:
        error = PrevalenceError if what == "prevalence" else CostError
        raise error(f"a curve needs a range of {what}s with two ends; found {distribution}.")
    return ends[0], ends[1]
