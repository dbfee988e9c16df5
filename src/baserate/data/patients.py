"""What an evaluation works on: patients with outcome, scores, group, cluster and weight, out of any source.

A source (:mod:`baserate.data.source`) is a mapping of arrays, an eager frame, or a file. Rows are matched by
position. What is missing is an error or dropped for every model alike, and counted.

Patients that stay where they are: a lazy frame, Spark, Dask, DuckDB, a folder of Parquet.

One pass on the engine finds what is missing or wrong (:mod:`baserate.data.checks`); one more for each model
makes its lines, one for each pair of models their joint lines (:mod:`baserate.data.binning`). Rows are never
collected.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.data.binning import (
    CLUSTER,
    COARSE,
    FINE,
    GROUP,
    LABEL,
    WEIGHT,
    BinnedCohort,
    bin_patients,
    binning_error,
)
from baserate.data.checks import complete, survey
from baserate.data.groups import Grouping
from baserate.data.outcome import labels
from baserate.data.roles import NO_GROUP, Missing, Roles, missing_values
from baserate.data.source import Source
from baserate.deployment.deployment import Deployment
from baserate.errors import SHOWN, SettingError, ShapeError
from baserate.inference.progress import Passes
from baserate.scores.gains import gains_of
from baserate.scores.sample import prevalence_of


@dataclass(frozen=True, eq=False)
class Patients:
    """The patients who are used, and how many were not, by column and reason."""

    label: NDArray[np.int8]
    scores: Mapping[str, NDArray[Any]]
    weight: NDArray[Any] | None
    group: Grouping | None
    cluster: NDArray[np.intp] | None
    rows: int
    dropped_rows: int
    missing: Mapping[str, int]
    origin: Mapping[str, Any]
    notes: tuple[str, ...] = ()

    @property
    def group_names(self) -> tuple[str, ...]:
        """Names of the groups, none if there are none."""
        return () if self.group is None else self.group.names

    def chosen(self, model: str, group: str) -> NDArray[np.bool_]:  # noqa: ARG002
        """Who belongs to a group: the same patients for every model."""
        return (
            np.zeros(0, dtype=bool)
            if self.group is None
            else self.group.code == self.group.names.index(group)
        )

    @cached_property
    def sha256(self) -> str:
        """Hash of the values that were used: the same for the same patients, whatever they came from."""
        digest = hashlib.sha256(self.label.tobytes())
        for name, score in self.scores.items():
            digest.update(
                name.encode("utf-8", "surrogatepass")
                + b"\0"
                + np.ascontiguousarray(score, dtype="<f8").tobytes()
            )
        for part in (self.weight, self.cluster):
            digest.update(b"\0" if part is None else np.ascontiguousarray(part, dtype="<f8").tobytes())
        if self.group is not None:
            digest.update(
                "\0".join(self.group.names).encode("utf-8", "surrogatepass")
                + self.group.code.astype("<i8").tobytes()
            )
        return digest.hexdigest()


def patients_of(
    data: object, roles: Roles, *, positive: object = None, missing: Missing = "error"
) -> Patients:
    """The patients of any source, checked and complete."""
    if missing not in ("error", "drop"):
        raise SettingError(f"missing must be 'error' or 'drop'; found {missing!r}.")
    source = Source.of(data, roles.columns, roles.numbers)
    numeric = [roles.outcome, *roles.numbers]
    found = {name: source.partial(name, numbers=name != roles.outcome) for name in numeric}
    named = {name: source.grouping(name) for name in (roles.by, roles.cluster) if name is not None}
    gaps = {name: missing_here for name, (_, missing_here) in found.items()}
    if roles.cluster is not None and roles.cluster not in gaps:
        gaps[roles.cluster] = named[roles.cluster].code < 0
    lengths = {name: len(each) for name, each in gaps.items()}
    rows = _same_length({**lengths, **{name: len(each.code) for name, each in named.items()}})
    dropped = {name: int(each.sum()) for name, each in gaps.items() if each.any()}
    kept = ~np.logical_or.reduce(list(gaps.values()))
    if dropped and missing == "error":
        first = [f"{name!r} in row {row}" for name in dropped for row in np.flatnonzero(gaps[name])[:SHOWN]]
        raise missing_values(dropped, rows - int(kept.sum()), rows, first)
    if not kept.any():
        raise ShapeError(f"no patient is left: of {rows:,} rows, every one lacks something ({dropped}).")

    def values(name: str) -> NDArray[Any]:
        array, missing_here = found[name]
        # A copy, so that the result does not change when the caller's array does.
        return array[kept[~missing_here]] if dropped else array.copy()

    def names(name: str) -> Grouping:
        return named[name].select(kept) if dropped else named[name]

    return Patients(
        labels(values(roles.outcome), roles.outcome, positive),
        {model: values(name) for model, name in roles.scores.items()},
        None if roles.weight is None else values(roles.weight),
        None if roles.by is None else _with_nameless(names(roles.by)),
        None if roles.cluster is None else names(roles.cluster).code,
        rows,
        rows - int(kept.sum()),
        dropped,
        source.origin,
        source.notes,
    )


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


@dataclass(frozen=True, eq=False)
class ReducedPatients:
    """The lines of every model and pair of models, and how many rows they stand for."""

    models: Mapping[str, BinnedCohort]
    pairs: Mapping[tuple[str, str], BinnedCohort]
    rows: int
    dropped_rows: int
    missing: Mapping[str, int]
    origin: Mapping[str, Any]
    notes: tuple[str, ...] = ()

    @cached_property
    def group_names(self) -> tuple[str, ...]:
        """Names of the groups, none if there are none."""
        group = next(iter(self.models.values())).lines.group
        return () if group is None else tuple(dict.fromkeys(str(name) for name in group))

    def chosen(self, model: str, group: str) -> NDArray[np.bool_]:
        """The lines of a model that belong to a group."""
        return np.asarray(self.models[model].lines.group == group)

    def pair(self, one: str, other: str) -> tuple[BinnedCohort, int, int]:
        """The joint lines of two models, and which column is whose."""
        if (one, other) in self.pairs:
            return self.pairs[one, other], 0, 1
        return self.pairs[other, one], 1, 0

    def error_bound(self, model: str, deployment: Deployment, source: float) -> float:
        """How far the model's score can be from that of the patients themselves, at most."""
        made = self.models[model]
        rows = made.sample()
        gains = gains_of(deployment, prevalence_of(rows), source)
        return binning_error(rows, gains, made.lines)

    @cached_property
    def sha256(self) -> str:
        """Hash of the lines: the same for the same patients, on whatever engine they were reduced."""
        digest = hashlib.sha256()
        for name, made in self.models.items():
            digest.update(name.encode("utf-8", "surrogatepass") + b"\0")
            for part in (made.lines.label, made.lines.cell, made.lines.count, np.round(made.lines.weight, 6)):
                digest.update(np.ascontiguousarray(part).tobytes())
            if made.lines.group is not None:
                digest.update("\0".join(map(str, made.lines.group)).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


def reduced(
    frame: Any, roles: Roles, positive: object, missing: Missing, origin: Mapping[str, Any]
) -> ReducedPatients:
    """The patients of a lazy frame, reduced."""
    frame = frame.select(*roles.columns)
    kind = None if roles.by is None else frame.collect_schema()[roles.by]
    singles = [(model,) for model in roles.scores]
    tables: list[tuple[str, ...]] = [*singles, *combinations(roles.scores, 2)]
    made: dict[tuple[str, ...], BinnedCohort] = {}
    with Passes(1 + len(tables), "reading the patients") as passes:
        passes.next()
        found = survey(frame, roles, positive, missing)
        frame = _prepared(complete(frame, roles) if found.missing else frame, roles, found.cases)
        for table in tables:
            passes.next()
            lines = bin_patients(frame, table, FINE if len(table) == 1 else COARSE)
            made[table] = BinnedCohort(_named(lines, kind))
    models = {model: made[model,] for model in roles.scores}
    pairs = {(one, other): made[one, other] for one, other in combinations(roles.scores, 2)}
    return ReducedPatients(models, pairs, found.rows, found.rows - found.kept, found.missing, origin)


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


def _named(lines: Any, kind: Any) -> Any:
    """Lines whose groups have names; those without one are a group of their own."""
    if lines.group is None:
        return lines
    names = [None if name is None else _plain(str(name), kind) for name in lines.group]
    # Whole numbers are written as such, also where a gap made them floats, in the frame or on the way.
    whole = all(name is None or name.endswith(".0") for name in names)
    if kind.is_integer() or (kind.is_float() and whole):
        names = [None if name is None else name.removesuffix(".0") for name in names]
    nameless = NO_GROUP
    while nameless in names:
        nameless = f"({nameless})"
    return replace(lines, group=np.array([nameless if n is None else n for n in names], dtype=object))


def _plain(name: str, kind: Any) -> str:
    """A name as it is in memory, whatever an engine makes of numbers as text."""
    if kind == nw.Boolean:
        return str(name == "1")
    return str(float(name)) if kind.is_float() else name
