"""Outputs: whole or not at all, never over what is read or over each other, and what is left is cleaned."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from baserate.errors import FileError
from baserate.report import atomic_write
from baserate.report.atomic_write import UNFINISHED, check_targets, write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def left_behind(folder: Path, target: str, number: int = 0) -> Path:
    """What a killed process leaves when it was to write a target."""
    path = folder / f".{target}.{number}{UNFINISHED}"
    path.write_bytes(b"half of")
    return path


@pytest.mark.parametrize("content", ["täxt\n", b"\x00bytes\r\n"])
def test_text_and_bytes_are_written_as_they_are(tmp_path: Path, content: str | bytes) -> None:
    write_whole(str(tmp_path / "x"), content)
    assert (tmp_path / "x").read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert names(tmp_path) == ["x"]


def test_the_bytes_are_on_the_disk_before_the_name_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(handle: int) -> None:
        calls.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def replaced(path: Path, target: Path) -> Path:
        calls.append("name")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    write_whole(str(tmp_path / "x"), "new")
    assert calls == ["file", "name", "folder"]


@pytest.mark.parametrize("where", ["write", "check"])
def test_what_a_killed_process_left_is_removed_at_the_next_write_to_the_same_target(
    tmp_path: Path, where: str
) -> None:
    left_behind(tmp_path, "x", 1)
    left_behind(tmp_path, "x", 2)
    left_behind(tmp_path, "y")
    others = (".x.old", f"x{UNFINISHED}", f".xy.1{UNFINISHED}")
    for other in others:
        (tmp_path / other).touch()
    if where == "write":
        write_whole(str(tmp_path / "x"), "new")
    else:
        check_targets([str(tmp_path / "x")])
    assert [name for name in names(tmp_path) if name != "x"] == sorted((f".y.0{UNFINISHED}", *others))


def test_what_another_process_is_writing_is_left_alone(tmp_path: Path) -> None:
    busy = left_behind(tmp_path, "x")
    handle = os.open(busy, os.O_RDWR)
    atomic_write._lock(handle)
    write_whole(str(tmp_path / "x"), "new")
    assert busy.exists()
    os.close(handle)  # as the end of the process does
    write_whole(str(tmp_path / "x"), "newer")
    assert not busy.exists()


def test_a_link_that_is_named_like_an_unfinished_file_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious", encoding="utf-8")
    (tmp_path / f".x.1{UNFINISHED}").symlink_to(precious)
    write_whole(str(tmp_path / "x"), "new")
    assert precious.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt(), MemoryError()]
)
def test_whatever_ends_a_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    (tmp_path / "x").write_text("old", encoding="utf-8")

    def fail(_: int) -> Any:
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    expected = FileError if isinstance(error, OSError) else type(error)
    with pytest.raises(expected):
        write_whole(str(tmp_path / "x"), "new")
    assert (tmp_path / "x").read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["x"]


# Targets against each other, and against what is read.


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.parquet").write_bytes(b"PAR1 PAR1")
    (tmp_path / "a.csv").write_text("a,b\n", encoding="utf-8")
    (tmp_path / "link.csv").symlink_to("a.csv")
    os.link(tmp_path / "a.csv", tmp_path / "hard.csv")
    (tmp_path / "again").symlink_to("data")
    (tmp_path / "outside.parquet").write_bytes(b"PAR1 PAR1")
    (tmp_path / "data" / "b.parquet").symlink_to("../outside.parquet")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("other", ["x.json", "./x.json", "data/../x.json", "ABSOLUTE"])
def test_two_outputs_are_not_one_file(folder: Path, other: str) -> None:
    other = str(folder / "x.json") if other == "ABSOLUTE" else other
    with pytest.raises(FileError, match="are one file"):
        check_targets(["x.json", other])
    check_targets(["x.json", "y.json", None])


def test_two_outputs_are_not_one_file_by_a_link(folder: Path) -> None:
    (folder / "x.json").symlink_to("y.json")  # which is not there yet
    with pytest.raises(FileError, match="are one file"):
        check_targets(["x.json", "y.json"])
    (folder / "y.json").touch()
    (folder / "z.json").hardlink_to("y.json")
    with pytest.raises(FileError, match="are one file"):
        check_targets(["y.json", "z.json"])


@pytest.mark.parametrize("folds", [True, False])
def test_two_outputs_differ_in_more_than_case_where_the_folder_does_not_tell(
    folder: Path, monkeypatch: pytest.MonkeyPatch, folds: bool
) -> None:
    monkeypatch.setattr(atomic_write, "_folds_names", lambda _: folds)
    if folds:
        with pytest.raises(FileError, match="are one file"):
            check_targets(["Straße.json", "STRASSE.json"])
    else:
        check_targets(["Straße.json", "STRASSE.json"])
    assert not list(folder.glob("*.json"))


def test_whether_a_folder_tells_case_apart_is_tried(folder: Path) -> None:
    assert atomic_write._folds_names(folder) is (folder / "A.CSV").exists()


@pytest.mark.parametrize(
    ("target", "source"),
    [
        ("a.csv", "a.csv"),
        ("./a.csv", "a.csv"),
        ("link.csv", "a.csv"),
        ("a.csv", "link.csv"),
        ("hard.csv", "a.csv"),
        ("data/x.json", "data"),
        ("data/x.json", "data/"),
        ("again/x.json", "data"),
        ("data/x.json", "again"),
        ("outside.parquet", "data"),
        ("data/c.parquet", "data/*.parquet"),
        ("again/c.parquet", "data/*.parquet"),
        ("data/c.parquet", "again/*.parquet"),
        ("data/c.parquet", "**/*.parquet"),
        ("c.parquet", "**/*.parquet"),
        ("data/x.json", "d*"),
        ("outside.parquet", "data/*.parquet"),
    ],
)
def test_an_output_is_never_what_is_read(folder: Path, target: str, source: str) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(FileError, match=r"holds the data|would be one of the files"):
        check_targets(["result.json", target], [None, source])
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("target", "source"),
    [("x.json", "data"), ("data/x.json", "data/*.parquet"), ("x.json", "a.csv"), ("x.csv", "no-such.csv")],
)
def test_an_output_may_be_anywhere_else(target: str, source: str) -> None:
    check_targets([target], [source])


@pytest.mark.parametrize("name", ["loop", "bad\0name", "x" * 300, "nowhere/x", "data", ""])
def test_targets_that_cannot_be_are_refused(folder: Path, name: str) -> None:
    (folder / "loop").symlink_to("loop")
    with pytest.raises(FileError):
        check_targets([name])
