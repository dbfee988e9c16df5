"""What baserate does in the table, prepared in the same way as the peers."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import baserate
from benchmarks.patients import Patients
from benchmarks.settings import COST, COST_RANGE, PREVALENCE, RANGE, THRESHOLD
from benchmarks.timing import Call


def net_benefit(patients: Patients) -> Call:
    return lambda: baserate.net_benefit(patients.label, patients.score, cost=COST, prevalence=RANGE)


def weighted_net_benefit(patients: Patients) -> Call:
    return lambda: baserate.net_benefit(
        patients.label, patients.score, cost=COST, prevalence=RANGE, sample_weight=patients.weight
    )


def net_benefit_at_prevalence(patients: Patients) -> Call:
    return lambda: baserate.net_benefit(patients.label, patients.score, cost=COST, prevalence=PREVALENCE)


def net_benefit_at_threshold(patients: Patients) -> Call:
    """A point of the decision curve: the raw score decides, and treating nobody is worth nothing."""
    return lambda: baserate.net_benefit(
        patients.label,
        patients.score,
        cost=COST,
        prevalence=PREVALENCE,
        threshold=THRESHOLD,
        baseline="treat-none",
    )


def net_benefit_over_costs(patients: Patients) -> Call:
    return lambda: baserate.net_benefit(patients.label, patients.score, cost=COST_RANGE, prevalence=RANGE)


def uniform_accuracy(patients: Patients) -> Call:
    prevalence = baserate.Uniform(*RANGE)
    return lambda: baserate.accuracy(patients.label, patients.score, prevalence=prevalence)


def auc(patients: Patients) -> Call:
    return lambda: baserate.auc(patients.label, patients.score)


def score_table(patients: Patients) -> Call:
    return lambda: baserate.ScoreTable.from_arrays(patients.label, patients.score)


REPLICATES = 2000
HORIZON = 365.0


def net_benefit_with_interval(patients: Patients) -> Call:
    """From labels and scores to the interval, the cohort included."""

    def interval() -> float:
        cohort = baserate.Cohort.of(patients.label)
        return cohort.net_benefit(patients.score, cost=COST, prevalence=RANGE).low

    return interval


def auc_with_interval(patients: Patients) -> Call:
    return lambda: baserate.Cohort.of(patients.label).auc(patients.score).low


def split(patients: Patients) -> Call:
    """Total, sharpness and calibration loss, from labels and scores."""
    deployment = baserate.Deployment.of(RANGE, COST)

    def parts() -> float:
        found = baserate.split(baserate.Cohort.of(patients.label), patients.score, deployment)
        return found.total.value - found.sharpness.value + found.calibration.value

    return parts


def split_with_intervals(patients: Patients) -> Call:
    """The same with the interval of each part, and the loss corrected for optimism with its own."""
    deployment = baserate.Deployment.of(RANGE, COST)

    def intervals() -> list[float]:
        found = baserate.split(baserate.Cohort.of(patients.label), patients.score, deployment)
        return [
            one.low for one in (found.total, found.sharpness, found.calibration, found.calibration_corrected)
        ]

    return intervals


def evaluate(patients: Patients) -> Call:
    """Two models, two groups: every score, difference and split with its interval."""
    rng = np.random.default_rng(0)
    odds = patients.score / (1.0 - patients.score) * np.exp(0.5 * rng.normal(size=len(patients)))
    data = {
        "died": patients.label,
        "first": patients.score,
        "second": odds / (1.0 + odds),
        "sex": np.where(rng.random(len(patients)) < 0.5, "female", "male"),
    }
    models = ("first", "second")

    def evaluated() -> list[float]:
        found = baserate.evaluate(data, "died", models, prevalence=RANGE, cost=COST, by="sex")
        ends = []
        for group in (None, "female", "male"):
            ends += [found.score(model, group).low for model in models]
            ends.append(found.compare(*models, group).low)
        for model in models:
            parts = found.split(model)
            ends += [one.low for one in (parts.sharpness, parts.calibration, parts.calibration_corrected)]
        return ends

    return evaluated


def evaluate_known(patients: Patients) -> Call:
    """One model, whose outcomes are known: the score and its difference to deciding without a model."""
    evaluate = _known(patients)
    return lambda: _ends(evaluate())


def evaluate_censored(patients: Patients) -> Call:
    """The same patients, a third of whom leave before the horizon."""
    evaluate = _censored(patients)
    return lambda: _ends(evaluate())


def report_known(patients: Patients) -> Call:
    """The whole report as text."""
    evaluate = _known(patients)
    return lambda: evaluate().summary()


def report_censored(patients: Patients) -> Call:
    """The same of patients of whom a third leave before the horizon."""
    evaluate = _censored(patients)
    return lambda: evaluate().summary()


def _known(patients: Patients) -> Callable[[], baserate.Evaluation]:
    data = {"died": patients.label, "risk": patients.score}
    return lambda: baserate.evaluate(data, "died", "risk", prevalence=RANGE, cost=COST)


def _censored(patients: Patients) -> Callable[[], baserate.Evaluation]:
    rng = np.random.default_rng(0)
    within = rng.uniform(0.0, HORIZON, len(patients))
    event = np.where(patients.label == 1, within, 2.0 * HORIZON)
    left = rng.exponential(2.5 * HORIZON, len(patients))
    data = {"risk": patients.score, "days": np.minimum(event, left), "status": (event <= left).astype(int)}
    asked: dict[str, Any] = {"time": "days", "event": "status", "horizon": HORIZON}
    return lambda: baserate.evaluate(data, scores="risk", prevalence=RANGE, cost=COST, **asked)


def _ends(ev: baserate.Evaluation) -> list[float]:
    return [ev.score("risk").low, ev.compare("risk", "without a model").low]


def everything(patients: Patients) -> Call:
    """Three models, four groups: the evaluation, its JSON, its text and its page."""
    return _everything(patients, models=3, groups=4)


def everything_about_many_groups(patients: Patients) -> Call:
    """The same for few patients, six models and sixteen groups."""
    return _everything(patients.first(3642), models=6, groups=16)


def _everything(patients: Patients, models: int, groups: int) -> Call:
    rng = np.random.default_rng(0)
    log_odds = np.log(patients.score / (1.0 - patients.score))
    data: dict[str, Any] = {"died": patients.label, "ward": rng.integers(0, groups, len(patients))}
    for number in range(models):
        shaken = log_odds + 0.2 * number * rng.normal(size=len(patients))
        data[f"model {number}"] = 1.0 / (1.0 + np.exp(-shaken))
    names = [name for name in data if name.startswith("model")]

    def written() -> int:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ev = baserate.evaluate(data, "died", names, prevalence=RANGE, cost=COST, by="ward")
            return len(json.dumps(ev.to_dict())) + len(ev.summary()) + len(ev.page())

    return written


def bootstrap(patients: Patients) -> Call:
    """All replicates of the score over the range, the prevalence estimated anew in each."""
    deployment = baserate.Deployment.of(RANGE, COST)
    cohort = baserate.Cohort.of(patients.label)
    models = {"model": patients.score}
    return lambda: baserate.bootstrap(cohort, models, deployment, replicates=REPLICATES, seed=0)
