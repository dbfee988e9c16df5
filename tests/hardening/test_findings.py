"""What fuzzing has found, each input as small as it could be made, and what it gets now."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import baserate
from baserate import sample_size
from baserate.calibration.scored import ScoredCohort
from baserate.deployment.distribution import as_float
from baserate.errors import DataError, SettingError
from tests.hardening.public import S, Y, cohort

SCORES = S * 3
WHERE = baserate.Deployment.of((0.01, 0.1), "1:30")
HUGE = 10**400
PLANNED: dict[str, Any] = {"prevalence": "5%", "case_spread": 0.01, "other_spread": 0.01}


@pytest.mark.parametrize("seed", [-1, "x", 0.5, True, (1, 2)])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    for ask in (
        lambda: baserate.bootstrap(cohort(), {"new": SCORES}, WHERE, replicates=5, seed=seed),
        lambda: baserate.split(cohort(), SCORES, WHERE, seed=seed),
        lambda: baserate.recalibration_worth(cohort(), SCORES, WHERE, seed=seed),
        lambda: baserate.calibration.reliability(cohort(), SCORES, seed=seed),
        lambda: baserate.datasets.icu_cohort(stays=5, seed=seed),
    ):
        with pytest.raises(SettingError, match="seed= is a whole number, at least 0; found"):
            ask()


@pytest.mark.parametrize("number", [1, 2.0, "5", True, None])
def test_a_number_of_draws_is_a_whole_number(number: Any) -> None:
    for ask in (
        lambda: baserate.bootstrap(cohort(), {"new": SCORES}, WHERE, replicates=number),
        lambda: baserate.split(cohort(), SCORES, WHERE, replicates=number),
        lambda: baserate.calibration.reliability(cohort(), SCORES, resamples=number),
    ):
        with pytest.raises(SettingError, match=r"at least two .*, a whole number; found"):
            ask()


def test_a_number_of_draws_may_be_one_of_numpy() -> None:
    made = baserate.bootstrap(cohort(), {"new": SCORES}, WHERE, replicates=np.int64(5))
    assert made.replicates.shape == (5, 1)


@pytest.mark.parametrize("where", [None, "1:30", (0.01, 0.1), {"cost": "1:30"}])
def test_what_is_no_deployment_is_told_how_to_write_one(where: Any) -> None:
    scored = ScoredCohort("new", cohort(), SCORES)
    for ask in (
        lambda: cohort().score(SCORES, where),
        lambda: baserate.bootstrap(cohort(), {"new": SCORES}, where, replicates=5),
        lambda: baserate.split(cohort(), SCORES, where),
        lambda: baserate.recalibration_worth(cohort(), SCORES, where),
        lambda: baserate.calibration.gap.between(scored, scored, where),
    ):
        with pytest.raises(SettingError, match=r"baserate\.Deployment\.of"):
            ask()


def test_what_is_no_cohort_is_told_how_to_make_one() -> None:
    for ask in (
        lambda: baserate.bootstrap(Y, {"new": S}, WHERE),
        lambda: baserate.split(Y, S, WHERE),
        lambda: baserate.calibration.slope(Y, S),
        lambda: baserate.calibration.gap.by_group(Y, S, Y, WHERE),
        lambda: baserate.calibration.gap.by_model(Y, {"old": S, "new": S}, WHERE, reference="old"),
    ):
        with pytest.raises(SettingError, match=r"baserate\.Cohort\.of"):
            ask()
    with pytest.raises(SettingError, match="ScoredCohort"):
        baserate.calibration.gap.between(cohort(), cohort(), WHERE)


@pytest.mark.parametrize(
    "value", ["x", None, math.nan, HUGE, [0.1, "y"], np.ma.masked_array([1.0], mask=True)]
)
def test_log_odds_are_numbers(value: Any) -> None:
    odds = baserate.odds
    for call, given in (
        (odds.expit, (value,)),
        (odds.inverse_log_odds, (value,)),
        (odds.multiply_log_odds, (0.0, value)),
        (odds.adjust_log_odds, (0.0, value, 0.0)),
    ):
        with pytest.raises(SettingError, match="log odds"):
            call(*given)


@pytest.mark.parametrize(
    "known", [{"kind": ["Beta"]}, {"kind": "Density", "name": ["x"], "a": 0.1, "b": 0.2}]
)
def test_a_kind_of_distribution_is_a_name(known: Any) -> None:
    with pytest.raises(SettingError):
        baserate.Prevalence.of(known)
    with pytest.raises(SettingError):
        baserate.Cost.of(known)


def test_numbers_that_no_float_holds_are_infinite() -> None:
    assert as_float(HUGE) == math.inf
    assert as_float(-HUGE) == -math.inf
    assert math.isnan(as_float("1"))
    assert math.isnan(as_float(True))
    for make in (lambda: baserate.Sites({0.1: HUGE}), lambda: baserate.Beta(2, HUGE)):
        with pytest.raises(SettingError):
            make()


@pytest.mark.parametrize(
    "other", [{"slope": "x"}, {"slope": HUGE}, {"case_spread": HUGE}, {"other_spread": -1}]
)
def test_spreads_are_finite_numbers(other: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match="spreads must be finite"):
        sample_size.patients_needed(0.01, **{**PLANNED, **other})


def test_more_patients_than_there_can_be_are_no_answer() -> None:
    for width, other in ((1e-200, {}), (0.01, {"case_spread": 1e200}), (1e-320, {})):
        with pytest.raises(SettingError, match="more than 1e\\+15 patients"):
            sample_size.patients_needed(width, **{**PLANNED, **other})
    with pytest.raises(SettingError, match="more than 1e\\+15 patients"):
        sample_size.patients_needed_from(cohort().auc(SCORES), 1e-12)
    with pytest.raises(SettingError, match="the pilot is an Estimate"):
        sample_size.patients_needed_from(0.5, 0.01)


@pytest.mark.parametrize("stays", [0, 2.5, "x", True, None])
def test_a_cohort_has_a_whole_number_of_stays(stays: Any) -> None:
    with pytest.raises(SettingError, match="at least one stay"):
        baserate.datasets.icu_cohort(stays=stays)


def test_a_mean_is_one_of_numbers() -> None:
    with pytest.raises(DataError):
        cohort().mean(["a"] * len(SCORES), 1.0)
    with pytest.raises(SettingError, match="reach"):
        cohort().mean(SCORES, None)


def test_a_reference_is_the_name_of_a_model() -> None:
    with pytest.raises(SettingError, match="no model"):
        baserate.calibration.gap.by_model(cohort(), {"old": SCORES}, WHERE, reference={})


def test_a_margin_that_no_float_holds_is_refused() -> None:
    table = {"died": Y * 3, "s": SCORES}
    with pytest.raises(SettingError, match="margin= is"):
        baserate.evaluate(table, "died", "s", cost="1:30", margin=HUGE)


def test_an_array_is_no_baseline_and_no_correction() -> None:
    several = np.array([0.1, 0.2])
    with pytest.raises(SettingError):
        baserate.net_benefit(Y, S, cost="1:30", baseline=several)
    with pytest.raises(SettingError, match="correction must be one of"):
        baserate.split(cohort(), SCORES, WHERE, correction=several)
