"""Intervals that hold for several differences at once: the maximum of their t statistics.

Whoever compares many models, or picks the best one by looking, finds differences by chance. An interval
that is to hold for all comparisons together uses, in place of the normal quantile, the quantile of the
largest of all standardised differences, which are as correlated as the models are (Hothorn, Bretz and
Westfall 2008, doi:10.1002/bimj.200810425).

The correlations follow from the variances of all pairwise differences alone, and the quantile from a
fixed set of points, so that the same patients always give the same interval and the page can find it too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtr, ndtri

__all__ = ["adjusted_level"]

Numbers = NDArray[np.float64]
Contrast = tuple[int, int]

# Directions in which the largest statistic is looked at. With so many the critical value is right to
# 0.2 % for up to ten models, and to one percent for fifteen.
DIRECTIONS = 4096
# A share of a variance below which what is left of it is rounding.
_ROUNDING = 1e-9


def adjusted_level(variances: Numbers, contrasts: Sequence[Contrast], level: float) -> float:
    """The level at which each interval must be made so that all of them hold together at ``level``.

    Parameters
    ----------
    variances
        Of the difference of every two items, a symmetric matrix with zeros on its diagonal.
    contrasts
        The comparisons made, as pairs of places in that matrix.
    level
        At which all intervals are to hold together.

    >>> alone = np.array([[0.0, 4.0], [4.0, 0.0]])
    >>> adjusted_level(alone, [(0, 1)], 0.95)
    0.95
    """
    correlation = _correlation(variances, contrasts)
    factor = _factor(correlation) if len(correlation) > 1 else correlation
    if factor.shape[1] <= 1:  # none that varies, one comparison, or several that are one
        return level
    return math.erf(_critical_value(factor, level) / math.sqrt(2.0))


def critical_value(variances: Numbers, contrasts: Sequence[Contrast], level: float) -> float:
    """Quantile of the largest absolute standardised difference, on a normal scale."""
    return float(ndtri((1.0 + adjusted_level(variances, contrasts, level)) / 2.0))


def coverage_of(variances: Numbers, contrasts: Sequence[Contrast]) -> Callable[[float], float]:
    """How sure all contrasts are to lie within a number of standard errors together, as a function of it.

    :func:`critical_value` is where it reaches the level; to know on which side of it a number lies takes
    one call instead of many.

    >>> alone = np.array([[0.0, 4.0], [4.0, 0.0]])
    >>> round(coverage_of(alone, [(0, 1)])(1.959964), 4)
    0.95
    """
    correlation = _correlation(variances, contrasts)
    factor = _factor(correlation) if len(correlation) > 1 else correlation
    if factor.shape[1] <= 1:
        return lambda c: math.erf(c / math.sqrt(2.0))
    return _coverage(factor)


def _correlation(variances: Numbers, contrasts: Sequence[Contrast]) -> Numbers:
    """Of the contrasts, from ``2 Cov(a - b, c - d) = V[a,d] + V[b,c] - V[a,c] - V[b,d]``.

    Differences that do not vary, such as a model's with its copy, are left out.
    """
    v, least = variances, _ROUNDING * float(np.max(variances, initial=0.0))
    varying = [(a, b) for a, b in contrasts if v[a, b] > least]
    a, b = np.array(varying, dtype=np.intp).reshape(-1, 2).T
    scale = np.sqrt(v[a, b])
    covariance = (v[np.ix_(a, b)] + v[np.ix_(b, a)] - v[np.ix_(a, a)] - v[np.ix_(b, b)]) / 2.0
    return np.asarray(np.clip(covariance / np.outer(scale, scale), -1.0, 1.0))


def _factor(correlation: Numbers) -> Numbers:
    """Rows of unit length whose products are the correlations: Cholesky's, largest pivot first.

    It has as many columns as the contrasts have dimensions. Variances from bins may be those of no
    joint distribution; what is left below zero is then dropped.
    """
    rest, columns = correlation.copy(), []
    for _ in range(len(rest)):
        left = np.diag(rest)
        # Of several that are as large but for rounding the first, so that rounding does not choose.
        pivot = int(np.argmax(left >= left.max() - _ROUNDING))
        if rest[pivot, pivot] <= 1e-6:
            break
        column = rest[:, pivot] / math.sqrt(rest[pivot, pivot])
        columns.append(column)
        rest -= np.outer(column, column)
    factor = np.array(columns).reshape(-1, len(correlation)).T
    return np.asarray(factor / np.linalg.norm(factor, axis=1, keepdims=True))


def _critical_value(factor: Numbers, level: float) -> float:
    """Where ``P(max |z| <= c) = level`` for ``z = factor u`` with standard normal ``u``.

    In polar coordinates ``u`` is a direction and a length, which is a chi variable; for each direction
    the probability is known, and their mean is that of all.
    """
    covered = _coverage(factor)
    low = float(ndtri((1.0 + level) / 2.0))
    high = float(ndtri((1.0 + level ** (1.0 / len(factor))) / 2.0)) + 0.1  # Sidak's, which is never less
    while high - low > 1e-10:
        middle = (low + high) / 2.0
        low, high = (middle, high) if covered(middle) < level else (low, middle)
    return (low + high) / 2.0


def _coverage(factor: Numbers) -> Callable[[float], float]:
    dimensions = factor.shape[1]
    largest = np.abs(_directions(dimensions) @ factor.T).max(axis=1)

    def covered(c: float) -> float:
        return float(np.mean(chdtr(dimensions, (c / largest) ** 2)))

    return covered


@lru_cache(maxsize=32)
def _directions(dimensions: int) -> Numbers:
    """Directions spread evenly over the sphere: an additive recurrence, made normal by Box and Muller.

    The steps of the recurrence are powers of one over the root of ``x**(d + 1) = x + 1``, the golden
    ratio's relative for d dimensions.
    """
    pairs = (dimensions + 1) // 2
    root = 2.0
    for _ in range(64):
        root = (1.0 + root) ** (1.0 / (2 * pairs + 1))
    steps = root ** -np.arange(1.0, 2 * pairs + 1)
    points = np.modf(0.5 + np.outer(np.arange(1.0, DIRECTIONS + 1), steps))[0]
    length, angle = np.sqrt(-2.0 * np.log1p(-points[:, ::2])), 2.0 * math.pi * points[:, 1::2]
    normal = np.stack([length * np.cos(angle), length * np.sin(angle)], axis=2)
    u = normal.reshape(DIRECTIONS, -1)[:, :dimensions]
    return np.asarray(u / np.linalg.norm(u, axis=1, keepdims=True))
