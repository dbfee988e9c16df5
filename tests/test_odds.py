from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baserate import odds
from baserate.errors import SettingError

# Nearer to 1 than this, a product's distance from 1 is lost in the last digits of the float.
P = st.floats(1e-3, 1 - 1e-3)


@given(P, P, P)
def test_odds_multiply_like_odds(a: float, b: float, d: float) -> None:
    product = odds.multiply(a, b)
    assert product / (1 - product) == pytest.approx(a / (1 - a) * b / (1 - b), rel=1e-8)
    assert odds.logit(product) == pytest.approx(odds.logit(a) + odds.logit(b), abs=1e-9)
    assert odds.multiply(odds.multiply(a, b), d) == pytest.approx(
        odds.multiply(a, odds.multiply(b, d)), rel=1e-9
    )
    assert 1 - product == pytest.approx(odds.multiply(1 - a, 1 - b), rel=1e-6)
    assert odds.multiply(odds.inverse(a), product) == pytest.approx(b, rel=1e-6)


@given(P, P, P)
def test_adjusting_is_bayes_rule(p: float, source: float, target: float) -> None:
    """From the likelihood ratio, which label shift leaves alone."""
    ratio = p / (1 - p) * (1 - source) / source
    expected = ratio * target / (ratio * target + 1 - target)
    moved = odds.adjust(p, source, target)
    assert moved == pytest.approx(expected, rel=1e-9)
    assert odds.adjust_log_odds(odds.logit(p), odds.logit(source), odds.logit(target)) == pytest.approx(
        odds.logit(moved), abs=1e-8
    )
    assert odds.adjust(moved, target, source) == pytest.approx(p, rel=1e-6)


def test_log_odds_forms() -> None:
    assert odds.multiply_log_odds(1.0, -0.25) == 0.75
    assert odds.inverse_log_odds(np.array([1.0, -2.0])).tolist() == [-1.0, 2.0]


def test_certainty_stays_certain() -> None:
    assert odds.adjust([0.0, 1.0], 0.1, 0.5).tolist() == [0.0, 1.0]
    assert odds.multiply(1.0, 0.3) == 1.0
    assert np.isnan(odds.multiply(0.0, 1.0))
    assert odds.expit([-800.0, -np.inf, 0.0, np.inf, 800.0]).tolist() == [0.0, 0.0, 0.5, 1.0, 1.0]


def test_arrays_broadcast() -> None:
    assert odds.adjust(np.full((3, 1), 0.3), 0.1, [0.02, 0.1]).shape == (3, 2)


@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan")])
def test_what_is_not_a_probability_is_refused(bad: float) -> None:
    with pytest.raises(SettingError, match="between 0 and 1"):
        odds.multiply(0.5, bad)
