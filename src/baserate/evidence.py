"""What the patients say about several models at one deployment, overall and by group.

Evidence holds the patients it comes from, and works out a number when it is first asked for.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.cautions import cautions
from baserate.cohort import Cohort
from baserate.cutoffs import Cutoff, cutoff
from baserate.decompose import THE_REST, between, natural
from baserate.deployment import (
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.errors import DataError, NotEstimableWarning, OneClassError, SettingError, TooFewError
from baserate.estimate import Estimate
from baserate.gap import Gap, Scored
from baserate.inputs import Missing, Patients, Roles
from baserate.measures import EVERYONE, NO_ONE, Judged, treat_everyone, treat_no_one
from baserate.models import source_by_model
from baserate.odds import adjust
from baserate.rows import Rows, prevalence_of
from baserate.sharpness import Split

# More values than this are no groups.
_MOST_GROUPS = 200


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


@dataclass(frozen=True, eq=False)
class Evidence:
    """Every number about every model, with its interval."""

    question: Question
    patients: Patients = field(repr=False)
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
        one, other = self._contender(model, group), self._contender(reference, group)
        if isinstance(one, Estimate) or isinstance(other, Estimate):
            return (one - other).at_level(self.question.level)  # type: ignore[union-attr]
        raise SettingError("compare a model with something; two ways without a model need no data.")

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
        second = self._rest(model, group) if reference is None else self._scored(model, reference)
        asked = self.question.deployment
        deployment = asked if prevalence is None else Deployment.of(prevalence, asked.cost)
        return between(first, second, deployment, seed=self.question.seed).at_level(self.question.level)

    def threshold(
        self, model: str, prevalence: PrevalenceLike | None = None, cost: CostLike | None = None
    ) -> Cutoff:
        """The cut-off on the model's raw score: at the deployment, or at another prevalence or cost."""
        judged = self.judged(model)
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

    def _rest(self, model: str, group: str) -> Scored:
        self._group(group)
        names = self.patients.group
        if names is None:
            raise SettingError("there are no groups: pass by=.")
        chosen = names.code != names.names.index(group)
        whole = self.everyone.judged[model]
        with warnings.catch_warnings():  # what there is to warn of was said when the groups were made
            warnings.simplefilter("ignore")
            part = whole.cohort.part(chosen)
        return Scored(THE_REST, part, part.rows(whole.rows.score[chosen]), whole.source_prevalence)


def evidence_parts(question: Question, patients: Patients) -> tuple[Group, dict[str, Group], tuple[str, ...]]:
    """All patients, each group, and what to warn of."""
    _check_names(question, patients)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cohort = _cohort(question, patients)
        everyone = _judged(question, "everyone", cohort, patients.scores, patients.dropped_rows)
        groups = _groups(question, patients, everyone)
        cautions(everyone.judged)
    messages = tuple(dict.fromkeys(str(one.message) for one in caught))
    for one in caught:
        warnings.warn(one.message, one.category, stacklevel=4)
    return everyone, groups, messages


def _judged(question: Question, name: str, cohort: Cohort, scores: Mapping[str, Any], dropped: int) -> Group:
    judged = {}
    for model, score in scores.items():
        rows = _rows(cohort, model, score, dropped)
        stated = question.source_of(model)
        judged[model] = Judged(cohort, rows, question.deployment, stated, question.level, question.seed)
    return Group(name, len(cohort.label), int(cohort.label.sum()), judged)


def _rows(cohort: Cohort, model: str, score: Any, dropped: int) -> Rows:
    """The scores of a model, with its name in what is wrong with them."""
    try:
        return cohort.rows(score)
    except DataError as error:
        text = str(error).replace("y_prob", f"score {model!r}")
        if dropped:
            text += f" (Rows are counted without the {dropped:,} that were dropped.)"
        raise type(error)(text) from None


def _groups(question: Question, patients: Patients, everyone: Group) -> dict[str, Group]:
    """Every group by name; one with too few patients of a class says so, and the others go on."""
    names = patients.group
    if names is None:
        return {}
    whole = next(iter(everyone.judged.values())).cohort
    found = {}
    for name in sorted(names.names, key=natural):
        chosen = names.code == names.names.index(name)
        try:
            part = _part(whole, chosen, name)
        except DataError as error:
            counts = int(chosen.sum()), int(patients.label[chosen].sum())
            warnings.warn(f"group {name!r} is not estimable: {error}", NotEstimableWarning, stacklevel=2)
            found[name] = Group(name, *counts, {}, str(error))
            continue
        scores = {model: judged.rows.score[chosen] for model, judged in everyone.judged.items()}
        found[name] = _judged(question, name, part, scores, 0)
    chosen_one = found.get(question.reference) if question.reference is not None else None
    if chosen_one is not None and chosen_one.why_not is not None:
        raise DataError(f"group {question.reference!r} cannot be the reference: {chosen_one.why_not}")
    return found


def _part(whole: Cohort, chosen: NDArray[np.bool_], name: str) -> Cohort:
    """The patients of a group; what is warned of says whose it is."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        part = whole.part(chosen)
    for one in caught:
        warnings.warn(f"group {name!r}: {one.message}", one.category, stacklevel=2)
    return part


def _cohort(question: Question, patients: Patients) -> Cohort:
    """All patients; what is wrong with a column is said by its name."""
    try:
        return Cohort.of(patients.label, sample_weight=patients.weight, cluster=patients.cluster)
    except (OneClassError, TooFewError) as error:
        raise type(error)(f"column {question.roles.outcome!r}: {error}") from None
    except DataError as error:
        text = str(error).replace("sample_weight", f"column {question.roles.weight!r}")
        raise type(error)(text.replace("y_true", f"column {question.roles.outcome!r}")) from None


def _check_names(question: Question, patients: Patients) -> None:
    source_by_model(patients.scores, question.source_prevalence)
    for name in (EVERYONE, NO_ONE):
        if name in patients.scores:
            raise SettingError(f"a model cannot be called {name!r}: that is a way without a model.")
    if patients.group is not None and len(patients.group.names) > _MOST_GROUPS:
        raise SettingError(
            f"column {question.roles.by!r} has {len(patients.group.names):,} different values. "
            "Groups are few; for what belongs together, pass cluster= (--cluster)."
        )
    if question.reference is None:
        return
    if patients.group is None:
        raise SettingError(f"reference {question.reference!r} needs groups: pass by=.")
    if question.reference not in patients.group.names:
        there = ", ".join(map(repr, patients.group.names))
        raise SettingError(f"no group {question.reference!r} to compare with; there are {there}.")
