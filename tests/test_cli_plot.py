"""``baserate plot``: figures from a file of patients or a study, in the format that the name says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import baserate
from baserate import figures
from baserate.figures.catalogue import FIGURES
from tests.support.cohorts import stays
from tests.support.command_line import run

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ASKED = ("cohort.csv", "--outcome", "died", "--score", "severity", "--score", "network")
AT = ("--cost", "1:30", "--prevalence", "1%..10%", "--source-prevalence", "network=50%")
STUDY = """
data = "cohort.csv"
outcome = "died"
scores = ["severity", "network"]
[[deployment]]
name = "wards"
prevalence = "1%..10%"
cost = "1:30"
[[deployment]]
name = "clinic"
prevalence = "1%"
cost = "1:30"
"""
BEGINS = {".pdf": b"%PDF", ".svg": b"<?xml", ".png": b"\x89PNG"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stays(800).write_csv(tmp_path / "cohort.csv")
    (tmp_path / "study.toml").write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("ending", [".pdf", ".svg", ".png", ".PDF"])
def test_the_ending_says_the_format(home: Path, ending: str) -> None:
    shown = run("plot", *ASKED, *AT, "--figure", "forest-models", "--out", f"forest{ending}")
    assert shown.stdout == f"forest-models: forest{ending}\n"
    assert shown.stderr == ""
    assert (home / f"forest{ending}").read_bytes().startswith(BEGINS[ending.lower()])


def test_several_figures_have_a_file_each(home: Path) -> None:
    stays(3000).write_csv(home / "cohort.csv")
    names = ["murphy", "forest-groups", "decomposition-groups"]
    options = [word for name in names for word in ("--figure", name)]
    run("plot", *ASKED, *AT, "--by", "unit", *options, "--out", "fig-{figure}.svg")
    assert sorted(path.name for path in home.glob("fig-*")) == sorted(f"fig-{name}.svg" for name in names)


def test_a_figure_is_what_the_library_draws(home: Path) -> None:
    run("plot", *ASKED, *AT, "--figure", "murphy", "--out", "a.svg", "--size", "5x4", "--model", "severity")
    ev = baserate.evaluate(
        "cohort.csv",
        "died",
        ["severity", "network"],
        cost="1:30",
        prevalence="1%..10%",
        source_prevalence={"network": "50%"},
    )
    figures.MurphyDisplay.from_evaluation(ev, models=("severity",)).save(home / "b.svg", size=(5.0, 4.0))
    assert (home / "a.svg").read_bytes() == (home / "b.svg").read_bytes()


def test_options_reach_the_figure(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    figure = FIGURES["murphy"]
    options = ("--band", "none", "--threshold-range", "1%..20%", "--group", "mixed", "--by", "unit")
    kept = type(figure).make

    def make(self: Any, ev: Any, given: Any) -> Any:
        asked.update(given)
        return kept(self, ev, given)

    monkeypatch.setattr(type(figure), "make", make)
    run("plot", *ASKED, *AT, "--figure", "murphy", "--out", "a.svg", *options)
    assert asked["band"] is None
    assert asked["group"] == "mixed"
    assert asked["thresholds"].distribution.stated_ends == pytest.approx((0.01, 0.2))
    words = (home / "a.svg").read_text()
    assert "CI" not in words


def test_groups_of_several_columns_each_and_crossed(home: Path) -> None:
    stays(3000).write_csv(home / "cohort.csv")
    both = ("--by", "unit", "--by", "hospital", "--figure", "forest-groups", "--out", "a.svg")
    run("plot", *ASKED, *AT, *both)
    words = (home / "a.svg").read_text()
    assert "unit: mixed" in words
    assert "hospital: 3" in words
    run("plot", *ASKED, *AT, *both, "--crossed")
    crossed = (home / "a.svg").read_text()
    assert "hospital: 3" in crossed
    assert "unit: mixed" in crossed
    assert crossed.count("hospital: 3") == 2  # in either unit
    one = ("--by", "unit", "--crossed", "--figure", "forest-groups", "--out", "a.svg")
    assert "--by at least twice" in plain(run("plot", *ASKED, *AT, *one, status=2).stderr)


def test_one_threshold_is_no_range(home: Path) -> None:
    asked = ("--figure", "murphy", "--out", "a.svg", "--threshold-range", "5%")
    error = plain(run("plot", *ASKED, *AT, *asked, status=2).stderr)
    assert "--threshold-range needs two ends, such as 1%..20%; found '5%'." in error
    assert not (home / "a.svg").exists()


def test_a_study_with_several_deployments_is_asked_for_one(home: Path) -> None:
    asked = ("plot", "--study", "study.toml", "--figure", "forest-models", "--out", "a.pdf")
    error = plain(run(*asked, status=2).stderr)
    assert "--deployment" in error
    assert "'wards', 'clinic'" in error
    assert not (home / "a.pdf").exists()
    run(*asked, "--deployment", "clinic")
    assert (home / "a.pdf").exists()
    assert "no deployment 'pub'" in plain(run(*asked, "--deployment", "pub", status=2).stderr)


def test_the_list_names_every_figure() -> None:
    shown = run("plot", "--list").stdout.splitlines()
    assert [line.split()[0] for line in shown] == list(FIGURES)
    for line, figure in zip(shown, FIGURES.values(), strict=True):
        assert line.endswith(figure.shows)
        assert getattr(figures, figure.function).__doc__
        assert issubclass(getattr(figures, figure.display), figures.Display)
    assert max(map(len, shown)) <= 110


REFUSED = {
    "no figure": (("--out", "a.pdf"), "--figure is missing"),
    "unknown": (("--figure", "pie", "--out", "a.pdf"), "no figure 'pie'; there are decision-curve"),
    "twice": (("--figure", "murphy", "--figure", "murphy", "--out", "{figure}.pdf"), "one figure twice"),
    "no out": (("--figure", "murphy"), "--out is missing"),
    "format": (("--figure", "murphy", "--out", "a.doc"), "must end in .pdf, .svg, .png"),
    "one file": (("--figure", "murphy", "--figure", "roc", "--out", "a.pdf"), "several files"),
    "size": (("--figure", "murphy", "--out", "a.pdf", "--size", "large"), "such as 7x4; found 'large'"),
    "size of one side": (("--figure", "murphy", "--out", "a.pdf", "--size", "7"), "such as 7x4"),
    "small": (("--figure", "murphy", "--out", "a.pdf", "--size", "0.1x4"), "from 1 to 100"),
    "band": (("--figure", "winner-map", "--out", "a.pdf", "--band", "none"), "--band means nothing to"),
    "range": (("--figure", "murphy", "--out", "a.pdf", "--threshold-range", "x..y"), "x..y"),
    "model": (("--figure", "murphy", "--out", "a.pdf", "--model", "nobody"), "no model 'nobody'"),
    "group": (("--figure", "murphy", "--out", "a.pdf", "--group", "nobody"), "no group 'nobody'"),
    "groups": (("--figure", "forest-groups", "--out", "a.pdf"), "evaluate(..., by=...)"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(home: Path, case: str) -> None:
    given, words = REFUSED[case]
    assert words in plain(run("plot", *ASKED, *AT, *given, status=2).stderr)
    assert not list(home.glob("*.pdf"))


def test_a_wrong_ending_is_refused_before_any_work(home: Path) -> None:
    asked = ("plot", "missing.csv", *ASKED[1:], *AT, "--figure", "murphy", "--out", "a.gif")
    assert "must end in" in run(*asked, status=2).stderr
    assert not (home / "a.gif").exists()


def test_one_model_where_one_is_drawn(home: Path) -> None:
    asked = ("plot", *ASKED, *AT, "--by", "unit", "--figure", "forest-groups", "--out", "a.svg")
    run(*asked, "--model", "severity")
    assert "severity" in (home / "a.svg").read_text()
    error = run(*asked, "--model", "severity", "--model", "network", status=2).stderr
    assert "forest-groups draws one model" in plain(error)


def test_no_input_is_overwritten(home: Path) -> None:
    stays(800).write_csv(home / "data.svg")
    before = (home / "data.svg").read_bytes()
    asked = ("data.svg", *ASKED[1:], *AT, "--figure", "murphy", "--out", "data.svg")
    assert "holds the data" in run("plot", *asked, status=3).stderr
    assert (home / "data.svg").read_bytes() == before


def test_without_matplotlib_it_says_what_to_install(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda *_: None)
    error = run("plot", *ASKED, *AT, "--figure", "murphy", "--out", "a.pdf", status=2).stderr
    assert "pip install 'baserate[plots]'" in error
    assert run("plot", "--list").stdout
    assert not (home / "a.pdf").exists()


def test_names_that_are_no_formula(home: Path) -> None:
    frame = pl.read_csv(home / "cohort.csv").rename({"severity": "$s_1$", "network": "_Σ %"})
    frame.write_csv(home / "odd.csv")
    asked = ("odd.csv", "--outcome", "died", "--score", "$s_1$", "--score", "_Σ %", "--cost", "1:30")
    run("plot", *asked, "--figure", "forest-models", "--out", "a.svg")
    assert "$s_1$" in (home / "a.svg").read_text(encoding="utf-8")


def test_every_option_of_evaluate_that_reads_patients_is_there() -> None:
    from baserate.cli.evaluate import command as evaluate
    from baserate.figures.command import command

    ours = {option.name for option in command.params}
    left = {option.name for option in evaluate.params} - ours
    assert left == {
        *("full", "as_json", "as_csv", "html", "smallest_cell", "earlier"),
        *("prevalence_from", "prevalence_model"),
    }
