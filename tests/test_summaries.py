"""Site summaries: made, read back and combined, beside the patients themselves."""

from __future__ import annotations

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import validate

import baserate
from baserate.errors import BaserateWarning, DataError, FileError, SettingError
from baserate.evaluation.evaluate import evaluate_combined, evaluate_summaries
from baserate.evaluation.evaluation import Evaluation
from baserate.extensions.sites.summaries import combine, encode, is_summary, read_summaries, summarise
from baserate.extensions.sites.summary_file import Summary, read_summary
from baserate.inference.estimate import Estimate
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from baserate.results.result import result_schema
from baserate.scores.gains import gains_of
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import prevalence_of
from tests.support.cohorts import DEPLOYMENTS
from tests.support.command_line import COMMAND, run

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

MODELS = ("severity", "network")
ROLES = Roles.of("died", list(MODELS), "unit")
# The network's scores are calibrated to a prevalence of one half.
WHERE: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30", "source_prevalence": {"network": 0.5}}


@cache
def stays() -> pl.DataFrame:
    return baserate.datasets.icu_cohort(stays=12_000)


def site(number: int) -> pl.DataFrame:
    return stays()[number * 6_000 : (number + 1) * 6_000]


def summary(data: Any, least: int = 5, roles: Roles = ROLES) -> Summary:
    return summarise([read_patients(data, roles)], least)


def written(folder: Path, number: int, least: int = 5, **roles: Any) -> Path:
    path = folder / f"site{number}.parquet"
    path.write_bytes(encode(summary(site(number), least, Roles.of("died", list(MODELS), **roles))))
    return path


@cache
def combined(least: int = 5, lazy: bool = False) -> Evaluation:
    sites = [site(number).lazy() if lazy else site(number) for number in (0, 1)]
    return evaluate_combined(combine([summary(one, least) for one in sites], ["one", "two"]), **WHERE)


@cache
def joined() -> Evaluation:
    return baserate.evaluate(stays(), "died", MODELS, by="unit", **WHERE)


# The numbers of the patients.


@pytest.mark.parametrize("group", [None, "cardiac", "mixed"])
@pytest.mark.parametrize("lazy", [False, True], ids=["rows", "engine"])
def test_two_sites_give_nearly_what_their_joined_rows_give(lazy: bool, group: str | None) -> None:
    found, exact = combined(lazy=lazy), joined()
    few = group == "cardiac"  # 69 cases, in lines of five
    for model in MODELS:
        close(found.score(model, group), exact.score(model, group), width=0.08 if few else 0.01)
    # How two models vary together is known from joint lines, which are wider.
    close(found.compare(*MODELS, group), exact.compare(*MODELS, group), width=0.08 if few else 0.04)


def close(ours: Estimate, theirs: Estimate, width: float) -> None:
    """Within a fiftieth of the interval, whose width is right to some share."""
    assert abs(ours.value - theirs.value) < 0.02 * (theirs.high - theirs.low)
    assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=width)


def test_with_a_smallest_cell_of_one_they_give_exactly_that() -> None:
    found, exact = combined(1), joined()
    for model in MODELS:
        ours, theirs = found.score(model), exact.score(model)
        assert (ours.value, ours.low) == pytest.approx((theirs.value, theirs.low), abs=1e-9)
        for name in ("auc", "brier", "sensitivity", "specificity", "calibration_slope"):
            right = exact.judged(model).measure(name).get().value
            assert found.judged(model).measure(name).get().value == pytest.approx(right, abs=1e-8)
    ours, theirs = found.compare(*MODELS), exact.compare(*MODELS)
    assert (ours.value, ours.standard_error) == pytest.approx((theirs.value, theirs.standard_error), abs=1e-9)
    assert found.to_dict()["data"]["binning"]["net_benefit_error_at_most"] == dict.fromkeys(MODELS, 0.0)


def test_counts_groups_and_totals_are_those_of_the_patients() -> None:
    found, exact = combined(), joined()
    assert (found.everyone.patients, found.everyone.positives) == (
        exact.everyone.patients,
        exact.everyone.positives,
    )
    assert {name: (one.patients, one.positives) for name, one in found.groups.items()} == {
        name: (one.patients, one.positives) for name, one in exact.groups.items()
    }


def test_the_order_of_models_is_each_site_s_own() -> None:
    other = summary(site(1), 5, Roles.of("died", list(reversed(MODELS)), "unit"))
    found = evaluate_combined(combine([summary(site(0)), other], ["one", "two"]), **WHERE)
    ours, theirs = found.compare(*MODELS), combined().compare(*MODELS)
    assert ours.value == pytest.approx(theirs.value, rel=1e-9)
    # Joint bins are halved along other axes, so that their edges differ.
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.05)


def test_points_keep_number_mean_and_spread_of_every_line() -> None:
    made = summary(site(0))
    patients = combine([made], ["one"])
    for model in MODELS:
        points = patients.single[model]
        lines = made.lines.filter(pl.col("model") == model, pl.col("other").is_null())
        line = points.bins[:, 0]
        assert np.bincount(line, points.count).tolist() == lines["patients"].to_list()
        x, n = points.log_odds[:, 0], points.weight
        np.testing.assert_allclose(np.bincount(line, n), lines["patients"].to_numpy(), rtol=1e-12)
        mean = np.bincount(line, n * x) / np.bincount(line, n)
        np.testing.assert_allclose(mean, lines["mean"].to_numpy(), atol=1e-12)
        spread = np.sqrt(np.bincount(line, n * (x - mean[line]) ** 2) / np.bincount(line, n))
        np.testing.assert_allclose(spread, lines["sd"].to_numpy(), atol=1e-9)


def test_joint_points_keep_both_spreads_and_the_correlation() -> None:
    made = summary(site(0))
    points = combine([made], ["one"]).joint[MODELS]
    lines = made.lines.filter(pl.col("other").is_not_null())
    line, share = points.bins[:, 0], points.count / lines["patients"].to_numpy()[points.bins[:, 0]]
    apart = points.log_odds - np.column_stack((lines["mean"], lines["other_mean"]))[line]
    spread = [np.sqrt(np.bincount(line, share * apart[:, i] ** 2)) for i in (0, 1)]
    for own, name in zip(spread, ("sd", "other_sd"), strict=True):
        np.testing.assert_allclose(own, lines[name].to_numpy(), atol=1e-9)
    both = np.bincount(line, share * apart[:, 0] * apart[:, 1])
    np.testing.assert_allclose(both, lines["correlation"].to_numpy() * spread[0] * spread[1], atol=1e-9)


# What the lines leave open.


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    patients=st.integers(60, 2000),
    spread=st.sampled_from([0.01, 0.5, 2.0, 12.0]),
    certain=st.sampled_from([0.0, 0.003, 0.1, 0.8]),
    least=st.sampled_from([1, 2, 5, 15]),
    weighted=st.booleans(),
    lazy=st.booleans(),
)
def test_no_score_from_a_summary_is_farther_off_than_its_bound(
    seed: int, patients: int, spread: float, certain: float, least: int, weighted: bool, lazy: bool
) -> None:
    """Beside every patient's own score, at ranges and at points, with and without scores of 0 and 1."""
    rng = np.random.default_rng(seed)
    y = (np.arange(patients) % 3 == 0).astype(np.int8)
    s = np.asarray(baserate.odds.expit(spread * (rng.normal(size=patients) + y) - 2.0))
    s = np.where(rng.random(patients) < certain, rng.choice([0.0, 1.0, 1e-12, 0.2], patients), s)
    weight = rng.gamma(0.5, size=patients) + 1e-3 if weighted else np.ones(patients)
    frame = pl.DataFrame({"died": y, "new": s, "w": weight})
    roles = Roles.of("died", ["new"], weight="w" if weighted else None)
    found = combine([summary(frame.lazy() if lazy else frame, least, roles)], ["one"])
    sample = found.single["new"].sample()
    own = float(np.average(y, weights=weight))
    assert prevalence_of(sample) == pytest.approx(own, rel=1e-4)
    for name, where in DEPLOYMENTS.items():
        gains = gains_of(where, prevalence_of(sample))
        exact = np.average(gains.positive(s[y == 1]), weights=weight[y == 1])
        exact += np.average(gains.negative(s[y == 0]), weights=weight[y == 0])
        off = abs(mean_gain(sample, gains) - exact)
        # Weights are written with six digits.
        written = 1e-5 if weighted else 1e-10
        assert off <= found.error_bound("new", where, prevalence_of(sample)) + written, name


@pytest.mark.parametrize("prevalence", [0.03, 0.2, (0.01, 0.10)])
def test_sensitivity_and_specificity_are_within_their_bounds(prevalence: Any) -> None:
    asked = {"prevalence": prevalence, "cost": "1:9"}
    sites = [summary(site(number)) for number in (0, 1)]
    found = evaluate_combined(combine(sites, ["one", "two"]), **asked)
    exact = baserate.evaluate(stays(), "died", MODELS, by="unit", **asked)
    content = found.to_dict()
    validate(content, result_schema())
    for model in MODELS:
        for name in ("sensitivity", "specificity"):
            bound = content["data"]["binning"][f"{name}_error_at_most"][model]
            off = (
                found.judged(model).measure(name).get().value - exact.judged(model).measure(name).get().value
            )
            assert abs(off) <= bound < 0.06


def test_no_winner_that_the_bins_could_undo() -> None:
    """At one prevalence a lead beyond chance is smaller than what wide lines leave open."""
    rng = np.random.default_rng(3)
    y = (np.arange(4_000) % 2).astype(int)
    good = np.asarray(baserate.odds.expit(rng.normal(size=4_000) + 1.5 * (y - 0.5)))
    bad = good.copy()
    bad[np.flatnonzero((y == 1) & (good > 0.7))[:60]] = 0.2
    data = pl.DataFrame({"died": y, "good": good, "bad": bad})
    asked: dict[str, Any] = {"prevalence": 0.5, "cost": "1:1"}
    assert baserate.evaluate(data, "died", ["good", "bad"], **asked).verdict.best == "good"
    roles = Roles.of("died", ["good", "bad"])
    for least, decided in ((1, True), (30, False)):
        found = evaluate_combined(combine([summary(data, least, roles)], ["one"]), **asked)
        assert found.compare("good", "bad").low > 0.0
        assert found.verdict.best == "good"
        assert found.verdict.decided == decided
        bounds = found.to_dict()["data"]["binning"]["net_benefit_error_at_most"]
        assert (sum(bounds.values()) < found.compare("good", "bad").low) == decided
        warned = any("leave its net benefit open" in text for text in found.to_dict()["warnings"])
        assert warned != decided


# Groups too small to stand alone.


def small(cases: int, others: int, name: str = "few") -> Summary:
    data = site(0).with_columns(pl.col("unit").cast(pl.String))
    label = data["died"].to_numpy()
    chosen = [*np.flatnonzero(label == 1)[:cases], *np.flatnonzero(label == 0)[:others]]
    unit = data["unit"].to_numpy().astype(object)
    unit[chosen] = name
    return summary(data.with_columns(unit=pl.Series(unit.tolist())))


def test_a_small_group_takes_in_the_smallest_other_group() -> None:
    made = small(4, 300)
    assert made.groups == ("mixed", "(small groups)")
    assert made.small_groups == ("cardiac", "few")
    assert small(5, 300).groups == ("cardiac", "few", "mixed")


def test_nobody_else_s_name_is_taken_for_small_groups() -> None:
    made = small(4, 300, "(small groups)")
    assert made.groups == ("mixed", "((small groups))")
    assert made.small_groups == ("(small groups)", "cardiac")


def test_a_site_whose_group_is_too_small_is_named() -> None:
    sites = [small(4, 300), summary(site(1))]
    patients = combine(sites, ["first.parquet", "second.parquet"])
    with pytest.warns(BaserateWarning, match="'cardiac' is about other sites only: at first.parquet"):
        found = evaluate_combined(patients, **WHERE)
    assert any("about other sites only" in text for text in found.to_dict()["warnings"])
    counts = dict(zip(sites[1].groups, sites[1].patients, strict=True))
    assert found.groups["cardiac"].patients == sum(counts["cardiac"])


@pytest.mark.parametrize("cases", [0, 1, 4])
def test_too_few_altogether_are_refused_without_a_number(cases: int) -> None:
    data = {"died": [1] * cases + [0] * 30, "new": np.linspace(0.1, 0.9, cases + 30)}
    with pytest.raises(SettingError, match="fewer than 5 patients with the outcome") as caught:
        summarise([read_patients(data, Roles.of("died", ["new"]))])
    assert set("0123456789") & set(str(caught.value)) == {"5"}


# Who is who.


def test_the_same_patients_twice_are_refused(tmp_path: Path) -> None:
    first = written(tmp_path, 0, by="unit")
    copy = tmp_path / "copy.parquet"
    copy.write_bytes(first.read_bytes())
    coarser = tmp_path / "coarser.parquet"
    coarser.write_bytes(encode(summary(site(0), 9)))
    shuffled = tmp_path / "shuffled.parquet"
    shuffled.write_bytes(encode(summary(site(0).sample(fraction=1.0, shuffle=True, seed=1).lazy(), 7)))
    other = tmp_path / ".." / tmp_path.name / first.name
    for again in (first, copy, other, coarser, shuffled):
        with pytest.raises(FileError, match="hold the same patients") as caught:
            read_summaries([first, written(tmp_path, 1, by="unit"), again])
        assert str(first) in str(caught.value)
        assert str(again) in str(caught.value)


def test_so_are_the_same_patients_in_other_groups() -> None:
    other = site(0).with_columns(unit=pl.when(pl.col("died") > 0.5).then(pl.lit("a")).otherwise(pl.lit("a")))
    with pytest.raises(FileError, match="one and two hold the same patients"):
        combine([summary(site(0)), summary(other)], ["one", "two"])


def test_reduce_refuses_a_file_twice(tmp_path: Path) -> None:
    csv, parquet = tmp_path / "a.csv", tmp_path / "a.parquet"
    site(0).write_csv(csv)
    site(0).write_parquet(parquet)
    for again in (csv, parquet):
        said = reduced(tmp_path / "out.parquet", csv, again, status=3).stderr
        assert "hold the same patients" in " ".join(said.split())
    assert not (tmp_path / "out.parquet").exists()


def reduced(out: Path, *files: Path, options: tuple[str, ...] = (), status: int = 0) -> Any:
    asked = ("--outcome", "died", "--score", "severity", "--score", "network", "--by", "unit")
    return run("reduce", *map(str, files), *asked, *options, "--out", str(out), status=status)


def test_a_summary_is_the_same_whatever_the_order_of_rows_and_the_files() -> None:
    right = encode(summary(site(0)))
    for seed in range(3):
        assert encode(summary(site(0).sample(fraction=1.0, shuffle=True, seed=seed))) == right
    halves = [site(0)[:2_500], site(0)[2_500:]]
    assert encode(summarise([read_patients(half, ROLES) for half in halves])) == right
    assert encode(summarise([read_patients(half, ROLES) for half in reversed(halves)])) == right


def test_a_weighted_summary_is_the_same_whatever_the_order_of_rows() -> None:
    rng = np.random.default_rng(0)
    data = site(0).with_columns(w=pl.Series(rng.gamma(1.0, size=6_000)))
    roles = Roles.of("died", list(MODELS), "unit", weight="w")
    right = encode(summary(data, 5, roles))
    for seed in range(3):
        assert encode(summary(data.sample(fraction=1.0, shuffle=True, seed=seed), 5, roles)) == right


def test_a_summary_is_the_same_whatever_the_number_of_threads(tmp_path: Path) -> None:
    csv = tmp_path / "a.csv"
    site(0).write_csv(csv)
    asked = ["--outcome", "died", "--score", "severity", "--score", "network", "--by", "unit"]
    made = []
    for threads in ("1", "2"):
        out = tmp_path / f"{threads}.parquet"
        command = [*COMMAND, "reduce", str(csv), *asked, "--out", str(out)]
        subprocess.run(command, check=True, env={**os.environ, "POLARS_MAX_THREADS": threads})
        made.append(out.read_bytes())
    assert made[0] == made[1]


# Months.


def test_a_summary_that_differs_by_few_from_an_earlier_one_is_refused() -> None:
    earlier = summary(site(0)[:-3])
    with pytest.raises(SettingError, match="fewer than 5 patients of a class, in everyone"):
        check_against(summary(site(0)), earlier)
    check_against(summary(site(0)), summary(site(0)))
    check_against(summary(site(0)), summary(site(0)[:3_000]))


def check_against(now: Summary, then: Summary) -> None:
    now.given_out("this summary").check_against(then.given_out("may.parquet"))


def test_so_are_other_groups_of_the_same_patients() -> None:
    alone = summary(site(0), 5, Roles.of("died", list(MODELS)))
    with pytest.raises(SettingError, match="as many patients of each class, in other groups"):
        check_against(alone, summary(site(0)))


def test_the_command_line_knows_earlier_summaries(tmp_path: Path) -> None:
    for name, rows in (("may", site(0)[:-3]), ("june", site(0)), ("july", site(1))):
        rows.write_csv(tmp_path / f"{name}.csv")
    may = tmp_path / "may.parquet"
    reduced(may, tmp_path / "may.csv")
    options = ("--earlier", str(may))
    said = reduced(tmp_path / "june.parquet", tmp_path / "june.csv", options=options, status=2).stderr
    assert "Make each month's file" in " ".join(said.split())
    assert not (tmp_path / "june.parquet").exists()
    reduced(tmp_path / "july.parquet", tmp_path / "july.csv", options=options)
    # An earlier summary is no place to write to.
    reduced(may, tmp_path / "july.csv", options=options, status=3)


# What cannot be combined, or honoured.


def test_other_models_and_other_groups_are_refused(tmp_path: Path) -> None:
    one = summary(site(1), 5, Roles.of("died", ["severity"], "unit"))
    with pytest.raises(SettingError, match="two was made for other models than one: severity, and"):
        combine([summary(site(0)), one], ["one", "two"])
    alone = summary(site(1), 5, Roles.of("died", list(MODELS)))
    with pytest.raises(SettingError, match="one has groups, two has none"):
        combine([summary(site(0)), alone], ["one", "two"])
    stays().write_parquet(tmp_path / "rows.parquet")
    assert not is_summary(tmp_path / "rows.parquet")
    with pytest.raises(FileError, match="'baserate reduce' makes one"):
        read_summaries([tmp_path / "rows.parquet"])


@pytest.mark.parametrize(
    "option",
    [
        ("--cluster", "patient"),
        ("--positive", "1"),
        ("--by", "unit"),
        ("--weight", "w"),
        ("--score", "severity"),
        ("--outcome", "died"),
        ("--missing", "drop"),
    ],
)
def test_what_a_summary_cannot_honour_is_refused_by_name(option: tuple[str, str], tmp_path: Path) -> None:
    path = str(written(tmp_path, 0, by="unit"))
    said = run("evaluate", path, "--cost", "1:30", *option, status=2).stderr
    assert f"{option[0]} cannot be honoured" in " ".join(said.split())


STUDY = """
outcome = "died"
scores = {scores}
{more}
[deployment]
prevalence = "1%..10%"
cost = "1:30"
"""


@pytest.mark.parametrize(
    ("scores", "more", "said"),
    [
        ('["severity", "network"]', 'by = "unit"\ncluster = "patient"', "the study says cluster"),
        ('["severity", "network"]', 'by = "unit"\nweight = "w"', "the study says weight"),
        ('["severity", "network"]', 'by = "unit"\npositive = 1', "the study says positive"),
        ('["severity", "network"]', 'by = "unit"\nmissing = "drop"', "the study says missing"),
        ('["severity"]', 'by = "unit"', "the study is about the models severity; the site summaries hold"),
        ('["severity", "network"]', "", "groups, which the study does not name"),
    ],
)
def test_a_study_that_asks_for_something_else_is_refused(
    scores: str, more: str, said: str, tmp_path: Path
) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY.format(scores=scores, more=more))
    path = str(written(tmp_path, 0, by="unit"))
    assert said in " ".join(run("evaluate", path, "--study", str(study), status=2).stderr.split())


def test_evaluate_takes_summaries_by_their_paths(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.parquet" for name in ("one", "two")]
    for path, number in zip(paths, (0, 1), strict=True):
        path.write_bytes(encode(summary(site(number))))
    found = baserate.evaluate(paths, **WHERE)
    assert found.to_dict()["models"] == evaluate_summaries(paths, **WHERE).to_dict()["models"]
    with pytest.raises(
        SettingError, match=r"outcome, by cannot be honoured: .*one\.parquet is a site summary"
    ):
        baserate.evaluate(paths[0], "died", by="unit", **WHERE)
    with pytest.raises(FileError, match=r"there is no file .*three\.parquet"):
        baserate.evaluate([*paths, tmp_path / "three.parquet"], **WHERE)
    with pytest.raises(DataError, match="data of type list cannot be used"):
        baserate.evaluate(["a.csv", "b.csv"], "died", ["network", "severity"], **WHERE)


def test_a_study_that_agrees_is_run(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY.format(scores='["network", "severity"]', more='by = "unit"'))
    paths = [str(written(tmp_path, number, by="unit")) for number in (0, 1)]
    content = json.loads(run("evaluate", *paths, "--study", str(study), "--json").stdout)
    assert content["data"]["used"] == 12_000
    plain = json.loads(run("evaluate", *paths, "--prevalence", "1%..10%", "--cost", "1:30", "--json").stdout)
    assert plain["models"] == content["models"]


def test_models_may_have_any_name(tmp_path: Path) -> None:
    data = site(0).rename({"severity": "outcome", "network": "a=b"})
    path = tmp_path / "odd.parquet"
    path.write_bytes(
        encode(summary(data, 5, Roles.of("died", {"outcome": "outcome", "group": "a=b"}, "unit")))
    )
    content = json.loads(run("evaluate", str(path), "--cost", "1:30", "--json").stdout)
    assert list(content["models"]) == ["outcome", "group"]


def test_the_old_option_says_its_new_name(tmp_path: Path) -> None:
    asked = ("--outcome", "died", "--score", "severity", "--merge-below", "5", "--out", "x")
    assert "is now --smallest-cell" in run("reduce", str(tmp_path), *asked, status=2).stderr


def test_the_command_line_reduces_and_combines(tmp_path: Path) -> None:
    csv, parquet = tmp_path / "a.csv", tmp_path / "b.parquet"
    site(0).write_csv(csv)
    site(1).write_parquet(parquet)
    made = []
    for number, source in enumerate((csv, parquet)):
        made.append(str(tmp_path / f"site{number}.parquet"))
        said = reduced(Path(made[-1]), source).stdout
        assert "6,000 patients" in said
        assert "No number is about fewer than 5 patients" in said
    done = run("evaluate", *made, "--prevalence", "1%..10%", "--cost", "1:30", "--json")
    assert json.loads(done.stdout)["data"]["used"] == 12_000
    said = run("evaluate", made[0], str(csv), "--cost", "1:30", status=2).stderr
    assert "is not a site summary" in said


def test_the_data_are_not_written_over(tmp_path: Path) -> None:
    csv = tmp_path / "a.csv"
    site(0).write_csv(csv)
    before = csv.read_bytes()
    reduced(csv, csv, status=3)
    assert csv.read_bytes() == before


def test_few_rows_that_were_dropped_are_not_counted(tmp_path: Path) -> None:
    for gaps, dropped in ((3, None), (7, 7)):
        data = site(0).with_columns(severity=pl.when(pl.int_range(pl.len()) >= gaps).then(pl.col("severity")))
        made = summarise([read_patients(data, ROLES, missing="drop")])
        assert made.dropped_rows == dropped
        assert made.missing == ("severity",)
        path = tmp_path / f"{gaps}.parquet"
        path.write_bytes(encode(made))
        found = evaluate_summaries([path], **WHERE)
        told = "fewer than 5" if dropped is None else "7"
        assert any(f"{told} rows were dropped" in note for note in found.to_dict()["provenance"]["notes"])


@settings(max_examples=15)
# A mean that is rounded up beside an exact one between the two.
@example(seed=0, patients=125, shape=0.05, least=2, digits=1)
@given(
    seed=st.integers(0, 2**32 - 1),
    patients=st.integers(40, 400),
    shape=st.sampled_from([0.05, 0.3, 5.0]),
    least=st.integers(1, 9),
    digits=st.sampled_from([1, 2, 16]),
)
def test_whatever_is_written_is_read(
    seed: int, patients: int, shape: float, least: int, digits: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Weights over many orders of magnitude, few distinct scores, certain scores, groups of any size."""
    rng = np.random.default_rng(seed)
    columns: dict[str, Any] = {"died": (np.arange(patients) % 3 == 0).astype(int)}
    for model in MODELS:
        columns[model] = np.round(rng.beta(0.7, 1.2, size=patients), digits)
    columns |= {"w": rng.gamma(shape, size=patients) + 1e-6, "unit": rng.geometric(0.4, patients).astype(str)}
    made = summary(columns, least, Roles.of("died", list(MODELS), "unit", weight="w"))
    path = tmp_path_factory.mktemp("made") / "a.parquet"
    path.write_bytes(encode(made))
    assert read_summary(path).sha256 == made.sha256


def test_a_file_comes_back_as_it_was(tmp_path: Path) -> None:
    made = summary(site(0))
    path = tmp_path / "a.parquet"
    path.write_bytes(encode(made))
    found = read_summary(path)
    assert found.content == made.content
    assert found.lines.equals(made.lines)
    assert found.sha256 == made.sha256
    assert encode(found) == path.read_bytes()
