"""What the patients say about several models at one deployment, overall and by group.

Evidence holds the patients it comes from, and works out a number when it is first asked for.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.cutoffs import Cutoff, cutoff
from baserate.decompose import THE_REST, between
from baserate.deployment import (
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.engine import ReducedPatients
from baserate.errors import DataError, SettingError
from baserate.estimate import Estimate, Noise
from baserate.gains import gains_of
from baserate.gap import Gap, Scored
from baserate.inputs import Missing, Patients, Roles
from baserate.joint import joint_gains
from baserate.lines import part_of
from baserate.measures import EVERYONE, NO_ONE, Judged, treat_everyone, treat_no_one
from baserate.odds import adjust
from baserate.rows import Rows, prevalence_of
from baserate.sharpness import Split


@dataclass(frozen=True)
class Question:
    """What was asked: columns, deployment, and how to go about it; all that running it again needs."""

    roles: Roles
    deployment: Deployment
    source_prevalence: Value | Mapping[str, Value] | None = None
    level: float = 0.95
    seed: int = 0
    positive: object = None
    missing: Missing = "error"
    reference: str | None = None

    def source_of(self, model: str) -> Value | None:
        """The stated prevalence for which a model's scores were made; None for the patients' own."""
        stated = self.source_prevalence
        return stated.get(model) if isinstance(stated, Mapping) else stated


@dataclass(frozen=True, eq=False)
class Group:
    """Some of the patients, by name; ``why_not`` says why they cannot be judged, if they cannot."""

    name: str
    patients: int
    positives: int
    judged: Mapping[str, Judged] = field(repr=False)
    why_not: str | None = None

    @property
    def prevalence(self) -> float:
        """Share of these patients, by weight, who have the outcome."""
        return prevalence_of(next(iter(self.judged.values())).rows)


@dataclass(frozen=True, eq=False)
class Evidence:
    """Every number about every model, with its interval."""

    question: Question
    patients: Patients | ReducedPatients = field(repr=False)
    everyone: Group
    groups: Mapping[str, Group]
    warnings: tuple[str, ...]
    time: str

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order in which they were given."""
        return tuple(self.question.roles.scores)

    def judged(self, model: str, group: str | None = None) -> Judged:
        """Everything about one model, on all patients or in one group."""
        if model not in self.models:
            raise SettingError(f"no model {model!r}; there are {', '.join(map(repr, self.models))}.")
        return self._group(group).judged[model]

    def score(self, model: str, group: str | None = None) -> Estimate:
        """Net benefit of a model at the deployment."""
        return self.judged(model, group).measure("net_benefit")

    def compare(self, model: str, reference: str, group: str | None = None) -> Estimate:
        """Net benefit of a model less that of another, or of "treat everyone" or "treat no one"; paired.

        ``.probability_better`` is how sure the data are that the first is better.
        """
        if model in self.models and reference in self.models:
            return self.difference(model, reference, self.question.deployment, group)
        one, other = self._contender(model, group), self._contender(reference, group)
        if isinstance(one, Estimate) or isinstance(other, Estimate):
            return (one - other).at_level(self.question.level)  # type: ignore[union-attr]
        raise SettingError("compare a model with something; two ways without a model need no data.")

    def difference(
        self, model: str, other: str, deployment: Deployment, group: str | None = None
    ) -> Estimate:
        """Net benefit of a model less that of another at any deployment, on the same patients."""
        sides = [self.judged(name, group) for name in (model, other)]
        asked = self.question.deployment
        found = [side.score if deployment is asked else side.at(deployment) for side in sides]
        if sides[0].cohort is sides[1].cohort:
            return (found[0] - found[1]).at_level(self.question.level)
        # Reduced: each model has lines of its own, and the joint lines of the two say how they vary.
        slopes = [side.cohort.derivative(side.rows, deployment, side.source_prevalence) for side in sides]
        joint = self._joint(model, other, deployment, group, slopes)
        value = found[0].value - found[1].value
        return replace(joint, value=value).at_level(self.question.level)

    def _joint(
        self, model: str, other: str, deployment: Deployment, group: str | None, slopes: Sequence[float]
    ) -> Estimate:
        """The difference on joint lines; how it moves with the prevalence, finer lines know better."""
        if not isinstance(self.patients, ReducedPatients):
            raise SettingError("there are no joint lines.")
        made, *columns = self.patients.pair(model, other)
        cohort = made.cohort
        chosen = np.ones(len(cohort.label), dtype=bool)
        if group is not None:
            chosen = np.asarray(made.lines.group == group)
            cohort = cohort.part(chosen)
        sides, noise = [], 0.0
        for name, column, slope in zip((model, other), columns, slopes, strict=True):
            own = self.judged(name, group)
            lines = self.patients.models[name].lines
            log_odds = None if lines.low is not None else lines.log_odds[:, 0]
            if log_odds is not None and group is not None:
                log_odds = log_odds[self.patients.chosen(name, group)]
            rows = part_of(cohort, made.rows(column), chosen)
            gains = gains_of(deployment, prevalence_of(own.rows), own.source)
            gain, within = joint_gains(rows, made.lines.cell[chosen, column], own.rows, log_odds, gains)
            sides.append(cohort.of_gains(gain, (gains.positive_total, gains.negative_total), slope))
            noise += _within(rows, within)
        found = sides[0] - sides[1]
        return replace(found, noise={Noise(lambda: noise): 1.0}) if noise > 0.0 else found

    def rival(self, name: str, group: str | None = None) -> Estimate | float:
        """Net benefit of "treat everyone" or of "treat no one"."""
        chosen = self._group(group)
        cohort = next(iter(chosen.judged.values())).cohort
        rivals = {EVERYONE: treat_everyone, NO_ONE: treat_no_one}
        if name not in rivals:
            raise SettingError(
                f"no way {name!r} to decide without a model; there are {EVERYONE!r}, {NO_ONE!r}."
            )
        return rivals[name](cohort, self.question.deployment)

    def split(self, model: str, group: str | None = None) -> Split:
        """Sharpness and calibration loss of a model: total, sharpness, calibration, calibration_corrected."""
        return self.judged(model, group).split

    def gap(
        self,
        model: str,
        group: str,
        reference: str | None = None,
        *,
        prevalence: PrevalenceLike | None = None,
    ) -> Gap:
        """Why a model does better or worse in one group than in another, or than in all other patients.

        The mechanism is averaged over the prevalence that is given here, or else over that of the
        deployment, so that it is the difference of the two scores; where neither is stated, between
        the prevalences of the two groups.
        """
        first = self._scored(model, group)
        second = self.rest(model, group) if reference is None else self._scored(model, reference)
        asked = self.question.deployment
        deployment = asked if prevalence is None else Deployment.of(prevalence, asked.cost)
        return between(first, second, deployment, seed=self.question.seed).at_level(self.question.level)

    def threshold(
        self,
        model: str,
        prevalence: PrevalenceLike | None = None,
        cost: CostLike | None = None,
        *,
        group: str | None = None,
    ) -> Cutoff:
        """The cut-off on the model's raw score: at the deployment, or at another prevalence or cost.

        A group has a cut-off of its own, unless the prevalence for which the scores were made is stated.
        """
        judged = self.judged(model, group)
        if prevalence is None and cost is None:
            return judged.cutoff
        asked = self.question.deployment
        own = asked.prevalence or Prevalence.of(prevalence_of(judged.rows))
        where = own if prevalence is None else prevalence
        return cutoff(where, asked.cost if cost is None else cost, judged.source)

    def adjusted(self, model: str, score: Any, prevalence: Value) -> Any:
        """The probability that a patient with this score has the disease, at the given prevalence."""
        return adjust(score, self.judged(model).source, source_prevalence_of(prevalence))

    def _group(self, name: object) -> Group:
        if name is None:
            return self.everyone
        name = str(name)
        if name not in self.groups:
            there = ", ".join(map(repr, self.groups)) or "none: pass by="
            raise SettingError(f"no group {name!r}; there are {there}.")
        group = self.groups[name]
        if group.why_not is not None:
            raise DataError(f"group {name!r} is not estimable: {group.why_not}")
        return group

    def _contender(self, name: str, group: str | None) -> Estimate | float:
        return self.rival(name, group) if name in (EVERYONE, NO_ONE) else self.score(name, group)

    def _scored(self, model: str, group: str) -> Scored:
        one = self.judged(model, group)
        return Scored(group, one.cohort, one.rows, one.source_prevalence)

    def rest(self, model: str, group: str) -> Scored:
        """The model on all patients but those of a group."""
        self._group(group)
        chosen = ~self.patients.chosen(model, group)
        whole = self.everyone.judged[model]
        with warnings.catch_warnings():  # what there is to warn of was said when the groups were made
            warnings.simplefilter("ignore")
            part = whole.cohort.part(chosen)
        return Scored(THE_REST, part, part_of(part, whole.rows, chosen), whole.source_prevalence)


def _within(rows: Rows, variance: NDArray[np.float64]) -> float:
    """What the spread of patients within their lines adds to the variance of a sum of class means."""
    squares = np.asarray(rows.squares)
    sides = ((rows.label == 1, rows.positive_weight), (rows.label == 0, rows.negative_weight))
    return sum(float(squares[side] @ variance[side]) / total**2 for side, total in sides)
