"""How many words the pages for users have, code and tables included: ``python -m docs.building.words``."""

from __future__ import annotations

import re
import sys

from docs.building.made import DOCS, ROOT

# More than this nobody reads; docs for reviewers and the reference do not count.
MOST_PAGES, MOST_WORDS = 17, 24_000
PARTS = ("Start", "Four questions", "Further", "With other tools", "Look up")


def contents() -> dict[str, list[str]]:
    """The pages of each part of the navigation, in order; a page within a part of a part is left out."""
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    parts = re.split(r"^  - (.+):\n", navigation, flags=re.MULTILINE)[1:]
    page = re.compile(r"^ {6}- [^:\n]+: (\S+\.md)$", re.MULTILINE)
    return {name: page.findall(text) for name, text in zip(parts[::2], parts[1::2], strict=True)}


def words_by_page() -> dict[str, int]:
    """The pages for users, in order, with their words."""
    pages = [page for part in contents().values() for page in part]
    return {page: len((DOCS / page).read_text(encoding="utf-8").split()) for page in pages}


def main() -> None:
    """Print a line a page, and the sum."""
    counted = words_by_page()
    for page, words in counted.items():
        sys.stdout.write(f"{words:6,} {page}\n")
    sys.stdout.write(f"{sum(counted.values()):6,} on {len(counted)} pages, {MOST_WORDS:,} at most\n")


if __name__ == "__main__":
    main()
