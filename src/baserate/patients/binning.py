"""Patients reduced to bins: the one step that touches rows runs where the rows are, on any engine.

For each model, patients of one group and one outcome whose scores fall into one narrow bin of log
odds are counted together: their number, their weight, the sum of squared weights and the mean of
their log odds. The same few expressions run on pandas, Polars, PyArrow, DuckDB, Dask and Spark,
through Narwhals; only bins come back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.inference.cohort import Cohort
from baserate.inference.sampling import Clusters, Sampling
from baserate.odds import expit
from baserate.patients.censored_bins import BinCensoring
from baserate.patients.engine import DIGITS, GROUP, LABEL, OWN, PLACE, WEIGHT, score_name, sum_exactly
from baserate.patients.follow_up_cells import FollowUpCells
from baserate.scores.gains import Gains
from baserate.scores.sample import Sample

__all__ = ["FARTHEST", "FINE", "Binned"]

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

# Bins to a unit of log odds: fine for a model's own numbers, coarse for pairs of models.
FINE = 256
COARSE = 10
# Beyond these log odds (and at scores of exactly 0 and 1) there is one bin to either side.
FARTHEST = 40.0
_TINY = 1e-300
# Log odds are rounded to so many parts of a bin: then sums of offsets within bins are exact, in any order,
# and engines whose logarithms differ in the last digit put patients into the same bins.
_STEPS = 2.0**DIGITS
_COUNT, _COUNTED, _SQUARES = "__count", "__counted", "__squares"


@dataclass(frozen=True, eq=False)
class Binned:
    """Patients in bins: one entry for each occupied bin, in columns of equal length.

    ``group`` is None where there are no groups, else a name for each bin. ``bins`` are the bins'
    numbers on a grid ``width`` wide, with a column for each model, and ``log_odds`` the mean of the
    bin's patients; infinite for scores of exactly 0 and 1. ``weight`` is the sum of their weights,
    ``squares`` that of the squared weights; ``counted`` is how many of the ``count`` patients have a
    weight above 0, None where all have. In memory every bin holds one patient, and the width is 0; where
    bins are on no grid, it is infinite. Where some patients are censored, ``censoring`` knows them: their
    bins have no weight.
    """

    group: NDArray[Any] | None
    label: NDArray[np.int8]
    bins: NDArray[np.int64]
    log_odds: Numbers
    count: NDArray[Any]
    weight: Numbers
    squares: Numbers
    width: float
    clusters: Clusters | None = None
    weighted: bool = False
    counted: NDArray[np.int64] | None = None
    censoring: BinCensoring | None = None

    def __len__(self) -> int:
        return len(self.label)

    @cached_property
    def cohort(self) -> Cohort:
        """A cohort of bins; every interval counts the patients, not the bins."""
        # Patients who do not count are worth nothing whatever their number.
        squares = self.squares if self.censoring is None else self.censoring.squares
        size = np.where(squares > 0.0, self.shared_weight**2 / np.where(squares > 0.0, squares, 1.0), 1.0)
        patients = (self.count if self.counted is None else self.counted).astype(np.float64)
        if self.censoring is not None:
            patients[self.censoring.is_censored] = 0.0
        sides = (self.label == 1, self.weight, None, None, size, self.clusters, patients, self.censoring)
        return Cohort(self.label, Sampling(*sides))

    @property
    def shared_weight(self) -> Numbers:
        """The weight by which the patients of a bin share in what it contributes; censored ones do, too."""
        return self.weight if self.censoring is None else self.censoring.base

    def sample(self, column: int = 0) -> Sample:
        """The scores of a model at the bins; bins of both classes that are the same bin tie."""
        sample = self.cohort.sample(np.asarray(expit(self.log_odds[:, column])))
        return replace(sample, tied=np.asarray(expit(self._tied(column))))

    def of(self, group: str | frozenset[str] | None, *, rest: bool = False) -> Mask:
        """Which bins are of a group, by its name or several, or of everybody outside it; None for all."""
        if group is None:
            return np.ones(len(self), dtype=bool)
        if self.group is None:
            chosen = np.zeros(len(self), dtype=bool)
        elif isinstance(group, str):
            chosen = self.group == group
        else:
            chosen = np.fromiter((name in group for name in self.group), bool, len(self))
        return np.asarray(~chosen if rest else chosen)

    def counts(self, group: str | frozenset[str] | None = None) -> tuple[int, int]:
        """Patients of a group, or all, and how many of them have the outcome."""
        kept = self.of(group)
        return int(self.count[kept].sum()), int(self.count[kept & (self.label == 1)].sum())

    @property
    def on_grid(self) -> bool:
        """Whether bins are steps of one width."""
        return 0.0 < self.width < np.inf

    def error_bound(self, gains: Gains) -> float:
        """How far a score from these bins can be from that of the patients, at most."""
        return binning_error(self.sample(), gains, self)

    def _tied(self, column: int) -> Numbers:
        """Mean log odds of everybody in a bin, of whatever class or group."""
        log_odds = self.log_odds[:, column]
        _, place = np.unique(self.bins[:, column], return_inverse=True)
        finite = np.where(np.isfinite(log_odds), log_odds, 0.0)
        # Where nobody counts, everybody does: their scores are somewhere all the same.
        weight = np.where((np.bincount(place, self.weight) > 0.0)[place], self.weight, 1.0)
        mean = np.bincount(place, weight * finite) / np.bincount(place, weight)
        return np.where(np.isfinite(log_odds), mean[place], log_odds)


def log_odds_at(bins: NDArray[np.int64], offset: Numbers, width: float) -> Numbers:
    """Log odds from bins and the mean offset within them; infinite in the bins of scores 0 and 1."""
    most = round(FARTHEST / width)
    log_odds = (bins + offset) * width
    return np.where(np.abs(bins) > most, np.copysign(np.inf, bins), log_odds)


@dataclass(frozen=True, eq=False)
class Scales:
    """What weights on an engine are multiplied by: those for censoring, if there are any, and those given."""

    weight: float = 1.0
    own: float = 1.0


def bin_patients(
    frame: Any,
    models: Sequence[int],
    per_unit: int,
    scales: Scales,
    cells: FollowUpCells | None = None,
) -> Binned:
    """Bins of one model, or joint bins of two.

    ``frame`` is a Narwhals frame with a label, the scores of all models and what else there is, under
    the names of :mod:`baserate.patients.engine`; ``models`` are numbers of models. Weights are at most 1,
    and are to be divided by their scale. With ``cells`` some patients are censored, and the frame has their
    places.
    """
    more = [name for name in (GROUP, PLACE) if name in frame.columns]
    keys = [*more, LABEL, *(f"__bin_{i}" for i in range(len(models)))]
    binned = frame
    for number, model in enumerate(models):
        binned = with_bin(binned, score_name(model), number, per_unit)
    table = _sums(binned, keys, len(models))
    found = _of_table(table, len(models), 1.0 / per_unit, scales.weight)
    return found if cells is None else _censored(found, cells, table, scales)


def _censored(found: Binned, cells: FollowUpCells, table: Any, scales: Scales) -> Binned:
    """The same where some bins are of censored patients, who do not count."""
    own = table[OWN].to_numpy() / scales.own if OWN in table.columns else found.count.astype(np.float64)
    models = found.bins.shape[1]
    # Those who are censored have the weight that was given, on the engine's scale for censoring.
    censoring = BinCensoring.of(cells, models - 1, table, own, found.weight, found.squares)
    squares = np.where(censoring.is_censored, 0.0, found.squares)
    return replace(found, weight=censoring.weight, squares=squares, censoring=censoring)


def _sums(binned: Any, keys: list[str], models: int) -> Any:
    """Patients, weights, squared weights and offsets by weight, summed by bin."""
    sums = {f"__sum_{i}": nw.col(f"__offset_{i}") for i in range(models)}
    one = nw.lit(1).alias(_COUNT)
    if WEIGHT not in binned.columns:
        rows = binned.with_columns(one, *(offset.alias(name) for name, offset in sums.items()))
        return sum_exactly(rows, keys, [_COUNT, *sums])
    weight = nw.col(WEIGHT)
    counted = nw.when(weight > 0.0).then(nw.lit(1)).otherwise(nw.lit(0)).alias(_COUNTED)
    products = [(offset * weight).alias(name) for name, offset in sums.items()]
    rows = binned.with_columns(one, counted, (weight * weight).alias(_SQUARES), *products)
    own = [OWN] if OWN in binned.columns else []
    return sum_exactly(rows, keys, [_COUNT, _COUNTED], [WEIGHT, *own, _SQUARES, *sums])


def with_bin(frame: Any, name: str, number: int, per_unit: int) -> Any:
    """The bin of a model's score, and how far within it the patient's log odds lie."""
    score = nw.col(name)
    most = int(FARTHEST * per_unit)
    names = ("inside", "odds", "raw", "bin", "offset")
    inside, odds, raw, own, offset = (f"__{name}_{number}" for name in names)
    # The logarithm of 0 is null on some engines and minus infinity on others: it is never taken. Each step
    # stands by itself, because some engines write out whatever a step is made of, again and again.
    certain = (score <= _TINY) | (score >= 1.0)
    frame = frame.with_columns(nw.when(certain).then(nw.lit(0.5)).otherwise(score).alias(inside))
    frame = frame.with_columns((nw.col(inside) / (1.0 - nw.col(inside))).alias(odds))
    frame = frame.with_columns(((nw.col(odds).log() * (per_unit * _STEPS) + 0.5).floor() / _STEPS).alias(raw))
    # No number below 1 has log odds of 40.
    far = nw.col(raw) < -float(most)
    frame = frame.with_columns(
        nw.when(far).then(nw.lit(-float(most))).otherwise(nw.col(raw).floor()).alias(own)
    )
    frame = frame.with_columns((nw.col(raw) - nw.col(own)).alias(offset))
    upper = nw.when(score >= 1.0).then(nw.lit(float(most + 1))).otherwise(nw.col(own))
    return frame.with_columns(
        nw.when(score <= _TINY).then(nw.lit(-float(most + 1))).otherwise(upper).alias(own)
    )


def _of_table(table: Any, models: int, width: float, scale: float) -> Binned:
    """The columns of a table that is in an order of its own, not the engine's."""
    bins = np.column_stack([table[f"__bin_{i}"].to_numpy() for i in range(models)]).astype(np.int64)
    count = table[_COUNT].to_numpy().astype(np.int64)
    weighted = WEIGHT in table.columns
    # Without weights, a bin weighs as many as it counts.
    weight, squares = (
        table[name if weighted else _COUNT].to_numpy().astype(np.float64) for name in (WEIGHT, _SQUARES)
    )
    # Patients who do not count are in the middle of their bin.
    offset = np.column_stack(
        [
            np.where(weight > 0.0, table[f"__sum_{i}"].to_numpy() / np.where(weight > 0.0, weight, 1.0), 0.5)
            for i in range(models)
        ]
    )
    counted = table[_COUNTED].to_numpy().astype(np.int64) if weighted else count
    return Binned(
        np.array(table[GROUP].to_list(), dtype=object) if GROUP in table.columns else None,
        table[LABEL].to_numpy().astype(np.int8),
        bins,
        log_odds_at(bins, offset, width),
        count,
        weight / scale,
        squares / scale**2,
        width,
        weighted=bool((weight / scale != count).any()),
        counted=None if (counted == count).all() else counted,
    )


def binning_error(sample: Sample, gains: Gains, binned: Binned) -> float:
    """How far a score from bins can be from that of the patients: a bound, not an estimate.

    A bin holds the mean of its patients' log odds, and is h wide. A gain
    changes by d from one end to the other, in one direction, and nowhere by less than a slope of m. What
    is linear in it has its mean at the mean; the rest, d - m h, is all that the mean can be off by.
    """
    most, bins = round(FARTHEST / binned.width), binned.bins[:, 0]
    # Scores of exactly 0 and 1 have bins of their own; the last before those of 0 reaches down to them.
    first = np.where(bins <= -most, 0.0, np.where(bins > most, 1.0, expit(bins * binned.width)))
    last = np.where(bins < -most, 0.0, np.where(bins > most, 1.0, expit((bins + 1) * binned.width)))
    total = 0.0
    for is_case, gain, slope, weight in (
        (sample.label == 1, gains.positive, gains.positive_slope, sample.positive_weight),
        (sample.label == 0, gains.negative, gains.negative_slope, sample.negative_weight),
    ):
        change = np.abs(gain(last) - gain(first))
        own = np.asarray(sample.weight) * is_case
        linear = _least_slope(slope, bins, binned.width) * binned.width
        total += float(own @ np.maximum(change - linear, 0.0)) / weight
    return total


def _least_slope(slope: Callable[[Numbers], Numbers], bins: NDArray[np.int64], width: float) -> Numbers:
    """The smaller slope of a gain at the edges of each bin; 0 where it reaches the ends of the grid."""
    most = round(FARTHEST / width)
    at = np.abs(slope(np.asarray(expit(np.arange(-most, most + 2) * width))))
    inside = (bins > -most) & (bins <= most)
    lower = np.where(inside, bins, 0) + most
    return np.where(inside, np.minimum(at[lower], at[lower + 1]), 0.0)
