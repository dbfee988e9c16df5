"""Any source -> patients: rows in memory, or bins where the rows stay where they are.

In memory are a mapping of arrays, an eager frame and a file (:mod:`baserate.data.source`); rows are
matched by position. A lazy frame, Spark, Dask, DuckDB, a folder of Parquet and a file too large for
memory are reduced to bins on their engine: one pass finds what is missing or wrong
(:mod:`baserate.data.checks`), one more for each model makes its bins, and one for each pair of
models their joint bins (:mod:`baserate.data.binning`); where there are clusters, one counts them
(:mod:`baserate.data.clusters`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.data.binning import CLUSTER, COARSE, FINE, GROUP, LABEL, WEIGHT, Binned, bin_patients
from baserate.data.checks import MOST_GROUPS, complete, survey, too_many_groups
from baserate.data.clusters import BinClusters, ClusterSums
from baserate.data.groups import Grouping
from baserate.data.outcome import labels
from baserate.data.patients import PatientBins, PatientRows, Patients
from baserate.data.roles import NO_GROUP, Missing, Roles, missing_values, require_columns
from baserate.data.source import LazyPatients, Source, is_parquet, lazy_patients
from baserate.data.summaries import combine
from baserate.errors import SHOWN, FileError, SettingError, ShapeError
from baserate.inference.progress import Passes


def read_patients(
    data: object, roles: Roles, *, positive: object = None, missing: Missing = "error"
) -> Patients:
    """The patients of any source, checked and complete: in memory, or in bins where they stay lazy."""
    lazy = lazy_patients(data, roles.numbers)
    if lazy is None:
        return read_rows(data, roles, positive=positive, missing=missing)
    return _on_engine(lazy, roles, positive, missing)


def read_bins(
    data: object, roles: Roles, *, positive: object = None, missing: Missing = "error"
) -> PatientBins:
    """The patients of any source, or of a list of sources, in bins, whether or not they fit into memory."""
    import polars as pl

    if isinstance(data, list):
        return combine([read_bins(one, roles, positive=positive, missing=missing) for one in data])
    lazy = lazy_patients(data, roles.numbers)
    if lazy is None and isinstance(data, str) and is_parquet(data):
        from baserate.data.files import scan_parquet

        lazy = lazy_patients(scan_parquet(Path(data), data))
    if lazy is not None:
        return _on_engine(lazy, roles, positive, missing)
    rows = read_rows(data, roles, positive=positive, missing=missing)
    columns: dict[str, Any] = {roles.outcome: rows.label, **rows.scores}
    if rows.weight is not None and roles.weight is not None:
        columns[roles.weight] = rows.weight
    if rows.group is not None and roles.by is not None:
        columns[roles.by] = np.asarray(rows.group.names, dtype=object)[rows.group.code]
    own = Roles.of(roles.outcome, list(roles.scores), roles.by, None, roles.weight)
    frame = nw.from_native(pl.LazyFrame(columns))
    bins = reduce_patients(frame, own, None, "error", rows.origin)
    return replace(bins, rows=rows.rows, dropped_rows=rows.dropped_rows, missing=rows.missing)


def _on_engine(lazy: LazyPatients, roles: Roles, positive: object, missing: Missing) -> PatientBins:
    import polars as pl
    from narwhals.exceptions import NarwhalsError

    require_columns(roles.columns, lazy.frame.collect_schema().names())
    try:
        bins = reduce_patients(lazy.frame, roles, positive, missing, lazy.origin)
    except (pl.exceptions.PolarsError, NarwhalsError, OSError) as error:
        why = str(error).partition("\n")[0].rstrip(".")
        raise FileError(f"the data cannot be read where they are: {why}.{lazy.advice}") from None
    return replace(bins, notes=lazy.notes)


def read_rows(
    data: object, roles: Roles, *, positive: object = None, missing: Missing = "error"
) -> PatientRows:
    """The patients of a source in memory, checked and complete."""
    if missing not in ("error", "drop"):
        raise SettingError(f"missing must be 'error' or 'drop'; found {missing!r}.")
    source = Source.of(data, roles.columns, roles.numbers)
    columns = _Columns.of(source, roles)
    columns.check(missing)
    return PatientRows(
        roles,
        columns.rows,
        columns.rows - int(columns.complete.sum()),
        columns.missing,
        source.origin,
        source.notes,
        labels(columns.values(roles.outcome), roles.outcome, positive),
        {model: columns.values(name) for model, name in roles.scores.items()},
        None if roles.weight is None else columns.values(roles.weight),
        None if roles.by is None else _with_nameless(columns.grouping(roles.by)),
        None if roles.cluster is None else columns.grouping(roles.cluster).code,
    )


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
        groupings = {name: source.grouping(name) for name in (roles.by, roles.cluster) if name is not None}
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
            raise ShapeError(
                f"no patient is left: of {self.rows:,} rows, every one lacks something ({self.missing})."
            )
        by = self.roles.by
        if by is not None and len(self.groupings[by].names) > MOST_GROUPS:
            raise too_many_groups(by)

    def values(self, name: str) -> NDArray[Any]:
        """The numbers of the rows that are complete."""
        array, absent = self.numbers[name]
        # A copy, so that the result does not change when the caller's array does.
        return array[self.complete[~absent]] if self.missing else array.copy()

    def grouping(self, name: str) -> Grouping:
        """The names of the rows that are complete."""
        return self.groupings[name].select(self.complete) if self.missing else self.groupings[name]


def _same_length(lengths: Mapping[str, int]) -> int:
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name!r} has {count:,}" for name, count in lengths.items())
        raise ShapeError(f"the columns have different numbers of rows: {shown}. They must match.")
    rows = next(iter(lengths.values()))
    if rows == 0:
        raise ShapeError("there are no rows: nobody to evaluate.")
    return rows


def _with_nameless(group: Grouping) -> Grouping:
    """Patients without a group are a group of their own, so that nobody is lost."""
    if not (group.code < 0).any():
        return group
    name = NO_GROUP
    while name in group.names:  # somebody else's name
        name = f"({name})"
    return Grouping(np.where(group.code < 0, len(group.names), group.code), (*group.names, name))


def reduce_patients(
    frame: Any, roles: Roles, positive: object, missing: Missing, origin: Mapping[str, Any]
) -> PatientBins:
    """The patients of a lazy frame, reduced to bins where they are.

    One pass on the engine finds what is missing or wrong (:mod:`baserate.data.checks`); one more for
    each model makes its bins, and one for each pair of models their joint bins.
    """
    frame = frame.select(*roles.columns)
    kind = None if roles.by is None else frame.collect_schema()[roles.by]
    pairs = list(combinations(roles.scores, 2))
    more = 0 if roles.cluster is None else 1
    with Passes(1 + len(roles.scores) + len(pairs) + more, "reading the patients") as passes:
        passes.next()
        found = survey(frame, roles, positive, missing)
        frame = _prepared(complete(frame, roles) if found.missing else frame, roles, found.cases)

        def bins(models: tuple[str, ...], per_unit: int) -> Binned:
            passes.next()
            return bin_patients(frame, models, per_unit)

        single = {model: bins((model,), FINE) for model in roles.scores}
        joint = {pair: _named(bins(pair, COARSE), kind) for pair in pairs}
        if roles.cluster is not None:
            passes.next()
            sums = ClusterSums.of(frame, single)
            single = {model: _with_clusters(binned, sums, model) for model, binned in single.items()}
        single = {model: _named(binned, kind) for model, binned in single.items()}
    dropped = found.rows - found.kept
    return PatientBins(roles, found.rows, dropped, found.missing, origin, (), single, joint)


def _with_clusters(binned: Binned, sums: ClusterSums, model: str) -> Binned:
    return replace(binned, clusters=BinClusters(sums, model, np.ones(len(binned), dtype=bool)))


def _prepared(frame: Any, roles: Roles, cases: list[Any]) -> Any:
    """Label, weight, group and scores under the names that the reduction uses."""
    schema = frame.collect_schema()
    outcome = nw.col(roles.outcome)
    if schema[roles.outcome] == nw.Boolean:  # some engines do not compare these with numbers
        outcome, cases = outcome.cast(nw.Int8), [int(value) for value in cases]
    label = nw.when(outcome.is_in(cases)).then(nw.lit(1)).otherwise(nw.lit(0)).alias(LABEL)
    parts = [label]
    if roles.weight is not None:
        parts.append(nw.col(roles.weight).cast(nw.Float64).alias(WEIGHT))
    if roles.by is not None:
        parts.append(_group_names(roles.by, schema[roles.by]).alias(GROUP))
    if roles.cluster is not None:
        parts.append(nw.col(roles.cluster).cast(nw.String).alias(CLUSTER))
    parts += [nw.col(column).cast(nw.Float64).alias(model) for model, column in roles.scores.items()]
    return frame.select(*parts)


def _group_names(name: str, kind: Any) -> Any:
    """The names of groups as text."""
    column = nw.col(name)
    if kind.is_float():
        column = nw.when(~column.is_nan()).then(column)
    if kind == nw.Boolean:
        column = column.cast(nw.Int8)
    return column.cast(nw.String)


def _named(binned: Binned, kind: Any) -> Binned:
    """Bins whose groups have names; those without one are a group of their own."""
    if binned.group is None:
        return binned
    names = [None if name is None else _plain(str(name), kind) for name in binned.group]
    # Whole numbers are written as such, also where a gap made them floats, in the frame or on the way.
    whole = all(name is None or name.endswith(".0") for name in names)
    if kind.is_integer() or (kind.is_float() and whole):
        names = [None if name is None else name.removesuffix(".0") for name in names]
    nameless = NO_GROUP
    while nameless in names:
        nameless = f"({nameless})"
    return replace(binned, group=np.array([nameless if n is None else n for n in names], dtype=object))


def _plain(name: str, kind: Any) -> str:
    """A name as it is in memory, whatever an engine makes of numbers as text."""
    if kind == nw.Boolean:
        return str(name == "1")
    return str(float(name)) if kind.is_float() else name
