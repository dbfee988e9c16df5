"""Columns in memory, out of a mapping of arrays, an eager frame or a file.

Patients who stay where they are: frames of engines, folders of Parquet, and files too large for memory.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from baserate.data.groups import Grouping
from baserate.errors import ColumnError, DataError, FileError
from baserate.scores.columns import partial_column

if TYPE_CHECKING:
    import polars as pl

    from baserate.data.files import Table


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
        from baserate.data.files import read_table

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
            from baserate.data.files import numbers as read_numbers

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


# A file named by itself is read into memory up to this size: rows of Parquet, bytes of text.
MOST_ROWS = 20_000_000
MOST_BYTES = 2**30

_PLAINLY = (
    " In a file of this size numbers must be written plainly: 0.3, not 0,3 or 30%. "
    "Write them so, save the table as Parquet, or evaluate it in smaller parts."
)


@dataclass(frozen=True, eq=False)
class LazyPatients:
    """A Narwhals lazy frame, where it came from, what was decided, and what to do if it cannot be read."""

    frame: Any
    origin: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    advice: str = ""


def lazy_patients(data: object, numbers: Sequence[str] = ()) -> LazyPatients | None:
    """Patients whose rows are to stay where they are; None for data in memory.

    Lazy are Polars' lazy frames, Dask, DuckDB, Spark and whatever else Narwhals knows as lazy; a folder or
    a pattern of Parquet files; and a file of Parquet or CSV that is too large for memory, of which
    ``numbers`` are the columns to read as such.
    """
    if isinstance(data, (str, os.PathLike)):
        name = os.fspath(data)
        if Path(name).is_file():
            return _large_file(name, numbers)
        if not (Path(name).is_dir() or any(sign in name for sign in "*?[")):
            return None
        return _held(_many_files(name))
    return None if isinstance(data, Mapping) else _held(data)


def _held(data: object) -> LazyPatients | None:
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data)  # type: ignore[call-overload]
    except Exception:  # what it is instead is told by whoever reads data in memory
        return None
    if not isinstance(frame, nw.LazyFrame):
        return None
    return LazyPatients(frame, {"kind": frame.implementation.name.lower()})


def _many_files(name: str) -> pl.LazyFrame:
    import polars as pl

    folder = Path(name).is_dir()
    if folder and not any(Path(name).rglob("*.parquet")):
        raise FileError(f"{name} is a folder without Parquet files; name a file, or a folder of Parquet.")
    frame = pl.scan_parquet(name, hive_partitioning=True if folder else None)
    try:
        frame.collect_schema()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise FileError(f"{name} cannot be read as Parquet: {error}") from None
    return frame


def _large_file(name: str, numbers: Sequence[str]) -> LazyPatients | None:
    """A file of Parquet or text that is too large for memory; None for any other."""
    size, parquet = Path(name).stat().st_size, is_parquet(name)
    frame = _large_parquet(name) if parquet else _large_text(name, numbers) if size > MOST_BYTES else None
    found = None if frame is None else _held(frame)
    if found is None:
        return None
    origin = {"kind": "file", "name": name, "bytes": size, "reduced_by": found.origin["kind"]}
    note = f"{name} is large: it was not read into memory, and its patients were grouped into narrow bins"
    return LazyPatients(found.frame, origin, (note,), found.advice if parquet else _PLAINLY)


def scanned_parquet(name: str) -> pl.LazyFrame:
    """A file of Parquet as a lazy frame, with the names that its columns have in memory."""
    import polars as pl

    frame = pl.scan_parquet(name, glob=False, hive_partitioning=False)
    stored = frame.collect_schema().names()
    return frame.rename({one: one.strip() for one in stored if one != one.strip()})


def _large_parquet(name: str) -> pl.LazyFrame | None:
    import polars as pl

    try:
        frame = scanned_parquet(name)
        rows = frame.select(pl.len()).collect().item()
    except (pl.exceptions.PolarsError, OSError):  # what is wrong is told by whoever reads it into memory
        return None
    return frame if rows > MOST_ROWS else None


def _large_text(name: str, numbers: Sequence[str]) -> pl.LazyFrame | None:
    """Text in UTF-8, whatever separates its fields; None for text that must be unpacked or decoded first."""
    import polars as pl

    from baserate.data.csv_table import layout
    from baserate.data.files import GZIP, kind_of, open_source

    content = open_source(name)
    if content.path is None or content.data[:2] == GZIP or kind_of(content.data, name) != "csv":
        return None
    found = layout(content.data, name)  # reads every byte, and checks that every row fits
    names = [one or f"__nameless_{place}" for place, one in enumerate(found.names)]
    if found.text is not content.data or len(set(names)) < len(names):
        return None
    frame = pl.scan_csv(
        content.path,
        separator=found.separator,
        quote_char='"' if found.quoted else None,
        eol_char=found.line_end,
        infer_schema=False,
        glob=False,
        new_columns=names,
    ).head(found.rows)
    if found.quoted:  # Polars tells "" from nothing; both are an empty field
        frame = frame.with_columns(pl.all().replace("", None))
    return frame.with_columns(_number(one) for one in dict.fromkeys(numbers) if one in names)


def _number(name: str) -> pl.Expr:
    """A column of text as numbers, null where a missing one is meant."""
    import polars as pl

    from baserate.data.csv_table import MISSING, SPACES

    text = pl.col(name).str.strip_chars(SPACES + "\t")
    return pl.when(~text.str.to_lowercase().is_in(MISSING)).then(text).cast(pl.Float64).alias(name)
