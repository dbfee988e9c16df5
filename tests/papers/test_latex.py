"""Tables in LaTeX, compiled by pdfLaTeX: whatever the names, and not beyond the page."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from baserate.report.blocks import Table
from baserate.report.exports import as_latex
from tests.papers.studies import HOSTILE, stored
from tests.papers.test_exports import a_table


def compiled(body: str, folder: Path, booktabs: bool) -> str:
    """What pdfLaTeX says of a document."""
    package = r"\usepackage{booktabs}" if booktabs else ""
    text = rf"\documentclass{{article}}{package}\begin{{document}}{body}\end{{document}}"
    (folder / "t.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    return done.stdout.decode("utf-8", "replace")


def test_latex_compiles_whatever_the_names(tmp_path: Path) -> None:
    letters = [
        chr(number) for number in [*range(0x20, 0x7F), *range(0xA1, 0x250), 0x2264, 0x3B1, 0x4F60, 0x1F600]
    ]
    every = Table("all", ("a",), tuple((f"x{letter}{letter}",) for letter in letters)[:180])
    rest = Table(
        "all",
        ("a",),
        tuple((" ".join(letters[start : start + 20]),) for start in range(180, len(letters), 20)),
    )
    bodies = [
        as_latex(table, booktabs=False) for table in (every, rest, *(a_table(name) for name in HOSTILE))
    ]
    body = r"\clearpage ".join(bodies) + stored("hostile").to_latex(booktabs=False)
    said = compiled(body, tmp_path, booktabs=False)
    assert "Output written" in said, said[-800:]


def test_latex_with_booktabs_compiles(tmp_path: Path) -> None:
    said = compiled(stored("groups").to_latex(), tmp_path, booktabs=True)
    assert "Output written" in said, said[-800:]


def test_latex_tables_fit_the_page(tmp_path: Path) -> None:
    """However many columns: no line is wider than the page by more than a letter or two."""
    said = compiled(stored("groups").to_latex(booktabs=False), tmp_path, booktabs=False)
    assert "Output written" in said
    over = [float(width) for width in re.findall(r"Overfull .hbox \(([\d.]+)pt", said)]
    assert max(over, default=0.0) < 10.0
