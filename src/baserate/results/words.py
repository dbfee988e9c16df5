"""Numbers and sentences as people read them: one set of templates for text, command line and page.

The templates and the few constants of presentation live in ``words.json``, which the page's scripts read
too, so that the two cannot say different things.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from baserate.calibration.readings import Readings
from baserate.deployment.notation import short_percent
from baserate.inference.estimate import Estimate
from baserate.inference.told import fixed

__all__ = ["per_thousand", "thousandths", "with_interval"]


class HasEnds(Protocol):
    """A number between two ends."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class WithInterval(HasEnds, Protocol):
    """A number with its interval: worked out now, or read from a result."""

    @property
    def is_exact(self) -> bool: ...

    def interval(self, level: float | None = None) -> tuple[float, float, float, str]: ...


class RunningCutoff(HasEnds, Protocol):
    """A cut-off on a score, with its ends over the deployment, and over what it runs."""

    @property
    def over(self) -> str: ...


@cache
def _content() -> dict[str, Any]:
    text = (files("baserate.results") / "words.json").read_text(encoding="utf-8")
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


def thousandths(estimate: WithInterval, level: float | None = None) -> tuple[str, str, str]:
    """A number and the ends of its interval per 1,000 patients, with the digits that it is worth."""
    low, high, *_ = estimate.interval(level)
    digits = digits_per_thousand(low, high, is_exact=estimate.is_exact)
    value, low_end, high_end = (fixed(1000 * x, digits) for x in (estimate.value, low, high))
    return value, low_end, high_end


def digits_per_thousand(low: float, high: float, *, is_exact: bool = False) -> int:
    """How many decimals a number per 1,000 patients is worth that has this interval.

    An interval that excludes zero does not end at a rounded zero.
    """
    least = words("digits.least_width_in_last_digits")
    digits = 1 if is_exact or 1000 * (high - low) >= least / 10 else 2
    nearest = 1000 * max(low, -high)
    while nearest > 0.0 and float(f"{nearest:.{digits}f}") == 0.0 and digits < 1 + words("digits.most_added"):
        digits += 1
    return digits


def per_thousand(estimate: WithInterval, level: float | None = None) -> str:
    """A number of net benefit, per 1,000 patients, with its interval, at a level, if it has one."""
    if estimate.is_exact and estimate.value == 0.0:
        return "0"
    value, low, high = thousandths(estimate, level)
    return value if estimate.is_exact else f"{value} ({low} to {high})"


def count_with_interval(estimate: WithInterval) -> str:
    """How many of 1,000 patients, with its interval."""
    digits = words("digits.per_1000_at_threshold")
    value, low, high = (fixed(x, digits) for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def rate_with_interval(estimate: WithInterval) -> str:
    """A share in percent, with its interval, and with the digits that it is worth."""
    digits, least = words("digits.rate"), words("digits.least_width_in_last_digits")
    if 100.0 * (estimate.high - estimate.low) < least * 10.0**-digits:
        digits += 1
    value, low, high = (fixed(100 * x, digits) for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} % ({low} to {high})"


def with_interval(estimate: WithInterval) -> str:
    """A measure with its interval."""
    digits = words("digits.measure")
    value, low, high = (fixed(x, digits) for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def readings_in_words(readings: Readings, used: str) -> str:
    """What both readings of the source prevalence say of two groups, and which one the data support.

    ``used`` is the reading that the rest of the result takes.
    """
    first, second = readings.sides[used]
    ratios = {
        f"ratios_{reading}": say("readings.ratios", first=_ratio(pair[0]), second=_ratio(pair[1]))
        for reading, pair in readings.observed_expected.items()
    }
    values = {f"by_{reading}": per_thousand(value) for reading, value in readings.differences.items()}
    supported = readings.supported
    if supported is not None:
        key = f"readings.supports_{supported}"
    else:
        key = "readings.supports_neither" if readings.neither_fits else "readings.cannot_tell"
    sentences = [
        say("readings.depends", group=first.name, reference=second.name, **values),
        say(key, **ratios),
    ]
    if supported not in (None, used):
        sentences.append(say("readings.other_is_used", reading=supported))
    return " ".join(sentences)


def _ratio(estimate: Estimate | None) -> str:
    return str(words("numbers.missing")) if estimate is None else ratio_text(estimate)


def ratio_text(estimate: WithInterval) -> str:
    """Observed over expected with its interval."""
    digits = words("digits.slope")
    value, low, high = (fixed(x, digits) for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def cutoff_told(cut: RunningCutoff) -> str:
    """The cut-off on the score, and between which it runs over the deployment."""
    middle, highest, lowest = map(short_percent, (cut.value, cut.high, cut.low))
    if not cut.over:
        return middle
    return say(f"threshold.over_{cut.over}", middle=middle, highest=highest, lowest=lowest)


def confidence(level: float) -> str:
    """A confidence level in percent; one that is next to certain is not called so."""
    most = words("constants.nearly_certain")
    if level > most:
        return f"{words('numbers.more')} {100 * most:g} %"
    if level < 1.0 - most:
        return f"{words('numbers.less')} {100 * (1.0 - most):g} %"
    return f"{100 * level:.{words('digits.confidence')}f} %"
