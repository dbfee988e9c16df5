"""Patients for tests: simulated from a generator, or the built-in cohort with a few columns more."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl
from scipy.special import ndtri

import baserate
from baserate.datasets import icu_cohort
from baserate.deployment.deployment import Deployment
from tests.support.oracles import Numbers, log_odds, probability

# Of every kind that there is: where bins of scores are judged beside the patients in them.
DEPLOYMENTS = {
    "range": Deployment.of((0.02, 0.3), "1:9"),
    "one prevalence": Deployment.of(0.1, "1:9"),
    "another, another cost": Deployment.of(0.37, "1:2"),
    "own prevalence": Deployment.of(None, "1:4"),
    "beta": Deployment.of(baserate.Beta(2, 18), "1:10"),
    "both ranges": Deployment.of((0.02, 0.20), ("1:30", "1:5")),
    "nearly everything": Deployment.of((1e-9, 1 - 1e-9), 0.5),
    "sites": Deployment.of(baserate.Sites({0.02: 1, 0.3: 2}), "1:9"),
}


def score_patients(
    rng: np.random.Generator, died: Any, separation: float, slope: float = 1.0, intercept: float = 0.0
) -> Numbers:
    """Scores whose evidence is normal in either class, cases ``separation`` above the others."""
    evidence = separation * died + rng.normal(size=len(died))
    return np.asarray(probability(slope * evidence + intercept))


def simulate(
    rng: np.random.Generator,
    n: int,
    prevalence: Any,
    separation: float = 1.5,
    slope: float = 1.0,
    shift: Any = 0.0,
) -> tuple[Numbers, Numbers]:
    """Outcomes and scores: calibrated at this prevalence but for a slope and a shift of their log odds."""
    died = (rng.random(n) < prevalence).astype(float)
    evidence = separation * (separation * died + rng.normal(size=n)) - separation**2 / 2
    return died, np.asarray(probability(slope * evidence + shift + log_odds(prevalence)))


def population(
    prevalence: float, separation: float = 1.5, shift: float = 0.0, nodes: int = 4_000
) -> tuple[Numbers, Numbers, Numbers]:
    """All patients from whom ``simulate`` draws: outcomes, scores and weights at quantiles of each class."""
    noise = ndtri((np.arange(nodes) + 0.5) / nodes)
    died = np.repeat([0.0, 1.0], nodes)
    evidence = separation * (separation * died + np.tile(noise, 2)) - separation**2 / 2
    weight = np.repeat([1.0 - prevalence, prevalence], nodes) / nodes
    return died, np.asarray(probability(evidence + shift + log_odds(prevalence))), weight


def simulate_outcomes(
    rng: np.random.Generator, score: Numbers, intercept: float = 0.0, slope: float = 1.0
) -> Numbers:
    """Outcomes of patients with these scores, whose true log odds are a line through the scores' own."""
    return np.asarray(rng.random(len(score)) < probability(intercept + slope * log_odds(score)), float)


@lru_cache(maxsize=4)
def stays(count: int = 20_000) -> pl.DataFrame:
    """The built-in cohort."""
    return icu_cohort(stays=count)


@lru_cache(maxsize=1)
def table() -> pl.DataFrame:
    """800 stays: a text outcome, a weight, and a few missing scores beside the usual columns."""
    number = pl.int_range(pl.len())
    return stays(800).with_columns(
        pl.when(pl.col("died") == 1).then(pl.lit("EXPIRED")).otherwise(pl.lit("ALIVE")).alias("status"),
        (1 + number % 3).alias("w"),
        pl.when(number % 100 == 7).then(None).otherwise(pl.col("severity")).alias("gaps"),
    )
