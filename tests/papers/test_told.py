"""Numbers in words: the digits that they are worth, no minus nothing, a missing interval said."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baserate.inference.told import decimals_worth, fixed, text_with_interval
from baserate.results.measures import MEASURES, ends_told, told, value_told
from baserate.results.numbers import Ends, Number, Together

FINITE = st.floats(-1e6, 1e6)


@given(FINITE, st.integers(0, 6))
def test_a_fixed_number_is_the_rounded_one_without_a_sign_on_nothing(value: float, decimals: int) -> None:
    text = fixed(value, decimals)
    assert abs(float(text) - value) <= 0.5000001 * 10.0**-decimals
    assert text.startswith("-") == (float(text) < 0)


@given(FINITE, st.floats(1e-6, 1e5), st.floats(1e-6, 1e5))
def test_the_last_digit_shown_is_at_most_a_tenth_of_half_the_width(
    value: float, below: float, above: float
) -> None:
    low, high = value - below, value + above
    half = (high - low) / 2
    decimals = decimals_worth(low, high)
    unit = 10.0**-decimals
    assert unit <= half / 10 * (1 + 1e-9) or decimals == 0
    assert decimals == 0 or unit * 10 > half / 10 * (1 - 1e-9)  # and one digit fewer would be too coarse
    shown, ends = text_with_interval(value, low, high)[:-1].split(" (")
    assert abs(float(shown) - value) <= 0.51 * unit
    assert [
        abs(float(a) - b) <= 0.51 * unit for a, b in zip(ends.split(" to "), (low, high), strict=True)
    ] == [True, True]


def test_the_example_of_a_paper() -> None:
    assert text_with_interval(146.08, 140.83, 151.33) == "146.1 (140.8 to 151.3)"
    assert text_with_interval(-0.0001, -0.6, 0.6) == "0.00 (-0.60 to 0.60)"
    assert text_with_interval(3.0, 3.0, 3.0) == "3 (3 to 3)"
    assert text_with_interval(math.nan, 0.0, 1.0) == "not available"


MISSING = Number(0.1234567, None, None, None)


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("net_benefit", "123.5 (no interval)"),
        ("gap_total", "123.5 (no interval)"),
        ("sensitivity", "12.3 % (no interval)"),
        ("auc", "0.123 (no interval)"),
        ("calibration_slope", "0.123 (no interval)"),
        ("treated_per_1000", "0.1 (no interval)"),
        ("cutoff", "12.3 %"),
    ],
)
def test_a_missing_interval_is_said(measure: str, text: str) -> None:
    assert told(measure, MISSING) == text


def test_a_missing_number_is_a_dash_whatever_the_measure() -> None:
    for measure in MEASURES:
        assert told(measure, None) == "-"
        assert told(measure, Number(None, None, None, None)) == "-"


def test_each_kind_of_measure_has_its_own_form() -> None:
    number = Together(0.5, 0.1, 0.3, 0.7, Ends(0.2, 0.8))
    assert told("difference", number) == "500.0 (300.0 to 700.0)"
    assert told("ppv", number) == "50.0 % (30.0 to 70.0)"
    assert told("brier", number) == "0.500 (0.300 to 0.700)"
    assert value_told("confidence", 0.5) == "50.0 %"
    assert value_told("n", 12345.0) == "12,345"
    assert ends_told(number) == "200.0 to 800.0"
    assert ends_told(None) == "-"


def test_a_number_of_a_result_reads_as_one() -> None:
    number = Number(0.5, 0.1, 0.3, 0.7)
    assert (float(number), str(number)) == (0.5, "0.50 (0.30 to 0.70)")
    assert str(Number(0.5, 0.0, 0.5, 0.5)) == "0.5"
    assert str(Number(None, None, None, None)) == "not available"
