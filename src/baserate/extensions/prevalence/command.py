"""``baserate prevalence``: how common the disease is among patients without outcomes, from their scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from baserate.cli.options import ONCE, READING, RESTING_ON, TABLE, again, named, readable, source_of

if TYPE_CHECKING:
    from baserate.extensions.prevalence.estimate import PrevalenceEstimate


@click.command()
@click.option(
    "--source",
    "sources",
    multiple=True,
    required=True,
    help="Patients with outcomes: a file, a folder; or a site summary, which may be repeated.",
)
@click.option("--target", **ONCE, required=True, help="Patients without outcomes.")
@TABLE
@click.option("--outcome", **ONCE, help="The source's column of outcomes.")
@click.option(
    "--score", "scores", multiple=True, required=True, help="Column, or NAME=COLUMN, of both; repeat it."
)
@click.option(
    "--method",
    **ONCE,
    type=click.Choice(["ml", "bbse", "bbse-hard", "rlls"]),
    default=("ml",),
    show_default=True,
    help="Maximum likelihood, or by the mean of scores or decisions.",
)
@RESTING_ON
@click.option("--weight", **ONCE, help="Column of weights, of both.")
@READING
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
@click.option(
    "--figure", **ONCE, type=click.Path(), help="Also draw the scores beside their mixture: .svg, .png, .pdf."
)
def command(
    sources: tuple[str, ...],
    target: str,
    outcome: str | None,
    scores: tuple[str, ...],
    weight: str | None,
    as_data: bool,
    figure: str | None,
    **asked: Any,
) -> None:
    """How common the disease is among patients without outcomes, from their scores.

    \b
    baserate prevalence --source labelled.csv --target ward.csv --outcome died --score new
    """  # noqa: D301
    from baserate.cli.drawing import check_drawable, draw_to_file
    from baserate.cli.printing import print_blocks, print_json
    from baserate.extensions.prevalence.figure import mixture
    from baserate.report.atomic_write import check_targets
    from baserate.report.blocks import Paragraph

    readable(*sources, target, asked["table"], outcome, *scores, weight, asked["positive"])
    check_drawable(figure)
    check_targets([figure], [*sources, target])
    models = named(scores, "--score")
    if figure is not None and len(models) > 1:
        raise click.UsageError("--figure is of one score; name one.")
    estimates = _estimates(sources, target, outcome, models, weight, asked)
    if figure is not None:
        draw_to_file(lambda ax: mixture(next(iter(estimates.values())), ax), figure, (6.4, 4.4))
    if as_data:
        print_json({"prevalence": [{"score": name, **one.to_dict()} for name, one in estimates.items()]})
        return
    several = len(estimates) > 1
    texts = [f"{model}: {one}" if several else str(one) for model, one in estimates.items()]
    print_blocks([Paragraph(text) for text in texts])


def _estimates(
    sources: tuple[str, ...],
    target: str,
    outcome: str | None,
    models: dict[str, str],
    weight: str | None,
    asked: dict[str, Any],
) -> dict[str, PrevalenceEstimate]:
    """The estimate of every model."""
    from baserate.extensions.prevalence.estimate import estimate_prevalence
    from baserate.inference.progress import progress
    from baserate.registry import site_summaries

    summaries = site_summaries().summary_paths(sources)
    if len(sources) > 1 and not summaries:
        raise click.UsageError("several --source must be site summaries made by baserate reduce.")
    if outcome is None and not summaries:
        raise click.UsageError("--outcome is missing.")
    labelled, unlabelled = summaries or source_of(sources[0]), source_of(target)
    estimates = {}
    for model, column in progress(list(models.items()), "estimating the prevalence"):
        estimates[model] = estimate_prevalence(
            outcome,
            column,
            column,
            source=labelled,
            target=unlabelled,
            source_weight=None if summaries else weight,
            target_weight=weight,
            **asked,
        )
        again(labelled)
        again(unlabelled)
    return estimates
