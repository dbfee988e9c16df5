"""Numbers of types that NumPy does not have are read, or refused by the name of their type."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import baserate
from baserate.errors import BaserateError, DataError

LABEL = [0, 1, 0, 1, 1, 0]
SCORE = [0.25, 0.5, 0.125, 0.75, 0.375, 0.5]
RIGHT = baserate.auc(LABEL, SCORE)


class Tensor:
    """What baserate asks of a torch tensor; NumPy has no bfloat16, and torch says so."""

    def __init__(self, values: list[float], dtype: str, convertible: bool = True) -> None:
        self.values, self.dtype, self.convertible = values, dtype, convertible

    def detach(self) -> Tensor:
        return self

    def cpu(self) -> Tensor:
        return self

    def double(self) -> Tensor:
        return Tensor(self.values, "torch.float64" if self.convertible else self.dtype, self.convertible)

    def numpy(self) -> Any:
        if self.dtype != "torch.float64":
            raise TypeError(f"Got unsupported ScalarType {self.dtype}")
        return np.asarray(self.values)

    def __len__(self) -> int:
        return len(self.values)


FORMS: dict[str, Any] = {
    "torch bfloat16": Tensor(SCORE, "torch.bfloat16"),
    "float16": np.asarray(SCORE, dtype=np.float16),
    "decimals": [Decimal(str(one)) for one in SCORE],
    "fractions": np.array([Fraction(one) for one in SCORE], dtype=object),
    "one column": [[one] for one in SCORE],
    "chunks": pa.chunked_array([SCORE[:2], SCORE[2:]]),
    "dictionary": pa.array(SCORE).dictionary_encode(),
    "Arrow decimals": pa.array([Decimal(str(one)) for one in SCORE]),
    "masked, nothing missing": np.ma.array(SCORE, mask=False),
    "pandas nullable": pd.Series(SCORE, dtype="Float64"),
    "pandas Arrow": pd.Series(SCORE).astype("double[pyarrow]"),
    "Polars called like a pattern": pl.Series("^.*$", SCORE),
}


@pytest.mark.parametrize("form", FORMS)
def test_scores_of_any_kind_of_number_are_right(form: str) -> None:
    assert baserate.auc(LABEL, FORMS[form]) == RIGHT


REFUSED: dict[str, tuple[Any, str]] = {
    "a tensor that cannot be read": (Tensor(SCORE, "torch.sparse", convertible=False), "torch.sparse"),
    "complex": (np.asarray(SCORE, dtype=complex), "complex128"),
    "complex objects": (np.array([complex(one) for one in SCORE], dtype=object), "complex"),
    "dates": (np.array(["2020-01-01"] * 6, dtype="M8[D]"), "datetime64"),
    "dates as objects": ([datetime.date(2020, 1, 1)] * 6, "date"),
    "durations": (np.arange(6).astype("m8[s]"), "timedelta64"),
    "lists": (pa.array([[one] for one in SCORE]), "ndarray"),
    "records": (np.array([(one,) for one in SCORE], dtype=[("a", float)]), "'a'"),
    "bytes without a type": (np.zeros(6, dtype="V2"), "V2"),
    "text of any length": (np.array(["0.5"] * 6, dtype=np.dtypes.StringDType()), "text"),
}


@pytest.mark.parametrize("form", REFUSED)
def test_what_is_no_number_is_refused_by_its_type(form: str) -> None:
    values, named = REFUSED[form]
    with pytest.raises(DataError, match=named):
        baserate.auc(LABEL, values)


def test_types_that_a_library_added_to_numpy_are_right() -> None:
    """bfloat16, float8 and int4 of ml_dtypes, where it is installed."""
    types = pytest.importorskip("ml_dtypes")
    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
        score = np.asarray(SCORE).astype(getattr(types, name))
        assert baserate.auc(LABEL, score) == RIGHT
    assert baserate.auc(np.asarray(LABEL).astype(types.bfloat16), SCORE) == RIGHT
    with pytest.raises(BaserateError, match="0 and 1"):
        baserate.auc(np.asarray(SCORE).astype(types.bfloat16), SCORE)
