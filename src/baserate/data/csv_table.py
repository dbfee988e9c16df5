"""Fields of a table written as text, counted line by line on the bytes.

Parsers fill short rows in silence, so one missing separator would move a patient's values to other
columns. Here every row is counted first, and one with a field too many or too few is refused by its
line number. A quoted field is whatever stands between two quotes, of which the first follows a
separator or line end and the second precedes one; every other quote inside must be doubled.

The layout of a table written as text: its encoding, separator, column names and number of rows.

Only the header and the first lines decide the separator; that every row fits is then checked by
:mod:`baserate.data.csv_table`. Nothing is read as a number here.

Numbers out of the text of a file: "0.3", "30%", "0,3", "1 234", and what stands for a missing one.

Plain numbers are read as Python's ``float`` reads them, to the last bit. Other ways of writing are
accepted where only one meaning is possible, judged over the whole column: "1,234" alone may be one
thousand or one and a bit, beside "0,5" it is the latter. What is not certain is refused.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from mmap import mmap
from typing import NamedTuple, NoReturn

import numpy as np
import polars as pl
from numpy.typing import NDArray

from baserate.errors import ColumnError, FileError

Bytes = NDArray[np.uint8]
Positions = NDArray[np.int64]
Mask = NDArray[np.bool_]

# Bytes looked at together: few enough for the processor's cache, enough for NumPy to pay.
CHUNK = 1 << 20

_LINE_FEED, _RETURN, _QUOTE = b'\n\r"'


def chunks(view: Bytes) -> Iterator[tuple[int, Bytes]]:
    """The bytes piece by piece, with the place where each piece starts."""
    return ((start, view[start : start + CHUNK]) for start in range(0, len(view), CHUNK))


def end_of_text(view: Bytes) -> int:
    """Where blank lines and spaces at the end of the text begin."""
    end = len(view)
    while end:
        tail = view[max(0, end - CHUNK) : end].tobytes()
        kept = len(tail.rstrip(b" \r\n"))
        end -= len(tail) - kept
        if kept:
            break
    return end


class Fields(NamedTuple):
    """The bytes of a text without blank lines at its end, and what its rows should be like."""

    view: Bytes
    separator: int
    line_end: int
    expected: int
    source: str

    def quotes(self) -> tuple[bool, bool]:
        """Whether there are quotes in the text, and whether one of them starts a field."""
        found = False
        for start, chunk in chunks(self.view):
            at = start + np.flatnonzero(chunk == _QUOTE)
            found |= len(at) > 0
            if len(at) and (at[0] == 0 or self._is_edge(at - 1).any()):
                return True, True
        return found, False

    def rows(self, quoted: bool) -> tuple[int, Positions]:
        """Number of rows, and for each line end inside quotes the record it is in (the header is 0)."""
        records, open_fields, opened = 0, 0, -1
        breaks = [np.empty(0, np.int64)]
        for start, chunk in chunks(self.view):
            ends_field = (chunk == self.separator) | (chunk == self.line_end)
            inside, opened = self._inside_quotes(start, chunk, opened) if quoted else (None, -1)
            if inside is not None:
                ends_field &= ~inside
            self._refuse_other_line_ends(start, chunk, inside)
            at = np.flatnonzero(ends_field)
            last = np.flatnonzero(chunk[at] == self.line_end)
            if inside is not None:
                within = np.flatnonzero(inside & (chunk == self.line_end))
                breaks.append(records + np.searchsorted(at[last], within))
            if len(last):
                self._refuse_ragged(np.diff(last, prepend=-1 - open_fields), records, breaks)
                records += len(last)
                open_fields = -1 - int(last[-1])
            open_fields += len(at)
        if opened >= 0:
            raise FileError(
                f"a quoted field starts in line {self._line(opened):,} of {self.source} and never ends. "
                'Close it with ", or delete the quote.'
            )
        self._refuse_ragged(np.array([open_fields + 1]), records, breaks)
        return records, np.concatenate(breaks)

    def _inside_quotes(self, start: int, chunk: Bytes, opened: int) -> tuple[Mask | None, int]:
        """Which bytes are inside quotes (None: none is), and where the field still open starts, or -1."""
        is_quote = chunk == _QUOTE
        at = start + np.flatnonzero(is_quote)
        if len(at) == 0:
            return (None if opened < 0 else np.ones(len(chunk), bool)), opened
        was_open = opened >= 0
        opening, closing = (at[1::2], at[::2]) if was_open else (at[::2], at[1::2])
        self._refuse_stray(opening, closing, opened)
        inside: Mask = np.logical_xor.accumulate(is_quote) ^ was_open
        if was_open == len(at) % 2:
            return inside, -1
        # The quote after a doubled one goes on with a field that was open before, perhaps in the last chunk.
        starts = opening[~self._follows_quote(opening)]
        return inside, int(starts[-1]) if len(starts) else opened if was_open else int(at[0])

    def _refuse_stray(self, opening: Positions, closing: Positions, opened: int) -> None:
        """Raise if a quote stands where no field can start or end."""
        wrong = opening[~(self._follows_quote(opening) | self._is_edge(opening - 1) | (opening == 0))]
        after = np.minimum(closing + 1, len(self.view) - 1)
        fine = self._is_edge(after) | (self.view[after] == _QUOTE) | (self.view[after] == _RETURN)
        unfinished = closing[~fine & (closing + 1 < len(self.view))]
        if len(unfinished) and not (len(wrong) and wrong[0] < unfinished[0]):
            before = opening[(opening < unfinished[0]) & ~self._follows_quote(opening)]
            first, last = (
                self._line(int(before[-1]) if len(before) else opened),
                self._line(int(unfinished[0])),
            )
            raise FileError(
                f"the quoted field that starts in line {first:,} of {self.source} has text after its closing "
                f'quote in line {last:,}, or is never closed. Write a quote inside a field as "".'
            )
        if len(wrong):
            raise FileError(
                f"line {self._line(int(wrong[0])):,} of {self.source} has a quote in the middle of a field. "
                'Enclose the whole field in quotes and double those inside (""), or remove spaces before it.'
            )

    def _refuse_other_line_ends(self, start: int, chunk: Bytes, inside: Mask | None) -> None:
        """Raise at a lone carriage return in a text whose lines end otherwise, or the reverse."""
        other = chunk == (_RETURN if self.line_end == _LINE_FEED else _LINE_FEED)
        at = start + np.flatnonzero(other if inside is None else other & ~inside)
        if self.line_end == _LINE_FEED:
            at = at[self.view[np.minimum(at + 1, len(self.view) - 1)] != _LINE_FEED]
        if len(at):
            raise FileError(
                f"line {self._line(int(at[0])):,} of {self.source} has another line end in it than the lines "
                "before. Save the file with one kind of line end."
            )

    def _refuse_ragged(self, fields: Positions, records: int, breaks: list[Positions]) -> None:
        """Raise at the first record of another length; ``records`` come before these."""
        if (fields == self.expected).all():
            return
        first = int(np.argmax(fields != self.expected))
        line = 1 + records + first + int(np.searchsorted(np.concatenate(breaks), records + first))
        number = int(fields[first])
        raise FileError(
            f"line {line:,} of {self.source} has {number} field{'s' * (number != 1)}, but the header has "
            f"{self.expected}. Correct that line; quote a field that has {chr(self.separator)!r} in it."
        )

    def _follows_quote(self, at: Positions) -> Mask:
        follows: Mask = (self.view[at - 1] == _QUOTE) & (at > 0)
        return follows

    def _is_edge(self, at: Positions) -> Mask:
        there = self.view[at]
        edge: Mask = (there == self.separator) | (there == self.line_end)
        return edge

    def _line(self, position: int) -> int:
        """The line of the text, counted from 1, in which a byte is."""
        before = chunks(self.view[:position])
        return 1 + sum(int(np.count_nonzero(chunk == self.line_end)) for _, chunk in before)


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


# In a column of numbers these stand for a missing one, in capitals or not.
MISSING = ("", "na", "n/a", "nan", "null", "none", ".")

_SHOWN = 5
SPACES = " \u00a0\u2009\u202f"
_THOUSANDS_BY_SPACE = rf"^[+-]?[1-9][0-9]{{0,2}}([{SPACES}][0-9]{{3}})+([.,][0-9]+)?$"
# The following without sign and power of ten.
_COMMA_OR_THOUSANDS = r"^[1-9][0-9]{0,2},[0-9]{3}$"
_POINT_OR_THOUSANDS = r"^[1-9][0-9]{0,2}\.[0-9]{3}$"
_THOUSANDS_BY_COMMA = r"^[1-9][0-9]{0,2}((,[0-9]{3}){2,}|(,[0-9]{3})+\.[0-9]*)$"
_THOUSANDS_BY_POINT = r"^[1-9][0-9]{0,2}((\.[0-9]{3}){2,}|(\.[0-9]{3})+,[0-9]*)$"
_DECIMAL_COMMA = r"^([0-9]+,[0-9]*|,[0-9]+)$"
_DECIMAL_POINT = r"^([0-9]+\.[0-9]*|\.[0-9]+)$"


class Column(NamedTuple):
    """A column of text, and what is needed to say where in the file a value is."""

    text: pl.Series
    name: str
    source: str
    separator: str | None
    place: Callable[[int], str]

    def refuse(self, bad: pl.Series, complaint: str, advice: str) -> NoReturn:
        """Raise, with the number of bad values and the first of them."""
        rows = bad.arg_true().head(_SHOWN)
        shown = ", ".join(f"{_short(self.text[row])} in {self.place(row)}" for row in rows)
        count = int(bad.sum())
        raise ColumnError(
            f"{self.source}: column {self.name!r} {complaint}: {count:,} of {len(bad):,} values "
            f"({shown}{', ...' if count > _SHOWN else ''}). {advice}"
        )


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
    """Without spaces and quotes around; null where a missing value is meant."""
    text = text.str.strip_chars(SPACES + "\t")
    if text.str.starts_with('"').any():
        text = text.str.replace('^"(.*)"$', "$1").str.strip_chars(SPACES + "\t")
    missing = text.str.to_lowercase().is_in(MISSING).fill_null(value=True)
    return pl.Series(text.name, [None], pl.String).new_from_index(0, len(text)).zip_with(missing, text)


def _read_unusual(column: Column, text: pl.Series) -> tuple[pl.Series, tuple[str, ...]]:
    """Numbers of which some have a percent sign, a comma or thousands separators."""
    notes = []
    percent = text.str.ends_with("%").fill_null(value=False)
    if percent.any():
        notes.append("30% is 0.3")
        text = text.str.strip_suffix("%").str.strip_chars_end(SPACES)
    by_space = _fits(text, _THOUSANDS_BY_SPACE)
    if by_space.any():
        notes.append("thousands separated by spaces")
        text = text.str.replace_all(f"[{SPACES}]", "").zip_with(by_space, text)
    text, more = _without_commas(column, text)
    # A power of ten, because a division would round a second time.
    numbers = (text + "e-2").zip_with(percent, text).cast(pl.Float64, strict=False)
    bad = numbers.is_null() & text.is_not_null()
    if bad.any():
        column.refuse(bad, "must be numbers, and is not", "Correct them, or name another column.")
    numbers = numbers.fill_nan(None)
    bare = ~percent & (numbers != 0.0).fill_null(value=False)
    if percent.any() and bare.any():
        mixed = "mixes numbers with a percent sign and numbers without it"
        column.refuse(bare, mixed, "Write a percent sign after all or none.")
    return numbers, (*notes, *more)


class _Shapes(NamedTuple):
    """Which values show what commas and points mean in this column, and which could mean either."""

    decimal_comma: pl.Series
    comma_thousands: pl.Series
    comma_either: pl.Series
    decimal_point: pl.Series
    point_thousands: pl.Series
    point_either: pl.Series

    @classmethod
    def of(cls, text: pl.Series) -> _Shapes:
        bare = text.str.replace("^[+-]", "").str.replace("[eE][+-]?[0-9]+$", "")
        comma_either, point_either = _fits(bare, _COMMA_OR_THOUSANDS), _fits(bare, _POINT_OR_THOUSANDS)
        return cls(
            _fits(bare, _DECIMAL_COMMA) & ~comma_either,
            _fits(bare, _THOUSANDS_BY_COMMA),
            comma_either,
            _fits(bare, _DECIMAL_POINT) & ~point_either,
            _fits(bare, _THOUSANDS_BY_POINT),
            point_either,
        )


def _without_commas(column: Column, text: pl.Series) -> tuple[pl.Series, tuple[str, ...]]:
    """The text with points for decimals and nothing for thousands."""
    shapes = _Shapes.of(text)
    comma, point = shapes.decimal_comma | shapes.point_thousands, shapes.comma_thousands
    if shapes.decimal_point.any():
        point = point | shapes.comma_either
    if comma.any() and point.any():
        mixed = "writes decimals or thousands with commas in some places and with points in others"
        column.refuse(comma | point, mixed, "Write all numbers in one way, best with a decimal point.")
    if point.any():
        grouped = shapes.comma_thousands | shapes.comma_either
        return text.str.replace_all(",", "", literal=True).zip_with(grouped, text), (
            "thousands separated by ,",
        )
    # A table is separated by semicolons where the comma is the decimal sign.
    if comma.any() or (column.separator == ";" and shapes.comma_either.any()):
        return _with_decimal_comma(column, text, shapes)
    if shapes.comma_either.any():
        _refuse_either(column, shapes.comma_either, "comma")
    return text, ()


def _with_decimal_comma(
    column: Column, text: pl.Series, shapes: _Shapes
) -> tuple[pl.Series, tuple[str, ...]]:
    if shapes.decimal_point.any():
        mixed = "has decimal points, but decimal commas elsewhere"
        column.refuse(shapes.decimal_point, mixed, "Write all numbers in one way, best with a decimal point.")
    if shapes.point_either.any() and not shapes.point_thousands.any():
        _refuse_either(column, shapes.point_either, "point")
    # Where commas separate the fields, one inside a number is the exception, and proves less.
    if shapes.comma_either.any() and column.separator not in (";", "\t", "|"):
        _refuse_either(column, shapes.comma_either, "comma")
    grouped = shapes.point_thousands | shapes.point_either
    text = text.str.replace_all(".", "", literal=True).zip_with(grouped, text)
    decimal = shapes.decimal_comma | shapes.comma_either | shapes.point_thousands
    notes = ["decimal comma"] if (shapes.decimal_comma | shapes.comma_either).any() else []
    notes += ["thousands separated by ."] if grouped.any() else []
    return text.str.replace(",", ".", literal=True).zip_with(decimal, text), tuple(notes)


def _refuse_either(column: Column, bad: pl.Series, sign: str) -> NoReturn:
    complaint = f"has numbers in which the {sign} may stand before decimals or after thousands"
    column.refuse(bad, complaint, "Write them with a decimal point and nothing between thousands.")


def _fits(text: pl.Series, pattern: str) -> pl.Series:
    return text.str.contains(pattern).fill_null(value=False)


def _short(value: str) -> str:
    return repr(value if len(value) <= 40 else value[:39] + "…")
