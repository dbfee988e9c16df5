"""Sensitivity, specificity, predictive values and counts at a cut-off, with their intervals."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import norm, t

import baserate
from baserate import odds
from baserate.errors import BaserateWarning, DataError
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.cohort import Cohort
from baserate.inference.decisions import COUNTS, RATES, Decisions, Share
from baserate.inference.estimate import Estimate
from baserate.inference.wilson import score_interval

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ALL = (*RATES, *COUNTS)
CUT = 0.3


def drawn(seed: int, patients: int, prevalence: float = 0.2) -> tuple[NDArray[Any], NDArray[Any]]:
    """Outcomes, and scores of a decent model."""
    rng = np.random.default_rng(seed)
    y = (rng.random(patients) < prevalence).astype(int)
    return y, np.asarray(odds.expit(1.6 * y + rng.normal(size=patients) - 2.0))


def decided(y: Any, s: Any, cut: float = CUT, prevalence: float | None = None, **cohort: Any) -> Decisions:
    patients = Cohort.of(y, **cohort)
    return Decisions(patients, patients.sample(s), cut, prevalence)


def wilson(share: float, size: float, quantile: float) -> tuple[float, float]:
    """The shares that a score test would not reject, found by searching for the two that it just would."""

    def beyond(p: float) -> float:
        return (share - p) ** 2 - quantile**2 * p * (1.0 - p) / size

    # Where the share is 0 or 1 it is itself one of the two.
    low = 0.0 if share == 0.0 else brentq(beyond, 0.0, min(share, 1.0 - 1e-9), xtol=1e-14)
    return low, 1.0 if share == 1.0 else brentq(beyond, max(share, 1e-9), 1.0, xtol=1e-14)


def ends(estimate: Estimate) -> tuple[float, float]:
    return estimate.low, estimate.high


@pytest.mark.parametrize(
    ("share", "size"), [(0.0, 12.0), (1.0, 12.0), (0.5, 3.0), (0.013, 700.0), (0.99, 41.5)]
)
def test_the_score_interval_is_what_the_score_test_does_not_reject(share: float, size: float) -> None:
    for quantile in (1.0, 1.96, 2.6):
        assert score_interval(share, size, quantile) == pytest.approx(wilson(share, size, quantile), abs=1e-9)


def counts(y: Any, s: Any, cut: float = CUT) -> tuple[int, int, int, int]:
    """True positives, false negatives, false positives, true negatives."""
    case, treated = np.asarray(y) == 1, np.asarray(s) >= cut
    shares = (case & treated, case & ~treated, ~case & treated, ~case & ~treated)
    tp, fn, fp, tn = (int(np.count_nonzero(one)) for one in shares)
    return tp, fn, fp, tn


def test_at_the_observed_prevalence_all_are_shares_of_patients_who_were_counted() -> None:
    y, s = drawn(1, 400)
    tp, fn, fp, tn = counts(y, s)
    n = len(y)
    expected = {
        "sensitivity": (tp, tp + fn, 1),
        "specificity": (tn, tn + fp, 1),
        "ppv": (tp, tp + fp, 1),
        "npv": (tn, tn + fn, 1),
        "treated_per_1000": (tp + fp, n, 1000),
        "true_positives_per_1000": (tp, n, 1000),
        "false_negatives_per_1000": (fn, n, 1000),
        "false_positives_per_1000": (fp, n, 1000),
    }
    assert expected.keys() == set(ALL)
    for level in (0.95, 0.8):
        z = norm.ppf((1 + level) / 2)
        for name, (some, of, scale) in expected.items():
            estimate = decided(y, s).estimate(name).at_level(level)
            assert estimate.value == pytest.approx(scale * some / of, rel=1e-12)
            low, high = wilson(some / of, of, z)
            assert ends(estimate) == pytest.approx((scale * low, scale * high), rel=1e-8), name


def test_at_a_stated_prevalence_they_follow_from_sensitivity_and_specificity() -> None:
    y, s = drawn(2, 600)
    tp, fn, fp, tn = counts(y, s)
    sensitivity, false_alarm, pi = tp / (tp + fn), fp / (fp + tn), 0.04
    done = decided(y, s, prevalence=pi)
    found, unnecessary = pi * sensitivity, (1 - pi) * false_alarm
    values = {
        "sensitivity": sensitivity,
        "specificity": 1 - false_alarm,
        "ppv": found / (found + unnecessary),
        "npv": (1 - pi - unnecessary) / (1 - found - unnecessary),
        "treated_per_1000": 1000 * (found + unnecessary),
        "true_positives_per_1000": 1000 * found,
        "false_negatives_per_1000": 1000 * (pi - found),
        "false_positives_per_1000": 1000 * unnecessary,
    }
    for name, value in values.items():
        assert done.estimate(name).value == pytest.approx(value, rel=1e-12), name
    z = norm.ppf(0.975)
    low, high = wilson(sensitivity, tp + fn, z)
    assert ends(done.true_positives) == pytest.approx((1000 * pi * low, 1000 * pi * high), rel=1e-8)
    assert ends(done.false_negatives) == pytest.approx(
        (1000 * pi * (1 - high), 1000 * pi * (1 - low)), rel=1e-8
    )


def test_the_intervals_of_predictive_values_are_those_of_a_bootstrap() -> None:
    y, s = drawn(3, 3000)
    tp, fn, fp, tn = counts(y, s)
    rng, pi = np.random.default_rng(4), 0.05
    found = pi * rng.binomial(tp + fn, tp / (tp + fn), 40_000) / (tp + fn)
    unnecessary = (1 - pi) * rng.binomial(fp + tn, fp / (fp + tn), 40_000) / (fp + tn)
    drawn_again = {
        "ppv": found / (found + unnecessary),
        "npv": (1 - pi - unnecessary) / (1 - found - unnecessary),
        "treated_per_1000": 1000 * (found + unnecessary),
    }
    for name, values in drawn_again.items():
        estimate = decided(y, s, prevalence=pi).estimate(name)
        low, high = np.quantile(values, (0.025, 0.975))
        assert estimate.standard_error == pytest.approx(np.std(values), rel=0.03), name
        assert ends(estimate) == pytest.approx((low, high), abs=0.05 * (high - low)), name


def test_weights_make_an_effective_sample_size() -> None:
    y, s = drawn(5, 500)
    w = np.random.default_rng(6).exponential(size=500)
    done, case, treated = decided(y, s, sample_weight=w), y == 1, s >= CUT
    share = np.average(treated[case], weights=w[case])
    variance = np.sum((w[case] * (treated[case] - share)) ** 2) / w[case].sum() ** 2
    most = w[case].sum() ** 2 / (w[case] ** 2).sum()
    low, high = wilson(share, min(share * (1 - share) / variance, most), norm.ppf(0.975))
    assert done.sensitivity.value == pytest.approx(share)
    assert ends(done.sensitivity) == pytest.approx((low, high), rel=1e-8)
    share = np.average(case[treated], weights=w[treated])
    variance = np.sum((w[treated] * (case[treated] - share)) ** 2) / w[treated].sum() ** 2
    low, high = wilson(share, share * (1 - share) / variance, norm.ppf(0.975))
    assert (done.ppv.value, *ends(done.ppv)) == pytest.approx((share, low, high), rel=1e-8)
    for prevalence in (None, 0.1):
        for name in ALL:
            one, twice, plain = (
                decided(y, s, prevalence=prevalence, sample_weight=weight).estimate(name)
                for weight in (w, 2 * w, None)
            )
            assert ends(twice) == pytest.approx(ends(one), rel=1e-9)
            alike = decided(y, s, prevalence=prevalence, sample_weight=np.full(500, 3.0)).estimate(name)
            assert (alike.value, *ends(alike)) == pytest.approx((plain.value, *ends(plain)), rel=1e-9)


def test_patients_three_times_in_a_cluster_count_once() -> None:
    y, s = drawn(7, 300)
    cluster = np.arange(300)
    for prevalence in (None, 0.1):
        rows = np.tile(cluster, 3)
        thrice = decided(y[rows], s[rows], prevalence=prevalence, cluster=rows)
        once = decided(y, s, prevalence=prevalence)
        for name in ALL:
            repeated, plain = thrice.estimate(name), once.estimate(name)
            # But for degrees of freedom and a factor of n / (n - 1).
            assert ends(repeated) == pytest.approx(ends(plain), abs=0.03 * (plain.high - plain.low)), name


def test_clusters_that_agree_by_chance_do_not_make_surer() -> None:
    y, s = drawn(8, 400)
    # Every cluster gets as many of each kind: sums over clusters hardly differ.
    place = np.lexsort((s, y))
    cluster = np.empty(400, dtype=int)
    cluster[place] = np.arange(400) % 8
    for name in ("sensitivity", "specificity", "treated_per_1000"):
        clustered = decided(y, s, cluster=cluster).estimate(name)
        plain = decided(y, s).estimate(name)
        assert clustered.high - clustered.low > plain.high - plain.low


def test_common_clusters_correlate_the_two_classes() -> None:
    """Where a cluster treats many of its cases and of its non-cases, both ends of a sum move together."""
    rng = np.random.default_rng(9)
    cluster = np.repeat(np.arange(150), 40)
    y = (rng.random(6000) < 0.3).astype(int)
    s = np.asarray(odds.expit(y + rng.normal(size=150)[cluster] + rng.normal(size=6000) - 1.2))
    done = decided(y, s, prevalence=0.3, cluster=cluster)
    quantile = t.ppf(0.975, 149)
    apart = {}
    for name in ("treated_per_1000", "ppv"):
        estimate = done.estimate(name)
        assert estimate.high - estimate.low == pytest.approx(2 * quantile * estimate.standard_error, rel=0.03)
        pi, se = 0.3, [share.standard_error for share in (done.sensitivity, done.specificity)]
        apart[name] = estimate.standard_error / np.hypot(1000 * pi * se[0], 1000 * (1 - pi) * se[1])
    assert apart["treated_per_1000"] > 1.1  # than if the classes were independent


def test_perfect_decisions_leave_room_for_what_was_not_sampled() -> None:
    y = np.array([1] * 30 + [0] * 70)
    s = np.where(y == 1, 0.9, 0.1)
    z2 = norm.ppf(0.975) ** 2
    for prevalence in (None, 0.05):
        done = decided(y, s, prevalence=prevalence)
        assert (done.sensitivity.value, *ends(done.sensitivity)) == pytest.approx((1, 30 / (30 + z2), 1))
        assert (done.specificity.value, *ends(done.specificity)) == pytest.approx((1, 70 / (70 + z2), 1))
        for name in ("ppv", "npv"):
            estimate = done.estimate(name)
            assert estimate.value == estimate.high == 1.0
            assert 0.3 < estimate.low < 1.0
    # At 5 % a false positive rate of z^2 / (70 + z^2) would leave this share of cases among the treated.
    worst = (1 - 70 / (70 + z2)) * 0.95
    assert done.ppv.low == pytest.approx(0.05 / (0.05 + worst))
    low, high = 1000 * 0.05 * 30 / (30 + z2), 1000 * (0.05 + worst)
    assert (done.treated.value, *ends(done.treated)) == pytest.approx((50, low, high))


@pytest.mark.parametrize("prevalence", [None, 0.03])
@pytest.mark.parametrize("cluster", [None, np.arange(200) // 4])
@pytest.mark.parametrize("cut", [0.0, 1.0, 0.5, 0.4])
def test_bad_cases_have_finite_intervals_that_hold_the_value(
    cut: float, cluster: Any, prevalence: float | None
) -> None:
    y, s = drawn(10, 200)
    for score in (s, np.full(200, 0.4), np.where(y == 1, 0.9, 0.1), np.where(y == 0, 0.9, 0.1)):
        done = decided(y, score, cut, prevalence, cluster=cluster)
        treated = np.count_nonzero(score >= cut)
        for name in ALL:
            if (name == "ppv" and treated == 0) or (name == "npv" and treated == 200):
                with pytest.raises(DataError, match=r"no patient's score (reaches|is below) the cut-off"):
                    done.estimate(name)
                continue
            estimate = done.estimate(name)
            most = 1000.0 if name in COUNTS else 1.0
            assert 0.0 <= estimate.low <= estimate.value <= estimate.high <= most
            assert estimate.low < estimate.high


def test_the_first_patient_who_is_misclassified_moves_the_interval_smoothly() -> None:
    """A patient who hardly counts changes hardly anything, also where nobody was misclassified before."""
    y = np.array([1] * 30 + [0] * 70 + [1, 0])
    s = np.where(y == 1, 0.9, 0.1)
    s[-2:] = 0.1, 0.9
    for prevalence in (None, 0.05):
        for name in ALL:
            without = decided(y[:-2], s[:-2], prevalence=prevalence).estimate(name)
            weight = np.array([1.0] * 100 + [1e-5] * 2)
            barely = decided(y, s, prevalence=prevalence, sample_weight=weight).estimate(name)
            assert ends(barely) == pytest.approx(ends(without), abs=0.02 * (without.high - without.low)), name


def test_shares_can_be_pickled_and_subtracted() -> None:
    y, s = drawn(11, 300)
    done = decided(y, s, prevalence=0.1)
    for name in ALL:
        estimate = done.estimate(name)
        again = pickle.loads(pickle.dumps(estimate))
        assert (again.value, *ends(again)) == (estimate.value, *ends(estimate))
        assert isinstance(estimate.at_level(0.9), type(estimate))
    # Two cut-offs on the same patients are paired: what is common to them cancels.
    other = decided(y, s, CUT + 0.01).sensitivity
    assert (decided(y, s).sensitivity - other).value >= 0.0
    patients = Cohort.of(y)
    first, second = (Decisions(patients, patients.sample(s), cut).sensitivity for cut in (0.3, 0.32))
    assert isinstance(first, Share)
    assert (first - second).standard_error < 0.6 * first.standard_error


def rounded(patients: int = 2000) -> dict[str, Any]:
    """Scores of a few values, so that an engine's bins hold patients of one score each."""
    y, s = drawn(12, patients)
    rng = np.random.default_rng(13)
    return {
        "died": y,
        "m": np.clip(np.round(s, 1), 0.1, 0.9),
        "unit": rng.choice(["a", "b"], patients),
        "patient": rng.integers(0, patients // 3, patients),
        "w": rng.integers(1, 4, patients).astype(float),
    }


def evaluated(data: Any, **asked: Any) -> Evaluation:
    return baserate.evaluate(data, "died", "m", **{"cost": "1:3", "by": "unit", **asked})


@pytest.mark.parametrize("prevalence", [None, (0.02, 0.2)])
@pytest.mark.parametrize("roles", [{}, {"weight": "w"}, {"cluster": "patient"}])
def test_an_engine_s_bins_give_what_the_rows_give(roles: dict[str, str], prevalence: Any) -> None:
    data = rounded()
    rows = evaluated(pl.DataFrame(data), prevalence=prevalence, **roles)
    bins = evaluated(pl.LazyFrame(data), prevalence=prevalence, **roles)
    for group in (None, "a"):
        for name in ALL:
            one, other = (ev.judged("m", group).measure(name).get() for ev in (rows, bins))
            assert (other.value, *ends(other)) == pytest.approx((one.value, *ends(one)), rel=1e-6), name


def test_the_result_the_frame_and_the_text_hold_them() -> None:
    ev = evaluated(rounded(), prevalence=(0.02, 0.2), level=0.9)
    content, frame, text = ev.to_dict(), ev.to_frame(), ev.summary()
    groups = {group["name"]: group["models"]["m"] for group in content["groups"]}
    for group, model in {None: content["models"]["m"], **groups}.items():
        for name in ALL:
            estimate = ev.judged("m", group).measure(name).get()
            key = name.removesuffix("_per_1000")
            stated = model["per_1000_at_threshold"][key] if name in COUNTS else model[key]
            numbers = estimate.value, estimate.standard_error, estimate.low, estimate.high
            assert tuple(stated.values()) == pytest.approx(numbers)
            here = pl.col("group").is_null() if group is None else pl.col("group") == group
            (row,) = frame.filter(here, pl.col("measure") == name).select("value", "low", "high").rows()
            assert row == pytest.approx((estimate.value, estimate.low, estimate.high))
            factor, unit = (1, "") if name in COUNTS else (100, " %")
            value, low, high = (f"{factor * x:.1f}" for x in (estimate.value, *ends(estimate)))
            assert f"{value}{unit} ({low} to {high})" in text, name
    assert estimate.level == 0.9
    assert "In brackets: 90 % CI." in " ".join(text.split())


def test_where_nobody_is_treated_the_reason_is_said_everywhere() -> None:
    data = rounded()
    ev = evaluated({**data, "m": data["m"] / 10}, prevalence=0.01, cost="1:1", source_prevalence=0.01)
    reason = "no patient's score reaches the cut-off of 50 %: nobody is treated."
    model = ev.to_dict()["models"]["m"]
    assert model["ppv"] is None
    assert model["not_available"]["ppv"] == reason
    text = " ".join(ev.summary().split())
    assert f"m: no positive predictive value, because {reason}" in text
    assert f"a, m: no positive predictive value, because {reason}" in text
    assert "nan" not in text.lower().split()
    (value,) = ev.to_frame().filter(pl.col("group").is_null(), pl.col("measure") == "ppv")["value"]
    assert value is None


def test_a_requirement_can_ask_for_them() -> None:
    from baserate.evaluation.requirements import Requirement

    ev = evaluated(rounded(), prevalence=0.1)
    sensitivity = ev.judged("m").measure("sensitivity").get()
    for bound, sure, met in (
        (sensitivity.value - 1e-6, False, True),
        (sensitivity.value - 1e-6, True, False),
        (sensitivity.low - 1e-6, True, True),
    ):
        asked = {"model": "m", "measure": "sensitivity", "at_least": bound, "sure": sure}
        assert Requirement.of(asked).judge(ev).met is met
    treated = ev.judged("m").measure("treated_per_1000").get().value
    asked = {"model": "m", "measure": "treated_per_1000", "at_most": treated + 1e-6}
    assert Requirement.of(asked).judge(ev).met


def test_treated_as_fixed_the_cutoff_adds_no_error() -> None:
    """With a stated source, or the same number estimated, the intervals are alike: at this cut-off."""
    data = rounded()
    stated = float(np.mean(data["died"]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        own = evaluated(data, prevalence=0.1).judged("m")
        fixed = evaluated(data, prevalence=0.1, source_prevalence=stated).judged("m")
    for name in ALL:
        assert ends(own.measure(name).get()) == pytest.approx(ends(fixed.measure(name).get()))


def test_rounding_at_either_end_changes_nothing() -> None:
    """Weights whose sums are rounded in another order may add up to a little more than all of them."""
    rng = np.random.default_rng(14)
    for seed in range(40):
        y, _ = drawn(seed, 60)
        weight = 10.0 ** rng.uniform(-3, 3, 60)
        for score in (np.full(60, 0.9), np.where(y == 1, 0.9, 0.1)):
            for prevalence in (None, 0.39564392373896):
                done = decided(y, score, prevalence=prevalence, sample_weight=weight)
                assert done.sensitivity.high == 1.0
                assert 0.0 < done.sensitivity.low < 1.0
                assert ends(done.true_positives)[1] >= done.true_positives.value
                assert done.false_negatives.low <= 1e-9


@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")
def test_accuracy_and_rates_count_a_tie_with_the_cut_off_alike() -> None:
    """A score that is the cut-off but for rounding is treated in all of them."""
    rng = np.random.default_rng(6)
    y = (rng.random(600) < 0.15).astype(int)
    score = np.clip(np.round((0.08 + 0.1 * y + 0.1 * rng.random(600)) / 0.05) * 0.05, 0.05, 0.95)
    ev = baserate.evaluate({"y": y, "a": score}, "y", "a", cost="1:9")
    judged = ev.judged("a")
    rates = [judged.measure(name).get().value for name in ("sensitivity", "specificity")]
    share = float(y.mean())
    expected = share * rates[0] + (1 - share) * rates[1]
    assert (np.abs(score - 0.1) < 1e-9).mean() > 0.2
    assert judged.measure("accuracy").get().value == pytest.approx(expected, abs=1e-12)
    by_hand = float((score >= 0.1 - 1e-9)[y == 1].mean())
    assert rates[0] == pytest.approx(by_hand)
    assert judged.net_benefit_at(judged.cutoff.value).value == pytest.approx(judged.net_benefit.value)
