"""Murphy diagrams, Brier curves and cost curves draw what the library says, and what counting says."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss

import baserate
from baserate import Evaluation, curves, figures
from baserate.errors import SettingError
from baserate.figures.losses import LossDisplay
from baserate.odds import adjust, expit, logit
from baserate.results import loss_curves
from tests.figures.conftest import made_up
from tests.support.cohorts import simulate

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

KINDS: list[type[LossDisplay]] = [
    figures.MurphyDisplay,
    figures.BrierCurveDisplay,
    figures.CostCurveDisplay,
]
ASKED: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:9"}


@pytest.fixture(scope="module")
def small() -> Evaluation:
    """Two models with ties, one of which is calibrated to another prevalence."""
    data = made_up()
    return baserate.evaluate(data, "y", ["good", "poor"], **ASKED, source_prevalence={"poor": 0.4})


def scores_at_observed(ev: Evaluation, model: str) -> tuple[Any, Any]:
    """Outcomes and the scores at the observed prevalence."""
    judged = ev.judged(model)
    score = np.asarray(judged.sample.score, float)
    label = np.asarray(judged.sample.label)
    return label, adjust(score, judged.source, label.mean())


def rates(label: Any, score: Any, threshold: float) -> tuple[float, float]:
    """False negative and false positive rate, by counting."""
    treated = score >= threshold
    return float(np.mean(~treated[label == 1])), float(np.mean(treated[label == 0]))


@pytest.mark.parametrize("model", ["good", "poor"])
def test_murphy_is_the_mean_loss_that_counting_gives(small: Evaluation, model: str) -> None:
    label, score = scores_at_observed(small, model)
    curve = figures.MurphyDisplay.from_evaluation(small, models=model).curves[0]
    for place, value in zip(curve.place, curve.value, strict=True):
        missed, unnecessary = (label == 1) & (score < place), (label == 0) & (score >= place)
        assert value == pytest.approx(np.mean((1 - place) * missed + place * unnecessary), abs=1e-12)
    area = np.trapezoid(curve.loss, curve.x)
    assert 2 * area == pytest.approx(brier_score_loss(label, score), abs=1e-12)
    assert 2 * curve.area == pytest.approx(small.judged(model).measure("brier").get().value, abs=1e-12)


def test_the_interval_of_a_murphy_diagram_is_that_of_a_mean(small: Evaluation) -> None:
    label, score = scores_at_observed(small, "good")
    curve = figures.MurphyDisplay.from_evaluation(small, models="good").curves[0]
    for place in (20, 30, 40):
        theta = curve.place[place]
        loss = np.where(label == 1, (1 - theta) * (score < theta), theta * (score >= theta))
        half = 1.96 * loss.std(ddof=1) / np.sqrt(len(loss))
        assert curve.high[place] - curve.value[place] == pytest.approx(half, rel=0.1)
        assert curve.value[place] - curve.low[place] == pytest.approx(half, rel=0.1)


def test_a_threshold_that_moves_with_the_prevalence_makes_the_interval_no_narrower(small: Evaluation) -> None:
    """A stated source prevalence: resampling patients moves the scores at the observed prevalence too."""
    rng, judged = np.random.default_rng(0), small.judged("poor")
    label, raw = np.asarray(judged.sample.label), np.asarray(judged.sample.score, float)
    curve = figures.MurphyDisplay.from_evaluation(small, models="poor").curves[0]
    place = int(np.argmin(np.abs(curve.place - 0.25)))
    theta, draws = curve.place[place], []
    for _ in range(600):
        chosen = rng.integers(0, len(label), len(label))
        y = label[chosen]
        s = adjust(raw[chosen], judged.source, y.mean())
        draws.append(np.mean(np.where(y == 1, (1 - theta) * (s < theta), theta * (s >= theta))))
    assert curve.high[place] - curve.low[place] == pytest.approx(3.92 * np.std(draws), rel=0.2)


@pytest.mark.parametrize("model", ["good", "poor"])
def test_a_brier_curve_is_one_minus_accuracy_at_each_prevalence(small: Evaluation, model: str) -> None:
    label, score = scores_at_observed(small, model)
    curve = figures.BrierCurveDisplay.from_evaluation(small, models=model).curves[0]
    for place, value in zip(curve.place, curve.value, strict=True):
        right = baserate.accuracy(label, score, prevalence=float(place))
        assert value == pytest.approx(1.0 - right, abs=1e-9)
    assert curve.area == pytest.approx(float(np.trapezoid(curve.loss, curve.x)), abs=1e-12)
    assert curve.area == pytest.approx(curves.brier_curve(label, score).area, abs=1e-12)


@pytest.mark.parametrize("model", ["good", "poor"])
def test_a_cost_curve_is_the_least_loss_of_any_threshold(small: Evaluation, model: str) -> None:
    label, score = scores_at_observed(small, model)
    cuts = [rates(label, score, cut) for cut in (0.0, *np.unique(score), 2.0)]
    curve = figures.CostCurveDisplay.from_evaluation(small, models=model).curves[0]
    for place, value, low, high in zip(curve.place, curve.value, curve.low, curve.high, strict=True):
        least = min(place * missed + (1 - place) * false for missed, false in cuts)
        assert value == pytest.approx(least, abs=1e-9)
        assert 0.0 <= low <= value <= high
    shown = np.interp(curve.place, curve.x, curve.loss)
    np.testing.assert_allclose(shown, curve.value, atol=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_lines_bands_and_shade_are_those_of_the_display(small: Evaluation, kind: type[LossDisplay]) -> None:
    display = kind.from_evaluation(small).plot()
    for curve in display.curves:
        line = display.artists_[curve.model]
        np.testing.assert_allclose(line.get_ydata()[1:-1], kind.FACTOR * curve.loss)
        np.testing.assert_allclose(line.get_xdata()[1:-1], curve.x)
        corners = display.artists_[f"band of {curve.model}"].get_paths()[0].vertices
        for end in (curve.low, curve.high):
            assert set(np.round(kind.FACTOR * end, 9)) <= set(np.round(corners[:, 1], 9))
    frame = display.to_frame()
    assert set(frame["model"]) == {"good", "poor"}
    intervals = frame.filter(what="interval", model="poor")
    np.testing.assert_allclose(intervals["high"], kind.FACTOR * display.curves[1].high)
    words = [text.get_text() for text in display.legend_.get_texts()] if display.legend_ else []
    assert "95 % CI, pointwise" in words
    assert kind.SHADED in words
    assert display.ax_.get_ylim()[0] == 0.0


def test_the_shade_is_where_the_deployment_lies(small: Evaluation) -> None:
    (low, high), c = (0.05, 0.3), 0.1
    p = small.everyone.prevalence
    thresholds = figures.MurphyDisplay.from_evaluation(small).deployment
    expected = [float(expit(logit(c) - logit(pi) + logit(p))) for pi in (high, low)]
    assert thresholds == pytest.approx(expected)
    balances = figures.CostCurveDisplay.from_evaluation(small).deployment
    wanted = [pi * (1 - c) / (pi * (1 - c) + (1 - pi) * c) for pi in (low, high)]
    assert balances == pytest.approx(wanted)


def test_one_prevalence_and_one_cost_are_a_line() -> None:
    data = made_up()
    display = figures.murphy(data["y"], {"good": data["good"]}, prevalence=0.1, cost="1:9")
    low, high = display.deployment
    assert low == pytest.approx(high)
    assert any(list(line.get_xdata()) == [low, low] for line in display.ax_.lines)


def test_without_a_model_is_the_loss_of_the_prevalence_for_everybody(small: Evaluation) -> None:
    display = figures.murphy(small)
    line, p = display.artists_["without a model"], small.everyone.prevalence
    label = np.asarray(small.judged("good").sample.label)
    constant = curves.murphy_diagram(label, np.full(len(label), p))
    inside = (np.abs(np.asarray(line.get_xdata()) - p) > 1e-6).nonzero()[0]
    x, y = np.asarray(line.get_xdata())[inside], np.asarray(line.get_ydata())[inside]
    np.testing.assert_allclose(y, 1000 * constant.at(x), atol=1e-9)
    assert p in line.get_xdata()


@pytest.mark.parametrize("given", [(0.02, 0.2), ("1:49", "1:4"), "2%..20%"])
def test_a_part_of_the_axis(small: Evaluation, given: Any) -> None:
    display = figures.murphy(small, thresholds=given)
    assert display.ax_.get_xlim() == pytest.approx((0.02, 0.2))
    x = np.asarray(display.artists_["good"].get_xdata())
    assert (x.min(), x.max()) == pytest.approx((0.02, 0.2))
    inside = display.curves[0].loss[(display.curves[0].x >= 0.02) & (display.curves[0].x <= 0.2)]
    assert 1000 * inside.max() <= display.ax_.get_ylim()[1]


@pytest.mark.parametrize("given", [(0.3, 0.2), (0.2, 0.2), (-0.1, 0.5), "5%", (0.1, 0.2, 0.3)])
def test_an_axis_that_cannot_be(small: Evaluation, given: Any) -> None:
    with pytest.raises(SettingError):
        figures.MurphyDisplay.from_evaluation(small, thresholds=given)


def test_bands_that_are_not_asked_for_are_not_worked_out(small: Evaluation) -> None:
    display = figures.cost_curve(small, band=None)
    assert not [name for name in display.artists_ if name.startswith("band")]
    assert len(display.curves[0].place) == 0
    assert not any("CI" in text.get_text() for text in display.legend_.get_texts())  # type: ignore[union-attr]
    with pytest.raises(SettingError, match="'pointwise' or None"):
        figures.CostCurveDisplay.from_evaluation(small, band="simultaneous")


def test_a_brier_curve_shows_the_cost_curve_dashed_below_it(small: Evaluation) -> None:
    display = figures.brier_curve(small)
    best = figures.CostCurveDisplay.from_evaluation(small, band=None)
    for curve, own, least in zip(best.curves, display.curves, display.best, strict=True):
        line = display.artists_[f"best of {curve.model}"]
        np.testing.assert_allclose(line.get_ydata()[1:-1], 100 * curve.loss)
        assert line.is_dashed()
        assert least.area <= own.area + 1e-12
    assert figures.BrierCurveDisplay.from_evaluation(small, recalibrated=False).best == ()


@pytest.mark.parametrize("kind", KINDS)
def test_perfect_useless_and_copied_models(kind: type[LossDisplay]) -> None:
    rng = np.random.default_rng(1)
    y, score = simulate(rng, 300, 0.3)
    models = {"perfect": 0.01 + 0.98 * y, "constant": np.full(300, 0.3), "one": score, "copy": score}
    display = kind.from_predictions(y, models, **ASKED)
    by_name = dict(zip(display.models, display.curves, strict=True))
    np.testing.assert_array_equal(by_name["one"].loss, by_name["copy"].loss)
    assert by_name["perfect"].area < by_name["one"].area < by_name["constant"].area
    for curve in display.curves:
        assert np.isfinite(curve.low).all()
        assert np.isfinite(curve.high).all()
    display.plot()
    display.figure_.canvas.draw()


def test_weights_and_clusters_count() -> None:
    data = made_up()
    plain = figures.MurphyDisplay.from_predictions(data["y"], data["good"], **ASKED).curves[0]
    asked = {"weight": data["weight"], "cluster": data["cluster"]}
    weighted = figures.MurphyDisplay.from_predictions(data["y"], data["good"], **ASKED, **asked).curves[0]
    expected = brier_score_loss(data["y"], data["good"], sample_weight=data["weight"])
    assert 2 * weighted.area == pytest.approx(expected, abs=1e-12)
    assert np.mean(weighted.high - weighted.low) > np.mean(plain.high - plain.low)


def test_a_group_is_its_own_patients() -> None:
    stays = baserate.datasets.icu_cohort(stays=3000)
    by_unit = baserate.evaluate(stays, "died", ["severity"], prevalence=(0.01, 0.1), cost="1:30", by="unit")
    part = stays.filter(unit="mixed")
    alone = baserate.evaluate(part, "died", ["severity"], prevalence=(0.01, 0.1), cost="1:30")
    found = figures.MurphyDisplay.from_evaluation(by_unit, group="mixed").curves[0]
    expected = figures.MurphyDisplay.from_evaluation(alone).curves[0]
    assert found.area == pytest.approx(expected.area)
    np.testing.assert_allclose(found.high, expected.high)


def test_ticks_are_even_and_leave_room_at_every_width(small: Evaluation) -> None:
    for width in (3.3, 5.0, 7.0):
        display = figures.murphy(small, size=(width, 3.6))
        display.figure_.canvas.draw()
        boxes = [
            label.get_window_extent()
            for label in display.ax_.get_xticklabels()
            if label.get_text().strip() and label.get_visible()
        ]
        assert len(boxes) >= 3
        assert all(left.x1 < right.x0 for left, right in pairwise(boxes))
        ticks = np.asarray(display.ax_.get_xticks())
        np.testing.assert_allclose(np.diff(ticks), ticks[1] - ticks[0])
        assert not any("-0" in label.get_text() for label in display.ax_.get_xticklabels())


def test_labels_say_what_the_area_is(small: Evaluation) -> None:
    display = figures.murphy(small)
    assert "Brier score" in display.ax_.get_ylabel()
    names = [text.get_text() for text in display.legend_.get_texts()]  # type: ignore[union-attr]
    assert f"good, Brier {display.brier('good'):.3g}" in names
    cost = figures.cost_curve(small)
    shown = [text.get_text() for text in cost.legend_.get_texts()]  # type: ignore[union-attr]
    assert f"good, area {cost.curves[0].area:.3f}" in shown
    assert {"treat all", "treat none"} <= set(shown)
    none = cost.artists_["treat none"]
    np.testing.assert_allclose(none.get_ydata(), 100 * np.asarray(none.get_xdata()))


def test_intervals_are_those_of_estimates_at_another_level() -> None:
    data = made_up()
    ev = baserate.evaluate(data, "y", "good", **ASKED, level=0.8)
    curve = loss_curves.brier(ev.judged("good"))
    wide = loss_curves.brier(baserate.evaluate(data, "y", "good", **ASKED).judged("good"))
    assert np.mean(curve.high - curve.low) < np.mean(wide.high - wide.low)
    display = figures.brier_curve(ev)
    assert any("80 % CI" in text.get_text() for text in display.legend_.get_texts())  # type: ignore[union-attr]


def test_with_part_of_label_shift_only_the_cut_offs_are_claimed() -> None:
    data = made_up(1500)
    asked: dict[str, Any] = {"prevalence": (0.12, 0.3), "cost": "1:9"}
    for shift, words in ((1.0, "the deployment"), (0.5, "cut-offs of the deployment")):
        made = figures.brier_curve(data["y"], data["good"], shift=shift, band=None, **asked)
        assert made.legend_ is not None
        assert made.legend_.get_texts()[-1].get_text() == words
    made_murphy = figures.murphy(data["y"], data["good"], band=None, **asked)
    assert made_murphy.legend_ is not None
    assert made_murphy.legend_.get_texts()[-1].get_text() == "cut-offs of the deployment"
