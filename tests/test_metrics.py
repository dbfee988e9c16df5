"""Limits of the arithmetic, the decision-curve convention, the AUC, and memory."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
from mpmath import log, mp, mpf
from sklearn.metrics import accuracy_score, balanced_accuracy_score, roc_auc_score

import baserate
from baserate.scores.sample import BLOCK

mp.dps = 60


def exact_dca_log_score(y: Any, s: Any, a: float, b: float, c: float, pi0: Any) -> float:
    """The clipped cross entropy in sixty digits."""
    a, b, c = mpf(a), mpf(b), mpf(c)
    gains: dict[int, list[Any]] = {0: [], 1: []}
    for label, score in zip(y, s, strict=True):
        yes, no = mpf(score) * (1 - pi0) * (1 - c), (1 - mpf(score)) * pi0 * c
        q = min(max(yes / (yes + no), 1 - b), 1 - a)
        gains[label].append(log(q / (1 - b)) if label else log((1 - q) / a))
    width = log(b / (1 - b)) - log(a / (1 - a))
    mean = {k: sum(values) / len(values) for k, values in gains.items()}
    return float((mean[1] + c / (1 - c) * mean[0]) / width)


@pytest.mark.parametrize("c", [1e-9, 1e-4, 0.5, 1 - 1e-9])
@pytest.mark.parametrize(
    "ends", [(1e-9, 2e-9), (1e-9, 0.5), (0.3, 1 - 1e-9), (1e-9, 1 - 1e-9), (0.2, 0.2 + 1e-7)]
)
def test_extreme_costs_and_prevalences(ends: tuple[float, float], c: float) -> None:
    rng = np.random.default_rng(0)
    s = np.concatenate([[0.0, 1.0, 0.0, 1.0, 1e-12, 1e-9, 1 - 1e-9], rng.random(20)])
    y = np.concatenate([[0, 0, 1, 1, 1, 0, 1], rng.integers(0, 2, 20)])
    expected = exact_dca_log_score(y, s, *ends, c, mpf(int(y.sum())) / len(y))
    for sample in ((y, s), (baserate.ScoreTable.from_arrays(y, s),)):
        found = baserate.net_benefit(*sample, cost=c, prevalence=ends, baseline="none-correct")
        assert found == pytest.approx(expected, rel=1e-8)


def test_sums_of_logs_agree_with_single_logs() -> None:
    """Unweighted rows multiply before they take logarithms; weighted rows and tables do not."""
    rng = np.random.default_rng(2)
    y, s = rng.integers(0, 2, 3 * BLOCK + 17), rng.random(3 * BLOCK + 17)
    common: dict[str, Any] = {"cost": "1:30", "prevalence": (0.01, 0.1)}
    fast = baserate.net_benefit(y, s, **common)
    assert baserate.net_benefit(y, s, sample_weight=np.ones(len(y)), **common) == pytest.approx(
        fast, rel=1e-13
    )
    assert baserate.net_benefit(baserate.ScoreTable.from_arrays(y, s), **common) == pytest.approx(
        fast, rel=1e-13
    )


@pytest.mark.parametrize("prevalence", [None, 0.07, (0.01, 0.2), baserate.Uniform(0.01, 0.2)])
@pytest.mark.parametrize("cost", [0.1, (0.05, 0.2)])
@pytest.mark.parametrize("threshold", [None, 0.3])
def test_treat_none_is_the_zero_of_decision_curves(prevalence: Any, cost: Any, threshold: Any) -> None:
    rng = np.random.default_rng(4)
    s = rng.random(200)
    y = rng.random(200) < s
    common = {"cost": cost, "prevalence": prevalence, "threshold": threshold}
    # Treating nobody is a score of 0 for everyone.
    paper = dict(common, baseline="none-correct")
    nobody = baserate.net_benefit(y, np.zeros(200), **dict(paper, threshold=0.5))
    from_nobody = baserate.net_benefit(y, s, baseline="treat-none", **common)
    assert from_nobody == pytest.approx(baserate.net_benefit(y, s, **paper) - nobody, abs=1e-14)
    assert baserate.net_benefit(y, s, **common) == from_nobody
    of_nobody = baserate.net_benefit(y, np.zeros(200), **dict(common, threshold=0.5))
    assert of_nobody == pytest.approx(0.0, abs=1e-15)


def test_plain_and_balanced_accuracy_are_scikit_learns() -> None:
    rng = np.random.default_rng(6)
    y, s, w = rng.integers(0, 2, 300), rng.random(300), rng.random(300)
    assert baserate.accuracy(y, s, threshold=0.4, sample_weight=w) == pytest.approx(
        accuracy_score(y, s >= 0.4, sample_weight=w)
    )
    assert baserate.accuracy(y, s, threshold=0.4, prevalence=0.5, sample_weight=w) == pytest.approx(
        balanced_accuracy_score(y, s >= 0.4, sample_weight=w)
    )


@pytest.mark.parametrize("digits", [1, 2, 16])
def test_auc_is_scikit_learns(digits: int) -> None:
    rng = np.random.default_rng(digits)
    y, s, w = rng.integers(0, 2, 500), np.round(rng.random(500), digits), rng.random(500)
    assert baserate.auc(y, s) == pytest.approx(roc_auc_score(y, s), abs=1e-14)
    assert baserate.auc(y, s, sample_weight=w) == pytest.approx(
        roc_auc_score(y, s, sample_weight=w), abs=1e-13
    )


def test_a_fixed_threshold_is_averaged_over_the_range() -> None:
    """With the decision fixed, the mean over a range is linear in the mean prevalence."""
    y, s = np.array([0, 0, 0, 1, 1]), np.array([0.1, 0.4, 0.6, 0.4, 0.9])
    found = baserate.net_benefit(y, s, cost=0.2, prevalence=baserate.Uniform(0.1, 0.3), threshold=0.5)
    assert found == pytest.approx(0.2 * 0.5 - 0.25 * 0.8 * 1 / 3)


def test_a_table_is_passed_alone() -> None:
    table = baserate.ScoreTable.from_arrays([0, 1], [0.1, 0.9])
    with pytest.raises(baserate.errors.SettingError, match="alone"):
        baserate.accuracy(table, [0.1, 0.9])
    with pytest.raises(baserate.errors.SettingError, match="alone"):
        baserate.auc(table, sample_weight=[1, 2])
    with pytest.raises(TypeError):
        table + 1


def test_working_memory_is_a_few_blocks_whatever_the_number_of_patients() -> None:
    rng = np.random.default_rng(8)
    s = rng.random(12 * BLOCK)
    y = (rng.random(12 * BLOCK) < s).astype(np.int64)
    peak = {}
    for blocks in (3, 12):
        tracemalloc.start()
        baserate.net_benefit(y[: blocks * BLOCK], s[: blocks * BLOCK], cost="1:30", prevalence=(0.01, 0.1))
        peak[blocks] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak[12] < 6 * 8 * BLOCK
    assert peak[12] < 1.2 * peak[3]
