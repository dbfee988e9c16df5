"""The loss in the margin: value, slope and curvature against other formulas, and what is refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.errors import (
    LabelError,
    MissingValueError,
    OneClassError,
    PrevalenceError,
    ScoreError,
    SettingError,
    ShapeError,
    WeightError,
)
from baserate.extensions.training.loss import MarginLoss
from baserate.integrations.training import boosting
from baserate.integrations.training.boosting import Metric, Objective

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


@pytest.mark.parametrize(("prevalence", "cost"), DEPLOYMENTS[:5])
def test_the_curvature_is_that_of_the_expected_loss(prevalence: Any, cost: Any) -> None:
    """Where a share ``s`` of patients with this margin are cases, and ``s`` is what the margin says."""
    loss = MarginLoss.of(prevalence, cost, TRAINED, 0.1)
    edges = loss.table.starts + loss.offset
    margin, step = np.linspace(-8.0, 4.0, 601), 1e-3
    margin = margin[np.abs(margin[:, None] - edges).min(axis=1) > 2 * step]
    s, ones = sigmoid(margin), np.ones(len(margin), dtype=bool)

    def expected(at: Any) -> Any:
        return s * loss.value(at, ones) + (1.0 - s) * loss.value(at, ~ones)

    second = (expected(margin + step) - 2 * expected(margin) + expected(margin - step)) / step**2
    assert np.abs(second - loss.curvature(margin)).max() < 1e-5 * max(1.0, loss.curvature(margin).max())


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
    np.testing.assert_allclose(loss.curvature(margin), s * (1 - s), rtol=1e-12)


@pytest.mark.parametrize(("prevalence", "cost"), DEPLOYMENTS)
def test_the_scale_gives_both_parts_the_same_mean_curvature(prevalence: Any, cost: Any) -> None:
    ours, other = (MarginLoss.of(prevalence, cost, TRAINED, share) for share in (0.0, 1.0))
    margin = middles(ours.table.starts[0], ours.table.starts[-1]) + ours.offset
    assert ours.curvature(margin).mean() == pytest.approx(other.curvature(margin).mean(), rel=1e-4)


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
        Objective(prevalence, "1:30")


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"log_loss_share": 1.5}, SettingError, "log_loss_share must be a number from 0.*found 1.5"),
        ({"log_loss_share": "10%"}, SettingError, "found '10%'"),
        ({"log_loss_share": float("nan")}, SettingError, "found nan"),
        ({"smooth": 0.0}, SettingError, "smooth is a width in log odds.*found 0.0"),
        ({"train_prevalence": 1.0}, PrevalenceError, "^train_prevalence 1.0"),
        ({"train_prevalence": (0.1, 0.2)}, PrevalenceError, "One number is needed"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Objective((0.01, 0.1), "1:30", **settings)


def test_the_sum_of_slopes_is_that_of_net_benefit(rows: tuple[Any, Any]) -> None:
    """Weighted, and with another training prevalence than the rows have."""
    margin, is_case = rows
    label, step = is_case.astype(int), 1e-5
    weight = np.random.default_rng(6).uniform(0.5, 2.0, len(margin))
    for stated in (None, 0.35):
        objective = Objective((0.05, 0.3), "1:9", train_prevalence=stated, log_loss_share=0.0)
        slope, _ = objective.derivatives(label, margin, weight)
        trained = weight[is_case].sum() / weight.sum() if stated is None else stated
        scale = MarginLoss.of((0.05, 0.3), "1:9", trained, 0.0).scale

        def score(shift: float, trained: float = trained) -> float:
            asked: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:9", "source_prevalence": trained}
            risk = sigmoid(margin + shift)
            return float(baserate.net_benefit(label, risk, sample_weight=weight, **asked))

        expected = -scale * (score(step) - score(-step)) / (2 * step)
        assert slope.sum() / weight.sum() == pytest.approx(expected, rel=1e-5)


def test_a_weight_of_two_is_a_row_twice(rows: tuple[Any, Any]) -> None:
    margin, is_case = rows
    objective = Objective((0.05, 0.3), "1:9")
    twice = objective.derivatives(np.tile(is_case, 2), np.tile(margin, 2))
    weighted = objective.derivatives(is_case, margin, np.full(len(margin), 2.0))
    for one, other in zip(twice, weighted, strict=True):
        np.testing.assert_allclose(2 * one[: len(margin)], other, rtol=1e-12)


@pytest.mark.parametrize("extreme", [1e4, np.inf])
def test_extreme_margins_are_safe(extreme: float) -> None:
    objective = Objective((0.01, 0.1), "1:30", log_loss_share=0.1)
    slope, curvature = objective.derivatives([1, 1, 0, 0], [extreme, -extreme, extreme, -extreme])
    np.testing.assert_allclose(slope, [0.0, -0.1, 0.1, 0.0], atol=1e-12)
    assert (curvature > 0.0).all()
    assert np.isfinite(Metric((0.01, 0.1), "1:30", train_prevalence=0.1).value([1, 0], [extreme, -extreme]))


@pytest.mark.parametrize(
    ("label", "margin", "weight", "error", "words"),
    [
        ([0, 0], [0.1, 0.2], None, OneClassError, "2 training rows hold only non-cases"),
        ([1, 1], [0.1, 0.2], None, OneClassError, "only cases"),
        ([0, 1], [0.1, 0.2], [1.0, 0.0], OneClassError, "only non-cases"),
        ([0, 2], [0.1, 0.2], None, LabelError, "labels must be 0 or 1.*1 of 2.*2"),
        ([0, np.nan], [0.1, 0.2], None, LabelError, "labels must be 0 or 1"),
        ([0, 1], [0.1, np.nan], None, MissingValueError, "not a number in 1 of 2.*diverged"),
        ([0, 1], [0.1, 0.2, 0.3], None, ShapeError, "3 margins for 2 labels"),
        ([0, 1], [[0.1, 0.2], [0.1, 0.2]], None, ShapeError, r"shape \(2, 2\)"),
        ([0, 1], [0.1, 0.2], [1.0], ShapeError, "1 weights for 2 rows"),
        ([0, 1], [0.1, 0.2], [1.0, -1.0], WeightError, "weight"),
        ([], [], None, ShapeError, "no training rows"),
    ],
)
def test_rows_that_cannot_be(
    label: Any, margin: Any, weight: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Objective((0.01, 0.1), "1:30").derivatives(label, margin, weight)


def test_a_metric_is_the_librarys_score(rows: tuple[Any, Any]) -> None:
    margin, is_case = rows
    label, risk = is_case.astype(int), sigmoid(margin)
    weight = np.random.default_rng(6).uniform(0.5, 2.0, len(margin))
    asked: dict[str, Any] = {"prevalence": (0.01, 0.1), "cost": "1:30"}
    stated = Metric(*asked.values(), train_prevalence="8%")
    assert stated.value(label, margin) == pytest.approx(
        baserate.net_benefit(label, risk, source_prevalence=0.08, **asked), abs=1e-12
    )
    observed = Metric(*asked.values(), train_prevalence="observed", margins=False)
    assert observed.value(label, risk, weight) == pytest.approx(
        baserate.net_benefit(label, risk, sample_weight=weight, **asked), abs=1e-12
    )
    assert stated.value(label, margin) != pytest.approx(observed.value(label, risk), abs=1e-5)


def test_a_metric_asks_for_the_training_prevalence() -> None:
    with pytest.raises(SettingError, match=r"train_prevalence is needed.*scored rows only.*'observed'"):
        Metric((0.01, 0.1), "1:30", train_prevalence=None)
    with pytest.raises(TypeError, match="train_prevalence"):
        Metric((0.01, 0.1), "1:30")  # type: ignore[call-arg]


def test_margins_are_not_taken_for_probabilities() -> None:
    metric = Metric((0.01, 0.1), "1:30", train_prevalence=0.1, margins=False)
    with pytest.raises(ScoreError, match=r"1 of 2.*margins=True"):
        metric.value([0, 1], [0.5, 1.5])


def test_objectives_pickle_and_are_refused_early() -> None:
    objective = pickle.loads(pickle.dumps(baserate.xgboost.NetBenefitObjective((0.01, 0.1), "1:30")))
    slope, _ = objective.derivatives([0, 1], [0.0, 0.0])
    assert slope[0] > 0.0 > slope[1]


LIBRARIES = ["catboost", "keras", "lightgbm", "torch", "torchmetrics", "xgboost"]


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_module_needs_its_library_only_when_used(name: str) -> None:
    """It is imported by its public name where the library is not installed, and shadows nothing."""
    program = (
        f"import sys; sys.modules[{name!r}] = None\n"
        f"import baserate.{name} as imported, baserate\n"
        f"assert imported is baserate.{name} and imported.__doc__\n"
        f"assert {name!r} in dir(baserate) and {name!r} not in baserate.__all__\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


@pytest.mark.parametrize(
    ("name", "public"),
    [("torch", "NetBenefitLoss"), ("torchmetrics", "NetBenefitMetric"), ("keras", "NetBenefitLoss")],
)
def test_a_missing_library_is_named(name: str, public: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    module = getattr(baserate, name)
    make: Callable[[str], Any] = module.__getattr__
    with pytest.raises(ImportError, match=rf"{public} needs {name}: pip install 'baserate\[{name}\]'"):
        make(public)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        make("nonsense")


def test_the_word_for_observed_is_the_documented_one() -> None:
    assert f'``"{boosting.OBSERVED}"``' in str(Metric.__doc__)


@pytest.mark.parametrize("share", [np.float32(0.5), np.int64(1), 0, 0.5])
def test_a_share_is_any_kind_of_number(share: Any) -> None:
    assert MarginLoss.of((0.01, 0.10), "1:30", 0.2, share).log_loss_share == float(share)


def test_labels_that_are_words_are_refused() -> None:
    with pytest.raises(LabelError, match="labels must be 0 or 1; could not convert string to float: 'well'"):
        baserate.xgboost.NetBenefitObjective((0.01, 0.10), "1:30").derivatives(["well", "sick"], [0.0, 1.0])
