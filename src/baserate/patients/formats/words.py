"""Values for which a file has words: 0 "alive", 1 "dead"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from baserate.patients.formats.labelled import written


def in_words(values: pl.Series, words: Mapping[Any, str]) -> pl.Series:
    """Values as their words, in the order of the values; one without a word stays as it is written."""
    names = all_names(values, words)
    kind = pl.Enum(list(dict.fromkeys(names.values())))
    distinct = list(names)
    if not distinct:
        return pl.Series(values.name, [None] * len(values), dtype=pl.String)
    return values.replace_strict(
        pl.Series(distinct, dtype=values.dtype),
        pl.Series([names[value] for value in distinct], dtype=kind),
        default=None,
        return_dtype=kind,
    )


def all_names(values: pl.Series, words: Mapping[Any, str]) -> dict[Any, str]:
    """The name of every value that occurs, in the order of the values; no two have the same."""
    names = {
        value: words.get(value, written(value)) for value in values.drop_nulls().unique().sort().to_list()
    }
    uses = list(names.values())
    return {
        value: name if uses.count(name) == 1 else f"{name} ({written(value)})"
        for value, name in names.items()
    }
