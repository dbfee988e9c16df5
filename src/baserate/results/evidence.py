"""What the patients say about several models at one deployment, overall and by group.

Evidence holds the patients it comes from, works out a number when it is first asked for, and keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import THE_REST, Gap, between
from baserate.calibration.readings import Readings, log_odds_of_whole, sidak
from baserate.calibration.scored import ScoredCohort
from baserate.calibration.split import Split
from baserate.deployment.deployment import (
    ALL,
    GROUP,
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.deployment.units import UnitLike
from baserate.errors import (
    BaserateError,
    BaserateWarning,
    DataError,
    FollowUpError,
    NotEstimableWarning,
    SettingError,
    ShiftError,
)
from baserate.inference.estimate import Estimate, Interval
from baserate.inference.simultaneous import adjusted_level
from baserate.inference.strategies import (
    DEFAULT_STRATEGIES,
    TREAT_ALL,
    TREAT_NONE,
    WITHOUT_MODEL,
    default_strategy,
)
from baserate.inference.treated import check_treated
from baserate.odds import adjust
from baserate.patients.patients import Patients
from baserate.results.cautions import (
    of_bins,
    of_clusters,
    of_fitted_source,
    of_groups,
    of_scores,
)
from baserate.results.families import Families, check_groups
from baserate.results.horizon import of_censoring
from baserate.results.judged import Cutoff, Judged, cutoff
from baserate.results.question import Question
from baserate.scores.patient_gains import is_moved
from baserate.scores.sample import prevalence_of

__all__ = ["Evidence"]

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Group:
    """Some of the patients, by name; ``why_not`` says why they cannot be judged, if they cannot."""

    name: str
    patients: int
    positives: int
    judged: Mapping[str, Judged] = field(repr=False)
    why_not: BaserateError | None = None

    @property
    def prevalence(self) -> float:
        """Share of these patients, by weight, who have the outcome."""
        return next(iter(self.judged.values())).prevalence


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """Every number about every model, with its interval."""

    question: Question
    patients: Patients = field(repr=False)
    everyone: Group
    groups: Mapping[str, Group]
    cautions: tuple[BaserateWarning, ...]
    time: str
    _kept: dict[Hashable, object] = field(default_factory=dict, repr=False)

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order in which they were given."""
        return tuple(self.question.roles.scores)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader must know before the result, in words."""
        return tuple(map(str, self.cautions))

    def judged(self, model: str, group: str | None = None) -> Judged:
        """Everything about one model, on all patients or in one group.

        Parameters
        ----------
        model
            The name of a model.
        group
            The name of a group; None for all patients.
        """
        if model not in self.models:
            raise SettingError(f"no model {model!r}; there are {', '.join(map(repr, self.models))}.")
        return self.group(group).judged[model]

    def score(self, model: str, group: str | None = None) -> Estimate:
        """Net benefit of a model, or of a default strategy, at the deployment; zero is treating none.

        Parameters
        ----------
        model
            The name of a model, or of a default strategy.
        group
            The name of a group; None for all patients.
        """
        if model in DEFAULT_STRATEGIES:
            return self._strategy(model, group)
        return self.judged(model, group).net_benefit

    def compare(self, model: str, reference: str, group: str | None = None) -> Estimate:
        """Net benefit of a model minus that of another, or of a default strategy; paired.

        Default strategies are "treat all", "treat none" and "without a model", the better of the two at
        each prevalence. ``.confidence()`` is the one-sided confidence level that the first is better.

        Parameters
        ----------
        model, reference
            Names of two models, or of a model and a default strategy.
        group
            The name of a group; None for all patients.
        """
        return self._once(
            ("compare", model, reference, group), lambda: self._compare(model, reference, group)
        )

    def _compare(self, model: str, reference: str, group: str | None) -> Estimate:
        if reference in DEFAULT_STRATEGIES:
            if model in DEFAULT_STRATEGIES:
                return (self._strategy(model, group) - self._strategy(reference, group)).at_level(
                    self.question.level
                )
            return self.judged(model, group).difference_from(reference)
        if model in DEFAULT_STRATEGIES:
            return -self.judged(reference, group).difference_from(model)
        return self.difference(model, reference, self.question.deployment, group)

    def error_bound(self, model: str) -> float:
        """How far bins can move a model's net benefit, at most; 0 in memory and for default strategies."""
        if model in DEFAULT_STRATEGIES:
            return 0.0
        where, source = self.question.deployment_of(model), self.judged(model).source
        return self._once(("bound", model), lambda: self.patients.error_bound(model, where, source))

    def difference(
        self, model: str, other: str, deployment: Deployment, group: str | None = None
    ) -> Estimate:
        """Net benefit of a model minus that of another at any deployment, on the same patients.

        Each has the shift of its own scores, whatever the deployment says. Net benefit depends on how a
        model's score goes with the outcome and on nothing else of the place, and places in which one does
        so as asked and places in which the other does are not at odds: one population can be both.
        """
        first, second = self.judged(model, group), self.judged(other, group)
        places = [self.question.deployment_of(name, deployment) for name in (model, other)]
        pair = self.patients.pair(model, other, group)
        if pair is None:
            estimate = first.score(places[0]) - second.score(places[1])
        else:  # each model has bins of its own, and the joint bins of the two say how they vary
            sources = (first.stated_source, second.stated_source)
            estimate = pair.difference((places[0], places[1]), sources)
            # What patients of this group contribute to both is left out; it is next to nothing.
            for sign, side, place in zip((1.0, -1.0), (first, second), places, strict=True):
                error = side.source_error(place)
                estimate = estimate if error is None else estimate + sign * error
        return estimate.at_level(self.question.level)

    def simultaneous(self, model: str, reference: str, group: str | None = None) -> Interval:
        """The interval of a difference that holds together with those of all other comparisons.

        These are all pairs of models, and every model with every default strategy; in groups, those
        of all groups. The interval of :meth:`compare` holds for one comparison at a time.

        Parameters
        ----------
        model, reference
            Names of two models, or of a model and a default strategy.
        group
            The name of a group; None for all patients.
        """
        return self.compare(model, reference, group).interval(self.level_of_comparisons(group))

    @property
    def comparisons(self) -> list[tuple[str, str]]:
        """Every pair of models, and every model with every default strategy."""
        pairs = [*combinations(self.models, 2)]
        return pairs + [(model, strategy) for model in self.models for strategy in DEFAULT_STRATEGIES]

    def level_of_comparisons(self, group: str | None = None) -> float:
        """The level of each comparison's interval at which all of them hold together.

        Parameters
        ----------
        group
            The name of a group; None for all patients.
        """
        return self._once(("comparisons together", group), lambda: self._adjusted(self.comparisons, group))

    def level_of_scores(self, group: str | None = None) -> float:
        """The same for the net benefits of all models: also that of the best, picked by looking."""
        scores = [(model, TREAT_NONE) for model in self.models]
        return self._once(("scores together", group), lambda: self._adjusted(scores, group))

    def _adjusted(self, pairs: list[tuple[str, str]], group: str | None) -> float:
        """The level of single intervals; in groups, such that those of all groups hold together.

        They do so at the product of the levels of the groups. Groups of one column are different patients,
        and independent. Groups of different columns overlap: then the product is a lower bound, because
        the intervals of a group are a convex set, symmetric about the truth, of estimates that are jointly
        normal (the Gaussian correlation inequality; Royen 2014, arXiv:1408.1028).
        """
        estimable = sum(part.why_not is None for part in self.groups.values())
        level = self.question.level if group is None else self.question.level ** (1.0 / estimable)
        return adjusted_level(*self.contrasts(pairs, group), level)

    def contrasts(
        self, pairs: list[tuple[str, str]], group: str | None = None
    ) -> tuple[NDArray[np.float64], list[tuple[int, int]]]:
        """The variance of every difference of two models or strategies, and where among them pairs are."""
        items = (*self.models, *DEFAULT_STRATEGIES)
        place = {item: number for number, item in enumerate(items)}
        variances = np.zeros((len(items), len(items)))
        for one, other in combinations(items, 2):
            variance = self.compare(one, other, group).spread.variance
            variances[place[one], place[other]] = variances[place[other], place[one]] = variance
        return variances, [(place[one], place[other]) for one, other in pairs]

    def split(self, model: str, group: str | None = None) -> Split:
        """Discrimination and calibration loss: total, sharpness, calibration, calibration_corrected.

        Parameters
        ----------
        model
            The name of a model.
        group
            The name of a group; None for all patients.
        """
        return self.judged(model, group).split

    def gap(
        self,
        model: str,
        group: str,
        reference: str | None = None,
        *,
        prevalence: PrevalenceLike | None = None,
        units: UnitLike | None = None,
    ) -> Gap:
        """Why a model does better or worse in one group than in another, or than in all other patients.

        Parameters
        ----------
        model, group
            The model, and the group that is asked about.
        reference
            The group it is compared with; None for all other patients.
        prevalence
            What the difference at equal prevalence (mechanism) is averaged over: the deployment's
            prevalence by default, so that it is the difference of the two scores; where neither is
            stated, the range between the prevalences observed in the two groups.
        units
            Those of the deployment by default; ``"accuracy"`` at a cost of 1:1 gives the paper's numbers.
        """
        asked = self.question.deployment
        where = asked.prevalence if prevalence is None else Prevalence.of(prevalence)
        unit = asked.units if units is None else units
        self.judged(model)  # for its errors
        deployment = Deployment.of(where, asked.cost, unit, self.question.shifts[model])
        key = ("gap", model, group, reference, deployment)
        return self._once(key, lambda: self._gap(model, group, reference, deployment))

    def _gap(self, model: str, group: str, reference: str | None, deployment: Deployment) -> Gap:
        if reference is not None:
            self.group(group), self.group(reference)  # for their errors
            self.families.check_comparable(str(group), str(reference))
        first, second = self._sides(model, group, reference)
        if self.question.sources[model] == ALL:
            log_odds = self._log_odds_of_all(model, group, reference)
            first, second = (side.with_source_log_odds(log_odds) for side in (first, second))
        return between(first, second, deployment, seed=self.question.seed).at_level(self.question.level)

    def _sides(self, model: str, group: str, reference: str | None) -> tuple[ScoredCohort, ScoredCohort]:
        """The model in a group, and in the one it is compared with: another, or the rest."""
        first: ScoredCohort = self.judged(model, group).by_weights.called(group)
        if reference is None:
            return first, self.rest(model, group)
        return first, self.judged(model, reference).by_weights.called(reference)

    def _log_odds_of_all(self, model: str, group: str, reference: str | None) -> Estimate | None:
        """The overall prevalence as two groups and whoever is in neither contribute to it.

        None, and so without error, where too few patients are in neither.
        """
        whole = self.everyone.judged[model].cohort
        parts = [side.cohort.sampling for side in self._sides(model, group, reference)]
        if reference is not None:
            members = [self.patients.members((model,), name) for name in (group, reference)]
            neither = ~(members[0] | members[1])
            if neither.any():
                try:
                    parts.append(whole.some(neither).sampling)
                except DataError:
                    return None
        return log_odds_of_whole(whole, parts)

    def readings(self, model: str, group: str, reference: str | None = None) -> Readings | None:
        """A group and its reference, scores calibrated to each one's own prevalence, and to that of all.

        Which of the two holds can reverse the difference at equal prevalence; calibration by group can
        tell. None where the prevalence to which the model's scores are calibrated is stated.

        Parameters
        ----------
        model
            The name of a model.
        group
            The name of a group.
        reference
            The name of another; None for all others.
        """
        if isinstance(self.question.sources[model], float):
            return None
        key = ("readings", model, group, reference)
        return self._once(key, lambda: self._readings(model, group, reference))

    def _readings(self, model: str, group: str, reference: str | None) -> Readings:
        gap = self.gap(model, group, reference)  # what was worked out for the one serves the other
        first, second = gap.first, gap.second
        if self.question.sources[model] == ALL:
            by_reading = {GROUP: (first.with_source(None), second.with_source(None)), ALL: (first, second)}
        else:
            source = self.everyone.judged[model].prevalence, self._log_odds_of_all(model, group, reference)
            by_reading = {
                GROUP: (first, second),
                ALL: (first.with_source(*source), second.with_source(*source)),
            }
        return Readings(by_reading, self.question.deployment, self.question.level)

    def at_common_threshold(self, model: str, group: str) -> Estimate:
        """Net benefit in a group of the one cut-off that everyone has, ``ev.threshold(model).value``.

        A hospital deploys one cut-off on the score. The interval is for that cut-off as it is.

        Parameters
        ----------
        model
            The name of a model.
        group
            The name of a group.
        """
        key = ("common threshold", model, group)
        cut = self.threshold(model).value
        return self._once(key, lambda: self.judged(model, group).net_benefit_at(cut))

    def level_of_one(self, comparisons: int) -> float:
        """The level of one of several intervals that are to hold together at the level asked for."""
        return sidak(self.question.level, comparisons)

    @property
    def families(self) -> Families:
        """Which groups are compared with each other."""
        ways = zip(self.question.roles.ways, self.patients.families, strict=True)
        names = {way: [name for name in family if name in self.groups] for way, family in ways}
        estimable = frozenset(name for name, group in self.groups.items() if group.why_not is None)
        return Families(names, estimable, self.question.reference)

    def compared_with(self, group: str) -> str | None:
        """The group that another is compared with in tables: of two the second, else None for the rest."""
        return self.families.compared_with(group)

    @property
    def gap_family(self) -> int:
        """How many different comparisons of groups there are for a model."""
        return self.families.comparisons

    def rest(self, model: str, group: str) -> ScoredCohort:
        """The model on all patients but those of a group."""
        self.group(group)
        return self._once(("rest", model, group), lambda: self._rest(model, group))

    def _rest(self, model: str, group: str) -> ScoredCohort:
        cohort, sample = self.patients.cohort(model, group, rest=True)
        source = _source(self.question, self.patients, model, group)
        return ScoredCohort(THE_REST, cohort, sample, *source)

    def threshold(
        self,
        model: str,
        prevalence: PrevalenceLike | None = None,
        cost: CostLike | None = None,
        *,
        group: str | None = None,
    ) -> Cutoff:
        """The cut-off on the model's raw score: at the deployment, or at another prevalence or cost.

        Groups have a cut-off in common where the deployment's prevalence and the one to which scores are
        calibrated are both the group's own, or neither is; otherwise each has one of its own.

        Parameters
        ----------
        model
            The name of a model.
        prevalence, cost
            Another than the deployment's, in any way they can be written.
        group
            The name of a group; None for all patients.
        """
        judged = self.judged(model, group)
        if prevalence is None and cost is None:
            return judged.cutoff
        asked = self.question.deployment
        own = asked.prevalence or Prevalence.of(judged.prevalence)
        where = own if prevalence is None else prevalence
        shift = self.question.shifts[model]
        return cutoff(where, asked.cost if cost is None else cost, judged.source, shift, judged.prevalence)

    def adjusted(self, model: str, score: Any, prevalence: Value) -> Any:
        """The probability that a patient with this score has the disease, at the given prevalence.

        Parameters
        ----------
        model
            The name of a model.
        score
            One, or an array of them, as the model gives them.
        prevalence
            Where the patient is, such as 0.05 or "5%".
        """
        judged, there = self.judged(model), source_prevalence_of(prevalence)
        reached = self.question.shifts[model].prevalence_for_scores(there, judged.prevalence)
        return adjust(score, judged.source, reached)

    def group(self, name: object) -> Group:
        """A group by its name, or everyone for None; an error where it cannot be judged.

        Parameters
        ----------
        name
            That of a group, or None.
        """
        if name is None:
            return self.everyone
        name = str(name)
        if name not in self.groups:
            there = ", ".join(map(repr, self.groups)) or "none: pass \0by=\0"
            raise SettingError(f"no group {name!r}; there are {there}.")
        group = self.groups[name]
        if group.why_not is not None:
            raise DataError(f"group {name!r} is not estimable: {group.why_not}")
        return group

    def _strategy(self, name: str, group: str | None) -> Estimate:
        """Net benefit of a default strategy; zero is treating none."""
        return self._once(("strategy", name, group), lambda: self._find_strategy(name, group))

    def _find_strategy(self, name: str, group: str | None) -> Estimate:
        if name == TREAT_NONE:  # zero whoever the patients are, also where the prevalence is theirs
            return Estimate.exact(0.0).at_level(self.question.level)
        cohort, deployment = next(iter(self.group(group).judged.values())).cohort, self.question.deployment
        worth = default_strategy(name, cohort, deployment) - default_strategy(TREAT_NONE, cohort, deployment)
        if worth == 0.0 and name == WITHOUT_MODEL and self._strategy(TREAT_ALL, group) < 0.0:
            worth = Estimate.exact(0.0)  # treating none it is
        return worth.at_level(self.question.level)

    def _once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What belongs to this key, worked out at most once."""
        if key not in self._kept:
            self._kept[key] = find()
        return cast(T, self._kept[key])


def gather(
    question: Question, patients: Patients
) -> tuple[Group, dict[str, Group], tuple[BaserateWarning, ...]]:
    """All patients, each group, and what to warn of before any of them is judged."""
    check_groups(question, patients)
    everyone = _judge(question, patients, None)
    groups, of_groups = _groups(question, patients)
    return everyone, groups, (*_of_cohorts(everyone), *of_groups)


def _of_cohorts(group: Group) -> list[BaserateWarning]:
    """What is to be said of how many patients there are, once for all models."""
    every = (one for judged in group.judged.values() for one in judged.cohort.cautions)
    return list({str(one): one for one in every}.values())


def cautions_of(ev: Evidence) -> Iterator[BaserateWarning]:
    """What to warn of once every model can be judged."""
    cluster = ev.question.roles.cluster
    counted = "patients" if cluster is None else "rows"
    if cluster is not None:
        yield from of_clusters(next(iter(ev.everyone.judged.values())), cluster, counted)
    yield from ev.patients.cautions
    yield from of_censoring(ev.patients.followed(), None, counted)
    estimable = {name: group for name, group in ev.groups.items() if group.why_not is None}
    for name in estimable:
        yield from of_censoring(ev.patients.followed(name), name, counted)
    for model, judged in ev.everyone.judged.items():
        yield from of_scores(judged, counted)
        yield from of_bins(judged, ev.error_bound(model))
        yield from of_groups(judged, {name: group.judged[model] for name, group in estimable.items()})
        if estimable and ev.question.sources[model] is None:
            yield from of_fitted_source(judged)


def _judge(question: Question, patients: Patients, group: str | None) -> Group:
    """The patients of a group, or everyone, with every model's scores of them."""
    judged = {}
    for model in patients.models:
        cohort, sample = patients.cohort(model, group)
        judged[model] = Judged(
            model,
            cohort,
            sample,
            *_source(question, patients, model, group),
            deployment=question.deployment_of(model),
            level=question.level,
            seed=question.seed,
            of_all=question.sources[model] == ALL,
            estimator=question.estimator,
        )
        if question.estimator == "kaplan-meier":
            _check_estimator(question, patients, judged[model])
        _check_place(judged[model])
    return Group("everyone" if group is None else group, *patients.counts(group), judged)


def _check_estimator(question: Question, patients: Patients, judged: Judged) -> None:
    """Refuse the risk among the treated where there is more than one threshold, or no single patients.

    Nor can it be told where nobody who is treated is followed to the horizon.
    """
    if patients.in_bins:
        raise SettingError(
            "\0estimator='kaplan-meier'\0 needs the patients in memory; these are in bins.",
            advice="Use \0estimator='ipcw'\0, the default.",
        )
    check_treated(judged.cohort, question.deployment)
    try:
        judged.score(judged.deployment)
    except FollowUpError as error:
        raise error.about(model=judged.name) from None


def _check_place(judged: Judged) -> None:
    """Refuse scores that know too little to stand for patients at the deployment with so small a shift."""
    if not is_moved(judged.deployment):
        return
    try:
        judged.score(judged.deployment)
    except ShiftError as error:
        raise error.about(model=judged.name) from None


def _source(
    question: Question, patients: Patients, model: str, group: str | None
) -> tuple[float | None, Estimate | None]:
    """The prevalence to which a model's scores are calibrated in a group, and its log odds as an estimate.

    None for the one observed in these patients. The overall one, in a group, is an estimate that all
    groups share; where the rest are too few to contribute an error of their own, it is taken as stated.
    """
    source = question.sources[model]
    if source != ALL or group is None:
        return (None if source == ALL else cast("float | None", source)), None
    whole, sample = patients.cohort(model)
    try:
        parts = [patients.cohort(model, group, rest=rest)[0].sampling for rest in (False, True)]
    except DataError:
        return prevalence_of(sample), None
    return prevalence_of(sample), log_odds_of_whole(whole, parts)


def _groups(question: Question, patients: Patients) -> tuple[dict[str, Group], list[BaserateWarning]]:
    """Every group by name, and what is to be said of them.

    One with too few patients of a class says so, and the others go on.
    """
    groups: dict[str, Group] = {}
    cautions: list[BaserateWarning] = []
    for name in patients.group_names:
        try:
            groups[name] = _judge(question, patients, name)
        except DataError as error:
            cautions.append(_not_estimable(name, error))
            groups[name] = Group(name, *patients.counts(name), {}, error.unquoted())
            continue
        cautions += (one.about(group=name) for one in _of_cohorts(groups[name]))
    reference = groups.get(question.reference) if question.reference is not None else None
    if reference is not None and reference.why_not is not None:
        raise DataError(
            f"group {question.reference!r} cannot be the reference: {reference.why_not}",
            argument=("reference", question.reference),
        )
    return groups, cautions


def _not_estimable(name: str, error: DataError) -> NotEstimableWarning:
    return NotEstimableWarning(
        f"not estimable: {error.problem}",
        column=error.column,
        model=error.model,
        group=name,
        count=error.count,
        of=error.of,
        advice=error.advice,
        argument=error.argument,
    )
