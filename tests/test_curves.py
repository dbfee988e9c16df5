"""Each curve at single points against the definition, and its area against the score it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.special import expit, logit
from sklearn import metrics as sk

import baserate
from baserate import curves
from baserate.deployment.distributions import Distribution
from baserate.errors import SettingError
from tests.support.oracles import Patients
from tests.support.strategies import INNER_SCORES, SHARES, patients, ranges

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

CLOSE = {"rel": 1e-9, "abs": 1e-11}


def weighted(p: Patients) -> dict[str, Any]:
    return {"sample_weight": p.w}


@given(patients(), ranges(), SHARES, st.sampled_from([None, 0.3]))
def test_the_mean_against_prevalence_is_the_dca_log_score(
    p: Patients, ab: tuple[float, float], c: float, source: float | None
) -> None:
    asked = dict(weighted(p), cost=c, prevalence=ab, source_prevalence=source)
    curve = curves.value_by_prevalence(p.y, p.s, **asked)
    assert curve.mean == pytest.approx(baserate.net_benefit(p.y, p.s, **asked), **CLOSE)
    x = np.linspace(*ab, 7)
    expected = Patients(p.y, p.s, p.w, source).value(x, np.full(7, c), "net_benefit") - c / (1 - c) * (1 - x)
    # Where a score reaches the threshold, also at an end, the rounding of either decides for itself.
    inside = p.s[(p.s > 0.0) & (p.s < 1.0)].astype(np.float64)
    from_source = logit(np.average(p.y, weights=p.w) if source is None else source)
    turns = expit(logit(c) - logit(inside) + from_source)
    away = np.abs(np.subtract.outer(x, turns)).min(axis=1, initial=1.0) > 1e-9
    assert curve.at(x)[away] == pytest.approx(expected[away], abs=1e-9)


SHAPES: dict[str, Callable[[float, float], Distribution]] = {
    "uniform": lambda a, b: baserate.Uniform(a, b),
    "triangular": lambda a, b: baserate.Triangular(a, (a * b) ** 0.5, b),
    "density": lambda a, b: baserate.Density(lambda p: 1.0 + p, a, b),
    "log-odds": lambda a, b: baserate.LogOddsUniform(a, b),
}


@pytest.mark.parametrize("baseline", ["treat-none", "none-correct"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_mean_is_over_the_shape_of_the_distribution(shape: str, baseline: Any) -> None:
    """A prevalence that is likelier at one end counts more there."""
    rng = np.random.default_rng(8)
    s = np.round(rng.beta(1, 4, 200), 2)
    y = rng.random(200) < s
    prevalence, cost = SHAPES[shape](0.02, 0.3), SHAPES[shape](0.05, 0.4)
    curve = curves.value_by_prevalence(y, s, cost="1:4", prevalence=prevalence, baseline=baseline)
    assert curve.mean == pytest.approx(
        baserate.net_benefit(y, s, cost="1:4", prevalence=prevalence, baseline=baseline), rel=1e-10
    )
    assert curve.breaks[[0, -1]].tolist() == [0.02, 0.3]
    by_cost = curves.value_by_cost(y, s, cost=cost, prevalence=0.1, baseline=baseline)
    over = baserate.Uniform(0.05, 0.4) if shape == "log-odds" else cost  # the axis is c itself
    assert by_cost.mean == pytest.approx(
        baserate.net_benefit(y, s, cost=over, prevalence=0.1, baseline=baseline), rel=1e-10
    )


def test_treating_none_is_the_zero_of_curves_and_the_papers_can_be_had() -> None:
    y, s = [0, 1, 1, 0], [0.2, 0.3, 0.9, 0.3]
    asked: dict[str, Any] = {"cost": "1:4", "prevalence": (0.1, 0.5)}
    x = np.linspace(0.1, 0.5, 9)
    ours, papers = (
        curves.value_by_prevalence(y, s, baseline=baseline, **asked).at(x)
        for baseline in ("treat-none", "none-correct")
    )
    assert papers - ours == pytest.approx(0.25 * (1 - x), abs=1e-12)
    nobody = curves.value_by_prevalence(y, [0.0] * 4, **asked)
    assert nobody.at(x) == pytest.approx(0.0, abs=1e-15)
    cost: dict[str, Any] = {"cost": (0.1, 0.5), "prevalence": 0.3}
    decision = curves.decision_curve(y, s, **cost)
    assert decision.at(x).tolist() == curves.value_by_cost(y, s, **cost).at(x).tolist()
    with pytest.raises(SettingError, match="baseline"):
        curves.value_by_cost(y, s, baseline="treat-all", **cost)


@given(patients(), ranges(), st.one_of(st.none(), SHARES))
def test_the_mean_against_cost_is_net_benefit_with_a_uniform_cost(
    p: Patients, c01: tuple[float, float], pi: float | None
) -> None:
    asked = dict(weighted(p), prevalence=pi)
    flat = baserate.Uniform(*c01)
    curve = curves.value_by_cost(p.y, p.s, cost=c01, **asked)
    assert curve.mean == pytest.approx(baserate.net_benefit(p.y, p.s, cost=flat, **asked), **CLOSE)
    decision = curves.decision_curve(p.y, p.s, cost=c01, **asked)
    assert decision.mean == pytest.approx(
        baserate.net_benefit(p.y, p.s, cost=flat, baseline="treat-none", **asked), **CLOSE
    )
    costs = np.linspace(*c01, 5)[1:-1]
    assume(np.abs(np.subtract.outer(costs, curve.breaks)).min() > 1e-9)  # at a break rounding decides
    for c in costs:
        assert decision.at(c) == pytest.approx(
            baserate.net_benefit(p.y, p.s, cost=c, baseline="treat-none", **asked), **CLOSE
        )


@given(patients(INNER_SCORES))
def test_the_murphy_diagram_makes_brier_score_and_log_loss(p: Patients) -> None:
    curve = curves.murphy_diagram(p.y, p.s, **weighted(p))
    assert 2 * curve.area == pytest.approx(sk.brier_score_loss(p.y, p.s, sample_weight=p.w), **CLOSE)
    # Weighted by 1 / (theta (1 - theta)), piece by piece: the integrals are logarithms.
    prevalence = p.w[p.y == 1].sum() / p.w.sum()
    low, high = np.maximum(curve.breaks[:-1], 1e-300), curve.breaks[1:]
    missed, needless = curve.positive > 0, curve.negative > 0  # else the end of the axis is infinite
    total = prevalence * (curve.positive[missed] @ np.log(high / low)[missed])
    with np.errstate(divide="ignore"):
        total += (1 - prevalence) * (curve.negative[needless] @ np.log((1 - low) / (1 - high))[needless])
    assert total == pytest.approx(sk.log_loss(p.y, p.s, sample_weight=p.w), rel=1e-9)


@settings(max_examples=30)  # each makes a table of weights over all prevalences
@given(patients())
def test_the_brier_curve_is_balanced_brier(p: Patients) -> None:
    curve = curves.brier_curve(p.y, p.s, **weighted(p))
    pi0 = p.source_prevalence
    half = p.s * (1 - pi0) / (p.s * (1 - pi0) + (1 - p.s) * pi0)
    squares = p.w * (half - p.y) ** 2
    balanced = sum(squares[p.y == k].sum() / p.w[p.y == k].sum() for k in (0, 1)) / 2
    assert curve.area == pytest.approx(balanced, **CLOSE)
    everywhere = baserate.Uniform(1e-12, 1 - 1e-12)
    assert curve.area == pytest.approx(
        1 - baserate.accuracy(p.y, p.s, prevalence=everywhere, **weighted(p)), abs=1e-9
    )


@given(patients())
def test_the_cost_curve_is_the_lower_envelope_and_never_above_the_brier_curve(p: Patients) -> None:
    cost = curves.cost_curve(p.y, p.s, **weighted(p))
    roc = curves.roc_curve(p.y, p.s, **weighted(p))
    x = np.linspace(0, 1, 41)
    lines = np.multiply.outer(x, 1 - roc.true_positive) + np.multiply.outer(1 - x, roc.false_positive)
    assert cost.at(x) == pytest.approx(lines.min(axis=1), abs=1e-9)
    brier = curves.brier_curve(p.y, p.s, **weighted(p))
    assert np.all(cost.at(x) <= brier.at(x) + 1e-9)
    # Its area by another way: trapezoids between the kinks, where it is linear.
    kinks = cost.breaks
    assert cost.area == pytest.approx(np.trapezoid(cost.at(kinks), kinks), abs=1e-9)


@given(patients())
def test_the_roc_curve_is_scikit_learns_and_its_area_the_auc(p: Patients) -> None:
    roc = curves.roc_curve(p.y, p.s, **weighted(p))
    fpr, tpr, thresholds = sk.roc_curve(p.y, p.s, sample_weight=p.w, drop_intermediate=False)
    assert roc.false_positive == pytest.approx(fpr, abs=1e-12)
    assert roc.true_positive == pytest.approx(tpr, abs=1e-12)
    assert roc.threshold.tolist() == thresholds.tolist()
    assert roc.area == pytest.approx(baserate.auc(p.y, p.s, **weighted(p)), **CLOSE)


def test_points_draw_both_sides_of_a_jump() -> None:
    curve = curves.murphy_diagram([0, 1], [0.25, 0.75])
    x, value = curve.points()
    assert x.tolist() == [0, 0.25, 0.25, 0.75, 0.75, 1]
    assert value.tolist() == [0, 0.125, 0, 0, 0.125, 0]
    assert curve.at([0.25, 0.75]).tolist() == [0.125, 0]  # a score equal to the threshold is treated
    fine, _ = curve.points(per_piece=5)
    assert len(fine) == 15


def test_a_narrow_range_of_prevalences_has_one_piece() -> None:
    y, s = [0, 1, 1], [0.2, 0.3, 0.9]
    curve = curves.value_by_prevalence(y, s, cost="1:4", prevalence=(0.5, 0.500001))
    assert len(curve.positive) == 1
    assert curve.mean == pytest.approx(baserate.net_benefit(y, s, cost="1:4", prevalence=0.5), rel=1e-5)


def test_a_table_serves_as_well_as_rows() -> None:
    y, s = [0, 1, 1, 0], [0.2, 0.3, 0.9, 0.3]
    table = baserate.ScoreTable.from_arrays(y, s)
    for draw in (curves.murphy_diagram, curves.brier_curve, curves.cost_curve, curves.roc_curve):
        assert draw(table).area == draw(y, s).area


@pytest.mark.parametrize("outside", [0.05, 0.6, [0.2, 0.7]])
def test_a_curve_is_not_extrapolated(outside: Any) -> None:
    curve = curves.value_by_prevalence([0, 1], [0.2, 0.9], cost=0.5, prevalence=(0.1, 0.5))
    with pytest.raises(SettingError, match=r"runs over prevalence from 0\.1 to 0\.5"):
        curve.at(outside)


def test_settings_that_a_curve_cannot_have() -> None:
    y, s = [0, 1], [0.2, 0.9]
    with pytest.raises(SettingError, match="two ends"):
        curves.value_by_prevalence(y, s, cost=0.5, prevalence=baserate.Beta(1, 2))
    with pytest.raises(SettingError, match="two ends"):
        curves.decision_curve(y, s, cost=0.2)
    with pytest.raises(SettingError, match="not one number"):
        curves.value_by_prevalence(y, s, cost=(0.1, 0.2), prevalence=(0.1, 0.5))
    with pytest.raises(SettingError, match="one prevalence"):
        curves.decision_curve(y, s, cost=(0.1, 0.2), prevalence=(0.1, 0.5))
