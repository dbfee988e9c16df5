"""Scorers: net benefit, weighted accuracy and accuracy at a deployment, for whatever takes ``scoring``.

A scorer is called with a fitted classifier and held-out patients. It takes the probability of the positive
class, moves it from the prevalence at which the classifier was trained to that of the deployment, and
scores the decisions. ``TunedThresholdClassifierCV`` hands over decisions, which are scored as they are.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.metadata_routing import UNUSED

from baserate.deployment.deployment import (
    EVEN,
    CostLike,
    Deployment,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.deployment.shift import LABEL_SHIFT, ShiftLike
from baserate.deployment.units import ACCURACY, NET_BENEFIT, WEIGHTED_ACCURACY
from baserate.errors import AssumptionWarning, LabelError, SettingError, tell
from baserate.inference.strategies import DEFAULT_STRATEGIES, TREAT_NONE, strategy_worth
from baserate.scores.gains import gains_of
from baserate.scores.metrics import gains_for, mean_gain, sample_of
from baserate.scores.sample import prevalence_of
from baserate.sklearn.training import (
    TRAIN,
    is_train,
    kept_prevalence,
    trained_prevalence,
    weighs_alike,
)

ResponseMethod: TypeAlias = Literal["predict_proba", "predict"]
_RESPONSES = ("predict_proba", "predict")


def net_benefit_scorer(
    prevalence: PrevalenceLike | None = None,
    *,
    cost: CostLike,
    positive: Any = None,
    source_prevalence: Value = TRAIN,
    shift: ShiftLike = LABEL_SHIFT,
    minus: str | None = None,
    response_method: ResponseMethod = "predict_proba",
) -> DeploymentScorer:
    """Net benefit at a deployment, as a scorer: for one patient, in units of true positives.

    ``pi TPR - c/(1-c) (1-pi) FPR``, where a patient is treated when the probability, moved to the prevalence
    ``pi``, is at least ``c``; over a range of prevalences its mean. See :func:`baserate.net_benefit`.

    Parameters
    ----------
    prevalence
        Where the model will be used: a number, "10%", a range ``(a, b)``, a distribution. None for the
        observed prevalence of the patients who are scored; then probabilities are used as they are.
    cost
        "1:30" (false positive : false negative), the threshold ``c``, a range of either, a distribution.
    positive
        The label of the cases; the second of ``classes_`` unless named.
    source_prevalence
        The prevalence to which the probabilities are calibrated. "train": the one at which the classifier was
        trained, if it keeps it (``class_prior_``, ``priors_``, balanced class weights, any classifier within
        :class:`~baserate.sklearn.PriorAdjustedClassifier`); if it does not, the observed prevalence of the
        patients who are scored is taken, with the classifier's weights of classes, and a
        :class:`~baserate.errors.AssumptionWarning` says so; another one, if patients of different prevalences
        are scored. A number where you know it, such as 0.5 after resampling.
    shift
        How much of the difference in prevalence is label shift: 1 adjusts in full, 0 not at all.
    minus
        Count from a default strategy: "without a model" (the better of treating all and none at each
        prevalence), "treat all" or "treat none" (which is zero).
    response_method
        "predict_proba" decides at the optimum; "predict" scores the decisions that the classifier takes.

    >>> net_benefit_scorer((0.01, 0.10), cost="1:30")
    net_benefit_scorer(1 % to 10 %, cost=1:30)
    """
    deployment = Deployment.of(prevalence, cost, NET_BENEFIT, shift)
    return DeploymentScorer.of(deployment, positive, source_prevalence, minus or TREAT_NONE, response_method)


def weighted_accuracy_scorer(
    prevalence: PrevalenceLike | None = None,
    *,
    cost: CostLike,
    positive: Any = None,
    source_prevalence: Value = TRAIN,
    shift: ShiftLike = LABEL_SHIFT,
    minus: str | None = None,
    response_method: ResponseMethod = "predict_proba",
) -> DeploymentScorer:
    """Weighted accuracy at a deployment, as a scorer: 1 is a perfect model at every prevalence.

    ``[(1-c) pi TPR + c (1-pi) TNR] / [(1-c) pi + c (1-pi)]``; over a range its mean. See
    :func:`baserate.weighted_accuracy`.

    Parameters
    ----------
    prevalence, cost, positive, source_prevalence, shift, minus, response_method
        As for :func:`net_benefit_scorer`.

    >>> weighted_accuracy_scorer("5%", cost="1:30", positive="died")
    weighted_accuracy_scorer(5 %, cost=1:30, positive='died')
    """
    deployment = Deployment.of(prevalence, cost, WEIGHTED_ACCURACY, shift)
    return DeploymentScorer.of(deployment, positive, source_prevalence, minus, response_method)


def accuracy_scorer(
    prevalence: PrevalenceLike | None = None,
    *,
    positive: Any = None,
    source_prevalence: Value = TRAIN,
    shift: ShiftLike = LABEL_SHIFT,
    minus: str | None = None,
    response_method: ResponseMethod = "predict_proba",
) -> DeploymentScorer:
    """Accuracy at a deployment, as a scorer: the share of right decisions, every error alike.

    ``pi TPR + (1-pi) TNR``; over a range its mean. See :func:`baserate.accuracy`.

    Parameters
    ----------
    prevalence, positive, source_prevalence, shift, minus, response_method
        As for :func:`net_benefit_scorer`.

    >>> accuracy_scorer(0.2)
    accuracy_scorer(20 %)
    """
    deployment = Deployment.of(prevalence, EVEN, ACCURACY, shift)
    return DeploymentScorer.of(deployment, positive, source_prevalence, minus, response_method)


class DeploymentScorer(BaseEstimator):  # type: ignore[misc]
    """A score at a deployment, called as ``scorer(classifier, X, y, sample_weight=None)``.

    Made by :func:`net_benefit_scorer`, :func:`weighted_accuracy_scorer` and :func:`accuracy_scorer`. Higher
    is better. It pickles, clones, and asks for weights by ``set_score_request(sample_weight=True)``.

    Parameters
    ----------
    deployment
        Prevalence, cost, units and shift.
    positive, source_prevalence, minus, response_method
        As for :func:`net_benefit_scorer`.
    """

    # scikit-learn makes set_score_request of what the method takes beside X and y: here weights alone.
    __metadata_request__score: ClassVar[dict[str, Any]] = {"estimator": UNUSED}

    def __init__(
        self,
        deployment: Deployment,
        positive: Any = None,
        source_prevalence: float | str = TRAIN,
        minus: str | None = None,
        response_method: ResponseMethod = "predict_proba",
    ) -> None:
        self.deployment = deployment
        self.positive = positive
        self.source_prevalence = source_prevalence
        self.minus = minus
        self.response_method = response_method

    @classmethod
    def of(
        cls,
        deployment: Deployment,
        positive: Any,
        source_prevalence: Value,
        minus: str | None,
        response_method: ResponseMethod,
    ) -> Self:
        """From settings as people write them, which are checked."""
        if response_method not in _RESPONSES:
            raise SettingError(
                f"response_method must be one of {', '.join(_RESPONSES)}; found {response_method!r}."
            )
        if minus is not None and minus not in DEFAULT_STRATEGIES:
            raise SettingError(f"minus must be one of {', '.join(DEFAULT_STRATEGIES)}; found {minus!r}.")
        source = TRAIN if is_train(source_prevalence) else _stated(source_prevalence)
        return cls(deployment, positive, source, minus, response_method)

    def __call__(self, estimator: Any, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The score of a fitted classifier on these patients; see :meth:`score`."""
        return self.score(estimator, X, y, sample_weight)

    def score(self, estimator: Any, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The score of a fitted classifier on these patients.

        Parameters
        ----------
        estimator
            The fitted classifier.
        X, y
            The patients and their labels.
        sample_weight
            How much each patient counts.
        """
        classes = _two_classes(estimator)
        positive = self._positive_of(classes)
        is_case = _cases(y, classes, positive)
        if self.response_method == "predict":
            return self._of_decisions(is_case, estimator.predict(X) == positive, sample_weight)
        if not hasattr(estimator, "predict_proba"):
            raise SettingError(
                f"{type(estimator).__name__} has no predict_proba; wrap it in CalibratedClassifierCV, or "
                "score its decisions with response_method='predict'."
            )
        column = int(np.flatnonzero(classes == positive)[0])
        probability = np.asarray(estimator.predict_proba(X))[:, column]
        source = self._source(estimator, column, is_case, sample_weight)
        return self._score(is_case, probability, sample_weight, source, None)

    # What TunedThresholdClassifierCV takes from a scorer: decisions at each threshold are scored by it.
    _sign = 1

    @property
    def _kwargs(self) -> dict[str, Any]:
        return {"pos_label": self.positive}

    def _score_func(
        self, y_true: Any, y_pred: Any, *, sample_weight: Any = None, pos_label: Any = None
    ) -> float:
        """The score of decisions, given as labels; without ``pos_label`` the second label is the case."""
        observed, predicted = np.asarray(y_true), np.asarray(y_pred)
        labels = np.unique(np.concatenate((observed, predicted)))
        if len(labels) > 2:
            raise SettingError(
                f"decisions must be labels; found {len(labels)} values: {labels[:3].tolist()}..."
            )
        positive = labels[-1] if pos_label is None else pos_label
        return self._of_decisions(observed == positive, predicted == positive, sample_weight)

    def _accept_sample_weight(self) -> bool:
        return True

    def _positive_of(self, classes: NDArray[Any]) -> Any:
        """The label of the cases, which must be one of the two."""
        if self.positive is None:
            return classes[1]
        if self.positive not in classes.tolist():
            known = ", ".join(map(repr, classes.tolist()))
            raise SettingError(f"positive={self.positive!r} is not one of the classes: {known}.")
        return self.positive

    def _source(
        self, classifier: Any, column: int, is_case: NDArray[np.bool_], sample_weight: Any
    ) -> float | None:
        """The prevalence to which the probabilities are calibrated; None for the observed one."""
        if not isinstance(self.source_prevalence, str):
            return self.source_prevalence
        if self.deployment.prevalence is None:
            return None  # nothing is moved: probabilities are used as they are
        kept = kept_prevalence(classifier)
        if kept is None:
            self._tell_of_assumption(classifier, is_case)
            if weighs_alike(classifier) or is_case.all() or not is_case.any():
                return None
            weight = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
            kept = trained_prevalence(classifier, is_case == (column == 1), weight)
        return kept if column == 1 else 1.0 - kept

    def _tell_of_assumption(self, classifier: Any, is_case: NDArray[np.bool_]) -> None:
        """Once for each scorer, as folds and settings are many; and once if the assumption cannot be true."""
        share, within = float(np.mean(is_case)), 1.0 / len(is_case)
        told = getattr(self, "_told", None)
        if told is None:
            self._told = (share, within)
            self._tell(
                f"{type(classifier).__name__} does not keep the prevalence at which it was trained: its "
                "probabilities are taken to be calibrated to the observed prevalence of who is scored.",
                "In stratified folds the two are the same but for a patient. Elsewhere state",
            )
        elif abs(share - told[0]) > within + told[1] and not getattr(self, "_told_of_folds", False):
            self._told_of_folds = True
            self._tell(
                f"the prevalence of who is scored is {100.0 * told[0]:.3g} % here and {100.0 * share:.3g} % "
                f"there, and both are taken for that at which {type(classifier).__name__} was trained.",
                "Within one cross-validation that cannot be: use stratified folds, state",
            )

    @staticmethod
    def _tell(what: str, advice: str) -> None:
        wrapped = "source_prevalence, or wrap the classifier in baserate.sklearn.PriorAdjustedClassifier."
        tell([AssumptionWarning(what, advice=f"{advice} {wrapped}")])

    def _of_decisions(self, is_case: NDArray[np.bool_], treated: Any, sample_weight: Any) -> float:
        return self._score(is_case, np.asarray(treated, dtype=np.float64), sample_weight, None, 0.5)

    def _score(
        self, is_case: Any, score: Any, sample_weight: Any, source: float | None, threshold: float | None
    ) -> float:
        sample = sample_of(np.asarray(is_case, dtype=np.int8), score, sample_weight)
        value = mean_gain(sample, gains_for(sample, self.deployment, threshold, source))
        if self.minus is None:
            return value
        observed = prevalence_of(sample)
        return value - sum(strategy_worth(self.minus, gains_of(self.deployment, observed), observed))

    def __repr__(self) -> str:
        deployment = self.deployment
        settings = ["observed prevalence" if deployment.prevalence is None else str(deployment.prevalence)]
        if deployment.units != ACCURACY:
            settings.append(f"cost={str(deployment.cost).partition(' (')[0]}")
        if self.positive is not None:
            settings.append(f"positive={self.positive!r}")
        if self.source_prevalence != TRAIN:
            settings.append(f"source_prevalence={self.source_prevalence}")
        if deployment.shift != LABEL_SHIFT:
            settings.append(f"shift={deployment.shift.gamma:g}")
        if self.minus not in (None, TREAT_NONE):
            settings.append(f"minus={self.minus!r}")
        if self.response_method != "predict_proba":
            settings.append(f"response_method={self.response_method!r}")
        return f"{deployment.units.name.replace(' ', '_')}_scorer({', '.join(settings)})"


def _two_classes(classifier: Any) -> NDArray[Any]:
    classes = np.asarray(getattr(classifier, "classes_", ()))
    if len(classes) != 2:
        raise SettingError(
            f"{type(classifier).__name__} has {len(classes)} classes; scores are for classifiers with two."
        )
    return classes


def _cases(y: Any, classes: NDArray[Any], positive: Any) -> NDArray[np.bool_]:
    observed = np.asarray(y)
    unknown = ~np.isin(observed, classes)
    if unknown.any():
        known = ", ".join(map(repr, classes.tolist()))
        raise LabelError(
            f"{np.count_nonzero(unknown):,} of {len(observed):,} labels are none of the classes that the "
            f"classifier was trained on ({known}); the first is {observed[unknown].tolist()[0]!r}."
        )
    return np.asarray(observed == positive)


def _stated(source_prevalence: Value) -> float:
    try:
        return source_prevalence_of(source_prevalence)
    except SettingError as error:
        raise SettingError(f"{error} Or 'train' for that of the training patients.") from None
