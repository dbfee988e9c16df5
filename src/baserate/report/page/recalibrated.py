"""The recalibrated model in the page: its pools, its optimism, and the reliability of the risks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from baserate.calibration.optimism import Simulations
from baserate.deployment.odds import adjust
from baserate.report.page.lines import CERTAIN, joined, log_odds_of
from baserate.scores.isotonic import IsotonicBlocks
from baserate.scores.sample import Sample, prevalence_of

Numbers = NDArray[np.float64]

# The grid of thresholds, in log odds with the prevalence removed, on which optimism is carried.
_STEP, _END = 0.125, 16.0
# So many cells of it are one for their covariance.
_COARSE = 4
_BINS = 10


def pools_of(sample: Sample, pools: IsotonicBlocks, least: int) -> dict[str, list[float | int]]:
    """Isotonic blocks, lowest first, none with fewer than so many patients."""
    place = np.searchsorted(pools.first[1:], sample.ranking, side="right")
    weight = np.ones(len(sample.label)) if sample.weight is None else sample.weight.astype(np.float64)
    squares = weight**2 if sample.squares is None else sample.squares
    each = np.ones(len(weight)) if sample.squares is None else weight**2 / sample.squares
    sides = [sample.label == 1, sample.label == 0]

    def sums(values: Numbers, cell: NDArray[np.intp]) -> list[Numbers]:
        found = (np.bincount(cell[side], values[side], int(cell.max()) + 1) for side in sides)
        return [one.astype(np.float64) for one in found]

    pool = joined(np.bincount(place, each, len(pools.first)).astype(np.float64), least)
    starts = np.flatnonzero(np.append(True, np.diff(pool) > 0))
    # Midway between two pools: no patient's own score.
    first, last = (log_odds_of(ends) for ends in (pools.first[starts[1:]], pools.last[starts[1:] - 1]))
    found = {"from": [-CERTAIN, *_rounded((first + last) / 2.0, 4)]}
    cases, others = sums(weight, pool[place])
    found |= {"cases": _rounded(cases), "others": _rounded(others)}
    if sample.weight is not None:
        first, second = sums(squares, pool[place])
        found |= {"case_squares": _rounded(first), "other_squares": _rounded(second)}
    return found


def optimism_of(simulations: Simulations) -> dict[str, Any]:
    """Optimism of the recalibration for any deployment: its mean over simulations, and how they vary.

    With v(z) the weight of a deployment on the threshold axis, the optimism of a simulation is the
    integral of ``v(z) H(z)``, where ``H`` is what the fit wins over the truth at the threshold z:
    cases it treats, and ``e^z`` times the non-cases it spares. Mean and spread of H are carried on a
    fine grid, its correlation on a coarse one, over ``1 + e^z``, which keeps them of one size.
    """
    head = {"step": _STEP, "coarse": _COARSE}
    if len(simulations) < 2:
        return {**head, "start": 0.0, "mean": [], "spread": [], "coherence": [], "correlation": []}
    each = simulations.won_by_threshold(np.linspace(-_END, _END, round(2.0 * _END / _STEP) + 1))
    spread = each.std(axis=0)
    coarse = each.reshape(len(each), -1, _COARSE).mean(axis=2)
    wide = coarse.std(axis=0)
    used = np.flatnonzero(wide > 1e-3 * wide.max()) if wide.max() > 0.0 else np.zeros(1, dtype=np.intp)
    cells = slice(int(used[0]), int(used[-1]) + 1)
    fine = slice(cells.start * _COARSE, cells.stop * _COARSE)
    apart = (coarse - coarse.mean(axis=0))[:, cells] / np.where(wide[cells] > 0.0, wide[cells], 1.0)
    together = apart.T @ apart / len(apart)
    own = spread.reshape(-1, _COARSE).mean(axis=1)[cells]
    return {
        **head,
        "start": -_END + _STEP * fine.start,
        "mean": _short(each.mean(axis=0)[fine]),
        "spread": _short(spread[fine]),
        # How far the spread of a coarse cell's mean is that of its fine cells: 1 where they vary together.
        "coherence": _short(wide[cells] / np.where(own > 0.0, own, 1.0)),
        # Of the coarse cells' means, in hundredths, below the diagonal.
        "correlation": [np.rint(100.0 * together[i, :i]).astype(int).tolist() for i in range(len(together))],
    }


def reliability_of(sample: Sample, source: float, least: int, level: float = 0.95) -> list[dict[str, float]]:
    """Predicted and observed risk by tenths of the patients, with Wilson's interval for the observed.

    The interval has the level of the study's other intervals.
    """
    prevalence = prevalence_of(sample)
    risk = np.asarray(adjust(sample.score.astype(np.float64), source, prevalence))
    weight = np.ones(len(risk)) if sample.weight is None else sample.weight.astype(np.float64)
    each = np.ones(len(risk)) if sample.squares is None else weight**2 / sample.squares
    order = np.argsort(sample.ranking, kind="stable")
    running = np.cumsum(weight[order])
    tenth = np.empty(len(risk), dtype=np.intp)
    middle = (running - weight[order] / 2.0) / running[-1]
    tenth[order] = np.minimum(middle * _BINS, _BINS - 1).astype(np.intp)
    # Equal scores stay together, in the tenth of the first of them.
    _, same = np.unique(sample.ranking, return_inverse=True)
    first = np.full(int(same.max()) + 1, _BINS)
    np.minimum.at(first, same, tenth)
    bins = first[same]
    case = sample.label == 1
    bins = joined(np.bincount(bins, each, _BINS).astype(np.float64), least)[bins]
    z = float(ndtri((1.0 + level) / 2.0))
    return [_bin(risk, weight, each, case, bins == number, z) for number in np.unique(bins)]


def _bin(
    risk: Numbers,
    weight: Numbers,
    each: Numbers,
    case: NDArray[np.bool_],
    chosen: NDArray[np.bool_],
    z: float,
) -> dict[str, float]:
    own = weight[chosen]
    observed = float(own @ case[chosen]) / float(own.sum())
    n = float(each[chosen].sum())
    z2 = z**2
    centre = (observed + z2 / (2.0 * n)) / (1.0 + z2 / n)
    half = np.sqrt(z2 * (observed * (1.0 - observed) / n + z2 / (4.0 * n**2))) / (1.0 + z2 / n)
    return {
        "predicted": round(float(own @ risk[chosen]) / float(own.sum()), 6),
        "observed": round(observed, 6),
        "low": round(max(centre - float(half), 0.0), 6),
        "high": round(min(centre + float(half), 1.0), 6),
        "patients": round(n),
        "events": round(float(each[chosen & case].sum())),
    }


def _rounded(values: Numbers, digits: int = 6) -> list[float | int]:
    rounded = (round(float(value), digits) for value in values)
    return [int(value) if value == int(value) else value for value in rounded]


def _short(values: Numbers) -> list[float]:
    return [float(f"{value:.3g}") for value in values]
