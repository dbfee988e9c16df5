"""Value against prevalence: how good decisions are, were the disease more or less common."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import ScoredCohort
from baserate.curves import Curve, value_by_prevalence
from baserate.deployment.deployment import Deployment, Prevalence
from baserate.deployment.distributions import Point
from baserate.errors import SettingError
from baserate.figures.style import (
    INK,
    RECALIBRATED,
    SHADE,
    Look,
    axes_to_draw_on,
    look,
    name_lines,
    prevalence_axis,
    short,
    sides_of,
    tidy,
)
from baserate.inference.estimate import check_level
from baserate.odds import expit, log_odds

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

Numbers = NDArray[np.float64]

# Enough for a smooth line where a curve has few pieces.
_POINTS = 300


@dataclass(frozen=True, eq=False)
class Band:
    """Ends of an interval at each of some prevalences, in the units of the score."""

    prevalence: Numbers
    low: Numbers
    high: Numbers


def interval_band(
    side: ScoredCohort, deployment: Deployment, *, points: int = 61, level: float = 0.95
) -> Band:
    """The interval of a group's score at each prevalence, over the range of a deployment.

    It holds at each prevalence, not at all of them together. It is cut off at what a model that is
    always wrong, and a perfect one, would get.

    Parameters
    ----------
    side
        A model's scores of a group: :class:`~baserate.calibration.gap.ScoredCohort`.
    deployment
        The range of prevalence, the cost and the units.
    points
        At how many prevalences.
    level
        The confidence level.
    """
    check_level(level)
    low_end, high_end = (float(log_odds(end)) for end in _ends(deployment))
    grid = np.asarray(expit(np.linspace(low_end, high_end, points)))
    found = [
        side.worth(Deployment(Prevalence(Point(float(pi))), deployment.cost, deployment.units)).interval(
            level
        )
        for pi in grid
    ]
    positive, negative = _prices(grid, deployment)
    least = -negative if deployment.units.zero == "treat-none" else np.zeros(points)
    low, high = (np.clip([one[end] for one in found], least, least + positive + negative) for end in (0, 1))
    return Band(grid, low, high)


def value_against_prevalence(
    groups: ScoredCohort | Sequence[ScoredCohort],
    deployment: Deployment,
    ax: Axes | None = None,
    *,
    recalibrated: bool = False,
    shade: tuple[float, float] | None = None,
    own: bool = True,
    bands: Mapping[str, Band] | None = None,
) -> Axes:
    """Draw the value of decisions at each prevalence, for one or several groups or models.

    ``deployment`` gives the range of prevalence, the cost and the units; zero of net benefit is
    treating none. A mark shows each group
    at its ``own`` prevalence. ``recalibrated`` adds the perfectly recalibrated model, dashed (on
    the patients it was fitted to, so it is optimistic). ``shade`` marks the range over which a
    gap's mechanism is averaged. ``bands`` are intervals by group, as from :func:`interval_band`.

    Parameters
    ----------
    groups
        One :class:`~baserate.calibration.gap.ScoredCohort`, or several.
    deployment
        The range of prevalence, the cost and the units.
    ax
        The axes to draw on; new ones unless given.
    recalibrated
        Whether to add the recalibrated model.
    shade
        A range of prevalences to mark.
    own
        Whether to mark each group at its own prevalence.
    bands
        Intervals by group, as from :func:`interval_band`.
    """
    sides, (low, high) = sides_of(groups), _ends(deployment)
    bands = _checked(bands, sides)
    ax = axes_to_draw_on(ax, (6.4, 4.4))
    prevalence_axis(ax, low, high)
    lines: list[Artist] = []
    for number, side in enumerate(sides):
        style = look(number)
        if side.name in bands:
            _draw_band(ax, bands[side.name], style, deployment.units.factor)
        lines.append(_draw_curve(ax, side, style, deployment))
        if recalibrated:
            _draw_recalibrated(ax, side, style, deployment)
        if own:
            _draw_own(ax, side, style, deployment)
    further = _further(ax, recalibrated, shade)
    names = [*(short(side.name) for side in sides), *further]
    name_lines(ax, [*lines, *further.values()], names)
    ax.set_ylabel(deployment.units.label)
    tidy(ax)
    return ax


def _checked(bands: Mapping[str, Band] | None, sides: list[ScoredCohort]) -> Mapping[str, Band]:
    unknown = sorted(set(bands or {}) - {side.name for side in sides})
    if unknown:
        raise SettingError(f"bands names {', '.join(map(repr, unknown))}, which is not drawn.")
    return bands or {}


def _further(ax: Axes, recalibrated: bool, shade: tuple[float, float] | None) -> dict[str, Artist]:
    """What the legend names beside the groups; the shade is drawn here."""
    further: dict[str, Artist] = {}
    if recalibrated:
        (line,) = ax.plot([], [], color=INK, linewidth=1.4, linestyle=RECALIBRATED)
        further["perfectly recalibrated"] = line
    if shade is not None:
        further["averaged over this range"] = ax.axvspan(*shade, color=SHADE, linewidth=0, zorder=0)
    return further


def _draw_band(ax: Axes, band: Band, style: Look, factor: float) -> None:
    ends = factor * band.low, factor * band.high
    ax.fill_between(band.prevalence, *ends, color=style.colour, alpha=0.22, linewidth=0, zorder=1)
    # Edges, because two fills on top of each other cannot be told apart in grey.
    for end in ends:
        ax.plot(band.prevalence, end, color=style.colour, linewidth=0.8, linestyle=style.dashes, zorder=1.5)


def _draw_curve(ax: Axes, side: ScoredCohort, style: Look, deployment: Deployment) -> Artist:
    x, y = _points(_curve(side, deployment, recalibrated=False), deployment)
    (line,) = ax.plot(x, y, color=style.colour, linewidth=2.0, linestyle=style.dashes)
    # The mark is for the legend; on the line it would hide the steps.
    line.set(marker=style.marker, markevery=[], markersize=8, markeredgecolor=INK)
    return line


def _draw_recalibrated(ax: Axes, side: ScoredCohort, style: Look, deployment: Deployment) -> None:
    x, y = _points(_curve(side, deployment, recalibrated=True), deployment)
    ax.plot(x, y, color=style.colour, linewidth=1.4, linestyle=RECALIBRATED)


def _draw_own(ax: Axes, side: ScoredCohort, style: Look, deployment: Deployment) -> None:
    """A mark where the group stands: its score at its observed prevalence."""
    low, high = _ends(deployment)
    if low <= side.prevalence <= high:
        score = side.worth(Deployment(None, deployment.cost, deployment.units)).value
        (mark,) = ax.plot([side.prevalence], [deployment.units.factor * score], zorder=4)
        mark.set(linestyle="none", marker=style.marker, color=style.colour)
        mark.set(markersize=10, markeredgecolor=INK)


def _ends(deployment: Deployment) -> tuple[float, float]:
    ends = None if deployment.prevalence is None else deployment.prevalence.distribution.stated_ends
    if ends is None:
        raise SettingError(
            "a figure over prevalence needs a range with two ends: Deployment.of((0.01, 0.10), '1:30')."
        )
    return ends


def _curve(side: ScoredCohort, deployment: Deployment, *, recalibrated: bool) -> Curve:
    """Net benefit of the scores at each prevalence, or of the same recalibrated on these patients."""
    rows, cost, ends, zero = side.sample, deployment.cost, _ends(deployment), deployment.units.zero
    if recalibrated:
        return value_by_prevalence(side.blocks.table, cost=cost, prevalence=ends, baseline=zero)
    return value_by_prevalence(
        rows.label,
        rows.score,
        cost=cost,
        prevalence=ends,
        sample_weight=rows.weight,
        source_prevalence=side.source_prevalence,
        baseline=zero,
    )


def _points(curve: Curve, deployment: Deployment) -> tuple[Numbers, Numbers]:
    """Coordinates in natural units."""
    pieces = len(curve.breaks) - 1
    x, y = curve.points(max(2, math.ceil(_POINTS / pieces)))
    # The curve is net benefit, in which a true positive is worth the prevalence.
    return x, deployment.units.factor * y * _prices(x, deployment)[0] / x


def _prices(prevalence: Numbers, deployment: Deployment) -> tuple[Numbers, Numbers]:
    """What a true positive and a true negative are worth at each prevalence."""
    return deployment.units.prices(log_odds(prevalence), float(log_odds(deployment.cost.c)))
