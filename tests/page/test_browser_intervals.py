"""The page's intervals against the library's where neither is a plain t: hulls, clusters left out, heaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.odds import expit, logit
from baserate.results.words import per_thousand
from tests.page.conftest import data_of, evaluated, sample
from tests.page.within import apart, expect_rounded, expect_within_error, stated, texts_of

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
# Not corrected for optimism, they are known at the study's own setting only: blocks are fitted to bins.
SHOWN_PARTS = {shown: name for shown, name in PARTS.items() if name not in ("sharpness", "calibration")}


def answer(page: Any, **changed: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "changed => baserate.engine.answer({ ...baserate.engine.own, ...changed })", changed
    )
    return found


@pytest.mark.parametrize("cost", ["1:30", "1:15", ("1:40", "1:10")])
def test_at_the_observed_prevalence_intervals_are_hulls_as_in_the_library(
    opened: Callable[..., Any], cost: Any
) -> None:
    """Models, default strategies, their differences, parts and gaps; the page was made elsewhere.

    All within the stated error. Values are off as well now, not only ends: at one prevalence and cost, who
    of a bin of at least five of a class is treated is not known.
    """
    data = sample(7, 20_000)
    page, there = opened(evaluated(data)), evaluated(data, prevalence=None, cost=cost)
    found = answer(page, prevalence=None, cost=list(there.question.deployment.cost.distribution.ends))
    errors, coarse = [], 0
    for model in found["models"]:
        name, exact, split = model["name"], there.score(model["name"]), there.split(model["name"])
        assert exact.method == "hull"
        expect_within_error(model["score"], exact, name)
        assert apart(model["score"], exact) < 0.04
        errors.append(stated(model["score"], exact))
        zero = split.sharpness.value - split.calibration.value - exact.value
        expect_within_error(model["split"]["sharpnessCorrected"], split.sharpness_corrected - zero, name)
        expect_within_error(model["split"]["calibrationCorrected"], split.calibration_corrected, name)
        lost = model["split"]["calibrationCorrected"]
        assert lost["coarse"] or apart(lost, split.calibration_corrected) < 0.15
    for name in ("treat all", "without a model"):
        assert apart(found["defaults"][name], there.score(name)) < 1e-6
    for pair in found["comparisons"]:
        exact = there.compare(pair["model"], pair["other"])
        expect_within_error(pair["difference"], exact, pair)
        # Those that are shown.
        assert pair["difference"]["coarse"] or apart(pair["difference"], exact) < 0.10, pair
        coarse += pair["difference"]["coarse"]
        errors.append(stated(pair["difference"], exact))
        # What the error may move it by.
        least, most = (exact.confidence(sign * pair["difference"]["error"]) for sign in (1.0, -1.0))
        assert least - 0.01 <= pair["confidence"] <= most + 0.01
    assert coarse <= 2
    assert np.median(errors) < 0.30
    for gap in found["gaps"]:
        parts = there.gap(gap["model"], gap["group"]).parts
        for shown, name in SHOWN_PARTS.items():
            expect_within_error(gap["parts"][shown], parts[name], (gap["model"], gap["group"], name))
            # Between two prevalences that are nearly one, bins are cut; and optimism is carried on a grid.
            # Such parts are small beside their error, which is stated.
            most = 0.20 if name.startswith("calibration") else 0.15
            near = apart(gap["parts"][shown], parts[name]) < most
            assert near or gap["parts"][shown]["coarse"], (gap["group"], name)


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
            exact = there.score(model["name"])
            expect_within_error(model["score"], exact, (where, model["name"]))
            assert apart(model["score"], exact) < 0.15, (where, model["name"])


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
    # Six digits.
    assert part["clustering"]["degrees"] == pytest.approx(expected, rel=1e-5)
    assert expected < 20


@pytest.mark.parametrize("prevalence", [None, (0.01, 0.10), 0.05])
def test_at_its_own_setting_all_that_the_page_shows_is_the_library_s(
    opened: Callable[..., Any], modules: Any, prevalence: Any
) -> None:
    """Groups, the one cut-off, default strategies, differences between groups and both readings.

    But for the digits that the page does not carry; and what is shown of them to the letter. What would tell
    of fewer than five patients is withheld, and worked out from bins here too: within its error. At one
    cost and prevalence that is much of what is known of groups, because scores are counts of patients there.
    """
    ev = evaluated(sample(3, 8_000), prevalence=prevalence, source_prevalence=None)
    page = opened(ev)
    found, told, carried = answer(page), ev.to_dict(), data_of(page.path)["result"]
    numbers = [
        (found["defaults"][name], *(_worth(one["default_strategies"][name]) for one in (told, carried)))
        for name in STRATEGIES
    ]
    for shown, *groups in zip(found["groups"], told["groups"], carried["groups"], strict=True):
        for model in shown["models"]:
            measures = [group["models"][model["name"]] for group in groups]
            numbers.append((model["score"], *(_worth(one) for one in measures)))
            common = [_worth(one["at_common_threshold"]) for one in measures]
            numbers.append((model["withCommonCutoff"], *common))
    by_group = [_gaps(one) for one in (told, carried)]
    for gap in found["gaps"]:
        exact, kept = (gaps.get((gap["group"], gap["model"])) for gaps in by_group)
        assert exact is not None
        numbers += [
            (gap["parts"][shown], exact[name], kept and kept[name])
            for shown, name in (PARTS if kept else SHOWN_PARTS).items()
        ]
        # Of a gap that is withheld, the page has no readings either.
        assert (gap["readings"] is None) == (kept is None)
        for reading in ("group", "all") if kept is not None else ():
            name = "difference_at_equal_prevalence"
            numbers.append(
                (gap["readings"][reading], *(one["readings"][name][reading] for one in (exact, kept or {})))
            )
    whole = [(shown, exact) for shown, exact, kept in numbers if kept is not None]
    for shown, exact in whole:
        expect_rounded(shown, exact)
    for shown, exact, kept in numbers:
        if kept is None:
            assert shown["error"] > 0
            expect_within_error(shown, exact)
    assert len(whole) > (70 if isinstance(prevalence, tuple) else 20)
    written = texts_of(modules, [("estimate", shown) for shown, _ in whole])
    assert written == texts_of(modules, [("estimate", exact) for _, exact in whole])
    for model in found["models"]:
        assert texts_of(modules, [("estimate", model["score"])]) == [per_thousand(ev.score(model["name"]))]


def _worth(measures: dict[str, Any]) -> dict[str, float] | None:
    found: dict[str, float] | None = measures["net_benefit"]
    return found


def _gaps(result: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """The differences of a result between groups, by group and model."""
    return {(group["name"], gap["model"]): gap for group in result["groups"] for gap in group["gaps"]}


def test_of_two_groups_the_other_is_the_rest(opened: Callable[..., Any]) -> None:
    data = sample(3, 6_000)
    data["unit"] = np.where(np.isin(data["unit"], ["north", "south"]), "one", "two")
    ev = evaluated(data)
    (first, *_), told = answer(opened(ev))["gaps"], ev.to_dict()["groups"][0]["gaps"][0]
    assert (first["reference"], told["reference"]) == ("two", "the rest")
    expect_rounded(first["parts"]["total"], told["total"])
