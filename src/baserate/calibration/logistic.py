"""Logistic regression of the outcome on a few columns: maximum likelihood by Newton's method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baserate.errors import ScoreError

__all__ = ["fit_logistic"]

Numbers = NDArray[np.float64]

_STEPS = 400
_HALVINGS = 30
# Log odds that one step may move a patient by: farther, the curvature it rests on is another.
_LONGEST = 4.0
_PRECISION = 1e-9

SEPARATED = (
    "the scores separate patients with and without the disease, so that no finite line through their log "
    "odds fits best. Recalibrate with Isotonic, or on more patients."
)


def fit_logistic(
    columns: Numbers, offset: Numbers, positive: Numbers, negative: Numbers, start: Numbers | None = None
) -> Numbers:
    """The coefficients under which the outcomes are most likely.

    The log odds are ``offset + coefficients @ columns``. Raises
    :class:`~baserate.errors.ScoreError` when no finite coefficients are best.

    Parameters
    ----------
    columns
        One row for each coefficient, one column for each distinct score.
    offset
        Log odds that are not fitted.
    positive, negative
        Weights of the cases and of the non-cases at each distinct score.
    start
        Coefficients near the best, which save steps.
    """
    weight = positive + negative
    scale = np.abs(columns).max(axis=1)
    design = columns / np.where(scale > 0.0, scale, 1.0)[:, None]
    b = np.zeros(len(columns)) if start is None else start * scale
    log_odds = offset + _times(b, design)
    tail = np.exp(-np.abs(log_odds))
    likelihood = _log_likelihood(log_odds, tail, positive, negative)
    for _ in range(_STEPS):
        risk, rest = _risks(log_odds, tail)
        information = np.einsum("jn,kn->jk", design * (weight * risk * rest), design)
        step = _solve(information, np.einsum("jn,n->j", design, positive * rest - negative * risk))
        change = _times(step, design)
        far = float(np.abs(change).max())
        if far <= _PRECISION * max(1.0, float(np.abs(log_odds).max())):
            return np.asarray((b + step) / scale)
        share = 2.0 * min(1.0, _LONGEST / far)
        for _ in range(_HALVINGS):
            share /= 2.0
            candidate = log_odds + share * change
            tail = np.exp(-np.abs(candidate))
            reached = _log_likelihood(candidate, tail, positive, negative)
            if reached >= likelihood - 1e-12 * abs(likelihood):
                break
        b, likelihood, log_odds = b + share * step, reached, candidate
    raise ScoreError(SEPARATED)


def _risks(log_odds: Numbers, tail: Numbers) -> tuple[Numbers, Numbers]:
    """Risk and its complement, from ``exp(-|log odds|)``."""
    large = 1.0 / (1.0 + tail)
    small = tail * large
    above = log_odds >= 0.0
    return np.where(above, large, small), np.where(above, small, large)


def _solve(information: Numbers, slope: Numbers) -> Numbers:
    try:
        step = np.linalg.solve(information, slope)
    except np.linalg.LinAlgError:
        raise ScoreError(SEPARATED) from None
    if not np.isfinite(step).all():
        raise ScoreError(SEPARATED)
    return np.asarray(step)


def _times(coefficients: Numbers, columns: Numbers) -> Numbers:
    # einsum here and above, because BLAS starts threads that hurt on a busy machine.
    return np.asarray(np.einsum("j,jn->n", coefficients, columns))


def _log_likelihood(log_odds: Numbers, tail: Numbers, positive: Numbers, negative: Numbers) -> float:
    beyond = np.log1p(tail)  # what both classes pay, whatever the sign
    paid = positive * np.maximum(-log_odds, 0.0) + negative * np.maximum(log_odds, 0.0)
    return -float((paid + (positive + negative) * beyond).sum())
