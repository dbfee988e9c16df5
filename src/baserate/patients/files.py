"""Tables out of files: CSV in its many dialects, Parquet and Arrow, plain or behind gzip; and of others.

What other programs keep, Stata, SAS, SPSS, workbooks and databases, is read by
:mod:`baserate.patients.formats`, with a library of its own where it needs one. The content decides what a
file is, never its name; only a pickle is refused by its name as well, because reading one can run code. Text
stays text, an identifier 00123 is not a number and a group "NA" is not missing, until :meth:`Table.numbers`
is asked for a column.
"""

from __future__ import annotations

import os
import re
import select
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from io import BytesIO, FileIO
from pathlib import Path, PurePath
from threading import Event
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple, TypeAlias, get_args

import polars as pl

from baserate.errors import ColumnError, FileError
from baserate.patients.csv_table import Column, Layout, read_numbers
from baserate.patients.folders import is_several
from baserate.patients.limits import HELD, check_columns
from baserate.patients.memory import is_memory_failure
from baserate.patients.named_table import (
    NamedTable,
    check_path,
    check_table,
    in_table,
    is_file,
    no_tables,
    path_of,
)
from baserate.patients.roles import require_columns
from baserate.patients.snapshots import CHUNK, Data, FileBytes, beside, chunks, sha256
from baserate.scores.columns import without_name

if TYPE_CHECKING:
    from baserate.patients.formats.table import Foreign

__all__ = ["has_tables", "no_file", "require_tables", "with_table", "with_tables"]

Labelled = Literal["stata", "sas", "xport", "spss", "por"]
Kind = Literal["csv", "parquet", "arrow", "workbook", "sqlite", "duckdb"] | Labelled
# Those that hold several sheets or tables.
_WITH_TABLES = ("workbook", "sqlite", "duckdb")

GZIP, PARQUET, ARROW = b"\x1f\x8b", b"PAR1", b"ARROW1"

_AS_CSV = "Save the table as CSV or Parquet"
_UNPACK = "Unpack it and give the file inside"
_PICKLES = (".pkl", ".pickle", ".joblib")
# First bytes, what has them, and what to do about it.
_REFUSED = (
    (b"PK\x03\x04", "a zip archive", _UNPACK),
    (b"PK\x05\x06", "an empty zip archive", _UNPACK),
    (GZIP, "compressed by gzip twice", _UNPACK),
    (b"BZh", "compressed by bzip2", _UNPACK),
    (b"\xfd7zXZ\x00", "compressed by xz", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (b"\x89HDF\r\n\x1a\n", "HDF5", _AS_CSV),
    (b"FEA1", "Feather of the first version", _AS_CSV),
    (b"\xff\xff\xff\xff", "an Arrow stream", "Save it as an Arrow file or as Parquet"),
    (b"PARE", "encrypted Parquet", _AS_CSV),
    (b"\x93NUMPY", "a NumPy array", _AS_CSV),
    (b"ENCRYPTEDSAV", "SPSS data with a password", "Save a copy without one"),
    (b"RDX", "R data", _AS_CSV),
    (b"X\n\x00\x00", "R data", _AS_CSV),
    (b"%PDF", "a PDF document", _AS_CSV),
    (b"<?xml", "XML", _AS_CSV),
)
# First bytes of what a library of its own reads.
_FOREIGN: tuple[tuple[bytes, Kind], ...] = (
    (b"<stata_dta>", "stata"),
    (b"\x00" * 12 + b"\xc2\xea\x81\x60", "sas"),
    (b"HEADER RECORD*******LIBRARY HEADER RECORD", "xport"),
    (b"HEADER RECORD*******LIBV8   HEADER RECORD", "xport"),
    (b"$FL2", "spss"),
    (b"$FL3", "spss"),
    (b"SQLite format 3\x00", "sqlite"),
)
# Stata before its version 13 says which it is by a number, and then in which order bytes are.
_OLD_STATA = re.compile(rb"[\x68-\x73][\x01\x02]\x01\x00", re.DOTALL)
_JSON = re.compile(rb"(\xef\xbb\xbf)?\s*(\{\s*[\"}]|\[\s*[\[{\"\]\d-])")
_WEB_PAGE = re.compile(rb"(\xef\xbb\xbf)?\s*<(!doctype html|html)", re.IGNORECASE)


class Content(NamedTuple):
    """The bytes of a file; ``path`` if the same bytes can be read there; ``table`` is what is meant in it."""

    name: str
    data: Data
    path: Path | None
    table: str | None = None

    def check(self) -> None:
        """Refuse a file that was changed since it was opened."""
        if isinstance(self.data, FileBytes):
            self.data.check()


def open_source(source: str | os.PathLike[str] | BinaryIO | NamedTable) -> Content:
    """The bytes of a file, to be read when they are asked for, or of a stream, which are held."""
    if isinstance(source, NamedTable):
        return open_source(source.file)._replace(table=source.table)
    if not isinstance(source, (str, os.PathLike)):
        return _from_stream(source)
    name = os.fspath(source)
    check_path(name)
    path = path_of(name)
    try:
        if path.is_dir():
            raise FileError(f"{name} is a folder. Give a file in it.")
        if path.is_fifo():
            with path.open("rb", buffering=0) as stream:
                return Content(name, read_stream(stream, name), None)
        if not path.is_file():
            raise no_file(name, path)
        return Content(name, FileBytes(path, name), path.absolute())
    except FileError:
        raise
    except PermissionError:
        raise FileError(f"{name} may not be read by this user. Ask for permission, or copy it.") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{name} cannot be opened: {getattr(error, 'strerror', None) or error}.") from None


def hold(source: str | os.PathLike[str]) -> str | os.PathLike[str] | BytesIO:
    """What is to be read more than once: a file as it is named, what comes through a pipe held in memory."""
    if not Path(source).is_fifo():
        return source
    content = open_source(source)
    stream = BytesIO(content.data[:])
    stream.name = content.name
    return stream


def read_stream(stream: BinaryIO | FileIO, name: str) -> bytes:
    """All bytes of a stream, up to the limit.

    They are read in pieces, and waited for where that can be done: an interrupt between two of them is seen
    before the next one blocks.
    """
    wait = _waiting(stream)
    read = getattr(stream, "read1", stream.read)  # read1 returns what is there
    pieces: list[bytes] = []
    size, most = 0, HELD.most
    while True:
        wait()
        piece: object = read(CHUNK)
        if not isinstance(piece, bytes):
            raise FileError(
                f"{name} must be opened as bytes, for instance sys.stdin.buffer or open(..., 'rb')."
            )
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
        size += len(piece)
        if size > most:
            raise HELD.exceeded(f"{name} does not end")


def _waiting(stream: BinaryIO | FileIO) -> Callable[[], None]:
    """How to wait until something can be read, in turns that an interrupt can end."""
    try:
        number = stream.fileno()
    except (AttributeError, OSError, ValueError):  # not a real file
        return lambda: None
    if sys.platform == "win32":  # where pipes cannot be waited for
        return lambda: None

    def wait() -> None:
        while not select.select([number], [], [], 0.2)[0]:
            pass

    return wait


def _from_stream(stream: BinaryIO) -> Content:
    name = getattr(stream, "name", None)
    shown = name if isinstance(name, str) and not name.startswith("<") else "standard input"
    return Content(shown, read_stream(stream, shown), None)


def no_file(name: str, path: Path) -> FileError:
    """The error for a path that leads to no file, with what may have been meant."""
    if path.exists():
        return FileError(f"{name} is not a file but a device or socket. Give a file.")
    if (in_file := _table_in_path(name)) is not None:
        return in_file
    if not path.parent.is_dir():
        return FileError(f"there is no file {name}: its folder does not exist either. Check the path.")
    if path.is_symlink():
        return FileError(f"{name} is a link that leads to no file. Check where it points.")
    near = get_close_matches(path.name, [file.name for file in path.parent.iterdir()], n=3)
    hint = f"Is {' or '.join(near)} meant?" if near else "Check the path."
    return FileError(f"there is no file {name}. {hint}")


def _table_in_path(name: str) -> FileError | None:
    """The error for a path with a table behind two colons; None for any other path."""
    file, colons, table = name.partition("::")
    if not (file and colons and table):
        return None
    return FileError(
        f"there is no file {name}.",
        advice=f"A sheet or a table is not named in the path: name the file, {file}, and \0argument\0.",
        argument=("table", table),
    )


def unpack(content: Content) -> Content:
    """What gzip has compressed, or the content as it is."""
    if content.data[:2] != GZIP:
        return content
    try:
        data = b"".join(_unpacked(content))
    except zlib.error as error:
        raise _damaged_gzip(content.name, str(error)) from None
    if not data:
        raise FileError(f"{content.name} is empty once unpacked. Is it the right file?")
    return Content(content.name, data, None, content.table)


def _unpacked(content: Content) -> Iterator[bytes]:
    """What gzip has compressed, in pieces, of one member after the other, up to the limit."""
    size, most, unpacker = 0, HELD.most, _unpacker()
    for chunk in chunks(content.data):
        rest = chunk
        while rest:
            if unpacker.eof:
                if not rest.strip(b"\0"):  # tapes and some programs fill up with zeros
                    break
                unpacker = _unpacker()
            piece = unpacker.decompress(rest, CHUNK)
            size += len(piece)
            if size > most:
                raise HELD.exceeded(f"{content.name} becomes larger and larger as it is unpacked")
            yield piece
            rest = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
    if not unpacker.eof:
        raise _damaged_gzip(content.name, "its end is missing")


def _unpacker() -> zlib._Decompress:
    return zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)


def _damaged_gzip(name: str, why: str) -> FileError:
    return FileError(f"{name} is compressed and damaged or cut off ({why}). Copy it again.")


def has_tables(data: object) -> bool:
    """Whether data are a workbook or a database, or may be: a stream is not looked into."""
    if not is_file(data):
        return False
    if not isinstance(data, (str, os.PathLike)):
        return True
    if is_several(os.fspath(data)):
        return False
    if not Path(data).is_file():  # which is told by whoever reads it
        return True
    content = unpack(open_source(data))
    return kind_of(content.data, content.name) in _WITH_TABLES


def with_tables(several: Sequence[object], table: str | None) -> list[Any]:
    """The table that is named, of each of several data that has tables; one of them at least must."""
    require_tables(several, table)
    return [with_table(data, table) for data in several]


def with_table(data: object, table: str | None) -> Any:
    """The table that is named, of data that have tables; all others as they are."""
    return data if table is None or not has_tables(data) else in_table(data, table)


def require_tables(several: Sequence[object], table: str | None) -> None:
    """Refuse the name of a table where none of several data has any."""
    name = check_table(table)
    if name is not None and not any(map(has_tables, several)):
        raise no_tables("the data that were given", name)


def kind_of(data: Data, name: str) -> Kind:
    """How to read these bytes; a :class:`~baserate.errors.FileError` if they are no table that can be."""
    start = data[:4096]
    suffix = PurePath(name.removesuffix(".gz")).suffix.lower()
    if suffix in _PICKLES or (start[:1] == b"\x80" and start[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05")):
        raise FileError(f"{name} is a pickle. Reading it can run code, so baserate does not. {_AS_CSV}.")
    if start.startswith(PARQUET):
        if len(data) < 12 or data[-4:] != PARQUET:
            raise FileError(f"{name} is Parquet that was cut off: its end is missing. Copy it again.")
        return "parquet"
    if start.startswith(ARROW):
        return "arrow"
    foreign = _foreign_kind(data, start, suffix)
    if foreign is not None:
        return foreign
    for magic, what, advice in _REFUSED:
        if start.startswith(magic):
            raise FileError(f"{name} is {what}, which baserate does not read. {advice}.")
    if _JSON.match(start):
        raise FileError(f"{name} is JSON, which baserate does not read. {_AS_CSV}.")
    if _WEB_PAGE.match(start):
        raise FileError(f"{name} is a web page, perhaps one that asks to log in. Download the file again.")
    return "csv"


def _foreign_kind(data: Data, start: bytes, suffix: str) -> Kind | None:
    """Which other program's file this is; None for none of them."""
    for magic, kind in _FOREIGN:
        if start.startswith(magic):
            return kind
    if start[8:12] == b"DUCK":
        return "duckdb"
    if b"SPSS PORT FILE" in start[:600]:
        return "por"
    if _OLD_STATA.match(start):
        return "stata"
    if not start.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        return None
    from baserate.patients.formats.workbook import is_workbook

    held = data.path if isinstance(data, FileBytes) else BytesIO(data)
    return "workbook" if is_workbook(start, held, suffix) else None


_POLARS_FAILURES = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)
# The frame, all names of columns, how the file is written if it is text, and what another program's says.
_Reading: TypeAlias = "tuple[pl.DataFrame, tuple[str, ...], Layout | None, Foreign | None]"


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of a file, and where they came from."""

    #: The wanted columns: from CSV all text, null where a field is empty; else of their own types.
    frame: pl.DataFrame
    #: All column names of the file, without spaces around them.
    columns: tuple[str, ...]
    #: The file name as given, or "standard input".
    source: str
    #: SHA-256 of the file's bytes, and their number.
    sha256: str
    size: int
    #: How the file is written if it is text.
    layout: Layout | None
    #: What another program's file says beside its values.
    foreign: Foreign | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What was decided in reading, if not the usual."""
        if self.foreign is not None:
            return self.foreign.notes
        return () if self.layout is None else self.layout.notes

    @property
    def labels(self) -> Mapping[str, Mapping[Any, str]]:
        """The words that the file has for values, by column."""
        return {} if self.foreign is None else self.foreign.labels

    @property
    def origin(self) -> dict[str, Any]:
        """What is put on record of where the table came from."""
        table = {} if self.foreign is None or self.foreign.table is None else {"table": self.foreign.table}
        return {"kind": "file", "name": self.source, "sha256": self.sha256, "bytes": self.size, **table}

    def place(self, row: int) -> str:
        """Where a row is, for messages: its line, or if there are none its number, counted from 0."""
        if self.foreign is not None and self.foreign.rows:
            return f"row {self.foreign.rows[row]:,} of the sheet"
        return f"row {row:,}" if self.layout is None else f"line {self.layout.line(row):,}"

    def numbers(self, name: str) -> tuple[pl.Series, tuple[str, ...]]:
        """A column as numbers, null where missing, and how they are written, such as "decimal comma"."""
        require_columns([name], self.frame.columns, self.source)
        values, shown = without_name(self.frame[name]), f"{self.source}: column {name!r}"
        if isinstance(values.dtype, (pl.Categorical, pl.Enum)):
            values = values.cast(pl.String)
        if values.dtype == pl.String:
            separator = None if self.layout is None else self.layout.separator
            return read_numbers(Column(values, shown, separator, self.place))
        if not (values.dtype.is_numeric() or values.dtype in (pl.Boolean, pl.Null)):
            raise ColumnError(f"{{column}} must be numbers; it holds {values.dtype}.", column=shown)
        return values.cast(pl.Float64).fill_nan(None), ()


def read_table(
    source: str | os.PathLike[str] | BinaryIO | NamedTable, wanted: Sequence[str] | None = None
) -> Table:
    """Read a file, or such bytes from a stream, or the table that is named in it; ``wanted`` columns, or all.

    Memory: what Polars needs to read the wanted columns; besides, the bytes of a text, and of what is
    compressed or comes from a stream. A row with too many or too few fields, and all else that is
    not certain, is a :class:`~baserate.errors.FileError`; a column that is not there is a
    :class:`~baserate.errors.ColumnError`.
    """
    given = open_source(source)
    if len(given.data) == 0:
        raise FileError(f"{given.name} is empty. Is it the right file?")
    stop = Event()
    digest = beside(lambda: sha256(given.data, stop))  # which costs next to no time while the file is read
    try:
        read = _read_or_say_why(given, wanted)
    except BaseException:
        stop.set()  # nobody waits for the hash of what could not be read
        raise
    table = Table(*read[:2], given.name, digest.result(), len(given.data), *read[2:])
    given.check()
    return table


def _read_or_say_why(given: Content, wanted: Sequence[str] | None) -> _Reading:
    try:
        return _read(given, wanted)
    except FileError:
        given.check()  # a file that has changed is why, whatever is wrong with it
        raise
    except (MemoryError, *_POLARS_FAILURES) as error:
        given.check()
        raise _cannot_read(given.name, error) from error


def _read(given: Content, wanted: Sequence[str] | None) -> _Reading:
    content = unpack(given)
    kind = kind_of(content.data, content.name)
    if content.table is not None and kind not in _WITH_TABLES:
        raise no_tables(content.name, content.table)
    if kind == "csv":
        return _read_csv(content, wanted)
    if kind in ("parquet", "arrow"):
        return _read_binary(content, kind, wanted)
    foreign = _read_foreign(content, kind, wanted)
    return foreign.frame, foreign.columns, None, foreign


def _read_foreign(content: Content, kind: Kind, wanted: Sequence[str] | None) -> Foreign:
    """What another program keeps."""
    name, table = content.name, content.table
    if kind in get_args(Labelled):
        from baserate.patients.formats.labelled import read_labelled

        return read_labelled(content.path or content.data[:], kind, name, wanted)
    if kind == "workbook":
        from baserate.patients.formats.workbook import read_workbook

        return read_workbook(content.path or BytesIO(content.data[:]), name, table, wanted)
    from baserate.patients.formats.embedded import read_duckdb, read_sqlite

    return (read_duckdb if kind == "duckdb" else read_sqlite)(content.path, name, table, wanted)


def _cannot_read(name: str, error: BaseException) -> FileError:
    """Why a file cannot be read: too little memory, or the file."""
    # The second line of a message of Polars is advice for programmers.
    why = str(error).partition("\n")[0].rstrip(".")
    if is_memory_failure(error):
        return FileError(
            f"{name} needs more memory than there is.",
            advice="Close other programs, save the table as Parquet, or name a folder of smaller files.",
        )
    return FileError(f"{name} is damaged or not what it seems: {why}. Copy it again, or save it as CSV.")


def scan_parquet(source: Path | BytesIO, name: str) -> pl.LazyFrame:
    """Parquet as a lazy frame, with the names that its columns have in memory; ``name`` is for messages."""
    return _strip_names(pl.scan_parquet(source, glob=False, hive_partitioning=False), name)


def _read_csv(content: Content, wanted: Sequence[str] | None) -> _Reading:
    # The bytes themselves: what is checked, read and hashed is one and the same.
    content = content._replace(data=content.data[:], path=None)
    layout = Layout.of(content.data, content.name)
    names = _choose(wanted, layout.names, content.name)
    frame = layout.scan(None, names).collect()
    # Blank lines at the end are rows to Polars, but it must not find fewer than were counted.
    if names and not layout.rows <= frame.height <= layout.rows + layout.blank_lines:
        raise FileError(f"{content.name} has {layout.rows:,} rows, but {frame.height:,} were read.")
    return frame.head(layout.rows), layout.names, layout, None


def _read_binary(content: Content, kind: Kind, wanted: Sequence[str] | None) -> _Reading:
    source, name = content.path or BytesIO(content.data[:]), content.name
    scan = scan_parquet(source, name) if kind == "parquet" else _strip_names(pl.scan_ipc(source), name)
    columns = tuple(scan.collect_schema().names())
    frame = scan.select(_choose(wanted, columns, name)).collect()
    if frame.width and frame.height == 0:
        raise FileError(f"{name} has columns but no rows. Is it the right file?")
    return frame, columns, None, None


def _strip_names(scan: pl.LazyFrame, source: str) -> pl.LazyFrame:
    stored = scan.collect_schema().names()
    _refuse_repeated([name.strip() for name in stored], source)
    return scan.rename({name: name.strip() for name in stored if name != name.strip()})


def _choose(wanted: Sequence[str] | None, columns: Sequence[str], source: str) -> list[str]:
    """The wanted columns, or all; those without a name are not among them."""
    check_columns(columns, source)
    _refuse_repeated(columns, source)
    named = [name for name in columns if name]
    require_columns(wanted or (), named, source)
    return named if wanted is None else list(wanted)


def _refuse_repeated(columns: Sequence[str], source: str) -> None:
    repeated = [name for name, count in Counter(columns).items() if count > 1 and name]
    if repeated:
        shown = ", ".join(map(repr, repeated))
        raise FileError(f"{source} has more than one column named {shown}. Rename them.")
