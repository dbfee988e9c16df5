"""Too little memory is said to be that, and not taken for a damaged file."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import PLAIN

# All is imported first, so that memory ends where the data are read. The limit is one of Linux.
LIMITED = """
import resource
from pathlib import Path
from baserate.cli import main
from tests.faults.trials import import_everything

import_everything()
pages = int(Path("/proc/self/statm").read_text().split()[0])
limit = pages * resource.getpagesize() + (48 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
main()
"""
TEXT = b"died,severity\n" + b"1,0.5\n0,0.25\n" * (8 << 20)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
@pytest.mark.parametrize("how", ["file", "gzip", "standard input"])
def test_too_little_memory_is_said(tmp_path: Path, how: str) -> None:
    path = tmp_path / "cohort.csv"
    path.write_bytes(gzip.compress(TEXT, 1) if how == "gzip" else TEXT)
    named = "-" if how == "standard input" else str(path)
    with path.open("rb") as stream:
        done = subprocess.run(
            [sys.executable, "-c", LIMITED, "evaluate", named, *PLAIN],
            stdin=stream,
            capture_output=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 3, done.stderr[-500:]
    assert b"memory" in done.stderr
    assert b"damaged" not in done.stderr
    assert b"Traceback" not in done.stderr
