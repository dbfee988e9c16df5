"""Where columns come from: a mapping of arrays, a frame in memory, a file; or an engine that keeps its rows.

:class:`Source` holds columns in memory. :class:`LazyPatients` are rows that stay where they are: frames of
engines, folders of Parquet, and files too large for memory.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from baserate.data.groups import Grouping
from baserate.data.roles import require_columns
from baserate.errors import ColumnError, DataError, FileError
from baserate.scores.columns import partial_column

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class Source:
    """Columns by name, where they came from, and what was decided in reading them, if not the usual.

    ``numbers`` holds the columns of numbers that a file has as text, read.
    """

    columns: Mapping[str, Any]
    origin: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, data: object, wanted: Sequence[str], numbers: Sequence[str] = ()) -> Source:
        """The ``wanted`` columns of any data; ``numbers`` are those to read as such where they are text."""
        if isinstance(data, (str, os.PathLike)) or hasattr(data, "read"):
            return cls._from_file(data, wanted, numbers)  # type: ignore[arg-type]
        if isinstance(data, Mapping):
            require_columns(wanted, list(data))
            return cls({name: data[name] for name in wanted}, {"kind": "arrays"})
        return cls._from_frame(data, wanted)

    @classmethod
    def _from_file(
        cls, data: str | os.PathLike[str] | BinaryIO, wanted: Sequence[str], numbers: Sequence[str]
    ) -> Source:
        from baserate.data.files import read_table

        table = read_table(data, wanted)
        origin = {"kind": "file", "name": table.source, "sha256": table.sha256, "bytes": table.size}
        read = {name: table.numbers(name) for name in numbers}
        notes = [f"column {name!r}: {note}" for name, (_, written) in read.items() for note in written]
        values = {name: series for name, (series, _) in read.items()}
        return cls(table.frame.to_dict(), origin, (*table.notes, *notes), values)

    @classmethod
    def _from_frame(cls, data: object, wanted: Sequence[str]) -> Source:
        import narwhals.stable.v2 as nw
        from narwhals.exceptions import NarwhalsError

        try:
            frame = nw.from_native(data, eager_only=True)  # type: ignore[call-overload]
            columns = frame.columns
        except NarwhalsError as error:
            raise ColumnError(f"the frame's columns cannot be told apart: {error}") from None
        except TypeError:
            raise DataError(
                f"data of type {type(data).__name__} cannot be used: pass a data frame, a mapping from "
                "column names to arrays, or the path of a CSV or Parquet file."
            ) from None
        require_columns(wanted, columns)
        kind = type(data).__module__.partition(".")[0]
        return cls({name: frame[name].to_native() for name in wanted}, {"kind": kind})

    def partial(self, name: str, numbers: bool) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """The values of a column that are there, and where they are not; ``numbers`` as they were read."""
        values = self.numbers.get(name) if numbers else None
        return partial_column(self.columns[name] if values is None else values, f"column {name!r}")

    def grouping(self, name: str) -> Grouping:
        """A column of names."""
        return Grouping.of(self.columns[name], f"column {name!r}")


def is_parquet(path: str) -> bool:
    """Whether a file begins as Parquet files do."""
    from baserate.data.files import PARQUET

    try:
        with Path(path).open("rb") as file:
            return file.read(len(PARQUET)) == PARQUET
    except OSError:
        return False


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
            return _open_large_file(name, numbers)
        if not (Path(name).is_dir() or any(sign in name for sign in "*?[")):
            return None
        return _hold(_scan_many_files(name))
    return None if isinstance(data, Mapping) else _hold(data)


def _hold(data: object) -> LazyPatients | None:
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data)  # type: ignore[call-overload]
    except Exception:  # what it is instead is told by whoever reads data in memory
        return None
    if not isinstance(frame, nw.LazyFrame):
        return None
    return LazyPatients(frame, {"kind": frame.implementation.name.lower()})


def _scan_many_files(name: str) -> pl.LazyFrame:
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


def _open_large_file(name: str, numbers: Sequence[str]) -> LazyPatients | None:
    """A file of Parquet or text that is too large for memory; None for any other."""
    size, parquet = Path(name).stat().st_size, is_parquet(name)
    frame = _scan_parquet(name) if parquet else _scan_text(name, numbers) if size > MOST_BYTES else None
    lazy = None if frame is None else _hold(frame)
    if lazy is None:
        return None
    origin = {"kind": "file", "name": name, "bytes": size, "reduced_by": lazy.origin["kind"]}
    note = f"{name} is large: it was not read into memory, and its patients were grouped into narrow bins"
    return LazyPatients(lazy.frame, origin, (note,), lazy.advice if parquet else _PLAINLY)


def _scan_parquet(name: str) -> pl.LazyFrame | None:
    import polars as pl

    from baserate.data.files import scan_parquet

    try:
        frame = scan_parquet(Path(name), name)
        rows = frame.select(pl.len()).collect().item()
    except (pl.exceptions.PolarsError, OSError):  # what is wrong is told by whoever reads it into memory
        return None
    return frame if rows > MOST_ROWS else None


def _scan_text(name: str, numbers: Sequence[str]) -> pl.LazyFrame | None:
    """Text in UTF-8, whatever separates its fields; None for text that must be unpacked or decoded first."""
    import polars as pl

    from baserate.data.csv_table import Layout, trim
    from baserate.data.files import GZIP, kind_of, open_source

    content = open_source(name)
    if content.path is None or content.data[:2] == GZIP or kind_of(content.data, name) != "csv":
        return None
    layout = Layout.of(content.data, name)  # reads every byte, and checks that every row fits
    names = [column for column in layout.names if column]
    if layout.text is not content.data or len(set(names)) < len(names):
        return None
    frame = layout.scan(content.path, names).head(layout.rows)
    return frame.with_columns(trim(pl.col(column)).cast(pl.Float64) for column in numbers if column in names)
