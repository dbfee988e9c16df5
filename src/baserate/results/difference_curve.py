"""The best model minus the next best at each prevalence about the deployment, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baserate.inference.estimate import Estimate
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.odds import expit
from baserate.results.estimated_curve import difference_at, reach_about
from baserate.results.evidence import Evidence
from baserate.results.standing import best_model
from baserate.results.verdict import Verdict

Numbers = NDArray[np.float64]

# At so many prevalences the difference is worked out, and at fewer where there are many patients, so that
# nobody waits for a picture of it; in between it has straight lines.
_POINTS, _FEWER, _MANY = 41, 17, 200_000


@dataclass(frozen=True, eq=False)
class DifferenceCurve:
    """One model minus another, or deciding without one, at each prevalence; net benefit per patient.

    ``asked`` are the prevalences to mark: the median of the deployment's, and its ends if it is a range.
    """

    one: str
    other: str
    asked: tuple[float, ...]
    median: float
    prevalence: Numbers
    value: Numbers
    low: Numbers
    high: Numbers


def difference_curve(ev: Evidence, verdict: Verdict) -> DifferenceCurve:
    """The best model minus the next best, or minus deciding without one, about the deployment."""
    one = best_model(ev)
    other = WITHOUT_MODEL if verdict.best == WITHOUT_MODEL else verdict.runner_up
    where = next(iter(ev.everyone.judged.values())).where.distribution
    low, high = reach_about(where)
    points = _FEWER if ev.everyone.patients > _MANY else _POINTS
    prevalence = np.asarray(expit(np.linspace(low, high, points)))
    places = [ev.question.deployment.at(float(p)) for p in prevalence]
    ev.patients.prefetch_clusters(lambda: [difference_at(ev, one, other, place) for place in places])
    values = np.array([_ends(difference_at(ev, one, other, place)) for place in places])
    asked = tuple(sorted({where.median, *(where.stated_ends or ())}))
    return DifferenceCurve(one, other, asked, where.median, prevalence, *values.T)


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    low, high, *_ = estimate.interval()
    return estimate.value, low, high
