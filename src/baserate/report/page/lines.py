"""Patients as lines for the page: narrow cells of nearly equal scores, none with too few patients.

A line holds how many patients it stands for, the mean of their log odds and their standard
deviation; a joint line of two models both, and the correlation. With these a mean of smooth gains
is right to the second order, however wide the line.

The patients of an evaluation by model, pair, group and class: rows in memory, or lines from an engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.data.binning import Binned
from baserate.deployment.odds import logit
from baserate.evaluation.evidence import Evidence
from baserate.scores.columns import merge_small

Numbers = NDArray[np.float64]

# Log odds of scores of exactly 0 and 1.
CERTAIN = 40.0
# Cells to a unit of log odds, where scores have too many distinct values to keep each.
PER_UNIT = (128, 64, 32)
_MOST_VALUES = 1_000
# A value that so large a share of a class has is a line of its own.
_HEAP = 0.002
# Log odds are written in ten-thousandths, and correlations in hundredths.
UNIT, HUNDRED = 10_000, 100
# Decimals of these where a line is one value that many patients share.
_DIGITS = 8
# From so many patients on, those within a step of so many to a unit of log odds share a joint bin.
_MANY_POINTS, _FINE = 20_000, 32


def log_odds_of(score: NDArray[Any]) -> Numbers:
    """Log odds of scores; those of exactly 0 and 1 are as large as the page has them."""
    found: Numbers = np.clip(np.asarray(logit(score.astype(np.float64))), -CERTAIN, CERTAIN)
    return found


@dataclass(frozen=True, eq=False)
class Values:
    """Patients with the log odds of one model: distinct values, whose each is, and how many have them."""

    points: Binned
    x: Numbers
    distinct: Numbers
    place: NDArray[np.intp]
    total: NDArray[Any]

    @classmethod
    def of(cls, points: Binned, least: int) -> Values:
        """The values of enough patients, or of nobody."""
        points = _enough(points, least)
        x = _no_lonely_certainty(points.log_odds[:, 0], points.count, least)
        distinct, place = np.unique(x, return_inverse=True)
        return cls(points, x, distinct, place, np.bincount(place, points.count))


def model_lines(points: Binned | Values, least: int, per_unit: int) -> list[dict[str, list[Any]]]:
    """The bins of one model, of cases and of non-cases.

    Both classes share the bins, and no bin has fewer than ``least`` patients, where there are as many.
    """
    values = points if isinstance(points, Values) else Values.of(points, least)
    line = _cells(values, least, per_unit)
    return [_written(values.points, [values.x], line, label, least) for label in (1, 0)]


def pair_lines(points: Binned, least: int, most: int) -> list[dict[str, list[Any]]]:
    """Joint lines of two models, each class by itself.

    The plane is halved until cells would have too few patients, or are as many as there may be.
    """
    points = _enough(points, least)
    columns = [_no_lonely_certainty(points.log_odds[:, i], points.count, least) for i in (0, 1)]
    line = np.zeros(len(points.label), dtype=np.intp)
    x = np.column_stack(columns)
    for label in (1, 0):
        own = np.flatnonzero(points.label == label)
        x[own], kind = _kinds(x[own], points.count[own], least)
        for one in np.unique(kind):
            here = own[kind == one]
            line[here] = _joint_cells(x[here], points.count[here], least, most) + line.max() + 1
    return [_written(points, [x[:, 0], x[:, 1]], line, label, least) for label in (1, 0)]


def _enough(points: Binned, least: int) -> Binned:
    """The patients who count; nobody where they are too few, as in groups that are not shown."""
    kept = points.weight > 0.0
    if points.count[kept].sum() < least:
        kept = np.zeros(len(kept), dtype=bool)
    return points if kept.all() else points.select(kept)


def _kinds(x: Numbers, count: NDArray[np.int64], least: int) -> tuple[Numbers, NDArray[np.int64]]:
    """Patients with a score of exactly 0 or 1 by either model apart from the others, where they are enough.

    Too few of a kind are taken to lie just beyond everybody else, where their mean with others is sensible.
    """
    certain = np.where(np.abs(x) >= CERTAIN, np.sign(x), 0.0).astype(np.int64)
    kind = 3 * certain[:, 0] + certain[:, 1]
    for one in np.unique(kind[kind != 0]):
        few = kind == one
        if count[few].sum() < least:
            x[few] = np.column_stack([_near_the_rest(x[:, i])[few] for i in (0, 1)])
            kind[few] = 0
    return x, kind


def _cells(found: Values, least: int, per_unit: int) -> NDArray[np.intp]:
    """A number for each bin: a value that enough patients have is one by itself, the others share bins."""
    values, place, total = found.distinct, found.place, found.total
    heap = total >= max(least, 2)
    cell = np.arange(len(values))
    if len(values) > _MOST_VALUES:
        heap = total >= max(least, _HEAP * float(total.sum()), 2)
        floor = np.floor(values * per_unit)  # ascending, as the values are
        cell = np.cumsum(np.append(False, floor[1:] != floor[:-1]))
    line = np.zeros(len(values), dtype=np.intp)
    line[~heap] = _merged(cell[~heap], total[~heap], least)
    line[heap] = np.arange(np.count_nonzero(heap)) + (line[~heap].max() + 1 if not heap.all() else 0)
    if heap.any() and 0 < total[~heap].sum() < least:  # too few to be by themselves: with the nearest heap
        middle = float(np.average(values[~heap], weights=total[~heap]))
        line[~heap] = line[heap][np.argmin(np.abs(values[heap] - middle))]
    return line[place]


def _merged(cell: NDArray[np.intp], count: NDArray[Any], least: int) -> NDArray[np.intp]:
    """The cells of some values, joined with their neighbours until each has enough patients."""
    if len(cell) == 0:
        return cell
    names, cell = np.unique(cell, return_inverse=True)
    return merge_small(np.bincount(cell, count, len(names)), least)[cell]


def _joint_cells(x: Numbers, count: NDArray[np.int64], least: int, most: int) -> NDArray[np.intp]:
    """A number for each joint bin; of many patients, those with nearly equal scores stay together."""
    turn = np.array([[0.5, 1.0], [0.5, -1.0]])
    if len(x) <= _MANY_POINTS:
        return _leaves(x @ turn, count, least, most)
    grid = np.floor(x * _FINE).astype(np.int64)
    key = (grid[:, 0] - grid[:, 0].min()) * (np.ptp(grid[:, 1]) + 1) + (grid[:, 1] - grid[:, 1].min())
    _, place = np.unique(key, return_inverse=True)
    total = np.bincount(place, count)
    mean = np.column_stack([np.bincount(place, count * x[:, i]) / total for i in (0, 1)])
    return _leaves(mean @ turn, total.astype(np.int64), least, most)[place]


def _leaves(x: Numbers, count: NDArray[np.int64], least: int, most: int) -> NDArray[np.intp]:
    """A number for each leaf of a tree that halves the patients along their wider side."""
    enough = max(2.0 * least, 2.0 * float(count.sum()) / most)
    line = np.zeros(len(x), dtype=np.intp)
    waiting, found = [np.arange(len(x))], 0
    while waiting:
        here = waiting.pop()
        halves = _halves(x[here], count[here], least) if count[here].sum() >= enough else None
        if halves is None:
            line[here] = found
            found += 1
        else:
            waiting += [here[halves], here[~halves]]
    return line


def _halves(x: Numbers, count: NDArray[np.int64], least: int) -> NDArray[np.bool_] | None:
    """Who lies in the lower half; None where no cut leaves enough patients on both sides."""
    spread = x.std(axis=0)
    for axis in np.argsort(-spread):
        if spread[axis] <= 1e-9:
            break
        order = np.argsort(x[:, axis], kind="stable")
        below = np.cumsum(count[order])
        middle = x[order[min(int(np.searchsorted(below, below[-1] / 2.0)), len(order) - 1)], axis]
        for lower in (x[:, axis] <= middle, x[:, axis] < middle):
            if min(count[lower].sum(), count[~lower].sum()) >= max(least, 1):
                return np.asarray(lower)
    return None


def _no_lonely_certainty(x: Numbers, count: NDArray[np.int64], least: int) -> Numbers:
    """Scores of exactly 0 or 1 that too few patients have are taken for the next score."""
    x = x.copy()
    for certain, nearest in ((x <= -CERTAIN, np.min), (x >= CERTAIN, np.max)):
        if 0 < count[certain].sum() < least and not certain.all():
            x[certain] = nearest(x[~certain])
    return x


def _near_the_rest(x: Numbers) -> Numbers:
    """Scores of exactly 0 and 1 just beyond all others, where their mean with others stays sensible."""
    inside = x[np.abs(x) < CERTAIN]
    if len(inside) == 0:
        return x
    return np.clip(x, float(inside.min()) - 1.0, float(inside.max()) + 1.0)


def _written(
    points: Binned, columns: list[Numbers], line: NDArray[np.intp], label: int, least: int
) -> dict[str, list[Any]]:
    """The sums of one class over the lines, as they stand in the page.

    A class with too few patients in a cell has the mean and the spread of the whole cell, so that no log
    odds are about less than ``least`` patients, and its weights are rounded to two digits.
    """
    own, place = points.label == label, np.unique(line, return_inverse=True)[1]
    number, weight, squares = (
        _total(place, one, own) for one in (points.count, points.weight, points.squares)
    )
    enough = number >= least
    there = number > 0
    means, spreads, related = _moments(place, columns, points.weight, own, enough)
    found: dict[str, list[Any]] = {}
    for i, names in enumerate((("x", "s"), ("y", "t"))[: len(columns)]):
        mean, spread = means[i][there], spreads[i][there]
        pairs = zip(mean, spread, strict=True)
        found[names[0]] = [_number(UNIT * x, 0 if s > 0.0 else _DIGITS) for x, s in pairs]
        found[names[1]] = [_number(UNIT * s, 0) for s in spread]
    if len(columns) == 2:
        found["r"] = [_number(HUNDRED * r, 0) for r in related[there]]
    found["n"] = number[there].astype(int).tolist()
    if points.weighted:
        digits = np.where(enough, 6, 2)[there]
        for name, sums in (("w", weight), ("q", squares)):
            found[name] = [float(f"{one:.{d}g}") for one, d in zip(sums[there], digits, strict=True)]
    return found


def _total(place: NDArray[np.intp], values: NDArray[Any], chosen: NDArray[np.bool_]) -> Numbers:
    return np.bincount(place[chosen], values[chosen], int(place.max(initial=-1)) + 1).astype(np.float64)


def _moments(
    place: NDArray[np.intp],
    columns: list[Numbers],
    weight: Numbers,
    own: NDArray[np.bool_],
    enough: NDArray[np.bool_],
) -> tuple[list[Numbers], list[Numbers], Numbers]:
    """Mean and spread of the log odds of each cell's class, or of the cell, and the correlation."""
    share = np.where(enough[place] & ~own, 0.0, weight)
    total = np.bincount(place, share)
    share = share / np.where(total > 0.0, total, 1.0)[place]
    means = [np.bincount(place, share * x).astype(np.float64) for x in columns]
    apart = [x - mean[place] for x, mean in zip(columns, means, strict=True)]
    raw = [np.sqrt(np.bincount(place, share * one**2)) for one in apart]
    spreads: list[Numbers] = [np.where(one > 1e-9, one, 0.0) for one in raw]
    both = np.bincount(place, share * apart[0] * apart[-1])
    scale = spreads[0] * spreads[-1]
    related: Numbers = np.divide(both, scale, out=np.zeros(len(both)), where=scale > 0.0)
    return means, spreads, related


def _number(value: float, digits: int) -> float | int:
    """A rounded number, whole where it is."""
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded


@dataclass(frozen=True, eq=False)
class Table:
    """All patients with the log odds of one model, or of two, and the bucket of each."""

    bucket: NDArray[np.intp]
    everyone: Binned

    def points(self, bucket: int) -> Binned:
        """The patients of one bucket."""
        return self.everyone.select(self.bucket == bucket)


def buckets_of(ev: Evidence, least: int) -> tuple[str, ...]:
    """Names of the groups that are shown: those that can be judged, and have enough patients of each class.

    All other patients share the bucket after the last of these.
    """
    enough = []
    for name, group in ev.groups.items():
        if group.why_not is None and min(group.positives, group.patients - group.positives) >= least:
            enough.append(name)
    return tuple(enough)


def table_of(ev: Evidence, models: Sequence[str], buckets: Sequence[str]) -> Table:
    """One model, or two, on all patients."""
    binned = ev.patients.binned(models)
    bucket = np.full(len(binned), len(buckets), dtype=np.intp)
    for number, name in enumerate(buckets):
        bucket[ev.patients.members(models, name)] = number
    # From here on the bucket says whose group it is, and names take time to carry along.
    return Table(bucket, replace(binned, group=None, log_odds=np.clip(binned.log_odds, -CERTAIN, CERTAIN)))
