"""To which prevalence scores are calibrated in a group: two readings, and which one the data support.

The same scores can be read in two ways. Read by ``"group"``, a score is the risk of a patient of this
group: it is calibrated within each group, to the prevalence observed there. Read by ``"all"``, it is
the risk of a patient with these features in all patients together: it is calibrated to the overall
prevalence, and under label shift must be moved to that of the group before it is a risk there. At
equal prevalence the two can give opposite answers, and at most one of them is right.

Calibration by group tells them apart. Scores that are right within each group have observed over
expected (O/E) near 1 in each; scores that are right under label shift have it once they are moved from
the overall prevalence to the group's own. A model that is off on the whole is off by the same in both
groups under the right reading, in log odds; so their calibrations in the large are compared.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import difference_at_equal_prevalence
from baserate.calibration.measures import intercept_of, observed_expected_of
from baserate.calibration.scored import ScoredCohort
from baserate.deployment.deployment import ALL, GROUP, Deployment
from baserate.errors import BaserateError
from baserate.inference.cohort import Cohort
from baserate.inference.constants import FAR_FROM_ONE, FEW_PATIENTS
from baserate.inference.estimate import Estimate
from baserate.inference.sampling import Contributions, Sampling

# Both readings, in the order in which they are shown.
READINGS: tuple[Literal["group", "all"], ...] = (GROUP, ALL)


def log_odds_of_whole(whole: Cohort, parts: Sequence[Sampling]) -> Estimate:
    """Log odds of the prevalence in all patients, as contributions of parts that make up the whole.

    A number of one part and this estimate then share what the patients of the part contribute to both.

    Parameters
    ----------
    whole
        All patients.
    parts
        Parts of them, such as a group and the rest, to which everybody belongs once.
    """
    table = whole.as_one_score
    cases, others = float(table.positive.sum()), float(table.negative.sum())
    contribute = partial(_contributions_by_part, tuple(parts), cases, others)
    return Estimate(math.log(cases / others), contribute, dict.fromkeys(parts, (0.0, 0.0)))


def _contributions_by_part(parts: tuple[Sampling, ...], cases: float, others: float) -> Contributions:
    return {part: _contributions(part, cases, others) for part in parts}


def _contributions(part: Sampling, cases: float, others: float) -> NDArray[np.float64]:
    weight = np.ones(len(part.is_case)) if part.weight is None else part.weight
    return np.where(part.is_case, weight / cases, -weight / others)


def is_far_from_one(ratio: Estimate, level: float | None = None) -> bool:
    """Whether the interval of an O/E excludes 1 by more than a little (:data:`FAR_FROM_ONE`)."""
    low, high, *_ = ratio.interval(level)
    return low > FAR_FROM_ONE or high < 1.0 / FAR_FROM_ONE


def sidak(level: float, comparisons: int) -> float:
    """The level of one of several intervals, so that all of them hold together at ``level``.

    Sidak (1967, doi:10.1080/01621459.1967.10482935): exact for independent intervals, as those of
    different groups nearly are, and on the safe side where they are positively dependent.

    >>> round(sidak(0.95, 12), 4)
    0.9957
    """
    return float(level ** (1.0 / max(1, comparisons)))


@dataclass(frozen=True, eq=False)
class Readings:
    """Two groups under both readings of one model's scores.

    ``sides`` are the two groups as each reading takes them, by the name of the reading;
    ``differences`` their differences at equal prevalence.
    """

    sides: Mapping[str, tuple[ScoredCohort, ScoredCohort]]
    deployment: Deployment
    level: float

    @cached_property
    def differences(self) -> dict[str, Estimate]:
        """The difference at equal prevalence by reading."""
        return {
            reading: difference_at_equal_prevalence(*sides, self.deployment).at_level(self.level)
            for reading, sides in self.sides.items()
        }

    @cached_property
    def observed_expected(self) -> dict[str, tuple[Estimate | None, Estimate | None]]:
        """O/E of both groups by reading; None where every score of a group is 0."""
        return {
            reading: (_ratio(sides[0], self.level), _ratio(sides[1], self.level))
            for reading, sides in self.sides.items()
        }

    @property
    def differ(self) -> bool:
        """Whether it matters which reading holds.

        It does where one lies outside the other's interval, or where the two have opposite signs, one of
        which is more than chance.
        """
        one, other = (self.differences[reading] for reading in READINGS)
        if one.value * other.value < 0.0 and (_excludes_zero(one) or _excludes_zero(other)):
            return True
        return not (one.low <= other.value <= one.high and other.low <= one.value <= other.high)

    @cached_property
    def contrasts(self) -> dict[str, Estimate | None]:
        """Calibration in the large of the first group minus the second's, in log odds, by reading.

        Zero where scores are as right in both. None where it cannot be had, or rests on too few patients.
        """
        return {reading: _contrast(*sides, self.level) for reading, sides in self.sides.items()}

    @cached_property
    def supported(self) -> Literal["group", "all"] | None:
        """The reading that calibration by group supports; None where it cannot tell, or neither fits.

        Under the right reading calibration in the large is the same in both groups: 0 for a calibrated
        model, and as far from 0 in either where a model is off on the whole. A reading fits unless the
        interval of the difference excludes 0. Where both are excluded, as they are among very many
        patients, one may still be off by no more than a little.
        """
        if None in self.contrasts.values():
            return None
        for slack in (1.0, FAR_FROM_ONE):
            fitting = [reading for reading in READINGS if self._fits(reading, slack)]
            if fitting:
                return fitting[0] if len(fitting) == 1 else None
        return None

    @property
    def neither_fits(self) -> bool:
        """Whether calibration differs between the groups by more than a little under both readings."""
        known = None not in self.contrasts.values()
        return known and not any(self._fits(reading, FAR_FROM_ONE) for reading in READINGS)

    def _fits(self, reading: str, slack: float) -> bool:
        contrast = self.contrasts[reading]
        return contrast is not None and contrast.low <= math.log(slack) and contrast.high >= -math.log(slack)


def _contrast(first: ScoredCohort, second: ScoredCohort, level: float) -> Estimate | None:
    if not (_enough(first) and _enough(second)):
        return None
    try:
        difference = intercept_of(first) - intercept_of(second)
    except BaserateError:  # a certain prediction that was wrong
        return None
    return replace(difference, preferred="t").at_level(level)


def _enough(scored: ScoredCohort) -> bool:
    """Whether there are patients enough of both classes for an interval to be more than rough."""
    sampling = scored.cohort.sampling
    size = np.ones(len(sampling.is_case)) if sampling.size is None else sampling.size
    return min(float(size[side].sum()) for side in (sampling.is_case, ~sampling.is_case)) >= FEW_PATIENTS


def _ratio(scored: ScoredCohort, level: float) -> Estimate | None:
    try:
        return observed_expected_of(scored).at_level(level)
    except BaserateError:  # nothing is expected
        return None


def _excludes_zero(difference: Estimate) -> bool:
    return not difference.low <= 0.0 <= difference.high
