"""Pages that need real data find them where the tests do, and are skipped without them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.data import real_data

# Pages whose code writes files.
WRITES = {"gallery.md"}
# The recipes need libraries that are too large for the environment of the tests: .ci/recipes runs them.
collect_ignore = [] if os.environ.get("BASERATE_RECIPES") == "1" else ["recipes.md"]

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
