"""docs/errata.md is a program: each of its blocks must run, and each must be able to fail."""

from __future__ import annotations

import ast

import pytest

from tests.support.pages import DOCS, Page, asserts, blocks

PAGE = Page(DOCS / "errata.md")
FIELDS = ("- Place: ", "- Printed: ", "- Right: ", "- Why: ")

each_section = pytest.mark.parametrize("title", PAGE.sections)


def test_the_page_runs_from_top_to_bottom_in_one_namespace() -> None:
    PAGE.execute(PAGE.text, {})


@each_section
def test_a_section_holds_with_the_set_up_alone(title: str) -> None:
    PAGE.execute(PAGE.sections[title], PAGE.set_up_namespace())


@each_section
def test_a_section_names_place_printed_right_and_reason_and_has_code(title: str) -> None:
    assert [field for field in FIELDS if f"\n{field}" not in PAGE.sections[title]] == []
    assert blocks(PAGE.sections[title])


def test_sections_are_numbered_without_a_gap_and_cover_the_nine_of_the_method() -> None:
    numbers = [int(title.partition(".")[0]) for title in PAGE.sections]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 9


@pytest.mark.parametrize("source", blocks(PAGE.set_up), ids=["data", "auc"])
def test_a_set_up_block_asserts(source: str) -> None:
    assert asserts([source])


@each_section
def test_every_block_of_a_section_asserts_and_the_section_does_twice(title: str) -> None:
    sources = blocks(PAGE.sections[title])
    assert all(asserts([source]) for source in sources)
    assert len(asserts(sources)) >= 2


def test_no_assert_is_about_constants_alone() -> None:
    tests = [node.test for node in asserts(blocks(PAGE.text))]
    assert all(any(isinstance(part, ast.Name) for part in ast.walk(test)) for test in tests)


def test_every_fence_of_the_page_is_a_python_block() -> None:
    assert PAGE.text.count("```") == 2 * len(blocks(PAGE.text))
