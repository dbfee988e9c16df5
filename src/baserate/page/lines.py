"""Patients as lines for the page: narrow cells of nearly equal scores, none with too few patients.

A line holds how many patients it stands for, the mean of their log odds and their standard
deviation; a joint line of two models both, and the correlation. With these a mean of smooth gains
is right to the second order, however wide the line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
# Decimals of these where a line is spread out, where it is one value that many patients share, and
# where it has too few patients: then of log odds only two decimals are kept.
_SPREAD_DIGITS, _VALUE_DIGITS, _FEW_DIGITS = 0, 8, -2


@dataclass(frozen=True, eq=False)
class Points:
    """Patients of one group, or lines of them: log odds with a column for each model."""

    label: NDArray[np.int8]
    log_odds: Numbers
    count: NDArray[np.int64]
    weight: Numbers
    squares: Numbers
    weighted: bool


def model_lines(points: Points, least: int, per_unit: int) -> list[dict[str, list[Any]]]:
    """The lines of one model, of cases and of others.

    Both classes share the cells, and no cell has fewer than ``least`` patients, where there are as many.
    """
    x = _no_lonely_certainty(points.log_odds[:, 0], points.count, least)
    line = _merged(_cells(x, points.count, least, per_unit), points.count, least)
    return [_written(points, [x], line, label, least) for label in (1, 0)]


def pair_lines(points: Points, least: int, most: int) -> list[dict[str, list[Any]]]:
    """Joint lines of two models: the plane is halved until cells are small, or as many as there may be."""
    columns = [_near_the_rest(points.log_odds[:, i]) for i in (0, 1)]
    line = _leaves(np.column_stack(columns), _balanced(points), points.count, least, most)
    return [_written(points, columns, line, label, least) for label in (1, 0)]


def _balanced(points: Points) -> Numbers:
    """Shares of the patients in which the rarer class counts as much as the other."""
    share = points.count.astype(np.float64)
    for label in (1, 0):
        share[points.label == label] /= max(2.0 * float(share[points.label == label].sum()), 1e-300)
    return share


def _cells(x: Numbers, count: NDArray[np.int64], least: int, per_unit: int) -> NDArray[np.intp]:
    """A number for each cell, in the order of the log odds: single values that many have, else cells."""
    values, place = np.unique(x, return_inverse=True)
    if len(values) > _MOST_VALUES:
        many = np.bincount(place, count) >= max(least, _HEAP * float(count.sum()), 2)
        cell = np.floor(values * per_unit)
        # A heap ends the cell before it, so that lines stay in order.
        new = np.append(True, (np.diff(cell) != 0) | many[1:] | many[:-1])
        place = (np.cumsum(new) - 1)[place]
    return place


def _merged(cell: NDArray[np.intp], count: NDArray[np.int64], least: int) -> NDArray[np.intp]:
    """Neighbouring cells joined until each has enough patients; the last joins the one before it."""
    total = np.bincount(cell, count)
    line = np.zeros(len(total), dtype=np.intp)
    current, held = 0, 0.0
    for place, number in enumerate(total):
        if held >= least:
            current, held = current + 1, 0.0
        line[place] = current
        held += float(number)
    if held < least and current > 0:
        line[line == current] = current - 1
    return line[cell]


def _leaves(x: Numbers, share: Numbers, count: NDArray[np.int64], least: int, most: int) -> NDArray[np.intp]:
    """A number for each leaf of a tree that halves the shares along their wider side."""
    line = np.zeros(len(x), dtype=np.intp)
    waiting, found = [np.arange(len(x))], 0
    while waiting:
        here = waiting.pop()
        large = count[here].sum() >= 2 * least and share[here].sum() > 1.0 / most
        halves = _halves(x[here], share[here], count[here], least) if large else None
        if halves is None:
            line[here] = found
            found += 1
        else:
            waiting += [here[halves], here[~halves]]
    return line


def _halves(x: Numbers, share: Numbers, count: NDArray[np.int64], least: int) -> NDArray[np.bool_] | None:
    """Who lies in the lower half; None where no cut leaves enough patients on both sides."""
    spread = x.std(axis=0)
    for axis in np.argsort(-spread):
        if spread[axis] <= 1e-9:
            break
        order = np.argsort(x[:, axis], kind="stable")
        below = np.cumsum(share[order])
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
    points: Points, columns: list[Numbers], line: NDArray[np.intp], label: int, least: int
) -> dict[str, list[Any]]:
    """The sums of one class over the lines, as they stand in the page."""
    chosen = (points.label == label) & (points.weight > 0.0)  # patients who do not count make no line
    _, line = np.unique(line[chosen], return_inverse=True)
    weight, count = np.bincount(line, points.weight[chosen]), np.bincount(line, points.count[chosen])
    own = points.weight[chosen] / weight[line]
    found: dict[str, list[Any]] = {}
    aparts, spreads = [], []
    for x, (mean_name, spread_name) in zip(columns, (("x", "s"), ("y", "t")), strict=False):
        mean = np.bincount(line, own * x[chosen])
        apart = x[chosen] - mean[line]
        spread = np.sqrt(np.bincount(line, own * apart**2))
        spread[spread <= 1e-9] = 0.0
        digits = _digits(spread, count, least)
        found[mean_name] = [_number(UNIT * value, d) for value, d in zip(mean, digits, strict=True)]
        found[spread_name] = [
            _number(UNIT * value, min(d, _SPREAD_DIGITS)) for value, d in zip(spread, digits, strict=True)
        ]
        aparts.append(apart)
        spreads.append(spread)
    if len(columns) == 2:
        both, scale = np.bincount(line, own * aparts[0] * aparts[1]), spreads[0] * spreads[1]
        related = np.divide(both, scale, out=np.zeros(len(both)), where=scale > 0.0)
        found["r"] = [_number(HUNDRED * r, 0) for r in related]
    found["n"] = count.astype(int).tolist()
    if points.weighted:
        found["w"] = [float(f"{value:.6g}") for value in weight]
        found["q"] = [float(f"{value:.5g}") for value in np.bincount(line, points.squares[chosen])]
    return found


def _digits(spread: Numbers, count: NDArray[Any], least: int) -> list[int]:
    """Decimals of log odds: of a value that many share all, of a few patients hardly any."""
    many = count >= least
    return [
        int(d) for d in np.where(many, np.where(spread > 0.0, _SPREAD_DIGITS, _VALUE_DIGITS), _FEW_DIGITS)
    ]


def _number(value: float, digits: int) -> float | int:
    """A rounded number, whole where it is."""
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded
