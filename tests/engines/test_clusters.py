"""Clusters on an engine: the standard errors of patients in memory, from sums alone."""

from __future__ import annotations

import pickle
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest

import baserate
from baserate import Deployment
from baserate.errors import BaserateWarning, NotEstimableWarning, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.patients import checks, engine
from baserate.patients.binning import FINE
from baserate.patients.clusters import BinClusters
from tests.engines.sources import ASKED, Opener, kept, study

MODELS = ("first", "second")


@lru_cache(maxsize=1)
def clustered() -> pl.DataFrame:
    """The study with patients of about six stays, some of them in several wards."""
    rng = np.random.default_rng(2)
    return study().with_columns(patient=pl.Series(rng.integers(0, 1000, len(study()))))


def run(data: Any, **more: Any) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return baserate.evaluate(data, "died", list(MODELS), cluster="patient", **ASKED, **more)


@lru_cache(maxsize=4)
def in_memory(**more: Any) -> Evaluation:
    return run(clustered(), **more)


ASKS: dict[str, dict[str, Any]] = {
    "everyone": {},
    "groups without a name": {"by": "ward"},
    "groups, weights": {"by": "site", "weight": "w"},
}


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each table had that came back from the engine."""
    heights: list[int] = []
    whole = engine.collect

    def spy(frame: Any) -> Any:
        table = whole(frame)
        heights.append(table.height)
        return table

    for module in (checks, engine):
        monkeypatch.setattr(module, "collect", spy)
    return heights


def numbers_of(found: Any, path: str = "") -> dict[str, float]:
    """All numbers of a result, by where they are."""
    if isinstance(found, dict):
        pairs = [(str(key), value) for key, value in found.items()]
    elif isinstance(found, list):
        pairs = [(str(key), value) for key, value in enumerate(found)]
    else:
        return {path: float(found)} if isinstance(found, (int, float)) else {}
    merged: dict[str, float] = {}
    for key, value in pairs:
        merged |= numbers_of(value, f"{path}/{key}")
    return merged


@pytest.mark.parametrize("asked", ASKS)
def test_every_standard_error_is_that_of_the_patients_in_memory(
    asked: str, opens: Opener, home: Path, tables: list[int]
) -> None:
    exact = in_memory(**ASKS[asked])
    ev = run(opens(kept(clustered(), home, "clustered")), **ASKS[asked])
    passes = len(tables)
    assert passes == 2 + 3 + 1 + 2  # two looks; two models and their pair; who the clusters are; two models
    assert ev.patients.clusters() == exact.patients.clusters() == 1000
    for name in ev.groups:
        assert ev.patients.clusters(name) == exact.patients.clusters(name)
        assert ev.patients.clusters(name, rest=True) == exact.patients.clusters(name, rest=True)
    found, right = numbers_of(ev.to_dict()), numbers_of(exact.to_dict())
    errors = [key for key in right if key.endswith("standard_error")]
    assert len(errors) > 25
    for key in errors:
        # What recalibration does depends on ties, and its noise on a simulation.
        recalibrated = any(word in key for word in ("/calibration", "/sharpness", "/gaps/"))
        close = {"rel": 0.1, "abs": 5e-5} if recalibrated else {"rel": 0.03, "abs": 1e-7}
        assert found[key] == pytest.approx(right[key], **close), key
    ev.summary()
    assert len(tables) == passes  # all that is printed was fetched before
    most = 1000 if "by" not in ASKS[asked] else 4000
    assert max(tables[5:]) <= most


@pytest.mark.parametrize("source", [None, 0.1])
def test_a_difference_at_the_observed_prevalence_has_the_interval_of_memory(source: float | None) -> None:
    """The prevalence is an estimate then, whose clusters are those of the models' own bins."""
    asked: dict[str, Any] = {"prevalence": None, "source_prevalence": source, "cluster": "patient"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        found, right = (
            baserate.evaluate(data, "died", list(MODELS), **{**ASKED, **asked})
            for data in (clustered().lazy(), clustered())
        )
    assert found.result.verdict.text
    one, other = MODELS
    here, there = (ev.compare(one, other).interval() for ev in (found, right))
    width = there.high - there.low
    assert (here.low, here.high) == pytest.approx((there.low, there.high), abs=0.05 * width)


def test_few_patients_far_from_the_deployment_are_judged_as_far_as_they_reach() -> None:
    """Where cut-offs move with the observed prevalence, some that it may have are out of reach of a shift."""
    rng = np.random.default_rng(0)
    risk = np.clip(rng.beta(1, 6, 90), 0.01, 0.9)
    died = np.zeros(90, dtype=int)
    died[np.argsort(-(risk + rng.normal(0.0, 0.2, 90)))[:7]] = 1
    data = pl.LazyFrame({"died": died, "a": risk, "b": (risk > 0.25) * 0.5 + 0.2, "id": np.arange(90) // 2})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        ev = baserate.evaluate(data, "died", ["a", "b"], prevalence=0.05, cost="1:9", cluster="id")
        assert "shift" in ev.summary()


@pytest.mark.parametrize("weight", [None, "w"])
def test_sums_are_those_of_the_patients_one_by_one(weight: str | None, opens: Opener, home: Path) -> None:
    ev = run(opens(kept(clustered(), home, "clustered")), weight=weight)
    frame = clustered()
    share = np.ones(len(frame)) if weight is None else frame[weight].to_numpy()
    binned, sampling = ev.patients.binned(["second"]), ev.judged("second").cohort.sampling
    score = frame["second"].to_numpy().astype(np.float64)
    with np.errstate(divide="ignore"):
        place = np.clip(np.floor(np.log(score / (1.0 - score)) * FINE), -10241, 10241)
    keys = {
        key: i for i, key in enumerate(zip(binned.bins[:, 0].tolist(), binned.label.tolist(), strict=True))
    }
    own = [keys[key] for key in zip(place.astype(int).tolist(), frame["died"].to_list(), strict=True)]
    # Clusters are numbered by their names as text.
    names = np.unique(frame["patient"].to_numpy().astype(str), return_inverse=True)[1]
    rng = np.random.default_rng(0)
    for contribution in rng.normal(size=(3, len(binned))):
        died = frame["died"].to_numpy()
        totals, shares = sampling.cluster_totals(contribution), sampling.cluster_shares
        for side, of_class in enumerate((died == 1, died == 0)):
            right = np.bincount(names, (contribution / binned.weight)[own] * share * of_class)
            np.testing.assert_allclose(totals[side], right, rtol=1e-9, atol=1e-9)
            weight_of = np.bincount(names, share * of_class) / (share * of_class).sum()
            np.testing.assert_allclose(shares[side], weight_of, rtol=1e-9, atol=1e-9)


def test_any_other_number_costs_a_pass_and_is_right(
    opens_quickly: Opener, home: Path, tables: list[int]
) -> None:
    exact, ev = in_memory(by="ward"), run(opens_quickly(kept(clustered(), home, "clustered")), by="ward")
    passes = len(tables)
    ev.page()  # one pass a model tells how coarse bins vary from cluster to cluster
    assert len(tables) == passes + len(MODELS)
    ev.page()
    assert len(tables) == passes + len(MODELS)
    passes = len(tables)
    for where in (Deployment.of((0.2, 0.6), "1:3"), Deployment.of(0.1, "1:9")):
        for group in (None, "north"):
            right = exact.difference(*MODELS, where, group)
            found = ev.difference(*MODELS, where, group)
            # At one prevalence, bins move over the threshold whole.
            close = 0.06 if where.prevalence.distribution.atoms[0].size else 0.03  # type: ignore[union-attr]
            assert found.standard_error == pytest.approx(right.standard_error, rel=close)
            assert (2.0 * found).standard_error == pytest.approx(2.0 * found.standard_error)
    assert passes < len(tables) <= passes + 8
    asked_once = len(tables)
    assert ev.difference("second", "first", where, "north").standard_error > 0.0
    assert len(tables) == asked_once


def test_two_models_scores_are_paired_by_their_clusters() -> None:
    """Each has bins of its own; the clusters they share say how the two vary together."""
    exact, ev = in_memory(), run(clustered().lazy())
    right, found = (one.score("first") - one.score("second") for one in (exact, ev))
    assert found.interval(method="t").high == pytest.approx(right.interval(method="t").high, rel=0.01)


def test_a_group_in_one_cluster_is_not_estimable(opens_quickly: Opener, home: Path) -> None:
    frame = clustered().with_columns(
        ward=pl.when(pl.col("patient") == 7).then(pl.lit("alone")).otherwise(pl.lit("rest")),
        died=pl.when(pl.col("patient") == 7).then(pl.int_range(pl.len()) % 2).otherwise(pl.col("died")),
    )
    frame = pl.concat([frame, *[frame.filter(pl.col("patient") == 7)] * 3])
    with pytest.warns(NotEstimableWarning, match="one cluster"):
        ev = baserate.evaluate(
            opens_quickly(kept(frame, home, "alone")),
            "died",
            ["first"],
            cluster="patient",
            by="ward",
            **ASKED,
        )
    assert ev.groups["alone"].why_not is not None


def test_some_bins_of_a_group_know_their_clusters() -> None:
    ev = run(clustered().lazy())
    cohort = ev.judged("first").cohort
    chosen = ev.judged("first").sample.score > 0.2
    part = cohort.part(chosen)
    score = clustered()["first"].to_numpy()
    there = clustered().filter(score > 0.2)["patient"].n_unique()
    assert part.sampling.cluster_count == pytest.approx(there, abs=3)  # one bin lies across the limit


def test_without_its_engine_what_was_fetched_is_kept_and_the_rest_is_refused() -> None:
    sampling = run(clustered().lazy()).judged("first").cohort.sampling
    kept_ = pickle.loads(pickle.dumps(sampling))
    assert isinstance(kept_.clusters, BinClusters)
    weight = np.asarray(kept_.weight)
    np.testing.assert_allclose(kept_.cluster_totals(weight), sampling.cluster_totals(weight))
    with pytest.raises(SettingError, match="while the patients were at hand"):
        kept_.cluster_totals(weight * np.arange(len(weight)))


def test_an_engine_that_takes_no_table_is_refused_by_name() -> None:
    eager = nw.from_native(pd.DataFrame({"x": [1]}))
    with pytest.raises(SettingError, match="clusters cannot be summed on pandas"):
        engine.upload(eager, pl.DataFrame(), "")
