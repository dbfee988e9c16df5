"""Pages that need real data find them where the tests do, and are skipped without them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.data import real_data

from baserate.deployment.distribution import Distribution
from baserate.deployment.units import Unit

# Pages whose code writes files, and pages whose code reads what their own commands write.
WRITES = {"hospitals.md", "papers.md", "tutorial.md"}
READS = {"hospitals.md"}
collect_ignore = ["building/docstrings.py", "building/hooks.py"]  # what builds the site is not there

NEEDS = {"groups.md": "eicu_demo", "shift.md": "support2", "support2.md": "support2"}


@pytest.fixture(autouse=True)
def _data_of_the_page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    name = NEEDS.get(request.node.path.name)
    if name is not None:
        monkeypatch.setenv("BASERATE_DATA", str(real_data(name).parent))


@pytest.fixture(autouse=True)
def _folder_to_write_in(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[None]:
    """Files that a page writes go to a folder of its own, and its figures are closed."""
    if request.node.path.name not in WRITES:
        yield
        return
    from matplotlib import pyplot as plt

    monkeypatch.chdir(tmp_path)
    if request.node.path.name in READS:
        _run_commands(request.node.path)
    yield
    plt.close("all")


def _run_commands(page: Path) -> None:
    """Do what a page says to type before its Python."""
    from tests.docs.test_commands import commands  # needs more than some environments of CI have
    from tests.support.command_line import run

    for command in commands(page):
        if command.program:
            subprocess.run([sys.executable, "-c", command.program], check=True)  # noqa: S603
        else:
            run(*command.arguments)


@pytest.fixture(autouse=True)
def _what_a_page_adds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Distributions and units that a page defines are forgotten after it."""
    if request.node.path.name == "extending.md":
        monkeypatch.setattr(Distribution, "_kinds", dict(Distribution._kinds))
        monkeypatch.setattr(Unit, "_known", dict(Unit._known))
