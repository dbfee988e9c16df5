"""Names that say more than a path: a sheet or a table within a file, and the address of a database.

``cohort.xlsx::Sheet2`` and ``cohort.duckdb::visits`` name a part of a file. An address may hold a password.
So nothing of it is said again but what is known to be none: the kind of database, the host, the database and
the table. What cannot be taken apart with certainty is not quoted at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from baserate.errors import FileError, SettingError

__all__ = ["shown"]

#: Between a file, or the address of a database, and what is meant in it.
SIGN = "::"
#: What stands in place of an address that cannot be shown.
WITHHELD = "the database whose address was given"

_HOW = "Write it as postgresql://user@host/database::table"
_PASSWORDS = (
    "Signs such as / @ : ? # % in a user or a password are written as percent and two digits; better, leave "
    "the password out, and let PGPASSWORD or a .pgpass file say it."
)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.:-]+)://")
_KNOWN = re.compile(
    r"(jdbc|odbc|postgres|postgresql|mysql|mariadb|mssql|oracle|redshift|snowflake|clickhouse|trino|sqlserver)"
    r"(\+\w+)?:",
    re.IGNORECASE,
)
# What a list of settings has in it: host=db password='a b', or Server=db;PWD=x.
_SETTINGS = re.compile(
    r"(^|[\s;?&])(host|hostaddr|dbname|database|server|service|user|uid|\w*pass(word|wd|phrase|file)?|pwd)\s*=",
    re.IGNORECASE,
)
_USER_AT_HOST = re.compile(r"[^\s/:@]*[:/][^@]*@[\w.\[\]:-]+")
_ONE_HOST = r"([\w.%-]*|\[[0-9A-Fa-f:.]+\])(:\d+)?"
_ADDRESS = re.compile(
    r"(?P<scheme>postgres(ql)?)://"
    r"((?P<user>[\w.~!$&'()*+,;=%-]*)(:(?P<password>[\w.~!$&'()*+,;=%-]*))?@)?"
    rf"(?P<host>{_ONE_HOST}(,{_ONE_HOST})*)"
    r"/(?P<database>[\w.~!$'()*+,%-]*)"
    r"(\?(?P<query>[^#\s:@]*(?::(?!:)[^#\s:@]*)*))?"
    r"(::(?P<table>.+))?",
    re.DOTALL,
)
_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
# What the name of a database or of a table has in it where it is no name, but the rest of a password or of
# settings. A table that is called so is named in quotes.
_NO_NAME = re.compile(r"[@?=&;/]")
_IN_QUOTES = re.compile(r'("([^"]|"")+"\.)?"([^"]|"")+"')


def is_address(name: str) -> bool:
    """Whether a name is, or may be meant as, the address of a database: then it is not quoted.

    >>> is_address("postgresql://user:secret@host/db"), is_address("host=db password='a b'")
    (True, True)
    >>> is_address("cohort.csv"), is_address("C:/data/cohort.csv")
    (False, False)
    """
    name = name.lstrip()
    # A name with a blank or a sign in it may be that of a file, and then it is one.
    if not (_SCHEME.match(name) or _KNOWN.match(name) or _SETTINGS.search(name) or _USER_AT_HOST.match(name)):
        return False
    return bool(_SCHEME.match(name)) or not _is_there(split_part(name)[0])


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def shown(name: str) -> str:
    """A name as it may be said: that of a file as it is, of an address only what is no secret.

    >>> shown("postgresql://ann:secret@db.example/icu?password=x::visits")
    'postgresql://db.example/icu::visits'
    """
    if not is_address(name):
        return name
    try:
        return Address.of(name).shown
    except (FileError, SettingError):
        return WITHHELD


def scrub(text: str) -> str:
    """Text without what may be a password in it: a last resort, for whatever others have written.

    >>> scrub("cannot open postgresql://ann:p@ss@db/icu and password='a b' here")
    'cannot open postgresql://...@db/icu and password=... here'
    """
    text = re.sub(r"(\w[\w+.-]+:/+)\S*@", r"\1...@", text)
    return re.sub(
        r"(?i)(\b\w*(?:pass(?:word|wd|phrase)|pwd)\s*=\s*)('[^']*'|\"[^\"]*\"|[^\s&;]+)", r"\1...", text
    )


def split_part(name: str) -> tuple[str, str | None]:
    """The file, and what is meant in it: ``cohort.xlsx::Sheet2``; a file that is called so is a file.

    >>> split_part("cohort.xlsx::Sheet2"), split_part("cohort.csv")
    (('cohort.xlsx', 'Sheet2'), ('cohort.csv', None))
    """
    file, sign, part = name.partition(SIGN)
    if not sign or _is_there(name):
        return name, None
    return file, part


@dataclass(frozen=True)
class Address:
    """Where a PostgreSQL database is, and which table is meant; its text shows no secret."""

    shown: str
    table: str | None
    url: str = field(repr=False)

    @classmethod
    def of(cls, name: str) -> Address:
        """Take an address apart; refused, without being quoted, where it is none that can be read."""
        scheme = _SCHEME.match(name)
        kind = "" if scheme is None else scheme[1].lower()
        if kind not in ("postgresql", "postgres"):
            raise _not_read(kind)
        found = _ADDRESS.fullmatch(name)
        if found is None or _PERCENT.search(name.partition(SIGN)[0] if found is None else found[0]):
            raise FileError(f"the address of the database is not well formed. {_HOW}.", advice=_PASSWORDS)
        host, database = found["host"], unquote(found["database"])
        table = found["table"]
        if (
            "@" in unquote(host)
            or not database.isprintable()
            or _NO_NAME.search(database)
            or (table is not None and _NO_NAME.search(table) and not _IN_QUOTES.fullmatch(table))
        ):
            raise FileError(f"the address of the database is not well formed. {_HOW}.", advice=_PASSWORDS)
        address = name if table is None else name[: -len(SIGN + table)]
        said = f"postgresql://{host}/{database}" + ("" if table is None else f"{SIGN}{table}")
        return cls(said, table, address)


def _not_read(kind: str) -> FileError:
    plain = re.fullmatch(r"[a-z][a-z0-9+-]{1,19}", kind)
    if kind in ("sqlite", "duckdb", "file"):
        return FileError("a file is named by its path: cohort.sqlite::visits, not as an address.")
    if plain is None:
        return FileError(
            f"what was given looks like the settings of a database, and may hold a password. {_HOW}."
        )
    return FileError(
        f"an address that begins with {kind}:// is not read. {_HOW}; of other databases pass a table of "
        "Ibis, or save the table as CSV or Parquet."
    )
