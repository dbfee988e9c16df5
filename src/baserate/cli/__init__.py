"""The command line: it asks the library and prints; no mathematics here.

Exit status: 0 done, 2 wrong usage, 3 the data cannot be used as asked, 4 a requirement stated in the study
was not met, 5 a watched model raised an alarm, 70 a mistake in baserate itself, 130 interrupted. It is never
1, which is how a library that fails ends a process.
"""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import click

from baserate import __version__
from baserate.cli.options import UNUSABLE
from baserate.cli.printing import complain
from baserate.registry import COMMANDS

_MISTAKE = 70  # as in sysexits.h: an internal error


class _LateCommands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and turn what the library refuses into a message and an exit status."""
        # A name that the output cannot carry is written out, not a failure.
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        _open_streams()
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _warn
                status = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.ClickException as error:
            _show(error)
            sys.exit(error.exit_code)
        except SystemExit as stop:
            # Commands say how they end by Exit. Click makes 1 of a reader who has gone, which is no failure;
            # whoever else ends the process so is a library that failed.
            gone = isinstance(stop.__context__, BrokenPipeError)
            sys.exit(0 if gone else _MISTAKE if stop.code == 1 else stop.code)
        except BaseException as error:  # a panic of Polars is no Exception
            if isinstance(error, click.Abort) or _is_interrupt(error):
                complain("Interrupted.")
                sys.exit(130)
            sys.exit(_status(error))
        sys.exit(status or 0)


def _open_streams() -> None:
    """Give a stream that is closed the null device; else the next file to be opened would be taken for it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free


def _warn(message: Warning | str, *where: Any, **more: Any) -> None:  # noqa: ARG001
    """A warning as a reader of the command line needs it, without the line of code that gave it."""
    from baserate.errors import BaserateWarning

    said = message.sentence(options=True) if isinstance(message, BaserateWarning) else message
    complain(f"Warning: {said}")


def _show(error: click.ClickException) -> None:
    """What click says about wrong usage."""
    context = getattr(error, "ctx", None)
    if context is not None:
        option = context.help_option_names[0]
        complain(f"{context.get_usage()}\nTry '{context.command_path} {option}' for help.\n")
    complain(f"Error: {error.format_message()}")


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether an error came of Ctrl-C.

    Some modules turn it into another error while they are imported, and Polars panics where it is
    interrupted on its way from Rust to Python, and quotes it.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        if type(error).__name__ == "PanicException" and "KeyboardInterrupt" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return error is not None


def _status(error: BaseException) -> int:
    """Say what went wrong, and give the exit status for it."""
    from baserate.errors import BaserateError, SettingError
    from baserate.patients.memory import is_memory_failure

    if isinstance(error, BaserateError):
        complain(f"Error: {error.sentence(options=True)}")
        return 2 if isinstance(error, SettingError) else UNUSABLE
    if is_memory_failure(error):
        complain("Error: there is too little memory for this. Close other programs, or use fewer columns.")
        return UNUSABLE
    if isinstance(error, OSError):  # of the machine, not of ours
        what = "" if error.filename is None else f"{error.filename}: "
        complain(f"Error: {what}{error.strerror or error}.")
        return UNUSABLE
    import traceback

    complain("".join(traceback.format_exception(error)))
    complain("This is a mistake in baserate; please report it with the lines above.")
    return _MISTAKE


@click.group(cls=_LateCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="baserate")
def main() -> None:
    """Which clinical risk model to deploy, where, at what threshold, and how sure one can be."""
