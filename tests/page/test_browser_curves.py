"""What the figures draw, against the library on the patients themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from baserate.deployment.deployment import Deployment
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.strategies import TREAT_ALL, TREAT_NONE, WITHOUT_MODEL
from baserate.odds import expit, logit
from baserate.results.words import count_with_interval
from baserate.scores.gains import gains_of
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import Sample, prevalence_of
from tests.page.conftest import data_of, evaluated, sample
from tests.page.exact import alone, at
from tests.page.within import ENDS, ROUNDING, expect_within_error, texts_of

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
# Values are off by this at most among all patients, in a group by no more than what two cases are worth:
# a cut-off may fall into a bin of a handful of patients.
CLOSE = 2e-4


def slack(ev: Evaluation, group: str | None, deployment: Deployment) -> float:
    cases = (ev.everyone if group is None else ev.groups[group]).positives
    gains = gains_of(deployment, 0.5)
    return max(CLOSE, 2.0 * gains.positive_total / cases)


def expect_small_errors(curve: dict[str, Any]) -> None:
    """Of half the band, for most of the curve; where nobody's score is near the cut-off it may be all of it.

    More than over a range of prevalences: at one cut-off, who of a bin of five or more is treated is not
    known.
    """
    half = (np.asarray(curve["high"]) - np.asarray(curve["low"])) / 2.0
    assert np.median(np.asarray(curve["error"]) / half) < 0.35


def drawn(page: Any, name: str, state: dict[str, Any], *more: Any) -> Any:
    return page.evaluate(
        "([name, state, more]) => baserate.engine[name]({ ...baserate.engine.own, ...state }, ...more)",
        [name, state, more],
    )


def answered(page: Any, state: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "state => baserate.engine.answer({ ...baserate.engine.own, ...state })", state
    )
    return found


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
            assert abs(curve["value"][i] - exact) <= curve["error"][i] + ROUNDING
            assert curve["value"][i] == pytest.approx(exact, abs=slack(study, state["group"], where))
    for curve in found["models"]:
        expect_small_errors(curve)


# ---- recalibration ----


def recalibrated(rows: Sample, others: Sample | None = None) -> Sample:
    """Scores after a logistic regression of the outcome on their log odds: intercept and slope, by scipy.

    Fitted to the rows, for them or for others.
    """
    x, y = np.asarray(logit(rows.score)), np.asarray(rows.label, float)

    def loss(line: Any) -> float:
        z = line[0] + line[1] * x
        return float(np.mean(np.logaddexp(0.0, z) - y * z))

    fitted = minimize(loss, [0.0, 1.0], method="BFGS", options={"gtol": 1e-9}).x
    others = rows if others is None else others
    return replace(others, score=np.asarray(expit(fitted[0] + fitted[1] * np.asarray(logit(others.score)))))


def test_the_dashed_curve_is_the_recalibrated_model(page: Any, study: Evaluation) -> None:
    """Recalibrated by intercept and slope, on all patients; never by what it is called or drawn."""
    found = drawn(page, "valueCurve", STATES[0])
    settings = [{**STATES[0], "prevalence": [p, p], "recalibrated": MODELS} for p in found["prevalence"]]
    for number, curve in enumerate(found["models"]):
        rows = recalibrated(study.judged(curve["name"]).sample)
        for i in range(0, len(found["prevalence"]), 12):
            gains = gains_of(Deployment.of(found["prevalence"][i], 1 / 31), prevalence_of(rows))
            exact = mean_gain(rows, gains) - gains.negative_total
            asked = answered(page, settings[i])["models"][number]["score"]
            assert curve["recalibrated"][i] == pytest.approx(asked["value"], abs=1e-12)
            assert abs(asked["value"] - exact) <= asked["error"] + FIT, (curve["name"], i)


# Intercept and slope are fitted to bins, and given with four digits: so much net benefit that moves, beside
# the error.
FIT = 2e-5


@pytest.mark.parametrize("group", [None, "south"])
def test_a_recalibrated_model_is_the_patients_recalibrated_one(
    page: Any, study: Evaluation, group: str | None
) -> None:
    """The switch: fitted on all patients, and taken as calibrated to those that are looked at."""
    state = {"prevalence": [0.02, 0.15], "cost": [1 / 16, 1 / 16], "group": group, "recalibrated": ["mild"]}
    shown, plain = (answered(page, one) for one in (state, {**state, "recalibrated": []}))
    rows = recalibrated(study.judged("mild").sample, study.judged("mild", group).sample)
    gains = gains_of(Deployment.of((0.02, 0.15), 1 / 16), prevalence_of(rows))
    exact = mean_gain(rows, gains) - gains.negative_total
    found = {one["name"]: one["score"] for one in shown["models"]}
    assert abs(found["mild"]["value"] - exact) <= found["mild"]["error"] + FIT
    # It was too moderate, and the others stay what they were.
    before = {one["name"]: one["score"] for one in plain["models"]}
    assert found["mild"]["value"] > before["mild"]["value"] + 1e-3
    for name in ("old", "new"):
        assert found[name] == before[name]


def test_a_model_taken_as_calibrated_to_another_prevalence_is_the_library_s(
    page: Any, study: Evaluation
) -> None:
    """The other switch: as if the study had said so."""
    own = page.evaluate("() => baserate.engine.own")
    for where in ({}, {"prevalence": [0.03, 0.03], "cost": [1 / 16, 1 / 16]}):
        state = {**own, **where, "sources": {"new": 0.3}}
        there, answer = at(study, state), answered(page, state)
        assert there.judged("new").source_prevalence == 0.3
        for model in answer["models"]:
            expect_within_error(model["score"], there.score(model["name"]), (where, model["name"]))
            cut = there.threshold(model["name"])
            assert model["cutoff"]["value"] == pytest.approx(cut.value, rel=1e-6)
        for pair in answer["comparisons"]:
            expect_within_error(pair["difference"], there.compare(pair["model"], pair["other"]), pair)
        assert answer["verdict"]["best"] == there.verdict.best
        # All of it is worked out: the library's own numbers are of another question.
        assert not answer["exact"]


# ---- curves of points ----


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
            assert abs(curve["value"][i] - exact) <= curve["error"][i] + ROUNDING
            assert curve["value"][i] == pytest.approx(exact, abs=slack(study, state["group"], where))
    for curve in found["models"]:
        expect_small_errors(curve)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("one", "other"), [("old", "new"), ("mild", "old"), ("new", WITHOUT_MODEL)])
def test_the_curve_of_differences_is_the_answer_s_at_each_prevalence(
    page: Any, study: Evaluation, state: dict[str, Any], one: str, other: str
) -> None:
    """And the library's on the patients, with its interval, within the error."""
    found = drawn(page, "differenceCurve", state, one, other)
    assert (found["one"], found["other"]) == (one, other)
    assert np.all(np.diff(found["prevalence"]) > 0)
    for i in range(0, len(found["prevalence"]), 12):
        where = {**state, "prevalence": [found["prevalence"][i]] * 2}
        point = {end: found[end][i] for end in (*ENDS, "error")}
        asked = turned(answered(page, where)["comparisons"], one, other)
        assert point == pytest.approx({end: asked[end] for end in point}, rel=1e-9, abs=1e-12)
        there = at(study, where)
        exact = there.compare(one, other) if state["group"] is None else compared(there, state, one, other)
        expect_within_error(point, exact, (where, one, other))


def turned(comparisons: list[dict[str, Any]], one: str, other: str) -> dict[str, float]:
    """A difference, in whichever order it stands there."""
    for pair in comparisons:
        found = pair["difference"]
        if (pair["model"], pair["other"]) == (one, other):
            return dict(found)
        if (pair["model"], pair["other"]) == (other, one):
            ends = {"value": -found["value"], "low": -found["high"], "high": -found["low"]}
            return {**ends, "error": found["error"]}
    raise LookupError((one, other))


def compared(ev: Evaluation, state: dict[str, Any], one: str, other: str) -> Any:
    return alone(ev, state["group"]).compare(one, other)


# ---- the map ----

WORK = """
([state, cells]) => {
  const { engine } = baserate;
  const asked = { ...engine.own, ...state };
  const map = engine.map(asked);
  const before = map.winner.flat().filter((one) => one === null).length;
  const done = map.work(Infinity);
  const found = cells.map(([row, column]) => {
    const [y, x] = [Math.floor(row * map.cost.length), Math.floor(column * map.prevalence.length)];
    const [prevalence, cost] = [map.prevalence[x], map.cost[y]];
    const answer = engine.answer({ ...asked, prevalence: [prevalence, prevalence], cost: [cost, cost] });
    return { prevalence, cost, winner: map.winner[y][x], conclusion: answer.conclusion };
  });
  return { found, before, done: [done, map.done], winner: map.winner, names: map.names,
    size: [map.cost.length, map.prevalence.length] };
}
"""


@pytest.mark.parametrize("group", [None, "south"])
def test_every_cell_of_the_map_is_the_conclusion_there(page: Any, group: str | None) -> None:
    rng = np.random.default_rng(31)
    state = {**STATES[0], "group": group}
    map_ = page.evaluate(WORK, [state, rng.random((30, 2)).tolist()])
    assert map_["names"] == [*MODELS, TREAT_ALL, TREAT_NONE]
    assert map_["done"] == [True, True]
    assert [len(map_["winner"]), len(map_["winner"][0])] == map_["size"]
    assert all(winner is not None for row in map_["winner"] for winner in row)
    for cell in map_["found"]:
        assert cell["winner"] == winner_of(cell, map_["names"]), cell
    # Somebody wins, and somewhere it is too close to call.
    assert {-1, 0} <= {winner for row in map_["winner"] for winner in row}


def test_where_no_model_can_be_better_the_map_says_what_to_do_without(opened: Callable[..., Any]) -> None:
    """A score that tells nobody apart decides as deciding without a model does."""
    data = sample(9, 2_000)
    data["old"] = np.full(2_000, np.mean(data["died"]))
    page = opened(evaluated(data, by=None, source_prevalence=None))
    state = {"models": ["old"]}
    map_ = page.evaluate(WORK, [state, np.random.default_rng(32).random((30, 2)).tolist()])
    assert map_["names"] == ["old", TREAT_ALL, TREAT_NONE]
    assert {winner for row in map_["winner"] for winner in row} == {1, 2}
    for cell in map_["found"]:
        assert cell["winner"] == winner_of(cell, map_["names"]), cell
        assert cell["winner"] == (1 if cell["prevalence"] >= cell["cost"] else 2)
    page.close()


def winner_of(cell: dict[str, Any], names: list[str]) -> int:
    """What a cell has to show, by the conclusion of the answer there."""
    conclusion = cell["conclusion"]
    if conclusion["kind"] == "use":
        return names.index(conclusion["model"])
    if conclusion["kind"] == "coarse":
        return -2
    if conclusion["kind"] == "none" and conclusion["settled"]:
        return names.index(TREAT_ALL if cell["prevalence"] >= cell["cost"] else TREAT_NONE)
    return -1


def test_who_wins_on_the_map_wins_among_the_patients(page: Any, study: Evaluation) -> None:
    """Whom a cell names is best by value there, too: it may only be less sure than the patients."""
    found = page.evaluate(
        "state => { const map = baserate.engine.map({ ...baserate.engine.own, ...state });"
        " map.work(Infinity); return { cost: map.cost, prevalence: map.prevalence, winner: map.winner }; }",
        STATES[0],
    )
    named = 0
    for row in range(0, len(found["cost"]), 4):
        for column in range(0, len(found["prevalence"]), 4):
            winner = found["winner"][row][column]
            if winner < 0:
                continue
            named += 1
            where = Deployment.of(found["prevalence"][column], found["cost"][row])
            worth = [over_treat_none(study, model, None, where) for model in MODELS]
            worth += [treat_all(where), 0.0]
            assert worth[winner] >= max(worth) - A_TIE
    assert named > 20


# Where nobody can be better than without a model, a model may be ahead by next to nothing.
A_TIE = 5e-5


# ---- cut-offs ----


@pytest.mark.parametrize("state", STATES)
def test_cut_offs_and_what_they_do_are_the_library_s(
    page: Any, study: Evaluation, state: dict[str, Any]
) -> None:
    answer = answered(page, state)
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
        errors = done["error"]
        # At the study's own setting counts have five digits, and no error.
        digits = 1e-4 if answer["exact"] else 1e-9
        true, false = 1000 * done["prevalence"] * found, 1000 * (1 - done["prevalence"]) * needless
        assert done["truePositives"] == pytest.approx(true, rel=digits, abs=errors["truePositives"])
        assert done["falsePositives"] == pytest.approx(false, rel=digits, abs=errors["falsePositives"])
        assert max(errors["truePositives"] / true, errors["falsePositives"] / false) < 0.05
        assert (errors["truePositives"] == 0) == answer["exact"]
        cases = 1000 * done["prevalence"]
        assert done["falseNegatives"] == pytest.approx(cases - done["truePositives"], abs=cases * 2 * digits)
        both = done["truePositives"] + done["falsePositives"]
        assert done["treated"] == pytest.approx(both, rel=2 * digits)
        middle = roc[model["name"]]["points"][0]
        assert (middle["what"], middle["cutoff"]) == ("middle", pytest.approx(exact.value, rel=1e-6))
        assert (middle["tpr"], middle["fpr"]) == pytest.approx((found, needless), abs=0.004)


def test_the_counts_that_are_shown_are_the_library_s_to_the_letter(
    page: Any, modules: Any, study: Evaluation
) -> None:
    answer = answered(page, STATES[0])
    assert answer["exact"]
    name = "true_positives_per_1000"
    shown = [("count", model["decisions"][name]) for model in answer["models"]]
    expected = [count_with_interval(study.judged(model).measure(name).get()) for model in MODELS]
    assert texts_of(modules, shown) == expected


def test_the_roc_curve_rises_and_has_the_area_that_is_written_beside_it(page: Any) -> None:
    for curve in drawn(page, "roc", STATES[0]):
        assert np.all(np.diff(curve["fpr"]) >= 0)
        assert np.all(np.diff(curve["tpr"]) >= 0)
        area = np.trapezoid(curve["tpr"], curve["fpr"])
        assert area == pytest.approx(curve["auc"]["value"], abs=0.003)


# ---- calibration ----


@pytest.mark.parametrize("state", STATES)
def test_histograms_are_those_of_the_patients(page: Any, study: Evaluation, state: dict[str, Any]) -> None:
    """Shares of each class between steps of log odds, as counted among the patients.

    A bin reaches at most a sixteenth of a unit of log odds beyond a step where patients are many, and its
    five patients farther where they are few: what lies between two steps is known but for those.
    """
    for curve in drawn(page, "calibration", state):
        rows = study.judged(curve["name"], state["group"]).sample
        bars = curve["histogram"]
        edges = np.asarray(bars["edges"])
        assert np.all(np.diff(edges) > 0)
        for name, label in (("cases", 1), ("nonCases", 0)):
            shares = np.asarray(bars[name])
            assert shares.min() >= 0
            assert shares.sum() == pytest.approx(1.0, abs=1e-9)
            x = np.asarray(logit(rows.score[rows.label == label]))
            # Whoever lies outside is in the outermost bar.
            counted, _ = np.histogram(np.clip(x, edges[0], edges[-1]), edges)
            # Two bins reach over the two ends of a bar; half of either may be on the wrong side.
            most = np.maximum(0.15 * counted, 10.0) / len(x)
            assert np.all(np.abs(shares - counted / len(x)) <= most), (curve["name"], name)
            assert np.abs(shares - counted / len(x)).mean() < 0.004, (curve["name"], name)


def test_the_calibration_curve_is_the_one_that_the_page_carries(page: Any, study: Evaluation) -> None:
    slices = data_of(page.path)["page"]["slices"]
    for state in STATES:
        (part,) = [one for one in slices if one["kind"] != "rest" and one["name"] == state["group"]]
        for curve, carried in zip(drawn(page, "calibration", state), part["models"], strict=True):
            assert curve["curve"] == carried["calibration"]
            line = curve["curve"]
            lengths = {len(line[name]) for name in ("predicted", "observed", "low", "high")}
            assert len(lengths) == 1
            low, observed, high = (np.asarray(line[name]) for name in ("low", "observed", "high"))
            assert np.all((low <= observed) & (observed <= high))
            assert np.all(np.diff(line["predicted"]) > 0)
            ratio = study.judged(curve["name"], state["group"]).measure("observed_expected").get()
            for end in ENDS:
                # Four digits.
                assert curve["observedExpected"][end] == pytest.approx(getattr(ratio, end), rel=1e-3)


def test_the_calibration_curve_s_band_has_the_level_of_the_study(opened: Callable[..., Any]) -> None:
    """At 80 % it is narrower by the quotient of the normal quantiles, on the scale of log odds."""
    data = sample(6, 3_000)
    wide, narrow = (opened(evaluated(data, by=None, level=level)) for level in (0.95, 0.8))
    for first, second in zip(*(drawn(one, "calibration", {}) for one in (wide, narrow)), strict=True):
        inside = slice(2, -2)
        assert first["curve"]["observed"] == pytest.approx(second["curve"]["observed"], rel=1e-3)
        widths = [
            np.asarray(logit(np.asarray(one["curve"]["high"])))
            - np.asarray(logit(np.asarray(one["curve"]["low"])))
            for one in (first, second)
        ]
        ratio = (widths[1] / widths[0])[inside]
        assert np.median(ratio) == pytest.approx(1.2816 / 1.96, abs=0.03)
    unfold(narrow)
    heads = narrow.locator(".table thead").all_text_contents()
    assert any("(80 % CI)" in head for head in heads)
    assert not any("95 % CI" in head for head in heads)
    wide.close()
    narrow.close()


def unfold(page: Any) -> None:
    """Open and draw everything, as for paper."""
    page.evaluate("() => { dispatchEvent(new Event('beforeprint')); }")
