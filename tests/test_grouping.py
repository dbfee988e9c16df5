"""Names that repeat become numbers: against a dictionary, whatever holds the names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baserate.patients.groups import Grouping

Names = Sequence[Any]
Container = Callable[[Names], Any]

# Many containers: few examples for each are many in all.
FEW = settings(max_examples=25)

TEXT = st.lists(st.none() | st.sampled_from(["A", "b", "", " ", "NA", "1", "1.0", "é", "<b>", "\u202e"]))
SHORT_TEXT = st.lists(st.none() | st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=2))
WHOLE = st.lists(st.none() | st.integers(-3, 3) | st.just(2**60) | st.just(2**60 + 1))
BROKEN = st.lists(st.none() | st.sampled_from([0.5, -0.25, 1e20, 2.0, 1.0, -3.0]))
TRUTHS = st.lists(st.none() | st.booleans())


def expected(values: Names) -> tuple[list[int], tuple[str, ...]]:
    """Codes by first appearance; whole numbers are written without a decimal point if all are whole."""
    seen: dict[Any, int] = {}
    codes = [-1 if value is None else seen.setdefault(value, len(seen)) for value in values]
    whole = seen and all(isinstance(value, float) and value == int(value) for value in seen)
    return codes, tuple(str(int(value)) if whole else str(value) for value in seen)


def agrees(values: Names, container: Container) -> None:
    found = Grouping.of(container(values), "column 'x'")
    codes, names = expected(values)
    assert found.code.tolist() == codes
    assert found.code.dtype == np.intp
    assert found.names == names


def objects(values: Names) -> Any:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def shuffled_index(series: pd.Series) -> pd.Series:
    """Index with duplicates, out of order: position alone must count."""
    return series.set_axis([(7 * i) % 5 for i in range(len(series))])


TEXT_CONTAINERS: dict[str, Container] = {
    "list": list,
    "tuple": tuple,
    "objects": objects,
    "pandas objects": lambda v: shuffled_index(pd.Series(v, dtype=object)),
    "pandas string": lambda v: shuffled_index(pd.Series(v, dtype="string")),
    "pandas Arrow": lambda v: pd.Series(v, dtype=pd.ArrowDtype(pa.string())),
    "pandas category": lambda v: shuffled_index(pd.Series(v, dtype=object).astype("category")),
    "Polars": lambda v: pl.Series(v, dtype=pl.String),
    "Polars categorical": lambda v: pl.Series(v, dtype=pl.Categorical),
    "Polars enum": lambda v: pl.Series(v, dtype=pl.Enum(sorted({one for one in v if one is not None}))),
    "PyArrow": lambda v: pa.chunked_array([pa.array(v, pa.string())]),
    "PyArrow chunks": lambda v: pa.chunked_array(
        [pa.array(v[:2], pa.string()), pa.array(v[2:], pa.string())]
    ),
    "PyArrow dictionary": lambda v: pa.chunked_array([pa.array(v, pa.string()).dictionary_encode()]),
}

WHOLE_CONTAINERS: dict[str, Container] = {
    "list": list,
    "objects": objects,
    "pandas nullable": lambda v: shuffled_index(pd.Series(v, dtype="Int64")),
    "pandas Arrow": lambda v: pd.Series(v, dtype=pd.ArrowDtype(pa.int64())),
    "Polars": lambda v: pl.Series(v, dtype=pl.Int64),
    "PyArrow": lambda v: pa.chunked_array([pa.array(v, pa.int64())]),
}

BROKEN_CONTAINERS: dict[str, Container] = {
    "list": list,
    "objects": objects,
    "array": lambda v: np.array([np.nan if one is None else one for one in v], dtype=float),
    "pandas": lambda v: shuffled_index(pd.Series(v, dtype=float)),
    "pandas nullable": lambda v: pd.Series(v, dtype="Float64"),
    "pandas Arrow": lambda v: pd.Series(v, dtype=pd.ArrowDtype(pa.float64())),
    "Polars": lambda v: pl.Series(v, dtype=pl.Float64),
    "PyArrow": lambda v: pa.chunked_array([pa.array(v, pa.float64())]),
}

TRUTH_CONTAINERS: dict[str, Container] = {
    "list": list,
    "pandas nullable": lambda v: pd.Series(v, dtype="boolean"),
    "pandas objects": lambda v: pd.Series(v, dtype=object),
    "Polars": lambda v: pl.Series(v, dtype=pl.Boolean),
    "PyArrow": lambda v: pa.chunked_array([pa.array(v, pa.bool_())]),
}


@pytest.mark.parametrize("kind", TEXT_CONTAINERS)
@FEW
@given(values=st.one_of(TEXT, SHORT_TEXT))
def test_text_is_numbered_as_a_dictionary_would(kind: str, values: list[str | None]) -> None:
    agrees(values, TEXT_CONTAINERS[kind])


@pytest.mark.parametrize("kind", WHOLE_CONTAINERS)
@FEW
@given(values=WHOLE)
def test_whole_numbers_are_numbered_as_a_dictionary_would(kind: str, values: list[int | None]) -> None:
    agrees(values, WHOLE_CONTAINERS[kind])


@pytest.mark.parametrize("kind", BROKEN_CONTAINERS)
@FEW
@given(values=BROKEN)
def test_broken_numbers_are_numbered_as_a_dictionary_would(kind: str, values: list[float | None]) -> None:
    agrees(values, BROKEN_CONTAINERS[kind])


@pytest.mark.parametrize("kind", TRUTH_CONTAINERS)
@FEW
@given(values=TRUTHS)
def test_truths_are_numbered_as_a_dictionary_would(kind: str, values: list[bool | None]) -> None:
    agrees(values, TRUTH_CONTAINERS[kind])


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.uint64, np.float32, np.float64, bool])
@FEW
@given(values=st.lists(st.integers(0, 3), min_size=1))
def test_arrays_of_any_width_give_the_same_codes(dtype: Any, values: list[int]) -> None:
    array = np.array(values).astype(dtype)
    found = Grouping.of(array, "column 'x'")
    assert found.code.tolist() == expected(array.tolist())[0]
    assert Grouping.of(array.astype(array.dtype.newbyteorder(">")), "x").code.tolist() == found.code.tolist()
    assert Grouping.of(np.repeat(array, 2)[::2], "x").names == found.names


@FEW
@given(TEXT, st.data())
def test_some_of_the_patients_are_numbered_as_if_they_were_all(
    values: list[str | None], data: st.DataObject
) -> None:
    keep = np.array(
        data.draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values))), dtype=bool
    )
    found = Grouping.of(objects(values), "x").select(keep)
    codes, names = expected([value for value, kept in zip(values, keep, strict=True) if kept])
    assert found.code.tolist() == codes
    assert found.names == names


@FEW
@given(TEXT)
def test_every_patient_keeps_the_name(values: list[str | None]) -> None:
    found = Grouping.of(objects(values), "x")
    assert [None if code < 0 else found.names[code] for code in found.code] == values
    assert len(set(found.names)) == len(found.names)


def test_a_number_read_with_a_gap_has_the_name_it_had_without() -> None:
    whole = Grouping.of(pd.Series([3, 1, 3, 1]), "x")
    gap = Grouping.of(pd.Series([3, 1, None, 3, 1]), "x")
    assert whole.names == gap.names == ("3", "1")
    assert gap.code.tolist() == [0, 1, -1, 0, 1]


def test_large_numbers_are_not_rounded_into_each_other() -> None:
    large = [2**53, 2**53 + 1, None]
    for container in WHOLE_CONTAINERS.values():
        assert Grouping.of(container(large), "x").names == (str(2**53), str(2**53 + 1))


@pytest.mark.parametrize(
    "values",
    [
        ["A", float("nan"), "B", "A"],
        ("A", float("nan"), "B", "A"),
        np.array(["A", np.nan, "B", "A"], dtype=object),
        pd.Series(["A", np.nan, "B", "A"]),
        ["A", None, "B", "A"],
        ["A", pd.NA, "B", "A"],
        np.ma.array(["A", "x", "B", "A"], mask=[False, True, False, False]),
    ],
)
def test_what_is_no_name_is_missing(values: Any) -> None:
    found = Grouping.of(values, "x")
    assert found.names == ("A", "B")
    assert found.code.tolist() == [0, -1, 1, 0]


@pytest.mark.parametrize("dtype", [int, float])
def test_a_masked_number_is_missing(dtype: type) -> None:
    found = Grouping.of(np.ma.array([4, 9, 2, 4], mask=[False, True, False, False], dtype=dtype), "x")
    assert found.names == ("4", "2")
    assert found.code.tolist() == [0, -1, 1, 0]


@pytest.mark.parametrize("values", [pd.Series([1, "1", 2, 1], dtype=object), objects([1, "1", 2, 1])])
def test_two_values_that_read_alike_are_one_name(values: Any) -> None:
    """Else the patients of the second would be looked up under the first, and lost."""
    found = Grouping.of(values, "x")
    assert found.names == ("1", "2")
    assert found.code.tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("values", [np.array([["A"], ["B"], ["A"]]), [["A"], ["B"], ["A"]]])
def test_one_column_of_names_is_flattened(values: Any) -> None:
    """As one of scores and labels is."""
    assert Grouping.of(values, "x").names == ("A", "B")
    assert Grouping.of(values, "x").code.tolist() == [0, 1, 0]


def test_days_are_named_by_their_date() -> None:
    days = np.array(["2024-01-02", "NaT", "2024-01-01"], dtype="datetime64[D]")
    assert Grouping.of(days, "x").code.tolist() == [0, -1, 1]
    assert Grouping.of(days, "x").names == ("2024-01-02", "2024-01-01")
