"""Integrals of smooth functions, and where a density has become negligible."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

# A tail is cut where the density has fallen by this factor on the log scale: exp(-42) < 1e-18.
_NEGLIGIBLE = 42.0


@lru_cache(maxsize=8)
def _gauss(count: int) -> tuple[Numbers, Numbers]:
    """Gauss-Legendre nodes on [-1, 1] and their weights, which take longer to make than to use."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return nodes, weights


def integral(function: Callable[[Numbers], Numbers], breaks: Numbers) -> float:
    """Integral of a function that is smooth between the breaks."""
    nodes, weights = _gauss(32)
    total = 0.0
    for low, high in pairwise(breaks):
        edges = np.linspace(low, high, 17)
        half = (high - low) / 32.0
        total += half * float((function(edges[:-1, None] + half * (nodes + 1.0)) @ weights).sum())
    return total


def smooth_pieces(function: Callable[[Numbers], Numbers], low: float, high: float) -> Numbers:
    """Ends of pieces on each of which 16 Gauss nodes integrate the function to 13 digits.

    A piece is kept when they agree with 32 times as many; otherwise it is halved. What is narrower
    than the finest of these cannot be seen, and the caller must compare totals.
    """
    nodes, weights = _gauss(16)
    pending, kept = list(pairwise(np.linspace(low, high, 17))), []
    total = 0.0
    for _ in range(24):
        starts, ends = (np.array(side) for side in zip(*pending, strict=True))
        coarse = _sums(function, starts[:, None], ends[:, None], nodes, weights)[:, 0]
        share = np.linspace(0.0, 1.0, 33)
        edges = starts[:, None] + (ends - starts)[:, None] * share
        fine = _sums(function, edges[:, :-1], edges[:, 1:], nodes, weights).sum(axis=1)
        total = max(total, float(np.abs(fine).sum()))
        good = np.abs(coarse - fine) <= 1e-14 * total
        kept += [piece for piece, fits in zip(pending, good, strict=True) if fits]
        pending = [
            half for (a, b), fits in zip(pending, good, strict=True) if not fits for half in _halves(a, b)
        ]
        if not pending:
            break
    return np.unique(np.array(kept + pending).ravel())


def _halves(low: float, high: float) -> list[tuple[float, float]]:
    middle = (low + high) / 2.0
    return [(low, middle), (middle, high)]


def _sums(
    function: Callable[[Numbers], Numbers], low: Numbers, high: Numbers, nodes: Numbers, weights: Numbers
) -> Numbers:
    """Gauss sums of a function over each interval."""
    half = (high - low) / 2.0
    x = low[..., None] + half[..., None] * (nodes + 1.0)
    return np.asarray(half * (function(x.ravel()).reshape(x.shape) @ weights))


def fall(below: float, above: float, centre: float) -> float:
    """Where, to the right of its centre, ``exp(-below sp(-x) - above sp(x))`` is negligible."""

    def log_density(x: float) -> float:
        return float(-below * np.logaddexp(0.0, -x) - above * np.logaddexp(0.0, x))

    peak, inside, outside = log_density(centre), centre, centre + 1.0
    while log_density(outside) > peak - _NEGLIGIBLE:
        outside = centre + 2.0 * (outside - centre)
    for _ in range(40):
        middle = (inside + outside) / 2.0
        inside, outside = (middle, outside) if log_density(middle) > peak - _NEGLIGIBLE else (inside, middle)
    return outside
