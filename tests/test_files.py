"""Files of every kind: read as other readers read them where that is certain, refused by line elsewhere."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import os
import pickle
import sys
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from baserate.cli import main
from baserate.errors import ColumnError, FileError
from baserate.patients import csv_table
from baserate.patients.files import Table, read_table

PLAIN = "id,y,risk\n007,0,0.1\n008,1,0.9\n"
ROWS = [("007", "0", "0.1"), ("008", "1", "0.9")]


def table_of(folder: Path, content: str | bytes, name: str = "table.csv", **options: Any) -> Table:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_table(path, **options)


def column_of(
    folder: Path, values: list[str], separator: str = ","
) -> tuple[list[float | None], tuple[str, ...]]:
    """A column written with its values in quotes, beside another; read as numbers."""
    lines = "".join(f'{row}{separator}"{value}"\n' for row, value in enumerate(values))
    found, notes = table_of(folder, f"id{separator}x\n{lines}").numbers("x")
    return found.to_list(), notes


def numbers(table: Table, name: str) -> pl.Series:
    return table.numbers(name)[0]


def lines_of(table: Table) -> list[int]:
    """The line that each row is said to be in."""
    places = [table.place(row).split() for row in range(table.frame.height)]
    assert {word for word, _ in places} == {"line"}
    return [int(line) for _, line in places]


@pytest.fixture(params=[7, 64, 1 << 20], ids=lambda size: f"chunks of {size}")
def chunk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are checked in chunks: their size must not matter."""
    monkeypatch.setattr(csv_table, "CHUNK", request.param)


# Ways of writing the same table

SAME = {
    "plain": PLAIN.encode(),
    "no newline at the end": PLAIN.rstrip().encode(),
    "blank lines at the end": (PLAIN + "\n\n  \n").encode(),
    "byte order mark": PLAIN.encode("utf-8-sig"),
    "byte order mark and quotes": '"id",y,risk\n007,0,0.1\n008,1,0.9\n'.encode("utf-8-sig"),
    "UTF-16": PLAIN.encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + PLAIN.encode("utf-16-be"),
    "UTF-16 without mark": PLAIN.encode("utf-16-le"),
    "UTF-16, big end first, without mark": PLAIN.encode("utf-16-be"),
    "UTF-32": PLAIN.encode("utf-32"),
    "CRLF": PLAIN.replace("\n", "\r\n").encode(),
    "CRLF and quotes": b'id,y,risk\r\n"007","0","0.1"\r\n"008","1","0.9"\r\n\r\n',
    "CR": PLAIN.replace("\n", "\r").encode(),
    "CR, none at the end": PLAIN.replace("\n", "\r").rstrip().encode(),
    "semicolon": PLAIN.replace(",", ";").encode(),
    "tab": PLAIN.replace(",", "\t").encode(),
    "bar": PLAIN.replace(",", "|").encode(),
    "spaces in the header": PLAIN.replace("id,y,risk", " id , y,risk  ").encode(),
    "quotes in the header": PLAIN.replace("id,y", '"id","y"').encode(),
    "quoted": b'"id","y","risk"\n"007","0","0.1"\n"008","1","0.9"\n',
    "gzip": gzip.compress(PLAIN.encode()),
}


@pytest.mark.parametrize("how", SAME)
@pytest.mark.usefixtures("chunk")
def test_the_same_table_however_it_is_written(how: str, tmp_path: Path) -> None:
    table = table_of(tmp_path, SAME[how])
    assert table.columns == ("id", "y", "risk")
    assert table.frame.columns == ["id", "y", "risk"]
    assert table.frame.rows() == ROWS
    assert numbers(table, "risk").to_list() == [0.1, 0.9]
    assert lines_of(table) == [2, 3]
    assert table.sha256 == hashlib.sha256(SAME[how]).hexdigest()
    assert table.size == len(SAME[how])
    assert table.source == str(tmp_path / "table.csv")


def test_notes_tell_what_is_not_usual(tmp_path: Path) -> None:
    assert table_of(tmp_path, PLAIN).notes == ()
    assert table_of(tmp_path, SAME["UTF-16"]).notes == ("UTF-16 text",)
    assert table_of(tmp_path, SAME["tab"]).notes == ("separated by tab",)
    assert table_of(tmp_path, SAME["CR"]).notes == ("lines end in a carriage return alone",)
    assert table_of(tmp_path, ",y\n1,2\n").notes == ("1 column without a name left out",)


def test_text_of_one_byte_a_character(tmp_path: Path) -> None:
    text = "unit,risk\nMünster\u2013Süd,0.1\nNîmes,0.2\n"
    windows = table_of(tmp_path, text.encode("cp1252"))
    assert windows.frame["unit"].to_list() == ["Münster\u2013Süd", "Nîmes"]
    assert windows.notes == ("Windows-1252 (latin-1) text",)
    latin = table_of(tmp_path, "unit,risk\nNîmes\x81,0.1\n".encode("latin-1"))
    assert latin.frame["unit"].to_list() == ["Nîmes\x81"]
    assert latin.notes == ("latin-1 text",)
    with pytest.raises(FileError, match="UTF-8 text in part only: line 3"):
        table_of(tmp_path, "unit,risk\nNîmes,0.1\n".encode() + "Süd,1\n".encode("latin-1"))


def test_utf8_that_is_cut_in_a_character(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="in part only"):
        table_of(tmp_path, "unit,risk\né,0.1\nx,é".encode()[:-1])


def test_groups_and_identifiers_stay_as_written(tmp_path: Path) -> None:
    frame = table_of(tmp_path, 'id,group\n00123,NA\n1e5,None\n 7 ,""\n+1,\n').frame
    assert frame.rows() == [("00123", "NA"), ("1e5", "None"), (" 7 ", None), ("+1", None)]


@pytest.mark.usefixtures("chunk")
def test_fields_with_separators_line_ends_and_quotes(tmp_path: Path) -> None:
    content = 'id,note,risk\n1,"a, b",0.1\n2,"two\nlines\n",0.2\n3,"say ""no""",0.3\n4,"""",x\n5,,0.5\n'
    table = table_of(tmp_path, content)
    assert table.frame.rows() == [
        tuple(value or None for value in row) for row in list(csv.reader(io.StringIO(content)))[1:]
    ]
    assert lines_of(table) == [2, 3, 6, 7, 8]
    with pytest.raises(ColumnError, match=r"'risk' must be numbers.*1 of 5 \('x' in line 7\)"):
        numbers(table, "risk")


def test_line_ends_inside_a_quoted_header(tmp_path: Path) -> None:
    table = table_of(tmp_path, '"two\nlines",risk\n1,0.1\n2,0.2\n')
    assert table.columns == ("two\nlines", "risk")
    assert lines_of(table) == [3, 4]


@pytest.mark.usefixtures("chunk")
def test_quotes_that_start_no_field_are_characters(tmp_path: Path) -> None:
    table = table_of(tmp_path, "height,risk\n5'10\",0.1\n6'1\",0.2\n")
    assert table.frame["height"].to_list() == ["5'10\"", "6'1\""]
    assert table.notes == ('" is a character like any other: no field starts with it',)


def test_one_column(tmp_path: Path) -> None:
    table = table_of(tmp_path, "risk\n0.1\n\n0.3\n\n")
    assert numbers(table, "risk").to_list() == [0.1, None, 0.3]


def test_only_wanted_columns_in_the_order_wanted(tmp_path: Path) -> None:
    table = table_of(tmp_path, PLAIN, wanted=["risk", "id"])
    assert table.frame.columns == ["risk", "id"]
    assert table.frame.rows() == [(risk, key) for key, _, risk in ROWS]
    assert table.columns == ("id", "y", "risk")


def test_a_name_that_means_many_files_elsewhere(tmp_path: Path) -> None:
    table_of(tmp_path, PLAIN, "a.csv")
    assert table_of(tmp_path, "x,y\n1,2\n", "*.csv").columns == ("x", "y")
    assert table_of(tmp_path, "x,y\n1,2\n", "[a].csv").frame.height == 1


# Rows that do not fit

RAGGED = {
    "too few": ("a,b,c\n1,2,3\n4,5\n6,7,8\n", 3, 2, 3),
    "too many": ("a,b\n1,2\n3,4\n5,6,7\n", 4, 3, 2),
    "last, without a newline": ("a,b\n1,2\n3", 3, 1, 2),
    "blank in the middle": ("a,b\n1,2\n\n3,4\n", 3, 1, 2),
    "after a quoted line end": ('a,b\n"1\n1",2\n3,4,5\n', 4, 3, 2),
    "a comma in one column": ("risk\n0.1\n0,2\n", 3, 2, 1),
    "the first": ("a,b\n1,2,3\n4,5\n6,7\n", 2, 3, 2),
    "carriage returns": ("a,b\r1,2\r3\r", 3, 1, 2),
    "two that make up for each other": ("a,b,c\n1,2\n3,4,5,6\n", 2, 2, 3),
}


@pytest.mark.parametrize("how", RAGGED)
@pytest.mark.usefixtures("chunk")
def test_a_row_of_another_length(how: str, tmp_path: Path) -> None:
    content, line, found, expected = RAGGED[how]
    with pytest.raises(
        FileError, match=rf"line {line} of .* has {found} fields?, but the header has {expected}\."
    ):
        table_of(tmp_path, content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('a,b\n1,2\n3,"open\n4,5\n', "a quoted field starts in line 3 of .* and never ends"),
        ('a,b\n1,2\n3,"op""en\n4,5\n', "a quoted field starts in line 3 of .* and never ends"),
        ('a,b\n3,"open\n4,5\n6,"x"\n', "starts in line 2 of .* closing quote in line 4, or is never closed"),
        ('a,b\n1,"x"y\n', "starts in line 2 of .* has text after its closing quote in line 2"),
        ('a,b\n"1",2\n3,4"\n', "line 3 of .* has a quote in the middle of a field"),
        ('a,b\n"1", "2"\n', "line 2 of .* has a quote in the middle of a field.*remove spaces"),
        ("a,b\n1,2\n3\r4,5\n", "line 3 of .* has another line end in it"),
        ("a,b\r1,2\r3,4\n5,6\r", "line 3 of .* has another line end in it"),
        ("a,b\r\r\n1,2\r\r\n", "another line end|must hold the column names|but the header"),
        ("a,b,a\n1,2,3\n", "more than one column named 'a'"),
        ("a, a \n1,2\n", "more than one column named 'a'"),
        ("\n\na,b\n1,2\n", "line 1 of .* must hold the column names"),
        ("sep=;\na;b\n1;2\n", "line 1 of .* must hold the column names; found 'sep=;'"),
        ("a,b;c\n1,2;3\n", "can be split at a comma or ;, into 2 columns either way"),
        ("", "is empty"),
        ("\n  \n", "has no text in it"),
        ("a,b\n", "has column names but no rows"),
        ("a,b\n1,\0\n", "line 2 has the byte 0x00"),
        (b"\xff\xfea", "starts like UTF-16 text but is not"),
    ],
)
@pytest.mark.usefixtures("chunk")
def test_text_that_is_not_certain(content: str | bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=message):
        table_of(tmp_path, content)


def test_the_separator_that_fits_all_lines_wins(tmp_path: Path) -> None:
    table = table_of(tmp_path, "a|b,c\n1,2\n3,4\n")
    assert table.columns == ("a|b", "c")
    assert table_of(tmp_path, "a;b;c\n0,1;0,2;0,3\n").columns == ("a", "b", "c")


# Random tables, against Python's own reader and writer

FIELD = st.text(st.sampled_from("abé0.,;|\t \"'\n\r"), max_size=6)
NAMES = ["id", "risk score", "y", "größe"]


@st.composite
def written(draw: st.DrawFn) -> tuple[list[list[str]], str, str]:
    """Rows, their text in some dialect, and its line end."""
    width = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(FIELD, min_size=width, max_size=width), min_size=1, max_size=8))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    stream = io.StringIO(newline="")
    # Python's writer leaves a line end bare that is not its own; that is refused, and tested elsewhere.
    within = any("\n" in value or "\r" in value for row in rows for value in row)
    kinds = [csv.QUOTE_ALL] if within else [csv.QUOTE_MINIMAL, csv.QUOTE_ALL]
    quoting = draw(st.sampled_from(kinds))
    writer = csv.writer(stream, delimiter=draw(st.sampled_from(",;\t|")), lineterminator=end, quoting=quoting)
    writer.writerows([NAMES[:width], *rows])
    return rows, stream.getvalue(), end


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written(), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.sampled_from([5, 1 << 20]))
def test_random_tables_are_read_back(
    tmp_path: Path, case: tuple[list[list[str]], str, str], encoding: str, size: int
) -> None:
    rows, text, end = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_table, "CHUNK", size)
        table = table_of(tmp_path, text.encode(encoding))
    assert table.frame.rows() == [tuple(value or None for value in row) for row in rows]
    starts = [1 + "".join(_written(text, end)[: row + 1]).count(end[-1]) for row in range(len(rows))]
    assert lines_of(table) == starts


def _written(text: str, end: str) -> list[str]:
    """The records of a text, each with its line end: joined until their quotes are even."""
    records = [""]
    for line in text.split(end)[:-1]:
        records[-1] += line + end
        if records[-1].count('"') % 2 == 0:
            records.append("")
    return records[:-1]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written(), st.data())
def test_random_ragged_rows_are_refused_by_line(
    tmp_path: Path, case: tuple[list[list[str]], str, str], data: st.DataObject
) -> None:
    _, text, end = case
    records = _written(text, end)
    which = data.draw(st.integers(1, len(records) - 1))
    separator = next(sign for sign in ",;\t|" if sign in records[0])
    if data.draw(st.booleans()):
        records[which] = records[which].removesuffix(end) + separator + "1" + end
    else:
        records[which] = "x" + end
    # A table of one row that has another length does not show what its separator is.
    assume(which > 1 or len(records) > 2)
    line = 1 + "".join(records[:which]).count(end[-1])
    with pytest.raises(FileError, match=f"line {line} of "):
        table_of(tmp_path, "".join(records))


def test_pandas_reads_the_same(tmp_path: Path) -> None:
    frame = pd.DataFrame({"id": [f"{row:05}" for row in range(500)], "note": ['a "b", c\n'] * 500})
    frame["risk"] = [row / 7 for row in range(500)]
    frame.to_csv(tmp_path / "table.csv", index=False)
    table = read_table(tmp_path / "table.csv")
    assert table.frame["id"].to_list() == list(frame["id"])
    assert table.frame["note"].to_list() == list(frame["note"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # pandas 4 needs not be told
        again = pd.read_csv(tmp_path / "table.csv", float_precision="round_trip")
    assert numbers(table, "risk").to_list() == list(again["risk"]) == list(frame["risk"])


# Numbers


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.floats(allow_nan=False) | st.integers(-(10**30), 10**30), min_size=1),
    st.sampled_from(["", " "]),
)
def test_numbers_are_those_of_float(tmp_path: Path, values: list[float], space: str) -> None:
    assert column_of(tmp_path, [f"{space}{value!r}{space}" for value in values])[0] == [
        float(v) for v in values
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("0123456789.eE+-infatyNA_ ", min_size=1, max_size=9))
def test_whatever_is_read_as_a_number_is_one(tmp_path: Path, text: str) -> None:
    try:
        found = column_of(tmp_path, [text])[0][0]
    except ColumnError:
        return
    if found is not None and " " not in text.strip():
        assert found == float(text)


@pytest.mark.parametrize(
    ("separator", "values", "expected", "notes"),
    [
        (",", ["1e-3", "+1", ".5", "5.", "1E5"], [0.001, 1.0, 0.5, 5.0, 1e5], ()),
        (",", ["", "NA", "N/A", "NaN", "nan", "null", "None", ".", "NULL", "1"], [*[None] * 9, 1.0], ()),
        (",", ["inf", "-inf", "Infinity"], [float("inf"), float("-inf"), float("inf")], ()),
        (",", ["30%", "12.3 %", "0", "NA", "nan", "7%"], [0.3, 0.123, 0, None, None, 0.07], ("30% is 0.3",)),
        (",", [' ""0.5"" ', "0.25"], [0.5, 0.25], ()),
        (",", ["0,3", "12,25", "NA"], [0.3, 12.25, None], ("decimal comma",)),
        (";", ["0,3", "1,234", ",5"], [0.3, 1.234, 0.5], ("decimal comma",)),
        (";", ["1,234", "2,345"], [1.234, 2.345], ("decimal comma",)),
        ("\t", ["0,3", "-1,234", "1,5e-3"], [0.3, -1.234, 0.0015], ("decimal comma",)),
        (";", ["12,5%", "7%"], [0.125, 0.07], ("30% is 0.3", "decimal comma")),
    ],
)
def test_ways_of_writing_numbers(
    separator: str, values: list[str], expected: list[float | None], notes: tuple[str, ...], tmp_path: Path
) -> None:
    assert column_of(tmp_path, values, separator) == (expected, notes)


THOUSANDS = "Write them like 0.3 or 1234.5, with nothing between thousands"


@pytest.mark.parametrize(
    ("separator", "values", "message"),
    [
        (",", ["0.1", "high", "0.2", "low"], r"2 of 4 \('high' in line 3, 'low' in line 5\)"),
        (",", ["30%", "0.4"], r"percent sign.*1 of 2 \('0.4' in line 3\)"),
        (";", ["30%", "0,4", "nan"], r"percent sign.*1 of 3 \('0,4' in line 3\)"),
        (",", ["1,234", "5"], r"comma may stand before decimals or after thousands.*'1,234' in line 2"),
        ("\t", ["1,234"], "comma may stand"),
        (",", ["0,3", "1,234"], "comma may stand.*'1,234' in line 3"),
        (";", ["0,3", "1.234"], r"has decimal points, but decimal commas elsewhere.*'1.234' in line 3"),
        (";", ["0,3", "0.3"], r"has decimal points, but decimal commas elsewhere.*'0.3' in line 3"),
        (",", ["1,234", "1.234"], "comma may stand"),
        (";", ["1.234,5", "1,234.5"], f"must be numbers.*2 of 2 .*{THOUSANDS}"),
        # Nothing may stand between thousands, however certain it looks.
        (",", ["1,234.5", "1,234", "7"], "comma may stand.*'1,234' in line 3"),
        (",", ["1,234,567", "0.5"], rf"must be numbers.*1 of 2 \('1,234,567' in line 2\).*{THOUSANDS}"),
        (",", ["1,234", "0.5"], "comma may stand.*'1,234' in line 2"),
        (";", ["1.234,5", "1.234", "0,5"], "decimal points, but decimal commas.*'1.234' in line 3"),
        (";", ["1.234.567", "1.234"], f"must be numbers.*'1.234.567' in line 2.*{THOUSANDS}"),
        (",", ["1 234", "1 234 567.5", "3"], f"must be numbers.*2 of 3 .*'1 234' in line 2.*{THOUSANDS}"),
        (",", ["1\u202f234", "1\u00a0234"], f"must be numbers.*2 of 2 .*{THOUSANDS}"),
        (";", ["1 234,5", "2,5"], f"must be numbers.*'1 234,5' in line 2.*{THOUSANDS}"),
        (";", ["1,23,4"], "must be numbers"),
        (";", ["0,5", "1.2.3"], "must be numbers.*'1.2.3' in line 3"),
        (",", ["1e1%"], "must be numbers"),
        (",", ["%"], "must be numbers"),
        (",", ["12 34"], "must be numbers"),
        (",", ["1_000"], "must be numbers"),
        (",", ["٣"], "must be numbers"),
        (",", ["x" * 100], r"'x{39}…' in line 2"),
        (",", [str(value) + "x" for value in range(9)], r"9 of 9 .*'4x' in line 6, \.\.\.\)"),
    ],
)
def test_numbers_that_are_not_certain(
    separator: str, values: list[str], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ColumnError, match=f"column 'x' .*{message}"):
        column_of(tmp_path, values, separator)


# Parquet, Arrow, streams

FRAME = pl.DataFrame({" id ": ["007", "NA"], "y": [0, 1], "risk": [0.1, None], "ok": [True, False]})


def parquet(frame: pl.DataFrame = FRAME) -> bytes:
    stream = io.BytesIO()
    frame.write_parquet(stream)
    return stream.getvalue()


def arrow(frame: pl.DataFrame = FRAME) -> bytes:
    stream = io.BytesIO()
    frame.write_ipc(stream, compression="lz4")
    return stream.getvalue()


@pytest.mark.parametrize(
    "content", [parquet(), arrow(), gzip.compress(parquet())], ids=["Parquet", "Arrow", "gzip"]
)
@pytest.mark.parametrize("name", ["table.csv", "table.parquet"])
def test_parquet_and_arrow_whatever_the_name(content: bytes, name: str, tmp_path: Path) -> None:
    table = table_of(tmp_path, content, name, wanted=["risk", "id", "ok", "y"])
    assert table.columns == ("id", "y", "risk", "ok")
    assert table.frame.equals(FRAME.rename({" id ": "id"}).select("risk", "id", "ok", "y"))
    assert table.place(1) == "row 1"
    assert numbers(table, "risk").to_list() == [0.1, None]
    assert numbers(table, "ok").to_list() == [1.0, 0.0]
    with pytest.raises(ColumnError, match=r"2 of 2 \('x' in row 0, 'x' in row 1\)"):
        numbers(table_of(tmp_path, parquet(FRAME.with_columns(pl.lit("x").alias("y")))), "y")


def test_other_types_in_parquet(tmp_path: Path) -> None:
    frame = pl.DataFrame({"x": [float("nan"), 1.0], "c": pl.Series(["0.5", "NA"], dtype=pl.Categorical)})
    table = table_of(tmp_path, parquet(frame.with_columns(when=pl.lit("2024-01-01").str.to_date())))
    assert numbers(table, "x").to_list() == [None, 1.0]
    assert numbers(table, "c").to_list() == [0.5, None]
    with pytest.raises(ColumnError, match="'when' must be numbers; it holds Date"):
        numbers(table, "when")


def test_damaged_parquet_and_arrow(tmp_path: Path) -> None:
    for whole in (parquet(), arrow()):
        for length in range(4, len(whole), 25):
            with pytest.raises(
                FileError, match=r"cut off|damaged|not a table|in part only|but the header|no rows"
            ):
                table_of(tmp_path, whole[: max(length, 8)])
    middle = bytearray(parquet())
    middle[-40:-12] = b"\xff" * 28
    with pytest.raises(FileError, match="damaged"):
        table_of(tmp_path, bytes(middle))
    with pytest.raises(FileError, match="no rows"):
        table_of(tmp_path, parquet(FRAME.head(0)))
    with pytest.raises(FileError, match="more than one column named 'a'"):
        table_of(tmp_path, parquet(pl.DataFrame({"a": [1], " a": [2]})))


def test_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (PLAIN.encode(), parquet(), gzip.compress(PLAIN.encode())):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        table = read_table(sys.stdin.buffer, ["risk"])
        assert (table.source, table.size) == ("standard input", len(content))
        assert numbers(table, "risk")[0] == 0.1
    table_of(tmp_path, PLAIN)
    with (tmp_path / "table.csv").open("rb") as stream:
        assert read_table(stream).source == str(tmp_path / "table.csv")
    with pytest.raises(FileError, match="must be opened as bytes"):
        read_table(io.StringIO(PLAIN))


# What is no table


def zipped(name: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(name, PLAIN)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (pickle.dumps({"a": 1}), "table.csv", "pickle. Reading it can run code"),
        (pickle.dumps({"a": 1}, protocol=3), "table", "pickle"),
        (pickle.dumps({"a": 1}, protocol=0), "model.pkl", "pickle"),
        (b"\x78\x9c", "model.joblib", "pickle"),
        (gzip.compress(pickle.dumps([1])), "model.gz", "pickle"),
        (zipped("table.csv"), "table.csv", "zip archive.*Unpack"),
        (zipped("xl/workbook.xml"), "table.csv", "OpenDocument workbook.*save it as CSV"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100),
            "table.xls",
            "not an Excel or OpenDocument workbook",
        ),
        (b"\x89HDF\r\n\x1a\n" + bytes(100), "table.h5", "HDF5"),
        (b"FEA1" + bytes(100), "table.feather", "Feather of the first version"),
        (b'[{"y": 1}]', "table.json", "JSON"),
        (b'{"y": [1]}', "table.csv", "JSON"),
        (b"<!DOCTYPE html><html>", "table.csv", "web page"),
        (b"BZh91AY", "table.csv.bz2", "bzip2"),
        (b"$FL2@(#) SPSS", "table.sav", "SPSS"),
        (bytes(range(256)), "table.bin", "not a table"),
        (gzip.compress(gzip.compress(b"a")), "table.csv.gz", "gzip twice"),
        (gzip.compress(PLAIN.encode())[:-9], "table.csv.gz", "damaged or cut off"),
        (gzip.compress(b""), "table.csv.gz", "empty once unpacked"),
    ],
    # Archives hold the time at which they were made: no name for a test.
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_files_that_are_no_table(content: bytes, name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=message):
        table_of(tmp_path, content, name)


def test_files_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table_of(tmp_path, PLAIN, "scores.csv")
    with pytest.raises(FileError, match=r"no file .*score\.csv\. Is scores\.csv meant\?"):
        read_table(tmp_path / "score.csv")
    with pytest.raises(FileError, match="its folder does not exist either"):
        read_table(tmp_path / "nowhere" / "scores.csv")
    with pytest.raises(FileError, match="is a folder"):
        read_table(tmp_path)
    with pytest.raises(FileError, match="device or socket"):
        read_table(os.devnull)
    with pytest.raises(FileError, match=r"cannot be opened|no file"):
        read_table("x" * 5000)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(FileError, match="may not be read by this user"):
        read_table(tmp_path / "scores.csv")


def test_columns_that_are_not_there(tmp_path: Path) -> None:
    for content in (PLAIN.encode(), parquet()):
        with pytest.raises(
            ColumnError, match=r"no column 'Risk' in .*nearest: 'risk'.*there are 'id', 'y', 'risk'"
        ):
            table_of(tmp_path, content, wanted=["y", "Risk"])
    wide = ",".join(f"column{number}" for number in range(99))
    with pytest.raises(
        ColumnError, match=r"'colum7' in .*; the nearest: 'column7'.*99 columns, from 'column0' to 'column98'"
    ):
        table_of(tmp_path, f"{wide}\n{','.join('1' * 99)}\n", wanted=["colum7"])
    with pytest.raises(ColumnError, match="no column 'y'"):
        numbers(table_of(tmp_path, PLAIN, wanted=["risk"]), "y")


# What a user sees of it


def see(*arguments: str) -> str:
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture
def european(tmp_path: Path) -> str:
    """Forty patients with two stays each; decimal commas, percent signs, identities with leading zeros."""
    rows = [f"{i // 2:03};{i % 2};0,{i + 10};{i + 5}%;{'AB'[i % 4 > 1]}\n" for i in range(80)]
    path = tmp_path / "stays.csv"
    path.write_text("patient;died;old;new;ward\n" + "".join(rows))
    return str(path)


ROLES = ("--outcome", "died", "--score", "old", "--score", "new")


def test_how_numbers_are_written_reaches_the_result(european: str) -> None:
    told = json.loads(see("evaluate", european, *ROLES, "--cost", "1:1", "--json"))
    assert told["provenance"]["notes"] == [
        "separated by ;",
        "column 'old': decimal comma",
        "column 'new': 30% is 0.3",
    ]


def test_check_says_how_numbers_are_written(european: str) -> None:
    rows = {line.split()[0]: " ".join(line.split()) for line in see("check", european).splitlines() if line}
    assert rows["old"].startswith("old 0 to 1; decimal comma 80 0,10, 0,11")
    assert rows["new"].startswith("new 0 to 1; 30% is 0.3 80 5%, 6%")
    assert ";" not in rows["died"]


def test_check_counts_rows_and_clusters(european: str) -> None:
    shown = " ".join(see("check", european, *ROLES, "--cluster", "patient", "--by", "ward").split())
    assert "It would use 80 rows of 40 clusters ('patient'), 40 with the outcome." in shown
    assert "Group 'A': 40 rows of 20 clusters ('patient'), 20 events." in shown
    assert "Group 'B': 40 rows of 20 clusters ('patient'), 20 events." in shown
    assert "It would use 80 patients, 40 with the outcome." in " ".join(
        see("check", european, *ROLES).split()
    )


def test_what_was_found_is_kept_as_data(tmp_path: Path) -> None:
    with pytest.raises(ColumnError) as caught:
        column_of(tmp_path, ["0.1", "high", "0.2", "low"])
    error = caught.value
    assert (error.count, error.of) == (2, 4)
    assert error.examples == ("'high' in line 3", "'low' in line 5")
    assert str(error.column).endswith("table.csv: column 'x'")
    assert "high" not in error.sentence(examples=False)
