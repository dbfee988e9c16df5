"""Draws docs/demo.svg, the README's picture: the first half of what ``baserate demo`` prints.

Run ``python docs/demo_picture.py`` after changing the demonstration; a test compares the two.
"""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from baserate.cli.demo import Demonstration, show_models, show_question, show_verdict
from baserate.datasets import icu_cohort

WIDTH = 82
PICTURE = Path(__file__).with_name("demo.svg")
# Dark ink on white, so that it prints and reads on any page.
INK = TerminalTheme((255, 255, 255), (25, 25, 25), [(25, 25, 25)] * 8)
# Only fonts that are there already: a picture must not fetch anything.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg"
 role="img" aria-label="Output of baserate demo">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
 font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
<rect fill="#ffffff" stroke="#c8c8c8" width="{width}" height="{height}" rx="6"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def draw() -> str:
    """The picture as SVG text."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False, force_terminal=True)
    console.print("[bold]$ baserate demo[/bold]")
    shown = Demonstration.of(icu_cohort())
    show_question(console, shown)
    show_verdict(console, shown)
    show_models(console, shown)
    return console.export_svg(theme=INK, code_format=FRAME, unique_id="demo")


if __name__ == "__main__":
    PICTURE.write_text(draw())
