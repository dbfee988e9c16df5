"""A table written as text: its encoding, separator, columns and rows, and the numbers in it.

Parsers fill short rows in silence, so one missing separator would move a patient's values to other
columns. Here every row is looked at before it is parsed, and one with a field too many or too few is
refused by its line. Where some field starts with a quote, a field either has no quote or stands between
two, and those inside are doubled; elsewhere a quote is a character like any other.

Text becomes numbers only where it is asked for. Plain numbers are read as Python's ``float`` reads them,
to the last bit; "30%" and "0,3" where they can mean one thing only, judged over the whole column. Nothing
may stand between thousands: scores lie between 0 and 1. What is not certain is refused.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice
from operator import or_
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from baserate.errors import SHOWN, ColumnError, FileError
from baserate.patients.limits import ROW, check_columns
from baserate.patients.snapshots import CHUNK, Data

Bytes: TypeAlias = NDArray[np.uint8]
Positions: TypeAlias = NDArray[np.intp]

SEPARATORS = {",": "a comma", ";": ";", "\t": "tab", "|": "|"}

# So many bytes, and lines, show how a text is written.
_SAMPLE, _SAMPLED_LINES = 1 << 20, 20
# Besides white space, which may stand in a text, these are found in binary files only.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")


class _UnevenError(Exception):
    """Some row of a text does not fit."""


def _require(fits: NDArray[np.bool_] | bool) -> None:
    if not np.all(fits):
        raise _UnevenError


@dataclass(frozen=True)
class Span:
    """The bytes of a text from one place to another."""

    data: Data
    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def read(self, start: int, end: int) -> bytes:
        """Some of these bytes; those beyond either end are not there."""
        return self.data[self.start + max(start, 0) : min(self.start + end, self.end)]

    def pieces(self) -> Iterator[tuple[bytes, int]]:
        """All bytes, in pieces with the byte before and the one after each, and where the piece begins."""
        for start in range(0, len(self), CHUNK):
            yield self.read(start - 1, start + CHUNK + 1), min(start, 1)


@dataclass(frozen=True)
class Rows:
    """The bytes of a text from its header to its last row, and how its rows must be written."""

    text: Span
    separator: bytes
    line_end: bytes  # of CRLF the second
    quoted: bool
    width: int
    source: str

    def count(self) -> int:
        """Rows with the header; a :class:`~baserate.errors.FileError` at the first that does not fit."""
        try:
            return self._count_even()
        except _UnevenError:  # slower, one by one, until the first that does not fit
            return sum(1 for _ in self._ends())

    def lines(self) -> Iterator[int]:
        """The line, counted from 1, in which each row starts, the header first."""
        line, start = 1, 0
        for end in self._ends():
            yield line
            line += self.text.read(start, end).count(self.line_end)
            start = end

    def _count_even(self) -> int:
        """Rows, piece by piece, if all fit."""
        signs = self.separator + self.line_end + (b'"' if self.quoted else b"")
        other_end = b"\n" if self.line_end == b"\r" else b"\r"
        rows, fields, is_open = 1, 0, False
        for piece, start in self.text.pieces():
            text = np.frombuffer(piece, np.uint8)
            chunk = text[start : start + CHUNK]
            others = other_end if (chunk == other_end[0]).any() else b""
            at = start + np.flatnonzero(reduce(or_, (chunk == sign for sign in signs + others)))
            if self.quoted:
                at, is_open = self._skip_quoted(text, at, is_open)
            found = self._skip_carriage_returns(text, at) if others else text[at]
            ends = np.flatnonzero(found == self.line_end[0])
            _require(np.diff(ends, prepend=-1 - fields) == self.width)
            rows += len(ends)
            fields = len(found) - 1 - int(ends[-1]) if len(ends) else fields + len(found)
        _require(fields + 1 == self.width and not is_open)
        return rows

    def _skip_quoted(self, text: Bytes, at: Positions, is_open: bool) -> tuple[Positions, bool]:
        """The signs outside quotes, and whether a quoted field goes on after these."""
        quote = text[at] == ord('"')
        inside = ((np.cumsum(quote, dtype=np.uint8) + np.uint8(is_open)) & 1).view(bool)
        # At either end of the text a quote is its own neighbour, which is as good as another.
        before = text[np.maximum(at[quote & inside] - 1, 0)]
        after = text[np.minimum(at[quote & ~inside] + 1, len(text) - 1)]
        edge = np.bincount([*self.separator, *b'\r\n"'], minlength=256) > 0
        _require(edge[before])
        _require(edge[after])
        return at[~(quote | inside)], bool(inside[-1]) if len(inside) else is_open

    def _skip_carriage_returns(self, text: Bytes, at: Positions) -> Bytes:
        """Separators and line ends, of CRLF the second; a line must not end otherwise than the others."""
        signs = text[at]
        if self.line_end == b"\r":
            _require(signs != ord("\n"))
        else:
            _require(text[at[signs == ord("\r")] + 1] == ord("\n"))
            signs = signs[signs != ord("\r")]
        return signs

    def _field(self) -> bytes:
        plain = rb'[^\r\n"%b]*+' if self.quoted else rb"[^\r\n%b]*+"
        plain %= re.escape(self.separator)
        return rb'(?:"[^"]*+"(?:"[^"]*+")*+|%b)' % plain if self.quoted else plain

    def _ends(self) -> Iterator[int]:
        """Where each row ends, line end included."""
        field = self._field()
        end = rb"\r?\n" if self.line_end == b"\n" else rb"\r"
        more = rb"(?:%b%b){%d}" % (re.escape(self.separator), field, self.width - 1)
        match = re.compile(rb"%b%b(?:%b|\Z)" % (field, more, end)).match
        start, size = 0, CHUNK
        while start < len(self.text):
            text, is_last = self.text.read(start, start + size), start + size >= len(self.text)
            at = 0
            while (row := match(text, at)) and (row.end() < len(text) or is_last) and at < len(text):
                at = row.end()
                yield start + at
            if at == 0 and row is None and (error := self._explain(text, start, is_last)):
                raise error
            if at == 0 and not ROW.allows(size):
                here = f"line {self._line_at(start):,} of {self.source}"
                raise ROW.exceeded(f"{here} starts a row that is too long, or a quoted field that never ends")
            start, size = start + at, CHUNK if at else 2 * size

    def _explain(self, text: bytes, start: int, is_last: bool) -> FileError | None:
        """What is wrong with the row that begins here, at ``start``; None if more must be read to know."""
        field, at, fields, after = re.compile(self._field()), -1, 0, self.separator
        while after == self.separator:
            opened, fields = at + 1, fields + 1
            at = field.match(text, opened).end()  # type: ignore[union-attr]  # even if it is empty
            after = text[at : at + 1]
        line = f"line {self._line_at(start + opened):,} of {self.source}"
        in_quotes = self.quoted and text[opened : opened + 1] == b'"'
        if not is_last and (at + 1 >= len(text) or (in_quotes and after == b'"')):
            return None
        if after in (b"", self.line_end) or text[at : at + 2] == b"\r" + self.line_end:
            number = f"{fields} field{'s' * (fields != 1)}, but the header has {self.width}"
            problem = f"line {self._line_at(start):,} of {self.source} has {number}."
            advice = f"Correct that line; quote a field that has {self.separator.decode()!r} in it."
        elif after in b"\r\n":
            here = f"line {self._line_at(start + at):,} of {self.source}"
            problem = f"{here} has another line end in it than the lines before."
            advice = "Save the file with one kind of line end."
        elif in_quotes and after == b'"':
            problem = f"a quoted field starts in {line} and never ends."
            advice = 'Close it with ", or delete the quote.'
        elif in_quotes:
            problem = f"the quoted field that starts in {line} has text after its closing quote in line "
            problem += f"{self._line_at(start + at):,}, or is never closed."
            advice = 'Write a quote inside a field as "".'
        else:
            problem = f"{line} has a quote in the middle of a field."
            advice = (
                'Enclose the whole field in quotes and double those inside (""), or remove spaces before it.'
            )
        return FileError(problem, advice=advice)

    def _line_at(self, position: int) -> int:
        """The line of the text, counted from 1, in which a byte is."""
        starts = range(0, position, CHUNK)
        chunks = (self.text.read(start, min(start + CHUNK, position)) for start in starts)
        return 1 + sum(chunk.count(self.line_end) for chunk in chunks)


@dataclass(frozen=True, eq=False)
class Layout:
    """How a text is written: all that a parser must be told, once every row has been looked at."""

    text: Data  # UTF-8, perhaps after its byte order mark
    names: tuple[str, ...]
    separator: str
    rows: int
    blank_lines: int  # at the end, not among the rows
    notes: tuple[str, ...]
    _rows: Rows

    @classmethod
    def of(cls, content: Data, source: str) -> Layout:
        """Find out how the text is written and check every row; ``source`` is for messages."""
        text, encoding = _as_utf8(content, source)
        start, end = 3 if text[:3] == codecs.BOM_UTF8 else 0, _end_of_text(text)
        span = Span(text, start, end)
        sample = span.read(0, _SAMPLE).decode("utf-8", "replace")
        separator, names = _read_header(sample, source)
        check_columns(names, source)
        line_end = _find_line_end(sample)
        if re.search(rb"\n" if line_end == "\r" else rb"\r(?!\n)", text[end:]):
            # A parser would take another kind of line end for a part of the last field.
            text = text[:end] + line_end.encode()
            span = Span(text, start, end)
        has_quotes, quoted = _find_quotes(span, separator, line_end)
        rows = Rows(span, separator.encode(), line_end.encode(), quoted, len(names), source)
        count = rows.count() - 1
        if count == 0:
            raise FileError(f"{source} has column names but no rows. Is it the right file?")
        nameless = names.count("")
        notes = {
            encoding: bool(encoding),
            f"separated by {SEPARATORS[separator]}": separator != ",",
            f"{nameless} column{'s' * (nameless > 1)} without a name left out": nameless > 0,
            "lines end in a carriage return alone": line_end == "\r",
            '" is a character like any other: no field starts with it': has_quotes and not quoted,
        }
        blank_lines = 1 + len(re.findall(rb"[\r\n]", text[end:]))
        return cls(text, names, separator, count, blank_lines, _choose(notes), rows)

    def line(self, row: int) -> int:
        """The line of the file, counted from 1, in which a row, counted from 0, starts."""
        return int(self._lines[row + 1]) if self._rows.quoted else row + 2

    @cached_property
    def _lines(self) -> NDArray[np.int64]:
        return np.fromiter(self._rows.lines(), np.int64)

    def scan(self, path: Path | None, wanted: Sequence[str]) -> pl.LazyFrame:
        """The wanted columns as text, null where a field is empty; blank lines at the end are rows too.

        ``path`` is where the same bytes are, if they are in a file.
        """
        frame = pl.scan_csv(
            path or io.BytesIO(self.text[:]),
            separator=self.separator,
            quote_char='"' if self._rows.quoted else None,
            eol_char=self._rows.line_end.decode(),
            infer_schema=False,
            glob=False,
            new_columns=[name or f"__nameless_{place}" for place, name in enumerate(self.names)],
        ).select(wanted)
        # Polars tells "" from nothing; both are an empty field.
        return frame.with_columns(pl.all().replace("", None)) if self._rows.quoted else frame


def _choose(notes: dict[str, bool]) -> tuple[str, ...]:
    """The notes that hold."""
    return tuple(note for note, holds in notes.items() if holds)


def _find_line_end(sample: str) -> str:
    """The first line end outside quotes, of CRLF the second sign; a line feed if there is none."""
    ends = re.findall(r"\r(?!\n)|\n", re.sub(r'"[^"]*"', "", sample))
    return ends[0] if ends else "\n"


def _find_quotes(span: Span, separator: str, line_end: str) -> tuple[bool, bool]:
    """Whether there is a quote, and whether some field starts with one."""
    opening = re.compile(f'[{re.escape(separator)}{line_end}]"'.encode())
    if span.read(0, 1) == b'"':
        return True, True
    has_quotes = False
    for piece, _ in span.pieces():
        if b'"' in piece:
            has_quotes = True
            if opening.search(piece):
                return True, True
    return has_quotes, False


def _end_of_text(text: Data) -> int:
    """Where blank lines and spaces at the end of the text begin."""
    end = len(text)
    while end:
        tail = text[max(0, end - CHUNK) : end]
        kept = len(tail.rstrip(b" \r\n"))
        end -= len(tail) - kept
        if kept:
            break
    return end


# Encoding


def _as_utf8(content: Data, source: str) -> tuple[Data, str]:
    """The text as UTF-8, and a note on what it was. What is UTF-8 is not copied."""
    start = content[:2000]
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return _recode(content, "utf-32", source), "UTF-32 text"
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _recode(content, "utf-16", source), "UTF-16 text"
    for encoding, zeros, letters in (
        ("utf-16-le", start[1::2], start[::2]),
        ("utf-16-be", start[::2], start[1::2]),
    ):
        # Every second byte of a header in plain letters is zero; in UTF-8 none is.
        if zeros and not zeros.strip(b"\0") and b"\0" not in letters:
            return _recode(content, encoding, source), "UTF-16 text without a byte order mark"
    wrong = _find_not_utf8(content)
    return (content, "") if wrong is None else _recode_single_bytes(content, wrong, source)


def _recode(content: Data, encoding: str, source: str) -> bytes:
    try:
        return content[:].decode(encoding).encode()
    except UnicodeError as error:
        raise FileError(
            f"{source} starts like {encoding.upper()} text but is not: {error}. Save it again as UTF-8."
        ) from None


def _find_not_utf8(content: Data) -> int | None:
    """Where about the first byte is that UTF-8 cannot have (or a zero byte, which no text has)."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(content), CHUNK):
        chunk = np.frombuffer(content[start : start + CHUNK], np.uint8)
        if not chunk.all():
            return start + int(np.argmin(chunk))
        try:
            if chunk.max() > 127 or decoder.getstate()[0]:
                decoder.decode(chunk.tobytes())
        except UnicodeDecodeError as error:
            return start + error.start
    return len(content) if decoder.getstate()[0] else None


def _recode_single_bytes(content: Data, wrong: int, source: str) -> tuple[bytes, str]:
    """Text of one byte a character, as older programs write it, if it can be that."""
    whole = content[:]
    if binary := _BINARY.search(whole):
        line = 1 + whole.count(b"\n", 0, binary.start())
        raise FileError(
            f"{source} is not a table: line {line:,} has the byte "
            f"{binary.group()[0]:#04x}, which no text has. Save the table as CSV or Parquet."
        )
    if not whole.decode("utf-8", "ignore").isascii():
        line = 1 + whole.count(b"\n", 0, wrong)
        raise FileError(
            f"{source} is UTF-8 text in part only: line {line:,} has bytes that are not. "
            "Correct that line, or save the file again as UTF-8."
        )
    try:
        return whole.decode("cp1252").encode(), "Windows-1252 (latin-1) text"
    except UnicodeDecodeError:
        return whole.decode("latin-1").encode(), "latin-1 text"


# Header


def _read_header(sample: str, source: str) -> tuple[str, tuple[str, ...]]:
    """The separator that splits header and first lines alike, and the names without spaces around."""
    if not sample:
        raise FileError(f"{source} has no text in it. Is it the right file?")
    if re.match(r"sep=.[\r\n]", sample, re.IGNORECASE) or sample[0] in "\r\n":
        raise FileError(
            f"line 1 of {source} must hold the column names; found {sample[:5].strip()!r}. Delete that line."
        )
    fits = {}
    for separator in SEPARATORS:
        counts = [len(fields) for fields in _split_lines(sample, separator)]
        if counts and counts[0] > 1:
            fits[separator] = (sum(count == counts[0] for count in counts), counts[0])
    best = [separator for separator, fit in fits.items() if fit == max(fits.values())] or [","]
    if len(best) > 1:
        either = " or ".join(SEPARATORS[separator] for separator in best)
        raise FileError(
            f"{source} can be split at {either}, into {fits[best[0]][1]} columns either way. "
            "Put column names that have such a character in them in quotes, or rename them."
        )
    names = next(iter(_split_lines(sample, best[0])), [sample])
    return best[0], tuple(name.strip() for name in names)


def _split_lines(sample: str, separator: str) -> list[list[str]]:
    """The fields of the first lines."""
    lines: list[list[str]] = []
    reader = csv.reader(io.StringIO(sample, newline=""), delimiter=separator)
    with suppress(csv.Error):  # a very long field, such as one that is never closed
        lines.extend(fields for fields in islice(reader, _SAMPLED_LINES) if fields)
    return lines


# Numbers

# In a column of numbers these stand for a missing one, in capitals or not.
_MISSING = ("", "na", "n/a", "nan", "null", "none", ".")
_SPACES = " \u00a0\u2009\u202f"
_POWER = "([eE][+-]?[0-9]+)?$"
_DECIMAL_COMMA = "^[+-]?([0-9]+,[0-9]*|,[0-9]+)" + _POWER
_COMMA_OR_THOUSANDS = "^[+-]?[1-9][0-9]{0,2},[0-9]{3}" + _POWER
_DECIMAL_POINT = r"^[+-]?([0-9]+\.[0-9]*|\.[0-9]+)" + _POWER
_ONE_WAY = "Write all numbers in one way, best with a decimal point."


class Column(NamedTuple):
    """A column of text, its name and separator, and where in the file the value of a row is."""

    text: pl.Series
    name: str
    separator: str | None
    place: Callable[[int], str]

    def refuse(self, bad: pl.Series, problem: str, advice: str) -> NoReturn:
        """Raise, with the number of bad values and the first of them."""
        examples = [f"{_shorten(self.text[row])} in {self.place(row)}" for row in bad.arg_true().head(SHOWN)]
        raise ColumnError(
            f"{{column}} {problem}: {{where}}.",
            column=self.name,
            count=int(bad.sum()),
            of=len(bad),
            examples=examples,
            advice=advice,
        )


def trim(text: pl.Expr) -> pl.Expr:
    """Text without spaces around it, null where it stands for a missing number."""
    text = text.str.strip_chars(_SPACES + "\t")
    return pl.when(~text.str.to_lowercase().is_in(_MISSING)).then(text)


def read_numbers(column: Column) -> tuple[pl.Series, tuple[str, ...]]:
    """The numbers, null where missing, and notes on how they were written if not plainly."""
    plain = column.text.cast(pl.Float64, strict=False)
    odd = plain.is_null() & column.text.is_not_null()
    if odd.any():
        # Mostly these are markers of missing values, few among many; only if not, all are looked at.
        trimmed = _trim(column.text.filter(odd))
        numbers = trimmed.cast(pl.Float64, strict=False)
        if numbers.null_count() > trimmed.null_count():
            return _read_unusual(column, _trim(column.text))
        plain = plain.scatter(odd.arg_true(), numbers)
    return plain.fill_nan(None), ()


def _trim(text: pl.Series) -> pl.Series:
    """The same for a column in memory, in which quotes may stand within quotes."""
    if text.str.contains('"', literal=True).any():
        text = text.str.strip_chars(_SPACES + "\t").str.replace('^"(.*)"$', "$1")
    return text.to_frame("text").select(trim(pl.col("text"))).to_series()


def _read_unusual(column: Column, text: pl.Series) -> tuple[pl.Series, tuple[str, ...]]:
    """Numbers of which some have a percent sign or a decimal comma."""
    percent = text.str.ends_with("%").fill_null(value=False)
    bare = text.str.strip_suffix("%").str.strip_chars_end(_SPACES).zip_with(percent, text)
    comma = _find_decimal_commas(column, bare)
    pointed = bare.str.replace(",", ".", literal=True).zip_with(comma, bare)
    # A power of ten, because a division would round a second time.
    numbers = (pointed + "e-2").zip_with(percent, pointed).cast(pl.Float64, strict=False)
    bad = numbers.is_null() & text.is_not_null()
    if bad.any():
        advice = "Write them like 0.3 or 1234.5, with nothing between thousands, or name another column."
        column.refuse(bad, "must be numbers, and is not", advice)
    numbers = numbers.fill_nan(None)
    without = ~percent & (numbers != 0.0).fill_null(value=False)
    if percent.any() and without.any():
        mixed = "mixes numbers with a percent sign and numbers without it"
        column.refuse(without, mixed, "Write a percent sign after all or none.")
    return numbers, _choose({"30% is 0.3": percent.any(), "decimal comma": comma.any()})


def _find_decimal_commas(column: Column, text: pl.Series) -> pl.Series:
    """Where a comma stands before decimals; refused unless that is certain, and so in the whole column."""
    comma, either, point = (
        text.str.contains(pattern).fill_null(value=False)
        for pattern in (_DECIMAL_COMMA, _COMMA_OR_THOUSANDS, _DECIMAL_POINT)
    )
    # A table is separated by semicolons where the comma is the decimal sign. Where commas separate the
    # fields, one inside a number is the exception, and proves less.
    shown = column.separator in ("\t", "|") and (comma & ~either).any()
    if either.any() and not (column.separator == ";" or shown):
        problem = "has numbers in which the comma may stand before decimals or after thousands"
        column.refuse(either, problem, "Write them with a decimal point and nothing between thousands.")
    if comma.any() and point.any():
        column.refuse(point, "has decimal points, but decimal commas elsewhere", _ONE_WAY)
    return comma


def _shorten(value: str) -> str:
    return repr(value if len(value) <= 40 else value[:39] + "…")
