"""Every limit: what meets it, what is said, how those of memory are raised; the documentation knows it."""

from __future__ import annotations

import gzip
import io
import os
import re
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

import baserate
from baserate.errors import BaserateError, FileError, SettingError
from baserate.evaluation.study_file import StudyFile
from baserate.patients.csv_table import Layout
from baserate.patients.files import read_table
from baserate.patients.limits import COLUMNS, FILES, HELD, NAME, NESTING, ROW, STUDY, Limit
from baserate.patients.patients import PatientBins
from baserate.patients.snapshots import Data
from tests.support.cohorts import stays

PAGE = Path(__file__).parent.parent / "docs" / "limits.md"
TEXT = "died,new\n" + "1,0.5\n0,0.25\n" * 50


def write(folder: Path, content: str | bytes, name: str = "x.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def many_files(folder: Path) -> None:
    for name in ("a", "b", "c"):
        stays(50).sample(fraction=1, shuffle=True, seed=ord(name)).write_parquet(folder / f"{name}.parquet")
    baserate.evaluate(str(folder), "died", ["severity"], cost="1:9")


def long_group(_: Path) -> None:
    frame = stays(100).with_columns(g=pl.lit("long enough to be refused"))
    baserate.evaluate(frame, "died", ["severity"], by="g", cost="1:9")


# What meets each limit once it is as low as that.
REFUSED: list[tuple[Limit, int, list[Callable[[Path], object]]]] = [
    (
        HELD,
        100,
        [
            lambda folder: read_table(write(folder, gzip.compress(TEXT.encode()))),
            lambda folder: read_table(write(folder, gzip.compress(b"x\n") + gzip.compress(b"1\n" * 100))),
            lambda _: read_table(io.BytesIO(TEXT.encode())),
        ],
    ),
    (COLUMNS, 1, [lambda folder: read_table(write(folder, TEXT))]),
    (FILES, 2, [many_files]),
    (NAME, 20, [lambda folder: read_table(write(folder, f"a,{'b' * 21}\n1,2\n")), long_group]),
    (STUDY, 100, [lambda folder: StudyFile.read(write(folder, "#" * 101))]),
    (NESTING, 3, [lambda folder: StudyFile.read(write(folder, "a = [[[1]]]"))]),
]


def test_every_limit_is_stated_with_its_default() -> None:
    rows = re.findall(
        r"^\| (`\w+`|fixed) \| (.+?) \| (.+?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert rows == [
        ("fixed" if one.variable is None else f"`{one.variable}`", one.words(one.default), one.of)
        for one in Limit.known
    ]


def test_what_is_held_in_memory_can_be_set_and_nothing_else() -> None:
    names = [one.variable for one in Limit.known if one.variable is not None]
    assert sorted(names) == [f"BASERATE_MOST_{word}" for word in ("HELD", "PATIENTS", "ROWS", "TEXT")]


@pytest.mark.parametrize(
    ("limit", "most", "case"), [(limit, most, case) for limit, most, cases in REFUSED for case in cases]
)
@pytest.mark.filterwarnings("ignore")
def test_more_than_a_limit_is_refused_with_the_way_to_raise_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: Limit, most: int, case: Callable[[Path], object]
) -> None:
    case(tmp_path)  # nothing of it is wrong by itself
    monkeypatch.setitem(vars(limit), "default", most)
    with pytest.raises(FileError) as refused:
        case(tmp_path)
    assert f"the limit is {limit.words(most)} ({limit.of})." in str(refused.value)
    raised = "" if limit.variable is None else f"set {limit.variable} in the environment"
    assert raised in str(refused.value)
    assert ("environment" in str(refused.value)) == (limit.variable is not None)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rows", ["BASERATE_MOST_PATIENTS", "BASERATE_MOST_ROWS"])
def test_limits_say_when_a_file_is_binned_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: str
) -> None:
    monkeypatch.setenv("BASERATE_MOST_TEXT", "1KiB")
    monkeypatch.setenv(rows, "199")
    for suffix, save in (("csv", pl.DataFrame.write_csv), ("parquet", pl.DataFrame.write_parquet)):
        save(stays(200), tmp_path / f"x.{suffix}")
        ev = baserate.evaluate(tmp_path / f"x.{suffix}", "died", ["severity"], cost="1:9")
        assert isinstance(ev.patients, PatientBins)


def test_a_row_that_is_longer_than_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A row ends somewhere, so the limit is met where a quote is opened and never closed.
    path = write(tmp_path, 'died,new\n1,0.5\n0,"' + "x" * (3 << 20) + "\n1,0.5\n")
    with pytest.raises(FileError, match=r"a quoted field starts in line 3 .* and never ends"):
        read_table(path)
    monkeypatch.setitem(vars(ROW), "default", 1 << 20)
    with pytest.raises(FileError, match=rf"line 3 .*never ends.*the limit is 1 MiB \({ROW.of}\)"):
        read_table(path)


def test_deep_nesting_is_refused_before_the_parser_gives_up(tmp_path: Path) -> None:
    for depth in (NESTING.default + 1, 100_000):
        with pytest.raises(FileError, match=NESTING.of):
            StudyFile.read(write(tmp_path, f"a = {'[' * depth}{']' * depth}"))


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("7", 7),
        (" 16GiB ", 16 << 30),
        ("16 gib", 16 << 30),
        ("2k", 2000),
        ("3MB", 3_000_000),
        ("", HELD.default),
    ],
)
def test_how_a_limit_is_written(monkeypatch: pytest.MonkeyPatch, written: str, number: int) -> None:
    monkeypatch.setenv("BASERATE_MOST_HELD", written)
    assert HELD.most == number


@pytest.mark.parametrize("written", ["lots", "-1", "0", "1.5", "1iB", "4 parsecs", "4GiBB"])
def test_a_limit_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("BASERATE_MOST_HELD", written)
    with pytest.raises(SettingError, match=r"BASERATE_MOST_HELD is .*such as 4GiB"):
        _ = HELD.most


def test_gzip_of_several_members_and_zeros_after_it(tmp_path: Path) -> None:
    members = gzip.compress(TEXT[:40].encode()) + gzip.compress(b"") + gzip.compress(TEXT[40:].encode())
    for end in (b"", bytes(100)):
        assert read_table(write(tmp_path, members + end)).frame.height == 100
    for damaged in (members[:-3], members + b"rubbish", members[:-30]):
        with pytest.raises(FileError, match="compressed and damaged or cut off"):
            read_table(write(tmp_path, damaged))


@pytest.mark.parametrize("change", ["shorter", "longer", "replaced", "gone"])
@pytest.mark.parametrize("kind", ["csv", "parquet", "large csv", "large parquet"])
@pytest.mark.filterwarnings("ignore")
def test_a_file_that_changes_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, change: str
) -> None:
    path = tmp_path / "cohort"
    save = pl.DataFrame.write_csv if kind.endswith("csv") else pl.DataFrame.write_parquet
    save(stays(5000), path)
    if kind.startswith("large"):
        monkeypatch.setenv("BASERATE_MOST_TEXT", "1000")
        monkeypatch.setenv("BASERATE_MOST_ROWS", "1000")
    collect = pl.LazyFrame.collect
    changed: list[str] = []

    def change_and_collect(frame: pl.LazyFrame, **how: object) -> object:
        # Before the columns are read, but after the count of rows that says whether the file is large.
        if not changed and frame.collect_schema().names() != ["len"]:
            changed.append(change)
            if change == "shorter":
                os.truncate(path, path.stat().st_size // 2)
            elif change == "longer":
                path.write_bytes(path.read_bytes() + b"1")
            elif change == "gone":
                path.unlink()
            else:
                save(stays(5000), tmp_path / "new")
                (tmp_path / "new").replace(path)
        return collect(frame, **how)  # type: ignore[call-overload]

    monkeypatch.setattr(pl.LazyFrame, "collect", change_and_collect)
    with pytest.raises(BaserateError, match="was changed while it was read"):
        baserate.evaluate(path, "died", ["severity"], cost="1:9")
    assert changed


def test_a_text_that_changed_is_named_so_also_where_its_rows_do_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, TEXT)
    layout_of = Layout.of

    def change_and_look(content: Data, source: str) -> Layout:
        path.write_text(TEXT + "1,0.5\n", encoding="utf-8")
        return layout_of(content[:-5], source)  # as if half of a row had been there when it was read

    monkeypatch.setattr(Layout, "of", change_and_look)
    with pytest.raises(FileError, match="was changed while it was read"):
        read_table(path)


def test_names_of_models_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    from baserate.evaluation.study import Study

    content = {"outcome": "died", "scores": {"m" * 30: "new"}, "deployment": {"cost": "1:9"}}
    Study.of(content)
    monkeypatch.setitem(vars(NAME), "default", 20)
    with pytest.raises(FileError, match=NAME.of):
        Study.of(content)
