"""The bootstrap against resampling rows and rescoring, and standard errors against the bootstrap."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import baserate
from baserate.deployment.deployment import Deployment
from baserate.errors import SettingError
from baserate.inference.bootstrap import bootstrap
from baserate.inference.cohort import Cohort
from tests.support.cohorts import simulate

# Name: patients, prevalence, slope and shift of the model, its source, what is asked.
SETTINGS: dict[str, tuple[int, float, float, float, float | None, tuple[Any, ...]]] = {
    "range, prevalence estimated": (1000, 0.1, 1, 0, None, ((0.01, 0.1), "1:30")),
    "range, source stated": (1000, 0.1, 1, 0, 0.1, ((0.01, 0.1), "1:30")),
    "trained at 17 %, evaluated at 1 %": (20_000, 0.01, 1, 3.0, 0.17, ((0.005, 0.05), "1:30")),
    "deployed far below the sample": (2000, 0.17, 1, 0, None, ((0.005, 0.02), "1:30")),
    "miscalibrated": (1500, 0.1, 1.6, 0.7, None, ((0.02, 0.2), 0.1)),
    "both ranges, weighted accuracy": (
        1000,
        0.2,
        1,
        0,
        None,
        ((0.05, 0.3), (0.05, 0.3), "weighted accuracy"),
    ),
    "both ranges, source stated": (1000, 0.2, 1, 0, 0.2, ((0.05, 0.3), (0.05, 0.3))),
    "the data's own prevalence": (1000, 0.2, 1, 0, None, (None, 0.2)),
    "beta": (1000, 0.2, 1, 0, None, (baserate.Beta(2, 20), 0.5, "accuracy")),
    "one prevalence, its source estimated": (4000, 0.2, 1.3, 0.3, None, (0.1, 0.2)),
    "one prevalence, source stated": (1000, 0.2, 1, 0, 0.2, (0.1, 0.2)),
}


def draw(n: int, prevalence: float, slope: float, shift: float) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(n + int(1000 * prevalence))
    return *simulate(rng, n, prevalence, slope=slope, shift=shift), rng.random(n) + 0.2


@pytest.mark.parametrize("name", SETTINGS)
def test_standard_errors_agree_with_twenty_thousand_replicates(name: str) -> None:
    n, prevalence, slope, shift, source, asked = SETTINGS[name]
    y, s, _ = draw(n, prevalence, slope, shift)
    cohort, deployment = Cohort.of(y), Deployment.of(*asked)
    found = cohort.score(s, deployment, None, source)
    many = bootstrap(cohort, {"s": s}, deployment, source_prevalence=source, replicates=20_000, seed=3)
    assert found.standard_error == pytest.approx(many.standard_error("s"), rel=0.02)


def test_weighted_standard_errors_agree_too() -> None:
    y, s, w = draw(1500, 0.1, 1, 0)
    cohort, deployment = Cohort.of(y, sample_weight=w), Deployment.of((0.02, 0.2), 0.1)
    many = bootstrap(cohort, {"s": s}, deployment, replicates=20_000, seed=3)
    assert cohort.score(s, deployment).standard_error == pytest.approx(many.standard_error("s"), rel=0.02)


def by_rescoring(
    y: Any, s: Any, w: Any, cluster: Any, asked: dict[str, Any], seed: int, count: int
) -> list[float]:
    """Resample, take the rows, call the metric: slow and plain."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        if cluster is None:
            rows = rng.integers(0, len(y), len(y))
        else:
            drawn = rng.integers(0, cluster.max() + 1, cluster.max() + 1)
            rows = np.concatenate([np.flatnonzero(cluster == c) for c in drawn])
        weight = None if w is None else w[rows]
        found.append(
            baserate.net_benefit(y[rows], s[rows], sample_weight=weight, baseline="none-correct", **asked)
        )
    return found


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize(
    "asked",
    [
        {"cost": 0.1, "prevalence": (0.02, 0.2)},
        {"cost": 0.1, "prevalence": (0.02, 0.2), "source_prevalence": 0.1},
        {"cost": 0.1},
        {"cost": 0.1, "prevalence": 0.05},
    ],
)
def test_replicates_are_those_of_rescoring(asked: dict[str, Any], clustered: bool, weighted: bool) -> None:
    """The same random numbers, so the same resamples: replicate by replicate."""
    y, s, w = draw(400, 0.2, 1.3, 0.2)
    cluster = np.arange(400) // 8 if clustered else None
    weight = w if weighted else None
    cohort = Cohort.of(y, sample_weight=weight, cluster=cluster)
    deployment = Deployment.of(asked.get("prevalence"), asked["cost"])
    source = asked.get("source_prevalence")
    fast = bootstrap(cohort, {"s": s}, deployment, source_prevalence=source, replicates=20, seed=9)
    assert fast.of("s") == pytest.approx(by_rescoring(y, s, weight, cluster, asked, 9, 20), abs=1e-9)


def test_cells_of_many_patients_spread_as_the_patients_do() -> None:
    """One model of more than 50,000 patients is resampled by cells of scores that are nearly equal."""
    y, s = simulate(np.random.default_rng(1), 60_000, 0.1)
    cohort, deployment = Cohort.of(y), Deployment.of((0.01, 0.1), "1:30")
    found = bootstrap(cohort, {"s": s}, deployment, replicates=4000, seed=2)
    assert found.standard_error("s") == pytest.approx(cohort.score(s, deployment).standard_error, rel=0.05)


def test_two_models_are_resampled_together() -> None:
    rng = np.random.default_rng(1)
    n = 6_000
    y, s = simulate(rng, n, 0.1)
    scores = {"a": s, "b": baserate.odds.expit(baserate.odds.logit(s) + 0.5 * rng.normal(size=n))}
    cohort, deployment = Cohort.of(y), Deployment.of((0.01, 0.1), "1:30")
    found = bootstrap(cohort, scores, deployment, replicates=4000, seed=2)
    estimates = {name: cohort.score(s, deployment) for name, s in scores.items()}
    for name, estimate in estimates.items():
        assert found.standard_error(name) == pytest.approx(estimate.standard_error, rel=0.05)
    difference = estimates["a"] - estimates["b"]
    assert found.standard_error("a", "b") == pytest.approx(difference.standard_error, rel=0.05)
    interval = found.interval("a", "b")
    assert interval.low < difference.value < interval.high


def test_few_events_among_very_many_patients() -> None:
    """The prevalence moves far from resample to resample, and cells must reach as far."""
    rng = np.random.default_rng(3)
    n = 60_000
    y = np.zeros(n, dtype=int)
    y[:14] = 1
    s = baserate.odds.expit(1.5 * (1.5 * y + rng.normal(size=n)) - 9.5)
    cohort, deployment = Cohort.of(y), Deployment.of((0.0001, 0.001), "1:30")
    found = bootstrap(cohort, {"s": s}, deployment, replicates=1000, seed=2)
    assert found.standard_error("s") == pytest.approx(cohort.score(s, deployment).standard_error, rel=0.25)


def test_resamples_without_a_case_are_drawn_again() -> None:
    with pytest.warns(baserate.errors.FewEventsWarning):
        cohort = Cohort.of([1, 1] + [0] * 30)
    found = bootstrap(
        cohort, {"s": np.linspace(0.9, 0.1, 32)}, Deployment.of(None, 0.2), replicates=200, seed=1
    )
    assert np.isfinite(found.of("s")).all()
    with pytest.raises(SettingError, match="level"):
        found.interval("s", level=95)


def test_the_seed_decides() -> None:
    y, s, _ = draw(300, 0.2, 1, 0)
    asked = (Cohort.of(y), {"s": s}, Deployment.of((0.02, 0.2), 0.1))
    first, again, other = (bootstrap(*asked, replicates=30, seed=seed).of("s") for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    with pytest.raises(SettingError, match="no model 'x'"):
        bootstrap(*asked, replicates=30).of("x")
    with pytest.raises(SettingError, match="two replicates"):
        bootstrap(*asked, replicates=1)
