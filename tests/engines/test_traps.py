"""What Narwhals gets silently wrong, so that we notice when it is mended, and that we keep clear of it."""

from __future__ import annotations

import ast
import os
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import baserate

FRAME = pd.DataFrame({"g": ["a", "a", "b"], "y": [1, 0, 1], "w": [1.0, 10.0, 100.0]})
RIGHT = {"a": 1.0, "b": 100.0}
EVERYBODY = {"a": 11.0, "b": 100.0}


def conditional_sums(native: Any) -> dict[str, float]:
    frame: Any = nw.from_native(native)
    found = frame.group_by("g").agg(nw.when(nw.col("y") == 1).then(nw.col("w")).sum().alias("w"))
    if isinstance(found, nw.LazyFrame):
        found = found.collect()
    return dict(zip(found["g"].to_list(), found["w"].to_list(), strict=True))


def test_a_condition_inside_agg_is_respected_by_polars() -> None:
    assert conditional_sums(pl.from_pandas(FRAME)) == RIGHT


@pytest.mark.parametrize("native", [FRAME, pa.Table.from_pandas(FRAME)], ids=["pandas", "PyArrow"])
def test_a_condition_inside_agg_is_silently_ignored_in_memory(native: Any) -> None:
    assert conditional_sums(native) == EVERYBODY


if os.environ.get("BASERATE_ENGINES") == "1":

    def test_a_condition_inside_agg_is_silently_ignored_by_dask() -> None:
        native = pytest.importorskip("dask.dataframe").from_pandas(FRAME, npartitions=2)
        assert conditional_sums(native) == EVERYBODY

    def test_a_condition_inside_agg_is_respected_by_duckdb() -> None:
        with pytest.importorskip("duckdb").connect() as connection:
            assert conditional_sums(connection.from_df(FRAME)) == RIGHT


def conditions_inside_agg(tree: ast.AST) -> list[int]:
    """Lines on which ``when`` is called somewhere inside a call of ``agg``."""
    found = []
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "agg":
            inside = [one for part in (*call.args, *call.keywords) for one in ast.walk(part)]
            names = [one.attr for one in inside if isinstance(one, ast.Attribute)]
            names += [one.id for one in inside if isinstance(one, ast.Name)]
            found += [call.lineno] * ("when" in names)
    return found


def test_no_condition_stands_inside_agg_in_the_library() -> None:
    assert conditions_inside_agg(ast.parse("f.group_by('g').agg(nw.when(x).then(y).sum())")) == [1]
    files = sorted(Path(baserate.__file__).parent.rglob("*.py"))
    assert {
        path.name: found for path in files if (found := conditions_inside_agg(ast.parse(path.read_text())))
    } == {}
    assert ".agg(" in (Path(baserate.__file__).parent / "patients" / "engine.py").read_text()
