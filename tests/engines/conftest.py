"""An engine is started once; every test of it runs before it ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.engines.sources import ENGINES, QUICK, Opener, opener

# Files of DuckDB and its relations need DuckDB, whatever engine is asked; so does the page on engines.
OF_DUCKDB = ["test_databases.py", "test_page.py", "test_refused_columns.py"]
collect_ignore = [] if os.environ.get("BASERATE_ENGINES") == "1" else OF_DUCKDB


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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """One worker has all tests of an engine, or of a file that names none: a server has one port.

    xdist's own ``--dist loadgroup`` marks the group in a test's name, where pytest 9.2 no longer looks.
    """
    return ByEngine(config, log)


class ByEngine(LoadScopeScheduling):
    def _split_scope(self, nodeid: str) -> str:
        parameters = nodeid.partition("[")[2]
        engines = (name for name in ENGINES if parameters.startswith((f"{name}-", f"{name}]")))
        return next(engines, nodeid.partition("::")[0])
