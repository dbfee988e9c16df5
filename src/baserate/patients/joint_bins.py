"""Joint lines of two models: how their scores go together, from which differences get their intervals.

A joint line has the mean and the spread of both models' log odds, and their correlation. Its cells are halves
of halves of the patients of a class, whose edges are not those of either model's own lines. So that its
counts and theirs do not tell of few patients together, the counts of joint lines are rounded to multiples of
the smallest cell, in such a way that any stretch of neighbours is right to less than one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.patients.binning import Binned
from baserate.patients.discreet_bins import CERTAIN, Side, no_lonely_certainty, sides_of, written

__all__ = ["joint_lines"]

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]

# From so many patients on, those within a step of so many to a unit of log odds share a joint bin.
_MANY_POINTS, _FINE = 20_000, 16


def pair_lines(points: Binned, least: int, most: int) -> list[dict[str, list[Any]]]:
    """Joint lines of two models, each class by itself."""
    return [joint_lines(side, least, most) for side in sides_of(points)]


def joint_lines(side: Side, least: int, most: int, *, exact: bool = False) -> dict[str, list[Any]]:
    """The plane is halved until cells would have too few patients, or are as many as there may be.

    ``exact`` keeps every distinct pair of scores.
    """
    if len(side) == 0:
        names = ("x", "s", "y", "t", "r", "n", *(("w", "q") if side.weighted else ()))
        return {name: [] for name in names}
    if exact:
        line = np.unique(side.x, axis=0, return_inverse=True)[1].ravel()
        return written(side, [side.x[:, 0], side.x[:, 1]], line, np.arange(len(line)))
    x = np.column_stack([no_lonely_certainty(side.x[:, i], side.count, least) for i in (0, 1)])
    x, kind = _kinds(x, side.count, least)
    line = np.zeros(len(x), dtype=np.intp)
    found = 0
    for one in np.unique(kind):
        here = slice(None) if (kind == one).all() else kind == one
        line[here] = _joint_cells(x[here], side.count[here], least, most) + found
        found = int(line[here].max()) + 1
    return written(_rounded(side, line, least), [x[:, 0], x[:, 1]], line, np.arange(len(line)))


def _rounded(side: Side, line: Places, least: int) -> Side:
    """Patients who add up to multiples of the smallest cell on each line, the total as it is.

    Whoever is beyond a multiple is counted with the next line, which lies beside it in the tree: so each
    line still has enough. Weights go with the counts.
    """
    number = np.bincount(line, side.count)
    below = np.cumsum(number)
    kept = np.append(least * (below[:-1] // least), below[-1])
    times = (np.diff(np.append(0.0, kept)) / number)[line]
    return replace(side, count=side.count * times, weight=side.weight * times, squares=side.squares * times)


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
    others = np.unique(kind[kind != 0])
    if len(others) and 0 < count[kind == 0].sum() < least:  # too few: with the largest other kind
        largest = max(others, key=lambda one: count[kind == one].sum())
        kind[kind == 0] = largest
    return x, kind


def _joint_cells(x: Numbers, count: NDArray[np.int64], least: int, most: int) -> Places:
    """A number for each joint bin; of many patients, those with nearly equal scores stay together."""
    turn = np.array([[0.5, 1.0], [0.5, -1.0]])
    if len(x) <= _MANY_POINTS:
        return _leaves(x @ turn, count, least, most)
    grid = np.floor(x * _FINE).astype(np.int64)
    grid -= grid.min(axis=0)
    width = int(grid[:, 1].max()) + 1
    key = grid[:, 0] * width + grid[:, 1]
    total = np.bincount(key, count)
    used = np.flatnonzero(total)
    mean = np.column_stack([np.bincount(key, count * x[:, i])[used] / total[used] for i in (0, 1)])
    line = np.zeros(len(total), dtype=np.intp)
    line[used] = _leaves(mean @ turn, total[used].astype(np.int64), least, most)
    return np.asarray(line[key])


def _leaves(x: Numbers, count: NDArray[np.int64], least: int, most: int) -> Places:
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


def _near_the_rest(x: Numbers) -> Numbers:
    """Scores of exactly 0 and 1 just beyond all others, where their mean with others stays sensible."""
    inside = x[np.abs(x) < CERTAIN]
    if len(inside) == 0:
        return x
    return np.clip(x, float(inside.min()) - 1.0, float(inside.max()) + 1.0)
