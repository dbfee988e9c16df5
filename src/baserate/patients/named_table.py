"""A file with the sheet or the table that is meant in it; and addresses, which are no files."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baserate.errors import FileError, SettingError

__all__ = ["check_path", "in_table", "path_of"]

# A scheme of two letters at least, as one is a drive of Windows; one slash where somebody made a path of it.
_ADDRESS = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]{1,19}):([A-Za-z0-9+.-]+:)*/")


@dataclass(frozen=True)
class NamedTable:
    """A file, or an open stream of one, and the name of a sheet or a table in it."""

    file: Any
    table: str


def in_table(data: object, table: object) -> object:
    """The data, or the table that is named in them: they must be a file then, or a stream of one."""
    name = check_table(table)
    if name is None:
        return data
    if not is_file(data):
        what = "arrays" if data is None else f"the {type(data).__name__} that was given"
        raise no_tables(what, name)
    return NamedTable(data, name)


def check_table(table: object) -> str | None:
    """The name of a sheet or a table, if one is given."""
    if table is None or isinstance(table, str):
        return table
    raise SettingError(f"\0table=\0 must be the name of a sheet or a table; found {table!r}.")


def path_of(name: str | os.PathLike[str]) -> Path:
    """A path; a ``~`` at its beginning is a home folder, unless a file is called so or nobody is."""
    path = Path(name)
    if os.path.lexists(path):
        return path
    try:
        return path.expanduser()
    except RuntimeError:  # nobody's home folder
        return path


def is_file(data: object) -> bool:
    """Whether data are the path of a file, or an open stream of one."""
    return isinstance(data, (str, os.PathLike)) or hasattr(data, "read")


def no_tables(what: str, table: str) -> SettingError:
    """The error for a table that is named where there are none."""
    return SettingError(
        f"{what}: no sheet or table can be named here, as only workbooks and databases have them.",
        advice="Leave out \0argument\0.",
        argument=("table", table),
    )


def check_path(name: object) -> None:
    """Refuse the address of a database or of a server, of which nothing but its first word is said again.

    It may hold a password.
    """
    if not isinstance(name, str) or (found := _ADDRESS.match(name)) is None or _is_there(name):
        return
    what = f"an address that begins with {found[1]}: is not read; it is not repeated here, as it may hold a "
    raise FileError(
        f"{what}password.",
        advice="Save the table as CSV or Parquet and name that file; or, in Python, pass a table of Ibis.",
    )


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False
