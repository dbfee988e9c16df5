"""Groups by several columns, each on its own or crossed; and categories in their order."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from click.testing import CliRunner
from scipy.stats import multivariate_normal

import baserate
from baserate.cli import main
from baserate.errors import BaserateError, SettingError
from baserate.patients.groupings import columns_of, group_name, parse_by, stated, title
from baserate.patients.groups import Grouping
from baserate.patients.roles import NO_GROUP
from baserate.results.result import result_schema

ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}
MODELS = ["new", "old"]
N = 3000


def patients() -> pl.DataFrame:
    rng = np.random.default_rng(5)
    x = rng.normal(-1.5, 1.3, N)
    row = np.arange(N)
    frame = pl.DataFrame(
        {
            "died": (rng.random(N) < 1 / (1 + np.exp(-x))).astype(int),
            "new": 1 / (1 + np.exp(-x)),
            "old": 1 / (1 + np.exp(-0.7 * x - 0.4 + rng.normal(0, 0.5, N))),
            "sex": np.array(["F", "M"])[rng.integers(0, 2, N)],
            "age": np.array(["18-64", "65+", "F"])[rng.integers(0, 3, N)],  # "F" in both columns
            "a,b": row % 2,
            "site": rng.integers(1, 12, N),
        }
    )
    return frame.with_columns(pl.when(pl.int_range(N) % 10 != 3).then(pl.col("sex")))


def judged(data: Any, **asked: Any) -> baserate.Evaluation:
    return baserate.evaluate(data, "died", MODELS, **ASKED, **asked)


WIDTHS = ("simultaneous", "comparisons", "gaps", "name", "by")


def alike(content: Any) -> Any:
    """What is said of a group, without its name and what depends on how many groups there are."""
    if isinstance(content, dict):
        return {name: alike(value) for name, value in content.items() if name not in WIDTHS}
    return content


NAMES = ["sex: (missing)", "sex: F", "sex: M", "age: 18-64", "age: 65+", "age: F"]


@pytest.mark.parametrize("column", ["sex", "age"])
def test_each_of_two_columns_has_the_numbers_that_it_has_alone(column: str) -> None:
    both, alone = judged(patients(), by=["sex", "age"]), judged(patients(), by=column)
    assert list(both.groups) == NAMES
    groups = {group["name"]: group for group in both.to_dict()["groups"]}
    for group in alone.to_dict()["groups"]:
        same = groups[f"{column}: {group['name']}"]
        assert alike(same) == alike(group)
        assert (same["by"], group["by"]) == ([column], [column])
        assert len(same["gaps"]) == len(group["gaps"]) == 2
        for gap, other in zip(same["gaps"], group["gaps"], strict=True):
            assert gap["total"]["low"] == other["total"]["low"]  # compared within the column
            assert (gap["simultaneous"]["comparisons"], other["simultaneous"]["comparisons"]) == (6, 3)
        wide, narrow = (one["models"]["new"]["net_benefit"]["simultaneous"] for one in (same, group))
        assert wide["low"] < narrow["low"] < narrow["high"] < wide["high"]


def test_on_an_engine_they_are_those_in_memory() -> None:
    held, lazy = (judged(data, by=["sex", "age"]) for data in (patients(), patients().lazy()))
    assert list(lazy.groups) == NAMES
    for name in NAMES:
        assert lazy.groups[name].patients == held.groups[name].patients
        assert lazy.groups[name].positives == held.groups[name].positives
        ours, theirs = (ev.compare("new", "old", name) for ev in (lazy, held))
        assert ours.value == pytest.approx(theirs.value, abs=1e-7)
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=1e-3)
        ours, theirs = (ev.gap("new", name).total for ev in (lazy, held))
        assert ours.value == pytest.approx(theirs.value, abs=1e-6)


@pytest.mark.parametrize("lazy", [False, True])
def test_crossed_columns_are_a_column_of_the_combinations(lazy: bool) -> None:
    data = patients()
    text = pl.concat_str(
        pl.lit("sex: "), pl.col("sex").fill_null("(missing)"), pl.lit(", age: "), pl.col("age")
    )
    alone = judged(data.with_columns(text.alias("both")), by="both").to_dict()["groups"]
    crossed = judged(data.lazy() if lazy else data, by=[("sex", "age")])
    found = {group["name"]: group for group in crossed.to_dict()["groups"]}
    assert set(found) == {group["name"] for group in alone}
    for group in alone:
        assert found[group["name"]]["patients"] == group["patients"]
        value = found[group["name"]]["models"]["new"]["net_benefit"]["value"]
        assert value == pytest.approx(group["models"]["new"]["net_benefit"]["value"], abs=1e-7)
        assert found[group["name"]]["by"] == ["sex", "age"]


def test_both_at_once_and_a_column_whose_name_has_a_comma() -> None:
    ev = judged(patients(), by=[("sex", "age"), "a,b"])
    assert list(ev.groups)[-2:] == ["a,b: 0", "a,b: 1"]
    assert len(ev.groups) == 9 + 2
    assert list(judged(patients(), by="a,b").groups) == ["0", "1"]
    assert list(judged(patients(), by=["a,b"]).groups) == ["0", "1"]


def test_groups_are_compared_within_their_column() -> None:
    ev = judged(patients(), by=["a,b", "age"])
    assert ev.compared_with("a,b: 0") == "a,b: 1"
    assert ev.compared_with("age: F") is None
    assert ev.gap_family == 1 + 3
    with pytest.raises(SettingError, match="different columns, and may have patients in common"):
        ev.gap("new", "a,b: 0", "age: F")
    stated_one = judged(patients(), by=["a,b", "age"], reference="age: 65+")
    assert stated_one.compared_with("age: F") == "age: 65+"
    assert stated_one.compared_with("a,b: 0") == "a,b: 1"
    assert stated_one.gap_family == 1 + 2
    with pytest.raises(
        SettingError, match="'65\\+': there is no such group to compare with; there are 'a,b: 0'"
    ):
        judged(patients(), by=["a,b", "age"], reference="65+")


def test_levels_of_all_columns_hold_together() -> None:
    """The product of levels is a lower bound where groups overlap: here against the joint normal."""
    ev = judged(patients(), by=["sex", "age"])
    level = ev.question.level ** (1 / 6)
    one = baserate.evaluate(patients(), "died", "new", by=["sex", "age"], **ASKED)
    assert one.level_of_scores("sex: F") == pytest.approx(level)
    data = patients().with_columns(pl.col("sex").fill_null("(missing)"))
    masks = [
        (data[column] == value).to_numpy()
        for column, values in (("sex", ["F", "M", "(missing)"]), ("age", ["18-64", "65+", "F"]))
        for value in values
    ]
    # Means over groups, of numbers with one variance, correlate as the groups overlap.
    overlap = np.array(
        [[(a & b).sum() / np.sqrt(a.sum() * b.sum()) for b in masks] for a in masks], dtype=float
    )
    from scipy.special import ndtri

    z = float(ndtri(0.5 + level / 2))
    box = sum(
        np.prod(signs) * multivariate_normal.cdf(z * np.array(signs), cov=overlap, allow_singular=True, rng=0)
        for signs in itertools.product((1, -1), repeat=6)
    )
    assert 0.95 <= box < 0.97


def test_text_has_a_block_for_every_column() -> None:
    text = judged(patients(), by=["sex", "age"]).summary()
    assert text.index("By sex") < text.index("By age")
    assert "Does the order hold in each group? By sex" in text
    assert "Why groups differ: new. By age" in text
    assert " ".join(text.split()).count("all 6 groups together") == 2
    alone = judged(patients(), by="age").summary()
    assert "Why groups differ: new\n" in alone
    assert "sex: " not in alone


def test_json_follows_the_schema_and_can_be_asked_again() -> None:
    for by in (["sex", "age"], [("sex", "age"), "a,b"], "sex"):
        ev = judged(patients(), by=by)
        content = json.loads(json.dumps(ev.to_dict()))
        jsonschema.validate(content, result_schema())
        assert content["schema_version"] == "2.4"
        again = judged(patients(), by=content["provenance"]["parameters"]["by"])
        assert list(again.groups) == list(ev.groups)


def page_data(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_page_shows_the_groups_of_the_first_column_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    judged(patients(), by=["sex", "age"]).to_html(path)
    page = page_data(path)
    assert "sex: F" in page
    assert "age: 65+" not in page
    assert "this page shows the groups by 'sex' only; those by 'age' are in the text and the JSON" in page


def test_a_small_group_of_another_column_cannot_be_told_from_the_page(tmp_path: Path) -> None:
    """Of 3,000 patients three have a rare value: nothing on the page is about them, nor names them."""
    data = patients().with_columns(
        pl.when(pl.int_range(N) < 3).then(pl.lit("rare-one")).otherwise(pl.lit("usual")).alias("kind")
    )
    path = tmp_path / "page.html"
    with pytest.warns(UserWarning, match="kind: rare-one"):
        ev = judged(data, by=["age", "kind"])
    ev.to_html(path)
    assert "rare-one" not in page_data(path)
    crossed = tmp_path / "crossed.html"
    with pytest.warns(UserWarning, match="rare-one"):
        ev = judged(data, by=[("age", "kind")])
    ev.to_html(crossed)
    shown = json.loads(json.dumps(page_data(crossed)))
    assert "not shown on this page" in shown
    assert "age: 65+, kind: usual" in shown


def test_the_dial_needs_one_column() -> None:
    ev = judged(patients(), by=["site", "age"])
    with pytest.raises(SettingError, match=r"groups of one column.*'site', 'age'"):
        ev.shift(model="new")
    alone = judged(patients(), by="site").shift(model="new")
    together = ev.shift(by="site", model="new")
    assert together.prevalences_differ == alone.prevalences_differ
    assert [group.patients for group in together.groups] == [group.patients for group in alone.groups]
    with pytest.raises(SettingError, match="has groups by 'site', 'age'"):
        ev.shift(by="sex")


def test_site_summaries_refuse_several_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    patients().write_csv(path)
    arguments = [
        "reduce",
        str(path),
        "--outcome",
        "died",
        "--score",
        "new",
        "--out",
        str(tmp_path / "s.parquet"),
    ]
    result = CliRunner().invoke(main, [*arguments, "--by", "sex", "--by", "age"])
    assert result.exit_code == 2
    assert "--by is given twice" in result.stderr


@pytest.mark.parametrize(
    ("more", "names"),
    [
        (["--by", "a,b"], ["0", "1"]),
        (["--by", "a,b", "--by", "sex"], ["a,b: 0", "a,b: 1", "sex: (missing)", "sex: F", "sex: M"]),
        (
            ["--by", "a,b", "--by", "age", "--crossed"],
            [f"a,b: {i}, age: {j}" for i in "01" for j in ("18-64", "65+", "F")],
        ),
    ],
)
def test_the_command_line(more: list[str], names: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    patients().write_csv(path)
    arguments = [str(path), "--outcome", "died", "--score", "new"]
    result = CliRunner().invoke(main, ["evaluate", *arguments, "--cost", "1:30", "--json", *more])
    assert [group["name"] for group in json.loads(result.output)["groups"]] == names
    checked = CliRunner().invoke(main, ["check", *arguments, *more])
    assert checked.exit_code == 0
    assert f"Group {names[0]!r}: " in checked.output.replace("\n", " ")


def test_wrong_usage_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    patients().write_csv(path)
    arguments = [
        "evaluate",
        str(path),
        "--outcome",
        "died",
        "--score",
        "new",
        "--cost",
        "1:30",
        "--by",
        "sex",
    ]
    for more, message in ((["--crossed"], "--crossed needs --by"), (["--by", "sex"], "names a column twice")):
        result = CliRunner().invoke(main, [*arguments, *more])
        assert result.exit_code == 2
        assert message in result.stderr


def test_a_study_names_several(tmp_path: Path) -> None:
    patients().write_csv(tmp_path / "a.csv")
    for by, first in (
        ('["sex", "age"]', "sex: (missing)"),
        ('[["sex", "age"]]', "sex: (missing), age: 18-64"),
    ):
        (tmp_path / "study.toml").write_text(
            f'data = "a.csv"\noutcome = "died"\nscores = ["new"]\nby = {by}\n'
            '[deployment]\nprevalence = "1%..10%"\ncost = "1:30"\n'
        )
        result = CliRunner().invoke(main, ["evaluate", "--study", str(tmp_path / "study.toml"), "--json"])
        assert json.loads(result.output)["groups"][0]["name"] == first


@pytest.mark.parametrize(
    "by", [[], 3, [3], [["sex", 3]], [[]], ["sex", "sex"], [("sex", "age"), ("age", "sex")], [("sex", "sex")]]
)
def test_what_names_no_columns_is_refused(by: Any) -> None:
    with pytest.raises(SettingError, match="by= "):
        judged(patients(), by=by)


def test_too_many_crossed_groups_are_refused() -> None:
    data = patients().with_columns((pl.int_range(N) % 30).alias("p"), (pl.int_range(N) % 31).alias("q"))
    for source in (data, data.lazy()):
        with pytest.raises(BaserateError, match="'p and q' has more than 200 different values"):
            judged(source, by=[("p", "q")])


def test_many_combinations_of_few_values_are_told_as_such() -> None:
    data = patients().with_columns((pl.int_range(N) % 30).alias("p"), (pl.int_range(N) % 31).alias("q"))
    with pytest.raises(SettingError, match=r"\('p', 'q'\) have more than 200 combinations of values"):
        judged(data.lazy(), by=["p", "q"])


def test_what_is_not_seen_is_quoted_in_the_name_of_a_group() -> None:
    assert group_name(("a",), ("",)) == 'a: ""'
    assert group_name(("a", "b"), (" x", "y")) == 'a: " x", b: y'


def test_a_column_of_python_objects_makes_groups() -> None:
    sex = np.array(["F", "M", None], dtype=object)[np.arange(N) % 3]
    data = patients().with_columns(pl.Series("object", sex.tolist(), dtype=pl.Object))
    assert set(judged(data, by="object").groups) == {"F", "M", NO_GROUP}


NASTY = ("", " ", "a", "a: b", "a, b", '"', '"a"', "a,", "a:", "b: c, a", "x, a: y", "ü$_%", "long" * 200)


def test_names_of_groups_are_never_the_same() -> None:
    names = [group_name((c, d), (v, w)) for c, d, v, w in itertools.product(NASTY, repeat=4) if c != d]
    assert len(set(names)) == len(names)
    singles = {group_name((c,), (v,)) for c, v in itertools.product(NASTY, repeat=2)}
    assert len(singles) == len(NASTY) ** 2
    assert not singles & set(names)


def test_what_was_asked_in_one_form() -> None:
    assert parse_by(["a"]) == parse_by("a") == "a"
    assert stated(parse_by(["a", ("b", "c")])) == ["a", ["b", "c"]]
    assert columns_of(parse_by([("a", "b"), "b", "c"])) == ("a", "b", "c")
    assert title(("a", "b")) == "a and b"


# Order

GRADES = ["mild", "bad", "awful", "never"]
VALUES = [GRADES[k] for k in (2, 0, 1, 0, 2)]
ORDERED: dict[str, Callable[[list[str]], Any]] = {
    "pandas": lambda values: pd.Series(pd.Categorical(values, GRADES, ordered=True)),
    "pandas array": lambda values: pd.Categorical(values, GRADES, ordered=True),
    "Polars": lambda values: pl.Series(values, dtype=pl.Enum(GRADES)),
    "PyArrow": lambda values: pa.DictionaryArray.from_arrays(
        pa.array([GRADES.index(value) for value in values]), pa.array(GRADES), ordered=True
    ),
    "PyArrow in pieces": lambda values: pa.chunked_array(
        [ORDERED["PyArrow"](values[:2]), ORDERED["PyArrow"](values[2:])]
    ),
}


@pytest.mark.parametrize("kind", ORDERED)
def test_categories_have_their_order(kind: str) -> None:
    grouping = Grouping.of(ORDERED[kind](VALUES), "column 'grade'")
    assert grouping.in_order == ("mild", "bad", "awful")
    assert [grouping.names[code] for code in grouping.code] == VALUES


def test_what_has_no_order_is_sorted_numbers_first() -> None:
    for values in (VALUES, pl.Series(VALUES), pd.Series(pd.Categorical(VALUES, GRADES)), np.array(VALUES)):
        assert Grouping.of(values, "x").in_order == ("awful", "bad", "mild")
    assert Grouping.of(np.array([10, 9, 2]), "x").in_order == ("2", "9", "10")
    assert Grouping.of(["b", "10", "9"], "x").in_order == ("9", "10", "b")


@pytest.mark.parametrize("lazy", [False, True])
def test_groups_appear_in_the_order_of_their_categories(lazy: bool) -> None:
    order = ["65+", "F", "18-64", "none"]
    data = patients().with_columns(pl.col("age").cast(pl.Enum(order)))
    source = data.lazy() if lazy else data
    ev = judged(source, by="age")
    assert list(ev.groups) == order[:3]
    assert [group["name"] for group in ev.to_dict()["groups"]] == order[:3]
    table = ev.summary().partition("\nBy age\n")[2]
    assert [table.index(f"\n{name} ") for name in order[:3]] == sorted(
        table.index(f"\n{n} ") for n in order[:3]
    )
    frame = ev.to_frame()["group"].drop_nulls().unique(maintain_order=True)
    assert frame.to_list() == order[:3]
    crossed = judged(source, by=[("sex", "age")])
    assert list(crossed.groups)[3:6] == [f"sex: F, age: {name}" for name in order[:3]]


def test_patients_without_a_group_come_last() -> None:
    order = ["z", "a"]
    data = patients().with_columns(pl.col("sex").replace({"F": "z", "M": "a"}).cast(pl.Enum(order)))
    assert list(judged(data, by="sex").groups) == ["z", "a", "(missing)"]
    assert list(judged(data.lazy(), by="sex").groups) == ["z", "a", "(missing)"]
