"""Time two calls in turn and compare them round by round.

A busy machine slows a whole stretch of time. Two calls that take turns share each stretch, so
their ratio within a round is steadier than either time; its spread over the rounds says how steady.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from timeit import Timer
from typing import Any

Call = Callable[[], Any]

# Fewer, where the figures are not for reading: CI wants to know that everything runs.
ROUNDS = int(os.environ.get("BASERATE_ROUNDS", "15"))
# Shorter measurements than this drown in the resolution of the scheduler.
SHORTEST_TURN = 0.05


@dataclass(frozen=True)
class Timing:
    """Seconds per call of two sides, one entry per round."""

    first: list[float]
    second: list[float]

    def ratio(self) -> float:
        """The first side's median time as a multiple of the second's."""
        first, second = self.medians()
        return first / second

    def medians(self) -> tuple[float, float]:
        """Median seconds of a call, side by side."""
        return median(self.first), median(self.second)

    def spread(self) -> tuple[float, float]:
        """Smallest and largest ratio that a single round showed."""
        ratios = [a / b for a, b in zip(self.first, self.second, strict=True)]
        return min(ratios), max(ratios)


def in_turns(first: Call, second: Call, rounds: int = ROUNDS) -> Timing:
    """Time both calls in every round; each turn repeats its call until it is long enough."""
    timers = Timer(first), Timer(second)
    repeats = [_repeats(timer) for timer in timers]
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for timer, count, times in zip(timers, repeats, seconds, strict=True):
            times.append(timer.timeit(count) / count)
    return Timing(*seconds)


def _repeats(timer: Timer) -> int:
    """How many calls fill one turn, judged by the second call: the first one warms up."""
    timer.timeit(1)
    return max(1, math.ceil(SHORTEST_TURN / timer.timeit(1)))
