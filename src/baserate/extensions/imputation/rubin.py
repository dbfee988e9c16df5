"""Rubin's rules: one number from several completed copies of the same data.

Where values were missing and were imputed ``m`` times, every copy gives an estimate ``Q_i`` with a variance
``U_i``. What was imputed is not known, and how far the copies disagree says by how much:

    Q = mean Q_i,   U = mean U_i,   B = sum (Q_i - Q)^2 / (m - 1),   T = U + (1 + 1/m) B

(Rubin 1987, doi:10.1002/9780470316696), with the degrees of freedom of Barnard and Rubin (1999,
doi:10.1093/biomet/86.4.948), which never exceed those of complete data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import add, sub
from typing import Any, NamedTuple

from baserate.deployment.distributions import is_number
from baserate.errors import SettingError
from baserate.inference.estimate import Estimate, Interval, check_level
from baserate.inference.quantile import quantile
from baserate.inference.sampling import Spread


class Pooled(NamedTuple):
    """What Rubin's rules give: variance within and between copies, in all, and with which degrees."""

    mean: float
    within: float
    between: float
    total: float
    degrees: float
    missing_information: float


def rubin(values: Sequence[float], variances: Sequence[float], complete_degrees: float) -> Pooled:
    """Pool ``m`` estimates by Rubin's rules, with the degrees of freedom of Barnard and Rubin.

    With ``r = (1 + 1/m) B / U`` and ``lambda = (1 + 1/m) B / T``: ``nu_m = (m - 1) / lambda^2``,
    ``nu_obs = (nu + 1) / (nu + 3) nu (1 - lambda)``, ``1/degrees = 1/nu_m + 1/nu_obs``; and the fraction of
    missing information is ``(r + 2 / (degrees + 3)) / (r + 1)``, zero where the copies agree.

    Parameters
    ----------
    values, variances
        The estimate from each copy, and its variance.
    complete_degrees
        Degrees of freedom ``nu`` that the variance would have with complete data.

    >>> round(rubin([10.0, 12.0, 14.0], [1.0, 2.0, 3.0], math.inf).total, 4)    # 2 + 4/3 * 4
    7.3333
    """
    m = len(values)
    if m < 2 or len(variances) != m:
        raise SettingError(f"Rubin's rules need at least two imputations; found {m}.")
    # Copies that agree are not said to differ by rounding.
    mean = values[0] if min(values) == max(values) else math.fsum(values) / m
    within = math.fsum(variances) / m
    between = math.fsum((value - mean) ** 2 for value in values) / (m - 1)
    added = (1.0 + 1.0 / m) * between
    total = within + added
    if total <= 0.0:
        return Pooled(mean, 0.0, 0.0, 0.0, math.inf, 0.0)
    share = added / total
    from_copies = math.inf if share == 0.0 else (m - 1) / share**2
    degrees = _combine(from_copies, _observed(complete_degrees, share))
    missing = 0.0 if added == 0.0 else (added + within * 2.0 / (degrees + 3.0)) / total
    return Pooled(mean, within, between, total, degrees, min(missing, 1.0))


def _observed(complete: float, share: float) -> float:
    """Degrees of freedom that the observed part of the data leaves."""
    if math.isinf(complete):
        return math.inf if share < 1.0 else 0.0
    return (complete + 1.0) / (complete + 3.0) * complete * (1.0 - share)


def _combine(one: float, other: float) -> float:
    if math.isinf(one) or math.isinf(other) or min(one, other) <= 0.0:
        # All that varies is between the copies: they alone tell how well it is known.
        return max(one, other) if min(one, other) <= 0.0 else min(one, other)
    return 1.0 / (1.0 / one + 1.0 / other)


class Scale(NamedTuple):
    """On which a number is pooled: what leads to it, and back."""

    name: str
    to: Callable[[float], float]
    back: Callable[[float], float]


def _same(number: float) -> float:
    return number


def _logit(share: float) -> float:
    return math.log(share / (1.0 - share))


def _expit(log_odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-log_odds)) if log_odds > -700.0 else 0.0


PLAIN = Scale("identity", _same, _same)
LOG_ODDS = Scale("log odds", _logit, _expit)
LOG = Scale("logarithm", math.log, math.exp)


@dataclass(frozen=True, eq=False, repr=False)
class ImputedEstimate:
    """A number pooled over imputations; ``estimates`` are those of the completed copies.

    Sums, differences and multiples are made copy by copy and then pooled, so that the difference of two
    pooled numbers is the pooled difference, paired as its copies are. The value is the mean over copies. The
    interval of a share such as the AUC is made on the log odds, that of a ratio on the logarithm, of all
    else as it is. It is the interval that each copy's own way gives, widened by how far the copies disagree.
    """

    estimates: tuple[Estimate, ...]

    def __post_init__(self) -> None:
        if len(self.estimates) < 2:
            raise SettingError(f"at least two imputations are needed; found {len(self.estimates)}.")

    @property
    def level(self) -> float:
        """The confidence level of the interval."""
        return self.estimates[0].level

    @property
    def value(self) -> float:
        """The mean over copies."""
        return math.fsum(one.value for one in self.estimates) / len(self.estimates)

    @property
    def is_exact(self) -> bool:
        """Whether the number is known without error, and the same in every copy."""
        return all(one.is_exact for one in self.estimates) and self._plain.between == 0.0

    @cached_property
    def scale(self) -> Scale:
        """On which the interval is made: log odds for a share, logarithm for a ratio."""
        methods = {one.method for one in self.estimates}
        if methods == {"log"}:
            return LOG
        inside = all(0.0 < one.low < one.high < 1.0 for one in self.estimates)
        is_share = methods == {"wilson"} and {one.bounds for one in self.estimates} == {(0.0, 1.0)}
        return LOG_ODDS if is_share and inside else PLAIN

    @cached_property
    def _plain(self) -> Pooled:
        """Pooled as it is: standard error, and fraction of missing information."""
        made = [_centre_and_spread(one, PLAIN) for one in self.estimates]
        return self._pool([one.value for one in self.estimates], [spread for _, spread in made])

    @cached_property
    def _on_scale(self) -> tuple[float, Pooled]:
        """The middle of the interval and what is pooled, on the scale of the interval."""
        made = [_centre_and_spread(one, self.scale) for one in self.estimates]
        values = [self.scale.to(one.value) for one in self.estimates]
        # The value on the natural scale stays the mean, so that differences are exact.
        shift = self.scale.to(self.value) - math.fsum(values) / len(values)
        centre = math.fsum(middle for middle, _ in made) / len(made)
        return centre + shift, self._pool(values, [spread for _, spread in made])

    def _pool(self, values: list[float], spreads: list[Spread]) -> Pooled:
        complete = min(spread.degrees for spread in spreads)
        return rubin(values, [spread.variance for spread in spreads], complete)

    @property
    def within(self) -> float:
        """Mean of the copies' variances."""
        return self._plain.within

    @property
    def between(self) -> float:
        """Variance of the copies' values."""
        return self._plain.between

    @property
    def spread(self) -> Spread:
        """Variance in all, with its degrees of freedom."""
        return Spread(self._plain.total, self._plain.degrees)

    @property
    def standard_error(self) -> float:
        """Root of the variance in all."""
        return math.sqrt(self._plain.total)

    @property
    def degrees(self) -> float:
        """Degrees of freedom of Barnard and Rubin."""
        return self._plain.degrees

    @property
    def missing_information(self) -> float:
        """Fraction of the information about this number that the missing values took away."""
        return self._plain.missing_information

    def interval(self, level: float | None = None) -> Interval:
        """Interval at a level, that of the estimate unless another is given."""
        asked = self.level if level is None else check_level(level)
        if self.is_exact:
            return Interval(self.value, self.value, asked, "exact")
        centre, pooled = self._on_scale
        half = quantile(pooled.degrees, asked) * math.sqrt(pooled.total)
        low, high = (self.scale.back(end) for end in (centre - half, centre + half))
        least, most = self._bounds
        return Interval(max(low, least), min(high, most), asked, f"Rubin, {self.scale.name}")

    @property
    def _bounds(self) -> tuple[float, float]:
        return min(one.bounds[0] for one in self.estimates), max(one.bounds[1] for one in self.estimates)

    @property
    def low(self) -> float:
        """Lower end of the interval."""
        return self.interval().low

    @property
    def high(self) -> float:
        """Upper end of the interval."""
        return self.interval().high

    def confidence(self, above: float = 0.0) -> float:
        """One-sided confidence level that the number is above a value; see :class:`Estimate`."""
        from scipy.special import stdtr

        centre, pooled = self._on_scale
        if self.scale is LOG_ODDS and not 0.0 < above < 1.0:
            return float(above <= 0.0)
        if self.scale is LOG and above <= 0.0:
            return 1.0
        apart = centre - self.scale.to(above)
        if pooled.total == 0.0:
            return 0.5 if apart == 0.0 else float(apart > 0.0)
        return float(stdtr(min(pooled.degrees, 1e9), apart / math.sqrt(pooled.total)))

    def at_level(self, level: float) -> ImputedEstimate:
        """The same with another level for its interval."""
        return replace(self, estimates=tuple(one.at_level(level) for one in self.estimates))

    def _copies(self, other: Any) -> Sequence[Any] | None:
        """Another number copy by copy; what is not pooled is the same in all. None for what is no number."""
        if not isinstance(other, ImputedEstimate):
            is_term = isinstance(other, Estimate) or is_number(other)
            return [other] * len(self.estimates) if is_term else None
        if len(other.estimates) != len(self.estimates):
            raise SettingError(
                f"one number is pooled over {len(self.estimates)} imputations, the other over "
                f"{len(other.estimates)}."
            )
        return other.estimates

    def __add__(self, other: ImputedEstimate | Estimate | float) -> ImputedEstimate:
        copies = self._copies(other)
        if copies is None:
            return NotImplemented
        return ImputedEstimate(tuple(map(add, self.estimates, copies)))

    __radd__ = __add__

    def __sub__(self, other: ImputedEstimate | Estimate | float) -> ImputedEstimate:
        copies = self._copies(other)
        if copies is None:
            return NotImplemented
        return ImputedEstimate(tuple(map(sub, self.estimates, copies)))

    def __rsub__(self, other: Estimate | float) -> ImputedEstimate:
        return -(self - other)

    def __mul__(self, factor: float) -> ImputedEstimate:
        if not is_number(factor):
            return NotImplemented
        return ImputedEstimate(tuple(one * factor for one in self.estimates))

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> ImputedEstimate:
        return self * (1.0 / divisor) if is_number(divisor) else NotImplemented

    def __neg__(self) -> ImputedEstimate:
        return self * -1.0

    def __float__(self) -> float:
        return self.value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if spec else str(self)

    def __str__(self) -> str:
        if self.is_exact:
            return f"{self.value:.4g}"
        low, high, level, _ = self.interval()
        return f"{self.value:.4g} ({100 * level:g} % CI {low:.4g} to {high:.4g})"

    def __repr__(self) -> str:
        return f"ImputedEstimate({self}; {len(self.estimates)} imputations)"


def _centre_and_spread(estimate: Estimate, scale: Scale) -> tuple[float, Spread]:
    """The middle of one copy's interval on a scale, and its variance with its degrees of freedom.

    Where the interval is a t interval, its own; elsewhere the variance that gives an interval of its width.
    """
    if estimate.is_exact:
        return scale.to(estimate.value), Spread(0.0, math.inf)
    if estimate.method == "t":
        return estimate.value, estimate.spread
    centre, spread = estimate.centre_and_spread()
    if scale is PLAIN and estimate.method != "hull":
        return centre, spread
    low, high = (scale.to(end) for end in estimate.interval(estimate.level)[:2])
    variance = ((high - low) / 2.0 / quantile(spread.degrees, estimate.level)) ** 2
    return (low + high) / 2.0, Spread(variance, spread.degrees)
