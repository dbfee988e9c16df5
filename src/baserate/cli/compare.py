"""``baserate compare``: what changed between two results."""

from __future__ import annotations

import click

from baserate.cli.options import ONCE, UNMET, readable


@click.command()
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
@click.option("--deployment", **ONCE, help="Which one, where the files have several deployments.")
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
@click.option("--fail-on-change", is_flag=True, help="End with status 4 where anything changed.")
def command(old: str, new: str, deployment: str | None, as_data: bool, fail_on_change: bool) -> None:
    """What changed from an OLD result to a NEW one, both written by baserate evaluate --out.

    \b
    baserate compare january.json february.json --fail-on-change
    """  # noqa: D301
    from baserate.cli.printing import print_blocks, print_json
    from baserate.evaluation.compared import compare_results
    from baserate.evaluation.stored import read_result
    from baserate.report.compared_text import comparison_blocks

    readable(old, new, deployment)
    results = [read_result(path, deployment=deployment) for path in (old, new)]
    comparison = compare_results(*results)
    if as_data:
        print_json(comparison.to_dict())
    else:
        print_blocks(comparison_blocks(comparison))
    if fail_on_change and comparison.changed:
        raise click.exceptions.Exit(UNMET)
