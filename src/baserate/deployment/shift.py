"""How much of a difference in prevalence is label shift: the dial between two assumptions.

``logit P(Y = 1 | s)`` at a prevalence ``pi`` is taken to be ``logit s + gamma (logit pi - logit pi0)``.
At ``gamma = 1`` scores are spread within the sick and within the well as they were in the data (label
shift), and scores are adjusted in full. At ``gamma = 0`` a score means the same everywhere (covariate
shift): it already knows why the prevalence differs, and nothing is adjusted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from baserate.deployment.distribution import as_float
from baserate.deployment.notation import read_number
from baserate.errors import SettingError
from baserate.odds import expit, log_odds

__all__ = ["LABEL_SHIFT", "Shift", "ShiftLike"]

ShiftLike: TypeAlias = "float | str | Shift | Any"


@dataclass(frozen=True)
class Shift:
    """The share of a difference in prevalence by which scores are to be adjusted, and how sure it is.

    ``gamma`` lies between 0 (covariate shift) and 1 (label shift, the default). One that was fitted has a
    ``standard_error`` with ``degrees_of_freedom`` (None without limit), which every number that rests on
    it carries.

    >>> print(Shift(), Shift(0.3), Shift(0.26, 0.04, 6), sep="; ")
    1 (label shift); 0.3; 0.26 (fitted, standard error 0.04)
    """

    gamma: float = 1.0
    standard_error: float = 0.0
    degrees_of_freedom: float | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= as_float(self.gamma) <= 1.0:
            raise SettingError(
                "\0argument\0: it is a share, from 0 (covariate shift, scores are not adjusted) to 1 (label "
                "shift, scores are adjusted in full).",
                argument=("shift", self.gamma),
            )
        degrees = self.degrees_of_freedom
        known = degrees is None or 0.0 < as_float(degrees) < math.inf
        if not (known and 0.0 <= as_float(self.standard_error) < math.inf):
            raise SettingError(
                "a fitted shift needs a finite standard error and degrees of freedom above 0; "
                f"found {self.standard_error!r} and {self.degrees_of_freedom!r}."
            )

    @classmethod
    def of(cls, value: ShiftLike) -> Shift:
        """From a number between 0 and 1, the words "label" and "covariate", or an estimate of it.

        An estimate is a dictionary as :attr:`stated` makes it, or anything with a method ``as_shift``, as
        what :func:`baserate.shift` returns has.

        >>> Shift.of("label").gamma, Shift.of("0.3").gamma
        (1.0, 0.3)
        """
        if isinstance(value, Shift):
            return value
        fitted = getattr(value, "as_shift", None)
        if callable(fitted):
            return cls.of(fitted())
        if isinstance(value, Mapping):
            return _of_mapping(value)
        if isinstance(value, str) and value in _WORDS:
            return cls(_WORDS[value])
        try:
            return cls(read_number(value))
        except SettingError:
            raise SettingError(
                "\0argument\0: a number from 0 (covariate shift, scores are not adjusted) to 1 (label shift, "
                "scores are adjusted in full) is needed, 'label', 'covariate', or what baserate.shift "
                "returned.",
                argument=("shift", value),
            ) from None

    @property
    def is_label_shift(self) -> bool:
        """Whether scores are adjusted in full, for certain."""
        return self.gamma == 1.0 and self.standard_error == 0.0

    def prevalence_for_scores(self, prevalence: float, observed: float) -> float:
        """The prevalence to which scores are adjusted where patients have ``prevalence``.

        ``gamma`` of the way, in log odds, from the ``observed`` prevalence: with label shift all of it.

        >>> [round(Shift(gamma).prevalence_for_scores(0.05, observed=0.2), 4) for gamma in (0.0, 0.5, 1.0)]
        [0.2, 0.1029, 0.05]
        """
        if self.gamma == 1.0:
            return prevalence
        there, here = float(log_odds(prevalence)), float(log_odds(observed))
        return float(expit(here + self.gamma * (there - here)))

    @property
    def stated(self) -> Any:
        """As shortly as it can be given again: a number, or a dictionary for one that was fitted."""
        if self.standard_error == 0.0:
            return self.gamma
        stated = {"gamma": self.gamma, "standard_error": self.standard_error}
        # No limit to the degrees of freedom is the default, and JSON has no number for it.
        if self.degrees_of_freedom is not None:
            stated["degrees_of_freedom"] = self.degrees_of_freedom
        return stated

    def __str__(self) -> str:
        if self.standard_error > 0.0:
            return f"{self.gamma:.2g} (fitted, standard error {self.standard_error:.2g})"
        return f"{self.gamma:g}{_NAMES.get(self.gamma, '')}"


LABEL_SHIFT = Shift()
_WORDS = {"label": 1.0, "covariate": 0.0}
_NAMES = {1.0: " (label shift)", 0.0: " (covariate shift)"}


def _of_mapping(value: Mapping[Any, Any]) -> Shift:
    known = ("gamma", "standard_error", "degrees_of_freedom")
    if "gamma" not in value or not set(value) <= set(known):
        raise SettingError(
            f"\0argument\0: a dictionary holds {', '.join(known)}.", argument=("shift", dict(value))
        )
    return Shift(**value)
