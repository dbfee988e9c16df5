"""``baserate report``: a stored result in every format says what the library says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import baserate
from baserate.report.exports import rendered
from baserate.report.stored_text import blocks
from tests.papers.studies import content_of
from tests.support.command_line import run


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("results")
    contents = {"groups": content_of("groups"), "hostile": content_of("hostile")}
    paths = {name: folder / f"{name}.json" for name in contents}
    for name, path in paths.items():
        path.write_text(json.dumps(contents[name]))
    return {name: str(path) for name, path in paths.items()}


FORMATS = ("text", "markdown", "latex", "html")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["groups", "hostile"])
def test_a_report_in_every_format_has_the_verdict_and_the_tables(
    files: dict[str, str], form: str, name: str
) -> None:
    shown = run("report", files[name], "--format", form).stdout
    assert "1.0" in shown or "0." in shown
    assert "treat none" in shown
    assert len(shown) > 3_000


def test_a_report_says_what_the_library_says(files: dict[str, str], tmp_path: Path) -> None:
    stored = baserate.read_result(files["groups"])
    asked = ("report", files["groups"])
    assert run(*asked).stdout == rendered(blocks(stored.result), "text")
    assert run(*asked, "--table", "models", "--format", "markdown").stdout == stored.to_markdown("models")
    assert run(*asked, "--table", "models", "--format", "latex").stdout == stored.to_latex("models")
    assert run(*asked, "--table", "groups", "--format", "html").stdout == stored.to_html_table("groups")
    assert run(*asked, "--methods").stdout == stored.methods()
    assert run(*asked, "--checklist", "stratos").stdout == f"{stored.checklist('stratos')}\n"
    assert (
        json.loads(run(*asked, "--checklist", "tripod+ai", "--format", "json").stdout)
        == stored.checklist().to_dict()
    )
    assert json.loads(run(*asked, "--model-card", "--format", "json").stdout) == stored.model_card().to_dict()
    assert run(*asked, "--model-card", "--model", "old").stdout == stored.model_card("old").to_markdown()
    out = tmp_path / "t.tex"
    assert run(*asked, "--table", "models", "--format", "latex", "--out", str(out)).stdout == ""
    assert out.read_text() == stored.to_latex("models")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--methods", "--table", "models"), "one of them"),
        (("--model", "new"), "--model-card"),
        (("--format", "xml"), "is for --model-card"),
        (("--checklist", "stratos", "--format", "xml"), "is for --model-card"),
        (("--model-card", "--format", "latex"), "not as latex"),
        (("--model-card", "--model", "x"), "no model 'x'"),
        (("--table", "nonsense"), "nonsense"),
        (("--deployment", "x"), "no deployment 'x'"),
    ],
)
def test_what_cannot_be_reported_is_refused(
    files: dict[str, str], options: tuple[str, ...], said: str
) -> None:
    assert said in run("report", files["groups"], *options, status=2).stderr


def test_a_report_does_not_write_over_its_result(files: dict[str, str]) -> None:
    before = Path(files["groups"]).read_text()
    run("report", files["groups"], "--out", files["groups"], status=3)
    assert Path(files["groups"]).read_text() == before
