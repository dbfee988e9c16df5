"""``baserate evaluate``: models on a file of patients, at a deployment, or a whole study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from baserate.cli.options import (
    CROSSED,
    ONCE,
    UNMET,
    InGroups,
    asking_all,
    by_model,
    groups_by,
    named,
    quietly,
    readable,
    source_of,
)
from baserate.options import OPTIONS, Group, flag_of
from baserate.registry import option_module, site_summaries

if TYPE_CHECKING:
    import polars as pl

    from baserate.evaluation.evaluation import Evaluation
    from baserate.evaluation.requirements import Outcome
    from baserate.evaluation.study import Study
    from baserate.extensions.sites.summaries import SummaryPatients
    from baserate.report.blocks import Paragraph, Table
    from baserate.results.result import Required, Result, Several

__all__ = ["command", "study_of", "summaries_of"]

_FROM_SCORES = option_module("--prevalence-from")
# The option itself and whose scores are used.
_prevalence_from: Callable[[Callable[..., None]], Callable[..., None]] = _FROM_SCORES.prevalence_from


# Groups of --help for options of this command alone.
_BESIDE: dict[str, Group] = {
    "crossed": "patients",
    "study_file": "question",
    "prevalence_from": "question",
    "prevalence_model": "question",
}


@click.command(cls=InGroups, beside=_BESIDE)
@click.argument("files", nargs=-1)
@asking_all(after={"by": CROSSED, "prevalence": _prevalence_from})
@click.option("--study", "study_file", **ONCE, type=click.Path(), help="A study file (see baserate init).")
@click.option("--full", is_flag=True, help="Print all tables and notes, not one screen.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the numbers as CSV.")
@click.option("--out", **ONCE, type=click.Path(), help="Also write the result, as JSON, to this file.")
@click.option("--html", **ONCE, type=click.Path(), help="Also write the page, to be opened in a browser.")
@click.option(
    "--smallest-cell",
    **ONCE,
    type=click.IntRange(min=1),
    default=(5,),
    show_default=True,
    help="For the page: bins of fewer patients are merged.",
)
@click.option(
    "--earlier",
    multiple=True,
    type=click.Path(),
    help="A page or site summary that others have already: refuse a page that would tell of few patients "
    "together with it. Repeat it.",
)
def command(
    files: tuple[str, ...],
    study_file: str | None,
    prevalence_from: str | None,
    prevalence_model: str | None,
    full: bool,
    as_json: bool,
    as_csv: bool,
    out: str | None,
    html: str | None,
    smallest_cell: int,
    earlier: tuple[str, ...],
    crossed: bool,
    **given: Any,
) -> None:
    """Judge models on a FILE of patients: CSV, Parquet, a folder of Parquet; - for standard input.

    Also Stata, SAS, SPSS, Excel, OpenDocument, SQLite and DuckDB.

    Several FILES are site summaries that baserate reduce made, and are combined. Several prevalences or
    costs are several deployments, in all combinations, with one table across them.

    Prints one screen: the verdict, what to know before deciding, the models, the cut-off and the
    assumption. --full prints everything.

    \b
    baserate evaluate cohort.csv --outcome died --score apache --score new
             --prevalence 1%..10% --cost 1:30 --by ethnicity --cluster patient
    """  # noqa: D301
    from baserate.cli.printing import as_json as to_json
    from baserate.report.atomic_write import check_targets, write_whole
    from baserate.results.across import across

    form = _form(full, as_json, as_csv)
    if earlier and html is None:
        raise click.UsageError("--earlier is about the page; name one to write with --html.")
    if prevalence_from is not None and given["prevalence"]:
        raise click.UsageError("--prevalence or --prevalence-from, one of the two.")
    readable(prevalence_from, prevalence_model)
    readable(*(one for value in given.values() for one in (value if isinstance(value, tuple) else [value])))
    given["by"] = groups_by(given["by"], crossed)
    file = files[0] if files else None
    summaries = summaries_of(files, given)
    columns = {} if summaries is None or study_file is not None else summaries.columns
    study = study_of(study_file, given, columns)
    if file is None and study.data is None:
        raise click.UsageError("name a FILE of patients, or - for standard input.")
    sources = (study.file if file is None else file, study_file, prevalence_from, *files, *earlier)
    check_targets([out, html], sources)
    source, table, said = source_of(file), given["table"], None
    if prevalence_from is not None:
        labelled, in_it = (study.file, study.question.table) if source is None else (source, table)
        labelled = labelled if summaries is None else list(files)
        where, said = _FROM_SCORES.estimated_range(study, labelled, prevalence_from, prevalence_model, in_it)
        study = study_of(study_file, {**given, "prevalence": (where,)}, columns)
    with quietly():
        found = study.run(source, table) if summaries is None else study.run_summaries(summaries)
        judged = {name: study.judge(ev) for name, ev in found.items()}
        results = {
            name: replace(ev.result, name=name, requirements=_required(judged[name]))
            for name, ev in found.items()
        }
        content = next(iter(results.values())) if len(results) == 1 else across(results)
        # Both before either is written: what is refused leaves nothing behind.
        page = None if html is None else _page(found, judged, smallest_cell, earlier)
        if out is not None:
            write_whole(out, to_json(content.to_dict()))
        if html is not None and page is not None:
            write_whole(html, page)
        _print(found, results, content, form, said)
    if not all(outcome.met for outcomes in judged.values() for outcome in outcomes):
        raise click.exceptions.Exit(UNMET)


def _form(full: bool, as_json: bool, as_csv: bool) -> str:
    """How the result is printed: one way."""
    if as_json and as_csv:
        raise click.UsageError("--json or --csv, one of the two.")
    if full and (as_json or as_csv):
        raise click.UsageError("--full is about the text; --json and --csv have everything.")
    return "json" if as_json else "csv" if as_csv else "full" if full else "screen"


def summaries_of(files: Sequence[str], given: Mapping[str, Any]) -> SummaryPatients | None:
    """The patients of site summaries, combined; None for files of patients."""
    if not files or files[0] == "-":
        return None
    reader = site_summaries()
    paths = reader.summary_paths(list(files))
    if not paths:
        if len(files) > 1:
            raise reader.not_a_summary(files[0])
        return None
    decided = [name for name, option in OPTIONS.items() if option.fixed]
    if refused := [flag_of(name) for name in decided if given[name] not in (None, ())]:
        raise reader.decided_before(paths[0], refused)
    return reader.read_summaries(paths)


def study_of(path: str | None, given: Mapping[str, Any], columns: Mapping[str, Any]) -> Study:
    """A study file, what the command line says in place of it, or the command line alone.

    ``columns`` are those that site summaries know by themselves.
    """
    from baserate.evaluation.study import PLACEHOLDER, Study, check_content
    from baserate.evaluation.study_file import StudyFile, Written

    said = {key: value for key, value in given.items() if value not in (None, ())}
    if "scores" in said:
        said["scores"] = named(said["scores"], flag_of("scores"))
    if "censoring" in said:
        said["censoring"] = list(said["censoring"])
    said |= columns
    for key in ("source_prevalence", "shift"):
        if key in said:
            said[key] = by_model(said[key], flag_of(key))
    where: dict[str, Sequence[str]] = {k: said.pop(k) for k in ("prevalence", "cost") if k in said}
    if path is None:
        if "outcome" not in said and "event" not in said and "time" not in said:
            raise click.UsageError("--outcome is missing (or --time, --event and --horizon).")
        if "scores" not in said:
            raise click.UsageError("--score is missing.")
        if "cost" not in where:
            raise click.UsageError("--cost is missing, such as --cost 1:30.")
        return Study.of({**said, "deployment": _deployments({}, where)})
    file = StudyFile.read(path)
    content, folder = dict(file.content), Path(path).parent
    stated = content.get("deployment")
    if where and isinstance(stated, list) and len(stated) > 1:
        raise click.UsageError("--prevalence and --cost cannot stand in for several deployments.")
    only = stated[0] if isinstance(stated, list) and stated else stated
    if where and isinstance(only, dict):
        open_still = {key: values[0] for key, values in where.items() if only.get(key) == PLACEHOLDER}
        content["deployment"] = {**only, **open_still}
    with Written(file).telling():
        check_content(content)  # before anything is put in its place
    if where and isinstance(only, dict):
        content["deployment"] = _deployments(content["deployment"], where)
    return Study.of({**content, **said}, folder, Written(file, frozenset([*said, *where])))


def _deployments(stated: Mapping[str, Any], where: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """All combinations of the prevalences and costs of the command line, in place of what was stated."""
    from baserate.deployment.deployment import Deployment
    from baserate.results.across import deployment_name

    combinations = [dict(zip(where, values, strict=True)) for values in product(*where.values())]
    deployments = [{**stated, **combination} for combination in combinations]
    if len(deployments) == 1:
        return deployments
    named_once: dict[str, dict[str, Any]] = {}
    for deployment in deployments:
        name = deployment_name(Deployment.of(deployment.get("prevalence"), deployment["cost"]))
        if name in named_once:
            raise click.UsageError(f"--prevalence and --cost state one deployment twice: {name}.")
        named_once[name] = {**deployment, "name": name}
    return list(named_once.values())


def _required(judged: Sequence[Outcome], *, least: int = 1) -> tuple[Required, ...]:
    """What the study requires, and what was found of at least so many patients."""
    return tuple(outcome.as_result(least=least) for outcome in judged)


def _page(
    found: Mapping[str, Evaluation],
    judged: Mapping[str, Sequence[Outcome]],
    smallest_cell: int,
    earlier: Sequence[str],
) -> str:
    """One page; of several deployments the first is the one it opens with, the others are buttons."""
    name, first = next(iter(found.items()))
    others = {name: ev.question.deployment for name, ev in found.items()} if len(found) > 1 else {}
    required = _required(judged[name], least=smallest_cell)
    return first.page(
        smallest_cell=smallest_cell, name=name, requirements=required, settings=others, earlier=earlier
    )


def _print(
    found: Mapping[str, Evaluation],
    results: Mapping[str, Result],
    content: Result | Several,
    form: str,
    said: str | None,
) -> None:
    """The result; what was ``said`` on the way heads it, or goes to standard error beside plain data."""
    from baserate.cli.printing import complain, print_blocks, print_csv, print_json, print_parts
    from baserate.report.screen import screen

    if said is not None and form in ("json", "csv"):
        complain(said)
    if form == "json":
        print_json(content.to_dict())
    elif form == "csv":
        print_csv(_frame(found))
    elif form == "full":
        print_blocks(_full(results, said))
    else:
        print_parts(screen(results, said))


def _frame(found: Mapping[str, Evaluation]) -> pl.DataFrame:
    """All numbers, by deployment where there are several."""
    import polars as pl

    frames = [
        ev.to_frame("polars").insert_column(0, pl.lit(name).alias("deployment")) for name, ev in found.items()
    ]
    frame: pl.DataFrame = pl.concat(frames) if len(frames) > 1 else frames[0].drop("deployment")
    return frame


def _full(results: Mapping[str, Result], said: str | None) -> list[Paragraph | Table]:
    """Everything there is to read: of each deployment, and across them."""
    from baserate.report.blocks import Paragraph, Table
    from baserate.report.text import across_table, blocks
    from baserate.results.across import across

    shown: list[Paragraph | Table] = [] if said is None else [Paragraph(said)]
    for name, result in results.items():
        shown += [Paragraph(name, "verdict")] if len(results) > 1 else []
        shown += blocks(result, options=True)
        if result.requirements:
            rows = tuple(
                ("met" if one.met else "NOT MET", one.text, one.found) for one in result.requirements
            )
            shown.append(Table("Requirements", ("", "required", "found"), rows))
    return [*shown, across_table(across(results))] if len(results) > 1 else shown
