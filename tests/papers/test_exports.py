"""Tables in Markdown, LaTeX and HTML: read back by others' parsers, they hold what was put in."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from baserate.errors import SettingError
from baserate.report.blocks import Paragraph, Table, printable
from baserate.report.exports import as_html, as_latex, as_markdown, latex_text, markdown_paragraph, rendered
from baserate.report.tables import tables
from tests.papers.studies import HOSTILE, STUDIES, content_of, stored

LETTERS = st.text(
    st.sampled_from([*"ab1 .-+*_|\\`~^$#%&{}[]<>!?'\",:;()/=@", "é", "µ", "≤", "你", "🩺", "\n"]), max_size=12
)


class Cells(HTMLParser):
    """The text of every cell, and the names of all elements."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.elements: set[str] = set()
        self._inside = False

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.elements.add(tag)
        if tag in ("td", "th", "caption", "p"):
            self.cells.append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th", "caption", "p")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.cells[-1] += data


def read_html(text: str) -> tuple[list[str], set[str]]:
    parser = Cells()
    parser.feed(text)
    parser.close()
    return parser.cells, parser.elements


def shown(text: str) -> str:
    """As a table holds it, without the space around that no parser keeps."""
    return printable(text).strip()


def a_table(name: str) -> Table:
    return Table(f"t {name}", ("head", name), ((name, "1.0 (0.5 to 1.5)"), ("b", name)), f"note {name}")


def check_markdown(name: str) -> None:
    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    cells, elements = read_html(markdown.render(as_markdown(a_table(name))))
    expected = [f"t {name}", "head", name, name, "1.0 (0.5 to 1.5)", "b", name, f"note {name}"]
    assert [cell.strip() for cell in cells] == [shown(text) for text in expected]
    assert elements <= {"table", "thead", "tbody", "tr", "th", "td", "p", "strong"}


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_shows_hostile_names_as_they_are(name: str) -> None:
    check_markdown(name)


@settings(max_examples=60, deadline=None)
@given(LETTERS)
def test_markdown_shows_any_name_as_it_is(name: str) -> None:
    check_markdown(name)


@settings(max_examples=60, deadline=None)
@given(LETTERS)
def test_a_markdown_paragraph_stays_one(text: str) -> None:
    block = Paragraph(f"{text}")
    cells, elements = read_html(MarkdownIt("commonmark").render(markdown_paragraph(block.text.strip())))
    assert [cell.strip() for cell in cells] == ([shown(text)] if shown(text) else [])
    assert elements <= {"p"}


@settings(max_examples=60, deadline=None)
@given(LETTERS)
def test_html_shows_any_name_as_it_is(name: str) -> None:
    made = as_html(a_table(name))
    cells, elements = read_html(made)
    title, note = f"t {name}", f"note {name}"
    expected = [title, "head", name, name, "1.0 (0.5 to 1.5)", "b", name, note]
    assert cells == [printable(text) for text in expected]
    assert elements == {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"}
    assert made.isascii()


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("a & b", r"a \& b"),
        ("95 % CI", r"95~\% CI"),
        ("x_1 $5 #2", r"x\_1 \$5 \#2"),
        ("~^\\", r"\textasciitilde{}\textasciicircum{}\textbackslash{}"),
        ("[1] *", "{[}1{]} {*}"),
        ("-2.0 (-3 to -1)", r"\(-\)2.0 (\(-\)3 to \(-\)1)"),
        ("well-known a--b", "well-known a-{}-b"),
        ("Größe é \u0131 ≤ µ", r"Gr\"{o}{\ss}e \'{e} {\i} \(\leq\) \(\mu\)"),
        ("你", "U+4F60"),
    ],
)
def test_latex_writes_signs_so_that_they_stand_for_themselves(text: str, latex: str) -> None:
    assert latex_text(text) == latex


def test_letters_stay_for_engines_that_know_them() -> None:
    assert latex_text("é 你 & ≤", unicode=True) == r"é 你 \& ≤"


def test_rules_are_those_of_the_package_or_plain() -> None:
    table = a_table("x")
    assert r"\toprule" in as_latex(table)
    assert r"\hline" in as_latex(table, booktabs=False)
    assert "rule" not in as_latex(table, booktabs=False)


def cells_of(study: str) -> list[str]:
    return [cell for table in tables(stored(study).result) for row in table.rows for cell in row]


@pytest.mark.parametrize("study", STUDIES)
def test_tables_hold_the_numbers_of_frame_and_text(study: str) -> None:
    """Every cell that is a number with an interval is a text of the frame; the other way round too."""
    texts = set(stored(study).to_frame("polars")["text"])
    numbers = [
        cell
        for cell in cells_of(study)
        if re.search(r"\d \(|\d\)$", cell) and "over the deployment" not in cell
    ]
    assert numbers
    assert set(numbers) <= texts
    wanted = stored(study).to_frame("polars").rows(named=True)
    told = ("net_benefit", "difference", "auc", "sensitivity", "treated_per_1000")
    for row in wanted:
        if row["measure"] in told and row["group"] is None and row["model"] is not None:
            assert row["text"] in cells_of(study)


def test_a_table_has_a_row_for_each_model_strategy_and_comparison() -> None:
    content, result = content_of("groups"), stored("groups").result
    models, differences, groups = (tables(result, name)[0] for name in ("models", "differences", "groups"))
    assert [row[0] for row in models.rows] == ["new", "old", "treat all", "treat none", "without a model"]
    assert [row[:2] for row in differences.rows] == [
        (one["model"], one["reference"]) for one in content["comparisons"]
    ]
    assert [row[0] for row in groups.rows] == ["north", "north", "south", "south"]
    assert len(tables(result, "decisions")) == 3
    assert [len(table.columns) for table in tables(result, "decisions")] == [3, 3, 3]


def test_adjusted_intervals_in_tables_are_the_simultaneous_ones() -> None:
    content, table = content_of("range"), tables(stored("range").result, "differences")[0]
    for row, one in zip(table.rows, content["comparisons"], strict=True):
        low, high = (1000 * one["difference"]["simultaneous"][end] for end in ("low", "high"))
        found = [float(part) for part in row[3].split(" to ")]
        assert found == pytest.approx([low, high], abs=0.051)


def test_what_is_missing_is_said_below_the_table() -> None:
    lonely = tables(stored("a group that cannot be estimated").result, "groups")[0]
    (row,) = [row for row in lonely.rows if row[0] == "tiny"]
    assert row[3] == "not estimable"
    assert (
        f"tiny: {content_of('a group that cannot be estimated')['groups'][-1]['why_not']}" in lonely.note
        or "tiny: " in lonely.note
    )
    untreated = tables(stored("nobody is treated").result, "decisions")[0]
    assert "no positive predictive value, because no patient's score reaches the cut-off" in untreated.note


def test_tables_that_there_are_not_are_refused() -> None:
    with pytest.raises(SettingError, match=r"'models', 'differences'.*found 'table 1'"):
        stored("range").to_markdown("table 1")
    with pytest.raises(SettingError, match="no groups"):
        stored("range").to_latex("groups")
    with pytest.raises(SettingError, match="found 'word'"):
        rendered([Paragraph("x")], "word")


def test_the_words_of_the_study_head_the_counts() -> None:
    assert "missed deaths, per 1,000" in stored("margin and level").to_markdown("decisions")
    assert "confidence above 2" in stored("margin and level").to_markdown("differences")
    assert "90 % CI" in stored("margin and level").to_markdown("models")
