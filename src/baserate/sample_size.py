"""How many patients are needed for an interval of a wanted width.

The variance of a score over n patients is, with ``p`` the prevalence of the sample,
``[s1^2/p + s0^2/(1-p) + T^2/(p (1-p))] / n``: spreads of the gains of the two classes, and the
slope ``T`` of the score along the log odds of the sample's prevalence, zero when both the prevalence
of the deployment and that for which the scores are calibrated are stated.
"""

from __future__ import annotations

import math

from baserate.deployment.deployment import Value
from baserate.deployment.distribution import as_float
from baserate.deployment.notation import read_share
from baserate.errors import SettingError
from baserate.inference.estimate import Estimate, check_level
from baserate.inference.quantile import quantile
from baserate.inference.sampling import Spread


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

    Parameters
    ----------
    half_width
        Of the interval: 0.001 is one true positive per 1,000 patients either way.
    prevalence
        That of the sample to be collected.
    case_spread, other_spread
        Standard deviations of the gains of cases, and of non-cases.
    slope
        How fast the score rises with the log odds of the sample's prevalence; 0 where all prevalences are
        stated.
    level
        The confidence level.

    >>> patients_needed(0.002, prevalence="5%", case_spread=0.011, other_spread=0.010)
    2426
    """
    p = read_share(prevalence)
    cases, others, moves = (as_float(number) for number in (case_spread, other_spread, slope))
    if not (0.0 <= cases < math.inf and 0.0 <= others < math.inf and math.isfinite(moves)):
        raise SettingError(
            "spreads must be finite and not negative, and the slope finite; "
            f"found {case_spread!r} and {other_spread!r}, slope {slope!r}."
        )
    # Products, because a power that is too large for a number is an exception and not infinite.
    per_patient = cases * cases / p + others * others / (1.0 - p) + moves * moves / (p * (1.0 - p))
    return _patients(per_patient, half_width, level)


def patients_needed_from(
    pilot: Estimate, half_width: float, *, prevalence: Value | None = None, level: float = 0.95
) -> int:
    """Patients for a half-width of the default interval, from the spread that a pilot sample shows.

    The interval's guards weigh less the more patients there are, so the number is found by making the
    interval again for more patients like these. ``prevalence`` is that of the sample to be collected, the
    pilot's own by default; another can be asked for when the pilot is one score of patients without
    weights or clusters.

    Parameters
    ----------
    pilot
        A number of a :class:`~baserate.Cohort`, or a difference of two.
    half_width
        Of the interval.
    prevalence
        That of the sample to be collected, the pilot's own unless given.
    level
        The confidence level.
    """
    if not isinstance(pilot, Estimate):
        raise SettingError(f"the pilot is an Estimate, such as cohort.auc(scores); found {pilot!r}.")
    _check_width(half_width)
    patients = sum(len(who.is_case) for who in pilot.reach)
    if pilot.spread.variance <= 0.0:
        raise SettingError(_NO_SPREAD)
    cases, others = _classes_wanted(pilot, prevalence)
    low, high, *_ = pilot.interval(check_level(level))
    # Whatever makes the pilot's own interval differ from the guarded one is taken to stay in proportion.
    scale = (high - low) / 2.0 / _half_width(pilot, 1.0, 1.0, level)

    def too_wide(times: float) -> bool:
        return scale * _half_width(pilot, times * cases, times * others, level) > half_width

    least, most = 1.0 / patients, 1.0
    while too_wide(most):
        if most * patients > _MOST:
            raise SettingError(_TOO_MANY)
        least, most = most, 2.0 * most
    while (most - least) * patients > 0.5:
        middle = (least + most) / 2.0
        least, most = (middle, most) if too_wide(middle) else (least, middle)
    return math.ceil(most * patients)


def _classes_wanted(pilot: Estimate, prevalence: Value | None) -> tuple[float, float]:
    """How many times as many cases, and others, a sample of the pilot's size is to have."""
    if prevalence is None:
        return 1.0, 1.0
    if not pilot.independent or len(pilot.singles) != 1 or any(who.weight is not None for who in pilot.reach):
        raise SettingError(
            "another prevalence can be asked for with one score of patients without weights or clusters; "
            "leave prevalence out."
        )
    wanted, (cases, others) = read_share(prevalence), next(iter(pilot.reach)).sizes
    return wanted * (cases + others) / cases, (1.0 - wanted) * (cases + others) / others


def _half_width(pilot: Estimate, cases: float, others: float, level: float) -> float:
    """Half the width of the guarded interval with so many times as many cases, and others."""
    if pilot.independent:
        parts = []
        for weight, single in pilot.singles:
            _, spread = single.of_more(cases, others).with_pseudo_observations()
            parts.append((weight**2 * spread.variance, spread.degrees))
        spread = Spread.of(parts)
    elif any(not who.is_plain for who in pilot.reach):
        _, spread = pilot.centre_and_spread()
        spread = Spread(spread.variance / cases, spread.degrees * cases)
    else:
        spread = Spread.of(
            [
                part
                for who, what in pilot.contributions.items()
                for one, guard in who.class_spreads(what, pilot.reach[who])
                for part in one.of_more(cases).parts(guard)
            ]
        )
    return quantile(spread.degrees, level) * math.sqrt(spread.variance)


_NO_SPREAD = "no patient differs from another here, so nothing can be said about the number needed."
# More patients than there can be; a number of them is no answer.
_MOST = 1e15
_TOO_MANY = f"more than {_MOST:g} patients would be needed; ask for a wider interval."


def _check_width(half_width: float) -> None:
    if not 0.0 < as_float(half_width) < math.inf:
        raise SettingError(f"the half-width of an interval must be positive; found {half_width!r}.")


def _patients(per_patient: float, half_width: float, level: float) -> int:
    from scipy.special import ndtri

    _check_width(half_width)
    if per_patient <= 0.0:
        raise SettingError(_NO_SPREAD)
    times = float(ndtri((1.0 + check_level(level)) / 2.0)) / float(half_width)
    needed = times * times * per_patient
    if not needed <= _MOST:
        raise SettingError(_TOO_MANY)
    return math.ceil(needed)
