"""Outcomes by a horizon from the command line and in study files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import baserate
from baserate.errors import SettingError
from baserate.evaluation.study import Study
from tests.support.command_line import as_json, run
from tests.survival.test_evaluation import ASKED, evaluation, patients

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")
OPTIONS = ("--time", "days", "--event", "status", "--horizon", "1.5", "--cost", "1:9")
SCORES = ("--score", "whole", "--score", "simple")
PARTS = ("verdict", "models", "comparisons", "default_strategies")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("followed") / "patients.csv"
    patients().to_csv(path, index=False)
    return path


def test_the_command_gives_what_evaluate_gives(file: Path) -> None:
    content = as_json(str(file), *OPTIONS, *SCORES, "--prevalence", "5%..30%", "--by", "ward")
    for part in PARTS:
        assert content[part] == evaluation().to_dict()[part], part
    assert content["data"]["follow_up"] == evaluation().to_dict()["data"]["follow_up"]


def test_the_text_is_the_summary(file: Path) -> None:
    done = run("evaluate", str(file), *OPTIONS, *SCORES, "--censoring", "clinic", "--censoring", "ward")
    text = " ".join(done.stdout.split())
    assert "within 6 strata of clinic and ward" in text
    assert "with the outcome by 1.5 (days)" in text


def test_the_estimator_and_names_of_events(file: Path, tmp_path: Path) -> None:
    words = patients().assign(status=lambda one: one["status"].map({0: "home", 1: "died", 2: "moved"}))
    words.to_csv(tmp_path / "words.csv", index=False)
    named = as_json(
        str(tmp_path / "words.csv"), *OPTIONS, *SCORES, "--positive", "died", "--censored", "home",
        "--estimator", "kaplan-meier",
    )  # fmt: skip
    asked = {**ASKED, "cost": "1:9", "scores": ["whole", "simple"], "estimator": "kaplan-meier"}
    wanted = baserate.evaluate(patients(), **asked).to_dict()
    assert named["models"] == wanted["models"]
    assert any("home is censored" in note for note in named["provenance"]["notes"])
    coded = as_json(str(file), *OPTIONS, *SCORES, "--estimator", "kaplan-meier")
    assert coded["models"] == wanted["models"]


def test_check_says_how_many_were_censored(file: Path) -> None:
    done = run("check", str(file), *OPTIONS[:6], "--score", "whole")
    censored = evaluation().to_dict()["data"]["follow_up"]["censored"]
    assert f"{censored} censored before the horizon" in " ".join(done.stdout.split())
    done = run(
        "check",
        str(file),
        "--time",
        "days",
        "--event",
        "status",
        "--horizon",
        "99",
        "--score",
        "whole",
        status=3,
    )
    assert "nobody is followed to the horizon of 99" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--time", "days", "--horizon", "1"), "missing: --event."),
        (("--event", "status", "--horizon", "1"), "missing: --time."),
        (("--time", "days", "--event", "status"), "missing: --horizon."),
        (("--time", "days", "--event", "status", "--horizon", "1", "--outcome", "status"), "not both"),
        (("--outcome", "status", "--censoring", "ward"), "--censoring: say too --time"),
        (("--outcome", "status", "--estimator", "kaplan-meier"), "is for follow-up"),
    ],
)
def test_half_of_it_is_wrong_usage(file: Path, options: tuple[str, ...], words: str) -> None:
    done = run("evaluate", str(file), *options, "--score", "whole", "--cost", "1:9", status=2)
    assert words in " ".join(done.stderr.split())


def test_data_that_cannot_be_used_end_with_status_3(file: Path) -> None:
    options = ("--time", "days", "--event", "status", "--horizon", "99", "--score", "whole", "--cost", "1:9")
    assert "nobody is followed" in run("evaluate", str(file), *options, status=3).stderr


STUDY = """
data = "{file}"
time = "days"
event = "status"
horizon = 1.5
censoring = ["clinic"]
scores = ["whole", "simple"]
by = "ward"
[deployment]
prevalence = "5%..30%"
cost = "1:9"
[[require]]
model = "whole"
better_than = "treat all"
confidence = 0.95
"""


def test_a_study_file(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY.format(file=file))
    content = json.loads(run("evaluate", "--study", str(path), "--json").stdout)
    wanted = evaluation(censoring="clinic").to_dict()
    for part in PARTS:
        assert content[part] == wanted[part], part
    later = json.loads(run("evaluate", "--study", str(path), "--horizon", "1", "--json").stdout)
    assert later["data"]["follow_up"]["horizon"] == 1.0
    assert "1.5" not in later["data"]["follow_up"]["text"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("horizon = 1.5", 'horizon = "soon"'), "horizon must be a number"),
        (("horizon = 1.5", ""), "belong together; missing: horizon"),
        (('time = "days"', 'time = "days"\noutcome = "status"'), "not both"),
        (
            ('time = "days"\nevent = "status"\nhorizon = 1.5\ncensoring = ["clinic"]', ""),
            "nor 'time', 'event'",
        ),
        (('censoring = ["clinic"]', "censoring = 3"), "censoring must be columns"),
        (('censoring = ["clinic"]', 'estimator = "cox"'), "'ipcw' or 'kaplan-meier'"),
    ],
)
def test_a_study_that_does_not_say_it_right(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY.format(file="patients.csv").replace(*change))
    with pytest.raises(SettingError, match=words):
        Study.read(path)


def test_the_page_and_a_figure_are_written(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run("evaluate", str(file), *OPTIONS, *SCORES, "--by", "ward", "--html", str(page))
    assert '"horizon": 1.5' in page.read_text() or '"horizon":1.5' in page.read_text()
    figure = tmp_path / "curve.svg"
    run("plot", str(file), *OPTIONS, *SCORES, "--figure", "decision-curve", "--out", str(figure))
    assert figure.stat().st_size > 1000
