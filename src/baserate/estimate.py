"""Estimate: a number with what each patient contributes to it, and so with its interval.

Sums, differences and multiples of estimates keep the contributions. Numbers from the same patients
are paired, numbers from different patients are independent, and one mechanism gives the standard
error of all of them (:mod:`baserate.sampling`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.errors import SettingError
from baserate.moments import ClassMoments
from baserate.sampling import ClassSpread, Sampling, Spread

Numbers = NDArray[np.float64]
Contributions: TypeAlias = Mapping[Sampling, Numbers]
Reach: TypeAlias = Mapping[Sampling, tuple[float, float]]
Method: TypeAlias = Literal["t", "guarded", "pseudo", "logit"]


class Interval(NamedTuple):
    """An interval, the level it is meant to cover at, and how it was made."""

    low: float
    high: float
    level: float
    method: str


@dataclass(frozen=True)
class Single:
    """One score of one sample: beyond its contributions, the range that its gains can take.

    ``derivative`` is how fast the score rises with the log odds of the data's prevalence; the score
    lies between ``least`` and ``most``.
    """

    value: float
    moments: tuple[ClassMoments, ClassMoments]
    derivative: float
    least: float
    most: float

    def spread(self) -> Spread:
        """As :meth:`Sampling.spread`, from the sums alone."""
        parts = []
        for side, m in zip((1.0, -1.0), self.moments, strict=True):
            within = m.within - m.tilt**2 * m.size
            along = side * self.derivative + m.tilt * m.size
            parts += ClassSpread(m.size, max(within, 0.0), along**2 / m.size).parts()
        return Spread.of(parts)

    def pseudo(self) -> tuple[float, Spread]:
        """Shift of the centre, and spread, with half a patient of each class at either end of the range.

        Where nearly all gains are alike, because scores are discrete, near perfect or clipped, the
        spread that was seen is too small; these two halves are what it would be safe to have seen.
        """
        shift, parts = 0.0, []
        for m in self.moments:
            n = m.size
            mean = (n * m.mean + m.most / 2.0) / (n + 1.0)
            squares = n * m.variance + n * (m.mean - mean) ** 2
            squares += (mean**2 + (m.most - mean) ** 2) / 2.0
            shift += mean - m.mean
            parts += [(squares / (n * (n + 1.0)), n), (self.derivative**2 / n, n)]
        return shift, Spread.of(parts)


@dataclass(frozen=True, eq=False)
class Estimate:
    """A number, its standard error, and its interval at any level.

    ``a - b`` is paired when both come from the same patients. For a difference,
    ``probability_better`` is how sure the data are that it is above zero. ``singles`` are the
    scores that it is a weighted sum of, when each comes from patients of its own.
    """

    value: float
    contribute: Callable[[], Contributions]
    reach: Reach
    singles: tuple[tuple[float, Single], ...] = ()
    level: float = 0.95
    preferred: Method | None = None

    @cached_property
    def contributions(self) -> Contributions:
        """What each patient adds to the number's distance from its expectation, by sample."""
        return self.contribute()

    @cached_property
    def spread(self) -> Spread:
        """Variance with its degrees of freedom, as they were seen."""
        if self.singles:
            return _joined([(w**2, single.spread()) for w, single in self.singles])
        return _joined([(1.0, who.spread(what)) for who, what in self.contributions.items()])

    @property
    def standard_error(self) -> float:
        """Root of the variance over repeated samples of patients."""
        return math.sqrt(self.spread.variance)

    @property
    def low(self) -> float:
        """Lower end of the interval at the estimate's level."""
        return self.interval().low

    @property
    def high(self) -> float:
        """Upper end of the interval at the estimate's level."""
        return self.interval().high

    @property
    def method(self) -> Method:
        """How the interval is made unless another way is asked for."""
        if self.preferred is not None:
            return self.preferred
        if any(who.cluster is not None for who in self.reach):
            return "t"
        return "pseudo" if self.singles else "guarded"

    def interval(self, level: float | None = None, method: Method | None = None) -> Interval:
        """Interval at a level, by one of four methods.

        "t": standard error times a t quantile with Satterthwaite's degrees of freedom. "guarded"
        (the default for differences on the same patients): the same, with half a patient of each
        class added as far above and below the mean as a difference can be expected to reach.
        "pseudo" (the default for one score, and for differences of groups): with half a patient of
        each class at either end of the gains' range. "logit" (the default for an AUC): t on the log
        odds of where the score lies between its least and its most. Clusters use "t".
        """
        level = self.level if level is None else level
        if not 0.0 < level < 1.0:
            raise SettingError(f"the level of an interval must lie between 0 and 1; found {level}.")
        method = method or self.method
        centre, spread = self._centre_and_spread(method)
        half = _quantile(spread.degrees, level) * math.sqrt(spread.variance)
        if method == "logit":
            return self._logit_interval(half, level)
        return Interval(centre - half, centre + half, level, method)

    @property
    def probability_better(self) -> float:
        """Probability, on a t scale, that the number is above zero."""
        from scipy.special import stdtr

        centre, spread = self._centre_and_spread(self.method)
        if spread.variance == 0.0:
            return 0.5 if centre == 0.0 else float(centre > 0.0)
        return float(stdtr(min(spread.degrees, 1e9), centre / math.sqrt(spread.variance)))

    def at_level(self, level: float) -> Estimate:
        """The same estimate with another level for its interval."""
        return replace(self, level=level)

    def __add__(self, other: Estimate | float) -> Estimate:
        return weighted_sum([self, other], [1.0, 1.0])

    def __radd__(self, other: float) -> Estimate:
        return weighted_sum([self, other], [1.0, 1.0])

    def __sub__(self, other: Estimate | float) -> Estimate:
        return weighted_sum([self, other], [1.0, -1.0])

    def __rsub__(self, other: float) -> Estimate:
        return weighted_sum([other, self], [1.0, -1.0])

    def __mul__(self, factor: float) -> Estimate:
        return weighted_sum([self], [factor])

    __rmul__ = __mul__

    def __neg__(self) -> Estimate:
        return weighted_sum([self], [-1.0])

    def __str__(self) -> str:
        found = self.interval()
        return f"{self.value:.4g} ({100 * found.level:g} % interval {found.low:.4g} to {found.high:.4g})"

    def _centre_and_spread(self, method: Method) -> tuple[float, Spread]:
        if method == "pseudo" and self.singles:
            made = [(w, *single.pseudo()) for w, single in self.singles]
            centre = self.value + math.fsum(w * shift for w, shift, _ in made)
            return centre, _joined([(w**2, spread) for w, _, spread in made])
        if method == "guarded":
            spreads = [(1.0, who.spread(what, self.reach[who])) for who, what in self.contributions.items()]
            return self.value, _joined(spreads)
        if method == "t" or (method == "logit" and len(self.singles) == 1):
            return self.value, self.spread
        raise SettingError(
            f"the method {method!r} is not to be had for this estimate; 't' and 'guarded' always are, "
            "'pseudo' for sums over different patients, 'logit' for one score."
        )

    def _logit_interval(self, half: float, level: float) -> Interval:
        weight, single = self.singles[0]
        reach = single.most - single.least
        share = (single.value - single.least) / reach
        if not 0.0 < share < 1.0:  # no log odds: a score at the very end of its range
            return self.interval(level, "pseudo")
        middle, width = math.log(share / (1.0 - share)), half / (abs(weight) * reach * share * (1.0 - share))
        ends = [single.least + reach / (1.0 + math.exp(-(middle + side * width))) for side in (-1.0, 1.0)]
        low, high = sorted(self.value + weight * (end - single.value) for end in ends)
        return Interval(low, high, level, "logit")


def weighted_sum(estimates: Iterable[Estimate | float], weights: Iterable[float]) -> Estimate:
    """``sum of weight * estimate``, with the interval that the shared patients imply."""
    terms = list(zip(weights, estimates, strict=True))
    value = math.fsum(w * (e.value if isinstance(e, Estimate) else e) for w, e in terms)
    parts = [(w, e) for w, e in terms if isinstance(e, Estimate)]

    def contribute() -> Contributions:
        total: dict[Sampling, Numbers] = {}
        for w, e in parts:
            for who, what in e.contributions.items():
                total[who] = total[who] + w * what if who in total else w * what
        return total

    reach: dict[Sampling, tuple[float, float]] = {}
    for w, e in parts:
        for who, (positive, negative) in e.reach.items():
            was = reach.get(who, (0.0, 0.0))
            reach[who] = (max(was[0], abs(w) * positive), max(was[1], abs(w) * negative))
    singles = tuple((w * inner, single) for w, e in parts for inner, single in e.singles)
    apart = all(e.singles for _, e in parts) and sum(len(e.reach) for _, e in parts) == len(reach)
    first = parts[0][1]
    return Estimate(
        value,
        contribute,
        reach,
        singles if apart else (),
        first.level,
        first.preferred if len(parts) == 1 else None,
    )


def _joined(spreads: list[tuple[float, Spread]]) -> Spread:
    """Independent parts, each with the square of its weight: their variances add."""
    return Spread.of([(factor * spread.variance, spread.degrees) for factor, spread in spreads])


def _quantile(degrees: float, level: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(min(degrees, 1e9), (1.0 + level) / 2.0))
