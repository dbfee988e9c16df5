"""The study's own deployment in the page: as its controls say it, or as a table of what a patient gains."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from baserate.deployment.deployment import Deployment
from baserate.deployment.distribution import Distribution
from baserate.deployment.shift import LABEL_SHIFT, Shift
from baserate.odds import expit, logit
from baserate.scores.gains import Gains, gains_of

# A gain between two points of the table may be off by so much, as a share of the largest.
_PRECISION = 5e-6
_FEWEST, _MOST = 129, 513
# So many decimals are enough for a millionth of a score.
_DECIMALS = 8
# Points at which the density of a distribution is carried, between two of its breaks.
_DENSITIES = 97
# Beyond these log odds of the evidence nobody is.
_FARTHEST = 16.0


def setting_of(where: Deployment) -> dict[str, Any]:
    """A deployment as the page's controls say it, and whether they can say it exactly."""
    prevalence = None if where.prevalence is None else where.prevalence.distribution
    exact = all(one is None or one.plain for one in (prevalence, where.cost.distribution))
    ends = None if prevalence is None else list(prevalence.ends)
    state = {"prevalence": ends, "cost": list(where.cost.distribution.ends), "shift": where.shift.gamma}
    return {"state": state, "exact": exact}


def shift_of(shift: Shift) -> dict[str, Any]:
    """How much of the difference in prevalence is label shift for a model's scores, and how sure that is."""
    return {
        "gamma": shift.gamma,
        "standard_error": shift.standard_error,
        "degrees_of_freedom": shift.degrees_of_freedom,
    }


def weight_of(where: Deployment) -> dict[str, Any] | None:
    """What cases and non-cases gain, by the log odds of the evidence (score less source prevalence).

    At equal steps from ``start``, linear in between and constant beyond; ``steps`` are log odds at which
    gains jump, with by how much a case's rises and a non-case's falls. That is under label shift; for any
    other there are the ``prevalences`` over which to average, None where the cost, too, is more than a
    range. None where the controls say the deployment exactly, or the prevalence is each group's own.
    """
    if where.prevalence is None or setting_of(where)["exact"]:
        return None
    gains = gains_of(
        replace(where, shift=LABEL_SHIFT), 0.5
    )  # at one half, log odds of the score are those of the evidence
    table = _table(gains.curve) if gains.curve is not None else {"start": 0.0, "step": 1.0}
    distribution = where.prevalence.distribution
    found = {"positive": [0.0], "negative": [0.0], **table, "median": distribution.median}
    found["prevalences"] = _prevalences(distribution) if where.cost.distribution.plain else None
    if gains.steps is not None:
        up, down = np.diff(gains.steps.positive_sums), -np.diff(gains.steps.negative_sums)
        z = np.asarray(logit(gains.steps.thresholds))
        found["steps"] = np.column_stack((z, up, down)).tolist()
    return found


def _prevalences(where: Distribution) -> dict[str, Any]:
    """Values with a probability of their own, and the density on the log-odds axis between its breaks."""
    values, shares = where.atoms
    pieces = [
        {"low": low, "high": high, "density": where.density(np.linspace(low, high, _DENSITIES)).tolist()}
        for low, high in pairwise(where.breaks.tolist())
    ]
    atoms = np.column_stack((np.asarray(logit(values)), shares)).tolist() if len(values) else []
    return {"atoms": atoms, "pieces": pieces}


def _table(curve: Gains) -> dict[str, Any]:
    """The gains at so many points that what lies between follows from them."""
    low, high = _range(curve)
    points = _FEWEST
    while True:
        z = np.linspace(low, high, points)
        middle = (z[1:] + z[:-1]) / 2.0
        columns = [gain(np.asarray(expit(z))) for gain in (curve.positive, curve.negative)]
        between = [gain(np.asarray(expit(middle))) for gain in (curve.positive, curve.negative)]
        off = max(
            float(np.abs((one[1:] + one[:-1]) / 2.0 - exact).max()) / float(one.max())
            for one, exact in zip(columns, between, strict=True)
        )
        if off <= _PRECISION or points >= _MOST:
            break
        points = 2 * points - 1
    positive, negative = (np.round(one, _DECIMALS).tolist() for one in columns)
    return {"start": low, "step": (high - low) / (points - 1), "positive": positive, "negative": negative}


def _range(curve: Gains) -> tuple[float, float]:
    """The evidence between which gains move by more than next to nothing; its ends are kinks of theirs."""
    ends = np.clip(logit(np.clip(curve.active(np.dtype(np.float64)), 1e-300, 1.0)), -_FARTHEST, _FARTHEST)
    z = np.linspace(ends[0], ends[1], 6_401)
    moves = np.zeros(len(z), dtype=bool)
    for gain, total in ((curve.positive, curve.positive_total), (curve.negative, curve.negative_total)):
        rest = np.abs(gain(np.asarray(expit(z))) / total - np.array([[0.0], [1.0]]))
        moves |= rest.min(axis=0) > 1e-7
    used = np.flatnonzero(moves)
    return float(z[max(used[0] - 1, 0)]), float(z[min(used[-1] + 1, len(z) - 1)])
