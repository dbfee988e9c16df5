"""The best model minus the next best at each prevalence about the deployment, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.scored import ScoredCohort
from baserate.deployment.deployment import Deployment
from baserate.deployment.odds import expit, logit
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.standing import best_model
from baserate.evaluation.verdict import Verdict
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import WITHOUT_MODEL, default_strategy

Numbers = NDArray[np.float64]

# At so many prevalences the difference is worked out, and at fewer where there are many patients, so that
# nobody waits for a picture of it; in between it has straight lines.
_POINTS, _FEWER, _MANY = 41, 17, 200_000
# How far the curve reaches beyond a range, as a share of its width, and about one prevalence; in log odds.
_BEYOND, _ABOUT = 0.3, 1.5


@dataclass(frozen=True, eq=False)
class DifferenceCurve:
    """One model minus another, or deciding without one, at each prevalence; net benefit per patient."""

    one: str
    other: str
    prevalence: Numbers
    value: Numbers
    low: Numbers
    high: Numbers


def difference_curve(ev: Evidence, verdict: Verdict) -> DifferenceCurve:
    """The best model minus the next best, or minus deciding without one, about the deployment."""
    one = best_model(ev)
    other = WITHOUT_MODEL if verdict.best == WITHOUT_MODEL else verdict.runner_up
    low, high = _reach(ev)
    points = _FEWER if ev.everyone.patients > _MANY else _POINTS
    prevalence = np.asarray(expit(np.linspace(low, high, points)))
    ev.patients.prefetch_clusters(lambda: [_difference(ev, one, other, float(p)) for p in prevalence])
    values = np.array([_ends(_difference(ev, one, other, float(p))) for p in prevalence])
    return DifferenceCurve(one, other, prevalence, *values.T)


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    low, high, *_ = estimate.interval()
    return estimate.value, low, high


def _reach(ev: Evidence) -> tuple[float, float]:
    """The ends of the figure in log odds: the range of the deployment, and some more on either side."""
    where = next(iter(ev.everyone.judged.values())).where.distribution
    ends = where.stated_ends
    if ends is None:
        middle = float(logit(where.median))
        return middle - _ABOUT, middle + _ABOUT
    low, high = (float(logit(end)) for end in ends)
    more = max(_BEYOND * (high - low), 0.1)
    return low - more, high + more


def _difference(ev: Evidence, one: str, other: str, prevalence: float) -> Estimate:
    """One minus the other at a prevalence, which nobody keeps: there are many, of all patients."""
    deployment = ev.question.deployment.at(prevalence)
    if other == WITHOUT_MODEL:
        default = default_strategy(WITHOUT_MODEL, ev.judged(one).cohort, deployment)
        difference = replace(_score(ev, one, deployment) - default, preferred="adjusted t")
    elif ev.patients.in_bins:
        return ev.difference(one, other, deployment)
    else:
        difference = _score(ev, one, deployment) - _score(ev, other, deployment)
    return difference.at_level(ev.question.level)


def _score(ev: Evidence, model: str, at: Deployment) -> Estimate:
    judged, deployment = ev.judged(model), ev.question.deployment_of(model, at)
    source = judged.source_prevalence, judged.source_log_odds
    return ScoredCohort(judged.name, judged.cohort, judged.sample, *source).score(deployment)
