"""Units: every one against the definition by two nested quadratures; and a new one in one class."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.deployment.units import ACCURACY, NET_BENEFIT, WEIGHTED_ACCURACY, AsNetBenefit, Unit
from baserate.errors import SettingError
from baserate.inference.cohort import Cohort
from baserate.scores.gains import gains_of
from baserate.scores.metrics import mean_gain, sample_of
from tests.support import oracles
from tests.support.oracles import Patients
from tests.test_thresholds import KINDS, draw_patients

UNITS = ("net benefit", "weighted accuracy", "accuracy", "interventions avoided")


@pytest.fixture(autouse=True)
def exercise() -> Iterator[None]:
    """A unit that the package does not have: net benefit in unnecessary treatments. One class."""

    class InterventionsAvoided(Unit):
        name = "interventions avoided"
        factor = 100.0
        label = "net interventions avoided per 100 patients"
        difference_label = "interventions avoided per 100 patients"

        def prices(self, x: Any, k: Any) -> tuple[Any, Any]:
            positive, negative = NET_BENEFIT.prices(x, k)
            return positive * np.exp(-k), negative * np.exp(-k)

        def as_net_benefit(self, cost_odds: float) -> AsNetBenefit:
            return AsNetBenefit(1.0, cost_odds, 1.0 / cost_odds)

        def fall(self, x: float, cost: Any) -> float | None:
            return NET_BENEFIT.fall(x, cost)

    assert Unit.of("interventions avoided") == InterventionsAvoided()
    yield
    del Unit._known["interventions avoided"]


@pytest.mark.parametrize("cost_kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("prevalence_kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("units", UNITS)
def test_a_unit_is_averaged_as_it_is_defined(units: str, prevalence_kind: Any, cost_kind: Any) -> None:
    rng = np.random.default_rng([len(units), KINDS.index(prevalence_kind), KINDS.index(cost_kind)])
    p = draw_patients(rng)
    (prevalence, prevalence_axis), (cost, cost_axis) = prevalence_kind(rng), cost_kind(rng)
    if units == "accuracy":
        cost, cost_axis = 0.5, oracles.point(0.5)
    deployment = baserate.Deployment.of(prevalence, cost, units)
    sample = sample_of(p.y, p.s, p.w)
    gains = gains_of(deployment, float(p.w[p.y == 1].sum() / p.w.sum()), p.source)
    expected = oracles.average(p, prevalence_axis, cost_axis, units.replace(" ", "_"))
    assert mean_gain(sample, gains) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("cost", [0.5, 0.1, baserate.Uniform(0.1, 0.3)])
def test_prices_and_how_they_move_with_the_prevalence(units: str, cost: Any) -> None:
    unit, x, k = Unit.of(units), np.array([-3.0, 0.4]), np.array([-2.0, 0.0])
    positive, negative = unit.prices(x, k)
    assert negative == pytest.approx(np.exp(k - x) * positive, rel=1e-12)
    exact = unit.prices_at(baserate.odds.expit(x), baserate.odds.expit(k))
    assert exact[0] == pytest.approx(positive, rel=1e-12)
    assert exact[1] == pytest.approx(negative, rel=1e-12)
    distribution = baserate.Cost.of(cost).distribution
    fall = unit.fall(-3.0, distribution)
    if fall is None:
        assert units in ("weighted accuracy", "accuracy")
        assert distribution.point is None
        return
    level = float(baserate.odds.logit(distribution.median))
    up, down = (unit.prices(np.array([-3.0 + step]), np.array([level])) for step in (1e-5, -1e-5))
    rise = (np.log(up[0]) - np.log(down[0]))[0] / 2e-5
    drop = -(np.log(up[1]) - np.log(down[1]))[0] / 2e-5
    assert (1.0 - fall, fall) == pytest.approx((rise, drop), abs=1e-8)


@pytest.mark.parametrize("units", UNITS)
def test_an_interval_at_the_observed_prevalence_follows_the_unit(units: str) -> None:
    """The price moves with the prevalence that the data have; a bootstrap sees it without a formula."""
    rng = np.random.default_rng(11)
    s = rng.beta(1, 3, 600)
    y = rng.random(600) < s
    deployment = baserate.Deployment.of(None, 0.5 if units == "accuracy" else "1:4", units)
    cohort = Cohort.of(y)
    found = cohort.score(s, deployment)
    again = baserate.bootstrap(cohort, {"model": s}, deployment, replicates=800, seed=1)
    assert found.standard_error == pytest.approx(again.standard_error("model"), rel=0.15)


def test_the_exercise_is_the_comparator_of_that_name() -> None:
    p = Patients(np.array([0.0, 0, 0, 1, 1]), np.array([0.1, 0.4, 0.6, 0.4, 0.9]), np.ones(5))
    deployment = baserate.Deployment.of(0.2, "1:4", "interventions avoided")
    gains = gains_of(deployment, 0.4)
    everyone = gains.positive_total
    theirs = baserate.comparators.net_interventions_avoided(p.y, p.s, cost="1:4", prevalence=0.2)
    assert mean_gain(sample_of(p.y, p.s, None), gains) - everyone == pytest.approx(theirs, rel=1e-12)
    worst = baserate.extensions.robustness.worst_case(
        p.y, p.s, cost="1:4", prevalence=(0.2, 0.3), units="interventions avoided"
    )
    assert worst.value > 0.0


def test_a_unit_is_told_by_its_name() -> None:
    deployment = baserate.Deployment.of(0.1, "1:4", "weighted accuracy")
    assert deployment.units is WEIGHTED_ACCURACY
    assert deployment.units == "weighted accuracy"
    assert deployment.units not in ("accuracy", ACCURACY)
    assert len({NET_BENEFIT, "net benefit"}) == 1
    assert (f"{NET_BENEFIT}", repr(NET_BENEFIT)) == ("net benefit", "'net benefit'")
    assert pickle.loads(pickle.dumps(deployment)) == deployment
    assert baserate.Deployment(None, baserate.Cost.of(0.5), "accuracy").units is ACCURACY
    with pytest.raises(
        SettingError, match=r"units must be 'net benefit', 'weighted accuracy', .*; found 'euro'"
    ):
        baserate.Deployment.of(0.1, "1:4", "euro")


def test_treating_none_is_a_zero_of_net_benefit_alone() -> None:
    assert NET_BENEFIT.baseline(None) == "treat-none"
    assert NET_BENEFIT.baseline("none-correct") == "none-correct"
    assert ACCURACY.baseline(None) == "none-correct"
    with pytest.raises(SettingError, match="treating none is a zero of net benefit, not of accuracy"):
        ACCURACY.baseline("treat-none")
