"""Figures: value against prevalence, the parts of a gap, ROC curves.

Each function takes what it draws and the Axes to draw on (None for a figure of its own), and
returns the Axes. None shows or saves anything. They need matplotlib, which is imported when a
figure is drawn: ``pip install 'baserate[plots]'``.
"""

from __future__ import annotations

from baserate.report.figures.parts import gap_parts
from baserate.report.figures.prevalence import Band, interval_band, value_against_prevalence
from baserate.report.figures.roc import roc

__all__ = ["Band", "gap_parts", "interval_band", "roc", "value_against_prevalence"]
