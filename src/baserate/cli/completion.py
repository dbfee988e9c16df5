"""``baserate completion``: the script that makes a shell complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script; in bash: eval "$(baserate completion bash)"."""
    from baserate.cli import main
    from baserate.cli.printing import say

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"no completion for {shell}.")
    # Only the call that asks bash for its version needs bash; the script itself does not.
    say(found(main, {}, "baserate", "_BASERATE_COMPLETE").source())
