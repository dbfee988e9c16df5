"""A model on patients: a cohort with the scores of one model, and what several questions about it share.

Isotonic blocks, outcomes simulated anew and scores at a deployment are worked out when they are first
asked for, and then kept, so that the text, the JSON and the page read one and the same number.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self, TypeVar, cast

import numpy as np

from baserate.deployment.deployment import Deployment, Value, source_prevalence_of
from baserate.deployment.units import Baseline
from baserate.errors import ScaleWarning
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import TREAT_NONE, default_strategy
from baserate.odds import adjust
from baserate.scores.isotonic import IsotonicBlocks
from baserate.scores.patient_gains import is_moved
from baserate.scores.sample import Sample, like_decisions, prevalence_of

__all__ = ["ScoredCohort"]

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class ScoredCohort:
    """A model's scores of the patients of a cohort.

    Parameters
    ----------
    name
        The model, the group or the site, as it is called in results.
    cohort
        The patients.
    y_prob
        The model's probability for each of them.
    source_prevalence
        The prevalence to which the scores are calibrated (the training prevalence); None for the one
        observed in these patients.
    source_log_odds
        Where the source prevalence is not stated but was observed in more patients than these, its log
        odds as an estimate: its error is then part of every number that moves with it.
    """

    name: str
    cohort: Cohort
    y_prob: object = field(repr=False)
    source_prevalence: Value | None = None
    source_log_odds: Estimate | None = field(default=None, repr=False)
    _kept: dict[Hashable, object] = field(default_factory=dict, init=False, repr=False)
    _as_they_are: ScoredCohort | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        Cohort.checked(self.cohort)

    @cached_property
    def sample(self) -> Sample:
        """The scores, checked."""
        return self.cohort.sample(self.y_prob)

    @property
    def cautions(self) -> tuple[ScaleWarning, ...]:
        """What a reader must know of scores that were given as such; whoever checked them was told."""
        return () if isinstance(self.y_prob, Sample) else like_decisions(self.sample.score)

    @cached_property
    def stated_source(self) -> float | None:
        """The source prevalence as it was stated, or None."""
        return None if self.source_prevalence is None else source_prevalence_of(self.source_prevalence)

    @property
    def prevalence(self) -> float:
        """Share of these patients who have the outcome."""
        return prevalence_of(self.sample)

    @property
    def source(self) -> float:
        """The prevalence to which the scores are taken to be calibrated."""
        return self.prevalence if self.stated_source is None else self.stated_source

    @property
    def is_moved(self) -> bool:
        """Whether scores are moved to the observed prevalence from another."""
        return self.stated_source is not None

    @cached_property
    def blocks(self) -> IsotonicBlocks:
        """The isotonic blocks of the scores: their recalibration on these patients."""
        return IsotonicBlocks.of(self.sample)

    @cached_property
    def at_observed_prevalence(self) -> Sample:
        """The scores as they should be at the prevalence of these patients."""
        if self.stated_source is None:
            return self.sample
        score = self.sample.score.astype(np.float64)
        return self.cohort.sample(adjust(score, self.stated_source, self.prevalence))

    def score(self, deployment: Deployment) -> Estimate:
        """The score at a deployment, counted from every decision wrong."""
        return self._scored(deployment, "none-correct")

    def worth(self, deployment: Deployment) -> Estimate:
        """The score at a deployment, from the zero that people look at in its units."""
        return self._scored(deployment, deployment.units.zero)

    def _scored(self, deployment: Deployment, zero: Baseline) -> Estimate:
        key = ("score", deployment, zero, self.source_log_odds)
        return self.once(key, lambda: self._score(deployment, zero))

    def _score(self, deployment: Deployment, zero: Baseline) -> Estimate:
        if zero == "treat-none" and is_moved(deployment):
            # To weight patients takes time; and at a stated prevalence the zero is known exactly.
            return self.score(deployment) - default_strategy(TREAT_NONE, self.cohort, deployment)
        score = self.cohort.score(
            self.sample, deployment, source_prevalence=self.stated_source, baseline=zero
        )
        error = self.source_error(deployment)
        return score if error is None else score + error

    def source_error(self, deployment: Deployment) -> Estimate | None:
        """What the error of an estimated source prevalence adds to the score: nothing to its value."""
        if self.source_log_odds is None or self.stated_source is None:
            return None
        slope = self.cohort.source_derivative(self.sample, deployment, self.stated_source)
        return slope * (self.source_log_odds - self.source_log_odds.value)

    def with_source(self, prevalence: float | None, log_odds: Estimate | None = None) -> ScoredCohort:
        """The same scores, taken as calibrated to another prevalence; see the parameters of the class."""
        other = ScoredCohort(self.name, self.cohort, self.sample, prevalence, log_odds)
        object.__setattr__(other, "_as_they_are", self.unmoved)
        return other

    @property
    def unmoved(self) -> ScoredCohort:
        """The scores as they are, taken as calibrated to the observed prevalence."""
        if self.stated_source is None:
            return self
        unmoved = self._as_they_are or ScoredCohort(self.name, self.cohort, self.sample)
        object.__setattr__(self, "_as_they_are", unmoved)  # what is worked out for it is kept
        return unmoved

    def with_source_log_odds(self, log_odds: Estimate | None) -> Self:
        """The same source prevalence, its error spread over the patients in another way."""
        changed = copy.copy(self)
        object.__setattr__(changed, "source_log_odds", log_odds)
        return changed

    def called(self, name: str) -> Self:
        """The same under another name; what was worked out for the one serves the other."""
        named = copy.copy(self)
        object.__setattr__(named, "name", name)
        return named

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What belongs to this key, worked out at most once."""
        if key not in self._kept:
            self._kept[key] = find()
        return cast(T, self._kept[key])
