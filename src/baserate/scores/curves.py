"""Operating points: whom a model treats, as the threshold on its score rises; and curves over them.

Between two neighbouring scores nothing changes, so a model has one operating point more than it
has distinct scores. ROC, decision curve, cost curve and Murphy diagram are views of these points.

Curves as data: value against prevalence and against cost, decision curve, Murphy, Brier, cost, ROC.

Every curve is a sum of two shares of decisions, each times a price that changes along the axis::

    value(x) = positive share * price of a positive + negative share * price of a negative

The shares jump where a patient's decision changes and are constant between; the prices have known
integrals. So the mean of a curve over its axis is exact, and is one of the scores: each function
says which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.deployment.deployment import Cost, CostLike, Prevalence, Value, source_prevalence_of
from baserate.deployment.distributions import Distribution, Point
from baserate.deployment.odds import adjust, logit
from baserate.errors import CostError, PrevalenceError, SettingError
from baserate.scores.isotonic import recalibrated
from baserate.scores.metrics import as_table, sample_of
from baserate.scores.sample import ScoreTable

Numbers = NDArray[np.float64]
Function: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class OperatingPoints:
    """Shares of each class on either side of every possible threshold.

    With m distinct ``scores``, point i treats every patient from ``scores[i]`` up, for thresholds
    above ``scores[i - 1]`` and not above ``scores[i]``; point m treats nobody.
    """

    scores: Numbers
    true_positive: Numbers
    true_negative: Numbers
    prevalence: float
    precision: float

    @classmethod
    def of(cls, table: ScoreTable) -> OperatingPoints:
        """All operating points of a table of scores; ``precision`` is that of the scores."""
        return cls(
            table.score.astype(np.float64),
            1.0 - _share_below(table.positive),
            _share_below(table.negative),
            table.prevalence,
            float(np.finfo(table.score.dtype).eps),
        )

    @property
    def false_negative(self) -> Numbers:
        return 1.0 - self.true_positive

    @property
    def false_positive(self) -> Numbers:
        return 1.0 - self.true_negative

    def log_odds(self, source_prevalence: float | None = None) -> Numbers:
        """Log odds of the scores, the prior removed; infinite at scores of 0 and 1."""
        source = self.prevalence if source_prevalence is None else source_prevalence
        with np.errstate(divide="ignore"):
            odds = self.scores / ((1.0 - self.scores) * (source / (1.0 - source)))
            return np.asarray(np.log(odds))


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
    precision: float = field(repr=False)

    @classmethod
    def between(
        cls,
        axis: Axis,
        ends: tuple[float, float],
        turns: Numbers,
        positive: Numbers,
        negative: Numbers,
        closed: Literal["left", "right"],
        precision: float,
    ) -> Curve:
        """Cut the pieces between ascending turns down to the part of the axis between the ends."""
        first = int(np.searchsorted(turns, ends[0], side="right"))
        last = max(first, int(np.searchsorted(turns, ends[1], side="left")))
        breaks = np.concatenate(([ends[0]], turns[first:last], [ends[1]]))
        return cls(axis, breaks, positive[first : last + 1], negative[first : last + 1], closed, precision)

    def at(self, x: ArrayLike) -> Numbers:
        """The curve's value anywhere on its axis; at a jump, the value with the tie treated."""
        x = np.asarray(x, dtype=np.float64)
        if not np.all((x >= self.breaks[0]) & (x <= self.breaks[-1])):
            raise SettingError(
                f"the curve runs over {self.axis.name} from {self.breaks[0]:g} to {self.breaks[-1]:g}; "
                f"found {x.min():g} to {x.max():g}."
            )
        # A point that ties with a jump but for rounding belongs to the side where the tie is treated.
        rounding = 16.0 * self.precision * np.minimum(x, 1.0 - x) + 4.0 * self.precision
        nudged = x - rounding if self.closed == "left" else x + rounding
        piece = np.searchsorted(self.breaks[1:-1], nudged, side=self.closed)
        return self._value(x, piece)

    def points(self, per_piece: int = 2) -> tuple[Numbers, Numbers]:
        """Coordinates to draw: every piece with both of its ends, so that jumps are upright."""
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
