"""Legal input of every kind: the right answer by another formula, whatever holds the numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import baserate
from baserate.errors import BaserateError
from tests.hardening.answers import answer, check_numbers
from tests.hardening.budget import examples
from tests.hardening.containers import COLUMNS, LABELS
from tests.hardening.values import ALMOST_ONE, SCORES, SHARES, SMALLEST, WEIGHTS, distributions, ranges
from tests.support.oracles import Patients, average, beta, log_odds_uniform, point, sites, triangular, uniform

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")


@st.composite
def patients(draw: st.DrawFn, most: int = 12) -> Patients:
    """A few patients of either class; ties, certain scores and weights of every size are common."""
    y = [0, 1, *draw(st.lists(st.integers(0, 1), max_size=most - 2))]
    s = draw(st.lists(SCORES, min_size=len(y), max_size=len(y)))
    w = draw(st.one_of(st.none(), st.lists(WEIGHTS, min_size=len(y), max_size=len(y))))
    return Patients(np.array(y, float), np.array(s), np.ones(len(y)) if w is None else np.array(w, float))


def axis(spread: Any) -> Any:
    """A distribution as the oracle knows it."""
    if isinstance(spread, float):
        return point(spread)
    if isinstance(spread, baserate.Uniform):
        return uniform(spread.a, spread.b)
    if isinstance(spread, baserate.Triangular):
        return triangular(spread.a, spread.mode, spread.b)
    if isinstance(spread, baserate.Beta):
        return beta(spread.alpha, spread.beta)
    if isinstance(spread, baserate.Sites):
        return sites(dict(spread.shares))
    ends = spread if isinstance(spread, tuple) else (spread.a, spread.b)
    return log_odds_uniform(*ends)


def within_the_oracle(spread: Any) -> bool:
    """The oracle subtracts log odds and cuts tails: narrow ranges and wild Betas are beyond it."""
    if isinstance(spread, (float, baserate.Sites)):
        return True
    if isinstance(spread, baserate.Beta):
        return 0.5 <= spread.alpha <= 200.0 and 2.0 <= spread.beta <= 200.0
    low, high = spread if isinstance(spread, tuple) else (spread.a, spread.b)
    return bool(low >= 1e-6 and high <= 1.0 - 1e-6 and high - low > 1e-4 * low and high - low > 1e-5)


UNITS: dict[str, Callable[[Any, Any], float]] = {
    "accuracy": lambda p, where: baserate.accuracy(
        p.y, p.s, prevalence=where[0], sample_weight=p.w, source_prevalence=p.source
    ),
    "weighted_accuracy": lambda p, where: baserate.weighted_accuracy(
        p.y, p.s, prevalence=where[0], cost=where[1], sample_weight=p.w, source_prevalence=p.source
    ),
    "net_benefit": lambda p, where: baserate.net_benefit(
        p.y,
        p.s,
        prevalence=where[0],
        cost=where[1],
        sample_weight=p.w,
        source_prevalence=p.source,
        baseline="none-correct",
    ),
}


@pytest.mark.parametrize("units", UNITS)
@examples(10)
@given(p=patients(), prevalence=distributions(), cost=distributions(), source=st.none() | SHARES)
def test_a_score_is_the_mean_of_its_definition(
    units: str, p: Patients, prevalence: Any, cost: Any, source: float | None
) -> None:
    p = Patients(p.y, p.s, p.w, source)
    result = answer(UNITS[units], p, (prevalence, cost))
    check_numbers(result)
    if isinstance(result, BaserateError) or not (within_the_oracle(prevalence) and within_the_oracle(cost)):
        return
    cost = 0.5 if units == "accuracy" else cost
    assume(far_from_steps(p, prevalence, cost))
    right = average(p, axis(prevalence), axis(cost), units)
    assert result == pytest.approx(right, rel=1e-7, abs=1e-9)


def far_from_steps(p: Patients, prevalence: Any, cost: Any) -> bool:
    """Whether no score ties with a threshold of single prevalences and costs: there rounding decides."""
    points = [spread for spread in (prevalence, cost) if isinstance(spread, (float, baserate.Sites))]
    if len(points) < 2:
        return True
    values = [[spread] if isinstance(spread, float) else list(spread.shares) for spread in points]
    source = p.source_prevalence
    if not 0.0 < source < 1.0:
        return False
    for pi in values[0]:
        for c in values[1]:
            odds = c / (1 - c) * (1 - pi) / pi * source / (1 - source)
            if np.any(np.abs(p.s - odds / (1 + odds)) <= 1e-9 * np.maximum(p.s, 1e-300)):
                return False
    return True


def exact_auc(p: Patients) -> float:
    wins = total = 0.0
    for s1, w1 in zip(p.s[p.y == 1], p.w[p.y == 1], strict=True):
        for s0, w0 in zip(p.s[p.y == 0], p.w[p.y == 0], strict=True):
            wins += w1 * w0 * ((s1 > s0) + 0.5 * (s1 == s0))
            total += w1 * w0
    return wins / total


def exact_brier(p: Patients) -> float:
    return math.fsum(p.w * (p.s - p.y) ** 2) / math.fsum(p.w)


def exact_average_precision(p: Patients) -> float:
    total = 0.0
    for s1, w1 in zip(p.s[p.y == 1], p.w[p.y == 1], strict=True):
        at_least = p.s >= s1
        if w1 > 0.0:
            total += w1 * (p.w * p.y)[at_least].sum() / p.w[at_least].sum()
    return float(total / p.w[p.y == 1].sum())


def exact_youden(p: Patients) -> float:
    best = 0.0
    for t in p.s:
        tpr = p.w[(p.y == 1) & (p.s >= t)].sum() / p.w[p.y == 1].sum()
        fpr = p.w[(p.y == 0) & (p.s >= t)].sum() / p.w[p.y == 0].sum()
        best = max(best, tpr - fpr)
    return float(best)


def exact_calibration_error(p: Patients) -> float:
    bin_ = np.minimum((p.s * 10 + 1e-12).astype(int), 9)
    return float(
        sum(abs((p.w * (p.s - p.y))[bin_ == k].sum()) for k in range(10)) / p.w.sum(),
    )


PLAIN = {
    "auc": (baserate.auc, exact_auc),
    "brier": (baserate.comparators.brier, exact_brier),
    "average_precision": (baserate.comparators.average_precision, exact_average_precision),
    "youden": (baserate.comparators.youden, exact_youden),
    "expected_calibration_error": (
        baserate.comparators.expected_calibration_error,
        exact_calibration_error,
    ),
}


@pytest.mark.parametrize("name", PLAIN)
@examples(40)
@given(p=patients())
def test_a_number_without_a_deployment_is_its_definition(name: str, p: Patients) -> None:
    found, exact = PLAIN[name]
    result = answer(found, p.y, p.s, sample_weight=p.w)
    check_numbers(result)
    if not isinstance(result, BaserateError):
        assert result == pytest.approx(exact(p), rel=1e-9, abs=1e-12)


@examples(20)
@given(p=patients(), prevalence=distributions(), cost=distributions())
def test_a_threshold_score_lies_between_none_right_and_all_right(
    p: Patients, prevalence: Any, cost: Any
) -> None:
    asked = {"prevalence": prevalence, "cost": cost, "sample_weight": p.w}
    got = answer(baserate.weighted_accuracy, p.y, p.s, **asked)
    if not isinstance(got, BaserateError):
        assert -1e-9 <= got <= 1.0 + 1e-9
        assert baserate.weighted_accuracy(p.y, p.y, **asked) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("name", COLUMNS)
@examples(6)
@given(p=patients(), cost=SHARES, ends=ranges())
def test_whatever_holds_the_scores_the_answer_is_the_same(
    name: str, p: Patients, cost: float, ends: tuple[float, float]
) -> None:
    asked = {"cost": cost, "prevalence": ends}
    right = answer(baserate.net_benefit, p.y, p.s, sample_weight=p.w, **asked)
    held = answer(baserate.net_benefit, p.y, COLUMNS[name](p.s), sample_weight=COLUMNS[name](p.w), **asked)
    assert same(held, right)
    assert same(answer(baserate.auc, p.y, COLUMNS[name](p.s)), answer(baserate.auc, p.y, p.s))


@pytest.mark.parametrize("name", LABELS)
@examples(6)
@given(p=patients(), cost=SHARES)
def test_whatever_holds_the_labels_the_answer_is_the_same(name: str, p: Patients, cost: float) -> None:
    label = LABELS[name](p.y.astype(np.int64))
    asked = {"cost": cost, "prevalence": (0.01, 0.1)}
    assert same(answer(baserate.net_benefit, label, p.s, **asked), baserate.net_benefit(p.y, p.s, **asked))


def same(one: Any, other: Any) -> bool:
    """The same number to the last bit, or both refused for the same reason."""
    if isinstance(one, BaserateError) or isinstance(other, BaserateError):
        return type(one) is type(other)
    return bool(one == other)


HIDDEN: dict[str, Callable[[Any], Any]] = {
    "None": lambda s: [None, *s[1:].tolist()],
    "NaN": lambda s: np.concatenate(([math.nan], s[1:])),
    "infinity": lambda s: np.concatenate(([math.inf], s[1:])),
    "below zero": lambda s: np.concatenate(([-SMALLEST], s[1:])),
    "above one": lambda s: np.concatenate(([1.0 + 2.0**-52], s[1:])),
    "text": lambda s: ["0.3", *s[1:].tolist()],
    "percent": lambda s: 100.0 * np.maximum(s, 0.5),
    "log odds": lambda s: np.linspace(-4.0, 4.0, len(s)),
    "two columns": lambda s: np.column_stack((1.0 - s, s)),
    "one too few": lambda s: s[1:],
    "complex": lambda s: s.astype(complex),
    "dates": lambda s: np.full(len(s), np.datetime64("2024-01-01")),
    "one number": lambda s: float(s[0]),
    "nothing": lambda s: s[:0],
}


@pytest.mark.parametrize("name", HIDDEN)
@examples(4)
@given(p=patients())
def test_scores_that_are_none_are_refused_by_all(name: str, p: Patients) -> None:
    wrong = HIDDEN[name](p.s)
    for found in (baserate.auc, baserate.comparators.brier, baserate.comparators.log_loss):
        assert isinstance(answer(found, p.y, wrong), BaserateError)
    for ask in (baserate.net_benefit, baserate.weighted_accuracy, baserate.extensions.robustness.worst_case):
        assert isinstance(answer(ask, p.y, wrong, cost="1:30"), BaserateError)


@examples(40)
@given(p=SCORES, source=SHARES, target=SHARES)
def test_a_risk_moved_to_another_prevalence_is_that_of_exact_arithmetic(
    p: float, source: float, target: float
) -> None:
    import mpmath

    with mpmath.workdps(60):
        yes = mpmath.mpf(p) * mpmath.mpf(target) * (1 - mpmath.mpf(source))
        no = (1 - mpmath.mpf(p)) * (1 - mpmath.mpf(target)) * mpmath.mpf(source)
        right = float(yes / (yes + no))
    assert baserate.odds.adjust(p, source, target) == pytest.approx(right, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("certain", [SMALLEST, 1e-300, ALMOST_ONE])
def test_scores_next_to_certainty_are_ranked(certain: float) -> None:
    assert baserate.auc([0, 1, 1], [0.0, certain, 1.0]) == 1.0
