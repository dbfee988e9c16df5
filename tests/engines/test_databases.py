"""DuckDB files: read into memory, or where they are too large for it left where they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import baserate
from baserate.datasets import icu_cohort
from baserate.errors import FileError
from baserate.patients.files import read_table
from baserate.patients.named_table import NamedTable
from tests.support.command_line import run

ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}
MODELS = ["severity", "network"]


@pytest.fixture(scope="module")
def patients() -> pl.DataFrame:
    grade = pl.col("stay") % 3
    words = (
        pl.when(grade == 0)
        .then(pl.lit("mild"))
        .when(grade == 1)
        .then(pl.lit("bad"))
        .otherwise(pl.lit("awful"))
    )
    return icu_cohort().head(3000).with_columns(words.alias("grade"))


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory, patients: pl.DataFrame) -> Path:
    import duckdb

    path = tmp_path_factory.mktemp("duckdb") / "cohort.ddb"
    connection = duckdb.connect(str(path))
    connection.register("given", patients.to_arrow())
    connection.execute("create type grade as enum ('mild', 'bad', 'awful', 'never')")
    connection.execute(
        'create table "My Visits" as select * replace (grade::grade as grade), '
        'severity::decimal(18, 9) as "exact" from given'
    )
    connection.execute("create schema s")
    connection.execute('create table s.visits as select *, true as "odd ""c""" from given limit 900')
    connection.close()
    return path


def test_a_table_is_judged_as_the_frame_is(database: Path, patients: pl.DataFrame) -> None:
    ours = baserate.evaluate(database, "died", MODELS, table="My Visits", **ASKED)
    frame = baserate.evaluate(patients, "died", MODELS, **ASKED)
    assert ours.patients.sha256 == frame.patients.sha256
    assert ours.compare(*MODELS).value == frame.compare(*MODELS).value


@pytest.mark.parametrize("name", ["My Visits", "my visits", '"main"."My Visits"'])
def test_an_enum_has_its_order(name: str, database: Path) -> None:
    ev = baserate.evaluate(database, "died", MODELS, table=name, by=["grade", "unit"], **ASKED)
    assert list(ev.groups) == ["grade: mild", "grade: bad", "grade: awful", "unit: cardiac", "unit: mixed"]


@pytest.mark.parametrize("limit", ["BASERATE_MOST_PATIENTS", "BASERATE_MOST_ROWS"])
def test_a_large_table_stays_where_it_is(database: Path, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    asked: dict[str, Any] = {"by": ["grade", "unit"], "cluster": "patient", **ASKED}
    held = baserate.evaluate(database, "died", MODELS, table="My Visits", **asked)
    monkeypatch.setenv(limit, "1000")
    lazy = baserate.evaluate(database, "died", MODELS, table="My Visits", **asked)
    assert lazy.patients.in_bins
    assert lazy.patients.origin["reduced_by"] == "duckdb"
    assert list(lazy.groups) == list(held.groups)
    for group in (None, *held.groups):
        ours, theirs = (ev.compare("severity", "network", group) for ev in (lazy, held))
        assert ours.value == pytest.approx(theirs.value, abs=1e-6)
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.02)


def test_a_relation_with_an_enum_has_its_order(database: Path) -> None:
    import duckdb

    config = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    connection = duckdb.connect(str(database), read_only=True, config=config)
    ev = baserate.evaluate(connection.table('"My Visits"'), "died", MODELS, by="grade", **ASKED)
    assert list(ev.groups) == ["mild", "bad", "awful"]
    connection.close()


def test_names_decimals_and_errors(database: Path) -> None:
    assert (
        read_table(NamedTable(database, "s.visits"), ['odd "c"']).frame.to_series().to_list() == [True] * 900
    )
    assert read_table(NamedTable(database, "My Visits"), ["exact"]).frame["exact"].dtype == pl.Float64
    with pytest.raises(FileError, match=r"2 tables: 'My Visits', 's.visits'"):
        read_table(database)
    cut = database.with_name("cut.duckdb")
    cut.write_bytes(database.read_bytes()[:5000])
    with pytest.raises(FileError, match="damaged, cut off or not a DuckDB database"):
        read_table(NamedTable(cut, "visits"))


@pytest.fixture
def foreign(tmp_path: Path, patients: pl.DataFrame) -> Path:
    """A database from elsewhere: a table, a view of it, and views that would read files of the reader."""
    import duckdb

    patients.write_csv(tmp_path / "secret.csv")
    patients.write_parquet(tmp_path / "secret.parquet")
    path = tmp_path / "foreign.duckdb"
    connection = duckdb.connect(str(path))
    connection.register("given", patients.to_arrow())
    connection.execute("create table visits as select * from given")
    connection.execute("create view plain as select * from visits where stay > 0")
    for kind in ("csv", "parquet"):
        connection.execute(f"create view {kind} as select * from '{tmp_path / 'secret'}.{kind}'")
    connection.execute(f"create view listed as select * from glob('{tmp_path}/*')")
    connection.execute(f"create view told as select content as died from read_text('{tmp_path}/secret.csv')")
    connection.close()
    return path


@pytest.mark.parametrize("limit", [None, "1000"])
def test_a_database_from_elsewhere_reads_no_other_file(
    foreign: Path, limit: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if limit is not None:
        monkeypatch.setenv("BASERATE_MOST_PATIENTS", limit)
    for view in ("csv", "parquet", "listed", "told"):
        with pytest.raises(FileError, match=r"view that reads another file.*Make a table of the view"):
            baserate.evaluate(foreign, "died", MODELS, table=view, **ASKED)
    for table in ("visits", "plain"):
        ev = baserate.evaluate(foreign, "died", MODELS, table=table, by="grade", cluster="patient", **ASKED)
        assert ev.patients.in_bins is (limit is not None)


def test_what_a_view_reads_is_refused_on_the_command_line(foreign: Path) -> None:
    told = run("check", str(foreign), "--table", "csv", status=3).stderr
    assert "has a view that reads another file" in told
    assert "visits" in run("check", str(foreign), "--table", "visits").stdout
