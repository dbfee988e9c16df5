"""Whatever happens to a command, its output is the old file or the new one, and the next run cleans up."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.faults.commands import COMMANDS
from tests.faults.trials import FAULTS

# How a command may end: by the fault, or before it.
STATUSES = {
    "kill": {"-9", "0"},
    "interrupt": {"130", "0"},
    "full-disk": {"3"},
    "read-only": {"3"},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_is_torn_and_nothing_stays_behind(fault: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", fault, "--json"], capture_output=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr.decode()
    tallies: list[dict[str, Any]] = json.loads(done.stdout)
    assert [tally["command"] for tally in tallies] == list(COMMANDS)
    for tally in tallies:
        assert tally["tried"] > 0
        assert (tally["torn"], tally["wrong"], tally["remained"]) == ([], [], 0), tally
        assert set(tally["statuses"]) <= STATUSES[fault], tally
        if fault in ("full-disk", "read-only"):
            assert (tally["new"], tally["left"]) == (0, 0), tally
