"""The line through groups whose coordinates both have errors, which are correlated: its slope is gamma.

With ``a_j`` the intercept of group j and ``d_j`` the log odds of its prevalence (:mod:`.dial_groups`),
``a_j = alpha + gamma d_j + u_j``, where ``u_j``, with variance ``tau^2``, is what no dial explains. The same
outcomes make ``a_j`` and ``d_j``, so a plain regression is pulled to 1. At a candidate gamma

    z = a - gamma d    has covariance    W = V_aa - gamma (V_ad + V_da) + gamma^2 V_dd + tau^2 I

and if it is the right one, z hangs on nothing but its mean. What is tested is whether it hangs on the
prevalences: not on ``d``, whose errors are in z, but on ``d - Cov(d, z) W^-1 (z - alpha)``, whose errors are
independent of those of z. The slope of z on these, over its standard error, is compared with Student's t at
k - 2 degrees of freedom; the interval reaches from the lowest gamma that is not refused to the highest. It is
right also where the prevalences hardly differ, when it has no end (Kleibergen 2002,
doi:10.1111/1468-0262.00353). Gamma itself is where that slope is 0, which is where
``(z - alpha)' W^-1 (z - alpha)`` is least (York 2004, doi:10.1119/1.1632486). ``tau^2`` is such that this sum
is what it should be (Paule and Mandel 1982, doi:10.6028/jres.087.022), and the standard error is scaled as
Hartung and Knapp do (2001, doi:10.1002/sim.1009).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import chdtrc, chdtri, stdtrit

from baserate.results.dial_groups import Covariance

Numbers = NDArray[np.float64]

# Gammas that are tried first. Farther from the dial than this nothing is told apart.
_TRIED = np.linspace(-2.0, 3.0, 101)
# Gammas about the estimate that are tried next, in multiples of a plain interval's half width.
_NEAR = np.linspace(-3.0, 3.0, 61)
# A direction without errors counts as known to this share of the best known one that has some.
_LEAST = 1e-10
_HALVINGS = 20


class _Sums(NamedTuple):
    """Weighted sums at each candidate gamma: of z about its mean, of the prevalences, and of both."""

    of_z: Numbers
    of_prevalences: Numbers
    of_both: Numbers

    @property
    def left(self) -> Numbers:
        """Of z about its line on the prevalences."""
        return self.of_z - self.of_both**2 / self.of_prevalences


@dataclass(frozen=True, eq=False)
class _Candidates:
    """z at several gammas, in directions in which its errors are independent: a row for each gamma.

    ``mean`` is what a change of alpha by 1 is in these directions, ``shared`` the covariance of the errors of
    the prevalences (rows) with those of z (columns).
    """

    variance: Numbers
    z: Numbers
    mean: Numbers
    prevalences: Numbers
    shared: NDArray[np.float64]

    @classmethod
    def at(
        cls, gammas: Numbers, intercepts: Numbers, prevalences: Numbers, errors: Covariance
    ) -> _Candidates:
        by = gammas[:, None, None]
        covariance = errors.intercepts - by * (errors.both + errors.both.T) + by**2 * errors.prevalences
        variance, directions = np.linalg.eigh(covariance)
        variance = np.maximum(variance, _LEAST * variance[:, -1:])
        z = intercepts - gammas[:, None] * prevalences
        turn = directions.transpose(0, 2, 1)
        return cls(
            variance,
            np.einsum("gjk,gk->gj", turn, z),
            turn.sum(axis=2),
            turn @ prevalences,
            turn @ (errors.both.T - by * errors.prevalences) @ directions,
        )

    def sums(self, tau2: Numbers) -> _Sums:
        """With a variance between groups at each gamma."""
        precision = 1.0 / (self.variance + tau2[:, None])
        z = self._about_mean(self.z, precision)
        clean = self.prevalences - np.einsum("gjk,gk->gj", self.shared, precision * z)
        clean = self._about_mean(clean, precision)
        return _Sums(
            *((precision * one * other).sum(1) for one, other in ((z, z), (clean, clean), (clean, z)))
        )

    def _about_mean(self, numbers: Numbers, precision: Numbers) -> Numbers:
        weight = precision * self.mean
        return np.asarray(
            numbers - ((weight * numbers).sum(1) / (weight * self.mean).sum(1))[:, None] * self.mean
        )

    def variance_between(self, degrees: int) -> Numbers:
        """The tau^2 at each gamma that makes the sum that is left what it should be, 0 where it is less."""

        def beyond(tau2: Numbers) -> Numbers:
            return self.sums(tau2).left - degrees

        low, high = np.zeros(len(self.z)), self.variance.max(axis=1)
        outside = beyond(low) > 0.0
        if not outside.any():
            return low
        while (more := beyond(high) > 0.0).any():
            high = np.where(more, 4.0 * high, high)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2.0
            more = beyond(middle) > 0.0
            low, high = np.where(more, middle, low), np.where(more, high, middle)
        # By now it is straight between the two.
        first, last = beyond(low), beyond(high)
        return np.where(outside, low + (high - low) * first / np.where(outside, first - last, 1.0), 0.0)


@dataclass(frozen=True, eq=False)
class Line:
    """The line through groups: their intercepts, the log odds of their prevalences, and both's errors."""

    intercepts: Numbers
    prevalences: Numbers
    errors: Covariance

    @property
    def degrees(self) -> int:
        """Degrees of freedom: two are the line's."""
        return len(self.intercepts) - 2

    def statistics(self, gammas: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """At each gamma the t statistic, above 0 where gamma is too low; tau^2; and the sum that is left."""
        tried = self._tried(gammas)
        tau2 = tried.variance_between(self.degrees)
        sums = tried.sums(tau2)
        scale = np.sqrt(sums.of_prevalences * sums.left / self.degrees)
        return sums.of_both / scale, tau2, sums.of_z

    def _tried(self, gammas: Numbers) -> _Candidates:
        return _Candidates.at(gammas, self.intercepts, self.prevalences, self.errors)

    @cached_property
    def _on_grid(self) -> tuple[Numbers, Numbers, Numbers]:
        return self.statistics(_TRIED)

    @cached_property
    def _start(self) -> int | None:
        """The place after which t falls through 0, with least unexplained; None where it never does."""
        t, tau2, left = self._on_grid
        falls = np.flatnonzero((t[:-1] > 0.0) & (t[1:] <= 0.0))
        if len(falls) == 0:
            return None
        return int(min(falls, key=lambda i: (min(tau2[i], tau2[i + 1]), min(left[i], left[i + 1]))))

    @cached_property
    def gamma(self) -> float:
        """The slope; not a number where any is as good as any other."""
        if self._start is None:
            return math.nan
        return self._where(0.0, float(_TRIED[self._start]), float(_TRIED[self._start + 1]))

    def interval(self, level: float) -> tuple[float, float]:
        """From the lowest gamma that is not refused to the highest; an end that is not found is infinite.

        Some between may be refused: near the estimate groups may lie so well on a line that chance looks
        smaller than it is, while farther off tau^2 makes up for it.
        """
        if math.isnan(self.gamma):
            return -math.inf, math.inf
        most = float(stdtrit(self.degrees, 0.5 + level / 2.0))
        gammas = self._around(most)
        t = self.statistics(gammas)[0]
        first, last = np.flatnonzero(np.abs(t) <= most)[[0, -1]]
        low = -math.inf if first == 0 else self._end(gammas[first - 1 : first + 1], t[first - 1], most)
        high = math.inf if last == len(t) - 1 else self._end(gammas[last : last + 2], t[last + 1], most)
        return low, high

    def _around(self, most: float) -> Numbers:
        """The estimate, and gammas ever closer about it: some standard errors to either side, and farther."""
        at = np.array([self.gamma])
        error = 1.0 / math.sqrt(float(self._tried(at).sums(self.statistics(at)[1]).of_prevalences[0]))
        near = self.gamma + _NEAR * most * error
        return np.unique(np.concatenate((_TRIED, near[(near > _TRIED[0]) & (near < _TRIED[-1])])))

    def _end(self, between: Numbers, refused: float, most: float) -> float:
        """Where the t statistic is no longer beyond ``most``, on the side on which it was ``refused``."""
        return self._where(math.copysign(most, refused), *map(float, between))

    def _where(self, value: float, low: float, high: float) -> float:
        """Where between two gammas the t statistic is a value."""

        def above(gamma: float) -> float:
            return float(self.statistics(np.array([gamma]))[0][0]) - value

        return float(brentq(above, low, high, xtol=1e-8))

    def level_at(self, gamma: float) -> float:
        """Alpha of the line with a slope: the mean of z, by precision."""
        tried = self._tried(np.array([gamma]))
        precision = 1.0 / (tried.variance[0] + tried.variance_between(self.degrees)[0])
        weight = precision * tried.mean[0]
        return float(weight @ tried.z[0] / (weight @ tried.mean[0]))

    @cached_property
    def unexplained(self) -> float:
        """Sum of squared distances from the best line, in standard errors, were there nothing but chance."""
        return self._least(0.0)

    @property
    def p_value(self) -> float:
        """How often chance alone leaves as much."""
        return float(chdtrc(self.degrees, self.unexplained))

    def _least(self, tau2: float) -> float:
        tried = self._tried(_TRIED if math.isnan(self.gamma) else np.append(_TRIED, self.gamma))
        return float(tried.sums(np.full(len(tried.z), tau2)).of_z.min())

    @cached_property
    def tau(self) -> float:
        """Standard deviation of the groups about the line, beyond chance."""
        return self._tau_at(self.degrees)

    def tau_interval(self, level: float) -> tuple[float, float]:
        """All that chance allows: the Q-profile (Viechtbauer 2007, doi:10.1002/sim.2514)."""
        tail = (1.0 - level) / 2.0
        return self._tau_at(chdtri(self.degrees, tail)), self._tau_at(chdtri(self.degrees, 1.0 - tail))

    def _tau_at(self, sum_left: float) -> float:
        """The tau at which the distances from the best line have a sum, 0 where they have less without it."""
        if self.unexplained <= sum_left:
            return 0.0
        high = float(np.diag(self.errors.intercepts).max())
        while self._least(high) > sum_left:
            high *= 4.0
        above: Callable[[float], float] = lambda tau2: self._least(tau2) - sum_left  # noqa: E731
        return math.sqrt(float(brentq(above, 0.0, high, xtol=1e-12)))
