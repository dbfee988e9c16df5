"""Two models on joint lines: what each gains there, and how far the patients of a line vary about it.

A joint line holds the mean of its patients' log odds. Where gains are smooth, the gain at the mean will
do. A step may cut through a line: then it is the share of the model's own, finer lines of the same cell
that lie beyond it which counts, and the patients on either side of it vary.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baserate.gain_shapes import Gains, StepGains, SumGains
from baserate.reduce import COARSE, FARTHEST
from baserate.rows import Rows

Numbers = NDArray[np.float64]
Cells = NDArray[np.int64]


def joint_gains(
    joint: Rows, cell: Cells, own: Rows, own_log_odds: Numbers | None, gains: Gains
) -> tuple[Numbers, Numbers]:
    """The mean gain of each joint line, and the variance of its patients' gains about it.

    ``cell`` are the joint lines' coarse cells by this model; ``own`` are the model's own lines of the same
    patients, and ``own_log_odds`` their mean log odds, None where their cells were merged.
    """
    if isinstance(gains, SumGains):
        steps, within = joint_gains(joint, cell, own, own_log_odds, gains.first)
        return steps + _at(joint, gains.second), within
    if not isinstance(gains, StepGains) or own_log_odds is None:
        return _at(joint, gains), np.zeros(len(cell))
    gain = _at(own, gains)
    means, variances = _by_cell(own, _coarse(own_log_odds), gain)
    found = cell * 2 + joint.label
    known = np.searchsorted(means[0], found).clip(0, len(means[0]) - 1)
    there = means[0][known] == found
    return np.where(there, means[1][known], _at(joint, gains)), np.where(there, variances[known], 0.0)


def _coarse(log_odds: Numbers) -> Cells:
    """The joint cells that a model's own lines belong to; a line at an edge goes with its mean."""
    most = FARTHEST * COARSE
    inside = np.where(np.isfinite(log_odds), log_odds, 0.0)
    cell = np.clip(np.floor(inside * COARSE), -most, most)
    return np.where(np.isfinite(log_odds), cell, np.sign(log_odds) * (most + 1)).astype(np.int64)


def _at(rows: Rows, gains: Gains) -> Numbers:
    """The gain of each line at its score."""
    return np.where(rows.label == 1, gains.positive(rows.score), gains.negative(rows.score))


def _by_cell(rows: Rows, cell: Cells, gain: Numbers) -> tuple[tuple[Cells, Numbers], Numbers]:
    """Keys of class and coarse cell with their mean gain, and the variance of the patients' gains."""
    keys, place = np.unique(cell * 2 + rows.label, return_inverse=True)
    weight = np.asarray(rows.weight)
    mean = np.bincount(place, weight * gain) / np.bincount(place, weight)
    variance = np.bincount(place, weight * (gain - mean[place]) ** 2) / np.bincount(place, weight)
    return (keys, mean), variance
