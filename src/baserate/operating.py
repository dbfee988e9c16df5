"""Operating points: whom a model treats, as the threshold on its score rises; and curves over them.

Between two neighbouring scores nothing changes, so a model has one operating point more than it
has distinct scores. ROC, decision curve, cost curve and Murphy diagram are views of these points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.errors import SettingError
from baserate.table import ScoreTable

Numbers = NDArray[np.float64]
Function: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class OperatingPoints:
    """Shares of each class on either side of every possible threshold.

    With m distinct ``scores``, point i treats every patient from ``scores[i]`` up, for thresholds
    above ``scores[i - 1]`` and not above ``scores[i]``; point m treats nobody.
    """

    scores: Numbers
    true_positive: Numbers
    true_negative: Numbers
    prevalence: float
    precision: float

    @classmethod
    def of(cls, table: ScoreTable) -> OperatingPoints:
        """All operating points of a table of scores; ``precision`` is that of the scores."""
        return cls(
            table.score.astype(np.float64),
            1.0 - _share_below(table.positive),
            _share_below(table.negative),
            table.prevalence,
            float(np.finfo(table.score.dtype).eps),
        )

    @property
    def false_negative(self) -> Numbers:
        return 1.0 - self.true_positive

    @property
    def false_positive(self) -> Numbers:
        return 1.0 - self.true_negative

    def log_odds(self, source_prevalence: float | None = None) -> Numbers:
        """Log odds of the scores, the prior removed; infinite at scores of 0 and 1."""
        source = self.prevalence if source_prevalence is None else source_prevalence
        with np.errstate(divide="ignore"):
            odds = self.scores / ((1.0 - self.scores) * (source / (1.0 - source)))
            return np.asarray(np.log(odds))


@dataclass(frozen=True)
class Axis:
    """Prices along an axis, and their integrals over the axis's own measure."""

    name: str
    positive: Function
    negative: Function
    positive_integral: Function
    negative_integral: Function
    measure: Function


@dataclass(frozen=True, eq=False)
class Curve:
    """A quantity along an axis: smooth between ``breaks``, with jumps at them.

    ``breaks`` start and end with the ends of the axis. ``positive`` and ``negative`` hold the share
    of each class that counts on each piece between them.
    """

    axis: Axis = field(repr=False)
    breaks: Numbers
    positive: Numbers
    negative: Numbers
    closed: Literal["left", "right"] = field(repr=False)
    precision: float = field(repr=False)

    @classmethod
    def between(
        cls,
        axis: Axis,
        ends: tuple[float, float],
        turns: Numbers,
        positive: Numbers,
        negative: Numbers,
        closed: Literal["left", "right"],
        precision: float,
    ) -> Curve:
        """Cut the pieces between ascending turns down to the part of the axis between the ends."""
        first = int(np.searchsorted(turns, ends[0], side="right"))
        last = max(first, int(np.searchsorted(turns, ends[1], side="left")))
        breaks = np.concatenate(([ends[0]], turns[first:last], [ends[1]]))
        return cls(axis, breaks, positive[first : last + 1], negative[first : last + 1], closed, precision)

    def at(self, x: ArrayLike) -> Numbers:
        """The curve's value anywhere on its axis; at a jump, the value with the tie treated."""
        x = np.asarray(x, dtype=np.float64)
        if not np.all((x >= self.breaks[0]) & (x <= self.breaks[-1])):
            raise SettingError(
                f"the curve runs over {self.axis.name} from {self.breaks[0]:g} to {self.breaks[-1]:g}; "
                f"found {x.min():g} to {x.max():g}."
            )
        # A point that ties with a jump but for rounding belongs to the side where the tie is treated.
        rounding = 16.0 * self.precision * np.minimum(x, 1.0 - x) + 4.0 * self.precision
        nudged = x - rounding if self.closed == "left" else x + rounding
        piece = np.searchsorted(self.breaks[1:-1], nudged, side=self.closed)
        return self._value(x, piece)

    def points(self, per_piece: int = 2) -> tuple[Numbers, Numbers]:
        """Coordinates to draw: every piece with both of its ends, so that jumps are upright."""
        if per_piece < 2:
            raise SettingError(f"a piece of a curve needs at least its two ends; found {per_piece} points.")
        share = np.linspace(0.0, 1.0, per_piece)
        width = np.diff(self.breaks)
        x = self.breaks[:-1, None] + width[:, None] * share
        x[:, -1] = self.breaks[1:]
        piece = np.broadcast_to(np.arange(len(width))[:, None], x.shape)
        return x.ravel(), self._value(x, piece).ravel()

    @property
    def mean(self) -> float:
        """Mean of the curve over its axis, exactly."""
        return self.area / float(np.diff(self.axis.measure(self.breaks[[0, -1]]))[0])

    @property
    def area(self) -> float:
        """Area under the curve, exactly, over the measure of its axis."""
        positive = self.positive @ np.diff(self.axis.positive_integral(self.breaks))
        negative = self.negative @ np.diff(self.axis.negative_integral(self.breaks))
        return float(positive + negative)

    def _value(self, x: Numbers, piece: NDArray[np.intp]) -> Numbers:
        positive = self.positive[piece] * self.axis.positive(x)
        return np.asarray(positive + self.negative[piece] * self.axis.negative(x))


def _share_below(weight: NDArray[Any]) -> Numbers:
    """Share of the weight before each line, and after the last; exactly 0 first and 1 last."""
    below = np.concatenate(([0.0], np.cumsum(weight)))
    share: Numbers = below / below[-1]
    return share
