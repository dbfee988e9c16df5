"""Read the container file, and run its commands outside one: ``python tools/containerfile.py FOLDER``.

Where no container can be built, this is what can be seen of one: the files that it copies are copied, and the
commands that install are run, with the folder in place of the root and an environment in it in place of the
image's Python. Users and labels mean nothing here and are left out.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
# Paths from the image's root, which lie in the folder here.
FROM_ROOT = re.compile(r"(?<![\w./])/(source|wheels|data)\b")


class Instruction(NamedTuple):
    """A line of the file: FROM, RUN, COPY ..., and what follows."""

    word: str
    value: str


def instructions(file: Path) -> list[Instruction]:
    """The instructions in order; continued lines are joined, comments left out."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    joined = re.sub(r"\s*\\\n\s*", " ", "\n".join(lines))
    split = (line.split(maxsplit=1) for line in joined.splitlines() if line.strip())
    return [Instruction(word, value.strip()) for word, value in split]


def rehearse(file: Path, folder: Path) -> Path:
    """Copy and install as the file says, within a folder; the environment that comes of it."""
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)  # noqa: S603
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    here = folder
    for word, value in instructions(file):
        if word == "WORKDIR":
            here = Path(_within(value, folder))
            here.mkdir(parents=True, exist_ok=True)
        elif word == "COPY" and not value.startswith("--from="):  # the stages share one folder here
            _copy(value.split(), here)
        elif word == "RUN" and value.startswith("pip "):
            command = _within(value, folder)
            print(command, flush=True)  # noqa: T201
            settings = {**os.environ, "PATH": path, "EXTRAS": ""}
            subprocess.run(["/bin/sh", "-ec", command], cwd=here, env=settings, check=True)  # noqa: S603
    return environment


def _within(text: str, folder: Path) -> str:
    return FROM_ROOT.sub(lambda match: str(folder / match[1]), text)


def _copy(names: Sequence[str], here: Path) -> None:
    *sources, target = names
    for name in sources:
        goal = here / target / name if target == "./" else here / target
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, goal)


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(prog="python tools/containerfile.py", description=__doc__)
    parser.add_argument("folder", type=Path, help="where it may be done; it is made")
    print(rehearse(ROOT / "Containerfile", parser.parse_args().folder.resolve()))  # noqa: T201


if __name__ == "__main__":
    main()
