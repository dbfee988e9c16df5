"""Estimates: values against the metrics, spreads against other formulas, arithmetic, intervals."""

from __future__ import annotations

import math
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student

import baserate
from baserate.deployment.deployment import Deployment
from baserate.errors import DataError, FewEventsWarning, SettingError, TooFewError
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate, weighted_sum
from baserate.sample_size import patients_needed, patients_needed_from
from tests.support.cohorts import score_patients

# Perfect models stand in for the end of the range here.
pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

RNG = np.random.default_rng(11)
N = 400
Y = (RNG.random(N) < 0.25).astype(int)
A = score_patients(RNG, Y, 1.2, 1.5, -2.5)
B = score_patients(RNG, Y, 1.2, 1.0, -1.5)
W = RNG.random(N) + 0.3
HOSPITAL = RNG.integers(0, 25, N)
ROWS = np.flatnonzero(np.arange(N) % 16 == 0)
RANGE = Deployment.of((0.02, 0.3), "1:5")
DEPLOYMENTS = {
    "range": RANGE,
    "range, weighted accuracy": Deployment.of((0.02, 0.3), "1:5", "weighted accuracy"),
    "both ranges": Deployment.of((0.02, 0.3), ("1:9", "1:2")),
    "beta": Deployment.of(baserate.Beta(2, 9), 0.2),
    "own": Deployment.of(None, 0.2),
    "own, range of costs": Deployment.of(None, (0.1, 0.3), "weighted accuracy"),
    "point": Deployment.of(0.1, 0.2),
    "sites and range": Deployment.of(baserate.Sites({0.1: 1, 0.3: 2}), (0.1, 0.3)),
}


def metric(d: Deployment, weight: Any, source: float | None) -> float:
    """The metric of the package in these units, counted from every decision wrong as a score is."""
    asked = {"cost": d.cost, "prevalence": d.prevalence, "source_prevalence": source, "sample_weight": weight}
    if d.units == "net benefit":
        return baserate.net_benefit(Y, A, **asked, baseline="none-correct")
    return baserate.weighted_accuracy(Y, A, **asked)


@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
@pytest.mark.parametrize("source", [None, 0.4])
@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_value_is_the_metric_and_sums_give_the_spread_of_contributions(
    name: str, source: Any, weight: Any
) -> None:
    d = DEPLOYMENTS[name]
    found = Cohort.of(Y, sample_weight=weight).score(A, d, None, source)
    assert found.value == pytest.approx(metric(d, weight, source), rel=1e-12)
    ((who, what),) = found.contributions.items()
    assert what.sum() == pytest.approx(0.0, abs=1e-12)
    assert found.influence[who] == pytest.approx(N * what)
    seen = who.spread(what)
    assert found.spread.variance == pytest.approx(seen.variance, rel=1e-9)
    assert found.spread.degrees == pytest.approx(seen.degrees, rel=1e-9)


def numeric_contributions(
    d: Deployment, weight: np.ndarray[Any, Any], source: float | None
) -> np.ndarray[Any, Any]:
    """Influence by its definition: the score's derivative as one patient's weight is raised."""
    found = []
    for row in ROWS:
        ends = []
        for step in (1e-4, -1e-4):
            moved = weight.copy()
            moved[row] *= 1 + step
            ends.append(metric(d, moved, source))
        found.append((ends[0] - ends[1]) / 2e-4)
    return np.array(found)


@pytest.mark.parametrize("source", [None, 0.4])
@pytest.mark.parametrize(
    "name", ["range", "range, weighted accuracy", "both ranges", "beta", "own, range of costs"]
)
def test_contributions_are_derivatives_by_the_patients_weight(name: str, source: float | None) -> None:
    found = Cohort.of(Y, sample_weight=W).score(A, DEPLOYMENTS[name], None, source)
    (what,) = found.contributions.values()
    assert what[ROWS] == pytest.approx(numeric_contributions(DEPLOYMENTS[name], W, source), abs=2e-8)


def test_accuracy_at_a_threshold_has_the_binomial_variance() -> None:
    found = Cohort.of(Y).accuracy(A, threshold=0.5)
    share = found.value
    assert found.spread.variance == pytest.approx(share * (1 - share) / N, rel=0.01)


def test_a_range_has_the_printed_variance() -> None:
    """``s1^2/n1 + s0^2/n0 + D^2 (1/n1 + 1/n0)``, from gains in the textbook form."""
    a, b, c, p = 0.02, 0.3, 1 / 6, Y.mean()
    x = np.log(A / (1 - A)) - math.log(p / (1 - p))
    low, high = math.log(a / (1 - a)), math.log(b / (1 - b))
    u = np.clip(math.log(c / (1 - c)) - x, low, high)
    g1 = (math.log1p(math.exp(high)) - np.log1p(np.exp(u))) / (high - low)
    g0 = c / (1 - c) * (math.log1p(math.exp(-low)) - np.log1p(np.exp(-u))) / (high - low)
    inside = (u > low) & (u < high)
    v = inside / (1 + np.exp(-u)) / (high - low)
    slope = v[Y == 1].mean() - (np.exp(x) * v)[Y == 0].mean()
    n1, n0 = Y.sum(), N - Y.sum()
    expected = g1[Y == 1].var(ddof=1) / n1 + g0[Y == 0].var(ddof=1) / n0
    stated = Cohort.of(Y).score(A, RANGE, None, p)
    assert stated.spread.variance == pytest.approx(expected, rel=1e-9)
    # The part from the prevalence is multiplied by n/(n-1) nowhere.
    found = Cohort.of(Y).score(A, RANGE)
    assert found.spread.variance == pytest.approx(expected + slope**2 * (1 / n1 + 1 / n0), rel=1e-9)


def test_a_paired_difference_uses_the_patients_that_both_share() -> None:
    cohort = Cohort.of(Y)
    one, two = cohort.score(A, RANGE), cohort.score(B, RANGE)
    difference = one - two
    ((who, what),) = difference.contributions.items()
    assert what == pytest.approx(one.contributions[who] - two.contributions[who])
    assert (one - one).value == 0.0
    assert (one - one).standard_error == pytest.approx(0.0, abs=1e-15)
    independent = one - Cohort.of(Y).score(B, RANGE)
    assert independent.spread.variance == pytest.approx(one.spread.variance + two.spread.variance, rel=1e-12)


def test_arithmetic_keeps_the_interval() -> None:
    cohort = Cohort.of(Y)
    one, two = cohort.score(A, RANGE), cohort.score(B, RANGE)
    thousand = 1000 * one + 5
    assert (thousand.low - 5, thousand.high - 5) == pytest.approx((1000 * one.low, 1000 * one.high))
    turned = -(one - two)
    assert (turned.low, turned.high) == pytest.approx((-(one - two).high, -(one - two).low))
    assert (3 - one).value == pytest.approx(3 - one.value)
    mean = weighted_sum([one, two], [0.25, 0.75])
    assert mean.value == pytest.approx(0.25 * one.value + 0.75 * two.value)
    assert mean.standard_error < max(one.standard_error, two.standard_error)
    assert str(1000 * one).endswith(")")


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
def test_t_interval_is_students(level: float) -> None:
    found = Cohort.of(Y).score(A, RANGE)
    interval = found.interval(level, "t")
    half = student.ppf((1 + level) / 2, found.spread.degrees) * found.standard_error
    assert (interval.low, interval.high) == pytest.approx((found.value - half, found.value + half), rel=1e-9)


def test_pseudo_patients_by_hand() -> None:
    """The interval of the data with half a patient of each class at either end of the gains."""
    found = Cohort.of(Y).score(A, RANGE, None, 0.25)
    (_, single) = found.singles[0]
    centre, parts = 0.0, []
    for side, m in zip((1, 0), single.moments, strict=True):
        (what,) = found.contributions.values()
        gains = what[side == Y] * np.count_nonzero(side == Y) + m.mean
        values, weights = np.append(gains, [0.0, m.most]), np.append(np.ones(len(gains)), [0.5, 0.5])
        mean = np.average(values, weights=weights)
        variance = np.average((values - mean) ** 2, weights=weights) * (len(gains) + 1) / len(gains)
        centre += mean
        parts.append((variance / (len(gains) + 1), len(gains)))
    total = sum(v for v, _ in parts)
    degrees = total**2 / sum(v**2 / df for v, df in parts)
    half = student.ppf(0.975, degrees) * math.sqrt(total)
    assert (found.low, found.high) == pytest.approx((centre - half, centre + half), rel=1e-9)


def test_guard_widens_where_hardly_anyone_differs() -> None:
    cohort = Cohort.of(Y)
    close = A.copy()
    close[np.flatnonzero(Y == 0)[:2]] *= 0.9
    difference = cohort.score(A, RANGE) - cohort.score(close, RANGE)
    plain, guarded = difference.interval(method="t"), difference.interval()
    assert guarded.method == "adjusted t"
    assert guarded.high - guarded.low > 1.5 * (plain.high - plain.low)


def test_wilsons_interval_stays_inside_the_range() -> None:
    found = Cohort.of(Y).auc(A)
    interval = found.interval(0.999, "wilson")
    assert 0 < interval.low < found.value < interval.high < 1
    turned = (1 - found).interval(0.999)
    assert (turned.low, turned.high) == pytest.approx((1 - interval.high, 1 - interval.low))


def test_wilsons_interval_is_the_textbooks_for_a_proportion() -> None:
    """Of right decisions among many patients, where the guards hardly count."""
    rng = np.random.default_rng(3)
    y = (rng.random(40_000) < 0.4).astype(int)
    right = rng.random(40_000) < 0.9
    share = Cohort.of(y).mean_score(np.where(right, 1.0, 0.0))
    n, p, z = len(y), right.mean(), student.ppf(0.975, 1e9)
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    assert (share.low, share.high) == pytest.approx((middle - half, middle + half), abs=3e-6)


def test_the_interval_of_an_auc_is_continuous_in_the_data() -> None:
    """From perfect to one misplaced patient and on, neither end jumps."""
    y = np.repeat([0, 1], [60, 12])
    ends = []
    for misplaced in np.linspace(0.0, 1.0, 401):
        weight = np.r_[np.ones(72), misplaced]
        auc = Cohort.of(np.r_[y, 1], sample_weight=np.maximum(weight, 1e-9)).auc(np.r_[y + 0.5, 0.4] / 2)
        ends.append((auc.low, auc.high))
    steps = np.abs(np.diff(np.array(ends), axis=0))
    assert ends[0][1] == pytest.approx(1.0, abs=1e-6)
    assert steps.max() < 0.005


@pytest.mark.parametrize("source", [0.25, None])
def test_clusters_are_left_out_one_by_one(source: float | None) -> None:
    found = Cohort.of(Y, cluster=HOSPITAL).score(A, RANGE, None, source)
    left = [Cohort.of(Y[h != HOSPITAL]).score(A[h != HOSPITAL], RANGE, None, source).value for h in range(25)]
    right = 24 / 25 * sum((value - found.value) ** 2 for value in left)
    # Exact where the source is stated; where it is the observed prevalence, but for its curvature.
    assert found.spread.variance == pytest.approx(right, rel=1e-9 if source else 0.02)


def test_degrees_of_freedom_follow_the_sizes_of_clusters() -> None:
    equal = Cohort.of(Y, cluster=np.arange(N) % 20)
    cases = np.bincount((np.arange(N) % 20)[Y == 1], minlength=20) / Y.sum()
    others = np.bincount((np.arange(N) % 20)[Y == 0], minlength=20) / (N - Y.sum())
    share = (cases + others) / 2
    degrees = equal.score(A, RANGE).spread.degrees
    assert degrees == pytest.approx(19 / 20 / (share**2).sum(), rel=1e-9)
    one_holds_half = Cohort.of(Y, cluster=np.where(np.arange(N) < N // 2, 0, np.arange(N) % 20))
    assert one_holds_half.score(A, RANGE).spread.degrees < 4
    found = Cohort.of(Y, cluster=HOSPITAL).score(A, RANGE)
    half = student.ppf(0.975, found.spread.degrees) * found.standard_error
    assert found.interval(method="t").high - found.value == pytest.approx(half, rel=1e-9)
    # The default is never surer than without clusters.
    assert found.high - found.low >= 0.999 * 2 * half
    perfect = Cohort.of(Y, cluster=HOSPITAL).score(Y.astype(float), RANGE)
    assert perfect.high > perfect.low


def test_clusters_may_have_names() -> None:
    named = Cohort.of(Y, cluster=[f"h{h}" for h in HOSPITAL]).score(A, RANGE)
    assert named.standard_error == pytest.approx(
        Cohort.of(Y, cluster=HOSPITAL).score(A, RANGE).standard_error
    )


def test_confidence_is_one_sided_and_reaches_a_level_where_an_interval_ends() -> None:
    cohort = Cohort.of(Y)
    difference = cohort.score(A, RANGE) - cohort.score(B, RANGE)
    assert difference.confidence() + (-difference).confidence() == pytest.approx(1)
    ends = difference.interval(0.9)
    for edge in ((difference - ends.low).confidence(), difference.confidence(above=ends.low)):
        assert edge == pytest.approx(0.95, abs=1e-6)
    assert difference.confidence(above=ends.high) == pytest.approx(0.05, abs=1e-6)


def test_treat_none_moves_value_and_spread() -> None:
    cohort = Cohort.of(Y)
    for prevalence in (None, (0.05, 0.3)):
        found = cohort.net_benefit(A, cost=0.2, prevalence=prevalence, baseline="treat-none")
        right = baserate.net_benefit(Y, A, cost=0.2, prevalence=prevalence, baseline="treat-none")
        assert found.value == pytest.approx(right)
    # By hand: the mean over patients of true positives less a quarter of false positives.
    per_patient = (A >= 0.2) * np.where(Y == 1, 1.0, -0.25)
    own = cohort.net_benefit(A, cost=0.2, baseline="treat-none")
    assert own.standard_error == pytest.approx(per_patient.std(ddof=1) / math.sqrt(N), rel=0.01)


def test_means_of_other_scores() -> None:
    cohort = Cohort.of(Y)
    squares = (A - Y) ** 2
    assert cohort.brier(A).value == pytest.approx(squares.mean())
    assert cohort.brier(A).standard_error == pytest.approx(squares.std(ddof=1) / math.sqrt(N), rel=0.01)
    logs = -np.log(np.where(Y == 1, A, 1 - A))
    assert cohort.log_loss(A).value == pytest.approx(logs.mean())
    assert cohort.log_loss(A).standard_error == pytest.approx(logs.std(ddof=1) / math.sqrt(N), rel=0.01)


@pytest.mark.parametrize("threshold", [None, 0.1, 0.5])
def test_weighted_accuracy_at_the_datas_own_prevalence_over_costs(threshold: float | None) -> None:
    """Prices move with the prevalence, decisions only with the threshold: by raising weights again."""
    d = DEPLOYMENTS["own, range of costs"]
    found = Cohort.of(Y, sample_weight=W).score(A, d, threshold)
    (what,) = found.contributions.values()
    expected = []
    for row in ROWS:
        ends = []
        for step in (1e-4, -1e-4):
            moved = W.copy()
            moved[row] *= 1 + step
            ends.append(
                baserate.weighted_accuracy(Y, A, cost=d.cost, threshold=threshold, sample_weight=moved)
            )
        expected.append((ends[0] - ends[1]) / 2e-4)
    assert what[ROWS] == pytest.approx(np.array(expected), abs=2e-8)


def test_pseudo_interval_with_informative_weights_is_as_wide_as_the_t_interval() -> None:
    heavy = 1.0 + 3.0 * A
    found = Cohort.of(Y, sample_weight=heavy).score(A, RANGE)
    plain, pseudo = found.interval(method="t"), found.interval(method="pseudo-observations")
    assert pseudo.high - pseudo.low == pytest.approx(plain.high - plain.low, rel=0.05)


def test_the_guard_sees_through_weights() -> None:
    close = A.copy()
    close[np.flatnonzero(Y == 0)[:2]] *= 0.9
    widths = []
    for weight in (None, 1.0 + 1e-3 * W):
        cohort = Cohort.of(Y, sample_weight=weight)
        difference = cohort.score(A, RANGE) - cohort.score(close, RANGE)
        widths.append(difference.high - difference.low)
    assert widths[0] == pytest.approx(widths[1], rel=0.01)


def test_intervals_stay_where_the_score_can_be() -> None:
    cohort = Cohort.of(Y)
    perfect = cohort.score(Y.astype(float), RANGE)
    assert perfect.low < perfect.value == perfect.high
    assert cohort.auc(Y.astype(float)).high == 1.0
    assert (1000 * perfect).high == pytest.approx(1000 * perfect.value)
    assert cohort.auc(np.full(N, 0.5)).is_exact


def test_equal_quantities_have_equal_intervals() -> None:
    cohort = Cohort.of(Y)
    one, two = cohort.score(A, RANGE), cohort.score(B, RANGE)
    assert (one + one).interval() == (2 * one).interval()
    assert (one / 2).interval() == (0.5 * one).interval()
    d = one - two
    assert (d + d).interval()[:2] == pytest.approx((2 * d).interval()[:2])
    assert ((one - two) + two).low == pytest.approx(one.low)
    assert (0 * cohort.auc(A)).interval()[:2] == (0.0, 0.0)
    assert (1e-120 * one).interval().low > 0
    with pytest.raises(TypeError):
        _ = one * two  # type: ignore[operator]
    with pytest.raises(SettingError, match="at least one estimate"):
        weighted_sum([1.0], [1.0])
    with pytest.raises(SettingError, match="level"):
        one.at_level(95)
    assert "array" not in repr(one)


def test_other_numbers_with_intervals() -> None:
    cohort = Cohort.of(Y)
    found = cohort.net_interventions_avoided(A, cost="1:4", prevalence=0.2)
    assert found.value == pytest.approx(
        baserate.comparators.net_interventions_avoided(Y, A, cost="1:4", prevalence=0.2)
    )
    assert found.low < found.value < found.high
    share = cohort.standardised_net_benefit(A, cost="1:4", prevalence=0.2)
    assert share.value == pytest.approx(
        baserate.comparators.standardised_net_benefit(Y, A, cost="1:4", prevalence=0.2)
    )
    with pytest.raises(baserate.errors.ScoreError, match="infinite"):
        cohort.log_loss(1.0 - Y)
    with pytest.raises(DataError, match="one finite number"):
        cohort.mean(np.ones(3), 1.0)
    with pytest.raises(SettingError, match="baseline"):
        cohort.score(A, RANGE, baseline="treatnone")
    with pytest.raises(SettingError, match="not of weighted accuracy"):
        cohort.score(A, DEPLOYMENTS["range, weighted accuracy"], baseline="treat-none")


def test_too_few_patients_are_refused_or_warned_about() -> None:
    with pytest.raises(TooFewError, match="1 with the disease and 3 without"):
        Cohort.of([1, 0, 0, 0])
    with pytest.warns(FewEventsWarning, match="only 3 patients have the disease") as caught:
        Cohort.of([1, 1, 1] + [0] * 20)
    assert caught[0].filename == __file__
    with pytest.raises(TooFewError, match="one cluster"):
        Cohort.of(Y, cluster=np.zeros(N))
    with pytest.raises(TooFewError, match="1 with the disease and 2 without"):
        Cohort.of([1, 1, 0, 0], sample_weight=[1, 0, 1, 1])
    with pytest.raises(baserate.errors.MissingValueError, match="cluster is missing"):
        Cohort.of(Y, cluster=np.where(np.arange(N) == 3, np.nan, 1.0 * HOSPITAL))
    with pytest.raises(DataError, match="cluster has 3"):
        Cohort.of(Y, cluster=[1, 2, 3])


def test_wrong_questions() -> None:
    found = Cohort.of(Y).score(A, RANGE)
    with pytest.raises(SettingError, match="level"):
        found.interval(95)
    with pytest.raises(SettingError, match="'pseudo-observations'"):
        (found - Cohort.of(Y).score(B, RANGE) + Cohort.of(Y).brier(A)).interval(method="pseudo-observations")
    with pytest.raises(SettingError, match="not to be had"):
        found.interval(method="wald")


SIZED: dict[str, Callable[[Cohort, Any], Estimate]] = {
    "one score": lambda cohort, score: cohort.score(score[0], RANGE),
    "difference": lambda cohort, score: cohort.score(score[0], RANGE) - cohort.score(score[1], RANGE),
    "observed prevalence": lambda cohort, score: cohort.net_benefit(score[0], cost=0.2),
    "AUC": lambda cohort, score: cohort.auc(score[0]),
    "thresholds far": lambda cohort, score: cohort.score(score[0], Deployment.of((0.9, 0.95), "1:9")),
}


@pytest.mark.parametrize("times", [3, 10])
@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize("name", SIZED)
def test_sample_size_gives_the_half_width_of_the_default_interval(
    name: str, level: float, times: int
) -> None:
    """Asked for the width that several copies of the pilot give, it names as many patients."""
    y, *scores = (np.tile(column, times) for column in (Y, A, B))
    low, high, *_ = SIZED[name](Cohort.of(y), scores).interval(level)
    pilot = SIZED[name](Cohort.of(Y), (A, B))
    n = patients_needed_from(pilot, (high - low) / 2, level=level)
    assert n == pytest.approx(N * times, rel=0.01 if name in ("one score", "difference") else 0.05)


def test_sample_size_by_the_formula() -> None:
    n = patients_needed(0.01, prevalence=0.2, case_spread=0.1, other_spread=0.05, slope=0.02)
    assert n == math.ceil((1.959963984540054 / 0.01) ** 2 * (0.01 / 0.2 + 0.0025 / 0.8 + 0.0004 / 0.16))
    cohort = Cohort.of(Y)
    difference = cohort.score(A, RANGE) - cohort.score(B, RANGE)
    for pilot in (
        difference,
        Cohort.of(Y, sample_weight=W).score(A, RANGE),
        Cohort.of(Y, cluster=HOSPITAL).score(A, RANGE),
    ):
        assert patients_needed_from(pilot, (pilot.high - pilot.low) / 2) == pytest.approx(N, abs=1)
    with pytest.raises(SettingError, match="no patient differs"):
        patients_needed_from(cohort.score(Y.astype(float), RANGE, None, 0.2), 0.01)
    with pytest.raises(SettingError, match="leave prevalence out"):
        patients_needed_from(difference, 0.01, prevalence=0.1)
    for wrong in ({"half_width": 0.0}, {"level": 2.0}):
        with pytest.raises(SettingError):
            patients_needed(
                **{"half_width": 0.01, "prevalence": 0.1, "case_spread": 1, "other_spread": 1, **wrong}
            )


# An estimate as a number, and as something to keep.


def numbers(estimate: Estimate) -> tuple[Any, ...]:
    return (
        estimate.value,
        estimate.standard_error,
        *estimate.interval(),
        *estimate.interval(0.8, "t"),
        estimate.confidence(),
    )


@pytest.mark.parametrize("cluster", [None, HOSPITAL], ids=["patients", "clusters"])
def test_an_estimate_that_was_pickled_has_the_same_numbers(cluster: Any) -> None:
    cohort = Cohort.of(Y, cluster=cluster)
    one, two = cohort.score(A, RANGE), cohort.score(B, RANGE)
    split = baserate.split(cohort, A, RANGE)
    part = Cohort.of(Y, cluster=cluster).part(np.arange(N) < 300).score(A[:300], RANGE)
    for estimate in (
        one,
        one - two,
        weighted_sum([one, two], [0.25, 0.75]),
        part - one,
        Estimate.exact(0.25),
        cohort.auc(A),
        cohort.brier(A),
        cohort.log_odds_of_prevalence(),
        split.sharpness,
        split.calibration_corrected,
        baserate.calibration.slope(cohort, A),
    ):
        again = pickle.loads(pickle.dumps(estimate))
        assert numbers(again) == numbers(estimate)
        assert str(again) == str(estimate)
        assert again.method == estimate.method


def test_estimates_that_are_pickled_together_stay_paired() -> None:
    cohort = Cohort.of(Y)
    one, two = cohort.score(A, RANGE), cohort.score(B, RANGE)
    both = pickle.loads(pickle.dumps((one, two)))
    assert numbers(both[0] - both[1])[:4] == numbers(one - two)[:4]
    # Apart, nothing tells that the patients are the same.
    alone = pickle.loads(pickle.dumps(one)) - pickle.loads(pickle.dumps(two))
    assert alone.spread.variance == pytest.approx(one.spread.variance + two.spread.variance, rel=1e-12)


def test_an_estimate_is_a_number_where_one_is_needed() -> None:
    found = Cohort.of(Y).score(A, RANGE)
    assert float(found) == found.value
    assert f"{found:.3f}" == f"{found.value:.3f}"
    assert f"{found:+.2e}" == f"{found.value:+.2e}"
    assert f"{found}" == str(found)
    value = found.value
    assert found > value - 1e-9
    assert found >= value
    assert found < value + 1e-9
    assert found <= value
    assert found == value
    assert found != value + 1e-9
    assert 2 * found > found
    assert max(found, 2 * found, key=float).value == 2 * value
    assert sorted([2 * found, found], key=float)[0] is found
    # Two estimates of one value are not the same estimate: they may rest on other patients.
    assert found != Cohort.of(Y).score(A, RANGE)
    assert len({found, found}) == 1


def test_an_estimate_is_shown_on_one_line() -> None:
    cohort = Cohort.of(Y)
    for found in (
        cohort.score(A, RANGE),
        cohort.score(A, RANGE) - cohort.score(B, RANGE),
        Estimate.exact(0.25),
    ):
        assert repr(found) == f"Estimate({found})"
        assert "\n" not in repr(found)
        assert len(repr(found)) < 80
    assert re.fullmatch(r"0\.\d+ \(95 % CI 0\.\d+ to 0\.\d+\)", str(cohort.score(A, RANGE)))
    assert str(cohort.score(A, RANGE).at_level(0.8)).split("(")[1].startswith("80 % CI ")
    assert str(Estimate.exact(0.25)) == "0.25"


def test_what_is_known_exactly_adds_to_the_value_and_nothing_to_the_error() -> None:
    cohort = Cohort.of(Y)
    score, auc = cohort.score(A, RANGE), cohort.auc(A)
    exact = Estimate.exact(0.25)
    assert (exact.low, exact.value, exact.high, exact.standard_error) == (0.25, 0.25, 0.25, 0.0)
    assert exact.method == "exact"
    assert exact.interval().method == "exact"
    difference = score - cohort.score(B, RANGE)
    for estimate in (score, auc, difference, cohort.brier(A)):
        for shifted, sign in ((estimate + exact, 1), (estimate - exact, -1), (exact + estimate, 1)):
            assert shifted.method == estimate.method
            assert shifted.standard_error == pytest.approx(estimate.standard_error, rel=1e-12)
            ends = (estimate.low + sign * 0.25, estimate.high + sign * 0.25)
            assert (shifted.low, shifted.high) == pytest.approx(ends, rel=1e-12)
        assert (estimate + 0.25).interval() == (estimate + exact).interval()
    both = exact + Estimate.exact(0.5)
    assert (both.value, both.is_exact, both.method) == (0.75, True, "exact")
    assert exact.confidence() == 1.0
    assert (exact - exact).confidence() == 0.5


@pytest.mark.parametrize("cluster", [None, HOSPITAL], ids=["patients", "clusters"])
def test_a_weight_of_zero_keeps_a_difference_paired(cluster: Any) -> None:
    cohort = Cohort.of(Y, cluster=cluster)
    one, two = cohort.score(A, RANGE), cohort.score(B, RANGE)
    other = Cohort.of(Y).score(B, RANGE)
    plain = one - two
    for rest in (other, cohort.auc(A), cohort.brier(B), Estimate.exact(0.3), 0.3):
        with_zero = weighted_sum([one, rest, two], [1.0, 0.0, -1.0])
        assert with_zero.value == plain.value
        assert with_zero.interval() == plain.interval()
        assert with_zero.confidence() == plain.confidence()
