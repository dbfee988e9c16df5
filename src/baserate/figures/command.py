"""``baserate plot``: figures for a paper, from a file of patients or a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from baserate.cli.evaluate import command as evaluate
from baserate.cli.evaluate import study_of, summaries_of
from baserate.cli.options import ONCE, groups_by, quietly, readable, source_of

if TYPE_CHECKING:
    from baserate.evaluation.evaluation import Evaluation
    from baserate.figures.catalogue import Figure

_ENDINGS = (".pdf", ".svg", ".png")
# What evaluate alone is asked: what to print and to write, and a prevalence that is estimated first.
_NOT_HERE = {
    *("files", "full", "as_json", "as_csv", "out", "html", "smallest_cell", "earlier"),
    *("prevalence_from", "prevalence_model"),
}
# What is asked of figures, by the name of the argument and of the option.
_OPTIONS = {"models": "--model", "group": "--group", "band": "--band", "thresholds": "--threshold-range"}


@click.command()
@click.argument("files", nargs=-1)
@click.option("--figure", "figures", multiple=True, help="Which figure, as --list names it; repeat it.")
@click.option("--out", **ONCE, help="The file to write: .pdf, .svg or .png; {figure} stands for the name.")
@click.option("--model", "models", multiple=True, help="A model to draw, all unless named; repeat it.")
@click.option("--group", **ONCE, help="The group of patients to draw, by --by; all patients unless named.")
@click.option(
    "--band", **ONCE, type=click.Choice(["pointwise", "simultaneous", "none"]), help="Of the intervals."
)
@click.option("--size", **ONCE, help='Width and height in inches, "7x4".')
@click.option("--threshold-range", **ONCE, help='Thresholds to draw: "1%..20%", "1:50..1:5".')
@click.option("--deployment", **ONCE, help="Which deployment of a study that has several, by name.")
@click.option("--list", "listed", is_flag=True, help="Print the figures there are, and end.")
def command(
    files: tuple[str, ...],
    figures: tuple[str, ...],
    out: str | None,
    size: str | None,
    deployment: str | None,
    listed: bool,
    study_file: str | None,
    crossed: bool,
    **given: Any,
) -> None:
    """Draw figures of models on a FILE of patients, which is read as by baserate evaluate.

    \b
    baserate plot cohort.csv --outcome died --score apache --score new --cost 1:30
             --prevalence 1%..10% --figure decision-curve --out curve.pdf
    baserate plot --study study.toml --figure forest-models --figure murphy
             --out "{figure}.pdf" --size 7x4
    """  # noqa: D301
    from baserate.report.atomic_write import check_targets

    if listed:
        _print_list()
        return
    asked = {name: given.pop(_key(option)) for name, option in _OPTIONS.items()}
    readable(
        out, *(one for value in given.values() for one in (value if isinstance(value, tuple) else [value]))
    )
    chosen = _figures(figures)
    targets = _targets(out, chosen)
    inches = _inches(size)
    options = _options(asked, chosen)
    given["by"] = groups_by(given["by"], crossed)
    _check_matplotlib()
    summaries = summaries_of(files, given)
    columns = {} if summaries is None or study_file is not None else summaries.columns
    study = study_of(study_file, given, columns)
    file = files[0] if files else None
    if file is None and study.data is None:
        raise click.UsageError("name a FILE of patients, or - for standard input.")
    check_targets(list(targets.values()), (study.file if file is None else file, study_file, *files))
    with quietly():
        if summaries is None:
            found = study.run(source_of(file), given["table"])
        else:
            found = study.run_summaries(summaries)
        ev = _one(found, deployment)
        displays = {figure.name: figure.make(ev, options) for figure in chosen}
    for name, display in displays.items():
        display.save(targets[name], size=inches)
        click.echo(f"{name}: {targets[name]}")


# How patients are read is said as to evaluate: its options are these.
command.params.extend(option for option in evaluate.params if option.name not in _NOT_HERE)


def _print_list() -> None:
    from baserate.figures.catalogue import FIGURES

    width = max(map(len, FIGURES))
    for figure in FIGURES.values():
        click.echo(f"{figure.name:{width}}  {figure.shows}")


def _key(option: str) -> str:
    """The name under which click hands an option over."""
    return {"--model": "models"}.get(option, option.removeprefix("--").replace("-", "_"))


def _figures(names: Sequence[str]) -> list[Figure]:
    from baserate.figures.catalogue import FIGURES

    if not names:
        raise click.UsageError("--figure is missing; baserate plot --list names all.")
    for name in names:
        if name not in FIGURES:
            raise click.UsageError(f"no figure {name!r}; there are {', '.join(FIGURES)}.")
    if len(set(names)) < len(names):
        raise click.UsageError("--figure names one figure twice.")
    return [FIGURES[name] for name in names]


def _targets(out: str | None, figures: Sequence[Figure]) -> dict[str, str]:
    """The file of each figure, whose ending says the format."""
    if out is None:
        raise click.UsageError("--out is missing: the file to write, such as --out figure.pdf.")
    if Path(out).suffix.lower() not in _ENDINGS:
        raise click.UsageError(f"--out {out}: the name must end in {', '.join(_ENDINGS)}.")
    if len(figures) > 1 and "{figure}" not in out:
        raise click.UsageError(f'several figures need several files: --out "{{figure}}{Path(out).suffix}".')
    return {figure.name: out.replace("{figure}", figure.name) for figure in figures}


def _inches(size: str | None) -> tuple[float, float] | None:
    if size is None:
        return None
    from baserate.figures.display import check_size

    try:
        width, height = (
            float(side) for side in size.lower().replace("\N{MULTIPLICATION SIGN}", "x").split("x")
        )
    except ValueError:
        raise click.UsageError(
            f"--size is width and height in inches, such as 7x4; found {size!r}."
        ) from None
    return check_size((width, height))


def _options(asked: Mapping[str, Any], figures: Sequence[Figure]) -> dict[str, Any]:
    """What is asked of the figures; an option that none of them takes is refused."""
    from baserate.deployment.deployment import Cost
    from baserate.errors import SettingError

    stated = {name: value for name, value in asked.items() if value not in (None, ())}
    for name in stated:
        names = {name, "model"} if name == "models" else {name}
        if not any(names & set(figure.takes) for figure in figures):
            drawn = ", ".join(figure.name for figure in figures)
            raise click.UsageError(f"{_OPTIONS[name]} means nothing to {drawn}.")
    if stated.get("band") == "none":
        stated["band"] = None
    if "thresholds" in stated:
        written = stated["thresholds"]
        try:
            stated["thresholds"] = Cost.of(written)
        except SettingError as error:
            raise error.of_option("threshold_range", written) from None
        if stated["thresholds"].distribution.stated_ends is None:
            raise click.UsageError(f"--threshold-range needs two ends, such as 1%..20%; found {written!r}.")
    return stated


def _check_matplotlib() -> None:
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise click.UsageError("figures need matplotlib: pip install 'baserate[plots]'.")


def _one(found: Mapping[str, Evaluation], name: str | None) -> Evaluation:
    """The deployment to draw: the only one, or that of the name."""
    there = ", ".join(map(repr, found))
    if name is not None and name not in found:
        raise click.UsageError(f"no deployment {name!r}; there are {there}.")
    if name is None and len(found) > 1:
        raise click.UsageError(
            f"a figure shows one deployment: name it with --deployment. There are {there}."
        )
    return found[name or next(iter(found))]
