"""DeLong's standard error, against a published implementation and against its definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from MLstatkit import Delong_test

import baserate
from baserate.inference.cohort import Cohort
from tests.support.oracles import Patients
from tests.support.strategies import patients


def by_definition(p: Patients) -> tuple[float, float]:
    """AUC and its variance from all pairs, weights as shares."""
    case, other = p.y == 1, p.y == 0
    share = p.w[case] / p.w[case].sum(), p.w[other] / p.w[other].sum()
    wins = np.sign(np.subtract.outer(p.s[case], p.s[other])) / 2 + 0.5
    placed = wins @ share[1], share[0] @ wins
    auc = float(share[0] @ placed[0])
    return auc, sum(float(((w * (v - auc)) ** 2).sum()) for w, v in zip(share, placed, strict=True))


@pytest.mark.parametrize("digits", [1, 2, 12])
def test_published_implementation(digits: int) -> None:
    rng = np.random.default_rng(digits)
    y = (rng.random(300) < 0.3).astype(int)
    a, b = (np.round(np.clip(0.3 * y + 0.7 * rng.random(300), 0, 1), digits) for _ in range(2))
    _, _, (low, high), _, auc_a, auc_b, info = Delong_test(y, a, b)
    assert info["method"] == "delong"
    cohort = Cohort.of(y)
    one, two = cohort.auc(a), cohort.auc(b)
    assert (one.value, two.value) == pytest.approx((auc_a, auc_b), abs=1e-10)
    assert (two - one).spread.variance == pytest.approx(info["var_diff"], abs=1e-10)
    # Its interval of one AUC is normal.
    assert 2 * 1.959963984540054 * one.standard_error == pytest.approx(high - low, abs=1e-10)


@pytest.mark.filterwarnings("ignore::baserate.errors.FewEventsWarning")
@given(patients(of_each=2))
def test_weighted_and_tied(p: Patients) -> None:
    auc, variance = by_definition(p)
    found = Cohort.of(p.y, sample_weight=p.w).auc(p.s)
    assert found.value == pytest.approx(auc, abs=1e-12)
    assert found.value == pytest.approx(baserate.auc(p.y, p.s, sample_weight=p.w), abs=1e-12)
    counted = p.s[p.w > 0]
    if counted.min() == counted.max():  # whoever is sampled, nobody is placed
        assert found.is_exact
        assert variance == pytest.approx(0.0, abs=1e-14)
        return
    ((who, what),) = found.contributions.items()
    assert float(what @ what) == pytest.approx(variance, abs=1e-14)
    assert found.spread.variance == pytest.approx(who.spread(what).variance, rel=1e-6, abs=1e-14)


def test_paired_difference_of_two_aucs() -> None:
    rng = np.random.default_rng(5)
    y = (rng.random(500) < 0.2).astype(int)
    x = y + rng.normal(size=500)
    a, b = (baserate.odds.expit(x + 0.5 * rng.normal(size=500)) for _ in range(2))
    cohort = Cohort.of(y)
    difference = cohort.auc(a) - cohort.auc(b)
    assert difference.standard_error < 0.7 * math.hypot(
        cohort.auc(a).standard_error, cohort.auc(b).standard_error
    )
