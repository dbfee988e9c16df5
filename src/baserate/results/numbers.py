"""Numbers of a result: what each is worth with its interval, as plain frozen data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from baserate.errors import SettingError
from baserate.inference.told import text_with_interval
from baserate.results.hints import Bounds

__all__ = [
    "AtLeastOne",
    "Count",
    "Difference",
    "Ends",
    "EndsOfSeveral",
    "NotNegative",
    "Number",
    "Positive",
    "Share",
    "Together",
    "minus",
    "says",
]

Share: TypeAlias = Annotated[float, Bounds(minimum=0, maximum=1)]
Count: TypeAlias = Annotated[int, Bounds(minimum=0)]
NotNegative: TypeAlias = Annotated[float, Bounds(minimum=0)]
Positive: TypeAlias = Annotated[float, Bounds(exclusiveMinimum=0)]
AtLeastOne: TypeAlias = Annotated[int, Bounds(minimum=1)]


def says(description: str) -> dict[str, str]:
    """What a field means; the schema says it too."""
    return {"description": description}


@dataclass(frozen=True)
class Ends:
    """The two ends of an interval."""

    low: float | None
    high: float | None


@dataclass(frozen=True)
class EndsOfSeveral:
    """An interval at the level asked for that holds for all of several comparisons together (Sidak)."""

    low: float
    high: float
    comparisons: AtLeastOne


@dataclass(frozen=True)
class Number:
    """A number with its standard error and interval; one that is known exactly has no width."""

    value: float | None
    standard_error: NotNegative | None
    low: float | None
    high: float | None

    @property
    def has_no_width(self) -> bool:
        """Whether neither error nor interval has any width."""
        return self.standard_error == 0.0 and self.low == self.high == self.value

    def __float__(self) -> float:
        return math.nan if self.value is None else float(self.value)

    def __str__(self) -> str:
        return self.text()

    def text(self, factor: float = 1.0) -> str:
        """``factor`` times the number with its interval, as a paper prints it: "146.1 (140.8 to 151.3)".

        Parameters
        ----------
        factor
            1000 for true positives per 1,000 patients.
        """
        ends = sorted(factor * (math.nan if end is None else end) for end in (self.low, self.high))
        return text_with_interval(factor * float(self), *ends, is_exact=self.has_no_width)


@dataclass(frozen=True)
class Together(Number):
    """A number whose simultaneous interval holds together with those of its family.

    The family are all comparisons, or the net benefits of all models; in groups, those of all groups.
    """

    simultaneous: Ends


@dataclass(frozen=True)
class Difference(Together):
    """A difference as a result has it, with the confidence that it is above zero, and above a margin."""

    confidence_above: tuple[tuple[float, float], ...]

    def confidence(self, above: float = 0.0) -> float:
        """The one-sided confidence level that the difference is above a value: zero, or the study's margin.

        Parameters
        ----------
        above
            The value, in net benefit.
        """
        for value, level in self.confidence_above:
            if math.isclose(value, above, rel_tol=1e-9):
                return level
        known = " and ".join(f"{value:g}" for value, _ in self.confidence_above)
        raise SettingError(
            f"a result that was read knows how sure a difference is to be above {known}; found {above!r}.",
            advice="For others evaluate the patients again, with baserate.evaluate.",
        )


def minus(value: float | None) -> float | None:
    """A number with the other sign, if there is one."""
    return None if value is None else -value
