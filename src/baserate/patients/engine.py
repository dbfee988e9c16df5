"""What an engine is asked to do, and what each does in its own way.

Columns are taken by their place and get names of our own (:func:`take_columns`): whatever a user calls
a column or a model, no engine sees the name again. Sums are the same in whatever order they are added
(:func:`sum_exactly`). What an engine says when it fails is said again as an error of ours.
"""

from __future__ import annotations

import atexit
import os
import shutil
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from tempfile import mkdtemp
from typing import Any
from uuid import uuid4

import narwhals.stable.v2 as nw

from baserate.errors import BaserateError, ColumnError, FileError, SettingError
from baserate.patients.groupings import columns_of
from baserate.patients.roles import Roles, require_columns

# What columns of patients are called on an engine.
OUTCOME, GROUP, CLUSTER, WEIGHT, LABEL = "__outcome", "__group", "__cluster", "__weight", "__label"
# Where they are followed: how long, in which stratum of censoring, how it ended, and at which place of the
# curve that is, for bins of one model and of two.
TIME, STRATUM, KIND, PLACE, JOINT_PLACE = "__time", "__stratum", "__kind", "__place", "__joint_place"
# The weight that was given, where WEIGHT has that of censoring in it.
OWN = "__own"
# How many binary digits are added at a time: with these, sums over 2**27 numbers of up to 1 are exact.
DIGITS = 26


def score_name(number: int) -> str:
    """What the scores of a model are called on an engine, by its place among the models."""
    return f"__score_{number}"


def names_of(roles: Roles) -> dict[str, str]:
    """The user's column behind each column on an engine."""
    scores = {score_name(number): column for number, column in enumerate(roles.scores.values())}
    others = {OUTCOME: roles.outcome, CLUSTER: roles.cluster, WEIGHT: roles.weight}
    named = {name: column for name, column in others.items() if column is not None}
    followed = {} if roles.follow_up is None else {TIME: roles.follow_up.time}
    return scores | named | followed | group_columns(roles) | stratum_columns(roles)


def group_columns(roles: Roles) -> dict[str, str]:
    """The user's columns of groups behind those on an engine: one, or several still to be crossed."""
    if roles.by is None or isinstance(roles.by, str):
        return {} if roles.by is None else {GROUP: roles.by}
    return {f"{GROUP}_{number}": column for number, column in enumerate(columns_of(roles.by))}


def stratum_columns(roles: Roles) -> dict[str, str]:
    """The user's columns of strata of censoring behind those on an engine, still to be crossed."""
    columns = () if roles.follow_up is None else roles.follow_up.censoring
    return {f"{STRATUM}_{number}": column for number, column in enumerate(columns)}


def take_columns(frame: Any, roles: Roles) -> Any:
    """The columns that play a role, and no others, under the names of this module.

    Engines fold case, and read patterns, paths and stars into names. So where an engine can, a column
    is taken by its place; where it goes by names alone, two that it cannot tell apart are refused.
    """
    with translated_failures():
        kind, native = frame.implementation, nw.to_native(frame)
        # The names that the user sees: a schema may show them in quotes.
        columns = native.columns if kind.is_spark_like() else frame.collect_schema().names()
        require_columns(roles.columns, columns)
        wanted = {name: columns.index(column) for name, column in names_of(roles).items()}
        if kind.is_duckdb():
            places = ", ".join(f'#{place + 1} as "{name}"' for name, place in wanted.items())
            return nw.from_native(native.project(places))
        if kind.is_spark_like():
            numbered = [f"__column_{place}" for place in range(len(columns))]
            frame = nw.from_native(native.toDF(*numbered))
        elif kind.is_ibis():
            _refuse_twins(roles, columns)
        return frame.select(*(nw.nth(place).alias(name) for name, place in wanted.items()))


def _refuse_twins(roles: Roles, columns: Sequence[str]) -> None:
    """Refuse columns whose names differ in case only: the database behind them may take one for the other."""
    for wanted in roles.columns:
        twins = [name for name in columns if name.casefold() == wanted.casefold()]
        if len(twins) > 1:
            raise ColumnError(
                f"columns {' and '.join(map(repr, twins))} differ in case only, and the database behind this "
                "table may not tell them apart.",
                column=wanted,
                advice="Rename one of them.",
            )


def collect(frame: Any) -> Any:
    """A small table in memory, as a Polars frame; what is not a number is null there."""
    import polars as pl
    import polars.selectors as cs

    # Polars streams, so that rows beyond memory do not matter; the others do as they do.
    how: dict[str, Any] = {"engine": "streaming"} if frame.implementation.is_polars() else {}
    with translated_failures():
        table = frame.collect(backend="polars", **how).to_native()
    # DuckDB counts in decimals.
    return table.with_columns(cs.decimal().cast(pl.Int64), cs.float().fill_nan(None))


def sum_exactly(rows: Any, keys: Sequence[str], whole: Sequence[str], broken: Sequence[str] = ()) -> Any:
    """Sums by key, collected and in the order of the keys: the same in whatever order an engine adds.

    The ``whole`` columns hold whole numbers, or multiples of ``2**-DIGITS`` of up to 1, or whatever else has
    sums that need no rounding. The ``broken`` ones hold any numbers between -1 and 1. They are added in
    pieces: two whose sums need no rounding, and what is left beyond ``2**-52``, which is too small for its
    rounding to show in the sum, unless all of them are that small.
    """
    import polars as pl

    pieces = {name: [f"{name}_{part}" for part in ("high", "low", "rest")] for name in broken}
    added = [*whole, *(piece for names in pieces.values() for piece in names)]
    # Bare columns only: some engines aggregate nothing else.
    sums = _split(rows, pieces).select(*keys, *added).group_by(*keys, drop_null_keys=False)
    table = collect(sums.agg(*(nw.col(name).sum() for name in added))).sort(keys, nulls_last=True)
    totals = [
        (pl.col(rest) + pl.col(low) + pl.col(high)).alias(name) for name, (high, low, rest) in pieces.items()
    ]
    return table.with_columns(totals).select(*keys, *whole, *broken)


def _split(rows: Any, pieces: Mapping[str, Sequence[str]]) -> Any:
    """Each column as a sum of three: a multiple of ``2**-DIGITS``, one of its square, and the rest."""
    left = {name: name for name in pieces}
    for number in (0, 1) if pieces else ():
        step = 2.0 ** (DIGITS * (number + 1))
        rows = rows.with_columns(
            *(((nw.col(left[name]) * step).floor() / step).alias(own[number]) for name, own in pieces.items())
        )
        rows = rows.with_columns(
            *((nw.col(left[name]) - nw.col(own[number])).alias(own[2]) for name, own in pieces.items())
        )
        left = {name: own[2] for name, own in pieces.items()}
    return rows


@lru_cache
def _scratch() -> str:
    folder = mkdtemp(prefix="baserate-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def scratch() -> str:
    """The folder of this process for tables of our own: the only one that a database from elsewhere reads."""
    os.makedirs(_scratch(), mode=0o700, exist_ok=True)  # noqa: PTH103  # systems tidy up what is old
    return _scratch()


class Shelf:
    """A folder for tables that a lazy frame reads; it goes when nobody holds it any more."""

    def __init__(self) -> None:
        self.path = mkdtemp(dir=scratch())
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def upload(frame: Any, table: Any, folder: str, what: str = "clusters cannot be summed") -> Any:
    """A small Polars table on the engine of a frame, to be joined there; ``folder`` is for a file of it.

    ``what`` says what cannot be done where no table can be taken to the engine.
    """
    kind, native = frame.implementation, nw.to_native(frame)
    if kind.is_polars():
        return nw.from_native(table.lazy())
    if kind.is_dask():
        frames = import_module("dask.dataframe")
        return nw.from_native(frames.from_pandas(table.to_pandas(), npartitions=1))
    if kind.is_pyspark() or kind.is_pyspark_connect():
        return nw.from_native(native.sparkSession.createDataFrame(table.to_arrow()))
    if kind.is_ibis():
        return nw.from_native(import_module("ibis").memtable(table))
    if kind.is_sqlframe() and type(native.session).__name__ != "DuckDBSession":
        return nw.from_native(native.session.createDataFrame(table.rows(), table.columns))
    if not (kind.is_duckdb() or kind.is_sqlframe()):
        raise SettingError(
            f"{what} on {kind.name.lower()}: a small table cannot be taken there. "
            "Read the patients into memory."
        )
    # In a file: a query that holds every number takes minutes to write, and a name may be a table's already.
    path = f"{folder}/table.parquet"
    table.write_parquet(path)
    if kind.is_sqlframe():
        return nw.from_native(native.session.read.parquet(path))
    read = f"select * from read_parquet({_quoted(path)})"  # noqa: S608  # a path of our own
    return nw.from_native(native.query(f"patients_{uuid4().hex}", read))


def _quoted(text: str) -> str:
    """Text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


# So much of what an engine says is said again.
_MOST_SAID = 200
# What engines say, in words or by the name of the error, when memory was too small, or somebody went away.
_OF_MEMORY = ("memoryerror", "outofmemory", "out of memory", "cannot allocate memory", "memory_limit")
_OF_LOSS = (
    *("killedworker", "commclosed", "cancellederror", "lost", "connection refused", "py4jnetwork"),
    # Py4J's plain error, without one of Java's behind it: nobody answered.
    *("py4jerror an error occurred while calling", "answer from java side is empty"),
    *("sparkcontext was shut down", "stopped sparkcontext", "unavailable"),
)


@contextmanager
def translated_failures(*, of_libraries: bool = False) -> Iterator[None]:
    """Whatever an engine raises while it works becomes an error of ours, with the engine's first line.

    With ``of_libraries`` only errors of a kind that Python itself does not have, and of the system: where
    our own code runs as well, so that its mistakes are not taken for the engine's.
    """
    import polars as pl

    try:
        yield
    except BaserateError:
        raise
    except (Exception, pl.exceptions.PanicException) as error:
        if of_libraries and type(error).__module__ == "builtins" and not isinstance(error, OSError):
            raise
        raise _failure(error) from error


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it was raised for."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _failure(error: BaseException) -> FileError:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    why = f"{type(error).__name__}: {lines[0][:_MOST_SAID].rstrip('.')}" if lines else type(error).__name__
    said = " ".join(f"{type(one).__name__} {one}" for one in _chain(error)).lower()
    if any(word in said for word in _OF_MEMORY):
        return FileError(
            f"the engine ran out of memory: {why}.",
            advice="Give it more memory, or let it write to disk; the data are not at fault.",
        )
    if any(word in said for word in _OF_LOSS):
        return FileError(
            f"the engine, or one of its workers, was lost: {why}.",
            advice="Start it again and repeat the evaluation; nothing was kept of it.",
        )
    return FileError(f"the data cannot be read where they are: {why}.")
