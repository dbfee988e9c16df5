"""What the site is built with: docstrings for the reference, pages that are made, the check of links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.building.check import faults
from docs.building.made import MADE, from_the_root, within_the_site
from docs.building.sections import linked, public_names, with_sections

import baserate
from baserate.cli import main
from tests.docs.markdown import DOCS

DOCSTRING = """Share of right decisions.

Parameters
----------
y_true, y_prob
    Labels, and scores.
cost
    Of errors.

A remark after them.

>>> 1 + 1
2
"""


def test_examples_and_remarks_get_a_heading_and_each_parameter_an_entry() -> None:
    text = with_sections(DOCSTRING)
    assert re.findall(r"^(\w+)\n-{5,}$", text, re.MULTILINE) == ["Parameters", "Notes", "Examples"]
    assert re.findall(r"^(\w+)\n    Labels, and scores\.$", text, re.MULTILINE) == ["y_true", "y_prob"]
    assert text.index("Notes") < text.index("A remark") < text.index("Examples") < text.index(">>>")


def test_a_docstring_without_sections_is_as_it_was() -> None:
    assert with_sections("One.\n\nTwo, with ``code``.") == "One.\n\nTwo, with ``code``."


def test_roles_are_links_where_the_reference_has_the_name() -> None:
    names = public_names()
    assert linked("see :func:`~baserate.evaluate`", names) == "see [`evaluate`][baserate.evaluate]"
    assert linked("see :meth:`of_nothing`", names) == "see `of_nothing`"
    assert linked("(doi:10.1000/a.b-c).", names) == "([doi:10.1000/a.b-c](https://doi.org/10.1000/a.b-c))."
    assert linked("doi:10.1175/0493(1950)078<1>", names) == "doi:10.1175/0493(1950)078<1>"


@pytest.mark.parametrize("place", [place for place in MADE if place.endswith(".md")])
def test_a_made_page_has_a_title(place: str) -> None:
    assert MADE[place]().startswith("# ")


def test_the_command_line_is_described_with_every_option() -> None:
    page = MADE["reference/command-line.md"]()
    for name, command in main.commands.items():
        assert f"## baserate {name}\n" in page
        for option in command.params:
            assert all(f"{flag}" in page for flag in option.opts if flag.startswith("-"))


def test_the_table_of_costs_is_what_the_library_says() -> None:
    rows = re.findall(r"^\| (1:\d+) \| ([\d.]+)% \| (\d+) \|$", (DOCS / "cost.md").read_text(), re.MULTILINE)
    assert len(rows) == 8
    for ratio, risk, treated in rows:
        c = baserate.Cost.of(ratio).c
        assert (f"{100 * c:.1f}", f"{1 / c:.0f}") == (risk, treated)


def test_links_are_led_to_pages_of_the_site() -> None:
    assert within_the_site("[a](../CHANGELOG.md) [b](prevalence.md#ranges) [c](https://a.b/c)") == (
        "[a](changelog.md) [b](prevalence.md#ranges) [c](https://a.b/c)"
    )
    assert "](docs/" not in from_the_root("SECURITY.md")


def test_the_check_notices_a_link_that_leads_nowhere_and_a_load_from_elsewhere(tmp_path: Path) -> None:
    page = '<a href="b.html#here">b</a><img src="a.png"><link rel="canonical" href="https://a.b/">'
    (tmp_path / "a.html").write_text(page)
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1><a href="https://a.b/">elsewhere</a>')
    (tmp_path / "a.png").write_bytes(b"")
    assert faults(tmp_path) == []
    (tmp_path / "b.html").write_text('<h1 id="there">b</h1><script src="https://a.b/c.js"></script>')
    (tmp_path / "a.css").write_text("@font-face { src: url(//a.b/font.woff) }")
    (tmp_path / "a.png").unlink()
    assert faults(tmp_path) == [
        "a.html links to b.html#here, which is not there",
        "a.html links to a.png, which is not there",
        "b.html loads https://a.b/c.js",
        "a.css loads //a.b/font.woff",
    ]
