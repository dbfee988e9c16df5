"""docs/auc.md is a program: every reading computes the AUC, and fails for any other number."""

from __future__ import annotations

import re

import pytest

from tests.support.pages import DOCS, Page, asserts, blocks, names, prose

PAGE = Page(DOCS / "auc.md")
FIELDS = ("- Says: ", "- Exact: ", "- Leaves out: ")
DECIMAL = re.compile(r"\d+\.\d+")

each_reading = pytest.mark.parametrize("title", PAGE.sections)


def test_the_page_runs_from_top_to_bottom_in_one_namespace() -> None:
    PAGE.execute(PAGE.text, {})


def test_the_readings_are_numbered_one_to_thirteen() -> None:
    assert [int(title.partition(".")[0]) for title in PAGE.sections] == list(range(1, 14))


@each_reading
def test_a_reading_holds_with_the_set_up_alone(title: str) -> None:
    PAGE.execute(PAGE.sections[title], PAGE.set_up_namespace())


@each_reading
def test_a_reading_does_not_hold_for_another_auc(title: str) -> None:
    namespace = PAGE.set_up_namespace()
    namespace["AUC"] += 1e-9
    with pytest.raises(AssertionError):
        PAGE.execute(PAGE.sections[title], namespace)


def test_the_closing_section_holds_with_the_set_up_alone() -> None:
    assert asserts(blocks(PAGE.closing))
    PAGE.execute(PAGE.closing, PAGE.set_up_namespace())


@each_reading
def test_a_reading_says_what_it_is_when_it_is_exact_and_what_it_leaves_out(title: str) -> None:
    found = [PAGE.sections[title].count(f"\n{field}") for field in FIELDS]
    assert found == [1, 1, 1]


@each_reading
def test_a_reading_is_held_against_the_auc_and_against_something_that_fails(title: str) -> None:
    mentioned = [names(node.test) for node in asserts(blocks(PAGE.sections[title]))]
    assert any({"same", "AUC"} <= found for found in mentioned)
    assert any({"apart", "AUC"} <= found or "kendalltau" in found for found in mentioned)


def test_no_assert_is_about_constants_alone() -> None:
    assert all(names(node.test) for node in asserts(blocks(PAGE.text)))


@pytest.mark.parametrize("part", [*PAGE.sections.values(), PAGE.closing], ids=[*PAGE.sections, "closing"])
def test_a_figure_in_the_prose_is_in_the_code_below_it(part: str) -> None:
    code = "\n".join(blocks(PAGE.set_up)) + "\n".join(blocks(part))
    assert set(DECIMAL.findall(prose(part))) <= set(DECIMAL.findall(code))


def test_every_fence_of_the_page_is_a_python_block() -> None:
    assert PAGE.text.count("```") == 2 * len(blocks(PAGE.text))
