"""Attacks on two files together: what each of them hides can follow from both, and is refused if asked for.

Each page keeps its rule. What two of them tell, a page and another by other groups, or at another deployment,
or of the month before, is measured here, and stands in docs/privacy.md under what remains; ``earlier=`` is
how whoever writes the second is told.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baserate.errors import FileError, SettingError
from baserate.evaluation.evaluation import Evaluation
from tests.page.conftest import data_of
from tests.page.oracle import unpacked
from tests.page.test_privacy import LEAST, cohort, evaluated
from tests.support.command_line import run


def nested(seed: int = 3) -> dict[str, Any]:
    """Wards within houses; one ward has three cases, and so is hidden, its house is not."""
    data = cohort(seed)
    rng = np.random.default_rng(seed)
    died = data["died"] == 1
    data["unit"] = rng.choice(["north 1", "south 1", "south 2"], len(died)).astype(object)
    tiny = [*np.flatnonzero(died)[:3], *np.flatnonzero(~died)[:12]]
    data["unit"][tiny] = "north 2"
    data["house"] = np.array([name.split()[0] for name in data["unit"]], dtype=object)
    return data


def counts(path: Path) -> dict[str, tuple[int, int]]:
    """Cases and non-cases of each group that a page shows."""
    groups = data_of(path)["result"]["groups"]
    return {one["name"]: (one["positives"], one["patients"] - one["positives"]) for one in groups}


@pytest.fixture
def first(tmp_path: Path) -> tuple[Evaluation, Path]:
    ev = evaluated(nested())
    ev.to_html(tmp_path / "first.html")
    return ev, tmp_path / "first.html"


def test_pages_by_wards_and_by_houses_tell_of_a_hidden_ward_and_the_second_is_refused(
    first: tuple[Evaluation, Path], tmp_path: Path
) -> None:
    """The attack: a house less its wards that are shown."""
    other = evaluated(nested(), by="house")
    other.to_html(tmp_path / "second.html")
    wards, houses = counts(first[1]), counts(tmp_path / "second.html")
    assert "north 2" not in wards
    north = [wards[name] for name in ("north 1",) if name in wards]
    # Where the other ward of the house is shown, what is hidden follows: so it does here or not at all.
    learned = [houses["north"][i] - sum(one[i] for one in north) for i in (0, 1)]
    assert learned == [3, 12] or not north
    with pytest.raises(SettingError, match=r"as many patients of each class, in other groups.*Share one"):
        other.to_html(tmp_path / "third.html", earlier=[first[1]])
    assert not (tmp_path / "third.html").exists()


def test_a_page_at_another_cost_has_bins_that_end_elsewhere_and_is_refused(tmp_path: Path) -> None:
    """The attack: cumulated counts of one page less those of the other, between the ends of their bins."""
    pages = {cost: evaluated(nested(), prevalence=0.1, cost=cost) for cost in ("1:5", "1:9")}
    paths = [tmp_path / f"{number}.html" for number in (0, 1)]
    for path, ev in zip(paths, pages.values(), strict=True):
        ev.to_html(path)
    ends = zip(*map(cumulated, paths), strict=True)
    between = {abs(a - b) for one, other in ends for a in one for b in other}
    assert min(between - {0}) < LEAST  # so few patients lie between two ends
    with pytest.raises(SettingError, match="Share one"):
        pages["1:9"].page(earlier=paths[:1])
    # The same page again tells nothing more.
    pages["1:5"].page(earlier=paths[:1])


def cumulated(path: Path) -> list[set[int]]:
    """How many of a class are at or below the end of each bin, by model, group and class."""
    models = unpacked(data_of(path)["page"])["models"]
    sides = [side for model in models for bucket in model["lines"] for side in bucket]
    return [set(np.cumsum(side["n"]).tolist()) for side in sides]


def test_this_months_page_less_last_months_is_about_few_and_is_refused(
    first: tuple[Evaluation, Path],
) -> None:
    data = nested()
    more = {name: np.concatenate((values, values[-3:])) for name, values in data.items()}
    now = evaluated(more)
    with pytest.raises(SettingError, match=r"this page less .*first.html is about fewer than 5.*everyone"):
        now.page(earlier=[first[1]])
    # The message names groups, and no number but the smallest cell.
    many = {name: np.concatenate((values, values)) for name, values in data.items()}
    evaluated(many).page(earlier=[first[1]])


def test_a_page_and_a_summary_of_the_same_patients_tell_of_few_and_the_second_is_refused(
    first: tuple[Evaluation, Path], tmp_path: Path
) -> None:
    import polars as pl

    rows, summary = tmp_path / "rows.parquet", tmp_path / "summary.parquet"
    data = nested()
    pl.DataFrame({name: list(values) for name, values in data.items()}).write_parquet(rows)
    asked = ("--outcome", "died", "--score", "old", "--score", "new", "--by", "unit")
    run("reduce", str(rows), *asked, "--out", str(summary))
    with pytest.raises(SettingError, match="Share one"):
        first[0].page(earlier=[summary])
    refused = run(
        "reduce",
        str(rows),
        *asked,
        "--out",
        str(tmp_path / "s.parquet"),
        "--earlier",
        str(first[1]),
        status=2,
    )
    assert "Share one" in refused.stderr


def test_on_the_command_line_a_refused_page_leaves_nothing_behind(
    first: tuple[Evaluation, Path], tmp_path: Path
) -> None:
    import polars as pl

    rows = tmp_path / "rows.parquet"
    pl.DataFrame({name: list(values) for name, values in nested().items()}).write_parquet(rows)
    asked = ["evaluate", str(rows), "--outcome", "died", "--score", "old", "--score", "new", "--cost", "1:5"]
    out, html = tmp_path / "out.json", tmp_path / "out.html"
    more = ["--by", "house", "--out", str(out), "--html", str(html), "--earlier", str(first[1])]
    refused = run(*asked, *more, status=2)
    assert "Share one" in refused.stderr
    assert not out.exists()
    assert not html.exists()
    assert "--html" in run(*asked, "--earlier", str(first[1]), status=2).stderr


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<html>another page</html>",
        '<script type="application/json" id="study">{</script>',
        '<script type="application/json" id="study">{"result": {}}</script>',
        '<script type="application/json" id="study">' + "[" * 100_000 + "</script>",
        '<script type="application/json" id="study">[]</script>',
    ],
)
def test_what_is_no_page_is_refused_as_an_earlier_one(
    text: str, first: tuple[Evaluation, Path], tmp_path: Path
) -> None:
    path = tmp_path / "other.html"
    path.write_text(text)
    with pytest.raises(FileError, match="neither a page nor a site summary"):
        first[0].page(earlier=[path])
    with pytest.raises(FileError, match="cannot be read"):
        first[0].page(earlier=[tmp_path / "none.html"])


@pytest.mark.parametrize(("dropped", "said"), [(3, None), (7, 7)])
def test_few_dropped_rows_are_not_counted_in_the_page(dropped: int, said: int | None, tmp_path: Path) -> None:
    data = cohort(5)
    data["old"][:dropped] = np.nan
    ev = evaluated(data, missing="drop")
    ev.to_html(tmp_path / "page.html")
    found = data_of(tmp_path / "page.html")["result"]["data"]
    assert found["dropped"] == {"rows": said, "missing": {"old": said}}
    assert (found["rows"] is None) == (said is None)
    assert ev.to_dict()["data"]["dropped"]["rows"] == dropped


def test_of_rows_dropped_for_two_reasons_the_difference_is_not_told(tmp_path: Path) -> None:
    """All that were dropped, less those without one score, lack the other."""
    data = cohort(5)
    data["old"][:20] = np.nan
    data["new"][18:22] = np.nan
    ev = evaluated(data, missing="drop")
    ev.to_html(tmp_path / "page.html")
    found = data_of(tmp_path / "page.html")["result"]["data"]
    assert found["dropped"] == {"rows": 22, "missing": {"old": None, "new": None}}
