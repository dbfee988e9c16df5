"""Run every contest and print the table; ``--write`` makes the page of the documentation from it."""

from __future__ import annotations

import argparse
import datetime
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from textwrap import fill

from baserate.scores.sample import BLOCK
from benchmarks.beyond_memory import array_rows, cluster_rows, disk_rows
from benchmarks.contests import MULTIPLES, SPEEDUPS
from benchmarks.patients import Patients
from benchmarks.resources import IMPORT_ROUNDS, help_cost, import_cost, memory_rows
from benchmarks.statements import STATEMENTS
from benchmarks.table import Section, as_markdown, as_text
from benchmarks.timing import ROUNDS

PACKAGES = (
    "baserate",
    "numpy",
    "scipy",
    "polars",
    "duckdb",
    "torch",
    "scikit-learn",
    "briertools",
    "dcurves",
    "hmeasure",
    "model-diagnostics",
    "confidenceinterval",
)
WIDTH = 108
ROWS, QUICK_ROWS = 1_000_000, 100_000
DISK_ROWS, QUICK_DISK_ROWS = (1_000_000, 10_000_000), (100_000, 1_000_000)
ARRAY_ROWS, QUICK_ARRAY_ROWS = 10_000_000, 1_000_000
MEMORY_ROWS, QUICK_MEMORY_ROWS = 10_000_000, 1_000_000
TURNS, QUICK_TURNS = 3, 1
NOTES = (
    "net_benefit is at a cost of 1:30, over the log-odds-uniform range of prevalences or at one prevalence; "
    "both ranges: prevalence 1%..10% and cost 1:50..1:5; at a threshold: of the raw score, at prevalence 5%.",
    f"The two sides take turns, {ROUNDS} rounds on one thread (imports {IMPORT_ROUNDS}). The ratio is that "
    "of the median times; beside it stand the smallest and largest ratio of one round. Growth is how many "
    "times as much baserate takes, of time or memory, as on a tenth of the rows: 10 is linear, 1 is none.",
    "AUC and net benefit at a threshold are the peer's own quantity. A log loss or Brier score is an affine "
    "function of a bounded score at another deployment, and was compared there. Both sides agreed to 1e-12 "
    "before they were timed; with confidenceinterval, which ranks in single precision, to 1e-6. hmeasure, "
    "and log_loss beside net_benefit at 5%, answer other questions and were not compared. dcurves adds the "
    "curves of treat all and treat none.",
    "A replicate by resampling rows is timed alone and counted 2,000 times.",
    f"Working memory counts blocks of {BLOCK:,} numbers.",
    "Beyond memory, each side is a process of its own, on as many threads as there are, from the start of "
    "the program to its end; the command line also checks every row, and gives intervals and comparisons.",
)
HEAD = """# Speed and memory

Every statement of this documentation about speed or memory is a ratio that is measured here, beside a peer
in the same run, or names the program that measures it. `make bench` measures anew and writes this page; a
time in seconds would say as much about the machine as about the code."""
PICTURE = "benchmarks.svg"


def run() -> None:
    """Measure, then report; a target that is missed is reported, not an error."""
    arguments = _arguments()
    before = os.getloadavg()[0]
    sections = _sections(arguments)
    machine = _machine(before, os.getloadavg()[0], quick=arguments.quick)
    paragraphs = [fill(text, WIDTH) for text in (_versions(), machine, *NOTES)]
    print("\n\n".join([*paragraphs[:2], as_text(sections).rstrip(), *paragraphs[2:]]))
    if arguments.write is not None:
        _write(arguments.write, sections, paragraphs)


def _write(page: Path, sections: list[Section], paragraphs: list[str]) -> None:
    from benchmarks.chart import draw

    page.with_name(PICTURE).write_text(draw(sections[0]), encoding="utf-8")
    tables = [
        f"## {section.title}\n\n{as_markdown([section], titled=False).rstrip()}" for section in sections
    ]
    picture = f"![How many times as fast as each peer]({PICTURE})"
    parts = [HEAD, *paragraphs[:2], picture, *tables, "## How to read it", *paragraphs[2:], _statements()]
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _statements() -> str:
    """What other pages say, and where it is measured, as a table."""
    lines = ["## What the documentation says, and where it is measured", ""]
    lines += ["| page | words | measured by |", "| --- | --- | --- |"]
    for page, said, measured_by in STATEMENTS:
        name = page.removeprefix("docs/")
        lines.append(f"| [{name.removesuffix('.md')}]({name}) | {said} | {_where(measured_by)} |")
    return "\n".join(lines)


def _where(measured_by: str) -> str:
    return f"`{measured_by}`" if measured_by.startswith("python") else f"above: {measured_by}"


def _sections(arguments: argparse.Namespace) -> list[Section]:
    quick = arguments.quick
    patients = Patients.drawn(arguments.rows or (QUICK_ROWS if quick else ROWS))
    turns = QUICK_TURNS if quick else TURNS
    disk = QUICK_DISK_ROWS if quick else DISK_ROWS
    return [
        Section(
            "How many times as fast as the peer (peer's time / baserate's time)",
            [contest.speedup(patients) for contest in SPEEDUPS],
        ),
        Section(
            "What it costs (baserate / the other side)",
            [
                *(contest.multiple(patients) for contest in MULTIPLES),
                import_cost(),
                help_cost(),
                *memory_rows(QUICK_MEMORY_ROWS if quick else MEMORY_ROWS),
            ],
        ),
        Section(
            "Beyond memory (baserate / the other side)",
            [
                *disk_rows(disk, turns),
                *cluster_rows(disk[0], turns),
                *array_rows(QUICK_ARRAY_ROWS if quick else ARRAY_ROWS),
            ],
        ),
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=int, help=f"patients to time on in memory (default {ROWS:,})")
    parser.add_argument("--quick", action="store_true", help="few rounds and rows: to see that it runs")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page and its picture there")
    return parser.parse_args()


def _machine(before: float, after: float, *, quick: bool) -> str:
    cores = os.cpu_count() or 1
    today = datetime.datetime.now(tz=datetime.UTC).date()
    text = (
        f"Measured on {today}, {platform.system()} {platform.machine()}, {cores} cores; load {before:.1f} "
        f"before and {after:.1f} after."
    )
    if max(before, after - 1.0) > cores / 2:  # what is measured is a load of about one itself
        text += " The machine was busy with other work: times per row are too long, and spreads wide."
    return text + (" Few rounds and rows: to see that it runs, not for reading." if quick else "")


def _versions() -> str:
    found = [f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)
