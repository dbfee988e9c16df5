"""Which tests take long: ``python -m tools.slow`` runs them all and writes ``tests/slow.txt``.

``make test`` leaves out what stands there, ``make test-all`` and CI run it. A test is listed when it takes
more than 400 ms, and stays listed until it takes less than 300, so that one that lies between does not come
and go. With ``--check`` nothing is run: every name in the list must be that of a test.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

LIST = Path(__file__).parents[1] / "tests" / "slow.txt"
LISTED_ABOVE = 0.40
LISTED_UNTIL = 0.30


class Seconds:
    """What each test takes by itself; what a session sets up once is no test's own."""

    def __init__(self) -> None:
        self.of: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what a test took, whichever process ran it."""
        if report.when == "call":
            self.of[report.nodeid] += report.duration


class Names:
    """The names of all tests, none of which is run."""

    def __init__(self) -> None:
        self.all: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep the names."""
        self.all.update(item.nodeid for item in session.items)


def slow(seconds: dict[str, float], listed: Iterable[str]) -> list[str]:
    """The tests to list, of those that were run: slow ones, and listed ones that are not yet fast."""
    before = set(listed)
    return sorted(
        name
        for name, taken in seconds.items()
        if taken > LISTED_ABOVE or (name in before and taken > LISTED_UNTIL)
    )


def main() -> int:
    """Run all tests and write the list, or check it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="run nothing: every name must be that of a test")
    listed = LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []
    if parser.parse_args().check:
        names = Names()
        with redirect_stdout(StringIO()):
            pytest.main(["--collect-only", "-qq", "--no-header"], plugins=[names])
        gone = sorted({*listed} - names.all)
        sys.stdout.write("".join(f"{LIST.name} names no test: {name}\n" for name in gone))
        return 4 if gone else 0
    seconds = Seconds()
    status = pytest.main(["-q", "-n", "2", "--dist", "worksteal"], plugins=[seconds])
    if status != pytest.ExitCode.OK:
        sys.stdout.write("Not all tests passed: the list stays as it is.\n")
        return int(status)
    names_of_slow = slow(seconds.of, listed)
    LIST.write_text("".join(f"{name}\n" for name in names_of_slow), encoding="utf-8")
    rest = sum(taken for name, taken in seconds.of.items() if name not in {*names_of_slow})
    sys.stdout.write(
        f"{len(names_of_slow)} of {len(seconds.of)} tests are slow; the others take {rest:.0f} s.\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
