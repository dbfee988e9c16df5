"""Calibration measures against scikit-learn, numerical derivatives and simulation; the reliability band."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student
from sklearn.linear_model import LogisticRegression

from baserate import calibration, odds
from baserate.calibration.measures import intercept, observed_expected, reliability, slope
from baserate.calibration.optimism import MOST_BINS
from baserate.calibration.recalibrators import Isotonic
from baserate.errors import ScoreError, SettingError
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate
from tests.support.cohorts import simulate_outcomes
from tests.support.oracles import Numbers, log_odds, probability

Measure = Callable[..., Estimate]
MEASURES: tuple[Measure, ...] = (intercept, slope, observed_expected)
RIGHT = {intercept: 0.0, slope: 1.0, observed_expected: 1.0}

RNG = np.random.default_rng(31)
N = 400
S = RNG.beta(1.5, 4.0, N)
Y = simulate_outcomes(RNG, S, 0.3, 0.8).astype(int)
W = RNG.random(N) + 0.3
HOSPITAL = RNG.integers(0, 25, N)
ROWS = np.flatnonzero(np.arange(N) % 20 == 0)


def calibrated(rng: np.random.Generator, n: int) -> tuple[Numbers, Numbers]:
    """Outcomes and scores of a model that is right."""
    s = np.asarray(probability(rng.normal(-1.0, 1.0, n)))
    return simulate_outcomes(rng, s), s


# Values.


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
def test_slope_is_that_of_a_logistic_regression(weight: Any) -> None:
    peer = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000)
    peer.fit(log_odds(S)[:, None], Y, sample_weight=weight)
    found = slope(Cohort.of(Y, sample_weight=weight), S)
    assert found.value == pytest.approx(peer.coef_[0, 0], abs=1e-6)


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
def test_intercept_makes_observed_and_expected_agree(weight: Any) -> None:
    found = intercept(Cohort.of(Y, sample_weight=weight), S)
    w = np.ones(N) if weight is None else weight
    assert w @ probability(found.value + log_odds(S)) == pytest.approx(w @ Y, rel=1e-10)


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
def test_observed_over_expected_is_a_ratio_of_sums(weight: Any) -> None:
    w = np.ones(N) if weight is None else weight
    found = observed_expected(Cohort.of(Y, sample_weight=weight), S)
    assert found.value == pytest.approx((w @ Y) / (w @ S), rel=1e-12)


@pytest.mark.parametrize("source", [0.05, 0.6])
@pytest.mark.parametrize("measure", MEASURES)
def test_a_source_prevalence_moves_the_scores_first(measure: Measure, source: float) -> None:
    for weight in (None, W):
        cohort = Cohort.of(Y, sample_weight=weight)
        here = float(np.average(Y, weights=weight))
        moved = measure(cohort, odds.adjust(S, source, here))
        assert measure(cohort, S, source_prevalence=source).value == pytest.approx(moved.value, rel=1e-9)


# Contributions and standard errors.


def derivatives(measure: Measure, **asked: Any) -> Numbers:
    """By how much the measure moves as each patient's weight is raised, found by raising it."""
    found = []
    for row in ROWS:
        ends = []
        for step in (1e-4, -1e-4):
            moved = W.copy()
            moved[row] *= 1 + step
            ends.append(measure(Cohort.of(Y, sample_weight=moved), S, **asked).value)
        found.append((ends[0] - ends[1]) / 2e-4)
    return np.array(found)


@pytest.mark.parametrize("source", [None, 0.1])
@pytest.mark.parametrize("measure", MEASURES)
def test_contributions_are_derivatives_by_the_patients_weight(measure: Measure, source: Any) -> None:
    found = measure(Cohort.of(Y, sample_weight=W), S, source_prevalence=source)
    (what,) = found.contributions.values()
    expected = derivatives(measure, source_prevalence=source)
    assert what[ROWS] == pytest.approx(expected, rel=1e-5, abs=1e-8)
    assert what.sum() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("measure", MEASURES)
def test_clusters_are_left_out_one_by_one(measure: Measure) -> None:
    found = measure(Cohort.of(Y, cluster=HOSPITAL), S)
    left = [measure(Cohort.of(Y[h != HOSPITAL]), S[h != HOSPITAL]).value for h in range(25)]
    right = math.sqrt(24 / 25 * sum((value - found.value) ** 2 for value in left))
    # A fit without a cluster moves along a curve, of which contributions know the slope.
    assert found.standard_error == pytest.approx(right, rel=0.03)
    assert found.value == measure(Cohort.of(Y), S).value


@pytest.mark.parametrize("measure", MEASURES)
def test_every_patient_twice_in_one_cluster_is_as_sure_as_once(measure: Measure) -> None:
    once = measure(Cohort.of(Y), S)
    twice = measure(Cohort.of(np.tile(Y, 2), cluster=np.tile(np.arange(N), 2)), np.tile(S, 2))
    assert twice.value == pytest.approx(once.value, rel=1e-9)
    assert twice.standard_error == pytest.approx(once.standard_error, rel=0.01)


@pytest.mark.parametrize("measure", MEASURES)
def test_the_scale_of_weights_changes_nothing(measure: Measure) -> None:
    plain = measure(Cohort.of(Y, sample_weight=W), S)
    for scale in (1e-60, 1e-3, 1e60):
        other = measure(Cohort.of(Y, sample_weight=scale * W), S)
        assert other.value == pytest.approx(plain.value, rel=1e-9)
        assert other.standard_error == pytest.approx(plain.standard_error, rel=1e-7)


def test_standard_errors_of_a_calibrated_model_are_those_of_the_information() -> None:
    y, s = calibrated(np.random.default_rng(1), 20_000)
    v, x = s * (1 - s), log_odds(s)
    assert intercept(Cohort.of(y), s).standard_error == pytest.approx(1 / math.sqrt(v.sum()), rel=0.03)
    middle = v @ x / v.sum()
    expected = 1 / math.sqrt(v @ (x - middle) ** 2)
    assert slope(Cohort.of(y), s).standard_error == pytest.approx(expected, rel=0.03)


SAMPLES = 400


@pytest.fixture(scope="module")
def samples() -> list[tuple[Cohort, Numbers]]:
    rng = np.random.default_rng(2)
    made = [calibrated(rng, 500) for _ in range(SAMPLES)]
    return [(Cohort.of(y), s) for y, s in made]


@pytest.mark.parametrize("source", [None, 0.3], ids=["as they are", "moved"])
@pytest.mark.parametrize("measure", MEASURES)
def test_standard_errors_are_the_spread_over_samples_and_intervals_cover(
    measure: Measure, source: Any, samples: list[tuple[Cohort, Numbers]]
) -> None:
    """Scores right for this population, or for one where the disease is as common as the source."""
    here = float(np.mean([cohort.label.mean() for cohort, _ in samples]))
    found = [
        measure(cohort, s if source is None else odds.adjust(s, here, source), source_prevalence=source)
        for cohort, s in samples
    ]
    values = np.array([one.value for one in found])
    errors = np.array([one.standard_error for one in found])
    # The spread over 400 samples is itself known to 3.5 percent.
    assert np.sqrt(np.mean(errors**2)) == pytest.approx(values.std(ddof=1), rel=0.12)
    covered = np.mean([one.low <= RIGHT[measure] <= one.high for one in found])
    assert 0.92 <= covered <= 0.98


@pytest.mark.parametrize("measure", MEASURES)
def test_standard_errors_agree_with_the_bootstrap(measure: Measure) -> None:
    rng = np.random.default_rng(3)
    values = []
    for _ in range(400):
        rows = rng.integers(0, N, N)
        values.append(measure(Cohort.of(Y[rows], sample_weight=W[rows]), S[rows]).value)
    found = measure(Cohort.of(Y, sample_weight=W), S)
    assert found.standard_error == pytest.approx(float(np.std(values)), rel=0.12)


def test_miscalibration_is_found_in_the_right_direction() -> None:
    y, s = calibrated(np.random.default_rng(4), 4_000)
    cohort = Cohort.of(y)
    extreme = probability(2.0 * log_odds(s))
    assert slope(cohort, extreme).high < 0.7
    assert slope(cohort, probability(0.5 * log_odds(s))).low > 1.5
    assert intercept(cohort, probability(log_odds(s) + 1.0)).high < -0.8
    assert observed_expected(cohort, probability(log_odds(s) + 1.0)).high < 0.9
    assert observed_expected(cohort, probability(log_odds(s) - 1.0)).low > 1.1


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99, 0.999999])
def test_interval_of_observed_over_expected_is_symmetric_on_the_logarithm(level: float) -> None:
    found = observed_expected(Cohort.of(Y), S)
    interval = found.interval(level)
    assert interval.method == "log"
    assert interval.low > 0.0
    assert interval.low * interval.high == pytest.approx(found.value**2, rel=1e-12)
    half = student.ppf((1 + level) / 2, found.spread.degrees) * found.standard_error / found.value
    assert math.log(interval.high / found.value) == pytest.approx(half, rel=1e-9)


def test_a_multiple_of_observed_over_expected_keeps_its_interval() -> None:
    found = observed_expected(Cohort.of(Y), S)
    assert (100 * found).low == pytest.approx(100 * found.low)
    assert (100 * found).high == pytest.approx(100 * found.high)


def test_differences_of_measures_are_paired() -> None:
    cohort = Cohort.of(Y)
    other = probability(0.9 * log_odds(S))
    both = slope(cohort, S) - slope(cohort, other)
    assert both.value == pytest.approx(slope(cohort, S).value * (1 - 1 / 0.9), rel=1e-8)
    assert both.standard_error == pytest.approx(slope(cohort, S).standard_error * (1 / 0.9 - 1), rel=1e-6)


# Certain scores.


@pytest.mark.parametrize("measure", [intercept, slope])
def test_certain_scores_that_were_right_change_neither_value_nor_standard_error(measure: Measure) -> None:
    plain = measure(Cohort.of(Y), S)
    more = measure(Cohort.of([0, 0, *Y, 1, 1]), [0.0, 0.0, *S, 1.0, 1.0])
    assert more.value == pytest.approx(plain.value, rel=1e-9)
    assert more.standard_error == pytest.approx(plain.standard_error, rel=0.02)
    assert np.isfinite([more.low, more.high]).all()


@pytest.mark.parametrize("measure", [intercept, slope])
def test_certain_scores_that_were_wrong_are_refused_where_they_count(measure: Measure) -> None:
    y, s = [*Y, 1], [*S, 0.0]
    with pytest.raises(ScoreError, match="were wrong"):
        measure(Cohort.of(y), s)
    free = measure(Cohort.of(y, sample_weight=[*np.ones(N), 0.0]), s)
    assert free.value == pytest.approx(measure(Cohort.of(Y), S).value, rel=1e-9)
    assert math.isfinite(free.standard_error)


def test_observed_over_expected_takes_certain_scores_that_were_wrong() -> None:
    y, s = np.array([*Y, 1, 0]), np.array([*S, 0.0, 1.0])
    assert observed_expected(Cohort.of(y), s).value == pytest.approx(y.sum() / s.sum())


def test_every_score_zero_is_refused() -> None:
    with pytest.raises(SettingError, match="every score is 0"):
        observed_expected(Cohort.of(Y), np.zeros(N))
    for measure in (intercept, slope):
        with pytest.raises(ScoreError):
            measure(Cohort.of(Y), np.zeros(N))


def test_scores_without_a_slope_are_refused() -> None:
    with pytest.raises(ScoreError, match="every score is the same"):
        slope(Cohort.of(Y), np.full(N, 0.3))
    with pytest.raises(ScoreError):
        slope(Cohort.of(Y), np.where(Y == 1, 0.7, 0.3))
    tied = intercept(Cohort.of(Y), np.full(N, 0.3))
    assert tied.value == pytest.approx(log_odds(Y.mean()) - log_odds(0.3), rel=1e-9)
    assert tied.standard_error == pytest.approx(1 / math.sqrt(N * Y.mean() * (1 - Y.mean())), rel=0.01)


@pytest.mark.parametrize("measure", MEASURES)
def test_scores_are_checked(measure: Measure) -> None:
    with pytest.raises(ScoreError):
        measure(Cohort.of(Y), S + 1)
    with pytest.raises(SettingError):
        measure(Cohort.of(Y), S, source_prevalence=1.5)


def test_recalibrated_scores_measure_as_right() -> None:
    cohort = Cohort.of(Y, sample_weight=W)
    moved = calibration.Logistic.fit(Y, S, sample_weight=W).predict(S)
    assert intercept(cohort, moved).value == pytest.approx(0.0, abs=1e-9)
    assert slope(cohort, moved).value == pytest.approx(1.0, abs=1e-9)
    assert observed_expected(cohort, moved).value == pytest.approx(1.0, abs=1e-9)


# The reliability diagram.


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
def test_reliability_shows_the_isotonic_fit_and_adds_up(weight: Any) -> None:
    s = np.round(S, 2)
    found = reliability(Cohort.of(Y, sample_weight=weight), s, resamples=20)
    fit = Isotonic.fit(Y, s, sample_weight=weight)
    for ends in (found.first, found.last):
        assert fit.predict(ends) == pytest.approx(found.risk, abs=1e-12)
    w = np.ones(N) if weight is None else weight
    assert found.weight.sum() == pytest.approx(w.sum())
    assert found.events.sum() == pytest.approx(w @ Y)
    assert found.events / found.weight == pytest.approx(found.risk)
    for k, (first, last) in enumerate(zip(found.first, found.last, strict=True)):
        inside = (s >= first) & (s <= last)
        assert found.score[k] == pytest.approx(np.average(s[inside], weights=w[inside]))
        assert found.weight[k] == pytest.approx(w[inside].sum())
    assert found.at.tolist() == np.unique(s).tolist()
    assert np.all(found.low <= found.high)
    assert np.all(np.diff(found.low) >= 0)
    assert np.all(np.diff(found.high) >= 0)


def test_outside_are_the_scores_whose_fit_leaves_the_band() -> None:
    differing = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        s, w = np.round(rng.random(60), 2) * 0.9 + 0.05, rng.random(60)
        y = (rng.random(60) < s).astype(int)
        y[:20] = [0, 1] * 10
        found = reliability(Cohort.of(y, sample_weight=w), s, resamples=20)
        at = np.unique(s)
        fit = Isotonic.fit(y, s, sample_weight=w).predict(at)
        # Ends of the band that the fit touches up to rounding may go either way.
        clear = np.minimum(np.abs(fit - found.low), np.abs(fit - found.high)) > 1e-9
        beyond = (fit < found.low) | (fit > found.high)
        reported = np.min(np.abs(at[:, None] - np.append(found.outside, 9.0)), axis=1) < 1e-9
        differing += int(np.count_nonzero((beyond != reported) & clear))
    assert differing == 0


def test_reliability_moves_scores_from_their_source_prevalence() -> None:
    cohort = Cohort.of(Y)
    moved = reliability(cohort, odds.adjust(S, 0.1, float(Y.mean())), resamples=20)
    found = reliability(cohort, S, source_prevalence=0.1, resamples=20)
    assert found.first == pytest.approx(moved.first)
    assert found.low == pytest.approx(moved.low)
    assert found.high == pytest.approx(moved.high)


@pytest.mark.parametrize("level", [0.5, 0.9])
def test_the_band_holds_the_fit_of_a_calibrated_model_at_its_level(level: float) -> None:
    rng = np.random.default_rng(5)
    s = np.tile(np.linspace(0.02, 0.98, 25), 16)
    inside = []
    for _ in range(100):
        y = (rng.random(len(s)) < s).astype(int)
        found = reliability(Cohort.of(y), s, level=level, resamples=100, seed=int(rng.integers(2**31)))
        fit = Isotonic.fit(y, s).predict(found.at)
        inside.append((fit >= found.low - 1e-12) & (fit <= found.high + 1e-12))
    share = np.mean(inside, axis=0)[3:-3]
    assert share.mean() == pytest.approx(level, abs=0.06)
    assert np.all(np.abs(share - level) < 0.2)


def test_the_band_is_where_the_fit_falls_when_outcomes_are_drawn_at_the_scores() -> None:
    rng = np.random.default_rng(6)
    s = np.round(S, 1).clip(0.1, 0.9)
    found = reliability(Cohort.of(Y), s, level=0.8, resamples=2_000)
    drawn = (rng.random((1_000, N)) < s).astype(int)
    fits = [Isotonic.fit(y, s).predict(found.at) for y in drawn]
    low, high = np.quantile(fits, (0.1, 0.9), axis=0)
    width = high - low
    assert np.all(np.abs(found.low - low) < 0.15 * width + 1e-9)
    assert np.all(np.abs(found.high - high) < 0.15 * width + 1e-9)


def test_a_badly_calibrated_model_leaves_the_band() -> None:
    y, s = calibrated(np.random.default_rng(7), 2_000)
    cohort = Cohort.of(y)
    wrong = reliability(cohort, s**3)
    assert len(wrong.outside) > 0.5 * len(wrong.at)
    assert len(reliability(cohort, s, level=0.99).outside) < 0.1 * N
    assert np.isin(wrong.outside, wrong.at).all()


def test_certain_scores_have_a_band_without_width() -> None:
    s = np.where(np.arange(N) < 20, 0.0, np.where(np.arange(N) >= N - 20, 1.0, S))
    found = reliability(Cohort.of(Y), s, resamples=50)
    assert (found.low[0], found.high[0]) == (0.0, 0.0)
    assert (found.low[-1], found.high[-1]) == (1.0, 1.0)
    wrong = Y[:20].any()
    assert (0.0 in found.outside) == bool(wrong)


def test_the_seed_makes_the_band_reproducible() -> None:
    cohort = Cohort.of(Y)
    one, two, other = (reliability(cohort, S, seed=seed) for seed in (1, 1, 2))
    assert one.low.tolist() == two.low.tolist()
    assert one.high.tolist() == two.high.tolist()
    assert one.high.tolist() != other.high.tolist()
    assert one.risk.tolist() == other.risk.tolist()


def test_a_higher_level_has_a_wider_band() -> None:
    narrow, wide = (reliability(Cohort.of(Y), S, level=level) for level in (0.5, 0.95))
    assert np.all(wide.low <= narrow.low)
    assert np.all(wide.high >= narrow.high)
    assert (narrow.level, wide.level) == (0.5, 0.95)


def test_level_and_resamples_are_checked() -> None:
    cohort = Cohort.of(Y)
    for level in (0.0, 1.0, 95, -0.1, math.nan, "0.9"):
        with pytest.raises(SettingError, match="level"):
            reliability(cohort, S, level=level)
    for resamples in (1, 0, -5, 10.0, True, "200"):
        with pytest.raises(SettingError, match="resamples"):
            reliability(cohort, S, resamples=resamples)


@pytest.mark.parametrize("scale", [1e-40, 1e-30, 1e30])
def test_the_scale_of_weights_does_not_change_the_band(scale: float) -> None:
    plain = reliability(Cohort.of(Y, sample_weight=W), np.round(S, 1), resamples=50)
    other = reliability(Cohort.of(Y, sample_weight=scale * W), np.round(S, 1), resamples=50)
    assert other.low == pytest.approx(plain.low)
    assert other.high == pytest.approx(plain.high)


def test_equal_weights_have_the_band_of_no_weights() -> None:
    s = np.round(S, 2)
    plain = reliability(Cohort.of(Y), s, resamples=50)
    other = reliability(Cohort.of(Y, sample_weight=np.full(N, 0.7)), s, resamples=50)
    assert other.low == pytest.approx(plain.low)
    assert other.high == pytest.approx(plain.high)


def test_the_band_of_many_distinct_scores_is_close_to_the_exact_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    y, s = calibrated(np.random.default_rng(8), 3 * MOST_BINS)
    cohort = Cohort.of(y)
    found = reliability(cohort, s, resamples=100)
    assert len(found.at) <= 2 * MOST_BINS < len(np.unique(s))
    monkeypatch.setattr("baserate.calibration.optimism.MOST_BINS", len(s))
    exact = reliability(cohort, s, resamples=100)
    assert len(exact.at) == len(np.unique(s))
    assert found.risk.tolist() == exact.risk.tolist()
    inner = (found.at > 0.05) & (found.at < 0.8)
    for ours, theirs in ((found.low, exact.low), (found.high, exact.high)):
        there = np.interp(found.at, exact.at, theirs)
        assert np.abs(ours - there)[inner].mean() < 0.01
        assert np.abs(ours - there)[inner].max() < 0.06
