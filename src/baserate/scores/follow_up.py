"""Outcomes by a horizon where some patients are not followed that long: labels and censoring weights.

With ``X`` the time to which a patient was followed, ``e`` how it ended (0 censored, 1 the event, 2 a
competing event) and ``t`` the horizon, the outcome is ``Y = 1{X <= t, e = 1}``; a competing event by the
horizon makes a non-case. Who was censored before the horizon has no outcome, and those who were followed
stand for them: with ``G`` the Kaplan-Meier curve of censoring, whoever's outcome is known counts

    W = 1 / G(min(X, t)-)

times, the others not at all (inverse probability of censoring weights; Graf and others 1999,
doi:10.1002/(SICI)1097-0258(19990915/30)18:17/18<2529::AID-SIM274>3.0.CO;2-5). At equal times events come
before censoring, so that a patient censored at the horizon itself has been followed to it, and then
exactly ``mean(W) = 1`` and ``mean(W Y)`` is the Kaplan-Meier, with competing events the Aalen-Johansen,
estimate of the risk by ``t``. Where weights of patients are given, all of these are means by weight.

Where censoring depends on what is known of patients, the curve is estimated within strata of that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.distribution import as_float
from baserate.errors import DataError, FollowUpError, OneClassError, SettingError, options_named
from baserate.scores.columns import column, examples
from baserate.scores.events import CENSORED, COMPETING, EVENT, event_codes

__all__ = ["FollowUp"]

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]
Codes = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class FollowUp:
    """How long each patient was followed, how it ended, and the horizon by which the outcome counts.

    ``stratum`` numbers the strata within which the curve of censoring is estimated, ``strata`` names them;
    None where there is one curve for all. ``patients`` is how many a row stands for, None for one each.

    >>> follow_up = FollowUp.of([1.0, 2.0, 3.0, 4.0], [1, 0, 1, 0], 3.5)
    >>> follow_up.label, follow_up.weights()
    (array([1, 0, 1, 0], dtype=int8), array([1. , 0. , 1.5, 1.5]))
    """

    time: Numbers = field(repr=False)
    event: NDArray[np.int8] = field(repr=False)
    horizon: float
    stratum: Codes | None = field(default=None, repr=False)
    strata: tuple[str, ...] = ()
    patients: NDArray[np.int64] | None = field(default=None, repr=False)

    @classmethod
    def of(
        cls,
        time: object,
        event: object,
        horizon: object,
        *,
        censoring: object = None,
        positive: object = None,
        censored: object = None,
    ) -> FollowUp:
        """From columns, checked: see :mod:`baserate.errors` for what is refused.

        Parameters
        ----------
        time
            To which each patient was followed, not negative, in the unit of the horizon.
        event
            How follow-up ended: 0 censored, 1 the event, 2 and more competing events; or by name.
        horizon
            The time by which an event counts.
        censoring
            Strata within which the curve of censoring is estimated: one value for each patient.
        positive, censored
            The values of ``event`` that mean the event of interest, and that there was none.
        """
        until = check_horizon(horizon)
        times = with_horizon(check_times(column(time, "time")), until)
        codes = event_codes(column(event, "event"), "event", positive, censored)
        stratum, names = (None, ()) if censoring is None else _strata(censoring)
        follow_up = cls(times, codes, until, stratum, names)
        follow_up.check_length({"event": codes, "censoring": stratum})
        return follow_up

    @cached_property
    def is_censored(self) -> Mask:
        """Who was censored before the horizon, and so has no outcome."""
        return np.asarray((self.event == CENSORED) & (self.time < self.horizon))

    @cached_property
    def label(self) -> NDArray[np.int8]:
        """1 for who had the event by the horizon; 0 for all others, also those without an outcome."""
        return np.asarray((self.event == EVENT) & (self.time <= self.horizon)).astype(np.int8)

    @cached_property
    def places(self) -> tuple[Codes, Mask, Codes]:
        """Where each patient is among the times of censoring, as :class:`CensoringCurve` has it; kept."""
        return places_of(self)

    @property
    def is_complete(self) -> bool:
        """Whether everybody's outcome at the horizon is known."""
        return not bool(self.is_censored.any())

    @property
    def competing(self) -> Mask:
        """Who had a competing event by the horizon."""
        return np.asarray((self.event == COMPETING) & (self.time <= self.horizon))

    def curve(self, own: Numbers | None = None) -> CensoringCurve:
        """The curve of censoring; ``own`` are the patients' weights, if there are any."""
        return CensoringCurve.of(self, own)

    def weights(self, own: Numbers | None = None) -> Numbers | None:
        """How much each patient counts; as it was, None for once each, where nobody is censored."""
        if self.is_complete:
            return own
        weight = self.curve(own).weight
        return weight if own is None else np.asarray(own * weight)

    def check_length(self, others: Mapping[str, object]) -> None:
        """Refuse columns that are not as long as the times."""
        for name, other in others.items():
            rows = len(self.time) if other is None else len(column(other, name))
            if rows != len(self.time):
                lengths = f"time has {len(self.time):,} rows, {{column}} has {rows:,}"
                raise DataError(f"{lengths}. They must match.", column=name)

    def part(self, chosen: Mask | Codes | slice) -> FollowUp:
        """Some of the patients."""
        stratum, patients = (None if one is None else one[chosen] for one in (self.stratum, self.patients))
        return FollowUp(self.time[chosen], self.event[chosen], self.horizon, stratum, self.strata, patients)

    def count(self, chosen: Mask | None = None) -> int:
        """How many patients there are, or how many of the rows that are chosen."""
        if self.patients is None:
            return len(self.time) if chosen is None else int(np.count_nonzero(chosen))
        return int(self.patients.sum() if chosen is None else self.patients[chosen].sum())


@dataclass(frozen=True, eq=False)
class CensoringCurve:
    """Kaplan-Meier curves of censoring before the horizon, one for each stratum, end to end.

    Every stratum has its times of censoring, ascending, and one place more for who is followed beyond
    them all: ``place`` is where each patient is, the number of times of the patient's stratum before
    ``min(X, t)``, counted from where the stratum begins. ``last`` marks the places beyond all times.
    By time, ``at_risk`` is the weight of those who might have been censored then, ``left`` that of
    those who were not; ``share_left`` is ``G`` before the place.
    """

    is_censored: Mask = field(repr=False)
    own: Numbers | None = field(repr=False)
    place: Codes = field(repr=False)
    last: Mask = field(repr=False)
    first: Codes = field(repr=False)  # where the stratum of each place begins
    at_risk: Numbers = field(repr=False)
    left: Numbers = field(repr=False)
    share_left: Numbers = field(repr=False)

    @classmethod
    def of(cls, follow_up: FollowUp, own: Numbers | None) -> CensoringCurve:
        """The curves of patients with weights ``own``; refused where nobody is followed to the horizon."""
        check_followed(follow_up, own)
        return cls.at_places(follow_up.is_censored, own, *follow_up.places)

    @classmethod
    def at_places(
        cls, censored: Mask, own: Numbers | None, place: Codes, last: Mask, first: Codes
    ) -> CensoringCurve:
        """The curves of patients whose places are known; at some of these nobody may be censored."""
        lost = np.bincount(
            place[censored], None if own is None else own[censored], minlength=len(last)
        ).astype(np.float64)
        weight = np.bincount(place, own, minlength=len(last)).astype(np.float64)
        left = after(weight, last)
        at_risk = left + lost
        factor = np.where(lost > 0.0, left / np.where(at_risk > 0.0, at_risk, 1.0), 1.0)
        share_left = np.empty(len(last))
        for begin, end in zip(np.unique(first), np.flatnonzero(last), strict=True):
            share_left[begin] = 1.0
            np.cumprod(factor[begin:end], out=share_left[begin + 1 : end + 1])
        return cls(censored, own, place, last, first, at_risk, left, share_left)

    @cached_property
    def weight(self) -> Numbers:
        """Of each patient: one over G before the outcome was known, none where it is not."""
        return np.where(self.is_censored, 0.0, 1.0 / self.share_left.take(self.place))


def after(numbers: Numbers, last: Mask) -> Numbers:
    """For every place the sum of the numbers at later places of its stratum."""
    beyond = np.append(np.cumsum(numbers[::-1])[::-1][1:], 0.0)
    ends = np.flatnonzero(last)
    if len(ends) == 1:
        return beyond
    return np.asarray(beyond - np.repeat(beyond[ends], np.diff(ends, prepend=-1)))


def places_of(follow_up: FollowUp) -> tuple[Codes, Mask, Codes]:
    """Where each patient is among the times of censoring of the stratum, and how the places are divided."""
    until = np.minimum(follow_up.time, follow_up.horizon)
    place = np.empty(len(until), dtype=np.intp)
    last: list[Mask] = []
    first: list[Codes] = []
    start = 0
    for rows in _by_stratum(follow_up):
        times = np.unique(follow_up.time[rows][follow_up.is_censored[rows]])
        place[rows] = start + np.searchsorted(times, until[rows], side="left")
        last.append(np.arange(len(times) + 1) == len(times))
        first.append(np.full(len(times) + 1, start, dtype=np.intp))
        start += len(times) + 1
    return place, np.concatenate(last), np.concatenate(first)


def _by_stratum(follow_up: FollowUp) -> list[Codes | slice]:
    """The rows of each stratum that has patients."""
    if follow_up.stratum is None:
        return [slice(None)]
    order = np.argsort(follow_up.stratum, kind="stable")
    sizes = np.bincount(follow_up.stratum, minlength=len(follow_up.strata))
    return [rows for rows in np.split(order, np.cumsum(sizes)[:-1]) if len(rows)]


def check_followed(follow_up: FollowUp, own: Numbers | None) -> None:
    """Refuse a stratum in which patients are censored and none is followed to the horizon."""
    for rows in _by_stratum(follow_up):
        part, weight = follow_up.part(rows), None if own is None else own[rows]
        time, censored = part.time, part.is_censored
        counts = np.ones(len(time), dtype=bool) if weight is None else weight > 0.0
        if (censored & counts).any() and not ((time >= follow_up.horizon) & counts).any():
            raise nobody_followed(
                follow_up.horizon, float(time.max()), part.count(censored), _name_of(follow_up, rows)
            )


def check_outcomes(follow_up: FollowUp, weight: Numbers) -> None:
    """Refuse patients of whom none had the event by the horizon, or none is known to have had none."""
    for wanted, what in ((1, "has the event by"), (0, "is known to be without it at")):
        if not ((follow_up.label == wanted) & (weight > 0.0)).any():
            censored = follow_up.count(follow_up.is_censored)
            raise OneClassError(
                f"nobody {what} the horizon of {follow_up.horizon:g}; "
                f"{censored:,} of {follow_up.count():,} patients are censored before.",
                advice="Check which value of the event means what, and the unit of the horizon.",
            )


def nobody_followed(horizon: float, longest: float, censored: int, stratum: str | None) -> FollowUpError:
    """The error for patients of whom none is followed to the horizon, though some are censored before."""
    where = "" if stratum is None else f" with {stratum}"
    return FollowUpError(
        f"nobody{where} is followed to the horizon of {horizon:g}: the longest follow-up is {longest:g}, and "
        "{where} are censored before.",
        column="time",
        count=censored,
        advice="Choose a horizon to which some are followed"
        + ("." if stratum is None else ", or fewer strata for censoring."),
    )


def _name_of(follow_up: FollowUp, rows: Codes | slice) -> str | None:
    if follow_up.stratum is None or not follow_up.strata:
        return None
    return follow_up.strata[int(follow_up.stratum[rows][0])]


def _strata(censoring: object) -> tuple[Codes, tuple[str, ...]]:
    names, codes = np.unique(column(censoring, "censoring"), return_inverse=True)
    return codes.astype(np.intp), tuple(f"censoring {name!s}" for name in names)


def check_horizon(horizon: object) -> float:
    """The horizon, a time above zero."""
    if not 0.0 < as_float(horizon) < math.inf:
        raise SettingError(
            f"\0horizon=\0 is a time above zero, in the unit of the follow-up times; found {horizon!r}."
        )
    return as_float(horizon)


def check_times(time: NDArray[np.generic], name: str = "time") -> Numbers:
    """Times of follow-up: finite, and not negative."""
    if time.dtype.kind not in "biuf":
        text = time.dtype.kind in "US" and len(time)
        raise times_not_numbers(name, f"text such as {str(time[0])!r}" if text else str(time.dtype))
    times = time.astype(np.float64)
    strange = ~np.isfinite(times)
    if strange.any():
        raise times_strange(name, **examples(times, strange))
    below = times < 0.0
    if below.any():
        raise times_negative(name, **examples(times, below))
    return times


def in_single_precision(horizon: float) -> float:
    """The horizon as a column of single precision has it: 0.3 is 0.30000001 there."""
    return float(np.float32(horizon))


def with_horizon(times: Numbers, horizon: float) -> Numbers:
    """Times of which those that are the horizon in single precision are the horizon."""
    single = in_single_precision(horizon)
    return times if single == horizon else np.where(times == single, horizon, times)


def times_not_numbers(name: str, kind: str) -> FollowUpError:
    """The error for times that are text, or dates."""
    return FollowUpError(
        f"{{column}} must be times of follow-up as numbers; found {kind}.",
        column=name,
        advice="Give the time from the prediction to the event or to the end of follow-up, such as days.",
    )


def times_strange(name: str, **where: Any) -> FollowUpError:
    """The error for times that are infinite."""
    return FollowUpError("{column} is not a finite number in {where}.", column=name, **where)


def times_negative(name: str, **where: Any) -> FollowUpError:
    """The error for times before the prediction."""
    advice = "Time counts from when the prediction was made."
    return FollowUpError("{column} is negative in {where}.", column=name, **where, advice=advice)


def read_follow_up(
    time: object, event: object, horizon: object, given: Sequence[object] = (), **more: object
) -> FollowUp | None:
    """The follow-up that arguments of a function describe; None where they describe none.

    ``given`` are the labels that were passed, which cannot be told beside a follow-up.
    """
    labelled = any(value is not None for value in given)
    if not says_follow_up({"time": time, "event": event, "horizon": horizon}, labelled, more):
        return None
    return FollowUp.of(time, event, horizon, **more)


def says_follow_up(asked: Mapping[str, object], labelled: bool, more: Mapping[str, object]) -> bool:
    """Whether time, event and horizon are given, in place of outcomes; refused where only some of it is.

    ``labelled`` says that outcomes are given, too; ``more`` means something for a follow-up alone.
    """
    missing = [name for name, value in asked.items() if value is None]
    extra = [name for name, value in more.items() if value is not None]
    if len(missing) == len(asked):
        if extra:
            raise SettingError(f"{options_named(extra)}: say too \0time=\0, \0event=\0 and \0horizon=\0.")
        return False
    if missing:
        raise SettingError(
            f"\0time=\0, \0event=\0 and \0horizon=\0 belong together; missing: {options_named(missing)}."
        )
    if labelled:
        raise SettingError(
            "outcomes are given, or \0time=\0, \0event=\0 and \0horizon=\0 that they follow from: not both."
        )
    return True
