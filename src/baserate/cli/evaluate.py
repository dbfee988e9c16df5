"""``baserate evaluate``: models on a file of patients, at a deployment, or a whole study."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from baserate.cli.options import named, split_pair

if TYPE_CHECKING:
    from baserate.evaluation import Evaluation
    from baserate.requirements import Outcome
    from baserate.study import Study


@click.command()
@click.argument("file", required=False)
@click.option("--outcome", help="Column of outcomes.")
@click.option("--score", "scores", multiple=True, help="Column of probabilities, or NAME=COLUMN; repeat it.")
@click.option(
    "--prevalence", help='Where it will be used: "5%", "1%..10%", "0.01:0.10"; else the data\'s own.'
)
@click.option("--cost", help='False positive : false negative, "1:30"; or a range, "1:50..1:5".')
@click.option("--by", help="Column of groups.")
@click.option("--cluster", help="Column of what belongs together: a patient, a hospital.")
@click.option("--weight", help="Column of weights.")
@click.option("--positive", help="The outcome's value that means disease, if not 1.")
@click.option("--missing", type=click.Choice(["error", "drop"]), help="What to do with missing values.")
@click.option("--reference", help="The group that others are compared with; else all others.")
@click.option(
    "--source-prevalence", multiple=True, help="Prevalence the scores were made for, or NAME=VALUE."
)
@click.option("--level", type=float, help="Of the intervals; 0.95 unless stated.")
@click.option("--seed", type=int, help="Of simulated corrections; 0 unless stated.")
@click.option("--study", "study_file", type=click.Path(), help="A study file (see baserate init).")
@click.option("--json", "form", flag_value="json", help="Print the result as JSON.")
@click.option("--csv", "form", flag_value="csv", help="Print the numbers as CSV.")
@click.option("--out", type=click.Path(), help="Also write the result, as JSON, to this file.")
def command(
    file: str | None, study_file: str | None, form: str | None, out: str | None, **given: Any
) -> None:
    r"""Judge models on FILE (CSV or Parquet; - for standard input).

    \b
    baserate evaluate cohort.csv --outcome died --score apache --score new \
             --prevalence 1%..10% --cost 1:30 --by ethnicity --cluster patient
    """
    from baserate.cli.printing import as_json, check_target, write_whole

    if out is not None:
        check_target(out)
    study = _study(study_file, given)
    source: Any = sys.stdin.buffer if file == "-" else file
    if source is None and study.data is None:
        raise click.UsageError("name a FILE of patients, or - for standard input.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are part of the result
        found = study.run(source)
        judged = {name: [one.judge(ev) for one in study.requirements] for name, ev in found.items()}
        content = _content(found, judged)
        _print(found, judged, content, form)
    if out is not None:
        write_whole(out, as_json(content))
    if not all(outcome.met for outcomes in judged.values() for outcome in outcomes):
        raise SystemExit(1)


def _study(path: str | None, given: Mapping[str, Any]) -> Study:
    """A study file, what the command line says in place of it, or the command line alone."""
    import tomllib
    from pathlib import Path

    from baserate.study import Study

    said = {key: value for key, value in given.items() if value not in (None, ())}
    if "scores" in said:
        said["scores"] = named(said["scores"], "--score")
    if "source_prevalence" in said:
        said["source_prevalence"] = _sources(said["source_prevalence"])
    where = {key: said.pop(key) for key in ("prevalence", "cost") if key in said}
    if path is None:
        for key, option in (("outcome", "--outcome"), ("scores", "--score")):
            if key not in said:
                raise click.UsageError(f"{option} is missing.")
        if "cost" not in where:
            raise click.UsageError("--cost is missing, such as --cost 1:30.")
        return Study.of({**said, "deployment": where})
    Study.read(path)  # for its errors
    content = {**tomllib.loads(Path(path).read_text(encoding="utf-8")), **said}
    if where:
        first = content.get("deployment", {})
        content["deployment"] = {**(first[0] if isinstance(first, list) else first), **where}
    return Study.of(content, Path(path).parent)


def _sources(given: Sequence[str]) -> Any:
    """One prevalence for all models, or one for each that is named."""
    pairs = [split_pair(one) for one in given]
    if len(pairs) == 1 and pairs[0][0] is None:
        return pairs[0][1]
    if any(name is None for name, _ in pairs):
        raise click.UsageError("--source-prevalence is one value for all models, or NAME=VALUE for each.")
    return {str(name): value for name, value in pairs}


def _content(found: Mapping[str, Evaluation], judged: Mapping[str, Sequence[Outcome]]) -> dict[str, Any]:
    """One result, or for several deployments a list of them with their names."""
    results = []
    for name, ev in found.items():
        requirements = [{"text": o.text, "met": o.met, "found": o.found} for o in judged[name]]
        results.append({**ev.to_dict(), "name": name, "requirements": requirements})
    if len(results) == 1:
        return results[0]
    return {"schema_version": results[0]["schema_version"], "evaluations": results}


def _print(
    found: Mapping[str, Evaluation],
    judged: Mapping[str, Sequence[Outcome]],
    content: dict[str, Any],
    form: str | None,
) -> None:
    from baserate.cli.printing import print_blocks, print_csv, print_json
    from baserate.report import Paragraph, Table, blocks

    if form == "json":
        print_json(content)
        return
    if form == "csv":
        import polars as pl

        frames = [
            ev.to_frame().insert_column(0, pl.lit(name).alias("deployment")) for name, ev in found.items()
        ]
        print_csv(pl.concat(frames) if len(frames) > 1 else frames[0].drop("deployment"))
        return
    for name, ev in found.items():
        shown: list[Paragraph | Table] = [Paragraph(name, "verdict")] if len(found) > 1 else []
        shown += blocks(ev, ev.verdict)
        if judged[name]:
            rows = tuple(("met" if o.met else "NOT MET", o.text, o.found) for o in judged[name])
            shown.append(Table("Requirements", ("", "required", "found"), rows))
        print_blocks(shown)
