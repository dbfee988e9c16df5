"""An engine that fails in the middle of an evaluation: the right answer, or an error that says so."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import baserate
from baserate.errors import BaserateWarning, FileError
from baserate.evaluation.evaluation import Evaluation
from baserate.patients import checks, engine
from tests.engines.sources import ASKED, opener, study, write

ROOT = Path(__file__).parents[2]
COLUMNS = ("died", "first", "second", "ward", "w")


def run(data: Any, **more: Any) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return baserate.evaluate(data, "died", ["first", "second"], **ASKED, **more)


def during(monkeypatch: pytest.MonkeyPatch, number: int, happens: Callable[[], object]) -> None:
    """Let something happen just before the engine is asked for the n-th time."""
    whole, asked = engine.collect, 0

    def spy(frame: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == number:
            happens()
        return whole(frame)

    for module in (checks, engine):
        monkeypatch.setattr(module, "collect", spy)


# Two looks, two models, a pair: the engine is asked five times.
TIMES = range(1, 6)


@pytest.mark.parametrize("number", TIMES)
def test_a_file_cut_short_while_it_is_read_is_an_error(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = write(study().select(COLUMNS), tmp_path / "study")
    path = folder / "part-1.parquet"
    during(monkeypatch, number, lambda: os.truncate(path, path.stat().st_size // 2))
    with pytest.raises(FileError, match=r"part-1\.parquet was changed while it was read"):
        run(folder)


@pytest.mark.parametrize("number", TIMES)
def test_a_file_replaced_while_it_is_read_is_an_error(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = write(study().select(COLUMNS), tmp_path / "study")
    other = write(study().select(COLUMNS)[:4000], tmp_path / "other")
    during(monkeypatch, number, lambda: shutil.copytree(other, folder, dirs_exist_ok=True))
    with pytest.raises(FileError, match=r"part-0\.parquet was changed while it was read"):
        run(folder)


def test_a_file_removed_while_it_is_read_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = write(study().select(COLUMNS), tmp_path / "study")
    data = pl.scan_parquet(folder / "*.parquet")
    during(monkeypatch, 3, lambda: shutil.rmtree(folder))
    with pytest.raises(FileError, match="cannot be read"):
        run(data)


def test_a_mistake_of_our_own_is_not_called_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baserate.patients.reading.bin_patients", lambda *_: [][0])
    with pytest.raises(IndexError):
        run(study().lazy())


KILLED = """
import os, signal, sys
from pathlib import Path
from contextlib import ExitStack
import pytest
from tests.engines.sources import opener
from tests.engines.test_faults import during, run
from baserate.errors import FileError

with ExitStack() as stack:
    data = opener("Spark", stack)(Path(sys.argv[1]))
    process = data.sparkSession._jvm.java.lang.ProcessHandle.current().pid()
    during(pytest.MonkeyPatch(), 2, lambda: os.kill(process, signal.SIGKILL))
    try:
        run(data)
    except FileError as error:
        print("said:", error)
    sys.stdout.flush()
    os._exit(0)  # there is no session left to stop
"""

if os.environ.get("BASERATE_ENGINES") == "1":

    def test_too_little_memory_is_said_to_be_that() -> None:
        frame = pl.concat([study().select(COLUMNS)] * 100)
        frame = frame.with_columns(patient=pl.format("patient {}", pl.int_range(pl.len())))
        with pytest.importorskip("duckdb").connect() as connection:
            connection.register("patients", frame.to_arrow())
            connection.execute("set threads = 1; set temp_directory = ''; set memory_limit = '20MB'")
            with pytest.raises(FileError, match="ran out of memory"):
                run(connection.table("patients"), cluster="patient")

    @pytest.mark.parametrize("number", TIMES)
    def test_data_that_change_between_two_passes_are_never_mixed(
        number: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Every pass reads the data again; what was seen before must not be mixed with what is seen now."""
        before, after = study().select(COLUMNS), study().select(COLUMNS).with_columns(died=1 - pl.col("died"))
        with pytest.importorskip("duckdb").connect() as connection:
            connection.register("first", before.to_arrow())
            connection.register("second", after.to_arrow())
            changed = "create or replace table changing as select * from second"
            connection.execute(changed.replace("second", "first"))
            during(monkeypatch, number, lambda: connection.execute(changed))
            if number > 2:
                with pytest.raises(FileError, match="changed while they were read: 6,000 patients"):
                    run(connection.table("changing"))
            else:
                found = run(connection.table("changing")).patients.sha256
                assert found == run(after.lazy()).patients.sha256

    def test_a_worker_of_dask_that_is_killed_is_replaced(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        distributed = pytest.importorskip("distributed")
        folder = write(study().select(COLUMNS), tmp_path / "study")
        with ExitStack() as stack:
            data = opener("Dask", stack)(folder)
            client = distributed.get_client()

            def kill() -> None:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

            during(monkeypatch, 3, kill)
            assert run(data).patients.sha256 == run(folder).patients.sha256

    def test_workers_of_dask_that_all_die_are_said_to_be_lost(tmp_path: Path) -> None:
        pytest.importorskip("distributed")
        folder = write(study().select(COLUMNS), tmp_path / "study")
        with ExitStack() as stack:
            data = opener("Dask", stack)(folder)
            fatal = data.map_partitions(lambda _: os.kill(os.getpid(), signal.SIGKILL), meta=data._meta)
            with pytest.raises(FileError, match="was lost: KilledWorker"):
                run(fatal)

    def test_a_spark_whose_jvm_is_killed_is_said_to_be_lost(tmp_path: Path) -> None:
        pytest.importorskip("pyspark")
        folder = write(study().select(COLUMNS), tmp_path / "study")
        # A session of Spark Connect in this process leaves its own settings in the environment.
        own = {name: value for name, value in os.environ.items() if "SPARK" not in name}
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(folder)],
            env=own,
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=300,
        )
        assert "said: the engine, or one of its workers, was lost" in done.stdout, done.stderr[-2000:]
