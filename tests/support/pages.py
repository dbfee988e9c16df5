"""A page of the documentation that is a program: its text, its sections and its Python blocks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(?=## )", re.MULTILINE)
NUMBERED = re.compile(r"## (\d+\. .*)")


class Page:
    """A Markdown page: a set-up, sections headed "## 1. Title", and possibly more sections after them.

    ``set_up`` is all the text before the first numbered section, ``sections`` the numbered ones by
    title, ``closing`` the text of the sections after them.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        opening, *parts = HEADING.split(self.text)
        titles = [NUMBERED.match(part) for part in parts]
        numbered = [i for i, title in enumerate(titles) if title]
        self.set_up = opening + "".join(parts[: numbered[0]])
        self.sections = {title[1]: part for title, part in zip(titles, parts, strict=True) if title}
        self.closing = "".join(parts[numbered[-1] + 1 :])

    def execute(self, text: str, namespace: dict[str, Any]) -> None:
        """Run the blocks of a part of the page."""
        for block in BLOCK.finditer(text):
            # Blank lines in front make a traceback name the page's own line; optimize=0 keeps the
            # asserts even where Python itself runs with -O.
            lines_above = self.text.count("\n", 0, self.text.index(block[1]))
            exec(compile("\n" * lines_above + block[1], str(self.path), "exec", optimize=0), namespace)

    def set_up_namespace(self) -> dict[str, Any]:
        """Everything that the set-up defines."""
        namespace: dict[str, Any] = {}
        self.execute(self.set_up, namespace)
        return namespace


def blocks(text: str) -> list[str]:
    """The Python blocks of a text."""
    return BLOCK.findall(text)


def prose(text: str) -> str:
    """A text without its Python blocks."""
    return BLOCK.sub("", text)


def asserts(sources: Iterable[str]) -> list[ast.Assert]:
    """Every assert statement of the sources."""
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    return [node for node in nodes if isinstance(node, ast.Assert)]


def names(node: ast.AST) -> set[str]:
    """The names that a piece of code mentions."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
