"""``python -m tests.faults [FAULT ...] [--json] [--times N]``: try the faults, and print how they ended."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.faults.commands import COMMANDS
from tests.faults.trials import FAULTS, Tally, import_everything


def main() -> None:
    """Try every command with each of the faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("faults", nargs="*", help=f"of {', '.join(FAULTS)}; else all")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--times", type=int, default=1, help="that many times as many trials")
    given = parser.parse_args()
    import_everything()
    with tempfile.TemporaryDirectory() as data:
        # Here no thread may be started, as Polars does: those of a forked process would not be there.
        subprocess.run([sys.executable, "-m", "tests.faults.data", data], check=True)
        tallies = [
            _try(fault, name, Path(data), given.times)
            for fault in given.faults or FAULTS
            for name in COMMANDS
        ]
    if given.json:
        json.dump([tally.to_dict() for tally in tallies], sys.stdout)
        return
    print(_table(tallies))


def _try(fault: str, name: str, data: Path, times: int) -> Tally:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        for path in data.glob("cohort.*"):
            (folder / path.name).write_bytes(path.read_bytes())
        trial, tries = FAULTS[fault]
        few = 2 if name == "demo" else tries  # which takes seconds
        return trial(name, folder, min(few, tries) * times, Random(0))


def _table(tallies: list[Tally]) -> str:
    heads = ("fault", "command", "tried", "old", "new", "torn", "left", "after the next run", "statuses")
    rows = [
        (t.fault, t.command, t.tried, t.old, t.new, len(t.torn), t.left, t.remained, t.statuses)
        for t in tallies
    ]
    cells = [tuple(map(str, row)) for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells
    )


if __name__ == "__main__":
    main()
