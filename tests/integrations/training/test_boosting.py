"""Objectives and metrics of XGBoost, LightGBM and CatBoost as the libraries call them."""

from __future__ import annotations

import warnings
from typing import Any

import lightgbm
import numpy as np
import pytest
import xgboost

import baserate
from baserate.errors import MissingValueError, OneClassError, SettingError
from tests.integrations.training.rows import COST, RANGE, score, sigmoid, simulate

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import catboost

pytestmark = [
    # Without numba CatBoost calls Python for each piece of rows, and says so.
    pytest.mark.filterwarnings("ignore:Failed to import numba:UserWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:catboost"),
]
XGBOOST = {"objective": "binary:logistic", "max_depth": 3, "eta": 0.1, "nthread": 1}
LIGHTGBM = {"num_leaves": 8, "learning_rate": 0.1, "verbose": -1, "num_threads": 1, "deterministic": True}
CATBOOST = {
    "depth": 4,
    "thread_count": 1,
    "learning_rate": 0.1,
    "verbose": False,
    "allow_writing_files": False,
}
OTHER = simulate(1001, 50_000)
# What a model gets that knows the prevalence and nothing else, the better of treating all and none.
USELESS = score(np.random.default_rng(0).normal(-2.1, 1e-3, 50_000), OTHER[1], 0.109)


def xgboost_margins(own: bool, x: Any, y: Any, weight: Any = None, other: Any = OTHER[0]) -> Any:
    objective = baserate.xgboost.NetBenefitObjective(RANGE, COST) if own else None
    model = xgboost.train(XGBOOST, xgboost.DMatrix(x, y, weight=weight), 60, obj=objective)
    return model.predict(xgboost.DMatrix(other), output_margin=True)


def lightgbm_margins(own: bool, x: Any, y: Any, weight: Any = None, other: Any = OTHER[0]) -> Any:
    objective = baserate.lightgbm.NetBenefitObjective(RANGE, COST) if own else "binary"
    model = lightgbm.train({**LIGHTGBM, "objective": objective}, lightgbm.Dataset(x, y, weight=weight), 60)
    return model.predict(other, raw_score=True)


def catboost_margins(own: bool, x: Any, y: Any, weight: Any = None, other: Any = OTHER[0]) -> Any:
    objective: Any = "Logloss"
    if own:
        share = float(np.average(y, weights=weight))
        objective = baserate.catboost.NetBenefitObjective(RANGE, COST, train_prevalence=share)
    settings = {**CATBOOST, "loss_function": objective, "iterations": 60, "eval_metric": "Logloss"}
    model = catboost.CatBoost({**settings, "leaf_estimation_method": "Newton"})
    model.fit(catboost.Pool(x, y, weight=weight))
    return model.predict(other, prediction_type="RawFormulaVal")


LEARNERS = {"XGBoost": xgboost_margins, "LightGBM": lightgbm_margins, "CatBoost": catboost_margins}


@pytest.mark.parametrize("name", LEARNERS)
def test_it_learns_about_as_much_as_from_log_loss(name: str) -> None:
    x, y = simulate(1)
    trained = float(y.mean())
    plain, own = (score(LEARNERS[name](which, x, y), OTHER[1], trained) for which in (False, True))
    assert own > plain - 5.0  # per 1,000 patients; docs/training.md says that trees lose a little
    assert own > USELESS + 60.0


@pytest.mark.parametrize("name", LEARNERS)
def test_weights_count(name: str) -> None:
    """Cases of weight three are three cases: risks are calibrated to the weighted prevalence."""
    x, y = simulate(1)
    weight = np.where(y == 1, 3.0, 1.0)
    margin = LEARNERS[name](True, x, y, weight)
    odds = 3.0 * OTHER[1].mean() / (1.0 - OTHER[1].mean())
    again = np.where(OTHER[1] == 1, 3.0, 1.0)
    assert np.average(sigmoid(margin), weights=again) == pytest.approx(odds / (1 + odds), abs=0.05)


@pytest.mark.parametrize("name", LEARNERS)
def test_a_useless_feature_gives_the_training_prevalence(name: str) -> None:
    """A coin: a constant would be refused by two of the libraries."""
    _, y = simulate(1)
    x = np.random.default_rng(2).integers(0, 2, (len(y), 1)).astype(float)
    risk = sigmoid(LEARNERS[name](True, x, y, other=np.array([[0.0], [1.0]])))
    expected = [y[x[:, 0] == side].mean() for side in (0, 1)]
    np.testing.assert_allclose(risk, expected, atol=0.01)


@pytest.mark.parametrize("name", ["XGBoost", "LightGBM"])
def test_one_class_is_refused(name: str) -> None:
    x, y = simulate(1)
    with pytest.raises(OneClassError, match="only non-cases"):
        LEARNERS[name](True, x, np.zeros_like(y))


def test_xgboost_stops_early_by_the_metric() -> None:
    x, y = simulate(1)
    train, valid = xgboost.DMatrix(x[:3000], y[:3000]), xgboost.DMatrix(x[3000:], y[3000:])
    trained = float(y[:3000].mean())
    metric = baserate.xgboost.NetBenefitMetric(RANGE, COST, train_prevalence=trained)
    shown: dict[str, Any] = {}
    model = xgboost.train(
        {**XGBOOST, "eta": 0.3, "disable_default_eval_metric": 1},
        train,
        300,
        obj=baserate.xgboost.NetBenefitObjective(RANGE, COST),
        custom_metric=metric,
        maximize=True,
        evals=[(valid, "valid")],
        early_stopping_rounds=10,
        evals_result=shown,
        verbose_eval=False,
    )
    values = shown["valid"]["net_benefit"]
    assert model.best_iteration == int(np.argmax(values)) < 290
    margin = model.predict(valid, output_margin=True, iteration_range=(0, model.best_iteration + 1))
    assert 1000.0 * max(values) == pytest.approx(score(margin, y[3000:], trained), abs=1e-3)


def test_xgboost_by_scikit_learn() -> None:
    x, y = simulate(1)
    trained = float(y[:3000].mean())
    metric = baserate.xgboost.NetBenefitMetric(RANGE, COST, train_prevalence=trained)
    objective = baserate.xgboost.NetBenefitObjective(RANGE, COST)
    model = xgboost.XGBClassifier(
        objective=objective.sklearn, eval_metric=metric.sklearn, n_estimators=200, early_stopping_rounds=10
    )
    model.fit(x[:3000], y[:3000], eval_set=[(x[3000:], y[3000:])], verbose=False)
    risk = model.predict_proba(OTHER[0])[:, 1]
    assert risk.mean() == pytest.approx(OTHER[1].mean(), abs=0.03)
    values = model.evals_result()["validation_0"]["sklearn"]
    assert model.best_iteration == int(np.argmin(values))
    margin = model.predict(x[3000:], output_margin=True)
    assert -1000.0 * min(values) == pytest.approx(score(margin, y[3000:], trained), abs=1e-3)


def test_lightgbm_stops_early_by_the_metric() -> None:
    x, y = simulate(1)
    train = lightgbm.Dataset(x[:3000], y[:3000])
    valid = lightgbm.Dataset(x[3000:], y[3000:], reference=train)
    trained = float(y[:3000].mean())
    metric = baserate.lightgbm.NetBenefitMetric(RANGE, COST, train_prevalence=trained)
    model = lightgbm.train(
        {**LIGHTGBM, "objective": baserate.lightgbm.NetBenefitObjective(RANGE, COST), "metric": "None"},
        train,
        300,
        valid_sets=[valid],
        feval=metric,
        callbacks=[lightgbm.early_stopping(10, verbose=False)],
    )
    best = model.best_score["valid_0"]["net_benefit"]
    assert 0 < model.best_iteration < 290
    assert 1000.0 * best == pytest.approx(
        score(model.predict(x[3000:], raw_score=True), y[3000:], trained), abs=1e-6
    )


def test_lightgbm_by_scikit_learn() -> None:
    x, y = simulate(1)
    metric = baserate.lightgbm.NetBenefitMetric(RANGE, COST, train_prevalence=float(y[:3000].mean()))
    model = lightgbm.LGBMClassifier(
        objective=baserate.lightgbm.NetBenefitObjective(RANGE, COST).sklearn, n_estimators=60, **LIGHTGBM
    )
    with warnings.catch_warnings():  # newer versions call it eval_X, older ones do not know that
        warnings.simplefilter("ignore")
        model.fit(x[:3000], y[:3000], eval_set=[(x[3000:], y[3000:])], eval_metric=metric.sklearn)
    assert "net_benefit" in model.evals_result_["valid_0"]
    assert sigmoid(model.predict(OTHER[0], raw_score=True)).mean() == pytest.approx(OTHER[1].mean(), abs=0.03)


def test_catboost_stops_early_by_the_metric() -> None:
    x, y = simulate(1)
    trained = float(y[:3000].mean())
    model = catboost.CatBoostClassifier(
        loss_function=baserate.catboost.NetBenefitObjective(RANGE, COST, train_prevalence=trained),
        eval_metric=baserate.catboost.NetBenefitMetric(RANGE, COST, train_prevalence=trained),
        leaf_estimation_method="Newton",
        iterations=150,
        early_stopping_rounds=10,
        **CATBOOST,
    )
    model.fit(x[:3000], y[:3000], eval_set=(x[3000:], y[3000:]))
    best = model.get_best_score()["validation"]["NetBenefitMetric"]
    margin = model.predict(x[3000:], prediction_type="RawFormulaVal")
    assert 1000.0 * best == pytest.approx(score(margin, y[3000:], trained), abs=1e-6)
    assert model.get_best_iteration() < 149


def test_metrics_beside_a_librarys_own_objective_get_probabilities() -> None:
    x, y = simulate(1)
    rows = xgboost.DMatrix(x, y)
    metric = baserate.xgboost.NetBenefitMetric(RANGE, COST, train_prevalence=float(y.mean()), margins=False)
    shown: dict[str, Any] = {}
    watched = {"evals": [(rows, "train")], "evals_result": shown, "verbose_eval": False}
    model = xgboost.train(XGBOOST, rows, 5, custom_metric=metric, **watched)
    margin = model.predict(rows, output_margin=True)
    assert 1000.0 * shown["train"]["net_benefit"][-1] == pytest.approx(
        score(margin, y, float(y.mean())), abs=1e-3
    )


def test_derivatives_are_what_the_libraries_expect() -> None:
    """CatBoost climbs: its derivatives are the negatives of the others'."""
    y, f = np.array([0, 1, 0, 1, 0]), np.array([-2.0, -1.0, 0.0, 0.5, -3.0])
    weight = np.array([1.0, 2.0, 1.0, 1.0, 0.5])
    share = float(np.average(y, weights=weight))
    slope, curvature = baserate.xgboost.NetBenefitObjective(RANGE, COST).sklearn(y, f, weight)
    native = baserate.xgboost.NetBenefitObjective(RANGE, COST)(
        f, xgboost.DMatrix(f[:, None], y, weight=weight)
    )
    other = baserate.lightgbm.NetBenefitObjective(RANGE, COST).sklearn(y, f, weight)
    climbed = baserate.catboost.NetBenefitObjective(RANGE, COST, train_prevalence=share)
    first, second = np.array(climbed.calc_ders_range(f, y, weight)).T
    for found in (native, other, (-first, -second)):
        np.testing.assert_allclose(found[0], slope, rtol=1e-9)
        np.testing.assert_allclose(found[1], curvature, rtol=1e-9)
    parts = [climbed.calc_ders_range(f[part], y[part], weight[part]) for part in (slice(0, 2), slice(2, 5))]
    np.testing.assert_allclose(np.array([*parts[0], *parts[1]])[:, 0], first)


def test_what_is_refused() -> None:
    with pytest.raises(SettingError, match="train_prevalence is needed"):
        baserate.lightgbm.NetBenefitMetric(RANGE, COST, train_prevalence=None)
    with pytest.raises(MissingValueError, match="diverged"):
        baserate.xgboost.NetBenefitObjective(RANGE, COST).sklearn([0, 1], [0.0, np.nan])
