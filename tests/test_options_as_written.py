"""Every option is checked before data are read, and errors name it as its reader wrote it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import baserate
from baserate.errors import BaserateError, SettingError
from baserate.evaluation.evaluate import patients_for
from baserate.evaluation.study import Study
from baserate.evaluation.study_file import StudyFile
from baserate.options import OPTIONS, flag_of
from baserate.patients.patients import Patients
from baserate.results.question import Question
from tests.papers.studies import patients
from tests.support.command_line import run

PLAIN: dict[str, Any] = {"outcome": "died", "scores": ["old", "new"], "prevalence": "5%", "cost": "1:9"}
FOLLOWED: dict[str, Any] = {**PLAIN, "outcome": None, "time": "days", "event": "status", "horizon": 365}
# What each option refuses, whatever the data; of the reference only these tell which groups there are.
REFUSED: dict[str, Any] = {
    "outcome": 3,
    "scores": [],
    "by": ["site", "site"],
    "cluster": 3,
    "weight": 3,
    "positive": [1],
    "missing": "maybe",
    "table": 3,
    "time": 3,
    "event": 3,
    "horizon": "soon",
    "censoring": 3,
    "censored": "alive",  # without the rest
    "estimator": "kaplan-meier",  # without follow-up
    "prevalence": "banana",
    "cost": "cheap",
    "source_prevalence": "everyone's",
    "shift": "much",
    "margin": -1,
    "level": 95,
    "seed": -1,
    "outcome_name": 3,
    "action_name": " ",
    "title": "two\nlines",
}
# Options that are told with another: each is refused for what the other lacks.
OF_FOLLOW_UP = {"time", "event", "horizon", "censoring"}


def test_each_option_refuses_something() -> None:
    assert set(REFUSED) == set(OPTIONS) - {"reference"}


@pytest.mark.parametrize("name", REFUSED)
def test_python_names_the_argument_before_anything_is_read(name: str, tmp_path: Path) -> None:
    asked = {**(FOLLOWED if name in OF_FOLLOW_UP else PLAIN), name: REFUSED[name]}
    with pytest.raises(BaserateError) as refused:
        baserate.evaluate(tmp_path / "no such file.csv", **asked)
    assert isinstance(refused.value, SettingError)
    assert f"{name}=" in str(refused.value)
    assert "`" not in str(refused.value)
    assert "--" not in str(refused.value)


# What the command line can say wrong; click itself refuses what is no number, or none of several words.
WRONG_FLAGS = {
    "by": ("site", "site"),
    "prevalence": ("banana",),
    "cost": ("cheap",),
    "source_prevalence": ("everyone's",),
    "shift": ("much",),
    "margin": ("-1",),
    "level": ("95",),
    "seed": ("-1",),
    "action_name": (" ",),
    "title": ("two\nlines",),
    "estimator": ("kaplan-meier",),
    "censored": ("alive",),
    "missing": ("maybe",),
    "horizon": ("soon",),
}


@pytest.mark.parametrize("name", WRONG_FLAGS)
def test_the_command_line_names_the_flag(name: str) -> None:
    plain = {"outcome": ("died",), "scores": ("new",), "cost": ("1:9",), name: WRONG_FLAGS[name]}
    said = [word for option, values in plain.items() for value in values for word in (flag_of(option), value)]
    shown = run("evaluate", "no such file.csv", *said, status=2).stderr
    assert flag_of(name) in shown
    assert f"{name}=" not in shown


STUDY = """\
# Which model for the ward?
data = "cohort.csv"
outcome = "died"
scores = ["old", "new"]
by = "site"
level = 0.9

[[deployment]]
name = "ward"
prevalence = "5%"
cost = "1:9"

[[deployment]]
name = "clinic"
prevalence = "1%..10%"
cost = "1:30"

[[require]]
model = "new"
better_than = "old"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the data of the study."""
    made = tmp_path_factory.mktemp("study")
    pl.DataFrame(patients()).write_csv(made / "cohort.csv")
    return made


WRONG_LINES = {
    'level = 0.9/level = "high"': r"line 6: level must be a number; found \'high\'",
    "level = 0.9/level = 95": "line 6: level must lie between 0 and 1; found 95",
    "level/levels": "line 6: the study says 'levels', which means nothing here. Was 'level' meant",
    'by = "site"/shift = "much"': 'line 5: shift = "much": a number from 0',
    'by = "site"/by = "sight"': "line 5: there is no column 'sight'",
    'by = "site"/reference = "north"': 'line 5: reference = "north" needs groups: name their column with by',
    'by = "site"/time = "days"': "line 5: time, event and horizon belong together; missing: event and",
    'by = "site"/positive = 2': "line 5: column 'died' has no value 2",
    '"5%"/"5%..1%"': 'line 10: prevalence = "5%..1%": a range must rise',
    '"1%..10%"/[0.1, 0.01]': r"line 15: prevalence = \[0.1, 0.01\]: a range must rise",
    '"1:30"/"x"': 'line 16: cost = "x": ',
    '"clinic"/"ward"': "line 14: two deployments are called 'ward'",
    'by = "site"/shift = {new = 7}': "line 5: shift = {new = 7}: a number from 0",
    'by = "site"/censored = "sight"': "line 5: censored: say too time, event and horizon",
    'by = "site"/weight = "site"': "line 5: .*column 'site' must be numbers",
    'cost = "1:30"/': "line 14: a deployment needs a cost",
    'model = "new"/model = "new"\ngroup = "zz"': "line 19: no group 'zz'",
    "better_than/beter_than": "line 20: a requirement says 'beter_than'",
    '"old"\n$/"ancient"': "line 19: better_than = 'ancient' is none of the models",
    '"cohort.csv"/3': "line 2: data must be the path of a file; found 3",
}


def _wrong(change: str) -> str:
    old, new = change.split("/")
    return re.sub(old.replace(".", r"\."), new, STUDY, count=1)


@pytest.mark.parametrize("change", WRONG_LINES)
def test_a_study_file_is_told_by_its_key_and_line(change: str, folder: Path) -> None:
    (folder / "wrong.toml").write_text(_wrong(change))
    status = 3 if "column '" in WRONG_LINES[change] else 2  # of the data, or of what was asked
    shown = run("evaluate", "--study", str(folder / "wrong.toml"), status=status).stderr
    assert re.search(rf"Error: wrong\.toml, {WRONG_LINES[change]}", shown)
    assert "--" not in shown


@pytest.mark.parametrize("change", ['level = 0.9/level = "high"', 'by = "site"/by = "sight"'])
def test_a_study_is_checked_with_its_lines(change: str, folder: Path) -> None:
    (folder / "wrong.toml").write_text(_wrong(change))
    shown = run("check", str(folder / "wrong.toml"), status=3 if "column" in WRONG_LINES[change] else 2)
    assert f"wrong.toml, {WRONG_LINES[change].partition(chr(59))[0]}" in " ".join(
        (shown.stdout + shown.stderr).split()
    )


def test_the_line_of_one_of_many_tables_is_found_at_once(tmp_path: Path) -> None:
    tables = "".join(f'[[require]]\nmodel = "m{number}"\nbetter_than = "a"\n' for number in range(2000))
    (tmp_path / "many.toml").write_text(tables)
    file = StudyFile.read(tmp_path / "many.toml")
    assert file.place("require", 1234, "better_than") == f"many.toml, line {3 * 1234 + 3}"


def test_a_flag_stands_in_for_what_a_study_says_wrongly(folder: Path) -> None:
    (folder / "high.toml").write_text(_wrong("level = 0.9/level = 95"))
    run("evaluate", "--study", str(folder / "high.toml"), "--level", "0.8")
    (folder / "margin.toml").write_text(STUDY.replace('better_than = "old"', 'no_worse_than = "old"'))
    asked = ("evaluate", "--study", str(folder / "margin.toml"))
    assert "or give --margin" in run(*asked, status=2).stderr
    run(*asked, "--margin", "5")


HOSTILE = ["`level=3`", "{argument}", "`x=" + "-" * 20_000 + "1`", "0level=30", "a=b"]


@pytest.mark.parametrize("name", HOSTILE)
def test_what_users_write_is_no_option(name: str) -> None:
    with pytest.raises(BaserateError) as refused:
        baserate.evaluate({"y": [0, 1], "p": [0.1, 0.2]}, name, "p", cost="1:9")
    for options in (False, True):
        assert repr(name) in refused.value.sentence(options=options)


def test_what_the_command_line_said_instead_is_told_as_its_flag(folder: Path) -> None:
    (folder / "right.toml").write_text(STUDY)
    asked = ("evaluate", "--study", str(folder / "right.toml"))
    assert (
        "Error: --level must lie between 0 and 1; found 95" in run(*asked, "--level", "95", status=2).stderr
    )
    told = run(*asked, "--source-prevalence", "nowhere", status=2).stderr
    assert "Error: --source-prevalence nowhere: " in told


LAYOUTS = {
    "on one line": ('deployment = {prevalence = "5%", cost = "1:9"}', ("deployment", "cost"), 1),
    "with dots": ('deployment.prevalence = "5%"\ndeployment.cost = "1:9"', ("deployment", "cost"), 2),
    "in quotes": ('"level" = 0.9', ("level",), 1),
    "after a look-alike": ('my_level = 2\n# level = 3\ntext = """\nlevel = 4"""\nlevel = 5', ("level",), 5),
    "in a later table": ('level = 1\n[deployment]\ncost = "1:9"', ("deployment", "cost"), 3),
    "in the second": ("[[require]]\na = 1\n[[require]]\na = 2", ("require", 1, "a"), 4),
    "a table of its own": ('level = 1\n\n[scores]\na = "x"', ("scores",), 3),
    "a key within it": ('level = 1\n\n[scores]\na = "x"', ("scores", "a"), 4),
    "a dotted key within it": ("shift.a = 0.5\nshift.b = 7", ("shift", "b"), 2),
    "a table of dotted keys": ("by = 'x'\nshift.a = 0.5\nshift.b = 7", ("shift",), 2),
    "in several lines": ('scores = [\n  "a",\n]\nby = "b"', ("by",), 4),
    "ends of lines of Windows": ("a = 1\r\nb = 2\r\nc = 3", ("b",), 2),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_line_of_a_key_is_found(layout: str, tmp_path: Path) -> None:
    text, key, line = LAYOUTS[layout]
    path = tmp_path / "s.toml"
    path.write_bytes(text.encode())
    assert StudyFile.read(path).place(*key) == f"s.toml, line {line}"


def test_patients_are_read_once_for_all_deployments(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []

    def counted(question: Question, data: object) -> Patients:
        read.append(data)
        return patients_for(question, data)

    monkeypatch.setattr("baserate.evaluation.study.patients_for", counted)
    (folder / "twice.toml").write_text(STUDY)
    found = Study.read(folder / "twice.toml").run()
    assert [*found] == ["ward", "clinic"]
    assert len(read) == 1
    alone = baserate.evaluate(
        folder / "cohort.csv", "died", ["old", "new"], prevalence="1%..10%", cost="1:30", by="site", level=0.9
    )
    assert found["clinic"].result.models == alone.result.models
