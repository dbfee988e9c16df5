"""Names that repeat, such as groups and clusters, as numbers in the order of their first appearance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.arrays import column


@dataclass(frozen=True, eq=False)
class Grouping:
    """``code`` of each patient's name in ``names``, -1 where it is missing."""

    code: NDArray[np.intp]
    names: tuple[str, ...]

    @classmethod
    def of(cls, values: Any, what: str) -> Grouping:
        """From any container; numbers keep the name that people write: 3.0 is 3."""
        if hasattr(values, "factorize"):  # pandas
            codes, found = values.factorize()
            return cls(np.asarray(codes, dtype=np.intp), _names(list(found)))
        if isinstance(values, np.ndarray) and values.dtype.kind in "biuf":
            return _of_numbers(column(values, what))
        return _of_series(values)

    def chosen(self, keep: NDArray[np.bool_]) -> Grouping:
        """Some of the patients; names keep the order of their first appearance among these."""
        found, first, code = np.unique(self.code[keep], return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty(len(found), dtype=np.intp)
        rank[order] = np.arange(len(found))
        missing = found == -1
        if missing.any():  # those without a name stay without
            rank = np.where(missing, -1, rank - (rank > rank[missing][0]))
        names = [self.names[k] for k in found[order] if k >= 0]
        return Grouping(rank[code], tuple(names))


def _of_numbers(values: NDArray[Any]) -> Grouping:
    missing = np.isnan(values) if values.dtype.kind == "f" else np.zeros(len(values), dtype=bool)
    found, first, code = np.unique(values[~missing], return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(found), dtype=np.intp)
    rank[order] = np.arange(len(found))
    codes = np.full(len(values), -1, dtype=np.intp)
    codes[~missing] = rank[code]
    return Grouping(codes, _names(found[order].tolist()))


def _of_series(values: Any) -> Grouping:
    import polars as pl

    if isinstance(values, pl.Series):
        series = values
    else:
        if not hasattr(values, "type"):  # not PyArrow
            values = [None if one is None or one != one else one for one in np.ma.asarray(values).tolist()]
        series = pl.Series(values, strict=False)
    if series.dtype in (pl.Categorical, pl.Enum):
        series = series.cast(pl.String)
    found = series.drop_nulls().unique(maintain_order=True)
    if series.dtype.is_float():
        return _of_numbers(series.to_numpy())
    numbers = pl.Series(range(len(found)), dtype=pl.Int64)
    codes = series.replace_strict(found, numbers, default=-1, return_dtype=pl.Int64) if len(found) else None
    code = np.full(len(series), -1) if codes is None else codes.fill_null(-1).to_numpy()
    return Grouping(np.asarray(code, dtype=np.intp), _names(found.to_list()))


def _names(found: list[Any]) -> tuple[str, ...]:
    """Names as text; whole numbers without a decimal point if all are whole."""
    if found and all(isinstance(one, float) and one.is_integer() for one in found):
        return tuple(str(int(one)) for one in found)
    return tuple(str(one) for one in found)
