"""What a reader of this room hands over, and the ways in which all of them refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

import polars as pl

from baserate.errors import FileError, SettingError


@dataclass(frozen=True, eq=False)
class Foreign:
    """The wanted columns of a table, the names of all, and what was decided.

    ``labels`` are the words that the file has for the values of a column, in their order; ``table`` is the
    sheet or the table that was read; ``rows`` the rows of the sheet in which the patients stand.
    """

    frame: pl.DataFrame
    columns: tuple[str, ...]
    notes: tuple[str, ...] = ()
    labels: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    table: str | None = None
    rows: Sequence[int] = ()


def require(module: str, what: str, extra: str) -> ModuleType:
    """An optional library, or the error that names the extra that has it."""
    try:
        return import_module(module)
    except ImportError:
        raise SettingError(
            f"reading {what} needs {module.partition('.')[0]}: pip install 'baserate[{extra}]'"
        ) from None


def damaged(name: str, why: object, what: str) -> FileError:
    """A file that its reader cannot make sense of."""
    said = str(why).partition("\n")[0].rstrip(". ")
    reason = f" ({said})" if said else ""
    return FileError(f"{name} is damaged, cut off or not {what}{reason}. Copy it again, or save it as CSV.")
