"""What the README says and shows is what the library does."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docs.demo_picture import PICTURE, draw

import baserate

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
INDEX = (ROOT / "docs" / "index.md").read_text()

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
    assert checked == 5
    assert (tmp_path / "figure-1.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "report.html").stat().st_size > 100_000


def test_the_readme_is_read_in_a_minute() -> None:
    """Half of what it was in 0.2.0: what is longer belongs in the book."""
    assert len(README) < 9_700


def test_the_first_page_of_the_book_says_what_the_library_says() -> None:
    cohort = baserate.datasets.icu_cohort()
    asked = {"prevalence": (0.01, 0.10), "cost": "1:20", "outcome_name": "deaths"}
    ev = baserate.evaluate(cohort, "died", ["severity", "network"], cluster="patient", **asked)
    first = re.search(r'<div class="verdict" markdown>\n\n(.*?)\n\n</div>', INDEX, re.DOTALL)
    assert first is not None
    assert " ".join(first[1].replace("*", "").split()) in str(ev.verdict)
