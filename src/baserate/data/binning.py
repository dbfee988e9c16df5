"""Patients on any engine, reduced to lines: the one step that touches rows runs where the rows are.

For each model, patients of one group and one outcome whose scores fall into one narrow cell of log
odds become a line with their number, their weight, the sum of squared weights and the mean of their
log odds. The same few expressions run on pandas, Polars, PyArrow, DuckDB, Dask and Spark, through
Narwhals; only lines come back.

Bins as patients: a cohort whose rows stand for many patients, and what that costs in precision.

Two models on joint lines: what each gains there, and how far the patients of a line vary about it.

A joint line holds the mean of its patients' log odds. Where gains are smooth, the gain at the mean will
do. A step may cut through a line: then it is the share of the model's own, finer lines of the same cell
that lie beyond it which counts, and the patients on either side of it vary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.deployment.odds import expit
from baserate.inference.cohort import Cohort
from baserate.inference.sampling import Members, Sampling, check_numbers
from baserate.scores.columns import is_missing
from baserate.scores.gains import Gains
from baserate.scores.sample import Sample

Numbers = NDArray[np.float64]

# Cells to a unit of log odds: fine for a model's own numbers, coarse for pairs of models.
FINE = 256
COARSE = 10
# Beyond these log odds (and at scores of exactly 0 and 1) there is one cell to either side.
FARTHEST = 40.0
_TINY = 1e-300

GROUP, LABEL, WEIGHT, CLUSTER = "__group", "__label", "__weight", "__cluster"


@dataclass(frozen=True, eq=False)
class Binned:
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


def bin_patients(frame: Any, models: Sequence[str], per_unit: int) -> Binned:
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


def _lines(table: Any, columns: Sequence[str], models: int, width: float) -> Binned:
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
    return Binned(
        np.array(table[GROUP].to_list(), dtype=object) if columns else None,
        table[LABEL].to_numpy().astype(np.int8),
        cell,
        log_odds,
        count,
        weight,
        squares,
        width,
    )


@dataclass(frozen=True, eq=False)
class BinnedCohort:
    """The lines of one model, or the joint lines of two, as a cohort."""

    lines: Binned

    @cached_property
    def cohort(self) -> Cohort:
        """A cohort of lines; every interval counts the patients, not the lines."""
        found = self.lines
        size = found.weight**2 / found.squares
        return Cohort(found.label, Sampling(found.label == 1, found.weight, None, None, size, found.members))

    def sample(self, model: int = 0) -> Sample:
        """The scores of a model at the lines."""
        log_odds = self.lines.log_odds[:, model]
        made = self.cohort.sample(np.asarray(expit(log_odds)))
        return replace(made, tied=np.asarray(expit(self._tied(model))))

    def checked(self) -> Cohort:
        """The cohort, refused where a class has too few patients for intervals."""
        size = self.cohort.sampling.size
        sides = [self.cohort.label == side for side in (1, 0)]
        check_numbers(*(round(float(np.asarray(size)[side].sum())) for side in sides))
        return self.cohort

    def counts(self, chosen: NDArray[np.bool_] | None = None) -> tuple[int, int]:
        """Patients, and how many of them have the outcome; of some of the lines, or of all."""
        kept = np.ones(len(self.lines.label), dtype=bool) if chosen is None else chosen
        return int(self.lines.count[kept].sum()), int(self.lines.count[kept & (self.lines.label == 1)].sum())

    def _tied(self, model: int) -> Numbers:
        """Mean log odds of everybody in a cell, of whatever class or group."""
        cell = self.lines.cell[:, model]
        _, place = np.unique(cell, return_inverse=True)
        weight = np.bincount(place, self.lines.weight)
        finite = np.where(np.isfinite(self.lines.log_odds[:, model]), self.lines.log_odds[:, model], 0.0)
        mean = np.bincount(place, self.lines.weight * finite) / weight
        certain = self.lines.log_odds[:, model]
        return np.where(np.isfinite(certain), mean[place], certain)


def binning_error(rows: Sample, gains: Gains, lines: Binned) -> float:
    """How far a score from lines can be from that of the patients: a bound, not an estimate.

    A line holds the mean of its patients' log odds, and these lie in its cells, h wide together. A gain
    changes by d from one end to the other, in one direction, and nowhere by less than a slope of m. What
    is linear in it has its mean at the mean; the rest, d - m h, is all that the mean can be off by.
    """
    most = round(FARTHEST / lines.width)
    low = lines.cell[:, 0] if lines.low is None else lines.low
    high = lines.cell[:, 0] if lines.high is None else lines.high
    # Scores of exactly 0 and 1 have cells of their own; the last before those of 0 reaches down to them.
    first = np.where(low <= -most, 0.0, np.where(low > most, 1.0, expit(low * lines.width)))
    last = np.where(high < -most, 0.0, np.where(high > most, 1.0, expit((high + 1) * lines.width)))
    total = 0.0
    for is_case, gain, slope, weight in (
        (rows.label == 1, gains.positive, gains.positive_slope, rows.positive_weight),
        (rows.label == 0, gains.negative, gains.negative_slope, rows.negative_weight),
    ):
        change = np.abs(gain(last) - gain(first))
        own = np.asarray(rows.weight) * is_case
        linear = _least_slope(slope, low, high, lines.width) * (high + 1 - low) * lines.width
        total += float(own @ np.maximum(change - linear, 0.0)) / weight
    return total


def _least_slope(
    slope: Callable[[Numbers], Numbers], low: NDArray[np.int64], high: NDArray[np.int64], width: float
) -> Numbers:
    """The smallest slope of a gain at the edges of each line's cells; 0 where the line reaches the ends."""
    most = round(FARTHEST / width)
    edges = np.arange(-most, most + 2)
    at = np.append(np.abs(slope(np.asarray(expit(edges * width)))), np.inf)
    ends = np.column_stack((np.clip(low, -most, most), np.clip(high, -most, most) + 2)) + most
    found = np.minimum.reduceat(at, ends.ravel())[::2]
    return np.where((low > -most) & (high <= most), found, 0.0)


def part_of(part: Cohort, rows: Sample, chosen: NDArray[np.bool_]) -> Sample:
    """The scores of some of the patients."""
    made = part.sample(rows.score[chosen])
    return made if rows.tied is None else replace(made, tied=rows.tied[chosen])


Cells = NDArray[np.int64]


def joint_gains(
    joint: Sample, cell: Cells, own: Sample, own_log_odds: Numbers | None, gains: Gains
) -> tuple[Numbers, Numbers]:
    """The mean gain of each joint line, and the variance of its patients' gains about it.

    ``cell`` are the joint lines' coarse cells by this model; ``own`` are the model's own lines of the same
    patients, and ``own_log_odds`` their mean log odds, None where their cells were merged.
    """
    steps, curve = gains.steps, gains.curve
    if steps is None or own_log_odds is None:
        return _at(joint, gains), np.zeros(len(cell))
    gain = _at(own, steps)
    means, variances = _by_cell(own, _coarse(own_log_odds), gain)
    found = cell * 2 + joint.label
    known = np.searchsorted(means[0], found).clip(0, len(means[0]) - 1)
    there = means[0][known] == found
    mean = np.where(there, means[1][known], _at(joint, steps))
    if curve is not None:
        mean += _at(joint, curve)
    return mean, np.where(there, variances[known], 0.0)


def _coarse(log_odds: Numbers) -> Cells:
    """The joint cells that a model's own lines belong to; a line at an edge goes with its mean."""
    most = FARTHEST * COARSE
    inside = np.where(np.isfinite(log_odds), log_odds, 0.0)
    cell = np.clip(np.floor(inside * COARSE), -most, most)
    return np.where(np.isfinite(log_odds), cell, np.sign(log_odds) * (most + 1)).astype(np.int64)


def _at(rows: Sample, gains: Gains) -> Numbers:
    """The gain of each line at its score."""
    return np.where(rows.label == 1, gains.positive(rows.score), gains.negative(rows.score))


def _by_cell(rows: Sample, cell: Cells, gain: Numbers) -> tuple[tuple[Cells, Numbers], Numbers]:
    """Keys of class and coarse cell with their mean gain, and the variance of the patients' gains."""
    keys, place = np.unique(cell * 2 + rows.label, return_inverse=True)
    weight = np.asarray(rows.weight)
    mean = np.bincount(place, weight * gain) / np.bincount(place, weight)
    variance = np.bincount(place, weight * (gain - mean[place]) ** 2) / np.bincount(place, weight)
    return (keys, mean), variance
