"""Links and anchors of the documentation lead somewhere, and every page is in the table of contents."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from docs.building.made import AT_THE_ROOT, MADE

from tests.docs.markdown import DOCS, PAGES, ROOT, anchors, links, name_of, prose

CONTENTS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
LISTED = re.findall(r"^ *- (?:[^#\n]*: )?([\w/-]+\.md)$", CONTENTS, flags=re.MULTILINE)

each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for place, anchor in links(page):
        target = (page.parent / place).resolve() if place else page
        if page.is_relative_to(DOCS) and not target.exists():
            assert target.relative_to(DOCS).as_posix() in MADE, place
            continue
        assert target.exists(), place
        if anchor:
            assert target.suffix == ".md", f"{place}#{anchor}"
            assert anchor in anchors(target), f"{place}#{anchor}"


def test_every_page_is_in_the_contents_once() -> None:
    kept = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    made = {place for place in MADE if place.endswith(".md")}
    assert sorted(LISTED) == sorted(kept | made)


def test_documents_at_the_root_are_linked_to_by_their_own_names() -> None:
    """So that a link works in the repository too; the site leads it to the page."""
    for page in DOCS.rglob("*.md"):
        linked = {place for place, _ in links(page)}
        assert not linked & set(AT_THE_ROOT.values()), page.name


@each_page
def test_a_list_begins_after_an_empty_line(page: Path) -> None:
    """Otherwise the site runs it into the paragraph above, where the repository shows a list."""
    lines = prose(page).splitlines()
    for above, line in pairwise(lines):
        begins = re.match(r"(?:[-*]|\d+\.) ", line)
        inside = re.match(r"\s|[-*] |\d+\. |$", above)
        assert not begins or inside, f"{above}\n{line}"
