from __future__ import annotations

import numpy as np
import pytest

from baserate import ScoreTable
from baserate.errors import ScoreError


def test_a_table_counts_each_distinct_score_by_class() -> None:
    table = ScoreTable.from_arrays([1, 0, 0, 1, 1], [0.5, 0.5, 0.25, 1.0, 0.5], [1, 2, 3, 4, 5])
    assert table.score.tolist() == [0.25, 0.5, 1.0]
    assert table.positive.tolist() == [0, 6, 4]
    assert table.negative.tolist() == [3, 2, 0]
    assert (table.positive_weight, table.negative_weight, table.prevalence) == (10, 5, 10 / 15)


def test_weighted_and_counted_tables_are_the_same() -> None:
    rng = np.random.default_rng(0)
    y, s = rng.integers(0, 2, 1000), np.round(rng.random(1000), 2)
    counted, weighted = ScoreTable.from_arrays(y, s), ScoreTable.from_arrays(y, s, np.ones(1000))
    for name in ("score", "positive", "negative"):
        assert np.array_equal(getattr(counted, name), getattr(weighted, name))
    assert len(counted.score) == len(np.unique(s))
    assert counted.positive.sum() + counted.negative.sum() == 1000


def test_minus_zero_is_zero() -> None:
    assert ScoreTable.from_arrays([0, 1, 1], [0.0, -0.0, 0.5]).score.tolist() == [0.0, 0.5]


def test_short_floats_stay_short_so_that_ties_stay_ties() -> None:
    assert ScoreTable.from_arrays([0, 1], np.array([0.1, 0.7], dtype=np.float32)).score.dtype == np.float32


def test_input_is_checked() -> None:
    with pytest.raises(ScoreError, match=r"1\.5 in row 1"):
        ScoreTable.from_arrays([0, 1], [0.1, 1.5])
