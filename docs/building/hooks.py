"""What mkdocs calls while it builds the site: pages that are made, and links that stay within it."""

from __future__ import annotations

from typing import Any

from mkdocs.structure.files import File

from docs.building.made import MADE, within_the_site
from docs.building.words import words_by_page


def on_files(files: Any, config: Any) -> Any:
    """Add the pages and files that are not kept."""
    for place, make in MADE.items():
        files.append(File.generated(config, place, content=make()))
    return files


# Pages for users come first in a search; tables of numbers last, which repeat every word.
_FIRST, _LAST = 8.0, 0.1
_IN_SEARCH = dict.fromkeys(words_by_page(), _FIRST) | dict.fromkeys(
    ("coverage.md", "parts-coverage.md", "survival-coverage.md", "changelog.md"), _LAST
)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links to documents at the root of the repository lead to their pages."""
    if page.file.src_uri in _IN_SEARCH:
        page.meta["search"] = {"boost": _IN_SEARCH[page.file.src_uri]}
    return markdown if page.file.src_uri in MADE else within_the_site(markdown)
