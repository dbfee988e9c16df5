"""Is it the wheel that is tested, on the versions that are meant: ``python tools/installed.py [--oldest]``.

Without an option: that ``import baserate`` finds an installed package and not the source beside it, whatever
folder this is started from. With ``--oldest``: that every dependency has the oldest version that
pyproject.toml allows, or, on a Python for which that one has no wheel, which it has instead.
"""

from __future__ import annotations

import importlib.metadata
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
# What .ci/fresh-environment installs.
EXTRAS = ("plots", "sklearn", "duckdb", "dask", "unit", "formats")
# The Python for which every oldest version has a wheel.
OLDEST_PYTHON = (3, 11)


def imported() -> str:
    """Where the package is, if it is an installed one."""
    import baserate

    home = Path(baserate.__file__).resolve()
    if home.is_relative_to(PROJECT.parent) or not home.is_relative_to(Path(sys.prefix).resolve()):
        raise SystemExit(f"not the installed wheel: {home}")
    return f"baserate {baserate.__version__} from the wheel, Python {sys.version.split()[0]}"


def oldest() -> list[str]:
    """What is not at its lower bound."""
    from packaging.requirements import Requirement
    from packaging.version import Version

    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    listed = list(project["dependencies"])
    listed += [one for extra in EXTRAS for one in project["optional-dependencies"][extra]]
    others = []
    for text in listed:
        requirement = Requirement(text)
        bounds = [Version(one.version) for one in requirement.specifier if one.operator == ">="]
        if requirement.name == "baserate" or not bounds:
            continue
        version = Version(importlib.metadata.version(requirement.name))
        if version != max(bounds):
            others.append(f"{requirement.name} {version}, where {text} is allowed")
    return others


def main() -> None:
    """Print what is installed; fail where it is not what is meant to be tested."""
    print(imported())  # noqa: T201
    if "--oldest" not in sys.argv[1:]:
        return
    others = oldest()
    print(*(others or ["every dependency at its lower bound"]), sep="\n")  # noqa: T201
    if others and sys.version_info[:2] == OLDEST_PYTHON:
        sys.exit(1)


if __name__ == "__main__":
    main()
