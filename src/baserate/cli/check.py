"""``baserate check``: what a file holds, and what would be used, dropped or refused."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import click

from baserate.cli.options import named


@click.command()
@click.argument("file")
@click.option("--outcome", help="Column of outcomes.")
@click.option("--score", "scores", multiple=True, help="Column of probabilities, or NAME=COLUMN; repeat it.")
@click.option("--by", help="Column of groups.")
@click.option("--cluster", help="Column of what belongs together.")
@click.option("--weight", help="Column of weights.")
@click.option("--positive", help="The outcome's value that means disease, if not 1.")
def command(
    file: str,
    outcome: str | None,
    scores: tuple[str, ...],
    by: str | None,
    cluster: str | None,
    weight: str | None,
    positive: str | None,
) -> None:
    """Read FILE and say what it holds; with columns named, what an evaluation would make of them."""
    from baserate.cli.printing import print_blocks
    from baserate.inputs import Roles
    from baserate.inspection import columns_of, problems_of

    source: Any = file
    if file == "-":
        import io

        source = io.BytesIO(sys.stdin.buffer.read())
    print_blocks(columns_of(source))
    if outcome is None or not scores:
        click.echo("\nName --outcome and --score to check them for an evaluation.")
        return
    if hasattr(source, "seek"):
        source.seek(0)
    roles = Roles.of(outcome, named(scores, "--score"), by, cluster, weight)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = problems_of(source, roles, positive)
    click.echo("")
    print_blocks(found.blocks)
    if found.refused:
        raise SystemExit(3)
