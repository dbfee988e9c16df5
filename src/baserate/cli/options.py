"""What the commands have in common: options that name something, and standard input."""

from __future__ import annotations

import contextlib
import io
import os
import select
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import click


def split_pair(text: str) -> tuple[str | None, str]:
    """A pair from "NAME=VALUE"; without a name, None."""
    name, equals, value = text.partition("=")
    return (name, value) if equals else (None, text)


def once(context: click.Context, option: click.Parameter, given: tuple[Any, ...]) -> Any:  # noqa: ARG001
    """An option that may be given once; the second would silently take the first one's place."""
    if len(given) > 1:
        raise click.UsageError(f"{option.opts[0]} is given twice: {', '.join(map(str, given))}.")
    return given[0] if given else None


ONCE: dict[str, Any] = {"multiple": True, "callback": once}


def named(given: Sequence[str], option: str) -> dict[str, str]:
    """Columns by the name of their model, which is the column's own unless another is given."""
    found: dict[str, str] = {}
    for text in given:
        name, value = split_pair(text)
        if (name or value) in found:
            raise click.UsageError(f"{option} names {name or value!r} twice.")
        found[name or value] = value
    return found


def readable(*texts: object) -> None:
    """Refuse words of the command line that are not text in any encoding we know."""
    for text in texts:
        if isinstance(text, str) and _has_surrogates(text):
            raise click.UsageError(f"{text!r} is not valid UTF-8.")


def source_of(file: str | None) -> Any:
    """The file as it is named; for -, standard input, read once so that it can be used again."""
    from baserate.errors import FileError

    if file is not None and _has_surrogates(file):
        return _named_oddly(file)
    if file != "-":
        return file
    if sys.stdin is None:
        raise FileError("standard input is closed.")
    # Polars makes an interrupted read start again, which would leave Ctrl-C without effect.
    import polars  # noqa: F401

    with contextlib.suppress(ValueError):  # only the main thread may say what an interrupt does
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return io.BytesIO(_read(sys.stdin.buffer))
    except OSError as error:
        raise FileError(f"standard input cannot be read: {error.strerror}.") from None


def _read(stream: BinaryIO) -> bytes:
    """All of a stream, in pieces: an interrupt between two of them is seen before the next one blocks."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # not a real file, as in tests
        return stream.read()
    if sys.platform == "win32":  # where pipes cannot be waited for
        return stream.read()
    pieces: list[bytes] = []
    while True:
        if select.select([number], [], [], 0.2)[0]:
            piece = os.read(number, 1 << 20)
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)


def _named_oddly(file: str) -> io.BytesIO:
    """A file whose name is not valid text: read here, because not every reader takes such a name."""
    from baserate.errors import FileError

    shown = os.fsencode(file).decode("utf-8", "replace")
    try:
        stream = io.BytesIO(Path(file).read_bytes())
    except OSError as error:
        raise FileError(f"{shown} cannot be read: {error.strerror}.") from None
    stream.name = shown
    return stream


def _has_surrogates(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def again(source: Any) -> None:
    """Back to the beginning of what was read from standard input."""
    if isinstance(source, io.BytesIO):
        source.seek(0)
