"""How the pictures of the documentation are drawn: one look, and SVG that fetches nothing."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure


@contextmanager
def look() -> Iterator[None]:
    """Settings that give the same picture on every machine."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rc("svg", hashsalt="baserate", fonttype="none")
        mpl.rc("font", **{"sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"], "size": 10.0})
        mpl.rc("axes", titlelocation="left", titlesize=11.0, titleweight="bold")
        yield


def empty_figure(width: float, height: float) -> Figure:
    """A figure of so many inches."""
    figure = Figure(figsize=(width, height))
    figure.set_layout_engine("constrained", wspace=0.06)
    FigureCanvasSVG(figure)
    return figure


def svg_of(figure: Figure) -> str:
    """The figure as SVG text, without the time it was made at."""
    file = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(file, format="svg", metadata=nothing)
    # Neither the document type, nor what it names, is needed; a picture must not fetch anything.
    return re.sub(r"<!DOCTYPE.*?>\s*", "", file.getvalue(), flags=re.DOTALL)
