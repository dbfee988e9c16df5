"""Pages of the documentation as text: their fenced blocks, their headings, their links."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
AT_THE_ROOT = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in AT_THE_ROOT), *sorted(DOCS.rglob("*.md"))]

_FENCE = re.compile(r"^( *)```([\w+-]*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def name_of(page: Path) -> str:
    """The place of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Fence:
    """A fenced block: what it is written in, its text, and the line on which it begins."""

    language: str
    text: str
    line: int


def fences(page: Path) -> list[Fence]:
    """All fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [Fence(m[2], m[3], text.count("\n", 0, m.start()) + 1) for m in _FENCE.finditer(text)]


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> Iterator[tuple[str, str]]:
    """Links to places in the repository: the file, empty for the page itself, and the anchor."""
    for target in _LINK.findall(prose(page)):
        if "://" not in target and not target.startswith("mailto:"):
            place, _, anchor = target.partition("#")
            yield place, anchor


def anchors(page: Path) -> set[str]:
    """Places within a page that can be linked to: its headings, as the site names them."""
    found: set[str] = set()
    for heading in _HEADING.findall(prose(page)):
        name = slug(heading)
        known = sum(1 for one in found if re.fullmatch(rf"{re.escape(name)}(_\d+)?", one))
        found.add(f"{name}_{known}" if known else name)
    return found


def slug(heading: str) -> str:
    """The anchor of a heading, as Python-Markdown makes it."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
