"""Estimate: a number with what each patient contributes to it, and so with its interval.

Sums, differences and multiples of estimates keep the contributions. Numbers from the same patients
are paired, numbers from different patients are independent, and one mechanism gives the standard
error of all of them (:mod:`baserate.inference.sampling`).
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.distributions import is_number
from baserate.errors import SettingError
from baserate.inference.constants import PSEUDO_PATIENTS, PSEUDO_PATIENTS_OF_AUC
from baserate.inference.guards import Single
from baserate.inference.hull import reach_of_hull
from baserate.inference.kept import Once, Recent
from baserate.inference.quantile import quantile
from baserate.inference.sampling import Contributions, Reach, Sampling, Spread, Spreads, joint_spreads
from baserate.inference.told import text_with_interval
from baserate.inference.wilson import score_interval

__all__ = ["Estimate", "Interval", "Noise", "check_level"]

Numbers = NDArray[np.float64]
Method: TypeAlias = Literal["t", "adjusted t", "pseudo-observations", "wilson", "log", "hull", "exact"]


class Interval(NamedTuple):
    """An interval, the level it is meant to cover at, and how it was made."""

    low: float
    high: float
    level: float
    method: str


# Variance that no single patient contributes, such as that of a simulated correction.
Noise: TypeAlias = Once[float]


def no_contributions() -> Contributions:
    """Of a number that is known exactly."""
    return {}


@dataclass(frozen=True, eq=False, repr=False)
class Estimate:
    """A number, its standard error, and its interval at any level.

    ``a - b`` is paired when both come from the same patients. For a difference, ``confidence()`` is
    the one-sided confidence level that it is above zero. ``singles`` are the scores that it is a
    weighted sum of, if it is one; ``bounds`` is what it can be at all. ``moving`` says how it moves with
    the prevalence of its patients, if it does and is no sum; ``terms`` are the estimates of which it is a
    sum, where one of them moves.

    An estimate is a number where one is needed: ``float(e)``, ``f"{e:.3f}"`` and ``e > 0.05`` speak of
    its value; printed, it shows its interval.

    >>> exact = Estimate.exact(0.25)
    >>> f"{exact:.3f}", exact < 0.3, float(exact)
    ('0.250', True, 0.25)
    """

    value: float
    contribute: Callable[[], Contributions] = field(repr=False)
    reach: Reach = field(repr=False)
    singles: tuple[tuple[float, Single], ...] = field(default=(), repr=False)
    level: float = 0.95
    preferred: Method | None = None
    noise: Mapping[Noise, float] = field(default_factory=dict, repr=False)
    bounds: tuple[float, float] = field(default=(-math.inf, math.inf), repr=False)
    moving: Moving | None = field(default=None, repr=False)
    terms: tuple[tuple[float, Estimate], ...] = field(default=(), repr=False)

    @classmethod
    def exact(cls, value: float) -> Estimate:
        """A number that is known exactly: its interval has no width.

        Parameters
        ----------
        value
            The number.
        """
        return cls(float(value), no_contributions, {})

    @property
    def is_exact(self) -> bool:
        """Whether the number is known without error."""
        return not self.reach and not self.noise

    @property
    def contributions(self) -> Contributions:
        """What each patient adds to the number's distance from its expectation, by sample.

        Where patients are censored, as if the curve of censoring were known; :attr:`influence` counts it.
        Worked out anew each time: kept for every number of an evaluation, they would fill the memory.
        """
        return self.contribute()

    @property
    def independent(self) -> bool:
        """Whether each of the scores it is made of comes from patients of its own."""
        return 0 < len(self.singles) == len(self.reach)

    @property
    def influence(self) -> Contributions:
        """Influence values: how far the number would move if everyone were like this patient.

        Where patients are censored, with what each contributes through the curve of censoring.
        """
        return {who: len(what) * who.with_censoring(what) for who, what in self.contributions.items()}

    @cached_property
    def spread(self) -> Spread:
        """Variance with its degrees of freedom, as they were seen."""
        if self.independent:
            return self._with_noise(_add([(w**2, single.spread()) for w, single in self.singles]))
        return self._with_noise(self._joint_spreads.seen)

    @cached_property
    def _joint_spreads(self) -> Spreads:
        """The spread of all contributions: as it was seen, adjusted, and were the prevalence known.

        Numbers that differ by a constant, or by noise, share it.
        """
        kept, key = _spreads_of(self)
        if key not in kept:
            kept[key] = joint_spreads(self.contributions, self.reach)
        return kept[key]

    @property
    def standard_error(self) -> float:
        """Root of the variance over repeated samples of patients."""
        return math.sqrt(self.spread.variance)

    @property
    def low(self) -> float:
        """Lower end of the interval at the estimate's level."""
        return self._interval.low

    @property
    def high(self) -> float:
        """Upper end of the interval at the estimate's level."""
        return self._interval.high

    @property
    def method(self) -> Method:
        """How the interval is made unless another way is asked for."""
        if self.is_exact:
            return "exact"
        if self.moves and self.preferred in (None, "adjusted t"):
            return "hull"
        return self.preferred or self._plain_method

    @property
    def _plain_method(self) -> Method:
        """How the interval is made where nothing moves."""
        if self.preferred == "adjusted t" or not self.independent:
            return "adjusted t"
        return "pseudo-observations"

    @property
    def moves(self) -> bool:
        """Whether the number moves with the prevalence that was observed, in a curve or in jumps."""
        return any(term.moving is not None for _, term in self._movable)

    @property
    def _movable(self) -> tuple[tuple[float, Estimate], ...]:
        return self.terms or ((1.0, self),)

    def centre_and_spread(self, *, paired: bool = False) -> tuple[float, Spread]:
        """Where the interval has its middle, and the variance with its degrees of freedom.

        Those of an estimate as it is where nothing moves; ``paired`` keeps the middle at the value.
        """
        return self._find_centre_and_spread("adjusted t" if paired else self._plain_method)

    def if_prevalence_were_known(self, *, paired: bool = False) -> tuple[float, Spread, float]:
        """The same without the error of the observed prevalence, and how the two errors are correlated."""
        if self.independent and not paired:
            made = [(w, *one.with_known_prevalence().with_pseudo_observations()) for w, one in self.singles]
            centre = self.value + math.fsum(w * shift for w, shift, _ in made)
            return centre, self._with_noise(_add([(w**2, spread) for w, _, spread in made])), 0.0
        spreads = self._joint_spreads
        return self.value, self._with_noise(spreads.known), spreads.correlation

    def interval(self, level: float | None = None, method: Method | None = None) -> Interval:
        """Interval at a level, by one of six methods.

        "t": standard error times a t quantile with Satterthwaite's degrees of freedom. "adjusted t"
        (the default for differences on the same patients, for means, and with clusters): the same,
        with a quarter of a patient of each class added as far above and below the mean as one was
        seen, or might be; and with clusters never less than without them. "pseudo-observations" (the
        default for one score, and for differences of groups): with half a patient of each class at
        either end of the gains' range. "wilson" (the default for an AUC and for proportions): all
        shares that would not be refused by a score test, with as many patients as the variance tells,
        and half a patient at either end. "log" (the default for a ratio): t on the logarithm.
        "hull" (the default at the observed prevalence, and where many patients share a score near a
        cut-off that hangs on it): the interval at every prevalence that the data allow, together
        (:mod:`baserate.inference.hull`). A number that is known exactly has the interval "exact".

        Parameters
        ----------
        level
            The confidence level, that of the estimate unless another is given.
        method
            One of the six; the default depends on what the estimate is.
        """
        if level in (None, self.level) and method in (None, self.method):
            return self._interval
        return self._make_interval(self.level if level is None else check_level(level), method or self.method)

    @cached_property
    def _interval(self) -> Interval:
        return self._make_interval(self.level, self.method)

    def _make_interval(self, level: float, method: Method) -> Interval:
        low, high = self._ends(level, method)
        return Interval(max(low, self.bounds[0]), min(high, self.bounds[1]), level, method)

    def _ends(self, level: float, method: Method) -> tuple[float, float]:
        if method == "hull":
            paired = self._plain_method == "adjusted t"
            noise = sum(factor**2 * variance() for variance, factor in self.noise.items())
            below, above = reach_of_hull(self._movable, level, weighted_sum, paired=paired, noise=noise)
            return self.value - below, self.value + above
        centre, spread = self._centre_and_spread(method)
        times = quantile(spread.degrees, level)
        if method == "wilson":
            return self._score_ends(centre, spread.variance, times)
        half = times * math.sqrt(spread.variance)
        if method == "log":
            factor = math.exp(min(half / self.value, 700.0))  # beyond, nothing is known
            return self.value / factor, self.value * factor
        return centre - half, centre + half

    def _score_ends(self, centre: float, variance: float, times: float) -> tuple[float, float]:
        """Wilson's, with as many patients as would give the share ``centre`` this variance."""
        if variance <= 0.0:
            return self.value, self.value
        low, high = self.bounds
        size = (centre - low) * (high - centre) / variance
        ends = score_interval((self.value - low) / (high - low), size, times)
        return low + (high - low) * ends[0], low + (high - low) * ends[1]

    def confidence(self, above: float = 0.0) -> float:
        """One-sided confidence level that the number is above a value.

        The level at which the one-sided interval just excludes the value: 0.975 where the value is the
        lower end of the 95 % interval. It is one minus a one-sided p value, and not the probability
        that the number is above the value, which would need a prior.

        Parameters
        ----------
        above
            The value, zero unless another is given; for a difference that is to matter, the margin.
        """
        from scipy.special import ndtr, stdtr

        if self.method in ("hull", "wilson", "log"):  # as far as the interval reaches on that side
            low, high, *_ = self._interval
            apart = self.value - above
            side = self.value - low if apart > 0.0 else high - self.value
            if side <= 0.0:
                return 0.5 if apart == 0.0 else float(apart > 0.0)
            return float(ndtr(apart / side * quantile(math.inf, self.level)))
        centre, spread = self._default_spread
        apart = centre - above
        if spread.variance == 0.0:
            return 0.5 if apart == 0.0 else float(apart > 0.0)
        return float(stdtr(min(spread.degrees, 1e9), apart / math.sqrt(spread.variance)))

    def text(self, factor: float = 1.0) -> str:
        """``factor`` times the number with its interval, as a paper prints it: "146.1 (140.8 to 151.3)".

        Parameters
        ----------
        factor
            What the number is multiplied by: 1000 for patients per 1,000.
        """
        value, *ends = (factor * number for number in (self.value, self.low, self.high))
        return text_with_interval(value, *sorted(ends), is_exact=self.is_exact)

    def at_level(self, level: float) -> Estimate:
        """The same estimate with another level for its interval.

        Parameters
        ----------
        level
            The confidence level.
        """
        return self if level == self.level else replace(self, level=check_level(level))

    def __add__(self, other: Estimate | float) -> Estimate:
        return weighted_sum([self, other], [1.0, 1.0]) if _is_term(other) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Estimate | float) -> Estimate:
        return weighted_sum([self, other], [1.0, -1.0]) if _is_term(other) else NotImplemented

    def __rsub__(self, other: float) -> Estimate:
        return weighted_sum([other, self], [1.0, -1.0])

    def __mul__(self, factor: float) -> Estimate:
        return weighted_sum([self], [factor]) if is_number(factor) else NotImplemented

    def __truediv__(self, divisor: float) -> Estimate:
        return weighted_sum([self], [1.0 / divisor]) if is_number(divisor) else NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> Estimate:
        return weighted_sum([self], [-1.0])

    def __float__(self) -> float:
        return self.value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if spec else str(self)

    def __lt__(self, other: Estimate | float) -> bool:
        return self.value < float(other)

    def __le__(self, other: Estimate | float) -> bool:
        return self.value <= float(other)

    def __gt__(self, other: Estimate | float) -> bool:
        return self.value > float(other)

    def __ge__(self, other: Estimate | float) -> bool:
        return self.value >= float(other)

    def __eq__(self, other: object) -> bool:
        # Two estimates are the same only if they are one: equal values may rest on other patients.
        return self.value == other if is_number(other) else self is other

    __hash__ = object.__hash__

    def __str__(self) -> str:
        if self.is_exact:
            return f"{self.value:.4g}"
        low, high, level, _ = self._interval
        return f"{self.value:.4g} ({100 * level:g} % CI {low:.4g} to {high:.4g})"

    def __repr__(self) -> str:
        return f"Estimate({self})"

    @cached_property
    def _default_spread(self) -> tuple[float, Spread]:
        return self._find_centre_and_spread(self.method)

    def _centre_and_spread(self, method: Method) -> tuple[float, Spread]:
        return self._default_spread if method == self.method else self._find_centre_and_spread(method)

    def _find_centre_and_spread(self, method: Method) -> tuple[float, Spread]:
        if self.is_exact:
            return self.value, Spread(0.0, math.inf)
        if method == "pseudo-observations" and self.independent:
            made = [(w, *single.with_pseudo_observations()) for w, single in self.singles]
            centre = self.value + math.fsum(w * shift for w, shift, _ in made)
            return centre, self._with_noise(_add([(w**2, spread) for w, _, spread in made]))
        if method == "adjusted t":
            return self.value, self._with_noise(self._joint_spreads.guarded)
        if method == "log" and self.value <= 0.0:
            raise SettingError(f"a logarithm needs a number above zero; this estimate is {self.value:.4g}.")
        if method in ("t", "log"):
            return self.value, self.spread
        if method == "wilson" and math.isfinite(self.bounds[1] - self.bounds[0]):
            return self._away_from_ends()
        raise SettingError(
            f"the method {method!r} is not to be had for this estimate; 't' and 'adjusted t' always are, "
            "'pseudo-observations' for sums over different patients, 'wilson' for a share."
        )

    def _away_from_ends(self) -> tuple[float, Spread]:
        """A share drawn away from its bounds by part of a patient at either end, and its guarded spread."""
        if self.independent:
            weight, single = self.singles[0]
            shift, spread = single.with_pseudo_observations(PSEUDO_PATIENTS_OF_AUC)
            return self.value + weight * shift, self._with_noise(_add([(weight**2, spread)]))
        # As many patients as would leave a mean as unsure if each were anywhere in reach.
        low, high = self.bounds
        unsure = [ends[side] ** 2 / who.sizes[side] for who, ends in self.reach.items() for side in (0, 1)]
        size, more = (high - low) ** 2 / sum(unsure), PSEUDO_PATIENTS
        centre = (size * self.value + more * (low + high) / 2.0) / (size + more)
        return centre, self._with_noise(self._joint_spreads.guarded)

    def _with_noise(self, spread: Spread) -> Spread:
        if not self.noise:
            return spread
        more = [(factor**2 * noise(), math.inf) for noise, factor in self.noise.items()]
        return Spread.of([(spread.variance, spread.degrees), *more])


def _is_term(value: object) -> bool:
    """Whether it can be added as it is: a number pooled over imputations must not pass for exact."""
    return isinstance(value, Estimate) or is_number(value)


@dataclass(frozen=True, eq=False)
class Moving:
    """How a number moves with the prevalence of the patients it comes from, which is itself an estimate.

    ``value_at`` gives the number as if the log odds of that prevalence were higher by some amount, decisions
    following as the density of patients at the cut-off tells; ``at`` gives it with decisions made anew,
    the prevalence known. ``log_odds`` are the observed ones. ``jumps`` says whether many patients
    change sides at once.
    """

    value_at: Callable[[float], float] = field(repr=False)
    at: Callable[[float], Estimate] = field(repr=False)
    log_odds: Estimate = field(repr=False)
    jumps: bool

    @property
    def sampling(self) -> Sampling:
        """The patients whose prevalence it is."""
        return next(iter(self.log_odds.reach))


def weighted_sum(estimates: Iterable[Estimate | float], weights: Iterable[float]) -> Estimate:
    """``sum of weight * estimate``, with the interval that the shared patients imply.

    Parameters
    ----------
    estimates
        Estimates, or plain numbers, which are known exactly.
    weights
        One for each; an estimate of weight zero adds nothing, neither value nor error.
    """
    terms = list(zip(weights, estimates, strict=True))
    parts = [(w, e) for w, e in terms if isinstance(e, Estimate)]
    if not parts:
        raise SettingError("a weighted sum needs at least one estimate.")
    value = math.fsum(w * float(e) for w, e in terms)
    level = parts[0][1].level
    parts = [(w, e) for w, e in parts if w != 0.0 and not e.is_exact]
    if not parts:
        return replace(Estimate.exact(value), level=level)
    singles = _merge([(w * inner, single) for w, e in parts for inner, single in e.singles])
    known = all(e.singles for _, e in parts)
    return Estimate(
        value,
        Sum.of(parts),
        _reaches(parts),
        singles if known else (),
        level,
        _method_of_sum(parts, len(terms), len(singles)),
        _noise_of_sum(parts),
        _bounds_of_sum(value, parts),
        terms=_terms_of_sum(parts),
    )


@dataclass(frozen=True, eq=False)
class Sum:
    """Contributions to a weighted sum; sums of sums are one sum, in which nothing is added twice."""

    terms: tuple[tuple[float, Callable[[], Contributions]], ...]

    @classmethod
    def of(cls, parts: list[tuple[float, Estimate]]) -> Sum:
        """From estimates with their weights."""
        total: dict[int, tuple[float, Callable[[], Contributions]]] = {}
        for weight, estimate in parts:
            source = estimate.contribute
            inner = source.terms if isinstance(source, Sum) else ((1.0, source),)
            for factor, base in inner:
                before = total.get(id(base), (0.0, base))[0]
                total[id(base)] = (before + weight * factor, base)
        return cls(tuple((weight, base) for weight, base in total.values() if weight != 0.0))

    def __call__(self) -> Contributions:
        total: dict[Sampling, Numbers] = {}
        for weight, base in self.terms:
            for sampling, contribution in base().items():
                if sampling in total:
                    total[sampling] += weight * contribution
                else:
                    total[sampling] = weight * contribution
        return total


def _spreads_of(estimate: Estimate) -> tuple[dict[Hashable, Spreads], Hashable]:
    """Where the spreads of an estimate's contributions are kept, and under which key."""
    source = estimate.contribute
    terms = source.terms if isinstance(source, Sum) else ((1.0, source),)
    first = terms[0][1] if terms else None
    kept = first.spreads if isinstance(first, Recent) else {}
    # By weak references: what is gone must not be mistaken for something new in its place.
    reach = tuple((weakref.ref(sampling), ends) for sampling, ends in estimate.reach.items())
    return kept, (tuple((weight, weakref.ref(base)) for weight, base in terms), reach)


def _method_of_sum(parts: list[tuple[float, Estimate]], terms: int, singles: int) -> Method | None:
    """A multiple, or one score and a constant, keeps its method; what is a real sum has that of sums."""
    preferred = parts[0][1].preferred
    is_multiple = terms == 1 and parts[0][0] > 0.0
    is_share = len(parts) == 1 and preferred == "wilson"  # whose bounds move with it
    return preferred if singles == 1 or is_multiple or is_share else None


def _bounds_of_sum(value: float, parts: list[tuple[float, Estimate]]) -> tuple[float, float]:
    if len(parts) > 1:
        return -math.inf, math.inf
    weight, estimate = parts[0]
    ends = [value + weight * (end - estimate.value) for end in estimate.bounds]
    return min(ends), max(ends)


def _terms_of_sum(parts: list[tuple[float, Estimate]]) -> tuple[tuple[float, Estimate], ...]:
    """The terms of a sum where one of them moves; sums of sums are one sum."""
    if not any(estimate.moving is not None or estimate.terms for _, estimate in parts):
        return ()
    inner = [(weight, estimate.terms or ((1.0, estimate),)) for weight, estimate in parts]
    return tuple((weight * factor, term) for weight, terms in inner for factor, term in terms)


def _noise_of_sum(parts: list[tuple[float, Estimate]]) -> dict[Noise, float]:
    noise: dict[Noise, float] = {}
    for weight, estimate in parts:
        for source, factor in estimate.noise.items():
            noise[source] = noise.get(source, 0.0) + weight * factor
    return noise


def check_level(level: float) -> float:
    """The level of an interval, a share."""
    if not (is_number(level) and 0.0 < level < 1.0):
        raise SettingError(f"\0level=\0 must lie between 0 and 1; found {level}.")
    return level


def _merge(weighted: list[tuple[float, Single]]) -> tuple[tuple[float, Single], ...]:
    """The same score twice is one score with both weights; a weight of zero is none."""
    total: dict[int, tuple[float, Single]] = {}
    for weight, single in weighted:
        total[id(single)] = (total.get(id(single), (0.0, single))[0] + weight, single)
    return tuple((weight, single) for weight, single in total.values() if weight != 0.0)


def _reaches(parts: list[tuple[float, Estimate]]) -> Reach:
    """How far apart two patients can be in a sum: what is added stretches, what is subtracted does not."""
    up, down = dict[Sampling, list[float]](), dict[Sampling, list[float]]()
    for weight, estimate in parts:
        for sampling, ends in estimate.reach.items():
            for sums in (up, down):
                sums.setdefault(sampling, [0.0, 0.0])
            for side, most in enumerate(ends):
                (up if weight > 0.0 else down)[sampling][side] += abs(weight) * most
    return {who: (max(up[who][0], down[who][0]), max(up[who][1], down[who][1])) for who in up}


def _add(spreads: list[tuple[float, Spread]]) -> Spread:
    """Independent parts, each with the square of its weight: their variances add."""
    return Spread.of([(factor * spread.variance, spread.degrees) for factor, spread in spreads])
