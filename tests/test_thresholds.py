"""Any weighting of prevalence and cost, against two nested quadratures of the metric itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.scores.gain_shapes import SquareGains, TabulatedGains
from baserate.scores.gains import _tabulated, gains_of, reaches
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import Sample
from baserate.scores.threshold_weight import Tabulated, ThresholdWeight
from tests.support import oracles
from tests.support.oracles import Axis, Patients

UNITS = ("accuracy", "weighted_accuracy", "net_benefit")
Pair = tuple[Any, Axis]


def draw_patients(rng: np.random.Generator) -> Patients:
    n = int(rng.integers(5, 12))
    y = np.concatenate([[0, 1], rng.integers(0, 2, n - 2)]).astype(float)
    s = rng.choice([0.0, 0.02, 0.1, 0.3, 0.5, 0.9, 1.0, *rng.random(4)], n)
    w = rng.choice([0.5, 1.0, 3.0], n) if rng.random() < 0.5 else np.ones(n)
    return Patients(y, s, w, None if rng.random() < 0.5 else 0.17)


def ends(rng: np.random.Generator) -> tuple[float, float]:
    low, high = np.sort(rng.normal(-1.5, 2.0, 2))
    return float(oracles.probability(low)), float(oracles.probability(high + 0.05))


def _point(rng: np.random.Generator) -> Pair:
    value = float(rng.uniform(0.02, 0.9))
    return value, oracles.point(value)


def _log_odds_uniform(rng: np.random.Generator) -> Pair:
    return (e := ends(rng)), oracles.log_odds_uniform(*e)


def _uniform(rng: np.random.Generator) -> Pair:
    return baserate.Uniform(*(e := ends(rng))), oracles.uniform(*e)


def _beta(rng: np.random.Generator) -> Pair:
    shape = float(rng.uniform(1.5, 6)), float(rng.uniform(3, 30))
    return baserate.Beta(*shape), oracles.beta(*shape)


def _sites(rng: np.random.Generator) -> Pair:
    shares = {float(v): float(w) for v, w in zip(rng.uniform(0.01, 0.8, 3), (1.0, 2.0, 5.0), strict=True)}
    return baserate.Sites(shares), oracles.sites(shares)


def _density(rng: np.random.Generator) -> Pair:
    a, b = ends(rng)
    area = (b - a) + 3 * (b**2 - a**2) / 2
    return baserate.Density(lambda p: 2 + 6 * p, a, b), Axis({}, (a, b), lambda p: (1 + 3 * p) / area)


def _triangular(rng: np.random.Generator) -> Pair:
    a, b = ends(rng)
    mode = float(oracles.probability((2 * oracles.log_odds(a) + oracles.log_odds(b)) / 3))
    return baserate.Triangular(a, mode, b), oracles.triangular(a, mode, b)


KINDS: list[Callable[[np.random.Generator], Pair]] = [
    _point,
    _log_odds_uniform,
    _uniform,
    _beta,
    _sites,
    _density,
    _triangular,
]


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("cost_kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("prevalence_kind", KINDS, ids=lambda kind: kind.__name__)
def test_average_over_prevalence_and_cost(
    prevalence_kind: Callable[[np.random.Generator], Pair],
    cost_kind: Callable[[np.random.Generator], Pair],
    units: str,
) -> None:
    rng = np.random.default_rng([KINDS.index(prevalence_kind), KINDS.index(cost_kind), UNITS.index(units)])
    p = draw_patients(rng)
    (prevalence, prevalence_axis), (cost, cost_axis) = prevalence_kind(rng), cost_kind(rng)
    common = {"prevalence": prevalence, "sample_weight": p.w, "source_prevalence": p.source}
    if units == "accuracy":
        cost_axis = oracles.point(0.5)
    else:
        common["cost"] = cost
    if units == "net_benefit":
        common["baseline"] = "none-correct"
    expected = oracles.average(p, prevalence_axis, cost_axis, units)
    assert getattr(baserate, units)(p.y, p.s, **common) == pytest.approx(expected, rel=0, abs=1e-9)


@pytest.mark.parametrize("width", [1e-7, 1e-3, 1.0, 20.0])
@pytest.mark.parametrize("cost_width", [1e-7, 1e-3, 1.0, 12.0])
def test_narrow_and_wide_ranges_keep_nine_digits(width: float, cost_width: float) -> None:
    rng = np.random.default_rng(7)
    p = Patients(np.array([1.0, 1, 0, 0, 0, 1]), rng.random(6), np.ones(6))
    ab = tuple(float(oracles.probability(-2 + end * width / 2)) for end in (-1, 1))
    c01 = tuple(float(oracles.probability(-3 + end * cost_width / 2)) for end in (-1, 1))
    expected = oracles.average(
        p, oracles.log_odds_uniform(*ab), oracles.log_odds_uniform(*c01), "net_benefit"
    )
    # The widest costs price a true negative at up to e^3.
    found = baserate.net_benefit(p.y, p.s, prevalence=ab, cost=c01, baseline="none-correct")
    assert found == pytest.approx(expected, abs=1e-9)


def test_one_site_is_the_point() -> None:
    y, s = [0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8]
    for cost in ("1:4", ("1:9", "1:2")):
        assert baserate.net_benefit(y, s, cost=cost, prevalence=baserate.Sites({0.2: 3})) == pytest.approx(
            baserate.net_benefit(y, s, cost=cost, prevalence=0.2), rel=1e-13
        )


def test_the_closed_form_equals_its_tabulation() -> None:
    rng = np.random.default_rng(3)
    rows = Sample.of(rng.integers(0, 2, 500), rng.random(500))
    deployment = baserate.Deployment(baserate.Prevalence.of((0.01, 0.2)), baserate.Cost.of("1:30"))
    weight = ThresholdWeight(
        baserate.LogOddsUniform(0.01, 0.2), deployment.cost.distribution, deployment.units
    )
    tabulated = TabulatedGains(Tabulated.of(weight.density, weight.breaks()), 0.3 / 0.7)
    closed = gains_of(deployment, 0.5, 0.3)
    assert mean_gain(rows, tabulated) == pytest.approx(mean_gain(rows, closed), rel=1e-13)
    assert tabulated.positive_total == pytest.approx(closed.positive_total, rel=1e-13)
    assert tabulated.negative_total == pytest.approx(closed.negative_total, rel=1e-13)


@pytest.mark.parametrize("units", ["net benefit", "accuracy", "weighted accuracy"])
@pytest.mark.parametrize("ends", [(0.01, 0.1), (0.3, 0.8), (0.9, 0.999), (0.2, 0.2 + 1e-5), (1e-9, 1 - 1e-9)])
@pytest.mark.parametrize("c", [0.5, 0.03, 0.9])
def test_the_squares_of_a_uniform_range_equal_their_tabulation(units: str, ends: Any, c: float) -> None:
    rng = np.random.default_rng(5)
    score = np.concatenate([[0.0, 1.0, 1e-12, 1 - 1e-9], rng.random(500), rng.beta(0.2, 0.2, 200)])
    cost = 0.5 if units == "accuracy" else c
    deployment = baserate.Deployment.of(baserate.Uniform(*ends), cost, units)
    closed, tabulated = (
        gains_of(deployment, 0.5, 0.3),
        _tabulated(deployment, baserate.Uniform(*ends), baserate.Cost.of(cost).distribution, 0.3),
    )
    assert isinstance(tabulated, TabulatedGains)
    assert isinstance(closed, SquareGains if units != "weighted accuracy" or c == 0.5 else TabulatedGains)
    # Within a narrow range the rounding of the score itself moves the gain.
    close = {"rel": 0, "abs": 1e-12 * max(1.0, closed.negative_total) / min(1.0, 1e3 * (ends[1] - ends[0]))}
    assert closed.positive(score) == pytest.approx(tabulated.positive(score), **close)
    assert closed.negative(score) == pytest.approx(tabulated.negative(score), **close)
    totals = (closed.positive_total, closed.negative_total)
    assert totals == pytest.approx((tabulated.positive_total, tabulated.negative_total), rel=1e-12)
    for side in ("positive_slope", "negative_slope"):
        assert getattr(closed, side)(score) == pytest.approx(
            getattr(tabulated, side)(score), rel=1e-6, abs=1e-6
        )
    low, high = closed.active(np.dtype(np.float64))
    inside = (score >= low) & (score < high)
    assert closed.positive(score[~inside]) == pytest.approx(
        np.where(score[~inside] < low, 0, totals[0]), **close
    )


@pytest.mark.parametrize("prevalence", [0.1, (0.02, 0.3), baserate.Uniform(0.02, 0.3), baserate.Beta(2, 9)])
def test_shifted_gains_are_those_of_scores_with_other_odds(prevalence: Any) -> None:
    rng = np.random.default_rng(6)
    score = rng.random(300)
    gains = gains_of(baserate.Deployment.of(prevalence, "1:4"), 0.5, 0.3)
    moved = baserate.odds.expit(baserate.odds.logit(score) - 0.7)
    shifted = gains.shift(0.7)
    assert shifted.positive(score) == pytest.approx(gains.positive(moved), abs=1e-12)
    assert shifted.negative(score) == pytest.approx(gains.negative(moved), abs=1e-12)


@pytest.mark.parametrize(
    ("prevalence", "cost", "steps", "curve"),
    [
        (0.1, "1:4", True, False),
        ((0.02, 0.3), "1:4", False, True),
        (baserate.Uniform(0.02, 0.3), "1:4", False, True),
        (baserate.Sites({0.1: 1, 0.2: 1}), "1:4", True, False),
        (baserate.Sites({0.1: 1, 0.2: 1}), ("1:9", "1:4"), False, True),
    ],
)
def test_gains_say_whether_they_jump(prevalence: Any, cost: Any, steps: bool, curve: bool) -> None:
    gains = gains_of(baserate.Deployment.of(prevalence, cost), 0.5, 0.3)
    assert (gains.steps is not None, gains.curve is not None) == (steps, curve)


def test_one_way_to_tell_a_tie() -> None:
    """A threshold is rounded as prevalence, cost and source are; a score that equals it but for that ties."""
    rng = np.random.default_rng(9)
    for pi, source, c in rng.uniform(0.01, 0.6, (200, 3)):
        threshold = baserate.odds.adjust(c, pi, source)
        score = 1 / (1 + (1 - c) / c * (pi / (1 - pi)) * ((1 - source) / source))
        asked: dict[str, Any] = {"cost": c, "prevalence": pi, "source_prevalence": source}
        assert reaches(score, threshold)
        assert reaches(np.array([score, score * (1 - 1e-9)]), threshold).tolist() == [True, False]
        y, s = [0, 1], [0.0, score]
        treated = baserate.net_benefit(y, s, **asked)
        assert treated == pytest.approx(pi, rel=1e-12)
        assert baserate.extensions.robustness.worst_case(y, s, **asked).value == pytest.approx(
            treated, rel=1e-12
        )
        ends = (c * 0.9, min(c * 1.1, 0.99))
        decision = baserate.curves.decision_curve(y, s, cost=ends, prevalence=pi, source_prevalence=source)
        assert decision.at(c) == pytest.approx(treated, rel=1e-9)
        by_prevalence = baserate.curves.value_by_prevalence(
            y, s, cost=c, prevalence=(pi * 0.9, min(pi * 1.1, 0.99)), source_prevalence=source
        )
        assert by_prevalence.at(pi) == pytest.approx(treated, rel=1e-9)


def test_single_precision_ties_within_its_own_rounding() -> None:
    assert reaches(np.float32(0.3), 0.3)
    assert reaches(np.array([0.1, 0.7], dtype=np.float32), 0.7).tolist() == [False, True]
    assert not reaches(np.float32(0.3) * np.float32(1 - 1e-6), 0.3)


def test_cost_range_by_dilogarithm() -> None:
    """Both log odds uniform: the positive gain in closed form (statistics: Li2), as a check."""
    from mpmath import exp, log, mp, mpf, polylog

    mp.dps = 40
    A, B, K0, K1 = (mpf(x) for x in ("-4.5", "-2.2", "-3.9", "-1.7"))
    ab = tuple(float(1 / (1 + exp(-x))) for x in (A, B))
    c01 = tuple(float(1 / (1 + exp(-x))) for x in (K0, K1))

    def softplus(x: Any) -> Any:
        return log(1 + exp(x))

    for L in (mpf("-2"), mpf("0.3"), mpf("1.9")):
        p0, p1 = min(max(L + A, K0), K1), min(max(L + B, K0), K1)
        area = polylog(2, -exp(p1 - L)) - polylog(2, -exp(p0 - L))  # minus the integral of softplus
        g1 = ((p0 - K0) * (softplus(B) - softplus(A)) + (p1 - p0) * softplus(B) + area) / (
            (B - A) * (K1 - K0)
        )
        elementary = [exp(u) * softplus(-u) + softplus(u) for u in (p1 - L, p0 - L)]
        inner = (exp(p1) - exp(p0)) * softplus(-A) - exp(L) * (elementary[0] - elementary[1])
        g0 = (inner + (exp(K1) - exp(p1)) * (softplus(-A) - softplus(-B))) / ((B - A) * (K1 - K0))
        score = float(1 / (1 + exp(-L)))
        gains = gains_of(baserate.Deployment(baserate.Prevalence.of(ab), baserate.Cost.of(c01)), 0.5, 0.5)
        assert gains.positive(np.array([score]))[0] == pytest.approx(float(g1), abs=1e-13)
        assert gains.negative(np.array([score]))[0] == pytest.approx(float(g0), abs=1e-13)


def test_a_cost_without_a_finite_mean_is_refused() -> None:
    with pytest.raises(baserate.errors.SettingError, match="infinite"):
        baserate.net_benefit([0, 1], [0.1, 0.9], cost=baserate.Beta(1, 1), prevalence=0.1)
    assert 0 < baserate.weighted_accuracy([0, 1], [0.1, 0.9], cost=baserate.Beta(1, 1), prevalence=0.1) <= 1


@pytest.mark.parametrize("shape", [(0.05, 5.0), (3000.0, 50000.0), (1.0, 1.0), (0.5, 0.5), (2.0, 400.0)])
def test_beta_prevalence_has_its_mean(shape: tuple[float, float]) -> None:
    """A perfect model at c = 1/2 gets 1; treating everyone gets the mean prevalence."""
    beta = baserate.Beta(*shape)
    everyone = baserate.accuracy([0, 1], [1.0, 1.0], prevalence=beta)
    assert everyone == pytest.approx(shape[0] / sum(shape), rel=1e-10)
    assert baserate.accuracy([0, 1], [0.0, 1.0], prevalence=beta) == pytest.approx(1.0, rel=1e-10)
