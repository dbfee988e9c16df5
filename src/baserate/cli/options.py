"""What the commands have in common: options that name something, and standard input."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from baserate.options import FOLLOW_UP as OF_FOLLOW_UP
from baserate.options import GROUPS, OPTIONS, Group, Option, flag_of

__all__ = [
    "ALARM",
    "FOLLOW_UP",
    "ONCE",
    "READING",
    "RESTING_ON",
    "TABLE",
    "InGroups",
    "again",
    "asking",
    "asking_all",
    "groups_by",
    "named",
    "quietly",
    "readable",
    "source_of",
    "split_pair",
]

# How a command ends where it was not simply done; 2 is click's, for wrong usage. Never 1, with which a
# library or the interpreter ends a process that failed: no crash may read as an answer.
UNUSABLE, UNMET, ALARM = 3, 4, 5

Command = TypeVar("Command", bound=Callable[..., Any])


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


def _together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options of a command as one, in their order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def asking(*names: str) -> Callable[[Command], Command]:
    """Options of :data:`baserate.options.OPTIONS`, by their names, as those of a command."""
    return _together(*(_asking(OPTIONS[name]) for name in names))


def asking_all(after: Mapping[str, Any]) -> Callable[[Command], Command]:
    """All of them, in their order; what is ``after`` one of these, by its name, comes behind it."""
    options: list[Any] = []
    for name in OPTIONS:
        options += [asking(name), after[name]] if name in after else [asking(name)]
    return _together(*options)


def _asking(option: Option) -> Callable[[Command], Command]:
    often: dict[str, Any] = {"multiple": True} if option.repeats else ONCE
    kind = click.Choice(option.takes) if isinstance(option.takes, tuple) else option.takes
    return click.option(flag_of(option.name), option.name, **often, type=kind, help=option.help)


class InGroups(click.Command):
    """A command whose options are listed in groups: those of :data:`baserate.options.OPTIONS` in theirs.

    ``beside`` are groups of options that are not in that list; all others say what is written.
    """

    def __init__(self, *args: Any, beside: Mapping[str, Group] | None = None, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.beside = {**(beside or {}), **{name: one.group for name, one in OPTIONS.items()}}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write every group under its heading."""
        groups: dict[Group, list[tuple[str, str]]] = {group: [] for group in GROUPS}
        for option in self.get_params(ctx):
            line = option.get_help_record(ctx)
            if line is not None and isinstance(option, click.Option):
                groups[self.beside.get(str(option.name), "output")].append(line)
        for group, lines in groups.items():
            if lines:
                with formatter.section(GROUPS[group]):
                    formatter.write_dl(lines)


@contextmanager
def quietly() -> Iterator[None]:
    """Without warnings of the libraries that read and compute; what we warn of is in the result."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# Which sheet or table is meant, for commands that read patients.
TABLE = asking("table")
# Columns of groups, for commands that can have several.
CROSSED: Any = click.option(
    "--crossed", is_flag=True, help="Groups by all --by columns together: sex: F, age: 65+."
)
BY = _together(asking("by"), CROSSED)
# In place of --outcome, where not everybody is followed long enough.
FOLLOW_UP = asking(*OF_FOLLOW_UP)
# How patients are read, and how sure to be; the same for every command that asks for them.
READING = _together(
    asking("positive"),
    click.option(
        "--missing", **ONCE, type=click.Choice(["error", "drop"]), default=("error",), show_default=True
    ),
    click.option("--level", **ONCE, type=float, default=(0.95,), show_default=True, help="Of the intervals."),
)
# What an estimate from patients without outcomes rests on.
RESTING_ON = _together(
    click.option(
        "--shift",
        **ONCE,
        default=("1",),
        show_default=True,
        help='How much of the difference is label shift: 1 ("label") to 0 ("covariate").',
    ),
    click.option(
        "--recalibrate",
        **ONCE,
        type=click.Choice(["spline", "line", "none"]),
        default=("spline",),
        show_default=True,
        help="How the scores are recalibrated on the source.",
    ),
)


def named(given: Sequence[str], option: str) -> dict[str, str]:
    """Columns by the name of their model, which is the column's own unless another is given."""
    found: dict[str, str] = {}
    for text in given:
        name, value = split_pair(text)
        if (name or value) in found:
            raise click.UsageError(f"{option} names {name or value!r} twice.")
        found[name or value] = value
    return found


def groups_by(columns: Sequence[str], crossed: bool) -> str | list[str] | list[list[str]] | None:
    """What --by and --crossed ask for, as :func:`baserate.evaluate` is asked."""
    if crossed and len(columns) < 2:
        raise click.UsageError("--crossed needs --by at least twice.")
    if len(set(columns)) < len(columns):
        raise click.UsageError(f"--by names a column twice: {', '.join(columns)}.")
    if crossed:
        return [list(columns)]
    return None if not columns else columns[0] if len(columns) == 1 else list(columns)


def by_model(given: Sequence[str], option: str) -> str | dict[str, str]:
    """One value for all models, or one for each that is named."""
    pairs = [split_pair(one) for one in given]
    if len(pairs) == 1 and pairs[0][0] is None:
        return pairs[0][1]
    names = [name for name, _ in pairs]
    if None in names or len(set(names)) < len(names):
        raise click.UsageError(f"{option} is one value for all models, or one NAME=VALUE for each.")
    return {str(name): value for name, value in pairs}


def readable(*texts: object) -> None:
    """Refuse words of the command line that are not text in any encoding we know."""
    for text in texts:
        if isinstance(text, str) and _has_surrogates(text):
            raise click.UsageError(f"{text!r} is not valid UTF-8.")


def source_of(file: str | None) -> Any:
    """The file as it is named; what can be read once only, - for standard input or a pipe, is held."""
    from baserate.errors import FileError
    from baserate.patients.files import hold, read_stream

    if file is None:
        return None
    if file == "-" or Path(file).is_fifo():
        _see_interrupts()
    if file != "-" and not _has_surrogates(file):
        return hold(file)
    if file == "-" and sys.stdin is None:
        raise FileError("standard input is closed.")
    shown = "standard input" if file == "-" else os.fsencode(file).decode("utf-8", "replace")
    try:
        if file == "-":
            stream = io.BytesIO(read_stream(sys.stdin.buffer, shown))
        else:  # not every reader takes a name that is not valid text
            stream = io.BytesIO(Path(file).read_bytes())
    except OSError as error:
        raise FileError(f"{shown} cannot be read: {error.strerror}.") from None
    stream.name = shown
    return stream


def _see_interrupts() -> None:
    """Make Ctrl-C end the wait for a pipe; Polars lets an interrupted read start again."""
    import polars  # noqa: F401

    with contextlib.suppress(ValueError):  # only the main thread may say what an interrupt does
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _has_surrogates(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def again(source: Any) -> None:
    """Back to the beginning of what was read from standard input."""
    if isinstance(source, io.BytesIO):
        source.seek(0)
