"""Names that repeat, such as groups and clusters, as numbers in the order of their first appearance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import natural
from baserate.errors import DataError
from baserate.patients.row_order import by_first_appearance
from baserate.scores.columns import column, is_missing, without_name

# So many patients are looked at for the names there are; so many names are compared one by one.
_SOME, _FEW_NAMES = 10_000, 50
# What holds several values.
_SEVERAL = (list, tuple, dict, set, frozenset, np.ndarray)


@dataclass(frozen=True, eq=False)
class Grouping:
    """``code`` of each patient's name in ``names``, -1 where it is missing.

    ``order`` is that of the categories, where the container has one.
    """

    code: NDArray[np.intp]
    names: tuple[str, ...]
    order: tuple[str, ...] = ()

    @property
    def in_order(self) -> tuple[str, ...]:
        """The names in the order of their categories; without one, numbers first, then by the alphabet."""
        place = {name: number for number, name in enumerate(self.order)}
        return tuple(sorted(self.names, key=lambda name: (place.get(name, len(place)), natural(name))))

    @classmethod
    def of(cls, values: Any, what: str) -> Grouping:
        """From any container; numbers keep the name that people write: 3.0 is 3."""
        if hasattr(values, "factorize"):  # pandas
            codes, distinct = _factorized(values, what)
            order = _in_categories(list(distinct), _categories_of_pandas(values))
            grouping = cls(np.asarray(codes, dtype=np.intp), _write_names(list(distinct)), order)
        elif not isinstance(values, np.ndarray) or np.ma.isMA(values):
            grouping = _of_series(values, what)
        elif values.dtype.kind in "biuf":
            grouping = _of_numbers(column(values, what))
        elif values.dtype.kind == "U" and values.ndim == 1:
            grouping = _of_texts(values)
        else:
            grouping = _of_series(values, what)
        return grouping._merge_equal_names()

    def _merge_equal_names(self) -> Grouping:
        """Names that are the same text, such as 1 and "1", are one name."""
        if len(set(self.names)) == len(self.names):
            return self
        names = tuple(dict.fromkeys(self.names))
        place = np.array([names.index(name) for name in self.names] + [-1], dtype=np.intp)
        return Grouping(place[self.code], names, tuple(dict.fromkeys(self.order)))

    def at(self, places: NDArray[np.intp]) -> Grouping:
        """The patients in another order; names in the order of their first appearance there."""
        code = self.code[places]
        number = by_first_appearance(code, len(self.names))
        return Grouping(number[code], tuple(self.names[k] for k in np.argsort(number)), self.order)

    def select(self, keep: NDArray[np.bool_]) -> Grouping:
        """Some of the patients; names keep the order of their first appearance among these."""
        code, names = _number(self.code[keep], self.code[keep] == -1)
        return Grouping(code, tuple(self.names[k] for k in names), self.order)


def nested(what: str, kind: str) -> DataError:
    """Lists, or tables, where each patient has one value."""
    return DataError(
        f"{{column}} must be one value per patient; found values of type {kind}.",
        column=what,
        advice="Make a column of one number or text for each patient.",
    )


def _factorized(values: Any, what: str) -> tuple[Any, Any]:
    """Codes and distinct values of pandas, which cannot compare lists."""
    try:
        codes, distinct = values.factorize()
    except (TypeError, NotImplementedError):  # not hashable, or of Arrow
        kinds = {type(value).__name__ for value in values.dropna()}
        raise nested(what, ", ".join(sorted(kinds))) from None
    kinds = {type(value).__name__ for value in distinct if isinstance(value, _SEVERAL)}
    if kinds:
        raise nested(what, ", ".join(sorted(kinds)))
    return codes, distinct


def _of_numbers(values: NDArray[Any]) -> Grouping:
    missing = np.isnan(values) if values.dtype.kind == "f" else np.zeros(len(values), dtype=bool)
    code, distinct = _number(values, missing)
    return Grouping(code, _write_names(distinct))


def _number(values: NDArray[Any], missing: NDArray[np.bool_]) -> tuple[NDArray[np.intp], list[Any]]:
    """Each value's place among the distinct ones by first appearance, -1 if missing; and these."""
    distinct, first, code = np.unique(values[~missing], return_index=True, return_inverse=True)
    order = np.argsort(first)
    places = np.full(len(values), -1, dtype=np.intp)
    places[~missing] = np.argsort(order)[code]
    return places, distinct[order].tolist()


def _of_texts(values: NDArray[np.str_]) -> Grouping:
    """NumPy's own texts; a few names are compared one by one, which is faster than turning all to objects."""
    few = np.unique(values[:: max(1, len(values) // _SOME)])
    masks = [values == name for name in few] if len(few) <= _FEW_NAMES else []
    if sum(int(np.count_nonzero(mask)) for mask in masks) < len(values):  # there are more names
        import polars as pl

        return _of_series(pl.Series(values), "names")
    order = np.argsort([int(mask.argmax()) for mask in masks])
    code = np.zeros(len(values), dtype=np.intp)
    for number, which in enumerate(order):
        code[masks[which]] = number
    return Grouping(code, tuple(str(few[which]) for which in order))


def _of_series(values: Any, what: str) -> Grouping:
    import polars as pl

    if isinstance(values, pl.Series):
        series = without_name(values)
        if series.dtype == pl.Object:  # what Python has, and Polars knows nothing of
            series = _collect_objects(series.to_list(), what)
    elif hasattr(values, "type"):  # PyArrow
        series = pl.Series(values)
    else:
        series = _collect_objects(values, what)
    if series.dtype.is_nested():
        raise nested(what, str(series.dtype))
    order = _categories_of_arrow(values)
    if isinstance(series.dtype, pl.Enum):
        order = series.dtype.categories.to_list()
    if series.dtype in (pl.Categorical, pl.Enum):
        series = series.cast(pl.String)
    if series.dtype.is_float():
        return _of_numbers(series.to_numpy())
    distinct = series.drop_nulls().unique(maintain_order=True)
    numbers = pl.Series(range(len(distinct)), dtype=pl.Int64)
    codes = (
        series.replace_strict(distinct, numbers, default=-1, return_dtype=pl.Int64) if len(distinct) else None
    )
    code = np.full(len(series), -1) if codes is None else codes.fill_null(-1).to_numpy()
    values = distinct.to_list()
    return Grouping(np.asarray(code, dtype=np.intp), _write_names(values), _in_categories(values, order))


def _in_categories(distinct: list[Any], categories: list[Any]) -> tuple[str, ...]:
    """The names that occur, in the order of the categories; none where these have no order."""
    occurs = set(distinct) if categories else set()
    return _write_names([value for value in categories if value in occurs])


def _categories_of_pandas(values: Any) -> list[Any]:
    """The categories of pandas in their order, where they have one."""
    kind = values.dtype
    return list(kind.categories) if getattr(kind, "ordered", False) is True else []


def _categories_of_arrow(values: Any) -> list[Any]:
    """The values of an ordered dictionary of PyArrow."""
    kind = getattr(values, "type", None)
    if getattr(kind, "ordered", False) is not True:
        return []
    chunks = getattr(values, "chunks", [values])
    return list(dict.fromkeys(value for chunk in chunks for value in chunk.dictionary.to_pylist()))


def _collect_objects(values: Any, what: str) -> Any:
    """A Polars series of Python objects, however mixed; missing entries are null."""
    import polars as pl

    if isinstance(values, np.ndarray):
        values = values.reshape(-1) if values.ndim == 2 and values.shape[1] == 1 else values
        if values.ndim != 1:
            raise DataError(f"{what} must be one value per patient; found shape {values.shape}.")
        values = values.tolist()
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise DataError(f"{what} must be one value per patient; found a {type(values).__name__}.")
    flat = [value[0] if isinstance(value, (list, tuple)) and len(value) == 1 else value for value in values]
    present = [None if is_missing(value) else value for value in flat]
    kinds = {type(value) for value in present if value is not None}
    if several := sorted(kind.__name__ for kind in kinds if issubclass(kind, _SEVERAL)):
        raise nested(what, ", ".join(several))
    if len(kinds) > 1:
        present = [None if value is None else str(value) for value in present]
    return pl.Series(present, strict=False)


def _write_names(distinct: list[Any]) -> tuple[str, ...]:
    """Names as text; whole numbers without a decimal point if all are whole."""
    if distinct and all(isinstance(value, float) and value.is_integer() for value in distinct):
        return tuple(str(int(value)) for value in distinct)
    return tuple(str(value) for value in distinct)
