"""Isotonic blocks: neighbouring scores whose patients share one risk.

Recalibration by isotonic regression. The blocks are the edges of the convex hull of the ROC curve, so
on these patients no other map that keeps the order decides better, at any threshold (Fawcett and
Niculescu-Mizil 2007, doi:10.1007/s10994-007-5011-0). That makes them optimistic on the patients they
were made of: they take chance for discrimination.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.scores.sample import Numbers, Sample, ScoreTable


@dataclass(frozen=True, eq=False)
class IsotonicBlocks:
    """Blocks, lowest first: ``first`` and ``last`` score of each, and the weight of both classes in it.

    >>> blocks = IsotonicBlocks.of(ScoreTable.from_arrays([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9]))
    >>> blocks.first, blocks.last, blocks.risk
    (array([0.1, 0.2, 0.9]), array([0.1, 0.3, 0.9]), array([0. , 0.5, 1. ]))
    """

    first: NDArray[np.floating[Any]]
    last: NDArray[np.floating[Any]]
    positive: Numbers
    negative: Numbers

    @classmethod
    def of(cls, sample: Sample | ScoreTable) -> IsotonicBlocks:
        """The blocks of a table, or of a sample; unweighted rows need no table."""
        if isinstance(sample, ScoreTable):
            return _merge(_blocks_of_table(sample))
        if sample.weight is not None:
            return _merge(_blocks_of_table(sample.table))
        return _merge(_blocks_of_rows(sample))

    @property
    def risk(self) -> Numbers:
        """Share of each block's patients who have the disease; rises from block to block."""
        return np.asarray(self.positive / (self.positive + self.negative))

    @property
    def table(self) -> ScoreTable:
        """The recalibrated scores: one line for each block."""
        return ScoreTable(self.risk, self.positive, self.negative)

    def recalibrated(self, score: NDArray[Any]) -> Numbers:
        """The risk of the block that each score lies in, or that is next below it."""
        return self.risk[np.searchsorted(self.first[1:], score, side="right")]


def isotonic(table: ScoreTable) -> Numbers:
    """The isotonic-regression fit at each line of the table: the best risk that keeps the order.

    Neighbouring scores are merged until the share of patients with the disease rises from block to
    block. A line that nobody is on gets the fit of the line below it, or at the bottom of the line
    above.

    >>> isotonic(ScoreTable.from_arrays([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9]))
    array([0. , 0.5, 0.5, 1. ])
    """
    return IsotonicBlocks.of(table).recalibrated(table.score)


def recalibrated(table: ScoreTable) -> ScoreTable:
    """The table with each score replaced by its :func:`isotonic` fit; equal fits share one line.

    >>> table = recalibrated(ScoreTable.from_arrays([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9]))
    >>> table.score, table.positive, table.negative
    (array([0. , 0.5, 1. ]), array([0., 1., 1.]), array([1., 1., 0.]))
    """
    return IsotonicBlocks.of(table).table


def _merge(blocks: IsotonicBlocks) -> IsotonicBlocks:
    """Merge neighbouring blocks until the risk rises strictly."""
    # A large import, which the scores themselves do not need.
    from scipy.optimize import isotonic_regression

    weight = blocks.positive + blocks.negative
    fit = isotonic_regression(blocks.positive / weight, weights=weight)
    starts = fit.blocks[:-1]
    sums = [np.add.reduceat(side, starts) for side in (blocks.positive, blocks.negative)]
    # Neighbours with equal risk, up to rounding, are one block.
    risk = sums[0] / (sums[0] + sums[1])
    rises = np.flatnonzero(np.diff(risk, prepend=-1.0) > 4.0 * np.spacing(risk))
    starts = starts[rises]
    ends = np.append(starts[1:], len(weight)) - 1
    sums = [np.add.reduceat(side, rises) for side in sums]
    return IsotonicBlocks(blocks.first[starts], blocks.last[ends], *sums)


def _blocks_of_table(table: ScoreTable) -> IsotonicBlocks:
    """Lines that are merged whatever else happens: one with cases, and all that follow without."""
    counts = table.positive + table.negative > 0.0
    score, positive, negative = table.score[counts], table.positive[counts], table.negative[counts]
    starts = np.flatnonzero(np.append(True, (positive[1:] > 0.0) & (negative[:-1] > 0.0)))
    ends = np.append(starts[1:], len(score)) - 1
    sums = [np.add.reduceat(side, starts) for side in (positive, negative)]
    return IsotonicBlocks(score[starts], score[ends], *sums)


def _blocks_of_rows(sample: Sample) -> IsotonicBlocks:
    """The same from unweighted rows: the rarer class cuts the scores of the other into blocks."""
    cases, non_cases = sample.sorted_classes
    if len(cases) <= len(non_cases):
        return _cut(cases, non_cases)
    # Seen from the other end, the classes change places, and so do first and last.
    seen = _cut(-non_cases[::-1], -cases[::-1])
    return IsotonicBlocks(-seen.last[::-1], -seen.first[::-1], seen.negative[::-1], seen.positive[::-1])


def _cut(cases: NDArray[np.floating[Any]], non_cases: NDArray[np.floating[Any]]) -> IsotonicBlocks:
    """Blocks of ascending scores: a score that cases have, and all non-cases up to the next such score."""
    starts = np.flatnonzero(np.append(True, cases[1:] != cases[:-1]))
    first, positive = cases[starts], np.diff(starts, append=len(cases)).astype(np.float64)
    begins = np.searchsorted(non_cases, first)
    negative = np.diff(begins, append=len(non_cases)).astype(np.float64)
    last = np.where(negative > 0.0, non_cases.take(np.append(begins[1:], len(non_cases)) - 1), first)
    if begins[0] == 0:
        return IsotonicBlocks(first, last, positive, negative)
    below = float(begins[0])
    return IsotonicBlocks(
        np.concatenate((non_cases[:1], first)),
        np.concatenate((non_cases[begins[0] - 1 : begins[0]], last)),
        np.concatenate(([0.0], positive)),
        np.concatenate(([below], negative)),
    )
