"""ScoreTable: how the scores are spread within each class, which is all that any score needs.

A table is exact: one line for each distinct score, with the weight of the patients who have the
disease and of those who do not. Tables of two hospitals add up to the table of their joined data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import ScoreError, ShapeError, WeightError
from baserate.rows import ClassScores, Rows

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Distinct scores, ascending, each with its weight of positive and negative patients.

    >>> table = ScoreTable.from_arrays([0, 1, 0, 1], [0.2, 0.2, 0.1, 0.9])
    >>> table.score, table.positive, table.negative
    (array([0.1, 0.2, 0.9]), array([0., 1., 1.]), array([1., 1., 0.]))
    >>> (table + table).positive
    array([0., 2., 2.])
    """

    score: NDArray[np.floating[Any]]
    positive: Numbers
    negative: Numbers

    def __post_init__(self) -> None:
        if not len(self.score) == len(self.positive) == len(self.negative):
            raise ShapeError("a table needs a positive and a negative weight for each score.")
        if not (np.all(np.diff(self.score) > 0.0) and np.all((self.score >= 0.0) & (self.score <= 1.0))):
            raise ScoreError("the scores of a table must be distinct, ascending and between 0 and 1.")
        if not all(np.all((side >= 0.0) & (side < np.inf)) for side in (self.positive, self.negative)):
            raise WeightError("the weights of a table must be at least 0 and finite.")

    @classmethod
    def from_arrays(cls, y_true: object, y_prob: object, sample_weight: object = None) -> ScoreTable:
        """The table of the given patients; the input is checked as every score checks it."""
        return cls.from_rows(Rows.of(y_true, y_prob, sample_weight))

    @classmethod
    def from_rows(cls, rows: Rows) -> ScoreTable:
        """The table of rows that have been checked."""
        is_case = rows.label == 1
        sides = []
        for chosen in (is_case, ~is_case):
            score = rows.ranking.compress(chosen)
            weight = None if rows.weight is None else rows.weight.compress(chosen).astype(np.float64)
            sides.append(_distinct(score, weight))
        (cases, positive), (others, negative) = sides
        return _merge(
            cls(cases, positive, np.zeros_like(positive)), cls(others, np.zeros_like(negative), negative)
        )

    def __add__(self, other: object) -> ScoreTable:
        return _merge(self, other) if isinstance(other, ScoreTable) else NotImplemented

    @property
    def positive_weight(self) -> float:
        """Total weight of the patients who have the disease."""
        return float(self.positive.sum())

    @property
    def negative_weight(self) -> float:
        """Total weight of the patients who do not."""
        return float(self.negative.sum())

    @property
    def prevalence(self) -> float:
        """Share of the patients, by weight, who have the disease."""
        return self.positive_weight / (self.positive_weight + self.negative_weight)

    def blocks(self, low: float = 0.0, high: float = 1.0) -> Iterator[tuple[ClassScores, ClassScores]]:  # noqa: ARG002
        """All scores at once: a table is short, so nothing is gained by leaving some out."""
        yield ClassScores(self.score, self.positive), ClassScores(self.score, self.negative)


def _merge(one: ScoreTable, other: ScoreTable) -> ScoreTable:
    """Join two tables in one pass: each score of the shorter finds its line in the longer."""
    short, long = sorted((one, other), key=lambda table: len(table.score))
    at = np.searchsorted(long.score, short.score)
    new = long.score.take(at, mode="clip") != short.score
    line = at + np.cumsum(new) - new
    was_long = np.ones(len(long.score) + np.count_nonzero(new), dtype=bool)
    was_long[line[new]] = False
    score = np.empty(len(was_long), dtype=np.result_type(short.score, long.score))
    score[line], score[was_long] = short.score, long.score
    positive, negative = np.zeros(len(was_long)), np.zeros(len(was_long))
    positive[was_long], negative[was_long] = long.positive, long.negative
    positive[line] += short.positive
    negative[line] += short.negative
    return ScoreTable(score, positive, negative)


def _distinct(score: NDArray[Any], weight: Numbers | None) -> tuple[NDArray[Any], Numbers]:
    """The distinct scores of one class, ascending, and their weights."""
    if weight is None:
        score = np.sort(score)  # several times as fast as argsort, which weights would need
        starts = _starts(score)
        return score[starts], np.diff(starts, append=len(score)).astype(np.float64)
    order = np.argsort(score, kind="stable")
    score = score[order]
    starts = _starts(score)
    return score[starts], np.add.reduceat(weight[order], starts)


def _starts(ascending: NDArray[Any]) -> NDArray[np.intp]:
    """Where each run of equal values begins."""
    return np.flatnonzero(np.concatenate(([True], ascending[1:] != ascending[:-1])))
