"""Pages and files of the site that are made when it is built, and are not kept.

The live example is a real page of the built-in cohort; the command line is described by itself; the notebook
is shown with what its cells printed; the documents at the root of the repository are pages too.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TITLE = "The built-in cohort: death in intensive care"
# Documents at the root of the repository, and the pages that they are in the site.
AT_THE_ROOT = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
# The first page of the site is its own; who links to the README means it.
_PAGES = {**AT_THE_ROOT, "README.md": "index.md"}
_LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")


def example() -> str:
    """The page of the built-in cohort, as ``evaluation.to_html`` writes it."""
    from baserate.cli.demo import Demonstration
    from baserate.datasets import icu_cohort

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the cohort's models are miscalibrated on purpose
        return Demonstration.of(icu_cohort()).evaluation.page(title=TITLE)


def from_the_root(name: str) -> str:
    """A document at the root, with links as they are from a page of the site."""
    return relinked((ROOT / name).read_text(encoding="utf-8"), _from_root)


def within_the_site(text: str) -> str:
    """A page of ``docs`` with links to documents at the root led to their pages."""
    return relinked(text, _from_docs)


def relinked(text: str, lead: Callable[[str], str]) -> str:
    """A text in which every link inside the repository goes where ``lead`` says."""
    return _LINK.sub(lambda m: f"{m[1]}{m[2] if '://' in m[2] else lead(m[2])}{m[3] or ''}{m[4]}", text)


def _from_root(target: str) -> str:
    return _PAGES.get(target, target.removeprefix("docs/"))


def _from_docs(target: str) -> str:
    return _PAGES.get(target.removeprefix("../"), target)


def notebook() -> str:
    """The notebook as a page: its text, its code, and what that printed and drew."""
    cells = json.loads((DOCS / "paper.ipynb").read_text(encoding="utf-8"))["cells"]
    parts = [part for cell in cells for part in _cell(cell)]
    return "\n\n".join([*parts, "The notebook itself: [paper.ipynb](paper.ipynb)."]) + "\n"


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield text
        return
    yield f"```python\n{text}\n```"
    for output in cell["outputs"]:
        yield _output(output)


def _output(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return f"```text\n{''.join(output['text']).rstrip()}\n```"
    data = output["data"]
    if "image/png" in data:
        return f"![What the cell draws](data:image/png;base64,{''.join(data['image/png']).strip()})"
    if "text/markdown" in data:
        return "".join(data["text/markdown"])
    return f"```text\n{''.join(data['text/plain'])}\n```"


def command_line() -> str:
    """Every command with its arguments and options, from the command line itself."""
    from baserate.cli import main

    with main.make_context("baserate", [], resilient_parsing=True) as context:
        names = main.list_commands(context)
        commands = [(name, main.get_command(context, name)) for name in names]
        head = _COMMANDS.format(status=_status())
        parts = [head, *(_command(name, command, context) for name, command in commands if command)]
    return "\n\n".join(parts) + "\n"


_COMMANDS = """# Command line

`baserate COMMAND --help` prints what stands here. {status}"""


def _status() -> str:
    """What the command line's own documentation says about its exit status."""
    import baserate.cli

    return (baserate.cli.__doc__ or "").partition("\n\n")[2].strip().replace("``", "`")


def _command(name: str, command: Any, parent: Any) -> str:
    import click

    # A command keeps the option for help that its first context has, and that is the parent's.
    context = click.Context(command, info_name=name, parent=parent)
    usage = f"{context.command_path} {' '.join(command.collect_usage_pieces(context))}"
    told = "\n\n".join(map(_paragraph, (command.help or "").split("\n\n")))
    records = [option.get_help_record(context) for option in command.params]
    rows = [record for record in records if record and record[1]]
    table = ["| option | what it says |", "| --- | --- |"]
    table += [f"| `{_in_cell(flags)}` | {_in_cell(text)} |" for flags, text in rows]
    return "\n\n".join([f"## baserate {name}", told, f"```text\n{usage}\n```", "\n".join(table)])


def _paragraph(text: str) -> str:
    """A paragraph of a command's help; what is not to be wrapped there is a command to type."""
    mark, found, lines = text.partition("\b\n")
    if mark.strip() or not found:
        return " ".join(text.split())
    return f"```text\n{dedent(lines).strip()}\n```"


def _in_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


# What is made, by its place in the site, and how.
MADE: dict[str, Callable[[], str]] = {
    "example.html": example,
    "paper-notebook.md": notebook,
    "reference/command-line.md": command_line,
    **{page: lambda name=name: from_the_root(name) for name, page in AT_THE_ROOT.items()},  # type: ignore[misc]
}
