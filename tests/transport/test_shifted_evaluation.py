"""An evaluation where only a part of the difference in prevalence is label shift."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import polars as pl
import pytest
from scipy.optimize import brentq
from scipy.special import expit, logit

import baserate
from baserate.calibration.split import recalibration_worth
from baserate.deployment.shift import Shift
from baserate.errors import FewEventsWarning, SettingError, ShiftError
from baserate.evaluation.evaluate import evaluate_combined
from baserate.evaluation.evaluation import Evaluation
from baserate.extensions.sites.summaries import combine, summarise
from baserate.inference.cohort import Cohort
from baserate.inference.decisions import Decisions, Mix
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from baserate.results.before import recalibrated_of
from baserate.results.judged import cutoff
from baserate.results.question import Question
from baserate.results.result import result_schema
from baserate.results.shift_verdict import ShiftVerdict, Stretch, _turns_in_words
from baserate.results.standing import Conclusion
from tests.support.cohorts import simulate
from tests.support.command_line import as_json, run, timeless
from tests.support.oracles import Numbers

ASKED: dict[str, Any] = {"outcome": "sick", "scores": ["good", "poor"], "prevalence": 0.12, "cost": "1:9"}
CUT = 0.1  # at a cost of 1:9


def patients(count: int = 1_200, seed: int = 3) -> dict[str, Any]:
    """A good score, and one that knows less; groups, clusters and weights that mean nothing."""
    rng = np.random.default_rng(seed)
    risk = rng.normal(-1.2, 1.4, count)
    return {
        "sick": (rng.random(count) < expit(risk)).astype(int),
        "good": expit(risk + rng.normal(0.0, 0.2, count)),
        "poor": expit(-1.0 + 0.7 * (risk + 1.2) + rng.normal(0.0, 0.8, count)),
        "ward": np.where(rng.random(count) < 0.5, "east", "west"),
        "patient": rng.integers(0, count // 2, count),
        "weight": rng.uniform(0.5, 2.0, count),
    }


DATA = patients()


def judge(data: Any = DATA, **asked: Any) -> Evaluation:
    return baserate.evaluate(data, **{**ASKED, **asked})


def weights_there(y: Numbers, s: Numbers, prevalence: float, gamma: float, weight: Numbers) -> Numbers:
    """The definition, another way than the library's: ``exp(theta L + gamma delta Y)``.

    Evidence of more than a thousand to one counts as that.
    """
    middle = float(logit(np.average(y, weights=weight)))
    z, delta = np.clip(logit(s) - middle, -np.log(1000.0), np.log(1000.0)), logit(prevalence) - middle

    def there(theta: float) -> Numbers:
        return np.asarray(weight * np.exp(theta * z + gamma * delta * y))

    def off(theta: float) -> float:
        return float(np.average(y, weights=there(theta)) - prevalence)

    return there(brentq(off, -6.0, 6.0, xtol=1e-14))


# ---- cut-offs ----


@pytest.mark.parametrize("gamma", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("source", [None, 0.4])
def test_the_cutoff_is_where_a_risk_at_the_deployment_reaches_the_threshold(
    gamma: float, source: float | None
) -> None:
    ev = judge(shift=gamma, source_prevalence=source)
    observed = float(np.mean(DATA["sick"]))
    delta = logit(0.12) - logit(observed)
    expected = expit(logit(CUT) - logit(observed) + logit(source or observed) - gamma * delta)
    assert ev.threshold("good").value == pytest.approx(expected, rel=1e-9)
    # A patient at the cut-off has the threshold probability as risk.
    assert ev.adjusted("good", expected, 0.12) == pytest.approx(CUT, rel=1e-9)
    there = expit(
        logit(CUT) - logit(observed) + logit(source or observed) - gamma * (logit(0.3) - logit(observed))
    )
    assert ev.threshold("good", 0.3).value == pytest.approx(there, rel=1e-9)


def test_the_reason_of_a_cutoff_says_how_much_is_adjusted_for() -> None:
    assert "by a share of 0.3" in judge(shift=0.3).threshold("good").reason
    covariate = judge(shift="covariate").threshold("good")
    assert covariate.is_probability
    assert "with a shift of 0 (covariate shift) it means the same where 12 % have" in covariate.reason
    assert judge().threshold("good").reason == cutoff(0.12, "1:9", float(np.mean(DATA["sick"]))).reason


def test_a_range_of_prevalences_moves_the_cutoff_less_with_less_shift() -> None:
    wide, narrow = (cutoff((0.05, 0.2), "1:9", 0.3, shift=gamma) for gamma in (1.0, 0.5))
    reach = [logit(one.high) - logit(one.low) for one in (wide, narrow)]
    assert reach[1] == pytest.approx(0.5 * reach[0])
    assert cutoff((0.05, 0.2), "1:9", 0.3, shift=0.0).low == pytest.approx(CUT)


# ---- decisions ----


@pytest.mark.parametrize("gamma", [0.0, 0.4])
@pytest.mark.parametrize("weighted", [False, True])
def test_decisions_are_those_of_the_patients_who_come(gamma: float, weighted: bool) -> None:
    ev = judge(shift=gamma, weight="weight" if weighted else None)
    y, s = DATA["sick"], DATA["good"]
    there = weights_there(y, s, 0.12, gamma, DATA["weight"] if weighted else np.ones(len(y)))
    treated = s >= ev.threshold("good").value
    sensitivity = np.average(treated[y == 1], weights=there[y == 1])
    specificity = np.average(~treated[y == 0], weights=there[y == 0])
    judged = ev.judged("good")
    assert judged.measure("sensitivity").get().value == pytest.approx(sensitivity, rel=1e-7)
    assert judged.measure("specificity").get().value == pytest.approx(specificity, rel=1e-7)
    assert judged.measure("ppv").get().value == pytest.approx(np.average(y[treated], weights=there[treated]))
    per_1000 = judged.measure("treated_per_1000").get().value
    assert per_1000 == pytest.approx(1000.0 * np.average(treated, weights=there), rel=1e-6)
    # At the cut-off of the optimum they are what net benefit is made of.
    found, unnecessary = 0.12 * sensitivity, 0.88 * (1.0 - specificity)
    assert ev.score("good").value == pytest.approx(found - unnecessary / 9.0, abs=1e-8)


@pytest.mark.parametrize("name", ["sensitivity", "specificity", "ppv", "treated_per_1000"])
def test_a_patient_contributes_what_weighing_more_changes(name: str) -> None:
    """Beside what each row's weight moves, found by weighing it more."""
    few = {key: column[:300] for key, column in DATA.items()}
    y, s = few["sick"], few["good"]
    where = baserate.Deployment.of(0.12, "1:9", shift=0.4)

    def decide(weight: Numbers) -> Decisions:
        cohort = Cohort.of(y, sample_weight=weight)
        sample = cohort.sample(s)
        return Decisions(cohort, sample, 0.2, 0.12, Mix.of(sample, where, 0.12))

    done = decide(few["weight"])
    contributions = next(iter(done.estimate(name).contributions.values()))
    step = 1e-4
    for row in range(0, 300, 37):
        ends = []
        for sign in (1.0, -1.0):
            weight = few["weight"].copy()
            weight[row] *= 1.0 + sign * step
            ends.append(decide(weight).estimate(name).value)
        slope = (ends[0] - ends[1]) / (2.0 * step)
        assert contributions[row] == pytest.approx(slope, rel=2e-3, abs=2e-6)


def test_intervals_of_decisions_cover() -> None:
    rng, gamma, cut, hits = np.random.default_rng(8), 0.3, 0.2, np.zeros(3)
    where = baserate.Deployment.of(0.12, "1:9", shift=gamma)
    names = ("sensitivity", "specificity", "ppv")

    def decide(count: int) -> Decisions:
        risk = rng.normal(-1.2, 1.4, count)
        cohort = Cohort.of((rng.random(count) < expit(risk)).astype(int))
        sample = cohort.sample(expit(risk))
        return Decisions(cohort, sample, cut, 0.12, Mix.of(sample, where, 0.12))

    truth = [decide(300_000).estimate(name).value for name in names]
    for _ in range(200):
        done = decide(500)
        intervals = [done.estimate(name).interval() for name in names]
        hits += [low <= true <= high for (low, high, *_), true in zip(intervals, truth, strict=True)]
    assert ((hits >= 182) & (hits <= 199)).all(), hits


# ---- the question ----


def test_label_shift_is_the_default_and_changes_nothing() -> None:
    plain = timeless(judge().to_dict())
    for shift in ("label", {"good": 1.0}):
        assert timeless(judge(shift=shift).to_dict()) == plain
    assert plain["provenance"]["parameters"]["shift"] == 1.0
    assert plain["deployment"]["shift"]["good"]["text"] == "1 (label shift)"
    assert "adjusted in full (shift 1, label shift)" in " ".join(judge().summary().split())


@pytest.mark.parametrize("cluster", [None, "patient"])
def test_at_the_observed_prevalence_no_shift_makes_a_difference(cluster: str | None) -> None:
    plain, shifted = (judge(prevalence=None, shift=shift, cluster=cluster).to_dict() for shift in (1.0, 0.2))
    assert shifted["models"] == plain["models"]
    assert shifted["comparisons"] == plain["comparisons"]
    assert shifted["verdict"] == plain["verdict"]
    assert shifted["verdict"]["shift"] is None


def test_each_model_may_have_a_shift_of_its_own() -> None:
    ev = judge(shift={"poor": 0.5})
    assert ev.score("good").value == judge().score("good").value
    assert ev.score("poor").value == judge(shift=0.5).score("poor").value
    difference = judge().score("good").value - judge(shift=0.5).score("poor").value
    assert ev.compare("good", "poor").value == pytest.approx(difference, abs=1e-15)
    assert ev.question.to_dict()["shift"] == {"good": 1.0, "poor": 0.5}
    assert "good 1 (label shift) and poor 0.5" in " ".join(ev.summary().split())


@pytest.mark.parametrize(
    "shift", [0.4, {"good": 0.3}, {"gamma": 0.4, "standard_error": 0.1}, Shift(0.4, 0.1, 5.0), "covariate"]
)
def test_what_was_asked_can_be_asked_again(shift: Any) -> None:
    first = judge(shift=shift)
    stated = json.loads(json.dumps(first.question.to_dict()))["shift"]
    again = judge(shift=stated)
    assert again.question.shifts == first.question.shifts
    assert again.score("good").interval() == first.score("good").interval()


def test_a_model_may_be_called_gamma() -> None:
    data = {**DATA, "gamma": DATA["good"]}
    roles = Roles.of("sick", ["gamma", "poor"])
    question = Question.of(roles, prevalence=0.12, cost="1:9", shift={"gamma": 0.3})
    assert [question.shifts[name].gamma for name in ("gamma", "poor")] == [0.3, 1.0]
    ev = judge(data, scores=["gamma"], shift=0.3)
    assert judge(data, scores=["gamma"], shift=ev.question.to_dict()["shift"]).question.shifts == {
        "gamma": Shift(0.3)
    }


@pytest.mark.parametrize(
    ("shift", "said"),
    [
        (1.2, "from 0 (covariate shift"),
        ("half", "a number from 0"),
        (float("nan"), "from 0 (covariate shift"),
        ({"best": 0.3}, "shift= names 'best', which is not among the models: 'good', 'poor'"),
        ("fitted", "name their column with by="),
        ({"good": "fitted"}, "name their column with by="),
        (None, "a number from 0"),
        ({"gamma": 0.3, "error": 0.1}, "a dictionary holds gamma"),
    ],
)
def test_what_is_no_shift_is_refused(shift: Any, said: str) -> None:
    with pytest.raises(SettingError) as refused:
        judge(shift=shift)
    assert said in str(refused.value)


@pytest.mark.filterwarnings("ignore:.*judged by group")  # groups differ by design
@pytest.mark.filterwarnings("ignore:.*calibrated to the group's own prevalence:UserWarning")
def test_a_fitted_shift_is_that_of_each_model() -> None:
    rng = np.random.default_rng(2)
    hospital = np.repeat(np.arange(8), 400)
    risk = rng.normal(np.linspace(-2.2, -0.4, 8)[hospital], 1.2)
    data = {
        "sick": (rng.random(len(risk)) < expit(risk)).astype(int),
        "good": expit(risk),
        "poor": expit(risk + 0.5 * (-1.3 - np.linspace(-2.2, -0.4, 8)[hospital])),
        "hospital": [f"h{number}" for number in hospital],
    }
    ev = judge(data, by="hospital", shift={"good": "fitted", "poor": 0.8})
    both, fitted = (judge(data, by="hospital", **shift) for shift in ({"shift": "fitted"}, {}))
    for model, where in (("good", ev), ("good", both), ("poor", both)):
        assert where.question.shifts[model] == fitted.shift(model=model).as_shift()
    assert ev.question.shifts["poor"] == Shift(0.8)
    assert both.question.shifts["good"].standard_error > 0.0
    assert both.question.shifts["good"].gamma < both.question.shifts["poor"].gamma
    stated = json.loads(json.dumps(both.question.to_dict()))["shift"]
    assert (
        Question.of(both.question.roles, prevalence=0.12, cost="1:9", shift=stated).shifts
        == both.question.shifts
    )


# ---- the error of a fitted shift ----


def test_the_error_of_a_fitted_shift_is_in_every_interval() -> None:
    known, fitted, few = (judge(shift=Shift(0.4, *error)) for error in ((), (0.2,), (0.2, 3.0)))
    slope = (judge(shift=0.6).score("good").value - judge(shift=0.2).score("good").value) / 0.4
    for numbers in (
        [ev.score("good") for ev in (known, fitted, few)],
        [ev.compare("good", "treat all") for ev in (known, fitted, few)],
    ):
        assert numbers[0].value == numbers[1].value == numbers[2].value
        variance = numbers[0].standard_error ** 2 + (0.2 * slope) ** 2
        assert numbers[1].standard_error == pytest.approx(variance**0.5, rel=1e-6)
        width, wide, wider = (one.high - one.low for one in numbers)
        assert width < wide < wider
    for name in ("sensitivity", "ppv", "treated_per_1000"):
        numbers = [ev.judged("good").measure(name).get() for ev in (known, fitted, few)]
        width, wide, wider = (one.high - one.low for one in numbers)
        assert width < wide < wider, name


def test_one_shift_for_two_models_is_one_error() -> None:
    """A copy of a model moves as the model does: nothing is left of the error in their difference."""
    data = {**DATA, "copy": DATA["good"]}
    ev = judge(data, scores=["good", "copy"], shift=Shift(0.4, 0.2, 5.0))
    assert ev.compare("good", "copy").value == 0.0
    assert ev.compare("good", "copy").standard_error == pytest.approx(0.0, abs=1e-15)
    assert ev.verdict.shift is not None
    assert ev.verdict.shift.holds


# ---- the verdict at every shift ----


def turning(count: int = 4_000) -> dict[str, Any]:
    """A calibrated score, and one that says too much: full adjustment helps the second, none the first."""
    rng = np.random.default_rng(11)
    risk = rng.normal(-0.8, 1.2, count)
    sick = (rng.random(count) < expit(risk)).astype(int)
    noisy = risk + rng.normal(0.0, 0.7, count)
    return {"sick": sick, "good": expit(-0.8 + 0.72 * (noisy + 0.8)), "poor": expit(risk + 1.1)}


@pytest.mark.parametrize(
    ("data", "asked"),
    [
        (DATA, {}),
        (DATA, {"prevalence": (0.1, 0.2), "margin": 2.0}),
        (turning(), {"prevalence": 0.08, "cost": "1:6"}),
        (turning(), {"prevalence": 0.08, "cost": "1:6", "shift": 0.5}),
    ],
)
def test_what_the_verdict_says_of_other_shifts_is_what_they_say(data: Any, asked: dict[str, Any]) -> None:
    ev = judge(data, **asked)
    dial = ev.verdict.shift
    assert dial is not None
    assert (dial.stretches[0].low, dial.stretches[-1].high) == (0.0, 1.0)
    assert dial.asked == ev.verdict.conclusion
    for stretch in dial.stretches:
        models = [name for name in ASKED["scores"] if name not in stretch.left_out]
        for gamma in {stretch.low, round((stretch.low + stretch.high) / 2.0, 3), stretch.high}:
            there = judge(data, **{**asked, "shift": gamma, "scores": models}).verdict.conclusion
            assert there.same_as(stretch.conclusion), (gamma, there, stretch)
            for name in stretch.left_out:
                with pytest.raises(ShiftError):
                    judge(data, **{**asked, "shift": gamma, "scores": name})
    same = all(stretch.conclusion.same_as(dial.asked) for stretch in dial.stretches)
    assert dial.holds == same
    assert ("The verdict holds for any shift" in dial.text) == same


def test_a_verdict_that_turns_says_where_and_to_what() -> None:
    ev = judge(turning(), prevalence=0.08, cost="1:6")
    dial = ev.verdict.shift
    assert dial is not None
    assert not dial.holds
    assert {one.conclusion.kind for one in dial.stretches} >= {"use"}
    first = dial.stretches[0]
    assert not first.conclusion.same_as(ev.verdict.conclusion)
    assert f"below a shift of {dial.stretches[1].low:g}: there" in dial.text
    assert dial.text in " ".join(ev.summary().split())


def test_both_ends_of_the_dial_stand_side_by_side() -> None:
    ev = judge(prevalence=0.05)
    dial = ev.verdict.shift
    assert dial is not None
    for gamma, estimate in dial.net_benefit.items():
        assert estimate is not None
        assert estimate.value == judge(prevalence=0.05, shift=gamma).score(dial.model).value
    assert dial.rests_on_shift
    assert "Much rests on the shift" in dial.text
    near = judge(prevalence=float(np.mean(DATA["sick"])) * 1.02).verdict.shift
    assert near is not None
    assert not near.rests_on_shift


def test_the_dial_is_in_json_text_and_notebook() -> None:
    ev = judge(turning(), prevalence=0.08, cost="1:6", by=None)
    content = ev.to_dict()
    jsonschema.validate(content, result_schema())
    said, dial = content["verdict"]["shift"], ev.verdict.shift
    assert dial is not None
    assert (said["text"], said["holds"]) == (dial.text, dial.holds)
    assert [(one["low"], one["high"]) for one in said["stretches"]] == [
        (one.low, one.high) for one in dial.stretches
    ]
    assert (
        said["net_benefit"]["label"]["value"]
        == judge(turning(), prevalence=0.08, cost="1:6").score(dial.model).value
    )
    assert dial.text.replace(" %", "\N{NO-BREAK SPACE}%") in ev._repr_html_()


# ---- what needs label shift ----


def test_parts_that_need_label_shift_say_so() -> None:
    ev = judge(by="ward", shift=0.6)
    content = ev.to_dict()
    jsonschema.validate(content, result_schema())
    for name in ("sharpness", "calibration", "calibration_corrected"):
        measure = ev.judged("good").measure(name)
        assert measure.estimate is None
        assert "can be had under label shift only; the shift asked for is 0.6" in str(measure.reason)
        assert content["models"]["good"][name] is None
        assert name in content["models"]["good"]["not_available"]
    with pytest.raises(SettingError, match="label shift only"):
        ev.gap("good", "east")
    assert all(group["gaps"] == [] for group in content["groups"])
    text = " ".join(ev.summary().split())
    assert "Why groups differ cannot be told for good and poor" in text
    assert "rest on label shift" not in text
    cohort, where = Cohort.of(DATA["sick"]), baserate.Deployment.of(0.12, "1:9", shift=0.6)
    with pytest.raises(SettingError, match="what a recalibration is worth"):
        recalibration_worth(cohort, DATA["good"], where)


def test_a_recalibrated_model_is_judged_in_the_same_place() -> None:
    """Weighted by the recalibrated log odds or by the model's own: the same patients come."""
    ev = judge(shift=0.4)
    recalibrated = recalibrated_of(ev.judged("poor"))
    assert recalibrated is not None
    judged = ev.judged("poor")  # whose patients are in an order of their own
    y, risk = judged.cohort.label, recalibrated.sample.score
    there = weights_there(y, judged.sample.score, 0.12, 0.4, np.ones(len(y)))
    treated = logit(risk) + 0.4 * (logit(0.12) - logit(y.mean())) >= logit(CUT)
    expected = np.average(treated * (y - (1 - y) / 9.0), weights=there)
    found = recalibrated.worth(judged.deployment).value
    assert found == pytest.approx(expected, abs=1e-7)
    assert abs(found - ev.score("poor").value) > 1e-4


def test_a_prevalence_that_nobody_observed_rests_on_the_shift_asked_for() -> None:
    text = judge(prevalence=0.05, shift=0.5).verdict.text
    assert text.endswith("these numbers rest on the shift that was asked for (0.5).")


# ---- awkward scores ----


@pytest.mark.parametrize("kind", ["constant", "useless", "upside down"])
@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")
def test_scores_that_know_nothing_have_no_such_place(kind: str) -> None:
    rng = np.random.default_rng(1)
    useless = {
        "constant": np.full(1_200, 0.25),
        "useless": rng.uniform(0.2, 0.3, 1_200),
        "upside down": 1.0 - DATA["good"],
    }
    data = {**DATA, "poor": useless[kind]}
    with pytest.raises(ShiftError, match=r"^poor: with a shift of 0.5 these patients cannot stand for"):
        judge(data, shift=0.5)
    ev = judge(data, prevalence=0.12)
    dial = ev.verdict.shift
    assert dial is not None
    assert dial.stretches[0].left_out == ("poor",)
    assert "There is no such place for poor below a shift of" in dial.text
    alone = judge(data, scores="poor").verdict.shift
    assert alone is not None
    assert alone.stretches[0].conclusion == Conclusion("nowhere")
    assert alone.net_benefit[0.0] is None
    jsonschema.validate(judge(data, scores="poor").to_dict(), result_schema())


def test_a_group_without_such_a_place_is_not_estimable() -> None:
    data = {**DATA, "good": np.where(DATA["ward"] == "east", 0.25, DATA["good"])}
    with pytest.warns(baserate.errors.NotEstimableWarning, match="cannot stand for others"):
        ev = judge(data, scores="good", by="ward", shift=0.6)
    assert ev.groups["east"].why_not is not None
    assert ev.groups["west"].why_not is None
    jsonschema.validate(ev.to_dict(), result_schema())


@pytest.mark.parametrize(
    "scores",
    [
        np.where(DATA["sick"] == 1, 0.9, 0.1),  # perfect
        np.clip(np.round(DATA["good"], 1), 0.0, 1.0),  # heaps, and scores of exactly 0 and 1
    ],
)
@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")
def test_awkward_scores_have_the_place_of_their_definition(scores: Numbers) -> None:
    data = {**DATA, "poor": scores}
    ev = judge(data, shift=0.9)
    score = ev.score("poor")
    assert score.low - 1e-12 <= score.value <= score.high + 1e-12
    there = weights_there(DATA["sick"], scores, 0.12, 0.9, np.ones(len(scores)))
    treated = scores >= ev.threshold("poor").value
    worth = np.average(treated * (DATA["sick"] - (1 - DATA["sick"]) / 9.0), weights=there)
    assert score.value == pytest.approx(worth, abs=1e-7)
    assert np.isfinite([ev.judged("poor").measure(name).get().high for name in ("sensitivity", "ppv")]).all()


@pytest.mark.parametrize(
    "asked",
    [
        {"cost": ("1:20", "1:5")},
        {"prevalence": "uniform 5%..20%"},
        {"prevalence": "beta(4, 30)", "cluster": "patient"},
        {"prevalence": "sites 5% 2, 15% 1", "weight": "weight"},
        {"prevalence": "triangular 5%..10%..20%", "source_prevalence": {"poor": 0.4}},
    ],
)
def test_any_deployment_and_any_patients(asked: dict[str, Any]) -> None:
    label, nearly = (judge(**asked, shift=gamma) for gamma in (1.0, 0.9999))
    for found, right in (  # worlds run into label shift
        [ev.score("good") for ev in (nearly, label)],
        [ev.compare("good", "poor") for ev in (nearly, label)],
        [ev.judged("good").measure("sensitivity").get() for ev in (nearly, label)],
    ):
        assert found.value == pytest.approx(right.value, abs=2e-4)
        assert found.standard_error == pytest.approx(right.standard_error, rel=0.02)


# ---- patients who stay where they are ----


def test_bins_on_an_engine_say_the_same() -> None:
    frame = pl.DataFrame(DATA)
    for asked in ({"prevalence": (0.08, 0.2)}, {"by": "ward"}):
        memory, lazy = (judge(data, shift=Shift(0.5, 0.1, 8.0), **asked) for data in (frame, frame.lazy()))
        assert lazy.patients.in_bins
        for one, other in (("good", "poor"), ("good", "without a model")):
            right, found = memory.compare(one, other), lazy.compare(one, other)
            bound = lazy.error_bound("good") + lazy.error_bound("poor")
            assert found.value == pytest.approx(right.value, abs=bound + 1e-9)
            assert found.standard_error == pytest.approx(right.standard_error, rel=0.03)
        for name in ("sensitivity", "specificity"):
            right, found = (ev.judged("good").measure(name).get() for ev in (memory, lazy))
            assert found.value == pytest.approx(right.value, abs=0.01)
            assert found.high - found.low == pytest.approx(right.high - right.low, rel=0.05)


def test_site_summaries_say_the_same() -> None:
    frame = pl.DataFrame({name: DATA[name] for name in ("sick", "good", "poor")})
    roles = Roles.of("sick", ["good", "poor"])
    summaries = combine([summarise([read_patients(frame, roles)], 1)], ["one"])
    asked: dict[str, Any] = {"prevalence": 0.12, "cost": "1:9", "shift": 0.5}
    found, right = evaluate_combined(summaries, **asked), judge(frame, **asked)
    for model in ("good", "poor"):
        near = found.error_bound(model) + 1e-9
        assert found.score(model).value == pytest.approx(right.score(model).value, abs=near)
        assert found.score(model).standard_error == pytest.approx(right.score(model).standard_error, rel=0.05)
    jsonschema.validate(found.to_dict(), result_schema())


# ---- command line and study ----


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "patients.csv"
    pl.DataFrame(DATA).write_csv(path)
    return str(path)


COMMAND = ("--outcome", "sick", "--score", "good", "--score", "poor", "--prevalence", "12%", "--cost", "1:9")


def test_the_command_line_asks_as_the_library_does(file: str) -> None:
    found = as_json(file, *COMMAND, "--shift", "good=0.5", "--shift", "poor=label")
    expected = judge(file, shift={"good": 0.5})
    assert found["deployment"]["shift"] == expected.to_dict()["deployment"]["shift"]
    for model in ("good", "poor"):
        assert found["models"][model]["net_benefit"]["value"] == expected.score(model).value
    text = run("evaluate", file, *COMMAND, "--shift", "covariate").stdout
    assert "shift 0 (covariate shift)" in " ".join(text.split())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("2", "a number from 0 (covariate shift"),
        ("fitted", "--by."),
        ("0.3 --shift good=0.5", "--shift is one value for all models"),
        ("best=0.5", "which is not among the models"),
    ],
)
def test_the_command_line_refuses_what_is_no_shift(file: str, given: str, said: str) -> None:
    refused = run("evaluate", file, *COMMAND, "--shift", *given.split(), status=2).stderr
    assert said in " ".join(refused.split())


def test_the_threshold_command_takes_a_shift() -> None:
    asked = ("threshold", "--prevalence", "5%", "--cost", "1:30", "--source-prevalence", "10%")
    content = json.loads(run(*asked, "--shift", "0.3", "--score", "8%", "--json").stdout)
    cut = cutoff(0.05, "1:30", 0.1, shift=0.3)
    assert content["threshold"]["value"] == cut.value
    risk = expit(logit(0.08) + 0.3 * (logit(0.05) - logit(0.1)))
    assert content["adjusted_probability"] == pytest.approx(risk)
    assert "by a share of 0.3" in " ".join(run(*asked, "--shift", "0.3").stdout.split())


def test_a_study_states_its_shift(tmp_path: Path, file: str) -> None:
    study = tmp_path / "study.toml"
    head = f'data = "{Path(file).name}"\noutcome = "sick"\nscores = ["good", "poor"]\n'
    tail = '[deployment]\nprevalence = "12%"\ncost = "1:9"\n'
    study.write_text(f"{head}shift = 0.5\n{tail}")
    found = as_json("--study", str(study))
    assert found["provenance"]["parameters"]["shift"] == 0.5
    instead = as_json("--study", str(study), "--shift", "0.8")
    assert instead["provenance"]["parameters"]["shift"] == 0.8
    assert "Deployments" in run("check", str(study)).stdout
    refused = {
        "1.5": "a number from 0",
        "true": "shift must be a number",
        '"fitted"': "their column with by.",
    }
    for wrong, said in refused.items():
        study.write_text(f"{head}shift = {wrong}\n{tail}")
        assert said in " ".join(run("check", str(study), status=2).stderr.split())


def test_a_place_made_of_few_patients_is_warned_of() -> None:
    rng = np.random.default_rng(8)
    died, score = simulate(rng, 800, 0.3)
    table = {"died": died, "new": score}
    near = baserate.evaluate(table, "died", "new", prevalence=0.2, cost="1:9", shift=0.2)
    assert not any("by their weights" in one for one in near.warnings)
    with pytest.warns(FewEventsWarning, match=r"by their weights, of [2-9]\.\d patients of a class"):
        far = baserate.evaluate(table, "died", "new", prevalence=0.02, cost="1:9", shift=0.0)
    assert any("by their weights" in one for one in far.warnings)
    full = baserate.evaluate(table, "died", "new", prevalence=0.02, cost="1:9")
    assert not any("by their weights" in one for one in full.warnings)


def test_a_constant_score_holds_only_where_it_can_be_judged() -> None:
    died, score = simulate(np.random.default_rng(9), 600, 0.3)
    table = {"died": died, "new": score, "same": np.full(600, 0.3)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = baserate.evaluate(table, "died", "same", prevalence=0.05, cost="1:9")
        both = baserate.evaluate(table, "died", ["new", "same"], prevalence=0.2, cost="1:9")
    dial = alone.verdict.shift
    assert dial is not None
    assert "holds wherever it can be judged, at a shift of 1." in dial.text
    assert "any shift" not in dial.text
    dial = both.verdict.shift
    assert dial is not None
    assert dial.holds
    assert "There is no such place for same below a shift of 1" in dial.text


def test_who_is_not_judged_is_not_beaten() -> None:
    tied, alone = Conclusion("tied", ("new", "old")), Conclusion("use", ("new",))
    stretches = (Stretch(0.0, 0.3, alone, ("old",), 0.0, 0.31), Stretch(0.31, 1.0, tied, (), 0.3, 1.0))
    verdict = ShiftVerdict(tied, stretches, "new", {}, False)
    assert not verdict.holds
    assert _turns_in_words(verdict) == [
        "The verdict turns below a shift of 0.31: there new is ahead (old cannot be judged there)."
    ]


def test_deciding_without_a_model_is_one_conclusion() -> None:
    none, worse = Conclusion("none"), Conclusion("use", ("without a model",))
    assert none.same_as(worse)
    assert worse.same_as(none)
    assert not none.same_as(Conclusion("use", ("new",)))


def test_a_fitted_shift_that_contradicts_calibration_by_group_is_warned_of() -> None:
    died, score = simulate(np.random.default_rng(10), 900, 0.3)
    table = {"died": died, "new": score, "ward": np.tile(["a", "b", "c"], 300)}
    asked: dict[str, Any] = {"prevalence": 0.2, "cost": "1:9", "by": "ward"}
    said = "taken as calibrated to the group's own"
    for gamma, source, warned in ((0.9, None, True), (0.2, None, False), (0.9, "all", False)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ev = baserate.evaluate(
                table, "died", "new", **asked, shift=Shift(gamma, 0.05, 6), source_prevalence=source
            )
        assert any(said in one for one in ev.warnings) == warned


def test_a_useless_model_that_recalibration_flattens_is_told_nothing_of() -> None:
    """Recalibrated, its scores tell too little for such a place to be; the rest of the result stands."""
    rng = np.random.default_rng(0)
    died, score = simulate(rng, 1500, 0.2)
    table = {"died": died, "new": score, "useless": np.random.default_rng(2).uniform(0.05, 0.4, 1500)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(
            table, "died", ["new", "useless"], prevalence=(0.05, 0.15), cost="1:9", shift=0.6
        )
    assert recalibrated_of(ev.judged("useless")) is None
    assert ev.verdict.best == "new"
    assert ev.verdict.sentence in " ".join(ev.summary().split())
