"""Which table of a database is meant, and how its name and those of its columns are written in a query."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from baserate.errors import FileError

_NAMED = 20
_QUOTED = re.compile(r'(?:"((?:[^"]|"")*)"\.)?"((?:[^"]|"")*)"')


class TableName(NamedTuple):
    """A table or a view, and its schema, if there are any; ``usual`` if the schema need not be said."""

    schema: str | None
    name: str
    usual: bool = True

    @property
    def full(self) -> str:
        """The name with its schema."""
        return self.name if self.schema is None else f"{self.schema}.{self.name}"

    @property
    def short(self) -> str:
        """As it is enough to say it."""
        return self.name if self.usual else self.full

    @property
    def in_query(self) -> str:
        """As a query says it, whatever signs are in it."""
        parts = [self.name] if self.schema is None else [self.schema, self.name]
        return ".".join(map(quoted, parts))


def quoted(name: str) -> str:
    """The name of a table or a column as SQL writes it, in double quotes.

    >>> quoted('a "b" c') == '"a ' + '""b""' + ' c"'
    True
    """
    return '"' + name.replace('"', '""') + '"'


def choose_table(named: str | None, tables: Sequence[TableName], source: str) -> TableName:
    """The table that is named, or the only one there is.

    A name is taken as it is, with or without its schema; in quotes, as SQL has them, where a name has a dot
    in it; and without regard to case where that leaves one.
    """
    if not tables:
        raise FileError(f"{source} has no tables that this user may read. Is it the right database?")
    if named is None:
        if len(tables) == 1:
            return tables[0]
        raise FileError(
            f"{source} has {len(tables)} tables: {_list(tables)}.",
            advice="Say which one: \0argument\0",
            argument=("table", tables[0].short),
        )
    matches = _matches(named, tables)
    if not matches:
        matches = [one for one in tables if named.casefold() in (one.full.casefold(), one.short.casefold())]
    if len(matches) > 1:
        meant = ", ".join(one.in_query for one in matches)
        raise FileError(f"{source}: {named!r} may be any of {meant}. Write it as one of these.")
    if not matches:
        near = get_close_matches(named, [one.short for one in tables], n=3)
        hint = f"Is {' or '.join(map(repr, near))} meant?" if near else f"There are {_list(tables)}."
        raise FileError(f"{source} has no table {named!r}. {hint}")
    return matches[0]


def _matches(named: str, tables: Sequence[TableName]) -> list[TableName]:
    """The tables that have exactly this name."""
    found = _QUOTED.fullmatch(named)
    if found is not None:
        schema, name = (None if one is None else one.replace('""', '"') for one in found.groups())
        return [
            one
            for one in tables
            if one.name == name and (one.usual if schema is None else one.schema == schema)
        ]
    return [one for one in tables if named == one.full or (one.usual and named == one.name)]


def _list(tables: Sequence[TableName]) -> str:
    more = f" and {len(tables) - _NAMED} more" if len(tables) > _NAMED else ""
    return ", ".join(repr(one.short) for one in tables[:_NAMED]) + more
