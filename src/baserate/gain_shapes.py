"""The shapes that gains can have: steps, the paper's clipped logarithms, a tabulated curve.

A gain is what one patient adds to the score of a model, as a function of the patient's score; see
:mod:`baserate.gains` for which deployment has which.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.odds import expit
from baserate.rows import ClassScores

if TYPE_CHECKING:
    from baserate.tabulated import Tabulated

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
