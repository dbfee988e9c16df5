"""What all figures share: colours, line styles and markers, percent axes, names as plain text.

Groups differ in colour, in line style and in marker, so that a figure can be read by the
colour-blind and in grey print.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend
    from matplotlib.text import Text

Dashes: TypeAlias = tuple[float, tuple[float, ...]]

INK = "#262626"
FAINT = "#8c8c8c"
SHADE = "#e9e9e9"
# Okabe and Ito (2008), the dark and the light in turn so that neighbours differ in grey as well;
# their yellow is too light for a line on white.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000")
_DASHES: tuple[Dashes, ...] = (
    (0.0, ()),
    (0.0, (9.0, 1.6)),
    (0.0, (9.0, 1.6, 1.6, 1.6)),
    (0.0, (9.0, 1.6, 1.6, 1.6, 1.6, 1.6)),
    (0.0, (4.0, 1.6, 4.0, 4.0)),
)
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
# Shorter than those of any group: the recalibrated model.
RECALIBRATED: Dashes = (0.0, (2.2, 1.8))

_WIDTH, _LINES = 44, 2
# Percentages to write at an axis: the first list that has three in view is taken.
_HALF = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)
_TICKS = (
    tuple(sorted({*_HALF, *(100 - tick for tick in _HALF)})),
    tuple(sorted({0.1, 0.2, 0.3, 0.5, 0.7, *range(1, 10), *range(10, 100, 10), *range(91, 100)})),
    tuple(tick / 10 for tick in range(1, 1000)),
)


@dataclass(frozen=True)
class Look:
    """How one group is drawn."""

    colour: str
    dashes: Dashes
    marker: str


def look(number: int) -> Look:
    """How the group with this number is drawn; looks repeat after 35 groups."""
    return Look(
        COLOURS[number % len(COLOURS)], _DASHES[number % len(_DASHES)], _MARKERS[number % len(_MARKERS)]
    )


def axes_to_draw_on(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """The Axes given, or those of a new figure of a size in inches."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise ImportError("figures need matplotlib: pip install 'baserate[plots]'") from error
    return plt.subplots(figsize=size, layout="constrained")[1]


def short(name: str, width: int = _WIDTH) -> str:
    """A name in at most two lines."""
    lines = textwrap.wrap(name, width, max_lines=_LINES, placeholder=" ...")
    return "\n".join(lines) or name


def as_written(text: Text) -> Text:
    """Show a text as it was written: a dollar sign in a name starts no formula."""
    text.set_parse_math(False)
    text.set_usetex(False)
    return text


def name_lines(ax: Axes, lines: Sequence[Artist], names: Sequence[str]) -> Legend:
    """A legend above the Axes, where it hides nothing, with names as they were written."""
    # matplotlib leaves out labels that start with an underscore; so the names come afterwards.
    legend = ax.legend(
        lines,
        [str(number) for number in range(len(names))],
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        frameon=False,
        borderaxespad=0.2,
        handlelength=3.2,
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        as_written(text).set_text(name)
    return legend


def percent_ticks(low: float, high: float) -> list[float]:
    """Prevalences between two ends that are round in percent: at least three, at most ten."""
    for ticks in _TICKS:
        inside = [tick / 100.0 for tick in ticks if low <= tick / 100.0 <= high]
        if len(inside) >= 3:
            return inside[:: -(-len(inside) // 10)]
    return [low, high]


def prevalence_axis(ax: Axes, low: float, high: float) -> None:
    """Make the horizontal axis one of prevalence: even in log odds, written in percent."""
    from matplotlib.ticker import FixedLocator, NullLocator

    ax.set_xscale("logit")
    ax.set_xlim(low, high)
    ticks = percent_ticks(low, high)
    ax.xaxis.set_major_locator(FixedLocator(ticks))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xticklabels([f"{100.0 * tick:.3g} %" for tick in ticks])
    ax.set_xlabel("prevalence (log-odds scale)")


def tidy(ax: Axes) -> None:
    """No frame on the sides that carry no scale."""
    ax.spines[["top", "right"]].set_visible(False)
