"""The container file: what it starts from, what it takes along, and as whom it runs.

Its commands are run, outside a container, by .ci/release.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.containerfile import Instruction, instructions

import baserate

ROOT = Path(__file__).parents[2]
COPIED = {"pyproject.toml", "README.md", "LICENSE", "src"}


@pytest.fixture(scope="module")
def steps() -> list[Instruction]:
    return instructions(ROOT / "Containerfile")


def values(steps: list[Instruction], word: str) -> list[str]:
    return [step.value for step in steps if step.word == word]


def test_it_starts_from_a_small_official_python(steps: list[Instruction]) -> None:
    images = [value.split()[0] for value in values(steps, "FROM")]
    assert set(images) == {"python:3.13-slim"}


def test_it_takes_along_the_sources_of_the_wheel_and_nothing_else(steps: list[Instruction]) -> None:
    copied = [value.split()[:-1] for value in values(steps, "COPY") if not value.startswith("--from=build ")]
    assert {name for names in copied for name in names} == COPIED
    assert all((ROOT / name).exists() for name in COPIED)


def test_it_holds_no_secret_and_no_address(steps: list[Instruction]) -> None:
    text = "\n".join(f"{step.word} {step.value}" for step in steps)
    assert not re.search(
        r"password|passwd|token|secret|key|https?:|index-url|trusted-host", text, re.IGNORECASE
    )
    assert not values(steps, "ADD")
    assert not values(steps, "ENV")


def test_it_runs_as_nobody_in_particular(steps: list[Instruction]) -> None:
    words = [step.word for step in steps]
    assert values(steps, "USER") == ["1000"]
    assert "RUN" not in words[words.index("USER") :]


def test_what_follows_its_name_is_a_command_of_baserate(steps: list[Instruction]) -> None:
    assert json.loads(*values(steps, "ENTRYPOINT")) == ["baserate"]
    assert json.loads(*values(steps, "CMD")) == ["--help"]
    assert values(steps, "WORKDIR")[-1] == "/data"


def test_its_label_has_the_version(steps: list[Instruction]) -> None:
    (label,) = values(steps, "LABEL")
    assert f'org.opencontainers.image.version="{baserate.__version__}"' in label


def test_continued_lines_are_one_instruction_and_comments_none(tmp_path: Path) -> None:
    file = tmp_path / "Containerfile"
    file.write_text("# FROM nothing\nFROM python:3.13-slim \\\n  AS build\n\nRUN true\n", encoding="utf-8")
    assert instructions(file) == [
        Instruction("FROM", "python:3.13-slim AS build"),
        Instruction("RUN", "true"),
    ]
