"""Before you decide, by the page's scripts: the library's lines from the library's numbers, and switches."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import baserate
from baserate.calibration.readings import is_far_from_one
from baserate.datasets import icu_cohort
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.constants import FAR_FROM_ONE
from baserate.results.before import recalibrated_of
from tests.page.conftest import ASSETS, ROOT, inside
from tests.test_before import BLURRED, GOOD, GROUP, HIGH, N, run

WITHOUT = "without a model"
BODY = """
  const groups = given.groups.map(({ name, pairs }) => {
    return { name, together: (one, other) => pairs[`${one}|${other}`] };
  });
  const logit = (p) => Math.log(p / (1 - p));
  for (const { cutoff } of given.models) {
    const { probability, source } = cutoff;
    cutoff.at = (p) => 1 / (1 + Math.exp(logit(p) - logit(probability) - logit(source)));
  }
  const lead = given.leads && ((one, other) => given.leads[`${one}|${other}`]);
  return beforeOf({ ...given, groups, recalibratedLead: lead });
"""


def ends(interval: Any, value: float = 0.0) -> dict[str, float]:
    return {"value": float(value), "low": float(interval.low), "high": float(interval.high)}


def context(ev: Evaluation, **changed: Any) -> dict[str, Any]:
    """What the engine hands over, from the library's own numbers."""
    where, level = ev.question.deployment, ev.level_of_comparisons()
    recalibrated = {model: recalibrated_of(ev.judged(model)) for model in ev.models}
    models = []
    for model, one in recalibrated.items():
        judged, without = ev.judged(model), ev.score(WITHOUT)
        worth = None if one is None else one.worth(where).value - without.value
        ratio, cut = judged.ratio_at_source, judged.cutoff
        models.append(
            {
                "name": model,
                "added": ends(ev.compare(model, WITHOUT), ev.compare(model, WITHOUT).value),
                "recalibratedAdded": worth and {"value": worth, "low": worth - 0.01, "high": worth + 0.01},
                "lossCorrected": ends(judged.split.calibration_corrected),
                "observedExpected": ratio and ends(ratio, ratio.value),
                "impliedSource": 0.54,
                "cutoff": {key: getattr(cut, key) for key in ("probability", "source", "prevalence")},
            }
        )
    leads = {
        f"{a}|{b}": ends((one.worth(where) - other.worth(where)).interval(level))
        for a, one in recalibrated.items()
        for b, other in recalibrated.items()
        if one is not None and other is not None and a != b
    }
    pairs = [(a, b) for a in ev.models for b in ev.models if a != b]
    groups = [
        {"name": name, "pairs": {f"{a}|{b}": ends(ev.simultaneous(a, b, name)) for a, b in pairs}}
        for name in ev.groups
    ]
    verdict, prevalence = ev.verdict, where.prevalence
    return {
        "models": models,
        "leads": leads,
        "groups": groups,
        "clusters": None,
        "shifts": None,
        "prevalence": ev.everyone.prevalence,
        "scale": {"factor": 1000, "digits": 1},
        "verdict": {
            "best": verdict.best,
            "runnerUp": verdict.runner_up,
            "decided": verdict.decided,
            "betterThanWithout": list(verdict.better_than_without),
            "outside": verdict.outside,
        },
        "state": {
            "prevalence": None if prevalence is None else list(prevalence.distribution.ends),
            "margin": ev.question.margin,
            **changed,
        },
    }


def shown(modules: Any, given: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = inside(modules, {"beforeOf": "engine/before.js"}, BODY, given)
    return found


def cohort(**asked: Any) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        given = {"prevalence": (0.01, 0.1), "cost": "1:30", "by": "unit", **asked}
        return baserate.evaluate(icu_cohort(), "died", ["severity", "network"], **given)


def cases() -> dict[str, Evaluation]:
    east = GROUP == "east"
    two_sided = {"one": np.where(east, GOOD, BLURRED[::-1]), "two": np.where(east, BLURRED[::-1], GOOD)}
    return {
        "cohort": cohort(),
        "told": cohort(source_prevalence={"network": 0.5}),
        "observed": cohort(prevalence=None, cost="4:1"),
        "range of costs": cohort(cost=("1:60", "1:15")),
        "high": run({"high": HIGH}),
        "groups": run(two_sided, by="group", group=GROUP),
        "outside": run({"good": GOOD, "high": HIGH}, prevalence=(0.4, 0.6)),
        "margin": run({"high": HIGH, "blurred": BLURRED}, margin=500.0),
        "wards": run(
            {"good": GOOD, "other": np.full(N, 0.1) + 1e-3 * np.random.default_rng(1).random(N)},
            by="group",
            group=(np.arange(N) % 5).astype(str),
        ),
    }


CASES = ["cohort", "told", "observed", "range of costs", "high", "groups", "outside", "margin", "wards"]


@pytest.fixture(scope="module")
def evaluations() -> dict[str, Evaluation]:
    return cases()


@pytest.mark.parametrize("case", CASES)
def test_the_page_says_what_the_library_says(
    modules: Any, evaluations: dict[str, Evaluation], case: str
) -> None:
    ev = evaluations[case]
    told = [(one["kind"], one["text"], tuple(one["models"])) for one in shown(modules, context(ev))]
    assert told == [(one.kind, one.text, one.models) for one in ev.before_you_decide]


def test_switches_recalibrate_and_restate_and_can_be_undone(modules: Any) -> None:
    ev = cohort()
    first = shown(modules, context(ev, recalibrated=["other"], sources={"third": 0.2}))[2]
    assert first["kind"] == "recalibration_turns"
    assert first["actions"] == [
        {"text": "recalibrate network", "change": {"recalibrated": ["other", "network"]}},
        {
            "text": "take network as calibrated to 54 %",
            "change": {"sources": {"third": 0.2, "network": 0.54}},
        },
    ]
    assert first["action"] == first["actions"][0]
    on = shown(modules, context(ev, recalibrated=["network"], sources={"severity": 0.1}))
    assert [one["text"] for one in on[:2]] == [
        "network is taken as recalibrated on these patients.",
        "severity is taken as calibrated to 10 %.",
    ]
    assert [one["action"] for one in on[:2]] == [
        {"text": "take network as it is", "change": {"recalibrated": []}},
        {"text": "take severity as it is", "change": {"sources": {}}},
    ]
    assert all("times too high" not in one["text"] for one in on)


def test_what_is_too_coarse_is_not_told(modules: Any) -> None:
    given = context(cohort())
    coarse = {**given, "verdict": {**given["verdict"], "coarse": True}}
    assert shown(modules, coarse) == []
    unsure = json.loads(json.dumps(given))
    unsure["leads"]["network|severity"]["error"] = 1.0
    for group in unsure["groups"]:
        group["pairs"]["severity|network"]["coarse"] = True
    assert [one["kind"] for one in shown(modules, unsure)] == ["calibration", "cutoff"]


def test_far_from_one_is_the_same_number() -> None:
    script = (ROOT / ASSETS.lstrip("/") / "engine/before.js").read_text("utf-8")
    assert f"const FAR_FROM_ONE = {FAR_FROM_ONE};" in script
    assert is_far_from_one(cohort().judged("network").ratio_at_source)


def test_the_implied_prevalence_makes_scores_right_on_average(opened: Any) -> None:
    """By another solver on the patients: the shift that brings the mean score to the prevalence."""
    data = icu_cohort()
    score, died = data["network"].to_numpy(), data["died"].to_numpy()
    x, observed = np.log(score / (1.0 - score)), died.mean()
    shift = brentq(lambda by: np.mean(1.0 / (1.0 + np.exp(by - x))) - observed, -10.0, 10.0)
    odds = observed / (1.0 - observed) * np.exp(shift)
    page = opened(cohort())
    lines = page.evaluate("() => baserate.engine.answer(baserate.engine.own).before")
    (change,) = [one["change"] for line in lines for one in line["actions"] if "sources" in one["change"]]
    assert change == {"sources": {"network": pytest.approx(odds / (1.0 + odds), abs=0.006)}}
