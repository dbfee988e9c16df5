"""``baserate init``, ``check`` and ``threshold``, completion in a shell, and the help of every command."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import polars as pl
import pytest

from baserate.odds import adjust
from baserate.results.judged import cutoff
from tests.support.cohorts import table
from tests.support.command_line import ESCAPE, PLAIN, instead, on_terminal, run, start

COMMANDS = ("evaluate", "demo", "threshold", "check", "init")
AT = ("--prevalence", "5%", "--cost", "1:30", "--source-prevalence", "10%")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a cohort in it."""
    table().write_csv(tmp_path / "cohort.csv")
    table().write_parquet(tmp_path / "cohort.parquet")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plain(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


# init


def test_init_without_a_file_writes_a_study_to_fill_in(home: Path) -> None:
    shown = run("init").stdout
    assert "study.toml" in shown
    content = tomllib.loads((home / "study.toml").read_text(encoding="utf-8"))
    assert set(content) == {"data", "outcome", "scores", "missing", "level", "seed", "deployment"}
    assert content["deployment"] == {"prevalence": "?", "cost": "?"}


@pytest.mark.parametrize("name", ["cohort.csv", "cohort.parquet"])
def test_init_with_a_file_writes_a_study_that_runs_once_it_is_decided(home: Path, name: str) -> None:
    table().drop("gaps").write_csv(home / "cohort.csv")
    table().drop("gaps").write_parquet(home / "cohort.parquet")
    run("init", name)
    content = tomllib.loads((home / "study.toml").read_text(encoding="utf-8"))
    assert content["outcome"] == "died"
    assert content["scores"] == ["severity", "network"]
    decide(home / "study.toml")
    assert run("evaluate", "--study", "study.toml").stderr == ""


UNDECIDED = {
    "prevalence": "prevalence: how common is the outcome where the model will be used?",
    "cost": "cost: how many unnecessary treatments is one missed case worth?",
    "outcome": "outcome: which column holds the outcome?",
    "scores": "scores: which columns hold predicted probabilities?",
}


def decide(study: Path, **values: str) -> None:
    """Fill in a study file as a person would."""
    text = study.read_bytes().decode()
    for key, value in {"prevalence": "1%..10%", "cost": "1:30", **values}.items():
        text = text.replace(f'{key} = "?"', f'{key} = "{value}"')
    study.write_bytes(text.encode())


@pytest.mark.parametrize("command", [("evaluate", "--study"), ("check",)])
def test_a_study_that_is_not_decided_does_not_run_and_says_what_to_decide(
    home: Path, command: tuple[str, ...]
) -> None:
    table().drop("gaps").write_csv(home / "cohort.csv")
    run("init", "cohort.csv")
    said = run(*command, "study.toml", status=2).stderr
    assert UNDECIDED["prevalence"] in said
    assert UNDECIDED["cost"] in said
    assert UNDECIDED["outcome"] not in said
    decide(home / "study.toml", prevalence="?")
    said = run(*command, "study.toml", status=2).stderr
    assert UNDECIDED["prevalence"] in said
    assert UNDECIDED["cost"] not in said
    decide(home / "study.toml")
    assert run(*command, "study.toml").stderr == ""


def test_columns_that_cannot_be_guessed_are_asked_for(home: Path) -> None:
    (home / "text.csv").write_text("a,b\nx,u\ny,v\nz,w\n", encoding="utf-8")
    run("init", "text.csv")
    decide(home / "study.toml")
    said = run("evaluate", "--study", "study.toml", status=2).stderr
    assert UNDECIDED["outcome"] in said
    assert UNDECIDED["scores"] in said
    assert UNDECIDED["cost"] not in said


def test_the_command_line_can_decide(home: Path) -> None:
    table().drop("gaps").write_csv(home / "cohort.csv")
    run("init", "cohort.csv")
    given = ("--prevalence", "1%..10%", "--cost", "1:30")
    assert run("evaluate", "--study", "study.toml", *given).stderr == ""
    assert UNDECIDED["cost"] in run("evaluate", "--study", "study.toml", *given[:2], status=2).stderr


def test_check_of_a_study_checks_its_data(home: Path) -> None:
    table().write_csv(home / "cohort.csv")
    run("init", "cohort.csv")
    decide(home / "study.toml")
    shown = plain(run("check", "study.toml").stdout)
    assert "Deployments: deployment 1 (1 % to 10 %, 1:30)." in shown
    assert "It would use" in shown
    decide(home / "study.toml")
    text = (
        (home / "study.toml").read_text(encoding="utf-8").replace('outcome = "died"', 'outcome = "patient"')
    )
    (home / "study.toml").write_text(text, encoding="utf-8")
    assert "It would be refused" in run("check", "study.toml", status=3).stdout


def test_init_takes_a_0_or_1_column_for_the_outcome_and_not_for_a_score(home: Path) -> None:
    frame = table().select("died", "severity").with_columns((pl.col("died") * 0 + 1).alias("ones"))
    frame.select("ones", "died", "severity").write_csv(home / "c.csv")
    run("init", "c.csv")
    content = tomllib.loads((home / "study.toml").read_text(encoding="utf-8"))
    assert content["outcome"] == "died"
    assert content["scores"] == ["severity"]


def test_init_for_a_study_in_another_folder_names_the_data_from_there(home: Path) -> None:
    table().drop("gaps").write_csv(home / "cohort.csv")
    (home / "studies").mkdir()
    run("init", "cohort.csv", "--out", "studies/s.toml")
    decide(home / "studies" / "s.toml")
    run("evaluate", "--study", "studies/s.toml")


def test_init_refuses_a_file_that_exists_unless_forced(home: Path) -> None:
    (home / "study.toml").write_text("mine", encoding="utf-8")
    assert "--force" in run("init", status=3).stderr
    assert (home / "study.toml").read_text(encoding="utf-8") == "mine"
    run("init", "--force")
    assert tomllib.loads((home / "study.toml").read_text(encoding="utf-8"))["outcome"] == "died"


def test_init_writes_nothing_for_data_it_cannot_read(home: Path) -> None:
    run("init", "none.csv", status=3)
    assert not (home / "study.toml").exists()
    for out in ("no/such/study.toml", "."):
        run("init", "--out", out, status=3)


@pytest.mark.parametrize(
    "name",
    [
        'quo"te',
        "back\\slash",
        "two\nlines",
        "# hash",
        "{brace}",
        "\x7fdelete",
        "\U0001f600",
        "a\u2028b",
        "a\u0085b",
    ],
)
def test_init_quotes_any_column_name(home: Path, name: str) -> None:
    table().select("died", pl.col("severity").alias(name)).write_parquet(home / "odd.parquet")
    run("init", "odd.parquet")
    content = tomllib.loads((home / "study.toml").read_bytes().decode())
    assert content["scores"] == [name]
    decide(home / "study.toml")
    run("evaluate", "--study", "study.toml")


def test_init_with_an_odd_name_for_the_study_writes_toml(home: Path) -> None:
    run("init", "--out", "two\nlines.toml")
    tomllib.loads((home / "two\nlines.toml").read_text(encoding="utf-8"))


# check


@pytest.mark.usefixtures("home")
def test_check_says_what_each_column_holds_and_could_be() -> None:
    shown = run("check", "cohort.csv").stdout
    rows = {line.split()[0]: plain(line) for line in shown.splitlines() if line}
    assert "800 rows, 10 columns" in shown
    assert rows["died"].endswith("outcome, group")
    assert rows["severity"].endswith("score")
    assert "--positive" in rows["status"]
    assert rows["gaps"].startswith("gaps 0 to 1 792 8 ")
    assert "group" in rows["unit"]
    assert "--outcome and --score" in shown


@pytest.mark.usefixtures("home")
def test_check_says_what_would_be_used_dropped_and_warned_of() -> None:
    shown = plain(
        run("check", "cohort.csv", "--outcome", "died", "--score", "gaps", "--score", "n=network").stdout
    )
    kept = table().filter(pl.col("gaps").is_not_null())
    assert f"It would use 792 patients, {kept['died'].sum()} with the outcome." in shown
    assert "'gaps' is missing for 8" in shown
    assert "--missing drop" in shown
    assert "It would warn: n: the mean score" in shown


@pytest.mark.usefixtures("home")
def test_check_counts_the_patients_of_each_group() -> None:
    shown = plain(
        run("check", "cohort.csv", "--outcome", "died", "--score", "severity", "--by", "unit").stdout
    )
    for (unit,), rows in table().group_by("unit"):
        assert f"Group '{unit}': {len(rows)} patients, {rows['died'].sum()} events." in shown


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--outcome", "status", "--score", "severity"), "--positive"),
        (("--outcome", "died", "--score", "nope"), "no column 'nope'"),
        (("--outcome", "died", "--score", "patient"), "'patient'"),
        (("--outcome", "died", "--score", "severity", "--by", "nope"), "no column 'nope'"),
        (("--outcome", "died", "--score", "severity", "--weight", "unit"), "must be numbers"),
    ],
)
def test_check_says_why_it_would_be_refused_and_ends_with_3(
    home: Path, options: tuple[str, ...], said: str
) -> None:
    shown = plain(run("check", str(home / "cohort.csv"), *options, status=3).stdout)
    assert "It would be refused: " in shown
    assert said in shown


@pytest.mark.usefixtures("home")
def test_check_and_evaluate_agree_on_a_positive_value() -> None:
    options = ("--outcome", "status", "--positive", "EXPIRED", "--score", "severity")
    shown = plain(run("check", "cohort.csv", *options).stdout)
    found = json.loads(run("evaluate", "cohort.csv", *options, "--cost", "1:1", "--json").stdout)
    assert f"{found['data']['positives']} with the outcome" in shown


@pytest.mark.parametrize(
    ("option", "words"), [("--by", "Group '1': 67 patients, 67 events."), ("--cluster", "It would use 800")]
)
def test_check_of_one_column_in_two_roles_says_what_it_gives(home: Path, option: str, words: str) -> None:
    columns = ("--outcome", "died", "--score", "severity", option, "died")
    assert words in run("check", str(home / "cohort.csv"), *columns).stdout


@pytest.mark.parametrize("name", ["cohort.csv", "cohort.parquet"])
def test_check_reads_standard_input(home: Path, name: str) -> None:
    options = ("--outcome", "died", "--score", "severity")
    shown = run("check", "-", *options, stdin=(home / name).read_bytes()).stdout
    assert shown.startswith("standard input: 800 rows")
    assert "It would use 800 patients" in shown


def test_check_of_a_column_without_an_outcome_still_looks_for_it(home: Path) -> None:
    """A name that is not there is not passed over because another is missing."""
    assert "'nope'" in run("check", str(home / "cohort.csv"), "--score", "nope", status=3).stderr


@pytest.mark.parametrize("content", [None, b"", b"a,b\n1,2,3\n", b"\x80\x04."])
def test_check_of_a_file_that_cannot_be_read_ends_with_3(home: Path, content: bytes | None) -> None:
    if content is not None:
        (home / "bad.csv").write_bytes(content)
    assert "bad.csv" in run("check", "bad.csv", status=3).stderr


def test_a_column_without_a_name_is_no_trouble(home: Path) -> None:
    """The index that pandas writes into a CSV has an empty name."""
    text = table().drop("gaps").with_row_index("row").write_csv()
    (home / "pandas.csv").write_text(text.removeprefix("row"), encoding="utf-8")
    columns = ("--outcome", "died", "--score", "severity")
    run("evaluate", "pandas.csv", *columns, "--cost", "1:30")
    assert "It would use 800 patients" in run("check", "pandas.csv", *columns).stdout
    run("init", "pandas.csv")
    decide(home / "study.toml")
    run("evaluate", "--study", "study.toml")


def test_check_shows_hostile_names_as_text(home: Path) -> None:
    names = {"severity": "[bold]x[/bold]", "network": "<script>", "w": "a\nb", "unit": "\U0001f600"}
    table().rename(names).write_parquet(home / "odd.parquet")
    shown = run("check", "odd.parquet").stdout
    for name in ("[bold]x[/bold]", "<script>", "\U0001f600"):
        assert name in shown
    assert len([line for line in shown.splitlines() if line.startswith("b ")]) == 0
    status, on_screen = on_terminal("check", str(home / "odd.parquet"), COLUMNS="160")
    assert status == 0
    assert "[bold]x[/bold]" in on_screen
    status, _ = on_terminal("check", str(home / "odd.parquet"), COLUMNS="40")
    assert status == 0


def test_check_into_a_pipe_has_no_escape_codes(home: Path) -> None:
    done = run("check", str(home / "cohort.csv"), color=True)
    assert done.stderr == ""
    assert ESCAPE not in done.stdout


# threshold


def test_threshold_is_the_score_that_adjusts_to_the_cost() -> None:
    found = json.loads(run("threshold", *AT, "--score", "8%", "--json").stdout)
    value = found["threshold"]["value"]
    assert adjust(value, 0.10, 0.05) == pytest.approx(1 / 31, rel=1e-12)
    assert found["threshold"]["low"] == found["threshold"]["high"] == value
    assert found["adjusted_probability"] == pytest.approx(float(adjust(0.08, 0.10, 0.05)), rel=1e-12)
    # Odds by hand: the odds of 1:30, times the odds at 10 % over the odds at 5 %.
    odds = (1 / 30) * (0.10 / 0.90) / (0.05 / 0.95)
    assert value == pytest.approx(odds / (1 + odds), rel=1e-12)


def test_threshold_over_a_range_runs_from_common_to_rare() -> None:
    options = ("--prevalence", "1%..10%", "--cost", "1:50..1:5", "--source-prevalence", "0.1")
    found = json.loads(run("threshold", *options, "--json").stdout)["threshold"]
    assert found["low"] == pytest.approx(float(adjust(1 / 51, 0.10, 0.10)), rel=1e-9)
    assert found["high"] == pytest.approx(float(adjust(1 / 6, 0.01, 0.10)), rel=1e-9)
    assert found["low"] < found["value"] < found["high"]
    expected = cutoff((0.01, 0.10), ("1:50", "1:5"), 0.1)
    assert found["value"] == pytest.approx(expected.value)
    assert str(expected) in plain(run("threshold", *options).stdout)


@pytest.mark.parametrize(("score", "advice"), [("8%", "treat."), ("0.01", "do not treat."), ("0", "do not")])
def test_threshold_says_what_to_do_with_a_score(score: str, advice: str) -> None:
    shown = plain(run("threshold", *AT, "--score", score).stdout)
    assert f": {advice}" in shown
    assert "one missed case = 30 unnecessary treatments" in shown


def test_threshold_says_why_the_cut_off_is_not_the_threshold_probability() -> None:
    shown = plain(run("threshold", *AT).stdout)
    cut = 100 * json.loads(run("threshold", *AT, "--json").stdout)["threshold"]["value"]
    assert "Threshold probability, the risk from which on treating does more good than harm: 3.23 %." in shown
    reason = (
        f"A risk of 3.23 % at the deployment is a score of {cut:.3g} %, because the score is taken as "
        "calibrated to a prevalence of 10 % and the deployment has 5 %. That is under label shift: where a "
        "score means the same risk as here (shift 0), the cut-off is 3.23 %."
    )
    assert reason in shown
    assert json.loads(run("threshold", *AT, "--json").stdout)["threshold"]["text"] == reason
    same = plain(run("threshold", *instead(AT, "--source-prevalence", "5%", "--cost", "1:5")).stdout)
    assert "The cut-off on the score is the threshold probability itself, 16.7 %" in same
    assert "is a score of" not in same


@pytest.mark.parametrize(
    ("prevalence", "cost", "shown"),
    [
        ("5%", "1:30", "3.23 %"),
        ("1%..10%", "1:30", r"at the lowest prevalence, .* at the highest"),
        ("5%", "1:50..1:5", r"\(16.7 % where an unnecessary treatment costs most, 1.96 % where least\)"),
        ("1%..10%", "1:50..1:5", r"\(.* % to .* % over the deployment\)"),
    ],
)
def test_a_cut_off_runs_over_what_has_a_range(prevalence: str, cost: str, shown: str) -> None:
    cut = str(cutoff(prevalence, cost, "5%"))
    assert re.search(shown, cut) is not None
    assert ("prevalence" in cut) == (".." in prevalence and ".." not in cost)


# Options that may be given once, by command.
ONCE = {
    "evaluate": (
        "outcome",
        "cluster",
        "weight",
        "positive",
        "reference",
        "level",
        "seed",
        "study",
        "out",
    ),
    "check": ("outcome", "cluster", "weight", "positive"),
    "reduce": ("out", "outcome", "by", "weight", "positive", "smallest-cell"),
    "shift": ("outcome", "by", "weight", "cluster", "positive", "level", "figure"),
    "threshold": ("prevalence", "cost", "source-prevalence", "score"),
    "demo": ("out", "html"),
    "init": ("out",),
}


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("command", "option"), [(c, o) for c, many in ONCE.items() for o in many])
def test_an_option_that_says_one_thing_is_refused_twice(command: str, option: str) -> None:
    files = () if command in ("threshold", "demo", "init") else ("cohort.csv",)
    needed = {"threshold": AT, "reduce": ("--out", "o", "--outcome", "died", "--score", "severity")}
    base = instead(needed.get(command, ()), f"--{option}", "1")
    said = run(command, *files, *base, f"--{option}", "2", status=2).stderr
    assert f"--{option} is given twice: 1, 2." in " ".join(said.replace("1.0, 2.0", "1, 2").split())


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("option", ["html", "missing", "smallest-cell"])
def test_so_are_choices_and_pages(option: str) -> None:
    value = {"missing": "drop"}.get(option, "5")
    said = run("evaluate", "cohort.csv", *PLAIN, *[f"--{option}", value] * 2, status=2).stderr
    assert f"--{option} is given twice" in " ".join(said.split())


def test_threshold_json_without_a_score_has_no_risk() -> None:
    assert json.loads(run("threshold", *AT, "--json").stdout)["adjusted_probability"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        ("--prevalence", "10"),
        ("--prevalence", "x"),
        ("--cost", "30"),
        ("--cost", "x"),
        ("--source-prevalence", "1%..10%"),
        ("--source-prevalence", "0"),
        ("--score", "8"),
        ("--score", "nan"),
        ("--score", "x"),
        ("--score", "-1"),
        ("--unknown",),
        ("extra",),
    ],
    ids=" ".join,
)
def test_threshold_with_a_bad_value_ends_with_2(wrong: tuple[str, ...]) -> None:
    run("threshold", *instead(AT, *wrong), status=2)


@pytest.mark.parametrize("score", ["8", "x"])
def test_threshold_calls_a_bad_score_a_score(score: str) -> None:
    assert f"score '{score}'" in run("threshold", *AT, "--score", score, status=2).stderr


def test_threshold_never_advises_a_range_for_what_is_one_number() -> None:
    said = run("threshold", *instead(AT, "--source-prevalence", "1%..10%"), status=2).stderr
    assert "--source-prevalence 1%..10%" in said
    assert "a range is written" not in said


@pytest.mark.parametrize("without", ["--prevalence", "--cost", "--source-prevalence"])
def test_threshold_needs_all_three(without: str) -> None:
    place = AT.index(without)
    assert without in run("threshold", *AT[:place], *AT[place + 2 :], status=2).stderr


# completion and help


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_that_the_shell_accepts(shell: str, tmp_path: Path) -> None:
    done = run(prog_name="baserate", env={"_BASERATE_COMPLETE": f"{shell}_source"})
    assert done.stderr == ""
    assert "_BASERATE_COMPLETE" in done.stdout
    script = tmp_path / "script"
    script.write_bytes(done.stdout_bytes)
    if (found := shutil.which(shell)) is not None:
        subprocess.run([found, "-n", str(script)], check=True, capture_output=True)


def test_completion_completes_commands_and_options() -> None:
    prevalence = ["--prevalence", "--prevalence-from", "--prevalence-model"]
    for words, completed in (("baserate eva", ["evaluate"]), ("baserate evaluate --prev", prevalence)):
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        done = run(prog_name="baserate", env={"_BASERATE_COMPLETE": "bash_complete", **asked})
        assert done.stdout.split() == [f"plain,{one}" for one in completed]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_every_command_has_help(command: str, option: str) -> None:
    done = run(command, option)
    assert done.stdout.startswith("Usage: ")
    assert "\\b" not in done.stdout  # click's mark for "do not wrap" is not for readers
    assert done.stderr == ""


def test_help_imports_no_numerics_for_any_command_but_the_demonstration() -> None:
    code = (
        "import sys; from baserate.cli import main\n"
        "for name in sys.argv[1:]: main([name, '--help'], standalone_mode=False)\n"
        "print([name for name in ('numpy', 'scipy', 'polars', 'rich') if name in sys.modules])"
    )
    names = [name for name in COMMANDS if name != "demo"]
    done = subprocess.run([sys.executable, "-c", code, *names], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_option_of_evaluate_is_explained() -> None:
    text = run("evaluate", "--help").stdout
    options = "outcome score prevalence cost by cluster weight positive missing reference source-prevalence"
    for option in f"{options} level seed study json csv out".split():
        assert f"--{option} " in text or f"--{option}\n" in text


@pytest.mark.parametrize("command", ["--help", "threshold"])
def test_a_short_command_whose_reader_is_gone_is_silent_and_no_failure(command: str) -> None:
    arguments = {"--help": ("--help",), "threshold": ("threshold", *AT)}
    process = start(*arguments[command], stdin=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert errors == b""
    assert process.wait(30) != 1
