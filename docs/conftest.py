"""Pages that need real data find them where the tests do, and are skipped without them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.support.data import real_data

from baserate.deployment.distribution import Distribution
from baserate.deployment.units import Unit

# Pictures that pages draw in their own code, each by the name of its page; BASERATE_DRAW=1 draws them anew.
DRAWN = Path(__file__).parent / "drawn"
# Pages whose code writes files, and pages whose code reads what their own commands write.
WRITES = {"hospitals.md", "papers.md"} | {f"{picture.stem}.md" for picture in DRAWN.glob("*.svg")}
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
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    monkeypatch.chdir(tmp_path)
    if request.node.path.name in READS:
        _run_commands(request.node.path)
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "baserate"}):
        yield
    plt.close("all")
    _compare_picture(tmp_path / f"{request.node.path.stem}.svg")


def _compare_picture(drawn: Path) -> None:
    """The picture that a page shows is the one that its code draws."""
    from docs.gallery_pictures import without_links

    kept = DRAWN / drawn.name
    if not kept.exists():
        return
    now = without_links(drawn.read_text(encoding="utf-8"))
    if os.environ.get("BASERATE_DRAW"):
        kept.write_text(now, encoding="utf-8")
    before = kept.read_text(encoding="utf-8")
    texts = [list(ElementTree.fromstring(one).itertext()) for one in (before, now)]  # noqa: S314
    assert texts[0] == texts[1], f"{kept.name} is old: BASERATE_DRAW=1 pytest docs/{kept.stem}.md"
    assert before.count("<path") == now.count("<path")


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
