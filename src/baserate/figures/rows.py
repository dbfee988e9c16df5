"""Figures made of rows: names at the left, marks with intervals, columns of numbers at the right.

Columns stand beside the Axes at distances measured from the texts themselves, so that they meet neither each
other nor the marks, whatever is written in them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from baserate.figures.style import FAINT, INK, as_written, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MINUS = "\N{MINUS SIGN}"
# Of all text in rows, in points; room between columns; the least room for marks.
FONT, GAP, MARKS = 8.0, 10.0, 85.0
# Width of a letter of a tick's label, in inches.
_LETTER = 0.085
# What is left and right of the Axes of an empty figure, as a share of its width.
_AXES = 0.775
# Lines further left than this have their names at the right.
_LEFT = 0.35


@dataclass(frozen=True)
class Column:
    """A column of texts, one for each row; ``keep`` says how long it stays where there is little room."""

    head: str
    cells: Sequence[str]
    keep: int = 0


@dataclass(frozen=True)
class Ends:
    """A number to be marked and the ends of its interval, in the units of the axis."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{number(self.value)} ({number(self.low)} to {number(self.high)})"


def number(value: float, sign: str = "") -> str:
    """With one decimal, and a minus as long as a plus; no more digits where they are many."""
    shown = f"{value:{sign}.1f}" if abs(value) < 999.95 else f"{value:{sign},.0f}"
    return ("0.0" if shown in ("-0.0", "+0.0") else shown).replace("-", MINUS)


def fitting(ax: Axes, names: Sequence[str], columns: Sequence[Column], *, least: int = 1) -> list[Column]:
    """The columns for which there is room beside the names and the marks; those kept longest are kept."""
    box, root = ax.get_window_extent(), ax.get_figure(root=True)
    dpi = root.dpi if root is not None else 72.0
    room = float(box.width) / dpi * 72.0 / _AXES - MARKS - _widest(names)
    kept = list(columns)
    while len(kept) > least and sum(_column_width(column) + GAP for column in kept) > room:
        kept.remove(min(kept, key=lambda column: column.keep))
    return kept


def write_names(ax: Axes, places: Sequence[float], names: Sequence[str]) -> None:
    """Names of the rows at the left, as they were written."""
    ax.set_yticks(list(places), list(names))
    for label in ax.get_yticklabels():
        as_written(label).set(fontsize=FONT, color=INK, linespacing=0.95)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.xaxis.set_major_locator(few_ticks())


def few_ticks() -> Any:
    """Round numbers, as many as have room between the names and the columns when the figure is drawn."""
    from matplotlib.ticker import MaxNLocator

    class FewTicks(MaxNLocator):
        def tick_values(self, vmin: float, vmax: float) -> Any:
            axes: Any = self.axis.axes  # type: ignore[union-attr]
            inches = float(axes.get_window_extent().width) / axes.get_figure(root=True).dpi
            for most in range(9, 0, -1):
                self.set_params(nbins=most, steps=[1, 2, 2.5, 5, 10])
                ticks: Any = super().tick_values(vmin, vmax)
                ticks = ticks[(ticks >= vmin) & (ticks <= vmax)]
                letters = max(len(f"{tick:g}") for tick in ticks) if len(ticks) else 0
                if (len(ticks) - 1) * (letters + 1) * _LETTER <= inches * _span(ticks) / (vmax - vmin):
                    return ticks
            return ticks[len(ticks) // 2 :][:1]

    return FewTicks()


def _span(ticks: Any) -> float:
    return float(ticks[-1] - ticks[0]) if len(ticks) else 0.0


def write_columns(ax: Axes, places: Sequence[float], columns: Sequence[Column]) -> list[Any]:
    """Columns of text at the right, each as wide as its widest text, with its head above the Axes."""
    texts, offset = [], GAP
    for column in columns:
        width = _column_width(column)
        for place, cell in zip(places, column.cells, strict=True):
            texts.append(_beside(ax, cell, (1.0, place), (offset + width / 2.0, 0.0), "data"))
        head = _beside(ax, column.head, (1.0, 1.0), (offset + width / 2.0, 1.0), "axes fraction")
        head.set(va="bottom", color=FAINT)
        texts.append(head)
        offset += width + GAP
    return texts


def _beside(
    ax: Axes, words: str, place: tuple[float, float], offset: tuple[float, float], across: str
) -> Any:
    text = ax.annotate(
        words,
        place,
        offset,
        xycoords=("axes fraction", across),
        textcoords="offset points",
        annotation_clip=False,
        ha="center",
        va="center",
    )
    as_written(text).set(fontsize=FONT, color=INK)
    return text


def reference_line(ax: Axes, value: float, name: str, limits: tuple[float, float]) -> Any:
    """A dashed line with its name above, on that side of it where no column begins."""
    line = ax.axvline(value, color=INK, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1.0)
    share = (value - limits[0]) / (limits[1] - limits[0])
    text = ax.annotate(
        short(name, 24),
        (value, 1.0),
        (2.0 if share > _LEFT else -2.0, 2.0),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        annotation_clip=False,
        ha="right" if share > _LEFT else "left",
        va="bottom",
    )
    as_written(text).set(fontsize=FONT, color=INK)
    return line


def write_note(ax: Axes, words: str) -> Any:
    """Words below the Axes, as wide as the figure."""
    box, root = ax.get_window_extent(), ax.get_figure(root=True)
    dpi = root.dpi if root is not None else 72.0
    names = _widest([label.get_text() for label in ax.get_yticklabels()] or [""])
    width = int(0.95 * float(box.width) / dpi * 72.0 / _AXES / (0.55 * (FONT - 0.5)))
    lines = textwrap.wrap(words, max(24, width), max_lines=8, placeholder=" ...")
    below = -26.0 - 11.0 * (1 + ax.get_xlabel().count("\n"))
    text = ax.annotate(
        "\n".join(lines),
        (0.0, 0.0),
        (-names, below),
        xycoords="axes fraction",
        textcoords="offset points",
        annotation_clip=False,
        va="top",
    )
    return as_written(text).set(fontsize=FONT - 0.5, color=INK)


def mark(ax: Axes, place: float, ends: Ends, limits: tuple[float, float], **style: Any) -> Any:
    """A mark with its interval; an arrow where the interval goes on beyond the figure."""
    low, high = max(ends.low, limits[0]), min(ends.high, limits[1])
    colour = style.get("color", INK)
    ax.plot([low, high], [place, place], color=colour, linewidth=1.3, zorder=2.5, solid_capstyle="butt")
    for end, beyond, arrow in ((low, ends.low < limits[0], "<"), (high, ends.high > limits[1], ">")):
        ax.plot([end], [place], marker=arrow if beyond else "|", markersize=5, color=colour, zorder=2.6)
    point = dict[str, Any](marker="s", markersize=5.5, zorder=3.0) | style
    return ax.plot([ends.value], [place], **point)[0]


def limits_of(rows: Sequence[Ends], also: Sequence[float] = ()) -> tuple[float, float]:
    """The ends of the axis: all points with room about them, and intervals as far as most of them reach."""
    values = [*(one.value for one in rows), *also]
    widths = sorted(one.high - one.low for one in rows)
    reach = 1.5 * widths[len(widths) // 2] if widths else 1.0
    low = min(values + [max(one.low, min(values) - reach) for one in rows])
    high = max(values + [min(one.high, max(values) + reach) for one in rows])
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room


def row_name(name: str, width: int) -> str:
    """A name in at most two lines; something to see where it is empty."""
    return short(name, width) if name.strip() else "(empty)"


def _column_width(column: Column) -> float:
    return _widest((column.head, *column.cells))


def _widest(texts: Sequence[str]) -> float:
    """Width of the widest of some texts, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=FONT)
    lines = {line for text in texts for line in text.split("\n")}
    return max(float(text_to_path.get_text_width_height_descent(line, font, False)[0]) for line in lines)
