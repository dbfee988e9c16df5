"""A control chart for reading: the prevalence of every month with its interval, and the alarms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from baserate.extensions.watch.watched import Watch
from baserate.figures.style import (
    FAINT,
    INK,
    SHADE,
    as_written,
    axes_to_draw_on,
    look,
    name_lines,
    tidy,
)
from baserate.odds import expit, log_odds

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

# Names of months that are written at the axis at most.
_NAMED = 12
# Above all months there is room for what alarms are about.
_HEADROOM = 1.15


def control_chart(watch: Watch, ax: Axes | None = None) -> Axes:
    """Draw the prevalence of each month, as the scores say and as it was observed, with the alarms.

    Bars are the confidence intervals of single months; an alarm comes from the chart over runs of months,
    and may stand at a month whose own bar reaches into the tolerated range, which is shaded.

    Parameters
    ----------
    watch
        What :func:`baserate.watch` returned.
    ax
        The axes to draw on; new ones unless given.
    """
    ax = axes_to_draw_on(ax, (7.2, 4.4))
    drawn = {
        "tolerated": _draw_tolerated(ax, watch),
        "reference": ax.axhline(100.0 * _reference(watch), color=INK, linewidth=1.2),
        f"by the scores (bars: {100.0 * watch.rule.level:g} % CI)": _draw_estimates(ax, watch),
        **_draw_observed(ax, watch),
        **_draw_alarms(ax, watch),
    }
    name_lines(ax, list(drawn.values()), list(drawn))
    _name_months(ax, [month.name for month in watch.months])
    ax.set_ylabel("patients with the outcome, %")
    ax.set_ylim(0.0, ax.get_ylim()[1] * (_HEADROOM if watch.alarms else 1.0))
    tidy(ax)
    return ax


def _reference(watch: Watch) -> float:
    return watch.reference.cases / watch.reference.labelled


def _draw_tolerated(ax: Axes, watch: Watch) -> Artist:
    middle, reach = float(log_odds(_reference(watch))), float(np.log(watch.rule.tolerance))
    low, high = (100.0 * float(expit(middle + side * reach)) for side in (-1, 1))
    return ax.axhspan(low, high, color=SHADE, linewidth=0, zorder=0)


def _draw_estimates(ax: Axes, watch: Watch) -> Artist:
    """The estimates; a month in which there was none is left free."""
    found = [(place, one.prevalence) for place, one in enumerate(watch.months) if one.prevalence is not None]
    places = [place for place, _ in found]
    value, low, high = 100.0 * np.array([(one.value, one.low, one.high) for _, one in found]).reshape(-1, 3).T
    style = look(0)
    bars = ax.errorbar(
        places,
        value,
        (value - low, high - value),
        fmt=style.marker,
        color=style.colour,
        capsize=3,
        markersize=7,
    )
    return bars.lines[0]


def _draw_observed(ax: Axes, watch: Watch) -> dict[str, Artist]:
    known = [
        (place, 100.0 * one.cases / one.labelled) for place, one in enumerate(watch.months) if one.labelled
    ]
    if not known:
        return {}
    style = look(1)
    (line,) = ax.plot(*zip(*known, strict=True), linestyle="none", marker=style.marker, color=style.colour)
    line.set(markersize=6, markeredgecolor=INK, zorder=4)
    return {"observed": line}


def _draw_alarms(ax: Axes, watch: Watch) -> dict[str, Artist]:
    """A line at every month with an alarm, and beside it what it is about."""
    names = [month.name for month in watch.months]
    lines: dict[str, Artist] = {}
    for place in sorted({names.index(alarm.month) for alarm in watch.alarms}):
        style = look(4)
        lines["alarm"] = ax.axvline(
            place, color=style.colour, linewidth=1.4, linestyle=style.dashes, zorder=1
        )
        about = "\n".join(alarm.what for alarm in watch.alarms if alarm.month == names[place])
        is_late = place > len(names) / 2
        ax.annotate(
            about,
            (place, 0.99),
            xycoords=("data", "axes fraction"),
            xytext=(-4 if is_late else 4, 0),
            textcoords="offset points",
            ha="right" if is_late else "left",
            va="top",
        ).set_fontsize("small")
    return lines


def _name_months(ax: Axes, names: list[str]) -> None:
    """Every month, or every so many, by its name."""
    step = -(-len(names) // _NAMED)
    for label in ax.set_xticks(range(0, len(names), step), names[::step], rotation=30, ha="right"):
        as_written(label.label1)
    ax.set_xlim(-0.5, len(names) - 0.5)
    ax.grid(visible=True, axis="y", color=FAINT, alpha=0.3)
