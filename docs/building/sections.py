"""Docstrings of this package as a reader of NumPy's sections expects them.

In the source an example is simply a line that begins with ``>>>``, and a remark may follow the parameters
without a heading. The parser of the reference wants headings, and Markdown knows no roles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path

REFERENCE = Path(__file__).parents[1] / "reference"
_ROLE = re.compile(r":(?:class|func|meth|mod|attr|data|exc):`~?([\w.]+)`")
# As a docstring writes it; one with brackets in it is left as it is.
_DOI = re.compile(r"(?<![/\[])doi:(10\.\d{4,}/[\w./-]*\w)(?![\w(<])")
_DIRECTIVE = re.compile(r"^::: (baserate[\w.]*)$", re.MULTILINE)
_RULE = re.compile(r"-{3,}$")


def public_names(folder: Path = REFERENCE) -> dict[str, str]:
    """What the pages of the reference describe: last part of the name to the whole of it."""
    pages = sorted(folder.glob("*.md"))
    described = [name for page in pages for name in _DIRECTIVE.findall(page.read_text(encoding="utf-8"))]
    shortest: dict[str, str] = {}
    for name in sorted(described, key=len, reverse=True):
        shortest[name.rpartition(".")[2]] = name
    return shortest


def linked(text: str, names: Mapping[str, str]) -> str:
    """Roles such as ``:func:`evaluate``` as links where the reference has the name, else as code."""

    def link(role: re.Match[str]) -> str:
        short = role[1].rpartition(".")[2]
        return f"[`{short}`][{names[short]}]" if short in names else f"`{short}`"

    return _DOI.sub(r"[doi:\1](https://doi.org/\1)", _ROLE.sub(link, text))


def with_sections(text: str) -> str:
    """The docstring with a heading where examples begin and where a remark follows, one name an entry."""
    return "\n".join(_one_name_an_entry(list(_lines_with_headings(text.splitlines()))))


def _one_name_an_entry(lines: list[str]) -> Iterator[str]:
    """Parameters that share a description have it each, so that each shows its own type and default."""
    section, i = "", 0
    while i < len(lines):
        line = lines[i]
        if _heads_a_section(lines, i):
            section = line
        body = list(takewhile(lambda one: not one or one[0].isspace(), lines[i + 1 :]))
        if section == "Parameters" and re.fullmatch(r"\w+(, \w+)+", line) and body:
            for name in line.split(", "):
                yield from (name, *body)
            i += 1 + len(body)
        else:
            yield line
            i += 1


def _lines_with_headings(lines: list[str]) -> Iterator[str]:
    section = ""
    for i, line in enumerate(lines):
        if _heads_a_section(lines, i):
            section = line
        elif not _RULE.match(line):
            heading = _heading_before(lines, i, section)
            if heading:
                yield from ("", heading, "-" * len(heading))
                section = heading
        yield line


def _heads_a_section(lines: list[str], i: int) -> bool:
    return i + 1 < len(lines) and bool(lines[i]) and bool(_RULE.match(lines[i + 1]))


def _heading_before(lines: list[str], i: int, section: str) -> str:
    """The heading that is missing before a line, if one is."""
    after_blank = i == 0 or not lines[i - 1].strip()
    if not after_blank or not lines[i] or lines[i][0].isspace():
        return ""
    if lines[i].startswith(">>>"):
        return "" if section == "Examples" else "Examples"
    has_body = i + 1 < len(lines) and lines[i + 1][:1].isspace()
    return "Notes" if section not in ("", "Examples", "Notes") and not has_body else ""
