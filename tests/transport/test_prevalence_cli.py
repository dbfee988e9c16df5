"""``baserate prevalence`` and ``baserate evaluate --prevalence-from``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from baserate.extensions.prevalence.estimate import estimate_prevalence
from tests.support.cohorts import stays
from tests.support.command_line import run

MODELS = ("--score", "network", "--score", "severity")
SOURCE, TARGET = "labelled.csv", "ward.csv"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Labelled stays, and others of whom few died, without outcomes."""
    folder = tmp_path_factory.mktemp("prevalence")
    source, target = frames()
    source.write_csv(folder / SOURCE)
    target.drop("died").write_csv(folder / TARGET)
    return folder


def frames() -> tuple[pl.DataFrame, pl.DataFrame]:
    everyone = stays(6000).with_columns((1 + pl.int_range(pl.len()) % 3).alias("w"))
    source, target = everyone[:3000], everyone[3000:]
    return source, target.filter((target["died"] == 0) | (target["patient"] % 2 == 0))


def asked(home: Path, *more: str) -> tuple[str, ...]:
    return (
        *("prevalence", "--source", str(home / SOURCE), "--target", str(home / TARGET)),
        *("--outcome", "died", *more),
    )


def test_it_prints_what_the_library_says(home: Path) -> None:
    source, target = frames()
    expected = estimate_prevalence("died", "network", source=source, target=target)
    said = " ".join(run(*asked(home, "--score", "network")).stdout.split())
    assert said == expected.summary()


def test_several_scores_and_options_in_json(home: Path) -> None:
    options = ("--method", "bbse", "--weight", "w", "--level", "0.9", "--json")
    told = json.loads(run(*asked(home, *MODELS, *options)).stdout)["prevalence"]
    assert [one["score"] for one in told] == ["network", "severity"]
    source, target = frames()
    for one in told:
        names: dict[str, Any] = {"source_weight": "w", "target_weight": "w"}
        expected = estimate_prevalence(
            "died", one["score"], source=source, target=target, method="bbse", level=0.9, **names
        )
        assert one["interval"]["low"] == pytest.approx(expected.low, abs=1e-9)
        assert one["interval"]["level"] == 0.9


def test_the_dial_and_standard_input(home: Path) -> None:
    told = [
        json.loads(
            run(
                *("prevalence", "--source", source, "--target", str(home / TARGET), "--outcome", "died"),
                *("--score", "network", "--shift", "covariate", "--json"),
                stdin=(home / SOURCE).read_bytes(),
            ).stdout
        )["prevalence"][0]
        for source in ("-", str(home / SOURCE))
    ]
    assert told[0] == told[1]
    assert told[0]["shift"] == 0.0
    assert told[0]["fit"] is None


def test_the_figure_is_drawn(home: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "fit.svg"
    run(*asked(home, "--score", "network", "--figure", str(file)))
    assert "<svg" in file.read_text()


def test_site_summaries_are_patients_with_outcomes(home: Path, tmp_path: Path) -> None:
    summary = str(tmp_path / "site.parquet")
    run("reduce", str(home / SOURCE), "--outcome", "died", "--score", "network", "--out", summary)
    target = str(home / TARGET)
    said = run("prevalence", "--source", summary, "--target", target, "--score", "network").stdout
    assert said.startswith("Estimated prevalence:")


@pytest.mark.parametrize(
    ("options", "words", "status"),
    [
        (("--score", "network", "--figure", "fit.txt"), "must end in", 2),
        ((*MODELS, "--figure", "fit.svg"), "of one score", 2),
        (("--score", "network", "--source", "other.csv"), "must be site summaries", 2),
        (("--score", "network", "--shift", "0.5", "--method", "rlls"), "rests on label shift", 2),
        (("--score", "old"), "no column 'old'", 3),
        (("--score", "network", "--weight", "v"), "no column 'v'", 3),
    ],
)
def test_wrong_usage_is_said(home: Path, options: tuple[str, ...], words: str, status: int) -> None:
    assert words in run(*asked(home, *options), status=status).stderr


def test_without_an_outcome_it_asks_for_one(home: Path) -> None:
    words = ("--source", str(home / SOURCE), "--target", str(home / TARGET), "--score", "network")
    assert "--outcome is missing" in run("prevalence", *words, status=2).stderr


# evaluate --prevalence-from


def evaluated(home: Path, *more: str) -> tuple[str, ...]:
    return (
        *("evaluate", str(home / SOURCE), "--outcome", "died", *MODELS, "--cost", "1:30"),
        *("--prevalence-from", str(home / TARGET), *more),
    )


def test_the_range_of_the_deployment_is_the_narrowest_models_interval(home: Path) -> None:
    source, target = frames()
    both = {
        model: estimate_prevalence("died", model, source=source, target=target)
        for model in ("network", "severity")
    }
    narrow, other = sorted(both, key=lambda model: both[model].high - both[model].low)
    done = run(*evaluated(home, "--json"))
    where = json.loads(done.stdout)["deployment"]["prevalence"]
    assert (where["low"], where["high"]) == pytest.approx(both[narrow].interval, abs=1e-9)
    assert f"By {narrow}: Estimated prevalence" in done.stderr
    assert f"By {other}, which is not used: {100 * both[other].value:.3g} %" in done.stderr
    named = json.loads(run(*evaluated(home, "--json", "--prevalence-model", other)).stdout)
    assert named["deployment"]["prevalence"]["low"] == pytest.approx(both[other].low, abs=1e-9)


def test_the_text_begins_with_where_the_range_comes_from(home: Path) -> None:
    said = run(*evaluated(home, "--full")).stdout
    assert said.startswith(f"Prevalence estimated from {home / TARGET}."[:60])


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--prevalence", "1%..10%"), "--prevalence or --prevalence-from"),
        (("--prevalence-model", "old"), "there are network, severity"),
    ],
)
def test_what_cannot_be_said_together_is_refused(home: Path, more: tuple[str, ...], words: str) -> None:
    assert words in run(*evaluated(home, *more), status=2).stderr


def test_the_shift_of_the_evaluation_is_that_of_the_estimate(home: Path) -> None:
    """Stated for one model, it is what its prevalence rests on; groups that cannot tell it are no answer."""
    source, target = frames()
    expected = estimate_prevalence("died", "severity", source=source, target=target, shift=0.3)
    chosen = ("--prevalence-model", "severity", "--json")
    told = json.loads(
        run(*evaluated(home, "--shift", "severity=0.3", "--shift", "network=1", *chosen)).stdout
    )
    assert told["deployment"]["prevalence"]["low"] == pytest.approx(expected.low, abs=1e-9)
    refused = run(*evaluated(home, "--shift", "fitted", "--by", "w"), status=2).stderr
    assert "cannot be used as an estimate" in refused
