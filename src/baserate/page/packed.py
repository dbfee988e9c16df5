"""Whole numbers as short text: a column of a table takes half the room that it takes as JSON.

Each number, or with ``deltas`` its difference from the one before, is written in digits of base 32, lowest
first; a character holds five bits and whether more follow, as in source maps (base64 VLQ). The sign is the
lowest bit. The page's ``engine/packed.js`` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {digit: value for value, digit in enumerate(DIGITS)}
# Columns that ascend, more or less, are written as differences.
_ASCENDING = ("x", "y")
# Columns of log odds, which may be written in a coarser unit than usual.
_LOG_ODDS = ("x", "s", "y", "t")


def pack(numbers: Sequence[int], *, deltas: bool = False) -> str:
    """Whole numbers as text.

    >>> pack([0, 1, -1, 15, 16, -1000])
    'ACDegBx+B'
    """
    found, last = [], 0
    for number in numbers:
        value = number - last if deltas else number
        last = number
        left = (value << 1) if value >= 0 else (-value << 1) | 1
        while left > 31:
            found.append(DIGITS[32 | (left & 31)])
            left >>= 5
        found.append(DIGITS[left])
    return "".join(found)


def unpack(text: str, *, deltas: bool = False) -> list[int]:
    """The numbers again.

    >>> unpack(pack([3, -70, 100_000], deltas=True), deltas=True)
    [3, -70, 100000]
    """
    found: list[int] = []
    value = shift = 0
    for digit in text:
        bits = _VALUES[digit]
        value |= (bits & 31) << shift
        shift += 5
        if bits < 32:
            own = -(value >> 1) if value & 1 else value >> 1
            found.append(own + found[-1] if deltas and found else own)
            value = shift = 0
    return found


def pack_columns(columns: Mapping[str, list[Any]], unit: int = 1) -> dict[str, Any]:
    """A table whose columns of whole numbers are text; other columns stay lists.

    With a ``unit`` log odds are rounded to multiples of it, where they are whole numbers; spreads are not
    rounded to nothing.
    """
    whole = {name: all(type(one) is int for one in column) for name, column in columns.items()}
    coarse = unit > 1 and all(whole[name] for name in _LOG_ODDS if name in columns)
    found: dict[str, Any] = {"unit": unit} if coarse else {}
    for name, column in columns.items():
        if coarse and name in _LOG_ODDS:
            column = [round(one / unit) or int(one > 0 and name in ("s", "t")) for one in column]
        found[name] = pack(column, deltas=name in _ASCENDING) if whole[name] else column
    return found


def unpack_columns(columns: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The table again."""
    unit, found = columns.get("unit", 1), {}
    for name, column in columns.items():
        if name != "unit":
            own = unpack(column, deltas=name in _ASCENDING) if isinstance(column, str) else list(column)
            found[name] = [unit * one for one in own] if unit > 1 and name in _LOG_ODDS else own
    return found
