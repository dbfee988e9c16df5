"""What was wrong once, and must not be again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import baserate
from baserate import Beta, Cost, Density, Sites, Uniform, curves, odds
from baserate.errors import BaserateError, DataError, SettingError
from baserate.extensions.robustness import compare_uniform, regret, worst_case

# A perfect model: whatever is asked, its weighted accuracy is 1.
PERFECT = ([0, 1], [0.0, 1.0])


@pytest.mark.parametrize("width", [5e-17, 1e-15, 1e-14, 1e-12, 1e-9, 1e-7, 1e-3])
def test_ranges_of_any_width_have_a_total_of_one(width: float) -> None:
    ends = (0.3, 0.3 + max(width, 1e-16))
    for prevalence in (0.1, (0.05, 0.3), Uniform(0.05, 0.3)):
        for cost in (ends, Uniform(*ends)):
            assert baserate.weighted_accuracy(*PERFECT, cost=cost, prevalence=prevalence) == pytest.approx(
                1, abs=1e-9
            )
    assert baserate.accuracy(*PERFECT, prevalence=Uniform(*ends)) == pytest.approx(1, abs=1e-9)


def test_a_range_between_neighbouring_numbers_is_the_point() -> None:
    y, s = [0, 1, 0, 1], [0.1, 0.3, 0.45, 0.8]
    neighbour = float(np.nextafter(0.1, 1))
    for kind in (Uniform, baserate.LogOddsUniform):
        assert baserate.accuracy(y, s, prevalence=kind(0.1, neighbour)) == pytest.approx(
            baserate.accuracy(y, s, prevalence=0.1)
        )


@pytest.mark.parametrize("spread", [1e-2, 1e-3, 5e-4, 1e-4])
def test_a_narrow_peak_is_averaged_over_right(spread: float) -> None:
    peak = Density(lambda p: np.exp(-0.5 * ((p - 0.1) / spread) ** 2), 0.01, 0.3)
    y, s = [0, 1, 0, 1], [0.05, 0.3, 0.45, 0.8]
    assert baserate.accuracy(*PERFECT, prevalence=peak) == pytest.approx(1, abs=1e-9)
    assert baserate.weighted_accuracy(*PERFECT, cost=("1:50", "1:5"), prevalence=peak) == pytest.approx(
        1, abs=1e-9
    )
    x = 0.1 + spread * np.linspace(-8, 8, 801)
    mass = np.exp(-0.5 * ((x - 0.1) / spread) ** 2) * ((x > 0.01) & (x < 0.3))
    near = [
        baserate.net_benefit(y, s, cost=0.4, prevalence=pi) if m else 0.0
        for pi, m in zip(x, mass, strict=True)
    ]
    found = baserate.net_benefit(y, s, cost=0.4, prevalence=peak)
    assert found == pytest.approx(np.dot(near, mass) / mass.sum(), abs=1e-3)


def test_a_density_that_varies_too_fast_is_refused() -> None:
    density = Density(lambda p: np.exp(-0.5 * ((p - 0.1) / 1e-7) ** 2), 0.01, 0.3)
    with pytest.raises(SettingError, match="varies too fast"):
        baserate.weighted_accuracy(*PERFECT, cost=("1:50", "1:5"), prevalence=density)


def test_a_density_with_a_jump_is_averaged_right() -> None:
    density = Density(lambda p: p > 0.1, 0.01, 0.3)
    found = baserate.weighted_accuracy(*PERFECT, cost=("1:50", "1:5"), prevalence=density)
    assert found == pytest.approx(1, abs=1e-8)


@pytest.mark.parametrize("c", [0.12, 0.3, 0.6, 0.7])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("pi", [None, 0.2, 1 / 3])
def test_curves_treat_ties_as_the_scores_do(c: float, kind: Any, pi: float | None) -> None:
    y = [0, 1, 1, 0, 0]
    s = np.array([c, 0.67, 0.12, 0.78, 0.52]).astype(kind)
    asked = {"prevalence": pi, "source_prevalence": pi}
    decision = curves.decision_curve(y, s, cost=(0.05, 0.9), **asked).at(c)
    assert decision == pytest.approx(
        baserate.net_benefit(y, s, cost=c, baseline="treat-none", **asked), abs=1e-6
    )
    if pi is not None:
        value = curves.value_by_prevalence(y, s, cost=c, prevalence=(0.01, 0.9), source_prevalence=pi).at(pi)
        assert value == pytest.approx(baserate.net_benefit(y, s, cost=c, **asked), abs=1e-6)


def test_worst_case_includes_both_ends_of_the_range() -> None:
    for b in (0.3, 0.5):
        asked = {"cost": 0.5, "source_prevalence": b}
        found = worst_case([0, 1], [0.5, 0.9], prevalence=(b / 2, b), **asked).value
        assert found == pytest.approx(baserate.net_benefit([0, 1], [0.5, 0.9], prevalence=b, **asked))


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e-162, 1e160, 1e300, 1e308])
def test_only_the_ratios_of_weights_matter(scale: float) -> None:
    y, s = [0, 1, 1, 0], [0.1, 0.2, 0.3, 0.25]
    w = np.array([scale] * 4)
    for prevalence in (None, 0.1, (0.05, 0.3)):
        assert baserate.net_benefit(y, s, cost=0.2, prevalence=prevalence, sample_weight=w) == pytest.approx(
            baserate.net_benefit(y, s, cost=0.2, prevalence=prevalence)
        )
    assert baserate.auc(y, s, sample_weight=w) == pytest.approx(baserate.auc(y, s))


def test_a_class_that_vanishes_is_an_error() -> None:
    with pytest.raises(DataError, match="vanishes"):
        baserate.accuracy([0, 1], [0.1, 0.9], prevalence=0.1, sample_weight=[1e-17, 1])


def test_a_raw_threshold_is_compared_exactly() -> None:
    s = np.array([0.4998, 0.4995, 0.6, 0.7], dtype=np.float16)
    assert baserate.accuracy([0, 0, 1, 1], s, threshold=0.5) == 1.0
    below = float(np.nextafter(0.5, 0))
    assert baserate.accuracy([0, 1], [below, 0.5], threshold=0.5) == 1.0


@pytest.mark.parametrize("value", [1e-300, 5e-324, 1 - 1e-16, 10**400])
def test_values_that_cannot_be_told_from_certainty(value: Any) -> None:
    for asked in (
        {"prevalence": value},
        {"prevalence": (value, 0.5)},
        {"cost": value},
        {"source_prevalence": value},
    ):
        with pytest.raises(SettingError):
            baserate.net_benefit(*PERFECT, **{"cost": 0.3, **asked})


@pytest.mark.parametrize("ends", [(1e-9, 1e-8), (1e-15, 1e-14), (1 - 1e-8, 1 - 1e-9)])
def test_products_of_ratios_keep_their_digits(ends: tuple[float, float]) -> None:
    rng = np.random.default_rng(0)
    y, s = rng.integers(0, 2, 400), rng.random(400)
    for c in (ends[0], 0.3):
        asked = {"cost": c, "prevalence": ends, "source_prevalence": 0.5}
        single = baserate.net_benefit(y, s, sample_weight=np.ones(400), **asked)
        assert baserate.net_benefit(y, s, **asked) == pytest.approx(single, rel=1e-12)


def test_shares_may_be_huge() -> None:
    huge, plain = Sites({0.1: 1e308, 0.2: 1e308}), Sites({0.1: 1, 0.2: 1})
    assert baserate.accuracy(*PERFECT, prevalence=huge) == baserate.accuracy(*PERFECT, prevalence=plain)


@pytest.mark.parametrize(
    "call",
    [
        lambda: baserate.accuracy([0, 1], np.array([], dtype=str)),
        lambda: baserate.accuracy([10**400, 1], [0.1, 0.2]),
        lambda: baserate.accuracy([0, 1], [0.1, 10**400]),
        lambda: Cost.utilities(tp="a", fp=0, fn=0, tn=1),
        lambda: Cost(0.3),
        lambda: baserate.Prevalence(0.3),
        lambda: Density(lambda _: [1, 2, 3], 0.1, 0.2),
        lambda: Density(lambda p: float(p), 0.1, 0.2),
        lambda: Density(lambda p: p + 1j, 0.1, 0.2),
        lambda: odds.adjust("10%", 0.1, 0.2),
        lambda: odds.logit(np.ma.masked_array([0.1, 0.2], mask=[0, 1])),
        lambda: regret([0, 1], [[0.1, 0.2]], cost=0.1),
        lambda: compare_uniform([0, 1], {"a": [0.1, 0.2]}, cost=0.1),
        lambda: compare_uniform([0, 1], {}, cost=("1:50", "1:5")),
        lambda: baserate.ScoreTable(np.array([0.5, 0.1]), np.ones(2), np.ones(2)),
        lambda: baserate.ScoreTable(np.array([0.5, 7.0]), np.ones(2), np.ones(2)),
        lambda: baserate.ScoreTable(np.array([0.5]), np.ones(2), np.ones(2)),
        lambda: baserate.ScoreTable(np.array([0.5]), -np.ones(1), np.ones(1)),
        lambda: curves.murphy_diagram(*PERFECT).points(0),
        lambda: baserate.datasets.icu_cohort(stays=-1),
        lambda: baserate.accuracy(*PERFECT, prevalence="1%...10%"),
        lambda: baserate.net_benefit(*PERFECT, cost="1:50...1:5"),
    ],
)
def test_every_refusal_is_the_projects_own(call: Any) -> None:
    with pytest.raises(BaserateError):
        call()


def test_labels_from_a_generator_serve_several_models() -> None:
    y, models = [0, 1, 0, 1], {"a": [0.1, 0.8, 0.3, 0.4], "b": [0.2, 0.7, 0.1, 0.5]}
    asked = {"prevalence": (0.1, 0.4), "cost": ("1:9", "1:2")}
    assert regret((label for label in y), models, **asked) == regret(y, models, **asked)
    assert compare_uniform((label for label in y), models, cost="1:9..1:2")[0].best in models


def test_both_spread_out_over_all_prevalences_is_quick_enough() -> None:
    with pytest.raises(SettingError, match="infinite"):
        baserate.net_benefit(*PERFECT, cost=Beta(2, 1.05), prevalence=Beta(0.5, 0.5))
    assert baserate.weighted_accuracy(
        *PERFECT, cost=Beta(2, 1.2), prevalence=Beta(0.5, 0.5)
    ) == pytest.approx(1)
