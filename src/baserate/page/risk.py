"""The calibration curve in the page: the observed risk at each predicted one, smooth, with its band.

It is fitted to the page's own lines, and so tells nothing that these do not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.risk_curve import local_numbers, smooth_risk
from baserate.inference.quantile import quantile
from baserate.inference.wilson import score_interval
from baserate.odds import expit, logit
from baserate.page.recalibrated import SliceLines
from baserate.results.judged import Judged

Numbers = NDArray[np.float64]
Curve = dict[str, list[float]]

# The curve runs over these shares of the patients, by score; its points at most, of all and of a group.
_ENDS = (0.01, 0.99)
POINTS, POINTS_OF_GROUP = 41, 21


def calibration_of(sides: Sequence[SliceLines], judged: Judged, least: int, points: int) -> Curve:
    """Predicted risk at the observed prevalence, observed risk, and the ends of its pointwise interval.

    The interval is Wilson's for as many patients as the curve rests on there; with clusters, for as many
    fewer as they make the mean of outcomes less well known. Points without ``least`` patients of each class
    near them are left out.
    """
    shift = float(logit(judged.prevalence)) - float(logit(judged.source))
    x, weight, cases, size = _patients(sides)
    score = np.asarray(expit(x + shift))
    risk = smooth_risk(score, weight * cases, weight, size)
    inside = (risk > 0.0) & (risk < 1.0)
    if np.count_nonzero(inside) < 2:
        return {name: [] for name in ("predicted", "observed", "low", "high")}
    at = _grid(x, weight, points)
    numbers = local_numbers(risk[inside], size[inside], (size * cases)[inside])
    effective, sick, well = (np.interp(at, x[inside], one) for one in numbers)
    observed = np.asarray(expit(np.interp(at, x[inside], np.asarray(logit(risk[inside])))))
    kept = (sick >= least) & (well >= least) & (at >= x[inside][0]) & (at <= x[inside][-1])
    effective = effective / _design_effect(judged, risk, size)
    times = quantile(math.inf, judged.level)
    ends = [
        score_interval(share, number, times)
        for share, number in zip(observed[kept], effective[kept], strict=True)
    ]
    low, high = np.array(ends).reshape(-1, 2).T
    columns = (np.asarray(expit(at[kept] + shift)), observed[kept], low, high)
    names = ("predicted", "observed", "low", "high")
    return {name: [float(f"{value:.3g}") for value in one] for name, one in zip(names, columns, strict=True)}


def _patients(sides: Sequence[SliceLines]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Both halves of each line: log odds, ascending, weight, share of cases, and the number they are."""
    x = np.concatenate([side.nodes[0] for side in sides]).round(6)  # equal but for rounding is equal
    weight = [side.nodes[1] for side in sides]
    size = np.concatenate([np.tile(side.weight**2 / side.squares / 2.0, 2) for side in sides])
    distinct, place = np.unique(x, return_inverse=True)
    of_cases = np.concatenate((weight[0], np.zeros(len(weight[1]))))
    sums = (np.bincount(place, one) for one in (np.concatenate(weight), size, of_cases))
    total, number, cases = (one.astype(np.float64) for one in sums)
    return distinct, total, cases / total, number


def _grid(x: Numbers, weight: Numbers, points: int) -> Numbers:
    """Log odds at equal steps between a low and a high percentile, these with two decimals."""
    place = (np.cumsum(weight) - weight / 2.0) / weight.sum()
    low, high = (round(float(np.interp(share, place, x)), 2) for share in _ENDS)
    return np.linspace(low, high, points) if high > low else np.array([low])


def _design_effect(judged: Judged, risk: Numbers, size: Numbers) -> float:
    """How much larger clusters make the variance of the calibration intercept; at least 1."""
    intercept = judged.measure("calibration_intercept").estimate
    if not judged.cohort.sampling.clustered or intercept is None:
        return 1.0
    information = float((size * risk * (1.0 - risk)).sum())
    return max(1.0, intercept.standard_error**2 * information)
