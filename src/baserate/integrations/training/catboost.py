"""Net benefit as objective and metric of CatBoost.

>>> from baserate.catboost import NetBenefitMetric, NetBenefitObjective
>>> objective = NetBenefitObjective((0.01, 0.10), "1:30", train_prevalence=0.08)
>>> metric = NetBenefitMetric((0.01, 0.10), "1:30", train_prevalence=0.08)

Then::

    model = CatBoostClassifier(
        loss_function=objective, eval_metric=metric, leaf_estimation_method="Newton", iterations=500,
        early_stopping_rounds=20,
    )
    model.fit(X, y, eval_set=(X_validation, y_validation))
    risk = baserate.odds.expit(model.predict(X, prediction_type="RawFormulaVal"))

CatBoost hands rows over in pieces, so the training prevalence has to be stated for the objective too. It
starts from a margin of 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from baserate.deployment.deployment import CostLike, PrevalenceLike, Value
from baserate.extensions.training.loss import LOG_LOSS_SHARE, MarginLoss
from baserate.extensions.training.rows import cases_of, margins_of, weights_of
from baserate.integrations.training.boosting import Metric

__all__ = ["NetBenefitMetric", "NetBenefitObjective"]


class NetBenefitObjective:
    """Net benefit at a deployment as a CatBoost objective.

    Parameters
    ----------
    prevalence, cost, log_loss_share, smooth
        As for :class:`baserate.xgboost.NetBenefitObjective`.
    train_prevalence
        The (weighted) prevalence of the training rows, to which the margins will be calibrated.
    """

    def __init__(
        self,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        *,
        train_prevalence: Value,
        log_loss_share: float = LOG_LOSS_SHARE,
        smooth: float | None = None,
    ) -> None:
        self._loss = MarginLoss.of(prevalence, cost, train_prevalence, log_loss_share, smooth)

    def calc_ders_range(
        self, approxes: Sequence[float], targets: Sequence[float], weights: Sequence[float] | None
    ) -> list[tuple[float, float]]:
        """First and second derivative of the *negative* loss at each row, as CatBoost climbs."""
        is_case = cases_of(targets)
        margin = margins_of(approxes, len(is_case))
        factor = -weights_of(weights, len(is_case))
        first = factor * self._loss.gradient(margin, is_case)
        second = factor * self._loss.curvature(margin)
        return list(zip(first.tolist(), second.tolist(), strict=True))


class NetBenefitMetric(Metric):
    __doc__ = Metric.__doc__

    def is_max_optimal(self) -> bool:
        """Higher is better."""
        return True

    def evaluate(self, approxes: Sequence[Any], target: Any, weight: Any) -> tuple[float, float]:
        """Net benefit and a weight of 1: it is a mean over all rows, and no sum of pieces."""
        return self.value(target, np.asarray(approxes[0]), weight), 1.0

    def get_final_error(self, error: float, weight: float) -> float:
        """The value itself."""
        return error / weight
