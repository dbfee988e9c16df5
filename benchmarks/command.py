"""Run every contest, print the table, and write it as Markdown where asked to."""

from __future__ import annotations

import argparse
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from textwrap import fill

from baserate.scores.sample import BLOCK
from benchmarks.contests import MULTIPLES, SPEEDUPS
from benchmarks.patients import Patients
from benchmarks.resources import IMPORT_ROUNDS, help_cost, import_cost, memory_rows
from benchmarks.table import Section, as_markdown, as_text
from benchmarks.timing import ROUNDS

PACKAGES = (
    "baserate",
    "numpy",
    "scikit-learn",
    "briertools",
    "dcurves",
    "hmeasure",
    "model-diagnostics",
    "confidenceinterval",
)
WIDTH = 108
NOTES = (
    "net_benefit is at a cost of 1:30, over the log-odds-uniform range of prevalences or at one prevalence; "
    "both ranges: prevalence 1%..10% and cost 1:50..1:5; at a threshold: of the raw score, at prevalence 5%.",
    f"The two sides take turns, {ROUNDS} rounds on one thread (imports {IMPORT_ROUNDS}). The ratio is that "
    "of the median times; beside it stand the smallest and largest ratio of one round.",
    "AUC and net benefit at a threshold are the peer's own quantity. A log loss or Brier score is an affine "
    "function of a bounded score at another deployment, and was compared there. Both sides agreed to 1e-12 "
    "before they were timed; with confidenceinterval, which ranks in single precision, to 1e-6. hmeasure, "
    "and log_loss beside net_benefit at 5%, answer other questions and were not compared. dcurves adds the "
    "curves of treating all and none.",
    "A replicate by resampling rows is timed alone and counted 2,000 times.",
    f"Working memory counts blocks of {BLOCK:,} numbers.",
)


def run() -> None:
    """Measure, then report; a target that is missed is reported, not an error."""
    arguments = _arguments()
    sections = _sections(Patients.drawn(arguments.rows))
    print(_page(as_text(sections)))
    if arguments.markdown is not None:
        arguments.markdown.write_text(_page(as_markdown(sections)) + "\n", encoding="utf-8")


def _page(table: str) -> str:
    """The table between what was measured and how to read it."""
    paragraphs = [fill(text, WIDTH) for text in (_versions(), *NOTES)]
    return "\n\n".join([paragraphs[0], table.rstrip(), *paragraphs[1:]])


def _sections(patients: Patients) -> list[Section]:
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
                *memory_rows(),
            ],
        ),
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--rows", type=int, default=1_000_000, help="patients to time on (default %(default)s)"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there as well")
    return parser.parse_args()


def _versions() -> str:
    found = [f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)
