"""Scores of patients whose outcome nobody knows: rows in memory, or bins where the rows stay.

They are read and checked by what reads patients with an outcome (:mod:`baserate.patients.reading`): a column
of ones of our own stands in for the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.errors import DataError, SettingError
from baserate.odds import log_odds
from baserate.patients.binning import Binned
from baserate.patients.reading import read_bins, read_rows
from baserate.patients.roles import Missing, Roles, require_columns
from baserate.patients.source import LazyPatients, Source, lazy_patients
from baserate.registry import site_summaries
from baserate.scores.columns import column
from baserate.scores.sample import check_scores, check_weights

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class UnlabelledScores:
    """Log odds of scores, infinite for 0 and 1; one entry a patient, or a bin of many.

    ``weight`` is the sum of the weights in a bin, ``squares`` that of their squares. ``patients`` are
    those who are used, ``dropped`` those who lacked a score or a weight.
    """

    log_odds: Numbers
    weight: Numbers
    squares: Numbers
    patients: int
    dropped: int = 0
    notes: tuple[str, ...] = ()

    @property
    def worth(self) -> float:
        """How many patients of equal weight these are worth (Kish)."""
        return float(self.weight.sum() ** 2 / self.squares.sum())

    @classmethod
    def of_bins(cls, binned: Binned, dropped: int = 0, notes: tuple[str, ...] = ()) -> UnlabelledScores:
        """The bins of a model, whatever the outcome in them."""
        return cls(
            binned.log_odds[:, 0],
            np.asarray(binned.weight, dtype=np.float64),
            np.asarray(binned.squares, dtype=np.float64),
            int(binned.count.sum()),
            dropped,
            notes,
        )


def read_unlabelled(
    data: object, score: str, weight: str | None = None, *, missing: Missing = "error"
) -> UnlabelledScores:
    """The scores of any source that :func:`baserate.evaluate` reads; an outcome is neither needed nor read.

    Of site summaries, which are made of patients with an outcome, the scores alone are used.
    """
    for what, name in (("score", score), ("weight", weight)):
        if not isinstance(name, str) and (name is not None or what == "score"):
            raise SettingError(f"{what} must be the name of one column; found {name!r}.")
    paths = site_summaries().summary_paths(data)
    if paths:
        return _of_summaries(paths, score, weight)
    columns = [score] if weight is None else [score, weight]
    lazy = lazy_patients(data, columns)
    if lazy is not None:
        return _on_engine(lazy, score, weight, missing)
    return _in_memory(Source.of(data, columns, columns), score, weight, missing)


def _of_summaries(paths: Sequence[str], score: str, weight: str | None) -> UnlabelledScores:
    if weight is not None:
        raise SettingError(f"weight {weight!r}: a site summary has the weights that it was made with.")
    patients = site_summaries().read_summaries(paths)
    require_columns([score], patients.models, "the site summary")
    return UnlabelledScores.of_bins(patients.single[score], patients.dropped_rows, patients.notes)


def _in_memory(source: Source, score: str, weight: str | None, missing: Missing) -> UnlabelledScores:
    names = [score] if weight is None else [score, weight]
    columns = {name: source.numbers.get(name, source.columns[name]) for name in names}
    outcome = _free_name(names)
    ones = np.ones(_length(columns[score], score), dtype=np.int8)
    roles = Roles(outcome, {score: score}, weight=weight)
    rows = read_rows({**columns, outcome: ones}, roles, missing=missing)
    try:
        values = check_scores(rows.scores[score]).astype(np.float64)
        own = np.ones(len(values)) if rows.weight is None else check_weights(rows.weight).astype(np.float64)
    except DataError as error:
        names_by_argument = {"y_prob": f"score {score!r}", "sample_weight": f"column {weight!r}"}
        raise error.about(column=names_by_argument.get(error.column or "")) from None
    return UnlabelledScores(
        np.asarray(log_odds(values)), own, own**2, len(values), rows.dropped_rows, source.notes
    )


def _length(values: object, name: str) -> int:
    try:
        return len(values)  # type: ignore[arg-type]
    except TypeError:
        return len(column(values, f"column {name!r}"))


def _on_engine(lazy: LazyPatients, score: str, weight: str | None, missing: Missing) -> UnlabelledScores:
    columns = lazy.frame.collect_schema().names()
    outcome = _free_name(columns)
    marked = replace(lazy, frame=lazy.frame.with_columns(nw.lit(1).alias(outcome)))
    bins = read_bins(marked, Roles(outcome, {score: score}, weight=weight), positive=None, missing=missing)
    return UnlabelledScores.of_bins(bins.single[score], bins.dropped_rows, bins.notes)


def _free_name(taken: Sequence[str]) -> str:
    """A name for the column of ones that no other column has, in whatever case."""
    name, used = "no_outcome", {one.casefold() for one in taken}
    while name in used:
        name += "_"
    return name
