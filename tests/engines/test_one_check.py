"""One validation for all paths: what is refused, dropped or counted in memory is so on an engine."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import baserate
from baserate.errors import (
    BaserateError,
    BaserateWarning,
    DataError,
    FewEventsWarning,
    LabelError,
    MissingValueError,
    OneClassError,
    SettingError,
)
from baserate.evaluation.evaluation import Evaluation
from baserate.patients.patients import PatientBins
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from tests.engines.sources import ASKED, Opener, kept, study

FEW = (
    study()[:600].select("died", "first", "second", "ward", "w").with_columns(patient=pl.int_range(600) // 4)
)


def run(data: Any, **changed: Any) -> Evaluation:
    asked = {"outcome": "died", "scores": ["first", "second"], **ASKED, **changed}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return baserate.evaluate(data, asked.pop("outcome"), asked.pop("scores"), **asked)


def refused(data: Any, **changed: Any) -> BaserateError:
    with pytest.raises(BaserateError) as caught:
        run(data, **changed)
    return caught.value


def some(values: Any, column: str = "patient") -> pl.Expr:
    """A tenth of a column replaced."""
    return pl.when(pl.int_range(pl.len()) % 10 == 3).then(values).otherwise(pl.col(column))


GAPS = {
    "not a number": pl.col("patient").cast(pl.Float64),
    "null": pl.col("patient"),
    "null text": pl.col("patient").cast(pl.String),
}


@pytest.mark.parametrize("kind", GAPS)
def test_missing_clusters_are_missing_values(kind: str, opens: Opener, home: Path) -> None:
    nothing = pl.lit(float("nan")) if kind == "not a number" else pl.lit(None)
    frame = FEW.with_columns(patient=GAPS[kind]).with_columns(patient=some(nothing))
    data = opens(kept(frame, home, f"clusters {kind}"))
    error = refused(data, cluster="patient")
    assert type(error) is MissingValueError
    assert str(error) == refused(frame, cluster="patient").sentence(examples=False)
    ev, memory = (run(one, cluster="patient", missing="drop") for one in (data, frame))
    assert ev.patients.clusters() == memory.patients.clusters()
    assert dict(ev.patients.missing) == dict(memory.patients.missing) == {"patient": 60}
    assert ev.everyone.patients == memory.everyone.patients == 540


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        *(("missing", one) for one in ("dropp", "Drop", None, True, "")),
        *(("positive", one) for one in ([1], {"a": 1}, float("nan"), b"1")),
    ],
)
def test_settings_that_make_no_sense_are_refused_on_every_path(setting: str, value: Any) -> None:
    for data in (FEW, FEW.lazy()):
        with pytest.raises(SettingError, match=setting):
            run(data, **{setting: value})
        with pytest.raises(SettingError, match=setting):
            read_patients(data, Roles.of("died", ["first"]), **{setting: value})


def outcomes(*values: str | None) -> pl.DataFrame:
    """Outcomes as text: the first where the patient died, the second where not, the third here and there."""
    died, lived, third = values
    text = pl.when(pl.col("died") == 1).then(pl.lit(died)).otherwise(pl.lit(lived))
    at = pl.int_range(pl.len()) % 10 == 3
    return FEW.with_columns(died=text if third is None else pl.when(at).then(pl.lit(third)).otherwise(text))


MARKERS = ["NA", "n/a", "NaN", "null", "NULL", ".", "", "  ", "None", "#N/A", "<NA>", "na "]


@pytest.mark.parametrize("marker", MARKERS)
def test_an_outcome_that_is_not_known_is_missing_on_every_path(
    marker: str, opens_quickly: Opener, home: Path, tmp_path: Path
) -> None:
    frame = outcomes("1", "0", marker)
    csv = tmp_path / "patients.csv"
    frame.write_csv(csv, quote_style="non_numeric")
    for positive in (None, "1", 1):
        for data in (frame, csv, opens_quickly(kept(frame, home, f"marker {MARKERS.index(marker)}"))):
            error = refused(data, positive=positive)
            assert type(error) is MissingValueError
            assert "60 of 600" in str(error)
            assert "positive" not in str(error)
            ev = run(data, positive=positive, missing="drop")
            right = FEW.filter(pl.int_range(pl.len()) % 10 != 3)
            assert (ev.everyone.patients, ev.everyone.positives) == (540, right["died"].sum())


def test_one_and_not_known_are_never_the_two_outcomes(
    opens_quickly: Opener, home: Path, tmp_path: Path
) -> None:
    frame = outcomes("1", "NA", None)
    csv = tmp_path / "patients.csv"
    frame.write_csv(csv)
    for data in (frame, csv, opens_quickly(kept(frame, home, "one and NA"))):
        for positive in (None, "1", "NA"):
            assert type(refused(data, positive=positive)) is MissingValueError
        assert type(refused(data, positive="1", missing="drop")) is OneClassError


def test_none_is_an_outcome_beside_words_and_na_is_a_name_of_groups(
    opens_quickly: Opener, home: Path
) -> None:
    frame = outcomes("sepsis", "none", None).with_columns(ward=some(pl.lit("NA"), "ward"))
    for data in (frame, opens_quickly(kept(frame, home, "none and NA"))):
        assert run(data, positive="sepsis").everyone.positives == FEW["died"].sum()
        assert "NA" in run(data, positive="sepsis", by="ward").groups
        error = refused(data)
        assert type(error) is LabelError
        assert "positive='sepsis'" in str(error)


def test_weights_of_zero_count_as_patients_and_not_as_weight(opens: Opener, home: Path) -> None:
    """A patient of weight 0 is a patient: counted everywhere, and worth nothing."""
    frame = FEW.with_columns(w=some(pl.lit(0.0), "w"))
    data = opens(kept(frame, home, "zero weights"))
    ev, memory = (run(one, weight="w", by="ward", cluster="patient") for one in (data, frame))
    assert ev.everyone.patients == memory.everyone.patients == 600
    assert [(g.name, g.patients, g.positives) for g in ev.groups.values()] == [
        (g.name, g.patients, g.positives) for g in memory.groups.values()
    ]
    assert ev.patients.clusters() == memory.patients.clusters() == 150
    for model in ev.models:
        assert ev.score(model).value == pytest.approx(memory.score(model).value, abs=1e-5)


@pytest.mark.parametrize("cases", [1, 4, 12])
def test_numbers_of_patients_are_never_effective_numbers(cases: int) -> None:
    """Twelve patients of very different weights are worth two, and are twelve."""
    died = pl.Series(np.arange(600) % 50 == 0).cast(pl.Int64)
    weight = pl.when(pl.int_range(600) < 1).then(pl.lit(1000.0)).otherwise(pl.lit(1.0))
    zero = (pl.int_range(600) % 50 == 0) & (pl.int_range(600) >= 50 * cases)
    frame = FEW.with_columns(died=died, w=pl.when(zero).then(pl.lit(0.0)).otherwise(weight))
    said = []
    for data in (frame, frame.lazy()):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                baserate.evaluate(data, "died", ["first"], weight="w", **ASKED)
                few = [str(one.message) for one in caught if one.category is FewEventsWarning]
            except BaserateError as error:
                few = [str(error)]
        said.append(sorted(set(few)))
    assert said[0] == said[1]
    assert bool(said[0]) == (cases < 10)


@pytest.mark.parametrize("size", [1e200, 1e-200, 1e-310, 1.7e308, 2.0**60, 1.0])
def test_only_the_ratios_of_weights_matter(size: float, opens_quickly: Opener, home: Path) -> None:
    frame = FEW.with_columns(w=pl.col("w") / 1.3 * size)
    data = opens_quickly(kept(frame, home, f"weights {size}"))
    right, ev, memory = run(FEW, weight="w"), run(data, weight="w"), run(frame, weight="w")
    for model in ev.models:
        for one, close in ((ev, 1e-4), (memory, 1e-9)):
            assert one.score(model).value == pytest.approx(right.score(model).value, abs=close)
            assert one.score(model).standard_error == pytest.approx(
                right.score(model).standard_error, rel=0.01
            )


def test_weights_over_twelve_orders_of_magnitude_keep_their_digits() -> None:
    rng = np.random.default_rng(1)
    frame = FEW.with_columns(w=pl.Series(10.0 ** rng.uniform(-12, 0, len(FEW))))
    ev, memory = run(frame.lazy(), weight="w"), run(frame, weight="w")
    exact = {
        side: np.sum(frame.filter(pl.col("died") == side)["w"].to_numpy().astype(np.longdouble))
        for side in (0, 1)
    }
    binned = ev.patients.binned(["first"])
    for side, total in exact.items():
        assert binned.weight[binned.label == side].sum() == pytest.approx(float(total), rel=1e-14)
    for model in ev.models:
        assert ev.score(model).value == pytest.approx(memory.score(model).value, abs=1e-4)


def test_weights_that_cannot_be_added_to_those_of_others_make_no_site_summary() -> None:
    frame = FEW.with_columns(w=pl.col("w") * 1e200)
    for data in (frame, frame.lazy()):
        with pytest.raises(DataError, match="other sites"):
            read_patients(data, Roles.of("died", ["first"], weight="w"), adds_up=True)


def test_a_model_called_like_the_outcome_keeps_its_scores_in_a_site_summary() -> None:
    plain = read_patients(FEW.lazy(), Roles.of("died", {"new": "first"}))
    same = read_patients(FEW.lazy(), Roles.of("died", {"died": "first"}))
    assert isinstance(plain, PatientBins)
    assert isinstance(same, PatientBins)
    np.testing.assert_array_equal(plain.single["new"].bins, same.single["died"].bins)
