"""Differences and net benefit against prevalence: what is drawn, against the evaluation and the library."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import baserate
from baserate import Evaluation
from baserate.errors import SettingError
from baserate.figures import DifferenceDisplay, ValueDisplay
from tests.figures.conftest import made_up

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ASKED: dict[str, Any] = {"cost": "1:9", "prevalence": (0.05, 0.3)}


def texts(made: DifferenceDisplay | ValueDisplay) -> list[str]:
    """What the legend says."""
    assert made.legend_ is not None
    return [text.get_text().replace("\n", " ") for text in made.legend_.get_texts()]


def test_the_difference_is_the_evaluation_s_at_each_prevalence(ev: Evaluation) -> None:
    made = DifferenceDisplay.from_evaluation(ev, prevalences=(0.02, 0.2), points=5)
    assert made.models == ("network", "severity")
    for place in (0, 3):
        pi = float(made.prevalences[place])
        asked: dict[str, Any] = {"prevalence": pi, "source_prevalence": 0.5, "cost": "1:30"}
        judged = [ev.judged(model) for model in made.models]
        first = baserate.net_benefit(judged[0].sample.label, judged[0].sample.score, **asked)
        asked["source_prevalence"] = None
        second = baserate.net_benefit(judged[1].sample.label, judged[1].sample.score, **asked)
        assert made.value[place] == pytest.approx(1000 * (first - second), abs=1e-9)
    assert made.prevalences[[0, -1]] == pytest.approx([0.02, 0.2])


def spans(bar: Any) -> list[tuple[float, float]]:
    """The stretches of a bar, from the left."""
    ends = [path.get_extents() for path in bar.get_paths()]
    return [(box.x0, box.x1) for box in ends]


def test_who_is_better_is_marked_where_the_band_leaves_zero_out() -> None:
    patients = made_up(3000)
    scores = {"good": patients["good"], "poor": patients["poor"]}
    made = DifferenceDisplay.from_predictions(patients["y"], scores, **ASKED).plot()
    assert made.models == ("good", "poor")
    assert made.better.any()
    marked = spans(made.artists_["better"])
    drawn = [any(low <= pi <= high for low, high in marked) for pi in made.prevalences]
    assert np.array_equal(drawn, made.low > 0)
    assert "good better, each prevalence alone" in texts(made)
    turned = DifferenceDisplay.from_predictions(
        patients["y"], scores, models=["poor", "good"], **ASKED
    ).plot()
    assert turned.value == pytest.approx(-made.value)
    assert turned.low == pytest.approx(-made.high)
    assert np.array_equal(turned.worse, made.better)
    assert "good better, each prevalence alone" in texts(turned)
    assert not any(text.startswith("poor better") for text in texts(turned))
    joint = DifferenceDisplay.from_predictions(patients["y"], scores, band="simultaneous", **ASKED).plot()
    assert "good better, all marked together" in texts(joint)


def test_a_single_place_is_marked_as_well() -> None:
    patients = made_up(3000)
    scores = {"good": patients["good"], "poor": patients["poor"]}
    made = DifferenceDisplay.from_predictions(patients["y"], scores, **ASKED)
    made.low[:], made.high[:] = -1.0, 1.0
    made.low[30] = 0.5
    made.plot()
    ((low, high),) = spans(made.artists_["better"])
    assert made.prevalences[29] < low < made.prevalences[30] < high < made.prevalences[31]


def test_a_copy_is_nowhere_better() -> None:
    patients = made_up()
    scores = {"good": patients["good"], "copy": patients["good"]}
    made = DifferenceDisplay.from_predictions(patients["y"], scores, **ASKED).plot()
    assert np.all(made.value == 0.0)
    assert not made.better.any()
    assert "nowhere is one shown to be better" in texts(made)


def test_one_model_is_compared_with_deciding_without(ev: Evaluation) -> None:
    made = DifferenceDisplay.from_evaluation(ev, models="severity").plot()
    assert made.models == ("severity", "without a model")
    defaults = np.maximum(made.prevalences - (1 - made.prevalences) / 30, 0.0)
    judged = ev.judged("severity")
    worth = [
        baserate.net_benefit(judged.sample.label, judged.sample.score, cost="1:30", prevalence=float(pi))
        for pi in made.prevalences
    ]
    assert made.value == pytest.approx(1000 * (np.array(worth) - defaults), abs=1e-9)
    assert texts(made)[:2] == ["severity minus without a model", "95 % CI (pointwise)"]
    assert texts(made)[2] == "deployment, 1 % to 10 %"
    assert made.ax_.get_xlabel() == "prevalence, at a cost of 1:30"
    assert made.ax_.get_ylabel() == "difference in net benefit\nper 1,000 patients"
    for wrong in (["severity", "severity"], [], ["severity", "network", "treat all"]):
        with pytest.raises(SettingError, match="a difference is of two models"):
            DifferenceDisplay.from_evaluation(ev, models=wrong)
    with pytest.raises(SettingError, match="no model 'x'"):
        DifferenceDisplay.from_evaluation(ev, models=["severity", "x"])


def test_net_benefit_is_the_library_s_and_the_recalibrated_model_is_never_below(ev: Evaluation) -> None:
    made = ValueDisplay.from_evaluation(ev)
    for model in ev.models:
        sample, source = ev.judged(model).sample, ev.judged(model).stated_source
        asked: dict[str, Any] = {"cost": "1:30", "source_prevalence": source}
        exact = baserate.curves.value_by_prevalence(
            sample.label, sample.score, prevalence=(made.prevalences[0], made.prevalences[-1]), **asked
        )
        assert made.net_benefit[model] == pytest.approx(1000 * exact.at(made.prevalences), abs=1e-9)
        # By the convex hull of the ROC curve, which no recalibration can leave.
        roc = baserate.curves.roc_curve(sample.label, sample.score)
        best = [
            1000 * np.max(pi * roc.true_positive - (1 - pi) / 30 * roc.false_positive)
            for pi in made.prevalences
        ]
        assert made.recalibrated[model] == pytest.approx(best, abs=1e-9)
    assert made.defaults["treat all"] == pytest.approx(
        1000 * (made.prevalences - (1 - made.prevalences) / 30)
    )
    assert np.all(made.defaults["treat none"] == 0.0)


def test_above_deciding_without_a_model_is_the_difference(ev: Evaluation) -> None:
    made = ValueDisplay.from_evaluation(ev, above="without a model").plot()
    alone = DifferenceDisplay.from_evaluation(ev, models=["network", "without a model"])
    assert made.net_benefit["network"] == pytest.approx(alone.value, abs=1e-9)
    assert made.low["network"] == pytest.approx(alone.low, abs=1e-9)
    assert np.all(np.maximum(*made.defaults.values()) == pytest.approx(0.0, abs=1e-9))
    plain = ValueDisplay.from_evaluation(ev)
    assert made.recalibrated["network"] - made.net_benefit["network"] == pytest.approx(
        plain.recalibrated["network"] - plain.net_benefit["network"], abs=1e-9
    )
    assert made.ax_.get_ylabel() == "net benefit\nper 1,000 patients,\nabove no model"
    with pytest.raises(SettingError, match="above is one of 'treat all'"):
        ValueDisplay.from_evaluation(ev, above="severity")


def test_what_is_drawn_of_net_benefit_is_what_is_kept(ev: Evaluation) -> None:
    made = ValueDisplay.from_evaluation(ev, prevalences=(0.01, 0.3)).plot()
    for model in ev.models:
        assert made.artists_[model].get_ydata() == pytest.approx(made.net_benefit[model])
        dashed = made.artists_[f"recalibrated {model}"]
        assert dashed.get_ydata() == pytest.approx(made.recalibrated[model])
        assert dashed.get_color() == made.artists_[model].get_color()
        assert dashed.is_dashed()
    assert texts(made)[-4:] == [
        f"observed, {100 * ev.everyone.prevalence:.3g} %",
        "recalibrated (optimistic)",
        "95 % CI (pointwise)",
        "deployment, 1 % to 10 %",
    ]
    bare = ValueDisplay.from_evaluation(ev, recalibrated=False, band=None).plot()
    assert not bare.recalibrated
    assert "recalibrated (optimistic)" not in texts(bare)
    frame = made.to_frame()
    assert frame["model"].unique(maintain_order=True).to_list() == [
        "severity",
        "network",
        "treat all",
        "treat none",
    ]
