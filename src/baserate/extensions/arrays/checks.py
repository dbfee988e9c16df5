"""What is wrong with an array, looked for on its device: how many entries, and the first of them.

Only where a pass over the numbers has found that something is; then time does not matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baserate.errors import SHOWN, DataError, LabelError, ScoreError
from baserate.extensions.arrays.libraries import Array, Library
from baserate.scores import complaints

_CHUNK = 1 << 24


class _Wrong:
    """How many entries fulfil a condition, and the first few with their rows."""

    def __init__(self) -> None:
        self.count = 0
        self.values: list[float] = []
        self.examples: list[str] = []

    def add(self, library: Library, array: Array, mask: Array, start: int) -> None:
        count = library.count(mask)
        self.count += count
        if count and len(self.examples) < SHOWN:
            rows = np.flatnonzero(library.to_numpy(mask))[: SHOWN - len(self.examples)]
            for row in rows:
                value = float(array[int(row)])
                self.values.append(value)
                self.examples.append(f"{value:g} in row {start + int(row)}")


def _find(library: Library, array: Array, *conditions: Any) -> list[_Wrong]:
    found = [_Wrong() for _ in conditions]
    rows = int(array.shape[0])
    for start in range(0, rows, _CHUNK):
        part = array[start : min(start + _CHUNK, rows)]
        if library.kind(part) != "f":
            part = library.as_float(part, 64)
        for wrong, condition in zip(found, conditions, strict=True):
            wrong.add(library, part, condition(part), start)
    return found


def label_error(library: Library, y: Array) -> LabelError | None:
    """Labels other than 0 and 1; None where all are."""
    (wrong,) = _find(library, y, lambda part: (part != 0) & (part != 1))
    if wrong.count == 0:
        return None
    return LabelError(
        "{column} must be 0 and 1; it is not in {where}.",
        column="y",
        count=wrong.count,
        of=int(y.shape[0]),
        examples=wrong.examples,
        advice="Say which value is the positive one, for instance y == 2; predicted probabilities go into p.",
    )


def score_error(library: Library, score: Array, name: str) -> ScoreError:
    """Scores that are no probabilities."""
    rows = int(score.shape[0])
    strange, below, above = _find(
        library,
        score,
        lambda part: (part != part) | (part == float("inf")) | (part == float("-inf")),
        lambda part: part < 0.0,
        lambda part: part > 1.0,
    )
    if strange.count:
        return complaints.scores_strange(name, strange.count, rows, strange.examples)
    ends, whole = _ends_and_whole(library, score)
    distinct = sorted({*below.values, *above.values})[:2]
    examples = [*below.examples, *above.examples][:SHOWN]
    return complaints.scores_outside(
        name, below.count, above.count, rows, ends, distinct, examples, whole=whole
    )


def _ends_and_whole(library: Library, score: Array) -> tuple[tuple[float, float], bool]:
    """The smallest and the largest score, and whether all are whole numbers."""
    low, high, whole = np.inf, -np.inf, True
    rows = int(score.shape[0])
    for start in range(0, rows, _CHUNK):
        part = library.to_numpy(score[start : min(start + _CHUNK, rows)])
        low, high = min(low, float(part.min())), max(high, float(part.max()))
        whole = whole and bool((part == np.round(part)).all())
    return (low, high), whole


def weight_error(library: Library, weight: Array) -> DataError:
    """Weights below 0, infinite, or not numbers."""
    below, infinite, nan, bad = _find(
        library,
        weight,
        lambda part: part < 0.0,
        lambda part: part == float("inf"),
        lambda part: part != part,
        lambda part: ~((part >= 0.0) & (part < float("inf"))),
    )
    rows = int(weight.shape[0])
    return complaints.weights_wrong("weight", below.count, infinite.count, rows, bad.examples, nan=nan.count)
