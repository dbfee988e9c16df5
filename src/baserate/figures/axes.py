"""Axes of figures for papers: thresholds in percent and as odds, prevalence in percent; and their ranges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from baserate.errors import SettingError
from baserate.figures.style import FAINT, INK, SHADE

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

BandKind = Literal["pointwise", "simultaneous"] | None
BANDS = ("pointwise", "simultaneous", None)
# Of the height of the figure, what is left free above the highest line, and what losses may take at most.
_ABOVE, _BELOW = 0.06, 0.35


def check_band(band: object) -> None:
    """Refuse a kind of band that there is none of."""
    if band not in BANDS:
        raise SettingError(f"band is 'pointwise', 'simultaneous' or None; found {band!r}.")


def band_words(band: BandKind, level: float) -> str:
    """What a band is, in the words of the legend."""
    return f"{100 * level:g} % CI ({band})"


def threshold_axis(ax: Axes, low: float, high: float, note: str = "") -> None:
    """A horizontal axis of thresholds, even in log odds: percent in one row, odds in the next."""
    from baserate.figures.ticks import label_percent, with_odds

    ax.set_xscale("logit")
    ax.set_xlim(low, high)
    label_percent(ax.xaxis, with_odds)
    ax.set_xlabel("threshold probability, and as odds" + note)


def prevalence_axis(ax: Axes, low: float, high: float, note: str = "") -> None:
    """A horizontal axis of prevalence, even in log odds, written in percent."""
    from baserate.figures.ticks import label_percent, percent_label

    ax.set_xscale("logit")
    ax.set_xlim(low, high)
    label_percent(ax.xaxis, percent_label)
    ax.set_xlabel("prevalence" + note)


def useful_heights(ax: Axes, models: Iterable[Numbers], *others: Numbers) -> None:
    """Limits that show where something is gained: all of the models, and of the others what is above zero."""
    curves = [np.ravel(curve) for curve in models]
    top = float(max(np.concatenate([*curves, *others]).max(), 1e-9))
    bottom = float(min(np.concatenate(curves).min(), 0.0))
    ax.set_ylim(max(bottom, -_BELOW * top) - _ABOVE * top, (1.0 + _ABOVE) * top)


def shade_range(ax: Axes, ends: tuple[float, float]) -> Artist:
    """What the deployment is about: a range shaded, or one number as a line."""
    low, high = ends
    if low == high:
        return ax.axvline(low, color=FAINT, linewidth=1.2, linestyle=(0, (1, 1.5)), zorder=0.5)
    return ax.axvspan(low, high, color=SHADE, linewidth=0, zorder=0)


def zero_line(ax: Axes) -> Any:
    """Treating none, which is zero."""
    return ax.axhline(0.0, color=INK, linewidth=0.9, zorder=1.2)
