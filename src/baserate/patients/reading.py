"""Any source -> patients: rows in memory, or bins where the rows stay where they are.

In memory are a mapping of arrays, an eager frame and a file (:mod:`baserate.patients.source`); rows are
matched by position. A lazy frame, Spark, Dask, DuckDB, a folder of Parquet and a file too large for
memory are reduced to bins on their engine: one pass finds what is missing or wrong
(:mod:`baserate.patients.checks`), one more for each model makes its bins, and one for each pair of
models their joint bins (:mod:`baserate.patients.binning`); where there are clusters, one counts them
(:mod:`baserate.patients.clusters`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.errors import SHOWN, DataError, FileError
from baserate.inference.progress import Passes
from baserate.patients.binning import COARSE, FINE, Binned, Scales, bin_patients
from baserate.patients.checks import MOST_GROUPS, Survey, survey, too_many_groups
from baserate.patients.clusters import BinClusters, ClusterSums
from baserate.patients.coded import Coded, note_of_events
from baserate.patients.engine import (
    CLUSTER,
    GROUP,
    JOINT_PLACE,
    KIND,
    LABEL,
    OUTCOME,
    PLACE,
    STRATUM,
    TIME,
    WEIGHT,
    Shelf,
    names_of,
    score_name,
    take_columns,
    translated_failures,
)
from baserate.patients.follow_up_cells import (
    CASE,
    FollowUpCells,
    counted,
    rounded_times,
    with_kinds,
    with_weights,
)
from baserate.patients.group_cells import GroupCells, StratumCells, cross_groups, cross_strata, text_of
from baserate.patients.groupings import columns_of, divide, title
from baserate.patients.groups import Grouping, nested
from baserate.patients.outcome import check_positive, dated, missing_markers
from baserate.patients.patients import PatientBins, PatientRows, Patients
from baserate.patients.roles import NO_GROUP, FollowUpRoles, Missing, Roles, check_missing, missing_values
from baserate.patients.source import LazyPatients, Source, lazy_patients
from baserate.scores.columns import binary_scale, is_moderate
from baserate.scores.follow_up import FollowUp, check_times, with_horizon

__all__ = ["read_bins", "read_patients", "read_rows", "without_markers"]


def read_patients(
    data: object,
    roles: Roles,
    *,
    positive: object = None,
    missing: Missing = "error",
    adds_up: bool = False,
) -> Patients:
    """The patients of any source, checked and complete: in memory, or in bins where they stay lazy.

    With ``adds_up`` they are to be put together with those of other sources, on one scale of weights.
    """
    lazy = lazy_patients(data, roles.numbers)
    if lazy is None:
        rows = read_rows(data, roles, positive=positive, missing=missing)
        if adds_up and rows.weight is not None and not is_moderate(float(rows.weight.max())):
            raise _weights_out_of_reach(roles, float(rows.weight.max()))
        return rows.in_own_order()
    return read_bins(lazy, roles, positive=positive, missing=missing, adds_up=adds_up)


def read_bins(
    lazy: LazyPatients, roles: Roles, *, positive: object, missing: Missing, adds_up: bool = False
) -> PatientBins:
    """The patients of a lazy source, checked, in bins."""
    _check_settings(positive, missing)
    try:
        with translated_failures(of_libraries=True):
            taken = take_columns(lazy.frame, roles)
            _check_types(taken.collect_schema(), roles)
            frame, cells = cross_groups(taken, roles)
            frame, strata = cross_strata(frame, roles)
            bins = _reduce(
                frame, roles, _Cells(cells, strata), positive, missing, lazy.origin, adds_up=adds_up
            )
    except FileError as error:
        lazy.check()  # a file that has changed is why, whatever the engine makes of it
        raise error.about(advice=lazy.advice.strip()) from error.__cause__
    return replace(bins, notes=(*lazy.notes, *bins.notes), origin=lazy.settle(), files=lazy.hashes())


def _check_types(schema: Any, roles: Roles) -> None:
    """Refuse lists where one value is meant, and dates for outcomes; scores are looked at by the survey."""
    numbers = {WEIGHT, TIME, *(score_name(number) for number in range(len(roles.scores)))}
    for name, column in names_of(roles).items():
        if name not in numbers and schema[name].is_nested():
            raise nested(f"column {column!r}", str(schema[name]))
    if schema[OUTCOME].is_temporal():
        raise dated(roles.outcome, followed=roles.follow_up is not None)


def _check_settings(positive: object, missing: object) -> None:
    """Refuse what was asked of any source and makes no sense for any."""
    check_positive(positive)
    check_missing(missing)


def read_rows(
    data: object, roles: Roles, *, positive: object = None, missing: Missing = "error"
) -> PatientRows:
    """The patients of a source in memory, checked and complete."""
    _check_settings(positive, missing)
    source = Source.of(data, roles.columns, roles.numbers)
    columns = _Columns.of(source, roles)
    if columns.numbers[roles.outcome][0].dtype.kind in "mM":
        raise dated(roles.outcome, followed=roles.follow_up is not None)
    columns.check(missing)
    ended = columns.values(roles.outcome)
    if roles.follow_up is None:
        outcome, follow_up = Coded.of(source, roles.outcome, ended, positive), None
    else:
        follow_up, notes = read_follow_up(source, columns, roles.follow_up, ended, positive)
        outcome = Coded(follow_up.label, notes)
    by = {name: _with_nameless(columns.grouping(name)) for name in columns_of(roles.by)}
    group, division = (None, None) if roles.by is None else divide(roles.by, by)
    for way, family in () if division is None else zip(division.ways, division.families, strict=True):
        if len(family) > MOST_GROUPS:
            raise too_many_groups(title(way))
    return PatientRows(
        roles,
        columns.rows,
        columns.rows - int(columns.complete.sum()),
        columns.missing,
        source.origin,
        (*source.notes, *outcome.notes),
        outcome.labels,
        {model: columns.values(name) for model, name in roles.scores.items()},
        None if roles.weight is None else columns.values(roles.weight),
        group,
        None if roles.cluster is None else columns.grouping(roles.cluster),
        follow_up=follow_up,
        division=division,
        files=source.hashes(),
        outcome_values=outcome.values,
    )


def read_follow_up(
    source: Source, columns: _Columns, asked: FollowUpRoles, ended: NDArray[Any], positive: object
) -> tuple[FollowUp, tuple[str, ...]]:
    """How long the patients of a source in memory were followed and how it ended, and notes about that."""
    roles = columns.roles
    words = source.labels.get(roles.outcome, {})
    codes = Coded.events(words, roles.outcome, ended, positive, asked.censored)
    time = check_times(columns.values(asked.time), f"column {asked.time!r}")
    time = with_horizon(time, asked.horizon)
    strata = {name: _with_nameless(columns.grouping(name)) for name in asked.censoring}
    stratum, names = _numbered_strata(strata) if strata else (None, ())
    return FollowUp(time, codes.labels, asked.horizon, stratum, names), codes.notes


def _numbered_strata(strata: Mapping[str, Grouping]) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """One number for each stratum of several columns that has patients, and what it is called."""
    codes = np.column_stack([one.code for one in strata.values()])
    cells, stratum = np.unique(codes, axis=0, return_inverse=True)
    names = tuple(
        ", ".join(
            f"{name} {one.names[code]!r}" for (name, one), code in zip(strata.items(), cell, strict=True)
        )
        for cell in cells
    )
    return stratum.ravel().astype(np.intp), names


@dataclass(frozen=True, eq=False)
class _Columns:
    """The columns of a source in memory, and where a value is missing in each that must have one.

    ``numbers`` hold the values that are there, with where none is; ``groupings`` the names of groups
    and clusters.
    """

    roles: Roles
    rows: int
    numbers: Mapping[str, tuple[NDArray[Any], NDArray[np.bool_]]]
    groupings: Mapping[str, Grouping]
    absent: Mapping[str, NDArray[np.bool_]]

    @classmethod
    def of(cls, source: Source, roles: Roles) -> _Columns:
        """All columns that play a role; they must be of one length."""
        numeric = [roles.outcome, *roles.numbers]
        numbers = {name: source.partial(name, numbers=name != roles.outcome) for name in numeric}
        numbers[roles.outcome] = without_markers(*numbers[roles.outcome])
        strata = () if roles.follow_up is None else roles.follow_up.censoring
        named = [*columns_of(roles.by), *([] if roles.cluster is None else [roles.cluster]), *strata]
        groupings = {name: source.grouping(name) for name in dict.fromkeys(named)}
        absent = {name: where for name, (_, where) in numbers.items()}
        if roles.cluster is not None and roles.cluster not in absent:
            absent[roles.cluster] = groupings[roles.cluster].code < 0
        lengths = {name: len(where) for name, where in absent.items()}
        lengths |= {name: len(grouping.code) for name, grouping in groupings.items()}
        return cls(roles, _same_length(lengths), numbers, groupings, absent)

    @cached_property
    def complete(self) -> NDArray[np.bool_]:
        """Rows that lack nothing."""
        return np.asarray(~np.logical_or.reduce(list(self.absent.values())))

    @cached_property
    def missing(self) -> dict[str, int]:
        """How many values are missing, by column."""
        return {name: int(where.sum()) for name, where in self.absent.items() if where.any()}

    def check(self, missing: Missing) -> None:
        """Refuse missing values, unless they may be dropped; nobody left; and too many groups."""
        if self.missing and missing == "error":
            places = [
                (name, row) for name in self.missing for row in np.flatnonzero(self.absent[name])[:SHOWN]
            ]
            first = [f"{name!r} in row {row}" for name, row in places]
            raise missing_values(self.missing, self.rows - int(self.complete.sum()), self.rows, first)
        if not self.complete.any():
            raise DataError(
                f"no patient is left: of {self.rows:,} rows, every one lacks something ({self.missing})."
            )
        for by in columns_of(self.roles.by):
            if len(self.groupings[by].names) > MOST_GROUPS:
                raise too_many_groups(by)

    def values(self, name: str) -> NDArray[Any]:
        """The numbers of the rows that are complete."""
        array, absent = self.numbers[name]
        # A copy, so that the result does not change when the caller's array does.
        return array[self.complete[~absent]] if self.missing else array.copy()

    def grouping(self, name: str) -> Grouping:
        """The names of the rows that are complete."""
        return self.groupings[name].select(self.complete) if self.missing else self.groupings[name]


def without_markers(
    outcome: NDArray[Any], absent: NDArray[np.bool_]
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Outcomes that are there, and where none is; words for a missing value are none."""
    markers = missing_markers(np.unique(outcome).tolist()) if outcome.dtype.kind == "U" else []
    if not markers:
        return outcome, absent
    marked = np.isin(outcome, markers)
    absent = absent.copy()
    absent[np.flatnonzero(~absent)[marked]] = True
    return outcome[~marked], absent


def _same_length(lengths: Mapping[str, int]) -> int:
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name!r} has {count:,}" for name, count in lengths.items())
        raise DataError(f"the columns have different numbers of rows: {shown}. They must match.")
    rows = next(iter(lengths.values()))
    if rows == 0:
        raise DataError("there are no rows: nobody to evaluate.")
    return rows


def _with_nameless(group: Grouping) -> Grouping:
    """Patients without a group are a group of their own, so that nobody is lost."""
    if not (group.code < 0).any():
        return group
    name = NO_GROUP
    while name in group.names:  # somebody else's name
        name = f"({name})"
    return Grouping(np.where(group.code < 0, len(group.names), group.code), (*group.names, name), group.order)


@dataclass(frozen=True)
class _Cells:
    """What the columns of groups, and of strata of censoring, are made of on the engine."""

    groups: GroupCells | None
    strata: StratumCells | None


def _reduce(
    frame: Any,
    roles: Roles,
    cells: _Cells,
    positive: object,
    missing: Missing,
    origin: Mapping[str, Any],
    *,
    adds_up: bool,
) -> PatientBins:
    """The patients of a lazy frame under the names of the engine, reduced to bins where they are.

    One pass on the engine finds what is missing or wrong (:mod:`baserate.patients.checks`); where patients
    are followed to a horizon one more finds the curve of censoring
    (:mod:`baserate.patients.follow_up_cells`); one more for each model makes its bins, and one for each pair
    of models their joint bins. With ``adds_up`` the bins are to be added to those of other patients, so that
    weights must be what they are.
    """
    models = list(roles.scores)
    pairs = list(combinations(range(len(models)), 2))
    more = sum(one is not None for one in (roles.cluster, roles.follow_up))
    shelf = Shelf()
    with Passes(1 + len(models) + len(pairs) + more, "reading the patients") as passes:
        passes.next()
        found = survey(frame, roles, positive, missing)
        if adds_up and not is_moderate(found.most_weight):
            raise _weights_out_of_reach(roles, found.most_weight)
        ready = _weighed(found, roles, cells, passes, shelf)
        bins = partial(_bins, ready, passes)
        single = {model: bins((number,), FINE) for number, model in enumerate(models)}
        joint = {(models[i], models[j]): _named(bins((i, j), COARSE), cells.groups) for i, j in pairs}
        if roles.cluster is not None:
            passes.next()
            sums = ClusterSums.of(ready.frame, single, ready.scales.weight, shelf)
            single = {model: _with_clusters(binned, sums, model) for model, binned in single.items()}
        division = None if cells.groups is None else cells.groups.division(single[models[0]].group)
        single = {model: _named(binned, cells.groups) for model, binned in single.items()}
    dropped = found.rows - found.kept
    return PatientBins(
        roles,
        found.rows,
        dropped,
        found.missing,
        origin,
        ready.notes,
        single,
        joint,
        ready.followed,
        division=division,
        outcome_values=found.values,
    )


@dataclass(frozen=True, eq=False)
class _Ready:
    """Rows of an engine that lack nothing and have the weights that count, ready to be binned.

    ``followed`` says how patients were followed to a horizon, if they were, and ``censored`` is the same
    where some were censored before it; ``notes`` are what was decided about that.
    """

    frame: Any
    patients: tuple[int, int]
    scales: Scales
    followed: FollowUpCells | None = None
    censored: FollowUpCells | None = None
    notes: tuple[str, ...] = ()


def _weighed(found: Survey, roles: Roles, cells: _Cells, passes: Passes, shelf: Shelf) -> _Ready:
    """The rows that were looked at, with weights for censoring where some patients were censored."""
    to_one = binary_scale(found.most_weight)
    frame = _prepared(found, roles, to_one)
    # Weights that cannot be squared stay as shares of the largest; only their ratios matter.
    scale = to_one if is_moderate(found.most_weight) else 1.0
    if roles.follow_up is None:
        return _Ready(frame, (found.kept, found.positives), Scales(scale, scale))
    passes.next()
    frame, followed, notes = _followed(frame, roles, found, cells, scale)
    patients, scales = (found.kept, followed.positives), Scales(scale, scale)
    if followed.follow_up.is_complete:
        return _Ready(frame, patients, scales, followed, None, notes)
    frame, more_scale = with_weights(frame, followed, shelf.path)
    return _Ready(frame, patients, Scales(scale * more_scale, scale), followed, followed, notes)


def _bins(ready: _Ready, passes: Passes, numbers: tuple[int, ...], per_unit: int) -> Binned:
    """The bins of one model, or the joint ones of two; refused where the data changed since the survey.

    Every pass reads them again.
    """
    passes.next()
    joint = ready.censored is not None and len(numbers) > 1
    own = ready.frame.with_columns(nw.col(JOINT_PLACE).alias(PLACE)) if joint else ready.frame
    binned = bin_patients(own, numbers, per_unit, ready.scales, ready.censored)
    _check_same(ready.patients, binned.counts())
    return binned


def _followed(
    frame: Any, roles: Roles, found: Survey, cells: _Cells, scale: float
) -> tuple[Any, FollowUpCells, tuple[str, ...]]:
    """How patients were followed, by group, stratum and time; and what was decided about that, in words."""
    horizon = 0.0 if roles.follow_up is None else roles.follow_up.horizon
    frame, rounded = rounded_times(frame, found.kept, horizon)
    followed = FollowUpCells.of(counted(frame), horizon, scale, cells.groups, cells.strata)
    _check_same((found.kept,), (followed.follow_up.count(),))
    notes = (note_of_events(roles.outcome, found.codes or {}),)
    return frame, followed, notes if rounded is None else (*notes, rounded)


def _weights_out_of_reach(roles: Roles, most: float) -> DataError:
    """Weights that cannot be squared, where they are to be added to those of other sites."""
    return DataError(
        f"{{column}} has weights of up to {most:g}, which cannot be added to those of other sites.",
        column=f"column {roles.weight!r}",
        advice="Divide all weights, of every site, by the same number.",
    )


def _check_same(before: tuple[int, ...], now: tuple[int, ...]) -> None:
    """Refuse other numbers of patients, and of cases, than there were."""
    if now != before:
        words = ("patients", "cases")
        seen = " and then ".join(
            ", ".join(f"{number:,} {word}" for number, word in zip(numbers, words, strict=False))
            for numbers in (before, now)
        )
        raise FileError(
            f"the data changed while they were read: {seen}.", advice="Evaluate a copy that nobody writes to."
        )


def _with_clusters(binned: Binned, sums: ClusterSums, model: str) -> Binned:
    chosen = np.ones(len(binned), dtype=bool)
    return replace(binned, clusters=BinClusters(sums, model, chosen, binned.weight))


def _prepared(found: Survey, roles: Roles, scale: float) -> Any:
    """Label, group, cluster, and weights and scores between 0 and 1, of the patients who are left.

    Where they are followed to a horizon also how long, in which stratum, and how it ended.
    """
    frame, cases = found.frame, found.cases
    schema = frame.collect_schema()
    outcome, is_boolean = nw.col(OUTCOME), schema[OUTCOME] == nw.Boolean
    if found.codes is not None and roles.follow_up is not None:
        frame = with_kinds(frame, found.codes, roles.follow_up.horizon, is_boolean, OUTCOME)
        is_case = nw.col(KIND) == CASE
    else:
        if is_boolean:  # some engines do not compare these with numbers
            outcome, cases = outcome.cast(nw.Int8), [int(value) for value in cases]
        is_case = outcome.is_in(cases)
    parts = [nw.when(is_case).then(nw.lit(1)).otherwise(nw.lit(0)).alias(LABEL)]
    texts: dict[str, Callable[[Any], Any]] = {GROUP: partial(text_of, GROUP), CLUSTER: _cluster_names}
    parts += [
        name_all(schema[name]).alias(name) for name, name_all in texts.items() if name in schema.names()
    ]
    kept = [name for name in (STRATUM, TIME, KIND) if name in frame.columns]
    for name in schema.names():
        if name not in (OUTCOME, GROUP, CLUSTER, *kept):
            number = nw.col(name).cast(nw.Float64)
            parts.append(number * scale if name == WEIGHT else number)
    return frame.select(*parts, *kept)


def _cluster_names(kind: Any) -> Any:
    """The names of clusters as text; minus zero is zero, as it is in memory."""
    column = nw.col(CLUSTER)
    return (column + 0.0 if kind.is_float() else column).cast(nw.String)


def _named(binned: Binned, cells: GroupCells | None) -> Binned:
    """Bins whose groups have names."""
    if binned.group is None or cells is None:
        return binned
    return replace(binned, group=cells.names(binned.group))
