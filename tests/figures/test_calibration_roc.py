"""Calibration plots and ROC curves: what is drawn, against scikit-learn, a fit of our own and counting."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score, roc_curve

import baserate
from baserate import Evaluation
from baserate.calibration.logistic_curve import logistic_curve
from baserate.errors import SettingError
from baserate.figures import CalibrationDisplay, RocDisplay
from tests.figures.conftest import made_up

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ASKED: dict[str, Any] = {"cost": "1:9", "prevalence": (0.05, 0.3)}


def one_model(**more: Any) -> CalibrationDisplay:
    patients = made_up()
    return CalibrationDisplay.from_predictions(patients["y"], {"good": patients["good"]}, **ASKED, **more)


def test_the_isotonic_curve_is_scikit_learn_s() -> None:
    patients = made_up()
    score = patients["good"].astype(float)
    other = IsotonicRegression(out_of_bounds="clip").fit(score, patients["y"].astype(int))
    drawn = one_model().calibrations["good"]
    assert drawn.observed == pytest.approx(other.predict(drawn.predicted), abs=1e-9)
    assert np.all(np.diff(drawn.predicted) >= 0)
    assert np.all(drawn.low <= drawn.high + 1e-12)


def test_the_logistic_curve_is_scikit_learn_s_with_the_band_of_its_covariance() -> None:
    patients = made_up()
    y, score = patients["y"].astype(int), patients["good"].astype(float)
    z = np.log(score / (1 - score))
    other = LogisticRegression(C=np.inf, tol=1e-10).fit(z[:, None], y)
    drawn = one_model(fit="logistic").calibrations["good"]
    x = np.log(drawn.predicted / (1 - drawn.predicted))
    assert drawn.observed == pytest.approx(other.predict_proba(x[:, None])[:, 1], abs=1e-4)
    # Sandwich variance of the line at each x.
    risk = other.predict_proba(z[:, None])[:, 1]
    design = np.column_stack((np.ones(len(z)), z))
    bread = np.linalg.inv((design * (risk * (1 - risk))[:, None]).T @ design)
    meat = (design * ((y - risk) ** 2)[:, None]).T @ design
    place = np.column_stack((np.ones(len(x)), x))
    variance = np.einsum("ni,ij,nj->n", place, bread @ meat @ bread, place)
    middle = np.log(drawn.observed / (1 - drawn.observed))
    low = 1 / (1 + np.exp(-(middle - 1.96 * np.sqrt(variance))))
    assert drawn.low == pytest.approx(low, rel=0.02)


def test_the_slope_is_that_of_the_curve(ev: Evaluation) -> None:
    judged = ev.judged("network")
    low, high = logistic_curve(judged, np.array([0.1, 0.5]))
    rise = (high - low) / np.log(9.0)
    slope = judged.measure("calibration_slope").get()
    assert rise.value == pytest.approx(slope.value)
    assert rise.standard_error == pytest.approx(slope.standard_error)


def test_distributions_are_counted_by_outcome() -> None:
    patients = made_up()
    made = one_model(limit=0.5)
    drawn, y, score = made.calibrations["good"], patients["y"], patients["good"]
    for shares, side in ((drawn.cases, y == 1), (drawn.non_cases, y == 0)):
        within = [
            np.mean((score[side] >= low) & (score[side] < high))
            for low, high in zip(made.edges, made.edges[1:], strict=False)
        ]
        assert shares[:-1] == pytest.approx(within[:-1])
    assert made.limit == 0.5
    made.plot()
    bars = made.artists_["cases of good"]
    heights = np.array([bar.get_height() for bar in bars])
    assert heights / heights.max() == pytest.approx(drawn.cases / drawn.cases.max())
    assert max(bar.get_y() for bar in bars) < 0.0  # below the curves
    assert min(bar.get_height() for bar in made.artists_["non-cases of good"]) < 0.0


def test_the_frame_holds_curve_band_and_distributions() -> None:
    made = one_model()
    drawn, frame = made.calibrations["good"], made.to_frame()
    for what, columns in (
        ("curve", {"predicted": drawn.predicted, "observed": drawn.observed}),
        ("band", {"predicted": drawn.at, "low": drawn.low, "high": drawn.high}),
        ("distribution", {"cases": drawn.cases, "non_cases": drawn.non_cases}),
    ):
        rows = frame.filter(what=what)
        for name, values in columns.items():
            assert rows[name].to_numpy() == pytest.approx(values)
    assert "band" not in one_model(band=None).to_frame()["what"]


def test_the_words_are_the_evaluation_s(ev: Evaluation) -> None:
    made = CalibrationDisplay.from_evaluation(ev).plot()
    for model in ev.models:
        judged = ev.judged(model)
        ratio, slope = (judged.measure(name).get() for name in ("observed_expected", "calibration_slope"))
        assert made.calibrations[model].words == (
            f"O/E {ratio.value:.2f} ({ratio.low:.2f} to {ratio.high:.2f})\n"
            f"slope {slope.value:.2f} ({slope.low:.2f} to {slope.high:.2f})"
        )
    assert made.legend_ is not None
    shown = [text.get_text() for text in made.legend_.get_texts()]
    assert shown[0] == f"severity\n{made.calibrations['severity'].words}"
    assert shown[2:] == [
        "perfectly calibrated",
        "95 % range of a calibrated model",
        "cut-offs of the deployment",
    ]


def test_the_cut_offs_are_risks_at_the_observed_prevalence(ev: Evaluation) -> None:
    made = CalibrationDisplay.from_evaluation(ev)
    odds = ev.everyone.prevalence / (1 - ev.everyone.prevalence)
    for end, pi in zip(made.thresholds, (0.10, 0.01), strict=True):
        assert end / (1 - end) == pytest.approx(odds / 30 / (pi / (1 - pi)))
    assert made.limit > made.thresholds[1]


def test_what_cannot_be_had_is_said() -> None:
    patients = made_up()
    constant = np.full(len(patients["y"]), 0.2)
    made = CalibrationDisplay.from_predictions(patients["y"], constant, **ASKED).plot()
    assert "slope not estimable" in made.calibrations["model"].words
    many = {str(number): patients["good"] for number in range(3)}
    assert CalibrationDisplay.from_predictions(patients["y"], many, **ASKED).band is None
    with pytest.raises(SettingError, match="fit is 'isotonic' or 'logistic'"):
        one_model(fit="loess")
    with pytest.raises(SettingError, match="pointwise band only"):
        one_model(band="simultaneous")
    with pytest.raises(SettingError, match="limit is a risk"):
        one_model(limit=3)


def test_simultaneous_bands_of_the_logistic_curve_are_wider() -> None:
    single, joint = (
        one_model(fit="logistic", band=kind).calibrations["good"] for kind in ("pointwise", "simultaneous")
    )
    assert np.all(joint.low < single.low)
    assert np.all(joint.high > single.high)


def test_roc_curves_are_scikit_learn_s() -> None:
    patients = made_up()
    y, score = patients["y"].astype(int), patients["good"].astype(float)
    made = RocDisplay.from_predictions(y, score, **ASKED).plot()
    false, true, _ = roc_curve(y, score, drop_intermediate=False)
    assert made.curves["model"].false_positive == pytest.approx(false)
    assert made.curves["model"].true_positive == pytest.approx(true)
    assert made.auc["model"].value == pytest.approx(roc_auc_score(y, score))
    x, height = made.artists_["model"].get_data()
    assert x == pytest.approx(false)
    assert height == pytest.approx(true)
    assert made.legend_ is not None
    auc = made.auc["model"]
    words = f"model\nAUC {auc.value:.3f} ({auc.low:.3f} to {auc.high:.3f})"
    assert made.legend_.get_texts()[0].get_text() == words


def test_marks_on_the_roc_curve_are_the_decisions_of_the_deployment(ev: Evaluation) -> None:
    made = RocDisplay.from_evaluation(ev).plot()
    for model in ev.models:
        judged = ev.judged(model)
        low, median, high = made.cutoffs[model]
        assert median.cutoff == judged.cutoff.value
        assert median.true_positive == pytest.approx(judged.measure("sensitivity").get().value)
        assert 1 - median.false_positive == pytest.approx(judged.measure("specificity").get().value)
        assert low.true_positive >= median.true_positive >= high.true_positive
        assert made.artists_[f"cut-off of {model}"].get_xdata() == pytest.approx([median.false_positive])


def test_a_useless_model_has_an_exact_area() -> None:
    patients = made_up()
    constant = np.full(len(patients["y"]), 0.2)
    made = RocDisplay.from_predictions(patients["y"], {"no idea": constant}, **ASKED).plot()
    assert made.legend_ is not None
    assert made.legend_.get_texts()[0].get_text() == "no idea\nAUC 0.500"
    assert baserate.auc(patients["y"], constant) == 0.5


def test_one_score_for_all_is_a_point_that_can_be_seen() -> None:
    patients = made_up()
    scores = {"constant": np.full(len(patients["y"]), 0.2), "good": patients["good"]}
    made = CalibrationDisplay.from_predictions(patients["y"], scores, **ASKED).plot()
    assert made.artists_["constant"].get_markevery() is None  # a mark at its only point
    assert set(made.artists_["constant"].get_xdata()) == {made.calibrations["constant"].predicted[0]}
    assert made.artists_["good"].get_markevery() == []


def test_the_cut_offs_of_all_models_are_shaded_where_shifts_differ() -> None:
    patients = made_up(1500)
    scores = {"good": patients["good"], "same": patients["good"]}
    asked: dict[str, Any] = {"cost": "1:9", "prevalence": (0.12, 0.3)}
    ends = [
        CalibrationDisplay.from_predictions(
            patients["y"], scores, models=names, shift={"good": 0.5}, **asked
        ).thresholds
        for names in ("good", "same", None)
    ]
    assert ends[0] != pytest.approx(ends[1])
    assert ends[2] == (min(ends[0][0], ends[1][0]), max(ends[0][1], ends[1][1]))
