"""Prevalences, costs and thresholds: every way to write them, and every way to get them wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import baserate
from baserate import Beta, Cost, Density, LogOddsUniform, Prevalence, Sites, Uniform
from baserate.deployment.distributions import Point
from baserate.errors import CostError, PrevalenceError, SettingError, ThresholdError

Y, S = [0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8]


@pytest.mark.parametrize(
    ("written", "distribution"),
    [
        (0.1, Point(0.1)),
        (np.float32(0.5), Point(0.5)),
        ("10%", Point(0.1)),
        (" 10 % ", Point(0.1)),
        ("0.1", Point(0.1)),
        ((0.01, 0.1), LogOddsUniform(0.01, 0.1)),
        ([0.01, 0.1], LogOddsUniform(0.01, 0.1)),
        (("1%", "10%"), LogOddsUniform(0.01, 0.1)),
        ("1%..10%", LogOddsUniform(0.01, 0.1)),
        ("0.01:0.10", LogOddsUniform(0.01, 0.1)),
        ("0.01..0.1", LogOddsUniform(0.01, 0.1)),
        ((0.1, 0.1), Point(0.1)),
        (Uniform(0.01, 0.1), Uniform(0.01, 0.1)),
        (Prevalence(Point(0.2)), Point(0.2)),
    ],
)
def test_prevalence_is_read(written: Any, distribution: Any) -> None:
    assert Prevalence.of(written).distribution == distribution


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (10, r"found 10\. Was 10 % meant"),
        (1, "below 1"),
        ("10", "Was 10 % meant"),
        (0, "above 0; found 0"),
        (-0.1, "-0.1"),
        (float("nan"), "nan"),
        (True, "not a number"),
        ("ten", "'ten' is not a number"),
        ((0.1, 0.01), "rise from its lower to its upper end; found 10 % to 1 %"),
        ((0, 0.1), "give a small lower end"),
        ("20% to 60%", "a range is written"),
        ((0.1, 1), "below 1"),
        ((0.1, float("nan")), "nan"),
        ((0.1, 0.2, 0.3), "two ends; found 3"),
        ({"a": 1}, "not a number"),
        ("110%", "below 1|between 0 and 1"),
    ],
)
def test_prevalence_is_refused(written: Any, says: str) -> None:
    with pytest.raises(PrevalenceError, match=says):
        baserate.net_benefit(Y, S, cost=0.5, prevalence=written)


@pytest.mark.parametrize(
    ("written", "c"),
    [
        ("1:30", 1 / 31),
        ("1 : 30", 1 / 31),
        ("2:60", 1 / 31),
        ("30:1", 30 / 31),
        (0.03, 0.03),
        ("3%", 0.03),
        (Cost.ratio(1, 30), 1 / 31),
        (Cost.threshold("3%"), 0.03),
        (Cost.utilities(tp=30, fn=0, tn=1, fp=0), 1 / 31),
        (Cost.utilities(tp=0, fn=-3, tn=0, fp=-1), 1 / 4),
    ],
)
def test_cost_is_read(written: Any, c: float) -> None:
    assert Cost.of(written).c == pytest.approx(c, rel=1e-15)


@pytest.mark.parametrize(
    "written", [("1:50", "1:5"), "1:50..1:5", (1 / 51, 1 / 6), (Cost.ratio(1, 50), "1:5")]
)
def test_cost_range_is_read(written: Any) -> None:
    found = Cost.of(written).distribution
    assert isinstance(found, LogOddsUniform)
    assert (found.a, found.b) == pytest.approx((1 / 51, 1 / 6))
    with pytest.raises(CostError, match="not one number"):
        _ = Cost.of(written).c


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (0, "strictly between 0 and 1; found 0"),
        (1, "below 1"),
        (30, "write '1:30'"),
        (-0.5, "-0.5"),
        (float("nan"), "nan"),
        ("0:30", "positive; found 0:30"),
        ("1:-30", "positive"),
        ("1:thirty", "'thirty' is not a number"),
        ("1:2:3", "not a number"),
        (("1:5", "1:50"), "found 1:5 to 1:50"),
        ((1, 30), "For the ratio write '1:30'"),
        (None, "not a number"),
        ((0.1,), "two ends"),
    ],
)
def test_cost_is_refused(written: Any, says: str) -> None:
    with pytest.raises(CostError, match=says):
        baserate.net_benefit(Y, S, cost=written)


def test_utilities_that_make_no_model_useful() -> None:
    with pytest.raises(CostError, match="treating the healthy"):
        Cost.utilities(tp=1, fn=0, tn=0, fp=0.5)
    with pytest.raises(CostError, match="treating the sick"):
        Cost.utilities(tp=0, fn=0, tn=1, fp=0.5)
    with pytest.raises(CostError, match="finite"):
        Cost.utilities(tp=float("inf"), fn=0, tn=1, fp=0.5)


def test_costs_are_echoed_in_words() -> None:
    assert str(Cost.of("1:30")) == "1:30 (one missed case = 30 needless treatments)"
    assert str(Cost.of("30:1")) == "30:1 (one needless treatment = 30 missed cases)"
    assert str(Cost.of(0.5)) == "1:1 (a missed case and a needless treatment cost the same)"
    assert str(Cost.of(("1:50", "1:5"))) == "1:50 to 1:5 (median 1:15.81)"


@pytest.mark.parametrize(
    ("prevalence", "words"),
    [
        ((0.01, 0.1), "1 % to 10 %"),
        (0.9999, "99.99 %"),
        (Uniform(0.01, 0.1), "1 % to 10 %, uniform"),
        (Sites({0.1: 1, 0.02: 3}), "sites at 2 % (75 %), 10 % (25 %)"),
        (Beta(1, 9), "Beta(1, 9), mean 10 %"),
        (Density(np.sin, 0.1, 0.2), "10 % to 20 %, density sin"),
    ],
)
def test_prevalences_are_said_in_words(prevalence: Any, words: str) -> None:
    assert str(Prevalence.of(prevalence)) == words


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), "high", None.__class__, True])
def test_threshold_is_refused(value: Any) -> None:
    with pytest.raises(ThresholdError, match="threshold"):
        baserate.accuracy(Y, S, threshold=value)


@pytest.mark.parametrize(("value", "share"), [(0, 0.5), (1.0, 0.5), ("30%", 0.75), ("0.5", 0.75)])
def test_threshold_is_read(value: Any, share: float) -> None:
    assert baserate.accuracy(Y, S, threshold=value) == share


@pytest.mark.parametrize("value", [0, 1, 10, "x", (0.1, 0.2)])
def test_source_prevalence_is_refused(value: Any) -> None:
    with pytest.raises(PrevalenceError, match="source_prevalence"):
        baserate.accuracy(Y, S, source_prevalence=value)


def test_source_prevalence_may_be_written_as_percent() -> None:
    common = {"cost": 0.2, "prevalence": (0.1, 0.3)}
    assert baserate.net_benefit(Y, S, source_prevalence="17%", **common) == baserate.net_benefit(
        Y, S, source_prevalence=0.17, **common
    )


def test_baseline_is_refused() -> None:
    with pytest.raises(SettingError, match="treat-none"):
        baserate.net_benefit(Y, S, cost=0.1, baseline="treat-all")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Uniform(0.2, 0.1), "rise"),
        (lambda: Uniform(0.0, 0.1), "strictly"),
        (lambda: LogOddsUniform(0.1, 0.1), "For one value, give one number"),
        (lambda: Beta(0, 1), "alpha must lie between"),
        (lambda: Beta(1, float("nan")), "beta must lie between"),
        (lambda: Sites({}), "at least one"),
        (lambda: Sites({0.1: 0}), "share must be positive"),
        (lambda: Sites({1.5: 1}), "strictly between 0 and 1"),
        (lambda: Sites([0.1, 0.2]), "mapping"),
        (lambda: Density(lambda p: -p, 0.1, 0.2), "negative"),
        (lambda: Density(lambda p: 0 * p, 0.1, 0.2), "integrates to 0"),
        (lambda: Density(0.3, 0.1, 0.2), "function"),
    ],
)
def test_distributions_are_refused(make: Any, says: str) -> None:
    with pytest.raises(SettingError, match=says):
        make()


def test_sites_merge_equal_values_and_are_hashable() -> None:
    assert Sites({0.1: 1, 0.2: 1}) == Sites({0.2: 1, 0.1: 1})
    assert len({Sites({0.1: 1}), Sites({0.1: 1})}) == 1


@pytest.mark.parametrize(
    "distribution", [Uniform(0.01, 0.4), LogOddsUniform(0.01, 0.4), Beta(2, 30), Beta(0.3, 0.7)]
)
def test_densities_integrate_to_one(distribution: Any) -> None:
    breaks = distribution.breaks
    x = np.linspace(breaks[0], breaks[-1], 400_001)
    assert np.trapezoid(distribution.density(x), x) == pytest.approx(1.0, abs=1e-6)
