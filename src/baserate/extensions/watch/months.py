"""The months that a model is watched over: out of any source, by name, in order, each of them once.

A month is a table or a file with a column of scores and perhaps one of outcomes, a site summary, an array of
scores, or a pair of outcomes and scores. Where outcomes are not known yet, scores do.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.scored import ScoredCohort
from baserate.errors import SHOWN, ColumnError, DataError, FileError, SettingError
from baserate.extensions.prevalence.unlabelled import UnlabelledScores, read_unlabelled
from baserate.extensions.watch.drift import Scored
from baserate.odds import log_odds
from baserate.patients.files import with_table
from baserate.patients.patients import PatientRows, Patients
from baserate.patients.reading import read_patients, without_markers
from baserate.patients.roles import Missing, Roles, check_missing, missing_values
from baserate.patients.source import Source, lazy_patients
from baserate.registry import site_summaries

# The same scores in two months are no chance if there are so many.
_NO_CHANCE = 20
# Columns that arrays of outcomes and of scores are called by.
_OUTCOME, _SCORE = "y_reference", "p_reference"


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The patients whose outcome is known, of one model: how many, how many of them cases, their scores."""

    source: Patients
    model: str
    patients: int
    cases: int
    scored: Scored

    @classmethod
    def of(cls, source: Patients, model: str) -> Outcomes:
        """Of patients in memory or in bins."""
        return cls(source, model, *source.counts(), _scored(source, model))

    def judged(self) -> ScoredCohort:
        """The model on them; refused where a class has too few for an interval."""
        return ScoredCohort(self.model, *self.source.cohort(self.model))


@dataclass(frozen=True, eq=False)
class Batch:
    """The patients of a month: all scores, and outcomes where some are known."""

    name: str
    patients: int
    unlabelled: UnlabelledScores
    scored: Scored
    outcomes: Outcomes | None = None


@dataclass(frozen=True)
class Columns:
    """How to read a batch: the columns of outcomes and scores, what is missing or positive, which table."""

    outcome: str
    score: str
    positive: object = None
    missing: Missing = "error"
    table: str | None = None

    def __post_init__(self) -> None:
        check_missing(self.missing)

    @property
    def roles(self) -> Roles:
        return Roles.of(self.outcome, self.score)

    def month(self, name: str, data: object) -> Batch:
        """The patients of a month, with what is wrong with them headed by its name."""
        try:
            return self._read(name, data)
        except DataError as error:
            raise error.about(model=name) from None
        except OSError as error:  # of a name that is none, or a disk
            raise FileError(f"it cannot be read: {error.strerror}.", model=name) from None

    def _read(self, name: str, data: object) -> Batch:
        data = with_table(data, self.table)
        if not site_summaries().summary_paths(data) and lazy_patients(data, [self.score]) is None:
            return self._in_memory(name, data)
        scores = read_unlabelled(data, self.score, missing=self.missing)
        return self._batch(name, data, scores, labelled=self._has_outcomes(data))

    def _in_memory(self, name: str, data: object) -> Batch:
        """A month in memory: outcomes may be lacking, for all patients or for some."""
        source = self._source(data, [self.score])
        columns = {one: source.numbers.get(one, source.columns[one]) for one in source.columns}
        scores = read_unlabelled(columns, self.score, missing=self.missing)
        known = self.outcome in columns and _any_known(source, self.outcome)
        return self._batch(name, columns, replace(scores, notes=source.notes), labelled=known)

    def _batch(self, name: str, data: object, scores: UnlabelledScores, *, labelled: bool) -> Batch:
        everyone = Scored.of(scores.log_odds, scores.weight, scores.squares, None)
        if not labelled:
            return Batch(name, scores.patients, scores, everyone)
        outcomes = Outcomes.of(self._patients(data), self.score)
        return Batch(name, scores.patients, scores, everyone, outcomes)

    def _patients(self, data: object) -> Patients:
        paths = site_summaries().summary_paths(data)
        if paths:
            return site_summaries().read_summaries(paths)
        return read_patients(data, self.roles, positive=self.positive, missing=self.missing)

    def _has_outcomes(self, data: object) -> bool:
        """Whether patients who stay where they are have a column of outcomes; site summaries always do."""
        lazy = lazy_patients(data, [self.score])
        return lazy is None or self.outcome in lazy.frame.collect_schema().names()

    def _source(self, data: object, wanted: list[str]) -> Source:
        """These columns, and that of the outcomes where there is one."""
        try:
            return Source.of(data, [self.outcome, *wanted], [self.score])
        except ColumnError:  # of the outcome, unless the second try says otherwise
            return Source.of(data, wanted, [self.score])

    def split(self, data: object, month: str) -> dict[str, Any]:
        """The months of one table, by the values of a column."""
        source = self._source(with_table(data, self.table), [self.score, month])
        grouping = source.grouping(month)
        if (grouping.code < 0).any():
            raise missing_values(
                {month: int((grouping.code < 0).sum())}, int((grouping.code < 0).sum()), len(grouping.code)
            )
        columns = {
            name: _masked(*source.partial(name, numbers=name == self.score))
            for name in (self.outcome, self.score)
            if name in source.columns
        }
        return {
            name: {one: values[grouping.code == code] for one, values in columns.items()}
            for code, name in enumerate(grouping.names)
        }


def batch_of_arrays(name: str, y: object, p: object, positive: object, missing: Missing) -> Batch:
    """Labelled or, with ``y`` None, unlabelled patients in arrays."""
    columns = Columns(_OUTCOME, _SCORE, positive, missing)
    return columns.month(name, {_SCORE: p} if y is None else {_OUTCOME: y, _SCORE: p})


def files_of(months: object) -> list[object]:
    """What may be files among the months."""
    if isinstance(months, Mapping):
        return list(months.values())
    return list(months) if isinstance(months, (list, tuple)) else [months]


def months_of(months: object, columns: Columns, month: str | None) -> tuple[list[Batch], list[str]]:
    """The months in order, and what was decided about them."""
    named, notes = _named(months, columns, month), []
    names = list(named)
    order, sorted_by_name = _in_order(names)
    if sorted_by_name and order != names:
        notes.append("The months were not in order; they have been put in the order of their names.")
    notes += _gaps(order)
    batches = []
    for name in order:
        if _is_empty(named[name]):
            notes.append(f"{name} has no patients, and is left out.")
            continue
        batches.append(_month(name, named[name], columns))
    if not batches:
        raise DataError("there is no month with patients: nothing to watch.")
    _refuse_doubles(batches)
    return batches, notes


def _month(name: str, data: Any, columns: Columns) -> Batch:
    if isinstance(data, tuple) and len(data) == 2 and not isinstance(data[0], (str, os.PathLike)):
        return batch_of_arrays(name, data[0], data[1], columns.positive, columns.missing)
    if _is_column(data) and not site_summaries().summary_paths(data):
        return batch_of_arrays(name, None, data, columns.positive, columns.missing)
    return columns.month(name, data)


def _is_column(data: object) -> bool:
    """Whether this is one column of values and no table."""
    if isinstance(data, (str, os.PathLike, Mapping)):
        return False
    return hasattr(data, "__len__") and not any(hasattr(data, name) for name in ("columns", "column_names"))


def _is_empty(data: Any) -> bool:
    """Whether there is nobody in a table or an array that is in memory."""
    if isinstance(data, Mapping):
        return all(len(values) == 0 for values in data.values())
    if isinstance(data, tuple) and len(data) == 2:
        return _is_empty(data[1])
    return hasattr(data, "__len__") and not isinstance(data, str) and len(data) == 0


def _named(months: object, columns: Columns, month: str | None) -> dict[str, Any]:
    """The months by their names."""
    if month is not None:
        if not isinstance(month, str):
            raise SettingError(f"month must be the name of one column; found {month!r}.")
        return columns.split(months, month)
    if isinstance(months, Mapping):
        named = {str(name): data for name, data in months.items()}
        if len(named) < len(months):
            raise SettingError(f"two months have one name; found {', '.join(map(repr, months))}.")
        return named
    if isinstance(months, (str, os.PathLike)):
        months = [months]
    if not isinstance(months, Sequence):
        raise SettingError(
            "months must be a mapping from names to tables, arrays or files, a list of files, or with month= "
            f"one table; found {type(months).__name__}."
        )
    if all(isinstance(one, (str, os.PathLike)) for one in months):
        return _files(months)
    return {str(number): data for number, data in enumerate(months, 1)}


def _files(paths: Iterable[Any]) -> dict[str, Any]:
    """Files by their names without endings, in the order of names."""
    named: dict[str, Any] = {}
    for path in sorted(paths, key=lambda one: Path(one).name):
        name = Path(path).name.partition(".")[0] or Path(path).name
        if name in named:
            raise SettingError(
                f"{named[name]} and {path} are both called {name!r}: each month is one file, once. Give the "
                "months as a mapping from names to files, or in one table with \0month=\0."
            )
        named[name] = path
    return named


def _in_order(names: list[str]) -> tuple[list[str], bool]:
    """The names in the order of the months that they say; as they are where one says none."""
    times = {name: _time(name) for name in names}
    if any(time is None for time in times.values()):
        return names, False
    places: dict[Any, str] = {}
    for name, time in times.items():
        if time in places:
            raise SettingError(
                f"{places[time]!r} and {name!r} are the same month. Give each month once: combine its parts."
            )
        places[time] = name
    return [places[time] for time in sorted(places)], True


_YEAR_AND_MONTH = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_. ]?(0[1-9]|1[0-2])(?!\d)")


def _time(name: str) -> tuple[int, int] | None:
    """Year and month, or a plain number, of a name; None where it has neither."""
    if (found := _YEAR_AND_MONTH.search(name)) is not None:
        return int(found[1]), int(found[2])
    return (0, int(name)) if name.isdecimal() and len(name) < 10 else None


def _gaps(names: list[str]) -> list[str]:
    """Which months are missing between the first and the last, where the names are months of years."""
    times = [_time(name) for name in names]
    dated = [12 * time[0] + time[1] - 1 for time in times if time is not None and time[0] > 0]
    if len(dated) < len(names) or not dated:
        return []
    lost = [f"{one // 12}-{one % 12 + 1:02d}" for one in range(dated[0], dated[-1]) if one not in set(dated)]
    if not lost:
        return []
    shown = ", ".join(lost[:SHOWN]) + (", ..." if len(lost) > SHOWN else "")
    return [f"No patients of {shown}: a month that is missing is passed over."]


def _refuse_doubles(batches: Sequence[Batch]) -> None:
    """Refuse a month that holds the scores of another."""
    seen: dict[bytes, str] = {}
    for batch in batches:
        if batch.patients < _NO_CHANCE:
            continue
        order = np.argsort(batch.scored.log_odds, kind="stable")
        print_of = batch.scored.log_odds[order].tobytes() + batch.scored.weight[order].tobytes()
        if print_of in seen:
            raise DataError(
                f"{seen[print_of]} and {batch.name} hold the same scores, so the same patients would count "
                "twice. Is one a copy of the other?"
            )
        seen[print_of] = batch.name


def _scored(source: Patients, model: str) -> Scored:
    """Log odds and outcomes. In a month all patients may have one outcome, whom no cohort is made of."""
    if isinstance(source, PatientRows):
        ones = np.ones(len(source.label))
        return Scored.of(
            np.asarray(log_odds(source.scores[model].astype(np.float64))), ones, ones, source.label
        )
    binned = source.binned([model])
    return Scored.of(binned.log_odds[:, 0], binned.weight, binned.squares, binned.label)


def _any_known(source: Source, outcome: str) -> bool:
    values, _ = without_markers(*source.partial(outcome, numbers=False))
    return len(values) > 0


def _masked(values: NDArray[Any], absent: NDArray[np.bool_]) -> Any:
    """A whole column again, of the values that are there."""
    whole = np.zeros(len(absent), dtype=values.dtype)
    whole[~absent] = values
    return np.ma.MaskedArray(whole, mask=absent)
