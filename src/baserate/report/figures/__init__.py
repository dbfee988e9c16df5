"""Figures: value against prevalence, gaps, ROC curves, the dial by group, mixtures of scores, months.

Each function takes what it draws and the Axes to draw on (None for a figure of its own), and
returns the Axes. None shows or saves anything. They need matplotlib, which is imported when a
figure is drawn: ``pip install 'baserate[plots]'``.
"""

from __future__ import annotations

from baserate.report.figures.mixture import mixture
from baserate.report.figures.parts import gap_parts
from baserate.report.figures.prevalence import Band, interval_band, value_against_prevalence
from baserate.report.figures.roc import roc
from baserate.report.figures.shift import shift
from baserate.report.figures.watch import control_chart

__all__ = [
    "Band",
    "control_chart",
    "gap_parts",
    "interval_band",
    "mixture",
    "roc",
    "shift",
    "value_against_prevalence",
]
