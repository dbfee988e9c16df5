"""Observed beside predicted risk in groups of patients with similar risks, each group by its own curve.

Where patients are censored, the observed risk of a group is one minus its Kaplan-Meier curve at the horizon,
with competing events its Aalen-Johansen incidence: the usual check of a prognostic model (Austin, Harrell and
van Klaveren 2020, doi:10.1002/sim.8570, who smooth it). It takes patients of a group to be censored alike,
whatever their risk; weights for censoring take all patients to be. Where nobody is censored it is a share.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.scored import ScoredCohort
from baserate.deployment.deployment import Value
from baserate.errors import FollowUpError, SettingError, tell
from baserate.inference.censoring import Censoring
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.inference.kept import Recent
from baserate.inference.sampling import Contributions, Sampling
from baserate.inference.treated import TreatedRisk

__all__ = ["RiskGroup", "by_risk_of"]

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class RiskGroup:
    """Patients with similar predicted risks.

    Attributes
    ----------
    low, high
        The lowest and the highest predicted risk among them.
    patients, cases, censored
        How many there are, have the outcome by the horizon, and were censored before it.
    predicted
        Mean of their predicted risks.
    observed
        Their risk, with its interval; None where some are censored and none is followed to the horizon.
    """

    low: float
    high: float
    patients: int
    cases: int
    censored: int
    predicted: float
    observed: Estimate | None


def by_risk(
    cohort: Cohort, y_prob: object, *, groups: int = 10, source_prevalence: Value | None = None
) -> tuple[RiskGroup, ...]:
    """Observed beside predicted risk in groups of equal size, from the lowest predicted risks to the highest.

    Parameters
    ----------
    cohort, y_prob
        The patients, and the model's probability for each of them.
    groups
        How many; fewer where there are fewer patients, or so many share a score that a group would be empty.
    source_prevalence
        The prevalence to which the scores are calibrated; they are first moved from it to the observed.
    """
    scored = ScoredCohort("model", cohort, y_prob, source_prevalence)
    tell(scored.cautions)
    return by_risk_of(scored, groups)


def by_risk_of(scored: ScoredCohort, groups: int) -> tuple[RiskGroup, ...]:
    """The same of a model on patients."""
    if isinstance(groups, bool) or not isinstance(groups, int) or groups < 2:
        raise SettingError(f"groups is how many groups of risk there are, at least 2; found {groups!r}.")
    sampling = scored.cohort.sampling
    if sampling.patients is not None:
        raise SettingError(
            "groups of risk need the patients in memory; these are in bins.",
            advice="Calibration curve, slope and observed/expected are to be had from bins.",
        )
    score = scored.at_observed_prevalence.score.astype(np.float64)
    own = _given_weights(sampling)
    divided = _divide(score, own, min(groups, len(score)))
    return tuple(_group(sampling, score, own, chosen) for chosen in divided)


def _given_weights(sampling: Sampling) -> Numbers:
    """How much each patient counts, censored or not."""
    given = sampling.weight
    if isinstance(sampling.censoring, Censoring):
        given = sampling.censoring.own
    return np.ones(len(sampling.is_case)) if given is None else given


def _divide(score: Numbers, own: Numbers, groups: int) -> list[Mask]:
    """Who is in which group: of equal weight as far as equal scores, which stay together, allow."""
    order = np.argsort(score, kind="stable")
    below = np.cumsum(own[order])
    ends = np.searchsorted(below, np.arange(1, groups) / groups * below[-1] * (1.0 - 1e-12))
    number = np.searchsorted(np.unique(score[order[np.minimum(ends, len(order) - 1)]]), score)
    counted = own > 0.0
    return [(number == one) & counted for one in np.unique(number[counted])]


def _group(sampling: Sampling, score: Numbers, own: Numbers, chosen: Mask) -> RiskGroup:
    censoring = sampling.censoring if isinstance(sampling.censoring, Censoring) else None
    censored = 0 if censoring is None else int(np.count_nonzero(censoring.follow_up.is_censored & chosen))
    inside = score[chosen]
    return RiskGroup(
        float(inside.min()),
        float(inside.max()),
        int(np.count_nonzero(chosen)),
        int(np.count_nonzero(sampling.is_case & chosen)),
        censored,
        float(np.average(inside, weights=own[chosen])),
        _share(sampling, own, chosen) if censoring is None else _risk(sampling, censoring, own, chosen),
    )


def _share(sampling: Sampling, own: Numbers, chosen: Mask) -> Estimate:
    weight = np.where(chosen, own, 0.0) / float(own[chosen].sum())
    risk = float(weight[sampling.is_case].sum())
    contribute = Recent(partial(_same, sampling, weight * (sampling.is_case - risk)))
    return _as_share(Estimate(risk, contribute, {sampling: (risk, 1.0 - risk)}))


def _risk(sampling: Sampling, censoring: Censoring, own: Numbers, chosen: Mask) -> Estimate | None:
    try:
        risk = TreatedRisk(censoring.follow_up, own, chosen)
        value, moved = risk.value, own * risk.derivative
    except FollowUpError:
        return None
    contribute = Recent(partial(_same, sampling, censoring.unadjust(moved)))
    return _as_share(Estimate(value, contribute, {sampling: (value, 1.0 - value)}))


def _same(sampling: Sampling, contribution: Numbers) -> Contributions:
    return {sampling: contribution}


def _as_share(estimate: Estimate) -> Estimate:
    return replace(estimate, bounds=(0.0, 1.0), preferred="wilson")
