"""``baserate evaluate``: what it prints, where, and with which exit status."""

from __future__ import annotations

import csv
import io
import json
import os
import pickle
import re
import select
import stat
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest
from click.testing import CliRunner
from rich.cells import cell_len

import baserate
from baserate.cli import main
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.report.blocks import printable_lines
from baserate.results.result import result_schema
from tests.support.cohorts import table
from tests.support.command_line import (
    COMMAND,
    ESCAPE,
    PLAIN,
    as_json,
    csv_rows,
    in_own_process,
    instead,
    interrupt,
    on_terminal,
    run,
    start,
    timeless,
)

HOSTILE = (
    "<script>alert(1)</script>",
    "[bold]b[/bold]",
    "[/]",
    "{{7*7}}",
    ":smile:",
    "\U0001f600",
    "\u202ertl\u202c",
    'q"uo,te',
    "x" * 300,
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    table().write_csv(folder / "cohort.csv")
    table().write_parquet(folder / "cohort.parquet")
    return folder


@pytest.fixture(scope="module")
def cohort(home: Path) -> str:
    return str(home / "cohort.csv")


# The forms of the contract.


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (("--prevalence", "0.01:0.10"), {"prevalence": (0.01, 0.10)}),
        (("--prevalence", "1%..10%"), {"prevalence": (0.01, 0.10)}),
        (("--prevalence", "5%"), {"prevalence": 0.05}),
        ((), {}),
        (("--cost", "1:50..1:5"), {"cost": ("1:50", "1:5")}),
        (("--cost", "0.03"), {"cost": 0.03}),
        (("--by", "unit"), {"by": "unit"}),
        (("--by", "unit", "--reference", "mixed"), {"by": "unit", "reference": "mixed"}),
        (("--cluster", "patient"), {"cluster": "patient"}),
        (("--weight", "w"), {"weight": "w"}),
        (("--outcome", "status", "--positive", "EXPIRED"), {"outcome": "status", "positive": "EXPIRED"}),
        (("--score", "g=gaps", "--missing", "drop"), {"missing": "drop", "more": {"g": "gaps"}}),
        (("--score", "new=network"), {"more": {"new": "network"}}),
        (("--source-prevalence", "0.1"), {"source_prevalence": 0.1}),
        (("--source-prevalence", "severity=10%"), {"source_prevalence": {"severity": "10%"}}),
        (("--level", "0.9"), {"level": 0.9}),
        (("--seed", "7"), {"seed": 7}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_json_is_what_python_gives_for_the_same_question(
    cohort: str, written: tuple[str, ...], meant: dict[str, Any]
) -> None:
    asked: dict[str, Any] = {"outcome": "died", "cost": "1:30", **meant}
    scores = {"severity": "severity", **asked.pop("more", {})}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are part of the result
        ev = baserate.evaluate(cohort, scores=scores, **asked)
    found = as_json(cohort, *instead(PLAIN, *written))
    assert timeless(found) == timeless(json.loads(json.dumps(ev.to_dict())))


@pytest.mark.parametrize("name", ["cohort.csv", "cohort.parquet"])
def test_standard_input_is_the_file(home: Path, name: str) -> None:
    path = home / name
    assert timeless(as_json("-", *PLAIN, stdin=path.read_bytes())) == timeless(as_json(str(path), *PLAIN))


def test_standard_input_of_a_real_process_gives_json_alone(home: Path) -> None:
    done = in_own_process("evaluate", "-", *PLAIN, "--json", stdin=(home / "cohort.parquet").read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    content = json.loads(done.stdout)
    assert content["provenance"]["source"]["name"] == "standard input"
    assert content["data"]["rows"] == 800


def test_warnings_are_in_the_result_and_not_printed_beside_it(cohort: str) -> None:
    arguments = (cohort, "--outcome", "died", "--score", "network", "--cost", "1:30")
    content = as_json(*arguments)
    assert any("mean score" in text for text in content["warnings"])
    shown = run("evaluate", *arguments)
    assert shown.stderr == ""
    assert "Warning: network: the mean score" in shown.stdout


def test_the_ratio_is_said_in_words_in_every_output(cohort: str) -> None:
    words = "one missed case = 30 unnecessary treatments"
    told = "missing one case is as bad as 30 unnecessary treatments"
    assert told in " ".join(run("evaluate", cohort, *PLAIN).stdout.split())
    assert words in as_json(cohort, *PLAIN)["deployment"]["cost"]["text"]
    reverse = run("evaluate", cohort, *PLAIN, "--cost", "30:1").stdout
    assert "one unnecessary treatment is as bad as 30 missed cases" in " ".join(reverse.split())


def test_what_was_asked_can_be_asked_again_from_the_record(cohort: str) -> None:
    content = as_json(cohort, *PLAIN, "--prevalence", "1%..10%", "--by", "unit", "--seed", "3")
    record = content["provenance"]
    again = baserate.Prevalence.of(record["parameters"]["prevalence"])
    assert again == baserate.Prevalence.of((0.01, 0.10))
    assert baserate.Cost.of(record["parameters"]["cost"]) == baserate.Cost.of("1:30")


def test_the_same_command_twice_gives_the_same_json(cohort: str) -> None:
    arguments = (cohort, *PLAIN, "--prevalence", "1%..10%", "--by", "unit")
    assert timeless(as_json(*arguments)) == timeless(as_json(*arguments))


def test_plain_text_shows_the_numbers_of_the_json(cohort: str) -> None:
    arguments = (cohort, *PLAIN, "--prevalence", "1%..10%", "--score", "network")
    shown, content = run("evaluate", *arguments, "--full").stdout, as_json(*arguments)
    for model in ("severity", "network"):
        found = content["models"][model]["auc"]
        assert f"{found['value']:.3f} ({found['low']:.3f} to {found['high']:.3f})" in shown
        worth = content["models"][model]["net_benefit"]
        assert f"{1000 * worth['value']:.1f} ({1000 * worth['low']:.1f} to" in shown
    assert content["verdict"]["text"].split(":")[0] in " ".join(shown.split())


# Wrong usage is 2.


@pytest.mark.parametrize(
    "wrong",
    [
        ("--prevalence", "0.1:0.01"),
        ("--prevalence", "10"),
        ("--prevalence", "0"),
        ("--prevalence", ""),
        ("--prevalence", "1%...10%"),
        ("--prevalence", "1%..5%..10%"),
        ("--prevalence", "nan"),
        ("--cost", "30"),
        ("--cost", "0"),
        ("--cost", "1:0"),
        ("--cost", "1:30:5"),
        ("--cost", "1:5..1:50"),
        ("--cost", "cheap"),
        ("--level", "95"),
        ("--level", "0"),
        ("--level", "nan"),
        ("--level", "much"),
        ("--seed", "x"),
        ("--seed", "-1"),
        ("--missing", "guess"),
        ("--score", "severity"),
        ("--score", "treat all=network"),
        ("--source-prevalence", "10"),
        ("--source-prevalence", "other=0.1"),
        ("--source-prevalence", "1%..10%"),
        ("--source-prevalence", "0.1", "--source-prevalence", "0.2"),
        ("--source-prevalence", "severity=0.1", "--source-prevalence", "severity=0.2"),
        ("--reference", "mixed"),
        ("--by", "unit", "--reference", "nobody"),
        ("--unheard-of",),
        ("another.csv",),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_2(cohort: str, wrong: tuple[str, ...]) -> None:
    run("evaluate", cohort, *PLAIN, *wrong, status=2)


@pytest.mark.parametrize("without", ["--outcome", "--score", "--cost"])
def test_a_missing_option_is_named(cohort: str, without: str) -> None:
    place = PLAIN.index(without)
    rest = PLAIN[:place] + PLAIN[place + 2 :]
    assert f"{without} is missing" in run("evaluate", cohort, *rest, status=2).stderr


def test_a_missing_file_argument_is_wrong_usage() -> None:
    assert "FILE" in run("evaluate", *PLAIN, status=2).stderr


def test_two_forms_at_once_are_refused(cohort: str) -> None:
    run("evaluate", cohort, *PLAIN, "--json", "--csv", status=2)


def test_settings_are_checked_before_the_data_are_read() -> None:
    assert "prevalence" in run("evaluate", "no.csv", *PLAIN, "--prevalence", "10", status=2).stderr


# Data that cannot be used are 3.


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--outcome", "dead"), "no column 'dead'"),
        (("--score", "sverity"), "the nearest: 'severity'"),
        (("--by", "nope"), "no column 'nope'"),
        (("--cluster", "nope"), "no column 'nope'"),
        (("--weight", "unit"), "must be numbers"),
        (("--outcome", "status"), "--positive"),
        (("--outcome", "patient"), "An outcome has two values"),
        (("--outcome", "status", "--positive", "DEAD"), "'ALIVE', 'EXPIRED'"),
        (("--score", "gaps"), "--missing drop"),
        (("--score", "patient"), "'patient'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_data_that_cannot_be_used_end_with_3(cohort: str, options: tuple[str, ...], said: str) -> None:
    assert said in run("evaluate", cohort, *instead(PLAIN, *options), status=3).stderr


@pytest.mark.parametrize(("option", "column"), [("--by", "severity"), ("--weight", "died")])
def test_one_column_in_two_roles_that_exclude_each_other_is_refused_by_name(
    cohort: str, option: str, column: str
) -> None:
    assert f"'{column}'" in run("evaluate", cohort, *PLAIN, option, column, status=2).stderr


def test_groups_by_outcome_are_reported_as_not_estimable(cohort: str) -> None:
    groups = as_json(cohort, *PLAIN, "--by", "died")["groups"]
    assert [(group["name"], group["estimable"]) for group in groups] == [("0", False), ("1", False)]


def test_clusters_of_equal_scores_change_no_value(cohort: str) -> None:
    """All 800 scores differ, so that every cluster is one patient."""
    alone, clustered = as_json(cohort, *PLAIN), as_json(cohort, *PLAIN, "--cluster", "severity")
    for measure in ("net_benefit", "auc", "brier"):
        found, right = (one["models"]["severity"][measure] for one in (clustered, alone))
        assert found["value"] == pytest.approx(right["value"], rel=1e-12)


BAD_FILES: dict[str, tuple[bytes | None, str]] = {
    "missing.csv": (None, "missing.csv"),
    "empty.csv": (b"", "empty.csv is empty"),
    "header.csv": (b"died,severity\n", "header.csv has column names but no rows"),
    "ragged.csv": (b"died,severity\n0,0.1\n1,0.2,0.3\n", "ragged.csv has 3 fields"),
    "model.pkl": (pickle.dumps({"died": [0, 1]}), "model.pkl is a pickle"),
    "disguised.csv": (pickle.dumps({"died": [0, 1]}), "disguised.csv is a pickle"),
    "cut.parquet": (b"PAR1\x00\x00", "cut.parquet is Parquet that was cut off"),
    "one_class.csv": (b"died,severity\n0,0.1\n0,0.2\n0,0.3\n", "'died'"),
    "percent.csv": (b"died,severity\n0,10\n1,70\n0,20\n1,90\n", "'severity'"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_cannot_be_used_is_named_and_ends_with_3(tmp_path: Path, name: str) -> None:
    content, words = BAD_FILES[name]
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert words in run("evaluate", str(tmp_path / name), *PLAIN, status=3).stderr


def test_a_folder_in_place_of_a_file_ends_with_3(tmp_path: Path) -> None:
    assert "is a folder" in run("evaluate", str(tmp_path), *PLAIN, status=3).stderr


@pytest.mark.parametrize("content", [b"", b"died\n0\n", b"\x80\x04."])
def test_bad_standard_input_is_called_that(content: bytes) -> None:
    assert "standard input" in run("evaluate", "-", *PLAIN, status=3, stdin=content).stderr


def test_a_closed_standard_input_is_an_error_not_a_traceback() -> None:
    done = subprocess.run(
        ["bash", "-c", '"$@" <&-', "bash", *COMMAND, "evaluate", "-", *PLAIN],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only there may file names be any bytes")
def test_a_file_name_that_is_not_utf8_can_be_read(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/M\xfcnchen.csv"
    Path(os.fsdecode(name)).write_bytes(table().write_csv().encode())
    assert as_json(os.fsdecode(name), *PLAIN)["data"]["rows"] == 800


def test_a_model_name_that_is_not_text_is_refused_not_a_traceback(cohort: str) -> None:
    columns = ("--outcome", "died", "--score", "\udcff=severity", "--cost", "1:30")
    assert "not valid UTF-8" in run("evaluate", cohort, *columns, status=2).stderr


# --out.


def test_out_is_the_json_and_says_so_beside_any_form(cohort: str, tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    done = run("evaluate", cohort, *PLAIN, "--json", "--out", str(out))
    assert out.read_text(encoding="utf-8") == done.stdout
    run("evaluate", cohort, *PLAIN, "--csv", "--out", str(out))
    assert timeless(json.loads(out.read_text(encoding="utf-8"))) == timeless(json.loads(done.stdout))
    assert [path.name for path in tmp_path.iterdir()] == ["result.json"]


@pytest.mark.parametrize(
    "out", ["no/such/result.json", ".", "", "cohort.csv/result.json", "a" * 251 + ".json"]
)
def test_an_out_that_cannot_be_written_is_an_error_before_any_work(
    home: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    monkeypatch.chdir(home)
    said = run("evaluate", "no-such-data.csv", *PLAIN, "--out", out, status=3).stderr
    assert "no-such-data" not in said


def test_an_out_may_have_the_longest_name_that_a_file_can_have(cohort: str, tmp_path: Path) -> None:
    out = tmp_path / ("a" * 250 + ".json")
    run("evaluate", cohort, *PLAIN, "--out", str(out))
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_an_out_in_a_folder_without_permission_is_an_error_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.access

    def access(path: Any, mode: int, **more: Any) -> bool:
        return not (mode & os.W_OK and Path(path) == tmp_path) and real(path, mode, **more)

    monkeypatch.setattr(os, "access", access)  # the tests may run as somebody who may write everywhere
    said = run("evaluate", "no-such-data.csv", *PLAIN, "--out", str(tmp_path / "x.json"), status=3).stderr
    assert "permission" in said


def test_a_failed_write_leaves_the_old_file_whole(
    cohort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "result.json"
    out.write_text("old", encoding="utf-8")

    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    result = CliRunner().invoke(main, ["evaluate", cohort, *PLAIN, "--out", str(out)])
    assert out.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["result.json"]
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == 3
    assert "No space left" in result.stderr


def test_data_that_fail_leave_the_old_file_whole(cohort: str, tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    out.write_text("old", encoding="utf-8")
    run("evaluate", cohort, *PLAIN, "--score", "gaps", "--out", str(out), status=3)
    assert out.read_text(encoding="utf-8") == "old"


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(
    cohort: str, tmp_path: Path
) -> None:
    new, old = tmp_path / "new.json", tmp_path / "old.json"
    old.touch()
    old.chmod(0o600)
    before = os.umask(0o027)
    try:
        for path in (new, old):
            run("evaluate", cohort, *PLAIN, "--out", str(path))
    finally:
        os.umask(before)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


def test_out_through_a_link_writes_what_it_points_to(cohort: str, tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    run("evaluate", cohort, *PLAIN, "--out", str(link))
    assert link.is_symlink()
    assert json.loads(target.read_text(encoding="utf-8"))["schema_version"]


def test_out_never_replaces_what_is_not_a_file(cohort: str, tmp_path: Path) -> None:
    # A pipe stands in for a device: as root, --out /dev/null must not turn /dev/null into a file.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        said = run("evaluate", cohort, *PLAIN, "--out", str(pipe), status=3).stderr
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert "not a plain file" in said


def test_out_never_replaces_the_data(tmp_path: Path) -> None:
    data = tmp_path / "cohort.csv"
    table().write_csv(data)
    before = data.read_bytes()
    said = run("evaluate", str(data), *PLAIN, "--out", str(data), status=3).stderr
    assert data.read_bytes() == before
    assert "holds the data" in said


# Pipes and Ctrl-C.


def test_a_reader_that_stops_early_is_no_failure(cohort: str, tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    process = start("evaluate", cohort, *PLAIN, "--json", "--out", str(out), stdin=subprocess.DEVNULL)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    errors = process.stderr.read()
    process.stderr.close()
    assert errors == b""
    # 1 would say that a requirement is not met.
    assert process.wait(60) != 1
    assert json.loads(out.read_text(encoding="utf-8"))["schema_version"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_a_full_disk_is_an_error_not_an_unmet_requirement(cohort: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "evaluate", cohort, *PLAIN],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert b"Traceback" not in done.stderr
    assert done.returncode not in (0, 1)


@pytest.mark.parametrize("command", ["evaluate", "check"])
def test_ctrl_c_while_standard_input_goes_on_ends_with_130(tmp_path: Path, command: str) -> None:
    out = tmp_path / "result.json"
    written = ("--out", str(out)) if command == "evaluate" else ()
    options = PLAIN if command == "evaluate" else PLAIN[:4]
    process = start(command, "-", *options, *written, stdin=subprocess.PIPE)
    assert process.stdin is not None
    text = table().write_csv().encode()
    # More than a pipe holds: once it is written, the command is reading.
    for _ in range(6):
        process.stdin.write(text)
    process.stdin.flush()
    status, shown, errors = interrupt(process)
    assert status == 130
    assert shown == b""
    assert b"Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_during_the_work_ends_with_130_and_no_file(tmp_path: Path) -> None:
    groups = pl.concat([table()] * 12).with_columns((pl.int_range(pl.len()) % 180).alias("g"))
    process = start(
        "evaluate",
        "-",
        *PLAIN,
        "--by",
        "g",
        "--prevalence",
        "1%..10%",
        "--out",
        str(tmp_path / "x.json"),
        stdin=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(groups.write_csv().encode())
    process.stdin.close()
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], 1.0)
    assert not ready, "it is done already: give it more work"
    status, shown, errors = interrupt(process)
    assert status == 130
    assert shown == b""
    assert b"Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


# CSV.


def test_csv_has_the_numbers_of_the_frame(cohort: str) -> None:
    done = run("evaluate", cohort, *PLAIN, "--by", "unit", "--csv")
    assert done.stderr == ""
    rows = csv_rows(done.stdout)
    content = as_json(cohort, *PLAIN, "--by", "unit")
    keys = ("group", "model", "reference", "measure")
    assert len({tuple(row[key] for key in keys) for row in rows}) == len(rows)
    found = {(row["group"], row["model"], row["measure"]): row for row in rows}
    auc = found["", "severity", "auc"]
    for part in ("value", "standard_error", "low", "high"):
        assert float(auc[part]) == content["models"]["severity"]["auc"][part]
    estimable = [group for group in content["groups"] if group["estimable"]]
    assert [group["name"] for group in estimable] == ["mixed"]
    for group in estimable:
        assert float(found[group["name"], "severity", "brier"]["value"]) == pytest.approx(
            group["models"]["severity"]["brier"]["value"], rel=1e-15
        )


def with_groups(folder: Path, names: tuple[str, ...]) -> str:
    """A file whose column g holds these groups, each with events."""
    frame = table().sort("died", descending=True)
    frame = frame.with_columns(pl.Series("g", [names[i % len(names)] for i in range(len(frame))]))
    path = folder / "groups.parquet"
    frame.write_parquet(path)
    return str(path)


@pytest.mark.parametrize(
    "model",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\n=1",
        "\u200b=1",
        "\uff1d1",
        "\ufeff\uff0b1",
        "\xa0-1",
        "\u22121",
    ],
)
def test_csv_is_harmless_to_a_spreadsheet(tmp_path: Path, model: str) -> None:
    path = with_groups(tmp_path, (model, "other"))
    result = CliRunner().invoke(main, ["evaluate", path, *PLAIN, "--by", "g", "--csv"])
    assert result.exit_code == 0
    text = result.stdout_bytes.decode()
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    number = r"-?\d+(\.\d+)?([eE][-+]?\d+)?"
    numbers = re.compile(rf"{number}( \({number} to {number}\))?")
    visible = {cell: re.sub(r"^[\s\u200b\ufeff]+", "", cell)[:1] for cell in cells}
    risky = [
        cell
        for cell in cells
        if visible[cell] in set("=+-@\uff1d\uff0b\u2212") and not numbers.fullmatch(cell)
    ]
    assert risky == []
    assert any(cell == f"'{printable_lines(model)}" for cell in cells)


def test_a_number_below_zero_has_no_apostrophe_in_csv(tmp_path: Path) -> None:
    """The text column has what text, tables and frames have."""
    path = with_groups(tmp_path, ("-1", "other"))
    rows = csv_rows(run("evaluate", path, *PLAIN, "--by", "g", "--csv").stdout)
    below = [row["text"] for row in rows if row["value"].startswith("-")]
    assert any(re.fullmatch(r"-\d+\.\d+ \(.* to .*\)", text) for text in below)
    assert not any(row["text"].startswith("'") for row in rows)
    assert "'-1" in {row["group"] for row in rows}


def test_a_model_that_begins_with_an_equals_sign_is_harmless_too(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    table().rename({"severity": "-sev"}).write_csv(path)
    done = run("evaluate", str(path), "--outcome", "died", "--score", "-sev", "--cost", "1:30", "--csv")
    assert {row["model"] for row in csv_rows(done.stdout)} == {"'-sev", *DEFAULT_STRATEGIES, ""}


def test_names_survive_a_reader_of_csv(tmp_path: Path) -> None:
    names = ('with, comma and "quotes"', "two\nlines", "\x1b[31mred\x1b[0m", "red")
    path = with_groups(tmp_path, names)
    done = run("evaluate", path, *PLAIN, "--score", 'm,"x=network', "--by", "g", "--csv")
    rows = csv_rows(done.stdout)
    written = ('with, comma and "quotes"', "two\nlines", r"\x1b[31mred\x1b[0m", "red")
    assert {row["group"] for row in rows} == {"", *written}
    assert {row["model"] for row in rows} == {"severity", 'm,"x', *DEFAULT_STRATEGIES, ""}


# Names from outside, terminals and colours.


def test_hostile_names_are_shown_as_text_in_a_pipe(tmp_path: Path) -> None:
    path = with_groups(tmp_path, HOSTILE)
    shown = run("evaluate", path, *PLAIN, "--by", "g", "--full").stdout
    for name in HOSTILE:
        # Signs that reorder what follows are written out, so that a name cannot disturb the table.
        assert name.replace("\u202e", r"\u202e").replace("\u202c", r"\u202c") in shown
    assert ESCAPE not in shown


def test_a_name_of_two_lines_takes_one_line_of_a_plain_table(tmp_path: Path) -> None:
    path = with_groups(tmp_path, ("a\nseverity wins", "b"))
    lines = run("evaluate", path, *PLAIN, "--by", "g", "--full").stdout.splitlines()
    assert not [line for line in lines if re.match(r"severity wins\s+\d", line)]


def test_hostile_names_are_shown_as_text_on_a_terminal(tmp_path: Path) -> None:
    path = with_groups(tmp_path, HOSTILE[:6])
    status, shown = on_terminal("evaluate", path, *PLAIN, "--by", "g", "--full", COLUMNS="200")
    assert status == 0
    squeezed = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    for name in ("<script>", "[bold]", "[/]", "{{7*7}}", ":smile:", "\U0001f600"):
        assert name in squeezed
    assert ESCAPE in shown  # it has a colour for warnings or a bold verdict


def test_long_and_hostile_names_fit_a_narrow_terminal(tmp_path: Path) -> None:
    path = with_groups(tmp_path, ("x" * 300, "[/]", "\u202ertl"))
    status, shown = on_terminal("evaluate", path, *PLAIN, "--by", "g", "--full", COLUMNS="40")
    assert status == 0
    widest = max(cell_len(line) for line in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines())
    assert widest <= 40


def test_a_name_cannot_command_the_terminal(tmp_path: Path) -> None:
    path = with_groups(tmp_path, ("\x1b[5;35mblink", "\x1b]0;title\x07", "b"))
    status, shown = on_terminal("evaluate", path, *PLAIN, "--by", "g", "--full", COLUMNS="200")
    assert status == 0
    assert "\x1b[5;35m" not in shown
    assert "\x1b]0;" not in shown


def test_a_message_cannot_command_the_terminal(cohort: str) -> None:
    done = run("evaluate", cohort, "--outcome", "\x1b[5;35mdied", *PLAIN[2:], status=3, color=True)
    assert "\x1b[5" not in done.stderr


def test_a_pipe_gets_no_escape_codes(cohort: str) -> None:
    done = in_own_process("evaluate", cohort, *PLAIN, "--full")
    assert done.returncode == 0
    assert ESCAPE.encode() not in done.stdout + done.stderr


def test_no_color_means_no_colour_on_a_terminal(cohort: str) -> None:
    arguments = ("evaluate", cohort, "--outcome", "died", "--score", "network", "--cost", "1:30", "--full")
    colour = re.compile(r"\x1b\[[0-9;]*3[0-7]m")
    assert not colour.search(on_terminal(*arguments, NO_COLOR="1")[1])


def test_json_on_a_terminal_is_json(cohort: str) -> None:
    status, shown = on_terminal("evaluate", cohort, *PLAIN, "--json", COLUMNS="40")
    assert status == 0
    jsonschema.validate(json.loads(shown), result_schema())


def test_errors_go_to_standard_error_alone(cohort: str) -> None:
    failed = run("evaluate", cohort, *PLAIN, "--by", "nope", "--json", status=3)
    assert failed.stdout == ""
    assert failed.stderr.startswith("Error: ")


def test_an_output_without_unicode_is_no_traceback(cohort: str) -> None:
    arguments = ("--outcome", "died", "--score", "\U0001f600=severity", "--cost", "1:30")
    done = in_own_process("evaluate", cohort, *arguments, PYTHONIOENCODING="cp1252")
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0


def test_a_warning_about_few_events_says_of_whom(tmp_path: Path) -> None:
    frame = table().with_columns(
        pl.when(pl.int_range(pl.len()) < 100).then(pl.lit("few")).otherwise(pl.lit("many")).alias("g")
    )
    path = tmp_path / "c.parquet"
    frame.write_parquet(path)
    content = as_json(str(path), *PLAIN, "--by", "g")
    assert [text for text in content["warnings"] if text.startswith("only ")] == []
