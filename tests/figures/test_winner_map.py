"""The map of winners is the verdict, asked at each cell; nobody's cell is coloured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import baserate
from baserate import Deployment, Evaluation, figures
from baserate.deployment.deployment import Cost, Prevalence
from baserate.deployment.distributions import Point
from baserate.errors import SettingError
from baserate.inference.simultaneous import adjusted_level, coverage_of, critical_value
from baserate.results import standing
from baserate.results.evidence import Evidence
from baserate.results.winner_map import TOO_CLOSE, WinnerMap, at, is_ahead, winner_map
from tests.figures.conftest import made_up
from tests.support.cohorts import simulate

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ASKED: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:9"}
CELLS = (7, 5)


def three_models(**more: Any) -> Evaluation:
    rng = np.random.default_rng(5)
    data: dict[str, Any] = {**made_up(1500, 11)}
    noise = 1 / (1 + np.exp(-(np.log(data["good"] + 1e-3) + rng.normal(0, 1.5, 1500) + 1.0)))
    asked = {**ASKED, **more}
    return baserate.evaluate({**data, "noisy": noise}, "y", ["good", "poor", "noisy"], **asked)


@pytest.fixture(scope="module")
def three() -> Evaluation:
    return three_models()


@pytest.fixture(scope="module")
def found(three: Evaluation) -> WinnerMap:
    return winner_map(three, cells=CELLS)


def place(prevalence: float, cost: float) -> Deployment:
    return Deployment(Prevalence(Point(prevalence)), Cost(Point(cost)))


def expected(ev: Evidence, models: tuple[str, ...]) -> int:
    """By the standing of all that are compared, as the verdict has it."""
    conclusion = standing.Standing.of(ev).conclusion
    if conclusion.kind == "use":
        return (*models, "without a model").index(conclusion.models[0])
    return TOO_CLOSE if conclusion.kind == "tied" else len(models)


def test_every_cell_is_the_standing_there(three: Evaluation, found: WinnerMap) -> None:
    kinds = set()
    for row, c in enumerate(found.cost):
        for column, pi in enumerate(found.prevalence):
            there = at(three, place(float(pi), float(c)))
            assert found.winner[row, column] == expected(there, three.models)
            kinds.add(int(found.winner[row, column]))
    assert len(kinds) >= 3  # or this would show little


@pytest.mark.parametrize("more", [{}, {"cluster": "cluster"}, {"weight": "weight"}, {"margin": 15.0}])
def test_cells_are_the_verdict_of_an_evaluation_there(more: dict[str, Any]) -> None:
    ev = three_models(**more)
    found = winner_map(ev, cells=(3, 3))
    for row, column in ((0, 0), (1, 1), (2, 0), (1, 2)):
        asked = {"prevalence": float(found.prevalence[column]), "cost": float(found.cost[row])}
        conclusion = three_models(**asked, **more).verdict.conclusion
        winner = int(found.winner[row, column])
        if winner == TOO_CLOSE:
            assert conclusion.kind == "tied"
        elif winner == len(ev.models):
            assert conclusion.kind == "none" or conclusion.models == ("without a model",)
        else:
            assert conclusion.kind == "use"
            assert conclusion.models == (found.names[winner],)


def test_the_short_way_to_be_ahead_is_the_long_one(three: Evaluation) -> None:
    for pi in (0.02, 0.08, 0.2, 0.4):
        for c in (0.03, 0.1, 0.25):
            there = at(three, place(pi, c))
            for one, other in (*there.comparisons, ("noisy", "good"), ("poor", "good")):
                if other != "treat none" or one in three.models:
                    assert is_ahead(there, one, other) == standing.is_ahead(there, one, other)


def test_the_short_way_holds_where_many_share_a_score() -> None:
    data = made_up(1500, 11)
    models = {name: np.round(data[name].astype(float), 1) for name in ("good", "poor")}
    ev = baserate.evaluate({"y": data["y"], **models}, "y", [*models], **ASKED)
    methods, outcomes = set(), set()
    for pi in np.geomspace(0.02, 0.5, 7):
        for c in np.geomspace(0.03, 0.4, 5):
            there = at(ev, place(float(pi), float(c)))
            for one, other in (("good", "poor"), ("poor", "good"), ("good", "without a model")):
                ahead = is_ahead(there, one, other)
                assert ahead == standing.is_ahead(there, one, other)
                methods.add(there.compare(one, other).method)
                outcomes.add(ahead)
    assert "hull" in methods
    assert outcomes == {True, False}


def test_models_that_do_not_lead_need_no_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    y = (rng.random(600) < 0.2).astype(int)
    models = {f"always {number}": np.full(600, 0.9 + number / 100) for number in range(6)}  # treats all
    ev = baserate.evaluate({"y": y, **models}, "y", [*models], prevalence=0.02, cost="1:4")
    compared, compare = [], Evidence.compare

    def counted(self: Evidence, *pair: Any) -> Any:
        compared.append(pair)
        return compare(self, *pair)

    monkeypatch.setattr(Evidence, "compare", counted)
    found = winner_map(ev, cells=(2, 2))
    assert set(found.winner.ravel()) == {6}
    assert len(compared) <= 4  # the best of each cell alone, of 6 models


def test_rows_in_bins_have_the_same_map() -> None:
    import polars as pl

    data = made_up(1500, 11)
    lazy = pl.LazyFrame(data)
    maps = [
        winner_map(baserate.evaluate(one, "y", ["good", "poor"], **ASKED), cells=(5, 4)).winner
        for one in (data, lazy)
    ]
    np.testing.assert_array_equal(*maps)
    assert len(np.unique(maps[0])) >= 2


def test_coverage_reaches_the_level_at_the_critical_value() -> None:
    variances = np.array([[0.0, 2.0, 3.0], [2.0, 0.0, 1.5], [3.0, 1.5, 0.0]])
    pairs = [(0, 1), (0, 2), (1, 2)]
    covered = coverage_of(variances, pairs)
    assert covered(critical_value(variances, pairs, 0.95)) == pytest.approx(0.95, abs=1e-7)
    assert covered(1.0) < covered(2.0) < covered(3.0)
    assert adjusted_level(variances, pairs, 0.95) > 0.95


def test_a_copy_is_never_told_from_its_model() -> None:
    data = made_up(1500, 11)
    ev = baserate.evaluate({**data, "copy": data["good"]}, "y", ["good", "copy"], **ASKED)
    assert set(np.unique(winner_map(ev, cells=CELLS).winner)) <= {TOO_CLOSE, 2}


def test_useless_models_are_nowhere_better_than_none() -> None:
    rng = np.random.default_rng(2)
    y = (rng.random(800) < 0.2).astype(int)
    models = {"chance": rng.uniform(0.05, 0.4, 800), "constant": np.full(800, 0.2)}
    display = figures.WinnerMapDisplay.from_predictions(y, models, **ASKED, cells=CELLS)
    assert set(display.to_frame()["winner"]) == {"without a model"}


def test_a_model_that_is_far_better_is_shown_where_it_counts() -> None:
    rng = np.random.default_rng(3)
    y, good = simulate(rng, 3000, 0.15, separation=2.5)
    models = {"good": good, "poor": simulate(rng, 3000, 0.15)[1]}
    display = figures.winner_map(y, models, **ASKED, cells=CELLS)
    assert display.kind(0.15, 0.1) == "good"
    assert display.map.share("good") > 0.5
    assert display.map.share("poor") == 0.0


def test_axes_are_about_the_deployment_or_as_asked(three: Evaluation, found: WinnerMap) -> None:
    (low, high), (cheap, dear) = found.ends
    assert low < 0.05 < 0.3 < high
    assert cheap < 0.1 < dear
    asked: Any = {"at_prevalence": "1%..50%", "at_cost": ("1:50", "1:2"), "cells": (3, 3)}
    display = figures.winner_map(three, **asked)
    assert display.ax_.get_xlim() == pytest.approx((0.01, 0.5))
    assert display.ax_.get_ylim() == pytest.approx((1 / 51, 1 / 3))
    middles = np.log(display.map.cost / (1 - display.map.cost))
    np.testing.assert_allclose(np.diff(middles), middles[1] - middles[0])


def test_what_is_drawn_is_what_was_found(three: Evaluation, found: WinnerMap) -> None:
    display = figures.winner_map(three, cells=CELLS)
    np.testing.assert_array_equal(display.map.winner, found.winner)
    for kind in set(display.to_frame()["winner"]):
        patch = display.artists_[kind]
        cells = int((display.to_frame()["winner"] == kind).sum())
        assert len(patch.get_path().vertices) == 5 * cells
    words = [text.get_text() for text in display.legend_.get_texts()]  # type: ignore[union-attr]
    assert "the deployment" in words
    hatches = [display.artists_[kind].get_hatch() for kind in set(display.to_frame()["winner"])]
    assert len(set(hatches)) == len(hatches)  # told apart in grey print
    box = display.artists_["deployment"]
    assert (min(box.get_xdata()), max(box.get_xdata())) == pytest.approx((0.05, 0.3))
    assert display.artists_["too close to call"].get_hatch() == "////"
    display.figure_.canvas.draw()


def test_a_ring_marks_one_prevalence_and_cost() -> None:
    data = made_up()
    display = figures.winner_map(data["y"], {"a": data["good"]}, prevalence=0.1, cost="1:9", cells=(2, 2))
    assert display.artists_["deployment"].get_marker() == "o"


def test_some_of_the_models(three: Evaluation) -> None:
    display = figures.WinnerMapDisplay.from_evaluation(three, models=["poor", "noisy"], cells=(3, 3))
    assert display.map.names == ("poor", "noisy", "without a model")
    there = at(three, place(0.1, 0.1), ("poor", "noisy"))
    assert len(there.comparisons) == 7
    assert there.level_of_comparisons() < at(three, place(0.1, 0.1)).level_of_comparisons()


@pytest.mark.parametrize(
    "asked",
    [
        {"cells": (1, 5)},
        {"cells": (5, 5, 5)},
        {"at_prevalence": 0.1},
        {"at_cost": "1:9"},
        {"group": "a"},
        {"models": "nobody"},
    ],
)
def test_what_a_map_cannot_be_asked(three: Evaluation, asked: dict[str, Any]) -> None:
    with pytest.raises(SettingError):
        figures.WinnerMapDisplay.from_evaluation(three, **asked)
