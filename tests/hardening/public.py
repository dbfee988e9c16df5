"""Every public function with arguments that it answers: what the tests put something else in place of."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import baserate
from baserate.calibration.scored import ScoredCohort

Y = [0, 1, 0, 1, 0, 1, 1, 0]
S = [0.1, 0.4, 0.55, 0.8, 0.2, 0.5, 0.3, 0.6]
TIMES = 3  # cohorts need more patients than a number does

_MODULES = (
    "calibration",
    "comparators",
    "curves",
    "calibration.gap",
    "odds",
    "paper",
    "extensions.robustness",
    "sample_size",
    "datasets",
)
# Public, but not for arguments that a user would mistype: data that must be downloaded, files, frames; and
# what modules offer to the extensions alone.
_ELSEWHERE = {"datasets.eicu_demo", "evaluate"}
_AMONG_MODULES = {"calibration.gap.natural"}
# Methods by which a user makes things, or asks a cohort.
_METHODS = {
    "Cohort": (
        "of",
        "part",
        "mean",
        "net_benefit",
        "weighted_accuracy",
        "accuracy",
        "auc",
        "brier",
        "log_loss",
        "mean_score",
        "standardised_net_benefit",
        "net_interventions_avoided",
    ),
    "Cost": ("of", "ratio", "threshold", "utilities"),
    "Prevalence": ("of",),
    "Deployment": ("of",),
    "ScoreTable": ("from_arrays",),
    "Beta": ("",),
    "LogOddsUniform": ("",),
    "Sites": ("",),
    "Triangular": ("",),
    "Uniform": ("",),
}


class Public(NamedTuple):
    """A public function, its name, and arguments to which it has an answer."""

    name: str
    call: Callable[..., Any]
    arguments: Mapping[str, Any]


@cache
def cohort() -> baserate.Cohort:
    """Patients for what asks about a cohort."""
    return baserate.Cohort.of(Y * TIMES)


def public_functions() -> list[Public]:
    """All of them; a parameter that is not known here is an error, so that none is forgotten."""
    named: dict[str, Callable[..., Any]] = {}
    for name in baserate.__all__:
        if inspect.isfunction(getattr(baserate, name)):
            named[name] = getattr(baserate, name)
    for module in _MODULES:
        room = attrgetter(module)(baserate)
        for name in getattr(room, "__all__", ("patients_needed", "patients_needed_from")):
            if inspect.isfunction(getattr(room, name)):
                named[f"{module}.{name}"] = getattr(room, name)
    for kind, methods in _METHODS.items():
        owner = getattr(baserate, kind)
        for name in methods:
            of_patients = kind == "Cohort" and name != "of"
            call = getattr(cohort() if of_patients else owner, name) if name else owner
            named[f"{kind}.{name}".rstrip(".")] = call
    asked = {name: call for name, call in named.items() if name not in _ELSEWHERE | _AMONG_MODULES}
    return [Public(name, call, _arguments(name, call)) for name, call in asked.items()]


def _arguments(name: str, call: Callable[..., Any]) -> dict[str, Any]:
    parameters = inspect.signature(call).parameters
    of_cohort = "cohort" in parameters or name.startswith("Cohort")
    known = {**_PLAIN, **(_of_cohort() if of_cohort else {}), **_own(name)}
    return {parameter: known[parameter] for parameter in parameters if parameter not in _INTERNAL}


# Arguments with which the library calls itself.
_INTERNAL = {"moved"}

_PLAIN: dict[str, Any] = {
    "y_true": Y,
    "y_prob": S,
    "time": None,
    "event": None,
    "horizon": None,
    "censoring": None,
    "censored": None,
    "positive": None,
    "estimator": "ipcw",
    "groups": 4,
    "sample_weight": [1, 2, 1, 1, 3, 1, 1, 1],
    "prevalence": 0.1,
    "cost": "1:30",
    "threshold": 0.3,
    "source_prevalence": 0.2,
    "shift": 1,
    "baseline": "treat-none",
    "units": "net benefit",
    "models": {"old": S, "new": S[::-1]},
    "bins": 5,
    "weight": baserate.Beta(2, 3),
    "low": 0.01,
    "high": 0.1,
    "p": 0.1,
    "source": 0.2,
    "target": 0.3,
    "log_odds": 0.3,
    "probability": 0.3,
    "a": 0.2,
    "mode": 0.25,
    "b": 0.3,
    "alpha": 2.0,
    "beta": 3.0,
    "shares": {0.1: 1, 0.2: 3},
    "half_width": 0.1,
    "case_spread": 0.1,
    "other_spread": 0.1,
    "slope": 0.1,
    "stays": 50,
    "seed": 1,
    "level": 0.9,
    "value": 0.1,
    "false_positive": 1,
    "false_negative": 30,
    "c": 0.1,
    "tp": 1,
    "fp": 0,
    "fn": 0,
    "tn": 1,
}


@cache
def _of_cohort() -> dict[str, Any]:
    scores = S * TIMES
    return {
        "y_true": Y * TIMES,
        "y_prob": scores,
        "sample_weight": [1, 2, 1] * len(Y),
        "models": {"old": scores, "new": scores[::-1]},
        "cohort": cohort(),
        "cluster": [*range(len(Y))] * TIMES,
        "deployment": baserate.Deployment.of((0.01, 0.1), "1:30"),
        "group": ["a"] * 12 + ["b"] * 12,
        "reference": "a",
        "correction": "simulation",
        "replicates": 5,
        "resamples": 5,
        "recalibrators": [baserate.calibration.Intercept],
        "chosen": [True] * 12 + [False] * 12,
        "per_patient": scores,
        "reach": 1.0,
    }


@cache
def _of_groups() -> dict[str, Any]:
    """Four wards of 60, ever sicker, with risks that are right for the second."""
    patients, wards = range(240), ("east", "north", "south", "west")
    scores = [((37 * i) % 100 + 0.5) / 100 for i in patients]
    return {
        "y_true": [int((53 * i + 7) % 100 / 100 < s + 0.1 * (i % 4 - 1)) for i, s in enumerate(scores)],
        "y_prob": scores,
        "by": [wards[i % 4] for i in patients],
        "data": None,
        "sample_weight": [1 + i % 3 for i in patients],
        "cluster": [i // 2 for i in patients],
        "positive": None,
        "missing": "drop",
        "level": 0.9,
        "table": None,
    }


@cache
def _evaluation() -> baserate.Evaluation:
    """A result, for what reads or pools results."""
    columns = {"died": Y * TIMES, "new": S * TIMES}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(columns, "died", "new", prevalence=0.1, cost="1:9")


_OVER_COSTS = (
    "comparators.decision_curve_area",
    "curves.decision_curve",
    "curves.value_by_cost",
    "extensions.robustness.compare_uniform",
)


def _own(name: str) -> dict[str, Any]:
    """Where a function needs another argument than the rest."""
    if name == "shift":
        return _of_groups()
    if name in _OVER_COSTS:
        return {"cost": ("1:50", "1:5")}
    if name == "curves.value_by_prevalence":
        return {"prevalence": (0.01, 0.1)}
    if name == "calibration.gap.by_model":
        return {"reference": "old"}
    if name == "calibration.gap.between":
        sides = (ScoredCohort(model, cohort(), score) for model, score in _of_cohort()["models"].items())
        return {**_of_cohort(), **dict(zip(("first", "second"), sides, strict=True))}
    if name == "pool_imputations":
        return {"evaluations": [_evaluation(), _evaluation()]}
    if name == "read_result":
        return {"source": _evaluation().to_dict(), "deployment": None}
    if name == "watch":
        labelled = {"y_reference": Y * TIMES, "p_reference": S * TIMES, "reference": None, "month": None}
        rule = {"tolerance": 1.25, "slope_tolerance": 1.1, "false_alarms": 0.05}
        ways = {"shift": 1, "positive": 1, "missing": "error", "table": None}
        return {**labelled, "months": {"2026-01": (Y, S), "2026-02": S[:4]}, **rule, **ways}
    if name in ("estimate_prevalence", "move_model"):
        weights = {"source_weight": [1, 2, 1, 1, 3, 1, 1, 1] * TIMES, "target_weight": [1] * len(S)}
        asked = {"y_source": Y * TIMES, "p_source": S * TIMES, "p_target": S, "source": None, "target": None}
        ways = {
            "method": "ml",
            "shift": 1,
            "positive": 1,
            "missing": "error",
            "recalibrate": "line",
            "table": None,
        }
        return {**asked, **weights, **ways}
    if name == "sample_size.patients_needed_from":
        return {"pilot": cohort().auc(S * TIMES)}
    return {}
