"""The command line: it asks the library and prints; no mathematics here.

Exit status: 0 done, 1 a requirement stated in the study was not met, 2 wrong usage, 3 the data cannot
be used as asked, 70 a mistake in baserate itself, 130 interrupted.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import click

from baserate import __version__

_MISTAKE = 70  # as in sysexits.h: an internal error

# Each command lives in the module of its name, imported when it is called: help stays fast.
_COMMANDS = {
    "evaluate": "Judge models on a file of patients.",
    "demo": "Evaluate the built-in cohort and print what it shows.",
    "reduce": "Turn patients into a site summary of counts by bin, to combine with others'.",
    "threshold": "The cut-off on a score, for a prevalence and a cost.",
    "check": "Say what a file holds, and what would be used, dropped or refused.",
    "init": "Write a study file to fill in.",
    "completion": "Print the script that completes commands in a shell.",
}


class _LateCommands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"baserate.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

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
        try:
            status = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except SystemExit as stop:
            # Commands say how they end by Exit; 1 is what click makes of a reader who has gone.
            sys.exit(0 if stop.code == 1 else stop.code)
        except (click.Abort, KeyboardInterrupt):
            click.echo("Interrupted.", err=True)
            sys.exit(130)
        except Exception as error:
            sys.exit(_status(error))
        sys.exit(status or 0)


def _status(error: Exception) -> int:
    """Say what went wrong, and give the exit status for it; 1 is for requirements alone."""
    from baserate.errors import BaserateError, SettingError

    if isinstance(error, BaserateError):
        click.echo(f"Error: {error}", err=True)
        return 2 if isinstance(error, SettingError) else 3
    import traceback

    traceback.print_exception(error)
    click.echo("This is a mistake in baserate; please report it with the lines above.", err=True)
    return _MISTAKE


@click.group(cls=_LateCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="baserate")
def main() -> None:
    """Which clinical risk model to deploy, where, at what threshold, and how sure one can be."""
