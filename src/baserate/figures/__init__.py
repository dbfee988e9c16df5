"""Figures: for papers, as Displays that keep what they draw; and of shift.

Functions such as ``decision_curve`` or ``calibration`` take an evaluation, or outcomes and probabilities, and
return a Display: its numbers are attributes, and it saves itself. The others take what they draw and the Axes
to draw on (None for a figure of its own), and return the Axes. None shows anything. They need matplotlib,
which is imported when a figure is drawn: ``pip install 'baserate[plots]'``.
"""

from __future__ import annotations

from baserate.figures.calibration import CalibrationDisplay, calibration
from baserate.figures.cost_curves import (
    BrierCurveDisplay,
    CostCurveDisplay,
    brier_curve,
    cost_curve,
)
from baserate.figures.decision_curve import DecisionCurveDisplay, decision_curve
from baserate.figures.decomposition import DecompositionDisplay, decomposition
from baserate.figures.difference import DifferenceDisplay, difference
from baserate.figures.display import Display
from baserate.figures.forest import ForestDisplay, forest_of_groups, forest_of_models
from baserate.figures.murphy import MurphyDisplay, murphy
from baserate.figures.net_benefit_curve import ValueDisplay, net_benefit_curve
from baserate.figures.roc_curve import RocDisplay, roc_curve
from baserate.figures.shift import shift
from baserate.figures.triptych import TriptychDisplay, triptych
from baserate.figures.winner import WinnerMapDisplay, winner_map

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
    "cost_curve",
    "decision_curve",
    "decomposition",
    "difference",
    "forest_of_groups",
    "forest_of_models",
    "murphy",
    "net_benefit_curve",
    "roc_curve",
    "shift",
    "triptych",
    "winner_map",
]
