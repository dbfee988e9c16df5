"""How large an installation is: ``python tools/sizes.py WHEEL``.

The wheel is installed with the base dependencies alone, and then with each extra that users choose, every
time in a new environment. Counted are the bytes of all files, without pip. uv is needed beside Python.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
# Extras for who works on baserate itself, and those that are several others together.
NOT_FOR_USERS = {"unit", "test", "engines", "browser", "bench", "docs", "notebook"}
# It brings builds for graphics cards of several GB, unless one asks for another build.
TOO_LARGE = {"torch"}
MEGABYTE = 1e6
LARGEST = 3


class Installed(NamedTuple):
    """One environment: packages beside baserate, and the bytes of each."""

    extra: str
    sizes: Counter[str]

    @property
    def line(self) -> str:
        """The row of the table."""
        name = f"`baserate[{self.extra}]`" if self.extra else "`baserate`"
        largest = ", ".join(
            f"{package} {size / MEGABYTE:.0f}" for package, size in self.sizes.most_common(LARGEST)
        )
        return f"| {name} | {len(self.sizes)} | {self.sizes.total() / MEGABYTE:.0f} | {largest} |"


def extras() -> list[str]:
    """The extras that users choose, as pyproject.toml lists them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [one for one in project["optional-dependencies"] if one not in NOT_FOR_USERS | TOO_LARGE]


def install(wheel: Path, extra: str) -> Installed:
    """The sizes of what is installed with an extra, or without one."""
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder) / "environment"
        _uv("venv", "--quiet", "--python", sys.executable, str(environment))
        wanted = f"baserate[{extra}] @ {wheel.resolve().as_uri()}" if extra else str(wheel.resolve())
        _uv("pip", "install", "--quiet", "--python", str(environment / "bin" / "python"), wanted)
        (packages,) = (environment / "lib").glob("python*/site-packages")
        return Installed(extra, sizes_in(packages))


def sizes_in(packages: Path) -> Counter[str]:
    """Bytes on disk of every distribution in a folder of packages."""
    return Counter({one.metadata["Name"]: _bytes_of(one) for one in distributions(path=[str(packages)])})


def _bytes_of(distribution: Distribution) -> int:
    paths = (Path(str(distribution.locate_file(file))) for file in distribution.files or [])
    return sum(path.stat().st_size for path in paths if path.is_file())


def _uv(*arguments: str) -> None:
    program = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    subprocess.run([program, *arguments], check=True)  # noqa: S603


def main(arguments: Sequence[str] | None = None) -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(prog="python tools/sizes.py", description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("extras", nargs="*", help="instead of all that users choose")
    options = parser.parse_args(arguments)
    for extra in ["", *(options.extras or extras())]:
        print(install(options.wheel, extra).line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
