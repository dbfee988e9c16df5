"""Net benefit as objective and metric of LightGBM.

>>> from baserate.lightgbm import NetBenefitMetric, NetBenefitObjective
>>> objective = NetBenefitObjective((0.01, 0.10), "1:30")
>>> metric = NetBenefitMetric((0.01, 0.10), "1:30", train_prevalence=0.08)

Natively::

    booster = lightgbm.train(
        {"objective": objective, "metric": "None"}, training, 500, valid_sets=[validation], feval=metric,
        callbacks=[lightgbm.early_stopping(20)],
    )
    risk = baserate.odds.expit(booster.predict(X))

With an objective of one's own LightGBM returns margins and starts from a margin of 0. With scikit-learn's
interface: ``LGBMClassifier(objective=objective.sklearn)`` and ``fit(..., eval_metric=metric.sklearn)``;
``predict(X, raw_score=True)`` gives margins.
"""

from __future__ import annotations

from typing import Any

from baserate.integrations.training.boosting import NAME, Metric, Numbers, Objective

__all__ = ["NetBenefitMetric", "NetBenefitObjective"]


class NetBenefitObjective(Objective):
    __doc__ = Objective.__doc__

    def __call__(self, margin: Any, rows: Any) -> tuple[Numbers, Numbers]:
        """Slope and curvature for ``lightgbm.train({"objective": ...})``: margins and a ``Dataset``."""
        return self.derivatives(rows.get_label(), margin, rows.get_weight())

    def sklearn(self, y_true: Any, y_pred: Any, weight: Any = None) -> tuple[Numbers, Numbers]:
        """The same for ``LGBMClassifier(objective=...)``."""
        return self.derivatives(y_true, y_pred, weight)


class NetBenefitMetric(Metric):
    __doc__ = Metric.__doc__

    def __call__(self, score: Any, rows: Any) -> tuple[str, float, bool]:
        """Name, value, and that higher is better, for ``lightgbm.train(feval=...)``."""
        return NAME, self.value(rows.get_label(), score, rows.get_weight()), True

    def sklearn(self, y_true: Any, y_pred: Any, weight: Any = None) -> tuple[str, float, bool]:
        """The same for ``LGBMClassifier.fit(eval_metric=...)``."""
        return NAME, self.value(y_true, y_pred, weight), True
