"""The containers in which people hold a column of numbers, and the frames in which they hold several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def _strided(values: Numbers) -> NDArray[Any]:
    """Every second entry of an array twice as long: not contiguous."""
    return np.repeat(values, 2)[::2]


def _read_only(values: Numbers) -> NDArray[Any]:
    kept = values.copy()
    kept.flags.writeable = False
    return kept


def _shuffled_index(values: Numbers) -> pd.Series:
    """A series whose index says another order than its rows have, and says it twice."""
    return pd.Series(values, index=[0, *range(len(values) - 1, 0, -1)])


# Exact: the numbers are the same to the last bit, whatever holds them.
COLUMNS: dict[str, Callable[[Numbers], Any]] = {
    "list": lambda values: values.tolist(),
    "tuple": lambda values: tuple(values.tolist()),
    "list of NumPy scalars": list,
    "generator": lambda values: (value for value in values.tolist()),
    "column of a matrix": lambda values: values[:, None],
    "Fortran order": lambda values: np.asfortranarray(np.column_stack((values, values)))[:, 1],
    "strided": _strided,
    "reversed twice": lambda values: values[::-1].copy()[::-1],
    "read-only": _read_only,
    "big-endian": lambda values: values.astype(">f8"),
    "long double": lambda values: values.astype(np.longdouble),
    "objects": lambda values: values.astype(object),
    "masked, nothing hidden": lambda values: np.ma.masked_array(values, mask=False),
    "memoryview": lambda values: memoryview(values),
    "pandas": pd.Series,
    "pandas, shuffled index": _shuffled_index,
    "pandas nullable": lambda values: pd.Series(values, dtype="Float64"),
    "pandas Arrow": lambda values: pd.Series(values, dtype="double[pyarrow]"),
    "pandas objects": lambda values: pd.Series(values, dtype=object),
    "pandas array": lambda values: pd.array(values, dtype="Float64"),
    "Polars": pl.Series,
    "PyArrow": pa.array,
    "PyArrow chunks": lambda values: pa.chunked_array([values[:1], values[1:]]),
}

LABELS: dict[str, Callable[[NDArray[np.int64]], Any]] = {
    "int8": lambda label: label.astype(np.int8),
    "uint64": lambda label: label.astype(np.uint64),
    "bool": lambda label: label.astype(bool),
    "float32": lambda label: label.astype(np.float32),
    "float16": lambda label: label.astype(np.float16),
    "list of bool": lambda label: label.astype(bool).tolist(),
    "pandas boolean": lambda label: pd.Series(label.astype(bool), dtype="boolean"),
    "pandas Int64": lambda label: pd.Series(label, dtype="Int64"),
    "pandas Arrow bool": lambda label: pd.Series(label.astype(bool), dtype="bool[pyarrow]"),
    "pandas categorical": lambda label: pd.Series(label).astype("category"),
    "Polars Boolean": lambda label: pl.Series(label.astype(bool)),
    "Polars UInt8": lambda label: pl.Series(label, dtype=pl.UInt8),
    "PyArrow bool": lambda label: pa.array(label.astype(bool)),
    "masked": lambda label: np.ma.masked_array(label, mask=False),
}

FRAMES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "mapping": dict,
    "mapping of lists": lambda table: {name: list(column) for name, column in table.items()},
    "pandas": pd.DataFrame,
    "pandas nullable": lambda table: pd.DataFrame(table).convert_dtypes(),
    "pandas Arrow": lambda table: pa.table(table).to_pandas(types_mapper=pd.ArrowDtype),
    "pandas, shuffled index": lambda table: pd.DataFrame(table).set_axis(
        np.random.default_rng(0).permutation(len(next(iter(table.values())))), axis=0
    ),
    "Polars": pl.DataFrame,
    "PyArrow": pa.table,
}
