"""The recalibrated model in the page: isotonic blocks, their optimism, and a line through the log odds.

Blocks are fitted to the page's own lines, not to the patients: so they say nothing that the lines do not say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.logistic import fit_logistic
from baserate.calibration.optimism import Simulations
from baserate.errors import BaserateError
from baserate.page.discreet import significant
from baserate.page.packed import pack
from baserate.patients.discreet_bins import CERTAIN, UNIT
from baserate.scores.gains import Gains

Numbers = NDArray[np.float64]
Line = Mapping[str, Sequence[float]]

# The grid of thresholds, in log odds with the prevalence removed, on which optimism is carried.
_STEP, _END = 0.25, 16.0
# So many cells of it are one for their covariance.
_COARSE = 2
# Cells farther apart than so many coarse ones vary independently, or nearly so.
_BAND = 6
# Whole numbers in which what varies over the grid is written: its largest is so many.
_FINEST = 500
# Blocks whose risks differ by less than one part in so many, in odds, are one.
_PER_UNIT = 16
# Half of the cell of a value that many share: more than the page takes for equal, less than it writes.
_NARROW = 1e-8
# A share of a class that is rounding.
_NOTHING = 1e-9


class SliceLines:
    """One model's lines of one class, of all buckets of a slice together; log odds in their own unit."""

    def __init__(self, parts: Sequence[Line]) -> None:
        def column(name: str, instead: str) -> Numbers:
            return np.concatenate([np.asarray(part.get(name, part[instead]), float) for part in parts])

        self.x, self.s = column("x", "x") / UNIT, column("s", "s") / UNIT
        self.number, self.weight, self.squares = column("n", "n"), column("w", "n"), column("q", "n")

    @property
    def nodes(self) -> tuple[Numbers, Numbers]:
        """Where a line's upper and lower patients are taken to lie, and the weight of each half."""
        return np.concatenate((self.x + self.s, self.x - self.s)), np.tile(self.weight / 2.0, 2)

    @property
    def ends(self) -> tuple[Numbers, Numbers]:
        """Where lines begin and end, their patients taken to lie evenly."""
        half = np.sqrt(3.0) * self.s
        return self.x - half, self.x + half

    def below(self, edges: Numbers, amount: Numbers) -> Numbers:
        """How much of an amount of each line lies below each of the ascending edges."""
        low, high = self.ends
        spread = self.s > 0.0
        each = amount[spread] / (high - low)[spread]
        places = [np.searchsorted(edges, ends[spread]) for ends in (low, high)]
        slope = sum(
            np.bincount(place, sign * each, len(edges) + 1)
            for place, sign in zip(places, (1.0, -1.0), strict=True)
        )
        steep = np.cumsum(slope)[:-1]
        risen = np.append(0.0, np.cumsum(steep[:-1] * np.diff(edges)))
        heaps = np.bincount(
            np.searchsorted(edges, self.x[~spread], side="right"), amount[~spread], len(edges) + 1
        )
        return np.asarray(risen + np.cumsum(heaps)[:-1])


@dataclass(frozen=True, eq=False)
class Pools:
    """Isotonic blocks, lowest first: where each begins, and the weight of both classes in it.

    ``squares`` are the sums of squared weights, where these are not the weights.
    """

    begin: Numbers
    cases: Numbers
    others: Numbers
    squares: tuple[Numbers, Numbers] | None
    digits: int

    def worth(self, gains: Gains) -> float:
        """What deciding by the share of cases in each block is worth."""
        risk = self.cases / (self.cases + self.others)
        up, down = gains.positive(risk), gains.negative(risk)
        return float(self.cases @ up / self.cases.sum() + self.others @ down / self.others.sum())

    def written(self) -> dict[str, Any]:
        """As they stand in the page: beginnings in ten-thousandths, weights in ``unit``."""
        begin: Any = _rounded(self.begin * UNIT, self.digits - 4)
        most = max(float(one.sum()) for one in (self.cases, self.others))
        unit = _short(max(0.001, most / 1e7))
        found = {"from": pack(begin, deltas=True) if self.digits == 4 else begin, "unit": unit}
        found |= {
            name: pack(_whole(one / unit)) for name, one in (("cases", self.cases), ("others", self.others))
        }
        if self.squares is not None:
            names = ("case_squares", "other_squares")
            found |= {
                name: [_short(one) for one in both] for name, both in zip(names, self.squares, strict=True)
            }
        return found


def pools_of(sides: Sequence[SliceLines]) -> Pools:
    """Isotonic blocks of the lines, lowest first: where each begins, and the weight of both classes in it.

    Patients of a line lie evenly over it; between the ends of all lines both classes are spread evenly,
    and neighbours whose risks do not rise are joined (pool adjacent violators).
    """
    from scipy.optimize import isotonic_regression

    edges = _edges(sides)
    amounts = [np.diff(side.below(edges, side.weight)) for side in sides]
    amounts = [np.where(one > _NOTHING * one.sum(), one, 0.0) for one in amounts]
    total = amounts[0] + amounts[1]
    used = np.flatnonzero(total)
    cases, weight = amounts[0][used], total[used]
    risk = np.clip(isotonic_regression(cases / weight, weights=weight).x, 0.0, 1.0)
    with np.errstate(divide="ignore"):
        log_odds = np.clip(np.log(risk / (1.0 - risk)), -CERTAIN, CERTAIN)
    cell = np.floor(log_odds * _PER_UNIT)
    digits = 8 if any((side.s == 0.0).any() for side in sides) else 4
    begin = edges[used].round(digits)
    # Risks that fall into one cell are one block, and so are blocks that would begin at the same place.
    starts = np.flatnonzero(np.append(True, np.diff(cell) > 0))
    starts = starts[np.append(True, np.diff(begin[starts]) > 0)]
    cases, others = (np.add.reduceat(one[used], starts) for one in amounts)
    squares = None
    if any((side.squares != side.weight).any() for side in sides):
        both = (np.diff(side.below(edges, side.squares))[used] for side in sides)
        first, second = (np.add.reduceat(one, starts) for one in both)
        squares = first, second
    return Pools(np.append(-CERTAIN, begin[starts[1:]]), cases, others, squares, digits)


def _edges(sides: Sequence[SliceLines]) -> Numbers:
    """The ends of all lines; a value that many share is a cell by itself."""
    found = []
    for side in sides:
        heap = side.x[side.s == 0.0]
        found += [*side.ends, heap - _NARROW, heap + _NARROW]
    every = np.unique(np.concatenate(found))
    return np.append(every, every[-1] + _NARROW)


def optimism_of(simulations: Simulations, share: float = 1.0) -> dict[str, Any]:
    """Optimism of the recalibration for any deployment: its mean over simulations, and how they vary.

    With v(z) the weight of a deployment on the threshold axis, the optimism of a simulation is the
    integral of ``v(z) H(z)``, where ``H`` is what the fit wins over the truth at the threshold z:
    cases it treats, and ``e^z`` times the non-cases it spares. Mean and spread of H are carried on a
    fine grid, its correlation on a coarse one, over ``1 + e^z``, which keeps them of one size. ``share``
    of it is left where the blocks are fitted to lines, whose patients' order chance has less of.
    """
    head: dict[str, Any] = {"step": _STEP, "coarse": _COARSE, "band": _BAND}
    if len(simulations) < 2:
        empty = {"mean": "", "spread": "", "coherence": "", "correlation": ""}
        return {**head, "start": 0.0, "units": [1.0, 1.0], **empty}
    each = simulations.won_by_threshold(np.linspace(-_END, _END, round(2.0 * _END / _STEP) + 1))
    spread = each.std(axis=0)
    coarse = each.reshape(len(each), -1, _COARSE).mean(axis=2)
    wide = coarse.std(axis=0)
    used = np.flatnonzero(wide > 1e-3 * wide.max()) if wide.max() > 0.0 else np.zeros(1, dtype=np.intp)
    cells = slice(int(used[0]), int(used[-1]) + 1)
    fine = slice(cells.start * _COARSE, cells.stop * _COARSE)
    apart = (coarse - coarse.mean(axis=0))[:, cells] / np.where(wide[cells] > 0.0, wide[cells], 1.0)
    together = apart.T @ apart / len(apart)
    own = spread.reshape(-1, _COARSE).mean(axis=1)[cells]
    means, spreads = share * each.mean(axis=0)[fine], spread[fine]
    units = [_short(max(float(np.abs(one).max()), 1e-12) / _FINEST) for one in (means, spreads)]
    below = [together[i, max(0, i - _BAND) : i] for i in range(1, len(together))]
    return {
        **head,
        "start": -_END + _STEP * fine.start,
        # In these units, as differences from the one before.
        "units": units,
        "mean": pack(_whole(means / units[0]), deltas=True),
        "spread": pack(_whole(spreads / units[1]), deltas=True),
        # How far the spread of a coarse cell's mean is that of its fine cells: 1 where they vary together.
        "coherence": pack(_whole(100.0 * wide[cells] / np.where(own > 0.0, own, 1.0))),
        # Of each coarse cell's mean with those before it, in fifteenths, row by row.
        "correlation": pack(_whole(15.0 * np.concatenate([np.zeros(0), *below]))),
    }


def recalibration_of(sides: Sequence[SliceLines]) -> dict[str, float] | None:
    """The best line ``intercept + slope * log odds`` of the score as it is; None where there is none.

    Recalibrated so, scores are calibrated to the prevalence of these patients. Scores of exactly 0 and 1
    that were wrong count as very sure ones, as in the smooth curve of risks.
    """
    x, weight = zip(*(side.nodes for side in sides), strict=True)
    inside = np.concatenate(x)[np.abs(np.concatenate(x)) < CERTAIN]
    if len(inside) == 0 or inside.min() == inside.max():
        return None
    low, high = inside.min() - np.log(2.0), inside.max() + np.log(2.0)
    log_odds = np.clip(np.concatenate(x), low, high)
    positive = np.concatenate((weight[0], np.zeros_like(weight[1])))
    negative = np.concatenate((np.zeros_like(weight[0]), weight[1]))
    if np.min(x[0]) >= np.max(x[1]):
        return None
    try:
        columns = np.stack((np.ones(len(log_odds)), log_odds))
        intercept, slope = fit_logistic(columns, np.zeros(len(log_odds)), positive, negative)
    except BaserateError:
        return None
    if not slope > 0.0:
        return None
    return {"intercept": significant(float(intercept), 4), "slope": significant(float(slope), 4)}


def _whole(values: Numbers) -> list[int]:
    found: list[int] = np.rint(values).astype(int).tolist()
    return found


def _rounded(values: Numbers, digits: int) -> list[float | int]:
    rounded = (round(value, digits) for value in values.tolist())
    return [int(value) if value == int(value) else value for value in rounded]


def _short(value: float) -> float:
    return float(f"{value:.4g}")
