"""Numbers and sentences as people read them: one set of templates for text, command line and page.

The templates and the few constants of presentation live in ``words.json``, which the page's scripts read
too, so that the two cannot say different things.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from baserate.inference.estimate import Estimate


@cache
def _content() -> dict[str, Any]:
    text = (files("baserate.evaluation") / "words.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def words(key: str) -> Any:
    """What stands under a key such as ``"measures.brier"``: a template, or a constant."""
    value: Any = _content()
    for part in key.split("."):
        value = value[part]
    return value


def say(key: str, **values: object) -> str:
    """The sentence under a key, its placeholders filled in."""
    return str(words(key)).format(**values)


def thousandths(estimate: Estimate, level: float | None = None) -> tuple[str, str, str]:
    """A number and the ends of its interval per 1,000 patients, with the digits that it is worth.

    An interval that excludes zero does not end at a rounded zero.
    """
    low, high, *_ = estimate.interval(level)
    least = words("digits.least_width_in_last_digits")
    digits = 1 if estimate.is_exact or 1000 * (high - low) >= least / 10 else 2
    nearest = 1000 * max(low, -high)
    while nearest > 0.0 and float(f"{nearest:.{digits}f}") == 0.0 and digits < 1 + words("digits.most_added"):
        digits += 1
    # Nothing added to a rounded number, so that what is next to nothing is not minus nothing.
    value, low_end, high_end = (
        f"{round(1000 * x, digits) + 0.0:.{digits}f}" for x in (estimate.value, low, high)
    )
    return value, low_end, high_end


def per_thousand(estimate: Estimate, level: float | None = None) -> str:
    """A number of net benefit, per 1,000 patients, with its interval, at a level, if it has one."""
    value, low, high = thousandths(estimate, level)
    return value if estimate.is_exact else f"{value} ({low} to {high})"


def with_interval(estimate: Estimate) -> str:
    """A measure with its interval."""
    digits = words("digits.measure")
    value, low, high = (f"{x:.{digits}f}" for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def confidence(level: float) -> str:
    """A confidence level in percent; one that is next to certain is not called so."""
    most = words("constants.nearly_certain")
    if level > most:
        return f"{words('numbers.more')} {100 * most:g} %"
    if level < 1.0 - most:
        return f"{words('numbers.less')} {100 * (1.0 - most):g} %"
    return f"{100 * level:.{words('digits.confidence')}f} %"
