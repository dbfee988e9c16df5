"""How people write shares and costs: "10%", "1:30", "1%..10%". Read here, and written here.

How a distribution is written, its own class knows (:meth:`Distribution.read`); a :class:`Scale` tells
it how the values on its axis are.

Every function that reads raises :class:`~baserate.errors.SettingError`; whoever knows whether a
prevalence, a cost or a threshold was meant says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from baserate.deployment.distribution import Distribution, is_number, number_inside
from baserate.deployment.distributions import LogOddsUniform, Point
from baserate.errors import SettingError

__all__ = ["percent", "ratio", "read_share", "short_percent"]


def read_number(value: object) -> float:
    """A number, or text such as "0.1" or "10%"."""
    if isinstance(value, str):
        text = value.strip()
        scale, digits = (100.0, text[:-1]) if text.endswith("%") else (1.0, text)
        try:
            return float(digits) / scale
        except ValueError:
            raise SettingError(
                f"{text!r} is not a number; a range is written (0.01, 0.1) or '1%..10%'."
            ) from None
    if not is_number(value):
        raise SettingError(f"found {value!r}, which is not a number.")
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        raise SettingError("found a number too large to be one here.") from None


def read_share(value: object) -> float:
    """A share strictly between 0 and 1; 10 is refused, because 10 % may be meant."""
    number = read_number(value)
    if 1.0 <= number <= 100.0:
        raise SettingError(
            f"it must be below 1; found {number:g}. Was {number:g} % meant? "
            f"Write '{number:g}%' or {number / 100:g}."
        )
    if number == 0.0:
        raise SettingError(
            "it must be above 0; found 0. For a range that starts low, give a small lower end."
        )
    return number_inside(number, "it")


def read_cost(value: object) -> float:
    """The cost parameter c, from "1:30" (false positive : false negative) or as it is."""
    if isinstance(value, str) and ":" in value:
        false_positive, _, false_negative = value.partition(":")
        return c_of_ratio(read_number(false_positive), read_number(false_negative))
    number = read_number(value)
    if number >= 1.0:
        raise SettingError(
            f"c must be below 1; found {number:g}. For a missed case that costs as much as {number:g} "
            f"unnecessary treatments, write '1:{number:g}'."
        )
    return number_inside(number, "c")


def c_of_ratio(false_positive: float, false_negative: float) -> float:
    """``c / (1 - c)`` is the harm of a false positive over the harm of a false negative."""
    harms = (read_number(false_positive), read_number(false_negative))
    if not all(math.isfinite(harm) and harm > 0.0 for harm in harms):
        raise SettingError(f"both harms of a cost ratio must be positive; found {harms[0]:g}:{harms[1]:g}.")
    return number_inside(harms[0] / (harms[0] + harms[1]), "c")


def percent(value: float) -> str:
    """0.015 as "1.5 %", with enough digits to tell 99.99 % from 100 %."""
    return f"{100 * value:.4g} %" if value <= 0.99 else f"{100 * value:.9g} %"


def _inside(c: float) -> float:
    """A share that rounding has made 0 or 1, as the median of a distribution may be, just inside again."""
    return min(max(c, 1e-300), math.nextafter(1.0, 0.0))


def ratio(c: float) -> str:
    """The cost parameter as false positive : false negative, one side being 1."""
    c = _inside(c)
    return f"1:{(1 - c) / c:.4g}" if c <= 0.5 else f"{c / (1 - c):.4g}:1"


#: What is missed and what is done unnecessarily, one and several, where a study has no names of its own.
NOUNS: Mapping[str, str] = {
    "outcome": "cases",
    "one_outcome": "case",
    "action": "treatments",
    "one_action": "treatment",
}


def ratio_in_words(c: float, nouns: Mapping[str, str] = NOUNS) -> str:
    """What the cost parameter says about a missed case, so that 30:1 is not taken for 1:30.

    >>> ratio_in_words(0.1), ratio_in_words(0.1, {**NOUNS, "one_outcome": "death"})
    ('one missed case = 9 unnecessary treatments', 'one missed death = 9 unnecessary treatments')
    """
    c = _inside(c)
    case, treatment = nouns["one_outcome"], nouns["one_action"]
    if math.isclose(c, 0.5):
        return f"a missed {case} and an unnecessary {treatment} cost the same"
    if c < 0.5:
        return f"one missed {case} = {(1 - c) / c:.4g} unnecessary {nouns['action']}"
    return f"one unnecessary {treatment} = {c / (1 - c):.4g} missed {nouns['outcome']}"


def short_percent(share: float) -> str:
    """A share in percent, to three digits."""
    return f"{100.0 * share:.3g} %"


@dataclass(frozen=True)
class Scale:
    """How the values on one axis are written: ``read`` and ``show`` one, and part a range at ``signs``."""

    read: Callable[[object], float]
    show: Callable[[float], str]
    signs: tuple[str, ...]
    examples: tuple[str, str, str]

    def distribution(self, value: object) -> Distribution:
        """What is meant by a number, a pair, a text, a dictionary, or a distribution."""
        if isinstance(value, Distribution):
            return value
        if isinstance(value, Mapping):
            return Distribution.from_dict(value, self.read)
        if isinstance(value, str):
            named = Distribution.read(value, self)
            if named is not None:
                return named
            parts = self.split(value)
            value = parts if len(parts) > 1 else value
        return self._range(value) if isinstance(value, (tuple, list)) else Point(self.read(value))

    def split(self, text: str) -> list[str]:
        """The values of a range that is written as one text."""
        if "..." in text:
            raise SettingError("a range is written with two dots, as in '1%..10%'.")
        sign = next((sign for sign in self.signs if sign in text), None)
        return [text] if sign is None else text.split(sign)

    def number(self, text: str) -> float:
        """A number that is no value on the axis."""
        return read_number(text)

    def _range(self, ends: tuple[object, ...] | list[object]) -> Distribution:
        if len(ends) != 2:
            raise SettingError(f"a range has two ends; found {len(ends)}.")
        low, high = self.read(ends[0]), self.read(ends[1])
        if low > high:
            raise SettingError(
                "a range must rise from its lower to its upper end; "
                f"found {self.show(low)} to {self.show(high)}."
            )
        return Point(low) if low == high else LogOddsUniform(low, high)


SHARES = Scale(read_share, percent, ("..", ":"), ("1%", "3%", "10%"))
COSTS = Scale(read_cost, ratio, ("..",), ("1:50", "1:15", "1:5"))
