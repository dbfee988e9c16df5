"""What is said about the dial: gamma with its interval, the groups, what no dial explains; in words too."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from textwrap import fill
from typing import Any

from baserate.deployment.shift import Shift
from baserate.errors import SettingError

__all__ = ["GroupPrevalence", "ShiftEstimate"]

# Chance alone makes groups differ as much, more often than this: then they are not said to.
_CHANCE = 0.05


@dataclass(frozen=True)
class GroupPrevalence:
    """A group: its patients, its observed prevalence, and the prevalence that the score carries.

    ``carried`` is what the prevalence would be if groups differed by nothing but what is in their patients'
    scores: at ``gamma = 0`` the observed one, at ``gamma = 1`` the same in every group. Both have intervals.
    """

    name: str
    patients: int
    cases: int
    observed: float
    observed_low: float
    observed_high: float
    carried: float
    carried_low: float
    carried_high: float


@dataclass(frozen=True)
class Heterogeneity:
    """What differs between groups that no dial explains: the standard deviation of ``u_j``, in log odds.

    ``statistic`` is the sum of squared distances from the line in standard errors, with
    ``degrees_of_freedom``; ``p_value`` how often chance alone leaves as much.
    """

    tau: float
    low: float
    high: float
    level: float
    statistic: float
    degrees_of_freedom: int
    p_value: float

    @property
    def words(self) -> str:
        """What it means, in a sentence or two."""
        shown = f"{100 * self.level:g} % CI {self.low:.2f} to {self.high:.2f}"
        if self.p_value > _CHANCE:
            return (
                "Beyond prevalence, groups differ by no more than chance "
                f"(p = {self.p_value:.2g}; standard deviation of the log odds {self.tau:.2f}, {shown})."
            )
        factor = math.exp(self.tau)
        return (
            "Beyond prevalence, too, groups differ by more than chance: at the same score and prevalence, "
            f"the odds of the outcome are typically {factor:.2g} times those of the average group, or lower "
            "by as much "
            f"(standard deviation of the log odds {self.tau:.2f}, {shown}; p {_p_value(self.p_value)}). One "
            "number for all groups is then rough: look at each."
        )


@dataclass(frozen=True)
class ShiftEstimate:
    """How much of a difference in prevalence is label shift: gamma, its interval, and what it means.

    ``gamma`` is the share that the score of ``model`` does *not* carry; it is 1 under label shift and 0 under
    covariate shift, and chance may put it beyond either; where nothing tells it, it is ``nan``. ``low`` or
    ``high`` is infinite where the data set no end. ``standard_error`` is that of an interval as wide, by
    Student's t with ``degrees_of_freedom``. ``can_tell`` is False where the interval is open or holds the
    whole dial. ``reference`` is the prevalence of all groups together, and ``prevalences_differ`` how often
    chance alone makes groups differ as much in prevalence.
    """

    model: str
    by: str
    gamma: float
    low: float
    high: float
    level: float
    standard_error: float
    degrees_of_freedom: int
    reference: float
    groups: tuple[GroupPrevalence, ...]
    heterogeneity: Heterogeneity
    prevalences_differ: float
    cautions: tuple[str, ...] = ()

    @property
    def can_tell(self) -> bool:
        """Whether the interval is closed, and leaves out label shift or covariate shift."""
        return math.isfinite(self.high - self.low) and (self.low > 0.0 or self.high < 1.0)

    @property
    def words(self) -> str:
        """The result in sentences, and what to do."""
        return " ".join((self._finding, self.heterogeneity.words, *self.cautions))

    @property
    def _finding(self) -> str:
        which = f"these {len(self.groups)} groups"
        if not self.can_tell:
            return (
                f"How much of what differs in prevalence the score carries, {which} cannot tell: {self._open}"
            )
        if self._is_beyond:
            return self._beyond
        # What the score carries is 1 - gamma; beyond all and nothing there is no share.
        carries = (100.0 * min(max(1.0 - one, 0.0), 1.0) for one in (self.gamma, self.high, self.low))
        share, least, most = (f"{one:.0f}" for one in carries)
        return (
            f"The score already carries {share} % ({self._level} CI {least} to {most}) of what differs in "
            f"prevalence between {which}. {self._advice}"
        )

    @property
    def _level(self) -> str:
        return f"{100.0 * self.level:g} %"

    @property
    def _is_beyond(self) -> bool:
        """Whether all of the interval lies beyond an end of the dial."""
        return self.low > 1.0 or self.high < 0.0

    @property
    def _beyond(self) -> str:
        if self.low > 1.0:
            found = "At equal scores these groups differ by more than their prevalences do (gamma above 1)"
        else:
            found = "At equal scores the outcome is rarer where it is more common (gamma below 0)"
        return (
            f"{found}: neither label shift nor covariate shift fits, nor anything between. Scores of some "
            "groups are off for another reason: look at calibration by group, and recalibrate there first."
        )

    @property
    def _advice(self) -> str:
        gamma = min(max(self.gamma, 0.0), 1.0)
        use = f"use shift={gamma:.2g}"
        if self.high < 1.0:
            against = "It is not label shift, and full adjustment to another prevalence would be too much"
            return f"{against}: {use}." if self.low > 0.0 else f"{against}; covariate shift would fit: {use}."
        or_one = "" if f"{gamma:.2g}" == "1" else ", or 1"
        return f"Label shift would fit, and leaving scores as they are would not: {use}{or_one}."

    @property
    def _open(self) -> str:
        """What is left possible, why it is so much, and what to do."""
        if self.high < 1.0:
            left = f"gamma may be anything up to {self.high:.2g}, so that label shift (1) does not fit"
        elif self.low > 0.0:
            left = f"gamma may be anything from {self.low:.2g}, so that covariate shift (0) does not fit"
        else:
            left = "gamma may be anything from 0 (covariate shift) to 1 (label shift)"
        advice = "Judge models at shift=0 and at shift=1, and see whether the verdict holds."
        return f"{left}. {self._cause} {advice}"

    @property
    def _cause(self) -> str:
        if self.prevalences_differ > _CHANCE:
            differ = f"differ between the groups by no more than chance (p = {self.prevalences_differ:.2g})"
            return f"Prevalences {differ}."
        if self.heterogeneity.p_value <= _CHANCE:
            return "The groups differ in too much else."
        return "The groups are too few, too small, or too alike in prevalence."

    def as_shift(self) -> Shift:
        """The estimate as a deployment takes it, with its standard error; within 0 and 1."""
        if not self.can_tell:
            raise SettingError(f"the shift by {self.by!r} cannot be used as an estimate: {self._open}")
        if self._is_beyond:
            raise SettingError(f"the shift by {self.by!r} cannot be used as an estimate: {self._beyond}")
        return Shift(min(max(self.gamma, 0.0), 1.0), self.standard_error, float(self.degrees_of_freedom))

    @property
    def heading(self) -> str:
        """The number, and whose."""
        return f"{self.model}, by {self.by}: gamma {_number(self.gamma)} ({self._level} CI {self._interval})"

    def summary(self) -> str:
        """The number and the words, as plain text."""
        return f"{self.heading}\n\n{fill(self.words, 100)}"

    @property
    def _interval(self) -> str:
        has_low, has_high = math.isfinite(self.low), math.isfinite(self.high)
        if has_low and has_high:
            return f"{self.low:.2f} to {self.high:.2f}"
        if has_low:
            return f"{self.low:.2f} or more"
        return f"{self.high:.2f} or less" if has_high else "any value"

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; what has no end is None."""
        content = {
            **asdict(self),
            "groups": [asdict(group) for group in self.groups],
            "can_tell": self.can_tell,
        }
        content |= {"words": self.words, "cautions": list(self.cautions)}
        return {name: _finite(value) for name, value in content.items()}


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _number(value: float) -> str:
    return "unknown" if math.isnan(value) else f"{value:.2f}"


def _p_value(value: float) -> str:
    return f"= {value:.2g}" if value >= 0.001 else "< 0.001"
