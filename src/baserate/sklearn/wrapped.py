"""What the classifiers here have in common: two classes, one classifier within, weights, metadata routing."""

from __future__ import annotations

from inspect import signature
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn import get_config
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.pipeline import Pipeline
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, column_or_1d

from baserate.errors import SettingError
from baserate.sklearn.training import is_frozen

Numbers = NDArray[np.float64]


class WrappedClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier of two classes whose probabilities come from the ``estimator`` within."""

    estimator: Any
    positive: Any

    def _fit_params(
        self, sample_weight: Any, params: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the classifier within is fitted with, and what the folds are made with."""
        if get_config()["enable_metadata_routing"]:
            routed = process_routing(self, "fit", sample_weight=sample_weight, **params)
            return dict(routed.estimator.fit), dict(routed.get("splitter", {}).get("split", {}))
        if sample_weight is None:
            return params, {}
        if "sample_weight" not in signature(self.estimator.fit).parameters:
            named = self._weight_name()
            raise SettingError(
                f"{type(self.estimator).__name__} takes no sample_weight, so patients cannot be weighted.",
                advice="" if named == "sample_weight" else f"Its last step may: pass {named}.",
            )
        return {**params, "sample_weight": sample_weight}, {}

    def _weight_name(self) -> str:
        """What the weights are called on their way to the last step of a pipeline."""
        names, within = [], self.estimator
        while isinstance(within, Pipeline) and not get_config()["enable_metadata_routing"]:
            name, within = within.steps[-1]
            names.append(name)
        return "__".join([*names, "sample_weight"])

    def _read_labels(self, y: Any, weight: NDArray[Any] | None) -> NDArray[Any]:
        """The labels, of which there must be two that count; sets ``classes_`` and ``positive_``."""
        check_classification_targets(y)
        kind = type_of_target(y, input_name="y")
        if kind != "binary":
            raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")
        labels = column_or_1d(y, warn=True)
        self.classes_ = np.unique(labels)
        counted = self.classes_ if weight is None else np.unique(labels[weight > 0.0])
        if len(counted) < 2:
            raise ValueError(f"Two classes are needed; found {len(counted)} class: {counted.tolist()}.")
        self.positive_ = self.classes_[1] if self.positive is None else self.positive
        if self.positive_ not in self.classes_.tolist():
            known = ", ".join(map(repr, self.classes_.tolist()))
            raise SettingError(f"positive={self.positive!r} is not one of the classes: {known}.")
        return np.asarray(labels)

    @staticmethod
    def _weights(sample_weight: Any, X: Any) -> Numbers | None:
        """Weights as one array, whatever they came as."""
        return None if sample_weight is None else _check_sample_weight(sample_weight, X)

    def _is_prefit(self) -> bool:
        return is_frozen(self.estimator)

    def _take_features(self) -> None:
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))

    @property
    def _column(self) -> int:
        """Which of the two classes is that of the cases."""
        return int(np.flatnonzero(self.classes_ == self.positive_)[0])

    def _of_cases(self, prevalence: float) -> Numbers:
        """A prevalence as a prior of both classes, in their order."""
        prior = np.array([1.0 - prevalence, prevalence])
        return prior if self._column == 1 else prior[::-1]

    def _both(self, risk: Numbers) -> Numbers:
        """The risks of the cases as one column for each class."""
        columns = np.column_stack((1.0 - risk, risk))
        return columns if self._column == 1 else columns[:, ::-1]

    def _risk(self, X: Any) -> Numbers:
        """The risk that the classifier within predicts, before anything is done to it."""
        probability = np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)
        return np.asarray(probability[:, self._column])

    def _decide(self, treated: NDArray[np.bool_]) -> NDArray[Any]:
        other = self.classes_[1 - self._column]
        return np.asarray(np.where(treated, self.classes_[self._column], other))

    def _check_fitted(self) -> Self:
        check_is_fitted(self, "estimator_")
        return self

    def get_metadata_routing(self) -> Any:
        """Where metadata goes: weights to this classifier and the one within, groups to the folds."""
        fits = MethodMapping().add(caller="fit", callee="fit")
        router = MetadataRouter(owner=type(self).__name__).add_self_request(self)
        router.add(estimator=self.estimator, method_mapping=fits)
        splitter = getattr(self, "cv", None)
        if hasattr(splitter, "split"):
            router.add(splitter=splitter, method_mapping=MethodMapping().add(caller="fit", callee="split"))
        return router

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import get_tags

        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.input_tags.allow_nan = inner.input_tags.allow_nan
        return tags

    def _more_tags(self) -> dict[str, Any]:
        """The same for scikit-learn 1.5."""
        from sklearn.utils._tags import _safe_tags

        return {"binary_only": True, "allow_nan": _safe_tags(self.estimator, "allow_nan")}
