"""The parts of a gap between two groups or two models, as bars with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from baserate.calibration.gap import Gap
from baserate.figures.style import (
    COLOURS,
    FAINT,
    INK,
    as_written,
    axes_to_draw_on,
    short,
    tidy,
)
from baserate.inference.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class _Part(NamedTuple):
    """A bar: which part it shows, in words, its colour, the space before it, and whether it is corrected."""

    attribute: str
    words: str
    colour: str
    space: float = 0.0
    corrected: bool = False


# Not the colours of the first two groups, which the bars do not stand for; light enough for whiskers.
_GREY, _GREEN, _PURPLE = "#b0b0b0", COLOURS[2], COLOURS[3]
_PARTS = (
    _Part("total", "total difference", _GREY),
    _Part("mechanism", "= difference at equal prevalence", _GREY, 0.4),
    _Part("label_shift", "+ label shift (prevalence differs)", _GREY),
    _Part("sharpness", "of which discrimination (ranking)", _GREEN, 0.4),
    _Part("calibration", "+ calibration (risks off)", _PURPLE),
    _Part("sharpness_corrected", "discrimination, corrected", _GREEN, 0.4, corrected=True),
    _Part("calibration_corrected", "calibration, corrected", _PURPLE, corrected=True),
)


def gap_parts(
    gap: Gap,
    ax: Axes | None = None,
    *,
    corrected: bool = True,
    intervals: bool = True,
    level: float | None = None,
    numbers: bool = True,
) -> Axes:
    """Draw the parts of a gap as horizontal bars, in natural units, with intervals as whiskers.

    Accuracy is in percentage points, net benefit in true positives per 1,000 patients. ``level``
    is that of the intervals, None for each estimate's own; ``numbers`` writes the value and the
    interval beside each bar. The ``corrected`` parts, hatched, are without the optimism of
    recalibrating on the patients who judge it.

    Parameters
    ----------
    gap
        What :func:`baserate.calibration.gap.between` returned, or ``ev.gap``.
    ax
        The axes to draw on; new ones unless given.
    corrected
        Whether to draw the parts without the optimism of recalibration as well.
    intervals
        Whether to draw whiskers.
    level
        That of the intervals; None for each estimate's own.
    numbers
        Whether to write the value and the interval beside each bar.
    """
    shown = [part for part in _PARTS if corrected or not part.corrected]
    ax = axes_to_draw_on(ax, (7.6, 0.55 * len(shown) + 1.4))
    factor = gap.over.units.factor
    places = -np.cumsum([1.0 + part.space for part in shown])
    for place, part in zip(places, shown, strict=True):
        estimate: Estimate = factor * getattr(gap, part.attribute)
        _bar(ax, float(place), part, estimate.value)
        words = f"{estimate.value:+.1f}"
        if intervals:
            low, high = estimate.interval(level)[:2]
            _whiskers(ax, float(place), estimate.value, low, high)
            words += f"  ({low:+.1f} to {high:+.1f})"
        if numbers:
            _write(ax, float(place), words)
    ax.axvline(0.0, color=INK, linewidth=1.0, zorder=3)
    ax.set_yticks(places, [part.words for part in shown])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(places[-1] - 0.6, places[0] + 0.6)
    ax.margins(x=0.08)
    _name_sides(ax, gap)
    tidy(ax)
    ax.spines["left"].set_visible(False)
    return ax


def _bar(ax: Axes, place: float, part: _Part, value: float) -> None:
    """A full bar, or a hatched one for what is corrected."""
    hatch, fill = ("////", "white") if part.corrected else (None, part.colour)
    ax.barh(place, value, height=0.62, color=fill, edgecolor=part.colour, hatch=hatch, zorder=2)


def _whiskers(ax: Axes, place: float, value: float, low: float, high: float) -> None:
    ends = [[value - low], [high - value]]
    ax.errorbar(value, place, xerr=ends, color=INK, capsize=3.5, elinewidth=1.4, marker="|", zorder=4)


def _write(ax: Axes, place: float, words: str) -> None:
    """Numbers to the right of the bars."""
    text = ax.text(1.02, place, words.replace("-", "\N{MINUS SIGN}"), transform=ax.get_yaxis_transform())
    text.set(va="center", fontsize="small", color=INK)


def _name_sides(ax: Axes, gap: Gap) -> None:
    """Say which way is which, and in what units."""
    first, second = short(gap.first.name, 24), short(gap.second.name, 24)
    label = f"{gap.over.units.difference_label}\n{first} less {second}"
    as_written(ax.xaxis.label)
    ax.set_xlabel(label)
    for x, words, side in (
        (0.0, f"\N{LEFTWARDS ARROW} higher for {second}", "left"),
        (1.0, f"higher for {first} \N{RIGHTWARDS ARROW}", "right"),
    ):
        text = ax.text(x, 1.01, words, transform=ax.transAxes, ha=side, va="bottom")
        as_written(text).set(fontsize="small", color=FAINT)
