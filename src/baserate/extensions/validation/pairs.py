"""What the chance of the patients fitted to adds to the error of cross-validation.

Models of different folds share most of their patients, and err together; an interval that takes the models
as given does not know it. A jackknife over folds does: leave out one fold, do cross-validation with the
others, and see by how much its value differs. A model for that is fitted without two folds, and one such
model serves both of them, so that ``K`` folds need ``K (K - 1) / 2`` models.

With ``T_g`` the value without fold ``g`` from models fitted anew, and ``F_g`` that from the models as they
are,

    added variance = max(0, J(T) - J(F)) / 2,    J(T) = (K - 1)/K sum_g (T_g - mean T)^2.

The jackknife counts what comes from two patients together twice (Efron and Stein 1981,
doi:10.1214/aos/1176345462), and what fitting adds is mostly that, one patient fitted to and another asked
about: hence the half. That an interval which takes the models as given is too narrow is shown by Bates,
Hastie and Tibshirani (2023, doi:10.1080/01621459.2023.2197686).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from baserate.extensions.validation.fitting import Fit, Learning, Numbers, Rows
from baserate.extensions.validation.splits import fewest_units, folds

# Into how many folds patients are divided, at most and at least.
_MOST, _LEAST = 10, 4


def division(data: Learning, fits: Sequence[Fit], cv: object, seed: int) -> tuple[list[Fit], list[Fit]]:
    """Folds whose pairs are left out, and the models without two of them.

    The first folds of the cross-validation where there are ten or fewer, else ten of their own. None where
    there are too few patients or clusters, or where without two folds one outcome is lacking.

    Parameters
    ----------
    data
        The patients.
    fits
        The folds of the cross-validation.
    cv
        Their number, or a splitter.
    seed
        Of the folds.
    """
    number = min(_MOST, fewest_units(data))
    if number < _LEAST:
        return [], []
    is_number = isinstance(cv, (int, np.integer))
    if is_number and _LEAST <= int(cv) <= _MOST:  # type: ignore[call-overload]
        single = list(fits[: int(cv)])  # type: ignore[call-overload]
    else:
        single = folds(data, number, 1, seed)
    double = [_without(data, single, pair) for pair in combinations(range(len(single)), 2)]
    if not all(0 < data.label[fit.train].sum() < len(fit.train) for fit in (*single, *double)):
        return [], []
    return single, double


def _without(data: Learning, single: Sequence[Fit], pair: tuple[int, int]) -> Fit:
    """The model without two folds, asked about both."""
    left = tuple(single[one].tests[0] for one in pair)
    inside = np.ones(len(data), dtype=bool)
    inside[np.concatenate(left)] = False
    where = f"all but folds {pair[0] + 1} and {pair[1] + 1} of {len(single)}"
    return Fit(where, np.flatnonzero(inside), left)


@dataclass(frozen=True, eq=False)
class Left:
    """Rows that are left when a fold is left out, their risks by models fitted anew, and as they were."""

    rows: Rows
    again: Mapping[str, Numbers]
    before: Mapping[str, Numbers]


def left_out(
    single: Sequence[Fit],
    once: Mapping[str, Sequence[Numbers]],
    twice: Mapping[str, Sequence[tuple[Numbers, ...]]],
) -> list[Left]:
    """What is left without each fold.

    Parameters
    ----------
    single
        The folds.
    once
        By model, the risks of each fold's patients by the model without that fold.
    twice
        By model and pair of folds, the risks of both by the model without the two.
    """
    number = len(single)
    pairs = {pair: place for place, pair in enumerate(combinations(range(number), 2))}

    def risk(model: str, without: int, of: int) -> Numbers:
        place = pairs[min(without, of), max(without, of)]
        return twice[model][place][int(of > without)]

    left = []
    for gone in range(number):
        others = [one for one in range(number) if one != gone]
        rows = np.concatenate([single[one].tests[0] for one in others])
        again = {name: np.concatenate([risk(name, gone, one) for one in others]) for name in once}
        before = {name: np.concatenate([once[name][one] for one in others]) for name in once}
        left.append(Left(rows, again, before))
    return left


def added_variance(left: Sequence[Left], value: Callable[[Rows, Mapping[str, Numbers]], float]) -> float:
    """What fitting adds to the variance of a value; zero where a value cannot be had."""
    again = np.array([value(one.rows, one.again) for one in left])
    before = np.array([value(one.rows, one.before) for one in left])
    if not (len(left) and np.isfinite(again).all() and np.isfinite(before).all()):
        return 0.0
    return max(0.0, _jackknife(again) - _jackknife(before)) / 2.0


def _jackknife(values: Numbers) -> float:
    """The variance of a value by those without each of ``K`` folds: ``(K - 1)/K sum (T_g - mean)^2``."""
    return float((len(values) - 1) * np.var(values))
