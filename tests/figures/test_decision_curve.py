"""Decision curves: what is drawn, against counting, the library's curve and dcurves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import baserate
from baserate import Evaluation
from baserate.errors import SettingError
from baserate.figures import DecisionCurveDisplay
from baserate.inference.bands import critical_value
from tests.figures.conftest import made_up

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ASKED: dict[str, Any] = {"cost": "1:9", "prevalence": (0.05, 0.3)}


def test_the_curve_is_counted() -> None:
    """True positives minus weighted false positives, of 1,000 patients."""
    patients = made_up()
    y, score = patients["y"].astype(int), patients["good"].astype(float)
    made = DecisionCurveDisplay.from_predictions(y, score, thresholds=(0.02, 0.5), **ASKED)
    for c, value, everybody in zip(made.thresholds, made.net_benefit["model"], made.treat_all, strict=True):
        treated, odds = score >= c, c / (1 - c)
        assert value == pytest.approx(1000 * np.mean(treated * (y - (1 - y) * odds)), abs=1e-9)
        assert everybody == pytest.approx(1000 * np.mean(y - (1 - y) * odds), abs=1e-9)
    assert made.is_observed
    assert made.prevalence == pytest.approx(y.mean())


def test_the_curve_is_that_of_dcurves() -> None:
    dcurves = pytest.importorskip("dcurves")
    patients = made_up()
    frame = pd.DataFrame({"y": patients["y"], "good": patients["good"]})
    made = DecisionCurveDisplay.from_predictions(
        patients["y"], {"good": patients["good"]}, thresholds=(0.05, 0.4), points=7, **ASKED
    )
    other = dcurves.dca(data=frame, outcome="y", modelnames=["good"], thresholds=made.thresholds)
    for model, name in (("good", "good"), ("treat all", "all"), ("treat none", "none")):
        theirs = other[other["model"] == name].sort_values("threshold")["net_benefit"].to_numpy()
        ours = made.to_frame().filter(model=model)["net_benefit"].to_numpy()
        assert ours == pytest.approx(1000 * theirs[-7:], abs=1e-6)


@pytest.mark.parametrize("at", [None, 0.03])
def test_the_curve_is_the_library_s(ev: Evaluation, at: float | None) -> None:
    made = DecisionCurveDisplay.from_evaluation(ev, at=at)
    sample = ev.judged("network").sample
    ends = made.thresholds[0], made.thresholds[-1]
    exact = baserate.curves.decision_curve(
        sample.label, sample.score, cost=ends, prevalence=at, source_prevalence=0.5
    )
    assert made.net_benefit["network"] == pytest.approx(1000 * exact.at(made.thresholds), abs=1e-9)
    assert made.prevalence == (ev.everyone.prevalence if at is None else at)


def test_at_the_deployment_s_cost_it_is_the_evaluation() -> None:
    there = baserate.evaluate(made_up(), "y", ["good", "poor"], cost="1:9", prevalence=0.08)
    made = DecisionCurveDisplay.from_evaluation(there, at=0.08)
    middle = len(made.thresholds) // 2
    assert made.thresholds[middle] == pytest.approx(0.1)
    score = 1000 * there.score("good")
    assert made.net_benefit["good"][middle] == pytest.approx(score.value)
    assert (made.low["good"][middle], made.high["good"][middle]) == pytest.approx((score.low, score.high))
    judged = there.judged("good")
    by_cutoff = 1000 * judged.net_benefit_at(judged.cutoff.value).value
    assert made.net_benefit["good"][middle] == pytest.approx(by_cutoff)


def test_the_bands_are_the_library_s_intervals_and_the_simultaneous_one_is_wider(ev: Evaluation) -> None:
    single = DecisionCurveDisplay.from_evaluation(ev)
    joint = DecisionCurveDisplay.from_evaluation(ev, band="simultaneous")
    for model in ev.models:
        estimates = single.curves[model].estimates
        assert single.low[model] == pytest.approx([1000 * one.low for one in estimates])
        assert np.all(joint.low[model] < single.low[model])
        assert np.all(joint.high[model] > single.high[model])
        assert critical_value(estimates) > 1.96
    none = DecisionCurveDisplay.from_evaluation(ev, band=None)
    assert np.isnan(none.low["network"]).all()
    assert none.to_frame()["low"].null_count() == len(none.to_frame())
    wrong: Any = "both"
    with pytest.raises(SettingError, match="band is 'pointwise', 'simultaneous' or None"):
        DecisionCurveDisplay.from_evaluation(ev, band=wrong)


@pytest.mark.parametrize("band", ["pointwise", "simultaneous", None])
def test_what_is_drawn_is_what_is_kept(ev: Evaluation, band: Any) -> None:
    made = DecisionCurveDisplay.from_evaluation(ev, band=band).plot()
    for model in made.models:
        x, y = made.artists_[model].get_data()
        assert x == pytest.approx(made.thresholds)
        assert y == pytest.approx(made.net_benefit[model])
        if band:
            (path,) = made.artists_[f"band of {model}"].get_paths()
            heights = path.vertices[:, 1]
            assert heights.min() == pytest.approx(made.low[model].min())
            assert heights.max() == pytest.approx(made.high[model].max())
    assert made.artists_["treat all"].get_ydata() == pytest.approx(made.treat_all)
    assert set(made.artists_["treat none"].get_ydata()) == {0.0}
    assert made.legend_ is not None
    shown = [text.get_text() for text in made.legend_.get_texts()]
    assert shown[:2] == ["severity", "network"]
    assert shown[2:5] == ["treat all", "treat none", "cost, 1:30"]
    assert shown[5:] == ([f"95 % CI ({band})"] if band else [])


def test_the_axes_are_labelled_and_show_the_useful_part(ev: Evaluation) -> None:
    made = DecisionCurveDisplay.from_evaluation(ev, at="3%").plot()
    assert made.ax_.get_ylabel() == "net benefit\nper 1,000 patients"
    assert made.ax_.get_xlabel() == "threshold probability, and as odds\nprevalence 3 %"
    bottom, top = made.ax_.get_ylim()
    assert made.treat_all.min() < bottom < 0.0
    assert top > max(made.high["network"].max(), made.treat_all.max())
    made.figure_.canvas.draw()
    assert "5 %\n1:19" in [label.get_text() for label in made.ax_.get_xticklabels()]
    observed = DecisionCurveDisplay.from_evaluation(ev).plot()
    assert observed.ax_.get_xlabel().endswith(", as observed")


def test_a_range_of_costs_is_shaded_and_one_out_of_view_is_not() -> None:
    patients = made_up()
    made = DecisionCurveDisplay.from_predictions(
        patients["y"], patients["good"], cost=("1:20", "1:4"), prevalence=0.1
    ).plot()
    assert made.cost == pytest.approx((1 / 21, 0.2))
    assert made.legend_ is not None
    assert "cost, 1:20 to 1:4" in [text.get_text() for text in made.legend_.get_texts()]
    elsewhere = DecisionCurveDisplay.from_predictions(
        patients["y"], patients["good"], thresholds=(0.5, 0.7), **ASKED
    ).plot()
    assert "cost" not in elsewhere.artists_


def test_a_group_has_its_own_curve(ev: Evaluation) -> None:
    group = next(iter(ev.groups))
    made = DecisionCurveDisplay.from_evaluation(ev, group=group)
    assert made.prevalence == ev.group(group).prevalence
    judged = ev.judged("severity", group)
    assert made.net_benefit["severity"][0] == pytest.approx(
        1000 * baserate.net_benefit(judged.sample.label, judged.sample.score, cost=made.thresholds[0])
    )


@pytest.mark.parametrize("what", ["constant", "perfect", "copy"])
def test_models_that_say_nothing_or_all_are_drawn(what: str) -> None:
    patients = made_up()
    y = patients["y"].astype(int)
    scores = {
        "constant": np.full(len(y), 0.2),
        "perfect": np.where(y == 1, 0.99, 0.01),
        "copy": patients["good"],
    }
    both = {"good": patients["good"], "other": scores[what]}
    made = DecisionCurveDisplay.from_predictions(y, both, band="simultaneous", **ASKED).plot()
    made.figure_.canvas.draw()
    assert np.isfinite(made.low["other"]).all()
    if what == "perfect":
        assert made.net_benefit["other"] == pytest.approx(np.full(len(made.thresholds), 1000 * y.mean()))
    if what == "copy":
        assert made.low["other"] == pytest.approx(made.low["good"])
