"""What the README says and shows is what the library does."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docs.demo_picture import PICTURE, draw

ROOT = Path(__file__).parents[1]


def words(svg: str) -> list[str]:
    return " ".join(ElementTree.fromstring(svg).itertext()).replace("\xa0", " ").split()


def test_the_picture_shows_what_the_demo_prints() -> None:
    assert words(PICTURE.read_text()) == words(draw())
    assert "http" not in PICTURE.read_text().replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_the_readme_code_gives_the_figures_beside_it() -> None:
    """Each line of code that ends in a comment of numbers gives these numbers."""
    namespace: dict[str, object] = {}
    checked = 0
    for block in re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL):
        for line in block.splitlines():
            code, _, comment = line.partition("  #")
            if comment:
                found = eval(code, namespace)
                expected = [float(part) for part in comment.split(",")]
                digits = len(comment.split(",")[0].strip().partition(".")[2])
                assert [
                    round(float(v), digits) for v in (found if isinstance(found, tuple) else (found,))
                ] == expected
                checked += 1
            else:
                exec(code, namespace)
    assert checked >= 4


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text()):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target
