"""What is wrong with patients on an engine, found before anything is made of them, in one pass.

Patients are counted by outcome and group: how many there are, and how many of them are as they must be.
Only where these differ is there a second look, which tells what is missing or wrong, and where.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import narwhals.stable.v2 as nw
import numpy as np

from baserate.data.binning import collect
from baserate.data.outcome import MOST_OUTCOMES, labels, too_many_outcomes
from baserate.data.roles import Missing, Roles, missing_values
from baserate.errors import ScoreError, SettingError, ShapeError, WeightError
from baserate.scores import complaints

# More values than these are no groups.
MOST_GROUPS = 200
# Identities or scores that were named as group or outcome by mistake show among the first rows already,
# before an engine counts each of them by itself.
_FIRST_ROWS = 10_000
# Every outcome in every group, or none, or what is no number: more counts than that are too many of either.
_MOST_COUNTS = (MOST_OUTCOMES + 2) * (MOST_GROUPS + 2) + 1
_MOST_WEIGHT = 1e300
_MOST_NUMBER = 1.7e308

_OUTCOME, _BY, _ROWS, _KEPT, _WEIGHT, _VALUE = "__outcome", "__by", "__rows", "__kept", "__w", "__value"


@dataclass(frozen=True)
class Survey:
    """How many rows there are, and are left; which columns had gaps; which outcomes mean disease."""

    rows: int
    kept: int
    missing: dict[str, int]
    cases: list[Any]


def survey(frame: Any, roles: Roles, positive: object, missing: Missing) -> Survey:
    """Look at every patient once; what is wrong gets the error that it gets in memory."""
    _check_kinds(frame.collect_schema(), roles)
    keys = [nw.col(roles.outcome).alias(_OUTCOME)]
    keys += [] if roles.by is None else [nw.col(roles.by).alias(_BY)]
    _refuse_many(collect(frame.select(*keys).head(_FIRST_ROWS).unique().head(_MOST_COUNTS)), roles, positive)
    found = _looked_at(frame, roles, keys)
    rows = int(found[_ROWS].sum() or 0)
    if rows == 0:
        raise ShapeError("there are no rows: nobody to evaluate.")
    gaps: dict[str, int] = {}
    if int(found[_KEPT].sum()) < rows:
        found, gaps = _second_look(frame, roles, keys)
        if gaps and missing == "error":
            raise missing_values(gaps, rows - int(found[_KEPT].sum()), rows)
    found = found.filter(found[_KEPT] > 0)
    if found.height == 0:
        raise ShapeError(f"no patient is left: of {rows:,} rows, every one lacks something ({gaps}).")
    _refuse_many(found, roles, positive)
    outcomes = np.array(found[_OUTCOME].unique(maintain_order=True).to_list())
    is_case = labels(outcomes, roles.outcome, positive)
    kept = int(found[_KEPT].sum())
    _check_ends(frame, found, roles, kept)
    return Survey(rows, kept, gaps, outcomes[is_case == 1].tolist())


def complete(frame: Any, roles: Roles) -> Any:
    """The rows that lack nothing."""
    return _marked(frame, roles).filter(nw.col(_KEPT) == 1).select(*frame.columns)


def _needed(roles: Roles) -> list[str]:
    """Columns without which a patient cannot be judged; without a group one can."""
    columns = (roles.outcome, *roles.scores.values(), roles.weight, roles.cluster)
    return list(dict.fromkeys(name for name in columns if name is not None))


def _ranged(roles: Roles) -> dict[str, tuple[str, float]]:
    """Columns that must lie between 0 and a number, and this number, by names of their own."""
    weight = {} if roles.weight is None else {_WEIGHT: (roles.weight, _MOST_WEIGHT)}
    return {f"__score_{i}": (column, 1.0) for i, column in enumerate(roles.scores.values())} | weight


def _looked_at(frame: Any, roles: Roles, keys: list[Any]) -> Any:
    """For every outcome and group: rows, how many of them are as they must be, the largest weight."""
    flags = [~_gap(nw.col(roles.outcome), frame.collect_schema()[roles.outcome])]
    flags += [] if roles.cluster is None else [~nw.col(roles.cluster).is_null()]
    for column, most in _ranged(roles).values():
        value = nw.col(column).cast(nw.Float64)
        # What is missing, or not a number, is not between two numbers.
        flags += [value >= 0.0, value <= most]
    good = flags[0]
    for flag in flags[1:]:
        good = good & flag
    columns = [*keys, nw.lit(1).alias(_ROWS), nw.when(good).then(nw.lit(1)).otherwise(nw.lit(0)).alias(_KEPT)]
    columns += [] if roles.weight is None else [nw.col(roles.weight).cast(nw.Float64).alias(_WEIGHT)]
    sums = [nw.col(_ROWS).sum(), nw.col(_KEPT).sum()]
    sums += [] if roles.weight is None else [nw.col(_WEIGHT).max().alias(f"{_WEIGHT}_high")]
    return _by_key(frame.select(*columns), len(keys), sums)


def _second_look(frame: Any, roles: Roles, keys: list[Any]) -> tuple[Any, dict[str, int]]:
    """The same with the smallest and largest values, of rows without gaps; and the gaps by column."""
    inside = [
        nw.when(nw.col(_KEPT) == 1).then(nw.col(column).cast(nw.Float64)).alias(name)
        for name, (column, _) in _ranged(roles).items()
    ]
    counts = [_KEPT, *(f"__gap_{number}" for number in range(len(_needed(roles))))]
    marked = _marked(frame, roles).select(*keys, *counts, *inside)
    sums = [nw.col(name).sum() for name in counts]
    sums += [nw.col(name).min().alias(f"{name}_low") for name in _ranged(roles)]
    sums += [nw.col(name).max().alias(f"{name}_high") for name in _ranged(roles)]
    found = _by_key(marked, len(keys), sums)
    gaps = {name: int(found[f"__gap_{i}"].sum()) for i, name in enumerate(_needed(roles))}
    return found, {name: count for name, count in gaps.items() if count}


def _by_key(frame: Any, keys: int, sums: list[Any]) -> Any:
    """Sums for every outcome and group; never more of them than it takes to see that they are too many."""
    grouped = frame.group_by(*(_OUTCOME, _BY)[:keys], drop_null_keys=False).agg(*sums)
    return collect(grouped.head(_MOST_COUNTS))


def _gap(column: Any, kind: Any) -> Any:
    """Where a value is missing, or not a number."""
    return column.is_null() | column.is_nan() if kind.is_float() else column.is_null()


def _marked(frame: Any, roles: Roles) -> Any:
    """The frame with 1 for whatever a row lacks, else 0, and 1 for rows that lack nothing."""
    schema, flags = frame.collect_schema(), []
    for number, name in enumerate(_needed(roles)):
        gap = _gap(nw.col(name), schema[name])
        flags.append(nw.when(gap).then(nw.lit(1)).otherwise(nw.lit(0)).alias(f"__gap_{number}"))
    lacking = nw.col("__gap_0")
    for number in range(1, len(flags)):
        lacking = lacking + nw.col(f"__gap_{number}")
    whole = nw.when(lacking == 0).then(nw.lit(1)).otherwise(nw.lit(0)).alias(_KEPT)
    return frame.with_columns(*flags).with_columns(whole)


def _check_kinds(schema: Any, roles: Roles) -> None:
    """Refuse text where numbers are meant, as in memory."""
    for model, name in roles.scores.items():
        if not (schema[name].is_numeric() or schema[name] == nw.Boolean):
            raise ScoreError(complaints.not_numbers(f"score {model!r}", _kind(schema[name])))
    if roles.weight is not None and not schema[roles.weight].is_numeric():
        raise WeightError(complaints.not_numbers(f"column {roles.weight!r}", _kind(schema[roles.weight])))


def _kind(dtype: Any) -> str:
    return "text" if dtype in (nw.String, nw.Categorical, nw.Enum) else f"values of type {dtype}"


def _refuse_many(found: Any, roles: Roles, positive: object) -> None:
    """Refuse more outcomes than there can be, or groups."""
    if found[_OUTCOME].drop_nulls().n_unique() > MOST_OUTCOMES:
        raise too_many_outcomes(roles.outcome, positive)
    if roles.by is not None and found[_BY].drop_nulls().n_unique() > MOST_GROUPS:
        raise too_many_groups(roles.by)


def too_many_groups(column: str) -> SettingError:
    """More groups than there can be: identities, or scores, that were named as group by mistake."""
    return SettingError(
        f"{{column}} has more than {MOST_GROUPS} different values.",
        column=f"column {column!r}",
        advice="Groups are few; for what belongs together, pass cluster= (--cluster).",
    )


def _check_ends(frame: Any, found: Any, roles: Roles, kept: int) -> None:
    """Refuse scores that are no probabilities, and weights that are none."""
    for number, model in enumerate(roles.scores):
        ends = _ends(found, f"__score_{number}")
        if ends is not None and not (ends[0] >= 0.0 and ends[1] <= 1.0):
            raise _score_complaint(frame, roles, model, ends, kept)
    if roles.weight is None:
        return
    column, ends = f"column {roles.weight!r}", _ends(found, _WEIGHT)
    if ends is not None and not (ends[0] >= 0.0 and ends[1] <= _MOST_WEIGHT):
        outside = _outside(frame, roles, roles.weight, _MOST_WEIGHT)
        raise complaints.weights_wrong(column, outside.below, outside.above, kept)
    if found[f"{_WEIGHT}_high"].max() == 0.0:
        raise complaints.weights_of_nothing(column)


def _ends(found: Any, name: str) -> tuple[float, float] | None:
    """The smallest and largest value, if these were looked for, because something was wrong somewhere."""
    if f"{name}_low" not in found.columns:
        return None
    return cast(float, found[f"{name}_low"].min()), cast(float, found[f"{name}_high"].max())


class _Outside(NamedTuple):
    """How many values lie below 0, above the most they may be, are infinite, and are no whole numbers.

    ``distinct`` are two of those outside, or the one there is.
    """

    below: int
    above: int
    infinite: int
    broken: int
    distinct: list[float]


def _outside(frame: Any, roles: Roles, column: str, most: float) -> _Outside:
    """What is wrong with the numbers of a column that must lie between 0 and ``most``."""
    values = complete(frame, roles).select(nw.col(column).cast(nw.Float64).alias(_VALUE))
    value = nw.col(_VALUE)
    bad = {"__below": value < 0.0, "__above": value > most}
    bad["__infinite"] = (value > _MOST_NUMBER) | (value < -_MOST_NUMBER)
    bad["__broken"] = value.round(0) != value
    flags = [nw.when(is_so).then(nw.lit(1)).otherwise(nw.lit(0)).alias(name) for name, is_so in bad.items()]
    sums = collect(values.select(*flags).select(*(nw.col(name).sum() for name in bad))).row(0)
    two = collect(values.filter(bad["__below"] | bad["__above"]).unique().head(2))
    below, above, infinite, broken = map(int, sums)
    return _Outside(below, above, infinite, broken, sorted(two[_VALUE].to_list()))


def _score_complaint(
    frame: Any, roles: Roles, model: str, ends: tuple[float, float], kept: int
) -> ScoreError:
    column = f"score {model!r}"
    outside = _outside(frame, roles, roles.scores[model], 1.0)
    if outside.infinite:
        return complaints.scores_strange(column, outside.infinite, kept)
    return complaints.scores_outside(
        column, outside.below, outside.above, kept, ends, outside.distinct, whole=outside.broken == 0
    )
