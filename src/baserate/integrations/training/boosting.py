"""What the boosting libraries share: slopes and curvatures for an objective, net benefit for a metric.

Each library's module only says in which order it hands over labels, margins and weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import CostLike, Deployment, PrevalenceLike, Value
from baserate.errors import SettingError
from baserate.extensions.training.loss import LOG_LOSS_SHARE, MarginLoss, train_prevalence_of
from baserate.extensions.training.rows import (
    TrainingRows,
    cases_of,
    margins_of,
    probabilities_of,
    weights_of,
)
from baserate.scores.gains import gains_of
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import Sample, prevalence_of

Numbers = NDArray[np.float64]

# The word for "the prevalence of whatever rows are scored", which has to be asked for.
OBSERVED = "observed"
NAME = "net_benefit"


class Objective:
    """Net benefit at a deployment as a boosting objective.

    Parameters
    ----------
    prevalence, cost
        The deployment, in any way that :meth:`baserate.Deployment.of` reads: a range of either, or a
        distribution. A prevalence of None is the training prevalence.
    train_prevalence
        The prevalence to which the margins are to be calibrated. None: the training rows' own (weighted).
        Where another is stated, the classes are weighted to it.
    log_loss_share
        Share of log loss in the objective. With none, patients whose margins lie outside the deployment's
        range of thresholds have neither slope nor curvature, and trees stop.
    smooth
        Spread single thresholds over so many log odds to either side; see
        :meth:`baserate.extensions.training.loss.MarginLoss.of`.
    """

    def __init__(
        self,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        *,
        train_prevalence: Value | None = None,
        log_loss_share: float = LOG_LOSS_SHARE,
        smooth: float | None = None,
    ) -> None:
        self._asked = (prevalence, cost)
        self._stated = None if train_prevalence is None else train_prevalence_of(train_prevalence)
        self._settings = (log_loss_share, smooth)
        # Made now, so that what cannot be asked is refused before hours of training.
        self._loss = self._loss_at(0.5 if self._stated is None else self._stated)

    def derivatives(self, label: Any, margin: Any, weight: Any = None) -> tuple[Numbers, Numbers]:
        """Slope and expected curvature of the loss at each row, times the row's weight.

        The sum of slopes over all rows, divided by the sum of weights, is the slope of
        ``(1 - share) scale (T1 - net benefit) + share (log loss)``.

        Parameters
        ----------
        label
            Outcomes 0 and 1.
        margin
            Log odds of the scores.
        weight
            Of the rows, 1 unless given.
        """
        rows = TrainingRows.of(label, weight, self._stated)
        margins = margins_of(margin, len(rows.is_case))
        loss = self._loss_at(rows.prevalence)
        slope = rows.factor * loss.gradient(margins, rows.is_case)
        return slope, rows.factor * loss.curvature(margins)

    def _loss_at(self, prevalence: float) -> MarginLoss:
        """The loss for a training prevalence; the last one is kept, as every round asks for the same."""
        kept: MarginLoss | None = getattr(self, "_loss", None)
        if kept is None or kept.train_prevalence != prevalence:
            self._loss = kept = MarginLoss.of(*self._asked, prevalence, *self._settings)
        return kept


def source_of(train_prevalence: Value | None) -> float | None:
    """The training prevalence that a metric was told; None where it is to be the scored rows' own."""
    if train_prevalence is None:
        raise SettingError(
            "train_prevalence is needed: the metric sees the scored rows only. State that of the training "
            f"rows, or {OBSERVED!r} to take the scored rows' own."
        )
    return None if train_prevalence == OBSERVED else train_prevalence_of(train_prevalence)


class Metric:
    """Net benefit at a deployment as an evaluation metric; higher is better, treating none is zero.

    Parameters
    ----------
    prevalence, cost
        The deployment, in any way that :meth:`baserate.Deployment.of` reads; here a single prevalence and a
        single cost are welcome.
    train_prevalence
        The prevalence of the rows that the model is trained on, to which its scores are calibrated. A metric
        sees the rows that it scores and no others, so this has to be said. ``"observed"`` takes the scored
        rows' own: right where they are a random part of the same patients.
    margins
        Whether the library hands over margins (as it does beside an objective of this module) or
        probabilities (beside an objective of its own).
    """

    def __init__(
        self,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        *,
        train_prevalence: Value,
        margins: bool = True,
    ) -> None:
        self._deployment = Deployment.of(prevalence, cost)
        self._margins = margins
        self._source = source_of(train_prevalence)

    def value(self, label: Any, score: Any, weight: Any = None) -> float:
        """Net benefit of the scores on these rows.

        Parameters
        ----------
        label
            Outcomes 0 and 1.
        score
            Margins, or probabilities with ``margins=False``.
        weight
            Of the rows, 1 unless given.
        """
        is_case = cases_of(label)
        probability = probabilities_of(score, self._margins)
        weights = None if weight is None or np.size(weight) == 0 else weights_of(weight, len(is_case))
        sample = Sample.of(is_case.astype(np.int8), probability, weights)
        gains = gains_of(self._deployment, prevalence_of(sample), self._source)
        return mean_gain(sample, gains) - gains.negative_total
