"""The commands of the documentation run, and print what stands below them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs import files
from tests.docs.markdown import PAGES, fences, name_of
from tests.support.command_line import run

# What makes an environment, or needs a cluster, is run where that is: make, .ci, tests/engines.
ELSEWHERE = ("make ", "python3 ", ".venv/bin/", "pip ", "uv ", "podman ", "rattler-build ", "spark-submit ")

# The cohort's models are miscalibrated on purpose, and what is fitted to few is warned of.
pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")


class Command(NamedTuple):
    """A command, its variables, and what the page shows of its output; or a program that writes a file."""

    arguments: list[str]
    variables: dict[str, str]
    shown: str
    program: str = ""


def commands(page: Path) -> Iterator[Command]:
    """Every ``baserate`` of a page, in order; output stands in a block of text right below."""
    blocks = fences(page)
    for block, after in zip_longest(blocks, blocks[1:]):
        if block.language != "console":
            continue
        lines = [one for one in block.text.replace("\\\n", " ").splitlines() if one and one[0] != "#"]
        end = block.line + block.text.count("\n") + 1
        shown = after.text if after and after.language == "text" and after.line - end <= 2 else ""
        for line in lines:
            if not line.startswith(ELSEWHERE):
                yield _command(line, shown if line is lines[-1] else "")


def _command(line: str, shown: str) -> Command:
    words = shlex.split(line, comments=True)
    if words[:2] == ["python", "-c"]:
        return Command([], {}, shown, words[2])
    place = words.index("baserate")
    return Command(words[place + 1 :], dict(word.split("=", 1) for word in words[:place]), shown)


WITH_COMMANDS = [page for page in PAGES if any(commands(page))]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    files.write(folder)
    return folder


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_commands_run_and_print_what_is_shown(
    page: Path, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in prepared.iterdir():
        os.link(file, tmp_path / file.name)
    monkeypatch.chdir(tmp_path)
    for command in commands(page):
        if command.program:
            assert_writes_what_is_read(command.program, tmp_path)
            continue
        printed = run(*command.arguments, env=command.variables).stdout
        assert_shown(command.shown, printed)


def assert_writes_what_is_read(program: str, folder: Path) -> None:
    """A program of a page writes a file; the commands below it read the same one here."""
    made = folder / "made"
    made.mkdir(exist_ok=True)
    before = set(made.iterdir())
    subprocess.run([sys.executable, "-c", program], cwd=made, check=True)
    (written,) = set(made.iterdir()) - before
    assert written.read_bytes() == (folder / written.name).read_bytes()


def assert_shown(shown: str, printed: str) -> None:
    """Each line that is shown is printed, in this order; "..." stands for lines that are left out."""
    rest = iter(printed.splitlines())
    for line in shown.splitlines():
        if line.strip() != "...":
            assert line.rstrip() in (one.rstrip() for one in rest), line


def test_output_that_is_not_printed_is_noticed() -> None:
    assert_shown("a\n...\nc\n", "a\nb\nc\n")
    with pytest.raises(AssertionError):
        assert_shown("c\na\n", "a\nb\nc\n")


def test_a_command_over_several_lines_with_a_variable_is_read_whole() -> None:
    found = _command("SIZE=1 baserate check 'a b.csv'  # what it holds", "")
    assert (found.arguments, found.variables) == (["check", "a b.csv"], {"SIZE": "1"})


def test_commands_stand_in_blocks_that_are_run() -> None:
    for page in PAGES:
        for block in fences(page):
            if block.language != "console":
                stray = re.search(
                    r"^\$? ?baserate (evaluate|watch|move|reduce|report) .*--", block.text, re.M
                )
                assert stray is None, f"{page.name}:{block.line}"
