"""Figures as files: what commands with ``--figure`` have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["check_drawable", "draw_to_file"]

_DRAWABLE = (".svg", ".png", ".pdf")


def check_drawable(path: str | None) -> None:
    """Refuse a name that does not say what kind of figure it is to be."""
    if path is not None and Path(path).suffix not in _DRAWABLE:
        raise click.UsageError(f"--figure {path}: the name must end in {', '.join(_DRAWABLE)}.")


def draw_to_file(draw: Callable[[Axes], object], path: str, size: tuple[float, float]) -> None:
    """Write what ``draw`` puts on the Axes of a figure of a size in inches, whole or not at all."""
    from baserate.registry import figure as drawn
    from baserate.report.atomic_write import write_whole

    try:
        from matplotlib.figure import Figure

        figure_bytes = drawn("file")
    except ImportError as error:
        raise click.UsageError("--figure needs matplotlib: pip install 'baserate[plots]'.") from error
    figure = Figure(figsize=size, layout="constrained")
    draw(figure.subplots())
    write_whole(path, figure_bytes(figure, Path(path).suffix.lstrip("."), dpi=150))
