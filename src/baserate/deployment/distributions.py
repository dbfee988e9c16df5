"""What is known about a prevalence or a cost: one value, a range, or a distribution.

A prevalence and a cost are both numbers between 0 and 1 that a team knows more or less well, so
they share one family of distributions. What a distribution must be able to do, and how a new one is
added, is in :mod:`baserate.deployment.distribution`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.distribution import (
    Distribution,
    Ends,
    Interval,
    as_float,
    is_number,
    number_inside,
)
from baserate.deployment.quadrature import fall, integral, smooth_pieces
from baserate.errors import SettingError
from baserate.odds import expit, log_odds

if TYPE_CHECKING:
    from baserate.deployment.notation import Scale

Numbers = NDArray[np.float64]

__all__ = [
    "Beta",
    "Density",
    "Distribution",
    "LogOddsUniform",
    "Point",
    "Sites",
    "Triangular",
    "Uniform",
    "is_number",
    "uniform_in_inverse",
    "uniform_in_odds",
]


@dataclass(frozen=True)
class Point(Distribution):
    """Known exactly."""

    value: float

    kind: ClassVar[str] = "value"
    values = ("value",)
    plain = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", number_inside(self.value, "the value"))

    @property
    def atoms(self) -> tuple[Numbers, Numbers]:
        return np.array([self.value]), np.ones(1)

    @property
    def ends(self) -> Ends:
        return self.value, self.value

    @property
    def point(self) -> float:
        return self.value

    @property
    def median(self) -> float:
        return self.value

    @property
    def stated(self) -> float:
        return self.value

    def words(self, show: Callable[[float], str]) -> str:
        return show(self.value)


@dataclass(frozen=True)
class LogOddsUniform(Interval):
    """Known to lie between ``a`` and ``b``, every equal step on the log-odds axis as likely.

    The natural reading of "somewhere between 1 % and 10 %": half of the weight lies below 3.2 %,
    where the odds are the geometric mean of the two ends.
    """

    a: float
    b: float

    word = "log-odds-uniform"
    plain = True

    @property
    def width(self) -> float:
        """Length of the range on the log-odds axis, without cancellation for narrow ranges."""
        return math.log1p((self.b - self.a) / (self.a * (1.0 - self.b)))

    @property
    def breaks(self) -> Numbers:
        low = float(log_odds(self.a))
        return np.array([low, low + self.width])

    def density(self, log_odds: Numbers) -> Numbers:
        # Over the distance of the breaks as they are rounded, so that the total is 1 for any width.
        low, high = self.breaks
        return np.full_like(log_odds, 1.0 / (high - low))

    @property
    def median(self) -> float:
        return float(expit(self.breaks.mean()))

    @property
    def stated(self) -> list[float]:
        return [self.a, self.b]

    def words(self, show: Callable[[float], str]) -> str:
        return f"{show(self.a)} to {show(self.b)}"


@dataclass(frozen=True)
class Uniform(Interval):
    """Known to lie between ``a`` and ``b``, every equal step as likely.

    Most of the weight then sits near the upper end: "1 % to 10 %" has its median at 5.5 %.
    """

    a: float
    b: float

    word = "uniform"

    @property
    def breaks(self) -> Numbers:
        return np.array([float(log_odds(self.a)), float(log_odds(self.b))])

    def density(self, log_odds: Numbers) -> Numbers:
        return slope(log_odds) / self._total

    @cached_property
    def _total(self) -> float:
        # Not b - a: for a narrow range the rounding of the breaks must cancel.
        return integral(slope, self.breaks)

    @property
    def median(self) -> float:
        return (self.a + self.b) / 2.0

    def words(self, show: Callable[[float], str]) -> str:
        return f"{show(self.a)} to {show(self.b)}, uniform"


@dataclass(frozen=True)
class Triangular(Interval):
    """Known to lie between ``a`` and ``b``, most likely at ``mode``: a triangle over the log odds.

    With ``x`` the log odds, the density rises linearly from 0 at ``logit a`` to
    ``2 / (logit b - logit a)`` at ``logit mode`` and falls linearly to 0 at ``logit b``.
    """

    a: float
    mode: float
    b: float

    word = "triangular"
    values = ("a", "mode", "b")

    def __post_init__(self) -> None:
        self._check_ends()
        object.__setattr__(self, "mode", number_inside(self.mode, "the mode"))
        if not self.a <= self.mode <= self.b:
            raise SettingError(f"the mode {self.mode:g} must lie between {self.a:g} and {self.b:g}.")

    @property
    def breaks(self) -> Numbers:
        return np.unique(log_odds(np.array([self.a, self.mode, self.b])))

    def density(self, log_odds: Numbers) -> Numbers:
        corners = self.breaks  # two, if the mode is at an end
        height = 2.0 / (corners[-1] - corners[0])
        return np.interp(log_odds, corners, np.where(corners == self._corners[1], height, 0.0))

    @property
    def median(self) -> float:
        low, peak, high = self._corners
        if 2.0 * peak >= low + high:
            return float(expit(low + math.sqrt((high - low) * (peak - low) / 2.0)))
        return float(expit(high - math.sqrt((high - low) * (high - peak) / 2.0)))

    @property
    def _corners(self) -> tuple[float, float, float]:
        low, peak, high = (float(log_odds(value)) for value in (self.a, self.mode, self.b))
        return low, peak, high

    def words(self, show: Callable[[float], str]) -> str:
        return f"{show(self.a)} to {show(self.b)}, most likely {show(self.mode)}"


@dataclass(frozen=True)
class Sites(Distribution):
    """Several known values, each with its share: the hospitals that will use the model.

    ``Sites({0.02: 3, 0.10: 1})``: three quarters of the patients come from where the prevalence
    is 2 %. Shares need not add up to one. As text: "sites 2% 3, 10% 1".
    """

    shares: Mapping[float, float]

    word = "sites"

    def __post_init__(self) -> None:
        if not isinstance(self.shares, Mapping) or not self.shares:
            raise SettingError(
                f"Sites needs a mapping {{value: share}} with at least one entry; found {self.shares!r}."
            )
        shares: dict[float, float] = {}
        for value, share in self.shares.items():
            if not 0.0 < as_float(share) < math.inf:
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

    @property
    def ends(self) -> Ends:
        return min(self.shares), max(self.shares)

    @property
    def point(self) -> float | None:
        return next(iter(self.shares)) if len(self.shares) == 1 else None

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "shares": [[value, share] for value, share in self.shares.items()]}

    @classmethod
    def from_parameters(cls, given: Mapping[str, Any], read: Callable[[Any], Any]) -> Sites:
        """From pairs of a value and its share, or a table whose keys may be text."""
        shares: Any = given.get("shares")
        try:
            pairs = [(value, share) for value, share in getattr(shares, "items", lambda: shares)()]
        except (TypeError, ValueError):
            pairs = []
        if set(given) != {"shares"} or not pairs:
            raise SettingError("Sites needs shares: a list of pairs [value, share], or a table of them.")
        return cls({read(value): share for value, share in pairs})

    @classmethod
    def from_text(cls, text: str, scale: Scale) -> Sites:
        pairs = [one.split() for one in text.split(",")]
        if any(len(pair) != 2 for pair in pairs):
            raise SettingError(f"sites are written 'sites 2% 3, 10% 1'; found {text.strip()!r}.")
        return cls({scale.read(value): scale.number(share) for value, share in pairs})

    def words(self, show: Callable[[float], str]) -> str:
        total = sum(self.shares.values())
        parts = [f"{show(value)} ({100 * share / total:.3g} %)" for value, share in self.shares.items()]
        return "sites at " + ", ".join(parts)


@dataclass(frozen=True)
class Beta(Distribution):
    """A Beta(``alpha``, ``beta``) distribution, the weighting of Hand's H-measure."""

    alpha: float
    beta: float

    word = "beta"

    def __post_init__(self) -> None:
        for name in ("alpha", "beta"):
            shape = getattr(self, name)
            if not 0.01 <= as_float(shape) <= 1e8:
                raise SettingError(
                    f"Beta's {name} must lie between 0.01 and 1e8; found {shape!r}. "
                    "Beta(alpha, beta) has mean alpha / (alpha + beta)."
                )
            object.__setattr__(self, name, float(shape))

    @classmethod
    def from_text(cls, text: str, scale: Scale) -> Beta:
        inner = re.fullmatch(r"\s*\(([^,()]+),([^,()]+)\)\s*", text)
        if inner is None:
            raise SettingError(f"a Beta distribution is written 'beta(2, 40)'; found 'beta{text}'.")
        return cls(*(scale.number(shape) for shape in inner.groups()))

    @property
    def has_mean_odds(self) -> bool:
        return self.beta > 1.1

    @cached_property
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

    @property
    def ends(self) -> Ends:
        """Where all but 1e-18 of the weight lies: a Beta distribution has no ends of its own."""
        return float(expit(self.breaks[0])), float(expit(self.breaks[-1]))

    @cached_property
    def median(self) -> float:
        from scipy.special import betaincinv

        return float(betaincinv(self.alpha, self.beta, 0.5))

    def words(self, show: Callable[[float], str]) -> str:
        mean = self.alpha / (self.alpha + self.beta)
        return f"Beta({self.alpha:g}, {self.beta:g}), mean {show(mean)}"


def uniform_in_odds(value: Numbers) -> Numbers:
    """The density of a value whose odds are uniform."""
    return np.asarray(1.0 / (1.0 - value) ** 2)


def uniform_in_inverse(value: Numbers) -> Numbers:
    """The density of a value whose inverse is uniform: of a cost, the number willing to treat."""
    return np.asarray(1.0 / value**2)


@dataclass(frozen=True)
class Density(Interval):
    """Any density on ``[a, b]``, given as a function of the value; it need not be normalised.

    The function is called with an array and must be smooth between the ends. ``name`` says in
    print what the density is.
    """

    function: Callable[[Numbers], Any]
    a: float
    b: float
    name: str | None = None

    # Functions that are known by their name, and so can be read again from JSON.
    named: ClassVar[dict[str, Callable[[Numbers], Numbers]]] = {
        "uniform in odds": uniform_in_odds,
        "uniform in 1/c": uniform_in_inverse,
    }

    def __post_init__(self) -> None:
        self._check_ends()
        if not callable(self.function):
            raise SettingError(f"Density needs a function of the value first; found {self.function!r}.")
        if not 0.0 < self._total < math.inf:
            raise SettingError(
                f"the density integrates to {self._total:g} between {self.a:g} and {self.b:g}; "
                "it must be positive somewhere and finite everywhere."
            )

    @cached_property
    def breaks(self) -> Numbers:
        # Cut until each piece is smooth, because nothing is known about how fast the function varies.
        return smooth_pieces(self._raw, float(log_odds(self.a)), float(log_odds(self.b)))

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

    def to_dict(self) -> dict[str, Any]:
        """Ends and name; the function itself, which JSON cannot hold, as a table of its density."""
        content = {"kind": self.kind, "name": self.name or self._function_name, "a": self.a, "b": self.b}
        if content["name"] in self.named:
            return content
        x = np.linspace(self.breaks[0], self.breaks[-1], 33)
        height = self.density(x) / slope(x)
        return {**content, "density": [[float(p), float(h)] for p, h in zip(expit(x), height, strict=True)]}

    @classmethod
    def from_parameters(cls, given: Mapping[str, Any], read: Callable[[Any], Any]) -> Density:
        """Only where the name says which function is meant."""
        name = given.get("name")
        if not isinstance(name, str) or name not in cls.named:
            raise SettingError(
                f"a density is a function, which cannot be read again from its name {name!r}: give "
                f"baserate.Density(function, a, b) itself. Known by their names are {', '.join(cls.named)}."
            )
        if set(given) != {"name", "a", "b"}:
            raise SettingError(f"Density needs name, a, b; found {', '.join(given)}.")
        return cls(cls.named[name], read(given["a"]), read(given["b"]), name)

    @property
    def _function_name(self) -> str:
        return f"density {getattr(self.function, '__name__', 'function')}"

    def words(self, show: Callable[[float], str]) -> str:
        return f"{show(self.a)} to {show(self.b)}, {self.name or self._function_name}"


def slope(log_odds: Numbers) -> Numbers:
    """How fast a value moves with its log odds: ``p (1 - p)``, without cancellation near 1."""
    return np.asarray(expit(log_odds) * expit(-np.asarray(log_odds)))
