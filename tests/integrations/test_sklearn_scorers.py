"""Scorers give what the formula says of the predictions, wherever scikit-learn calls them."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    RandomizedSearchCV,
    StratifiedKFold,
    TunedThresholdClassifierCV,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import baserate
from baserate.errors import AssumptionWarning, LabelError, OneClassError, SettingError
from baserate.sklearn import (
    DeploymentScorer,
    PriorAdjustedClassifier,
    accuracy_scorer,
    net_benefit_scorer,
    weighted_accuracy_scorer,
)

COST = 1.0 / 31.0


def patients(n: int = 600, seed: int = 5) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    y = (random.random(n) < 0.2).astype(int)
    return random.normal(size=(n, 3)) + 0.8 * y[:, None], y


def by_definition(y: Any, p: Any, prevalence: float, source: float, cost: float = COST) -> float:
    """Net benefit from counts of true and false positives, scores moved by Bayes' rule in odds."""
    odds = p / (1 - p) * (prevalence / (1 - prevalence)) / (source / (1 - source))
    treated = odds >= cost / (1 - cost)
    tpr, fpr = treated[y == 1].mean(), treated[y == 0].mean()
    return float(prevalence * tpr - cost / (1 - cost) * (1 - prevalence) * fpr)


@pytest.fixture
def kept() -> tuple[PriorAdjustedClassifier, np.ndarray, np.ndarray]:
    """A classifier that keeps its training prevalence, fitted to the first half; and the second half."""
    x, y = patients()
    return PriorAdjustedClassifier(LogisticRegression()).fit(x[:300], y[:300]), x[300:], y[300:]


@pytest.mark.parametrize("prevalence", [0.01, 0.05, 0.3])
def test_the_source_is_the_prevalence_of_the_training_patients(kept: Any, prevalence: float) -> None:
    model, x, y = kept
    source = patients()[1][:300].mean()
    assert source != y.mean()
    p = model.predict_proba(x)[:, 1]
    found = net_benefit_scorer(prevalence, cost="1:30")(model, x, y)
    assert found == pytest.approx(by_definition(y, p, prevalence, source), abs=1e-12)
    assert found != pytest.approx(by_definition(y, p, prevalence, y.mean()), abs=1e-6)


def test_a_range_is_the_mean_over_its_prevalences(kept: Any) -> None:
    model, x, y = kept
    p, source = model.predict_proba(x)[:, 1], patients()[1][:300].mean()
    ends = np.log(np.array([0.01, 0.10]) / (1 - np.array([0.01, 0.10])))
    steps = ends[0] + (np.arange(4000) + 0.5) / 4000 * (ends[1] - ends[0])
    mean = np.mean([by_definition(y, p, q, source) for q in 1 / (1 + np.exp(-steps))])
    assert net_benefit_scorer((0.01, 0.10), cost="1:30")(model, x, y) == pytest.approx(mean, abs=2e-5)


def test_without_a_prevalence_probabilities_are_used_as_they_are(kept: Any) -> None:
    model, x, y = kept
    treated = model.predict_proba(x)[:, 1] >= COST
    right, wrong = (treated & (y == 1)).mean(), (treated & (y == 0)).mean()
    found = net_benefit_scorer(cost="1:30")(model, x, y)
    assert found == pytest.approx(right - wrong / 30, abs=1e-12)


def test_the_other_units(kept: Any) -> None:
    model, x, y = kept
    p, source = model.predict_proba(x)[:, 1], model.class_prior_[1]
    odds = p / (1 - p) * (0.05 / 0.95) / (source / (1 - source))
    for scorer, c in (
        (accuracy_scorer(0.05), 0.5),
        (weighted_accuracy_scorer(0.05, cost="1:30"), COST),
    ):
        treated = odds >= c / (1 - c)
        tpr, tnr = treated[y == 1].mean(), (~treated)[y == 0].mean()
        worth = (1 - c) * 0.05, c * 0.95
        expected = (worth[0] * tpr + worth[1] * tnr) / sum(worth)
        assert scorer(model, x, y) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("prevalence", [0.01, 0.2])
def test_counted_from_a_default_strategy(kept: Any, prevalence: float) -> None:
    model, x, y = kept
    ask: dict[str, Any] = {"prevalence": prevalence, "cost": "1:30"}
    value = net_benefit_scorer(**ask)(model, x, y)
    treat_all = prevalence - (1 - prevalence) / 30
    for minus, worth in (
        ("treat none", 0.0),
        ("treat all", treat_all),
        ("without a model", max(0.0, treat_all)),
    ):
        found = net_benefit_scorer(**ask, minus=minus)(model, x, y)
        assert found == pytest.approx(value - worth, abs=1e-12), minus


def test_a_range_minus_what_is_done_without_a_model(kept: Any) -> None:
    """The better default is chosen at each prevalence, not once for the range."""
    model, x, y = kept
    ask: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}
    ends = np.log(np.array([0.01, 0.10]) / (1 - np.array([0.01, 0.10])))
    q = 1 / (1 + np.exp(-(ends[0] + (np.arange(4000) + 0.5) / 4000 * (ends[1] - ends[0]))))
    default = np.maximum(q - (1 - q) / 30, 0.0).mean()
    value = net_benefit_scorer(**ask)(model, x, y)
    found = net_benefit_scorer(**ask, minus="without a model")(model, x, y)
    assert found == pytest.approx(value - default, abs=1e-6)
    # Half of the difference in prevalence being label shift changes decisions, not what is done without them.
    half = {**ask, "shift": 0.5, "prevalence": 0.05}
    worth = 0.05 - 0.95 / 30
    assert net_benefit_scorer(**half, minus="without a model")(model, x, y) == pytest.approx(
        net_benefit_scorer(**half)(model, x, y) - worth, abs=1e-12
    )


def test_shift_is_handed_on(kept: Any) -> None:
    model, x, y = kept
    p = model.predict_proba(x)[:, 1]
    ask: dict[str, Any] = {"prevalence": 0.1, "cost": "1:30", "shift": 0.4}
    expected = baserate.net_benefit(y, p, source_prevalence=float(model.class_prior_[1]), **ask)
    assert net_benefit_scorer(**ask)(model, x, y) == expected


# Labels


def test_labels_of_any_kind(kept: Any) -> None:
    model, x, y = kept
    train_x, train_y = (part[:300] for part in patients())
    numbers = net_benefit_scorer(0.05, cost="1:30")(model, x, y)
    for labels in (np.array(["alive", "died"]), np.array([False, True]), np.array([1, 2])):
        other = clone(model).fit(train_x, labels[train_y])
        assert net_benefit_scorer(0.05, cost="1:30")(other, x, labels[y]) == numbers
    swapped = clone(model).fit(train_x, np.array(["survived", "died"])[train_y])
    found = net_benefit_scorer(0.05, cost="1:30", positive="died")(
        swapped, x, np.array(["survived", "died"])[y]
    )
    assert found == pytest.approx(numbers, abs=1e-12)


def test_labels_that_cannot_be(kept: Any) -> None:
    model, x, y = kept
    with pytest.raises(SettingError, match=r"positive='died' is not one of the classes: 0, 1\."):
        net_benefit_scorer(cost="1:30", positive="died")(model, x, y)
    with pytest.raises(LabelError, match=r"1 of 300 labels are none of the classes .* the first is 7"):
        net_benefit_scorer(cost="1:30")(model, x, np.append(7, y[1:]))
    with pytest.raises(OneClassError):
        net_benefit_scorer(cost="1:30")(model, x, np.zeros(300, dtype=int))
    three = LogisticRegression().fit(x, np.arange(300) % 3)
    with pytest.raises(SettingError, match="LogisticRegression has 3 classes"):
        net_benefit_scorer(cost="1:30")(three, x, np.arange(300) % 3)
    with pytest.raises(SettingError, match=r"LinearSVC has no predict_proba; .*response_method='predict'"):
        net_benefit_scorer(cost="1:30")(LinearSVC().fit(x, y), x, y)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"source_prevalence": "trian"}, "Or 'train' for that of the training patients"),
        ({"source_prevalence": 5}, "Was 5 % meant"),
        ({"minus": "nothing"}, "minus must be one of treat all, treat none, without a model"),
        ({"response_method": "decision_function"}, "response_method must be one of predict_proba, predict"),
        ({"cost": "30"}, "cost"),
        ({"prevalence": 0}, "prevalence"),
    ],
)
def test_settings_are_checked_when_the_scorer_is_made(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingError, match=problem):
        net_benefit_scorer(**{"cost": "1:30", **settings})


# Which prevalence a classifier was trained at


def test_a_classifier_that_does_not_keep_it_is_told_of_once() -> None:
    x, y = patients()
    model = LogisticRegression().fit(x[:300], y[:300])
    scorer = net_benefit_scorer(0.05, cost="1:30")
    with pytest.warns(AssumptionWarning, match="LogisticRegression does not keep the prevalence") as told:
        found = scorer(model, x[300:], y[300:])
    assert len(told) == 1
    assert told[0].filename == __file__
    p = model.predict_proba(x[300:])[:, 1]
    assert found == pytest.approx(by_definition(y[300:], p, 0.05, y[300:].mean()), abs=1e-12)
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("default")
        cross_val_score(LogisticRegression(), x, y, scoring=clone(scorer))
    assert len(shown) == 1


def test_it_is_told_once_more_where_it_cannot_be_true() -> None:
    """Of two hospitals one at most has the prevalence of the training."""
    x, y = patients()
    model = LogisticRegression().fit(x, y)
    scorer = net_benefit_scorer(0.05, cost="1:30")
    rare = np.flatnonzero((y == 0) | (np.arange(len(y)) % 4 == 0))
    with pytest.warns(AssumptionWarning, match="does not keep"):
        scorer(model, x, y)
    scorer(model, x[1:], y[1:])  # one patient less: nothing is said, which would be an error here
    with pytest.warns(
        AssumptionWarning, match=r"is 20\.8 % here and 6\.5 % there, and both are taken"
    ) as told:
        scorer(model, x[rare], y[rare])
    assert told[0].filename == __file__
    assert (round(100 * y.mean(), 1), round(100 * y[rare].mean(), 2)) == (20.8, 6.5)
    scorer(model, x[rare], y[rare])


@pytest.mark.parametrize("positive", [0, 1])
@pytest.mark.filterwarnings("ignore:.*does not keep")
def test_weights_of_classes_are_part_of_what_is_assumed(positive: int) -> None:
    """With ten times the weight on one class probabilities are calibrated to ten times the odds."""
    x, y = patients()
    model = LogisticRegression(class_weight={1: 10.0}).fit(x, y)
    found = net_benefit_scorer(0.05, cost="1:30", positive=positive)(model, x, y)
    odds = 10.0 * y.mean() / (1.0 - y.mean())
    source = odds / (1.0 + odds)
    source = source if positive else 1.0 - source
    p = model.predict_proba(x)[:, positive]
    expected = by_definition((y == positive).astype(int), p, 0.05, source)
    assert found == pytest.approx(expected, abs=1e-12)


class Unbalanced(LogisticRegression):  # type: ignore[misc]
    """Weighs classes by a rule of its own, as LightGBM does."""

    def __init__(self, is_unbalance: bool = True) -> None:
        super().__init__()
        self.is_unbalance = is_unbalance


@pytest.mark.filterwarnings("ignore:.*does not keep")
def test_a_rule_that_is_not_known_is_to_be_stated() -> None:
    x, y = patients()
    model = Unbalanced().fit(x, y)
    with pytest.raises(SettingError, match="Unbalanced reweights classes by is_unbalance=True"):
        net_benefit_scorer(0.05, cost="1:30")(model, x, y)
    net_benefit_scorer(0.05, cost="1:30", source_prevalence=0.5)(model, x, y)
    net_benefit_scorer(cost="1:30")(model, x, y)


def test_nothing_is_assumed_where_nothing_is_moved_or_the_source_is_stated() -> None:
    x, y = patients()
    model = LogisticRegression().fit(x[:300], y[:300])
    net_benefit_scorer(cost="1:30")(model, x, y)
    p = model.predict_proba(x)[:, 1]
    found = net_benefit_scorer(0.05, cost="1:30", source_prevalence="15%")(model, x, y)
    assert found == pytest.approx(by_definition(y, p, 0.05, 0.15), abs=1e-12)


@pytest.mark.parametrize(
    "model",
    [
        GaussianNB(),
        make_pipeline(StandardScaler(), GaussianNB()),
        GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}),
        TunedThresholdClassifierCV(GaussianNB()),
        make_pipeline(StandardScaler(), PriorAdjustedClassifier(LogisticRegression())),
        PriorAdjustedClassifier(make_pipeline(StandardScaler(), LogisticRegression())),
        PriorAdjustedClassifier(CalibratedClassifierCV(GaussianNB())),
    ],
    ids=lambda model: " ".join(str(model).split())[:60],
)
def test_where_the_training_prevalence_is_found(model: Any) -> None:
    x, y = patients()
    model = clone(model).fit(x[:300], y[:300])
    p = model.predict_proba(x[300:])[:, 1]
    found = net_benefit_scorer(0.05, cost="1:30")(model, x[300:], y[300:])
    assert found == pytest.approx(by_definition(y[300:], p, 0.05, y[:300].mean()), abs=1e-12)


def test_a_model_trained_on_balanced_classes_is_calibrated_to_one_half() -> None:
    x, y = patients()
    model = LogisticRegression(class_weight="balanced").fit(x[:300], y[:300])
    p = model.predict_proba(x[300:])[:, 1]
    found = net_benefit_scorer(0.05, cost="1:30")(model, x[300:], y[300:])
    assert found == pytest.approx(by_definition(y[300:], p, 0.05, 0.5), abs=1e-12)


def test_in_folds_by_hospital_the_source_is_that_of_the_other_hospitals() -> None:
    random = np.random.default_rng(2)
    hospital = np.repeat(np.arange(4), 200)
    y = (random.random(800) < np.array([0.05, 0.15, 0.3, 0.5])[hospital]).astype(int)
    x = random.normal(size=(800, 2)) + y[:, None]
    model = PriorAdjustedClassifier(LogisticRegression())
    found = cross_val_score(
        model, x, y, groups=hospital, cv=GroupKFold(4), scoring=net_benefit_scorer(0.1, cost="1:30")
    )
    expected = []
    for train, test in GroupKFold(4).split(x, y, hospital):
        p = LogisticRegression().fit(x[train], y[train]).predict_proba(x[test])[:, 1]
        expected.append(by_definition(y[test], p, 0.1, y[train].mean()))
        assert abs(y[train].mean() - y[test].mean()) > 0.03
    assert found == pytest.approx(np.array(expected), abs=1e-12)


# Where scikit-learn takes a scorer


def test_several_scorers_at_once() -> None:
    x, y = patients()
    model = PriorAdjustedClassifier(LogisticRegression(), positive=0)
    scoring = {
        "net benefit": net_benefit_scorer(0.05, cost="1:30"),
        "of survival": net_benefit_scorer(0.95, cost="1:30", positive=0),
        "roc_auc": "roc_auc",
        "brier": "neg_brier_score",
    }
    together = cross_validate(model, x, y, scoring=scoring)
    for name, scorer in scoring.items():
        assert together[f"test_{name}"] == pytest.approx(cross_val_score(model, x, y, scoring=scorer))
    assert abs(together["test_net benefit"] - together["test_of survival"]).min() > 0.1


@pytest.mark.parametrize("search", [GridSearchCV, RandomizedSearchCV])
def test_a_search_picks_by_net_benefit(search: Any) -> None:
    x, y = patients()
    scorer = net_benefit_scorer((0.01, 0.1), cost="1:30")
    how = {"n_iter": 3, "random_state": 0} if search is RandomizedSearchCV else {}
    grid = {"estimator__C": [1e-4, 1e-2, 1.0]}
    found = search(PriorAdjustedClassifier(LogisticRegression()), grid, scoring=scorer, **how).fit(x, y)
    means = [
        cross_val_score(PriorAdjustedClassifier(LogisticRegression(C=c)), x, y, scoring=scorer).mean()
        for c in found.cv_results_["param_estimator__C"]
    ]
    assert found.cv_results_["mean_test_score"] == pytest.approx(np.array(means))
    assert found.score(x, y) == scorer(found, x, y) == scorer(found.best_estimator_, x, y)


def test_estimators_with_folds_of_their_own() -> None:
    x, y = patients()
    scorer = net_benefit_scorer(cost="1:30")
    how = {"use_legacy_attributes": False} if sklearn.__version__ >= "1.8" else {}
    model = LogisticRegressionCV(Cs=2, cv=3, scoring=scorer, **how)
    if "l1_ratios" in model.get_params() and sklearn.__version__ >= "1.8":
        model.set_params(l1_ratios=(0.0,))
    model.fit(x, y)
    assert model.score(x, y) == scorer(model, x, y)
    calibrated = CalibratedClassifierCV(LogisticRegression())
    assert len(cross_val_score(calibrated, x, y, scoring=scorer)) == 5


def brute_force(x: Any, y: Any, prevalence: float | None, thresholds: np.ndarray, cost: float) -> np.ndarray:
    """Mean over five stratified folds of net benefit at each threshold on the raw probability."""
    curves = []
    for train, test in StratifiedKFold(5).split(x, y):
        p = LogisticRegression().fit(x[train], y[train]).predict_proba(x[test])[:, 1]
        q = y[test].mean() if prevalence is None else prevalence
        treated = p[:, None] >= thresholds
        tpr, fpr = treated[y[test] == 1].mean(axis=0), treated[y[test] == 0].mean(axis=0)
        curves.append(q * tpr - cost / (1 - cost) * (1 - q) * fpr)
    return np.asarray(np.mean(curves, axis=0))


@pytest.mark.parametrize("prevalence", [None, 0.02, 0.05])
@pytest.mark.parametrize("text", [False, True])
def test_the_tuned_threshold_is_the_best_one(prevalence: float | None, text: bool) -> None:
    x, y = patients(3000)
    thresholds = np.geomspace(0.005, 0.9, 150)
    labels = np.array(["survived", "died"])[y] if text else y
    scorer = net_benefit_scorer(prevalence, cost="1:9", positive="died" if text else None)
    tuned = TunedThresholdClassifierCV(
        LogisticRegression(), scoring=scorer, thresholds=thresholds, store_cv_results=True
    ).fit(x, labels)
    curve = brute_force(x, y, prevalence, thresholds, 0.1)
    assert tuned.cv_results_["scores"] == pytest.approx(curve, abs=1e-12)
    assert tuned.best_threshold_ == thresholds[curve.argmax()]
    # It is near the one that needs no tuning: the cost's threshold, moved from the deployment to the data.
    where = 0.2 if prevalence is None else prevalence
    expected = baserate.odds.adjust(0.1, source=where, target=y.mean())
    assert abs(baserate.odds.logit(tuned.best_threshold_) - baserate.odds.logit(expected)) < 0.8
    assert (tuned.predict(x) == ("died" if text else 1)).sum() == (
        tuned.predict_proba(x)[:, list(tuned.classes_).index("died" if text else 1)] >= tuned.best_threshold_
    ).sum()


def test_one_threshold_for_a_range_is_worth_less_than_one_at_each_prevalence() -> None:
    x, y = patients(4000)
    ask: dict[str, Any] = {"prevalence": (0.01, 0.3), "cost": "1:9"}
    train, test = slice(None, 2000), slice(2000, None)
    tuned = TunedThresholdClassifierCV(LogisticRegression(), scoring=net_benefit_scorer(**ask))
    tuned.fit(x[train], y[train])
    decided = net_benefit_scorer(**ask, response_method="predict")(tuned, x[test], y[test])
    adjusted = PriorAdjustedClassifier(LogisticRegression()).fit(x[train], y[train])
    assert net_benefit_scorer(**ask)(adjusted, x[test], y[test]) > decided > 0.0


def test_decisions_must_be_labels() -> None:
    scorer = net_benefit_scorer(cost="1:30")
    with pytest.raises(SettingError, match="decisions must be labels; found 5 values"):
        scorer._score_func([0, 1, 1], [0.2, 0.3, 0.4])


# Weights


@pytest.fixture
def _routing() -> Iterator[None]:
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def test_weights_count_patients(kept: Any) -> None:
    model, x, y = kept
    weight = np.arange(300) % 3
    scorer = net_benefit_scorer(0.05, cost="1:30")
    repeated = scorer(model, np.repeat(x, weight, axis=0), np.repeat(y, weight))
    assert scorer(model, x, y, sample_weight=weight) == pytest.approx(repeated, abs=1e-12)
    assert scorer(model, x, y) != pytest.approx(repeated, abs=1e-6)


@pytest.mark.usefixtures("_routing")
def test_weights_are_routed() -> None:
    x, y = patients()
    weight = np.random.default_rng(0).random(600)
    inner = LogisticRegression().set_fit_request(sample_weight=True)
    model = PriorAdjustedClassifier(inner).set_fit_request(sample_weight=True)
    scorer = net_benefit_scorer(0.05, cost="1:30").set_score_request(sample_weight=True)
    found = cross_validate(model, x, y, scoring={"nb": scorer}, params={"sample_weight": weight}, cv=3)
    expected = []
    for train, test in StratifiedKFold(3).split(x, y):
        fitted = LogisticRegression().fit(x[train], y[train], sample_weight=weight[train])
        p = fitted.predict_proba(x[test])[:, 1]
        source = np.average(y[train], weights=weight[train])
        odds = p / (1 - p) * (0.05 / 0.95) / (source / (1 - source))
        treated, w, of = odds >= 1 / 30, weight[test], y[test] == 1
        rates = [np.average(treated[side], weights=w[side]) for side in (of, ~of)]
        expected.append(0.05 * rates[0] - 0.95 / 30 * rates[1])
    assert found["test_nb"] == pytest.approx(np.array(expected), abs=1e-12)
    unweighted = clone(scorer).set_score_request(sample_weight=False)
    other = cross_validate(model, x, y, scoring=unweighted, params={"sample_weight": weight}, cv=3)
    assert not np.allclose(other["test_score"], found["test_nb"])


@pytest.mark.usefixtures("_routing")
def test_weights_are_routed_to_the_tuning_of_a_threshold() -> None:
    x, y = patients()
    weight = np.where(y == 1, 5.0, 1.0)
    scorer = net_benefit_scorer(cost="1:2").set_score_request(sample_weight=True)
    inner = LogisticRegression().set_fit_request(sample_weight=False)
    tuned = TunedThresholdClassifierCV(inner, scoring=scorer).fit(x, y, sample_weight=weight)
    plain = TunedThresholdClassifierCV(inner, scoring=net_benefit_scorer(cost="1:2")).fit(x, y)
    assert tuned.best_threshold_ < plain.best_threshold_


# An object


def test_a_scorer_pickles_clones_and_says_what_it_is(kept: Any) -> None:
    model, x, y = kept
    scorer = net_benefit_scorer(
        (0.01, 0.1), cost=("1:50", "1:5"), positive=1, source_prevalence=0.2, shift=0.5, minus="treat all"
    )
    assert repr(scorer) == (
        "net_benefit_scorer(1 % to 10 %, cost=1:50 to 1:5, positive=1, source_prevalence=0.2, shift=0.5, "
        "minus='treat all')"
    )
    assert repr(net_benefit_scorer(cost=0.1, response_method="predict")) == (
        "net_benefit_scorer(observed prevalence, cost=1:9, response_method='predict')"
    )
    for copied in (pickle.loads(pickle.dumps(scorer)), clone(scorer)):
        assert isinstance(copied, DeploymentScorer)
        assert copied is not scorer
        assert repr(copied) == repr(scorer)
        assert copied(model, x, y) == scorer(model, x, y)


def test_a_scorer_is_used_by_other_processes() -> None:
    x, y = patients(200)
    scorer = net_benefit_scorer(0.05, cost="1:30")
    model = PriorAdjustedClassifier(LogisticRegression())
    one = cross_val_score(model, x, y, scoring=scorer)
    assert cross_val_score(model, x, y, scoring=scorer, n_jobs=2) == pytest.approx(one)
