"""Bins of patients of whom some are censored: what Sampling must know of them.

A bin of patients whose outcome is known weighs what they do by the curve of censoring; a bin of those who
were censored weighs nothing, but has its part in every variance. Each part of the patients, a group or all
others, has a curve of its own: its bins are weighed again, by what the exact curves say of the patients at
each place (:class:`~baserate.patients.follow_up_cells.FollowUpCells`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import SettingError
from baserate.inference.curve_steps import Steps
from baserate.patients.engine import GROUP, LABEL, PLACE
from baserate.patients.follow_up_cells import FollowUpCells, PartCurve

__all__ = ["BinCensoring"]

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]
Codes = NDArray[np.intp]
_PER_BIN = ("cell", "place", "is_case", "is_censored", "own", "base", "squares")
# A spread, as a share of the mean squared, that is rounding.
_NOTHING = 1e-20


@dataclass(frozen=True, eq=False)
class BinCensoring:
    """Bins of some of the patients, each of one group, one place and one way in which follow-up ended.

    ``cells`` are everybody's counts, ``which`` says which places bins have, 0 those of one model and 1 those
    of two. ``own`` are weights that were given, ``base`` those for censoring by everybody's curve, in sum,
    and ``squares`` that of the squares of these; bins of censored patients have what was given there, too.
    """

    cells: FollowUpCells
    which: int
    cell: Codes = field(repr=False)
    place: Codes = field(repr=False)
    is_case: Mask = field(repr=False)
    is_censored: Mask = field(repr=False)
    own: Numbers = field(repr=False)
    base: Numbers = field(repr=False)
    squares: Numbers = field(repr=False)

    @classmethod
    def of(
        cls, cells: FollowUpCells, which: int, table: Any, own: Numbers, base: Numbers, squares: Numbers
    ) -> BinCensoring:
        """From a table by bin that has places, and the sums of weights and squares that it has."""
        group = table[GROUP].to_list() if GROUP in table.columns else [""] * table.height
        number = {name: place for place, name in enumerate(cells.groups)}
        place = table[PLACE].to_numpy().astype(np.intp)
        is_case = table[LABEL].to_numpy() == 1
        cell = np.array([number[name] for name in group], dtype=np.intp)
        return cls(cells, which, cell, place // 2, is_case, place % 2 == 1, own, base, squares)

    @cached_property
    def _chosen(self) -> Mask:
        """The groups that these bins are of."""
        return np.bincount(self.cell, minlength=len(self.cells.groups)) > 0

    @cached_property
    def _curve(self) -> PartCurve:
        return self.cells.part(self._chosen)

    @property
    def codes(self) -> Codes:
        """The place of each bin as an engine has it: twice, and one more for bins of censored patients."""
        return np.asarray(2 * self.place + self.is_censored)

    @property
    def weight(self) -> Numbers:
        """How much each bin counts by everybody's curve; nothing where its patients are censored."""
        return np.where(self.is_censored, 0.0, self.base)

    @property
    def shares(self) -> Numbers:
        """Each bin's share of the given weight of all, followed to the horizon or not."""
        return np.asarray(self.own / self.own.sum())

    def adjust(self, contribution: Numbers) -> Numbers:
        """What each bin contributes, from what each would were the curve known."""
        sums = np.bincount(self.place, contribution, len(self._steps.last)).astype(np.float64)
        known, censored = (one.take(self.place) for one in self._steps.terms(sums))
        return contribution + self.own * np.where(self.is_censored, censored, known)

    @cached_property
    def _steps(self) -> Steps:
        return self.cells.steps(self._curve, self.which)

    def part(self, chosen: Mask) -> tuple[Numbers | None, BinCensoring | None]:
        """The weights of the bins of some groups, with a curve of their own.

        Where none of their patients is censored, the given weights, and no curve.
        """
        part = replace(self, **{name: getattr(self, name)[chosen] for name in _PER_BIN})
        if (part._chosen[self.cell] != chosen).any():
            raise SettingError("bins of one group cannot be divided where patients are censored.")
        if self.cells.is_complete(part._chosen):
            return part.own, None
        return part.own_weight, part

    @property
    def own_weight(self) -> Numbers:
        """How much each bin counts by the curve of these patients.

        Within a group, a place and a class this is taken to be linear in the weight by everybody's curve:
        the sum over all bins of these is exact, and so is every bin where the place is one step.
        """
        cells, curve, places = self.cells, self._curve, self.cells.place(self.which)
        known = curve.rows & ~cells.follow_up.is_censored
        size = int(places.max()) + 1
        case = cells.follow_up.label == 1
        keys, key = np.unique(((cells.cell * size + places) * 2 + case)[known], return_inverse=True)
        lines = _Lines.of(
            key.ravel(),
            len(keys),
            cells.own[known],
            *(one[known] for one in (cells.everyone.weight, curve.weight)),
        )
        wanted = (self.cell * size + self.place) * 2 + self.is_case
        place = np.searchsorted(keys, wanted).clip(0, len(keys) - 1)
        found = lines.at(place, self.own, self.base)
        return np.where(self.is_censored, 0.0, found)


@dataclass(frozen=True, eq=False)
class _Lines:
    """Lines through the weights of patients by one curve and by another: means, slope."""

    one: Numbers
    other: Numbers
    slope: Numbers

    @classmethod
    def of(cls, key: Codes, size: int, own: Numbers, one: Numbers, other: Numbers) -> _Lines:
        """One line a key, by least squares; so flat that no weight falls below the smallest there is."""
        total = np.bincount(key, own, size)
        share = own / np.where(total > 0.0, total, 1.0)[key]
        means = [np.bincount(key, share * numbers, size).astype(np.float64) for numbers in (one, other)]
        apart = [numbers - mean[key] for numbers, mean in zip((one, other), means, strict=True)]
        spread, both = (np.bincount(key, share * apart[0] * side, size) for side in apart)
        lowest = []
        for side in apart:
            least = np.zeros(size)
            np.minimum.at(least, key, side)
            lowest.append(-least)
        even = np.divide(both, spread, out=np.zeros(size), where=spread > _NOTHING * means[0] ** 2)
        steepest = np.divide(lowest[1], lowest[0], out=np.zeros(size), where=lowest[0] > 0.0)
        return cls(means[0], means[1], np.minimum(even, steepest))

    def at(self, place: Codes, own: Numbers, base: Numbers) -> Numbers:
        """The weight of patients by the other curve, from that given and that by the one."""
        return np.asarray(own * self.other[place] + self.slope[place] * (base - own * self.one[place]))
