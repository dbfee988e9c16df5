"""The paper's quantities by the paper's names: the forty vectors, and the paper's own identities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import baserate
from baserate import paper
from tests.test_vectors import CASES, floats

EXACT = {"rel": 0, "abs": 1e-12}


def patients(case: dict[str, Any], source: str) -> tuple[tuple[Any, Any], dict[str, Any]]:
    y, s, w = case["y"], floats(case["score"]), floats(case["weight"])
    if source == "rows":
        return (y, s), {"sample_weight": w}
    return (baserate.ScoreTable.from_arrays(y, s, w), None), {}


@pytest.mark.parametrize("source", ["rows", "table"])
@pytest.mark.parametrize("number", range(len(CASES)))
def test_every_quantity_equals_the_integrated_definition(number: int, source: str) -> None:
    case = CASES[number]
    rows, weight = patients(case, source)
    a, b = (float(end) for end in case["prevalence"])
    c = float(case["cost"])
    stated = dict(weight, source_prevalence=case["source_prevalence"] and float(case["source_prevalence"]))
    found = {
        "accuracy": {
            "empirical": paper.accuracy(*rows, 0.5, **weight),
            "balanced": paper.balanced_accuracy(*rows, 0.5, **weight),
            "adjusted_at_low": paper.pama(*rows, a, **stated),
            "adjusted_at_high": paper.pama(*rows, b, **stated),
            "mean_log_odds_uniform": paper.bounded_log_score(*rows, a, b, **stated),
            "mean_uniform": paper.bounded_brier_score(*rows, a, b, **stated),
        },
        "weighted_accuracy": {
            "empirical": paper.weighted_accuracy(*rows, c, c, **weight),
            "balanced": paper.balanced_weighted_accuracy(*rows, c, c, **weight),
            "adjusted_at_low": paper.pamwa(*rows, a, c, **stated),
            "adjusted_at_high": paper.pamwa(*rows, b, c, **stated),
            "mean_log_odds_uniform": paper.pamwa_log_score(*rows, a, b, c, **stated),
        },
        "net_benefit": {
            "empirical": paper.net_benefit(*rows, c, c, **weight),
            "balanced": paper.balanced_net_benefit(*rows, c, c, **weight),
            "adjusted_at_low": paper.pamnb(*rows, a, c, **stated),
            "adjusted_at_high": paper.pamnb(*rows, b, c, **stated),
            "mean_log_odds_uniform": paper.dca_log_score(*rows, a, b, c, **stated),
        },
    }
    for unit, values in found.items():
        expected = {name: float(case["expect"][unit][name]) for name in values}
        assert values == pytest.approx(expected, **EXACT)
    assert paper.auc_roc(*rows, **weight) == pytest.approx(float(case["expect"]["auc"]), **EXACT)


def test_the_papers_identities() -> None:
    rng = np.random.default_rng(5)
    s = rng.random(80)
    y = (rng.random(80) < s).astype(int)
    for c, pi in ((0.1, 0.3), (0.4, 0.05)):
        shifted = baserate.odds.multiply(1 - c, pi)
        assert paper.pamwa(y, s, pi, c) == pytest.approx(paper.pama(y, s, shifted), rel=1e-12)
        balanced = paper.balanced_net_benefit(y, s, c, c)
        assert paper.balanced_weighted_accuracy(y, s, c, c) == pytest.approx(
            2 * (1 - c) * balanced, rel=1e-12
        )
    assert paper.dca_log_score(y, s, "1%", "10%", 0.5) == pytest.approx(
        paper.bounded_log_score(y, s, 0.01, 0.1), rel=1e-12
    )
    assert paper.pamnb_log_score is paper.dca_log_score


def test_the_papers_zero_is_every_decision_wrong() -> None:
    y, s = np.array([0, 0, 0, 1, 1]), np.array([0.1, 0.4, 0.6, 0.4, 0.9])
    assert paper.pamnb(y, 1.0 - y, 0.2, "1:4") == 0.0
    above_none = baserate.net_benefit(y, s, cost="1:4", prevalence=0.2)
    assert paper.pamnb(y, s, 0.2, "1:4") == pytest.approx(above_none + 0.25 * 0.8, rel=1e-12)


def test_every_name_says_what_it_computes() -> None:
    for name in paper.__all__:
        assert getattr(paper, name).__doc__
