"""A progress bar on standard error for work that takes long, and only when someone is watching."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

# Seconds of work before a bar appears.
_PATIENCE = 2.0


def progress(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield the items; after a while, show how many are done."""
    if not sys.stderr.isatty():
        yield from items
        return
    start = time.monotonic()
    done = 0
    remaining = iter(items)
    for item in remaining:
        yield item
        done += 1
        if time.monotonic() - start > _PATIENCE:  # only now is there something to show
            break
    if done == len(items):
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=len(items), completed=done)
        for item in remaining:
            yield item
            bar.update(task, advance=1)
