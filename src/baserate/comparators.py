"""The numbers that other people report, under their own names, to stand beside the score.

Each says what it means, where it comes from and what is wrong with it. All take labels and scores,
or a :class:`~baserate.table.ScoreTable` in their place, as the functions of :mod:`baserate.metrics`.
Those that price errors live in :mod:`baserate.decision_analysis` and can be had from here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from baserate.decision_analysis import (
    decision_curve_area,
    h_measure,
    h_measure_calibrated,
    net_interventions_avoided,
    standardised_net_benefit,
)
from baserate.distributions import is_number
from baserate.errors import SettingError
from baserate.metrics import as_table, sample_of
from baserate.table import Numbers, ScoreTable

__all__ = [
    "auc_pr",
    "average_precision",
    "brier",
    "decision_curve_area",
    "expected_calibration_error",
    "h_measure",
    "h_measure_calibrated",
    "log_loss",
    "net_interventions_avoided",
    "standardised_net_benefit",
    "youden",
]


def brier(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Mean squared error of the predicted risk: ``mean (s - y)^2``; 0 is perfect (Brier 1950).

    Fault: it averages over all thresholds from 0 to 1 alike, most of which no clinician would use.

    >>> round(brier([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.1425
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    s = table.score.astype(np.float64)
    return float(table.positive @ (1.0 - s) ** 2 + table.negative @ s**2) / _total(table)


def log_loss(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Mean surprise at the outcome: ``-mean [y log s + (1-y) log(1-s)]``; 0 is perfect (Good 1952).

    Infinite when a patient with the disease scored exactly 0, or one without it 1: nothing is
    clipped. A score of 0 or 1 that was right adds nothing.

    Fault: a few patients with extreme scores decide it, at thresholds that no clinician would use.

    >>> round(log_loss([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.4389
    >>> log_loss([0, 1, 1], [0.0, 1.0, 0.0])
    inf
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    s = table.score.astype(np.float64)
    # Only where somebody is, because zero times infinity is not a number.
    cases, others = table.positive > 0.0, table.negative > 0.0
    with np.errstate(divide="ignore"):
        right = table.positive[cases] @ np.log(s[cases]) + table.negative[others] @ np.log1p(-s[others])
    # 0 less the sum, so that a perfect model has 0 and not -0.
    return float(0.0 - right) / _total(table)


def expected_calibration_error(
    y_true: ArrayLike | ScoreTable,
    y_prob: ArrayLike | None = None,
    *,
    bins: int = 10,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean distance between predicted and observed risk, bin by bin (Naeini et al. 2015).

    The bins are equally wide, ``[k/bins, (k+1)/bins)``, and the last includes 1. With ``n_k`` the
    weight in bin ``k`` of ``n``, it is ``sum_k n_k/n |mean score - share with the disease|``.

    Fault: it depends on the bins, is biased upwards in small samples, and is not proper: the
    prevalence, predicted for everyone, gets a perfect 0.

    >>> round(expected_calibration_error([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.125
    """
    if not (is_number(bins) and bins >= 1 and float(bins).is_integer()):
        raise SettingError(f"bins must be a whole number, at least 1; found {bins!r}.")
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    # The edges are rounded as the scores are, so that a score of 0.7 is on the edge 0.7.
    edges = (np.arange(1, int(bins)) / int(bins)).astype(table.score.dtype)
    excess = table.score.astype(np.float64) * (table.positive + table.negative) - table.positive
    in_bin = np.bincount(np.searchsorted(edges, table.score, side="right"), weights=excess)
    return float(np.abs(in_bin).sum()) / _total(table)


def average_precision(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Mean precision over the patients with the disease, each at their own score as threshold.

    ``sum_k (R_k - R_{k-1}) P_k`` over the distinct scores, downwards, with recall ``R`` (TPR) and
    precision ``P`` (PPV); scikit-learn's definition (Zhu 2004).

    Fault: it moves with the prevalence of the data, so two data sets cannot be compared, and it
    knows neither costs nor calibration.

    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.8333
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    gained, more = _downwards(table)
    true = np.cumsum(gained)
    return float(gained @ (true / np.cumsum(more))) / table.positive_weight


def auc_pr(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Area under the precision-recall curve, interpolated as it really runs (Davis and Goadrich 2006).

    Between two thresholds true and false positives grow in step, so precision follows a hyperbola
    in recall, whose area is a logarithm; the trapezoid rule overstates it wherever precision falls.

    Fault: it moves with the prevalence of the data, so two data sets cannot be compared, and it
    knows neither costs nor calibration.

    >>> round(auc_pr([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]), 4)
    0.8873
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    gained, more = _downwards(table)
    true, treated = np.cumsum(gained), np.cumsum(more)
    mean_precision = gained / more  # so far, the precision among those whom each step adds
    # The precision before the step fades as log(1 + u)/u, where u is how much the step adds to
    # those already treated; the first step starts from nobody.
    growth = more[1:] / treated[:-1]
    excess = true[:-1] / treated[:-1] - mean_precision[1:]
    mean_precision[1:] += excess * np.log1p(growth) / growth
    return float(gained @ mean_precision) / table.positive_weight


def youden(
    y_true: ArrayLike | ScoreTable, y_prob: ArrayLike | None = None, *, sample_weight: ArrayLike | None = None
) -> float:
    """Youden's index J: the largest ``TPR + TNR - 1`` over all thresholds (Youden 1950).

    Fault: it prices errors as if a missed case cost ``(1-pi)/pi`` needless treatments, whatever
    they do cost, and the threshold is chosen on the rows that judge it.

    >>> youden([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    0.5
    """
    table = as_table(sample_of(y_true, y_prob, sample_weight))
    tpr = np.cumsum(table.positive[::-1]) / table.positive_weight
    fpr = np.cumsum(table.negative[::-1]) / table.negative_weight
    # Treating nobody has 0, and rounding must not leave less.
    return max(0.0, float((tpr - fpr).max()))


def _downwards(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """As the threshold falls from score to score: true positives, and patients treated, that it adds."""
    treated = table.positive + table.negative
    counts = treated > 0.0  # a score that nobody has is no step
    return table.positive[counts][::-1], treated[counts][::-1]


def _total(table: ScoreTable) -> float:
    return table.positive_weight + table.negative_weight
