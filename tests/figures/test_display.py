"""What all Displays share: every way to make one gives the same numbers; files, sizes, names, ticks."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import polars as pl
import pytest
from matplotlib import pyplot as plt
from polars.testing import assert_frame_equal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, RepeatedKFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import baserate
from baserate import Evaluation, figures
from baserate.errors import DataError, FileError, SettingError
from baserate.figures import DecisionCurveDisplay, Display
from baserate.figures.predictions import evaluate_cross_validation, predicted_risk
from baserate.figures.ticks import odds_label, percent_label, with_odds
from tests.figures.conftest import made_up

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ASKED: dict[str, Any] = {"cost": "1:9", "prevalence": (0.05, 0.3)}
ALL = [
    figures.DecisionCurveDisplay,
    figures.DifferenceDisplay,
    figures.ValueDisplay,
    figures.CalibrationDisplay,
    figures.RocDisplay,
]
HOSTILE = ("$x_1$", "_hidden", "100 % \\alpha", "Schöck-Σcore", "very long name " * 9)


def features(n: int = 500) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    rng = np.random.default_rng(8)
    x = rng.normal(size=(n, 3))
    y = (rng.random(n) < 1 / (1 + np.exp(1.5 - x[:, 0] - 0.5 * x[:, 1]))).astype(int)
    return x, y


@pytest.mark.parametrize("kind", ALL)
def test_each_way_to_make_a_figure_gives_the_same_numbers(kind: type[Display]) -> None:
    x, y = features()
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(x[:250], y[:250])
    names = np.where(y[250:] == 1, "died", "alive")
    as_text = make_pipeline(StandardScaler(), LogisticRegression()).fit(
        x[:250], np.where(y[:250] == 1, "died", "alive")
    )
    risk = model.predict_proba(x[250:])[:, 1]
    data = {"y": y[250:], "LogisticRegression": risk}
    ev = baserate.evaluate(data, "y", "LogisticRegression", **ASKED)
    expected = kind.from_evaluation(ev).to_frame()
    made = [
        kind.from_predictions(y[250:], {"LogisticRegression": risk}, **ASKED),
        kind.from_predictions(y[250:], risk, names="LogisticRegression", **ASKED),
        kind.from_estimator(model, x[250:], y[250:], **ASKED),
        kind.from_estimator(as_text, x[250:], names, positive="died", **ASKED),
        kind.from_estimator({"LogisticRegression": as_text}, x[250:], names, positive="died", **ASKED),
    ]
    for display in made:
        assert_frame_equal(display.to_frame(), expected)


def test_the_other_class_is_never_taken_for_the_outcome() -> None:
    x, y = features()
    model = LogisticRegression().fit(x, np.where(y == 1, "alive?", "zzz dead"))
    risk = predicted_risk(model, x, "alive?")
    assert np.corrcoef(risk, y)[0, 1] > 0.3
    with pytest.raises(SettingError, match="say which one means disease: positive="):
        predicted_risk(model, x)
    with pytest.raises(SettingError, match="none is 'yes'"):
        predicted_risk(model, x, "yes")
    with pytest.raises(SettingError, match="3 classes"):
        predicted_risk(LogisticRegression().fit(x, y + (x[:, 0] > 1)), x)
    with pytest.raises(SettingError, match="no predict_proba"):
        predicted_risk(LinearSVC().fit(x, y), x)


def cross_validated(cv: Any, **more: Any) -> dict[str, Any]:
    x, y = features()
    asked = {"return_estimator": True, "return_indices": True, **more}
    found: dict[str, Any] = cross_validate(LogisticRegression(), x, y, cv=cv, **asked)
    return found


@pytest.mark.parametrize("as_frame", [False, True])
def test_cross_validation_is_pooled_out_of_fold(as_frame: bool) -> None:
    x, y = features()
    results = cross_validated(KFold(5, shuffle=True, random_state=0))
    risk = np.full(len(y), np.nan)
    for model, test in zip(results["estimator"], results["indices"]["test"], strict=True):
        risk[test] = model.predict_proba(x[test])[:, 1]
    expected = DecisionCurveDisplay.from_predictions(y, risk, names="LogisticRegression", **ASKED)
    given: Any = pl.DataFrame(x, schema=["a", "b", "c"]).to_pandas() if as_frame else x
    if as_frame:
        for model in results["estimator"]:
            model.feature_names_in_ = np.array(["a", "b", "c"], dtype=object)
    made = DecisionCurveDisplay.from_cv_results(results, given, y, **ASKED)
    assert_frame_equal(made.to_frame(), expected.to_frame())


def test_a_patient_predicted_twice_is_one_cluster() -> None:
    x, y = features()
    results = cross_validated(RepeatedKFold(n_splits=5, n_repeats=3, random_state=0))
    ev = evaluate_cross_validation(results, x, y, **ASKED)
    assert ev.everyone.patients == 3 * len(y)
    sampling = ev.judged("LogisticRegression").cohort.sampling
    assert sampling.cluster_count == len(y)
    once = evaluate_cross_validation(cross_validated(KFold(5)), x, y, **ASKED)
    # Three predictions of a patient say hardly more than one.
    ratio = ev.score("LogisticRegression").standard_error / once.score("LogisticRegression").standard_error
    assert 0.85 < ratio < 1.15


def test_cross_validations_that_cannot_be_compared_are_refused() -> None:
    x, y = features()
    one, other = cross_validated(KFold(5)), cross_validated(KFold(5))
    other["indices"]["test"] = other["indices"]["test"][:4]
    other["estimator"] = other["estimator"][:4]
    with pytest.raises(DataError, match="'a' and 'b' were not tested on the same patients"):
        evaluate_cross_validation({"a": one, "b": other}, x, y, **ASKED)
    with pytest.raises(SettingError, match="return_estimator=True"):
        DecisionCurveDisplay.from_cv_results({"test_score": [1.0]}, x, y, **ASKED)


def test_predictions_need_their_names() -> None:
    patients = made_up()
    both = [patients["good"], patients["poor"]]
    made = DecisionCurveDisplay.from_predictions(patients["y"], both, names=["a", "b"], **ASKED)
    assert made.models == ("a", "b")
    for names in (None, ["a"], ["a", "a"]):
        with pytest.raises(SettingError, match="2 arrays of scores need as many different names="):
            DecisionCurveDisplay.from_predictions(patients["y"], both, names=names, **ASKED)
    with pytest.raises(SettingError, match="a mapping has them"):
        DecisionCurveDisplay.from_predictions(patients["y"], {"a": patients["good"]}, names="b", **ASKED)


def test_clusters_and_weights_reach_the_evaluation() -> None:
    patients = made_up()
    columns: dict[str, Any] = {"cluster": "cluster", "weight": "weight"}
    ev = baserate.evaluate(patients, "y", "good", **columns, **ASKED)
    expected = DecisionCurveDisplay.from_evaluation(ev, band="simultaneous", points=9)
    arrays = {name: patients[name] for name in columns}
    made = DecisionCurveDisplay.from_predictions(
        patients["y"], patients["good"], names="good", band="simultaneous", points=9, **arrays, **ASKED
    )
    assert_frame_equal(made.to_frame(), expected.to_frame())


def test_the_function_draws_what_the_display_holds(ev: Evaluation) -> None:
    _, ax = plt.subplots()
    made = figures.decision_curve(ev, ax=ax, models="network", band=None, size=(9, 9))
    assert made.ax_ is ax
    assert made.figure_ is ax.figure
    assert made.models == ("network",)
    patients = made_up()
    other = figures.decision_curve(patients["y"], patients["good"], level=0.9, **ASKED)
    assert other.level == 0.9
    for wrong in ((ev, patients["good"]), (patients["y"], None)):
        with pytest.raises(SettingError, match=r"evaluation|Evaluation"):
            figures.decision_curve(*wrong)


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_a_figure_is_saved_the_same_every_time(
    kind: type[Display], ending: str, ev: Evaluation, tmp_path: Path
) -> None:
    before, paths = dict(mpl.rcParams), [tmp_path / f"{name}.{ending}" for name in "ab"]
    for path in paths:
        kind.from_evaluation(ev).save(path)
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert not plt.get_fignums()  # drawn apart: nothing that pyplot would show
    assert dict(mpl.rcParams) == before
    if ending == "pdf":
        assert b"/Type0" in first or b"/TrueType" in first
        assert b"/Type3" not in first
        assert b"CreationDate" not in first
    if ending == "svg":
        assert b"severity" in first


def test_a_figure_that_cannot_be_saved_says_why(ev: Evaluation, tmp_path: Path) -> None:
    made = figures.RocDisplay.from_evaluation(ev)
    with pytest.raises(SettingError, match=r"\.pdf, \.svg or \.png"):
        made.save(tmp_path / "a.gif")
    with pytest.raises(FileError, match="no folder"):
        made.save(tmp_path / "none" / "a.pdf")
    sizes: list[Any] = [(0, 3), (3,), "big", (float("nan"), 2.0)]
    for size in sizes:
        with pytest.raises(SettingError, match="width and height in inches"):
            made.plot(size=size)


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("width", [3.3, 5.0, 7.0])
def test_no_two_labels_overlap_and_the_legend_covers_nothing(
    kind: type[Display], width: float, ev: Evaluation
) -> None:
    made = kind.from_evaluation(ev).plot(size=(width, 4.5))
    made.figure_.canvas.draw()
    ax = made.ax_
    for axis, side in ((ax.xaxis, "x"), (ax.yaxis, "y")):
        boxes = [label.get_window_extent() for label in axis.get_ticklabels() if label.get_text()]
        assert len(boxes) >= 2
        ends = sorted((getattr(box, f"{side}0"), getattr(box, f"{side}1")) for box in boxes)
        assert all(one[1] <= other[0] for one, other in pairwise(ends))
    assert made.legend_ is not None
    legend, whole = made.legend_.get_window_extent(), made.figure_.bbox
    assert legend.y0 >= ax.get_window_extent().y1 - 1.0
    for text in (*made.legend_.get_texts(), ax.xaxis.label, ax.yaxis.label):
        box = text.get_window_extent()
        assert whole.x0 - 1 <= box.x0 <= box.x1 <= whole.x1 + 1, text.get_text()
        assert whole.y0 - 1 <= box.y0 <= box.y1 <= whole.y1 + 1, text.get_text()


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_as_they_are_written(kind: type[Display], name: str) -> None:
    patients = made_up()
    scores = {name: patients["good"], "other": patients["poor"]}
    made = kind.from_predictions(patients["y"], scores, **ASKED).plot(size=(5, 5))
    made.figure_.canvas.draw()
    assert made.legend_ is not None
    shown = " ".join(text.get_text().replace("\n", " ") for text in made.legend_.get_texts())
    assert " ".join(name.split())[:15] in shown
    assert not any(text.get_parse_math() for text in made.legend_.get_texts())


def test_lines_take_what_is_said_about_them(ev: Evaluation) -> None:
    made = DecisionCurveDisplay.from_evaluation(ev, band=None)
    every = made.plot(curve_kwargs={"linewidth": 5.0})
    assert {every.artists_[name].get_linewidth() for name in made.models} == {5.0}
    by_name = made.plot(curve_kwargs={"network": {"color": "red"}})
    assert by_name.artists_["network"].get_color() == "red"
    assert by_name.artists_["severity"].get_color() != "red"
    listed = made.plot(curve_kwargs=[{"color": "red"}, {"color": "blue"}])
    assert [listed.artists_[name].get_color() for name in made.models] == ["red", "blue"]
    wrongs: list[Any] = [[{}], {"none": {}}]
    for wrong in wrongs:
        with pytest.raises(SettingError, match="curve_kwargs"):
            made.plot(curve_kwargs=wrong)


def test_what_the_figure_calls_models_can_be_said(ev: Evaluation) -> None:
    made = DecisionCurveDisplay.from_evaluation(ev).plot(names={"network": "Deep _net_"})
    assert made.legend_ is not None
    assert "Deep _net_" in [text.get_text() for text in made.legend_.get_texts()]
    with pytest.raises(SettingError, match="names= has 'nobody'"):
        made.plot(names={"nobody": "x"})
    assert made.plot(legend=False, despine=False).ax_.get_legend() is None
    assert made.ax_.spines["top"].get_visible()
    assert not made.plot().ax_.spines["top"].get_visible()


def test_models_look_different_in_colour_dashes_and_mark(ev: Evaluation) -> None:
    made = DecisionCurveDisplay.from_evaluation(ev).plot()
    one, other = (made.artists_[name] for name in made.models)
    assert one.get_color() != other.get_color()
    assert one.get_marker() != other.get_marker()
    assert one._unscaled_dash_pattern != other._unscaled_dash_pattern


def test_models_that_are_not_there_are_named(ev: Evaluation) -> None:
    with pytest.raises(SettingError, match="no model 'x'; there are 'severity', 'network'"):
        DecisionCurveDisplay.from_evaluation(ev, models=["x"])
    with pytest.raises(SettingError, match="at least one model"):
        DecisionCurveDisplay.from_evaluation(ev, models=[])
    with pytest.raises(SettingError, match="a model is named twice: 'network', 'network'"):
        DecisionCurveDisplay.from_evaluation(ev, models=["network", "network"])


def test_ticks_are_written_in_percent_and_odds() -> None:
    assert [percent_label(share) for share in (0.001, 0.05, 0.5)] == ["0.1 %", "5 %", "50 %"]
    shares = (1 / 31, 0.05, 0.3, 0.5, 0.8)
    assert [odds_label(share) for share in shares] == ["1:30", "1:19", "1:2.3", "1:1", "4:1"]
    assert [with_odds(share) for share in (0.0, 0.2, 1.0)] == ["0 %\n", "20 %\n1:4", "100 %\n"]
