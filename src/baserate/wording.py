"""Numbers in words, the same wherever they are read: the verdict, the tables, the command line."""

from __future__ import annotations

from baserate.estimate import Estimate


def thousandths(found: Estimate) -> tuple[str, str, str]:
    """A number and the ends of its interval per 1,000 patients, with the digits that it is worth."""
    interval = found.interval()
    digits = 1 if 1000 * (interval.high - interval.low) >= 0.2 else 2
    numbers = (found.value, interval.low, interval.high)
    # Nothing added to a rounded number, so that what is next to nothing is not minus nothing.
    value, low, high = (f"{round(1000 * x, digits) + 0.0:.{digits}f}" for x in numbers)
    return value, low, high


def per_thousand(found: Estimate | float) -> str:
    """A number of net benefit, per 1,000 patients, with its interval."""
    if not isinstance(found, Estimate):
        return f"{1000 * found:.1f}"
    value, low, high = thousandths(found)
    return f"{value} ({low} to {high})"


def probability(p: float, more: str = ">", less: str = "<") -> str:
    """A probability in percent; one that is next to certain is not called so."""
    if p > 0.999:
        return f"{more} 99.9 %"
    return f"{less} 0.1 %" if p < 0.001 else f"{100 * p:.1f} %"
