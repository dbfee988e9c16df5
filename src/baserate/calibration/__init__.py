"""Why: recalibrators, optimism, discrimination and calibration, differences between groups.

The recalibrators and the measures of calibration can be had from here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from baserate.calibration.measures import (
        Reliability,
        expected_calibration_error,
        intercept,
        observed_expected,
        reliability,
        slope,
    )
    from baserate.calibration.recalibrators import (
        ALL,
        BetaCalibration,
        Intercept,
        Isotonic,
        Logistic,
        Recalibrator,
        Slope,
    )

__all__ = [
    "ALL",
    "BetaCalibration",
    "Intercept",
    "Isotonic",
    "Logistic",
    "Recalibrator",
    "Reliability",
    "Slope",
    "expected_calibration_error",
    "intercept",
    "observed_expected",
    "reliability",
    "slope",
]


def __getattr__(name: str) -> object:
    """The public names of this room, loaded when first used."""
    if name in __all__:
        return getattr(import_module("baserate.calibration.measures"), name)
    raise AttributeError(f"module 'baserate.calibration' has no attribute {name!r}")
