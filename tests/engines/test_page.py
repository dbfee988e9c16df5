"""The programs of docs/engines.md run, on a folder of files as the page names it."""

from __future__ import annotations

from pathlib import Path

import pytest

import baserate
from tests.docs.markdown import DOCS, Fence, fences
from tests.support.cohorts import stays

PROGRAMS = [block for block in fences(DOCS / "engines.md") if block.language == "python"]


# Workers of Dask, and what they warn of, are not ours.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda block: f"line {block.line}")
def test_a_program_runs(program: Fence, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stays").mkdir()
    patients = stays(2_000).with_columns(age=40 + stays(2_000)["stay"] % 40)
    for number, part in enumerate(patients.iter_slices(1_000)):
        part.write_parquet(tmp_path / "stays" / f"{number}.parquet")
    monkeypatch.chdir(tmp_path)
    exec(program.text, {"baserate": baserate})


def test_the_page_has_programs() -> None:
    assert PROGRAMS
