"""The built site, looked at as a browser would: links, anchors, and what is loaded from where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself when it shows a page; a link is followed by the reader alone.
_LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "audio": "src",
    "video": "src",
    "embed": "src",
    "object": "data",
    "link": "href",
}
# Of links in the head, those that only say where something is.
_SAID = {"canonical", "prev", "next", "license", "author"}
_IN_STYLE = re.compile(r"""(?:url\(\s*['"]?|@import\s+['"])((?:https?:)?//[^'")]+)""")


class _Page(HTMLParser):
    """Links, anchors and loads of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.styles: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.update(given[name] for name in ("id", "name") if name in given)
        self.styles.append(given.get("style", ""))
        self._in_style = tag == "style"
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in _LOADED and _LOADED[tag] in given and not _SAID & set(given.get("rel", "").split()):
            self.loads.append(given[_LOADED[tag]])

    def handle_endtag(self, tag: str) -> None:
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.styles.append(data)


@lru_cache(maxsize=512)
def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def faults(site: Path) -> list[str]:
    """What is wrong with a site: links that lead nowhere, and what is loaded from elsewhere."""
    _read.cache_clear()
    pages = sorted(site.rglob("*.html"))
    found = [fault for page in pages for fault in _faults_of(page, site)]
    for style in sorted(site.rglob("*.css")):
        text = style.read_text(encoding="utf-8")
        found += [f"{style.relative_to(site)} loads {where}" for where in _IN_STYLE.findall(text)]
    if not pages:
        found.append(f"{site} has no page")
    return found


def _faults_of(path: Path, site: Path) -> Iterator[str]:
    page, name = _read(path), path.relative_to(site).as_posix()
    for load in page.loads:
        if _is_elsewhere(load):
            yield f"{name} loads {load}"
    for style in page.styles:
        for where in _IN_STYLE.findall(style):
            yield f"{name} loads {where}"
    for link in (*page.links, *page.loads):
        if not _is_elsewhere(link) and not _leads_somewhere(link, path, site):
            yield f"{name} links to {link}, which is not there"


def _is_elsewhere(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme in ("http", "https", "mailto", "ftp")


def _leads_somewhere(address: str, path: Path, site: Path) -> bool:
    parts = urlsplit(address)
    if parts.scheme in ("data", "javascript") or path.name == "404.html":
        return True
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.exists() or not target.is_relative_to(site.resolve()):
        return False
    anchor = unquote(parts.fragment)
    if not anchor or target.suffix != ".html" or anchor.startswith("__"):  # the theme's own switches
        return True
    return anchor in _read(target).anchors
