"""What the figures draw, against the library on the patients themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from baserate.deployment.deployment import Deployment
from baserate.deployment.odds import logit
from baserate.evaluation.evaluate import Evaluation
from baserate.scores.gains import gains_of
from baserate.scores.isotonic import IsotonicBlocks
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import prevalence_of
from tests.page.conftest import evaluated, sample

MODELS = ["old", "new", "mild"]
STATES: list[dict[str, Any]] = [
    {"prevalence": prevalence, "cost": cost, "units": "per 1,000", "group": group, "models": MODELS}
    for prevalence, cost, group in (
        ([0.01, 0.10], [1 / 31, 1 / 31], None),
        ([0.05, 0.05], [1 / 11, 1 / 11], "south"),
        ([0.02, 0.30], [1 / 51, 1 / 6], None),
        (None, [1 / 6, 1 / 6], "east"),
    )
]
# Figures look shares up on a grid of log odds: among all patients they are off by this at most, in a group by
# no more than what two cases are worth: a cut-off may fall into a cell of a handful of patients.
CLOSE = 2e-4


def slack(ev: Evaluation, group: str | None, deployment: Deployment) -> float:
    cases = (ev.everyone if group is None else ev.groups[group]).positives
    gains = gains_of(deployment, 0.5)
    return max(CLOSE, 2.0 * gains.positive_total / cases)


def drawn(page: Any, name: str, state: dict[str, Any]) -> Any:
    return page.evaluate("([name, state]) => baserate.engine[name](state)", [name, state])


def over_treat_none(ev: Evaluation, model: str, group: str | None, deployment: Deployment) -> float:
    """Net benefit of a model whose zero is treat none, from the patients."""
    judged = ev.judged(model, group)
    gains = gains_of(deployment, prevalence_of(judged.sample), judged.source)
    return mean_gain(judged.sample, gains) - gains.negative_total


def treat_all(deployment: Deployment) -> float:
    gains = gains_of(deployment, 0.5)
    return gains.positive_total - gains.negative_total


@pytest.mark.parametrize("state", STATES)
def test_value_against_prevalence_is_the_library_s_at_each_prevalence(
    page: Any, study: Evaluation, state: dict[str, Any]
) -> None:
    found = drawn(page, "valueCurve", state)
    for i in range(0, len(found["prevalence"]), 15):
        where = Deployment.of(found["prevalence"][i], tuple(state["cost"]))
        assert found["treatAll"][i] == pytest.approx(treat_all(where), abs=1e-5)
        for curve in found["models"]:
            exact = over_treat_none(study, curve["name"], state["group"], where)
            assert curve["value"][i] == pytest.approx(exact, abs=slack(study, state["group"], where))


def test_the_dashed_curve_is_the_recalibrated_model(page: Any, study: Evaluation) -> None:
    found = drawn(page, "valueCurve", STATES[0])
    for curve in found["models"]:
        rows = study.judged(curve["name"]).sample
        pools = IsotonicBlocks.of(rows).table
        for i in range(0, len(found["prevalence"]), 15):
            gains = gains_of(Deployment.of(found["prevalence"][i], 1 / 31), prevalence_of(rows))
            exact = mean_gain(pools, gains) - gains.negative_total
            assert curve["recalibrated"][i] == pytest.approx(exact, abs=CLOSE)
            assert curve["recalibrated"][i] >= curve["value"][i] - CLOSE


@pytest.mark.parametrize("state", STATES)
def test_the_decision_curve_is_the_library_s_at_each_cost(
    page: Any, study: Evaluation, state: dict[str, Any]
) -> None:
    found = drawn(page, "decisionCurve", state)
    for i in range(0, len(found["cost"]), 15):
        where = Deployment.of(found["prevalence"], found["cost"][i])
        assert found["treatAll"][i] == pytest.approx(treat_all(where), abs=1e-9)
        for curve in found["models"]:
            exact = over_treat_none(study, curve["name"], state["group"], where)
            assert curve["value"][i] == pytest.approx(exact, abs=slack(study, state["group"], where))


def test_who_wins_on_the_map_wins_among_the_patients(page: Any, study: Evaluation) -> None:
    found = drawn(page, "winnerMap", STATES[0])
    assert found["names"] == [*MODELS, "treat all", "treat none"]
    for row in range(0, len(found["cost"]), 4):
        for column in range(0, len(found["prevalence"]), 4):
            where = Deployment.of(found["prevalence"][column], found["cost"][row])
            worth = [over_treat_none(study, model, None, where) for model in MODELS]
            worth += [treat_all(where), 0.0]
            assert worth[found["winner"][row][column]] >= max(worth) - 3 * CLOSE


@pytest.mark.parametrize("state", STATES)
def test_cut_offs_and_what_they_do_are_the_library_s(
    page: Any, study: Evaluation, state: dict[str, Any]
) -> None:
    answer = page.evaluate("state => baserate.engine.answer(state)", state)
    roc = {curve["name"]: curve for curve in drawn(page, "roc", state)}
    for model in answer["models"]:
        judged = study.judged(model["name"], state["group"])
        own = prevalence_of(judged.sample)
        where = own if state["prevalence"] is None else tuple(state["prevalence"])
        exact = study.threshold(model["name"], where, tuple(state["cost"]), group=state["group"])
        shown = model["cutoff"]
        assert (shown["value"], shown["low"], shown["high"]) == pytest.approx(
            (exact.value, exact.low, exact.high), rel=1e-6
        )
        treated = judged.sample.score >= exact.value
        found, needless = (float(treated[judged.sample.label == label].mean()) for label in (1, 0))
        done = model["consequences"]
        assert done["truePositives"] == pytest.approx(1000 * done["prevalence"] * found, abs=1.0)
        assert done["falsePositives"] == pytest.approx(1000 * (1 - done["prevalence"]) * needless, abs=1.0)
        assert done["falseNegatives"] == pytest.approx(1000 * done["prevalence"] - done["truePositives"])
        assert done["treated"] == pytest.approx(done["truePositives"] + done["falsePositives"])
        middle = roc[model["name"]]["points"][0]
        assert (middle["what"], middle["cutoff"]) == ("middle", pytest.approx(exact.value, rel=1e-6))
        assert (middle["tpr"], middle["fpr"]) == pytest.approx((found, needless), abs=0.004)


def test_the_roc_curve_rises_and_has_the_area_that_is_written_beside_it(page: Any) -> None:
    for curve in drawn(page, "roc", STATES[0]):
        assert np.all(np.diff(curve["fpr"]) >= 0)
        assert np.all(np.diff(curve["tpr"]) >= 0)
        area = np.trapezoid(curve["tpr"], curve["fpr"])
        assert area == pytest.approx(curve["auc"]["value"], abs=0.003)


@pytest.mark.parametrize("state", STATES)
def test_the_weight_on_cut_offs_and_the_patients_are_densities(page: Any, state: dict[str, Any]) -> None:
    answer = page.evaluate("state => baserate.engine.answer(state)", state)
    for curve, model in zip(drawn(page, "weight", state)["models"], answer["models"], strict=True):
        axis = np.asarray(logit(curve["cutoff"]))
        for part, most in (("density", 1e-9), ("cases", 0.01), ("nonCases", 0.01)):
            assert np.trapezoid(curve[part], axis) == pytest.approx(1.0, abs=most), part
        heavy = np.asarray(curve["cutoff"])[np.asarray(curve["density"]) > 0]
        low, high = (float(logit(model["cutoff"][end])) for end in ("low", "high"))
        assert low - 0.2 <= logit(heavy.min())
        assert logit(heavy.max()) <= high + 0.2


def test_reliability_intervals_have_the_level_of_the_study(opened: Callable[..., Any]) -> None:
    ev = evaluated(sample(6, 3_000), by=None, level=0.8)
    page = opened(ev)
    for curve in drawn(page, "reliability", {**STATES[0], "group": None}):
        for bin_ in curve["bins"]:
            exact = binomtest(bin_["events"], bin_["patients"]).proportion_ci(0.8, "wilson")
            assert (bin_["low"], bin_["high"]) == pytest.approx((exact.low, exact.high), abs=2e-6)
    reader = page.locator("figure:has(#title-reliability) .figure-reader")
    assert "80 % CI" in reader.get_attribute("aria-valuetext")
    assert "(80 % CI)" in page.locator("#tables thead").first.text_content()
    page.close()


def test_reliability_counts_every_patient_once(page: Any, study: Evaluation) -> None:
    for state in STATES:
        group = study.everyone if state["group"] is None else study.groups[state["group"]]
        for curve in drawn(page, "reliability", state):
            assert sum(one["patients"] for one in curve["bins"]) == group.patients
            assert sum(one["events"] for one in curve["bins"]) == group.positives
