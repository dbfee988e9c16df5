"""A metric's state that adds over batches and processes: counts by class and by bin of log odds.

The bins are those of :mod:`baserate.patients.binning`, 1/256 of a unit of log odds wide: for each class and bin
the number of rows, their weight, the sum of squared weights, and the weighted sum of where in the bin they
lie. What is kept has one size however many rows there are, and sums of it are exact in any order, so that
processes may add theirs.
"""

from __future__ import annotations

import math
import warnings

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import CostLike, Deployment, PrevalenceLike, Value
from baserate.errors import NotEstimableWarning
from baserate.inference.estimate import Estimate
from baserate.integrations.training.boosting import source_of
from baserate.odds import expit
from baserate.patients.binning import FARTHEST, FINE, Binned
from baserate.scores.gains import gains_of

Numbers = NDArray[np.float64]

REACH = int(FARTHEST) * FINE
# To either side there is one bin more, for everything beyond and for scores of exactly 0 and 1.
BINS = 2 * REACH + 2
# Rows of the state: number, weight, squared weight, weighted place within the bin (0 to 1).
COUNT, WEIGHT, SQUARES, PLACE = range(4)
SHAPE = (2, 4, BINS)


class BinnedNetBenefit:
    """Net benefit of a state of counts, at a deployment."""

    def __init__(
        self, prevalence: PrevalenceLike | None, cost: CostLike, train_prevalence: Value | None
    ) -> None:
        self.deployment = Deployment.of(prevalence, cost)
        self.source = source_of(train_prevalence)

    def estimate(self, state: Numbers) -> Estimate | None:
        """Net benefit with its interval; None, with a warning, with fewer than two rows of a class."""
        binned = _binned(state)
        cases = binned.label == 1
        if not np.isfinite(binned.weight).all():
            warnings.warn(
                NotEstimableWarning("some rows could not be counted: no net benefit."), stacklevel=3
            )
            return None
        if not (binned.weight[cases].sum() > 0.0 and binned.weight[~cases].sum() > 0.0):
            warnings.warn(
                NotEstimableWarning("the rows hold one class only so far: no net benefit."), stacklevel=3
            )
            return None
        numbers = int(binned.count[cases].sum()), int(binned.count[~cases].sum())
        if min(numbers) < 2:
            warnings.warn(
                NotEstimableWarning(
                    f"{numbers[0]:,} with the disease and {numbers[1]:,} without so far: "
                    "an interval needs two of each."
                ),
                stacklevel=3,
            )
            return None
        return binned.cohort.score(binned.sample(), self.deployment, None, self.source, baseline="treat-none")

    def linear(self) -> tuple[Numbers, float]:
        """Net benefit as a line in the state, for a stated training prevalence.

        Gains at the middle of each bin and their slopes: shape (2, 2, bins) for cases and non-cases, for
        weight and weighted place; and what treating none is worth.
        """
        source = 0.5 if self.source is None else self.source
        gains = gains_of(self.deployment, source, source)
        score = np.asarray(expit(_middles()))
        sides = []
        for gain, slope in (
            (gains.positive(score), gains.positive_slope(score)),
            (gains.negative(score), -gains.negative_slope(score)),
        ):
            per_bin = slope / FINE
            sides.append([gain - per_bin / 2.0, per_bin])
        return np.array(sides), gains.negative_total


def _middles() -> Numbers:
    middles = (np.arange(BINS) - REACH - 0.5) / FINE
    middles[[0, -1]] = -math.inf, math.inf
    return middles


def _binned(state: Numbers) -> Binned:
    """The occupied bins of a state."""
    label, place = np.nonzero(state[:, COUNT] > 0.0)
    count, weight, squares, inside = (state[label, row, place] for row in range(4))
    mean = np.divide(inside, weight, out=np.full_like(weight, 0.5), where=weight > 0.0)
    log_odds = (place - REACH - 1 + mean) / FINE
    log_odds[place == 0], log_odds[place == BINS - 1] = -math.inf, math.inf
    return Binned(
        group=None,
        label=(1 - label).astype(np.int8),
        bins=(place - REACH - 1).astype(np.int64)[:, None],
        log_odds=log_odds[:, None],
        count=count.astype(np.int64),
        weight=weight,
        squares=squares,
        width=1.0 / FINE,
        weighted=bool(np.any(weight != count)),
    )
