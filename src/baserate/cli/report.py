"""``baserate report``: tables and documents from a stored result, without the patients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from baserate.cli.options import ONCE, readable

if TYPE_CHECKING:
    from baserate.evaluation.evaluation import Evaluation

_FORMATS = ["text", "markdown", "latex", "html", "json", "xml"]
_TABLES = ["models", "differences", "decisions", "groups", "gaps"]


@click.command()
@click.argument("result", type=click.Path())
@click.option("--format", "form", **ONCE, type=click.Choice(_FORMATS), default=("text",), show_default=True)
@click.option("--table", **ONCE, type=click.Choice(_TABLES), help="One table alone.")
@click.option("--methods", is_flag=True, help="A methods paragraph, with references.")
@click.option(
    "--checklist", **ONCE, type=click.Choice(["tripod+ai", "stratos"]), help="A checklist, filled in."
)
@click.option(
    "--model-card", "card", is_flag=True, help="The CHAI Applied Model Card (also --format json, xml)."
)
@click.option("--model", **ONCE, help="Of the card; that with the highest net benefit unless named.")
@click.option("--deployment", **ONCE, help="Which one, where the file has several deployments.")
@click.option("--out", **ONCE, type=click.Path(), help="Write to this file instead.")
def command(result: str, form: str, out: str | None, deployment: str | None, **asked: Any) -> None:
    """Tables and documents from a RESULT that baserate evaluate --out wrote.

    \b
    baserate report result.json --format latex --table models --out models.tex
    """  # noqa: D301
    from baserate.cli.printing import say
    from baserate.evaluation.read_result import read_result
    from baserate.report.atomic_write import check_targets, write_whole

    given = [name for name in ("table", "methods", "checklist", "card") if asked[name]]
    if len(given) > 1:
        raise click.UsageError("--table, --methods, --checklist or --model-card, one of them.")
    if asked["model"] is not None and not asked["card"]:
        raise click.UsageError("--model is about the card: --model-card.")
    readable(result, out, deployment, asked["model"])
    check_targets([out], [result])
    text = _document(read_result(result, deployment=deployment), form, **asked)
    if out is None:
        say(text, end="")
    else:
        write_whole(out, text)


def _document(
    stored: Evaluation,
    form: str,
    *,
    table: str | None,
    methods: bool,
    checklist: str | None,
    card: bool,
    model: str | None,
) -> str:
    from baserate.report.blocks import Paragraph
    from baserate.report.exports import rendered
    from baserate.report.stored_text import blocks

    if card:
        return _card(stored, form, model)
    if checklist is not None:
        return _checklist(stored, form, checklist)
    if form in ("json", "xml"):
        raise click.UsageError(
            f"--format {form} is for --model-card{' and --checklist' if form == 'json' else ''}."
        )
    if methods:
        text = stored.methods()
        lines = [Paragraph(line) for line in text.splitlines() if line]
        return text if form == "text" else rendered(lines, form)
    return rendered(blocks(stored.result, table), form)


def _card(stored: Evaluation, form: str, model: str | None) -> str:
    card = stored.model_card(model)
    made = {"text": card.to_markdown, "markdown": card.to_markdown, "json": card.to_json, "xml": card.to_xml}
    if form not in made:
        raise click.UsageError(f"--model-card comes as {', '.join(made)}; not as {form}.")
    return str(made[form]())


def _checklist(stored: Evaluation, form: str, name: str) -> str:
    from baserate.cli.printing import as_json
    from baserate.report.exports import rendered

    checklist = stored.checklist(name)
    if form == "xml":
        raise click.UsageError("--format xml is for --model-card.")
    if form == "json":
        return as_json(checklist.to_dict())
    return f"{checklist}\n" if form == "text" else rendered([checklist.table], form)
