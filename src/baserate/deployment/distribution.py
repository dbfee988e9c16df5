"""What every distribution of a prevalence or a cost can do.

Each is described by its atoms (exact values with a probability) and by a density on the log-odds
axis between its ``breaks``; everything else in the library is computed from these two.

A new distribution is one subclass of :class:`Distribution`: a frozen dataclass with its breaks and
density, its ends and its words. By its ``kind`` it can be written to JSON and into a study file and
read again, and by its ``word``, if it has one, it can be said on the command line.
"""

from __future__ import annotations

import inspect
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.quadrature import integral
from baserate.errors import SettingError
from baserate.odds import expit, log_odds

if TYPE_CHECKING:
    from baserate.deployment.notation import Scale

__all__ = ["as_float"]

Numbers = NDArray[np.float64]
Ends = tuple[float, float]

_NOWHERE: Numbers = np.empty(0)

# Closer to 0 or 1 than this, a prevalence or a cost cannot be told from certainty.
CERTAINTY = 1e-15


class Distribution(ABC):
    """What is known about a number between 0 and 1."""

    # The name in JSON and in study files; the class's own unless another is given.
    kind: ClassVar[str]
    # How a text begins that says this distribution, as in "uniform 1%..10%".
    word: ClassVar[str | None] = None
    # Which of the parameters are values on the axis, and may be written like them: "10%", "1:30".
    values: ClassVar[tuple[str, ...]] = ()
    # Whether one number, or two ends, say it all.
    plain: ClassVar[bool] = False

    _kinds: ClassVar[dict[str, type[Distribution]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "kind" not in vars(cls):
            cls.kind = cls.__name__
        if not inspect.isabstract(cls):
            Distribution._kinds[cls.kind] = cls

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

    @property
    @abstractmethod
    def ends(self) -> Ends:
        """The least and the greatest value, as they were stated."""

    @property
    def stated_ends(self) -> Ends | None:
        """The two ends of a range; None where the distribution is no range with ends."""
        return None

    @property
    def point(self) -> float | None:
        """The value, if it is known exactly; else None."""
        return None

    @property
    def has_mean_odds(self) -> bool:
        """Whether the odds have a finite mean, so that a cost can be weighted by them."""
        return True

    def mean(self, function: Callable[[Any], Any]) -> float:
        """Mean of a smooth function of the log odds."""
        atoms, shares = self.atoms
        total = float(shares @ function(log_odds(atoms))) if len(atoms) else 0.0
        if len(self.breaks):
            total += integral(lambda x: self.density(x) * function(x), self.breaks)
        return total

    def share_below(self, value: float) -> float:
        """Probability of a value not above this one."""
        atoms, shares = self.atoms
        total = float(shares[atoms <= value * (1.0 + 1e-12)].sum())
        if len(self.breaks):
            edge = float(log_odds(value))
            below = np.append(self.breaks[self.breaks < edge], edge)
            total += integral(self.density, np.minimum(below, self.breaks[-1]))
        return float(min(total, 1.0))

    @cached_property
    def median(self) -> float:
        """The value with half of the probability on either side."""
        atoms, shares = self.atoms
        if len(self.breaks) == 0:
            return float(atoms[np.searchsorted(np.cumsum(shares), 0.5 * (1.0 - 1e-12))])
        piece = next(
            (i for i, edge in enumerate(self.breaks[1:]) if self.share_below(float(expit(edge))) >= 0.5),
            len(self.breaks) - 2,
        )
        low, high = self.breaks[piece], self.breaks[piece + 1]
        for _ in range(60):
            middle = (low + high) / 2.0
            low, high = (middle, high) if self.share_below(float(expit(middle))) < 0.5 else (low, middle)
        return float(expit(low))

    @abstractmethod
    def words(self, show: Callable[[float], str]) -> str:
        """The distribution in words, each value written by ``show``."""

    def __str__(self) -> str:
        return self.words(lambda value: f"{value:.4g}")

    def to_dict(self) -> dict[str, Any]:
        """The kind and its parameters, as plain data that :meth:`from_dict` reads again."""
        return {"kind": self.kind, **{one.name: getattr(self, one.name) for one in fields(self)}}  # type: ignore[arg-type]

    @property
    def stated(self) -> Any:
        """As shortly as it can be given again: a number, a pair of ends, or :meth:`to_dict`."""
        return self.to_dict()

    @staticmethod
    def from_dict(
        content: Mapping[str, Any], read: Callable[[Any], Any] = lambda value: value
    ) -> Distribution:
        """The distribution of this kind; values on its axis are read by ``read``.

        >>> Distribution.from_dict({"kind": "Beta", "alpha": 2, "beta": 40})
        Beta(alpha=2.0, beta=40.0)
        """
        kind = content.get("kind")
        if not isinstance(kind, str) or kind not in Distribution._kinds:
            known = ", ".join(sorted(Distribution._kinds))
            raise SettingError(
                f"{dict(content)!r} is not a number, and no distribution: it needs a kind, one of {known}."
            )
        given = {name: value for name, value in content.items() if name != "kind"}
        return Distribution._kinds[kind].from_parameters(given, read)

    @classmethod
    def from_parameters(cls, given: Mapping[str, Any], read: Callable[[Any], Any]) -> Distribution:
        """From the parameters by their names."""
        names = [one.name for one in fields(cls)]  # type: ignore[arg-type]
        if set(given) != set(names):
            raise SettingError(f"{cls.kind} needs {', '.join(names)}; found {', '.join(given) or 'nothing'}.")
        return cls(**{name: read(value) if name in cls.values else value for name, value in given.items()})

    @staticmethod
    def read(text: str, scale: Scale) -> Distribution | None:
        """What a text says that begins with the word for a distribution; None if it does not."""
        first = re.match(r"\s*([a-z][a-z-]*)", text.lower())
        for kind in Distribution._kinds.values():
            if first is not None and kind.word == first.group(1):
                return kind.from_text(text[first.end() :], scale)
        return None

    @classmethod
    def from_text(cls, text: str, scale: Scale) -> Distribution:
        """From what follows the word: the values in ascending order, as in "1%..10%"."""
        parts = scale.split(text)
        if len(parts) != len(cls.values):
            first, middle, last = scale.examples
            written = "..".join((first, middle, last) if len(cls.values) == 3 else (first, last))
            raise SettingError(
                f"this distribution is written '{cls.word} {written}'; found {text.strip()!r}."
            )
        return cls(*(scale.read(part) for part in parts))


class Interval(Distribution):
    """A distribution between two stated ends, ``a`` and ``b``."""

    a: float
    b: float

    values: ClassVar[tuple[str, ...]] = ("a", "b")

    def __post_init__(self) -> None:
        self._check_ends()

    def _check_ends(self) -> None:
        for name in ("a", "b"):
            object.__setattr__(self, name, number_inside(getattr(self, name), f"the range's end {name}"))
        if self.a >= self.b:
            raise SettingError(
                f"a range must rise from its lower to its upper end; found {self.a:g} to {self.b:g}. "
                "For one value, give one number."
            )

    @property
    def ends(self) -> Ends:
        return self.a, self.b

    @property
    def stated_ends(self) -> Ends:
        return self.a, self.b

    @abstractmethod
    def words(self, show: Callable[[float], str]) -> str:
        """The distribution in words, each value written by ``show``."""


def number_inside(value: object, what: str) -> float:
    """``value`` as a float strictly between 0 and 1, or an error that says what was found."""
    if not is_number(value):
        raise SettingError(f"{what} must be a number between 0 and 1; found {value!r}.")
    number = as_float(value)
    if not 0.0 < number < 1.0:
        raise SettingError(f"{what} must lie strictly between 0 and 1; found {number:g}.")
    if not CERTAINTY <= number <= 1.0 - CERTAINTY:
        raise SettingError(f"{what} must not be closer to 0 or 1 than {CERTAINTY:g}; found {number!r}.")
    return number


def as_float(value: object) -> float:
    """A number as a float, infinite where it is too large for one; ``nan`` where it is no number."""
    if not is_number(value):
        return math.nan
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]


def is_number(value: object) -> bool:
    """Whether this is a number, which a truth value is not."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
