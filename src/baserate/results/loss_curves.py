"""Losses of a model's decisions along an axis, with intervals: Murphy diagram, Brier curve, cost curve.

The values are those of :mod:`baserate.curves`; here each also has its interval, from the same
estimates as every other number of an evaluation. Scores are taken at the observed prevalence: those that are
calibrated to another are moved to it first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.split import split_score
from baserate.curves import Curve, brier_curve, cost_curve, murphy_diagram
from baserate.deployment.deployment import EVEN, Cost, Deployment, Prevalence
from baserate.deployment.distributions import Point
from baserate.deployment.units import ACCURACY
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import TREAT_ALL, TREAT_NONE, default_strategy
from baserate.odds import shift
from baserate.results.judged import Judged
from baserate.scores.gains import reaches
from baserate.scores.sample import ScoreTable

__all__ = ["LossCurve", "balance_range", "brier", "cost", "murphy", "threshold_range"]

Numbers = NDArray[np.float64]

# Where intervals are worked out; in between they have straight lines.
_POINTS, _FEWER, _MANY = 61, 31, 50_000


@dataclass(frozen=True, eq=False)
class LossCurve:
    """A model's loss along an axis from 0 to 1: every step of it, and intervals at some places.

    ``x`` and ``loss`` are the curve, jumps upright. ``low`` and ``high`` are the ends of the interval at
    each ``place``, one at a time. ``area`` is that under the curve, exactly.
    """

    model: str
    x: Numbers
    loss: Numbers
    area: float
    place: Numbers
    value: Numbers
    low: Numbers
    high: Numbers


def murphy(judged: Judged, *, intervals: bool = True) -> LossCurve:
    """The mean elementary loss at each threshold: ``1 - theta`` for a missed case, ``theta`` for an
    unnecessary treatment (Ehm et al. 2016, doi:10.1111/rssb.12154). Twice the area is the Brier score.

    It is what net benefit leaves to be wished at a cost of ``theta``, in other units:
    ``(1 - theta) (NB of a perfect model - NB)``, at the observed prevalence.
    """
    return _loss_curve(judged, murphy_diagram(_table(judged)), _elementary_loss, intervals)


def brier(judged: Judged, *, intervals: bool = True) -> LossCurve:
    """The share of wrong decisions at each class balance, decided on the score (Hernandez-Orallo, Flach and
    Ferri 2011).
    """
    return _loss_curve(judged, brier_curve(_table(judged)), _wrong_decisions, intervals)


def cost(judged: Judged, *, intervals: bool = True) -> LossCurve:
    """The least share of wrong decisions that any threshold reaches at each balance (Drummond and Holte
    2006, doi:10.1007/s10994-006-8199-5): what discrimination alone would leave, found on these patients.
    """
    return _loss_curve(judged, cost_curve(_table(judged)), _least_wrong_decisions, intervals)


def threshold_range(judged: Judged) -> tuple[float, float]:
    """The thresholds of a deployment, on scores at the observed prevalence."""
    ends = (judged.cutoff.low, judged.cutoff.high)
    low, high = (float(shift(cut, judged.source, judged.prevalence)) for cut in ends)
    return low, high


def balance_range(judged: Judged) -> tuple[float, float]:
    """Where a deployment lies on the axis of cost curves: ``logit x = logit pi - logit c``.

    The share of all that wrong decisions could cost which is due to missed cases,
    ``pi (1 - c) / (pi (1 - c) + (1 - pi) c)``; the same patients are treated there.
    """
    low, high = threshold_range(judged)
    return float(shift(judged.prevalence, high, 0.5)), float(shift(judged.prevalence, low, 0.5))


def _table(judged: Judged) -> ScoreTable:
    return judged.at_observed_prevalence.table


def _loss_curve(
    judged: Judged, curve: Curve, estimate: Callable[[Judged, float], Estimate], intervals: bool
) -> LossCurve:
    place = _places(len(judged.sample.score)) if intervals else np.empty(0)
    found = [estimate(judged, float(x)).at_level(judged.level) for x in place]
    ends = np.array([(one.value, max(one.low, 0.0), one.high) for one in found]).reshape(-1, 3)
    x, loss = curve.points()
    return LossCurve(judged.name, x, loss, curve.area, place, *ends.T)


def _places(patients: int) -> Numbers:
    """Even in steps, closer together at both ends, where rare diseases have their thresholds."""
    count = _FEWER if patients > _MANY else _POINTS
    return np.asarray(0.5 - 0.5 * np.cos(np.pi * np.linspace(0.0, 1.0, count + 2)[1:-1]))


def _elementary_loss(judged: Judged, threshold: float) -> Estimate:
    if judged.is_moved:  # the threshold on the score hangs on the observed prevalence, and its error counts
        own = Deployment(None, Cost(Point(threshold)))
        every, none = (default_strategy(name, judged.cohort, own) for name in (TREAT_ALL, TREAT_NONE))
        return (1.0 - threshold) * (every + none - judged.score(own))
    sample, p = judged.sample, judged.prevalence
    treated, is_case = reaches(sample.score, threshold), sample.label == 1
    most = (p * (1.0 - threshold), (1.0 - p) * threshold)
    loss = np.where(is_case, most[0] * ~treated, most[1] * treated)
    missed, unnecessary = (
        judged.cohort.of_gains(loss * is_case, most),
        judged.cohort.of_gains(loss * ~is_case, most),
    )
    # How many of each class there are is chance, too.
    derivative = (1.0 - p) * missed.value - p * unnecessary.value
    return judged.cohort.of_gains(loss, most, derivative)


def _wrong_decisions(judged: Judged, balance: float) -> Estimate:
    return 1.0 - judged.score(_at_balance(balance))


def _least_wrong_decisions(judged: Judged, balance: float) -> Estimate:
    return 1.0 - split_score(judged, _at_balance(balance)).sharpness


def _at_balance(balance: float) -> Deployment:
    return Deployment(Prevalence(Point(balance)), EVEN, ACCURACY)
