"""Scores without outcomes beside the mixture of cases and non-cases that they should be."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from baserate.deployment.notation import short_percent
from baserate.errors import SettingError
from baserate.extensions.prevalence.estimate import PrevalenceEstimate
from baserate.figures.style import FAINT, INK, axes_to_draw_on, look, name_lines, tidy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Standard errors that a bar reaches to either side.
_REACH = 1.96


def mixture(estimate: PrevalenceEstimate, ax: Axes | None = None) -> Axes:
    """Draw the target's shares by bin of the score, beside those that the estimated prevalence implies.

    Bars are 95 % intervals of the difference, with the errors of both samples: where label shift holds,
    about one in twenty misses the mixture.

    Parameters
    ----------
    estimate
        What :func:`baserate.estimate_prevalence` returned.
    ax
        The axes to draw on; new ones unless given.
    """
    fit = estimate.fit
    if fit is None:
        raise SettingError(
            f"with a share of label shift of {estimate.shift}, no distribution of scores is implied: there "
            "is nothing to draw beside them."
        )
    ax = axes_to_draw_on(ax, (6.4, 4.4))
    places, shares = np.arange(len(fit.observed)), 100.0 * np.array([fit.observed, fit.implied])
    bars = ax.bar(places, shares[1], width=0.8, color=look(1).colour, alpha=0.55)
    reach = 100.0 * _REACH * np.array(fit.standard_errors)
    points = ax.errorbar(
        places, shares[0], reach, fmt="o", color=look(0).colour, ecolor=INK, markersize=7, capsize=3
    )
    names = [
        f"mixture of cases and non-cases at {short_percent(estimate.value)}",
        "patients without outcome (bars: 95 % CI)",
    ]
    name_lines(ax, [bars.patches[0], points.lines[0]], names)
    ax.set_xticks(places, _bin_names(fit.edges), rotation=30, ha="right")
    ax.set_xlabel("score")
    ax.set_ylabel("patients, %")
    ax.set_ylim(bottom=0.0)
    ax.grid(visible=True, axis="y", color=FAINT, alpha=0.3)
    ax.set_axisbelow(True)
    tidy(ax)
    return ax


def _bin_names(edges: tuple[float, ...]) -> list[str]:
    """Bins from edge to edge, in percent."""
    if not edges:
        return ["all"]
    shown = [f"{100.0 * edge:.3g}" for edge in edges]
    between = [f"{low} to {high} %" for low, high in pairwise(shown)]
    return [f"below {shown[0]} %", *between, f"{shown[-1]} % or more"]
