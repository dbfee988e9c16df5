"""The dial by group: the observed prevalence, and the prevalence that the score carries."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from baserate.figures.style import (
    COLOURS,
    FAINT,
    INK,
    Dashes,
    as_written,
    axes_to_draw_on,
    name_lines,
    percent_ticks,
    prevalence_axis,
    short,
    tidy,
)
from baserate.odds import expit, log_odds
from baserate.results.dial_estimate import GroupPrevalence, ShiftEstimate

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

# Room beyond the outermost group, in log odds; of the largest group's mark, in points squared.
_ROOM, _LARGEST = 0.25, 160.0
# Beyond so many groups their names would hide each other.
_NAMED = 15
# Where a name may stand beside its mark, in points, the first choice first; and which end of it is there.
_BESIDE = (((6, -12), "left"), ((-6, 6), "right"), ((6, 6), "left"), ((-6, -12), "right"))
# About how wide a letter is, and how high a line, in points.
_LETTER, _LINE = 5.2, 10.0


def shift(estimate: ShiftEstimate, ax: Axes | None = None, *, names: bool = True) -> Axes:
    """Draw what :func:`baserate.shift` found: every group's observed prevalence, and what the score carries.

    Under covariate shift the score carries all that differs, and groups lie on the diagonal; under label
    shift it carries nothing, and they lie on the level line. The line between is the fit. Bars are intervals
    at the estimate's level, areas of marks are numbers of patients; ``names`` writes the groups' names beside
    them, where these are not too many.

    Parameters
    ----------
    estimate
        What :func:`baserate.shift` returned.
    ax
        The axes to draw on; new ones unless given.
    names
        Whether to write the names of the groups.
    """
    ax = axes_to_draw_on(ax, (6.4, 5.2))
    groups = estimate.groups
    low, high = _view([one for group in groups for one in (group.observed_low, group.observed_high)])
    _prevalence_axes(ax, (low, high), _view([one for group in groups for one in _vertical(group)]))
    lines = _lines(ax, estimate, (low, high))
    for group in groups:
        _draw_group(ax, group, max(one.patients for one in groups))
    if names and len(groups) <= _NAMED:
        _name_groups(ax, sorted(groups, key=lambda group: -group.patients))
    name_lines(ax, list(lines.values()), list(lines))
    tidy(ax)
    return ax


def _vertical(group: GroupPrevalence) -> tuple[float, ...]:
    return group.carried_low, group.carried_high, group.observed


def _view(shares: list[float]) -> tuple[float, float]:
    """Ends of an axis that shows all of these."""
    return float(expit(log_odds(min(shares)) - _ROOM)), float(expit(log_odds(max(shares)) + _ROOM))


def _prevalence_axes(ax: Axes, horizontal: tuple[float, float], vertical: tuple[float, float]) -> None:
    from matplotlib.ticker import FixedLocator, NullLocator

    prevalence_axis(ax, *horizontal)
    ax.set_xlabel("observed prevalence (log-odds scale)")
    ax.set_yscale("logit")
    ax.set_ylim(*vertical)
    ticks = percent_ticks(*vertical)
    ax.yaxis.set_major_locator(FixedLocator(ticks))
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set_yticklabels([f"{100.0 * tick:.3g} %" for tick in ticks])
    ax.set_ylabel("prevalence that the score carries")


def _lines(ax: Axes, estimate: ShiftEstimate, ends: tuple[float, float]) -> dict[str, Artist]:
    """Both ends of the dial, and the fit where there is one, through the prevalence that all share."""
    x = np.linspace(log_odds(ends[0]), log_odds(ends[1]), 50)
    middle = log_odds(estimate.reference)
    drawn: dict[str, tuple[float, Dashes, str, float]] = {}
    drawn["covariate shift: the score carries all (gamma 0)"] = (0.0, (0.0, (9.0, 1.6)), FAINT, 1.2)
    drawn["label shift: it carries nothing (gamma 1)"] = (1.0, (0.0, (2.2, 1.8)), FAINT, 1.2)
    if math.isfinite(estimate.gamma):
        drawn[f"the fit (gamma {estimate.gamma:.2f})"] = (estimate.gamma, (0.0, ()), COLOURS[0], 2.0)
    lines: dict[str, Artist] = {}
    for words, (gamma, dashes, colour, width) in drawn.items():
        y = middle + (1.0 - gamma) * (x - middle)
        (lines[words],) = ax.plot(expit(x), expit(y), color=colour, linewidth=width, linestyle=dashes)
    return lines


def _draw_group(ax: Axes, group: GroupPrevalence, most: int) -> None:
    across = [[group.observed - group.observed_low], [group.observed_high - group.observed]]
    upward = [[group.carried - group.carried_low], [group.carried_high - group.carried]]
    place = (group.observed, group.carried)
    ax.errorbar(*place, xerr=across, yerr=upward, color=INK, elinewidth=0.9, alpha=0.7, zorder=3)
    ax.scatter(*place, s=_LARGEST * group.patients / most, color=COLOURS[1], edgecolor=INK, zorder=4)


def _name_groups(ax: Axes, groups: list[GroupPrevalence]) -> None:
    """Names beside the marks, each where it hides no other name and no mark, if there is such a place."""
    points = 72.0 / ax.figure.dpi
    marks = [tuple(ax.transData.transform((one.observed, one.carried)) * points) for one in groups]
    taken = [(x - 5.0, y - 5.0, x + 5.0, y + 5.0) for x, y in marks]
    for group, mark in zip(groups, marks, strict=True):
        name = short(group.name, 24)
        boxes = [_box(mark, beside, len(name)) for beside in _BESIDE]
        place = min(range(len(boxes)), key=lambda i: sum(_overlap(boxes[i], other) for other in taken))
        taken.append(boxes[place])
        offset, side = _BESIDE[place]
        text = ax.annotate(name, (group.observed, group.carried), offset, textcoords="offset points", ha=side)
        as_written(text).set(fontsize="small", color=INK)


Box = tuple[float, float, float, float]


def _box(mark: tuple[float, ...], beside: tuple[tuple[int, int], str], letters: int) -> Box:
    """About what a name would cover, in points: left, bottom, right, top."""
    (right, up), side = beside
    width = _LETTER * letters
    left = mark[0] + right - (width if side == "right" else 0.0)
    return left, mark[1] + up, left + width, mark[1] + up + _LINE


def _overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    upward = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0.0) * max(upward, 0.0)
