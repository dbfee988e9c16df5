"""Paragraphs and tables: what a reader is shown, before it is known on what."""

from __future__ import annotations

import json
import re
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Paragraph", "Table", "as_plain"]

WIDTH = 100


@dataclass(frozen=True)
class Paragraph:
    """Some sentences; ``style`` is "warning", "verdict" or plain."""

    text: str
    style: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", printable(self.text))


@dataclass(frozen=True)
class Table:
    """A title, the heads of columns, rows of text, and a note below."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", printable(self.title))
        object.__setattr__(self, "columns", tuple(map(printable, self.columns)))
        object.__setattr__(self, "rows", tuple(tuple(map(printable, row)) for row in self.rows))
        object.__setattr__(self, "note", printable(self.note))


def printable(text: str) -> str:
    """Text in which a name can neither break a line nor command a terminal: such signs are written out."""
    return _NOT_PLAIN.sub(lambda sign: _shown(sign[0]), text)


def printable_json(text: str) -> str:
    """JSON in which no such sign is left: they are written out as JSON does it, so it says the same."""
    return _NOT_PLAIN_LINE.sub(lambda sign: _in_json(sign[0]), text)


def printable_lines(text: str) -> str:
    """The same for text of several lines; line ends and tabs stay as they are."""
    return _NOT_PLAIN_LINE.sub(lambda sign: _shown(sign[0]), text)


def _shown(letter: str) -> str:
    return letter if _is_harmless(letter) else letter.encode("unicode_escape", "surrogatepass").decode()


def _in_json(letter: str) -> str:
    return letter if _is_harmless(letter) else json.dumps(letter).strip('"')


def _is_harmless(letter: str) -> bool:
    return letter.isprintable() or (unicodedata.category(letter) == "Cf" and letter not in _REORDERING)


# What need not be looked at: the printable signs of ASCII; line ends and tabs where there are several lines.
_NOT_PLAIN, _NOT_PLAIN_LINE = re.compile(r"[^ -~]"), re.compile(r"[^ -~\n\t]")

# Signs that make what follows run the other way, up to another sign: a name must not do that to a table.
_REORDERING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def as_plain(block: Paragraph | Table) -> str:
    """A block as plain text."""
    if isinstance(block, Paragraph):
        return _filled(block.text)
    note = [_filled(block.note)] if block.note else []
    return "\n".join([block.title, *_aligned([block.columns, *block.rows]), *note])


def _filled(text: str) -> str:
    """Lines of even length; a number stays with its percent sign, and an option is not torn apart."""
    text = text.replace(" %", "\xa0%")
    return textwrap.fill(text, WIDTH, break_on_hyphens=False).replace("\xa0%", " %")


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell, two spaces apart."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
