"""A number with the ends of its interval, where no patient's part in it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ranged:
    """A number with the ends of its interval."""

    value: float
    low: float
    high: float

    def words(self, written: Callable[[float], str]) -> str:
        """The number, and its interval in brackets."""
        return f"{written(self.value)} ({written(self.low)} to {written(self.high)})"

    def to_dict(self) -> dict[str, float]:
        """As plain data."""
        return {"value": self.value, "low": self.low, "high": self.high}
