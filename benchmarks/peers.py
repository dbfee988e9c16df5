"""The peers, each prepared for given patients and then called without arguments.

An import stands inside the function that needs it, so that a peer which is not installed fails
alone and its row in the table can say so. Copies into the shape that a peer wants are made while it is
prepared, not on its time.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np

import baserate
from benchmarks.patients import Patients
from benchmarks.settings import COST, PREVALENCE, RANGE, THRESHOLD
from benchmarks.timing import Call

Prepare = Callable[[Patients], Call]


def quietly(call: Call) -> Call:
    """The same call with its warnings silenced, and no others."""

    def silenced() -> object:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return call()

    return silenced


def sklearn_log_loss(patients: Patients) -> Call:
    from sklearn.metrics import log_loss

    return lambda: log_loss(patients.label, patients.score)


def sklearn_weighted_log_loss(patients: Patients) -> Call:
    from sklearn.metrics import log_loss

    return lambda: log_loss(patients.label, patients.score, sample_weight=patients.weight)


def sklearn_brier_score_loss(patients: Patients) -> Call:
    from sklearn.metrics import brier_score_loss

    return lambda: brier_score_loss(patients.label, patients.score)


def sklearn_roc_auc_score(patients: Patients) -> Call:
    from sklearn.metrics import roc_auc_score

    return lambda: roc_auc_score(patients.label, patients.score)


def sklearn_roc_curve(patients: Patients) -> Call:
    """Counts at every distinct score: the nearest thing that scikit-learn has to a ScoreTable."""
    from sklearn.metrics import roc_curve

    return lambda: roc_curve(patients.label, patients.score, drop_intermediate=False)


def briertools_log_loss(patients: Patients) -> Call:
    """Regret averaged over thresholds in the range, uniform in log odds."""
    from briertools.scorers import LogLossScorer

    return lambda: LogLossScorer().score(patients.label, patients.score, RANGE)


def model_diagnostics_log_loss(patients: Patients) -> Call:
    from model_diagnostics.scoring import LogLoss

    return lambda: LogLoss()(patients.label, patients.score)


def model_diagnostics_squared_error(patients: Patients) -> Call:
    from model_diagnostics.scoring import SquaredError

    return lambda: SquaredError()(patients.label, patients.score)


def dcurves_dca(patients: Patients) -> Call:
    """One threshold at one prevalence; dcurves adds treating all and treating none, unasked."""
    from dcurves import dca
    from pandas import DataFrame

    frame = DataFrame({"outcome": patients.label, "model": patients.score})
    return lambda: dca(frame, "outcome", ["model"], thresholds=[THRESHOLD], prevalence=PREVALENCE)


def hmeasure_h_score(patients: Patients) -> Call:
    from hmeasure import h_score

    return lambda: h_score(patients.label, patients.score)


def confidenceinterval_roc_auc_score(patients: Patients) -> Call:
    """The AUC and its DeLong interval."""
    from confidenceinterval import roc_auc_score

    return lambda: roc_auc_score(patients.label, patients.score)


def sklearn_isotonic_regression(patients: Patients) -> Call:
    from sklearn.isotonic import IsotonicRegression

    return lambda: IsotonicRegression(out_of_bounds="clip").fit(patients.score, patients.label)


def numpy_sum(patients: Patients) -> Call:
    """Reading every label and score once: no score can be faster."""
    return lambda: np.sum(patients.label) + np.sum(patients.score)


def resampled_rows(patients: Patients) -> Call:
    """One bootstrap replicate the plain way: draw rows, copy them, score them."""
    rng = np.random.default_rng(0)

    def replicate() -> float:
        rows = rng.integers(0, len(patients), len(patients))
        return baserate.net_benefit(patients.label[rows], patients.score[rows], cost=COST, prevalence=RANGE)

    return replicate
