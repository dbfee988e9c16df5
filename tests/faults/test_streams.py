"""Streams that are closed, full or gone, in processes of their own; and pipes in place of files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.cohorts import table
from tests.support.command_line import COMMAND, PLAIN, run

ASKED = ["evaluate", "cohort.csv", *PLAIN]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("streams")
    table().write_csv(folder / "cohort.csv")
    table().write_parquet(folder / "cohort.parquet")
    return folder


def shell(home: Path, line: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of bash in which "$@" is the command with its arguments."""
    return subprocess.run(
        ["bash", "-c", line, "bash", *COMMAND, *arguments],
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_closed_streams_are_no_failure_and_nothing_is_written_into_the_result(home: Path) -> None:
    done = shell(home, 'exec "$@" <&- >&- 2>&-', *ASKED, "--out", "result.json")
    assert done.returncode == 0
    assert json.loads((home / "result.json").read_bytes())["schema_version"]


@pytest.mark.parametrize(
    ("line", "arguments", "status"),
    [
        ('exec "$@" 2>&-', ["evaluate", "nowhere.csv", *PLAIN], 3),
        ('exec "$@" 2>&-', ["evaluate"], 2),
        ('exec "$@" 2>/dev/full', ["evaluate", "nowhere.csv", *PLAIN], 3),
        ('exec "$@" >&-', ["check", "cohort.csv"], 0),
        ('exec "$@" >/dev/full', ["check", "cohort.csv"], 3),
        ('"$@" | true; exit ${PIPESTATUS[0]}', ["check", "cohort.csv"], 0),
    ],
)
def test_the_status_is_right_whoever_listens(
    home: Path, line: str, arguments: list[str], status: int
) -> None:
    done = shell(home, line, *arguments)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.parametrize("file", ["cohort.csv", "cohort.parquet"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate", "PIPE", *PLAIN, "--cost", "1:9", "--json"],
        ["check", "PIPE", "--outcome", "died", "--score", "severity"],
        ["init", "PIPE", "--out", "study.toml", "--force"],
        ["reduce", "PIPE", *PLAIN[:4], "--out", "summary.parquet"],
    ],
)
def test_a_pipe_in_place_of_a_file_is_read_once_and_says_the_same(
    home: Path, file: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = " ".join(f"<(cat {file})" if word == "PIPE" else f"'{word}'" for word in arguments)
    done = shell(home, f'exec "$@" {words}')
    assert done.returncode == 0, done.stderr
    monkeypatch.chdir(home)
    named = run(*(file if word == "PIPE" else word for word in arguments)).stdout
    piped = done.stdout.decode()
    if "--json" not in arguments:
        assert piped.replace("/dev/fd/63", file) == named
        return
    pipe, direct = (json.loads(text)["evaluations"] for text in (piped, named))
    assert [one["models"] for one in pipe] == [one["models"] for one in direct]
    assert pipe[0]["provenance"]["source"]["sha256"] == direct[0]["provenance"]["source"]["sha256"]


def test_an_endless_pipe_is_given_up(home: Path) -> None:
    done = shell(home, 'BASERATE_MOST_HELD=20MB exec "$@" <(yes)', *ASKED[:1], *ASKED[2:])
    assert done.returncode == 3
    assert b"BASERATE_MOST_HELD" in done.stderr


@pytest.mark.parametrize("study", ["/dev/zero", "<(yes)"])
def test_an_endless_study_is_given_up(home: Path, study: str) -> None:
    done = shell(home, f'exec "$@" --study {study}', "evaluate", "cohort.csv")
    assert done.returncode == 3
    assert b"(bytes of a study file)" in done.stderr


def test_a_working_folder_that_is_gone(home: Path) -> None:
    for arguments in (["evaluate", "cohort.csv", *PLAIN], ["init"], ["demo"], ["check", "cohort.csv"]):
        done = shell(home, 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', *arguments)
        assert done.returncode == 3, done.stderr
        assert b"Traceback" not in done.stderr
