"""Loss and metric of Keras against the kernel and a Cohort, and trained with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest

import baserate
from baserate.errors import NotEstimableWarning, PrevalenceError, SettingError
from baserate.extensions.training.loss import MarginLoss
from tests.integrations.training.rows import COST, RANGE, margins, score, sigmoid, simulate

# Keras 3.15 on torch hands arrays to NumPy 2 as NumPy 1 asked for them.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")

ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30", "train_prevalence": 0.2}


def numbers(tensor: Any) -> Any:
    return keras.ops.convert_to_numpy(tensor)


@pytest.mark.parametrize("from_logits", [True, False])
def test_the_loss_is_the_kernels(from_logits: bool) -> None:
    f, y = margins()
    loss = baserate.keras.NetBenefitLoss(**ASKED, from_logits=from_logits, reduction=None)
    score = f if from_logits else sigmoid(f)
    each = numbers(loss(y.astype("float32")[:, None], score.astype("float32")[:, None]))
    expected = MarginLoss.of((0.01, 0.10), "1:30", 0.2).value(f, y == 1)
    assert np.abs(each - expected).max() < 1e-5
    # Keras hands labels over without the last axis.
    again = numbers(loss(y.astype("float32"), score.astype("float32")[:, None]))
    assert np.array_equal(again, each)


def test_the_metric_is_the_cohorts() -> None:
    f, y = margins()
    metric = baserate.keras.NetBenefitMetric(**ASKED, from_logits=True)
    for part in np.array_split(np.arange(len(f)), 5):
        metric.update_state(y[part], f[part])
    cohort = baserate.Cohort.of(y)
    expected = cohort.net_benefit(sigmoid(f), prevalence=(0.01, 0.10), cost="1:30", source_prevalence=0.2)
    assert float(metric.result()) == pytest.approx(expected.value, abs=1e-6)
    assert metric.estimate().standard_error == pytest.approx(expected.standard_error, rel=1e-3)
    metric.reset_state()
    metric.update_state(y[:, None], sigmoid(f)[:, None] * 0.0, np.ones(len(y)))
    assert float(metric.estimate().value) == pytest.approx(float(metric.result()), abs=1e-6)


def test_the_metric_weighs() -> None:
    f, y = margins()
    weight = np.random.default_rng(1).uniform(0.2, 3.0, len(f))
    metric = baserate.keras.NetBenefitMetric(**ASKED)
    metric.update_state(y, sigmoid(f), weight)
    asked: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": 0.2}
    expected = baserate.net_benefit(y, sigmoid(f), sample_weight=weight, **asked)
    assert float(metric.result()) == pytest.approx(expected, abs=1e-6)


def test_what_is_refused() -> None:
    with pytest.raises(SettingError, match="no slope to train on"):
        baserate.keras.NetBenefitLoss(0.05, "1:30", train_prevalence=0.2)
    with pytest.raises(PrevalenceError, match="train_prevalence"):
        baserate.keras.NetBenefitMetric((0.01, 0.1), "1:30", train_prevalence=2.0)


def test_training_stops_early_by_the_metric_and_gains_out_of_sample() -> None:
    keras.utils.set_random_seed(1)
    x, y = simulate(1)
    other, outcome = simulate(1001, 100_000)
    asked: dict[str, Any] = {"prevalence": RANGE, "cost": COST, "train_prevalence": float(y.mean())}
    found = []
    for loss in (
        keras.losses.BinaryCrossentropy(from_logits=True),
        baserate.keras.NetBenefitLoss(**asked, from_logits=True),
    ):
        bias = keras.initializers.Constant(float(np.log(y.mean() / (1.0 - y.mean()))))
        last = keras.layers.Dense(1, kernel_initializer="zeros", bias_initializer=bias)
        model = keras.Sequential([keras.Input((4,)), last])
        metric = baserate.keras.NetBenefitMetric(**asked, from_logits=True)
        model.compile(optimizer=keras.optimizers.Adam(0.02), loss=loss, metrics=[metric])
        stop = keras.callbacks.EarlyStopping(
            "val_net_benefit", mode="max", patience=8, restore_best_weights=True
        )
        history = model.fit(
            x, y, batch_size=500, epochs=40, verbose=0, validation_split=0.25, callbacks=[stop]
        ).history["val_net_benefit"]
        assert np.isfinite(history).all()
        margin = numbers(model(other.astype("float32"))).ravel()
        found.append(score(margin, outcome, float(y.mean())))
    assert found[1] > found[0] + 2.0  # per 1,000 patients


def test_the_metric_takes_weights_of_the_scores_shape() -> None:
    f, y = margins()
    weight = np.random.default_rng(1).uniform(0.2, 3.0, len(f))
    values = []
    for given in (weight, weight[:, None]):
        metric = baserate.keras.NetBenefitMetric(**ASKED, from_logits=True)
        metric.update_state(y[:, None], f[:, None], given)
        values.append(float(metric.result()))
    assert values[0] == values[1]
    asked: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": 0.2}
    expected = baserate.net_benefit(y, sigmoid(f), sample_weight=weight, **asked)
    assert values[0] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("label", "logit"), [(2.0, 0.0), (-1.0, 0.0), (1.0, np.nan), (np.nan, 0.0)])
def test_what_cannot_be_counted_is_not_a_number(label: float, logit: float) -> None:
    y, f = np.array([1.0, 0.0, 1.0, 0.0, label]), np.array([-1.0, -2.0, 0.5, -3.0, logit])
    metric = baserate.keras.NetBenefitMetric(**ASKED, from_logits=True)
    metric.update_state(y, f)
    assert np.isnan(float(metric.result()))
    with pytest.warns(NotEstimableWarning, match="some rows could not be counted"):
        assert metric.estimate() is None
    loss = baserate.keras.NetBenefitLoss(**ASKED, from_logits=True)
    assert np.isnan(float(loss(y[:, None], f[:, None])))


def test_the_metric_needs_a_prevalence() -> None:
    with pytest.raises(SettingError, match="needs a prevalence"):
        baserate.keras.NetBenefitMetric(None, "1:30", train_prevalence=0.2)


def test_a_saved_model_is_loaded_with_its_loss(tmp_path: Path) -> None:
    x, y = simulate(1, 64)
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
    model.compile(
        loss=baserate.keras.NetBenefitLoss(**ASKED, log_loss_share=0.5, from_logits=True),
        metrics=[baserate.keras.NetBenefitMetric(**ASKED, from_logits=True)],
    )
    known = model.evaluate(x, y, verbose=0)
    model.save(tmp_path / "model.keras")
    names = ("NetBenefitLoss", "NetBenefitMetric")
    again = keras.models.load_model(
        tmp_path / "model.keras", custom_objects={name: getattr(baserate.keras, name) for name in names}
    )
    assert again.evaluate(x, y, verbose=0) == pytest.approx(known, rel=1e-5)
