"""What tests of figures share: no window, no open figures left, small evaluations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from numpy.typing import NDArray

import baserate
from baserate import Evaluation
from baserate.datasets import icu_cohort


@pytest.fixture(autouse=True)
def _headless() -> Iterator[None]:
    with mpl.rc_context({"backend": "Agg"}):
        mpl.use("Agg")
        yield
        plt.close("all")


def made_up(n: int = 600, seed: int = 3) -> dict[str, NDArray[np.generic]]:
    """Outcomes, two scores with ties, weights and clusters."""
    rng = np.random.default_rng(seed)
    z = rng.normal(-1.6, 1.3, n)
    y = (rng.random(n) < 1.0 / (1.0 + np.exp(-z))).astype(int)
    good = np.round(1.0 / (1.0 + np.exp(-(z + rng.normal(0.0, 0.5, n)))), 3)
    poor = np.round(1.0 / (1.0 + np.exp(-(0.6 * z - 0.6 + rng.normal(0.0, 0.8, n)))), 3)
    return {
        "y": y,
        "good": good,
        "poor": poor,
        "weight": rng.uniform(0.2, 3.0, n),
        "cluster": rng.integers(0, 90, n),
    }


@pytest.fixture(scope="session")
def ev() -> Evaluation:
    """Two models on the built-in cohort, over a range of prevalence."""
    asked: dict[str, Any] = {
        "prevalence": (0.01, 0.10),
        "cost": "1:30",
        "source_prevalence": {"network": 0.5},
        "by": "unit",
    }
    return baserate.evaluate(icu_cohort(stays=3000), "died", ["severity", "network"], **asked)
