"""Prevalences, costs and thresholds: every way to write them, and every way to get them wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import baserate
from baserate import Beta, Cost, Density, LogOddsUniform, Prevalence, Sites, Triangular, Uniform
from baserate.deployment.distribution import Interval
from baserate.deployment.distributions import Distribution, Point
from baserate.errors import SettingError

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
        (Triangular(0.01, 0.03, 0.1), Triangular(0.01, 0.03, 0.1)),
        ("triangular 1%..3%..10%", Triangular(0.01, 0.03, 0.1)),
        (" Triangular 0.01:0.03:0.1 ", Triangular(0.01, 0.03, 0.1)),
        ("uniform 1%..10%", Uniform(0.01, 0.1)),
        ("beta(2, 40)", Beta(2, 40)),
        ("Beta (2,40)", Beta(2, 40)),
        ("sites 2% 3, 10% 1", Sites({0.02: 3, 0.1: 1})),
        ("log-odds-uniform 1%..10%", LogOddsUniform(0.01, 0.1)),
        ({"kind": "Beta", "alpha": 2, "beta": 40}, Beta(2, 40)),
        ({"kind": "Triangular", "a": "1%", "mode": 0.03, "b": "10%"}, Triangular(0.01, 0.03, 0.1)),
        ({"kind": "Sites", "shares": {"2%": 3, "0.10": 1}}, Sites({0.02: 3, 0.1: 1})),
        ({"kind": "value", "value": "10%"}, Point(0.1)),
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
        ("uniform 1%", r"written 'uniform 1%\.\.10%'; found '1%'"),
        ("triangular 1%..10%", r"written 'triangular 1%\.\.3%\.\.10%'"),
        ("triangular 1%..20%..10%", "the mode 0.2 must lie between 0.01 and 0.1"),
        ("uniform 1%...10%", "two dots"),
        ("beta 2, 40", r"written 'beta\(2, 40\)'"),
        ("beta(2, x)", "'x' is not a number"),
        ("sites 2%, 10%", "written 'sites 2% 3, 10% 1'"),
        ({"kind": "Gamma", "a": 1}, "needs a kind, one of Beta"),
        ({"kind": "Beta", "alpha": 1}, "Beta needs alpha, beta; found alpha"),
        ({"kind": "Uniform", "a": 0.1, "b": 10}, "Was 10 % meant"),
        ({"kind": "Sites", "shares": [0.1, 0.2]}, "list of pairs"),
        ({"kind": "Density", "name": "sin", "a": 0.1, "b": 0.2}, "a function, which cannot be read again"),
    ],
)
def test_prevalence_is_refused(written: Any, says: str) -> None:
    with pytest.raises(SettingError, match=says):
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
    with pytest.raises(SettingError, match="not one number"):
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
    with pytest.raises(SettingError, match=says):
        baserate.net_benefit(Y, S, cost=written)


def test_utilities_that_make_no_model_useful() -> None:
    with pytest.raises(SettingError, match="treating the healthy"):
        Cost.utilities(tp=1, fn=0, tn=0, fp=0.5)
    with pytest.raises(SettingError, match="treating the sick"):
        Cost.utilities(tp=0, fn=0, tn=1, fp=0.5)
    with pytest.raises(SettingError, match="finite"):
        Cost.utilities(tp=float("inf"), fn=0, tn=1, fp=0.5)


def test_costs_are_echoed_in_words() -> None:
    assert str(Cost.of("1:30")) == "1:30 (one missed case = 30 unnecessary treatments)"
    assert str(Cost.of("30:1")) == "30:1 (one unnecessary treatment = 30 missed cases)"
    assert str(Cost.of(0.5)) == "1:1 (a missed case and an unnecessary treatment cost the same)"
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
        (Triangular(0.01, 0.03, 0.1), "1 % to 10 %, most likely 3 %"),
    ],
)
def test_prevalences_are_said_in_words(prevalence: Any, words: str) -> None:
    assert str(Prevalence.of(prevalence)) == words


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), "high", None.__class__, True])
def test_threshold_is_refused(value: Any) -> None:
    with pytest.raises(SettingError, match="threshold"):
        baserate.accuracy(Y, S, threshold=value)


@pytest.mark.parametrize(("value", "share"), [(0, 0.5), (1.0, 0.5), ("30%", 0.75), ("0.5", 0.75)])
def test_threshold_is_read(value: Any, share: float) -> None:
    assert baserate.accuracy(Y, S, threshold=value) == share


@pytest.mark.parametrize("value", [0, 1, 10, "x", (0.1, 0.2)])
def test_source_prevalence_is_refused(value: Any) -> None:
    with pytest.raises(SettingError, match="source_prevalence"):
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
        (lambda: Triangular(0.1, 0.05, 0.2), "mode 0.05 must lie between"),
        (lambda: Triangular(0.2, 0.2, 0.2), "rise"),
        (lambda: Triangular(0.1, "x", 0.2), "the mode must be a number"),
    ],
)
def test_distributions_are_refused(make: Any, says: str) -> None:
    with pytest.raises(SettingError, match=says):
        make()


def test_sites_merge_equal_values_and_are_hashable() -> None:
    assert Sites({0.1: 1, 0.2: 1}) == Sites({0.2: 1, 0.1: 1})
    assert len({Sites({0.1: 1}), Sites({0.1: 1})}) == 1


@pytest.mark.parametrize(
    "distribution",
    [
        Uniform(0.01, 0.4),
        LogOddsUniform(0.01, 0.4),
        Beta(2, 30),
        Beta(0.3, 0.7),
        Triangular(0.01, 0.03, 0.4),
        Triangular(0.01, 0.01, 0.4),
        Triangular(0.01, 0.4, 0.4),
    ],
)
def test_densities_integrate_to_one(distribution: Any) -> None:
    breaks = distribution.breaks
    x = np.linspace(breaks[0], breaks[-1], 400_001)
    assert np.trapezoid(distribution.density(x), x) == pytest.approx(1.0, abs=1e-6)


KNOWN: list[Distribution] = [
    Point(0.1),
    LogOddsUniform(0.01, 0.10),
    Uniform(0.01, 0.10),
    Beta(2, 30),
    Sites({0.02: 3, 0.10: 1}),
    Triangular(0.01, 0.03, 0.10),
    Density(lambda p: 1.0 + p, 0.01, 0.10),
]


@pytest.mark.parametrize("distribution", KNOWN[:-1], ids=lambda one: one.kind)
def test_a_distribution_can_be_read_again_from_json(distribution: Distribution) -> None:
    content = json.loads(json.dumps(distribution.to_dict()))
    assert content["kind"] == ("value" if isinstance(distribution, Point) else type(distribution).__name__)
    assert Distribution.from_dict(content) == distribution
    assert Prevalence.of(content).distribution == distribution
    assert Cost.of(content).distribution == distribution
    assert Prevalence.of(json.loads(json.dumps(Prevalence(distribution).stated))).distribution == distribution
    assert Cost.of(json.loads(json.dumps(Cost(distribution).stated))).distribution == distribution


def test_only_parameters_are_written() -> None:
    """What a distribution has worked out for itself is no parameter."""
    for distribution in (Uniform(0.01, 0.1), Beta(2, 30)):
        before = distribution.to_dict()
        distribution.density(distribution.breaks)
        assert distribution.median > 0.0
        assert distribution.to_dict() == before == {"kind": distribution.kind, **before}
        assert "_total" not in distribution.to_dict()


def test_a_density_says_what_it_is_and_is_not_guessed_again() -> None:
    content = json.loads(json.dumps(Density(np.sqrt, 0.01, 0.10).to_dict()))
    assert (content["kind"], content["a"], content["b"], content["name"]) == (
        "Density",
        0.01,
        0.10,
        "density sqrt",
    )
    value, height = np.array(content["density"]).T
    assert np.trapezoid(height, value) == pytest.approx(1.0, rel=1e-2)
    assert value[[0, -1]] == pytest.approx([0.01, 0.10])
    with pytest.raises(SettingError, match="cannot be read again"):
        Distribution.from_dict(content)
    for reading in baserate.extensions.robustness.uniform_readings("1:50", "1:5").values():
        assert Cost.of(json.loads(json.dumps(reading.to_dict()))) == reading


@pytest.mark.parametrize("distribution", KNOWN, ids=lambda one: one.kind)
def test_the_median_has_half_of_the_weight_below_it(distribution: Distribution) -> None:
    """The closed forms, against the integral of the density."""
    low, high = distribution.ends
    assert low <= distribution.median <= high
    if len(distribution.breaks):
        assert distribution.share_below(distribution.median) == pytest.approx(0.5, abs=1e-12)
    else:
        atoms, shares = distribution.atoms
        assert shares[atoms <= distribution.median].sum() >= 0.5
        assert shares[atoms < distribution.median].sum() < 0.5


@pytest.mark.parametrize("mode", [0.01, 0.02, 0.035, 0.09, 0.10])
def test_the_median_of_a_triangle(mode: float) -> None:
    triangle = Triangular(0.01, mode, 0.10)
    assert triangle.share_below(triangle.median) == pytest.approx(0.5, abs=1e-12)
    assert triangle.share_below(0.10) == pytest.approx(1.0, abs=1e-12)


def test_ends_are_as_they_were_stated() -> None:
    assert [one.ends for one in KNOWN if not isinstance(one, Beta)] == [
        (0.1, 0.1),
        (0.01, 0.10),
        (0.01, 0.10),
        (0.02, 0.10),
        (0.01, 0.10),
        (0.01, 0.10),
    ]
    assert [one.point for one in (*KNOWN, Sites({0.3: 2}))] == [0.1, None, None, None, None, None, None, 0.3]
    low, high = Beta(2, 30).ends
    assert 0.0 < low < 1e-8
    assert 0.5 < high < 1.0


def test_a_distribution_in_ten_lines_outside_the_package() -> None:
    """An extension takes one class: it is averaged over, written, read again and said in words."""

    @dataclass(frozen=True)
    class Early(Interval):
        a: float
        b: float

        word = "early"

        @property
        def breaks(self) -> Any:
            return np.asarray(baserate.odds.logit([self.a, self.b]))

        def density(self, log_odds: Any) -> Any:
            low, high = self.breaks
            return 2.0 * (high - log_odds) / (high - low) ** 2

        def words(self, show: Any) -> str:
            return f"{show(self.a)} to {show(self.b)}, rather early"

    try:
        prevalence = Prevalence.of("early 1%..10%")
        assert str(prevalence) == "1 % to 10 %, rather early"
        assert Prevalence.of(prevalence.to_dict()) == prevalence == Prevalence.of(Early(0.01, 0.10))
        same = Triangular(0.01, 0.01, 0.10)
        assert prevalence.distribution.median == pytest.approx(same.median, rel=1e-12)
        found = baserate.net_benefit(Y, S, cost="1:9", prevalence=prevalence)
        assert found == pytest.approx(baserate.net_benefit(Y, S, cost="1:9", prevalence=same), rel=1e-12)
    finally:
        del Distribution._kinds["Early"]


def test_costs_are_said_and_written_like_costs() -> None:
    assert str(Cost.of("triangular 1:50..1:15..1:5")) == ("1:50 to 1:5, most likely 1:15 (median 1:15.4)")
    assert Cost.of("uniform 1:50..1:5").distribution == Uniform(1 / 51, 1 / 6)
    assert Cost.of({"kind": "Uniform", "a": "1:50", "b": "1:5"}) == Cost.of("uniform 1:50..1:5")
    assert Cost.of("1:30").stated == "1:30"
    assert Cost.of(("1:50", "1:5")).stated == ["1:50", "1:5"]
    with pytest.raises(SettingError, match=r"written 'uniform 1:50\.\.1:5'"):
        Cost.of("uniform 1:5")
