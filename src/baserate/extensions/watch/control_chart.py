"""A control chart over runs of months: one side, with a stated chance of a false alarm.

Every month a quantity is found to lie beyond its limit by so much, give or take its sampling error. A change
that came some months ago shows in all months since, so the chart looks at every run of months that ends
now, and takes the one that speaks loudest: the largest, over the runs, of the sum of the deviations over
its standard error (the generalised likelihood ratio of a lasting change at an unknown time; Lai 1995,
doi:10.1111/j.2517-6161.1995.tb02052.x). A large change is seen at once, a small one once it has lasted, and
no size of change has to be guessed in advance, as a CUSUM asks for.

The reference is a sample too. Its error is in every month alike: it does not average out over a run, and it
may not cause an alarm. The limit to the statistic comes from simulated courses of a quantity that lies just
on its limit, with the sizes of these very months and with that shared error. It is set month by month, so
that each month spends the same share of the chance of a false alarm. Hence it depends on no later month,
and what was said of a month stays said when the next ones are added.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

# Courses that are simulated. A limit rests on the share of them that may pass it in a month, which is at the
# default setting a dozen or more; over two years the chance is then right to a few percent of itself.
DRAWS = 50_000
# Months that a run may last. A change that came earlier has been seen, or is too small to be.
LONGEST_RUN = 24


@dataclass(frozen=True, eq=False)
class Course:
    """One quantity month by month, to the side on which it may pass its limit.

    Parameters
    ----------
    deviation
        By how much it lies beyond the limit, summed over the month's patients; zero is expected on the limit.
    variance
        Of the deviation, were the reference known exactly.
    coupling
        How much the deviation moves with each independent part of the reference's error, in its standard
        errors: one row a month.
    simulated
        Deviations of a quantity that lies on the limit: one row a month, one column a course.
    step
        The distance of neighbouring values, where the deviation is a count less a number; else 0.
    """

    deviation: Numbers
    variance: Numbers
    coupling: Numbers
    simulated: Numbers
    step: float = 0.0


@dataclass(frozen=True)
class Charted:
    """A course after the chart: the statistic of each month, its limit, and the first month of its run."""

    statistic: tuple[float, ...]
    limit: tuple[float, ...]
    since: tuple[int, ...]

    @property
    def alarm(self) -> int | None:
        """The first month beyond its limit; None where there is none."""
        pairs = zip(self.statistic, self.limit, strict=True)
        return next((month for month, (value, limit) in enumerate(pairs) if value > limit), None)


def chart(course: Course, chance_a_month: float) -> Charted:
    """The chart of a course, with so much of a chance of a false alarm in each month."""
    observed = np.asarray(course.deviation)[:, None]
    passed = np.zeros(course.simulated.shape[1], dtype=bool)
    statistic, limit, since = [], [], []
    for month in range(len(observed)):
        starts, error = _runs(course, month)
        # Half a step: a count jumps over what a sum that varies smoothly would have met on the way.
        beyond = _sums(observed, starts, month)[:, 0] - course.step / 2.0
        values = np.divide(beyond, error, out=np.zeros_like(error), where=error > 0.0)
        loudest = int(values.argmax())
        statistic.append(float(values[loudest]))
        since.append(int(starts[loudest]))
        limit.append(_next_limit(course, month, passed, chance_a_month))
    return Charted(tuple(statistic), tuple(limit), tuple(since))


def _runs(course: Course, month: int) -> tuple[NDArray[np.intp], Numbers]:
    """The first months of the runs that end in a month, and the standard error of the sum over each."""
    starts = np.arange(max(0, month + 1 - LONGEST_RUN), month + 1)
    own = _sums(course.variance[:, None], starts, month)[:, 0]
    shared = _sums(course.coupling, starts, month)
    return starts, np.sqrt(own + (shared**2).sum(axis=1))


def _sums(by_month: Numbers, starts: NDArray[np.intp], month: int) -> Numbers:
    """Sums over the runs from each start up to a month."""
    within = by_month[starts[0] : month + 1]
    return np.asarray(np.cumsum(within[::-1], axis=0)[::-1])


def _next_limit(course: Course, month: int, passed: NDArray[np.bool_], chance_a_month: float) -> float:
    """The limit of a month, given the courses that have passed one before; ``passed`` is brought up to date.

    As many courses may have passed by now as the months so far may spend. The least of those who pass is the
    limit: a course of the same law then passes with a chance of exactly their share.
    """
    may_pass = int(chance_a_month * (month + 1) * len(passed)) - int(passed.sum())
    loudest = _loudest(course, month)
    left = loudest[~passed]
    if not 0 < may_pass < len(left) or not np.isfinite(left[0]):
        return math.inf
    limit = float(np.partition(left, len(left) - may_pass)[len(left) - may_pass])
    passed |= loudest >= limit
    return limit


def _loudest(course: Course, month: int) -> Numbers:
    """The statistic of every simulated course in a month; minus infinity where nothing has been seen yet."""
    starts, errors = _runs(course, month)
    total = np.zeros(course.simulated.shape[1])
    loudest = np.full_like(total, -np.inf)
    for start, error in zip(starts[::-1], errors[::-1], strict=True):
        total += course.simulated[start]
        if error > 0.0:
            np.maximum(loudest, total / error, out=loudest)
    return loudest
