"""Where no thread can be started, as in a browser's Python, everything runs in turn and says the same."""

from __future__ import annotations

import ast
import hashlib
import io
import sys
import threading
from pathlib import Path
from typing import NoReturn

import pytest

import baserate
from baserate.errors import FileError
from baserate.inference import progress
from baserate.patients.files import read_table
from baserate.patients.snapshots import Snapshot, beside
from tests.support.cohorts import stays
from tests.support.command_line import PLAIN, as_json, timeless

SOURCE = Path(baserate.__file__).parent
# Modules that start threads, each tested below; processes and mapped files would need an answer of their own.
STARTERS = {"threading": {"patients/files.py", "patients/snapshots.py", "inference/progress.py"}}
OTHERS = {"multiprocessing", "subprocess", "mmap", "_thread", "asyncio"}
POOLS = "concurrent.futures"


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """As WebAssembly has it: a thread that is started is an error; which ones were tried."""
    tried: list[threading.Thread] = []

    def start(self: threading.Thread) -> NoReturn:
        tried.append(self)
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    return tried


class Terminal(io.StringIO):
    """Standard error that somebody watches."""

    def isatty(self) -> bool:
        return True


def test_an_evaluation_says_the_same(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path = tmp_path / "cohort.csv"
    stays().head(2000).write_csv(path)
    with_threads = timeless(as_json(str(path), *PLAIN))
    tried = request.getfixturevalue("no_threads")
    assert timeless(as_json(str(path), *PLAIN)) == with_threads
    assert tried


def test_the_hash_of_a_file_is_that_of_its_bytes(no_threads: list[threading.Thread], tmp_path: Path) -> None:
    path = tmp_path / "cohort.csv"
    stays().head(100).write_csv(path)
    assert read_table(path).sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert len(no_threads) == 1


def test_the_hash_of_several_files_is_that_of_their_lines(
    no_threads: list[threading.Thread], tmp_path: Path
) -> None:
    contents = {"a": b"first", "b": b"second" * 500_000}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    found = Snapshot({name: tmp_path / name for name in contents}, contents=True).origin()
    lines = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in contents.items())
    assert found["sha256"] == hashlib.sha256(lines.encode()).hexdigest()
    assert no_threads


def test_a_folder_of_parquet_is_read(no_threads: list[threading.Thread], tmp_path: Path) -> None:
    folder = tmp_path / "cohort"
    folder.mkdir()
    patients = stays().head(2000)
    patients.head(1000).write_parquet(folder / "1.parquet")
    patients.tail(1000).write_parquet(folder / "2.parquet")
    asked = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": 0.1}
    whole = baserate.evaluate(folder, "died", "severity", **asked)
    known = baserate.evaluate(patients, "died", "severity", **asked)
    assert whole.score("severity").value == pytest.approx(known.score("severity").value, abs=1e-6)
    assert no_threads


def test_what_fails_beside_fails_for_who_asks(no_threads: list[threading.Thread]) -> None:
    def fail() -> NoReturn:
        raise FileError("gone")

    future = beside(fail)
    assert no_threads
    with pytest.raises(FileError, match="gone"):
        future.result()


def test_a_bar_is_drawn_by_the_work_itself(
    no_threads: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    assert list(progress.progress(range(5), "resampling")) == [0, 1, 2, 3, 4]
    assert "resampling" in terminal.getvalue()
    assert no_threads


def test_passes_are_counted_and_not_shown(
    no_threads: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    with progress.Passes(2, "reading") as passes:
        passes.next()
        passes.next()
        assert passes.words() == "reading: pass 2 of 2"
    assert terminal.getvalue() == ""
    assert no_threads


def test_nothing_else_starts_threads_or_processes() -> None:
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                found.setdefault(name, set()).add(path.relative_to(SOURCE).as_posix())
    assert found["threading"] == STARTERS["threading"]
    assert found[POOLS] == {"patients/snapshots.py"}  # what is promised, not what keeps it
    assert not OTHERS & {name.partition(".")[0] for name in found}
