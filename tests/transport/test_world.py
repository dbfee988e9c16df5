"""Worlds between covariate and label shift: beside their definition, closed forms, and simulated patients."""

from __future__ import annotations

import math
import re
import warnings
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit, logit, ndtr

import baserate
from baserate import Cohort, Deployment
from baserate.deployment.shift import Shift
from baserate.errors import SettingError, ShiftError
from baserate.scores import world
from baserate.scores.world import tilt_at
from tests.support.cohorts import population, simulate
from tests.support.oracles import Numbers

GAMMAS = (0.0, 0.3, 0.8)
SPREAD = 1.3  # of the log odds in either class, whose means are its square apart: calibrated scores


def by_definition(
    y: Numbers,
    s: Numbers,
    weight: Numbers,
    prevalence: float,
    c: float,
    gamma: float,
    source: float | None = None,
    cut: float | None = None,
) -> float:
    """Net benefit at one prevalence: rows weighted by exp(theta L + gamma delta Y), theta by a root."""
    observed = float(np.average(y, weights=weight))
    made = observed if source is None else source
    z, delta = logit(s), float(logit(prevalence) - logit(observed))

    def weights(theta: float) -> Numbers:
        return np.asarray(weight * np.exp(theta * z + gamma * delta * y))

    def off(theta: float) -> float:
        return float(logit(np.average(y, weights=weights(theta))) - logit(prevalence))

    there = weights(brentq(off, -5.0, 5.0, xtol=1e-14))
    there /= there.sum()
    at_data = expit(z - logit(made) + logit(observed))
    treated = logit(at_data) + gamma * delta >= logit(c) - 1e-12 if cut is None else s >= cut
    return float(there @ (treated * (y - (1.0 - y) * c / (1.0 - c))))


@pytest.fixture(scope="module")
def patients() -> tuple[Numbers, Numbers]:
    return simulate(np.random.default_rng(5), 1_500, 0.2, SPREAD)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("source", [None, 0.3])
def test_one_prevalence_is_its_definition(
    patients: tuple[Numbers, Numbers], gamma: float, source: float | None
) -> None:
    y, s = patients
    asked: dict[str, Any] = {"cost": 0.1, "prevalence": 0.05, "source_prevalence": source}
    expected = by_definition(y, s, np.ones(len(y)), 0.05, 0.1, gamma, source)
    assert baserate.net_benefit(y, s, **asked, shift=gamma) == pytest.approx(expected, abs=1e-9)
    assert Cohort.of(y).net_benefit(s, **asked, shift=gamma).value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_one_cut_off_is_its_definition(patients: tuple[Numbers, Numbers], gamma: float) -> None:
    y, s = patients
    weight = np.random.default_rng(1).uniform(0.5, 2.0, len(y))
    value = baserate.net_benefit(
        y, s, cost="1:9", prevalence=0.06, threshold=0.2, shift=gamma, sample_weight=weight
    )
    assert value == pytest.approx(by_definition(y, s, weight, 0.06, 0.1, gamma, cut=0.2), abs=1e-9)


@pytest.mark.parametrize("gamma", [*GAMMAS, 1.0 - 1e-9])
def test_a_range_is_the_mean_over_its_prevalences(gamma: float) -> None:
    y, s, weight = population(0.2, SPREAD, nodes=1_000)
    ends, many = logit([0.02, 0.12]), 1_200
    x = ends[0] + (ends[1] - ends[0]) * (np.arange(many) + 0.5) / many
    expected = np.mean([by_definition(y, s, weight, float(expit(one)), 1 / 31, gamma) for one in x])
    value = baserate.net_benefit(
        y, s, cost="1:30", prevalence=(0.02, 0.12), sample_weight=weight, shift=gamma
    )
    assert value == pytest.approx(expected, abs=5e-7)  # of steps at so many prevalences


@pytest.mark.parametrize(
    ("prevalence", "cost"),
    [
        (baserate.Triangular(0.02, 0.05, 0.12), "1:30"),
        (baserate.Beta(4, 76), "1:30"),
        (baserate.Sites({0.03: 1, 0.1: 2}), "1:30"),
        (0.05, ("1:50", "1:5")),
        ((0.02, 0.12), ("1:50", "1:5")),
    ],
    ids=["triangular", "beta", "sites", "cost range", "both ranges"],
)
def test_just_below_label_shift_is_label_shift(prevalence: Any, cost: Any) -> None:
    y, s, weight = population(0.2, SPREAD, nodes=2_000)
    asked = {"cost": cost, "prevalence": prevalence, "sample_weight": weight}
    label = baserate.net_benefit(y, s, **asked)
    assert baserate.net_benefit(y, s, **asked, shift=1.0 - 1e-9) == pytest.approx(label, abs=2e-6)


def binormal(prevalence: float, c: float, gamma: float, adjusted: float | None = None) -> float:
    """The world of calibrated scores at 20 % with normal log odds, in closed form.

    ``adjusted`` is the share by which scores are adjusted where that is not the truth's.
    """
    delta = float(logit(prevalence) - logit(0.2))
    theta = (1.0 - gamma) * delta / SPREAD**2
    cut = logit(c) - (gamma if adjusted is None else adjusted) * delta
    middle = np.array([1.0, -1.0]) * SPREAD**2 / 2 + logit(0.2) + theta * SPREAD**2
    sensitivity, alarms = ndtr((middle - cut) / SPREAD)
    return float(prevalence * sensitivity - c / (1.0 - c) * (1.0 - prevalence) * alarms)


@pytest.mark.parametrize("gamma", [*GAMMAS, 1.0])
def test_normal_log_odds_have_a_closed_form(gamma: float) -> None:
    y, s, weight = population(0.2, SPREAD, nodes=40_000)
    value = baserate.net_benefit(y, s, cost="1:9", prevalence=0.05, sample_weight=weight, shift=gamma)
    assert value == pytest.approx(binormal(0.05, 0.1, gamma), abs=2e-5)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_patients_simulated_in_the_world_have_its_net_benefit(gamma: float) -> None:
    """Patients of 5 % are drawn in whom logit P(Y | s) = logit s + gamma delta; their outcomes last."""
    rng, delta = np.random.default_rng(11), float(logit(0.05) - logit(0.2))
    theta, n = (1.0 - gamma) * delta / SPREAD**2, 400_000
    weighted_cases = rng.random(n) < 0.05  # who comes: the mixture of both classes, each tilted
    z = logit(0.2) + np.where(weighted_cases, 0.5, -0.5) * SPREAD**2 + theta * SPREAD**2
    z = z + SPREAD * rng.normal(size=n)
    ill = rng.random(n) < expit(z + gamma * delta)
    gain = (z + gamma * delta >= logit(0.1)) * np.where(ill, 1.0, -1.0 / 9.0)
    y, s, weight = population(0.2, SPREAD, nodes=20_000)
    value = baserate.net_benefit(y, s, cost="1:9", prevalence=0.05, sample_weight=weight, shift=gamma)
    assert abs(value - gain.mean()) < 4.0 * gain.std() / math.sqrt(n)


def test_full_adjustment_where_the_score_knows_already_costs_half() -> None:
    right, wrong = binormal(0.05, 0.1, 0.0), binormal(0.05, 0.1, 0.0, adjusted=1.0)
    assert wrong < 0.65 * right


@pytest.mark.parametrize(("gamma", "source"), [(0.0, None), (0.3, None), (0.8, None), (0.3, 0.3)])
def test_a_patient_contributes_what_the_score_moves_with_the_patients_weight(
    patients: tuple[Numbers, Numbers], gamma: float, source: float | None
) -> None:
    y, s = (column[:600] for column in patients)
    asked: dict[str, Any] = {"cost": "1:9", "prevalence": (0.04, 0.1), "source_prevalence": source}
    cohort = Cohort.of(y)
    estimate = cohort.net_benefit(s, **asked, shift=gamma)
    contributions = estimate.contributions[cohort.sampling]
    some = [*np.flatnonzero(y == 1)[:3], *np.flatnonzero(y == 0)[:3], int(s.argmax()), int(s.argmin())]
    moved = []
    for patient in some:
        ends = []
        for step in (1e-3, -1e-3):
            weight = np.ones(len(y))
            weight[patient] += step
            ends.append(baserate.net_benefit(y, s, **asked, sample_weight=weight, shift=gamma))
        moved.append((ends[0] - ends[1]) / 2e-3)
    assert contributions[some] == pytest.approx(np.array(moved), abs=2e-3 * np.abs(contributions).max())


def test_the_error_of_a_fitted_shift_is_carried(patients: tuple[Numbers, Numbers]) -> None:
    y, s = patients
    cohort = Cohort.of(y)
    asked: dict[str, Any] = {"cost": "1:9", "prevalence": (0.02, 0.08)}
    known = cohort.net_benefit(s, **asked, shift=0.4)
    fitted = cohort.net_benefit(s, **asked, shift=Shift(0.4, 0.1))
    ends = [baserate.net_benefit(y, s, **asked, shift=gamma) for gamma in (0.3, 0.5)]
    more = ((ends[1] - ends[0]) / 0.2 * 0.1) ** 2
    assert fitted.value == known.value
    assert fitted.spread.variance == pytest.approx(known.spread.variance + more, rel=1e-6)
    few = cohort.net_benefit(s, **asked, shift=Shift(0.4, 0.1, degrees_of_freedom=3))
    assert few.standard_error > fitted.standard_error
    # The same patients, the same error: it is gone from the difference of a model and itself.
    assert (fitted - cohort.net_benefit(s, **asked, shift=Shift(0.4, 0.1))).standard_error == 0.0


def test_the_observed_prevalence_needs_no_world(patients: tuple[Numbers, Numbers]) -> None:
    y, s = patients
    here = [Cohort.of(y).net_benefit(s, cost="1:9", shift=gamma).interval() for gamma in (0.0, 1.0)]
    assert here[0] == here[1]


def test_a_score_that_knows_nothing_carries_no_difference() -> None:
    y = np.tile([0.0, 0.0, 0.0, 1.0], 50)
    with (
        pytest.warns(baserate.errors.ScaleWarning),
        pytest.raises(ShiftError, match=r"Only label shift \(a shift of 1\)"),
    ):
        baserate.net_benefit(y, np.full(200, 0.25), cost="1:9", prevalence=0.05, shift=0.5)
    tenths = np.where(y == 1.0, 0.3, 0.2)
    tenths[:20], tenths[-20:], tenths[90:100] = 0.3, 0.2, 0.4
    with pytest.raises(ShiftError, match=r"Ask for a shift of 0\.[0-9]+ or more") as raised:
        baserate.net_benefit(y, tenths, cost="1:9", prevalence=0.01, shift=0.0)
    least = float(str(raised.value).split("shift of ")[-1].split()[0])
    baserate.net_benefit(y, tenths, cost="1:9", prevalence=0.01, shift=least)
    with pytest.raises(ShiftError):
        baserate.net_benefit(y, tenths, cost="1:9", prevalence=0.01, shift=least - 0.02)


@pytest.mark.parametrize(
    ("stated", "named"), [((0.001, 0.2), "0.1 %"), ((0.2, 0.99), "99 %"), (0.001, "0.1 %"), (0.99, "99 %")]
)
def test_the_error_names_the_end_that_was_stated(stated: object, named: str) -> None:
    y = np.tile([0.0, 0.0, 0.0, 1.0], 50)
    constant, weak = np.full(200, 0.25), np.where(np.arange(200) % 7 < 3 + y, 0.3, 0.2)
    for scores in (weak, constant):
        with (
            warnings.catch_warnings(action="ignore", category=baserate.errors.ScaleWarning),
            pytest.raises(ShiftError, match=re.escape(f" {named}")),
        ):
            baserate.net_benefit(y, scores, cost="1:9", prevalence=stated, shift=0.0)


def test_evidence_beyond_a_thousand_to_one_counts_as_that(patients: tuple[Numbers, Numbers]) -> None:
    y, s = patients
    far = [s.copy() for _ in range(3)]
    for scores, low, high in zip(far, (1e-9, 0.0, 1e-5), (1.0 - 1e-9, 1.0, 0.9999), strict=True):
        scores[:30], scores[30:60] = (
            np.where(y[:30] == 1, s[:30], low),
            np.where(y[30:60] == 1, high, s[30:60]),
        )
    values = [baserate.net_benefit(y, scores, cost="1:9", prevalence=0.06, shift=0.2) for scores in far]
    assert values[1:] == pytest.approx([values[0]] * 2, abs=1e-9)


def test_many_patients_are_weighted_in_bins() -> None:
    y, s = simulate(np.random.default_rng(3), 60_000, 0.2, SPREAD)
    value = baserate.net_benefit(y, s, cost="1:9", prevalence=0.05, shift=0.3)
    assert value == pytest.approx(by_definition(y, s, np.ones(len(y)), 0.05, 0.1, 0.3), abs=1e-7)


def test_tilts_reach_the_prevalence(patients: tuple[Numbers, Numbers]) -> None:
    y, s = patients
    table = baserate.ScoreTable.from_arrays(y, s)
    tilt = tilt_at(table, Deployment.of(0.05, "1:9", shift=0.25), 0.05)
    weight = np.exp(float(tilt.theta) * logit(s) + 0.25 * (logit(0.05) - logit(y.mean())) * y)
    assert np.average(y, weights=weight) == pytest.approx(0.05, abs=1e-9)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, math.nan, "half", None, True, [0.5], {"gamma": 0.2, "se": 1}])
def test_what_is_no_shift_is_refused(wrong: object) -> None:
    with pytest.raises(SettingError, match="shift"):
        Deployment.of(0.05, "1:9", shift=wrong)


@pytest.mark.parametrize("shift", [1, 0, 0.3, "30%", Shift(0.2, 0.05, 6)])
def test_a_shift_can_be_said_again(shift: object) -> None:
    read = Shift.of(shift)
    assert Shift.of(read.stated) == read


@pytest.mark.parametrize("cost", ["1:5", "1:9"])
def test_just_below_label_shift_an_interval_is_that_of_label_shift(cost: str) -> None:
    """Few patients, told apart without error: what might have been seen counts as it does at 1."""
    y = np.repeat([1.0, 0.0], [10, 40])
    s = np.where(y == 1.0, 0.9, 0.1) + np.linspace(0.0, 0.05, 50)
    cohort = Cohort.of(y)
    for method in ("pseudo-observations", "adjusted t", "t"):
        ends = [
            cohort.net_benefit(s, cost=cost, prevalence=0.05, shift=gamma).interval(method=method)[:2]
            for gamma in (1.0, 1.0 - 1e-6)
        ]
        assert ends[1] == pytest.approx(ends[0], abs=1e-6)
        assert ends[1][0] <= ends[1][1]


def test_an_interval_near_a_heap_stays_where_the_deployment_would_be_out_of_reach() -> None:
    y = np.tile([1.0, 0.0, 0.0, 1.0, 1.0], 8)
    s = np.where(y == 1.0, 0.9, 0.6)
    s[::3] = 0.8
    estimate = Cohort.of(y).net_benefit(s, cost="10:1", prevalence=0.2, shift=0.6)
    assert estimate.low <= estimate.value <= estimate.high


@pytest.mark.parametrize("cost", [("1:50", "1:5"), "triangular 1:50..1:30..1:5"])
def test_a_range_of_costs_in_a_range_of_prevalences_is_the_mean_over_prevalences(
    patients: tuple[Numbers, Numbers], cost: Any
) -> None:
    """Each prevalence has its own corners in the gains; of so many no stretch ends at each."""
    y, s = (column[:600] for column in patients)
    ends, asked = logit([0.02, 0.1]), {"cost": cost, "shift": 0.4}
    nodes, weights = np.polynomial.legendre.leggauss(80)
    middles = ends.mean() + nodes * (ends[1] - ends[0]) / 2.0
    each = [baserate.net_benefit(y, s, prevalence=float(expit(x)), **asked) for x in middles]
    whole = baserate.net_benefit(y, s, prevalence=(0.02, 0.1), **asked)
    assert whole == pytest.approx(np.average(each, weights=weights), abs=1e-7)


def test_a_crowd_of_corners_needs_no_stretch_for_each(
    patients: tuple[Numbers, Numbers], monkeypatch: pytest.MonkeyPatch
) -> None:
    y, s = patients
    cohort, asked = Cohort.of(y), {"prevalence": (0.02, 0.1), "cost": ("1:50", "1:5"), "shift": 0.4}
    by_stretches = cohort.net_benefit(s, **asked)
    monkeypatch.setattr(world, "_CROWDED", 10)
    as_a_crowd = cohort.net_benefit(s, **asked)
    assert as_a_crowd.value != by_stretches.value
    assert as_a_crowd.value == pytest.approx(by_stretches.value, abs=1e-7)
    assert as_a_crowd.standard_error == pytest.approx(by_stretches.standard_error, rel=1e-3)


def test_thresholds_may_all_lie_beyond_the_scores() -> None:
    """No stretch of the table is then one in which they run."""
    y, s = simulate(np.random.default_rng(8), 400, 0.2, SPREAD)
    high = np.clip(s, 0.6, 0.99)
    value = baserate.net_benefit(
        y, high, cost="1:30", prevalence=(0.05, 0.3), shift=0.9, source_prevalence=0.2
    )
    treated = baserate.net_benefit(y, 0.9 + high / 20.0, cost="1:30", prevalence=(0.05, 0.3))
    assert value == pytest.approx(treated, abs=1e-9)


@pytest.mark.parametrize("weight", [1 / 7, 7.0])
def test_a_weight_that_all_have_changes_no_world(weight: float) -> None:
    """Nor how many patients it rests on, which decides whether there is one."""
    rng = np.random.default_rng(3)
    y = (rng.random(80) < 0.3).astype(int)
    data = {"y": y, "s": expit(rng.normal(1.5 * y - 1.2)), "w": np.full(80, weight)}
    asked: dict[str, Any] = {"prevalence": (0.15, 0.6), "cost": "1:5", "shift": 0.2}
    plain, weighted = (baserate.evaluate(data, "y", "s", **asked, **more) for more in ({}, {"weight": "w"}))
    assert weighted.score("s").value == pytest.approx(plain.score("s").value, abs=1e-12)
    assert weighted.score("s").standard_error == pytest.approx(plain.score("s").standard_error, abs=1e-12)
