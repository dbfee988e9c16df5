"""Who was sampled: the one place that turns what each patient contributes into a standard error.

A number's contributions say how far each patient moves it from its expectation; they are its
influence values over the number of patients. Patients are independent, or independent in clusters
(several stays of a person, hospitals); the two outcomes have their own spread.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
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
        return cls(variance, variance**2 / math.fsum(part**2 / df for part, df in parts))


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

        Half a patient at ``reach`` above the class's mean and half as far below are added: where
        few patients of a class differ, those who would have were perhaps not sampled.
        """
        n = self.size
        if reach > 0.0:
            within, degrees = (self.within * n**2 + reach**2) / (n * (n + 1.0)), n
        else:
            within, degrees = self.within * n / (n - 1.0), n - 1.0
        return [(within, degrees), (self.between, degrees)]


@dataclass(frozen=True, eq=False)
class Sampling:
    """The patients of one sample. Two numbers from the same sampling are paired."""

    is_case: Mask
    weight: Numbers | None = None
    cluster: NDArray[np.intp] | None = None

    @cached_property
    def clusters(self) -> int:
        """Number of clusters."""
        return 0 if self.cluster is None else int(self.cluster.max()) + 1

    def spread(self, contribution: Numbers, reach: tuple[float, float] = (0.0, 0.0)) -> Spread:
        """Variance of a number from what each patient contributes to it.

        ``reach`` is how far a patient with the disease, and one without, can move the number's
        class mean; zero leaves the guard of :meth:`ClassSpread.parts` off.
        """
        if self.cluster is not None:
            total = np.bincount(self.cluster, weights=contribution, minlength=self.clusters)
            size = self.clusters
            return Spread(size / (size - 1.0) * float(np.einsum("i,i", total, total)), size - 1.0)
        parts = []
        for side, (mask, most) in enumerate(zip((self.is_case, ~self.is_case), reach, strict=True)):
            parts += self._class_spread(contribution, mask, side).parts(self._guard(contribution, mask, most))
        return Spread.of(parts)

    def _class_spread(self, contribution: Numbers, mask: Mask, side: int) -> ClassSpread:
        one, share = contribution[mask], self._shares[side]
        squares = float(np.einsum("i,i", share, share))
        along = float(np.einsum("i,i", one, share)) / squares
        within = one - along * share
        return ClassSpread(1.0 / squares, float(np.einsum("i,i", within, within)), along**2 * squares)

    def _guard(self, contribution: Numbers, mask: Mask, reach: float) -> float:
        """How far a patient who was not sampled may lie from the class's mean.

        A quarter of the largest possible difference, or the largest that was seen; all of it where
        so few patients differ from the rest that what they show is chance.
        """
        if reach <= 0.0:
            return 0.0
        one = contribution[mask]
        apart = np.abs(one - np.median(one))
        differ = np.count_nonzero(apart > 1e-9 * reach / len(one))
        if differ < min(_FEW, len(one) / 8.0):
            return reach
        return max(float(apart.max()) * len(one), reach / 4.0)

    @cached_property
    def _shares(self) -> tuple[Numbers, Numbers]:
        """Each patient's share of the weight of the patient's class."""
        weight = np.ones(len(self.is_case)) if self.weight is None else self.weight
        sides = (weight[self.is_case], weight[~self.is_case])
        return sides[0] / sides[0].sum(), sides[1] / sides[1].sum()
