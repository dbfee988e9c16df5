"""Simulated training rows, and what a trained model is judged by."""

from __future__ import annotations

from typing import Any

import numpy as np

import baserate

RANGE, COST = (0.15, 0.40), "1:4"


def sigmoid(x: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.asarray(x, dtype=np.float64)))


def simulate(seed: int, rows: int = 4000) -> tuple[Any, Any]:
    """What raises low risks lowers high ones, as blood pressure does: no line is right."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((rows, 4))
    risk = sigmoid(np.where(x[:, 0] > 0.8, 0.6 - 1.2 * x[:, 1], -3.0 + 1.2 * x[:, 1]) + 0.3 * x[:, 0])
    return x, (rng.random(rows) < risk).astype(np.int8)


def margins(seed: int = 3, rows: int = 2000) -> tuple[Any, Any]:
    """Margins of a useful model, and labels."""
    rng = np.random.default_rng(seed)
    y = (rng.random(rows) < 0.2).astype(np.int8)
    return rng.normal(-1.8, 1.4, rows) + 1.9 * y, y


def score(margin: Any, y: Any, train_prevalence: float) -> float:
    """Net benefit per 1,000 by the library."""
    asked: dict[str, Any] = {"prevalence": RANGE, "cost": COST, "source_prevalence": train_prevalence}
    return 1000.0 * baserate.net_benefit(y, sigmoid(margin), **asked)
