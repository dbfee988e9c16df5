"""An engine is started once; every test of it runs before it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.engines.sources import ENGINES, QUICK, Opener, opener


@pytest.fixture(scope="session", params=ENGINES)
def opens(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """How the engine opens a folder of Parquet files."""
    with ExitStack() as stack:
        yield opener(request.param, stack)


@pytest.fixture(scope="session", params=QUICK)
def opens_quickly(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """The same on engines that answer within milliseconds: for what would take Spark minutes."""
    with ExitStack() as stack:
        yield opener(request.param, stack)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("parquet")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With ``--dist loadgroup`` one worker has all tests of an engine, or of a file that names none."""
    for item in items:
        if isinstance(item, pytest.Function) and Path(__file__).parent in item.path.parents:
            params = item.callspec.params if hasattr(item, "callspec") else {}
            group = params.get("opens", params.get("opens_quickly", item.path.name))
            item.add_marker(pytest.mark.xdist_group(group))
