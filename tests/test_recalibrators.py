"""Recalibrators: against scikit-learn, root finding and bounded minimisation of the likelihood."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize
from scipy.special import expit
from sklearn import metrics
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from baserate.calibration.recalibrators import (
    ALL,
    BetaCalibration,
    Intercept,
    Isotonic,
    Logistic,
    Recalibrator,
    Slope,
)
from baserate.errors import DataError, MissingValueError, ScoreError
from baserate.scores.sample import ScoreTable
from tests.support.cohorts import simulate_outcomes
from tests.support.oracles import Numbers, Patients, log_odds, probability

SMOOTH = (Intercept, Slope, Logistic, BetaCalibration)
LINES = (Intercept, Slope, Logistic)

RNG = np.random.default_rng(21)
N = 300
S = RNG.beta(1.2, 2.0, N)
Y = simulate_outcomes(RNG, S, 0.4, 0.7).astype(int)
W = RNG.random(N) + 0.2
SKEWED = RNG.beta(0.7, 3.0, N)
SKEWED_Y = (RNG.random(N) < probability(1.0 + 1.5 * np.log(SKEWED) - 0.4 * np.log1p(-SKEWED))).astype(int)


def coefficients(found: Recalibrator) -> list[float]:
    values = vars(found)
    return [float(values[name]) for name in sorted(values)]


def same(one: Recalibrator, other: Recalibrator, rel: float = 1e-8) -> None:
    assert type(one) is type(other)
    if isinstance(one, Isotonic) and isinstance(other, Isotonic):
        assert one.score == pytest.approx(other.score, abs=0)
        assert one.risk == pytest.approx(other.risk, rel=rel)
    else:
        assert coefficients(one) == pytest.approx(coefficients(other), rel=rel, abs=rel)


def negative_log_likelihood(eta: Numbers, y: Numbers, w: Numbers) -> float:
    return float(w @ (np.logaddexp(0.0, eta) - y * eta))


def features(s: Numbers) -> Numbers:
    return np.column_stack((np.log(s), -np.log1p(-s)))


@st.composite
def overlapping(draw: st.DrawFn) -> Patients:
    """Patients whose outcomes overlap firmly: the best line through their log odds is not steep."""
    middle = [0.1, 0.1, 0.4, 0.4, 0.6, 0.6, 0.9, 0.9]
    s = [*middle, *draw(st.lists(st.integers(1, 999).map(lambda k: k / 1000), max_size=25))]
    y = [0, 1] * 4 + draw(st.lists(st.integers(0, 1), min_size=len(s) - 8, max_size=len(s) - 8))
    w = [1.0] * 8 + draw(st.lists(st.floats(0.1, 5.0), min_size=len(s) - 8, max_size=len(s) - 8))
    return Patients(np.array(y, dtype=float), np.array(s), np.array(w))


# Each against another method.


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 64), st.integers(0, 3)), max_size=30),
    st.lists(st.floats(0.0, 1.0), min_size=1, max_size=20),
)
def test_isotonic_predicts_as_scikit_learn_between_and_beyond_the_scores(
    rows: list[tuple[int, int, int]], new: list[float]
) -> None:
    y, step, w = np.array([(0, 20, 1), (1, 40, 1), *rows], dtype=float).T
    s = step / 64
    ours = Isotonic.fit(y, s, sample_weight=w)
    peer = IsotonicRegression(out_of_bounds="clip").fit(s, y, sample_weight=w)
    for at in (s, np.array(new), np.array([0.0, 1.0])):
        assert ours.predict(at) == pytest.approx(peer.predict(at), abs=1e-12)


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
def test_logistic_is_unpenalised_logistic_regression(weight: Any) -> None:
    x = log_odds(S)[:, None]
    peer = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(x, Y, sample_weight=weight)
    found = Logistic.fit(Y, S, sample_weight=weight)
    assert found.intercept == pytest.approx(peer.intercept_[0], abs=1e-6)
    assert found.slope == pytest.approx(peer.coef_[0, 0], abs=1e-6)
    assert found.predict(S) == pytest.approx(peer.predict_proba(x)[:, 1], abs=1e-6)


@settings(max_examples=60)
@given(overlapping())
def test_score_equations_hold(p: Patients) -> None:
    """At the maximum of the likelihood, observed and expected agree along every free direction."""
    x, total = log_odds(p.s), p.w.sum()
    for kind, directions in (
        (Intercept, [np.ones_like(x)]),
        (Slope, [x]),
        (Logistic, [np.ones_like(x), x]),
    ):
        residual = p.w * (p.y - kind.fit(p.y, p.s, sample_weight=p.w).predict(p.s))
        for direction in directions:
            assert residual @ direction / total == pytest.approx(0.0, abs=1e-9)


@settings(max_examples=60)
@given(overlapping())
def test_intercept_and_slope_are_roots_of_the_likelihoods_derivative(p: Patients) -> None:
    x = log_odds(p.s)
    shift = brentq(lambda b: p.w @ (p.y - expit(b + x)), -60.0, 60.0, xtol=1e-13)
    steep = brentq(lambda b: p.w @ ((p.y - expit(b * x)) * x), -60.0, 60.0, xtol=1e-13)
    assert Intercept.fit(p.y, p.s, sample_weight=p.w).intercept == pytest.approx(shift, abs=1e-9)
    assert Slope.fit(p.y, p.s, sample_weight=p.w).slope == pytest.approx(steep, abs=1e-9)


def test_intercept_makes_the_mean_risk_the_prevalence() -> None:
    for weight in (np.ones(N), W):
        moved = Intercept.fit(Y, S, sample_weight=weight).predict(S)
        assert weight @ moved == pytest.approx(weight @ Y, rel=1e-10)


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
def test_beta_calibration_is_logistic_regression_on_two_logarithms(weight: Any) -> None:
    columns = features(SKEWED)
    peer = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(
        columns, SKEWED_Y, sample_weight=weight
    )
    assert peer.coef_.min() > 0
    found = BetaCalibration.fit(SKEWED_Y, SKEWED, sample_weight=weight)
    assert (found.a, found.b) == pytest.approx(tuple(peer.coef_[0]), abs=1e-5)
    assert found.predict(SKEWED) == pytest.approx(peer.predict_proba(columns)[:, 1], abs=1e-6)


@pytest.mark.parametrize("left", ["a", "b"])
def test_beta_calibration_leaves_out_a_feature_whose_coefficient_would_be_negative(left: str) -> None:
    rng = np.random.default_rng(9)
    s = rng.beta(1.0, 1.0, 2000)
    y = (rng.random(2000) < probability(0.5 + features(s) @ [1.8, -0.6])).astype(int)
    if left == "a":
        y, s = 1 - y, 1 - s
    free = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(features(s), y).coef_[0]
    used = [0] if left == "b" else [1]
    assert free[1 - used[0]] < 0.0
    found = BetaCalibration.fit(y, s)
    peer = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(features(s)[:, used], y)
    assert getattr(found, left) == 0.0
    assert found.a + found.b == pytest.approx(peer.coef_[0, 0], abs=1e-5)
    assert found.predict(s) == pytest.approx(peer.predict_proba(features(s)[:, used])[:, 1], abs=1e-6)


def constrained_optimum(y: Numbers, s: Numbers, w: Numbers) -> float:
    """The best log likelihood, negative, with neither coefficient below zero: each face in turn."""
    columns, best = features(s), math.inf
    for used in ([], [0], [1], [0, 1]):
        design = np.column_stack((np.ones(len(s)), columns[:, used]))

        def gradient(b: Numbers, design: Numbers = design) -> Numbers:
            return np.asarray(design.T @ (w * (expit(design @ b) - y)))

        def loss(b: Numbers, design: Numbers = design) -> float:
            return negative_log_likelihood(design @ b, y, w)

        bounds = [(None, None)] + [(0.0, None)] * len(used)
        start = np.full(1 + len(used), 0.5)
        found = minimize(loss, start, jac=gradient, bounds=bounds, method="L-BFGS-B", tol=1e-14)
        best = min(best, float(found.fun))
    return best


@settings(max_examples=20)
@given(overlapping())
def test_beta_calibration_is_the_best_that_keeps_the_order(p: Patients) -> None:
    found = BetaCalibration.fit(p.y, p.s, sample_weight=p.w)
    assert found.a >= 0.0
    assert found.b >= 0.0
    eta = found.intercept + features(p.s) @ np.array([found.a, found.b])
    reached = negative_log_likelihood(eta, p.y, p.w)
    assert reached <= constrained_optimum(p.y, p.s, p.w) + 1e-6
    grid = np.linspace(0.0, 1.0, 51)
    assert np.all(np.diff(found.predict(grid)) >= 0.0)


def test_beta_calibration_with_equal_coefficients_is_logistic_recalibration() -> None:
    grid = np.linspace(0.0, 1.0, 41)
    line, curve = Logistic(0.3, 0.8), BetaCalibration(0.8, 0.8, 0.3)
    assert curve.predict(grid) == pytest.approx(line.predict(grid), abs=1e-14)


# What should change nothing.


@pytest.mark.parametrize("kind", ALL)
def test_a_weight_of_two_is_the_row_twice(kind: type[Recalibrator]) -> None:
    weight = RNG.integers(0, 4, N)
    same(
        kind.fit(Y, S, sample_weight=weight),
        kind.fit(np.repeat(Y, weight), np.repeat(S, weight)),
    )


@pytest.mark.parametrize("scale", [1e-200, 1e-60, 1e-8, 3.0, 1e8, 1e60, 1e200])
@pytest.mark.parametrize("kind", ALL)
def test_the_scale_of_weights_changes_nothing(kind: type[Recalibrator], scale: float) -> None:
    same(kind.fit(Y, S, sample_weight=W), kind.fit(Y, S, sample_weight=scale * W))


@pytest.mark.parametrize("kind", ALL)
def test_one_patient_of_hardly_any_weight_changes_hardly_anything(kind: type[Recalibrator]) -> None:
    near = kind.fit([*Y, 1], [*S, 1e-5], sample_weight=[*np.ones(N), 1e-30])
    at = np.linspace(0.01, 0.99, 50)
    inner = at[(at >= S.min()) & (at <= S.max())]
    assert near.predict(inner) == pytest.approx(kind.fit(Y, S).predict(inner), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("kind", ALL)
def test_a_table_is_as_good_as_rows(kind: type[Recalibrator]) -> None:
    ties = np.round(0.98 * S + 0.01, 2)
    for weight in (None, W):
        table = ScoreTable.from_arrays(Y, ties, weight)
        same(kind.fit(table), kind.fit(Y, ties, sample_weight=weight))


@pytest.mark.parametrize("kind", ALL)
def test_the_order_of_the_rows_changes_nothing(kind: type[Recalibrator]) -> None:
    order = np.random.default_rng(1).permutation(N)
    same(kind.fit(Y, S, sample_weight=W), kind.fit(Y[order], S[order], sample_weight=W[order]))


@settings(max_examples=60)
@given(overlapping())
def test_flipping_outcomes_and_scores_turns_every_recalibrator_round(p: Patients) -> None:
    for kind in LINES:
        found = kind.fit(p.y, p.s, sample_weight=p.w)
        turned = kind.fit(1 - p.y, 1 - p.s, sample_weight=p.w)
        signs = [-1.0 if name == "intercept" else 1.0 for name in sorted(vars(found))]
        expected = [sign * value for sign, value in zip(signs, coefficients(found), strict=True)]
        assert coefficients(turned) == pytest.approx(expected, abs=1e-7)
    beta = BetaCalibration.fit(p.y, p.s, sample_weight=p.w)
    back = BetaCalibration.fit(1 - p.y, 1 - p.s, sample_weight=p.w)
    swapped = (beta.b, beta.a, -beta.intercept)
    assert (back.a, back.b, back.intercept) == pytest.approx(swapped, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("kind", ALL)
def test_recalibrating_again_finds_nothing_left_to_do(kind: type[Recalibrator]) -> None:
    moved = kind.fit(Y, S).predict(S)
    again = kind.fit(Y, moved).predict(moved)
    # A beta curve of a beta curve is of another family: there may be a little left to do.
    assert again == pytest.approx(moved, abs=2e-3 if kind is BetaCalibration else 1e-8)
    first, second = (metrics.log_loss(Y, p, normalize=False) for p in (moved, again))
    assert first - 1e-3 < second < first + 1e-9


# Scores of exactly 0 and 1.


@pytest.mark.parametrize("kind", SMOOTH)
def test_certain_scores_that_were_right_are_left_out_of_the_fit(kind: type[Recalibrator]) -> None:
    y, s = [0, *Y, 1, 1], [0.0, *S, 1.0, 1.0]
    same(kind.fit(y, s), kind.fit(Y, S))


@pytest.mark.parametrize("kind", SMOOTH)
def test_certain_scores_stay_where_they_are(kind: type[Recalibrator]) -> None:
    ends = kind.fit(Y, S).predict([0.0, 1.0])
    assert ends.tolist() == [0.0, 1.0]
    assert kind.fit(Y, S).predict(np.array([0, 1])).tolist() == [0.0, 1.0]
    assert kind.fit(Y, S).predict(np.array([0, 1], dtype=np.float32)).tolist() == [0.0, 1.0]


@pytest.mark.parametrize(("label", "score"), [(1, 0.0), (0, 1.0)])
@pytest.mark.parametrize("kind", SMOOTH)
def test_certain_scores_that_were_wrong_are_refused(
    kind: type[Recalibrator], label: int, score: float
) -> None:
    with pytest.raises(ScoreError, match="exactly 0 or 1 of 2 patients were wrong"):
        kind.fit([*Y, label, label], [*S, score, score])
    same(kind.fit([*Y, label], [*S, score], sample_weight=[*np.ones(N), 0.0]), kind.fit(Y, S))
    (moved,) = Isotonic.fit([*Y, label], [*S, score]).predict([score])
    assert 0.0 < moved < 1.0


@pytest.mark.parametrize("kind", SMOOTH)
def test_one_outcome_among_the_uncertain_is_refused(kind: type[Recalibrator]) -> None:
    for y, s in (([0, 1, 1], [0.0, 0.3, 0.7]), ([0, 0, 1], [0.2, 0.7, 1.0]), ([0, 1], [0.0, 1.0])):
        with pytest.raises(ScoreError, match="only one outcome"):
            kind.fit(y, s)


# Data through which no finite line fits best.

SEPARATED = {
    "apart": ([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9]),
    "apart, and on one side of a half": ([0, 0, 1, 1], [0.01, 0.02, 0.2, 0.3]),
    "touching": ([0, 0, 1, 1], [0.1, 0.5, 0.5, 0.9]),
    "touching at a tie of many": ([0, 0, 1, 1, 0, 1, 1], [0.1, 0.3, 0.3, 0.9, 0.3, 0.3, 0.3]),
    "upside down": ([1, 1, 0, 0], [0.1, 0.2, 0.8, 0.9]),
    "upside down, touching": ([1, 1, 0, 0], [0.1, 0.5, 0.5, 0.9]),
    "two scores, one of them pure": ([0, 1, 1, 1], [0.3, 0.3, 0.7, 0.7]),
    "one patient of each": ([0, 1], [0.4, 0.6]),
    "extreme": ([0, 0, 1, 1], [1e-300, 1e-10, 0.5, 1 - 1e-16]),
    "hardly apart": ([0, 0, 1, 1], [0.3, 0.4, np.nextafter(0.4, 1), 0.5]),
    "weighted": ([0, 0, 1, 1] * 5, [0.1, 0.5, 0.5, 0.9] * 5),
}


@pytest.mark.parametrize("name", SEPARATED)
def test_separated_outcomes_have_no_logistic_recalibration(name: str) -> None:
    y, s = SEPARATED[name]
    with pytest.raises(ScoreError):
        Logistic.fit(y, s)
    with pytest.raises(ScoreError):
        Logistic.fit(y, s, sample_weight=1e6 * np.arange(1, len(y) + 1))


@given(st.lists(st.integers(1, 99), min_size=3, max_size=20, unique=True), st.data())
def test_outcomes_that_touch_in_one_score_are_separated(steps: list[int], data: st.DataObject) -> None:
    s = np.sort(np.array(steps)) / 100
    cut = s[data.draw(st.integers(0, len(s) - 1))]
    y = np.append((s >= cut).astype(int), 0)
    assume(0 < y.sum() < len(y))
    for outcome in (y, 1 - y):
        with pytest.raises(ScoreError):
            Logistic.fit(outcome, np.append(s, cut))


@pytest.mark.parametrize(
    ("y", "s"),
    [
        ([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9]),
        ([0, 0, 1, 1], [0.1, 0.5, 0.5, 0.9]),
        ([1, 1, 0, 0], [0.1, 0.2, 0.8, 0.9]),
        ([1, 1, 0], [0.6, 0.7, 0.5]),
        ([0, 1], [0.49, 0.51]),
        ([0, 1] * 50, [0.001, 0.999] * 50),
    ],
)
def test_a_slope_without_end_is_refused(y: list[int], s: list[float]) -> None:
    """Every uncertain patient lies on the right side of one half, or every one on the wrong side."""
    with pytest.raises(ScoreError):
        Slope.fit(y, s)


@pytest.mark.parametrize("name", SEPARATED)
def test_beta_calibration_of_separated_outcomes_is_refused(name: str) -> None:
    y, s = (np.array(column, dtype=float) for column in SEPARATED[name])
    with pytest.raises(ScoreError):
        BetaCalibration.fit(y, s)


@pytest.mark.parametrize("name", SEPARATED)
def test_an_intercept_needs_no_overlap(name: str) -> None:
    y, s = (np.array(column, dtype=float) for column in SEPARATED[name])
    assert Intercept.fit(y, s).predict(s).sum() == pytest.approx(y.sum(), abs=1e-8)


def test_tied_scores() -> None:
    y, s = [0, 1, 1], [0.3] * 3
    assert Intercept.fit(y, s).intercept == pytest.approx(log_odds(2 / 3) - log_odds(0.3))
    assert Slope.fit(y, s).slope == pytest.approx(log_odds(2 / 3) / log_odds(0.3))
    assert Isotonic.fit(y, s).predict([0.0, 0.3, 1.0]) == pytest.approx([2 / 3] * 3)
    with pytest.raises(ScoreError, match="Use Intercept"):
        Logistic.fit(y, s)
    with pytest.raises(ScoreError, match="too few for three coefficients"):
        BetaCalibration.fit(y, s)
    with pytest.raises(ScoreError, match="one half"):
        Slope.fit(y, [0.5] * 3)
    assert Intercept.fit(y, [0.5] * 3).intercept == pytest.approx(math.log(2))


def test_two_distinct_scores_are_fitted_exactly() -> None:
    y, s = [0, 1, 0, 1, 1], [0.3, 0.3, 0.7, 0.7, 0.7]
    assert Logistic.fit(y, s).predict([0.3, 0.7]) == pytest.approx([1 / 2, 2 / 3], abs=1e-9)
    with pytest.raises(ScoreError, match="2 distinct scores"):
        BetaCalibration.fit(y, s)


def test_three_distinct_scores_are_fitted_exactly_when_the_shares_allow() -> None:
    s = np.array([0.2, 0.5, 0.7])
    risk = probability(0.3 + features(s) @ [1.2, 0.4])
    y, weight = np.repeat([1, 0], 3), np.concatenate((risk, 1 - risk))
    found = BetaCalibration.fit(y, np.tile(s, 2), sample_weight=weight)
    assert (found.a, found.b, found.intercept) == pytest.approx((1.2, 0.4, 0.3), abs=1e-8)


# Extremes.


@pytest.mark.parametrize("tiny", [1e-8, 1e-11, 1e-13, 1e-20, 1e-100, 1e-300])
def test_an_intercept_is_found_however_small_the_scores(tiny: float) -> None:
    y, s = [0, 1] * 5, [tiny] * 10
    assert Intercept.fit(y, s).intercept == pytest.approx(-log_odds(tiny), rel=1e-9)


@pytest.mark.parametrize("gap", [1e-8, 1e-11, 1e-13, 1e-16])
def test_an_intercept_is_found_however_near_one_the_scores(gap: float) -> None:
    y, s = [0, 0, 0, 1], [1 - gap] * 4
    assert Intercept.fit(y, s).intercept == pytest.approx(log_odds(0.25) - log_odds(1 - gap), rel=1e-9)


@settings(max_examples=60)
@given(st.floats(-300.0, -1.0), st.floats(0.1, 3.0), st.integers(0, 1000))
def test_an_intercept_is_found_for_any_mix_of_scores(power: float, width: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    s = 10.0 ** np.maximum(power + width * rng.normal(size=30), -300.0).clip(max=-0.01)
    y = np.append([0.0, 1.0], rng.random(28) < 0.3)
    x = log_odds(s)
    moved = expit(Intercept.fit(y, s).intercept + x)
    assert moved.sum() == pytest.approx(y.sum(), abs=1e-8)


def test_an_intercept_is_found_for_few_confident_mistakes() -> None:
    s = np.array([0.9999, 0.9939, 0.9801, 0.9988, 0.99997, 0.99994, 0.1266, 0.9958])
    y = np.array([0, 0, 0, 0, 1, 0, 0, 0])
    right = brentq(lambda b: expit(b + log_odds(s)).sum() - 1.0, -60.0, 60.0, xtol=1e-13)
    assert Intercept.fit(y, s).intercept == pytest.approx(right, abs=1e-8)


@settings(max_examples=100)
@given(st.integers(0, 10**6))
def test_an_intercept_is_found_whatever_the_weights(seed: int) -> None:
    """Two patients of very unequal weight, with moderate scores, suffice to overshoot."""
    rng = np.random.default_rng(seed)
    s, w = rng.uniform(0.01, 0.99, 2), 10.0 ** rng.uniform(-4, 4, 2)
    y = np.array([1.0, 0.0])
    right = brentq(lambda b: w @ (expit(b + log_odds(s)) - y) / w.sum(), -60.0, 60.0, xtol=1e-13)
    assert Intercept.fit(y, s, sample_weight=w).intercept == pytest.approx(right, abs=1e-5)


def test_a_line_is_found_when_the_patients_who_overlap_weigh_little() -> None:
    """A millionth of the weight overlaps: far from separated, if only just held."""
    s = np.array([1e-5, 0.03, 0.785, 0.785, 0.98, 0.9965])
    y = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    w = np.array([1400.0, 0.4, 0.006, 0.007, 0.006, 9000.0])
    s[3] = 0.784  # the patient with the disease scores just below the one without
    found = Logistic.fit(y, s, sample_weight=w)
    x, residual = log_odds(s), w * (y - found.predict(s))
    assert residual.sum() == pytest.approx(0.0, abs=1e-8)
    assert residual @ x == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("kind", LINES)
def test_extreme_scores_among_others_are_fitted(kind: type[Recalibrator]) -> None:
    y, s = np.array([0, *Y, 1], dtype=float), np.array([1e-300, *S, 1 - 1e-16])
    found = kind.fit(y, s)
    x, residual = log_odds(s), y - found.predict(s)
    if kind is not Slope:
        assert residual.sum() == pytest.approx(0.0, abs=1e-8)
    if kind is not Intercept:
        assert residual @ x == pytest.approx(0.0, abs=1e-6)
    assert np.all(np.isfinite(coefficients(found)))


def test_beta_calibration_of_extreme_scores() -> None:
    y, s = np.array([0, *Y, 1], dtype=float), np.array([1e-300, *S, 1 - 1e-16])
    found = BetaCalibration.fit(y, s)
    eta = found.intercept + features(s) @ np.array([found.a, found.b])
    reached = negative_log_likelihood(eta, y, np.ones(len(y)))
    assert reached <= constrained_optimum(y, s, np.ones(len(y))) + 1e-6


@pytest.mark.parametrize("scale", [1e-2, 1e-4, 1e-6, 1e-9])
def test_beta_calibration_of_a_rare_disease(scale: float) -> None:
    """All scores small: the second feature is tiny, and its coefficient may be large, or dropped."""
    rng = np.random.default_rng(3)
    s = scale * 10.0 ** rng.uniform(-2, 0, 2000)
    y = (rng.random(2000) < 0.05 + 0.2 * (s > 0.1 * scale)).astype(float)
    found = BetaCalibration.fit(y, s)
    eta = found.intercept + features(s) @ np.array([found.a, found.b])
    reached = negative_log_likelihood(eta, y, np.ones(len(y)))
    # Scaled, the second feature is as well behaved as the first.
    best = math.inf
    for used in ([0], [1], [0, 1]):
        columns = (features(s) * [1.0, 1.0 / scale])[:, used]
        columns = (columns - columns.mean(axis=0)) / columns.std(axis=0)
        peer = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(columns, y)
        if peer.coef_.min() >= 0.0:
            best = min(best, negative_log_likelihood(peer.decision_function(columns), y, np.ones(len(y))))
    assert reached == pytest.approx(best, rel=1e-7)


@settings(max_examples=100)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 1),
            st.one_of(
                st.floats(0.0, 1.0),
                st.sampled_from([0.0, 5e-324, 1e-300, 1e-16, 0.5, 1 - 1e-16, 1.0]),
            ),
            st.sampled_from([0.0, 1e-12, 1.0, 1e12]),
        ),
        max_size=12,
    )
)
def test_any_data_give_finite_coefficients_or_an_error(rows: list[tuple[int, float, float]]) -> None:
    y, s, w = zip(*[(0, 0.4, 1.0), (1, 0.6, 1.0), *rows], strict=True)
    for kind in ALL:
        try:
            found = kind.fit(y, s, sample_weight=w)
        except DataError:
            assert kind is not Isotonic
            continue
        moved = found.predict([0.0, 1e-300, 0.2, 0.5, 1 - 1e-16, 1.0])
        assert np.all((moved >= 0.0) & (moved <= 1.0))
        if kind is not Isotonic:
            assert np.all(np.isfinite(coefficients(found)))


# The interface.


@pytest.mark.parametrize("kind", ALL)
def test_predict_checks_its_input(kind: type[Recalibrator]) -> None:
    found = kind.fit(Y, S)
    for wrong in ([0.1, np.nan], [0.1, 1.1], [-0.1], [np.inf], ["a"], ["0.5"]):
        with pytest.raises(ScoreError):
            found.predict(wrong)
    for shape in (np.full((3, 2), 0.5), np.full((3, 3), 0.5), "0.5", 0.5, [[0.1], [0.2, 0.3]]):
        with pytest.raises(DataError):
            found.predict(shape)
    with pytest.raises(MissingValueError):
        found.predict([0.1, None])
    assert found.predict([]).shape == (0,)
    assert found.predict(np.full((3, 1), 0.5)).shape == (3,)


@pytest.mark.parametrize("kind", ALL)
def test_fit_checks_its_input(kind: type[Recalibrator]) -> None:
    with pytest.raises(DataError, match="y_prob is missing"):
        kind.fit(Y)
    with pytest.raises(ScoreError):
        kind.fit(Y, S + 1)
    with pytest.raises(DataError):
        kind.fit(Y, S[:-1])
    with pytest.raises(DataError):
        kind.fit(np.zeros(N), S)


@pytest.mark.parametrize("kind", ALL)
def test_predict_neither_changes_nor_keeps_what_it_is_given(kind: type[Recalibrator]) -> None:
    found = kind.fit(Y, S)
    given_scores = S.copy()
    moved = found.predict(given_scores)
    assert given_scores.tolist() == S.tolist()
    assert not np.shares_memory(moved, given_scores)
    assert moved.dtype == np.float64
    assert found.predict(S.astype(np.float32)) == pytest.approx(moved, abs=0.05 if kind is Isotonic else 1e-6)


@pytest.mark.parametrize("kind", ALL)
def test_recalibrators_are_frozen_hashable_and_named(kind: type[Recalibrator]) -> None:
    found = kind.fit(Y, S)
    for name in vars(found):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(found, name, 0.0)
    assert len({found, found}) == 1
    if kind is not Isotonic:
        assert found == kind.fit(Y, S)
        assert hash(found) == hash(kind.fit(Y, S))
        assert kind().predict(S) == pytest.approx(S, rel=1e-12)  # nothing to mend
    assert len({other.name for other in ALL}) == len(ALL)
