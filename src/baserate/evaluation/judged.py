"""The threshold to use at the bedside: where, on the model's own score, treating starts to pay.

What stands next to the headline score, so that nothing is hidden: each number with its interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from baserate import calibration
from baserate.calibration.split import Split, split
from baserate.deployment.deployment import (
    Cost,
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_or,
    source_prevalence_of,
)
from baserate.deployment.distributions import Point
from baserate.deployment.notation import short_percent
from baserate.deployment.odds import adjust
from baserate.errors import BaserateError
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.inference.moments import ClassMoments, price_derivative
from baserate.scores.gains import gains_of, reaches
from baserate.scores.sample import Sample, prevalence_of


@dataclass(frozen=True)
class Cutoff:
    """Treat from ``value`` up, at the middle of the deployment; it runs from ``low`` to ``high`` over it.

    The middle is the median prevalence at the median cost. Where the disease is more common, or a
    missed case costs more, the cut-off is lower.
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.low == self.high:
            return short_percent(self.value)
        value, rare, common = (short_percent(one) for one in (self.value, self.high, self.low))
        return f"{value} ({rare} where it is rare, {common} where common)"


def cutoff(prevalence: PrevalenceLike, cost: CostLike, source_prevalence: Value) -> Cutoff:
    """The cut-off on the raw score: treat when it is at least this.

    A score made for ``source_prevalence`` is adjusted to the prevalence at the deployment and
    compared with ``c``; this is the same comparison, made on the score itself.

    >>> print(cutoff("5%", "1:30", "10%"))
    6.57 %
    >>> print(cutoff((0.01, 0.10), "1:30", "10%"))
    9.95 % (26.8 % where it is rare, 3.23 % where common)
    """
    where, price = Prevalence.of(prevalence).distribution, Cost.of(cost).distribution
    source = source_prevalence_of(source_prevalence)
    (least, most), (cheap, dear) = where.ends, price.ends
    return Cutoff(
        float(adjust(price.median, where.median, source)),
        float(adjust(cheap, most, source)),
        float(adjust(dear, least, source)),
    )


# The two ways to decide without a model.
TREAT_ALL, TREAT_NONE = "treat all", "treat none"
# In the order in which they are shown.
MEASURES = (
    "net_benefit",
    "net_benefit_over_treating_no_one",
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
class Consequences:
    """Of 1,000 patients at a prevalence: cases found, and others treated needlessly."""

    prevalence: float
    found: float
    needless: float

    @property
    def missed(self) -> float:
        """Cases that are not treated."""
        return 1000 * self.prevalence - self.found

    @property
    def treated(self) -> float:
        """All who are treated."""
        return self.found + self.needless


@dataclass(frozen=True, eq=False)
class Judged:
    """One model on one set of patients, at one deployment: every number about it, when it is asked for."""

    cohort: Cohort
    sample: Sample
    deployment: Deployment
    source_prevalence: Value | None
    level: float
    seed: int

    @property
    def source(self) -> float:
        """The prevalence for which the scores are taken to be made."""
        return source_or(self.source_prevalence, prevalence_of(self.sample))

    @cached_property
    def score(self) -> Estimate:
        """Net benefit at the deployment."""
        return self.split.total if "split" in self.__dict__ else self._score()

    @cached_property
    def split(self) -> Split:
        """Sharpness and calibration loss."""
        made = split(
            self.cohort,
            self.sample,
            self.deployment,
            source_prevalence=self.source_prevalence,
            seed=self.seed,
        )
        return made.at_level(self.level)

    @cached_property
    def auc(self) -> Estimate:
        """Chance that a case scores above another patient."""
        return self.cohort.auc(self.sample)

    @cached_property
    def cutoff(self) -> Cutoff:
        """Where on the raw score treating starts."""
        where = self.deployment.prevalence
        prevalence = Prevalence(Point(prevalence_of(self.sample))) if where is None else where
        return cutoff(prevalence, self.deployment.cost, self.source)

    @cached_property
    def _here(self) -> Sample:
        """The scores as they should be at the prevalence of these patients."""
        if self.source_prevalence is None:
            return self.sample
        score = self.sample.score.astype(np.float64)
        return self.cohort.sample(adjust(score, self.source, prevalence_of(self.sample)))

    @cached_property
    def consequences(self) -> Consequences:
        """What deciding at the cut-off does to 1,000 patients, at the middle of the deployment."""
        where = self.deployment.prevalence
        middle = prevalence_of(self.sample) if where is None else where.distribution.median
        is_case = self.sample.label == 1
        weight = np.ones(len(is_case)) if self.sample.weight is None else self.sample.weight
        treated = reaches(self.sample.score, self.cutoff.value)
        shares = [float((weight * treated)[side].sum() / weight[side].sum()) for side in (is_case, ~is_case)]
        return Consequences(middle, 1000 * middle * shares[0], 1000 * (1.0 - middle) * shares[1])

    def measure(self, name: str) -> Estimate:
        """One of :data:`MEASURES`, at the level asked for."""
        return self._measures[name]().at_level(self.level)

    def measure_or_why(self, name: str) -> Estimate | str:
        """The same, or why these patients do not give it."""
        try:
            return self.measure(name)
        except BaserateError as error:
            return str(error)

    @property
    def _measures(self) -> dict[str, Callable[[], Estimate]]:
        stated = {"source_prevalence": self.source_prevalence}
        return {
            "net_benefit": lambda: self.score,
            "net_benefit_over_treating_no_one": lambda: self.score - treat_none(self.cohort, self.deployment),
            "sharpness": lambda: self.split.sharpness,
            "calibration": lambda: self.split.calibration,
            "calibration_corrected": lambda: self.split.calibration_corrected,
            "auc": lambda: self.auc,
            "accuracy": lambda: self.cohort.accuracy(self.sample, threshold=self.cutoff.value),
            "brier": lambda: self.cohort.brier(self._here),
            "log_loss": lambda: self.cohort.log_loss(self._here),
            "calibration_intercept": lambda: calibration.intercept(self.cohort, self.sample, **stated),
            "calibration_slope": lambda: calibration.slope(self.cohort, self.sample, **stated),
            "observed_expected": lambda: calibration.observed_expected(self.cohort, self.sample, **stated),
            "mean_score": lambda: self.cohort.mean(self._here.score, 1.0),
        }

    def at(self, deployment: Deployment) -> Estimate:
        """Net benefit at any deployment."""
        return self.cohort.score(self.sample, deployment, source_prevalence=self.source_prevalence)

    def _score(self) -> Estimate:
        return self.at(self.deployment)


def treat_all(cohort: Cohort, deployment: Deployment) -> Estimate | float:
    """Net benefit of treating every patient, no model needed."""
    return _rival(cohort, deployment, everyone=True)


def treat_none(cohort: Cohort, deployment: Deployment) -> Estimate | float:
    """Net benefit of treating no patient."""
    return _rival(cohort, deployment, everyone=False)


def _rival(cohort: Cohort, deployment: Deployment, everyone: bool) -> Estimate | float:
    """Known exactly where the prevalence is stated; where it is the data's own, as well as that is."""
    rows = cohort.sample(np.full(len(cohort.label), 0.5))
    gains = gains_of(deployment, prevalence_of(rows))
    worth = (gains.positive_total, 0.0) if everyone else (0.0, gains.negative_total)
    if deployment.prevalence is not None:
        return sum(worth)
    moments = tuple(ClassMoments(1.0, mean, 0.0, 0.0, 0.0, mean) for mean in worth)
    threshold = 0.0 if everyone else 1.0
    derivative = price_derivative(rows, deployment, (moments[0], moments[1]), None, threshold)
    gain = np.where(cohort.label == 1, worth[0], worth[1])
    return cohort.of_gains(gain, (0.0, 0.0), derivative)
