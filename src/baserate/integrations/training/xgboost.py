"""Net benefit as objective and metric of XGBoost.

>>> from baserate.xgboost import NetBenefitMetric, NetBenefitObjective
>>> objective = NetBenefitObjective((0.01, 0.10), "1:30")
>>> metric = NetBenefitMetric((0.01, 0.10), "1:30", train_prevalence=0.08)

Natively::

    booster = xgboost.train(
        {"objective": "binary:logistic", "disable_default_eval_metric": 1}, training, num_boost_round=500,
        obj=objective, custom_metric=metric, maximize=True, evals=[(validation, "validation")],
        early_stopping_rounds=20,
    )

``"objective": "binary:logistic"`` in the settings lets ``predict`` return probabilities and starts from the
training prevalence; ``obj`` is what is trained on. With scikit-learn's interface::

    XGBClassifier(objective=objective.sklearn)
"""

from __future__ import annotations

from typing import Any

from baserate.integrations.training.boosting import NAME, Metric, Numbers, Objective

__all__ = ["NetBenefitMetric", "NetBenefitObjective"]


class NetBenefitObjective(Objective):
    __doc__ = Objective.__doc__

    def __call__(self, margin: Any, rows: Any) -> tuple[Numbers, Numbers]:
        """Slope and curvature for ``xgboost.train(obj=...)``: margins and a ``DMatrix``."""
        return self.derivatives(rows.get_label(), margin, rows.get_weight())

    def sklearn(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> tuple[Numbers, Numbers]:
        """The same for ``XGBClassifier(objective=...)``."""
        return self.derivatives(y_true, y_pred, sample_weight)


class NetBenefitMetric(Metric):
    __doc__ = Metric.__doc__

    def __call__(self, score: Any, rows: Any) -> tuple[str, float]:
        """Name and value for ``xgboost.train(custom_metric=..., maximize=True)``."""
        return NAME, self.value(rows.get_label(), score, rows.get_weight())

    def sklearn(self, y_true: Any, y_score: Any, sample_weight: Any = None) -> float:
        """The *negative* net benefit for ``XGBClassifier(eval_metric=...)``, which takes lower as better."""
        return -self.value(y_true, y_score, sample_weight)
