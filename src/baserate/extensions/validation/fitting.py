"""Fitting an estimator to some of the patients and asking it about others, with errors that say where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import BaserateError, DataError, MissingValueError, SettingError
from baserate.inference.progress import progress
from baserate.patients.outcome import check_positive, labels, missing_markers

Numbers = NDArray[np.float64]
Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Learning:
    """What models are fitted to: features, outcomes as given and as 0 and 1, weights and clusters."""

    features: Any
    outcome: NDArray[Any]
    label: NDArray[np.int8]
    weight: Numbers | None
    cluster: NDArray[np.intp] | None
    name: str

    @classmethod
    def of(cls, features: Any, outcome: Any, positive: object, weight: Any, cluster: Any) -> Learning:
        """Checked: as many of each, nothing missing, two classes."""
        y = _plain(outcome, "y")
        rows = len(y)
        given = _features(features)
        if _length(given) != rows:
            raise DataError(f"X has {_length(given):,} rows, y has {rows:,}. They must match.")
        weights = None if weight is None else _weights(weight, rows)
        codes = None if cluster is None else _codes(cluster, rows)
        name = getattr(outcome, "name", None)
        called = name if isinstance(name, str) and name else "outcome"
        return cls(given, y, _labels(y, positive), weights, codes, called)

    def __len__(self) -> int:
        return len(self.label)

    @property
    def units(self) -> NDArray[np.intp]:
        """What is drawn and left out as a whole: the clusters, or else the patients."""
        return np.arange(len(self)) if self.cluster is None else self.cluster

    def prevalence(self, rows: Rows) -> float:
        """Share of these patients, by weight, who have the outcome."""
        weight = None if self.weight is None else self.weight[rows]
        return float(np.average(self.label[rows], weights=weight))

    def take(self, rows: Rows) -> Any:
        """The features of some patients, in the kind of table that they came in."""
        return self.features.iloc[rows] if hasattr(self.features, "iloc") else self.features[rows]

    @property
    def positive(self) -> Any:
        """The outcome that means disease, as the estimator knows it."""
        return self.outcome[int(np.argmax(self.label))]


def read_estimators(estimators: Any) -> dict[str, Any]:
    """Estimators by name: one, a mapping, or several that are called by their classes."""
    if isinstance(estimators, Mapping):
        named = list(estimators.items())
    elif isinstance(estimators, (list, tuple)):
        named = [(_class_name(one), one) for one in estimators]
    else:
        named = [(_class_name(estimators), estimators)]
    if not named:
        raise SettingError("there is no estimator to validate.")
    names = [name for name, _ in named]
    if len(set(names)) < len(names) or not all(isinstance(name, str) for name in names):
        shown = ", ".join(map(repr, names))
        raise SettingError(f"each estimator needs a name of its own ({shown}): pass a mapping from names.")
    for name, estimator in named:
        _check_estimator(name, estimator)
    return dict(named)


def _class_name(estimator: Any) -> str:
    """What an estimator is called; a pipeline by its last step."""
    steps = getattr(estimator, "steps", None)
    return type(steps[-1][1] if steps else estimator).__name__


def _check_estimator(name: str, estimator: Any) -> None:
    if isinstance(estimator, type):
        raise SettingError(f"{name}: an estimator is needed, not its class; write {estimator.__name__}().")
    if not hasattr(estimator, "fit"):
        raise SettingError(f"{name}: an estimator with a method fit is needed; found {estimator!r:.80}.")
    if not hasattr(estimator, "predict_proba"):
        raise SettingError(
            f"{name}: it has no predict_proba, and decisions at a threshold need probabilities.",
            advice="Wrap it in sklearn.calibration.CalibratedClassifierCV.",
        )


@dataclass(frozen=True, eq=False)
class Fit:
    """One model to be fitted: to which patients, and about whom it is asked; ``where`` names it in errors."""

    where: str
    train: Rows
    tests: tuple[Rows, ...]


def fit_all(
    estimators: Mapping[str, Any], data: Learning, fits: Sequence[Fit], n_jobs: int | None
) -> dict[str, list[tuple[Numbers, ...]]]:
    """For each estimator by name and each fit, the risks of the patients it is asked about."""
    tasks = [(name, fit) for name in estimators for fit in fits]
    found: dict[str, list[tuple[Numbers, ...]]] = {name: [] for name in estimators}
    for (name, _), risks in zip(tasks, _run(estimators, data, tasks, n_jobs), strict=True):
        found[name].append(risks)
    return found


def _run(
    estimators: Mapping[str, Any], data: Learning, tasks: Sequence[tuple[str, Fit]], n_jobs: int | None
) -> Iterator[tuple[Numbers, ...]]:
    """Risks of each task, in order, one by one or on several cores."""
    if n_jobs in (None, 1):
        for name, fit in progress(tasks, "fitting models"):
            yield fit_and_ask(estimators[name], name, data, fit)[1]
        return
    from sklearn.utils.parallel import Parallel, delayed

    work = (delayed(_ask)(estimators[name], name, data, fit) for name, fit in tasks)
    done = iter(Parallel(n_jobs=n_jobs, return_as="generator")(work))
    for _ in progress(tasks, "fitting models"):
        yield next(done)


def _ask(estimator: Any, name: str, data: Learning, fit: Fit) -> tuple[Numbers, ...]:
    return fit_and_ask(estimator, name, data, fit)[1]


def fit_and_ask(estimator: Any, name: str, data: Learning, fit: Fit) -> tuple[Any, tuple[Numbers, ...]]:
    """A copy of the estimator, fitted to the patients of ``fit.train``, and its risks of all asked about."""
    from sklearn.base import clone

    _check_classes(name, data, fit)
    model = clone(estimator, safe=False)
    weights = _weight_argument(name, model, data, fit.train)
    try:
        model.fit(data.take(fit.train), data.outcome[fit.train], **weights)
        return model, tuple(_risks(name, model, data, rows) for rows in fit.tests)
    except BaserateError:
        raise
    except Exception as error:
        raise DataError(
            f"{name}: fitting failed in {fit.where} ({len(fit.train):,} rows, "
            f"{int(data.label[fit.train].sum()):,} cases): {type(error).__name__}: {_short(error)}"
        ) from error


def _short(error: Exception) -> str:
    """What a library says, without the data that it quotes."""
    text = " ".join(str(error).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


# Of a library's error, how much is passed on.
_LONGEST = 200


def _check_classes(name: str, data: Learning, fit: Fit) -> None:
    cases = int(data.label[fit.train].sum())
    if 0 < cases < len(fit.train):
        return
    which = "no case" if cases == 0 else "no non-case"
    raise DataError(
        f"{name}: there is {which} among the {len(fit.train):,} rows to fit to in {fit.where}.",
        advice="Ask for fewer folds, or for others.",
    )


def _weight_argument(name: str, model: Any, data: Learning, rows: Rows) -> dict[str, Numbers]:
    """Weights as ``fit`` takes them; in a pipeline its last step does."""
    if data.weight is None:
        return {}
    from sklearn.utils.validation import has_fit_parameter

    steps = getattr(model, "steps", None)
    last = steps[-1][1] if steps else model
    if not has_fit_parameter(last, "sample_weight"):
        raise SettingError(f"{name}: {type(last).__name__} takes no sample_weight.")
    return {f"{steps[-1][0]}__sample_weight" if steps else "sample_weight": data.weight[rows]}


def _risks(name: str, model: Any, data: Learning, rows: Rows) -> Numbers:
    """The probability of the outcome that means disease."""
    chances = np.asarray(model.predict_proba(data.take(rows)), dtype=np.float64)
    classes = list(getattr(model, "classes_", np.unique(data.outcome)))
    if chances.shape != (len(rows), 2) or data.positive not in classes:
        raise DataError(
            f"{name}: predict_proba should give one column for each of two outcomes; "
            f"its shape is {chances.shape}, its classes are {classes}."
        )
    risks = chances[:, classes.index(data.positive)]
    if not np.isfinite(risks).all():
        raise DataError(f"{name}: predict_proba gave a value that is no number.")
    return np.clip(risks, 0.0, 1.0)


def _features(features: Any) -> Any:
    """What rows can be taken from: lists as an array, a frame that is yet to be read as one that is."""
    if isinstance(features, (list, tuple)):
        return np.asarray(features)
    return features.collect() if type(features).__name__ == "LazyFrame" else features


def _length(features: Any) -> int:
    shape = getattr(features, "shape", None)
    return int(shape[0]) if shape else len(features)


def _plain(values: Any, name: str) -> NDArray[Any]:
    """One column as an array, without gaps."""
    given = np.asarray(values)
    if given.ndim == 2 and given.shape[1] == 1:
        given = given[:, 0]
    if given.ndim != 1:
        raise DataError(f"{name} must be one column; its shape is {given.shape}.")
    gaps = sum(map(_is_missing, given.tolist()))
    if gaps:
        raise MissingValueError(
            f"{name} is missing in {gaps:,} of {len(given):,} rows.", advice="Drop these rows."
        )
    return given


def _is_missing(value: Any) -> bool:
    """Whether a value says that it is not there; what is no number is not equal to itself."""
    return value is None or str(value) == "<NA>" or (isinstance(value, float) and value != value)


def _labels(y: NDArray[Any], positive: object) -> NDArray[np.int8]:
    """1 where the outcome occurred."""
    check_positive(positive)
    text = y.astype(str) if y.dtype.kind == "O" else y
    unknown = missing_markers(np.unique(text).tolist())
    if unknown:
        raise MissingValueError(
            f"y says {unknown[0]!r}, which is a missing value.", advice="Drop these rows."
        )
    label = labels(text, "y", positive)
    if len(label) == 0 or label.min() == label.max():
        raise DataError("y has one outcome only; there is nothing to predict.")
    return label


def _weights(weight: Any, rows: int) -> Numbers:
    numbers = np.asarray(weight, dtype=np.float64)
    if numbers.shape != (rows,):
        raise DataError(f"y has {rows:,} rows, sample_weight has the shape {numbers.shape}.")
    if not (np.isfinite(numbers).all() and (numbers >= 0.0).all() and numbers.sum() > 0.0):
        raise DataError("sample_weight must be numbers that are not negative, and not all zero.")
    return numbers


def _codes(cluster: Any, rows: int) -> NDArray[np.intp]:
    names = _plain(cluster, "cluster")
    if len(names) != rows:
        raise DataError(f"y has {rows:,} rows, cluster has {len(names):,}. They must match.")
    text = names.astype(str) if names.dtype.kind == "O" else names
    return np.unique(text, return_inverse=True)[1].astype(np.intp)
