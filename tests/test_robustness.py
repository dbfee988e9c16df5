"""Worst case and regret, against a fine grid and against quadrature of the definition."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.extensions.robustness import regret, worst_case
from tests.support import oracles
from tests.support.oracles import Patients

METRIC = {"net benefit": "net_benefit", "weighted accuracy": "weighted_accuracy"}


def draw(seed: int) -> tuple[Patients, Patients]:
    """Two models of the same patients, with ties and certain scores."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([[0.0, 1.0], rng.integers(0, 2, 10)])
    w = rng.choice([0.5, 1.0, 2.0], 12)
    source = None if seed % 2 else 0.2
    scores = [rng.choice([0.0, 1.0, 0.1, 0.3, *rng.random(8)], 12) for _ in range(2)]
    return Patients(y, scores[0], w, source), Patients(y, scores[1], w, source)


def grid(ends: tuple[float, float] | float, count: int = 401) -> np.ndarray[Any, Any]:
    low, high = (ends, ends) if isinstance(ends, float) else ends
    return np.asarray(oracles.probability(np.linspace(oracles.log_odds(low), oracles.log_odds(high), count)))


def on_grid(p: Patients, prevalence: Any, cost: Any, units: str) -> np.ndarray[Any, Any]:
    pi, c = (axis.ravel() for axis in np.meshgrid(grid(prevalence), grid(cost)))
    return p.value(pi, c, METRIC[units])


CASES = [((0.05, 0.6), 0.2), (0.3, (0.05, 0.5)), ((0.05, 0.6), (0.05, 0.5)), ((0.02, 0.03), (0.1, 0.9))]


@pytest.mark.parametrize("units", METRIC)
@pytest.mark.parametrize(("prevalence", "cost"), CASES)
@pytest.mark.parametrize("seed", range(5))
def test_worst_case_is_the_least_on_a_fine_grid(seed: int, prevalence: Any, cost: Any, units: str) -> None:
    p, _ = draw(seed)
    found = worst_case(
        p.y,
        p.s,
        prevalence=prevalence,
        cost=cost,
        units=units,
        sample_weight=p.w,
        source_prevalence=p.source,
        baseline="none-correct",
    )
    least = on_grid(p, prevalence, cost, units).min()
    assert found.value <= least + 1e-12
    assert found.value == pytest.approx(least, abs=0.02)  # the grid may miss a corner by a little
    # Next to the place it names the value is taken: just inside the cell whose corner this is.
    near = [
        p.value(np.array([pi]), np.array([c]), METRIC[units])[0]
        for pi in found.prevalence * np.array([1 - 1e-9, 1, 1 + 1e-9])
        for c in found.cost * np.array([1 - 1e-9, 1, 1 + 1e-9])
    ]
    assert np.min(np.abs(np.array(near) - found.value)) < 1e-6


def test_worst_case_at_a_point_is_the_value() -> None:
    p, _ = draw(3)
    common = {"sample_weight": p.w, "source_prevalence": p.source}
    for prevalence in (None, 0.1, 0.37):
        found = worst_case(p.y, p.s, prevalence=prevalence, cost=0.3, **common)
        right = baserate.net_benefit(p.y, p.s, prevalence=prevalence, cost=0.3, **common)
        assert found.value == pytest.approx(right, rel=1e-12)
    sites = worst_case(p.y, p.s, prevalence=baserate.Sites({0.1: 1, 0.37: 1}), cost=0.3, **common)
    both = [baserate.net_benefit(p.y, p.s, prevalence=pi, cost=0.3, **common) for pi in (0.1, 0.37)]
    assert sites.value == pytest.approx(min(both), rel=1e-12)


def test_a_tie_at_the_point_is_treated() -> None:
    found = worst_case([0, 1, 1], [0.1, 0.2, 0.9], cost=0.2)
    assert found.value == pytest.approx(baserate.net_benefit([0, 1, 1], [0.1, 0.2, 0.9], cost=0.2))


@pytest.mark.parametrize("units", METRIC)
@pytest.mark.parametrize(("prevalence", "cost"), CASES)
@pytest.mark.parametrize("seed", range(4))
def test_regret(seed: int, prevalence: Any, cost: Any, units: str) -> None:
    p, q = draw(seed)
    models = {"p": p.s, "q": q.s}
    asked = {"prevalence": prevalence, "cost": cost, "sample_weight": p.w, "source_prevalence": p.source}
    found = regret(p.y, models, units=units, **asked)
    worth = {name: getattr(baserate, METRIC[units])(p.y, s, **asked) for name, s in models.items()}
    # The mean of the best is the same, whichever model it is reached from.
    best = {name: worth[name] + found[name].mean for name in models}
    assert best["p"] == pytest.approx(best["q"], abs=1e-12)
    values = {name: on_grid(m, prevalence, cost, units) for name, m in (("p", p), ("q", q))}
    top = np.maximum(values["p"], values["q"])
    for name in models:
        assert found[name].mean >= -1e-15
        lost = top - values[name]
        assert found[name].largest >= lost.max() - 1e-12
        assert found[name].largest == pytest.approx(lost.max(), abs=0.03)
        # Midpoints of a grid with uniform log odds: good to about one cell in four hundred.
        assert found[name].mean == pytest.approx(lost.mean(), abs=0.006)


def test_mean_regret_by_quadrature() -> None:
    """One cost, a range of prevalences: integrate the maximum with every kink as a cut."""
    p, q = draw(1)
    a, b, c = 0.05, 0.6, 0.2
    ends = np.array([oracles.log_odds(a), oracles.log_odds(b)])
    scores = np.concatenate([p.s, q.s])
    inner = scores[(scores > 0.0) & (scores < 1.0)]
    # Somebody starts to be treated where the adjusted odds of a score are those of the cost.
    changes = oracles.log_odds(c) - oracles.log_odds(inner) + oracles.log_odds(p.source_prevalence)
    cuts = np.unique(np.concatenate([ends, changes[(changes > ends[0]) & (changes < ends[1])]]))
    lost = 0.0
    for low, high in pairwise(cuts):
        x = low + (high - low) * (np.arange(5_000) + 0.5) / 5_000
        pi = np.asarray(oracles.probability(x))
        values = [m.value(pi, np.full_like(pi, c), "net_benefit") for m in (p, q)]
        lost += (np.maximum(*values) - values[0]).mean() * (high - low) / (ends[1] - ends[0])
    found = regret(
        p.y, {"p": p.s, "q": q.s}, prevalence=(a, b), cost=c, sample_weight=p.w, source_prevalence=p.source
    )
    assert found["p"].mean == pytest.approx(lost, abs=1e-6)


def test_the_only_model_and_the_better_model_have_no_regret() -> None:
    y, s = np.array([0, 0, 1, 1]), np.array([0.1, 0.4, 0.35, 0.8])
    alone = regret(y, {"one": s}, cost=0.2, prevalence=(0.1, 0.5))["one"]
    assert (alone.mean, alone.largest) == (0.0, 0.0)
    two = regret(y, {"perfect": y.astype(float), "one": s}, cost=0.2, prevalence=(0.1, 0.5))
    assert two["perfect"].mean == 0.0
    assert two["one"].mean > 0.0
    assert 0.1 <= two["one"].prevalence <= 0.5


def test_a_beta_reaches_over_every_prevalence() -> None:
    """Treat the second patient only: at prevalence 1 half of the sick are missed, at 0 none is harmed."""
    y, s = [0, 1, 1], [0.5, 0.5, 0.9]
    found = worst_case(y, s, cost=0.9, prevalence=baserate.Beta(2, 9))
    assert found.value == pytest.approx(
        worst_case(y, s, cost=0.9, prevalence=(1e-9, 1 - 1e-9)).value, abs=1e-6
    )
    lost = regret(y, {"a": s, "b": [0.1, 0.2, 0.3]}, cost=0.3, prevalence=baserate.Beta(2, 9))
    worth = [
        baserate.net_benefit(y, m, cost=0.3, prevalence=baserate.Beta(2, 9)) for m in (s, [0.1, 0.2, 0.3])
    ]
    assert worth[0] + lost["a"].mean == pytest.approx(worth[1] + lost["b"].mean, abs=1e-12)


def test_below_treating_nobody_the_model_does_harm() -> None:
    y, s = np.array([0, 0, 0, 1]), np.array([0.9, 0.8, 0.1, 0.7])
    asked = {"cost": 0.2, "prevalence": (0.05, 0.3)}
    found = worst_case(y, s, baseline="treat-none", **asked)
    grid_of_it = [
        baserate.net_benefit(y, s, cost=0.2, prevalence=pi, baseline="treat-none") for pi in grid((0.05, 0.3))
    ]
    assert found.value == pytest.approx(min(grid_of_it), abs=1e-3)
    assert found.value <= min(grid_of_it)
    assert found.value < 0
    with pytest.raises(baserate.errors.SettingError, match="baseline"):
        worst_case(y, s, baseline="treat-all", **asked)


def test_models_may_come_from_different_prevalences() -> None:
    p, q = draw(1)
    models = {"p": p.s, "q": q.s}
    asked = {"prevalence": (0.05, 0.6), "cost": 0.2, "sample_weight": p.w}
    found = regret(p.y, models, source_prevalence={"q": 0.5}, **asked)
    worth = {
        "p": baserate.net_benefit(p.y, p.s, **asked),
        "q": baserate.net_benefit(p.y, q.s, source_prevalence=0.5, **asked),
    }
    assert worth["p"] + found["p"].mean == pytest.approx(worth["q"] + found["q"].mean, abs=1e-12)
    with pytest.raises(baserate.errors.SettingError, match="names 'x', which is not among the models"):
        regret(p.y, models, source_prevalence={"x": 0.5}, **asked)


def test_results_read_like_sentences() -> None:
    y, s = np.array([0, 0, 1, 1]), np.array([0.1, 0.6, 0.4, 0.8])
    lost = regret(y, {"one": s, "perfect": y.astype(float)}, cost="1:4", prevalence=(0.2, 0.5))["one"]
    assert " at a prevalence of " in str(lost)
    assert " and a cost of 1:4" in str(lost)


def test_questions_that_make_no_sense() -> None:
    with pytest.raises(baserate.errors.SettingError, match="at least one entry"):
        regret([0, 1], {}, cost=0.1)
    with pytest.raises(baserate.errors.SettingError, match="found list"):
        regret([0, 1], [[0.1, 0.2]], cost=0.1)
    with pytest.raises(baserate.errors.SettingError, match="units"):
        worst_case([0, 1], [0.2, 0.7], cost=0.1, units="euro")
