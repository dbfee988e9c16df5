"""``python -m fuzz --seconds 60``: every reader for so long; exit status 1 if one gave a wrong answer."""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

CORPUS = Path(__file__).parent / "corpus"
NAMES = ("arguments", "csv_table", "site_summary", "study_file")
# Longer inputs say nothing that a short one does not.
LONGEST = 2048


class Run(NamedTuple):
    """What came of fuzzing one reader."""

    executions: int
    coverage: int
    failed: bool
    output: str


def fuzz(name: str, seconds: int, findings: Path) -> Run:
    """Fuzz one reader; inputs that it breeds go to a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as bred:
        done = subprocess.run(  # noqa: S603
            [
                sys.executable,
                "-m",
                "fuzz.target",
                name,
                f"-max_total_time={seconds}",
                f"-max_len={LONGEST}",
                f"-artifact_prefix={findings}/{name}-",
                "-timeout=60",
                "-rss_limit_mb=4096",
                "-print_final_stats=1",
                bred,
                str(CORPUS / name),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    executed = re.findall(r"number_of_executed_units: (\d+)", done.stdout)
    counts = re.findall(r"^#(\d+)\t.*cov: (\d+)", done.stdout, re.MULTILINE)
    executions = int(executed[-1]) if executed else int(counts[-1][0]) if counts else 0
    return Run(executions, int(counts[-1][1]) if counts else 0, done.returncode != 0, done.stdout)


def main() -> int:
    """Fuzz the readers one after the other, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for each reader")
    parser.add_argument("--only", choices=NAMES, action="append", help="this reader; repeat it for several")
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"), help="where inputs are kept")
    given = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed, so nothing was fuzzed: pip install atheris.", file=sys.stderr)
        return 2
    given.findings.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in given.only or NAMES:
        run = fuzz(name, given.seconds, given.findings)
        verdict = "FAILED" if run.failed else "nothing found"
        print(f"{name:14}{run.executions:>10,} executions, {run.coverage:,} branches covered: {verdict}")
        if run.failed:
            failed.append(name)
            print("\n".join(run.output.splitlines()[-40:]))
    if failed:
        print(f"Inputs that gave a wrong answer are in {given.findings}.")
    elif not any(given.findings.iterdir()):
        given.findings.rmdir()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
