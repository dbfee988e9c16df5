"""At which prevalence a classifier was trained, which is the one that its probabilities are calibrated to.

scikit-learn gives a scorer the fitted classifier and the held-out patients, never the training ones. Where
the classifier keeps its class prior (``class_prior_``, ``priors_``), that is read; the classifiers of
:mod:`baserate.sklearn` keep it for any classifier that they wrap.

Weights of classes are part of the training: with ``class_weight="balanced"`` a model is trained as if half of
the patients were cases, and predicts so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import FixedThresholdClassifier, TunedThresholdClassifierCV
from sklearn.naive_bayes import ComplementNB
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC, NuSVC

from baserate.deployment.deployment import Value
from baserate.errors import SettingError

# What stands for "the prevalence of the patients that the classifier was fitted to".
TRAIN = "train"
# Attributes of fitted classifiers that hold the prior of each class, in the order of classes_.
_PRIORS = ("class_prior_", "priors_")
# Settings of boosting libraries that reweight classes by a rule of their own.
_OWN_RULES = ("is_unbalance", "auto_class_weights")


def kept_prevalence(classifier: Any) -> float | None:
    """The prevalence of the second class that a fitted classifier keeps from its training; None if none.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> kept_prevalence(GaussianNB().fit([[0.0], [1.0], [2.0], [3.0]], ["well", "well", "sick", "well"]))
    0.75
    """
    inner = innermost(classifier)
    for name in _PRIORS:
        prior = getattr(inner, name, None)
        if prior is not None and np.shape(prior) == (2,):
            return float(prior[1])
    logarithms: Any = getattr(inner, "class_log_prior_", ())  # naive Bayes of counts
    if np.shape(logarithms) == (2,) and not isinstance(inner, ComplementNB):
        return float(np.exp(logarithms[1]))
    return 0.5 if _is_balanced(inner) else None


def weighs_alike(classifier: Any) -> bool:
    """Whether a fitted classifier was trained at the prevalence of its patients: no class counts for more."""
    inner = innermost(classifier)
    _refuse_resampling(classifier, inner)
    return not _is_balanced(inner) and _class_weight(inner, classifier.classes_) == 1.0


def trained_prevalence(
    classifier: Any, is_second: NDArray[np.bool_], sample_weight: NDArray[Any] | None
) -> float:
    """The prevalence at which a classifier is trained by these patients, weights of classes included.

    With the share ``p`` of the second class by sample weight, and weights ``w`` of the classes, its odds are
    ``p w1 / ((1-p) w0)``.

    Parameters
    ----------
    classifier
        The fitted classifier, whose settings say how it weighs classes.
    is_second
        Whether each training patient is of the second class.
    sample_weight
        How much each counted.
    """
    inner = innermost(classifier)
    _refuse_resampling(classifier, inner)
    if _is_balanced(inner):
        return 0.5
    share = float(np.average(is_second, weights=sample_weight))
    case, non_case = share * _class_weight(inner, classifier.classes_), 1.0 - share
    return case / (case + non_case)


def innermost(classifier: Any) -> Any:
    """The classifier whose probabilities are given out: the last step of a pipeline, the best of a search."""
    within = classifier.steps[-1][1] if isinstance(classifier, Pipeline) else _within(classifier)
    return classifier if within is None else innermost(within)


def _within(classifier: Any) -> Any:
    """The classifier whose probabilities this one hands on as they are; None where it is no wrapper."""
    if hasattr(classifier, "best_estimator_"):
        return classifier.best_estimator_
    if isinstance(classifier, (TunedThresholdClassifierCV, FixedThresholdClassifier)):
        return getattr(classifier, "estimator_", classifier.estimator)
    return classifier.estimator if is_frozen(classifier) else None


def _steps(classifier: Any) -> list[Any]:
    """The steps of all pipelines on the way to the innermost classifier."""
    if isinstance(classifier, Pipeline):
        own = [step for _, step in classifier.steps]
        return [*own, *_steps(own[-1])]
    within = _within(classifier)
    return [] if within is None else _steps(within)


def is_frozen(classifier: Any) -> bool:
    """Whether fitting leaves the classifier as it is: scikit-learn has FrozenEstimator since 1.6."""
    try:
        from sklearn.frozen import FrozenEstimator
    except ModuleNotFoundError:
        return False
    return isinstance(classifier, FrozenEstimator)


def _refuse_resampling(classifier: Any, inner: Any) -> None:
    """What imbalanced-learn resamples within a fit was not the patients who are seen here."""
    resampling = [step for step in _steps(classifier) if hasattr(step, "fit_resample")]
    if resampling or "sampling_strategy" in _settings(inner):
        who = type(resampling[0] if resampling else inner).__name__
        raise SettingError(
            f"{who} resamples the patients, so it is not known to which prevalence the classifier is "
            "calibrated. State source_prevalence as a number: 0.5 where classes are made equal."
        )


def _is_balanced(classifier: Any) -> bool:
    if isinstance(classifier, (SVC, NuSVC)):
        return False  # its probabilities are fitted afterwards, to patients without weights of classes
    weight = _settings(classifier).get("class_weight")
    return isinstance(weight, str) and weight.startswith("balanced")


def _class_weight(classifier: Any, classes: NDArray[Any]) -> float:
    """How many times as much a patient of the second class counts as one of the first."""
    settings = _settings(classifier)
    for rule in _OWN_RULES:
        if settings.get(rule):
            raise SettingError(
                f"{type(classifier).__name__} reweights classes by {rule}={settings[rule]!r}, so it is not "
                "known to which prevalence it is calibrated. State source_prevalence as a number."
            )
    weight = settings.get("class_weight", settings.get("class_weights"))  # the second is CatBoost's
    if isinstance(classifier, (SVC, NuSVC)):
        weight = None  # as above
    if isinstance(weight, (list, tuple, np.ndarray)):
        weight = dict(zip(classes, weight, strict=False))
    by_class = weight if isinstance(weight, Mapping) else {}
    first, second = (float(by_class.get(label, 1.0)) for label in classes)
    positive = settings.get("scale_pos_weight")
    return second / first * (1.0 if positive is None else float(positive))


def _settings(classifier: Any) -> Mapping[str, Any]:
    read = getattr(classifier, "get_params", None)
    return read(deep=False) if callable(read) else {}


def is_train(source_prevalence: Value | None) -> bool:
    """Whether the source prevalence is that of the training patients, not a number."""
    return isinstance(source_prevalence, str) and source_prevalence == TRAIN
