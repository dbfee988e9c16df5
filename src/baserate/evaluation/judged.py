"""One model on one set of patients, at one deployment: every number about it, worked out at most once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

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
from baserate.deployment.odds import adjust
from baserate.errors import BaserateError
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import TREAT_NONE, default_strategy
from baserate.scores.gains import reaches

# In the order in which they are shown.
MEASURES = (
    "net_benefit",
    "sharpness",
    "calibration",
    "calibration_corrected",
    "auc",
    "accuracy",
    "brier",
    "log_loss",
    "calibration_intercept",
    "calibration_slope",
    "observed_expected",
    "mean_score",
)


@dataclass(frozen=True)
class Cutoff:
    """Treat at or above ``value``, at the median prevalence and cost; it runs from ``low`` to ``high``.

    Where the disease is more common, or a missed case costs more, the cut-off is lower.
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.low == self.high:
            return short_percent(self.value)
        value, highest, lowest = (short_percent(cut) for cut in (self.value, self.high, self.low))
        return f"{value} ({highest} at the lowest prevalence, {lowest} at the highest)"


def cutoff(prevalence: PrevalenceLike, cost: CostLike, source_prevalence: Value) -> Cutoff:
    """The cut-off on the raw score: treat when it is at least this.

    A score calibrated to ``source_prevalence`` is adjusted to the prevalence at the deployment and
    compared with ``c``; this is the same comparison, made on the score itself: ``logit s >= logit c -
    logit pi + logit pi0``.

    Parameters
    ----------
    prevalence, cost
        Where the model will be used, as for :func:`baserate.net_benefit`.
    source_prevalence
        The prevalence to which the scores are calibrated.

    >>> print(cutoff("5%", "1:30", "10%"))
    6.57 %
    >>> print(cutoff((0.01, 0.10), "1:30", "10%"))
    9.95 % (26.8 % at the lowest prevalence, 3.23 % at the highest)
    """
    where, price = Prevalence.of(prevalence).distribution, Cost.of(cost).distribution
    source = source_prevalence_of(source_prevalence)
    (least, most), (cheap, dear) = where.ends, price.ends
    return Cutoff(
        float(adjust(price.median, where.median, source)),
        float(adjust(cheap, most, source)),
        float(adjust(dear, least, source)),
    )


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
class Measure:
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
    """A scored cohort with the question that is asked of it."""

    deployment: Deployment
    level: float
    seed: int

    @cached_property
    def treat_none(self) -> Estimate:
        """What treating none scores: the zero of net benefit."""
        return default_strategy(TREAT_NONE, self.cohort, self.deployment)

    @cached_property
    def net_benefit(self) -> Estimate:
        """Net benefit at the deployment; zero is treating none."""
        return (self.score(self.deployment) - self.treat_none).at_level(self.level)

    @cached_property
    def split(self) -> Split:
        """Discrimination and calibration loss, counted from treating none."""
        parts = split_score(self, self.deployment, seed=self.seed)
        return parts.counted_from(self.treat_none).at_level(self.level)

    @cached_property
    def cutoff(self) -> Cutoff:
        """Where on the raw score treating starts."""
        return cutoff(self.where, self.deployment.cost, self.source)

    @property
    def where(self) -> Prevalence:
        """The prevalence of the deployment, or else the observed one."""
        return self.deployment.prevalence or Prevalence(Point(self.prevalence))

    @cached_property
    def consequences(self) -> Consequences:
        """What deciding at the cut-off does to 1,000 patients, at the median prevalence."""
        median = self.where.distribution.median
        is_case, weight = self.sample.label == 1, self.sample.weight
        weight = np.ones(len(is_case)) if weight is None else weight
        treated = reaches(self.sample.score, self.cutoff.value)
        shares = [float((weight * treated)[side].sum() / weight[side].sum()) for side in (is_case, ~is_case)]
        return Consequences(median, 1000 * median * shares[0], 1000 * (1.0 - median) * shares[1])

    def measure(self, name: str) -> Measure:
        """One of :data:`MEASURES`, at the level asked for."""
        return self.once(("measure", name), lambda: self._measure(name))

    def _measure(self, name: str) -> Measure:
        try:
            return Measure(name, _FIND[name](self).at_level(self.level))
        except BaserateError as reason:
            return Measure(name, None, reason)

    def difference_from(self, strategy: str) -> Estimate:
        """Net benefit minus that of a default strategy."""
        key = ("difference", strategy)
        return self.once(key, lambda: self._difference_from(strategy)).at_level(self.level)

    def _difference_from(self, strategy: str) -> Estimate:
        # Decisions are compared patient by patient: about the value, and nothing where they are the same.
        difference = self.score(self.deployment) - default_strategy(strategy, self.cohort, self.deployment)
        return replace(difference, preferred="adjusted t")


def _accuracy(judged: Judged) -> Estimate:
    return judged.cohort.accuracy(judged.sample, threshold=judged.cutoff.value)


_FIND: dict[str, Callable[[Judged], Estimate]] = {
    "net_benefit": lambda judged: judged.net_benefit,
    "sharpness": lambda judged: judged.split.sharpness,
    "calibration": lambda judged: judged.split.calibration,
    "calibration_corrected": lambda judged: judged.split.calibration_corrected,
    "auc": lambda judged: judged.cohort.auc(judged.sample),
    "accuracy": _accuracy,
    "brier": lambda judged: judged.cohort.brier(judged.at_observed_prevalence),
    "log_loss": lambda judged: judged.cohort.log_loss(judged.at_observed_prevalence),
    "calibration_intercept": intercept_of,
    "calibration_slope": slope_of,
    "observed_expected": observed_expected_of,
    "mean_score": lambda judged: judged.cohort.mean_score(judged.at_observed_prevalence),
}
