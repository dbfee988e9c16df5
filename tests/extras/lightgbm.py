"""``baserate[lightgbm]`` alone: trained with the objective, and the metric is the library's score."""

import importlib.util
import sys

import numpy as np

import baserate

others = ("torch", "keras", "xgboost", "catboost", "pandas", "sklearn")
absent = [name for name in others if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
objective = baserate.lightgbm.NetBenefitObjective((0.01, 0.10), "1:30")
metric = baserate.lightgbm.NetBenefitMetric((0.01, 0.10), "1:30", train_prevalence=0.2)
if "lightgbm" in sys.modules:
    sys.exit("baserate.lightgbm loads LightGBM")
import lightgbm  # noqa: E402

random = np.random.default_rng(0)
y = np.arange(2000) % 5 == 0
x = random.normal(size=(2000, 3)) + y[:, None]
rows = lightgbm.Dataset(x, y.astype(int))
model = lightgbm.train({"objective": objective, "verbose": -1, "num_threads": 1}, rows, 30)
margin = model.predict(x)
risk = baserate.odds.expit(margin)
asked = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": 0.2}
expected = baserate.net_benefit(y, risk, **asked)
found = metric.value(y, margin)
useless = baserate.net_benefit(y, 0.2 + 1e-6 * x[:, 0], **asked)
if not (abs(found - expected) < 1e-12 and found > useless):
    sys.exit(f"net benefit {found}, by the library {expected}; of a useless model {useless}")
