"""Results that readers are tested on: ``python -m tools.results`` writes ``tests/results/*.json``.

Each is what an evaluation of a few hundred patients says, one of every kind that a paper may report
(``tests/papers/studies.py``). Text, tables, frames and documents are read from them without any patients. A
test asks whether they are still what the evaluations say.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from tests.papers.studies import RESULTS, evaluations, file_of

from baserate.results.result import Result

# When they were made says nothing.
TIME = "2026-01-01T00:00:00+00:00"

__all__ = ["as_stored", "main"]


def as_stored(result: Result) -> str:
    """The JSON of a result, one key a line."""
    content = replace(result, provenance=replace(result.provenance, time=TIME)).to_dict()
    lines = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in content.items())
    return "{{\n{}\n}}\n".format(",\n".join(lines))


def main() -> int:
    """Write them all, and take away what is none of them."""
    RESULTS.mkdir(exist_ok=True)
    wanted = {file_of(name): evaluate for name, evaluate in evaluations().items()}
    for path in set(RESULTS.glob("*.json")) - set(wanted):
        Path(path).unlink()
    for path, evaluate in wanted.items():
        path.write_text(as_stored(evaluate().result), encoding="utf-8")
    size = sum(path.stat().st_size for path in wanted)
    sys.stdout.write(f"{len(wanted)} results, {size / 1e6:.1f} MB.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
