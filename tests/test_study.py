"""Study files: what they may say, what they must get for saying it wrong, and that they can be run again."""

from __future__ import annotations

import json
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest

import baserate
from baserate.cli.init import TEMPLATE
from baserate.errors import SettingError
from baserate.evaluation.study import Study
from baserate.results.result import result_schema, several_schema
from tests.support.cohorts import table
from tests.support.command_line import run, timeless

COLUMNS = 'outcome = "died"\nscores = ["severity"]\n'
PLACE = '[deployment]\ncost = "1:30"\n'
REQUIRE = "[[require]]\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    table().write_csv(folder / "cohort.csv")
    return folder


def written(home: Path, text: str, name: str = "study.toml") -> str:
    """The path of a study with this text, beside the data."""
    path = home / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def judged(home: Path, text: str, *options: str, status: int = 0) -> dict[str, Any]:
    """The JSON of a study on the cohort."""
    study = written(home, 'data = "cohort.csv"\n' + text)
    done = run("evaluate", "--study", study, *options, "--json", status=status)
    assert done.stderr == ""
    content: dict[str, Any] = json.loads(done.stdout)
    return content


def refused(home: Path, text: str, *options: str) -> str:
    """What is said about a study that is wrong usage."""
    return run(
        "evaluate", "--study", written(home, 'data = "cohort.csv"\n' + text), *options, status=2
    ).stderr


# What a study may say.


def test_a_study_is_the_same_as_the_command_line(home: Path) -> None:
    by_study = judged(home, COLUMNS + '[deployment]\ncost = "1:30"\nprevalence = "1%..10%"\n')
    options = ("--outcome", "died", "--score", "severity", "--cost", "1:30", "--prevalence", "1%..10%")
    by_hand = json.loads(run("evaluate", str(home / "cohort.csv"), *options, "--json").stdout)
    assert timeless(by_study) == timeless(by_hand)
    jsonschema.validate(by_study, result_schema())


def test_every_line_of_the_template_can_be_said(home: Path) -> None:
    text = (
        'outcome = "status"\npositive = "EXPIRED"\nscores = { old = "severity", new = "network" }\n'
        'by = "unit"\nreference = "mixed"\ncluster = "patient"\nweight = "w"\nmissing = "drop"\n'
        'level = 0.9\nseed = 4\n[deployment]\nprevalence = [0.01, 0.1]\ncost = "1:50..1:5"\n'
        "[source_prevalence]\nnew = 0.5\n"
    )
    content = judged(home, text)
    asked = content["provenance"]["parameters"]
    assert asked["scores"] == {"old": "severity", "new": "network"}
    assert (asked["positive"], asked["cluster"], asked["weight"]) == ("EXPIRED", "patient", "w")
    assert (asked["by"], asked["reference"], asked["missing"]) == ("unit", "mixed", "drop")
    assert content["provenance"]["seed"] == 4
    assert content["deployment"]["level"] == 0.9
    stated = content["deployment"]["source_prevalence"]
    assert stated["new"] == {"value": 0.5, "stated": True, "of": "number"}
    assert not stated["old"]["stated"]


def test_the_template_names_every_key_there_is() -> None:
    lines = (line.lstrip("# ") for line in TEMPLATE.splitlines())
    said = {line.split("=")[0].strip() for line in lines if "=" in line}
    keys = {"data", "outcome", "positive", "scores", "by", "reference", "cluster", "weight", "missing"}
    assert keys | {"level", "seed", "prevalence", "cost", "model", "better_than", "measure"} <= said


def test_several_deployments_are_told_apart_by_name(home: Path) -> None:
    text = COLUMNS + (
        '[[deployment]]\nname = "clinic"\nprevalence = "1%"\ncost = "1:30"\n'
        '[[deployment]]\nname = "ward [b]"\nprevalence = "10%"\ncost = "1:5"\n'
    )
    content = judged(home, text)
    assert [one["name"] for one in content["evaluations"]] == ["clinic", "ward [b]"]
    for one, prevalence in zip(content["evaluations"], (0.01, 0.10), strict=True):
        jsonschema.validate(one, result_schema())
        assert one["deployment"]["prevalence"]["median"] == pytest.approx(prevalence)
    study = str(home / "study.toml")
    shown = run("evaluate", "--study", study, "--full").stdout
    assert "clinic" in shown
    assert "ward [b]" in shown
    table = run("evaluate", "--study", study, "--csv").stdout
    assert table.startswith("deployment,group,model,reference,measure,unit,value")
    assert "\nward [b],,severity,,auc" in table


def test_several_deployments_can_share_one_standard_input(home: Path) -> None:
    text = COLUMNS + '[[deployment]]\nname = "a"\ncost = "1:30"\n[[deployment]]\nname = "b"\ncost = "1:5"\n'
    study = written(home, text)
    data = (home / "cohort.csv").read_bytes()
    done = run("evaluate", "-", "--study", study, "--json", stdin=data)
    assert [one["data"]["rows"] for one in json.loads(done.stdout)["evaluations"]] == [800, 800]


def test_the_result_of_several_deployments_has_a_schema_too(home: Path) -> None:
    text = COLUMNS + '[[deployment]]\nname = "a"\ncost = "1:30"\n[[deployment]]\nname = "b"\ncost = "1:5"\n'
    content = judged(home, text)
    assert set(content) == {"schema_version", "evaluations", "across"}
    for one in content["evaluations"]:
        jsonschema.validate(one, result_schema())
    jsonschema.validate(content, several_schema())
    broken = {**content, "evaluations": [{**one, "models": 1} for one in content["evaluations"]]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, several_schema())


def test_several_costs_and_prevalences_are_all_their_combinations(home: Path) -> None:
    given = ("--outcome", "died", "--score", "severity", "--score", "network")
    ranges, prices = ("1%..10%", "20%"), ("1:30", "1:5")
    several = [word for p in ranges for word in ("--prevalence", p)]
    several += [word for c in prices for word in ("--cost", c)]
    cohort = str(home / "cohort.csv")
    content = json.loads(run("evaluate", cohort, *given, *several, "--json").stdout)
    jsonschema.validate(content, several_schema())
    names = ["1 % to 10 %, 1:30", "1 % to 10 %, 1:5", "20 %, 1:30", "20 %, 1:5"]
    assert [one["name"] for one in content["evaluations"]] == names
    assert [one["name"] for one in content["across"]] == names
    shown = run("evaluate", cohort, *given, *several, "--full").stdout
    table = shown.split("\nAcross the deployments\n")[1]
    for row, one, (prevalence, cost) in zip(
        content["across"], content["evaluations"], product(ranges, prices), strict=True
    ):
        alone = json.loads(
            run("evaluate", cohort, *given, "--prevalence", prevalence, "--cost", cost, "--json").stdout
        )
        for part in ("models", "verdict", "comparisons"):
            assert one[part] == alone[part]
        best = max(alone["models"], key=lambda name: alone["models"][name]["net_benefit"]["value"])
        (worth,) = [
            pair["difference"]
            for pair in alone["comparisons"]
            if (pair["model"], pair["reference"]) == (best, "without a model")
        ]
        cut = alone["models"][best]["threshold"]
        assert row["minus_without_a_model"] == worth
        assert (row["model"], row["best"]) == (best, alone["verdict"]["best"])
        assert (row["cutoff"], row["threshold_probability"]) == (cut["value"], cut["probability"])
        (line,) = [line for line in table.splitlines() if line.startswith(f"{row['name']}  ")]
        # With the interval of the verdict, which says the same of this deployment alone.
        told = {"value": worth["value"], **worth["simultaneous"]}
        ends = [f"{1000 * told[key]:.1f}" for key in ("value", "low", "high")]
        text = alone["verdict"]["text"]
        if alone["verdict"]["decided"]:
            assert f"{ends[0]} more cases" in text or f"it adds {ends[0]} of a possible" in text
            assert f"CI {ends[1]} to {ends[2]}" in text
        assert f"{best}  " in line
        assert f"{ends[0]} ({ends[1]} to {ends[2]})" in line
        assert f"{100 * cut['value']:.3g} %" in line
        assert row["conclusion"] in line


def test_one_deployment_has_no_table_across(home: Path) -> None:
    shown = run(
        "evaluate", str(home / "cohort.csv"), "--outcome", "died", "--score", "severity", "--cost", "1:5"
    )
    assert "Across the deployments" not in shown.stdout


def test_the_command_line_s_several_costs_stand_in_for_a_study_s_one(home: Path) -> None:
    text = COLUMNS + '[deployment]\nprevalence = "5%"\ncost = "1:30"\n'
    study = written(home, 'data = "cohort.csv"\n' + text)
    costs = ("--cost", "1:5", "--cost", "1:9")
    content = json.loads(run("evaluate", "--study", study, *costs, "--json").stdout)
    assert [one["name"] for one in content["across"]] == ["5 %, 1:5", "5 %, 1:9"]
    said = run(
        "evaluate", "--study", study, "--cost", "1:5", "--cost", "0.166666666666666666", status=2
    ).stderr
    assert "state one deployment twice: 5 %, 1:5." in " ".join(said.split())


def test_data_are_looked_for_from_the_folder_of_the_study(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = written(home, 'data = "cohort.csv"\n' + COLUMNS + PLACE)
    monkeypatch.chdir(tmp_path)
    assert json.loads(run("evaluate", "--study", study, "--json").stdout)["data"]["rows"] == 800


def test_a_file_on_the_command_line_is_looked_for_from_here(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = written(home, 'data = "elsewhere.csv"\n' + COLUMNS + PLACE)
    table().head(400).write_csv(tmp_path / "half.csv")
    monkeypatch.chdir(tmp_path)
    assert json.loads(run("evaluate", "half.csv", "--study", study, "--json").stdout)["data"]["rows"] == 400


def test_a_study_without_data_asks_for_some(home: Path) -> None:
    assert "FILE" in run("evaluate", "--study", written(home, COLUMNS + PLACE), status=2).stderr


def test_the_command_line_overrides_the_study(home: Path) -> None:
    text = COLUMNS + 'level = 0.95\nby = "unit"\n' + PLACE
    options = ("--level", "0.8", "--score", "net=network", "--cost", "1:5", "--by", "hospital", "--seed", "9")
    content = judged(home, text, *options, "--prevalence", "5%", "--source-prevalence", "50%")
    assert content["deployment"]["level"] == 0.8
    assert list(content["models"]) == ["net"]
    assert content["deployment"]["cost"]["median"] == pytest.approx(1 / 6)
    assert content["deployment"]["prevalence"]["median"] == pytest.approx(0.05)
    assert content["deployment"]["source_prevalence"]["net"]["value"] == 0.5
    assert content["provenance"]["parameters"]["by"] == "hospital"
    assert content["provenance"]["seed"] == 9


def test_a_seed_of_zero_on_the_command_line_counts(home: Path) -> None:
    assert judged(home, COLUMNS + "seed = 5\n" + PLACE, "--seed", "0")["provenance"]["seed"] == 0


def test_a_cost_on_the_command_line_drops_no_deployment_silently(home: Path) -> None:
    text = 'data = "cohort.csv"\n' + COLUMNS
    text += '[[deployment]]\nname = "a"\ncost = "1:30"\n[[deployment]]\nname = "b"\ncost = "1:5"\n'
    said = run("evaluate", "--study", written(home, text), "--cost", "1:9", "--json", status=2).stderr
    assert "--prevalence and --cost cannot stand in for several deployments" in said


def test_a_study_can_be_run_again_and_gives_the_same(home: Path) -> None:
    text = COLUMNS + 'by = "unit"\n[deployment]\ncost = "1:30"\nprevalence = "1%..10%"\n'
    first, second = judged(home, text), judged(home, text)
    for content in (first, second):
        del content["provenance"]["time"]
    assert first == second


def test_a_study_from_python_is_that_of_the_command_line(home: Path) -> None:
    text = 'data = "cohort.csv"\n' + COLUMNS + PLACE
    (ev,) = Study.read(written(home, text)).run().values()
    assert isinstance(ev, baserate.Evaluation)
    assert timeless(json.loads(json.dumps(ev.to_dict()))) == timeless(judged(home, COLUMNS + PLACE))


# Requirements.

MET = 'model = "severity"\nbetter_than = "treat none"\n'
UNMET = 'model = "severity"\nmeasure = "auc"\nat_least = 0.999\n'


@pytest.mark.parametrize(
    ("text", "met"),
    [
        (MET, True),
        (UNMET, False),
        (MET + "by_at_least = 1\n", True),
        (MET + "by_at_least = 900\n", False),
        (MET + "confidence = 0.5\n", True),
        ('model = "severity"\nbetter_than = "network"\nconfidence = 0.5\n', True),
        ('model = "network"\nbetter_than = "severity"\n', False),
        ('model = "severity"\nmeasure = "auc"\nat_least = 0.5\nat_most = 0.999\n', True),
        ('model = "severity"\nmeasure = "auc"\nat_most = 0.5\n', False),
        ('model = "severity"\nmeasure = "brier"\nat_most = 0.5\nsure = true\n', True),
        ('model = "severity"\nmeasure = "calibration_slope"\nat_least = 0.1\ngroup = "mixed"\n', True),
    ],
)
def test_a_requirement_decides_the_exit_status(home: Path, text: str, met: bool) -> None:
    whole = 'outcome = "died"\nscores = ["severity", "network"]\nby = "unit"\n' + PLACE + REQUIRE + text
    (found,) = judged(home, whole, status=0 if met else 4)["requirements"]
    assert found["met"] is met
    assert "severity" in found["text"]
    study = str(home / "study.toml")
    shown = run("evaluate", "--study", study, "--full", status=0 if met else 4).stdout
    assert ("NOT MET" in shown) is not met
    assert found["text"] in shown


def test_one_unmet_among_several_is_unmet_and_all_are_said(home: Path) -> None:
    content = judged(home, COLUMNS + PLACE + REQUIRE + MET + REQUIRE + UNMET, status=4)
    assert [one["met"] for one in content["requirements"]] == [True, False]


def test_a_requirement_holds_at_every_deployment(home: Path) -> None:
    places = '[[deployment]]\nname = "a"\ncost = "1:30"\n[[deployment]]\nname = "b"\ncost = "1:5"\n'
    content = judged(home, COLUMNS + places + REQUIRE + UNMET, status=4)
    assert [one["requirements"][0]["met"] for one in content["evaluations"]] == [False, False]


def test_sure_asks_for_the_whole_interval(home: Path) -> None:
    auc = judged(home, COLUMNS + PLACE)["models"]["severity"]["auc"]
    bound = (auc["low"] + auc["value"]) / 2
    text = COLUMNS + PLACE + REQUIRE + f'model = "severity"\nmeasure = "auc"\nat_least = {bound}\n'
    judged(home, text)
    judged(home, text + "sure = true\n", status=4)


def test_the_confidence_of_a_requirement_is_that_of_the_comparison(home: Path) -> None:
    content = judged(home, COLUMNS + PLACE + REQUIRE + MET)
    (found,) = [one for one in content["comparisons"] if one["reference"] == "treat none"]
    assert content["requirements"][0]["found"] == f"confidence {found['confidence']:.4g}"


MARGIN = "margin = {}\n"
NO_WORSE = 'model = "network"\nno_worse_than = "severity"\n'


@pytest.mark.parametrize(
    ("margin", "text", "met"),
    [
        (50, NO_WORSE, True),
        (0.001, NO_WORSE, False),
        (1, 'model = "severity"\nbetter_than = "treat none"\nby_at_least = "margin"\n', True),
        (900, 'model = "severity"\nbetter_than = "treat none"\nby_at_least = "margin"\n', False),
    ],
)
def test_requirements_can_use_the_margin(home: Path, margin: float, text: str, met: bool) -> None:
    models = 'outcome = "died"\nscores = ["severity", "network"]\n' + MARGIN.format(margin)
    content = judged(home, models + PLACE + REQUIRE + text, status=0 if met else 4)
    (found,) = content["requirements"]
    assert found["met"] is met
    assert f"{margin:g} per 1,000" in found["text"]
    assert content["verdict"]["margin"] == content["provenance"]["parameters"]["margin"] == margin


@pytest.mark.parametrize("text", [NO_WORSE, MET + 'by_at_least = "margin"\n'])
def test_a_requirement_about_a_margin_needs_one(home: Path, text: str) -> None:
    models = 'outcome = "died"\nscores = ["severity", "network"]\n'
    study = written(home, 'data = "cohort.csv"\n' + models + PLACE + REQUIRE + text)
    assert "--margin" in run("evaluate", "--study", study, status=2).stderr


@pytest.mark.parametrize("margin", ["0", "-1", "nan", "inf", '"two"', "true"])
def test_a_margin_is_a_number_above_zero(home: Path, margin: str) -> None:
    refused(home, MARGIN.format(margin) + COLUMNS + PLACE)


def test_an_unmet_requirement_still_writes_the_result(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    judged(home, COLUMNS + PLACE + REQUIRE + UNMET, "--out", str(out), status=4)
    assert json.loads(out.read_text(encoding="utf-8"))["requirements"][0]["met"] is False


@pytest.mark.parametrize(
    "text",
    [
        'better_than = "treat none"\n',
        'model = "severity"\n',
        'model = "severity"\nmeasure = "auc"\n',
        'model = "severity"\nmeasure = "beauty"\nat_least = 1\n',
        'model = "severity"\nmeasure = ["auc"]\nat_least = 1\n',
        'model = "severity"\nmeasure = "auc"\nbetter_than = "treat none"\nat_least = 1\n',
        'model = "severity"\nmeasure = "auc"\nat_least = "0.5"\n',
        'model = "severity"\nmeasure = "auc"\nat_least = nan\n',
        'model = "severity"\nmeasure = "auc"\nat_least = 0.5\nsure = "no"\n',
        'model = "severity"\nmeasure = "auc"\nat_least = 0.5\ngroup = ["mixed"]\n',
        'model = "severity"\nmeasure = "auc"\nat_least = 0.5\ngroup = "nobody"\n',
        'model = "severity"\nmeasure = "auc"\nat_least = 0.9\nat_most = 0.1\n',
        'model = "severity"\nmeasure = "auc"\nat_least = 0.5\nby_at_least = 3\n',
        'model = "severity"\nmeasure = "auc"\nat_least = 0.5\nconfidence = 0.9\n',
        MET + "at_least = 1000\n",
        MET + "sure = true\n",
        MET + "confidence = 2\n",
        MET + 'confidence = "high"\n',
        MET + "by_at_least = nan\n",
        'model = "severity"\nbetter_than = "severity"\n',
        'model = "severity"\nbetter_than = "nobody"\n',
        'model = "nobody"\nbetter_than = "treat none"\n',
        'model = 3\nbetter_than = "treat none"\n',
    ],
)
def test_a_requirement_that_makes_no_sense_is_wrong_usage(home: Path, text: str) -> None:
    """Never passed over: a key that does nothing would let a model through."""
    refused(home, COLUMNS + 'by = "unit"\n' + PLACE + REQUIRE + text)


def test_a_requirement_of_a_group_that_cannot_be_judged_is_not_passed_over(tmp_path: Path) -> None:
    frame = table().with_columns(pl.when(pl.col("stay") < 4).then(pl.lit("few")).otherwise(pl.lit("rest")))
    frame.rename({"literal": "g"}).write_csv(tmp_path / "cohort.csv")
    text = 'data = "cohort.csv"\nby = "g"\n' + COLUMNS + PLACE + REQUIRE
    study = written(tmp_path, text + 'model = "severity"\nmeasure = "auc"\nat_least = 0.1\ngroup = "few"\n')
    shown = run("evaluate", "--study", study, "--full", status=4).stdout
    (line,) = [line for line in shown.splitlines() if "NOT MET" in line]
    assert "severity" in line
    assert "few" in shown


# What a study may not say.


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("outcom = 1\n" + COLUMNS + PLACE, "'outcome'"),
        ('score = ["severity"]\n' + COLUMNS + PLACE, "'scores'"),
        ('bye = "unit"\n' + COLUMNS + PLACE, "'by'"),
        ('prevalence = "1%"\n' + COLUMNS + PLACE, "deployment"),
        ('cost = "1:30"\n' + COLUMNS + PLACE, "deployment"),
        (COLUMNS + PLACE + 'prevalance = "1%"\n', "'prevalence'"),
        (COLUMNS + PLACE + REQUIRE + MET + "confidnce = 0.9\n", "'confidence'"),
        (COLUMNS + PLACE + REQUIRE + 'model = "severity"\nbeter_than = "network"\n', "'better_than'"),
    ],
)
def test_an_unknown_key_gets_a_hint(home: Path, text: str, hint: str) -> None:
    said = refused(home, text)
    assert "means nothing here" in said
    meant = said.split("Was ")[-1] if "Was " in said else said
    assert hint in meant


@pytest.mark.parametrize("key", ["outcome", "scores", "deployment"])
def test_a_key_that_is_missing_is_named(home: Path, key: str) -> None:
    parts = {"outcome": 'outcome = "died"\n', "scores": 'scores = ["severity"]\n', "deployment": PLACE}
    said = refused(home, "".join(text for name, text in parts.items() if name != key))
    assert f"'{key}'" in said


@pytest.mark.parametrize(
    "text",
    [
        'outcome = "died"\nscores = 3\n' + PLACE,
        'outcome = "died"\nscores = true\n' + PLACE,
        'outcome = "died"\nscores = []\n' + PLACE,
        'outcome = "died"\nscores = [1, 2]\n' + PLACE,
        'outcome = "died"\nscores = [["severity"]]\n' + PLACE,
        'outcome = "died"\nscores = { a = 3 }\n' + PLACE,
        'outcome = "died"\nscores = ["severity", "severity"]\n' + PLACE,
        'outcome = 3\nscores = ["severity"]\n' + PLACE,
        'outcome = ["died"]\nscores = ["severity"]\n' + PLACE,
        COLUMNS + 'deployment = "x"\n',
        COLUMNS + "deployment = []\n",
        COLUMNS + "deployment = [1]\n",
        COLUMNS + "[deployment]\n",
        COLUMNS + '[deployment]\nprevalence = "5%"\n',
        COLUMNS + "[deployment]\ncost = [1, 30]\n",
        COLUMNS + "[deployment]\ncost = true\n",
        COLUMNS + "[deployment]\ncost = 30\n",
        COLUMNS + "[deployment]\ncost = { a = 1 }\n",
        COLUMNS + PLACE + "prevalence = 10\n",
        COLUMNS + PLACE + "prevalence = [0.1]\n",
        COLUMNS + PLACE + 'prevalence = ["a", "b"]\n',
        COLUMNS + PLACE + "prevalence = 2026-01-01\n",
        COLUMNS + PLACE + 'name = ["a"]\n',
        COLUMNS + '[[deployment]]\nname = "a"\ncost = "1:5"\n[[deployment]]\nname = "a"\ncost = "1:6"\n',
        COLUMNS + "require = 1\n" + PLACE,
        COLUMNS + "require = [1]\n" + PLACE,
        COLUMNS + 'require = "x"\n' + PLACE,
        COLUMNS + 'seed = "a"\n' + PLACE,
        COLUMNS + "seed = -1\n" + PLACE,
        COLUMNS + "seed = 1.5\n" + PLACE,
        COLUMNS + "seed = true\n" + PLACE,
        COLUMNS + "level = 2\n" + PLACE,
        COLUMNS + 'level = "a"\n' + PLACE,
        COLUMNS + "level = [0.9]\n" + PLACE,
        COLUMNS + "by = 3\n" + PLACE,
        COLUMNS + 'by = ["unit", 3]\n' + PLACE,
        COLUMNS + "cluster = 3\n" + PLACE,
        COLUMNS + "weight = true\n" + PLACE,
        COLUMNS + "missing = 3\n" + PLACE,
        COLUMNS + 'missing = "ignore"\n' + PLACE,
        COLUMNS + 'by = "unit"\nreference = ["mixed"]\n' + PLACE,
        COLUMNS + 'by = "unit"\nreference = "nobody"\n' + PLACE,
        COLUMNS + 'reference = "mixed"\n' + PLACE,
        COLUMNS + 'positive = ["EXPIRED"]\n' + PLACE,
        COLUMNS + 'source_prevalence = "x"\n' + PLACE,
        COLUMNS + "source_prevalence = [0.1]\n" + PLACE,
        COLUMNS + "source_prevalence = true\n" + PLACE,
        COLUMNS + "source_prevalence = { nobody = 0.1 }\n" + PLACE,
        COLUMNS + "source_prevalence = { severity = [1] }\n" + PLACE,
    ],
)
def test_a_value_of_the_wrong_kind_is_wrong_usage(home: Path, text: str) -> None:
    refused(home, text)


@pytest.mark.parametrize("text", ["data = 3\n", 'data = ["cohort.csv"]\n'])
def test_data_that_are_not_a_path_are_wrong_usage(home: Path, text: str) -> None:
    run("evaluate", "--study", written(home, text + COLUMNS + PLACE), status=2)


def test_a_single_table_of_requirements_is_told_to_be_a_list(home: Path) -> None:
    said = refused(home, COLUMNS + PLACE + "[require]\n" + MET)
    assert "[[require]]" in said


@pytest.mark.parametrize("content", [b"x =\n", b"\xff\xfe\x00", b'outcome = "d\xfcn"\n', b"x = 1\nx = 2\n"])
def test_a_study_that_is_not_toml_is_wrong_usage(home: Path, content: bytes) -> None:
    path = home / "broken.toml"
    path.write_bytes(content)
    assert "broken.toml is not valid TOML" in run("evaluate", "--study", str(path), status=2).stderr


def test_a_study_saved_with_a_byte_order_mark_is_read(home: Path) -> None:
    path = home / "notepad.toml"
    path.write_bytes(b"\xef\xbb\xbf" + ('data = "cohort.csv"\n' + COLUMNS + PLACE).encode())
    run("evaluate", "--study", str(path))


def test_a_study_that_is_missing_or_a_folder_is_an_error(home: Path) -> None:
    for path in (home / "none.toml", home):
        said = run("evaluate", "--study", str(path), status=3).stderr
        assert "cannot be read" in said
        assert str(path) in said


def test_a_wrong_study_is_said_before_the_data_are_read(home: Path) -> None:
    study = written(home, 'data = "none.csv"\n' + COLUMNS + PLACE + REQUIRE + MET + "confidence = 7\n")
    assert "confidence" in run("evaluate", "--study", study, status=2).stderr
    study = written(home, 'data = "none.csv"\n' + COLUMNS + PLACE + REQUIRE + UNMET.replace("severity", "x"))
    assert "'x'" in run("evaluate", "--study", study, status=2).stderr


def test_a_wrong_second_deployment_is_said_before_the_first_is_run(home: Path) -> None:
    text = 'data = "none.csv"\n' + COLUMNS
    text += '[[deployment]]\nname = "a"\ncost = "1:30"\n[[deployment]]\nname = "b"\ncost = "cheap"\n'
    assert "cheap" in run("evaluate", "--study", written(home, text), status=2).stderr


def test_the_template_is_a_study(home: Path) -> None:
    table = 'table = "2024"'
    text = TEMPLATE.format(
        name="s.toml", data='"c.csv"', table=table, outcome='"died"', scores='["new"]', found=""
    )
    with pytest.raises(SettingError, match="the study is not filled in"):
        Study.of(tomllib.loads(text), home)
    text = text.replace('prevalence = "?"', 'prevalence = "5%"').replace('cost = "?"', 'cost = "1:9"')
    study = Study.of(tomllib.loads(text), home)
    assert study.file == str(home / "c.csv")
    assert study.question.table == "2024"
    everything = "\n".join(
        line.removeprefix("# ") if "=" in line or "[" in line else line for line in text.splitlines()
    )
    # Follow-up is said in place of an outcome.
    not_settings = ("A study", "Where the model", "outcome = ")
    kept = [line for line in everything.splitlines() if not line.startswith(not_settings)]
    whole = Study.of(tomllib.loads("\n".join(kept)), home)
    assert len(whole.requirements) == 2
    asked = whole.question.to_dict()
    assert asked["source_prevalence"] == 0.5
    assert (asked["outcome"], asked["event"], asked["horizon"]) == (None, "status", 365)
