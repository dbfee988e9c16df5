"""Columns in memory, out of a mapping of arrays, an eager frame or a file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from baserate.arrays import partial_column
from baserate.errors import ColumnError, DataError
from baserate.grouping import Grouping

if TYPE_CHECKING:
    from baserate.files import Table


@dataclass(frozen=True, eq=False)
class Source:
    """Columns by name, and where they came from."""

    columns: Mapping[str, Any]
    origin: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    table: Table | None = None

    @classmethod
    def of(cls, data: object, wanted: Sequence[str]) -> Source:
        if isinstance(data, (str, os.PathLike)) or hasattr(data, "read"):
            return cls._from_file(data, wanted)  # type: ignore[arg-type]
        if isinstance(data, Mapping):
            require_columns(wanted, list(data))
            return cls({name: data[name] for name in wanted}, {"kind": "arrays"})
        return cls._from_frame(data, wanted)

    @classmethod
    def _from_file(cls, data: str | os.PathLike[str] | BinaryIO, wanted: Sequence[str]) -> Source:
        from baserate.files import read_table

        table = read_table(data, wanted)
        origin = {"kind": "file", "name": table.source, "sha256": table.sha256, "bytes": table.size}
        return cls(table.frame.to_dict(), origin, table.notes, table)

    @classmethod
    def _from_frame(cls, data: object, wanted: Sequence[str]) -> Source:
        import narwhals.stable.v2 as nw
        from narwhals.exceptions import NarwhalsError

        try:
            frame = nw.from_native(data)  # type: ignore[call-overload]
            names = (
                list(frame.columns) if not isinstance(frame, nw.LazyFrame) else frame.collect_schema().names()
            )
        except NarwhalsError as error:
            raise ColumnError(f"the frame's columns cannot be told apart: {error}") from None
        except TypeError:
            raise DataError(
                f"data of type {type(data).__name__} cannot be used: pass a data frame, a mapping from "
                "column names to arrays, or the path of a CSV or Parquet file."
            ) from None
        if isinstance(frame, nw.LazyFrame):
            frame = frame.select(*(name for name in wanted if name in names)).collect()
        require_columns(wanted, names)
        kind = type(data).__module__.partition(".")[0]
        return cls({name: frame[name].to_native() for name in wanted}, {"kind": kind})

    def partial(self, name: str, numbers: bool) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """The values of a column that are there, and where they are not; numbers are read from text."""
        values = self.columns[name]
        if self.table is not None and numbers:
            from baserate.files import numbers as read_numbers

            values = read_numbers(self.table, name)
        return partial_column(values, f"column {name!r}")

    def grouping(self, name: str) -> Grouping:
        """A column of names."""
        return Grouping.of(self.columns[name], f"column {name!r}")


def is_parquet(path: str) -> bool:
    """Whether a file begins as Parquet files do."""
    try:
        with Path(path).open("rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False


def require_columns(wanted: Sequence[str], found: Sequence[str]) -> None:
    """Refuse columns that are not there, with the nearest names that are."""
    from difflib import get_close_matches

    for name in wanted:
        if name not in found:
            near = get_close_matches(str(name), [str(one) for one in found], n=3, cutoff=0.5)
            hint = f" Near: {', '.join(map(repr, near))}." if near else ""
            raise ColumnError(
                f"there is no column {name!r}; there are {', '.join(map(repr, list(found)[:20]))}.{hint}"
            )
