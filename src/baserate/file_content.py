"""The bytes of a file: opened, unpacked, and what they are, by the first of them."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from difflib import get_close_matches
from mmap import ACCESS_READ, mmap
from pathlib import Path, PurePath
from typing import BinaryIO, Literal, NamedTuple

from baserate.errors import FileError

Kind = Literal["csv", "parquet", "arrow"]

GZIP = b"\x1f\x8b"

_AS_CSV = "Save the table as CSV or Parquet"
_UNPACK = "Unpack it and give the file inside"
_PICKLES = (".pkl", ".pickle", ".joblib")
# First bytes, what has them, and what to do about it.
_REFUSED = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook", "Save the sheet as CSV"),
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
    (b"SQLite format 3", "an SQLite database", _AS_CSV),
    (b"$FL2", "SPSS data", _AS_CSV),
    (b"$FL3", "SPSS data", _AS_CSV),
    (b"<stata_dta>", "Stata data", _AS_CSV),
    (b"\x00" * 12 + b"\xc2\xea\x81\x60", "SAS data", _AS_CSV),
    (b"RDX", "R data", _AS_CSV),
    (b"X\n\x00\x00", "R data", _AS_CSV),
    (b"%PDF", "a PDF document", _AS_CSV),
    (b"<?xml", "XML", _AS_CSV),
)
_JSON = re.compile(rb"(\xef\xbb\xbf)?\s*(\{\s*[\"}]|\[\s*[\[{\"\]\d-])")
_WEB_PAGE = re.compile(rb"(\xef\xbb\xbf)?\s*<(!doctype html|html)", re.IGNORECASE)


class Content(NamedTuple):
    """The bytes of a file; ``path`` if Polars can read the same bytes there."""

    name: str
    data: bytes | mmap
    path: Path | None


def open_source(source: str | os.PathLike[str] | BinaryIO) -> Content:
    """The bytes of a file, not read but mapped, or of a stream."""
    if not isinstance(source, (str, os.PathLike)):
        return _from_stream(source)
    name, path = os.fspath(source), Path(source).expanduser()
    try:
        if path.is_dir():
            raise FileError(f"{name} is a folder. Give a file in it.")
        if path.is_fifo():
            return Content(name, path.read_bytes(), None)
        if not path.is_file():
            raise _no_file(name, path)
        with path.open("rb") as stream:
            empty = path.stat().st_size == 0  # which cannot be mapped
            data = b"" if empty else mmap(stream.fileno(), 0, access=ACCESS_READ)
            return Content(name, data, path.absolute())
    except PermissionError:
        raise FileError(f"{name} may not be read by this user. Ask for permission, or copy it.") from None
    except OSError as error:
        raise FileError(f"{name} cannot be opened: {error.strerror or error}.") from error


def _from_stream(stream: BinaryIO) -> Content:
    name = getattr(stream, "name", None)
    shown = name if isinstance(name, str) and not name.startswith("<") else "standard input"
    data: object = stream.read()
    if not isinstance(data, bytes):
        raise FileError(f"{shown} must be opened as bytes, for instance sys.stdin.buffer or open(..., 'rb').")
    return Content(shown, data, None)


def _no_file(name: str, path: Path) -> FileError:
    if path.exists():
        return FileError(f"{name} is not a file but a device or socket. Give a file.")
    if not path.parent.is_dir():
        return FileError(f"there is no file {name}: its folder does not exist either. Check the path.")
    near = get_close_matches(path.name, [each.name for each in path.parent.iterdir()], n=3)
    hint = f"Is {' or '.join(near)} meant?" if near else "Check the path."
    return FileError(f"there is no file {name}. {hint}")


def decompressed(content: Content) -> Content:
    """What gzip has compressed, or the content as it is."""
    if content.data[:2] != GZIP:
        return content
    try:
        data = gzip.decompress(content.data)
    except (OSError, EOFError, zlib.error) as error:
        raise FileError(
            f"{content.name} is compressed and damaged or cut off ({error}). Copy it again."
        ) from None
    if not data:
        raise FileError(f"{content.name} is empty once unpacked. Is it the right file?")
    return Content(content.name, data, None)


def kind_of(data: bytes | mmap, name: str) -> Kind:
    """How to read these bytes; a :class:`~baserate.errors.FileError` if they are no table that can be."""
    start = data[:4096]
    suffix = PurePath(name.removesuffix(".gz")).suffix.lower()
    if suffix in _PICKLES or (start[:1] == b"\x80" and start[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05")):
        raise FileError(f"{name} is a pickle. Reading it can run code, so baserate does not. {_AS_CSV}.")
    if start.startswith(b"PAR1"):
        if len(data) < 12 or data[-4:] != b"PAR1":
            raise FileError(f"{name} is Parquet that was cut off: its end is missing. Copy it again.")
        return "parquet"
    if start.startswith(b"ARROW1"):
        return "arrow"
    if start.startswith(b"PK") and (b"xl/" in start or b"[Content_Types]" in start or suffix == ".xlsx"):
        raise FileError(f"{name} is an Excel workbook, which baserate does not read. Save the sheet as CSV.")
    for magic, what, advice in _REFUSED:
        if start.startswith(magic):
            raise FileError(f"{name} is {what}, which baserate does not read. {advice}.")
    if _JSON.match(start):
        raise FileError(f"{name} is JSON, which baserate does not read. {_AS_CSV}.")
    if _WEB_PAGE.match(start):
        raise FileError(f"{name} is a web page, perhaps one that asks to log in. Download the file again.")
    return "csv"
