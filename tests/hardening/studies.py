"""Small cohorts and questions about them, of every kind that has been hard for someone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from tests.support.cohorts import simulate


class Study(NamedTuple):
    """Columns of patients, the names of the models among them, and what is asked of them."""

    table: dict[str, Any]
    models: tuple[str, ...]
    asked: dict[str, Any]


MODELS = ("plain", "useless", "constant", "ties", "copy", "perfect", "certain", "heap", "upside down")
PREVALENCES: tuple[Any, ...] = (None, 0.05, "5%", (0.01, 0.1), "1%..10%", (0.001, 0.002), 0.9, "beta(2, 38)")
COSTS = ("1:30", "1:1", 0.2, ("1:50", "1:5"), "10:1", "1:1e6")


def scores_of(model: str, died: Any, plain: Any, rng: np.random.Generator) -> Any:
    """The scores of a model of some kind."""
    n = len(died)
    return {
        "plain": plain,
        "copy": plain.copy(),
        "useless": rng.random(n),
        "constant": np.full(n, 0.2),
        "ties": np.round(plain, 1),
        "perfect": np.where(died == 1, 0.9, 0.1),
        "certain": died.astype(float),
        "heap": np.where(rng.random(n) < 0.5, 1 / 31, plain),
        "upside down": 1.0 - plain,
    }[model]


@st.composite
def studies(draw: st.DrawFn, fewest: int = 12, most: int = 200) -> Study:
    """12 to 200 patients, one to three models, perhaps groups, clusters and weights."""
    n = draw(st.integers(fewest, most))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    died, plain = simulate(rng, n, draw(st.sampled_from((0.1, 0.3, 0.5, 0.8))))
    if n >= 4:  # an interval needs two patients of each class
        died[:4] = (1, 1, 0, 0)
    models = tuple(draw(st.lists(st.sampled_from(MODELS), min_size=1, max_size=3, unique=True)))
    table: dict[str, Any] = {"died": died.astype(np.int64)}
    table |= {model: scores_of(model, died, plain, rng) for model in models}
    asked: dict[str, Any] = {
        "prevalence": draw(st.sampled_from(PREVALENCES)),
        "cost": draw(st.sampled_from(COSTS)),
        "level": draw(st.sampled_from((0.95, 0.5, 0.99))),
    }
    if draw(st.booleans()):
        table["ward"] = np.array(["north", "south", "5"])[rng.integers(0, 3, n)]
        asked["by"] = "ward"
    if draw(st.booleans()):
        dominating = draw(st.booleans())
        patient = np.where(rng.random(n) < 0.6, 0, np.arange(n)) if dominating else np.arange(n) // 2
        table["patient"] = patient
        asked["cluster"] = "patient"
    if draw(st.booleans()):
        table["w"] = rng.choice([0.5, 1.0, 3.0, 1e-3], n)
        asked["weight"] = "w"
    if draw(st.booleans()):
        asked["source_prevalence"] = draw(st.sampled_from((0.5, "all", "10%")))
    if draw(st.booleans()):
        asked["margin"] = 2.0
    return Study(table, models, asked)
