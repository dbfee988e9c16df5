"""``baserate move``: a model at a place where no outcome is known."""

from __future__ import annotations

from typing import Any

import click

from baserate.cli.options import ONCE, READING, RESTING_ON, TABLE, again, readable, source_of


@click.command()
@click.option("--source", **ONCE, required=True, help="Patients with outcomes.")
@click.option("--target", **ONCE, required=True, help="Patients without outcomes, where it is to be used.")
@TABLE
@click.option("--outcome", **ONCE, help="The source's column of outcomes.")
@click.option("--score", **ONCE, required=True, help="Column of probabilities, of both.")
@click.option("--cost", **ONCE, required=True, help='False positive : false negative, such as "1:30".')
@RESTING_ON
@READING
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
@click.option(
    "--out", **ONCE, type=click.Path(), help="Also write the target's scores and adjusted risks, as CSV."
)
def command(
    source: str,
    target: str,
    table: str | None,
    outcome: str | None,
    score: str,
    as_data: bool,
    out: str | None,
    **asked: Any,
) -> None:
    """Move a model to patients without outcomes: how common the disease is there, whom to treat, what for.

    \b
    baserate move --source labelled.csv --target ward.csv --outcome died --score new --cost 1:30
             --out adjusted.csv
    """  # noqa: D301
    from baserate.cli.printing import harmless, print_blocks, print_json
    from baserate.extensions.prevalence.moving import move_model
    from baserate.patients.files import with_table
    from baserate.registry import site_summaries
    from baserate.report.atomic_write import check_targets, write_whole
    from baserate.report.blocks import Paragraph

    readable(source, target, table, outcome, score, asked["cost"], asked["positive"])
    check_targets([out], [source, target])
    if outcome is None and not site_summaries().summary_paths(source):
        raise click.UsageError("--outcome is missing.")
    place = source_of(target)
    moved = move_model(outcome, score, score, source=source_of(source), target=place, table=table, **asked)
    if out is not None:
        again(place)
        write_whole(out, harmless(moved.adjust_table(with_table(place, table))).write_csv())
    if as_data:
        print_json(moved.to_dict())
    else:
        print_blocks([Paragraph(text) for text in moved.summary().split("\n")])
