"""Calibration: whether the scores mean what they say, and what would mend them.

The recalibrators (:mod:`baserate.calibration.recalibrators`) can be had from here, beside the usual measures
with their intervals and the reliability diagram. What miscalibration costs in decisions is
:func:`baserate.split`, what mending it would be worth :func:`baserate.recalibration_worth`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.optimism import Cells
from baserate.calibration.recalibrators import (
    ALL,
    BetaCalibration,
    Intercept,
    Isotonic,
    Logistic,
    Recalibrator,
    Slope,
)
from baserate.deployment.deployment import Value, source_prevalence_of
from baserate.deployment.odds import adjust, logit
from baserate.errors import SettingError
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate, check_level
from baserate.inference.sampling import Contributions
from baserate.scores.comparators import expected_calibration_error
from baserate.scores.isotonic import IsotonicBlocks
from baserate.scores.sample import prevalence_of

__all__ = [
    "ALL",
    "BetaCalibration",
    "Intercept",
    "Isotonic",
    "Logistic",
    "Recalibrator",
    "Reliability",
    "Slope",
    "expected_calibration_error",
    "intercept",
    "observed_expected",
    "reliability",
    "slope",
]

Numbers = NDArray[np.float64]


def intercept(cohort: Cohort, y_prob: object, *, source_prevalence: Value | None = None) -> Estimate:
    """Calibration intercept: by how much, in log odds, risks are too low on the whole; 0 is right.

    The intercept of a logistic regression of the outcome on the log odds with the slope held at 1
    (calibration in the large). Below zero the model predicts too much disease. With a
    ``source_prevalence`` the scores are first moved from it to the data's own.
    """
    score = _moved(cohort, y_prob, source_prevalence)
    fitted = Intercept.of(cohort.sample(score))
    found = _coefficient(cohort, fitted.intercept, np.ones((len(score), 1)), fitted.moved(score))
    if source_prevalence is None:
        return found
    # The scores were moved to the data's prevalence, and fall with its error as much as they rose.
    prevalence = cohort.log_odds_of_prevalence()
    return replace(found - (prevalence - prevalence.value), preferred="t")


def slope(cohort: Cohort, y_prob: object, *, source_prevalence: Value | None = None) -> Estimate:
    """Calibration slope: 1 is right, below 1 the risks are too extreme, above 1 too timid (Cox 1958).

    The slope of a logistic regression of the outcome on the log odds of the score. Overfitted
    models have slopes below 1.
    """
    score = _moved(cohort, y_prob, source_prevalence)
    fitted = Logistic.of(cohort.sample(score))
    certain = (score == 0.0) | (score == 1.0)
    columns = np.column_stack((np.ones(len(score)), logit(np.where(certain, 0.5, score))))
    return _coefficient(cohort, fitted.slope, columns, fitted.moved(score))


def observed_expected(cohort: Cohort, y_prob: object, *, source_prevalence: Value | None = None) -> Estimate:
    """Observed over expected: patients with the disease, over the sum of the risks; 1 is right.

    Above 1 the model predicts too little disease. The interval is made on the logarithm.
    """
    score = _moved(cohort, y_prob, source_prevalence)
    observed, expected = cohort.mean(cohort.label, 1.0), cohort.mean(score, 1.0)
    if expected.value == 0.0:
        raise SettingError("every score is 0: no disease is expected, and nothing can be compared with it.")
    ratio = observed.value / expected.value
    change = (observed - ratio * expected) / expected.value
    if source_prevalence is not None:  # the expected moves with the data's prevalence, as the scores do
        prevalence = cohort.log_odds_of_prevalence()
        slope_of_mean = cohort.mean(score * (1.0 - score), 0.25).value
        change -= ratio / expected.value * slope_of_mean * (prevalence - prevalence.value)
    # The value of the change is zero up to rounding; what it contributes is the ratio's.
    return Estimate(ratio, change.contribute, change.reach, preferred="log")


def _moved(cohort: Cohort, y_prob: object, source_prevalence: Value | None) -> Numbers:
    """Scores as they should be at the prevalence of the data."""
    sample = cohort.sample(y_prob)
    score = sample.score.astype(np.float64)
    if source_prevalence is None:
        return score
    return np.asarray(adjust(score, source_prevalence_of(source_prevalence), prevalence_of(sample)))


def _coefficient(cohort: Cohort, value: float, columns: Numbers, risk: Numbers) -> Estimate:
    """The last coefficient of a logistic regression, with what each patient contributes to it."""
    weight = np.ones(len(risk)) if cohort.sampling.weight is None else cohort.sampling.weight
    information = (columns * (weight * risk * (1.0 - risk))[:, None]).T @ columns
    direction = np.linalg.solve(information, np.eye(columns.shape[1])[-1])

    def contribute() -> Contributions:
        return {cohort.sampling: weight * (cohort.label - risk) * (columns @ direction)}

    return Estimate(value, contribute, {cohort.sampling: (0.0, 0.0)}, preferred="t")


@dataclass(frozen=True, eq=False)
class Reliability:
    """Predicted against observed risk, in pools of scores, with a band for a calibrated model.

    One entry for each pool: ``first`` and ``last`` score in it, their mean ``score``, the observed
    ``risk``, and the ``weight`` and ``events`` in it. The band belongs to the scores ``at``: were
    the model calibrated, the observed risk at each would lie between ``low`` and ``high`` with
    probability ``level``.
    """

    first: Numbers
    last: Numbers
    score: Numbers
    risk: Numbers
    weight: Numbers
    events: Numbers
    at: Numbers
    low: Numbers
    high: Numbers
    level: float

    @property
    def outside(self) -> Numbers:
        """Distinct scores at which the observed risk leaves the band."""
        risk = self.risk[np.searchsorted(self.first[1:], self.at, side="right")]
        return self.at[(risk < self.low) | (risk > self.high)]


def reliability(
    cohort: Cohort,
    y_prob: object,
    *,
    source_prevalence: Value | None = None,
    level: float = 0.9,
    resamples: int = 200,
    seed: int = 0,
) -> Reliability:
    """The reliability diagram without bins to choose (CORP; Dimitriadis, Gneiting and Jordan 2021).

    The observed risk is the isotonic fit. For the band, outcomes are drawn anew as if every score
    were right, and the fit is made again; it holds at each score, not at all of them together.
    With weights, patients on one score count as the number that would be worth as much.
    """
    check_level(level)
    if not isinstance(resamples, int) or resamples < 2:
        raise SettingError(f"a band needs at least two resamples, a whole number; found {resamples!r}.")
    sample = cohort.sample(_moved(cohort, y_prob, source_prevalence))
    pools, cells = IsotonicBlocks.of(sample), Cells.of(sample)
    pool = np.searchsorted(pools.first[1:], sample.score, side="right")
    weight = np.ones(len(sample.score)) if sample.weight is None else sample.weight
    mean = np.bincount(pool, weight * sample.score) / np.bincount(pool, weight)
    rng = np.random.default_rng(seed)
    drawn = np.array([cells.drawn(cells.score, rng).fit for _ in range(resamples)])
    low, high = np.quantile(drawn, ((1.0 - level) / 2.0, (1.0 + level) / 2.0), axis=0)
    total = pools.positive + pools.negative
    return Reliability(
        pools.first.astype(np.float64),
        pools.last.astype(np.float64),
        mean,
        pools.risk,
        total,
        pools.positive,
        cells.score,
        low,
        high,
        level,
    )
