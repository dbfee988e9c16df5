"""What the documentation says about speed and memory, and where it is measured.

A statement is a row of the table, or what a program prints that takes longer, or another machine, than
``make bench``. A test sees to it that each stands in its page and that no page says more.
"""

from __future__ import annotations

from typing import NamedTuple


class Statement(NamedTuple):
    """Words of a page, and what measures them: part of a row's name, or a program."""

    page: str
    words: str
    measured_by: str


SCALE = "python -m benchmarks.scale"
ARRAYS = "python -m benchmarks.arrays"

STATEMENTS = (
    Statement("docs/engines.md", "times by hand", "evaluate, Parquet on disk"),
    Statement("docs/engines.md", "times a plain sum", "evaluate, Parquet on disk"),
    Statement("docs/engines.md", "takes 9 times as long and 1.1 times the memory", f"{SCALE} --turns 3"),
    Statement("docs/engines.md", "rows come back in all", "the same, rows that come back"),
    Statement("docs/engines.md", "times as long as without clusters", "evaluate on DuckDB, clusters"),
    Statement(
        "docs/reference/training.md",
        "100 million rows in 0.67 s, 5.5 times as long",
        f"{ARRAYS} --rows 100000000",
    ),
    Statement(
        "docs/reference/training.md",
        "30 million rows in 0.27 s, 4.0 times as long",
        f"{ARRAYS} --rows 30000000",
    ),
    Statement(
        "docs/reference/training.md",
        "times as long as `torch.sum`",
        f"{ARRAYS} --device cuda --rows 1000000000",
    ),
    Statement(
        "docs/reference/training.md", "labels of 32 bits 11.1 ms", f"{ARRAYS} --device cuda --labels float32"
    ),
    Statement(
        "docs/reference/training.md",
        "17 times as long as its own sums",
        f"{ARRAYS} --device cuda, once, by hand",
    ),
)
