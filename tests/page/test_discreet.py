"""How many digits the numbers of a page have: none that tell of single patients, all that are shown."""

from __future__ import annotations

from decimal import Decimal

import pytest

from baserate.page.discreet import _worth, decimals, significant


@pytest.mark.parametrize(
    ("low", "high", "places"),
    [
        (0.001, 0.021, 5),  # a decimal per 1,000 patients is shown, one more is carried
        (0.0100, 0.0101, 6),  # two are shown where the interval is that narrow
        (None, None, 0),
    ],
)
def test_a_page_carries_one_decimal_more_than_it_shows(
    low: float | None, high: float | None, places: int
) -> None:
    number = {"value": 0.0101234567, "standard_error": 0.00123456, "low": low, "high": high}
    carried = _worth(number, Decimal(1))
    assert len(f"{carried['value']:.9f}".rstrip("0").partition(".")[2]) == places
    assert carried["standard_error"] == 0.00123


def test_what_is_shown_of_it_is_what_would_be_shown_of_the_number() -> None:
    for value in (0.12344999, 0.12345, 0.12345001, -0.12345001, 0.5, 0.0):
        assert f"{decimals(value, Decimal('0.00001')):.4f}" == f"{Decimal(value):.4f}"
        assert f"{significant(value, 5):.3f}" == f"{Decimal(value):.3f}"
