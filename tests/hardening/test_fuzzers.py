"""The corpus of the fuzzers, replayed: what they start from has the right answer without Atheris too."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.__main__ import CORPUS, NAMES
from fuzz.readers import READERS


@pytest.mark.parametrize(
    ("name", "path"),
    [(name, path) for name in NAMES for path in sorted((CORPUS / name).iterdir())],
    ids=lambda value: value.name if isinstance(value, Path) else value,
)
def test_an_input_of_the_corpus_has_an_answer(name: str, path: Path) -> None:
    READERS[name](path.read_bytes())


def test_every_reader_has_a_corpus() -> None:
    assert set(NAMES) == set(READERS)
    assert set(NAMES) == {folder.name for folder in CORPUS.iterdir()}
