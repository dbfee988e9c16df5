"""ROC curves of groups or models, on a square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from baserate.calibration.gap import ScoredCohort
from baserate.curves import roc_curve
from baserate.figures.style import FAINT, axes_to_draw_on, look, name_lines, short, sides_of, tidy

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes


def roc(groups: ScoredCohort | Sequence[ScoredCohort], ax: Axes | None = None, *, areas: bool = True) -> Axes:
    """Draw the ROC curves of one or several groups or models; ``areas`` names each with its AUC.

    An ROC curve shows how patients are ranked. It does not show whether the risks are right, nor
    where on the curve decisions are made.

    Parameters
    ----------
    groups
        One :class:`~baserate.calibration.gap.ScoredCohort`, or several.
    ax
        The axes to draw on; new ones unless given.
    areas
        Whether to name each with its AUC.
    """
    sides = sides_of(groups)
    ax = axes_to_draw_on(ax, (4.6, 5.0))
    ax.plot([0.0, 1.0], [0.0, 1.0], color=FAINT, linewidth=0.9, linestyle=":")
    lines: list[Artist] = []
    names = []
    for number, side in enumerate(sides):
        style, rows = look(number), side.sample
        curve = roc_curve(rows.label, rows.score, sample_weight=rows.weight)
        lines += ax.plot(
            curve.false_positive,
            curve.true_positive,
            color=style.colour,
            linewidth=2.0,
            linestyle=style.dashes,
        )
        names.append((f"AUC {curve.area:.3f}: " if areas else "") + short(side.name, 30))
    name_lines(ax, lines, names)
    ax.set_aspect("equal")
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01))
    ticks = [0.0, 0.5, 1.0]
    ax.set_xticks(ticks, [f"{100 * tick:g} %" for tick in ticks])
    ax.set_yticks(ticks, [f"{100 * tick:g} %" for tick in ticks])
    ax.set(xlabel="treated, of those without the disease", ylabel="treated, of those with it")
    tidy(ax)
    return ax
