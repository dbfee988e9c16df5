"""Which risk model to deploy, where, at what threshold, and how sure one can be.

Names are loaded when they are first used, so that the command line can print its help without
waiting for NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from baserate.version import __version__

if TYPE_CHECKING:
    from baserate import (
        calibration,
        comparators,
        curves,
        datasets,
        decompose,
        errors,
        figures,
        odds,
        robustness,
        sample_size,
        uniform_costs,
    )
    from baserate.cohort import Cohort
    from baserate.densities import Beta, Density
    from baserate.deployment import Cost, Deployment, Prevalence
    from baserate.distributions import LogOddsUniform, Sites, Uniform
    from baserate.estimate import Estimate
    from baserate.evaluation import Evaluation, evaluate
    from baserate.metrics import accuracy, auc, net_benefit, weighted_accuracy
    from baserate.recalibration import recalibration_worth
    from baserate.resampling import bootstrap
    from baserate.sharpness import split
    from baserate.table import ScoreTable

__all__ = [
    "Beta",
    "Cohort",
    "Cost",
    "Density",
    "Deployment",
    "Estimate",
    "Evaluation",
    "LogOddsUniform",
    "Prevalence",
    "ScoreTable",
    "Sites",
    "Uniform",
    "__version__",
    "accuracy",
    "auc",
    "bootstrap",
    "calibration",
    "comparators",
    "curves",
    "datasets",
    "decompose",
    "errors",
    "evaluate",
    "figures",
    "net_benefit",
    "odds",
    "recalibration_worth",
    "robustness",
    "sample_size",
    "split",
    "uniform_costs",
    "weighted_accuracy",
]

_MODULES = (
    "calibration",
    "comparators",
    "curves",
    "datasets",
    "decompose",
    "errors",
    "figures",
    "odds",
    "robustness",
    "sample_size",
    "uniform_costs",
)

# The modules that hold the public names; each name is looked for in this order.
_HOMES = (
    "metrics",
    "deployment",
    "distributions",
    "densities",
    "table",
    "cohort",
    "estimate",
    "resampling",
    "sharpness",
    "recalibration",
    "evaluation",
)


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"baserate.{name}")
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"baserate.{home}")
            if name in vars(module):
                globals()[name] = vars(module)[name]
                return globals()[name]
    raise AttributeError(f"module 'baserate' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
