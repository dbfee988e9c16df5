"""Pools and cells: isotonic regression against scikit-learn's, and sums against the rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from baserate.calibration.optimism import MOST_BINS, Blocks, ScoreBins
from baserate.scores.isotonic import IsotonicBlocks, isotonic, recalibrated
from baserate.scores.sample import Sample, ScoreTable
from tests.support.oracles import Numbers, Patients, log_odds, probability

# Scikit-learn takes scores closer than 1e-15 for ties; these are never as close without being equal.
GRID = st.integers(0, 2**20).map(lambda step: step / 2**20)
SCORES = st.one_of(st.sampled_from([0.0, 0.125, 0.25, 0.5, 0.75, 1.0]), GRID)


@st.composite
def patients(draw: st.DrawFn, weights: str = "any") -> Patients:
    """Two to forty patients with both outcomes; either may be rare, and weights may be zero."""
    common = draw(st.integers(0, 1))
    y = [0, 1, *draw(st.lists(st.one_of(st.just(common), st.integers(0, 1)), max_size=38))]
    s = draw(st.lists(SCORES, min_size=len(y), max_size=len(y)))
    one = st.one_of(st.just(0.0), st.floats(0.1, 10.0)) if weights == "any" else st.just(1.0)
    w = [1.0, 1.0, *draw(st.lists(one, min_size=len(y) - 2, max_size=len(y) - 2))]
    return Patients(np.array(y, dtype=float), np.array(s), np.array(w))


def peer(p: Patients) -> Any:
    return IsotonicRegression(out_of_bounds="clip").fit(p.s, p.y, sample_weight=p.w)


def same(one: IsotonicBlocks, other: IsotonicBlocks) -> None:
    assert one.first == pytest.approx(other.first, abs=0)
    assert one.last == pytest.approx(other.last, abs=0)
    assert one.positive == pytest.approx(other.positive, rel=1e-12)
    assert one.negative == pytest.approx(other.negative, rel=1e-12)


@settings(max_examples=60)
@given(patients(weights="none"))
def test_pools_of_rows_are_those_of_their_table_and_of_unit_weights(p: Patients) -> None:
    plain = IsotonicBlocks.of(Sample.of(p.y, p.s))
    same(plain, IsotonicBlocks.of(ScoreTable.from_arrays(p.y, p.s)))
    same(plain, IsotonicBlocks.of(Sample.of(p.y, p.s, p.w)))
    assert plain.recalibrated(p.s) == pytest.approx(peer(p).predict(p.s), abs=1e-12)


@settings(max_examples=60)
@given(patients())
def test_weighted_pools_are_scikit_learns_isotonic_regression(p: Patients) -> None:
    rows = Sample.of(p.y, p.s, p.w)
    pools = IsotonicBlocks.of(rows)
    same(pools, IsotonicBlocks.of(ScoreTable.from_sample(rows)))
    counts = p.w > 0
    assert pools.recalibrated(p.s[counts]) == pytest.approx(peer(p).predict(p.s[counts]), abs=1e-12)


@settings(max_examples=60)
@given(patients())
def test_rows_of_weight_zero_change_nothing(p: Patients) -> None:
    counts = p.w > 0
    same(
        IsotonicBlocks.of(Sample.of(p.y, p.s, p.w)),
        IsotonicBlocks.of(Sample.of(p.y[counts], p.s[counts], p.w[counts])),
    )


@settings(max_examples=60)
@given(patients())
def test_risk_rises_strictly_and_pools_hold_everyone_in_order(p: Patients) -> None:
    pools = IsotonicBlocks.of(Sample.of(p.y, p.s, p.w))
    assert np.all(np.diff(pools.risk) > 0)
    assert np.all(pools.first <= pools.last)
    assert np.all(pools.last[:-1] < pools.first[1:])
    for first, last, positive, negative in zip(
        pools.first, pools.last, pools.positive, pools.negative, strict=True
    ):
        inside = (p.s >= first) & (p.s <= last)
        assert positive == pytest.approx(p.w[inside & (p.y == 1)].sum(), abs=1e-12)
        assert negative == pytest.approx(p.w[inside & (p.y == 0)].sum(), abs=1e-12)
    assert pools.positive.sum() + pools.negative.sum() == pytest.approx(p.w.sum())


@settings(max_examples=60)
@given(patients())
def test_recalibrated_is_constant_within_pools(p: Patients) -> None:
    pools = IsotonicBlocks.of(Sample.of(p.y, p.s, p.w))
    for end in (pools.first, pools.last, (pools.first + pools.last) / 2):
        assert pools.recalibrated(end) == pytest.approx(pools.risk, abs=0)


@settings(max_examples=60)
@given(patients(weights="none"))
def test_pools_of_single_precision_scores_are_those_of_the_same_numbers_in_double(p: Patients) -> None:
    single = p.s.astype(np.float32)
    small, large = (
        IsotonicBlocks.of(Sample.of(p.y, single)),
        IsotonicBlocks.of(Sample.of(p.y, single.astype(np.float64))),
    )
    assert small.first.dtype == np.float32
    same(small, large)


@settings(max_examples=60)
@given(patients(weights="none"))
def test_flipping_outcomes_and_scores_turns_the_pools_round(p: Patients) -> None:
    pools, turned = IsotonicBlocks.of(Sample.of(p.y, p.s)), IsotonicBlocks.of(Sample.of(1 - p.y, 1 - p.s))
    assert turned.first[::-1] == pytest.approx(1 - pools.last, abs=0)
    assert turned.last[::-1] == pytest.approx(1 - pools.first, abs=0)
    assert turned.positive[::-1] == pytest.approx(pools.negative, abs=0)
    assert turned.negative[::-1] == pytest.approx(pools.positive, abs=0)


@settings(max_examples=60)
@given(patients(), st.floats(0.001, 0.999))
def test_pools_at_another_prevalence_are_the_same_with_the_odds_shifted(p: Patients, pi: float) -> None:
    own = float(p.w @ p.y / p.w.sum())
    share = np.where(p.y == 1, pi / own, (1 - pi) / (1 - own))
    pools, moved = (
        IsotonicBlocks.of(Sample.of(p.y, p.s, p.w)),
        IsotonicBlocks.of(Sample.of(p.y, p.s, p.w * share)),
    )
    assert moved.first == pytest.approx(pools.first, abs=0)
    assert moved.last == pytest.approx(pools.last, abs=0)
    inner = (pools.risk > 0) & (pools.risk < 1)
    shifted = pools.risk.copy()
    shifted[inner] = probability(log_odds(pools.risk[inner]) + log_odds(pi) - log_odds(own))
    assert moved.risk == pytest.approx(shifted, abs=1e-12)


def min_max(y: Numbers, s: Numbers) -> Numbers:
    """Isotonic regression by its min-max formula, over the distinct scores."""
    values = np.unique(s)
    return np.array(
        [
            max(min(y[(s >= low) & (s <= high)].mean() for high in values[k:]) for low in values[: k + 1])
            for k in range(len(values))
        ]
    )


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_pools_follow_the_min_max_formula(share: float) -> None:
    rng = np.random.default_rng(4)
    s = np.round(rng.random(120), 1)
    y = (rng.random(120) < share).astype(float)
    assert isotonic(ScoreTable.from_arrays(y, s)) == pytest.approx(min_max(y, s), abs=1e-12)


def test_all_in_one_pool() -> None:
    for s in ([0.9, 0.1], [0.4, 0.4], [1.0, 0.0]):
        for weight in (None, [1.0, 1.0]):
            pools = IsotonicBlocks.of(Sample.of([0, 1], s, weight))
            assert pools.risk.tolist() == [0.5]
            assert (pools.first[0], pools.last[0]) == (min(s), max(s))
            assert pools.recalibrated(np.array([0.0, 0.5, 1.0])).tolist() == [0.5] * 3


def test_a_perfect_model_has_two_pools() -> None:
    y, s = np.array([0, 0, 1, 1]), np.array([0.0, 0.2, 0.6, 1.0])
    for right, scores in ((y, s), (1 - y, 1 - s)):
        pools = IsotonicBlocks.of(Sample.of(right, scores))
        assert pools.risk.tolist() == [0.0, 1.0]


def test_recalibrating_twice_is_recalibrating_once() -> None:
    rng = np.random.default_rng(5)
    s = rng.random(500)
    once = recalibrated(ScoreTable.from_arrays(rng.random(500) < s**2, s))
    twice = recalibrated(once)
    assert twice.score == pytest.approx(once.score, abs=0)
    assert twice.positive == pytest.approx(once.positive, abs=0)


@settings(max_examples=60)
@given(patients())
def test_cells_add_up(p: Patients) -> None:
    cells = ScoreBins.of(Sample.of(p.y, p.s, p.w))
    assert cells.weight.sum() == pytest.approx(p.w.sum())
    assert cells.positive.sum() == pytest.approx(p.w @ p.y)
    assert cells.weight @ cells.score == pytest.approx(p.w @ p.s)
    assert np.all((cells.positive >= 0) & (cells.positive <= cells.weight * (1 + 1e-12)))


@settings(max_examples=60)
@given(patients())
def test_cells_have_the_distinct_scores_of_patients_who_count_exactly(p: Patients) -> None:
    cells = ScoreBins.of(Sample.of(p.y, p.s, p.w))
    assert cells.score.tolist() == np.unique(p.s[p.w > 0]).tolist()


@settings(max_examples=60)
@given(patients(weights="none"))
def test_sizes_of_unweighted_cells_are_counts(p: Patients) -> None:
    counts = np.unique(p.s, return_counts=True)[1]
    for weight in (None, p.w, 3.0 * p.w):
        assert ScoreBins.of(Sample.of(p.y, p.s, weight)).size.tolist() == counts.tolist()


def test_a_weighted_cell_is_worth_the_squared_sum_over_the_sum_of_squares() -> None:
    w = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 0.0])
    cells = ScoreBins.of(Sample.of([0, 1, 1, 0, 1, 0], [0.2, 0.2, 0.2, 0.7, 0.7, 0.7], w))
    assert cells.size.tolist() == [round(36 / 14), round(81 / 41)]


@pytest.mark.parametrize("scale", [1e-45, 1e-30, 1e-3, 1e30, 1e45])
def test_the_scale_of_weights_does_not_change_the_size_of_cells(scale: float) -> None:
    rng = np.random.default_rng(6)
    s, w = np.round(rng.random(300), 1), rng.random(300) + 0.1
    y = (rng.random(300) < s).astype(int)
    expected = ScoreBins.of(Sample.of(y, s, w)).size
    assert ScoreBins.of(Sample.of(y, s, scale * w)).size.tolist() == expected.tolist()


@pytest.mark.parametrize("small", [1e-100, 1e-200, 1e-300])
def test_a_patient_of_hardly_any_weight_is_a_cell_of_one(small: float) -> None:
    cells = ScoreBins.of(Sample.of([0, 1, 0], [0.2, 0.5, 0.7], [1.0, 1.0, small]))
    assert cells.size.tolist() == [1, 1, 1]


def test_cells_do_not_mind_a_rare_class_of_small_weight() -> None:
    y = [0, 1, 0, 1]
    cells = ScoreBins.of(Sample.of(y, [0.2, 0.4, 0.6, 0.8], np.where(np.array(y) == 1, 1e-10, 1.0)))
    assert cells.size.tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("share", [0.5, 0.01])
def test_many_distinct_scores_share_cells_of_neighbours(weighted: bool, share: float, dtype: Any) -> None:
    rng = np.random.default_rng(7)
    n = 10 * MOST_BINS
    s = rng.random(n).astype(dtype)
    y = (rng.random(n) < 2 * share * s).astype(int)
    w = rng.random(n) + 0.5 if weighted else np.ones(n)
    cells = ScoreBins.of(Sample.of(y, s, w if weighted else None))
    assert MOST_BINS / 2 < len(cells.score) <= 1.1 * MOST_BINS
    assert np.all(np.diff(cells.score) > 0)
    assert cells.weight.sum() == pytest.approx(w.sum())
    assert cells.positive.sum() == pytest.approx(w @ y)
    assert cells.weight @ cells.score == pytest.approx(w @ s.astype(np.float64))
    assert cells.weight.max() < 3 * w.sum() / MOST_BINS
    assert np.all(cells.positive <= cells.weight * (1 + 1e-12))
    if not weighted:
        assert cells.size.tolist() == cells.weight.tolist()


@pytest.mark.parametrize("n", [MOST_BINS - 1, MOST_BINS + 1, 2 * MOST_BINS - 2, 10 * MOST_BINS])
def test_there_are_not_many_more_cells_than_the_most(n: int) -> None:
    rng = np.random.default_rng(9)
    s = rng.random(n)
    y = (rng.random(n) < s).astype(int)
    # Without weights each class is divided by itself, so there may be some more.
    assert len(ScoreBins.of(Sample.of(y, s)).score) <= 2 * MOST_BINS
    assert len(ScoreBins.of(Sample.of(y, s, np.ones(n))).score) <= MOST_BINS


@pytest.mark.parametrize("weighted", [False, True])
def test_many_patients_on_few_scores_have_a_cell_for_each_score(weighted: bool) -> None:
    rng = np.random.default_rng(10)
    n = 5 * MOST_BINS
    s = rng.integers(0, 21, n) / 20
    y = (rng.random(n) < s).astype(int)
    cells = ScoreBins.of(Sample.of(y, s, np.ones(n) if weighted else None))
    values, counts = np.unique(s, return_counts=True)
    assert cells.score == pytest.approx(values, abs=1e-9)
    assert cells.size.tolist() == counts.tolist()


def test_simulated_outcomes_have_the_risk_they_were_simulated_at() -> None:
    rng = np.random.default_rng(8)
    s = np.round(rng.random(5_000), 1)
    bins = ScoreBins.of(Sample.of((rng.random(5_000) < s).astype(int), s))
    positive = bins.positive_weight(bins.simulate_cases(bins.score, 400, rng))
    error = np.sqrt(bins.score * (1 - bins.score) / bins.weight / 400)
    assert np.all(np.abs(positive.mean(axis=0) / bins.weight - bins.score) <= 4 * error)
    for one in positive[:20]:
        fit = Blocks.of(one, bins.weight).risk_of_bins(len(bins.score))
        fitted = IsotonicRegression().fit(bins.score, one / bins.weight, sample_weight=bins.weight)
        assert fit == pytest.approx(fitted.predict(bins.score))


def test_single_patients_are_simulated_as_a_binomial_of_one() -> None:
    risk = np.linspace(1e-9, 1.0 - 1e-9, 300)
    one_each = np.ones(300, dtype=np.int64)
    bins = ScoreBins(risk, np.ones(300), np.ones(300), one_each)
    simulated = bins.simulate_cases(risk, 200, np.random.default_rng(3))
    rng = np.random.default_rng(3)
    assert np.array_equal(simulated, [rng.binomial(one_each, risk) for _ in range(200)])
