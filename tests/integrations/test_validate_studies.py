"""The studies of validation and imputation: their truths held against other ways to them."""

from __future__ import annotations

import numpy as np
import pytest
from studies import imputation, validation


def test_luck_is_taken_off_and_nothing_else() -> None:
    rng = np.random.default_rng(0)
    luck = rng.normal(size=400)
    values = 3.0 + 2.0 * luck + 0.1 * rng.normal(size=400)
    mean, error = validation.mean_given_luck(values, luck)
    assert mean == pytest.approx(3.0, abs=0.02)
    assert error == pytest.approx(0.005, rel=0.2)


def test_a_summary_is_of_optimism_and_coverage() -> None:
    lines = [
        {
            "method": "bootstrap",
            "measure": "AUC",
            "apparent": 10.0,
            "corrected": 8.0,
            "low": 8.0 - half,
            "high": 8.0 + half,
            "before": half / 2.0 + 0.6,
            "own": own,
            "fewer": 5.0,
            "luck": luck,
        }
        for half, own, luck in [(1.0, 6.0, 1.0), (3.0, 6.0, -1.0), (3.0, 6.0, 1.0), (1.0, 6.0, -1.0)]
    ]
    found = validation.summarise(lines)
    assert (found.true, found.found, found.ratio, found.ratio_to_fewer) == (4.0, 2.0, 0.5, 0.4)
    assert (found.own, found.procedure, found.width) == (0.5, 0.5, 4.0)
    assert found.given == 0.5
    assert validation.summarise([{**line, "before": 1.0} for line in lines]).given == 0.0


def test_what_is_imputed_follows_the_regression_of_what_is_seen() -> None:
    rng = np.random.default_rng(3)
    first, second, outcome = imputation.draw(rng, 20_000)
    missing = imputation.is_missing(rng, first, outcome)
    completed = imputation.impute(rng, first, second, outcome, missing)
    assert np.array_equal(completed[~missing], second[~missing])
    assert 0.35 < missing.mean() < 0.45
    for case in (0.0, 1.0):
        there = missing & (outcome == case)
        assert completed[there].mean() == pytest.approx(second[there].mean(), abs=0.06)
        assert completed[there].std() == pytest.approx(second[there].std(), rel=0.1)
