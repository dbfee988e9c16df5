"""Databases in a file: DuckDB, by itself, and SQLite, by Python; both are opened for reading only."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import polars as pl

from baserate.errors import FileError
from baserate.patients.engine import scratch
from baserate.patients.formats.rows import AT_ONCE, collect_rows
from baserate.patients.formats.table import Foreign, damaged, require
from baserate.patients.formats.tables import TableName, choose_table, quoted
from baserate.patients.limits import ROWS_IN_MEMORY, check_columns, is_binned
from baserate.patients.roles import require_columns

_NO_PATH = "a database is read where it lies: unpack it and name the file, not standard input or a pipe."


def read_sqlite(path: Path | None, name: str, named: str | None, wanted: Sequence[str] | None) -> Foreign:
    """The wanted columns of a table of SQLite, or all."""
    if path is None:
        raise FileError(f"{name} is an SQLite database; {_NO_PATH}")
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
            return _of_sqlite(database, name, named, wanted)
    except sqlite3.Error as error:
        raise _not_opened(name, error, "an SQLite database") from None


def _of_sqlite(database: Any, name: str, named: str | None, wanted: Sequence[str] | None) -> Foreign:
    found = database.execute(
        "select name from sqlite_master where type in ('table', 'view') "
        "and name not like 'sqlite\\_%' escape '\\' order by name"
    )
    table = choose_table(named, [TableName(None, one) for (one,) in found], name)
    shown = _shown(name, table)
    rows = database.execute(f"select * from {table.in_query} limit 0")  # noqa: S608  # a quoted name
    columns = _choose(wanted, [one[0] for one in rows.description], shown)
    rows = database.execute(_select(columns, table))
    frame = collect_rows(iter(lambda: rows.fetchmany(AT_ONCE), []), list(columns), shown)
    return Foreign(frame, tuple(columns.all), (f"table {table.short!r}",), {}, table.short)


class _Columns(dict[str, str]):
    """The wanted columns by the names that they go by, as they are stored; and the names of ``all``."""

    all: list[str]


def _choose(wanted: Sequence[str] | None, stored: Sequence[str], source: str) -> _Columns:
    by_name = {column.strip(): column for column in stored}
    if len(by_name) < len(stored):
        raise FileError(f"{source} has more than one column of the same name. Rename them.")
    check_columns(by_name, source)
    require_columns(wanted or (), list(by_name), source)
    columns = _Columns({name: by_name[name] for name in (by_name if wanted is None else wanted)})
    columns.all = list(by_name)
    return columns


def _select(columns: _Columns, table: TableName) -> str:
    chosen = ", ".join(quoted(column) for column in columns.values())
    return f"select {chosen or 1} from {table.in_query}"  # noqa: S608  # names in quotes


def _shown(name: str, table: TableName) -> str:
    return f"{name}, table {table.short!r}"


def _not_opened(name: str, error: Exception, what: str) -> FileError:
    said = str(error).partition("\n")[0]
    if "lock" in said.lower():
        return FileError(f"{name} is being written to by another program ({said}). Close it, or name a copy.")
    if "different configuration" in said:
        return FileError(
            f"{name} is open in this program already. Close that connection, or pass its table: "
            "connection.table(...)."
        )
    return damaged(name, said, what)


def read_duckdb(path: Path | None, name: str, named: str | None, wanted: Sequence[str] | None) -> Foreign:
    """The wanted columns of a table of DuckDB, or all."""
    if path is None:
        raise FileError(f"{name} is a DuckDB database; {_NO_PATH}")
    library = require("duckdb", f"a DuckDB database ({name})", "duckdb")
    try:
        with closing(_connect(library, path)) as database:
            return _of_duckdb(database, name, named, wanted)
    except library.Error as error:
        raise _not_read(library, name, error) from None


def _connect(library: Any, path: Path) -> Any:
    """For reading only, and so that a view in the file reaches no other file, and no network.

    Beside the file only tables of our own are read, such as one of clusters.
    """
    config = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    database = library.connect(str(path), read_only=True, config=config)
    ((reaches_others,),) = database.execute("select current_setting('enable_external_access')").fetchall()
    if reaches_others:  # else it is open already, by us
        ours = scratch().replace("'", "''")
        database.execute(f"set allowed_directories = ['{ours}']")
        database.execute("set enable_external_access = false")
    return database


def _not_read(library: Any, name: str, error: Exception) -> FileError:
    """Why a database is not read: it wants more than itself, or it is none."""
    if isinstance(error, library.PermissionException):
        return FileError(
            f"{name} has a view that reads another file, or the network, which baserate does not follow "
            f"({str(error).partition(chr(10))[0]}).",
            advice="Make a table of the view (create table ... as select * from ...), and name that.",
        )
    return _not_opened(name, error, "a DuckDB database")


def _of_duckdb(database: Any, name: str, named: str | None, wanted: Sequence[str] | None) -> Foreign:
    table = choose_table(named, _tables(database), name)
    shown = _shown(name, table)
    whole = database.sql(f"select * from {table.in_query}")  # noqa: S608  # a quoted name
    columns = _choose(wanted, whole.columns, shown)
    chosen = _select(columns, table)
    kinds = database.sql(chosen).types
    rows = _count(database, table)
    if rows == 0:
        raise FileError(f"{shown} has columns but no rows. Is it the right table?")
    if not ROWS_IN_MEMORY.allows(rows):
        raise ROWS_IN_MEMORY.exceeded(f"{shown} has {rows:,} rows")
    orders = {column: kind for column, kind in zip(columns, kinds, strict=False) if str(kind.id) == "enum"}
    frame = _with_orders(_rows_of(database.execute(chosen), list(columns), shown), orders)
    return Foreign(frame, tuple(columns.all), (f"table {table.short!r}",), {}, table.short)


def _rows_of(result: Any, columns: Sequence[str], shown: str) -> pl.DataFrame:
    def pieces() -> Iterator[list[tuple[Any, ...]]]:
        while piece := result.fetchmany(AT_ONCE):
            yield piece

    return collect_rows(pieces(), columns, shown)


def _with_orders(frame: pl.DataFrame, orders: dict[str, Any]) -> pl.DataFrame:
    """Columns of DuckDB's ENUM in the order of their values."""
    kinds = {column: pl.Enum(list(dict(kind.children)["values"])) for column, kind in orders.items()}
    return frame.with_columns(pl.col(column).cast(kind) for column, kind in kinds.items())


def _count(database: Any, table: TableName) -> int:
    ((rows,),) = database.execute(f"select count(*) from {table.in_query}").fetchall()  # noqa: S608
    return int(rows)


def _tables(database: Any) -> list[TableName]:
    found = database.execute(
        "select table_schema, table_name from information_schema.tables where table_catalog = "
        "current_database() and table_schema not in ('information_schema', 'pg_catalog') order by all"
    ).fetchall()
    return [TableName(schema, table, schema == "main") for schema, table in found]


def open_duckdb(path: Path, name: str, named: str | None) -> tuple[Any, str] | None:
    """A table that has too many rows for memory, as a relation that stays in the file; None for any other."""
    library = require("duckdb", f"a DuckDB database ({name})", "duckdb")
    try:
        database = _connect(library, path)
        table = choose_table(named, _tables(database), name)
        query = f"select * from {table.in_query}"  # noqa: S608  # a quoted name
        rows = _count(database, table)
        relation = database.sql(query) if is_binned(rows) else None
    except library.Error as error:
        raise _not_read(library, name, error) from None
    if relation is None:
        database.close()
        return None
    return relation, table.short
