"""Training rows as a booster hands them over: labels, weights and margins, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import LabelError, MissingValueError, OneClassError, ScoreError, ShapeError
from baserate.odds import expit
from baserate.scores.columns import examples
from baserate.scores.sample import check_weights

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TrainingRows:
    """Labels and weights of training rows, checked; ``factor`` is what each row counts for.

    The classes are weighted to the training prevalence that is stated; with the rows' own, the factors are
    the weights.
    """

    is_case: NDArray[np.bool_]
    factor: Numbers
    prevalence: float

    @classmethod
    def of(cls, label: Any, weight: Any = None, stated: float | None = None) -> TrainingRows:
        """From labels 0 and 1, weights if there are any, and the training prevalence if one is stated."""
        is_case = cases_of(label)
        factor = weights_of(weight, len(is_case))
        share = _share_of_cases(is_case, factor)
        if stated is None:
            return cls(is_case, factor, share)
        by_class = np.where(is_case, stated / share, (1.0 - stated) / (1.0 - share))
        return cls(is_case, factor * by_class, stated)


def _share_of_cases(is_case: NDArray[np.bool_], weight: Numbers) -> float:
    cases, total = float(weight[is_case].sum()), float(weight.sum())
    if not 0.0 < cases < total:
        raise one_class_error(cases > 0.0, len(is_case))
    return cases / total


def one_class_error(cases: bool, rows: int) -> OneClassError:
    """The error of rows that are all cases, or all non-cases."""
    found = "only cases (label 1)" if cases else "only non-cases (label 0)"
    return OneClassError(
        f"the {rows:,} training rows hold {found}: net benefit needs both classes. "
        "For batches, state train_prevalence."
    )


def cases_of(label: Any) -> NDArray[np.bool_]:
    """Which labels are 1; anything but 0 and 1 is refused."""
    try:
        values = np.asarray(label, dtype=np.float64).ravel()
    except (TypeError, ValueError) as error:
        raise LabelError(f"labels must be 0 or 1; {error}.") from None
    if values.size == 0:
        raise ShapeError("there are no training rows.")
    wrong = (values != 0.0) & (values != 1.0)
    if wrong.any():
        raise LabelError("labels must be 0 or 1; found others in {where}.", **examples(values, wrong))
    return np.asarray(values == 1.0)


def weights_of(weight: Any, rows: int) -> Numbers:
    """The weights of so many rows; ones where there are none."""
    if weight is None or np.size(weight) == 0:
        return np.ones(rows)
    values = np.asarray(weight, dtype=np.float64).ravel()
    if len(values) != rows:
        raise ShapeError(f"{len(values):,} weights for {rows:,} rows.")
    return np.asarray(check_weights(values), dtype=np.float64)


def margins_of(margin: Any, rows: int | None = None) -> Numbers:
    """Margins, one a row; NaN is refused. Infinite ones are cut at +-1e6, where nothing changes any more."""
    values = np.asarray(margin, dtype=np.float64)
    if values.ndim > 1 and values.shape[1:] != (1,) * (values.ndim - 1):
        raise ShapeError(f"one margin for each row is needed; found an array of shape {values.shape}.")
    values = values.ravel()
    if rows is not None and len(values) != rows:
        raise ShapeError(f"{len(values):,} margins for {rows:,} labels.")
    missing = np.isnan(values)
    if missing.any():
        raise MissingValueError(
            "margins are not a number in {where}. Training has diverged: look at the inputs, lower the "
            "learning rate, or raise log_loss_share.",
            **examples(values, missing),
        )
    return np.clip(values, -1e6, 1e6)


def probabilities_of(score: Any, margins: bool) -> Numbers:
    """Scores as probabilities, from margins or from probabilities."""
    if margins:
        return np.asarray(expit(margins_of(score)))
    values = np.asarray(score, dtype=np.float64).ravel()
    wrong = ~((values >= 0.0) & (values <= 1.0))
    if wrong.any():
        raise ScoreError(
            "scores are not probabilities in {where}. If they are margins, say margins=True.",
            **examples(values, wrong),
        )
    return values
