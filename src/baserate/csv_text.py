"""The layout of a table written as text: its encoding, separator, column names and number of rows.

Only the header and the first lines decide the separator; that every row fits is then checked by
:mod:`baserate.csv_fields`. Nothing is read as a number here.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from contextlib import suppress
from itertools import islice
from mmap import mmap
from typing import NamedTuple

import numpy as np

from baserate.csv_fields import CHUNK, Bytes, Fields, Positions, chunks, end_of_text
from baserate.errors import FileError

SEPARATORS = {",": "a comma", ";": ";", "\t": "tab", "|": "|"}

_SAMPLED_LINES = 20
# Besides white space, which may stand in a text, these are found in binary files only.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")


class Layout(NamedTuple):
    """Where things are in a text: all that a parser must be told, and the check that it was right."""

    text: bytes | mmap  # UTF-8, perhaps after its byte order mark
    names: tuple[str, ...]
    separator: str
    line_end: str
    quoted: bool  # whether " encloses fields; otherwise it is a character like any other
    rows: int
    blank_lines: int  # at the end, not among the rows
    breaks: Positions  # for each line end inside a quoted field the record it is in; the header is 0
    notes: tuple[str, ...]


def layout(content: bytes | mmap, source: str) -> Layout:
    """Find out how the text is written and check every row; ``source`` is for messages."""
    text, encoding = _as_utf8(content, source)
    view = np.frombuffer(text, np.uint8)[3 if text[:3] == codecs.BOM_UTF8 else 0 :]
    end = end_of_text(view)
    blank_lines = int(np.count_nonzero((view[end:] == ord("\n")) | (view[end:] == ord("\r"))))
    view = view[:end]
    sample = view[:CHUNK].tobytes().decode("utf-8", "replace")
    separator, names = _header(sample, source)
    unquoted = re.sub(r'"[^"]*"', "", sample)
    line_end = "\r" if re.search(r"\r\n?|\n|$", unquoted).group() == "\r" else "\n"  # type: ignore[union-attr]
    fields = Fields(view, ord(separator), ord(line_end), len(names), source)
    has_quotes, quoted = fields.quotes()
    rows, breaks = fields.rows(quoted)
    if rows == 0:
        raise FileError(f"{source} has column names but no rows. Is it the right file?")
    notes = [encoding] if encoding else []
    if separator != ",":
        notes.append(f"separated by {SEPARATORS[separator]}")
    if nameless := names.count(""):
        notes.append(f"{nameless} column{'s' * (nameless > 1)} without a name left out")
    if line_end == "\r":
        notes.append("lines end in a carriage return alone")
    if has_quotes and not quoted:
        notes.append('" is a character like any other: no field starts with it')
    return Layout(text, names, separator, line_end, quoted, rows, blank_lines + 1, breaks, tuple(notes))


# Encoding


def _as_utf8(content: bytes | mmap, source: str) -> tuple[bytes | mmap, str]:
    """The text as UTF-8, and a note on what it was. What is UTF-8 is not copied."""
    start = content[:2000]
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return _decoded(content, "utf-32", source), "UTF-32 text"
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decoded(content, "utf-16", source), "UTF-16 text"
    for encoding, zeros, letters in (
        ("utf-16-le", start[1::2], start[::2]),
        ("utf-16-be", start[::2], start[1::2]),
    ):
        # Every second byte of a header in plain letters is zero; in UTF-8 none is.
        if zeros and not zeros.strip(b"\0") and b"\0" not in letters:
            return _decoded(content, encoding, source), "UTF-16 text without a byte order mark"
    wrong = _not_utf8(np.frombuffer(content, np.uint8))
    if wrong is None:
        return content, ""
    return _single_byte(content, wrong, source)


def _decoded(content: bytes | mmap, encoding: str, source: str) -> bytes:
    try:
        return content[:].decode(encoding).encode()
    except UnicodeError as error:
        raise FileError(
            f"{source} starts like {encoding.upper()} text but is not: {error}. Save it again as UTF-8."
        ) from None


def _not_utf8(view: Bytes) -> int | None:
    """Where about the first byte is that UTF-8 cannot have (or a zero byte, which no text has)."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start, chunk in chunks(view):
        if chunk.min() == 0:
            return start + int(np.argmin(chunk))
        try:
            if chunk.max() > 127 or decoder.getstate()[0]:
                decoder.decode(chunk.tobytes())
        except UnicodeDecodeError as error:
            return start + error.start
    return len(view) if decoder.getstate()[0] else None


def _single_byte(content: bytes | mmap, wrong: int, source: str) -> tuple[bytes, str]:
    """Text of one byte a character, as older programs write it, if it can be that."""
    whole = content[:]
    line = 1 + whole.count(b"\n", 0, wrong)
    if binary := _BINARY.search(whole):
        line = 1 + whole.count(b"\n", 0, binary.start())
        raise FileError(
            f"{source} is not a table: line {line:,} has the byte "
            f"{binary.group()[0]:#04x}, which no text has. Save the table as CSV or Parquet."
        )
    if not whole.decode("utf-8", "ignore").isascii():
        raise FileError(
            f"{source} is UTF-8 text in part only: line {line:,} has bytes that are not. "
            "Correct that line, or save the file again as UTF-8."
        )
    try:
        return whole.decode("cp1252").encode(), "Windows-1252 (latin-1) text"
    except UnicodeDecodeError:
        return whole.decode("latin-1").encode(), "latin-1 text"


# Header


def _header(sample: str, source: str) -> tuple[str, tuple[str, ...]]:
    """The separator that splits header and first lines alike, and the names without spaces around."""
    if not sample:
        raise FileError(f"{source} has no text in it. Is it the right file?")
    if re.match(r"sep=.[\r\n]", sample, re.IGNORECASE) or sample[0] in "\r\n":
        raise FileError(
            f"line 1 of {source} must hold the column names; found {sample[:5].strip()!r}. Delete that line."
        )
    fits = {}
    for separator in SEPARATORS:
        counts = [len(fields) for fields in _first_lines(sample, separator)]
        if counts and counts[0] > 1:
            fits[separator] = (sum(count == counts[0] for count in counts), counts[0])
    best = [separator for separator, fit in fits.items() if fit == max(fits.values())] or [","]
    if len(best) > 1:
        either = " or ".join(SEPARATORS[each] for each in best)
        raise FileError(
            f"{source} can be split at {either}, into {fits[best[0]][1]} columns either way. "
            "Put column names that have such a character in them in quotes, or rename them."
        )
    names = tuple(name.strip() for name in next(iter(_first_lines(sample, best[0])), [sample]))
    return best[0], names


def _first_lines(sample: str, separator: str) -> list[list[str]]:
    lines: list[list[str]] = []
    reader = csv.reader(io.StringIO(sample, newline=""), delimiter=separator)
    with suppress(csv.Error):  # a very long field, such as one that is never closed
        lines.extend(fields for fields in islice(reader, _SAMPLED_LINES) if fields)
    return lines
