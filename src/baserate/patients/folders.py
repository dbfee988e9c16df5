"""Folders and patterns of Parquet files: which files are meant, and what the names of their folders say.

As Hive and Spark do it, ``site=001/part-0.parquet`` has a column ``site``, and files and folders whose names
begin with a dot or an underscore are not data. Otherwise than there a value is never taken for a number:
``site=001`` and ``site=1`` are two sites.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import iglob
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from baserate.errors import FileError
from baserate.patients.limits import FILES, HASHED, check_columns
from baserate.patients.snapshots import Snapshot, changed, same_bytes

if TYPE_CHECKING:
    import polars as pl

__all__ = ["refuse_copies"]

#: What Hive writes where a value is missing.
MISSING = "__HIVE_DEFAULT_PARTITION__"

_SIGNS = "*?["
_MARK = b"PAR1"
_PARQUET = (".parquet", ".parq", ".pq")
# How programs end the names of files that they have not finished.
_UNFINISHED = (
    ".tmp",
    ".temp",
    ".part",
    ".partial",
    ".crdownload",
    ".download",
    ".inprogress",
    "._copying_",
    "~",
)
# So many names are put on record; the hash is of all.
_NAMED = 1000


def is_pattern(name: str) -> bool:
    """Whether a name stands for several files, as in a shell: ``wards/*.parquet``."""
    return any(sign in name for sign in _SIGNS) and not os.path.lexists(name)


def is_several(name: str) -> bool:
    """Whether a name is that of a folder, or stands for several files."""
    return Path(name).is_dir() or is_pattern(name)


def reads(name: str, path: Path) -> bool:
    """Whether a folder or a pattern has, or would have, a file in it; ``path`` is one without links."""
    if path.exists() and any(path.samefile(file) for file in _list_paths(name)):
        return True
    if not is_pattern(name):
        return path.is_relative_to(Path(name).resolve())
    fixed, rest = _split(name)
    pattern = (*fixed.resolve().parts, *rest)
    return any(_match(place.parts, pattern) for place in (path, *path.parents))


def _list_paths(name: str) -> Iterator[Path]:
    base = _base(name)
    return (path for found in _list(name, base) if (path := base / found).exists())


def _base(name: str) -> Path:
    """The folder that is meant, or that a pattern starts from."""
    return Path(name) if Path(name).is_dir() else _split(name)[0]


def _split(pattern: str) -> tuple[Path, tuple[str, ...]]:
    """The folder that a pattern starts from, and its parts from the first with a sign in it."""
    parts = Path(pattern).parts
    first = next(place for place, part in enumerate(parts) if any(sign in part for sign in _SIGNS))
    return Path(*parts[:first]), parts[first:]


def _match(parts: Sequence[str], patterns: Sequence[str]) -> bool:
    if not patterns:
        return not parts
    if patterns[0] == "**":
        return any(_match(parts[start:], patterns[1:]) for start in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], patterns[0]) and _match(parts[1:], patterns[1:])


@dataclass(frozen=True, eq=False)
class ParquetFiles:
    """The Parquet files of a folder or a pattern, by their names below ``base``; others were left out."""

    name: str
    base: Path
    names: tuple[str, ...]
    left_out: tuple[str, ...]

    @classmethod
    def of(cls, name: str) -> ParquetFiles:
        """Find the files that are meant; a file that is not whole is an error, unless its name says so."""
        base = _base(name)
        names: list[str] = []
        left_out: list[str] = []
        for found in _list(name, base):
            (names if _is_whole(base / found) else left_out).append(found)
            if not FILES.allows(len(names) + len(left_out)):
                raise FILES.exceeded(f"{name} has more files than that")
        if not names:
            what = "is a folder without Parquet files" if base == Path(name) else "matches no Parquet file"
            raise FileError(f"{name} {what}; name a file, or a folder of Parquet.")
        files = cls(name, base, tuple(sorted(names)), tuple(sorted(left_out)))
        files._require_apart()
        return files

    @property
    def paths(self) -> dict[str, Path]:
        """Where the files are, by name."""
        return {name: self.base / name for name in self.names}

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, if it was not plain that it is no data."""
        if not self.left_out:
            return ()
        shown = ", ".join(self.left_out[:5]) + (", ..." if len(self.left_out) > 5 else "")
        several = "files that are" if len(self.left_out) > 1 else "file that is"
        return (f"{len(self.left_out):,} {several} not Parquet, or not finished, left out: {shown}",)

    def snapshot(self) -> Snapshot:
        """The files as they are now."""
        size = sum(path.stat().st_size for path in self.paths.values())
        return Snapshot(self.paths, contents=HASHED.allows(size))

    def check(self) -> None:
        """Refuse a folder to which files were added, or from which some were taken."""
        if ParquetFiles.of(self.name).names != self.names:
            raise changed(self.name)

    def origin(self) -> dict[str, Any]:
        """What is put on record of them."""
        kind = "folder" if self.base == Path(self.name) else "pattern"
        return {
            "kind": kind,
            "name": self.name,
            "files": len(self.names),
            "names": list(self.names[:_NAMED]),
        }

    def scan(self) -> pl.LazyFrame:
        """All rows, with a column of text for each partition; all files must have the same columns."""
        import polars as pl

        columns = self._columns()
        partitions = self._partitions(columns)
        scans = []
        for values, names in groupby(self.names, key=lambda name: tuple(partitions[name].items())):
            paths = [self.base / name for name in names]
            scan = pl.scan_parquet(paths, glob=False, hive_partitioning=False)
            added = [pl.lit(value, pl.String).alias(key) for key, value in values]
            scans.append(scan.rename(columns).with_columns(added))
        return pl.concat(scans)

    def _require_apart(self) -> None:
        """Refuse a file that is there twice, by a link: its patients would count twice."""
        first: dict[tuple[int, int], str] = {}
        for name, path in self.paths.items():
            status = path.stat()
            other = first.setdefault((status.st_dev, status.st_ino), name)
            if other != name:
                raise FileError(
                    f"{self.name}: {other} and {name} are one file, linked. Take one of them out."
                )

    def require_different(self, hashes: Mapping[str, str]) -> None:
        """Refuse a file that is there twice, by a copy: its patients would count twice."""
        refuse_copies([(name, path, hashes[name]) for name, path in self.paths.items()], f"{self.name}: ")

    def _columns(self) -> dict[str, str]:
        """The columns that every file has, as they are stored, with the names that they go by."""
        first, *others = self.names
        schema = _schema(self.base / first, first)
        for name in others:
            _require_same(first, schema, name, _schema(self.base / name, name))
        names = {stored: stored.strip() for stored in schema}
        repeated = [name for name, count in Counter(names.values()).items() if count > 1]
        if repeated:
            raise FileError(f"{self.name} has more than one column named {repeated[0]!r}. Rename them.")
        check_columns(names.values(), self.name)
        return names

    def _partitions(self, columns: Mapping[str, str]) -> dict[str, dict[str, str | None]]:
        """What the folders of each file say; the same names for all, and none that is a column's."""
        partitions = {name: _read_partitions(name) for name in self.names}
        first = self.names[0]
        for name, values in partitions.items():
            if list(values) != list(partitions[first]):
                raise FileError(
                    f"{self.name}: the folders of {name} say {_or_nothing(values)}, those of {first} "
                    f"{_or_nothing(partitions[first])}. Arrange all files in the same way."
                )
        clash = [key for key in partitions[first] if key in columns.values()]
        if clash:
            raise FileError(
                f"{self.name}: {clash[0]!r} is a column of the files and a name of their folders ({first}). "
                "Rename the folders, or take the column out of the files: which of them counts is not known."
            )
        return partitions


def refuse_copies(files: Iterable[tuple[str, Path, str]], where: str = "") -> None:
    """Refuse two files of one hash, each given by name, path and hash; what has no rows may be repeated."""
    first: dict[str, tuple[str, Path]] = {}
    for name, path, digest in files:
        if digest not in first:
            first[digest] = name, path
            continue
        other, beside = first[digest]
        # Hashes of large files may be of their ends only; and what is equal may be what holds nothing.
        if same_bytes((beside, path)) and _has_rows(path):
            raise FileError(
                f"{where}{other} and {name} are the same, byte for byte: their patients would count twice.",
                advice="Take one of the two out; or, if it is a new one that was saved over, put that there.",
            )


def _has_rows(path: Path) -> bool:
    import polars as pl

    return bool(pl.scan_parquet(path, glob=False).select(pl.len()).collect().item())


def _or_nothing(values: Mapping[str, object]) -> str:
    return ", ".join(map(repr, values)) or "nothing"


def _list(name: str, base: Path) -> Iterator[str]:
    """The names below ``base`` of all files that could be data."""
    try:
        if base == Path(name):
            yield from _walk(base, "", frozenset())
            return
        for found in iglob(name, recursive=True):  # noqa: PTH207  # as a shell does it
            below = Path(found).relative_to(base)
            if any(map(_is_no_data, below.parts)):
                continue
            if Path(found).is_dir():
                if "**" not in name:  # which finds the files in it as well
                    yield from _walk(base, below.as_posix(), frozenset())
            else:
                yield below.as_posix()
    except OSError as error:
        raise FileError(f"{name} cannot be read: {error.strerror or error}.") from None


def _walk(base: Path, below: str, above: frozenset[tuple[int, int]]) -> Iterator[str]:
    status = (base / below).stat()
    here = status.st_dev, status.st_ino
    if here in above:
        raise FileError(f"{base / below} is a link to a folder that it is in. Take it out.")
    with os.scandir(base / below) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            name = f"{below}/{entry.name}" if below else entry.name
            if _is_no_data(entry.name):
                continue
            if entry.is_dir():
                yield from _walk(base, name, above | {here})
            else:
                yield name


def _is_no_data(name: str) -> bool:
    """Whether a name is, by the rule of Hive and Spark, not that of data: hidden, a log, unfinished."""
    return name.startswith(".") or (name.startswith("_") and "=" not in name)


def _is_whole(path: Path) -> bool:
    """Whether a file is Parquet, by its content; an error if only its name, or its start, says so."""
    name = path.name.lower()
    try:
        if name.endswith(_UNFINISHED) or not (path.is_file() or path.is_symlink()):
            return False
        with path.open("rb") as file:
            start = file.read(len(_MARK))
            file.seek(max(path.stat().st_size - len(_MARK), 0))
            end = file.read(len(_MARK))
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror or error}.") from None
    if start == end == _MARK:
        return True
    if name.endswith(_PARQUET) or start == _MARK:
        found = "is empty" if not start else "was cut off" if start == _MARK else "is not Parquet"
        raise FileError(f"{path} {found}. Copy it again, or take it out of the folder.")
    return False


def _schema(path: Path, name: str) -> Mapping[str, pl.DataType]:
    import polars as pl

    try:
        return pl.read_parquet_schema(path)
    except (pl.exceptions.PolarsError, OSError) as error:
        why = str(error).partition("\n")[0].rstrip(".")
        raise FileError(f"{name} cannot be read as Parquet: {why}. Copy it again.") from None


def _require_same(
    first: str, schema: Mapping[str, pl.DataType], other: str, found: Mapping[str, pl.DataType]
) -> None:
    """Refuse a file whose columns are not those of the first one."""
    if schema == found and list(schema) == list(found):
        return
    for column in (*schema, *found):
        if column not in found or column not in schema:
            has, lacks = (first, other) if column in schema else (other, first)
            raise FileError(f"{has} has a column {column!r}, {lacks} has not. Give both the same columns.")
        if schema[column] != found[column]:
            raise FileError(
                f"column {column!r} is {schema[column]} in {first} and {found[column]} in {other}. "
                "Write it in one way."
            )


def _read_partitions(name: str) -> dict[str, str | None]:
    """What the folders of a file say about its rows, as it is written there."""
    pairs = [part.split("=", 1) for part in name.split("/")[:-1] if "=" in part]
    values = {_decode(key): None if value in (MISSING, "") else _decode(value) for key, value in pairs}
    if len(values) < len(pairs):
        raise FileError(f"the folders of {name} say one thing twice. Rename one of them.")
    return values


def _decode(text: str) -> str:
    """Text in which Hive has written some signs as percent and two digits; as it is, if they are no text."""
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text
