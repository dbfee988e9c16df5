"""How a result is put on a terminal, into a pipe or into a file."""

from __future__ import annotations

import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from baserate.errors import FileError

if TYPE_CHECKING:
    import polars as pl

    from baserate.report.blocks import Paragraph, Table

__all__ = ["harmless", "print_blocks", "print_csv", "print_json", "print_parts", "say"]

_STYLES = {"warning": "yellow", "verdict": "bold"}


def say(text: str, end: str = "\n") -> None:
    """Print; a reader of the pipe who has had enough is no error, a full disk is."""
    from baserate.report.blocks import printable_lines

    if sys.stdout is None:
        return
    with written():
        sys.stdout.write(printable_lines(text) + end)
        sys.stdout.flush()


def complain(text: str) -> None:
    """Print on standard error, where nobody may listen; a name in the text cannot command the terminal."""
    from baserate.report.blocks import printable_lines

    with suppress(OSError, AttributeError):  # closed, by the shell or by its reader
        sys.stderr.write(printable_lines(text) + "\n")
        sys.stderr.flush()


@contextmanager
def written() -> Iterator[None]:
    """Whatever is printed within: a full disk is one of our errors, a reader who has gone none."""
    try:
        yield
    except BrokenPipeError:
        forget_output()
    except OSError as error:
        forget_output()
        raise FileError(f"the output cannot be written: {error.strerror}.") from None


def forget_output() -> None:
    """What else is printed goes nowhere, also when the interpreter ends."""
    with suppress(OSError, ValueError):  # not a real stream, as in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_blocks(blocks: Sequence[Paragraph | Table]) -> None:
    """Rich tables on a terminal, plain text in a pipe."""
    from baserate.report.blocks import Paragraph, as_plain

    if sys.stdout is None or not sys.stdout.isatty():
        say("\n\n".join(as_plain(block) for block in blocks))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    with written():
        for block in blocks:
            if isinstance(block, Paragraph):
                console.print(Text(block.text, style=_STYLES.get(block.style, "")))
            else:
                console.print(_rich_table(block))
                if block.note:
                    console.print(Text(block.note, style="dim"))
            console.print()


def print_parts(parts: Sequence[tuple[str, str]]) -> None:
    """Lines that are broken already, each part with its style; styles on a terminal alone."""
    if sys.stdout is None or not sys.stdout.isatty():
        say("\n\n".join(text for text, _ in parts))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    with written():
        for number, (text, style) in enumerate(parts):
            before = "\n" if number else ""
            console.print(Text(before + text, style=_STYLES.get(style, "")), soft_wrap=True)


def _rich_table(block: Table) -> Any:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    title = Text(block.title, style="bold")
    table = RichTable(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in block.columns:
        table.add_column(Text(name), overflow="fold")
    for row in block.rows:
        # As text, so that square brackets in a name are not taken for markup.
        table.add_row(*(Text(cell) for cell in row))
    return table


def print_json(content: Any) -> None:
    """JSON on standard output; letters beyond ASCII only where the output can carry them."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    say(as_json(content, plain=encoding not in ("utf8", "utf16", "utf32")), end="")


def as_json(content: Any, plain: bool = False) -> str:
    """JSON as it is printed and written."""
    from baserate.report.blocks import printable_json

    return printable_json(json.dumps(content, indent=2, ensure_ascii=plain, allow_nan=False)) + "\n"


def print_csv(frame: pl.DataFrame) -> None:
    """CSV on standard output, harmless to a spreadsheet."""
    say(harmless(frame).write_csv(), end="")


def harmless(frame: pl.DataFrame) -> pl.DataFrame:
    """Cells that neither command a terminal nor are a formula to a spreadsheet."""
    import polars as pl

    texts = [name for name, kind in frame.schema.items() if kind == pl.String]
    cells = {name: _harmless_number if name == "text" else _harmless_cell for name in texts}
    return frame.with_columns(
        pl.col(name).map_elements(make, return_dtype=pl.String) for name, make in cells.items()
    )


def _harmless_number(text: str) -> str:
    """The text of a number: a minus before it is no formula, and stays as results have it.

    >>> _harmless_number("-15.8 (-17.1 to -14.5)"), _harmless_number("-1+1")
    ('-15.8 (-17.1 to -14.5)', "'-1+1")
    """
    return text if _NUMBER.fullmatch(text) else _harmless_cell(text)


def _harmless_cell(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would take it for a formula."""
    from baserate.report.blocks import printable_lines

    cell = printable_lines(text)
    # A spreadsheet may pass over what is not seen, and take the wide forms of its signs for them.
    seen = next((letter for letter in text if letter.isprintable() and not letter.isspace()), "")
    return f"'{cell}" if unicodedata.normalize("NFKC", seen)[:1] in _STARTS and seen else cell


# A number as results tell it: alone, in percent, with its interval or without one.
_FIGURES = r"-?\d[\d,]*(\.\d+)?"
_NUMBER = re.compile(rf"{_FIGURES}( %)?( \(({_FIGURES} to {_FIGURES}|no interval)\))?", re.ASCII)
# What a formula starts with.
_STARTS = "=+-@\N{MINUS SIGN}"
