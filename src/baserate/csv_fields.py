"""Fields of a table written as text, counted line by line on the bytes.

Parsers fill short rows in silence, so one missing separator would move a patient's values to other
columns. Here every row is counted first, and one with a field too many or too few is refused by its
line number. A quoted field is whatever stands between two quotes, of which the first follows a
separator or line end and the second precedes one; every other quote inside must be doubled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from baserate.errors import FileError

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
