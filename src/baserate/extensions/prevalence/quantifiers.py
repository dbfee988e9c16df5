"""Prevalence from the mean of one function of the score: BBSE, soft and hard, and RLLS.

Under label shift the mean of any function ``f`` of the score at the target is ``pi m1 + (1 - pi) m0``,
with its means among the source's cases and non-cases. Black box shift estimation (Lipton, Wang and Smola,
ICML 2018, arXiv:1802.03916) solves this for ``pi``. Soft, ``f`` is the recalibrated risk; hard, whether it
reaches the source's prevalence, which is where cases outnumber what chance gives them, and sensitivity
plus specificity is largest (at one half, hardly anybody would be called ill where disease is rare). Which
``f`` it is makes the estimate more or less sure, never biased, so the error of recalibration does not
enter.

Regularised learning under label shift (Azizzadenesheli et al., ICLR 2019, arXiv:1903.09734) adds to the
distance that BBSE makes zero a penalty on the distance from the source's prevalence. With two classes
whose shares add up to one, the two are ``sqrt 2 |(pi - pi0)(m1 - m0) - d|`` and ``penalty |pi - pi0|``: the
answer is that of BBSE where ``m1 - m0`` outweighs the penalty, else the source's prevalence.

The interval is Fieller's: every ``pi`` that the difference of both sides does not refute.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.extensions.prevalence.mixture import Ends, Quantified, critical, source_spread
from baserate.extensions.prevalence.recalibration import LabelledScores, Recalibration
from baserate.extensions.prevalence.unlabelled import UnlabelledScores
from baserate.inference.sampling import Spread
from baserate.odds import expit

Numbers = NDArray[np.float64]
MomentMethod: TypeAlias = Literal["bbse", "bbse-hard", "rlls"]

# The penalty of RLLS as its authors' experiments set it: a hundredth of a bound on the error of the
# confusion matrix that holds with a probability of 95 %.
_ALPHA, _DELTA = 0.01, 0.05


@dataclass(frozen=True, eq=False)
class Moments:
    """Means of a function of the score: at the target, among the source's cases and its non-cases.

    ``errors`` are the variances of the two class means and their covariance, ``of_target`` that of the
    target's mean.
    """

    target: float
    cases: float
    others: float
    of_target: float
    errors: tuple[float, float, float]

    @property
    def apart(self) -> float:
        """How far the means of cases and non-cases lie apart."""
        return self.cases - self.others

    @property
    def solution(self) -> float:
        """The prevalence that explains the target's mean; the nearer end where none does."""
        return min(max((self.target - self.others) / self.apart, 0.0), 1.0)

    def unrefuted(self, most: float, shared: float) -> Ends:
        """All ``pi`` whose difference of both sides is at most ``sqrt(most)`` of its standard errors.

        The variance of the target's mean is taken as less by ``shared pi (1 - pi)``. Everything from 0 to 1
        where the class means can hardly be told apart.
        """
        cases, both, others = self.errors
        gap = self.target - self.others
        square = self.apart**2 - most * (cases - 2.0 * both + others + shared)
        linear = -2.0 * gap * self.apart - most * (2.0 * (both - others) - shared)
        constant = gap**2 - most * (others + self.of_target)
        inside = linear**2 - 4.0 * square * constant
        if square <= 0.0 or inside < 0.0:
            return 0.0, 1.0
        root = math.sqrt(inside)
        low, high = ((-linear + sign * root) / (2.0 * square) for sign in (-1.0, 1.0))
        return min(max(low, 0.0), 1.0), min(max(high, 0.0), 1.0)


def quantify_by_moments(
    source: LabelledScores,
    recalibration: Recalibration,
    target: UnlabelledScores,
    method: MomentMethod,
    level: float,
) -> Quantified:
    """The prevalence of the target by one of these methods, under label shift."""
    values, at_target = (
        _function(recalibration.log_odds(raw), source.prevalence, hard=method != "bbse")
        for raw in (source.log_odds, target.log_odds)
    )
    deviations = _deviations(source, values)
    moments = _moments(source, values, deviations, target, at_target)
    least = _penalty(source) if method == "rlls" else 0.0
    if math.sqrt(2.0) * abs(moments.apart) <= least:
        # The scores say too little to move from the source's prevalence, or to say how far it may be.
        return Quantified(source.prevalence, math.inf, (0.0, 1.0), (0.0, 1.0))
    value = moments.solution
    of_source = source_spread(source.sampling, value * deviations[0] + (1.0 - value) * deviations[1])
    spread = Spread.of([(moments.of_target, target.worth), of_source])
    error = math.sqrt(spread.variance) / abs(moments.apart)
    times = critical(level, spread.degrees)
    # An outcome moves the function by ``apart``: so much of its variance is that of the sample's own share.
    shared = moments.apart**2 / target.worth
    ends = [moments.unrefuted(times**2, own) for own in (0.0, shared)]
    interval, prediction = (_around(value, one, times * error) for one in ends)
    return Quantified(value, error, interval, prediction)


def _function(eta: Numbers, prevalence: float, *, hard: bool) -> Numbers:
    """The function of the score whose mean is taken: the risk, or whether it reaches a prevalence."""
    risk = np.asarray(expit(eta))
    return np.asarray(risk >= prevalence, dtype=np.float64) if hard else risk


def _deviations(source: LabelledScores, values: Numbers) -> tuple[Numbers, Numbers]:
    """What each patient of the source contributes to the mean of the cases, and to that of the non-cases."""
    cases, others = (
        _about_mean(source.share * chosen, values) for chosen in (source.is_case, ~source.is_case)
    )
    return cases, others


def _about_mean(weight: Numbers, values: Numbers) -> Numbers:
    share = weight / weight.sum()
    return np.asarray(share * (values - share @ values))


def _moments(
    source: LabelledScores,
    values: Numbers,
    deviations: tuple[Numbers, Numbers],
    target: UnlabelledScores,
    at_target: Numbers,
) -> Moments:
    weight = target.weight / target.weight.sum()
    mean = float(weight @ at_target)
    squares = target.squares / target.weight.sum() ** 2
    of_cases, of_others, of_sum = (
        source_spread(source.sampling, one).variance
        for one in (deviations[0], deviations[1], deviations[0] + deviations[1])
    )
    cases, others = (source.share * chosen for chosen in (source.is_case, ~source.is_case))
    return Moments(
        mean,
        float(cases @ values / cases.sum()),
        float(others @ values / others.sum()),
        float(squares @ (at_target - mean) ** 2),
        (of_cases, (of_sum - of_cases - of_others) / 2.0, of_others),
    )


def _around(value: float, ends: Ends, reach: float) -> Ends:
    """Ends that hold the estimate: where every prevalence is refuted, so far as its error reaches."""
    if ends[0] < ends[1]:
        return min(ends[0], value), max(ends[1], value)
    return max(value - reach, 0.0), min(value + reach, 1.0)


def _penalty(source: LabelledScores) -> float:
    """What RLLS charges for leaving the source's prevalence by one."""
    pi0, patients = source.prevalence, sum(source.sampling.sizes)
    surprise = math.log(2.0 * 2.0 / _DELTA) / patients
    bound = 3.0 * (2.0 * surprise / 3.0 + math.sqrt(2.0 * surprise))
    return _ALPHA * bound * math.hypot(1.0 / pi0, 1.0 / (1.0 - pi0))
