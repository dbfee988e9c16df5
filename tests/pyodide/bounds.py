"""Are Pyodide's own builds new enough for baserate: ``python bounds.py pyodide-lock.json``.

Builds with compiled code can come from nowhere else, so their versions must be allowed. What is Python alone
can be taken from the index instead, and is only told.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
COMPILED = {"numpy", "scipy", "polars"}


def main(lock: str) -> None:
    content = json.loads(Path(lock).read_text(encoding="utf-8"))
    print(f"--- what the newest Pyodide, with Python {content['info']['python']}, loads")
    wrong = []
    for text in tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]:
        requirement = Requirement(text)
        version = content["packages"].get(requirement.name, {}).get("version")
        allowed = version is not None and requirement.specifier.contains(version)
        print(f"{requirement.name}: has {version}, {text} is {'met' if allowed else 'NOT met'}")
        if requirement.name in COMPILED and not allowed:
            wrong.append(requirement.name)
    if wrong:
        sys.exit(f"baserate cannot be installed in Pyodide: {', '.join(wrong)}")


if __name__ == "__main__":
    main(sys.argv[1])
