"""Four readings of a uniform cost, against averages taken directly in the variable that is uniform."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta

import baserate
from baserate import Cost
from baserate.errors import SettingError
from baserate.extensions.robustness import compare_uniform, uniform_readings

LOW, HIGH = 1 / 51, 1 / 6
# Reading: the variable that moves in equal steps as a function of c, and back.
VARIABLES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "c": (lambda c: c, lambda v: v),
    "odds c/(1-c)": (lambda c: c / (1 - c), lambda v: v / (1 + v)),
    "log odds": (lambda c: np.log(c / (1 - c)), lambda v: 1 / (1 + np.exp(-v))),
    "number willing to treat 1/c": (lambda c: 1 / c, lambda v: 1 / v),
}


@pytest.mark.parametrize("reading", VARIABLES)
def test_median_and_mean_are_those_of_equal_steps(reading: str) -> None:
    there, back = VARIABLES[reading]
    cost = uniform_readings("1:50", "1:5")[reading]
    assert cost.median == pytest.approx(back((there(LOW) + there(HIGH)) / 2), rel=1e-9)
    y, s = np.array([0, 0, 1, 1]), np.array([0.03, 0.12, 0.08, 0.5])
    steps = np.linspace(there(LOW), there(HIGH), 4001)
    mean = np.mean([baserate.net_benefit(y, s, cost=float(c)) for c in back((steps[1:] + steps[:-1]) / 2)])
    assert baserate.net_benefit(y, s, cost=cost) == pytest.approx(mean, abs=1e-4)


def test_the_readings_are_the_four() -> None:
    assert list(uniform_readings("1:50", "1:5")) == list(VARIABLES)
    with pytest.raises(SettingError, match="rise"):
        uniform_readings("1:5", "1:50")


def test_comparison_holds_the_net_benefit_of_each_model() -> None:
    y = np.array([0, 0, 1, 1])
    models = {"one": np.array([0.03, 0.12, 0.08, 0.5]), "two": np.array([0.1, 0.02, 0.08, 0.5])}
    found = compare_uniform(y, models, cost=("1:50", "1:5"), prevalence=0.1, source_prevalence=0.3)
    for reading in found:
        for name, score in models.items():
            right = baserate.net_benefit(y, score, cost=reading.cost, prevalence=0.1, source_prevalence=0.3)
            assert reading.net_benefit[name] == right
        assert reading.best == max(reading.net_benefit, key=lambda name: reading.net_benefit[name])
    assert str(found[2]).startswith(
        "uniform in log odds: 1:50 to 1:5 (median 1:15.81); net benefit per 1,000: one "
    )


@pytest.mark.parametrize("shape", [(2.0, 30.0), (0.4, 3.0), (50.0, 900.0)])
def test_median_and_share_outside_a_band(shape: tuple[float, float]) -> None:
    cost = Cost.of(baserate.Beta(*shape))
    assert cost.median == pytest.approx(beta.median(*shape), rel=1e-9)
    inside = beta.cdf(1 / 6, *shape) - beta.cdf(1 / 51, *shape)
    assert cost.share_outside("1:50", "1:5") == pytest.approx(1 - inside, abs=1e-9)


def test_share_outside_of_ranges_and_sites() -> None:
    cost = Cost.of(("1:50", "1:5"))
    assert cost.share_outside("1:100", "1:2") == pytest.approx(0.0, abs=1e-12)
    assert cost.share_outside("1:50", cost.median) == pytest.approx(0.5, abs=1e-9)
    sites = Cost.of(baserate.Sites({0.1: 1, 0.2: 1, 0.3: 2}))
    assert sites.share_outside(0.15, 0.2) == pytest.approx(0.75)
    assert sites.median == 0.2
    with pytest.raises(SettingError, match="rise"):
        cost.share_outside("1:2", "1:100")


def test_a_range_is_printed_with_its_median_and_the_weight_outside_a_band() -> None:
    assert Cost.of(("1:50", "1:5")).words(("1:25", "1:10")) == (
        "1:50 to 1:5 (median 1:15.81, 60.21 % of the weight outside 1:25 to 1:10)"
    )
