"""Classifiers moved to another prevalence, or recalibrated: right, and at home in scikit-learn."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import estimator_checks

from baserate import Cohort, calibration
from baserate.calibration import Logistic
from baserate.errors import NotEstimableWarning, ScoreError, SettingError
from baserate.sklearn import PriorAdjustedClassifier, RecalibratedClassifier, training
from baserate.sklearn.recalibrated import _fitted

FROZEN = tuple(int(part) for part in sklearn.__version__.split(".")[:2]) >= (1, 6)

CHECKED = [
    PriorAdjustedClassifier(GaussianNB(), prevalence=0.5, cost="1:1"),
    RecalibratedClassifier(LogisticRegression(), cv=3),
    RecalibratedClassifier(LogisticRegression(), "intercept", cv=2),
]
# Asks for an environment variable that SciPy reads when it is first imported, and skips without it.
NEEDS_AN_ENVIRONMENT = {"check_array_api_input"}
# Without patients of weight zero the folds are others, and so is what is fitted in them. Later versions of
# scikit-learn check the same with folds that are the same, and that is passed.
OTHER_FOLDS = {"check_sample_weights_invariance"}


def checks() -> Iterator[Any]:
    """Every check that scikit-learn has for each of the classifiers; only OTHER_FOLDS is expected to fail."""
    for model in CHECKED:
        if hasattr(estimator_checks, "estimator_checks_generator"):
            pairs = estimator_checks.estimator_checks_generator(model)
        else:
            pairs = estimator_checks.check_estimator(model, generate_only=True)
        for number, (estimator, check) in enumerate(pairs):
            name = getattr(check, "func", check).__name__
            left_out = OTHER_FOLDS if isinstance(model, RecalibratedClassifier) else set()
            if name not in NEEDS_AN_ENVIRONMENT | left_out:
                short = f"{type(model).__name__}-{CHECKED.index(model)}-{number}-{name}"
                yield pytest.param(estimator, check, id=short)


@pytest.mark.filterwarnings("ignore")  # scikit-learn's checks hand over odd data on purpose
@pytest.mark.parametrize(("estimator", "check"), [*checks()])
def test_scikit_learn_checks(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


def patients(n: int = 800, seed: int = 3, share: float = 0.2) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    y = (random.random(n) < share).astype(int)
    return random.normal(size=(n, 2)) + y[:, None], y


# Moved to another prevalence


def test_trained_balanced_and_used_at_two_percent() -> None:
    """The same probabilities, but for chance, as a model that saw all patients; and the true ones."""
    random = np.random.default_rng(11)
    y = (random.random(400_000) < 0.02).astype(int)
    x = random.normal(size=(400_000, 2)) + np.array([1.0, 0.5]) * y[:, None]
    cases = np.flatnonzero(y == 1)
    chosen = np.concatenate((cases, random.choice(np.flatnonzero(y == 0), len(cases), replace=False)))
    balanced = LogisticRegression(C=1e6)
    moved = PriorAdjustedClassifier(balanced, prevalence=0.02, cost="1:30").fit(x[chosen], y[chosen])
    assert moved.source_prevalence_ == 0.5
    fresh = random.normal(size=(100_000, 2)) + np.array([1.0, 0.5]) * (random.random(100_000) < 0.02)[:, None]
    risk = moved.predict_proba(fresh)[:, 1]
    true_log_odds = np.log(0.02 / 0.98) + fresh @ np.array([1.0, 0.5]) - 0.625
    truth = 1 / (1 + np.exp(-true_log_odds))
    whole = LogisticRegression(C=1e6).fit(x, y).predict_proba(fresh)[:, 1]
    assert abs(np.log(risk / (1 - risk)) - true_log_odds).max() < 0.25
    assert abs(risk.mean() / truth.mean() - 1) < 0.04
    assert abs(risk - whole).mean() < 0.0015
    unmoved = moved.estimator_.predict_proba(fresh)[:, 1]
    assert unmoved.mean() > 10 * truth.mean()
    # Decisions are those of the cost: treat from 1/31 on.
    agree = (moved.predict(fresh) == 1) == (truth >= 1 / 31)
    assert agree.mean() > 0.98


def test_class_weights_are_undone() -> None:
    """A weighted model, moved back, is the plain one but for how chance is weighed."""
    random = np.random.default_rng(8)
    y = (random.random(60_000) < 0.1).astype(int)
    x = random.normal(size=(60_000, 2)) + y[:, None]
    plain = LogisticRegression(C=1e6).fit(x, y).predict_proba(x)[:, 1]
    for weight in ("balanced", {0: 1, 1: 4}, {1: 4.0}, {0: 0.25}):
        model = PriorAdjustedClassifier(LogisticRegression(C=1e6, class_weight=weight), prevalence=y.mean())
        moved = model.fit(x, y).predict_proba(x)[:, 1]
        assert abs(np.log(moved / (1 - moved)) - np.log(plain / (1 - plain))).max() < 0.15
        assert abs(moved.mean() - y.mean()) < 0.002
        expected = 0.5 if weight == "balanced" else 4 * y.sum() / (4 * y.sum() + (1 - y).sum())
        assert model.source_prevalence_ == pytest.approx(expected, abs=1e-12)


class Boosted(LogisticRegression):  # type: ignore[misc]
    """Weighs classes as the boosting libraries do."""

    def __init__(
        self, scale_pos_weight: float | None = None, is_unbalance: bool = False, C: float = 1.0
    ) -> None:
        super().__init__(C=C)
        self.scale_pos_weight = scale_pos_weight
        self.is_unbalance = is_unbalance

    def fit(self, X: Any, y: Any) -> Any:
        return super().fit(X, y, sample_weight=np.where(y == 1, self.scale_pos_weight or 1.0, 1.0))


def test_the_weight_of_the_positive_class_of_boosting_libraries() -> None:
    x, y = patients()
    share = 4 * y.mean() / (4 * y.mean() + 1 - y.mean())
    assert PriorAdjustedClassifier(Boosted(4)).fit(x, y).source_prevalence_ == pytest.approx(share)
    in_search = GridSearchCV(Boosted(), {"scale_pos_weight": [4]})
    assert PriorAdjustedClassifier(in_search).fit(x, y).source_prevalence_ == pytest.approx(share)
    with pytest.raises(SettingError, match="Boosted reweights classes by is_unbalance=True"):
        PriorAdjustedClassifier(Boosted(is_unbalance=True)).fit(x, y)
    stated = PriorAdjustedClassifier(Boosted(is_unbalance=True), source_prevalence=0.5).fit(x, y)
    assert stated.source_prevalence_ == 0.5


class Undersampler(BaseEstimator):  # type: ignore[misc]
    """Looks like one of imbalanced-learn's."""

    def fit(self, X: Any, y: Any = None) -> Any:  # noqa: ARG002
        return self

    def transform(self, X: Any) -> Any:
        return X

    def fit_resample(self, X: Any, y: Any) -> Any:
        return X, y


class BalancedForest(GaussianNB):  # type: ignore[misc]
    """Resamples within its fit, as some of imbalanced-learn's classifiers do, and keeps no prior."""

    def __init__(self, sampling_strategy: str = "auto") -> None:
        super().__init__()
        self.sampling_strategy = sampling_strategy

    def fit(self, X: Any, y: Any) -> Any:
        super().fit(X, y)
        del self.class_prior_
        return self


@pytest.mark.parametrize(
    ("model", "who"),
    [
        (make_pipeline(Undersampler(), LogisticRegression()), "Undersampler"),
        (BalancedForest(), "BalancedForest"),
        (GridSearchCV(make_pipeline(Undersampler(), KNeighborsClassifier()), {}), "Undersampler"),
    ],
)
def test_resampling_within_is_to_be_stated(model: Any, who: str) -> None:
    x, y = patients()
    with pytest.raises(SettingError, match=f"{who} resamples the patients.*State source_prevalence"):
        PriorAdjustedClassifier(model, prevalence=0.02).fit(x, y)


def test_support_vector_machines_undo_weights_of_classes_themselves() -> None:
    """Their probabilities are fitted afterwards, so that balanced weights leave them at the prevalence."""
    x, y = patients(600)
    for weight in ("balanced", {1: 4}):
        model = SVC(class_weight=weight)
        if "probability" in model.get_params():
            model.set_params(probability=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # later versions of scikit-learn would have it calibrated apart
            fitted = model.fit(x, y)
        assert training.kept_prevalence(fitted) is None
        assert training.trained_prevalence(fitted, y == 1, None) == y.mean()
        assert fitted.predict_proba(x)[:, 1].mean() == pytest.approx(y.mean(), abs=0.02)


def test_probabilities_are_moved_in_odds() -> None:
    x, y = patients()
    plain = LogisticRegression().fit(x, y).predict_proba(x)[:, 1]
    source = y.mean()
    for prevalence in (0.01, "60%"):
        target = 0.6 if prevalence == "60%" else 0.01
        moved = PriorAdjustedClassifier(LogisticRegression(), prevalence=prevalence).fit(x, y)
        odds = plain / (1 - plain) * (target / (1 - target)) * (1 - source) / source
        assert moved.predict_proba(x)[:, 1] == pytest.approx(odds / (1 + odds), abs=1e-12)
        assert moved.predict_proba(x).sum(axis=1) == pytest.approx(1.0)
        assert moved.class_prior_ == pytest.approx([1 - target, target])
    kept = PriorAdjustedClassifier(LogisticRegression()).fit(x, y)
    assert np.array_equal(kept.predict_proba(x)[:, 1], plain)
    assert kept.class_prior_ == pytest.approx([1 - source, source])


def test_the_case_may_be_the_first_label() -> None:
    x, y = patients()
    labels = np.array(["survived", "died"])[y]
    first = PriorAdjustedClassifier(LogisticRegression(), prevalence=0.02, cost="1:30", positive="died")
    second = PriorAdjustedClassifier(LogisticRegression(), prevalence=0.02, cost="1:30")
    first.fit(x, labels)
    second.fit(x, y)
    assert first.classes_.tolist() == ["died", "survived"]
    assert first.predict_proba(x)[:, 0] == pytest.approx(second.predict_proba(x)[:, 1], abs=1e-9)
    assert first.source_prevalence_ == second.source_prevalence_ == pytest.approx(y.mean())
    assert first.class_prior_ == pytest.approx([0.02, 0.98])
    assert np.array_equal(first.predict(x) == "died", second.predict(x) == 1)
    with pytest.raises(SettingError, match="positive='dead' is not one of the classes: 'died', 'survived'"):
        PriorAdjustedClassifier(LogisticRegression(), positive="dead").fit(x, labels)


def test_it_predicts_from_the_threshold_of_the_cost() -> None:
    x, y = patients()
    for cost, threshold in (("1:30", 1 / 31), (0.25, 0.25), (None, 0.5)):
        model = PriorAdjustedClassifier(LogisticRegression(), prevalence=0.1, cost=cost).fit(x, y)
        assert model.threshold_ == pytest.approx(threshold)
        assert np.array_equal(model.predict(x), (model.predict_proba(x)[:, 1] >= threshold).astype(int))
        assert 0 < model.predict(x).sum() < len(y) or cost is None


def test_certain_probabilities_stay() -> None:
    x, y = patients()
    tree = PriorAdjustedClassifier(DecisionTreeClassifier(random_state=0), prevalence=0.01).fit(x, y)
    assert np.array_equal(tree.predict_proba(x)[:, 1], y)


def test_weights_change_the_training_prevalence() -> None:
    x, y = patients()
    weight = np.where(y == 1, 3.0, 1.0)
    model = PriorAdjustedClassifier(LogisticRegression(), prevalence=0.1).fit(x, y, sample_weight=weight)
    assert model.source_prevalence_ == pytest.approx(np.average(y, weights=weight))
    with pytest.raises(SettingError, match="KNeighborsClassifier takes no sample_weight"):
        PriorAdjustedClassifier(KNeighborsClassifier()).fit(x, y, sample_weight=weight)


def test_weights_for_the_last_step_of_a_pipeline_count() -> None:
    x, y = patients()
    weight = np.where(y == 1, 3.0, 1.0)
    line = make_pipeline(StandardScaler(), make_pipeline(StandardScaler(), LogisticRegression()))
    model = PriorAdjustedClassifier(line, prevalence=0.1)
    model.fit(x, y, pipeline__logisticregression__sample_weight=weight)
    assert model.source_prevalence_ == pytest.approx(np.average(y, weights=weight))
    with pytest.raises(SettingError, match="may: pass pipeline__logisticregression__sample_weight"):
        model.fit(x, y, sample_weight=weight)
    # Weights for the scaling alone change no prevalence.
    model.fit(x, y, standardscaler__sample_weight=weight)
    assert model.source_prevalence_ == pytest.approx(y.mean())


class ListedWeights(LogisticRegression):  # type: ignore[misc]
    """Weighs classes by a list in their order, as CatBoost does."""

    def __init__(self, class_weights: Any = None) -> None:
        super().__init__()
        self.class_weights = class_weights


def test_weights_of_classes_in_a_list() -> None:
    x, y = patients()
    found = PriorAdjustedClassifier(ListedWeights([1.0, 4.0])).fit(x, y).source_prevalence_
    assert found == pytest.approx(4 * y.mean() / (4 * y.mean() + 1 - y.mean()))


@pytest.mark.parametrize(
    ("model", "expected"),
    [(BernoulliNB(fit_prior=False), 0.5), (BernoulliNB(class_prior=[0.9, 0.1]), 0.1), (BernoulliNB(), None)],
)
def test_the_prior_of_naive_bayes_is_read(model: Any, expected: float | None) -> None:
    x, y = patients()
    found = PriorAdjustedClassifier(model).fit(x, y).source_prevalence_
    assert found == pytest.approx(y.mean() if expected is None else expected)


@pytest.mark.parametrize(
    ("settings", "error", "problem"),
    [
        ({"prevalence": 2}, SettingError, "Was 2 % meant"),
        ({"prevalence": (0.01, 0.1)}, SettingError, "prevalence"),
        ({"source_prevalence": "half"}, SettingError, "source_prevalence='half'"),
        ({"cost": ("1:50", "1:5")}, SettingError, "one cost is needed here"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], error: type[Exception], problem: str) -> None:
    x, y = patients()
    with pytest.raises(error, match=problem):
        PriorAdjustedClassifier(LogisticRegression(), **settings).fit(x, y)


@pytest.mark.parametrize("wrapper", [PriorAdjustedClassifier, RecalibratedClassifier])
def test_labels_that_cannot_be(wrapper: Any) -> None:
    x, y = patients(60)
    with pytest.raises(ValueError, match="Only binary classification is supported"):
        wrapper(LogisticRegression()).fit(x, np.arange(60) % 3)
    with pytest.raises(ValueError, match=r"Two classes are needed; found 1 class: \[1\]"):
        wrapper(LogisticRegression()).fit(x, np.ones(60, dtype=int))
    with pytest.raises(ValueError, match=r"Two classes are needed; found 1 class: \[0\]"):
        wrapper(LogisticRegression()).fit(x, y, sample_weight=1 - y)


@pytest.mark.parametrize("wrapper", [PriorAdjustedClassifier, RecalibratedClassifier])
def test_frames_names_and_pickles(wrapper: Any) -> None:
    x, y = patients()
    frame = pd.DataFrame(x, columns=["age", "lactate"])
    model = wrapper(make_pipeline(StandardScaler(), LogisticRegression())).fit(frame, pd.Series(y))
    assert model.feature_names_in_.tolist() == ["age", "lactate"]
    assert model.n_features_in_ == 2
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict_proba(frame), model.predict_proba(frame))
    assert clone(model).get_params().keys() == model.get_params().keys()
    with pytest.raises(sklearn.exceptions.NotFittedError):
        clone(model).predict(frame)


@pytest.mark.parametrize("wrapper", [PriorAdjustedClassifier, RecalibratedClassifier])
def test_weights_are_routed(wrapper: Any) -> None:
    x, y = patients()
    weight = np.random.default_rng(0).random(800)
    direct = wrapper(LogisticRegression()).fit(x, y, sample_weight=weight)
    with sklearn.config_context(enable_metadata_routing=True):
        inner = LogisticRegression().set_fit_request(sample_weight=True)
        routed = wrapper(inner).set_fit_request(sample_weight=True).fit(x, y, sample_weight=weight)
        asleep = wrapper(LogisticRegression())
        with pytest.raises(sklearn.exceptions.UnsetMetadataPassedError):
            asleep.fit(x, y, sample_weight=weight)
    assert np.array_equal(direct.predict_proba(x), routed.predict_proba(x))


def frozen(model: Any) -> Any:
    from sklearn.frozen import FrozenEstimator

    return FrozenEstimator(model)


def check_models_that_were_fitted_before() -> None:
    x, y = patients()
    other_x, other_y = patients(seed=9, share=0.4)
    before = LogisticRegression().fit(x, y)
    with pytest.raises(SettingError, match="LogisticRegression was fitted before"):
        PriorAdjustedClassifier(frozen(before), prevalence=0.1).fit(other_x, other_y)
    model = PriorAdjustedClassifier(frozen(before), prevalence=0.1, source_prevalence=y.mean())
    expected = PriorAdjustedClassifier(LogisticRegression(), prevalence=0.1).fit(x, y)
    assert model.fit(other_x, other_y).predict_proba(x) == pytest.approx(expected.predict_proba(x))
    bayes = PriorAdjustedClassifier(frozen(GaussianNB().fit(x, y)), prevalence=0.1).fit(other_x, other_y)
    assert bayes.source_prevalence_ == pytest.approx(y.mean())
    mended = RecalibratedClassifier(frozen(before), "intercept").fit(other_x, other_y)
    assert mended.predict_proba(other_x)[:, 1].mean() == pytest.approx(other_y.mean(), abs=1e-9)
    assert mended.estimator_.estimator is before


def check_that_nothing_is_taken_for_frozen() -> None:
    assert not training.is_frozen(LogisticRegression())


# scikit-learn has FrozenEstimator since 1.6.
test_models_that_were_fitted_before = (
    check_models_that_were_fitted_before if FROZEN else check_that_nothing_is_taken_for_frozen
)


# Recalibrated


@pytest.mark.parametrize("method", ["intercept", "slope", "logistic", "beta", "isotonic"])
def test_the_recalibrator_is_fitted_to_predictions_for_patients_held_out(method: str) -> None:
    random = np.random.default_rng(1)
    y = (random.random(1000) < 0.25).astype(int)
    x = np.repeat(random.normal(size=(1000, 1)) + y[:, None], 5, axis=1)
    folds = StratifiedKFold(5)
    held_out = cross_val_predict(GaussianNB(), x, y, cv=folds, method="predict_proba")[:, 1]
    by_name = {recalibrator.name: recalibrator for recalibrator in calibration.ALL}
    expected = by_name[method].fit(y, held_out).predict(GaussianNB().fit(x, y).predict_proba(x)[:, 1])
    model = RecalibratedClassifier(GaussianNB(), method, cv=folds).fit(x, y)
    assert model.predict_proba(x)[:, 1] == pytest.approx(expected, abs=1e-9)
    assert np.array_equal(model.predict(x), (expected >= 0.5).astype(int))
    assert model.class_prior_ == pytest.approx([1 - y.mean(), y.mean()])


def test_weights_count_in_the_recalibrator() -> None:
    x, y = patients()
    weight = np.where(y == 1, 1.0, 5.0) * np.random.default_rng(0).random(800)
    held_out = np.empty(800)
    for train, test in StratifiedKFold(5).split(x, y):
        fold = LogisticRegression().fit(x[train], y[train], sample_weight=weight[train])
        held_out[test] = fold.predict_proba(x[test])[:, 1]
    model = RecalibratedClassifier(LogisticRegression(), "intercept").fit(x, y, sample_weight=weight)
    expected = calibration.Intercept.fit(y, held_out, sample_weight=weight)
    unweighted = calibration.Intercept.fit(y, held_out)
    assert model.recalibrator_.predict([0.5]) == pytest.approx(expected.predict([0.5]), abs=1e-6)
    assert abs(expected.intercept - unweighted.intercept) > 0.1


def test_recalibration_mends_a_model_that_is_too_sure() -> None:
    random = np.random.default_rng(1)
    y = (random.random(20_000) < 0.25).astype(int)
    x = np.repeat(random.normal(size=(20_000, 1)) + y[:, None], 5, axis=1)
    train, test = slice(None, 10_000), slice(10_000, None)
    plain = GaussianNB().fit(x[train], y[train]).predict_proba(x[test])[:, 1]
    mended = RecalibratedClassifier(GaussianNB()).fit(x[train], y[train]).predict_proba(x[test])[:, 1]
    cohort = Cohort.of(y[test])
    assert calibration.slope(cohort, plain).value == pytest.approx(0.2, abs=0.02)
    assert calibration.slope(cohort, mended).value == pytest.approx(1.0, abs=0.1)


def test_rows_of_a_patient_stay_together() -> None:
    """A tree that has seen a patient's other rows is never wrong about them; recalibration must see that."""
    random = np.random.default_rng(4)
    patient = np.repeat(np.arange(200), 4)
    y = (random.random(200) < 0.4).astype(int)[patient]
    x = random.normal(size=(200, 2))[patient]
    tree = DecisionTreeClassifier(random_state=0, min_samples_leaf=3)
    apart = RecalibratedClassifier(tree, "isotonic", cv=GroupKFold(5)).fit(x, y, groups=patient)
    with pytest.raises(ValueError, match="groups"):
        RecalibratedClassifier(tree, "isotonic", cv=GroupKFold(5)).fit(x, y)
    shuffled = StratifiedKFold(5, shuffle=True, random_state=0)
    mixed = RecalibratedClassifier(tree, "isotonic", cv=shuffled).fit(x, y)
    assert np.ptp(mixed.predict_proba(x)[:, 1]) > 0.9
    assert np.ptp(apart.predict_proba(x)[:, 1]) < 0.4


def test_groups_are_routed_to_the_folds() -> None:
    x, y = patients(200)
    patient = np.repeat(np.arange(50), 4)
    direct = RecalibratedClassifier(LogisticRegression(), cv=GroupKFold(5)).fit(x, y, groups=patient)
    with sklearn.config_context(enable_metadata_routing=True):
        routed = RecalibratedClassifier(LogisticRegression(), cv=GroupKFold(5)).fit(x, y, groups=patient)
    assert np.array_equal(direct.predict_proba(x), routed.predict_proba(x))


def test_scores_that_separate_the_classes_teach_nothing() -> None:
    x = np.concatenate((np.linspace(-6, -3, 40), np.linspace(3, 6, 40)))[:, None]
    y = (x[:, 0] > 0).astype(int)
    model = RecalibratedClassifier(LogisticRegression())
    with pytest.warns(NotEstimableWarning, match="The probabilities stay as they are"):
        model.fit(x, y)
    assert model.predict_proba(x) == pytest.approx(LogisticRegression().fit(x, y).predict_proba(x))


def test_certain_and_wrong_predictions_cannot_be_mended_by_a_line() -> None:
    x, y = patients()
    with pytest.raises(ScoreError, match="Recalibrate with Isotonic"):
        RecalibratedClassifier(DecisionTreeClassifier(random_state=0)).fit(x, y)
    with pytest.raises(
        SettingError, match="method must be one of intercept, slope, logistic, beta, isotonic"
    ):
        RecalibratedClassifier(LogisticRegression(), "platt").fit(x, y)


def test_recalibrated_then_moved() -> None:
    """The two work on each other: calibrated at the training prevalence, then moved to another."""
    x, y = patients(4000)
    both = PriorAdjustedClassifier(RecalibratedClassifier(GaussianNB()), prevalence=0.05).fit(x, y)
    assert both.source_prevalence_ == pytest.approx(y.mean())
    weight = np.where(y == 1, 0.05 / y.mean(), 0.95 / (1 - y.mean()))
    risk = both.predict_proba(x)[:, 1]
    assert np.average(risk, weights=weight) == pytest.approx(0.05, abs=0.004)


def test_a_certain_and_wrong_prediction_of_nobody_is_passed_over() -> None:
    """A row of weight 0 is no patient; the classes are separated, so the probabilities stay."""
    risk = np.array([0.1, 0.2, 0.3, 0.7, 0.8, 0.9, 0.0])
    is_case = np.array([False, False, False, True, True, True, True])
    weight = np.array([1.0, 1, 1, 1, 1, 1, 0])
    with pytest.warns(NotEstimableWarning, match="stay as they are"):
        assert _fitted(Logistic, is_case, risk, weight).apply(risk) == pytest.approx(risk)
    with pytest.raises(ScoreError, match="exactly 0 or 1"):
        _fitted(Logistic, is_case, risk, None)
