"""Groups on an engine: one column of text that says everybody's values in all columns of groups.

An engine sums by that column, and what comes back is taken apart again here, into the names that groups have
in memory: whole numbers without a decimal point, patients without a value as a group of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from baserate.calibration.gap import natural
from baserate.errors import DataError
from baserate.patients.engine import GROUP, STRATUM, group_columns, stratum_columns
from baserate.patients.groupings import Division, cell_key, columns_of
from baserate.patients.roles import NO_GROUP, Roles

# Between two values, and in place of one that is missing: signs that no text of people has.
_BETWEEN, _MISSING = "\x1f", "\x1e"


def text_of(name: str, kind: Any) -> Any:
    """A column of groups as text."""
    column = nw.col(name)
    if kind.is_float():
        column = nw.when(~column.is_nan()).then(column)
    if kind == nw.Boolean:
        column = column.cast(nw.Int8)
    return column.cast(nw.String)


def cross_groups(frame: Any, roles: Roles) -> tuple[Any, GroupCells | None]:
    """A frame of an engine with one column of groups, made of several where there are several."""
    columns = list(group_columns(roles))
    if not columns:
        return frame, None
    schema = frame.collect_schema()
    cells = GroupCells(roles, tuple(schema[name] for name in columns))
    if columns == [GROUP]:
        return frame, cells
    return _crossed(frame, columns, GROUP), cells


def cross_strata(frame: Any, roles: Roles) -> tuple[Any, StratumCells | None]:
    """The same with one column of strata of censoring."""
    columns = list(stratum_columns(roles))
    if not columns or roles.follow_up is None:
        return frame, None
    schema = frame.collect_schema()
    cells = StratumCells(roles.follow_up.censoring, tuple(schema[name] for name in columns))
    return _crossed(frame, columns, STRATUM), cells


def _crossed(frame: Any, columns: Sequence[str], into: str) -> Any:
    """One column of text in place of several; what is missing is a value like others."""
    schema, texts = frame.collect_schema(), []
    for name in columns:
        text = text_of(name, schema[name])
        texts.append(nw.when(text.is_null()).then(nw.lit(_MISSING)).otherwise(text).alias(name))
    others = [name for name in schema.names() if name not in columns]
    # Each step stands by itself: some engines write out whatever a step is made of, again and again.
    frame = frame.select(*others, *texts)
    crossed = nw.col(columns[0])
    if len(columns) > 1:
        crossed = nw.concat_str(*(nw.col(name) for name in columns), separator=_BETWEEN)
    return frame.select(*others, crossed.cast(nw.String).alias(into))


@dataclass(frozen=True)
class GroupCells:
    """What the column of groups on an engine is made of: the type of each of the user's columns."""

    roles: Roles
    kinds: tuple[Any, ...]

    def names(self, groups: NDArray[Any]) -> NDArray[Any]:
        """The name of the group, or the key of the cell, of each bin."""
        keys = [values[0] if self._is_one else cell_key(values) for values in self._values(groups)]
        return np.array(keys, dtype=object)

    def division(self, groups: NDArray[Any] | None) -> Division | None:
        """The groups that there are."""
        if groups is None:
            return None
        values = self._values(groups)
        orders = {
            column: _in_order({one[place] for one in values}, self.kinds[place])
            for place, column in enumerate(columns_of(self.roles.by))
        }
        return Division.of(self.roles.by, orders, list(dict.fromkeys(values)))

    @property
    def _is_one(self) -> bool:
        return isinstance(self.roles.by, str)

    def _values(self, groups: NDArray[Any]) -> list[tuple[str, ...]]:
        """The names of everybody's values, column by column."""
        rows = [(text,) if self._is_one else _split(text, len(self.kinds)) for text in groups]
        return _named_rows(rows, self.kinds)


@dataclass(frozen=True)
class StratumCells:
    """What the column of strata on an engine is made of: the user's columns, and the type of each."""

    columns: tuple[str, ...]
    kinds: tuple[Any, ...]

    def names(self, strata: Sequence[str]) -> tuple[str, ...]:
        """What strata are called, as they are in memory."""
        rows = _named_rows([_split(text, len(self.kinds)) for text in strata], self.kinds)
        return tuple(
            ", ".join(f"{column} {value!r}" for column, value in zip(self.columns, row, strict=True))
            for row in rows
        )


def _split(text: str, parts: int) -> tuple[str | None, ...]:
    """The values that one text was made of."""
    values = text.split(_BETWEEN)
    if len(values) != parts:
        raise DataError(
            "a column of groups has a value with a control character (unit separator) in it. Take it out."
        )
    return tuple(None if value == _MISSING else value for value in values)


def _named_rows(rows: Sequence[tuple[str | None, ...]], kinds: Sequence[Any]) -> list[tuple[str, ...]]:
    """Values as they are named in memory, column by column."""
    columns = [_names(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
    return list(zip(*columns, strict=True))


def _names(values: Sequence[str | None], kind: Any) -> list[str]:
    """Values as they are named in memory; those without one are a group of their own."""
    names = [None if value is None else _plain(str(value), kind) for value in values]
    # Whole numbers are written as such, also where a gap made them floats, in the frame or on the way.
    whole = all(name is None or name.endswith(".0") for name in names)
    if kind.is_integer() or (kind.is_float() and whole):
        names = [None if name is None else name.removesuffix(".0") for name in names]
    nameless = NO_GROUP
    while nameless in names:
        nameless = f"({nameless})"
    return [nameless if name is None else name for name in names]


def _plain(name: str, kind: Any) -> str:
    """A name as it is in memory, whatever an engine makes of numbers as text."""
    if kind == nw.Boolean:
        return str(name == "1")
    return str(float(name)) if kind.is_float() else name


def _in_order(names: set[str], kind: Any) -> list[str]:
    """Names in the order of their categories, where the engine has one; else numbers first."""
    categories = list(kind.categories) if isinstance(kind, nw.Enum) and hasattr(kind, "categories") else []
    place = {name: number for number, name in enumerate(categories)}
    return sorted(names, key=lambda name: (place.get(name, len(place)), natural(name)))
