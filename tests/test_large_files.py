"""A file too large for memory is never read into it, and gives the numbers that it gives in memory."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import baserate
from baserate.cli import main
from baserate.errors import BaserateError, FileError
from baserate.evaluation.evaluation import Evaluation
from baserate.patients import files
from baserate.patients.patients import PatientBins, PatientRows
from tests.support.cohorts import score_patients

N = 2000
ASKED: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:9"}


def patients() -> pl.DataFrame:
    rng = np.random.default_rng(3)
    died = rng.random(N) < 0.3
    score = score_patients(rng, died, 2.0, intercept=-1.5)
    ward = np.array(["00123", "123", "NA", 'the "old" ward'])[np.arange(N) % 4]
    return pl.DataFrame({"died": died.astype(int), "new": score, "ward": ward, "w": 0.5 + rng.random(N)})


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is larger than next to nothing is large."""
    monkeypatch.setenv("BASERATE_MOST_ROWS", "100")
    monkeypatch.setenv("BASERATE_MOST_TEXT", "1000")


def run(path: Path, **more: Any) -> Evaluation:
    return baserate.evaluate(path, "died", ["new"], by="ward", weight="w", **ASKED, **more)


def both(path: Path, monkeypatch: pytest.MonkeyPatch, **more: Any) -> tuple[Evaluation, Evaluation]:
    """In memory; and with so small a memory that nothing may be read into it."""
    memory = run(path, **more)
    monkeypatch.setenv("BASERATE_MOST_ROWS", "100")
    monkeypatch.setenv("BASERATE_MOST_TEXT", "1000")
    monkeypatch.setattr(files, "read_table", None)
    return memory, run(path, **more)


def check_same(memory: Evaluation, large: Evaluation) -> None:
    assert isinstance(memory.patients, PatientRows)
    assert isinstance(large.patients, PatientBins)
    assert large.groups.keys() == memory.groups.keys()
    for group in (None, *memory.groups):
        found, right = large.score("new", group), memory.score("new", group)
        assert found.value == pytest.approx(right.value, abs=1e-5)
        assert found.standard_error == pytest.approx(right.standard_error, rel=0.01)
    assert large.patients.rows == memory.patients.rows
    assert dict(large.patients.missing) == dict(memory.patients.missing)
    assert large.everyone.patients == memory.everyone.patients


def test_a_large_parquet_file_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "patients[1].parquet"
    patients().rename({"new": " new "}).write_parquet(path)
    memory, large = both(path, monkeypatch)
    check_same(memory, large)
    assert large.patients.origin == {
        "kind": "file",
        "name": str(path),
        "bytes": path.stat().st_size,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "sha256_of": "contents",
        "reduced_by": "polars",
    }
    assert "large" in large.patients.notes[0]
    told = large.to_dict()
    assert told["provenance"]["notes"] == list(large.patients.notes)
    assert told["data"]["binning"]["net_benefit_error_at_most"]["new"] < 1e-3


def written(separator: str, end: str, start: str = "", blank: str = "") -> str:
    """Quoted names, gaps in several spellings, spaces around numbers, a column without a name."""
    frame = patients()
    gaps = ["", "NA", " n/a", "."]
    lines = [separator.join(("died", ' "new" '.strip(), "ward", "w", "")) + end]
    for row, (died, new, ward, w) in enumerate(frame.iter_rows()):
        score = gaps[row % 4] if row % 100 < 4 else f" {new!r}"
        name = '"' + ward.replace('"', '""') + '"'
        lines.append(separator.join((str(died), score, name, f'"{w!r}"', "x")) + end)
    return start + "".join(lines) + blank


@pytest.mark.parametrize(
    "text",
    [
        written(",", "\n"),
        written(";", "\r\n"),
        written("\t", "\n", start="\ufeff"),
        written("|", "\n", blank="\n\n\r\n"),
        written(",", "\r"),
    ],
    ids=["commas", "semicolons, CRLF", "tabs, BOM", "bars, blank lines", "carriage returns"],
)
def test_a_large_text_stays_where_it_is(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "patients.csv"
    path.write_bytes(text.encode())
    memory, large = both(path, monkeypatch, missing="drop")
    check_same(memory, large)
    assert large.patients.missing == {"new": N // 100 * 4}


@pytest.mark.parametrize("number", ["0,3", "30%", "many"])
@pytest.mark.usefixtures("small")
def test_numbers_in_a_large_text_are_written_plainly(number: str, tmp_path: Path) -> None:
    path = tmp_path / "patients.csv"
    rows = "".join(f"{row % 2};{number};north;1\n" for row in range(N))
    path.write_text("died;new;ward;w\n" + rows)
    with pytest.raises(FileError, match=r"0\.3, not 0,3 or 30%"):
        run(path)


@pytest.mark.usefixtures("small")
def test_a_row_that_does_not_fit_is_named_as_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "patients.csv"
    path.write_text(written(",", "\n") + "1,0.5\n")
    with pytest.raises(FileError, match="line 2,002"):
        run(path)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("wrong", ["pickle", "cut off", "two names"])
def test_what_cannot_be_read_gets_the_error_that_it_gets_in_memory(wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "patients"
    if wrong == "two names":
        path.write_text("died,new,new,ward,w\n" + "1,0.5,0.5,north,1\n" * 200)
    elif wrong == "pickle":
        path.write_bytes(b"\x80\x04" + bytes(2000))
    else:
        patients().write_parquet(path)
        path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(BaserateError, match={"two names": "'new'", "pickle": "pickle"}.get(wrong, "cut off")):
        run(path)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("how", ["gzip", "latin-1"])
def test_what_must_be_unpacked_or_decoded_is_read_into_memory(how: str, tmp_path: Path) -> None:
    path = tmp_path / "patients.csv"
    text = written(",", "\n")
    path.write_bytes(
        gzip.compress(text.encode()) if how == "gzip" else text.replace("old", "Süd").encode("latin-1")
    )
    assert isinstance(run(path, missing="drop").patients, PatientRows)


@pytest.mark.usefixtures("small")
def test_the_command_line_says_that_the_file_was_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "patients.csv"
    patients().write_csv(path)
    asked = ["--outcome", "died", "--score", "new", "--prevalence", "5%..30%", "--cost", "1:9"]
    done = CliRunner().invoke(main, ["evaluate", str(path), *asked, "--json"])
    assert done.exit_code == 0, done.output
    assert "not read into memory" in json.loads(done.stdout)["provenance"]["notes"][0]
    done = CliRunner().invoke(main, ["evaluate", str(path), *asked])
    assert "came in bins of log odds" in " ".join(done.output.split())
