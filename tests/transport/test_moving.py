"""Moving a model to patients without outcomes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import baserate
from baserate.errors import ScoreError, SettingError, TooFewError
from baserate.extensions.prevalence.estimate import estimate_prevalence
from baserate.extensions.prevalence.moving import TransportedModel, move_model
from baserate.odds import adjust, expit, logit
from tests.support.command_line import run


def patients(seed: int, size: int, prevalence: float, *, bend: float = 1.0) -> pl.DataFrame:
    """Scores calibrated to 20 %, at a prevalence; with ``bend`` other than 1 their slope is wrong."""
    rng = np.random.default_rng(seed)
    died = (rng.random(size) < prevalence).astype(int)
    log_odds = rng.normal(float(logit(0.2)) + 1.5**2 * (died - 0.5), 1.5)
    return pl.DataFrame({"died": died, "new": np.asarray(expit(log_odds / bend))})


SOURCE, TARGET = patients(1, 4_000, 0.2), patients(2, 4_000, 0.05)


def moved(**asked: Any) -> TransportedModel:
    return move_model("died", "new", source=SOURCE, target=TARGET, **{"cost": "1:9", **asked})


def test_arrays_give_what_columns_give() -> None:
    arrays = SOURCE["died"].to_numpy(), SOURCE["new"].to_numpy(), TARGET["new"].to_numpy()
    by_arrays = baserate.move_model(*arrays, cost="1:9").to_dict()
    assert {**by_arrays, "model": ""} == {**moved().to_dict(), "model": ""}


def test_it_carries_the_estimate_of_the_prevalence() -> None:
    estimate = estimate_prevalence("died", "new", source=SOURCE, target=TARGET)
    assert moved().prevalence.to_dict() == estimate.to_dict()
    assert moved().deployment.prevalence == estimate.as_prevalence()
    assert estimate.low < 0.05 < estimate.high


def test_adjusted_risks_are_those_of_bayes() -> None:
    """Scores that are right as they are, under label shift: the textbook's prior adjustment."""
    here = moved(recalibrate=False)
    expected = adjust(TARGET["new"].to_numpy(), here.prevalence.source_prevalence, here.prevalence.value)
    assert here.adjust(TARGET["new"]) == pytest.approx(expected)
    covariate = moved(recalibrate=False, shift=0)
    assert covariate.adjust(TARGET["new"]) == pytest.approx(TARGET["new"].to_numpy())


def test_adjusted_risks_are_calibrated_where_the_scores_were_not() -> None:
    source, target = patients(3, 20_000, 0.2, bend=2.0), patients(4, 20_000, 0.05, bend=2.0)
    there = move_model("died", "new", source=source, target=target, cost="1:9")
    cohort = baserate.Cohort.of(target["died"])
    slope = baserate.calibration.slope(cohort, there.adjust(target["new"]))
    ratio = baserate.calibration.observed_expected(cohort, there.adjust(target["new"]))
    assert slope.low < 1.0 < slope.high
    assert ratio.value == pytest.approx(1.0, abs=0.15)


@pytest.mark.parametrize("shift", [1, 0.5, 0])
@pytest.mark.parametrize("recalibrate", [True, "line", False])
def test_the_threshold_is_the_score_whose_adjusted_risk_is_the_cost(shift: float, recalibrate: Any) -> None:
    there = moved(shift=shift, recalibrate=recalibrate)
    assert there.adjust([there.threshold.value]) == pytest.approx([0.1], abs=1e-4)
    assert there.threshold.low <= there.threshold.value <= there.threshold.high


def test_net_benefit_is_that_of_the_source_at_the_estimate() -> None:
    there = moved(recalibrate=False)
    cohort = baserate.Cohort.of(SOURCE["died"])
    at = cohort.net_benefit(SOURCE["new"], cost="1:9", prevalence=there.prevalence.value)
    assert there.net_benefit.value == pytest.approx(at.value)
    assert there.net_benefit.low < at.low < at.high < there.net_benefit.high


def test_net_benefit_holds_what_the_target_shows() -> None:
    there = moved()
    seen = baserate.net_benefit(TARGET["died"], there.adjust(TARGET["new"]), cost="1:9", threshold=0.1)
    assert there.net_benefit.low < seen < there.net_benefit.high


def test_treat_all_is_known_as_well_as_the_prevalence() -> None:
    there = moved()
    for end in ("value", "low", "high"):
        pi = getattr(there.prevalence, end)
        assert getattr(there.treat_all, end) == pytest.approx(pi - (1.0 - pi) / 9.0)


def test_a_covariate_shift_moves_no_threshold() -> None:
    cut = moved(shift="covariate", recalibrate=False).threshold
    assert cut.value == pytest.approx(0.1, abs=1e-4)
    assert cut.low == cut.value == cut.high


def test_a_score_that_does_not_rise_has_no_threshold() -> None:
    upside_down = SOURCE.with_columns(new=1.0 - pl.col("new"))
    there = move_model(
        "died",
        "new",
        source=upside_down,
        target=TARGET.with_columns(new=1.0 - pl.col("new")),
        cost="1:9",
    )
    with pytest.raises(ScoreError, match="no cut-off"):
        _ = there.threshold


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"cost": ("1:50", "1:5")}, SettingError),
        ({"method": "guess"}, SettingError),
        ({"method": "bbse", "shift": 0.5}, SettingError),
        ({"level": 3}, SettingError),
        ({"recalibrate": "wild"}, SettingError),
        ({"target": TARGET[:1]}, TooFewError),
    ],
)
def test_what_cannot_be(asked: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        move_model("died", "new", **{"source": SOURCE, "target": TARGET, "cost": "1:9", **asked})


def test_the_command(tmp_path: Path) -> None:
    SOURCE.write_csv(tmp_path / "labelled.csv")
    TARGET.select("new").write_csv(tmp_path / "ward.csv")
    files = "--source", str(tmp_path / "labelled.csv"), "--target", str(tmp_path / "ward.csv")
    asked = ("move", *files, "--outcome", "died", "--score", "new", "--cost", "1:9")
    out = tmp_path / "adjusted.csv"
    text = run(*asked, "--out", str(out)).stdout
    assert "Treat at or above a score of" in text
    assert "Net benefit per 1,000 patients (95 % CI)" in text.replace("\n", " ")
    content = json.loads(run(*asked, "--json").stdout)
    there = moved()
    assert content["threshold"] == pytest.approx(there.threshold.to_dict())
    written = pl.read_csv(out)
    assert written["new adjusted"].to_numpy() == pytest.approx(there.adjust(TARGET["new"]))
    missing = run("move", *files, "--score", "new", "--cost", "1:9", status=2)
    assert "--outcome is missing" in missing.stderr
