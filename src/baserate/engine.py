"""Patients that stay where they are: a lazy frame, Spark, Dask, DuckDB, a folder of Parquet.

One pass on the engine counts what is missing or wrong, and gives the same errors as in memory; one
more for each model makes its lines, one for each pair of models their joint lines
(:mod:`baserate.reduce`). Rows are never collected.
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

from baserate.deployment import Deployment
from baserate.errors import LabelError, MissingValueError, ScoreError, SettingError, ShapeError, WeightError
from baserate.gains import gains_of
from baserate.inputs import NO_GROUP, Missing, Roles
from baserate.labels import labels
from baserate.lines import LineCohort, binning_error
from baserate.reduce import CLUSTER, COARSE, FINE, GROUP, LABEL, WEIGHT, collected, reduce_lines
from baserate.rows import prevalence_of

# More values than this are no groups.
MOST_GROUPS = 200
# Distinct outcomes worth fetching to say what is wrong with them.
_MOST_LABELS = 20


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
        rows, lines = made.rows(), made.lines
        gains = gains_of(deployment, prevalence_of(rows), source)
        return binning_error(rows, gains, lines.log_odds[:, 0], lines.cell[:, 0], lines.width)

    @cached_property
    def sha256(self) -> str:
        """Hash of the lines: the same for the same patients, on whatever engine they were reduced."""
        digest = hashlib.sha256()
        for name, made in self.models.items():
            digest.update(name.encode() + b"\0")
            for part in (made.lines.label, made.lines.cell, made.lines.count, np.round(made.lines.weight, 6)):
                digest.update(np.ascontiguousarray(part).tobytes())
            if made.lines.group is not None:
                digest.update("\0".join(map(str, made.lines.group)).encode())
        return digest.hexdigest()


def reduced(
    frame: Any, roles: Roles, positive: object, missing: Missing, origin: Mapping[str, Any]
) -> ReducedPatients:
    """The patients of a lazy frame, reduced."""
    schema = frame.collect_schema()
    _check_kinds(schema, roles)
    frame, rows, dropped = _complete(frame.select(*roles.columns), roles, missing)
    kind = None if roles.by is None else schema[roles.by]
    frame = _prepared(frame, roles, positive, kind)
    kept = _checked(frame, roles)

    def lines(models: list[str], per_unit: int) -> LineCohort:
        return LineCohort(_named(reduce_lines(frame, models, per_unit), kind))

    models = {model: lines([model], FINE) for model in roles.scores}
    pairs = {pair: lines(list(pair), COARSE) for pair in combinations(roles.scores, 2)}
    return ReducedPatients(models, pairs, rows, rows - kept, dropped, origin)


def _complete(frame: Any, roles: Roles, missing: Missing) -> tuple[Any, int, dict[str, int]]:
    """The frame without rows that lack something, how many rows there were, and what they lacked."""
    schema = frame.collect_schema()
    columns = (roles.outcome, *roles.scores.values(), roles.weight, roles.cluster)
    needed = list(dict.fromkeys(name for name in columns if name is not None))
    flags = {name: f"__gap_{number}" for number, name in enumerate(needed)}
    marked = frame
    for name, flag in flags.items():
        gap = nw.col(name).is_null()
        if schema[name].is_float():
            gap = gap | nw.col(name).is_nan()
        marked = marked.with_columns(nw.when(gap).then(nw.lit(1)).otherwise(nw.lit(0)).alias(flag))
    counted = marked.with_columns(nw.lit(1).alias("__one"))
    sums = collected(counted.select(*(nw.col(flag).sum() for flag in ("__one", *flags.values())))).row(0)
    rows = int(sums[0] or 0)
    if rows == 0:
        raise ShapeError("there are no rows: nobody to evaluate.")
    dropped = {name: int(count) for name, count in zip(flags, sums[1:], strict=True) if count}
    if dropped and missing == "error":
        found = " and ".join(f"column {name!r} for {count:,}" for name, count in dropped.items())
        raise MissingValueError(
            f"values are missing in {found} of {rows:,} patients. Say missing='drop' (--missing drop) to "
            "leave these patients out for every model."
        )
    for flag in flags.values() if dropped else ():
        marked = marked.filter(nw.col(flag) == 0)
    return marked.select(*roles.columns), rows, dropped


def _prepared(frame: Any, roles: Roles, positive: object, kind: Any) -> Any:
    """Label, weight, group and scores under the names that the reduction uses."""
    schema = frame.collect_schema()
    outcome = nw.col(roles.outcome)
    found = [one[0] for one in collected(frame.select(roles.outcome).unique().head(_MOST_LABELS + 1)).rows()]
    if len(found) > _MOST_LABELS:
        raise LabelError(
            f"column {roles.outcome!r} must be 0 and 1; found more than {_MOST_LABELS} values. "
            "An outcome has two values; predicted probabilities are scores."
        )
    values = np.array(found)
    is_case = labels(values, roles.outcome, positive)
    if schema[roles.outcome] == nw.Boolean:  # some engines do not compare these with numbers
        outcome, values = outcome.cast(nw.Int8), values.astype(np.int8)
    chosen = [value for value, case in zip(values.tolist(), is_case, strict=True) if case]
    label = nw.when(outcome.is_in(chosen)).then(nw.lit(1)).otherwise(nw.lit(0)).alias(LABEL)
    parts = [label]
    if roles.weight is not None:
        parts.append(nw.col(roles.weight).cast(nw.Float64).alias(WEIGHT))
    if roles.by is not None:
        parts.append(_group_names(frame, roles.by, kind).alias(GROUP))
    if roles.cluster is not None:
        parts.append(nw.col(roles.cluster).cast(nw.String).alias(CLUSTER))
    parts += [nw.col(column).cast(nw.Float64).alias(model) for model, column in roles.scores.items()]
    return frame.select(*parts)


def _check_kinds(schema: Any, roles: Roles) -> None:
    """Refuse text where numbers are meant, as in memory."""
    for model, name in roles.scores.items():
        if not (schema[name].is_numeric() or schema[name] == nw.Boolean):
            raise ScoreError(f"score {model!r} must be numbers; found {schema[name]}. Convert it first.")
    if roles.weight is not None and not schema[roles.weight].is_numeric():
        raise WeightError(f"column {roles.weight!r} must be numbers; found {schema[roles.weight]}.")


def _group_names(frame: Any, name: str, kind: Any) -> Any:
    """The names of groups as text; refused, before anything large is made of them, if there are too many."""
    found = collected(frame.select(name).unique().head(MOST_GROUPS + 1))
    if found.height > MOST_GROUPS:
        raise SettingError(
            f"column {name!r} has more than {MOST_GROUPS} different values. "
            "Groups are few; for what belongs together, pass cluster= (--cluster)."
        )
    column = nw.col(name)
    if kind.is_float():
        column = nw.when(~column.is_nan()).then(column)
    if kind == nw.Boolean:
        column = column.cast(nw.Int8)
    return column.cast(nw.String)


def _checked(frame: Any, roles: Roles) -> int:
    """Refuse scores that are no probabilities and weights that are none; how many patients there are."""
    columns = [*roles.scores, *([] if roles.weight is None else [WEIGHT])]
    flags = {f"__bad_{number}": model for number, model in enumerate(columns)}
    marked = frame.with_columns(nw.lit(1).alias("__one"))
    for flag, name in flags.items():
        column = nw.col(name)
        good = (column >= 0.0) & (column <= (1.0 if name != WEIGHT else 1e300))
        marked = marked.with_columns(nw.when(good).then(nw.lit(0)).otherwise(nw.lit(1)).alias(flag))
    ends = [nw.col(model).min().alias(f"__low_{i}") for i, model in enumerate(roles.scores)]
    ends += [nw.col(model).max().alias(f"__high_{i}") for i, model in enumerate(roles.scores)]
    if roles.weight is not None:
        ends.append(nw.col(WEIGHT).max().alias("__total"))
    sums = collected(marked.select(*(nw.col(f).sum() for f in ("__one", *flags)), *ends)).row(0, named=True)
    rows = int(sums["__one"] or 0)
    if rows == 0:
        raise ShapeError("no patient is left: every row lacks something.")
    for number, model in enumerate(roles.scores):
        if sums[f"__bad_{number}"]:
            low, high = sums[f"__low_{number}"], sums[f"__high_{number}"]
            hint = " They look like percent: divide by 100." if low >= 0.0 and 10.0 < high <= 100.0 else ""
            raise ScoreError(
                f"score {model!r} must lie between 0 and 1; it does not for {sums[f'__bad_{number}']:,} of "
                f"{rows:,} patients (from {low:g} to {high:g}).{hint}"
            )
    if roles.weight is not None and not sums["__total"] > 0.0:
        raise WeightError(f"column {roles.weight!r} is 0 for every patient: nobody counts.")
    if sums.get(f"__bad_{len(roles.scores)}"):
        raise WeightError(f"column {roles.weight!r} must be at least 0 and finite; it is not everywhere.")
    return rows


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
