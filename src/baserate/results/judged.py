"""One model on one set of patients, at one deployment: every number about it, worked out at most once."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal, TypeAlias

from baserate.calibration.measures import intercept_of, observed_expected_of, slope_of
from baserate.calibration.scored import ScoredCohort
from baserate.calibration.split import Split, split_score
from baserate.deployment.deployment import (
    Cost,
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.deployment.distributions import Point
from baserate.deployment.notation import short_percent
from baserate.deployment.shift import LABEL_SHIFT, Shift, ShiftLike
from baserate.deployment.units import Baseline
from baserate.errors import BaserateError
from baserate.inference.decisions import COUNTS, RATES, Decisions, Mix
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import TREAT_NONE, default_strategy
from baserate.inference.treated import treated_score
from baserate.odds import adjust
from baserate.results.question import Estimator
from baserate.results.words import cutoff_told, say, words
from baserate.scores.gains import lowest_reaching
from baserate.scores.patient_gains import is_moved

__all__ = ["Cutoff", "Judged"]

Over: TypeAlias = Literal["", "prevalence", "cost", "both"]


@dataclass(frozen=True)
class Cutoff:
    """Treat at or above ``value``, at the median prevalence and cost; it runs from ``low`` to ``high``.

    Where the disease is more common, or a missed case costs more, the cut-off is lower. ``probability``
    is the threshold probability: the risk at the deployment from which on treating does more good than
    harm, 1/31 at a cost of 1:30. It is the cut-off on a risk at the median ``prevalence``; on a score that
    is calibrated to the prevalence ``source`` the same patients are those at or above ``value``.
    ``over`` says what makes the cut-off run: "prevalence", "cost", "both" or nothing. ``shift`` is the
    share of the way from the ``observed`` prevalence to that of the deployment for which it allows.
    """

    value: float
    low: float
    high: float
    probability: float
    prevalence: float
    source: float
    over: Over = ""
    shift: Shift = LABEL_SHIFT
    observed: float | None = None

    @property
    def is_probability(self) -> bool:
        """Whether the cut-off on the score is the threshold probability itself."""
        return math.isclose(self.value, self.probability, rel_tol=1e-9)

    @property
    def reason(self) -> str:
        """Why the cut-off on the score is, or is not, the threshold probability; in words."""
        key = "same" if self.is_probability else "differs"
        partly = self.shift.gamma < 1.0
        reason = say(
            f"shift.threshold_{key}" if partly else f"threshold.{key}",
            probability=short_percent(self.probability),
            cutoff=short_percent(self.value),
            source=short_percent(self.source),
            prevalence=short_percent(self.prevalence),
            median=words("threshold.median") if self.over in ("prevalence", "both") else "",
            shift=self.shift,
            observed=short_percent(self._counted_from),
        )
        shown, unshifted = short_percent(self.value), short_percent(self.not_shifted)
        if partly or shown == unshifted:
            return reason
        return f"{reason} {say('threshold.not_shifted', cutoff=unshifted)}"

    @property
    def not_shifted(self) -> float:
        """The cut-off where a score means the same risk as in the patients it was judged on (shift 0)."""
        return float(adjust(self.probability, self._counted_from, self.source))

    @property
    def _counted_from(self) -> float:
        """The prevalence from which the shift counts."""
        return self.source if self.observed is None else self.observed

    def __str__(self) -> str:
        return cutoff_told(self)


def cutoff(
    prevalence: PrevalenceLike,
    cost: CostLike,
    source_prevalence: Value,
    shift: ShiftLike = LABEL_SHIFT,
    observed: Value | None = None,
) -> Cutoff:
    """The cut-off on the raw score: treat when it is at least this.

    A score calibrated to ``source_prevalence`` is adjusted to the prevalence at the deployment and
    compared with the threshold probability ``c``; this is the same comparison, made on the score itself:
    ``logit s >= logit c - logit pi + logit pi0``. Where only a share ``gamma`` of the way from the observed
    prevalence ``p`` to ``pi`` is label shift, ``logit pi`` gives way to
    ``(1 - gamma) logit p + gamma logit pi``.

    Parameters
    ----------
    prevalence, cost
        Where the model will be used, as for :func:`baserate.net_benefit`.
    source_prevalence
        The prevalence to which the scores are calibrated.
    shift
        The share ``gamma``, 1 unless stated; see :func:`baserate.shift`.
    observed
        The prevalence from which the shift counts, that of the patients on whom it was found; the source
        prevalence unless stated.

    >>> print(cutoff("5%", "1:30", "10%"))
    6.57 %
    >>> print(cutoff((0.01, 0.10), "1:30", "10%"))
    9.95 % (26.8 % at the lowest prevalence, 3.23 % at the highest)
    >>> print(cutoff("5%", "1:30", "10%", shift=0.3))
    4 %
    """
    where, price = Prevalence.of(prevalence).distribution, Cost.of(cost).distribution
    source, share = source_prevalence_of(source_prevalence), Shift.of(shift)
    counted_from = source if observed is None else source_prevalence_of(observed)
    (least, most), (cheap, dear) = where.ends, price.ends

    def on_score(c: float, prevalence: float) -> float:
        return float(adjust(c, share.prevalence_for_scores(prevalence, counted_from), source))

    return Cutoff(
        on_score(price.median, where.median),
        on_score(cheap, most),
        on_score(dear, least),
        price.median,
        where.median,
        source,
        _OVER[least < most, cheap < dear],
        share,
        counted_from,
    )


_OVER: dict[tuple[bool, bool], Over] = {
    (False, False): "",
    (True, False): "prevalence",
    (False, True): "cost",
    (True, True): "both",
}


@dataclass(frozen=True)
class Consequences:
    """Of 1,000 patients at a prevalence: cases that are treated, and non-cases that are."""

    prevalence: float
    true_positives: float
    false_positives: float

    @property
    def false_negatives(self) -> float:
        """Cases that are not treated."""
        return 1000 * self.prevalence - self.true_positives

    @property
    def treated(self) -> float:
        """All who are treated."""
        return self.true_positives + self.false_positives


@dataclass(frozen=True, eq=False)
class Measured:
    """A number about a model, or the reason why these patients do not give it."""

    name: str
    estimate: Estimate | None
    reason: BaserateError | None = None

    def get(self) -> Estimate:
        """The estimate; its reason is raised where there is none."""
        if self.estimate is not None:
            return self.estimate
        raise self.reason or BaserateError(f"{self.name} is not available.")

    def __str__(self) -> str:
        return str(self.reason if self.estimate is None else self.estimate)


@dataclass(frozen=True, eq=False, kw_only=True)
class Judged(ScoredCohort):
    """A scored cohort with the question that is asked of it.

    ``of_all`` says that the source prevalence is the one observed in all patients, of whom these may be a
    group. ``estimator`` says how net benefit at one threshold makes up for outcomes that are not known;
    everything else does so by weights.
    """

    deployment: Deployment
    level: float
    seed: int
    of_all: bool = False
    estimator: Estimator = "ipcw"

    def _score(self, deployment: Deployment, zero: Baseline) -> Estimate:
        if self.estimator == "ipcw" or deployment.prevalence is not None:
            return super()._score(deployment, zero)
        score = treated_score(self.cohort, self.sample, deployment, None, self.stated_source, zero)
        error = self.source_error(deployment)
        return score if error is None else score + error

    @cached_property
    def by_weights(self) -> Judged:
        """The same with weights for all who were censored, at every deployment."""
        return self if self.estimator == "ipcw" else replace(self, estimator="ipcw")

    @cached_property
    def as_given(self) -> ScoredCohort:
        """The scores by which observed and expected are compared: as they are, unless a source is stated.

        Where the source prevalence is the one observed in all patients, these are still the scores as a
        hospital sees them in a group, so that O/E says how far off they are there.
        """
        return self.with_source(None) if self.of_all else self

    @cached_property
    def treat_none(self) -> Estimate:
        """What treating none scores: the zero of net benefit."""
        return default_strategy(TREAT_NONE, self.cohort, self.deployment)

    @cached_property
    def net_benefit(self) -> Estimate:
        """Net benefit at the deployment; zero is treating none."""
        return self.worth(self.deployment).at_level(self.level)

    @cached_property
    def split(self) -> Split:
        """Discrimination and calibration loss, counted from treating none."""
        parts = split_score(self.by_weights, self.deployment, seed=self.seed)
        return parts.counted_from(self.treat_none).at_level(self.level)

    @cached_property
    def cutoff(self) -> Cutoff:
        """Where on the raw score treating starts."""
        where, shift = self.deployment, self.deployment.shift
        return cutoff(self.where, where.cost, self.source, shift, self.prevalence)

    @property
    def where(self) -> Prevalence:
        """The prevalence of the deployment, or else the observed one."""
        return self.deployment.prevalence or Prevalence(Point(self.prevalence))

    @cached_property
    def decisions(self) -> Decisions:
        """Deciding at the cut-off, with predictive values and counts at the median prevalence."""
        stated = self.deployment.prevalence
        median = None if stated is None else stated.distribution.median
        moved = median is not None and is_moved(self.deployment)
        mix = Mix.of(self.sample, self.deployment, self.cutoff.prevalence) if moved else None
        return Decisions(self.cohort, self.sample, self.cutoff.value, median, mix)

    @cached_property
    def consequences(self) -> Consequences:
        """What deciding at the cut-off does to 1,000 patients, at the median prevalence.

        The same numbers with their intervals are the measures named in :data:`COUNTS`.
        """
        done = self.decisions
        return Consequences(self.cutoff.prevalence, done.true_positives.value, done.false_positives.value)

    @cached_property
    def ratio_at_source(self) -> Estimate | None:
        """O/E of the scores moved from their source prevalence to the observed one; None where all are 0."""
        try:
            return observed_expected_of(self).at_level(self.level)
        except BaserateError:
            return None

    @property
    def estimates_cutoff(self) -> bool:
        """Whether the cut-off moves with the observed prevalence: deployment's or source, not both."""
        return (self.deployment.prevalence is None) == (self.stated_source is not None)

    def lowest_treated(self, threshold: float) -> float:
        """The lowest score that counts as at a cut-off: one that is below it by rounding alone ties."""
        return max(0.0, float(lowest_reaching(threshold, self.sample.score.dtype)))

    def net_benefit_at(self, threshold: float) -> Estimate:
        """Net benefit at the deployment of treating at or above one cut-off; zero is treating none.

        The cut-off is taken as given. Its true and false positive rates do not move with the
        prevalence, so that over a range its net benefit is the mean of those at each prevalence.
        """
        cut = self.lowest_treated(threshold)
        if self.estimator == "ipcw":
            score = self.cohort.score(self.sample, self.deployment, threshold=cut)
        else:
            score = treated_score(self.cohort, self.sample, self.deployment, cut)
        return (score - self.treat_none).at_level(self.level)

    def measure(self, name: str) -> Measured:
        """One of :data:`baserate.results.measures.OF_MODELS`, at the level asked for."""
        return self.once(("measure", name), lambda: self._measure(name))

    def _measure(self, name: str) -> Measured:
        try:
            return Measured(name, _FIND[name](self).at_level(self.level))
        except BaserateError as reason:
            # Patients are in an order of their own by now, and numbers of rows would mean others.
            return Measured(name, None, reason.unquoted())

    def difference_from(self, strategy: str) -> Estimate:
        """Net benefit minus that of a default strategy."""
        key = ("difference", strategy)
        return self.once(key, lambda: self._difference_from(strategy)).at_level(self.level)

    def _difference_from(self, strategy: str) -> Estimate:
        # Decisions are compared patient by patient: about the value, and nothing where they are the same.
        score, default = (
            self.score(self.deployment),
            default_strategy(strategy, self.cohort, self.deployment),
        )
        difference = replace(score - default, preferred="adjusted t")
        if abs(difference.value) <= _ROUNDING * abs(score.value):
            difference = replace(difference, value=0.0)
        return difference


# What is left of a difference, as a share of what is compared, that is rounding.
_ROUNDING = 1e-13


def _accuracy(judged: Judged) -> Estimate:
    return judged.cohort.accuracy(judged.sample, threshold=judged.lowest_treated(judged.cutoff.value))


def _decision(name: str, judged: Judged) -> Estimate:
    return judged.decisions.estimate(name)


_FIND: dict[str, Callable[[Judged], Estimate]] = {
    "net_benefit": lambda judged: judged.net_benefit,
    "sharpness": lambda judged: judged.split.sharpness,
    "calibration": lambda judged: judged.split.calibration,
    "calibration_corrected": lambda judged: judged.split.calibration_corrected,
    "auc": lambda judged: judged.cohort.auc(judged.sample),
    "accuracy": _accuracy,
    "brier": lambda judged: judged.cohort.brier(judged.at_observed_prevalence, moved=judged.is_moved),
    "log_loss": lambda judged: judged.cohort.log_loss(judged.at_observed_prevalence, moved=judged.is_moved),
    "calibration_intercept": intercept_of,
    "calibration_slope": slope_of,
    "observed_expected": lambda judged: observed_expected_of(judged.as_given),
    "mean_score": lambda judged: judged.cohort.mean_score(
        judged.as_given.at_observed_prevalence, moved=judged.as_given.is_moved
    ),
    **{name: partial(_decision, name) for name in (*RATES, *COUNTS)},
}
