"""What is known about a prevalence or a cost: one value, a range, or a distribution.

A prevalence and a cost are both numbers between 0 and 1 that a team knows more or less well, so
they share one family of distributions. Each is described by its atoms (exact values with a
probability) and by a density on the log-odds axis between its ``breaks``; everything else in the
library is computed from these two.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import SettingError
from baserate.odds import expit, logit
from baserate.quadrature import integral

Numbers = NDArray[np.float64]

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
