"""Placements: DeLong's way to the standard error of the AUC, with ties and weights.

A patient with the disease is placed by the share of patients without it who score lower, a tie
counting half; a patient without it by the share of patients with it who score higher. The AUC is
the mean of either, and the spread of both is its variance (DeLong et al. 1988).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baserate.moments import ClassMoments, line_moments
from baserate.rows import Rows
from baserate.table import ScoreTable

Numbers = NDArray[np.float64]


def placements(rows: Rows) -> Numbers:
    """Each patient's placement among the patients of the other class, in the order of the rows."""
    table = ScoreTable.from_rows(rows)
    by_line = _by_line(table)
    line = np.searchsorted(table.score, rows.ranking)
    return np.where(rows.label == 1, by_line[0][line], by_line[1][line])


def auc_moments(rows: Rows) -> tuple[ClassMoments, ClassMoments]:
    """Moments of the placements of both classes; the mean of either is the AUC."""
    if rows.weight is not None:
        placed, is_case = placements(rows), rows.label == 1
        weight = rows.weight.astype(np.float64)
        squares = weight**2 if rows.squares is None else rows.squares
        sides = [(placed[side], weight[side], squares[side], 1.0) for side in (is_case, ~is_case)]
        return line_moments(*sides[0]), line_moments(*sides[1])
    cases, others = rows.sorted_classes
    lower, not_higher = np.searchsorted(others, cases, "left"), np.searchsorted(others, cases, "right")
    # The same counts from the other side: a case that k others do not exceed lies below other k.
    cases_lower, cases_not_higher = (
        np.cumsum(np.bincount(ranks, minlength=len(others) + 1))[:-1] for ranks in (not_higher, lower)
    )
    # Twice the placements, in whole numbers, so that the two means agree to the last digit.
    below, above = lower + not_higher, 2 * len(cases) - cases_lower - cases_not_higher
    auc = int(below.sum()) / (2 * len(cases) * len(others))
    return _counted(below / (2 * len(others)), auc), _counted(above / (2 * len(cases)), auc)


def _by_line(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """Placement of a case, and of another patient, at each line of the table."""
    below = np.cumsum(table.negative) - 0.5 * table.negative
    above = table.positive_weight - np.cumsum(table.positive) + 0.5 * table.positive
    return below / table.negative_weight, above / table.positive_weight


def _counted(placed: Numbers, auc: float) -> ClassMoments:
    n = len(placed)
    apart = placed - auc
    return ClassMoments(float(n), auc, float(np.einsum("i,i", apart, apart)) / n**2, 0.0, 0.0, 1.0)
