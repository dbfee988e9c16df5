"""Rows beyond memory: ``python -m benchmarks.scale`` makes Parquet and measures the command line on it.

Each side runs in a process of its own, which did not make the data, so that its time includes everything and
its peak memory is its own (for Spark: of Python, not of the JVM). The sides take turns, and the ratio is the
median of the ratios of a turn. By hand is a Polars streaming group-by of the same sums; for Spark, its SQL.

``--clusters 1e5`` measures instead what clusters cost on DuckDB and on Spark: the time as a multiple of the
same evaluation without clusters, and how many rows come back from the engine in all.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

PIECE = 5_000_000
QUESTION = ["--outcome", "died", "--score", "a", "--score", "b", "--prevalence", "1%..10%", "--cost", "1:30"]
# One model's cells, the other's, and those of both.
TABLES = ((("a",), 256), (("b",), 256), (("a", "b"), 10))


def make(folder: Path, rows: int, clusters: int = 0) -> None:
    """Outcomes and two models' scores, in files of five million rows; and clusters, if any are asked for."""
    import numpy as np
    import polars as pl

    rng = np.random.default_rng(0)
    for number, start in enumerate(range(0, rows, PIECE)):
        n = min(PIECE, rows - start)
        died = rng.random(n) < 0.1
        evidence = 1.5 * (1.5 * died + rng.standard_normal(n)) - 1.125
        scores = {"a": evidence - 2.2, "b": evidence + 0.5 * rng.standard_normal(n) - 2.0}
        columns = {name: 1.0 / (1.0 + np.exp(-x)) for name, x in scores.items()}
        frame = pl.DataFrame({"died": died.astype(np.int8), **columns})
        if clusters:
            frame = frame.with_columns(patient=pl.Series(rng.integers(0, clusters, n)))
        frame.write_parquet(folder / f"{number:03d}.parquet", compression="lz4")


def plain_sum(folder: str) -> None:
    """The floor: a sum over the same columns."""
    import polars as pl

    pl.scan_parquet(f"{folder}/*.parquet").select(pl.all().cast(pl.Float64).sum()).collect(engine="streaming")


def by_hand(folder: str) -> None:
    """The same sums, written for Polars."""
    import polars as pl

    frame = pl.scan_parquet(f"{folder}/*.parquet")
    for models, per_unit in TABLES:
        parts = []
        for i, name in enumerate(models):
            x = (pl.col(name) / (1.0 - pl.col(name))).log() * per_unit
            parts += [x.floor().alias(f"cell_{i}"), (x - x.floor()).alias(f"offset_{i}")]
        keys = ["died", *(f"cell_{i}" for i in range(len(models)))]
        sums = [pl.col(f"offset_{i}").sum() for i in range(len(models))]
        frame.select("died", *parts).group_by(keys).agg(pl.len(), *sums).collect(engine="streaming")


def command(folder: str) -> None:
    """The command line."""
    from baserate.cli import main

    main(["evaluate", folder, *QUESTION, "--json"], standalone_mode=False)


def spark_by_hand(folder: str) -> None:
    """The same sums, written in Spark's SQL."""
    spark = _spark()
    spark.read.parquet(folder).createOrReplaceTempView("patients")
    for models, per_unit in TABLES:
        cells = [f"floor(ln({m} / (1 - {m})) * {per_unit})" for m in models]
        sums = ", ".join(
            f"sum(ln({m} / (1 - {m})) * {per_unit} - {c})" for m, c in zip(models, cells, strict=True)
        )
        keys = ", ".join(["died", *cells])
        spark.sql(f"select {keys}, count(*), {sums} from patients group by {keys}").collect()


def spark_ours(folder: str) -> None:
    """evaluate() on a Spark frame."""
    import baserate

    frame = _spark().read.parquet(folder)
    baserate.evaluate(frame, "died", ["a", "b"], prevalence="1%..10%", cost="1:30").compare("a", "b")


def whole(frame: Any, cluster: str | None) -> None:
    """An evaluation with all that it prints, and the rows that came back for it on standard error."""
    import baserate
    from baserate.patients import checks, engine

    came_back = 0
    collect = engine.collect

    def counting(query: Any) -> Any:
        nonlocal came_back
        table = collect(query)
        came_back += table.height
        return table

    for module in (checks, engine):
        vars(module)["collect"] = counting
    asked: dict[str, Any] = {"prevalence": "1%..10%", "cost": "1:30", "cluster": cluster}
    baserate.evaluate(frame, "died", ["a", "b"], **asked).to_dict()
    print(came_back, file=sys.stderr)


def duckdb_alone(folder: str) -> None:
    """On DuckDB, patients being independent."""
    import duckdb

    whole(duckdb.connect().read_parquet(f"{folder}/*.parquet"), None)


def duckdb_clusters(folder: str) -> None:
    """On DuckDB, with clusters."""
    import duckdb

    whole(duckdb.connect().read_parquet(f"{folder}/*.parquet"), "patient")


def spark_alone(folder: str) -> None:
    """On Spark, patients being independent."""
    whole(_spark().read.parquet(folder), None)


def spark_clusters(folder: str) -> None:
    """On Spark, with clusters."""
    whole(_spark().read.parquet(folder), "patient")


def _spark() -> Any:
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


SIDES = {
    "Polars, plain sum": plain_sum,
    "Polars, by hand": by_hand,
    "baserate evaluate": command,
    "Spark SQL, by hand": spark_by_hand,
    "baserate on Spark": spark_ours,
}


CLUSTERED = {
    "DuckDB": duckdb_alone,
    "DuckDB, clusters": duckdb_clusters,
    "Spark": spark_alone,
    "Spark, clusters": spark_clusters,
}


def measure_clusters(rows: int, clusters: int, turns: int) -> None:
    """What clusters cost: a line for each engine with and without them."""
    print(f"{rows:.0e} rows, {clusters:.0e} clusters\n")
    print("| | seconds | times without clusters | rows that come back |")
    print("| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        make(Path(name), rows, clusters)
        seen = [{side: count_rows(side, Path(name)) for side in CLUSTERED} for _ in range(turns)]
    for side in CLUSTERED:
        seconds = median(turn[side][0] for turn in seen)
        times = median(turn[side][0] / turn[side.partition(",")[0]][0] for turn in seen)
        print(f"| {side} | {seconds:.2f} | {times:.2f} | {seen[0][side][1]:,} |", flush=True)


def count_rows(side: str, folder: Path) -> tuple[float, int]:
    """Seconds of one side, and the rows that came back, in a process of its own."""
    program = [sys.executable, "-m", "benchmarks.scale", "--side", side, "--folder", str(folder)]
    done = subprocess.run(program, check=True, capture_output=True, text=True)
    rows, timing = done.stderr.strip().splitlines()[-2:]
    return float(json.loads(timing)[0]), int(rows)


def _peak_megabytes() -> float:
    """The most memory that this program held; what the system counts may begin with who started it."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(side: str, folder: Path) -> tuple[float, float]:
    """Seconds and peak megabytes of one side in a process of its own."""
    program = [sys.executable, "-m", "benchmarks.scale", "--side", side, "--folder", str(folder)]
    done = subprocess.run(program, check=True, capture_output=True, text=True)
    seconds, peak = json.loads(done.stderr.strip().splitlines()[-1])
    return float(seconds), float(peak)


class Found(NamedTuple):
    """Medians over the turns: seconds, peak megabytes, and the multiples of by hand and of the plain sum."""

    seconds: float
    peak: float
    of_hand: float
    of_sum: float | None


def take_turns(sides: list[str], folder: Path, turns: int) -> dict[str, Found]:
    """Every side once in every turn."""
    found = [{side: measure(side, folder) for side in sides} for _ in range(turns)]
    hand, floor = (next((one for one in sides if word in one), None) for word in ("by hand", "plain sum"))

    def multiple(side: str, other: str | None) -> float | None:
        return None if other is None else median(turn[side][0] / turn[other][0] for turn in found)

    return {
        side: Found(
            median(turn[side][0] for turn in found),
            max(turn[side][1] for turn in found),
            multiple(side, hand) or 1.0,
            multiple(side, floor),
        )
        for side in sides
    }


def main() -> None:
    """Measure every side on every size, or one side where one is named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--rows", type=float, nargs="+", default=[1e6, 1e7, 1e8])
    parser.add_argument("--spark-rows", type=float, default=1e7, help="0 leaves Spark out")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--clusters", type=float, help="measure what so many clusters cost, and nothing else")
    parser.add_argument("--side", choices={**SIDES, **CLUSTERED})
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    if arguments.side:
        start = time.perf_counter()
        {**SIDES, **CLUSTERED}[arguments.side](str(arguments.folder))
        print(json.dumps([time.perf_counter() - start, _peak_megabytes()]), file=sys.stderr)
        return
    if arguments.clusters:
        measure_clusters(int(arguments.rows[0]), int(arguments.clusters), arguments.turns)
        return
    print("| rows | | seconds | times by hand | times a plain sum | peak MB |")
    print("| --- | --- | --- | --- | --- | --- |")
    ours = {}
    for rows in arguments.rows:
        found = _measured(rows, arguments.turns, rows == arguments.spark_rows)
        ours[rows] = found["baserate evaluate"]
    _print_growth(ours)


def _measured(rows: float, turns: int, with_spark: bool) -> dict[str, Found]:
    """Make the patients in a process of its own, measure, and print a line for each side."""
    engines = ("Polars", "Spark") if with_spark else ("Polars",)
    found: dict[str, Found] = {}
    with tempfile.TemporaryDirectory() as name:
        program = "import sys; from pathlib import Path; from benchmarks.scale import make"
        program += "; make(Path(sys.argv[1]), int(sys.argv[2]))"
        subprocess.run([sys.executable, "-c", program, name, str(int(rows))], check=True)
        for engine in engines:
            sides = [side for side in SIDES if ("Spark" in side) == (engine == "Spark")]
            found |= take_turns(sides, Path(name), turns)
    for side, one in found.items():
        plain = "" if one.of_sum is None else f"{one.of_sum:.1f}"
        print(
            f"| {rows:.0e} | {side} | {one.seconds:.2f} | {one.of_hand:.2f} | {plain} | {one.peak:.0f} |",
            flush=True,
        )
    return found


def _print_growth(ours: dict[float, Found]) -> None:
    """How the command line grows from the smallest number of rows to the largest."""
    first, last = min(ours), max(ours)
    if first < last:
        print(
            f"\nFrom {first:.0e} to {last:.0e} rows, {last / first:g} times as many, baserate evaluate takes "
            f"{ours[last].seconds / ours[first].seconds:.1f} times as long and "
            f"{ours[last].peak / ours[first].peak:.1f} times the memory."
        )


if __name__ == "__main__":
    main()
