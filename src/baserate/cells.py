"""Patients with equal or nearly equal scores, and outcomes drawn anew for them.

What a recalibration that learns from chance would find if nothing but chance were there: draw the
outcomes of the same patients again, at risks that are taken for true, and recalibrate again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from baserate.rows import Rows
from baserate.table import ScoreTable

Numbers = NDArray[np.float64]

# Above so many distinct scores, neighbours share a cell.
MOST_CELLS = 4_000


@dataclass(frozen=True, eq=False)
class Draw:
    """Drawn weight of patients with the disease in each cell, and the isotonic fit to it."""

    positive: Numbers
    fit: Numbers


@dataclass(frozen=True, eq=False)
class Cells:
    """Mean ``score`` of each cell, its ``weight``, and the number of patients it is worth.

    ``positive`` is the weight of those who have the disease. With weights, the patients of a cell
    are worth as many as would give its sum of weights the same spread.
    """

    score: Numbers
    weight: Numbers
    positive: Numbers
    size: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Rows) -> Self:
        """A cell for each distinct score, or with many patients for neighbouring scores."""
        if rows.weight is None and len(rows.label) > MOST_CELLS:
            return cls._from_sorted(*rows.sorted_classes)
        table = ScoreTable.from_rows(rows)
        weight = table.positive + table.negative
        counts = weight > 0.0
        starts = _starts(weight[counts])
        total = np.add.reduceat(weight[counts], starts)
        size = total
        if rows.weight is not None:  # in units of the largest, whose square is neither huge nor nothing
            own = (rows.weight.astype(np.float64) / float(rows.weight.max())) ** 2
            if rows.squares is not None:
                own = rows.squares / float(rows.weight.max()) ** 2
            squares = np.bincount(np.searchsorted(table.score, rows.ranking), own, len(weight))
            squared = np.add.reduceat(squares[counts], starts)
            sums = (total / float(rows.weight.max())) ** 2
            size = np.divide(sums, squared, out=np.ones(len(total)), where=squared > 0.0)
        score = table.score[counts].astype(np.float64)
        if len(starts) < len(score):
            score = np.add.reduceat(weight[counts] * score, starts) / total
        whole = np.maximum(np.rint(size), 1.0).astype(np.int64)
        return cls(score, total, np.add.reduceat(table.positive[counts], starts), whole)

    @classmethod
    def _from_sorted(cls, cases: NDArray[Any], others: NDArray[Any]) -> Self:
        """Cells between scores that divide each class into equal parts, without a table of all scores."""
        every = [max(1, -(-2 * len(side) // MOST_CELLS)) for side in (cases, others)]
        edges = np.unique(np.concatenate((cases[:: every[0]], others[:: every[1]])))
        counts, sums = [], []
        for side in (cases, others):
            starts = np.append(np.searchsorted(side, edges), len(side))
            running = np.concatenate(([0.0], np.cumsum(side, dtype=np.float64)))
            counts.append(np.diff(starts).astype(np.float64))
            sums.append(np.diff(running[starts]))
        total = counts[0] + counts[1]
        score = np.clip((sums[0] + sums[1]) / total, edges, np.append(edges[1:], 1.0))
        return cls(score.astype(np.float64), total, counts[0], total.astype(np.int64))

    def drawn(self, risk: Numbers, rng: np.random.Generator) -> Draw:
        """Outcomes drawn at the given risk of each cell, and their isotonic fit."""
        positive = self.weight * (rng.binomial(self.size, risk) / self.size)
        return Draw(positive, self.isotonic(positive))

    def isotonic(self, positive: Numbers) -> Numbers:
        """The isotonic fit, at each cell, to these weights of patients with the disease."""
        from scipy.optimize import isotonic_regression

        return np.asarray(isotonic_regression(positive / self.weight, weights=self.weight).x)


def _starts(weight: Numbers) -> NDArray[np.intp]:
    """Where each cell begins."""
    if len(weight) <= MOST_CELLS:
        return np.arange(len(weight))
    below = np.cumsum(weight) - weight
    cell = (below * (MOST_CELLS / weight.sum())).astype(np.intp)
    return np.flatnonzero(np.append(True, cell[1:] != cell[:-1]))
