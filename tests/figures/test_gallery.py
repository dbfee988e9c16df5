"""The gallery of docs/papers.md shows each figure, by the code below it, as it is drawn now."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from docs.gallery_pictures import PAGE, PICTURES, code_of_pictures, draw

from baserate import figures
from baserate.figures.catalogue import FIGURES

# Figures that others of the gallery are parts of; the page names them.
NAMED = {"triptych", "cost-curve"}
SHOWN = [name for name in FIGURES if name not in NAMED]
# All pictures together, in bytes.
MOST = 1_500_000


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return draw()


def words(svg: str) -> list[str]:
    return " ".join(ElementTree.fromstring(svg).itertext()).split()


@pytest.mark.parametrize("name", SHOWN)
def test_the_picture_is_the_one_that_is_drawn(drawn: dict[str, str], name: str) -> None:
    kept, now = (PICTURES / f"{name}.svg").read_text(encoding="utf-8"), drawn[f"{name}.svg"]
    assert words(kept) == words(now), f"run python -m docs.gallery_pictures: {name} is old"
    assert kept.count("<path") == now.count("<path")
    assert kept.count("<use") == now.count("<use")
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", kept)


def test_every_figure_is_in_the_gallery_and_no_picture_is_left_over() -> None:
    code = code_of_pictures()
    assert set(code) == set(SHOWN)
    assert {path.stem for path in PICTURES.iterdir()} == set(SHOWN)
    for name, line in code.items():
        assert line.startswith(f"figures.{FIGURES[name].function}(ev")
        assert hasattr(figures, FIGURES[name].function)
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"](gallery/{name}.svg)" in page for name in SHOWN)
    assert all(f"`figures.{FIGURES[name].function}(ev)`" in page for name in NAMED)


def test_the_gallery_is_not_heavy() -> None:
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < MOST
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert max(len(line) for line in lines if not line.startswith("|")) <= 120
