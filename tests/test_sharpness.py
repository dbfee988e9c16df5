"""Sharpness and calibration loss: exact in sample, corrected for optimism, each with its interval."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

import baserate
from baserate import Cohort, Deployment
from baserate.calibration.split import CORRECTIONS, Split, recalibration_worth, split
from baserate.errors import FewEventsWarning, SettingError
from tests.support import oracles
from tests.support.cohorts import population, score_patients, simulate
from tests.support.oracles import Patients
from tests.support.strategies import INNER_SCORES, patients

Numbers = NDArray[np.float64]

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

DEPLOYMENTS = {
    "range": Deployment.of((0.02, 0.3), "1:5"),
    "range, weighted accuracy": Deployment.of((0.02, 0.3), "1:5", "weighted accuracy"),
    "range, accuracy": Deployment.of((0.05, 0.6), "1:1", "accuracy"),
    "own": Deployment.of(None, 0.2),
    "own, accuracy": Deployment.of(None, "1:1", "accuracy"),
    "own, range of costs": Deployment.of(None, (0.1, 0.3), "weighted accuracy"),
    "point": Deployment.of(0.1, 0.2),
    "both ranges": Deployment.of((0.02, 0.3), ("1:9", "1:2")),
    "beta": Deployment.of(baserate.Beta(2, 9), 0.2),
    "sites and range": Deployment.of(baserate.Sites({0.1: 1, 0.3: 2}), (0.1, 0.3)),
}

RNG = np.random.default_rng(3)
N = 400
Y = (RNG.random(N) < 0.25).astype(int)
S = np.round(score_patients(RNG, Y, 1.4, 1.2, -1.5), 2)  # with ties
W = RNG.random(N) + 0.3
CLUSTER = RNG.integers(0, 60, N)


def metric(d: Deployment, y: Any, s: Any, weight: Any, source: Any = None) -> float:
    function = getattr(baserate, d.units.name.replace(" ", "_"))
    asked: dict[str, Any] = {} if d.units == "accuracy" else {"cost": d.cost}
    if d.units == "net benefit":
        asked["baseline"] = "none-correct"
    return float(
        function(y, s, prevalence=d.prevalence, sample_weight=weight, source_prevalence=source, **asked)
    )


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
@pytest.mark.parametrize("source", [None, 0.4])
@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_the_parts_are_the_metric_of_the_model_and_of_the_recalibrated_one(
    name: str, source: Any, weight: Any
) -> None:
    d = DEPLOYMENTS[name]
    found = split(Cohort.of(Y, sample_weight=weight), S, d, source_prevalence=source)
    best = np.clip(IsotonicRegression().fit(S, Y, weight).predict(S), 0.0, 1.0)
    assert found.total.value == pytest.approx(metric(d, Y, S, weight, source), rel=1e-12)
    assert found.sharpness.value == pytest.approx(metric(d, Y, best, weight), rel=1e-9)
    assert found.total.value == pytest.approx(found.sharpness.value - found.calibration.value, abs=1e-14)
    assert found.calibration.value >= -1e-14
    assert found.uninformative <= found.sharpness.value + 1e-12 <= found.perfect + 2e-12
    constant = np.full(N, np.average(Y, weights=weight))
    assert found.uninformative == pytest.approx(metric(d, Y, constant, weight), rel=1e-12)
    assert found.perfect == pytest.approx(metric(d, Y, Y.astype(float), weight), rel=1e-12)


def quiet_split(p: Patients, s: Any, d: Deployment) -> Split:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FewEventsWarning)
        return split(Cohort.of(p.y, sample_weight=p.w), s, d)


UNITS = st.sampled_from(["net benefit", "weighted accuracy", "accuracy"])


@given(p=patients(of_each=2), units=UNITS, c=st.floats(0.02, 0.9))
def test_identity_and_sign_hold_with_ties_and_weights(p: Patients, units: Any, c: float) -> None:
    d = Deployment.of((0.05, 0.4), 0.5 if units == "accuracy" else c, units)
    found = quiet_split(p, p.s, d)
    scale = max(1.0, found.perfect)
    assert abs(found.total.value - found.sharpness.value + found.calibration.value) <= 1e-12 * scale
    assert found.calibration.value >= -1e-12 * scale
    contributed = [
        next(iter(e.contributions.values())) for e in (found.total, found.sharpness, found.calibration)
    ]
    assert contributed[0] == pytest.approx(contributed[1] - contributed[2], abs=1e-12 * scale)


@given(
    p=patients(INNER_SCORES, of_each=2), units=UNITS, power=st.floats(0.3, 3.0), shift=st.floats(-2.0, 2.0)
)
def test_sharpness_sees_only_the_order(p: Patients, units: Any, power: float, shift: float) -> None:
    d = Deployment.of((0.05, 0.4), 0.5 if units == "accuracy" else 0.2, units)
    grid = np.unique(p.s)
    moved = baserate.odds.expit(power * baserate.odds.logit(grid) + shift)
    assume(len(np.unique(moved)) == len(grid))  # two scores that rounding makes equal are no longer in order
    other = quiet_split(p, moved[np.searchsorted(grid, p.s)], d)
    assert other.sharpness.value == pytest.approx(quiet_split(p, p.s, d).sharpness.value, rel=1e-12)


@given(p=patients(of_each=2), units=UNITS)
@settings(max_examples=30)
def test_sharpness_is_the_best_of_all_thresholds_at_every_prevalence(p: Patients, units: Any) -> None:
    """At one prevalence and cost no map that keeps the order does better than the best threshold."""
    c, pi = 0.5 if units == "accuracy" else 0.2, 0.15
    found = quiet_split(p, p.s, Deployment.of(pi, c, units))
    case, other = p.w * (p.y == 1), p.w * (p.y == 0)
    values = [
        oracles.priced(
            (case * (p.s >= t)).sum() / case.sum(),
            (other * (p.s < t)).sum() / other.sum(),
            pi,
            c,
            units.replace(" ", "_"),
        )
        for t in [*np.unique(p.s), 2.0]
    ]
    assert found.sharpness.value == pytest.approx(max(values), rel=1e-9)


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_contributions_to_sharpness_are_derivatives_by_a_patients_weight(name: str, weight: Any) -> None:
    """Refitting included: the first-order effect of the fit vanishes."""
    d = DEPLOYMENTS[name]
    plain = np.ones(N) if weight is None else weight
    found = split(Cohort.of(Y, sample_weight=weight), S, d).sharpness
    (what,) = found.contributions.values()
    for row in range(0, N, 25):
        step = 1e-5 * plain[row]
        ends = []
        for sign in (1.0, -1.0):
            moved = plain.copy()
            moved[row] += sign * step
            ends.append(split(Cohort.of(Y, sample_weight=moved), S, d).sharpness.value)
        slope = plain[row] * (ends[0] - ends[1]) / (2 * step)
        assert what[row] == pytest.approx(slope, rel=1e-4, abs=2e-8)


@pytest.mark.parametrize(
    ("cost", "units"), [("1:30", "net benefit"), ("1:9", "net benefit"), ("1:1", "accuracy")]
)
def test_the_corrected_loss_of_a_calibrated_model_is_next_to_nothing(cost: str, units: Any) -> None:
    """500 patients, a tenth of them sick, 200 samples."""
    rng = np.random.default_rng(20)
    d = Deployment.of((0.01, 0.10) if cost == "1:30" else (0.05, 0.20), cost, units)
    in_sample, corrected = [], []
    for _ in range(200):
        y, s = simulate(rng, 500, 0.1)
        found = split(Cohort.of(y), s, d, replicates=30)
        scale = found.perfect - found.uninformative
        in_sample.append(found.calibration.value / scale)
        corrected.append(found.calibration_corrected.value / scale)
    assert abs(np.mean(corrected)) < 0.01
    assert np.mean(in_sample) > 0.04


def test_a_real_loss_survives_the_correction() -> None:
    rng = np.random.default_rng(21)
    d = Deployment.of((0.05, 0.20), "1:9")
    right, wrong = population(0.1), population(0.1, shift=1.0)
    true = metric(d, *right) - metric(d, *wrong)
    found = [
        split(Cohort.of(y), s, d, replicates=30).calibration_corrected.value
        for y, s in (simulate(rng, 1000, 0.1, shift=1.0) for _ in range(150))
    ]
    assert np.mean(found) == pytest.approx(true, abs=3 * np.std(found) / np.sqrt(150) + 0.02 * true)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_every_correction_lowers_the_loss_and_is_made_from_its_seed(correction: Any) -> None:
    y, s = simulate(np.random.default_rng(5), 600, 0.2)
    d = Deployment.of((0.05, 0.4), "1:5")

    def corrected(seed: int) -> float:
        found = split(Cohort.of(y), s, d, correction=correction, replicates=20, seed=seed)
        assert found.sharpness_corrected.value == pytest.approx(
            found.total.value + found.calibration_corrected.value, abs=1e-14
        )
        assert found.optimism == pytest.approx(
            found.calibration.value - found.calibration_corrected.value, abs=1e-14
        )
        assert found.calibration_corrected.value < found.calibration.value
        return found.calibration_corrected.value

    assert corrected(1) == corrected(1) != corrected(2)


def test_the_interval_in_sample_allows_for_optimism() -> None:
    """The standard error of the sample's own parts holds the bias that is known to be in them."""
    y, s = simulate(np.random.default_rng(6), 300, 0.1)
    found = split(Cohort.of(y), s, Deployment.of((0.01, 0.1), "1:30"))
    assert found.sharpness.standard_error > found.optimism
    assert found.sharpness.standard_error > found.sharpness_corrected.standard_error
    # A loss is never negative, and its interval does not say that it might be.
    assert found.calibration.low == 0.0 > found.calibration_corrected.value
    assert found.calibration_corrected.value < found.calibration.high


def test_two_models_of_one_cohort_are_paired_part_by_part() -> None:
    cohort = Cohort.of(Y, cluster=CLUSTER)
    d = DEPLOYMENTS["range"]
    one, other = split(cohort, S, d), split(cohort, S**1.5, d)
    same = one.sharpness_corrected - other.sharpness_corrected
    assert same.value == pytest.approx(one.optimism * -1 + other.optimism, abs=1e-12)
    assert same.contributions[cohort.sampling] == pytest.approx(np.zeros(N), abs=1e-15)
    assert (one.calibration - other.calibration).standard_error > 0.0


def test_clusters_are_kept_together_by_bootstrap_and_folds() -> None:
    """Every patient entered three times: the fit must not have seen the other two."""
    y, s = simulate(np.random.default_rng(9), 300, 0.2)
    thrice = np.repeat(np.arange(300), 3)
    d = Deployment.of((0.05, 0.4), "1:5")
    for correction in ("bootstrap", "cross-fit"):
        asked: Any = {"correction": correction, "replicates": 40}
        alone = split(Cohort.of(y[thrice]), s[thrice], d, **asked)
        kept = split(Cohort.of(y[thrice], cluster=thrice), s[thrice], d, **asked)
        assert kept.optimism > 2.0 * alone.optimism


def test_asking_for_nonsense() -> None:
    cohort = Cohort.of(Y)
    with pytest.raises(SettingError, match="correction must be one of simulation, bootstrap, cross-fit"):
        split(cohort, S, DEPLOYMENTS["range"], correction="magic")
    with pytest.raises(SettingError, match="at least two replicates"):
        split(cohort, S, DEPLOYMENTS["range"], replicates=1)


def test_a_split_says_what_its_parts_are() -> None:
    text = str(split(Cohort.of(Y), S, DEPLOYMENTS["range"]))
    assert [line[:27].strip() for line in text.splitlines()] == [
        "total",
        "= discrimination",
        "- calibration loss",
        "corrected calibration loss",
    ]


class TestWorth:
    """What recalibration would be worth."""

    def test_in_sample_it_is_the_metric_after_less_before(self) -> None:
        d = DEPLOYMENTS["range"]
        found = recalibration_worth(Cohort.of(Y, sample_weight=W), S, d)
        assert list(found.worth) == ["intercept", "slope", "logistic", "beta", "isotonic"]
        for one in found.worth.values():
            after = metric(d, Y, one.recalibrator.predict(S), W)
            assert one.in_sample.value == pytest.approx(after - metric(d, Y, S, W), abs=1e-12)
        parts = split(Cohort.of(Y, sample_weight=W), S, d)
        assert found["isotonic"].in_sample.value == pytest.approx(parts.calibration.value, abs=1e-12)

    def test_out_of_sample_it_is_the_true_gain_on_average(self) -> None:
        """Against the population, of which the recalibrator has seen a sample."""
        rng = np.random.default_rng(30)
        d = Deployment.of((0.05, 0.20), "1:9")
        y, s, w = population(0.1, shift=0.8)
        before = metric(d, y, s, w)
        errors: dict[str, list[float]] = {}
        flattery = []
        for _ in range(20):
            sample = simulate(rng, 500, 0.1, shift=0.8)
            found = recalibration_worth(Cohort.of(sample[0]), sample[1], d)
            for name, one in found.worth.items():
                true = metric(d, y, one.recalibrator.predict(s), w) - before
                errors.setdefault(name, []).append(one.value.value - true)
            flattery.append(found["isotonic"].in_sample.value - found["isotonic"].value.value)
        for found_errors in errors.values():
            assert abs(np.mean(found_errors)) < 3.5 * np.std(found_errors) / np.sqrt(20)
        assert np.mean(flattery) > 0.001

    def test_a_recalibrator_that_cannot_be_fitted_says_why(self) -> None:
        y = np.array([0, 1] * 20)
        certain = np.where(np.arange(40) < 3, 0.0, np.linspace(0.1, 0.9, 40))
        found = recalibration_worth(Cohort.of(y), certain, DEPLOYMENTS["range"])
        assert list(found.worth) == ["isotonic"]
        assert "exactly 0 or 1 of" in found.not_fitted["logistic"]
        assert "not fitted" in str(found)
        assert "per 1,000 patients" in str(found)
