"""``baserate shift``: is it label shift, by groups whose prevalences differ."""

from __future__ import annotations

from typing import Any

import click

from baserate.cli.drawing import check_drawable, draw_to_file
from baserate.cli.options import ONCE, READING, TABLE, named, readable, source_of


@click.command()
@click.argument("files", nargs=-1, required=True)
@TABLE
@click.option("--outcome", **ONCE, help="Column of outcomes.")
@click.option("--score", "scores", multiple=True, help="Column of probabilities, or NAME=COLUMN; repeat it.")
@click.option("--by", **ONCE, help="Column of groups whose prevalences differ: hospitals, wards, years.")
@click.option("--weight", **ONCE, help="Column of weights.")
@click.option("--cluster", **ONCE, help="Column of what belongs together within groups: a patient.")
@READING
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--figure", **ONCE, type=click.Path(), help="Also draw it, one model: .svg, .png or .pdf.")
def command(
    files: tuple[str, ...],
    table: str | None,
    outcome: str | None,
    scores: tuple[str, ...],
    by: str | None,
    weight: str | None,
    cluster: str | None,
    positive: str | None,
    missing: Any,
    level: float,
    as_json: bool,
    figure: str | None,
) -> None:
    """How much of what differs in prevalence between groups of FILE a score already carries.

    FILE is CSV, Parquet, a folder of Parquet, or - for standard input; several FILES are site summaries that
    baserate reduce made with --by, which know their columns by themselves.

    \b
    baserate shift cohort.csv --outcome died --score apache --score new --by hospital
    """  # noqa: D301
    from baserate.cli.printing import print_blocks, print_json
    from baserate.errors import tell
    from baserate.inference.progress import progress
    from baserate.registry import figure as drawn
    from baserate.report.atomic_write import check_targets
    from baserate.report.shift_text import shift_blocks
    from baserate.results.dial import cautions_of_shift, read_groups, shift_of

    readable(table, outcome, *scores, by, weight, cluster, positive)
    check_drawable(figure)
    check_targets([figure], files)
    source = source_of(files[0]) if len(files) == 1 else list(files)
    columns = named(scores, "--score")
    patients = read_groups(source, outcome, columns, by, weight, cluster, positive, missing, table)
    models = list(columns) or list(patients.models)
    if figure is not None and len(models) > 1:
        raise click.UsageError(f"--figure draws one model; there are {', '.join(models)}.")
    estimates = [shift_of(patients, model, level) for model in progress(models, "the dial of each model")]
    of_patients = (one for model in models for one in patients.cohort(model)[0].cautions)
    tell((*of_patients, *(one for estimate in estimates for one in cautions_of_shift(estimate))))
    if figure is not None:
        draw_shift = drawn("shift")
        draw_to_file(lambda ax: draw_shift(estimates[0], ax), figure, (6.4, 5.2))
    if as_json:
        print_json({"shift": [estimate.to_dict() for estimate in estimates]})
        return
    print_blocks([block for estimate in estimates for block in shift_blocks(estimate)])
