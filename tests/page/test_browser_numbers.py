"""The page's script against the library, in the browser: values, winners, intervals."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.evaluation.evaluate import Evaluation
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import TREAT_ALL, TREAT_NONE, WITHOUT_MODEL
from baserate.scores.gains import gains_of
from tests.page.conftest import data_of, evaluated, sample
from tests.page.oracle import Binned, deployment_of

UNITS = ("per 1,000", "net benefit", "weighted accuracy", "accuracy")
MODELS = ["old", "new", "mild"]


def settings(seed: int, count: int, groups: tuple[str | None, ...]) -> list[dict[str, Any]]:
    """Settings all over the controls: ranges and single values, every unit, group and choice of models."""
    rng = np.random.default_rng(seed)

    def ends(low: float, high: float, one: bool) -> list[float]:
        found = 1.0 / (1.0 + np.exp(-np.sort(rng.uniform(low, high, 2))))
        return [float(found[0])] * 2 if one else [float(end) for end in found]

    made = []
    for number in range(count):
        prevalence = None if number % 10 == 0 else ends(-6.5, 1.0, number % 3 == 0)
        shown = [name for name in MODELS if rng.random() < 0.8] or [MODELS[number % 3]]
        made.append(
            {
                "prevalence": prevalence,
                "cost": ends(-5.0, 1.5, number % 2 == 0),
                "units": UNITS[number % 4],
                "group": groups[number % len(groups)],
                "models": shown,
            }
        )
    return made


def answers(page: Any, states: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "states => states.map(state => baserate.engine.answer(state))", states
    )
    return found


@pytest.mark.parametrize("kind", ["plain", "weight", "cluster"])
def test_two_hundred_settings_give_the_library_s_scores_and_winners(
    opened: Callable[..., Any], kind: str
) -> None:
    asked = {"plain": {}, "weight": {"weight": "weight"}, "cluster": {"cluster": "ward"}}[kind]
    page = opened(evaluated(sample(1, 8_000), **asked))
    carried = data_of(page.path)["page"]
    parts = {part["name"]: part for part in carried["slices"] if part["kind"] != "rest"}
    states = settings(2, 200, (None, "north", "south", None, "east", "west"))
    for state, answer in zip(states, answers(page, states), strict=True):
        deployment = deployment_of(state)
        worth = {}
        for model in answer["models"]:
            lines = Binned(carried, MODELS.index(model["name"]), parts[state["group"]])
            worth[model["name"]] = lines.score(deployment)
        sure = _totals(lines, deployment)
        ranked = {**worth, WITHOUT_MODEL: sure[2]}
        worth = {**ranked, TREAT_ALL: sure[0], TREAT_NONE: sure[1]}
        zero = sure[1] if deployment.units == "net benefit" else 0.0
        shown = {model["name"]: model["score"] for model in answer["models"]} | answer["defaults"]
        assert shown.keys() == worth.keys()
        for name, found in shown.items():
            assert found["value"] == pytest.approx(worth[name] - zero, rel=1e-9, abs=1e-9), name
        assert ranked[answer["verdict"]["best"]] >= max(ranked.values()) - 1e-9, state


def _totals(lines: Binned, deployment: Any) -> tuple[float, float, float]:
    """Treat all, treat none, and what a constant score earns: the observed prevalence, for everybody."""
    gains = gains_of(deployment, lines.prevalence)
    constant = np.array([lines.prevalence])
    without = float(gains.positive(constant)[0] + gains.negative(constant)[0])
    return gains.positive_total, gains.negative_total, without


# Where decisions are made: settings at which patients lie on both sides of the thresholds.
USUAL = [
    {"prevalence": prevalence, "cost": cost, "units": units, "group": group, "models": MODELS}
    for prevalence in ([0.01, 0.10], [0.05, 0.30], [0.02, 0.04], [0.001, 0.5])
    for cost in ([1 / 31, 1 / 31], [1 / 11, 1 / 11], [1 / 51, 1 / 6])
    for units in ("per 1,000", "weighted accuracy")
    for group in (None, "south")
]


@pytest.mark.parametrize("kind", ["plain", "weight", "cluster"])
def test_intervals_are_those_of_the_patients_themselves(opened: Callable[..., Any], kind: str) -> None:
    asked = {"plain": {}, "weight": {"weight": "weight"}, "cluster": {"cluster": "ward"}}[kind]
    ev = evaluated(sample(3, 30_000), **asked)
    page = opened(ev)
    scores, pairs = [], []
    for state, answer in zip(USUAL, answers(page, USUAL), strict=True):
        exact = {name: _exact(ev, name, state) for name in MODELS}
        scores += [_apart(model["score"], exact[model["name"]]) for model in answer["models"]]
        for pair in answer["comparisons"]:
            if pair["other"] in exact:
                difference = exact[pair["model"]] - exact[pair["other"]]
                pairs.append(_apart(pair["difference"], difference))
    assert max(scores) < 0.02
    # Nine in ten differences; the others are those of two models that hardly differ, over a wide range,
    # where the handful of patients in a joint cell is not told apart.
    assert np.quantile(pairs, 0.9) < 0.02
    assert max(pairs) < 0.04


def _exact(ev: Evaluation, model: str, state: dict[str, Any]) -> Estimate:
    """The library's score, from the page's zero."""
    judged, deployment = ev.judged(model, state["group"]), deployment_of(state)
    zero = "treat-none" if deployment.units == "net benefit" else "none-correct"
    return judged.cohort.score(
        judged.sample, deployment, source_prevalence=judged.source_prevalence, baseline=zero
    )


def _apart(shown: dict[str, float], exact: Estimate) -> float:
    """How far the ends of the shown interval are from the exact ones, as a share of its width."""
    return max(abs(shown["low"] - exact.low), abs(shown["high"] - exact.high)) / (exact.high - exact.low)


def test_the_study_s_own_setting_says_what_the_library_says(page: Any, study: Evaluation) -> None:
    found = page.evaluate(
        "() => ({own: baserate.engine.own, answer: baserate.engine.answer(baserate.engine.own)})"
    )
    verdict = found["answer"]["verdict"]
    assert found["own"]["prevalence"] == [0.01, 0.10]
    assert verdict["text"] == study.verdict.text
    assert (verdict["best"], verdict["runnerUp"]) == (study.verdict.best, study.verdict.runner_up)
    assert verdict["tied"] == list(study.verdict.tied)
    low, high, *_ = study.verdict.difference.interval(study.verdict.level)
    assert (verdict["difference"]["low"], verdict["difference"]["high"]) == (low, high)
    for pair in found["answer"]["comparisons"]:
        interval = study.simultaneous(pair["model"], pair["other"])
        assert (pair["adjusted"]["low"], pair["adjusted"]["high"]) == interval[:2]
        exact = study.compare(pair["model"], pair["other"]).confidence()
        assert pair["confidence"] == pytest.approx(exact, abs=1e-12)
    best = found["answer"]["picked"]
    low, high, *_ = study.score(best["name"]).interval(study.level_of_scores())
    assert (best["low"], best["high"]) == (low, high)


def test_close_to_the_study_s_own_setting_the_lines_say_the_same(page: Any, study: Evaluation) -> None:
    """At the setting itself the page shows what the library found; here it has to find it."""
    own = page.evaluate("() => baserate.engine.own")
    near = {**own, "prevalence": [0.010000001, 0.10]}
    answer = answers(page, [near])[0]
    texts = answer["verdict"]["text"], study.verdict.text
    assert _without_numbers(texts[0]) == _without_numbers(texts[1])
    # Counts at the threshold are those of bins, which a threshold cuts.
    numbers, exact = ([float(number) for number in NUMBER.findall(text)] for text in texts)
    assert numbers == pytest.approx(exact, abs=0.11)
    for model in answer["models"]:
        assert _apart(model["score"], _exact(study, model["name"], own)) < 0.01


def test_parts_and_gaps_are_those_of_the_library(page: Any, study: Evaluation) -> None:
    own = page.evaluate("() => baserate.engine.own")
    answer = answers(page, [{**own, "prevalence": [0.010000001, 0.10]}])[0]
    for model in answer["models"]:
        split = study.split(model["name"])
        # Whatever its zero: sharpness is the score plus what is lost to miscalibration.
        score = _exact(study, model["name"], own).value
        zero = split.sharpness.value - split.calibration.value - score
        names = {"sharpness": "sharpness", "calibration": "calibration"}
        names |= {f"{name}Corrected": f"{name}_corrected" for name in names}
        for shown, name in names.items():
            exact = getattr(split, name) - (zero if name.startswith("sharpness") else 0.0)
            assert _apart(model["split"][shown], exact) < 0.05, (model["name"], name)
    for gap in answer["gaps"]:
        exact = study.gap(gap["model"], gap["group"])
        for shown, name in (("total", "total"), ("mechanism", "mechanism"), ("labelShift", "label_shift")):
            assert _apart(gap["parts"][shown], exact.parts[name]) < 0.02, (gap["group"], name)
        for shown, name in (("sharpness", "sharpness"), ("calibration", "calibration")):
            assert _apart(gap["parts"][shown], exact.parts[name]) < 0.05, (gap["group"], name)
        parts = {name: part["value"] for name, part in gap["parts"].items()}
        assert parts["total"] == pytest.approx(parts["mechanism"] + parts["labelShift"], abs=1e-12)
        assert parts["mechanism"] == pytest.approx(parts["sharpness"] + parts["calibration"], abs=1e-12)


ASKED: list[dict[str, Any]] = [
    {"prevalence": (0.02, 0.3), "cost": "1:9"},
    {"prevalence": 0.05, "cost": "1:30"},
    {"prevalence": (0.3, 0.6), "cost": "1:5"},
    {"prevalence": (0.005, 0.02), "cost": ("1:60", "1:20")},
    {"prevalence": None, "cost": "1:15"},
]


@pytest.mark.parametrize("margin", [None, 2])
def test_a_verdict_at_another_setting_is_the_library_s_there(
    opened: Callable[..., Any], margin: float | None
) -> None:
    """The page is made at one setting and asked at others; the library is asked there."""
    data = sample(5, 20_000)
    page = opened(evaluated(data, margin=margin))
    for asked in ASKED:
        there = evaluated(data, margin=margin, **asked)
        verdict, deployment = there.verdict, there.question.deployment
        where = None if deployment.prevalence is None else list(deployment.prevalence.distribution.ends)
        cost = list(deployment.cost.distribution.ends)
        state = {"prevalence": where, "cost": cost, "units": "per 1,000", "group": None, "models": MODELS}
        answer = answers(page, [state])[0]
        found = answer["verdict"]
        assert (found["best"], found["tied"]) == (verdict.best, list(verdict.tied)), asked
        assert found["betterThanWithout"] == list(verdict.better_than_without), asked
        assert (found["decided"], found["outside"]) == (verdict.decided, verdict.outside), asked
        assert found["nonInferior"] == list(verdict.non_inferior), asked
        for pair in answer["comparisons"]:
            interval = there.simultaneous(pair["model"], pair["other"])
            width = interval.high - interval.low
            assert pair["adjusted"]["low"] == pytest.approx(interval.low, abs=0.04 * width), (asked, pair)
            assert pair["adjusted"]["high"] == pytest.approx(interval.high, abs=0.04 * width), (asked, pair)
        assert _without_numbers(found["text"]) == _without_numbers(verdict.text), asked


def _without_numbers(text: str) -> str:
    return NUMBER.sub("#", text)


NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def test_some_models_are_a_family_of_their_own(page: Any, study: Evaluation) -> None:
    """At the study's own setting with two of its three models: fewer comparisons, narrower intervals."""
    own = page.evaluate("() => baserate.engine.own")
    answer = answers(page, [{**own, "models": ["old", "new"]}])[0]
    assert len(answer["comparisons"]) == 7
    data = sample(0, 30_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = baserate.evaluate(
            data,
            "died",
            ["old", "new"],
            prevalence=(0.01, 0.10),
            cost="1:30",
            by="unit",
            source_prevalence={"new": 0.1},
        )
    for pair in answer["comparisons"]:
        exact, wider = (ev.simultaneous(pair["model"], pair["other"]) for ev in (alone, study))
        width = exact.high - exact.low
        assert pair["adjusted"]["low"] == pytest.approx(exact.low, abs=0.01 * width)
        assert exact.high - exact.low < wider.high - wider.low
    assert answer["verdict"]["text"] == alone.verdict.text
