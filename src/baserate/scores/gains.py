"""The shapes that gains can have: steps, the paper's clipped logarithms, a tabulated curve.

A gain is what one patient adds to the score of a model, as a function of the patient's score; see
:mod:`baserate.scores.gains` for which deployment has which.

The gains of the DCA log score: the paper's clipped logarithms, summed fast.

Gains: what one patient adds to the score of a model at a deployment.

Every score of this library is ``mean of g1(s) over positives + mean of g0(s) over negatives``.
For a range of prevalences whose log odds are uniform the gains are the paper's clipped logarithms;
for one prevalence they are steps; for everything else they are tabulated from the deployment's
weight on the threshold axis (:mod:`baserate.scores.threshold_weight`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment, Units
from baserate.deployment.distributions import Distribution, LogOddsUniform, Point
from baserate.deployment.odds import expit
from baserate.scores.sample import ClassScores

if TYPE_CHECKING:
    from baserate.scores.threshold_weight import Tabulated

Numbers = NDArray[np.float64]
Scores: TypeAlias = NDArray[np.floating[Any]]

# A score this many units in the last place below a threshold ties with it: the threshold itself
# carries the rounding of prevalence, cost and source prevalence.
_TIE = 16


class Gains(ABC):
    """What a positive and a negative patient add, as a function of the raw score."""

    @property
    @abstractmethod
    def positive_total(self) -> float:
        """What treating every sick patient is worth: the gain of a positive score of 1."""

    @property
    @abstractmethod
    def negative_total(self) -> float:
        """What sparing every healthy patient is worth: the gain of a negative score of 0."""

    @abstractmethod
    def positive(self, score: Scores) -> Numbers:
        """g1: rises from 0 to ``positive_total``, the worth of treating the sick."""

    @abstractmethod
    def negative(self, score: Scores) -> Numbers:
        """g0: falls from ``negative_total``, the worth of sparing the healthy, to 0."""

    @abstractmethod
    def positive_slope(self, score: Scores) -> Numbers:
        """How fast g1 rises with the log odds of the score: the weight ``v``, steps left out."""

    @abstractmethod
    def negative_slope(self, score: Scores) -> Numbers:
        """How fast g0 falls with the log odds of the score: ``e^z v``, steps left out."""

    @abstractmethod
    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:
        """Scores below the first of these all gain alike, and so do scores from the second on."""

    def positive_sum(self, patients: ClassScores) -> float:
        """Weighted sum of g1."""
        return _weighted_sum(self.positive(patients.score), patients.weight)

    def negative_sum(self, patients: ClassScores) -> float:
        """Weighted sum of g0."""
        return _weighted_sum(self.negative(patients.score), patients.weight)


@dataclass(frozen=True)
class StepGains(Gains):
    """Decisions at a few thresholds of the raw score; a tie treats.

    ``tie`` is how many units in the last place below a threshold still tie with it.
    """

    thresholds: Numbers
    positive_sums: Numbers
    negative_sums: Numbers
    tie: int = _TIE

    @classmethod
    def of(cls, thresholds: Any, positive: Any, negative: Any, tie: int = _TIE) -> StepGains:
        """From ascending thresholds and what treating, and not treating, is worth at each."""
        positive, negative = np.asarray(positive, dtype=np.float64), np.asarray(negative, dtype=np.float64)
        rest = np.concatenate((np.cumsum(negative[::-1])[::-1], [0.0]))
        return cls(np.asarray(thresholds), np.concatenate(([0.0], np.cumsum(positive))), rest, tie)

    @property
    def positive_total(self) -> float:
        return float(self.positive_sums[-1])

    @property
    def negative_total(self) -> float:
        return float(self.negative_sums[0])

    def positive(self, score: Scores) -> Numbers:
        return self.positive_sums[self._reached(score)]

    def negative(self, score: Scores) -> Numbers:
        return self.negative_sums[self._reached(score)]

    def positive_slope(self, score: Scores) -> Numbers:
        return np.zeros(len(score))

    def negative_slope(self, score: Scores) -> Numbers:
        return np.zeros(len(score))

    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:
        edges = self._edges(dtype)
        return edges[0], edges[-1]

    def _reached(self, score: Scores) -> NDArray[np.intp]:
        """How many thresholds each score reaches."""
        return np.searchsorted(self._edges(score.dtype), score, side="right")

    def _edges(self, dtype: np.dtype[Any]) -> Scores:
        """The thresholds, lowered by the rounding that scores of this kind carry."""
        rounding = self.tie * np.spacing(self.thresholds)
        if dtype.itemsize < 8 and self.tie:
            rounding = np.maximum(rounding, np.spacing(self.thresholds.astype(dtype)))
        edges: Scores = (self.thresholds - rounding).astype(dtype)
        return edges


def outward(low: float, high: float, dtype: np.dtype[Any]) -> tuple[float, float]:
    """The interval, widened to the next numbers of the scores' kind: rounding must cut nothing off."""
    kind = dtype.type
    return np.nextafter(kind(low), kind(-1)), np.nextafter(kind(high), kind(2))


def _weighted_sum(gain: Numbers, weight: Numbers | None) -> float:
    # einsum, because a BLAS dot product starts threads that hurt on a busy machine.
    return float(gain.sum() if weight is None else np.einsum("i,i", gain, weight))


@dataclass(frozen=True)
class TabulatedGains(Gains):
    """Any weight on the threshold axis that has a density."""

    table: Tabulated
    source_odds: float

    @property
    def positive_total(self) -> float:
        return self.table.total_below

    @property
    def negative_total(self) -> float:
        return self.table.total_above

    def positive(self, score: Scores) -> Numbers:
        return self.table.below(self._log_odds(score))

    def negative(self, score: Scores) -> Numbers:
        return self.table.above(self._log_odds(score))

    def positive_slope(self, score: Scores) -> Numbers:
        return self.table.below_slope(self._log_odds(score))

    def negative_slope(self, score: Scores) -> Numbers:
        return self.table.above_slope(self._log_odds(score))

    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:
        ends = expit(self.table.starts[[0, -1]] + math.log(self.source_odds))
        return outward(ends[0], ends[1], dtype)

    def _log_odds(self, score: Scores) -> Numbers:
        """Log odds of the score, its prior removed; infinite at 0 and 1, where the table clips."""
        s = score.astype(np.float64, copy=False)
        rest = 1.0 - s
        rest *= self.source_odds
        with np.errstate(divide="ignore"):
            np.divide(s, rest, out=rest)
            return np.log(rest, out=rest)


@dataclass(frozen=True)
class SumGains(Gains):
    """Part steps, part density: one of several sites, or of several costs, is known exactly."""

    first: Gains
    second: Gains

    @property
    def positive_total(self) -> float:
        return self.first.positive_total + self.second.positive_total

    @property
    def negative_total(self) -> float:
        return self.first.negative_total + self.second.negative_total

    def positive(self, score: Scores) -> Numbers:
        return self.first.positive(score) + self.second.positive(score)

    def negative(self, score: Scores) -> Numbers:
        return self.first.negative(score) + self.second.negative(score)

    def positive_slope(self, score: Scores) -> Numbers:
        return self.first.positive_slope(score) + self.second.positive_slope(score)

    def negative_slope(self, score: Scores) -> Numbers:
        return self.first.negative_slope(score) + self.second.negative_slope(score)

    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:
        both = self.first.active(dtype), self.second.active(dtype)
        return min(low for low, _ in both), max(high for _, high in both)


# A sum of logarithms is the logarithm of a product, which is an order of magnitude cheaper. The
# product of this many ratios must stay below e^700, and where no ratio is far from 1 its logarithm
# would lose digits.
_FACTORS, _EXPONENT, _NARROW = 16, 700.0, 0.01


@dataclass(frozen=True)
class LogGains(Gains):
    """One cost, and a prevalence whose log odds are uniform between two ends: the DCA log score.

    With ``t`` the odds ratio ``odds(c) odds(pi0) (1 - s)`` a patient's gain is the logarithm of
    ``s / (s + t)`` or ``t / (s + t)`` over its value at the end of the range where the patient
    starts to gain. It is taken as log1p of the excess over 1, so that narrow ranges keep their
    digits, and clipped there, so that scores of exactly 0 and 1 need no epsilon.
    """

    low_odds: float
    odds_width: float
    cost_odds: float
    source_odds: float

    @classmethod
    def of(cls, prevalence: LogOddsUniform, c: float, units: Units, source: float) -> LogGains:
        """Weighted accuracy at cost c is accuracy with the prevalence's odds divided by c's."""
        a, b, cost_odds = prevalence.a, prevalence.b, c / (1.0 - c)
        shift, cost_odds = (1.0, cost_odds) if units == "net benefit" else (cost_odds, 1.0)
        width = (b - a) / ((1.0 - a) * (1.0 - b)) / shift
        return cls(a / (1.0 - a) / shift, width, cost_odds, source / (1.0 - source))

    @property
    def high_odds(self) -> float:
        return self.low_odds + self.odds_width

    @property
    def log_width(self) -> float:
        """Length of the range of prevalence on the log-odds axis."""
        return math.log1p(self.odds_width / self.low_odds)

    @property
    def positive_total(self) -> float:
        return math.log1p(self._positive_excess) / self.log_width

    @property
    def negative_total(self) -> float:
        return self.cost_odds * math.log1p(self._negative_excess) / self.log_width

    def positive_slope(self, score: Scores) -> Numbers:
        s, t = self._compared(score)
        inside = (s * self.high_odds > t) & (s * self.low_odds < t)
        return inside * (t / (s + t)) / self.log_width

    def negative_slope(self, score: Scores) -> Numbers:
        s, t = self._compared(score)
        inside = (s * self.high_odds > t) & (s * self.low_odds < t)
        return inside * (s / (s + t)) * (self.cost_odds / self.log_width)

    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:
        scale = self.cost_odds * self.source_odds
        return outward(scale / (scale + self.high_odds), scale / (scale + self.low_odds), dtype)

    @property
    def _positive_excess(self) -> float:
        return self.odds_width / (1.0 + self.low_odds)

    @property
    def _negative_excess(self) -> float:
        return self.odds_width / (self.low_odds * (1.0 + self.high_odds))

    def positive(self, score: Scores) -> Numbers:
        s, t = self._compared(score)
        excess = s * self.high_odds
        excess -= t
        return self._log(excess, t, s, self._positive_excess, 1.0)

    def negative(self, score: Scores) -> Numbers:
        s, t = self._compared(score)
        excess = t / self.low_odds
        excess -= s
        return self._log(excess, t, s, self._negative_excess, self.cost_odds)

    def positive_sum(self, patients: ClassScores) -> float:
        if not self._may_multiply(patients, self._positive_excess):
            return super().positive_sum(patients)
        s, t = self._compared(patients.score)
        t += s
        ratio = s * (1.0 + self.high_odds)
        ratio /= t
        return _sum_of_logs(ratio, 1.0 + self._positive_excess) / self.log_width

    def negative_sum(self, patients: ClassScores) -> float:
        if not self._may_multiply(patients, self._negative_excess):
            return super().negative_sum(patients)
        s, t = self._compared(patients.score)
        ratio = t * (1.0 + 1.0 / self.low_odds)
        t += s
        ratio /= t
        return _sum_of_logs(ratio, 1.0 + self._negative_excess) * self.cost_odds / self.log_width

    def _may_multiply(self, patients: ClassScores, excess: float) -> bool:
        """Whether the sum of logs may be the log of products: nothing overflows, no digits are lost."""
        return patients.weight is None and _NARROW < math.log1p(excess) < _EXPONENT / _FACTORS

    def _compared(self, score: Scores) -> tuple[Numbers, Numbers]:
        s = score.astype(np.float64, copy=False)
        t = 1.0 - s
        t *= self.cost_odds * self.source_odds
        return s, t

    def _log(self, excess: Numbers, t: Numbers, s: Numbers, largest: float, price: float) -> Numbers:
        t += s
        excess /= t
        np.clip(excess, 0.0, largest, out=excess)
        np.log1p(excess, out=excess)
        excess *= price / self.log_width
        return excess


def _sum_of_logs(ratio: Numbers, largest: float) -> float:
    """Sum of log(clip(ratio, 1, largest)), with one logarithm for every few factors."""
    np.clip(ratio, 1.0, largest, out=ratio)
    whole = len(ratio) // _FACTORS * _FACTORS
    products = np.multiply.reduce(ratio[:whole].reshape(_FACTORS, -1), axis=0)
    return float(np.log(products).sum() + np.log(ratio[whole:]).sum())


__all__ = ["Gains", "decision_gains", "fixed_gains", "gains_of"]

# On the log-odds axis: narrower than this, a range's ends are lost in the rounding of thresholds.
_NO_WIDTH = 1e-10


def gains_of(deployment: Deployment, data_prevalence: float, source_prevalence: float | None = None) -> Gains:
    """The gains of a deployment for scores calibrated at ``source_prevalence`` (else the data's)."""
    source = data_prevalence if source_prevalence is None else source_prevalence
    prevalence, cost = deployment.prevalence_given(data_prevalence), deployment.cost.distribution
    if isinstance(prevalence, LogOddsUniform) and isinstance(cost, Point):
        return LogGains.of(prevalence, cost.value, deployment.units, source)
    # Quadrature nodes take time to make, and most questions need none.
    from baserate.scores.threshold_weight import Tabulated, ThresholdWeight

    weight = ThresholdWeight(_narrowed(prevalence), _narrowed(cost), deployment.units)
    odds, (positive, negative) = weight.atoms()
    odds = odds * (source / (1.0 - source))
    steps = StepGains.of(odds / (1.0 + odds), positive, negative)
    if len(weight.breaks()) == 0:
        return steps
    table = Tabulated.of(weight.density, weight.breaks())
    missing = weight.missing(
        table.total_below + float(positive.sum()), table.total_above + float(negative.sum())
    )
    table = table.scaled(1.0 + missing[0] / table.total_below, 1.0 + missing[1] / table.total_above)
    curve = TabulatedGains(table, source / (1.0 - source))
    return SumGains(steps, curve) if len(odds) else curve


def decision_gains(
    deployment: Deployment, data_prevalence: float, source_prevalence: float | None, threshold: float | None
) -> Gains:
    """The gains of the decisions that are asked about: at the optimum, or at one threshold."""
    if threshold is not None:
        return fixed_gains(deployment, data_prevalence, threshold)
    return gains_of(deployment, data_prevalence, source_prevalence)


def fixed_gains(deployment: Deployment, data_prevalence: float, threshold: float) -> Gains:
    """The gains of deciding at one threshold on the raw score, whatever the prevalence."""
    best = gains_of(deployment, data_prevalence)
    return StepGains.of([threshold], [best.positive_total], [best.negative_total], tie=0)


def _narrowed(distribution: Distribution) -> Distribution:
    """A range with next to no width is its middle."""
    breaks = distribution.breaks
    if len(breaks) == 0 or breaks[-1] - breaks[0] > _NO_WIDTH * max(1.0, abs(float(breaks[0]))):
        return distribution
    return Point(float(expit((breaks[0] + breaks[-1]) / 2.0)))
