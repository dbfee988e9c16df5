"""What the error of a fitted shift adds to a score that rests on it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial

from scipy.special import stdtrit

from baserate.deployment.deployment import Deployment
from baserate.deployment.shift import Shift
from baserate.errors import ShiftError
from baserate.inference.estimate import Noise
from baserate.scores.metrics import mean_gain
from baserate.scores.patient_gains import gains_on
from baserate.scores.sample import ByClass

# Of the standard error of a fitted shift: over so much of it a score is taken to be a line, and so much at
# least and at most.
_STEP, _LEAST, _MOST = 1.0, 1e-3, 0.25
# A normal quantile, beside which that of t stands for how little is known of the standard error itself.
_TAIL, _NORMAL = 0.975, 1.959963984540054


def shift_slope(
    patients: ByClass,
    deployment: Deployment,
    source: float | None,
    threshold: float | None,
    observed: float | None = None,
) -> float:
    """How fast the score of a model moves with the shift, over about one standard error of it."""
    shift = deployment.shift
    step = min(max(_STEP * shift.standard_error, _LEAST), _MOST)

    def score(gamma: float) -> float:
        there = replace(deployment, shift=Shift(gamma))
        return mean_gain(patients, gains_on(patients, there, source, threshold, observed))

    low, high = max(0.0, shift.gamma - step), min(1.0, shift.gamma + step)
    try:
        below = score(low)
    except ShiftError:  # so little label shift cannot be: from here on upwards, then
        low, below = shift.gamma, score(shift.gamma)
    return (score(high) - below) / (high - low)


@lru_cache(maxsize=64)
def shift_noise(shift: Shift) -> Noise:
    """The variance of a fitted shift, one and the same for all numbers that rest on it.

    It is enlarged by the square of t's quantile over the normal one: with few groups its standard error is
    itself uncertain.
    """
    degrees = shift.degrees_of_freedom
    quantile = _NORMAL if degrees is None else float(stdtrit(degrees, _TAIL))
    return Noise(partial(float, (shift.standard_error * quantile / _NORMAL) ** 2))
