"""Why: recalibrators, optimism, discrimination and calibration, differences between groups.

The recalibrators and the measures of calibration can be had from here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from baserate.calibration import gap as gap
    from baserate.calibration.measures import Reliability, intercept, observed_expected, reliability, slope
    from baserate.calibration.recalibrators import (
        ALL,
        BetaCalibration,
        Intercept,
        Isotonic,
        Logistic,
        Recalibrator,
        Slope,
    )
    from baserate.calibration.risk_groups import RiskGroup, by_risk
    from baserate.comparators import expected_calibration_error

__all__ = [
    "ALL",
    "BetaCalibration",
    "Intercept",
    "Isotonic",
    "Logistic",
    "Recalibrator",
    "Reliability",
    "RiskGroup",
    "Slope",
    "by_risk",
    "expected_calibration_error",
    "intercept",
    "observed_expected",
    "reliability",
    "slope",
]
# Every public name and the module that it lives in.
_HOMES = {
    "Reliability": "calibration.measures",
    "RiskGroup": "calibration.risk_groups",
    "by_risk": "calibration.risk_groups",
    "expected_calibration_error": "comparators",
    "intercept": "calibration.measures",
    "observed_expected": "calibration.measures",
    "reliability": "calibration.measures",
    "slope": "calibration.measures",
}


def __getattr__(name: str) -> object:
    """The public names of this room, loaded when first used."""
    if name == "gap":  # a module of this room
        return import_module("baserate.calibration.gap")
    if name not in __all__:
        raise AttributeError(f"module 'baserate.calibration' has no attribute {name!r}")
    return getattr(import_module(f"baserate.{_HOMES.get(name, 'calibration.recalibrators')}"), name)
