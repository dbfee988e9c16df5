"""Internal validation: what is left of a model's worth on patients whom it has not seen."""

from __future__ import annotations

import math
import pickle
import warnings
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, KFold, RepeatedStratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

import baserate
from baserate.errors import AssumptionWarning, DataError, SettingError, TooFewError
from baserate.extensions.validation import Validation, validate
from baserate.extensions.validation.fitting import Learning
from baserate.extensions.validation.splits import bootstrap_samples, folds

pytestmark = pytest.mark.filterwarnings("ignore:.*look like decisions.*")
ASKED: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:9"}


def patients(n: int = 200, noise: int = 4, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Features, of which two tell, and outcomes: a fifth has it, evenly in five folds."""
    rng = np.random.default_rng(seed)
    y = np.zeros(n, dtype=int)
    y[rng.permutation(n)[: n // 5]] = 1
    x = rng.normal(size=(n, 2 + noise))
    x[:, 0] += 1.2 * y
    x[:, 1] -= 0.8 * y
    return x, y


class Fixed(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Learns nothing: the risk follows from the first feature."""

    def fit(self, X: Any, y: Any) -> Fixed:  # noqa: ARG002
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X: Any) -> np.ndarray:
        risk = 1.0 / (1.0 + np.exp(1.8 - np.asarray(X)[:, 0]))
        return np.column_stack([1.0 - risk, risk])


class Prevalence(Fixed):
    """Everyone has the risk of those fitted to."""

    def fit(self, X: Any, y: Any) -> Prevalence:  # noqa: ARG002
        self.classes_, self.share_ = np.unique(y), float(np.mean(y))
        return self

    def predict_proba(self, X: Any) -> np.ndarray:
        return np.tile([1.0 - self.share_, self.share_], (len(X), 1))


class Failing(Fixed):
    """Fails where it is fitted to fewer than all."""

    def fit(self, X: Any, y: Any) -> Failing:
        if len(X) < 200:
            raise RuntimeError("no convergence")
        super().fit(X, y)
        return self


@pytest.mark.parametrize("method", ["cross-validation", "bootstrap"])
def test_who_learns_nothing_has_no_optimism(method: Any) -> None:
    x, y = patients()
    found = validate(Fixed(), x, y, method=method, cv=5, repeats=3, prevalence=None, cost="1:9")
    result = found.measure("Fixed")
    worth = baserate.net_benefit(y, Fixed().fit(x, y).predict_proba(x)[:, 1], cost="1:9")
    assert result.apparent == pytest.approx(worth, abs=1e-12)
    tolerance = 1e-12 if method == "cross-validation" else 0.02
    assert result.optimism == pytest.approx(0.0, abs=tolerance)


def test_repeats_do_not_pass_for_more_patients() -> None:
    """The same risks in every repeat are as sure as in one."""
    x, y = patients()
    errors = [
        validate(Fixed(), x, y, cv=5, repeats=repeats, **ASKED).score("Fixed").standard_error
        for repeats in (1, 6)
    ]
    assert errors[1] == pytest.approx(errors[0], rel=0.03)


def test_cross_validation_is_what_a_loop_gives() -> None:
    x, y = patients()
    splitter = RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=3)
    found = validate(LogisticRegression(C=1e3), x, y, cv=splitter, prevalence=None, cost="1:9")
    treated_cases = treated_others = 0
    for train, test in splitter.split(x, y):
        risk = LogisticRegression(C=1e3).fit(x[train], y[train]).predict_proba(x[test])[:, 1]
        treated_cases += int(((risk >= 0.1) & (y[test] == 1)).sum())
        treated_others += int(((risk >= 0.1) & (y[test] == 0)).sum())
    by_hand = (treated_cases - treated_others / 9) / (2 * len(y))
    assert found.score("LogisticRegression").value == pytest.approx(by_hand, abs=1e-12)
    assert found.evaluation.score("LogisticRegression").value == pytest.approx(by_hand, abs=1e-12)


def test_the_bootstrap_is_harrells() -> None:
    """Apparent minus mean of (own sample minus everyone), from counts."""
    x, y = patients(100)
    found = validate(
        LogisticRegression(C=1e3), x, y, method="bootstrap", repeats=8, prevalence=None, cost="1:9", seed=4
    )

    def worth(model: Any, rows: Any) -> float:
        treated = model.predict_proba(x[rows])[:, 1] >= 0.1
        return float((treated & (y[rows] == 1)).mean() - (treated & (y[rows] == 0)).mean() / 9)

    everyone = np.arange(100)
    optimism = []
    for fit in bootstrap_samples(Learning.of(x, y, None, None, None), 8, 4):
        model = LogisticRegression(C=1e3).fit(x[fit.train], y[fit.train])
        optimism.append(worth(model, fit.train) - worth(model, everyone))
    apparent = worth(LogisticRegression(C=1e3).fit(x, y), everyone)
    result = found.measure("LogisticRegression")
    assert result.apparent == pytest.approx(apparent, abs=1e-12)
    assert result.optimism == pytest.approx(np.mean(optimism), abs=1e-12)
    assert result.monte_carlo == pytest.approx(np.std(optimism, ddof=1) / math.sqrt(8), abs=1e-12)
    assert result.get().standard_error > found.evaluation.score("LogisticRegression").standard_error


def test_folds_of_other_prevalences_are_brought_to_one() -> None:
    """Whoever only knows the prevalence fitted to ranks nobody: unadjusted the AUC would be below 1/2."""
    x, y = patients()
    cluster = np.repeat(np.arange(20), 10)
    y = (cluster % 5 == 0).astype(int) ^ (np.random.default_rng(1).random(200) < 0.1)
    found = validate(Prevalence(), x, y, cv=4, repeats=2, cluster=cluster, **ASKED)
    assert found.auc("Prevalence").value == pytest.approx(0.5, abs=1e-9)
    without = found.evaluation.score("without a model").value
    assert found.score("Prevalence").value == pytest.approx(without, abs=1e-9)


def test_a_cluster_is_never_torn_apart() -> None:
    x, y = patients()
    cluster = np.random.default_rng(5).integers(0, 30, len(y))
    data = Learning.of(x, y, None, None, cluster)
    every = folds(data, 5, 2, 0)
    assert len(every) == 10
    for fit in every:
        assert not set(cluster[fit.train]) & set(cluster[fit.tests[0]])
    tested = np.concatenate([fit.tests[0] for fit in every])
    assert np.array_equal(np.bincount(tested), np.full(len(y), 2))
    for fit in bootstrap_samples(data, 3, 0):
        times = np.bincount(fit.train, minlength=len(y))
        assert all(len(set(times[cluster == one])) == 1 for one in np.unique(cluster))


def test_optimism_of_an_overfitted_model_is_found() -> None:
    x, y = patients(200, noise=18)
    model = LogisticRegression(C=100.0, max_iter=1000)
    for method, repeats in (("cross-validation", 1), ("bootstrap", 10)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", AssumptionWarning)
            found = validate(model, x, y, method=method, cv=5, repeats=repeats, **ASKED)
        assert found.measure("LogisticRegression").optimism > 0.01
        assert found.measure("LogisticRegression", "auc").optimism > 0.05
        assert found.measure("LogisticRegression", "calibration_slope").get().value < 0.9


def test_the_bootstrap_warns_of_who_interpolates() -> None:
    x, y = patients()
    with pytest.warns(AssumptionWarning, match=r"near: the apparent AUC is 1\.000, out of bag .* too little"):
        validate(
            {"near": KNeighborsClassifier(3, weights="distance")},
            x,
            y,
            method="bootstrap",
            repeats=5,
            **ASKED,
        )


@pytest.mark.parametrize(("noise", "warns"), [(0, False), (25, True)])
def test_the_bootstrap_warns_of_many_features_below_an_auc_of_nine_tenths(noise: int, warns: bool) -> None:
    """The apparent AUC need not be near 1 for a learner to remember its patients."""
    x, y = patients(300, noise)
    x[:, :2] *= 0.2
    x[:, :2] += np.random.default_rng(1).normal(size=(300, 2))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = validate({"a": LogisticRegression(C=1e3)}, x, y, method="bootstrap", repeats=5, **ASKED)
    assert found.measure("a", "auc").apparent < 0.9
    assert any(isinstance(one.message, AssumptionWarning) for one in caught) == warns


def test_a_lazy_frame_is_read() -> None:
    x, y = patients(60)
    one, other = (
        validate(LogisticRegression(), features, y, cv=2, repeats=1, pairs=False, **ASKED).score(
            "LogisticRegression"
        )
        for features in (x, pl.DataFrame(x).lazy())
    )
    assert one.value == other.value


def test_a_long_error_is_cut() -> None:
    x, y = patients()
    with pytest.raises(DataError, match=r"ValueError: Expected 2D array, got 1D array .*\.\.\.") as caught:
        validate(LogisticRegression(), x[:, 0], y, cv=5, **ASKED)
    assert len(str(caught.value)) < 400


def test_two_estimators_are_compared_on_the_same_folds() -> None:
    x, y = patients()
    few, all_ = make_pipeline(_First(2), LogisticRegression()), LogisticRegression(C=1e4)
    found = validate(
        {"few": few, "all": all_, "copy": all_}, x, y, cv=5, repeats=2, thresholds=[0.2], **ASKED
    )
    difference = found.compare("few", "all")
    scores = [found.score(name) for name in ("few", "all")]
    assert difference.value == pytest.approx(scores[0].value - scores[1].value, abs=1e-12)
    assert difference.standard_error < 0.9 * math.hypot(*(one.standard_error for one in scores))
    assert found.compare("all", "few").value == -difference.value
    assert (found.compare("all", "few").low, found.compare("all", "few").high) == pytest.approx(
        (-difference.high, -difference.low)
    )
    copy = found.compare("all", "copy")
    assert copy.value == 0.0
    assert copy.low <= 0.0 <= copy.high
    auc = found.measure("few", "auc", minus="all")
    assert auc.get().value == pytest.approx(found.auc("few").value - found.auc("all").value)
    at = found.measure("few", threshold=0.2, minus="all").get().value
    apart = [found.measure(name, threshold=0.2).get().value for name in ("few", "all")]
    assert at == pytest.approx(apart[0] - apart[1], abs=1e-12)


class _First(BaseEstimator):  # type: ignore[misc]
    """Keeps the first features."""

    def __init__(self, number: int = 2) -> None:
        self.number = number

    def fit(self, X: Any, y: Any = None) -> _First:  # noqa: ARG002
        return self

    def transform(self, X: Any) -> Any:
        return np.asarray(X)[:, : self.number]


@pytest.mark.parametrize("method", ["cross-validation", "bootstrap"])
def test_the_difference_to_a_default_strategy_is_the_score_minus_it(method: Any) -> None:
    x, y = patients()
    found = validate(LogisticRegression(), x, y, method=method, cv=5, repeats=4, **ASKED)
    lead = found.compare("LogisticRegression", "treat all")
    score, treat_all = found.score("LogisticRegression"), found.evaluation.score("treat all")
    assert treat_all.is_exact
    assert lead.value == pytest.approx(score.value - treat_all.value, abs=1e-12)
    assert lead.standard_error == pytest.approx(score.standard_error, rel=0.02)


def test_text_labels_frames_and_pipelines_give_the_same_numbers() -> None:
    x, y = patients()
    plain = validate(LogisticRegression(), x, y, cv=5, repeats=2, **ASKED)
    frame = pd.DataFrame(x, columns=[f"x{i}" for i in range(x.shape[1])], index=np.arange(len(y)) + 1000)
    died = pd.Series(np.where(y == 1, "dead", "alive"), name="status", index=frame.index)
    named = validate(LogisticRegression(), frame, died, positive="dead", cv=5, repeats=2, **ASKED)
    assert named.score("LogisticRegression").value == pytest.approx(plain.score("LogisticRegression").value)
    assert named.evaluation.question.roles.outcome == "status"
    assert isinstance(named.to_frame(), pd.DataFrame)
    assert isinstance(plain.to_frame(), pl.DataFrame)
    for features in (pl.DataFrame(x), csr_matrix(x), x.tolist()):
        same = validate(LogisticRegression(), features, died, positive="dead", cv=5, repeats=2, **ASKED)
        assert same.score("LogisticRegression").value == pytest.approx(
            plain.score("LogisticRegression").value
        )
    other = validate(LogisticRegression(), frame, died, positive="alive", cv=5, repeats=1, **ASKED)
    assert other.apparent.everyone.positives == 160


def test_weights_are_for_fitting_and_for_scoring() -> None:
    """Weights of zero and one are as if those of zero were not there; in pipelines too."""
    x, y = patients()
    weight = np.ones(len(y))
    weight[::4] = 0.0
    kept = weight > 0.0
    pipeline = make_pipeline(_First(6), LogisticRegression())
    splitter = KFold(5)
    found = validate(pipeline, x, y, cv=splitter, sample_weight=weight, **ASKED)
    fitted = found.fitted["LogisticRegression"][-1].coef_
    assert fitted == pytest.approx(LogisticRegression(tol=1e-8).fit(x[kept], y[kept]).coef_, abs=1e-3)
    by_weight = baserate.net_benefit(
        y,
        found.fitted["LogisticRegression"].predict_proba(x)[:, 1],
        sample_weight=weight,
        source_prevalence=y[kept].mean(),
        **ASKED,
    )
    assert found.measure("LogisticRegression").apparent == pytest.approx(by_weight, abs=1e-12)


def test_a_learner_that_balances_classes_states_its_source() -> None:
    x, y = patients(400)
    plain = LogisticRegression(C=1e4)
    balanced = LogisticRegression(C=1e4, class_weight="balanced")
    asked = {"cv": 5, "repeats": 2, **ASKED}
    both = validate(
        {"plain": plain, "balanced": balanced}, x, y, source_prevalence={"balanced": 0.5}, **asked
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", baserate.errors.ScaleWarning)
        unstated = validate({"balanced": balanced}, x, y, **asked)
    assert abs(both.compare("balanced", "plain").value) < 0.003
    assert unstated.score("balanced").value < both.score("balanced").value - 0.005
    assert both.measure("balanced", "observed_expected").get().value == pytest.approx(1.0, abs=0.1)


def test_the_evaluation_is_a_real_one() -> None:
    x, y = patients()
    names = {"a$_%": LogisticRegression(), "patient": Fixed(), "outcome": Prevalence()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", baserate.errors.ScaleWarning)
        found = validate(names, x, y, cv=5, repeats=2, **ASKED)
    assert isinstance(found, Validation)
    ev = found.evaluation
    assert ev.everyone.patients == 400
    assert ev.patients.clusters() == 200
    assert ev.verdict.best in ("a$_%", "patient")
    assert "400 rows in 200 clusters" in str(ev)
    again = pickle.loads(pickle.dumps(found))
    assert again.score("a$_%").low == found.score("a$_%").low


def test_what_is_printed_is_what_was_found() -> None:
    x, y = patients()
    found = validate({"model": LogisticRegression()}, x, y, cv=5, repeats=2, thresholds="20%", **ASKED)
    text = " ".join(str(found).split())
    assert "Internal validation by 5-fold cross-validation, 2 times; 20 fits of each estimator." in text
    assert "200 patients, 40 with the outcome (20 %)." in text
    assert text.endswith(
        "Intervals count what the chance of the patients fitted to adds, by models without two folds."
    )
    for result in (found.measure("model"), found.measure("model", threshold=0.2)):
        score = result.get()
        numbers = [
            1000 * one for one in (result.apparent, result.optimism, score.value, score.low, score.high)
        ]
        shown = "{:.1f} {:.1f} {:.1f} ({:.1f} to {:.1f})".format(*(round(one, 1) + 0.0 for one in numbers))
        assert f"{result.measure.words} {shown}" in text
    auc = found.measure("model", "auc")
    assert f"AUC {auc.apparent:.3f} {auc.optimism:.3f} {auc.get().value:.3f} (" in text
    line = found.to_frame().filter(measure="auc").to_dicts()[0]
    assert line["corrected"] == auc.get().value
    assert line["optimism"] == auc.optimism
    assert line["low"] == auc.get().low
    assert repr(found) == "Validation(model; 200 rows; 5-fold cross-validation, 2 times)"


def test_what_cannot_be_had_says_why() -> None:
    """Risks of 0 and 1 that are wrong have no calibration slope."""
    x, y = patients()
    found = validate({"near": KNeighborsClassifier(1)}, x, y, cv=5, repeats=1, **ASKED | {"cost": "1:1"})
    slope = found.measure("near", "calibration_slope")
    assert math.isnan(slope.optimism)
    with pytest.raises(SettingError, match="near: calibration slope is not available: "):
        slope.get()
    assert "not available" in str(found)
    assert "{" not in str(found)


def test_the_same_seed_gives_the_same_and_cores_do_not_matter() -> None:
    import joblib  # type: ignore[import-untyped]

    x, y = patients()
    asked = {"cv": 5, "repeats": 2, **ASKED}
    one, again, other = (validate(LogisticRegression(), x, y, seed=seed, **asked) for seed in (1, 1, 2))
    with joblib.parallel_config("threading"):
        parallel = validate(LogisticRegression(), x, y, seed=1, n_jobs=2, **asked)
    values = [found.score("LogisticRegression").value for found in (one, again, parallel, other)]
    assert values[0] == values[1] == values[2] != values[3]


@pytest.mark.parametrize(
    ("changed", "error", "words"),
    [
        ({"method": "jackknife"}, SettingError, "method must be 'cross-validation' or 'bootstrap'"),
        ({"cv": 1}, SettingError, "cv must be a whole number, at least 2"),
        ({"cv": "5"}, SettingError, "cv must be a whole number, at least 2; found '5'"),
        ({"n_jobs": 0}, SettingError, "n_jobs must be a whole number other than 0"),
        ({"n_jobs": "2"}, SettingError, "n_jobs must be a whole number"),
        ({"thresholds": [0.3, 0.1 + 0.2]}, SettingError, "twice"),
        ({"repeats": 0}, SettingError, "repeats must be a whole number, at least 1"),
        (
            {"cv": 60},
            TooFewError,
            "60 folds need at least as many cases .* there are 40 cases. Ask for cv=40",
        ),
        ({"cluster": np.repeat(np.arange(4), 50), "cv": 5}, TooFewError, "there are 4. Ask for cv=4"),
        ({"cluster": [1, 2]}, DataError, "y has 200 rows, cluster has 2"),
        (
            {"cluster": np.repeat(np.arange(20), 10), "cv": KFold(5, shuffle=True)},
            SettingError,
            "splitter for groups",
        ),
        ({"sample_weight": [-1.0] * 200}, DataError, "not negative"),
        ({"sample_weight": [1.0]}, DataError, "sample_weight has the shape"),
        ({"thresholds": [0.0]}, SettingError, "lies between 0 and 1"),
        ({"thresholds": [0.1, "10%"]}, SettingError, "twice"),
        ({"source_prevalence": {"other": 0.5}}, SettingError, "not among the models"),
        ({"level": 2}, SettingError, "level"),
        ({"method": "bootstrap", "repeats": 1}, SettingError, "at least two resamples"),
        ({"method": "bootstrap", "cluster": [1] * 200}, TooFewError, "all rows are in one cluster"),
    ],
)
def test_a_wrong_setting_is_refused(changed: dict[str, Any], error: type[Exception], words: str) -> None:
    x, y = patients()
    with pytest.raises(error, match=words):
        validate(LogisticRegression(), x, y, **{"cv": 5, "repeats": 2, **ASKED, **changed})


@pytest.mark.parametrize(
    ("estimator", "words"),
    [
        (LinearSVC(), "LinearSVC: it has no predict_proba.*CalibratedClassifierCV"),
        (LogisticRegression, "an estimator is needed, not its class; write LogisticRegression()"),
        ("logistic", "an estimator with a method fit"),
        ([], "no estimator"),
        ([LogisticRegression(), LogisticRegression()], "a name of its own"),
        ({"treat all": LogisticRegression()}, "default strategy"),
        (
            Failing(),
            r"Failing: fitting failed in fold 1 of 5, repeat 1 \(160 rows, 32 cases\): RuntimeError: no conv",
        ),
    ],
)
def test_a_wrong_estimator_is_refused(estimator: Any, words: str) -> None:
    x, y = patients()
    with pytest.raises((SettingError, DataError), match=words):
        validate(estimator, x, y, cv=5, repeats=2, **ASKED)


def test_wrong_outcomes_are_refused() -> None:
    x, y = patients()
    for outcome, words in [
        (y[:-1], "X has 200 rows, y has 199"),
        (np.ones(200), "one outcome only"),
        (np.where(y == 1, "yes", "no"), "positive='yes'"),
        (np.where(np.arange(200) < 3, np.nan, y), "y is missing in 3 of 200 rows"),
        (np.where(np.arange(200) < 3, "NA", y.astype(str)), "'NA', which is a missing value"),
        (np.column_stack([y, y]), "one column"),
    ]:
        with pytest.raises(DataError, match=words):
            validate(LogisticRegression(), x, outcome, cv=5, **ASKED)
    with pytest.raises(SettingError, match="KNeighborsClassifier takes no sample_weight"):
        validate(KNeighborsClassifier(), x, y, sample_weight=np.ones(200), cv=5, **ASKED)


def test_a_fold_without_cases_to_fit_to_is_named() -> None:
    x, y = patients()
    order = np.argsort(-y, kind="stable")
    cluster = np.repeat(np.arange(5), 40)
    with pytest.raises(
        DataError, match=r"there is no case among the 160 rows to fit to in fold 1 of GroupKFold"
    ):
        validate(LogisticRegression(), x, y[order], cluster=cluster, cv=_FirstFold(), **ASKED)


class _FirstFold(GroupKFold):  # type: ignore[misc]
    """All cases are asked about, none is fitted to."""

    def __repr__(self) -> str:
        return "GroupKFold"

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Any:  # noqa: ARG002
        yield np.arange(40, 200), np.arange(40)
