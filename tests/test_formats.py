"""Files of Stata, SAS, SPSS, Excel and OpenDocument: the numbers of the frame that they were written from."""

from __future__ import annotations

import datetime
import gzip
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pyreadstat
import pytest
from click.testing import CliRunner

import baserate
from baserate.cli import main
from baserate.datasets import icu_cohort
from baserate.errors import BaserateError, ColumnError, FileError, LabelError, SettingError
from baserate.patients.files import read_table
from baserate.patients.named_table import NamedTable

ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}
MODELS = ["severity", "network"]
WORDS = {
    "died": {0: "alive", 1: "dead"},
    "sex": {1: "women", 2: "men"},
    "grade": {1: "mild", 2: "bad", 3: "Awful"},
}
WRITERS: dict[str, Callable[[pd.DataFrame, str], Any]] = {
    "dta": lambda frame, path: pyreadstat.write_dta(frame, path, variable_value_labels=WORDS),
    "sav": lambda frame, path: pyreadstat.write_sav(frame, path, variable_value_labels=WORDS),
    "zsav": lambda frame, path: pyreadstat.write_sav(frame, path, variable_value_labels=WORDS, compress=True),
    "por": lambda frame, path: pyreadstat.write_por(frame, path),
    "xpt": lambda frame, path: pyreadstat.write_xport(frame, path, file_format_version=5),
    "xlsx": lambda frame, path: frame.to_excel(path, index=False),
    "ods": lambda frame, path: frame.to_excel(path, index=False),
}
LABELLED = ("dta", "sav", "zsav")


def cohort() -> pd.DataFrame:
    frame = icu_cohort().head(600).select("died", *MODELS, "unit").to_pandas()
    frame["died"] = frame["died"].astype(float)
    frame["sex"] = np.arange(len(frame)) % 2 + 1.0
    frame["grade"] = np.arange(len(frame)) // 7 % 3 + 1.0
    return frame


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("formats")
    for ending, write in WRITERS.items():
        write(cohort(), str(home / f"cohort.{ending}"))
    return home


def names_in(ending: str, *names: str) -> list[str]:
    """SPSS portable files know capitals only."""
    return [name.upper() if ending == "por" else name for name in names]


def evaluated(path: Path, **asked: Any) -> baserate.Evaluation:
    outcome, *models = names_in(path.suffix[1:], "died", *MODELS)
    return baserate.evaluate(path, outcome, models, **ASKED, **asked)


@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_is_judged_as_the_frame_it_was_written_from(ending: str, folder: Path) -> None:
    path = folder / f"cohort.{ending}"
    frame, file = baserate.evaluate(cohort(), "died", MODELS, **ASKED), evaluated(path)
    ours, theirs = ([ev.judged(model).net_benefit.value for model in ev.models] for ev in (frame, file))
    # Portable files write numbers with a few digits fewer, and transport files in base 16.
    assert ours == pytest.approx(theirs, rel=1e-9)
    assert file.everyone.patients == 600
    origin = file.to_dict()["provenance"]["source"]
    assert (origin["kind"], origin["name"], origin["bytes"]) == ("file", str(path), path.stat().st_size)


@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_is_known_by_its_content_and_may_come_from_a_stream(
    ending: str, folder: Path, tmp_path: Path
) -> None:
    content = (folder / f"cohort.{ending}").read_bytes()
    (died,) = names_in(ending, "died")
    (tmp_path / "data").write_bytes(content)
    (tmp_path / "data.gz").write_bytes(gzip.compress(content))
    for source in (tmp_path / "data", tmp_path / "data.gz", io.BytesIO(content)):
        assert read_table(source, [died]).frame[died].to_list() == cohort()["died"].to_list()


@pytest.mark.parametrize("ending", LABELLED)
def test_words_are_the_names_of_groups_in_the_order_of_the_values(ending: str, folder: Path) -> None:
    for column, words in (("sex", ["women", "men"]), ("grade", ["mild", "bad", "Awful"])):
        (by,) = names_in(ending, column)
        ev = evaluated(folder / f"cohort.{ending}", by=by)
        assert list(ev.groups) == words
        values = sorted(cohort()[column].unique())
        sizes = [int((cohort()[column] == value).sum()) for value in values]
        assert [group.patients for group in ev.groups.values()] == sizes


@pytest.mark.parametrize("ending", LABELLED)
@pytest.mark.parametrize("positive", [None, 1, "1", "dead", "DEAD"])
def test_the_positive_outcome_by_value_or_by_word(ending: str, positive: object, folder: Path) -> None:
    ev = evaluated(folder / f"cohort.{ending}", positive=positive)
    assert ev.everyone.positives == int(cohort()["died"].sum())
    (died,) = names_in(ending, "died")
    assert f"column {died!r}: 0 is 'alive', 1 is 'dead'; positive is 1 (dead)" in ev.patients.notes


def test_the_other_word_is_the_other_outcome(folder: Path) -> None:
    with pytest.warns(UserWarning, match="flipped|upside|other class|AUC"):
        ev = evaluated(folder / "cohort.dta", positive="alive")
    assert ev.everyone.positives == int((cohort()["died"] == 0).sum())
    assert "positive is 0 (alive)" in ev.patients.notes[-1]


def test_outcomes_that_are_not_0_and_1_are_told_by_their_words(folder: Path) -> None:
    path = folder / "cohort.sav"
    with pytest.raises(LabelError, match="The file says: 1 is 'women', 2 is 'men'"):
        baserate.evaluate(path, "sex", MODELS, **ASKED)
    with pytest.raises(LabelError, match=r"no value 'boys'.*1 is 'women'"):
        baserate.evaluate(path, "sex", MODELS, positive="boys", **ASKED)


def test_a_word_that_is_another_ones_value_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "a.dta")
    pyreadstat.write_dta(cohort(), path, variable_value_labels={"died": {0: "1", 1: "0"}})
    with pytest.raises(LabelError, match="'1' may be any of 0 is '1', 1 is '0'"):
        baserate.evaluate(path, "died", MODELS, positive="1", **ASKED)


def test_values_without_a_word_and_words_that_two_values_have(tmp_path: Path) -> None:
    path = str(tmp_path / "a.sav")
    pyreadstat.write_sav(cohort(), path, variable_value_labels={"grade": {1: "x", 3: "x"}, "sex": {2: "1"}})
    assert list(evaluated(Path(path), by="grade").groups) == ["x (1)", "2", "x (3)"]
    assert list(evaluated(Path(path), by="sex").groups) == ["1 (1)", "1 (2)"]


def test_a_score_with_a_word_for_one_value_stays_a_number(tmp_path: Path) -> None:
    path = str(tmp_path / "a.dta")
    pyreadstat.write_dta(cohort(), path, variable_value_labels={"sex": {1: "none"}})
    assert read_table(path, ["sex"]).numbers("sex")[0].to_list() == cohort()["sex"].to_list()


def test_what_the_user_of_spss_or_stata_calls_missing_is_missing(tmp_path: Path) -> None:
    frame = cohort()
    frame.loc[:9, "severity"] = 9.0
    sav = tmp_path / "a.sav"
    pyreadstat.write_sav(frame, str(sav), missing_ranges={"severity": [9]})
    with pytest.raises(BaserateError, match=r"'severity'.*10"):
        evaluated(sav)
    assert evaluated(sav, missing="drop").patients.missing == {"severity": 10}
    mixed = cohort().astype({"severity": object})
    mixed.loc[:4, "severity"] = "a"
    dta = tmp_path / "a.dta"
    pyreadstat.write_dta(mixed, str(dta), missing_user_values={"severity": ["a"]})
    assert evaluated(dta, missing="drop").patients.missing == {"severity": 5}


@pytest.mark.parametrize("ending", ["dta", "sav", "xpt"])
def test_dates_are_dates_and_empty_text_is_missing(ending: str, tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {"when": [datetime.date(2024, 2, 29), datetime.date(1950, 1, 1)], "word": ["", "a b"]}
    )
    path = str(tmp_path / f"a.{ending}")
    WRITERS[ending](frame, path) if ending == "xpt" else getattr(pyreadstat, f"write_{ending}")(frame, path)
    table = read_table(path)
    assert table.frame["when"].to_list() == frame["when"].to_list()
    assert table.frame["word"].to_list() == [None, "a b"]


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_a_file_that_was_cut_off_is_refused(ending: str, share: float, folder: Path, tmp_path: Path) -> None:
    content = (folder / f"cohort.{ending}").read_bytes()
    path = tmp_path / f"cut.{ending}"
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(FileError, match=r"cut off|damaged") as caught:
        read_table(path)
    assert str(path) in str(caught.value)


def test_a_transport_file_cut_at_a_record_is_refused(folder: Path, tmp_path: Path) -> None:
    """It does not say how many rows it has: half a row at the end tells."""
    content = (folder / "cohort.xpt").read_bytes()
    (tmp_path / "cut.xpt").write_bytes(content[: len(content) // 2 // 80 * 80])
    with pytest.raises(FileError, match="cut off"):
        read_table(tmp_path / "cut.xpt")


@pytest.mark.parametrize("ending", WRITERS)
def test_a_column_that_is_not_there_is_told_with_the_nearest(ending: str, folder: Path) -> None:
    wanted, right = names_in(ending, "severty", "severity")
    with pytest.raises(ColumnError, match=f"{wanted!r}.*nearest: {right!r}"):
        read_table(folder / f"cohort.{ending}", [wanted])


@pytest.mark.parametrize(("ending", "library"), [("dta", "pyreadstat"), ("xlsx", "python_calamine")])
def test_without_the_library_the_error_names_the_extra(ending: str, library: str, folder: Path) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "from baserate.patients.files import read_table\n"
        f"try: read_table({str(folder / f'cohort.{ending}')!r})\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.startswith("SettingError")
    assert "pip install 'baserate[formats]'" in result.stdout


def test_importing_baserate_loads_none_of_the_readers() -> None:
    code = (
        "import sys, baserate; baserate.evaluate\n"
        "readers = ('pyreadstat', 'python_calamine', 'sqlite3', 'duckdb')\n"
        "print([name for name in readers if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


# Sheets


def book(path: Path, *sheets: tuple[str, list[list[Any]]], merged: str | None = None) -> Path:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for name, rows in sheets:
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(row)
        if merged:
            sheet.merge_cells(merged)
    workbook.save(path)
    return path


HEAD, ROWS = ["id", "died", "risk"], [["007", 0, 0.1], ["008", 1, 0.9]]


def test_of_several_sheets_one_must_be_named(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", ("A b", [HEAD, *ROWS]), ("C d", [HEAD, ROWS[1]]), ("empty", []))
    with pytest.raises(
        FileError, match=r"2 sheets with something in them: 'A b', 'C d'.*Say which one: table='A b'$"
    ):
        read_table(path)
    assert read_table(NamedTable(path, "A b")).frame.height == 2
    table = read_table(NamedTable(path, "C d"))
    assert (table.frame["id"].to_list(), table.origin["table"]) == (["008"], "C d")
    with pytest.raises(FileError, match=r"no sheet 'A c'. Is 'A b' meant"):
        read_table(NamedTable(path, "A c"))


def test_a_sheet_with_something_in_it_is_found_among_empty_and_hidden_ones(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", ("empty", []), ("data", [HEAD, *ROWS]), ("old", [HEAD, *ROWS]))
    workbook = openpyxl.load_workbook(path)
    workbook["old"].sheet_state = "hidden"
    workbook.save(path)
    table = read_table(path)
    assert table.notes == ("sheet 'data'",)
    assert table.frame.rows() == [("007", 0.0, 0.1), ("008", 1.0, 0.9)]
    assert read_table(NamedTable(path, "old")).notes == ("sheet 'old'",)


def test_a_title_above_the_header_empty_rows_and_columns(tmp_path: Path) -> None:
    rows = [[], ["Our cohort"], [], [None, *HEAD], [None, *ROWS[0]], [], [None, *ROWS[1]], []]
    path = book(tmp_path / "a.xlsx", ("S", rows), merged="A2:D2")
    table = read_table(path, ["risk", "died"])
    assert table.frame.rows() == [(0.1, 0.0), (0.9, 1.0)]
    assert "the header is in row 4; what stands above it was left out" in table.notes
    assert "1 empty row left out" in table.notes
    assert [table.place(row) for row in (0, 1)] == ["row 5 of the sheet", "row 7 of the sheet"]


@pytest.mark.parametrize(
    ("merged", "wanted"), [("B2:B3", ["died"]), ("A2:B2", ["died"]), ("B1:C1", ["died"])]
)
def test_merged_cells_among_those_read_are_refused(merged: str, wanted: list[str], tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", ("S", [HEAD, *ROWS]), merged=merged)
    with pytest.raises(FileError, match=f"cells {merged} in column 'died' are merged"):
        read_table(path, wanted)


def test_merged_cells_elsewhere_do_not_matter(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", ("S", [HEAD, *ROWS]), merged="C2:C3")
    assert read_table(path, ["died"]).frame["died"].to_list() == [0.0, 1.0]


def test_cells_of_every_kind(tmp_path: Path) -> None:
    when = datetime.datetime(2024, 2, 29, 13, 30)
    rows = [
        ["yes", "when", "both", "share", "text", "sum"],
        [True, when, 1, 0.3, "0.25", "=A2"],
        [False, datetime.datetime(2024, 1, 1, 8), "x", 0.5, " 0.75 ", "=A3"],
    ]
    path = book(tmp_path / "a.xlsx", ("S", rows))
    with path.open("rb") as file:  # which the oldest openpyxl would leave open
        workbook = openpyxl.load_workbook(file)
    workbook["S"]["D2"].number_format = "0%"
    workbook.save(path)
    table = read_table(path)
    assert table.frame["yes"].to_list() == [True, False]
    assert table.frame["when"].to_list() == [when, datetime.datetime(2024, 1, 1, 8)]
    assert table.frame["both"].to_list() == ["1", "x"]
    assert table.numbers("share")[0].to_list() == [0.3, 0.5]  # percent is how a cell is shown
    assert table.numbers("text")[0].to_list() == [0.25, 0.75]
    assert table.frame["sum"].null_count() == 2  # nobody has worked the formula out


def test_formulas_have_the_value_that_was_last_worked_out(tmp_path: Path) -> None:
    """As Excel stores it: the formula and, beside it, its value."""
    path = book(tmp_path / "a.xlsx", ("S", [["id", "risk"], ["a", "=1/4"], ["b", "=1/0"]]))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    sheet = sheet.replace('<c r="B2"><f>1/4</f><v /></c>', '<c r="B2"><f>1/4</f><v>0.25</v></c>')
    sheet = sheet.replace('<c r="B3"><f>1/0</f><v /></c>', '<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>')
    assert "0.25" in sheet
    assert "#DIV/0!" in sheet
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, sheet if name.endswith("sheet1.xml") else content)
    assert read_table(path, ["risk"]).frame["risk"].to_list() == [0.25, None]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 2], [3, 4]], "no row of names"),
        ([HEAD], "no rows below it"),
        ([["a", "a"], [1, 2]], "more than one column named 'a'"),
    ],
)
def test_sheets_that_are_no_table(rows: list[list[Any]], message: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=message):
        read_table(book(tmp_path / "a.xlsx", ("S", rows)))


def test_an_empty_workbook_and_one_with_a_password(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="nothing in any sheet"):
        read_table(book(tmp_path / "a.xlsx", ("S", [])))
    container = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
    (tmp_path / "b.xlsx").write_bytes(container + bytes(600))
    with pytest.raises(FileError, match="protected by a password"):
        read_table(tmp_path / "b.xlsx")
    (tmp_path / "c.sav").write_bytes(b"ENCRYPTEDSAV" + bytes(100))
    with pytest.raises(FileError, match="SPSS data with a password"):
        read_table(tmp_path / "c.sav")


def test_a_workbook_that_becomes_far_larger_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = book(tmp_path / "a.xlsx", ("S", [HEAD, *ROWS]))
    monkeypatch.setenv("BASERATE_MOST_HELD", "1000")
    with pytest.raises(FileError, match="as it is unpacked: the limit is 1,000 bytes"):
        read_table(path)


def test_a_part_of_a_file_that_has_none_is_refused(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    for path in (tmp_path / "a.csv", folder / "cohort.dta"):
        with pytest.raises(SettingError, match=r"no sheet or table can be named.*Leave out table='x'\.$"):
            read_table(NamedTable(path, "x"))


# Commands

COMMANDS = {
    "check": ["--outcome", "died", "--score", "severity"],
    "evaluate": [
        "--outcome",
        "died",
        "--score",
        "severity",
        "--score",
        "network",
        "--cost",
        "1:30",
        "--by",
        "sex",
    ],
    "reduce": ["--outcome", "died", "--score", "severity"],
    "shift": ["--outcome", "died", "--score", "network", "--by", "grade"],
}


@pytest.mark.parametrize("command", ["check", "evaluate", "reduce", "shift"])
@pytest.mark.parametrize("ending", ["dta", "xlsx"])
def test_commands_read_them(command: str, ending: str, folder: Path, tmp_path: Path) -> None:
    more = ["--out", str(tmp_path / "out.parquet")] if command == "reduce" else []
    more += ["--table", "Sheet1"] if ending == "xlsx" else []
    name = str(folder / f"cohort.{ending}")
    result = CliRunner().invoke(main, [command, name, *COMMANDS[command], *more])
    assert result.exit_code == 0, result.output + result.stderr
    if command == "evaluate":
        assert ("women" in result.output) == (ending == "dta")


def test_the_positive_word_on_the_command_line_is_on_record(folder: Path) -> None:
    arguments = ["--outcome", "died", "--score", "severity", "--cost", "1:30", "--positive", "dead", "--json"]
    result = CliRunner().invoke(main, ["evaluate", str(folder / "cohort.sav"), *arguments])
    notes = json.loads(result.output)["provenance"]["notes"]
    assert notes == ["column 'died': 0 is 'alive', 1 is 'dead'; positive is 1 (dead)"]


def test_a_sheet_of_a_workbook_from_standard_input(folder: Path) -> None:
    content = (folder / "cohort.xlsx").read_bytes()
    arguments = ["--outcome", "died", "--score", "severity", "--cost", "1:30", "--json", "--table"]
    result = CliRunner().invoke(main, ["evaluate", "-", *arguments, "Sheet1"], input=content)
    assert json.loads(result.output)["provenance"]["source"]["table"] == "Sheet1"
    result = CliRunner().invoke(main, ["evaluate", "-", *arguments, "Sheet2"], input=content)
    assert (result.exit_code, "no sheet 'Sheet2'" in result.stderr) == (3, True)
    result = CliRunner().invoke(
        main, ["evaluate", "-", *arguments, "Sheet1"], input=b"died,severity\n1,0.5\n"
    )
    assert (result.exit_code, "Leave out --table Sheet1" in result.stderr) == (2, True)


def test_a_workbook_is_not_written_over(folder: Path) -> None:
    name = str(folder / "cohort.xlsx")
    arguments = ["--outcome", "died", "--score", "severity", "--cost", "1:30", "--out", name]
    result = CliRunner().invoke(main, ["evaluate", name, "--table", "Sheet1", *arguments])
    assert result.exit_code != 0
    assert "holds the data" in result.stderr
