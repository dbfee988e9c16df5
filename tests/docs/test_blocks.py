"""No block of code in the documentation goes without being run by a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.markdown import PAGES, fences, name_of

# Blocks of Python without a prompt are run as programs, each by the test named here.
PROGRAMS = {
    "README.md": "tests/test_docs.py",
    "docs/auc.md": "tests/test_auc_page.py",
    "docs/errata.md": "tests/test_errata.py",
    "docs/engines.md": "tests/engines/test_page.py",
    "docs/training.md": "tests/integrations/training/test_pages.py",
    "docs/reference/training.md": "tests/integrations/training/test_pages.py",
}
# Blocks with a prompt are doctests; of commands, tests/docs/test_commands.py; text is no code.
KNOWN = {"pycon", "python", "console", "text", "toml", "csv", "javascript"}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_is_and_is_run(page: Path) -> None:
    for block in fences(page):
        where = f"{name_of(page)}:{block.line}"
        assert block.language in KNOWN, where
        assert (block.language == "pycon") == (">>> " in block.text), where
        if block.language == "python":
            assert name_of(page) in PROGRAMS, where


@pytest.mark.parametrize("test", sorted(set(PROGRAMS.values())))
def test_what_runs_a_program_is_there_and_names_the_page(test: str) -> None:
    text = (Path(__file__).parents[2] / test).read_text()
    for page, by in PROGRAMS.items():
        assert by != test or page.removeprefix("docs/") in text
