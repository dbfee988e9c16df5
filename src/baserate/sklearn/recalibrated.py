"""A classifier and a recalibrator that was fitted to predictions for patients it had not seen."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing, indexable

from baserate.calibration.recalibrators import ALL, Intercept, Recalibrator
from baserate.errors import NotEstimableWarning, ScoreError, SettingError, tell
from baserate.sklearn.wrapped import Numbers, WrappedClassifier

METHODS: dict[str, type[Recalibrator]] = {recalibrator.name: recalibrator for recalibrator in ALL}


class RecalibratedClassifier(WrappedClassifier):
    """A classifier whose probabilities are recalibrated by what they were worth for patients held out.

    The classifier is fitted in each of the folds and predicts the patients left out; to all these predictions
    one recalibrator is fitted. Then the classifier is fitted to everyone. (One classifier, not one a fold, as
    in ``CalibratedClassifierCV(ensemble=False)``; the recalibrators are :mod:`baserate.calibration`'s.)

    Parameters
    ----------
    estimator
        A classifier with ``predict_proba``. One within ``FrozenEstimator`` stays as it was fitted, and the
        recalibrator is fitted to its predictions for the patients given to ``fit``, who should be others.
    method
        "intercept" (the prevalence alone), "slope", "logistic" (both), "beta" or "isotonic"; see
        :mod:`baserate.calibration`.
    cv
        Folds: a number, a splitter, or a list of splits; 5 stratified ones unless stated. Several rows of one
        patient belong in one fold: ``StratifiedGroupKFold``, with ``groups`` given to ``fit``.
    positive
        The label of the cases; the second of ``classes_`` unless named.

    Attributes
    ----------
    estimator_
        The classifier, fitted to everyone.
    recalibrator_
        The fitted recalibrator, such as :class:`baserate.calibration.Logistic`.
    classes_
        The two labels.
    class_prior_
        The share of each class among the patients, to which the probabilities are calibrated.

    Where held-out scores separate the classes, nothing finite can be learnt from them: a
    :class:`~baserate.errors.NotEstimableWarning` says so, and probabilities stay as they are.

    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> random = np.random.default_rng(1)
    >>> y = np.arange(400) % 4 == 0
    >>> X = np.repeat(random.normal(size=(400, 1)) + y[:, None], 5, axis=1)  # five copies of one finding
    >>> model = RecalibratedClassifier(GaussianNB(), method="logistic").fit(X, y)
    >>> round(model.recalibrator_.slope, 2)  # naive Bayes counts the finding five times
    0.2
    """

    def __init__(
        self, estimator: Any, method: str = "logistic", *, cv: Any = None, positive: Any = None
    ) -> None:
        self.estimator = estimator
        self.method = method
        self.cv = cv
        self.positive = positive

    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        groups: Any = None,
        **fit_params: Any,
    ) -> Self:
        """Fit the recalibrator to held-out predictions, and the classifier to everyone.

        Parameters
        ----------
        X, y
            The training patients and their labels, of which there are two.
        sample_weight
            How much each patient counts, in the classifier and in the recalibrator.
        groups
            Who belongs together, for a splitter that asks.
        **fit_params
            Handed to the classifier.
        """
        recalibrator = self._recalibrator()
        X, y = indexable(X, y)
        weight = self._weights(sample_weight, X)
        labels = self._read_labels(y, weight)
        asked = fit_params if groups is None else {**fit_params, "groups": groups}
        params, split = self._params(weight, asked)
        rows, risk = self._held_out(X, y, params, split)
        self.estimator_ = self.estimator if self._is_prefit() else clone(self.estimator).fit(X, y, **params)
        is_case = labels == self.positive_
        held_out_weight = None if weight is None else weight[rows]
        self.recalibrator_ = _fitted(recalibrator, is_case[rows], risk, held_out_weight)
        self.class_prior_ = self._of_cases(float(np.average(is_case, weights=weight)))
        self._take_features()
        return self

    def _recalibrator(self) -> type[Recalibrator]:
        if self.method not in METHODS:
            raise SettingError(f"method must be one of {', '.join(METHODS)}; found {self.method!r}.")
        return METHODS[self.method]

    def _params(self, sample_weight: Any, asked: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Without metadata routing groups go to the folds, and all else to the classifier."""
        from sklearn import get_config

        if get_config()["enable_metadata_routing"]:
            return self._fit_params(sample_weight, asked)
        groups = {"groups": asked["groups"]} if "groups" in asked else {}
        params, _ = self._fit_params(sample_weight, {k: v for k, v in asked.items() if k != "groups"})
        return params, groups

    def _held_out(
        self,
        X: Any,
        y: Any,
        params: dict[str, Any],
        split: dict[str, Any],
    ) -> tuple[NDArray[np.intp], Numbers]:
        """Rows and the risks predicted for them by classifiers that had not seen them."""
        if self._is_prefit():
            self.estimator_ = self.estimator
            risk = self._risk(X)
            return np.arange(len(risk)), risk
        rows, risks = [], []
        for train, test in check_cv(self.cv, y, classifier=True).split(X, y, **split):
            fold = {name: _rows_of(value, train, len(y)) for name, value in params.items()}
            self.estimator_ = clone(self.estimator).fit(
                _safe_indexing(X, train), _safe_indexing(y, train), **fold
            )
            rows.append(np.asarray(test))
            risks.append(self._risk(_safe_indexing(X, test)))
        return np.concatenate(rows), np.concatenate(risks)

    def predict_proba(self, X: Any) -> Numbers:
        """The recalibrated probability of each class.

        Parameters
        ----------
        X
            The patients' findings, as for the estimator.
        """
        self._check_fitted()
        return self._both(self.recalibrator_.apply(self._risk(X)))

    def predict(self, X: Any) -> NDArray[Any]:
        """The label that is the likelier one.

        Parameters
        ----------
        X
            The patients' findings, as for the estimator.
        """
        return self._decide(self.predict_proba(X)[:, self._column] >= 0.5)


def _rows_of(value: Any, rows: NDArray[np.intp], patients: int) -> Any:
    """The part of a parameter that has one value for each patient; any other as it is."""
    has_rows = hasattr(value, "__len__") and not isinstance(value, str) and len(value) == patients
    return _safe_indexing(value, rows) if has_rows else value


def _can_be(is_case: NDArray[np.bool_], risk: Numbers, weight: Numbers | None) -> bool:
    """Whether risks are probabilities of what came about: none of exactly 0 or 1 was wrong, of who counts."""
    wrong = np.where(is_case, risk == 0.0, risk == 1.0)
    right = (risk >= 0.0) & (risk <= 1.0) & ~wrong
    return bool((right if weight is None else right | (weight == 0.0)).all())


def _fitted(
    recalibrator: type[Recalibrator], is_case: NDArray[np.bool_], risk: Numbers, weight: Numbers | None
) -> Recalibrator:
    """The recalibrator, or one that changes nothing where the scores separate the classes."""
    try:
        return recalibrator.fit(is_case.astype(np.int8), risk, sample_weight=weight)
    except ScoreError as error:
        if not _can_be(is_case, risk, weight):
            raise
        tell([NotEstimableWarning(f"{error} The probabilities stay as they are.")])
        return Intercept()
