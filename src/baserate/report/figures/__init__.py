"""Figures: for papers, as Displays that keep what they draw; and of shift, mixtures and months.

Functions such as ``decision_curve`` or ``calibration`` take an evaluation, or outcomes and probabilities, and
return a Display: its numbers are attributes, and it saves itself. The others take what they draw and the Axes
to draw on (None for a figure of its own), and return the Axes. None shows anything. They need matplotlib,
which is imported when a figure is drawn: ``pip install 'baserate[plots]'``.
"""

from __future__ import annotations

from baserate.report.figures.calibration import CalibrationDisplay, calibration
from baserate.report.figures.cost_curves import (
    BrierCurveDisplay,
    CostCurveDisplay,
    brier_curve,
    cost_curve,
)
from baserate.report.figures.decision_curve import DecisionCurveDisplay, decision_curve
from baserate.report.figures.decomposition import DecompositionDisplay, decomposition
from baserate.report.figures.difference import DifferenceDisplay, difference
from baserate.report.figures.display import Display
from baserate.report.figures.forest import ForestDisplay, forest_of_groups, forest_of_models
from baserate.report.figures.mixture import mixture
from baserate.report.figures.murphy import MurphyDisplay, murphy
from baserate.report.figures.net_benefit_curve import ValueDisplay, net_benefit_curve
from baserate.report.figures.roc_curve import RocDisplay, roc_curve
from baserate.report.figures.shift import shift
from baserate.report.figures.triptych import TriptychDisplay, triptych
from baserate.report.figures.watch import control_chart
from baserate.report.figures.winner import WinnerMapDisplay, winner_map

__all__ = [
    "BrierCurveDisplay",
    "CalibrationDisplay",
    "CostCurveDisplay",
    "DecisionCurveDisplay",
    "DecompositionDisplay",
    "DifferenceDisplay",
    "Display",
    "ForestDisplay",
    "MurphyDisplay",
    "RocDisplay",
    "TriptychDisplay",
    "ValueDisplay",
    "WinnerMapDisplay",
    "brier_curve",
    "calibration",
    "control_chart",
    "cost_curve",
    "decision_curve",
    "decomposition",
    "difference",
    "forest_of_groups",
    "forest_of_models",
    "mixture",
    "murphy",
    "net_benefit_curve",
    "roc_curve",
    "shift",
    "triptych",
    "winner_map",
]
