"""docs/errata.md is a program: each of its blocks must run, and each must be able to fail."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "errata.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## (?=\d+\. )", re.MULTILINE)
FIELDS = ("- Place: ", "- Printed: ", "- Right: ", "- Why: ")

TEXT = PAGE.read_text(encoding="utf-8")
SETUP, *NUMBERED = HEADING.split(TEXT)
SECTIONS = {text.partition("\n")[0]: text for text in NUMBERED}

each_section = pytest.mark.parametrize("title", SECTIONS)


def blocks(text: str) -> list[str]:
    return BLOCK.findall(text)


def execute(sources: list[str], namespace: dict[str, object]) -> None:
    for source in sources:
        # Blank lines in front make a traceback name the page's own line; optimize=0 keeps the
        # asserts even where Python itself runs with -O.
        lines_above = TEXT.count("\n", 0, TEXT.index(source))
        exec(compile("\n" * lines_above + source, str(PAGE), "exec", optimize=0), namespace)


def asserts(source: str) -> list[ast.Assert]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert)]


def test_the_page_runs_from_top_to_bottom_in_one_namespace() -> None:
    execute(blocks(TEXT), {})


@each_section
def test_a_section_holds_with_the_set_up_alone(title: str) -> None:
    namespace: dict[str, object] = {}
    execute(blocks(SETUP), namespace)
    execute(blocks(SECTIONS[title]), namespace)


@each_section
def test_a_section_names_place_printed_right_and_reason_and_has_code(title: str) -> None:
    assert [field for field in FIELDS if f"\n{field}" not in SECTIONS[title]] == []
    assert blocks(SECTIONS[title])


def test_sections_are_numbered_without_a_gap_and_cover_the_nine_of_the_method() -> None:
    numbers = [int(title.partition(".")[0]) for title in SECTIONS]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 9


@pytest.mark.parametrize("source", blocks(SETUP), ids=["data", "auc"])
def test_a_set_up_block_asserts(source: str) -> None:
    assert asserts(source)


@each_section
def test_every_block_of_a_section_asserts_and_the_section_does_twice(title: str) -> None:
    sources = blocks(SECTIONS[title])
    assert all(asserts(source) for source in sources)
    assert sum(len(asserts(source)) for source in sources) >= 2


def test_no_assert_is_about_constants_alone() -> None:
    tests = [node.test for source in blocks(TEXT) for node in asserts(source)]
    assert all(any(isinstance(part, ast.Name) for part in ast.walk(test)) for test in tests)


def test_every_fence_of_the_page_is_a_python_block() -> None:
    assert TEXT.count("```") == 2 * len(blocks(TEXT))
