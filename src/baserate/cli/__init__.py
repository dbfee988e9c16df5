"""The command line: it asks the library and prints; no mathematics here.

Exit status: 0 done, 2 wrong usage, 3 the data cannot be used as asked.
"""

from __future__ import annotations

import importlib

import click

from baserate.version import __version__

# Each command lives in the module of its name, imported when it is called: help stays fast.
_COMMANDS = {"demo": "Evaluate the built-in cohort and print what it shows."}


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


@click.group(cls=_LateCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="baserate")
def main() -> None:
    """Which clinical risk model to deploy, where, at what threshold, and how sure one can be."""
