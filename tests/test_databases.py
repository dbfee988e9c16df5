"""SQLite files, names of tables in files, and addresses, of which nothing is said again."""

from __future__ import annotations

import gzip
import json
import sqlite3
import traceback
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

import baserate
from baserate.cli import main
from baserate.datasets import icu_cohort
from baserate.errors import ColumnError, FileError, SettingError
from baserate.evaluation.study_file import StudyFile
from baserate.patients.files import read_table
from baserate.patients.formats.tables import TableName, choose_table
from baserate.patients.named_table import NamedTable, check_path
from baserate.report.atomic_write import check_targets
from tests.support.command_line import run

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
    ours = baserate.evaluate(database, "died", MODELS, table="visits", by="unit", **ASKED)
    frame = baserate.evaluate(patients, "died", MODELS, by="unit", **ASKED)
    assert ours.patients.sha256 == frame.patients.sha256
    assert ours.compare(*MODELS).value == frame.compare(*MODELS).value
    assert ours.patients.origin["table"] == "visits"
    assert ours.patients.notes == ("table 'visits'",)


def test_names_with_quotes_and_text_that_looks_like_numbers(database: Path) -> None:
    table = read_table(NamedTable(database, 'odd "t" name'), ['odd "c"'])
    assert table.frame.columns == ['odd "c"']
    assert table.frame['odd "c"'].to_list()[:2] == ["000", "001"]
    assert read_table(NamedTable(database, "half"), ["died"]).frame.height == 1000


def test_of_several_tables_one_must_be_named(database: Path) -> None:
    with pytest.raises(
        FileError, match=r"cohort\.db has 4 tables: 'empty', 'half', .*Say which one: table='empty'$"
    ):
        read_table(database)
    with pytest.raises(FileError, match=r"no table 'visit'. Is 'visits' meant"):
        read_table(NamedTable(database, "visit"))
    with pytest.raises(FileError, match="no rows"):
        read_table(NamedTable(database, "empty"))
    with pytest.raises(ColumnError, match=r"'dead'"):
        read_table(NamedTable(database, "visits"), ["dead"])


def test_the_database_is_not_changed_and_may_not_be_written_over(database: Path) -> None:
    before = database.read_bytes()
    read_table(NamedTable(database, "visits"))
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == ["cohort.db"]
    with pytest.raises(FileError, match="holds the data"):
        check_targets([str(database)], [str(database)])


def test_a_database_that_is_damaged_or_comes_through_a_pipe(database: Path, tmp_path: Path) -> None:
    content = database.read_bytes()
    (tmp_path / "cut.db").write_bytes(content[:3000])
    with pytest.raises(FileError, match="damaged, cut off or not an SQLite database"):
        read_table(NamedTable(tmp_path / "cut.db", "visits"))
    with (tmp_path / "cut.db").open("rb") as stream, pytest.raises(FileError, match="read where it lies"):
        read_table(stream)


def test_more_rows_than_are_held_are_refused(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASERATE_MOST_ROWS", "100")
    with pytest.raises(FileError, match="more rows than that: the limit is 100"):
        read_table(NamedTable(database, "visits"), ["died"])


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


# Tables by name


def test_a_table_that_was_named_is_on_record(database: Path, patients: pl.DataFrame) -> None:
    ev = baserate.evaluate(database, "died", "network", table="visits", **ASKED)
    record = ev.to_dict()["provenance"]
    assert record["parameters"]["table"] == "visits"
    assert record["source"]["name"] == str(database)
    assert record["source"]["table"] == "visits"
    again = baserate.evaluate(database, **record["parameters"]).to_dict()["provenance"]
    assert again["parameters"] == record["parameters"]
    unnamed = baserate.evaluate(patients, "died", "network", **ASKED)
    assert unnamed.to_dict()["provenance"]["parameters"]["table"] is None


FRAME = pl.DataFrame({"died": [0, 1], "network": [0.1, 0.2], "ward": ["a", "b"]})


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (FRAME, "the DataFrame that was given"),
        (FRAME.lazy(), "the LazyFrame that was given"),
        (FRAME.to_dict(as_series=False), "the dict that was given"),
    ],
    ids=["frame", "lazy frame", "mapping"],
)
def test_what_is_no_file_has_no_table(data: Any, what: str) -> None:
    no_table = rf"^{what}: no sheet or table can be named here.*Leave out table='visits'\.$"
    with pytest.raises(SettingError, match=no_table):
        baserate.evaluate(data, "died", "network", table="visits", **ASKED)
    with pytest.raises(SettingError, match=no_table):
        baserate.shift("died", "network", "ward", data=data, table="visits")
    both = r"^the data that were given: no sheet or table can be named here.*Leave out table='visits'\.$"
    for ask in (baserate.estimate_prevalence, partial(baserate.move_model, cost="1:30")):
        with pytest.raises(SettingError, match=both):
            ask("died", "network", source=data, target=data, table="visits")
    with pytest.raises(SettingError, match=both):
        baserate.watch("died", "network", {"2026-01": data}, reference=data, table="visits")


def test_arrays_have_no_table() -> None:
    y, p, by = [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], ["a", "a", "b", "b"]
    with pytest.raises(SettingError, match=r"^arrays: no sheet or table"):
        baserate.shift(y, p, by, table="visits")
    with pytest.raises(SettingError, match=r"^the data that were given: no sheet or table"):
        baserate.estimate_prevalence(y, p, p, table="visits")


@pytest.mark.parametrize("kind", ["csv", "csv.gz", "parquet", "folder", "pattern", "summary"])
def test_a_file_without_tables_has_none_to_name(
    kind: str, tmp_path: Path, patients: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    patients.write_csv(tmp_path / "a.csv")
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress((tmp_path / "a.csv").read_bytes()))
    (tmp_path / "wards").mkdir()
    for path in (tmp_path / "a.parquet", tmp_path / "wards" / "a.parquet"):
        patients.write_parquet(path)
    run("reduce", str(tmp_path / "a.csv"), *COLUMNS, "--out", str(tmp_path / "summary.parquet"))
    names = {"folder": "wards", "pattern": "wards/*.parquet", "summary": "summary.parquet"}
    name = str(tmp_path / names.get(kind, f"a.{kind}"))
    refused = "table cannot be honoured" if kind == "summary" else "no sheet or table can be named here"
    asked: tuple[Any, ...] = () if kind == "summary" else ("died", "network")
    with pytest.raises(SettingError, match=refused):
        baserate.evaluate(name, *asked, table="visits", **ASKED)
    if kind == "parquet":  # also one that is too large for memory
        monkeypatch.setenv("BASERATE_MOST_PATIENTS", "1000")
        with pytest.raises(SettingError, match=refused):
            baserate.evaluate(name, *asked, table="visits", **ASKED)
    options = () if kind == "summary" else COLUMNS
    told = run("evaluate", name, *options, "--cost", "1:30", "--table", "visits", status=2).stderr
    assert f"table {'cannot be honoured' if kind == 'summary' else 'can be named here'}" in told
    assert "--table" in told


@pytest.mark.parametrize("table", [1, ["visits"], b"visits"])
def test_the_name_of_a_table_is_text(table: Any, database: Path) -> None:
    told = "table= must be the name of a sheet or a table; found"
    with pytest.raises(SettingError, match=told):
        baserate.evaluate(database, "died", "network", table=table, **ASKED)
    with pytest.raises(SettingError, match=told):
        baserate.estimate_prevalence("died", "network", source=database, target=database, table=table)


COLUMNS = ("--outcome", "died", "--score", "network")


def test_of_two_files_each_that_has_tables_is_asked_for_it(
    database: Path, patients: pl.DataFrame, tmp_path: Path
) -> None:
    there = tmp_path / "ward.csv"
    patients.tail(1000).write_csv(there)
    asked: dict[str, Any] = {"source": database, "table": "visits"}
    plain = baserate.estimate_prevalence("died", "network", source=patients, target=patients.tail(1000))
    assert baserate.estimate_prevalence("died", "network", target=there, **asked).value == plain.value
    both = baserate.estimate_prevalence("died", "network", target=database, **asked)
    assert both.target_patients == patients.height
    moved = baserate.move_model("died", "network", target=there, cost="1:30", **asked)
    assert moved.prevalence.value == plain.value
    risks = moved.adjust_table(database, table="visits")
    assert risks.equals(moved.adjust_table(patients))
    with pytest.raises(SettingError, match=r"ward\.csv: no sheet or table"):
        moved.adjust_table(there, table="visits")


def test_months_in_files_with_and_without_tables(
    database: Path, patients: pl.DataFrame, tmp_path: Path
) -> None:
    month = tmp_path / "2026-02.csv"
    patients.tail(700).write_csv(month)
    files = {"2026-01": database, "2026-02": month}
    ours = baserate.watch("died", "network", files, reference=database, table="visits")
    frames = {"2026-01": patients, "2026-02": patients.tail(700)}
    theirs = baserate.watch("died", "network", frames, reference=patients)
    assert [one.patients for one in ours.months] == [2000, 700]
    assert ours.to_frame().equals(theirs.to_frame())
    split = baserate.watch("died", "network", database, reference=month, month="unit", table="visits")
    assert {one.name for one in split.months} == {"cardiac", "mixed"}


TWO = "has 2 tables: 'a few', 'visits'. Say which one: "


@pytest.fixture
def two(tmp_path: Path, patients: pl.DataFrame) -> Path:
    """A database with two tables of the same columns."""
    path = tmp_path / "cohort.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        for table, rows in (("visits", 1000), ("a few", 900)):
            frame = patients.head(rows)
            connection.execute(f'create table "{table}" ({", ".join(frame.columns)})')
            marks = ", ".join("?" * frame.width)
            connection.executemany(f'insert into "{table}" values ({marks})', frame.rows())
        connection.commit()
    return path


def test_which_table_is_said_as_whoever_reads_it_would_write_it(two: Path) -> None:
    with pytest.raises(FileError) as caught:
        baserate.evaluate(two, "died", "network", **ASKED)
    assert str(caught.value) == f"{two} {TWO}table='a few'"
    assert run("check", str(two), status=3).stderr == f"Error: {two} {TWO}--table 'a few'\n"


# Every command that reads patients, with "{}" for the database and "{tmp}" for where it may write
READERS = (
    ["check", "{}", *COLUMNS],
    ["evaluate", "{}", *COLUMNS, "--cost", "1:30"],
    ["evaluate", "{}", *COLUMNS, "--cost", "1:30", "--prevalence-from", "{}"],
    ["evaluate", "--study", "{tmp}/study.toml"],
    ["check", "{tmp}/study.toml"],
    ["reduce", "{}", *COLUMNS, "--out", "{tmp}/a.parquet"],
    ["shift", "{}", *COLUMNS, "--by", "hospital"],
    ["prevalence", "--source", "{}", "--target", "{}", *COLUMNS],
    ["move", "--source", "{}", "--target", "{}", *COLUMNS, "--cost", "1:30", "--out", "{tmp}/a.csv"],
    ["watch", "{}", "2026-01={}", *COLUMNS],
    ["watch", "{}", "{}", "--month", "unit", "--tolerance", "50", *COLUMNS],
    ["init", "{}", "--force", "--out", "{tmp}/new.toml"],
    ["plot", "{}", *COLUMNS, "--cost", "1:30", "--figure", "roc", "--out", "{tmp}/a.svg"],
)
STUDY = """\
data = "cohort.sqlite"
outcome = "died"
scores = ["network"]
[deployment]
cost = "1:30"
"""


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_commands_take_a_table(command: list[str], two: Path, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(STUDY)
    arguments = [one.replace("{tmp}", str(tmp_path)).replace("{}", str(two)) for one in command]
    advice = 'table = "a few"' if "--study" in command else "--table 'a few'"
    assert f"{TWO}{advice}" in run(*arguments, status=3).stderr
    done = run(*arguments, "--table", "a few")
    assert ("900" in done.stdout) == (command[0] not in ("init", "plot", "shift"))
    missing = run(*arguments, "--table", "visit", status=3)
    assert "has no table 'visit'. Is 'visits' meant?" in missing.stderr


def test_a_study_names_the_table_of_its_data(two: Path, tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(f'table = "a few"\n{STUDY}')
    record = json.loads(run("evaluate", "--study", str(study), "--json").stdout)["provenance"]
    assert (record["parameters"]["table"], record["source"]["table"]) == ("a few", "a few")
    assert "900 rows" in run("check", str(study)).stdout
    instead = json.loads(run("evaluate", "--study", str(study), "--table", "visits", "--json").stdout)
    assert instead["data"]["rows"] == 1000
    # Another file in place of the data has other tables, or none.
    other = tmp_path / "other.csv"
    read_table(NamedTable(two, "visits")).frame.write_csv(other)
    found = json.loads(run("evaluate", str(other), "--study", str(study), "--json").stdout)
    assert found["data"]["rows"] == 1000
    assert f"{TWO}--table" in run("evaluate", str(two), "--study", str(study), status=3).stderr
    study.write_text(f"table = 3\n{STUDY}")
    told = run("evaluate", "--study", str(study), status=2).stderr
    assert "table must be the name of a sheet or a table; found 3" in told


def test_init_writes_the_table_into_the_study(two: Path, tmp_path: Path) -> None:
    run("init", str(two), "--table", "a few", "--out", str(tmp_path / "study.toml"))
    assert StudyFile.read(tmp_path / "study.toml").content["table"] == "a few"
    run("init", "--out", str(tmp_path / "other.toml"))
    assert "table" not in StudyFile.read(tmp_path / "other.toml").content


def test_copies_may_lie_in_sheets_or_tables_of_one_file(two: Path) -> None:
    copies = [
        baserate.evaluate(two, "died", "network", table=table, cluster="stay", cost="1:30")
        for table in ("visits", "visits")
    ]
    renamed = replace(copies[1], question=replace(copies[1].question, table="copy 2"))
    assert baserate.pool_imputations([copies[0], renamed]).models == ("network",)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("{two}::visits", "name the file, {two}, and table='visits'"),
        ("no-such.xlsx::Sheet 1", "name the file, no-such.xlsx, and table='Sheet 1'"),
        ("no-such.xlsx::", "Check the path"),
        ("::visits", "Check the path"),
    ],
)
def test_a_table_in_a_path_is_told_where_it_belongs(name: str, told: str, two: Path) -> None:
    name, told = name.replace("{two}", str(two)), told.replace("{two}", str(two))
    with pytest.raises(FileError) as caught:
        baserate.evaluate(name, "died", "network", **ASKED)
    assert f"there is no file {name}" in str(caught.value)
    assert told in str(caught.value)


def test_a_table_in_a_path_on_the_command_line(two: Path) -> None:
    told = run("evaluate", f"{two}::a few", *COLUMNS, "--cost", "1:30", status=3).stderr
    assert f"there is no file {two}::a few." in told
    assert told.endswith(f"name the file, {two}, and --table 'a few'.\n")


def test_a_file_whose_name_has_two_colons_is_a_file(two: Path, tmp_path: Path) -> None:
    odd = tmp_path / "a::visits"
    odd.write_bytes(two.read_bytes())
    assert baserate.evaluate(odd, "died", "network", table="a few", **ASKED).everyone.patients == 900
    frame = read_table(NamedTable(two, "visits")).frame
    frame.write_csv(tmp_path / "b::c.csv")
    assert baserate.evaluate(tmp_path / "b::c.csv", "died", "network", **ASKED).everyone.patients == 1000
    with pytest.raises(FileError, match="holds the data"):
        check_targets([str(odd)], [str(odd)])


# Addresses

SECRET = "hunter2"
ADDRESSES = {
    "PostgreSQL": f"postgresql://ann:{SECRET}@nowhere.invalid/db",
    "with a table": f"postgres://ann:{SECRET}@nowhere.invalid:5432/db::t",
    "not encoded: @": f"postgresql://ann:{SECRET}@x@nowhere.invalid/db",
    "not encoded: /": f"postgresql://ann:{SECRET}/x@nowhere.invalid/db",
    "not encoded: ?": f"postgresql://ann:{SECRET}?x@nowhere.invalid/db",
    "not encoded: [": f"postgresql://ann:{SECRET}[*x@nowhere.invalid/db",
    "as a setting": f"postgresql://ann@nowhere.invalid/db?password={SECRET}",
    "MySQL": f"mysql://ann:{SECRET}@nowhere.invalid/db",
    "JDBC": f"jdbc:postgresql://nowhere.invalid/db?user=ann&password={SECRET}",
    "SQLAlchemy": f"postgresql+psycopg2://ann:{SECRET}@nowhere.invalid/db",
    "web": f"https://ann:{SECRET}@nowhere.invalid/cohort.csv",
    "one slash": f"postgresql:/ann:{SECRET}@nowhere.invalid/db",
    "no host": f"postgresql://ann:{SECRET}/db",
    "a blank before it": f" postgresql://ann:{SECRET}@nowhere.invalid/db",
}
REFUSED = (
    " is not read; it is not repeated here, as it may hold a password. Save the table as CSV or Parquet and "
    "name that file; or, in Python, pass a table of Ibis."
)


@pytest.mark.parametrize("how", ADDRESSES)
def test_an_address_is_refused_and_never_quoted(how: str) -> None:
    address = ADDRESSES[how]
    scheme = address.strip().partition(":")[0]
    for name in (address, Path(address)):
        with pytest.raises(FileError) as caught:
            baserate.evaluate(name, "died", MODELS, **ASKED)
        assert str(caught.value) == f"an address that begins with {scheme}:{REFUSED}"
        error: BaseException | None = caught.value
        while error is not None:
            assert SECRET not in f"{error}{error!r}{error.args}"
            error = error.__cause__ or error.__context__
        assert SECRET not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("how", ADDRESSES)
def test_an_address_in_place_of_a_result_is_not_quoted(how: str) -> None:
    with pytest.raises(FileError, match="is not repeated here") as caught:
        baserate.read_result(ADDRESSES[how])
    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_an_address_in_a_study_is_not_quoted(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY.replace("cohort.sqlite", ADDRESSES["PostgreSQL"]))
    for command in (["evaluate", "--study", str(study)], ["check", str(study)]):
        told = run(*command, status=3)
        assert "an address that begins with postgresql:" in told.stderr
        assert SECRET not in told.stdout + told.stderr


def test_an_address_to_write_to_is_not_quoted(tmp_path: Path) -> None:
    """A path has one slash where the address had two."""
    told = run("report", str(tmp_path / "a.json"), "--out", ADDRESSES["PostgreSQL"], status=3)
    assert "is not repeated here" in told.stderr
    assert SECRET not in told.stdout + told.stderr


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
    ["prevalence", "--source", "{}", "--target", "{}", "--outcome", "died", "--score", "a"],
    ["move", "--source", "{}", "--target", "{}", "--outcome", "died", "--score", "a", "--cost", "1:30"],
    ["watch", "{}", "{}", "--outcome", "died", "--score", "a"],
    ["watch", "{}", "{}", "--outcome", "died", "--score", "a", "--month", "m"],
    ["init", "{}"],
    ["report", "{}"],
    ["plot", "{}", *COLUMNS, "--cost", "1:30", "--figure", "roc", "--out", "{tmp}/a.pdf"],
)


@pytest.mark.parametrize("place", PLACES, ids=" ".join)
@pytest.mark.parametrize("how", ["PostgreSQL", "not encoded: @", "not encoded: [", "as a setting"])
def test_no_command_says_a_password(place: list[str], how: str, tmp_path: Path) -> None:
    arguments = [one.replace("{tmp}", str(tmp_path)).replace("{}", ADDRESSES[how]) for one in place]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 3
    assert f"Error: an address that begins with postgresql:{REFUSED}" in result.stderr
    assert SECRET not in result.output + result.stderr + repr(result.exception)


def test_a_file_with_a_strange_name_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ann:").mkdir()
    for name in ("user=ann.csv", "ann:x@host.csv", "ann:/x.csv"):
        Path(name).write_text("a,b\n1,2\n")
        check_path(name)
        assert read_table(name).frame.height == 1


def test_other_files_are_still_named_in_errors() -> None:
    for name in ("cohort.csv", "a/b c/cohort.parquet", "wards/*.parquet", "C:/data/x.csv", "x?.parquet"):
        check_path(name)
    with pytest.raises(FileError, match=r"no file no-such\.xlsx"):
        read_table("no-such.xlsx")
