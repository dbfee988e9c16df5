"""The page's intervals against the library's where neither is a plain t: hulls, clusters left out, heaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.deployment.odds import expit, logit
from baserate.inference.estimate import Estimate
from tests.page.conftest import data_of, evaluated, sample

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

MODELS = ["old", "new", "mild"]
STRATEGIES = ("treat all", "treat none", "without a model")
PARTS = {
    "total": "total",
    "mechanism": "mechanism",
    "labelShift": "label_shift",
    "sharpness": "sharpness",
    "calibration": "calibration",
    "sharpnessCorrected": "sharpness_corrected",
    "calibrationCorrected": "calibration_corrected",
}


def answer(page: Any, **changed: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "changed => baserate.engine.answer({ ...baserate.engine.own, ...changed })", changed
    )
    return found


def apart(shown: dict[str, float], exact: Estimate) -> float:
    """How far the ends of the shown interval are from the exact ones, as a share of its width."""
    return max(abs(shown["low"] - exact.low), abs(shown["high"] - exact.high)) / (exact.high - exact.low)


@pytest.mark.parametrize("cost", ["1:30", "1:15", ("1:40", "1:10")])
def test_at_the_observed_prevalence_intervals_are_hulls_as_in_the_library(
    opened: Callable[..., Any], cost: Any
) -> None:
    """Models, default strategies, their differences, parts and gaps; the page was made elsewhere."""
    data = sample(7, 20_000)
    page, there = opened(evaluated(data)), evaluated(data, prevalence=None, cost=cost)
    found = answer(page, prevalence=None, cost=list(there.question.deployment.cost.distribution.ends))
    for model in found["models"]:
        exact, split = there.score(model["name"]), there.split(model["name"])
        assert exact.method == "hull"
        assert apart(model["score"], exact) < 0.02
        assert apart(model["split"]["sharpness"], split.sharpness) < 0.02
        assert apart(model["split"]["calibrationCorrected"], split.calibration_corrected) < 0.15
    for name in ("treat all", "without a model"):
        assert apart(found["defaults"][name], there.score(name)) < 1e-6
    for pair in found["comparisons"]:
        exact = there.compare(pair["model"], pair["other"])
        assert apart(pair["difference"], exact) < 0.06, pair
        assert pair["confidence"] == pytest.approx(exact.confidence(), abs=0.01)
    for gap in found["gaps"]:
        parts = there.gap(gap["model"], gap["group"]).parts
        for shown, name in PARTS.items():
            # Between two prevalences that are nearly one, bins are cut; and optimism is carried on a grid.
            most = 0.15 if name.startswith("calibration") else 0.10
            assert apart(gap["parts"][shown], parts[name]) < most, (gap["group"], name)


def test_an_interval_at_the_observed_prevalence_is_not_cut_at_what_this_sample_allows(
    opened: Callable[..., Any],
) -> None:
    """A perfect model of few patients: more cases than were seen would be worth more."""
    rng = np.random.default_rng(3)
    died = np.arange(60) < 15
    score = np.where(died, rng.uniform(0.8, 0.99, 60), rng.uniform(0.01, 0.1, 60))
    data = {"died": died.astype(int), "score": score}
    ev = baserate.evaluate(data, "died", ["score"], cost="1:4", prevalence=0.1)
    there = baserate.evaluate(data, "died", ["score"], cost="1:4")
    found = answer(opened(ev), prevalence=None)["models"][0]["score"]
    exact = there.score("score")
    assert exact.high > 0.25 + 0.05
    assert apart(found, exact) < 0.02


def heaped(seed: int, patients: int) -> dict[str, Any]:
    """A score in ten steps, and a smooth one."""
    rng = np.random.default_rng(seed)
    died = rng.random(patients) < 0.2
    x = 1.2 * died + rng.standard_normal(patients) - 2.0
    steps = np.round(2.0 * x) / 2.0
    return {"died": died.astype(int), "steps": expit(steps), "smooth": expit(x)}


@pytest.mark.parametrize("cost", [float(expit(-1.5)), float(expit(-1.47)), float(expit(-0.75))])
def test_near_a_heap_decisions_are_made_anew_at_each_prevalence(
    opened: Callable[..., Any], cost: float
) -> None:
    """At the cut-off, next to it, and between two heaps, at one stated prevalence and the observed source."""
    data = heaped(5, 3_000)
    where = float(np.mean(data["died"]))
    page = opened(baserate.evaluate(data, "died", ["steps", "smooth"], prevalence=(0.1, 0.3), cost="1:9"))
    there = baserate.evaluate(data, "died", ["steps", "smooth"], prevalence=where, cost=cost)
    found = answer(page, prevalence=[where, where], cost=[cost, cost])
    for model in found["models"]:
        exact = there.score(model["name"])
        assert (exact.method == "hull") == (model["name"] == "steps" and cost != float(expit(-0.75)))
        assert apart(model["score"], exact) < 0.03, (model, exact)
    for pair in found["comparisons"][1:4]:
        assert apart(pair["difference"], there.compare(pair["model"], pair["other"])) < 0.03, pair


def unequal_wards(seed: int, patients: int, wards: int) -> dict[str, Any]:
    """Wards of very different sizes, whose scores and outcomes differ."""
    rng = np.random.default_rng(seed)
    data = sample(seed, patients)
    share = rng.exponential(size=wards) ** 1.5
    ward = rng.choice(wards, patients, p=share / share.sum())
    effect = 0.6 * rng.standard_normal((2, wards))
    for number, name in enumerate(MODELS):
        data[name] = expit(logit(data[name]) + effect[number % 2][ward])
    kept = rng.random(patients) < np.where(data["died"] == 1, 1.0, expit(1.0 + effect[1][ward]))
    data = {name: column[kept] for name, column in data.items()}
    return {**data, "ward": ward[kept]}


@pytest.mark.parametrize("wards", [20, 40, 200])
def test_clusters_of_unequal_sizes_are_left_out_in_turn(opened: Callable[..., Any], wards: int) -> None:
    data = unequal_wards(wards, 5_000, wards)
    page = opened(evaluated(data, by=None, cluster="ward"))
    places: list[Any] = [(0.05, 0.30), (0.02, 0.04), 0.1, None]
    for where in places:
        there = evaluated(data, by=None, cluster="ward", prevalence=where, cost="1:10")
        ends = where if where is None or isinstance(where, tuple) else (where, where)
        found = answer(page, prevalence=ends, cost=[1 / 11, 1 / 11])
        for model in found["models"]:
            assert apart(model["score"], there.score(model["name"])) < 0.15, (where, model["name"])


def test_the_page_carries_how_clusters_are_left_out(opened: Callable[..., Any]) -> None:
    """Degrees of freedom by Kish's number, from the sizes alone."""
    data = unequal_wards(1, 3_000, 30)
    part = data_of(opened(evaluated(data, by=None, cluster="ward")).path)["page"]["slices"][0]
    share = np.zeros(30)
    for label in (0, 1):
        own = data["died"] == label
        share += np.bincount(data["ward"][own], minlength=30) / np.sum(own) / 2
    share = share[share > 0.0]
    expected = (len(share) - 1) / len(share) / np.sum(share**2)
    assert part["clustering"]["degrees"] == pytest.approx(expected, rel=1e-9)
    assert expected < 20


@pytest.mark.parametrize("prevalence", [None, (0.01, 0.10), 0.05])
def test_at_its_own_setting_all_that_the_page_shows_is_the_library_s(
    opened: Callable[..., Any], prevalence: Any
) -> None:
    """Groups, the one cut-off, default strategies, differences between groups and both readings."""
    ev = evaluated(sample(3, 8_000), prevalence=prevalence, source_prevalence=None)
    found, told = answer(opened(ev)), ev.to_dict()
    for name in STRATEGIES:
        _same(found["defaults"][name], told["default_strategies"][name]["net_benefit"])
    for shown, group in zip(found["groups"], told["groups"], strict=True):
        for model in shown["models"]:
            measures = group["models"][model["name"]]
            _same(model["score"], measures["net_benefit"])
            _same(model["withCommonCutoff"], measures["at_common_threshold"]["net_benefit"])
    gaps = {(group["name"], gap["model"]): gap for group in told["groups"] for gap in group["gaps"]}
    for gap in found["gaps"]:
        exact = gaps[gap["group"], gap["model"]]
        for shown, name in PARTS.items():
            _same(gap["parts"][shown], exact[name])
        for reading in ("group", "all"):
            _same(gap["readings"][reading], exact["readings"]["difference_at_equal_prevalence"][reading])


def test_of_two_groups_the_other_is_the_rest(opened: Callable[..., Any]) -> None:
    data = sample(3, 6_000)
    data["unit"] = np.where(np.isin(data["unit"], ["north", "south"]), "one", "two")
    ev = evaluated(data)
    (first, *_), told = answer(opened(ev))["gaps"], ev.to_dict()["groups"][0]["gaps"][0]
    assert (first["reference"], told["reference"]) == ("two", "the rest")
    _same(first["parts"]["total"], told["total"])


def _same(shown: dict[str, float], told: dict[str, float]) -> None:
    assert [shown[end] for end in ("value", "low", "high")] == [told[end] for end in ("value", "low", "high")]
