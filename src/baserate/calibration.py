"""Recalibration: what the scores would be if they meant what they say."""

from __future__ import annotations

import numpy as np

from baserate.table import Numbers, ScoreTable


def isotonic(table: ScoreTable) -> Numbers:
    """The isotonic-regression fit at each line of the table: the best risk that keeps the order.

    Neighbouring scores are pooled until the share of patients with the disease rises from pool to
    pool. The pools are the edges of the convex hull of the ROC curve, so on these rows no other map
    that keeps the order decides better, at any threshold (Fawcett and Niculescu-Mizil 2007). That
    makes it optimistic on the rows it was fitted on: it takes chance for sharpness. A line that
    nobody is on gets the fit of the line below it, or at the bottom of the line above.

    >>> isotonic(ScoreTable.from_arrays([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9]))
    array([0. , 0.5, 0.5, 1. ])
    """
    # A large import, which the scores themselves do not need.
    from scipy.optimize import isotonic_regression

    weight = table.positive + table.negative
    counts = weight > 0.0
    share = table.positive[counts] / weight[counts]
    fit = isotonic_regression(share, weights=weight[counts]).x
    each: Numbers = fit[np.maximum(np.cumsum(counts) - 1, 0)]
    return each


def recalibrated(table: ScoreTable) -> ScoreTable:
    """The table with each score replaced by its :func:`isotonic` fit; equal fits share one line.

    >>> table = recalibrated(ScoreTable.from_arrays([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9]))
    >>> table.score, table.positive, table.negative
    (array([0. , 0.5, 1. ]), array([0., 1., 1.]), array([1., 1., 0.]))
    """
    score, starts = np.unique(isotonic(table), return_index=True)
    return ScoreTable(score, np.add.reduceat(table.positive, starts), np.add.reduceat(table.negative, starts))
