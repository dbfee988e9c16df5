"""What recalibration would be worth: the gain from each recalibrator, on patients it was not fitted to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from baserate.cohort import Cohort
from baserate.deployment import Deployment, Value, source_prevalence_of
from baserate.errors import ScoreError
from baserate.estimate import Estimate, Noise
from baserate.gains import gains_of
from baserate.odds import adjust
from baserate.recalibrators import ALL, Recalibrator
from baserate.rows import prevalence_of
from baserate.sharpness import out_of_fold


@dataclass(frozen=True, eq=False)
class Worth:
    """What one recalibration adds to a model's score, per patient.

    ``recalibrator`` is fitted to all patients and ready to be used (on scores moved to the patients'
    prevalence, where the scores were made for another); ``in_sample`` is its gain on
    those same patients, which flatters it; ``value`` is its gain on patients left out of the fit.
    """

    recalibrator: Recalibrator
    in_sample: Estimate
    value: Estimate

    def __str__(self) -> str:
        return f"{1000 * self.value} per 1,000 patients; in sample {1000 * self.in_sample.value:.4g}"


@dataclass(frozen=True, eq=False)
class RecalibrationWorth:
    """The worth of each recalibration, by name; ``not_fitted`` says why one is missing."""

    worth: Mapping[str, Worth]
    not_fitted: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Worth:
        return self.worth[name]

    def __str__(self) -> str:
        lines = [f"{name:10}{found}" for name, found in self.worth.items()]
        return "\n".join([*lines, *(f"{name:10}not fitted: {why}" for name, why in self.not_fitted.items())])


def recalibration_worth(
    cohort: Cohort,
    y_prob: object,
    deployment: Deployment,
    *,
    source_prevalence: Value | None = None,
    recalibrators: Sequence[type[Recalibrator]] = ALL,
    seed: int = 0,
) -> RecalibrationWorth:
    """What each recalibration would add to the model's score at the deployment.

    Each patient is judged by a recalibration fitted to other patients (ten folds, five times anew;
    clusters stay together), so a recalibrator that learns chance is charged for it, and a model
    that is calibrated already gets a gain about zero, or below. In net benefit, a thousand times
    the value is in true positives per 1,000 patients.

    >>> from baserate.datasets import icu_cohort
    >>> stays = icu_cohort(stays=4000)
    >>> cohort = Cohort.of(stays["died"])
    >>> found = recalibration_worth(cohort, stays["network"], Deployment.of((0.01, 0.10), "1:30"))
    >>> print(found)
    intercept 11.5 (95 % interval 10.12 to 12.87) per 1,000 patients; in sample 11.5
    slope     -1.104 (95 % interval -1.702 to -0.5062) per 1,000 patients; in sample -1.102
    logistic  11.47 (95 % interval 10.1 to 12.85) per 1,000 patients; in sample 11.5
    beta      11.46 (95 % interval 10.08 to 12.84) per 1,000 patients; in sample 11.49
    isotonic  11.43 (95 % interval 9.978 to 12.89) per 1,000 patients; in sample 11.96
    """
    rows = cohort.rows(y_prob)
    total = cohort.score(y_prob, deployment, source_prevalence=source_prevalence)
    if source_prevalence is not None:  # what is recalibrated are the scores as they should be here
        stated = source_prevalence_of(source_prevalence)
        rows = cohort.rows(adjust(rows.score.astype(np.float64), stated, prevalence_of(rows)))
    gains = gains_of(deployment, prevalence_of(rows))
    worth: dict[str, Worth] = {}
    not_fitted: dict[str, str] = {}
    for kind in recalibrators:
        try:
            fitted = kind.of(rows)
            after = out_of_fold(cohort, rows, kind, deployment, gains, seed)
        except ScoreError as error:
            not_fitted[kind.name] = str(error)
            continue
        here = cohort.score(fitted.moved(rows.score), deployment)
        worth[kind.name] = Worth(fitted, here - total, _with_error_of_fit(after - total, here, after))
    return RecalibrationWorth(worth, not_fitted)


def _with_error_of_fit(gain: Estimate, in_sample: Estimate, out_of_fold: Estimate) -> Estimate:
    """Add what another sample would change in the fit itself.

    A fit with k coefficients flatters itself by about k units, and what it loses on other patients
    varies by the root of k/2: half as much as the flattery at two coefficients, less with more.
    """
    error = Noise(lambda: ((in_sample.value - out_of_fold.value) / 2.0) ** 2)
    return replace(gain, noise={**gain.noise, error: 1.0})
