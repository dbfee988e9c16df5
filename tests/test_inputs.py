"""Bad and awkward labels, scores and weights: each gets the clear answer or the clear error."""

from __future__ import annotations

import re
import warnings
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import baserate
from baserate.errors import (
    BaserateError,
    DataError,
    LabelError,
    MissingValueError,
    OneClassError,
    ScaleWarning,
    ScoreError,
)

RNG = np.random.default_rng(1)
Y = np.array([0, 1] * 15)
S = np.round(RNG.random(30), 3)
W = np.round(RNG.random(30) + 0.5, 3)


def value(y: Any = Y, s: Any = S, w: Any = None) -> float:
    return baserate.net_benefit(y, s, cost="1:30", prevalence=(0.01, 0.10), sample_weight=w)


RIGHT = value()


def changed(array: np.ndarray[Any, Any], row: int, new: Any) -> np.ndarray[Any, Any]:
    copy = array.astype(float) if isinstance(new, float) else array.copy()
    copy[row] = new
    return copy


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        (changed(S, 3, np.nan), r"not a number in 1 of 30 \(nan in row 3\)"),
        (changed(S, 3, np.inf), "infinite"),
        (changed(S, 3, -0.01), r"-0.01 in row 3"),
        (changed(S, 3, 1.02), "do not clip them blindly"),
        (np.where(S < 0.3, -1.0, S), "All are -1: a code for a missing prediction"),
        (S * 100, r"Are they percent\? Then divide by 100"),
        (baserate.odds.logit(S), r"Are they log odds\? Then pass probabilities"),
        ([str(s) for s in S], "text"),
        (np.array([str(s) for s in S], dtype=object), "text"),
        (S + 1j, "complex"),
    ],
)
def test_scores_that_are_not_probabilities(scores: Any, says: str) -> None:
    with pytest.raises(ScoreError, match=says):
        value(s=scores)


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        (Y + 1, r"found 1, 2\. Say which value is the positive one, for instance y_true == 2"),
        (2 * Y - 1, "found -1, 1"),
        (np.where(Y, "EXPIRED", "ALIVE"), "y_true == 'EXPIRED'"),
        (list(np.where(Y == 1, "EXPIRED", "ALIVE").astype(object)), "EXPIRED"),
        (pd.Series(np.where(Y, "yes", "no"), dtype="category"), "yes"),
        (np.where(Y, 2.5, 0.0), "found 0.0, 2.5"),
        (np.arange(30) % 3, "3 different values"),
        (S, "predicted probabilities go into y_prob"),
        (changed(Y, 4, np.nan), "not a number in 1 of 30"),
    ],
)
def test_labels_that_are_not_zero_and_one(labels: Any, says: str) -> None:
    with pytest.raises(LabelError, match=says):
        value(y=labels)


@pytest.mark.parametrize("label", [0, 1])
def test_one_class_only(label: int) -> None:
    with pytest.raises(OneClassError, match=f"all 30 patients that count is {label}"):
        value(y=np.full(30, label))
    with pytest.raises(OneClassError):
        value(w=np.where(label == Y, 0.0, 1.0))  # the other class has no weight
    with pytest.raises(OneClassError):
        baserate.auc(np.full(30, label), S)


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        (changed(W, 2, -1.0), "-1.0 in row 2"),
        (changed(W, 2, np.nan), "nan in row 2"),
        (changed(W, 2, np.inf), "inf in row 2"),
        (np.zeros(30), "nobody counts"),
        (["a"] * 30, "numbers"),
    ],
)
def test_weights_that_cannot_be(weights: Any, says: str) -> None:
    with pytest.raises(DataError, match=says):
        value(w=weights)


@pytest.mark.parametrize(
    ("y", "s", "says"),
    [
        ([], [], "empty"),
        (Y, S[:-1], "y_true has 30 rows, y_prob has 29"),
        (Y, np.column_stack([1 - S, S]), "positive class only"),
        (Y, np.zeros((30, 3)), r"shape \(30, 3\)"),
        (1, 0.5, "one value per patient"),
        ("01", S, "piece of text"),
        (Y, [[0.1], [0.2, 0.3]], "one value per patient"),
    ],
)
def test_shapes(y: Any, s: Any, says: str) -> None:
    with pytest.raises(DataError, match=says):
        value(y, s)


def test_weights_of_another_length() -> None:
    with pytest.raises(DataError, match="sample_weight has 29"):
        value(w=W[:-1])


def test_scores_left_out() -> None:
    with pytest.raises(DataError, match="y_prob is missing"):
        baserate.net_benefit(Y, cost="1:30")


@pytest.mark.parametrize(
    "missing",
    [
        [None, *S[1:]],
        pd.Series([None, *S[1:]], dtype="Float64"),
        pd.Series([np.nan, *S[1:]]),
        pl.Series([None, *S[1:]]),
        pa.array([None, *S[1:]]),
        pa.chunked_array([[None, *S[1:]]]),
        np.ma.masked_array(S, mask=[True, *[False] * 29]),
        pd.array([pd.NA, *S[1:]], dtype="Float64"),
        np.array([pd.NA, *S[1:]], dtype=object),
    ],
    ids=lambda value: type(value).__module__ + "." + type(value).__name__,
)
def test_missing_scores_are_counted_and_located(missing: Any) -> None:
    with pytest.raises(
        MissingValueError, match=r"y_prob is missing for 1 of 30 \(row 0\), counting rows from 0"
    ):
        value(s=missing)


def test_missing_labels() -> None:
    with pytest.raises(MissingValueError, match="y_true is missing for 2 of 30"):
        value(y=[None, 1, None, *Y[3:]])


@pytest.mark.parametrize(
    "labels",
    [
        Y.tolist(),
        tuple(Y),
        Y.astype(bool),
        Y.astype(float),
        Y.astype(np.int8),
        Y.astype(np.uint8),
        Y.astype(">i4"),
        Y[:, None],
        np.ma.masked_array(Y),
        pd.Series(Y),
        pd.Series(Y, index=RNG.permutation(30)),
        pd.Series(Y, index=[0] * 30),
        pd.Series(Y, dtype="Int64"),
        pd.Series(Y.astype(bool), dtype="boolean"),
        pd.Series(Y, dtype="category"),
        pd.Series(Y, dtype="int64[pyarrow]"),
        pd.DataFrame({"y": Y}),
        pl.Series(Y),
        pl.Series(Y.astype(bool)),
        pa.array(Y),
        pa.chunked_array([Y[:10], Y[10:]]),
        [np.int64(y) for y in Y],
        [bool(y) for y in Y],
        (y for y in Y.tolist()),
    ],
    ids=lambda value: type(value).__module__ + "." + type(value).__name__,
)
def test_every_container_of_labels(labels: Any) -> None:
    assert value(y=labels) == RIGHT


@pytest.mark.parametrize(
    "scores",
    [
        S.tolist(),
        pd.Series(S, index=RNG.permutation(30)),
        pd.Series(S, dtype="Float64"),
        pd.Series(S, dtype="double[pyarrow]"),
        pl.Series(S),
        pa.array(S),
        np.repeat(S, 2)[::2],
        S[::-1][::-1],
        S.astype(">f8"),
        np.asfortranarray(S[:, None]),
        np.ma.masked_array(S, mask=False),
        np.array(list(S), dtype=object),
        [Decimal(str(s)) for s in S],
        S.astype(np.longdouble),
        memoryview(S.tobytes()).cast("d"),
    ],
    ids=lambda value: type(value).__module__ + "." + type(value).__name__,
)
def test_every_container_of_scores(scores: Any) -> None:
    assert value(s=scores) == RIGHT
    read_only = S.copy()
    read_only.flags.writeable = False
    assert value(s=read_only, w=W) == value(w=W)


class Tensor:
    """What a torch tensor offers: no implicit conversion while it is part of a graph."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")

    def detach(self) -> Tensor:
        return self

    def cpu(self) -> Tensor:
        return self

    def numpy(self) -> Any:
        return self.array


def test_a_tensor_in_a_graph() -> None:
    assert value(s=Tensor(S)) == RIGHT


@pytest.mark.parametrize(("kind", "close"), [(np.float32, 1e-6), (np.float16, 1e-3)])
def test_short_floats_are_right_to_their_precision(kind: Any, close: float) -> None:
    rng = np.random.default_rng(5)
    s = rng.random(2000)
    y = rng.random(2000) < s
    for prevalence in ((0.01, 0.10), baserate.Uniform(0.01, 0.5), baserate.Beta(2, 20)):
        for cost in (0.1, (0.05, 0.2)):
            right = baserate.net_benefit(y, s, cost=cost, prevalence=prevalence)
            got = baserate.net_benefit(y, s.astype(kind), cost=cost, prevalence=prevalence)
            assert got == pytest.approx(right, abs=close)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16])
@pytest.mark.parametrize("c", [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.9])
def test_a_score_equal_to_the_threshold_is_treated(kind: Any, c: float) -> None:
    y, s = np.array([1, 0, 0, 1]), np.array([c, 0.0, 0.0, 1.0]).astype(kind)
    assert baserate.accuracy(y, s, threshold=c) == 1.0
    assert baserate.weighted_accuracy(y, s, cost=c) == pytest.approx(1.0)
    # Odds of 1/2 and of 1/3 at the source and the target: the tie must survive the arithmetic.
    tied = np.array([baserate.odds.adjust(c, 1 / 3, 0.5), 0.0, 0.0, 1.0]).astype(kind)
    assert baserate.weighted_accuracy(y, tied, cost=c, prevalence=1 / 3) == pytest.approx(1.0)


def test_zero_weights_take_patients_out() -> None:
    keep = np.arange(30) > 3
    assert value(w=keep.astype(float)) == pytest.approx(value(Y[keep], S[keep]), rel=1e-13)


def test_scores_of_exactly_zero_and_one() -> None:
    y, s = [0, 0, 1, 1, 0, 1], [0.0, 1.0, 1.0, 0.0, 0.3, 0.6]
    for prevalence in (
        None,
        0.1,
        (0.01, 0.1),
        (1e-9, 1 - 1e-9),
        baserate.Uniform(0.01, 0.1),
        baserate.Beta(1, 9),
    ):
        for cost in (0.5, "1:30", (0.01, 0.5)):
            asked = {"cost": cost, "prevalence": prevalence}
            assert 0 < baserate.weighted_accuracy(y, s, **asked) <= 1
            assert 0 < baserate.net_benefit(y, s, baseline="none-correct", **asked) < 5
            assert -5 < baserate.net_benefit(y, s, **asked) < 1


@pytest.mark.parametrize("s", [np.full(30, 0.4), np.where(Y, 1.0, 0.0), np.arange(30) % 3 == 0])
def test_decisions_instead_of_probabilities_are_warned_about(s: Any) -> None:
    with pytest.warns(ScaleWarning, match="look like decisions") as caught:
        found = value(s=s)
    assert caught[0].filename == __file__
    assert found > 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        baserate.accuracy(Y, s, threshold=0.5)  # here decisions are what was asked for
        value(Y[:10], np.where(Y[:10], 0.9, 0.1))  # a handful of patients may have two scores


def test_every_error_is_the_projects_and_a_value_error() -> None:
    bad: dict[str, Any]
    for bad in ({"y": Y + 1}, {"s": S * 100}, {"w": -W}, {"y": []}):
        with pytest.raises(BaserateError) as caught:
            value(**bad)
        assert isinstance(caught.value, DataError)
        assert isinstance(caught.value, ValueError)


def test_the_input_is_never_changed() -> None:
    y, s, w = Y.copy(), S.copy(), W.copy()
    for prevalence in (None, 0.1, (0.01, 0.1), baserate.Beta(1, 9)):
        for cost in (0.1, (0.1, 0.2)):
            baserate.net_benefit(y, s, cost=cost, prevalence=prevalence, sample_weight=w)
            baserate.net_benefit(y, s, cost=cost, prevalence=prevalence)
    baserate.auc(y, s, sample_weight=w)
    assert np.array_equal(y, Y)
    assert np.array_equal(s, S)
    assert np.array_equal(w, W)


# Scores of thirty patients that are no probabilities, what may be advised, and what may not.
POINTS = np.arange(30) % 19.0
NOT_PROBABILITIES = {
    "points of 0 to 18": (POINTS, "All are whole numbers: points? baserate needs", "100|log odds"),
    "points of -5 to 13": (POINTS - 5.0, "All are whole numbers: points? baserate needs", "log odds"),
    "points of 0 to 300": (POINTS * 17.0, "All are whole numbers: points? baserate needs", "percent"),
    "whole numbers up to 90": (
        POINTS * 5.0,
        "percent, or points? Percent: divide by 100. Points:",
        "log odds",
    ),
    "a hazard ratio": (0.03 + POINTS * 1.15 / 18, "Find out what they are. baserate needs", "100|log odds"),
    "numbers up to 8": (POINTS * 0.43, "Find out what they are. baserate needs", "100|log odds"),
    "percent": (POINTS * 4.33, "Are they percent? Then divide by 100.", "log odds"),
    "log odds": (POINTS / 4.0 - 3.3, "Are they log odds? Then pass probabilities", "percent"),
    "one slip": (np.where(np.arange(30) == 4, -3.5, 0.3), "do not clip them blindly", "log odds"),
}


@pytest.mark.parametrize("kind", NOT_PROBABILITIES)
def test_advice_is_only_what_is_sure(kind: str) -> None:
    """0..18 was called percent, and 0.03..1.18 log odds; an engine gives the same advice as an array."""
    scores, advised, never = NOT_PROBABILITIES[kind]
    with pytest.raises(ScoreError) as caught:
        value(s=scores)
    assert advised in (caught.value.advice or "")
    assert re.search(never, caught.value.advice or "") is None
    frame = pl.LazyFrame({"died": Y, "s": scores})
    with pytest.raises(ScoreError) as on_engine:
        baserate.evaluate(frame, "died", "s", cost="1:9")
    assert on_engine.value.advice == caught.value.advice


def test_what_is_wrong_is_kept_as_data() -> None:
    """Column, counts and examples, so that a reader who may not see single patients gets none."""
    with pytest.raises(baserate.errors.ScoreError) as caught:
        baserate.auc([0, 1, 0], [0.2, -3.0, 2.5])
    error = caught.value
    assert (error.column, error.count, error.of) == ("y_prob", 2, 3)
    assert error.examples == ("-3.0 in row 1", "2.5 in row 2")
    assert "row" not in error.sentence(examples=False)
    assert str(error) == (
        "y_prob must lie between 0 and 1; it does not in 2 of 3 (-3.0 in row 1, 2.5 in row 2): "
        "1 below 0, 1 above 1; from -3 to 2.5. Are they log odds? Then pass probabilities, which "
        "baserate.odds.expit makes of them."
    )


def test_an_evaluation_names_the_column_and_advises_what_can_be_done() -> None:
    data = {"died": [0, 1] * 20, "new": [-3.0, 2.5] * 20, "age": [-1.0] * 40}
    with pytest.raises(baserate.errors.ScoreError, match=r"^score 'new' must lie") as caught:
        baserate.evaluate(data, "died", ["new"], cost="1:4")
    assert "expit(score" not in str(caught.value)
    assert "baserate.odds.expit makes" in str(caught.value)
    with pytest.raises(baserate.errors.DataError, match=r"^column 'age' must be at least 0"):
        baserate.evaluate({**data, "new": [0.2, 0.7] * 20}, "died", ["new"], cost="1:4", weight="age")


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.float64, bool])
def test_labels_of_any_kind_are_counted_alike(kind: Any) -> None:
    label = np.array([0, 1, 1, 0, 1]).astype(kind)
    assert baserate.auc(label, [0.1, 0.4, 0.6, 0.2, 0.3]) == 1.0
    if kind is not bool:
        for wrong in (2, 3) if kind is np.uint8 else (2, 3, -1):
            with pytest.raises(LabelError):
                baserate.auc(np.array([0, 1, wrong]).astype(kind), [0.1, 0.4, 0.6])


@pytest.mark.parametrize("kind", [np.float64, np.float32, ">f8"])
@pytest.mark.parametrize("wrong", [-0.001, 1.001, np.nan, np.inf, -np.inf])
def test_scores_beyond_zero_and_one_are_seen_in_any_kind_of_array(kind: Any, wrong: float) -> None:
    y = [0, 1, 0, 1]
    for score in (np.array([0.0, 1.0, -0.0, 0.5], dtype=kind), np.array([0.0, 9, 1.0, 9, 0.2, 9, 1, 9])[::2]):
        assert 0.0 <= baserate.auc(y, score) <= 1.0
    bad = np.array([0.1, 0.2, wrong, 0.4], dtype=kind)
    for score in (bad, np.repeat(bad, 2)[::2]):
        with pytest.raises(ScoreError):
            baserate.auc(y, score)


@pytest.mark.parametrize("share", [0.02, 0.5, 1.0])
def test_few_patients_above_the_lowest_threshold_are_looked_at_as_many_are(share: float) -> None:
    rng = np.random.default_rng(3)
    s = np.where(rng.random(4000) < share, rng.random(4000), 0.001)
    y = rng.random(4000) < 0.3
    for prevalence in (0.2, (0.1, 0.3), baserate.Uniform(0.1, 0.3)):
        asked = {"cost": "1:2", "prevalence": prevalence}
        by_row = baserate.net_benefit(y, s, **asked)
        assert by_row == pytest.approx(baserate.net_benefit(baserate.ScoreTable.from_arrays(y, s), **asked))
        assert by_row == pytest.approx(baserate.net_benefit(y, s, sample_weight=np.ones(4000), **asked))
