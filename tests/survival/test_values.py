"""Values under censoring: published numbers, textbook estimators, and binary ones if nobody is censored."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import baserate
from baserate.errors import DataError, FollowUpError, OneClassError, SettingError
from baserate.inference.censoring import Censoring
from baserate.inference.decisions import COUNTS, RATES, Decisions
from baserate.scores.follow_up import FollowUp
from tests.support.oracles import Numbers
from tests.survival.oracles import Followed, df_surv, followed, incidence

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

COSTS = (0.05, 0.1, 0.25, 0.5)


def asked(event: str, horizon: float) -> dict[str, Any]:
    data = df_surv()
    return {"time": data["time"], "event": data[event], "horizon": horizon, "y_prob": data["score"]}


@pytest.mark.parametrize(
    ("event", "horizon", "risk", "digits"),
    [
        ("event", 1.0, 0.14728706774292788, 1e-15),
        ("event", 1.5, 0.2201127546956282, 1e-15),
        ("cause", 1.0, 0.1415101599, 5e-11),
        ("cause", 1.5, 0.2059572320, 5e-11),
    ],
)
def test_the_prevalence_is_the_published_incidence(
    event: str, horizon: float, risk: float, digits: float
) -> None:
    data = df_surv()
    follow_up = FollowUp.of(data["time"], data[event], horizon)
    weight = follow_up.weights()
    assert weight is not None
    assert weight @ follow_up.label / len(weight) == pytest.approx(risk, abs=digits)
    assert incidence(data["time"], data[event], np.ones(750), horizon) == pytest.approx(risk, abs=digits)


@pytest.mark.parametrize(
    ("event", "horizon", "values"),
    [
        ("event", 1.0, (0.11001333, 0.08594763, 0.05481958, 0.03533386)),
        ("event", 1.5, (0.18849519, 0.16345220, 0.12176318, 0.05621183)),
        ("cause", 1.0, (0.10425338, 0.08132883, 0.05472636)),
        ("cause", 1.5, (0.17346370, 0.14890584, 0.11312032)),
    ],
)
def test_net_benefit_by_weights_for_censoring(event: str, horizon: float, values: tuple[float, ...]) -> None:
    question = asked(event, horizon)
    cohort = baserate.Cohort.of(**{k: v for k, v in question.items() if k != "y_prob"})
    for c, value in zip(COSTS, values, strict=False):
        assert baserate.net_benefit(**question, cost=c) == pytest.approx(value, abs=5e-9)
        assert cohort.net_benefit(question["y_prob"], cost=c).value == pytest.approx(value, abs=5e-9)


def test_the_score_over_a_range() -> None:
    question = asked("event", 1.5) | {"cost": 0.1, "prevalence": (0.05, 0.40)}
    value = baserate.net_benefit(**question, baseline="none-correct")
    assert value == pytest.approx(0.22479776964065, abs=1e-14)


def test_auc_and_brier_score_are_those_of_scikit_survival() -> None:
    """cumulative_dynamic_auc and brier_score of scikit-survival 0.28.0 on the same patients."""
    published = {
        1.0: (0.8454266030936715, 0.08870389496670242),
        1.5: (0.8878249886398262, 0.1135693741758699),
    }
    for horizon, (auc, brier) in published.items():
        question = asked("event", horizon)
        score = question.pop("y_prob")
        cohort = baserate.Cohort.of(**question)
        assert baserate.auc(**question, y_prob=score) == pytest.approx(auc, abs=1e-13)
        assert cohort.auc(score).value == pytest.approx(auc, abs=1e-13)
        assert cohort.brier(score).value == pytest.approx(brier, abs=1e-14)


@given(followed())
def test_weights_are_those_of_the_textbook_and_keep_the_incidence(p: Followed) -> None:
    follow_up = FollowUp.of(p.time, p.event, p.horizon, censoring=p.stratum)
    weight = follow_up.weights(p.weight)
    weight = p.weight if weight is None else weight
    np.testing.assert_allclose(weight, p.weights(), rtol=1e-12, atol=0.0)
    total = p.weight.sum()
    assert weight.sum() / total == pytest.approx(1.0, abs=1e-12)
    assert weight @ follow_up.label / total == pytest.approx(p.risk(), abs=1e-12)
    np.testing.assert_array_equal(follow_up.label, p.label)


@given(followed(strata=False), st.floats(0.01, 0.9))
def test_plain_functions_are_those_of_the_weighted_patients(p: Followed, c: float) -> None:
    """Every formula holds with the textbook's weights, as sums over single patients."""
    weight, y, treated = p.weights(), p.label, p.score >= c
    assume(0.0 < weight @ y < weight.sum())
    assume(not np.isclose(p.score, c, rtol=1e-12).any())
    total, w = weight.sum(), c / (1.0 - c)
    question = {"time": p.time, "event": p.event, "horizon": p.horizon, "y_prob": p.score}
    question["sample_weight"] = p.weight
    benefit = (weight @ (treated * y) - w * (weight @ (treated * (1 - y)))) / total
    assert baserate.net_benefit(**question, cost=c) == pytest.approx(benefit, abs=1e-11)
    right = weight @ (treated == (y == 1)) / total
    assert baserate.accuracy(**question, threshold=c) == pytest.approx(right, abs=1e-11)
    pairs = weight[:, None] * weight * y[:, None] * (1 - y)
    wins = (p.score[:, None] > p.score) + 0.5 * (p.score[:, None] == p.score)
    assert baserate.auc(**question) == pytest.approx((pairs * wins).sum() / pairs.sum(), abs=1e-11)
    assume(all(((p.label == side) & (weight > 0)).sum() >= 2 for side in (0, 1)))
    cohort = baserate.Cohort.of(time=p.time, event=p.event, horizon=p.horizon, sample_weight=p.weight)
    assert cohort.auc(p.score).value == pytest.approx((pairs * wins).sum() / pairs.sum(), abs=1e-11)


@given(followed(strata=False, weights=False))
def test_a_weight_of_two_is_the_patient_twice(p: Followed) -> None:
    assume(0.0 < p.weights() @ p.label < len(p.time))
    twice = np.arange(len(p.time)) % 3 == 0
    weight = 1.0 + twice
    rows = np.concatenate((np.arange(len(p.time)), np.flatnonzero(twice)))
    one = {"time": p.time, "event": p.event, "horizon": p.horizon, "y_prob": p.score, "sample_weight": weight}
    other = {"time": p.time[rows], "event": p.event[rows], "horizon": p.horizon, "y_prob": p.score[rows]}
    for question in ({"cost": 0.2}, {"cost": 0.2, "prevalence": (0.1, 0.5)}):
        assert baserate.net_benefit(**one, **question) == pytest.approx(
            baserate.net_benefit(**other, **question), abs=1e-12
        )
    assert baserate.auc(**one) == pytest.approx(baserate.auc(**other), abs=1e-12)


@given(followed(), st.data())
def test_what_is_contributed_through_the_curve_can_be_taken_back(p: Followed, data: st.DataObject) -> None:
    follow_up = FollowUp.of(p.time, p.event, p.horizon, censoring=p.stratum)
    assume(not follow_up.is_complete)
    numbers = st.lists(st.floats(-5.0, 5.0), min_size=len(p.time), max_size=len(p.time))
    what, censoring = np.array(data.draw(numbers)), Censoring(follow_up, p.weight)
    np.testing.assert_allclose(censoring.adjust(censoring.unadjust(what)), what, atol=1e-9)
    np.testing.assert_allclose(censoring.unadjust(censoring.adjust(what)), what, atol=1e-9)


QUESTIONS: tuple[dict[str, Any], ...] = (
    {"cost": 0.2},
    {"cost": 0.2, "prevalence": 0.3},
    {"cost": 0.2, "prevalence": (0.1, 0.4)},
    {"cost": (0.1, 0.3), "prevalence": (0.1, 0.4)},
    {"cost": 0.2, "source_prevalence": 0.25},
    {"cost": 0.2, "threshold": 0.3},
)


def simulated(n: int = 240, seed: int = 3) -> dict[str, Numbers]:
    rng = np.random.default_rng(seed)
    score, other = rng.beta(2, 4, n), rng.beta(2, 4, n)
    time = rng.exponential(1.0 / (0.2 + 2.5 * score))
    return {
        "time": time,
        "score": score,
        "other": 0.5 * score + 0.5 * other,
        "weight": rng.gamma(2.0, 0.5, n),
    }


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("clustered", [False, True])
def test_with_nobody_censored_it_is_the_binary_result_bit_for_bit(weighted: bool, clustered: bool) -> None:
    data = simulated()
    event = np.where(data["time"] <= 1.0, 1 + (np.arange(240) % 7 == 0), 0)
    label = ((event == 1) & (data["time"] <= 1.0)).astype(int)
    follow_up = {"time": np.minimum(data["time"], 1.0), "event": event, "horizon": 1.0}
    weight = {"sample_weight": data["weight"]} if weighted else {}
    for question in QUESTIONS:
        plain = baserate.net_benefit(label, data["score"], **question, **weight)
        assert baserate.net_benefit(y_prob=data["score"], **follow_up, **question, **weight) == plain
        same = baserate.weighted_accuracy(label, data["score"], **question, **weight)
        assert baserate.weighted_accuracy(y_prob=data["score"], **follow_up, **question, **weight) == same
    right = baserate.accuracy(label, data["score"], **weight)
    assert baserate.accuracy(y_prob=data["score"], **follow_up, **weight) == right
    area = baserate.auc(label, data["score"], **weight)
    assert baserate.auc(y_prob=data["score"], **follow_up, **weight) == area
    more = weight | ({"cluster": np.arange(240) % 30} if clustered else {})
    cohort, other = baserate.Cohort.of(label, **more), baserate.Cohort.of(**follow_up, **more)
    pairs = list(zip(_all_estimates(cohort, data), _all_estimates(other, data), strict=True))
    for one, two in pairs:
        assert (one.value, one.low, one.high) == (two.value, two.low, two.high)
        assert one.standard_error == two.standard_error
    assert len(pairs) > 20


def _all_estimates(cohort: baserate.Cohort, data: dict[str, Numbers]) -> list[baserate.Estimate]:
    found = []
    for question in QUESTIONS:
        score = cohort.net_benefit(data["score"], **question)
        found += [score, score - cohort.net_benefit(data["other"], **question)]
    group = data["weight"] > 0.9
    parts = [cohort.part(side).net_benefit(data["score"][side], cost=0.2) for side in (group, ~group)]
    decisions = Decisions(cohort, cohort.sample(data["score"]), 0.3, 0.2)
    found += [parts[0] - parts[1], cohort.auc(data["score"]), cohort.brier(data["score"])]
    found += [cohort.log_loss(data["score"]), cohort.treated_net_benefit(data["score"], cost=0.2)]
    found += [decisions.estimate(name) for name in (*RATES, *COUNTS)]
    measures = baserate.calibration
    found += [measures.slope(cohort, data["score"]), measures.observed_expected(cohort, data["score"])]
    return [*found, measures.intercept(cohort, data["score"])]


def test_the_event_of_interest_and_who_was_censored_may_be_named() -> None:
    data = df_surv()
    names = np.array(["alive", "cancer", "died"])[data["cause"]]
    named = FollowUp.of(data["time"], names, 1.5, positive="cancer", censored="alive")
    np.testing.assert_array_equal(named.event, data["cause"])
    other = baserate.Cohort.of(
        time=data["time"], event=names, horizon=1.5, positive="cancer", censored="alive"
    )
    plain = baserate.Cohort.of(time=data["time"], event=data["cause"], horizon=1.5)
    assert other.auc(data["score"]).value == plain.auc(data["score"]).value


def test_events_at_the_time_of_censoring_come_first_and_who_is_censored_at_the_horizon_is_known() -> None:
    follow_up = FollowUp.of([1.0, 1.0, 2.0, 2.0, 3.0], [1, 0, 0, 1, 0], 2.0)
    weight = follow_up.weights()
    assert weight is not None
    # Censored at 1: one of four who might be. The patient censored at the horizon was followed to it.
    np.testing.assert_allclose(weight, [1.0, 0.0, 4 / 3, 4 / 3, 4 / 3], rtol=1e-15)
    np.testing.assert_array_equal(follow_up.label, [1, 0, 0, 1, 0])


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(FollowUpError, match="nobody is followed to the horizon of 5"):
        baserate.Cohort.of(time=[1, 2, 3, 4], event=[1, 0, 1, 0], horizon=5)
    with pytest.raises(FollowUpError, match="negative in 1"):
        FollowUp.of([1, -2, 3], [1, 0, 1], 2)
    with pytest.raises(FollowUpError, match="not a finite number in 1"):
        FollowUp.of([1, np.nan, 3], [1, 0, 1], 2)
    with pytest.raises(SettingError, match="horizon= is a time above zero"):
        FollowUp.of([1, 2, 3], [1, 0, 1], 0)
    with pytest.raises(DataError, match="event has 2"):
        FollowUp.of([1, 2, 3], [1, 0], 2)
    with pytest.raises(OneClassError, match="nobody has the event by the horizon of 1"):
        baserate.Cohort.of(time=[0.5, 2, 3, 4], event=[0, 0, 1, 0], horizon=1)
    with pytest.raises(SettingError, match="missing: horizon="):
        baserate.auc(y_prob=[0.1, 0.2], time=[1, 2], event=[1, 0])
    with pytest.raises(SettingError, match="not both"):
        baserate.auc([0, 1], [0.1, 0.2], time=[1, 2], event=[1, 0], horizon=1)
