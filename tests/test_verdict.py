"""The verdict: who wins, whether the data can tell, and where within the range the order flips."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import baserate
from baserate import Beta, Cohort, Sites, Uniform
from baserate.errors import BaserateWarning
from baserate.evaluation.evaluate import Evaluation
from tests.support.cohorts import simulate

Numbers = NDArray[np.float64]

N = 600
RNG = np.random.default_rng(5)
Y, GOOD = simulate(RNG, N, 0.3, 1.6)
NOISE = RNG.normal(size=N)


def blurred(amount: float) -> Numbers:
    return np.asarray(baserate.odds.expit(baserate.odds.logit(GOOD) + amount * NOISE))


def run(models: dict[str, Any], **changed: Any) -> Evaluation:
    asked: dict[str, Any] = {"prevalence": (0.02, 0.3), "cost": "1:9", **changed}
    data = {"died": Y, **models}
    return baserate.evaluate(data, "died", list(models), **asked)


def crossing() -> dict[str, Any]:
    """Two models that each see one half: one is good where disease is rare, one where it is common.

    ``sure`` finds a third of the cases with no false alarm; ``safe`` clears half of the others and misses
    no case. Where the disease is rare nobody is worth treating but on strong evidence, so ``sure`` wins;
    where it is common everybody is but on strong evidence against, so ``safe`` does.
    """
    jitter = 1e-3 * np.random.default_rng(8).random(N)
    case, other = np.flatnonzero(Y == 1), np.flatnonzero(Y == 0)
    sure, safe = np.full(N, 0.22), np.full(N, 0.45)
    sure[case[: len(case) // 3]] = 0.97
    safe[other[: len(other) // 2]] = 0.004
    return {"sure": sure + jitter, "safe": safe + jitter}


def points(low: float, high: float, count: int = 401) -> Numbers:
    """Prevalences at equal steps of log odds; 401 are what the library looks at."""
    x = np.linspace(float(baserate.odds.logit(low)), float(baserate.odds.logit(high)), count)
    return np.asarray(np.clip(baserate.odds.expit(x), low, high))


def values(models: dict[str, Any], grid: Numbers, cost: str = "1:9") -> dict[str, Numbers]:
    """Net benefit at single prevalences: the slow way to a curve."""
    return {
        name: np.array([baserate.net_benefit(Y, score, cost=cost, prevalence=float(pi)) for pi in grid])
        for name, score in models.items()
    }


def test_a_better_model_wins_and_the_verdict_is_the_comparison() -> None:
    ev = run({"bad": blurred(3.0), "good": GOOD})
    found, difference = ev.verdict, ev.compare("good", ev.verdict.runner_up)
    assert found.best == "good"
    assert found.decided
    assert found.difference is difference
    assert difference.low > 0.0
    assert difference.probability_better > 0.975
    assert str(found).startswith("good wins over 2 % to 30 % at a cost of 1:9")
    shown = found.text.split("it is worth ")[1]
    numbers = [
        float(x)
        for x in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", shown.replace("1,000", "").replace("95 %", ""))
    ]
    for number, expected in zip(
        numbers[:3], (difference.value, difference.low, difference.high), strict=True
    ):
        assert number == pytest.approx(1000 * expected, abs=0.0501)


def test_the_order_of_the_models_does_not_matter() -> None:
    one, other = run({"bad": blurred(3.0), "good": GOOD}), run({"good": GOOD, "bad": blurred(3.0)})
    assert one.verdict.text == other.verdict.text
    assert one.verdict.difference.value == other.verdict.difference.value


def test_a_model_with_a_little_noise_cannot_be_told_from_its_copy() -> None:
    ev = run({"good": GOOD, "copy": blurred(0.02)})
    assert not ev.verdict.decided
    assert {ev.verdict.best, ev.verdict.runner_up} == {"good", "copy"}
    assert 0.5 <= ev.verdict.difference.probability_better < 0.975
    assert ev.verdict.text.startswith(
        f"These data cannot tell {ev.verdict.best} from {ev.verdict.runner_up} over"
    )
    assert f"{100 * ev.verdict.difference.probability_better:.1f} %" in ev.verdict.text
    assert ev.verdict.difference.low < 0 < ev.verdict.difference.high


def test_the_same_model_twice_cannot_be_told_apart_and_does_not_flip() -> None:
    ev = run({"good": GOOD, "twin": GOOD.copy()})
    difference = ev.verdict.difference
    assert difference == 0
    assert difference.low == -difference.high
    assert difference.probability_better == 0.5
    assert not ev.verdict.decided
    assert ev.verdict.flips == ()


def test_one_model_is_judged_against_deciding_without_one() -> None:
    ev = run({"good": GOOD})
    strategies = {name: ev.score(name) for name in ("treat all", "treat none")}
    assert ev.verdict.best == "good"
    assert ev.verdict.runner_up == max(strategies, key=lambda name: strategies[name].value)
    assert ev.verdict.decided


@pytest.mark.parametrize(
    ("prevalence", "cost", "best"),
    [("60%", "1:99", "treat all"), ("1%", "1:1", "treat none"), (None, "1:300", "treat all")],
)
def test_a_useless_model_loses_to_deciding_without_one(prevalence: Any, cost: str, best: str) -> None:
    useless = np.clip(0.3 + 0.29 * np.random.default_rng(2).normal(size=N), 0.0001, 0.9999)
    ev = run({"useless": useless}, prevalence=prevalence, cost=cost)
    assert (ev.verdict.best, ev.verdict.runner_up) == (best, "useless")
    assert "No model is better than this default strategy." in ev.verdict.text
    assert f"{best.capitalize()} wins" in ev.verdict.text
    assert ev.verdict.flips == ()
    assert ev.verdict.difference >= 0


def test_the_best_is_said_to_beat_deciding_without_a_model() -> None:
    ev = run({"bad": blurred(1.0), "good": GOOD})
    assert ev.verdict.runner_up == "bad"
    strategy = max(("treat all", "treat none"), key=lambda name: ev.score(name).value)
    over = ev.compare("good", strategy)
    sentence = (
        f"Over the better default strategy ({strategy}), good is worth {1000 * over.value:.1f} true positives"
    )
    assert sentence in ev.verdict.text


def test_flips_are_where_points_of_net_benefit_say_that_another_model_is_ahead() -> None:
    models = crossing()
    ev = run(models)
    best, other = ev.verdict.best, ev.verdict.runner_up
    assert {best, other} == {"sure", "safe"}
    assert len(ev.verdict.flips) == 1
    flip = ev.verdict.flips[0]
    assert flip.ahead == other
    grid = points(0.02, 0.3, 1001)
    curve = values(models, grid)
    ahead = grid[curve[other] > curve[best]]
    step = 1.02  # two neighbours on the library's grid of 401 are 0.7 % apart in odds
    assert ahead.min() / step <= flip.low <= ahead.min() * step
    assert ahead.max() / step <= flip.high <= ahead.max() * step
    assert len(ahead) == np.sum((grid >= ahead.min()) & (grid <= ahead.max()))
    assert (best, other) == ("safe", "sure")
    assert 0.02 == flip.low < flip.high < 0.3
    at = values(models, np.array([flip.low, flip.high]))
    assert np.all(at[other] >= at[best] - 1e-12)
    assert f"{other} is ahead from {100 * flip.low:.3g} % to {100 * flip.high:.3g} %" in ev.verdict.text
    assert f"elsewhere {best} is." in ev.verdict.text


def test_the_winner_over_the_range_is_the_one_with_the_higher_mean() -> None:
    models = crossing()
    grid = points(0.02, 0.3, 1001)[1:-1]
    means = {name: curve.mean() for name, curve in values(models, grid).items()}
    ev = run(models)
    assert ev.verdict.best == max(means, key=lambda name: means[name])
    for name, mean in means.items():
        assert ev.score(name).value == pytest.approx(mean, rel=2e-3)


def test_a_range_on_either_side_of_the_crossing_has_no_flip_and_its_own_winner() -> None:
    models = crossing()
    rare, common = run(models, prevalence=(0.02, 0.03)), run(models, prevalence=(0.2, 0.3))
    assert rare.verdict.flips == common.verdict.flips == ()
    assert (rare.verdict.best, common.verdict.best) == ("sure", "safe")


@pytest.mark.parametrize("prevalence", [(0.02, 0.3), Uniform(0.02, 0.3)])
def test_flips_of_three_models_name_whoever_is_ahead(prevalence: Any) -> None:
    models = {**crossing(), "poor": np.clip(0.3 + 1e-3 * NOISE + 0.002 * Y, 0, 1)}
    ev = run(models, prevalence=prevalence)
    grid = points(0.02, 0.3)
    curve = values(models, grid)
    leader = [max(curve, key=lambda name, i=i: curve[name][i]) for i in range(len(grid))]  # type: ignore[misc]
    inside = [
        next((f.ahead for f in ev.verdict.flips if f.low <= pi <= f.high), ev.verdict.best) for pi in grid
    ]
    assert inside == leader


def test_no_flip_is_told_where_one_model_dominates() -> None:
    worse = np.where(Y == 1, GOOD * 0.5, 1 - (1 - GOOD) * 0.5)
    grid = np.linspace(0.02, 0.3, 50)
    curve = values({"good": GOOD, "worse": worse}, grid)
    assert np.all(curve["good"] >= curve["worse"])
    with pytest.warns(BaserateWarning):
        ev = run({"good": GOOD, "worse": worse})
    assert ev.verdict.best == "good"
    assert ev.verdict.flips == ()
    assert "flips" not in ev.verdict.text


@pytest.mark.parametrize(
    "changed",
    [
        {"cost": ("1:20", "1:4")},
        {"prevalence": None},
        {"prevalence": 0.1},
        {"prevalence": Beta(2, 20)},
        {"prevalence": Sites({0.02: 1, 0.3: 2})},
    ],
)
def test_no_flips_are_told_without_a_range_of_prevalences_at_one_cost(changed: dict[str, Any]) -> None:
    ev = run(crossing(), **changed)
    assert ev.verdict.flips == ()
    assert ev.to_dict()["verdict"]["flips"] == []
    assert ev.verdict.text


@pytest.mark.parametrize("ends", [(0.05, 0.5), (0.12, 0.5), (0.12, 0.35)])
def test_many_flips_are_those_on_a_grid_of_points_and_rightly_counted(ends: tuple[float, float]) -> None:
    """Two models that take turns. A lead at an end of the range is one change, one within it two."""
    models = {"good": GOOD, "copy": blurred(0.3)}
    ev = run(models, prevalence=ends)
    grid = points(*ends)
    curve = values(models, grid)
    best, other = ev.verdict.best, ev.verdict.runner_up
    behind = curve[other] > curve[best] + 1e-12
    starts = np.flatnonzero(behind & ~np.append(False, behind[:-1]))
    stops = np.flatnonzero(behind & ~np.append(behind[1:], False))
    found = [(flip.low, flip.high) for flip in ev.verdict.flips]
    assert np.ravel(found) == pytest.approx(np.concatenate(list(zip(grid[starts], grid[stops], strict=True))))
    changes = np.count_nonzero(behind[1:] != behind[:-1])
    assert len(found) > 3
    assert f"the lead changes {changes} times" in ev.verdict.text


def test_the_names_of_models_are_not_rewritten() -> None:
    ev = run({"treat LOW": GOOD, "Treat Them": blurred(3.0)})
    assert ev.verdict.text.startswith("treat LOW wins")


def test_the_verdict_is_that_of_the_result() -> None:
    ev = run({"bad": blurred(1.0), "good": GOOD})
    found = ev.to_dict()["verdict"]
    assert found["text"] == str(ev.verdict)
    assert (found["best"], found["runner_up"]) == (ev.verdict.best, ev.verdict.runner_up)
    difference = ev.verdict.difference
    assert found["difference"] == {
        "value": difference.value,
        "low": difference.low,
        "high": difference.high,
    }
    (pair,) = [
        one for one in ev.to_dict()["comparisons"] if {one["model"], one["reference"]} == {"bad", "good"}
    ]
    sign = 1 if pair["model"] == "good" else -1
    assert sign * pair["difference"]["value"] == pytest.approx(found["difference"]["value"], abs=1e-15)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.999])
@pytest.mark.parametrize("blur", [0.3, 0.6, 3.0])
def test_a_verdict_is_decided_when_the_interval_at_the_level_excludes_zero(level: float, blur: float) -> None:
    usual, asked = (run({"bad": blurred(blur), "good": GOOD}, level=one).verdict for one in (0.95, level))
    assert usual.best == asked.best
    narrow, wide = usual.difference, asked.difference
    assert (narrow.value, narrow.probability_better) == (wide.value, wide.probability_better)
    assert (wide.high - wide.low > narrow.high - narrow.low) == (level > 0.95)
    assert asked.decided == (wide.low > 0)
    assert f"{100 * level:g} % CI" in asked.text
    assert asked.text.startswith("good wins" if asked.decided else "These data cannot tell good from")


def test_a_flip_is_as_sure_as_the_paired_difference_where_the_lead_is_largest() -> None:
    models = crossing()
    found = run(models).verdict
    (flip,) = found.flips
    curve = values(models, points(0.02, 0.3))
    most = float(points(0.02, 0.3)[np.argmax(curve[flip.ahead] - curve[found.best])])
    cohort = Cohort.of(Y)
    worth = {name: cohort.net_benefit(score, cost="1:9", prevalence=most) for name, score in models.items()}
    paired = worth[flip.ahead] - worth[found.best]
    assert flip.probability == pytest.approx(paired.probability_better, abs=1e-9)
    assert ("which may be chance" in found.text) == (flip.probability < 0.975)


def test_flips_by_chance_are_said_to_be_that() -> None:
    found = run({"good": GOOD, "copy": blurred(0.3)}, prevalence=(0.05, 0.5)).verdict
    assert all(flip.probability < 0.975 for flip in found.flips)
    assert "no such lead is more than chance" in found.text
