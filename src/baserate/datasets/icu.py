"""Data to try things on: the built-in cohort.

The cohort is simulated, so it can travel with the package, and made so that the usual summaries
mislead in the two ways this library is about; see :func:`icu_cohort`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from baserate.datasets.eicu import eicu_demo
from baserate.errors import SettingError
from baserate.inference.draws import check_seed
from baserate.odds import expit, logit

if TYPE_CHECKING:
    import polars as pl

__all__ = ["eicu_demo", "icu_cohort"]

Numbers = NDArray[np.float64]

STAYS = 20_000
SEED = 20_240_601

_READMISSION_EVERY = 15
_HOSPITALS = 12
_CARDIAC_SHARE = 0.25
_MORTALITY = {"mixed": 0.10, "cardiac": 0.025}
# How far apart, in standard deviations, the severity of those who die and who survive lies.
_DISTANCE = {"mixed": 1.45, "cardiac": 2.1}
# Every patient looks this much sicker after heart surgery, whatever the outcome.
_AFTER_SURGERY = 0.4
# What the second model sees beyond severity, on the same scale, and the prevalence it was trained at.
_FURTHER_DISTANCE = 0.75
_BALANCED = 0.5


def icu_cohort(*, stays: int = STAYS, seed: int = SEED) -> pl.DataFrame:
    """A simulated intensive-care population: 20,000 stays, two models of death in hospital.

    Returns a Polars frame with one row per stay: ``stay``, ``patient``, ``hospital``, ``unit``
    ("mixed", or for a quarter of the stays "cardiac"), ``died`` (0 or 1), and two predicted
    probabilities of death.

    ``severity`` was developed in the mixed unit, where one stay in ten ends in death, and is
    calibrated there. In the cardiac unit one stay in forty does, and it separates patients better,
    but its predictions are several times too high. So AUC and accuracy are higher in the cardiac
    unit: AUC because it sees no calibration, accuracy because death is rarer (label shift). At
    equal prevalence the model's decisions are worth less there, because it is miscalibrated.

    ``network`` sees more of the patient and ranks patients better, but was trained on a balanced
    sample and never corrected for it. It wins by AUC; by net benefit ``severity`` does.

    The outcome causes the findings, as label shift assumes: within a unit and an outcome they are
    normal, with a component that the stays of one patient share.

    Parameters
    ----------
    stays
        How many there are.
    seed
        Of the simulation: another gives other patients of the same kind.

    >>> icu_cohort().shape
    (20000, 7)
    """
    import polars as pl

    if isinstance(stays, bool) or not isinstance(stays, (int, np.integer)) or stays < 1:
        raise SettingError(f"a cohort needs at least one stay, a whole number; found {stays!r}.")
    # Only uniform numbers are drawn: their stream is the same in every NumPy version.
    rng = np.random.default_rng(check_seed(seed))
    u_unit, u_died, u_patient, u_stay, u_further, u_hospital = rng.random((6, stays))
    patient = np.cumsum(np.arange(stays) % _READMISSION_EVERY != _READMISSION_EVERY - 1) - 1
    cardiac = u_unit[patient] < _CARDIAC_SHARE
    died = u_died < _by_unit(_MORTALITY, cardiac)
    noise = np.sqrt(0.5) * (_normal(u_patient)[patient] + _normal(u_stay))
    finding = _by_unit(_DISTANCE, cardiac) * died + noise + _AFTER_SURGERY * cardiac
    evidence = _evidence(finding, _DISTANCE["mixed"])
    more = evidence + _evidence(_FURTHER_DISTANCE * died + _normal(u_further), _FURTHER_DISTANCE)
    return pl.DataFrame(
        {
            "stay": np.arange(1, stays + 1),
            "patient": patient + 1,
            "hospital": (u_hospital[patient] * _HOSPITALS).astype(np.int64) + 1,
            "unit": np.where(cardiac, "cardiac", "mixed"),
            "died": died.astype(np.int8),
            "severity": expit(logit(_MORTALITY["mixed"]) + evidence),
            "network": expit(logit(_BALANCED) + more),
        }
    )


def _by_unit(values: dict[str, float], cardiac: NDArray[np.bool_]) -> Numbers:
    return np.where(cardiac, values["cardiac"], values["mixed"])


def _evidence(finding: Numbers, distance: float) -> Numbers:
    """Log likelihood ratio of death for a finding that is N(distance, 1) in death, N(0, 1) in survival."""
    return distance * finding - distance**2 / 2.0


def _normal(uniform: Numbers) -> Numbers:
    from scipy.special import ndtri

    return np.asarray(ndtri(uniform))
