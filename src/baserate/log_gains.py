"""The gains of the DCA log score: the paper's clipped logarithms, summed fast."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from baserate.deployment import Units
from baserate.distributions import LogOddsUniform
from baserate.gain_shapes import Gains, Numbers, Scores, outward
from baserate.rows import ClassScores

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
