"""The forty cases whose 18-digit answers were integrated from the definitions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import baserate

CASES = json.loads((Path(__file__).parent / "vectors" / "metrics.json").read_text())
UNITS = ("accuracy", "weighted_accuracy", "net_benefit")


def floats(values: list[str] | None) -> list[float] | None:
    return None if values is None else [float(value) for value in values]


def sample(case: dict[str, Any], source: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Positional and keyword arguments of a metric: the rows, or a table of them."""
    y, s, w = case["y"], floats(case["score"]), floats(case["weight"])
    if source == "rows":
        return (y, s), {"sample_weight": w}
    return (baserate.ScoreTable.from_arrays(y, s, w),), {}


@pytest.mark.parametrize("source", ["rows", "table"])
@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("number", range(len(CASES)))
def test_metric_equals_the_integrated_definition(number: int, units: str, source: str) -> None:
    case = CASES[number]
    args, weight = sample(case, source)
    low, high = (float(end) for end in case["prevalence"])
    cost = float(case["cost"])
    common = dict(weight, source_prevalence=case["source_prevalence"] and float(case["source_prevalence"]))
    if units != "accuracy":
        common["cost"] = cost
    if units == "net_benefit":
        common["baseline"] = "none-correct"  # the paper's zero
    threshold = 0.5 if units == "accuracy" else cost
    metric = getattr(baserate, units)
    found = {
        "empirical": metric(*args, threshold=threshold, **common),
        "balanced": metric(*args, threshold=threshold, prevalence=0.5, **common),
        "adjusted_at_low": metric(*args, prevalence=low, **common),
        "adjusted_at_high": metric(*args, prevalence=high, **common),
        "mean_log_odds_uniform": metric(*args, prevalence=(low, high), **common),
        "mean_uniform": metric(*args, prevalence=baserate.Uniform(low, high), **common),
    }
    expected = {name: float(value) for name, value in case["expect"][units].items()}
    assert found == pytest.approx(expected, rel=0, abs=1e-12)


@pytest.mark.parametrize("source", ["rows", "table"])
@pytest.mark.parametrize("number", range(len(CASES)))
def test_auc_equals_the_definition(number: int, source: str) -> None:
    args, weight = sample(CASES[number], source)
    assert baserate.auc(*args, **weight) == pytest.approx(
        float(CASES[number]["expect"]["auc"]), rel=0, abs=1e-12
    )


def test_there_are_forty_cases() -> None:
    assert len(CASES) == 40
