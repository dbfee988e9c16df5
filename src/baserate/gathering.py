"""From patients to evidence: cohorts and scores of everyone and of each group, and what to warn of."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.cautions import cautions
from baserate.checks import MOST_GROUPS
from baserate.cohort import Cohort
from baserate.decompose import natural
from baserate.engine import ReducedPatients
from baserate.errors import DataError, NotEstimableWarning, OneClassError, SettingError, TooFewError
from baserate.evidence import Group, Question
from baserate.inputs import Patients
from baserate.lines import part_of
from baserate.measures import EVERYONE, NO_ONE, Judged
from baserate.models import source_by_model
from baserate.rows import Rows


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
            made = {model: (lines.checked(), lines.rows()) for model, lines in patients.models.items()}
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
    question: Question, name: str, made: Mapping[str, tuple[Cohort, Rows]], counts: tuple[int, int]
) -> Group:
    judged = {
        model: Judged(
            cohort, rows, question.deployment, question.source_of(model), question.level, question.seed
        )
        for model, (cohort, rows) in made.items()
    }
    return Group(name, *counts, judged)


def _rows(cohort: Cohort, model: str, score: Any, dropped: int) -> Rows:
    """The scores of a model, with its name in what is wrong with them."""
    try:
        return cohort.rows(score)
    except DataError as error:
        text = str(error).replace("y_prob", f"score {model!r}")
        if dropped:
            text += f" (Rows are counted without the {dropped:,} that were dropped.)"
        raise type(error)(text) from None


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
) -> dict[str, tuple[Cohort, Rows]]:
    """The patients of a group: one cohort for all models, or with lines one for each."""
    made: dict[str, tuple[Cohort, Rows]] = {}
    parts: dict[int, Cohort] = {}
    for model, judged in everyone.judged.items():
        chosen = patients.chosen(model, name)
        key = id(judged.cohort)
        if key not in parts:
            parts[key] = _part(judged.cohort, chosen, name, quiet=bool(parts))
        made[model] = (parts[key], part_of(parts[key], judged.rows, chosen))
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
        text = str(error).replace("sample_weight", f"column {question.roles.weight!r}")
        raise type(error)(text.replace("y_true", f"column {question.roles.outcome!r}")) from None


def _check_names(question: Question, patients: Patients | ReducedPatients) -> None:
    models = question.roles.scores
    source_by_model(models, question.source_prevalence)
    for name in (EVERYONE, NO_ONE):
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
