"""Which risk model to deploy, where, at what threshold, and how sure one can be.

Names are loaded when they are first used, so that the command line can print its help without
waiting for NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from baserate import calibration, comparators, curves, datasets, errors, extensions, figures, odds, paper
    from baserate import sample_size as sample_size
    from baserate import sklearn as sklearn
    from baserate.calibration.split import recalibration_worth, split
    from baserate.deployment.deployment import Cost, Deployment, Prevalence
    from baserate.deployment.distributions import Beta, Density, LogOddsUniform, Sites, Triangular, Uniform
    from baserate.evaluation.evaluate import evaluate
    from baserate.evaluation.evaluation import Evaluation
    from baserate.evaluation.read_result import read_result
    from baserate.extensions.imputation.imputed import pool_imputations
    from baserate.extensions.prevalence.estimate import PrevalenceEstimate, estimate_prevalence
    from baserate.extensions.prevalence.moving import move_model
    from baserate.extensions.watch.watched import Watch
    from baserate.extensions.watch.watching import watch
    from baserate.inference.bootstrap import bootstrap
    from baserate.inference.cohort import Cohort
    from baserate.inference.estimate import Estimate
    from baserate.results.dial import shift
    from baserate.results.result import result_schema
    from baserate.scores.follow_up import FollowUp
    from baserate.scores.metrics import accuracy, auc, net_benefit, weighted_accuracy
    from baserate.scores.sample import ScoreTable

__version__ = "0.2.0"

# Every public function and class, and the module that it lives in.
_HOMES = {
    "Beta": "deployment.distributions",
    "Cohort": "inference.cohort",
    "Cost": "deployment.deployment",
    "Density": "deployment.distributions",
    "Deployment": "deployment.deployment",
    "Estimate": "inference.estimate",
    "Evaluation": "evaluation.evaluation",
    "FollowUp": "scores.follow_up",
    "LogOddsUniform": "deployment.distributions",
    "Prevalence": "deployment.deployment",
    "PrevalenceEstimate": "extensions.prevalence.estimate",
    "ScoreTable": "scores.sample",
    "Sites": "deployment.distributions",
    "Triangular": "deployment.distributions",
    "Uniform": "deployment.distributions",
    "Watch": "extensions.watch.watched",
    "accuracy": "scores.metrics",
    "auc": "scores.metrics",
    "bootstrap": "inference.bootstrap",
    "estimate_prevalence": "extensions.prevalence.estimate",
    "evaluate": "evaluation.evaluate",
    "move_model": "extensions.prevalence.moving",
    "net_benefit": "scores.metrics",
    "pool_imputations": "extensions.imputation.imputed",
    "read_result": "evaluation.read_result",
    "result_schema": "results.result",
    "recalibration_worth": "calibration.split",
    "shift": "results.dial",
    "split": "calibration.split",
    "watch": "extensions.watch.watching",
    "weighted_accuracy": "scores.metrics",
}
# Public modules, loaded when first used. One that is named like another library is left out of a star import,
# which must shadow none.
_MODULES = (
    *("calibration", "comparators", "curves", "datasets", "errors", "extensions", "figures", "odds", "paper"),
    *("sample_size", "sklearn"),
)

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
    "Triangular",
    "Uniform",
    "Watch",
    "__version__",
    "accuracy",
    "auc",
    "bootstrap",
    "calibration",
    "comparators",
    "curves",
    "datasets",
    "errors",
    "estimate_prevalence",
    "evaluate",
    "extensions",
    "figures",
    "move_model",
    "net_benefit",
    "odds",
    "paper",
    "pool_imputations",
    "read_result",
    "recalibration_worth",
    "result_schema",
    "sample_size",
    "shift",
    "split",
    "watch",
    "weighted_accuracy",
]


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"baserate.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'baserate' has no attribute {name!r}")
    globals()[name] = getattr(import_module(f"baserate.{_HOMES[name]}"), name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
