"""Patients reduced to bins: the one step that touches rows runs where the rows are, on any engine.

For each model, patients of one group and one outcome whose scores fall into one narrow bin of log
odds are counted together: their number, their weight, the sum of squared weights and the mean of
their log odds. The same few expressions run on pandas, Polars, PyArrow, DuckDB, Dask and Spark,
through Narwhals; only bins come back. Bins of different patients add up.
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
from baserate.errors import SettingError
from baserate.inference.cohort import Cohort
from baserate.inference.sampling import Clusters, Sampling
from baserate.scores.gains import Gains
from baserate.scores.sample import Sample

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

# Bins to a unit of log odds: fine for a model's own numbers, coarse for pairs of models.
FINE = 256
COARSE = 10
# Beyond these log odds (and at scores of exactly 0 and 1) there is one bin to either side.
FARTHEST = 40.0
_TINY = 1e-300

GROUP, LABEL, WEIGHT, CLUSTER = "__group", "__label", "__weight", "__cluster"


@dataclass(frozen=True, eq=False)
class Binned:
    """Patients in bins: one entry for each occupied bin, in columns of equal length.

    ``group`` is None where there are no groups, else a name for each bin. ``bins`` are the bins'
    numbers on a grid ``width`` wide, with a column for each model, and ``log_odds`` the mean of the
    bin's patients; infinite for scores of exactly 0 and 1. ``weight`` is the sum of their weights,
    ``squares`` that of the squared weights. Where bins were merged, ``low`` and ``high`` are the
    first and the last bin of the first model that patients may be of. In memory every bin holds one
    patient, and the width is 0.
    """

    group: NDArray[Any] | None
    label: NDArray[np.int8]
    bins: NDArray[np.int64]
    log_odds: Numbers
    count: NDArray[np.int64]
    weight: Numbers
    squares: Numbers
    width: float
    clusters: Clusters | None = None
    low: NDArray[np.int64] | None = None
    high: NDArray[np.int64] | None = None
    weighted: bool = False

    def __len__(self) -> int:
        return len(self.label)

    @cached_property
    def cohort(self) -> Cohort:
        """A cohort of bins; every interval counts the patients, not the bins."""
        size = self.weight**2 / self.squares
        return Cohort(self.label, Sampling(self.label == 1, self.weight, None, None, size, self.clusters))

    def sample(self, column: int = 0) -> Sample:
        """The scores of a model at the bins; bins of both classes that are the same bin tie."""
        sample = self.cohort.sample(np.asarray(expit(self.log_odds[:, column])))
        return replace(sample, tied=np.asarray(expit(self._tied(column))))

    def of(self, group: str | None, *, rest: bool = False) -> Mask:
        """Which bins are of a group, or of everybody outside it; None for all."""
        if group is None:
            return np.ones(len(self), dtype=bool)
        chosen = np.zeros(len(self), dtype=bool) if self.group is None else self.group == group
        return np.asarray(~chosen if rest else chosen)

    def counts(self, group: str | None = None) -> tuple[int, int]:
        """Patients of a group, or all, and how many of them have the outcome."""
        kept = self.of(group)
        return int(self.count[kept].sum()), int(self.count[kept & (self.label == 1)].sum())

    def select(self, chosen: Mask) -> Binned:
        """Some of the bins."""
        return replace(
            self,
            group=None if self.group is None else self.group[chosen],
            label=self.label[chosen],
            bins=self.bins[chosen],
            log_odds=self.log_odds[chosen],
            count=self.count[chosen],
            weight=self.weight[chosen],
            squares=self.squares[chosen],
            clusters=None if self.clusters is None else self.clusters.part(chosen),
            low=None if self.low is None else self.low[chosen],
            high=None if self.high is None else self.high[chosen],
        )

    def __add__(self, other: Binned) -> Binned:
        """The bins of two sets of patients together; who belongs to which cluster is not kept."""
        if self.width != other.width or self.bins.shape[1] != other.bins.shape[1]:
            raise SettingError("bins add up where they are of the same models, on the same grid.")
        return _add(self, other)

    def offsets(self) -> Numbers:
        """How far the mean lies beyond the lower edge of its bin, in bins; 0 for certain scores."""
        finite = np.isfinite(self.log_odds)
        return np.where(finite, np.where(finite, self.log_odds, 0.0) / self.width - self.bins, 0.0)

    def _tied(self, column: int) -> Numbers:
        """Mean log odds of everybody in a bin, of whatever class or group."""
        log_odds = self.log_odds[:, column]
        _, place = np.unique(self.bins[:, column], return_inverse=True)
        finite = np.where(np.isfinite(log_odds), log_odds, 0.0)
        mean = np.bincount(place, self.weight * finite) / np.bincount(place, self.weight)
        return np.where(np.isfinite(log_odds), mean[place], log_odds)


def _add(one: Binned, other: Binned) -> Binned:
    """Entries of the same group, outcome and bin as one."""
    sides = (one, other)
    names = [np.full(len(side), "", dtype=object) if side.group is None else side.group for side in sides]
    groups, code = np.unique(np.concatenate(names).astype(str), return_inverse=True)
    bins, label = np.concatenate([one.bins, other.bins]), np.concatenate([one.label, other.label])
    keys, place = np.unique(np.column_stack((code, label, bins)), axis=0, return_inverse=True)
    place, size = place.ravel(), len(keys)

    def total(*columns: NDArray[Any]) -> Numbers:
        return np.bincount(place, np.concatenate(columns), size).astype(np.float64)

    weight = total(one.weight, other.weight)
    sums = [
        total(*(side.weight * side.offsets()[:, i] for side in sides)) / np.where(weight > 0.0, weight, 1.0)
        for i in range(bins.shape[1])
    ]
    ends = [_ends(sides, place, size, name) for name in ("low", "high")]
    return Binned(
        None if one.group is None else groups.astype(object)[keys[:, 0]],
        keys[:, 1].astype(np.int8),
        keys[:, 2:],
        log_odds_at(keys[:, 2:], np.column_stack(sums), one.width),
        total(one.count, other.count).astype(np.int64),
        weight,
        total(one.squares, other.squares),
        one.width,
        low=ends[0],
        high=ends[1],
        weighted=one.weighted or other.weighted,
    )


def _ends(
    sides: tuple[Binned, Binned], place: NDArray[np.intp], size: int, name: str
) -> NDArray[np.int64] | None:
    """The first, or the last, bin that patients of each entry may be of; None where nothing was merged."""
    if all(getattr(side, name) is None for side in sides):
        return None
    own = [side.bins[:, 0] if getattr(side, name) is None else getattr(side, name) for side in sides]
    far = np.iinfo(np.int64)
    ends = np.full(size, far.max if name == "low" else far.min)
    (np.minimum if name == "low" else np.maximum).at(ends, place, np.concatenate(own))
    return ends


def log_odds_at(bins: NDArray[np.int64], offset: Numbers, width: float) -> Numbers:
    """Log odds from bins and the mean offset within them; infinite in the bins of scores 0 and 1."""
    most = round(FARTHEST / width)
    log_odds = (bins + offset) * width
    return np.where(np.abs(bins) > most, np.copysign(np.inf, bins), log_odds)


def bin_patients(frame: Any, models: Sequence[str], per_unit: int) -> Binned:
    """Bins of one model, or joint bins of two.

    ``frame`` is a Narwhals frame with a label, the models' scores and what else there is, under the
    names of this module.
    """
    groups = [GROUP] if GROUP in frame.columns else []
    keys = [*groups, LABEL, *(f"__bin_{i}" for i in range(len(models)))]
    weighted = WEIGHT in frame.columns
    sums = [f"__sum_{i}" for i in range(len(models))]
    added = ["__one", *sums, *([WEIGHT, "__squares"] if weighted else [])]
    binned = frame
    for number, model in enumerate(models):
        binned = with_bin(binned, model, number, per_unit)
    # Products first, in a select of their own: some engines aggregate bare columns only.
    rows = binned.with_columns(*_products(len(models), weighted), nw.lit(1).alias("__one"))
    rows = rows.select(*keys, *added)
    found = rows.group_by(*keys, drop_null_keys=False).agg(*(nw.col(name).sum() for name in added))
    table = collect(found).sort(keys, nulls_last=True)
    if weighted:  # a bin of patients who do not count is no bin
        table = table.filter(table[WEIGHT] > 0.0)
    return _of_table(table, len(models), 1.0 / per_unit)


def _products(models: int, weighted: bool) -> list[Any]:
    """Offsets by weight, and squared weights."""
    if not weighted:
        return [nw.col(f"__offset_{i}").alias(f"__sum_{i}") for i in range(models)]
    products = [(nw.col(f"__offset_{i}") * nw.col(WEIGHT)).alias(f"__sum_{i}") for i in range(models)]
    return [*products, (nw.col(WEIGHT) * nw.col(WEIGHT)).alias("__squares")]


def with_bin(frame: Any, model: str, number: int, per_unit: int) -> Any:
    """The bin of a model's score, and how far within it the patient's log odds lie."""
    score = nw.col(model)
    most = int(FARTHEST * per_unit)
    names = ("inside", "odds", "raw", "bin", "offset")
    inside, odds, raw, own, offset = (f"__{name}_{number}" for name in names)
    # The logarithm of 0 is null on some engines and minus infinity on others: it is never taken. Each step
    # stands by itself, because some engines write out whatever a step is made of, again and again.
    certain = (score <= _TINY) | (score >= 1.0)
    frame = frame.with_columns(nw.when(certain).then(nw.lit(0.5)).otherwise(score).alias(inside))
    frame = frame.with_columns((nw.col(inside) / (1.0 - nw.col(inside))).alias(odds))
    frame = frame.with_columns((nw.col(odds).log() * float(per_unit)).alias(raw))
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


def collect(frame: Any) -> Any:
    """A small table in memory, as a Polars frame; what is not a number is null there."""
    import polars as pl
    import polars.selectors as cs

    # Polars streams, so that rows beyond memory do not matter; the others do as they do.
    how: dict[str, Any] = {"engine": "streaming"} if frame.implementation.is_polars() else {}
    table = frame.collect(backend="polars", **how).to_native()
    # DuckDB counts in decimals.
    return table.with_columns(cs.decimal().cast(pl.Int64), cs.float().fill_nan(None))


def _of_table(table: Any, models: int, width: float) -> Binned:
    """The columns of a table that is in an order of its own, not the engine's."""
    bins = np.column_stack([table[f"__bin_{i}"].to_numpy() for i in range(models)]).astype(np.int64)
    weighted = WEIGHT in table.columns
    # Without weights, a bin weighs as many as it counts.
    weight, squares = (
        table[name if weighted else "__one"].to_numpy().astype(np.float64) for name in (WEIGHT, "__squares")
    )
    offset = np.column_stack([table[f"__sum_{i}"].to_numpy() / weight for i in range(models)])
    return Binned(
        np.array(table[GROUP].to_list(), dtype=object) if GROUP in table.columns else None,
        table[LABEL].to_numpy().astype(np.int8),
        bins,
        log_odds_at(bins, offset, width),
        table["__one"].to_numpy().astype(np.int64),
        weight,
        squares,
        width,
        weighted=bool((weight != table["__one"].to_numpy()).any()),
    )


def binning_error(sample: Sample, gains: Gains, binned: Binned) -> float:
    """How far a score from bins can be from that of the patients: a bound, not an estimate.

    A bin holds the mean of its patients' log odds, and these lie within bins h wide together. A gain
    changes by d from one end to the other, in one direction, and nowhere by less than a slope of m. What
    is linear in it has its mean at the mean; the rest, d - m h, is all that the mean can be off by.
    """
    most = round(FARTHEST / binned.width)
    low = binned.bins[:, 0] if binned.low is None else binned.low
    high = binned.bins[:, 0] if binned.high is None else binned.high
    # Scores of exactly 0 and 1 have bins of their own; the last before those of 0 reaches down to them.
    first = np.where(low <= -most, 0.0, np.where(low > most, 1.0, expit(low * binned.width)))
    last = np.where(high < -most, 0.0, np.where(high > most, 1.0, expit((high + 1) * binned.width)))
    total = 0.0
    for is_case, gain, slope, weight in (
        (sample.label == 1, gains.positive, gains.positive_slope, sample.positive_weight),
        (sample.label == 0, gains.negative, gains.negative_slope, sample.negative_weight),
    ):
        change = np.abs(gain(last) - gain(first))
        own = np.asarray(sample.weight) * is_case
        linear = _least_slope(slope, low, high, binned.width) * (high + 1 - low) * binned.width
        total += float(own @ np.maximum(change - linear, 0.0)) / weight
    return total


def _least_slope(
    slope: Callable[[Numbers], Numbers], low: NDArray[np.int64], high: NDArray[np.int64], width: float
) -> Numbers:
    """The smallest slope of a gain at the edges of the bins; 0 where they reach the ends of the grid."""
    most = round(FARTHEST / width)
    edges = np.arange(-most, most + 2)
    at = np.append(np.abs(slope(np.asarray(expit(edges * width)))), np.inf)
    ends = np.column_stack((np.clip(low, -most, most), np.clip(high, -most, most) + 2)) + most
    least = np.minimum.reduceat(at, ends.ravel())[::2]
    return np.where((low > -most) & (high <= most), least, 0.0)
