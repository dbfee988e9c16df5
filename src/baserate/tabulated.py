"""The two integrals of a weight on the threshold axis, as piecewise cubics.

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

Numbers = NDArray[np.float64]
Pair: TypeAlias = tuple[Numbers, Numbers]

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
_NODES = (np.polynomial.legendre.leggauss(3)[0] + 1.0) / 2.0
_CUBIC = np.linalg.inv(np.vander(_NODES, increasing=True)) / np.array([[1.0], [2.0], [3.0]])
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
    values = (series @ _at_narrow_nodes(split)).reshape(2, -1, len(_NODES)) / split
    cubics: Numbers = np.einsum("pn,sin->spi", _CUBIC, values)
    return cubics


@lru_cache(maxsize=32)
def _at_narrow_nodes(split: int) -> Numbers:
    """Legendre polynomials of a wide panel at the nodes of its ``split`` narrow ones, shape (12, nodes)."""
    nodes = (np.arange(split)[:, None] + _NODES).ravel() / split
    return np.ascontiguousarray(np.polynomial.legendre.legvander(2.0 * nodes - 1.0, 11).T)
