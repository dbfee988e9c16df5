"""One column of numbers out of whatever holds it: lists, NumPy, pandas, Polars, PyArrow, torch.

Nothing is copied that is already a NumPy array. A missing value (None, null, a masked entry) is an
error here, because dropping it for one column would misalign the others; rows are matched by
position, never by an index.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from baserate.errors import SHOWN, DataError, MissingValueError

__all__ = ["binary_scale", "column", "is_moderate"]

# What NumPy says of types that other libraries added to it, such as bfloat16.
_OF_A_LIBRARY = 2


def column(values: object, name: str) -> NDArray[Any]:
    """``values`` as a one-dimensional array without missing entries; ``name`` is for messages."""
    values = _readable(values, name)
    if isinstance(values, np.ma.MaskedArray):
        _refuse_missing(np.ma.getmaskarray(values), name)
        values = values.data
    elif not isinstance(values, np.ndarray):
        values = _from_container(values, name)
    array = _one_dimensional(np.asarray(values), name)
    if array.dtype.isbuiltin == _OF_A_LIBRARY:
        return _convert(array, name)
    if array.dtype.kind == "T":  # text of any length
        return np.array(array.tolist(), dtype=str)
    return _from_objects(array, name) if array.dtype.kind == "O" else array


def without_name(values: Any) -> Any:
    """A column of Polars under another name: its own, such as ``*`` or ``^s$``, Polars reads as a pattern."""
    return values.alias("values") if type(values).__module__.startswith("polars.series") else values


def _readable(values: Any, name: str) -> Any:
    """A column that NumPy has a type for: whole numbers of 128 bits as floating-point ones; others as is."""
    values = without_name(values)
    if not type(values).__module__.startswith("polars.series"):
        return values
    if str(values.dtype) in ("Int128", "UInt128"):
        return values.cast(float)
    if str(values.dtype).startswith("Struct"):
        raise DataError(
            f"{{column}} must be one value per patient; found values of type {values.dtype}.", column=name
        )
    return values


def partial_column(values: object, name: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The values that are there, and for every patient whether one is missing.

    Missing are None, null, a masked entry, and a number that is not one.
    """
    values = _readable(values, name)
    missing = _missing(values)
    if missing is None or not missing.any():
        array = column(values, name)
    elif isinstance(values, np.ma.MaskedArray):
        array = column(values.compressed(), name)
    elif hasattr(values, "drop_nulls"):  # Polars
        array = column(values.drop_nulls(), name)
    elif hasattr(values, "drop_null"):  # PyArrow
        array = column(values.drop_null(), name)
    else:
        kept: Any = values if hasattr(values, "isna") else np.asarray(values, dtype=object)
        array = column(kept[~missing], name)
    gaps = np.zeros(len(array), dtype=bool) if missing is None else missing
    if array.dtype.kind == "f" and (strange := np.isnan(array)).any():
        gaps = gaps.copy()
        gaps[np.flatnonzero(~gaps)[strange]] = True
        array = array[~strange]
    return array, gaps


def _missing(values: Any) -> NDArray[np.bool_] | None:
    """Which entries the container calls missing; None when it has no such notion."""
    if isinstance(values, np.ma.MaskedArray):
        return np.ma.getmaskarray(values).reshape(-1)
    for asked in ("isna", "is_null"):
        if hasattr(values, asked):
            return np.asarray(getattr(values, asked)()).astype(bool).reshape(-1)
    if isinstance(values, np.ndarray) and values.dtype.kind != "O":
        return None
    if isinstance(values, (list, tuple, np.ndarray)):
        return np.fromiter((is_missing(value) for value in values), bool, len(values))
    return None


def shown(array: NDArray[Any], bad: NDArray[np.bool_]) -> list[str]:
    """The first bad entries with their rows (counted from 0)."""
    return [f"{array[row]!s} in row {row}" for row in np.flatnonzero(bad)[:SHOWN]]


class Examples(TypedDict):
    """How many entries are meant, of how many, and the first of them: fields of a finding."""

    count: int
    of: int
    examples: Sequence[str]


def examples(array: NDArray[Any], bad: NDArray[np.bool_]) -> Examples:
    """How many entries are bad, and the first of them with their rows (counted from 0)."""
    rows = np.flatnonzero(bad)
    return {"count": len(rows), "of": len(array), "examples": shown(array, bad)}


def _from_container(values: Any, name: str) -> NDArray[Any]:
    if isinstance(values, (str, bytes)):
        raise DataError("{column} must be one value per patient; found a piece of text.", column=name)
    if hasattr(values, "detach"):  # a torch tensor, perhaps on another device or in a graph
        return _from_tensor(values.detach().cpu(), name)
    for is_missing in ("isna", "is_null"):  # pandas; Polars and PyArrow
        if hasattr(values, is_missing):
            _refuse_missing(np.asarray(getattr(values, is_missing)()), name)
            # pandas' own nullable and Arrow columns would otherwise become Python objects
            dtype = getattr(getattr(values, "dtype", None), "numpy_dtype", None)
            return np.asarray(values, dtype=dtype)
    try:
        return np.asarray(values if hasattr(values, "__len__") else list(values))
    except ValueError as error:  # rows of different lengths
        raise DataError(f"{{column}} must be one value per patient: {error}.", column=name) from None
    except TypeError:
        kind = type(values).__name__
        raise DataError(f"{{column}} must be one value per patient; found {kind}.", column=name) from None


def _from_tensor(tensor: Any, name: str) -> NDArray[Any]:
    """A torch tensor; numbers of a type that NumPy does not have, such as bfloat16, as longer ones."""
    try:
        return np.asarray(tensor.numpy())
    except (TypeError, RuntimeError):
        pass
    try:
        return np.asarray(tensor.double().numpy())
    except (TypeError, RuntimeError):
        kind = tensor.dtype
    raise DataError(f"{{column}} must be numbers; found a tensor of {kind}.", column=name)


def _convert(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    """Numbers of a type that NumPy itself does not have, as floating-point numbers of 64 bits."""
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError):
        kind = str(array.dtype)
        raise DataError(f"{{column}} must be numbers; found values of type {kind}.", column=name) from None


def _from_objects(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Python objects: numbers become numbers, None is missing, text stays for the caller to refuse."""
    _refuse_missing(np.fromiter((_is_missing(value) for value in array), bool, len(array)), name)
    if any(isinstance(value, (str, bytes)) for value in array):
        return array.astype(str)
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        kinds = ", ".join(sorted({type(value).__name__ for value in array})[:SHOWN])
        raise DataError(f"{{column}} must be numbers; found values of type {kinds}.", column=name) from None


def _is_missing(value: object) -> bool:
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def is_missing(value: object) -> bool:
    """Whether a single entry is None, pandas' missing value, or a number that is not one."""
    return _is_missing(value) or (isinstance(value, (float, np.floating)) and bool(value != value))


def _one_dimensional(array: NDArray[Any], name: str) -> NDArray[Any]:
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim == 2 and array.shape[1] == 2:
        raise DataError(
            "{column} has two columns.",
            column=name,
            advice=f"Pass the column of the positive class only, usually {name}[:, 1].",
        )
    if array.ndim != 1:
        shape = str(array.shape)
        raise DataError(
            f"{{column}} must be one value per patient; found an array of shape {shape}.", column=name
        )
    return array


def _refuse_missing(missing: NDArray[np.bool_], name: str) -> None:
    missing = np.asarray(missing, dtype=bool).reshape(-1)
    if missing.any():
        rows = np.flatnonzero(missing)
        raise MissingValueError(
            "{column} is missing for {where}, counting rows from 0.",
            column=name,
            count=len(rows),
            of=len(missing),
            examples=[f"row {row}" for row in rows[:SHOWN]],
            advice="Drop these rows from labels, scores and weights alike.",
        )


def is_moderate(most: float) -> bool:
    """Whether weights of up to ``most`` can be squared and added as they are; else only ratios are kept."""
    return 1e-50 < most < 1e50


def binary_scale(most: float) -> float:
    """The power of two that makes numbers of up to ``most`` at most 1; multiplying by it loses nothing.

    >>> binary_scale(1.0), binary_scale(3.0), binary_scale(0.1)
    (1.0, 0.25, 8.0)
    """
    mantissa, exponent = math.frexp(most)
    # The largest power that a number can be, in either direction.
    return math.ldexp(1.0, max(-1022, min(1022, int(mantissa == 0.5) - exponent)))


def merge_small(count: NDArray[Any], least: float) -> NDArray[np.intp]:
    """A number for each of neighbouring bins, merged until each has enough; the last joins the one before.

    >>> merge_small(np.array([2, 1, 5, 1]), 3)
    array([0, 0, 1, 1])
    """
    merged = np.zeros(len(count), dtype=np.intp)
    current, held = 0, 0.0
    for place, number in enumerate(count):
        if held >= least:
            current, held = current + 1, 0.0
        merged[place] = current
        held += float(number)
    if held < least and current > 0:
        merged[merged == current] = current - 1
    return merged
