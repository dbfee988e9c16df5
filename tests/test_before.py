"""Before you decide: what the data say about the verdict, checked against recalibration by hand."""

from __future__ import annotations

import re
import warnings
from typing import Any

import jsonschema
import numpy as np
import pytest
from scipy.optimize import minimize

import baserate
from baserate.datasets import icu_cohort
from baserate.evaluation.evaluation import Evaluation
from baserate.odds import expit, logit
from baserate.results.result import Remark, result_schema
from tests.support.cohorts import simulate

# A constant score stands for deciding without a model.
pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

N = 3000
Y, GOOD = simulate(np.random.default_rng(5), N, 0.1, 1.6)
RNG = np.random.default_rng(6)
NOISE = RNG.normal(size=N)
BLURRED = np.asarray(expit(logit(GOOD) + 0.8 * NOISE))
# Ranks as the good one does; its risks are far too high.
HIGH = np.asarray(expit(logit(GOOD) + 2.5))
GROUP = np.where(RNG.random(N) < 0.5, "east", "west")


def run(models: dict[str, Any], **changed: Any) -> Evaluation:
    asked: dict[str, Any] = {"prevalence": (0.01, 0.1), "cost": "1:30", **changed}
    data: dict[str, Any] = {"y": Y, **models}
    data |= {key: asked.pop(key) for key in ("group", "ward") if key in asked}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, "y", list(models), **asked)


def kinds(ev: Evaluation) -> list[str]:
    return [one.kind for one in ev.before_you_decide]


def of_kind(ev: Evaluation, kind: str) -> Remark:
    (found,) = [one for one in ev.before_you_decide if one.kind == kind]
    return found


def recalibrated_by_hand(score: Any, y: Any = Y) -> Any:
    """Intercept and slope by a general optimiser; no code of the library's in it."""
    x = np.log(score) - np.log1p(-score)

    def loss(b: Any) -> Any:
        z = b[0] + b[1] * x
        return float(np.sum(np.logaddexp(0.0, z) - y * z))

    b = minimize(loss, np.array([0.0, 1.0]), method="BFGS", options={"gtol": 1e-8}).x
    return 1.0 / (1.0 + np.exp(-(b[0] + b[1] * x)))


def added_by_hand(score: Any, y: Any = Y, prevalence: Any = (0.01, 0.1), cost: str = "1:30") -> float:
    """A constant score is what deciding without a model earns."""
    constant = np.full(len(y), y.mean())
    risks = (recalibrated_by_hand(score, y), constant)
    one, other = (baserate.net_benefit(y, risk, prevalence=prevalence, cost=cost) for risk in risks)
    return 1000 * float(one - other)


def test_recalibration_that_turns_the_order_comes_first() -> None:
    ev = run({"high": HIGH, "blurred": BLURRED})
    assert ev.verdict.best == "blurred"
    first = ev.before_you_decide[0]
    assert (first.kind, first.models) == ("recalibration_turns", ("high", "blurred"))
    found = re.search(
        r"Recalibrated, high would add (\S+) over .*, and blurred (\S+): the order turns", first.text
    )
    assert found is not None
    for shown, score in zip(found.groups(), (HIGH, BLURRED), strict=True):
        assert float(shown) == pytest.approx(added_by_hand(score), abs=0.051)
    ratio = Y.mean() / HIGH.mean()
    assert f"high's risks are {1 / ratio:.2g} times too high (observed/expected {ratio:.2f})" in first.text


def test_scikit_learn_recalibrates_alike() -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    x = logit(HIGH)[:, None]
    fitted = linear_model.LogisticRegression(C=1e12, tol=1e-10, max_iter=1000).fit(x, Y)
    assert fitted.predict_proba(x)[:, 1] == pytest.approx(recalibrated_by_hand(HIGH), abs=1e-5)


def test_the_built_in_cohort_is_told_what_the_readme_shows() -> None:
    cohort = icu_cohort()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(
            cohort, "died", ["severity", "network"], prevalence=(0.01, 0.1), cost="1:30", by="unit"
        )
    assert kinds(ev) == ["recalibration_turns", "cutoff", "groups_agree"]
    y = cohort["died"].to_numpy()
    for model in ("network", "severity"):
        value = added_by_hand(cohort[model].to_numpy(), y)
        assert f"{value:.1f}" in ev.before_you_decide[0].text
    assert ev.before_you_decide[2].text == "Groups agree: severity is ahead in cardiac and in mixed."
    text = " ".join(ev.summary().split())
    assert f"Before you decide: {' '.join(one.text for one in ev.before_you_decide)}" in text
    content = ev.to_dict()
    assert [one["text"] for one in content["before_you_decide"]] == [one.text for one in ev.before_you_decide]
    jsonschema.validate(content, result_schema())


def test_a_turn_that_may_be_chance_is_not_told() -> None:
    few = slice(0, 150)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = {"y": Y[few], "a": GOOD[few], "b": np.asarray(expit(logit(GOOD) + 0.1 * NOISE))[few]}
        ev = baserate.evaluate(data, "y", ["a", "b"], prevalence=(0.01, 0.1), cost="1:30")
    assert "recalibration_turns" not in kinds(ev)
    margin = run({"high": HIGH, "blurred": BLURRED}, margin=500.0)
    assert "recalibration_turns" not in kinds(margin)


def test_what_the_only_model_loses_to_miscalibration_is_told() -> None:
    ev = run({"high": HIGH})
    remark = of_kind(ev, "recalibration")
    now = 1000 * ev.compare("high", "without a model").value
    told = f"would add {added_by_hand(HIGH):.1f} over deciding without a model instead of {now:.1f}"
    assert told in remark.text
    assert "calibration" not in kinds(ev)


def test_a_calibrated_model_is_left_alone() -> None:
    calibrated = recalibrated_by_hand(GOOD)
    assert kinds(run({"good": calibrated})) == ["cutoff"]
    assert kinds(run({"good": calibrated}, prevalence=0.1)) == []
    assert "Before you decide" not in run({"good": calibrated}, prevalence=0.1).summary()


def test_risks_that_are_off_without_a_loss_are_told_to_be() -> None:
    """Where no decision is near enough to the cut-off to change."""
    far = np.where(recalibrated_by_hand(GOOD) > 0.2, 0.8, 0.02) + 0.001 * RNG.random(N)
    ev = run({"far": far}, prevalence=None, cost="1:9")
    assert kinds(ev) == ["calibration"]
    ratio = Y.mean() / far.mean()
    times = f"{1 / ratio:.2g} times too high" if ratio < 1 / 1.5 else "too high"
    assert f"far's risks are {times} (observed/expected {ratio:.2f})" in of_kind(ev, "calibration").text


def test_a_stated_source_is_taken_into_account() -> None:
    trained_at = float(expit(logit(Y.mean()) + 2.5))
    ev = run({"high": HIGH, "blurred": BLURRED}, source_prevalence={"high": trained_at})
    assert "recalibration_turns" not in kinds(ev)


@pytest.mark.parametrize("cost", ["1:30", ("1:60", "1:15")])
def test_the_cutoff_moves_with_the_place(cost: Any) -> None:
    ev = run({"good": recalibrated_by_hand(GOOD)}, cost=cost)
    middle = "1:30" if cost == "1:30" else ev.judged("good").cutoff.probability
    text = of_kind(ev, "cutoff").text
    for prevalence in (0.01, ev.judged("good").cutoff.prevalence, 0.1):
        c = 1 / 31 if middle == "1:30" else float(middle)
        odds = c / (1 - c) * (1 - prevalence) / prevalence * Y.mean() / (1 - Y.mean())
        assert f"{100 * odds / (1 + odds):.3g} %" in text
    assert "where 1 % have the outcome" in text
    assert text.endswith("at 10 %.")


def test_groups_that_disagree_are_named() -> None:
    east = GROUP == "east"
    models = {"one": np.where(east, GOOD, BLURRED[::-1]), "two": np.where(east, BLURRED[::-1], GOOD)}
    ev = run(models, by="group", group=GROUP)
    best = ev.verdict.best
    other, place = ("two", "west") if best == "one" else ("one", "east")
    remark = of_kind(ev, "groups")
    assert f"in {place}, {other} is ahead of {best}" in remark.text
    assert remark.models == (other, best)
    assert ev.simultaneous(other, best, place).low > 0


def test_many_groups_that_agree_are_counted() -> None:
    wards = RNG.integers(0, 6, N).astype(str)
    useless = np.clip(np.full(N, Y.mean()) * np.exp(0.1 * NOISE), 0.001, 0.9)
    sharp = np.where(Y == 1, 0.6, 0.01) + 0.01 * RNG.random(N)
    ev = run({"good": sharp, "useless": useless}, by="group", group=wards, prevalence=0.1)
    assert all(ev.simultaneous("good", "useless", ward).low > 0 for ward in set(wards))
    assert of_kind(ev, "groups_agree").text == "Groups agree: good is ahead in all 6 of them."


def test_a_range_outside_the_data_and_one_large_cluster_are_told() -> None:
    assert "outside" in kinds(run({"good": GOOD}, prevalence=(0.4, 0.6)))
    wards = np.where(np.arange(N) % 2, 0, np.arange(N) % 23)
    ev = run({"good": GOOD}, cluster="ward", ward=wards)
    assert of_kind(ev, "clusters").text.startswith("One cluster of ward holds 5")


@pytest.mark.parametrize("seed", range(5))
def test_never_more_than_three_and_names_are_not_rewritten(seed: int) -> None:
    rng = np.random.default_rng(seed)
    name = "{braces} <b>'s"
    models = {name: np.asarray(expit(logit(GOOD) + 1.0 + rng.random())), "b": BLURRED}
    ev = run(models, by="group", group=GROUP, prevalence=(0.2, 0.6), cost="1:2")
    assert 0 < len(ev.before_you_decide) <= 3
    assert any(name in one.text for one in ev.before_you_decide)


def test_scores_that_separate_are_not_recalibrated() -> None:
    perfect = np.where(Y == 1, 0.9, 0.1) + 0.05 * RNG.random(N)
    assert not any(kind.startswith("recalibration") for kind in kinds(run({"perfect": perfect})))


def test_bins_on_an_engine_say_nearly_the_same() -> None:
    polars = pytest.importorskip("polars")
    data = {"y": Y, "high": HIGH, "blurred": BLURRED}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lazy = baserate.evaluate(
            polars.LazyFrame(data), "y", ["high", "blurred"], prevalence=(0.01, 0.1), cost="1:30"
        )
    assert lazy.patients.in_bins
    assert kinds(lazy)[0] == "recalibration_turns"
    numbers = [
        [float(x) for x in re.findall(r"\d+\.\d+", ev.before_you_decide[0].text)]
        for ev in (lazy, run({"high": HIGH, "blurred": BLURRED}))
    ]
    assert numbers[0] == pytest.approx(numbers[1], abs=0.11)
