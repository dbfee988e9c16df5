"""Integrals of smooth functions, and where a density has become negligible."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

# A tail is cut where the density has fallen by this factor on the log scale: exp(-42) < 1e-18.
_NEGLIGIBLE = 42.0


def integral(function: Callable[[Numbers], Numbers], breaks: Numbers) -> float:
    """Integral of a function that is smooth between the breaks."""
    nodes, weights = np.polynomial.legendre.leggauss(32)
    total = 0.0
    for low, high in pairwise(breaks):
        edges = np.linspace(low, high, 17)
        half = (high - low) / 32.0
        total += half * float((function(edges[:-1, None] + half * (nodes + 1.0)) @ weights).sum())
    return total


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
