"""``baserate reduce``: a file of patients as a site summary, which may be shared and combined with others."""

from __future__ import annotations

from typing import Any

import click

from baserate.cli.options import FOLLOW_UP, ONCE, TABLE, named, readable


def _renamed(_context: click.Context, _option: click.Parameter, value: Any) -> None:
    if value:
        raise click.UsageError("--merge-below is now --smallest-cell, which is 5 unless stated.")


@click.command()
@click.argument("files", nargs=-1, required=True)
@TABLE
@click.option(
    "--out", required=True, **ONCE, type=click.Path(), help="The site summary to write, a Parquet file."
)
@click.option("--outcome", **ONCE, help="Column of outcomes.")
@FOLLOW_UP
@click.option("--score", "scores", multiple=True, required=True, help="Column, or NAME=COLUMN; repeat it.")
@click.option("--by", **ONCE, help="Column of groups.")
@click.option("--weight", **ONCE, help="Column of weights.")
@click.option("--positive", **ONCE, help="The outcome's value that means disease, if not 1.")
@click.option(
    "--missing", **ONCE, type=click.Choice(["error", "drop"]), default=("error",), show_default=True
)
@click.option(
    "--smallest-cell",
    **ONCE,
    type=click.IntRange(min=1),
    default=(5,),
    show_default=True,
    help="No number is about fewer patients of a class; 1 is for use within the house.",
)
@click.option(
    "--earlier",
    multiple=True,
    type=click.Path(),
    help="A summary of this site that was shared before: refuse if the two would tell of few. Repeat it.",
)
@click.option("--merge-below", multiple=True, hidden=True, expose_value=False, callback=_renamed)
def command(
    files: tuple[str, ...],
    table: str | None,
    out: str,
    outcome: str | None,
    scores: tuple[str, ...],
    by: str | None,
    weight: str | None,
    positive: str | None,
    missing: Any,
    smallest_cell: int,
    earlier: tuple[str, ...],
    **follow_up: Any,
) -> None:
    """Write a site summary of FILES (CSV, Parquet, a folder or a pattern): bins of several patients each.

    \b
    baserate reduce ward.parquet --outcome died --score new --out ward-summary.parquet
    baserate evaluate ward-summary.parquet clinic-summary.parquet --cost 1:30
    baserate reduce trial.csv --time days --event status --horizon 365 --score new --out trial.parquet
    """  # noqa: D301
    from baserate.cli.printing import say
    from baserate.extensions.sites.summaries import encode, fingerprint, summarise
    from baserate.extensions.sites.summary_file import without_double
    from baserate.page.earlier import read_given_out
    from baserate.patients.files import with_tables
    from baserate.patients.folders import refuse_copies
    from baserate.patients.reading import read_patients
    from baserate.patients.roles import Roles
    from baserate.report.atomic_write import check_targets, write_whole

    readable(table, outcome, *scores, by, weight, positive, follow_up["time"], follow_up["event"])
    readable(*follow_up["censoring"], follow_up["censored"])
    check_targets([out], [*files, *earlier])
    follow_up["censoring"] = follow_up["censoring"] or None
    roles = Roles.of(outcome, named(scores, "--score"), by, None, weight, **follow_up)
    sources = [
        read_patients(data, roles, positive=positive, missing=missing, adds_up=True)
        for data in with_tables(files, table)
    ]
    without_double(files, [fingerprint([source]) for source in sources])
    refuse_copies([(str(path), path, digest) for one in sources for path, digest in one.files.items()])
    summary = summarise(sources, smallest_cell)
    for name in earlier:
        summary.given_out("this summary").check_against(read_given_out(name))
    write_whole(out, encode(summary))
    patients, lines = sum(summary.counts), len(summary.lines)
    known = "" if summary.follow_up is None else " whose outcome is known"
    say(f"Wrote the site summary {out}: {patients:,} patients{known} in {lines:,} bins.")
    for note in summary.notes:
        say(note[0].upper() + note[1:] + ".")
