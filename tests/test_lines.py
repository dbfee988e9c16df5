"""Bins that stand for many patients: the same numbers as the patients, from a lazy frame and from files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import validate

import baserate
from baserate import Cohort, Deployment, calibration
from baserate.calibration.split import split
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.sampling import Sampling
from baserate.patients.patients import PatientBins
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from baserate.results.result import result_schema
from baserate.scores.gains import gains_of
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import prevalence_of
from tests.support.cohorts import DEPLOYMENTS, score_patients

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

RNG = np.random.default_rng(4)
N = 3000
Y = (RNG.random(N) < 0.2).astype(np.int8)
# A few scores many times over, so that lines with counts lose nothing.
S = np.clip(np.round(score_patients(RNG, Y, 1.3, intercept=-1.5), 2), 0.01, 0.99)
W = RNG.random(N) + 0.2
HOSPITAL = RNG.integers(0, 30, N)
WHERE = Deployment.of((0.05, 0.3), "1:5")


@dataclass(frozen=True, eq=False)
class Members:
    """Who is where, known in full."""

    cluster: Any
    bins: Any
    weight: Any
    total: Any

    @property
    def shared(self) -> object:
        return self

    @property
    def present(self) -> Any:
        return np.bincount(self.cluster) > 0

    def class_totals(self, contribution: Any) -> Any:
        own = (contribution / self.total)[self.bins] * self.weight
        return tuple(np.bincount(self.cluster, own * (label == Y)) for label in (1, 0))

    def class_shares(self) -> Any:
        return tuple(totals / totals.sum() for totals in self.class_totals(self.total))

    def part(self, chosen: Any) -> Any:
        raise NotImplementedError


def lines_of(weight: Any, cluster: Any) -> tuple[Cohort, Cohort, Any, Any]:
    """The patients, and one line for all who share an outcome and a score."""
    w = np.ones(N) if weight is None else weight
    found, place = np.unique(np.column_stack((Y, S)), axis=0, return_inverse=True)
    place = place.reshape(-1)
    total, squares = np.bincount(place, w), np.bincount(place, w**2)
    label = found[:, 0].astype(np.int8)
    members = None if cluster is None else Members(cluster, place, w, total)
    sampling = Sampling(label == 1, total, None, None, total**2 / squares, members)
    return Cohort.of(Y, sample_weight=weight, cluster=cluster), Cohort(label, sampling), S, found[:, 1]


@pytest.mark.parametrize("cluster", [None, HOSPITAL], ids=["patients", "clusters"])
@pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
def test_lines_with_counts_are_the_patients(weight: Any, cluster: Any) -> None:
    patients, lines, s, at = lines_of(weight, cluster)
    pairs = [
        (patients.score(s, WHERE), lines.score(at, WHERE)),
        (
            patients.score(s, WHERE) - patients.score(s**2, WHERE),
            lines.score(at, WHERE) - lines.score(at**2, WHERE),
        ),
        (patients.auc(s), lines.auc(at)),
        (patients.brier(s), lines.brier(at)),
        (calibration.slope(patients, s), calibration.slope(lines, at)),
        (calibration.intercept(patients, s), calibration.intercept(lines, at)),
    ]
    if cluster is None:  # where lines do not say whose patients they hold, outcomes are drawn as independent
        halves = [split(patients, s, WHERE), split(lines, at, WHERE)]
        pairs += [
            (halves[0].calibration, halves[1].calibration),
            (halves[0].calibration_corrected, halves[1].calibration_corrected),
        ]
    for one, other in pairs:
        assert other.value == pytest.approx(one.value, abs=1e-12)
        assert other.standard_error == pytest.approx(one.standard_error, rel=1e-9)
        assert other.interval(method="t").low == pytest.approx(one.interval(method="t").low, abs=1e-9)


@cache
def stays() -> pl.DataFrame:
    return baserate.datasets.icu_cohort(stays=40_000)


ASKED: Any = {"prevalence": (0.01, 0.10), "cost": "1:30", "by": "unit"}
MODELS = ("severity", "network")


@cache
def evaluated(lazy: bool, cluster: str | None) -> Evaluation:
    data = stays().lazy() if lazy else stays()
    return baserate.evaluate(data, "died", MODELS, cluster=cluster, **ASKED)


@pytest.mark.parametrize("cluster", [None, "patient", "hospital"])
@pytest.mark.parametrize("group", [None, "cardiac"])
def test_a_lazy_frame_gives_the_numbers_of_the_patients(cluster: str | None, group: str | None) -> None:
    exact, binned = evaluated(False, cluster), evaluated(True, cluster)
    assert isinstance(binned.patients, PatientBins)
    for model in MODELS:
        one, other = exact.score(model, group), binned.score(model, group)
        assert other.value == pytest.approx(one.value, abs=1e-6)
        assert other.standard_error == pytest.approx(one.standard_error, rel=1e-3)
        assert binned.judged(model, group).measure("auc").get().value == pytest.approx(
            exact.judged(model, group).measure("auc").get().value, abs=1e-5
        )
    one, other = exact.compare(*MODELS, group), binned.compare(*MODELS, group)
    assert other.value == pytest.approx(one.value, abs=1e-6)
    assert other.standard_error == pytest.approx(one.standard_error, rel=0.03)


def test_the_bound_holds_and_is_in_the_result() -> None:
    found = evaluated(True, None).to_dict()
    validate(found, result_schema())
    bounds = found["data"]["binning"]["net_benefit_error_at_most"]
    for model in MODELS:
        apart = abs(evaluated(True, None).score(model).value - evaluated(False, None).score(model).value)
        assert apart <= bounds[model] < 1e-6
    assert evaluated(False, None).to_dict()["data"]["binning"] is None


def test_counts_are_those_of_the_patients() -> None:
    exact, binned = evaluated(False, None), evaluated(True, None)
    assert binned.everyone.patients == exact.everyone.patients
    for name, group in exact.groups.items():
        assert (binned.groups[name].patients, binned.groups[name].positives) == (
            group.patients,
            group.positives,
        )
    assert "came in bins of log odds" in " ".join(binned.summary().split())


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    patients=st.integers(30, 2000),
    spread=st.sampled_from([0.01, 0.5, 2.0, 12.0]),
    certain=st.sampled_from([0.0, 0.1, 0.8]),
    weighted=st.booleans(),
)
def test_no_score_from_lines_is_farther_off_than_its_bound(
    seed: int, patients: int, spread: float, certain: float, weighted: bool
) -> None:
    """Beside every patient's own score, at ranges and at points."""
    rng = np.random.default_rng(seed)
    y = (np.arange(patients) % 3 == 0).astype(np.int8)
    s = np.asarray(baserate.odds.expit(spread * (rng.normal(size=patients) + y) - 2.0))
    s = np.where(rng.random(patients) < certain, rng.choice([0.0, 1.0, 1e-25, 0.2], patients), s)
    weight = rng.gamma(0.5, size=patients) + 1e-3 if weighted else np.ones(patients)
    frame = pl.DataFrame({"died": y, "new": s, "w": weight})
    found = read_patients(frame.lazy(), Roles.of("died", ["new"], weight="w"))
    assert isinstance(found, PatientBins)
    rows = found.single["new"].sample()
    own = prevalence_of(rows)
    case = y == 1
    for name, where in DEPLOYMENTS.items():
        gains = gains_of(where, own)
        exact = np.average(gains.positive(s[case]), weights=weight[case])
        exact += np.average(gains.negative(s[~case]), weights=weight[~case])
        off = abs(mean_gain(rows, gains) - exact)
        assert off <= found.error_bound("new", where, own) + 1e-10, name


def test_a_folder_of_parquet_is_one_population(tmp_path: Path) -> None:
    for number in range(2):
        stays()[number * 20_000 : (number + 1) * 20_000].write_parquet(tmp_path / f"{number}.parquet")
    found = baserate.evaluate(tmp_path, "died", MODELS, **ASKED)
    assert found.everyone.patients == 40_000
    assert found.score("network").value == pytest.approx(
        evaluated(True, None).score("network").value, abs=1e-12
    )
