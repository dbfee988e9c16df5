"""The algebra of odds: how a probability moves when the base rate does.

Multiplying odds, written ``a (x) b`` in the paper, is addition on the log-odds axis::

    a (x) b = a b / (a b + (1 - a)(1 - b))

A score that was right where the prevalence was ``source`` is, under label shift, right at
``target`` once its odds are divided by the odds of ``source`` and multiplied by those of
``target`` (Bayes' rule). All functions take numbers or arrays, and 0 and 1 are legal.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baserate.errors import SettingError

__all__ = [
    "adjust",
    "adjust_log_odds",
    "expit",
    "inverse",
    "inverse_log_odds",
    "logit",
    "multiply",
    "multiply_log_odds",
]

Numbers = NDArray[np.float64]


def logit(probability: ArrayLike) -> Any:
    """Log odds of a probability: minus infinity at 0, plus infinity at 1.

    Parameters
    ----------
    probability
        One, or an array of them.

    >>> logit(0.5), logit(0.0)
    (0.0, -inf)
    """
    return _plain(log_odds(_probability(probability)))


def log_odds(p: Any) -> Any:
    """:func:`logit` of numbers that are known to be probabilities."""
    with np.errstate(divide="ignore"):
        return np.log(p) - np.log1p(-p)


def expit(log_odds: ArrayLike) -> Any:
    """Probability with the given log odds; the inverse of :func:`logit`.

    Parameters
    ----------
    log_odds
        One, or an array of them.

    >>> expit([0.0, float("-inf")])
    array([0.5, 0. ])
    """
    x = _real(log_odds)
    small = np.exp(-np.abs(x))
    return _plain(np.where(x >= 0, 1.0, small) / (1.0 + small))


def multiply(a: ArrayLike, b: ArrayLike) -> Any:
    """Multiply the odds of two probabilities: ``a (x) b``.

    Certainty in opposite directions (0 and 1) has no product and gives ``nan``.

    Parameters
    ----------
    a, b
        Probabilities, one or arrays of them.

    >>> round(multiply(0.2, 0.5), 12)      # even odds change nothing
    0.2
    >>> round(multiply(0.2, 0.8), 12)      # opposite odds cancel
    0.5
    """
    p, q = _probability(a), _probability(b)
    both, neither = p * q, (1.0 - p) * (1.0 - q)
    with np.errstate(invalid="ignore"):
        return _plain(both / (both + neither))


def inverse(probability: ArrayLike) -> Any:
    """The probability that cancels this one under :func:`multiply`: ``1 - p``.

    ``multiply(a, b) == d`` exactly when ``b == multiply(inverse(a), d)``.

    Parameters
    ----------
    probability
        One, or an array of them.

    >>> inverse(0.25)
    0.75
    """
    return _plain(1.0 - _probability(probability))


def adjust(p: ArrayLike, source: ArrayLike, target: ArrayLike) -> Any:
    """Move a probability from the prevalence it is calibrated to, to another.

    ``adjust(p, source, target) = target (x) (1 - source) (x) p``: the chance of disease for the
    same patient where disease is as common as ``target``. 0 and 1 stay where they are.

    Parameters
    ----------
    p
        The probability.
    source, target
        The prevalence that it is calibrated to, and the other.

    >>> round(adjust(0.30, source=0.10, target=0.02), 4)      # rarer disease, lower risk
    0.073
    """
    return _plain(shift(_probability(p), _probability(source), _probability(target)))


def shift(p: Any, source: Any, target: Any) -> Any:
    """:func:`adjust` of numbers that are known to be probabilities."""
    yes = p * target * (1.0 - source)
    no = (1.0 - p) * (1.0 - target) * source
    with np.errstate(invalid="ignore"):
        return yes / (yes + no)


def multiply_log_odds(a: ArrayLike, b: ArrayLike) -> Any:
    """:func:`multiply` on the log-odds axis, where it is a sum; ``nan`` where that gives it.

    Parameters
    ----------
    a, b
        As for :func:`multiply`, as log odds.
    """
    with np.errstate(invalid="ignore"):
        return _plain(_real(a) + _real(b))


def inverse_log_odds(log_odds: ArrayLike) -> Any:
    """:func:`inverse` on the log-odds axis, where it is a change of sign.

    Parameters
    ----------
    log_odds
        One, or an array of them.
    """
    return _plain(-_real(log_odds))


def adjust_log_odds(log_odds: ArrayLike, source: ArrayLike, target: ArrayLike) -> Any:
    """:func:`adjust` on the log-odds axis: all three arguments are log odds.

    Parameters
    ----------
    log_odds, source, target
        As for :func:`adjust`, as log odds.

    >>> adjust_log_odds(0.0, source=-2.0, target=-3.0)
    -1.0
    """
    with np.errstate(invalid="ignore"):
        return _plain(_real(log_odds) + (_real(target) - _real(source)))


def _probability(value: ArrayLike) -> Numbers:
    if isinstance(value, np.ma.MaskedArray) and np.ma.getmaskarray(value).any():
        raise SettingError("a probability is missing (masked); leave it out.")
    try:
        p = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise SettingError(f"probabilities must be numbers between 0 and 1: {error}.") from None
    outside = ~((p >= 0.0) & (p <= 1.0))
    if np.any(outside):
        raise SettingError(f"a probability must lie between 0 and 1; found {p[outside].flat[0]:g}")
    return p


def _real(value: ArrayLike) -> Numbers:
    """Log odds as numbers; those of certainty are infinite."""
    if isinstance(value, np.ma.MaskedArray) and np.ma.getmaskarray(value).any():
        raise SettingError("log odds are missing (masked); leave them out.")
    try:
        x = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise SettingError(f"log odds must be numbers: {error}.") from None
    if np.any(np.isnan(x)):
        raise SettingError("log odds must be numbers; found one that is not (nan).")
    return x


def _plain(result: Numbers) -> Any:
    """A Python float for numbers, an array for arrays."""
    return float(result) if np.ndim(result) == 0 else result
