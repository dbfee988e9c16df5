"""The recalibrated model in the page: its pools, its optimism, and the reliability of the risks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.measures import observed_by_tenths
from baserate.calibration.optimism import Simulations
from baserate.calibration.scored import ScoredCohort
from baserate.report.page.lines import CERTAIN, log_odds_of
from baserate.scores.columns import merge_small
from baserate.scores.isotonic import IsotonicBlocks
from baserate.scores.sample import Sample

Numbers = NDArray[np.float64]

# The grid of thresholds, in log odds with the prevalence removed, on which optimism is carried.
_STEP, _END = 0.125, 16.0
# So many cells of it are one for their covariance.
_COARSE = 4


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

    pool = merge_small(np.bincount(place, each, len(pools.first)).astype(np.float64), least)
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


def reliability_of(scored: ScoredCohort, least: int, level: float) -> list[dict[str, float]]:
    """Predicted and observed risk by tenths of the patients, with Wilson's interval for the observed."""
    return [
        {
            "predicted": round(tenth.predicted, 6),
            "observed": round(tenth.observed, 6),
            "low": round(tenth.low, 6),
            "high": round(tenth.high, 6),
            "patients": round(tenth.patients),
            "events": round(tenth.events),
        }
        for tenth in observed_by_tenths(scored, least=least, level=level)
    ]


def _rounded(values: Numbers, digits: int = 6) -> list[float | int]:
    rounded = (round(float(value), digits) for value in values)
    return [int(value) if value == int(value) else value for value in rounded]


def _short(values: Numbers) -> list[float]:
    return [float(f"{value:.3g}") for value in values]
