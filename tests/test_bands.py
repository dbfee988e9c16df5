"""Bands about curves: covariances by other formulas, critical values by integration, coverage simulated."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.special import ndtri
from scipy.stats import multivariate_normal
from studies.bands import DESIGNS, Design, curve, draw, study, table, truth

import baserate
from baserate import Cohort, Estimate
from baserate.errors import SettingError
from baserate.inference.bands import (
    covariance,
    critical_value,
    pointwise_band,
    simultaneous_band,
    simultaneous_level,
)
from baserate.results.estimated_curve import (
    along_prevalences,
    along_thresholds,
    difference_at,
    prevalence_grid,
    threshold_grid,
)
from tests.figures.conftest import made_up

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

THRESHOLDS = (0.03, 0.1, 0.2, 0.35)


def estimates(**asked: str) -> list[Estimate]:
    """Net benefit of a model at a few thresholds."""
    patients = made_up()
    roles = {role: patients[name] for role, name in asked.items()}
    cohort = Cohort.of(patients["y"], **roles)
    return [cohort.net_benefit(patients["good"], cost=c) for c in THRESHOLDS]


@pytest.mark.parametrize(
    "asked", [{}, {"sample_weight": "weight"}, {"cluster": "cluster"}], ids=["plain", "weights", "clusters"]
)
def test_covariances_are_those_of_sums_and_differences(asked: dict[str, str]) -> None:
    """Cov(a, b) = (Var(a + b) - Var(a - b)) / 4, with the library's variance of single numbers."""
    made = estimates(**asked)
    found = covariance(made)
    for i, one in enumerate(made):
        assert found[i, i] == pytest.approx(one.spread.variance, rel=1e-9)
        for j, other in enumerate(made[:i]):
            by_parts = ((one + other).spread.variance - (one - other).spread.variance) / 4.0
            assert found[i, j] == pytest.approx(by_parts, rel=1e-7, abs=1e-12)


def test_covariances_are_those_of_the_bootstrap() -> None:
    """Patients drawn anew 4,000 times; the values by counting."""
    patients, rng = made_up(), np.random.default_rng(1)
    y, score = patients["y"].astype(int), patients["good"].astype(float)
    worth = np.array([(y - (1 - y) * c / (1 - c)) * (score >= c) for c in THRESHOLDS])
    drawn = np.array([worth[:, rng.integers(len(y), size=len(y))].mean(axis=1) for _ in range(4000)])
    ratio = covariance(estimates()) / np.cov(drawn.T)
    assert np.all(np.abs(ratio - 1.0) < 0.08)


def test_the_critical_value_is_that_of_the_normal_integral() -> None:
    """P(max |t| <= c) over the box, by quadrature of the multivariate normal."""
    made = estimates()
    total = covariance(made)
    scale = np.sqrt(np.diag(total))
    c = critical_value(made)
    box = np.full(len(made), c)
    inside = multivariate_normal(cov=total / np.outer(scale, scale)).cdf(box, lower_limit=-box)
    assert inside == pytest.approx(0.95, abs=0.002)
    assert 1.96 < c < ndtri((1 + 0.95 ** (1 / len(made))) / 2)


def test_one_point_and_copies_need_no_more_than_themselves() -> None:
    one = estimates()[1]
    assert simultaneous_level([one]) == 0.95
    assert critical_value([one, one, one]) == pytest.approx(1.96, abs=1e-3)
    assert simultaneous_level([one, Estimate.exact(3.0)]) == 0.95
    assert simultaneous_level([Estimate.exact(0.0), Estimate.exact(1.0)]) == 0.95


def test_independent_points_need_as_much_as_sidak_says() -> None:
    """Five cohorts that share no patient."""
    cohorts = [made_up(300, seed) for seed in range(5)]
    made = [Cohort.of(one["y"]).net_benefit(one["good"], cost=0.1) for one in cohorts]
    assert critical_value(made) == pytest.approx(ndtri((1 + 0.95**0.2) / 2), abs=0.012)


def test_bands_are_the_intervals_of_the_estimates() -> None:
    made = estimates()
    band = pointwise_band(made, 0.9)
    assert [*zip(band.low, band.high, strict=True)] == [one.interval(0.9)[:2] for one in made]
    assert not band.is_simultaneous
    wide = simultaneous_band(made, 0.9)
    assert wide.is_simultaneous
    assert wide.level == 0.9
    assert [*wide.low] == [one.interval(wide.level_of_one).low for one in made]
    assert np.all(wide.low < band.low)
    assert np.all(wide.high > band.high)


def test_bands_are_the_same_every_time_and_move_little_with_the_seed() -> None:
    made = estimates()
    assert simultaneous_level(made) == simultaneous_level(made)
    assert critical_value(made, seed=1) == pytest.approx(critical_value(made), abs=0.015)
    with pytest.raises(SettingError, match="level"):
        simultaneous_level(made, 1.5)


def test_a_simultaneous_band_holds_along_the_whole_curve_and_a_pointwise_one_does_not() -> None:
    result = study(Design("", 300, 0.2), 40, seed=2)
    assert result.pointwise > 0.92
    assert result.simultaneous >= 0.9  # 95 % less one and a half standard errors of 40 samples
    assert result.pointwise_everywhere < result.simultaneous
    assert 2.2 < result.critical < 2.9
    assert f"{result.critical:.2f} |" in table([result])


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_the_truth_of_the_study_is_what_many_patients_give(design: Design) -> None:
    """By counting in a large sample, within five of its standard errors."""
    large = Design(**{**vars(design), "patients": 60_000, "clusters": 6000 if design.clusters else 0})
    made = curve(large, draw(large, np.random.default_rng(5)))
    apart = np.array([one.value for one in made]) - truth(design)
    error = np.array([one.standard_error for one in made])
    assert np.all(np.abs(apart) < 5.0 * error + 1e-9)


def test_the_table_of_the_documentation_has_every_design() -> None:
    whole = (Path(__file__).parents[1] / "docs" / "intervals.md").read_text()
    page = whole.partition("### How often bands hold")[2].partition("\n## ")[0]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in page.splitlines() if line.endswith(" |")]
    assert rows[2:] == [design.name for design in DESIGNS]
    assert table([]) in page


def test_curves_of_patients_who_stay_where_they_are_are_nearly_those_in_memory() -> None:
    """A lazy frame comes back as bins, whose width is far below any standard error."""
    frame = pl.DataFrame(made_up(3000))
    settings: dict[str, Any] = {"cost": "1:9", "prevalence": (0.05, 0.3)}
    rows, bins = (
        baserate.evaluate(data, "y", ["good", "poor"], **settings) for data in (frame, frame.lazy())
    )
    grid = prevalence_grid(rows, points=9)
    here, there = (along_prevalences(one, "good", grid, other="poor") for one in (rows, bins))
    error = np.array([one.standard_error for one in here.estimates])
    assert np.all(np.abs(here.value - there.value) < 0.2 * error)
    assert there.simultaneous.level_of_one == pytest.approx(here.simultaneous.level_of_one, abs=0.003)


def asked(**more: Any) -> baserate.Evaluation:
    patients = made_up()
    return baserate.evaluate(patients, "y", ["good", "poor"], cost="1:9", prevalence=(0.05, 0.3), **more)


@pytest.mark.parametrize("at", [None, 0.05])
def test_curves_along_thresholds_are_the_library_s_decision_curve(at: float | None) -> None:
    ev, patients = asked(), made_up()
    grid = threshold_grid(ev)
    exact = baserate.curves.decision_curve(
        patients["y"], patients["good"], cost=(grid[0], grid[-1]), prevalence=at
    )
    made = along_thresholds(ev, "good", grid, prevalence=at)
    assert made.value == pytest.approx(exact.at(grid), abs=1e-12)
    assert made.along == "threshold"


def test_curves_along_prevalences_are_the_evaluation_at_each() -> None:
    ev = asked()
    made = along_prevalences(ev, "good", [0.05, 0.2], other="poor")
    for pi, estimate in zip((0.05, 0.2), made.estimates, strict=True):
        there = baserate.evaluate(made_up(), "y", ["good", "poor"], cost="1:9", prevalence=pi)
        compared = there.compare("good", "poor")
        assert estimate.value == pytest.approx(compared.value, abs=1e-15)
        assert estimate.interval()[:2] == pytest.approx(compared.interval()[:2], abs=1e-12)


@pytest.mark.parametrize("other", ["treat all", "treat none", "without a model", "poor"])
def test_a_difference_is_that_of_the_evaluation_and_turns_its_sign(other: str) -> None:
    ev = asked()
    deployment = ev.question.deployment
    one = difference_at(ev, "good", other, deployment)
    assert one.value == pytest.approx(ev.compare("good", other).value, abs=1e-15)
    assert difference_at(ev, other, "good", deployment).value == pytest.approx(-one.value, abs=1e-15)


def test_default_strategies_have_curves_too() -> None:
    made = along_thresholds(asked(), "treat all", [0.1, 0.3], prevalence=0.2)
    assert made.value == pytest.approx([0.2 - 0.8 / 9, 0.2 - 0.8 * 3 / 7], abs=1e-12)


def test_grids_reach_beyond_the_deployment_and_are_even_in_log_odds() -> None:
    ev = asked()
    grid = prevalence_grid(ev)
    assert grid[0] < 0.05 < 0.3 < grid[-1]
    steps = np.diff(np.log(grid / (1 - grid)))
    assert steps == pytest.approx(np.full(len(steps), steps[0]))
    three = [1 / 21, 1 / (1 + math.sqrt(80)), 0.2]
    assert threshold_grid(ev, ("1:20", "1:4"), points=3) == pytest.approx(three)
    wrongs: list[Any] = [1, 2.5, True]
    for wrong in wrongs:
        with pytest.raises(SettingError, match="points"):
            threshold_grid(ev, points=wrong)
    with pytest.raises(SettingError, match="two ends"):
        threshold_grid(ev, 0.1)
    with pytest.raises(SettingError, match="two ends"):
        prevalence_grid(ev, "10%")
