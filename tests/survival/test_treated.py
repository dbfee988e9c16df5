"""Net benefit from the risk of the treated, by Kaplan-Meier and Aalen-Johansen, with its interval."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import baserate
from baserate.deployment.deployment import Deployment
from baserate.errors import FollowUpError, SettingError
from baserate.inference.strategies import TREAT_ALL, TREAT_NONE, default_strategy
from baserate.inference.treated import treated_score
from tests.support.oracles import Numbers
from tests.survival.oracles import Followed, derivatives, df_surv, followed, jackknife

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

COSTS = (0.05, 0.1, 0.25, 0.5)


def surv(event: str, horizon: float, **more: object) -> baserate.Cohort:
    data = df_surv()
    return baserate.Cohort.of(time=data["time"], event=data[event], horizon=horizon, **more)


def influence(cohort: baserate.Cohort, estimate: baserate.Estimate) -> Numbers:
    """What patients contribute, the curve of censoring included."""
    assert cohort.sampling.censoring is not None
    return cohort.sampling.censoring.adjust(estimate.contributions[cohort.sampling])


@pytest.mark.parametrize(
    ("event", "horizon", "values"),
    [
        ("event", 1.0, (0.10814466, 0.08390656, 0.05695371, 0.03132807)),
        ("event", 1.5, (0.18768577, 0.16105438, 0.10919671, 0.05783202)),
        ("cause", 1.0, (0.10266262, 0.08007225, 0.05628419)),
        ("cause", 1.5, (0.17223091, 0.14700239, 0.10609999)),
    ],
)
def test_published_values(event: str, horizon: float, values: tuple[float, ...]) -> None:
    cohort = surv(event, horizon)
    for c, value in zip(COSTS, values, strict=False):
        assert cohort.treated_net_benefit(df_surv()["score"], cost=c).value == pytest.approx(value, abs=5e-9)


def test_the_published_standard_error() -> None:
    """SE .020017, which has n - 1 in its denominator."""
    cohort = surv("cause", 1.5)
    psi = influence(cohort, cohort.treated_net_benefit(df_surv()["score"], cost=0.1))
    assert psi.sum() == pytest.approx(0.0, abs=1e-15)
    assert np.sqrt(750 / 749 * (psi @ psi)) == pytest.approx(0.020017, abs=5e-7)


@given(followed(strata=False), st.sampled_from([0.1, 0.3, 0.6]))
def test_the_value_and_what_each_patient_contributes(p: Followed, c: float) -> None:
    """Against the textbook's estimator in loops, and its numeric derivative by each weight."""
    weight = p.weights()
    assume(all(((p.label == side) & (weight > 0)).sum() >= 2 for side in (0, 1)))
    assume(weight[(p.event == 0) & (p.time < p.horizon)].size > 0)
    treated = p.score >= c
    assume((p.time[treated] >= p.horizon).any())
    assume(not np.isclose(p.score, c, rtol=1e-9).any())
    cohort = baserate.Cohort.of(time=p.time, event=p.event, horizon=p.horizon, sample_weight=p.weight)
    estimate = cohort.treated_net_benefit(p.score, cost=c)
    assert estimate.value == pytest.approx(p.treated_net_benefit(c), abs=1e-12)
    numeric = derivatives(lambda w: p.reweighted(w).treated_net_benefit(c), p.weight)
    np.testing.assert_allclose(influence(cohort, estimate), numeric, atol=1e-8)


def test_the_standard_error_is_that_of_the_jackknife() -> None:
    data, few = df_surv(), np.arange(750) % 3 == 0
    p = Followed(data["time"][few], data["cause"][few], data["score"][few], np.ones(250), 1.5)
    cohort = baserate.Cohort.of(time=p.time, event=p.event, horizon=1.5)
    estimate = cohort.treated_net_benefit(p.score, cost=0.1)
    left_out = jackknife(lambda kept: p.part(kept).treated_net_benefit(0.1), np.arange(250))
    assert estimate.standard_error == pytest.approx(left_out, rel=0.02)


def test_influence_values_have_what_each_contributes_through_the_curve() -> None:
    """The standard error of their mean is the standard error that survival-inside.md has."""
    data, cohort = df_surv(), surv("cause", 1.5)
    estimate = cohort.treated_net_benefit(data["score"], cost=0.1)
    (psi,) = estimate.influence.values()
    assert math.sqrt(float(psi @ psi) / (750 * 749)) == pytest.approx(0.020017, abs=5e-7)


def test_differences_of_two_models_are_paired() -> None:
    data, cohort = df_surv(), surv("cause", 1.5)
    p = Followed(data["time"], data["cause"], data["score"], np.ones(750), 1.5)
    q = Followed(data["time"], data["cause"], data["other"], np.ones(750), 1.5)
    first, second = (cohort.treated_net_benefit(one.score, cost=0.1) for one in (p, q))
    difference = first - second
    psi = influence(cohort, difference)
    for i in np.random.default_rng(1).choice(750, 60, replace=False):
        ends = []
        for weight in (1.0 + 1e-5, 1.0 - 1e-5):
            other = np.where(np.arange(750) == i, weight, 1.0)
            models = [one.reweighted(other).treated_net_benefit(0.1) for one in (p, q)]
            ends.append(models[0] - models[1])
        assert psi[i] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-9)
    alone = np.hypot(first.standard_error, second.standard_error)
    assert difference.standard_error < 0.9 * alone
    same = first - cohort.treated_net_benefit(p.score, cost=0.1)
    assert same.value == 0.0
    assert same.standard_error == pytest.approx(0.0, abs=1e-15)


def test_it_pairs_with_the_estimator_by_weights() -> None:
    """Both are of the same number: their difference is surer than either."""
    cohort, score = surv("event", 1.5), df_surv()["score"]
    treated, weighted = cohort.treated_net_benefit(score, cost=0.1), cohort.net_benefit(score, cost=0.1)
    difference = treated - weighted
    psi = influence(cohort, treated) - influence(cohort, weighted)
    assert difference.standard_error == pytest.approx(np.sqrt(psi @ psi), rel=0.01)
    assert difference.standard_error < 0.4 * treated.standard_error


@pytest.mark.parametrize("event", ["event", "cause"])
def test_treating_all_is_the_incidence_of_all_and_treating_none_is_zero(event: str) -> None:
    cohort, score, c = surv(event, 1.5), df_surv()["score"], 0.1
    everybody = cohort.treated_net_benefit(score, cost=c, threshold=0.0)
    deployment = Deployment.of(None, c)
    treat_all, treat_none = (default_strategy(name, cohort, deployment) for name in (TREAT_ALL, TREAT_NONE))
    default = treat_all - treat_none
    assert everybody.value == pytest.approx(default.value, abs=1e-15)
    np.testing.assert_allclose(influence(cohort, everybody), influence(cohort, default), atol=1e-17)
    assert everybody.low == pytest.approx(default.low, abs=1e-12)
    assert everybody.high == pytest.approx(default.high, abs=1e-12)
    nobody = cohort.treated_net_benefit(score, cost=c, threshold=1.0)
    assert nobody.value == 0.0
    assert nobody.low <= 0.0 <= nobody.high


def test_the_zero_of_the_paper_is_every_decision_wrong() -> None:
    cohort, score, c = surv("cause", 1.5), df_surv()["score"], 0.1
    wrong, none = (
        treated_score(cohort, score, Deployment.of(None, c)),
        cohort.treated_net_benefit(score, cost=c),
    )
    assert wrong.value - none.value == pytest.approx(c / (1 - c) * (1 - 0.2059572320), abs=1e-10)


def test_clusters_are_left_out_one_by_one() -> None:
    data = df_surv()
    cluster = np.arange(750) % 50
    cohort = surv("cause", 1.5, cluster=cluster)
    p = Followed(data["time"], data["cause"], data["score"], np.ones(750), 1.5)
    estimate = cohort.treated_net_benefit(p.score, cost=0.1)
    left_out = jackknife(lambda kept: p.part(kept).treated_net_benefit(0.1), cluster)
    assert estimate.standard_error == pytest.approx(left_out, rel=0.02)


def test_groups_are_independent_but_for_common_clusters() -> None:
    data, old = df_surv(), df_surv()["old"]
    parts = {}
    for name, more in (("patients", {}), ("clusters", {"cluster": np.arange(750) // 2})):
        cohort = surv("event", 1.5, **more)
        sides = [cohort.part(side).treated_net_benefit(data["score"][side], cost=0.1) for side in (old, ~old)]
        parts[name] = sides[0] - sides[1]
        alone = np.hypot(sides[0].standard_error, sides[1].standard_error)
        assert parts[name].standard_error == pytest.approx(alone, rel=0.15)
    left_out = np.hypot(_jackknife_of_part(old), _jackknife_of_part(~old))
    assert parts["patients"].standard_error == pytest.approx(left_out, rel=0.02)
    assert parts["patients"].value == parts["clusters"].value


def _jackknife_of_part(side: np.ndarray) -> float:
    data = df_surv()
    p = Followed(data["time"], data["event"], data["score"], np.ones(750), 1.5).part(side)
    return jackknife(lambda kept: p.part(kept).treated_net_benefit(0.1), np.arange(len(p.time)))


def test_scores_calibrated_to_another_prevalence_are_adjusted_first() -> None:
    cohort, score = surv("event", 1.5), df_surv()["score"]
    adjusted = baserate.odds.adjust(score, 0.1, 0.2201127546956282)
    moved = cohort.treated_net_benefit(score, cost=0.1, source_prevalence=0.1)
    assert moved.value == pytest.approx(cohort.treated_net_benefit(adjusted, cost=0.1).value, abs=1e-14)
    weighted = cohort.net_benefit(score, cost=0.1, source_prevalence=0.1)
    assert moved.standard_error == pytest.approx(weighted.standard_error, rel=0.1)
    rounded = np.clip(np.round(score, 1), 0.05, 0.95)
    jumping = cohort.treated_net_benefit(rounded, cost=0.1, source_prevalence=0.1)
    assert jumping.low < jumping.value < jumping.high


def test_with_nobody_censored_it_is_the_share_of_cases() -> None:
    data = df_surv()
    known = (data["cause"] > 0) | (data["time"] >= 1.5)
    cohort = baserate.Cohort.of(time=data["time"][known], event=data["cause"][known], horizon=1.5)
    label = (data["cause"][known] == 1) & (data["time"][known] <= 1.5)
    plain = baserate.Cohort.of(label.astype(int)).net_benefit(data["score"][known], cost=0.1)
    same = cohort.treated_net_benefit(data["score"][known], cost=0.1)
    assert (same.value, same.low, same.high) == (plain.value, plain.low, plain.high)


def test_what_the_risk_of_the_treated_cannot_tell_is_refused() -> None:
    data, cohort = df_surv(), surv("event", 1.5)
    score = data["score"]
    for deployment, reason in (
        (Deployment.of((0.1, 0.3), 0.1), "prevalence other than the observed"),
        (Deployment.of(0.2, 0.1), "prevalence other than the observed"),
        (Deployment.of(None, (0.1, 0.2)), "range of costs"),
        (Deployment.of(None, 0.1, "weighted accuracy"), "weighted accuracy needs outcomes"),
    ):
        with pytest.raises(SettingError, match=reason):
            treated_score(cohort, score, deployment)
    with pytest.raises(SettingError, match="strata for censoring"):
        surv("event", 1.5, censoring=data["old"]).treated_net_benefit(score, cost=0.1)


def test_treated_of_whom_none_is_followed_to_the_horizon_are_refused() -> None:
    time, event = np.arange(1.0, 21.0), np.tile([1, 0], 10)
    score = np.where(time < 8.0, 0.8, 0.05)
    cohort = baserate.Cohort.of(time=time, event=event, horizon=10.0)
    with pytest.raises(FollowUpError, match="nobody of 7 treated is followed to the horizon"):
        cohort.treated_net_benefit(score, cost=0.5)
    # With none of them censored, their share of cases is known.
    events = np.where(time < 8.0, 1, event)
    some = baserate.Cohort.of(time=time, event=events, horizon=10.0)
    assert some.treated_net_benefit(score, cost=0.5).value == pytest.approx(7 / 20)


def test_an_estimate_can_be_kept() -> None:
    estimate = surv("cause", 1.5).treated_net_benefit(df_surv()["score"], cost=0.1)
    again = pickle.loads(pickle.dumps(estimate))
    assert (again.value, again.low, again.high) == (estimate.value, estimate.low, estimate.high)
