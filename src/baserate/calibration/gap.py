"""Why two groups, or two models, differ: a difference in parts that add up.

Each group's score at its own prevalence mixes two things: how well the model works there, and how
common the disease is. The difference at equal prevalence (*mechanism* in the paper) is averaged over
the deployment's prevalences, or between those of the two groups; the rest is *label shift*. The
difference at equal prevalence again is one in discrimination (how well the scores rank patients;
*sharpness*) and one in *calibration*. All parts are in the same units, and add up. Each group's scores
are taken as calibrated to its observed prevalence unless another is stated, and that choice can reverse
the answer; so every result says which was made.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.calibration.scored import ScoredCohort
from baserate.calibration.split import REPLICATES, Correction, Split, check_label_shift, split_score
from baserate.deployment.deployment import Deployment, Value
from baserate.deployment.distributions import LogOddsUniform
from baserate.deployment.notation import percent
from baserate.errors import BaserateWarning, DataError, NotEstimableWarning, SettingError, tell
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from baserate.odds import expit, logit
from baserate.scores.columns import column
from baserate.scores.gains import gains_of
from baserate.scores.metrics import mean_gain, scores_by_model, source_by_model
from baserate.scores.sample import Sample, ScoreTable, like_decisions

_SIGNS = {
    "total": "total",
    "mechanism": "= at equal prevalence",
    "sharpness": "  = discrimination",
    "calibration": "  + calibration",
    "label_shift": "+ label shift",
    "sharpness_corrected": "corrected: discrimination",
    "calibration_corrected": "           calibration",
}


@dataclass(frozen=True, eq=False)
class Gap:
    """``first`` minus ``second``: the difference between two groups or models, and why.

    ``total = mechanism + label_shift`` and ``mechanism = sharpness + calibration``, exactly, where the
    mechanism is the difference at equal prevalence and sharpness the one in discrimination. ``over`` is
    the deployment over whose prevalences the mechanism is averaged; ``between_groups`` says that they
    were taken from those observed in the two groups. ``splits`` are the two sides' own parts.
    """

    first: ScoredCohort
    second: ScoredCohort
    own: tuple[Estimate, Estimate]
    over: Deployment
    between_groups: bool
    mechanism: Estimate
    sharpness: Estimate
    splits: tuple[Split, Split] = field(repr=False)

    @cached_property
    def total(self) -> Estimate:
        """Difference of the scores, each at its own group's prevalence."""
        return self.own[0] - self.own[1]

    @cached_property
    def label_shift(self) -> Estimate:
        """What differs because the disease is more common in one group: the total minus the mechanism."""
        return self.total - self.mechanism

    @cached_property
    def calibration(self) -> Estimate:
        """What differs because one group's risks are further from the truth; negative against the first."""
        return self.mechanism - self.sharpness

    @cached_property
    def sharpness_corrected(self) -> Estimate:
        """Discrimination without the optimism of recalibrating on the patients who judge it."""
        return self.sharpness - self._optimism

    @cached_property
    def calibration_corrected(self) -> Estimate:
        """Calibration without that optimism."""
        return self.calibration + self._optimism

    @cached_property
    def _optimism(self) -> Estimate:
        first, second = ((one.calibration - one.calibration_corrected) for one in self.splits)
        return first - second

    @property
    def parts(self) -> dict[str, Estimate]:
        """All parts by name, in the order in which they are read."""
        return {
            "total": self.total,
            "mechanism": self.mechanism,
            "sharpness": self.sharpness,
            "calibration": self.calibration,
            "label_shift": self.label_shift,
            "sharpness_corrected": self.sharpness_corrected,
            "calibration_corrected": self.calibration_corrected,
        }

    def at_level(self, level: float) -> Gap:
        """The same with another level for the intervals.

        Parameters
        ----------
        level
            The confidence level.
        """
        own = (self.own[0].at_level(level), self.own[1].at_level(level))
        parts = (self.mechanism.at_level(level), self.sharpness.at_level(level))
        return Gap(self.first, self.second, own, self.over, self.between_groups, *parts, self.splits)

    @property
    def source(self) -> str:
        """The prevalences for which the scores were taken to be made, in words."""
        parts = []
        for side in (self.first, self.second):
            kind = "as stated" if side.source_log_odds is None else "observed in all"
            kind = "observed" if side.source_prevalence is None else kind
            parts.append(f"{side.name} {percent(side.source)} ({kind})")
        return "scores calibrated to a prevalence of: " + ", ".join(parts)

    def __str__(self) -> str:
        prevalence = "the same prevalence"
        if self.over.prevalence is not None:
            prevalence = f"a prevalence of {self.over.prevalence}"
        if self.between_groups:
            prevalence += " (between those observed)"
        lines = [
            f"{self.first.name} minus {self.second.name}, {self.over.units}",
            f"cost {self.over.cost}",
            f"difference at equal prevalence: at {prevalence}",
            self.source,
        ]
        lines += [f"{_SIGNS[name]:27}{estimate}" for name, estimate in self.parts.items()]
        return "\n".join(lines)


__all__ = ["Gap", "GroupGaps", "ScoredCohort", "between", "by_group", "by_model", "natural"]

THE_REST = "the rest"


def between(
    first: ScoredCohort,
    second: ScoredCohort,
    deployment: Deployment,
    *,
    correction: Correction = "simulation",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Gap:
    """Why ``first`` and ``second`` differ: two groups, sites or periods, or two models of one cohort.

    ``deployment`` gives the cost and the units; its prevalence is what the mechanism is averaged
    over, None for the range between the prevalences of the two. That range is then an estimate
    too, and its error part of the intervals. Two models of the same patients have one prevalence,
    and so no label shift unless a range is given.

    Parameters
    ----------
    first, second
        Patients with a model's scores: :class:`ScoredCohort`.
    deployment
        Cost and units, and the prevalence that the mechanism is averaged over.
    correction, replicates, seed
        How optimism is found, and of its simulation, as for :func:`baserate.split`.
    """
    for side in (first, second):
        if not isinstance(side, ScoredCohort):
            raise SettingError(
                "a ScoredCohort is needed here, such as calibration.gap.ScoredCohort('new', cohort, scores); "
                f"found {side!r}."
            )
    tell((*first.cautions, *second.cautions))
    deployment = Deployment.checked(deployment)
    over, estimated = _range_of(first, second, deployment)
    check_label_shift(over, "the parts of a difference between groups")
    own = deployment.at(None)
    parts = [split_score(side, over, correction, replicates, seed) for side in (first, second)]
    mechanism = difference_at_equal_prevalence(first, second, deployment)
    sharpness = parts[0].sharpness - parts[1].sharpness
    if estimated:
        tables = (first.blocks.table, second.blocks.table)
        sharpness += _range_error(own, (first, second), tables, (first.prevalence, second.prevalence))
    return Gap(
        first,
        second,
        (first.worth(own), second.worth(own)),
        over,
        estimated,
        mechanism,
        sharpness,
        (parts[0], parts[1]),
    )


def difference_at_equal_prevalence(
    first: ScoredCohort, second: ScoredCohort, deployment: Deployment
) -> Estimate:
    """The score of ``first`` minus that of ``second``, both at the same prevalences; see :func:`between`."""
    over, estimated = _range_of(first, second, deployment)
    difference = first.score(over) - second.score(over)
    if not estimated:
        return difference
    own = deployment.at(None)
    samples, sources = (first.sample, second.sample), (first.source, second.source)
    return difference + _range_error(own, (first, second), samples, sources)


def _range_of(first: ScoredCohort, second: ScoredCohort, deployment: Deployment) -> tuple[Deployment, bool]:
    """Where the two are compared, and whether that is between the prevalences observed in them."""
    estimated = deployment.prevalence is None and first.prevalence != second.prevalence
    return _between(deployment, first.prevalence, second.prevalence) if estimated else deployment, estimated


@dataclass(frozen=True, eq=False)
class GroupGaps:
    """Each group's gap, by its name; ``not_estimable`` says why a group has none."""

    gaps: Mapping[str, Gap]
    not_estimable: Mapping[str, str]

    def __getitem__(self, group: object) -> Gap:
        group = str(group)
        if group not in self.gaps:
            why = self.not_estimable.get(group, f"there are {', '.join(map(repr, self.gaps))}")
            raise SettingError(f"no gap for {group!r}: {why}.")
        return self.gaps[group]

    def __str__(self) -> str:
        missing = [f"{group}: not estimable, {why}" for group, why in self.not_estimable.items()]
        return "\n\n".join([*map(str, self.gaps.values()), *missing])


def by_group(
    cohort: Cohort,
    y_prob: ArrayLike,
    group: ArrayLike,
    deployment: Deployment,
    *,
    reference: object = None,
    source_prevalence: Value | Mapping[str, Value] | None = None,
    correction: Correction = "simulation",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> GroupGaps:
    """Why a model does better or worse in each group than in a reference group, or in all others.

    ``group`` names the group of each patient; ``reference`` one of the names, None for the rest of
    the patients. ``source_prevalence`` is None for each group's own, one prevalence for all, or a
    mapping from the names of groups (and ``"the rest"``). A group with fewer than two patients of a
    class is not estimable; the others go on.

    Parameters
    ----------
    cohort
        The patients.
    y_prob
        The model's probability for each of them.
    group
        The group of each patient.
    deployment
        Cost and units; its prevalence is what the mechanism is averaged over, None for the range between
        the prevalences of the two.
    reference
        One of the names, None for the rest of the patients.
    source_prevalence
        None for each group's own, one prevalence for all, or a mapping from the names of groups (and
        ``"the rest"``).
    correction, replicates, seed
        How optimism is found, and of its simulation, as for :func:`baserate.split`.
    """
    names = np.asarray([str(name) for name in column(group, "group").tolist()])
    score = Cohort.checked(cohort).sample(y_prob).score
    if len(names) != len(score):
        raise SettingError(f"there are {len(score):,} patients, and {len(names):,} groups. They must match.")
    found = sorted({str(name) for name in names}, key=natural)
    _check_groups(found, reference, source_prevalence)

    def scored(name: str, chosen: NDArray[np.bool_]) -> ScoredCohort:
        stated = source_prevalence
        source = stated.get(name) if isinstance(stated, Mapping) else stated
        part = cohort.some(chosen)
        return ScoredCohort(name, part, part.sample(score[chosen]), source)

    cautions: list[BaserateWarning] = [*like_decisions(score)]
    gaps: dict[str, Gap] = {}
    not_estimable: dict[str, str] = {}
    against = None if reference is None else scored(str(reference), names == str(reference))
    for name in found:
        if reference is not None and name == str(reference):
            continue
        try:
            first = scored(name, names == name)
            second = scored(THE_REST, names != name) if against is None else against
        except DataError as error:
            not_estimable[name] = str(error).rstrip(".")
            cautions.append(NotEstimableWarning(f"group {name!r} is not estimable: {error}"))
            continue
        cautions += (one.about(group=name) for one in first.cohort.cautions)
        gaps[name] = between(
            first, second, deployment, correction=correction, replicates=replicates, seed=seed
        )
    tell(cautions)
    return GroupGaps(gaps, not_estimable)


def by_model(
    cohort: Cohort,
    models: Mapping[str, ArrayLike],
    deployment: Deployment,
    *,
    reference: str,
    source_prevalence: Value | Mapping[str, Value] | None = None,
    correction: Correction = "simulation",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> dict[str, Gap]:
    """Why each model does better or worse than a reference model on the same patients: paired.

    Parameters
    ----------
    cohort
        The patients.
    models
        Names, and the probabilities of each.
    deployment
        Where the models will be used: prevalence, cost and units.
    reference
        The name of the model that the others are compared with.
    source_prevalence
        One for all models, or a mapping from the names of some of them.
    correction, replicates, seed
        How optimism is found, and of its simulation, as for :func:`baserate.split`.
    """
    stated = source_by_model(scores_by_model(models), source_prevalence)
    if not isinstance(reference, str) or reference not in models:
        raise SettingError(f"no model {reference!r}; there are {', '.join(map(repr, models))}.")
    samples = {name: Cohort.checked(cohort).sample(score) for name, score in models.items()}
    tell(one.about(model=name) for name, sample in samples.items() for one in like_decisions(sample.score))
    sides = {name: ScoredCohort(name, cohort, sample, stated[name]) for name, sample in samples.items()}
    return {
        name: between(
            side, sides[reference], deployment, correction=correction, replicates=replicates, seed=seed
        )
        for name, side in sides.items()
        if name != reference
    }


def natural(name: str) -> tuple[float, str]:
    """Numbers in their order, before names in theirs."""
    try:
        return float(name), name
    except ValueError:
        return math.inf, name


def _check_groups(
    found: list[str], reference: object, source_prevalence: Value | Mapping[str, Value] | None
) -> None:
    if len(found) < 2:
        raise SettingError(f"there is one group only, {found[0]!r}: nothing to compare it with.")
    if reference is not None and str(reference) not in found:
        raise SettingError(f"no group {str(reference)!r}; there are {', '.join(map(repr, found))}.")
    if isinstance(source_prevalence, Mapping):
        unknown = sorted(set(source_prevalence) - {*found, THE_REST})
        if unknown:
            raise SettingError(
                f"\0source_prevalence=\0 names {', '.join(map(repr, unknown))}; the groups are "
                f"{', '.join(map(repr, found))}."
            )


def _between(deployment: Deployment, one: float, other: float) -> Deployment:
    """The same cost and units over the range between two prevalences."""
    return deployment.at(LogOddsUniform(min(one, other), max(one, other)))


def _range_error(
    deployment: Deployment,
    sides: tuple[ScoredCohort, ScoredCohort],
    samples: tuple[Sample | ScoreTable, Sample | ScoreTable],
    sources: tuple[float, float],
) -> Estimate:
    """What the error in the ends of the range adds to a difference: nothing to its value.

    How fast the difference moves with each end is taken over one standard error to either side,
    because with few patients the difference is a staircase.
    """

    def difference(ends: list[float]) -> float:
        over = _between(deployment, float(expit(ends[0])), float(expit(ends[1])))
        scores = [
            mean_gain(sample, gains_of(over, side.prevalence, source))
            for side, sample, source in zip(sides, samples, sources, strict=True)
        ]
        return scores[0] - scores[1]

    ends = [float(logit(side.prevalence)) for side in sides]
    errors = []
    for number, side in enumerate(sides):
        prevalence = side.cohort.log_odds_of_prevalence()
        step = prevalence.standard_error
        shifted = [[x + sign * step if i == number else x for i, x in enumerate(ends)] for sign in (1, -1)]
        slope = (difference(shifted[0]) - difference(shifted[1])) / (2.0 * step)
        errors.append(slope * (prevalence - prevalence.value))
    return errors[0] + errors[1]
