"""``baserate[sklearn]`` alone: the scorers and classifiers need no pandas and no matplotlib."""

import importlib.util
import sys

import numpy as np

import baserate

absent = [name for name in ("matplotlib", "pandas", "duckdb") if importlib.util.find_spec(name)]
if absent:
    sys.exit(f"not the extra alone: {', '.join(absent)} installed")
names = baserate.sklearn.__all__
if "sklearn" in sys.modules:
    sys.exit("naming baserate.sklearn loads scikit-learn")
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import cross_val_score  # noqa: E402

random = np.random.default_rng(0)
y = np.arange(300) % 5 == 0
x = random.normal(size=(300, 2)) + y[:, None]
scorer = baserate.sklearn.net_benefit_scorer(0.02, cost="1:30", minus="without a model")
for model in (baserate.sklearn.PriorAdjustedClassifier, baserate.sklearn.RecalibratedClassifier):
    scores = cross_val_score(model(LogisticRegression()), x, y, scoring=scorer)
    if not (np.isfinite(scores).all() and scores.mean() > 0.0):
        sys.exit(f"{model.__name__}: {scores}")
