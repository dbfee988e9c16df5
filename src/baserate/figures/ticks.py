"""Ticks of percent axes that never run into each other, whatever the size of the figure.

Imported when a figure is drawn, because it is made of matplotlib's classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import FuncFormatter, Locator

from baserate.odds import log_odds

# Percentages by how readily they are written; those of the other side of one half mirror them.
_BY_RANK = (
    (1.0, 10.0, 50.0),
    (0.1, 2.0, 5.0, 20.0),
    (0.01, 0.2, 0.5, 30.0, 3.0),
    (40.0, 0.02, 0.05, 15.0, 0.3),
    (25.0, 35.0, 45.0, 4.0, 7.0, 12.0, 0.7),
    tuple(float(tick) for tick in (6, 8, 9, *range(11, 50)) if tick not in (12, 15, 20, 25, 30, 35, 40, 45)),
)
# Steps of an even axis, and the most ticks it may have.
_STEPS, _MOST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5), 10
# Width of a character over the size of the font, and the least room between two labels, in characters.
_CHARACTER, _ROOM = 0.62, 1.3


def percent_label(share: float) -> str:
    """A share as written at an axis."""
    return f"{100.0 * share:.3g} %"


def odds_label(share: float) -> str:
    """A threshold as odds of harm to benefit: 1:30, or 2:1."""
    odds = (1.0 - share) / share
    return f"1:{_round(odds)}" if odds >= 1.0 - 1e-9 else f"{_round(1.0 / odds)}:1"


def _round(odds: float) -> str:
    return f"{odds:.0f}" if odds >= 9.95 else f"{odds:.2g}"


def with_odds(share: float) -> str:
    """Percent in the first row, odds in the second; certainty has none."""
    return f"{percent_label(share)}\n{odds_label(share) if 0.0 < share < 1.0 else ''}"


class PercentLocator(Locator):
    """Round percentages, as many as there is room for when the figure is drawn.

    Those that are read most easily come first; another is added where its label, by its length and the size
    of the font, stays clear of all that are there.
    """

    def __init__(self, label: Callable[[float], str], *, even: bool = False) -> None:
        self._label, self._even = label, even

    def __call__(self) -> Sequence[float]:
        axis: Any = self.axis
        low, high = sorted(axis.get_view_interval())
        return self.tick_values(float(low), float(high))

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """The ticks between two ends at the present size of the Axes."""
        if self._even:
            return self._even_ticks(vmin, vmax)
        chosen: list[float] = []
        for rank in _BY_RANK:
            mirrored = {tick for one in rank for tick in (one, 100.0 - one)}
            for tick in sorted(mirrored):
                share = tick / 100.0
                if vmin - 1e-12 <= share <= vmax + 1e-12 and self._is_clear(share, chosen, vmin, vmax):
                    chosen.append(share)
        if len(chosen) < 2:
            chosen = self._ends(vmin, vmax)
        return sorted(chosen)

    def _even_ticks(self, low: float, high: float) -> list[float]:
        """Multiples of the smallest round step that leaves room for all labels; no share is below zero."""
        ticks: list[float] = []
        for step in _STEPS:
            first, last = np.ceil(max(low, 0.0) / step - 1e-9), np.floor(min(high, 1.0) / step + 1e-9)
            if last - first > _MOST:
                continue
            ticks = [float(tick) for tick in np.arange(first, last + 1) * step + 0.0]
            if all(self._is_clear(one, [other], low, high) for one, other in pairwise(ticks)):
                break
        return ticks

    def _ends(self, low: float, high: float) -> list[float]:
        """Of a narrow range, round numbers within it."""
        step = 10.0 ** np.floor(np.log10(max(high - low, 1e-9) / 2.0))
        inside = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
        chosen: list[float] = []
        for share in inside:
            if self._is_clear(float(share), chosen, low, high):
                chosen.append(float(share))
        return chosen

    def _is_clear(self, share: float, others: list[float], low: float, high: float) -> bool:
        place, half = self._place(share, low, high), self._half(share)
        return all(abs(place - self._place(one, low, high)) >= half + self._half(one) for one in others)

    def _place(self, share: float, low: float, high: float) -> float:
        """Along the axis, in points."""
        if self._even:
            return (share - low) / (high - low) * self._length
        ends = float(log_odds(low)), float(log_odds(high))
        return (float(log_odds(share)) - ends[0]) / (ends[1] - ends[0]) * self._length

    def _half(self, share: float) -> float:
        """Half of the room that a label needs, in points."""
        if self._vertical:
            return 0.9 * self._font
        longest = max(map(len, self._label(share).split("\n")))
        return (longest + _ROOM) * _CHARACTER * self._font / 2.0

    @property
    def _vertical(self) -> bool:
        return getattr(self.axis, "axis_name", "x") == "y"

    @property
    def _length(self) -> float:
        axis: Any = self.axis
        box = axis.axes.get_window_extent()
        return float((box.height if self._vertical else box.width) / axis.get_figure(root=True).dpi * 72.0)

    @property
    def _font(self) -> float:
        axis: Any = self.axis
        size = axis.get_tick_params().get("labelsize")
        if size is None:
            size = rcParams["ytick.labelsize" if self._vertical else "xtick.labelsize"]
        return float(FontProperties(size=size).get_size_in_points())


def label_percent(axis: Any, label: Callable[[float], str], *, even: bool = False) -> None:
    """Write an axis of shares in percent, with as many ticks as there is room for."""
    from matplotlib.ticker import NullFormatter, NullLocator

    axis.set_major_locator(PercentLocator(label, even=even))
    axis.set_major_formatter(FuncFormatter(lambda share, _place: label(share)))
    axis.set_minor_locator(NullLocator())
    axis.set_minor_formatter(NullFormatter())
