"""The ratios as a picture: how many times as fast as its peer, on a scale on which twice is always as far."""

from __future__ import annotations

from docs.drawing import empty_figure, look, svg_of

from benchmarks.table import Row, Section

FASTER, SLOWER, ABOVE = "#0b6e6e", "#b34700", 1.12
ROW_HEIGHT, WIDTH = 0.3, 8.4


def draw(section: Section) -> str:
    """The rows of a section that have a ratio, as SVG; a thin line is what single rounds showed."""
    rows = [row for row in section.rows if row.ratio is not None][::-1]
    with look():
        figure = empty_figure(WIDTH, 1.0 + ROW_HEIGHT * len(rows))
        axes = figure.add_subplot()
        axes.set_title("How many times as fast as the peer")
        for place, row in enumerate(rows):
            _bar(axes, place, row)
        axes.set_yticks(
            range(len(rows)), [f"{row.what}, against {row.against}" for row in rows], fontsize=8.0
        )
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.axvline(1.0, color="black", linewidth=0.8)
        axes.set_xlabel("times as fast (logarithmic; at 1 both take the same time)")
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0.0)
        axes.margins(x=0.15, y=0.01)
        return svg_of(figure)


def _bar(axes: object, place: int, row: Row) -> None:
    ratio = row.ratio or 1.0
    colour = FASTER if ratio >= 1.0 else SLOWER
    axes.barh(place, ratio - 1.0, left=1.0, height=0.62, color=colour)  # type: ignore[attr-defined]
    if row.spread is not None:
        axes.plot(row.spread, (place, place), color="black", linewidth=0.8)  # type: ignore[attr-defined]
    end = max(ratio, 1.0, *(row.spread or ()))
    text = f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"
    axes.text(end * ABOVE, place, text, va="center", fontsize=8.0)  # type: ignore[attr-defined]
