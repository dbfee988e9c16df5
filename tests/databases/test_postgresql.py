"""A PostgreSQL server: .ci/postgresql starts one, and says where in BASERATE_POSTGRESQL."""

from __future__ import annotations

import gc
import json
import os
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import polars as pl
import pytest
from click.testing import CliRunner

import baserate
from baserate.cli import main
from baserate.datasets import icu_cohort
from baserate.errors import BaserateError
from baserate.patients.files import read_table

ADDRESS = os.environ.get("BASERATE_POSTGRESQL", "")

PASSWORD = unquote(urlsplit(ADDRESS).password or "")
SECRETS = (PASSWORD, quote(PASSWORD, safe=""), "p@ss", "p%40ss", "w/rd", "w%2Frd")
ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}
MODELS = ["severity", "network"]
TABLES = ('"My Visits"', "visits", "empty", "secret.visits", '"a.b"', '"%(x)s ""q"""')


def hidden(text: str) -> bool:
    return not any(secret in text for secret in SECRETS)


@pytest.fixture(scope="module")
def patients() -> pl.DataFrame:
    return icu_cohort().head(3000)


@pytest.fixture(scope="module", autouse=True)
def server(patients: pl.DataFrame) -> Iterator[None]:
    if not ADDRESS:
        yield
        return
    import psycopg

    with psycopg.connect(ADDRESS, autocommit=True) as connection:
        for statement in (
            "drop schema if exists secret cascade",
            "create schema secret",
            "drop type if exists grade cascade",
            "create type grade as enum ('low', 'mid', 'high', 'never')",
        ):
            connection.execute(statement)
        for table in TABLES:
            connection.execute(f"drop table if exists {table}")
            connection.execute(
                f"create table {table} (stay bigint, died smallint, severity float8, network float8, "
                'unit text, "Grade" grade, exact numeric(12, 8), long numeric, arrived date, '
                '"odd ""name"" %s" boolean)'
            )
        rows = [
            (
                row["stay"],
                row["died"],
                row["severity"],
                row["network"],
                row["unit"] if row["stay"] % 7 else None,
                ("low", "mid", "high")[row["stay"] % 3],
                round(row["severity"], 8),
                10**20 + row["stay"],
                "2024-02-29",
                bool(row["died"]),
            )
            for row in patients.iter_rows(named=True)
        ]
        with connection.cursor() as cursor:
            for table, some in (("visits", rows), ('"My Visits"', rows), ("secret.visits", rows[:900])):
                cursor.executemany(
                    f"insert into {table} values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)", some
                )
        connection.execute("create or replace view half as select * from visits where stay % 2 = 0")
        connection.execute("drop role if exists bob")
        connection.execute("create role bob login password 'bobs-own-word'")
        connection.execute("grant usage on schema secret to bob")
    yield


def test_a_table_is_judged_as_the_frame_is(patients: pl.DataFrame) -> None:
    ours = baserate.evaluate(f"{ADDRESS}::visits", "died", MODELS, **ASKED)
    frame = baserate.evaluate(patients, "died", MODELS, **ASKED)
    assert ours.compare(*MODELS).value == frame.compare(*MODELS).value
    assert ours.patients.sha256 == frame.patients.sha256
    shown = f"postgresql://127.0.0.1:{urlsplit(ADDRESS).port}/postgres::visits"
    assert dict(ours.patients.origin) == {"kind": "database", "name": shown, "part": "visits"}


def test_types_keep_their_meaning() -> None:
    table = read_table(f"{ADDRESS}::My Visits")
    kinds = dict(table.frame.schema)
    assert kinds["died"] == pl.Int64
    assert kinds["exact"] == pl.Float64
    assert kinds["arrived"] == pl.Date
    assert kinds['odd "name" %s'] == pl.Boolean
    assert table.frame["long"].to_list()[0] == str(10**20 + table.frame["stay"][0])
    assert table.frame["unit"].null_count() == sum(stay % 7 == 0 for stay in table.frame["stay"])
    assert kinds["Grade"] == pl.Enum(["low", "mid", "high", "never"])


def test_an_enum_has_its_order_and_unused_values_no_group() -> None:
    ev = baserate.evaluate(f"{ADDRESS}::visits", "died", MODELS, by="Grade", **ASKED)
    assert list(ev.groups) == ["low", "mid", "high"]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("visits", 3000),
        ("public.visits", 3000),
        ("VISITS", 3000),
        ("My Visits", 3000),
        ('"My Visits"', 3000),
        ("secret.visits", 900),
        ('"secret"."visits"', 900),
        ("half", 1500),
    ],
)
def test_a_table_by_its_name(name: str, rows: int) -> None:
    assert read_table(f"{ADDRESS}::{name}", ["died"]).frame.shape == (rows, 1)


def test_a_column_by_its_very_name() -> None:
    name = 'odd "name" %s'
    table = read_table(f"{ADDRESS}::visits", [name, "Grade"])
    assert table.frame.columns == [name, "Grade"]
    with pytest.raises(BaserateError, match="Grade"):
        read_table(f"{ADDRESS}::visits", ["grade"])


def broken(**parts: str) -> str:
    """The address with something in place of a part of it."""
    found = urlsplit(ADDRESS)
    user = parts.get("user", f"ann:{quote(PASSWORD, safe='')}")
    host = parts.get("host", f"127.0.0.1:{found.port}")
    return f"postgresql://{user}@{host}/{parts.get('database', 'postgres')}{parts.get('rest', '::visits')}"


WRONG = quote("wr@ng/p:w", safe="")
BROKEN = {
    "no table is named": ({"rest": ""}, "tables: .*Say which one: postgresql://127"),
    "no such table": ({"rest": "::visit"}, "no table 'visit'.*'visits' meant"),
    "no rows": ({"rest": "::empty"}, "no rows"),
    "wrong password": ({"user": f"ann:{WRONG}"}, "refuses this user and password"),
    "password as a setting": ({"user": "ann", "rest": f"?password={WRONG}::visits"}, "refuses this user"),
    "no password": ({"user": "ann"}, "password"),
    "no such database": ({"database": "nowhere"}, "no such database"),
    "no such host": ({"host": "no-such-host.invalid"}, "no such host"),
    "nobody there": ({"host": "127.0.0.1:1"}, "nobody answers"),
    "unknown setting": ({"rest": f"?sslpasword={WRONG}::visits"}, "cannot be read"),
    "badly encoded": ({"user": "ann:p%zzword"}, "not well formed"),
    "not encoded": ({"user": f"ann:{PASSWORD}"}, "not well formed"),
    "may not read": ({"user": "bob:bobs-own-word", "rest": "::secret.visits"}, "no tables|no table"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_what_fails_is_said_without_the_password(how: str, tmp_path: Path) -> None:
    parts, message = BROKEN[how]
    address = broken(**parts)
    secrets = (*SECRETS, WRONG, unquote(WRONG), "wr@ng", "wr%40ng", "p%zzword", "bobs-own-word")

    def is_silent(text: str) -> bool:
        return not any(secret in text for secret in secrets)

    with pytest.raises(BaserateError, match=message) as caught:
        baserate.evaluate(address, "died", MODELS, **ASKED)
    error: BaseException | None = caught.value
    while error is not None:  # nor in what an error came of
        assert is_silent(str(error) + repr(error) + repr(getattr(error, "args", "")))
        error = error.__cause__ or error.__context__
    assert is_silent("".join(traceback.format_exception(caught.value)))
    for command in (
        ["check", address],
        ["evaluate", address, "--outcome", "died", "--score", "network", "--cost", "1:30"],
        ["evaluate", address, address, "--outcome", "died", "--score", "network", "--cost", "1:30"],
        ["reduce", address, "--outcome", "died", "--score", "network", "--out", str(tmp_path / "a.parquet")],
        ["shift", address, "--outcome", "died", "--score", "network", "--by", "unit"],
    ):
        result = CliRunner().invoke(main, command)
        assert result.exit_code not in (0, None)
        assert is_silent(result.output + result.stderr + repr(result.exception)), command


def test_a_result_says_no_password(tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ev = baserate.evaluate(f"{ADDRESS}::visits", "died", MODELS, by="Grade", **ASKED)
        ev.to_html(tmp_path / "page.html")
    texts = [repr(ev), str(ev), json.dumps(ev.to_dict()), ev._repr_html_()]
    texts.append((tmp_path / "page.html").read_text())
    texts += [str(one.message) for one in caught] + [repr(ev.patients)]
    assert all(map(hidden, texts))


def test_a_study_may_name_an_address(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(
        f'data = "{ADDRESS}::visits"\noutcome = "died"\nscores = ["severity", "network"]\n'
        '[deployment]\nprevalence = "1%..10%"\ncost = "1:30"\n'
    )
    out = tmp_path / "out.json"
    result = CliRunner().invoke(main, ["evaluate", "--study", str(study), "--out", str(out)])
    assert result.exit_code == 0
    assert hidden(result.output + out.read_text())


def test_the_table_is_only_read_and_no_connection_is_left() -> None:
    import psycopg

    baserate.evaluate(f"{ADDRESS}::visits", "died", MODELS, **ASKED)
    gc.collect()
    with psycopg.connect(ADDRESS) as connection:
        query = "select count(*) from pg_stat_activity where application_name = 'baserate'"
        assert connection.execute(query).fetchone() == (0,)


def test_the_password_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert read_table(broken(user="ann"), ["died"]).frame.height == 3000


def test_more_rows_than_are_held_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASERATE_MOST_ROWS", "100")
    with pytest.raises(BaserateError, match="more rows than that: the limit is 100"):
        read_table(f"{ADDRESS}::visits", ["died"])
