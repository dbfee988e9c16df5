"""What must hold for every data set and every deployment."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import baserate
from tests.support.oracles import Patients, log_odds, probability
from tests.support.strategies import INNER_SCORES, SHARES, patients, ranges

# Thirty tied patients look like decisions, and that is fine here.
pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

CLOSE = {"rel": 1e-9, "abs": 1e-11}


def worth(p: Patients, cost: Any, prevalence: Any = None, **more: Any) -> float:
    asked = {"cost": cost, "prevalence": prevalence, "sample_weight": p.w, "baseline": "none-correct"}
    return baserate.net_benefit(p.y, p.s, **(asked | more))


@given(patients(), ranges(), SHARES)
def test_flipping_labels_scores_and_costs_changes_only_the_unit(
    p: Patients, ab: tuple[float, float], c: float
) -> None:
    a, b = ab
    # 1 - s must be exact, or a score of 1e-300 becomes 0 on the way.
    flipped = Patients(1 - p.y, 1 - p.s, p.w)
    assume(np.array_equal(1 - flipped.s, p.s))
    assert worth(flipped, 1 - c, (1 - b, 1 - a)) * c / (1 - c) == pytest.approx(worth(p, c, ab), **CLOSE)


@given(patients(), ranges(), SHARES, st.randoms(use_true_random=False))
def test_order_of_patients_does_not_matter(
    p: Patients, ab: tuple[float, float], c: float, random: Any
) -> None:
    order = list(range(len(p.y)))
    random.shuffle(order)
    shuffled = Patients(p.y[order], p.s[order], p.w[order])
    assert worth(shuffled, c, ab) == pytest.approx(worth(p, c, ab), **CLOSE)
    assert baserate.auc(shuffled.y, shuffled.s) == baserate.auc(p.y, p.s)


@given(patients(), ranges(), SHARES, st.lists(st.integers(1, 3), min_size=30, max_size=30))
def test_a_weight_of_two_is_the_row_twice(
    p: Patients, ab: tuple[float, float], c: float, times: list[int]
) -> None:
    count = np.array(times[: len(p.y)])
    y, s = np.repeat(p.y, count), np.repeat(p.s, count)
    weighted = {"sample_weight": count}
    assert baserate.auc(p.y, p.s, **weighted) == pytest.approx(baserate.auc(y, s), **CLOSE)
    for prevalence in (None, 0.2, ab, baserate.Uniform(*ab)):
        assert baserate.net_benefit(p.y, p.s, cost=c, prevalence=prevalence, **weighted) == pytest.approx(
            baserate.net_benefit(y, s, cost=c, prevalence=prevalence), **CLOSE
        )


@given(patients(), ranges(), SHARES, st.floats(1e-3, 1e3))
def test_scale_of_the_weights_does_not_matter(
    p: Patients, ab: tuple[float, float], c: float, k: float
) -> None:
    assert worth(Patients(p.y, p.s, p.w * k), c, ab) == pytest.approx(worth(p, c, ab), **CLOSE)


@given(patients(INNER_SCORES), ranges(), SHARES, st.floats(0.05, 20.0))
def test_oversampling_a_class_and_shifting_the_odds_changes_nothing(
    p: Patients, ab: tuple[float, float], c: float, k: float
) -> None:
    shifted = Patients(p.y, probability(log_odds(p.s) + math.log(k)), np.where(p.y == 1, k * p.w, p.w))
    assert worth(shifted, c, ab) == pytest.approx(worth(p, c, ab), **CLOSE)


@given(patients(), ranges(), SHARES, SHARES)
def test_ranges_add_up(p: Patients, ab: tuple[float, float], share: float, c: float) -> None:
    a, b = ab
    middle = float(probability(log_odds(a) + share * (log_odds(b) - log_odds(a))))
    assume(a < middle < b)
    parts = [(a, middle), (middle, b)]
    widths = [log_odds(high) - log_odds(low) for low, high in parts]
    mean = sum(width * worth(p, c, part) for width, part in zip(widths, parts, strict=True)) / sum(widths)
    assert mean == pytest.approx(worth(p, c, ab), rel=1e-7, abs=1e-9)


@given(patients(), ranges(), SHARES)
def test_worth_lies_between_inverted_and_perfect(p: Patients, ab: tuple[float, float], c: float) -> None:
    a, b = ab
    width = log_odds(b) - log_odds(a)
    mean_prevalence = (np.log1p(-a) - np.log1p(-b)) / width  # of pi with uniform log odds
    perfect = worth(Patients(p.y, p.y, p.w), c, ab)
    assert perfect == pytest.approx(mean_prevalence + c / (1 - c) * (1 - mean_prevalence), **CLOSE)
    assert worth(Patients(p.y, 1 - p.y, p.w), c, ab) == 0.0
    assert -1e-12 <= worth(p, c, ab) <= perfect * (1 + 1e-12)


@given(patients(), ranges(), SHARES, st.integers(0, 29), SHARES)
def test_raising_a_positive_score_never_hurts(
    p: Patients, ab: tuple[float, float], c: float, row: int, share: float
) -> None:
    row %= len(p.y)
    assume(p.y[row] == 1)
    raised = p.s.copy()
    raised[row] += share * (1 - raised[row])
    assert worth(Patients(p.y, raised, p.w), c, ab) >= worth(p, c, ab) - 1e-12


@given(patients(INNER_SCORES), st.floats(0.01, 0.98), SHARES)
def test_a_narrow_range_is_the_point(p: Patients, a: float, c: float) -> None:
    threshold = log_odds(c) - log_odds(a) + log_odds(p.source_prevalence)
    assume(np.abs(log_odds(p.s) - threshold).min() > 1e-6)
    for kind in (baserate.LogOddsUniform, baserate.Uniform):
        assert worth(p, c, kind(a, a + 1e-7)) == pytest.approx(worth(p, c, a), rel=1e-5)
    assert worth(p, c, (a, a)) == worth(p, c, a)


@given(patients(INNER_SCORES))
def test_the_widest_range_is_balanced_log_loss(p: Patients) -> None:
    a, b = 1e-9, 1 - 1e-9
    adjusted = probability(log_odds(p.s) - log_odds(p.source_prevalence))
    positive, negative = p.w * p.y, p.w * (1 - p.y)
    log_loss = (
        -(positive @ np.log(adjusted)) / positive.sum() - (negative @ np.log1p(-adjusted)) / negative.sum()
    )
    width = log_odds(b) - log_odds(a)
    score = baserate.accuracy(p.y, p.s, prevalence=(a, b), sample_weight=p.w)
    # log(1e-9) and its like come from the two ends of the range.
    assert score * width == pytest.approx(-math.log(a) - math.log1p(-b) - log_loss, rel=1e-9)


@settings(max_examples=30)  # each makes a table of weights over all prevalences
@given(patients(INNER_SCORES))
def test_the_widest_uniform_range_is_balanced_squared_error(p: Patients) -> None:
    a, b = 1e-9, 1 - 1e-9
    adjusted = probability(log_odds(p.s) - log_odds(p.source_prevalence))
    squares = p.w * (adjusted - p.y) ** 2
    brier = [squares[p.y == k].sum() / p.w[p.y == k].sum() for k in (0, 1)]
    score = baserate.accuracy(p.y, p.s, prevalence=baserate.Uniform(a, b), sample_weight=p.w)
    assert score == pytest.approx(1 - sum(brier) / 2, abs=1e-8)


@given(patients(), ranges())
def test_bounded_brier_score_has_the_printed_form(p: Patients, ab: tuple[float, float]) -> None:
    a, b = ab
    pi0 = p.source_prevalence
    half = p.s * (1 - pi0) / (p.s * (1 - pi0) + (1 - p.s) * pi0)
    best, got = np.clip(1 - p.y, 1 - b, 1 - a), np.clip(half, 1 - b, 1 - a)
    gain = p.w * ((best - p.y) ** 2 - (got - p.y) ** 2)
    mean = sum(gain[p.y == k].sum() / p.w[p.y == k].sum() for k in (0, 1)) / 2
    score = baserate.accuracy(p.y, p.s, prevalence=baserate.Uniform(a, b), sample_weight=p.w)
    assert score == pytest.approx(mean / (b - a), **CLOSE)


@given(patients(), ranges(), SHARES)
def test_an_uninformative_score_is_the_better_of_treating_all_and_none(
    p: Patients, ab: tuple[float, float], c: float
) -> None:
    a, b = ab
    tied = Patients(p.y, np.full_like(p.y, p.source_prevalence), p.w)
    turn = min(max(c, a), b)  # treat all from this prevalence on
    treat_none = c / (1 - c) * (np.log(turn / a)) if turn > a else 0.0  # int (1-pi) dx = log pi
    treat_all = np.log((1 - turn) / (1 - b)) if turn < b else 0.0  # int pi dx = -log(1-pi)
    assert worth(tied, c, ab) == pytest.approx(
        (treat_none + treat_all) / (log_odds(b) - log_odds(a)), **CLOSE
    )


@given(patients(INNER_SCORES), SHARES, SHARES)
def test_identities_between_the_nine_metrics(p: Patients, pi: float, c: float) -> None:
    common: dict[str, Any] = {"sample_weight": p.w}
    half = dict(common, prevalence=0.5, threshold=c, cost=c)
    assert baserate.weighted_accuracy(p.y, p.s, **half) == pytest.approx(
        2 * (1 - c) * baserate.net_benefit(p.y, p.s, baseline="none-correct", **half), **CLOSE
    )
    even = [
        baserate.accuracy(p.y, p.s, prevalence=pi, **common),
        baserate.weighted_accuracy(p.y, p.s, cost=0.5, prevalence=pi, **common),
        baserate.net_benefit(p.y, p.s, cost=0.5, prevalence=pi, baseline="none-correct", **common),
    ]
    assert even == pytest.approx([even[0]] * 3, **CLOSE)
    threshold = log_odds(c) - log_odds(pi) + log_odds(p.source_prevalence)
    assume(np.abs(log_odds(p.s) - threshold).min() > 1e-12)  # a tie may be rounded apart
    assert baserate.weighted_accuracy(p.y, p.s, cost=c, prevalence=pi, **common) == pytest.approx(
        baserate.accuracy(p.y, p.s, prevalence=baserate.odds.multiply(1 - c, pi), **common), **CLOSE
    )


@given(patients(INNER_SCORES))
def test_a_monotone_map_keeps_the_auc(p: Patients) -> None:
    assume(len(np.unique(p.s)) == len(np.unique(probability(3 * log_odds(p.s) + 1))))
    mapped = Patients(p.y, probability(3 * log_odds(p.s) + 1), p.w)
    assert baserate.auc(p.y, mapped.s) == baserate.auc(p.y, p.s)


def test_a_monotone_map_changes_the_worth() -> None:
    y, s = np.array([0, 0, 0, 1]), np.array([0.1, 0.2, 0.3, 0.6])
    before = baserate.net_benefit(y, s, cost=0.2, prevalence=(0.1, 0.4))
    after = baserate.net_benefit(y, s**3, cost=0.2, prevalence=(0.1, 0.4))
    assert abs(before - after) > 0.01


@given(patients(), patients(), ranges(), SHARES)
def test_tables_add_up_to_the_joined_data(
    p: Patients, q: Patients, ab: tuple[float, float], c: float
) -> None:
    both = Patients(*(np.concatenate(pair) for pair in ((p.y, q.y), (p.s, q.s), (p.w, q.w))))
    table = baserate.ScoreTable.from_arrays(p.y, p.s, p.w) + baserate.ScoreTable.from_arrays(q.y, q.s, q.w)
    joined = baserate.ScoreTable.from_arrays(both.y, both.s, both.w)
    assert np.array_equal(table.score, joined.score)
    assert table.positive == pytest.approx(joined.positive)
    assert table.negative == pytest.approx(joined.negative)
    assert baserate.auc(table) == pytest.approx(baserate.auc(both.y, both.s, sample_weight=both.w), **CLOSE)
    for prevalence in (None, 0.3, ab, baserate.Uniform(*ab)):
        found = baserate.net_benefit(table, cost=c, prevalence=prevalence, baseline="none-correct")
        assert found == pytest.approx(worth(both, c, prevalence), **CLOSE)
    assert baserate.accuracy(table, threshold=0.5) == pytest.approx(
        baserate.accuracy(both.y, both.s, threshold=0.5, sample_weight=both.w), **CLOSE
    )


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=12))
def test_auc_is_the_mean_of_adjusted_accuracy_for_a_calibrated_score(counts: list[tuple[int, int]]) -> None:
    """The paper's theorem without its factor 1/2: t is drawn from the balanced data's scores."""
    shares: dict[float, tuple[float, float]] = {}
    cases, others = (sum(side) for side in zip(*counts, strict=True))
    for positive, negative in counts:  # score = share of cases at that score in balanced data
        half = (positive / cases) / (positive / cases + negative / others)
        was = shares.get(half, (0, 0))
        shares[half] = (was[0] + positive, was[1] + negative)
    y = np.concatenate([[1.0] * int(n1) + [0.0] * int(n0) for n1, n0 in shares.values()])
    s = np.concatenate([[half] * int(n1 + n0) for half, (n1, n0) in shares.items()])
    drawn = {half: (n1 / cases + n0 / others) / 2 for half, (n1, n0) in shares.items()}
    mean = sum(
        mass * baserate.accuracy(y, s, prevalence=1 - t, source_prevalence=0.5) for t, mass in drawn.items()
    )
    assert mean == pytest.approx(baserate.auc(y, s), **CLOSE)
