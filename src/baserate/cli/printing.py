"""How a result is put on a terminal, into a pipe or into a file."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from baserate.errors import FileError

if TYPE_CHECKING:
    import polars as pl

    from baserate.report import Paragraph, Table

_STYLES = {"warning": "yellow", "verdict": "bold"}


def print_blocks(blocks: Sequence[Paragraph | Table]) -> None:
    """Rich tables on a terminal, plain text in a pipe."""
    from baserate.report import Paragraph, as_plain

    if not sys.stdout.isatty():
        click.echo("\n\n".join(as_plain(block) for block in blocks))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for block in blocks:
        if isinstance(block, Paragraph):
            console.print(Text(block.text, style=_STYLES.get(block.style, "")))
        else:
            console.print(_rich_table(block))
            if block.note:
                console.print(Text(block.note, style="dim"))
        console.print()


def _rich_table(block: Table) -> Any:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(title=Text(block.title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for name in block.columns:
        table.add_column(Text(name), overflow="fold")
    for row in block.rows:
        # As text, so that square brackets in a name are not taken for markup.
        table.add_row(*(Text(cell) for cell in row))
    return table


def print_json(content: Any) -> None:
    """JSON on standard output."""
    click.echo(as_json(content), nl=False)


def as_json(content: Any) -> str:
    """JSON as it is printed and written."""
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def print_csv(frame: pl.DataFrame) -> None:
    """CSV on standard output, harmless to a spreadsheet."""
    click.echo(harmless(frame).write_csv(), nl=False)


def harmless(frame: pl.DataFrame) -> pl.DataFrame:
    """Text that a spreadsheet would take for a formula gets an apostrophe in front."""
    import polars as pl

    text = pl.col(pl.String)
    return frame.with_columns(
        pl.when(text.str.contains(r"^[=+\-@\t\r]")).then(pl.lit("'") + text).otherwise(text).name.keep()
    )


def check_target(path: str) -> None:
    """Refuse a file that could not be written, before any work is done."""
    target = Path(path)
    if target.is_dir():
        raise FileError(f"{path} is a folder; name a file in it.")
    if not target.parent.exists():
        raise FileError(f"{path} cannot be written: the folder {target.parent} does not exist.")
    if not os.access(target.parent, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise FileError(f"{path} cannot be written: no permission.")


def write_whole(path: str, text: str) -> None:
    """Write a file so that it is the old one or the new one, never half of one."""
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
