"""Patients on any engine, reduced to lines: the one step that touches rows runs where the rows are.

For each model, patients of one group and one outcome whose scores fall into one narrow cell of log
odds become a line with their number, their weight, the sum of squared weights and the mean of their
log odds. The same few expressions run on pandas, Polars, PyArrow, DuckDB, Dask and Spark, through
Narwhals; only lines come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.arrays import is_missing
from baserate.sampling import Members

Numbers = NDArray[np.float64]

# Cells to a unit of log odds: fine for a model's own numbers, coarse for pairs of models.
FINE = 256
COARSE = 10
# Beyond these log odds (and at scores of exactly 0 and 1) there is one cell to either side.
FARTHEST = 40.0
_TINY = 1e-300

GROUP, LABEL, WEIGHT, CLUSTER = "__group", "__label", "__weight", "__cluster"


@dataclass(frozen=True, eq=False)
class Lines:
    """One line for each occupied cell: columns of equal length.

    ``group`` is None where there are no groups, else a name or None for each line. ``log_odds`` has
    a column for each model of the table, the mean of the line's patients; infinite for scores of
    exactly 0 and 1. ``cell`` holds the cells' numbers, ``width`` their width. Where cells were merged,
    ``low`` and ``high`` are the first and the last cell of the first model that a line may have patients of.
    """

    group: NDArray[Any] | None
    label: NDArray[np.int8]
    cell: NDArray[np.int64]
    log_odds: Numbers
    count: NDArray[np.int64]
    weight: Numbers
    squares: Numbers
    width: float
    members: Members | None = None
    low: NDArray[np.int64] | None = None
    high: NDArray[np.int64] | None = None


def reduce_lines(frame: Any, models: Sequence[str], per_unit: int) -> Lines:
    """Lines of one model, or joint lines of two.

    ``frame`` is a Narwhals frame with the columns that :func:`prepared` makes.
    """
    columns = [GROUP] if GROUP in frame.columns else []
    keys = [*columns, LABEL, *(f"__cell_{i}" for i in range(len(models)))]
    found = frame
    for number, model in enumerate(models):
        found = _with_cell(found, model, number, per_unit)
    sums = [f"__part_{i}" for i in range(len(models))]
    weighted = WEIGHT in frame.columns
    # Products first, in a select of their own: some engines aggregate bare columns only.
    offsets = [nw.col(f"__offset_{i}") for i in range(len(models))]
    parts = [(one * nw.col(WEIGHT) if weighted else one).alias(sums[i]) for i, one in enumerate(offsets)]
    added = ["__one", *sums]
    if weighted:
        parts.append((nw.col(WEIGHT) * nw.col(WEIGHT)).alias("__squares"))
        added += [WEIGHT, "__squares"]
    clusters = [CLUSTER] if CLUSTER in frame.columns else []
    rows = found.with_columns(*parts, nw.lit(1).alias("__one")).select(*keys, *added, *clusters)
    found = rows.group_by(*keys, drop_null_keys=False).agg(*(nw.col(name).sum() for name in added))
    table = collected(found).sort(keys, nulls_last=True)
    if weighted:  # a line of patients who do not count is no line
        table = table.filter(table[WEIGHT] > 0.0)
    lines = _lines(table, columns, len(models), 1.0 / per_unit)
    if not clusters:
        return lines
    shares = rows.group_by(*keys, CLUSTER, drop_null_keys=False).agg(
        nw.col(WEIGHT if weighted else "__one").sum()
    )
    return replace(lines, members=_members(table, collected(shares), keys, WEIGHT if weighted else "__one"))


def _members(table: Any, shares: Any, keys: Sequence[str], weight: str) -> Members:
    """For every cluster and line the weight that the one has in the other."""
    lines = table.select(keys).with_row_index("__line")
    found = shares.join(lines, on=keys, how="inner", nulls_equal=True).sort("__line", CLUSTER)
    # The same clusters are in every table, so their sorted names have the same numbers in each.
    _, codes = np.unique(found[CLUSTER].to_numpy().astype(str), return_inverse=True)
    line = found["__line"].to_numpy().astype(np.intp)
    return codes.astype(np.intp), line, found[weight].to_numpy().astype(np.float64)


def _with_cell(frame: Any, model: str, number: int, per_unit: int) -> Any:
    """The cell of a model's score, and how far within it the patient's log odds lie."""
    score = nw.col(model)
    most = int(FARTHEST * per_unit)
    names = ("inside", "odds", "raw", "cell", "offset")
    inside, odds, raw, cell, offset = (f"__{name}_{number}" for name in names)
    # The logarithm of 0 is null on some engines and minus infinity on others: it is never taken. Each step
    # stands by itself, because some engines write out whatever a step is made of, again and again.
    certain = (score <= _TINY) | (score >= 1.0)
    frame = frame.with_columns(nw.when(certain).then(nw.lit(0.5)).otherwise(score).alias(inside))
    frame = frame.with_columns((nw.col(inside) / (1.0 - nw.col(inside))).alias(odds))
    frame = frame.with_columns((nw.col(odds).log() * float(per_unit)).alias(raw))
    # No number below 1 has log odds of 40.
    far = nw.col(raw) < -float(most)
    frame = frame.with_columns(
        nw.when(far).then(nw.lit(-float(most))).otherwise(nw.col(raw).floor()).alias(cell)
    )
    frame = frame.with_columns((nw.col(raw) - nw.col(cell)).alias(offset))
    upper = nw.when(score >= 1.0).then(nw.lit(float(most + 1))).otherwise(nw.col(cell))
    return frame.with_columns(
        nw.when(score <= _TINY).then(nw.lit(-float(most + 1))).otherwise(upper).alias(cell)
    )


def collected(frame: Any) -> Any:
    """A small table in memory, as a Polars frame."""
    import polars as pl

    if isinstance(frame, nw.LazyFrame):
        # Polars streams, so that rows beyond memory do not matter; the others do as they do.
        how: dict[str, Any] = {"engine": "streaming"} if frame.implementation.is_polars() else {}
        frame = frame.collect(**how)
    if frame.implementation.is_polars():
        return frame.to_native()
    columns = {name: _listed(frame[name]) for name in frame.columns}
    return pl.DataFrame(columns, strict=False)


def _listed(series: Any) -> list[Any]:
    return [None if is_missing(one) else one for one in series.to_list()]


def _lines(table: Any, columns: Sequence[str], models: int, width: float) -> Lines:
    """The columns of a table that is in an order of its own, not the engine's."""
    cells = [f"__cell_{i}" for i in range(models)]
    cell = np.column_stack([table[name].to_numpy() for name in cells]).astype(np.int64)
    count = table["__one"].to_numpy().astype(np.int64)
    # Without weights, a line weighs as many as it counts.
    weight, squares = (
        (table[name] if name in table.columns else table["__one"]).to_numpy().astype(np.float64)
        for name in (WEIGHT, "__squares")
    )
    most = round(FARTHEST / width)
    log_odds = np.empty(cell.shape)
    for i in range(models):
        mean = table[f"__part_{i}"].to_numpy() / np.where(weight > 0.0, weight, 1.0)
        log_odds[:, i] = (cell[:, i] + mean) * width
        log_odds[cell[:, i] > most, i] = np.inf
        log_odds[cell[:, i] < -most, i] = -np.inf
    return Lines(
        np.array(table[GROUP].to_list(), dtype=object) if columns else None,
        table[LABEL].to_numpy().astype(np.int8),
        cell,
        log_odds,
        count,
        weight,
        squares,
        width,
    )
