"""Net benefit along thresholds or prevalences, and differences of it: each point is an estimate.

Curves of numbers alone are in :mod:`baserate.curves`; here every point knows what each patient
contributes to it, so that bands can be drawn about the curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.scored import ScoredCohort
from baserate.deployment.deployment import Cost, CostLike, Deployment, Prevalence, PrevalenceLike, Value
from baserate.deployment.distributions import Distribution, Point
from baserate.errors import SettingError
from baserate.inference.bands import Band, pointwise_band, simultaneous_band
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES, TREAT_NONE, default_strategy
from baserate.odds import expit, logit
from baserate.results.evidence import Evidence

__all__ = ["EstimatedCurve", "along_prevalences", "along_thresholds", "prevalence_grid", "threshold_grid"]

Numbers = NDArray[np.float64]
Along = Literal["threshold", "prevalence"]

# At so many points a curve is worked out, and at fewer where there are many patients, so that nobody waits.
_POINTS, _FEWER, _MANY = 61, 21, 200_000
# How far a curve reaches beyond a range, as a share of its width, and about one number; in log odds.
_BEYOND, _ABOUT = 0.3, 1.5
# Thresholds and prevalences that a curve never goes beyond.
_ENDS = 1e-4, 1.0 - 1e-4


@dataclass(frozen=True, eq=False)
class EstimatedCurve:
    """Estimates along thresholds or prevalences, in net benefit per patient.

    Attributes
    ----------
    name, other
        The model or default strategy; and for a difference what it is compared with.
    along
        "threshold" or "prevalence": what ``at`` is.
    at, estimates
        The points, and the estimate at each of them.
    level, seed
        Confidence level of the bands, and the seed of the simultaneous one.
    """

    name: str
    other: str | None
    along: Along
    at: Numbers
    estimates: tuple[Estimate, ...]
    level: float
    seed: int = 0

    @cached_property
    def value(self) -> Numbers:
        """The estimates as numbers."""
        return np.array([estimate.value for estimate in self.estimates])

    @cached_property
    def pointwise(self) -> Band:
        """Intervals that hold at each point."""
        return pointwise_band(self.estimates, self.level)

    @cached_property
    def simultaneous(self) -> Band:
        """Intervals that hold at all points together."""
        return simultaneous_band(self.estimates, self.level, seed=self.seed)


def along_thresholds(
    ev: Evidence,
    model: str,
    thresholds: Sequence[float] | Numbers,
    *,
    other: str | None = None,
    prevalence: Value | None = None,
    group: str | None = None,
) -> EstimatedCurve:
    """The decision curve of a model with its intervals: net benefit against the threshold probability.

    ``pi TPR(c) - c/(1-c) (1-pi) FPR(c)``, a patient being treated where the risk at the prevalence ``pi``
    reaches ``c`` (Vickers and Elkin 2006, doi:10.1177/0272989X06295361).

    Parameters
    ----------
    ev
        The evaluation.
    model, other
        A model or a default strategy; with ``other``, the difference of the two, paired.
    thresholds
        Threshold probabilities ``c``, of which each is a cost.
    prevalence
        One prevalence; None for the observed one.
    group
        Some of the patients, None for all.
    """
    at = np.asarray(thresholds, dtype=np.float64)
    where = None if prevalence is None else Prevalence.of(prevalence)
    places = [Deployment(where, Cost(Point(float(c)))) for c in at]
    return _curve(ev, (model, other, group), "threshold", at, places)


def along_prevalences(
    ev: Evidence,
    model: str,
    prevalences: Sequence[float] | Numbers,
    *,
    other: str | None = None,
    group: str | None = None,
) -> EstimatedCurve:
    """Net benefit of a model, or a difference, against prevalence, at the cost of the deployment.

    Parameters as for :func:`along_thresholds`.
    """
    at = np.asarray(prevalences, dtype=np.float64)
    places = [ev.question.deployment.at(float(pi)) for pi in at]
    return _curve(ev, (model, other, group), "prevalence", at, places)


def _curve(
    ev: Evidence,
    whose: tuple[str, str | None, str | None],
    along: Along,
    at: Numbers,
    places: Sequence[Deployment],
) -> EstimatedCurve:
    model, other, group = whose
    reference = TREAT_NONE if other is None else other

    def find() -> tuple[Estimate, ...]:
        return tuple(difference_at(ev, model, reference, place, group) for place in places)

    ev.patients.prefetch_clusters(find)
    return EstimatedCurve(model, other, along, at, find(), ev.question.level, ev.question.seed)


def difference_at(
    ev: Evidence, one: str, other: str, deployment: Deployment, group: str | None = None
) -> Estimate:
    """One minus the other at a deployment, which nobody keeps: a curve has many.

    Both are models or default strategies. Compared with treating none it is the net benefit.
    """
    if one in DEFAULT_STRATEGIES:
        if other in DEFAULT_STRATEGIES:
            cohort = ev.judged(ev.models[0], group).cohort
            worths = [default_strategy(name, cohort, deployment) for name in (one, other)]
            return (worths[0] - worths[1]).at_level(ev.question.level)
        return -difference_at(ev, other, one, deployment, group)
    if other == TREAT_NONE:
        place = ev.question.deployment_of(one, deployment)
        return _apart(ev, one, group).worth(place).at_level(ev.question.level)
    if other in DEFAULT_STRATEGIES:
        default = default_strategy(other, ev.judged(one, group).cohort, deployment)
        difference = replace(_score(ev, one, deployment, group) - default, preferred="adjusted t")
    elif ev.patients.in_bins:
        return ev.difference(one, other, deployment, group)
    else:
        difference = _score(ev, one, deployment, group) - _score(ev, other, deployment, group)
    return difference.at_level(ev.question.level)


def _score(ev: Evidence, model: str, at: Deployment, group: str | None) -> Estimate:
    return _apart(ev, model, group).score(ev.question.deployment_of(model, at))


def _apart(ev: Evidence, model: str, group: str | None) -> ScoredCohort:
    """The model on these patients, keeping nothing for others."""
    judged = ev.judged(model, group)
    return replace(judged, y_prob=judged.sample)


def threshold_grid(ev: Evidence, thresholds: CostLike | None = None, *, points: int | None = None) -> Numbers:
    """Thresholds of a decision curve, even in log odds.

    Parameters
    ----------
    ev
        The evaluation.
    thresholds
        A range of costs or threshold probabilities, such as ``("1:100", "1:5")``; None for the deployment's
        cost and some more on either side.
    points
        How many; 61, and 21 with very many patients, unless stated.
    """
    if thresholds is None:
        return _grid(ev, reach_about(ev.question.deployment.cost.distribution), points)
    ends = Cost.of(thresholds).distribution.stated_ends
    if ends is None:
        raise SettingError(f"thresholds need two ends, such as ('1:100', '1:5'); found {thresholds!r}.")
    return _grid(ev, (float(logit(ends[0])), float(logit(ends[1]))), points)


def prevalence_grid(
    ev: Evidence,
    prevalences: PrevalenceLike | None = None,
    *,
    group: str | None = None,
    points: int | None = None,
) -> Numbers:
    """Prevalences of a curve, even in log odds; parameters as for :func:`threshold_grid`."""
    if prevalences is None:
        return _grid(ev, reach_about(ev.judged(ev.models[0], group).where.distribution), points)
    ends = Prevalence.of(prevalences).distribution.stated_ends
    if ends is None:
        raise SettingError(f"prevalences need two ends, such as (0.01, 0.10); found {prevalences!r}.")
    return _grid(ev, (float(logit(ends[0])), float(logit(ends[1]))), points)


def reach_about(distribution: Distribution) -> tuple[float, float]:
    """The ends of a figure in log odds: the range of the deployment, and some more on either side."""
    ends = distribution.stated_ends
    if ends is None or ends[0] == ends[1]:
        middle = float(logit(distribution.median))
        return middle - _ABOUT, middle + _ABOUT
    low, high = (float(logit(end)) for end in ends)
    more = max(_BEYOND * (high - low), 0.1)
    return low - more, high + more


def _grid(ev: Evidence, ends: tuple[float, float], points: int | None) -> Numbers:
    if points is None:
        points = _FEWER if ev.everyone.patients > _MANY else _POINTS
    if isinstance(points, bool) or not isinstance(points, int) or points < 2:
        raise SettingError(f"points is how many there are along a curve, at least 2; found {points!r}.")
    return np.asarray(np.clip(expit(np.linspace(*ends, points)), *_ENDS))
