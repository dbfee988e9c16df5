"""``baserate reduce``: a file of patients as a site summary: counts by bin, to be combined with others."""

from __future__ import annotations

import click

from baserate.cli.options import ONCE, named, readable


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--out", required=True, **ONCE, type=click.Path(), help="The site summary to write, a Parquet file."
)
@click.option("--outcome", required=True, **ONCE, help="Column of outcomes.")
@click.option("--score", "scores", multiple=True, required=True, help="Column, or NAME=COLUMN; repeat it.")
@click.option("--by", **ONCE, help="Column of groups.")
@click.option("--weight", **ONCE, help="Column of weights.")
@click.option("--positive", **ONCE, help="The outcome's value that means disease, if not 1.")
@click.option(
    "--missing", **ONCE, type=click.Choice(["error", "drop"]), default=("error",), show_default=True
)
@click.option("--merge-below", **ONCE, type=int, default=(0,), help="Merge bins of fewer patients than this.")
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
    """Write a site summary of FILES (CSV, Parquet, a folder or a pattern): counts and sums, no patient's row.

    \b
    baserate reduce ward.parquet --outcome died --score new --out ward-summary.parquet
    baserate evaluate ward-summary.parquet clinic-summary.parquet --cost 1:30
    """  # noqa: D301
    from baserate.cli.printing import say
    from baserate.data.reading import read_bins
    from baserate.data.roles import Roles
    from baserate.data.summaries import write_summary
    from baserate.report.atomic_write import check_target

    readable(outcome, *scores, by, weight, positive)
    check_target(out, *files)
    roles = Roles.of(outcome, named(scores, "--score"), by, None, weight)
    source = files[0] if len(files) == 1 else list(files)
    patients = read_bins(source, roles, positive=positive, missing=missing)  # type: ignore[arg-type]
    write_summary(out, patients, merge_below=merge_below)
    bins = sum(len(binned) for binned in (*patients.single.values(), *patients.joint.values()))
    say(f"Wrote the site summary {out}: {patients.rows - patients.dropped_rows:,} patients in {bins:,} bins.")
