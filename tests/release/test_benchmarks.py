"""What the pages say about speed and memory is measured, and the page of measurements is whole."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks.chart import draw
from benchmarks.contests import MULTIPLES, SPEEDUPS
from benchmarks.statements import STATEMENTS, Statement
from benchmarks.table import Row, Section, Target, as_markdown

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"
# A multiple of time or memory; what is "times as likely" or "times as strong" is no speed.
SPEED = re.compile(r"\d times (?:as (?:long|fast|slow)|the memory|faster|slower)")


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def one_line(path: Path) -> str:
    return " ".join(path.read_text(encoding="utf-8").split())


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda one: one.words)
def test_a_statement_stands_in_its_page_and_is_measured(statement: Statement, page: str) -> None:
    assert statement.words in one_line(ROOT / statement.page)
    assert statement.words in page
    if statement.measured_by.startswith("python -m "):
        module = statement.measured_by.split()[2].replace(".", "/")
        assert (ROOT / f"{module}.py").is_file()
    else:
        assert f"| {statement.measured_by} |" in page


def test_no_page_says_more() -> None:
    pages = [ROOT / "README.md", *(path for path in (ROOT / "docs").rglob("*.md") if path != PAGE)]
    for path in pages:
        text = one_line(path)
        name = path.relative_to(ROOT).as_posix()
        known = [one.words for one in STATEMENTS if one.page == name]
        for said in SPEED.finditer(text):
            around = text[max(said.start() - 60, 0) : said.end() + 60]
            assert any(words in around for words in known), f"{name}: {around}"


def test_the_page_has_every_row(page: str) -> None:
    for contest in (*SPEEDUPS, *MULTIPLES):
        assert f"| {contest.what} | {contest.against} |" in page


def test_the_picture_shows_the_ratios_of_the_page(page: str) -> None:
    picture = ElementTree.parse(PAGE.with_name("benchmarks.svg"))
    words = "".join(picture.getroot().itertext())
    table = page.split("\n## ")[1]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ") and "--" not in line]
    with_ratio = [cells for cells in rows[1:] if len(cells) == len(rows[0]) and cells[4].strip()]
    assert len(with_ratio) >= 10
    for cells in with_ratio:
        assert f"{cells[0].removeprefix('| ')}, against {cells[1]}" in words
        assert cells[4] in words


def test_a_chart_leaves_out_what_was_not_measured() -> None:
    rows = [
        Row("one", "peer", 10, 1.0, 4.0, (3.0, 5.0), 9.5),
        Row("two", "nobody", 10, remark="not installed"),
    ]
    text = draw(Section("title", rows))
    assert "one, against peer" in text
    assert "two" not in text
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)


def test_a_row_says_its_growth_and_on_the_screen_whether_its_target_is_met() -> None:
    row = Row("one", "peer", 1_000_000, 2.5, 4.0, (3.0, 5.0), 9.5, Target("at least", 5))
    assert row.cells() == ("one", "peer", "1e6", "2.5", "4", "3 to 5", "9.5", ">= 5 MISSED")
    table = as_markdown([Section("title", [row])], titled=False)
    assert "title" not in table
    assert "| one | peer | 1e6 | 2.5 | 4 | 3 to 5 | 9.5 |\n" in table
