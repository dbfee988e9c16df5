"""Patients as lines that may be shared: each class in narrow bins of its scores, none with too few patients.

Pages and site summaries carry these in place of patients.

A line holds how many patients of a class it stands for, the mean of their log odds and their standard
deviation. With these a mean of smooth gains is right to the second order, however wide the line. Lines are
intervals of the score that do not overlap; a value that enough patients share is a line of its own, wherever
it lies. No line reaches over a cut-off at which the page shows exact numbers, where enough patients are on
both sides of it: otherwise its counts and the line's would tell how few of the line are on one side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.patients.binning import Binned
from baserate.scores.columns import merge_small

__all__ = ["BEYOND", "CERTAIN", "UNIT", "Side", "Table", "Values", "class_lines"]

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]

# Log odds of scores of exactly 0 and 1.
CERTAIN = 40.0
# Cells to a unit of log odds, where scores have too many distinct values to keep each.
PER_UNIT = (128, 64, 32)
_MOST_VALUES = 1_000
# A value that so large a share of a class has is a line of its own.
_HEAP = 0.002
# Log odds are written in ten-thousandths.
UNIT = 10_000
# Decimals of these where a line is one value that many patients share.
_DIGITS = 8


@dataclass(frozen=True, eq=False)
class Side:
    """Patients of one class and bucket: the log odds of a model in each column, and who they stand for."""

    x: Numbers
    count: NDArray[Any]
    weight: Numbers
    squares: Numbers
    weighted: bool

    def __len__(self) -> int:
        return len(self.count)

    @classmethod
    def of(cls, points: Binned, places: Places) -> Side:
        """Some of the patients; those of no weight do not count."""
        if points.weighted:
            places = places[points.weight[places] > 0.0]
        x = points.log_odds[places]
        if points.width == 0.0 and not points.weighted:  # every row is one patient
            ones = np.ones(len(places))
            return cls(x, ones.astype(np.int64), ones, ones, False)
        return cls(x, points.count[places], points.weight[places], points.squares[places], points.weighted)

    def beside(self, other: Side) -> Side:
        """The same patients with the log odds of two models."""
        return replace(self, x=np.hstack((self.x, other.x)))


def sides_of(points: Binned) -> tuple[Side, Side]:
    """The cases, and the non-cases."""
    cases, others = (Side.of(points, np.flatnonzero(points.label == label)) for label in (1, 0))
    return cases, others


@dataclass(frozen=True, eq=False)
class Table:
    """All patients with the log odds of one model, or of two, and the bucket of each."""

    bucket: Places
    everyone: Binned
    buckets: int

    def like(self, other: Table) -> Table:
        """The same, where rows stand as in another table."""
        if len(other.bucket) == len(self.bucket) and self.everyone.width == 0.0:
            self.__dict__["places"] = other.places
        return self

    @cached_property
    def places(self) -> list[tuple[Places, Places]]:
        """Where the cases and the non-cases of each bucket stand."""
        key = 2 * self.bucket + (self.everyone.label != 1)
        small = key.astype(np.uint8) if 2 * self.buckets <= 256 else key  # a tenth of the time to compare
        parts = [np.flatnonzero(small == one) for one in range(2 * self.buckets)]
        return list(zip(parts[::2], parts[1::2], strict=True))

    @cached_property
    def sides(self) -> list[tuple[Side, Side]]:
        """The cases and the non-cases of each bucket."""
        return [(Side.of(self.everyone, cases), Side.of(self.everyone, rest)) for cases, rest in self.places]


@dataclass(frozen=True, eq=False)
class Values:
    """One class of one bucket in the order of its log odds; ``first`` is where each distinct value begins."""

    side: Side
    order: Places
    x: Numbers
    count: NDArray[np.int64]
    first: Places
    total: NDArray[np.int64]

    @classmethod
    def of(cls, side: Side, least: int) -> Values:
        """Scores of exactly 0 or 1 that too few have are taken for the next score."""
        own = no_lonely_certainty(side.x[:, 0], side.count, least)
        order = np.argsort(own)
        x, count = own[order], side.count[order]
        first = np.flatnonzero(np.append(True, x[1:] != x[:-1])) if len(x) else np.zeros(0, dtype=np.intp)
        total = np.add.reduceat(count, first) if len(x) else count
        return cls(side, order, x, count, first, total)

    @cached_property
    def distinct(self) -> Numbers:
        """The values, each once."""
        return self.x[self.first]

    def most_lines(self, least: int, per_unit: int) -> int:
        """How many lines there are at most, in cells of so many to a unit of log odds."""
        cells = len(self.first)
        if cells > _MOST_VALUES:
            cells = 1 + int(np.count_nonzero(np.diff(np.floor(self.distinct * per_unit))))
        return min(cells, int(self.total.sum()) // least)

    def reaching(self, cut: float) -> int:
        """How many patients have log odds of at least a cut-off."""
        return int(self.count[np.searchsorted(self.x, cut) :].sum())


@dataclass(frozen=True, eq=False)
class ClassLines:
    """The lines of one class of one bucket: the number of the line of each of its distinct values."""

    values: Values
    line: Places

    @cached_property
    def of_patients(self) -> Places:
        """The line of each patient, in the order of the log odds."""
        return np.repeat(self.line, np.diff(np.append(self.values.first, len(self.values.x))))

    def across(self, cut: float) -> tuple[int, int]:
        """Patients at or above, and below, a cut-off, of lines that have some on both of its sides."""
        total, number = self.values.total, int(self.line.max(initial=-1)) + 1
        place = np.searchsorted(self.values.distinct, cut)
        above = np.bincount(self.line[place:], total[place:], number)
        below = np.bincount(self.line[:place], total[:place], number)
        both = (above > 0) & (below > 0)
        return int(above[both].sum()), int(below[both].sum())

    def joined_at(self, cut: float) -> ClassLines | None:
        """With the two lines next to a cut-off made one; None where there are no two."""
        place = int(np.searchsorted(self.values.distinct, cut))
        if place in (0, len(self.line)) or self.line[place - 1] == self.line[place]:
            return None
        joined = np.where(self.line == self.line[place], self.line[place - 1], self.line)
        return ClassLines(self.values, np.unique(joined, return_inverse=True)[1])

    def mean_of_patients(self) -> Numbers:
        """The mean log odds of each patient's line as it is written, in the order of the side."""
        found = np.zeros(len(self.values.x))
        sums = [np.bincount(self.of_patients, one) for one in (self._weight * self.values.x, self._weight)]
        found[self.values.order] = np.round(sums[0] / sums[1] * UNIT)[self.of_patients] / UNIT
        return found

    @property
    def _weight(self) -> Numbers:
        return self.values.side.weight[self.values.order]

    def written(self, digits: int = _DIGITS) -> dict[str, list[Any]]:
        """The sums over each line, lowest first, as they stand in the page; ``digits`` of single values."""
        values = self.values
        if len(values.x) == 0:
            return {"x": [], "s": [], "n": [], **({"w": [], "q": []} if values.side.weighted else {})}
        return written(values.side, [values.x], self.of_patients, values.order, digits)


def model_lines(
    points: Binned, least: int, per_unit: int, cuts: Sequence[float] = ()
) -> list[dict[str, list[Any]]]:
    """The bins of one model, of cases and of non-cases, each class by itself."""
    return [class_lines(Values.of(side, least), least, per_unit, cuts).written() for side in sides_of(points)]


def class_lines(
    values: Values,
    least: int,
    per_unit: int,
    cuts: Sequence[float] = (),
    *,
    exact: bool = False,
    farthest: float = np.inf,
) -> ClassLines:
    """A line for each value that enough patients have, and for the others in cells of enough patients.

    ``cuts`` are log odds over which no line reaches, the most important first; ``exact`` keeps every
    distinct value. Others on either side of such a value share a line if they are no farther apart than
    ``farthest``; who is too few then goes with the nearest such value.
    """
    distinct, total = values.distinct, values.total
    if exact or len(distinct) == 0:
        return ClassLines(values, np.arange(len(distinct)))
    heap = total >= max(least, 2)
    cell = np.arange(len(distinct))
    if len(distinct) > _MOST_VALUES:
        heap = total >= max(least, _HEAP * float(total.sum()), 2)
        cell = np.floor(distinct * per_unit).astype(np.int64)  # ascending, as the values are
    line = np.zeros(len(distinct), dtype=np.intp)
    heaps = np.flatnonzero(heap)
    line[heaps] = np.arange(len(heaps))
    found = len(heaps)
    for here in _stretches(distinct, heap, farthest):
        if len(heaps) and total[here].sum() < least:  # too few to be by themselves: with the nearest heap
            middle = float(np.average(distinct[here], weights=total[here]))
            line[here] = np.argmin(np.abs(distinct[heaps] - middle))
        else:
            line[here] = found + _merged(distinct[here], cell[here], total[here], least, cuts)
            found = int(line[here].max()) + 1
    return ClassLines(values, line)


def _stretches(distinct: Numbers, heap: NDArray[np.bool_], farthest: float) -> list[Places]:
    """Places of values that are no heaps, apart where a heap lies in a gap that is too wide."""
    loose = np.flatnonzero(~heap)
    wide = (np.diff(loose) > 1) & (np.diff(distinct[loose]) > farthest)
    return [here for here in np.split(loose, np.flatnonzero(wide) + 1) if len(here)]


def _merged(
    x: Numbers, cell: NDArray[np.int64], count: NDArray[Any], least: int, cuts: Sequence[float]
) -> Places:
    """The cells of some values, joined with their neighbours until each has enough patients."""
    if len(x) == 0:
        return cell
    part = np.searchsorted(_edges(x, count, least, cuts), np.arange(len(x)), side="right")
    new = np.append(True, (np.diff(cell) != 0) | (np.diff(part) != 0))
    place, starts = np.cumsum(new) - 1, np.flatnonzero(new)
    number, line, found = np.add.reduceat(count, starts), np.zeros(len(starts), dtype=np.intp), 0
    for one in range(int(part[-1]) + 1):
        here = part[starts] == one
        line[here] = merge_small(number[here], least) + found
        found = int(line[here].max()) + 1
    return np.asarray(line[place])


def _edges(x: Numbers, count: NDArray[Any], least: int, cuts: Sequence[float]) -> Places:
    """Where among ascending values lines must end: at cut-offs with enough patients on both sides."""
    below = np.append(0, np.cumsum(count))
    edges = [0, len(x)]
    for cut in cuts:
        place = int(np.searchsorted(x, cut))
        if place in edges:
            continue
        after = int(np.searchsorted(edges, place))
        sides = below[place] - below[edges[after - 1]], below[edges[after]] - below[place]
        if min(sides) >= least:
            edges.insert(after, place)
    return np.array(edges[1:-1], dtype=np.intp)


# In log odds: a factor of twenty.
BEYOND = 3.0


def no_lonely_certainty(x: Numbers, count: NDArray[np.int64], least: int) -> Numbers:
    """Scores of exactly 0 or 1 that too few patients have are taken to lie some way beyond the next score.

    So they share its bin, whose spread then tells that somebody is far from the others.
    """
    x = x.copy()
    for certain, nearest, beyond in ((x <= -CERTAIN, np.min, -BEYOND), (x >= CERTAIN, np.max, BEYOND)):
        if 0 < count[certain].sum() < least and not certain.all():
            x[certain] = np.clip(nearest(x[~certain]) + beyond, -CERTAIN + 1.0, CERTAIN - 1.0)
    return x


def written(
    side: Side, columns: list[Numbers], line: Places, order: Places, digits: int = _DIGITS
) -> dict[str, list[Any]]:
    """The sums of patients over their lines, as they stand in the page; columns and lines in some order."""
    weight = side.weight[order]
    number, sums, squares = (
        np.bincount(line, one).astype(np.float64) for one in (side.count[order], weight, side.squares[order])
    )
    means, spreads, related = _moments(line, columns, weight / sums[line])
    shown = [_shown(mean, spread, digits) for mean, spread in zip(means, spreads, strict=True)]
    # In the order of what is written: a mean that is rounded may pass one that is not.
    ascending = np.lexsort((spreads[0], (np.array(shown[0], dtype=np.float64) / UNIT).round(9)))
    found: dict[str, list[Any]] = {}
    for i, names in enumerate((("x", "s"), ("y", "t"))[: len(columns)]):
        spread = spreads[i][ascending]
        found[names[0]] = [shown[i][place] for place in ascending]
        # No line of several values is written as one value.
        found[names[1]] = np.maximum(np.rint(UNIT * spread), spread > 0.0).astype(int).tolist()
    if len(columns) == 2:
        found["r"] = np.rint(100.0 * related[ascending]).astype(int).tolist()
    found["n"] = np.rint(number[ascending]).astype(int).tolist()
    if side.weighted:
        for name, one in (("w", sums), ("q", squares)):
            found[name] = [float(f"{value:.6g}") for value in one[ascending]]
    return found


def _shown(mean: Numbers, spread: Numbers, digits: int) -> list[float | int]:
    """Mean log odds in units of the page: whole where patients differ, else with as many digits as asked."""
    pairs = zip(mean.tolist(), spread.tolist(), strict=True)
    return [whole(UNIT * x, 0 if s > 0.0 else digits) for x, s in pairs]


def _moments(
    line: Places, columns: list[Numbers], share: Numbers
) -> tuple[list[Numbers], list[Numbers], Numbers]:
    """Mean and spread of the log odds of each line, and the correlation of two models."""
    means = [np.bincount(line, share * x).astype(np.float64) for x in columns]
    apart = [x - mean[line] for x, mean in zip(columns, means, strict=True)]
    raw = [np.sqrt(np.bincount(line, share * one**2)) for one in apart]
    spreads: list[Numbers] = [np.where(one > 1e-9, one, 0.0) for one in raw]
    for x, mean, spread in zip(columns, means, spreads, strict=True):
        alone = spread[line] == 0.0  # the mean of equal numbers is the number, but for its last digits
        mean[line[alone]] = x[alone]
    if len(columns) == 1:
        return means, spreads, spreads[0]
    both, scale = np.bincount(line, share * apart[0] * apart[1]), spreads[0] * spreads[1]
    related: Numbers = np.divide(both, scale, out=np.zeros(len(both)), where=scale > 0.0)
    return means, spreads, related


def whole(value: float, digits: int) -> float | int:
    """A rounded number, whole where it is."""
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded
