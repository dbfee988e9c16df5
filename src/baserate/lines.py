"""Lines as patients: a cohort whose rows stand for many patients, and what that costs in precision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baserate.cohort import Cohort
from baserate.gains import Gains
from baserate.odds import expit
from baserate.reduce import Lines
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


def binning_error(
    rows: Rows, gains: Gains, log_odds: Numbers, cell: NDArray[np.int64], width: float
) -> float:
    """How far a score from lines can be from that of the patients: a bound, not an estimate.

    Within a cell of width h a line holds the mean of its patients' log odds. A gain whose slope lies
    between m and M there has a mean within (M - m) h / 4 of the gain at that mean; and a step within
    the cell moves it by no more than the whole step.
    """
    edges = [np.asarray(expit((cell + side) * width)) for side in (0, 1)]
    inside = np.isfinite(log_odds)
    total = 0.0
    for is_case, gain, slope, weight in (
        (rows.label == 1, gains.positive, gains.positive_slope, rows.positive_weight),
        (rows.label == 0, gains.negative, gains.negative_slope, rows.negative_weight),
    ):
        chosen = is_case & inside
        low, high = edges[0][chosen], edges[1][chosen]
        turn = np.abs(slope(high) - slope(low)) * width / 4.0
        smooth = (np.abs(slope(low)) + np.abs(slope(high))) * width
        # What a gain changes across the cell beyond its slopes is a step, or a corner.
        jump = np.maximum(np.abs(gain(high) - gain(low)) - smooth, 0.0)
        own = np.asarray(rows.weight)[chosen]
        total += float(own @ np.minimum(turn + jump, np.abs(gain(high) - gain(low)))) / weight
    return total


def part_of(part: Cohort, rows: Rows, chosen: NDArray[np.bool_]) -> Rows:
    """The scores of some of the patients."""
    made = part.rows(rows.score[chosen])
    return made if rows.tied is None else replace(made, tied=rows.tied[chosen])
