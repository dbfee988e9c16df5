"""``baserate check``: what a file holds, and what would be used, dropped or refused."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from baserate.cli.options import BY, ONCE, again, groups_by, named, readable, source_of

if TYPE_CHECKING:
    from baserate.data.roles import Roles


@click.command()
@click.argument("file")
@click.option("--outcome", **ONCE, help="Column of outcomes.")
@click.option("--score", "scores", multiple=True, help="Column of probabilities, or NAME=COLUMN; repeat it.")
@BY
@click.option("--cluster", **ONCE, help="Column of what belongs together.")
@click.option("--weight", **ONCE, help="Column of weights.")
@click.option("--positive", **ONCE, help="The outcome's value that means disease, if not 1.")
def command(
    file: str,
    outcome: str | None,
    scores: tuple[str, ...],
    by: tuple[str, ...],
    crossed: bool,
    cluster: str | None,
    weight: str | None,
    positive: str | None,
) -> None:
    """Read FILE and say what it holds; with columns named, what an evaluation would make of them.

    FILE may be a study (study.toml): it says what is still to be decided, or checks the data and columns
    that the study names.
    """
    from baserate.cli.printing import print_blocks, say
    from baserate.data.roles import Roles
    from baserate.report.inspection import describe_columns, require_file_columns

    readable(outcome, *scores, *by, cluster, weight, positive)
    if file.endswith(".toml"):
        _check_study(file)
        return
    source = source_of(file)
    print_blocks(describe_columns(source))
    columns = named(scores, "--score")
    again(source)
    if outcome is None or not scores:
        others = [name for name in (outcome, *by, cluster, weight) if name]
        require_file_columns(source, [*columns.values(), *others])
        say("\nName --outcome and --score to check them for an evaluation.")
        return
    _check_roles(source, Roles.of(outcome, columns, groups_by(by, crossed), cluster, weight), positive)


def _check_study(path: str) -> None:
    """The study itself, and then the data that it names."""
    from baserate.cli.printing import print_blocks, say
    from baserate.data.roles import Roles
    from baserate.deployment.deployment import Deployment
    from baserate.evaluation import words
    from baserate.evaluation.across import deployment_name
    from baserate.evaluation.study import Study
    from baserate.report.inspection import describe_columns

    study = Study.read(path)
    deployments = [
        words.say("study.deployment", name=name, words=deployment_name(Deployment.of(**_asked(asked))))
        for name, asked in study.deployments.items()
    ]
    say(words.say("study.deployments", deployments="; ".join(deployments)))
    if study.file is None:
        return
    print_blocks(describe_columns(study.file))
    columns = (study.options.get(key) for key in ("by", "cluster", "weight"))
    _check_roles(study.file, Roles.of(study.outcome, study.scores, *columns), study.options.get("positive"))


def _asked(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"prevalence": None, **asked}


def _check_roles(source: Any, roles: Roles, positive: Any) -> None:
    """What an evaluation would make of these columns; status 3 where it would refuse them."""
    from baserate.cli.printing import print_blocks, say
    from baserate.report.inspection import find_problems

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        inspection = find_problems(source, roles, positive)
    say("")
    print_blocks(inspection.blocks)
    if inspection.refused:
        raise click.exceptions.Exit(3)
