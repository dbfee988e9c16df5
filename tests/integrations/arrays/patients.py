"""Patients for the tests on arrays, and the two numbers that must agree."""

from __future__ import annotations

from typing import Any

import numpy as np

from baserate import Cohort, Deployment
from baserate.extensions.arrays import ArrayEstimate

ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}


def patients(rows: int, seed: int = 1, kind: Any = np.float64) -> tuple[Any, Any, Any, Any]:
    """Labels, the scores of two models, and weights."""
    rng = np.random.default_rng(seed)
    p = rng.beta(0.6, 3.0, rows).astype(kind)
    q = np.clip(p + rng.normal(0.0, 0.05, rows), 0.0, 1.0).astype(kind)
    y = (rng.random(rows) < p).astype(np.uint8)
    y[:4] = (0, 1, 0, 1)
    return y, p, q, rng.exponential(1.0, rows)


def by_cohort(
    y: Any,
    p: Any,
    q: Any = None,
    *,
    prevalence: Any,
    cost: Any,
    units: str = "net benefit",
    threshold: float | None = None,
    weight: Any = None,
    source_prevalence: Any = None,
    level: float = 0.95,
) -> tuple[float, float, float, float]:
    """Value, standard error and interval as the library has them for rows in memory."""
    cohort, deployment = Cohort.of(y, sample_weight=weight), Deployment.of(prevalence, cost, units)
    pair = source_prevalence if isinstance(source_prevalence, tuple) else (source_prevalence,) * 2
    zero = "treat-none" if units == "net benefit" else "none-correct"
    estimate = cohort.score(p, deployment, threshold, pair[0], zero)
    if q is not None:
        estimate = estimate - cohort.score(q, deployment, threshold, pair[1], zero)
    estimate = estimate.at_level(level)
    return estimate.value, estimate.standard_error, estimate.low, estimate.high


def numbers(estimate: ArrayEstimate) -> tuple[float, float, float, float]:
    """The same of an estimate on arrays, read from its arrays."""
    value, error, low, high = (
        float(getattr(estimate, name)) for name in ("value", "standard_error", "low", "high")
    )
    return value, error, low, high
