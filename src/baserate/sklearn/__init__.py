"""For scikit-learn: scorers, classifiers moved to another prevalence or recalibrated.

Names are loaded when they are first used; scikit-learn comes with ``pip install 'baserate[sklearn]'``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from baserate.sklearn.prior import PriorAdjustedClassifier
    from baserate.sklearn.recalibrated import RecalibratedClassifier
    from baserate.sklearn.scorers import (
        DeploymentScorer,
        accuracy_scorer,
        net_benefit_scorer,
        weighted_accuracy_scorer,
    )

# Every public name and the module of this folder that it lives in.
_HOMES = {
    "DeploymentScorer": "scorers",
    "PriorAdjustedClassifier": "prior",
    "RecalibratedClassifier": "recalibrated",
    "accuracy_scorer": "scorers",
    "net_benefit_scorer": "scorers",
    "weighted_accuracy_scorer": "scorers",
}

__all__ = [
    "DeploymentScorer",
    "PriorAdjustedClassifier",
    "RecalibratedClassifier",
    "accuracy_scorer",
    "net_benefit_scorer",
    "weighted_accuracy_scorer",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'baserate.sklearn' has no attribute {name!r}")
    try:
        module = import_module(f"baserate.sklearn.{_HOMES[name]}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "sklearn":
            raise
        raise ModuleNotFoundError(
            f"baserate.sklearn.{name} needs scikit-learn: pip install 'baserate[sklearn]'", name="sklearn"
        ) from error
    globals()[name] = getattr(module, name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
