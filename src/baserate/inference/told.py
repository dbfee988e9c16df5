"""Numbers with their intervals as a paper prints them: "146.1 (140.8 to 151.3)".

How many digits a number is worth, its interval says: half its width to two digits, so that the last digit
printed is neither noise nor a loss.
"""

from __future__ import annotations

import math

# Digits of half the width of an interval that are shown, and of a number that has no interval.
DIGITS_OF_HALF_WIDTH = 2
DIGITS_ALONE = 4
_MOST_DECIMALS = 12
NO_INTERVAL = "no interval"
NOT_AVAILABLE = "not available"


def fixed(value: float, decimals: int) -> str:
    """A number with so many decimals; what is rounded to nothing has no sign.

    >>> fixed(-0.0004, 3), fixed(-0.0006, 3)
    ('0.000', '-0.001')
    """
    # Nothing added to a rounded number, so that what is next to nothing is not minus nothing.
    return f"{round(value, decimals) + 0.0:.{decimals}f}"


def decimals_worth(low: float, high: float) -> int:
    """How many decimals a number is worth that has this interval.

    >>> decimals_worth(140.8, 151.3), decimals_worth(0.8534, 0.8718)
    (1, 4)
    """
    half = (high - low) / 2.0
    if not 0.0 < half < math.inf:
        return 0
    decimals = DIGITS_OF_HALF_WIDTH - 1 - math.floor(math.log10(half))
    return min(max(decimals, 0), _MOST_DECIMALS)


def text_with_interval(value: float, low: float, high: float, *, is_exact: bool = False) -> str:
    """A number with its interval, to the digits that it is worth; a missing interval is said.

    >>> text_with_interval(146.0833, 140.8312, 151.3290)
    '146.1 (140.8 to 151.3)'
    >>> text_with_interval(146.0833, math.nan, math.nan)
    '146.1 (no interval)'
    """
    if not math.isfinite(value):
        return NOT_AVAILABLE
    if is_exact:
        return _alone(value)
    if not (math.isfinite(low) and math.isfinite(high)):
        return f"{_alone(value)} ({NO_INTERVAL})"
    if high <= low:
        return f"{_alone(value)} ({_alone(low)} to {_alone(high)})"
    decimals = decimals_worth(low, high)
    return f"{fixed(value, decimals)} ({fixed(low, decimals)} to {fixed(high, decimals)})"


def _alone(value: float) -> str:
    """A number that no interval says the digits of."""
    return f"{value + 0.0:.{DIGITS_ALONE}g}"
