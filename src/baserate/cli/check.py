"""``baserate check``: what a file holds, and what would be used, dropped or refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from baserate.cli.options import (
    BY,
    ONCE,
    UNUSABLE,
    again,
    asking,
    groups_by,
    named,
    quietly,
    readable,
    source_of,
)
from baserate.options import FOLLOW_UP as OF_FOLLOW_UP

if TYPE_CHECKING:
    from baserate.evaluation.study_file import Written
    from baserate.results.question import Question

# Columns are checked whatever an error costs.
_ANY_COST = "1:1"


@click.command()
@click.argument("file")
@asking("table", "outcome", *OF_FOLLOW_UP, "scores")
@BY
@click.option("--cluster", **ONCE, help="Column of what belongs together.")
@asking("weight", "positive")
def command(
    file: str,
    table: str | None,
    outcome: str | None,
    scores: tuple[str, ...],
    by: tuple[str, ...],
    crossed: bool,
    cluster: str | None,
    weight: str | None,
    positive: str | None,
    **follow_up: Any,
) -> None:
    """Read FILE and say what it holds; with columns named, what an evaluation would make of them.

    FILE may be a study (study.toml): it says what is still to be decided, or checks the data and columns
    that the study names.
    """
    from baserate.cli.inspection import describe_columns, require_file_columns
    from baserate.cli.printing import print_blocks, say
    from baserate.patients.named_table import in_table
    from baserate.results.question import Question

    readable(table, outcome, *scores, *by, cluster, weight, positive)
    readable(*follow_up["censoring"], *(follow_up[name] for name in ("time", "event", "censored")))
    if file.endswith(".toml"):
        _check_study(file, table)
        return
    held = source_of(file)
    source = in_table(held, table)
    print_blocks(describe_columns(source))
    columns = named(scores, "--score")
    again(held)
    event = follow_up["event"]
    if (outcome is None and event is None) or not scores:
        named_too = (outcome, *by, cluster, weight, event, follow_up["time"], *follow_up["censoring"])
        require_file_columns(source, [*columns.values(), *(name for name in named_too if name)])
        say("\nName --outcome and --score to check them for an evaluation.")
        return
    follow_up["censoring"] = follow_up["censoring"] or None
    said = {"outcome": outcome, "scores": columns, "by": groups_by(by, crossed), **follow_up}
    _check_question(
        source, Question.of(**said, cluster=cluster, weight=weight, positive=positive, cost=_ANY_COST)
    )


def _check_study(path: str, table: str | None) -> None:
    """The study itself, and then the data that it names, or another ``table`` of them."""
    from baserate.cli.inspection import describe_columns
    from baserate.cli.printing import print_blocks, say
    from baserate.evaluation.study import Study
    from baserate.patients.named_table import in_table
    from baserate.results import words
    from baserate.results.across import deployment_name

    study = Study.read(path)
    deployments = [
        words.say("study.deployment", name=name, words=deployment_name(question.deployment))
        for name, question in study.questions.items()
    ]
    say(words.say("study.deployments", deployments="; ".join(deployments)))
    if study.file is None:
        return
    question = study.question if table is None else replace(study.question, table=table)
    source = in_table(study.file, question.table)
    print_blocks(describe_columns(source))
    _check_question(source, question, study.written)


def _check_question(source: Any, question: Question, written: Written | None = None) -> None:
    """What an evaluation would make of these columns; status 3 where it would refuse them."""
    from baserate.cli.inspection import find_problems
    from baserate.cli.printing import print_blocks, say
    from baserate.evaluation.study_file import Written

    with quietly():
        inspection = find_problems(source, question, Written() if written is None else written)
    say("")
    print_blocks(inspection.blocks)
    if inspection.refused:
        raise click.exceptions.Exit(UNUSABLE)
