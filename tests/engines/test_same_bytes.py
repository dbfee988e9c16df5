"""The same patients give the same result, to the last byte: whatever the threads, parts and order of rows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import baserate
from baserate.errors import BaserateWarning
from tests.engines.sources import ASKED, HEAVY, study, write

ASKS: dict[str, dict[str, Any]] = {
    "groups": {"by": "ward"},
    "weights": {"by": "ward", "weight": "w"},
    "clusters, weights": {"weight": "w", "cluster": "patient"},
}
ROOT = Path(__file__).parents[2]


def patients() -> pl.DataFrame:
    """The study with uneven weights, and patients of several stays."""
    rng = np.random.default_rng(8)
    frame = study().with_columns(
        w=pl.Series(rng.gamma(0.7, size=len(study()))), patient=pl.Series(rng.integers(0, 900, len(study())))
    )
    return frame.select("died", "first", "second", "ward", "w", "patient")


def result(data: Any, asked: str) -> str:
    """Everything that the evaluation says, but for when, and where from."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        ev = baserate.evaluate(data, "died", ["first", "second"], **ASKED, **ASKS[asked])
    said = ev.to_dict()
    said.pop("provenance")
    return json.dumps(said, sort_keys=True)


def shuffled(seed: int = 1) -> pl.DataFrame:
    return patients().sample(fraction=1.0, shuffle=True, seed=seed)


@pytest.mark.parametrize("asked", ASKS)
def test_the_order_of_rows_and_the_files_do_not_matter_to_polars(asked: str, tmp_path: Path) -> None:
    right = result(patients().lazy(), asked)
    assert result(shuffled().lazy(), asked) == right
    for number, part in enumerate(shuffled(2).iter_slices(1000)):
        write(part, tmp_path / f"part-{number}")
    assert result(pl.scan_parquet(tmp_path / "*" / "*.parquet"), asked) == right


@pytest.mark.parametrize("asked", ASKS)
def test_the_number_of_threads_does_not_matter_to_polars(asked: str, tmp_path: Path) -> None:
    write(patients(), tmp_path / "study")
    program = (
        "import polars as pl; from tests.engines.test_same_bytes import result; "
        f"patients = pl.scan_parquet({str(tmp_path)!r} + '/study/*.parquet'); "
        f"print(pl.thread_pool_size()); print(result(patients, {asked!r}))"
    )
    said = []
    for threads in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, "POLARS_MAX_THREADS": threads},
            timeout=300,
            check=True,
        )
        used, text = done.stdout.splitlines()
        assert used == threads
        said.append(text)
    assert said[0] == said[1] == result(patients().lazy(), asked)


if os.environ.get("BASERATE_ENGINES") == "1" and HEAVY:

    @pytest.mark.parametrize("asked", ASKS)
    def test_the_number_of_threads_does_not_matter_to_duckdb(asked: str, tmp_path: Path) -> None:
        duckdb = pytest.importorskip("duckdb")
        said: list[str] = []
        for threads, frame in ((1, patients()), (2, patients()), (2, shuffled())):
            folder = write(frame, tmp_path / f"{threads} {len(said)}")
            with duckdb.connect(config={"threads": threads}) as connection:
                said.append(result(connection.read_parquet(str(folder / "*.parquet")), asked))
        assert said[0] == said[1] == said[2]

    @pytest.mark.parametrize("asked", ASKS)
    def test_the_partitions_do_not_matter_to_dask(asked: str) -> None:
        frames = pytest.importorskip("dask.dataframe")
        said = [
            result(frames.from_pandas(frame.to_pandas(), npartitions=parts), asked)
            for frame, parts in ((patients(), 1), (patients(), 5), (shuffled(), 3))
        ]
        assert said[0] == said[1] == said[2]
