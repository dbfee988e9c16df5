"""Distributions of a prevalence or a cost that are given by a density: Beta, or any function."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.distributions import Distribution, check_ends, is_number, slope
from baserate.errors import SettingError
from baserate.odds import expit, logit
from baserate.quadrature import fall, integral, smooth_pieces

Numbers = NDArray[np.float64]


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
