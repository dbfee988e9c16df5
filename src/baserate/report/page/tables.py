"""The patients of an evaluation by group and class: rows in memory, or lines from an engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.data.binning import Binned
from baserate.errors import SettingError
from baserate.evaluation.evidence import Evidence

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]

# Log odds of scores of exactly 0 and 1.
CERTAIN = 40.0


@dataclass(frozen=True, eq=False)
class Side:
    """Patients of one class and bucket: the log odds of a model in each column, and who they stand for."""

    x: Numbers
    count: NDArray[Any]
    weight: Numbers
    squares: Numbers
    weighted: bool

    def __len__(self) -> int:
        return len(self.count)

    @classmethod
    def of(cls, points: Binned, places: Places) -> Side:
        """Some of the patients; those of no weight do not count."""
        if points.weighted:
            places = places[points.weight[places] > 0.0]
        x = points.log_odds[places]
        if points.width == 0.0 and not points.weighted:  # every row is one patient
            ones = np.ones(len(places))
            return cls(x, ones.astype(np.int64), ones, ones, False)
        return cls(x, points.count[places], points.weight[places], points.squares[places], points.weighted)

    def beside(self, other: Side) -> Side:
        """The same patients with the log odds of two models."""
        return replace(self, x=np.hstack((self.x, other.x)))


def sides_of(points: Binned) -> tuple[Side, Side]:
    """The cases, and the non-cases."""
    cases, others = (Side.of(points, np.flatnonzero(points.label == label)) for label in (1, 0))
    return cases, others


@dataclass(frozen=True, eq=False)
class Table:
    """All patients with the log odds of one model, or of two, and the bucket of each."""

    bucket: Places
    everyone: Binned
    buckets: int

    def like(self, other: Table) -> Table:
        """The same, where rows stand as in another table."""
        if len(other.bucket) == len(self.bucket) and self.everyone.width == 0.0:
            self.__dict__["places"] = other.places
        return self

    @cached_property
    def places(self) -> list[tuple[Places, Places]]:
        """Where the cases and the non-cases of each bucket stand."""
        key = 2 * self.bucket + (self.everyone.label != 1)
        small = key.astype(np.uint8) if 2 * self.buckets <= 256 else key  # a tenth of the time to compare
        parts = [np.flatnonzero(small == one) for one in range(2 * self.buckets)]
        return list(zip(parts[::2], parts[1::2], strict=True))

    @cached_property
    def sides(self) -> list[tuple[Side, Side]]:
        """The cases and the non-cases of each bucket."""
        return [(Side.of(self.everyone, cases), Side.of(self.everyone, rest)) for cases, rest in self.places]


def table_of(ev: Evidence, models: Sequence[str], buckets: Sequence[str]) -> Table:
    """One model, or two, on all patients."""
    binned = ev.patients.binned(models)
    bucket = np.full(len(binned), len(buckets), dtype=np.intp)
    for number, name in enumerate(buckets):
        bucket[ev.patients.members(models, name)] = number
    # From here on the bucket says whose group it is, and names take time to carry along.
    points = replace(binned, group=None, log_odds=np.clip(binned.log_odds, -CERTAIN, CERTAIN))
    return Table(bucket, points, len(buckets) + 1)


def buckets_of(ev: Evidence, least: int) -> tuple[str, ...]:
    """Names of the groups that are shown; all other patients share the bucket after the last of these.

    A group is shown if it can be judged, and has enough patients of each class. What is hidden could be
    told from everyone less the groups that are shown: so where the hidden are too few of a class, the
    smallest group that is shown is hidden too, until they are enough.
    """
    everyone = _counts(ev, None)
    if min(everyone) < least:
        raise SettingError(
            f"no number on a page is about fewer than {least} patients with the outcome or without it; "
            f"there are {min(everyone)}. Within the house, pass a smaller smallest_cell (--smallest-cell)."
        )
    counts = {name: _counts(ev, name) for name in ev.groups}
    shown = [name for name, group in ev.groups.items() if group.why_not is None]
    shown = [name for name in shown if min(counts[name]) >= least]
    while shown:
        hidden = [whole - sum(counts[name][i] for name in shown) for i, whole in enumerate(everyone)]
        if sum(hidden) == 0 or min(hidden) >= least:
            break
        shown.remove(min(shown, key=lambda name: (sum(counts[name]), name)))
    return tuple(shown)


def _counts(ev: Evidence, group: str | None) -> tuple[int, int]:
    """Patients with the outcome and without who count, in a group or altogether."""
    if ev.question.roles.weight is None:
        patients, cases = ev.patients.counts(group)
        return cases, patients - cases
    binned = ev.patients.binned(ev.models[:1])
    own = np.ones(len(binned), bool) if group is None else ev.patients.members(ev.models[:1], group)
    own = own & (binned.weight > 0.0)
    cases = int(binned.count[own & (binned.label == 1)].sum())
    return cases, int(binned.count[own].sum()) - cases


def pairs_of(
    ev: Evidence, tables: Sequence[Table], buckets: Sequence[str]
) -> Iterator[tuple[int, int, list[tuple[Side, Side]]]]:
    """Every two models: their numbers, and the cases and non-cases of each bucket."""
    for one, other in combinations(range(len(tables)), 2):
        if ev.patients.in_bins:  # an engine counted the two together
            yield one, other, table_of(ev, [ev.models[one], ev.models[other]], buckets).sides
            continue
        sides = zip(tables[one].sides, tables[other].sides, strict=True)
        yield (
            one,
            other,
            [(first[0].beside(second[0]), first[1].beside(second[1])) for first, second in sides],
        )
