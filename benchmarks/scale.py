"""Rows beyond memory: ``python -m benchmarks.scale`` makes Parquet and measures the command line on it.

Each side runs in a process of its own, so that its time includes everything and its peak memory is
its own. By hand is a Polars streaming group-by of the same sums; for Spark, its SQL.
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
from typing import Any

PIECE = 5_000_000
QUESTION = ["--outcome", "died", "--score", "a", "--score", "b", "--prevalence", "1%..10%", "--cost", "1:30"]
# One model's cells, the other's, and those of both.
TABLES = ((("a",), 256), (("b",), 256), (("a", "b"), 10))


def make(folder: Path, rows: int) -> None:
    """Outcomes and two models' scores, in files of five million rows."""
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


def measure(side: str, folder: Path) -> tuple[float, float]:
    """Seconds and peak megabytes of one side in a process of its own."""
    program = [sys.executable, "-m", "benchmarks.scale", "--side", side, "--folder", str(folder)]
    done = subprocess.run(program, check=True, capture_output=True, text=True)
    seconds, peak = json.loads(done.stderr.strip().splitlines()[-1])
    return float(seconds), float(peak)


def main() -> None:
    """Measure every side on every size, or one side where one is named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--rows", type=float, nargs="+", default=[1e6, 1e7, 1e8])
    parser.add_argument("--spark-rows", type=float, default=1e7, help="0 leaves Spark out")
    parser.add_argument("--side", choices=SIDES)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    if arguments.side:
        start = time.perf_counter()
        SIDES[arguments.side](str(arguments.folder))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps([time.perf_counter() - start, peak]), file=sys.stderr)
        return
    print(f"{'rows':>8}  {'side':20}{'seconds':>9}{'peak MB':>9}  multiple of by hand, of plain sum")
    for rows in arguments.rows:
        with tempfile.TemporaryDirectory() as name:
            # In a process of its own, whose memory the measured ones would otherwise start with.
            program = "import sys; from pathlib import Path; from benchmarks.scale import make"
            program += "; make(Path(sys.argv[1]), int(sys.argv[2]))"
            subprocess.run([sys.executable, "-c", program, name, str(int(rows))], check=True)
            _table(int(rows), [side for side in SIDES if "Spark" not in side], Path(name))
            if rows == arguments.spark_rows:
                _table(int(rows), [side for side in SIDES if "Spark" in side], Path(name))


def _table(rows: int, sides: list[str], folder: Path) -> None:
    found = {side: measure(side, folder) for side in sides}
    hand = next(seconds for side, (seconds, _) in found.items() if "by hand" in side)
    floor = found.get("Polars, plain sum", (float("nan"), 0.0))[0]
    for side, (seconds, peak) in found.items():
        multiples = f"{seconds / hand:6.2f}{seconds / floor:8.1f}"
        print(f"{rows:8.0e}  {side:20}{seconds:9.2f}{peak:9.0f}  {multiples}", flush=True)


if __name__ == "__main__":
    main()
