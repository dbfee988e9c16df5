"""How many patients are needed for an interval of a wanted width.

The variance of a score over n patients is, with ``p`` the prevalence of the sample,
``[s1^2/p + s0^2/(1-p) + T^2/(p (1-p))] / n``: spreads of the gains of the two classes, and the
slope ``T`` of the score along the log odds of the sample's prevalence, zero when both the prevalence
of the deployment and that for which the scores are calibrated are stated.
"""

from __future__ import annotations

import math

from baserate.deployment.deployment import Value
from baserate.deployment.distributions import is_number
from baserate.deployment.notation import read_share
from baserate.errors import SettingError
from baserate.inference.estimate import Estimate, check_level


def patients_needed(
    half_width: float,
    *,
    prevalence: Value,
    case_spread: float,
    other_spread: float,
    slope: float = 0.0,
    level: float = 0.95,
) -> int:
    """Patients for a half-width, from assumed standard deviations of the gains in each class.

    >>> patients_needed(0.002, prevalence="5%", case_spread=0.011, other_spread=0.010)
    2426
    """
    p = read_share(prevalence)
    if not all(
        is_number(spread) and 0.0 <= spread < math.inf for spread in (case_spread, other_spread, abs(slope))
    ):
        raise SettingError(
            f"spreads must be finite and not negative; found {case_spread} and {other_spread}, slope {slope}."
        )
    per_patient = case_spread**2 / p + other_spread**2 / (1.0 - p) + slope**2 / (p * (1.0 - p))
    return _patients(per_patient, half_width, level)


def patients_needed_from(
    pilot: Estimate, half_width: float, *, prevalence: Value | None = None, level: float = 0.95
) -> int:
    """Patients for a half-width, from the spread that a pilot sample shows.

    ``prevalence`` is that of the sample to be collected, the pilot's own by default; another can be
    asked for when the pilot is one score of patients without weights or clusters.
    """
    patients = sum(len(who.is_case) for who in pilot.reach)
    if prevalence is None:
        return _patients(pilot.spread.variance * patients, half_width, level)
    if not pilot.independent or len(pilot.singles) != 1 or any(who.weight is not None for who in pilot.reach):
        raise SettingError(
            "another prevalence can be asked for with one score of patients without weights or clusters; "
            "leave prevalence out."
        )
    weight, single = pilot.singles[0]
    cases, others = (abs(weight) * math.sqrt(m.variance) for m in single.moments)
    slope = weight * single.derivative
    return patients_needed(
        half_width, prevalence=prevalence, case_spread=cases, other_spread=others, slope=slope, level=level
    )


def _patients(per_patient: float, half_width: float, level: float) -> int:
    from scipy.special import ndtri

    if not (is_number(half_width) and math.isfinite(half_width) and half_width > 0.0):
        raise SettingError(f"the half-width of an interval must be positive; found {half_width!r}.")
    if per_patient <= 0.0:
        raise SettingError(
            "no patient differs from another here, so nothing can be said about the number needed."
        )
    return math.ceil((float(ndtri((1.0 + check_level(level)) / 2.0)) / half_width) ** 2 * per_patient)
