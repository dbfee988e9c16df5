"""PostgreSQL, by psycopg: one table, the wanted columns, in one transaction that may only read.

An address may hold a password. What the driver and the server say when they fail is therefore never said
again: the kind of failure is, in our own words, and the error that we raise carries none of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import polars as pl

from baserate.errors import BaserateError, FileError
from baserate.patients.formats.addresses import Address
from baserate.patients.formats.rows import AT_ONCE, collect_rows
from baserate.patients.formats.table import Foreign, require
from baserate.patients.formats.tables import TableName, choose_table, quoted
from baserate.patients.limits import check_columns
from baserate.patients.roles import require_columns

T = TypeVar("T")

_SECONDS = 15
# What servers and the driver say, in any language that they may speak by its code, and what it means.
_BY_CODE = {
    "28P01": "the server refuses this user and password",
    "28000": "the server does not let this user in",
    "3D000": "the server has no such database",
    "42501": "this user may not read the table",
    "42P01": "the table is not there any more",
    "53300": "the server has no connection left",
    "57014": "the server ended the query, which took too long",
    "57P01": "the server was shut down",
}
_BY_WORDS = (
    ("password", "the server refuses this user and password, or asks for one that was not given"),
    ("does not exist", "the server has no such database or user"),
    ("translate host", "no such host is known"),
    ("resolve host", "no such host is known"),
    ("getaddrinfo", "no such host is known"),
    ("refused", "nobody answers there: is the server running, and the port right?"),
    ("timeout", "nobody answers there in time"),
    ("timed out", "nobody answers there in time"),
    ("ssl", "no encrypted connection could be agreed on"),
    ("pg_hba", "the server does not let this user in from here"),
    ("no such file", "nobody answers there: is the server running, and the port right?"),
    ("closed", "the server has closed the connection"),
    ("option", "the address has a setting that is not known"),
    ("parameter", "the address has a setting that is not known"),
)
_TABLES = """
select n.nspname, c.relname, pg_table_is_visible(c.oid)
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'p', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
  and n.nspname not like 'pg\\_%' and has_schema_privilege(n.oid, 'usage')
  and has_any_column_privilege(c.oid, 'select')
order by 1, 2
"""
_ENUMS = "select enumlabel from pg_enum where enumtypid = %s order by enumsortorder"


def read_address(name: str, wanted: Sequence[str] | None) -> tuple[Address, Foreign]:
    """The wanted columns of a table of PostgreSQL, or all, and where it is."""
    address = Address.of(name)
    driver = require("psycopg", "a PostgreSQL database", "postgresql")
    connection = _guarded(lambda: _connect(driver, address), address)
    try:
        return address, _guarded(lambda: _read(connection, address, wanted), address)
    finally:
        _guarded(connection.close, address)


def _connect(driver: Any, address: Address) -> Any:
    connection = driver.connect(address.url, connect_timeout=_SECONDS, fallback_application_name="baserate")
    connection.read_only = True
    connection.isolation_level = driver.IsolationLevel.REPEATABLE_READ
    return connection


def _guarded(work: Callable[[], T], address: Address) -> T:
    """Do some work of the driver's; whatever it raises is said in our words, and leaves nothing behind."""
    failure: BaserateError | None = None
    try:
        return work()
    except BaserateError as error:
        failure = error
    except Exception as error:
        failure = FileError(f"{address.shown} cannot be read: {_why(error)}.")
    failure.__context__ = None
    raise failure


def _why(error: Exception) -> str:
    code = getattr(error, "sqlstate", None)
    if code in _BY_CODE:
        return _BY_CODE[code]
    said = str(error).lower()
    return next((meaning for word, meaning in _BY_WORDS if word in said), type(error).__name__)


def _read(connection: Any, address: Address, wanted: Sequence[str] | None) -> Foreign:
    tables = [TableName(*row) for row in connection.execute(_TABLES).fetchall()]
    whole = address.shown.partition("::")[0]
    table = choose_table(address.table, tables, whole)
    shown = f"{whole}::{table.short}"
    stored = connection.execute(f"select * from {table.in_query} limit 0").description  # noqa: S608
    by_name = {column.name.strip(): column for column in stored}
    if len(by_name) < len(stored):
        raise FileError(f"{shown} has more than one column of the same name. Rename them.")
    check_columns(by_name, shown)
    require_columns(wanted or (), list(by_name), shown)
    names = list(by_name) if wanted is None else list(wanted)
    chosen = [by_name[name] for name in names]
    frame = collect_rows(_pieces(connection, [one.name for one in chosen], table), names, shown)
    for name, column in zip(names, chosen, strict=True):
        values = [row[0] for row in connection.execute(_ENUMS, [column.type_code]).fetchall()]
        frame = frame.with_columns(pl.col(name).cast(pl.Enum(values))) if values else frame
    return Foreign(frame, tuple(by_name), (f"table {table.short!r}",), {}, table.short)


def _pieces(connection: Any, columns: Sequence[str], table: TableName) -> Iterator[list[Any]]:
    """The rows, a piece at a time: the server keeps the others."""
    query = f"select {', '.join(map(quoted, columns)) or 1} from {table.in_query}"  # noqa: S608  # in quotes
    with connection.cursor(name="baserate") as cursor:
        cursor.execute(query)
        while piece := cursor.fetchmany(AT_ONCE):
            yield piece
