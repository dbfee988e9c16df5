"""Where a model is to be used: how common the disease is there, and what an error costs.

Prevalences and costs can be given the way people say them: ``0.1``, ``"10%"``, ``(0.01, 0.10)``,
``"1%..10%"``; ``"1:30"``, ``("1:50", "1:5")``. Here they become one :class:`Deployment`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from baserate.deployment.distributions import Distribution, Point
from baserate.deployment.notation import (
    COSTS,
    NOUNS,
    SHARES,
    c_of_ratio,
    percent,
    ratio,
    ratio_in_words,
    read_cost,
    read_number,
    read_share,
)
from baserate.deployment.shift import LABEL_SHIFT, Shift, ShiftLike
from baserate.deployment.units import NET_BENEFIT, Unit, UnitLike
from baserate.errors import SettingError

__all__ = [
    "EVEN",
    "Cost",
    "CostLike",
    "Deployment",
    "Prevalence",
    "PrevalenceLike",
    "Value",
    "source_or",
    "source_prevalence_of",
    "stated_source",
    "threshold_of",
]

Value: TypeAlias = float | str
PrevalenceLike: TypeAlias = "Value | tuple[Value, Value] | Mapping[str, Any] | Distribution | Prevalence"
CostLike: TypeAlias = "Value | tuple[Value | Cost, Value | Cost] | Mapping[str, Any] | Distribution | Cost"


@dataclass(frozen=True)
class Prevalence:
    """How common the disease is where the model will be used.

    >>> print(Prevalence.of("10%"))
    10 %
    >>> print(Prevalence.of((0.01, 0.10)))
    1 % to 10 %
    >>> print(Prevalence.of("triangular 1%..3%..10%"))
    1 % to 10 %, most likely 3 %
    >>> print(Prevalence.of({"kind": "Beta", "alpha": 2, "beta": 38}))
    Beta(2, 38), mean 5 %
    """

    distribution: Distribution

    def __post_init__(self) -> None:
        if not isinstance(self.distribution, Distribution):
            raise SettingError(f"write Prevalence.of({self.distribution!r}).")

    @classmethod
    def of(cls, value: PrevalenceLike) -> Prevalence:
        """Read what is known about a prevalence.

        Parameters
        ----------
        value
            A number, "10%"; a range ``(a, b)``, "1%..10%" or "0.01:0.10", uniform in log odds; a
            distribution, or as text "uniform 1%..10%", "triangular 1%..3%..10%", "beta(2, 40)",
            "sites 2% 3, 10% 1"; or a dictionary as :meth:`to_dict` makes it.
        """
        if isinstance(value, Prevalence):
            return value
        try:
            return cls(SHARES.distribution(value))
        except SettingError as error:
            raise error.naming("prevalence", value) from None

    def to_dict(self) -> dict[str, Any]:
        """The distribution as plain data, which :meth:`of` reads again."""
        return self.distribution.to_dict()

    @property
    def stated(self) -> Any:
        """As shortly as it can be given again: a number, a pair, or :meth:`to_dict`."""
        return self.distribution.stated

    def __str__(self) -> str:
        return self.distribution.words(percent)


@dataclass(frozen=True)
class Cost:
    """What an unnecessary treatment costs, compared with a missed case.

    The cost parameter ``c`` is the probability of disease at which treating is just worth while;
    ``c / (1 - c)`` is the harm of a false positive over the harm of a false negative.

    >>> Cost.ratio(1, 30).c == 1 / 31
    True
    >>> print(Cost.of("1:30"))
    1:30 (one missed case = 30 unnecessary treatments)
    >>> print(Cost.utilities(tp=0.9, fn=0.6, tn=1.0, fp=0.99))
    1:30 (one missed case = 30 unnecessary treatments)
    """

    distribution: Distribution

    def __post_init__(self) -> None:
        if not isinstance(self.distribution, Distribution):
            raise SettingError(f"write Cost.of({self.distribution!r}).")

    @classmethod
    def of(cls, value: CostLike) -> Cost:
        """Read what is known about a cost.

        Parameters
        ----------
        value
            "1:30" (false positive : false negative), or ``c``; a range of either, uniform in log
            odds; a distribution, or as text "uniform 1:50..1:5", "triangular 1:50..1:15..1:5",
            "beta(2, 40)"; or a dictionary as :meth:`to_dict` makes it.
        """
        if isinstance(value, Cost):
            return value
        if isinstance(value, tuple) and all(isinstance(harm, int) and harm >= 1 for harm in value):
            written = ":".join(map(str, value))
            raise SettingError(
                f"\0argument\0: a pair is a range of costs. For the ratio write '{written}'.",
                argument=("cost", value),
            )
        try:
            return cls(_SCALE.distribution(value))
        except SettingError as error:
            raise error.naming("cost", value) from None

    @classmethod
    def ratio(cls, false_positive: float, false_negative: float) -> Cost:
        """From the harm of an unnecessary treatment and the harm of a missed case: ``ratio(1, 30)``.

        Parameters
        ----------
        false_positive, false_negative
            The two harms, in any unit.
        """
        try:
            return cls(Point(c_of_ratio(false_positive, false_negative)))
        except SettingError as error:
            raise SettingError(f"cost {false_positive}:{false_negative}: {error}") from None

    @classmethod
    def threshold(cls, c: Value) -> Cost:
        """From the probability of disease at which treating is just worth while.

        Parameters
        ----------
        c
            The threshold probability, such as 0.03 or "3%".
        """
        try:
            return cls(Point(read_share(c)))
        except SettingError as error:
            raise SettingError(f"cost threshold {c!r}: {error}") from None

    @classmethod
    def utilities(cls, *, tp: float, fp: float, fn: float, tn: float) -> Cost:
        """From the value of each outcome, in any unit: ``c = (tn-fp) / ((tn-fp) + (tp-fn))``.

        Parameters
        ----------
        tp, fp, fn, tn
            Value of treating a patient with the disease, of treating one without it, of not treating one
            with it, and of not treating one without it.
        """
        try:
            tp, fp, fn, tn = (read_number(value) for value in (tp, fp, fn, tn))
        except SettingError as error:
            raise SettingError(f"utilities must be numbers: {error}") from None
        if not all(math.isfinite(value) for value in (tp, fp, fn, tn)):
            raise SettingError(f"utilities must be finite; found tp={tp}, fp={fp}, fn={fn}, tn={tn}.")
        if not tn > fp:
            raise SettingError(
                f"treating the healthy (fp={fp}) must be worth less than leaving them alone (tn={tn}); "
                "otherwise all should be treated and no model is needed."
            )
        if not tp > fn:
            raise SettingError(
                f"treating the sick (tp={tp}) must be worth more than missing them (fn={fn}); "
                "otherwise none should be treated and no model is needed."
            )
        return cls.ratio(tn - fp, tp - fn)

    @property
    def c(self) -> float:
        """The cost parameter, when it is known exactly."""
        if self.distribution.point is not None:
            return self.distribution.point
        raise SettingError(f"one cost is needed here; this one is not one number but {self}.")

    def to_dict(self) -> dict[str, Any]:
        """The distribution as plain data, which :meth:`of` reads again."""
        return self.distribution.to_dict()

    @property
    def stated(self) -> Any:
        """As shortly as it can be given again: a ratio where that says it exactly, a pair, a dictionary."""
        stated = self.distribution.stated
        if isinstance(stated, float):
            return _as_ratio(stated)
        return [_as_ratio(end) for end in stated] if isinstance(stated, list) else stated

    @property
    def median(self) -> float:
        """The cost parameter with half of the weight on either side of it."""
        return self.distribution.median

    def share_outside(self, low: Value | Cost, high: Value | Cost) -> float:
        """Share of the weight on costs outside a band, such as ``share_outside("1:50", "1:5")``.

        Parameters
        ----------
        low, high
            The ends of the band, as costs are written.

        >>> from baserate import Beta
        >>> round(Cost.of(Beta(2, 30)).share_outside("1:50", "1:5"), 3)
        0.148
        """
        first, last = Cost.of(low).c, Cost.of(high).c
        if first > last:
            raise SettingError(f"a band of costs must rise; found {ratio(first)} to {ratio(last)}.")
        return 1.0 - (self.distribution.share_below(last) - self.distribution.share_below(first))

    def words(
        self,
        band: tuple[Value | Cost, Value | Cost] | None = None,
        nouns: Mapping[str, str] = NOUNS,
    ) -> str:
        """The cost in words: for a range with its median and, given a band, the weight outside it.

        ``nouns`` are what a study calls what is missed and what is done unnecessarily.

        Parameters
        ----------
        band
            Two costs, as for :meth:`share_outside`.
        nouns
            Names of the outcome and of the action, singular and plural.
        """
        if self.distribution.point is not None:
            return f"{ratio(self.c)} ({ratio_in_words(self.c, nouns)})"
        median = f"{self.distribution.words(ratio)} (median {ratio(self.median)}"
        if band is None:
            return f"{median})"
        ends = " to ".join(ratio(Cost.of(end).c) for end in band)
        return f"{median}, {percent(self.share_outside(*band))} of the weight outside {ends})"

    def __str__(self) -> str:
        return self.words()


EVEN = Cost(Point(0.5))


@dataclass(frozen=True)
class Deployment:
    """A prevalence, a cost, and the units in which decisions are priced.

    ``prevalence`` is None for the evaluation data's own. ``units`` are true positives ("net
    benefit"), the share of what a perfect model gets ("weighted accuracy"), or right decisions,
    every error alike ("accuracy", where the cost is one to one); see
    :mod:`baserate.deployment.units`. ``shift`` says how much of the way from the data's prevalence to the
    deployment's is label shift; see :mod:`baserate.deployment.shift`.
    """

    prevalence: Prevalence | None
    cost: Cost
    units: Unit = NET_BENEFIT
    shift: Shift = LABEL_SHIFT

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", Unit.of(self.units))

    @classmethod
    def of(
        cls,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        units: UnitLike = NET_BENEFIT,
        shift: ShiftLike = LABEL_SHIFT,
    ) -> Deployment:
        """From a prevalence, a cost, units and a shift in any way they can be written.

        Parameters
        ----------
        prevalence
            Where the model will be used: None for the observed one, a number, "10%", a range, or a
            distribution.
        cost
            "1:30" (false positive : false negative), a threshold probability, a range, a :class:`Cost`,
            or a distribution.
        units
            "net benefit", "weighted accuracy" or "accuracy".
        shift
            How much of a difference in prevalence is label shift: 1, the default, to 0, or what
            :func:`baserate.shift` returned.
        """
        unit = Unit.of(units)
        where = None if prevalence is None else Prevalence.of(prevalence)
        return cls(where, Cost.of(cost), unit, Shift.of(shift))

    @staticmethod
    def checked(value: object) -> Deployment:
        """The deployment that was given, or an error that says how to write one."""
        if isinstance(value, Deployment):
            return value
        raise SettingError(
            "a Deployment is needed here, such as baserate.Deployment.of((0.01, 0.10), '1:30'); "
            f"found {value!r}."
        )

    def at(self, prevalence: PrevalenceLike | None) -> Deployment:
        """The same at another prevalence.

        Parameters
        ----------
        prevalence
            As for :meth:`of`.
        """
        return replace(self, prevalence=None if prevalence is None else Prevalence.of(prevalence))

    @property
    def is_label_shift(self) -> bool:
        """Whether nothing but prices and adjusted scores moves with the prevalence.

        It is so with label shift, and where the prevalence is the data's own: there nothing is moved.
        """
        return self.prevalence is None or self.shift.is_label_shift

    @property
    def has_fixed_scale(self) -> bool:
        """Whether what a perfect model scores is known, and does not hang on the patients."""
        return self.prevalence is not None or self.units != NET_BENEFIT

    def prevalence_given(self, data_prevalence: float) -> Distribution:
        """The distribution of prevalence, once the data's own is known."""
        return Point(data_prevalence) if self.prevalence is None else self.prevalence.distribution


def source_prevalence_of(value: Value) -> float:
    """The stated prevalence for which the scores are calibrated: one number."""
    try:
        return read_share(value)
    except SettingError as error:
        problem = str(error).partition("; a range")[0]  # here a range is no answer
        needed = SettingError(f"{problem.rstrip('.')}. One number is needed.")
        raise needed.naming("source_prevalence", value) from None


# What the scores of every group are calibrated to: the group's own observed prevalence, or that of all.
GROUP: Literal["group"] = "group"
ALL: Literal["all"] = "all"


def source_reading_of(value: Value | None) -> float | str | None:
    """To which prevalence scores are calibrated: None (each group's own), ``"all"``, or a stated number.

    >>> source_reading_of("group"), source_reading_of("all"), source_reading_of("10%")
    (None, 'all', 0.1)
    """
    if value is None or value == GROUP:
        return None
    if value == ALL:
        return ALL
    try:
        return source_prevalence_of(value)
    except SettingError as error:
        either = "Or 'group' for each group's observed prevalence, 'all' for that of all patients."
        raise error.about(advice=either) from None


def stated_source(value: Value | None) -> float | None:
    """The prevalence for which the scores are calibrated, if one is stated; None is the observed one."""
    return None if value is None else source_prevalence_of(value)


def source_or(value: Value | None, observed: float) -> float:
    """The prevalence for which the scores are calibrated: the stated one, or else the observed."""
    return observed if value is None else source_prevalence_of(value)


def threshold_of(value: Value) -> float:
    """A decision threshold on the raw score, from 0 (treat all) to 1."""
    try:
        number = read_number(value)
    except SettingError as error:
        raise SettingError(f"threshold {value!r}: {error}") from None
    if not 0.0 <= number <= 1.0:
        raise SettingError(f"threshold {value!r}: it must lie between 0 and 1, as the raw scores do.")
    return number


def _read_cost_or_c(value: object) -> float:
    return value.c if isinstance(value, Cost) else read_cost(value)


# A range of costs may end in costs.
_SCALE = replace(COSTS, read=_read_cost_or_c)


def _as_ratio(c: float) -> float | str:
    """The cost as a ratio where that says it exactly."""
    written = ratio(c)
    try:
        return written if read_cost(written) == c else c
    except SettingError:
        return c
