"""Ways of dividing the patients into groups: by a column, by each of several, by columns crossed.

With one column a group is called by its value, ``F``. With several, and where columns are crossed, the names
say of which: ``sex: F``, or ``sex: F, age: 65+``. Patients are kept by cell, a combination of the values of
all columns; a group is the cells that have its values. Groups of one way have no patient in common and
together are everyone; groups of different ways overlap.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from baserate.errors import SettingError
from baserate.patients.groups import Grouping

#: One way: a column, or several crossed.
Way: TypeAlias = tuple[str, ...]
#: One column, or several ways.
By: TypeAlias = str | tuple[Way, ...] | None

_EXAMPLE = 'by="sex", by=["sex", "age"] for each on its own, by=[("sex", "age")] for both crossed'
# Signs by which the names of groups are put together; what has one of them in it is put in quotes.
_BETWEEN, _AFTER_COLUMN = ", ", ": "


def parse_by(by: object) -> By:
    """What was asked for, in one form; one column, also in a list, is its name.

    >>> parse_by(["sex", "age"]), parse_by([("sex", "age")]), parse_by(["sex"])
    ((('sex',), ('age',)), (('sex', 'age'),), 'sex')
    """
    if by is None or isinstance(by, str):
        return by
    if not isinstance(by, (list, tuple)) or not by:
        raise SettingError(f"\0by=\0 must name columns: {_EXAMPLE}; found {by!r}.")
    ways = tuple((way,) if isinstance(way, str) else _crossed(way) for way in by)
    for number, way in enumerate(ways):
        if set(way) in [set(other) for other in ways[:number]]:
            raise SettingError(f"\0by=\0 names {title(way)!r} twice.")
    return ways[0][0] if len(ways) == 1 and len(ways[0]) == 1 else ways


def _crossed(way: object) -> Way:
    if not isinstance(way, (list, tuple)) or not way or not all(isinstance(name, str) for name in way):
        raise SettingError(f"\0by=\0 must name columns: {_EXAMPLE}; found {way!r}.")
    if len(set(way)) < len(way):
        raise SettingError(f"\0by=\0 crosses a column with itself: {', '.join(map(repr, way))}.")
    return tuple(way)


def ways_of(by: By) -> tuple[Way, ...]:
    """Every way; none where there are no groups."""
    return () if by is None else ((by,),) if isinstance(by, str) else by


def columns_of(by: By) -> tuple[str, ...]:
    """Every column that is needed, once."""
    return tuple(dict.fromkeys(column for way in ways_of(by) for column in way))


def title(way: Way) -> str:
    """A way in words.

    >>> title(("sex",)), title(("sex", "age"))
    ('sex', 'sex and age')
    """
    return " and ".join(way)


def stated(by: By) -> str | list[str | list[str]] | None:
    """As it can be asked again, in JSON as well."""
    if by is None or isinstance(by, str):
        return by
    return [way[0] if len(way) == 1 else list(way) for way in by]


def group_name(way: Way, values: Sequence[str]) -> str:
    """What a group is called where there are several columns; no two groups have the same name.

    >>> group_name(("sex", "age"), ("F", "65+")), group_name(("a",), ("b: c",))
    ('sex: F, age: 65+', 'a: "b: c"')
    """
    pairs = zip(map(_unambiguous, way), map(_unambiguous, values), strict=True)
    return _BETWEEN.join(f"{column}{_AFTER_COLUMN}{value}" for column, value in pairs)


def _unambiguous(text: str) -> str:
    plain = not text.startswith('"') and _BETWEEN not in text and _AFTER_COLUMN not in text
    # What is not seen has to be shown to be there, and a sign at the end would run into the next one.
    plain = plain and bool(text) and text == text.strip()
    plain = plain and not text.endswith((_BETWEEN[0], _AFTER_COLUMN[0]))
    return text if plain else json.dumps(text, ensure_ascii=False)


@dataclass(frozen=True)
class Division:
    """The groups of every way in their order, and the cells of which each consists."""

    ways: tuple[Way, ...]
    families: tuple[tuple[str, ...], ...]
    cells: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, by: By, orders: Mapping[str, Sequence[str]], cells: Sequence[tuple[str, ...]]) -> Division:
        """From the values of every column in their order, and the combinations that occur."""
        if isinstance(by, str):
            return cls(((by,),), (tuple(orders[by]),), {name: frozenset([name]) for name in orders[by]})
        columns, ways = columns_of(by), ways_of(by)
        rank = {column: {name: at for at, name in enumerate(names)} for column, names in orders.items()}
        families: list[tuple[str, ...]] = []
        members: dict[str, frozenset[str]] = {}
        for way in ways:
            groups: dict[tuple[str, ...], set[str]] = {}
            for cell in cells:
                values = dict(zip(columns, cell, strict=True))
                groups.setdefault(tuple(values[column] for column in way), set()).add(cell_key(cell))
            found = sorted(groups, key=lambda values: [rank[c][v] for c, v in zip(way, values, strict=True)])
            families.append(tuple(group_name(way, values) for values in found))
            members |= {group_name(way, values): frozenset(groups[values]) for values in found}
        return cls(ways, tuple(families), members)

    def only(self, number: int) -> Division:
        """One of the ways."""
        family = self.families[number]
        return Division((self.ways[number],), (family,), {name: self.cells[name] for name in family})


def cell_key(values: Sequence[str]) -> str:
    """What a cell is called among bins and rows; nobody reads it."""
    return json.dumps(list(values), ensure_ascii=False)


def divide(by: By, groupings: Mapping[str, Grouping]) -> tuple[Grouping, Division]:
    """Patients in memory by cell, and their groups; ``groupings`` has a name for everyone in every column."""
    orders = {column: groupings[column].in_order for column in columns_of(by)}
    if isinstance(by, str):
        return groupings[by], Division.of(by, orders, ())
    codes = np.column_stack([groupings[column].code for column in orders])
    distinct, first, code = np.unique(codes, axis=0, return_index=True, return_inverse=True)
    appearance = np.argsort(first)
    cells = [
        tuple(groupings[column].names[at] for column, at in zip(orders, distinct[row], strict=True))
        for row in appearance
    ]
    place = np.argsort(appearance)[code.reshape(-1)]
    return Grouping(place, tuple(map(cell_key, cells))), Division.of(by, orders, cells)
