"""The weight of a deployment on the threshold axis: which thresholds it cares about.

A patient is treated when the log odds of the score, its prior removed, reach the threshold
``z = logit c - logit pi``. Whatever is known about prevalence and cost, however they are priced,
collapses to one weight ``v(z)``: the gain of a positive patient is the weight below the patient's
log odds, that of a negative patient ``e^z v(z)`` summed above them::

    g1(L) = int_{-inf}^{L} v(z) dz          g0(L) = int_{L}^{inf} e^z v(z) dz

Net benefit prices a true positive at ``pi`` and a true negative at ``c/(1-c) (1-pi)``; weighted
accuracy divides both by their sum. In either, the second is ``e^z`` times the first.

The two integrals of a weight on the threshold axis, as piecewise cubics.

The weight is integrated once per deployment, on panels that are halved until the cubics agree with
those of half the width; after that a patient's gain is a table look-up, whatever the deployment.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.distributions import Distribution
from baserate.deployment.units import Unit
from baserate.errors import SettingError
from baserate.odds import log_odds

__all__ = ["Tabulated", "ThresholdWeight"]

Numbers = NDArray[np.float64]
Pair: TypeAlias = tuple[Numbers, Numbers]

# On a piece of this length on the log-odds axis, 16 nodes integrate a logistic curve to 16 digits.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
_PIECE = 3.0


@dataclass(frozen=True)
class ThresholdWeight:
    """``v(z)`` and ``e^z v(z)`` for a distribution of prevalence, one of cost, and a unit."""

    prevalence: Distribution
    cost: Distribution
    unit: Unit

    def __post_init__(self) -> None:
        self.unit.check_cost(self.cost)

    def missing(self, positive: float, negative: float) -> tuple[float, float]:
        """What a tabulation lacks to the totals that the distributions have.

        Rounding, when a range is narrow; more means that a density was not resolved, an error.
        """
        totals = self.unit.totals(self.prevalence, self.cost, (positive, negative))
        lacks = (totals[0] - positive, totals[1] - negative)
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
        positive, negative = self.unit.prices_at(p, c)
        order = np.argsort(odds, kind="stable")
        return odds[order], ((mass * positive)[order], (mass * negative)[order])

    def breaks(self) -> Numbers:
        """Ascending thresholds between which :meth:`density` is smooth; empty if it is zero."""
        x, k = self.prevalence.breaks, self.cost.breaks
        x_all = np.concatenate([x, log_odds(self.prevalence.atoms[0])])
        k_all = np.concatenate([k, log_odds(self.cost.atoms[0])])
        corners = [np.subtract.outer(k, x_all).ravel(), np.subtract.outer(k_all, x).ravel()]
        return np.unique(np.concatenate(corners))

    def density(self, z: Numbers) -> Pair:
        """``v(z)`` and ``e^z v(z)``, away from the atoms."""
        positive, negative = np.zeros_like(z), np.zeros_like(z)
        for p, share in zip(*self.prevalence.atoms, strict=True):
            x = np.full_like(z, log_odds(p))
            self._add(positive, negative, x, z + x, share * _within(self.cost, z + x))
        for c, share in zip(*self.cost.atoms, strict=True):
            k = np.full_like(z, log_odds(c))
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
                worth, other = self.unit.prices(x, k)
                positive[met] += np.einsum("ij,ij->i", both, worth)
                negative[met] += np.einsum("ij,ij->i", both, other)

    def _add(self, positive: Numbers, negative: Numbers, x: Numbers, k: Numbers, mass: Numbers) -> None:
        worth, other = self.unit.prices(x, np.where(mass > 0.0, k, 0.0))
        positive += mass * worth
        negative += mass * other


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


# Relative to the whole integral.
_TOLERANCE = 1e-14
_FEW_STRETCHES = 6  # up to here, adding them up is faster than a search
_SAME = 1e-12  # breaks closer than this share of the axis are one break

# The weight is costly, so it is evaluated at these Gauss nodes of a few wide panels only, whose
# Legendre series then stand for it.
_WIDE_NODES = np.polynomial.legendre.leggauss(12)[0]
_SERIES = np.linalg.inv(np.polynomial.legendre.legvander(_WIDE_NODES, 11))
_MOST_WIDE = 1 << 9

# The parabola through the three Gauss nodes of a narrow panel [0, 1], and the cubic that is its
# integral from the panel's left end. Cubics gain a factor 16 with each halving of the panels.
_NARROW_NODES = (np.polynomial.legendre.leggauss(3)[0] + 1.0) / 2.0
_CUBIC = np.linalg.inv(np.vander(_NARROW_NODES, increasing=True)) / np.array([[1.0], [2.0], [3.0]])
_MOST_NARROW = 1 << 16


@dataclass(frozen=True)
class Tabulated:
    """``below(z)``, the integral of the first weight up to z; ``above(z)``, of the second from z on.

    ``starts`` are the ends of the smooth stretches of the axis, ``first`` the first panel of each
    (and, last, the number of panels). Cubics are stored by power: shape (4, panels).
    """

    starts: Numbers
    first: Numbers
    cubic_below: Numbers
    cubic_above: Numbers
    total_below: float
    total_above: float

    @classmethod
    def of(cls, density: Callable[[Numbers], Pair], breaks: Numbers) -> Tabulated:
        """Integrate both weights between ascending breaks, between which they are smooth."""
        near = np.diff(breaks) <= _SAME * (breaks[-1] - breaks[0])
        starts = np.concatenate((breaks[:1], breaks[1:][~near]))
        series = _series(density, starts)
        size = np.maximum(np.sum([one[:, :, 0].sum(axis=1) for one in series], axis=0), np.finfo(float).tiny)
        stretches = [_cubics(one, size) for one in series]
        panels = np.array([stretch.shape[2] for stretch in stretches])
        below, above = np.concatenate(stretches, axis=2)
        sums = np.concatenate(([0.0], np.cumsum(below.sum(axis=0))))
        rest = np.concatenate((np.cumsum(above.sum(axis=0)[::-1])[::-1], [0.0]))
        return cls(
            starts=starts,
            first=np.concatenate(([0.0], np.cumsum(panels))),
            cubic_below=np.concatenate((sums[None, :-1], below)),
            cubic_above=np.concatenate((rest[None, :-1], -above)),
            total_below=float(sums[-1]),
            total_above=float(rest[0]),
        )

    def scaled(self, below: float, above: float) -> Tabulated:
        """Both integrals times a factor."""
        return replace(
            self,
            cubic_below=self.cubic_below * below,
            cubic_above=self.cubic_above * above,
            total_below=self.total_below * below,
            total_above=self.total_above * above,
        )

    def below(self, z: Numbers) -> Numbers:
        """Weight below z; infinite z are allowed."""
        return self._evaluate(self.cubic_below, z)

    def above(self, z: Numbers) -> Numbers:
        """Weight above z; infinite z are allowed."""
        return self._evaluate(self.cubic_above, z)

    def below_slope(self, z: Numbers) -> Numbers:
        """The first weight itself at z; zero beyond the ends."""
        return self._slope(self.cubic_below, z)

    def above_slope(self, z: Numbers) -> Numbers:
        """The second weight itself at z; zero beyond the ends."""
        return -self._slope(self.cubic_above, z)

    def _slope(self, cubic: Numbers, z: Numbers) -> Numbers:
        position, panel = self._locate(z)
        stretch = np.searchsorted(self.first[1:-1], panel, side="right")
        per_unit = (np.diff(self.first) / np.diff(self.starts)).take(stretch)
        slope = cubic[1].take(panel) + position * (
            2.0 * cubic[2].take(panel) + position * 3.0 * cubic[3].take(panel)
        )
        inside = (z > self.starts[0]) & (z < self.starts[-1])
        return np.asarray(inside * slope * per_unit)

    def _evaluate(self, cubic: Numbers, z: Numbers) -> Numbers:
        position, panel = self._locate(z)
        result: Numbers = cubic[3].take(panel)
        for power in (2, 1, 0):
            result *= position
            result += cubic[power].take(panel)
        return result

    def _locate(self, z: Numbers) -> tuple[Numbers, NDArray[np.intp]]:
        """The panel of each z, and where in the panel it lies, from 0 to 1."""
        position = self._position(z)
        panel = position.astype(np.intp)
        np.minimum(panel, self.cubic_below.shape[1] - 1, out=panel)
        position -= panel
        return position, panel

    def _position(self, z: Numbers) -> Numbers:
        """Where each z lies, counted in panels; beyond the ends, at the ends."""
        if len(self.starts) > _FEW_STRETCHES:
            return np.interp(z, self.starts, self.first)
        position = np.zeros_like(z)
        for (low, high), (first, last) in zip(pairwise(self.starts), pairwise(self.first), strict=True):
            part = np.clip(z, low, high)
            part -= low
            part *= (last - first) / (high - low)
            position += part
        return position


def _series(density: Callable[[Numbers], Pair], starts: Numbers) -> list[Numbers]:
    """Legendre series of both weights on each stretch, on as many wide panels as it needs.

    Each has the shape (2, panels, 12) and is scaled so that its first coefficient is the integral
    over the panel. All stretches are evaluated in one call, a round for each halving.
    """
    found: dict[int, Numbers] = {}
    count = 2
    size = np.zeros((2, 1))
    while len(found) < len(starts) - 1:
        pending = [stretch for stretch in range(len(starts) - 1) if stretch not in found]
        width = np.diff(starts)[pending] / count
        edges = starts[pending][:, None] + width[:, None] * np.arange(count)
        nodes = edges[:, :, None] + width[:, None, None] * (_WIDE_NODES + 1.0) / 2.0
        values = np.array([side.reshape(nodes.shape) for side in density(nodes.ravel())])
        series = width[:, None, None] * (values @ _SERIES.T)
        rest = np.abs(series[..., -2:]).max(axis=(2, 3))
        # Against the whole axis, so that a stretch with next to no weight is not dwelt upon.
        size = np.maximum(size, np.abs(series[..., 0]).sum(axis=(1, 2))[:, None])
        done = np.all(rest <= _TOLERANCE * size, axis=0)
        for place, stretch in enumerate(pending):
            if done[place] or count >= _MOST_WIDE:
                found[stretch] = series[:, place]
        count *= 2
    return [found[stretch] for stretch in range(len(starts) - 1)]


def _cubics(series: Numbers, size: Numbers) -> Numbers:
    """Cubics of both integrals, without their constants, by powers 1 to 3: shape (2, 3, panels)."""
    split, cubic = 2, _integrate(series, 2)
    while True:
        finer = _integrate(series, 2 * split)
        middle = cubic[:, 0] / 2.0 + cubic[:, 1] / 4.0 + cubic[:, 2] / 8.0
        change = np.abs(middle - finer.sum(axis=1)[:, ::2]).max(axis=1)
        excess = float((change / (16.0 * _TOLERANCE * size)).max())
        if excess <= 1.0 or finer.shape[2] >= _MOST_NARROW:
            return finer
        # Each halving gains a factor 16: go to where that should be enough, and look again.
        halvings = max(1, math.floor(math.log(excess, 16.0)))
        split = min(split << halvings, _MOST_NARROW // series.shape[1])
        cubic = _integrate(series, split)


def _integrate(series: Numbers, split: int) -> Numbers:
    """Each wide panel cut into ``split`` narrow ones, and the weight integrated on these."""
    values = (series @ _at_narrow_nodes(split)).reshape(2, -1, len(_NARROW_NODES)) / split
    cubics: Numbers = np.einsum("pn,sin->spi", _CUBIC, values)
    return cubics


@lru_cache(maxsize=32)
def _at_narrow_nodes(split: int) -> Numbers:
    """Legendre polynomials of a wide panel at the nodes of its ``split`` narrow ones, shape (12, nodes)."""
    nodes = (np.arange(split)[:, None] + _NARROW_NODES).ravel() / split
    return np.ascontiguousarray(np.polynomial.legendre.legvander(2.0 * nodes - 1.0, 11).T)
