"""Who was sampled: the one place that turns what each patient contributes into a standard error.

A number's contributions say how far each patient moves it from its expectation; they are its
influence values over the number of patients. Patients are independent, or independent in clusters
(several stays of a person, hospitals); the two outcomes have their own spread.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

_FEW = 10


class Spread(NamedTuple):
    """Variance of an estimate, and the degrees of freedom with which the variance is known."""

    variance: float
    degrees: float

    @classmethod
    def of(cls, parts: list[tuple[float, float]]) -> Spread:
        """From independent (variance, degrees): Satterthwaite's approximation."""
        variance = math.fsum(part for part, _ in parts)
        if variance <= 0.0:
            return cls(0.0, math.inf)
        return cls(variance, 1.0 / math.fsum((part / variance) ** 2 / df for part, df in parts))


class ClassSpread(NamedTuple):
    """Spread of the contributions within one class.

    ``size`` is the number of patients, or with weights the number that would be worth as much;
    ``within`` the sum of squared contributions about the class's own mean, ``between`` the
    variance from how many patients of the class there happen to be.
    """

    size: float
    within: float
    between: float

    def parts(self, reach: float = 0.0) -> list[tuple[float, float]]:
        """Variances with their degrees; ``reach`` guards against a spread seen too small.

        A quarter of a patient at ``reach`` above the class's mean and a quarter as far below are
        added: where few patients of a class differ, those who would have were perhaps not sampled.
        """
        n = self.size
        if reach > 0.0:
            within, degrees = (self.within * n**2 + reach**2 / 2.0) / (n * (n + 0.5)), n - 0.5
        else:
            within, degrees = self.within * n / (n - 1.0), n - 1.0
        return [(within, degrees), (self.between, degrees)]


@dataclass(frozen=True, eq=False)
class Sampling:
    """The patients of one sample. Two numbers from the same sampling are paired."""

    is_case: Mask = field(repr=False)
    weight: Numbers | None = field(default=None, repr=False)
    cluster: NDArray[np.intp] | None = field(default=None, repr=False)

    @cached_property
    def clusters(self) -> int:
        """Number of clusters."""
        return 0 if self.cluster is None else int(self.cluster.max()) + 1

    def spread(self, contribution: Numbers, reach: tuple[float, float] = (0.0, 0.0)) -> Spread:
        """Variance of a number from what each patient contributes to it.

        ``reach`` is how far apart two patients with the disease, and two without, can be; zero
        leaves the guard of :meth:`ClassSpread.parts` off.
        """
        parts = []
        for side, most in enumerate(reach):
            one = contribution[self.is_case if side == 0 else ~self.is_case]
            parts += self._class_spread(one, side).parts(self._guard(one, side, most))
        alone = Spread.of(parts)
        if self.cluster is None:
            return alone
        total = np.bincount(self.cluster, weights=contribution, minlength=self.clusters)
        size = self.clusters
        variance = size / (size - 1.0) * float(np.einsum("i,i", total, total))
        # With the guard on, never surer than if patients were independent: few clusters may agree by chance.
        return Spread(max(variance, alone.variance if max(reach) > 0.0 else 0.0), size - 1.0)

    def _class_spread(self, one: Numbers, side: int) -> ClassSpread:
        share = self._shares[side]
        squares = float(np.einsum("i,i", share, share))
        along = float(np.einsum("i,i", one, share)) / squares
        within = one - along * share
        return ClassSpread(1.0 / squares, float(np.einsum("i,i", within, within)), along**2 * squares)

    def _guard(self, one: Numbers, side: int, reach: float) -> float:
        """How far a patient who was not sampled may lie from the class's mean.

        A quarter of the largest possible difference, or the largest that was seen; all of it where
        so few patients differ from the rest that what they show is chance.
        """
        if reach <= 0.0:
            return 0.0
        share = self._shares[side]
        gain = one[share > 0.0] / share[share > 0.0]
        apart = np.abs(gain - np.median(gain))
        if np.count_nonzero(apart > 1e-9 * reach) < min(_FEW, len(gain) / 8.0):
            return reach
        return max(float(apart.max()), reach / 4.0)

    @cached_property
    def _shares(self) -> tuple[Numbers, Numbers]:
        """Each patient's share of the weight of the patient's class."""
        weight = np.ones(len(self.is_case)) if self.weight is None else self.weight
        sides = (weight[self.is_case], weight[~self.is_case])
        return sides[0] / sides[0].sum(), sides[1] / sides[1].sum()
