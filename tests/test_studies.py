"""The study of coverage rests on known truths; these are held against other ways to them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from studies import parts
from studies.coverage import (
    BETTER,
    Cell,
    Task,
    check_quickly,
    overall,
    page,
    quick_tasks,
    study,
    tasks,
    truth_of,
)
from studies.populations import FRESH, TIED, TUNED, Population, equal_models, normal

import baserate

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")


def place(kind: str) -> int:
    """The first of the tuned populations of a kind."""
    return next(number for number, population in enumerate(TUNED) if population.kind == kind)


def test_the_truth_of_many_patients_is_that_of_an_integral() -> None:
    """Net benefit over a range of calibrated binormal scores, by the definition's clipped logarithms."""
    number, prevalence, distance, c = place("logit-normal"), 0.3, 1.5, 0.1
    truth = truth_of("tuned", number, "range, stated source", 300_000)
    a, b = 0.01, 0.10
    width = math.log(b / (1 - b)) - math.log(a / (1 - a))
    noise = np.linspace(-9, 9, 20_001)
    mass = np.exp(-(noise**2) / 2) / np.exp(-(noise**2) / 2).sum()
    gains = []
    for shift in (distance, 0.0):
        evidence = distance * (shift + noise) - distance**2 / 2
        q = np.clip(1 / (1 + np.exp(-(evidence + math.log((1 - c) / c)))), 1 - b, 1 - a)
        gains.append((np.log(q / (1 - b)) / width, c / (1 - c) * np.log((1 - q) / a) / width))
    none = c / (1 - c) * math.log(b / a) / width
    # Treating none is worth the mean of c/(1-c) (1 - pi) over the range.
    right = float(mass @ gains[0][0] + mass @ gains[1][1]) - none
    assert truth.values["net benefit"] == pytest.approx(right, abs=4e-4)
    assert truth.prevalence == pytest.approx(prevalence, abs=3e-3)


def test_a_tie_with_deciding_without_a_model_is_one() -> None:
    patients = equal_models(1, 0.1, shift=TIED)(np.random.default_rng(8), 400_000)
    ev = baserate.evaluate(
        patients.columns(), "y", ["m0"], prevalence=(0.01, 0.10), cost="1:9", source_prevalence=0.1
    )
    assert abs(ev.compare("m0", "without a model").value) < 2e-4


def test_rates_are_those_of_the_population_at_the_cut_off_of_the_sample() -> None:
    number = place("Beta")
    truth = truth_of("tuned", number, "range", 100_000)
    patients = TUNED[number].draw(np.random.default_rng(3), 100_000)
    ev = baserate.evaluate(patients.columns(), "y", ["a", "b"], prevalence=(0.01, 0.10), cost="1:9")
    for name, (estimate, right) in truth.rates(ev).items():
        assert abs(estimate.value - right) < 5 * (estimate.high - estimate.low) / 3.9, name


@pytest.mark.parametrize("setting", parts.settings()[:6:2], ids=lambda setting: setting.name)
def test_the_true_parts_are_those_of_large_samples(setting: parts.Setting) -> None:
    large = replace(
        setting,
        first=replace(setting.first, patients=30_000),
        second=replace(setting.second, patients=30_000),
    )
    for part, (estimate, truth) in parts.estimates(large, np.random.default_rng(2)).items():
        if "in sample" not in part:
            assert abs(estimate.value - truth) < 4.5 * estimate.standard_error + 1e-5, part


def test_the_page_of_parts_shows_each() -> None:
    setting = parts.settings()[0]
    found = {"total": (94.0, 3.0), "mechanism": (96.0, -5.0)}
    text = parts.page([(setting, found), (setting, {"total": (97.0, -9.0), "mechanism": (95.0, 1.0)})], 500)
    assert "| total | 94.0, 95.5, 97.0 | -9 |" in text
    assert "| 300 and 1,000 | accuracy, 1:1 | calibrated | mechanism | 96.0 | -5 |" in text


@pytest.mark.parametrize("setting", ["observed", "one", "range"])
def test_a_small_study_covers(setting: str) -> None:
    cells = study(Task("tuned", place("Beta"), setting, 60, 5, 100_000))
    assert {"net benefit", "difference of two models"} <= {cell.interval for cell in cells}
    for cell in cells:
        assert cell.coverage >= 85, cell
        assert cell.above + cell.below + cell.coverage == pytest.approx(100)
        assert 0.7 < cell.width < 1.6, cell


def test_every_kind_of_cell_is_looked_at_quickly_and_fresh_ones_are_others() -> None:
    assert {task.population.kind for task in quick_tasks()} == {population.kind for population in TUNED}
    assert not {(p.kind, p.name, p.patients) for p in TUNED} & {(p.kind, p.name, p.patients) for p in FRESH}
    settings = {task.setting for task in tasks("fresh", 1, 0)}
    assert settings == {task.setting for task in tasks("tuned", 1, 0)}
    seeds = [task.seed for task in tasks("tuned", 1, 0)]
    assert len(set(seeds)) == len(seeds)


def cell(coverage: float, kind: str = "Beta", interval: str = "net benefit", width: float = 1.0) -> Cell:
    return Cell(kind, "some", "range", interval, 200, coverage, 100 - coverage, 0.0, width, 95.0)


def test_a_fall_below_ninety_in_one_kind_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    cells = [cell(95.0), cell(94.0), cell(89.0, kind="heap")]
    assert check_quickly(cells) == ["heap: net benefit covers 89.0 %"]
    assert "  94.5  Beta: net benefit" in capsys.readouterr().out
    assert check_quickly(cells[:2]) == []


def test_the_page_keeps_what_was_tuned_apart_and_names_what_is_out_of_range() -> None:
    tie = Cell("tie with no model", "6 models", "range", BETTER, 200, 98.0, 2.0, 0.0, math.nan, 90.0)
    text = page({"tuned": [cell(93.0), cell(97.0), tie], "fresh": [cell(91.0), cell(95.0, width=2.5)]})
    tuned, fresh = text.split("## ")[1:]
    assert "| Beta | net benefit | 2 | 93.0, 95.0, 97.0 | 5.0, 0.0 | 1.00, 1.00 | 95.0 |" in tuned
    assert "- 6 models: 2.0 % (by plain intervals 10.0 %)" in tuned
    assert "| Beta | some | range | net benefit | 93.0 | 1.00 | 95.0 |" in tuned
    assert "lowest 91.0; 1 cover 93.5 to 98, 0 more, 1 less than 92; 1 are wider" in fresh
    assert "| Beta | some | range | net benefit | 95.0 | 2.50 | 95.0 |" in fresh
    assert overall([cell(99.0)]).startswith("1 intervals: mean coverage 99.0")


def test_a_population_draws_as_many_as_it_is_asked_for() -> None:
    for population in (*TUNED, *FRESH):
        patients = population.draw(np.random.default_rng(0), population.patients)
        assert abs(len(patients.y) - population.patients) <= 0.1 * population.patients
        assert all(((score > 0) & (score < 1)).all() for score in patients.scores.values())
    assert isinstance(Population("kind", "name", 10, normal(0.1)), Population)
