"""What an evaluation works on: patients with outcome, scores, group, cluster and weight, out of any source.

A source (:mod:`baserate.sources`) is a mapping of arrays, an eager frame, or a file. Rows are matched by
position. What is missing is an error or dropped for every model alike, and counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.errors import MissingValueError, SettingError, ShapeError
from baserate.grouping import Grouping
from baserate.labels import labels
from baserate.sources import Source

Missing: TypeAlias = Literal["error", "drop"]

NO_GROUP = "(missing)"


@dataclass(frozen=True)
class Roles:
    """Which column is what. ``scores`` maps a model's name to its column."""

    outcome: str
    scores: Mapping[str, str]
    by: str | None = None
    cluster: str | None = None
    weight: str | None = None

    @classmethod
    def of(
        cls,
        outcome: str,
        scores: str | Sequence[str] | Mapping[str, str],
        by: str | None = None,
        cluster: str | None = None,
        weight: str | None = None,
    ) -> Roles:
        """From the arguments of :func:`baserate.evaluate`."""
        named = _models(scores)
        for what, name in (("outcome", outcome), ("by", by), ("cluster", cluster), ("weight", weight)):
            if not isinstance(name, str) and (name is not None or what == "outcome"):
                raise SettingError(f"{what} must be the name of one column; found {name!r}.")
        for column in (*named.values(), weight):
            if column == outcome:
                raise SettingError(f"column {column!r} is the outcome; it cannot be a score or a weight too.")
        return cls(outcome, named, by, cluster, weight)

    @property
    def columns(self) -> list[str]:
        """Every column that is needed, once."""
        others = (self.by, self.cluster, self.weight)
        return list(
            dict.fromkeys([self.outcome, *self.scores.values(), *(one for one in others if one is not None)])
        )

    @property
    def numbers(self) -> list[str]:
        """Columns that hold numbers, whatever the outcome is written as."""
        return list(dict.fromkeys([*self.scores.values(), *([] if self.weight is None else [self.weight])]))


@dataclass(frozen=True, eq=False)
class Patients:
    """The patients who are used, and how many were not, by column and reason."""

    label: NDArray[np.int8]
    scores: Mapping[str, NDArray[Any]]
    weight: NDArray[Any] | None
    group: Grouping | None
    cluster: NDArray[np.intp] | None
    rows: int
    dropped_rows: int
    missing: Mapping[str, int]
    origin: Mapping[str, Any]
    notes: tuple[str, ...] = ()

    @property
    def group_names(self) -> tuple[str, ...]:
        """Names of the groups, none if there are none."""
        return () if self.group is None else self.group.names

    def chosen(self, model: str, group: str) -> NDArray[np.bool_]:  # noqa: ARG002
        """Who belongs to a group: the same patients for every model."""
        return (
            np.zeros(0, dtype=bool)
            if self.group is None
            else self.group.code == self.group.names.index(group)
        )

    @cached_property
    def sha256(self) -> str:
        """Hash of the values that were used: the same for the same patients, whatever they came from."""
        digest = hashlib.sha256(self.label.tobytes())
        for name, score in self.scores.items():
            digest.update(
                name.encode("utf-8", "surrogatepass")
                + b"\0"
                + np.ascontiguousarray(score, dtype="<f8").tobytes()
            )
        for part in (self.weight, self.cluster):
            digest.update(b"\0" if part is None else np.ascontiguousarray(part, dtype="<f8").tobytes())
        if self.group is not None:
            digest.update(
                "\0".join(self.group.names).encode("utf-8", "surrogatepass")
                + self.group.code.astype("<i8").tobytes()
            )
        return digest.hexdigest()


def patients_of(
    data: object, roles: Roles, *, positive: object = None, missing: Missing = "error"
) -> Patients:
    """The patients of any source, checked and complete."""
    if missing not in ("error", "drop"):
        raise SettingError(f"missing must be 'error' or 'drop'; found {missing!r}.")
    source = Source.of(data, roles.columns)
    numeric = [roles.outcome, *roles.numbers]
    found = {name: source.partial(name, numbers=name != roles.outcome) for name in numeric}
    named = {name: source.grouping(name) for name in (roles.by, roles.cluster) if name is not None}
    gaps = {name: missing_here for name, (_, missing_here) in found.items()}
    if roles.cluster is not None and roles.cluster not in gaps:
        gaps[roles.cluster] = named[roles.cluster].code < 0
    lengths = {name: len(each) for name, each in gaps.items()}
    rows = _same_length({**lengths, **{name: len(each.code) for name, each in named.items()}})
    dropped = {name: int(each.sum()) for name, each in gaps.items() if each.any()}
    if dropped and missing == "error":
        raise MissingValueError(_complaint(dropped, rows, gaps))
    kept = ~np.logical_or.reduce(list(gaps.values()))
    if not kept.any():
        raise ShapeError(f"no patient is left: of {rows:,} rows, every one lacks something ({dropped}).")

    def values(name: str) -> NDArray[Any]:
        array, missing_here = found[name]
        # A copy, so that the result does not change when the caller's array does.
        return array[kept[~missing_here]] if dropped else array.copy()

    def names(name: str) -> Grouping:
        return named[name].chosen(kept) if dropped else named[name]

    return Patients(
        labels(values(roles.outcome), roles.outcome, positive),
        {model: values(name) for model, name in roles.scores.items()},
        None if roles.weight is None else values(roles.weight),
        None if roles.by is None else _with_nameless(names(roles.by)),
        None if roles.cluster is None else names(roles.cluster).code,
        rows,
        rows - int(kept.sum()),
        dropped,
        source.origin,
        source.notes,
    )


def _models(scores: object) -> dict[str, str]:
    """Columns by the name of their model."""
    if isinstance(scores, str):
        return {scores: scores}
    if isinstance(scores, Mapping):
        pairs = list(scores.items())
    else:
        try:
            pairs = [(name, name) for name in scores]  # type: ignore[attr-defined]
        except TypeError:
            raise SettingError(f"scores must name columns of probabilities; found {scores!r}.") from None
    if not pairs:
        raise SettingError("scores names no model: give at least one column of predicted probabilities.")
    for pair in pairs:
        if not all(isinstance(name, str) for name in pair):
            raise SettingError(f"models and columns are named by text; found {pair[0]!r}.")
    if len(dict(pairs)) < len(pairs):
        raise SettingError(f"scores names a model twice: {', '.join(repr(name) for name, _ in pairs)}.")
    return dict(pairs)


def _complaint(dropped: Mapping[str, int], rows: int, gaps: Mapping[str, NDArray[np.bool_]]) -> str:
    parts = []
    for name, count in dropped.items():
        first = ", ".join(str(row) for row in np.flatnonzero(gaps[name])[:5])
        parts.append(f"column {name!r} for {count:,} (first rows, counted from 0: {first})")
    return (
        f"values are missing in {' and '.join(parts)} of {rows:,} patients. Say missing='drop' "
        "(--missing drop) to leave these patients out for every model."
    )


def _same_length(lengths: Mapping[str, int]) -> int:
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name!r} has {count:,}" for name, count in lengths.items())
        raise ShapeError(f"the columns have different numbers of rows: {shown}. They must match.")
    rows = next(iter(lengths.values()))
    if rows == 0:
        raise ShapeError("there are no rows: nobody to evaluate.")
    return rows


def _with_nameless(group: Grouping) -> Grouping:
    """Patients without a group are a group of their own, so that nobody is lost."""
    if not (group.code < 0).any():
        return group
    name = NO_GROUP
    while name in group.names:  # somebody else's name
        name = f"({name})"
    return Grouping(np.where(group.code < 0, len(group.names), group.code), (*group.names, name))
