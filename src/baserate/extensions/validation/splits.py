"""Who is fitted to and who is asked about: folds, repeated, and bootstrap samples; clusters stay whole."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from baserate.errors import DataError, SettingError, TooFewError
from baserate.extensions.validation.fitting import Fit, Learning, Rows
from baserate.inference.draws import check_draws

# A bootstrap sample without two patients of each class is drawn anew, at most so often.
_MOST_DRAWS = 100


def whole_count(number: object, name: str, least: int) -> int:
    """A setting that counts something."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < least:
        raise SettingError(f"{name} must be a whole number, at least {least}; found {number!r:.60}.")
    return int(number)


def folds(data: Learning, cv: Any, repeats: int, seed: int) -> list[Fit]:
    """Repeated cross-validation: each fold's patients are asked about by a model fitted to all others.

    Stratified by outcome; with clusters, each is in one fold as a whole.

    Parameters
    ----------
    data
        The patients.
    cv
        The number of folds, or a splitter of scikit-learn, which then also says how often.
    repeats
        How often patients are divided anew, with a number of folds.
    seed
        Of the divisions.
    """
    if hasattr(cv, "split") and not isinstance(cv, (str, bytes)):
        return [
            _fold(f"fold {number} of {cv!r:.60}", *rows) for number, rows in enumerate(_given(data, cv), 1)
        ]
    number = whole_count(cv, "cv", 2)
    _check_enough(data, number)
    fits = []
    for repeat, state in enumerate(np.random.SeedSequence(seed).generate_state(repeats), 1):
        for fold, (train, test) in enumerate(_divide(data, number, int(state)), 1):
            where = f"fold {fold} of {number}" + (f", repeat {repeat}" if repeats > 1 else "")
            fits.append(_fold(where, train, test))
    return fits


def _fold(where: str, train: Rows, test: Rows) -> Fit:
    if len(test) == 0 or len(train) == 0:
        raise DataError(f"{where} is empty.", advice="Ask for fewer folds.")
    return Fit(where, train, (test,))


def _given(data: Learning, splitter: Any) -> Iterator[tuple[Rows, Rows]]:
    """The folds of a splitter that was given; none may tear a cluster apart."""
    with (
        warnings.catch_warnings()
    ):  # a splitter that looks at no clusters says so; whether it matters is seen
        warnings.filterwarnings("ignore", "The groups parameter is ignored")
        every = list(splitter.split(np.zeros((len(data), 1)), data.label, data.cluster))
    for train, test in every:
        if np.isin(data.units[train], data.units[test]).any():
            raise SettingError(
                f"{splitter!r:.60} puts one cluster both into what is fitted to and what is asked about.",
                advice="Take a splitter for groups, such as StratifiedGroupKFold.",
            )
        yield train, test


def _divide(data: Learning, number: int, state: int) -> Iterator[tuple[Rows, Rows]]:
    from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

    kind = StratifiedKFold if data.cluster is None else StratifiedGroupKFold
    splitter = kind(n_splits=number, shuffle=True, random_state=state)
    yield from splitter.split(np.zeros((len(data), 1)), data.label, data.cluster)


def fewest_units(data: Learning) -> int:
    """How many folds there can be: no more than cases, non-cases or clusters."""
    cases = int(data.label.sum())
    return min(cases, len(data) - cases, len(np.unique(data.units)))


def _check_enough(data: Learning, number: int) -> None:
    cases = int(data.label.sum())
    fewest, which = min((cases, "cases"), (len(data) - cases, "non-cases"))
    if fewest < number:
        raise TooFewError(
            f"{number} folds need at least as many cases and non-cases; there are {fewest:,} {which}.",
            advice=f"Ask for cv={max(fewest, 2)} or fewer.",
        )
    clusters = len(np.unique(data.units))
    if clusters < number:
        raise TooFewError(
            f"{number} folds of whole clusters need at least as many clusters; there are {clusters:,}.",
            advice=f"Ask for cv={max(clusters, 2)} or fewer.",
        )


def bootstrap_samples(data: Learning, resamples: int, seed: int) -> list[Fit]:
    """Bootstrap samples of patients, or of whole clusters; a model is asked about its own sample and all."""
    resamples = check_draws(resamples, "a bootstrap needs at least two resamples")
    rng, everyone, members = np.random.default_rng(seed), np.arange(len(data)), _members(data)
    if len(members) < 2:
        raise TooFewError("all rows are in one cluster; a bootstrap needs at least two.")
    fits = []
    for number in range(1, resamples + 1):
        drawn = _draw(data, members, rng)
        fits.append(Fit(f"resample {number} of {resamples}", drawn, (drawn, everyone)))
    return fits


def _members(data: Learning) -> list[Rows]:
    """The rows of each patient, or cluster."""
    order = np.argsort(data.units, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(data.units[order])) + 1)


def _draw(data: Learning, members: list[Rows], rng: np.random.Generator) -> Rows:
    for _ in range(_MOST_DRAWS):
        chosen = rng.integers(len(members), size=len(members))
        rows = np.concatenate([members[one] for one in chosen])
        if 2 <= data.label[rows].sum() <= len(rows) - 2:
            return rows
    raise TooFewError(f"of {_MOST_DRAWS} bootstrap samples none had two cases and two non-cases.")
