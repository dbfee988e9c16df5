"""Pages that need real data find them where the tests do, and are skipped without them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.data import real_data

from baserate.deployment.distribution import Distribution
from baserate.deployment.units import Unit

# Pages whose code writes files.
WRITES = {"papers.md", "tutorial.md"}
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
    yield
    plt.close("all")


@pytest.fixture(autouse=True)
def _what_a_page_adds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Distributions and units that a page defines are forgotten after it."""
    if request.node.path.name == "extending.md":
        monkeypatch.setattr(Distribution, "_kinds", dict(Distribution._kinds))
        monkeypatch.setattr(Unit, "_known", dict(Unit._known))
