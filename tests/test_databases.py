"""SQLite files, names of tables, and addresses of databases: what is said of them holds no password."""

from __future__ import annotations

import sqlite3
import traceback
from contextlib import closing
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

import baserate
from baserate.cli import main
from baserate.datasets import icu_cohort
from baserate.errors import BaserateError, ColumnError, FileError
from baserate.patients.files import read_table
from baserate.patients.formats.addresses import Address, is_address, scrub, shown, split_part
from baserate.patients.formats.tables import TableName, choose_table
from baserate.report.atomic_write import check_targets

ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}
MODELS = ["severity", "network"]


@pytest.fixture(scope="module")
def patients() -> pl.DataFrame:
    return icu_cohort().head(2000)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory, patients: pl.DataFrame) -> Path:
    path = tmp_path_factory.mktemp("databases") / "cohort.db"
    with closing(sqlite3.connect(path)) as connection:
        for table in ("visits", '"odd ""t"" name"'):
            columns = ", ".join(f'"{name}"' for name in patients.columns)
            connection.execute(f'create table {table} ({columns}, "odd ""c""")')
            marks = ", ".join("?" * (patients.width + 1))
            rows = [(*row, f"00{number}") for number, row in enumerate(patients.rows())]
            connection.executemany(f"insert into {table} values ({marks})", rows)
        connection.execute("create table empty (a, b)")
        connection.execute("create view half as select * from visits where stay % 2 = 0")
        connection.commit()
    return path


@pytest.mark.filterwarnings("ignore::baserate.errors.FewEventsWarning")
def test_a_table_of_sqlite_is_judged_as_the_frame_is(database: Path, patients: pl.DataFrame) -> None:
    ours = baserate.evaluate(f"{database}::visits", "died", MODELS, by="unit", **ASKED)
    frame = baserate.evaluate(patients, "died", MODELS, by="unit", **ASKED)
    assert ours.patients.sha256 == frame.patients.sha256
    assert ours.compare(*MODELS).value == frame.compare(*MODELS).value
    assert ours.patients.origin["part"] == "visits"
    assert ours.patients.notes == ("table 'visits'",)


def test_names_with_quotes_and_text_that_looks_like_numbers(database: Path) -> None:
    table = read_table(f'{database}::odd "t" name', ['odd "c"'])
    assert table.frame.columns == ['odd "c"']
    assert table.frame['odd "c"'].to_list()[:2] == ["000", "001"]
    assert read_table(f"{database}::half", ["died"]).frame.height == 1000


def test_of_several_tables_one_must_be_named(database: Path) -> None:
    with pytest.raises(FileError, match=r"4 tables: 'empty', 'half', .*Say which one: .*cohort\.db::empty"):
        read_table(database)
    with pytest.raises(FileError, match=r"no table 'visit'. Is 'visits' meant"):
        read_table(f"{database}::visit")
    with pytest.raises(FileError, match="no rows"):
        read_table(f"{database}::empty")
    with pytest.raises(ColumnError, match=r"'dead'"):
        read_table(f"{database}::visits", ["dead"])


def test_the_database_is_not_changed_and_may_not_be_written_over(database: Path) -> None:
    before = database.read_bytes()
    read_table(f"{database}::visits")
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == ["cohort.db"]
    with pytest.raises(FileError, match="holds the data"):
        check_targets([str(database)], [f"{database}::visits"])


def test_a_database_that_is_damaged_or_comes_through_a_pipe(database: Path, tmp_path: Path) -> None:
    content = database.read_bytes()
    (tmp_path / "cut.db").write_bytes(content[:3000])
    with pytest.raises(FileError, match="damaged, cut off or not an SQLite database"):
        read_table(f"{tmp_path / 'cut.db'}::visits")
    with (tmp_path / "cut.db").open("rb") as stream, pytest.raises(FileError, match="read where it lies"):
        read_table(stream)


def test_more_rows_than_are_held_are_refused(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASERATE_MOST_ROWS", "100")
    with pytest.raises(FileError, match="more rows than that: the limit is 100"):
        read_table(f"{database}::visits", ["died"])


def test_values_of_several_kinds_in_a_column(tmp_path: Path) -> None:
    path = tmp_path / "mixed.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table t (a, b, c)")
        connection.executemany(
            "insert into t values (?, ?, ?)", [(1, 1, "x"), (0.5, "y", None), (None, 2.0, b"\xff")]
        )
        connection.commit()
    frame = read_table(path).frame
    assert frame["a"].to_list() == [1.0, 0.5, None]
    assert frame["b"].to_list() == ["1", "y", "2"]
    assert frame["c"].to_list() == ["x", None, "ff"]


TABLES = [TableName("main", "visits"), TableName("s", "visits", False), TableName("s", "a.b", False)]


@pytest.mark.parametrize(
    ("part", "schema", "name"),
    [
        ("visits", "main", "visits"),
        ("VISITS", "main", "visits"),
        ("main.visits", "main", "visits"),
        ("s.visits", "s", "visits"),
        ('"s"."visits"', "s", "visits"),
        ("S.Visits", "s", "visits"),
        ("s.a.b", "s", "a.b"),
        ('"s"."a.b"', "s", "a.b"),
    ],
)
def test_which_table_is_meant(part: str, schema: str, name: str) -> None:
    assert choose_table(part, TABLES, "db")[:2] == (schema, name)


def test_a_table_that_may_be_two_is_refused() -> None:
    twins = [TableName("a", "b.c", False), TableName("a.b", "c", False)]
    with pytest.raises(FileError, match=r"'a.b.c' may be any of \"a\".\"b.c\", \"a.b\".\"c\""):
        choose_table("a.b.c", twins, "db")
    assert choose_table('"a.b"."c"', twins, "db") == twins[1]
    with pytest.raises(FileError, match="no tables"):
        choose_table(None, [], "db")


# Addresses

SECRET = "hunter2"
ADDRESSES = {
    "plain": f"postgresql://ann:{SECRET}@nowhere.invalid/db::t",
    "postgres": f"postgres://ann:{SECRET}@nowhere.invalid:5432/db::t",
    "percent": f"postgresql://ann:{SECRET}%40%2F@nowhere.invalid/db::t",
    "badly percent-encoded": f"postgresql://ann:{SECRET}%zz@nowhere.invalid/db::t",
    "not encoded: @": f"postgresql://ann:{SECRET}@x@nowhere.invalid/db::t",
    "not encoded: /": f"postgresql://ann:{SECRET}/x@nowhere.invalid/db::t",
    "not encoded: blank": f"postgresql://ann:{SECRET} x@nowhere.invalid/db::t",
    "not encoded: ?": f"postgresql://ann:{SECRET}?x@nowhere.invalid/db::t",
    "not encoded: #": f"postgresql://ann:{SECRET}#x@nowhere.invalid/db::t",
    "not encoded: [": f"postgresql://ann:{SECRET}[*x@nowhere.invalid/db::t",
    "only a password": f"postgresql://:{SECRET}@nowhere.invalid/db::t",
    "as a setting": f"postgresql://ann@nowhere.invalid/db?password={SECRET}::t",
    "of a certificate": f"postgresql://ann@nowhere.invalid/db?sslpassword={SECRET}&sslmode=require::t",
    "settings": f"host=nowhere.invalid dbname=db user=ann password={SECRET}",
    "settings with blanks": f"host=nowhere.invalid password = '{SECRET} x'",
    "settings of ODBC": f"Driver={{PostgreSQL}};Server=nowhere.invalid;UID=ann;PWD={SECRET}",
    "JDBC": f"jdbc:postgresql://nowhere.invalid/db?user=ann&password={SECRET}",
    "another database": f"mysql://ann:{SECRET}@nowhere.invalid/db",
    "SQLAlchemy": f"postgresql+psycopg2://ann:{SECRET}@nowhere.invalid/db",
    "web": f"https://ann:{SECRET}@nowhere.invalid/cohort.csv",
    "one slash": f"postgresql:/ann:{SECRET}@nowhere.invalid/db",
    "no scheme": f"ann:{SECRET}@nowhere.invalid/db",
    "Oracle": f"ann/{SECRET}@nowhere.invalid",
    "empty host": f"postgresql://ann:{SECRET}@/db::t",
    "settings after the table": f"postgresql://ann@nowhere.invalid/db::t?password={SECRET}",
    "settings after a semicolon": f"postgresql://nowhere.invalid/db;password={SECRET}",
    "settings after an ampersand": f"postgresql://nowhere.invalid/db&password={SECRET}",
    "not encoded: / and ::": f"postgresql://ann:{SECRET}/x::y@nowhere.invalid/db",
    "not encoded: / and ?": f"postgresql://ann:{SECRET}/x?y@nowhere.invalid/db",
    "not encoded: @ and / and ?": f"postgresql://ann:x@{SECRET}/x?y@nowhere.invalid/db",
    "not encoded: @ and / and ::": f"postgresql://ann:x@{SECRET}/x::y@nowhere.invalid/db",
    "no host": f"postgresql://ann:{SECRET}/db",
    "a blank before it": f" postgresql://ann:{SECRET}@nowhere.invalid/db",
}


@pytest.mark.parametrize("how", ADDRESSES)
def test_an_address_is_never_quoted(how: str) -> None:
    address = ADDRESSES[how]
    assert is_address(address)
    assert SECRET not in shown(address)
    with pytest.raises(BaserateError) as caught:
        baserate.evaluate(address, "died", MODELS, **ASKED)
    error: BaseException | None = caught.value
    while error is not None:
        assert SECRET not in f"{error}{error!r}{error.args}"
        error = error.__cause__ or error.__context__
    assert SECRET not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("how", ADDRESSES)
def test_an_address_in_place_of_a_result_is_not_quoted(how: str) -> None:
    with pytest.raises(BaserateError) as caught:
        baserate.read_result(ADDRESSES[how])
    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_an_address_to_write_to_is_not_quoted(tmp_path: Path) -> None:
    """A path has one slash where the address had two."""
    result = CliRunner().invoke(main, ["report", str(tmp_path / "a.json"), "--out", ADDRESSES["plain"]])
    assert result.exit_code == 3
    assert "cannot be written" in result.stderr
    assert SECRET not in result.output + result.stderr


# "files" that the commands take, in every place in which one is named
PLACES = (
    ["check", "{}"],
    ["evaluate", "{}", "--outcome", "died", "--score", "a", "--cost", "1:30"],
    ["evaluate", "{}", "{}", "--outcome", "died", "--score", "a", "--cost", "1:30"],
    ["evaluate", "{}", "--outcome", "died", "--score", "a", "--cost", "1:30", "--out", "/no/such/folder/x"],
    ["evaluate", "{}", "--outcome", "died", "--score", "a", "--cost", "1:30", "--prevalence-from", "{}"],
    ["evaluate", "--study", "{}"],
    ["reduce", "{}", "--outcome", "died", "--score", "a", "--out", "{tmp}/a.parquet"],
    ["shift", "{}", "--outcome", "died", "--score", "a", "--by", "b"],
    ["prevalence", "{}", "--source", "{}", "--outcome", "died", "--score", "a"],
    ["watch", "{}", "--reference", "{}", "--outcome", "died", "--score", "a", "--month", "m"],
    ["init", "{}"],
    ["report", "{}"],
    ["plot", "{}", "--figure", "roc", "--out", "{tmp}/a.pdf"],
)


@pytest.mark.parametrize("place", PLACES, ids=" ".join)
@pytest.mark.parametrize("how", ["plain", "not encoded: @", "settings with blanks", "no scheme"])
def test_no_command_says_a_password(place: list[str], how: str, tmp_path: Path) -> None:
    arguments = [one.replace("{tmp}", str(tmp_path)).replace("{}", ADDRESSES[how]) for one in place]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code not in (0, None)
    assert SECRET not in result.output + result.stderr + repr(result.exception)


def test_what_an_address_shows() -> None:
    address = Address.of("postgresql://ann:hunter2@db.example:5433/icu%20x?sslmode=require::S.t")
    assert address.shown == "postgresql://db.example:5433/icu x::S.t"
    assert address.table == "S.t"
    assert address.url == "postgresql://ann:hunter2@db.example:5433/icu%20x?sslmode=require"
    assert repr(address) == "Address(shown='postgresql://db.example:5433/icu x::S.t', table='S.t')"
    two = Address.of('postgresql://ann@one:5432,two/icu::"odd?name"')
    assert (two.shown, two.table) == ('postgresql://one:5432,two/icu::"odd?name"', '"odd?name"')
    six = Address.of("postgresql://ann@[::1]:5432/icu")
    assert (six.shown, six.table) == ("postgresql://[::1]:5432/icu", None)


def test_a_file_with_a_strange_name_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("user=ann.csv", "ann:x@host.csv"):
        Path(name).write_text("a,b\n1,2\n")
        assert not is_address(name)
        assert read_table(name).frame.height == 1
    assert split_part("user=ann.csv") == ("user=ann.csv", None)


def test_other_files_are_still_named_in_errors() -> None:
    for name in ("cohort.csv", "a/b c/cohort.parquet", "wards/*.parquet", "C:/data/x.csv", "x?.parquet"):
        assert not is_address(name)
    with pytest.raises(FileError, match=r"no file no-such\.xlsx"):
        read_table("no-such.xlsx::Sheet1")


def test_scrubbing_leaves_what_is_no_secret() -> None:
    assert scrub("see https://example.org/a and mail ann@example.org") == (
        "see https://example.org/a and mail ann@example.org"
    )
    assert SECRET not in scrub(" ".join(ADDRESSES[how] for how in ("plain", "settings", "as a setting")))
