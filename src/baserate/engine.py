"""Patients that stay where they are: a lazy frame, Spark, Dask, DuckDB, a folder of Parquet.

One pass on the engine finds what is missing or wrong (:mod:`baserate.checks`); one more for each model
makes its lines, one for each pair of models their joint lines (:mod:`baserate.reduce`). Rows are never
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

from baserate.checks import complete, survey
from baserate.deployment import Deployment
from baserate.gains import gains_of
from baserate.inputs import NO_GROUP, Missing, Roles
from baserate.lines import LineCohort, binning_error
from baserate.progress import Passes
from baserate.reduce import CLUSTER, COARSE, FINE, GROUP, LABEL, WEIGHT, reduce_lines
from baserate.rows import prevalence_of


@dataclass(frozen=True, eq=False)
class ReducedPatients:
    """The lines of every model and pair of models, and how many rows they stand for."""

    models: Mapping[str, LineCohort]
    pairs: Mapping[tuple[str, str], LineCohort]
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

    def pair(self, one: str, other: str) -> tuple[LineCohort, int, int]:
        """The joint lines of two models, and which column is whose."""
        if (one, other) in self.pairs:
            return self.pairs[one, other], 0, 1
        return self.pairs[other, one], 1, 0

    def error_bound(self, model: str, deployment: Deployment, source: float) -> float:
        """How far the model's score can be from that of the patients themselves, at most."""
        made = self.models[model]
        rows = made.rows()
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
    made: dict[tuple[str, ...], LineCohort] = {}
    with Passes(1 + len(tables), "reading the patients") as passes:
        passes.next()
        found = survey(frame, roles, positive, missing)
        frame = _prepared(complete(frame, roles) if found.missing else frame, roles, found.cases)
        for table in tables:
            passes.next()
            lines = reduce_lines(frame, table, FINE if len(table) == 1 else COARSE)
            made[table] = LineCohort(_named(lines, kind))
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
