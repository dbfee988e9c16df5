"""Net benefit from the risk of those who are treated, by Kaplan-Meier or Aalen-Johansen.

The way of most software (Vickers and others 2008, doi:10.1186/1472-6947-8-53): at a decision threshold ``c``,
with ``R`` those who are treated, ``P`` their share of all and ``F`` their risk by the horizon,

    NB(c) = P [(1 + w) F - w],    w = c / (1 - c)

``F`` is one minus the Kaplan-Meier curve of the treated, with competing events their Aalen-Johansen
incidence. Weights for censoring (:mod:`baserate.scores.follow_up`) take everybody to be censored alike; here
the treated are to be censored alike, whatever becomes of the others. Where both hold the two estimates are
of the same number, and differ by chance. As it knows the outcome of nobody, only the risk of a group, it has
no other prevalence and no range.

``F`` is a sum over the times ``u`` of events, ``S(u-) d1 / Y``, with ``Y`` the weight of the treated who are
at risk, ``d`` of those who have any event then, ``d1`` of those who have the event of interest, and ``S``
the share without any. A treated patient of weight ``v`` moves it by ``v`` times

    sum over u <= X of S(u-)/Y [1{event at u} - d1/Y] - [F - F(u)] / (Y - d) [1{any event at u} - d/Y]

which is its exact derivative by the patient's weight.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment, Value, stated_source, threshold_of
from baserate.deployment.units import NET_BENEFIT, Baseline
from baserate.errors import FollowUpError, SettingError, tell
from baserate.inference.censoring import Censoring
from baserate.inference.estimate import Estimate, Moving
from baserate.inference.guards import Single
from baserate.inference.kept import Recent
from baserate.inference.moments import (
    class_moments,
    cutoff_moves,
    gain_ends,
    moved_value,
    near_a_heap,
    score_slope,
)
from baserate.inference.sampling import Contributions, Reach
from baserate.inference.strategies import TREAT_NONE, default_strategy
from baserate.scores.events import CENSORED
from baserate.scores.follow_up import FollowUp
from baserate.scores.gains import Gains
from baserate.scores.patient_gains import gains_on
from baserate.scores.sample import Sample, like_decisions, prevalence_of

if TYPE_CHECKING:
    from baserate.inference.cohort import Cohort

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]


def treated_score(
    cohort: Cohort,
    y_prob: object,
    deployment: Deployment,
    threshold: Value | None = None,
    source_prevalence: Value | None = None,
    baseline: Baseline = "none-correct",
) -> Estimate:
    """Net benefit at the observed prevalence and one cost, from the risk of the treated.

    As :meth:`baserate.Cohort.score`, whose decisions it makes and with whose numbers it pairs. Where nobody
    is censored before the horizon, the two are one.

    Parameters
    ----------
    cohort, y_prob
        The patients, made with ``time``, ``event`` and ``horizon``, and a model's scores of them.
    deployment
        A cost, in units of net benefit; :func:`check_treated` says what is refused.
    threshold
        Decide on the raw score instead of at the adjusted optimum; 0 treats all.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    baseline
        What counts as zero: every decision wrong, or treating none ("treat-none").
    """
    check_treated(cohort, deployment)
    censoring = cohort.sampling.censoring
    if not isinstance(censoring, Censoring):  # nobody is censored: the risk is the share of cases
        return cohort.score(y_prob, deployment, threshold, source_prevalence, baseline)
    sample = cohort.sample(y_prob)
    if threshold is None and sample is not y_prob:  # whoever made the rows has been warned
        tell(like_decisions(sample.score))
    cut = None if threshold is None else threshold_of(threshold)
    source = stated_source(source_prevalence)
    net_benefit = _Treating(cohort, censoring, sample, deployment, source, cut).net_benefit
    if deployment.units.baseline(baseline) == "treat-none":
        return net_benefit
    return net_benefit + default_strategy(TREAT_NONE, cohort, deployment)


def check_treated(cohort: Cohort, deployment: Deployment) -> None:
    """Refuse what the risk of the treated cannot tell; errors say what to use instead."""
    censoring = cohort.sampling.censoring
    problem = None
    if Deployment.checked(deployment).units != NET_BENEFIT:
        problem = f"{deployment.units} needs outcomes of those who are not treated, too"
    elif deployment.prevalence is not None:
        problem = "a prevalence other than the observed one needs outcomes of single patients"
    elif deployment.cost.distribution.point is None:
        problem = "a range of costs has many thresholds, and the risk of the treated is that at one"
    elif censoring is not None and not isinstance(censoring, Censoring):
        problem = "these patients are in bins, which do not keep their times"
    elif censoring is not None and censoring.follow_up.stratum is not None:
        problem = "strata for censoring are for weights: the treated are taken to be censored alike"
    if problem is not None:
        raise SettingError(
            "\0estimator='kaplan-meier'\0 gives net benefit at the observed prevalence and one cost: "
            f"{problem}.",
            advice="Use \0estimator='ipcw'\0, which weights patients for censoring.",
        )


@dataclass(frozen=True, eq=False)
class TreatedRisk:
    """The risk of the treated by the horizon, and how each patient's weight moves it.

    ``weight`` is that of each patient, ``treated`` says who is treated. Refused where some of them are
    censored before the horizon and none is followed to it.
    """

    follow_up: FollowUp
    weight: Numbers = field(repr=False)
    treated: Mask = field(repr=False)

    def __post_init__(self) -> None:
        part = self.follow_up.part(self._counted)
        longest = float(part.time.max(initial=0.0))
        if not part.is_complete and longest < part.horizon:
            raise FollowUpError(
                f"nobody of {len(part.time):,} treated is followed to the horizon of {part.horizon:g}: the "
                f"longest follow-up is {longest:g}, and {{where}} are censored before.",
                column="time",
                count=int(part.is_censored.sum()),
                advice="Choose an earlier horizon or a lower decision threshold, or use estimator 'ipcw'.",
            )

    @cached_property
    def share(self) -> float:
        """Share of all patients, by weight, who are treated."""
        return float(self.weight[self._counted].sum()) / float(self.weight.sum())

    @property
    def value(self) -> float:
        """Their risk; 0 where nobody is treated."""
        return self._curve.risk

    @property
    def derivative(self) -> Numbers:
        """Of the risk, by the weight of each patient; 0 for who is not treated."""
        derivative = np.zeros(len(self.treated))
        derivative[self._counted] = self._curve.derivative
        return derivative

    @property
    def _counted(self) -> Mask:
        return np.asarray(self.treated & (self.weight > 0.0))

    @cached_property
    def _curve(self) -> _Curve:
        return _Curve.of(self.follow_up.part(self._counted), self.weight[self._counted])


class _Curve(NamedTuple):
    """The risk of patients by the horizon, and its derivative by the weight of each."""

    risk: float
    derivative: Numbers

    @classmethod
    def of(cls, follow_up: FollowUp, weight: Numbers) -> _Curve:
        """Sums over the times of events up to the horizon; every patient counts."""
        has_event = (follow_up.event != CENSORED) & (follow_up.time <= follow_up.horizon)
        is_event = follow_up.label == 1
        time = np.unique(follow_up.time[has_event])
        # At how many of these times a patient was at risk, and how many passed without an event.
        last = np.searchsorted(time, follow_up.time, side="right")
        spared = np.where(has_event, last - 1, last)
        left = np.cumsum(_sums(spared, weight, len(time) + 1)[::-1])[::-1][1:]
        events, all_events = (
            _sums(last[which] - 1, weight[which], len(time)) for which in (is_event, has_event)
        )
        at_risk = left + all_events
        free = np.cumprod(np.append(1.0, left / at_risk))[:-1]
        rises = free * events / at_risk
        still_to_come = np.cumsum(rises[::-1])[::-1] - rises
        gain, loss = free / at_risk, np.zeros_like(left)
        np.divide(still_to_come, left, out=loss, where=left > 0.0)
        without = np.cumsum(np.append(0.0, (loss * all_events - gain * events) / at_risk))
        own = without[last]
        own[has_event] -= loss[last[has_event] - 1]
        own[is_event] += gain[last[is_event] - 1]
        return cls(float(rises.sum()), own)


def _sums(place: NDArray[np.intp], weight: Numbers, places: int) -> Numbers:
    return np.bincount(place, weight, minlength=places).astype(np.float64)


@dataclass(frozen=True, eq=False)
class _Treating:
    """Deciding about the patients of a cohort of whom some are censored, at one cost."""

    cohort: Cohort
    censoring: Censoring
    sample: Sample
    deployment: Deployment
    source: float | None
    cut: float | None

    @property
    def net_benefit(self) -> Estimate:
        """Net benefit with its interval; zero is treating none."""
        gains, cohort = self._gains(None), self.cohort
        moments, ends = class_moments(self.sample, gains), gain_ends(self.sample, gains)
        reach = {cohort.sampling: Single(0.0, moments, 0.0, ends).reach}
        follows = self.cut is None and cutoff_moves(self.deployment, self.source)
        # A higher prevalence raises the adjusted scores, and with them who is treated.
        slope = score_slope(self.sample, gains, moments) if follows else 0.0
        contribute = Recent(partial(self._contributions, None, slope))
        worth = self._worth(None)
        path = partial(moved_value, prevalence_of(self.sample), worth, True, self._slope(worth, contribute()))
        jumps = follows and near_a_heap(self.sample, gains.steps, moments)
        moving = Moving(path, partial(self._at, reach), cohort.log_odds_of_prevalence(), jumps)
        return Estimate(sum(worth), contribute, reach, moving=moving)

    def _slope(self, worth: tuple[float, float], contributions: Contributions) -> float:
        """How fast net benefit rises with the log odds of the prevalence, prices apart.

        What the cases contribute in sum is how fast it does with both.
        """
        prevalence, sampling = prevalence_of(self.sample), self.cohort.sampling
        by_price = (1.0 - prevalence) * worth[0] - prevalence * worth[1]
        return float(contributions[sampling][sampling.is_case].sum()) - by_price

    def _gains(self, observed: float | None) -> Gains:
        return gains_on(self.sample, self.deployment, self.source, self.cut, observed)

    def _risk(self, observed: float | None) -> TreatedRisk:
        """The risk of those whose decision is to treat, the same as with weights for censoring."""
        own = self.censoring.own
        weight = np.ones(len(self.sample.score)) if own is None else own
        treated = self._gains(observed).positive(self.sample.score) > 0.0
        return TreatedRisk(self.censoring.follow_up, weight, treated)

    @property
    def _harm(self) -> float:
        """What a false positive costs, ``w = c / (1 - c)``."""
        c = self.deployment.cost.c
        return c / (1.0 - c)

    def _worth(self, observed: float | None) -> tuple[float, float]:
        """What true positives are worth, and what false positives cost."""
        risk = self._risk(observed)
        return risk.share * risk.value, -self._harm * risk.share * (1.0 - risk.value)

    def _contributions(self, observed: float | None, slope: float) -> Contributions:
        """What patients contribute; ``slope`` is that of net benefit by the log odds that set the cut-off."""
        risk, sampling = self._risk(observed), self.cohort.sampling
        net, weight = (1.0 + self._harm) * risk.value - self._harm, risk.weight
        whole = weight * (np.where(risk.treated, net, 0.0) - risk.share * net) / weight.sum()
        whole += (1.0 + self._harm) * risk.share * weight * risk.derivative
        contribution = self.censoring.unadjust(whole)
        if slope != 0.0:
            contribution += slope * self.cohort.log_odds_of_prevalence().contributions[sampling]
        return {sampling: contribution}

    def _at(self, reach: Reach, by: float) -> Estimate:
        """Net benefit if the log odds of the observed prevalence were higher by some amount, and known."""
        there: float | None = self.cohort.prevalence_at(by)
        try:
            worth = self._worth(there)
        except FollowUpError:  # nobody of those treated there is followed: the same are treated as here, then
            there = None
            worth = self._worth(there)
        value = moved_value(prevalence_of(self.sample), worth, True, 0.0, by)
        return Estimate(value, Recent(partial(self._contributions_at, by, there)), reach)

    def _contributions_at(self, by: float, decided: float | None) -> Contributions:
        """What patients contribute where a true positive is worth more, and a false positive costs less."""
        sampling = self.cohort.sampling
        here, there = prevalence_of(self.sample), self.cohort.prevalence_at(by)
        price = np.where(sampling.is_case, there / here, (1.0 - there) / (1.0 - here))
        return {sampling: price * self._contributions(decided, 0.0)[sampling]}
