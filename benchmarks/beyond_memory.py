"""Patients that stay where they are, as rows of the table: Parquet on disk, engines with clusters, torch.

Each side runs in a process of its own and on as many threads as there are; see :mod:`benchmarks.scale`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from benchmarks import scale
from benchmarks.__main__ import THREAD_COUNTS
from benchmarks.table import Row

OURS = "baserate evaluate"
SIDES = ["Polars, plain sum", "Polars, by hand", OURS]
CLUSTERS = 10


def disk_rows(sizes: tuple[int, ...], turns: int) -> list[Row]:
    """The command line on Parquet beside a sum and a group-by written by hand: time, then peak memory."""
    times: list[Row] = []
    peaks: list[Row] = []
    before: scale.Found | None = None
    for rows in sizes:
        with tempfile.TemporaryDirectory() as name, _all_threads():
            _make(name, rows)
            found = scale.take_turns(SIDES, Path(name), turns)
        mine = found[OURS]
        nanoseconds = mine.seconds / rows * 1e9
        growth = None if before is None else mine.seconds / before.seconds
        what = "evaluate, Parquet on disk"
        times += [
            Row(what, "Polars group-by, by hand", rows, nanoseconds, mine.of_hand, growth=growth),
            Row(what, "Polars, plain sum", rows, nanoseconds, mine.of_sum, growth=growth),
        ]
        memory = None if before is None else mine.peak / before.peak
        ratio = mine.peak / found[SIDES[0]].peak
        peaks.append(Row("the same, peak memory", "Polars, plain sum", rows, ratio=ratio, growth=memory))
        before = mine
    return times + peaks


def cluster_rows(rows: int, turns: int) -> list[Row]:
    """What clusters cost on DuckDB: time, and rows that come back, beside the same without them."""
    try:
        import duckdb  # noqa: F401
    except ImportError:
        return [Row("evaluate on DuckDB, clusters", "the same without", rows, remark="not installed: duckdb")]
    sides = ("DuckDB", "DuckDB, clusters")
    with tempfile.TemporaryDirectory() as name, _all_threads():
        _make(name, rows, rows // CLUSTERS)
        seen = [{side: scale.count_rows(side, Path(name)) for side in sides} for _ in range(turns)]
    ratios = [turn[sides[1]][0] / turn[sides[0]][0] for turn in seen]
    seconds = median(turn[sides[1]][0] for turn in seen)
    back = seen[0][sides[1]][1]
    spread = (min(ratios), max(ratios))
    return [
        Row(
            "evaluate on DuckDB, clusters",
            "the same without",
            rows,
            seconds / rows * 1e9,
            median(ratios),
            spread,
        ),
        Row("the same, rows that come back", "clusters", rows, ratio=back / (rows // CLUSTERS)),
    ]


def array_rows(rows: int) -> list[Row]:
    """A score with its interval on torch arrays of this machine's processor, beside ``torch.sum``."""
    what, against = "arrays.score, compiled", "torch.sum of as many bytes"
    program = [sys.executable, "-m", "benchmarks.arrays", "--rows", str(rows), "--check", "0"]
    with _all_threads():
        done = subprocess.run(program, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["?"])[-1]
        missing = "No module named 'torch'" in last
        return [Row(what, against, rows, remark="not installed: torch" if missing else last[:60])]
    words = done.stdout.split("ratio: of medians ")[1].split()
    spread = done.stdout.split("by round ")[1].split()
    milliseconds = float(done.stdout.split("score with interval: median ")[1].split()[0])
    return [
        Row(
            what,
            against,
            rows,
            milliseconds * 1e6 / rows,
            float(words[0].rstrip(",")),
            (float(spread[0]), float(spread[2])),
        )
    ]


def _make(folder: str, rows: int, clusters: int = 0) -> None:
    """Make the patients in another process, so that their memory is not ours."""
    program = "import sys; from pathlib import Path; from benchmarks.scale import make"
    program += "; make(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))"
    subprocess.run([sys.executable, "-c", program, folder, str(rows), str(clusters)], check=True)


@contextmanager
def _all_threads() -> Iterator[None]:
    """Processes that are started here are not held to one thread."""
    held = {name: os.environ.pop(name) for name in THREAD_COUNTS if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(held)
