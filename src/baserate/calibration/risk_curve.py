"""The risk at each score: a smooth, rising curve that becomes the true one as patients grow many.

A logistic recalibration is two numbers, and stays wrong where the truth is no line in log odds. Here it
is only where the curve starts from: by how much the observed risk departs from it is averaged over
neighbouring scores, and the curve is moved by that much.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.recalibrators import Logistic
from baserate.errors import ScoreError
from baserate.inference.constants import KERNEL_CELLS, KERNEL_POWER, KERNEL_PRIOR, KERNEL_SPREAD
from baserate.odds import expit, logit
from baserate.scores.sample import ScoreTable

Numbers = NDArray[np.float64]


def smooth_risk(score: Numbers, positive: Numbers, weight: Numbers, size: NDArray[Any]) -> Numbers:
    """The risk at each of the ascending scores, rising with them.

    Where classes are separated, or all patients share a score, it is the isotonic fit.

    Parameters
    ----------
    score
        Distinct, or means of bins.
    positive, weight
        Weight of the cases, and of all patients, at each.
    size
        The number of patients that each is worth.
    """
    try:
        start = _logistic_risk(score, positive, weight)
    except ScoreError:
        return _rising(positive / weight, weight)
    certain = (start <= 0.0) | (start >= 1.0)  # predictions of 0 and 1 that were never wrong
    inside = ~certain
    risk = start.copy()
    departure = _departure(start[inside], (positive / weight)[inside], size[inside].astype(np.float64))
    risk[inside] = expit(np.asarray(logit(start[inside])) + departure)
    return _rising(risk, weight)


def _logistic_risk(score: Numbers, positive: Numbers, weight: Numbers) -> Numbers:
    """Risks of a logistic recalibration; certain predictions that were wrong count as very sure ones."""
    wrong = positive[score == 0.0].sum() + (weight - positive)[score == 1.0].sum()
    if wrong > 0.0:
        inner = score[(score > 0.0) & (score < 1.0)]
        low, high = (float(inner.min()), float(inner.max())) if len(inner) else (0.25, 0.75)
        score = np.clip(score, low / 2.0, (1.0 + high) / 2.0)
    table = ScoreTable(score, positive, weight - positive)
    return Logistic.of(table).apply(score)


def _departure(risk: Numbers, observed: Numbers, size: Numbers) -> Numbers:
    """By how much, in log odds, the observed risk near each score lies above the one given.

    Near is meant halfway between patients and information ``p (1 - p)``, so that neither the many at
    low risk nor the few at high risk share one neighbourhood.
    """
    place, cell, at, near = _neighbours(risk, size)
    everyone, cases, expected = (
        np.einsum("ij,j->i", near, np.bincount(cell, sums)) for sums in (size, size * observed, size * risk)
    )
    mean = expected / everyone
    seen = (cases + KERNEL_PRIOR * mean) / (everyone + KERNEL_PRIOR)
    return np.asarray(np.interp(place, at, np.asarray(logit(seen)) - np.asarray(logit(mean))))


def _neighbours(risk: Numbers, size: Numbers) -> tuple[Numbers, NDArray[np.intp], Numbers, Numbers]:
    """The place of each score, its cell, the cells' places, and from 0 to 1 how near cells are."""
    information = size * risk * (1.0 - risk)
    total = float(information.sum())
    share = (information / total + size / size.sum()) / 2.0
    place = np.cumsum(share) - share / 2.0
    cell = np.unique((place * KERNEL_CELLS).astype(np.intp), return_inverse=True)[1]
    at = np.asarray(np.bincount(cell, place) / np.bincount(cell))
    spread = KERNEL_SPREAD * max(total, 1.0) ** -KERNEL_POWER
    return place, cell, at, np.exp(-0.5 * ((at[:, None] - at[None, :]) / spread) ** 2)


def local_numbers(risk: Numbers, size: Numbers, cases: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """How many patients the smooth risk at each score rests on, and how many cases and non-cases are near it.

    The first is the number of patients of equal say who would make the local mean as well known; near is
    counted in full at the score itself, less and less away from it.
    """
    place, cell, at, near = _neighbours(risk, size)
    held, sick = np.bincount(cell, size), np.bincount(cell, cases)
    sums = [np.einsum("ij,j->i", one, many) for one, many in ((near, held), (near**2, held), (near, sick))]
    found = sums[0] ** 2 / sums[1], sums[2], sums[0] - sums[2]
    effective, of_cases, of_others = (np.asarray(np.interp(place, at, one)) for one in found)
    return effective, of_cases, of_others


def _rising(risk: Numbers, weight: Numbers) -> Numbers:
    from scipy.optimize import isotonic_regression

    return np.asarray(np.clip(isotonic_regression(risk, weights=weight).x, 0.0, 1.0))
