"""Patients who stay where they are: frames of engines, folders of Parquet, and files too large for memory."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baserate.errors import FileError
from baserate.sources import is_parquet

if TYPE_CHECKING:
    import polars as pl

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
    note = f"{name} is large: it was not read into memory, and its patients were grouped into narrow cells"
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

    from baserate.csv_text import layout
    from baserate.file_content import GZIP, kind_of, open_source

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

    from baserate.text_numbers import MISSING, SPACES

    text = pl.col(name).str.strip_chars(SPACES + "\t")
    return pl.when(~text.str.to_lowercase().is_in(MISSING)).then(text).cast(pl.Float64).alias(name)
