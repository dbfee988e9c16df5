"""What baserate costs beside time per row: the import, and working memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from tempfile import TemporaryDirectory
from time import perf_counter

from baserate.scores.sample import BLOCK
from benchmarks import ours
from benchmarks.patients import Patients
from benchmarks.table import Row, Target
from benchmarks.timing import ROUNDS, Timing

IMPORT_ROUNDS = 21 * ROUNDS // 15
MOST_IMPORT = Target("at most", 1.8)
MOST_HELP = Target("at most", 2.5)
HELP = "from baserate.cli import main; main(['--help'])"
MEMORY_ROWS = (100_000, 1_000_000, 10_000_000)
BLOCK_BYTES = BLOCK * 8
MOST_BLOCKS = 4.0
# baserate loads a name when it is first used, so a name must be asked for to see the whole cost.
IMPORTS = {"baserate": "import baserate; baserate.net_benefit", "numpy": "import numpy"}


def import_cost() -> Row:
    """Importing baserate against importing NumPy, each in interpreters that have loaded neither."""
    timing = Timing([], [])
    sides = (("baserate", timing.first), ("numpy", timing.second))
    with TemporaryDirectory() as bytecode:
        for module, _ in sides:
            _import_seconds(module, bytecode)
        for _ in range(IMPORT_ROUNDS):
            for module, seconds in sides:
                seconds.append(_import_seconds(module, bytecode))
    return Row(
        "import, and a first name",
        "import numpy",
        ratio=timing.ratio(),
        spread=timing.spread(),
        target=MOST_IMPORT,
    )


def help_cost() -> Row:
    """``baserate --help`` against an interpreter that imports click, both from the start of the process."""
    timing = Timing([], [])
    programs = {"ours": HELP, "theirs": "import click"}
    with TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
        for round_number in range(IMPORT_ROUNDS + 1):
            for side, seconds in (("ours", timing.first), ("theirs", timing.second)):
                start = perf_counter()
                subprocess.run(
                    [sys.executable, "-c", programs[side]], check=True, capture_output=True, env=environment
                )
                if round_number:  # the first round writes the bytecode
                    seconds.append(perf_counter() - start)
    return Row(
        "baserate --help",
        "python -c 'import click'",
        ratio=timing.ratio(),
        spread=timing.spread(),
        target=MOST_HELP,
    )


def memory_rows(most: int) -> list[Row]:
    """Peak working memory of net_benefit in blocks, which must not grow with the rows."""
    peaks = {rows: _peak_bytes(Patients.drawn(rows)) for rows in MEMORY_ROWS if rows <= most}
    return [
        Row(
            "net_benefit, peak memory",
            f"one block of {BLOCK_BYTES // 1024} KiB",
            rows,
            ratio=peak / BLOCK_BYTES,
            growth=peak / peaks[rows // 10] if rows // 10 in peaks else None,
            target=Target("at most", MOST_BLOCKS),
        )
        for rows, peak in peaks.items()
    ]


def _import_seconds(module: str, bytecode: str) -> float:
    """Seconds that the import takes once the interpreter runs, whose own start would dilute the ratio.

    Both sides keep their bytecode in the given folder. Otherwise, where the environment forbids writing
    it, a checkout would be compiled anew each time and be compared with an installed, compiled NumPy.
    """
    program = f"from time import perf_counter as now; start = now(); {IMPORTS[module]}; print(now() - start)"
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment
    )
    return float(done.stdout)


def _peak_bytes(patients: Patients) -> int:
    """Most memory that one call held at a time, beyond the data themselves."""
    call = ours.net_benefit(patients)
    call()  # what only a first call allocates is not working memory
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
