"""A progress bar on standard error for work that takes long, and only when someone is watching."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["progress"]

T = TypeVar("T")

# Seconds of work before a bar appears.
_PATIENCE = 2.0


def _is_watched() -> bool:
    """Whether somebody can see standard error; it may be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


def _starts_threads() -> bool:
    """Whether something can be shown from beside the work: a browser's Python starts no thread."""
    thread = threading.Thread(target=int)
    try:
        thread.start()
    except RuntimeError:
        return False
    thread.join()
    return True


def progress(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield the items; after a while, show how many are done."""
    if not _is_watched():
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

    beside = _starts_threads()
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=beside) as bar:
        task = bar.add_task(what, total=len(items), completed=done)
        for item in remaining:
            yield item
            bar.update(task, advance=1, refresh=not beside)


class Passes(AbstractContextManager["Passes"]):
    """Which pass over the data is going on, of how many: an engine does not say more.

    Shown on standard error once the work takes long, also in the middle of a pass, and gone at its end.
    """

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._number = 0
        self._status: Status | None = None
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Passes:
        if _is_watched() and _starts_threads():
            from rich.console import Console
            from rich.status import Status

            self._status = Status(self.words(), console=Console(stderr=True))
            self._timer = threading.Timer(_PATIENCE, self._status.start)
            self._timer.start()
        return self

    def next(self) -> None:
        """One more pass begins."""
        self._number += 1
        if self._status is not None:
            self._status.update(self.words())

    def words(self) -> str:
        """What is said of the pass that is going on."""
        return f"{self._what}: pass {max(self._number, 1)} of {self._total}"

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None and self._timer is not None:
            self._timer.cancel()
            self._timer.join()  # it may be starting to show at this very moment
            self._status.stop()
