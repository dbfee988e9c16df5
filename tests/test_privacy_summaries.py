"""Attacks on a site summary: what follows from its numbers, and from the differences of any two of them.

Each test reads the file as anybody could who got it, and then uses the patients, whom only the test knows,
to see whom a number is about. docs/summaries.md says which attacks are tried here, and which remain.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from baserate.errors import SettingError
from baserate.extensions.sites.summaries import encode, summarise
from baserate.extensions.sites.summary_file import KEY
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from tests.page.test_privacy import MODELS, cohort, evaluated, written
from tests.support.command_line import run

LEAST = 5


def shared(data: Mapping[str, Any], least: int = LEAST, **roles: Any) -> tuple[dict[str, Any], pl.DataFrame]:
    """The metadata and the lines of a file."""
    made = summarise([read_patients(data, Roles.of("died", list(MODELS), **roles))], least)
    file = io.BytesIO(encode(made))
    return json.loads(pl.read_parquet_metadata(file)[KEY]), pl.read_parquet(file)


def counts(lines: pl.DataFrame, model: str, outcome: int, group: str | None = None) -> list[int]:
    """How many patients the lines of a model, class and group are about."""
    own = lines.filter(pl.col("model") == model, pl.col("other").is_null(), pl.col("outcome") == outcome)
    found: list[int] = own.filter(pl.col("group").eq_missing(pl.lit(group)))["patients"].to_list()
    return found


def between(one: list[int], other: list[int], least: int = LEAST) -> int:
    """How many edges of one partition of the same ordered patients lie a few from one of another."""
    edges, others = np.cumsum(one)[:-1], np.cumsum(other)[:-1]
    apart = np.abs(edges[:, None] - others).min(axis=1)
    return int(((apart > 0) & (apart < least)).sum())


def with_group(data: dict[str, Any], cases: int, others: int) -> dict[str, Any]:
    """The same with a group of so few."""
    unit = data["unit"].astype(object)
    sick, well = (np.flatnonzero(data["died"] == label) for label in (1, 0))
    unit[[*sick[:cases], *well[:others]]] = "tiny"
    return {**data, "unit": unit}


def certain(data: dict[str, Any], few: int) -> dict[str, Any]:
    """The same with a few scores of exactly 0 and 1 in either class."""
    new = data["new"].copy()
    for label in (0, 1):
        own = np.flatnonzero(data["died"] == label)
        new[own[:few]], new[own[few : 2 * few]] = 0.0, 1.0
    return {**data, "new": new}


KINDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "no groups": (cohort(0), {}),
    "groups": (cohort(1), {"by": "unit"}),
    "a tiny group": (with_group(cohort(2), 2, 7), {"by": "unit"}),
    "a large group with two cases": (with_group(cohort(2, 2_000), 2, 398), {"by": "unit"}),
    "weights": (cohort(3), {"by": "unit", "weight": "weight"}),
    "certain scores": (certain(cohort(4), 2), {"by": "unit"}),
    "many certain scores": (certain(cohort(4), 20), {"by": "unit"}),
    "few patients": (cohort(5, 60), {"by": "unit"}),
    "heaps": ({**cohort(6), "old": np.round(cohort(6)["old"], 1)}, {"by": "unit"}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_is_about_enough_of_its_class(kind: str) -> None:
    data, roles = KINDS[kind]
    content, lines = shared(data, **roles)
    assert lines["patients"].to_numpy().min() >= LEAST
    assert min(min(pair) for pair in content["patients"]) >= LEAST
    numbers = [int(one) for one in re.findall(r"(?<![\w.])\d+(?![\w.])", json.dumps(content["patients"]))]
    assert min(numbers) >= LEAST


@pytest.mark.parametrize("kind", KINDS)
def test_lines_of_several_values_are_intervals_that_do_not_overlap(kind: str) -> None:
    """The members of a line follow from the counts, so that a line is about whom it says it is about."""
    data, roles = KINDS[kind]
    content, lines = shared(data, **roles)
    names = content["groups"] or [None]
    for group, pair in zip(names, content["patients"], strict=True):
        for outcome, total in zip((1, 0), pair, strict=True):
            for model in MODELS:
                assert sum(counts(lines, model, outcome, group)) == total


# Hidden groups, by what is left of everyone.


@pytest.mark.parametrize(("cases", "others"), [(1, 1), (2, 30), (0, 12), (4, 4)])
def test_a_small_group_is_told_with_others_only(cases: int, others: int) -> None:
    content, lines = shared(with_group(cohort(7), cases, others), by="unit")
    assert "tiny" in content["small_groups"]
    assert "tiny" not in lines["group"].to_list()
    assert content["groups"][-1] == "(small groups)"
    # No line is about everyone, so that nothing can be taken from everyone.
    assert lines["group"].null_count() == 0
    # Those who are put together are several groups, or the group would be told by its name.
    assert len(content["small_groups"]) > 1


def test_a_second_group_hides_the_first() -> None:
    data = cohort(8)
    data["unit"] = np.where(np.arange(900) < 8, "few", "many")
    data["died"][:8] = [1, 1, 1, 0, 0, 0, 0, 0]
    content, _ = shared(data, by="unit")
    assert content["groups"] == ["(small groups)"]
    assert content["small_groups"] == ["few", "many"]


# Certain scores.


@pytest.mark.parametrize("few", [1, 2, 4])
def test_few_scores_of_exactly_0_and_1_are_not_told_apart(few: int) -> None:
    content, lines = shared(certain(cohort(9), few))
    assert content["groups"] == []
    assert (lines["mean"].abs() < 39.0).all()
    joint = lines.filter(pl.col("other").is_not_null())
    assert (joint["other_mean"].abs() < 39.0).all()


# Joint lines beside single lines.


@pytest.mark.parametrize("kind", KINDS)
def test_joint_counts_are_multiples_of_the_smallest_cell_but_for_one(kind: str) -> None:
    data, roles = KINDS[kind]
    _, lines = shared(data, **roles)
    joint = lines.filter(pl.col("other").is_not_null())
    for _, part in joint.group_by("group", "outcome"):
        assert (part["patients"] % LEAST != 0).sum() <= 1


def test_a_model_beside_its_copy_tells_no_more_than_the_model() -> None:
    """Joint lines of two equal models are intervals with other edges; their counts do not say where."""
    data = cohort(10)
    data["new"] = data["old"]
    _, lines = shared(data)
    joint = lines.filter(pl.col("other").is_not_null())
    for outcome in (0, 1):
        score = np.sort(np.log(data["old"] / (1.0 - data["old"]))[data["died"] == outcome])
        own = joint.filter(pl.col("outcome") == outcome).sort("mean")
        # Whoever takes counts for edges gets other means than those of the lines: they are not the members.
        edges = np.cumsum(own["patients"].to_numpy())
        means = [part.mean() for part in np.split(score, edges[:-1])]
        wrong = np.abs(np.array(means) - own["mean"].to_numpy()) > 1e-3
        assert wrong.mean() > 0.3


# Other releases of the same patients.


@pytest.mark.parametrize("seed", range(2))
def test_two_summaries_of_the_same_patients_are_refused_because_they_would_tell(seed: int) -> None:
    data = cohort(seed)
    roles = [Roles.of("died", list(MODELS)), Roles.of("died", list(MODELS), "sex")]
    first, grouped = (summarise([read_patients(data, one)]) for one in roles)
    coarser = summarise([read_patients(data, roles[0])], 7)
    # Edges of one lie between those of the other: this is what remains without --earlier.
    assert between(counts(first.lines, "old", 0), counts(coarser.lines, "old", 0)) > 0
    for other in (grouped, coarser):
        with pytest.raises(SettingError, match="as many patients of each class, in other groups"):
            other.given_out("this summary").check_against(first.given_out("first.parquet"))


@pytest.mark.parametrize("more", [1, 4, 9])
def test_last_month_s_summary_is_not_taken_from_this_month_s(more: int) -> None:
    data = cohort(11)
    roles = Roles.of("died", list(MODELS), "unit")
    before = {name: values[:-more] for name, values in data.items()}
    then, now = (summarise([read_patients(one, roles)]) for one in (before, data))
    with pytest.raises(SettingError, match="Make each month's file"):
        now.given_out("this summary").check_against(then.given_out("may.parquet"))


def test_a_page_beside_a_summary_is_made_from_it(tmp_path: Path) -> None:
    """Bins of a page end at cut-offs, so that page and summary have other edges: few lie between.

    Of a page that is made from the summary nothing follows but what the summary says.
    """
    data = cohort(12)
    _, page = written(evaluated(data, by=None), tmp_path)
    _, lines = shared(data)
    theirs = [page["models"][MODELS.index(model)]["lines"][0][1]["n"] for model in MODELS]
    assert sum(between(counts(lines, model, 0), one) for model, one in zip(MODELS, theirs, strict=True)) > 0
    path = tmp_path / "site.parquet"
    path.write_bytes(encode(summarise([read_patients(data, Roles.of("died", list(MODELS)))])))
    for source in (path, tmp_path / "again.parquet"):
        source.write_bytes(path.read_bytes())
        run("evaluate", str(source), "--prevalence", "5%..30%", "--cost", "1:5", "--html", f"{source}.html")
    pages = [Path(f"{source}.html").read_text("utf-8") for source in (path, tmp_path / "again.parquet")]
    stamped = [re.sub(r"\d{4}-\d\d-\d\dT[\d:+]+|again|site", "", page) for page in pages]
    assert stamped[0] == stamped[1]


# What is said beside the numbers.


def test_few_dropped_rows_and_small_groups_are_not_counted_in_words(tmp_path: Path) -> None:
    data = with_group(cohort(13), 2, 4)
    old = data["old"].astype(object)
    old[[20, 30, 40]] = None
    frame = pl.DataFrame({**data, "old": pl.Series(old.tolist(), dtype=pl.Float64)})
    frame.write_csv(tmp_path / "a.csv")
    asked = ("--outcome", "died", "--score", "old", "--score", "new", "--by", "unit", "--missing", "drop")
    done = run("reduce", str(tmp_path / "a.csv"), *asked, "--out", str(tmp_path / "a.parquet"))
    said = done.stdout.replace(str(tmp_path), "")
    assert "Fewer than 5 rows were dropped" in said
    assert "tiny" in said
    content = json.loads(pl.read_parquet_metadata(tmp_path / "a.parquet")[KEY])
    assert content["dropped_rows"] is None
    assert content["missing"] == ["old"]
    for number in re.findall(r"(?<!unit )(?<![\w,.])\d+(?![\w,])", said):
        assert int(number) >= LEAST


def test_metadata_hold_nothing_else_of_patients() -> None:
    content, lines = shared(cohort(14), by="unit", weight="weight")
    assert content.keys() == {
        *("format", "baserate", "sha256", "table_sha256", "fingerprint", "models", "groups", "small_groups"),
        *("smallest_cell", "every_score", "bins_per_unit_of_log_odds", "patients", "weights"),
        *("dropped_rows", "missing"),
    }
    assert lines.columns == [
        *("model", "other", "group", "outcome", "patients", "mean", "sd"),
        *("other_mean", "other_sd", "correlation", "weight", "squares"),
    ]


def test_a_mean_has_no_more_digits_than_it_needs() -> None:
    _, lines = shared(cohort(15), by="unit")
    spread = lines.filter(pl.col("sd") > 0.0)
    for name in ("mean", "sd"):
        ten_thousandths: NDArray[np.float64] = spread[name].to_numpy() * 10_000
        np.testing.assert_allclose(ten_thousandths, np.rint(ten_thousandths), atol=1e-6)


def test_one_value_alone_is_told_where_enough_share_it() -> None:
    data = cohort(16)
    data["old"] = np.where(np.arange(900) % 3 == 0, 0.25, data["old"])
    _, lines = shared(data)
    alone = lines.filter(pl.col("sd") == 0.0, pl.col("other").is_null())
    assert len(alone) == 2  # of cases, and of non-cases
    assert alone["patients"].min() >= LEAST  # type: ignore[operator]
