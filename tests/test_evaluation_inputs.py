"""What evaluate() accepts: one study in every container gives one result; bad input gets a clear error."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import baserate
from baserate.errors import (
    BaserateWarning,
    ColumnError,
    DataError,
    FewEventsWarning,
    FileError,
    LabelError,
    MissingValueError,
    NotEstimableWarning,
    OneClassError,
    ScaleWarning,
    ScoreError,
    SettingError,
    TooFewError,
)
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.patients.reading import read_rows
from baserate.patients.roles import Roles
from baserate.results.result import result_schema

N = 240
ASKED: dict[str, Any] = {"prevalence": (0.05, 0.3), "cost": "1:5"}


@lru_cache(maxsize=1)
def study() -> pl.DataFrame:
    """Two models of 240 patients with gaps in the second model, in the group, and in the ward's number."""
    rng = np.random.default_rng(11)
    died = (rng.random(N) < 0.35).astype(int)
    finding = died + rng.normal(size=N)
    code = rng.integers(0, 90, N)
    frame = pl.DataFrame(
        {
            "died": died,
            "old": baserate.odds.expit(finding - 1.1),
            "new": baserate.odds.expit(1.2 * (finding + 0.3 * rng.normal(size=N)) - 1.4),
            "ward": rng.choice(["north", "south", "5"], N),
            "floor": rng.integers(1, 3, N),
            "patient": code,
            "record": [f"00{one}" for one in code],
            "w": np.round(rng.random(N) + 0.5, 3),
        }
    )
    row = pl.int_range(N)
    return frame.with_columns(
        pl.when(row % 17 != 4).then(pl.col("new")).alias("new"),
        pl.when(row % 5 != 2).then(pl.col("ward")).alias("ward"),
        pl.when(row % 6 != 3).then(pl.col("floor")).alias("floor"),
        pl.when(row % 40 != 7).then(pl.col("died")).alias("died"),
    )


@lru_cache(maxsize=1)
def complete() -> pl.DataFrame:
    return study().drop_nulls(["died", "old", "new"])


def written(write: Callable[[pl.DataFrame, Any], Any]) -> io.BytesIO:
    file = io.BytesIO()
    write(study(), file)
    file.seek(0)
    return file


def pandas_with_a_strange_index() -> pd.DataFrame:
    return study().to_pandas().set_axis([(13 * i) % 7 for i in range(N)])


def nullable() -> pd.DataFrame:
    return pandas_with_a_strange_index().convert_dtypes()


CONTAINERS: dict[str, Callable[[], Any]] = {
    "arrays": lambda: {name: study()[name].to_numpy() for name in study().columns},
    "lists": lambda: study().to_dict(as_series=False),
    "series": lambda: study().to_dict(),
    "pandas": pandas_with_a_strange_index,
    "pandas nullable": nullable,
    "pandas Arrow": lambda: pandas_with_a_strange_index().convert_dtypes(dtype_backend="pyarrow"),
    "pandas category": lambda: pandas_with_a_strange_index().astype(
        {"ward": "category", "record": "category"}
    ),
    "Polars": study,
    "Polars categories": lambda: study().with_columns(pl.col("ward", "record").cast(pl.Categorical)),
    "PyArrow": lambda: study().to_arrow(),
    "PyArrow chunks": lambda: pa.concat_tables([study()[:100].to_arrow(), study()[100:].to_arrow()]),
    "CSV as standard input": lambda: written(lambda frame, file: frame.write_csv(file)),
    "CSV with semicolons": lambda: written(lambda frame, file: frame.write_csv(file, separator=";")),
    "Parquet as standard input": lambda: written(lambda frame, file: frame.write_parquet(file)),
}

# Numbers with gaps become floats in pandas; the names must not.
NUMBERS: dict[str, Any] = {"scores": ["new"], "by": "floor", "cluster": "patient", "weight": "w"}


def run(data: Any, **changed: Any) -> Evaluation:
    asked = {"outcome": "died", "scores": ["old", "new"], **ASKED, **changed}
    return baserate.evaluate(data, asked.pop("outcome"), asked.pop("scores"), **asked)


def plain(ev: Evaluation) -> dict[str, Any]:
    """The result without what may differ between sources."""
    found = ev.to_dict()
    for name in ("time", "source", "notes"):
        del found["provenance"][name]
    return found


@lru_cache(maxsize=1)
def right() -> dict[str, Any]:
    return plain(run(study(), missing="drop", **NUMBERS))


@pytest.mark.parametrize("container", CONTAINERS)
def test_one_study_gives_one_result_whatever_holds_it(container: str) -> None:
    assert plain(run(CONTAINERS[container](), missing="drop", **NUMBERS)) == right()


@pytest.mark.parametrize("container", CONTAINERS)
def test_groups_and_clusters_named_in_words_are_those_of_the_study(container: str) -> None:
    """Everything that is computed comes from these."""
    roles = Roles.of("died", ["old", "new"], "ward", "record", "w")
    found = read_rows(CONTAINERS[container](), roles, missing="drop")
    kept = study().drop_nulls(["died", "new"])
    names = kept["ward"].fill_null("(missing)").to_list()
    assert found.group is not None
    assert found.cluster is not None
    assert [found.group.names[code] for code in found.group.code] == names
    records = kept["record"].to_list()
    assert found.cluster.code.tolist() == [list(dict.fromkeys(records)).index(one) for one in records]
    assert found.label.tolist() == kept["died"].to_list()
    assert found.weight is not None
    assert found.weight.tolist() == kept["w"].to_list()
    assert {model: score.tolist() for model, score in found.scores.items()} == {
        "old": kept["old"].to_list(),
        "new": kept["new"].to_list(),
    }


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_one_study_gives_one_result_from_a_path(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"study.{kind}"
    getattr(study(), f"write_{kind}")(path)
    ev = run(path if kind == "csv" else str(path), missing="drop", **NUMBERS)
    assert plain(ev) == right()
    assert ev.to_dict()["provenance"]["source"]["name"].endswith(f"study.{kind}")


def test_the_result_of_the_study_is_that_of_its_complete_patients() -> None:
    found, expected = right(), plain(run(complete(), **NUMBERS))
    assert found["data"]["rows"] == N
    assert found["data"]["used"] == len(complete()) == expected["data"]["rows"]
    assert complete()["old"].null_count() == study()["old"].null_count() == 0
    lacking = {"died": study()["died"].null_count(), "new": study()["new"].null_count()}
    assert found["data"]["dropped"] == {"rows": N - len(complete()), "missing": lacking}
    assert found["data"]["sha256"] == expected["data"]["sha256"]
    for part in ("models", "comparisons", "groups", "default_strategies", "verdict"):
        assert found[part] == expected[part]


def test_patients_without_a_group_are_a_group() -> None:
    counts = {str(name): count for name, count in complete()["floor"].value_counts().iter_rows()}
    counts["(missing)"] = counts.pop("None")
    assert set(counts) == {"1", "2", "(missing)"}
    assert {group["name"]: group["patients"] for group in right()["groups"]} == counts


def test_a_group_that_is_called_missing_is_not_mixed_with_those_without_one() -> None:
    names = [("(missing)", None, "A")[i % 3] for i in range(N)]
    ev = run(study().with_columns(ward=pl.Series(names)), by="ward", missing="drop")
    assert sum(group.patients for group in ev.groups.values()) == ev.everyone.patients


def test_groups_that_read_alike_lose_nobody() -> None:
    mixed = study().to_pandas().assign(ward=pd.Series([(1, "1", 2)[i % 3] for i in range(N)], dtype=object))
    ev = run(mixed, by="ward", missing="drop")
    assert sum(group.patients for group in ev.groups.values()) == ev.everyone.patients


def arrays(**changed: Any) -> dict[str, Any]:
    return {**{name: complete()[name].to_numpy() for name in complete().columns}, **changed}


@lru_cache(maxsize=1)
def right_for_labels() -> dict[str, Any]:
    return plain(run(complete(), scores="old"))


Y = complete()["died"].to_numpy()

LABELS: dict[str, Any] = {
    "bool": Y == 1,
    "int8": Y.astype(np.int8),
    "uint64": Y.astype(np.uint64),
    "float": Y.astype(float),
    "float16": Y.astype(np.float16),
    "big-endian": Y.astype(">i4"),
    "list of bools": [bool(one) for one in Y],
    "column": Y.reshape(-1, 1),
    "objects": Y.astype(object),
    "text": Y.astype(str),
    "text of truths": np.where(Y == 1, "TRUE", "false"),
    "text of floats": Y.astype(float).astype(str),
    "masked": np.ma.array(Y),
    "pandas": pd.Series(Y),
    "pandas Int64": pd.Series(Y, dtype="Int64"),
    "pandas boolean": pd.Series(Y == 1, dtype="boolean"),
    "pandas category": pd.Series(Y).astype("category"),
    "pandas category of text": pd.Series(Y.astype(str)).astype("category"),
    "pandas Arrow": pd.Series(Y == 1, dtype=pd.ArrowDtype(pa.bool_())),
    "pandas string": pd.Series(Y.astype(str), dtype="string"),
    "Polars bool": pl.Series(Y == 1),
    "Polars category": pl.Series(Y.astype(str), dtype=pl.Categorical),
    "Polars enum": pl.Series(Y.astype(str), dtype=pl.Enum(["1", "0"])),
    "PyArrow bool": pa.array(Y == 1),
    "PyArrow dictionary": pa.array(Y).dictionary_encode(),
}


@pytest.mark.parametrize("kind", LABELS)
def test_labels_of_every_kind_give_one_result(kind: str) -> None:
    assert plain(run(arrays(died=LABELS[kind]), scores="old")) == right_for_labels()


WITH_GAPS: dict[str, Any] = {
    "list": [None, *Y.tolist()],
    "float": [np.nan, *Y.tolist()],
    "list of bools": [None, *(Y == 1).tolist()],
    "objects": np.array([None, *Y.tolist()], dtype=object),
    "masked": np.ma.array([1, *Y.tolist()], mask=[True] + [False] * len(Y)),
    "pandas Int64": pd.Series([None, *Y.tolist()], dtype="Int64"),
    "pandas boolean": pd.Series([None, *(Y == 1).tolist()], dtype="boolean"),
    "pandas category": pd.Series([None, *Y.tolist()]).astype("category"),
    "pandas objects": pd.Series([None, *(Y == 1).tolist()], dtype=object),
    "pandas Arrow": pd.Series([None, *Y.tolist()], dtype=pd.ArrowDtype(pa.int8())),
    "Polars": pl.Series([None, *(Y == 1).tolist()]),
    "PyArrow": pa.array([None, *Y.tolist()]),
    "pandas NA in a list": [pd.NA, *Y.tolist()],
}


@pytest.mark.parametrize("kind", WITH_GAPS)
def test_a_missing_label_of_every_kind_is_dropped(kind: str) -> None:
    score = [0.5, *complete()["old"]]
    found = plain(run({"died": WITH_GAPS[kind], "old": score}, scores="old", missing="drop"))
    assert found["data"]["dropped"] == {"rows": 1, "missing": {"died": 1}}
    assert found["models"] == right_for_labels()["models"]
    assert found["data"]["sha256"] == right_for_labels()["data"]["sha256"]


def test_scores_of_single_precision_give_the_result_of_their_values() -> None:
    single = complete()["old"].to_numpy().astype(np.float32)
    found = run(arrays(old=single), scores="old").score("old").value
    assert found == pytest.approx(
        run(arrays(old=single.astype(float)), scores="old").score("old").value, rel=1e-6
    )


def test_missing_values_are_counted_by_column_and_the_first_rows_are_named() -> None:
    with pytest.raises(MissingValueError) as error:
        run(study(), cluster="patient")
    text = str(error.value)
    for name in ("died", "new"):
        rows = np.flatnonzero(study()[name].is_null().to_numpy())
        assert f"column {name!r} for {len(rows)}" in text
        assert ", ".join(f"{name!r} in row {row}" for row in rows[:5]) in text
    assert f"of {N} patients" in text
    assert "missing='drop'" in text
    assert "'old'" not in text
    assert error.value.of == N
    assert "in row" not in error.value.sentence(examples=False)


def test_a_missing_cluster_or_weight_is_missing_but_a_missing_group_is_not() -> None:
    gap = pl.when(pl.int_range(pl.len()) > 0)
    assert run(complete(), by="ward").everyone.patients == len(complete())
    for role, name in (("cluster", "record"), ("cluster", "patient"), ("weight", "w")):
        frame = complete().with_columns(gap.then(pl.col(name)).alias(name))
        with pytest.raises(MissingValueError, match=rf"'{name}' for 1 .*\('{name}' in row 0\)"):
            run(frame, **{role: name})
        dropped = run(frame, missing="drop", **{role: name}).to_dict()["data"]["dropped"]
        assert dropped == {"rows": 1, "missing": {name: 1}}


@pytest.mark.filterwarnings("ignore::baserate.errors.FewEventsWarning")
def test_a_masked_group_or_cluster_is_missing() -> None:
    mask = np.arange(len(complete())) < 30
    ids = np.ma.array(complete()["patient"].to_numpy(), mask=mask)
    assert (
        run(arrays(patient=ids), cluster="patient", missing="drop").to_dict()["data"]["dropped"]["rows"] == 30
    )
    two = np.ma.array(complete()["patient"].to_numpy() % 2, mask=mask)
    assert {name: g.patients for name, g in run(arrays(two=two), by="two").groups.items()}["(missing)"] == 30


def test_a_row_lacking_several_values_is_dropped_once() -> None:
    frame = complete().with_columns(
        pl.when(pl.int_range(pl.len()) >= 2).then(pl.col("old")).alias("old"),
        pl.when(pl.int_range(pl.len()) >= 3).then(pl.col("new")).alias("new"),
    )
    found = run(frame, missing="drop").to_dict()["data"]
    assert found["dropped"] == {"rows": 3, "missing": {"old": 2, "new": 3}}
    assert found["used"] == len(complete()) - 3


def test_a_column_called_rows_is_counted_too() -> None:
    frame = complete().with_columns(pl.when(pl.int_range(pl.len()) >= 2).then(pl.col("old")).alias("rows"))
    found = run(frame, scores="rows", missing="drop").to_dict()["data"]["dropped"]
    assert found == {"rows": 2, "missing": {"rows": 2}}


def test_everything_missing_leaves_nobody() -> None:
    with pytest.raises(DataError, match=r"no patient is left: of 220 rows, every one lacks"):
        run(complete().with_columns(new=pl.lit(None, dtype=pl.Float64)), missing="drop")
    halves = complete().with_columns(
        pl.when(pl.int_range(pl.len()) % 2 == 0).then(pl.col("old")).alias("old"),
        pl.when(pl.int_range(pl.len()) % 2 == 1).then(pl.col("new")).alias("new"),
    )
    with pytest.raises(DataError, match="no patient is left"):
        run(halves, missing="drop")


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        (np.where(Y == 1, "EXPIRED", "ALIVE"), "EXPIRED"),
        (np.where(Y == 1, 2, 1), 2),
        (np.where(Y == 1, 2, 1), "2"),
        (np.where(Y == 1, 1, 2), 1),
        (np.where(Y == 1, 1, -1), 1),
        (np.where(Y == 1, 0, 1), 0),
        (Y == 1, True),
        (Y == 0, False),
        (Y == 1, 1),
        (Y == 1, "True"),
        (np.where(Y == 1, 2.0, 1.0), 2),
        (Y.astype(str), 1),
        (pl.Series(np.where(Y == 1, "yes", "no"), dtype=pl.Categorical), "yes"),
        (pd.Series(np.where(Y == 1, "yes", "no")).astype("category"), "yes"),
    ],
)
def test_the_positive_value_can_be_stated(labels: Any, positive: object) -> None:
    found = plain(run(arrays(died=labels), scores="old", positive=positive))
    assert found["models"] == right_for_labels()["models"]
    assert found["provenance"]["parameters"]["positive"] == str(positive)


@pytest.mark.parametrize(
    ("kind", "positive"),
    [
        (pl.Int64, 1),
        (pl.Int64, "1"),
        (pl.Int64, 1.0),
        (pl.Float64, 1),
        (pl.Boolean, True),
        (pl.Boolean, "true"),
        (pl.Boolean, "True"),
    ],
)
def test_the_positive_value_means_the_same_in_a_frame_and_in_a_file(kind: Any, positive: object) -> None:
    frame = complete().with_columns(pl.col("died").cast(kind))
    file = io.BytesIO(frame.write_csv().encode())
    assert run(frame, positive=positive).everyone.positives == Y.sum()
    assert run(file, positive=positive).everyone.positives == Y.sum()


@pytest.mark.parametrize(
    ("labels", "positive", "says"),
    [
        (np.where(Y == 1, "EXPIRED", "ALIVE"), None, r"found 'ALIVE', 'EXPIRED'.*positive='EXPIRED'"),
        (np.where(Y == 1, 2, 1), None, r"found 1, 2\..*positive=2"),
        (np.where(Y == 1, 1, -1), None, r"found -1, 1\..*positive=1"),
        (np.where(Y == 1, "EXPIRED", "ALIVE"), "DEAD", r"no value 'DEAD'; found 'ALIVE', 'EXPIRED'"),
        (Y, 2, "no value 2; found 0, 1"),
        (Y, "yes", "no value 'yes'; found 0, 1"),
        (np.where(Y == 1, "A", np.where(np.arange(len(Y)) % 2 == 0, "B", "C")), "A", "more than two values"),
        (np.arange(len(Y)) % 3, None, "found 0, 1, 2.*two values"),
        (complete()["old"].to_numpy(), None, "predicted probabilities are scores"),
        (complete()["old"].to_numpy(), 1, "more than two values"),
        (np.full(len(Y), "A"), None, "Say which value is the positive one"),
    ],
)
def test_labels_that_are_not_clear_are_refused_with_what_was_found(
    labels: Any, positive: object, says: str
) -> None:
    with pytest.raises(LabelError, match=says) as error:
        run(arrays(died=labels), positive=positive)
    assert "column 'died'" in str(error.value)


@pytest.mark.parametrize("only", [0, 1])
def test_one_class_only_is_refused(only: int) -> None:
    with pytest.raises(OneClassError, match=f"is {only}: "):
        run(arrays(died=np.full(len(Y), only)))


@pytest.mark.parametrize("flip", [False, True])
def test_fewer_than_two_of_a_class_are_refused(flip: bool) -> None:
    one = (np.arange(len(Y)) == 5).astype(int)
    with pytest.raises(TooFewError, match=r"needs two (patients )?of each"):
        run(arrays(died=1 - one if flip else one))


def test_fewer_than_ten_events_warn_in_python_and_in_the_result() -> None:
    few = np.concatenate([np.flatnonzero(Y == 1)[:9], np.flatnonzero(Y == 0)])
    data = {name: column[few] for name, column in arrays().items()}
    with (
        pytest.warns(FewEventsWarning, match="only 9 patients have the disease") as caught,
        pytest.warns(ScaleWarning),
    ):
        ev = run(data)
    assert sum(issubclass(one.category, FewEventsWarning) for one in caught) == 1
    assert any("only 9 patients have the disease" in text for text in ev.warnings)
    assert ev.to_dict()["warnings"] == list(ev.warnings)


def groups_of(sizes: dict[str, tuple[int, int]]) -> dict[str, Any]:
    """Arrays in which each group has so many patients with and without the disease."""
    died, names = [], []
    for name, (cases, others) in sizes.items():
        died += [1] * cases + [0] * others
        names += [name] * (cases + others)
    rng = np.random.default_rng(3)
    share = np.mean(died)
    log_odds = np.log(share / (1 - share)) + 1.5 * (np.array(died) - share) + 0.5 * rng.normal(size=len(died))
    score = baserate.odds.expit(log_odds)
    return {"died": np.array(died), "old": score, "new": score**1.1, "ward": np.array(names)}


def test_a_warning_of_few_events_in_a_group_names_the_group() -> None:
    data = groups_of({"small": (5, 15), "large": (60, 120)})
    with pytest.warns(FewEventsWarning) as caught:
        ev = run(data, by="ward")
    assert all("small" in str(one.message) for one in caught)
    assert all("small" in text for text in ev.warnings)


@pytest.mark.parametrize("small", [(0, 9), (1, 9), (9, 0), (9, 1), (1, 0)])
def test_a_group_that_is_too_small_is_reported_and_the_others_go_on(small: tuple[int, int]) -> None:
    data = groups_of({"north": (40, 60), "south": (30, 50), "tiny": small})
    with pytest.warns(NotEstimableWarning, match="group 'tiny': not estimable") as caught:
        ev = run(data, by="ward")
    assert len(caught) == 1
    found = {group["name"]: group for group in ev.to_dict()["groups"]}
    assert found["tiny"]["estimable"] is False
    assert (found["tiny"]["patients"], found["tiny"]["positives"]) == (sum(small), small[0])
    said = {"name", "by", "patients", "positives", "censored", "estimable", "why_not"}
    assert not any(value for key, value in found["tiny"].items() if key not in said)
    assert found["north"]["estimable"]
    assert len(found["north"]["gaps"]) == 2
    for ask in (ev.score, ev.split, ev.gap):
        with pytest.raises(DataError, match="group 'tiny' is not estimable: "):
            ask("old", "tiny")
    assert "not estimable" in ev.summary()


def test_a_group_that_is_one_cluster_is_reported_and_the_others_go_on() -> None:
    """As when hospitals are both the groups and the clusters: one hospital says nothing of others."""
    data = groups_of({"north": (40, 60), "south": (30, 50), "alone": (30, 40)})
    data["site"] = np.where(data["ward"] == "alone", 999, np.arange(len(data["ward"])) % 50)
    with (
        pytest.warns(NotEstimableWarning, match="group 'alone': not estimable"),
        pytest.warns(FewEventsWarning, match=r"one cluster of 'site' holds 28 % of the rows"),
    ):
        ev = run(data, by="ward", cluster="site")
    found = {group["name"]: group["estimable"] for group in ev.to_dict()["groups"]}
    assert found == {"north": True, "south": True, "alone": False}
    assert "alone" in ev.summary()


def test_clusters_that_are_the_groups_do_not_hide_the_result_of_all_patients() -> None:
    data = groups_of({"north": (40, 60), "south": (30, 50), "west": (30, 40)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotEstimableWarning)
        warnings.simplefilter("ignore", FewEventsWarning)
        ev = run(data, by="ward", cluster="ward")
        assert ev.to_dict()["models"]["old"]["net_benefit"]["value"] > 0
        assert ev.summary()


def test_an_auc_below_one_half_warns() -> None:
    with pytest.warns(ScaleWarning, match=r"upside: an AUC of 0\.\d{3} is below one half") as caught:
        ev = run(arrays(upside=1 - complete()["old"].to_numpy()), scores=["old", "upside"])
    assert any("upside: an AUC" in text for text in ev.warnings)
    assert not any("old: an AUC" in str(one.message) for one in caught)


@pytest.mark.parametrize("factor", [0.45, 2.2])
def test_a_mean_score_far_from_the_prevalence_warns(factor: float) -> None:
    share = Y.mean()
    log_odds = baserate.odds.logit(complete()["old"].to_numpy())
    shifts = np.linspace(-6, 6, 2001)
    means = np.array([baserate.odds.expit(log_odds + shift).mean() for shift in shifts])
    far = baserate.odds.expit(log_odds + shifts[np.argmin(np.abs(means - factor * share))])
    with pytest.warns(ScaleWarning, match="far: the mean score is") as caught:
        ev = run(arrays(far=far), scores="far")
    assert len(caught) == 1
    assert f"{100 * far.mean():.4g} %" in ev.warnings[0]
    assert f"{100 * share:.4g} %" in ev.warnings[0]


@pytest.mark.parametrize("stated", [0.9, "90%", {"far": 0.9}])
def test_a_stated_source_prevalence_silences_the_warning_of_the_mean(stated: Any) -> None:
    far = baserate.odds.adjust(complete()["old"].to_numpy(), float(Y.mean()), 0.9)
    with pytest.warns(ScaleWarning, match="far: the mean score is"):
        plainly = run(arrays(far=far), scores="far")
    ev = run(arrays(far=far), scores="far", source_prevalence=stated)
    assert ev.warnings == ()
    assert ev.score("far").value == pytest.approx(run(complete(), scores="old").score("old").value, abs=1e-12)
    assert ev.score("far").value > plainly.score("far").value


def test_decisions_warn_once_and_never_again() -> None:
    decisions = np.where(complete()["old"].to_numpy() > 0.3, 0.6, 0.1)
    with pytest.warns(ScaleWarning, match=r"0\.1 and 0\.6") as caught:
        ev = run(arrays(decided=decisions), scores=["old", "decided"], by="ward")
    assert len(caught) == 1
    assert sum("look like decisions" in text for text in ev.warnings) == 1
    ev.to_dict(), ev.summary(), ev.gap("decided", "north"), ev.split("decided")  # would raise if they warned


def test_few_events_in_the_rest_do_not_warn_when_the_result_is_read() -> None:
    data = groups_of({"small": (5, 15), "large": (60, 120)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        ev = run(data, by="ward")
    ev.to_dict(), ev.summary()


SCORE = complete()["old"].to_numpy()


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        (SCORE * 100, r"Are they percent\? Then divide by 100"),
        (baserate.odds.logit(SCORE), r"Are they log odds\? Then pass probabilities"),
        (np.where(np.arange(len(SCORE)) == 4, np.inf, SCORE), r"infinite.*inf in row 4"),
        (np.where(np.arange(len(SCORE)) == 4, -0.01, SCORE), r"-0\.01 in row 4"),
        (np.where(np.arange(len(SCORE)) == 4, 1.01, SCORE), r"1\.01 in row 4"),
        (SCORE.astype(str), "text such as"),
        (SCORE.astype(str).astype(object), "text such as"),
        (pd.Series(SCORE.astype(str), dtype="string"), "text such as"),
        (SCORE + 1j, "complex"),
    ],
)
def test_scores_that_are_no_probabilities_are_refused_by_the_name_of_the_model(
    scores: Any, says: str
) -> None:
    with pytest.raises(ScoreError, match=says) as error:
        run(arrays(column=scores), scores={"good": "old", "The New One": "column"})
    assert "score 'The New One'" in str(error.value)
    assert "y_prob" not in str(error.value)


def test_a_score_that_is_not_a_number_is_missing() -> None:
    strange = np.where(np.arange(len(SCORE)) == 4, np.nan, SCORE)
    with pytest.raises(MissingValueError, match=r"column 'old' for 1 .*\('old' in row 4\)"):
        run(arrays(old=strange))
    assert run(arrays(old=strange), missing="drop").to_dict()["data"]["dropped"]["rows"] == 1


def test_rows_in_an_error_are_those_given_or_said_to_be_counted_without_the_dropped() -> None:
    strange = SCORE.copy()
    strange[[2, 9]] = np.nan, 7.0
    with pytest.raises(ScoreError, match=r"7\.0 in row (9|8.*without the 1 that were dropped)"):
        run(arrays(old=strange), missing="drop")


@pytest.mark.parametrize(
    ("weight", "says"),
    [
        (np.full(len(Y), -1.0), "at least 0"),
        (np.where(np.arange(len(Y)) == 3, np.inf, 1.0), "finite"),
        (np.zeros(len(Y)), "nobody counts"),
        (np.full(len(Y), "a"), "must be numbers"),
    ],
)
def test_weights_that_cannot_be_are_refused_by_the_name_of_their_column(weight: Any, says: str) -> None:
    with pytest.raises(DataError, match=says) as error:
        run(arrays(importance=weight), weight="importance")
    assert "importance" in str(error.value)


def test_columns_of_different_lengths_are_refused_with_each_length() -> None:
    for name, role in (("old", {}), ("died", {}), ("ward", {"by": "ward"}), ("w", {"weight": "w"})):
        with pytest.raises(DataError, match=rf"different numbers of rows: .*'{name}' has 10\b"):
            run(arrays(**{name: complete()[name].to_numpy()[:10]}), **role)


@pytest.mark.parametrize(
    "data", [{"died": [], "old": [], "new": []}, complete().head(0), complete().head(0).to_pandas()]
)
def test_no_rows_are_refused(data: Any) -> None:
    with pytest.raises(DataError, match="no rows"):
        run(data)


@pytest.mark.parametrize("data", [complete(), complete().to_pandas(), complete().to_arrow(), arrays()])
def test_an_unknown_column_is_refused_with_those_near_it(data: Any) -> None:
    with pytest.raises(ColumnError, match=r"no column 'wards'.*nearest: 'ward'"):
        run(data, by="wards")
    with pytest.raises(ColumnError, match=r"no column 'olld'.*'died', 'old', 'new'"):
        run(data, scores=["olld"])
    with pytest.raises(ColumnError, match="no column 'zzzz'"):
        run(data, outcome="zzzz")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_an_unknown_column_of_a_file_is_refused_with_those_near_it(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"study.{kind}"
    getattr(complete(), f"write_{kind}")(path)
    with pytest.raises((ColumnError, FileError), match=r"'wards'.*'ward'"):
        run(path, by="wards")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="study"):
        run(tmp_path / "study.csv")


def test_the_same_model_twice_is_refused() -> None:
    with pytest.raises(SettingError, match="twice: 'old', 'old'"):
        run(complete(), scores=["old", "old"])


@pytest.mark.parametrize("scores", [[], {}, ()])
def test_no_model_is_refused(scores: Any) -> None:
    with pytest.raises(SettingError, match="names no model"):
        run(complete(), scores=scores)


@pytest.mark.parametrize("name", ["treat all", "treat none", "without a model"])
def test_a_model_cannot_have_the_name_of_a_default_strategy(name: str) -> None:
    with pytest.raises(SettingError, match=f"cannot be called '{name}'"):
        run(complete(), scores={name: "old"})


def test_unknown_names_are_refused_with_those_that_there_are() -> None:
    with pytest.raises(SettingError, match=r"'west'.*'north'"):
        run(complete(), by="ward", reference="west")
    with pytest.raises(SettingError, match="needs groups"):
        run(complete(), reference="north")
    with pytest.raises(SettingError, match=r"source_prevalence= names 'other'.*'old', 'new'"):
        run(complete(), source_prevalence={"other": 0.1})
    ev = run(complete(), by="ward")
    for ask in (ev.score, ev.split, ev.judged, ev.threshold):
        with pytest.raises(SettingError, match="no model 'other'; there are 'old', 'new'"):
            ask("other")
    for refused in (lambda: ev.compare("old", "other"), lambda: ev.gap("other", "north")):
        with pytest.raises(SettingError, match="no model 'other'"):
            refused()
    for refused in (lambda: ev.score("old", "west"), lambda: ev.gap("old", "north", "west")):
        with pytest.raises(SettingError, match=r"no group 'west'; there are .*'north'"):
            refused()
    with pytest.raises(SettingError, match="pass by="):
        run(complete()).score("old", "north")
    with pytest.raises(SettingError, match="no model 'treat everyone'"):
        ev.compare("old", "treat everyone")


@pytest.mark.parametrize(
    "data", [None, 3, [1, 2], np.zeros((4, 3)), complete()["died"], pd.Series([1]), object(), b"x", {1, 2}]
)
def test_data_of_another_type_are_refused(data: Any) -> None:
    with pytest.raises(DataError, match=r"cannot be used: pass a data frame, a mapping .* or the path"):
        run(data)


def test_a_frame_with_a_column_twice_is_refused_as_data() -> None:
    frame = complete().to_pandas()
    with pytest.raises(DataError, match="died"):
        run(pd.concat([frame, frame[["died"]]], axis=1))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"level": 95}, "level= must lie .* found 95"),
        ({"level": 0.0}, r"level= must lie .* found 0\.0"),
        ({"missing": "ignore"}, "'error' or 'drop'; found 'ignore'"),
        ({"prevalence": 10}, "below 1; found 10"),
        ({"cost": 0}, "strictly between 0 and 1; found 0"),
        ({"source_prevalence": 0.0}, "above 0; found 0"),
        ({"seed": -1}, "whole number, at least 0; found -1"),
        ({"seed": 1.5}, r"whole number, at least 0; found 1\.5"),
        ({"by": ["ward", 3]}, "by= must name columns: .*; found 3"),
        ({"by": "old"}, "'old' has more than 200 different values"),
        ({"scores": {1: "old"}}, "columns by text; found 1"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_settings_that_make_no_sense_are_refused_by_name(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        run(complete(), **wrong)


@pytest.mark.parametrize(
    ("odd", "groups"),
    [
        ({"by": "died"}, 2),
        ({"scores": (name for name in ("old", "new"))}, 0),
        ({"by": "w", "weight": "w"}, 197),
    ],
    ids=["groups by outcome", "a generator", "groups by weight"],
)
def test_odd_settings_are_answered(odd: dict[str, Any], groups: int) -> None:
    """What is accepted must also give its result."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        content = run(complete(), **odd).to_dict()
    assert list(content["models"]) == ["old", "new"]
    assert len(content["groups"]) == groups


HOSTILE = [
    "<script>alert(1)</script>",
    "\"quoted\" & 'single'",
    "two\nlines\r\nand\ttabs",
    "🩺 emoji",
    "\u202eright to left\u202c",
    "{{template}} {0} %s \\",
    "=1+1",
    "[bold]markup[/bold]",
    " ",
    "x" * 300,
]


@lru_cache(maxsize=20)
def named(name: str) -> Evaluation:
    """A study in which a model and a group have this name."""
    half = pl.when(pl.int_range(pl.len()) % 2 == 0)
    frame = (
        complete()
        .rename({"old": name})
        .with_columns(half.then(pl.lit(name)).otherwise(pl.lit("zz")).alias("ward"))
    )
    return run(frame, scores=[name], by="ward", reference=name)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_carried_as_text(name: str) -> None:
    found, tame = named(name).to_dict(), named("tame").to_dict()
    assert list(found["models"]) == [name]
    groups = {group["name"]: group for group in found["groups"]}
    assert set(groups) == {name, "zz"}
    assert groups["zz"]["gaps"][0]["reference"] == name
    assert set(named(name).to_frame()["model"]) == {name, *DEFAULT_STRATEGIES, None}
    assert name in found["verdict"]["text"]
    assert found["models"][name] == tame["models"]["tame"]
    assert groups["zz"]["models"][name] == tame["groups"][1]["models"]["tame"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_do_not_break_the_tables(name: str) -> None:
    """A table has one line for each row, whatever the names."""
    tame, wild = named("tame").summary(), named(name).summary()
    assert len(wild.split("\nBy ward")[1].splitlines()) == len(tame.split("\nBy ward")[1].splitlines())
    assert not {char for char in wild if ord(char) < 32} - {"\n"}


def test_the_hash_is_that_of_the_values_that_are_used() -> None:
    def digest(data: Any, **roles: Any) -> str:
        return run(data, **roles).patients.sha256

    first = digest(complete())
    assert first == digest(arrays())
    assert first == digest(complete().with_columns(other=pl.lit(1)))
    assert first == digest(complete().reverse())
    found = {
        first,
        digest(complete(), scores=["new", "old"]),
        digest(complete(), weight="w"),
        digest(complete(), cluster="patient"),
        digest(complete(), by="ward"),
        digest(complete(), by="floor"),
        digest(complete().with_columns(old=pl.col("old") * 0.999)),
    }
    assert len(found) == 7


def test_the_source_says_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "study.csv"
    complete().write_csv(path)
    kinds = {
        "arrays": arrays(),
        "polars": complete(),
        "pandas": complete().to_pandas(),
        "pyarrow": complete().to_arrow(),
        "file": path,
    }
    for kind, data in kinds.items():
        assert run(data).to_dict()["provenance"]["source"]["kind"] == kind
    provenance = result_schema()["$defs"]["Provenance"]["properties"]
    assert provenance["source"]["required"] == ["kind"]


@pytest.mark.filterwarnings("ignore::baserate.errors.NotEstimableWarning")
def test_a_reference_that_cannot_be_judged_is_refused() -> None:
    group = np.where(np.arange(len(complete())) < 3, "tiny", "large")
    with pytest.raises(DataError, match="group 'tiny' cannot be the reference: "):
        run(arrays(g=group), by="g", reference="tiny")


def test_a_column_of_many_values_is_no_group() -> None:
    frame = pl.concat([complete()] * 2) if len(complete()) < 201 else complete()
    with pytest.raises(SettingError, match="Groups are few"):
        run(frame.with_columns(pl.int_range(pl.len()).alias("each")), by="each")
