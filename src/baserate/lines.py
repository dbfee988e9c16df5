"""Lines as patients: a cohort whose rows stand for many patients, and what that costs in precision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baserate.cohort import Cohort
from baserate.gains import Gains
from baserate.odds import expit
from baserate.reduce import FARTHEST, Lines
from baserate.rows import Rows
from baserate.sampling import Sampling, check_numbers

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LineCohort:
    """The lines of one model, or the joint lines of two, as a cohort."""

    lines: Lines

    @cached_property
    def cohort(self) -> Cohort:
        """A cohort of lines; every interval counts the patients, not the lines."""
        found = self.lines
        size = found.weight**2 / found.squares
        return Cohort(found.label, Sampling(found.label == 1, found.weight, None, None, size, found.members))

    def rows(self, model: int = 0) -> Rows:
        """The scores of a model at the lines."""
        log_odds = self.lines.log_odds[:, model]
        made = self.cohort.rows(np.asarray(expit(log_odds)))
        return replace(made, tied=np.asarray(expit(self._tied(model))))

    def checked(self) -> Cohort:
        """The cohort, refused where a class has too few patients for intervals."""
        size = self.cohort.sampling.size
        sides = [self.cohort.label == side for side in (1, 0)]
        check_numbers(*(round(float(np.asarray(size)[side].sum())) for side in sides))
        return self.cohort

    def counts(self, chosen: NDArray[np.bool_] | None = None) -> tuple[int, int]:
        """Patients, and how many of them have the outcome; of some of the lines, or of all."""
        kept = np.ones(len(self.lines.label), dtype=bool) if chosen is None else chosen
        return int(self.lines.count[kept].sum()), int(self.lines.count[kept & (self.lines.label == 1)].sum())

    def _tied(self, model: int) -> Numbers:
        """Mean log odds of everybody in a cell, of whatever class or group."""
        cell = self.lines.cell[:, model]
        _, place = np.unique(cell, return_inverse=True)
        weight = np.bincount(place, self.lines.weight)
        finite = np.where(np.isfinite(self.lines.log_odds[:, model]), self.lines.log_odds[:, model], 0.0)
        mean = np.bincount(place, self.lines.weight * finite) / weight
        certain = self.lines.log_odds[:, model]
        return np.where(np.isfinite(certain), mean[place], certain)


def binning_error(rows: Rows, gains: Gains, lines: Lines) -> float:
    """How far a score from lines can be from that of the patients: a bound, not an estimate.

    A line holds the mean of its patients' log odds, and these lie in its cells, h wide together. A gain
    changes by d from one end to the other, in one direction, and nowhere by less than a slope of m. What
    is linear in it has its mean at the mean; the rest, d - m h, is all that the mean can be off by.
    """
    most = round(FARTHEST / lines.width)
    low = lines.cell[:, 0] if lines.low is None else lines.low
    high = lines.cell[:, 0] if lines.high is None else lines.high
    # Scores of exactly 0 and 1 have cells of their own; the last before those of 0 reaches down to them.
    first = np.where(low <= -most, 0.0, np.where(low > most, 1.0, expit(low * lines.width)))
    last = np.where(high < -most, 0.0, np.where(high > most, 1.0, expit((high + 1) * lines.width)))
    total = 0.0
    for is_case, gain, slope, weight in (
        (rows.label == 1, gains.positive, gains.positive_slope, rows.positive_weight),
        (rows.label == 0, gains.negative, gains.negative_slope, rows.negative_weight),
    ):
        change = np.abs(gain(last) - gain(first))
        own = np.asarray(rows.weight) * is_case
        linear = _least_slope(slope, low, high, lines.width) * (high + 1 - low) * lines.width
        total += float(own @ np.maximum(change - linear, 0.0)) / weight
    return total


def _least_slope(
    slope: Callable[[Numbers], Numbers], low: NDArray[np.int64], high: NDArray[np.int64], width: float
) -> Numbers:
    """The smallest slope of a gain at the edges of each line's cells; 0 where the line reaches the ends."""
    most = round(FARTHEST / width)
    edges = np.arange(-most, most + 2)
    at = np.append(np.abs(slope(np.asarray(expit(edges * width)))), np.inf)
    ends = np.column_stack((np.clip(low, -most, most), np.clip(high, -most, most) + 2)) + most
    found = np.minimum.reduceat(at, ends.ravel())[::2]
    return np.where((low > -most) & (high <= most), found, 0.0)


def part_of(part: Cohort, rows: Rows, chosen: NDArray[np.bool_]) -> Rows:
    """The scores of some of the patients."""
    made = part.rows(rows.score[chosen])
    return made if rows.tied is None else replace(made, tied=rows.tied[chosen])
