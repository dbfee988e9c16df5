"""Rows of a database as a table in memory: values of one type a column, whatever the driver gives."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import polars as pl

from baserate.errors import FileError
from baserate.patients.limits import ROWS_IN_MEMORY

# Whole numbers up to this are the same as floating-point numbers.
_EXACT = 2**53
AT_ONCE = 50_000


def collect_rows(
    pieces: Iterable[Sequence[Sequence[Any]]], columns: Sequence[str], name: str
) -> pl.DataFrame:
    """Rows in pieces as a frame; more than are read into memory are an error."""
    kept: list[list[Any]] = [[] for _ in columns]
    count, most = 0, ROWS_IN_MEMORY.most
    for piece in pieces:
        count += len(piece)
        if count > most:
            raise ROWS_IN_MEMORY.exceeded(f"{name} has more rows than that")
        for column, values in zip(kept, zip(*piece, strict=True), strict=False):
            column.extend(values)
    if count == 0:
        raise FileError(f"{name} has columns but no rows. Is it the right table?")
    return pl.DataFrame([_series(name, values) for name, values in zip(columns, kept, strict=True)])


def _series(name: str, values: Sequence[Any]) -> pl.Series:
    """A column of one type; of several, as text."""
    plain = [_plain(value) for value in values]
    kinds = {type(value) for value in plain if value is not None}
    for types, kind in (
        ({bool}, pl.Boolean),
        ({int}, pl.Int64),
        ({int, float, bool}, pl.Float64),
        ({datetime}, None),
        ({date}, pl.Date),
    ):
        if kinds and kinds <= types:
            return pl.Series(name, plain, dtype=kind, strict=False)
    return pl.Series(name, [None if one is None else _text(one) for one in plain], dtype=pl.String)


def _plain(value: Any) -> Any:
    """Decimals as numbers where nothing that matters is lost; what is no number, or too long, as text."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            return None if value.is_nan() else str(value)
        is_long = value == value.to_integral_value() and abs(value) > _EXACT
        return str(value) if is_long else float(value)
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**63:
        return str(value)
    return value


def _text(value: Any) -> str:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
