"""Forests and decompositions: rows are the library's numbers, and no text meets another or a mark."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.transforms import Bbox

import baserate
from baserate import Evaluation, figures
from baserate.datasets import icu_cohort
from baserate.errors import SettingError
from baserate.figures.rows import MINUS, Ends, limits_of, number

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ASKED: dict[str, Any] = {"prevalence": (0.01, 0.10), "cost": "1:30"}
LONG = "Saint Somebody's University Hospital and Regional Trauma Centre, ward "
HOSTILE = ("$x_1$", "_hidden", "100 % \\alpha", "Σ-ward ü", "")


def stays() -> pl.DataFrame:
    return icu_cohort(stays=3000)


@pytest.fixture(scope="module")
def by_unit() -> Evaluation:
    return baserate.evaluate(
        stays(), "died", ["severity", "network"], **ASKED, by="unit", source_prevalence={"network": 0.5}
    )


@pytest.fixture(scope="module")
def many() -> Evaluation:
    """Twenty groups with long names, some hostile, and one that cannot be judged."""
    frame = (
        stays()
        .with_row_index("row")
        .with_columns(
            group=pl.col("row").mod(19).cast(pl.String).map_elements(_named, return_dtype=pl.String)
        )
    )
    tiny = frame.head(4).with_columns(group=pl.lit("$tiny$"), died=pl.lit(0, frame["died"].dtype))
    return baserate.evaluate(pl.concat([frame, tiny]), "died", "severity", **ASKED, by="group")


def _named(number: str) -> str:
    place = int(number)
    return HOSTILE[place] if place < len(HOSTILE) - 1 else LONG + number


def boxes(texts: list[Any]) -> list[Bbox]:
    return [text.get_window_extent() for text in texts if text.get_text().strip()]


def assert_apart(display: Any) -> None:
    """No text of a column, a name or a head meets another, a mark's interval, or the edge of the figure."""
    display.figure_.canvas.draw()
    names = boxes([label for label in display.ax_.get_yticklabels() if label.get_visible()])
    columns = boxes(display.texts_)
    for one, other in combinations([*names, *columns], 2):
        assert not _overlap(one, other), (one, other)
    axes = display.ax_.get_window_extent()
    assert axes.width > 0.5 * display.figure_.dpi
    assert all(box.x1 <= axes.x0 + 1.0 for box in names)
    assert all(box.x0 >= axes.x1 - 1.0 for box in columns)
    width = display.figure_.get_window_extent().width
    assert all(box.x0 >= -1.0 and box.x1 <= width + 1.0 for box in [*names, *columns])


def _overlap(one: Bbox, other: Bbox) -> bool:
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    up = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(across > 0.5 and up > 1.5)  # points; line spacing leaves letters of two rows a hair apart


def test_a_forest_of_models_shows_net_benefit_and_what_it_adds(by_unit: Evaluation) -> None:
    display = figures.forest_of_models(by_unit)
    for row in display.rows:
        score, added = by_unit.score(row.name), by_unit.compare(row.name, "without a model")
        assert row.net_benefit is not None
        assert row.difference is not None
        found = (row.net_benefit.value, row.net_benefit.low, row.net_benefit.high)
        assert found == pytest.approx(tuple(1000 * x for x in (score.value, score.low, score.high)))
        found = (row.difference.value, row.difference.low, row.difference.high)
        assert found == pytest.approx(tuple(1000 * x for x in (added.value, added.low, added.high)))
        assert display.artists_[row.name].get_xdata()[0] == pytest.approx(1000 * score.value)
        words = [text.get_text() for text in display.texts_]
        assert f"{1000 * score.value:.1f} ({1000 * score.low:.1f} to {1000 * score.high:.1f})" in words
    line = display.artists_["line"].get_xdata()[0]
    assert line == pytest.approx(1000 * by_unit.score("without a model").value)
    assert any(text.get_text() == "without a model" for text in display.ax_.texts)


def test_net_benefit_is_what_the_metric_says(by_unit: Evaluation) -> None:
    frame = stays()
    found = figures.ForestDisplay.from_evaluation(by_unit).to_frame().filter(name="severity")
    expected = baserate.net_benefit(frame["died"], frame["severity"], **ASKED)
    assert found["net_benefit"].item() == pytest.approx(1000 * expected)


def test_marks_of_differences_stand_against_another_model(by_unit: Evaluation) -> None:
    display = figures.forest_of_models(by_unit, against="severity", difference=True)
    lead = by_unit.compare("network", "severity")
    mark = display.artists_["network"]
    assert mark.get_xdata()[0] == pytest.approx(1000 * lead.value)
    assert "severity" not in display.artists_
    assert any(text.get_text() == "reference" for text in display.ax_.texts)
    assert display.artists_["line"].get_xdata()[0] == 0.0
    with pytest.raises(SettingError, match="nothing is called 'nobody'"):
        figures.forest_of_models(by_unit, against="nobody")


def test_a_forest_of_groups_shows_each_group_and_the_rest(by_unit: Evaluation) -> None:
    display = figures.forest_of_groups(by_unit, "severity")
    rows = {row.name: row for row in display.rows}
    assert list(rows) == ["cardiac", "mixed", "all patients"]
    for name in ("cardiac", "mixed"):
        score = by_unit.score("severity", name)
        row, group = rows[name], by_unit.group(name)
        assert (row.patients, row.cases) == (group.patients, group.positives)
        assert row.net_benefit is not None
        assert row.difference is not None
        assert row.net_benefit.value == pytest.approx(1000 * score.value)
        other = by_unit.score("severity", "mixed" if name == "cardiac" else "cardiac")
        assert row.difference.value == pytest.approx(1000 * (score.value - other.value))
        # Two groups are independent, so that the variances add.
        width = 1000 * np.hypot(score.high - score.low, other.high - other.low)
        assert row.difference.high - row.difference.low == pytest.approx(width, rel=0.15)
    assert rows["all patients"].kind == "whole"
    assert display.artists_["all patients"].get_marker() == "D"
    assert "severity" in display.ax_.get_xlabel()


def test_at_the_observed_prevalence_groups_differ_by_their_own() -> None:
    ev = baserate.evaluate(stays(), "died", "severity", cost="1:30", by="unit")
    display = figures.forest_of_groups(ev)
    (row,) = (row for row in display.rows if row.name == "cardiac")
    values = {name: ev.score("severity", name).value for name in ("cardiac", "mixed")}
    assert row.difference is not None
    assert row.difference.value == pytest.approx(1000 * (values["cardiac"] - values["mixed"]))


def test_a_reference_group_is_compared_with_nobody() -> None:
    ev = baserate.evaluate(stays(), "died", "severity", **ASKED, by="unit", reference="mixed")
    display = figures.forest_of_groups(ev, difference=True)
    rows = {row.name: row.difference for row in display.rows}
    assert rows["mixed"] is None
    assert rows["cardiac"] is not None
    assert any("minus mixed" in text.get_text() for text in display.texts_)


@pytest.mark.parametrize("width", [3.3, 5.0, 7.0])
def test_columns_of_a_forest_never_meet(many: Evaluation, by_unit: Evaluation, width: float) -> None:
    for display in (
        figures.forest_of_groups(many, size=(width, 7.5)),
        figures.forest_of_groups(by_unit, size=(width, 1.8)),
        figures.forest_of_models(by_unit, size=(width, 1.8)),
        figures.decomposition(by_unit, size=(width, 2.2)),
        figures.decomposition(many, by="groups", size=(width, 16.0)),
    ):
        assert_apart(display)


def test_more_room_shows_more_columns(by_unit: Evaluation) -> None:
    counts = [len(figures.forest_of_groups(by_unit, size=(width, 2.0)).texts_) for width in (3.3, 5.0, 7.0)]
    assert counts[0] < counts[1] <= counts[2] == 12


def test_a_group_that_cannot_be_judged_is_named_with_the_reason(many: Evaluation) -> None:
    display = figures.forest_of_groups(many)
    reason = display.not_estimable["$tiny$"]
    assert reason == str(many.groups["$tiny$"].why_not)
    words = " ".join(" ".join(text.get_text().split()) for text in display.ax_.texts)
    assert "Not estimable: $tiny$" in words
    assert reason.rstrip(".") in words
    assert "not estimable" in words
    assert display.to_frame().filter(name="$tiny$")["why_not"].item() == reason
    display.figure_.canvas.draw()


def test_many_that_cannot_be_judged_have_no_row_of_their_own() -> None:
    frame = (
        stays()
        .with_row_index("row")
        .with_columns(
            unit=pl.when(pl.col("row") < 40)
            .then((pl.col("row") // 4).cast(pl.String))
            .otherwise(pl.lit("big")),
            died=pl.when(pl.col("row") < 40).then(0).otherwise(pl.col("died")),
        )
    )
    ev = baserate.evaluate(frame, "died", "severity", **ASKED, by="unit")
    display = figures.forest_of_groups(ev)
    assert len(display.not_estimable) == 10
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["big", "all patients"]
    assert any("and 7 more" in " ".join(text.get_text().split()) for text in display.ax_.texts)


def test_names_are_as_they_were_written(many: Evaluation) -> None:
    display = figures.forest_of_groups(many)
    shown = [label.get_text() for label in display.ax_.get_yticklabels()]
    assert {"$x_1$", "_hidden", "100 % \\alpha"} <= set(shown)
    assert all(not label.get_parse_math() for label in display.ax_.get_yticklabels())


def test_without_groups_there_is_no_forest_of_them() -> None:
    ev = baserate.evaluate(stays(), "died", "severity", **ASKED)
    with pytest.raises(SettingError, match="by="):
        figures.forest_of_groups(ev)
    with pytest.raises(SettingError, match="by="):
        figures.decomposition(ev, by="groups")
    with pytest.raises(SettingError, match="Evaluation with groups"):
        figures.forest_of_groups([0, 1], "x")


def test_an_interval_beyond_the_figure_ends_in_an_arrow() -> None:
    rows = [Ends(1.0, 0.5, 1.5), Ends(1.2, 0.6, 1.8), Ends(1.1, -500.0, 900.0)]
    low, high = limits_of(rows)
    assert -10.0 < low < 0.5
    assert 1.8 < high < 10.0
    from matplotlib import pyplot as plt

    from baserate.figures.rows import mark

    ax = plt.subplots()[1]
    mark(ax, 0.0, rows[2], (low, high))
    assert {"<", ">"} <= {line.get_marker() for line in ax.lines}
    mark(ax, 1.0, rows[0], (low, high))
    assert sum(line.get_marker() == "|" for line in ax.lines) == 2


@pytest.mark.parametrize(
    ("value", "words"),
    [(1.25, "1.2"), (-3.14, f"{MINUS}3.1"), (-0.04, "0.0"), (12345.6, "12,346"), (999.96, "1,000")],
)
def test_numbers_in_columns(value: float, words: str) -> None:
    assert number(value) == words


# decomposition


def test_parts_of_models_are_those_of_the_split(by_unit: Evaluation) -> None:
    display = figures.decomposition(by_unit)
    for model in by_unit.models:
        split = by_unit.split(model)
        gained, lost, left = (
            display.part(model, part) for part in ("discrimination", "calibration loss", "net benefit")
        )
        assert gained.value == pytest.approx(1000 * split.sharpness_corrected.value)
        assert (lost.low, lost.high) == pytest.approx(
            (1000 * split.calibration_corrected.low, 1000 * split.calibration_corrected.high)
        )
        assert left.value == pytest.approx(1000 * by_unit.score(model).value)
        assert gained.value - lost.value == pytest.approx(left.value)
        (bar,) = display.artists_[f"loss of {model}"]
        assert bar.get_width() == pytest.approx(abs(gained.value - left.value))
        assert bar.get_hatch()
        assert display.artists_[model].get_xdata()[0] == pytest.approx(left.value)
    with pytest.raises(SettingError, match="no part 'luck'"):
        display.part("severity", "luck")


def test_parts_of_groups_add_up_to_their_difference(by_unit: Evaluation) -> None:
    display = figures.decomposition(by_unit, by="groups", models="severity")
    gap = by_unit.gap("severity", "cardiac", "mixed")
    assert set(display.to_frame()["name"]) == {"cardiac"}
    for part in ("total", "mechanism", "label_shift"):
        ends, estimate = display.part("cardiac", part), gap.parts[part]
        assert (ends.value, ends.low, ends.high) == pytest.approx(
            tuple(1000 * x for x in (estimate.value, estimate.low, estimate.high))
        )
        (bar,) = display.artists_[f"cardiac, {part}"]
        assert bar.get_width() == pytest.approx(1000 * estimate.value)
    own = {name: baserate.net_benefit(*columns(name), cost="1:30") for name in ("cardiac", "mixed")}
    total = display.part("cardiac", "total").value
    assert total == pytest.approx(1000 * (own["cardiac"] - own["mixed"]))
    at_equal = display.part("cardiac", "mechanism").value
    assert total == pytest.approx(at_equal + display.part("cardiac", "label_shift").value)
    assert "mixed" in display.ax_.get_xlabel()


def columns(unit: str) -> tuple[Any, Any]:
    part = stays().filter(unit=unit)
    return part["died"], part["severity"]


def test_groups_without_a_decomposition_are_named(many: Evaluation) -> None:
    display = figures.decomposition(many, by="groups")
    assert "$tiny$" in display.not_estimable
    assert "$tiny$" not in set(display.to_frame()["name"])
    assert any("Not compared: $tiny$" in text.get_text() for text in display.ax_.texts)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"by": "wards"}, "'models' or 'groups'"),
        ({"by": "groups", "models": ["severity", "network"]}, "draws one model"),
        ({"by": "groups", "group": "mixed"}, "every group"),
    ],
)
def test_what_a_decomposition_cannot_be_asked(by_unit: Evaluation, asked: Any, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        figures.decomposition(by_unit, **asked)


def test_a_decomposition_in_one_group(by_unit: Evaluation) -> None:
    display = figures.decomposition(by_unit, group="mixed")
    split = by_unit.split("severity", "mixed")
    assert display.part("severity", "discrimination").value == pytest.approx(
        1000 * split.sharpness_corrected.value
    )


@pytest.fixture(scope="module")
def two_columns() -> Evaluation:
    """Groups of a column with three values, and of one with two."""
    frame = (
        stays()
        .with_row_index("row")
        .with_columns(ward=pl.col("row").mod(3).replace_strict({0: "a", 1: "b", 2: "c"}))
    )
    return baserate.evaluate(frame, "died", "severity", **ASKED, by=["ward", "unit"])


def test_of_two_groups_of_a_column_one_is_compared_and_none_with_itself(two_columns: Evaluation) -> None:
    display = figures.decomposition(two_columns, by="groups")
    assert display.against == {
        **{f"ward: {name}": "the rest" for name in "abc"},
        "unit: cardiac": "unit: mixed",
    }
    names = [text.get_text().replace("\n", " ") for text in display.ax_.get_yticklabels()]
    assert "unit: cardiac minus unit: mixed" in names
    assert "ward: a minus the rest" in names
    assert "minus that in" not in display.ax_.get_xlabel()
    alone = baserate.evaluate(stays(), "died", "severity", **ASKED, by="unit")
    same = figures.decomposition(alone, by="groups")
    assert "minus that in mixed" in display_words(same)
    for part in ("total", "mechanism", "label_shift"):
        mine = display.part("unit: cardiac", part)
        assert mine.value == pytest.approx(same.part("cardiac", part).value)
        assert mine.low == pytest.approx(same.part("cardiac", part).low, rel=1e-6)


def display_words(display: Any) -> str:
    return str(display.ax_.get_xlabel()).replace("\n", " ")


def test_only_the_reference_is_called_so() -> None:
    frame = (
        stays().with_row_index("row").with_columns(ward=pl.col("row").mod(2).replace_strict({0: "a", 1: "b"}))
    )
    asked: dict[str, Any] = {**ASKED, "by": ["ward", "unit"], "reference": "ward: a"}
    ev = baserate.evaluate(frame, "died", "severity", **asked)
    display = figures.forest_of_groups(ev, difference=True)
    words = [text.get_text() for text in display.ax_.texts]
    assert words.count("reference") == 1
    assert words.count("not compared") == 2  # of the other column


@pytest.mark.parametrize("width", [2.6, 3.0, 3.3])
def test_few_ticks_where_marks_have_little_room(by_unit: Evaluation, width: float) -> None:
    display = figures.ForestDisplay.from_evaluation(by_unit)
    ends = Ends(100.0, -1180.0, 1190.0)
    rows = tuple(replace(row, net_benefit=ends, name="a name of some length") for row in display.rows)
    made = replace(display, rows=rows, line=0.0).plot(size=(width, 3.0))
    made.figure_.canvas.draw()
    labels = [one.get_window_extent() for one in made.ax_.get_xticklabels() if one.get_text()]
    shown = [box for box in labels if made.ax_.bbox.x0 <= (box.x0 + box.x1) / 2 <= made.ax_.bbox.x1]
    assert not any(_overlap(one, other) for one, other in combinations(shown, 2))


def test_predictions_with_their_groups_are_decomposed_by_group() -> None:
    frame = stays()
    asked: dict[str, Any] = {**ASKED, "by": frame["unit"]}
    made = figures.decomposition(frame["died"], frame["severity"], **asked)
    ev = baserate.evaluate(frame, "died", "severity", **ASKED, by="unit")
    same = figures.DecompositionDisplay.from_evaluation(ev, by="groups")
    assert made.to_frame().equals(same.to_frame())
