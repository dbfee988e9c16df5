"""The study of coverage under censoring rests on known truths; these are held against other ways to them."""

from __future__ import annotations

import numpy as np
import pytest
from studies.censoring import (
    COST,
    CUTOFF,
    FRESH,
    HORIZON,
    POPULATIONS,
    TUNED,
    UNTOLD,
    Cell,
    Population,
    check_quickly,
    overall,
    page,
    study,
    truth_of,
)

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")


def test_the_truth_is_that_of_an_integral() -> None:
    """Net benefit, sensitivity and predictive value of the true risk, by a sum over its log odds."""
    population = Population("any", "any", 500, 0.4, middle=-1.5, spread=1.0)
    truth = truth_of(population, 200_000)
    noise = np.linspace(-8.0, 8.0, 40_001)
    mass = np.exp(-(noise**2) / 2) / np.exp(-(noise**2) / 2).sum()
    found, treated, cases, prevalence = np.zeros(4)
    for group, of_group in ((0.0, 0.6), (0.5, 0.4)):
        for stratum in (0.0, 0.6):
            risk = 1 / (1 + np.exp(-(-1.5 + noise + group + stratum)))
            share = 0.5 * of_group * mass
            found += share @ ((risk >= COST) * (risk - COST / (1 - COST) * (1 - risk)))
            treated += share @ (risk >= CUTOFF)
            cases += share @ ((risk >= CUTOFF) * risk)
            prevalence += share @ risk
    assert truth["net benefit"] == pytest.approx(found, abs=2.5e-3)
    assert truth["by the treated"] == truth["net benefit"]
    assert truth["sensitivity"] == pytest.approx(cases / prevalence, abs=3e-3)
    assert truth["predictive value"] == pytest.approx(cases / treated, abs=3e-3)
    assert truth["O/E"] == pytest.approx(1.0, abs=1e-12)
    assert truth["calibration slope"] == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("population", [TUNED[0], TUNED[3], TUNED[7], FRESH[8]], ids=lambda p: p.kind)
def test_patients_have_the_event_as_their_risk_says_and_are_censored_as_often_as_wanted(
    population: Population,
) -> None:
    rng = np.random.default_rng(5)
    patients = population.draw(rng, 60_000)
    assert patients.share_censored == pytest.approx(population.censored, abs=0.02)
    known = population.draw(rng, 60_000, 1e6 if population.administrative else 1e-9)
    assert known.share_censored < 1e-4
    case = (known.event == 1) & (known.time <= HORIZON)
    for part in (known.risk < 0.2, known.risk >= 0.2):
        assert case[part].mean() == pytest.approx(known.risk[part].mean(), abs=0.012)


def test_a_small_study_covers() -> None:
    cells = study(TUNED[7], 40, 5, 60_000)
    assert {"net benefit over a range", "AUC", "by the treated, difference"} <= {c.interval for c in cells}
    for cell in cells:
        assert cell.coverage >= 80, cell
        assert cell.above + cell.below + cell.coverage == pytest.approx(100)
        assert 0.7 < cell.width < 1.5, cell
        assert abs(cell.bias) < 0.7, cell


def test_censoring_that_depends_on_the_score_and_is_not_said_biases() -> None:
    strongly = {cell.interval: cell for cell in study(UNTOLD[1], 30, 5, 60_000)}
    assert strongly["net benefit"].bias < -1.0
    assert strongly["O/E"].coverage < 80


def test_populations_that_were_looked_at_are_not_those_that_played_no_part() -> None:
    assert len(TUNED) >= 10
    assert len(FRESH) >= 10
    assert not set(TUNED) & set(FRESH)
    assert {population.kind for population in TUNED} == {population.kind for population in FRESH}
    assert all(population.told == (population.kind == "strata, said") for population in (*TUNED, *FRESH))
    assert set(POPULATIONS) == {"tuned", "fresh", "untold"}


def cell(coverage: float, interval: str = "AUC", bias: float = 0.0) -> Cell:
    return Cell("independent", "some", interval, 200, coverage, 100.0 - coverage, 0.0, bias, 1.0, 95.0)


def test_the_page_keeps_apart_what_was_looked_at_and_what_nobody_said() -> None:
    results = {
        "tuned": [cell(93.0), cell(97.0, "O/E")],
        "fresh": [cell(95.0)],
        "untold": [cell(41.0, bias=2.1)],
    }
    tuned, fresh, untold = page(results).split("## ")[1:]
    assert "| independent: some | 93.0 | 97.0 |" in tuned
    assert (
        "2 intervals: coverage 93.0 to 97.0, mean 95.0; 1 lie within 93.5 to 97, 1 below and 0 above."
        in tuned
    )
    assert "| AUC | 95.0, 95.0, 95.0 | 5.0, 0.0 | +0.00, +0.00 | 1.00, 1.00 | 95.0 |" in fresh
    assert "| independent: some | +2.10 |" in untold
    assert overall([cell(98.0)]).endswith("0 below and 1 above.")


def test_what_covers_too_rarely_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_quickly([cell(95.0), cell(94.0), cell(85.0, "O/E")]) == ["O/E covers 85.0 %"]
    assert "  94.5  AUC" in capsys.readouterr().out
