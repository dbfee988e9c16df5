"""What the patients say about several models at one deployment, overall and by group.

Evidence holds the patients it comes from, and works out a number when it is first asked for.

From patients to evidence: cohorts and scores of everyone and of each group, and what to warn of.

What a reader must know before the result: warnings about data that look odd.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import THE_REST, Gap, ScoredCohort, between, natural
from baserate.calibration.split import Split
from baserate.data.binning import joint_gains, part_of
from baserate.data.checks import MOST_GROUPS
from baserate.data.patients import Patients, ReducedPatients
from baserate.deployment.deployment import (
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.deployment.notation import percent
from baserate.deployment.odds import adjust
from baserate.errors import (
    DataError,
    NotEstimableWarning,
    OneClassError,
    ScaleWarning,
    SettingError,
    TooFewError,
)
from baserate.evaluation.judged import (
    TREAT_ALL,
    TREAT_NONE,
    Cutoff,
    Judged,
    cutoff,
    treat_all,
    treat_none,
)
from baserate.evaluation.question import Question
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate, Noise
from baserate.scores.gains import gains_of
from baserate.scores.metrics import auc_of, source_by_model
from baserate.scores.sample import Sample, prevalence_of, warn_of_decisions


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
        return prevalence_of(next(iter(self.judged.values())).sample)


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
        """Net benefit of a model less that of another, or of "treat all" or "treat none"; paired.

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
        slopes = [side.cohort.derivative(side.sample, deployment, side.source_prevalence) for side in sides]
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
            rows = part_of(cohort, made.sample(column), chosen)
            gains = gains_of(deployment, prevalence_of(own.sample), own.source)
            gain, within = joint_gains(rows, made.lines.cell[chosen, column], own.sample, log_odds, gains)
            sides.append(cohort.of_gains(gain, (gains.positive_total, gains.negative_total), slope))
            noise += _within(rows, within)
        found = sides[0] - sides[1]
        return replace(found, noise={Noise(lambda: noise): 1.0}) if noise > 0.0 else found

    def rival(self, name: str, group: str | None = None) -> Estimate | float:
        """Net benefit of "treat all" or of "treat none"."""
        chosen = self._group(group)
        cohort = next(iter(chosen.judged.values())).cohort
        rivals = {TREAT_ALL: treat_all, TREAT_NONE: treat_none}
        if name not in rivals:
            raise SettingError(
                f"no way {name!r} to decide without a model; there are {TREAT_ALL!r}, {TREAT_NONE!r}."
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
        own = asked.prevalence or Prevalence.of(prevalence_of(judged.sample))
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
        return self.rival(name, group) if name in (TREAT_ALL, TREAT_NONE) else self.score(name, group)

    def _scored(self, model: str, group: str) -> ScoredCohort:
        one = self.judged(model, group)
        return ScoredCohort(group, one.cohort, one.sample, one.source_prevalence)

    def rest(self, model: str, group: str) -> ScoredCohort:
        """The model on all patients but those of a group."""
        self._group(group)
        chosen = ~self.patients.chosen(model, group)
        whole = self.everyone.judged[model]
        with warnings.catch_warnings():  # what there is to warn of was said when the groups were made
            warnings.simplefilter("ignore")
            part = whole.cohort.part(chosen)
        return ScoredCohort(THE_REST, part, part_of(part, whole.sample, chosen), whole.source_prevalence)


def _within(rows: Sample, variance: NDArray[np.float64]) -> float:
    """What the spread of patients within their lines adds to the variance of a sum of class means."""
    squares = np.asarray(rows.squares)
    sides = ((rows.label == 1, rows.positive_weight), (rows.label == 0, rows.negative_weight))
    return sum(float(squares[side] @ variance[side]) / total**2 for side, total in sides)


def evidence_parts(
    question: Question, patients: Patients | ReducedPatients
) -> tuple[Group, dict[str, Group], tuple[str, ...]]:
    """All patients, each group, and what to warn of."""
    _check_names(question, patients)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        everyone = _everyone(question, patients)
        groups = _groups(question, patients, everyone)
        cautions(everyone.judged)
    messages = tuple(dict.fromkeys(str(one.message) for one in caught))
    for one in caught:
        warnings.warn(one.message, one.category, stacklevel=4)
    return everyone, groups, messages


def _everyone(question: Question, patients: Patients | ReducedPatients) -> Group:
    if isinstance(patients, ReducedPatients):
        counts = next(iter(patients.models.values())).counts()
        if counts[1] in (0, counts[0]):
            raise OneClassError(
                f"column {question.roles.outcome!r}: the label of all {counts[0]:,} patients is the same. "
                "A model can be judged only on patients with and without the disease."
            )
        try:
            made = {model: (lines.checked(), lines.sample()) for model, lines in patients.models.items()}
        except TooFewError as error:
            raise TooFewError(f"column {question.roles.outcome!r}: {error}") from None
        return _judged(question, "everyone", made, counts)
    cohort = _cohort(question, patients)
    rows = {
        model: _rows(cohort, model, score, patients.dropped_rows) for model, score in patients.scores.items()
    }
    counts = len(cohort.label), int(cohort.label.sum())
    return _judged(question, "everyone", {model: (cohort, one) for model, one in rows.items()}, counts)


def _judged(
    question: Question, name: str, made: Mapping[str, tuple[Cohort, Sample]], counts: tuple[int, int]
) -> Group:
    judged = {
        model: Judged(
            cohort, rows, question.deployment, question.source_of(model), question.level, question.seed
        )
        for model, (cohort, rows) in made.items()
    }
    return Group(name, *counts, judged)


def _rows(cohort: Cohort, model: str, score: Any, dropped: int) -> Sample:
    """The scores of a model, with its name in what is wrong with them."""
    try:
        return cohort.sample(score)
    except DataError as error:
        note = f"(Rows are counted without the {dropped:,} that were dropped.)" if dropped else None
        raise error.about(column=f"score {model!r}", advice=note) from None


def _groups(question: Question, patients: Patients | ReducedPatients, everyone: Group) -> dict[str, Group]:
    """Every group by name; one with too few patients of a class says so, and the others go on."""
    found = {}
    for name in sorted(patients.group_names, key=natural):
        counts = _counts(patients, everyone, name)
        try:
            made = _members(patients, everyone, name)
        except DataError as error:
            warnings.warn(f"group {name!r} is not estimable: {error}", NotEstimableWarning, stacklevel=2)
            found[name] = Group(name, *counts, {}, str(error))
            continue
        found[name] = _judged(question, name, made, counts)
    reference = found.get(question.reference) if question.reference is not None else None
    if reference is not None and reference.why_not is not None:
        raise DataError(f"group {question.reference!r} cannot be the reference: {reference.why_not}")
    return found


def _counts(patients: Patients | ReducedPatients, everyone: Group, name: str) -> tuple[int, int]:
    """Patients of a group, and how many of them have the outcome."""
    model = next(iter(everyone.judged))
    chosen = patients.chosen(model, name)
    if isinstance(patients, ReducedPatients):
        return patients.models[model].counts(chosen)
    return int(chosen.sum()), int(patients.label[chosen].sum())


def _members(
    patients: Patients | ReducedPatients, everyone: Group, name: str
) -> dict[str, tuple[Cohort, Sample]]:
    """The patients of a group: one cohort for all models, or with lines one for each."""
    made: dict[str, tuple[Cohort, Sample]] = {}
    parts: dict[int, Cohort] = {}
    for model, judged in everyone.judged.items():
        chosen = patients.chosen(model, name)
        key = id(judged.cohort)
        if key not in parts:
            parts[key] = _part(judged.cohort, chosen, name, quiet=bool(parts))
        made[model] = (parts[key], part_of(parts[key], judged.sample, chosen))
    return made


def _part(whole: Cohort, chosen: NDArray[np.bool_], name: str, quiet: bool) -> Cohort:
    """The patients of a group; what is warned of, once, says whose it is."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        part = whole.part(chosen)
    for one in () if quiet else caught:
        warnings.warn(f"group {name!r}: {one.message}", one.category, stacklevel=2)
    return part


def _cohort(question: Question, patients: Patients) -> Cohort:
    """All patients; what is wrong with a column is said by its name."""
    try:
        return Cohort.of(patients.label, sample_weight=patients.weight, cluster=patients.cluster)
    except (OneClassError, TooFewError) as error:
        raise type(error)(f"column {question.roles.outcome!r}: {error}") from None
    except DataError as error:
        columns = {"sample_weight": question.roles.weight, "y_true": question.roles.outcome}
        name = columns.get(error.column or "")
        raise (error if name is None else error.about(column=f"column {name!r}")) from None


def _check_names(question: Question, patients: Patients | ReducedPatients) -> None:
    models = question.roles.scores
    source_by_model(models, question.source_prevalence)
    for name in (TREAT_ALL, TREAT_NONE):
        if name in models:
            raise SettingError(f"a model cannot be called {name!r}: that is a way without a model.")
    names = patients.group_names
    if len(names) > MOST_GROUPS:
        raise SettingError(
            f"column {question.roles.by!r} has {len(names):,} different values. "
            "Groups are few; for what belongs together, pass cluster= (--cluster)."
        )
    if question.reference is None:
        return
    if not names:
        raise SettingError(f"reference {question.reference!r} needs groups: pass by=.")
    if question.reference not in names:
        there = ", ".join(map(repr, names))
        raise SettingError(f"no group {question.reference!r} to compare with; there are {there}.")


# A mean risk more than this many times too high, or too low, is far from the prevalence.
_FAR = 2.0
# A share of patients with one and the same score that is worth a word when it lies at the cut-off.
_HEAP = 0.02


def cautions(models: Mapping[str, Judged]) -> None:
    """Warn of scores that look like decisions, like those of the other class, or miscalibrated."""
    for name, judged in models.items():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warn_of_decisions(judged.sample.score)
        for one in caught:
            warnings.warn(f"{name}: {one.message}", one.category, stacklevel=3)
        _warn_of_order(name, judged)
        _warn_of_mean(name, judged)
        _warn_of_heap(name, judged)


def _warn_of_order(name: str, judged: Judged) -> None:
    # The value alone, which takes half the time of its interval.
    found = auc_of(judged.sample)
    if found < 0.5:
        warnings.warn(
            f"{name}: an AUC of {found:.3f} is below one half. The outcome may be coded the other way round, "
            "the score may be the probability of the other outcome, or the model is worse than chance.",
            ScaleWarning,
            stacklevel=4,
        )


def _warn_of_heap(name: str, judged: Judged) -> None:
    """At one prevalence and cost, many patients just at the cut-off make the answer hang by a thread."""
    found = judged.cutoff
    if found.low != found.high:
        return
    score = judged.sample.score
    at = int(np.count_nonzero(np.abs(score - found.value) <= 1e-9))
    if at > _HEAP * len(score):
        warnings.warn(
            f"{name}: {at:,} of {len(score):,} patients score exactly {found}, the cut-off. They count as "
            "treated; at a slightly lower prevalence they would not. A range does not hang on this.",
            ScaleWarning,
            stacklevel=4,
        )


def _warn_of_mean(name: str, judged: Judged) -> None:
    prevalence = prevalence_of(judged.sample)
    score = judged.sample.score
    if judged.source_prevalence is not None:
        score = np.asarray(adjust(score, judged.source, prevalence))
    mean = float(np.average(score, weights=judged.sample.weight))
    if max(mean, 1e-300) / prevalence > _FAR or prevalence / max(mean, 1e-300) > _FAR:
        warnings.warn(
            f"{name}: the mean score is {percent(mean)}, but {percent(prevalence)} of the patients have the "
            "outcome. If the scores were made for another prevalence, state it (source_prevalence, "
            "--source-prevalence); otherwise the model is miscalibrated.",
            ScaleWarning,
            stacklevel=4,
        )
