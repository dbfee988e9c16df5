"""The patients' labels, scores and weights: one row a patient (Sample), or one line a distinct score.

A :class:`Sample` is checked once, then read class by class in blocks. The blocks are small enough for
the processor's cache, so a score over a hundred million patients needs no more memory than one over a
hundred thousand.

A :class:`ScoreTable` says how the scores are spread within each class, which is all that any score
needs. It is exact: one line for each distinct score, with the weight of the patients who have the
disease and of those who do not. Tables of two hospitals add up to the table of their merged data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.distribution import CERTAINTY
from baserate.errors import SHOWN, DataError, LabelError, ScaleWarning, ScoreError
from baserate.scores import complaints
from baserate.scores.columns import binary_scale, column, examples, is_moderate, shown
from baserate.scores.follow_up import FollowUp, check_outcomes

__all__ = ["Sample", "ScoreTable", "check_scores", "check_weights", "like_decisions", "prevalence_of"]

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

BLOCK = 131_072
# Of so few patients it pays to take out those who matter before looking at them.
_FEW_OF_A_BLOCK = 0.125
_BITS_OF_ONE = int(np.float64(1.0).view(np.uint64))
# Fewer patients than this may well have only two distinct scores.
_FEW = 20


class ClassScores(NamedTuple):
    """Scores of one class between two bounds; ``weight`` is None when every row counts once.

    Beyond the bounds a patient's gain is nothing or all there is. ``complete`` is the weight of
    those who gain all: patients with the disease above the bounds, patients without it below.
    """

    score: NDArray[np.floating[Any]]
    weight: Numbers | None
    complete: float = 0.0


class ByClass(Protocol):
    """Anything whose scores can be read class by class: rows, or a table of them."""

    @property
    def positive_weight(self) -> float:
        """Total weight of the patients who have the disease."""

    @property
    def negative_weight(self) -> float:
        """Total weight of the patients who do not."""

    @property
    def score(self) -> NDArray[np.floating[Any]]:
        """All scores."""

    def blocks(self, low: float, high: float) -> Iterator[tuple[ClassScores, ClassScores]]:
        """Patients with the disease and without, a block at a time; single scores in [low, high)."""


def prevalence_of(sample: ByClass) -> float:
    """Share of the patients, by weight, who have the disease."""
    return sample.positive_weight / (sample.positive_weight + sample.negative_weight)


@dataclass(frozen=True, eq=False)
class Sample:
    """One row per patient, in memory; or bins that stand for many patients with nearly equal scores.

    A bin has the sum of its patients' weights as its ``weight``, and the sum of their squares in
    ``squares``, which is None when every row is one patient. Rows of both classes that share a bin
    have scores of their own and tie in ``tied``.
    """

    label: NDArray[Any]
    score: NDArray[np.floating[Any]]
    weight: NDArray[np.floating[Any]] | None
    positive_weight: float
    negative_weight: float
    squares: Numbers | None = None
    tied: Numbers | None = None

    @classmethod
    def of(cls, y_true: object, y_prob: object, sample_weight: object = None) -> Sample:
        """Check labels, scores and weights; see :mod:`baserate.errors` for what is refused.

        In place of labels a :class:`~baserate.FollowUp`: whoever's outcome is known then counts for those
        who were censored.
        """
        if isinstance(y_true, FollowUp):
            weight = None if sample_weight is None else check_weights(column(sample_weight, "sample_weight"))
            y_true.check_length({"y_prob": y_prob, "sample_weight": weight})
            censored = y_true.weights(None if weight is None else weight.astype(np.float64))
            if censored is not None:
                check_outcomes(y_true, censored)
            return cls.of(y_true.label, y_prob, censored)
        label = column(y_true, "y_true")
        cases = _count_cases(label)
        score = check_scores(column(y_prob, "y_prob"))
        weight = None if sample_weight is None else check_weights(column(sample_weight, "sample_weight"))
        for name, other in (("y_prob", score), ("sample_weight", weight)):
            if other is not None and len(other) != len(label):
                raise DataError(
                    f"y_true has {len(label):,} rows, {{column}} has {len(other):,}. They must match.",
                    column=name,
                )
        positive = float(cases) if weight is None else _weight_of_cases(label, weight)
        negative = len(label) - positive if weight is None else _weight_of_cases(label != 1, weight)
        _refuse_one_class(positive, negative, len(label))
        return cls(label, score, weight, positive, negative)

    @cached_property
    def table(self) -> ScoreTable:
        """The patients by score, kept: to sort many takes time, and several numbers ask for it."""
        return ScoreTable.from_sample(self)

    @property
    def ranking(self) -> NDArray[np.floating[Any]]:
        """The scores by which patients are ranked: rows that share a bin tie."""
        return self.score if self.tied is None else self.tied

    @cached_property
    def sorted_classes(self) -> tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]:
        """Scores of the patients with the disease and without, ascending; sorted once for all uses."""
        is_case = self.label == 1
        sides = self.score.compress(is_case), self.score.compress(~is_case)
        for side in sides:
            side.sort()  # in place, because a copy takes a tenth of the time of sorting
        return sides

    def blocks(self, low: float, high: float) -> Iterator[tuple[ClassScores, ClassScores]]:
        for start in range(0, len(self.label), BLOCK):
            part = slice(start, start + BLOCK)
            is_case, from_low = self.label[part] == 1, self.score[part] >= low
            if self.weight is None and np.count_nonzero(from_low) < _FEW_OF_A_BLOCK * len(from_low):
                yield self._few(part, is_case, from_low.nonzero()[0], high)
                continue
            from_high = self.score[part] >= high
            inside = from_low & ~from_high
            cases = inside & is_case
            yield (
                self._take(part, cases, is_case & from_high),
                self._take(part, inside ^ cases, ~(is_case | from_low)),
            )

    def _few(
        self, part: slice, is_case: Mask, rows: NDArray[np.intp], high: float
    ) -> tuple[ClassScores, ClassScores]:
        """The same where few patients, all of weight one, lie from ``low`` up: only these are looked at."""
        score, of_case = self.score[part].take(rows), is_case.take(rows)
        from_high = score >= high
        below = len(is_case) - np.count_nonzero(is_case) - np.count_nonzero(~of_case)
        return (
            ClassScores(
                score.compress(of_case & ~from_high), None, float(np.count_nonzero(of_case & from_high))
            ),
            ClassScores(score.compress(~(of_case | from_high)), None, float(below)),
        )

    def _take(self, part: slice, single: Mask, complete: Mask) -> ClassScores:
        rows = single.nonzero()[0]  # several times as fast as indexing with the mask
        score = self.score[part].take(rows)
        if self.weight is None:
            return ClassScores(score, None, float(np.count_nonzero(complete)))
        weight = self.weight[part].astype(np.float64, copy=False)
        return ClassScores(score, weight.take(rows), float(weight.compress(complete).sum()))


def like_decisions(score: NDArray[Any], patients: float | None = None) -> tuple[ScaleWarning, ...]:
    """The caution that scores take at most two values, so that no threshold can be chosen on them.

    ``patients`` is how many there are, where a score may be that of several.
    """
    count = len(score) if patients is None else round(patients)
    if count < _FEW or len(np.unique(score[:200])) > 2:
        return ()
    low, high = score.min(), score.max()
    if np.count_nonzero(score == low) + np.count_nonzero(score == high) * (low < high) != len(score):
        return ()
    values = f"{low:g} and {high:g}" if low < high else f"{low:g}"
    caution = ScaleWarning(
        f"the {count:,} scores take no value but {values}: they look like decisions, not probabilities.",
        advice="Pass the model's probabilities, or a threshold if decisions are what you have.",
    )
    return (caution,)


def _blocks(array: NDArray[Any]) -> Iterator[NDArray[Any]]:
    return (array[start : start + BLOCK] for start in range(0, len(array), BLOCK))


def _count_cases(label: NDArray[Any]) -> int:
    """How many labels are 1, when all are 0 or 1."""
    if len(label) == 0:
        raise DataError("{column} is empty: there are no patients to evaluate.", column="y_true")
    if label.dtype.kind in "biuf":
        counts = [_ones_and_zeros(block) for block in _blocks(label)]
        ones = sum(ones for ones, _ in counts)
        if ones + sum(zeros for _, zeros in counts) == len(label):
            return ones
    raise _label_error(label)


def _ones_and_zeros(block: NDArray[Any]) -> tuple[int, int]:
    """How many labels are 1, and how many 0."""
    # Whole numbers whose bits together make no more than 1 are 0 and 1, and then their sum counts the 1.
    if block.dtype.kind in "iu" and 0 <= int(np.bitwise_or.reduce(block)) <= 1:
        ones = int(block.sum())
        return ones, len(block) - ones
    return int(np.count_nonzero(block == 1)), int(np.count_nonzero(block == 0))


def _label_error(label: NDArray[Any]) -> LabelError:
    if label.dtype.kind == "f" and np.isnan(label).any():
        return LabelError(
            "{column} is not a number in {where}.",
            column="y_true",
            **examples(label, np.isnan(label)),
            advice="Drop these rows everywhere.",
        )
    values = np.unique(label)
    first = ", ".join(str(value) for value in values[:SHOWN]) + (", ..." if len(values) > SHOWN else "")
    if len(values) > 2:
        return LabelError(
            f"{{column}} must be 0 and 1; found {len(values):,} different values ({first}).",
            column="y_true",
            advice="Labels say what happened; predicted probabilities go into y_prob.",
        )
    return LabelError(
        f"{{column}} must be 0 and 1; found {first}.",
        column="y_true",
        advice=f"Say which value is the positive one, for instance y_true == {values[-1].item()!r}.",
    )


def check_scores(score: NDArray[Any]) -> NDArray[np.floating[Any]]:
    """Scores that are probabilities, as floating-point numbers."""
    if score.dtype.kind in "US":
        kind = f"text such as {str(score[0])!r}" if len(score) else "text"
        raise ScoreError(complaints.not_numbers("{column}", kind), column="y_prob")
    if score.dtype.kind not in "biuf":
        kind = str(score.dtype)
        raise ScoreError(f"{{column}} must be probabilities; found values of type {kind}.", column="y_prob")
    if score.dtype.kind != "f" or score.dtype.itemsize > 8:
        score = score.astype(np.float64)
    if not all(_are_probabilities(block) for block in _blocks(score)):
        raise _score_error(score)
    return score


def _are_probabilities(score: NDArray[np.floating[Any]]) -> bool:
    """Whether all scores lie between 0 and 1."""
    # Bits of floating-point numbers rise as the numbers do, and those of numbers below 0, or of what is
    # no number, are beyond those of 1: one look instead of two. Minus zero is legal, and gets the second.
    plain = score.dtype == np.float64 and score.flags.c_contiguous and score.dtype.isnative
    if plain and int(score.view(np.uint64).max()) <= _BITS_OF_ONE:
        return True
    return bool(score.min() >= 0.0 and score.max() <= 1.0)


def _score_error(score: NDArray[Any]) -> ScoreError:
    strange = ~np.isfinite(score)
    if strange.any():
        count = int(np.count_nonzero(strange))
        return complaints.scores_strange("y_prob", count, len(score), shown(score, strange))
    below, above = (int(np.count_nonzero(one)) for one in (score < 0.0, score > 1.0))
    outside = (score < 0.0) | (score > 1.0)
    ends = float(score.min()), float(score.max())
    distinct, whole = np.unique(score[outside])[:2].tolist(), bool((score == np.round(score)).all())
    return complaints.scores_outside(
        "y_prob", below, above, len(score), ends, distinct, shown(score, outside), whole=whole
    )


def check_weights(weight: NDArray[Any]) -> NDArray[np.floating[Any]]:
    """Weights that are at least 0 and not all 0, as floating-point numbers."""
    if weight.dtype.kind not in "biuf":
        kind = "text" if weight.dtype.kind in "US" else f"values of type {weight.dtype}"
        raise DataError(complaints.not_numbers("{column}", kind), column="sample_weight")
    if weight.dtype.kind != "f":
        weight = weight.astype(np.float64)
    if len(weight) and not (weight.min() >= 0.0 and weight.max() < np.inf):
        bad = ~((weight >= 0.0) & (weight < np.inf))
        below, infinite, nan = (
            int(np.count_nonzero(one)) for one in (weight < 0.0, weight == np.inf, np.isnan(weight))
        )
        raise complaints.weights_wrong(
            "sample_weight", below, infinite, len(weight), shown(weight, bad), nan=nan
        )
    most = float(weight.max()) if len(weight) else 1.0
    if most == 0.0:
        raise complaints.weights_of_nothing("sample_weight")
    # Sums of extreme weights would overflow, or vanish; only their ratios matter.
    return weight if is_moderate(most) else weight.astype(np.float64) * binary_scale(most)


def _weight_of_cases(label: NDArray[Any], weight: NDArray[Any]) -> float:
    total = 0.0
    for start in range(0, len(label), BLOCK):
        part = slice(start, start + BLOCK)
        total += float(weight[part].compress(label[part] == 1).sum(dtype=np.float64))
    return total


def _refuse_one_class(positive: float, negative: float, rows: int) -> None:
    if positive > 0.0 and negative > 0.0:
        if not CERTAINTY <= positive / (positive + negative) <= 1.0 - CERTAINTY:
            raise DataError(
                f"the patients with the disease weigh {positive:g}, those without {negative:g}: "
                "one class vanishes beside the other."
            )
        return
    raise complaints.one_class(positive, rows)


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
            raise DataError("a table needs a positive and a negative weight for each score.")
        if not (np.all(np.diff(self.score) > 0.0) and np.all((self.score >= 0.0) & (self.score <= 1.0))):
            raise ScoreError("the scores of a table must be distinct, ascending and between 0 and 1.")
        if not all(np.all((side >= 0.0) & (side < np.inf)) for side in (self.positive, self.negative)):
            raise DataError("the weights of a table must be at least 0 and finite.")

    @classmethod
    def from_arrays(cls, y_true: object, y_prob: object, sample_weight: object = None) -> ScoreTable:
        """The table of the given patients; the input is checked as every score checks it.

        Parameters
        ----------
        y_true, y_prob
            Labels 0 and 1, and predicted probabilities.
        sample_weight
            How much each patient counts.
        """
        return cls.from_sample(Sample.of(y_true, y_prob, sample_weight))

    @classmethod
    def from_sample(cls, rows: Sample) -> ScoreTable:
        """The table of rows that have been checked."""
        is_case = rows.label == 1
        sides = []
        for chosen in (is_case, ~is_case):
            score = rows.ranking.compress(chosen)
            weight = None if rows.weight is None else rows.weight.compress(chosen).astype(np.float64)
            sides.append(_distinct(score, weight))
        (cases, positive), (non_cases, negative) = sides
        return _merge(
            cls(cases, positive, np.zeros_like(positive)), cls(non_cases, np.zeros_like(negative), negative)
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
