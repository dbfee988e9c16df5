"""Patients on an engine who are followed to a horizon: one sum over them gives every curve of censoring.

They are counted by group, stratum of censoring, time and how follow-up ended, so that the curve of everybody,
of a group or of all others is exact. Bins know less: the place of their patients, which is a step of the
curve where steps are few, and a stretch of follow-up time with several steps where they are many.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.inference.censoring import Censoring
from baserate.inference.curve_steps import Steps, hazards
from baserate.patients.engine import (
    GROUP,
    JOINT_PLACE,
    KIND,
    OWN,
    PLACE,
    STRATUM,
    TIME,
    WEIGHT,
    collect,
    sum_exactly,
    translated_failures,
    upload,
)
from baserate.patients.followed import Followed
from baserate.patients.group_cells import GroupCells, StratumCells
from baserate.scores.columns import binary_scale
from baserate.scores.events import CENSORED, COMPETING, EVENT
from baserate.scores.follow_up import (
    CensoringCurve,
    FollowUp,
    check_followed,
    check_outcomes,
    in_single_precision,
)

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]
Codes = NDArray[np.intp]

# How follow-up ended by the horizon: censored before it, the event, a competing one, or none of these.
LOST, CASE, OTHER_EVENT, FOLLOWED = 0, 1, 2, 3
# More times than these are rounded down to a grid before patients are counted by them.
_MOST_TIMES = 1_000_000
# Times are many if so many of the first rows have different ones.
_FIRST_ROWS, _MANY_OF_THESE = 10_000, 2_000
# Of so many patients bins have every step of the curve, or up to so many steps.
_EVERY_STEP, _FEW_STEPS, _MANY_PATIENTS = 20_000, 512, 200_000
# Else so many places in all groups and strata together, and no more or fewer than these in one of them.
_ALL_PLACES, _FEWEST_PLACES, _MOST_PLACES, _JOINT_PLACES = 512, 8, 32, 16
_COUNT, _WEIGHT_FOR_CENSORING, _LOST = "__count", "__censoring", "__lost"
_USED = (STRATUM, TIME, KIND, PLACE, JOINT_PLACE, WEIGHT, _WEIGHT_FOR_CENSORING, _LOST)


def with_kinds(frame: Any, codes: Mapping[Any, int], horizon: float, is_boolean: bool, outcome: str) -> Any:
    """How follow-up ended by the horizon, and how long it was up to there, of rows that lack nothing.

    ``codes`` says what the values of the event mean.
    """
    event, time = nw.col(outcome), nw.col(TIME)
    if is_boolean:  # some engines do not compare these with numbers
        event, codes = event.cast(nw.Int8), {int(value): code for value, code in codes.items()}
    frame = frame.with_columns(time.cast(nw.Float64).alias(TIME))
    single = in_single_precision(horizon)
    if single != horizon:
        frame = frame.with_columns(nw.when(time == single).then(nw.lit(horizon)).otherwise(time).alias(TIME))
    kind = nw.lit(FOLLOWED)
    for code, name in ((COMPETING, OTHER_EVENT), (EVENT, CASE), (CENSORED, LOST)):
        values = [value for value, own in codes.items() if own == code]
        if values:
            by_then = time < horizon if code == CENSORED else time <= horizon
            frame = frame.with_columns(
                nw.when(event.is_in(values) & by_then).then(nw.lit(name)).otherwise(kind).alias(KIND)
            )
            kind = nw.col(KIND)
    return frame.with_columns(nw.when(time < horizon).then(time).otherwise(nw.lit(horizon)).alias(TIME))


def rounded_times(frame: Any, patients: int, horizon: float) -> tuple[Any, str | None]:
    """Times that are not too many to be counted one by one, and what was done to them, in words."""
    if patients <= _MOST_TIMES:
        return frame, None
    first = collect(frame.select(TIME).head(_FIRST_ROWS).unique())
    if first.height <= _MANY_OF_THESE:
        return frame, None
    step = horizon / 2.0 ** (_MOST_TIMES.bit_length() - 4)
    floor = ((nw.col(TIME) / step).floor() * step).alias(TIME)
    frame = frame.with_columns(floor)
    return frame, f"times of follow-up were rounded down to multiples of {step:g}"


def counted(frame: Any) -> Any:
    """Patients and their weights by group, stratum, time and how follow-up ended."""
    keys = [name for name in (GROUP, STRATUM, TIME, KIND) if name in frame.columns]
    rows = frame.with_columns(nw.lit(1).alias(_COUNT))
    return sum_exactly(rows, keys, [_COUNT], [WEIGHT] if WEIGHT in frame.columns else [])


@dataclass(frozen=True, eq=False)
class Places:
    """Stretches of the steps of curves: ``of_step`` is that of each; ``first`` and ``last`` as of a curve."""

    of_step: Codes = field(repr=False)
    first: Codes = field(repr=False)
    last: Mask = field(repr=False)

    @classmethod
    def of(cls, steps: Numbers, first: Codes, last: Mask, most: int) -> Places:
        """At most so many in each stratum, with about as much hazard each; its end has one of its own."""
        of_step = np.zeros(len(steps), dtype=np.intp)
        starts, ends = [], []
        found = 0
        for begin, end in zip(np.unique(first), np.flatnonzero(last), strict=True):
            starts.append(found)
            here = steps[begin:end]
            if len(here) <= most:
                own = np.arange(len(here))
            else:
                before = np.cumsum(here) - here
                share = np.floor(most * before / here.sum()).astype(np.intp)
                own = np.unique(share, return_inverse=True)[1].ravel()
            of_step[begin:end] = found + own
            found += int(own.max(initial=-1)) + 1
            of_step[end] = found
            ends.append(found)
            found += 1
        sizes = np.asarray(ends) - np.asarray(starts) + 1
        return cls(of_step, np.repeat(starts, sizes).astype(np.intp), np.isin(np.arange(found), ends))


@dataclass(frozen=True, eq=False)
class PartCurve:
    """The curves of some patients: ``rows`` are theirs, ``weight`` is one over G, of every row of all."""

    rows: Mask = field(repr=False)
    curve: CensoringCurve = field(repr=False)
    weight: Numbers = field(repr=False)


@dataclass(frozen=True, eq=False)
class FollowUpCells:
    """Patients by group, stratum, time and how follow-up ended: a row each, of ``follow_up``.

    ``groups`` are the groups as the engine has them, ``names`` as they are called, ``cell`` the number of
    each row's; ``own`` is the weight of a row's patients. ``texts`` are the strata as the engine has them.
    ``most`` is how many places bins of one model have in a stratum, and bins of two.
    """

    groups: tuple[str | None, ...]
    names: tuple[str, ...]
    texts: tuple[str, ...]
    cell: Codes = field(repr=False)
    follow_up: FollowUp = field(repr=False)
    own: Numbers = field(repr=False)
    most: tuple[int, int]
    _parts: dict[bytes, PartCurve] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(
        cls,
        table: Any,
        horizon: float,
        scale: float,
        group_cells: GroupCells | None,
        stratum_cells: StratumCells | None,
    ) -> FollowUpCells:
        """From the table of :func:`counted`, whose weights are ``scale`` times those of the patients."""
        groups, cell = _numbered(table, GROUP)
        texts, stratum = _numbered(table, STRATUM)
        names = () if group_cells is None else group_cells.names(np.array(groups, dtype=object))
        strata = () if stratum_cells is None else stratum_cells.names([str(text) for text in texts])
        kind, count = (table[name].to_numpy().astype(np.int64) for name in (KIND, _COUNT))
        codes = np.array([CENSORED, EVENT, COMPETING, CENSORED], dtype=np.int8)
        time = table[TIME].to_numpy().astype(np.float64)
        own = table[WEIGHT].to_numpy() / scale if WEIGHT in table.columns else count.astype(np.float64)
        follow_up = FollowUp(time, codes[kind], horizon, stratum if strata else None, strata, count)
        most = _places_for(int(count.sum()), len(groups) * len(texts))
        return cls(groups, tuple(map(str, names)), tuple(map(str, texts)), cell, follow_up, own, most)

    @property
    def positives(self) -> int:
        """How many had the event by the horizon."""
        return self.follow_up.count(self.follow_up.label == 1)

    def cells_of(self, chosen: frozenset[str] | str | None) -> Mask:
        """Which groups of the engine make up a group by its name, or several; None for all."""
        if chosen is None:
            return np.ones(len(self.groups), dtype=bool)
        wanted = frozenset([chosen]) if isinstance(chosen, str) else chosen
        return np.array([name in wanted for name in self.names], dtype=bool)

    def followed(self, chosen: frozenset[str] | str | None, heaviest: float | None) -> Followed:
        """How the patients of a group, or all, were followed."""
        rows = self.cells_of(chosen)[self.cell]
        part = self.follow_up.part(rows)
        effective = None if heaviest is None else Censoring(part, self.own[rows]).effective
        strata = 1 if part.stratum is None else len(np.unique(part.stratum))
        censored, competing = part.count(part.is_censored), part.count(part.competing)
        return Followed(part.count(), censored, competing, heaviest, strata, effective)

    def check_outcomes(self) -> None:
        """Refuse patients of whom nobody is known to have had the event, or to have had none."""
        check_outcomes(self.follow_up, self.own * self.everyone.weight)

    @cached_property
    def _steps(self) -> tuple[Codes, Mask, Codes]:
        """The step of every row among those of everybody's curves, and how strata divide them."""
        return self.follow_up.places

    @property
    def everyone(self) -> PartCurve:
        """The curves of all patients."""
        return self.part(np.ones(len(self.groups), dtype=bool))

    def is_complete(self, cells: Mask) -> bool:
        """Whether everybody in some groups has a known outcome."""
        return not bool((self.follow_up.is_censored & cells[self.cell]).any())

    def part(self, cells: Mask) -> PartCurve:
        """The curves of the patients of some groups; refused where nobody is followed to the horizon."""
        key = cells.tobytes()
        if key not in self._parts:
            rows = cells[self.cell]
            check_followed(self.follow_up.part(rows), self.own[rows])
            step, last, first = self._steps
            censored = self.follow_up.is_censored
            curve = CensoringCurve.at_places(censored[rows], self.own[rows], step[rows], last, first)
            weight = np.zeros(len(rows))
            weight[rows] = curve.weight
            self._parts[key] = PartCurve(rows, curve, weight)
        return self._parts[key]

    @cached_property
    def places(self) -> tuple[Places, Places]:
        """The places of bins of one model, and of two."""
        step_hazards = hazards(self.everyone.curve)
        _, last, first = self._steps
        one, two = (Places.of(step_hazards, first, last, most) for most in self.most)
        return one, two

    def place(self, which: int) -> Codes:
        """The place of every row."""
        return self.places[which].of_step.take(self._steps[0])

    def steps(self, part: PartCurve, which: int) -> Steps:
        """The steps of the curves of some patients, by the places of bins."""
        places = self.places[which]
        return Steps.several(part.curve, self.own[part.rows], places.of_step, places.first, places.last)

    @cached_property
    def most_weight(self) -> float:
        """The largest weight for censoring that anybody has by everybody's curve."""
        return float(1.0 / self.everyone.curve.share_left.take(self._steps[0]).min())

    def table(self, scale: float) -> Any:
        """By stratum and time, everybody's weight for censoring times ``scale``, and the places."""
        import polars as pl

        stratum = self.follow_up.stratum
        columns: dict[str, Any] = {} if stratum is None else {STRATUM: np.asarray(self.texts)[stratum]}
        weight = scale / self.everyone.curve.share_left.take(self._steps[0])
        columns |= {TIME: self.follow_up.time, _WEIGHT_FOR_CENSORING: weight}
        columns |= {PLACE: self.place(0), JOINT_PLACE: self.place(1)}
        keys = [TIME] if stratum is None else [STRATUM, TIME]
        return pl.DataFrame(columns).unique(keys, keep="first", maintain_order=True)


def with_weights(frame: Any, cells: FollowUpCells, folder: str) -> tuple[Any, float]:
    """Rows with their weight for censoring and their place, and what all weights are multiplied by.

    Who is censored keeps the weight that was given; places are twice those of :meth:`FollowUpCells.place`,
    and one more for these. ``folder`` must be there for as long as the frame is read.
    """
    scale = binary_scale(cells.most_weight)
    table = cells.table(scale)
    keys = [name for name in (STRATUM, TIME) if name in table.columns]
    with translated_failures():
        small = upload(frame, table, folder, "censoring cannot be weighed")
        frame = frame.join(small, on=keys, how="inner")
    lost, weight = nw.col(KIND) == LOST, nw.col(_WEIGHT_FOR_CENSORING)
    frame = frame.with_columns(
        nw.when(lost).then(nw.lit(scale)).otherwise(weight).alias(_WEIGHT_FOR_CENSORING),
        nw.when(lost).then(nw.lit(1)).otherwise(nw.lit(0)).alias(_LOST),
    )
    places = [(nw.col(name) * 2 + nw.col(_LOST)).alias(name) for name in (PLACE, JOINT_PLACE)]
    own = [weight.alias(WEIGHT)]
    if WEIGHT in frame.columns:
        own = [(nw.col(WEIGHT) * weight).alias(WEIGHT), nw.col(WEIGHT).alias(OWN)]
    others = [name for name in frame.columns if name not in _USED]
    return frame.select(*others, *places, *own), scale


def _numbered(table: Any, name: str) -> tuple[tuple[Any, ...], Codes]:
    """The distinct values of a column in their order, missing ones last, and the number of each row's."""
    if name not in table.columns:
        return ("",), np.zeros(table.height, dtype=np.intp)
    values = table[name].to_list()
    distinct = sorted(set(values), key=lambda value: (value is None, value or ""))
    place = {value: number for number, value in enumerate(distinct)}
    return tuple(distinct), np.array([place[value] for value in values], dtype=np.intp)


def _places_for(patients: int, parts: int) -> tuple[int, int]:
    """How many places there may be in a stratum, for bins of one model and of two."""
    if patients <= _EVERY_STEP:
        return patients, patients
    if patients <= _MANY_PATIENTS:
        return max(_FEW_STEPS // parts, _MOST_PLACES), _MOST_PLACES
    most = min(max(_ALL_PLACES // parts, _FEWEST_PLACES), _MOST_PLACES)
    return most, min(most, _JOINT_PLACES)
