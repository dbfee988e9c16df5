"""The definitions, computed the slow way: counts at one prevalence and cost, then brute integration.

Nothing here uses the library's formulas. A deployment is averaged by evaluating the set-based
metric itself at quadrature nodes, with the axis cut wherever a decision changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

NODES, WEIGHTS = np.polynomial.legendre.leggauss(20)


def log_odds(p: Any) -> Any:
    return np.log(p) - np.log1p(-np.asarray(p))


def probability(x: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.asarray(x)))


@dataclass(frozen=True)
class Patients:
    """Labels, scores and weights, and the prevalence for which the scores are calibrated."""

    y: Numbers
    s: Numbers
    w: Numbers
    source: float | None = None

    @property
    def source_prevalence(self) -> float:
        return float(self.w[self.y == 1].sum() / self.w.sum()) if self.source is None else self.source

    def value(self, pi: Numbers, c: Numbers, units: str) -> Numbers:
        """The metric at each pair of a prevalence and a cost, by counting."""
        pi0 = self.source_prevalence
        shape = (*pi.shape, 1)
        yes = self.s * pi.reshape(shape) * (1 - pi0)
        no = (1 - self.s) * (1 - pi.reshape(shape)) * pi0
        treated = yes * (1 - c.reshape(shape)) >= no * c.reshape(shape)
        case, other = self.w * (self.y == 1), self.w * (self.y == 0)
        tpr, tnr = (treated @ case) / case.sum(), (~treated @ other) / other.sum()
        return np.asarray(priced(tpr, tnr, pi, c, units))


def priced(tpr: Any, tnr: Any, pi: Any, c: Any, units: str) -> Any:
    if units == "accuracy":
        return pi * tpr + (1 - pi) * tnr
    if units == "net_benefit":
        return pi * tpr + c / (1 - c) * (1 - pi) * tnr
    if units == "interventions_avoided":  # net benefit over the price of an unnecessary treatment
        return (1 - c) / c * pi * tpr + (1 - pi) * tnr
    good = (1 - c) * pi * tpr + c * (1 - pi) * tnr
    return good / ((1 - c) * pi + c * (1 - pi))


def isotonic(y: Numbers, s: Numbers, w: Numbers) -> Numbers:
    """Isotonic regression by the min-max formula: over all runs of scores that hold the patient's own."""
    levels, line = np.unique(s, return_inverse=True)
    case = np.concatenate(([0.0], np.cumsum(np.bincount(line, w * y))))
    total = np.concatenate(([0.0], np.cumsum(np.bincount(line, w))))
    n = len(levels)
    mean = [[(case[k + 1] - case[j]) / (total[k + 1] - total[j]) for k in range(j, n)] for j in range(n)]
    fit = [max(min(mean[j][i - j :]) for j in range(i + 1)) for i in range(n)]
    return np.asarray(np.clip(np.array(fit)[line], 0.0, 1.0))


@dataclass(frozen=True)
class Axis:
    """A prevalence or a cost: values with shares, or a density between two ends."""

    atoms: dict[float, float]
    ends: tuple[float, float] | None = None
    density: Callable[[Numbers], Numbers] | None = None  # of the value, not of its log odds
    kinks: tuple[float, ...] = ()  # log odds between the ends where the density is not smooth

    def nodes(self, cuts: Numbers) -> tuple[Numbers, Numbers]:
        """Values and masses to sum over; ``cuts`` are log odds at which the integrand is not smooth."""
        if self.ends is None or self.density is None:
            shares = np.array(list(self.atoms.values()))
            return np.array(list(self.atoms)), shares / shares.sum()
        low, high = log_odds(self.ends[0]), log_odds(self.ends[1])
        cuts = np.unique(np.clip(np.append(cuts, self.kinks), low, high))
        edges = np.unique(np.concatenate([[low], cuts, [high]]))
        x, mass = [], []
        for start, end in pairwise(edges):
            pieces = max(1, math.ceil((end - start) / 2.0))
            for a, b in pairwise(np.linspace(start, end, pieces + 1)):
                node = a + (b - a) * (NODES + 1) / 2
                p = probability(node)
                x.append(p)
                mass.append(self.density(p) * p * (1 - p) * WEIGHTS * (b - a) / 2)
        return np.concatenate(x), np.concatenate(mass)


def average(patients: Patients, prevalence: Axis, cost: Axis, units: str) -> float:
    """Mean of the metric over a prevalence and a cost: two nested quadratures."""
    raw = log_odds(np.clip(np.unique(patients.s), 1e-300, 1 - 1e-16)) - log_odds(patients.source_prevalence)
    ends = list(cost.atoms) if cost.ends is None else list(cost.ends)
    corners = np.append(log_odds(np.array(ends)), cost.kinks)
    cuts = np.subtract.outer(corners, raw).ravel()
    total = 0.0
    for pi, mass in zip(*prevalence.nodes(cuts), strict=True):
        c, share = cost.nodes(raw + log_odds(pi))
        total += float(mass * (share @ patients.value(np.full_like(c, pi), c, units)))
    return total


def log_odds_uniform(a: float, b: float) -> Axis:
    width = log_odds(b) - log_odds(a)
    return Axis({}, (a, b), lambda p: 1 / (p * (1 - p) * width))


def uniform(a: float, b: float) -> Axis:
    return Axis({}, (a, b), lambda p: np.full_like(p, 1 / (b - a)))


def beta(alpha: float, beta_: float) -> Axis:
    scale = math.lgamma(alpha + beta_) - math.lgamma(alpha) - math.lgamma(beta_)
    return Axis(
        {}, (1e-14, 1 - 1e-12), lambda p: np.exp(scale + (alpha - 1) * np.log(p) + (beta_ - 1) * np.log1p(-p))
    )


def triangular(a: float, mode: float, b: float) -> Axis:
    """A triangle over the log odds; its kink at the mode is a cut."""
    low, peak, high = (float(log_odds(value)) for value in (a, mode, b))

    def density(p: Numbers) -> Numbers:
        x = log_odds(p)
        side = np.where(x < peak, (x - low) / (peak - low), (high - x) / (high - peak))
        return np.asarray(side * 2 / (high - low) / (p * (1 - p)))

    return Axis({}, (a, b), density, (peak,))


def point(value: float) -> Axis:
    return Axis({value: 1.0})


def sites(shares: dict[float, float]) -> Axis:
    return Axis(shares)
