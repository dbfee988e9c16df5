"""The text of a study file: TOML that is not too large, and the line in which each key is written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from baserate.errors import BaserateError, FileError, SettingError
from baserate.options import OPTIONS
from baserate.patients.limits import NESTING, STUDY
from baserate.patients.named_table import check_path

__all__ = ["StudyFile", "Written"]

#: Where a value stands: a key, or a table, perhaps its number among several of the name, and its key.
KeyPath: TypeAlias = tuple[str | int, ...]

# Among so many lines with a key of the name the one that is meant is looked for.
_MOST_TRIED = 30
# TOML asks for whole numbers of 64 bits.
_MOST_BITS = 64
# Stands for the value of a key that is looked for.
_HERE = "\N{OBJECT REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class StudyFile:
    """What a study file says, as plain data, and its text."""

    path: Path
    text: str
    content: Mapping[str, Any]

    @classmethod
    def read(cls, path: str | Path) -> StudyFile:
        """Read a file, or refuse it."""
        data = _read(path)
        try:
            text = data.decode("utf-8-sig")
            content = tomllib.loads(text)
            is_flat = _nesting(content) <= NESTING.most
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingError(f"the study {path} is not valid TOML in UTF-8: {error}.") from None
        except ValueError:  # Python reads no number of so many digits
            raise _too_long(path, f"line {_line_of_digits(data)}") from None
        except RecursionError:
            is_flat = False
        if not is_flat:
            raise NESTING.exceeded(f"the study {path} has tables or lists too deep within each other")
        for key, value in _leaves(content):
            if isinstance(value, int) and value.bit_length() > _MOST_BITS:
                raise _too_long(path, repr(key))
        return cls(Path(path), text, content)

    def place(self, *key: str | int) -> str:
        """Where a key is written, or the table that it stands in on one line; empty where it is not."""
        while key:
            if (line := self._line(key)) is not None:
                return f"{self.path.name}, line {line}"
            key = key[:-1]
        return ""

    def _line(self, key: KeyPath) -> int | None:
        """The first line with which something stands under a key."""
        lines, name = self.text.split("\n"), re.escape(str(key[-1]))
        if isinstance(key[-1], int):
            name = re.escape(str(key[-2]))
        quoted = rf"""["']?{name}["']?"""
        candidates = [
            (number, found[0])
            for number, line in enumerate(lines)
            if (found := re.match(rf"[^=#\[]*?{quoted}\s*[.=]|\s*\[+[^#\]]*{quoted}[^#\]]*\]+", line))
        ]
        # Of several tables of one name each has the key about once: the first to be tried is most often it.
        wanted = next((part for part in key if isinstance(part, int)), 0)
        nearest = sorted(range(len(candidates)), key=lambda place: abs(place - wanted))
        for number, left in (candidates[place] for place in nearest[:_MOST_TRIED]):
            before = "".join(f"{line}\n" for line in lines[:number])
            part = left if left.lstrip().startswith("[") else _with_value(lines[number], left)
            try:
                there, now = (tomllib.loads(text) for text in (before, before + part))
            except tomllib.TOMLDecodeError:  # within a text, or a list, of several lines
                continue
            if _value_at(there, key) is None and _value_at(now, key) is not None:
                return number + 1
        return None


def _with_value(line: str, left: str) -> str:
    """A line up to the sign that sets its key, and a value in place of what follows, on this line or more."""
    name = left if left.endswith("=") else line[: line.index("=") + 1]
    return f'{name} "{_HERE}"'


@dataclass(frozen=True)
class Written:
    """Who wrote what: the options of a study file, but those that the command line said instead.

    ``file`` is None where there is no study file.
    """

    file: StudyFile | None = None
    flags: frozenset[str] = frozenset()

    @contextmanager
    def telling(self, table: str = "", number: int = 0, *, whole: bool = False) -> Iterator[None]:
        """Errors within name options as they are written, and the line: of the file, or of a table in it.

        Parameters
        ----------
        table, number
            The table that is meant, of several of this name the one with this number.
        whole
            Whether an error that names no key is about this table.
        """
        try:
            yield
        except BaserateError as error:
            if self.file is None:
                raise
            where = self._where(table, number)
            keys = dict.fromkeys(set(OPTIONS) - self.flags, "")
            inside = _value_at(self.file.content, where)
            inside = inside if isinstance(inside, Mapping) else {}
            for name in set(error.about_options) - self.flags - {""}:
                keys[name] = self.file.place(*(where if name in inside else ()), name)
            if whole and inside:
                keys[""] = self.file.place(*where, next(iter(inside)))
            raise error.written(keys) from error.__cause__

    def instead(self, option: str) -> Written:
        """The same where the command line says one option more."""
        return replace(self, flags=self.flags | {option})

    def _where(self, table: str, number: int) -> KeyPath:
        """The path to a table, of several of its name the one with this number."""
        several = None if self.file is None or not table else self.file.content.get(table)
        if isinstance(several, list) and several:
            return (table, min(number, len(several) - 1))
        return (table,) if table else ()


def _value_at(content: Any, path: KeyPath) -> Any:
    """What stands at a place; None where there is nothing."""
    for key in path:
        try:
            content = content[key]
        except (KeyError, IndexError, TypeError):
            return None
    return content


def _leaves(content: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is no table and no list, by the key that it stands under."""
    if isinstance(content, dict):
        for name, part in content.items():
            yield from _leaves(part, f"{key}.{name}" if key else name)
    elif isinstance(content, list):
        for part in content:
            yield from _leaves(part, key)
    else:
        yield key, content


def _line_of_digits(data: bytes) -> int:
    """The line with the longest row of digits."""
    longest = max(re.finditer(rb"[0-9_]+", data), key=lambda found: len(found[0]))
    return 1 + data.count(b"\n", 0, longest.start())


def _too_long(path: str | Path, where: str) -> SettingError:
    """A whole number that no computer holds in one piece; it is too long to be said again."""
    return SettingError(
        f"the study {path} has a whole number of more than {_MOST_BITS} bits in {where}. Write a smaller one "
        "or, if it is a name, put it in quotes."
    )


def _read(path: str | Path) -> bytes:
    """The bytes of a study file; it may be a pipe, but not an endless one."""
    most = STUDY.most
    check_path(str(path))
    try:
        with Path(path).open("rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = error.strerror if isinstance(error, OSError) else error
        raise FileError(f"the study {path} cannot be read: {why}.") from None
    if len(content) > most:
        raise STUDY.exceeded(f"the study {path} is too large to be one")
    return content


def _nesting(content: Any) -> int:
    """How deep tables and lists are within each other."""
    if not isinstance(content, (dict, list)):
        return 0
    parts = content.values() if isinstance(content, dict) else content
    return 1 + max(map(_nesting, parts), default=0)
