"""What the page carries beside its bins: the calibration curve, and the study's own deployment as a table."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import baserate
from baserate.datasets import icu_cohort
from baserate.deployment.deployment import Deployment
from baserate.evaluation.evaluation import Evaluation
from baserate.odds import expit, logit
from baserate.page.own import setting_of, weight_of
from baserate.page.packed import pack, pack_columns, unpack, unpack_columns
from baserate.page.payload import Carried
from baserate.page.risk import calibration_of
from baserate.scores.gains import gains_of

Numbers = NDArray[np.float64]


# Packed columns.


@pytest.mark.parametrize("deltas", [False, True])
def test_packed_numbers_come_back(deltas: bool) -> None:
    rng = np.random.default_rng(0)
    for size in (0, 1, 50):
        numbers = (rng.standard_normal(size) * 10.0 ** rng.integers(0, 14, size)).astype(int).tolist()
        assert unpack(pack(numbers, deltas=deltas), deltas=deltas) == numbers


def test_packed_columns_come_back_and_a_coarser_unit_rounds_log_odds_only() -> None:
    columns = {"x": [-31_234, 5, 40_001], "s": [3, 0, 120], "n": [5, 7, 9], "w": [1.5, 2.5, 3.5]}
    assert unpack_columns(pack_columns(columns)) == columns
    coarse = unpack_columns(pack_columns(columns, 10))
    assert coarse["x"] == [-31_230, 0, 40_000]
    assert coarse["s"] == [10, 0, 120]  # what has a spread keeps one
    assert (coarse["n"], coarse["w"]) == (columns["n"], columns["w"])


# The calibration curve.


def evaluated(died: Any, score: Any, **asked: Any) -> Evaluation:
    columns = {"died": np.asarray(died).astype(int), "score": score, **asked.pop("columns", {})}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(columns, "died", "score", prevalence=None, cost="1:5", **asked)


def curve_of(ev: Evaluation, least: int = 5) -> dict[str, Numbers]:
    carried = Carried(ev, least)
    sides = carried.of_slice(0, [0])
    found = calibration_of(sides, ev.everyone.judged["score"], least, 41)
    return {name: np.asarray(column) for name, column in found.items()}


def drawn(seed: int, size: int, bend: float = 0.0) -> tuple[Numbers, Numbers]:
    """Outcomes at a risk whose log odds are those of the score, or bent."""
    rng = np.random.default_rng(seed)
    x = rng.normal(-1.0, 1.3, size)
    risk = np.asarray(expit(x + bend * np.sin(1.5 * x)))
    return (rng.random(size) < risk).astype(float), np.asarray(expit(x))


@pytest.mark.parametrize("bend", [0.0, 0.5])
def test_the_curve_is_that_of_a_plain_kernel_mean(bend: float) -> None:
    died, score = drawn(1, 20_000, bend)
    curve = curve_of(evaluated(died, score))
    x, at = np.asarray(logit(score)), np.asarray(logit(curve["predicted"]))
    near = np.exp(-0.5 * ((at[:, None] - x[None, :]) / 0.15) ** 2)
    plain = near @ died / near.sum(axis=1)
    middle = slice(4, -4)
    assert curve["observed"][middle] == pytest.approx(plain[middle], abs=0.025)
    true = np.asarray(expit(at + bend * np.sin(1.5 * at)))
    assert curve["observed"][middle] == pytest.approx(true[middle], abs=0.025)


def test_the_band_holds_the_truth_about_as_often_as_it_says() -> None:
    inside, points = 0, 0
    for seed in range(40):
        curve = curve_of(evaluated(*drawn(seed, 800)))
        inside += int(((curve["low"] <= curve["predicted"]) & (curve["predicted"] <= curve["high"])).sum())
        points += len(curve["predicted"])
    assert 0.90 < inside / points <= 0.995


def test_clusters_widen_the_band() -> None:
    rng = np.random.default_rng(3)
    ward = rng.integers(0, 30, 3_000)
    x = rng.normal(-1.0, 1.2, 3_000)
    died = rng.random(3_000) < np.asarray(expit(x + 0.8 * rng.standard_normal(30)[ward]))
    plain = curve_of(evaluated(died, np.asarray(expit(x))))
    clustered = curve_of(evaluated(died, np.asarray(expit(x)), cluster="ward", columns={"ward": ward}))
    widths = [(one["high"] - one["low"])[5:-5].mean() for one in (plain, clustered)]
    assert widths[1] > 1.5 * widths[0]


def test_the_curve_rises_and_has_few_digits_and_points() -> None:
    curve = curve_of(evaluated(*drawn(5, 1_000)))
    assert 20 <= len(curve["predicted"]) <= 41
    assert (np.diff(curve["observed"]) >= 0.0).all()
    for column in curve.values():
        assert all(value == float(f"{value:.3g}") for value in column)
    assert (curve["low"] <= curve["observed"]).all()
    assert (curve["observed"] <= curve["high"]).all()


def test_predicted_risks_are_at_the_observed_prevalence() -> None:
    died, score = drawn(6, 2_000)
    own = curve_of(evaluated(died, score))
    moved = curve_of(evaluated(died, baserate.odds.adjust(score, died.mean(), 0.5), source_prevalence=0.5))
    assert moved["predicted"] == pytest.approx(own["predicted"], rel=0.02)
    # Bins on another scale lie otherwise.
    assert moved["observed"] == pytest.approx(own["observed"], rel=0.02, abs=0.002)


def test_a_point_without_enough_patients_of_both_classes_near_it_is_left_out() -> None:
    died, score = drawn(7, 400)
    every, most = (len(curve_of(evaluated(died, score), least)["predicted"]) for least in (5, 40))
    assert most < every


# The study's own deployment.


OWN = {
    "beta": Deployment.of({"kind": "Beta", "alpha": 4.0, "beta": 96.0}, "1:30"),
    "triangular": Deployment.of({"kind": "Triangular", "a": 0.01, "mode": 0.03, "b": 0.10}, "1:30"),
    "uniform": Deployment.of({"kind": "Uniform", "a": 0.01, "b": 0.10}, "1:30"),
    "sites": Deployment.of({"kind": "Sites", "shares": [[0.02, 0.5], [0.05, 0.3], [0.2, 0.2]]}, "1:30"),
}


def gained(table: dict[str, Any], z: Numbers) -> tuple[Numbers, Numbers]:
    """Gains of a case and of a non-case: interpolated, and the steps that were reached."""
    grid = table["start"] + table["step"] * np.arange(len(table["positive"]))
    positive, negative = (np.interp(z, grid, table[name]) for name in ("positive", "negative"))
    for at, up, down in table.get("steps", []):
        positive = positive + up * (z >= at - 1e-9)
        negative = negative + down * (z < at - 1e-9)
    return positive, negative


@pytest.mark.parametrize("where", OWN.values(), ids=OWN.keys())
def test_the_table_gives_the_score_of_the_built_in_cohort(where: Deployment) -> None:
    assert not setting_of(where)["exact"]
    table = weight_of(where)
    assert table is not None
    assert len(json.dumps(table, separators=(",", ":"))) <= 20_000
    assert where.prevalence is not None
    assert table["median"] == where.prevalence.distribution.median
    cohort = icu_cohort()
    died = cohort["died"].to_numpy()
    for name, source in (("severity", None), ("network", 0.5)):
        score = cohort[name].to_numpy()
        source = float(died.mean()) if source is None else source
        gains = gains_of(where, float(died.mean()), source)
        exact = gains.positive(score)[died == 1].mean() + gains.negative(score)[died == 0].mean()
        positive, negative = gained(table, np.asarray(logit(score)) - float(logit(source)))
        found = positive[died == 1].mean() + negative[died == 0].mean()
        assert found == pytest.approx(exact, abs=1e-6)


@pytest.mark.parametrize("where", [(0.01, 0.10), 0.05, None])
def test_what_the_controls_say_exactly_needs_no_table(where: Any) -> None:
    assert weight_of(Deployment.of(where, "1:30")) is None
