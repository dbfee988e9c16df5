"""The shapes that gains can have: steps, the paper's clipped logarithms and squares, a tabulated curve.

A gain is what one patient adds to the score of a model, as a function of the patient's score; see
:mod:`baserate.scores.gains` for which deployment has which.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.distributions import Distribution, LogOddsUniform, Point, Uniform
from baserate.deployment.units import AsNetBenefit
from baserate.odds import expit, log_odds
from baserate.scores.sample import ClassScores

if TYPE_CHECKING:
    from baserate.scores.threshold_weight import Tabulated

__all__ = ["Gains", "LogGains", "SquareGains", "StepGains", "lowest_reaching", "narrowed", "reaches"]

Numbers = NDArray[np.float64]
Scores: TypeAlias = NDArray[np.floating[Any]]
Pair: TypeAlias = tuple[float, float]

# A score this many units in the last place below a threshold ties with it: the threshold itself
# carries the rounding of prevalence, cost and source prevalence.
_TIE = 16


def reaches(score: Any, threshold: Any) -> Any:
    """Whether a score is at least a threshold; one that is below it by rounding alone ties, and a tie treats.

    >>> reaches(0.1 + 0.2, 0.3), reaches(0.3, 0.1 + 0.2), bool(reaches(0.2999, 0.3))
    (True, True, False)
    """
    score = np.asarray(score)
    found = score >= lowest_reaching(threshold, score.dtype)
    return bool(found) if np.ndim(found) == 0 else found


def lowest_reaching(threshold: Any, dtype: np.dtype[Any] | None = None, tie: int = _TIE) -> Any:
    """The lowest score of this kind that reaches a threshold: it, lowered by what rounding may have added."""
    rounding = tie * np.spacing(threshold)
    if dtype is None or dtype.kind != "f" or dtype.itemsize >= 8:
        return threshold - rounding
    threshold = np.asarray(threshold)
    if tie:
        rounding = np.maximum(rounding, np.spacing(threshold.astype(dtype)))
    return (threshold - rounding).astype(dtype)


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

    def positive_by_threshold(self, score: Scores) -> Numbers:
        """How fast g1 rises as thresholds fall: as with the score, unless that says who comes, too."""
        return self.positive_slope(score)

    def negative_by_threshold(self, score: Scores) -> Numbers:
        """How fast g0 falls as thresholds fall."""
        return self.negative_slope(score)

    @abstractmethod
    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:
        """Scores below the first of these all gain alike, and so do scores from the second on."""

    @abstractmethod
    def shift(self, by: float) -> Gains:
        """The gains with every threshold moved by this much, in log odds."""

    @property
    def steps(self) -> StepGains | None:
        """The part that jumps at thresholds; None if nothing does."""
        return None

    @property
    def curve(self) -> Gains | None:
        """The part without jumps; None if there is none."""
        return self

    @property
    def width(self) -> float:
        """Length, in log odds, of the range of thresholds if that can be too short to hold a density."""
        return math.inf

    @property
    def mix_slope(self) -> float:
        """How fast the score rises with the log odds of the observed prevalence, by who comes alone."""
        return 0.0

    @property
    def is_monotone(self) -> bool:
        """Whether g1 never falls with the score, and g0 never rises."""
        return True

    def of_unseen(self, side: int, scores: Pair, own: Pair = (0.0, 0.0)) -> Pair:  # noqa: ARG002
        """The least and the most that a case (0), or a non-case (1), gains who scores between two.

        ``own`` are the lowest and the highest log odds seen in the class; they matter where it is weighted.
        """
        ends = np.asarray(scores)
        gain = self.negative(ends) if side else self.positive(ends)
        return float(gain.min()), float(gain.max())

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
        edges = lowest_reaching(self.thresholds, dtype, self.tie)
        return edges[0], edges[-1]

    def shift(self, by: float) -> StepGains:
        return replace(self, thresholds=np.asarray(expit(log_odds(self.thresholds) + by)))

    @property
    def steps(self) -> StepGains:
        return self

    @property
    def curve(self) -> None:
        return None

    def _reached(self, score: Scores) -> NDArray[np.intp]:
        """How many thresholds each score reaches."""
        return np.searchsorted(lowest_reaching(self.thresholds, score.dtype, self.tie), score, side="right")


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

    def shift(self, by: float) -> TabulatedGains:
        return replace(self, source_odds=self.source_odds * math.exp(by))

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

    first: StepGains
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

    def positive_by_threshold(self, score: Scores) -> Numbers:
        return self.first.positive_by_threshold(score) + self.second.positive_by_threshold(score)

    def negative_by_threshold(self, score: Scores) -> Numbers:
        return self.first.negative_by_threshold(score) + self.second.negative_by_threshold(score)

    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:
        both = self.first.active(dtype), self.second.active(dtype)
        return min(low for low, _ in both), max(high for _, high in both)

    def shift(self, by: float) -> SumGains:
        return SumGains(self.first.shift(by), self.second.shift(by))

    @property
    def mix_slope(self) -> float:
        return self.second.mix_slope

    @property
    def is_monotone(self) -> bool:
        return self.second.is_monotone

    def of_unseen(self, side: int, scores: Pair, own: Pair = (0.0, 0.0)) -> Pair:
        if self.is_monotone:
            return super().of_unseen(side, scores, own)
        return self.second.of_unseen(side, scores, own)  # a world knows its jumps, too

    @property
    def steps(self) -> StepGains:
        return self.first

    @property
    def curve(self) -> Gains:
        return self.second


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
    worth: float = 1.0

    @classmethod
    def of(cls, prevalence: LogOddsUniform, unit: AsNetBenefit, source: float) -> LogGains:
        """The prevalence's odds are divided by the unit's shift, and gains multiplied by its worth."""
        a, b = prevalence.a, prevalence.b
        width = (b - a) / ((1.0 - a) * (1.0 - b)) / unit.shift
        low = a / (1.0 - a) / unit.shift
        return cls(low, width, unit.cost_odds, source / (1.0 - source), unit.worth)

    @property
    def high_odds(self) -> float:
        return self.low_odds + self.odds_width

    @property
    def width(self) -> float:
        return math.log1p(self.odds_width / self.low_odds)

    @property
    def _positive_price(self) -> float:
        return self.worth / self.width

    @property
    def _negative_price(self) -> float:
        return self.worth * self.cost_odds / self.width

    @property
    def positive_total(self) -> float:
        return self.worth * math.log1p(self._positive_excess) / self.width

    @property
    def negative_total(self) -> float:
        return self.worth * self.cost_odds * math.log1p(self._negative_excess) / self.width

    def positive_slope(self, score: Scores) -> Numbers:
        s, t = _odds_terms(score, self.cost_odds * self.source_odds)
        inside = (s * self.high_odds > t) & (s * self.low_odds < t)
        return inside * (t / (s + t)) * self._positive_price

    def negative_slope(self, score: Scores) -> Numbers:
        s, t = _odds_terms(score, self.cost_odds * self.source_odds)
        inside = (s * self.high_odds > t) & (s * self.low_odds < t)
        return inside * (s / (s + t)) * self._negative_price

    def shift(self, by: float) -> LogGains:
        return replace(self, source_odds=self.source_odds * math.exp(by))

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
        s, t = _odds_terms(score, self.cost_odds * self.source_odds)
        excess = s * self.high_odds
        excess -= t
        return _log(excess, t, s, self._positive_excess, self._positive_price)

    def negative(self, score: Scores) -> Numbers:
        s, t = _odds_terms(score, self.cost_odds * self.source_odds)
        excess = t / self.low_odds
        excess -= s
        return _log(excess, t, s, self._negative_excess, self._negative_price)

    def positive_sum(self, patients: ClassScores) -> float:
        if not self._may_multiply(patients, self._positive_excess):
            return super().positive_sum(patients)
        s, t = _odds_terms(patients.score, self.cost_odds * self.source_odds)
        t += s
        ratio = s * (1.0 + self.high_odds)
        ratio /= t
        return self.worth * _sum_of_logs(ratio, 1.0 + self._positive_excess) / self.width

    def negative_sum(self, patients: ClassScores) -> float:
        if not self._may_multiply(patients, self._negative_excess):
            return super().negative_sum(patients)
        s, t = _odds_terms(patients.score, self.cost_odds * self.source_odds)
        ratio = t * (1.0 + 1.0 / self.low_odds)
        t += s
        ratio /= t
        return self.worth * _sum_of_logs(ratio, 1.0 + self._negative_excess) * self.cost_odds / self.width

    def _may_multiply(self, patients: ClassScores, excess: float) -> bool:
        """Whether the sum of logs may be the log of products: nothing overflows, no digits are lost."""
        return patients.weight is None and _NARROW < math.log1p(excess) < _EXPONENT / _FACTORS


def _odds_terms(score: Scores, scale: float) -> tuple[Numbers, Numbers]:
    """The score, and what its odds times the prevalence's odds must exceed: ``scale (1 - s)``."""
    s = score.astype(np.float64, copy=False)
    t = 1.0 - s
    t *= scale
    return s, t


def _log(excess: Numbers, t: Numbers, s: Numbers, largest: float, price: float) -> Numbers:
    t += s
    excess /= t
    np.clip(excess, 0.0, largest, out=excess)
    np.log1p(excess, out=excess)
    excess *= price
    return excess


def _sum_of_logs(ratio: Numbers, largest: float) -> float:
    """Sum of log(clip(ratio, 1, largest)), with one logarithm for every few factors."""
    np.clip(ratio, 1.0, largest, out=ratio)
    whole = len(ratio) // _FACTORS * _FACTORS
    products = np.multiply.reduce(ratio[:whole].reshape(_FACTORS, -1), axis=0)
    return float(np.log(products).sum() + np.log(ratio[whole:]).sum())


@dataclass(frozen=True)
class SquareGains(Gains):
    """One cost, and a prevalence that is uniform between two ends: the bounded Brier score.

    A patient with score s is treated from the prevalence ``q = t / (s + t)`` on, where
    ``t = odds(c) odds(pi0) (1 - s)``. With q clipped to ``[a, b]`` the gains are integrals of the
    prices over the prevalences where the decision is right::

        g1 = int_q^b pi dpi / (b - a)               = (b - q)(b + q) / (2 (b - a))
        g0 = odds(c) int_a^q (1 - pi) dpi / (b - a) = odds(c) (q - a)(2 - a - q) / (2 (b - a))

    Where prevalences are high they are counted from 1 downwards, so that no digits are lost.
    """

    low: float
    high: float
    cost_odds: float
    source_odds: float
    worth: float = 1.0

    @classmethod
    def of(cls, prevalence: Uniform, unit: AsNetBenefit, source: float) -> SquareGains | None:
        """None where the unit divides the odds of the prevalence, which then is uniform no more."""
        if unit.shift != 1.0 or has_no_width(prevalence):
            return None
        return cls(prevalence.a, prevalence.b, unit.cost_odds, source / (1.0 - source), unit.worth)

    @property
    def positive_total(self) -> float:
        return self.worth * (self.low + self.high) / 2.0

    @property
    def negative_total(self) -> float:
        return self.worth * self.cost_odds * ((1.0 - self.low) + (1.0 - self.high)) / 2.0

    def positive(self, score: Scores) -> Numbers:
        above, _, start, _ = self._turns(score)
        start += self.high
        above *= start
        above *= self.worth / (2.0 * (self.high - self.low))
        return above

    def negative(self, score: Scores) -> Numbers:
        _, below, _, rest = self._turns(score)
        rest += 1.0 - self.low
        below *= rest
        below *= self.worth * self.cost_odds / (2.0 * (self.high - self.low))
        return below

    def positive_slope(self, score: Scores) -> Numbers:
        above, below, start, rest = self._turns(score)
        price = self.worth / (self.high - self.low)
        return ((above > 0.0) & (below > 0.0)) * (price * start * start * rest)

    def negative_slope(self, score: Scores) -> Numbers:
        above, below, start, rest = self._turns(score)
        price = self.worth * self.cost_odds / (self.high - self.low)
        return ((above > 0.0) & (below > 0.0)) * (price * rest * start * rest)

    def active(self, dtype: np.dtype[Any]) -> tuple[float, float]:
        scale = self.cost_odds * self.source_odds
        low, high = (scale * (1.0 - end) / (scale * (1.0 - end) + end) for end in (self.high, self.low))
        return outward(low, high, dtype)

    def shift(self, by: float) -> SquareGains:
        return replace(self, source_odds=self.source_odds * math.exp(by))

    def _turns(self, score: Scores) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """``b - q``, ``q - a``, ``q`` and ``1 - q``."""
        s, t = _odds_terms(score, self.cost_odds * self.source_odds)
        if self.low + self.high <= 1.0:
            q = np.divide(t, s + t, out=t)
            np.clip(q, self.low, self.high, out=q)
            return self.high - q, q - self.low, q, 1.0 - q
        rest = np.divide(s, s + t, out=t)
        np.clip(rest, 1.0 - self.high, 1.0 - self.low, out=rest)
        return rest - (1.0 - self.high), (1.0 - self.low) - rest, 1.0 - rest, rest


# On the log-odds axis: narrower than this, a range's ends are lost in the rounding of thresholds.
_NO_WIDTH = 1e-10


def has_no_width(distribution: Distribution) -> bool:
    """Whether a range is too narrow to be told from its middle."""
    breaks = distribution.breaks
    if len(breaks) == 0:
        return False
    return bool(breaks[-1] - breaks[0] <= _NO_WIDTH * max(1.0, abs(float(breaks[0]))))


def narrowed(distribution: Distribution) -> Distribution:
    """A range with next to no width is its middle."""
    if not has_no_width(distribution):
        return distribution
    return Point(float(expit((distribution.breaks[0] + distribution.breaks[-1]) / 2.0)))
