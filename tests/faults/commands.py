"""The commands that write, each with what it writes and how to know that a file is whole."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from baserate.report.atomic_write import UNFINISHED

OLD = b"what was there before"
_COLUMNS = ("--outcome", "died", "--score", "severity", "--by", "unit")


@dataclass(frozen=True)
class Command:
    """A command, and the files that it writes with what must hold of each."""

    arguments: tuple[str, ...]
    targets: Mapping[str, Callable[[Path], bool]]

    def prepare(self, folder: Path) -> None:
        """Put the old files in place, and take away what is not one of them or data."""
        for path in folder.iterdir():
            if not path.name.startswith("cohort."):
                path.unlink()
        for name in self.targets:
            (folder / name).write_bytes(OLD)

    def torn(self, folder: Path) -> list[str]:
        """The targets that are neither the old file nor a whole new one."""
        return [name for name in self.targets if not (self.is_old(folder, name) or self.is_new(folder, name))]

    def is_old(self, folder: Path, name: str) -> bool:
        """Whether a target is as it was before."""
        return (folder / name).read_bytes() == OLD

    def is_new(self, folder: Path, name: str) -> bool:
        """Whether a target is a whole new file."""
        try:
            return self.targets[name](folder / name)
        except ValueError:
            return False

    def beside(self, folder: Path) -> list[str]:
        """What is in the folder besides data and targets."""
        names = (path.name for path in folder.iterdir() if not path.name.startswith("cohort."))
        return [name for name in names if name not in self.targets]

    def left_by_us(self, name: str) -> bool:
        """Whether a name is recognisable as that of an unfinished target."""
        return name.endswith(UNFINISHED) and any(name.startswith(f".{target}.") for target in self.targets)


def _is_result(path: Path) -> bool:
    return "schema_version" in json.loads(path.read_bytes())


def _is_page(path: Path) -> bool:
    return path.read_bytes().rstrip().endswith(b"</html>")


def _is_study(path: Path) -> bool:
    return "deployment" in tomllib.loads(path.read_text(encoding="utf-8"))


def _is_parquet(path: Path) -> bool:
    content = path.read_bytes()
    return len(content) > 8 and content.startswith(b"PAR1") and content.endswith(b"PAR1")


COMMANDS = {
    "evaluate": Command(
        (
            "evaluate",
            "cohort.csv",
            *_COLUMNS,
            "--cost",
            "1:30",
            "--out",
            "result.json",
            "--html",
            "page.html",
        ),
        {"result.json": _is_result, "page.html": _is_page},
    ),
    "demo": Command(
        ("demo", "--out", "demo.json", "--html", "demo.html"),
        {"demo.json": _is_result, "demo.html": _is_page},
    ),
    "init": Command(("init", "cohort.csv", "--out", "study.toml", "--force"), {"study.toml": _is_study}),
    "reduce": Command(
        ("reduce", "cohort.parquet", *_COLUMNS, "--out", "summary.parquet"),
        {"summary.parquet": _is_parquet},
    ),
}
