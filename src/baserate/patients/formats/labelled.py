"""Stata, SAS and SPSS, by pyreadstat: their numbers, and the words that they have for them.

What these programs call missing is missing: the system's missing value, .a to .z in Stata, the values that a
user of SPSS has declared so, and a text without a sign in it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from baserate.errors import FileError
from baserate.patients.formats.table import Foreign, damaged, require
from baserate.patients.roles import require_columns

#: What a kind of file is called, and the reader of pyreadstat for it.
READERS = {
    "stata": ("Stata data", "read_dta", ".dta"),
    "sas": ("SAS data", "read_sas7bdat", ".sas7bdat"),
    "xport": ("SAS transport data", "read_xport", ".xpt"),
    "spss": ("SPSS data", "read_sav", ".sav"),
    "por": ("SPSS portable data", "read_por", ".por"),
}
# Of SAS transport files: bytes in a record, and what heads a table and its rows.
_RECORD, _MEMBER, _ROWS = 80, b"HEADER RECORD*******MEMB", b"HEADER RECORD*******OBS"
# What pyreadstat says of text that is not in the encoding that the file states.
_ENCODING = "encoding"


def read_labelled(source: Path | bytes, kind: str, name: str, wanted: Sequence[str] | None) -> Foreign:
    """The wanted columns of a file of Stata, SAS or SPSS, or all."""
    if isinstance(source, Path):
        return _read(source, kind, name, wanted)
    with TemporaryDirectory() as folder:  # pyreadstat reads by name
        path = Path(folder) / f"data{READERS[kind][2]}"
        path.write_bytes(source)
        return _read(path, kind, name, wanted)


def _read(path: Path, kind: str, name: str, wanted: Sequence[str] | None) -> Foreign:
    what, reader, _ = READERS[kind]
    library = require("pyreadstat", f"{what} ({name})", "formats")
    read = getattr(library, reader)
    notes: list[str] = []
    _, meta = _attempt(library, read, path, name, what, notes, metadataonly=True)
    columns, width = tuple(meta.column_names), sum(meta.variable_storage_width.values())
    stored = _stored(columns, wanted, name)
    frame, meta = _attempt(library, read, path, name, what, notes, usecols=list(stored.values()))
    frame = frame.select(pl.col(own).alias(asked) for asked, own in stored.items())
    if frame.width and frame.height == 0:
        raise FileError(f"{name} has columns but no rows. Is it the right file?")
    if kind == "xport":
        _check_whole(path, name, frame.height, width)
    labels = {asked: words for asked, own in stored.items() if (words := _words(meta, own))}
    return Foreign(_without_empty_text(frame), tuple(c.strip() for c in columns), tuple(notes), labels)


def _check_whole(path: Path, name: str, rows: int, width: int) -> None:
    """Refuse a transport file that was cut off: it does not say how many rows it has.

    After the last row nothing but blanks fill up its record of 80 bytes.
    """
    content = path.read_bytes()
    if content.count(_MEMBER) > 1:
        raise FileError(f"{name} holds several tables, of which one would be read. Save the one alone.")
    left = content[content.index(_ROWS) + _RECORD + rows * width :]
    if len(content) % _RECORD or left.strip(b" ") or len(left) >= _RECORD + width:
        raise FileError(f"{name} is SAS transport data that was cut off. Copy it again.")


def _stored(columns: Sequence[str], wanted: Sequence[str] | None, name: str) -> dict[str, str]:
    """The wanted columns, or all that have a name, and what they are called in the file."""
    stored = {column.strip(): column for column in columns if column.strip()}
    if len(stored) < sum(bool(column.strip()) for column in columns):
        raise FileError(f"{name} has more than one column of the same name. Rename them.")
    require_columns(wanted or (), list(stored), name)
    return stored if wanted is None else {column: stored[column] for column in wanted}


def _attempt(
    library: Any, read: Any, path: Path, name: str, what: str, notes: list[str], **options: Any
) -> tuple[pl.DataFrame, Any]:
    """Read, and where the text is not in the encoding that the file states, as Latin-1."""
    encoding = {"encoding": "LATIN1"} if notes else {}
    try:
        return _call(read, path, options | encoding)
    except (library.ReadstatError, library.PyreadstatError, ValueError, OverflowError, OSError) as error:
        if _ENCODING not in str(error).lower() or notes:
            raise damaged(name, error, what) from None
    notes.append("text read as Latin-1: it is not in the encoding that the file states")
    return _attempt(library, read, path, name, what, notes, **options)


def _call(read: Any, path: Path, options: Mapping[str, Any]) -> tuple[pl.DataFrame, Any]:
    frame, meta = read(os.fspath(path), output_format="polars", **options)
    return frame, meta


def _without_empty_text(frame: pl.DataFrame) -> pl.DataFrame:
    """A text without a sign is how these programs say that there is none; what is not a number is missing."""
    texts = [name for name, kind in frame.schema.items() if kind == pl.String]
    numbers = [name for name, kind in frame.schema.items() if kind.is_float()]
    return frame.with_columns(
        *(pl.when(pl.col(name).str.strip_chars() != "").then(pl.col(name)).alias(name) for name in texts),
        *(pl.col(name).fill_nan(None) for name in numbers),
    )


def _words(meta: Any, column: str) -> dict[Any, str]:
    """The words for the values of a column, in the order of the values, each once.

    Two values with one word are told apart by the value behind it.
    """
    given = meta.variable_value_labels.get(column) or {}
    known = {value: str(word).strip() for value, word in given.items() if not _is_missing_code(value)}
    known = {value: word for value, word in known.items() if word}
    uses = list(known.values())
    ordered = sorted(known, key=lambda value: (isinstance(value, str), value))
    return {
        value: known[value] if uses.count(known[value]) == 1 else f"{known[value]} ({written(value)})"
        for value in ordered
    }


def _is_missing_code(value: Any) -> bool:
    """Whether a label is that of a missing value of Stata, .a to .z, which pyreadstat gives as a letter."""
    return value is None or (isinstance(value, float) and value != value)


def written(value: Any) -> str:
    """A value as people write it: 1.0 is 1."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
