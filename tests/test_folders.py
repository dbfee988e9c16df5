"""Folders and patterns of Parquet: which files count, what their folders say, what is refused, the record."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import struct
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import baserate
from baserate.errors import FileError
from baserate.patients import source as sources
from baserate.patients.folders import ParquetFiles
from baserate.patients.limits import FILES, HASHED
from baserate.patients.snapshots import Snapshot
from tests.support.cohorts import stays
from tests.support.command_line import run

COLUMNS: dict[str, Any] = {
    "outcome": "died",
    "scores": ["severity"],
    "cost": "1:9",
    "prevalence": (0.05, 0.2),
}
LINE = ("--outcome", "died", "--score", "severity", "--prevalence", "5%..20%", "--cost", "1:9")
ROWS = stays(600).select("died", "severity")


def put(folder: Path, name: str, frame: pl.DataFrame | None = None) -> Path:
    """A file; unless they are given, of rows in an order that no file of another name has."""
    path = folder / name
    seed = len(name) + sum(map(ord, name))
    frame = ROWS.sample(fraction=1, shuffle=True, seed=seed) if frame is None else frame
    path.parent.mkdir(parents=True, exist_ok=True)
    frame.write_parquet(path)
    return path


def evaluate(name: Path | str, **more: Any) -> Any:
    return baserate.evaluate(str(name), **COLUMNS, **more)


@pytest.mark.filterwarnings("ignore")
def test_values_of_partitions_are_text_as_written(tmp_path: Path) -> None:
    folder = tmp_path / "run=3" / "cohort"  # what is above the folder says nothing about its rows
    written = {"001": "001", "1": "1", "a%2Fb": "a/b", "1e3": "1e3", "%FF": "%FF", "2020-01-01": "2020-01-01"}
    for value in written:
        put(folder, f"site={value}/part-0.parquet")
    put(folder, "site=__HIVE_DEFAULT_PARTITION__/part-0.parquet")
    ev = evaluate(folder, by="site")
    assert set(ev.groups) == {*written.values(), "(missing)"}
    assert {group.patients for group in ev.groups.values()} == {600}


@pytest.mark.filterwarnings("ignore")
def test_what_hive_and_spark_leave_out_is_left_out(tmp_path: Path) -> None:
    put(tmp_path, "part-0.parquet")
    put(tmp_path, "000000_0")  # as Hive names files
    for name in (".hidden.parquet", "_tmp.parquet", "_temporary/0/part-1.parquet", ".spark/x.parquet"):
        put(tmp_path, name)
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / ".part-0.parquet.crc").write_bytes(b"crc")
    ev = evaluate(tmp_path)
    assert ev.patients.rows == 1200
    assert ev.patients.origin["names"] == ["000000_0", "part-0.parquet"]
    assert ev.patients.notes == ()


@pytest.mark.filterwarnings("ignore")
def test_a_partition_may_begin_with_an_underscore(tmp_path: Path) -> None:
    put(tmp_path, "_site=a/x.parquet")
    put(tmp_path, "_site=b/x.parquet")
    assert set(evaluate(tmp_path, by="_site").groups) == {"a", "b"}


@pytest.mark.filterwarnings("ignore")
def test_what_else_is_left_out_is_said(tmp_path: Path) -> None:
    put(tmp_path, "part-0.parquet")
    put(tmp_path, "part-1.parquet.tmp")
    (tmp_path / "README.md").write_text("patients", encoding="utf-8")
    (note,) = evaluate(tmp_path).patients.notes
    assert note == "2 files that are not Parquet, or not finished, left out: README.md, part-1.parquet.tmp"


def test_a_file_that_is_not_whole_is_refused_by_its_name(tmp_path: Path) -> None:
    content = put(tmp_path, "a.parquet").read_bytes()
    for found, said in ((content[:-50], "cut off"), (b"", "empty"), (b"a,b\n1,2\n", "not Parquet")):
        (tmp_path / "b.parquet").write_bytes(found)
        with pytest.raises(FileError, match=f"b.parquet .*{said}"):
            evaluate(tmp_path)


def test_a_partition_named_like_a_column_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "severity=1/a.parquet")
    with pytest.raises(FileError, match="'severity' is a column of the files and a name of their folders"):
        evaluate(tmp_path)


def test_partitions_that_differ_are_refused(tmp_path: Path) -> None:
    put(tmp_path, "site=1/a.parquet")
    put(tmp_path, "b.parquet")
    with pytest.raises(FileError, match=r"site=1/a.parquet say 'site', those of b.parquet nothing"):
        evaluate(tmp_path)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (ROWS.drop("severity"), r"a\.parquet has a column 'severity', b\.parquet has not"),
        (ROWS.with_columns(new=1), r"b\.parquet has a column 'new', a\.parquet has not"),
        (
            ROWS.cast({"severity": pl.Float32}),
            r"'severity' is Float64 in a\.parquet and Float32 in b\.parquet",
        ),
    ],
)
def test_columns_that_differ_are_refused_with_file_and_column(
    tmp_path: Path, other: pl.DataFrame, said: str
) -> None:
    put(tmp_path, "a.parquet")
    put(tmp_path, "b.parquet", other)
    with pytest.raises(FileError, match=said):
        evaluate(tmp_path)


@pytest.mark.filterwarnings("ignore")
def test_columns_in_another_order_are_the_same_columns(tmp_path: Path) -> None:
    put(tmp_path, "a.parquet")
    put(tmp_path, "b.parquet", ROWS.select("severity", "died"))
    twice = baserate.evaluate(pl.concat([ROWS, ROWS]), **COLUMNS)
    assert evaluate(tmp_path).score("severity").value == pytest.approx(
        twice.score("severity").value, abs=1e-5
    )


def test_a_file_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    first = put(tmp_path, "a.parquet")
    (tmp_path / "b.parquet").symlink_to(first)
    with pytest.raises(FileError, match=r"a\.parquet and b\.parquet are one file"):
        evaluate(tmp_path)
    (tmp_path / "b.parquet").unlink()
    os.link(first, tmp_path / "b.parquet")
    with pytest.raises(FileError, match=r"a\.parquet and b\.parquet are one file"):
        evaluate(tmp_path)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("most_hashed", [None, "100"])
def test_a_copy_is_refused_and_both_are_named(
    tmp_path: Path, most_hashed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it is called and wherever it lies; of large folders, too, of which only the ends are hashed."""
    if most_hashed is not None:
        monkeypatch.setenv("BASERATE_MOST_HASHED", most_hashed)
    first = put(tmp_path, "fold/a.parquet")
    put(tmp_path, "fold/b.parquet")
    evaluate(tmp_path / "fold")
    for copy in ("fold/a (1).parquet", "fold/site=2/a.parquet"):
        beside = tmp_path / copy
        beside.parent.mkdir(exist_ok=True)
        shutil.copy(first, beside)
        if "site" in copy:  # all files lie in folders of their own then
            first.parent.joinpath("site=1").mkdir()
            for file in ("a.parquet", "b.parquet"):
                (tmp_path / "fold" / file).rename(tmp_path / "fold" / "site=1" / file)
        pair = sorted(["site=1/a.parquet" if "site" in copy else "a.parquet", copy.removeprefix("fold/")])
        said = f"{re.escape(' and '.join(pair))} are the same, byte for byte.*Take one of the two out"
        for name in (tmp_path / "fold", tmp_path / "fold" / "**" / "*.parquet"):
            with pytest.raises(FileError, match=said):
                evaluate(name)
        assert re.search(said, run("evaluate", str(tmp_path / "fold"), *LINE, status=3).stderr)
        beside.unlink()


@pytest.mark.filterwarnings("ignore")
def test_files_that_are_alike_but_not_the_same_are_no_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts without rows, as Spark writes them; and two files of one size and one end."""
    put(tmp_path, "a.parquet")
    for name in ("part-1.parquet", "part-2.parquet"):
        put(tmp_path, name, ROWS[:0])
    assert evaluate(tmp_path).patients.rows == len(ROWS)
    ROWS[:300].write_parquet(tmp_path / "x.parquet", compression="uncompressed", statistics=False)
    written, score = (tmp_path / "x.parquet").read_bytes(), ROWS["severity"][7]
    other = written.replace(struct.pack("<d", score), struct.pack("<d", score / 2))
    (tmp_path / "y.parquet").write_bytes(other)
    alike = Snapshot({name: tmp_path / name for name in ("x.parquet", "y.parquet")}, contents=False).hashes
    assert other != written
    assert len(set(alike.values())) == 1
    monkeypatch.setenv("BASERATE_MOST_HASHED", "100")
    assert evaluate(tmp_path).patients.rows == len(ROWS) + 600


@pytest.mark.filterwarnings("ignore")
def test_reduce_refuses_what_two_of_its_sources_hold(tmp_path: Path) -> None:
    first = put(tmp_path, "fold/a.parquet")
    put(tmp_path, "fold/b.parquet")
    elsewhere = tmp_path / "ward.parquet"
    shutil.copy(first, elsewhere)
    out = str(tmp_path / "summary.parquet")
    asked = (*LINE[:4], "--out", out)
    for copy in (elsewhere, first):
        said = run("reduce", str(tmp_path / "fold"), str(copy), *asked, status=3).stderr
        assert f"{first} and {copy} are the same, byte for byte" in said
    assert "hold the same patients" in run("reduce", str(first), str(elsewhere), *asked, status=3).stderr
    assert not Path(out).exists()
    run("reduce", str(tmp_path / "fold"), *asked)
    shutil.copy(out, tmp_path / "again.parquet")
    said = run("evaluate", out, str(tmp_path / "again.parquet"), "--cost", "1:9", status=3).stderr
    assert "summary.parquet and" in said
    assert "again.parquet hold the same patients, who would count twice" in said


def test_a_folder_that_is_in_itself_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "a.parquet")
    (tmp_path / "again").symlink_to(tmp_path)
    with pytest.raises(FileError, match="is a link to a folder that it is in"):
        evaluate(tmp_path)


@pytest.mark.filterwarnings("ignore")
def test_the_record_of_a_folder_can_be_checked_with_sha256sum(tmp_path: Path) -> None:
    paths = [put(tmp_path, name) for name in ("site=a/x.parquet", "site=b/x.parquet")]
    lines = "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(tmp_path)}\n" for path in paths
    )
    assert evaluate(tmp_path).to_dict()["provenance"]["source"] == {
        "kind": "folder",
        "name": str(tmp_path),
        "files": 2,
        "names": ["site=a/x.parquet", "site=b/x.parquet"],
        "bytes": sum(path.stat().st_size for path in paths),
        "sha256": hashlib.sha256(lines.encode()).hexdigest(),
        "sha256_of": "contents",
        "reduced_by": "polars",
    }


@pytest.mark.filterwarnings("ignore")
def test_of_a_very_large_folder_sizes_and_footers_are_hashed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "a.parquet")
    put(tmp_path, "b.parquet")
    whole = evaluate(tmp_path).patients.origin
    monkeypatch.setitem(vars(HASHED), "default", 100)
    footers = evaluate(tmp_path).patients.origin
    assert footers["sha256_of"] == "sizes and footers"
    assert footers["sha256"] != whole["sha256"]
    assert footers == evaluate(tmp_path).patients.origin
    put(tmp_path, "b.parquet", ROWS[:-1])
    assert evaluate(tmp_path).patients.origin["sha256"] != footers["sha256"]


@pytest.mark.filterwarnings("ignore")
def test_a_pattern_is_read_as_its_files_and_knows_their_folders(tmp_path: Path) -> None:
    for name in ("site=001/a.parquet", "site=1/a.parquet", "site=1/_b.parquet", "site=1/b.csv"):
        put(tmp_path, name)
    ev = evaluate(tmp_path / "site=*" / "*.parquet", by="site")
    assert {name: group.patients for name, group in ev.groups.items()} == {"001": 600, "1": 600}
    assert ev.patients.origin["kind"] == "pattern"
    assert ev.patients.origin["names"] == ["site=001/a.parquet", "site=1/a.parquet"]
    with pytest.raises(FileError, match="matches no Parquet file"):
        evaluate(tmp_path / "*.parquet")


@pytest.mark.parametrize("change", ["added", "replaced", "removed", "longer"])
def test_a_folder_that_changes_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    put(tmp_path, "a.parquet")
    second = put(tmp_path, "b.parquet")
    scan = ParquetFiles.scan

    def scan_and_change(files: ParquetFiles) -> pl.LazyFrame:
        frame = scan(files).collect().lazy()  # read, so that only the check can tell
        if change == "added":
            put(tmp_path, "c.parquet")
        elif change == "removed":
            second.unlink()
        elif change == "replaced":
            put(tmp_path, "other/new.parquet").replace(second)
            (tmp_path / "other").rmdir()
        else:
            second.write_bytes(second.read_bytes() + b"PAR1")
        return frame

    monkeypatch.setattr(ParquetFiles, "scan", scan_and_change)
    with pytest.raises(FileError, match="was changed while it was read"):
        evaluate(tmp_path)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "a.parquet")
    put(tmp_path, "b.parquet")
    monkeypatch.setitem(vars(FILES), "default", 1)
    with pytest.raises(
        FileError, match=r"more files than that: the limit is 1 \(files of a folder or a pattern\)"
    ):
        evaluate(tmp_path)


def test_a_pipe_is_not_looked_into(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert not sources.is_parquet(str(tmp_path / "pipe"))  # which would wait for ever
