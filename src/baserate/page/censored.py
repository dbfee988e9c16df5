"""What the page does not know of patients who were censored, as an error that it must allow for.

The page's bins hold weights for censoring by the curve of all patients, as if they were known. In the library
each group has a curve of its own, and the error of a curve is part of every interval. So for each part of the
patients the page carries how far the share of a class below any score may be off, which bounds what any score
is off by, and how far ends of intervals were, at the study's deployment and others, as a share of half the
width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.scored import ScoredCohort
from baserate.deployment.deployment import Deployment
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.page.discreet import significant
from baserate.results.evidence import Evidence

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

# Deployments, beside the study's own, at which intervals are compared; and what is added to the largest
# difference that was seen, since others may differ more.
_PLACES = ((None, "1:9"), (None, "1:2"), ((0.01, 0.10), "1:30"), ((0.05, 0.40), "1:5"))
_MORE_SEEN, _MORE = 1.5, 0.02


def doubt_of(
    ev: Evidence, kind: str, name: str | None, models: Sequence[ScoredCohort]
) -> dict[str, float] | None:
    """How far shares of cases and of non-cases, and intervals, may be off; None where nobody is censored."""
    whole = ev.everyone.judged[ev.models[0]].cohort.sampling
    if whole.censoring is None:
        return None
    apart = np.zeros(2)
    for model, scored in zip(ev.models, models, strict=True):
        carried = ev.patients.binned([model]).weight[_chosen(ev, model, kind, name)]
        apart = np.maximum(apart, _furthest(scored, carried))
    cases, others = (significant(float(one), 3) for one in apart)
    return {"cases": cases, "others": others, "relative": significant(_relative(ev, models), 3)}


def _chosen(ev: Evidence, model: str, kind: str, name: str | None) -> Mask | slice:
    if name is None:
        return slice(None)
    members = ev.patients.members((model,), name)
    return ~members if kind == "rest" else members


def _furthest(scored: ScoredCohort, carried: Numbers) -> Numbers:
    """The largest difference, at any score, between the shares of a class below it: Kolmogorov's distance."""
    sample = scored.sample
    own = np.ones(len(sample.score)) if sample.weight is None else sample.weight.astype(np.float64)
    order = np.argsort(sample.score, kind="stable")
    ends = np.append(np.diff(sample.score[order]) > 0.0, True)  # equal scores are reached together
    apart = np.zeros(2)
    for side, label in enumerate((1, 0)):
        is_own = (sample.label[order] == label).astype(np.float64)
        below = [np.cumsum(weight[order] * is_own) for weight in (own, carried)]
        apart[side] = float(np.abs(below[0] / below[0][-1] - below[1] / below[1][-1])[ends].max())
    return apart


def _relative(ev: Evidence, models: Sequence[ScoredCohort]) -> float:
    """How far ends of intervals are from those of weights that are known, as a share of half the width."""
    places = [ev.question.deployment, *(Deployment.of(*place) for place in _PLACES)]
    furthest = 0.0
    for scored in models:
        sampling = replace(scored.cohort.sampling, censoring=None)
        known = replace(scored, cohort=Cohort(scored.cohort.label, sampling), y_prob=scored.sample.score)
        for place in places:
            own, other = (ScoredCohort.worth(one, place) for one in (scored, known))
            # The page, too, adds no patients where some are censored.
            furthest = max(furthest, _ends_apart(own, replace(other, singles=())))
    return _MORE_SEEN * furthest + _MORE


def _ends_apart(one: Estimate, other: Estimate) -> float:
    half = (one.high - one.low) / 2.0
    if half <= 0.0:
        return 0.0
    return max(abs(one.low - other.low), abs(one.high - other.high)) / half
