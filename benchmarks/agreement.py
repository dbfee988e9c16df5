"""Where baserate and a peer compute the same quantity, they must agree before either is timed.

Log loss and Brier score are not baserate's to compute, but each is an affine function of a bounded
score once the scores are clipped to its range. With the range ``(low, high)`` of thresholds, which is
the range ``(1 - high, 1 - low)`` of prevalences, ``p`` the data's prevalence, and the cost
``c = 1 - p`` at which the patients' own odds need no shift::

    log loss of the clipped scores
        = -p ln(low) - (1-p) ln(1-high) - (logit(high) - logit(low)) p net_benefit

The first two terms are the loss of always being as wrong as the range allows, which is where net
benefit begins to count. On as many cases as others, with prevalences uniform over that range::

    Brier score of the clipped scores
        = ((1-high)^2 + low^2) / 2 + (high - low) (1 - accuracy)

Each function returns the quantity computed with baserate and the peer's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import baserate
from benchmarks import ours
from benchmarks.patients import Patients
from benchmarks.peers import Prepare, quietly
from benchmarks.settings import COST, RANGE

Agreement = Callable[[Patients, Prepare], tuple[float, float]]

TOLERANCE = 1e-12
# confidenceinterval adds up ranks in single precision, which costs its AUC the digits after the seventh.
SINGLE_PRECISION = 1e-6
LOW, HIGH = RANGE
PREVALENCES = (1.0 - HIGH, 1.0 - LOW)


class DisagreementError(Exception):
    """A peer found another value than baserate, so that comparing their times means nothing."""


def require(agreement: Agreement, patients: Patients, peer: Prepare, tolerance: float) -> None:
    """Raise :class:`DisagreementError` unless baserate and the peer are that close."""
    mine, theirs = agreement(patients, peer)
    if not abs(mine - theirs) <= tolerance:
        raise DisagreementError(f"{peer.__name__} found {theirs!r}, baserate {mine!r}.")


def log_loss(patients: Patients, peer: Prepare) -> tuple[float, float]:
    return _log_loss(patients, None), float(_value(peer, patients.clipped(LOW, HIGH)))


def weighted_log_loss(patients: Patients, peer: Prepare) -> tuple[float, float]:
    return _log_loss(patients, patients.weight), float(_value(peer, patients.clipped(LOW, HIGH)))


def regret(patients: Patients, peer: Prepare) -> tuple[float, float]:
    """briertools counts from the best score that the range allows instead of from a perfect one."""
    prevalence = float(patients.label.mean())
    best = prevalence * math.log(HIGH) + (1.0 - prevalence) * math.log1p(-LOW)
    return _log_loss(patients, None) + best, float(_value(peer, patients))


def brier_score(patients: Patients, peer: Prepare) -> tuple[float, float]:
    balanced = patients.balanced()
    accuracy = baserate.accuracy(balanced.label, balanced.score, prevalence=baserate.Uniform(*PREVALENCES))
    brier = ((1.0 - HIGH) ** 2 + LOW**2) / 2.0 + (HIGH - LOW) * (1.0 - accuracy)
    return brier, float(_value(peer, balanced.clipped(LOW, HIGH)))


def auc(patients: Patients, peer: Prepare) -> tuple[float, float]:
    return baserate.auc(patients.label, patients.score), float(_value(peer, patients))


def auc_with_interval(patients: Patients, peer: Prepare) -> tuple[float, float]:
    value, _ = _value(peer, patients)
    return baserate.auc(patients.label, patients.score), float(value)


def area_under_curve(patients: Patients, peer: Prepare) -> tuple[float, float]:
    """The area under the ROC curve that the peer's counts draw, and under the table's."""
    false_positive_rate, true_positive_rate, _ = _value(peer, patients)
    area = float(np.trapezoid(true_positive_rate, false_positive_rate))
    return baserate.auc(ours.score_table(patients)()), area


def decision_curve(patients: Patients, peer: Prepare) -> tuple[float, float]:
    frame = _value(peer, patients)
    theirs = frame.loc[frame["model"] == "model", "net_benefit"].item()
    return float(ours.net_benefit_at_threshold(patients)()), float(theirs)


def recalibrated_net_benefit(patients: Patients, peer: Prepare) -> tuple[float, float]:
    """Sharpness is the score of the risks that isotonic regression predicts."""
    risk = _value(peer, patients).predict(patients.score)
    expected = baserate.net_benefit(
        patients.label, risk, cost=COST, prevalence=RANGE, baseline="none-correct"
    )
    cohort = baserate.Cohort.of(patients.label)
    found = baserate.split(cohort, patients.score, baserate.Deployment.of(RANGE, COST))
    return found.sharpness.value, expected


def _value(peer: Prepare, patients: Patients) -> Any:
    return quietly(peer(patients))()


def _log_loss(patients: Patients, weight: NDArray[np.float64] | None) -> float:
    """Log loss of the clipped scores, from net benefit; see the module's formula."""
    prevalence = float(np.average(patients.label, weights=weight))
    net_benefit = baserate.net_benefit(
        patients.label,
        patients.score,
        cost=1.0 - prevalence,
        prevalence=PREVALENCES,
        sample_weight=weight,
        baseline="none-correct",
    )
    worst = -prevalence * math.log(LOW) - (1.0 - prevalence) * math.log1p(-HIGH)
    width = baserate.odds.logit(HIGH) - baserate.odds.logit(LOW)
    return float(worst - width * prevalence * net_benefit)
