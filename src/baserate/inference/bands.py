"""Bands about a curve of estimates: at each of its points, or at all of them together.

A pointwise band holds at any one point that was chosen beforehand. Whoever looks along a curve for the place
where it leaves zero, or another curve, asks about all points at once; that is what a simultaneous band is
for. It is made of the same intervals, each at a higher level: in place of the normal quantile stands that of
the largest of all standardised deviations along the curve, ``max |t|``. Its distribution is simulated by
Gaussian multipliers: what each patient, or each cluster, contributes to every point is multiplied by one
standard normal number, the same along the whole curve, and summed (Chernozhukov, Chetverikov and Kato 2013,
doi:10.1214/13-AOS1161; for clusters each is left out in turn, as for their standard errors). Given the
patients, such sums are normal, with the covariance of the estimates; they are drawn from it directly, so that
a million patients take no longer than a thousand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import chdtr

from baserate.inference.estimate import Estimate, check_level
from baserate.inference.quantile import quantile
from baserate.inference.sampling import joint_deviations

__all__ = ["Band", "pointwise_band", "simultaneous_band"]

Numbers = NDArray[np.float64]

# Curves that are simulated. With so many, the critical value is right to half a percent.
DRAWS = 10_000
_PRECISION = 1e-4
# A share of the largest eigenvalue below which a dimension is rounding.
_RANK = 1e-9
# A share of the largest variance below which a point does not vary.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Band:
    """Ends of intervals along a curve.

    Attributes
    ----------
    low, high
        The ends at each point.
    level
        The confidence level of the band: at each point, or at all together.
    level_of_one
        The level at which the interval of a single point was made; as ``level`` in a pointwise band.
    """

    low: Numbers
    high: Numbers
    level: float
    level_of_one: float

    @property
    def is_simultaneous(self) -> bool:
        """Whether it holds at all points together and is wider for it."""
        return self.level_of_one > self.level


def pointwise_band(estimates: Sequence[Estimate], level: float = 0.95) -> Band:
    """The interval of each estimate: it holds at each point, not at all of them together.

    Parameters
    ----------
    estimates
        Along the curve.
    level
        Confidence level.
    """
    return _band(estimates, check_level(level), level)


def simultaneous_band(estimates: Sequence[Estimate], level: float = 0.95, *, seed: int = 0) -> Band:
    """Intervals that hold at all points of the curve together, with probability ``level``.

    Parameters
    ----------
    estimates
        Along the curve, on the same patients.
    level
        Confidence level of the whole band.
    seed
        Of the simulated multipliers.
    """
    return _band(estimates, level, simultaneous_level(estimates, level, seed=seed))


def _band(estimates: Sequence[Estimate], level: float, level_of_one: float) -> Band:
    ends = np.array([estimate.interval(level_of_one)[:2] for estimate in estimates]).reshape(-1, 2)
    return Band(ends[:, 0], ends[:, 1], level, level_of_one)


def simultaneous_level(estimates: Sequence[Estimate], level: float = 0.95, *, seed: int = 0) -> float:
    """The level at which each interval must be made so that all of them hold together at ``level``.

    ``erf(c / sqrt 2)``, with ``c`` the ``level`` quantile of ``max |t|``. Never below ``level``, and never
    above what independent points would need. Parameters as for :func:`simultaneous_band`.
    """
    correlation = _correlation(covariance(estimates))
    if len(correlation) < 2:
        return check_level(level)
    level = check_level(level)
    sure = math.erf(_quantile_of_largest(_root(correlation), level, seed) / math.sqrt(2.0))
    return float(min(max(sure, level), level ** (1.0 / len(correlation))))


def critical_value(estimates: Sequence[Estimate], level: float = 0.95, *, seed: int = 0) -> float:
    """Quantile of the largest standardised deviation along the curve; 1.96 for a single point at 95 %."""
    return quantile(math.inf, simultaneous_level(estimates, level, seed=seed))


def covariance(estimates: Sequence[Estimate]) -> Numbers:
    """Covariance of estimates from the same patients, or clusters; noise that is common to them included."""
    vectors = [joint_deviations(estimate.contributions) for estimate in estimates]
    total = np.zeros((len(estimates), len(estimates)))
    for who in {who: None for vector in vectors for who in vector}:  # in the order in which they came
        size = next(len(vector[who]) for vector in vectors if who in vector)
        stacked = np.array([vector.get(who, np.zeros(size)) for vector in vectors])
        total += np.asarray(stacked @ stacked.T)
    for noise in {noise: None for estimate in estimates for noise in estimate.noise}:
        factors = np.array([estimate.noise.get(noise, 0.0) for estimate in estimates])
        total += noise() * np.outer(factors, factors)
    return total


def _correlation(total: Numbers) -> Numbers:
    """Of the points that vary."""
    variance = np.diag(total)
    varies = variance > _ROUNDING * variance.max(initial=0.0)
    scale = np.sqrt(variance[varies])
    return np.asarray(total[np.ix_(varies, varies)] / np.outer(scale, scale))


def _root(correlation: Numbers) -> Numbers:
    """Rows whose products are the correlations, with as many columns as they have dimensions."""
    values, vectors = np.linalg.eigh(correlation)
    kept = values > _RANK * values[-1]
    vectors = vectors[:, kept]
    # Of a vector and its mirror image the one whose largest entry is positive, on every machine.
    sign = np.sign(np.take_along_axis(vectors, np.abs(vectors).argmax(axis=0)[None], axis=0))
    return np.asarray(sign * vectors * np.sqrt(values[kept]))


def _quantile_of_largest(root: Numbers, level: float, seed: int) -> float:
    """Where ``P(max |t| <= c) = level`` for ``t = root u`` with standard normal ``u``.

    ``u`` is a random direction and a length; given the direction, the probability follows from the chi
    distribution of the length, so that only directions need be drawn.
    """
    dimensions = root.shape[1]
    normal = np.random.default_rng(seed).standard_normal((DRAWS, dimensions))
    largest = np.abs(normal @ root.T).max(axis=1) / np.linalg.norm(normal, axis=1)

    def too_much(c: float) -> float:
        return float(np.mean(chdtr(dimensions, (c / largest) ** 2))) - level

    low, high = quantile(math.inf, level) - 0.1, quantile(math.inf, level ** (1.0 / len(root))) + 0.2
    return float(brentq(too_much, low, high, xtol=_PRECISION))
