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

from baserate.errors import ColumnError, DataError
from baserate.patients.folders import ParquetFiles, is_several
from baserate.patients.groups import Grouping
from baserate.patients.limits import HASHED, TEXT_IN_MEMORY, check_names, is_binned
from baserate.patients.named_table import NamedTable, check_path, is_file, no_tables, path_of
from baserate.patients.roles import require_columns
from baserate.patients.snapshots import Snapshot
from baserate.scores.columns import partial_column

if TYPE_CHECKING:
    import polars as pl

__all__ = ["LazyPatients", "Source", "is_parquet", "lazy_patients"]


@dataclass(frozen=True, eq=False)
class Source:
    """Columns by name, where they came from, and what was decided in reading them, if not the usual.

    ``numbers`` holds the columns of numbers that a file has as text, read; ``labels`` the words that it has
    for the values of a column.
    """

    columns: Mapping[str, Any]
    origin: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)
    labels: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, data: object, wanted: Sequence[str], numbers: Sequence[str] = ()) -> Source:
        """The ``wanted`` columns of any data; ``numbers`` are those to read as such where they are text."""
        if isinstance(data, NamedTable) or is_file(data):
            return cls._from_file(data, wanted, numbers)  # type: ignore[arg-type]
        if isinstance(data, Mapping):
            require_columns(wanted, list(data))
            return cls({name: data[name] for name in wanted}, {"kind": "arrays"})
        return cls._from_frame(data, wanted)

    @classmethod
    def _from_file(
        cls,
        data: str | os.PathLike[str] | BinaryIO | NamedTable,
        wanted: Sequence[str],
        numbers: Sequence[str],
    ) -> Source:
        from baserate.patients.files import read_table

        table = read_table(data, wanted)
        read = {name: table.numbers(name) for name in numbers}
        notes = [f"column {name!r}: {note}" for name, (_, written) in read.items() for note in written]
        values = {name: series for name, (series, _) in read.items()}
        return cls(table.frame.to_dict(), table.origin, (*table.notes, *notes), values, table.labels)

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
                "column names to arrays, or the path of a file, such as CSV or Parquet."
            ) from None
        require_columns(wanted, columns)
        kind = type(data).__module__.partition(".")[0]
        return cls({name: frame[name].to_native() for name in wanted}, {"kind": kind})

    def hashes(self) -> dict[Path, str]:
        """The hash of the file that was read, if it is one, and of one table."""
        if self.origin["kind"] != "file" or "table" in self.origin:
            return {}
        path = path_of(self.origin["name"])
        return {path: self.origin["sha256"]} if path.is_file() else {}

    def partial(self, name: str, numbers: bool) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """The values of a column that are there, and where they are not; ``numbers`` as they were read."""
        values = self.numbers.get(name) if numbers else None
        return partial_column(self.columns[name] if values is None else values, f"column {name!r}")

    def grouping(self, name: str) -> Grouping:
        """A column of names: where a file has words for values these, in the order of the values."""
        values = self.columns[name]
        if name in self.labels:
            from baserate.patients.formats.words import in_words

            values = in_words(values, self.labels[name])
        grouping = Grouping.of(values, f"column {name!r}")
        check_names(grouping.names, "group", f"column {name!r}")
        return grouping


def is_parquet(path: str) -> bool:
    """Whether a file begins as Parquet files do; a pipe, which can be read once only, is left alone."""
    from baserate.patients.files import PARQUET

    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            return file.read(len(PARQUET)) == PARQUET
    except (OSError, ValueError):
        return False


_PLAINLY = (
    " In a file of this size numbers must be written plainly: 0.3, not 0,3 or 30%. "
    "Write them so, save the table as Parquet, or evaluate it in smaller parts."
)


@dataclass(frozen=True, eq=False)
class LazyPatients:
    """A Narwhals lazy frame, where it came from, what was decided, and what to do if it cannot be read.

    ``snapshot`` and ``folder`` are the files that it reads, as they were when it was made.
    """

    frame: Any
    origin: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    advice: str = ""
    snapshot: Snapshot | None = None
    folder: ParquetFiles | None = None

    def check(self) -> None:
        """Refuse files that have changed since, and a folder that has others now."""
        if self.snapshot is not None:
            self.snapshot.check()
        if self.folder is not None:
            self.folder.check()

    def hashes(self) -> dict[Path, str]:
        """The hash of every file that was read."""
        if self.snapshot is None:
            return {}
        return {self.snapshot.paths[name]: digest for name, digest in self.snapshot.hashes.items()}

    def settle(self) -> Mapping[str, Any]:
        """Where the rows came from, once they have been read; refused if the files have changed meanwhile.

        And if two of them are copies: that is known once all are hashed, which goes on beside the reading.
        """
        self.check()
        if self.snapshot is not None and self.folder is not None:
            self.folder.require_different(self.snapshot.hashes)
        return self.origin if self.snapshot is None else {**self.origin, **self.snapshot.origin()}


def lazy_patients(data: object, numbers: Sequence[str] = ()) -> LazyPatients | None:
    """Patients whose rows are to stay where they are; None for data in memory.

    Lazy are Polars' lazy frames, Dask, DuckDB, Spark and whatever else Narwhals knows as lazy; a folder or
    a pattern of Parquet files; and a file of Parquet or CSV that is too large for memory, of which
    ``numbers`` are the columns to read as such.
    """
    file, table = (data.file, data.table) if isinstance(data, NamedTable) else (data, None)
    if isinstance(file, (str, os.PathLike)):
        return _lazy_file(os.fspath(file), table, numbers)
    return None if isinstance(data, (Mapping, NamedTable)) else _hold(data)


def _lazy_file(name: str, table: str | None, numbers: Sequence[str]) -> LazyPatients | None:
    """What a name stands for, if it stays where it is."""
    check_path(name)
    if is_several(name):
        if table is not None:
            raise no_tables(name, table)
        return _scan_several(name)
    if not Path(name).is_file():
        return None
    if _is_duckdb(name):
        return _open_large_table(name, table)
    return _open_large_file(name, numbers) if table is None else None


def _is_duckdb(path: str) -> bool:
    with Path(path).open("rb") as file:
        return file.read(12)[8:] == b"DUCK"


def _open_large_table(name: str, named: str | None) -> LazyPatients | None:
    """A table of DuckDB with more rows than are read into memory; None for any other."""
    import narwhals.stable.v2 as nw

    from baserate.patients.formats.embedded import open_duckdb

    snapshot = Snapshot({name: Path(name)}, contents=HASHED.allows(Path(name).stat().st_size))
    opened = open_duckdb(Path(name), name, named)
    if opened is None:
        return None
    relation, table = opened
    origin = {"kind": "file", "name": name, "table": table, "reduced_by": "duckdb"}
    note = f"{name} is large: it was not read into memory, and its patients were grouped into narrow bins"
    return LazyPatients(nw.from_native(relation), origin, (f"table {table!r}", note), "", snapshot)


def _hold(data: object) -> LazyPatients | None:
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data)  # type: ignore[call-overload]
    except Exception:  # what it is instead is told by whoever reads data in memory
        return None
    if not isinstance(frame, nw.LazyFrame):
        return None
    return LazyPatients(frame, {"kind": frame.implementation.name.lower()})


def _scan_several(name: str) -> LazyPatients:
    """The Parquet files of a folder or a pattern."""
    import narwhals.stable.v2 as nw

    folder = ParquetFiles.of(name)
    snapshot = folder.snapshot()
    origin = {**folder.origin(), "reduced_by": "polars"}
    return LazyPatients(nw.from_native(folder.scan()), origin, folder.notes, "", snapshot, folder)


def _open_large_file(name: str, numbers: Sequence[str]) -> LazyPatients | None:
    """A file of Parquet or text that is too large for memory; None for any other."""
    import narwhals.stable.v2 as nw

    from baserate.patients.files import scan_parquet

    size, parquet = Path(name).stat().st_size, is_parquet(name)
    if not (_has_many_rows(name) if parquet else not TEXT_IN_MEMORY.allows(size)):
        return None
    # A text is read from end to end in any case; of Parquet a few columns may be all that is.
    snapshot = Snapshot({name: Path(name)}, contents=not parquet or HASHED.allows(size))
    frame = scan_parquet(Path(name), name) if parquet else _scan_text(name, numbers)
    if frame is None:
        return None
    origin = {"kind": "file", "name": name, "reduced_by": "polars"}
    note = f"{name} is large: it was not read into memory, and its patients were grouped into narrow bins"
    advice = "" if parquet else _PLAINLY
    return LazyPatients(nw.from_native(frame), origin, (note,), advice, snapshot)


def _has_many_rows(name: str) -> bool:
    """Whether a Parquet file has more rows than are read into memory."""
    import polars as pl

    from baserate.patients.files import scan_parquet

    try:
        rows = scan_parquet(Path(name), name).select(pl.len()).collect().item()
    except (pl.exceptions.PolarsError, OSError):  # what is wrong is told by whoever reads it into memory
        return False
    return is_binned(rows)


def _scan_text(name: str, numbers: Sequence[str]) -> pl.LazyFrame | None:
    """Text in UTF-8, whatever separates its fields; None for text that must be unpacked or decoded first."""
    import polars as pl

    from baserate.patients.csv_table import Layout, trim
    from baserate.patients.files import GZIP, kind_of, open_source

    content = open_source(name)
    if content.path is None or content.data[:2] == GZIP or kind_of(content.data, name) != "csv":
        return None
    layout = Layout.of(content.data, name)  # reads every byte, and checks that every row fits
    names = [column for column in layout.names if column]
    if layout.text is not content.data or len(set(names)) < len(names):
        return None
    frame = layout.scan(content.path, names).head(layout.rows)
    return frame.with_columns(trim(pl.col(column)).cast(pl.Float64) for column in numbers if column in names)
