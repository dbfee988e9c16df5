"""The book: 17 pages for users, each a question that its first lines answer, short enough to be read."""

from __future__ import annotations

import re

import pytest
from docs.building.made import AT_THE_ROOT
from docs.building.words import MOST_PAGES, MOST_WORDS, PARTS, contents, words_by_page

from tests.docs.markdown import DOCS, ROOT, fences, links

USER_PAGES = list(words_by_page())
# Pages that show no patients: what is sent, and what is not made from the built-in cohort.
WITHOUT_COHORT = {"page.md", "scikit-learn.md", "survival.md", "tutorial.md"}

each_user_page = pytest.mark.parametrize("page", USER_PAGES)


def test_the_book_has_its_pages_and_no_more_words_than_are_read() -> None:
    assert tuple(contents()) == PARTS
    assert [len(pages) for pages in contents().values()] == [3, 4, 6, 3, 1]
    assert len(USER_PAGES) == MOST_PAGES
    assert sum(words_by_page().values()) <= MOST_WORDS


@each_user_page
def test_the_title_is_a_question(page: str) -> None:
    title = (DOCS / page).read_text(encoding="utf-8").partition("\n")[0]
    assert re.fullmatch(r"# .+\?", title)


@each_user_page
def test_an_example_runs_on_the_built_in_cohort(page: str) -> None:
    first = next((one.text for one in fences(DOCS / page) if one.language == "pycon"), "")
    assert bool(first) == (page != "page.md")
    if page not in WITHOUT_COHORT | {"hospitals.md"}:
        assert "icu_cohort(" in first
    assert "BASERATE_DATA" not in (DOCS / page).read_text(encoding="utf-8")


@each_user_page
def test_there_is_one_figure_or_none(page: str) -> None:
    figures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", (DOCS / page).read_text(encoding="utf-8"))
    assert len(figures) <= (12 if page == "papers.md" else 1)  # a grid of twelve is one


def test_a_page_shows_the_picture_that_its_code_draws() -> None:
    """What it draws is compared with what is kept when its code runs: docs/conftest.py."""
    for picture in (DOCS / "drawn").iterdir():
        text = (DOCS / f"{picture.stem}.md").read_text(encoding="utf-8")
        assert f"](drawn/{picture.name})" in text
        assert f'("{picture.name}")' in text


def test_pages_for_reviewers_are_listed_where_these_begin() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("- For reviewers:\n")[2]
    listed = re.findall(r": (\S+\.md)$", navigation, re.MULTILINE)
    linked = [place.removeprefix("../") for place, _ in links(DOCS / "reviewers.md")]
    assert ["reviewers.md", *(AT_THE_ROOT.get(place, place) for place in linked)] == listed
