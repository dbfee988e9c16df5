"""A million patients from lines, beside the same patients in memory; and nobody is fetched."""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl
import pytest

import baserate
from baserate import Beta, Deployment, LogOddsUniform, Uniform
from baserate.errors import BaserateWarning, LabelError, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.patients import checks, engine
from baserate.patients.binning import binning_error
from baserate.patients.patients import PatientBins
from baserate.scores.gains import gains_of
from baserate.scores.sample import prevalence_of

N = 1_000_000
MODELS = ("first", "second")
DEPLOYMENTS: dict[str, Deployment] = {
    "screening": Deployment.of((0.01, 0.10), "1:30"),
    "intensive care": Deployment.of((0.05, 0.50), "1:5"),
    "narrow": Deployment.of((0.09, 0.11), "1:9"),
    "a range of costs": Deployment.of((0.02, 0.20), ("1:30", "1:5")),
    "even prevalences": Deployment.of(Uniform(0.02, 0.3), "1:10"),
    "beta": Deployment.of(Beta(2, 18), "1:10"),
    "own prevalence, a range of costs": Deployment.of(None, LogOddsUniform(0.02, 0.3)),
}


@lru_cache(maxsize=1)
def million() -> pl.DataFrame:
    rng = np.random.default_rng(3)
    x = rng.normal(-2.5, 1.3, N)
    return pl.DataFrame(
        {
            "died": (rng.random(N) < 1 / (1 + np.exp(-x))).astype(np.int8),
            "first": 1 / (1 + np.exp(-(x + rng.normal(0.0, 0.3, N)))),
            "second": 1 / (1 + np.exp(-(0.7 * x + rng.normal(-0.6, 0.5, N)))),
            "ward": rng.integers(1, 5, N),
            "w": 0.5 + rng.random(N),
        }
    )


def run(data: Any, **more: Any) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        asked = {"prevalence": (0.01, 0.1), "cost": "1:30", **more}
        return baserate.evaluate(data, "died", list(MODELS), **asked)


@lru_cache(maxsize=4)
def both(weight: str | None) -> tuple[Evaluation, Evaluation]:
    return run(million(), weight=weight), run(million().lazy(), weight=weight)


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_scores_from_lines_are_within_a_millionth_and_within_their_bound(
    name: str, weight: str | None
) -> None:
    exact, binned = both(weight)
    assert isinstance(binned.patients, PatientBins)
    for model in MODELS:
        judged, deployment = binned.judged(model), DEPLOYMENTS[name]
        lines = binned.patients.single[model]
        gains = gains_of(deployment, prevalence_of(judged.sample))
        bound = binning_error(judged.sample, gains, lines)
        right, found = exact.judged(model).score(deployment), judged.score(deployment)
        error = abs(found.value - right.value)
        assert error < 1e-6
        assert error <= bound
        assert bound < 1e-4
        assert found.standard_error == pytest.approx(right.standard_error, rel=0.01)


@pytest.mark.parametrize("weight", [None, "w"])
def test_a_step_within_a_cell_is_within_its_bound(weight: str | None) -> None:
    """At one prevalence and one cost the whole of one cell can fall on the wrong side of the threshold."""
    exact, binned = both(weight)
    assert isinstance(binned.patients, PatientBins)
    for prevalence in (0.03, 0.0731, 0.11):
        deployment = Deployment.of(prevalence, "1:20")
        for model in MODELS:
            judged, lines = binned.judged(model), binned.patients.single[model]
            gains = gains_of(deployment, prevalence_of(judged.sample))
            bound = binning_error(judged.sample, gains, lines)
            error = abs(judged.score(deployment).value - exact.judged(model).score(deployment).value)
            assert error <= bound < 1e-3


@pytest.mark.parametrize("weight", [None, "w"])
def test_auc_from_lines_is_within_a_millionth(weight: str | None) -> None:
    exact, binned = both(weight)
    for model in MODELS:
        right, found = exact.judged(model).measure("auc").get(), binned.judged(model).measure("auc").get()
        assert found.value == pytest.approx(right.value, abs=1e-6)
        assert found.standard_error == pytest.approx(right.standard_error, rel=0.01)


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_paired_standard_errors_from_joint_lines_are_within_a_hundredth(
    name: str, weight: str | None
) -> None:
    exact, binned = both(weight)
    right = exact.difference(*MODELS, DEPLOYMENTS[name])
    found = binned.difference(*MODELS, DEPLOYMENTS[name])
    assert found.value == pytest.approx(right.value, abs=2e-6)
    assert found.standard_error == pytest.approx(right.standard_error, rel=0.01)
    other = binned.difference(MODELS[1], MODELS[0], DEPLOYMENTS[name])
    assert (-other.value, other.standard_error) == pytest.approx((found.value, found.standard_error))


@pytest.mark.parametrize(("prevalence", "cost"), [("11%", "1:9"), ("3%", "1:15"), ("20%", "1:5")])
def test_paired_standard_errors_at_one_prevalence_are_within_a_fiftieth(prevalence: str, cost: str) -> None:
    """The threshold moves with the patients' own prevalence, and with it whoever is just there."""
    exact, binned = both(None)
    deployment = Deployment.of(prevalence, cost)
    right, found = (one.difference(*MODELS, deployment) for one in (exact, binned))
    assert found.standard_error == pytest.approx(right.standard_error, rel=0.02)


@pytest.mark.parametrize(
    "measure", ["brier", "log_loss", "calibration_slope", "observed_expected", "mean_score"]
)
def test_what_stands_beside_the_score_agrees_as_well(measure: str) -> None:
    exact, binned = both("w")
    for model in MODELS:
        right, found = (one.judged(model).measure(measure).get() for one in (exact, binned))
        assert found.value == pytest.approx(right.value, abs=2e-5)
        assert found.standard_error == pytest.approx(right.standard_error, rel=0.01)


@pytest.fixture
def heights(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each table had that came back from the engine."""
    found: list[int] = []
    whole = engine.collect

    def spy(frame: Any) -> Any:
        table = whole(frame)
        found.append(table.height)
        return table

    for module in (checks, engine):
        monkeypatch.setattr(module, "collect", spy)
    return found


def test_a_million_patients_are_never_fetched(heights: list[int]) -> None:
    ev = run(million().lazy(), by="ward", weight="w")
    assert ev.everyone.patients == N
    assert len(heights) == 5  # the first rows; everybody; two models; one pair
    assert max(heights) < 20_000


def test_gaps_that_are_dropped_cost_one_more_look(heights: list[int]) -> None:
    frame = million().lazy().with_columns(first=pl.when(pl.int_range(pl.len()) != 7).then(pl.col("first")))
    assert run(frame, missing="drop").everyone.patients == N - 1
    assert len(heights) == 6


@pytest.mark.parametrize(("column", "error"), [("died", LabelError), ("ward", SettingError)])
def test_a_wrong_column_that_the_first_rows_do_not_show_is_refused_and_not_fetched(
    heights: list[int], column: str, error: type[Exception]
) -> None:
    last = pl.int_range(pl.len()) >= N // 2
    frame = (
        million().lazy().with_columns(pl.when(last).then(pl.int_range(pl.len())).otherwise(0).alias(column))
    )
    with pytest.raises(error, match="more than"):
        run(frame, by="ward")
    assert len(heights) == 2
    assert max(heights) < 5_000


def test_identities_as_groups_are_refused_before_they_are_fetched(heights: list[int]) -> None:
    frame = million().lazy().with_columns(ward=pl.int_range(pl.len()))
    with pytest.raises(SettingError, match="different values"):
        run(frame, by="ward")
    assert len(heights) == 1  # the first rows show it
    assert max(heights) < 20_000
