"""Every comparator against another implementation, or against its definition computed the slow way."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hmeasure import h_score
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import beta as beta_distribution
from sklearn import metrics as sklearn_metrics
from sklearn.isotonic import IsotonicRegression

from baserate import Beta, Cost, ScoreTable, Sites, Uniform, auc, odds
from baserate.comparators import (
    auc_pr,
    average_precision,
    brier,
    decision_curve_area,
    expected_calibration_error,
    h_measure,
    h_measure_calibrated,
    log_loss,
    net_interventions_avoided,
    standardised_net_benefit,
    youden,
)
from baserate.errors import SettingError
from baserate.scores.isotonic import isotonic, recalibrated
from tests.support import oracles
from tests.support.oracles import Patients
from tests.support.strategies import SCORES, patients, ranges

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from dcurves import dca

Numbers = NDArray[np.float64]

# Every comparator, with settings that need a choice.
ALL: dict[str, Callable[..., float]] = {
    function.__name__: function
    for function in (
        auc_pr,
        average_precision,
        brier,
        expected_calibration_error,
        h_measure,
        h_measure_calibrated,
        log_loss,
        youden,
    )
} | {
    "decision_curve_area": lambda *p, **w: decision_curve_area(*p, cost=(0.05, 0.4), prevalence=0.2, **w),
    "net_interventions_avoided": lambda *p, **w: net_interventions_avoided(*p, cost="1:9", **w),
    "standardised_net_benefit": lambda *p, **w: standardised_net_benefit(*p, cost="1:9", **w),
}


def draw(seed: int, digits: int = 16, n: int = 300) -> Patients:
    """Scores that are informative but not calibrated, with ties when they have few digits."""
    rng = np.random.default_rng(seed)
    s = np.round(rng.beta(1.0, 3.0, n), digits)
    y = (rng.random(n) < 0.1 + 0.7 * s).astype(float)
    return Patients(y, s, rng.uniform(0.1, 5.0, n))


DIGITS = pytest.mark.parametrize("digits", [1, 2, 16])


@DIGITS
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_has_the_same_scores(digits: int, weighted: bool) -> None:
    p = draw(digits, digits)
    weight = {"sample_weight": p.w} if weighted else {}
    inner = np.clip(p.s, 1e-6, 1 - 1e-6)  # scikit-learn clips what would be infinite
    assert brier(p.y, p.s, **weight) == pytest.approx(sklearn_metrics.brier_score_loss(p.y, p.s, **weight))
    assert log_loss(p.y, inner, **weight) == pytest.approx(sklearn_metrics.log_loss(p.y, inner, **weight))
    assert average_precision(p.y, p.s, **weight) == pytest.approx(
        sklearn_metrics.average_precision_score(p.y, p.s, **weight)
    )
    fpr, tpr, _ = sklearn_metrics.roc_curve(p.y, p.s, drop_intermediate=False, **weight)
    assert youden(p.y, p.s, **weight) == pytest.approx(np.max(tpr - fpr))


def test_log_loss_is_infinite_only_when_a_certain_prediction_is_wrong() -> None:
    assert log_loss([0, 1, 1], [0.0, 1.0, 0.5]) == pytest.approx(np.log(2) / 3)
    assert str(log_loss([0, 1], [0.0, 1.0])) == "0.0"
    assert log_loss([0, 1], [0.0, 0.0]) == log_loss([0, 1], [1.0, 1.0]) == np.inf
    assert log_loss([0, 1, 1], [0.0, 1.0, 0.0], sample_weight=[1, 1, 0]) == 0.0


@DIGITS
@pytest.mark.parametrize("bins", [1, 10, 15, 100])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_expected_calibration_error_bin_by_bin(bins: int, digits: int, kind: Any) -> None:
    p = draw(bins, digits)
    s = np.append(p.s, [0.0, 1.0]).astype(kind)
    y, w = np.append(p.y, [1.0, 0.0]), np.append(p.w, [2.0, 3.0])
    total = 0.0
    for k in range(bins):
        low, high = kind(k / bins), kind((k + 1) / bins)
        inside = (s >= low) & ((s < high) | (k == bins - 1))
        if inside.any():
            share = w[inside].sum() / w.sum()
            gap = np.average(s[inside].astype(float), weights=w[inside]) - np.average(
                y[inside], weights=w[inside]
            )
            total += share * abs(gap)
    assert expected_calibration_error(y, s, bins=bins, sample_weight=w) == pytest.approx(total, abs=1e-12)


def step_by_step(p: Patients, steps: int) -> Numbers:
    """True and false positives as the threshold falls, moving linearly between two scores."""
    true, false = [0.0], [0.0]
    for score in np.unique(p.s)[::-1]:
        here = p.s == score
        more_true, more_false = p.w[here & (p.y == 1)].sum(), p.w[here & (p.y == 0)].sum()
        share = np.arange(1, steps + 1) / steps
        true, false = [*true, *(true[-1] + share * more_true)], [*false, *(false[-1] + share * more_false)]
    return np.array([true, false])


@DIGITS
def test_auc_pr_by_fine_interpolation(digits: int) -> None:
    p = draw(digits, digits, n=40)
    true, false = step_by_step(p, 2000)
    precision = np.append(true[1] / (true[1] + false[1]), true[1:] / (true[1:] + false[1:]))
    area = np.trapezoid(precision, true) / true[-1]
    assert auc_pr(p.y, p.s, sample_weight=p.w) == pytest.approx(area, abs=1e-6)


def test_auc_pr_of_scores_without_information_is_the_prevalence() -> None:
    p = draw(5)
    assert auc_pr(p.y, np.full(300, 0.3)) == pytest.approx(p.y.mean())
    # Precision falls from 1 to 1/2 in one step, half of the recall: the trapezoid rule says 7/8.
    assert auc_pr([1, 1, 0, 0], [0.9, 0.1, 0.1, 0.1]) == pytest.approx(
        0.5 + 0.5 * (1 / 3 + 2 / 9 * np.log(4)), abs=1e-14
    )


SETTINGS: list[dict[str, Any]] = [
    {},
    {"prevalence": 0.03},
    {"prevalence": "20%", "source_prevalence": 0.1},
    {"prevalence": 0.2, "threshold": 0.25},
]


def rates(
    p: Patients, c: float, prevalence: Any = None, source_prevalence: Any = None, threshold: Any = None
) -> tuple[float, float, float]:
    """Prevalence, true and false positive rate at one cost, by counting."""
    own = float(p.w @ p.y / p.w.sum())
    pi = own if prevalence is None else 0.2 if prevalence == "20%" else prevalence
    source = own if source_prevalence is None else source_prevalence
    treated = odds.adjust(p.s, source, pi) >= c if threshold is None else p.s >= threshold
    case, other = p.w * (p.y == 1), p.w * (p.y == 0)
    return pi, (case @ treated) / case.sum(), (other @ treated) / other.sum()


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("c", [0.02, 0.15, 0.6])
def test_forms_of_net_benefit_by_counting(settings: dict[str, Any], c: float) -> None:
    p = draw(7)
    pi, tpr, fpr = rates(p, c, **settings)
    assert standardised_net_benefit(p.y, p.s, cost=c, sample_weight=p.w, **settings) == pytest.approx(
        tpr - c / (1 - c) * (1 - pi) / pi * fpr
    )
    assert net_interventions_avoided(p.y, p.s, cost=c, sample_weight=p.w, **settings) == pytest.approx(
        (1 - pi) * (1 - fpr) - (1 - c) / c * pi * (1 - tpr), abs=1e-12
    )


@pytest.mark.parametrize("c", [0.02, 0.1, 0.35])
def test_dcurves_net_interventions_avoided(c: float) -> None:
    p = draw(3, digits=3)
    frame = pd.DataFrame({"y": p.y, "s": p.s})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        curve = dca(data=frame, outcome="y", modelnames=["s"], thresholds=[c], nper=100)
    theirs = float(curve.loc[curve["model"] == "s", "net_intervention_avoided"].iloc[0])
    assert 100 * net_interventions_avoided(p.y, p.s, cost=c) == pytest.approx(theirs, abs=1e-9)


def test_net_interventions_avoided_over_a_range_are_their_mean() -> None:
    p = draw(9, n=60)
    axis = oracles.uniform(0.05, 0.3)
    gain = oracles.average(p, axis, oracles.point(0.1), "net_benefit")
    found = net_interventions_avoided(p.y, p.s, cost=0.1, prevalence=Uniform(0.05, 0.3), sample_weight=p.w)
    assert found == pytest.approx(9 * (gain - 0.175), abs=1e-9)


@given(patients(), ranges(), st.sampled_from([None, 0.03, 0.5]))
def test_decision_curve_area_by_quadrature(p: Patients, ends: tuple[float, float], pi: float | None) -> None:
    mean = oracles.average(
        p, oracles.point(p.source_prevalence if pi is None else pi), oracles.uniform(*ends), "net_benefit"
    )
    low, high = ends
    odds_of_cost = np.log((1 - low) / (1 - high)) / (high - low) - 1  # the mean of c/(1-c)
    nobody = odds_of_cost * (1 - (p.source_prevalence if pi is None else pi))
    found = decision_curve_area(p.y, p.s, cost=ends, prevalence=pi, sample_weight=p.w)
    assert found == pytest.approx(mean - nobody, abs=1e-9)


def test_the_ends_of_a_decision_curve_can_be_written_in_any_way() -> None:
    p = draw(2)
    expected = decision_curve_area(p.y, p.s, cost=(1 / 51, 1 / 6))
    for cost in [("1:50", "1:5"), "1:50..1:5", Uniform(1 / 51, 1 / 6), (Cost.ratio(1, 50), Cost.ratio(1, 5))]:
        assert decision_curve_area(p.y, p.s, cost=cost) == pytest.approx(expected, abs=1e-14)


def least_loss(p: Patients, weight: Beta, count: int = 20_000) -> float:
    """H from its definition: at each cost the threshold with the least loss, found by trying all."""
    c = beta_distribution.ppf((np.arange(count) + 0.5) / count, weight.alpha, weight.beta)
    case, other = p.w * p.y / p.w.sum(), p.w * (1 - p.y) / p.w.sum()
    losses = [c * other[p.s >= t].sum() + (1 - c) * case[p.s < t].sum() for t in [*np.unique(p.s), np.inf]]
    return float(1 - np.min(losses, axis=0).sum() / np.min([losses[0], losses[-1]], axis=0).sum())


@pytest.mark.parametrize("ratio", [None, 0.1, 1.0, 3.0])
@DIGITS
@pytest.mark.parametrize("seed", range(4))
def test_h_measure_is_that_of_the_hmeasure_package(seed: int, digits: int, ratio: float | None) -> None:
    """Theirs has no fault where scores tie, nor where they mislead: trying every threshold agrees.

    Their severity ratio is the price of a false positive over that of a false negative, as the R
    package says it is; the Python package's docstring has it the other way round.
    """
    p = draw(seed, digits, n=20 + 60 * seed)
    y = 1 - p.y if seed == 3 else p.y  # scores that mislead
    weight = None if ratio is None else Beta(2, 1 + 1 / ratio)
    ours = h_measure(y, p.s, weight=weight)
    assert ours == pytest.approx(h_score(y, p.s, severity_ratio=ratio), abs=1e-9)
    default = Beta(2, 1 + (1 - y).sum() / y.sum())
    assert ours == pytest.approx(least_loss(Patients(y, p.s, np.ones_like(y)), weight or default), abs=1e-6)


def test_h_measure_ranges_from_useless_to_perfect() -> None:
    p = draw(1)
    # Their better Beta (Hand and Anagnostopoulos 2014) is the package's negative severity ratio.
    pi = p.y.mean()
    assert h_measure(p.y, p.s, weight=Beta(1 + pi, 2 - pi)) == pytest.approx(
        h_score(p.y, p.s, severity_ratio=-1), abs=1e-9
    )
    assert h_measure(p.y, np.full(300, 0.5)) == 0.0
    assert h_measure(p.y, 0.2 + 0.1 * p.y) == pytest.approx(1.0)
    assert h_measure_calibrated(p.y, p.y) == pytest.approx(1.0)
    assert h_measure_calibrated(p.y, 1 - p.y) < -1.0


def isotonic_fit(p: Patients) -> Numbers:
    """scikit-learn's, of the ranks, because it takes scores that differ by 1e-16 for equal."""
    rank = np.unique(p.s, return_inverse=True)[1].astype(float)
    return np.asarray(IsotonicRegression().fit(rank, p.y, sample_weight=p.w).predict(rank))


@settings(max_examples=40)  # each makes two tables of weights
@given(patients(), st.floats(0.5, 8.0), st.floats(0.5, 8.0))
def test_h_measures_patient_by_patient(p: Patients, a: float, b: float) -> None:
    """A case with score s loses E[1-c; c > s], another patient E[c; c <= s]: incomplete Betas."""

    def loss(s: Numbers) -> float:
        missed = b / (a + b) * beta_distribution.sf(s, a, b + 1)
        needless = a / (a + b) * beta_distribution.cdf(s, a + 1, b)
        return float(p.w @ np.where(p.y == 1, missed, needless))

    trivial = loss(np.full_like(p.s, p.source_prevalence))
    hull = isotonic_fit(p)
    weight = Beta(a, b)
    assert h_measure_calibrated(p.y, p.s, weight=weight, sample_weight=p.w) == pytest.approx(
        1 - loss(p.s) / trivial, abs=1e-8
    )
    assert h_measure(p.y, p.s, weight=weight, sample_weight=p.w) == pytest.approx(
        1 - loss(hull) / trivial, abs=1e-8
    )


def test_the_calibrated_h_measure_with_even_weight_is_the_brier_skill_score() -> None:
    p = draw(4)
    pi = p.y.mean()
    assert h_measure_calibrated(p.y, p.s, weight=Beta(1, 1)) == pytest.approx(
        1 - brier(p.y, p.s) / (pi * (1 - pi)), abs=1e-12
    )


@settings(max_examples=40)
@given(st.data())
@pytest.mark.parametrize("name", ALL)
def test_a_weight_is_the_row_that_often(name: str, data: st.DataObject) -> None:
    extra = data.draw(st.lists(st.tuples(st.integers(0, 1), SCORES, st.integers(0, 4)), max_size=12))
    y, s, w = (np.array(column) for column in zip((0, 0.25, 2), (1, 0.5, 1), *extra, strict=True))
    rows = ALL[name](np.repeat(y, w), np.repeat(s, w))
    assert ALL[name](y, s, sample_weight=w) == pytest.approx(rows, abs=1e-9)
    assert ALL[name](ScoreTable.from_arrays(y, s, w)) == pytest.approx(rows, abs=1e-9)


@pytest.mark.parametrize("name", ["auc_pr", "average_precision", "h_measure", "youden"])
def test_only_the_order_of_the_scores_counts(name: str) -> None:
    p = draw(6, digits=2)
    assert ALL[name](p.y, p.s**3) == pytest.approx(ALL[name](p.y, p.s), abs=1e-12)


@pytest.mark.parametrize("name", ALL)
def test_single_precision_is_computed_in_double(name: str) -> None:
    p = draw(8)
    s = p.s.astype(np.float32)
    assert ALL[name](p.y, s) == pytest.approx(ALL[name](p.y, s.astype(np.float64)), abs=1e-13)


@given(patients())
def test_isotonic_is_scikit_learns(p: Patients) -> None:
    # A line that nobody is on changes nothing, first, last or in between.
    empty = ScoreTable(np.array([0.0, 0.33, 1.0]), np.zeros(3), np.zeros(3))
    table = ScoreTable.from_arrays(p.y, p.s, p.w) + empty
    fit = isotonic(table)
    assert fit[np.searchsorted(table.score, p.s)] == pytest.approx(isotonic_fit(p), abs=1e-12)
    assert np.all(np.diff(fit) >= 0)

    hull = recalibrated(table)
    assert np.all(np.diff(hull.score) > 0)
    assert 0 <= hull.score[0] <= hull.score[-1] <= 1
    assert hull.score == pytest.approx(hull.positive / (hull.positive + hull.negative), abs=1e-12)
    assert hull.positive_weight == pytest.approx(table.positive_weight)
    assert hull.negative_weight == pytest.approx(table.negative_weight)
    assert auc(hull) >= auc(table) - 1e-12


BAD: list[tuple[Callable[..., float], dict[str, Any], type[SettingError], str]] = [
    (expected_calibration_error, {"bins": 0}, SettingError, "at least 1; found 0"),
    (expected_calibration_error, {"bins": 2.5}, SettingError, "whole number"),
    (expected_calibration_error, {"bins": float("inf")}, SettingError, "whole number"),
    (expected_calibration_error, {"bins": "10"}, SettingError, "found '10'"),
    (standardised_net_benefit, {"cost": (0.1, 0.2)}, SettingError, "needs one cost"),
    (standardised_net_benefit, {"cost": 30}, SettingError, "1:30"),
    (standardised_net_benefit, {"cost": 0.1, "prevalence": (0.1, 0.2)}, SettingError, "favours the low"),
    (standardised_net_benefit, {"cost": 0.1, "prevalence": Sites({0.1: 1, 0.2: 1})}, SettingError, "one"),
    (net_interventions_avoided, {"cost": Uniform(0.1, 0.2)}, SettingError, "needs one cost"),
    (decision_curve_area, {"cost": 0.1}, SettingError, "two ends"),
    (decision_curve_area, {"cost": (0.1, 0.2, 0.3)}, SettingError, "two ends"),
    (decision_curve_area, {"cost": Beta(2, 3)}, SettingError, "two ends"),
    (decision_curve_area, {"cost": ("1:5", "1:50")}, SettingError, "must rise"),
    (decision_curve_area, {"cost": (0.1, 0.1)}, SettingError, "must rise"),
    (h_measure, {"weight": 0.3}, SettingError, "must be a Beta"),
    (h_measure_calibrated, {"weight": Beta(2, 0.05)}, SettingError, "above 0.1"),
]


@pytest.mark.parametrize(("function", "settings", "error", "words"), BAD)
def test_bad_settings_are_refused(
    function: Callable[..., float], settings: dict[str, Any], error: type[SettingError], words: str
) -> None:
    with pytest.raises(error, match=words):
        function([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8], **settings)
