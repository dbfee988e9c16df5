"""Names that repeat, such as groups and clusters, as numbers in the order of their first appearance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.errors import ShapeError
from baserate.scores.columns import column, is_missing

# So many patients are looked at for the names there are; so many names are compared one by one.
_SOME, _FEW_NAMES = 10_000, 50


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
            made = cls(np.asarray(codes, dtype=np.intp), _names(list(found)))
        elif isinstance(values, np.ndarray) and values.dtype.kind in "biuf" and not np.ma.isMA(values):
            made = _of_numbers(column(values, what))
        elif isinstance(values, np.ndarray) and values.dtype.kind == "U" and values.ndim == 1:
            made = _of_series(values, what) if np.ma.isMA(values) else _of_texts(values)
        else:
            made = _of_series(values, what)
        return made._distinct()

    def _distinct(self) -> Grouping:
        """Names that are the same text, such as 1 and "1", are one name."""
        if len(set(self.names)) == len(self.names):
            return self
        names = tuple(dict.fromkeys(self.names))
        place = np.array([names.index(name) for name in self.names] + [-1], dtype=np.intp)
        return Grouping(place[self.code], names)

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


def _of_texts(values: NDArray[np.str_]) -> Grouping:
    """NumPy's own texts; a few names are compared one by one, which is faster than turning all to objects."""
    few = np.unique(values[:: max(1, len(values) // _SOME)])
    masks = [values == name for name in few] if len(few) <= _FEW_NAMES else []
    if sum(int(np.count_nonzero(mask)) for mask in masks) < len(values):  # there are more names
        return _of_series(_polars(values), "names")
    order = np.argsort([int(mask.argmax()) for mask in masks])
    code = np.zeros(len(values), dtype=np.intp)
    for number, which in enumerate(order):
        code[masks[which]] = number
    return Grouping(code, tuple(str(few[which]) for which in order))


def _of_series(values: Any, what: str) -> Grouping:
    import polars as pl

    if isinstance(values, pl.Series):
        series = values
    elif hasattr(values, "type"):  # PyArrow
        series = pl.Series(values)
    else:
        series = _of_objects(values, what)
    if series.dtype in (pl.Categorical, pl.Enum):
        series = series.cast(pl.String)
    found = series.drop_nulls().unique(maintain_order=True)
    if series.dtype.is_float():
        return _of_numbers(series.to_numpy())
    numbers = pl.Series(range(len(found)), dtype=pl.Int64)
    codes = series.replace_strict(found, numbers, default=-1, return_dtype=pl.Int64) if len(found) else None
    code = np.full(len(series), -1) if codes is None else codes.fill_null(-1).to_numpy()
    return Grouping(np.asarray(code, dtype=np.intp), _names(found.to_list()))


def _polars(values: Any) -> Any:
    import polars as pl

    return pl.Series(values)


def _of_objects(values: Any, what: str) -> Any:
    """A Polars series of Python objects, however mixed; missing entries are null."""
    import polars as pl

    if isinstance(values, np.ndarray):
        values = values.reshape(-1) if values.ndim == 2 and values.shape[1] == 1 else values
        if values.ndim != 1:
            raise ShapeError(f"{what} must be one value per patient; found shape {values.shape}.")
        values = values.tolist()
    listed = [one[0] if isinstance(one, (list, tuple)) and len(one) == 1 else one for one in values]
    present = [None if is_missing(one) else one for one in listed]
    kinds = {type(one) for one in present if one is not None}
    if len(kinds) > 1:
        present = [None if one is None else str(one) for one in present]
    return pl.Series(present, strict=False)


def _names(found: list[Any]) -> tuple[str, ...]:
    """Names as text; whole numbers without a decimal point if all are whole."""
    if found and all(isinstance(one, float) and one.is_integer() for one in found):
        return tuple(str(int(one)) for one in found)
    return tuple(str(one) for one in found)
