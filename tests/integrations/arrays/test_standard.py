"""Scores on arrays that follow the standard to the letter, against Cohort on the same rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import baserate
from baserate.errors import (
    DataError,
    FewEventsWarning,
    LabelError,
    OneClassError,
    ScaleWarning,
    ScoreError,
    SettingError,
    TooFewError,
)
from baserate.extensions import arrays
from tests.integrations.arrays.patients import ASKED, by_cohort, numbers, patients

xp = pytest.importorskip("array_api_strict")

# A variance that is nothing but rounding: the root of 1e-16 times the gains, here and in the library alike.
ROUNDING = 5e-10

QUESTIONS: dict[str, dict[str, Any]] = {
    "a range": {},
    "a range, scores calibrated elsewhere": {"source_prevalence": 0.2},
    "a range too narrow for a density": {"prevalence": (0.05, 0.052)},
    "a range beyond all scores": {"prevalence": (1e-7, 1e-6)},
    "high prevalences": {"prevalence": (0.9, 0.99), "cost": "3:1"},
    "uniform": {"prevalence": baserate.Uniform(0.01, 0.10)},
    "uniform and high": {"prevalence": baserate.Uniform(0.7, 0.95), "cost": "1:1"},
    "one prevalence": {"prevalence": 0.05, "source_prevalence": 0.2},
    "one threshold": {"prevalence": 0.05, "threshold": 0.1},
    "a threshold over a range": {"threshold": 0.1},
    "weighted accuracy": {"units": "weighted accuracy"},
    "accuracy": {"units": "accuracy", "cost": 0.5},
    "a level": {"level": 0.8},
}


@pytest.mark.parametrize("weighted", [False, True], ids=["", "weighted"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_scores_and_differences_are_those_of_a_cohort(question: str, weighted: bool) -> None:
    asked = ASKED | QUESTIONS[question]
    y, p, q, w = patients(3000)
    weight = w if weighted else None
    ours = None if weight is None else xp.asarray(weight)
    y_, p_, q_ = (xp.asarray(column) for column in (y, p, q))
    score = numbers(arrays.score(y_, p_, weight=ours, **asked))
    assert score == pytest.approx(
        by_cohort(y, p, weight=weight, **asked),
        rel=1e-11,
        abs=ROUNDING * (weighted and question == "a range beyond all scores"),
    )
    difference = numbers(arrays.compare(y_, p_, q_, weight=ours, **asked))
    assert difference == pytest.approx(by_cohort(y, p, q, weight=weight, **asked), rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("rows", [12, 40, 2047, 2048, 2049, 4095, 4096, 6145])
def test_rows_about_the_ends_of_blocks(rows: int) -> None:
    y, p, q, _ = patients(rows)
    y[:10], y[10:12] = 1, 0
    with np.errstate(all="raise"):
        if rows == 12:
            with pytest.warns(FewEventsWarning):
                score = arrays.score(xp.asarray(y), xp.asarray(p), **ASKED)
            with pytest.warns(FewEventsWarning):
                known = by_cohort(y, p, **ASKED)
        else:
            score, known = arrays.score(xp.asarray(y), xp.asarray(p), **ASKED), by_cohort(y, p, **ASKED)
    assert numbers(score) == pytest.approx(known, rel=1e-11)
    if rows > 12:
        difference = arrays.compare(*(xp.asarray(column) for column in (y, p, q)), **ASKED)
        assert numbers(difference) == pytest.approx(by_cohort(y, p, q, **ASKED), rel=1e-9)


def test_models_with_sources_of_their_own() -> None:
    y, p, q, _ = patients(2000)
    columns = [xp.asarray(column) for column in (y, p, q)]
    for pair in ((0.1, None), (None, 0.3), (0.1, 0.3)):
        found = numbers(arrays.compare(*columns, source_prevalence=pair, **ASKED))
        assert found == pytest.approx(by_cohort(y, p, q, source_prevalence=pair, **ASKED), rel=1e-10)


def hostile() -> dict[str, Any]:
    y, p, _, _ = patients(400)
    grid = np.round(p, 1)
    perfect = np.where(y == 1, 0.9, 0.01) + p / 100
    return {
        "three values": np.round(p * 2) / 2,
        "a grid": grid,
        "0 and 1 among others": np.where(p < 0.1, 0.0, np.where(p > 0.5, 1.0, p)),
        "perfect": perfect,
        "upside down": 1.0 - perfect,
        "tiny": p * 1e-12,
        "nearly 1": 1.0 - p * 1e-12,
        "all within the range": 0.2 + p / 100,
    }


@pytest.mark.parametrize("name", hostile())
def test_hostile_scores(name: str) -> None:
    y, p, _, w = patients(400)
    score = hostile()[name]
    for weight in (None, w):
        ours = None if weight is None else xp.asarray(weight)
        found = numbers(arrays.score(xp.asarray(y), xp.asarray(score), weight=ours, **ASKED))
        assert found == pytest.approx(by_cohort(y, score, weight=weight, **ASKED), rel=1e-9, abs=ROUNDING)
        pair = [xp.asarray(column) for column in (y, score, p)]
        found = numbers(arrays.compare(*pair, weight=ours, **ASKED))
        assert found == pytest.approx(by_cohort(y, score, p, weight=weight, **ASKED), rel=1e-8, abs=ROUNDING)


def test_a_model_and_its_copy_do_not_differ_but_by_what_was_not_seen() -> None:
    y, p, _, _ = patients(200)
    found = numbers(arrays.compare(xp.asarray(y), xp.asarray(p), xp.asarray(p), **ASKED))
    assert found[:2] == (0.0, 0.0)
    assert found == pytest.approx(by_cohort(y, p, p.copy(), **ASKED), rel=1e-10)
    assert found[2] < 0.0 < found[3]


def test_a_constant_looks_like_a_decision() -> None:
    y, _, _, _ = patients(400)
    for score in (np.full(400, 0.3), np.where(y == 1, 1.0, 0.0)):
        with pytest.warns(ScaleWarning, match="400 scores take no value but"):
            found = arrays.score(xp.asarray(y), xp.asarray(score), **ASKED)
        with pytest.warns(ScaleWarning):
            known = by_cohort(y, score, **ASKED)
        assert numbers(found) == pytest.approx(known, rel=1e-9, abs=ROUNDING)


def test_weights_of_0_count_for_nothing_and_extreme_ones_by_their_ratios() -> None:
    y, p, q, w = patients(500)
    w[::3] = 0.0
    for weight in (w, w * 1e200, w * 1e-200):
        columns = [xp.asarray(column) for column in (y, p, q)]
        found = numbers(arrays.compare(*columns, weight=xp.asarray(weight), **ASKED))
        assert found == pytest.approx(by_cohort(y, p, q, weight=weight, **ASKED), rel=1e-9)
        found = numbers(arrays.score(*columns[:2], weight=xp.asarray(weight), **ASKED))
        assert found == pytest.approx(by_cohort(y, p, weight=weight, **ASKED), rel=1e-10)


@pytest.mark.parametrize("kind", ["bool", "int8", "uint8", "int64", "float32", "float64"])
def test_labels_of_any_kind(kind: str) -> None:
    y, p, _, _ = patients(300)
    found = arrays.score(xp.asarray(y.astype(kind)), xp.asarray(p), **ASKED)
    assert numbers(found) == pytest.approx(by_cohort(y, p, **ASKED), rel=1e-11)


def test_short_scores_are_looked_at_in_64_bits() -> None:
    y, p, q, _ = patients(3000, kind=np.float32)
    found = arrays.compare(*(xp.asarray(column) for column in (y, p, q)), **ASKED)
    assert numbers(found) == pytest.approx(by_cohort(y, p, q, **ASKED), rel=1e-9)
    ties = {"prevalence": 0.05, "threshold": float(np.median(p))}
    found = arrays.score(xp.asarray(y), xp.asarray(p), **ASKED | ties)
    assert numbers(found) == pytest.approx(by_cohort(y, p, **ASKED | ties), rel=1e-11)


def test_the_result_is_made_of_arrays_and_shows_its_interval() -> None:
    y, p, _, _ = patients(300)
    found = arrays.score(xp.asarray(y), xp.asarray(p), **ASKED)
    for array in (found.value, found.standard_error, found.low, found.high):
        assert array.shape == ()
        assert array.dtype == xp.float64
        assert array.device == xp.asarray(y).device
    assert float(found) == float(found.value)
    value, _, low, high = by_cohort(y, p, **ASKED)
    assert str(found) == f"{value:.4g} (95 % CI {low:.4g} to {high:.4g})"
    assert repr(found) == f"ArrayEstimate({found})"


def test_numpy_is_given_to_the_library() -> None:
    y, p, q, w = patients(300)
    anything = {"prevalence": baserate.Beta(2, 40), "cost": ("1:50", "1:5")}
    assert numbers(arrays.score(y, p, weight=w, **anything)) == by_cohort(y, p, weight=w, **anything)
    assert numbers(arrays.compare(y, p, q, **ASKED)) == by_cohort(y, p, q, **ASKED)
    assert isinstance(arrays.score(y, p, **ASKED).value, np.ndarray)


def wrong(column: str, value: object) -> Any:
    y, p, _, w = patients(300)
    columns = {"y": y.astype(np.float64), "p": p, "weight": w}
    columns[column][[7, 9]] = value
    return {name: xp.asarray(array) for name, array in columns.items()}


@pytest.mark.parametrize(
    ("column", "value", "kind", "says"),
    [
        ("y", 2.0, LabelError, r"y must be 0 and 1; it is not in 2 of 300 \(2 in row 7, 2 in row 9\)"),
        ("y", 0.5, LabelError, "2 of 300"),
        ("y", np.nan, LabelError, r"nan in row 7"),
        ("p", np.nan, ScoreError, r"p is infinite or not a number in 2 of 300 \(nan in row 7"),
        ("p", np.inf, ScoreError, "infinite or not a number in 2 of 300"),
        ("p", -0.2, ScoreError, "2 below 0, 0 above 1; from -0.2 to"),
        ("p", 1.5, ScoreError, "0 below 0, 2 above 1"),
        ("weight", -1.0, DataError, "2 below 0, 0 infinite"),
        ("weight", np.inf, DataError, "0 below 0, 2 infinite"),
        ("weight", np.nan, DataError, "2 not a number"),
    ],
)
def test_what_is_wrong_is_found_and_shown(column: str, value: float, kind: type, says: str) -> None:
    with pytest.raises(kind, match=says), np.errstate(invalid="ignore"):
        arrays.score(**wrong(column, value), **ASKED)
    columns = wrong(column, value)
    if column == "p":
        columns = columns | {"p": columns["y"] * 0.5, "q": columns["p"]}
        says = says.replace("p is", "q is")
    else:
        columns["q"] = columns["p"]
    with pytest.raises(kind, match=says), np.errstate(invalid="ignore"):
        arrays.compare(**columns, **ASKED)


def test_labels_of_one_class_and_too_few() -> None:
    p = xp.asarray(np.linspace(0.1, 0.9, 30))
    with pytest.raises(OneClassError, match="no patient has the disease"):
        arrays.score(xp.zeros(30), p, **ASKED)
    with pytest.raises(OneClassError, match="every patient has the disease"):
        arrays.score(xp.ones(30), p, source_prevalence=0.1, **ASKED)
    with pytest.raises(LabelError, match="30 of 30"):
        arrays.score(xp.ones(30) * 2, p, **ASKED)
    with pytest.raises(TooFewError, match="1 with the disease and 29 without"):
        arrays.score(xp.asarray([1.0] + [0.0] * 29), p, **ASKED)
    with pytest.raises(DataError, match="nobody counts"):
        arrays.score(xp.asarray([0.0, 1.0] * 15), p, weight=xp.zeros(30), **ASKED)


def test_arrays_must_belong_together() -> None:
    y, p, _, _ = patients(300)
    y_, p_ = xp.asarray(y), xp.asarray(p)
    with pytest.raises(DataError, match="y has 300 rows, p has 299"):
        arrays.score(y_, p_[:299], **ASKED)
    with pytest.raises(DataError, match="y is empty"):
        arrays.score(y_[:0], p_[:0], **ASKED)
    with pytest.raises(DataError, match=r"shape \(150, 2\).*p\[:, 1\]"):
        arrays.score(y_, xp.reshape(p_, (150, 2)), **ASKED)
    with pytest.raises(DataError, match="y is an array of array_api_strict, p one of NumPy"):
        arrays.score(y_, p, **ASKED)
    with pytest.raises(SettingError, match="y is an array of NumPy, p is not"):
        arrays.score(y, p_, **ASKED)
    with pytest.raises(DataError, match="y must be an array of torch, JAX, CuPy or NumPy; found list"):
        arrays.score([0, 1], [0.1, 0.2], **ASKED)
    with pytest.raises(DataError, match="p must be numbers; found"):
        arrays.score(y_, xp.astype(p_, xp.complex128), **ASKED)
    other = xp.asarray(p, device=xp.Device("device1"))
    with pytest.raises(DataError, match="move one to the other"):
        arrays.score(y_, other, **ASKED)
    column = xp.reshape(p_, (300, 1))
    assert numbers(arrays.score(y_, column, **ASKED)) == numbers(arrays.score(y_, p_, **ASKED))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"prevalence": None}, "a prevalence is to be stated"),
        ({"prevalence": 0.05}, "state source_prevalence"),
        ({"prevalence": baserate.Beta(2, 40)}, "bring the columns to NumPy"),
        ({"cost": ("1:50", "1:5")}, "at one cost"),
        ({"level": 1.0}, "level"),
        ({"units": "nonsense"}, "units must be"),
    ],
)
def test_questions_that_arrays_do_not_answer(asked: dict[str, Any], says: str) -> None:
    y, p, q, _ = patients(300)
    columns = [xp.asarray(column) for column in (y, p, q)]
    with pytest.raises(SettingError, match=says):
        arrays.score(*columns[:2], **ASKED | asked)
    with pytest.raises(SettingError, match=says):
        arrays.compare(*columns, **ASKED | asked)
    with pytest.raises(SettingError, match="one number or a pair"):
        arrays.compare(*columns, source_prevalence=(0.1, 0.2, 0.3), **ASKED)
