"""Which column is what: outcome, scores, groups, clusters and weights, by the names of columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, TypeAlias

from baserate.errors import ColumnError, DataError, MissingValueError, SettingError
from baserate.options import FOLLOW_UP
from baserate.patients.groupings import By, Way, columns_of, parse_by, stated, ways_of
from baserate.scores.follow_up import check_horizon, says_follow_up

__all__ = ["FollowUpRoles", "Missing", "Roles", "check_missing", "missing_values", "require_columns"]

Missing: TypeAlias = Literal["error", "drop"]

NO_GROUP = "(missing)"

# All columns are listed in an error if there are no more than this.
_FEW_COLUMNS = 30


@dataclass(frozen=True)
class FollowUpRoles:
    """Which columns say how long patients were followed, and the horizon by which an event counts.

    ``censoring`` are columns within whose strata the curve of censoring is estimated, ``censored`` is the
    value of the event that says that there was none, None where the codes say so themselves.
    """

    time: str
    horizon: float
    censoring: tuple[str, ...] = ()
    censored: object = None

    @classmethod
    def of(
        cls,
        time: object = None,
        event: object = None,
        horizon: object = None,
        censoring: object = None,
        censored: object = None,
        outcome: object = None,
    ) -> FollowUpRoles | None:
        """From the arguments of :func:`baserate.evaluate`; None where these name an outcome instead."""
        asked = {"time": time, "event": event, "horizon": horizon}
        extra = {"censoring": censoring, "censored": censored}
        if not says_follow_up(asked, outcome is not None, extra):
            return None
        if not isinstance(time, str) or not isinstance(event, str):
            raise SettingError(
                f"\0time=\0 and \0event=\0 name one column each; found {time!r} and {event!r}."
            )
        if time == event:
            raise SettingError(f"column {time!r} cannot be both the time and the event.")
        return cls(time, check_horizon(horizon), _columns_of_strata(censoring), censored)

    @property
    def stated(self) -> dict[str, object]:
        """As :func:`baserate.evaluate` can be given them again, and as plain data; but for the event."""
        censored, plain = self.censored, (int, float, type(None))
        return {
            "time": self.time,
            "horizon": self.horizon,
            "censoring": list(self.censoring) or None,
            "censored": censored if isinstance(censored, plain) else str(censored),
        }


def _columns_of_strata(censoring: object) -> tuple[str, ...]:
    if censoring is None:
        return ()
    names = (censoring,) if isinstance(censoring, str) else censoring
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise SettingError(f"\0censoring=\0 names columns; found {censoring!r}.")
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True)
class Roles:
    """Which column is what. ``scores`` maps a model's name to its column.

    Where patients are followed to a horizon, ``outcome`` is the column that says how that ended, and
    ``follow_up`` says the rest. ``by`` is a column of groups, or several ways of dividing the patients
    (:mod:`baserate.patients.groupings`).
    """

    outcome: str
    scores: Mapping[str, str]
    by: By = None
    cluster: str | None = None
    weight: str | None = None
    follow_up: FollowUpRoles | None = None

    @classmethod
    def of(
        cls,
        outcome: str | None,
        scores: str | Sequence[str] | Mapping[str, str],
        by: str | Sequence[str | Sequence[str]] | None = None,
        cluster: str | None = None,
        weight: str | None = None,
        **followed: object,
    ) -> Roles:
        """From the arguments of :func:`baserate.evaluate`: with time, event and so on, or an outcome."""
        follow_up = FollowUpRoles.of(**followed, outcome=outcome)
        known = outcome if follow_up is None else followed["event"]
        named = _models(scores)
        if known is None:
            raise SettingError("name the \0outcome=\0, or \0time=\0, \0event=\0 and \0horizon=\0.")
        for what, name in (("outcome", known), ("cluster", cluster), ("weight", weight)):
            if not isinstance(name, str) and (name is not None or what == "outcome"):
                raise SettingError(f"\0{what}=\0 must be the name of one column; found {name!r}.")
        for column in (*named.values(), weight):
            if column == known:
                raise SettingError(f"column {column!r} is the outcome; it cannot be a score or a weight too.")
            if follow_up is not None and column == follow_up.time:
                raise SettingError(f"column {column!r} is the time; it cannot be a score or a weight too.")
        return cls(str(known), named, parse_by(by), cluster, weight, follow_up)

    @property
    def stated(self) -> dict[str, object]:
        """As :func:`baserate.evaluate` can be given them again, and as plain data."""
        followed = dict.fromkeys(FOLLOW_UP) if self.follow_up is None else self.follow_up.stated
        known = {"outcome" if self.follow_up is None else "event": self.outcome}
        columns = {"scores": dict(self.scores), "by": stated(self.by), "cluster": self.cluster}
        return {"outcome": None, **followed, **known, **columns, "weight": self.weight}

    def option_of(self, column: str) -> str:
        """The option that names a column, of which an error says ``column``: bare, or "column 'age'"."""
        named = {name: [*_texts(value)] for name, value in self.stated.items() if name != "censored"}
        return next((name for name, those in named.items() if any(map(_is_in(column), those))), "")

    @contextmanager
    def named(self) -> Iterator[None]:
        """Errors within that are about a column are about the option that names it."""
        try:
            yield
        except DataError as error:
            option = "" if error.column is None else self.option_of(error.column)
            if not option or error.argument is not None:
                raise
            raise error.of_option(option) from error.__cause__

    @property
    def ways(self) -> tuple[Way, ...]:
        """Every way in which the patients are divided into groups."""
        return ways_of(self.by)

    @property
    def columns(self) -> list[str]:
        """Every column that is needed, once."""
        followed = () if self.follow_up is None else (self.follow_up.time, *self.follow_up.censoring)
        columns = (
            *(self.outcome, *self.scores.values(), *columns_of(self.by), self.cluster, self.weight),
            *followed,
        )
        return list(dict.fromkeys(name for name in columns if name is not None))

    @property
    def numbers(self) -> list[str]:
        """Columns that hold numbers, whatever the outcome is written as."""
        weight = [] if self.weight is None else [self.weight]
        time = [] if self.follow_up is None else [self.follow_up.time]
        return list(dict.fromkeys([*self.scores.values(), *weight, *time]))


def _is_in(said: str) -> Callable[[str], bool]:
    """Whether a column is the one that an error names."""
    return lambda name: name == said or said.endswith(f" {name!r}")


def _texts(value: object) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def check_missing(missing: object) -> None:
    """Refuse what says neither that gaps are an error nor that they are dropped."""
    if not isinstance(missing, str) or missing not in ("error", "drop"):
        raise SettingError(f"\0missing=\0 must be 'error' or 'drop'; found {missing!r}.")


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
            raise SettingError(f"\0scores=\0 must name columns of probabilities; found {scores!r}.") from None
    if not pairs:
        raise SettingError("\0scores=\0 names no model: give at least one column of predicted probabilities.")
    for pair in pairs:
        if not all(isinstance(name, str) for name in pair):
            raise SettingError(f"\0scores=\0 names models and columns by text; found {pair[0]!r}.")
    if len(dict(pairs)) < len(pairs):
        raise SettingError(f"\0scores=\0 names a model twice: {', '.join(repr(name) for name, _ in pairs)}.")
    return dict(pairs)


def require_columns(wanted: Sequence[str], columns: Sequence[object], source: str = "the data") -> None:
    """Refuse columns that a source does not have, with the nearest names that it has."""
    missing = [name for name in wanted if name not in columns]
    if not missing:
        return
    names = [str(name) for name in columns]
    near = [name for lost in missing for name in get_close_matches(lost, names, n=3, cutoff=0.5)]
    near += [name for name in names if name.lower() in {lost.lower() for lost in missing}]
    nearest = f"; the nearest: {', '.join(map(repr, dict.fromkeys(near)))}" if near else ""
    there = ", ".join(map(repr, names)) or "none"
    if len(names) > _FEW_COLUMNS:
        there = f"{len(names):,} columns, from {names[0]!r} to {names[-1]!r}"
    raise ColumnError(
        f"there is no column {' or '.join(map(repr, missing))} in {source}{nearest}; there are {there}.",
        column=missing[0],
        advice="Name one of these.",
    )


def missing_values(
    gaps: Mapping[str, int], incomplete: int, rows: int, examples: Sequence[str] = ()
) -> MissingValueError:
    """The error for ``incomplete`` rows, with how many of them lack each column."""
    counts = " and ".join(f"column {name!r} for {count:,}" for name, count in gaps.items())
    return MissingValueError(
        f"values are missing in {counts} of {rows:,} patients, together for {{where}}.",
        column=", ".join(gaps),
        count=incomplete,
        of=rows,
        examples=examples,
        advice="Say \0missing='drop'\0 to leave these patients out for every model.",
    )
