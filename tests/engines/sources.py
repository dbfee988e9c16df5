"""One study, every engine that can hold it, and its lines and scores in long double."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Long = NDArray[np.longdouble]
Opener = Callable[[Path], Any]

# What the test environment holds, and what must be asked for.
LIGHT = ("Polars lazy", "folder", "pattern")
HEAVY = ("DuckDB", "Dask", "sqlframe", "Ibis", "Spark", "Spark Connect")
ENGINES = LIGHT + (HEAVY if os.environ.get("BASERATE_ENGINES") == "1" else ())
QUICK = tuple(name for name in ENGINES if name in ("Polars lazy", "DuckDB"))

ASKED: dict[str, Any] = {"prevalence": (0.02, 0.2), "cost": "1:15"}
N = 6000


@lru_cache(maxsize=1)
def study() -> pl.DataFrame:
    """Two models; scores of exactly 0 and 1, gaps, outcomes in four forms, groups with gaps, weights."""
    rng = np.random.default_rng(17)
    x = rng.normal(-1.5, 1.4, N)
    died = (rng.random(N) < 1 / (1 + np.exp(-x))).astype(np.int64)
    first = 1 / (1 + np.exp(-(x + rng.normal(0.0, 0.4, N))))
    first[rng.choice(N, 90, replace=False)] = np.repeat([0.0, 1.0, 1e-25], 30)
    second = (1 / (1 + np.exp(-0.8 * x))).astype(np.float32)
    second[rng.choice(N, 40, replace=False)] = np.repeat(np.float32([0.0, 1.0]), 20)
    row = np.arange(N)
    frame = pl.DataFrame(
        {
            "died": died,
            "dead": died == 1,
            "status": np.where(died == 1, "EXPIRED", "ALIVE"),
            "known": died,
            "first": first,
            "second": second,
            "gappy": first,
            "ward": np.array(["north", "south", "5"])[row % 3],
            "site": rng.integers(1, 4, N),
            "w": 0.25 + rng.random(N),
        }
    )
    at = pl.int_range(N)
    return frame.with_columns(
        pl.when(at % 50 != 7).then(pl.col("known")),
        pl.when(at % 23 == 2)
        .then(None)
        .when(at % 31 == 3)
        .then(float("nan"))
        .otherwise(pl.col("gappy"))
        .alias("gappy"),
        pl.when(at % 11 != 4).then(pl.col("ward")),
        pl.when(at % 13 != 5).then(pl.col("site")),
    )


def write(frame: pl.DataFrame, folder: Path) -> Path:
    """As a folder of two files, so that no engine sees all rows at once."""
    folder.mkdir(parents=True, exist_ok=True)
    half = (len(frame) + 1) // 2
    frame[:half].write_parquet(folder / "part-0.parquet")
    frame[half:].write_parquet(folder / "part-1.parquet")
    return folder


def kept(frame: pl.DataFrame, home: Path, name: str) -> Path:
    """The folder of a frame, written by whoever asks first."""
    folder = home / name
    return folder if folder.exists() else write(frame, folder)


def opener(name: str, stack: ExitStack) -> Opener:
    """How an engine opens a folder of Parquet files; what had to be started ends with the stack."""
    if name == "Polars lazy":
        return lambda folder: pl.scan_parquet(folder / "*.parquet")
    if name == "folder":
        return lambda folder: folder
    if name == "pattern":
        return lambda folder: str(folder / "part-*.parquet")
    return _STARTED[name](stack)


def _duckdb(stack: ExitStack) -> Opener:
    connection = stack.enter_context(pytest.importorskip("duckdb").connect())
    return lambda folder: connection.read_parquet(str(folder / "*.parquet"))


def _dask(stack: ExitStack) -> Opener:
    """A cluster of two processes: what travels between them is pickled."""
    frames, distributed = pytest.importorskip("dask.dataframe"), pytest.importorskip("distributed")
    # Any free port, for there may be another cluster on this machine.
    asked = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": "127.0.0.1:0"}
    cluster = stack.enter_context(distributed.LocalCluster(**asked))
    stack.enter_context(distributed.Client(cluster))
    return lambda folder: frames.read_parquet(str(folder / "*.parquet"))


def _sqlframe(stack: ExitStack) -> Opener:
    """Spark's interface, answered by DuckDB."""
    connection = stack.enter_context(pytest.importorskip("duckdb").connect())
    session = pytest.importorskip("sqlframe.duckdb").DuckDBSession(conn=connection)
    return lambda folder: session.read.parquet(str(folder / "*.parquet"))


def _ibis(stack: ExitStack) -> Opener:
    connection = pytest.importorskip("ibis").duckdb.connect()
    stack.callback(connection.disconnect)
    return lambda folder: connection.read_parquet(str(folder / "*.parquet"))


QUIET = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.showConsoleProgress": "false",
}


def _spark(stack: ExitStack) -> Opener:
    builder = pytest.importorskip("pyspark.sql").SparkSession.builder.master("local[2]")
    for key, value in QUIET.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    stack.callback(session.stop)
    return lambda folder: session.read.parquet(str(folder))


def _spark_connect(stack: ExitStack) -> Opener:
    """A server of Spark Connect on this machine, and a client that has no JVM of its own."""
    pytest.importorskip("grpc")
    builder = pytest.importorskip("pyspark.sql").SparkSession.builder.remote("local[2]")
    for key, value in QUIET.items():
        builder = builder.config(key, value)
    with warnings.catch_warnings():
        # The server takes these settings; the client then tries to set them once more, and may not.
        warnings.filterwarnings("ignore", "(?s).*CANNOT_MODIFY_CONFIG", UserWarning)
        session = builder.getOrCreate()
    stack.callback(session.stop)
    return lambda folder: session.read.parquet(str(folder))


_STARTED = {
    "DuckDB": _duckdb,
    "Dask": _dask,
    "sqlframe": _sqlframe,
    "Ibis": _ibis,
    "Spark": _spark,
    "Spark Connect": _spark_connect,
}


@dataclass(frozen=True)
class Cell:
    """What a line must hold, in long double."""

    count: int
    weight: np.longdouble
    squares: np.longdouble
    log_odds: np.longdouble


def cells(
    label: NDArray[Any], score: NDArray[Any], weight: NDArray[Any], group: list[Any] | None, per_unit: int
) -> dict[tuple[Any, ...], Cell]:
    """(group, label, cell): its patients, one by one."""
    s = np.asarray(score, dtype=np.longdouble)
    with np.errstate(divide="ignore"):
        odds: Long = np.log(s / (1 - s))
    most = 40 * per_unit
    cell = np.clip(np.floor(np.clip(odds, -1e6, 1e6) * per_unit), -most, most)
    cell = np.where(s == 0, -most - 1, np.where(s == 1, most + 1, cell)).astype(int)
    members: dict[tuple[Any, ...], list[int]] = {}
    for i in range(len(s)):
        members.setdefault((None if group is None else group[i], int(label[i]), int(cell[i])), []).append(i)
    w = np.asarray(weight, dtype=np.longdouble)
    return {key: _cell(w[of], odds[of]) for key, of in members.items()}


def _cell(w: Long, odds: Long) -> Cell:
    mean = odds[0] if np.isinf(odds[0]) else (w * odds).sum() / w.sum()
    return Cell(len(w), w.sum(), (w * w).sum(), mean)


def net_benefit(
    label: NDArray[Any], log_odds: NDArray[Any], weight: NDArray[Any], range_: tuple[float, float], c: float
) -> float:
    """Over prevalences uniform in log odds, by the antiderivative of the prevalence, in long double.

    Zero is treating none.
    """
    case, w = np.asarray(label) == 1, np.asarray(weight, dtype=np.longdouble)
    share = w[case].sum() / w.sum()
    low, high, cost, own = (_logit(p) for p in (*range_, c, share))
    flips = np.clip(cost - np.asarray(log_odds, dtype=np.longdouble) + own, low, high)
    zero = np.longdouble(0)
    treated = (np.logaddexp(zero, high) - np.logaddexp(zero, flips)) / (high - low)
    spared = (np.logaddexp(zero, -low) - np.logaddexp(zero, -flips)) / (high - low) * np.exp(cost)
    none = (np.logaddexp(zero, -low) - np.logaddexp(zero, -high)) / (high - low) * np.exp(cost)
    worth = (w * treated)[case].sum() / w[case].sum() + (w * spared)[~case].sum() / w[~case].sum()
    return float(worth - none)


def _logit(p: Any) -> np.longdouble:
    p = np.longdouble(p)
    return np.longdouble(np.log(p / (1 - p)))
