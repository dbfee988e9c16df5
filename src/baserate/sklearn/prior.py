"""A classifier moved to the prevalence where it will be used: undoes resampling and class weights."""

from __future__ import annotations

from typing import Any, Self

from numpy.typing import NDArray
from sklearn.base import clone

from baserate.deployment.deployment import Cost, CostLike, Value, source_prevalence_of
from baserate.deployment.notation import read_share
from baserate.errors import SettingError
from baserate.odds import shift
from baserate.scores.gain_shapes import reaches
from baserate.sklearn.training import TRAIN, is_train, kept_prevalence, trained_prevalence
from baserate.sklearn.wrapped import Numbers, WrappedClassifier


class PriorAdjustedClassifier(WrappedClassifier):
    """Probabilities of a classifier, moved from the prevalence of its training to that of its use.

    Under label shift the odds of the disease are multiplied by the odds of the new prevalence and divided by
    those of the old one (Saerens, Latinne and Decaestecker 2002, doi:10.1162/089976602753284446)::

        p' / (1 - p') = p / (1 - p) * [pi / (1 - pi)] / [pi0 / (1 - pi0)]

    A model that was trained on as many cases as non-cases and is used where 2 % are ill says what a model
    trained on all patients would. Without a ``prevalence`` nothing is moved, and the training prevalence is
    kept for the scorers of :mod:`baserate.sklearn`.

    Parameters
    ----------
    estimator
        A classifier with ``predict_proba``. One within ``FrozenEstimator`` stays as it was fitted.
    prevalence
        Where the model will be used: a number or "2%". None moves nothing.
    source_prevalence
        The prevalence to which the classifier's probabilities are calibrated. "train": that of the patients
        it is fitted to, with their weights and the classifier's ``class_weight`` or ``scale_pos_weight``. A
        number after resampling that this class does not see, such as 0.5.
    cost
        ``predict`` treats from the probability that this cost implies: "1:30" or ``c``. None is one half.
    positive
        The label of the cases; the second of ``classes_`` unless named.

    Attributes
    ----------
    estimator_
        The fitted classifier.
    classes_
        The two labels.
    source_prevalence_
        The prevalence from which probabilities are moved.
    class_prior_
        The prior of each class to which the probabilities given out are calibrated.
    threshold_
        From which probability on ``predict`` treats.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[0.0], [1.0], [2.0], [1.0], [2.0], [3.0]], ["well"] * 3 + ["sick"] * 3
    >>> model = PriorAdjustedClassifier(LogisticRegression(), prevalence="2%", cost="1:30", positive="sick")
    >>> model.fit(X, y).source_prevalence_
    0.5
    >>> model.predict_proba([[1.5]]).round(4), model.predict([[1.5]])
    (array([[0.02, 0.98]]), array(['well'], dtype='<U4'))
    """

    def __init__(
        self,
        estimator: Any,
        *,
        prevalence: Value | None = None,
        source_prevalence: Value = TRAIN,
        cost: CostLike | None = None,
        positive: Any = None,
    ) -> None:
        self.estimator = estimator
        self.prevalence = prevalence
        self.source_prevalence = source_prevalence
        self.cost = cost
        self.positive = positive

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **fit_params: Any) -> Self:
        """Fit the classifier, and keep the prevalence at which it was trained.

        Parameters
        ----------
        X, y
            The training patients and their labels, of which there are two.
        sample_weight
            How much each patient counts.
        **fit_params
            Handed to the classifier.
        """
        self.threshold_ = 0.5 if self.cost is None else Cost.of(self.cost).c
        target = None if self.prevalence is None else _share(self.prevalence)
        weight = self._weights(sample_weight, X)
        labels = self._read_labels(y, weight)
        params, _ = self._fit_params(weight, fit_params)
        self.estimator_ = self.estimator if self._is_prefit() else clone(self.estimator).fit(X, y, **params)
        self.source_prevalence_ = self._source(labels, self._weights(params.get(self._weight_name()), X))
        self.class_prior_ = self._of_cases(self.source_prevalence_ if target is None else target)
        self._take_features()
        return self

    def _source(self, labels: NDArray[Any], weight: Numbers | None) -> float:
        """The prevalence of the cases to which the fitted classifier's probabilities are calibrated."""
        if not is_train(self.source_prevalence):
            return source_prevalence_of(self.source_prevalence)
        second = kept_prevalence(self.estimator_)
        if second is None and self._is_prefit():
            raise SettingError(
                f"{type(self.estimator.estimator).__name__} was fitted before and does not keep the "
                "prevalence at which it was trained. State source_prevalence as a number."
            )
        if second is None:
            second = trained_prevalence(self.estimator_, labels == self.classes_[1], weight)
        return second if self._column == 1 else 1.0 - second

    def predict_proba(self, X: Any) -> Numbers:
        """The probability of each class at the prevalence of the deployment.

        Parameters
        ----------
        X
            The patients' findings, as for the estimator.
        """
        self._check_fitted()
        risk = self._risk(X)
        if self.prevalence is None:
            return self._both(risk)
        return self._both(shift(risk, self.source_prevalence_, self.class_prior_[self._column]))

    def predict(self, X: Any) -> NDArray[Any]:
        """The label: that of the cases from the threshold of the cost on.

        Parameters
        ----------
        X
            The patients' findings, as for the estimator.
        """
        risk = self._check_fitted().predict_proba(X)[:, self._column]
        return self._decide(reaches(risk, self.threshold_))


def _share(prevalence: Value) -> float:
    """One prevalence strictly between 0 and 1."""
    try:
        return read_share(prevalence)
    except SettingError as error:
        raise SettingError(f"prevalence {prevalence!r}: {error}") from None
