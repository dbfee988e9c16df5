"""The weight of a deployment on the threshold axis: which thresholds it cares about.

A patient is treated when the log odds of the score, its prior removed, reach the threshold
``z = logit c - logit pi``. Whatever is known about prevalence and cost, however they are priced,
collapses to one weight ``v(z)``: the gain of a positive patient is the weight below the patient's
log odds, that of a negative patient ``e^z v(z)`` summed above them::

    g1(L) = int_{-inf}^{L} v(z) dz          g0(L) = int_{L}^{inf} e^z v(z) dz

Net benefit prices a true positive at ``pi`` and a true negative at ``c/(1-c) (1-pi)``; weighted
accuracy divides both by their sum. In either, the second is ``e^z`` times the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.densities import Beta
from baserate.deployment import Units
from baserate.distributions import Distribution
from baserate.errors import CostError, SettingError
from baserate.odds import expit, logit
from baserate.quadrature import integral

Numbers = NDArray[np.float64]
Pair: TypeAlias = tuple[Numbers, Numbers]

# On a piece of this length on the log-odds axis, 16 nodes integrate a logistic curve to 16 digits.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
_PIECE = 3.0


@dataclass(frozen=True)
class ThresholdWeight:
    """``v(z)`` and ``e^z v(z)`` for a distribution of prevalence, one of cost, and the units."""

    prevalence: Distribution
    cost: Distribution
    units: Units

    def __post_init__(self) -> None:
        if self.units == "net benefit" and isinstance(self.cost, Beta) and self.cost.beta <= 1.1:
            raise CostError(
                f"with a cost of {self.cost}, a true negative is worth c/(1-c), whose mean is infinite or "
                "nearly so. Choose a Beta whose second parameter is above 1.1, a range, or weighted accuracy."
            )

    def missing(self, positive: float, negative: float) -> tuple[float, float]:
        """What a tabulation lacks to the totals that the distributions have.

        Rounding, when a range is narrow; more means that a density was not resolved, an error.
        """
        if self.units == "net benefit":
            (sick, healthy), (_, odds) = _means(self.prevalence), _means(self.cost, odds=True)
            lacks = (sick - positive, odds * healthy - negative)
        else:
            scale = 1.0 / max(positive + negative, 1e-300) - 1.0
            lacks = (scale * positive, scale * negative)
        if not (positive > 0.0 and abs(lacks[0]) <= 1e-5 * positive and abs(lacks[1]) <= 1e-5 * negative):
            raise SettingError(
                f"the density of prevalence ({self.prevalence}) or of cost ({self.cost}) varies too fast to "
                "be averaged over. Let the range end where the density does, and leave jumps out."
            )
        return float(lacks[0]), float(lacks[1])

    def atoms(self) -> tuple[Numbers, Pair]:
        """Odds ``e^z`` of thresholds with a weight of their own, ascending, and both weights at each."""
        (p, share), (c, chance) = self.prevalence.atoms, self.cost.atoms
        p, c = np.tile(p, len(c)), np.repeat(c, len(p))
        mass = np.outer(chance, share).ravel()
        # From odds, not log odds: a tie between score and threshold must survive the arithmetic.
        harm = c / (1.0 - c)
        odds = harm * (1.0 - p) / p
        positive, negative = (
            (p, harm * (1.0 - p)) if self.units == "net benefit" else (1 / (1 + odds), odds / (1 + odds))
        )
        order = np.argsort(odds, kind="stable")
        return odds[order], ((mass * positive)[order], (mass * negative)[order])

    def breaks(self) -> Numbers:
        """Ascending thresholds between which :meth:`density` is smooth; empty if it is zero."""
        x, k = self.prevalence.breaks, self.cost.breaks
        x_all = np.concatenate([x, logit(self.prevalence.atoms[0])])
        k_all = np.concatenate([k, logit(self.cost.atoms[0])])
        corners = [np.subtract.outer(k, x_all).ravel(), np.subtract.outer(k_all, x).ravel()]
        return np.unique(np.concatenate(corners))

    def density(self, z: Numbers) -> Pair:
        """``v(z)`` and ``e^z v(z)``, away from the atoms."""
        positive, negative = np.zeros_like(z), np.zeros_like(z)
        for p, share in zip(*self.prevalence.atoms, strict=True):
            x = np.full_like(z, logit(p))
            self._add(positive, negative, x, z + x, share * _within(self.cost, z + x))
        for c, share in zip(*self.cost.atoms, strict=True):
            k = np.full_like(z, logit(c))
            self._add(positive, negative, k - z, k, share * _within(self.prevalence, k - z))
        self._add_both_ranges(positive, negative, z)
        return positive, negative

    def _add_both_ranges(self, positive: Numbers, negative: Numbers, z: Numbers) -> None:
        """The part where both are spread out: for each z, an integral over prevalence."""
        for x_low, x_high in _pieces(self.prevalence):
            for k_low, k_high in _pieces(self.cost):
                start, end = np.maximum(x_low, k_low - z), np.minimum(x_high, k_high - z)
                met = np.flatnonzero(end > start)
                half = (end - start)[met, None] / 2.0
                x = start[met, None] + half * (_NODES + 1.0)
                k = np.clip(z[met, None] + x, k_low, k_high)
                both = self.prevalence.density(x) * self.cost.density(k) * (half * _WEIGHTS)
                worth, other = prices(x, k, self.units)
                positive[met] += np.einsum("ij,ij->i", both, worth)
                negative[met] += np.einsum("ij,ij->i", both, other)

    def _add(self, positive: Numbers, negative: Numbers, x: Numbers, k: Numbers, mass: Numbers) -> None:
        worth, other = prices(x, np.where(mass > 0.0, k, 0.0), self.units)
        positive += mass * worth
        negative += mass * other


def prices(x: Numbers, k: Numbers, units: Units) -> Pair:
    """What a true positive and a true negative are worth at log odds x of prevalence, k of cost."""
    if units == "net benefit":
        return np.asarray(expit(x)), np.asarray(np.exp(k) * expit(-x))
    return np.asarray(expit(x - k)), np.asarray(expit(k - x))


def _means(distribution: Distribution, odds: bool = False) -> tuple[float, float]:
    """Mean of the value and of its complement, or of its odds."""
    values, shares = distribution.atoms
    first = float(shares @ values)
    second = float(shares @ (values / (1.0 - values) if odds else 1.0 - values))
    if len(distribution.breaks):
        density = distribution.density
        first += integral(lambda x: density(x) * expit(x), distribution.breaks)
        other = np.exp if odds else lambda x: expit(-x)
        second += integral(lambda x: density(x) * other(x), distribution.breaks)
    return first, second


def _within(distribution: Distribution, x: Numbers) -> Numbers:
    """Density, and zero outside the distribution's range."""
    breaks = distribution.breaks
    if len(breaks) == 0:
        return np.zeros_like(x)
    inside = np.clip(x, breaks[0], breaks[-1])
    slack = 1e-9 * (breaks[-1] - breaks[0])  # a point on the edge may be rounded to just outside it
    return np.where(np.abs(x - inside) <= slack, distribution.density(inside), 0.0)


def _pieces(distribution: Distribution) -> list[tuple[float, float]]:
    """Smooth pieces of the density, each short enough for one set of quadrature nodes.

    Far from even odds the logistic curve is an exponential, and pieces may be longer.
    """
    edges: list[float] = []
    for low, high in pairwise(distribution.breaks):
        edges.append(float(low))
        while high - edges[-1] > (step := _PIECE if abs(edges[-1]) < 12.0 else 4.0 * _PIECE):
            # No piece may straddle the border between the two lengths.
            border = -12.0 if edges[-1] < -12.0 < edges[-1] + step else np.inf
            edges.append(min(edges[-1] + step, border))
    return [*pairwise(edges), (edges[-1], float(distribution.breaks[-1]))] if edges else []
