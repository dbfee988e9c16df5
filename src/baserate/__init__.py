"""Which risk model to deploy, where, at what threshold, and how sure one can be.

Names are loaded when they are first used, so that the command line can print its help without
waiting for NumPy.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from baserate import calibration, datasets, errors
    from baserate.calibration import gap as decompose
    from baserate.calibration.split import recalibration_worth, split
    from baserate.deployment import odds
    from baserate.deployment.deployment import Cost, Deployment, Prevalence
    from baserate.deployment.distributions import Beta, Density, LogOddsUniform, Sites, Triangular, Uniform
    from baserate.evaluation.evaluate import Evaluation, evaluate
    from baserate.evaluation.imputed import pool_imputations
    from baserate.evaluation.stored import StoredResult, read_result
    from baserate.inference import sample_size
    from baserate.inference.bootstrap import bootstrap
    from baserate.inference.cohort import Cohort
    from baserate.inference.estimate import Estimate
    from baserate.integrations import arrays
    from baserate.integrations import sklearn as sklearn
    from baserate.integrations.training import torch as torch
    from baserate.report import figures
    from baserate.scores import comparators, curves, paper, robustness
    from baserate.scores.follow_up import FollowUp
    from baserate.scores.metrics import accuracy, auc, net_benefit, weighted_accuracy
    from baserate.scores.sample import ScoreTable
    from baserate.transport.dial import shift
    from baserate.transport.moving import TransportedModel, transport
    from baserate.transport.prevalence import PrevalenceEstimate, estimate_prevalence
    from baserate.transport.watch import watch
    from baserate.transport.watched import Watch

__version__ = "0.2.0"

# Every public name and the module that it lives in; a module stands for itself.
_HOMES = {
    "Beta": "deployment.distributions",
    "Cohort": "inference.cohort",
    "Cost": "deployment.deployment",
    "Density": "deployment.distributions",
    "Deployment": "deployment.deployment",
    "Estimate": "inference.estimate",
    "Evaluation": "evaluation.evaluate",
    "FollowUp": "scores.follow_up",
    "LogOddsUniform": "deployment.distributions",
    "Prevalence": "deployment.deployment",
    "PrevalenceEstimate": "transport.prevalence",
    "ScoreTable": "scores.sample",
    "Sites": "deployment.distributions",
    "StoredResult": "evaluation.stored",
    "TransportedModel": "transport.moving",
    "Triangular": "deployment.distributions",
    "Uniform": "deployment.distributions",
    "Watch": "transport.watched",
    "accuracy": "scores.metrics",
    "auc": "scores.metrics",
    "bootstrap": "inference.bootstrap",
    "estimate_prevalence": "transport.prevalence",
    "evaluate": "evaluation.evaluate",
    "net_benefit": "scores.metrics",
    "pool_imputations": "evaluation.imputed",
    "read_result": "evaluation.stored",
    "recalibration_worth": "calibration.split",
    "shift": "transport.dial",
    "split": "calibration.split",
    "watch": "transport.watch",
    "weighted_accuracy": "scores.metrics",
}
_MODULES = {
    "arrays": "integrations.arrays",
    "calibration": "calibration",
    "comparators": "scores.comparators",
    "curves": "scores.curves",
    "datasets": "datasets",
    "decompose": "calibration.gap",
    "errors": "errors",
    "figures": "report.figures",
    "odds": "deployment.odds",
    "paper": "scores.paper",
    "robustness": "scores.robustness",
    "sample_size": "inference.sample_size",
    "sklearn": "integrations.sklearn",
    "torch": "integrations.training.torch",
    "transport": "transport",
}

# Modules named like another library are left out, so that a star import shadows none.
__all__ = [
    "Beta",
    "Cohort",
    "Cost",
    "Density",
    "Deployment",
    "Estimate",
    "Evaluation",
    "FollowUp",
    "LogOddsUniform",
    "Prevalence",
    "PrevalenceEstimate",
    "ScoreTable",
    "Sites",
    "StoredResult",
    "TransportedModel",
    "Triangular",
    "Uniform",
    "Watch",
    "__version__",
    "accuracy",
    "arrays",
    "auc",
    "bootstrap",
    "calibration",
    "comparators",
    "curves",
    "datasets",
    "decompose",
    "errors",
    "estimate_prevalence",
    "evaluate",
    "figures",
    "net_benefit",
    "odds",
    "paper",
    "pool_imputations",
    "read_result",
    "recalibration_worth",
    "robustness",
    "sample_size",
    "shift",
    "split",
    "transport",
    "watch",
    "weighted_accuracy",
]


def __getattr__(name: str) -> object:
    if name in _MODULES:
        globals()[name] = import_module(f"baserate.{_MODULES[name]}")
    elif name in _HOMES:
        globals()[name] = getattr(import_module(f"baserate.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module 'baserate' has no attribute {name!r}")
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})


class _PublicModules(MetaPathFinder, Loader):
    """``from baserate.paper import pamnb``: a public module is imported by its public name too.

    It is the module of the room itself, not a copy, so that a class has one identity.
    """

    def find_spec(self, fullname: str, *_where: object) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        lives_elsewhere = package == __name__ and _MODULES.get(name, name) != name
        return ModuleSpec(fullname, self) if lives_elsewhere else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(f"baserate.{_MODULES[spec.name.rpartition('.')[2]]}")
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # It has been run at home; the import system has only put the public name's spec over its own.
        module.__spec__ = getattr(module.__spec__, "loader_state", None)


sys.meta_path.append(_PublicModules())
