"""Integrals of smooth functions, and where a density has become negligible.

What is known about a prevalence or a cost: one value, a range, or a distribution.

A prevalence and a cost are both numbers between 0 and 1 that a team knows more or less well, so
they share one family of distributions. Each is described by its atoms (exact values with a
probability) and by a density on the log-odds axis between its ``breaks``; everything else in the
library is computed from these two.

Distributions of a prevalence or a cost that are given by a density: Beta, or any function.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.odds import expit, logit
from baserate.errors import SettingError

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


_NOWHERE: Numbers = np.empty(0)

# Closer to 0 or 1 than this, a prevalence or a cost cannot be told from certainty.
CERTAINTY = 1e-15


class Distribution(ABC):
    """What is known about a number between 0 and 1."""

    @property
    def atoms(self) -> tuple[Numbers, Numbers]:
        """Values with a probability of their own, and these probabilities."""
        return _NOWHERE, _NOWHERE

    @property
    def breaks(self) -> Numbers:
        """Ascending log odds between which :meth:`density` is smooth; empty if there is none."""
        return _NOWHERE

    def density(self, log_odds: Numbers) -> Numbers:
        """Density on the log-odds axis, for arguments within :attr:`breaks`."""
        return np.zeros_like(log_odds)

    def share_below(self, value: float) -> float:
        """Probability of a value not above this one."""
        atoms, shares = self.atoms
        total = float(shares[atoms <= value * (1.0 + 1e-12)].sum())
        if len(self.breaks):
            edge = float(logit(value))
            below = np.append(self.breaks[self.breaks < edge], edge)
            total += integral(self.density, np.minimum(below, self.breaks[-1]))
        return float(min(total, 1.0))

    @property
    def median(self) -> float:
        """The value with half of the probability on either side."""
        atoms, shares = self.atoms
        if len(self.breaks) == 0:
            return float(atoms[np.searchsorted(np.cumsum(shares), 0.5 * (1.0 - 1e-12))])
        low, high = self.breaks[0], self.breaks[-1]
        for _ in range(60):
            middle = (low + high) / 2.0
            low, high = (middle, high) if self.share_below(float(expit(middle))) < 0.5 else (low, middle)
        return float(expit(low))

    @abstractmethod
    def words(self, show: Callable[[float], str]) -> str:
        """The distribution in words, each value written by ``show``."""

    def __str__(self) -> str:
        return self.words(lambda value: f"{value:.4g}")


@dataclass(frozen=True)
class Point(Distribution):
    """Known exactly."""

    value: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", number_inside(self.value, "the value"))

    @property
    def atoms(self) -> tuple[Numbers, Numbers]:
        return np.array([self.value]), np.ones(1)

    def words(self, show: Callable[[float], str]) -> str:
        return show(self.value)


@dataclass(frozen=True)
class LogOddsUniform(Distribution):
    """Known to lie between ``a`` and ``b``, every equal step on the log-odds axis as likely.

    The natural reading of "somewhere between 1 % and 10 %": half of the weight lies below 3.2 %,
    where the odds are the geometric mean of the two ends.
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        check_ends(self)

    @property
    def width(self) -> float:
        """Length of the range on the log-odds axis, without cancellation for narrow ranges."""
        return math.log1p((self.b - self.a) / (self.a * (1.0 - self.b)))

    @property
    def breaks(self) -> Numbers:
        low = logit(self.a)
        return np.array([low, low + self.width])

    def density(self, log_odds: Numbers) -> Numbers:
        # Over the distance of the breaks as they are rounded, so that the total is 1 for any width.
        low, high = self.breaks
        return np.full_like(log_odds, 1.0 / (high - low))

    def words(self, show: Callable[[float], str]) -> str:
        return f"{show(self.a)} to {show(self.b)}"


@dataclass(frozen=True)
class Uniform(Distribution):
    """Known to lie between ``a`` and ``b``, every equal step as likely.

    Most of the weight then sits near the upper end: "1 % to 10 %" has its median at 5.5 %.
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        check_ends(self)

    @property
    def breaks(self) -> Numbers:
        return np.array([logit(self.a), logit(self.b)])

    def density(self, log_odds: Numbers) -> Numbers:
        return slope(log_odds) / self._total

    @cached_property
    def _total(self) -> float:
        # Not b - a: for a narrow range the rounding of the breaks must cancel.
        return integral(slope, self.breaks)

    def words(self, show: Callable[[float], str]) -> str:
        return f"{show(self.a)} to {show(self.b)}, uniform"


@dataclass(frozen=True)
class Sites(Distribution):
    """Several known values, each with its share: the hospitals that will use the model.

    ``Sites({0.02: 3, 0.10: 1})``: three quarters of the patients come from where the prevalence
    is 2 %. Shares need not add up to one.
    """

    shares: Mapping[float, float]

    def __post_init__(self) -> None:
        if not isinstance(self.shares, Mapping) or not self.shares:
            raise SettingError(
                f"Sites needs a mapping {{value: share}} with at least one entry; found {self.shares!r}."
            )
        shares: dict[float, float] = {}
        for value, share in self.shares.items():
            if not (is_number(share) and 0.0 < float(share) < math.inf):
                raise SettingError(
                    f"a site's share must be positive and finite; found {share!r} for {value!r}."
                )
            inside = number_inside(value, "a site's value")
            shares[inside] = shares.get(inside, 0.0) + float(share)
        object.__setattr__(self, "shares", dict(sorted(shares.items())))

    def __hash__(self) -> int:
        return hash(tuple(self.shares.items()))

    @property
    def atoms(self) -> tuple[Numbers, Numbers]:
        share = np.array(list(self.shares.values()))
        share /= share.max()  # so that their sum cannot overflow
        return np.array(list(self.shares)), share / share.sum()

    def words(self, show: Callable[[float], str]) -> str:
        total = sum(self.shares.values())
        parts = [f"{show(value)} ({100 * share / total:.3g} %)" for value, share in self.shares.items()]
        return "sites at " + ", ".join(parts)


def slope(log_odds: Numbers) -> Numbers:
    """How fast a value moves with its log odds: ``p (1 - p)``, without cancellation near 1."""
    return np.asarray(expit(log_odds) * expit(-np.asarray(log_odds)))


def number_inside(value: object, what: str) -> float:
    """``value`` as a float strictly between 0 and 1, or an error that says what was found."""
    if not is_number(value):
        raise SettingError(f"{what} must be a number between 0 and 1; found {value!r}.")
    try:
        number = float(value)  # type: ignore[arg-type]
    except OverflowError:
        raise SettingError(f"{what} must be a number between 0 and 1; found a far larger one.") from None
    if not 0.0 < number < 1.0:
        raise SettingError(f"{what} must lie strictly between 0 and 1; found {number:g}.")
    if not CERTAINTY <= number <= 1.0 - CERTAINTY:
        raise SettingError(f"{what} must not be closer to 0 or 1 than {CERTAINTY:g}; found {number!r}.")
    return number


def is_number(value: object) -> bool:
    """Whether this is a number, which a truth value is not."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def check_ends(interval: Any) -> None:
    """Refuse a range whose ends ``a`` and ``b`` cannot be one."""
    for name in ("a", "b"):
        object.__setattr__(interval, name, number_inside(getattr(interval, name), f"the range's end {name}"))
    if interval.a >= interval.b:
        raise SettingError(
            f"a range must rise from its lower to its upper end; found {interval.a:g} to {interval.b:g}. "
            "For one value, give one number."
        )


@dataclass(frozen=True)
class Beta(Distribution):
    """A Beta(``alpha``, ``beta``) distribution, the weighting of Hand's H-measure."""

    alpha: float
    beta: float

    def __post_init__(self) -> None:
        for name in ("alpha", "beta"):
            shape = getattr(self, name)
            if not (is_number(shape) and 0.01 <= shape <= 1e8):
                raise SettingError(
                    f"Beta's {name} must lie between 0.01 and 1e8; found {shape!r}. "
                    "Beta(alpha, beta) has mean alpha / (alpha + beta)."
                )
            object.__setattr__(self, name, float(shape))

    @property
    def breaks(self) -> Numbers:
        centre = math.log(self.alpha / self.beta)
        spread = math.sqrt(1.0 / self.alpha + 1.0 / self.beta)
        low = -fall(self.beta, self.alpha, -centre)
        # As a cost, it is also weighted by the odds e^x, which lengthens the upper tail.
        high = fall(self.alpha, self.beta - 1.0 if self.beta > 1.0 else self.beta, centre)
        inner = [centre + step * spread for step in (-6.0, -2.0, 2.0, 6.0)]
        return np.array([low, *(x for x in inner if low < x < high), high])

    def density(self, log_odds: Numbers) -> Numbers:
        return self._raw(log_odds) / self._total

    @cached_property
    def _total(self) -> float:
        # Not the Beta function: with large parameters its logarithm has lost digits.
        return integral(self._raw, self.breaks)

    def _raw(self, log_odds: Numbers) -> Numbers:
        centre = math.log(self.alpha / self.beta)
        fall = self.alpha * (np.logaddexp(0.0, -log_odds) - np.logaddexp(0.0, -centre))
        return np.asarray(
            np.exp(-fall - self.beta * (np.logaddexp(0.0, log_odds) - np.logaddexp(0.0, centre)))
        )

    def words(self, show: Callable[[float], str]) -> str:
        mean = self.alpha / (self.alpha + self.beta)
        return f"Beta({self.alpha:g}, {self.beta:g}), mean {show(mean)}"


@dataclass(frozen=True)
class Density(Distribution):
    """Any density on ``[a, b]``, given as a function of the value; it need not be normalised.

    The function is called with an array and must be smooth between the ends. ``name`` says in
    print what the density is.
    """

    function: Callable[[Numbers], Any]
    a: float
    b: float
    name: str | None = None

    def __post_init__(self) -> None:
        check_ends(self)
        if not callable(self.function):
            raise SettingError(f"Density needs a function of the value first; found {self.function!r}.")
        if not 0.0 < self._total < math.inf:
            raise SettingError(
                f"the density integrates to {self._total:g} between {self.a:g} and {self.b:g}; "
                "it must be positive somewhere and finite everywhere."
            )

    @cached_property
    def _breaks(self) -> Numbers:
        # Cut until each piece is smooth, because nothing is known about how fast the function varies.
        return smooth_pieces(self._raw, float(logit(self.a)), float(logit(self.b)))

    @property
    def breaks(self) -> Numbers:
        return self._breaks

    def density(self, log_odds: Numbers) -> Numbers:
        return self._raw(log_odds) / self._total

    @cached_property
    def _total(self) -> float:
        return integral(self._raw, self.breaks)

    def _raw(self, log_odds: Numbers) -> Numbers:
        p = np.asarray(expit(log_odds))
        try:
            height = np.broadcast_to(np.asarray(self.function(p)), p.shape).astype(np.float64, casting="safe")
        except (TypeError, ValueError) as error:
            raise SettingError(
                f"the density's function must take an array of values and return as many numbers: {error}."
            ) from None
        if not np.all(height >= 0.0):
            worst = p[~(height >= 0.0)].flat[0]
            raise SettingError(
                f"the density is negative or not a number at {worst:.6g}; it must be at least 0."
            )
        return np.asarray(height * slope(log_odds))

    def words(self, show: Callable[[float], str]) -> str:
        name = self.name or f"density {getattr(self.function, '__name__', 'function')}"
        return f"{show(self.a)} to {show(self.b)}, {name}"
