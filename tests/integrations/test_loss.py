"""The loss in the margin: value and slope against other formulas, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

import baserate
import baserate.extensions.training.torch
from baserate.errors import (
    SettingError,
)
from baserate.extensions import training
from baserate.extensions.training.loss import MarginLoss

DEPLOYMENTS: list[tuple[Any, Any]] = [
    ((0.01, 0.10), "1:30"),
    (baserate.Uniform(0.05, 0.4), "1:9"),
    (baserate.Triangular(0.01, 0.03, 0.10), "1:9"),
    (baserate.Beta(2, 30), "1:30"),
    (0.05, ("1:50", "1:5")),
    (None, ("1:50", "1:5")),
    ((0.02, 0.2), ("1:20", "1:5")),
    (baserate.Sites({0.02: 3, 0.10: 1}), ("1:20", "1:5")),
    (baserate.Density(lambda p: p * (1 - p), 0.02, 0.6), "1:3"),
]
TRAINED = 0.2


def sigmoid(x: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.asarray(x)))


def logit(p: Any) -> Any:
    return np.log(np.asarray(p) / (1.0 - np.asarray(p)))


@pytest.fixture(scope="module")
def rows() -> tuple[Any, Any]:
    """Margins of 200 cases and 800 non-cases, and which are cases."""
    rng = np.random.default_rng(5)
    is_case = np.arange(1000) < 200
    return rng.normal(-1.8, 1.4, 1000) + 1.9 * is_case, is_case


def net_benefit_at(margin: Any, is_case: Any, trained: float, prevalence: Any, c: Any) -> Any:
    """Vickers' net benefit of treating from the optimal threshold on, at many prevalences and costs."""
    cut = logit(c) - logit(prevalence) + logit(trained)
    cases, others = np.sort(margin[is_case]), np.sort(margin[~is_case])
    sensitivity = 1.0 - np.searchsorted(cases, cut) / len(cases)
    false_positives = 1.0 - np.searchsorted(others, cut) / len(others)
    return prevalence * sensitivity - c / (1.0 - c) * (1.0 - prevalence) * false_positives


def middles(low: float, high: float, number: int = 100_000) -> Any:
    return low + (high - low) * (np.arange(number) + 0.5) / number


def test_the_mean_loss_is_net_benefit_averaged_over_thresholds(rows: tuple[Any, Any]) -> None:
    """By the midpoint rule over prevalences, or over costs."""
    margin, is_case = rows
    p = sigmoid(middles(logit(0.01), logit(0.10)))
    oracle = net_benefit_at(margin, is_case, TRAINED, p, 1 / 31).mean()
    loss = MarginLoss.of((0.01, 0.10), "1:30", TRAINED, 0.0)
    assert loss.perfect == pytest.approx(p.mean(), rel=1e-9)
    lost = loss.value(margin, is_case).mean() / loss.scale
    assert loss.perfect - lost == pytest.approx(oracle, abs=2e-7)

    c = sigmoid(middles(logit(1 / 51), logit(1 / 6)))
    oracle = net_benefit_at(margin, is_case, TRAINED, np.full_like(c, 0.05), c).mean()
    loss = MarginLoss.of(0.05, ("1:50", "1:5"), TRAINED, 0.0)
    lost = loss.value(margin, is_case).mean() / loss.scale
    assert 0.05 - lost == pytest.approx(oracle, abs=2e-7)


def test_both_known_to_ranges(rows: tuple[Any, Any]) -> None:
    margin, is_case = rows
    p, c = np.meshgrid(
        sigmoid(middles(logit(0.02), logit(0.2), 600)), sigmoid(middles(logit(1 / 21), logit(1 / 6), 600))
    )
    oracle = net_benefit_at(margin, is_case, TRAINED, p.ravel(), c.ravel()).mean()
    loss = MarginLoss.of((0.02, 0.2), ("1:20", "1:5"), TRAINED, 0.0)
    lost = loss.value(margin, is_case).mean() / loss.scale
    assert loss.perfect - lost == pytest.approx(oracle, abs=2e-5)


@pytest.mark.parametrize(("prevalence", "cost"), DEPLOYMENTS)
def test_the_mean_loss_is_the_librarys_score(prevalence: Any, cost: Any, rows: tuple[Any, Any]) -> None:
    margin, is_case = rows
    loss = MarginLoss.of(prevalence, cost, TRAINED, 0.0)
    lost = loss.value(margin, is_case).mean() / loss.scale
    score = baserate.net_benefit(is_case.astype(int), sigmoid(margin), prevalence=prevalence, cost=cost)
    assert loss.perfect - lost == pytest.approx(score, abs=1e-12)
    assert (loss.value(margin, is_case) >= -1e-12).all()


@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
@pytest.mark.parametrize(("prevalence", "cost"), DEPLOYMENTS)
def test_the_slope_is_that_of_the_value(prevalence: Any, cost: Any, share: float) -> None:
    loss = MarginLoss.of(prevalence, cost, TRAINED, share)
    margin, step = np.linspace(-9.0, 6.0, 1201) + 1e-3, 1e-5
    edges = loss.table.starts + loss.offset
    margin = margin[np.abs(margin[:, None] - edges).min(axis=1) > 1e-4]  # a kink has two slopes
    for is_case in (np.ones(len(margin), dtype=bool), np.zeros(len(margin), dtype=bool)):
        differences = (loss.value(margin + step, is_case) - loss.value(margin - step, is_case)) / (2 * step)
        assert np.abs(differences - loss.gradient(margin, is_case)).max() < 1e-7 * max(1.0, loss.scale)


@pytest.mark.parametrize(("prevalence", "cost"), DEPLOYMENTS)
def test_the_loss_is_proper(prevalence: Any, cost: Any) -> None:
    """The right margin is where the expected slope vanishes; below it falls, above it rises."""
    loss = MarginLoss.of(prevalence, cost, TRAINED, 0.1)
    margin = np.linspace(-7.0, 4.0, 111)
    s, ones = sigmoid(margin), np.ones(len(margin), dtype=bool)

    def slope(at: Any) -> Any:
        return s * loss.gradient(at, ones) + (1.0 - s) * loss.gradient(at, ~ones)

    assert np.abs(slope(margin)).max() < 1e-7 * max(1.0, loss.scale)  # the table's two cubics
    assert (slope(margin - 0.3) < 0.0).all()
    assert (slope(margin + 0.3) > 0.0).all()


def test_a_share_of_one_is_log_loss() -> None:
    loss = MarginLoss.of((0.01, 0.10), "1:30", TRAINED, 1.0)
    margin = np.linspace(-5.0, 5.0, 11)
    s, is_case = sigmoid(margin), np.arange(11) % 2 == 0
    right = np.where(is_case, s, 1 - s)
    np.testing.assert_allclose(loss.value(margin, is_case), -np.log(right), rtol=1e-12)
    np.testing.assert_allclose(loss.gradient(margin, is_case), s - is_case, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(("prevalence", "cost"), DEPLOYMENTS)
def test_the_scale_gives_both_parts_the_same_mean_curvature(prevalence: Any, cost: Any) -> None:
    """That of the expected loss, where a share ``s`` of patients are cases and ``s`` is what is said."""
    ours, other = (MarginLoss.of(prevalence, cost, TRAINED, share) for share in (0.0, 1.0))
    z = middles(ours.table.starts[0], ours.table.starts[-1])
    s = sigmoid(z + ours.offset)
    mean = (s * ours.factor * ours.table.below_slope(z) / TRAINED).mean()
    assert mean == pytest.approx((other.log_loss_share * s * (1.0 - s)).mean(), rel=1e-4)


def test_outside_the_thresholds_log_loss_alone_is_left() -> None:
    far = np.array([-30.0, 30.0])
    cases = np.array([True, False])
    alone = MarginLoss.of((0.01, 0.10), "1:30", TRAINED, 0.0)
    assert (alone.gradient(far, cases) == 0.0).all()
    mixed = MarginLoss.of((0.01, 0.10), "1:30", TRAINED, 0.1)
    np.testing.assert_allclose(mixed.gradient(far, cases), [-0.1, 0.1], rtol=1e-9)


@pytest.mark.parametrize("width", [0.25, 1.0])
def test_a_spread_threshold_is_a_cost_known_to_a_triangle(width: float, rows: tuple[Any, Any]) -> None:
    margin, is_case = rows
    c = 1 / 31
    cost = baserate.Triangular(float(sigmoid(logit(c) - width)), c, float(sigmoid(logit(c) + width)))
    spread = MarginLoss.of(0.05, "1:30", TRAINED, 0.0, smooth=width)
    stated = MarginLoss.of(0.05, cost, TRAINED, 0.0)
    np.testing.assert_allclose(spread.value(margin, is_case), stated.value(margin, is_case), rtol=1e-9)


def test_thresholds_beside_a_range_are_spread_and_the_range_is_kept(rows: tuple[Any, Any]) -> None:
    margin, is_case = rows
    sites = baserate.Sites({0.02: 3, 0.10: 1})
    both = MarginLoss.of(sites, "1:9", TRAINED, 0.0, smooth=0.5)
    parts = [MarginLoss.of(p, "1:9", TRAINED, 0.0, smooth=0.5) for p in (0.02, 0.10)]
    lost = [part.value(margin, is_case) / part.scale for part in parts]
    expected = 0.75 * lost[0] + 0.25 * lost[1]
    np.testing.assert_allclose(both.value(margin, is_case) / both.scale, expected, atol=1e-12)


@pytest.mark.parametrize("prevalence", [0.05, None, (0.05, 0.05 + 1e-14), baserate.Sites({0.02: 1, 0.1: 1})])
def test_a_step_is_refused_with_words(prevalence: Any) -> None:
    with pytest.raises(SettingError, match=r"leave single thresholds.*no slope.*range of prev.*smooth=1"):
        MarginLoss.of(prevalence, "1:30", TRAINED)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"log_loss_share": 1.5}, SettingError, "log_loss_share must be a number from 0.*found 1.5"),
        ({"log_loss_share": "10%"}, SettingError, "found '10%'"),
        ({"log_loss_share": float("nan")}, SettingError, "found nan"),
        ({"smooth": 0.0}, SettingError, "smooth is a width in log odds.*found 0.0"),
        ({"train_prevalence": 1.0}, SettingError, "^train_prevalence=1.0"),
        ({"train_prevalence": (0.1, 0.2)}, SettingError, "One number is needed"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        MarginLoss.of((0.01, 0.1), "1:30", **{"train_prevalence": TRAINED, **settings})


def test_the_sum_of_slopes_is_that_of_net_benefit(rows: tuple[Any, Any]) -> None:
    margin, is_case = rows
    step, asked = 1e-5, {"prevalence": (0.05, 0.3), "cost": "1:9", "source_prevalence": TRAINED}
    loss = MarginLoss.of((0.05, 0.3), "1:9", TRAINED, 0.0)
    after, before = (
        baserate.net_benefit(is_case.astype(int), sigmoid(margin + shift), **asked) for shift in (step, -step)
    )
    expected = -loss.scale * (after - before) / (2 * step)
    assert loss.gradient(margin, is_case).mean() == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("extreme", [1e4, 1e6])
def test_extreme_margins_are_safe(extreme: float) -> None:
    loss = MarginLoss.of((0.01, 0.1), "1:30", TRAINED, 0.1)
    margin = np.array([extreme, -extreme, extreme, -extreme])
    slope = loss.gradient(margin, np.array([True, True, False, False]))
    np.testing.assert_allclose(slope, [0.0, -0.1, 0.1, 0.0], atol=1e-12)


def test_the_module_needs_torch_only_when_used() -> None:
    """It is imported by its public name where torch is not installed, and shadows nothing."""
    program = (
        "import sys; sys.modules['torch'] = None\n"
        "import baserate.extensions.training.torch as imported, baserate\n"
        "assert imported is baserate.extensions.training.torch and imported.__doc__\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


def test_a_missing_torch_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    make = cast(Callable[[str], Any], vars(training.torch)["__getattr__"])
    with pytest.raises(ImportError, match=r"NetBenefitLoss needs torch: pip install 'baserate\[torch\]'"):
        make("NetBenefitLoss")
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        make("nonsense")


@pytest.mark.parametrize("share", [np.float32(0.5), np.int64(1), 0, 0.5])
def test_a_share_is_any_kind_of_number(share: Any) -> None:
    assert MarginLoss.of((0.01, 0.10), "1:30", 0.2, share).log_loss_share == float(share)
