"""Logistic regression of the outcome on a few columns: maximum likelihood by Newton's method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.odds import expit
from baserate.errors import SeparationError

Numbers = NDArray[np.float64]

_STEPS = 400
_HALVINGS = 30
# Log odds that one step may move a patient by: farther, the curvature it rests on is another.
_LONGEST = 4.0
_PRECISION = 1e-9


def fit_logistic(
    columns: Numbers, offset: Numbers, positive: Numbers, negative: Numbers, start: Numbers | None = None
) -> Numbers:
    """The coefficients under which the outcomes are most likely.

    ``columns`` has one row for each line of patients and one column for each coefficient; the log
    odds are ``offset + columns @ coefficients``. ``positive`` and ``negative`` are the weights of
    the patients on the line; ``start`` coefficients near the best save steps. Raises
    :class:`~baserate.errors.SeparationError` when no finite coefficients are best.
    """
    weight = positive + negative
    scale = np.abs(columns).max(axis=0)
    design = columns / np.where(scale > 0.0, scale, 1.0)
    b = np.zeros(columns.shape[1]) if start is None else start * scale
    log_odds = offset + _times(design, b)
    likelihood = _log_likelihood(log_odds, positive, negative)
    for _ in range(_STEPS):
        risk, rest = np.asarray(expit(log_odds)), np.asarray(expit(-log_odds))
        information = np.einsum("ij,ik->jk", design * (weight * risk * rest)[:, None], design)
        step = _solved(information, np.einsum("ij,i->j", design, positive * rest - negative * risk))
        change = _times(design, step)
        far = float(np.abs(change).max())
        if far <= _PRECISION * max(1.0, float(np.abs(log_odds).max())):
            return np.asarray((b + step) / scale)
        share = min(1.0, _LONGEST / far)
        for _ in range(_HALVINGS):
            moved = _log_likelihood(log_odds + share * change, positive, negative)
            if moved >= likelihood - 1e-12 * abs(likelihood):
                break
            share /= 2.0
        b, likelihood = b + share * step, moved
        log_odds = offset + _times(design, b)
    raise SeparationError(SEPARATED)


SEPARATED = (
    "the scores separate patients with and without the disease, so that no finite line through their log "
    "odds fits best. Recalibrate with Isotonic, or on more patients."
)


def _solved(information: Numbers, slope: Numbers) -> Numbers:
    try:
        step = np.linalg.solve(information, slope)
    except np.linalg.LinAlgError:
        raise SeparationError(SEPARATED) from None
    if not np.isfinite(step).all():
        raise SeparationError(SEPARATED)
    return np.asarray(step)


def _times(columns: Numbers, coefficients: Numbers) -> Numbers:
    # einsum here and above, because BLAS starts threads that hurt on a busy machine.
    return np.asarray(np.einsum("ij,j->i", columns, coefficients))


def _log_likelihood(log_odds: Numbers, positive: Numbers, negative: Numbers) -> float:
    beyond = np.log1p(np.exp(-np.abs(log_odds)))  # what both classes pay, whatever the sign
    paid = positive * np.maximum(-log_odds, 0.0) + negative * np.maximum(log_odds, 0.0)
    return -float((paid + (positive + negative) * beyond).sum())
