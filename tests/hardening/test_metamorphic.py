"""The same patients said in another way: the same result, number by number, and the same warnings."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import baserate
from baserate.errors import BaserateError
from tests.hardening.answers import answer
from tests.hardening.budget import examples
from tests.hardening.containers import FRAMES
from tests.hardening.studies import Study, studies

# How close two results must be that differ in the order of their sums; None where they must be equal.
CLOSE: float | None = 1e-12


def result_of(study: Study, data: Any = None, **other: Any) -> dict[str, Any] | str:
    """The result as JSON without where it came from; else why there is none."""
    asked = {**study.asked, **other}
    table = study.table if data is None else data
    ev = answer(baserate.evaluate, table, "died", list(study.models), **asked)
    if isinstance(ev, BaserateError):
        return type(ev).__name__
    content: dict[str, Any] = json.loads(json.dumps(ev.to_dict(), allow_nan=False))
    content["data"].pop("sha256")
    return {key: value for key, value in content.items() if key != "provenance"}


def differences(one: Any, other: Any, way: str = "", close: float | None = CLOSE) -> Iterator[str]:
    """Where two results differ, numbers by more than rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            yield f"{way}: {sorted(one)} and {sorted(other)}"
        for key in one.keys() & other.keys():
            yield from differences(one[key], other[key], f"{way}/{key}", close)
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            yield f"{way}: {len(one)} and {len(other)} entries"
        for place, pair in enumerate(zip(one, other, strict=False)):
            yield from differences(*pair, f"{way}/{place}", close)
    elif isinstance(one, float) and isinstance(other, float) and close is not None:
        if not are_close(one, other, close):
            yield f"{way}: {one!r} and {other!r}"
    elif one != other:
        yield f"{way}: {one!r} and {other!r}"


def are_close(one: float, other: float, close: float) -> bool:
    """Whether two numbers are the same but for rounding; a huge ratio by its logarithm."""
    if min(one, other) > 1e6:
        one, other = math.log(one), math.log(other)
    return abs(one - other) <= close * max(1.0, abs(one), abs(other))


def assert_same(one: Any, other: Any, close: float | None = CLOSE) -> None:
    found = list(differences(one, other, close=close))
    assert not found, "\n".join(found[:8])


def take(study: Study, rows: Any) -> Study:
    return study._replace(table={name: column[rows] for name, column in study.table.items()})


@examples(4, shrink=False)
@given(study=studies(most=80), seed=st.integers(0, 2**32 - 1))
def test_the_order_of_the_rows_does_not_matter(study: Study, seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(study.table["died"]))
    assert_same(result_of(take(study, order)), result_of(study))


def renamed(text: Any, names: dict[str, str]) -> Any:
    """A result under other names: of models, and wherever sentences say them."""
    if isinstance(text, str):
        for old, new in names.items():
            text = text.replace(old, new)
        return text
    if isinstance(text, list):
        return [renamed(one, names) for one in text]
    if isinstance(text, dict):
        return {renamed(key, names): renamed(value, names) for key, value in text.items()}
    return text


@examples(3, shrink=False)
@given(study=studies(most=60))
def test_the_names_of_the_models_are_only_names(study: Study) -> None:
    names = {model: f"Zq{place}" for place, model in enumerate(study.models)}
    table = {names.get(column, column): values for column, values in study.table.items()}
    result = result_of(study._replace(table=table, models=tuple(names[model] for model in study.models)))
    back = {new: old for old, new in names.items()}
    assert_same(renamed(result, back), result_of(study))


@examples(3, shrink=False)
@given(study=studies(most=60))
def test_the_order_of_the_models_does_not_matter(study: Study) -> None:
    one, other = result_of(study), result_of(study._replace(models=study.models[::-1]))
    if isinstance(one, str) or isinstance(other, str):
        assert one == other
        return
    assert_same(
        {key: one[key] for key in ("models", "default_strategies", "data")},
        {key: other[key] for key in ("models", "default_strategies", "data")},
    )
    assert_same(by_name(one), by_name(other))
    worth = {name: model["net_benefit"]["value"] for name, model in one["models"].items()}
    best = one["verdict"]["best"], other["verdict"]["best"]
    if best[0] != best[1]:  # models that are worth the same: either may be named
        assert all(name in worth for name in best)
        assert worth[best[0]] == pytest.approx(worth[best[1]], abs=1e-12)
    assert set(one["verdict"]["tied"]) == set(other["verdict"]["tied"])


def by_name(result: dict[str, Any]) -> dict[str, Any]:
    """What each group says of each model."""
    return {group["name"]: group.get("models") for group in result["groups"]}


@examples(3, shrink=False)
@given(study=studies(most=60), weight=st.sampled_from((1.0, 7.0, 2.0**-20, 2.0**30)))
def test_a_weight_that_all_have_changes_nothing(study: Study, weight: float) -> None:
    table = {name: column for name, column in study.table.items() if name != "w"}
    asked = {key: value for key, value in study.asked.items() if key != "weight"}
    weighted = {**table, "w": np.full(len(table["died"]), weight)}
    assert_same(
        result_of(Study(weighted, study.models, {**asked, "weight": "w"})),
        result_of(Study(table, study.models, asked)),
        close=1e-9,
    )


@examples(4, shrink=False)
@given(study=studies(most=60), seed=st.integers(0, 2**32 - 1))
def test_a_whole_weight_is_the_row_so_many_times(study: Study, seed: int) -> None:
    """Values, not intervals: a patient of weight two is one patient."""
    times = np.random.default_rng(seed).integers(1, 4, len(study.table["died"]))
    asked = {key: study.asked[key] for key in ("prevalence", "cost")}
    weighted = Study({**study.table, "w": times.astype(float)}, study.models, {**asked, "weight": "w"})
    repeated = take(Study(study.table, study.models, asked), np.repeat(np.arange(len(times)), times))
    one, other = result_of(weighted), result_of(repeated)
    assert not isinstance(one, str)
    assert not isinstance(other, str)
    for model in study.models:
        for measure in ("net_benefit", "auc", "brier", "sharpness"):
            first, second = one["models"][model][measure], other["models"][model][measure]
            assert first["value"] == pytest.approx(second["value"], rel=1e-9, abs=1e-12), (model, measure)


@examples(3, shrink=False)
@given(study=studies(most=60), name=st.sampled_from(sorted(FRAMES)))
def test_whatever_frame_holds_the_columns_the_result_is_the_same(study: Study, name: str) -> None:
    assert_same(result_of(study, FRAMES[name](study.table)), result_of(study), close=None)


FILES = ("csv", "csv.gz", "semicolon.csv", "parquet", "arrow")


def write(table: dict[str, Any], path: Path, kind: str) -> None:
    frame = pl.DataFrame(table)
    if kind == "parquet":
        frame.write_parquet(path)
    elif kind == "arrow":
        frame.write_ipc(path)
    elif kind == "semicolon.csv":
        frame.write_csv(path, separator=";")
    elif kind == "csv.gz":
        path.write_bytes(gzip.compress(frame.write_csv().encode()))
    else:
        frame.write_csv(path)


@pytest.mark.parametrize("kind", FILES)
@examples(1, shrink=False)
@given(study=studies(most=60))
def test_whatever_file_holds_the_columns_the_result_is_the_same(
    kind: str, study: Study, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("files") / f"cohort.{kind}"
    write(study.table, path, kind)
    assert_same(result_of(study, str(path)), result_of(study), close=None)


OUTCOMES: dict[str, Callable[[Any], Any]] = {
    "bool": lambda died: died == 1,
    "float": lambda died: died.astype(float),
    "text": lambda died: np.where(died == 1, "EXPIRED", "ALIVE"),
    "one and two": lambda died: died + 1,
}
POSITIVE = {"text": "EXPIRED", "one and two": 2}
# What the result calls those who have the outcome and those who do not, where it is not 1 and 0.
CALLED = {"text": {"1": "EXPIRED", "0": "ALIVE"}, "one and two": {"1": "2", "0": "1"}}


@pytest.mark.parametrize("kind", OUTCOMES)
@examples(1, shrink=False)
@given(study=studies(most=60))
def test_however_the_outcome_is_written_the_result_is_the_same(kind: str, study: Study) -> None:
    table = {**study.table, "died": OUTCOMES[kind](study.table["died"])}
    expected = result_of(study)
    if isinstance(expected, dict):
        for one in expected["data"]["outcome_values"]:
            one["value"] = CALLED.get(kind, {}).get(one["value"], one["value"])
    assert_same(result_of(study, table, positive=POSITIVE.get(kind)), expected, close=None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"prevalence": "5%"}, {"prevalence": 0.05}),
        ({"prevalence": "1%..10%"}, {"prevalence": (0.01, 0.1)}),
        ({"prevalence": "0.01:0.1"}, {"prevalence": baserate.LogOddsUniform(0.01, 0.1)}),
        ({"cost": "1:3"}, {"cost": 0.25}),
        ({"cost": "1:3..1:1"}, {"cost": (0.25, 0.5)}),
        ({"source_prevalence": "20%"}, {"source_prevalence": 0.2}),
    ],
)
@examples(1, shrink=False)
@given(study=studies(most=60))
def test_however_the_question_is_written_the_result_is_the_same(
    one: dict[str, Any], other: dict[str, Any], study: Study
) -> None:
    assert_same(result_of(study, **one), result_of(study, **other), close=None)


@examples(3, shrink=False)
@given(study=studies(most=60))
def test_scores_of_half_the_digits_give_nearly_the_same_values(study: Study) -> None:
    """Rounding may carry a score over a threshold, so only what averages over scores is compared."""
    table = dict(study.table)
    table |= {model: table[model].astype(np.float32) for model in study.models}
    one, other = result_of(study, table), result_of(study)
    assert isinstance(one, str) == isinstance(other, str)
    if not isinstance(one, str) and not isinstance(other, str):
        for model in study.models:
            for measure in ("auc", "brier"):
                first, second = one["models"][model][measure], other["models"][model][measure]
                assert first["value"] == pytest.approx(second["value"], abs=1e-6), (model, measure)
