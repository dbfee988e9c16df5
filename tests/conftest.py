"""Settings for all tests: slow ones marked, Hypothesis reproducible in CI, nothing skipped there."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

IN_CI = bool(os.environ.get("CI"))
# What ``make test`` leaves out, by name; tools/slow.py writes it.
SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").splitlines())

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=200)
settings.load_profile("ci" if IN_CI else "local")


@pytest.fixture(scope="session")
def demo_result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the demonstration leaves its result."""
    return tmp_path_factory.mktemp("demo") / "result.json"


@pytest.fixture(scope="session")
def demo(demo_result: Path) -> str:
    """What ``baserate demo`` prints."""
    from tests.support.command_line import run  # needs more than some environments of CI have

    return run("demo", "--out", str(demo_result)).stdout


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests."""
    for item in items:
        if item.nodeid in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Doctests are in src and docs: the modules below this folder are read once, as tests."""
    collectors = yield
    return [collector for collector in collectors if type(collector).__name__ != "DoctestModule"]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail in CI if anything was skipped; where xdist runs workers, the process that reports them counts."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(session.config, "workerinput"):
        return
    skipped = reporter.stats.get("skipped", [])
    if IN_CI and skipped and session.exitstatus == pytest.ExitCode.OK:
        reporter.write_line(f"{len(skipped)} tests were skipped; in CI none may be.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
