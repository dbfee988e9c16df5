"""``baserate check``: what a file holds, and what would be used, dropped or refused."""

from __future__ import annotations

import warnings

import click

from baserate.cli.options import again, named, readable, source_of


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
    from baserate.cli.printing import print_blocks, say
    from baserate.data.roles import Roles
    from baserate.report.inspection import describe_columns, find_problems, require_file_columns

    readable(outcome, *scores, by, cluster, weight, positive)
    source = source_of(file)
    print_blocks(describe_columns(source))
    columns = named(scores, "--score")
    if outcome is None or not scores:
        again(source)
        others = [name for name in (outcome, by, cluster, weight) if name]
        require_file_columns(source, [*columns.values(), *others])
        say("\nName --outcome and --score to check them for an evaluation.")
        return
    roles = Roles.of(outcome, columns, by, cluster, weight)
    again(source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        inspection = find_problems(source, roles, positive)
    say("")
    print_blocks(inspection.blocks)
    if inspection.refused:
        raise click.exceptions.Exit(3)
