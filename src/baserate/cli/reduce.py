"""``baserate reduce``: a file of patients as counts by cell, to be pooled with those of others."""

from __future__ import annotations

import click

from baserate.cli.options import named, readable


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--out", required=True, type=click.Path(), help="The part to write, a Parquet file.")
@click.option("--outcome", required=True, help="Column of outcomes.")
@click.option("--score", "scores", multiple=True, required=True, help="Column, or NAME=COLUMN; repeat it.")
@click.option("--by", help="Column of groups.")
@click.option("--weight", help="Column of weights.")
@click.option("--positive", help="The outcome's value that means disease, if not 1.")
@click.option("--missing", type=click.Choice(["error", "drop"]), default="error", show_default=True)
@click.option("--merge-below", type=int, default=0, help="Merge cells of fewer patients than this.")
def command(
    files: tuple[str, ...],
    out: str,
    outcome: str,
    scores: tuple[str, ...],
    by: str | None,
    weight: str | None,
    positive: str | None,
    missing: str,
    merge_below: int,
) -> None:
    """Reduce FILES (CSV, Parquet, a folder or a pattern) to counts and sums; no patient's row is kept.

    \b
    baserate reduce ward.parquet --outcome died --score new --out ward-part.parquet
    baserate evaluate ward-part.parquet clinic-part.parquet --cost 1:30
    """  # noqa: D301
    from baserate.cli.printing import say
    from baserate.data.roles import Roles
    from baserate.data.summaries import write_part
    from baserate.evaluation.evaluate import reduced_of
    from baserate.report.atomic_write import check_target

    readable(outcome, *scores, by, weight, positive)
    check_target(out, *files)
    roles = Roles.of(outcome, named(scores, "--score"), by, None, weight)
    found = reduced_of(files[0] if len(files) == 1 else list(files), roles, positive, missing)  # type: ignore[arg-type]
    write_part(out, found, merge_below=merge_below)
    lines = sum(len(made.lines.label) for made in (*found.models.values(), *found.pairs.values()))
    say(f"Wrote {out}: {found.rows - found.dropped_rows:,} patients in {lines:,} lines.")
