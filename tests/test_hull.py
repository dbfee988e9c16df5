"""Numbers that move with the observed prevalence: along a line, in a curve, in jumps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from scipy.stats import norm

import baserate
from baserate.calibration.split import recalibration_worth, split
from baserate.deployment.deployment import Deployment
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate, Moving, Noise, weighted_sum
from baserate.inference.hull import reach_of_hull
from baserate.inference.strategies import default_strategy
from baserate.results.judged import cutoff

RNG = np.random.default_rng(4)
N = 600
Y = (RNG.random(N) < 0.15).astype(int)
X = 1.4 * Y + RNG.normal(size=N)
A = 1 / (1 + np.exp(-(1.3 * X - 2.9)))
B = 1 / (1 + np.exp(-(1.1 * X + 0.4 * RNG.normal(size=N) - 2.7)))
OBSERVED = Deployment.of(None, "1:9")


def moved_by(estimate: Estimate, cohort: Cohort, path: Callable[[float], float]) -> Estimate:
    """An estimate known but for the prevalence, with which it moves as the path says."""

    def at(by: float) -> Estimate:
        return estimate + path(by)

    moving = Moving(lambda by: at(by).value, at, cohort.log_odds_of_prevalence(), True)
    return replace(estimate, moving=moving)


@pytest.mark.parametrize("slope", [0.0, 0.03, -0.2])
def test_along_a_line_the_hull_is_the_usual_interval(slope: float) -> None:
    """``q`` times the root of the summed variances, but for the steps in which the circle is walked."""
    cohort = Cohort.of(Y)
    known = cohort.score(A, Deployment.of((0.05, 0.3), "1:5"), None, 0.15)
    terms = [(1.0, moved_by(known, cohort, lambda by: slope * by))]
    below, above = reach_of_hull(terms, 0.95, weighted_sum, paired=False)
    centre, spread = known.centre_and_spread()
    error = math.hypot(math.sqrt(spread.variance), slope * cohort.log_odds_of_prevalence().standard_error)
    q = norm.ppf(0.975)
    assert above - (centre - known.value) == pytest.approx(q * error, rel=0.015)
    assert below + (centre - known.value) == pytest.approx(q * error, rel=0.015)


def test_a_jump_within_reach_is_inside_and_one_beyond_is_not() -> None:
    cohort = Cohort.of(Y)
    known = cohort.score(A, Deployment.of((0.05, 0.3), "1:5"), None, 0.15)
    error = cohort.log_odds_of_prevalence().standard_error
    for place, inside in ((0.5, True), (1.5, True), (2.6, False)):
        jumping = moved_by(known, cohort, partial(jump, place * error))
        below, above = reach_of_hull([(1.0, jumping)], 0.95, weighted_sum, paired=False)
        assert (above > 0.4) is inside
        assert below < 0.05


def jump(place: float, by: float) -> float:
    """Nothing up to a place, and from there on much."""
    return 0.4 * (by > place)


def heap() -> tuple[np.ndarray, np.ndarray]:
    """A third of the patients share the score that is the cut-off at the observed prevalence."""
    score = A.copy()
    cut = cutoff("5%", "1:9", float(Y.mean())).value
    score[::3] = cut * 1.02
    return score, np.flatnonzero(np.arange(N) % 3 == 0)


def test_a_heap_near_an_estimated_cutoff_makes_the_interval_reach_both_sides() -> None:
    """The interval holds the value with the heap treated, and with it untreated."""
    score, members = heap()
    cohort = Cohort.of(Y)
    found = cohort.net_benefit(score, cost="1:9", prevalence="5%")
    assert found.method == "hull"
    other = score.copy()
    other[members] = score[members] * 0.9  # on the other side, the cut-off as it is
    across = cohort.net_benefit(other, cost="1:9", prevalence="5%", source_prevalence=float(Y.mean()))
    assert found.low < min(found.value, across.value)
    assert found.high > max(found.value, across.value)
    stated = cohort.net_benefit(score, cost="1:9", prevalence="5%", source_prevalence=float(Y.mean()))
    assert stated.value == pytest.approx(found.value)
    assert stated.high - stated.low < 0.9 * (found.high - found.low)
    assert cohort.net_benefit(A, cost="1:9", prevalence="5%").method != "hull"


@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")
def test_at_the_observed_prevalence_no_interval_is_cut_at_what_this_sample_allows() -> None:
    """E1: what a perfect model gets is the prevalence, which is an estimate."""
    cohort = Cohort.of(Y)
    for perfect in (
        cohort.net_benefit(np.where(Y == 1, 0.99, 0.01), cost="1:30"),
        baserate.evaluate({"y": Y, "a": np.where(Y == 1, 0.99, 0.01)}, "y", "a", cost="1:30").score("a"),
    ):
        assert perfect.value == pytest.approx(Y.mean())
        assert perfect.low < Y.mean() < perfect.high
        odds = math.log(Y.mean() / (1 - Y.mean()))
        half = norm.ppf(0.975) / math.sqrt(N * Y.mean() * (1 - Y.mean()))
        right = [1 / (1 + math.exp(-(odds + side * half))) for side in (-1, 1)]
        # The interval of the prevalence, on its log odds, and room for cases not yet missed.
        assert perfect.high == pytest.approx(right[1], abs=0.006)
        assert right[0] - 0.012 < perfect.low < right[0]


def test_strategies_have_their_lower_end_below_their_upper() -> None:
    """E2: treat all at the observed prevalence had 0.0696, 0.096, 0.0."""
    ev = baserate.evaluate({"y": Y, "a": A}, "y", "a", cost="1:9")
    for name in ("treat all", "without a model"):
        found = ev.score(name)
        assert found.low < found.value < found.high
    cohort = Cohort.of(Y)
    whole = default_strategy("treat all", cohort, OBSERVED)
    p, error = Y.mean(), cohort.log_odds_of_prevalence().standard_error
    odds = math.log(p / (1 - p))
    q = norm.ppf(0.975)
    right = [1 / (1 + math.exp(-(odds + side * q * error))) for side in (-1, 1)]
    assert (whole.low, whole.high) == pytest.approx(right, rel=1e-2)


def test_what_is_known_of_a_model_and_a_strategy_at_the_observed_prevalence_is_paired() -> None:
    """Both hang on the same prevalence: the difference is far better known than either."""
    ev = baserate.evaluate({"y": Y, "a": A, "b": B}, "y", ["a", "b"], cost="1:9")
    difference = ev.compare("a", "treat all")
    per_patient = np.where(A >= 0.1, 0.0, np.where(Y == 1, -1.0, 1 / 9))
    assert difference.value == pytest.approx(per_patient.mean())
    plain = 1.96 * per_patient.std(ddof=1) / math.sqrt(N)
    assert (difference.high - difference.low) / 2 == pytest.approx(plain, rel=0.25)
    assert (ev.score("a") - ev.score("treat all")).value == pytest.approx(difference.value)


def test_clusters_that_are_sicker_and_larger_are_seen_in_the_hull() -> None:
    """With clusters, the error at a known prevalence and that of the prevalence go together."""
    rng = np.random.default_rng(9)
    cluster = np.repeat(np.arange(40), 30)
    sick = rng.normal(size=40)
    y = (rng.random(1200) < 1 / (1 + np.exp(2.0 - 0.8 * sick[cluster]))).astype(int)
    score = 1 / (1 + np.exp(-(1.2 * y + 0.8 * sick[cluster] + rng.normal(size=1200) - 2.5)))
    cohort = Cohort.of(y, cluster=cluster)
    found = cohort.net_benefit(score, cost="1:9")
    plain = found.interval(method="adjusted t")
    assert found.method == "hull"
    assert found.high - found.low == pytest.approx(plain.high - plain.low, rel=0.12)


@pytest.mark.parametrize("cluster", [None, np.arange(N) % 60])
def test_the_calibration_loss_does_not_count_the_prevalence_twice(cluster: np.ndarray | None) -> None:
    """Model and recalibration are priced alike, so that their difference hardly moves with the prevalence.

    What is left is the interval with the derivatives of both along a line.
    """
    parts = split(Cohort.of(Y, cluster=cluster), A, OBSERVED)
    for loss in (parts.calibration_corrected, replace(parts.calibration, bounds=(-math.inf, math.inf))):
        low, high, *_ = loss.interval()
        straight = loss.interval(method="adjusted t")
        width = straight.high - straight.low
        assert loss.method == "hull"
        assert (low, high) == pytest.approx((straight.low, straight.high), abs=0.06 * width)


def test_a_recalibration_is_judged_as_well_at_the_observed_prevalence_as_at_that_number() -> None:
    cohort = Cohort.of(Y)
    observed, stated = (
        recalibration_worth(cohort, B, Deployment.of(where, "1:9"))["logistic"].value
        for where in (None, float(Y.mean()))
    )
    assert observed.high - observed.low < 1.3 * (stated.high - stated.low)


@pytest.mark.parametrize("variance", [0.0, 1e-4, 1e-2])
def test_noise_that_no_patient_contributes_is_part_of_the_hull(variance: float) -> None:
    """Once, whether it was added to a term or to the sum."""
    cohort = Cohort.of(Y)
    score = cohort.net_benefit(A, cost="1:9")
    other = cohort.net_benefit(B, cost="1:9")
    noise = {Noise(partial(float, variance)): 1.0}
    quiet = score - other
    for noisy in (replace(quiet, noise=noise), replace(score, noise=noise) - other):
        half = [(one.high - one.low) / 2.0 for one in (quiet, noisy)]
        assert half[1] == pytest.approx(math.hypot(half[0], norm.ppf(0.975) * math.sqrt(variance)), rel=0.02)


def test_beside_what_curves_that_along_a_line_keeps_the_error_of_the_prevalence() -> None:
    """Discrimination from treating none, and a sum with a number that rises along a line."""
    cohort = Cohort.of(Y)
    log_odds, score = cohort.log_odds_of_prevalence(), cohort.net_benefit(A, cost="1:9")
    sharpness = split(cohort, A, OBSERVED).sharpness - default_strategy("treat none", cohort, OBSERVED)
    for number in (sharpness, score + 0.3 * log_odds, score - 0.3 * log_odds):
        low, high, *_ = number.interval()
        straight = number.interval(method="adjusted t")
        assert number.method == "hull"
        assert high - low == pytest.approx(straight.high - straight.low, rel=0.05)


def test_the_same_patients_give_the_same_interval_again_and_again() -> None:
    """What was worked out for one cut-off is not taken for another's that lies where it lay in memory."""
    score, _ = heap()
    cohort, deployment = Cohort.of(Y), Deployment.of("5%", "1:9")
    found = set()
    for number in range(40):
        _ = [np.zeros(10) for _ in range(number % 7)]
        difference = cohort.score(A, deployment) - cohort.score(score, deployment)
        assert difference.method == "hull"
        found.add(difference.interval())
    assert len(found) == 1


def test_beside_a_model_that_jumps_the_other_moves_with_the_prevalence_too() -> None:
    """With the same scores on both sides nothing is left, whatever the prevalence."""
    score, _ = heap()
    cohort, deployment = Cohort.of(Y), Deployment.of("5%", "1:9")
    jumping, moving = cohort.score(score, deployment), cohort.score(A, deployment)
    both = (jumping + moving) - jumping
    assert both.value == pytest.approx(moving.value)
    assert (both.high - both.low) == pytest.approx(
        moving.interval(method="adjusted t").high - moving.interval(method="adjusted t").low, rel=0.05
    )
