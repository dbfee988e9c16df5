"""``baserate watch``: a model month by month, with a stated chance of a false alarm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from baserate.cli.options import ALARM, ONCE, READING, TABLE, readable, source_of, split_pair


@click.command()
@click.argument("reference")
@click.argument("months", nargs=-1, required=True)
@TABLE
@click.option("--outcome", **ONCE, help="Column of outcomes; months without it are watched by their scores.")
@click.option("--score", **ONCE, required=True, help="Column of probabilities; of a site summary, the model.")
@click.option("--month", **ONCE, help="Column of months, where one file holds them all.")
@click.option(
    "--tolerance",
    **ONCE,
    type=float,
    default=(1.25,),
    show_default=True,
    help="Factor by which the odds of the prevalence, and of the outcome at equal scores, may move.",
)
@click.option(
    "--slope-tolerance",
    **ONCE,
    type=float,
    default=(1.1,),
    show_default=True,
    help="Factor by which the calibration slope may move.",
)
@click.option(
    "--false-alarms",
    **ONCE,
    type=float,
    default=(0.05,),
    show_default=True,
    help="Chance of any false alarm in 24 months.",
)
@click.option(
    "--shift",
    **ONCE,
    default=("1",),
    show_default=True,
    help='How much of a change of prevalence is label shift: 1 ("label") to 0 ("covariate").',
)
@READING
@click.option("--seed", **ONCE, type=int, default=(0,), show_default=True, help="Of the simulated limits.")
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the months as CSV.")
@click.option("--figure", **ONCE, type=click.Path(), help="Also draw the months: .svg, .png, .pdf.")
def command(
    reference: str,
    months: tuple[str, ...],
    outcome: str | None,
    score: str,
    month: str | None,
    as_data: bool,
    as_csv: bool,
    figure: str | None,
    **asked: Any,
) -> None:
    """Watch a model: say when the prevalence has moved since REFERENCE, or the calibration slipped.

    REFERENCE is the file of labelled patients on whom the model was judged. Each of MONTHS is a file called
    by its month, or NAME=FILE; site summaries made by baserate reduce will do for all of them. The exit
    status is 5 when an alarm has been raised.

    \b
    baserate watch judged.csv 2026-01.csv 2026-02.csv --outcome died --score new
    baserate watch judged.csv all-months.csv --month month --outcome died --score new
    """  # noqa: D301
    from baserate.cli.drawing import check_drawable, draw_to_file
    from baserate.cli.printing import print_blocks, print_csv, print_json
    from baserate.extensions.watch.figure import control_chart
    from baserate.extensions.watch.watched import HEADS
    from baserate.extensions.watch.watching import watch
    from baserate.report.atomic_write import check_targets
    from baserate.report.blocks import Paragraph, Table

    if as_data and as_csv:
        raise click.UsageError("--json or --csv, one of the two.")
    readable(reference, *months, asked["table"], outcome, score, month, asked["positive"])
    check_drawable(figure)
    files = _by_month(months, month)
    check_targets([figure], [reference, *files.values()])
    given = source_of(files[month]) if month is not None else files
    outcome = _outcome(outcome, reference)
    found = watch(outcome, score, given, reference=source_of(reference), month=month, **asked)
    if figure is not None:
        draw_to_file(lambda ax: control_chart(found, ax), figure, (7.2, 4.4))
    if as_data:
        print_json(found.to_dict())
    elif as_csv:
        print_csv(found.to_frame())
    else:
        style = "warning" if found.alarmed else ""
        texts = [Paragraph(text, style if text.startswith("Alarm") else "") for text in found.sentences()]
        print_blocks([*texts, Table(f"Months of {found.model}", HEADS, tuple(found.table()))])
    if found.alarmed:
        raise click.exceptions.Exit(ALARM)


def _by_month(months: tuple[str, ...], column: str | None) -> dict[str, str]:
    """The files by the names of their months; one file that holds them all, by that of the column."""
    from baserate.patients.named_table import check_path

    if column is not None:
        if len(months) > 1:
            raise click.UsageError("--month is a column of one file with all months; name one file.")
        return {column: months[0]}
    files: dict[str, str] = {}
    for text in months:
        check_path(text)
        name, file = split_pair(text)
        if name is None or Path(text).exists():
            name, file = Path(text).name.partition(".")[0], text
        if name in files:
            raise click.UsageError(
                f"{files[name]} and {file} are both of {name!r}; name each month once, or say NAME=FILE."
            )
        files[name] = file
    return files


def _outcome(outcome: str | None, reference: str) -> str | None:
    """The column of outcomes, which only a site summary needs none of."""
    from baserate.registry import site_summaries

    if outcome is None and not site_summaries().summary_paths(reference):
        raise click.UsageError("--outcome is missing.")
    return outcome
