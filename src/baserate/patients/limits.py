"""How much is read, of what: one place for every limit, and one way to raise those that patients may meet.

A limit keeps an endless, hostile or mistaken input from filling the memory or the disk. Each is far above
what patients need, and says so when it is met. How much is held in memory can be set by an environment
variable: a number, or a number with a unit, such as ``BASERATE_MOST_HELD=16GiB``. The others are fixed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from baserate.errors import FileError, SettingError

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_UNITS |= {f"{letter}i": 1 << 10 * power for power, letter in enumerate("kmgt", 1)}
_WRITTEN = re.compile(r"\s*([0-9]+)\s*([kmgt]?i?)b?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Limit:
    """The most that is taken of something: ``of`` says of what, ``in_bytes`` how it is counted.

    ``variable`` is the environment variable that sets it; None for a limit that is fixed.
    """

    default: int
    of: str
    in_bytes: bool = False
    variable: str | None = None

    #: All limits, in the order in which they are stated.
    known: ClassVar[list[Limit]] = []

    def __post_init__(self) -> None:
        self.known.append(self)

    @property
    def most(self) -> int:
        """The limit that holds now."""
        written = "" if self.variable is None else os.environ.get(self.variable, "")
        if not written.strip():
            return self.default
        number = _WRITTEN.fullmatch(written)
        if number is None or number[2].lower() not in _UNITS or int(number[1]) == 0:
            example = self.words(self.default).replace(",", "").replace(" ", "")
            raise SettingError(
                f"{self.variable} is {written!r}; it must be a whole number above 0, such as {example}."
            )
        return int(number[1]) * _UNITS[number[2].lower()]

    def words(self, number: int) -> str:
        """A number as this limit counts."""
        if not self.in_bytes:
            return f"{number:,}"
        for letter, power in (("T", 40), ("G", 30), ("M", 20), ("K", 10)):
            if number >= 1 << power and number % (1 << power) == 0:
                return f"{number >> power} {letter}iB"
        return f"{number:,} bytes"

    def allows(self, number: int) -> bool:
        """Whether so much may be taken."""
        return number <= self.most

    def exceeded(self, problem: str) -> FileError:
        """The error for more than that; ``problem`` says what was found, and where."""
        message = f"{problem}: the limit is {self.words(self.most)} ({self.of})."
        if self.variable is None:
            return FileError(message)
        return FileError(
            message, advice=f"If that is meant, raise it: set {self.variable} in the environment."
        )


HELD = Limit(
    4 << 30,
    "bytes of a stream, or of what gzip or a workbook unpacks",
    in_bytes=True,
    variable="BASERATE_MOST_HELD",
)
TEXT_IN_MEMORY = Limit(
    1 << 30, "bytes of a text file that is read into memory", in_bytes=True, variable="BASERATE_MOST_TEXT"
)
ROWS_IN_MEMORY = Limit(
    20_000_000, "rows of Parquet or a database that are read into memory", variable="BASERATE_MOST_ROWS"
)
# Each million of patients takes more than a gigabyte; bins take little, whatever their number.
ROWS_ONE_BY_ONE = Limit(
    2_000_000,
    "rows of Parquet or of a table of DuckDB that are judged patient by patient, not in bins",
    variable="BASERATE_MOST_PATIENTS",
)
HASHED = Limit(4 << 30, "bytes of a source whose contents are hashed", in_bytes=True)
ROW = Limit(64 << 20, "bytes of one row of a text file", in_bytes=True)
COLUMNS = Limit(50_000, "columns of a table")
FILES = Limit(100_000, "files of a folder or a pattern")
NAME = Limit(1000, "characters in the name of a column, a model or a group")
STUDY = Limit(1 << 20, "bytes of a study file", in_bytes=True)
NESTING = Limit(20, "tables and lists within each other in a study file")


def is_binned(rows: int) -> bool:
    """Whether a table that can be binned where it is has too many rows to be read patient by patient."""
    return not (ROWS_ONE_BY_ONE.allows(rows) and ROWS_IN_MEMORY.allows(rows))


def check_names(names: Iterable[str], what: str, source: str = "") -> None:
    """Refuse a name that is too long to be one; ``what`` has the name: a column, a group."""
    most = NAME.most
    for name in names:
        if len(name) > most:
            where = f" of {source}" if source else ""
            raise NAME.exceeded(
                f"the name of a {what}{where} has {len(name):,} characters ({name[:40]!r} ...)"
            )


def check_columns(names: Iterable[str], source: str) -> None:
    """Refuse more columns than a table has, and names too long to be any."""
    names = list(names)
    if not COLUMNS.allows(len(names)):
        raise COLUMNS.exceeded(f"{source} has {len(names):,} columns")
    check_names(names, "column", source)
