"""One score of one sample: its spread from sums alone, and guarded by what its gains could have been.

Estimate: a number with what each patient contributes to it, and so with its interval.

Sums, differences and multiples of estimates keep the contributions. Numbers from the same patients
are paired, numbers from different patients are independent, and one mechanism gives the standard
error of all of them (:mod:`baserate.inference.sampling`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.distributions import is_number
from baserate.errors import SettingError
from baserate.inference.moments import ClassMoments
from baserate.inference.sampling import ClassSpread, Contributions, Reach, Sampling, Spread, joint_spread


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

    def classes(self) -> list[ClassSpread]:
        """Spread within each class, and from how many patients of the class there are."""
        found = []
        for side, m in zip((1.0, -1.0), self.moments, strict=True):
            along = side * self.derivative + m.tilt * m.size
            found.append(ClassSpread(m.size, max(m.within - m.tilt**2 * m.size, 0.0), along**2 / m.size))
        return found

    def spread(self) -> Spread:
        """As :meth:`Sampling.spread`, from the sums alone."""
        return Spread.of([part for one in self.classes() for part in one.parts()])

    def pseudo(self) -> tuple[float, Spread]:
        """Shift of the centre, and spread, with half a patient of each class at either end of the range.

        Where nearly all gains are alike, because scores are discrete, near perfect or clipped, the
        spread that was seen is too small; these two halves are what it would be safe to have seen.
        """
        shift, parts = 0.0, []
        for m, seen in zip(self.moments, self.classes(), strict=True):
            n = m.size
            mean = (n * m.mean + m.most / 2.0) / (n + 1.0)
            squares = n**2 * seen.within + n * (m.mean - mean) ** 2
            squares += (mean**2 + (m.most - mean) ** 2) / 2.0
            shift += mean - m.mean
            parts += [(squares / (n * (n + 1.0)), n), (seen.between, n)]
        return shift, Spread.of(parts)


Numbers = NDArray[np.float64]
Method: TypeAlias = Literal["t", "guarded", "pseudo", "logit", "log"]


class Interval(NamedTuple):
    """An interval, the level it is meant to cover at, and how it was made."""

    low: float
    high: float
    level: float
    method: str


@dataclass(frozen=True, eq=False)
class Noise:
    """Variance that no single patient contributes, such as that of a simulated correction.

    It is found when it is first asked for.
    """

    find: Callable[[], float] = field(repr=False)

    @cached_property
    def variance(self) -> float:
        """The variance."""
        return self.find()


@dataclass(frozen=True, eq=False)
class Estimate:
    """A number, its standard error, and its interval at any level.

    ``a - b`` is paired when both come from the same patients. For a difference,
    ``probability_better`` is how sure the data are that it is above zero. ``singles`` are the
    scores that it is a weighted sum of, if it is one; ``bounds`` is what it can be at all.
    """

    value: float
    contribute: Callable[[], Contributions] = field(repr=False)
    reach: Reach = field(repr=False)
    singles: tuple[tuple[float, Single], ...] = field(default=(), repr=False)
    level: float = 0.95
    preferred: Method | None = None
    noise: Mapping[Noise, float] = field(default_factory=dict, repr=False)
    bounds: tuple[float, float] = field(default=(-math.inf, math.inf), repr=False)

    @cached_property
    def contributions(self) -> Contributions:
        """What each patient adds to the number's distance from its expectation, by sample."""
        return self.contribute()

    @property
    def independent(self) -> bool:
        """Whether each of the scores it is made of comes from patients of its own."""
        return 0 < len(self.singles) == len(self.reach)

    @property
    def influence(self) -> Contributions:
        """Influence values: how far the number would move if everyone were like this patient."""
        return {who: len(what) * what for who, what in self.contributions.items()}

    @cached_property
    def spread(self) -> Spread:
        """Variance with its degrees of freedom, as they were seen."""
        if self.independent:
            return self._with_noise(_joined([(w**2, single.spread()) for w, single in self.singles]))
        return self._with_noise(joint_spread(self.contributions))

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
        return "pseudo" if self.independent else "guarded"

    def interval(self, level: float | None = None, method: Method | None = None) -> Interval:
        """Interval at a level, by one of five methods.

        "t": standard error times a t quantile with Satterthwaite's degrees of freedom. "guarded"
        (the default for differences on the same patients, for means, and with clusters): the same,
        with a quarter of a patient of each class added as far above and below the mean as one was
        seen, or might be; and with clusters never less than without them.
        "pseudo" (the default for one score, and for differences of groups): with half a patient of
        each class at either end of the gains' range. "logit" (the default for an AUC that is not near
        perfect): t on the log odds of where the score lies between its least and its most. "log"
        (the default for a ratio): t on the logarithm.
        """
        level = self.level if level is None else check_level(level)
        method = method or self.method
        centre, spread = self._centre_and_spread(method)
        half = _quantile(spread.degrees, level) * math.sqrt(spread.variance)
        if method == "logit":
            return self._logit_interval(half, level)
        if method == "log":
            factor = math.exp(min(half / self.value, 700.0))  # beyond, nothing is known
            return Interval(self.value / factor, self.value * factor, level, method)
        low, high = self.bounds
        return Interval(max(centre - half, low), min(centre + half, high), level, method)

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
        return replace(self, level=check_level(level))

    def __add__(self, other: Estimate | float) -> Estimate:
        return weighted_sum([self, other], [1.0, 1.0])

    def __radd__(self, other: float) -> Estimate:
        return weighted_sum([self, other], [1.0, 1.0])

    def __sub__(self, other: Estimate | float) -> Estimate:
        return weighted_sum([self, other], [1.0, -1.0])

    def __rsub__(self, other: float) -> Estimate:
        return weighted_sum([other, self], [1.0, -1.0])

    def __mul__(self, factor: float) -> Estimate:
        return weighted_sum([self], [factor]) if is_number(factor) else NotImplemented

    def __truediv__(self, divisor: float) -> Estimate:
        return weighted_sum([self], [1.0 / divisor]) if is_number(divisor) else NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> Estimate:
        return weighted_sum([self], [-1.0])

    def __str__(self) -> str:
        found = self.interval()
        return f"{self.value:.4g} ({100 * found.level:g} % interval {found.low:.4g} to {found.high:.4g})"

    def _centre_and_spread(self, method: Method) -> tuple[float, Spread]:
        if method == "pseudo" and self.independent:
            made = [(w, *single.pseudo()) for w, single in self.singles]
            centre = self.value + math.fsum(w * shift for w, shift, _ in made)
            return centre, self._with_noise(_joined([(w**2, spread) for w, _, spread in made]))
        if method == "guarded":
            return self.value, self._with_noise(joint_spread(self.contributions, self.reach))
        if method == "log" and self.value <= 0.0:
            raise SettingError(f"a logarithm needs a number above zero; this estimate is {self.value:.4g}.")
        if method in ("t", "log") or (method == "logit" and self.independent and len(self.singles) == 1):
            return self.value, self.spread
        raise SettingError(
            f"the method {method!r} is not to be had for this estimate; 't' and 'guarded' always are, "
            "'pseudo' for sums over different patients, 'logit' for one score."
        )

    def _with_noise(self, spread: Spread) -> Spread:
        if not self.noise:
            return spread
        more = [(factor**2 * noise.variance, math.inf) for noise, factor in self.noise.items()]
        return Spread.of([(spread.variance, spread.degrees), *more])

    def _logit_interval(self, half: float, level: float) -> Interval:
        weight, single = self.singles[0]
        reach = single.most - single.least
        share = (single.value - single.least) / reach
        if not 0.0 < share < 1.0 or half == 0.0:  # no log odds, or nothing to go by
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

    if not parts:
        raise SettingError("a weighted sum needs at least one estimate.")
    singles = _merged([(w * inner, single) for w, e in parts for inner, single in e.singles])
    reach = _reaches(parts)
    known = all(e.singles for _, e in parts)
    first = parts[0][1]
    scaled = len(terms) == 1 and terms[0][0] > 0.0
    preferred = first.preferred if len(singles) == 1 or scaled else None
    ends = [value + parts[0][0] * (end - first.value) for end in first.bounds]
    bounds = (min(ends), max(ends)) if len(parts) == 1 and parts[0][0] != 0.0 else (-math.inf, math.inf)
    noise: dict[Noise, float] = {}
    for w, e in parts:
        for source, factor in e.noise.items():
            noise[source] = noise.get(source, 0.0) + w * factor
    return Estimate(value, contribute, reach, singles if known else (), first.level, preferred, noise, bounds)


def check_level(level: float) -> float:
    """The level of an interval, a share."""
    if not (is_number(level) and 0.0 < level < 1.0):
        raise SettingError(f"the level of an interval must lie between 0 and 1; found {level}.")
    return level


def _merged(weighted: list[tuple[float, Single]]) -> tuple[tuple[float, Single], ...]:
    """The same score twice is one score with both weights; a weight of zero is none."""
    total: dict[int, tuple[float, Single]] = {}
    for weight, single in weighted:
        total[id(single)] = (total.get(id(single), (0.0, single))[0] + weight, single)
    return tuple((weight, single) for weight, single in total.values() if weight != 0.0)


def _reaches(parts: list[tuple[float, Estimate]]) -> Reach:
    """How far apart two patients can be in a sum: what is added stretches, what is subtracted does not."""
    up: dict[Sampling, list[float]] = {}
    down: dict[Sampling, list[float]] = {}
    for w, e in parts:
        for who, ends in e.reach.items():
            for sums in (up, down):
                sums.setdefault(who, [0.0, 0.0])
            for side, most in enumerate(ends):
                (up if w > 0.0 else down)[who][side] += abs(w) * most
    return {who: (max(up[who][0], down[who][0]), max(up[who][1], down[who][1])) for who in up}


def _joined(spreads: list[tuple[float, Spread]]) -> Spread:
    """Independent parts, each with the square of its weight: their variances add."""
    return Spread.of([(factor * spread.variance, spread.degrees) for factor, spread in spreads])


def _quantile(degrees: float, level: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(min(degrees, 1e9), (1.0 + level) / 2.0))
