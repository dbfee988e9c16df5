"""The gallery shows every figure, by the code beside it, as it is drawn now."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from docs.gallery_pictures import PAGE, PICTURES, code_of_pictures, draw

from baserate import figures
from baserate.figures.catalogue import FIGURES

# All pictures together, in bytes.
MOST = 1_500_000


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return draw()


def words(svg: str) -> list[str]:
    return " ".join(ElementTree.fromstring(svg).itertext()).split()


@pytest.mark.parametrize("name", list(FIGURES))
def test_the_picture_is_the_one_that_is_drawn(drawn: dict[str, str], name: str) -> None:
    kept, now = (PICTURES / f"{name}.svg").read_text(encoding="utf-8"), drawn[f"{name}.svg"]
    assert words(kept) == words(now), f"run python -m docs.gallery_pictures: {name} is old"
    assert kept.count("<path") == now.count("<path")
    assert kept.count("<use") == now.count("<use")
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", kept)


def test_every_figure_is_in_the_gallery_and_no_picture_is_left_over() -> None:
    code = code_of_pictures()
    assert set(code) == set(FIGURES)
    assert {path.stem for path in PICTURES.iterdir()} == set(FIGURES)
    for name, line in code.items():
        assert line.startswith(f"figures.{FIGURES[name].function}(ev")
        assert hasattr(figures, FIGURES[name].function)
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"](gallery/{name}.svg)" in page for name in FIGURES)


def test_the_gallery_is_not_heavy() -> None:
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < MOST
    assert max(map(len, PAGE.read_text(encoding="utf-8").splitlines())) <= 120
