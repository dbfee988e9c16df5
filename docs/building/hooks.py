"""What mkdocs calls while it builds the site: pages that are made, and links that stay within it."""

from __future__ import annotations

from typing import Any

from mkdocs.structure.files import File

from docs.building.made import MADE, within_the_site


def on_files(files: Any, config: Any) -> Any:
    """Add the pages and files that are not kept."""
    for place, make in MADE.items():
        files.append(File.generated(config, place, content=make()))
    return files


# Pages of tables of numbers, which would come first for every word that they repeat.
_LAST_IN_SEARCH = {"coverage.md", "parts-coverage.md"}


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links to documents at the root of the repository lead to their pages."""
    if page.file.src_uri in _LAST_IN_SEARCH:
        page.meta["search"] = {"boost": 0.1}
    return markdown if page.file.src_uri in MADE else within_the_site(markdown)
