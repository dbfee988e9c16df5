"""What is wrong with patients on an engine, found before anything is made of them, in one pass.

Patients are counted by outcome and group: how many there are, and how many of them are as they must be.
Only where these differ is there a second look, which tells what is missing or wrong, and where.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import narwhals.stable.v2 as nw
import numpy as np

from baserate.errors import DataError, FollowUpError, LabelError, ScoreError, SettingError
from baserate.patients.engine import (
    CLUSTER,
    GROUP,
    OUTCOME,
    STRATUM,
    TIME,
    WEIGHT,
    collect,
    names_of,
    score_name,
)
from baserate.patients.groupings import columns_of, title
from baserate.patients.outcome import MOST_OUTCOMES, labels, missing_markers, too_many_outcomes
from baserate.patients.outcome_values import OutcomeValue, sorted_values
from baserate.patients.roles import Missing, Roles, missing_values
from baserate.scores import complaints
from baserate.scores.events import check_codes, codes_of, too_many_codes
from baserate.scores.follow_up import times_negative, times_not_numbers, times_strange

__all__ = ["MOST_GROUPS"]

# More values than these are no groups, and no strata of censoring.
MOST_GROUPS = 200
_MOST_STRATA = 1000
# Identities or scores that were named as group or outcome by mistake show among the first rows already,
# before an engine counts each of them by itself.
_FIRST_ROWS = 10_000
# Every outcome in every group, or none, or what is no number: more counts than that are too many of either.
_MOST_COUNTS = (MOST_OUTCOMES + 2) * (MOST_GROUPS + 2) + 1
_ROWS, _KEPT, _VALUE = "__rows", "__kept", "__value"


@dataclass(frozen=True)
class Survey:
    """The patients who are left, and what was seen of them.

    ``rows`` is how many there were, ``kept`` how many are left, ``positives`` how many of these have the
    disease; ``missing`` says which columns had gaps, ``cases`` are the outcomes that mean disease, and
    ``most_weight`` is the largest weight. Where patients are followed to a horizon, ``codes`` says what each
    value of the event means; who had it by then is not yet known, and ``positives`` is 0. Where they are
    not, ``values`` says how many have each value of the outcome.
    """

    frame: Any
    rows: int
    kept: int
    positives: int
    missing: dict[str, int]
    cases: list[Any]
    most_weight: float
    codes: Mapping[Any, int] | None = None
    values: tuple[OutcomeValue, ...] | None = None


def survey(frame: Any, roles: Roles, positive: object, missing: Missing) -> Survey:
    """Look at every patient once; what is wrong gets the error that it gets in memory.

    ``frame`` has the columns of :func:`baserate.patients.engine.take_columns`; ``roles`` are for messages.
    """
    _check_kinds(frame.collect_schema(), roles)
    if roles.follow_up is not None:
        check_codes(positive, roles.follow_up.censored)
        _refuse_many_strata(frame, roles.follow_up.censoring)
    keys = [OUTCOME, *([] if roles.by is None else [GROUP])]
    _refuse_many(collect(frame.select(*keys).head(_FIRST_ROWS).unique().head(_MOST_COUNTS)), roles, positive)
    found = _looked_at(frame, keys)
    markers = missing_markers(found[OUTCOME].unique().to_list())
    if markers:
        frame = _without_markers(frame, markers)
        found = _looked_at(frame, keys)
    rows = int(found[_ROWS].sum() or 0)
    if rows == 0:
        raise DataError("there are no rows: nobody to evaluate.")
    gaps: dict[str, int] = {}
    if int(found[_KEPT].sum()) < rows:
        found, gaps = _second_look(frame, roles, keys)
        if gaps and missing == "error":
            raise missing_values(gaps, rows - int(found[_KEPT].sum()), rows)
    found = found.filter(found[_KEPT] > 0)
    if found.height == 0:
        raise DataError(f"no patient is left: of {rows:,} rows, every one lacks something ({gaps}).")
    _refuse_many(found, roles, positive)
    outcomes = np.array(found[OUTCOME].unique(maintain_order=True).to_list())
    kept = int(found[_KEPT].sum())
    followed = roles.follow_up
    if followed is None:
        is_case = labels(outcomes, roles.outcome, positive)
    else:
        column = f"column {roles.outcome!r}"
        codes = codes_of(np.unique(outcomes).tolist(), column, positive, followed.censored)
    _check_ends(frame, found, roles, kept)
    most = 1.0 if roles.weight is None else cast(float, found[f"{WEIGHT}_high"].max())
    left = _complete(frame) if gaps else frame
    if followed is not None:
        return Survey(left, rows, kept, 0, gaps, [], most, codes)
    cases = outcomes[is_case == 1].tolist()
    positives = int(found.filter(found[OUTCOME].is_in(cases))[_KEPT].sum())
    values = _counted(found, dict(zip(outcomes.tolist(), is_case == 1, strict=True)))
    return Survey(left, rows, kept, positives, gaps, cases, most, values=values)


def _counted(found: Any, is_case: Mapping[Any, bool]) -> tuple[OutcomeValue, ...]:
    """How many patients have each value of the outcome, in all groups together."""
    by_group = zip(found[OUTCOME].to_list(), found[_KEPT].to_list(), strict=True)
    return sorted_values((value, bool(is_case[value]), int(kept)) for value, kept in by_group)


def _without_markers(frame: Any, markers: list[str]) -> Any:
    """Outcomes as text in which words for a missing value are missing."""
    outcome = nw.col(OUTCOME).cast(nw.String)
    return frame.with_columns(nw.when(~outcome.is_in(markers)).then(outcome).alias(OUTCOME))


def _complete(frame: Any) -> Any:
    """The rows that lack nothing."""
    return _marked(frame).filter(nw.col(_KEPT) == 1).select(*frame.columns)


def _needed(columns: list[str]) -> list[str]:
    """Columns without which a patient cannot be judged; without a group one can."""
    return [name for name in columns if name not in (GROUP, STRATUM)]


def _ranged(columns: list[str]) -> dict[str, float]:
    """Columns that must lie between 0 and a number, and this number."""
    most = {name: 1.0 for name in columns if name not in (OUTCOME, GROUP, CLUSTER, STRATUM)}
    return most | {name: sys.float_info.max for name in (WEIGHT, TIME) if name in columns}


def _looked_at(frame: Any, keys: list[str]) -> Any:
    """For every outcome and group: rows, how many of them are as they must be, the largest weight."""
    schema = frame.collect_schema()
    flags = [~_gap(name, schema) for name in (OUTCOME, CLUSTER) if name in schema.names()]
    for column, most in _ranged(schema.names()).items():
        value = nw.col(column).cast(nw.Float64)
        # What is missing, or not a number, is not between two numbers.
        flags += [value >= 0.0, value <= most]
    good = flags[0]
    for flag in flags[1:]:
        good = good & flag
    columns = [*keys, nw.lit(1).alias(_ROWS), nw.when(good).then(nw.lit(1)).otherwise(nw.lit(0)).alias(_KEPT)]
    sums = [nw.col(_ROWS).sum(), nw.col(_KEPT).sum()]
    if WEIGHT in schema.names():
        columns.append(nw.col(WEIGHT).cast(nw.Float64))
        sums.append(nw.col(WEIGHT).max().alias(f"{WEIGHT}_high"))
    return _by_key(frame.select(*columns), keys, sums)


def _second_look(frame: Any, roles: Roles, keys: list[str]) -> tuple[Any, dict[str, int]]:
    """The same with the smallest and largest values, of rows without gaps; and the gaps by column."""
    ranged, needed = _ranged(frame.columns), _needed(frame.columns)
    inside = [nw.when(nw.col(_KEPT) == 1).then(nw.col(name).cast(nw.Float64)).alias(name) for name in ranged]
    counts = [_KEPT, *(f"{name}_gap" for name in needed)]
    marked = _marked(frame).select(*keys, *counts, *inside)
    sums = [nw.col(name).sum() for name in counts]
    sums += [nw.col(name).min().alias(f"{name}_low") for name in ranged]
    sums += [nw.col(name).max().alias(f"{name}_high") for name in ranged]
    found = _by_key(marked, keys, sums)
    return found, _gaps_by_column(found, roles, needed)


def _gaps_by_column(found: Any, roles: Roles, needed: list[str]) -> dict[str, int]:
    """How many values are missing in each of the user's columns, in the order of their roles."""
    counts = {names_of(roles)[name]: int(found[f"{name}_gap"].sum()) for name in needed}
    return {name: counts[name] for name in roles.columns if counts.get(name)}


def _by_key(frame: Any, keys: list[str], sums: list[Any]) -> Any:
    """Sums for every outcome and group; never more of them than it takes to see that they are too many."""
    return collect(frame.group_by(*keys, drop_null_keys=False).agg(*sums).head(_MOST_COUNTS))


def _gap(name: str, schema: Mapping[str, Any]) -> Any:
    """Where a value is missing, or not a number."""
    column = nw.col(name)
    return column.is_null() | column.is_nan() if schema[name].is_float() else column.is_null()


def _marked(frame: Any) -> Any:
    """The frame with 1 for whatever a row lacks, else 0, and 1 for rows that lack nothing."""
    schema = frame.collect_schema()
    gaps = {f"{name}_gap": _gap(name, schema) for name in _needed(schema.names())}
    flags = [nw.when(gap).then(nw.lit(1)).otherwise(nw.lit(0)).alias(name) for name, gap in gaps.items()]
    first, *others = gaps
    lacking = nw.col(first)
    for name in others:
        lacking = lacking + nw.col(name)
    whole = nw.when(lacking == 0).then(nw.lit(1)).otherwise(nw.lit(0)).alias(_KEPT)
    return frame.with_columns(*flags).with_columns(whole)


def _check_kinds(schema: Any, roles: Roles) -> None:
    """Refuse text where numbers are meant, as in memory."""
    for number, model in enumerate(roles.scores):
        if not _holds_numbers(kind := schema[score_name(number)]):
            raise ScoreError(complaints.not_numbers(f"score {model!r}", _kind(kind)))
    if roles.weight is not None and not _holds_numbers(schema[WEIGHT]):
        raise DataError(complaints.not_numbers(f"column {roles.weight!r}", _kind(schema[WEIGHT])))
    if roles.follow_up is not None and not _holds_numbers(schema[TIME]):
        raise times_not_numbers(f"column {roles.follow_up.time!r}", _kind(schema[TIME]))


def _holds_numbers(dtype: Any) -> bool:
    return bool(dtype.is_numeric() or dtype == nw.Boolean)


def _kind(dtype: Any) -> str:
    return "text" if dtype in (nw.String, nw.Categorical, nw.Enum) else f"values of type {dtype}"


def _refuse_many(found: Any, roles: Roles, positive: object) -> None:
    """Refuse more outcomes than there can be, or groups."""
    if found[OUTCOME].drop_nulls().n_unique() > MOST_OUTCOMES:
        raise _too_many_outcomes(roles, positive)
    if roles.by is not None and found[GROUP].drop_nulls().n_unique() > MOST_GROUPS:
        raise _too_many_cells(roles) if len(roles.ways) > 1 else too_many_groups(title(roles.ways[0]))


def _too_many_outcomes(roles: Roles, positive: object) -> FollowUpError | LabelError:
    if roles.follow_up is not None:
        return too_many_codes(f"column {roles.outcome!r}")
    return too_many_outcomes(roles.outcome, positive)


def _refuse_many_strata(frame: Any, columns: Sequence[str]) -> None:
    """Refuse identities that were named as strata of censoring by mistake, by the first rows."""
    if not columns:
        return
    if collect(frame.select(STRATUM).head(_FIRST_ROWS).unique()).height > _MOST_STRATA:
        raise SettingError(
            f"\0censoring=\0 by {', '.join(map(repr, columns))} has more than {_MOST_STRATA:,} strata.",
            advice="Censoring is estimated in each of them: name columns of few values.",
        )


def _too_many_cells(roles: Roles) -> SettingError:
    """Each column may have few values: an engine sums by their combinations."""
    columns = ", ".join(map(repr, columns_of(roles.by)))
    return SettingError(
        f"the columns of groups ({columns}) have more than {MOST_GROUPS} combinations of values, and data "
        "that are not in memory are counted by combination.",
        advice="Name fewer columns at a time, or collect the data first.",
    )


def too_many_groups(column: str) -> SettingError:
    """More groups than there can be: identities, or scores, that were named as group by mistake."""
    return SettingError(
        f"{{column}} has more than {MOST_GROUPS} different values.",
        column=f"column {column!r}",
        argument=("by", None),
        advice="Groups are few; for what belongs together, pass \0cluster=\0.",
    )


def _check_ends(frame: Any, found: Any, roles: Roles, kept: int) -> None:
    """Refuse scores that are no probabilities, and weights that are none."""
    for number, model in enumerate(roles.scores):
        ends = _ends(found, score_name(number))
        if ends is not None and not (ends[0] >= 0.0 and ends[1] <= 1.0):
            raise _score_complaint(frame, number, f"score {model!r}", ends, kept)
    if roles.follow_up is not None:
        _check_times(frame, f"column {roles.follow_up.time!r}", _ends(found, TIME), kept)
    if roles.weight is None:
        return
    column, ends = f"column {roles.weight!r}", _ends(found, WEIGHT)
    if ends is not None and not (ends[0] >= 0.0 and ends[1] <= sys.float_info.max):
        outside = _outside(frame, WEIGHT)
        raise complaints.weights_wrong(column, outside.below, outside.above, kept)
    if found[f"{WEIGHT}_high"].max() == 0.0:
        raise complaints.weights_of_nothing(column)


def _check_times(frame: Any, column: str, ends: tuple[float, float] | None, kept: int) -> None:
    """Refuse times of follow-up that are infinite, or negative."""
    if ends is None or (ends[0] >= 0.0 and ends[1] <= sys.float_info.max):
        return
    outside = _outside(frame, TIME)
    if outside.infinite:
        raise times_strange(column, count=outside.infinite, of=kept)
    raise times_negative(column, count=outside.below, of=kept)


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


def _outside(frame: Any, column: str) -> _Outside:
    """What is wrong with the numbers of a column that must lie between 0 and some number."""
    values = _complete(frame).select(nw.col(column).cast(nw.Float64).alias(_VALUE))
    value, most = nw.col(_VALUE), _ranged(frame.columns)[column]
    bad = {"__below": value < 0.0, "__above": value > most}
    bad["__infinite"] = (value > sys.float_info.max) | (value < -sys.float_info.max)
    bad["__broken"] = value.round(0) != value
    flags = [nw.when(is_so).then(nw.lit(1)).otherwise(nw.lit(0)).alias(name) for name, is_so in bad.items()]
    sums = collect(values.select(*flags).select(*(nw.col(name).sum() for name in bad))).row(0)
    two = collect(values.filter(bad["__below"] | bad["__above"]).unique().head(2))
    below, above, infinite, broken = map(int, sums)
    return _Outside(below, above, infinite, broken, sorted(two[_VALUE].to_list()))


def _score_complaint(
    frame: Any, number: int, column: str, ends: tuple[float, float], kept: int
) -> ScoreError:
    outside = _outside(frame, score_name(number))
    if outside.infinite:
        return complaints.scores_strange(column, outside.infinite, kept)
    return complaints.scores_outside(
        column, outside.below, outside.above, kept, ends, outside.distinct, whole=outside.broken == 0
    )
