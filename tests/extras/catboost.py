"""``baserate[catboost]`` alone: trained with the objective, and the metric is the library's score."""

import importlib.util
import sys
import warnings

import numpy as np

import baserate

others = ("torch", "keras", "xgboost", "lightgbm", "sklearn")
absent = [name for name in others if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
objective = baserate.catboost.NetBenefitObjective((0.01, 0.10), "1:30", train_prevalence=0.2)
metric = baserate.catboost.NetBenefitMetric((0.01, 0.10), "1:30", train_prevalence=0.2)
if "catboost" in sys.modules:
    sys.exit("baserate.catboost loads CatBoost")
import catboost  # noqa: E402

random = np.random.default_rng(0)
y = np.arange(2000) % 5 == 0
x = random.normal(size=(2000, 3)) + y[:, None]
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that there is no numba
    model = catboost.CatBoost(
        {
            "loss_function": objective,
            "eval_metric": metric,
            "iterations": 30,
            "leaf_estimation_method": "Newton",
            "thread_count": 1,
            "verbose": False,
            "allow_writing_files": False,
        }
    ).fit(x, y.astype(int))
margin = model.predict(x, prediction_type="RawFormulaVal")
risk = baserate.odds.expit(margin)
asked = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": 0.2}
expected = baserate.net_benefit(y, risk, **asked)
found = metric.value(y, margin)
useless = baserate.net_benefit(y, 0.2 + 1e-6 * x[:, 0], **asked)
if not (abs(found - expected) < 1e-12 and found > useless):
    sys.exit(f"net benefit {found}, by the library {expected}; of a useless model {useless}")
