"""What the README says and shows is what the library does."""

from __future__ import annotations

import ast
import contextlib
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docs.demo_picture import PICTURE, draw

from tests.support.cohorts import stays
from tests.support.command_line import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()

# The cohort's second model was made for another prevalence, and evaluate says so.
pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")


def words(svg: str) -> list[str]:
    return " ".join(ElementTree.fromstring(svg).itertext()).replace("\xa0", " ").split()


def test_the_picture_shows_what_the_demo_prints() -> None:
    assert words(PICTURE.read_text()) == words(draw())
    assert "http" not in PICTURE.read_text().replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_the_readme_code_gives_the_figures_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each statement that ends in a comment of numbers gives these numbers."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    checked = 0
    for block in re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            code = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
            _, _, comment = lines[(statement.end_lineno or 1) - 1].partition("  #")
            if not comment:
                exec(code, namespace)
                continue
            found = eval(code, namespace)
            digits = len(comment.split(",")[0].strip().partition(".")[2])
            values = found if isinstance(found, tuple) else (found,)
            assert [round(float(v), digits) for v in values] == [float(part) for part in comment.split(",")]
            checked += 1
    assert checked >= 12
    assert (tmp_path / "figure-1.pdf").read_bytes().startswith(b"%PDF")


def test_the_readme_shows_a_real_run(tmp_path: Path) -> None:
    """Every line of the output in the README is printed by the command above it, in that order."""
    stays().write_csv(tmp_path / "cohort.csv")
    pattern = r"```\n(baserate evaluate .*?)```\n\n```\n(.*?)```"
    command, shown = re.findall(pattern, README, flags=re.DOTALL)[0]
    arguments = shlex.split(command.replace("\\\n", " "))[1:]
    with contextlib.chdir(tmp_path):
        printed = iter(run(*arguments).stdout.splitlines())
    for line in shown.splitlines():
        if line != "...":
            assert line in printed


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text()):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target
