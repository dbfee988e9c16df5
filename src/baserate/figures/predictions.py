"""Evaluations out of what people have at hand: predictions, fitted estimators, cross-validation.

Every way ends in one :func:`baserate.evaluate`, so that a figure shows the same numbers whichever was taken.
"""

# X is what scikit-learn calls the features.
# ruff: noqa: N803

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.errors import DataError, SettingError
from baserate.evaluation.evaluate import evaluate
from baserate.evaluation.evaluation import Evaluation
from baserate.scores.follow_up import FollowUp

Predictions: TypeAlias = "Mapping[str, Any] | Any"
Estimators: TypeAlias = "Mapping[str, Any] | Sequence[Any] | Any"

_TIME, _EVENT, _CENSORING = "time", "event", "censoring"
_OUTCOME, _CLUSTER, _WEIGHT, _BY = "y_true", "cluster", "weight", "by"
# What an estimator's class is called where nobody says which one means disease.
_TRUTHS = (1, True)


def evaluate_predictions(
    y_true: Any,
    y_prob: Predictions,
    *,
    names: str | Sequence[str] | None = None,
    cluster: Any = None,
    weight: Any = None,
    by: Any = None,
    **asked: Any,
) -> Evaluation:
    """:func:`baserate.evaluate` on arrays: outcomes, and one array of scores or a mapping from names to them.

    Parameters
    ----------
    y_true, y_prob
        Outcomes, or a :class:`~baserate.FollowUp`, and predicted probabilities: one array, a list of arrays
        with ``names``, or a mapping from
        the names of models to arrays.
    names
        Of the models, where ``y_prob`` is no mapping; "model" for one array.
    cluster, weight, by
        Arrays of what belongs together, of weights, and of groups.
    asked
        ``prevalence``, ``cost`` and what else :func:`baserate.evaluate` takes.
    """
    scores = _by_name(y_prob, names)
    columns = {name: f"score of {name!r}" for name in scores}
    data, roles = _outcomes(y_true)
    data |= {columns[name]: score for name, score in scores.items()}
    for role, values in ((_CLUSTER, cluster), (_WEIGHT, weight), (_BY, by)):
        if values is not None:
            data[role], roles[role] = values, role
    return evaluate(data, scores=columns, **roles, **asked)


def _outcomes(y_true: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Columns of outcomes, or of follow-up, and what each of them is."""
    if not isinstance(y_true, FollowUp):
        return {_OUTCOME: y_true}, {"outcome": _OUTCOME}
    data = {_TIME: y_true.time, _EVENT: y_true.event}
    roles: dict[str, Any] = {"time": _TIME, "event": _EVENT, "horizon": y_true.horizon, "censored": 0}
    if y_true.stratum is not None:
        data[_CENSORING], roles[_CENSORING] = y_true.stratum, _CENSORING
    return data, roles


def evaluate_estimators(
    estimators: Estimators,
    X: Any,
    y: Any,
    *,
    positive: object = None,
    names: str | Sequence[str] | None = None,
    **asked: Any,
) -> Evaluation:
    """:func:`baserate.evaluate` on what one or several fitted classifiers predict for ``X``.

    Parameters
    ----------
    estimators
        A classifier with ``predict_proba``, a list of them, or a mapping from names to them.
    X, y
        Features and outcomes.
    positive
        The class that means disease; 1 or True unless stated.
    names, asked
        As for :func:`evaluate_predictions`.
    """
    models = _named_estimators(estimators, names)
    scores = {name: predicted_risk(model, X, positive) for name, model in models.items()}
    return evaluate_predictions(y, scores, positive=positive, **asked)


def evaluate_cross_validation(
    cv_results: Mapping[str, Any],
    X: Any,
    y: Any,
    *,
    positive: object = None,
    names: str | Sequence[str] | None = None,
    cluster: Any = None,
    weight: Any = None,
    by: Any = None,
    **asked: Any,
) -> Evaluation:
    """:func:`baserate.evaluate` on out-of-fold predictions, pooled over all folds.

    Where a patient was predicted more than once, as in repeated cross-validation, the predictions of a
    patient are one cluster.

    Parameters
    ----------
    cv_results
        What ``sklearn.model_selection.cross_validate(..., return_estimator=True, return_indices=True)``
        returned, or a mapping from names of models to such results on the same patients.
    X, y, cluster, weight, by
        As they were given to ``cross_validate``, one row for each patient.
    positive, names, asked
        As for :func:`evaluate_estimators`.
    """
    folds = _named_results(cv_results, names)
    predicted = {name: _out_of_fold(result, X, positive, name) for name, result in folds.items()}
    rows = _common_rows({name: rows for name, (rows, _) in predicted.items()})
    if cluster is None and len(np.unique(rows)) < len(rows):
        cluster = np.arange(int(rows.max()) + 1)
    columns = {"cluster": cluster, "weight": weight, "by": by}
    chosen = {name: None if values is None else take(values, rows) for name, values in columns.items()}
    scores = {name: score for name, (_, score) in predicted.items()}
    return evaluate_predictions(take(y, rows), scores, positive=positive, **chosen, **asked)


def predicted_risk(estimator: Any, X: Any, positive: object = None) -> NDArray[np.float64]:
    """The probability of the outcome that a fitted classifier predicts, found by the name of its class."""
    if not hasattr(estimator, "predict_proba"):
        raise SettingError(
            f"{_class_name(estimator)} has no predict_proba: a decision needs a probability. "
            "Wrap it in sklearn.calibration.CalibratedClassifierCV."
        )
    column = _column_of(estimator, positive)
    return np.asarray(estimator.predict_proba(X), dtype=np.float64)[:, column]


def take(values: Any, rows: NDArray[np.intp]) -> Any:
    """Some rows of an array, a frame, a sparse matrix or a list."""
    if hasattr(values, "iloc"):
        return values.iloc[rows]
    if isinstance(values, (list, tuple)):
        return [values[row] for row in rows]
    return values[rows]


def _column_of(estimator: Any, positive: object) -> int:
    """Which column of ``predict_proba`` is the outcome's."""
    classes = list(getattr(estimator, "classes_", ()))
    shown = ", ".join(repr(getattr(one, "item", lambda one=one: one)()) for one in classes)
    if len(classes) != 2:
        raise SettingError(f"{_class_name(estimator)} has {len(classes)} classes ({shown}); two are needed.")
    wanted = _TRUTHS if positive is None else (positive,)
    places = [place for place, one in enumerate(classes) if any(one == value for value in wanted)]
    if len(places) != 1:
        known = "say which one means disease: positive=" if positive is None else f"none is {positive!r}"
        raise SettingError(f"{_class_name(estimator)} predicts {shown}; {known}.")
    return places[0]


def _out_of_fold(
    result: Mapping[str, Any], X: Any, positive: object, name: str
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Rows that were tested, in their order, and the risk of each by the estimator that had not seen it."""
    if "estimator" not in result or "indices" not in result:
        raise SettingError(
            f"the result of {name!r} lacks its estimators or its folds: "
            "cross_validate(..., return_estimator=True, return_indices=True)."
        )
    tests = [np.asarray(test, dtype=np.intp) for test in result["indices"]["test"]]
    risks = [
        predicted_risk(model, take(X, test), positive)
        for model, test in zip(result["estimator"], tests, strict=True)
    ]
    rows = np.concatenate(tests)
    order = np.argsort(rows, kind="stable")
    return rows[order], np.concatenate(risks)[order]


def _common_rows(rows: Mapping[str, NDArray[np.intp]]) -> NDArray[np.intp]:
    first, *others = rows.items()
    for name, other in others:
        if not np.array_equal(first[1], other):
            raise DataError(
                f"{first[0]!r} and {name!r} were not tested on the same patients, so they cannot be "
                "compared: use one cv= with a fixed random_state for both."
            )
    return first[1]


def _by_name(y_prob: Predictions, names: str | Sequence[str] | None) -> dict[str, Any]:
    if isinstance(y_prob, Mapping):
        if names is not None:
            raise SettingError("names= is for scores without names; a mapping has them as its keys.")
        return dict(y_prob)
    several = isinstance(y_prob, (list, tuple)) and len(y_prob) > 0 and np.ndim(y_prob[0]) == 1
    scores = list(y_prob) if several else [y_prob]
    if names is None and len(scores) == 1:
        return {"model": scores[0]}
    return _match(names, scores, "arrays of scores")


def _named_estimators(estimators: Estimators, names: str | Sequence[str] | None) -> dict[str, Any]:
    if isinstance(estimators, Mapping):
        return dict(estimators)
    models = list(estimators) if isinstance(estimators, (list, tuple)) else [estimators]
    if names is not None:
        return _match(names, models, "estimators")
    return dict(zip(_told_apart(map(_class_name, models)), models, strict=True))


def _named_results(cv_results: Mapping[str, Any], names: str | Sequence[str] | None) -> dict[str, Any]:
    if "estimator" in cv_results or "indices" in cv_results or "test_score" in cv_results:
        if names is None:
            made = next(iter(cv_results.get("estimator", ())), None)
            names = "model" if made is None else _class_name(made)
        return _match(names, [cv_results], "results")
    return dict(cv_results)


def _match(names: str | Sequence[str] | None, things: list[Any], what: str) -> dict[str, Any]:
    given = [names] if isinstance(names, str) else list(names or ())
    if len(given) != len(things) or len(set(given)) < len(given):
        raise SettingError(f"{len(things)} {what} need as many different names=; found {names!r}.")
    return dict(zip(given, things, strict=True))


def _told_apart(names: Iterable[str]) -> list[str]:
    """Names with a number where one comes again."""
    seen: Counter[str] = Counter()
    different = []
    for name in names:
        seen[name] += 1
        different.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return different


def _class_name(estimator: Any) -> str:
    """What an estimator is called: of a pipeline, its last step."""
    steps = getattr(estimator, "steps", None)
    return type(steps[-1][1] if steps else estimator).__name__
