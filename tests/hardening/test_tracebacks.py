"""Inputs that once ended in a traceback: each is read, or refused with what was found and where."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import baserate
from baserate.errors import BaserateError, DataError, FollowUpError, LabelError
from tests.support.command_line import run

ROLES = ("--outcome", "died", "--score", "risk")
DAYS = (dt.date(2020, 1, 1), dt.date(2021, 1, 1))


def frame(**more: Any) -> pl.DataFrame:
    """60 patients with an outcome, a score that has to do with it, and more columns."""
    died = np.array([0, 0, 1] * 20)
    risk = np.where(died == 1, 0.5, 0.25) + np.linspace(0.0, 0.1, 60)
    return pl.DataFrame({"died": died, "risk": risk, **more})


Hold = Callable[[pl.DataFrame], Any]
# DuckDB is asked in tests/engines/test_refused_columns.py.
HELD: dict[str, Hold] = {
    "Polars": lambda data: data,
    "lazy": pl.DataFrame.lazy,
    "mapping": pl.DataFrame.to_dict,
    "PyArrow": pl.DataFrame.to_arrow,
    "pandas": pl.DataFrame.to_pandas,
}


def refusal(data: Any, **asked: Any) -> BaserateError:
    with pytest.raises(BaserateError) as caught:
        baserate.evaluate(data, **{"outcome": "died", "scores": "risk", "cost": "1:3", **asked})
    return caught.value


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ~ at the beginning of a name


@pytest.mark.parametrize("name", ["~x.csv", "~x.parquet", "~folder/x.csv"])
def test_a_name_with_a_tilde_is_a_name_like_others(home: Path, name: str) -> None:
    (home / name).parent.mkdir(exist_ok=True)
    (frame().write_parquet if name.endswith("parquet") else frame().write_csv)(home / name)
    for command in (("check",), ("evaluate", "--cost", "1:3"), ("reduce", "--out", "~made.parquet")):
        run(*command, name, *ROLES)
    assert (home / "~made.parquet").is_file()


def test_so_are_those_of_a_study_and_of_what_is_written(home: Path) -> None:
    frame().write_csv(home / "~x.csv")
    (home / "~x.toml").write_text(
        'data = "~x.csv"\noutcome = "died"\nscores = ["risk"]\n[deployment]\ncost = "1:3"\n'
    )
    run("evaluate", "--study", "~x.toml", "--out", "~x.json", "--html", "~x.html")
    assert {path.name for path in home.iterdir()} >= {"~x.json", "~x.html"}
    run("check", "~x.toml")
    run("report", "~x.json")


@pytest.mark.parametrize("name", ["~nobody.csv", "~nobody/x.csv"])
def test_a_tilde_that_leads_nowhere_is_no_file(home: Path, name: str) -> None:
    assert not list(home.iterdir())
    assert f"there is no file {name}" in run("check", name, status=3).stderr


def test_a_tilde_alone_is_still_the_home_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "at-home").mkdir()
    frame().write_csv(home / "at-home" / "x.csv")
    monkeypatch.setenv("HOME", str(home / "at-home"))
    monkeypatch.setenv("USERPROFILE", str(home / "at-home"))
    run("check", "~/x.csv", *ROLES)


# whole numbers without end in a study

KEYS = ["seed", "level", "margin", "positive", "reference", "title", "horizon", "by", "unheard_of"]
TOO_LONG = {
    "5,000 digits": "9" * 5000,
    "with signs between": "-" + "1_" * 4999 + "1",
    "4,000 digits": "9" * 4000,
    "hexadecimal": "0x" + "f" * 5000,
}


@pytest.mark.parametrize("number", TOO_LONG)
@pytest.mark.parametrize("key", KEYS)
def test_a_number_without_end_is_refused_by_its_place(home: Path, key: str, number: str) -> None:
    frame().write_csv(home / "x.csv")
    (home / "s.toml").write_text(
        f'outcome = "died"\nscores = ["risk"]\n{key} = {TOO_LONG[number]}\n[deployment]\ncost = "1:3"\n'
    )
    for command in (("check", "s.toml"), ("evaluate", "x.csv", "--study", "s.toml")):
        done = run(*command, status=2)
        assert "the study s.toml has a whole number of more than 64 bits in " in done.output
        assert f"in {key!r}." in done.output or "in line 3." in done.output
        assert len(done.output) < 300


@pytest.mark.parametrize("where", ["cost = {}", 'cost = "1:3"\nprevalence = [0.1, {}]', "name = {}"])
def test_so_is_one_of_a_deployment(home: Path, where: str) -> None:
    text = 'outcome = "died"\nscores = ["risk"]\n[deployment]\n'
    for number in TOO_LONG.values():
        (home / "s.toml").write_text(text + where.format(number))
        assert "more than 64 bits" in run("check", "s.toml", status=2).stderr


# lists in place of names

NESTED: dict[str, pl.Series] = {
    "lists": pl.Series([[number % 2, 1] for number in range(60)]),
    "lists of one": pl.Series([[number % 2] for number in range(60)]),
    "arrays": pl.Series([[number % 2, 1] for number in range(60)], dtype=pl.Array(pl.Int64, 2)),
    "structs": pl.Series([{"ward": number % 2} for number in range(60)]),
}


@pytest.mark.parametrize("role", ["by", "cluster"])
@pytest.mark.parametrize("hold", HELD.values(), ids=HELD)
@pytest.mark.parametrize("kind", NESTED)
def test_groups_and_clusters_have_one_name_each(kind: str, hold: Hold, role: str) -> None:
    error = refusal(hold(frame(ward=NESTED[kind])), **{role: "ward"})
    assert isinstance(error, DataError)
    assert str(error).startswith("column 'ward' must be one value per patient; found values of type ")
    assert error.advice == "Make a column of one number or text for each patient."


@pytest.mark.parametrize("several", [[0, 1], (0, 1), {"a": 1}, {1}, np.arange(2)])
def test_so_have_those_of_python_objects(several: Any) -> None:
    objects = np.empty(60, dtype=object)
    objects[:] = [several for _ in range(60)]
    mixed = objects.copy()
    mixed[0] = "a ward"
    for column in (objects, mixed, pd.Series(objects), pd.Series(mixed), list(mixed)):
        error = refusal({**frame().to_dict(as_series=False), "ward": column}, by="ward")
        assert isinstance(error, DataError)
        assert "column 'ward' must be one value per patient" in str(error)


def test_a_file_of_lists_ends_with_3_and_check_says_that_they_are_no_groups(home: Path) -> None:
    frame(ward=NESTED["lists"]).write_parquet(home / "x.parquet")
    done = run("evaluate", "x.parquet", *ROLES, "--by", "ward", "--cost", "1:3", status=3)
    assert "column 'ward' must be one value per patient; found values of type List(Int64)" in done.output
    assert "nothing: make a column of each" in run("check", "x.parquet").output


@pytest.mark.parametrize("hold", HELD.values(), ids=HELD)
@pytest.mark.parametrize("kind", ["lists", "structs"])
def test_outcomes_are_no_lists_either(kind: str, hold: Hold) -> None:
    error = refusal(hold(frame(seen=NESTED[kind])), outcome="seen")
    assert "column 'seen' must be" in str(error)


def test_columns_of_strata_have_one_name_each() -> None:
    data = frame(ward=NESTED["lists"], days=np.arange(1.0, 61.0))
    asked = {"time": "days", "event": "died", "horizon": 30, "outcome": None, "censoring": "ward"}
    for held in (data, data.lazy()):
        assert isinstance(refusal(held, **asked), DataError)


# dates for outcomes

DATES: dict[str, list[Any]] = {
    "dates": list(DAYS),
    "instants": [dt.datetime(2020, 1, 1, 12), dt.datetime(2021, 1, 1, 12)],
    "instants with zone": [dt.datetime(year, 1, 1, tzinfo=dt.UTC) for year in (2020, 2021)],
    "durations": [dt.timedelta(days=1), dt.timedelta(days=2)],
}


def dated(kind: str) -> pl.DataFrame:
    return frame(when=pl.Series([DATES[kind][sick] for sick in frame()["died"]]))


@pytest.mark.parametrize("positive", [None, "2021-01-01"])
@pytest.mark.parametrize("hold", HELD.values(), ids=HELD)
@pytest.mark.parametrize("kind", DATES)
def test_a_date_is_no_outcome(kind: str, hold: Hold, positive: str | None) -> None:
    error = refusal(hold(dated(kind)), outcome="when", positive=positive)
    if kind == "instants with zone" and hold is HELD["pandas"]:  # objects of Python
        assert str(error) == "column 'when' must be numbers; found values of type Timestamp."
        return
    assert isinstance(error, LabelError)
    assert str(error) == (
        "column 'when' must be 0 and 1; it holds dates or times. Make it 1 for patients to whom it "
        "happened, and 0 for all others."
    )


@pytest.mark.parametrize("hold", HELD.values(), ids=HELD)
def test_a_date_of_death_is_refused_before_its_gaps_are(hold: Hold) -> None:
    data = frame().with_columns(when=pl.when(pl.col("died") == 1).then(pl.lit(DAYS[1])))
    assert isinstance(refusal(hold(data), outcome="when"), LabelError)


@pytest.mark.parametrize("hold", HELD.values(), ids=HELD)
def test_nor_does_it_say_how_follow_up_ended(hold: Hold) -> None:
    data = dated("dates").with_columns(days=pl.int_range(1, 61))
    error = refusal(hold(data), outcome=None, time="days", event="when", horizon=30)
    assert isinstance(error, FollowUpError)
    assert "it holds dates or times" in str(error)


@pytest.mark.parametrize("hold", HELD.values(), ids=HELD)
def test_times_of_day_are_no_outcomes(hold: Hold) -> None:
    data = frame(when=pl.Series([dt.time(8 + sick) for sick in frame()["died"]]))
    error = refusal(hold(data), outcome="when")
    assert "column 'when' must be" in str(error)
    assert "positive" not in str(error)


def test_a_file_of_dates_ends_with_3(home: Path) -> None:
    dated("dates").write_parquet(home / "x.parquet")
    asked = ("x.parquet", "--outcome", "when", "--score", "risk")
    for command in (("check",), ("evaluate", "--cost", "1:3")):
        done = run(*command, *asked, status=3)
        assert "it holds dates or times" in " ".join(done.output.split())


def test_text_that_looks_like_a_date_gets_a_proposal_that_works(home: Path) -> None:
    dated("dates").write_csv(home / "x.csv")
    error = refusal("x.csv", outcome="when")
    assert "positive='2021-01-01'." in str(error)
    ev = baserate.evaluate("x.csv", "when", "risk", cost="1:3", positive="2021-01-01")
    assert ev.everyone.positives == 20


# whole numbers of 128 bits

WIDE = [kind for name in ("Int128", "UInt128") if (kind := getattr(pl, name, None)) is not None]


@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")
@pytest.mark.parametrize("kind", WIDE, ids=str)
@pytest.mark.parametrize("column", ["died", "weight", "risk", "ward"])
def test_numbers_of_128_bits_are_numbers(kind: Any, column: str, home: Path) -> None:
    data = frame(weight=[2] * 60, ward=[1, 2] * 30).with_columns(risk=pl.col("died"))
    wide = data.with_columns(pl.col(column).cast(kind))
    wide.write_parquet(home / "x.parquet")
    asked: dict[str, Any] = {"scores": "risk", "cost": "1:3", "weight": "weight", "by": "ward"}
    expected = baserate.evaluate(data, "died", **asked)
    for held in (wide, wide.to_dict(), wide.lazy(), "x.parquet"):
        ev = baserate.evaluate(held, "died", **asked)
        assert ev.everyone.positives == 20
        assert list(ev.groups) == ["1", "2"]
        found = ev.score("risk").value
        assert found == pytest.approx(expected.score("risk").value, abs=1e-6)
        assert [one["value"] for one in ev.to_dict()["data"]["outcome_values"]] == ["1", "0"]


def test_plain_functions_read_them_too() -> None:
    data = frame()
    asked: dict[str, Any] = {"cost": "1:3", "prevalence": 0.2}
    wide = baserate.net_benefit(data["died"].cast(WIDE[0]), data["risk"], **asked)
    assert wide == baserate.net_benefit(data["died"], data["risk"], **asked)
